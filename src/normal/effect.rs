//! The definition of a rule of equivalence.

use super::hints::Hints;
use super::rule::Rule;
use crate::grammar::{Equivalences, Grammar};
use crate::parsed::Matched;

/// Receives the parse of a changed URL.
pub(super) type Then<'a> = dyn FnMut(&Matched<'_>) + 'a;

/// One rule of equivalence: its names, when it may apply, the change, and the claim that the change preserves the meaning.
pub(super) trait Effect {
    /// The name, in kebab case.
    const NAME: &'static str;
    /// The difference that the rule calls equivalent, in a few words.
    const DESCRIPTION: &'static str;
    /// The marks that a text must have for the rule to change it.
    const NEEDS: u8;
    /// The first of the rules above this one that its change can enable.
    const ENABLES: Option<Rule> = None;

    /// The section of a document that contains the rule.
    fn section(document: &Equivalences) -> Option<&'static str>;

    /// Whether the rule could change a text that the grammar accepts and that has the [marks](Self::NEEDS); decided without a
    /// parse.
    fn may_apply(hints: &Hints<'_>, grammar: Grammar) -> bool;

    /// The changed text of a URL whose document has the rule; `None` if the rule does not apply. The text may be equal.
    fn change(url: &Matched<'_>) -> Option<String>;

    /// Whether the change preserves all parts, except for the difference that the rule removes.
    fn preserves(before: &Matched<'_>, after: &Matched<'_>) -> bool;

    /// A change to less of the text, if the [change](Self::change) does not preserve all parts.
    fn change_less(_: &Matched<'_>) -> Option<String> {
        None
    }

    /// Passes the parse of the changed URL on; returns false if the rule changes nothing, or would change other parts.
    fn apply(url: &Matched<'_>, then: &mut Then<'_>) -> bool {
        let mut changed = |text: String| {
            let after = url.again(&text).filter(|after| Self::preserves(url, after));
            after.as_ref().map(&mut *then).is_some()
        };
        let differs = |text: &String| text != url.input();
        Self::change(url)
            .filter(differs)
            .is_some_and(|text| changed(text) || Self::change_less(url).filter(differs).is_some_and(changed))
    }
}

/// The functions and constants of a rule, as a row of a table.
pub(super) struct Row {
    pub name: &'static str,
    pub description: &'static str,
    pub needs: u8,
    pub enables: Option<Rule>,
    pub section: fn(&Equivalences) -> Option<&'static str>,
    pub may_apply: fn(&Hints<'_>, Grammar) -> bool,
    pub apply: fn(&Matched<'_>, &mut Then<'_>) -> bool,
}

impl Row {
    pub const fn of<E: Effect>() -> Self {
        Self {
            name: E::NAME,
            description: E::DESCRIPTION,
            needs: E::NEEDS,
            enables: E::ENABLES,
            section: E::section,
            may_apply: E::may_apply,
            apply: E::apply,
        }
    }
}
