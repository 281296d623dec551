//! Lints of random small grammars, beside all short strings.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use regular_bnf::lint::{Finding, Lint, Linter};
use regular_bnf::{Bnf, Expr, Language, Notation};

use crate::common::share;

/// The length of the longest strings.
const LONGEST: usize = 6;

type Strings = BTreeSet<String>;

/// Shortest strings first.
fn first(strings: impl IntoIterator<Item = String>) -> Option<String> {
    strings.into_iter().min_by_key(String::len)
}

/// The short strings that an expression derives, from those of the productions.
fn derived(expr: &Expr, of: &BTreeMap<String, Strings>) -> Strings {
    let joined = |left: &Strings, right: &Strings| -> Strings {
        let pairs = left.iter().flat_map(|left| right.iter().map(move |right| format!("{left}{right}")));
        pairs.filter(|string| string.len() <= LONGEST).collect()
    };
    let void = || Strings::from([String::new()]);
    match expr {
        Expr::Void => void(),
        Expr::Literal(text) => Strings::from([text.clone()]),
        Expr::Name(name) => of.get(name).cloned().unwrap_or_default(),
        Expr::Sequence(all) => all.iter().fold(void(), |so_far, expr| joined(&so_far, &derived(expr, of))),
        Expr::Alternatives(all) => all.iter().flat_map(|expr| derived(expr, of)).collect(),
        Expr::Repeat(least, most, inner) => {
            let inner = derived(inner, of);
            let mut power = (0..*least).fold(void(), |power, _| joined(&power, &inner));
            let mut all = power.clone();
            for _ in *least..most.unwrap_or(least + LONGEST as u32 + 1) {
                power = joined(&power, &inner);
                all.extend(power.iter().cloned());
            }
            all
        }
        other => panic!("{other:?}"),
    }
}

/// The short strings of all productions.
fn languages(bnf: &Bnf) -> BTreeMap<String, Strings> {
    let mut all: BTreeMap<String, Strings> = BTreeMap::new();
    loop {
        let next: BTreeMap<String, Strings> =
            bnf.productions().iter().map(|own| (own.name.clone(), derived(own.body.as_ref().unwrap(), &all))).collect();
        if next == all {
            return all;
        }
        all = next;
    }
}

/// Reads an expression in order from an offset: the offset behind its match.
fn in_order(expr: &Expr, bnf: &Bnf, text: &str, at: usize) -> Option<usize> {
    match expr {
        Expr::Void => Some(at),
        Expr::Literal(literal) => text[at..].starts_with(literal.as_str()).then_some(at + literal.len()),
        Expr::Name(name) => in_order(bnf.get(name)?.body.as_ref().unwrap(), bnf, text, at),
        Expr::Sequence(all) => all.iter().try_fold(at, |at, expr| in_order(expr, bnf, text, at)),
        Expr::Alternatives(all) => all.iter().find_map(|expr| in_order(expr, bnf, text, at)),
        Expr::Repeat(least, most, inner) => {
            let mut at = at;
            let mut count = 0;
            while most.is_none_or(|most| count < most) {
                match in_order(inner, bnf, text, at) {
                    None => break,
                    // An element that is empty would be repeated forever.
                    Some(end) if end == at && count >= *least => break,
                    Some(end) => at = end,
                }
                count += 1;
            }
            (count >= *least).then_some(at)
        }
        other => panic!("{other:?}"),
    }
}

/// A random expression that uses rules after its own, or its own at the end.
fn expression(rng: &mut Rng, depth: usize, own: usize, rules: usize) -> String {
    let deeper = |rng: &mut Rng| expression(rng, depth - 1, own, rules);
    match rng.u8(..if depth == 0 { 4 } else { 10 }) {
        0..=2 => (*rng.choice(&["%x61", "%x62", "%x61.62", "%s\"\""]).unwrap_or(&"%x61")).to_owned(),
        3 if own + 1 < rules => format!("r{}", rng.usize(own + 1..rules)),
        3 => "%x62".to_owned(),
        4 | 5 => format!("{} {}", deeper(rng), deeper(rng)),
        6 | 7 => format!("( {} / {} )", deeper(rng), deeper(rng)),
        8 => format!("{}( {} )", rng.choice(&["*", "1*", "*1", "1*2", "2"]).unwrap_or(&"*"), deeper(rng)),
        _ => format!("[ {} ]", deeper(rng)),
    }
}

/// Rules named `r0`, `r1`, ...; some are recursive at the end, and not before a character.
fn grammar(rng: &mut Rng) -> String {
    let rules = rng.usize(1..4);
    let rule = |own: usize| {
        let count = rng.usize(1..4);
        let mut ways: Vec<String> = (0..count).map(|_| expression(rng, 2, own, rules)).collect();
        if rng.u8(..4) == 0 {
            // Recursion at the end, perhaps without another way.
            let again = format!("{} r{own}", expression(rng, 1, own, rules));
            let at = rng.usize(..=ways.len());
            ways.insert(at, again);
            if rng.u8(..3) == 0 {
                ways = vec![ways[at].clone()];
            }
        }
        format!("r{own} = {}\n", ways.join(" / "))
    };
    (0..rules).map(rule).collect()
}

fn seeds() -> impl Iterator<Item = Rng> {
    (0..share(3_000, 4) as u64).map(Rng::with_seed)
}

fn of(all: &[Finding], lint: Lint) -> Vec<&Finding> {
    all.iter().filter(|found| found.lint == lint).collect()
}

/// A report from all rules as entries, so that none is left out.
fn report(text: &str) -> Vec<Finding> {
    (0..3).fold(Linter::new(), |linter, n| linter.entry(&format!("r{n}"))).bnf(text, Notation::Abnf).findings
}

/// Rules without strings, and with only the empty one.
#[test]
fn empty_languages_are_found() {
    let mut found = [0; 2];
    for mut rng in seeds() {
        let text = grammar(&mut rng);
        let bnf = Bnf::read_as(&text, Notation::Abnf).unwrap();
        let (all, findings) = (languages(&bnf), report(&text));
        for (name, strings) in &all {
            let has = |lint: Lint| of(&findings, lint).iter().any(|found| found.production.as_ref() == Some(name));
            // A shortest string may be longer.
            let long = || Language::new(&bnf, name).is_ok_and(|all| all.members().any(|one| one.len() > LONGEST));
            assert_eq!(has(Lint::EmptyLanguage), strings.is_empty() && !long(), "{name}\n{text}");
            let only = strings.iter().eq([""]) && !long();
            assert_eq!(has(Lint::OnlyEmpty), only, "{name}\n{text}");
            found[0] += usize::from(strings.is_empty());
            found[1] += usize::from(only);
        }
    }
    assert!(found.iter().all(|&count| count > 0), "{found:?}");
}

/// Alternatives at the outermost level of rules.
#[test]
fn useless_alternatives_are_found() {
    let mut found = [0; 2];
    for mut rng in seeds() {
        let text = grammar(&mut rng);
        let bnf = Bnf::read_as(&text, Notation::Abnf).unwrap();
        let (all, findings) = (languages(&bnf), report(&text));
        if findings.iter().any(|found| found.lint == Lint::Recursion) {
            continue;
        }
        for (line, rule) in text.lines().enumerate() {
            let (name, body) = rule.split_once(" = ").unwrap();
            // The places of the alternatives that are not in brackets.
            let (mut depth, mut starts) = (0, vec![0]);
            for (at, c) in body.char_indices() {
                depth += i32::from(c == '(' || c == '[') - i32::from(c == ')' || c == ']');
                if c == '/' && depth == 0 {
                    starts.push(at + 2);
                }
            }
            let ends = starts.iter().skip(1).map(|start| start - 3).chain([body.len()]);
            let ways: Vec<&str> = starts.iter().zip(ends).map(|(&start, end)| &body[start..end]).collect();
            let mut before = Strings::new();
            for (number, way) in ways.iter().enumerate() {
                let own = Bnf::read_as(&format!("way = {way}\n"), Notation::Abnf).unwrap();
                let strings = derived(own.productions()[0].body.as_ref().unwrap(), &all);
                let column = name.len() + 4 + starts[number];
                let useless = of(&findings, Lint::UselessAlternative).into_iter().find(|found| {
                    (found.line, found.column) == (line + 1, column)
                        && found.message.contains(&format!("`{way}` never"))
                });
                match useless {
                    Some(useless) => {
                        assert!(strings.is_subset(&before), "{way}\n{text}");
                        let shortest = first(strings.iter().cloned());
                        let witness = useless.witness.as_ref().unwrap();
                        assert!(shortest.is_none_or(|one| one.len() == witness.len()), "{way}\n{text}");
                        found[0] += 1;
                    }
                    None if number > 0 && strings.is_subset(&before) && !strings.is_empty() => {
                        // Some longer string needs it.
                        let both = format!("{text}way = {way}\nbefore = {}\n", ways[..number].join(" / "));
                        let both = Bnf::read_as(&both, Notation::Abnf).unwrap();
                        let [way, before] = ["way", "before"].map(|name| Language::new(&both, name).unwrap());
                        let needed = way.difference(&before).unwrap().members().next();
                        assert!(needed.is_some_and(|string| string.len() > LONGEST), "{text}");
                    }
                    None => found[1] += 1,
                }
                before.extend(strings);
            }
        }
    }
    assert!(found.iter().all(|&count| count > 0), "{found:?}");
}

/// What rules lose if they are read in order.
#[test]
fn strings_lost_by_ordered_choice_are_found() {
    let mut found = [0; 2];
    for mut rng in seeds() {
        let text = grammar(&mut rng);
        let bnf = Bnf::read_as(&text, Notation::Abnf).unwrap();
        let (all, findings) = (languages(&bnf), report(&text));
        if findings.iter().any(|found| [Lint::Recursion, Lint::Undecided].contains(&found.lint)) {
            continue;
        }
        for (name, strings) in &all {
            let body = bnf.get(name).unwrap().body.as_ref().unwrap();
            let reads = |string: &str| in_order(body, &bnf, string, 0) == Some(string.len());
            let lost = first(strings.iter().filter(|string| !reads(string)).cloned());
            let findings = of(&findings, Lint::OrderedChoice);
            let witness = findings.iter().find(|found| found.production.as_ref() == Some(name));
            match (lost, witness.map(|found| found.witness.as_ref().unwrap())) {
                (Some(lost), Some(witness)) => {
                    assert_eq!(lost.len(), witness.len(), "{name}: {lost} {witness}\n{text}");
                    assert!(strings.contains(witness) && !reads(witness), "{name}: {witness}\n{text}");
                    found[0] += 1;
                }
                (None, Some(witness)) => {
                    let accepts = Language::new(&bnf, name).unwrap().contains(witness);
                    assert!(witness.len() > LONGEST && accepts && !reads(witness), "{name}: {witness}\n{text}");
                }
                (Some(lost), None) => panic!("{name} loses {lost}\n{text}"),
                (None, None) => found[1] += 1,
            }
        }
    }
    assert!(found.iter().all(|&count| count > 0), "{found:?}");
}
