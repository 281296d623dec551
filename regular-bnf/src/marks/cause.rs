//! The decisions at which two derivations of one string part.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use super::ambiguity::defined;
use super::derivation::Derivation;
use super::paths::{AlternativeText, NONE, PathNode, Paths};
use crate::automaton::cheapest::{Cheapest, cheapest};
use crate::automaton::effort;
use crate::automaton::nfa::NodeId;
use crate::bnf::{Bnf, Expr, GrammarError};
use crate::characters::{CharSet, visible};
use crate::limits::limits;

/// The kind of difference of two derivations of one string.
///
/// ```
/// use regular_bnf::{AmbiguityCause, Bnf, DerivationDifference};
///
/// let hosts = Bnf::abnf("site = name / address\nname = 1*( DIGIT / \".\" )\naddress = DIGIT 3( \".\" DIGIT )\n")?;
/// assert_eq!(AmbiguityCause::all(&hosts, &["site"])?[0].differs, DerivationDifference::Place);
/// let ports = Bnf::abnf("port = *DIGIT / 1*DIGIT\n")?;
/// assert_eq!(AmbiguityCause::all(&ports, &["port"])?[0].differs, DerivationDifference::Structure);
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
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
/// this decision, and what follows may differ too. A grammar without such decisions derives each
/// string in one way.
///
/// In a repetition, an element that matches the empty string is a derivation of its own.
///
/// ```
/// use regular_bnf::{Bnf, DerivationDifference, AmbiguityCause};
///
/// let bnf = Bnf::read("list = *item\nitem = pair | \"a\"\npair = \"a\" \"a\"\n")?;
/// let causes = AmbiguityCause::all(&bnf, &["list"])?;
/// assert_eq!((causes[0].production.as_str(), causes[0].witness.as_str()), ("item", "aa"));
/// assert_eq!(causes[0].ways, ["\"a\"".to_owned(), "pair".to_owned()]);
/// assert_eq!((causes.len(), causes[0].differs), (1, DerivationDifference::Place));
/// assert_eq!(causes[0].to_string(), "item: \"a\" or pair (`aa`)");
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

/// ``item: pair or "a" (`aa`)``.
impl fmt::Display for AmbiguityCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { production, ways: [one, other], witness, .. } = self;
        write!(f, "{production}: {one} or {other} (`{}`)", visible(witness))
    }
}

impl AmbiguityCause {
    /// Whether the grammar derives some string in two ways, from one of some entry productions.
    ///
    /// # Errors
    ///
    /// Those of [`all`](Self::all).
    ///
    /// ```
    /// use regular_bnf::{AmbiguityCause, Bnf};
    ///
    /// let bnf = Bnf::abnf("port = *DIGIT / 1*DIGIT\n")?;
    /// assert!(AmbiguityCause::exists(&bnf, &["port"])?);
    /// # Ok::<(), regular_bnf::GrammarError>(())
    /// ```
    pub fn exists(bnf: &Bnf, entries: &[&str]) -> Result<bool, GrammarError> {
        Ok(!Self::all(bnf, entries)?.is_empty())
    }

    /// All decisions at which two derivations from one of some entry productions part, those with
    /// short strings first.
    ///
    /// If productions are undefined, only strings that do not need them are derived.
    ///
    /// # Errors
    ///
    /// If a production is not regular, if there are too many states, or if there is no result and
    /// some production is undefined or unreadable.
    pub fn all(bnf: &Bnf, entries: &[&str]) -> Result<Vec<Self>, GrammarError> {
        match Self::find(bnf, entries) {
            Err(error @ (GrammarError::Undefined { .. } | GrammarError::Unreadable { .. })) => {
                let causes = Self::find(&defined(bnf), entries)?;
                if causes.is_empty() { Err(error) } else { Ok(causes) }
            }
            decided => decided,
        }
    }

    fn find(bnf: &Bnf, entries: &[&str]) -> Result<Vec<Self>, GrammarError> {
        let mut causes = Vec::new();
        for entry in entries {
            causes.extend(Self::within(bnf, entry, limits().marked_pairs)?.0);
        }
        Ok(Self::shortest(causes))
    }

    /// The decisions at which two derivations from an entry production part, and the number of
    /// pairs of states that were visited: at most so many. All names must be defined.
    pub(crate) fn within(bnf: &Bnf, entry: &str, most: usize) -> Result<(Vec<Self>, usize), GrammarError> {
        let paths = Paths::new(bnf, entry)?;
        let search = CauseSearch::new(bnf, entry, &paths, most)?;
        Ok((search.causes()?, search.pairs.len() + paths.nodes.len()))
    }

    /// Of the causes at the same decision between the same ways, and within the same production,
    /// the first with a shortest string that is most readable; those with short strings first.
    pub fn shortest(causes: impl IntoIterator<Item = Self>) -> Vec<Self> {
        let mut shortest: Vec<Self> = Vec::new();
        let mut indices: HashMap<(String, [String; 2], String), usize> = HashMap::new();
        for cause in causes {
            let key = (cause.production.clone(), cause.ways.clone(), cause.within.clone());
            let index = *indices.entry(key).or_insert(shortest.len());
            match shortest.get_mut(index) {
                None => shortest.push(cause),
                Some(best) if cause.cost() < best.cost() => *best = cause,
                Some(_) => {}
            }
        }
        shortest.sort_by_key(|cause| cause.cost().0);
        shortest
    }

    /// Whether it is the same decision between the same ways.
    pub(crate) fn is_same_decision(&self, other: &Self) -> bool {
        self.production == other.production && self.ways == other.ways
    }

    /// The bytes of its string, and the productions of its derivations: the work for it.
    pub(crate) fn size(&self) -> usize {
        self.witness.len() + self.derivations.iter().flatten().map(Derivation::size).sum::<usize>()
    }

    /// The length of the string, in characters, and how hard it is to read.
    fn cost(&self) -> (usize, u32) {
        (self.witness.chars().count(), self.witness.chars().map(effort).sum())
    }
}

/// The length of a string in characters, and the sum of its characters, the less readable the more:
/// shorter and more readable strings cost less.
type WitnessCost = (u32, u64);

fn sum(left: WitnessCost, right: WitnessCost) -> WitnessCost {
    (left.0 + right.0, left.1.saturating_add(right.1))
}

/// The cost of the most readable character of a set.
fn cost(set: &CharSet) -> WitnessCost {
    (1, set.most_readable().map_or(0, |c| u64::from(effort(c)) << 32 | u64::from(c)))
}

/// Two states that are reached by two derivations of one string.
type DerivationPair = (NodeId, NodeId);

/// The states of a derivation, each with the character that is read there.
type DerivationPath = Vec<(NodeId, Option<char>)>;

/// Two ways of a decision that can be reached.
struct Seed {
    node: NodeId,
    decision: u32,
    ways: [usize; 2],
    pair: DerivationPair,
}

/// Each two different ways of the decision in a state. They are listed one by one: a decision of
/// some thousand ways has millions of pairs.
fn seeds(paths: &Paths<'_>, node: NodeId) -> impl Iterator<Item = Seed> {
    let (targets, decision): (&[NodeId], u32) = match &paths.nodes[node as usize] {
        PathNode::Choice(targets, Some(decision)) => (targets, *decision),
        _ => (&[], 0),
    };
    let pairs = (0..targets.len()).flat_map(|left| (left + 1..targets.len()).map(move |right| [left, right]));
    let seeds = pairs.map(move |ways| {
        let [left, right] = ways.map(|way| targets[way]);
        Seed { node, decision, ways, pair: (left, right) }
    });
    seeds.filter(|seed| seed.pair.0 != NONE && seed.pair.1 != NONE)
}

struct CauseSearch<'a> {
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

impl<'a> CauseSearch<'a> {
    fn new(bnf: &'a Bnf, entry: &'a str, paths: &'a Paths<'a>, most: usize) -> Result<Self, GrammarError> {
        let before = before(paths);
        let (pairs, numbers, after) = (Vec::new(), HashMap::new(), Vec::new());
        let mut search = Self { bnf, entry, paths, before, pairs, numbers, after, most };
        search.walk()?;
        Ok(search)
    }

    /// The states that can be reached and in which a decision is made.
    fn deciding_nodes(&self) -> Vec<NodeId> {
        let nodes = (0..).zip(&self.paths.nodes).filter(|(_, state)| matches!(state, PathNode::Choice(_, Some(_))));
        nodes.map(|(node, _)| node).filter(|&node| self.before[node as usize].is_some()).collect()
    }

    /// Visits all pairs that can be reached from different ways, and finds the shortest strings
    /// after them.
    fn walk(&mut self) -> Result<(), GrammarError> {
        let paths = self.paths;
        for node in self.deciding_nodes() {
            for seed in seeds(paths, node) {
                self.number(seed.pair)?;
            }
        }
        let mut users: Vec<Vec<(usize, WitnessCost, Option<char>)>> = Vec::new();
        let mut ends = Vec::new();
        let mut at = 0;
        while at < self.pairs.len() {
            let (left, right) = self.pairs[at];
            let (nodes, mut next) = (&self.paths.nodes, Vec::new());
            match (&nodes[left as usize], &nodes[right as usize]) {
                (PathNode::Choice(targets, _), _) => next.extend(targets.iter().map(|&to| ((to, right), None))),
                (PathNode::Enter(_, to) | PathNode::Leave(_, to), _) => next.push(((*to, right), None)),
                (_, PathNode::Choice(targets, _)) => next.extend(targets.iter().map(|&to| ((left, to), None))),
                (_, PathNode::Enter(_, to) | PathNode::Leave(_, to)) => next.push(((left, *to), None)),
                (PathNode::Step(left_set, left, _), PathNode::Step(right_set, right, _)) => {
                    let set = left_set.intersection(right_set);
                    next.extend(set.most_readable().map(|c| ((*left, *right), Some((cost(&set), c)))));
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
        self.after = cheapest(self.pairs.len(), ends, |at, &after, reach| {
            users[at].iter().for_each(|&(user, step, character)| reach(user, sum(step, after), character));
        });
        Ok(())
    }

    /// The number of a pair, which is the next one for a new pair.
    fn number(&mut self, pair: DerivationPair) -> Result<usize, GrammarError> {
        let number = self.pairs.len();
        if number >= self.most {
            return Err(GrammarError::TooLarge(format!("the search for two derivations from `{}`", self.entry)));
        }
        let pair_number = *self.numbers.entry(pair).or_insert(number);
        if pair_number == number {
            self.pairs.push(pair);
        }
        Ok(pair_number)
    }

    /// A best result for each two ways at each place where a decision is made. The text after the
    /// place tells within which production the derivations differ.
    fn causes(&self) -> Result<Vec<AmbiguityCause>, GrammarError> {
        let (mut causes, mut parts) = (Vec::new(), 0);
        for seed in self.deciding_nodes().into_iter().flat_map(|node| seeds(self.paths, node)) {
            let number = self.numbers[&seed.pair];
            if self.after[number].is_none() {
                continue;
            }
            let cause = self.cause(&seed, number);
            parts += cause.size();
            if parts > limits().derivation_parts {
                return Err(GrammarError::TooLarge(format!("the list of derivations from `{}`", self.entry)));
            }
            causes.push(cause);
        }
        Ok(causes)
    }

    fn cause(&self, seed: &Seed, number: usize) -> AmbiguityCause {
        let before = self.path_to(seed.node);
        let (after, suffix) = self.paths_from(number);
        let witness = before.iter().filter_map(|(_, c)| *c).chain(suffix.chars()).collect();
        let decision = &self.paths.decisions[seed.decision as usize];
        let mut ways = seed.ways.map(|way| way_text(&decision.ways[way], suffix.chars().next()));
        let mut derivations =
            (!self.paths.left_recursive).then(|| after.map(|after| self.derivation(&[&before[..], &after].concat())));
        let differs = match &derivations {
            Some([left, right]) if places(left) == places(right) => DerivationDifference::Structure,
            Some(_) => DerivationDifference::Place,
            None => DerivationDifference::Structure,
        };
        if ways[0] > ways[1] {
            ways.reverse();
            if let Some(derivations) = &mut derivations {
                derivations.reverse();
            }
        }
        let production = self.bnf.productions()[decision.production].name.clone();
        let within = match &derivations {
            Some([left, right]) if left != right => left.differing_productions(right)[0].production.clone(),
            _ => production.clone(),
        };
        AmbiguityCause { entry: self.entry.to_owned(), production, within, ways, differs, witness, derivations }
    }

    /// The states before a state, each with the character that is read there.
    fn path_to(&self, node: NodeId) -> DerivationPath {
        let mut path = vec![(node, None)];
        let mut from = node;
        while let Some((_, Some((before, character)))) = self.before[from as usize] {
            from = before as NodeId;
            path.push((from, character));
        }
        path.reverse();
        path
    }

    /// The two paths from a pair along a best string, and the string.
    fn paths_from(&self, number: usize) -> ([DerivationPath; 2], String) {
        let (mut paths, mut string) = ([DerivationPath::new(), DerivationPath::new()], String::new());
        let mut pair = number;
        loop {
            let (left, right) = self.pairs[pair];
            let step = self.after[pair].as_ref().and_then(|(_, step)| *step);
            let character = step.and_then(|(_, character)| character);
            string.extend(character);
            let next = step.map(|(to, _)| self.pairs[to]);
            // A state is added when the derivation goes on from it.
            if character.is_some() || next.map(|(next, _)| next) != Some(left) {
                paths[0].push((left, character));
            }
            if character.is_some() || next.map(|(_, next)| next) != Some(right) {
                paths[1].push((right, character));
            }
            match step {
                Some((to, _)) => pair = to,
                None => return (paths, string),
            }
        }
    }

    /// The derivation of a path.
    fn derivation(&self, path: &[(NodeId, Option<char>)]) -> Derivation {
        let mut open: Vec<(usize, Derivation)> = Vec::new();
        let mut outermost = None;
        let mut offset = 0;
        for (node, character) in path {
            match self.paths.nodes[*node as usize] {
                PathNode::Enter(production, _) => {
                    let name = self.bnf.productions()[production].name.clone();
                    open.push((production, Derivation { production: name, span: offset..offset, parts: Vec::new() }));
                }
                PathNode::Leave(production, _) => {
                    let cycle = self.bnf.cycles()[production];
                    close(&mut open, offset, &mut outermost);
                    while cycle.is_some() && open.last().is_some_and(|(user, _)| self.bnf.cycles()[*user] == cycle) {
                        close(&mut open, offset, &mut outermost);
                    }
                }
                _ => {}
            }
            let from = offset;
            offset += character.map_or(0, char::len_utf8);
            if let (PathNode::Step(_, _, alternatives), Some(c), Some((_, user))) =
                (&self.paths.nodes[*node as usize], character, open.last_mut())
            {
                user.parts.extend(self.derivation_of_character(alternatives, *c, from..offset));
            }
        }
        while !open.is_empty() {
            close(&mut open, offset, &mut outermost);
        }
        let production = self.entry.to_owned();
        outermost.unwrap_or(Derivation { production, span: 0..offset, parts: Vec::new() })
    }

    /// The derivation of a character by the alternative that has it.
    fn derivation_of_character(&self, alternatives: &[&Expr], c: char, span: Range<usize>) -> Vec<Derivation> {
        let mut productions = Vec::new();
        let mut next = alternatives.iter().copied().find(|expr| self.has_character(expr, c));
        while let Some(expr) = next {
            next = match expr {
                Expr::Name(name) => self.bnf.get(name).and_then(|definition| {
                    productions.push(definition.name.clone());
                    definition.body.as_ref().ok()
                }),
                Expr::Alternatives(inner) => inner.iter().find(|expr| self.has_character(expr, c)),
                _ => None,
            };
        }
        // The outermost production comes first.
        let productions = productions.into_iter().rev();
        productions.fold(Vec::new(), |parts, production| vec![Derivation { production, span: span.clone(), parts }])
    }

    fn has_character(&self, expr: &Expr, c: char) -> bool {
        self.bnf.characters(expr).is_some_and(|set| set.contains(c))
    }
}

/// Ends the innermost open derivation, as a part of the one around it.
fn close(open: &mut Vec<(usize, Derivation)>, offset: usize, outermost: &mut Option<Derivation>) {
    if let Some((_, mut closed)) = open.pop() {
        closed.span.end = offset;
        match open.last_mut() {
            Some((_, user)) => user.parts.push(closed),
            None => *outermost = Some(closed),
        }
    }
}

/// The text of a way before the next character.
fn way_text(way: &AlternativeText, next: Option<char>) -> String {
    match way {
        AlternativeText::Text(text) => text.clone(),
        AlternativeText::Class(alternatives) => {
            let matching = alternatives.iter().find(|(set, _)| next.is_some_and(|c| set.contains(c)));
            matching.or(alternatives.first()).map(|(_, text)| text.clone()).unwrap_or_default()
        }
    }
}

/// For each state that can be reached, the cost of a best string before it, and the state before
/// with its character.
fn before(paths: &Paths<'_>) -> Vec<Cheapest<WitnessCost, Option<char>>> {
    cheapest(paths.nodes.len(), [(paths.start as usize, (0, 0))], |node, &before, reach| {
        let (targets, step) = match &paths.nodes[node] {
            PathNode::Choice(targets, _) => (&targets[..], None),
            PathNode::Enter(_, to) | PathNode::Leave(_, to) => (std::slice::from_ref(to), None),
            PathNode::Step(set, to, _) => match set.most_readable() {
                Some(c) => (std::slice::from_ref(to), Some((c, cost(set)))),
                None => return,
            },
            PathNode::Accept => return,
        };
        let cost = step.map_or(before, |(_, cost)| sum(before, cost));
        for &to in targets.iter().filter(|to| **to != NONE) {
            reach(to as usize, cost, step.map(|(c, _)| c));
        }
    })
}

/// The places of all productions that match text, in order, each once.
fn places(derivation: &Derivation) -> Vec<(&str, Range<usize>)> {
    fn collect<'d>(derivation: &'d Derivation, places: &mut Vec<(&'d str, Range<usize>)>) {
        if !derivation.span.is_empty() {
            places.push((&derivation.production, derivation.span.clone()));
        }
        derivation.parts.iter().for_each(|part| collect(part, places));
    }
    let mut places = Vec::new();
    collect(derivation, &mut places);
    places.sort_by(|(left, l), (right, r)| (left, l.start, l.end).cmp(&(right, r.start, r.end)));
    places.dedup();
    places
}
