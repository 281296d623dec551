//! The list of claims.

use super::check::{
    Check,
    Check::{Apart, Both},
    Decision,
};
use super::finding::Finding;
use super::subject::{Languages, Subject};
use crate::grammar::published::Reading;
use crate::grammar::{DocumentGrammar, Grammar};

/// A claim and its decision.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::claims::claims_of;
///
/// let claims = claims_of(&[Grammar::Rfc2732.into()]);
/// let claim = claims.iter().find(|claim| claim.holds == Some(false)).unwrap();
/// assert_eq!(claim.says, "brackets occur only around an IPv6 address");
/// assert_eq!(claim.but.as_deref(), Some("rfc2732:query accepts `[`"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Claim {
    /// The grammar whose document makes the claim.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub grammar: DocumentGrammar,
    /// The productions in the claim, each with its grammar and its reading.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub productions: Vec<(DocumentGrammar, Reading, &'static str)>,
    /// The document.
    pub document: &'static str,
    /// The place of the claim in the document.
    pub place: &'static str,
    /// The few words of the document that make the claim, with single spaces between them.
    pub quotation: &'static str,
    /// The claim, in the words of this project.
    pub says: &'static str,
    /// The decided question: productions, reading and relation.
    pub question: String,
    /// Whether the claim holds; `None` if it cannot be decided.
    pub holds: Option<bool>,
    /// Strings that refute the claim: a shortest one, or all examples that are refused.
    pub witnesses: Vec<String>,
    /// The contradiction, as a sentence without its period; `None` unless the claim is false.
    pub but: Option<String>,
    /// Why the claim cannot be decided.
    pub undecided: Option<String>,
    /// What the contradiction means; `None` unless the claim is false.
    pub finding: Option<Finding>,
}

/// One claim in each line: the grammar, the place, the words of the document, the claim in the
/// words of this project, and the question as [`Check`] prints it. A line whose claim does not hold has
/// the columns of a [`Finding`] too.
const CLAIMS: &str = include_str!("../../grammar/claims.tsv");

/// A line of the list.
#[derive(Clone, Copy)]
struct ClaimLine {
    grammar: DocumentGrammar,
    place: &'static str,
    quotation: &'static str,
    says: &'static str,
    check: Check,
    /// The columns of a [`Finding`].
    finding: Option<[&'static str; 4]>,
}

impl ClaimLine {
    fn read(line: &'static str) -> Option<Self> {
        let fields: Vec<&str> = line.split('\t').collect();
        let (&[grammar, place, quotation, says, question], rest) = fields.split_first_chunk()?;
        let finding = match *rest {
            [] => None,
            [kind, effect, errata, mended] => Some([kind, effect, errata, mended]),
            _ => return None,
        };
        Some(Self { grammar: grammar.parse().ok()?, place, quotation, says, check: Check::read(question)?, finding })
    }
}

/// The parsed lines, with `None` for each invalid line.
fn lines() -> impl Iterator<Item = Option<ClaimLine>> {
    CLAIMS.lines().map(ClaimLine::read)
}

/// Decides all claims, in the order of the documents.
///
/// ```
/// let claims = uri_lineage::claims::claims();
/// let claim = claims.iter().find(|claim| claim.says.starts_with("generic-URL and opaque-URL")).unwrap();
/// assert_eq!(claim.holds, Some(true));
/// assert_eq!(claim.quotation, "both rules will successfully parse any string of <uric> characters");
/// ```
pub fn claims() -> Vec<Claim> {
    decided(lines().flatten())
}

/// Decides the claims of the documents of some grammars, in the order of the documents.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::claims::claims_of;
///
/// let claims = claims_of(&[Grammar::Rfc1808.into()]);
/// assert!(claims.iter().all(|claim| claim.document == "RFC 1808"));
/// ```
pub fn claims_of(grammars: &[DocumentGrammar]) -> Vec<Claim> {
    let is_of_them = |line: &ClaimLine| grammars.iter().any(|grammar| grammar.document() == line.grammar.document());
    decided(lines().flatten().filter(is_of_them))
}

/// Decides the claims of some lines.
fn decided(lines: impl Iterator<Item = ClaimLine>) -> Vec<Claim> {
    let mut languages = Languages::default();
    lines.map(|line| Claim::new(line, &mut languages)).collect()
}

impl Claim {
    /// Decides the claim of a line.
    fn new(line: ClaimLine, languages: &mut Languages) -> Self {
        let ClaimLine { grammar, place, quotation, says, check, finding } = line;
        let (holds, witnesses, undecided) = match check.decide(languages) {
            Ok(Decision { holds, witnesses }) => (Some(holds), witnesses, None),
            Err(error) => (None, Vec::new(), Some(error.to_string())),
        };
        Self {
            grammar,
            productions: check.productions(),
            document: grammar.document(),
            place,
            quotation,
            says,
            question: check.to_string(),
            holds,
            but: (holds == Some(false)).then(|| check.contradiction(&witnesses)),
            witnesses,
            undecided,
            finding: finding.and_then(|columns| {
                let corrected = check.corrected().and_then(|check| check.decide(languages).ok());
                let is_mended = corrected.is_some_and(|decision| decision.holds);
                Finding::read(columns, if is_mended { check.corrected_productions() } else { Vec::new() })
            }),
        }
    }
}

/// The statements in the document of a grammar on two ways to derive a production, each with its
/// place: that only one of them is possible, or that the document decides between them.
///
/// ```
/// use uri_lineage::{Grammar, claims::on_derivations};
///
/// let said: Vec<_> = on_derivations(Grammar::Rfc3986, "host").collect();
/// assert_eq!(said[0].0, "3.2.2");
/// ```
pub fn on_derivations(grammar: Grammar, production: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    lines().flatten().filter_map(move |ClaimLine { place, says, check, .. }| match check {
        Apart(subject, _) | Both(subject, _) if concerns(subject, grammar, production) => Some((place, says)),
        _ => None,
    })
}

/// The [statements](on_derivations) on a production that are about two of its ways, written as
/// expressions. Statements on two other productions that it uses are absent.
///
/// ```
/// use uri_lineage::{Grammar, claims::on_ways};
///
/// let said = |ways| on_ways(Grammar::Uri1997, "relativeURL", ways).count();
/// assert_eq!((said(["abs_path", "net_path"]), said(["abs_path", "rel_path"])), (1, 0));
/// ```
pub fn on_ways(
    grammar: Grammar,
    production: &str,
    ways: [&str; 2],
) -> impl Iterator<Item = (&'static str, &'static str)> {
    lines().flatten().filter_map(move |ClaimLine { place, says, check, .. }| match check {
        Apart(subject, stated) | Both(subject, stated)
            if concerns(subject, grammar, production) && may_be_same(grammar, stated, ways) =>
        {
            Some((place, says))
        }
        _ => None,
    })
}

/// Whether the subject of a claim is a production, in either reading.
fn concerns((subject_grammar, _, name): Subject, grammar: Grammar, production: &str) -> bool {
    subject_grammar == grammar.into() && name == production
}

/// Whether a statement on two ways may be about two other ways: they are equal, or one of them is
/// not a single production.
fn may_be_same(grammar: Grammar, stated: [&str; 2], ways: [&str; 2]) -> bool {
    let bnf = grammar.bnf(Reading::Corrected);
    stated.iter().chain(&ways).any(|way| bnf.get(way).is_none()) || ways.iter().all(|way| stated.contains(way))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::subject::language_of;

    #[test]
    fn every_line_is_a_claim_and_reads_as_it_is_shown() {
        for (line, claim) in CLAIMS.lines().zip(lines()) {
            let ClaimLine { check, quotation, .. } = claim.unwrap_or_else(|| panic!("{line}"));
            assert_eq!(line.split('\t').nth(4), Some(&*check.to_string()));
            assert!(quotation.split(' ').all(|word| !word.is_empty()), "{line}");
        }
    }

    /// A claim is false exactly if its line says what the contradiction means.
    #[test]
    fn findings_are_the_claims_that_do_not_hold() {
        for claim in claims() {
            assert_eq!(claim.holds == Some(false), claim.finding.is_some(), "{}: {}", claim.says, claim.question);
        }
    }

    /// Each of two ways to derive a production derives only strings of the production.
    #[test]
    fn ways_are_ways_of_their_production() {
        for ClaimLine { check, .. } in lines().flatten() {
            if let Apart(subject, ways) | Both(subject, ways) = check {
                for way in ways {
                    let (grammar, reading, _) = subject;
                    let way = language_of((grammar, reading, way)).unwrap_or_else(|error| panic!("{check}: {error}"));
                    // An undefined production elsewhere does not matter to the way.
                    if let Ok(language) = language_of(subject) {
                        assert_eq!(way.compare(&language).unwrap().left_only, None, "{check}");
                    }
                }
            }
        }
    }
}
