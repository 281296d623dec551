//! Expressions of an automaton's language, by the elimination of its states.
//!
//! A label from one state to another is an expression of the strings that lead there through
//! eliminated states. The automaton is deterministic, so a string has one way through it: of the
//! alternatives of a label at most one matches at the beginning of a string, and in only one way.
//! So an ordered choice and a repetition without backtracking read the same strings as a regular
//! expression does. Alternatives that begin alike share that part. Those that end alike do so only
//! for notations whose choice is not ordered.

use std::collections::HashMap;

use crate::automaton::TooLarge;
use crate::automaton::dfa::{DEAD, Dfa, State};
use crate::characters::CharSet;
use crate::limits::LIMITS;

/// The number of an expression.
pub(crate) type ExpressionId = usize;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum ExprKind {
    /// No character.
    Empty,
    /// No character, at the end of the string.
    End,
    /// One of some characters.
    Class(CharSet),
    /// All, one after another.
    Sequence(Vec<ExpressionId>),
    /// One of several; if one of them matches the empty string, it is the last.
    Choice(Vec<ExpressionId>),
    /// Any number of them.
    Star(ExpressionId),
}

/// An expression and those in it, each once.
pub(crate) struct Expressions {
    /// Whether an ordered choice must read the same strings.
    ordered: bool,
    nodes: Vec<ExprKind>,
    /// The number of expressions in each when all are written out.
    sizes: Vec<usize>,
    known: HashMap<ExprKind, ExpressionId>,
    /// The number of pairs of alternatives that were compared.
    pairs: usize,
    /// The expression of the whole language; `None` if it has no members.
    pub root: Option<ExpressionId>,
}

/// The labels of a graph: of each state those to others, and the states that lead to it. A state
/// may lead to itself.
struct Labels {
    to: Vec<HashMap<State, ExpressionId>>,
    from: Vec<Vec<State>>,
}

impl Expressions {
    /// The expression of an automaton's language.
    ///
    /// # Errors
    ///
    /// If the work exceeds the limits.
    pub fn new(dfa: &Dfa, ordered: bool) -> Result<Self, TooLarge> {
        let mut all =
            Self { ordered, nodes: Vec::new(), sizes: Vec::new(), known: HashMap::new(), pairs: 0, root: None };
        let end = dfa.len() as State;
        let begin = DEAD;
        let mut labels = Labels { to: vec![HashMap::new(); dfa.len() + 1], from: vec![Vec::new(); dfa.len() + 1] };
        let empty = all.add(ExprKind::Empty);
        labels.to[begin as usize].insert(Dfa::START, empty);
        labels.from[Dfa::START as usize].push(begin);
        for state in Dfa::START..end {
            for (class, to) in dfa.classes(state) {
                let label = all.add(ExprKind::Class(class));
                labels.to[state as usize].insert(to, label);
                labels.from[to as usize].push(state);
            }
            if dfa.is_accepting(state) {
                let label = all.add(ExprKind::End);
                labels.to[state as usize].insert(end, label);
                labels.from[end as usize].push(state);
            }
        }
        let mut left: Vec<State> = (Dfa::START..end).collect();
        // The state whose elimination adds the least, first.
        while let Some(at) = (0..left.len()).min_by_key(|&at| (all.weight(&labels, left[at]), left[at])) {
            all.eliminate(&mut labels, left.swap_remove(at));
            if all.pairs > LIMITS.pattern_pairs || all.nodes.len() > LIMITS.pattern_copies {
                return Err(TooLarge);
            }
        }
        all.root = labels.to[begin as usize].get(&end).copied();
        Ok(all)
    }

    /// The kind of an expression.
    pub fn kind(&self, id: ExpressionId) -> &ExprKind {
        &self.nodes[id]
    }

    /// The number of expressions in one when all are written out.
    pub fn size(&self, id: ExpressionId) -> usize {
        self.sizes[id]
    }

    /// The number of characters that the elimination of a state adds, about.
    fn weight(&self, labels: &Labels, state: State) -> usize {
        let size = |&id: &ExpressionId| self.sizes[id];
        let out: Vec<usize> =
            labels.to[state as usize].iter().filter(|(to, _)| **to != state).map(|(_, id)| size(id)).collect();
        let own = labels.to[state as usize].get(&state).map_or(0, size);
        let into = labels.from[state as usize].iter().filter(|&&from| from != state);
        let into: Vec<usize> = into.map(|&from| size(&labels.to[from as usize][&state])).collect();
        let all = |sizes: &[usize]| sizes.iter().fold(0usize, |all, size| all.saturating_add(*size));
        let (ins, outs) = (into.len(), out.len());
        let copies = all(&into).saturating_mul(outs.saturating_sub(1));
        copies
            .saturating_add(all(&out).saturating_mul(ins.saturating_sub(1)))
            .saturating_add(own.saturating_mul((ins * outs).saturating_sub(1)))
    }

    fn eliminate(&mut self, labels: &mut Labels, state: State) {
        let mut out: Vec<(State, ExpressionId)> = std::mem::take(&mut labels.to[state as usize]).into_iter().collect();
        out.sort_unstable();
        let own = out.iter().position(|(to, _)| *to == state).map(|at| out.remove(at).1);
        let again = own.map(|own| self.add(ExprKind::Star(own)));
        let into = std::mem::take(&mut labels.from[state as usize]);
        for &(to, _) in &out {
            labels.from[to as usize].retain(|from| *from != state);
        }
        for from in into.into_iter().filter(|from| *from != state) {
            let Some(first) = labels.to[from as usize].remove(&state) else { continue };
            for &(to, last) in &out {
                let way: Vec<ExpressionId> = [Some(first), again, Some(last)].into_iter().flatten().collect();
                let way = self.sequence(&way);
                let known = labels.to[from as usize].get(&to).copied();
                if known.is_none() {
                    labels.from[to as usize].push(from);
                }
                let label = match known {
                    Some(known) => self.choice(&[known, way]),
                    None => way,
                };
                labels.to[from as usize].insert(to, label);
            }
        }
    }

    fn add(&mut self, kind: ExprKind) -> ExpressionId {
        if let Some(&known) = self.known.get(&kind) {
            return known;
        }
        let inner = match &kind {
            ExprKind::Empty | ExprKind::End | ExprKind::Class(_) => 0,
            ExprKind::Sequence(all) | ExprKind::Choice(all) => {
                all.iter().fold(0usize, |sum, &id| sum.saturating_add(self.sizes[id]))
            }
            ExprKind::Star(inner) => self.sizes[*inner],
        };
        self.sizes.push(inner.saturating_add(1));
        self.nodes.push(kind.clone());
        self.known.insert(kind, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// The parts of a sequence; an expression alone is its only part.
    fn parts(&self, id: ExpressionId) -> Vec<ExpressionId> {
        match &self.nodes[id] {
            ExprKind::Empty => Vec::new(),
            ExprKind::Sequence(all) => all.clone(),
            _ => vec![id],
        }
    }

    fn sequence(&mut self, all: &[ExpressionId]) -> ExpressionId {
        let flat: Vec<ExpressionId> = all.iter().flat_map(|&id| self.parts(id)).collect();
        match flat[..] {
            [] => self.add(ExprKind::Empty),
            [one] => one,
            _ => self.add(ExprKind::Sequence(flat)),
        }
    }

    /// A choice of expressions of which at most one matches at a place.
    fn choice(&mut self, all: &[ExpressionId]) -> ExpressionId {
        let mut flat: Vec<ExpressionId> = Vec::new();
        for &id in all {
            match &self.nodes[id] {
                ExprKind::Choice(inner) => flat.extend(inner),
                _ => flat.push(id),
            }
        }
        // Every two alternatives that can be one become one.
        'again: loop {
            for at in 0..flat.len() {
                for other in at + 1..flat.len() {
                    if let Some(one) = self.merged(flat[at], flat[other]) {
                        flat.remove(other);
                        flat[at] = one;
                        if let ExprKind::Choice(inner) = self.nodes[one].clone() {
                            flat.remove(at);
                            flat.extend(inner);
                        }
                        continue 'again;
                    }
                }
            }
            break;
        }
        flat.sort_by_key(|&id| self.may_be_empty(id));
        match flat[..] {
            [one] => one,
            // `A A*`, or nothing.
            [some, none] if self.nodes[none] == ExprKind::Empty && self.repeated(some).is_some() => {
                self.repeated(some).unwrap_or(some)
            }
            _ => self.add(ExprKind::Choice(flat)),
        }
    }

    /// Whether an expression matches the empty string anywhere.
    fn may_be_empty(&self, id: ExpressionId) -> bool {
        match &self.nodes[id] {
            ExprKind::Empty | ExprKind::Star(_) => true,
            ExprKind::End | ExprKind::Class(_) => false,
            ExprKind::Sequence(all) => all.iter().all(|&id| self.may_be_empty(id)),
            ExprKind::Choice(all) => all.last().is_some_and(|&id| self.may_be_empty(id)),
        }
    }

    /// The repetition `A*` of an expression `A A*`.
    fn repeated(&self, id: ExpressionId) -> Option<ExpressionId> {
        let ExprKind::Sequence(all) = &self.nodes[id] else { return None };
        let (last, first) = all.split_last()?;
        let ExprKind::Star(inner) = self.nodes[*last] else { return None };
        (self.parts(inner) == first).then_some(*last)
    }

    /// Two alternatives as one, if they are the same, are classes, or begin or end alike.
    fn merged(&mut self, one: ExpressionId, other: ExpressionId) -> Option<ExpressionId> {
        if one == other {
            return Some(one);
        }
        self.pairs += 1;
        // The result is not used.
        if self.pairs > LIMITS.pattern_pairs {
            return None;
        }
        if let (ExprKind::Class(left), ExprKind::Class(right)) = (&self.nodes[one], &self.nodes[other]) {
            let both = left.union(right);
            return Some(self.add(ExprKind::Class(both)));
        }
        let (left, right) = (self.parts(one), self.parts(other));
        let front = left.iter().zip(&right).take_while(|(left, right)| left == right).count();
        let back = left.iter().rev().zip(right.iter().rev()).take_while(|(left, right)| left == right).count();
        // The rest in front of a common end may match where the other alternative does, too.
        let back = if self.ordered { 0 } else { back.min(left.len().min(right.len()) - front) };
        if front + back == 0 {
            return None;
        }
        let (first, last) = (left[..front].to_vec(), left[left.len() - back..].to_vec());
        let [left, right] = [left, right].map(|all| self.sequence(&all[front..all.len() - back]));
        let middle = self.choice(&[left, right]);
        let mut all = first;
        all.push(middle);
        all.extend(last);
        Some(self.sequence(&all))
    }
}
