//! What the documents themselves say of the causes why two productions differ.

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::DocumentGrammar;
use uri_lineage::changes::{Change, ChangeEffect, changes_between};
use uri_lineage::language::{Divergence, Divergences, Side};

/// Productions of two documents, one of which is later.
pub struct ComparedDocuments<'n> {
    earlier: (DocumentGrammar, &'n str),
    later: (DocumentGrammar, &'n str),
    later_side: Side,
}

/// What the documents say of a cause.
#[derive(Serialize, JsonSchema, Default)]
pub struct Mentions {
    /// The places at which the later document, or one between both, tells of the change.
    pub mentions: Vec<Mention>,
    /// Whether no document tells of the change, nor of one in these productions.
    pub silent: bool,
}

/// A place at which a document tells of a change.
#[derive(Clone, Serialize, JsonSchema)]
pub struct Mention {
    /// The document.
    pub document: &'static str,
    /// The section.
    pub section: &'static str,
    /// The words of the document.
    pub quotation: &'static str,
    /// The change, in the words of this program.
    pub says: &'static str,
}

impl<'n> ComparedDocuments<'n> {
    /// Two productions of documents; `None` unless both are of documents, and one is later.
    pub fn new(left: (Option<DocumentGrammar>, &'n str), right: (Option<DocumentGrammar>, &'n str)) -> Option<Self> {
        let (left, right) = ((left.0?, left.1), (right.0?, right.1));
        let later_side = later_side(left.0, right.0)?;
        let (earlier, later) = if later_side == Side::Left { (right, left) } else { (left, right) };
        Some(Self { earlier, later, later_side })
    }

    /// Whether the side that accepts a string is the one of which a change says so.
    fn is_shown(&self, cause: &Divergence, effect: ChangeEffect) -> bool {
        (cause.side == self.later_side) == (effect != ChangeEffect::Refused)
    }

    /// What the documents say of each cause, in the order of the list.
    pub fn mentions(&self, divergences: &Divergences) -> Vec<Mentions> {
        let changes: Vec<Change> = changes_between(self.earlier.0, self.later.0).collect();
        let mut all: Vec<Mentions> = divergences.list().iter().map(|_| Mentions::default()).collect();
        // Changes whose strings show no cause here: they may be about any cause in their productions.
        let mut others = Vec::new();
        for change in changes.iter().filter(|change| !change.examples.is_empty()) {
            let causes = change.examples_of([self.earlier, self.later]).filter_map(|example| {
                let cause = divergences.of_string(example.text).filter(|cause| self.is_shown(cause, example.effect))?;
                divergences.list().iter().position(|other| other == cause)
            });
            let causes: Vec<usize> = causes.collect();
            if causes.is_empty() {
                others.push(change);
            }
            let mention = Mention::new(change);
            for cause in causes {
                // Several changes may be told in one sentence.
                if !all[cause].mentions.iter().any(|other| other.is_at(&mention)) {
                    all[cause].mentions.push(mention.clone());
                }
            }
        }
        for (mentions, cause) in all.iter_mut().zip(divergences.list()) {
            mentions.silent = mentions.mentions.is_empty() && !others.iter().any(|change| concerns(change, cause));
        }
        all
    }
}

/// The side whose document is later; `None` if both have one date.
pub fn later_side(left: DocumentGrammar, right: DocumentGrammar) -> Option<Side> {
    match left.cmp_in_time(right) {
        std::cmp::Ordering::Less => Some(Side::Right),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Side::Left),
    }
}

/// Whether a change concerns a production that a cause names, or that is being read at its place.
fn concerns(change: &Change, cause: &Divergence) -> bool {
    let Divergence { left_production, right_production, accepting, refusing, .. } = cause;
    let named = [Some(left_production), Some(right_production), accepting.as_ref(), refusing.as_ref()];
    // All strings are read in the compared productions.
    let read = [&cause.left_derivation, &cause.right_derivation].into_iter().flat_map(|names| names.iter().skip(1));
    named.into_iter().flatten().chain(read).any(|name| change.productions.contains(&name.as_str()))
}

impl Mention {
    fn new(change: &Change) -> Self {
        let &Change { later, section, quotation, says, .. } = change;
        Self { document: later.document(), section, quotation, says }
    }

    /// Whether both are one sentence of a document.
    fn is_at(&self, other: &Self) -> bool {
        (self.document, self.section, self.quotation) == (other.document, other.section, other.quotation)
    }
}
