//! Equivalence: which different strings a document takes for one URL, and a normal form that shows it.
//!
//! RFC 1630 brings two URIs "to the same encoding level" before it compares them; RFC 1738 names what may be omitted; the
//! URL draft of 1997 says it in sections 2.4.2 and 5, and RFC 2141 in its section 5.
//!
//! A rule may change a URL only if the parts that the grammar reads in it stay the same, decoded, but for what the rule
//! itself claims to make no difference.

mod escapes;
mod rules;

use std::fmt;

pub(crate) use escapes::data;

use crate::error::Error;
use crate::grammar::Grammar;

/// A rule by which a document takes two strings for one URL.
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

/// A URL in the form that all equivalent ones share.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Normal {
    /// The normal form. The grammar takes it, and reads the same parts in it.
    pub text: String,
    /// The rules that made a difference, each once.
    pub rules: Vec<Rule>,
}

/// Whether two strings are one URL.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Equivalence {
    /// They are the same string.
    Identical,
    /// They are equivalent by these rules.
    By(Vec<Rule>),
    /// They differ in more than any rule allows; whether they would not if reserved characters could be decoded.
    Different {
        /// Whether only escapes of reserved characters stand between them, which "may NEVER be encoded and unencoded in
        /// this way" (RFC 1630).
        reserved: bool,
    },
}

/// Brings a URL into its normal form.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::normal::normalise;
///
/// let normal = normalise(Grammar::Uri1997, "http://www.XEROX.com:80/%7euser")?;
/// assert_eq!(normal.text, "http://www.xerox.com/~user");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
///
/// # Errors
///
/// Where the grammar does not take the URL.
pub fn normalise(grammar: Grammar, url: &str) -> Result<Normal, Error> {
    /// Applies the first of the rules that has something to do, then those behind it.
    fn go(grammar: Grammar, text: &str, rules: &[Rule], normal: &mut Normal) -> Result<(), Error> {
        let parsed = grammar.parse(text)?;
        let found = rules.iter().enumerate().find_map(|(at, &rule)| Some((at, rule, rules::apply(rule, &parsed)?)));
        let Some((at, rule, changed)) = found else { return Ok(()) };
        normal.rules.push(rule);
        normal.text.clone_from(&changed);
        go(grammar, &changed, &rules[at + 1..], normal)
    }
    let mut normal = Normal { text: url.to_owned(), rules: Vec::new() };
    go(grammar, url, &Rule::ALL, &mut normal)?;
    Ok(normal)
}

/// Whether two strings are one URL, and by which rules.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::normal::{Equivalence, Rule, same};
///
/// let left = "http://info.cern.ch/albert/bertram/marie-claude";
/// let encoded = "http://info.cern.ch/albert/bertram/marie%2Dclaude";
/// assert_eq!(same(Grammar::Rfc1630, left, encoded)?, Equivalence::By(vec![Rule::Escape]));
/// let slash = "http://info.cern.ch/albert/bertram%2Fmarie-claude";
/// assert_eq!(same(Grammar::Rfc1630, left, slash)?, Equivalence::Different { reserved: true });
/// # Ok::<(), uri_lineage::Error>(())
/// ```
///
/// # Errors
///
/// Where the grammar does not take one of them.
pub fn same(grammar: Grammar, left: &str, right: &str) -> Result<Equivalence, Error> {
    let (one, other) = (normalise(grammar, left)?, normalise(grammar, right)?);
    if left == right {
        return Ok(Equivalence::Identical);
    }
    if one.text != other.text {
        let decoded = |text: &str| percent_encoding::percent_decode_str(text).collect::<Vec<u8>>();
        return Ok(Equivalence::Different { reserved: decoded(&one.text) == decoded(&other.text) });
    }
    // What both needed alike makes no difference between them.
    let needed = |rule: &Rule| one.rules.contains(rule) || other.rules.contains(rule);
    Ok(Equivalence::By(Rule::ALL.into_iter().filter(needed).collect()))
}
