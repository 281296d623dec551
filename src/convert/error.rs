//! Why a URL cannot be converted.

use super::host::{self, HostFault};
use crate::base::visible::{shown_character, visible};
use crate::grammar::{DocumentGrammar, Grammar};
use crate::refusal::error::Error;
use crate::scheme::SchemeError;

/// Why a URL cannot be converted for the target.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::convert::ConvertError;
///
/// let error = Grammar::Rfc1738.convert("http://host/a#b").unwrap_err();
/// assert_eq!(error, ConvertError::Reserved { to: Grammar::Rfc1738, character: '#', offset: 13 });
/// assert!(error.to_string().starts_with("rfc1738 does not accept `#` at byte 13; it is reserved there"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConvertError {
    /// The target refuses the converted text.
    #[error(transparent)]
    Refused(Box<Error>),
    /// The target, a document of one scheme, refuses the converted text.
    #[error(transparent)]
    RefusedByScheme(#[from] SchemeError),
    /// The target has no place for a part of the URL.
    #[error("{to} has no {part} in URLs of the scheme `{scheme}`: `{}` would be lost", visible(text))]
    Lost {
        /// The target.
        to: DocumentGrammar,
        /// The scheme.
        scheme: &'static str,
        /// What the part is.
        part: &'static str,
        /// The text of the part.
        text: String,
    },
    /// No document's grammar accepts the URL. The URL Standard, which may, defines no conversion.
    #[error("no document's grammar accepts it")]
    NoGrammar,
    /// The document is the WHATWG's, which defines no conversion.
    #[error("the URL Standard defines no conversion")]
    UrlStandard,
    /// The target has no production for the scheme.
    #[error("{to} has no scheme `{scheme}`")]
    NoScheme {
        /// The target grammar.
        to: Grammar,
        /// The scheme.
        scheme: String,
    },
    /// The URL is a relative reference, and the target has no relative references.
    #[error("{0} has no relative references")]
    Relative(Grammar),
    /// The target refuses the host.
    #[error("{}", host::message(*to, host, *fault))]
    Host {
        /// The target grammar.
        to: Grammar,
        /// The host.
        host: String,
        /// Why the target refuses it.
        fault: HostFault,
    },
    /// The target refuses a reserved character in its place, and an escape would change the
    /// meaning.
    #[error(
        "{to} does not accept {} at byte {offset}; it is reserved there, so an escape would change its meaning",
        shown_character(*character)
    )]
    Reserved {
        /// The target grammar.
        to: Grammar,
        /// The character.
        character: char,
        /// The byte offset of the character in the URL.
        offset: usize,
    },
    /// The target accepts neither the character nor its escape there.
    #[error("{to} accepts neither {} nor its escape at byte {offset}", shown_character(*character))]
    Unwritable {
        /// The target grammar.
        to: Grammar,
        /// The character.
        character: char,
        /// The byte offset of the character in the URL.
        offset: usize,
    },
    /// The URL ends where the target expects more text.
    #[error("{0} expects more text at the end")]
    Short(Grammar),
    /// The target accepts the text, but parses other parts in it.
    #[error("{to} accepts `{text}`, but parses other parts in it")]
    ParsedDifferently {
        /// The target.
        to: DocumentGrammar,
        /// The refused candidate.
        text: String,
    },
}

impl From<Error> for ConvertError {
    fn from(error: Error) -> Self {
        Self::Refused(Box::new(error))
    }
}
