//! Alternatives that never matter.

use std::collections::{HashMap, VecDeque};

use super::report::{BUILT, Budget};
use crate::automaton::nfa::{Nfa, NodeSet};
use crate::automaton::{TooLarge, effort};
use crate::bnf::{Bnf, Expr, LanguageError};
use crate::characters::CharSet;
use crate::limits::LIMITS;

/// An alternative of which each string is accepted by an earlier one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UselessAlternative {
    /// Its index.
    pub at: usize,
    /// The index of one earlier alternative that accepts all its strings; `None` if only several
    /// together do.
    pub covered: Option<usize>,
    /// A shortest string of it.
    pub witness: String,
}

/// The alternatives that accept some string, and nothing that earlier ones do not accept.
pub(super) fn useless(
    bnf: &Bnf,
    ways: &[&Expr],
    budget: &mut Budget,
) -> Result<Vec<UselessAlternative>, LanguageError> {
    let sets: Option<Vec<CharSet>> = ways.iter().map(|expr| bnf.characters(expr)).collect();
    match sets {
        Some(sets) => of_sets(&sets, budget).map_err(|TooLarge| too_large()),
        None => of_languages(bnf, ways, budget),
    }
}

fn too_large() -> LanguageError {
    LanguageError::TooLarge("the language of all alternatives".to_owned())
}

/// Alternatives of single characters.
fn of_sets(sets: &[CharSet], budget: &mut Budget) -> Result<Vec<UselessAlternative>, TooLarge> {
    let mut before = CharSet::EMPTY;
    let mut found = Vec::new();
    // Without characters in common, each matters.
    let shared = CharSet::shared(sets);
    if shared.is_empty() {
        return Ok(found);
    }
    for (at, set) in sets.iter().enumerate() {
        budget.spend(1 + before.beyond().len())?;
        if let Some(c) = set.most_readable().filter(|_| set.is_subset(&before)) {
            let covered = sets[..at].iter().position(|other| set.is_subset(other));
            found.push(UselessAlternative { at, covered, witness: c.to_string() });
        }
        before = before.union(set);
    }
    Ok(found)
}

fn of_languages(bnf: &Bnf, ways: &[&Expr], budget: &mut Budget) -> Result<Vec<UselessAlternative>, LanguageError> {
    /// An alternative that no string has needed so far.
    struct UnneededAlternative {
        covering: Vec<u32>,
        witness: String,
    }
    let mut open: HashMap<u32, Option<UnneededAlternative>> = (1..ways.len() as u32).map(|way| (way, None)).collect();
    each_accepted(bnf, ways, budget, |accepted, string| {
        let Some((first, others)) = accepted.split_first() else { return true };
        open.remove(first);
        for (number, way) in others.iter().enumerate() {
            let earlier = &accepted[..=number];
            match open.get_mut(way) {
                Some(Some(known)) => known.covering.retain(|way| earlier.contains(way)),
                Some(unknown) => *unknown = Some(UnneededAlternative { covering: earlier.to_vec(), witness: string() }),
                None => {}
            }
        }
        !open.is_empty()
    })?;
    let mut found: Vec<UselessAlternative> = open
        .into_iter()
        .filter_map(|(way, open)| open.map(|UnneededAlternative { covering, witness }| (way, covering, witness)))
        .map(|(way, covering, witness)| {
            let covered = covering.first().map(|&way| way as usize);
            UselessAlternative { at: way as usize, covered, witness }
        })
        .collect();
    found.sort_by_key(|useless| useless.at);
    Ok(found)
}

/// Calls `see` with the numbers of the expressions that accept a string, for a shortest string of
/// each state of the automaton of all, shortest strings first. It ends when `see` returns false.
pub(super) fn each_accepted(
    bnf: &Bnf,
    all: &[&Expr],
    budget: &mut Budget,
    mut see: impl FnMut(&[u32], &dyn Fn() -> String) -> bool,
) -> Result<(), LanguageError> {
    let spend = |budget: &mut Budget, steps| budget.spend(steps).map_err(|TooLarge| too_large());
    let nfa = Nfa::union(bnf, all.iter().copied(), "");
    spend(budget, BUILT * nfa.as_ref().map_or(LIMITS.nfa_states, |nfa| nfa.len() as usize))?;
    let nfa = nfa?;
    // A character of each set that no state distinguishes, the most readable first.
    let alphabet = nfa.alphabet();
    let (ascii, count) = nfa.classes();
    let mut characters: Vec<char> = alphabet.characters().collect();
    characters.sort_by_key(|&c| (effort(c), c));
    let mut seen = vec![false; count];
    characters.retain(|&c| match ascii.get(c as usize) {
        Some(&class) => !std::mem::replace(&mut seen[usize::from(class)], true),
        None => true,
    });
    let mut scratch = nfa.scratch();
    let start = nfa.start(&mut scratch);
    // For each state the one before it and the character from there.
    let mut states: Vec<(NodeSet, usize, Option<char>)> = vec![(start.clone(), 0, None)];
    let mut known: HashMap<NodeSet, usize> = HashMap::from([(start, 0)]);
    let mut waiting = VecDeque::from([0]);
    while let Some(at) = waiting.pop_front() {
        let set = states[at].0.clone();
        let mut accepted: Vec<u32> = nfa.accepted(&set).collect();
        accepted.sort_unstable();
        let string = || {
            let (mut string, mut at) = (Vec::new(), at);
            while let (_, before, Some(c)) = &states[at] {
                string.push(*c);
                at = *before;
            }
            string.iter().rev().collect()
        };
        if !accepted.is_empty() && !see(&accepted, &string) {
            return Ok(());
        }
        spend(budget, (set.len() + 1) * characters.len() + accepted.len() * accepted.len())?;
        for &c in &characters {
            let next = nfa.step(&set, c, &mut scratch);
            if next.is_empty() || known.contains_key(&next) {
                continue;
            }
            if states.len() >= LIMITS.dfa_states {
                return Err(too_large());
            }
            known.insert(next.clone(), states.len());
            waiting.push_back(states.len());
            states.push((next, at, Some(c)));
        }
    }
    Ok(())
}
