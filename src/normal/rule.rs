//! The rules of equivalence.

use std::fmt;

use crate::grammar::Grammar;

/// A rule by which a document accepts two strings for one URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// A constant prefix before a URL is no part of it (draft 03, "PrePrefix").
    Prefix,
    /// The case of a scheme makes no difference (1997, section 3.1).
    SchemeCase,
    /// The case of a URN's namespace makes no difference (RFC 2141, section 5).
    NamespaceCase,
    /// The case of a host makes no difference (1997, section 5).
    HostCase,
    /// The scheme's default port may be written or omitted.
    DefaultPort,
    /// A plus sign in a query is shorthand for a space (RFC 1630, "Query strings").
    Plus,
    /// An escape stands for its character, where that is not reserved. In a URN it never does.
    Escape,
    /// The case of an escape's digits makes no difference.
    EscapeCase,
    /// A slash that nothing follows may be omitted (RFC 1738, sections 3.3, 3.4 and 3.8).
    Slash,
    /// A gopher URL without a path has the type `1` (RFC 1738, section 3.4.1).
    GopherType,
    /// The host `localhost` of a file URL may be omitted (RFC 1738, section 3.10).
    Localhost,
}

impl Rule {
    /// All rules, in an order in which none opens the way for one before it.
    pub(crate) const ALL: [Self; 11] = [
        Self::Prefix,
        Self::SchemeCase,
        Self::NamespaceCase,
        Self::Plus,
        Self::Escape,
        Self::EscapeCase,
        Self::HostCase,
        Self::DefaultPort,
        Self::Localhost,
        Self::GopherType,
        Self::Slash,
    ];

    /// The section of the grammar's document that has the rule.
    pub fn section(self, grammar: Grammar) -> &'static str {
        let sections = &grammar.facts().sections;
        match self {
            Self::Prefix => "PrePrefix",
            Self::SchemeCase => "3.1",
            Self::NamespaceCase => "RFC 2141, 5",
            Self::Plus => "Query strings",
            Self::HostCase => "5",
            Self::DefaultPort => sections.ports,
            Self::Escape | Self::EscapeCase => sections.escapes,
            Self::Slash => "3.3, 3.4.1, 3.8",
            Self::GopherType => "3.4.1",
            Self::Localhost => "3.10",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Prefix => "the prefix is no part of a URL",
            Self::SchemeCase => "a scheme in either case",
            Self::NamespaceCase => "a URN's namespace in either case",
            Self::HostCase => "a host in either case",
            Self::Plus => "a plus sign for a space in a query",
            Self::DefaultPort => "the scheme's default port",
            Self::Escape => "an escape for its character",
            Self::EscapeCase => "an escape's digits in either case",
            Self::Slash => "a last slash that may be omitted",
            Self::GopherType => "the gopher type 1 for none",
            Self::Localhost => "localhost for no host",
        })
    }
}
