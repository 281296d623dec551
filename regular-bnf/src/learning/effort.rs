//! How much a learner tries, and what each of its oracles did.

/// How much a [`Learner`](crate::Learner) tries.
///
/// ```
/// use regular_bnf::{Effort, Learner};
/// # use regular_bnf::{Answer, Teacher};
/// # struct Hosts;
/// # impl Teacher for Hosts {
/// #     type Error = std::convert::Infallible;
/// #     fn answers(&mut self, strings: &[String]) -> Result<Vec<Answer>, Self::Error> {
/// #         let is_refused = |site: &String| site == "localhost";
/// #         let answer = |site| if is_refused(site) { Answer::Refused } else { Answer::Accepted([].into()) };
/// #         Ok(strings.iter().map(answer).collect())
/// #     }
/// # }
///
/// // A machine that refuses one name, which strings of single characters would not find.
/// let effort = Effort { random: 1_000, pieces: vec!["localhost".to_owned()], ..Effort::default() };
/// let learned = Learner::new(Hosts, None, effort).language(&[])?;
/// assert!(learned.model.contains("site") && !learned.model.contains("localhost"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Effort {
    /// The greatest number of states of a hypothesis.
    pub states: usize,
    /// How many strings are tried at random after the last counterexample.
    pub random: usize,
    /// The greatest number of strings of the W-method.
    pub suite: usize,
    /// The seed of the random choice.
    pub seed: u64,
    /// Texts of which strings at random are made, beside single characters.
    pub pieces: Vec<String>,
}

impl Default for Effort {
    fn default() -> Self {
        Self { states: 2_000, random: 100_000, suite: 1_000_000, seed: 0, pieces: Vec::new() }
    }
}

/// What an oracle did.
///
/// ```
/// use regular_bnf::{Effort, Learner, Oracle};
/// # use regular_bnf::{Answer, Teacher};
/// # struct Labels;
/// # impl Teacher for Labels {
/// #     type Error = std::convert::Infallible;
/// #     fn answers(&mut self, strings: &[String]) -> Result<Vec<Answer>, Self::Error> {
/// #         let is_short = |label: &String| label.len() <= 20;
/// #         let answer = |label| if is_short(label) { Answer::Accepted([].into()) } else { Answer::Refused };
/// #         Ok(strings.iter().map(answer).collect())
/// #     }
/// # }
///
/// // A machine that refuses long strings.
/// let learned = Learner::new(Labels, None, Effort { random: 1_000, ..Effort::default() }).language(&[])?;
/// let pumping = learned.oracles.iter().find(|record| record.oracle == Oracle::Pumping).unwrap();
/// assert!(pumping.counterexamples > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OracleRecord {
    /// The oracle.
    pub oracle: Oracle,
    /// How many strings it tried.
    pub strings: usize,
    /// How many of them showed that a hypothesis was wrong.
    pub counterexamples: usize,
}

/// A way to look for a string on which a hypothesis is wrong.
///
/// ```
/// use regular_bnf::Oracle;
///
/// assert_eq!(Oracle::ALL.map(Oracle::name), ["given", "known", "consistency", "random", "pumping", "suite"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Oracle {
    /// Strings that the caller gives.
    Given,
    /// All strings that have been answered.
    Known,
    /// Strings that the hypothesis reads in two ways, which no machine does.
    Consistency,
    /// Strings at random.
    Random,
    /// Strings with a part that is repeated many times.
    Pumping,
    /// The strings that show whether a machine has one more state (the W-method).
    Suite,
}

impl Oracle {
    /// All oracles, in the order in which they are asked.
    pub const ALL: [Self; 6] = [Self::Given, Self::Known, Self::Consistency, Self::Random, Self::Pumping, Self::Suite];

    /// The name of the oracle, in small letters.
    pub fn name(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::Known => "known",
            Self::Consistency => "consistency",
            Self::Random => "random",
            Self::Pumping => "pumping",
            Self::Suite => "suite",
        }
    }
}
