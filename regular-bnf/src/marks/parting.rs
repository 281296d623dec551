//! The decisions at which two derivations of one string part.

use std::collections::HashMap;
use std::ops::Range;

use super::ambiguity::defined;
use super::derivation::Derivation;
use super::paths::{AlternativeText, NONE, PathNode, Paths};
use crate::automaton::cheapest::{Cheapest, cheapest};
use crate::automaton::effort;
use crate::automaton::nfa::NodeId;
use crate::bnf::{Bnf, Expr, LanguageError};
use crate::characters::CharSet;
use crate::limits::LIMITS;

/// The kind of difference of two derivations of one string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum DerivationDifference {
    /// In the places of productions: some production matches other text.
    Place,
    /// Only in structure: each production matches the same text, except for empty text.
    Structure,
}

/// A decision that two derivations of one string make differently, with a shortest such string: a
/// cause of ambiguity.
///
/// Decisions are alternatives, optional elements and repetitions. Both derivations are alike up to
/// this decision, and what follows may differ too. A grammar without partings derives each string
/// in one way.
///
/// In a repetition, an element that matches the empty string is a derivation of its own.
///
/// ```
/// use regular_bnf::{Bnf, DerivationDifference, AmbiguityCause};
///
/// let bnf = Bnf::read("list = *item\nitem = pair | \"a\"\npair = \"a\" \"a\"\n")?;
/// let all = AmbiguityCause::all(&bnf, &["list"])?;
/// assert_eq!((all[0].production.as_str(), all[0].witness.as_str()), ("item", "aa"));
/// assert_eq!((all[0].ways[0].as_str(), all[0].ways[1].as_str()), ("\"a\"", "pair"));
/// assert_eq!((all.len(), all[0].differs), (1, DerivationDifference::Place));
///
/// let bnf = Bnf::read("x = \"a\" | \"a\"\n")?;
/// assert_eq!(AmbiguityCause::all(&bnf, &["x"])?[0].differs, DerivationDifference::Structure);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct AmbiguityCause {
    /// The entry production that derives the string.
    pub entry: String,
    /// The production that contains the decision.
    pub production: String,
    /// The innermost production that contains all differences of the derivations. If it is another
    /// one, the decision moves the ends of its parts.
    pub within: String,
    /// The two ways, as expressions of the grammar.
    pub ways: [String; 2],
    /// The kind of difference of the derivations.
    pub differs: DerivationDifference,
    /// The string.
    pub witness: String,
    /// The two derivations; `None` if a production is recursive at its beginning.
    pub derivations: Option<[Derivation; 2]>,
}

impl AmbiguityCause {
    /// All decisions at which two derivations from one of some entry productions part, those with
    /// short strings first.
    ///
    /// If productions are undefined, only strings that do not need them are derived.
    ///
    /// # Errors
    ///
    /// If a production is not regular, if there are too many states, or if there is no result and
    /// some production is undefined or unreadable.
    pub fn all(bnf: &Bnf, entries: &[&str]) -> Result<Vec<Self>, LanguageError> {
        match Self::find(bnf, entries) {
            Err(error @ (LanguageError::Undefined { .. } | LanguageError::Unreadable { .. })) => {
                let found = Self::find(&defined(bnf), entries)?;
                if found.is_empty() { Err(error) } else { Ok(found) }
            }
            found => found,
        }
    }

    fn find(bnf: &Bnf, entries: &[&str]) -> Result<Vec<Self>, LanguageError> {
        let of = |entry: &&str| Self::within(bnf, entry, LIMITS.marked_pairs).map(|(found, _)| found);
        let all: Vec<Vec<Self>> = entries.iter().map(of).collect::<Result<_, LanguageError>>()?;
        Ok(Self::shortest(all.into_iter().flatten()))
    }

    /// The decisions at which two derivations from an entry production part, and the number of
    /// pairs of states that were visited: at most so many. All names must be defined.
    pub(crate) fn within(bnf: &Bnf, entry: &str, most: usize) -> Result<(Vec<Self>, usize), LanguageError> {
        let paths = Paths::new(bnf, entry)?;
        let search = PartingSearch::new(bnf, entry, &paths, most)?;
        Ok((search.partings(), search.pairs.len() + paths.nodes.len()))
    }

    /// Of the partings at the same decision between the same ways, and within the same production,
    /// the first with a shortest string that is most readable; those with short strings first.
    pub fn shortest(all: impl IntoIterator<Item = Self>) -> Vec<Self> {
        let mut shortest: Vec<Self> = Vec::new();
        let mut known: HashMap<(String, [String; 2], String), usize> = HashMap::new();
        for found in all {
            let key = (found.production.clone(), found.ways.clone(), found.within.clone());
            let at = *known.entry(key).or_insert(shortest.len());
            match shortest.get_mut(at) {
                None => shortest.push(found),
                Some(old) if found.cost() < old.cost() => *old = found,
                Some(_) => {}
            }
        }
        shortest.sort_by_key(|found| found.cost().0);
        shortest
    }

    /// The length of the string, in characters, and how hard it is to read.
    fn cost(&self) -> (usize, u32) {
        (self.witness.chars().count(), self.witness.chars().map(effort).sum())
    }
}

/// The length of a string in characters, and the sum of its characters, the less readable the more:
/// shorter and more readable strings cost less.
type WitnessCost = (u32, u64);

fn sum((length, effort): WitnessCost, (more, harder): WitnessCost) -> WitnessCost {
    (length + more, effort.saturating_add(harder))
}

/// The cost of the most readable character of a set.
fn cost(set: &CharSet) -> WitnessCost {
    (1, set.most_readable().map_or(0, |c| u64::from(effort(c)) << 32 | u64::from(c)))
}

/// Two states that are reached by two derivations of one string.
type DerivationPair = (NodeId, NodeId);

struct PartingSearch<'a> {
    bnf: &'a Bnf,
    entry: &'a str,
    paths: &'a Paths<'a>,
    /// For each state the cost of a best string before it, and the state before.
    before: Vec<Cheapest<WitnessCost, Option<char>>>,
    pairs: Vec<DerivationPair>,
    numbers: HashMap<DerivationPair, usize>,
    /// For each pair the cost of a best string after it, and the step; without a step at the end of
    /// both.
    after: Vec<Cheapest<WitnessCost, Option<char>>>,
    /// The greatest number of pairs.
    most: usize,
}

impl<'a> PartingSearch<'a> {
    fn new(bnf: &'a Bnf, entry: &'a str, paths: &'a Paths<'a>, most: usize) -> Result<Self, LanguageError> {
        let before = before(paths);
        let (pairs, numbers, after) = (Vec::new(), HashMap::new(), Vec::new());
        let mut search = Self { bnf, entry, paths, before, pairs, numbers, after, most };
        search.walk()?;
        Ok(search)
    }

    /// The pairs of different ways of all decisions that can be reached.
    fn seeds(&self) -> impl Iterator<Item = (NodeId, u32, [usize; 2], DerivationPair)> {
        (0..).zip(&self.paths.nodes).filter(|(at, _)| self.before[*at as usize].is_some()).flat_map(|(at, node)| {
            let (all, decision) = match node {
                PathNode::Choice(all, Some(decision)) => (&all[..], *decision),
                _ => (&[][..], 0),
            };
            let live = move |way: usize| (all[way] != NONE).then_some(way);
            let ways = move |one: usize| (one + 1..all.len()).filter_map(live).map(move |other| [one, other]);
            (0..all.len())
                .filter_map(live)
                .flat_map(ways)
                .map(move |[one, other]| (at, decision, [one, other], (all[one], all[other])))
        })
    }

    /// Visits all pairs that can be reached from different ways, and finds the shortest strings
    /// after them.
    fn walk(&mut self) -> Result<(), LanguageError> {
        let seeds: Vec<DerivationPair> = self.seeds().map(|(.., pair)| pair).collect();
        for pair in seeds {
            self.number(pair)?;
        }
        let mut users: Vec<Vec<(usize, WitnessCost, Option<char>)>> = Vec::new();
        let mut ends = Vec::new();
        let mut at = 0;
        while at < self.pairs.len() {
            let (left, right) = self.pairs[at];
            let (nodes, mut next) = (&self.paths.nodes, Vec::new());
            match (&nodes[left as usize], &nodes[right as usize]) {
                (PathNode::Choice(all, _), _) => next.extend(all.iter().map(|&to| ((to, right), None))),
                (PathNode::Enter(_, to) | PathNode::Leave(_, to), _) => next.push(((*to, right), None)),
                (_, PathNode::Choice(all, _)) => next.extend(all.iter().map(|&to| ((left, to), None))),
                (_, PathNode::Enter(_, to) | PathNode::Leave(_, to)) => next.push(((left, *to), None)),
                (PathNode::Step(one, left, _), PathNode::Step(other, right, _)) => {
                    let both = one.intersection(other);
                    next.extend(both.most_readable().map(|c| ((*left, *right), Some((cost(&both), c)))));
                }
                (PathNode::Accept, PathNode::Accept) => ends.push(at),
                (PathNode::Accept, PathNode::Step(..)) | (PathNode::Step(..), PathNode::Accept) => {}
            }
            for (pair, step) in next.into_iter().filter(|((left, right), _)| *left != NONE && *right != NONE) {
                let to = self.number(pair)?;
                users.resize_with(self.pairs.len(), Vec::new);
                users[to].push((at, step.map_or((0, 0), |(cost, _)| cost), step.map(|(_, c)| c)));
            }
            at += 1;
        }
        users.resize_with(self.pairs.len(), Vec::new);
        let ends = ends.into_iter().map(|end| (end, (0, 0)));
        self.after = cheapest(self.pairs.len(), ends, |at, &own, reach| {
            users[at].iter().for_each(|&(user, step, character)| reach(user, sum(step, own), character));
        });
        Ok(())
    }

    fn number(&mut self, pair: DerivationPair) -> Result<usize, LanguageError> {
        let number = self.pairs.len();
        if number >= self.most {
            return Err(LanguageError::TooLarge(format!("the search for two derivations from `{}`", self.entry)));
        }
        let known = *self.numbers.entry(pair).or_insert(number);
        if known == number {
            self.pairs.push(pair);
        }
        Ok(known)
    }

    /// A best result for each two ways at each place where a decision is made: what follows the
    /// place tells within which production the derivations differ.
    fn partings(&self) -> Vec<AmbiguityCause> {
        let reached = self.seeds().map(|(at, decision, ways, pair)| (at, decision, ways, self.numbers[&pair]));
        let joined = reached.filter(|(.., number)| self.after[*number].is_some());
        joined.map(|(at, decision, ways, number)| self.parting(decision, ways, at, number)).collect()
    }

    fn parting(&self, decision: u32, ways: [usize; 2], at: NodeId, number: usize) -> AmbiguityCause {
        let before = self.way_to(at);
        let mut sides = [before.clone(), before];
        let mut string: String = sides[0].iter().filter_map(|(_, c)| *c).collect();
        let offset = string.len();
        let mut pair = number;
        loop {
            let (left, right) = self.pairs[pair];
            let step = self.after[pair].as_ref().and_then(|(_, step)| *step);
            let character = step.and_then(|(_, character)| character);
            string.extend(character);
            let to = step.map(|(to, _)| self.pairs[to]);
            // A state is noted when the derivation goes on from it.
            for (side, own, next) in [(0, left, to.map(|to| to.0)), (1, right, to.map(|to| to.1))] {
                if next != Some(own) || character.is_some() {
                    sides[side].push((own, character));
                }
            }
            match step {
                Some((to, _)) => pair = to,
                None => break,
            }
        }
        let after = string[offset..].chars().next();
        let decision = &self.paths.decisions[decision as usize];
        let text = |way: usize| match &decision.ways[way] {
            AlternativeText::Text(text) => text.clone(),
            AlternativeText::Class(all) => {
                let own = all.iter().find(|(set, _)| after.is_some_and(|c| set.contains(c)));
                own.or(all.first()).map(|(_, text)| text.clone()).unwrap_or_default()
            }
        };
        let name = |at: usize| self.bnf.productions()[at].name.clone();
        let mut derivations = (!self.paths.left_recursive).then(|| sides.each_ref().map(|side| self.derivation(side)));
        let differs = match &derivations {
            Some([left, right]) if places(left) == places(right) => DerivationDifference::Structure,
            Some(_) => DerivationDifference::Place,
            None => DerivationDifference::Structure,
        };
        let mut ways = ways.map(text);
        if ways[0] > ways[1] {
            ways.reverse();
            if let Some(derivations) = &mut derivations {
                derivations.reverse();
            }
        }
        let production = name(decision.production);
        let within = match &derivations {
            Some([left, right]) if left != right => left.parting(right)[0].production.clone(),
            _ => production.clone(),
        };
        AmbiguityCause { entry: self.entry.to_owned(), production, within, ways, differs, witness: string, derivations }
    }

    /// The states before a state, each with the character that is read there.
    fn way_to(&self, at: NodeId) -> Vec<(NodeId, Option<char>)> {
        let mut way = vec![(at, None)];
        let mut from = at;
        while let Some((_, Some((before, character)))) = self.before[from as usize] {
            from = before as NodeId;
            way.push((from, character));
        }
        way.reverse();
        way
    }

    /// The derivation of a path.
    fn derivation(&self, path: &[(NodeId, Option<char>)]) -> Derivation {
        let mut open: Vec<(usize, Derivation)> = Vec::new();
        let mut whole = None;
        let mut offset = 0;
        let close = |open: &mut Vec<(usize, Derivation)>, offset: usize, whole: &mut Option<Derivation>| {
            if let Some((_, mut done)) = open.pop() {
                done.span.end = offset;
                match open.last_mut() {
                    Some((_, around)) => around.parts.push(done),
                    None => *whole = Some(done),
                }
            }
        };
        for (at, character) in path {
            match self.paths.nodes[*at as usize] {
                PathNode::Enter(production, _) => {
                    let name = self.bnf.productions()[production].name.clone();
                    open.push((production, Derivation { production: name, span: offset..offset, parts: Vec::new() }));
                }
                PathNode::Leave(production, _) => {
                    let cycle = self.bnf.cycles()[production];
                    close(&mut open, offset, &mut whole);
                    while cycle.is_some() && open.last().is_some_and(|(at, _)| self.bnf.cycles()[*at] == cycle) {
                        close(&mut open, offset, &mut whole);
                    }
                }
                _ => {}
            }
            let from = offset;
            offset += character.map_or(0, char::len_utf8);
            if let (PathNode::Step(_, _, all), Some(c), Some((_, around))) =
                (&self.paths.nodes[*at as usize], character, open.last_mut())
            {
                around.parts.extend(self.of_character(all, *c, from..offset));
            }
        }
        while !open.is_empty() {
            close(&mut open, offset, &mut whole);
        }
        let production = self.entry.to_owned();
        whole.unwrap_or(Derivation { production, span: 0..offset, parts: Vec::new() })
    }
}

impl PartingSearch<'_> {
    /// The derivation of a character by the alternative that has it.
    fn of_character(&self, all: &[&Expr], c: char, span: Range<usize>) -> Vec<Derivation> {
        let has = |expr: &&Expr| self.bnf.characters(expr).is_some_and(|set| set.contains(c));
        let mut around = Vec::new();
        let mut next = all.iter().copied().find(has);
        while let Some(expr) = next {
            next = match expr {
                Expr::Name(name) => self.bnf.get(name).and_then(|definition| {
                    around.push(definition.name.clone());
                    definition.body.as_ref().ok()
                }),
                Expr::Alternatives(all) => all.iter().find(has),
                _ => None,
            };
        }
        around
            .into_iter()
            .rev()
            .fold(Vec::new(), |parts, production| vec![Derivation { production, span: span.clone(), parts }])
    }
}

/// For each state that can be reached, the cost of a best string before it, and the state before
/// with its character.
fn before(paths: &Paths<'_>) -> Vec<Cheapest<WitnessCost, Option<char>>> {
    cheapest(paths.nodes.len(), [(paths.start as usize, (0, 0))], |at, &own, reach| {
        let mut reach = |to: NodeId, cost: WitnessCost, character: Option<char>| {
            if to != NONE {
                reach(to as usize, cost, character);
            }
        };
        match &paths.nodes[at] {
            PathNode::Choice(all, _) => all.iter().for_each(|&to| reach(to, own, None)),
            PathNode::Enter(_, to) | PathNode::Leave(_, to) => reach(*to, own, None),
            PathNode::Step(set, to, _) => {
                if let Some(c) = set.most_readable() {
                    reach(*to, sum(own, cost(set)), Some(c));
                }
            }
            PathNode::Accept => {}
        }
    })
}

/// The places of all productions that match text, in order, each once.
fn places(derivation: &Derivation) -> Vec<(&str, Range<usize>)> {
    fn collect<'d>(node: &'d Derivation, all: &mut Vec<(&'d str, Range<usize>)>) {
        if !node.span.is_empty() {
            all.push((&node.production, node.span.clone()));
        }
        node.parts.iter().for_each(|part| collect(part, all));
    }
    let mut all = Vec::new();
    collect(derivation, &mut all);
    all.sort_by(|(one, here), (other, there)| (one, here.start, here.end).cmp(&(other, there.start, there.end)));
    all.dedup();
    all
}
