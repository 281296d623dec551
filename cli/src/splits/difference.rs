//! Differences between the splits of grammars: their causes, their strings, and the search for all
//! of them.

use std::fmt::Display;
use std::io::Write;
use std::net::Ipv4Addr;
use std::ops::Range;

use uri_lineage::language::{NumberHostClass, NumberHosts, readings_sentence, split_sentence};
use uri_lineage::regular_bnf::{
    Border, Disagreement, GrammarSide, SpanComparison, SplitCause, SplitClass, SplitOptions,
};
use uri_lineage::{Component, Error};

use crate::failure::Failure;
use crate::options::sides::{ComponentReading, Side};
use crate::output::Output;
use crate::output::text::plain;
use crate::parallel;

/// Strings in which the same grammars read a component alike, and the first two grammars that read
/// it differently do so for the same cause.
pub struct SplitDifference {
    pub component: Component,
    pub class: DifferenceClass,
    /// The strings, shortest first.
    pub strings: Vec<Split>,
}

/// Which grammars read a component differently, and why.
pub enum DifferenceClass {
    /// Its spans differ.
    Spans {
        split: SplitClass,
        /// One grammar finds the span that comes first: the component as which the other grammar
        /// reads the beginning of this span.
        read_as: Option<Component>,
    },
    /// All read the same text as the host, and in it some the IPv4 address that the URL Standard
    /// reads, and others a name or another address.
    Address {
        /// Whether each of them reads that address.
        reads: Vec<bool>,
        /// Whether each of them is the URL Standard. Only it is compared with the others.
        is_standard: Vec<bool>,
        /// What each of them reads in the first string, in words.
        readings: Vec<String>,
    },
}

impl DifferenceClass {
    /// The first two grammars that read the component differently.
    pub fn pair(&self) -> (usize, usize) {
        match self {
            Self::Spans { split, .. } => split.pair,
            Self::Address { reads, .. } => {
                pairs(reads.len()).find(|&(left, right)| !self.alike(left, right)).unwrap_or_default()
            }
        }
    }

    /// Whether two grammars read the component alike.
    pub fn alike(&self, left: usize, right: usize) -> bool {
        match self {
            Self::Spans { split, .. } => split.alike(left, right),
            Self::Address { reads, is_standard, .. } => {
                reads[left] == reads[right] || !(is_standard[left] || is_standard[right])
            }
        }
    }

    /// How the two grammars differ.
    pub fn disagreement(&self) -> Disagreement {
        match self {
            Self::Spans { split, .. } => split.cause.disagreement(),
            Self::Address { .. } => Disagreement::Both,
        }
    }
}

/// A string, and how each grammar reads the component.
pub struct Split {
    pub string: String,
    /// The span of the component for each grammar.
    pub spans: Vec<Option<Range<usize>>>,
    /// The delimiter of the cause; `None` without a cause, and where the cause has no delimiter.
    pub delimiter: Option<Delimiter>,
    /// For each grammar of the URL Standard its refusal, where its productions accept the string and
    /// Unicode's IDNA processing refuses the host.
    pub domain_errors: Vec<Option<Error>>,
    /// For each grammar the IPv4 address that it reads in the host, if the host is written in another
    /// way.
    pub addresses: Vec<Option<Ipv4Addr>>,
}

/// The delimiter that causes a difference.
pub struct Delimiter {
    c: char,
    /// For each grammar the production that reads the delimiter, if the grammar has productions.
    pub productions: Vec<Option<String>>,
}

impl Split {
    /// The string as all sides read a component, whose spans have that index.
    pub fn new(string: String, sides: &[Side], component: Component, index: usize) -> Self {
        let spans = sides.iter().map(|side| side.spans[index].in_string(&string).unwrap_or_default()).collect();
        let domain_errors = sides.iter().map(|side| side.domain_error(&string)).collect();
        let address = |side: &Side| if component == Component::Host { side.address(&string) } else { None };
        let addresses = sides.iter().map(address).collect();
        Self { string, spans, delimiter: None, domain_errors, addresses }
    }

    /// The first of some strings, as many as are wanted: those that the URL Standard accepts where
    /// its grammar does, if there are such strings.
    pub fn first(splits: impl IntoIterator<Item = Self>, wanted: usize) -> Vec<Self> {
        let (mut accepted, mut refused) = (Vec::new(), Vec::new());
        for split in splits {
            (if split.is_refused() { &mut refused } else { &mut accepted }).push(split);
            if accepted.len() == wanted {
                return accepted;
            }
        }
        if accepted.is_empty() {
            refused.truncate(wanted);
            return refused;
        }
        accepted
    }

    /// Whether the URL Standard refuses the string where its grammar accepts it.
    fn is_refused(&self) -> bool {
        self.domain_errors.iter().any(Option::is_some)
    }

    /// Whether a grammar reads an address in the host that is written in another way.
    fn has_address(&self) -> bool {
        self.addresses.iter().any(Option::is_some)
    }

    /// How many strings to look at so that [`first`](Self::first) finds the wanted number.
    pub fn candidates(sides: &[Side], wanted: usize) -> usize {
        const MORE: usize = 24;
        if sides.iter().any(Side::has_unexamined) { wanted.saturating_add(MORE) } else { wanted }
    }

    /// The same with the delimiter of a cause.
    fn with_delimiter(mut self, class: &SplitClass, sides: &[Side]) -> Self {
        let first = if class.cause.first() == GrammarSide::Left { class.pair.0 } else { class.pair.1 };
        let Some(span) = self.spans.get(first).and_then(Clone::clone) else { return self };
        let offset = match class.cause {
            SplitCause::Ends { .. } | SplitCause::Apart { .. } => Some(span.end),
            SplitCause::Begins { after, .. } | SplitCause::Only { after, .. } | SplitCause::Empty { after, .. } => {
                match after {
                    // The delimiter may be the first character of the component.
                    Border::Mark(mark) if self.string[span.start..].starts_with(mark) => Some(span.start),
                    _ => self.string[..span.start].char_indices().next_back().map(|(offset, _)| offset),
                }
            }
        };
        self.delimiter = offset.and_then(|offset| {
            let c = self.string[offset..].chars().next()?;
            Some(Delimiter {
                c,
                productions: sides.iter().map(|side| side.production_at(&self.string, offset)).collect(),
            })
        });
        self
    }

    /// What a side reads in the host, in words.
    fn host_in_words(&self, side: &Side, number: usize) -> String {
        let host = self.spans[number].clone().and_then(|span| self.string.get(span)).unwrap_or_default();
        match (self.addresses[number], side.grammar()) {
            (Some(address), _) => format!("the address {address}"),
            (None, None) => "what is written".to_owned(),
            (None, Some(grammar)) => match grammar.ipv4_address(host) {
                Some(address) => format!("the address {address}"),
                None => "a name".to_owned(),
            },
        }
    }

    /// The delimiter in words, and the productions that read it.
    pub fn delimiter(&self, sides: &[Side]) -> Option<String> {
        let Delimiter { c, productions } = self.delimiter.as_ref()?;
        let readers = sides.iter().zip(productions).filter_map(|(side, production)| {
            let production = production.as_ref()?;
            Some(format!("{production} ({})", side.name))
        });
        let readers: Vec<String> = readers.collect();
        (!readers.is_empty()).then(|| format!("{} is read by {}", delimiter(*c), readers.join(", ")))
    }

    /// Lines for people: the string, and below it the component, whose spans have an index, as the
    /// grammars read it. Grammars that read it alike share a line, unless there are only two.
    pub fn text(&self, sides: &[Side], index: usize, component: Component, output: &mut Output) -> Result<(), Failure> {
        let mut lines: Vec<(Vec<&str>, String)> = Vec::new();
        for ((side, span), address) in sides.iter().zip(&self.spans).zip(&self.addresses) {
            let reading = ComponentReading::new(&self.string, span, side.spans[index].exists());
            let mut reading = reading.marked(&self.string, component, output);
            if let Some(address) = address {
                reading = format!("{reading} {address}");
            }
            match lines.iter_mut().find(|(_, line)| sides.len() > 2 && *line == reading) {
                Some((names, _)) => names.push(&side.name),
                None => lines.push((vec![&*side.name], reading)),
            }
        }
        let width = lines.iter().map(|(names, _)| names.join(", ").len()).max().unwrap_or_default();
        writeln!(output.out, "  {:width$} | {}", "", plain(&self.string))?;
        for (names, reading) in lines {
            writeln!(output.out, "  {:width$} | {reading}", names.join(", "))?;
        }
        for (side, error) in sides.iter().zip(&self.domain_errors) {
            if let Some(error) = error {
                writeln!(output.out, "  {} accepts it, and the URL Standard does not: {}", side.name, error.message())?;
            }
        }
        Ok(())
    }
}

/// The differences in the components `compared`, in the order of `components`, whose spans the
/// sides have. Each difference has some witnesses, the shortest first. Each string that all sides
/// accept, and in which they do not read a component alike, belongs to exactly one difference of
/// that component.
pub fn find(
    sides: &[Side],
    (components, compared): (&[Component], &[Component]),
    strict: bool,
    witnesses: usize,
) -> Result<Vec<SplitDifference>, Failure> {
    let indices = (0..components.len()).filter(|&index| compared.contains(&components[index])).collect();
    let differences =
        parallel::map("components", indices, |index| find_in_component(sides, components, index, strict, witnesses));
    let differences: Vec<Vec<SplitDifference>> = differences.into_iter().collect::<Result<_, _>>()?;
    Ok(differences.into_iter().flatten().collect())
}

/// The differences in the component with an index.
fn find_in_component(
    sides: &[Side],
    components: &[Component],
    index: usize,
    strict: bool,
    witnesses: usize,
) -> Result<Vec<SplitDifference>, Failure> {
    let component = components[index];
    let spans: Vec<_> = sides.iter().map(|side| &side.spans[index]).collect();
    let others: Vec<usize> = (0..components.len()).filter(|&other| other != index).collect();
    let parts: Vec<Vec<_>> =
        sides.iter().map(|side| others.iter().map(|&other| &side.spans[other]).collect()).collect();
    let witnesses = witnesses.max(1);
    let candidates = Split::candidates(sides, witnesses);
    let options = SplitOptions::default().comparison(component.comparison().strict(strict));
    let options = options.parts(parts).witnesses(candidates);
    let classes = SplitClass::find_all(&spans, &options);
    let classes = classes.map_err(|error| about_sides(sides, &error))?;
    let differences = classes.into_iter().map(|class| {
        let strings = class.strings.iter().map(|string| Split::new(string.witness.clone(), sides, component, index));
        let strings = Split::first(strings, witnesses).into_iter();
        let strings = strings.map(|split| split.with_delimiter(&class, sides)).collect();
        let read_as = class.read_as.and_then(|part| others.get(part)).map(|&other| components[other]);
        SplitDifference { component, class: DifferenceClass::Spans { split: class, read_as }, strings }
    });
    let addresses = if component == Component::Host { addresses(sides, index, strict, witnesses)? } else { Vec::new() };
    Ok(differences.chain(addresses).collect())
}

/// The strings in which all sides read the same text as the host, whose spans have an index, and some
/// read an address in it: a difference for each set of sides that do.
pub fn addresses(
    sides: &[Side],
    index: usize,
    strict: bool,
    witnesses: usize,
) -> Result<Vec<SplitDifference>, Failure> {
    let grammars: Vec<_> = sides.iter().map(Side::grammar).collect();
    let hosts = NumberHosts::read_by(&grammars).map_err(|error| about_sides(sides, &error))?;
    let (Some(hosts), Some((first, others))) = (hosts, sides.split_first()) else { return Ok(Vec::new()) };
    let others: Vec<_> = others.iter().map(|side| &side.spans[index]).collect();
    let component = Component::Host;
    let alike = first.spans[index].alike(&others, SpanComparison::default().strict(strict));
    let alike = alike.map_err(|error| about_sides(sides, &error))?;
    let mut differences = Vec::new();
    for NumberHostClass { reads, strings } in hosts.classes() {
        let strings = alike.intersection(strings)?;
        let splits = strings.members().take(Split::candidates(sides, witnesses));
        let splits = splits.map(|string| Split::new(string, sides, component, index));
        // A name may be among them.
        let strings = Split::first(splits.filter(|split| split.is_refused() || split.has_address()), witnesses);
        if let Some(first) = strings.first() {
            let readings = sides.iter().enumerate().map(|(number, side)| first.host_in_words(side, number)).collect();
            let is_standard = sides.iter().map(Side::is_standard).collect();
            let class = DifferenceClass::Address { reads: reads.clone(), is_standard, readings };
            differences.push(SplitDifference { component, class, strings });
        }
    }
    Ok(differences)
}

/// A character as a delimiter.
fn delimiter(c: char) -> String {
    match c {
        ' '..='~' => Border::Mark(c).to_string(),
        c => format!("U+{:04X}", u32::from(c)),
    }
}

/// All pairs of sides, by their numbers: each side with those in front of it.
pub fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(|right| (0..right).map(move |left| (left, right)))
}

/// An error with the names of the sides.
fn about_sides(sides: &[Side], error: &dyn Display) -> Failure {
    let names: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
    Failure::Usage(format!("{}: {error}", names.join(" and ")))
}

impl SplitDifference {
    /// Why the first two grammars that differ do so: a sentence, which also names the grammars that
    /// agree with one of the two.
    pub fn sentence(&self, sides: &[Side]) -> String {
        let (left, right) = self.class.pair();
        match &self.class {
            DifferenceClass::Spans { split, read_as } => {
                let groups = [self.names_like(left, right, sides), self.names_like(right, left, sides)];
                split_sentence(self.component, split.cause, *read_as, groups.each_ref().map(Vec::as_slice))
            }
            DifferenceClass::Address { readings, .. } => {
                readings_sentence(sides.iter().map(|side| &*side.name).zip(readings.iter().map(String::as_str)))
            }
        }
    }

    /// The names of a side, and of the sides that agree with it and not with another side.
    fn names_like<'s>(&self, side: usize, other: usize, sides: &'s [Side]) -> Vec<&'s str> {
        let agreeing = (0..sides.len())
            .filter(|&index| index != side && self.class.alike(index, side) && !self.class.alike(index, other));
        std::iter::once(side).chain(agreeing).map(|index| sides[index].name.as_str()).collect()
    }

    /// Text for people: the sentence, and each string as each group of grammars reads it.
    pub fn text(&self, sides: &[Side], index: usize, output: &mut Output) -> Result<(), Failure> {
        writeln!(output.out, "  {}", self.sentence(sides))?;
        if let Some(delimiter) = self.strings.first().and_then(|split| split.delimiter(sides)) {
            writeln!(output.out, "  {delimiter}")?;
        }
        self.strings.iter().try_for_each(|split| split.text(sides, index, self.component, output))
    }
}
