//! Parsing by a grammar or a production that is chosen at run time.

use std::fmt;

use crate::components::Components;
use crate::error::Error;
use crate::grammar::{Grammar, Structs};
use crate::owned::borrowing;
use crate::production::Production;
use crate::rule::Rule;
use crate::tree::{Node, Tree};
use crate::{rfc1630, rfc1738, rfc1808, rfc3986, uri};

impl Grammar {
    /// Parses all of `input` by the entry productions.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    ///
    /// let parsed = Grammar::Rfc1738.parse("news:comp.infosystems.www.misc")?;
    /// assert_eq!(parsed.production(), "newsurl");
    /// assert!(Grammar::Rfc1630.parse("file://localhost/etc/motd").is_err());
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Where no entry production accepts all of the input: the place and what could have stood there.
    pub fn parse(self, input: &str) -> Result<Parsed<'_>, Error> {
        match self.starts(input).find_map(|start| Some(Parsed::of(start, Tree::parse(start.entry(), input).ok()?))) {
            Some(parsed) => Ok(parsed),
            None => Err(self.refusal(input)),
        }
    }

    /// The typed parts of an input that the entry productions accept, without its tree: sooner than [`parse`](Self::parse), and
    /// it allocates nothing unless the URL has an unusual number of parts.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    ///
    /// let value = Grammar::Rfc3986.value("http://[::1]:80/a")?;
    /// assert_eq!(value.components().host.unwrap().as_str(), "[::1]");
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`parse`](Self::parse).
    pub fn value(self, input: &str) -> Result<Value<'_>, Error> {
        let found = |start: Production| start.typed(input, |root| Value::build(self, root));
        self.starts(input).find_map(found).ok_or_else(|| self.refusal(input))
    }

    /// Why the entry productions do not accept an input.
    pub(crate) fn refusal(self, input: &str) -> Error {
        Error::of(self, self.facts().starts, input)
    }
}

impl Production {
    /// Parses all of `input` by this production.
    ///
    /// ```
    /// use uri_lineage::{Grammar, Value, rfc1630};
    ///
    /// // A historical note of RFC 1630: no entry production reaches it.
    /// let production = Grammar::Rfc1630.production("afsaddress").unwrap();
    /// let parsed = production.parse("afs://cell.name/a/path")?;
    /// let Some(Value::Rfc1630(url)) = parsed.value() else { panic!() };
    /// assert!(matches!(url.address(), rfc1630::Address::Afs(_)));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Where the production does not accept all of the input.
    pub fn parse(self, input: &str) -> Result<Parsed<'_>, Error> {
        match Tree::parse(self.entry(), input) {
            Ok(tree) => Ok(Parsed::of(self, tree)),
            Err(_) => Err(Error::by(self.grammar(), self.rule(), input)),
        }
    }
}

/// What a grammar made of an input: the tree and the typed parts.
#[derive(Debug, Clone)]
pub struct Parsed<'i> {
    start: Production,
    tree: Tree<'i>,
    value: Option<Value<'i>>,
}

/// The same input, parsed by the same production.
impl PartialEq for Parsed<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start && self.input() == other.input()
    }
}

impl Eq for Parsed<'_> {}

impl<'i> Parsed<'i> {
    fn of(start: Production, tree: Tree<'i>) -> Self {
        let value = Value::build(start.grammar(), tree.root());
        Self { start, tree, value }
    }

    /// Another text, parsed as this one was: by the entry productions if they take it, else by the production that was
    /// asked for.
    pub(crate) fn another<'t>(&self, text: &'t str) -> Option<Parsed<'t>> {
        let mut starts = self.grammar().starts(text).chain([self.start]);
        starts.find_map(|start| Some(Parsed::of(start, Tree::parse(start.entry(), text).ok()?)))
    }

    /// The grammar.
    pub fn grammar(&self) -> Grammar {
        self.start.grammar()
    }

    /// The input that was parsed.
    pub fn input(&self) -> &'i str {
        self.tree.input()
    }

    /// The production that accepted the input: the alternative of `url` (`httpurl`, `waisaddress`, `generic`, ...), or
    /// what only another entry production accepts (`prefixedurl`, `uri`, `fragmentaddress`, `genericurl`); since
    /// RFC 1808 `absoluteURL`, `relativeURI`, `URN-reference` and the like, or the whole reference's (`URL-reference`,
    /// `URI-reference`) for a reference to the current document.
    pub fn production(&self) -> &'static str {
        let mut node = self.tree.root();
        // Down to the alternative that accepted the input, unless something stands beside it.
        while let Rule::url
        | Rule::uri
        | Rule::fragmentaddress
        | Rule::URL
        | Rule::URI_reference
        | Rule::URL_reference = node.rule()
        {
            let mut below = node.children();
            match (node.rule(), below.next(), below.next()) {
                (_, Some(only), None) if only.rule() != Rule::fragment => node = only,
                (Rule::URL | Rule::URI_reference | Rule::URL_reference, Some(url), Some(_)) => node = url,
                _ => break,
            }
        }
        node.name()
    }

    /// The parse tree.
    pub fn tree(&self) -> &Tree<'i> {
        &self.tree
    }

    /// The typed parts; `None` for a production that has no struct of its own, such as `hostport`. Whatever
    /// [`Grammar::parse`] gives has them.
    pub fn value(&self) -> Option<&Value<'i>> {
        self.value.as_ref()
    }
}

/// A parsed input kept together with its text; [`Parsed::into_owned`] gives it.
///
/// It is read again whenever it is asked for: that takes a tenth of a microsecond and cannot fail.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OwnedParsed {
    start: Production,
    text: Box<str>,
}

impl OwnedParsed {
    /// The input.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// What the grammar made of it.
    pub fn get(&self) -> Parsed<'_> {
        // The same production has taken the same text before.
        self.start.parse(&self.text).expect("a text that was parsed before")
    }
}

impl Parsed<'_> {
    /// The same, kept beyond the input.
    pub fn into_owned(self) -> OwnedParsed {
        OwnedParsed { start: self.start, text: self.input().into() }
    }
}

/// The typed parts of an input, by generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
#[non_exhaustive]
pub enum Value<'i> {
    /// A `url` or `prefixedurl` of the first generation.
    Rfc1630(rfc1630::Url<'i>),
    /// A `fragmentaddress` or `uri` of the first generation.
    Rfc1630Fragment(rfc1630::FragmentAddress<'i>),
    /// A `url` of RFC 1738.
    Rfc1738(rfc1738::Url<'i>),
    /// What only the `genericurl` of RFC 1738 takes.
    Rfc1738Generic(rfc1738::GenericUrl<'i>),
    /// A `URL` of RFC 1808.
    Rfc1808(rfc1808::Url<'i>),
    /// A `URI-reference` of the drafts of 1997, RFC 2396 or RFC 2732.
    Uri(uri::UriReference<'i>),
    /// A `URI-reference` of RFC 3986.
    Rfc3986(rfc3986::UriReference<'i>),
}

borrowing! { Value: Rfc1630(url), Rfc1630Fragment(address), Rfc1738(url), Rfc1738Generic(url), Rfc1808(url), Uri(reference),
Rfc3986(reference); }

impl<'i> Value<'i> {
    /// The typed parts of a tree, by the production at its root.
    fn build(grammar: Grammar, root: Node<'_, 'i>) -> Option<Self> {
        match (grammar.facts().structs, root.rule()) {
            (Structs::Rfc1630, Rule::fragmentaddress | Rule::uri) => {
                rfc1630::FragmentAddress::build(root).map(Self::Rfc1630Fragment)
            }
            (Structs::Rfc1630, _) => rfc1630::Url::build(root).map(Self::Rfc1630),
            (Structs::Rfc1738, Rule::genericurl) => rfc1738::GenericUrl::build(root).map(Self::Rfc1738Generic),
            (Structs::Rfc1738, _) => rfc1738::Url::build(root).map(Self::Rfc1738),
            (Structs::Rfc1808, _) => rfc1808::Url::build(root).map(Self::Rfc1808),
            (Structs::Uri, _) => uri::UriReference::build(root).map(Self::Uri),
            (Structs::Rfc3986, _) => rfc3986::UriReference::build(root).map(Self::Rfc3986),
        }
    }

    /// The parts under names that all generations share.
    pub fn components(&self) -> Components<'i> {
        match self {
            Self::Rfc1630(url) => url.components(),
            Self::Rfc1630Fragment(address) => address.components(),
            Self::Rfc1738(url) => url.components(),
            Self::Rfc1738Generic(url) => url.components(),
            Self::Rfc1808(url) => url.components(),
            Self::Uri(reference) => reference.components(),
            Self::Rfc3986(reference) => reference.components(),
        }
    }
}

/// Gives back the input, character for character.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rfc1630(url) => url.fmt(f),
            Self::Rfc1630Fragment(address) => address.fmt(f),
            Self::Rfc1738(url) => url.fmt(f),
            Self::Rfc1738Generic(url) => url.fmt(f),
            Self::Rfc1808(url) => url.fmt(f),
            Self::Uri(reference) => reference.fmt(f),
            Self::Rfc3986(reference) => reference.fmt(f),
        }
    }
}
