//! The strings that grammars split differently, component by component.

use uri_lineage::Component;
use uri_lineage::regular_bnf::Disagreement;

use crate::splits::{Split, SplitDifference};

/// The components of the grammars.
pub struct ComponentSelection {
    /// The components of which the sides have spans.
    pub with_spans: Vec<Component>,
    /// The components that are compared.
    pub compared: Vec<Component>,
}

impl ComponentSelection {
    /// The number of a component among those of which the sides have spans.
    pub fn number(&self, component: Component) -> usize {
        self.with_spans.iter().position(|read| *read == component).unwrap_or_default()
    }
}

/// The strings that show how the grammars split one component differently.
#[derive(Default)]
pub struct ComponentDifferentials {
    pub strings: Vec<DifferentialString>,
    /// The causes, whose numbers are those of the strings.
    pub causes: Vec<SplitDifference>,
}

/// A string that the grammars split differently.
pub struct DifferentialString {
    pub difference: Disagreement,
    pub split: Split,
    /// The number of the cause, counted from 1; `None` unless every cause is reported.
    pub cause: Option<usize>,
}
