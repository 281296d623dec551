//! Parsing with a grammar or a production that is selected at run time.

use std::fmt;

use crate::captures::{Build, Found, built};
use crate::components::Components;
use crate::error::Error;
use crate::grammar::{Grammar, Structs};
use crate::owned::borrowing;
use crate::production::Production;
use crate::rule::Rule;
use crate::text::Text;
use crate::tree::Tree;
use crate::{rfc1630, rfc1738, rfc1808, rfc3986, rfc3987, uri, whatwg};

impl Grammar {
    /// Parses the whole input with the grammar's entry productions.
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
    /// If no entry production matches the whole input: the byte offset, and the expected input
    /// there.
    pub fn parse(self, input: &str) -> Result<Parsed<'_>, Error> {
        let parsed =
            self.starts(input).find_map(|start| Some(Parsed::new(Matched { start, tree: start.tree(input).ok()? })));
        parsed.ok_or_else(|| self.refusal(input))
    }

    /// Returns the typed parts of an input that the entry productions accept, without its tree.
    /// This is faster than [`parse`](Self::parse), and allocates nothing unless the URL has an
    /// unusual number of parts.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    ///
    /// let value = Grammar::Rfc3986.parse_value("http://[::1]:80/a")?;
    /// assert_eq!(value.components().host.unwrap().as_str(), "[::1]");
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`parse`](Self::parse).
    pub fn parse_value(self, input: &str) -> Result<Value<'_>, Error> {
        self.typed_by(self.starts(input), input, || self.refusal(input))
    }

    /// Why the entry productions refuse an input.
    pub(crate) fn refusal(self, input: &str) -> Error {
        Error::new(self, self.facts().minimal_entries, input)
    }
}

impl Production {
    /// Parses the whole input with this production.
    ///
    /// ```
    /// use uri_lineage::{Grammar, Value, rfc1630};
    ///
    /// // A historical note of RFC 1630: no entry production reaches it.
    /// let production = Grammar::Rfc1630.production("afsaddress").unwrap();
    /// let parsed = production.parse("afs://cell.name/a/path")?;
    /// let Value::Rfc1630(url) = parsed.value() else { panic!() };
    /// assert!(matches!(url.address(), rfc1630::Address::Afs(_)));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the production does not match the whole input.
    pub fn parse(self, input: &str) -> Result<Parsed<'_>, Error> {
        match self.tree(input) {
            Ok(tree) => Ok(Parsed::new(Matched { start: self, tree })),
            Err(_) => Err(Error::by_production(self.grammar(), self.rule(), input)),
        }
    }

    /// Parses the whole input with this production, without dividing lists.
    pub(crate) fn matched(self, input: &str) -> Option<Matched<'_>> {
        Some(Matched { start: self, tree: self.outline(input)? })
    }
}

/// A text that a production has accepted: its tree, in which lists may be undivided, without the
/// typed parts.
#[derive(Debug, Clone)]
pub(crate) struct Matched<'i> {
    start: Production,
    tree: Tree<'i>,
}

impl<'i> Matched<'i> {
    /// Parses another text in the same way: with the entry productions if they accept it, else with
    /// the production that the caller selected.
    pub fn again<'t>(&self, text: &'t str) -> Option<Matched<'t>> {
        self.grammar().starts(text).chain([self.start]).find_map(|start| start.matched(text))
    }

    pub fn grammar(&self) -> Grammar {
        self.start.grammar()
    }

    pub fn input(&self) -> &'i str {
        self.tree.input()
    }

    pub fn tree(&self) -> &Tree<'i> {
        &self.tree
    }

    /// The typed parts.
    pub fn value(&self) -> Value<'i> {
        built(&self.tree, self.grammar())
    }

    /// The rule of the [production](Parsed::production) that accepted the input.
    pub fn accepted_by(&self) -> Rule {
        let mut node = self.tree.root();
        // Descends to the alternative that accepted the input, unless that alternative has
        // siblings.
        while let Rule::url
        | Rule::uri
        | Rule::fragmentaddress
        | Rule::URL
        | Rule::URI_reference
        | Rule::URL_reference
        | Rule::IRI_reference
        | Rule::valid_URL_string = node.rule()
        {
            let mut below = node.children();
            match (node.rule(), below.next(), below.next()) {
                (_, Some(only), None) if !matches!(only.rule(), Rule::fragment | Rule::scheme_start_state) => {
                    node = only
                }
                (Rule::URL | Rule::URI_reference | Rule::URL_reference, Some(url), Some(_)) => node = url,
                _ => break,
            }
        }
        node.rule()
    }
}

/// The result of a parse: the tree and the typed parts.
#[derive(Debug, Clone)]
pub struct Parsed<'i> {
    matched: Matched<'i>,
    value: Value<'i>,
}

/// Two results are equal if they have the same input and the same production.
impl PartialEq for Parsed<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.matched.start == other.matched.start && self.input() == other.input()
    }
}

impl Eq for Parsed<'_> {}

impl<'i> Parsed<'i> {
    fn new(matched: Matched<'i>) -> Self {
        Self { value: matched.value(), matched }
    }

    /// The result without the typed parts.
    pub(crate) fn matched(&self) -> &Matched<'i> {
        &self.matched
    }

    /// The grammar that parsed the input.
    pub fn grammar(&self) -> Grammar {
        self.matched.grammar()
    }

    /// The input that was parsed.
    pub fn input(&self) -> &'i str {
        self.matched.input()
    }

    /// The production that accepted the input, by its printed name. This is the alternative of
    /// `url` (`httpurl`, `waisaddress`, `generic`, ...), or the entry production that alone accepts
    /// the input (`prefixedurl`, `uri`, `fragmentaddress`, `genericurl`). Since RFC 1808 it is
    /// `absoluteURL`, `relativeURI`, `URN-reference` and the like; for a reference to the current
    /// document it is that of the whole reference (`URL-reference`, `URI-reference`).
    pub fn production(&self) -> &'static str {
        self.matched.accepted_by().name()
    }

    /// The parse tree.
    pub fn tree(&self) -> &Tree<'i> {
        &self.matched.tree
    }

    /// The typed parts.
    pub fn value(&self) -> &Value<'i> {
        &self.value
    }
}

/// A parsed input that owns its text; [`Parsed::into_owned`] returns it.
///
/// Each access parses the text again, in linear time.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OwnedParsed {
    start: Production,
    text: Box<str>,
}

impl OwnedParsed {
    /// The input that was parsed.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The result of the parse, which borrows from this value.
    pub fn get(&self) -> Parsed<'_> {
        // The same production has accepted the same text before.
        self.start.parse(&self.text).expect("a text that was parsed before")
    }
}

impl Parsed<'_> {
    /// The same result, with a text of its own.
    pub fn into_owned(self) -> OwnedParsed {
        OwnedParsed { start: self.matched.start, text: self.input().into() }
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
    /// A URL that only the `genericurl` of RFC 1738 accepts.
    Rfc1738Generic(rfc1738::GenericUrl<'i>),
    /// A `URL` of RFC 1808.
    Rfc1808(rfc1808::Url<'i>),
    /// A `URI-reference` of the drafts of 1997, RFC 2396 or RFC 2732.
    Uri(uri::UriReference<'i>),
    /// A `URI-reference` of RFC 3986.
    Rfc3986(rfc3986::UriReference<'i>),
    /// An `IRI-reference` of RFC 3987.
    Rfc3987(rfc3987::IriReference<'i>),
    /// A `URL` of the WHATWG's parser, or a `valid-URL-string`.
    Whatwg(whatwg::Url<'i>),
    /// The text of a production that has no struct of its own, such as `hostport`.
    /// [`Grammar::parse`] never returns it.
    Text(Text<'i>),
}

borrowing! { Value: Rfc1630(url), Rfc1630Fragment(address), Rfc1738(url), Rfc1738Generic(url), Rfc1808(url), Uri(reference),
Rfc3986(reference), Rfc3987(reference), Whatwg(url), Text(text); }

/// The typed parts, selected by the production that accepted the input.
impl<'i> Build<'i> for Value<'i> {
    fn has_value_of(_: &impl Found<'i>) -> bool {
        true
    }

    fn build(captures: &impl Found<'i>, grammar: Grammar) -> Self {
        /// The value of a struct; the text if the struct has no value for the production.
        fn value_or_text<'i, T: Build<'i>>(
            captures: &impl Found<'i>,
            grammar: Grammar,
            variant: fn(T) -> Value<'i>,
        ) -> Value<'i> {
            if T::has_value_of(captures) {
                variant(T::build(captures, grammar))
            } else {
                Value::Text(captures.whole().into())
            }
        }
        match (grammar.facts().structs, captures.rule()) {
            (Structs::Rfc1630, Rule::fragmentaddress | Rule::uri) => {
                value_or_text(captures, grammar, Self::Rfc1630Fragment)
            }
            (Structs::Rfc1630, _) => value_or_text(captures, grammar, Self::Rfc1630),
            (Structs::Rfc1738, Rule::genericurl) => value_or_text(captures, grammar, Self::Rfc1738Generic),
            (Structs::Rfc1738, _) => value_or_text(captures, grammar, Self::Rfc1738),
            (Structs::Rfc1808, _) => value_or_text(captures, grammar, Self::Rfc1808),
            (Structs::Uri, _) => value_or_text(captures, grammar, Self::Uri),
            (Structs::Rfc3986, _) => value_or_text(captures, grammar, Self::Rfc3986),
            (Structs::Rfc3987, _) => value_or_text(captures, grammar, Self::Rfc3987),
            (Structs::Whatwg, _) => value_or_text(captures, grammar, Self::Whatwg),
        }
    }
}

impl<'i> Value<'i> {
    /// The components, under the names that all generations share; all absent if there is only
    /// text.
    pub fn components(&self) -> Components<'i> {
        match self {
            Self::Rfc1630(url) => url.components(),
            Self::Rfc1630Fragment(address) => address.components(),
            Self::Rfc1738(url) => url.components(),
            Self::Rfc1738Generic(url) => url.components(),
            Self::Rfc1808(url) => url.components(),
            Self::Uri(reference) => reference.components(),
            Self::Rfc3986(reference) => reference.components(),
            Self::Rfc3987(reference) => reference.components(),
            Self::Whatwg(url) => url.components(),
            Self::Text(_) => Components::default(),
        }
    }
}

/// Writes the input, character for character, without the characters that the WHATWG's parser
/// strips at both ends.
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
            Self::Rfc3987(reference) => reference.fmt(f),
            Self::Whatwg(url) => url.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}
