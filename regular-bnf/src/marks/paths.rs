//! Automata of productions in which each derivation is one path.
//!
//! Other automata of this crate merge paths that read the same text. Here each alternative, each
//! repetition and each optional element is a decision of its own, also where its ways read the same
//! text or none. Two paths that read one string are two derivations of it.

use std::collections::HashMap;

use crate::automaton::TooLarge;
use crate::automaton::dfa::{Dfa, State};
use crate::automaton::live::live_nodes;
use crate::automaton::nfa::{EnclosingProduction, Nfa, NodeId, place_among};
use crate::bnf::{Bnf, Expr, GrammarError};
use crate::characters::CharSet;
use crate::limits::limits;

/// A way that leads nowhere.
pub(super) const NONE: NodeId = NodeId::MAX;

#[derive(Debug, Clone)]
pub(super) enum PathNode<'b> {
    /// One of these states; with the number of the decision, unless the next character decides.
    Choice(Vec<NodeId>, Option<u32>),
    /// One character; with the alternatives among which it decides.
    Step(CharSet, NodeId, Vec<&'b Expr>),
    /// A production begins.
    Enter(usize, NodeId),
    /// A production ends, and with it the recursive productions at its end.
    Leave(usize, NodeId),
    /// The end of the string.
    Accept,
}

/// A place in a production at which derivations can differ.
#[derive(Debug)]
pub(super) struct Decision {
    /// The index of the production.
    pub production: usize,
    /// The ways, in the order of the states.
    pub ways: Vec<AlternativeText>,
}

#[derive(Debug)]
pub(super) enum AlternativeText {
    Text(String),
    /// Alternatives of single characters, none of which shares a character with another one.
    Class(Vec<(CharSet, String)>),
}

/// An automaton.
pub(super) struct Paths<'b> {
    pub nodes: Vec<PathNode<'b>>,
    pub start: NodeId,
    pub decisions: Vec<Decision>,
    /// Whether a production is recursive at its beginning. The paths then do not show where
    /// productions begin.
    pub left_recursive: bool,
}

impl<'b> Paths<'b> {
    /// The automaton of a production whose [language](Nfa::from_production) can be computed.
    pub fn new(bnf: &'b Bnf, entry: &str) -> Result<Self, GrammarError> {
        // Fails unless all recursion is regular and all names are defined.
        Nfa::from_production(bnf, entry)?;
        let mut builder = PathsBuilder {
            bnf,
            entry,
            nodes: vec![PathNode::Accept],
            entry_nodes: HashMap::new(),
            jobs: Vec::new(),
            decisions: Vec::new(),
            numbers: HashMap::new(),
            simple: HashMap::new(),
            left_recursive: false,
        };
        let start = builder.name(entry, 0, None)?;
        builder.finish(0)?;
        let PathsBuilder { nodes, decisions, left_recursive, .. } = builder;
        Ok(Self { nodes, start, decisions, left_recursive }.pruned())
    }

    /// Removes the ways that cannot reach an end.
    fn pruned(mut self) -> Self {
        let (mut edges, mut ends) = (Vec::new(), Vec::new());
        for (number, node) in self.nodes.iter().enumerate() {
            node.for_each_target(|to| edges.push((number, to as usize)));
            if matches!(node, PathNode::Accept) {
                ends.push(number);
            }
        }
        let live = live_nodes(self.nodes.len(), edges.iter().copied(), ends);
        for node in &mut self.nodes {
            match node {
                // A way keeps its place among the others.
                PathNode::Choice(targets, _) => {
                    for to in targets {
                        if live.get(*to as usize) != Some(&true) {
                            *to = NONE;
                        }
                    }
                }
                PathNode::Step(class, to, _) if !live[*to as usize] => *class = CharSet::EMPTY,
                _ => {}
            }
        }
        self
    }
}

impl PathNode<'_> {
    fn for_each_target(&self, mut visit: impl FnMut(NodeId)) {
        match self {
            Self::Choice(targets, _) => targets.iter().filter(|to| **to != NONE).for_each(|to| visit(*to)),
            Self::Step(class, ..) if class.is_empty() => {}
            Self::Step(_, to, _) | Self::Enter(_, to) | Self::Leave(_, to) => visit(*to),
            Self::Accept => {}
        }
    }
}

/// A production that is still to be built.
struct PendingPaths {
    production: usize,
    entry_node: NodeId,
    next: NodeId,
}

/// The state after a production if the end of an expression is not the end of the production.
const OTHER: NodeId = NodeId::MAX;

/// The copies of states, each with a state of the right side of a difference.
#[derive(Default)]
struct StateCopies {
    nodes: HashMap<(NodeId, State), NodeId>,
    /// The states whose copies are still to be built.
    waiting: Vec<(NodeId, State)>,
}

struct PathsBuilder<'b, 'e> {
    bnf: &'b Bnf,
    entry: &'e str,
    nodes: Vec<PathNode<'b>>,
    /// The beginning of a production for each state after it; separately for its uses at the end of
    /// productions of its cycle.
    entry_nodes: HashMap<(usize, NodeId, bool), NodeId>,
    jobs: Vec<PendingPaths>,
    decisions: Vec<Decision>,
    /// The decision of each expression.
    numbers: HashMap<(usize, *const Expr), u32>,
    /// The results of [`simple`](Self::simple) for productions.
    simple: HashMap<usize, Option<CharSet>>,
    left_recursive: bool,
}

impl<'b> PathsBuilder<'b, '_> {
    fn too_large(&self) -> GrammarError {
        GrammarError::TooLarge(format!("the derivations of `{}`", self.entry))
    }

    fn add(&mut self, node: PathNode<'b>) -> Result<NodeId, GrammarError> {
        if self.nodes.len() >= limits().nfa_states {
            return Err(self.too_large());
        }
        self.nodes.push(node);
        Ok((self.nodes.len() - 1) as NodeId)
    }

    fn empty(&mut self) -> Result<NodeId, GrammarError> {
        self.add(PathNode::Choice(Vec::new(), None))
    }

    /// Builds the last of the scheduled productions, until `remaining` of them remain.
    fn finish(&mut self, remaining: usize) -> Result<(), GrammarError> {
        while self.jobs.len() > remaining
            && let Some(PendingPaths { production, entry_node, next }) = self.jobs.pop()
        {
            if let Ok(body) = &self.bnf.productions()[production].body {
                let body = self.expr(body, next, Some((production, next)), 0)?;
                self.nodes[entry_node as usize] = PathNode::Enter(production, body);
            }
        }
        Ok(())
    }

    /// The number of the decision of an expression.
    fn decision(
        &mut self,
        expr: &Expr,
        within: EnclosingProduction,
        ways: impl FnOnce() -> Vec<AlternativeText>,
    ) -> Option<u32> {
        let (production, _) = within?;
        let (decisions, key) = (&mut self.decisions, (production, std::ptr::from_ref(expr)));
        Some(*self.numbers.entry(key).or_insert_with(|| {
            decisions.push(Decision { production, ways: ways() });
            (decisions.len() - 1) as u32
        }))
    }

    fn expr(
        &mut self,
        expr: &'b Expr,
        next: NodeId,
        within: EnclosingProduction,
        depth: usize,
    ) -> Result<NodeId, GrammarError> {
        if depth > limits().depth {
            return Err(self.too_large());
        }
        match expr {
            Expr::Void => Ok(next),
            Expr::Literal(text) => {
                text.chars().rev().try_fold(next, |next, c| self.add(PathNode::Step(c.into(), next, Vec::new())))
            }
            Expr::Range(first, last) => self.add(PathNode::Step(CharSet::range(*first, *last), next, Vec::new())),
            Expr::Name(name) => self.name(name, next, within),
            Expr::Undefined(_) => self.empty(),
            Expr::Sequence(parts) => {
                parts.iter().rev().try_fold(next, |next, expr| self.expr(expr, next, within, depth + 1))
            }
            Expr::Alternatives(alternatives) => self.alternatives(expr, alternatives, next, within, depth),
            Expr::Repeat(least, most, inner) => {
                let notation = self.bnf.notation();
                let decision = self.decision(expr, within, || {
                    let inner = inner.to_text(notation);
                    let ways = match (*least, *most) {
                        (0, Some(1)) => [inner.clone(), format!("without {inner}")],
                        _ => [format!("one more {inner}"), format!("no more {inner}")],
                    };
                    ways.map(AlternativeText::Text).into()
                });
                let optional = match most {
                    None => {
                        let repetition = self.empty()?;
                        let body = self.expr(inner, repetition, within, depth + 1)?;
                        self.nodes[repetition as usize] = PathNode::Choice(vec![body, next], decision);
                        repetition
                    }
                    // Each optional element contains the next one.
                    Some(most) => (*least..*most).try_fold(next, |end, _| {
                        let body = self.expr(inner, end, within, depth + 1)?;
                        self.add(PathNode::Choice(vec![body, next], decision))
                    })?,
                };
                (0..*least).try_fold(optional, |end, _| self.expr(inner, end, within, depth + 1))
            }
            Expr::Except(left, right) => self.except(left, right, next, within, depth),
        }
    }

    fn alternatives(
        &mut self,
        expr: &'b Expr,
        alternatives: &'b [Expr],
        next: NodeId,
        within: EnclosingProduction,
        depth: usize,
    ) -> Result<NodeId, GrammarError> {
        let sets: Vec<Option<CharSet>> = alternatives.iter().map(|expr| self.simple(expr, 0)).collect();
        // The next character decides among alternatives that share no character.
        let shared = CharSet::shared(sets.iter().flatten());
        let (mut classes, mut decided, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for (expr, set) in alternatives.iter().zip(sets) {
            match set.filter(|set| set.intersection(&shared).is_empty()) {
                Some(set) => {
                    classes.push((set, expr.to_text(self.bnf.notation())));
                    decided.push(expr);
                }
                None => others.push(expr),
            }
        }
        let class = CharSet::union_of(classes.iter().map(|(set, _)| set));
        let mut targets = Vec::new();
        if !class.is_empty() {
            targets.push(self.add(PathNode::Step(class, next, decided))?);
        }
        for expr in &others {
            targets.push(self.expr(expr, next, within, depth + 1)?);
        }
        let notation = self.bnf.notation();
        let decision = self.decision(expr, within, || {
            let class = (!classes.is_empty()).then_some(AlternativeText::Class(classes));
            class.into_iter().chain(others.iter().map(|expr| AlternativeText::Text(expr.to_text(notation)))).collect()
        });
        self.add(PathNode::Choice(targets, decision))
    }

    /// The set of characters of an expression, if its members are single characters and each has
    /// one derivation.
    fn simple(&mut self, expr: &Expr, depth: u32) -> Option<CharSet> {
        match expr {
            Expr::Literal(text) => {
                let mut characters = text.chars();
                characters.next().filter(|_| characters.next().is_none()).map(CharSet::from)
            }
            Expr::Range(first, last) => Some(CharSet::range(*first, *last)),
            Expr::Name(name) => {
                let index = self.bnf.index(name)?;
                if let Some(set) = self.simple.get(&index) {
                    return set.clone();
                }
                // A recursive production is not simple.
                self.simple.insert(index, None);
                let bnf = self.bnf;
                let body = bnf.productions()[index].body.as_ref().ok().filter(|_| depth < limits().set_depth)?;
                let set = self.simple(body, depth + 1);
                self.simple.insert(index, set.clone());
                set
            }
            Expr::Alternatives(alternatives) => {
                let sets =
                    alternatives.iter().map(|expr| self.simple(expr, depth + 1).filter(|_| depth < limits().set_depth));
                let sets: Vec<CharSet> = sets.collect::<Option<_>>()?;
                CharSet::shared(&sets).is_empty().then(|| CharSet::union_of(&sets))
            }
            _ => None,
        }
    }

    /// Builds a difference: the derivations of the left side, without the texts that the right side
    /// matches.
    fn except(
        &mut self,
        left: &'b Expr,
        right: &'b Expr,
        next: NodeId,
        within: EnclosingProduction,
        depth: usize,
    ) -> Result<NodeId, GrammarError> {
        let right = Nfa::union(self.bnf, [right], self.entry)?;
        let right = Dfa::new(&right).map_err(|TooLarge| self.too_large())?;
        let end = self.empty()?;
        let jobs = self.jobs.len();
        let start = self.expr(left, end, within.map(|(production, _)| (production, OTHER)), depth + 1)?;
        self.finish(jobs)?;
        let mut copies = StateCopies::default();
        let entry_node = self.copy(&mut copies, start, Dfa::START)?;
        while let Some((node, state)) = copies.waiting.pop() {
            let copied = match self.nodes[node as usize].clone() {
                _ if node == end => {
                    PathNode::Choice(if right.is_accepting(state) { Vec::new() } else { vec![next] }, None)
                }
                PathNode::Choice(targets, decision) => {
                    let targets = targets.into_iter().map(|to| self.copy(&mut copies, to, state));
                    PathNode::Choice(targets.collect::<Result<_, _>>()?, decision)
                }
                PathNode::Enter(production, to) => PathNode::Enter(production, self.copy(&mut copies, to, state)?),
                PathNode::Leave(production, to) => PathNode::Leave(production, self.copy(&mut copies, to, state)?),
                PathNode::Step(class, to, alternatives) => {
                    let mut steps = Vec::new();
                    for (state, set) in sets_by_target(&class, &right, state) {
                        let to = self.copy(&mut copies, to, state)?;
                        steps.push(self.add(PathNode::Step(set, to, alternatives.clone()))?);
                    }
                    PathNode::Choice(steps, None)
                }
                PathNode::Accept => PathNode::Accept,
            };
            let copy = copies.nodes[&(node, state)];
            self.nodes[copy as usize] = copied;
        }
        Ok(entry_node)
    }

    /// The copy of a state with a state of the right side of a difference. A new copy is built
    /// later.
    fn copy(&mut self, copies: &mut StateCopies, node: NodeId, state: State) -> Result<NodeId, GrammarError> {
        // A production of a left-recursive cycle that does not end at its use.
        if node == NONE {
            return Ok(NONE);
        }
        if let Some(&copy) = copies.nodes.get(&(node, state)) {
            return Ok(copy);
        }
        let copy = self.empty()?;
        copies.nodes.insert((node, state), copy);
        copies.waiting.push((node, state));
        Ok(copy)
    }

    fn name(&mut self, name: &str, next: NodeId, within: EnclosingProduction) -> Result<NodeId, GrammarError> {
        let Some(production) = self.bnf.index(name) else { return self.empty() };
        let (cycles, left_cycles) = (self.bnf.cycles(), self.bnf.left_cycles());
        let cycle = cycles[production];
        let is_recursive = within.is_some_and(|(user, _)| cycle.is_some() && cycles[user] == cycle);
        let left_cycle = cycle.and_then(|cycle| left_cycles.get(&cycle));
        if let (Some(members), Some((user, end))) = (left_cycle, within)
            && is_recursive
        {
            return self.left_recursive_use(members, user, end, production, next);
        }
        if let Some(&entry_node) = self.entry_nodes.get(&(production, next, is_recursive)) {
            return Ok(entry_node);
        }
        if let Some(members) = left_cycle {
            self.left_recursive = true;
            let entry_node = self.left_cycle(members, production, next)?;
            self.entry_nodes.insert((production, next, false), entry_node);
            return Ok(entry_node);
        }
        // The recursive uses at the end of a production end with it.
        let end = if is_recursive { next } else { self.add(PathNode::Leave(production, next))? };
        let entry_node = self.empty()?;
        self.entry_nodes.insert((production, next, is_recursive), entry_node);
        self.entry_nodes.insert((production, end, true), entry_node);
        self.jobs.push(PendingPaths { production, entry_node, next: end });
        Ok(entry_node)
    }

    /// Builds a left-recursive production and all productions of its cycle: they begin together,
    /// and each has a state for its end, from which the text after its left-recursive uses
    /// continues.
    fn left_cycle(&mut self, members: &[usize], production: usize, next: NodeId) -> Result<NodeId, GrammarError> {
        let ends = self.nodes.len() as NodeId;
        for &member in members {
            let ways = vec![AlternativeText::Text(format!("the end of {}", self.bnf.productions()[member].name))];
            self.decisions.push(Decision { production: member, ways });
            let decision = Some((self.decisions.len() - 1) as u32);
            let targets = vec![if member == production { next } else { NONE }];
            self.add(PathNode::Choice(targets, decision))?;
        }
        let mut entry_nodes = Vec::new();
        for (&member, end) in members.iter().zip(ends..) {
            let entry_node = self.empty()?;
            entry_nodes.push(entry_node);
            self.jobs.push(PendingPaths { production: member, entry_node, next: end });
        }
        self.decisions.push(Decision {
            production,
            ways: members
                .iter()
                .map(|&member| AlternativeText::Text(self.bnf.productions()[member].name.clone()))
                .collect(),
        });
        let decision = Some((self.decisions.len() - 1) as u32);
        self.add(PathNode::Choice(entry_nodes, decision))
    }

    /// A left-recursive use of a production of a cycle: the text after the use continues from the
    /// production's end.
    fn left_recursive_use(
        &mut self,
        members: &[usize],
        user: usize,
        user_end: NodeId,
        production: usize,
        next: NodeId,
    ) -> Result<NodeId, GrammarError> {
        // The ends of all members have adjacent numbers.
        let [user_place, place] = [user, production].map(|index| place_among(members, index));
        let end = (user_end + place).wrapping_sub(user_place);
        if let Some(PathNode::Choice(targets, Some(decision))) = self.nodes.get_mut(end as usize) {
            targets.push(next);
            let text = format!("more of {}", self.bnf.productions()[user].name);
            self.decisions[*decision as usize].ways.push(AlternativeText::Text(text));
        }
        self.empty()
    }
}

/// The characters of a class by the state to which they lead from a state.
fn sets_by_target(class: &CharSet, dfa: &Dfa, state: State) -> Vec<(State, CharSet)> {
    let mut sets: Vec<(State, CharSet)> = Vec::new();
    for (symbol, &to) in dfa.row(state).iter().enumerate() {
        let set = class.intersection(&dfa.alphabet().set(symbol));
        match sets.iter_mut().find(|(target, _)| *target == to) {
            _ if set.is_empty() => {}
            Some((_, earlier)) => *earlier = earlier.union(&set),
            None => sets.push((to, set)),
        }
    }
    sets
}
