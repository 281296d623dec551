//! Why a question about a grammar has no answer.

use super::expr::NotationError;
use super::place::InvalidPlace;

/// Why a grammar cannot be read, or a question about it has no answer. `RegexError`, which converts to
/// it, is the error of regular expressions.
///
/// ```
/// # #[cfg(feature = "language")] {
/// use regular_bnf::{Bnf, GrammarError, Language};
///
/// fn shortest(grammar: &str, production: &str) -> Result<Option<String>, GrammarError> {
///     Ok(Bnf::read(grammar)?.language(production)?.members().next())
/// }
///
/// assert_eq!(shortest("a = \"b\"\n", "a")?.as_deref(), Some("b"));
/// assert_eq!(shortest("a = \"b\"\n", "c"), Err(GrammarError::NoProduction("c".to_owned())));
/// assert_eq!(shortest("a = (\n", "a").unwrap_err().to_string(), "line 2, column 1: expected an element");
/// # }
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GrammarError {
    /// A place in a file that cannot be parsed.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A name that is redefined differently.
    #[error("line {line}: `{name}` is redefined differently")]
    Redefined {
        /// The name.
        name: String,
        /// The line of the second definition.
        line: usize,
    },
    /// There is no production with that name.
    #[error("no production is named `{0}`")]
    NoProduction(String),
    /// A production uses an undefined name.
    #[error("`{production}` uses `{name}`, which is not defined")]
    Undefined {
        /// The production.
        production: String,
        /// The undefined name.
        name: String,
    },
    /// The printed text of a production cannot be parsed.
    #[error("`{production}` cannot be read: {error}")]
    Unreadable {
        /// The production.
        production: String,
        /// The place, and the expected input there.
        error: NotationError,
    },
    /// The productions of this list are recursive, neither only at the end nor only at the
    /// beginning. Whether their language is regular is undecidable in general.
    #[error(
        "the recursion {} of `{}` is neither only at its end nor only at its beginning: \
         its language is not known to be regular",
        .0.join(" -> "),
        .0.first().map_or("", String::as_str)
    )]
    Recursion(Vec<String>),
    /// The productions of this list are recursive at their beginning. Their language is regular;
    /// its derivations are not followed.
    #[error(
        "the recursion {} of `{}` is at its beginning, which is not decided here: \
         write it with the recursion at its end, or as a repetition",
        .0.join(" -> "),
        .0.first().map_or("", String::as_str)
    )]
    LeftRecursion(Vec<String>),
    /// The language has no strings. A grammar in ABNF or of pest has at least one.
    #[error("the language has no strings, and a grammar in this notation has at least one")]
    Empty,
    /// An automaton would need more states, or more steps to build, than the limits allow.
    #[error("{0} is too large to decide")]
    TooLarge(String),
    /// The text of a language would be longer than the limits allow.
    #[error("the language cannot be written as text: {0}")]
    TooLong(String),
    /// The pest file cannot be parsed.
    #[error("the pest grammar cannot be read: {0}")]
    Pest(String),
    /// There is no rule with that name.
    #[error("no rule is named `{0}`")]
    NoRule(String),
    /// A rule of pest uses a feature by which it may have no regular language.
    #[error("the rule `{rule}` uses {what}")]
    Unsupported {
        /// The rule.
        rule: String,
        /// The feature.
        what: String,
    },
    /// A place of a component is invalid.
    #[error(transparent)]
    Place(#[from] InvalidPlace),
    /// A rule does not use the expression that should mark a component.
    #[error("no rule contains the place `{0}`")]
    NotThere(String),
    /// A component can occur twice in a string, so its span is ambiguous.
    #[error("`{0}` can occur twice in a string, or nested: name the rule that contains it with RULE>RULE")]
    Twice(String),
    /// A component of a grammar of productions can have two spans in one string.
    #[error("`{place}` can match two texts in `{}`: productions have no order that decides", witness.escape_debug())]
    Ambiguous {
        /// The places of the component.
        place: String,
        /// A shortest such string.
        witness: String,
    },
    /// A place that extends beyond a rule, in a grammar of productions.
    #[error("`{0}` is not a place in a grammar of productions: expected PRODUCTION or PRODUCTION>PRODUCTION")]
    NotOfProductions(String),
    /// A regular expression cannot be read, or has no regular language: the reason.
    #[error("the regular expression cannot be read: {0}")]
    Regex(String),
}

impl GrammarError {
    /// A rule has more states than the limits allow.
    #[cfg(feature = "language")]
    pub(crate) fn rule_too_large(rule: &str) -> Self {
        Self::TooLarge(format!("the rule `{rule}`"))
    }
}
