//! The one pass over all grammars.
#![cfg(feature = "language")]

mod common;

use common::examples;
use proptest::prelude::*;
use uri_lineage::Grammar;
use uri_lineage::classifier::{Classifier, Stop, Verdicts, Walk};
use uri_lineage::language::Language;
use uri_lineage::published::Reading;

/// The classifier, the parsers and their errors say the same.
#[track_caller]
fn agree(input: &str) {
    let classifier = Classifier::get();
    let verdict = classifier.classify(input.as_bytes());
    let stops = classifier.stops(input.as_bytes());
    let mut refusals = verdict.refusals(&Grammar::ALL, input);
    for grammar in Grammar::ALL {
        match grammar.parse(input) {
            Ok(parsed) => {
                assert_eq!(verdict.production(grammar), Some(parsed.production()), "{grammar}: {input:?}");
                assert_eq!(stops[grammar as usize], None, "{grammar}: {input:?}");
            }
            Err(error) => {
                assert_eq!(verdict.production(grammar), None, "{grammar}: {input:?}");
                assert_eq!(
                    stops[grammar as usize].map(|stop| stop.offset),
                    Some(error.offset()),
                    "{grammar}: {input:?}"
                );
                assert_eq!(refusals.next(), Some(error), "{grammar}: {input:?}");
            }
        }
    }
}

#[test]
fn examples_and_the_nineties() {
    examples().for_each(|example| agree(example.text));
    include_str!("data/urls-1990s.txt").lines().for_each(agree);
}

/// Where each grammar ceased to accept an input, as it is told.
fn told(input: &[u8]) -> [Option<Stop>; Grammar::ALL.len()] {
    let classifier = Classifier::get();
    let mut stops = [None; Grammar::ALL.len()];
    let mut note = |stop| classifier.refusing(stop).for_each(|grammar| stops[grammar as usize] = Some(stop));
    let end = classifier.observe(input, &mut note);
    note(end);
    stops
}

#[test]
fn refusals_are_told_as_one_by_one() {
    let nineties = include_str!("data/urls-1990s.txt").lines().map(|line| line.as_bytes().to_vec());
    // All lengths around a stride, ends in every place, bytes that no grammar accepts.
    let cut = (0..40).map(|length| b"http://host/path?a+b#frag^x;type=aaaaaaaa"[..length].to_vec());
    let odd = (0..13).flat_map(|at| {
        [0xFFu8, 0x80, 0, b'\r'].map(|byte| {
            let mut input = b"http://info.cern.ch/a/b/c/d/e/f".to_vec();
            input[at] = byte;
            // In each place of the last stride, and in strides that other inputs have not.
            input.truncate(30 - at % 17);
            input
        })
    });
    let inputs: Vec<Vec<u8>> = nineties.chain(cut).chain(odd).collect();
    for input in inputs {
        assert_eq!(told(&input), Classifier::get().stops(&input), "{}", String::from_utf8_lossy(&input));
        assert_eq!(stepped(&input), Classifier::get().stops(&input), "{}", String::from_utf8_lossy(&input));
    }
}

/// The same by the automaton's steps alone, as those take it who walk it elsewhere.
fn stepped(input: &[u8]) -> [Option<Stop>; Grammar::ALL.len()] {
    let classifier = Classifier::get();
    let mut state = classifier.start();
    let mut stops = [None; Grammar::ALL.len()];
    for (offset, byte) in input.iter().map(|&byte| Some(byte)).chain([None]).enumerate() {
        let next = byte.map(|byte| classifier.step(state, byte));
        let holds = |grammar: Grammar| match next {
            Some(next) => classifier.open(next).any(|open| open == grammar),
            None => classifier.verdicts(state).accepts(grammar),
        };
        for grammar in Grammar::ALL.into_iter().filter(|&grammar| !holds(grammar)) {
            stops[grammar as usize].get_or_insert(Stop { offset, state, byte });
        }
        state = next.unwrap_or(state);
    }
    stops
}

/// Bytes of one class lead from each state to the same.
#[test]
fn classes_are_classes() {
    let classifier = Classifier::get();
    let first =
        |byte: u8| classifier.classes().iter().position(|&class| class == classifier.classes()[usize::from(byte)]);
    for state in 0..classifier.states() {
        for byte in 0..=u8::MAX {
            assert_eq!(classifier.step(state, byte), classifier.step(state, first(byte).unwrap() as u8));
        }
    }
    assert_eq!(classifier.step(classifier.states(), b'a'), 0);
}

#[test]
fn bytes_that_are_no_ascii_are_refused_by_all() {
    assert_eq!(Classifier::get().classify(b"http://a/\xE9"), Verdicts::default());
    assert_eq!(Classifier::get().stops(b"http://a/\xFF").map(|stop| stop.unwrap().offset), [9; Grammar::ALL.len()]);
}

/// What one step a byte says of an input: the way of inputs too long to be held, and the measure of all quicker ones.
fn byte_by_byte(input: &[u8]) -> Verdicts {
    let mut walk = Walk::new(Classifier::get());
    walk.feed(input);
    walk.verdict()
}

/// In pieces, as an input is walked through that is too long to be held.
#[test]
fn pieces_make_a_whole() {
    let input = b"http://host/path?a+b#frag^x";
    for at in 0..input.len() {
        let mut walk = Walk::new(Classifier::get());
        walk.feed(&input[..at]);
        walk.feed(&input[at..]);
        assert_eq!(walk.verdict(), Classifier::get().classify(input));
        assert_eq!(walk.stops(), Classifier::get().stops(input));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Typical states and others, in turn, at all places of a stride; any bytes.
    #[test]
    fn all_ways_are_one(
        start in prop::sample::select(vec!["", "http://", "ftp://a:", "gopher://", "URL:news:", "urn:a-", "mailto:x%4"]),
        middle in "([a-z0-9./-]{0,30}|[ -~]{0,9}){0,3}",
        odd in prop::collection::vec(any::<u8>(), 0..2),
        end in "[a-z/%]{0,20}",
    ) {
        let input = [start.as_bytes(), middle.as_bytes(), &odd, end.as_bytes()].concat();
        prop_assert_eq!(Classifier::get().classify(&input), byte_by_byte(&input));
        prop_assert_eq!(told(&input), Classifier::get().stops(&input));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn members_and_near_misses(seed in any::<u64>(), grammar in 0..Grammar::ALL.len(), at in any::<prop::sample::Index>()) {
        let grammar = Grammar::ALL[grammar];
        let entries = grammar.entry_productions();
        let language = Language::of(grammar.bnf(Reading::Corrected), entries[at.index(entries.len())]).unwrap();
        language.sample(seed).take(5).for_each(|member| agree(&member));
        language.near_misses(seed).take(5).for_each(|miss| agree(&miss));
    }
}
