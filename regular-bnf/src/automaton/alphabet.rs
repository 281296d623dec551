//! The symbols of automata: characters, as far as an automaton distinguishes them, and marks.

use std::collections::HashMap;
use std::hash::Hash;

use super::{ALPHABET, READABLE, effort};
use crate::characters::{BEYOND, CharSet, after};

/// A symbol: a US-ASCII character by its number, a class of other characters, or a mark.
///
/// ```
/// use regular_bnf::CharSet;
/// use regular_bnf::automaton::alphabet::{Alphabet, Symbol};
///
/// let alphabet = Alphabet::new([&CharSet::range('à', 'ÿ')]);
/// let [a, e, n]: [Symbol; 3] = ['A', 'é', 'ñ'].map(|c| alphabet.symbol(c));
/// assert_eq!((a, e), (65, n));
/// ```
pub type Symbol = usize;

/// Where a component begins or ends in a string. It is not a character: an automaton reads it as a symbol
/// of its own.
///
/// ```
/// use regular_bnf::automaton::alphabet::Mark;
/// use regular_bnf::automaton::dfa::{DEAD, Dfa};
/// use regular_bnf::{Place, Spans};
///
/// let pest = "greeting = { \"hi \" ~ name } name = @{ ANY* }";
/// let [name] = Spans::from_pest(pest, &["greeting"], [&[Place::rule("name")]])?;
/// let dfa = name.automaton();
/// let text = "hi ".chars().fold(Dfa::START, |state, c| dfa.step(state, c));
/// assert_ne!(dfa.step(text, Mark::Begin), DEAD);
/// assert_eq!((dfa.step(text, 'A'), dfa.step(text, Mark::End)), (DEAD, DEAD));
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The component begins.
    Begin,
    /// The component ends.
    End,
}

impl Mark {
    /// Both marks, in the order in which a string has them.
    pub const ALL: [Self; 2] = [Self::Begin, Self::End];
}

/// An element of a string with marks: a character, or a mark.
///
/// ```
/// use regular_bnf::automaton::alphabet::{Element, Mark};
///
/// let string: [Element; 3] = [Mark::Begin.into(), 'a'.into(), Mark::End.into()];
/// assert_eq!(string.map(Element::character), [None, Some('a'), None]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// A character.
    Character(char),
    /// A mark.
    Mark(Mark),
}

impl Element {
    /// The character; `None` for a mark.
    pub fn character(self) -> Option<char> {
        match self {
            Self::Character(c) => Some(c),
            Self::Mark(_) => None,
        }
    }

    /// Whether it is a character of a set.
    pub(crate) fn is_in(self, set: &CharSet) -> bool {
        self.character().is_some_and(|c| set.contains(c))
    }
}

impl From<char> for Element {
    fn from(c: char) -> Self {
        Self::Character(c)
    }
}

impl From<Mark> for Element {
    fn from(mark: Mark) -> Self {
        Self::Mark(mark)
    }
}

/// The characters of a string with marks.
pub(crate) fn text(elements: &[Element]) -> String {
    elements.iter().filter_map(|element| element.character()).collect()
}

/// The symbols of an automaton. Each US-ASCII character is one. All other characters are divided
/// into classes whose members the automaton does not distinguish, and which are equally hard to
/// [read](effort). The marks are symbols of automata that [have](Self::with_marks) them, after those of
/// all characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alphabet {
    /// The first character of each run of characters beyond US-ASCII that belong to one symbol, and
    /// the symbol, in order.
    runs: Vec<(char, Symbol)>,
    /// The first character of each symbol beyond US-ASCII.
    first: Vec<char>,
    /// Whether the marks are symbols.
    marks: bool,
}

impl Alphabet {
    /// The coarsest alphabet for automata whose steps read these sets.
    pub fn new<'s>(sets: impl IntoIterator<Item = &'s CharSet> + Clone) -> Self {
        let ranges = sets.clone().into_iter().flat_map(CharSet::beyond);
        let starts = starts(ranges.flat_map(|&(first, last)| [Some(first), after(last)]).flatten());
        // Every set divides the classes so far.
        let mut classes: Vec<u32> =
            starts.iter().map(|&start| u32::from(effort(start) != effort(READABLE.0))).collect();
        let mut count = 2;
        for set in sets {
            let mut inside: HashMap<u32, u32> = HashMap::new();
            for &(first, last) in set.beyond() {
                let [from, to] = [first, last].map(|c| starts.partition_point(|&start| start <= c));
                for class in &mut classes[from - 1..to] {
                    *class = *inside.entry(*class).or_insert_with(|| {
                        count += 1;
                        count - 1
                    });
                }
            }
        }
        Self::from_runs(starts.into_iter().zip(classes))
    }

    /// The alphabet of runs beyond US-ASCII: the first character of each and its class, in order.
    /// The first run begins at U+0080. Classes are numbered in the order of their first characters.
    ///
    /// ```
    /// use regular_bnf::automaton::alphabet::Alphabet;
    ///
    /// let alphabet = Alphabet::from_runs([('\u{80}', 'a'), ('\u{E9}', 'b'), ('\u{EA}', 'a')]);
    /// assert_eq!(["\u{80}", "é", "ê"].map(|c| alphabet.symbol(c.chars().next().unwrap())), [128, 129, 128]);
    /// ```
    pub fn from_runs<K: Hash + Eq>(runs: impl IntoIterator<Item = (char, K)>) -> Self {
        let (mut numbers, mut alphabet): (HashMap<K, Symbol>, _) =
            (HashMap::new(), Self { runs: Vec::new(), first: Vec::new(), marks: false });
        for (start, class) in runs {
            let symbol = *numbers.entry(class).or_insert_with(|| {
                alphabet.first.push(start);
                ALPHABET + alphabet.first.len() - 1
            });
            if alphabet.runs.last().is_none_or(|&(_, last)| last != symbol) {
                alphabet.runs.push((start, symbol));
            }
        }
        alphabet
    }

    /// The alphabet with the marks as symbols.
    ///
    /// ```
    /// use regular_bnf::automaton::alphabet::{Alphabet, Mark};
    ///
    /// let alphabet = Alphabet::new([]);
    /// assert_eq!(alphabet.mark(Mark::Begin), None);
    /// assert_eq!(alphabet.clone().with_marks().mark(Mark::Begin), Some(alphabet.len()));
    /// ```
    #[must_use]
    pub fn with_marks(self) -> Self {
        Self { marks: true, ..self }
    }

    /// The alphabet of characters alone.
    #[must_use]
    pub fn without_marks(self) -> Self {
        Self { marks: false, ..self }
    }

    /// The number of symbols, of marks too.
    #[allow(clippy::len_without_is_empty, reason = "no alphabet is without symbols")]
    pub fn len(&self) -> usize {
        self.symbols().end + if self.marks { Mark::ALL.len() } else { 0 }
    }

    /// The symbols of characters, in order.
    pub fn symbols(&self) -> std::ops::Range<Symbol> {
        0..ALPHABET + self.first.len()
    }

    /// The symbol of a mark; `None` if the marks are no symbols.
    pub fn mark(&self, mark: Mark) -> Option<Symbol> {
        self.marks.then(|| self.symbols().end + mark as usize)
    }

    /// The symbol of a character or of a mark.
    #[inline]
    pub fn symbol_of(&self, element: impl Into<Element>) -> Option<Symbol> {
        match element.into() {
            Element::Character(c) => Some(self.symbol(c)),
            Element::Mark(mark) => self.mark(mark),
        }
    }

    /// The marks and their symbols, if they are symbols.
    pub fn marks(&self) -> impl Iterator<Item = (Mark, Symbol)> + '_ {
        Mark::ALL.into_iter().filter_map(|mark| Some((mark, self.mark(mark)?)))
    }

    /// The element of each symbol, in the order of the symbols: its first character, or its mark.
    pub fn elements(&self) -> impl Iterator<Item = Element> + '_ {
        self.characters().map(Element::from).chain(self.marks().map(|(mark, _)| mark.into()))
    }

    /// The symbol of a character.
    #[inline]
    pub fn symbol(&self, c: char) -> Symbol {
        if c.is_ascii() {
            return c as Symbol;
        }
        let next_run = self.runs.partition_point(|&(start, _)| start <= c);
        next_run.checked_sub(1).map_or(ALPHABET, |run| self.runs[run].1)
    }

    /// The first character of a symbol.
    pub fn character(&self, symbol: Symbol) -> char {
        match symbol.checked_sub(ALPHABET) {
            None => char::from(symbol as u8),
            Some(at) => self.first.get(at).copied().unwrap_or(BEYOND),
        }
    }

    /// The first character of each run of characters beyond US-ASCII that belong to one symbol, and
    /// the symbol, in order.
    pub fn runs(&self) -> impl Iterator<Item = (char, Symbol)> + '_ {
        self.runs.iter().copied()
    }

    /// The first characters of all symbols that are no marks, in order.
    pub fn characters(&self) -> impl Iterator<Item = char> + '_ {
        self.symbols().map(|symbol| self.character(symbol))
    }

    /// The next character with the symbol of a character.
    pub fn next(&self, c: char) -> Option<char> {
        let next = after(c).filter(|_| !c.is_ascii())?;
        let run = self.runs.partition_point(|&(start, _)| start <= c).checked_sub(1)?;
        match self.runs.get(run + 1) {
            Some(&(end, _)) if end <= next => {
                let symbol = self.runs[run].1;
                self.runs[run + 1..].iter().find(|(_, other)| *other == symbol).map(|&(start, _)| start)
            }
            _ => Some(next),
        }
    }

    /// The characters of a symbol; none of a mark.
    pub fn set(&self, symbol: Symbol) -> CharSet {
        if symbol < ALPHABET {
            return char::from(symbol as u8).into();
        }
        let ends = self.runs.iter().skip(1).map(|&(start, _)| start).map(Some).chain([None]);
        let runs = self.runs.iter().zip(ends).filter(|((_, run_symbol), _)| *run_symbol == symbol);
        runs.fold(CharSet::EMPTY, |set, (&(start, _), end)| {
            let from_start = CharSet::range(start, char::MAX);
            let run = match end {
                Some(end) => from_start.difference(&CharSet::range(end, char::MAX)),
                None => from_start,
            };
            set.union(&run)
        })
    }

    /// The characters of the symbols that lead to the same place, for each place, in the order in
    /// which the places occur.
    pub(crate) fn classes<T: Eq>(&self, steps: impl IntoIterator<Item = (Symbol, T)>) -> Vec<(CharSet, T)> {
        let mut classes: Vec<(CharSet, T)> = Vec::new();
        for (symbol, to) in steps {
            let set = self.set(symbol);
            match classes.iter_mut().find(|(_, target)| *target == to) {
                Some((characters, _)) => *characters = characters.union(&set),
                None => classes.push((set, to)),
            }
        }
        classes
    }

    /// The coarsest alphabet that is finer than both. It has marks if either has.
    pub fn refined(&self, other: &Self) -> Self {
        let starts = starts(self.runs.iter().chain(&other.runs).map(|&(start, _)| start));
        let runs = starts.into_iter().map(|start| (start, (self.symbol(start), other.symbol(start))));
        Self { marks: self.marks || other.marks, ..Self::from_runs(runs) }
    }

    /// Merges the symbols of characters that have the same key and are equally hard to read.
    pub fn merged<K: Hash + Eq>(&self, mut key: impl FnMut(Symbol) -> K) -> Self {
        let runs = self.runs.iter().map(|&(start, symbol)| (start, (effort(start), key(symbol))));
        Self { marks: self.marks, ..Self::from_runs(runs) }
    }
}

/// The characters at which runs begin: the given characters beyond US-ASCII, and those at which the
/// effort changes.
fn starts(characters: impl Iterator<Item = char>) -> Vec<char> {
    let (first, last) = READABLE;
    let mut starts: Vec<char> = characters.chain([BEYOND, first]).chain(after(last)).filter(|&c| c >= BEYOND).collect();
    starts.sort_unstable();
    starts.dedup();
    starts
}
