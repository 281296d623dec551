//! What must hold of every input, one function a public entry: each accepts any bytes, and panics
//! if the property does not hold.
//!
//! `tests/it/fuzz.rs` runs them for a short time, `fuzz/` as a campaign.
#![allow(dead_code, unused_imports, reason = "each target is one function of several")]

mod extraction;
mod grammars;
mod normal;
mod operations;
mod records;
mod schemes;

use std::collections::HashSet;
use std::collections::hash_map::{Entry, HashMap};
use std::sync::{LazyLock, Mutex, PoisonError};

use uri_lineage::classifier::{Classifier, Refusals, RefusalsKey as LineKey};
use uri_lineage::regular_bnf::{Language, is_invisible};
use uri_lineage::rfc2396::UriReference;
use uri_lineage::{
    Error, ErrorKey, Grammar, Parsed, Production, Reading, forgive, rfc1630, rfc1738, rfc1808, rfc3986, warnings,
};

pub use extraction::{extraction, seams};
pub use grammars::{grammars, pest_grammars};
pub use normal::normal;
pub use operations::{composition, conversion, references, requests};
pub use records::records;
pub use schemes::schemes;

/// Members by chance of every alternative of every grammar, the documents' examples, and URLs of
/// texts of their time.
fn members() -> &'static [String] {
    static MEMBERS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let examples = include_str!("../../../grammar/examples.tsv").lines().filter_map(|line| line.split('\t').nth(3));
        let nineties = include_str!("../../data/urls-1990s.txt").lines();
        // What once failed.
        let kept = include_str!("../../data/once-failed.txt").lines();
        let mut members: Vec<String> = examples.chain(nineties).chain(kept).map(str::to_owned).collect();
        for grammar in Grammar::all() {
            let bnf = grammar.bnf(Reading::Corrected);
            for (name, language) in Language::all(bnf) {
                let structured = name.ends_with("url") || name.ends_with("address") || name.contains("URL");
                if let (Ok(language), true) = (language, structured || grammar.entry_productions().contains(&name)) {
                    members.extend(language.sample(1).filter(|member| member.len() < 200).take(40));
                }
            }
        }
        members
    });
    &MEMBERS
}

/// The input: the bytes themselves, or members with edits that the bytes describe.
pub fn input(bytes: &[u8]) -> String {
    edited(members(), bytes)
}

/// The bytes themselves, or one of some members with edits that the bytes describe.
pub fn edited(members: &[String], bytes: &[u8]) -> String {
    let Some((&[kind, high, low], edits)) = bytes.split_first_chunk() else {
        return String::from_utf8_lossy(bytes).into_owned();
    };
    if kind < 32 {
        return String::from_utf8_lossy(&bytes[1..]).into_owned();
    }
    const INSERTED: &[&str] = &[
        "", "%", "%2", "%41", "%2F", "%2e", "%2E%2e", "%3a", "%40", "%00", "%09", "%0D%0A", "%20", "%31", "%38", "%7E",
        "%25", "+", ":", "/", "//", "?", "#", "@", ";", "=", "&", ".", "..", "/../", "/./", "*", "~", " ", "-", "1",
        "80", "a", "A", "url:", "URL:", ";type=", "http:", "urn:", "é", "\n", "\0", "|", "[", "<", ">", "\"",
    ];
    let at = usize::from(u16::from_be_bytes([high, low]));
    let mut chars: Vec<char> = members[at % members.len()].chars().collect();
    for edit in edits.chunks_exact(3).take(5) {
        let at = usize::from(edit[0]) % (chars.len() + 1);
        let end = (at + usize::from(edit[1] % 4)).min(chars.len());
        chars.splice(at..end, INSERTED[usize::from(edit[2]) % INSERTED.len()].chars());
    }
    chars.into_iter().collect()
}

/// Inputs with the same key are refused by the same errors, apart from the offsets.
fn alike<'e>(refusals: &mut Refusals<'_>, errors: impl Iterator<Item = &'e Error> + Clone) {
    /// How many keys are kept to be compared.
    const KEPT: usize = 1 << 14;
    static SEEN: LazyLock<Mutex<HashMap<LineKey, HashSet<ErrorKey>>>> = LazyLock::new(Mutex::default);
    let Some(key) = refusals.cache_key() else { return };
    assert!(refusals.offsets().eq(errors.clone().map(Error::offset)));
    let said: HashSet<ErrorKey> = errors.map(|error| error.cache_key().clone()).collect();
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    if seen.len() == KEPT {
        seen.clear();
    }
    match seen.entry(key) {
        Entry::Occupied(known) => assert_eq!(known.get(), &said),
        Entry::Vacant(new) => _ = new.insert(said),
    }
}

/// Grammars and productions parse: an accepted input prints back, a refused one has a place, and
/// all ways agree.
pub fn parse(bytes: &[u8]) {
    let input = &*input(bytes);
    let verdicts = Classifier::get().classify(input);
    for grammar in Grammar::all() {
        let parsed = grammar.parse(input);
        // Without a tree the parts are the same, and so is the refusal.
        let parts = parsed.as_ref().map(|parsed| *parsed.value());
        assert_eq!(grammar.parse_value(input).as_ref(), parts.as_ref().map_err(|error| *error), "{grammar} {input:?}");
        assert_eq!(verdicts.production(grammar), parsed.as_ref().ok().map(Parsed::production), "{grammar} {input:?}");
        match &parsed {
            Ok(parsed) => {
                let value = parsed.value();
                // The URL Standard's parser removes characters at both ends.
                let removed = |c| grammar.ignored().is_some_and(|it| it.ends.contains(c) || it.anywhere.contains(c));
                let input = input.trim_matches(removed);
                assert_eq!(value.to_string(), input, "{grammar}");
                assert_eq!(parsed.tree().root().text(), input, "{grammar}");
                warnings(parsed);
                let _ = (value.components(), parsed.tree().to_string());
            }
            Err(error) => {
                let at = error.offset();
                assert!(at <= input.len() && input.is_char_boundary(at), "{grammar} {input:?}");
                assert_eq!(error.found(), input[at..].chars().next());
                let message = error.to_string();
                assert!(!message.contains(is_invisible), "{grammar}: {message:?}");
                assert!(error.report(input).to_string().lines().count() >= 3);
            }
        }
    }
    // Of all grammars and of some, in any order.
    for some in [Grammar::ALL.to_vec(), Grammar::all().rev().step_by(2).collect()] {
        let alone: Vec<_> = some.iter().filter_map(|grammar| grammar.parse(input).err()).collect();
        let mut refusals = verdicts.refusals_of(&some);
        let mut alone = alone.iter();
        loop {
            alike(&mut refusals, alone.clone());
            let (next, expected) = (refusals.next(), alone.next());
            assert_eq!(next.as_ref(), expected, "{input:?}");
            if next.is_none() {
                break;
            }
        }
    }
    let taken = |grammar: Grammar| grammar.parse(input).map(|parsed| parsed.value().to_string());
    let printed = |value: Result<String, _>| value;
    assert_eq!(printed(rfc1738::Url::parse(input).map(|url| url.to_string())), taken(Grammar::Rfc1738));
    assert_eq!(printed(rfc1630::Url::parse(input).map(|url| url.to_string())), taken(Grammar::Rfc1630));
    assert_eq!(printed(rfc1808::Url::parse(input).map(|url| url.to_string())), taken(Grammar::Rfc1808));
    assert_eq!(printed(UriReference::parse_1997(input).map(|url| url.to_string())), taken(Grammar::Uri1997));
    assert_eq!(printed(UriReference::parse(input).map(|url| url.to_string())), taken(Grammar::Rfc2396));
    assert_eq!(printed(UriReference::parse_rfc2732(input).map(|url| url.to_string())), taken(Grammar::Rfc2732));
    assert_eq!(printed(rfc3986::UriReference::parse(input).map(|url| url.to_string())), taken(Grammar::Rfc3986));
    let (forgiven, what) = forgive(input);
    assert_eq!(what.is_empty(), forgiven == input, "{input:?}");
}

/// Any production parses the inputs that it accepts, and refuses the rest with a place.
pub fn productions(bytes: &[u8]) {
    let (at, bytes) = bytes.split_first().map_or((0, bytes), |(&at, rest)| (usize::from(at), rest));
    let input = &*input(bytes);
    let all: Vec<Production> = Grammar::all().flat_map(|grammar| grammar.productions().collect::<Vec<_>>()).collect();
    for production in all.iter().skip(at).step_by(97) {
        match production.parse(input) {
            // The URL Standard's parser removes characters at both ends.
            Ok(parsed) if parsed.grammar().ignored().is_some() => assert!(input.contains(parsed.tree().root().text())),
            Ok(parsed) => assert_eq!(parsed.tree().root().text(), input),
            Err(error) => assert!(input.is_char_boundary(error.offset())),
        }
    }
}
