//! The spans of the components of a URL, in every string that a grammar accepts.

use std::sync::OnceLock;

use regular_bnf::{GrammarError, Language, Place, Spans, rule_name};

use crate::base::component::Component;
use crate::grammar::Grammar;

/// The spans of some components in all strings that a grammar accepts.
pub(crate) fn of_grammar<const N: usize>(
    grammar: Grammar,
    components: [Component; N],
) -> Result<[Spans; N], GrammarError> {
    ignoring(grammar, of_kept_text(grammar, components)?)
}

/// The spans in the texts that the parser of a grammar keeps, after it has removed characters from
/// its input. They are computed when they are first asked for.
pub(super) fn of_kept_text<const N: usize>(
    grammar: Grammar,
    components: [Component; N],
) -> Result<[Spans; N], GrammarError> {
    static KNOWN: [[OnceLock<Spans>; Component::ALL.len()]; Grammar::ALL.len()] =
        [const { [const { OnceLock::new() }; Component::ALL.len()] }; Grammar::ALL.len()];
    let known = components.map(|component| &KNOWN[grammar as usize][component as usize]);
    let spans: Vec<Spans> = known.iter().filter_map(|spans| spans.get().cloned()).collect();
    if let Ok(spans) = spans.try_into() {
        return Ok(spans);
    }
    let spans = Spans::from_pest(grammar.pest(), grammar.facts().minimal_entries, places(grammar, components))?;
    for (known, spans) in known.into_iter().zip(&spans) {
        known.get_or_init(|| spans.clone());
    }
    Ok(spans)
}

/// The inputs of which the parser of a grammar keeps the members of a language.
pub(super) fn inputs(grammar: Grammar, kept: Language) -> Result<Language, GrammarError> {
    match grammar.ignored() {
        Some(ignored) => kept.ignoring(ignored),
        None => Ok(kept),
    }
}

/// The spans in all strings that one production of a grammar accepts.
pub(crate) fn of_production<const N: usize>(
    grammar: Grammar,
    production: &str,
    components: [Component; N],
) -> Result<[Spans; N], GrammarError> {
    let rule = rule_name(production);
    let spans = match Spans::from_pest(grammar.pest(), &[&rule], places(grammar, components)) {
        // The error names the production as the caller does.
        Err(GrammarError::NoRule(_)) => return Err(GrammarError::NoRule(production.to_owned())),
        spans => spans?,
    };
    if grammar.entry_productions().contains(&production) { ignoring(grammar, spans) } else { Ok(spans) }
}

/// The spans in inputs from which the parser of a grammar removes characters.
fn ignoring<const N: usize>(grammar: Grammar, spans: [Spans; N]) -> Result<[Spans; N], GrammarError> {
    let Some(ignored) = grammar.ignored() else { return Ok(spans) };
    let mut spans = spans;
    for component in &mut spans {
        *component = component.ignoring(ignored)?;
    }
    Ok(spans)
}

/// The places of some components, by the rules of a grammar.
fn places<const N: usize>(grammar: Grammar, components: [Component; N]) -> [&'static [Place<'static>]; N] {
    components.map(|component| grammar.facts().places.get(component))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::sampled;

    /// Spans do not depend on which components are explored together.
    #[test]
    fn spans_are_those_of_each_component_alone() {
        for grammar in sampled(Grammar::all(), 6) {
            let (entries, pest) = (grammar.facts().minimal_entries, grammar.pest());
            let together = Spans::from_pest(pest, entries, places(grammar, Component::ALL)).unwrap();
            for (component, spans) in Component::ALL.into_iter().zip(together) {
                let [alone] = Spans::from_pest(pest, entries, places(grammar, [component])).unwrap();
                assert_eq!(spans.automaton(), alone.automaton(), "{grammar}, {component}");
            }
        }
    }

    /// Each place exists in the rules of its grammar, alone and together with the others of its
    /// component.
    #[test]
    fn every_place_fits_the_rules_of_its_grammar() {
        for (number, grammar) in Grammar::all().enumerate() {
            // A sample has other components of the next grammar.
            for component in sampled(Component::ALL.into_iter().cycle().skip(number).take(Component::ALL.len()), 7) {
                let places = grammar.facts().places.get(component);
                for place in sampled(places, 5) {
                    let spans = Spans::from_pest(grammar.pest(), grammar.facts().minimal_entries, [&[*place]]);
                    // Only the whole list decides whether the end of a component is certain.
                    let error = spans.err().filter(|error| !matches!(error, GrammarError::Twice(_)));
                    assert_eq!(error, None, "{grammar}, {component}: {place}");
                }
                assert!(grammar.spans([component]).is_ok(), "{grammar}, {component}");
            }
        }
    }
}
