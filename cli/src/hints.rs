//! Hints at the grammars that are not used by default.

use uri_lineage::Grammar;
use uri_lineage::classifier::Classifier;

use crate::options::other_grammars;

/// A hint at the grammars that accept a URL which all default grammars refuse; `None` if there are
/// none.
pub fn accepting_hint(url: &[u8]) -> Option<String> {
    let verdicts = Classifier::get().classify_bytes(url).examined(Grammar::ALL, url);
    let accepting: Vec<Grammar> = other_grammars().into_iter().filter(|&grammar| verdicts.accepts(grammar)).collect();
    hint(&accepting, "it is accepted")
}

/// A hint at these grammars, unless there are none: `clause` is what they lead to.
pub fn hint(grammars: &[Grammar], clause: &str) -> Option<String> {
    let ids: Vec<&str> = grammars.iter().map(|grammar| grammar.id()).collect();
    (!ids.is_empty()).then(|| format!("{clause} with --grammar {}", ids.join(",")))
}
