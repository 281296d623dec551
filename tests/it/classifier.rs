//! The one pass over all grammars.
#![cfg(feature = "compare")]

use std::collections::BTreeMap;

use crate::common::{examples, language, sampled, share, short_strings};
use proptest::prelude::*;
use uri_lineage::classifier::{Classifier, Contexts, Digest, Stop, Stops, Verdicts, Walk};
use uri_lineage::{Grammar, Value};

/// The classifier, the parsers and their errors say the same.
#[track_caller]
fn agree(input: &str) {
    let classifier = Classifier::get();
    let verdict = classifier.classify(input);
    let stops = verdict.stops();
    let mut refusals = verdict.refusals();
    for grammar in Grammar::all() {
        match grammar.parse(input) {
            Ok(parsed) => {
                assert_eq!(verdict.production(grammar), Some(parsed.production()), "{grammar}: {input:?}");
                assert_eq!(stops.get(grammar), None, "{grammar}: {input:?}");
            }
            Err(error) => {
                assert_eq!(verdict.production(grammar), None, "{grammar}: {input:?}");
                assert_eq!(stops.get(grammar).map(|stop| stop.offset), Some(error.offset()), "{grammar}: {input:?}");
                assert_eq!(refusals.next(), Some(error), "{grammar}: {input:?}");
            }
        }
    }
}

#[test]
fn examples_and_the_nineties() {
    examples().for_each(|example| agree(example.text));
    include_str!("../data/urls-1990s.txt").lines().for_each(agree);
}

/// Where each grammar stops accepting an input, as the classifier reports it.
fn told(input: &[u8]) -> BTreeMap<Grammar, Stop> {
    let classifier = Classifier::get();
    let mut stops = BTreeMap::new();
    let mut note = |stop| stops.extend(classifier.refusing(stop).map(|grammar| (grammar, stop)));
    let end = classifier.observe(input, &mut note);
    note(end);
    stops
}

/// Where each grammar stops accepting an input.
fn expected_stops(input: &[u8]) -> BTreeMap<Grammar, Stop> {
    Classifier::get().stops(input).iter().collect()
}

#[test]
fn refusals_are_those_of_single_parses() {
    let nineties = include_str!("../data/urls-1990s.txt").lines().map(|line| line.as_bytes().to_vec());
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
        assert_eq!(told(&input), expected_stops(&input), "{}", String::from_utf8_lossy(&input));
        assert_eq!(stepped(&input), expected_stops(&input), "{}", String::from_utf8_lossy(&input));
    }
}

/// The same by the automaton's steps alone, as in programs that walk it elsewhere.
fn stepped(input: &[u8]) -> BTreeMap<Grammar, Stop> {
    let classifier = Classifier::get();
    let mut state = classifier.start();
    let mut stops = BTreeMap::new();
    for (offset, byte) in input.iter().map(|&byte| Some(byte)).chain([None]).enumerate() {
        let next = byte.map(|byte| classifier.step(state, byte));
        let holds = |grammar: Grammar| match next {
            Some(next) => classifier.open(next).any(|open| open == grammar),
            None => classifier.verdicts(state).accepts(grammar),
        };
        for grammar in Grammar::all().filter(|&grammar| !holds(grammar)) {
            stops.entry(grammar).or_insert(Stop { offset, state, byte });
        }
        state = next.unwrap_or(state);
    }
    stops
}

/// Bytes of one class lead from each state to the same.
#[test]
fn bytes_of_one_class_lead_to_the_same_state() {
    for automaton in Classifier::get().automata() {
        let classes = automaton.classes();
        let first = |byte: u8| classes.iter().position(|&class| class == classes[usize::from(byte)]);
        for state in 0..automaton.states() {
            for byte in 0..=u8::MAX {
                assert_eq!(automaton.step(state, byte), automaton.step(state, first(byte).unwrap() as u8));
            }
        }
        assert_eq!(automaton.step(automaton.states(), b'a'), 0);
    }
    assert_eq!(Classifier::get().step(u32::MAX, b'a'), 0);
}

/// Each automaton alone says of its own grammars what all say together, and nothing of others.
#[test]
fn automata_are_parts_of_the_whole() {
    for input in examples().map(|example| example.text) {
        let whole = Classifier::get().classify(input);
        let mut told = 0;
        for automaton in Classifier::get().automata() {
            let end = input.bytes().fold(automaton.start(), |state, byte| automaton.step(state, byte));
            let verdicts = automaton.verdicts(end);
            for grammar in Grammar::all() {
                let own = automaton.grammars().contains(&grammar);
                assert_eq!(
                    verdicts.production(grammar),
                    whole.production(grammar).filter(|_| own),
                    "{grammar}: {input}"
                );
                told += usize::from(own);
            }
        }
        assert_eq!(told, Grammar::ALL.len());
    }
}

#[test]
fn bytes_that_are_not_utf8_are_refused_by_all() {
    assert_eq!(Classifier::get().classify_bytes(b"http://a/\xE9"), Verdicts::default());
    let stops = Classifier::get().stops(b"http://a/\xFF");
    assert!(Grammar::all().all(|grammar| stops.get(grammar).is_some_and(|stop| stop.offset == 9)));
}

/// What one step a byte says of an input: the way of inputs too long to be held, and the measure of
/// all quicker ones.
fn byte_by_byte(input: &[u8]) -> Verdicts {
    let mut walk = Walk::new(Classifier::get());
    walk.feed(input);
    walk.verdict()
}

/// In pieces, as an input is walked through that is too long to be held.
#[test]
fn verdicts_do_not_depend_on_the_pieces() {
    let input = b"http://host/path?a+b#frag^x";
    for at in 0..input.len() {
        let mut walk = Walk::new(Classifier::get());
        walk.feed(&input[..at]);
        walk.feed(&input[at..]);
        assert_eq!(walk.verdict(), Classifier::get().classify_bytes(input));
        assert_eq!(walk.stops(), Classifier::get().stops(input));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: share(10_000, 30) as u32, failure_persistence: None, ..ProptestConfig::default() })]

    /// Typical states and others, in turn, at all places of a stride; any bytes.
    #[test]
    fn all_walks_have_the_same_verdicts(
        start in prop::sample::select(vec!["", "http://", "ftp://a:", "gopher://", "URL:news:", "urn:a-", "mailto:x%4"]),
        middle in "([a-z0-9./-]{0,30}|[ -~]{0,9}){0,3}",
        odd in prop::collection::vec(any::<u8>(), 0..2),
        end in "[a-z/%]{0,20}",
    ) {
        let input = [start.as_bytes(), middle.as_bytes(), &odd, end.as_bytes()].concat();
        prop_assert_eq!(Classifier::get().classify_bytes(&input), byte_by_byte(&input));
        prop_assert_eq!(told(&input), expected_stops(&input));
        // Each beginning and each end of it, several at once: every input is told once, with its
        // own verdicts.
        let parts: Vec<&[u8]> = (0..=input.len()).flat_map(|at| [&input[..at], &input[at..]]).collect();
        for automaton in Classifier::get().automata() {
            let mut verdicts = vec![None; parts.len()];
            automaton.classify_each(parts.iter().copied().enumerate(), |at, verdict| {
                assert!(verdicts[at].replace(verdict).is_none());
            });
            for (part, verdicts) in parts.iter().zip(verdicts) {
                let (one, verdicts) = (Classifier::get().classify_bytes(part), verdicts.expect("verdicts on each input"));
                let same = |&grammar: &Grammar| verdicts.production(grammar) == one.production(grammar);
                prop_assert!(automaton.grammars().iter().all(same), "{}", String::from_utf8_lossy(part));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: share(200, 10) as u32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn members_and_near_misses(seed in any::<u64>(), grammar in 0..Grammar::ALL.len(), at in any::<prop::sample::Index>()) {
        let grammar = Grammar::ALL[grammar];
        let entries = grammar.entry_productions();
        let language = language(grammar, entries[at.index(entries.len())]);
        language.sample(seed).take(5).for_each(|member| agree(&member));
        language.near_misses(seed).take(5).for_each(|miss| agree(&miss));
    }
}

/// What is said of a digest is what is said of the whole, but for the offsets.
fn same_as_whole(whole: &[u8], cuts: &[usize]) -> usize {
    let mut digest = Digest::new();
    let mut from = 0;
    let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut % (whole.len() + 1)).collect();
    cuts.sort_unstable();
    for cut in cuts.into_iter().chain([whole.len()]) {
        digest.feed(&whole[from..cut]);
        from = cut;
    }
    let shown = String::from_utf8_lossy(whole);
    assert_eq!(digest.len(), whole.len());
    assert_eq!(digest.not_utf8(), uri_lineage::NotUtf8::text(whole).err(), "{shown}");
    let (short, classifier) = (digest.short(), Classifier::get());
    assert_eq!(classifier.classify_bytes(short), classifier.classify_bytes(whole), "{shown}");
    let Ok(text) = str::from_utf8(whole) else { return short.len() };
    let short_text = str::from_utf8(short).unwrap();
    // The places at which grammars cease.
    let mut places = Vec::new();
    let end = classifier.observe(short, |stop| {
        places.push((stop.state, stop.byte, digest.offset(stop.offset), Contexts::new(short_text).at(stop)))
    });
    let mut of_whole = Vec::new();
    let whole_end = classifier
        .observe(whole, |stop| of_whole.push((stop.state, stop.byte, stop.offset, Contexts::new(text).at(stop))));
    assert_eq!((places, end.state), (of_whole, whole_end.state), "{shown}");
    // The refusals, as they are and with what is to be forgiven.
    let (forgiven, what) = uri_lineage::forgive(text);
    let (short_forgiven, short_what) = uri_lineage::forgive(short_text);
    assert_eq!(what, short_what, "{shown}");
    for (whole, short) in [(text, short_text), (&*forgiven, &*short_forgiven)] {
        let behind = short_text.len() - short.len();
        let offset = |at: usize| digest.offset(behind + at) - digest.offset(behind);
        let [of_short, of_whole] = [short, whole].map(|url| classifier.classify(url));
        assert_eq!(of_short.verdicts(), of_whole.verdicts(), "{shown}");
        for (own, error) in of_short.refusals().zip(of_whole.refusals()) {
            assert_eq!((own.grammar(), offset(own.offset())), (error.grammar(), error.offset()), "{shown}\n{short}");
            // The name of a scheme may be shorter.
            if !matches!(error.advice(), Some(uri_lineage::Advice::UnknownScheme(name)) if name.len() > 63) {
                assert_eq!(own.cache_key(), error.cache_key(), "{shown}\n{short}");
            }
        }
    }
    short.len()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: share(20_000, 30) as u32, failure_persistence: None, ..ProptestConfig::default() })]

    /// Parts that come back, in turn, with odd ones between them.
    #[test]
    fn digests_are_refused_as_the_whole_is(
        start in prop::sample::select(vec![
            "", "http://", "ftp://a:", "gopher://h/1", "URL:news:", "url:   HTTP://h", "urn:a-", "mailto:x%4", "HTTP://h/", "x-y:", "//", "wais://h/d?",
            "prospero://h/a", "http://[1:", "URL: :", "uRl",
        ]),
        parts in prop::collection::vec(
            (
                prop::sample::select(vec![
                    "a", "/", "ab/", "%41", "a.b.", "x=1&", "12", ":", "@", "é", "~", " ", "?", "#", "a%", "%4", ";v=1", "+", "A", "\u{10FFFF}", "%00", "1.2.3.4", "\u{FEFF}", "日本", "\u{E000}", "\u{FDD0}",
                ]),
                prop::sample::select(vec![1, 1, 2, 3, 9, 70, 200]),
            ),
            0..7,
        ),
        odd in prop::collection::vec(any::<u8>(), 0..3),
        end in "[a-z0-9/%:é~]{0,3}",
        cuts in prop::collection::vec(any::<usize>(), 0..4),
    ) {
        let parts: String = parts.iter().map(|(part, times)| part.repeat(*times)).collect();
        let odd = if odd.len() == 2 { &odd[..] } else { &[] };
        same_as_whole(&[start.as_bytes(), parts.as_bytes(), odd, end.as_bytes()].concat(), &cuts);
    }
}

/// Members of languages, and what is one edit from them, with pieces of them repeated.
#[test]
fn digests_of_members_are_short() {
    let mut longest = 0;
    for grammar in Grammar::all() {
        for entry in grammar.entry_productions() {
            let language = language(grammar, entry);
            for (seed, text) in
                language.sample(7).take(share(40, 4)).chain(language.near_misses(8).take(share(40, 4))).enumerate()
            {
                let text = text.as_bytes();
                let (from, to) = (text.len() * (seed % 5) / 6, text.len() * (seed % 5 + 1) / 6);
                let whole = [&text[..to], &text[from..to].repeat(200), &text[to..]].concat();
                longest = longest.max(same_as_whole(&whole, &[seed, 3 * seed]));
            }
        }
    }
    assert!(longest < 1 << 11, "{longest}");
}

/// Refusals inside characters: their offset is that of the character, of any bytes, whole and in
/// pieces.
#[test]
fn offsets_are_those_of_characters() {
    let pieces: [&[u8]; 17] = [
        b"http://a/",
        b"?",
        b"#",
        b":",
        b"a",
        b" ",
        "é".as_bytes(),
        "\u{9F}".as_bytes(),
        "\u{E000}".as_bytes(),
        "\u{D7FF}".as_bytes(),
        "\u{FDD0}".as_bytes(),
        "\u{10FFFF}".as_bytes(),
        b"\xC3",
        b"\xA9",
        b"\xE2\x82",
        b"\xF0\x90\x8C",
        b"\xC0\xAF",
    ];
    let classifier = Classifier::get();
    let mut inside = 0;
    for number in sampled(0..pieces.len().pow(4), 7) {
        let at = |place: u32| pieces[number / pieces.len().pow(place) % pieces.len()];
        let input = [at(0), at(1), at(2), at(3)].concat();
        let stops = classifier.stops(&input);
        let text = std::str::from_utf8(&input);
        for grammar in Grammar::all() {
            let stop = stops.get(grammar);
            match text {
                Ok(text) => {
                    let refused = grammar.parse(text).err().map(|error| error.offset());
                    assert_eq!(stop.map(|stop| stop.offset), refused, "{grammar}: {text}");
                }
                Err(error) => {
                    let Some(stop) = stop else { panic!("{grammar} accepts {input:?}") };
                    let valid = std::str::from_utf8(&input[..error.valid_up_to()]).unwrap();
                    let before = classifier.classify(valid).stops().get(grammar);
                    // It is refused earlier, or at the first byte that is not UTF-8.
                    let expected =
                        before.filter(|before| before.byte.is_some()).map_or(valid.len(), |before| before.offset);
                    assert_eq!(stop.offset, expected, "{grammar}: {input:?}");
                    inside += usize::from(stop.offset > 0);
                }
            }
        }
        let mut walk = Walk::new(classifier);
        input.chunks(3).for_each(|piece| walk.feed(piece));
        let offsets = |stops: &Stops| stops.iter().map(|(grammar, stop)| (grammar, stop.offset)).collect::<Vec<_>>();
        assert_eq!(offsets(&walk.stops()), offsets(&stops));
    }
    assert!(inside > 0);
}

/// The verdict says that a host is accepted unexamined where the parsed value has such a host.
#[test]
fn verdicts_and_values_know_the_same_unexamined_hosts() {
    for host in sampled(short_strings("xn-.ü", 5), 3) {
        for input in [format!("http://{host}/"), format!("a://{host}")] {
            let verdicts = Classifier::get().classify(&input).verdicts();
            for grammar in [Grammar::Whatwg, Grammar::WhatwgValid] {
                let parsed = grammar.parse(&input);
                let has = parsed
                    .is_ok_and(|parsed| matches!(parsed.value(), Value::Whatwg(url) if url.unexamined().is_some()));
                assert_eq!(verdicts.is_unexamined(grammar), has, "{grammar} {input}");
            }
        }
    }
}
