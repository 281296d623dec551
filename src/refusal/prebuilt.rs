//! The automata of the productions that errors may name, built in advance: `grammar/refusals.bin`.
//!
//! A program with few refusals need not read the published grammars, nor build automata from them.

use std::sync::LazyLock;

use regular_bnf::automaton::ALPHABET;
use regular_bnf::automaton::alphabet::Alphabet;
use regular_bnf::automaton::lazy::{DEAD, START, State, Stop};

use crate::grammar::Grammar;
use crate::refusal::expected::Expected;

/// A deterministic automaton over characters, as it is in the file.
pub(crate) struct PrebuiltAutomaton {
    /// The class of each US-ASCII character.
    ascii: &'static [u8; ALPHABET],
    /// The first characters of the runs beyond US-ASCII, in order, each with its class.
    beyond: Vec<(char, u8)>,
    /// The number of classes.
    width: usize,
    /// For each state and class the next state.
    next: &'static [[u8; 2]],
    /// For each state the number of its facts.
    facts_of: &'static [[u8; 2]],
    /// The facts.
    facts: Vec<&'static [u8]>,
}

impl PrebuiltAutomaton {
    /// The automaton of a production; `None` if it is not in the file.
    pub(crate) fn get(grammar: Grammar, production: &str) -> Option<&'static Self> {
        type ByGrammar = [Vec<(&'static str, PrebuiltAutomaton)>; Grammar::ALL.len()];
        static ALL: LazyLock<ByGrammar> = LazyLock::new(|| {
            read(include_bytes!("../../grammar/refusals.bin")).unwrap_or_else(|| std::array::from_fn(|_| Vec::new()))
        });
        ALL[grammar as usize].iter().find(|(name, _)| *name == production).map(|(_, kept)| kept)
    }

    /// The longest prefix of the input that the production can continue.
    pub(crate) fn walk(&self, input: &str) -> Stop {
        let mut stop = Stop { offset: 0, state: START };
        for (offset, c) in input.char_indices() {
            let Some(state) = self.step(stop.state, c) else { break };
            stop = Stop { offset: offset + c.len_utf8(), state };
        }
        stop
    }

    /// The class of a character; `None` if no step reads it.
    #[inline]
    pub(crate) fn class(&self, c: char) -> Option<usize> {
        match self.ascii.get(c as usize) {
            Some(&class) => Some(class.into()),
            None => self.class_beyond(c),
        }
    }

    #[cold]
    fn class_beyond(&self, c: char) -> Option<usize> {
        let end = self.beyond.partition_point(|&(first, _)| first <= c);
        Some(self.beyond[end.checked_sub(1)?].1.into())
    }

    /// The state after a character; `None` if the production can no longer match.
    #[inline]
    pub(crate) fn step(&self, state: State, c: char) -> Option<State> {
        let next = self.next.get(state as usize * self.width + self.class(c)?)?;
        Some(u16::from_le_bytes(*next).into()).filter(|&next| next != DEAD)
    }

    /// The symbols that no state distinguishes further.
    pub(crate) fn alphabet(&self) -> Alphabet {
        Alphabet::from_runs(self.beyond.iter().copied())
    }

    /// The facts about a state.
    fn facts(&self, state: State) -> ByteReader {
        let number = self.facts_of.get(state as usize).map_or(0, |&number| u16::from_le_bytes(number));
        ByteReader(self.facts.get(usize::from(number)).copied().unwrap_or_default())
    }

    /// Whether the input may end there.
    pub(crate) fn accepts(&self, state: State) -> bool {
        self.facts(state).byte() == Some(ACCEPTS)
    }

    /// The text that would complete the input, unless the input may end there.
    pub(crate) fn completion(&self, state: State) -> Option<&'static str> {
        let mut facts = self.facts(state);
        if facts.byte()? == COMPLETES { facts.text() } else { None }
    }

    /// The items that are expected in a state.
    pub(crate) fn expected(&self, state: State) -> Vec<Expected<'static>> {
        let mut facts = self.facts(state);
        if facts.byte() == Some(COMPLETES) {
            facts.text();
        }
        std::iter::from_fn(|| facts.expected()).collect()
    }
}

/// The input may end in a state; a text completes it; or nothing does, since the state is dead.
pub(super) const ACCEPTS: u8 = 0;
pub(super) const COMPLETES: u8 = 1;
#[cfg(feature = "compare")]
pub(super) const NEITHER: u8 = 2;

/// Reads data piece by piece; everything is `None` where it ends too early. Numbers are
/// little-endian.
struct ByteReader(&'static [u8]);

impl ByteReader {
    fn bytes(&mut self, count: usize) -> Option<&'static [u8]> {
        let (bytes, remainder) = self.0.split_at_checked(count)?;
        self.0 = remainder;
        Some(bytes)
    }

    fn byte(&mut self) -> Option<u8> {
        self.bytes(1).map(|byte| byte[0])
    }

    fn number(&mut self) -> Option<usize> {
        let bytes = self.bytes(4)?.first_chunk()?;
        usize::try_from(u32::from_le_bytes(*bytes)).ok()
    }

    fn character(&mut self) -> Option<char> {
        char::from_u32(self.number()? as u32)
    }

    fn text(&mut self) -> Option<&'static str> {
        let length = self.number()?;
        str::from_utf8(self.bytes(length)?).ok()
    }

    fn pairs(&mut self, count: usize) -> Option<&'static [[u8; 2]]> {
        Some(self.bytes(2 * count)?.as_chunks().0)
    }

    fn expected(&mut self) -> Option<Expected<'static>> {
        Some(match self.byte()? {
            b'p' => Expected::Production(self.text()?),
            b'c' => Expected::Class(self.text()?),
            b'x' => Expected::Character(self.character()?),
            b'r' => Expected::Range(self.character()?, self.character()?),
            b'e' => Expected::End,
            _ => return None,
        })
    }

    fn automaton(&mut self) -> Option<PrebuiltAutomaton> {
        let ascii = self.bytes(ALPHABET)?.first_chunk()?;
        let runs = self.number()?;
        let beyond = (0..runs).map(|_| Some((self.character()?, self.byte()?))).collect::<Option<_>>()?;
        let (width, states) = (self.number()?, self.number()?);
        let (next, facts_of) = (self.pairs(width * states)?, self.pairs(states)?);
        let count = self.number()?;
        let facts = (0..count).map(|_| self.number().and_then(|length| self.bytes(length))).collect::<Option<_>>()?;
        Some(PrebuiltAutomaton { ascii, beyond, width, next, facts_of, facts })
    }
}

/// Reads the output of [`generated`](crate::language::generated_refusals) for the present grammars;
/// `None` for any other data.
fn read(file: &'static [u8]) -> Option<[Vec<(&'static str, PrebuiltAutomaton)>; Grammar::ALL.len()]> {
    let (sources, remainder) = file.split_first_chunk()?;
    if u64::from_le_bytes(*sources) != sources_fingerprint() {
        return None;
    }
    let mut reader = ByteReader(remainder);
    let mut automata = std::array::from_fn(|_| Vec::new());
    for grammar_automata in &mut automata {
        for _ in 0..reader.number()? {
            grammar_automata.push((reader.text()?, reader.automaton()?));
        }
    }
    Some(automata)
}

/// A hash of texts (FNV-1a, 64 bits). A file that was generated from other texts is not used.
pub(crate) fn fingerprint<'t>(texts: impl Iterator<Item = &'t str>) -> u64 {
    let bytes = texts.flat_map(|text| text.bytes().chain([0]));
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

/// The fingerprint of the published grammars and the productions that errors may name.
pub(super) fn sources_fingerprint() -> u64 {
    let texts = Grammar::all().flat_map(|grammar| {
        let facts = grammar.facts();
        let names = facts.alternatives.iter().chain([&facts.main_entry]).chain(facts.entries).copied();
        [grammar.id()].into_iter().chain(grammar.bnf_files()).chain(names)
    });
    fingerprint(texts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refusal::automata::{Walker, lazy};
    use crate::refusal::deepest::candidates;
    use crate::refusal::diagnose::StateDiagnosis;

    const FILE: &[u8] = include_bytes!("../../grammar/refusals.bin");

    /// A stale or incomplete file is not used.
    #[test]
    fn a_stale_file_is_not_read() {
        assert!(read(FILE).is_some());
        let mut stale = FILE.to_vec();
        stale[0] ^= 1;
        assert!(read(stale.leak()).is_none());
        for length in (0..2_000).chain([FILE.len() / 2, FILE.len() - 1]) {
            assert!(read(&FILE[..length]).is_none(), "{length}");
        }
    }

    /// The automaton in the file and the one that is built from the published grammar are in states
    /// with equal facts after every text.
    #[test]
    fn prebuilt_automata_equal_those_of_the_published_grammars() {
        let urls = include_str!("../../tests/data/urls-1990s.txt").lines().step_by(32);
        let mut texts: Vec<String> = urls.map(str::to_owned).collect();
        texts.extend(
            ["//[::1]:80/é", "http://[v1.a]/%C3%A9", "urn:isbn:1", "url:HTTP://\u{E000}@é/", ""].map(str::to_owned),
        );
        let mut compared = 0;
        for grammar in Grammar::all() {
            for (rule, _) in candidates(grammar) {
                let prebuilt = PrebuiltAutomaton::get(grammar, rule.name()).unwrap();
                let lazy = lazy(grammar, rule.name()).unwrap();
                let characters: Vec<char> = lazy.alphabet().characters().collect();
                for text in &texts {
                    let stop = prebuilt.walk(text);
                    assert_eq!(stop.offset, lazy.walk(text).offset, "{grammar}: {text}");
                    let (mut states, mut offset) = ((START, START), 0);
                    loop {
                        let next = StateDiagnosis::new(grammar, rule, Walker::Lazy(lazy), states.1);
                        let context = format!("{grammar}, {}: {}", rule.name(), &text[..offset]);
                        assert_eq!(prebuilt.accepts(states.0), lazy.accepts(states.1), "{context}");
                        let open = lazy.next_characters(states.1);
                        for c in &characters {
                            assert_eq!(prebuilt.step(states.0, *c).is_some(), open.contains(*c), "{context}: {c}");
                        }
                        assert_eq!(prebuilt.completion(states.0), next.completion(), "{context}");
                        assert_eq!(prebuilt.expected(states.0), next.expected(), "{context}");
                        compared += 1;
                        let Some(c) = text[offset..].chars().next() else { break };
                        let after = (prebuilt.step(states.0, c), lazy.step(states.1, c));
                        assert_eq!(after.0.is_some(), after.1.is_some(), "{context}: {c}");
                        let (Some(prebuilt_state), Some(lazy_state)) = after else { break };
                        (states, offset) = ((prebuilt_state, lazy_state), offset + c.len_utf8());
                    }
                    assert_eq!((offset, states.0), (stop.offset, stop.state), "{grammar}: {text}");
                }
            }
        }
        assert!(compared > 10_000, "{compared}");
    }
}
