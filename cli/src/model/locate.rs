//! Where the values that a parser returns are in the string.
//!
//! A value that is the text at a [division](super::division) is there. Of other values (a number
//! that became an address, a path without dots) the parser is asked: a text at a candidate is
//! replaced by a fresh one, and it is the component if the value becomes the fresh text and nothing
//! else changes.

use std::ops::Range;

use uri_lineage::Component;
use uri_lineage::language::{Answer, Part};

use super::division::{Division, is_in_brackets};
use crate::parser::answer::{AnsweredComponent, ParserAnswer};

/// Whether a path has a segment of dots, perhaps in escapes.
fn has_dots(path: &str) -> bool {
    let path = path.to_lowercase().replace("%2e", ".");
    path.split(['/', '\\']).any(|segment| segment == "." || segment == "..")
}

/// How many places of a value are tried.
const OCCURRENCES: usize = 8;

/// Whether some parsers remove a character.
fn is_removed(c: char) -> bool {
    c <= ' '
}

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

    fn get(&self, component: Component) -> &AnsweredComponent {
        &self.0[component as usize]
    }

    /// The text of a component; empty if it is absent.
    fn text<'a>(&'a self, component: Component, string: &'a str) -> &'a str {
        self.get(component).text(string).unwrap_or_default()
    }
}

/// A string in which a text is replaced.
struct Substitution {
    span: Range<usize>,
    string: String,
    fresh: &'static str,
}

/// The search for the places of the values of one string.
pub struct Places {
    string: String,
    values: Values,
    parts: [Option<Part>; Component::ALL.len()],
    /// The components that are still searched for, each with the strings to ask.
    searched: Vec<(Component, Vec<Substitution>)>,
}

impl Places {
    pub fn new(string: &str, values: Values) -> Self {
        let mut places = Self { string: string.to_owned(), values, parts: Default::default(), searched: Vec::new() };
        places.divide();
        places
    }

    /// Takes what the parser gives offsets of, and the division that explains all other values. If
    /// there is none, the texts of all divisions are candidates.
    fn divide(&mut self) {
        let has_scheme = !self.values.text(Component::Scheme, &self.string).is_empty();
        let divisions: Vec<Division> = Division::all(&self.string, has_scheme).collect();
        let explains =
            |division: &&Division| Component::ALL.into_iter().all(|component| self.is_at(component, division));
        let explaining = divisions.iter().find(explains);
        // A scheme is before the first colon, and other schemes change how the rest is read.
        let scheme = divisions.iter().find(|division| self.is_at(Component::Scheme, division));
        for component in Component::ALL {
            let at = component as usize;
            let division = if component == Component::Scheme { explaining.or(scheme) } else { explaining };
            let divided = division.map(|division| division.spans[at].clone().map_or(Part::Absent, Part::At));
            self.parts[at] = match self.values.get(component) {
                AnsweredComponent::Omitted => Some(Part::Unknown),
                AnsweredComponent::At(start, end) => Some(Part::At(*start..*end)),
                AnsweredComponent::Absent => divided.map(|_| Part::Absent),
                AnsweredComponent::Text(_) => divided,
            };
            if self.parts[at].is_none() {
                let substitutions = self.candidates(component, &divisions);
                let substitutions = substitutions.into_iter().flat_map(|span| self.substitutions(component, span));
                self.searched.push((component, substitutions.collect()));
            }
        }
    }

    /// Where a component may be: at the places of all divisions, and where its value is.
    fn candidates(&self, component: Component, divisions: &[Division]) -> Vec<Range<usize>> {
        let divided = divisions.iter().filter_map(|division| division.spans[component as usize].clone());
        let mut candidates: Vec<Range<usize>> = divided.chain(self.occurrences(component)).collect();
        candidates.sort_by_key(|span| (span.start, span.end));
        candidates.dedup();
        candidates
    }

    /// Where the value of a component is in the string as it is.
    fn occurrences(&self, component: Component) -> impl Iterator<Item = Range<usize>> {
        let value = self.values.text(component, &self.string);
        let found = self.string.match_indices(value).filter(|_| !value.is_empty()).take(OCCURRENCES);
        found.map(|(at, value)| at..at + value.len())
    }

    /// Whether a value is the text of a division.
    fn is_at(&self, component: Component, division: &Division) -> bool {
        let written = division.spans[component as usize].clone().map(|span| &self.string[span]);
        match self.values.get(component) {
            AnsweredComponent::At(..) => true,
            // A text that would be a component that the parser does not name is not explained.
            AnsweredComponent::Omitted | AnsweredComponent::Absent => written.is_none_or(str::is_empty),
            AnsweredComponent::Text(value) if value.is_empty() => written.is_none_or(str::is_empty),
            AnsweredComponent::Text(value) => written.is_some_and(|text| division.is_spelled(value, text)),
        }
    }

    /// The strings that the parser must be asked about next.
    pub fn questions(&self) -> impl Iterator<Item = &str> {
        self.searched
            .iter()
            .flat_map(|(_, substitutions)| substitutions)
            .map(|substitution| substitution.string.as_str())
    }

    /// Takes the answers to the questions, in order; `None` for a refusal or a fault.
    pub fn answer(&mut self, answers: &mut impl Iterator<Item = Option<Values>>) {
        for (component, substitutions) in std::mem::take(&mut self.searched) {
            let located: Vec<Range<usize>> = substitutions
                .into_iter()
                .zip(answers.by_ref())
                .filter(|(substitution, answer)| {
                    answer.as_ref().is_some_and(|values| self.is_moved(component, substitution, values))
                })
                .map(|(substitution, _)| substitution.span)
                .collect();
            let is_empty = self.values.text(component, &self.string).is_empty();
            let value = self.values.text(component, &self.string);
            // Of a path from which the parser has removed dots, the longest text is the path. Elsewhere
            // the shortest is the component, which is empty only if the value is. What a parser removes
            // at an end is no part of it.
            let best = located.into_iter().min_by_key(|span| {
                let text = &self.string[span.clone()];
                let length = span.len() as isize;
                let has_lost_dots = component == Component::Path && has_dots(text) && !has_dots(value);
                let length = if has_lost_dots { -length } else { length };
                (text.trim_matches(is_removed) != text, text.is_empty() != is_empty, length, span.start)
            });
            // A text of which nothing is left is a port that the scheme has anyway, or none.
            let best = best.filter(|span| !is_empty || span.is_empty() || component == Component::Port);
            // A value that is a part of the text may be at another place, where no text can be replaced.
            let best = best.filter(|span| {
                let text = &self.string[span.clone()];
                let is_part = text.len() > value.len() && text.to_lowercase().contains(&value.to_lowercase());
                is_empty || component == Component::Path || !is_part || is_in_brackets(text, value)
            });
            let part = best.map_or(if is_empty { Part::Absent } else { Part::Unknown }, Part::At);
            self.parts[component as usize] = Some(part);
        }
    }

    /// Whether the value of a component is the fresh text, and all others are as before.
    fn is_moved(&self, component: Component, substitution: &Substitution, values: &Values) -> bool {
        Component::ALL.into_iter().all(|other| {
            if other == component {
                values.text(other, &substitution.string).eq_ignore_ascii_case(substitution.fresh)
            } else {
                values.text(other, &substitution.string) == self.values.text(other, &self.string)
            }
        })
    }

    /// The string with fresh texts at a span.
    fn substitutions(&self, component: Component, span: Range<usize>) -> Vec<Substitution> {
        let value = self.values.text(component, &self.string);
        let fresh: &[&'static str] = match component {
            Component::Scheme => &["zq", "wss", "https"],
            Component::Port => &["7351"],
            Component::Path if value.starts_with('/') || value.is_empty() => &["/zq"],
            _ => &["zq"],
        };
        let fresh = fresh.iter().filter(|fresh| !value.eq_ignore_ascii_case(fresh));
        fresh
            .map(|fresh| Substitution {
                string: [&self.string[..span.start], fresh, &self.string[span.end..]].concat(),
                span: span.clone(),
                fresh,
            })
            .collect()
    }

    /// The answer, when there are no questions left.
    pub fn into_answer(self) -> Answer {
        Answer::Accepted(self.parts.map(|part| part.unwrap_or(Part::Unknown)).into())
    }
}
