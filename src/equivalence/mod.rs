//! Equivalence: the rules by which a document considers different strings equivalent, and a normal
//! form that shows it.
//!
//! RFC 1630 brings two URIs "to the same encoding level" before it compares them. RFC 1738 names
//! the parts that may be omitted. The URL draft of 1997 defines equivalence in sections 2.4.2 and
//! 5, RFC 2141 in section 5, RFC 2396 in sections 2.4.2 and 6, and RFC 3986 in section 6.2, whose
//! steps can be selected alone. RFC 3987 (section 5.3) defines corresponding steps for IRIs. RFC
//! 1808 does not define equivalence, but uses the escapes of RFC 1738. A document of one scheme has the
//! rules of the grammar over which it is laid, and its own ([`normalize_uri`], [`same_uris`]). The URL
//! Standard has one rule: the serialization of its parser, which changes what it reads.
//!
//! A rule may change a URL only if the decoded parts stay the same in the grammar, except for the
//! difference that the rule itself removes. A decoded escape may change how an authority is
//! divided, which RFC 2396, 2.3 and similar sections call equivalent: `%77ww` is a `reg_name`, and
//! `www` a `hostname`. A normal form has only escapes that its source has.
//!
//! ```
//! use uri_lineage::Grammar;
//!
//! assert_eq!(Grammar::Rfc1738.normalize("http://host:80/%7Ea")?.text, "http://host/%7Ea");
//! assert_eq!(Grammar::Whatwg.normalize("http://HOST:80/../\\~a")?.text, "http://host//~a");
//! assert!(Grammar::Whatwg.same("http://0x7f.1", "http://127.0.0.1/")?.is_same());
//! # Ok::<(), uri_lineage::Error>(())
//! ```

mod apply;
mod authority;
mod case;
mod decode;
mod effect;
mod escapes;
mod hints;
mod letters;
mod omitted;
mod path;
mod plain;
mod preserved;
mod rule;
mod schemes;
mod serialization;

use std::fmt;

use apply::occurring;
pub(crate) use decode::data;
use decode::only_reserved;
pub(crate) use hints::Hints;
pub use rule::EquivalenceRule;

use crate::ast::accepted::Accepted;
use crate::ast::parsed::Matched;
use crate::grammar::{Grammar, SchemeDocument};
use crate::scheme::{SchemeError, SchemeUri};

/// A URL in its normal form, which all equivalent URLs share.
///
/// ```
/// use uri_lineage::Grammar;
///
/// // The example of RFC 3986, section 6.2.2.
/// let normal = Grammar::Rfc3986.normalize("eXAMPLE://a/./b/../b/%63/%7bfoo%7d")?;
/// assert_eq!(normal.text, "example://a/b/c/%7Bfoo%7D");
/// let rules: Vec<&str> = normal.rules.iter().map(|rule| rule.name()).collect();
/// assert_eq!(rules, ["scheme-case", "escape", "escape-case", "dot-segments"]);
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Normal {
    /// The normal form. The grammar accepts it with the same parts, and all its escapes come from the
    /// source; the parser of the URL Standard changes both.
    pub text: String,
    /// The rules that changed the URL, each once.
    pub rules: Vec<EquivalenceRule>,
}

/// Whether two strings are equivalent URLs.
///
/// ```
/// use uri_lineage::Grammar::Rfc3986;
///
/// let same = Rfc3986.same("HTTP://a/%7E", "http://a/~")?;
/// assert!(same.is_same());
/// assert_eq!(same.to_string(), "the same by scheme-case, escape");
/// assert!(!Rfc3986.same("http://a/b", "http://a/B")?.is_same());
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Equivalence {
    /// They are the same string.
    Identical,
    /// They are equivalent by these rules.
    By(Vec<EquivalenceRule>),
    /// They differ in more than the rules allow.
    Different {
        /// Whether they differ only in escapes of reserved characters, which "may NEVER be encoded
        /// and unencoded in this way" (RFC 1630).
        reserved: bool,
    },
}

impl Equivalence {
    /// Whether the strings are equivalent URLs.
    pub fn is_same(&self) -> bool {
        !matches!(self, Self::Different { .. })
    }
}

/// In words: `identical`, `the same by host-case, escape`, `different`.
impl fmt::Display for Equivalence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Identical => f.write_str("identical"),
            Self::By(rules) => {
                let names: Vec<&str> = rules.iter().map(|rule| rule.name()).collect();
                write!(f, "the same by {}", names.join(", "))
            }
            Self::Different { .. } => f.write_str("different"),
        }
    }
}

/// Returns the normal form of a URL, by some of the rules of the document whose grammar parsed it.
///
/// The rules are applied in the order of [`EquivalenceRule::ALL`]; rules that the document does not
/// have change nothing.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::equivalence::{EquivalenceRule, normalize};
///
/// let normal = normalize(&Grammar::Uri1997.parse("http://www.XEROX.com:80/%7euser")?, EquivalenceRule::ALL);
/// assert_eq!(normal.text, "http://www.xerox.com/~user");
/// let uri = Grammar::Rfc3986.parse("HTTP://a/b/../%7Ec")?;
/// let rules = EquivalenceRule::named("path-segments").unwrap_or_default();
/// assert_eq!(normalize(&uri, &rules).text, "HTTP://a/%7Ec");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
pub fn normalize(url: &impl Accepted, rules: &[EquivalenceRule]) -> Normal {
    url.with_parsed(|url| normalize_matched(url.matched(), rules))
}

fn normalize_matched(url: &Matched<'_>, rules: &[EquivalenceRule]) -> Normal {
    let mut normal = Normal { text: String::new(), rules: Vec::new() };
    if rules.is_sorted() {
        apply_rules(url, rules, &mut normal);
    } else {
        let rules: Vec<EquivalenceRule> =
            EquivalenceRule::ALL.iter().copied().filter(|rule| rules.contains(rule)).collect();
        apply_rules(url, &rules, &mut normal);
    }
    normal
}

/// Applies the first of the rules that changes the URL, then the later ones. The rules are in
/// order.
fn apply_rules(url: &Matched<'_>, rules: &[EquivalenceRule], normal: &mut Normal) {
    for rule in occurring(url.grammar(), &Hints::new(url.input()), rules) {
        let applied = rule.apply(url, |changed| {
            normal.rules.push(rule);
            let next = rules.partition_point(|other| rule.next().is_none_or(|next| *other < next));
            apply_rules(changed, &rules[next..], normal);
        });
        if applied.is_some() {
            return;
        }
    }
    url.input().clone_into(&mut normal.text);
}

/// Returns the same result as [`normalize`] for the text of these hints, which the grammar is
/// known to accept, but faster: a text that the rules cannot change is not parsed.
pub(crate) fn normalize_accepted(grammar: Grammar, hints: &Hints<'_>, rules: &[EquivalenceRule]) -> Option<Normal> {
    let text = hints.text;
    match occurring(grammar, hints, rules).next() {
        None => Some(Normal { text: text.to_owned(), rules: Vec::new() }),
        Some(_) => grammar.starts(text).find_map(|start| Some(normalize_matched(&start.matched(text)?, rules))),
    }
}

/// Whether two URLs that one grammar parsed are equivalent, and by which of some rules. URLs of
/// different grammars are [different](Equivalence::Different).
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::equivalence::{Equivalence, EquivalenceRule, same};
///
/// let parse = |text| Grammar::Rfc1630.parse(text);
/// let left = parse("http://info.cern.ch/albert/bertram/marie-claude")?;
/// let encoded = parse("http://info.cern.ch/albert/bertram/marie%2Dclaude")?;
/// let all = EquivalenceRule::ALL;
/// assert_eq!(same(&left, &encoded, all), Equivalence::By(vec![EquivalenceRule::Escape]));
/// let case = EquivalenceRule::named("case").unwrap_or_default();
/// assert!(matches!(same(&left, &encoded, &case), Equivalence::Different { .. }));
/// let slash = parse("http://info.cern.ch/albert/bertram%2Fmarie-claude")?;
/// assert_eq!(same(&left, &slash, all), Equivalence::Different { reserved: true });
/// # Ok::<(), uri_lineage::Error>(())
/// ```
pub fn same(left: &impl Accepted, right: &impl Accepted, rules: &[EquivalenceRule]) -> Equivalence {
    left.with_parsed(|left| right.with_parsed(|right| same_matched(left.matched(), right.matched(), rules)))
}

fn same_matched(left: &Matched<'_>, right: &Matched<'_>, rules: &[EquivalenceRule]) -> Equivalence {
    if left.grammar() != right.grammar() {
        return Equivalence::Different { reserved: false };
    }
    if left.input() == right.input() {
        return Equivalence::Identical;
    }
    compare(left.grammar(), rules, |rules| [left, right].map(|url| normalize_matched(url, rules)))
}

/// Compares the normal forms of two URLs, which a function returns by some rules.
fn compare(
    grammar: Grammar,
    rules: &[EquivalenceRule],
    normal_forms: impl Fn(&[EquivalenceRule]) -> [Normal; 2],
) -> Equivalence {
    let [left, right] = normal_forms(rules);
    if left.text != right.text {
        return Equivalence::Different { reserved: only_reserved(grammar, &left.text, &right.text) };
    }
    let mut needed: Vec<EquivalenceRule> = EquivalenceRule::ALL
        .iter()
        .copied()
        .filter(|rule| left.rules.contains(rule) || right.rules.contains(rule))
        .collect();
    // If both URLs have the same form without a rule, as when it changes both alike, the rule is
    // not part of the difference.
    for rule in needed.clone() {
        let without: Vec<EquivalenceRule> = needed.iter().copied().filter(|other| *other != rule).collect();
        let [left, right] = normal_forms(&without);
        if left.text == right.text {
            needed = without;
        }
    }
    Equivalence::By(needed)
}

/// Returns the normal form of a URI by some of the rules that hold for a document of one scheme: its
/// own, and those of its base.
///
/// ```
/// use uri_lineage::SchemeDocument::{Rfc6068, Rfc8141};
/// use uri_lineage::equivalence::{EquivalenceRule, normalize_uri};
///
/// let all = EquivalenceRule::ALL;
/// assert_eq!(normalize_uri(Rfc6068, "mailto:?To=a@h&Subject=x", all)?.text, "mailto:a@h?subject=x");
/// assert_eq!(normalize_uri(Rfc8141, "URN:ISBN:0%2d1?+r#f", all)?.text, "urn:isbn:0%2D1");
/// # Ok::<(), uri_lineage::scheme::SchemeError>(())
/// ```
///
/// # Errors
///
/// If the document refuses the URI.
pub fn normalize_uri(document: SchemeDocument, uri: &str, rules: &[EquivalenceRule]) -> Result<Normal, SchemeError> {
    document.tree(uri)?;
    Ok(normalize_accepted_uri(document, uri, rules))
}

fn normalize_accepted_uri(document: SchemeDocument, uri: &str, rules: &[EquivalenceRule]) -> Normal {
    let mut normal = Normal { text: uri.to_owned(), rules: Vec::new() };
    // A rule may enable another above it. Each change makes the text shorter, smaller in its letters or
    // complete, so this ends.
    while let Some((rule, changed)) = first_change(document, &normal.text, rules) {
        normal.text = changed;
        if !normal.rules.contains(&rule) {
            normal.rules.push(rule);
        }
    }
    normal
}

/// The first of some rules that changes a URI of a document of one scheme, and the changed text.
fn first_change(document: SchemeDocument, text: &str, rules: &[EquivalenceRule]) -> Option<(EquivalenceRule, String)> {
    let tree = document.tree(text).ok()?;
    let (uri, hints) = (SchemeUri::build(document, &tree), Hints::new(text));
    let mut rules = EquivalenceRule::ALL.iter().copied().filter(|rule| rules.contains(rule));
    rules.find_map(|rule| Some((rule, rule.apply_to_uri(document, &uri, &tree, &hints)?)))
}

/// Whether two URIs are equivalent by some of the rules that hold for a document of one scheme.
///
/// ```
/// use uri_lineage::SchemeDocument::Rfc9110;
/// use uri_lineage::equivalence::{Equivalence, EquivalenceRule, same_uris};
///
/// let same = same_uris(Rfc9110, "https://h:443", "https://h/", EquivalenceRule::ALL)?;
/// assert_eq!(same, Equivalence::By(vec![EquivalenceRule::DefaultPort, EquivalenceRule::EmptyPath]));
/// # Ok::<(), uri_lineage::scheme::SchemeError>(())
/// ```
///
/// # Errors
///
/// If the document refuses one of the URIs.
pub fn same_uris(
    document: SchemeDocument,
    left: &str,
    right: &str,
    rules: &[EquivalenceRule],
) -> Result<Equivalence, SchemeError> {
    document.tree(left)?;
    document.tree(right)?;
    if left == right {
        return Ok(Equivalence::Identical);
    }
    let normal_forms = |rules: &[_]| [left, right].map(|uri| normalize_accepted_uri(document, uri, rules));
    Ok(compare(document.base(), rules, normal_forms))
}
