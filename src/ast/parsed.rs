//! Parsing with a grammar or a production that is selected at run time.

use crate::ast::value::Value;
use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::parse::captures::{Build, Captures};
use crate::parse::production::Production;
use crate::parse::tree::Tree;
use crate::refusal::error::Error;

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
            Err(_) => Err(Error::from_production(self.grammar(), self.rule(), input)),
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
    /// Parses another text: with the entry productions if they accept it, else with the production
    /// that accepted this text.
    pub fn parse_again<'t>(&self, text: &'t str) -> Option<Matched<'t>> {
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
        let mut captures = Captures::new(self.input());
        // The same production has accepted the same text before.
        captures.parse(self.start);
        Value::build(&captures, self.grammar())
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
///
/// ```
/// use uri_lineage::Grammar;
///
/// let parsed = Grammar::Rfc1738.parse("news:comp.infosystems.www.misc")?;
/// assert_eq!(parsed.production(), "newsurl");
/// assert_eq!(parsed.value().components().path.unwrap(), "comp.infosystems.www.misc");
/// assert_eq!(parsed.tree().root().name(), "url");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
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

    /// Parses the whole input with a production; `None` if it does not match.
    pub(crate) fn with_production(production: Production, input: &'i str) -> Option<Self> {
        Some(Self::new(Matched { start: production, tree: production.tree(input).ok()? }))
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
///
/// ```
/// use uri_lineage::{Error, Grammar, OwnedParsed};
///
/// fn read(line: String) -> Result<OwnedParsed, Error> {
///     Ok(Grammar::Rfc2396.parse(line.trim())?.into_owned())
/// }
///
/// let parsed = read("  ../Overview.html\n".to_owned())?;
/// assert_eq!(parsed.as_str(), "../Overview.html");
/// assert_eq!(parsed.get().production(), "relativeURI");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
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
    /// The result, with a copy of the text.
    pub fn into_owned(self) -> OwnedParsed {
        OwnedParsed { start: self.matched.start, text: self.input().into() }
    }
}
