//! The records of `ambiguity`.

use std::ops::Range;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::claims::on_derivations;
use uri_lineage::regular_bnf::{AmbiguityCause, Derivation, DerivationDifference};

use super::question::DecidedProduction;
use crate::options::source::Source;
use crate::schema::types::SpanSchema;

/// The record of one production.
#[derive(Serialize, JsonSchema)]
#[schemars(
    rename = "Record",
    description = "Whether a string has two derivations by which a production is in different places."
)]
pub struct AmbiguityRecord<'a> {
    /// The grammar, as written in the argument.
    grammar: &'a str,
    /// The production.
    production: &'a str,
    /// Whether there are two derivations; `null` if that cannot be decided.
    ambiguous: Option<bool>,
    /// The entry production that derives the witness; this and all members up to `derivations` are
    /// `null` if there is no witness.
    entry: Option<&'a str>,
    /// A shortest string with two derivations.
    witness: Option<&'a str>,
    /// The span of the production in the witness, in each derivation.
    #[schemars(with = "Option<[Vec<SpanSchema>; 2]>")]
    spans: Option<[Vec<[usize; 2]>; 2]>,
    /// Both derivations; also `null` if they are too long to show.
    derivations: Option<[DerivationTree<'a>; 2]>,
    /// The document's statements about two ways to derive it: the section and the text.
    said: Vec<[&'static str; 2]>,
    /// The decisions at which two derivations of a string part, in this production or at the ends
    /// of its parts.
    causes: Vec<DecisionRecord<'a>>,
    /// Why it cannot be decided; `null` if it can.
    undecided: Option<String>,
}

/// A decision that two derivations of one string make differently.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Cause")]
struct DecisionRecord<'a> {
    /// The production that contains the decision. If it is another one, the decision moves the ends
    /// of this one's parts.
    decision: &'a str,
    /// The two ways, as expressions.
    ways: &'a [String; 2],
    /// Whether the derivations of the string differ in the place of some production, or in
    /// structure alone.
    #[schemars(with = "DifferenceKind")]
    differs: DerivationDifference,
    /// The entry production that derives the string.
    entry: &'a str,
    /// A shortest string with two derivations that part here.
    witness: &'a str,
    /// Both derivations; `null` if a production is recursive at its beginning.
    derivations: Option<[DerivationTree<'a>; 2]>,
}

/// The kind of difference of two derivations.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase", rename = "Difference")]
#[allow(dead_code, reason = "it describes the toolkit's type")]
enum DifferenceKind {
    /// In the places of productions.
    Place,
    /// In structure alone.
    Structure,
}

impl<'a> DecisionRecord<'a> {
    fn new(cause: &'a AmbiguityCause) -> Self {
        let AmbiguityCause { entry, production, ways, differs, witness, derivations, .. } = cause;
        let derivations = derivations.as_ref().map(|pair| pair.each_ref().map(DerivationTree::new));
        Self { decision: production, ways, differs: *differs, entry, witness, derivations }
    }
}

/// A derivation: a production, its span, and its children.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Derivation")]
pub struct DerivationTree<'a> {
    /// The production.
    production: &'a str,
    /// Its span in the witness.
    #[schemars(with = "SpanSchema")]
    span: [usize; 2],
    /// The productions that it uses there, in order.
    parts: Vec<DerivationTree<'a>>,
}

impl<'a> DerivationTree<'a> {
    pub fn new(derivation: &'a Derivation) -> Self {
        Self {
            production: &derivation.production,
            span: offsets(&derivation.span),
            parts: derivation.parts.iter().map(Self::new).collect(),
        }
    }
}

/// The offsets of a span.
fn offsets(span: &Range<usize>) -> [usize; 2] {
    [span.start, span.end]
}

impl<'a> AmbiguityRecord<'a> {
    pub fn new(source: &'a Source, decided: &'a DecidedProduction<'a>, causes: &'a [AmbiguityCause]) -> Self {
        let DecidedProduction { name, ambiguity: result } = decided;
        let ambiguity = decided.ambiguity();
        let statements = source
            .grammar()
            .map(|grammar| on_derivations(grammar, name).map(|(place, statement)| [place, statement]).collect());
        let spans = ambiguity.map(|ambiguity| &ambiguity.spans);
        let derivations = ambiguity.and_then(|ambiguity| ambiguity.derivations.as_ref());
        Self {
            grammar: &source.name,
            production: name,
            ambiguous: result.as_ref().ok().map(Option::is_some),
            entry: ambiguity.map(|ambiguity| &*ambiguity.entry),
            witness: ambiguity.map(|ambiguity| &*ambiguity.witness),
            spans: spans.map(|pair| pair.each_ref().map(|spans| spans.iter().map(offsets).collect())),
            derivations: derivations.map(|pair| pair.each_ref().map(DerivationTree::new)),
            said: statements.unwrap_or_default(),
            causes: causes.iter().filter(|cause| cause.within == *name).map(DecisionRecord::new).collect(),
            undecided: result.as_ref().err().map(ToString::to_string),
        }
    }
}
