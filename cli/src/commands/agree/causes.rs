//! The causes for which several grammars read a string differently.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::Range;

use uri_lineage::Component;
use uri_lineage::language::{Agreement, Disagreement};

use crate::failure::Failure;
use crate::options::sides::{Read, Side};
use crate::output::Output;
use crate::output::text::plain;
use crate::parallel::each;

/// Strings in which the same grammars read a component alike, and others differently.
pub struct Cause {
    pub component: Component,
    /// How the two differ by which the strings were found.
    pub difference: Disagreement,
    /// The strings, shortest first.
    pub strings: Vec<Split>,
}

/// A string, and how each grammar reads the component.
pub struct Split {
    pub string: String,
    /// The span of the component for each grammar.
    pub spans: Vec<Option<Range<usize>>>,
}

impl Split {
    /// The number of the first grammar that reads the component as each one does: an empty component is like an absent one.
    fn groups(&self) -> Vec<usize> {
        let some = |span: &Option<Range<usize>>| span.clone().filter(|span| !span.is_empty());
        let spans: Vec<_> = self.spans.iter().map(some).collect();
        spans.iter().map(|span| spans.iter().position(|other| other == span).unwrap_or_default()).collect()
    }
}

/// The causes, shortest strings first, each with some witnesses. The sides have spans of all `components`. Each string that all accept and do not read alike differs between two grammars, in one
/// component and in one way; each such pair and way has its shortest strings here, unless they are those of another pair.
pub fn find(
    sides: &[Side],
    (components, compared): (&[Component], &[Component]),
    agreement: &Agreement,
    (strict, witnesses): (bool, usize),
) -> Result<Vec<Cause>, Failure> {
    let places = components.iter().enumerate().filter(|(_, component)| compared.contains(component));
    let mut work: Vec<(usize, Component, usize, usize)> = Vec::new();
    for (at, &component) in places {
        for left in 0..sides.len() {
            work.extend((left + 1..sides.len()).map(|right| (at, component, left, right)));
        }
    }
    let found = each("pairs", work, |(at, component, left, right)| {
        let [ours, theirs] = [left, right].map(|side| &sides[side].spans[at]);
        let ours = if sides.len() > 2 { ours.within(agreement.accepted()) } else { Ok(ours.clone()) };
        let all = ours
            .and_then(|ours| component.differentials(&ours, theirs, strict))
            .map_err(|error| Failure::Usage(format!("{} and {}: {error}", sides[left].name, sides[right].name)))?;
        let mut splits = Vec::new();
        for difference in Disagreement::ALL {
            for found in all.of_kind(difference).take(witnesses) {
                let spans =
                    sides.iter().map(|side| side.spans[at].in_string(&found.witness).unwrap_or_default()).collect();
                splits.push((component, difference, Split { string: found.witness, spans }));
            }
        }
        Ok::<_, Failure>(splits)
    });
    type Key = (Component, Disagreement, Vec<usize>);
    let mut causes: BTreeMap<Key, BTreeMap<(usize, String), Split>> = BTreeMap::new();
    for splits in found {
        for (component, difference, split) in splits? {
            let own = causes.entry((component, difference, split.groups())).or_default();
            own.insert((split.string.chars().count(), split.string.clone()), split);
        }
    }
    let all = causes.into_iter().map(|((component, difference, _), strings)| {
        let strings = strings.into_values().take(witnesses).collect();
        Cause { component, difference, strings }
    });
    let mut all: Vec<Cause> = all.collect();
    all.sort_by_key(|cause| cause.strings.first().map_or(0, |split| split.string.chars().count()));
    Ok(all)
}

impl Cause {
    /// Text for people: the string, and below it the component as each group of grammars reads it.
    pub fn text(&self, sides: &[Side], output: &mut Output) -> Result<(), Failure> {
        writeln!(output.out, "{}", output.bold(self.component))?;
        for split in &self.strings {
            let mut lines: Vec<(Vec<&str>, String)> = Vec::new();
            for (side, span) in sides.iter().zip(&split.spans) {
                let read = Read::of(&split.string, span, true).marked(&split.string, self.component, output);
                match lines.iter_mut().find(|(_, other)| *other == read) {
                    Some((names, _)) => names.push(&side.name),
                    None => lines.push((vec![&*side.name], read)),
                }
            }
            let width = lines.iter().map(|(names, _)| names.join(", ").len()).max().unwrap_or_default();
            writeln!(output.out, "  {:width$} | {}", "", plain(&split.string))?;
            for (names, read) in lines {
                writeln!(output.out, "  {:width$} | {read}", names.join(", "))?;
            }
        }
        Ok(())
    }
}
