//! Expressions of an automaton's language, by the elimination of its states.
//!
//! A label from one state to another is an expression of the strings that lead there through
//! eliminated states. The automaton is deterministic, so a string has one way through it: of the
//! alternatives of a label at most one matches at the beginning of a string, and in only one way.
//! So an ordered choice and a repetition without backtracking read the same strings as a regular
//! expression does. Alternatives that begin alike share their prefix. Alternatives that end alike
//! share their suffix only in notations whose choice is not ordered.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::automaton::TooLarge;
use crate::automaton::dfa::{DEAD, Dfa, State};
use crate::characters::CharSet;
use crate::limits::limits;

/// The number of an expression.
pub(crate) type ExpressionId = usize;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum ExprKind {
    /// No character.
    Empty,
    /// No character, at the end of the string. An expression whose choice is not ordered has none.
    End,
    /// One of some characters.
    Class(CharSet),
    /// A rule that is written elsewhere, by its number.
    Rule(usize),
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
    ids: HashMap<ExprKind, ExpressionId>,
    /// The number of pairs of alternatives that were compared.
    pairs: usize,
}

/// An edge of a graph.
pub(crate) struct Edge {
    pub from: State,
    pub to: State,
    pub label: ExprKind,
}

/// The labels of a graph: of each state those to others, and the states that lead to it. A state
/// may lead to itself.
struct Labels {
    to: Vec<HashMap<State, ExpressionId>>,
    from: Vec<Vec<State>>,
}

impl Expressions {
    /// No expressions.
    pub fn new(ordered: bool) -> Self {
        Self { ordered, nodes: Vec::new(), sizes: Vec::new(), ids: HashMap::new(), pairs: 0 }
    }

    /// Adds the expression of an automaton's language; `None` if it has no members.
    ///
    /// # Errors
    ///
    /// If the work exceeds the limits.
    pub fn add_language(&mut self, dfa: &Dfa) -> Result<Option<ExpressionId>, TooLarge> {
        let states = Dfa::START..dfa.len() as State;
        let edges = states.clone().flat_map(|from| {
            dfa.classes(from).into_iter().map(move |(class, to)| Edge { from, to, label: ExprKind::Class(class) })
        });
        self.add_paths(dfa.len(), edges, states.clone().filter(|&state| dfa.is_accepting(state)))
    }

    /// Adds the expression of all paths from the [start](Dfa::START) of a graph to one of its
    /// ends; `None` if there are none. The states are numbered from the start to below `states`.
    ///
    /// # Errors
    ///
    /// If the work exceeds the limits.
    pub fn add_paths(
        &mut self,
        states: usize,
        edges: impl IntoIterator<Item = Edge>,
        ends: impl IntoIterator<Item = State>,
    ) -> Result<Option<ExpressionId>, TooLarge> {
        // Two further nodes of the graph. The dead state is not in it, so its number is free.
        let (source, sink) = (DEAD, states as State);
        let mut labels = Labels { to: vec![HashMap::new(); states + 1], from: vec![Vec::new(); states + 1] };
        let start = Edge { from: source, to: Dfa::START, label: ExprKind::Empty };
        let ends = ends.into_iter().map(|from| Edge { from, to: sink, label: ExprKind::End });
        for Edge { from, to, label } in std::iter::once(start).chain(edges).chain(ends) {
            let label = self.add(label);
            self.add_label(&mut labels, (from, to), label);
        }
        let mut remaining: Vec<State> = (Dfa::START..sink).collect();
        // The state whose elimination adds the least comes first.
        while let Some(at) = (0..remaining.len()).min_by_key(|&at| (self.weight(&labels, remaining[at]), remaining[at]))
        {
            self.eliminate(&mut labels, remaining.swap_remove(at));
            if self.pairs > limits().pattern_pairs || self.nodes.len() > limits().pattern_copies {
                return Err(TooLarge);
            }
        }
        let paths = labels.to[source as usize].get(&sink).copied();
        Ok(if self.ordered { paths } else { paths.map(|paths| self.without_end(paths)) })
    }

    /// The same expression, whose ends are nothing. They are there until all states are eliminated,
    /// since alternatives that end alike share them.
    fn without_end(&mut self, id: ExpressionId) -> ExpressionId {
        let mut without: HashMap<ExpressionId, ExpressionId> = HashMap::new();
        for inner in self.within(id) {
            let changed = match self.nodes[inner].clone() {
                ExprKind::End => self.add(ExprKind::Empty),
                ExprKind::Sequence(ids) => {
                    let ids: Vec<ExpressionId> = ids.iter().map(|id| without[id]).collect();
                    self.sequence(&ids)
                }
                ExprKind::Choice(ids) => {
                    let mut ids: Vec<ExpressionId> = ids.iter().map(|id| without[id]).collect();
                    let mut seen = HashSet::new();
                    ids.retain(|&id| seen.insert(id));
                    self.alternatives(ids)
                }
                ExprKind::Star(id) => self.add(ExprKind::Star(without[&id])),
                ExprKind::Empty | ExprKind::Class(_) | ExprKind::Rule(_) => inner,
            };
            without.insert(inner, changed);
        }
        without[&id]
    }

    /// The expressions directly in one.
    pub fn directly_in(&self, id: ExpressionId) -> &[ExpressionId] {
        match &self.nodes[id] {
            ExprKind::Sequence(ids) | ExprKind::Choice(ids) => ids,
            ExprKind::Star(inner) => std::slice::from_ref(inner),
            ExprKind::Empty | ExprKind::End | ExprKind::Class(_) | ExprKind::Rule(_) => &[],
        }
    }

    /// An expression and all that are in it, each after those in it.
    pub fn within(&self, id: ExpressionId) -> BTreeSet<ExpressionId> {
        // An expression has a greater number than those in it.
        let (mut within, mut waiting) = (BTreeSet::new(), vec![id]);
        while let Some(id) = waiting.pop() {
            if within.insert(id) {
                waiting.extend(self.directly_in(id));
            }
        }
        within
    }

    /// Adds a label from one state to another, as an alternative of one that is there.
    fn add_label(&mut self, labels: &mut Labels, (from, to): (State, State), label: ExpressionId) {
        let label = match labels.to[from as usize].get(&to).copied() {
            Some(parallel) => self.choice(&[parallel, label]),
            None => {
                labels.from[to as usize].push(from);
                label
            }
        };
        labels.to[from as usize].insert(to, label);
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
        let targets = labels.to[state as usize].iter().filter(|(to, _)| **to != state);
        let outgoing: Vec<usize> = targets.map(|(_, &id)| self.sizes[id]).collect();
        let sources = labels.from[state as usize].iter().filter(|&&from| from != state);
        let incoming: Vec<usize> = sources.map(|from| self.sizes[labels.to[*from as usize][&state]]).collect();
        let loop_size = labels.to[state as usize].get(&state).map_or(0, |&id| self.sizes[id]);
        let (ins, outs) = (incoming.len(), outgoing.len());
        let copies = sum(incoming).saturating_mul(outs.saturating_sub(1));
        copies
            .saturating_add(sum(outgoing).saturating_mul(ins.saturating_sub(1)))
            .saturating_add(loop_size.saturating_mul((ins * outs).saturating_sub(1)))
    }

    /// Removes a state: each path through it becomes a label between its neighbours.
    fn eliminate(&mut self, labels: &mut Labels, state: State) {
        let mut outgoing: Vec<(State, ExpressionId)> =
            std::mem::take(&mut labels.to[state as usize]).into_iter().collect();
        outgoing.sort_unstable();
        let loop_label = outgoing.iter().position(|(to, _)| *to == state).map(|index| outgoing.remove(index).1);
        let repetition = loop_label.map(|loop_label| self.add(ExprKind::Star(loop_label)));
        let sources = std::mem::take(&mut labels.from[state as usize]);
        for &(to, _) in &outgoing {
            labels.from[to as usize].retain(|from| *from != state);
        }
        for from in sources.into_iter().filter(|from| *from != state) {
            let Some(first) = labels.to[from as usize].remove(&state) else { continue };
            for &(to, last) in &outgoing {
                let path: Vec<ExpressionId> = [Some(first), repetition, Some(last)].into_iter().flatten().collect();
                let path = self.sequence(&path);
                self.add_label(labels, (from, to), path);
            }
        }
    }

    fn add(&mut self, kind: ExprKind) -> ExpressionId {
        if let Some(&id) = self.ids.get(&kind) {
            return id;
        }
        let inner = match &kind {
            ExprKind::Empty | ExprKind::End | ExprKind::Class(_) | ExprKind::Rule(_) => 0,
            ExprKind::Sequence(ids) | ExprKind::Choice(ids) => sum(ids.iter().map(|&id| self.sizes[id])),
            ExprKind::Star(inner) => self.sizes[*inner],
        };
        self.sizes.push(inner.saturating_add(1));
        self.nodes.push(kind.clone());
        self.ids.insert(kind, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// The parts of a sequence; an expression alone is its only part.
    fn parts(&self, id: ExpressionId) -> Vec<ExpressionId> {
        match &self.nodes[id] {
            ExprKind::Empty => Vec::new(),
            ExprKind::Sequence(ids) => ids.clone(),
            _ => vec![id],
        }
    }

    fn sequence(&mut self, ids: &[ExpressionId]) -> ExpressionId {
        let flat: Vec<ExpressionId> = ids.iter().flat_map(|&id| self.parts(id)).collect();
        match flat[..] {
            [] => self.add(ExprKind::Empty),
            [only] => only,
            _ => self.add(ExprKind::Sequence(flat)),
        }
    }

    /// A choice of expressions of which at most one matches at a place.
    fn choice(&mut self, ids: &[ExpressionId]) -> ExpressionId {
        let mut flat: Vec<ExpressionId> = Vec::new();
        for &id in ids {
            match &self.nodes[id] {
                ExprKind::Choice(inner) => flat.extend(inner),
                _ => flat.push(id),
            }
        }
        // Merges pairs of alternatives until no two can be merged.
        'merge: loop {
            for first in 0..flat.len() {
                for second in first + 1..flat.len() {
                    if let Some(merged) = self.merged(flat[first], flat[second]) {
                        flat.remove(second);
                        flat[first] = merged;
                        if let ExprKind::Choice(inner) = self.nodes[merged].clone() {
                            flat.remove(first);
                            flat.extend(inner);
                        }
                        continue 'merge;
                    }
                }
            }
            break;
        }
        self.alternatives(flat)
    }

    /// A choice of alternatives that are different.
    fn alternatives(&mut self, mut alternatives: Vec<ExpressionId>) -> ExpressionId {
        alternatives.sort_by_key(|&id| self.may_be_empty(id));
        match alternatives[..] {
            [only] => only,
            [first, last] if self.nodes[last] == ExprKind::Empty && self.repeated(first).is_some() => {
                // `A A*`, or nothing, is `A*`.
                self.repeated(first).unwrap_or(first)
            }
            _ => self.add(ExprKind::Choice(alternatives)),
        }
    }

    /// Whether an expression matches the empty string anywhere.
    fn may_be_empty(&self, id: ExpressionId) -> bool {
        match &self.nodes[id] {
            ExprKind::Empty | ExprKind::Star(_) => true,
            ExprKind::End | ExprKind::Class(_) | ExprKind::Rule(_) => false,
            ExprKind::Sequence(ids) => ids.iter().all(|&id| self.may_be_empty(id)),
            ExprKind::Choice(ids) => ids.last().is_some_and(|&id| self.may_be_empty(id)),
        }
    }

    /// The repetition `A*` of an expression `A A*`.
    fn repeated(&self, id: ExpressionId) -> Option<ExpressionId> {
        let ExprKind::Sequence(ids) = &self.nodes[id] else { return None };
        let (last, first) = ids.split_last()?;
        let ExprKind::Star(inner) = self.nodes[*last] else { return None };
        (self.parts(inner) == first).then_some(*last)
    }

    /// Two alternatives as one, if they are the same, are classes, or begin or end alike.
    fn merged(&mut self, first: ExpressionId, second: ExpressionId) -> Option<ExpressionId> {
        if first == second {
            return Some(first);
        }
        self.pairs += 1;
        // Past the limit the whole construction fails, so this result is not used.
        if self.pairs > limits().pattern_pairs {
            return None;
        }
        if let (ExprKind::Class(left), ExprKind::Class(right)) = (&self.nodes[first], &self.nodes[second]) {
            let union = left.union(right);
            return Some(self.add(ExprKind::Class(union)));
        }
        let (left, right) = (self.parts(first), self.parts(second));
        let front = left.iter().zip(&right).take_while(|(left, right)| left == right).count();
        let back = left.iter().rev().zip(right.iter().rev()).take_while(|(left, right)| left == right).count();
        // With an ordered choice the parts before a common suffix may both match, and the first
        // would then hide the second.
        let back = if self.ordered { 0 } else { back.min(left.len().min(right.len()) - front) };
        if front + back == 0 {
            return None;
        }
        let (prefix, suffix) = (left[..front].to_vec(), left[left.len() - back..].to_vec());
        let [left, right] = [left, right].map(|parts| self.sequence(&parts[front..parts.len() - back]));
        let middle = self.choice(&[left, right]);
        Some(self.sequence(&[prefix, vec![middle], suffix].concat()))
    }
}

/// A sum of sizes; the greatest number if it is greater.
fn sum(sizes: impl IntoIterator<Item = usize>) -> usize {
    sizes.into_iter().fold(0, usize::saturating_add)
}
