//! What the documents themselves say of the changes between two productions.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::changes::{Change, ChangeEffect, changes_between};
use uri_lineage::regular_bnf::{Divergence, Divergences, Side};
use uri_lineage::{DocumentGrammar, Reading};

use super::sentence::listed;

/// Productions of two documents, one of which is later.
pub struct ComparedDocuments<'n> {
    earlier: (DocumentGrammar, &'n str),
    later: (DocumentGrammar, &'n str),
    later_side: Side,
}

/// What the documents say of the changes between two productions.
#[derive(Default)]
pub struct DocumentedChanges {
    /// For each cause what they say of it.
    pub of_causes: Vec<Mentions>,
    /// The changes in these productions that the later document mentions and no cause shows.
    pub others: Vec<Mention>,
}

/// What the documents say of a cause.
#[derive(Serialize, JsonSchema)]
pub struct Mentions {
    /// The places at which the later document, or one between the two, mentions the change.
    pub mentions: Vec<Mention>,
    /// The places that mention a change in a production of the cause, and of which no cause has a string:
    /// they may mean this one. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub perhaps: Vec<MentionPlace>,
    /// Whether no document mentions the change, nor another one in these productions.
    pub silent: bool,
}

/// A section of a document that mentions a change.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MentionPlace {
    /// The document.
    pub document: &'static str,
    /// The section.
    pub section: &'static str,
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

    /// What the documents say of each cause, in the order of the list, and what else they say.
    pub fn changes(&self, divergences: &Divergences) -> DocumentedChanges {
        let changes: Vec<Change> = changes_between(self.earlier.0, self.later.0).collect();
        let shown: Vec<Vec<usize>> = changes.iter().map(|change| self.causes_of(change, divergences)).collect();
        let of_cause = |(number, cause): (usize, &Divergence)| {
            let (mut mentions, mut perhaps) = (Vec::new(), Vec::new());
            for (change, causes) in changes.iter().zip(&shown) {
                if causes.contains(&number) {
                    add(&mut mentions, Mention::new(change));
                // What changes no string is no cause.
                } else if causes.is_empty() && !change.examples.is_empty() && concerns(change, cause) {
                    let place = MentionPlace { document: change.later.document(), section: change.section };
                    if !perhaps.contains(&place) {
                        perhaps.push(place);
                    }
                }
            }
            if !mentions.is_empty() {
                perhaps.clear();
            }
            Mentions { silent: mentions.is_empty() && perhaps.is_empty(), mentions, perhaps }
        };
        let productions = self.productions();
        let mut others = Vec::new();
        for (change, causes) in changes.iter().zip(&shown) {
            let is_of_both = (change.earlier, change.later) == (self.earlier.0, self.later.0);
            let is_compared = change.productions.iter().any(|name| productions.contains(*name));
            if causes.is_empty() && is_of_both && is_compared {
                add(&mut others, Mention::new(change));
            }
        }
        DocumentedChanges { of_causes: divergences.list().iter().enumerate().map(of_cause).collect(), others }
    }

    /// The names of the compared productions and of all that they use.
    fn productions(&self) -> HashSet<&'static str> {
        let used = [self.earlier, self.later].into_iter().flat_map(|(grammar, production)| {
            let bnf = grammar.bnf(Reading::Corrected);
            let unused = bnf.unreachable(&[production]);
            let names = bnf.productions().iter().map(|production| production.name.as_str());
            names.filter(move |name| !unused.contains(name))
        });
        used.collect()
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

/// All changes between two grammars that documents mention; none unless both are of documents, and one
/// is later.
pub fn mentions_between(left: Option<DocumentGrammar>, right: Option<DocumentGrammar>) -> Vec<Mention> {
    let mut mentions = Vec::new();
    let (Some(left), Some(right)) = (left, right) else { return mentions };
    let Some(later_side) = later_side(left, right) else { return mentions };
    let (earlier, later) = if later_side == Side::Left { (right, left) } else { (left, right) };
    for change in changes_between(earlier, later) {
        add(&mut mentions, Mention::new(&change));
    }
    mentions
}

/// Adds a mention, unless the list has the same sentence: one may mention several changes.
fn add(mentions: &mut Vec<Mention>, mention: Mention) {
    if !mentions.iter().any(|other| other.is_at(&mention)) {
        mentions.push(mention);
    }
}

impl Mentions {
    /// What is to be said of a cause that no sentence of a document is known to mention, as a clause: which
    /// may, or that none does.
    pub fn note(&self) -> Option<String> {
        if self.silent {
            return Some("no document says that this changed".to_owned());
        }
        possible_mentions(&self.perhaps).map(|mentions| format!("perhaps {mentions}"))
    }
}

/// The documents that may mention a change, each with its section if there are few; `None` if there are
/// none.
fn possible_mentions(perhaps: &[MentionPlace]) -> Option<String> {
    /// The greatest number of sections that a sentence names.
    const MOST: usize = 2;
    let mut names: Vec<String> = Vec::new();
    for MentionPlace { document, section } in perhaps {
        let name = if perhaps.len() > MOST { (*document).to_owned() } else { format!("{document} ({section})") };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    match &names[..] {
        [] => None,
        [name] => Some(format!("one of the changes that {name} mentions")),
        names => Some(format!("one of the changes that {} mention", listed(names, "and"))),
    }
}

/// The side whose document is later; `None` if both have one date, or are of one document.
pub fn later_side(left: DocumentGrammar, right: DocumentGrammar) -> Option<Side> {
    if left.document() == right.document() {
        return None;
    }
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
