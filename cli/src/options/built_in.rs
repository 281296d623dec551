//! The documents that are built in: grammars of all URLs, and documents of one scheme.

use std::cmp::Ordering;

use uri_lineage::language::Spans;
use uri_lineage::proof::{Proof, ProofError};
use uri_lineage::published::{Bnf, Reading, Source};
use uri_lineage::{Component, Date, Grammar, SchemeDocument};

use crate::output::text::plain;

/// A document with a grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BuiltIn {
    /// A grammar of all URLs.
    Grammar(Grammar),
    /// A document of one scheme.
    Scheme(SchemeDocument),
}

/// Calls a method that both have.
macro_rules! either {
    ($built_in:expr, $document:ident => $call:expr) => {
        match $built_in {
            BuiltIn::Grammar($document) => $call,
            BuiltIn::Scheme($document) => $call,
        }
    };
}

impl BuiltIn {
    /// All of them: the grammars of all URLs, then the documents of one scheme.
    pub fn all() -> impl Iterator<Item = Self> {
        let schemes = SchemeDocument::ALL.iter().copied();
        Grammar::ALL.into_iter().map(Self::Grammar).chain(schemes.map(Self::Scheme))
    }

    /// The one with an id.
    pub fn find(id: &str) -> Option<Self> {
        Self::all().find(|built_in| built_in.id() == id)
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

    pub fn id(self) -> &'static str {
        either!(self, document => document.id())
    }

    pub fn document(self) -> &'static str {
        either!(self, document => document.document())
    }

    pub fn section(self) -> &'static str {
        either!(self, document => document.section())
    }

    pub fn date(self) -> Date {
        either!(self, document => document.date())
    }

    pub fn entry_productions(self) -> &'static [&'static str] {
        either!(self, document => document.entry_productions())
    }

    pub fn main_production(self) -> &'static str {
        either!(self, document => document.main_production())
    }

    pub fn bnf(self, reading: Reading) -> &'static Bnf {
        either!(self, document => document.bnf(reading))
    }

    /// Where a production is printed.
    pub fn source(self, production: &str) -> Source {
        either!(self, document => document.source(production))
    }

    /// The spans of a component in the strings of a production; in all strings by default.
    pub fn spans(self, production: Option<&str>, component: Component) -> Result<Spans, ProofError> {
        let spans = either!(self, document => match production {
            Some(production) => document.spans_of(production, [component]),
            None => document.spans([component]),
        });
        spans.map(|[spans]| spans)
    }

    pub fn prove(self) -> Result<Vec<Proof>, ProofError> {
        either!(self, document => document.prove())
    }
}

/// What is said of an id that none has.
pub fn unknown(id: &str) -> String {
    let grammars = Grammar::ALL.map(Grammar::id).join(", ");
    let schemes: Vec<&str> = SchemeDocument::ALL.iter().map(|document| document.id()).collect();
    format!("no grammar is named `{}`; there are {grammars}, and for one scheme {}", plain(id), schemes.join(", "))
}
