//! The summary at the end: the lines that each grammar accepts, by production, and those that it
//! refuses, by reason.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use foldhash::{HashMap, HashMapExt, HashSet, HashSetExt};
use uri_lineage::classifier::{Classifier, Context, Contexts, Stop, Verdicts};
use uri_lineage::language::{RecognizerError, RefusalKey};
use uri_lineage::{Grammar, NotUtf8, Reason};

use super::args::SummaryFormat;
use super::counts::{self, AcceptedLines, ExampleLine, GrammarCounts, LineToCount, Lines, RefusalsByReason, add};
use crate::failure::Failure;
use crate::options::url_grammar::{UrlGrammar, UserGrammar};
use crate::output::cells::Cells;

/// A count, and the first of the counted lines.
#[derive(Clone)]
struct CountedLines {
    count: u64,
    first: ExampleLine,
}

impl CountedLines {
    /// Adds the counts of other lines.
    fn add(&mut self, lines: Self) {
        self.count += lines.count;
        self.first.keep_earlier(lines.first);
    }

    fn lines(&self) -> Lines<'_> {
        Lines { count: self.count, first: &self.first }
    }
}

/// Counts over all lines.
pub struct CheckSummary {
    grammars: Vec<UrlGrammar>,
    /// Whether there are several files, so that an example names its file.
    several: bool,
    /// The lines that stopped at each place: those with the fate that was first there. Each line
    /// has one end, and the state there determines its verdicts.
    places: HashMap<StopPlace, FateCount>,
    /// The lines with other fates.
    other_fates: Vec<FateCount>,
    /// The places and the first lines of all counts. Counts are read often, so they are small.
    details: Vec<FateDetail>,
    /// For each production of the user, by its number, how many lines it accepts, by the name of the
    /// production that the lines are of.
    accepted_by_user: HashMap<usize, BTreeMap<String, u64>>,
    /// For each production of the user, by its number, the lines that it refuses alike, with the
    /// reason.
    refused_by_user: HashMap<(usize, UserStop), (Reason, CountedLines)>,
    /// For each production of the user, by its number, how many lines are too long for it.
    too_long: HashMap<usize, u64>,
    /// The reasons for which lines were refused. Only the first line for each is shown.
    reasons: HashSet<(Refuser, Reason)>,
}

/// Who refuses a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Refuser {
    BuiltIn(Grammar),
    /// A production of the user, by its number.
    User(usize),
}

/// A place where lines stopped: a state of the classifier, and the byte there. If the line ended,
/// the grammars for which its host is no domain stand in place of the byte. It is one number, since
/// each line looks for some places.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct StopPlace(u64);

impl StopPlace {
    /// Greater than any byte.
    const END: u64 = 1 << u8::BITS;

    fn new(stop: Stop, verdicts: Verdicts) -> Self {
        let byte = match stop.byte {
            Some(byte) => byte.into(),
            None => verdicts.without_domain().fold(Self::END, |set, grammar| set | Self::END << 1 << grammar as u64),
        };
        Self(u64::from(stop.state) << u32::BITS | byte)
    }
}

/// A number that determines the reasons for refusals at one place: the [number](Context::number) of
/// a context, or a larger one.
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
struct FateCount {
    fate: Fate,
    count: u64,
    /// The index of the [`FateDetail`].
    detail: u32,
    /// The index in `other_fates` of another fate at the same place.
    next: Option<u32>,
}

/// The place and the fate of some lines.
struct FateDetail {
    place: StopPlace,
    /// The verdicts on the lines, if they ended there.
    verdicts: Option<Verdicts>,
    /// The grammars that refuse a line there, and why.
    reasons: Vec<(Grammar, Reason)>,
    /// The first of the lines.
    first: ExampleLine,
}

/// How a production of the user refuses a line.
#[derive(Clone, PartialEq, Eq, Hash)]
enum UserStop {
    NotUtf8,
    Refuses(RefusalKey),
}

impl CheckSummary {
    pub fn new(grammars: &[UrlGrammar], several: bool) -> Self {
        Self {
            grammars: grammars.to_vec(),
            several,
            places: HashMap::new(),
            other_fates: Vec::new(),
            details: Vec::new(),
            accepted_by_user: HashMap::new(),
            refused_by_user: HashMap::new(),
            too_long: HashMap::new(),
            reasons: HashSet::new(),
        }
    }

    /// Whether a line is the first for one of the reasons for which it is refused.
    fn is_first(&mut self, refused: impl Iterator<Item = (Refuser, Reason)>) -> bool {
        refused.fold(false, |is_first, refusal| is_first | self.reasons.insert(refusal))
    }

    /// Counts a line that a production of the user accepts, with the name of the production that the
    /// line is of, or refuses. Lines are counted in order.
    pub fn count_user(
        &mut self,
        index: usize,
        read: Result<Result<&str, RecognizerError<'_>>, NotUtf8>,
        line: &LineToCount<'_>,
    ) {
        let (stop, reason) = match &read {
            Ok(Ok(production)) => {
                let accepted = self.accepted_by_user.entry(index).or_default();
                match accepted.get_mut(*production) {
                    Some(count) => *count += 1,
                    None => _ = accepted.insert((*production).to_owned(), 1),
                }
                return;
            }
            Ok(Err(refused)) => (UserStop::Refuses(refused.key()), None),
            Err(_) => (UserStop::NotUtf8, Some(Reason::NonAscii)),
        };
        if let Some((_, lines)) = self.refused_by_user.get_mut(&(index, stop.clone())) {
            lines.count += 1;
            return;
        }
        let refused = read.ok().and_then(Result::err);
        let Some(reason) = reason.or_else(|| refused.map(|refused| refused.reason())) else { return };
        let is_shown = self.is_first([(Refuser::User(index), reason)].into_iter());
        let first = ExampleLine::new(line, is_shown);
        self.refused_by_user.insert((index, stop), (reason, CountedLines { count: 1, first }));
    }

    /// Counts a line of which too little is kept for a production of the user.
    pub fn count_too_long(&mut self, index: usize) {
        *self.too_long.entry(index).or_default() += 1;
    }

    /// Counts the places where a line with these verdicts stopped. Lines are counted in order.
    #[inline]
    pub fn count_stops<'t>(
        &mut self,
        stops: &[Stop],
        verdicts: Verdicts,
        text: impl Fn() -> Result<&'t str, NotUtf8>,
        line: &LineToCount<'_>,
    ) {
        // One test of the text serves all its stops.
        let mut contexts = None;
        for &stop in stops {
            let place = StopPlace::new(stop, verdicts);
            let first = self.places.get_mut(&place);
            let is_accepted = match &first {
                Some(first) => first.fate == Fate::ACCEPTED,
                None => refusing(&self.grammars, stop, verdicts).next().is_none(),
            };
            // Only refusals depend on the text.
            let fate = if is_accepted {
                Fate::ACCEPTED
            } else {
                match contexts.get_or_insert_with(|| text().map(Contexts::new)) {
                    Ok(contexts) => Fate::refused(contexts.at(stop)),
                    Err(_) => Fate::NOT_UTF8,
                }
            };
            match first.and_then(|first| with_fate(first, &mut self.other_fates, fate)) {
                Some(lines) => lines.count += 1,
                None => {
                    let contexts = contexts.as_mut().and_then(|contexts| contexts.as_mut().ok());
                    let reasons = reasons(refusing(&self.grammars, stop, verdicts), contexts, stop, verdicts);
                    let refused = reasons.iter().map(|&(grammar, reason)| (Refuser::BuiltIn(grammar), reason));
                    let is_shown = self.is_first(refused);
                    let first = ExampleLine::new(line, is_shown);
                    let verdicts = stop.byte.is_none().then_some(verdicts);
                    self.add(fate, 1, FateDetail { place, verdicts, reasons, first });
                }
            }
        }
    }

    /// Adds a fate that is new at its place.
    fn add(&mut self, fate: Fate, count: u64, detail: FateDetail) {
        let mut new = FateCount { fate, count, detail: self.details.len() as u32, next: None };
        match self.places.get_mut(&detail.place) {
            None => _ = self.places.insert(detail.place, new),
            Some(first) => {
                new.next = first.next.replace(self.other_fates.len() as u32);
                self.other_fates.push(new);
            }
        }
        self.details.push(detail);
    }

    /// Adds the counts of another part of the input. The first line for a reason is the first in
    /// one of the parts, which has its text.
    pub fn merge(&mut self, part: Self) {
        for (index, accepted) in part.accepted_by_user {
            let all = self.accepted_by_user.entry(index).or_default();
            for (production, count) in accepted {
                *all.entry(production).or_default() += count;
            }
        }
        for (key, (reason, counted)) in part.refused_by_user {
            match self.refused_by_user.get_mut(&key) {
                Some((_, lines)) => lines.add(counted),
                None => _ = self.refused_by_user.insert(key, (reason, counted)),
            }
        }
        for (index, lines) in part.too_long {
            *self.too_long.entry(index).or_default() += lines;
        }
        let mut counts: Vec<FateCount> = part.places.into_values().chain(part.other_fates).collect();
        // In the order of the details.
        counts.sort_by_key(|count| count.detail);
        for (FateCount { fate, count, .. }, detail) in counts.into_iter().zip(part.details) {
            let first = self.places.get_mut(&detail.place);
            match first.and_then(|first| with_fate(first, &mut self.other_fates, fate)) {
                Some(lines) => {
                    lines.count += count;
                    self.details[lines.detail as usize].first.keep_earlier(detail.first);
                }
                None => self.add(fate, count, detail),
            }
        }
    }

    /// The lines by the places where they stopped and their fates, with their number.
    fn counted(&self) -> impl Iterator<Item = (u64, &FateDetail)> {
        self.places.values().chain(&self.other_fates).map(|count| (count.count, &self.details[count.detail as usize]))
    }

    /// The verdicts on lines, each once, and how often it occurs.
    pub fn verdicts(&self) -> HashMap<Verdicts, u64> {
        let mut verdicts = HashMap::new();
        for (count, detail) in self.counted() {
            if let Some(end) = detail.verdicts {
                *verdicts.entry(end).or_default() += count;
            }
        }
        verdicts
    }

    /// For each built-in grammar the lines that it refuses.
    fn refused(&self) -> [RefusalsByReason<'_>; Grammar::ALL.len()] {
        let mut refused = [const { RefusalsByReason::new() }; Grammar::ALL.len()];
        for (count, FateDetail { reasons, first, .. }) in self.counted() {
            for &(grammar, reason) in reasons {
                add(&mut refused[grammar as usize], reason, Lines { count, first });
            }
        }
        refused
    }
}

/// The count of lines with a fate at a place, from the first there.
#[inline(always)]
fn with_fate<'c>(first: &'c mut FateCount, other_fates: &'c mut [FateCount], fate: Fate) -> Option<&'c mut FateCount> {
    if first.fate == fate {
        return Some(first);
    }
    let mut next = first.next;
    while let Some(index) = next {
        let lines = &other_fates[index as usize];
        if lines.fate == fate {
            return other_fates.get_mut(index as usize);
        }
        next = lines.next;
    }
    None
}

/// The selected grammars that refuse an input with these verdicts where it stopped.
fn refusing(selected: &[UrlGrammar], stop: Stop, verdicts: Verdicts) -> impl Iterator<Item = Grammar> {
    let without_domain = verdicts.without_domain().filter(move |_| stop.byte.is_none());
    Classifier::get()
        .refusing(stop)
        .chain(without_domain)
        .filter(|&grammar| selected.iter().any(|selected| selected.built_in() == Some(grammar)))
}

/// The reasons why some grammars refuse a line where it stopped. Without contexts, the line is not
/// UTF-8.
fn reasons(
    refusing: impl Iterator<Item = Grammar>,
    mut contexts: Option<&mut Contexts<'_>>,
    stop: Stop,
    verdicts: Verdicts,
) -> Vec<(Grammar, Reason)> {
    let reasons = refusing.map(|grammar| match &mut contexts {
        _ if verdicts.has_no_domain(grammar) => (grammar, Reason::Host),
        Some(contexts) => (grammar, contexts.reason(grammar, stop)),
        None => (grammar, Reason::NonAscii),
    });
    reasons.collect()
}

impl CheckSummary {
    /// The counts of each grammar.
    fn counts(&self) -> Vec<GrammarCounts<'_>> {
        let (verdicts, refused) = (self.verdicts(), self.refused());
        let counts = self.grammars.iter().map(|grammar| {
            let (accepted, refused) = match grammar {
                UrlGrammar::BuiltIn(grammar) => (accepted(*grammar, &verdicts), refused[*grammar as usize].clone()),
                UrlGrammar::User(grammar) => self.counts_of_user_grammar(grammar),
            };
            let mut accepted: Vec<AcceptedLines<'_>> = accepted.into_values().collect();
            accepted.sort_by_key(|lines| (Reverse(lines.count), lines.production));
            let mut refused: Vec<_> = refused.into_iter().collect();
            refused.sort_by_key(|(_, lines)| (Reverse(lines.count), lines.first.location.key()));
            // Documents of one scheme say nothing of URLs of other schemes.
            let is_of_few_schemes = grammar.user_grammar().is_some_and(|user| user.source.is_of_few_schemes());
            let is_other = |(reason, _): &(Reason, _)| is_of_few_schemes && *reason == Reason::UnknownScheme;
            let other_schemes = refused.iter().find(|refused| is_other(refused)).map(|(_, lines)| *lines);
            refused.retain(|refused| !is_other(refused));
            let too_long = grammar.user_grammar().and_then(|user| self.too_long.get(&user.index)).copied();
            GrammarCounts { grammar, accepted, refused, other_schemes, too_long: too_long.unwrap_or_default() }
        });
        counts.collect()
    }

    /// The lines that a production of the user accepts, and those that it refuses.
    fn counts_of_user_grammar<'s>(
        &'s self,
        grammar: &'s UserGrammar,
    ) -> (AcceptedByProduction<'s>, RefusalsByReason<'s>) {
        let (mut accepted, mut refused) = (AcceptedByProduction::new(), RefusalsByReason::new());
        for (production, &count) in self.accepted_by_user.get(&grammar.index).into_iter().flatten() {
            accepted.insert(production.as_str(), AcceptedLines { production, count });
        }
        for ((_, _), (reason, lines)) in self.refused_by_user.iter().filter(|((index, _), _)| *index == grammar.index) {
            add(&mut refused, *reason, lines.lines());
        }
        (accepted, refused)
    }

    /// The summary in a format, with at most `top` reasons for each grammar.
    pub fn written(&self, format: SummaryFormat, top: usize, cells: Cells) -> Result<Vec<u8>, Failure> {
        counts::written(&self.counts(), self.several, format, top, cells)
    }
}

/// The lines that a grammar accepts, by production.
type AcceptedByProduction<'s> = BTreeMap<&'s str, AcceptedLines<'s>>;

/// The lines that a built-in grammar accepts; `verdicts` are those on all lines, with their
/// numbers.
fn accepted(grammar: Grammar, verdicts: &HashMap<Verdicts, u64>) -> AcceptedByProduction<'static> {
    let mut accepted = AcceptedByProduction::new();
    for (verdicts, &count) in verdicts {
        if let Some(production) = verdicts.production(grammar) {
            let lines = accepted.entry(production).or_insert(AcceptedLines::none(production));
            lines.count += count;
        }
    }
    accepted
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::commands::check::counts::KEPT;
    use crate::sampling::sampled;

    /// Lines of many places and fates, long ones, in parts that are merged in any order: the first
    /// line for each reason keeps its text, and few others do.
    #[test]
    fn the_first_line_for_each_reason_keeps_its_text() {
        let prefixes = [
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
        let lines: Vec<String> = prefixes
            .iter()
            .flat_map(|prefix| {
                (0..=0x17F).filter_map(char::from_u32).map(move |c| format!("{prefix}{c}{}", "y".repeat(2 * KEPT)))
            })
            .collect();
        let grammars: Vec<UrlGrammar> = Grammar::all().map(UrlGrammar::BuiltIn).collect();
        let file = Arc::from("list");
        for parts in sampled((1..=3).rev(), 3) {
            let mut summaries: Vec<CheckSummary> = (0..parts).map(|_| CheckSummary::new(&grammars, false)).collect();
            let mut expected = HashMap::new();
            for (number, line) in lines.iter().enumerate() {
                let mut stops = Vec::new();
                let end = Classifier::get().observe(line.as_bytes(), |stop| stops.push(stop));
                stops.push(end);
                let verdicts = Classifier::get().verdicts(end.state).examined(Grammar::ALL, line.as_bytes());
                for &stop in &stops {
                    let refusing = refusing(&grammars, stop, verdicts);
                    for (grammar, reason) in reasons(refusing, Some(&mut Contexts::new(line)), stop, verdicts) {
                        expected.entry((grammar, reason)).or_insert(number);
                    }
                }
                let counted = LineToCount { order: 0, file: &file, number: number as u64, text: line.as_bytes() };
                summaries[number * 7 % parts].count_stops(&stops, verdicts, || Ok(line), &counted);
            }
            let mut summary = CheckSummary::new(&grammars, false);
            summaries.into_iter().rev().for_each(|part| summary.merge(part));
            let mut examples = 0;
            for (grammar, refused) in Grammar::all().zip(summary.refused()) {
                for (reason, Lines { first, .. }) in refused {
                    assert_eq!(first.location.line, expected[&(grammar, reason)] as u64, "{grammar} {reason:?}");
                    let line = &lines[first.location.line as usize];
                    assert_eq!(&*first.text, &line.as_bytes()[..KEPT], "{grammar} {reason:?}");
                    examples += 1;
                }
            }
            assert_eq!(examples, expected.len());
            let details = summary.details.len();
            let texts = summary.details.iter().filter(|detail| !detail.first.text.is_empty()).count();
            assert!(texts <= parts * examples && details > 10 * texts, "{texts} of {details}");
        }
    }
}
