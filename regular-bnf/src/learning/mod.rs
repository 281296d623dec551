//! Learns a regular model of a machine that only answers about single strings.
//!
//! This is active automata learning with a discrimination tree (Kearns and Vazirani), where a
//! counterexample is analysed by binary search (Rivest and Schapire). A model is a
//! [hypothesis](hypothesis) that agrees with every answer so far; the [oracles](oracles) look for a
//! string on which it does not. No number of strings proves a model: what it may claim is in
//! [`Learned`].

pub(crate) mod effort;
mod hypothesis;
mod model;
mod oracles;
mod questions;
pub(crate) mod teacher;

use std::fmt;

use self::effort::{Effort, OracleRecord};
use self::hypothesis::Hypothesis;
use self::oracles::Search;
use self::questions::Questions;
use self::teacher::{LearnError, Teacher};
use crate::language::Language;
use crate::spans::Spans;

/// Learns models of a machine. The answers are kept, so that the models of several components share
/// them.
///
/// ```
/// use regular_bnf::{Answer, Effort, Learner, Part, Teacher};
/// use std::convert::Infallible;
///
/// /// A name of small letters, a colon, and digits.
/// struct Pairs;
///
/// impl Teacher for Pairs {
///     type Error = Infallible;
///
///     fn answers(&mut self, strings: &[String]) -> Result<Vec<Answer>, Infallible> {
///         let answer = |string: &String| match string.split_once(':') {
///             Some((name, digits))
///                 if name.bytes().all(|b| b.is_ascii_lowercase()) && digits.bytes().all(|b| b.is_ascii_digit()) =>
///             {
///                 Answer::Accepted([Part::At(0..name.len())].into())
///             }
///             _ => Answer::Refused,
///         };
///         Ok(strings.iter().map(answer).collect())
///     }
/// }
///
/// let mut learner = Learner::new(Pairs, None, Effort { random: 1_000, ..Effort::default() });
/// let name = learner.spans(0, &[])?;
/// assert_eq!(name.model.in_string("ab:1"), Ok(Some(0..2)));
/// assert!(name.model.in_string("ab").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Learner<T: Teacher> {
    questions: Questions<T>,
    effort: Effort,
}

/// A model of a machine.
///
/// It agrees with every answer. It is right about all strings of its domain that consist of
/// US-ASCII characters if the machine, restricted to them, has at most as many
/// [states](Self::states), or [one more](Self::has_one_more) if it treats the characters alike that
/// the model treats alike. Nothing shows that the machine has so few.
///
/// ```
/// use regular_bnf::{Effort, Learner};
/// # use regular_bnf::{Answer, Teacher};
/// # struct Years;
/// # impl Teacher for Years {
/// #     type Error = std::convert::Infallible;
/// #     fn answers(&mut self, strings: &[String]) -> Result<Vec<Answer>, Self::Error> {
/// #         let is_year = |text: &String| text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
/// #         let answer = |text| if is_year(text) { Answer::Accepted([].into()) } else { Answer::Refused };
/// #         Ok(strings.iter().map(answer).collect())
/// #     }
/// # }
///
/// // A machine that accepts four digits.
/// let mut learner = Learner::new(Years, None, Effort { random: 1_000, ..Effort::default() });
/// let learned = learner.language(&["1994".to_owned()])?;
/// assert!(learned.model.contains("1994") && !learned.model.contains("94"));
/// assert!(learned.has_one_more && learned.unknown.is_empty());
/// // With the state in which it refuses all that may follow.
/// assert_eq!(learned.states, 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Learned<M> {
    /// The model.
    pub model: M,
    /// The strings of which the machine's answer is not known, and all strings outside the domain.
    pub unknown: Language,
    /// The number of states of the machine that is learned, with marks and what is not known.
    pub states: usize,
    /// Whether all strings were tried that find one more state.
    pub has_one_more: bool,
    /// The strings that showed that an earlier hypothesis was wrong.
    pub counterexamples: Vec<String>,
    /// What each oracle did.
    pub oracles: Vec<OracleRecord>,
}

impl<T: Teacher> fmt::Debug for Learner<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Learner").field("effort", &self.effort).finish_non_exhaustive()
    }
}

impl<T: Teacher> Learner<T> {
    /// A learner that asks about the strings of a domain; without one, about all of US-ASCII.
    pub fn new(teacher: T, domain: Option<&Language>, effort: Effort) -> Self {
        Self { questions: Questions::new(teacher, domain.map(|language| language.automaton().clone())), effort }
    }

    /// The machine.
    pub fn teacher(&mut self) -> &mut T {
        &mut self.questions.teacher
    }

    /// The strings that the machine accepts. The strings are tried beside those of the oracles.
    ///
    /// # Errors
    ///
    /// See [`LearnError`].
    pub fn language(&mut self, strings: &[String]) -> Result<Learned<Language>, LearnError<T::Error>> {
        self.questions.component = None;
        self.learned(strings, |hypothesis| Ok(Language { dfa: model::accepted(hypothesis)? }))
    }

    /// The spans of a component in the strings that the machine accepts. The strings are tried
    /// beside those of the oracles.
    ///
    /// # Errors
    ///
    /// See [`LearnError`].
    pub fn spans(&mut self, component: usize, strings: &[String]) -> Result<Learned<Spans>, LearnError<T::Error>> {
        self.questions.component = Some(component);
        self.learned(strings, |hypothesis| Ok(model::spans(hypothesis)?))
    }

    fn learned<M>(
        &mut self,
        strings: &[String],
        model: impl FnOnce(&Hypothesis) -> Result<M, LearnError<T::Error>>,
    ) -> Result<Learned<M>, LearnError<T::Error>> {
        let mut search = Search::new(&mut self.questions, &self.effort)?;
        search.run(strings)?;
        let Search { hypothesis, has_one_more, counterexamples, records, .. } = search;
        Ok(Learned {
            model: model(&hypothesis)?,
            unknown: Language { dfa: model::unknown(&hypothesis)? },
            states: hypothesis.states.len(),
            has_one_more,
            counterexamples,
            oracles: records,
        })
    }

    /// Asks again about some of the strings so far. Returns those to which the answer is another.
    ///
    /// # Errors
    ///
    /// If the machine cannot be asked.
    pub fn changed(&mut self, count: usize) -> Result<Vec<String>, T::Error> {
        let asked = self.questions.asked();
        let every = (asked.len() / count.max(1)).max(1);
        let strings: Vec<String> = asked.iter().step_by(every).map(|string| String::from(&**string)).collect();
        let answers = self.questions.teacher.answers(&strings)?;
        let asked = strings.into_iter().zip(answers);
        Ok(asked.filter(|(string, answer)| self.questions.answer(string) != answer).map(|(string, _)| string).collect())
    }
}
