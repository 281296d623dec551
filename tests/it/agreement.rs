//! What grammars read alike: by the components of the parsed values, and without a differential
//! between two of them.
#![cfg(feature = "compare")]

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::common::{pairs, sampled, spans};
use uri_lineage::language::{Agreement, Disagreement, Explanation, Language, LanguageError, Relation, Spans};
use uri_lineage::published::{Bnf, Notation};
use uri_lineage::{Component, Grammar};

const COMPARED: [&[Component]; 4] =
    [&[Component::Host], &[Component::Path], &[Component::User, Component::Port], &Component::ALL];

fn agreement(grammars: &[Grammar], compared: &[Component]) -> Agreement {
    let sides =
        grammars.iter().map(|&grammar| Component::ALL.map(|component| spans(grammar, component).clone()).to_vec());
    let sides: Vec<Vec<Spans>> = sides.collect();
    Agreement::of_spans(&sides, &Component::ALL, compared, false).unwrap()
}

/// A component as the parsed value has it, as far as it is compared; `None` if the grammar refuses
/// the string.
fn read(grammar: Grammar, component: Component, text: &str) -> Option<String> {
    let value = grammar.parse_value(text).ok()?;
    let components = value.components();
    let found = components.get(component).map(Cow::into_owned).unwrap_or_default();
    // The slash that delimits a path does not count.
    let path = component == Component::Path && components.get(Component::Host).is_some();
    Some(if path { found.strip_prefix('/').unwrap_or(&found).to_owned() } else { found })
}

/// Whether all accept a string and read it alike.
fn alike(grammars: &[Grammar], components: &[Component], text: &str) -> bool {
    components.iter().all(|&component| {
        let mut all = grammars.iter().map(|&grammar| read(grammar, component, text));
        let first = all.next().flatten();
        first.is_some() && all.all(|other| other == first)
    })
}

/// Members, near misses, and the shortest strings.
fn strings(agreement: &Agreement) -> Vec<String> {
    let of = |language: &Language| {
        let members = language.members().take(60).chain(language.sample(3).take(40));
        members.chain(language.near_misses(4).take(30)).collect::<Vec<_>>()
    };
    let rest = agreement.rest().unwrap();
    sampled([agreement.language(), agreement.accepted(), &rest].into_iter().flat_map(of), 23).collect()
}

#[test]
fn agreement_is_that_of_the_parsed_values() {
    // The compared components for which some string is read alike, and some differently.
    let (mut read_alike, mut read_differently) = (BTreeSet::new(), BTreeSet::new());
    for grammars in pairs() {
        for components in COMPARED {
            let agreement = agreement(&grammars, components);
            for text in strings(&agreement) {
                let expected = alike(&grammars, components, &text);
                assert_eq!(agreement.agrees(&text), expected, "{grammars:?} {components:?} {text:?}");
                assert_eq!(agreement.language().contains(&text), expected);
                assert_eq!(
                    agreement.accepted().contains(&text),
                    grammars.iter().all(|grammar| grammar.parse_value(&text).is_ok()),
                    "{grammars:?} {text:?}"
                );
                if expected {
                    read_alike.insert(components);
                } else if agreement.accepted().contains(&text) {
                    read_differently.insert(components);
                }
            }
            // A grammar reads all that it accepts as it does itself.
            let itself = agreement.rest().unwrap().members().next().is_none();
            assert!(itself || grammars[0] != grammars[1], "{grammars:?}");
            let [left, right] = grammars;
            let turned = self::agreement(&[right, left, right], components);
            assert_eq!(turned.language().automaton(), agreement.language().automaton(), "{grammars:?}");
        }
    }
    assert_eq!([read_alike, read_differently], [BTreeSet::from(COMPARED), BTreeSet::from(COMPARED)]);
}

#[test]
fn differentials_are_outside_and_the_rest_has_one() {
    for (number, grammars) in pairs().enumerate() {
        let components = [Component::Host, Component::Path, Component::Query].into_iter().cycle().skip(number).take(3);
        for component in sampled(components, 3) {
            let agreement = agreement(&grammars, &[component]);
            let [left, right] = grammars.map(|grammar| spans(grammar, component));
            let shortest = |left: &Spans| {
                let all = component.differentials(left, right, false).unwrap();
                let of = |kind| all.of_kind(kind).next().map(|found| found.witness.chars().count());
                Disagreement::ALL.into_iter().filter_map(of).min()
            };
            let rest = agreement.rest().unwrap();
            assert_eq!(shortest(&left.within(agreement.language()).unwrap()), None, "{grammars:?} {component}");
            let first = rest.members().next().map(|text| text.chars().count());
            assert_eq!(shortest(left), first, "{grammars:?} {component}");
            assert_eq!(shortest(&left.within(&rest).unwrap()), first, "{grammars:?} {component}");
        }
    }
}

#[test]
fn several_agree_where_each_two_do() {
    let grammars = [Grammar::UrlDraft02, Grammar::Rfc1738, Grammar::Uri1997, Grammar::Rfc3986];
    for components in COMPARED {
        let all = agreement(&grammars, components);
        let two = |at: usize, other: usize| agreement(&[grammars[at], grammars[other]], components);
        let pairs: Vec<Agreement> = (0..4).flat_map(|at| (at + 1..4).map(move |other| two(at, other))).collect();
        for text in strings(&all).into_iter().chain(pairs.iter().flat_map(strings)) {
            assert_eq!(all.agrees(&text), pairs.iter().all(|pair| pair.agrees(&text)), "{components:?} {text:?}");
        }
    }
}

/// The requirements exclude the whole rest; without one of them they do not, and its string shows
/// it.
#[test]
fn requirements_suffice_and_each_is_needed() {
    let mut explained = 0;
    let pairs = pairs().filter(|pair| pair[1] == Grammar::Rfc3986 || pair[0] == Grammar::UrlDraft02);
    for grammars in pairs.chain([[Grammar::Rfc1738, Grammar::Rfc3986]]) {
        for compared in [&[Component::Host][..], &Component::ALL] {
            let agreement = agreement(&grammars, compared);
            let rest = agreement.rest().unwrap();
            match agreement.explanation().unwrap() {
                Explanation::Requirements(all) => {
                    explained += usize::from(!all.is_empty());
                    assert_eq!(all.is_empty(), rest.members().next().is_none(), "{grammars:?}");
                    let texts = all.iter().filter_map(|(one, string)| Some((one.pattern()?, string)));
                    for ((pattern, matches), string) in texts {
                        let holds = |text: &str| regex::Regex::new(&pattern).unwrap().is_match(text) == matches;
                        assert!(rest.contains(string) && !holds(string), "{grammars:?} {pattern} {string}");
                        for (_, other) in all.iter().filter(|(_, other)| other != string) {
                            assert!(holds(other), "{grammars:?} {pattern} {other}");
                        }
                    }
                    // With those that expressions decide alone, all is excluded.
                    let mut left = rest;
                    for (one, _) in &all {
                        let Some((pattern, matches)) = one.pattern() else { continue };
                        let language = Language::matching(&pattern).unwrap();
                        left = if matches { left.intersection(&language) } else { left.difference(&language) }.unwrap();
                    }
                    let decided = all.iter().all(|(one, _)| one.pattern().is_some());
                    assert!(!decided || left.members().next().is_none(), "{grammars:?}: {all:?}");
                }
                Explanation::None(string) => assert!(rest.contains(&string), "{grammars:?} {string}"),
                Explanation::AtLeast(least) => panic!("{grammars:?}: {least}"),
            }
        }
    }
    assert!(explained > 0);
}

#[test]
fn a_written_grammar_has_the_components_of_its_strings() {
    let mut written = 0;
    for [left, right] in sampled(pairs(), 6) {
        let agreement = agreement(&[left, right], &Component::ALL);
        let abnf = match agreement.to_abnf("agrees") {
            Ok(abnf) => abnf,
            // Some automata of the URL Standard are too large for a text.
            Err(LanguageError::TooLong(_)) => continue,
            Err(error) => panic!("{left} {right}: {error}"),
        };
        written += 1;
        let bnf = Bnf::read_as(&abnf, Notation::Abnf).unwrap();
        let language = Language::new(&bnf, "agrees").unwrap();
        assert_eq!(language.compare(agreement.language()).unwrap().relation, Relation::Equal, "{left} {right}");
        for component in Component::ALL {
            let is_of_component = |name: &&str| {
                let rest = name.strip_prefix(component.name()).map(|rest| rest.trim_start_matches('-'));
                rest.is_some_and(|rest| !rest.starts_with("part") && !rest.starts_with("to-"))
            };
            let names = bnf.productions().iter().map(|production| production.name.as_str());
            let texts: Vec<Language> =
                names.filter(is_of_component).map(|name| Language::new(&bnf, name).unwrap()).collect();
            for member in agreement.language().members().take(200) {
                if let Some(span) = spans(left, component).in_string(&member).unwrap().filter(|span| !span.is_empty()) {
                    let text = &member[span];
                    assert!(texts.iter().any(|texts| texts.contains(text)), "{component} of {member}: {left} {right}");
                }
            }
        }
    }
    assert!(written > 0);
}
