//! Errata on the grammars of the documents, and what decides them.

use super::check::Check;
use crate::grammar::DocumentGrammar;

/// An erratum in each line: the RFC, its number, the grammar, the section, its status, what it says in
/// the words of this project, the decision, the question that shows it, and why.
const ERRATA: &str = include_str!("../../grammar/errata.tsv");

/// An erratum of the RFC Editor's list, and a decision.
///
/// ```
/// use uri_lineage::claims::errata;
///
/// let erratum = errata().find(|erratum| erratum.rfc == 2396 && erratum.section == "Appendix C.1").unwrap();
/// assert_eq!((erratum.number, erratum.says), (452, "the grammar does not derive the example `?y`"));
/// assert_eq!(erratum.question.as_deref(), Some("rfc2396:URI-reference refuses `?y`"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Erratum {
    /// The grammar of the document, or one that prints the rules of the document.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub grammar: DocumentGrammar,
    /// The number of the RFC that it is about.
    pub rfc: u16,
    /// The number in the list of the RFC Editor.
    pub number: u32,
    /// The section that it is about.
    pub section: &'static str,
    /// What became of it.
    pub status: ErratumStatus,
    /// What it says, in the words of this project.
    pub says: &'static str,
    /// What our grammars say of it.
    pub decision: ErratumDecision,
    /// The question that decides it: productions, reading and relation. It holds.
    pub question: Option<String>,
    /// Why it is so decided, as a sentence without its period.
    pub because: &'static str,
}

/// What became of an erratum.
///
/// ```
/// use uri_lineage::claims::{ErratumStatus, errata};
///
/// let status = |number| errata().find(|erratum| erratum.number == number).unwrap().status;
/// assert_eq!(status(5118), ErratumStatus::Verified);
/// assert_eq!(status(2033).words(), "Held for Document Update");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ErratumStatus {
    /// It is right.
    Verified,
    /// Nobody has decided yet.
    Reported,
    /// It is for a successor of the document to consider.
    Held,
    /// It is wrong, or was reported in the wrong place.
    Rejected,
}

/// What our grammars say of an erratum.
///
/// ```
/// use uri_lineage::claims::{ErratumDecision, ErratumStatus, errata};
///
/// // It was rejected, and RFC 2373 does refuse an example of its own.
/// let erratum = errata().find(|erratum| erratum.number == 456).unwrap();
/// assert_eq!((erratum.status, erratum.decision), (ErratumStatus::Rejected, ErratumDecision::Confirmed));
/// assert_eq!(erratum.question.as_deref(), Some("rfc2732:IPv6address refuses `::13.1.68.3`"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ErratumDecision {
    /// The document has the fault.
    Confirmed,
    /// The document does not have it.
    Refuted,
    /// No string decides it.
    NotAboutStrings,
    /// Our grammars cannot decide it.
    Undecided,
}

/// The errata on the documents of our grammars, in the order of the documents.
///
/// ```
/// use uri_lineage::claims::{ErratumDecision, errata};
///
/// let slash = errata().find(|erratum| erratum.number == 5428).unwrap();
/// assert_eq!((slash.rfc, slash.section), (3986, "4.2"));
/// assert_eq!(slash.decision, ErratumDecision::Refuted);
/// assert_eq!(slash.question.as_deref(), Some("rfc3986:relative-ref accepts `/`"));
/// ```
pub fn errata() -> impl Iterator<Item = Erratum> {
    lines().flatten().map(|(erratum, _)| erratum)
}

/// The status of the erratum with a number.
pub(super) fn status_of(number: u32) -> Option<ErratumStatus> {
    errata().find(|erratum| erratum.number == number).map(|erratum| erratum.status)
}

/// The parsed lines, with `None` for each invalid line.
fn lines() -> impl Iterator<Item = Option<(Erratum, Option<Check>)>> {
    ERRATA.lines().map(read)
}

fn read(line: &'static str) -> Option<(Erratum, Option<Check>)> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [rfc, number, grammar, section, status, says, decision, question, because] = *fields.as_slice() else {
        return None;
    };
    let check = match question {
        "." => None,
        question => Some(Check::read(question)?),
    };
    let erratum = Erratum {
        grammar: grammar.parse().ok()?,
        rfc: rfc.parse().ok()?,
        number: number.parse().ok()?,
        section,
        status: ErratumStatus::ALL.into_iter().find(|known| known.words() == status)?,
        says,
        decision: ErratumDecision::ALL.into_iter().find(|known| known.words() == decision)?,
        question: check.map(|check| check.to_string()),
        because,
    };
    Some((erratum, check))
}

impl ErratumStatus {
    /// Each status.
    pub const ALL: [Self; 4] = [Self::Verified, Self::Reported, Self::Held, Self::Rejected];

    /// The status in the words of the RFC Editor.
    pub fn words(self) -> &'static str {
        match self {
            Self::Verified => "Verified",
            Self::Reported => "Reported",
            Self::Held => "Held for Document Update",
            Self::Rejected => "Rejected",
        }
    }
}

impl ErratumDecision {
    /// Each decision.
    pub const ALL: [Self; 4] = [Self::Confirmed, Self::Refuted, Self::NotAboutStrings, Self::Undecided];

    /// The decision, in a few words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Refuted => "refuted",
            Self::NotAboutStrings => "not about strings",
            Self::Undecided => "not decided",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::check::Decision;
    use crate::claims::subject::Languages;

    /// What is confirmed or refuted is so by a question that holds; the rest has no question.
    #[test]
    fn questions_decide_the_errata() {
        let mut languages = Languages::default();
        for (line, erratum) in ERRATA.lines().zip(lines()) {
            let (Erratum { decision, .. }, check) = erratum.unwrap_or_else(|| panic!("{line}"));
            let is_decided = matches!(decision, ErratumDecision::Confirmed | ErratumDecision::Refuted);
            assert_eq!(check.is_some(), is_decided, "{line}");
            if let Some(check) = check {
                let Decision { holds, witnesses } = check.decide(&mut languages).unwrap();
                assert!(holds, "{line}: {witnesses:?}");
            }
        }
    }
}
