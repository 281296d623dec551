//! The definition of a rule of equivalence.

use super::hints::Hints;
use super::rule::EquivalenceRule;
use crate::ast::parsed::Matched;
use crate::grammar::{Equivalences, Grammar};
use crate::scheme::SchemeUri;

/// One rule of equivalence: its names, when it may apply, the change, and the claim that the change
/// preserves the meaning.
pub(super) trait Effect {
    /// The name, in kebab case.
    const NAME: &'static str;
    /// The difference that the rule calls equivalent, in a few words.
    const DESCRIPTION: &'static str;
    /// The marks that a text must have for the rule to change it.
    const NEEDS: u8;
    /// The first of the rules above this one that its change can enable.
    const ENABLES: Option<EquivalenceRule> = None;

    /// The section of a document that contains the rule.
    fn section(document: &Equivalences) -> Option<&'static str>;

    /// Whether the rule could change a text that the grammar accepts and that has the
    /// [marks](Self::NEEDS); decided without a parse.
    fn may_apply(hints: &Hints<'_>, grammar: Grammar) -> bool;

    /// The changed text of a URL whose document has the rule; `None` if the rule does not apply.
    /// The text may be equal.
    fn change(url: &Matched<'_>) -> Option<String>;

    /// The changed text of a URI of a document of one scheme that has the rule itself; `None` if the
    /// rule does not apply, or if it is that of the document's base.
    fn change_uri(_: &SchemeUri<'_>) -> Option<String> {
        None
    }

    /// A change to less of the text, for URLs whose parts the [change](Self::change) does not
    /// preserve.
    fn change_less(_: &Matched<'_>) -> Option<String> {
        None
    }

    /// Whether a change preserves all parts, except for the difference that the rule removes.
    fn preserves(before: &Matched<'_>, after: &Matched<'_>) -> bool;
}

/// The functions and constants of a rule, as a row of a table.
pub(super) struct Row {
    pub name: &'static str,
    pub description: &'static str,
    pub needs: u8,
    pub enables: Option<EquivalenceRule>,
    pub section: fn(&Equivalences) -> Option<&'static str>,
    pub may_apply: fn(&Hints<'_>, Grammar) -> bool,
    pub change: fn(&Matched<'_>) -> Option<String>,
    pub change_uri: fn(&SchemeUri<'_>) -> Option<String>,
    pub change_less: fn(&Matched<'_>) -> Option<String>,
    pub preserves: fn(&Matched<'_>, &Matched<'_>) -> bool,
}

impl Row {
    pub const fn new<E: Effect>() -> Self {
        Self {
            name: E::NAME,
            description: E::DESCRIPTION,
            needs: E::NEEDS,
            enables: E::ENABLES,
            section: E::section,
            may_apply: E::may_apply,
            change: E::change,
            change_uri: E::change_uri,
            change_less: E::change_less,
            preserves: E::preserves,
        }
    }
}
