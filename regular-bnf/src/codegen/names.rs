//! The names of rules in generated parsers.

use std::collections::HashMap;

/// The variants of productions that another document prints differently, by the names of their
/// rules.
pub(super) type Variants = HashMap<String, String>;

/// The variant of `Rule` for a production.
pub(super) fn variant<'n>(variants: &'n Variants, stem: &'n str) -> &'n str {
    variants.get(stem).map_or(stem, String::as_str)
}

/// The name of the function of a rule.
pub(super) fn function_name(rule: &str, loud: bool) -> String {
    format!("{}_{rule}", if loud { "take" } else { "skip" })
}
