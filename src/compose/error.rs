//! Why parts do not compose to a URL.

use crate::base::visible::visible;
use crate::grammar::DocumentGrammar;
use crate::refusal::error::Error;
use crate::scheme::SchemeError;

/// Why parts cannot be composed in a grammar.
///
/// ```
/// use uri_lineage::Grammar::Rfc1738;
/// use uri_lineage::compose::{ComposeError, Parts};
///
/// let error = Parts::mailto().to("a@h").field("subject", "x").write(Rfc1738).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "rfc1738 cannot express this URL: its mailto URLs have one address and no header fields",
/// );
/// assert!(matches!(Parts::telnet("no host").write(Rfc1738), Err(ComposeError::Refused { .. })));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ComposeError {
    /// The grammar has no such URLs, or no such part in them.
    #[error("{grammar} cannot express this URL: {why}")]
    Inexpressible {
        /// The grammar.
        grammar: DocumentGrammar,
        /// The missing feature.
        why: &'static str,
    },
    /// A part can contain an octet neither as a character nor as an escape.
    #[error("`{production}` of {grammar} accepts the octet {octet:02X} neither as a character nor as an escape")]
    Octet {
        /// The grammar.
        grammar: DocumentGrammar,
        /// The production of the part.
        production: &'static str,
        /// The octet.
        octet: u8,
    },
    /// The grammar refuses the composed text.
    #[error("the result `{}` is refused: {error}", visible(.text))]
    Refused {
        /// The composed text.
        text: String,
        /// The refusal.
        error: Box<Error>,
    },
    /// The document of one scheme refuses the composed text.
    #[error("the result `{}` is refused: {error}", visible(.text))]
    RefusedByScheme {
        /// The composed text.
        text: String,
        /// The refusal.
        error: Box<SchemeError>,
    },
    /// The composed text has other parts.
    #[error("the result `{}` would be parsed into other parts", visible(.0))]
    ParsedDifferently(String),
}
