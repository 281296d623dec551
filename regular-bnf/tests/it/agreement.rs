//! What grammars read alike, what a component contains, languages as text and tables, the fewest
//! requirements: on all short strings, and by brute force.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use regular_bnf::{
    Bnf, CharSet, ContentCondition, Differential, Differentials, Disagreement, FewestRequirements, GrammarError,
    GrammarSide, Ignored, Language, Notation, Place, Prover, Relation, Requirement, SpanComparison, Spans, SplitCause,
    SplitClass, SplitOptions, fewest,
};

use crate::common::{share, short_strings};

/// Texts in front of a component `b`, its rules, and texts after it; all grammars of one of each.
const FRONTS: [&str; 6] = ["\"x\"*", "\"x\"?", "(\"x\" | \"/\")*", "(!\"/\" ~ ANY)*", "\"x\" ~ \"/\"", "\"\""];
const PARTS: [&str; 5] = ["\"/\"? ~ \"x\"*", "\"x\"*", "\"/\" ~ ANY*", "ANY?", "(\"x\" | \"/\") ~ \"/\"?"];
const BEHIND: [&str; 4] = ["", " ~ \"/\"*", " ~ ANY*", " ~ (\"/\" ~ \"x\")?"];

/// A grammar by chance: the spans of `b`, of what is in front of it, and of what is after it.
fn parted(rng: &mut fastrand::Rng) -> [Spans; 3] {
    let mut one = || {
        let (front, part, behind) =
            (rng.choice(FRONTS).unwrap(), rng.choice(PARTS).unwrap(), rng.choice(BEHIND).unwrap());
        let behind = behind.strip_prefix(" ~ ").unwrap_or("\"\"");
        let optional = if rng.bool() { "?" } else { "" };
        let pest = format!("a = {{ f ~ (b ~ c){optional} }} b = {{ {part} }} f = {{ {front} }} c = {{ {behind} }}");
        let places = ["b", "f", "c"].map(|name| [Place::rule(name)]);
        Spans::from_pest(&pest, &["a"], places.each_ref().map(|places| &places[..])).ok()
    };
    loop {
        if let Some(spans) = one() {
            return spans;
        }
    }
}

/// Grammars by chance, some of which ignore characters.
fn grammars(rng: &mut fastrand::Rng) -> Vec<Spans> {
    let one = |rng: &mut fastrand::Rng| {
        let (front, part, behind) =
            (rng.choice(FRONTS).unwrap(), rng.choice(PARTS).unwrap(), rng.choice(BEHIND).unwrap());
        let optional = if rng.bool() { "?" } else { "" };
        let pest = format!("a = {{ {front} ~ (b{behind}){optional} }} b = {{ {part} }}");
        let [spans] = Spans::from_pest(&pest, &["a"], [&[Place::rule("b")]]).ok()?;
        let ignored = Ignored { anywhere: CharSet::EMPTY, ends: 'x'.into() };
        if rng.u8(0..4) == 0 { spans.ignoring(&ignored).ok() } else { Some(spans) }
    };
    std::iter::repeat_with(|| one(rng)).flatten().take(3).collect()
}

/// Whether two readings of one string are alike.
fn alike(text: &str, one: &Option<Range<usize>>, other: &Option<Range<usize>>, strict: bool, delimiter: bool) -> bool {
    if strict && one.is_some() != other.is_some() {
        return false;
    }
    let some = |span: &Option<Range<usize>>| span.clone().filter(|span| !span.is_empty());
    let behind = |span: Range<usize>| {
        let begins = text[span.clone()].starts_with('/');
        if begins { (span.start + 1..span.end).into() } else { None }
    };
    let (one, other) = (some(one), some(other));
    // One may have the slash alone, or begin one slash earlier.
    let shorter = |long: &Option<Range<usize>>, short: &Option<Range<usize>>| {
        long.clone().and_then(behind).is_some_and(|rest| some(&Some(rest)) == *short)
    };
    one == other || delimiter && (shorter(&one, &other) || shorter(&other, &one))
}

#[test]
fn strings_are_alike_if_they_have_no_differential() {
    let mut rng = fastrand::Rng::with_seed(7);
    let texts: Vec<String> = short_strings("x/-", 6).collect();
    let (mut same, mut other) = (0, 0);
    for _ in 0..150 {
        let all = grammars(&mut rng);
        let [one, two, three] = &all[..] else { unreachable!() };
        let (strict, delimiter) = (rng.bool(), rng.bool());
        let comparison = SpanComparison::default().strict(strict).delimiter(delimiter.then_some('/'));
        let both = one.alike(&[two], comparison).unwrap();
        let every = one.alike(&[two, three], comparison).unwrap();
        assert_eq!(both.automaton(), two.alike(&[one], comparison).unwrap().automaton(), "symmetric");
        assert_eq!(every.automaton(), three.alike(&[one, two], comparison).unwrap().automaton(), "in any order");
        assert_eq!(both.automaton(), one.alike(&[two, one, two], comparison).unwrap().automaton(), "idempotent");
        assert_eq!(one.alike(&[one], comparison).unwrap().automaton(), one.strings().unwrap().automaton());
        let found = Differentials::new(one, two, comparison).unwrap();
        let shortest = Disagreement::ALL.into_iter().flat_map(|kind| found.of_kind(kind).take(1)).map(|it| it.witness);
        let shortest: Option<usize> = shortest.map(|text| text.len()).min();
        for text in &texts {
            let spans: Vec<_> = all.iter().map(|spans| spans.in_string(text)).collect();
            let read = |left: usize, right: usize| match (&spans[left], &spans[right]) {
                (Ok(left), Ok(right)) => Some(alike(text, left, right, strict, delimiter)),
                _ => None,
            };
            let pair = read(0, 1);
            assert_eq!(both.contains(text), pair == Some(true), "{text:?} {spans:?} {strict} {delimiter}");
            if pair == Some(false) {
                assert!(shortest.is_some_and(|length| length <= text.len()), "{text:?}");
                other += 1;
            }
            same += usize::from(pair == Some(true));
            let all = [read(0, 1), read(0, 2), read(1, 2)];
            assert_eq!(every.contains(text), all == [Some(true); 3], "{text:?} {spans:?}");
        }
        // Nothing is found within.
        let within = one.within(&both).unwrap();
        let within = Differentials::new(&within, two, comparison).unwrap();
        assert!(Disagreement::ALL.into_iter().all(|kind| within.of_kind(kind).next().is_none()));
    }
    assert_eq!((same, other), (5_763, 9_485));
}

/// Each string that both accept and read differently has one cause, that of its spans, and one
/// part, and is not shorter than the shortest string of that cause.
#[test]
fn every_differential_has_one_cause() {
    let mut rng = fastrand::Rng::with_seed(11);
    let texts: Vec<String> = short_strings("x/-", 6).collect();
    let (mut causes, mut seen, mut parted_so) = (BTreeMap::new(), 0, 0);
    for _ in 0..share(60, 6) {
        let [[one, one_front, one_behind], [two, two_front, two_behind]] = [parted(&mut rng), parted(&mut rng)];
        let parts = [[&one_front, &one_behind], [&two_front, &two_behind]];
        // In which part the other side reads the beginning of a span.
        let read_as = |text: &str, cause: SplitCause, spans: [Option<Range<usize>>; 2]| {
            if matches!(cause, SplitCause::Ends { .. } | SplitCause::Empty { .. }) {
                return None;
            }
            let first = usize::from(cause.first() == GrammarSide::Right);
            let start = spans[first].clone()?.start;
            parts[1 - first]
                .iter()
                .position(|part| part.in_string(text).unwrap().is_some_and(|span| span.contains(&start)))
        };
        let (strict, slash) = (rng.bool(), rng.bool().then_some('/'));
        let comparison = SpanComparison::default().strict(strict).delimiter(slash);
        let found = Differentials::by_cause(&one, &two, [&parts[0], &parts[1]], comparison).unwrap();
        let kinds = found.kinds();
        let mut shortest = BTreeMap::new();
        for &kind in &kinds {
            for Differential { witness, left, right } in found.of_kind(kind).take(share(60, 30)) {
                assert_eq!((one.in_string(&witness), two.in_string(&witness)), (Ok(left.clone()), Ok(right.clone())));
                let spans = [left, right];
                let cause = SplitCause::from_spans(&witness, spans.clone(), comparison);
                let told = cause.map(|cause| (cause, read_as(&witness, cause, spans)));
                assert_eq!(told, Some(kind), "{witness:?}");
                let length = shortest.entry(kind).or_insert(witness.len());
                *length = witness.len().min(*length);
            }
        }
        assert_eq!(shortest.len(), kinds.len());
        for text in &texts {
            let (Ok(left), Ok(right)) = (one.in_string(text), two.in_string(text)) else { continue };
            let cause = SplitCause::from_spans(text, [left.clone(), right.clone()], comparison);
            assert_eq!(cause.is_none(), alike(text, &left, &right, strict, slash.is_some()), "{text:?}");
            let Some(cause) = cause else { continue };
            // Strings in which both find one text at two places come later.
            let spans = [left.clone(), right.clone()];
            let [left, right] = [left, right].map(|span| {
                let text = &text[span?];
                Some(slash.and_then(|slash| text.strip_prefix(slash)).unwrap_or(text))
            });
            let same = left == right;
            let part = read_as(text, cause, spans);
            parted_so += usize::from(part.is_some());
            let found = shortest.get(&(cause, part)).is_some_and(|length| same || *length <= text.len());
            assert!(found, "{text:?} {cause:?} {kinds:?}");
            let name = format!("{cause:?}").split(' ').next().unwrap_or_default().to_owned();
            *causes.entry(name).or_insert(0) += 1;
            seen += 1;
        }
    }
    assert_eq!(causes.len(), 5, "{causes:?}");
    assert!(0 < parted_so && parted_so < seen, "{seen} {parted_so}");
}

/// Of three grammars: a string belongs to the class of its readings, of the first two that differ,
/// and to no other.
#[test]
fn every_string_that_three_read_differently_is_of_one_class() {
    let mut rng = fastrand::Rng::with_seed(12);
    let texts: Vec<String> = short_strings("x/-", 5).collect();
    let (mut seen, mut kinds) = (0, BTreeSet::new());
    for _ in 0..40 {
        let sides = grammars(&mut rng);
        let (strict, slash) = (rng.bool(), rng.bool().then_some('/'));
        let comparison = SpanComparison::default().strict(strict).delimiter(slash);
        let classes = SplitClass::find_all(
            &sides.iter().collect::<Vec<_>>(),
            &SplitOptions::default().comparison(comparison).witnesses(30),
        )
        .unwrap();
        let key = |class: &SplitClass| {
            let alike = [(0, 1), (0, 2), (1, 2)].map(|(one, other)| class.alike(one, other));
            (alike, class.pair, class.cause)
        };
        let of = |text: &str| {
            let spans: Vec<_> = sides.iter().map(|side| side.in_string(text)).collect::<Result<_, _>>().ok()?;
            let cause = |(one, other): (usize, usize)| {
                let two = [one, other].map(|side: usize| spans[side].clone());
                SplitCause::from_spans(text, two, comparison).map(|cause| ((one, other), cause))
            };
            let causes = [(0, 1), (0, 2), (1, 2)].map(cause);
            let (pair, first) = causes.iter().flatten().next().copied()?;
            Some((causes.map(|cause| cause.is_none()), pair, first))
        };
        let keys: BTreeSet<_> = classes.iter().map(key).collect();
        assert_eq!(keys.len(), classes.len());
        for class in &classes {
            for found in &class.strings {
                assert_eq!(of(&found.witness), Some(key(class)), "{:?}", found.witness);
            }
            kinds.insert(key(class).0);
        }
        for key in texts.iter().filter_map(|text| of(text)) {
            assert!(keys.contains(&key), "{key:?}");
            seen += 1;
        }
    }
    assert_eq!((seen, kinds.len()), (568, 5), "{kinds:?}");
}

#[test]
fn contents_are_those_of_the_spans() {
    let mut rng = fastrand::Rng::with_seed(8);
    let texts: Vec<String> = short_strings("x/-", 5).collect();
    let slash = CharSet::from('/');
    for spans in (0..60).flat_map(|_| grammars(&mut rng)) {
        let with = |content| spans.with(content).unwrap();
        let [any, some, not_empty, nothing, without] = [
            with(ContentCondition::Any),
            with(ContentCondition::Some),
            with(ContentCondition::NotEmpty),
            with(ContentCondition::Nothing),
            with(ContentCondition::Without(&slash)),
        ];
        for text in &texts {
            let span = spans.in_string(text);
            let holds = |holds: fn(Option<&str>) -> bool| {
                span.as_ref().is_ok_and(|span| holds(span.clone().map(|span| &text[span])))
            };
            assert_eq!(any.contains(text), span.is_ok());
            assert_eq!(some.contains(text), holds(|it| it.is_some_and(|it| !it.is_empty())), "{text:?} {span:?}");
            assert_eq!(not_empty.contains(text), holds(|it| it != Some("")), "{text:?} {span:?}");
            assert_eq!(nothing.contains(text), holds(|it| it.is_none_or(str::is_empty)), "{text:?} {span:?}");
            assert_eq!(without.contains(text), holds(|it| it.is_none_or(|it| !it.contains('/'))), "{text:?} {span:?}");
        }
    }
}

/// A regular expression by chance.
fn expression(rng: &mut fastrand::Rng, depth: usize) -> String {
    let inner = |rng: &mut fastrand::Rng| expression(rng, depth - 1);
    match if depth == 0 { rng.u8(0..3) } else { rng.u8(0..7) } {
        0 => "a".to_owned(),
        1 => "[bé]".to_owned(),
        2 => "[^a😀]".to_owned(),
        3 | 4 => inner(rng) + &inner(rng),
        5 => format!("(?:{}|{})", inner(rng), inner(rng)),
        _ => format!("(?:{}){}", inner(rng), rng.choice(["*", "?", "+"]).unwrap()),
    }
}

#[test]
fn languages_as_text_and_as_tables_are_the_same() {
    let mut rng = fastrand::Rng::with_seed(9);
    let texts: Vec<String> = short_strings("abé😀\n", 4).collect();
    for _ in 0..300 {
        let language = Language::matching(&format!("^(?:{})$", expression(&mut rng, 4))).unwrap();
        let pattern = language.to_pattern().unwrap();
        let again = Language::matching(&format!("^(?:{pattern})$")).unwrap();
        assert_eq!(again.compare(&language).unwrap().relation, Relation::Equal, "{pattern}");
        let regex = regex::Regex::new(&format!(r"\A(?:{pattern})\z")).unwrap();
        let abnf = language.to_abnf("a-name").unwrap();
        let again = Language::new(&Bnf::read(&abnf).unwrap(), "a-name").unwrap();
        assert_eq!(again.compare(&language).unwrap().relation, Relation::Equal, "{abnf}");
        let pest = language.to_pest("word").unwrap();
        let proof = Prover::new(&pest).and_then(|mut prover| prover.prove("word", "word", &language)).unwrap();
        assert!(proof.outcome.holds(), "{pest}: {proof:?}");
        let table = language.table().unwrap();
        for text in &texts {
            let member = language.contains(text);
            assert_eq!(regex.is_match(text), member, "{pattern} {text:?}");
            assert_eq!(table.contains(text.as_bytes()), member, "{pattern} {text:?}");
            // A byte less or more is no text.
            let broken = &text.as_bytes()[..text.len().saturating_sub(1)];
            assert!(str::from_utf8(broken).is_ok() || !table.contains(broken), "{text:?}");
        }
    }
}

#[test]
fn a_grammar_has_letters_in_the_cases_of_the_language() {
    let patterns = [
        "a",
        "A",
        "[aA]",
        "[aA][bB]c",
        "(?:[hH]t)+[pP]:",
        "\"[aA]\"",
        "[a\"]\"?",
        "[A-Za-z]+",
        "[0-9A-Fa-f]*",
        "[0-9A-F]",
    ];
    for pattern in patterns {
        let language = Language::matching(&format!("^(?:{pattern})$")).unwrap();
        // A core rule is not used where the grammar has a rule of this name.
        for name in ["name", "alpha", "HEXDIG", "Digit"] {
            let abnf = language.to_abnf(name).unwrap();
            let again = Language::new(&Bnf::read(&abnf).unwrap(), name).unwrap();
            assert_eq!(again.compare(&language).unwrap().relation, Relation::Equal, "{abnf}");
        }
    }
}

/// A rule may have the name that a part or a component would have.
#[test]
fn no_two_rules_of_a_grammar_have_one_name() {
    let long = "(a[bdf]c|x){3}z(a[bdf]c|x)*y(a[bdf]c|x)+";
    let language = Language::matching(&format!("^({long}|{long}w)$")).unwrap();
    for name in ["part1", "set1", "PART2", "p"] {
        let abnf = language.to_abnf(name).unwrap();
        let again = Language::new(&Bnf::read_as(&abnf, Notation::Abnf).unwrap(), name).unwrap();
        assert!(again == language, "{abnf}");
    }
    let pest = "pair = { name ~ (\"=\" ~ value)? } name = @{ \"a\"+ | \"b\"+ } value = @{ \"c\"* }";
    let spans = Spans::from_pest(pest, &["pair"], [&[Place::rule("name")], &[Place::rule("value")]]).unwrap();
    let [name, value] = spans.each_ref();
    let pairs = name.strings().unwrap();
    for (whole, first, second) in [("name", "name", "value"), ("pair", "part", "PART"), ("set1", "set", "set1")] {
        let abnf = pairs.to_abnf_with(whole, &[(first, name), (second, value)]).unwrap();
        let again = Language::new(&Bnf::read_as(&abnf, Notation::Abnf).unwrap(), whole).unwrap();
        assert!(again == pairs, "{abnf}");
    }
}

#[test]
fn components_are_rules_of_a_grammar() {
    let pest = "pair = { name ~ (\"=\" ~ value)? } name = @{ ASCII_ALPHA+ } value = @{ (ASCII_ALPHA | \"=\")* }";
    let spans = Spans::from_pest(pest, &["pair"], [&[Place::rule("name")], &[Place::rule("value")]]).unwrap();
    let [name, value] = spans.each_ref();
    let mut rng = fastrand::Rng::with_seed(10);
    for _ in 0..100 {
        let within = Language::matching(&expression(&mut rng, 4)).unwrap();
        let language = name.strings().unwrap().intersection(&within).unwrap().minimal();
        let Ok(abnf) = language.to_abnf_with("pair", &[("name", name), ("value", value)]) else {
            assert!(language.members().next().is_none());
            continue;
        };
        let bnf = Bnf::read(&abnf).unwrap();
        let again = Language::new(&bnf, "pair").unwrap();
        assert_eq!(again.compare(&language).unwrap().relation, Relation::Equal, "{abnf}");
        for (component, spans) in [("name", name), ("value", value)] {
            let productions = bnf.productions().iter().map(|production| production.name.as_str());
            let is_of_component = |name: &&str| {
                let rest = name.strip_prefix(component).map(|rest| rest.trim_start_matches('-'));
                rest.is_some_and(|rest| !rest.starts_with("part"))
            };
            let texts: Vec<Language> =
                productions.filter(is_of_component).map(|name| Language::new(&bnf, name).unwrap()).collect();
            for member in language.members().take(50) {
                if let Some(span) = spans.in_string(&member).unwrap().filter(|span| !span.is_empty()) {
                    let text = &member[span];
                    assert!(texts.iter().any(|texts| texts.contains(text)), "{component} {text} of {member} in {abnf}");
                }
            }
        }
    }
}

#[test]
fn a_language_without_members_has_no_grammar() {
    let none = Language::matching("^a$").unwrap().difference(&Language::matching("a").unwrap()).unwrap().minimal();
    assert!(!regex::Regex::new(&none.to_pattern().unwrap()).unwrap().is_match("a"));
    assert!(none.to_abnf("a").is_err() && none.to_pest("a").is_err());
    assert!(!none.table().unwrap().contains(b"a") && !none.table().unwrap().contains(b""));
}

struct Without(CharSet);

impl Requirement for Without {
    fn holds(&self, string: &str) -> bool {
        !string.chars().any(|c| self.0.contains(c))
    }

    fn language(&self) -> Result<Language, GrammarError> {
        let set: String = self.0.ranges().into_iter().map(|(first, last)| format!("{first}-{last}")).collect();
        Ok(Language::matching(&format!("^[^{set}]*$")).unwrap())
    }
}

/// Finite languages over six letters: the least number of requirements is that of all subsets.
#[test]
fn the_fewest_requirements_are_those_of_all_sets() {
    let mut rng = fastrand::Rng::with_seed(10);
    let letters: Vec<char> = ('a'..='f').collect();
    let (mut none, mut sizes) = (0, [0; 8]);
    for _ in 0..300 {
        let mut words = |count: usize| -> Vec<String> {
            let mut word = || (0..rng.usize(1..4)).map(|_| *rng.choice(&letters).unwrap()).collect::<String>();
            (0..count).map(|_| word()).collect()
        };
        let (unwanted, wanted) = (words(6), words(5));
        let sets = |rng: &mut fastrand::Rng| {
            let set = (0..rng.usize(1..3)).map(|_| CharSet::from(*rng.choice(&letters).unwrap()));
            Without(set.fold(CharSet::EMPTY, |all, one| all.union(&one)))
        };
        let all: Vec<Without> = (0..8).map(|_| sets(&mut rng)).collect();
        let language = |words: &[String]| Language::matching(&format!("^(?:{})$", words.join("|"))).unwrap();
        let found = fewest(&language(&unwanted), &language(&wanted), &all).unwrap();
        let satisfies = |chosen: u32, word: &String| (0..8).all(|at| chosen >> at & 1 == 0 || all[at].holds(word));
        let suffices = |chosen: &u32| {
            !unwanted.iter().any(|word| satisfies(*chosen, word)) && wanted.iter().any(|word| satisfies(*chosen, word))
        };
        let least = (0..256u32).filter(suffices).map(u32::count_ones).min();
        match found {
            FewestRequirements::These(these) => {
                let chosen = these.iter().fold(0, |all, (at, _)| all | 1 << at);
                assert!(suffices(&chosen));
                assert_eq!(Some(these.len() as u32), least);
                for (at, word) in &these {
                    assert!(unwanted.contains(word) && !all[*at].holds(word) && satisfies(chosen & !(1 << at), word));
                }
                sizes[these.len()] += 1;
            }
            FewestRequirements::None(word) => {
                assert!(unwanted.contains(&word) && least.is_none(), "{unwanted:?} {wanted:?}");
                none += 1;
            }
            FewestRequirements::AtLeast(_) => panic!("too long"),
        }
    }
    assert_eq!((none, sizes), (121, [0, 20, 116, 42, 1, 0, 0, 0]));
}

/// An automaton that was put together of others has more states than one of a grammar may have.
#[test]
fn large_automata_have_tables() {
    let [some, others] = ["^(?:a{97})*$", "^(?:a{89})*$"].map(|pattern| Language::matching(pattern).unwrap());
    let table = some.intersection(&others).unwrap().table().unwrap();
    for (count, is_member) in [(0, true), (97, false), (89, false), (97 * 89, true), (97 * 89 + 1, false)] {
        assert_eq!(table.contains("a".repeat(count).as_bytes()), is_member, "{count}");
    }
}
