//! What the documents themselves say of the causes why two productions differ.

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::DocumentGrammar;
use uri_lineage::changes::{Change, ChangeEffect, changes_between};
use uri_lineage::regular_bnf::{Divergence, Divergences, Side};

/// Productions of two documents, one of which is later.
pub struct ComparedDocuments<'n> {
    earlier: (DocumentGrammar, &'n str),
    later: (DocumentGrammar, &'n str),
    later_side: Side,
}

/// What the documents say of a cause.
#[derive(Serialize, JsonSchema)]
pub struct Mentions {
    /// The places at which the later document, or one between the two, mentions the change.
    pub mentions: Vec<Mention>,
    /// Whether no document mentions the change, nor another one in these productions.
    pub silent: bool,
}

/// A place at which a document mentions a change.
#[derive(Serialize, JsonSchema)]
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

    /// What the documents say of each cause, in the order of the list.
    pub fn mentions(&self, divergences: &Divergences) -> Vec<Mentions> {
        // What changes no string is no cause.
        let changes: Vec<Change> =
            changes_between(self.earlier.0, self.later.0).filter(|change| !change.examples.is_empty()).collect();
        let shown: Vec<Vec<usize>> = changes.iter().map(|change| self.causes_of(change, divergences)).collect();
        let of_cause = |(number, cause): (usize, &Divergence)| {
            let mut mentions: Vec<Mention> = Vec::new();
            let mut may_be_about_it = false;
            for (change, causes) in changes.iter().zip(&shown) {
                let mention = Mention::new(change);
                // One sentence may mention several changes.
                if causes.contains(&number) && !mentions.iter().any(|other| other.is_at(&mention)) {
                    mentions.push(mention);
                }
                may_be_about_it |= causes.is_empty() && concerns(change, cause);
            }
            Mentions { silent: mentions.is_empty() && !may_be_about_it, mentions }
        };
        divergences.list().iter().enumerate().map(of_cause).collect()
    }

    /// The numbers of the causes to which strings belong that show a change.
    fn causes_of(&self, change: &Change, divergences: &Divergences) -> Vec<usize> {
        let causes = change.examples_of([self.earlier, self.later]).filter_map(|example| {
            let cause = divergences.of_string(example.text)?;
            // The side that accepts the string must be that of which the change says so.
            let is_of_later = example.effect != ChangeEffect::Refused;
            ((cause.side == self.later_side) == is_of_later).then_some(cause)
        });
        causes.filter_map(|cause| divergences.list().iter().position(|other| other == cause)).collect()
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
