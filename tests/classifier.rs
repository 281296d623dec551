//! The one pass over all grammars.
#![cfg(feature = "language")]

mod common;

use std::path::Path;

use common::examples;
use proptest::prelude::*;
use uri_lineage::Grammar;
use uri_lineage::language::{Classifier, Language, Observer, Stop, Verdict, generated};
use uri_lineage::published::{Bnf, Reading};

/// The generated files are what the published grammars make. To make them anew, run this test with `UPDATE_TABLE=1`.
#[test]
fn the_tables_are_fresh() {
    for (name, content) in generated() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar").join(name);
        if std::env::var_os("UPDATE_TABLE").is_some() {
            std::fs::write(&path, &content).unwrap();
        }
        assert!(std::fs::read(path).unwrap() == content, "run this test with UPDATE_TABLE=1");
    }
}

/// The classifier, the parsers and their errors say the same.
#[track_caller]
fn agree(input: &str) {
    let classifier = Classifier::get();
    let verdict = classifier.classify(input.as_bytes());
    let stops = classifier.stops(input.as_bytes());
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
            }
        }
    }
}

#[test]
fn examples_and_the_nineties() {
    examples().for_each(|example| agree(example.text));
    include_str!("data/urls-1990s.txt").lines().for_each(agree);
}

#[test]
fn many_are_classified_as_one_by_one() {
    let lines: Vec<&str> = include_str!("data/urls-1990s.txt").lines().chain([""]).collect();
    let classifier = Classifier::get();
    for count in 0..lines.len() {
        let mut verdicts = vec![Verdict::default(); count];
        classifier.classify_many(&lines[..count], &mut verdicts);
        let one_by_one: Vec<Verdict> = lines[..count].iter().map(|line| classifier.classify(line.as_bytes())).collect();
        assert_eq!(verdicts, one_by_one);
    }
    // Fewer places than inputs, and more.
    let mut few = [Verdict::default(); 2];
    classifier.classify_many(&lines, &mut few);
    assert_eq!(few[1], classifier.classify(lines[1].as_bytes()));
    let mut more = vec![Verdict::default(); lines.len() + 9];
    classifier.classify_many(&lines, &mut more);
    assert_eq!(more[lines.len()], Verdict::default());
}

/// What is told of each input, as `Classifier::stops` gives it.
struct Stops(Vec<([Option<Stop>; Grammar::ALL.len()], usize)>);

impl Observer for Stops {
    fn stop(&mut self, input: usize, stop: Stop) {
        let (stops, ends) = &mut self.0[input];
        *ends += usize::from(stop.byte.is_none());
        Classifier::get().refusing(stop).for_each(|grammar| stops[grammar as usize] = Some(stop));
    }
}

#[test]
fn refusals_are_told_as_one_by_one() {
    let nineties = include_str!("data/urls-1990s.txt").lines().map(|line| line.as_bytes().to_vec());
    // All lengths around a stride, ends in every place, bytes that no grammar takes.
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
    for inputs in [&inputs[..], &inputs[..3], &inputs[..1], &[]] {
        let mut told = Stops(vec![Default::default(); inputs.len()]);
        Classifier::get().observe_many(inputs, &mut told);
        for (input, (stops, ends)) in inputs.iter().zip(told.0) {
            let text = String::from_utf8_lossy(input);
            assert_eq!(stops, Classifier::get().stops(input), "{text}");
            assert_eq!(ends, 1, "{text}");
        }
    }
}

#[test]
fn bytes_that_are_no_ascii_are_refused_by_all() {
    assert_eq!(Classifier::get().classify(b"http://a/\xE9"), Verdict::default());
    assert_eq!(Classifier::get().stops(b"http://a/\xFF").map(|stop| stop.unwrap().offset), [9; 6]);
}

/// What one step a byte says of an input: the way of inputs too long to be held, and the measure of all quicker ones.
fn byte_by_byte(input: &[u8]) -> Verdict {
    let mut walk = uri_lineage::language::Walk::new(Classifier::get());
    walk.feed(input);
    walk.verdict()
}

/// In pieces, as an input is walked through that is too long to be held.
#[test]
fn pieces_make_a_whole() {
    let input = b"http://host/path?a+b#frag^x";
    for at in 0..input.len() {
        let mut walk = uri_lineage::language::Walk::new(Classifier::get());
        walk.feed(&input[..at]);
        walk.feed(&input[at..]);
        assert_eq!(walk.verdict(), Classifier::get().classify(input));
        assert_eq!(walk.stops(), Classifier::get().stops(input));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Typical states and others, in turn, at all places of a stride; any bytes, any lengths side by side.
    #[test]
    fn all_ways_are_one(
        inputs in prop::collection::vec(
            (
                prop::sample::select(vec!["", "http://", "ftp://a:", "gopher://", "URL:news:", "urn:a-", "mailto:x%4"]),
                "([a-z0-9./-]{0,30}|[ -~]{0,9}){0,3}",
                prop::collection::vec(any::<u8>(), 0..2),
                "[a-z/%]{0,20}",
            ),
            0..12,
        ),
    ) {
        let inputs: Vec<Vec<u8>> =
            inputs.iter().map(|(a, b, c, d)| [a.as_bytes(), b.as_bytes(), c, d.as_bytes()].concat()).collect();
        let mut many = vec![Verdict::default(); inputs.len()];
        Classifier::get().classify_many(&inputs, &mut many);
        let mut told = Stops(vec![Default::default(); inputs.len()]);
        Classifier::get().observe_many(&inputs, &mut told);
        for ((input, many), (stops, ends)) in inputs.iter().zip(many).zip(told.0) {
            prop_assert_eq!(Classifier::get().classify(input), byte_by_byte(input));
            prop_assert_eq!(many, byte_by_byte(input));
            prop_assert_eq!(stops, Classifier::get().stops(input));
            prop_assert_eq!(ends, 1);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn members_and_near_misses(seed in any::<u64>(), grammar in 0..Grammar::ALL.len(), at in any::<prop::sample::Index>()) {
        let grammar = Grammar::ALL[grammar];
        let entries = grammar.entry_productions();
        let language = Language::of(Bnf::of(grammar, Reading::Corrected), entries[at.index(entries.len())]).unwrap();
        language.sample(seed).take(5).for_each(|member| agree(&member));
        language.near_misses(seed).take(5).for_each(|miss| agree(&miss));
    }
}
