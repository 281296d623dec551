//! The six grammars: what they are, where they begin, and parsing by grammar and production.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use crate::diagnose::{Refusal, diagnose, offset};
use crate::error::Error;
use crate::parser::{self, Engine, Lists};
use crate::tree::Tree;
use crate::{rfc1630, rfc1738, uri1997};

/// One of the six grammars, in order of date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Grammar {
    /// draft-ietf-uri-url-02, 1993, "BNF syntax".
    #[cfg_attr(feature = "serde", serde(rename = "url-draft-02"))]
    UrlDraft02,
    /// draft-ietf-uri-url-03, March 1994, "BNF for specific URL schemes".
    #[cfg_attr(feature = "serde", serde(rename = "url-draft-03"))]
    UrlDraft03,
    /// RFC 1630, June 1994, "BNF of Generic URI Syntax".
    #[cfg_attr(feature = "serde", serde(rename = "rfc1630-generic"))]
    Rfc1630Generic,
    /// RFC 1630, June 1994, "BNF for specific URL schemes".
    #[cfg_attr(feature = "serde", serde(rename = "rfc1630"))]
    Rfc1630,
    /// RFC 1738, December 1994, section 5.
    #[cfg_attr(feature = "serde", serde(rename = "rfc1738"))]
    Rfc1738,
    /// draft-fielding-uri-syntax-01 and draft-fielding-url-syntax-03, December 1997, both Appendices A.
    #[cfg_attr(feature = "serde", serde(rename = "uri-1997"))]
    Uri1997,
}

/// What there is to know of a grammar: the one list to extend for a seventh.
struct Profile {
    id: &'static str,
    document: &'static str,
    section: &'static str,
    date: &'static str,
    /// As the rulings list them.
    entries: &'static [&'static str],
    /// The entry production that is meant where none is read yet.
    main: &'static str,
    /// The fewest of the entries that take everything, in the order to try.
    starts: &'static [&'static str],
    /// What `url`, or what stands in its place, is an alternative of.
    alternatives: &'static [&'static str],
    engine: &'static dyn Engine,
    value: for<'i> fn(&Tree<'i>) -> Option<Value<'i>>,
}

const FIRST_GENERATION: &[&str] = &[
    "httpaddress",
    "ftpaddress",
    "newsaddress",
    "nntpaddress",
    "prosperoaddress",
    "telnetaddress",
    "gopheraddress",
    "waisaddress",
    "mailtoaddress",
    "midaddress",
    "cidaddress",
];

static PROFILES: [Profile; 6] = [
    Profile {
        id: "url-draft-02",
        document: "draft-ietf-uri-url-02",
        section: "BNF syntax",
        date: "1993",
        entries: &["prefixedurl", "url", "fragmentaddress", "uri"],
        main: "url",
        starts: &["prefixedurl", "fragmentaddress"],
        alternatives: &[
            "httpaddress",
            "ftpaddress",
            "newsaddress",
            "nntpaddress",
            "prosperoaddress",
            "telnetaddress",
            "gopheraddress",
            "waisaddress",
            "mailtoaddress",
            "generic",
        ],
        engine: &parser::UrlDraft02,
        value: first_generation,
    },
    Profile {
        id: "url-draft-03",
        document: "draft-ietf-uri-url-03",
        section: "BNF for specific URL schemes",
        date: "March 1994",
        entries: &["prefixedurl", "url"],
        main: "url",
        starts: &["prefixedurl", "url"],
        alternatives: FIRST_GENERATION,
        engine: &parser::UrlDraft03,
        value: first_generation,
    },
    Profile {
        id: "rfc1630-generic",
        document: "RFC 1630",
        section: "BNF of Generic URI Syntax",
        date: "June 1994",
        entries: &["fragmentaddress", "uri"],
        main: "uri",
        starts: &["fragmentaddress"],
        alternatives: &["uri"],
        engine: &parser::Rfc1630Generic,
        value: first_generation,
    },
    Profile {
        id: "rfc1630",
        document: "RFC 1630",
        section: "BNF for specific URL schemes",
        date: "June 1994",
        entries: &["prefixedurl", "url"],
        main: "url",
        starts: &["prefixedurl", "url"],
        alternatives: FIRST_GENERATION,
        engine: &parser::Rfc1630,
        value: first_generation,
    },
    Profile {
        id: "rfc1738",
        document: "RFC 1738",
        section: "section 5",
        date: "December 1994",
        entries: &["url", "genericurl"],
        main: "url",
        // What only `genericurl` takes is no URL: a predefined scheme has a production of its own.
        starts: &["url"],
        alternatives: &[
            "httpurl",
            "ftpurl",
            "newsurl",
            "nntpurl",
            "telneturl",
            "gopherurl",
            "waisurl",
            "mailtourl",
            "fileurl",
            "prosperourl",
            "otherurl",
        ],
        engine: &parser::Rfc1738,
        value: second_generation,
    },
    Profile {
        id: "uri-1997",
        document: "draft-fielding-uri-syntax-01 and draft-fielding-url-syntax-03",
        section: "Appendices A",
        date: "December 1997",
        entries: &["URI-reference", "URL-reference", "URN-reference", "absoluteURL", "relativeURL"],
        main: "URI-reference",
        starts: &["URI-reference"],
        alternatives: &["URN-reference", "absoluteURL", "relativeURL"],
        engine: &parser::Uri1997,
        value: third_generation,
    },
];

impl Grammar {
    /// The six, in order of date.
    pub const ALL: [Self; 6] =
        [Self::UrlDraft02, Self::UrlDraft03, Self::Rfc1630Generic, Self::Rfc1630, Self::Rfc1738, Self::Uri1997];

    fn profile(self) -> &'static Profile {
        &PROFILES[self as usize]
    }

    /// The name by which commands and data know the grammar: `url-draft-02`, `rfc1738`, ...
    pub fn id(self) -> &'static str {
        self.profile().id
    }

    /// The document that defines it.
    pub fn document(self) -> &'static str {
        self.profile().document
    }

    /// Where in the document its productions stand.
    pub fn section(self) -> &'static str {
        self.profile().section
    }

    /// When the document appeared.
    pub fn date(self) -> &'static str {
        self.profile().date
    }

    /// The productions by which the grammar accepts an input, by their names as printed.
    pub fn entry_productions(self) -> &'static [&'static str] {
        self.profile().entries
    }

    /// The fewest of the entry productions that decide whether the grammar takes an input.
    #[cfg(feature = "language")]
    pub(crate) fn starts(self) -> &'static [&'static str] {
        self.profile().starts
    }

    /// The productions of which one takes the input where the grammar accepts it.
    pub(crate) fn alternatives(self) -> &'static [&'static str] {
        self.profile().alternatives
    }

    /// The grammar as pest reads it.
    #[cfg(feature = "proof")]
    pub(crate) fn pest_file(self) -> &'static str {
        match self {
            Self::UrlDraft02 => include_str!("../grammar/url-draft-02.pest"),
            Self::UrlDraft03 => include_str!("../grammar/url-draft-03.pest"),
            Self::Rfc1630Generic => include_str!("../grammar/rfc1630-generic.pest"),
            Self::Rfc1630 => include_str!("../grammar/rfc1630.pest"),
            Self::Rfc1738 => include_str!("../grammar/rfc1738.pest"),
            Self::Uri1997 => include_str!("../grammar/uri-1997.pest"),
        }
    }

    /// The productions as printed, and the corrections.
    pub(crate) fn bnf_files(self) -> (&'static str, &'static str) {
        macro_rules! files {
            ($id:literal) => {
                (
                    include_str!(concat!("../grammar/", $id, ".bnf")),
                    include_str!(concat!("../grammar/", $id, ".corrections.bnf")),
                )
            };
        }
        match self {
            Self::UrlDraft02 => files!("url-draft-02"),
            Self::UrlDraft03 => files!("url-draft-03"),
            Self::Rfc1630Generic => files!("rfc1630-generic"),
            Self::Rfc1630 => files!("rfc1630"),
            Self::Rfc1738 => files!("rfc1738"),
            Self::Uri1997 => files!("uri-1997"),
        }
    }

    /// Whether it is one of the four grammars of the first generation, which share most production names.
    pub fn is_first_generation(self) -> bool {
        !matches!(self, Self::Rfc1738 | Self::Uri1997)
    }

    /// The production of that name, as the document prints it; `None` where this grammar has none.
    pub fn production(self, name: &str) -> Option<Production> {
        let engine = self.profile().engine;
        let rule = engine.find(name)?;
        Some(Production { grammar: self, rule, name: engine.rules()[rule].production })
    }

    /// All productions, in the order of the grammar's file.
    pub fn productions(self) -> impl Iterator<Item = Production> {
        self.profile()
            .engine
            .rules()
            .iter()
            .enumerate()
            .filter(|(_, info)| info.is_production)
            .map(move |(rule, info)| Production { grammar: self, rule, name: info.production })
    }

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
    /// Where no entry production takes all of the input: the place and what could have stood there.
    pub fn parse(self, input: &str) -> Result<Parsed<'_>, Error> {
        let (start, outline) = self.outlined(self.profile().starts, input)?;
        Ok(start.parsed(outline))
    }

    /// Whether the entry productions take all of `input`: [`parse`](Self::parse) without parts, and without saying why not.
    pub fn accepts(self, input: &str) -> bool {
        self.start_of(self.profile().starts, input).is_some()
    }

    /// By which production the entry productions take the input, as [`Parsed::production`] says it, without a tree.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    ///
    /// assert_eq!(Grammar::Rfc1738.check("news:comp.infosystems.www.misc"), Ok("newsurl"));
    /// assert_eq!(Grammar::Rfc1630.check("news:").unwrap_err().offset(), 5);
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`parse`](Self::parse).
    #[cfg(feature = "language")]
    pub fn check(self, input: &str) -> Result<&'static str, Error> {
        let verdict = crate::language::Classifier::get().classify(input.as_bytes());
        verdict.production(self).ok_or_else(|| self.refused(self.profile().starts, input))
    }

    /// The tree, with lists in one piece, of the first of these productions that takes all of `input`.
    pub(crate) fn outline<'i>(self, productions: &[&str], input: &'i str) -> Result<Tree<'i>, Error> {
        Ok(self.outlined(productions, input)?.1)
    }

    fn outlined<'i>(self, productions: &[&str], input: &'i str) -> Result<(Production, Tree<'i>), Error> {
        self.start_of(productions, input).ok_or_else(|| self.refused(productions, input))
    }

    /// The first of some productions that takes all of the input.
    fn start_of<'i>(self, productions: &[&str], input: &'i str) -> Option<(Production, Tree<'i>)> {
        // Few have a prefix, and it is quicker to see that than to let a parser fail.
        let prefixed = input.get(..4).is_some_and(|prefix| prefix.eq_ignore_ascii_case("url:"));
        let names = productions.iter().filter(|name| prefixed || **name != "prefixedurl");
        let mut starts = names.filter_map(|name| self.production(name));
        starts.find_map(|start| Some((start, start.run(input, Lists::Whole)?)))
    }

    /// The error for a tree that the structs cannot hold, which none of the grammars makes.
    pub(crate) fn not_built(self, input: &str) -> Error {
        self.error(self.profile().entries[0], Refusal::default(), input)
    }

    /// Why none of these entry productions takes the input.
    ///
    /// The production that reads furthest was being read; before a scheme has been read it is `main`.
    fn refused(self, productions: &[&str], input: &str) -> Error {
        let profile = self.profile();
        let entries = profile.entries.iter().filter(|name| productions.contains(name));
        let mut candidates: Vec<_> = entries.copied().collect();
        if productions != ["genericurl"] {
            // All other entry productions hold the alternatives.
            candidates.splice(0..0, profile.alternatives.iter().chain([&profile.main]).copied());
        }
        let offsets: Vec<usize> = candidates.iter().map(|name| offset(self, name, input).unwrap_or_default()).collect();
        let offset = offsets.iter().copied().max().unwrap_or_default();
        let scheme_read = input.find(':').is_some_and(|colon| colon < offset);
        let named = |name: &str| scheme_read || name == profile.main || !profile.alternatives.contains(&name);
        let furthest = candidates.iter().zip(&offsets).find(|(name, at)| **at == offset && named(name));
        let name = furthest.map_or(profile.main, |(name, _)| name);
        self.error(name, self.refusal(name, input), input)
    }

    /// Where a production refuses the input, and why.
    fn refusal(self, production: &str, input: &str) -> Refusal {
        diagnose(self, production, input).unwrap_or_default()
    }

    fn error(self, production: &'static str, refusal: Refusal, input: &str) -> Error {
        let Refusal { offset, expected, advice, class } = refusal;
        let found = input.get(offset..).and_then(|rest| rest.chars().next());
        Error { grammar: self, production, offset, found, expected, advice, class }
    }
}

impl fmt::Display for Grammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// The text is no grammar's id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "no grammar is named `{0}`; there are url-draft-02, url-draft-03, rfc1630-generic, rfc1630, rfc1738 and uri-1997"
)]
pub struct UnknownGrammar(String);

impl FromStr for Grammar {
    type Err = UnknownGrammar;

    fn from_str(id: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|grammar| grammar.id() == id).ok_or_else(|| UnknownGrammar(id.to_owned()))
    }
}

/// A production of a grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Production {
    grammar: Grammar,
    rule: usize,
    name: &'static str,
}

impl Production {
    /// The grammar that it belongs to.
    pub fn grammar(self) -> Grammar {
        self.grammar
    }

    /// Its name as the document prints it.
    pub fn name(self) -> &'static str {
        self.name
    }

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
    /// Where the production does not take all of the input.
    pub fn parse(self, input: &str) -> Result<Parsed<'_>, Error> {
        match self.run(input, Lists::Whole) {
            Some(outline) => Ok(self.parsed(outline)),
            None => Err(self.grammar.error(self.name, self.grammar.refusal(self.name, input), input)),
        }
    }

    /// Whether the production takes all of `input`: [`parse`](Self::parse) without saying why not.
    pub fn accepts(self, input: &str) -> bool {
        self.run(input, Lists::Whole).is_some()
    }

    fn run(self, input: &str, lists: Lists) -> Option<Tree<'_>> {
        self.grammar.profile().engine.parse(self.rule, input, lists)
    }

    fn parsed(self, outline: Tree<'_>) -> Parsed<'_> {
        let value = (self.grammar.profile().value)(&outline);
        Parsed { start: self, outline, value, tree: OnceLock::new() }
    }
}

/// What a grammar made of an input: the tree and the typed parts.
#[derive(Debug, Clone)]
pub struct Parsed<'i> {
    start: Production,
    /// The tree with lists in one piece, of which the typed parts are made.
    outline: Tree<'i>,
    value: Option<Value<'i>>,
    tree: OnceLock<Tree<'i>>,
}

/// The same input, parsed by the same production.
impl PartialEq for Parsed<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start && self.input() == other.input()
    }
}

impl Eq for Parsed<'_> {}

impl<'i> Parsed<'i> {
    /// The grammar.
    pub fn grammar(&self) -> Grammar {
        self.start.grammar
    }

    /// The input that was parsed.
    pub fn input(&self) -> &'i str {
        self.outline.input()
    }

    /// The production that took the input: the alternative of `url` (`httpurl`, `waisaddress`, `generic`, ...), or
    /// what only another entry production takes (`prefixedurl`, `uri`, `fragmentaddress`, `genericurl`); for uri-1997
    /// `absoluteURL`, `relativeURL`, `URN-reference`, or `URL-reference` for a reference to the current document.
    pub fn production(&self) -> &'static str {
        let mut node = self.outline.root();
        // Down to the alternative that took the input, unless something stands beside it.
        while let "url" | "uri" | "fragmentaddress" | "URI-reference" | "URL-reference" = node.name() {
            let mut below = node.children();
            match (node.name(), below.next(), below.next()) {
                (_, Some(only), None) if only.name() != "fragment" => node = only,
                ("URL-reference", Some(url), Some(_)) => node = url,
                _ => break,
            }
        }
        node.name()
    }

    /// The tree without what is in its lists: labels of hosts, segments of paths.
    pub(crate) fn outline(&self) -> &Tree<'i> {
        &self.outline
    }

    /// The parse tree. It is made when it is first asked for: the typed parts do not need all of it.
    pub fn tree(&self) -> &Tree<'i> {
        let divided = || self.start.run(self.input(), Lists::Divided).unwrap_or_else(|| self.outline.clone());
        self.tree.get_or_init(divided)
    }

    /// The typed parts; `None` for a production that has no struct of its own, such as `hostport`. Whatever
    /// [`Grammar::parse`] gives has them.
    pub fn value(&self) -> Option<&Value<'i>> {
        self.value.as_ref()
    }
}

/// The typed parts of an input, by generation.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// A `URI-reference` of 1997.
    Uri1997(uri1997::UriReference<'i>),
}

/// Gives back the input, character for character.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rfc1630(url) => url.fmt(f),
            Self::Rfc1630Fragment(address) => address.fmt(f),
            Self::Rfc1738(url) => url.fmt(f),
            Self::Rfc1738Generic(url) => url.fmt(f),
            Self::Uri1997(reference) => reference.fmt(f),
        }
    }
}

/// The typed parts of a tree, by the production at its root.
fn first_generation<'i>(tree: &Tree<'i>) -> Option<Value<'i>> {
    let root = tree.root();
    match root.name() {
        "fragmentaddress" | "uri" => rfc1630::FragmentAddress::build(root).map(Value::Rfc1630Fragment),
        _ => rfc1630::Url::build(root).map(Value::Rfc1630),
    }
}

fn second_generation<'i>(tree: &Tree<'i>) -> Option<Value<'i>> {
    let root = tree.root();
    match root.name() {
        "genericurl" => rfc1738::GenericUrl::build(root).map(Value::Rfc1738Generic),
        _ => rfc1738::Url::build(root).map(Value::Rfc1738),
    }
}

fn third_generation<'i>(tree: &Tree<'i>) -> Option<Value<'i>> {
    uri1997::UriReference::build(tree.root()).map(Value::Uri1997)
}
