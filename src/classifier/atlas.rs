//! The automaton that distinguishes all productions of some grammars that can accept a whole input.
//!
//! It is built from the corrected published grammars, with which the proof also compares the pest
//! rules. A state has two bits for each production: whether it accepts here, and whether it can
//! still accept.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use regular_bnf::automaton::nfa::{Nfa, NodeSet};

use super::table::{Label, START, Table, reachable};
use crate::grammar::Grammar;
use crate::published::{self, Bnf, Expr, Reading};

/// A set of parts, one bit each.
pub(super) type EntrySet = u128;

/// A production that can be the verdict of its grammar.
#[derive(Debug, Clone, Copy)]
pub(super) struct Acceptor {
    pub name: &'static str,
    /// Whether the input may contain the production that the grammar accepts unexamined. The
    /// acceptor without it comes first, so this one accepts only inputs in which it occurs.
    pub unexamined: bool,
    /// The production that accepts the input, and whether a fragment follows it.
    production: &'static str,
    fragment: bool,
}

/// The productions that can be the verdict of a grammar, in order. The first that accepts an input
/// is the verdict.
pub(super) fn acceptors(grammar: Grammar) -> &'static [Acceptor] {
    static ALL: LazyLock<[Vec<Acceptor>; Grammar::ALL.len()]> = LazyLock::new(|| {
        Grammar::ALL.map(|grammar| {
            let facts = grammar.facts();
            let acceptor = |name| Acceptor { name, unexamined: false, production: name, fragment: false };
            let entry = |name| facts.minimal_entries.contains(&name).then_some(name).map(acceptor);
            let empty = facts.empty_reference.map(|name| Acceptor { production: "", fragment: true, ..acceptor(name) });
            let alternatives = facts
                .alternatives
                .iter()
                .map(|name| Acceptor { fragment: facts.before_fragment.contains(name), ..acceptor(name) });
            let all = entry("prefixedurl").into_iter().chain(empty).chain(alternatives).chain(entry("fragmentaddress"));
            let each = |one: Acceptor| [Some(one), facts.unexamined.map(|_| Acceptor { unexamined: true, ..one })];
            all.flat_map(each).flatten().collect()
        })
    });
    &ALL[grammar as usize]
}

/// A production, perhaps with a fragment after it: one bit of [`EntrySet`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Entry {
    grammar: Grammar,
    unexamined: bool,
    production: &'static str,
    fragment: bool,
}

/// All parts of some grammars, in the order of their bits.
fn parts(grammars: &[Grammar]) -> Vec<Entry> {
    let mut parts = Vec::new();
    for &grammar in grammars {
        for &Acceptor { unexamined, production, fragment, .. } in acceptors(grammar) {
            parts.push(Entry { grammar, unexamined, production, fragment });
            if fragment && !production.is_empty() {
                parts.push(Entry { grammar, unexamined, production, fragment: false });
            }
        }
    }
    parts
}

/// The parts that accept in a state, and the parts that can accept after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Open {
    accepts: EntrySet,
    can: EntrySet,
}

impl Label for Open {
    const SIZE: usize = 2 * size_of::<EntrySet>();

    fn write(&self, out: &mut Vec<u8>) {
        [self.accepts, self.can].iter().for_each(|set| out.extend(set.to_le_bytes()));
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let [accepts, can] = *bytes.as_chunks().0 else { return None };
        Some(Self { accepts: EntrySet::from_le_bytes(accepts), can: EntrySet::from_le_bytes(can) })
    }
}

/// The automaton of all parts of some grammars.
pub(super) struct Atlas {
    pub table: Table<Open>,
    parts: Vec<Entry>,
}

impl Atlas {
    /// Whether a grammar can accept some continuation of an input.
    pub fn open(&self, at: &Open, grammar: Grammar) -> bool {
        self.parts.iter().enumerate().any(|(bit, part)| part.grammar == grammar && at.can & 1 << bit != 0)
    }

    /// For each grammar the index of the first of its acceptors that accepts.
    pub fn verdict(&self, at: &Open) -> [Option<usize>; Grammar::ALL.len()] {
        let part = |grammar, acceptor: &Acceptor| {
            let &Acceptor { unexamined, production, fragment, .. } = acceptor;
            let part = Entry { grammar, unexamined, production, fragment };
            self.parts.iter().position(|other| *other == part)
        };
        let accepts = |bit: usize| at.accepts & 1 << bit != 0;
        Grammar::ALL
            .map(|grammar| acceptors(grammar).iter().position(|acceptor| part(grammar, acceptor).is_some_and(accepts)))
    }

    /// Builds it from the corrected published grammars, which takes seconds.
    pub fn make(grammars: &[Grammar]) -> Self {
        let hash = Expr::Literal("#".to_owned());
        let mut all = Vec::new();
        let mut own = parts(grammars);
        // Parts of one grammar that are alike in this share an automaton.
        own.sort_by_key(|part| (part.grammar, part.unexamined));
        for same in own.chunk_by(|one, other| (one.grammar, one.unexamined) == (other.grammar, other.unexamined)) {
            let Entry { grammar, unexamined, .. } = same[0];
            let bnf = bnf(grammar, unexamined);
            let parts = same.iter().map(|part| {
                let name = |name: &str| if name.is_empty() { Expr::Void } else { Expr::Name(name.to_owned()) };
                let production = name(part.production);
                if !part.fragment {
                    return production;
                }
                let fragment = Expr::Sequence(vec![hash.clone(), name("fragment")]);
                Expr::Sequence(vec![production, Expr::Repeat(0, Some(1), Box::new(fragment))])
            });
            let parts: Vec<Expr> = parts.collect();
            let nfa = Nfa::union(&bnf, &parts, grammar.id()).expect("the grammars are this library's own");
            all.push((nfa, parts.len() as u32));
        }
        Self { table: explored(&Nfa::joined(all).in_bytes()), parts: own }
    }
}

/// The productions of a grammar, if need be without the one that is accepted unexamined: it matches
/// nothing.
fn bnf(grammar: Grammar, unexamined: bool) -> Cow<'static, Bnf> {
    let examined = if unexamined { None } else { published::examined(grammar) };
    examined.map_or_else(|| Cow::Borrowed(published::bnf(grammar, Reading::Corrected)), Cow::Owned)
}

/// The deterministic automaton.
fn explored(nfa: &Nfa) -> Table<Open> {
    // The class of each byte, and a byte of each class.
    let ((ascii, width), alphabet) = (nfa.classes(), nfa.alphabet());
    let beyond = |byte: u8| if nfa.reads_beyond() { alphabet.symbol(char::from(byte)) - ascii.len() } else { 0 };
    let classes: [u8; 256] = std::array::from_fn(|byte| match ascii.get(byte) {
        Some(&class) => class,
        None => (width + beyond(byte as u8)) as u8,
    });
    let count = classes.iter().max().map_or(0, |&last| usize::from(last) + 1);
    let first = |class: usize| classes.iter().position(|&own| usize::from(own) == class);
    let members: Vec<u8> = (0..count).filter_map(first).map(|byte| byte as u8).collect();
    // The dead state, and the start state.
    let mut scratch = nfa.scratch();
    let mut order = vec![nfa.start(&mut scratch)];
    let mut known = HashMap::from([(order[0].clone(), u32::from(START))]);
    let mut next = vec![vec![0; members.len()]];
    let mut accepts = vec![0];
    let mut at = 0;
    while let Some(set) = order.get(at).cloned() {
        at += 1;
        let mut number = |set: NodeSet| {
            if set.is_empty() {
                0
            } else {
                *known.entry(set).or_insert_with_key(|set| {
                    order.push(set.clone());
                    order.len() as u32
                })
            }
        };
        next.push(members.iter().map(|&byte| number(nfa.step(&set, char::from(byte), &mut scratch))).collect());
        accepts.push(nfa.accepted(&set).fold(0, |parts, bit| parts | 1 << bit));
    }
    let can = reachable(&next, &accepts);
    let labels = accepts.into_iter().zip(can).map(|(accepts, can)| Open { accepts, can }).collect();
    Table::new(classes, &next, labels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_bit_for_each_part() {
        assert!(crate::language::deepest::groups().iter().all(|group| parts(group).len() <= EntrySet::BITS as usize));
    }
}
