//! Causes by component or by production: a coarser answer than each cause.

use uri_lineage::language::{Divergence, Side, Spans};
use uri_lineage::{Component, DocumentGrammar};

use super::cause::CauseRecord;

/// By what causes are put together.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum CauseLevel {
    /// The component that the side which accepts the string reads at the place
    Component,
    /// The productions that both are reading at the place
    Production,
}

/// The two sides of a comparison: the document, if it is one, and the production.
pub type Sides<'s> = [(Option<DocumentGrammar>, &'s str); 2];

/// Names for each cause the component, or the productions, to which it belongs; and puts causes of
/// one level side by side, the first levels first.
pub fn sort(causes: &mut [CauseRecord], level: CauseLevel, sides: Sides<'_>) {
    match level {
        CauseLevel::Production => {
            for CauseRecord { divergence, level, .. } in causes.iter_mut() {
                let Divergence { left_production: left, right_production: right, .. } = divergence;
                *level = Some(if left == right { left.clone() } else { format!("{left} / {right}") });
            }
        }
        CauseLevel::Component => {
            let spans = sides.map(spans);
            for CauseRecord { divergence, level, .. } in causes.iter_mut() {
                let accepting = &spans[usize::from(divergence.side == Side::Right)];
                let component = accepting.iter().find(|(_, spans)| is_inside(divergence, spans));
                *level =
                    Some(component.map_or_else(|| "no component".to_owned(), |(component, _)| component.to_string()));
            }
        }
    }
    let levels: Vec<Option<String>> = causes.iter().map(|cause| cause.level.clone()).collect();
    causes.sort_by_key(|cause| levels.iter().position(|level| *level == cause.level));
}

/// The spans of the components in the strings of a production; none if it is not of a document, or if
/// they are not known.
fn spans((document, production): (Option<DocumentGrammar>, &str)) -> Vec<(Component, Spans)> {
    let Some(document) = document else { return Vec::new() };
    // A component may begin where another ends: the later one reads the character.
    let components = Component::ALL.into_iter().rev();
    components.filter_map(|component| Some((component, document.spans(Some(production), component).ok()?))).collect()
}

/// Whether the place of a divergence is in a component, or at its end if the string ends there.
fn is_inside(Divergence { witness, offset, .. }: &Divergence, spans: &Spans) -> bool {
    let Ok(Some(span)) = spans.in_string(witness) else { return false };
    span.contains(offset) || (*offset == witness.len() && span.end == *offset)
}
