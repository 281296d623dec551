//! Sentences in which a document says what it changed, and why.
//!
//! ```
//! use uri_lineage::Grammar;
//! use uri_lineage::changes::changes_between;
//!
//! let mut changes = changes_between(Grammar::Rfc2396.into(), Grammar::Rfc3986.into());
//! let empty = changes.find(|change| change.productions.contains(&"path-empty")).unwrap();
//! assert!(empty.section.starts_with("D.2"));
//! ```

use crate::grammar::{DocumentGrammar, SchemeDocument};

/// A change in each line: the document that mentions it, the one that it is about, the productions,
/// the section, the words, the change in the words of this project, and examples. An example begins
/// with `+` if the later document accepts it and the earlier does not, with `-` if it is the other
/// way round, and with `=` if both divide it into components otherwise. In front of it a production
/// may stand, or that of the later and that of the earlier document: `fragment/fragmentid:+a`.
const CHANGES: &str = include_str!("../grammar/changes.tsv");

/// A change that a document mentions.
///
/// ```
/// use uri_lineage::changes::changes;
///
/// let change = changes().find(|change| change.productions.contains(&"ipv6reference")).unwrap();
/// assert_eq!((change.later.document(), change.section), ("RFC 2732", "Abstract"));
/// assert!(change.quotation.starts_with("It defines a syntax for IPv6 addresses"));
/// assert_eq!(change.says, "addresses of IPv6 in brackets were added");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The grammar of the document that mentions it.
    pub later: DocumentGrammar,
    /// The grammar of the document that it is about.
    pub earlier: DocumentGrammar,
    /// The productions that it concerns, by the names of either document.
    pub productions: Vec<&'static str>,
    /// The section that mentions it.
    pub section: &'static str,
    /// The words of the document, with single spaces between them.
    pub quotation: &'static str,
    /// The change, in the words of this project.
    pub says: &'static str,
    /// Strings that show it; none if it changes no string.
    pub examples: Vec<ChangeExample>,
}

/// A string that shows a change.
///
/// ```
/// use uri_lineage::changes::{ChangeEffect, changes};
///
/// // A character of `uric` in 1997, and none of `xchar` in RFC 1738.
/// let mut examples = changes().flat_map(|change| change.examples);
/// let tilde = examples.find(|example| example.productions == Some(["uric", "xchar"])).unwrap();
/// assert_eq!((tilde.text, tilde.effect), ("~", ChangeEffect::Accepted));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangeExample {
    /// What changed for it.
    pub effect: ChangeEffect,
    /// The production of the later document, and that of the earlier, of which it is a string; the
    /// entry productions if there are none.
    pub productions: Option<[&'static str; 2]>,
    /// The string.
    pub text: &'static str,
}

/// What changed for a string.
///
/// ```
/// use uri_lineage::Grammar::{Rfc1738, Rfc1808};
/// use uri_lineage::changes::{ChangeEffect, changes_between};
///
/// let mut changes = changes_between(Rfc1738.into(), Rfc1808.into());
/// let params = changes.find(|change| change.productions.contains(&"params")).unwrap();
/// assert_eq!((params.examples[0].text, params.examples[0].effect), ("http://a/b;c", ChangeEffect::Divided));
/// assert!(Rfc1738.accepts("http://a/b;c") && Rfc1808.accepts("http://a/b;c"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeEffect {
    /// Only the later document accepts it.
    Accepted,
    /// Only the earlier document accepts it.
    Refused,
    /// Both accept it, and divide it otherwise.
    Divided,
}

/// The changes that the documents mention, in the order of these documents.
///
/// ```
/// use uri_lineage::changes::changes;
///
/// let tilde = changes().find(|change| change.says.contains('~')).unwrap();
/// assert_eq!((tilde.earlier.id(), tilde.later.id()), ("rfc1738", "uri-1997"));
/// assert_eq!(tilde.says, "`~` became an ordinary character, since it was in use everywhere");
/// ```
pub fn changes() -> impl Iterator<Item = Change> {
    CHANGES.lines().filter_map(read)
}

/// The changes that the later of two documents mentions, and those that documents between the two
/// mention, whatever earlier document they are about: its strings show whether a change is one between
/// the two. Documents of one scheme are only between documents of that scheme.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::changes::changes_between;
///
/// // RFC 2732 is between the two.
/// let changes = changes_between(Grammar::Rfc2396.into(), Grammar::Rfc3986.into());
/// let of_ipv4 = changes.filter(|change| change.productions.contains(&"IPv4address"));
/// let later: Vec<&str> = of_ipv4.map(|change| change.later.document()).collect();
/// assert_eq!(later, ["RFC 2732", "RFC 3986", "RFC 3986"]);
/// ```
pub fn changes_between(earlier: DocumentGrammar, later: DocumentGrammar) -> impl Iterator<Item = Change> {
    let is_between = move |change: &Change| {
        let follows = |one: DocumentGrammar, other| one.cmp_in_time(other).is_gt();
        follows(change.later, earlier)
            && !follows(change.later, later)
            && [change.earlier, change.later].into_iter().all(|document| is_of_scheme(document, [earlier, later]))
    };
    changes().filter(move |change| (change.earlier, change.later) == (earlier, later) || is_between(change))
}

/// Whether a document is of all URLs, or of a scheme of one of two documents.
fn is_of_scheme(document: DocumentGrammar, compared: [DocumentGrammar; 2]) -> bool {
    let DocumentGrammar::Scheme(document) = document else { return true };
    let shares = |other: SchemeDocument| other.schemes().iter().any(|scheme| document.schemes().contains(scheme));
    compared.into_iter().any(|other| matches!(other, DocumentGrammar::Scheme(other) if shares(other)))
}

impl Change {
    /// The examples that show the change in a comparison of two productions: of the earlier document
    /// and of the later.
    pub fn examples_of(&self, [earlier, later]: [(DocumentGrammar, &str); 2]) -> impl Iterator<Item = &ChangeExample> {
        let are_entries =
            [earlier, later].into_iter().all(|(grammar, name)| grammar.entry_productions().contains(&name));
        // `url` of one document and `URL` of another are different productions.
        let is_of = move |names: [&str; 2]| names == [later.1, earlier.1];
        self.examples.iter().filter(move |example| example.productions.map_or(are_entries, is_of))
    }
}

fn read(line: &'static str) -> Option<Change> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [later, earlier, productions, section, quotation, says, examples] = *fields.as_slice() else { return None };
    Some(Change {
        later: later.parse().ok()?,
        earlier: earlier.parse().ok()?,
        productions: productions.split(',').filter(|name| *name != "-").collect(),
        section,
        quotation,
        says,
        examples: examples.split(' ').filter(|text| *text != ".").map(ChangeExample::read).collect::<Option<_>>()?,
    })
}

impl ChangeExample {
    fn read(text: &'static str) -> Option<Self> {
        let (productions, text) = if text.starts_with(['+', '-', '=']) {
            (None, text)
        } else {
            let (names, text) = text.split_once(':')?;
            let (later, earlier) = names.split_once('/').unwrap_or((names, names));
            (Some([later, earlier]), text)
        };
        let effect = match text.chars().next()? {
            '+' => ChangeEffect::Accepted,
            '-' => ChangeEffect::Refused,
            '=' => ChangeEffect::Divided,
            _ => return None,
        };
        Some(Self { effect, productions, text: &text[1..] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_change() {
        for line in CHANGES.lines() {
            assert!(read(line).is_some(), "{line}");
        }
    }
}
