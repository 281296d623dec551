//! A document by either kind of grammar: of all URLs, or of one scheme.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use regular_bnf::{UnknownName, find_by_name};

use super::date::Date;
use super::list::Grammar;
use super::schemes::SchemeDocument;

/// The grammar of a document: of all URLs, or of one scheme.
///
/// ```
/// use uri_lineage::{DocumentGrammar, Grammar, SchemeDocument};
///
/// let read = |id: &str| id.parse::<DocumentGrammar>();
/// assert_eq!(read("rfc3986"), Ok(DocumentGrammar::Grammar(Grammar::Rfc3986)));
/// assert_eq!(read("rfc6068"), Ok(DocumentGrammar::Scheme(SchemeDocument::Rfc6068)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DocumentGrammar {
    /// A grammar of all URLs.
    Grammar(Grammar),
    /// A document of one scheme.
    Scheme(SchemeDocument),
}

/// Calls a method that both have.
macro_rules! either {
    ($grammar:expr, $document:ident => $call:expr) => {
        match $grammar {
            DocumentGrammar::Grammar($document) => $call,
            DocumentGrammar::Scheme($document) => $call,
        }
    };
}
#[cfg(feature = "compare")]
pub(crate) use either;

impl DocumentGrammar {
    /// All of them: the grammars of all URLs, then the documents of one scheme.
    pub fn all() -> impl Iterator<Item = Self> {
        let schemes = SchemeDocument::ALL.iter().copied();
        Grammar::all().map(Self::Grammar).chain(schemes.map(Self::Scheme))
    }

    /// The grammar of all URLs, if it is one.
    pub fn grammar(self) -> Option<Grammar> {
        match self {
            Self::Grammar(grammar) => Some(grammar),
            Self::Scheme(_) => None,
        }
    }

    /// Which of two documents is earlier; of grammars with one date, which comes first in the list.
    pub fn cmp_in_time(self, other: Self) -> Ordering {
        match (self, other) {
            (Self::Grammar(left), Self::Grammar(right)) => left.cmp(&right),
            _ => self.date().cmp(&other.date()),
        }
    }

    /// The id, which commands and data use.
    pub fn id(self) -> &'static str {
        either!(self, document => document.id())
    }

    /// The common name of the document.
    pub fn document(self) -> &'static str {
        either!(self, document => document.document())
    }

    /// The part of the document that has the productions.
    pub fn section(self) -> &'static str {
        either!(self, document => document.section())
    }

    /// The date of the document.
    pub fn date(self) -> Date {
        either!(self, document => document.date())
    }

    /// The entry productions, by their names.
    pub fn entry_productions(self) -> &'static [&'static str] {
        either!(self, document => document.entry_productions())
    }

    /// The productions that the document prints outside of its grammar, and that no production uses.
    pub fn uncollected_productions(self) -> &'static [&'static str] {
        match self {
            Self::Grammar(grammar) => grammar.uncollected_productions(),
            Self::Scheme(_) => &[],
        }
    }

    /// The main entry production, the default of commands.
    pub fn main_production(self) -> &'static str {
        either!(self, document => document.main_production())
    }
}

impl From<Grammar> for DocumentGrammar {
    fn from(grammar: Grammar) -> Self {
        Self::Grammar(grammar)
    }
}

impl From<SchemeDocument> for DocumentGrammar {
    fn from(document: SchemeDocument) -> Self {
        Self::Scheme(document)
    }
}

impl fmt::Display for DocumentGrammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for DocumentGrammar {
    type Err = UnknownName;

    fn from_str(id: &str) -> Result<Self, UnknownName> {
        find_by_name("grammar", id, Self::all(), Self::id)
    }
}
