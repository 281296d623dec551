//! The strings on which a parser is tried.

use std::collections::HashSet;

use super::explainer::Explainer;
use crate::automaton::shortest_first;
use crate::language::Language;
use crate::spans::Spans;

/// How many strings a parser is tried on.
///
/// ```
/// use regular_bnf::{Bnf, Explainer, TestOptions};
///
/// let explainer = Explainer::new(&Bnf::abnf("year = 4DIGIT\n")?, "year")?;
/// let few = explainer.test_strings(TestOptions::default().random(0), &[]);
/// let many = explainer.test_strings(TestOptions::default().random(0).more_states(1), &[]);
/// assert!(few.is_complete && many.is_complete && few.strings.len() < many.strings.len());
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TestOptions {
    more_states: usize,
    random: usize,
    seed: u64,
}

/// No states more, and 1,000 random members and near misses.
impl Default for TestOptions {
    fn default() -> Self {
        Self { more_states: 0, random: 1_000, seed: 0 }
    }
}

impl TestOptions {
    /// How many states more than the minimal automaton the parser may have.
    #[must_use]
    pub fn more_states(self, more_states: usize) -> Self {
        Self { more_states, ..self }
    }

    /// How many members and how many near misses are tried by chance.
    #[must_use]
    pub fn random(self, random: usize) -> Self {
        Self { random, ..self }
    }

    /// The choice of members and near misses.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }
}

/// The strings on which a parser of a production is tried, as [`Explainer::test_strings`] chooses
/// them.
///
/// ```
/// use regular_bnf::{Bnf, Explainer, TestOptions, TestStrings};
///
/// let explainer = Explainer::new(&Bnf::abnf("year = 4DIGIT\n")?, "year")?;
/// let TestStrings { strings, is_complete, states, .. } = explainer.test_strings(TestOptions::default(), &[]);
/// assert_eq!((strings[0].as_str(), is_complete, states), ("", true, 5));
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TestStrings {
    /// The strings, shortest first.
    pub strings: Vec<String>,
    /// Whether the suites are complete: a parser that is right on all strings and has at most
    /// `states + more_states` states accepts exactly the production, and finds exactly the
    /// components. Otherwise every state was reached and every step taken.
    pub is_complete: bool,
    /// The number of states of the minimal automaton.
    pub states: usize,
    /// How many states more the parser may have: fewer than the options say if a suite for them is
    /// too large.
    pub more_states: usize,
}

impl Explainer {
    /// The strings on which a parser of the production is tried: a
    /// [complete suite](Language::suite_beyond) of the production and of each component, or, where
    /// that is too large, a [bounded one](Language::cover); members and near misses by chance; members
    /// with numbers and lengths at which programs often have a limit; and, if members have colons and
    /// slashes, all strings of at most five of `a1:/@?#`.
    ///
    /// ```
    /// use regular_bnf::{Bnf, Explainer, TestOptions};
    ///
    /// let port = Explainer::new(&Bnf::abnf("port = *DIGIT\n")?, "port")?;
    /// let tests = port.test_strings(TestOptions::default(), &[]);
    /// assert!(["", "1", "a", "65535", "65536"].iter().all(|&string| tests.strings.contains(&string.to_owned())));
    /// # Ok::<(), regular_bnf::GrammarError>(())
    /// ```
    pub fn test_strings(&self, options: TestOptions, components: &[&Spans]) -> TestStrings {
        let language = &self.language;
        let more_states =
            (1..=options.more_states).take_while(|&more| language.suite_beyond(more).is_ok()).last().unwrap_or(0);
        let (mut is_complete, mut strings) = match language.suite_beyond(more_states) {
            Ok(suite) => (true, suite.map(|vector| vector.input).collect::<HashSet<String>>()),
            Err(_) => (false, language.cover().map(|vector| vector.input).collect()),
        };
        for spans in components {
            // A complete suite of a component beside a bounded one of the whole shows no more, and
            // is larger.
            let suite: Option<Vec<String>> = if is_complete { spans.suite().ok() } else { None };
            is_complete &= suite.is_some();
            strings.extend(suite.unwrap_or_else(|| spans.cover()));
        }
        strings.extend(language.sample(options.seed).take(options.random));
        strings.extend(language.near_misses(options.seed).take(options.random));
        let members: Vec<&str> =
            strings.iter().map(String::as_str).filter(|string| language.contains(string)).collect();
        let probes = self.probes(&members);
        strings.extend(probes);
        strings.extend(delimiter_strings(language, &strings));
        TestStrings { strings: sorted(strings), is_complete, states: language.states(), more_states }
    }
}

/// The strings, shortest first.
fn sorted(strings: HashSet<String>) -> Vec<String> {
    let keyed = strings.into_iter().map(|string| {
        let (length, effort, _) = shortest_first(&string);
        (length, effort, string)
    });
    let mut keyed: Vec<(usize, u32, String)> = keyed.collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(.., string)| string).collect()
}

/// All short strings of delimiters, a letter and a digit, if members have the delimiters that most often
/// end a component: where one ends, parsers differ most.
fn delimiter_strings(language: &Language, strings: &HashSet<String>) -> Vec<String> {
    /// The characters: there are 19,608 strings of them, with the empty one.
    const CHARACTERS: [char; 7] = ['a', '1', ':', '/', '@', '?', '#'];
    const LONGEST: usize = 5;
    let occurs = |c| strings.iter().any(|string| string.contains(c) && language.contains(string));
    if ![':', '/'].into_iter().all(occurs) {
        return Vec::new();
    }
    let mut strings = vec![String::new()];
    // Each string is followed by those that are one character longer, until they are long enough.
    let mut next = 0;
    while strings[next].len() < LONGEST {
        let longer = CHARACTERS.map(|c| format!("{}{c}", strings[next]));
        strings.extend(longer);
        next += 1;
    }
    strings
}
