//! The summary at the end: the lines that each grammar accepts, by production, and those that it
//! refuses, by reason.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use foldhash::{HashMap, HashMapExt, HashSet, HashSetExt};
use uri_lineage::classifier::{Classifier, Context, Contexts, Stop, Verdicts};
use uri_lineage::language::{Refused, RefusedKey};
use uri_lineage::{Grammar, NotUtf8, Reason};

use super::args::SummaryFormat;
use super::counts::{self, Counts, Example, Lines, Reasons, add};
use crate::failure::Failure;
use crate::options::given::Given;
use crate::output::cells::Cells;

/// A count, and the first of the counted lines.
#[derive(Clone)]
struct Counted {
    count: u64,
    first: Example,
}

impl Counted {
    /// Adds the counts of other lines.
    fn add(&mut self, other: Self) {
        self.count += other.count;
        self.first.keep_earlier(other.first);
    }

    fn lines(&self) -> Lines<'_> {
        Lines { count: self.count, first: &self.first }
    }
}

/// Counts over all lines.
pub struct Summary {
    grammars: Vec<Given>,
    /// Whether there are several files, so that an example names its file.
    several: bool,
    /// The lines that stopped at each place: those with the fate that was first there. Each line
    /// has one end, and the state there determines its verdicts.
    places: HashMap<Place, Count>,
    /// Those with other fates.
    others: Vec<Count>,
    /// More about each of them. Counts are read often, so they are small.
    details: Vec<Detail>,
    /// For each production of the user, by its number, the lines that it refuses alike, with the
    /// reason; or that it accepts.
    owns: HashMap<(usize, OwnStop), (Option<Reason>, Counted)>,
    /// The reasons for which lines were refused. Only the first line for each is shown.
    reasons: HashSet<(Refuser, Reason)>,
}

/// Who refuses a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Refuser {
    BuiltIn(Grammar),
    /// A production of the user, by its number.
    Own(usize),
}

/// A place where lines stopped: a state of the classifier, and the byte there, if the line did not
/// end. It is one number, since each line looks for some places.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place(u64);

impl Place {
    /// Stands for the end of a line.
    const END: u16 = u16::MAX;

    fn of(stop: Stop) -> Self {
        let byte = stop.byte.map_or(Self::END, u16::from);
        Self(u64::from(stop.state) << u16::BITS | u64::from(byte))
    }

    /// The state in which lines ended; `None` if they did not end there.
    fn end(self) -> Option<u32> {
        (self.0 as u16 == Self::END).then_some((self.0 >> u16::BITS) as u32)
    }
}

/// What the reasons for refusals at one place depend on: the [number](Context::number) of a
/// context, or a larger one.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Fate(u64);

impl Fate {
    /// Nothing is refused there.
    const ACCEPTED: Self = Self(u64::MAX);
    /// The line is not UTF-8.
    const NOT_UTF8: Self = Self(u64::MAX - 1);

    fn refused(context: Context) -> Self {
        Self(context.number())
    }
}

/// How often lines had one fate at one place.
struct Count {
    fate: Fate,
    count: u64,
    /// The index of the [`Detail`].
    detail: u32,
    /// The index among the others of another fate at the same place.
    next: Option<u32>,
}

/// The place and the fate of some lines.
struct Detail {
    place: Place,
    /// The grammars that refuse a line there, and why.
    reasons: Vec<(Grammar, Reason)>,
    /// The first of the lines.
    first: Example,
}

/// How a production of the user reads a line.
#[derive(Clone, PartialEq, Eq, Hash)]
enum OwnStop {
    Accepts,
    NotUtf8,
    Refuses(RefusedKey),
}

impl Summary {
    pub fn new(grammars: &[Given], several: bool) -> Self {
        Self {
            grammars: grammars.to_vec(),
            several,
            places: HashMap::new(),
            others: Vec::new(),
            details: Vec::new(),
            owns: HashMap::new(),
            reasons: HashSet::new(),
        }
    }

    /// Whether a line is the first for one of the reasons for which it is refused.
    fn is_first(&mut self, refused: impl Iterator<Item = (Refuser, Reason)>) -> bool {
        refused.fold(false, |any, refused| any | self.reasons.insert(refused))
    }

    /// Counts a line that a production of the user accepts or refuses, and of which `shown` is
    /// kept. Lines are counted in order.
    pub fn own(
        &mut self,
        index: usize,
        refused: Result<Option<Refused<'_>>, NotUtf8>,
        place: (usize, u64),
        file: &Arc<str>,
        shown: &[u8],
    ) {
        let stop = match &refused {
            Err(_) => OwnStop::NotUtf8,
            Ok(None) => OwnStop::Accepts,
            Ok(Some(refused)) => OwnStop::Refuses(refused.key().clone()),
        };
        match self.owns.get_mut(&(index, stop.clone())) {
            Some((_, known)) => known.count += 1,
            None => {
                let reason = match refused {
                    Err(_) => Some(Reason::NonAscii),
                    Ok(refused) => refused.map(|refused| refused.reason()),
                };
                let is_shown = self.is_first(reason.iter().map(|&reason| (Refuser::Own(index), reason)));
                let first = Example::new(place, file, shown, is_shown);
                self.owns.insert((index, stop), (reason, Counted { count: 1, first }));
            }
        }
    }

    /// Counts the places where a line stopped: a line with this text, of which `shown` is kept.
    /// Lines are counted in order.
    #[inline]
    pub fn stops<'t>(
        &mut self,
        stops: &[Stop],
        place: (usize, u64),
        file: &Arc<str>,
        text: impl Fn() -> Result<&'t str, NotUtf8>,
        shown: &[u8],
    ) {
        // One test of the text serves all its stops.
        let mut contexts = None;
        for &stop in stops {
            let at = Place::of(stop);
            let first = self.places.get_mut(&at);
            let accepted = match &first {
                Some(first) => first.fate == Fate::ACCEPTED,
                None => refusing(&self.grammars, stop).next().is_none(),
            };
            // Only refusals depend on the text.
            let fate = if accepted {
                Fate::ACCEPTED
            } else {
                match contexts.get_or_insert_with(|| text().map(Contexts::new)) {
                    Ok(contexts) => Fate::refused(contexts.at(stop)),
                    Err(_) => Fate::NOT_UTF8,
                }
            };
            match first.and_then(|first| with_fate(first, &mut self.others, fate)) {
                Some(known) => known.count += 1,
                None => {
                    let contexts = contexts.as_mut().and_then(|contexts| contexts.as_mut().ok());
                    let reasons = reasons(refusing(&self.grammars, stop), contexts, stop);
                    let refused = reasons.iter().map(|&(grammar, reason)| (Refuser::BuiltIn(grammar), reason));
                    let is_shown = self.is_first(refused);
                    let first = Example::new(place, file, shown, is_shown);
                    self.add(fate, 1, Detail { place: at, reasons, first });
                }
            }
        }
    }

    /// Adds a fate that is new at its place.
    fn add(&mut self, fate: Fate, count: u64, detail: Detail) {
        let mut new = Count { fate, count, detail: self.details.len() as u32, next: None };
        match self.places.get_mut(&detail.place) {
            None => _ = self.places.insert(detail.place, new),
            Some(first) => {
                new.next = first.next.replace(self.others.len() as u32);
                self.others.push(new);
            }
        }
        self.details.push(detail);
    }

    /// Adds the counts of another part of the input. The first line for a reason is the first in
    /// one of the parts, which has its text.
    pub fn merge(&mut self, other: Self) {
        for (key, (reason, counted)) in other.owns {
            match self.owns.get_mut(&key) {
                Some((_, known)) => known.add(counted),
                None => _ = self.owns.insert(key, (reason, counted)),
            }
        }
        let mut counts: Vec<Count> = other.places.into_values().chain(other.others).collect();
        // In the order of the details.
        counts.sort_by_key(|count| count.detail);
        for (Count { fate, count, .. }, detail) in counts.into_iter().zip(other.details) {
            let first = self.places.get_mut(&detail.place);
            match first.and_then(|first| with_fate(first, &mut self.others, fate)) {
                Some(known) => {
                    known.count += count;
                    self.details[known.detail as usize].first.keep_earlier(detail.first);
                }
                None => self.add(fate, count, detail),
            }
        }
    }

    /// The lines by the places where they stopped and their fates, with their number.
    fn counted(&self) -> impl Iterator<Item = (u64, &Detail)> {
        self.places.values().chain(&self.others).map(|count| (count.count, &self.details[count.detail as usize]))
    }

    /// The verdicts on lines, each once, and how often it occurs.
    pub fn verdicts(&self) -> HashMap<Verdicts, u64> {
        let mut verdicts = HashMap::new();
        for (count, detail) in self.counted() {
            if let Some(end) = detail.place.end() {
                *verdicts.entry(Classifier::get().verdicts(end)).or_default() += count;
            }
        }
        verdicts
    }

    /// For each built-in grammar the lines that it refuses.
    fn refused(&self) -> [Reasons<'_>; Grammar::ALL.len()] {
        let mut refused = [const { Reasons::new() }; Grammar::ALL.len()];
        for (count, Detail { reasons, first, .. }) in self.counted() {
            reasons
                .iter()
                .for_each(|&(grammar, reason)| add(&mut refused[grammar as usize], reason, Lines { count, first }));
        }
        refused
    }

    /// The lines that a production of the user has read.
    fn owned(&self, index: usize) -> impl Iterator<Item = &(Option<Reason>, Counted)> {
        self.owns.iter().filter(move |((at, _), _)| *at == index).map(|(_, counted)| counted)
    }
}

/// The count of lines with a fate at a place, from the first there.
#[inline(always)]
fn with_fate<'c>(first: &'c mut Count, others: &'c mut [Count], fate: Fate) -> Option<&'c mut Count> {
    if first.fate == fate {
        return Some(first);
    }
    let mut next = first.next;
    while let Some(at) = next {
        let other = &others[at as usize];
        if other.fate == fate {
            return others.get_mut(at as usize);
        }
        next = other.next;
    }
    None
}

/// The selected grammars that refuse an input where it stopped.
fn refusing(selected: &[Given], stop: Stop) -> impl Iterator<Item = Grammar> {
    Classifier::get().refusing(stop).filter(|&grammar| selected.iter().any(|given| given.built_in() == Some(grammar)))
}

/// The reasons why some grammars refuse a line where it stopped. Without contexts, the line is not
/// UTF-8.
fn reasons(
    refusing: impl Iterator<Item = Grammar>,
    mut contexts: Option<&mut Contexts<'_>>,
    stop: Stop,
) -> Vec<(Grammar, Reason)> {
    let mut reason = |grammar| contexts.as_mut().map_or(Reason::NonAscii, |contexts| contexts.reason(grammar, stop));
    refusing.map(|grammar| (grammar, reason(grammar))).collect()
}

impl Summary {
    /// The counts of each grammar.
    fn counts(&self) -> Vec<Counts<'_>> {
        let (verdicts, refused) = (self.verdicts(), self.refused());
        let counts = self.grammars.iter().map(|given| {
            let mut accepted: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
            let mut reasons = Reasons::new();
            match given {
                Given::BuiltIn(grammar) => {
                    for (verdict, &count) in &verdicts {
                        if let Some(production) = verdict.production(*grammar) {
                            let (all, unexamined) = accepted.entry(production).or_default();
                            *all += count;
                            *unexamined += if verdict.is_unexamined(*grammar) { count } else { 0 };
                        }
                    }
                    reasons = refused[*grammar as usize].clone();
                }
                Given::Own(own) => {
                    for (reason, counted) in self.owned(own.index) {
                        match *reason {
                            Some(reason) => add(&mut reasons, reason, counted.lines()),
                            None => accepted.entry(own.recognizer.production()).or_default().0 += counted.count,
                        }
                    }
                }
            }
            let mut accepted: Vec<_> =
                accepted.into_iter().map(|(name, (count, unexamined))| (name, count, unexamined)).collect();
            accepted.sort_by_key(|&(name, count, _)| (Reverse(count), name));
            let mut refused: Vec<_> = reasons.into_iter().collect();
            refused.sort_by_key(|(_, lines)| (Reverse(lines.count), lines.first.location.key()));
            Counts { given, accepted, refused }
        });
        counts.collect()
    }

    /// The summary in a format, with at most `top` reasons for each grammar.
    pub fn written(&self, format: SummaryFormat, top: usize, cells: Cells) -> Result<Vec<u8>, Failure> {
        counts::written(&self.counts(), self.several, format, top, cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::check::counts::KEPT;

    /// Lines of many places and fates, long ones, in parts that are merged in any order: the first
    /// line for each reason keeps its text, and few others do.
    #[test]
    fn the_first_line_for_each_reason_keeps_its_text() {
        let begins = [
            "",
            "a",
            "http:",
            "http://h",
            "http://h:8",
            "//",
            "//h/",
            "//[",
            "ftp://u@h/",
            "news:a@",
            "url:",
            "Z:",
            "%4",
            "a?b#",
        ];
        let lines: Vec<String> = begins
            .iter()
            .flat_map(|begin| {
                (0..=0x17F).filter_map(char::from_u32).map(move |c| format!("{begin}{c}{}", "y".repeat(2 * KEPT)))
            })
            .collect();
        let given: Vec<Given> = Grammar::ALL.into_iter().map(Given::BuiltIn).collect();
        let file = Arc::from("list");
        for parts in 1..=3 {
            let mut summaries: Vec<Summary> = (0..parts).map(|_| Summary::new(&given, false)).collect();
            let mut expected = HashMap::new();
            for (number, line) in lines.iter().enumerate() {
                let mut stops = Vec::new();
                let end = Classifier::get().observe(line.as_bytes(), |stop| stops.push(stop));
                stops.push(end);
                for &stop in &stops {
                    for (grammar, reason) in reasons(refusing(&given, stop), Some(&mut Contexts::new(line)), stop) {
                        expected.entry((grammar, reason)).or_insert(number);
                    }
                }
                let place = (0, number as u64);
                summaries[number * 7 % parts].stops(&stops, place, &file, || Ok(line), line.as_bytes());
            }
            let mut all = Summary::new(&given, false);
            summaries.into_iter().rev().for_each(|part| all.merge(part));
            let mut found = 0;
            for (grammar, refused) in Grammar::ALL.into_iter().zip(all.refused()) {
                for (reason, Lines { first, .. }) in refused {
                    assert_eq!(first.location.line, expected[&(grammar, reason)] as u64, "{grammar} {reason:?}");
                    let line = &lines[first.location.line as usize];
                    assert_eq!(&*first.text, &line.as_bytes()[..KEPT], "{grammar} {reason:?}");
                    found += 1;
                }
            }
            assert_eq!(found, expected.len());
            let kept = all.details.iter().filter(|detail| !detail.first.text.is_empty()).count();
            assert!(kept <= parts * found && all.details.len() > 10 * kept, "{kept} of {}", all.details.len());
        }
    }
}
