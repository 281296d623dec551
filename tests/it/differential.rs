//! Strings that two grammars read differently: the spans are those of the parsed values, witnesses
//! are shortest, and where none is claimed no string has one.
#![cfg(feature = "compare")]

use std::borrow::Cow;
use std::collections::HashMap;

use crate::common::{language, pairs, sampled, share, spans};
use uri_lineage::language::{ComponentReading, ReadingDifferences};
use uri_lineage::regular_bnf::{Bnf, Differential, Differentials, Disagreement, Language, Place, Spans, visible};
use uri_lineage::whatwg::Url;
use uri_lineage::{Component, Grammar, Reading};

/// A component as the parsed value has it.
fn parsed(grammar: Grammar, component: Component, text: &str) -> Option<String> {
    let value = grammar.parse_value(text).unwrap_or_else(|error| panic!("{grammar} {text:?}: {error}"));
    value.components().get(component).map(Cow::into_owned)
}

fn bnf(grammar: Grammar) -> &'static Bnf {
    grammar.bnf(Reading::Corrected)
}

/// What a grammar accepts, from the members of all of its productions.
fn members(grammar: Grammar) -> Vec<String> {
    let bnf = bnf(grammar);
    let of = |definition: &uri_lineage::regular_bnf::Definition| {
        let language = language(grammar, &definition.name);
        let count = share(300, 15);
        let all = language.members().take(count).chain(language.sample(7).take(count));
        // What is part of an authority, in its place too.
        let all = all.flat_map(|text| [format!("//{text}"), format!("ftp://{text}/"), text]);
        all.filter(|text| grammar.parse_value(text).is_ok()).collect::<Vec<_>>()
    };
    bnf.productions().iter().flat_map(of).collect()
}

#[test]
fn spans_are_those_of_the_parsed_values() {
    for grammar in Grammar::all() {
        let (mut there, mut empty) = (HashMap::new(), 0);
        for text in members(grammar) {
            for component in Component::ALL {
                let span = spans(grammar, component).in_string(&text);
                let span = span.unwrap_or_else(|_| panic!("{grammar} {component}: {text:?} is not accepted"));
                // A user is written without what the URL Standard's parser removes in front of its
                // colon.
                let removed =
                    |c| component == Component::User && grammar.ignored().is_some_and(|it| it.anywhere.contains(c));
                let ours = span.clone().map(|span| text[span].replace(removed, ""));
                let parsed = parsed(grammar, component, &text).map(|text| text.replace(removed, ""));
                assert_eq!(ours, parsed, "{grammar} {component}: {text:?}");
                *there.entry(component).or_insert(0) += usize::from(span.is_some());
                empty += usize::from(span.is_some_and(|span| span.is_empty()));
            }
        }
        for component in Component::ALL {
            let exists = spans(grammar, component).exists();
            assert_eq!(exists, there[&component] > 0, "{grammar} {component}: {}", there[&component]);
        }
        assert!(empty > 0 || grammar.generation() == uri_lineage::Generation::First, "{grammar}");
    }
}

/// What counts of a component by the parsed value: an absent one is like an empty one, and of a
/// path behind a host the slash that delimits it does not count.
fn counted(grammar: Grammar, component: Component, text: &str) -> String {
    let found = parsed(grammar, component, text).unwrap_or_default();
    match component {
        Component::Path if parsed(grammar, Component::Host, text).is_some() => {
            found.strip_prefix('/').unwrap_or(&found).to_owned()
        }
        _ => found,
    }
}

fn differential(left: Grammar, right: Grammar, component: Component, strict: bool) -> Option<Differential> {
    Differential::shortest(spans(left, component), spans(right, component), component.comparison().strict(strict))
        .unwrap()
}

/// Strings that two grammars both accept: the shortest, and some by chance.
fn shared(left: Grammar, right: Grammar) -> Vec<String> {
    let languages = |grammar: Grammar| {
        let entries = grammar.entry_productions().iter().filter(|name| **name != "genericurl");
        entries.map(|name| language(grammar, name)).collect::<Vec<_>>()
    };
    let mut all = Vec::new();
    for left in languages(left) {
        for right in languages(right) {
            let both = left.intersection(right).unwrap();
            let count = share(150, 30);
            all.extend(both.members().take(count).chain(both.sample(11).take(count)));
        }
    }
    all
}

#[test]
fn witnesses_are_shortest_and_where_there_is_none_nothing_differs() {
    for [left, right] in pairs() {
        let shared = shared(left, right);
        for component in Component::ALL {
            let name = format!("{left} {right} {component}");
            let found = differential(left, right, component, false);
            if let Some(Differential { witness, left: ours, right: theirs }) = &found {
                let spans = [(left, ours), (right, theirs)].map(|(grammar, span)| {
                    let text = span.clone().map(|span| witness[span].to_owned());
                    assert_eq!(text, parsed(grammar, component, witness), "{name}: {witness}");
                    counted(grammar, component, witness)
                });
                assert_ne!(spans[0], spans[1], "{name}: {witness}");
                assert_ne!(left, right, "{witness}");
            }
            for text in &shared {
                let differs = counted(left, component, text) != counted(right, component, text);
                let shortest = found.as_ref().is_some_and(|found| found.witness.len() <= text.len());
                assert!(!differs || shortest, "{name}: {text}");
            }
            // The other way round it is as long.
            let length = |found: Option<Differential>| found.map(|found| found.witness.len());
            assert_eq!(length(found), length(differential(right, left, component, false)), "{name}");
        }
    }
}

/// The kind of a difference by the parsed values; `None` if both read the component alike.
fn kind(left: Grammar, right: Grammar, component: Component, text: &str) -> Option<Disagreement> {
    let differs = counted(left, component, text) != counted(right, component, text);
    let there = |grammar| parsed(grammar, component, text).is_some_and(|found| !found.is_empty());
    let both = there(left) && there(right);
    differs.then_some(if both { Disagreement::Both } else { Disagreement::One })
}

#[test]
fn the_shortest_of_each_kind_and_more_of_them() {
    let filter = Language::matching("^[^@]*$|^f").unwrap();
    for [left, right] in pairs().filter(|[left, right]| left != right) {
        let shared = shared(left, right);
        for (component, within) in Component::ALL.into_iter().flat_map(|it| [(it, None), (it, Some(&filter))]) {
            let name = format!("{left} {right} {component} {}", within.is_some());
            let [ours, theirs] = [left, right].map(|grammar| spans(grammar, component));
            let ours = within.map_or_else(|| ours.clone(), |filter| ours.within(filter).unwrap());
            let all = Differentials::new(&ours, theirs, component.comparison()).unwrap();
            for own in Disagreement::ALL {
                let found: Vec<Differential> = all.of_kind(own).take(share(12, 3)).collect();
                let mut seen = std::collections::HashSet::new();
                for Differential { witness, left: ours, right: theirs } in &found {
                    assert_eq!(kind(left, right, component, witness), Some(own), "{name}: {witness}");
                    for (grammar, span) in [(left, ours), (right, theirs)] {
                        let text = span.clone().map(|span| witness[span].to_owned());
                        assert_eq!(text, parsed(grammar, component, witness), "{name}: {witness}");
                    }
                    assert!(within.is_none_or(|filter| filter.contains(witness)), "{name}: {witness}");
                    assert!(seen.insert(witness.clone()), "{name}: {witness} twice");
                }
                assert!(found.is_sorted_by_key(|found| found.witness.chars().count()), "{name}");
                for text in shared.iter().filter(|text| within.is_none_or(|filter| filter.contains(text))) {
                    let missed = kind(left, right, component, text) == Some(own)
                        && found.first().is_none_or(|found| found.witness.len() > text.len());
                    assert!(!missed, "{name}: {text}");
                }
            }
        }
    }
}

#[test]
fn strict_tells_the_absent_from_the_empty() {
    use Grammar::{Rfc1738, Rfc3986};
    let strict = differential(Rfc1738, Rfc3986, Component::Path, true).unwrap();
    let spans = [&strict.left, &strict.right].map(|span| span.clone().map(|span| strict.witness[span].to_owned()));
    assert!(spans.contains(&None) || spans[0] != spans[1], "{strict:?}");
    for [left, right] in pairs().filter(|[left, right]| left != right) {
        for component in Component::ALL {
            let [loose, strict] = [false, true].map(|strict| differential(left, right, component, strict));
            let Some(found) = strict else {
                assert_eq!(loose, None);
                continue;
            };
            assert!(loose.is_none_or(|loose| loose.witness.len() >= found.witness.len()));
            let there = |grammar| parsed(grammar, component, &found.witness).is_some();
            let counts = |grammar| counted(grammar, component, &found.witness);
            assert!(
                there(left) != there(right) || counts(left) != counts(right),
                "{left} {right} {component} {found:?}"
            );
        }
    }
}

/// Where RFC 1630 and RFC 1738 part on who a user is: the first has no `!` in a name, so that all
/// is a host.
#[test]
fn the_user_of_one_is_the_host_of_the_other() {
    let found = differential(Grammar::Rfc1630, Grammar::Rfc1738, Component::Host, false).unwrap();
    assert_eq!(
        (found.left.map(|at| &found.witness[at]), found.right.map(|at| &found.witness[at])),
        (Some("a!@a"), Some("a"))
    );
}

#[test]
fn grammars_of_anybody_end_in_an_answer_or_an_error() {
    let all = |pest, places| {
        let places = Place::list(places).map_err(|error| error.to_string())?;
        Spans::from_pest(pest, &["a"], [&places]).map(|[spans]| spans).map_err(|error| error.to_string())
    };
    let pest = "a = { b ~ (\":\" ~ b)? } b = { 'a'..'z'+ }";
    assert!(all(pest, "a>b").unwrap_err().contains("twice"));
    assert_eq!(all(pest, "a>':'..").unwrap().in_string("a:b"), Ok(Some(1..3)));
    assert_eq!(all(pest, "c").unwrap_err(), "no rule is named `c`");
    assert_eq!(all(pest, "b>a").unwrap_err(), "no rule contains the place `b>a`");
    for place in [">", "a>", "a>!", "..", "'", "''", "a>'", "b..<", "b..", "a>b>c", "\u{e9}", "a>!':'"] {
        assert!(all(pest, place).is_err(), "{place}");
    }
    assert!(all("a = { \"x\" ~ a? ~ \"y\" }", "a").unwrap_err().contains("recursion"));
    assert!(all("a = { \"x\" ~ a? }", "a").unwrap_err().contains("recursion"));
    assert!(all("a = { PUSH(\"x\") ~ POP }", "a").unwrap_err().contains("the stack"));
    assert_eq!(all("a = { \"\\x01\" ~ b } b = { \"x\" }", "b").unwrap().in_string("\u{1}x"), Ok(Some(1..2)));
    // What looks ahead passes over marks, and the chosen way keeps them.
    let ahead = "a = { &(b ~ \"!\") ~ b ~ ANY | \"x\" ~ c } b = { \"x\"* } c = { \"y\"? }";
    assert_eq!(all(ahead, "b").unwrap().in_string("xx!"), Ok(Some(0..2)));
    assert_eq!(all(ahead, "b").unwrap().in_string("xy"), Ok(None));
    assert_eq!(all(ahead, "c").unwrap().in_string("x"), Ok(Some(1..1)));
}

/// The readings of a difference are those of its string, and differ; a browser reads an address only
/// where its record has one.
#[test]
fn readings_of_differences_are_those_of_their_strings() {
    let standard = Grammar::all().map(|grammar| [grammar, Grammar::Whatwg]);
    let mut addresses = 0;
    for grammars @ [left, right] in sampled(standard.filter(|[left, right]| left != right), 4) {
        for component in [Component::Host, Component::Port] {
            for found in ReadingDifferences::between(left, right, component).find().unwrap() {
                assert_ne!(found.left, found.right, "{found}");
                assert_eq!(found.to_string(), format!("{}: `{}`", found.sentence(), visible(&found.witness)));
                let readings = grammars.map(|grammar| ComponentReading::of(grammar, component, &found.witness));
                // IDNA processing refuses every string of some causes.
                if !readings.contains(&ComponentReading::Refused) {
                    assert_eq!([&found.left, &found.right], readings.each_ref(), "{found}");
                }
                for (reading, grammar) in [&found.left, &found.right].into_iter().zip(grammars) {
                    let ComponentReading::Address(address) = reading else { continue };
                    let host = Url::parse(&found.witness).unwrap().host().map(|host| host.to_string());
                    assert!(grammar != Grammar::Whatwg || host == Some(address.to_string()), "{found}");
                    addresses += 1;
                }
            }
        }
    }
    assert!(addresses > 2, "{addresses}");
}
