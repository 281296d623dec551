//! The machine that is learned, its answers, and why it cannot be learned.

use std::ops::Range;

use crate::automaton::TooLarge;
use crate::characters::visible;

/// A machine that reads strings: it accepts or refuses each, and finds components in it.
///
/// ```
/// use regular_bnf::{Answer, Teacher};
/// use std::convert::Infallible;
/// use std::net::Ipv4Addr;
///
/// /// The addresses that the standard library reads.
/// struct Addresses;
///
/// impl Teacher for Addresses {
///     type Error = Infallible;
///
///     fn answers(&mut self, strings: &[String]) -> Result<Vec<Answer>, Infallible> {
///         let answers = strings.iter().map(|string| match string.parse::<Ipv4Addr>() {
///             Ok(_) => Answer::Accepted([].into()),
///             Err(_) => Answer::Refused,
///         });
///         Ok(answers.collect())
///     }
/// }
///
/// assert_eq!(Addresses.answers(&["127.0.0.1".to_owned()])?, [Answer::Accepted([].into())]);
/// # Ok::<(), Infallible>(())
/// ```
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
///
/// ```
/// use regular_bnf::{Answer, Part};
///
/// // The query of a reference, if it is of US-ASCII letters.
/// let answer = |text: &str| match text.split_once('?') {
///     Some((path, query)) if query.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
///         Answer::Accepted([Part::At(path.len() + 1..text.len())].into())
///     }
///     Some(_) => Answer::Refused,
///     None => Answer::Accepted([Part::Absent].into()),
/// };
/// assert_eq!(answer("a?b"), Answer::Accepted([Part::At(2..3)].into()));
/// ```
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
///
/// ```
/// use regular_bnf::Part;
///
/// let text = "http://site:80/";
/// let part = |component: &str| text.find(component).map_or(Part::Absent, |at| Part::At(at..at + component.len()));
/// assert_eq!([part("site"), part("#")], [Part::At(7..11), Part::Absent]);
/// ```
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
///
/// ```
/// use regular_bnf::{Effort, Learner};
/// # use regular_bnf::{Answer, Teacher};
/// # struct Short;
/// # impl Teacher for Short {
/// #     type Error = std::convert::Infallible;
/// #     fn answers(&mut self, strings: &[String]) -> Result<Vec<Answer>, Self::Error> {
/// #         let answer = |text: &String| if text.len() <= 63 { Answer::Accepted([].into()) } else { Answer::Refused };
/// #         Ok(strings.iter().map(answer).collect())
/// #     }
/// # }
///
/// // A machine that counts characters up to 63.
/// let mut learner = Learner::new(Short, None, Effort { states: 10, random: 1_000, ..Effort::default() });
/// let error = learner.language(&[]).unwrap_err();
/// assert!(error.to_string().starts_with("the model has more than 10 states: "));
/// ```
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
}

fn quoted(strings: &[String]) -> String {
    strings.iter().map(|string| format!("`{}`", visible(string))).collect::<Vec<_>>().join(", ")
}
