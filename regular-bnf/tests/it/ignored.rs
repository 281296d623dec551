//! Languages and spans that ignore characters: on all short strings they are those of the string
//! after the removal.

use regular_bnf::{Bnf, CharSet, Correspondence, Divergences, Ignored, Language, Notation, Place, Relation, Spans};

use crate::common::short_strings;

/// Grammars with a component `b`, which may be absent, empty, first, last, or contain characters
/// that are ignored.
const GRAMMARS: [&str; 6] = [
    "a = { \"x\"* ~ b } b = { \"y\"* }",
    "a = { \"x\" ~ (\" \" ~ b)? ~ \"x\" } b = { (\"y\" | \" \")* }",
    "a = { b ~ \"x\" } b = { (\"y\" | \" \")* }",
    "a = { (\"x\" ~ b)? ~ \" \"* ~ \"y\"? } b = { \"-\"? }",
    "a = { (b ~ &\"x\")? ~ (\"x\" | \"y\" | \" \")+ } b = { \"y\"+ ~ \" \" }",
    "a = { ANY ~ b } b = { ANY* }",
];

/// Characters that are removed everywhere, at the ends, both, or not at all.
fn all() -> [Ignored; 5] {
    let both = CharSet::from('\t').union(&' '.into());
    [
        Ignored { anywhere: '\t'.into(), ends: both.clone() },
        Ignored { anywhere: '\t'.into(), ends: ' '.into() },
        Ignored { anywhere: CharSet::EMPTY, ends: both.clone() },
        Ignored { anywhere: both, ends: CharSet::EMPTY },
        Ignored::default(),
    ]
}

/// The characters that are kept, with their offsets.
fn kept(text: &str, ignored: &Ignored) -> Vec<(usize, char)> {
    let mut kept: Vec<(usize, char)> = text.char_indices().filter(|(_, c)| !ignored.anywhere.contains(*c)).collect();
    while kept.last().is_some_and(|(_, c)| ignored.ends.contains(*c)) {
        kept.pop();
    }
    let leading = kept.iter().take_while(|(_, c)| ignored.ends.contains(*c)).count();
    kept.split_off(leading)
}

#[test]
fn short_strings_are_those_after_the_removal() {
    let all = all();
    let texts: Vec<String> = short_strings("xy \t", 6).collect();
    let (mut accepted, mut spans_found, mut empty) = (0, 0, 0);
    for pest in GRAMMARS {
        let language = Language::from_pest(pest, "a").unwrap();
        let [spans] = Spans::from_pest(pest, &["a"], [&[Place::rule("b")]]).unwrap();
        for ignored in &all {
            let (wide, located) = (language.ignoring(ignored).unwrap(), spans.ignoring(ignored).unwrap());
            assert_eq!(located.exists(), spans.exists());
            for text in &texts {
                let kept = kept(text, ignored);
                let short: String = kept.iter().map(|(_, c)| *c).collect();
                let expected = spans.in_string(&short);
                assert_eq!(wide.contains(text), language.contains(&short), "{pest} {ignored:?} {text:?}");
                assert_eq!(wide.contains(text), expected.is_ok());
                // From its first character to its last; an empty one behind the character in front
                // of it.
                let expected = expected.map(|span| {
                    span.map(|span| {
                        let index = |at: usize| short[..at].chars().count();
                        let behind = |index: usize| {
                            index.checked_sub(1).map_or(0, |last| kept[last].0 + kept[last].1.len_utf8())
                        };
                        let end = behind(index(span.end));
                        if span.is_empty() { end..end } else { kept[index(span.start)].0..end }
                    })
                });
                accepted += usize::from(expected.is_ok());
                spans_found += usize::from(matches!(expected, Ok(Some(_))));
                empty += usize::from(matches!(&expected, Ok(Some(span)) if span.is_empty()));
                assert_eq!(located.in_string(text), expected, "{pest} {ignored:?} {text:?}");
            }
        }
    }
    assert!(accepted > spans_found && spans_found > empty && empty > 0, "{accepted} {spans_found} {empty}");
}

/// An automaton that is built with the removal accepts what the removal makes a member; and the
/// removal of a text is that of its characters.
#[test]
fn automata_of_productions_are_those_after_the_removal() {
    let all = all();
    let texts: Vec<String> = short_strings("xy \t\u{e9}", 5).collect();
    for body in [
        "*\"x\" b\nb = *\"y\"",
        "*%x09-FF",
        "\"x\" [ \"y\" *%x20 ] / 1*%x20 \"y\"",
        "*( \"x\" / %x20 ) \"y\" / 2%x09-20",
        "( \"x\" a ) / \"y\"",
        "1*( \"x\" %x20 )",
        "\"\"",
    ] {
        let bnf = Bnf::read_as(&format!("a = {body}\n"), Notation::Abnf).unwrap();
        let core = Language::new(&bnf, "a").unwrap();
        for ignored in &all {
            let ignoring = bnf.clone().ignoring(ignored.clone(), &["a"]);
            let language = Language::new(&ignoring, "a").unwrap();
            let expected = core.ignoring(ignored).unwrap();
            assert_eq!(language.compare(&expected).unwrap().relation, Relation::Equal, "{body} {ignored:?}");
            let plain = Language::new(&ignoring.after_removal(), "a").unwrap();
            assert_eq!(plain.compare(&core).unwrap().relation, Relation::Equal);
            for text in &texts {
                let short: String = kept(text, ignored).iter().map(|(_, c)| *c).collect();
                assert_eq!(language.contains(text), core.contains(&short), "{body} {ignored:?} {text:?}");
                let removed = ignored.removed(text);
                assert_eq!(removed.as_ref().map_or(text.as_str(), |kept| &kept.text), short, "{ignored:?} {text:?}");
                assert_eq!(removed.is_none(), short == *text, "{ignored:?} {text:?}");
            }
            // The characters in front of which languages part have a place.
            let divergences = Divergences::new((&bnf, "a"), (&ignoring, "a"), &Correspondence::default()).unwrap();
            let equal = core.compare(&language).unwrap().relation == Relation::Equal;
            assert_eq!(divergences.list().is_empty(), equal, "{body} {ignored:?}");
        }
    }
}

/// The strings of a suite reach every state, and spans with a wrong state fail on one of them.
#[test]
fn a_suite_of_spans_tells_them_apart() {
    let of = |pest: &str| Spans::from_pest(pest, &["a"], [&[Place::rule("b")]]).map(|[spans]| spans).unwrap();
    let first = of("a = { (!\"-\" ~ ANY)* ~ (\"-\" ~ b)? } b = { ANY* }");
    let last = of(
        "a = { ((!\"-\" ~ ANY)* ~ \"-\" ~ &((!\"-\" ~ ANY)* ~ \"-\"))* ~ (!\"-\" ~ ANY)* ~ (\"-\" ~ b)? } b = { ANY* }",
    );
    let second = of("a = { (!\"-\" ~ ANY)* ~ (\"--\" ~ b | \"-\" ~ c)? } b = { ANY* } c = { ANY* }");
    for other in [last, second] {
        // The suite of the one with more states.
        let suite = if first.states() < other.states() { &other } else { &first }.suite().unwrap();
        assert!(suite.iter().any(|text| first.in_string(text) != other.in_string(text)));
        assert!(suite.iter().any(|text| first.in_string(text) == other.in_string(text)));
    }
}
