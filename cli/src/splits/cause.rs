//! A cause, its strings, and the search for all of them.

use std::io::Write;
use std::ops::Range;

use uri_lineage::Component;
use uri_lineage::language::{Border, GrammarSide, SplitCause, SplitClass};

use super::sentence;
use crate::failure::Failure;
use crate::options::sides::{Read, Side};
use crate::output::Output;
use crate::output::text::plain;
use crate::parallel::each;

/// Strings in which the same grammars read a component alike, and the first two that do not differ
/// for the same cause.
pub struct Cause {
    pub component: Component,
    pub class: SplitClass,
    /// The component as which the other grammar reads the beginning of the component that comes
    /// first.
    pub read_as: Option<Component>,
    /// The strings, shortest first.
    pub strings: Vec<Split>,
}

/// A string, and how each grammar reads the component.
pub struct Split {
    pub string: String,
    /// The span of the component for each grammar.
    pub spans: Vec<Option<Range<usize>>>,
    /// The delimiter of the cause, and for each grammar the production that reads it, if it has
    /// productions; `None` without a cause, and where the cause has no delimiter.
    pub delimiter: Option<(char, Vec<Option<String>>)>,
}

impl Split {
    /// The string as all sides read the component with that number.
    pub fn new(string: String, sides: &[Side], at: usize) -> Self {
        let spans = sides.iter().map(|side| side.spans[at].in_string(&string).unwrap_or_default()).collect();
        Self { string, spans, delimiter: None }
    }

    /// The same with the delimiter of a cause.
    fn with_delimiter(mut self, class: &SplitClass, sides: &[Side]) -> Self {
        let first = if class.cause.first() == GrammarSide::Left { class.pair.0 } else { class.pair.1 };
        let Some(span) = self.spans.get(first).and_then(Clone::clone) else { return self };
        let at = match class.cause {
            SplitCause::Ends { .. } | SplitCause::Apart { .. } => Some(span.end),
            SplitCause::Begins { after, .. } | SplitCause::Only { after, .. } | SplitCause::Empty { after, .. } => {
                let before = self.string[..span.start].char_indices().next_back();
                // The delimiter may be the first character of the component.
                let own = matches!(after, Border::Mark(mark) if self.string[span.start..].starts_with(mark));
                if own { Some(span.start) } else { before.map(|(at, _)| at) }
            }
        };
        let c = at.and_then(|at| self.string[at..].chars().next());
        let productions = |at| sides.iter().map(|side| side.production_at(&self.string, at)).collect();
        self.delimiter = c.zip(at.map(productions));
        self
    }

    /// The delimiter in words, and the productions that read it.
    pub fn delimiter(&self, sides: &[Side]) -> Option<String> {
        let (c, productions) = self.delimiter.as_ref()?;
        let name =
            |(side, production): (&Side, &Option<String>)| Some(format!("{} ({})", production.as_ref()?, side.name));
        let all: Vec<String> = sides.iter().zip(productions).filter_map(name).collect();
        (!all.is_empty()).then(|| format!("{} is read by {}", sentence::delimiter(*c), all.join(", ")))
    }

    /// Lines for people: the string, and below it the component as the grammars read it. Those that
    /// do so alike share a line, unless there are only two.
    pub fn text(&self, sides: &[Side], at: usize, component: Component, output: &mut Output) -> Result<(), Failure> {
        let mut lines: Vec<(Vec<&str>, String)> = Vec::new();
        for (side, span) in sides.iter().zip(&self.spans) {
            let read = Read::of(&self.string, span, side.spans[at].exists()).marked(&self.string, component, output);
            match lines.iter_mut().find(|(_, other)| sides.len() > 2 && *other == read) {
                Some((names, _)) => names.push(&side.name),
                None => lines.push((vec![&*side.name], read)),
            }
        }
        let width = lines.iter().map(|(names, _)| names.join(", ").len()).max().unwrap_or_default();
        writeln!(output.out, "  {:width$} | {}", "", plain(&self.string))?;
        for (names, read) in lines {
            writeln!(output.out, "  {:width$} | {read}", names.join(", "))?;
        }
        Ok(())
    }
}

/// The causes of the compared ones of `components`, of which the sides have spans: those of a
/// component together, the shortest string first, each with some witnesses. Each string that all
/// accept and do not read alike in a component belongs to exactly one cause of that component.
pub fn find(
    sides: &[Side],
    (components, compared): (&[Component], &[Component]),
    strict: bool,
    witnesses: usize,
) -> Result<Vec<Cause>, Failure> {
    let places = components.iter().enumerate().filter(|(_, component)| compared.contains(component));
    let work = places.map(|(at, component)| (at, *component)).collect();
    let found = each("components", work, |(at, component)| {
        let others = |at: usize| (0..components.len()).filter(move |other| *other != at);
        let spans: Vec<_> = sides.iter().map(|side| &side.spans[at]).collect();
        let names = || sides.iter().map(|side| side.name.as_str()).collect::<Vec<_>>().join(" and ");
        let parts: Vec<Vec<_>> =
            sides.iter().map(|side| others(at).map(|other| &side.spans[other]).collect()).collect();
        let classes = component.split_classes(&spans, &parts, strict, witnesses);
        let classes = classes.map_err(|error| Failure::Usage(format!("{}: {error}", names())))?;
        let cause = |class: SplitClass| {
            let strings = class.strings.iter().map(|found| Split::new(found.witness.clone(), sides, at));
            let strings = strings.map(|split| split.with_delimiter(&class, sides)).collect();
            let read_as = class.read_as.and_then(|part| others(at).nth(part)).map(|other| components[other]);
            Cause { component, class, read_as, strings }
        };
        Ok::<_, Failure>(classes.into_iter().map(cause).collect::<Vec<_>>())
    });
    let all: Vec<Vec<Cause>> = found.into_iter().collect::<Result<_, _>>()?;
    Ok(all.into_iter().flatten().collect())
}

impl Cause {
    /// Why the first two grammars that differ do so: a sentence, which names those that read the
    /// component as one of the two.
    pub fn sentence(&self, sides: &[Side]) -> String {
        let (left, right) = self.class.pair;
        let alike = |one: usize, than: usize| {
            let like = |side: &usize| self.class.alike(*side, one) && !self.class.alike(*side, than);
            let more = (0..sides.len()).filter(|&side| side != one).filter(like);
            std::iter::once(one).chain(more).map(|side| sides[side].name.as_str()).collect()
        };
        sentence::sentence(self.component, self.class.cause, self.read_as, [alike(left, right), alike(right, left)])
    }

    /// Text for people: the sentence, and each string as each group of grammars reads it.
    pub fn text(&self, sides: &[Side], at: usize, output: &mut Output) -> Result<(), Failure> {
        writeln!(output.out, "  {}", self.sentence(sides))?;
        if let Some(delimiter) = self.strings.first().and_then(|split| split.delimiter(sides)) {
            writeln!(output.out, "  {delimiter}")?;
        }
        self.strings.iter().try_for_each(|split| split.text(sides, at, self.component, output))
    }
}
