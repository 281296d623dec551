//! The decisions at which derivations part, grouped by their causes, with the statements of the
//! documents about them.

use uri_lineage::Grammar;
use uri_lineage::claims::on_ways;
use uri_lineage::regular_bnf::{AmbiguityCause, Derivation, DerivationDifference};

/// The statements of a grammar's document about two ways to derive a production, each once.
pub fn statements(grammar: Option<Grammar>, production: &str, ways: [&str; 2]) -> Vec<String> {
    let Some(grammar) = grammar else { return Vec::new() };
    let mut statements: Vec<_> = on_ways(grammar, production, ways).collect();
    statements.sort_unstable();
    statements.dedup();
    statements.into_iter().map(|(place, text)| format!("{}, {place}: {text}", grammar.document())).collect()
}

/// Decisions with one cause: a choice between two ways, or all decisions that move the ends of the
/// parts of one production.
pub struct DecisionGroup<'a>(Vec<&'a AmbiguityCause>);

/// Decisions by their causes.
pub fn groups(causes: &[AmbiguityCause]) -> Vec<DecisionGroup<'_>> {
    let mut groups: Vec<DecisionGroup<'_>> = Vec::new();
    for cause in causes {
        match groups.iter_mut().find(|group| group.0.iter().all(|member| has_cause_of(member, cause))) {
            Some(group) => group.0.push(cause),
            None => groups.push(DecisionGroup(vec![cause])),
        }
    }
    groups
}

/// Whether two decisions move the ends of the parts of one production, with the same effect.
fn has_cause_of(left: &AmbiguityCause, right: &AmbiguityCause) -> bool {
    moves_ends(left) && moves_ends(right) && (left.differs, &left.within) == (right.differs, &right.within)
}

/// Whether a decision moves the ends of the parts of another production.
fn moves_ends(cause: &AmbiguityCause) -> bool {
    cause.within != cause.production
}

impl DecisionGroup<'_> {
    /// Whether the derivations differ in structure alone.
    pub fn is_structural(&self) -> bool {
        self.0.first().is_some_and(|cause| cause.differs == DerivationDifference::Structure)
    }

    /// The decision in words; `write` writes an expression.
    pub fn heading(&self, write: impl Fn(&str) -> String) -> String {
        let Self(causes) = self;
        let Some(cause) = causes.first() else { return String::new() };
        let alone = if self.is_structural() { ", in structure alone" } else { "" };
        let within = write(&cause.within);
        if !moves_ends(cause) {
            let [left, right] = cause.ways.each_ref().map(|way| write(way));
            return if left == right {
                format!("in {within}: {left}, which is written twice{alone}")
            } else {
                format!("in {within}: {left}, or {right}{alone}")
            };
        }
        let mut names: Vec<String> = Vec::new();
        for cause in causes {
            let name = write(&cause.production);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        format!("in {within}: the end of {}{alone}", names.join(", of "))
    }

    /// A shortest string.
    pub fn witness(&self) -> &str {
        self.0.first().map_or("", |cause| &cause.witness)
    }

    /// A shortest string, and both of its derivations.
    pub fn derivations(&self) -> Option<(&str, &[Derivation; 2])> {
        let first = self.0.first()?;
        Some((&first.witness, first.derivations.as_ref()?))
    }

    /// The statements of the grammar's document.
    pub fn statements(&self, grammar: Option<Grammar>) -> Vec<String> {
        match self.0.first() {
            // The statements are about places.
            Some(cause) if cause.differs == DerivationDifference::Structure => Vec::new(),
            Some(cause) if moves_ends(cause) => statements(grammar, &cause.within, ["", ""]),
            Some(cause) => statements(grammar, &cause.production, cause.ways.each_ref().map(String::as_str)),
            None => Vec::new(),
        }
    }
}
