//! From productions to a nondeterministic automaton.
//!
//! An expression is made for what stands behind it: `Expr` and the state to go on in give the state to begin in. A
//! production that comes back to itself at its end goes on where it went on before, and so is a loop; one that does so
//! elsewhere would need a new copy of itself each time, and is refused. Productions are made one after another, not one
//! within another, so that no chain of them needs stack; each for one state behind it is made once.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use super::dfa::Dfa;
use super::{ALPHABET, TooLarge, effort};
use crate::published::{Bnf, Expr, LanguageError};

/// How many states an automaton of this kind may have.
const MOST_NODES: usize = 400_000;
/// How deep brackets may lie in one another.
const MOST_DEPTH: usize = 400;

/// A state.
pub(crate) type NodeId = u32;

/// A set of characters of US-ASCII, a bit each.
pub(crate) type Class = u128;

#[derive(Debug, Clone, PartialEq, Eq)]
enum Node {
    /// Any of these, without a character.
    Split(Vec<NodeId>),
    /// One character.
    Step(Class, NodeId),
    /// The end of the input; with the number of what is accepted.
    Accept(u32),
}

/// A nondeterministic automaton.
#[derive(Debug, Clone)]
pub(crate) struct Nfa {
    nodes: Vec<Node>,
    start: NodeId,
}

/// See [`Nfa::scratch`].
pub(crate) struct Scratch {
    /// In which round a state was met last.
    seen: Vec<u64>,
    round: u64,
    waiting: Vec<NodeId>,
}

/// States that an automaton can be in: those that take a character or accept, in order, each once.
pub(crate) type Set = Box<[NodeId]>;

impl Nfa {
    /// The automaton of a production.
    pub(crate) fn of(bnf: &Bnf, production: &str) -> Result<Self, LanguageError> {
        let body = Expr::Name(production.to_owned());
        match bnf.get(production) {
            Some(_) => Self::union(bnf, [&body], production),
            None => Err(LanguageError::NoProduction(production.to_owned())),
        }
    }

    /// The automaton of several expressions at once; each accepts with its number. `what` is named where it is too large.
    pub(crate) fn union<'b>(
        bnf: &'b Bnf,
        all: impl IntoIterator<Item = &'b Expr>,
        what: &str,
    ) -> Result<Self, LanguageError> {
        let mut builder = Builder::new(bnf, what);
        let mut starts = Vec::new();
        for (number, expr) in all.into_iter().enumerate() {
            let accept = builder.add(Node::Accept(number as u32))?;
            starts.push(builder.whole(expr, accept)?);
        }
        let start = builder.add(Node::Split(starts))?;
        Ok(Self { nodes: builder.nodes, start }.pruned())
    }

    /// Several automata as one. What each accepts has its number, counted on from those before it; `counts` says how many
    /// numbers each has.
    #[cfg(feature = "classifier")]
    pub(crate) fn joined(all: impl IntoIterator<Item = (Self, u32)>) -> Self {
        let mut joined = Self { nodes: vec![Node::Split(Vec::new())], start: 0 };
        let (mut starts, mut number) = (Vec::new(), 0);
        for (nfa, count) in all {
            let base = joined.nodes.len() as NodeId;
            starts.push(base + nfa.start);
            joined.nodes.extend(nfa.nodes.into_iter().map(|node| match node {
                Node::Split(all) => Node::Split(all.into_iter().map(|to| base + to).collect()),
                Node::Step(class, to) => Node::Step(class, base + to),
                Node::Accept(own) => Node::Accept(number + own),
            }));
            number += count;
        }
        joined.nodes[0] = Node::Split(starts);
        joined
    }

    /// Without the ways that lead to no end.
    fn pruned(mut self) -> Self {
        let mut before = vec![Vec::new(); self.nodes.len()];
        let mut waiting = Vec::new();
        for (at, node) in self.nodes.iter().enumerate() {
            match node {
                Node::Split(all) => all.iter().for_each(|&to| before[to as usize].push(at)),
                Node::Step(_, to) => before[*to as usize].push(at),
                Node::Accept(_) => waiting.push(at),
            }
        }
        let mut live = vec![false; self.nodes.len()];
        while let Some(at) = waiting.pop() {
            if !std::mem::replace(&mut live[at], true) {
                waiting.append(&mut before[at]);
            }
        }
        for node in &mut self.nodes {
            match node {
                Node::Split(all) => all.retain(|&to| live[to as usize]),
                Node::Step(class, to) if !live[*to as usize] => *class = 0,
                Node::Step(..) | Node::Accept(_) => {}
            }
        }
        self
    }

    /// What a search among the states needs, made once and used again.
    pub(crate) fn scratch(&self) -> Scratch {
        Scratch { seen: vec![0; self.nodes.len()], round: 0, waiting: Vec::new() }
    }

    /// The states before the first character.
    pub(crate) fn start(&self, scratch: &mut Scratch) -> Set {
        self.closed([self.start], scratch)
    }

    /// The states behind a character. The set is empty where nothing can be accepted any more.
    pub(crate) fn step(&self, set: &[NodeId], byte: u8, scratch: &mut Scratch) -> Set {
        let bit = if byte.is_ascii() { 1 << byte } else { 0 };
        let next = set.iter().filter_map(|&at| match self.nodes[at as usize] {
            Node::Step(class, to) if class & bit != 0 => Some(to),
            _ => None,
        });
        self.closed(next, scratch)
    }

    fn closed(&self, from: impl IntoIterator<Item = NodeId>, scratch: &mut Scratch) -> Set {
        let Scratch { seen, round, waiting } = scratch;
        *round += 1;
        waiting.extend(from);
        let mut set = Vec::new();
        while let Some(at) = waiting.pop() {
            if std::mem::replace(&mut seen[at as usize], *round) == *round {
                continue;
            }
            match &self.nodes[at as usize] {
                Node::Split(all) => waiting.extend(all),
                Node::Step(0, _) => {}
                Node::Step(..) | Node::Accept(_) => set.push(at),
            }
        }
        set.sort_unstable();
        set.into()
    }

    /// The numbers of what is accepted where the input ends in these states.
    pub(crate) fn accepted(&self, set: &[NodeId]) -> impl Iterator<Item = u32> {
        set.iter().filter_map(|&at| match self.nodes[at as usize] {
            Node::Accept(number) => Some(number),
            _ => None,
        })
    }

    /// The characters that can follow.
    pub(crate) fn open(&self, set: &[NodeId]) -> Class {
        set.iter().fold(0, |open, &at| match self.nodes[at as usize] {
            Node::Step(class, _) => open | class,
            _ => open,
        })
    }

    /// A number for each character; those of one number are told apart nowhere. And how many numbers there are.
    pub(crate) fn classes(&self) -> ([u8; ALPHABET], usize) {
        let masks: HashSet<Class> = self
            .nodes
            .iter()
            .filter_map(|node| match node {
                Node::Step(class, _) => Some(*class),
                _ => None,
            })
            .collect();
        let mut masks: Vec<Class> = masks.into_iter().collect();
        masks.sort_unstable();
        let mut blocks: Vec<Class> = vec![Class::MAX];
        for mask in masks {
            let split = |block: Class| [block & mask, block & !mask].into_iter().filter(|&part| part != 0);
            blocks = blocks.into_iter().flat_map(split).collect();
        }
        blocks.sort_unstable_by_key(|block| block.trailing_zeros());
        let class = |c: usize| blocks.iter().position(|block| block & 1 << c != 0).unwrap_or_default() as u8;
        (std::array::from_fn(class), blocks.len())
    }

    /// For each state the shortest string that leads from it to an end and, among those, the most readable.
    pub(crate) fn completions(&self) -> Vec<Option<Completion>> {
        let mut before = vec![Vec::new(); self.nodes.len()];
        let mut waiting = BinaryHeap::new();
        for (at, node) in self.nodes.iter().enumerate() {
            match node {
                Node::Split(all) => all.iter().for_each(|&to| before[to as usize].push(at)),
                Node::Step(0, _) => {}
                Node::Step(_, to) => before[*to as usize].push(at),
                Node::Accept(_) => waiting.push(Reverse((Completion::default(), at))),
            }
        }
        let mut best: Vec<Option<Completion>> = vec![None; self.nodes.len()];
        // What comes first is the best for its state: a character in front makes no two change places.
        while let Some(Reverse((found, at))) = waiting.pop() {
            if best[at].is_some() {
                continue;
            }
            for &user in before[at].iter().filter(|&&user| best[user].is_none()) {
                let longer = match &self.nodes[user] {
                    Node::Step(class, _) => found.behind(*class),
                    Node::Split(_) | Node::Accept(_) => Some(found.clone()),
                };
                waiting.extend(longer.map(|longer| Reverse((longer, user))));
            }
            best[at] = Some(found);
        }
        best
    }
}

/// A string, in the order of length, then of effort, then of the alphabet.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Completion {
    length: usize,
    effort: u32,
    pub(crate) text: String,
}

impl Completion {
    /// The string with the most readable character of a class before it.
    fn behind(&self, class: Class) -> Option<Self> {
        let characters = (0..ALPHABET as u8).filter(|c| class & 1 << c != 0);
        let first = characters.min_by_key(|&c| (effort(c), c))?;
        Some(Self {
            length: self.length + 1,
            effort: self.effort + effort(first),
            text: format!("{}{}", char::from(first), self.text),
        })
    }
}

/// A production that is to be made: which, what stands behind it, and where it begins.
struct Job {
    production: usize,
    next: NodeId,
    begin: NodeId,
}

struct Builder<'b> {
    bnf: &'b Bnf,
    what: &'b str,
    nodes: Vec<Node>,
    /// Where a production begins for what stands behind it.
    known: HashMap<(usize, NodeId), NodeId>,
    jobs: Vec<Job>,
    /// For each production the number of those that come back to one another with it; none for one that does not recur.
    cycles: &'b [Option<u32>],
}

/// Within which production an expression stands, and what stands behind that.
type Within = Option<(usize, NodeId)>;

impl<'b> Builder<'b> {
    fn new(bnf: &'b Bnf, what: &'b str) -> Self {
        Self { bnf, what, nodes: Vec::new(), known: HashMap::new(), jobs: Vec::new(), cycles: bnf.cycles() }
    }

    fn too_large(&self) -> LanguageError {
        LanguageError::TooLarge(format!("the language of `{}`", self.what))
    }

    fn add(&mut self, node: Node) -> Result<NodeId, LanguageError> {
        if self.nodes.len() >= MOST_NODES {
            return Err(self.too_large());
        }
        self.nodes.push(node);
        Ok((self.nodes.len() - 1) as NodeId)
    }

    /// An expression, and all productions that it reaches.
    fn whole(&mut self, expr: &'b Expr, next: NodeId) -> Result<NodeId, LanguageError> {
        let start = self.expr(expr, next, None, 0)?;
        while let Some(job) = self.jobs.pop() {
            let definition = &self.bnf.productions()[job.production];
            let body = match &definition.body {
                Ok(body) => body,
                Err(error) => {
                    let (production, error) = (definition.name.clone(), error.clone());
                    return Err(LanguageError::Unreadable { production, error });
                }
            };
            let body = self.expr(body, job.next, Some((job.production, job.next)), 0)?;
            self.nodes[job.begin as usize] = Node::Split(vec![body]);
        }
        Ok(start)
    }

    fn expr(&mut self, expr: &'b Expr, next: NodeId, within: Within, depth: usize) -> Result<NodeId, LanguageError> {
        if depth > MOST_DEPTH {
            return Err(self.too_large());
        }
        // One character is one step, however many productions say which it may be.
        if let Some(class) = self.bnf.characters(expr) {
            return self.add(Node::Step(class, next));
        }
        match expr {
            Expr::Void => Ok(next),
            Expr::Literal(text) => {
                text.bytes().rev().try_fold(next, |next, byte| self.add(Node::Step(1 << byte, next)))
            }
            Expr::Name(name) => self.name(name, next, within),
            Expr::Undefined(name) => Err(self.undefined(name, within)),
            Expr::Sequence(all) => {
                all.iter().rev().try_fold(next, |next, expr| self.expr(expr, next, within, depth + 1))
            }
            Expr::Alternatives(all) => {
                let (mut class, mut ways) = (0, Vec::new());
                for expr in all {
                    match self.bnf.characters(expr) {
                        Some(more) => class |= more,
                        None => ways.push(self.expr(expr, next, within, depth + 1)?),
                    }
                }
                if class != 0 {
                    ways.push(self.add(Node::Step(class, next))?);
                }
                self.add(Node::Split(ways))
            }
            Expr::Repeat(least, most, inner) => {
                let rest = match most {
                    None => {
                        let again = self.add(Node::Split(Vec::new()))?;
                        let body = self.expr(inner, again, within, depth + 1)?;
                        self.nodes[again as usize] = Node::Split(vec![body, next]);
                        again
                    }
                    // An optional one in which the next is optional in turn.
                    Some(most) => (*least..*most).try_fold(next, |rest, _| {
                        let more = self.expr(inner, rest, within, depth + 1)?;
                        self.add(Node::Split(vec![more, next]))
                    })?,
                };
                (0..*least).try_fold(rest, |rest, _| self.expr(inner, rest, within, depth + 1))
            }
            Expr::Except(left, right) => {
                let side = |expr: &'b Expr| {
                    let mut builder = Builder::new(self.bnf, self.what);
                    let accept = builder.add(Node::Accept(0))?;
                    let start = builder.expr_within(expr, accept, within)?;
                    let nfa = Nfa { nodes: builder.nodes, start }.pruned();
                    Dfa::of(&nfa).map_err(|TooLarge| self.too_large())
                };
                let difference = side(left)?.product(&side(right)?, |left, right| left && !right);
                let difference = difference.map_err(|TooLarge| self.too_large())?;
                self.embed(&difference, next)
            }
        }
    }

    /// An expression whose end is not that of the production in which it stands.
    fn expr_within(&mut self, expr: &'b Expr, next: NodeId, within: Within) -> Result<NodeId, LanguageError> {
        let within = within.map(|(production, _)| (production, NodeId::MAX));
        let start = self.expr(expr, next, within, 0)?;
        let rest = self.whole(&Expr::Void, next)?;
        debug_assert_eq!(rest, next);
        Ok(start)
    }

    /// A deterministic automaton that goes on where it would accept.
    fn embed(&mut self, dfa: &Dfa, next: NodeId) -> Result<NodeId, LanguageError> {
        let base = self.nodes.len() as NodeId;
        for _ in 0..dfa.len() {
            self.add(Node::Split(Vec::new()))?;
        }
        for state in 1..dfa.len() as u32 {
            let mut steps: HashMap<u32, Class> = HashMap::new();
            for (c, &to) in dfa.row(state).iter().enumerate().filter(|(_, to)| **to != super::dfa::DEAD) {
                *steps.entry(to).or_default() |= 1 << c;
            }
            let mut steps: Vec<(u32, Class)> = steps.into_iter().collect();
            steps.sort_unstable();
            let mut all = steps
                .into_iter()
                .map(|(to, class)| self.add(Node::Step(class, base + to)))
                .collect::<Result<Vec<_>, _>>()?;
            all.extend(dfa.is_accepting(state).then_some(next));
            self.nodes[(base + state) as usize] = Node::Split(all);
        }
        Ok(base + Dfa::START)
    }

    fn name(&mut self, name: &str, next: NodeId, within: Within) -> Result<NodeId, LanguageError> {
        let Some(production) = self.bnf.index(name) else { return Err(self.undefined(name, within)) };
        if let Some((user, end)) = within
            && self.cycles[production].is_some()
            && self.cycles[production] == self.cycles[user]
            && next != end
        {
            return Err(LanguageError::NotTail(self.bnf.way_back(user, production)));
        }
        if let Some(&begin) = self.known.get(&(production, next)) {
            return Ok(begin);
        }
        let begin = self.add(Node::Split(Vec::new()))?;
        self.known.insert((production, next), begin);
        self.jobs.push(Job { production, next, begin });
        Ok(begin)
    }

    fn undefined(&self, name: &str, within: Within) -> LanguageError {
        let user = within.map_or(self.what, |(user, _)| &self.bnf.productions()[user].name);
        LanguageError::Undefined { production: user.to_owned(), name: name.to_owned() }
    }
}
