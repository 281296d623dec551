//! What is known of a claim that does not hold.

use super::erratum::{ErratumStatus, status_of};
use crate::grammar::DocumentGrammar;

/// A finding: a claim that does not hold, with what it means to a reader of the document.
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
}

/// The number and the status of an erratum.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FindingKind {
    /// The grammar contradicts the prose.
    GrammarAgainstProse,
    /// The grammar refuses an example.
    GrammarAgainstExample,
    /// An algorithm contradicts the prose.
    AlgorithmAgainstProse,
    /// An algorithm gives another result than an example.
    AlgorithmAgainstExample,
    /// Another document contradicts what is said of it.
    OtherDocument,
    /// The grammar derives a string in two ways, and the prose knows one.
    Ambiguity,
}

/// What a finding does to a reader, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FindingEffect {
    /// The host, or another component, is read otherwise.
    OtherComponent,
    /// A URL is accepted or refused against the words.
    OtherVerdict,
    /// An example fails.
    FailedExample,
    /// A text misleads without touching a URL.
    MisleadingText,
    /// Two derivations have the same components.
    SameComponents,
}

impl Finding {
    /// Reads the columns of a line: the kind, the effect, the errata and the place that mends it.
    pub(super) fn read(columns: [&'static str; 4]) -> Option<Self> {
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
            effect: FindingEffect::read(effect)?,
            errata: errata.collect::<Option<_>>()?,
            mended,
        })
    }
}

impl FindingKind {
    fn read(name: &str) -> Option<Self> {
        Some(match name {
            "grammar-prose" => Self::GrammarAgainstProse,
            "grammar-example" => Self::GrammarAgainstExample,
            "algorithm-prose" => Self::AlgorithmAgainstProse,
            "algorithm-example" => Self::AlgorithmAgainstExample,
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
            Self::AlgorithmAgainstProse => "the algorithm against the prose",
            Self::AlgorithmAgainstExample => "the algorithm against an example",
            Self::OtherDocument => "another document against what is said of it",
            Self::Ambiguity => "two derivations of one string",
        }
    }
}

impl FindingEffect {
    /// All effects, the worst first.
    pub const ALL: [Self; 5] =
        [Self::OtherComponent, Self::OtherVerdict, Self::FailedExample, Self::MisleadingText, Self::SameComponents];

    fn read(name: &str) -> Option<Self> {
        Some(match name {
            "host" => Self::OtherComponent,
            "verdict" => Self::OtherVerdict,
            "example" => Self::FailedExample,
            "text" => Self::MisleadingText,
            "none" => Self::SameComponents,
            _ => return None,
        })
    }

    /// The effect as the heading of its findings.
    pub fn heading(self) -> &'static str {
        match self {
            Self::OtherComponent => "A component is read otherwise",
            Self::OtherVerdict => "A URL is accepted or refused against the words",
            Self::FailedExample => "An example fails",
            Self::MisleadingText => "A text misleads",
            Self::SameComponents => "Two derivations with the same components",
        }
    }
}
