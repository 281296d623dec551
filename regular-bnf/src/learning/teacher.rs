//! The machine that is learned, its answers, and why it cannot be learned.

use std::ops::Range;

use crate::automaton::TooLarge;
use crate::characters::visible;

/// A machine that reads strings: it accepts or refuses each, and finds components in it.
pub trait Teacher {
    /// Why the machine cannot be asked any more.
    type Error;

    /// What the machine says of each string, in order. The strings consist of US-ASCII characters.
    ///
    /// # Errors
    ///
    /// If the machine cannot be asked.
    fn answers(&mut self, strings: &[String]) -> Result<Vec<Answer>, Self::Error>;
}

/// What a machine says of a string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It refuses the string.
    Refused,
    /// It accepts the string; with each component, in an order that is always the same.
    Accepted(Box<[Part]>),
    /// It is not known whether the machine accepts the string.
    Unknown,
}

/// Where a component is in a string that a machine accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// The component is absent.
    Absent,
    /// The component is at a span, in bytes.
    At(Range<usize>),
    /// The component is somewhere, but it is not known where.
    Unknown,
}

/// Why a machine cannot be learned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LearnError<E> {
    /// The machine cannot be asked.
    #[error("{0}")]
    Teacher(E),
    /// The model has too many states.
    #[error("the model has more than {most} states: the longest strings that lead to new ones are {}", quoted(.longest))]
    TooManyStates {
        /// The greatest number of states.
        most: usize,
        /// The longest strings that lead to a state, each to another.
        longest: Vec<String>,
    },
    /// The automaton of the model is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The machine reads U+0001 or U+0002 as it reads no other character.
    #[error("the machine reads U+0001 or U+0002 as no other character: a model cannot say so")]
    Control,
}

fn quoted(strings: &[String]) -> String {
    strings.iter().map(|string| format!("`{}`", visible(string))).collect::<Vec<_>>().join(", ")
}
