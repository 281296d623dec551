//! What grammars read alike: by the components of the parsed values, and without a differential
//! between two of them.
#![cfg(feature = "compare")]

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::common::{pairs, sampled, share, spans};
use uri_lineage::classifier::Classifier;
use uri_lineage::language::{Agreement, Explanation, NumberHosts};
use uri_lineage::regular_bnf::{Bnf, Differentials, Disagreement, GrammarError, Language, Notation, Relation, Spans};
use uri_lineage::whatwg::{Host, Url};
use uri_lineage::{Component, Generation, Grammar};

const COMPARED: [&[Component]; 4] =
    [&[Component::Host], &[Component::Path], &[Component::User, Component::Port], &Component::ALL];

fn agreement(grammars: &[Grammar], compared: &[Component]) -> Agreement {
    let sides =
        grammars.iter().map(|&grammar| Component::ALL.map(|component| spans(grammar, component).clone()).to_vec());
    let sides: Vec<Vec<Spans>> = sides.collect();
    let grammars: Vec<_> = grammars.iter().copied().map(Some).collect();
    Agreement::of_spans(&sides, &grammars, &Component::ALL, compared, false).unwrap()
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

/// Whether a grammar that accepts a string accepts it after IDNA processing, if the library knows that.
fn has_domain(grammar: Grammar, text: &str) -> bool {
    !Classifier::get().classify(text).examined(&[grammar]).verdicts().has_no_domain(grammar)
}

/// Whether all accept a string and read it alike.
fn alike(grammars: &[Grammar], components: &[Component], text: &str) -> bool {
    let is_standard = |grammar: &&Grammar| grammar.generation() == Generation::UrlStandard;
    let standard = grammars.iter().filter(is_standard).count();
    let compares_meanings = components.contains(&Component::Host) && (1..grammars.len()).contains(&standard);
    let is_same = components.iter().all(|&component| {
        let mut all = grammars.iter().map(|&grammar| read(grammar, component, text));
        let first = all.next().flatten();
        first.is_some() && all.all(|other| other == first)
    });
    let means_same =
        || grammars.iter().filter(|grammar| !is_standard(grammar)).all(|&grammar| means_what_is_read(grammar, text));
    is_same && (!compares_meanings || means_same())
}

/// Whether a document and the URL Standard mean the same host, where they read the same text.
fn means_what_is_read(document: Grammar, text: &str) -> bool {
    let Ok(url) = Url::parse(text) else { return true };
    let Some(Host::Ipv4(address)) = url.host() else { return true };
    let host = read(document, Component::Host, text).unwrap();
    document.ipv4_address(&host) == Some(address)
}

/// A document reads an address where its production for addresses accepts the host.
#[test]
fn addresses_are_those_of_the_productions() {
    let productions = |grammar: Grammar| {
        ["hostnumber", "IPv4address", "valid-IPv4-address-string", "IPv4-host"]
            .into_iter()
            .find_map(|name| grammar.production(name))
    };
    let numbers = ["0", "7", "08", "010", "255", "256", "0255", "001", "0001", "a", ""];
    let mut read = 0;
    for (grammar, production) in Grammar::all().filter_map(|grammar| Some((grammar, productions(grammar)?))) {
        for first in numbers {
            for last in numbers {
                let host = format!("{first}.0.0.{last}");
                let fits = grammar == Grammar::Whatwg || host.split('.').all(|number| number.parse::<u8>().is_ok());
                assert_eq!(
                    grammar.ipv4_address(&host).is_some(),
                    production.accepts(&host) && fits,
                    "{grammar} {host}"
                );
                read += usize::from(grammar.ipv4_address(&host).is_some());
            }
        }
    }
    assert!(read > 200, "{read}");
}

/// Members, near misses, and the shortest strings.
fn strings(agreement: &Agreement) -> Vec<String> {
    let of = |language: &Language| {
        let members = language.members().take(60).chain(language.sample(3).take(40));
        members.chain(language.near_misses(4).take(30)).collect::<Vec<_>>()
    };
    let rest = agreement.rest().unwrap();
    sampled([agreement.language(), agreement.accepted(), &rest].into_iter().flat_map(of), 41).collect()
}

#[test]
fn agreement_is_that_of_the_parsed_values() {
    // The compared components for which some string is read alike, and some differently.
    let (mut read_alike, mut read_differently) = (BTreeSet::new(), BTreeSet::new());
    for grammars in pairs() {
        let number_hosts = NumberHosts::read_by(&grammars.map(Some)).unwrap();
        for components in COMPARED {
            let agreement = agreement(&grammars, components);
            for text in strings(&agreement) {
                let mut expected = alike(&grammars, components, &text);
                // Percent-encoded characters are taken for numbers, and what the standard refuses.
                let hosts = if components.contains(&Component::Host) { &number_hosts } else { &None };
                if hosts.as_ref().is_some_and(|hosts| hosts.differing().contains(&text)) && expected {
                    assert!(text.contains('%') || Url::parse(&text).is_err(), "{grammars:?} {text:?}");
                    expected = false;
                }
                let is_examined = grammars.iter().all(|&grammar| has_domain(grammar, &text));
                assert_eq!(agreement.agrees(&text), expected && is_examined, "{grammars:?} {components:?} {text:?}");
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
                let all = Differentials::new(left, right, component.comparison()).unwrap();
                let of = |kind| all.of_kind(kind).next().map(|found| found.witness.chars().count());
                Disagreement::ALL.into_iter().filter_map(of).min()
            };
            let mut rest = agreement.rest().unwrap();
            assert_eq!(shortest(&left.within(agreement.language()).unwrap()), None, "{grammars:?} {component}");
            // Of the hosts with two meanings the spans are alike.
            if component == Component::Host
                && let Some(hosts) = NumberHosts::read_by(&grammars.map(Some)).unwrap()
            {
                rest = rest.difference(hosts.differing()).unwrap();
            }
            let first = rest.members().next().map(|text| text.chars().count());
            assert_eq!(shortest(left), first, "{grammars:?} {component}");
            assert_eq!(shortest(&left.within(&rest).unwrap()), first, "{grammars:?} {component}");
        }
    }
}

/// The characters that mark components in automata are read as others.
#[test]
fn no_character_is_left_out() {
    let filter = Language::matching(".").unwrap();
    let whatwg = Grammar::Whatwg.spans([Component::Host]).unwrap();
    let pattern = whatwg.clone().map(|spans| spans.within(&filter).unwrap());
    let agreement = Agreement::of_spans(
        &[whatwg.to_vec(), pattern.to_vec()],
        &[Some(Grammar::Whatwg), None],
        &[Component::Host],
        &[Component::Host],
        false,
    )
    .unwrap();
    for c in (0..=0xFFu8).map(char::from) {
        for url in [format!("http://a/{c}"), format!("http://a{c}/")] {
            assert_eq!(agreement.language().contains(&url), Grammar::Whatwg.accepts(&url), "{url:?}");
            assert_eq!(agreement.accepted().contains(&url), Grammar::Whatwg.accepts(&url), "{url:?}");
        }
    }
}

/// In a host that ends in a number the URL Standard reads an address, however it is written.
#[test]
fn a_number_as_a_host_is_an_address() {
    let hosts = NumberHosts::read_by(&[None, Some(Grammar::Whatwg)]).unwrap().unwrap();
    let numbers = [
        "\u{FF10}",
        "%EF%BC%90",
        "\u{2460}\u{AD}.2",
        "\u{FF10}x\u{1D41F}\u{3002}1",
        "1\u{FF0E}%e2%91%a0",
        "\u{FC}.1",
        "\u{2469}9",
        "0",
        "127.1",
        "0x7F.1",
        "017700000001",
        "256",
        "%31.2",
        "1.2.3.4",
        "1.2.3.4.",
        "1.2.3.04",
        "0x",
        "a.1",
        "1.a",
    ];
    let frames = [
        "http://{}",
        "WSS:\\\\u:p@{}:80/a",
        "file:///{}",
        "file://{}",
        "a://{}/",
        "//{}",
        "http:{}?1",
        "http://a/{}",
        " ht\ttp://{}\n",
    ];
    // Characters of numbers, and those that are mapped to them or removed, by chance.
    let characters = [
        "0",
        "1",
        "9",
        "f",
        "x",
        ".",
        "\u{FF10}",
        "\u{2460}",
        "\u{1D7D7}",
        "\u{2469}",
        "\u{B2}",
        "\u{24D0}",
        "\u{FF58}",
        "\u{3002}",
        "\u{FF0E}",
        "\u{AD}",
        "\u{FE00}",
        "\u{1FBF0}",
        "\u{33C4}",
        "\u{200D}",
        "\u{338}",
        "\u{FC}",
    ];
    let encoded = |text: &str| text.bytes().map(|byte| format!("%{byte:02x}")).collect::<String>();
    let mut random = fastrand::Rng::with_seed(1738);
    let mut mapped: Vec<String> = Vec::new();
    for _ in 0..share(200_000, 10) {
        let length = random.usize(1..8);
        let host = (0..length).map(|_| {
            let c = characters[random.usize(..characters.len())];
            if random.u8(..4) == 0 { encoded(c) } else { c.to_owned() }
        });
        mapped.push(format!("http://{}/", host.collect::<String>()));
    }
    let texts = frames.iter().flat_map(|frame| numbers.iter().map(move |number| frame.replace("{}", number)));
    let members = hosts
        .all()
        .members()
        .take(500)
        .chain(hosts.all().sample(5).take(500))
        .chain(hosts.all().near_misses(6).take(500));
    let mut seen = [0; 3];
    for text in texts.chain(members).chain(mapped) {
        let is_examined = !Classifier::get().classify(&text).verdicts().is_unexamined(Grammar::Whatwg);
        let url = Url::parse(&text);
        let is_address = matches!(url.as_ref().ok().and_then(Url::host), Some(Host::Ipv4(_)));
        // Without IDNA processing nothing is known of other digits; with it, some names are numbers too.
        if is_examined {
            assert_eq!(is_address, hosts.all().contains(&text), "{text:?}");
        } else if cfg!(feature = "idna") && is_address {
            assert!(hosts.all().contains(&text), "{text:?}");
        }
        assert!(is_address || !is_examined || !hosts.differing().contains(&text), "{text:?}");
        seen[usize::from(is_address) + usize::from(hosts.differing().contains(&text))] += 1;
    }
    assert!(seen.iter().all(|&count| count > 3), "{seen:?}");
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
            Err(GrammarError::TooLong(_)) => continue,
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
