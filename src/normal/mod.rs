//! Equivalence: when a document considers different strings one URL, and a normal form that shows it.
//!
//! RFC 1630 brings two URIs "to the same encoding level" before it compares them; RFC 1738 names what may be omitted; the
//! URL draft of 1997 says it in sections 2.4.2 and 5, RFC 2141 in its section 5, RFC 2396 in sections 2.4.2 and 6, and RFC
//! 3986 in section 6.2, whose steps can be asked for alone. RFC 1808 says nothing of it, but has the escapes of RFC 1738.
//!
//! A rule may change a URL only if the parts that the grammar reads in it stay the same, decoded, but for what the rule
//! itself claims to make no difference. How an authority is divided may change with an escape in it, which RFC 2396, 2.3 and
//! its like call equivalent: `%77ww` is a `reg_name`, and `www` a `hostname`. A normal form has no escape that its source has
//! not.
//!
//! ```
//! use uri_lineage::Grammar;
//!
//! assert_eq!(Grammar::Rfc1738.normalise("http://host:80/%7Ea")?.text, "http://host/%7Ea");
//! # Ok::<(), uri_lineage::Error>(())
//! ```

mod escapes;
mod kept;
mod letters;
mod plain;
mod rule;
mod rules;

pub(crate) use escapes::data;
use escapes::only_reserved;
pub use rule::{Rule, UnknownRule};
use rules::{apply, occurring};

use crate::error::Error;
use crate::grammar::Grammar;
use crate::parsed::Parsed;

/// A URL in the form that all equivalent ones share.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Normal {
    /// The normal form. The grammar accepts it, and reads the same parts in it. It has no escapes but those of its source.
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

/// Brings a URL into its normal form, by the rules of the document whose grammar it was parsed by.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::normal::normalise;
///
/// let normal = normalise(&Grammar::Uri1997.parse("http://www.XEROX.com:80/%7euser")?);
/// assert_eq!(normal.text, "http://www.xerox.com/~user");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
pub fn normalise(url: &Parsed<'_>) -> Normal {
    normalise_by(url, Rule::ALL)
}

/// The same by some of the rules alone. They are applied in the order of [`Rule::ALL`], and those that the document has not
/// change nothing.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::normal::{Rule, normalise_by};
///
/// let uri = Grammar::Rfc3986.parse("HTTP://a/b/../%7Ec")?;
/// let rules = Rule::named("path-segments").unwrap_or_default();
/// assert_eq!(normalise_by(&uri, &rules).text, "HTTP://a/%7Ec");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
pub fn normalise_by(url: &Parsed<'_>, rules: &[Rule]) -> Normal {
    /// Applies the first of the rules that has something to do, then those after it. They are in order.
    fn go(url: &Parsed<'_>, rules: &[Rule], normal: &mut Normal) {
        for rule in occurring(url.grammar(), url.input(), rules) {
            let applied = apply(rule, url, |changed| {
                normal.rules.push(rule);
                let done = |other: &Rule| match rule {
                    // A path from which dot segments are removed may begin with a slash then, and so be a file's.
                    Rule::DotSegments => *other < Rule::Localhost,
                    _ => *other <= rule,
                };
                go(changed, &rules[rules.partition_point(done)..], normal);
            });
            if applied.is_some() {
                return;
            }
        }
        url.input().clone_into(&mut normal.text);
    }
    let mut normal = Normal { text: String::new(), rules: Vec::new() };
    if rules.is_sorted() {
        go(url, rules, &mut normal);
    } else {
        let rules: Vec<Rule> = Rule::ALL.iter().copied().filter(|rule| rules.contains(rule)).collect();
        go(url, &rules, &mut normal);
    }
    normal
}

/// What a grammar brings a text into that it is known to accept, by some of the rules: what [`normalise_by`] gives, sooner. A
/// text in which the rules have nothing to do is not parsed.
#[cfg(feature = "classifier")]
pub(crate) fn normalise_accepted(grammar: Grammar, text: &str, rules: &[Rule]) -> Result<Normal, Error> {
    match occurring(grammar, text, rules).next() {
        None => Ok(Normal { text: text.to_owned(), rules: Vec::new() }),
        Some(_) => Ok(normalise_by(&grammar.parse(text)?, rules)),
    }
}

/// Whether two URLs that were parsed by one grammar are one URL, and by which rules. Those of two grammars are
/// [different](Equivalence::Different).
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::normal::{Equivalence, Rule, same};
///
/// let parse = |text| Grammar::Rfc1630.parse(text);
/// let left = parse("http://info.cern.ch/albert/bertram/marie-claude")?;
/// let encoded = parse("http://info.cern.ch/albert/bertram/marie%2Dclaude")?;
/// assert_eq!(same(&left, &encoded), Equivalence::By(vec![Rule::Escape]));
/// let slash = parse("http://info.cern.ch/albert/bertram%2Fmarie-claude")?;
/// assert_eq!(same(&left, &slash), Equivalence::Different { reserved: true });
/// # Ok::<(), uri_lineage::Error>(())
/// ```
pub fn same(left: &Parsed<'_>, right: &Parsed<'_>) -> Equivalence {
    same_by(left, right, Rule::ALL)
}

/// The same by some of the rules alone.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::normal::{Equivalence, Rule, same_by};
///
/// let parse = |text| Grammar::Rfc3986.parse(text);
/// let (left, right) = (parse("http://a/%7Eb")?, parse("http://A/~b")?);
/// let case = Rule::named("case").unwrap_or_default();
/// assert!(matches!(same_by(&left, &right, &case), Equivalence::Different { .. }));
/// assert!(matches!(same_by(&left, &right, Rule::ALL), Equivalence::By(_)));
/// # Ok::<(), uri_lineage::Error>(())
/// ```
pub fn same_by(left: &Parsed<'_>, right: &Parsed<'_>, rules: &[Rule]) -> Equivalence {
    if left.grammar() != right.grammar() {
        return Equivalence::Different { reserved: false };
    }
    if left.input() == right.input() {
        return Equivalence::Identical;
    }
    let (one, other) = (normalise_by(left, rules), normalise_by(right, rules));
    if one.text != other.text {
        return Equivalence::Different { reserved: only_reserved(left.grammar(), &one.text, &other.text) };
    }
    // What both needed alike makes no difference between them.
    let needed = |rule: &Rule| one.rules.contains(rule) || other.rules.contains(rule);
    Equivalence::By(Rule::ALL.iter().copied().filter(needed).collect())
}

impl Grammar {
    /// Brings the URL that this grammar reads in a text into its normal form: [`normalise`].
    ///
    /// # Errors
    ///
    /// Where the grammar does not accept the text.
    pub fn normalise(self, url: &str) -> Result<Normal, Error> {
        Ok(normalise(&self.parse(url)?))
    }

    /// Whether two texts are one URL: [`same`].
    ///
    /// # Errors
    ///
    /// Where the grammar does not accept one of them.
    pub fn same(self, left: &str, right: &str) -> Result<Equivalence, Error> {
        Ok(same(&self.parse(left)?, &self.parse(right)?))
    }
}
