//! Why two productions differ: every place at which one can continue and the other cannot.
//!
//! The automata of both are walked together. Consider a pair of states in which both can still accept. A character with which
//! one can continue and the other cannot is a *divergence*, and so is the end if one accepts there and the other does not. A
//! string that only one of them accepts has exactly one first divergence: both can continue up to it, and one cannot continue
//! after it. The list of all divergences is therefore complete. The time is linear in the number of pairs of states, which is
//! bounded.

use std::collections::HashMap;

use crate::automaton::lazy::{LazyDfa, State};
use crate::automaton::search::Search;
use crate::automaton::{TooLarge, effort};
use crate::bnf::{Bnf, Expr, LanguageError};
use crate::charset::CharSet;
use crate::diff::Correspondence;
use crate::limits::LIMITS;

/// The production that continues at a divergence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Side {
    /// The left accepts text that the right refuses.
    Left,
    /// The right accepts text that the left refuses.
    Right,
}

/// A reason why two productions differ.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Divergence {
    /// The side that can continue.
    pub side: Side,
    /// The production of the left grammar at the divergence: the innermost that corresponds to a production that the right is
    /// reading.
    pub left_production: String,
    /// The corresponding production of the right grammar.
    pub right_production: String,
    /// The text that is possible on this side alone: names of that grammar's character classes, characters, or `the end`.
    pub bytes: Vec<String>,
    /// The byte offset of the divergence in the witness.
    pub offset: usize,
    /// A shortest string of the difference with this divergence.
    pub witness: String,
}

/// The identity of a divergence: the side, the productions, and whether it is at the end.
type Key = (Side, usize, usize, bool);

/// All divergences between two productions, each once.
///
/// ```
/// use regular_bnf::{Bnf, Correspondence, Divergences, Side};
///
/// let old = Bnf::read("version = number \".\" number\nnumber = 1*%x30-39\n")?;
/// let new = Bnf::read("version = number \".\" number *( \".\" number )\nnumber = 1*%x30-39\n")?;
/// let all = Divergences::of((&old, "version"), (&new, "version"), &Correspondence::default())?;
/// let [dot] = all.list() else { panic!() };
/// assert_eq!((dot.side, dot.witness.as_str(), dot.offset), (Side::Right, "0.0.0", 3));
/// assert_eq!(dot.bytes, ["`.`"]);
/// assert_eq!(all.of_string("1.2.3"), Some(dot));
/// assert_eq!(all.of_string("1.2"), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Divergences {
    left: Part,
    right: Part,
    /// For each production of the left grammar the corresponding productions of the right.
    counterparts: Vec<Vec<usize>>,
    keys: Vec<Key>,
    list: Vec<Divergence>,
}

/// One of the two sides.
struct Part {
    walker: LazyDfa,
    names: Vec<String>,
    /// The productions that are sets of characters, the largest set first.
    classes: Vec<(String, CharSet)>,
    /// Whether each production is a single character or escape, and so too small to be reported as a place.
    characters: Vec<bool>,
    root: usize,
}

impl Part {
    fn of(bnf: &Bnf, production: &str) -> Result<Self, LanguageError> {
        let walker = LazyDfa::of(bnf, production)?;
        if walker.nfa().len() > LIMITS.divergence_states {
            return Err(LanguageError::TooLarge(format!("the language of `{production}`")));
        }
        let names: Vec<String> = bnf.productions().iter().map(|definition| definition.name.clone()).collect();
        let class = |name: &String| {
            let holds = bnf.characters(bnf.get(name)?.body.as_ref().ok()?)?;
            Some((name.clone(), holds))
        };
        let mut classes: Vec<(String, CharSet)> = names.iter().filter_map(class).collect();
        classes.sort_by_key(|(_, holds)| std::cmp::Reverse(holds.len()));
        let characters = names.iter().map(|name| longest(bnf, name, 8) == Some(3)).collect();
        Ok(Self { walker, characters, classes, root: bnf.index(production).unwrap_or_default(), names })
    }

    /// The productions that are being read in a state, with their depths.
    fn reading(&self, state: State, c: Option<char>) -> Vec<(usize, usize)> {
        let mut all = self.walker.reading(state, c);
        all.retain(|&(at, _)| !self.characters[at] || at == self.root);
        // In a state without continuations the whole production has been read.
        all.push((self.root, 0));
        all
    }

    /// A set of characters in words: classes that are subsets of it, then the remaining characters.
    fn words(&self, mut set: CharSet) -> Vec<String> {
        let mut words = Vec::new();
        for (name, holds) in &self.classes {
            if holds.len() > 1 && holds.is_subset(&set) {
                words.push(name.clone());
                set = set.difference(holds);
            }
        }
        words.extend(set.ranges().into_iter().flat_map(|(first, last)| {
            let next = crate::charset::after(first);
            match (first, last) {
                _ if first == last => vec![shown(first)],
                _ if next == Some(last) => vec![shown(first), shown(last)],
                _ => vec![format!("{} to {}", shown(first), shown(last))],
            }
        }));
        words
    }
}

/// The length of the longest member of a production that consists of single characters, and of a percent sign with digits;
/// `None` if it may be longer. `depth` limits the recursion.
fn longest(bnf: &Bnf, name: &str, depth: usize) -> Option<usize> {
    fn of(bnf: &Bnf, expr: &Expr, depth: usize) -> Option<usize> {
        let most = match expr {
            Expr::Literal(text) => text.chars().count(),
            Expr::Range(..) => 1,
            Expr::Name(name) => longest(bnf, name, depth.checked_sub(1)?)?,
            Expr::Alternatives(all) => all.iter().try_fold(0, |most, expr| Some(most.max(of(bnf, expr, depth)?)))?,
            Expr::Sequence(all) => all.iter().try_fold(0, |sum, expr| Some(sum + of(bnf, expr, depth)?))?,
            _ => return None,
        };
        (most <= 3).then_some(most)
    }
    of(bnf, bnf.get(name)?.body.as_ref().ok()?, depth)
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

/// A group of divergences during the search.
struct Group {
    key: Key,
    bytes: CharSet,
    /// The best witness so far: its length, its effort, the string, and the offset.
    witness: (usize, u32, String, usize),
}

impl Divergences {
    /// Compares two productions, each with its grammar.
    ///
    /// # Errors
    ///
    /// If one of them, or one that they use, is undefined, unreadable or not regular, or if the combined automaton has too many
    /// states.
    pub fn of(left: (&Bnf, &str), right: (&Bnf, &str), parts: &Correspondence) -> Result<Self, LanguageError> {
        let (left, right) = (Part::of(left.0, left.1)?, Part::of(right.0, right.1)?);
        let counterparts = |(at, name): (usize, &String)| {
            let others: Vec<&str> = parts.of(name).collect();
            let plays = |other: &String| other == name || others.contains(&other.as_str());
            let same = right.names.iter().enumerate().filter(|(_, other)| plays(other)).map(|(at, _)| at);
            same.chain((at == left.root).then_some(right.root)).collect()
        };
        let counterparts = left.names.iter().enumerate().map(counterparts).collect();
        let mut all = Self { left, right, counterparts, keys: Vec::new(), list: Vec::new() };
        let groups = all.walk()?;
        for Group { key, bytes, witness: (.., witness, offset) } in groups {
            let (side, left_production, right_production, end) = key;
            let part = if side == Side::Left { &all.left } else { &all.right };
            let bytes = if end { vec!["the end".to_owned()] } else { part.words(bytes) };
            all.list.push(Divergence {
                side,
                left_production: all.left.names[left_production].clone(),
                right_production: all.right.names[right_production].clone(),
                bytes,
                offset,
                witness,
            });
            all.keys.push(key);
        }
        Ok(all)
    }

    /// The divergences, each once, with the shortest witnesses first.
    pub fn list(&self) -> &[Divergence] {
        &self.list
    }

    /// The divergence of a string; `None` if both productions accept it, or neither does.
    pub fn of_string(&self, string: &str) -> Option<&Divergence> {
        let (mut p, mut q) = (self.left.walker.start(), self.right.walker.start());
        let mut at = 0;
        let key = loop {
            let Some(c) = string[at..].chars().next() else { break self.at_end(p, q)? };
            at += c.len_utf8();
            match (self.left.walker.step(p, c), self.right.walker.step(q, c)) {
                (Some(next), Some(other)) => (p, q) = (next, other),
                (None, None) => return None,
                (on, other) => {
                    let (part, state) = if on.is_some() { (&self.left, on) } else { (&self.right, other) };
                    let end = part.walker.behind(state?, string.get(at..)?)?;
                    if !part.walker.accepts(end) {
                        return None;
                    }
                    break self.at_character(p, q, c, on.is_some());
                }
            }
        };
        self.keys.iter().position(|known| *known == key).map(|at| &self.list[at])
    }

    /// The innermost corresponding productions that are being read on both sides.
    fn place(&self, left: &[(usize, usize)], right: &[(usize, usize)]) -> (usize, usize) {
        let pairs = left.iter().flat_map(|&(one, depth)| {
            let same = right.iter().filter(move |(other, _)| self.counterparts[one].contains(other));
            same.map(move |&(other, deep)| (depth + deep, std::cmp::Reverse((one, other))))
        });
        pairs.max().map_or((self.left.root, self.right.root), |(_, std::cmp::Reverse(pair))| pair)
    }

    fn at_character(&self, p: State, q: State, c: char, on_left: bool) -> Key {
        let (left, right) = match on_left {
            true => (self.left.reading(p, Some(c)), self.right.reading(q, None)),
            false => (self.left.reading(p, None), self.right.reading(q, Some(c))),
        };
        let (left, right) = self.place(&left, &right);
        (if on_left { Side::Left } else { Side::Right }, left, right, false)
    }

    /// The divergence at the end of the input in two states. An accepting side has read its whole production.
    fn at_end(&self, p: State, q: State) -> Option<Key> {
        let side = match (self.left.walker.accepts(p), self.right.walker.accepts(q)) {
            (true, false) => Side::Left,
            (false, true) => Side::Right,
            _ => return None,
        };
        Some((side, self.left.root, self.right.root, true))
    }

    /// Walks both automata from their start states, breadth first.
    fn walk(&self) -> Result<Vec<Group>, LanguageError> {
        let (left, right) = (&self.left.walker, &self.right.walker);
        // For each pair of classes the most readable character, and all characters of that pair.
        let alphabet = left.alphabet().refined(&right.alphabet());
        let mut classes: HashMap<_, CharSet> = HashMap::new();
        for symbol in alphabet.symbols() {
            let c = alphabet.character(symbol);
            let set = classes.entry((left.class(c), right.class(c))).or_default();
            *set = set.union(&alphabet.set(symbol));
        }
        let classes = classes.into_values().filter_map(|set| Some((set.most_readable()?, set)));
        let mut classes: Vec<(char, CharSet)> = classes.collect();
        classes.sort_by_key(|&(c, _)| (effort(c), c));
        let mut groups: Vec<Group> = Vec::new();
        let mut places: HashMap<Key, usize> = HashMap::new();
        let mut found = |key: Key, bytes: &CharSet, witness: String, offset: usize| {
            let cost = witness.chars().map(effort).sum();
            let new = (witness.chars().count(), cost, witness, offset);
            match places.get(&key) {
                Some(&at) => {
                    groups[at].bytes = groups[at].bytes.union(bytes);
                    if new < groups[at].witness {
                        groups[at].witness = new;
                    }
                }
                None => {
                    places.insert(key, groups.len());
                    groups.push(Group { key, bytes: bytes.clone(), witness: new });
                }
            }
        };
        let mut search = Search::new((left.start(), right.start()), LIMITS.pairs);
        while let Some((at, (p, q))) = search.next() {
            let before: String = search.way(at).into_iter().collect();
            if let Some(key) = self.at_end(p, q) {
                found(key, &CharSet::EMPTY, before.clone(), before.len());
            }
            for (c, all) in &classes {
                let rest =
                    |walker: &LazyDfa, state| format!("{before}{c}{}", walker.completion(state).unwrap_or_default());
                match (left.step(p, *c), right.step(q, *c)) {
                    (None, None) => {}
                    (Some(p), Some(q)) => search
                        .reach(at, *c, Some(effort(*c)), (p, q))
                        .map_err(|TooLarge| LanguageError::TooLarge("the difference of the two".to_owned()))?,
                    (Some(next), None) => found(self.at_character(p, q, *c, true), all, rest(left, next), before.len()),
                    (None, Some(next)) => {
                        found(self.at_character(p, q, *c, false), all, rest(right, next), before.len())
                    }
                }
            }
        }
        groups.sort_by(|one, other| one.witness.cmp(&other.witness));
        Ok(groups)
    }
}
