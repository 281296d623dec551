//! Productions as regular languages: membership, members, and automata.

pub(crate) mod byte_table;
pub(crate) mod compare;
pub(crate) mod diff;
pub(crate) mod divergence;
pub(crate) mod expression;
pub(crate) mod import;
pub(crate) mod pattern;
pub(crate) mod requirements;
pub(crate) mod sample;
pub(crate) mod spelled;
pub(crate) mod text;

use crate::automaton::TooLarge;
use crate::automaton::dfa::Dfa;
use crate::automaton::ignoring::ignoring;
use crate::automaton::lazy::LazyDfa;
use crate::automaton::nfa::Nfa;
use crate::automaton::regex::RegexError;
use crate::bnf::{Bnf, Definition, Expr, GrammarError, Notation};
use crate::characters::{CharSet, Ignored};

/// The language of one production: a set of strings.
///
/// ```
/// use regular_bnf::{Bnf, Language, Relation};
///
/// let bnf = Bnf::read("old = 1*%x30-39 \".\" 1*%x30-39\nnew = 1*%x30-39 *( \".\" 1*%x30-39 )\n")?;
/// let (old, new) = (Language::new(&bnf, "old")?, Language::new(&bnf, "new")?);
/// assert!(old.contains("1.2") && !old.contains("1.2.3"));
///
/// let comparison = old.compare(&new)?;
/// assert_eq!(comparison.relation, Relation::Narrower);
/// assert_eq!(comparison.right_only.as_deref(), Some("0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Language {
    pub(super) dfa: Dfa,
}

/// Languages are equal if they have the same strings, however they were made.
///
/// ```
/// use regular_bnf::Language;
///
/// assert_eq!(Language::matching("^(ab)*a$")?, Language::matching("^a(ba)*$")?);
/// # Ok::<(), regular_bnf::RegexError>(())
/// ```
impl PartialEq for Language {
    fn eq(&self, other: &Self) -> bool {
        self.dfa == other.dfa || self.dfa.clone().minimal() == other.dfa.clone().minimal()
    }
}

impl Eq for Language {}

impl Bnf {
    /// The language of a production, as [`Language::new`] has it.
    ///
    /// # Errors
    ///
    /// Those of [`Language::new`].
    pub fn language(&self, production: &str) -> Result<Language, GrammarError> {
        Language::new(self, production)
    }
}

impl Language {
    /// Computes the language of a production.
    ///
    /// # Errors
    ///
    /// If the production or one that it uses is undefined, unreadable, not regular or too large.
    pub fn new(bnf: &Bnf, production: &str) -> Result<Self, GrammarError> {
        let dfa = Dfa::new(&Nfa::from_production(bnf, production)?);
        dfa.map(|dfa| Self { dfa })
            .map_err(|TooLarge| GrammarError::TooLarge(format!("the language of `{production}`")))
    }

    /// The strings that a regular expression matches somewhere; `^` and `$` are the beginning and
    /// the end of the string.
    ///
    /// ```
    /// use regular_bnf::Language;
    ///
    /// let filter = Language::matching("^https?://[^@]*$")?;
    /// assert!(filter.contains("http://a/") && !filter.contains("http://a@b/") && !filter.contains(" http://a/"));
    /// assert!(Language::matching("a|b$")?.contains("xay"));
    /// # Ok::<(), regular_bnf::RegexError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the expression cannot be read, if it has other assertions than `^` and `$` (back
    /// references cannot be read), or if it is too large.
    pub fn matching(regex: &str) -> Result<Self, RegexError> {
        let dfa = Dfa::new(&Nfa::from_regex(regex)?);
        dfa.map(|dfa| Self { dfa }).map_err(|TooLarge| RegexError::TooLarge)
    }

    /// The languages of all productions, in order.
    pub fn all(bnf: &Bnf) -> Vec<(&str, Result<Self, GrammarError>)> {
        let names = bnf.productions().iter().map(|definition| definition.name.as_str());
        names.map(|name| (name, Self::new(bnf, name))).collect()
    }

    /// Whether each string of the language is one of another.
    ///
    /// ```
    /// use regular_bnf::Bnf;
    ///
    /// let bnf = "digit = %x30-39\nhex = digit / %x61-66\n".parse::<Bnf>()?;
    /// let (digit, hex) = (bnf.language("digit")?, bnf.language("hex")?);
    /// assert!(digit.is_subset(&hex)? && !hex.is_subset(&digit)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`] if there are too many pairs of states.
    pub fn is_subset(&self, other: &Self) -> Result<bool, GrammarError> {
        Ok(self.difference(other)?.is_empty())
    }

    /// Whether there are no strings.
    ///
    /// ```
    /// use regular_bnf::Language;
    ///
    /// let (word, letters) = (Language::matching("^a+$")?, Language::matching("^[a-z]*$")?);
    /// assert!(word.difference(&letters)?.is_empty() && !letters.difference(&word)?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.dfa.shortest(Dfa::START).is_none()
    }

    /// Whether the string is a member.
    pub fn contains(&self, string: &str) -> bool {
        self.dfa.accepts(string)
    }

    /// Whether all members consist of US-ASCII characters.
    ///
    /// ```
    /// use regular_bnf::Language;
    ///
    /// assert!(Language::matching("^a*$")?.is_of_ascii() && !Language::matching("^a|é$")?.is_of_ascii());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_of_ascii(&self) -> bool {
        let ascii = CharSet::range('\0', '\u{7F}');
        let steps = (Dfa::START..self.dfa.len() as u32).flat_map(|state| self.dfa.classes(state));
        steps.into_iter().all(|(set, _)| set.difference(&ascii).is_empty())
    }

    /// A shortest member, the first of [`members`](Self::members); `None` if the language is empty.
    pub fn shortest(&self) -> Option<String> {
        self.members().next()
    }

    /// The members in order of length in characters and, among members of the same length, the most
    /// readable first: small letters before digits, digits before capital letters, capital letters
    /// before marks, US-ASCII before all others.
    pub fn members(&self) -> impl Iterator<Item = String> + '_ {
        self.dfa.members()
    }

    /// The number of states of the minimal automaton, without the dead state.
    pub fn states(&self) -> usize {
        self.dfa.len() - 1
    }

    /// A grammar whose first production has this name and this language, and whose others are the
    /// states of the minimal automaton. Its size is proportional to that of the automaton; the
    /// result of [`to_abnf`](Self::to_abnf) is easier to read.
    ///
    /// ```
    /// use regular_bnf::{Language, Relation};
    ///
    /// let words = Language::matching("^[a-c]+$")?;
    /// let again = Language::new(&words.to_bnf("words"), "words")?;
    /// assert_eq!(words.compare(&again)?.relation, Relation::Equal);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_bnf(&self, name: &str) -> Bnf {
        let definitions = (Dfa::START..self.dfa.len() as u32).map(|from| {
            let end = self.dfa.is_accepting(from).then_some(Expr::Void);
            let steps = self.dfa.classes(from).into_iter().map(|(set, to)| {
                let characters = set.ranges().into_iter().map(|(first, last)| {
                    if first == last { Expr::Literal(first.to_string()) } else { Expr::Range(first, last) }
                });
                Expr::Sequence(vec![Expr::Alternatives(characters.collect()), Expr::Name(state_name(name, to))])
            });
            let body = Expr::Alternatives(end.into_iter().chain(steps).collect());
            let name = state_name(name, from);
            Definition {
                text: format!("{name} = {}", body.to_text(Notation::Rfc822)),
                name,
                comment: String::new(),
                line: usize::from(from == Dfa::START),
                body: Ok(body),
            }
        });
        // No two states have one name.
        Bnf::from_definitions(definitions.collect(), Notation::Rfc822).unwrap_or_default()
    }

    /// An automaton to walk over inputs: it finds the end of the longest prefix with which a member
    /// can begin, and what could come next. It never has more states than the minimal automaton.
    ///
    /// ```
    /// use regular_bnf::Language;
    ///
    /// let walker = Language::matching("^a[bc]d$")?.walker();
    /// let stop = walker.walk("abx");
    /// assert_eq!((stop.offset, walker.completion(stop.state).as_deref()), (2, Some("d")));
    /// # Ok::<(), regular_bnf::RegexError>(())
    /// ```
    pub fn walker(&self) -> LazyDfa {
        LazyDfa::new(Nfa::from_dfa(&self.dfa))
    }

    /// The strings from which the removal of some characters makes a member.
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`] if the automaton has too many states.
    pub fn ignoring(&self, ignored: &Ignored) -> Result<Self, GrammarError> {
        let dfa = ignoring(self.automaton(), ignored);
        dfa.map(|dfa| Self { dfa }).map_err(|TooLarge| GrammarError::TooLarge("the language".to_owned()))
    }

    /// The minimal automaton.
    pub fn automaton(&self) -> &Dfa {
        &self.dfa
    }
}

/// The name of the production of a state.
fn state_name(production: &str, state: u32) -> String {
    if state == Dfa::START { production.to_owned() } else { format!("{production}-{state}") }
}
