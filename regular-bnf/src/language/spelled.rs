//! The texts of which a decoder makes the members of a language.

use crate::automaton::TooLarge;
use crate::automaton::alphabet::Element;
use crate::automaton::dfa::{DEAD, Dfa, State};
use crate::automaton::subsets::{self, Graph, GraphAlphabet};
use crate::bnf::GrammarError;
use crate::characters::CharSet;
use crate::language::Language;

/// Characters in a sequence, each one of a set, that a decoder reads as a text.
///
/// ```
/// use regular_bnf::{Language, Spelling};
///
/// let spelling = |text: &str, read: &str| {
///     let written = text.chars().map(Into::into).collect();
///     Spelling { written, read: read.to_owned() }
/// };
/// // The decoder reads `%2E` as a dot, and removes tabs.
/// let spellings = [spelling(".", "."), spelling("%2E", "."), spelling("\t", "")];
/// let dots = Language::matching("^[.][.]$")?.spelled(&spellings)?;
/// assert!(dots.contains(".\t%2E") && !dots.contains("%2E"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spelling {
    /// The characters; there is at least one.
    pub written: Vec<CharSet>,
    /// The text; empty if the decoder removes the characters.
    pub read: String,
}

impl Language {
    /// The texts that consist of spellings, and that a decoder reads as a member of this language.
    ///
    /// ```
    /// use regular_bnf::{CharSet, Language, Spelling};
    ///
    /// let digits = CharSet::range('0', '9');
    /// let bare = ('0'..='9').map(|c| Spelling { written: vec![c.into()], read: c.into() });
    /// let escaped = ('0'..='9').map(|c| Spelling { written: vec!['%'.into(), '3'.into(), c.into()], read: c.into() });
    /// let removed = Spelling { written: vec![' '.into()], read: String::new() };
    /// let spellings: Vec<Spelling> = bare.chain(escaped).chain([removed]).collect();
    /// let even = Language::matching("^[0-9]*[02468]$")?.spelled(&spellings)?;
    /// assert!(even.contains("1 %32 ") && !even.contains("1%3") && !even.contains("%331"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`] if the automaton has too many states.
    pub fn spelled(&self, spellings: &[Spelling]) -> Result<Self, GrammarError> {
        // Most have a character that is in no member.
        let states = Dfa::START..self.dfa.len() as State;
        let occurs = |spelling: &&Spelling| states.clone().any(|state| after(&self.dfa, state, &spelling.read) != DEAD);
        let spellings: Vec<&Spelling> = spellings.iter().filter(occurs).collect();
        let sets: Vec<CharSet> = spellings.iter().flat_map(|spelling| &spelling.written).cloned().collect();
        let alphabet = GraphAlphabet { automata: &[], sets: &sets };
        let graph = SpelledLanguage { dfa: &self.dfa, tries: Trie::of(&spellings) };
        let dfa = subsets::strings(&graph, alphabet.classes());
        dfa.map(|dfa| Self { dfa }).map_err(|TooLarge| {
            GrammarError::TooLarge(format!("the spellings of an automaton of {} states", self.states()))
        })
    }
}

/// The state after a text.
fn after(dfa: &Dfa, state: State, text: &str) -> State {
    text.chars().fold(state, |state, c| dfa.step(state, c))
}

/// Spellings by their common beginnings. In each node a character leads to one other node at most.
#[derive(Default)]
struct Trie<'s> {
    nodes: Vec<TrieNode<'s>>,
}

#[derive(Default)]
struct TrieNode<'s> {
    edges: Vec<(&'s CharSet, usize)>,
    /// The first and the last character of each range of these sets, and the node to which it leads, in
    /// order.
    ranges: Vec<(char, char, usize)>,
    /// What is read if a spelling ends here.
    reads: Vec<&'s str>,
}

impl<'s> Trie<'s> {
    const ROOT: usize = 0;

    /// As many as are needed: a spelling is in the first in which no set of it overlaps another.
    fn of(spellings: &[&'s Spelling]) -> Vec<Self> {
        let mut tries: Vec<Self> = Vec::new();
        for spelling in spellings {
            let fitting = tries.iter().position(|trie| trie.fits(&spelling.written));
            let number = fitting.unwrap_or_else(|| {
                tries.push(Self { nodes: vec![TrieNode::default()] });
                tries.len() - 1
            });
            tries[number].insert(spelling);
        }
        for node in tries.iter_mut().flat_map(|trie| &mut trie.nodes) {
            node.sort_ranges();
        }
        tries
    }

    /// Whether each character of a spelling is of the set of an edge, or of no edge's set.
    fn fits(&self, written: &[CharSet]) -> bool {
        let mut node = Some(Self::ROOT);
        written.iter().all(|set| {
            let Some(edges) = node.map(|node| &self.nodes[node].edges) else { return true };
            node = edges.iter().find(|(other, _)| *other == set).map(|(_, next)| *next);
            node.is_some() || edges.iter().all(|(other, _)| other.intersection(set).is_empty())
        })
    }

    fn insert(&mut self, spelling: &'s Spelling) {
        let mut node = Self::ROOT;
        for set in &spelling.written {
            let next = self.nodes[node].edges.iter().find(|(other, _)| *other == set).map(|(_, next)| *next);
            node = next.unwrap_or_else(|| {
                let next = self.nodes.len();
                self.nodes[node].edges.push((set, next));
                self.nodes.push(TrieNode::default());
                next
            });
        }
        self.nodes[node].reads.push(&spelling.read);
    }
}

impl TrieNode<'_> {
    fn sort_ranges(&mut self) {
        for &(set, next) in &self.edges {
            self.ranges.extend(set.ranges().into_iter().map(|(first, last)| (first, last, next)));
        }
        self.ranges.sort_unstable();
    }
}

struct SpelledLanguage<'a> {
    dfa: &'a Dfa,
    tries: Vec<Trie<'a>>,
}

/// A place in a text: the state after what has been read, and the trie and its node to which the
/// characters of a spelling have led.
type Place = (State, usize, usize);

impl Graph for SpelledLanguage<'_> {
    type Vertex = Place;

    fn start(&self) -> Place {
        (Dfa::START, 0, Trie::ROOT)
    }

    fn push_empty_moves(&self, (state, trie, node): Place, targets: &mut Vec<Place>) {
        if (trie, node) == (0, Trie::ROOT) {
            targets.extend((1..self.tries.len()).map(|trie| (state, trie, Trie::ROOT)));
        }
        let reads = self.tries.get(trie).map_or(&[][..], |trie| &trie.nodes[node].reads);
        let states = reads.iter().map(|text| after(self.dfa, state, text)).filter(|&state| state != DEAD);
        targets.extend(states.map(|state| (state, 0, Trie::ROOT)));
    }

    fn step(&self, (state, trie, node): Place, element: Element) -> Option<Place> {
        let c = element.character()?;
        let ranges = &self.tries.get(trie)?.nodes[node].ranges;
        let (_, last, next) = ranges[..ranges.partition_point(|&(first, ..)| first <= c)].last()?;
        (c <= *last).then_some((state, trie, *next))
    }

    fn is_end(&self, (state, trie, node): Place) -> bool {
        (trie, node) == (0, Trie::ROOT) && self.dfa.is_accepting(state)
    }
}
