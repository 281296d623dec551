//! Causes by component or by production: a coarser answer than each cause.

use std::ops::Range;

use uri_lineage::regular_bnf::{Divergence, Side, Spans};
use uri_lineage::{Component, DocumentGrammar};

use super::cause::CauseRecord;
use super::sentence::both_names;

/// By what causes are put together.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum CauseLevel {
    /// The component in which the place is, as the side reads it that accepts the string
    Component,
    /// The productions that both are reading at the place
    Production,
}

impl CauseLevel {
    /// Gives each cause the component, or the productions, to which it belongs, and puts those of one
    /// side by side. A side has its document, if it is of one, and its production.
    pub fn group(self, causes: &mut [CauseRecord], sides: [(Option<DocumentGrammar>, &str); 2]) {
        let spans = match self {
            Self::Component => sides.map(spans),
            Self::Production => Default::default(),
        };
        for CauseRecord { divergence, level, .. } in causes.iter_mut() {
            *level = Some(match self {
                Self::Component => component_at(divergence, &spans[usize::from(divergence.side == Side::Right)]),
                Self::Production => both_names(&divergence.left_production, &divergence.right_production),
            });
        }
        let levels: Vec<Option<String>> = causes.iter().map(|cause| cause.level.clone()).collect();
        causes.sort_by_key(|cause| levels.iter().position(|level| *level == cause.level));
    }
}

/// The component at the place of a divergence, by the spans of the side that accepts the string. At the
/// end of the string it is the first of the empty components there, otherwise the one that ends there. An
/// empty path, which may follow any host, comes last.
fn component_at(Divergence { witness, offset, .. }: &Divergence, spans: &[(Component, Spans)]) -> String {
    let in_witness = |(component, spans): &(Component, Spans)| Some((*component, spans.in_string(witness).ok()??));
    let components: Vec<(Component, Range<usize>)> = spans.iter().filter_map(in_witness).collect();
    let inside = components.iter().find(|(_, span)| span.contains(offset));
    let ending = components.iter().filter(|(_, span)| *offset == witness.len() && span.end == *offset);
    let rank = |(component, span): &&(Component, Range<usize>)| match (component, span.is_empty()) {
        (Component::Path, true) => 2,
        (_, is_empty) => u8::from(!is_empty),
    };
    match inside.or(ending.min_by_key(rank)) {
        Some((component, _)) => component.to_string(),
        None => "no component".to_owned(),
    }
}

/// The spans of the components in the strings of a production; none if it is not of a document, or if
/// they are not known.
fn spans((document, production): (Option<DocumentGrammar>, &str)) -> Vec<(Component, Spans)> {
    let Some(document) = document else { return Vec::new() };
    let spans = |component| Some((component, document.spans(Some(production), component).ok()?));
    Component::ALL.into_iter().filter_map(spans).collect()
}
