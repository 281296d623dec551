//! One of two productions that are compared: its language, and the productions that are being read
//! in each state.

use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use crate::automaton::lazy::{LazyDfa, State};
use crate::automaton::nfa::{Completion, Completions, Nfa, NodeId, ProductionUse};
use crate::bnf::{Bnf, Expr, GrammarError};
use crate::characters::CharSet;
use crate::limits::limits;

/// One of the two productions.
pub(crate) struct LabelledLanguage {
    /// The language.
    pub exact: LazyDfa,
    /// The same productions with a place for every state, and without exceptions: it knows the
    /// productions that are being read.
    pub labels: LazyDfa,
    pub names: Vec<String>,
    pub root: usize,
    /// The productions that are sets of characters, the largest set first.
    classes: Vec<(String, CharSet)>,
    /// Whether each production is a single character or escape, and so too small to be a place of
    /// two grammars.
    characters: Vec<bool>,
    /// Whether each production is a single character, or its escape in its place.
    escapable: Vec<bool>,
    /// Whether each production is a set of characters.
    pub sets: Vec<bool>,
    /// Whether each production is a set of characters on both sides, and so too small to be named.
    pub small: Vec<bool>,
    /// The alternatives of each production that [lists](Self::is_list) productions; otherwise none.
    alternatives: Vec<Vec<usize>>,
    /// Whether each production may be empty.
    empty: Vec<bool>,
    /// Whether each production excepts some strings.
    excepting: Vec<bool>,
    /// The characters that occur in the strings of each production.
    alphabets: Vec<CharSet>,
    completions: Completions,
    /// The results of [`is_first`](Self::is_first) so far.
    first: Mutex<HashMap<(NodeId, NodeId), bool>>,
}

/// A state that can read a character, or must before the end.
#[derive(Clone)]
pub(crate) struct ReadingState {
    pub node: NodeId,
    /// The characters that it reads.
    pub set: CharSet,
    /// The productions around it, innermost first.
    pub around: Vec<ProductionUse>,
}

impl ReadingState {
    /// Whether a production is around it.
    pub fn is_in(&self, production: usize) -> bool {
        self.around.iter().any(|place| place.production == production)
    }

    /// Whether a place is around it.
    fn is_at(&self, place: &ProductionUse) -> bool {
        self.around.iter().any(|outer| outer.begin == place.begin)
    }
}

/// The state of a production during a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct LabelledState {
    pub exact: State,
    labels: State,
}

impl LabelledLanguage {
    pub fn new(bnf: &Bnf, production: &str) -> Result<Self, GrammarError> {
        let exact = LazyDfa::from_production(bnf, production)?;
        if exact.nfa().len() > limits().divergence_states {
            return Err(GrammarError::TooLarge(format!("the language of `{production}`")));
        }
        // Without places of their own, the first of several uses is shown for all.
        let labels = match Nfa::with_separate_uses(bnf, production) {
            Ok(nfa) if nfa.len() <= limits().divergence_states => LazyDfa::new(nfa),
            Ok(_) | Err(GrammarError::TooLarge(_)) => LazyDfa::from_production(bnf, production)?,
            Err(error) => return Err(error),
        };
        let names: Vec<String> = bnf.productions().iter().map(|definition| definition.name.clone()).collect();
        let bodies: Vec<Option<&Expr>> =
            bnf.productions().iter().map(|definition| definition.body.as_ref().ok()).collect();
        let lengths: Vec<_> = names.iter().map(|name| lengths(bnf, name, 8)).collect();
        let characters =
            lengths.iter().map(|lengths| lengths.is_some_and(|lengths| lengths.longest == ESCAPED_CHARACTER)).collect();
        let escapable = lengths
            .iter()
            .map(|lengths| lengths.is_some_and(|lengths| lengths.shortest == 1 && lengths.longest > 1))
            .collect();
        let excepting = bodies.iter().map(|body| body.is_some_and(excepts)).collect();
        let alternatives = bodies.iter().map(|body| body.map_or_else(Vec::new, |body| listed(bnf, body))).collect();
        let class_sets = bodies.iter().map(|body| body.and_then(|body| bnf.characters(body)));
        let class_sets: Vec<Option<CharSet>> = class_sets.collect();
        let sets: Vec<bool> = class_sets.iter().map(Option::is_some).collect();
        let named_sets = class_sets.into_iter().zip(bnf.productions());
        let named_sets = named_sets.map(|(set, definition)| set.filter(|_| definition.is_written()));
        let classes = classes(bnf, production, named_sets.collect());
        let alphabets = alphabets(labels.nfa(), names.len());
        let completions = labels.nfa().completions();
        let root = bnf.index(production).unwrap_or_default();
        let (small, first, empty) = (sets.clone(), Mutex::default(), empty(bnf));
        Ok(Self {
            exact,
            labels,
            names,
            root,
            classes,
            characters,
            escapable,
            sets,
            small,
            alternatives,
            empty,
            excepting,
            alphabets,
            completions,
            first,
        })
    }

    pub fn start(&self) -> LabelledState {
        LabelledState { exact: self.exact.start(), labels: self.labels.start() }
    }

    /// The state after a character; `None` if the production can no longer match.
    pub fn step(&self, at: LabelledState, c: char) -> Option<LabelledState> {
        let exact = self.exact.step(at.exact, c)?;
        Some(LabelledState { exact, labels: self.labels.step(at.labels, c)? })
    }

    pub fn accepts(&self, at: LabelledState) -> bool {
        self.exact.accepts(at.exact)
    }

    /// The states that read a character: those outside exceptions, if there are any.
    pub fn readers(&self, at: LabelledState, c: Option<char>) -> Vec<ReadingState> {
        self.outside(self.every_reader(at, c))
    }

    /// The states outside exceptions if there are any; otherwise all of them.
    pub fn outside(&self, mut readers: Vec<ReadingState>) -> Vec<ReadingState> {
        if readers.iter().any(|reader| self.exception(reader).is_none()) {
            readers.retain(|reader| self.exception(reader).is_none());
        }
        readers
    }

    /// The states that read a character, within exceptions and outside.
    pub fn every_reader(&self, at: LabelledState, c: Option<char>) -> Vec<ReadingState> {
        let (nfa, set) = (self.labels.nfa(), self.labels.set(at.labels));
        let readers = nfa.readers(&set).filter(|(_, set, _)| match c {
            Some(c) => set.contains(c),
            None => !set.is_empty(),
        });
        readers
            .map(|(node, set, place)| ReadingState { node, set: set.clone(), around: nfa.outward(place).collect() })
            .collect()
    }

    /// The states that read a character, within exceptions and outside, in which some member can go on:
    /// those of strings that the exception refuses are left out, as far as a character shows it.
    pub fn live_readers(&self, at: LabelledState) -> Vec<ReadingState> {
        let mut readers = self.every_reader(at, None);
        let outside = readers.iter().filter(|reader| self.exception(reader).is_none());
        let of_others = CharSet::union_of(&outside.map(|reader| reader.set.clone()).collect::<Vec<_>>());
        readers.retain(|reader| {
            let own = reader.set.difference(&of_others).ranges();
            let mut tried = own.iter().flat_map(|&(first, last)| (first..=last.min('\x7F')).chain([first, last]));
            let is_live = own.is_empty() || tried.any(|c| self.exact.step(at.exact, c).is_some());
            self.exception(reader).is_none() || is_live
        });
        readers
    }

    /// The productions that end at the end of the input, each with those around it, innermost
    /// first.
    pub fn ends(&self, at: LabelledState) -> Vec<Vec<usize>> {
        let (nfa, set) = (self.labels.nfa(), self.labels.set(at.labels));
        nfa.ends(&set).map(|place| nfa.within(place).collect()).collect()
    }

    /// Whether the labels go on where the language does not: its exception refuses the string.
    pub fn goes_on(&self, at: LabelledState, c: Option<char>) -> bool {
        match c {
            Some(c) => self.labels.step(at.labels, c).is_some(),
            None => self.labels.accepts(at.labels),
        }
    }

    /// The index of the innermost place around a reader that excepts some strings.
    fn exception(&self, reader: &ReadingState) -> Option<usize> {
        reader.around.iter().position(|place| self.excepting[place.production])
    }

    /// The order in which the derivations of a string are preferred: those without exceptions, then
    /// those with the first of the alternatives that a production lists, from the outermost on, then
    /// those with the shortest suffix.
    pub fn preference(&self, reader: &ReadingState) -> (bool, Vec<usize>, Option<Completion>) {
        let outward = reader.around.windows(2).rev();
        let alternatives = outward.filter_map(|pair| {
            let alternatives = &self.alternatives[pair[1].production];
            alternatives.iter().position(|&alternative| alternative == pair[0].production)
        });
        (self.exception(reader).is_some(), alternatives.collect(), self.completions.order(reader.node))
    }

    /// The production that is being read and excepts some strings, if it is used by a certain
    /// production, or beside one of which text is required.
    pub fn excepting(&self, at: LabelledState, user: usize, owed: Option<&ReadingState>) -> Option<usize> {
        self.every_reader(at, None).iter().find_map(|reader| {
            let inner = self.exception(reader)?;
            let outer = reader.around.get(inner + 1)?.production;
            let beside = [outer, reader.around[inner].production].contains(&user)
                || owed.is_some_and(|owed| self.is_directly_in(owed, outer));
            beside.then(|| reader.around[inner].production)
        })
    }

    /// The state from which the end is nearest.
    pub fn owed<'r>(&self, readers: &'r [ReadingState]) -> Option<&'r ReadingState> {
        readers.iter().min_by_key(|reader| self.completions.order(reader.node))
    }

    /// Whether a production is a set of characters, or a single character or escape.
    pub fn is_small(&self, production: usize) -> bool {
        production != self.root && (self.small[production] || self.characters[production])
    }

    /// The innermost production around a reader that is large enough to be named.
    pub fn production(&self, reader: &ReadingState) -> usize {
        let mut productions = reader.around.iter().map(|place| place.production);
        productions.find(|&production| !self.small[production]).unwrap_or(self.root)
    }

    /// Whether a reader reads one of several characters, be it the first of the escape of one.
    pub fn is_in_class(&self, reader: &ReadingState) -> bool {
        reader.set.len() > 1 || self.escapable[self.production(reader)]
    }

    /// The innermost production around a reader that is more than a character.
    pub fn text(&self, reader: &ReadingState) -> usize {
        let mut productions = reader.around.iter().map(|place| place.production);
        productions.find(|&production| !self.small[production] && !self.characters[production]).unwrap_or(self.root)
    }

    /// The productions around a reader that begin in the state with these readers, innermost first.
    pub fn begins(&self, reader: &ReadingState, readers: &[ReadingState]) -> Vec<usize> {
        let begun = reader.around.iter().take_while(|place| {
            let mut inside = readers.iter().filter(|inner| inner.is_at(place));
            inside.any(|inner| self.is_first(inner.node, **place))
        });
        let productions = begun.map(|place| place.production);
        productions.filter(|&production| !self.small[production]).collect()
    }

    /// Whether a state is at the beginning of a place, and nowhere else in it.
    pub fn is_first(&self, node: NodeId, place: ProductionUse) -> bool {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        *first.entry((node, place.begin)).or_insert_with(|| self.labels.nfa().is_first(node, place))
    }

    /// Whether a production occurs in the compared one.
    pub fn occurs(&self, production: usize) -> bool {
        !self.alphabets[production].is_empty()
    }

    /// Whether a production of the compared one may be empty.
    pub fn may_be_empty(&self, production: usize) -> bool {
        self.occurs(production) && self.empty[production]
    }

    /// The alternative of a production that a reader is in, if the production lists productions.
    pub fn alternative(&self, reader: &ReadingState, list: usize) -> Option<usize> {
        let at = reader.around.iter().position(|place| place.production == list)?;
        let alternative = reader.around.get(at.checked_sub(1)?)?.production;
        self.is_alternative(alternative, list).then_some(alternative)
    }

    /// Whether a production lists productions: it is a choice of them, and at most optional parts follow.
    pub fn is_list(&self, production: usize) -> bool {
        !self.alternatives[production].is_empty()
    }

    /// Whether a production lists another one.
    pub fn is_alternative(&self, alternative: usize, list: usize) -> bool {
        self.alternatives[list].contains(&alternative)
    }

    /// Whether a reader is in an alternative of a production, and not in a part of the alternative.
    pub fn is_directly_in(&self, reader: &ReadingState, production: usize) -> bool {
        let around = reader.around.iter().map(|place| place.production);
        let alternatives = around.skip_while(|&inner| self.small[inner]).skip(1);
        alternatives.take_while(|&inner| inner != production).all(|inner| self.is_list(inner))
            && reader.is_in(production)
    }

    /// The characters that occur in the strings of a production.
    pub fn alphabet(&self, production: usize) -> &CharSet {
        &self.alphabets[production]
    }

    /// The productions that are being read, each with its depth.
    pub fn reading(&self, readers: &[ReadingState]) -> HashMap<usize, usize> {
        // In a state without continuations the whole production has been read.
        let mut deepest = HashMap::from_iter([(self.root, 0)]);
        for reader in readers {
            for (depth, place) in reader.around.iter().rev().enumerate() {
                let production = place.production;
                if !(self.characters[production] || self.small[production]) || production == self.root {
                    let deepest = deepest.entry(production).or_default();
                    *deepest = depth.max(*deepest);
                }
            }
        }
        deepest
    }

    /// The names of the productions around a reader, outermost first.
    pub fn derivation(&self, reader: &ReadingState) -> Vec<String> {
        let productions = reader.around.iter().rev().map(|place| place.production);
        let shown = productions.filter(|&production| !self.small[production] || production == self.root);
        let derivation: Vec<String> = shown.map(|production| self.names[production].clone()).collect();
        // Nothing else is being read in a set of characters.
        if derivation.is_empty() { vec![self.names[self.root].clone()] } else { derivation }
    }

    /// A set of characters in words: classes that are subsets of it, then the remaining characters.
    pub fn words(&self, mut set: CharSet) -> Vec<String> {
        let mut words = Vec::new();
        for (name, class) in &self.classes {
            if class.len() > 1 && class.is_subset(&set) {
                words.push(name.clone());
                set = set.difference(class);
            }
        }
        words.extend(set.ranges().into_iter().flat_map(|(first, last)| {
            let next = crate::characters::after(first);
            match (first, last) {
                _ if first == last => vec![shown(first)],
                _ if next == Some(last) => vec![shown(first), shown(last)],
                _ => vec![format!("{} to {}", shown(first), shown(last))],
            }
        }));
        words
    }
}

/// The sets of characters that a production uses, with the names of their productions; the largest
/// comes first.
fn classes(bnf: &Bnf, production: &str, class_sets: Vec<Option<CharSet>>) -> Vec<(String, CharSet)> {
    let mut used = HashSet::from_iter([production]);
    let mut waiting = vec![production];
    while let Some(user) = waiting.pop() {
        waiting.extend(bnf.uses(user).into_iter().filter(|name| used.insert(name)));
    }
    let named = bnf.productions().iter().zip(class_sets);
    let named = named.filter_map(|(definition, set)| Some((definition.name.clone(), set?)));
    let mut classes: Vec<(String, CharSet)> = named.filter(|(name, _)| used.contains(name.as_str())).collect();
    classes.sort_by_key(|(_, set)| std::cmp::Reverse(set.len()));
    classes
}

/// For each production the characters that occur in its strings, by an automaton with places.
fn alphabets(nfa: &Nfa, productions: usize) -> Vec<CharSet> {
    let mut alphabets = vec![CharSet::EMPTY; productions];
    let states: Vec<NodeId> = (0..nfa.len()).collect();
    for (_, set, place) in nfa.readers(&states) {
        for production in nfa.within(place) {
            alphabets[production] = alphabets[production].union(set);
        }
    }
    alphabets
}

/// For each production whether it may be empty.
fn empty(bnf: &Bnf) -> Vec<bool> {
    let productions = bnf.productions();
    let mut users = vec![Vec::new(); productions.len()];
    for (user, definition) in productions.iter().enumerate() {
        for used in bnf.uses(&definition.name).into_iter().filter_map(|name| bnf.index(name)) {
            users[used].push(user);
        }
    }
    let mut empty = vec![false; productions.len()];
    let mut waiting: Vec<usize> = (0..productions.len()).collect();
    while let Some(at) = waiting.pop() {
        if !empty[at] && productions[at].body.as_ref().is_ok_and(|body| is_nullable(bnf, body, &empty)) {
            empty[at] = true;
            waiting.extend(&users[at]);
        }
    }
    empty
}

/// Whether an expression may be empty; `empty` tells which productions may.
fn is_nullable(bnf: &Bnf, expr: &Expr, empty: &[bool]) -> bool {
    match expr {
        Expr::Void => true,
        Expr::Literal(text) => text.is_empty(),
        Expr::Range(..) | Expr::Undefined(_) => false,
        Expr::Name(name) => bnf.index(name).is_some_and(|at| empty[at]),
        Expr::Sequence(items) => items.iter().all(|expr| is_nullable(bnf, expr, empty)),
        Expr::Alternatives(alternatives) => alternatives.iter().any(|expr| is_nullable(bnf, expr, empty)),
        Expr::Repeat(least, _, inner) => *least == 0 || is_nullable(bnf, inner, empty),
        Expr::Except(left, right) => is_nullable(bnf, left, empty) && !is_nullable(bnf, right, empty),
    }
}

/// The productions that an expression lists: it is a choice of productions that are not sets of
/// characters, and at most optional parts follow. None of another expression.
fn listed(bnf: &Bnf, expr: &Expr) -> Vec<usize> {
    match expr {
        Expr::Alternatives(alternatives) => {
            let productions = alternatives.iter().map(|expr| match expr {
                Expr::Name(name) if bnf.characters(expr).is_none() => bnf.index(name),
                _ => None,
            });
            productions.collect::<Option<_>>().unwrap_or_default()
        }
        Expr::Sequence(items) => match items.split_first() {
            Some((first, rest)) if rest.iter().all(|expr| matches!(expr, Expr::Repeat(0, Some(1), _))) => {
                listed(bnf, first)
            }
            _ => Vec::new(),
        },
        Expr::Repeat(0, Some(1), inner) => listed(bnf, inner),
        _ => Vec::new(),
    }
}

/// Whether an expression excepts some strings.
fn excepts(expr: &Expr) -> bool {
    match expr {
        Expr::Except(..) => true,
        Expr::Sequence(parts) | Expr::Alternatives(parts) => parts.iter().any(excepts),
        Expr::Repeat(_, _, inner) => excepts(inner),
        _ => false,
    }
}

/// The longest string of a production that is a character or its escape: `%F4%80%80%80`.
const ESCAPE: usize = 12;

/// The length of an escape of one octet: `%41`.
const ESCAPED_CHARACTER: usize = 3;

/// The lengths of the shortest and of the longest member of a production.
#[derive(Clone, Copy)]
struct MemberLengths {
    shortest: usize,
    longest: usize,
}

/// The lengths of the members of a production; `None` if members may be longer than an
/// [escape](ESCAPE). `depth` limits the recursion.
fn lengths(bnf: &Bnf, name: &str, depth: usize) -> Option<MemberLengths> {
    expr_lengths(bnf, bnf.get(name)?.body.as_ref().ok()?, depth)
}

fn expr_lengths(bnf: &Bnf, expr: &Expr, depth: usize) -> Option<MemberLengths> {
    let lengths = match expr {
        Expr::Literal(text) => MemberLengths { shortest: text.chars().count(), longest: text.chars().count() },
        Expr::Range(..) => MemberLengths { shortest: 1, longest: 1 },
        Expr::Name(name) => lengths(bnf, name, depth.checked_sub(1)?)?,
        Expr::Alternatives(alternatives) => {
            let lengths: Option<Vec<_>> = alternatives.iter().map(|expr| expr_lengths(bnf, expr, depth)).collect();
            lengths?.into_iter().reduce(|left, right| MemberLengths {
                shortest: left.shortest.min(right.shortest),
                longest: left.longest.max(right.longest),
            })?
        }
        Expr::Sequence(items) => {
            let mut sum = MemberLengths { shortest: 0, longest: 0 };
            for item in items {
                let lengths = expr_lengths(bnf, item, depth)?;
                sum.shortest += lengths.shortest;
                sum.longest += lengths.longest;
            }
            sum
        }
        _ => return None,
    };
    (lengths.longest <= ESCAPE).then_some(lengths)
}

/// A character in words.
fn shown(c: char) -> String {
    match c {
        ' ' => "space".to_owned(),
        // Not as an escape, which would be three characters.
        c if c.is_control() => format!("U+{:04X}", c as u32),
        c if c.is_ascii() => format!("`{c}`"),
        // With its number, and only with it if it may be invisible.
        c if c.is_alphanumeric() => format!("`{c}` (U+{:04X})", c as u32),
        c => format!("U+{:04X}", c as u32),
    }
}
