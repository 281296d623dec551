//! The types of the facts about a document of one scheme.

use super::list::SchemeDocument;
use crate::grammar::facts::{Document, Equivalences, Places, Security};
use crate::grammar::list::Grammar;

/// All facts about a document of one scheme.
pub(crate) struct Facts {
    pub document: Document,
    /// The grammar of all URLs over which it is laid.
    pub base: Grammar,
    /// The document of which it is a variant, whose productions it replaces.
    pub variant_of: Option<SchemeDocument>,
    /// The schemes, in small letters; none if it is about URLs of any scheme.
    pub schemes: &'static [&'static str],
    /// The production that matches all URLs of the document.
    pub main_entry: &'static str,
    /// The entry productions: a URL of the document matches one of them. If there are schemes, each has
    /// one, in their order.
    pub entries: &'static [&'static str],
    /// Whether the document has only prose, from which the productions are written.
    pub from_prose: bool,
    pub places: Places,
    /// Whether the document specifies what a client does with its URLs.
    pub defines_requests: bool,
    /// The document's own sections on equivalence.
    pub equivalences: Equivalences,
    /// Which equivalences of the base hold too.
    pub equivalences_of_base: EquivalencesOfBase,
    /// The document's own sections that warn about a URL. Those of the base warn too.
    pub security: Security,
}

/// Which equivalences of the base hold for the URLs of a document.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum EquivalencesOfBase {
    All,
    /// All but those of paths: dots have no meaning in them.
    WithoutDotSegments,
    None,
}
