//! Where the values that a parser returns are in the string.
//!
//! A value that is the text at a [division](super::division) is there. Where a parser has removed
//! segments of dots from a path, the division is that of the string with letters for the dots. Of other
//! values (a number that became an address, a port that the scheme has anyway) the parser is asked: a
//! text at a candidate is replaced by a fresh one, and it is the component if the value becomes the
//! fresh text and nothing else changes.

use std::ops::Range;

use uri_lineage::Component;
use uri_lineage::regular_bnf::{Answer, Part};

use super::division::{Division, count_dots, is_in_brackets, is_same_number};
use super::values::{Explanation, Values, divisions};
use crate::parser::answer::AnsweredComponent;

/// How many places of a value are tried.
const OCCURRENCES: usize = 100;

/// Whether some parsers remove a character.
fn is_removed(c: char) -> bool {
    c <= ' '
}

/// A path with letters for its segments of dots. Its length stays.
fn with_letters_for_dots(path: &str) -> String {
    let is_between = |c: char| matches!(c, '/' | '\\');
    let segments = path.split_inclusive(is_between).map(|segment| {
        let kept: Vec<u8> = segment.trim_end_matches(is_between).bytes().filter(|&c| !is_removed(c.into())).collect();
        let is_dots = count_dots(&kept) > 0;
        let letter = |c: char| if is_dots && !is_between(c) && !is_removed(c) { 'q' } else { c };
        segment.chars().map(letter).collect::<String>()
    });
    segments.collect()
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
    /// The string with letters for the dots of the path, if the parser has removed segments of dots:
    /// of such a string it is seen where the path begins.
    dotless: Option<String>,
    /// The components that are still searched for, each with the strings to ask.
    searched: Vec<(Component, Vec<Substitution>)>,
}

impl Places {
    pub fn new(string: &str, values: Values) -> Self {
        let mut places =
            Self { string: string.to_owned(), values, parts: Default::default(), dotless: None, searched: Vec::new() };
        places.divide();
        places
    }

    /// Takes the division that explains the values. If the parser has removed segments of dots, several
    /// may, and it is asked about the string without dots first.
    fn divide(&mut self) {
        let divisions = divisions(&self.string, &self.values);
        let explanation = self.values.explaining(&self.string, &divisions);
        let path = explanation.as_ref().filter(|explanation| explanation.has_lost_dots).map(|explanation| {
            let path = explanation.division.spans[Component::Path as usize].clone().unwrap_or_default();
            let (before, after) = (&self.string[..path.start], &self.string[path.end..]);
            [before, &with_letters_for_dots(&self.string[path.clone()]), after].concat()
        });
        match path {
            Some(dotless) => self.dotless = Some(dotless),
            None => self.take(explanation, &divisions),
        }
    }

    /// Takes what the parser gives offsets of, and the spans of a division that explains all other
    /// values but perhaps one. If there is none, the texts of all divisions are candidates.
    fn take(&mut self, explanation: Option<Explanation<'_>>, divisions: &[Division]) {
        // A scheme is before the first colon, and other schemes change how the rest is read.
        let is_at_scheme = |division: &&Division| self.values.is_at(Component::Scheme, &self.string, division);
        let scheme = divisions.iter().find(is_at_scheme);
        for component in Component::ALL {
            let at = component as usize;
            let explained = explanation.as_ref().filter(|explanation| explanation.unexplained != Some(component));
            let division = explained.map(|explanation| explanation.division);
            let division = if component == Component::Scheme { division.or(scheme) } else { division };
            let divided = division.map(|division| division.spans[at].clone().map_or(Part::Absent, Part::At));
            self.parts[at] = match self.values.get(component) {
                AnsweredComponent::Omitted => Some(Part::Unknown),
                AnsweredComponent::At(start, end) => Some(Part::At(*start..*end)),
                AnsweredComponent::Absent => divided.map(|_| Part::Absent),
                AnsweredComponent::Text(_) => divided,
            };
            if self.parts[at].is_none() {
                let substitutions = self.candidates(component, divisions);
                let substitutions = substitutions.into_iter().flat_map(|span| self.substitutions(component, span));
                self.searched.push((component, substitutions.collect()));
            }
        }
    }

    /// Takes what the parser says of the string without dots. The division of that string is the one of
    /// this string if all components but the path are the same.
    fn take_dotless(&mut self, dotless: &str, values: Option<&Values>) {
        let own = divisions(&self.string, &self.values);
        let is_same = |values: &&Values| {
            let mut others = Component::ALL.into_iter().filter(|component| *component != Component::Path);
            others.all(|component| values.text(component, dotless) == self.values.text(component, &self.string))
        };
        let other = divisions(dotless, &self.values);
        let explanation = values.filter(is_same).and_then(|values| values.explaining(dotless, &other));
        let is_whole = |explanation: &Explanation<'_>| {
            !explanation.has_lost_dots && explanation.unexplained != Some(Component::Path)
        };
        let explanation = explanation.filter(is_whole).or_else(|| self.values.explaining(&self.string, &own));
        // The offsets are the same in both strings.
        self.take(explanation, &own);
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

    /// Whether the parser need not be asked any more.
    pub fn is_done(&self) -> bool {
        self.dotless.is_none() && self.searched.is_empty()
    }

    /// The strings that the parser must be asked about next.
    pub fn questions(&self) -> impl Iterator<Item = &str> {
        let substitutions = self.searched.iter().flat_map(|(_, substitutions)| substitutions);
        self.dotless.as_deref().into_iter().chain(substitutions.map(|substitution| substitution.string.as_str()))
    }

    /// Takes the answers to the questions, in order; `None` for a refusal or a fault.
    pub fn answer(&mut self, answers: &mut impl Iterator<Item = Option<Values>>) {
        if let Some(dotless) = self.dotless.take() {
            let values = answers.next().flatten();
            self.take_dotless(&dotless, values.as_ref());
            return;
        }
        for (component, substitutions) in std::mem::take(&mut self.searched) {
            let located: Vec<Range<usize>> = substitutions
                .into_iter()
                .zip(answers.by_ref())
                .filter(|(substitution, answer)| {
                    answer.as_ref().is_some_and(|values| self.is_moved(component, substitution, values))
                })
                .map(|(substitution, _)| substitution.span)
                .filter(|span| component != Component::Path || self.is_path(&self.string[span.clone()]))
                .collect();
            let is_empty = self.values.text(component, &self.string).is_empty();
            let value = self.values.text(component, &self.string);
            // Of digits from which the parser has removed zeros the longest are the port, and so is the
            // path of texts from which it has removed dots. Elsewhere the shortest text is the component,
            // which is empty only if the value is. What a parser removes at an end is no part of it.
            let best = located.into_iter().min_by_key(|span| {
                let text = &self.string[span.clone()];
                let length = span.len() as isize;
                let is_longest = matches!(component, Component::Port | Component::Path);
                let length = if is_longest { -length } else { length };
                (text.trim_matches(is_removed) != text, text.is_empty() != is_empty, length, span.start)
            });
            // A text of which nothing is left is a port that the scheme has anyway, or none.
            let best = best.filter(|span| !is_empty || span.is_empty() || component == Component::Port);
            // A value that is a part of the text may be at another place, where no text can be replaced.
            let best = best.filter(|span| {
                let text = &self.string[span.clone()];
                let is_part = text.len() > value.len() && text.to_lowercase().contains(&value.to_lowercase());
                let is_whole = match component {
                    Component::Path => true,
                    Component::Port => is_same_number(value, text.as_bytes()),
                    _ => is_in_brackets(text, value),
                };
                is_empty || is_whole || !is_part
            });
            let part = best.map_or(if is_empty { Part::Absent } else { Part::Unknown }, Part::At);
            self.parts[component as usize] = Some(part);
        }
    }

    /// Whether a text is the path, perhaps with segments of dots.
    fn is_path(&self, text: &str) -> bool {
        let value = self.values.text(Component::Path, &self.string);
        let is_value = |division: &Division| {
            division.is_spelled(Component::Path, value, text) || division.is_without_dots(value, text)
        };
        divisions(&self.string, &self.values).iter().any(is_value)
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

    /// The answer, when the parser need not be asked any more.
    pub fn into_answer(self) -> Answer {
        Answer::Accepted(self.parts.map(|part| part.unwrap_or(Part::Unknown)).into())
    }
}
