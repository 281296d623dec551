//! Automata of productions in which each derivation is one path.
//!
//! Other automata of this crate merge paths that read the same text. Here each alternative, each
//! repetition and each optional element is a decision of its own, also where its ways read the same
//! text or none. Two paths that read one string are two derivations of it.

use std::collections::HashMap;

use crate::automaton::TooLarge;
use crate::automaton::dfa::Dfa;
use crate::automaton::nfa::{EnclosingProduction, Nfa, NodeId};
use crate::bnf::{Bnf, Expr, LanguageError};
use crate::characters::CharSet;
use crate::limits::LIMITS;

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
    pub fn new(bnf: &'b Bnf, entry: &str) -> Result<Self, LanguageError> {
        // It decides whether all recursion is regular, and all names are defined.
        Nfa::from_production(bnf, entry)?;
        let mut builder = PathsBuilder {
            bnf,
            entry,
            nodes: vec![PathNode::Accept],
            known: HashMap::new(),
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
        let mut before = vec![Vec::new(); self.nodes.len()];
        for (at, node) in (0..).zip(&self.nodes) {
            node.each_next(|to| before[to as usize].push(at as NodeId));
        }
        let mut live = vec![false; self.nodes.len()];
        let accepts = |(at, node): (usize, &PathNode)| matches!(node, PathNode::Accept).then_some(at as NodeId);
        let mut waiting: Vec<NodeId> = self.nodes.iter().enumerate().filter_map(accepts).collect();
        while let Some(at) = waiting.pop() {
            if !std::mem::replace(&mut live[at as usize], true) {
                waiting.append(&mut before[at as usize]);
            }
        }
        for node in &mut self.nodes {
            match node {
                // The places of the other ways stay.
                PathNode::Choice(all, _) => {
                    let dead = |to: &&mut NodeId| live.get(**to as usize) != Some(&true);
                    all.iter_mut().filter(dead).for_each(|to| *to = NONE);
                }
                PathNode::Step(class, to, _) if !live[*to as usize] => *class = CharSet::EMPTY,
                _ => {}
            }
        }
        self
    }
}

impl PathNode<'_> {
    fn each_next(&self, mut add: impl FnMut(NodeId)) {
        match self {
            Self::Choice(all, _) => all.iter().filter(|to| **to != NONE).for_each(|to| add(*to)),
            Self::Step(class, ..) if class.is_empty() => {}
            Self::Step(_, to, _) | Self::Enter(_, to) | Self::Leave(_, to) => add(*to),
            Self::Accept => {}
        }
    }
}

/// A production that is still to be built.
struct PendingPaths {
    production: usize,
    begin: NodeId,
    next: NodeId,
}

/// The state after a production if the end of an expression is not the end of the production.
const OTHER: NodeId = NodeId::MAX;

struct PathsBuilder<'b, 'e> {
    bnf: &'b Bnf,
    entry: &'e str,
    nodes: Vec<PathNode<'b>>,
    /// The beginning of a production for each state after it; separately for its uses at the end of
    /// productions of its cycle.
    known: HashMap<(usize, NodeId, bool), NodeId>,
    jobs: Vec<PendingPaths>,
    decisions: Vec<Decision>,
    /// The decision of each expression.
    numbers: HashMap<(usize, *const Expr), u32>,
    /// The results of [`simple`](Self::simple) for productions.
    simple: HashMap<usize, Option<CharSet>>,
    left_recursive: bool,
}

impl<'b> PathsBuilder<'b, '_> {
    fn too_large(&self) -> LanguageError {
        LanguageError::TooLarge(format!("the derivations of `{}`", self.entry))
    }

    fn add(&mut self, node: PathNode<'b>) -> Result<NodeId, LanguageError> {
        if self.nodes.len() >= LIMITS.nfa_states {
            return Err(self.too_large());
        }
        self.nodes.push(node);
        Ok((self.nodes.len() - 1) as NodeId)
    }

    fn empty(&mut self) -> Result<NodeId, LanguageError> {
        self.add(PathNode::Choice(Vec::new(), None))
    }

    /// Builds the scheduled productions until so many are left.
    fn finish(&mut self, left: usize) -> Result<(), LanguageError> {
        while self.jobs.len() > left
            && let Some(PendingPaths { production, begin, next }) = self.jobs.pop()
        {
            if let Ok(body) = &self.bnf.productions()[production].body {
                let body = self.expr(body, next, Some((production, next)), 0)?;
                self.nodes[begin as usize] = PathNode::Enter(production, body);
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
    ) -> Result<NodeId, LanguageError> {
        if depth > LIMITS.depth {
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
            Expr::Sequence(all) => {
                all.iter().rev().try_fold(next, |next, expr| self.expr(expr, next, within, depth + 1))
            }
            Expr::Alternatives(all) => self.alternatives(expr, all, next, within, depth),
            Expr::Repeat(least, most, inner) => {
                let ways = || match (*least, *most) {
                    (0, Some(1)) => [format!("{inner}"), format!("without {inner}")],
                    _ => [format!("one more {inner}"), format!("no more {inner}")],
                };
                let decision = self.decision(expr, within, || ways().map(AlternativeText::Text).into());
                let rest = match most {
                    None => {
                        let again = self.empty()?;
                        let body = self.expr(inner, again, within, depth + 1)?;
                        self.nodes[again as usize] = PathNode::Choice(vec![body, next], decision);
                        again
                    }
                    // An optional element that contains the next optional element.
                    Some(most) => (*least..*most).try_fold(next, |rest, _| {
                        let more = self.expr(inner, rest, within, depth + 1)?;
                        self.add(PathNode::Choice(vec![more, next], decision))
                    })?,
                };
                (0..*least).try_fold(rest, |rest, _| self.expr(inner, rest, within, depth + 1))
            }
            Expr::Except(left, right) => self.except(left, right, next, within, depth),
        }
    }

    fn alternatives(
        &mut self,
        expr: &'b Expr,
        all: &'b [Expr],
        next: NodeId,
        within: EnclosingProduction,
        depth: usize,
    ) -> Result<NodeId, LanguageError> {
        let sets: Vec<Option<CharSet>> = all.iter().map(|expr| self.simple(expr, 0)).collect();
        // The next character decides among alternatives that share none.
        let shared = CharSet::shared(sets.iter().flatten());
        let alone = |set: Option<CharSet>| set.filter(|own| own.intersection(&shared).is_empty());
        let alone: Vec<Option<CharSet>> = sets.into_iter().map(alone).collect();
        let class = CharSet::union_of(alone.iter().flatten());
        let mut ways = Vec::new();
        if !class.is_empty() {
            let decided = all.iter().zip(&alone).filter_map(|(expr, set)| set.is_some().then_some(expr)).collect();
            ways.push(self.add(PathNode::Step(class.clone(), next, decided))?);
        }
        for (expr, _) in all.iter().zip(&alone).filter(|(_, set)| set.is_none()) {
            ways.push(self.expr(expr, next, within, depth + 1)?);
        }
        let decision = self.decision(expr, within, || {
            let text = |expr: &Expr| expr.to_string();
            let classes: Vec<_> =
                all.iter().zip(&alone).filter_map(|(expr, set)| Some((set.clone()?, text(expr)))).collect();
            let others = all
                .iter()
                .zip(&alone)
                .filter(|(_, set)| set.is_none())
                .map(|(expr, _)| AlternativeText::Text(text(expr)));
            (!classes.is_empty()).then_some(AlternativeText::Class(classes)).into_iter().chain(others).collect()
        });
        self.add(PathNode::Choice(ways, decision))
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
                let at = self.bnf.index(name)?;
                if let Some(known) = self.simple.get(&at) {
                    return known.clone();
                }
                // A recursive production is not simple.
                self.simple.insert(at, None);
                let bnf = self.bnf;
                let body = bnf.productions()[at].body.as_ref().ok().filter(|_| depth < LIMITS.set_depth)?;
                let set = self.simple(body, depth + 1);
                self.simple.insert(at, set.clone());
                set
            }
            Expr::Alternatives(all) => {
                let each = |expr| self.simple(expr, depth + 1).filter(|_| depth < LIMITS.set_depth);
                let sets: Vec<CharSet> = all.iter().map(each).collect::<Option<_>>()?;
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
    ) -> Result<NodeId, LanguageError> {
        let right = Nfa::union(self.bnf, [right], self.entry)?;
        let right = Dfa::new(&right).map_err(|TooLarge| self.too_large())?;
        let end = self.empty()?;
        let jobs = self.jobs.len();
        let start = self.expr(left, end, within.map(|(production, _)| (production, OTHER)), depth + 1)?;
        self.finish(jobs)?;
        // Copies of the states of the left side, each with a state of the right side.
        let begin = self.empty()?;
        let mut copies = HashMap::from([((start, Dfa::START), begin)]);
        let mut waiting = vec![(start, Dfa::START)];
        while let Some((at, state)) = waiting.pop() {
            let mut copy = |own: &mut Self, to: (NodeId, u32)| -> Result<NodeId, LanguageError> {
                if let Some(&copy) = copies.get(&to) {
                    return Ok(copy);
                }
                let copy = own.empty()?;
                copies.insert(to, copy);
                waiting.push(to);
                Ok(copy)
            };
            let node = match self.nodes[at as usize].clone() {
                _ if at == end => {
                    let all = if right.is_accepting(state) { Vec::new() } else { vec![next] };
                    PathNode::Choice(all, None)
                }
                PathNode::Choice(all, decision) => {
                    let all = all.into_iter().map(|to| copy(self, (to, state))).collect::<Result<_, _>>()?;
                    PathNode::Choice(all, decision)
                }
                PathNode::Enter(production, to) => PathNode::Enter(production, copy(self, (to, state))?),
                PathNode::Leave(production, to) => PathNode::Leave(production, copy(self, (to, state))?),
                PathNode::Step(class, to, all) => {
                    let mut sets: Vec<(u32, CharSet)> = Vec::new();
                    for (symbol, &state) in right.row(state).iter().enumerate() {
                        let set = class.intersection(&right.alphabet().set(symbol));
                        match sets.iter_mut().find(|(known, _)| *known == state) {
                            _ if set.is_empty() => {}
                            Some((_, known)) => *known = known.union(&set),
                            None => sets.push((state, set)),
                        }
                    }
                    let mut steps = Vec::new();
                    for (state, set) in sets {
                        let to = copy(self, (to, state))?;
                        steps.push(self.add(PathNode::Step(set, to, all.clone()))?);
                    }
                    PathNode::Choice(steps, None)
                }
                PathNode::Accept => PathNode::Accept,
            };
            let own = copies[&(at, state)];
            self.nodes[own as usize] = node;
        }
        Ok(begin)
    }

    fn name(&mut self, name: &str, next: NodeId, within: EnclosingProduction) -> Result<NodeId, LanguageError> {
        let Some(production) = self.bnf.index(name) else { return self.empty() };
        let (cycles, left) = (self.bnf.cycles(), self.bnf.left_cycles());
        let cycle = cycles[production];
        let recurs = within.is_some_and(|(user, _)| cycle.is_some() && cycles[user] == cycle);
        if let (Some(members), Some(user)) = (cycle.and_then(|cycle| left.get(&cycle)), within)
            && recurs
        {
            return self.again(members, user, production, next);
        }
        if let Some(&begin) = self.known.get(&(production, next, recurs)) {
            return Ok(begin);
        }
        if let Some(members) = cycle.and_then(|cycle| left.get(&cycle)) {
            self.left_recursive = true;
            let begin = self.left_cycle(members, production, next)?;
            self.known.insert((production, next, false), begin);
            return Ok(begin);
        }
        // The recursive uses at the end of a production end with it.
        let end = if recurs { next } else { self.add(PathNode::Leave(production, next))? };
        let begin = self.empty()?;
        self.known.insert((production, next, recurs), begin);
        self.known.insert((production, end, true), begin);
        self.jobs.push(PendingPaths { production, begin, next: end });
        Ok(begin)
    }

    /// Builds a left-recursive production and all productions of its cycle: they begin together,
    /// and each has a state for its end, from which the text after its left-recursive uses
    /// continues.
    fn left_cycle(&mut self, members: &[usize], production: usize, next: NodeId) -> Result<NodeId, LanguageError> {
        let ends = self.nodes.len() as NodeId;
        for &member in members {
            let ways = vec![AlternativeText::Text(format!("the end of {}", self.bnf.productions()[member].name))];
            self.decisions.push(Decision { production: member, ways });
            let decision = Some((self.decisions.len() - 1) as u32);
            let all = vec![if member == production { next } else { NONE }];
            self.add(PathNode::Choice(all, decision))?;
        }
        let mut begins = Vec::new();
        for (&member, end) in members.iter().zip(ends..) {
            let begin = self.empty()?;
            begins.push(begin);
            self.jobs.push(PendingPaths { production: member, begin, next: end });
        }
        self.decisions.push(Decision {
            production,
            ways: members.iter().map(|&at| AlternativeText::Text(self.bnf.productions()[at].name.clone())).collect(),
        });
        let decision = Some((self.decisions.len() - 1) as u32);
        self.add(PathNode::Choice(begins, decision))
    }

    /// A left-recursive use of a production of a cycle: the text after the use continues from the
    /// production's end.
    fn again(
        &mut self,
        members: &[usize],
        (user, end): (usize, NodeId),
        production: usize,
        next: NodeId,
    ) -> Result<NodeId, LanguageError> {
        let among = |production: usize| members.partition_point(|&member| member < production) as NodeId;
        let end = (end + among(production)).wrapping_sub(among(user));
        if let Some(PathNode::Choice(all, Some(decision))) = self.nodes.get_mut(end as usize) {
            all.push(next);
            let text = format!("more of {}", self.bnf.productions()[user].name);
            self.decisions[*decision as usize].ways.push(AlternativeText::Text(text));
        }
        self.empty()
    }
}
