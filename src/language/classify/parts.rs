//! The automaton that tells apart all productions that can take a whole input.
//!
//! It is made from the corrected published grammars, the same that the proof compares the pest rules with. What a state
//! knows of a production is one bit that it accepts, and one that it still can.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex_automata::dfa::{Automaton, StartKind, dense};
use regex_automata::nfa::thompson;
use regex_automata::util::{start, syntax};
use regex_automata::{Anchored, MatchKind};

use super::table::{DEAD, Label, START, Table, reachable};
use crate::grammar::Grammar;
use crate::language::dfa::{Machine, State};
use crate::language::lower::Lowering;
use crate::published::{Bnf, Reading};

/// A set of parts, a bit each.
type Parts = u64;

/// A production that can be the verdict of its grammar.
#[derive(Debug)]
pub(super) struct Judge {
    pub name: &'static str,
    /// What takes the input: this production, or nothing, and behind it perhaps a fragment.
    production: &'static str,
    fragment: bool,
}

/// The productions that can be the verdict of a grammar. The first that takes an input is.
pub(super) fn judges(grammar: Grammar) -> &'static [Judge] {
    static ALL: LazyLock<[Vec<Judge>; Grammar::ALL.len()]> = LazyLock::new(|| {
        Grammar::ALL.map(|grammar| {
            let judge = |name| Judge { name, production: name, fragment: false };
            if grammar == Grammar::Uri1997 {
                let reference = |name, production| Judge { name, production, fragment: true };
                return vec![
                    judge("URN-reference"),
                    reference("absoluteURL", "absoluteURL"),
                    reference("URL-reference", ""),
                    reference("relativeURL", "relativeURL"),
                ];
            }
            let starts = grammar.starts();
            let entry = |name| starts.contains(&name).then_some(name);
            let first = entry("prefixedurl").into_iter().chain(grammar.alternatives().iter().copied());
            first.chain(entry("fragmentaddress")).map(judge).collect()
        })
    });
    &ALL[grammar as usize]
}

/// A production, perhaps with a fragment behind it: one bit of [`Parts`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Part {
    grammar: Grammar,
    production: &'static str,
    fragment: bool,
}

/// All parts, in the order of their bits.
fn parts() -> &'static [Part] {
    static ALL: LazyLock<Vec<Part>> = LazyLock::new(|| {
        let mut parts = Vec::new();
        for grammar in Grammar::ALL {
            for &Judge { production, fragment, .. } in judges(grammar) {
                parts.push(Part { grammar, production, fragment });
                if fragment && !production.is_empty() {
                    parts.push(Part { grammar, production, fragment: false });
                }
            }
        }
        parts
    });
    &ALL
}

/// The parts that make up a production, a union of them or one alone.
fn parts_of(grammar: Grammar, production: &str) -> Parts {
    let belongs = |part: &Part| {
        part.grammar == grammar
            && match (grammar, production) {
                (Grammar::Uri1997, "URI-reference") => true,
                (Grammar::Uri1997, "URL-reference") => part.fragment,
                (Grammar::Rfc1630Generic, _) => part.production == production,
                (_, "url" | "uri") => grammar.alternatives().contains(&part.production),
                _ => part.production == production && !part.fragment,
            }
    };
    parts().iter().enumerate().filter(|(_, part)| belongs(part)).fold(0, |set, (bit, _)| set | 1 << bit)
}

/// Which parts accept at a state, and which can accept behind it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Open {
    accepts: Parts,
    can: Parts,
}

impl Label for Open {
    const SIZE: usize = 16;

    fn write(&self, out: &mut Vec<u8>) {
        [self.accepts, self.can].iter().for_each(|set| out.extend(set.to_le_bytes()));
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let [accepts, can] = *bytes.as_chunks().0 else { return None };
        Some(Self { accepts: u64::from_le_bytes(accepts), can: u64::from_le_bytes(can) })
    }
}

impl Open {
    /// Whether a grammar can accept what goes on from here.
    pub fn open(&self, grammar: Grammar) -> bool {
        parts().iter().enumerate().any(|(bit, part)| part.grammar == grammar && self.can & 1 << bit != 0)
    }

    /// For each grammar the first of its judges that accepts.
    pub fn verdict(&self) -> [Option<usize>; Grammar::ALL.len()] {
        let part = |grammar, judge: &Judge| {
            let part = Part { grammar, production: judge.production, fragment: judge.fragment };
            parts().iter().position(|other| *other == part)
        };
        let accepts = |bit: usize| self.accepts & 1 << bit != 0;
        Grammar::ALL.map(|grammar| judges(grammar).iter().position(|judge| part(grammar, judge).is_some_and(accepts)))
    }
}

/// The automaton of all parts.
pub(crate) struct Atlas {
    pub(super) table: Table<Open>,
}

impl Atlas {
    /// Kept in `grammar/productions.bin`, so that using it costs little; a test keeps the file fresh.
    pub fn get() -> &'static Self {
        static ATLAS: LazyLock<Atlas> = LazyLock::new(|| {
            let kept = Table::read(include_bytes!("../../../grammar/productions.bin"));
            kept.map_or_else(Atlas::make, |(table, _)| Atlas { table })
        });
        &ATLAS
    }

    /// Makes it anew from the corrected published grammars, which takes more than a second.
    pub fn make() -> Self {
        let mut patterns: Vec<String> = Vec::new();
        // For each part the pattern that takes the input, and perhaps one that must not.
        let mut sides: Vec<(usize, Option<usize>)> = Vec::new();
        for grammar in Grammar::ALL {
            let mut lowering = Lowering::new(Bnf::of(grammar, Reading::Corrected));
            let mut pattern = |name: &str| lowering.pattern(name).unwrap_or_default();
            for part in parts().iter().filter(|part| part.grammar == grammar) {
                let (mut takes, but) = pattern(part.production);
                if part.fragment {
                    takes = format!("(?:{takes})(?:#(?:{}))?", pattern("fragment").0);
                }
                let mut add = |pattern| {
                    patterns.push(pattern);
                    patterns.len() - 1
                };
                sides.push((add(takes), but.map(add)));
            }
        }
        let dfa = dense::Builder::new()
            .configure(
                dense::Config::new()
                    .match_kind(MatchKind::All)
                    .start_kind(StartKind::Anchored)
                    .accelerate(false)
                    .minimize(true),
            )
            .syntax(syntax::Config::new().unicode(false).utf8(false))
            .thompson(thompson::Config::new().utf8(false))
            .build_many(&patterns)
            .expect("the patterns are this library's own");
        Self::from_dense(&dfa, &sides)
    }

    fn from_dense(dfa: &dense::DFA<Vec<u32>>, sides: &[(usize, Option<usize>)]) -> Self {
        let start = dfa.start_state(&start::Config::new().anchored(Anchored::Yes)).expect("an anchored start");
        let mut known = HashMap::from([(start, START as u16)]);
        let mut order = vec![start];
        let classes: [u8; 256] = std::array::from_fn(|byte| dfa.byte_classes().get(byte as u8));
        let members: Vec<u8> =
            (0..=u8::MAX).filter(|&b| b == 0 || classes[usize::from(b)] != classes[usize::from(b) - 1]).collect();
        let mut next = vec![vec![0; members.len()]];
        let mut accepts = vec![0];
        let mut at = 0;
        while let Some(&state) = order.get(at) {
            at += 1;
            let mut number = |to| match dfa.is_dead_state(to) {
                true => 0,
                false => *known.entry(to).or_insert_with(|| {
                    order.push(to);
                    order.len() as u16
                }),
            };
            next.push(members.iter().map(|&byte| number(dfa.next_state(state, byte))).collect());
            let end = dfa.next_eoi_state(state);
            let matches = if dfa.is_match_state(end) { dfa.match_len(end) } else { 0 };
            let matched: Vec<usize> = (0..matches).map(|i| dfa.match_pattern(end, i).as_usize()).collect();
            let holds = |(takes, but): &(usize, Option<usize>)| {
                matched.contains(takes) && but.is_none_or(|but| !matched.contains(&but))
            };
            let held = sides.iter().enumerate().filter(|(_, sides)| holds(sides));
            accepts.push(held.fold(0, |set, (bit, _)| set | 1 << bit));
        }
        let can = reachable(&next, &accepts);
        let labels = accepts.into_iter().zip(can).map(|(accepts, can)| Open { accepts, can }).collect();
        Self { table: Table::new(classes, &next, labels) }
    }

    /// Where each of some productions ceases to take the input; `None` for one that takes it or is not known here.
    pub fn offsets(&self, grammar: Grammar, productions: &[&str], input: &str) -> Vec<Option<usize>> {
        let sets: Vec<Parts> = productions.iter().map(|production| parts_of(grammar, production)).collect();
        let mut offsets = vec![None; sets.len()];
        let mut state = self.table.start();
        let mut close = |alive: Parts, at: usize| {
            for (offset, set) in offsets.iter_mut().zip(&sets) {
                if *set != 0 && offset.is_none() && set & alive == 0 {
                    *offset = Some(at);
                }
            }
        };
        for (at, byte) in input.bytes().enumerate() {
            state = self.table.step(state, byte);
            close(self.table.label(state).can, at);
            if state == DEAD {
                break;
            }
        }
        close(self.table.label(state).accepts, input.len());
        offsets
    }

    /// The automaton of a production alone, if it is a part or a union of parts.
    pub fn machine(&self, grammar: Grammar, production: &str) -> Option<impl Machine + '_> {
        let parts = parts_of(grammar, production);
        (parts != 0).then_some(View { table: &self.table, parts })
    }
}

/// What some parts alone accept.
struct View<'t> {
    table: &'t Table<Open>,
    parts: Parts,
}

impl Machine for View<'_> {
    fn start(&self) -> State {
        self.table.start()
    }

    fn step(&self, state: State, byte: u8) -> Option<State> {
        let to = self.table.step(state, byte);
        (self.table.label(to).can & self.parts != 0).then_some(to)
    }

    fn accepts(&self, state: State) -> bool {
        self.table.label(state).accepts & self.parts != 0
    }
}
