//! Hints at the grammars that are not used by default.

use uri_lineage::Grammar;
use uri_lineage::classifier::Classifier;

use super::default_grammars;

/// The grammars that are not used by default.
pub fn others() -> Vec<Grammar> {
    let default = default_grammars();
    Grammar::ALL.into_iter().filter(|grammar| !default.contains(grammar)).collect()
}

/// A hint at the grammars that accept a URL which all default grammars refuse; `None` if there are
/// none.
pub fn accepting_hint(url: &[u8]) -> Option<String> {
    let verdicts = Classifier::get().classify(url);
    let accepting: Vec<Grammar> = others().into_iter().filter(|&grammar| verdicts.accepts(grammar)).collect();
    hint(&accepting, "it is accepted")
}

/// A hint that these grammars have a result, unless there are none.
pub fn hint(grammars: &[Grammar], result: &str) -> Option<String> {
    let ids: Vec<&str> = grammars.iter().map(|grammar| grammar.id()).collect();
    (!ids.is_empty()).then(|| format!("{result} with --grammar {}", ids.join(",")))
}
