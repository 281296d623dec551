//! The values that a parser returns, and the division of the string that explains them.

use uri_lineage::Component;

use super::division::Division;
use crate::parser::answer::{AnsweredComponent, ParserAnswer};

/// What a parser says of a string: each component in the order of [`Component::ALL`].
#[derive(Clone, PartialEq, Eq)]
pub struct Values([AnsweredComponent; Component::ALL.len()]);

impl Values {
    /// The components of an answer; `None` if an offset is not one of the string.
    pub fn new(answer: &ParserAnswer, string: &str) -> Option<Self> {
        let components = Component::ALL.map(|component| answer.component(component).clone());
        let is_valid = |component: &AnsweredComponent| match component {
            AnsweredComponent::At(start, end) => string.get(*start..*end).is_some(),
            _ => true,
        };
        components.iter().all(is_valid).then_some(Self(components))
    }

    pub fn get(&self, component: Component) -> &AnsweredComponent {
        &self.0[component as usize]
    }

    /// The text of a component; empty if it is absent.
    pub fn text<'a>(&'a self, component: Component, string: &'a str) -> &'a str {
        self.get(component).text(string).unwrap_or_default()
    }

    /// Whether a value is the text of a division.
    pub fn is_at(&self, component: Component, string: &str, division: &Division) -> bool {
        let written = division.spans[component as usize].clone().map(|span| &string[span]);
        // A name and a password may both be empty.
        let is_empty = |text: &str| text.is_empty() || (component == Component::User && text == ":");
        match self.get(component) {
            AnsweredComponent::At(..) => true,
            // A text that would be a component that the parser does not name is not explained.
            AnsweredComponent::Omitted | AnsweredComponent::Absent => written.is_none_or(is_empty),
            AnsweredComponent::Text(value) if value.is_empty() => written.is_none_or(is_empty),
            AnsweredComponent::Text(value) => written.is_some_and(|text| division.is_spelled(component, value, text)),
        }
    }

    /// The division that explains the values best, the first of several: as they are written, without
    /// segments of dots in the path, and all but one.
    pub fn explaining<'d>(&self, string: &str, divisions: &'d [Division]) -> Option<Explanation<'d>> {
        let is_exact = |division: &&Division| Component::ALL.into_iter().all(|it| self.is_at(it, string, division));
        if let Some(division) = divisions.iter().find(is_exact) {
            return Some(Explanation { division, has_lost_dots: false, unexplained: None });
        }
        let explanations = divisions.iter().filter_map(|division| {
            let path = division.spans[Component::Path as usize].clone().map(|span| &string[span]).unwrap_or_default();
            let has_lost_dots = !self.is_at(Component::Path, string, division)
                && division.is_without_dots(self.text(Component::Path, string), path);
            let is_explained = |component: Component| {
                self.is_at(component, string, division) || (has_lost_dots && component == Component::Path)
            };
            let mut unexplained = Component::ALL.into_iter().filter(|&component| !is_explained(component));
            let (first, second) = (unexplained.next(), unexplained.next());
            // Its text becomes another, or is left out because the scheme implies it.
            let is_changed = first.is_none_or(|component| {
                let text = division.spans[component as usize].clone().map(|span| &string[span]).unwrap_or_default();
                let is_implied = component == Component::Port || text.eq_ignore_ascii_case("localhost");
                !text.is_empty() && (is_implied || !self.text(component, string).is_empty())
            });
            (second.is_none() && is_changed).then_some(Explanation { division, has_lost_dots, unexplained: first })
        });
        explanations.min_by_key(|explanation| {
            let unexplained = explanation.unexplained.map_or(0, |it| if it == Component::Port { 1 } else { 2 });
            (unexplained, explanation.has_lost_dots)
        })
    }
}

/// The divisions of a string of which a parser gives values.
pub fn divisions(string: &str, values: &Values) -> Vec<Division> {
    Division::all(string, !values.text(Component::Scheme, string).is_empty()).collect()
}

/// A division that explains what a parser says of a string.
pub struct Explanation<'d> {
    pub division: &'d Division,
    /// Whether the parser has removed segments of dots from the path.
    pub has_lost_dots: bool,
    /// The component that it does not explain.
    pub unexplained: Option<Component>,
}
