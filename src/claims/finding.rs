//! What is known of a claim that does not hold.

use super::erratum::{ErratumStatus, status_of};
use crate::base::named::named;
use crate::grammar::DocumentGrammar;

/// A finding: a claim that does not hold, with what it means to a reader of the document.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::claims::claims_of;
///
/// let claims = claims_of(&[Grammar::Rfc3987.into()]);
/// let claim = claims.iter().find(|claim| claim.place == "4.1").unwrap();
/// assert_eq!(claim.says, "an IRI contains no bidirectional formatting characters");
/// let finding = claim.finding.as_ref().unwrap();
/// assert_eq!((finding.kind.words(), finding.effect.name()), ("the grammar against the prose", "verdict"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// What contradicts what.
    pub kind: FindingKind,
    /// What it does to a reader.
    pub effect: FindingEffect,
    /// The errata that report it.
    pub errata: Vec<ReportedErratum>,
    /// Where a successor mends it.
    pub mended: Option<Mended>,
    /// The productions whose correction mends it: the claim holds of the grammar as corrected. Empty if no
    /// correction does.
    pub corrected: Vec<&'static str>,
}

/// The number and the status of an erratum.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::claims::{ErratumStatus, claims_of};
///
/// let claims = claims_of(&[Grammar::Rfc2396.into()]);
/// let claim = claims.iter().find(|claim| claim.place == "Appendix C.1").unwrap();
/// let erratum = claim.finding.as_ref().unwrap().errata[0];
/// assert_eq!((erratum.number, erratum.status), (452, ErratumStatus::Verified));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportedErratum {
    /// The number in the list of the RFC Editor.
    pub number: u32,
    /// What became of it.
    pub status: ErratumStatus,
}

/// The place of a successor in which a fault is mended.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::claims::claims_of;
///
/// let claims = claims_of(&[Grammar::Rfc1630.into()]);
/// let claim = claims.iter().find(|claim| claim.says == "`file` is a scheme").unwrap();
/// let mended = claim.finding.as_ref().unwrap().mended.unwrap();
/// assert_eq!((mended.document, mended.section), ("RFC 1738", "3.10"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mended {
    /// The document.
    pub document: &'static str,
    /// The section.
    pub section: &'static str,
}

/// What contradicts what.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::claims::{FindingKind, claims_of};
///
/// let claims = claims_of(&[Grammar::Rfc1738.into()]);
/// let kind_of = |place| claims.iter().find(|claim| claim.place == place)?.finding.as_ref().map(|found| found.kind);
/// // `%09` ends the selector of a gopher URL, and the grammar also allows it inside of one.
/// assert_eq!(kind_of("3.4.2"), Some(FindingKind::Ambiguity));
/// // An address of RFC 822 has an `@`.
/// assert_eq!(kind_of("3.5"), Some(FindingKind::OtherDocument));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FindingKind {
    /// The grammar contradicts the prose.
    GrammarAgainstProse,
    /// The grammar refuses an example.
    GrammarAgainstExample,
    /// Two passages contradict each other.
    ProseAgainstProse,
    /// An algorithm contradicts the prose.
    AlgorithmAgainstProse,
    /// An algorithm gives another result than an example.
    AlgorithmAgainstExample,
    /// Another document contradicts what is said of it.
    OtherDocument,
    /// The grammar derives a string in two ways, and the prose knows one.
    Ambiguity,
}

named! {
    /// What a finding does to a reader.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::claims::{FindingEffect, claims_of};
    ///
    /// let claims = claims_of(&[Grammar::Rfc1808.into()]);
    /// // The worst is the least.
    /// let worst = claims.iter().filter_map(|claim| Some(claim.finding.as_ref()?.effect)).min();
    /// assert_eq!(worst, Some(FindingEffect::Component));
    /// assert_eq!(FindingEffect::Component.heading(), "A component is read otherwise");
    /// ```
    FindingEffect, "effect", "the worst first" {
        /// The host, or another component, is read otherwise.
        Component = "component",
        /// A URL is accepted or refused against the words.
        Verdict = "verdict",
        /// An example fails.
        Example = "example",
        /// A text misleads without touching a URL.
        Text = "text",
        /// Two derivations differ in structure alone: they have the same components.
        Structure = "structure",
    }
}

impl Finding {
    /// Reads the columns of a line: the kind, the effect, the errata and the place that mends it. The claim
    /// may hold of the productions as corrected.
    pub(super) fn read(columns: [&'static str; 4], corrected: Vec<&'static str>) -> Option<Self> {
        let [kind, effect, errata, mended] = columns;
        let errata = errata.split(',').filter(|number| *number != "-").map(|number| {
            let number = number.parse().ok()?;
            Some(ReportedErratum { number, status: status_of(number)? })
        });
        let mended = match mended {
            "-" => None,
            place => {
                let (grammar, section) = place.split_once(' ')?;
                let document = grammar.parse::<DocumentGrammar>().ok()?.document();
                Some(Mended { document, section })
            }
        };
        Some(Self {
            kind: FindingKind::read(kind)?,
            effect: effect.parse().ok()?,
            errata: errata.collect::<Option<_>>()?,
            mended,
            corrected,
        })
    }
}

impl FindingKind {
    fn read(name: &str) -> Option<Self> {
        Some(match name {
            "grammar-against-prose" => Self::GrammarAgainstProse,
            "grammar-against-example" => Self::GrammarAgainstExample,
            "prose-against-prose" => Self::ProseAgainstProse,
            "algorithm-against-prose" => Self::AlgorithmAgainstProse,
            "algorithm-against-example" => Self::AlgorithmAgainstExample,
            "other-document" => Self::OtherDocument,
            "ambiguity" => Self::Ambiguity,
            _ => return None,
        })
    }

    /// The kind, in a few words.
    pub fn words(self) -> &'static str {
        match self {
            Self::GrammarAgainstProse => "the grammar against the prose",
            Self::GrammarAgainstExample => "the grammar against an example",
            Self::ProseAgainstProse => "one passage against another",
            Self::AlgorithmAgainstProse => "the algorithm against the prose",
            Self::AlgorithmAgainstExample => "the algorithm against an example",
            Self::OtherDocument => "another document against what is said of it",
            Self::Ambiguity => "two derivations of one string",
        }
    }
}

impl FindingEffect {
    /// The effect as the heading of its findings.
    pub fn heading(self) -> &'static str {
        match self {
            Self::Component => "A component is read otherwise",
            Self::Verdict => "A URL is accepted or refused against the words",
            Self::Example => "An example fails",
            Self::Text => "A text misleads",
            Self::Structure => "Two derivations with the same components",
        }
    }
}
