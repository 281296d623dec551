//! Alternatives that never matter.

use std::collections::{HashMap, VecDeque};

use super::report::{BUILT, Budget};
use crate::automaton::nfa::{Nfa, NodeSet};
use crate::automaton::{TooLarge, effort};
use crate::bnf::{Bnf, Expr, GrammarError};
use crate::characters::CharSet;
use crate::limits::limits;

/// An alternative whose strings are all accepted by earlier ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UselessAlternative {
    /// Its index.
    pub index: usize,
    /// The index of one earlier alternative that accepts all its strings; `None` if only several
    /// together do.
    pub covering: Option<usize>,
    /// A shortest string of the alternative.
    pub witness: String,
}

/// The alternatives that accept some strings, but only strings that earlier ones accept.
pub(super) fn useless(
    bnf: &Bnf,
    alternatives: &[&Expr],
    budget: &mut Budget,
) -> Result<Vec<UselessAlternative>, GrammarError> {
    let sets: Option<Vec<CharSet>> = alternatives.iter().map(|expr| bnf.characters(expr)).collect();
    match sets {
        Some(sets) => useless_sets(&sets, budget).map_err(|TooLarge| too_large()),
        None => useless_languages(bnf, alternatives, budget),
    }
}

fn too_large() -> GrammarError {
    GrammarError::TooLarge("the language of all alternatives".to_owned())
}

/// Alternatives of single characters.
fn useless_sets(sets: &[CharSet], budget: &mut Budget) -> Result<Vec<UselessAlternative>, TooLarge> {
    let mut before = CharSet::EMPTY;
    let mut useless = Vec::new();
    // Alternatives that share no character all matter.
    let shared = CharSet::shared(sets);
    if shared.is_empty() {
        return Ok(useless);
    }
    for (index, set) in sets.iter().enumerate() {
        budget.spend(1 + before.beyond().len())?;
        if let Some(c) = set.most_readable().filter(|_| set.is_subset(&before)) {
            let covering = sets[..index].iter().position(|earlier| set.is_subset(earlier));
            useless.push(UselessAlternative { index, covering, witness: c.to_string() });
        }
        before = before.union(set);
    }
    Ok(useless)
}

fn useless_languages(
    bnf: &Bnf,
    alternatives: &[&Expr],
    budget: &mut Budget,
) -> Result<Vec<UselessAlternative>, GrammarError> {
    /// An alternative that no string has needed so far.
    struct UnneededAlternative {
        covering: Vec<u32>,
        witness: String,
    }
    let mut open: HashMap<u32, Option<UnneededAlternative>> =
        (1..alternatives.len() as u32).map(|number| (number, None)).collect();
    visit_accepted(bnf, alternatives, budget, |accepted, string| {
        let Some((first, others)) = accepted.split_first() else { return true };
        open.remove(first);
        for (position, number) in others.iter().enumerate() {
            let earlier = &accepted[..=position];
            let Some(alternative) = open.get_mut(number) else { continue };
            match alternative {
                Some(unneeded) => unneeded.covering.retain(|number| earlier.contains(number)),
                None => *alternative = Some(UnneededAlternative { covering: earlier.to_vec(), witness: string() }),
            }
        }
        !open.is_empty()
    })?;
    let mut useless: Vec<UselessAlternative> = Vec::new();
    for (number, unneeded) in open {
        if let Some(UnneededAlternative { covering, witness }) = unneeded {
            let covering = covering.first().map(|&number| number as usize);
            useless.push(UselessAlternative { index: number as usize, covering, witness });
        }
    }
    useless.sort_by_key(|useless| useless.index);
    Ok(useless)
}

/// Calls `visit` with the numbers of the expressions that accept a string, for a shortest string of
/// each state of the automaton of all expressions, shortest strings first. Ends when `visit`
/// returns false.
pub(super) fn visit_accepted(
    bnf: &Bnf,
    exprs: &[&Expr],
    budget: &mut Budget,
    mut visit: impl FnMut(&[u32], &dyn Fn() -> String) -> bool,
) -> Result<(), GrammarError> {
    let nfa = Nfa::union(bnf, exprs.iter().copied(), "");
    let built = BUILT * nfa.as_ref().map_or(limits().nfa_states, |nfa| nfa.len() as usize);
    budget.spend(built).map_err(|TooLarge| too_large())?;
    let nfa = nfa?;
    let characters = representatives(&nfa);
    let mut scratch = nfa.scratch();
    let start = nfa.start(&mut scratch);
    // For each state the one before it and the character from there.
    let mut states: Vec<(NodeSet, usize, Option<char>)> = vec![(start.clone(), 0, None)];
    let mut numbers: HashMap<NodeSet, usize> = HashMap::from([(start, 0)]);
    let mut waiting = VecDeque::from([0]);
    while let Some(number) = waiting.pop_front() {
        let set = states[number].0.clone();
        let mut accepted: Vec<u32> = nfa.accepted(&set).collect();
        accepted.sort_unstable();
        if !accepted.is_empty() && !visit(&accepted, &|| string_to(&states, number)) {
            return Ok(());
        }
        let steps = (set.len() + 1) * characters.len() + accepted.len() * accepted.len();
        budget.spend(steps).map_err(|TooLarge| too_large())?;
        for &c in &characters {
            let next = nfa.step(&set, c, &mut scratch);
            if next.is_empty() || numbers.contains_key(&next) {
                continue;
            }
            if states.len() >= limits().dfa_states {
                return Err(too_large());
            }
            numbers.insert(next.clone(), states.len());
            waiting.push_back(states.len());
            states.push((next, number, Some(c)));
        }
    }
    Ok(())
}

/// A character of each set that no state distinguishes, the most readable first.
fn representatives(nfa: &Nfa) -> Vec<char> {
    let (ascii, count) = nfa.classes();
    let mut characters: Vec<char> = nfa.alphabet().characters().collect();
    characters.sort_by_key(|&c| (effort(c), c));
    let mut seen = vec![false; count];
    characters.retain(|&c| match ascii.get(c as usize) {
        Some(&class) => !std::mem::replace(&mut seen[usize::from(class)], true),
        None => true,
    });
    characters
}

/// The string that leads to a state. Each state has the number of the state before it, and the
/// character from there.
fn string_to(states: &[(NodeSet, usize, Option<char>)], mut number: usize) -> String {
    let mut string = Vec::new();
    while let (_, before, Some(c)) = &states[number] {
        string.push(*c);
        number = *before;
    }
    string.iter().rev().collect()
}
