//! Questions about strings with marks around a component, answered from what a machine says of the
//! strings without marks.

use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::teacher::{Answer, LearnError, Part, Teacher};
use crate::automaton::ALPHABET;
use crate::automaton::dfa::{DEAD, Dfa};

/// A symbol of a marked string: the number of a US-ASCII character, or a mark.
pub(super) type MarkedSymbol = u8;
/// The mark at the beginning of the component.
pub(super) const BEGIN_MARK: MarkedSymbol = ALPHABET as u8;
/// The mark at the end of the component.
pub(super) const END_MARK: MarkedSymbol = BEGIN_MARK + 1;
/// A string with marks.
pub(super) type MarkedString = Vec<MarkedSymbol>;

/// The answer to a question about a marked string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Outcome {
    Refused,
    Accepted,
    Unknown,
}

impl Outcome {
    /// The number of different outcomes.
    pub const COUNT: usize = 3;
}

/// Where the marks of a string are.
#[derive(Clone, PartialEq, Eq)]
enum MarkPlaces {
    None,
    Around(Range<usize>),
    /// A mark is missing, or they are in a wrong order or too many.
    Wrong,
}

/// The questions to a machine, and its answers.
pub(super) struct Questions<T> {
    pub teacher: T,
    domain: Option<Dfa>,
    /// The characters of US-ASCII that strings of the domain have.
    characters: Vec<char>,
    /// The component that has marks; `None` if the machine only accepts and refuses.
    pub component: Option<usize>,
    answers: FxHashMap<Rc<str>, Answer>,
    /// The strings that have an answer, in the order in which they were asked.
    asked: Vec<Rc<str>>,
}

impl<T: Teacher> Questions<T> {
    pub fn new(teacher: T, domain: Option<Dfa>) -> Self {
        let occurs = |symbol: &usize| {
            domain
                .as_ref()
                .is_none_or(|domain| (0..domain.len() as u32).any(|state| domain.row(state)[*symbol] != DEAD))
        };
        let mut characters: Vec<char> = (0..ALPHABET).filter(occurs).map(|symbol| char::from(symbol as u8)).collect();
        if characters.is_empty() {
            characters.push('a');
        }
        Self { teacher, domain, characters, component: None, answers: FxHashMap::default(), asked: Vec::new() }
    }

    /// The characters that strings of the domain have; at least one.
    pub fn characters(&self) -> &[char] {
        &self.characters
    }

    /// The number of symbols.
    pub fn width(&self) -> usize {
        ALPHABET + if self.component.is_some() { 2 } else { 0 }
    }

    /// The strings that have an answer, in the order in which they were asked.
    pub fn asked(&self) -> &[Rc<str>] {
        &self.asked
    }

    /// Whether the machine may be asked about a string.
    fn is_in_domain(&self, string: &str) -> bool {
        self.domain.as_ref().is_none_or(|domain| domain.accepts(string))
    }

    /// Asks about the strings of the domain that have no answer yet.
    pub fn ask(&mut self, strings: impl IntoIterator<Item = String>) -> Result<(), LearnError<T::Error>> {
        let mut new = Vec::new();
        for string in strings {
            if self.is_in_domain(&string) && !self.answers.contains_key(string.as_str()) {
                let shared: Rc<str> = string.as_str().into();
                self.answers.insert(Rc::clone(&shared), Answer::Unknown);
                self.asked.push(shared);
                new.push(string);
            }
        }
        if new.is_empty() {
            return Ok(());
        }
        let answers = self.teacher.answers(&new).map_err(LearnError::Teacher)?;
        let first = self.asked.len() - new.len();
        self.answers.extend(self.asked[first..].iter().cloned().zip(answers));
        Ok(())
    }

    /// The answer about a string that has been asked; strings outside the domain are unknown.
    pub fn answer(&self, string: &str) -> &Answer {
        self.answers.get(string).unwrap_or(&Answer::Unknown)
    }

    /// The outcome of each marked string.
    pub fn outcomes(&mut self, words: &[MarkedString]) -> Result<Vec<Outcome>, LearnError<T::Error>> {
        let read: Vec<(String, MarkPlaces)> = words.iter().map(|word| unmarked(word)).collect();
        let proper = read.iter().filter(|(_, marks)| *marks != MarkPlaces::Wrong);
        self.ask(proper.map(|(string, _)| string.clone()))?;
        Ok(read.iter().map(|(string, marks)| self.outcome_of(string, marks)).collect())
    }

    /// The outcome of a marked string.
    pub fn outcome(&mut self, word: &[MarkedSymbol]) -> Result<Outcome, LearnError<T::Error>> {
        let outcomes = self.outcomes(&[word.to_vec()])?;
        // There is one for each word.
        Ok(outcomes.first().copied().unwrap_or(Outcome::Unknown))
    }

    fn outcome_of(&self, string: &str, marks: &MarkPlaces) -> Outcome {
        match (self.reading(string), marks) {
            ((Outcome::Accepted, Some(span)), MarkPlaces::Around(marked)) if *marked == span => Outcome::Accepted,
            ((outcome, None), MarkPlaces::None) => outcome,
            _ => Outcome::Refused,
        }
    }

    /// What the machine says of a string, with the span of the component.
    fn reading(&self, string: &str) -> (Outcome, Option<Range<usize>>) {
        let parts = match self.answer(string) {
            Answer::Refused => return (Outcome::Refused, None),
            Answer::Unknown => return (Outcome::Unknown, None),
            Answer::Accepted(parts) => parts,
        };
        match self.component.and_then(|component| parts.get(component)) {
            None | Some(Part::Absent) => (Outcome::Accepted, None),
            Some(Part::Unknown) => (Outcome::Unknown, None),
            Some(Part::At(span)) => (Outcome::Accepted, Some(span.clone())),
        }
    }

    /// The string with the marks that the machine's answer gives it, and the outcome of that.
    pub fn marked(&self, string: &str) -> (MarkedString, Outcome) {
        let (outcome, span) = self.reading(string);
        let mut word = MarkedString::from(string);
        if let Some(span) = span {
            word.insert(span.end, END_MARK);
            word.insert(span.start, BEGIN_MARK);
        }
        (word, outcome)
    }
}

/// The string without its marks, and where they are.
fn unmarked(word: &[MarkedSymbol]) -> (String, MarkPlaces) {
    let (mut string, mut marks) = (String::with_capacity(word.len()), (None, None, false));
    for &symbol in word {
        match (symbol, &marks) {
            (BEGIN_MARK, (None, ..)) => marks.0 = Some(string.len()),
            (END_MARK, (Some(_), None, _)) => marks.1 = Some(string.len()),
            (BEGIN_MARK | END_MARK, _) => marks.2 = true,
            _ => string.push(char::from(symbol)),
        }
    }
    let places = match marks {
        (None, None, false) => MarkPlaces::None,
        (Some(start), Some(end), false) => MarkPlaces::Around(start..end),
        _ => MarkPlaces::Wrong,
    };
    (string, places)
}

/// The characters of a marked string.
pub(super) fn text(word: &[MarkedSymbol]) -> String {
    word.iter().filter(|&&symbol| symbol < BEGIN_MARK).map(|&symbol| char::from(symbol)).collect()
}
