//! Citations: descriptions in words that name a production of another document.

use pest::Parser as _;

mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "notation/citation.pest"]
    pub(super) struct CitationParser;
}
use grammar::{CitationParser, Rule};

/// A description in words that names another document, and perhaps a production of it.
///
/// ```
/// use regular_bnf::Citation;
///
/// let citation = Citation::parse("<rulename, see [RFC822], Section 4>").unwrap();
/// assert_eq!((citation.name, &*citation.document, citation.section), (Some("rulename"), "RFC822", Some("4")));
/// let citation = Citation::parse("<see RFC 822 Section 4>").unwrap();
/// assert_eq!((citation.name, &*citation.document), (None, "RFC822"));
/// assert_eq!(Citation::parse("<a date, in digits>"), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Citation<'p> {
    /// The production, if it is named.
    pub name: Option<&'p str>,
    /// The document: its number without blanks, as `RFC822`, or a tag of the document's own, as
    /// `ABNF`.
    pub document: String,
    /// The number of the section.
    pub section: Option<&'p str>,
}

impl<'p> Citation<'p> {
    /// Reads a description in words, with its angle brackets; `None` if it is not of one of the
    /// usual forms: a name, words such as `see` or `defined in`, a document and a section, of which
    /// the name and the section may be absent.
    pub fn parse(prose: &'p str) -> Option<Self> {
        let mut citation = Self { name: None, document: String::new(), section: None };
        let pairs = CitationParser::parse(Rule::citation, prose).ok()?.next()?.into_inner();
        for pair in pairs {
            let text = pair.as_str();
            match pair.as_rule() {
                Rule::name => citation.name = Some(text),
                Rule::tag | Rule::number => citation.document = document(text),
                Rule::section => citation.section = pair.into_inner().next().map(|number| number.as_str()),
                _ => {}
            }
        }
        Some(citation)
    }
}

/// The name of a document as citations have it: that of a series in capitals, without blanks in
/// front of its number.
///
/// ```
/// assert_eq!(regular_bnf::cited_document("RFC 822"), "RFC822");
/// assert_eq!(regular_bnf::cited_document("ABNF"), "ABNF");
/// ```
pub fn document(name: &str) -> String {
    let name = name.trim();
    let series =
        name.get(..3).filter(|series| ["RFC", "STD", "BCP"].iter().any(|prefix| prefix.eq_ignore_ascii_case(series)));
    let number = series.map(|_| name[3..].trim_start_matches([' ', '-', '\t']));
    match (series, number) {
        (Some(series), Some(number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("{}{number}", series.to_ascii_uppercase())
        }
        _ => name.to_owned(),
    }
}
