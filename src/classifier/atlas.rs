//! The automaton that distinguishes all productions of some grammars that can accept a whole input.
//!
//! It is built from the corrected published grammars, with which the proof also compares the pest
//! rules. A state has two bits for each production: whether it accepts here, and whether it can
//! still accept.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use regular_bnf::automaton::nfa::Nfa;
use regular_bnf::{Bnf, Expr};

use super::table::{Label, START, Table, reachable};
use crate::grammar::Grammar;
use crate::grammar::published;
use crate::grammar::published::Reading;

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
    static ALL: LazyLock<Vec<Vec<Acceptor>>> = LazyLock::new(|| Grammar::all().map(list_acceptors).collect());
    &ALL[grammar as usize]
}

fn list_acceptors(grammar: Grammar) -> Vec<Acceptor> {
    let facts = grammar.facts();
    let mut acceptors = Vec::new();
    if facts.minimal_entries.contains(&"prefixedurl") {
        acceptors.push(Acceptor::new("prefixedurl"));
    }
    acceptors.extend(facts.empty_reference.map(|name| Acceptor {
        production: "",
        fragment: true,
        ..Acceptor::new(name)
    }));
    acceptors.extend(
        facts
            .alternatives
            .iter()
            .map(|name| Acceptor { fragment: facts.before_fragment.contains(name), ..Acceptor::new(name) }),
    );
    if facts.minimal_entries.contains(&"fragmentaddress") {
        acceptors.push(Acceptor::new("fragmentaddress"));
    }
    if facts.unexamined.is_empty() {
        return acceptors;
    }
    acceptors.into_iter().flat_map(|acceptor| [acceptor, Acceptor { unexamined: true, ..acceptor }]).collect()
}

impl Acceptor {
    fn new(name: &'static str) -> Self {
        Self { name, unexamined: false, production: name, fragment: false }
    }
}

/// A production, perhaps with a fragment after it: one bit of [`EntrySet`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct AcceptingEntry {
    grammar: Grammar,
    unexamined: bool,
    production: &'static str,
    fragment: bool,
}

impl AcceptingEntry {
    fn new(grammar: Grammar, acceptor: &Acceptor) -> Self {
        let &Acceptor { unexamined, production, fragment, .. } = acceptor;
        Self { grammar, unexamined, production, fragment }
    }

    /// The expression that matches the part.
    fn expr(&self) -> Expr {
        let production = if self.production.is_empty() { Expr::Void } else { Expr::Name(self.production.to_owned()) };
        if !self.fragment {
            return production;
        }
        let fragment = Expr::Sequence(vec![Expr::Literal("#".to_owned()), Expr::Name("fragment".to_owned())]);
        Expr::Sequence(vec![production, Expr::Repeat(0, Some(1), Box::new(fragment))])
    }
}

/// All parts of some grammars, in the order of their bits.
fn parts(grammars: &[Grammar]) -> Vec<AcceptingEntry> {
    let mut parts = Vec::new();
    for &grammar in grammars {
        for acceptor in acceptors(grammar) {
            let part = AcceptingEntry::new(grammar, acceptor);
            parts.push(part);
            if part.fragment && !part.production.is_empty() {
                parts.push(AcceptingEntry { fragment: false, ..part });
            }
        }
    }
    parts
}

/// The parts that accept in a state, and the parts that can accept after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct EntryAcceptance {
    accepts: EntrySet,
    may_accept: EntrySet,
}

impl Label for EntryAcceptance {
    const SIZE: usize = 2 * size_of::<EntrySet>();

    fn write(&self, out: &mut Vec<u8>) {
        [self.accepts, self.may_accept].iter().for_each(|set| out.extend(set.to_le_bytes()));
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let [accepts, may_accept] = *bytes.as_chunks().0 else { return None };
        Some(Self { accepts: EntrySet::from_le_bytes(accepts), may_accept: EntrySet::from_le_bytes(may_accept) })
    }
}

/// The automaton of all parts of some grammars.
pub(super) struct Atlas {
    pub table: Table<EntryAcceptance>,
    parts: Vec<AcceptingEntry>,
}

impl Atlas {
    /// Whether a grammar can accept some continuation of an input.
    pub fn is_open(&self, label: &EntryAcceptance, grammar: Grammar) -> bool {
        self.parts.iter().enumerate().any(|(bit, part)| part.grammar == grammar && label.may_accept & 1 << bit != 0)
    }

    /// For each grammar the index of the first of its acceptors that accepts.
    pub fn verdict(&self, label: &EntryAcceptance) -> [Option<usize>; Grammar::ALL.len()] {
        std::array::from_fn(|index| {
            let grammar = Grammar::ALL[index];
            acceptors(grammar).iter().position(|acceptor| {
                let part = AcceptingEntry::new(grammar, acceptor);
                let bit = self.parts.iter().position(|other| *other == part);
                bit.is_some_and(|bit| label.accepts & 1 << bit != 0)
            })
        })
    }

    /// Builds it from the corrected published grammars, which takes seconds.
    pub fn new(grammars: &[Grammar]) -> Self {
        let mut nfas = Vec::new();
        let mut parts = parts(grammars);
        // Parts of one grammar share an automaton if they agree on the unexamined production.
        parts.sort_by_key(|part| (part.grammar, part.unexamined));
        for group in parts.chunk_by(|left, right| (left.grammar, left.unexamined) == (right.grammar, right.unexamined))
        {
            let bnf = bnf(group[0].grammar, group[0].unexamined);
            let exprs: Vec<Expr> = group.iter().map(AcceptingEntry::expr).collect();
            let nfa = Nfa::union(&bnf, &exprs, group[0].grammar.id()).expect("the grammars are this library's own");
            nfas.push((nfa, exprs.len() as u32));
        }
        Self { table: explored(&Nfa::joined(nfas).in_bytes()), parts }
    }
}

/// The productions of a grammar. Unless `unexamined`, the production that the grammar accepts
/// unexamined matches nothing.
fn bnf(grammar: Grammar, unexamined: bool) -> Cow<'static, Bnf> {
    let examined = if unexamined { None } else { published::examined(grammar, Reading::Corrected) };
    examined.map_or_else(|| Cow::Borrowed(published::bnf(grammar, Reading::Corrected)), Cow::Owned)
}

/// The deterministic automaton.
fn explored(nfa: &Nfa) -> Table<EntryAcceptance> {
    // The class of each byte, and a byte of each class.
    let ((ascii, width), alphabet) = (nfa.classes(), nfa.alphabet());
    let classes: [u8; 256] = std::array::from_fn(|byte| match ascii.get(byte) {
        Some(&class) => class,
        None if nfa.reads_beyond() => (width + alphabet.symbol(char::from(byte as u8)) - ascii.len()) as u8,
        None => width as u8,
    });
    let count = classes.iter().max().map_or(0, |&last| usize::from(last) + 1);
    let members: Vec<u8> = (0..count)
        .filter_map(|class| classes.iter().position(|&other| usize::from(other) == class))
        .map(|byte| byte as u8)
        .collect();
    // The dead state, and the start state.
    let mut scratch = nfa.scratch();
    let mut order = vec![nfa.start(&mut scratch)];
    let mut numbers = HashMap::from([(order[0].clone(), u32::from(START))]);
    let mut next = vec![vec![0; members.len()]];
    let mut accepts = vec![0];
    let mut explored = 0;
    while let Some(set) = order.get(explored).cloned() {
        explored += 1;
        let row = members.iter().map(|&byte| match nfa.step(&set, char::from(byte), &mut scratch) {
            target if target.is_empty() => 0,
            target => *numbers.entry(target).or_insert_with_key(|target| {
                order.push(target.clone());
                order.len() as u32
            }),
        });
        next.push(row.collect());
        accepts.push(nfa.accepted(&set).fold(0, |parts, bit| parts | 1 << bit));
    }
    let may_accept = reachable(&next, &accepts);
    let labels = accepts
        .into_iter()
        .zip(may_accept)
        .map(|(accepts, may_accept)| EntryAcceptance { accepts, may_accept })
        .collect();
    Table::new(classes, &next, labels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_has_a_bit() {
        assert!(crate::refusal::deepest::groups().iter().all(|group| parts(group).len() <= EntrySet::BITS as usize));
    }
}
