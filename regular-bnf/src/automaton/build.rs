//! Builds a nondeterministic automaton from productions, in one pass.

use std::collections::HashMap;

use super::TooLarge;
use super::dfa::Dfa;
use super::nfa::{EnclosingProduction, Nfa, NfaNode, NodeId, ProductionUse, place_among};
use crate::bnf::{Bnf, Expr, GrammarError};
use crate::characters::CharSet;
use crate::limits::limits;

impl Nfa {
    /// Builds the automaton of a production.
    ///
    /// # Errors
    ///
    /// If the production or one that it uses is undefined, unreadable, not regular or too large.
    pub fn from_production(bnf: &Bnf, production: &str) -> Result<Self, GrammarError> {
        let body = Expr::Name(production.to_owned());
        match bnf.get(production) {
            Some(_) => Self::union(bnf, [&body], production),
            None => Err(GrammarError::NoProduction(production.to_owned())),
        }
    }

    /// Builds an automaton in which every use of a production has states of its own, and so has the
    /// first repetition. Each state therefore has one [place](ProductionUse). The language of the
    /// automaton also contains the strings that productions except.
    ///
    /// # Errors
    ///
    /// The errors of [`from_production`](Self::from_production).
    pub fn with_separate_uses(bnf: &Bnf, production: &str) -> Result<Self, GrammarError> {
        let body = Expr::Name(production.to_owned());
        NfaBuilder { separate_uses: true, ..NfaBuilder::new(bnf, production) }.union([&body])
    }

    /// Builds the union of the automata of several expressions; each accepts with its number.
    /// `subject` names the language in the error that it is too large.
    ///
    /// # Errors
    ///
    /// The errors of [`from_production`](Self::from_production).
    pub fn union<'b>(
        bnf: &'b Bnf,
        expressions: impl IntoIterator<Item = &'b Expr>,
        subject: &'b str,
    ) -> Result<Self, GrammarError> {
        NfaBuilder::new(bnf, subject).union(expressions)
    }
}

mod ignored;

/// A production that is still to be built: its index, the state after it, and its start state.
struct PendingProduction {
    production: usize,
    next: NodeId,
    begin: NodeId,
    place: u32,
}

struct NfaBuilder<'b> {
    bnf: &'b Bnf,
    /// The name of the language in errors.
    subject: &'b str,
    /// Whether each use of a production has states of its own.
    separate_uses: bool,
    nodes: Vec<NfaNode>,
    /// The place of each state.
    places: Vec<u32>,
    /// The place of the states that are added next.
    place: u32,
    /// All places, each after the one that contains it.
    around: Vec<ProductionUse>,
    /// For each place the use to which its states belong; 0 if states are shared by uses.
    uses: Vec<u32>,
    /// The start state of a production for each state after it and each use.
    begins: HashMap<(usize, NodeId, u32), NodeId>,
    jobs: Vec<PendingProduction>,
    /// For each production the number of its cycle of recursive productions; `None` if it is not
    /// recursive.
    cycles: &'b [Option<u32>],
    /// The productions of each cycle that is left-recursive only.
    left: &'b HashMap<u32, Vec<usize>>,
}

/// The state after a production if the end of an expression is not the end of the production.
const OTHER: NodeId = NodeId::MAX;

/// Marks the recursive uses of a production inside one of its uses: they share their states.
const AGAIN: u32 = 1 << 31;

impl<'b> NfaBuilder<'b> {
    fn new(bnf: &'b Bnf, subject: &'b str) -> Self {
        Self {
            bnf,
            subject,
            separate_uses: false,
            nodes: Vec::new(),
            places: Vec::new(),
            place: 0,
            around: Vec::new(),
            uses: Vec::new(),
            begins: HashMap::new(),
            jobs: Vec::new(),
            cycles: bnf.cycles(),
            left: bnf.left_cycles(),
        }
    }

    /// Builds the union of several expressions; each accepts with its number.
    fn union(mut self, expressions: impl IntoIterator<Item = &'b Expr>) -> Result<Nfa, GrammarError> {
        let mut starts = Vec::new();
        for (number, expr) in expressions.into_iter().enumerate() {
            let accept = self.add(NfaNode::Accept(number as u32))?;
            starts.push(match self.bnf.ignored(expr) {
                Some(ignored) => self.ignoring(expr, accept, ignored)?,
                None => self.expr_with_uses(expr, accept)?,
            });
        }
        let start = self.add(NfaNode::Split(starts))?;
        Ok(Nfa { nodes: self.nodes, start, places: self.places, around: self.around }.pruned())
    }

    fn too_large(&self) -> GrammarError {
        GrammarError::TooLarge(format!("the language of `{}`", self.subject))
    }

    fn add(&mut self, node: NfaNode) -> Result<NodeId, GrammarError> {
        if self.nodes.len() >= limits().nfa_states {
            return Err(self.too_large());
        }
        self.nodes.push(node);
        self.places.push(self.place);
        Ok((self.nodes.len() - 1) as NodeId)
    }

    /// Builds an expression and all productions that it uses.
    fn expr_with_uses(&mut self, expr: &'b Expr, next: NodeId) -> Result<NodeId, GrammarError> {
        let start = self.expr(expr, next, None, 0)?;
        while let Some(job) = self.jobs.pop() {
            let definition = &self.bnf.productions()[job.production];
            let body = match &definition.body {
                Ok(body) => body,
                Err(error) => {
                    let (production, error) = (definition.name.clone(), error.clone());
                    return Err(GrammarError::Unreadable { production, error });
                }
            };
            self.place = job.place;
            let start = self.expr(body, job.next, Some((job.production, job.next)), 0)?;
            self.nodes[job.begin as usize] = NfaNode::Split(vec![start]);
        }
        Ok(start)
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
        // One character is one step, however many productions its class has.
        if let Some(class) = self.bnf.characters(expr) {
            return match expr {
                Expr::Name(name) if self.separate_uses => self.class(name, class, next),
                _ => self.add(NfaNode::Step(class, next)),
            };
        }
        match expr {
            Expr::Void => Ok(next),
            Expr::Literal(text) => text.chars().rev().try_fold(next, |next, c| self.add(NfaNode::Step(c.into(), next))),
            Expr::Range(first, last) => self.add(NfaNode::Step(CharSet::range(*first, *last), next)),
            Expr::Name(name) => self.name(name, next, within),
            Expr::Undefined(name) => Err(self.undefined(name, within)),
            Expr::Sequence(items) => {
                items.iter().rev().try_fold(next, |next, expr| self.expr(expr, next, within, depth + 1))
            }
            Expr::Alternatives(alternatives) => {
                let (mut classes, mut branches) = (Vec::new(), Vec::new());
                for expr in alternatives {
                    match self.bnf.characters(expr) {
                        Some(class) => classes.push(class),
                        None => branches.push(self.expr(expr, next, within, depth + 1)?),
                    }
                }
                let class = CharSet::union_of(&classes);
                if !class.is_empty() {
                    branches.push(self.add(NfaNode::Step(class, next))?);
                }
                self.add(NfaNode::Split(branches))
            }
            Expr::Repeat(least, most, inner) => {
                let optional_part = match most {
                    None => self.unbounded(inner, *least == 0, next, within, depth)?,
                    // An optional element that contains the next optional element.
                    Some(most) => (*least..*most).try_fold(next, |after, _| {
                        let element = self.expr(inner, after, within, depth + 1)?;
                        self.add(NfaNode::Split(vec![element, next]))
                    })?,
                };
                (0..*least).try_fold(optional_part, |after, _| self.expr(inner, after, within, depth + 1))
            }
            Expr::Except(left, _) if self.separate_uses => self.expr(left, next, within, depth + 1),
            Expr::Except(left, right) => {
                let (left, right) = (self.except_side(left, within)?, self.except_side(right, within)?);
                let difference = left.product(&right, |left, right| left && !right);
                let difference = difference.map_err(|TooLarge| self.too_large())?;
                self.embed(&difference, next)
            }
        }
    }

    /// Builds any number of elements. Where uses have separate states, the first of them has states
    /// of its own, unless required elements precede it.
    fn unbounded(
        &mut self,
        element: &'b Expr,
        is_first: bool,
        next: NodeId,
        within: EnclosingProduction,
        depth: usize,
    ) -> Result<NodeId, GrammarError> {
        let again = self.add(NfaNode::Split(Vec::new()))?;
        let body = self.expr(element, again, within, depth + 1)?;
        self.nodes[again as usize] = NfaNode::Split(vec![body, next]);
        if is_first && self.separate_uses {
            let first = self.expr(element, again, within, depth + 1)?;
            self.add(NfaNode::Split(vec![first, next]))
        } else {
            Ok(again)
        }
    }

    /// The deterministic automaton of one side of an exception.
    fn except_side(&self, expr: &'b Expr, within: EnclosingProduction) -> Result<Dfa, GrammarError> {
        let mut builder = NfaBuilder::new(self.bnf, self.subject);
        let accept = builder.add(NfaNode::Accept(0))?;
        let start = builder.expr_within(expr, accept, within)?;
        let nfa = Nfa { nodes: builder.nodes, start, places: Vec::new(), around: Vec::new() }.pruned();
        Dfa::new(&nfa).map_err(|TooLarge| self.too_large())
    }

    /// Builds the use of a production that is a set of characters as a place of its own.
    fn class(&mut self, name: &str, class: CharSet, next: NodeId) -> Result<NodeId, GrammarError> {
        let Some(production) = self.bnf.index(name).filter(|_| !self.around.is_empty()) else {
            return self.add(NfaNode::Step(class, next));
        };
        let (place, begin) = (self.around.len() as u32, self.nodes.len() as NodeId);
        self.around.push(ProductionUse { production, around: self.place, begin });
        self.uses.push(0);
        let outer = std::mem::replace(&mut self.place, place);
        let step = self.add(NfaNode::Step(class, next));
        self.place = outer;
        step
    }

    /// Builds an expression whose end is not the end of its production.
    fn expr_within(
        &mut self,
        expr: &'b Expr,
        next: NodeId,
        within: EnclosingProduction,
    ) -> Result<NodeId, GrammarError> {
        let within = within.map(|(production, _)| (production, OTHER));
        let start = self.expr(expr, next, within, 0)?;
        let end = self.expr_with_uses(&Expr::Void, next)?;
        assert_eq!(end, next);
        Ok(start)
    }

    /// Embeds a deterministic automaton; accepting states continue at `next`.
    fn embed(&mut self, dfa: &Dfa, next: NodeId) -> Result<NodeId, GrammarError> {
        let base = self.nodes.len() as NodeId;
        for _ in 0..dfa.len() {
            self.add(NfaNode::Split(Vec::new()))?;
        }
        for state in 1..dfa.len() as u32 {
            let mut steps: HashMap<u32, CharSet> = HashMap::new();
            for (symbol, &to) in dfa.row(state).iter().enumerate().filter(|(_, to)| **to != super::dfa::DEAD) {
                let set = steps.entry(to).or_default();
                *set = set.union(&dfa.alphabet().set(symbol));
            }
            let mut steps: Vec<(u32, CharSet)> = steps.into_iter().collect();
            steps.sort_unstable();
            let mut branches = steps
                .into_iter()
                .map(|(to, class)| self.add(NfaNode::Step(class, base + to)))
                .collect::<Result<Vec<_>, _>>()?;
            branches.extend(dfa.is_accepting(state).then_some(next));
            self.nodes[(base + state) as usize] = NfaNode::Split(branches);
        }
        Ok(base + Dfa::START)
    }

    fn name(&mut self, name: &str, next: NodeId, within: EnclosingProduction) -> Result<NodeId, GrammarError> {
        let Some(production) = self.bnf.index(name) else { return Err(self.undefined(name, within)) };
        let cycle = self.cycles[production];
        let left = cycle.and_then(|cycle| self.left.get(&cycle));
        if let Some((user, end)) = within
            && cycle.is_some()
            && cycle == self.cycles[user]
            && (left.is_some() || next != end)
        {
            return match left {
                Some(members) if end != OTHER => self.left_recursive_use(members, (user, end), production, next),
                _ => Err(GrammarError::Recursion(self.bnf.way_back(user, production))),
            };
        }
        let inside = within.is_some_and(|(user, _)| cycle.is_some() && cycle == self.cycles[user]);
        let use_number = match (self.separate_uses, inside) {
            (false, _) => 0,
            (true, true) => self.uses.get(self.place as usize).copied().unwrap_or_default() | AGAIN,
            (true, false) => within.map_or(0, |_| self.place + 1),
        };
        if let Some(&start) = self.begins.get(&(production, next, use_number)) {
            return Ok(start);
        }
        let start = self.add(NfaNode::Split(Vec::new()))?;
        self.begins.insert((production, next, use_number), start);
        let first = self.around.len();
        match left {
            Some(members) => self.left_cycle(members, production, (start, next), within)?,
            None => {
                let end = if inside { next } else { self.end(next)? };
                self.schedule(production, (start, end), within.map(|_| self.place));
            }
        }
        self.uses.resize(first, 0);
        self.uses.resize(self.around.len(), use_number);
        Ok(start)
    }

    /// The state after a production at the place that is scheduled next. Where every use has states
    /// of its own, a production at the end of the input ends in a state of its own, by which one
    /// can tell which production has been read.
    fn end(&mut self, next: NodeId) -> Result<NodeId, GrammarError> {
        let NfaNode::Accept(number) = self.nodes[next as usize] else { return Ok(next) };
        if !self.separate_uses {
            return Ok(next);
        }
        let outer = std::mem::replace(&mut self.place, self.around.len() as u32);
        let end = self.add(NfaNode::Accept(number));
        self.place = outer;
        end
    }

    /// Schedules a production at a place inside `around`; the outermost is inside itself. Returns
    /// the new place.
    fn schedule(&mut self, production: usize, (begin, next): (NodeId, NodeId), around: Option<u32>) -> u32 {
        let place = self.around.len() as u32;
        self.around.push(ProductionUse { production, around: around.unwrap_or(place), begin });
        self.jobs.push(PendingProduction { production, next, begin, place });
        place
    }

    /// Builds a left-recursive production and all productions of its cycle. They begin together.
    /// Each has a state for its end, from which the text after its left-recursive uses continues.
    /// The end of `production` also continues at `next`.
    fn left_cycle(
        &mut self,
        members: &[usize],
        production: usize,
        (start, next): (NodeId, NodeId),
        within: EnclosingProduction,
    ) -> Result<(), GrammarError> {
        let ends = self.nodes.len() as NodeId;
        for &member in members {
            self.add(NfaNode::Split(if member == production { vec![next] } else { Vec::new() }))?;
        }
        let first = self.add(NfaNode::Split(Vec::new()))?;
        let end = ends + place_among(members, production);
        let place = self.schedule(production, (first, end), within.map(|_| self.place));
        let mut starts = vec![first];
        for (&member, end) in members.iter().zip(ends..).filter(|(member, _)| **member != production) {
            let start = self.add(NfaNode::Split(Vec::new()))?;
            starts.push(start);
            self.schedule(member, (start, end), Some(place));
        }
        self.nodes[start as usize] = NfaNode::Split(starts);
        Ok(())
    }

    /// A left-recursive use of a production of a cycle: the text after the use continues from the
    /// production's end, and no new copy begins here.
    fn left_recursive_use(
        &mut self,
        members: &[usize],
        (user, end): (usize, NodeId),
        production: usize,
        next: NodeId,
    ) -> Result<NodeId, GrammarError> {
        let end = end - place_among(members, user) + place_among(members, production);
        if let NfaNode::Split(branches) = &mut self.nodes[end as usize] {
            branches.push(next);
        }
        self.add(NfaNode::Split(Vec::new()))
    }

    fn undefined(&self, name: &str, within: EnclosingProduction) -> GrammarError {
        let user = within.map_or(self.subject, |(user, _)| &self.bnf.productions()[user].name);
        GrammarError::Undefined { production: user.to_owned(), name: name.to_owned() }
    }
}
