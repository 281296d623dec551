//! Branches and repetitions of random small pest rules, beside all short texts.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use regular_bnf::lint::{Finding, Lint, Linter};

use crate::common::{share, short_strings};

/// The length of the longest texts.
const LONGEST: usize = 6;

/// Is added to the columns of branches, since a repetition may begin where a branch does.
const BRANCH: usize = 1_000;

/// An expression of pest. Branches after the first and repetitions have the column at which they
/// are written.
enum Expr {
    Literal(&'static str),
    Any,
    End,
    Rule,
    Sequence(Box<Expr>, Box<Expr>),
    Choice(Box<Expr>, Box<Expr>, usize),
    /// An element, the least and the greatest count, and the suffix.
    Repeat(Box<Expr>, u32, u32, &'static str, usize),
    Ahead(Box<Expr>, bool),
}

/// Writes a random expression to the end of a text.
fn expression(rng: &mut Rng, depth: usize, text: &mut String, used: bool) -> Expr {
    let deeper = |rng: &mut Rng, text: &mut String| Box::new(expression(rng, depth - 1, text, used));
    match rng.u8(..if depth == 0 { 6 } else { 14 }) {
        0..=2 => {
            let literal = ["a", "b", "ab"][rng.usize(..3)];
            text.push_str(&format!("{literal:?}"));
            Expr::Literal(literal)
        }
        3 => {
            text.push_str("ANY");
            Expr::Any
        }
        4 => {
            text.push_str("EOI");
            Expr::End
        }
        5 if used => {
            text.push('s');
            Expr::Rule
        }
        5 => {
            text.push_str("\"b\"");
            Expr::Literal("b")
        }
        6..=8 => {
            text.push('(');
            let first = deeper(rng, text);
            text.push_str(" ~ ");
            let second = deeper(rng, text);
            text.push(')');
            Expr::Sequence(first, second)
        }
        9 | 10 => {
            text.push('(');
            let first = deeper(rng, text);
            text.push_str(" | ");
            let column = BRANCH + text.len() + 1;
            let second = deeper(rng, text);
            text.push(')');
            Expr::Choice(first, second, column)
        }
        11 | 12 => {
            let column = text.len() + 1;
            text.push('(');
            let inner = deeper(rng, text);
            let (least, most, suffix) =
                [(0, u32::MAX, ")*"), (1, u32::MAX, ")+"), (0, 1, ")?"), (2, 2, "){2}")][rng.usize(..4)];
            text.push_str(suffix);
            Expr::Repeat(inner, least, most, suffix, column)
        }
        _ => {
            let negated = rng.bool();
            text.push_str(if negated { "!(" } else { "&(" });
            let inner = deeper(rng, text);
            text.push(')');
            Expr::Ahead(inner, negated)
        }
    }
}

/// What happened on texts: which places matched, and which repetitions never stopped, each by its
/// column.
#[derive(Default)]
struct Seen {
    matched: BTreeSet<usize>,
    endless: BTreeSet<usize>,
}

/// The offset behind a match. An endless repetition stops here.
fn run(expr: &Expr, rule: &Expr, text: &str, at: usize, seen: &mut Seen) -> Option<usize> {
    match expr {
        Expr::Literal(literal) => text[at..].starts_with(literal).then_some(at + literal.len()),
        Expr::Any => (at < text.len()).then_some(at + 1),
        Expr::End => (at == text.len()).then_some(at),
        // The places of the other rule have columns of their own line.
        Expr::Rule => run(rule, rule, text, at, &mut Seen::default()),
        Expr::Sequence(first, second) => {
            let at = run(first, rule, text, at, seen)?;
            run(second, rule, text, at, seen)
        }
        Expr::Choice(first, second, column) => run(first, rule, text, at, seen).or_else(|| {
            let end = run(second, rule, text, at, seen)?;
            seen.matched.insert(*column);
            Some(end)
        }),
        Expr::Repeat(inner, least, most, _, column) => {
            let (mut at, mut count) = (at, 0);
            while count < *most {
                let Some(end) = run(inner, rule, text, at, seen) else { break };
                seen.matched.insert(*column);
                if end == at && *most == u32::MAX {
                    seen.endless.insert(*column);
                    count = count.max(*least);
                    break;
                }
                (at, count) = (end, count + 1);
            }
            (count >= *least).then_some(at)
        }
        Expr::Ahead(inner, negated) => (run(inner, rule, text, at, seen).is_some() != *negated).then_some(at),
    }
}

/// The places in an expression, except those in places that never match.
fn places(expr: &Expr, dead: &BTreeSet<usize>, all: &mut BTreeMap<usize, bool>) {
    match expr {
        Expr::Literal(_) | Expr::Any | Expr::End | Expr::Rule => {}
        Expr::Sequence(first, second) => [first, second].into_iter().for_each(|expr| places(expr, dead, all)),
        Expr::Choice(first, second, column) => {
            places(first, dead, all);
            all.insert(*column, true);
            if !dead.contains(column) {
                places(second, dead, all);
            }
        }
        Expr::Repeat(inner, _, _, suffix, column) => {
            // A counted repetition of what may be empty is not examined inside; see the suffix.
            all.insert(*column, true);
            if !dead.contains(column) && *suffix != "){2}" {
                places(inner, dead, all);
            }
        }
        Expr::Ahead(inner, _) => places(inner, dead, all),
    }
}

#[test]
fn untaken_branches_and_idle_repetitions_are_found() {
    let texts: Vec<String> = short_strings("abc", LONGEST).collect();
    let (mut counts, mut unshown) = ([0; 4], 0);
    for seed in 0..share(4_000, 3) as u64 {
        let mut rng = Rng::with_seed(seed);
        let mut helper = "s = { ".to_owned();
        let used = expression(&mut rng, 1, &mut helper, false);
        let mut text = "r = { ".to_owned();
        let rule = expression(&mut rng, 3, &mut text, true);
        let text = format!("{text} }}\n{helper} }}\n");
        let findings = Linter::new().pest(&text).findings;
        let here = |lint: Lint| {
            findings.iter().filter(|found| found.line == 1 && found.lint == lint).collect::<Vec<&Finding>>()
        };
        let endless = here(Lint::EndlessRepetition);
        let refused =
            findings.iter().any(|found| found.severity.name() == "error" && found.lint != Lint::EmptyLanguage);
        // The shortest text on which each place matches, or never stops.
        let (mut matched, mut forever) = (BTreeMap::new(), BTreeMap::new());
        for text in &texts {
            let mut seen = Seen::default();
            let matches = run(&rule, &used, text, 0, &mut seen).is_some();
            seen.matched.into_iter().for_each(|column| _ = matched.entry(column).or_insert(text));
            seen.endless.into_iter().for_each(|column| _ = forever.entry(column).or_insert(text));
            if matches {
                matched.entry(0).or_insert(text);
            }
        }
        if refused {
            if let ([endless], 1) = (&endless[..], findings.len()) {
                let shortest = forever.get(&endless.column).map(|text| text.len());
                let found = endless.witness.as_ref().map(String::len);
                assert!(
                    shortest == found || shortest.is_none() && found > Some(LONGEST),
                    "{text}{endless:?} {forever:?}"
                );
                counts[0] += 1;
            }
            continue;
        }
        assert!(forever.is_empty() && findings.iter().all(|found| found.lint != Lint::Undecided), "{text}");
        let empty = !here(Lint::EmptyLanguage).is_empty();
        assert!(!empty || !matched.contains_key(&0), "{text}");
        counts[1] += usize::from(empty);
        if empty || !matched.contains_key(&0) {
            unshown += usize::from(!empty);
            continue;
        }
        let branches = here(Lint::UntakenBranch).into_iter().map(|found| BRANCH + found.column);
        let repetitions = here(Lint::IdleRepetition).into_iter().map(|found| found.column);
        let dead: BTreeSet<usize> = branches.chain(repetitions).collect();
        let mut all = BTreeMap::new();
        places(&rule, &dead, &mut all);
        for column in &dead {
            assert!(!matched.contains_key(column), "{text}{column} {:?}", matched.get(column));
            counts[2] += 1;
        }
        for column in all.keys().filter(|column| !dead.contains(column)) {
            unshown += usize::from(!matched.contains_key(column));
            counts[3] += 1;
        }
    }
    // Few places need longer texts.
    assert!(unshown * 50 < counts[3], "{unshown} of {counts:?}");
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}
