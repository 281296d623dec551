//! Checks the lines of a block, counts them, and writes the results.

use std::borrow::Cow;
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

use uri_lineage::classifier::{Classifier, Digest, Stop, Verdicts};
use uri_lineage::language::{Agreement, Recognizer, RecognizerError};
use uri_lineage::whatwg::{Url, UrlError};
use uri_lineage::{Forgiven, Grammar, NotUtf8, Reason, forgive};

use super::args::{Args, LineFormat, Require};
use super::counts::LineToCount;
use super::filter::LineFilter;
use super::readings::ComponentReadings;
use super::record::{LineResult, ResultWriter};
use super::summary::CheckSummary;
use super::tally::Tally;
use super::verdicts::{Acceptance, LineVerdicts, Renderer};
use crate::browser;
use crate::engine::{PieceOutput, Work};
use crate::failure::Failure;
use crate::input::long::has_whole_host;
use crate::input::{Block, BlockContent, LongLine, ReadRecord, RecordUrl};
use crate::options::url_grammar::{UrlGrammar, UserGrammar};
use crate::warnings::{warnings_of_grammar, warnings_of_user_grammar};

/// The counts of the lines that were checked.
pub struct CheckCounts {
    /// Whether every line satisfied --require.
    pub satisfied: bool,
    /// How many lines the grammars accept, if this is shown.
    pub tally: Option<Tally>,
    /// The summary, if requested.
    pub summary: Option<CheckSummary>,
}

/// The arguments, with the grammars that they name.
pub struct CheckSelection<'a> {
    pub args: &'a Args,
    pub filter: &'a LineFilter<'a>,
    pub grammars: &'a [UrlGrammar],
    /// The productions of the user, by their numbers: those of the grammars, and of the filter.
    pub user_grammars: &'a [Arc<UserGrammar>],
    /// The grammar of the documents in force, if only the summary tells its verdicts.
    pub by_scheme: Option<&'a Arc<UserGrammar>>,
}

/// Checks blocks, one after another, with reused buffers and caches.
pub struct Checker<'a> {
    args: &'a Args,
    filter: &'a LineFilter<'a>,
    writer: &'a ResultWriter<'a>,
    classifier: &'static Classifier,
    /// The strings that all grammars accept and read alike, if requested.
    agreement: Option<&'a Agreement>,
    grammars: &'a [UrlGrammar],
    /// The built-in ones of the grammars.
    built_in: Vec<Grammar>,
    /// Those of the grammars, and of the filter, for which IDNA processing decides about hosts.
    examined: Vec<Grammar>,
    /// The productions of the user, by their numbers, with automata that no other thread uses.
    recognizers: Vec<Recognizer>,
    /// The number of the grammar of the documents in force, and its automaton, if only the summary tells
    /// its verdicts.
    by_scheme: Option<(usize, Recognizer)>,
    /// Whether all grammars are those of documents of one scheme.
    reads_few_schemes: bool,
    counts: CheckCounts,
    renderer: Renderer<'a, ResultWriter<'a>>,
    /// Where grammars cease to accept the current line, and where it ends, if a summary is
    /// requested.
    stops: Vec<Stop>,
    /// The offsets at which grammars refuse the current line.
    offsets: Vec<usize>,
    /// The places of these refusals for people, if requested.
    shown: Vec<String>,
}

impl Work<Block> for Checker<'_> {
    type Output = CheckCounts;

    fn process(&mut self, block: &Block, written: &mut PieceOutput) -> Result<(), Failure> {
        match &block.content {
            BlockContent::Records(_) | BlockContent::Skipped(_) => self.records(block, written),
            BlockContent::Long(long) if long.blank && !block.form.null => {
                self.count_blank();
                Ok(())
            }
            BlockContent::Long(long) => self.long_line(block, long, written),
        }
    }

    fn finish(mut self) -> Self::Output {
        if self.is_tallied_at_end()
            && let (Some(tally), Some(summary)) = (&mut self.counts.tally, &self.counts.summary)
        {
            for (built_in, lines) in summary.verdicts() {
                tally.add(self.grammars, Acceptance { built_in, user: 0 }, lines);
            }
        }
        self.counts
    }

    fn merge(counts: &mut CheckCounts, part: CheckCounts) {
        counts.satisfied &= part.satisfied;
        if let (Some(tally), Some(part)) = (&mut counts.tally, &part.tally) {
            tally.merge(part);
        }
        if let (Some(summary), Some(part)) = (&mut counts.summary, part.summary) {
            summary.merge(part);
        }
    }
}

/// A text without the deviations that were forgiven.
struct ForgivenText {
    text: String,
    deviations: Vec<Forgiven>,
}

/// A line of a block.
struct CheckedLine<'b> {
    block: &'b Block,
    number: u64,
    /// The whole line, or the digest that is checked instead.
    raw: RecordUrl<'b>,
    /// The text that is checked instead, if deviations were forgiven.
    forgiven: Option<Box<ForgivenText>>,
    /// A line of which only a part is kept.
    long: Option<&'b LongLine>,
}

impl<'b> CheckedLine<'b> {
    #[inline(always)]
    fn new(block: &'b Block, number: u64, raw: RecordUrl<'b>, args: &Args) -> Self {
        let forgiven = if args.forgive.forgive { Self::forgiven_text(&raw) } else { None };
        Self { block, number, raw, forgiven, long: None }
    }

    /// The text without deviations, if some are forgiven.
    fn forgiven_text(raw: &RecordUrl<'_>) -> Option<Box<ForgivenText>> {
        let (text, deviations) = forgive(raw.text().ok()?);
        (!deviations.is_empty()).then(|| Box::new(ForgivenText { text: text.into_owned(), deviations }))
    }

    /// A line that is not kept whole.
    fn long(block: &'b Block, long: &'b LongLine, args: &Args) -> Self {
        Self { long: Some(long), ..Self::new(block, block.line, long.digest.short().into(), args) }
    }

    /// The line unchanged, or its part that is kept.
    #[inline]
    fn shown(&self) -> &[u8] {
        self.long.map_or(&self.raw.bytes, |long| &long.kept)
    }

    /// The digest of a line of which only a part is kept.
    #[inline]
    fn digest(&self) -> Option<&'b Digest> {
        self.long.map(|long| &long.digest)
    }

    /// The bytes that are checked.
    #[inline]
    fn bytes(&self) -> &[u8] {
        self.forgiven.as_ref().map_or(&self.raw.bytes, |forgiven| forgiven.text.as_bytes())
    }

    /// The bytes that are checked, or of a long line those that begin it: they have the whole host.
    #[inline]
    fn with_host(&self) -> Cow<'_, [u8]> {
        match (self.long, &self.forgiven) {
            (None, _) => self.bytes().into(),
            (Some(long), None) => (&*long.kept).into(),
            (Some(long), Some(_)) => forgive(&String::from_utf8_lossy(&long.kept)).0.into_owned().into_bytes().into(),
        }
    }

    /// The same as text.
    #[inline]
    fn text(&self) -> Result<&str, NotUtf8> {
        match (self.digest().and_then(Digest::not_utf8), &self.forgiven) {
            (Some(error), _) => Err(error),
            (None, Some(forgiven)) => Ok(&forgiven.text),
            (None, None) => self.raw.text(),
        }
    }

    /// Translates offsets in the checked text to offsets in the whole line.
    fn translate(&self, offsets: &mut [usize]) {
        for offset in offsets {
            let in_short = self.offset(*offset);
            *offset = self.digest().map_or(in_short, |digest| digest.offset(in_short));
        }
    }

    /// Translates an offset in the checked text to one in the text that was read.
    fn offset(&self, offset: usize) -> usize {
        // Forgiveness removes text in front of a URL, and does not change the length of the URL.
        self.raw.bytes.len() - self.bytes().len() + offset
    }

    /// The deviations that were forgiven.
    fn deviations(&self) -> &[Forgiven] {
        self.forgiven.as_ref().map_or(&[], |forgiven| &forgiven.deviations)
    }

    /// The line for a summary.
    #[inline]
    fn to_count(&self) -> LineToCount<'_> {
        let Block { order, file, .. } = self.block;
        LineToCount { order: *order, file, number: self.number, text: self.shown() }
    }
}

impl<'a> Checker<'a> {
    /// A checker that has counted nothing yet: `counts` holds the counts that are requested.
    pub fn new(
        selection: &CheckSelection<'a>,
        writer: &'a ResultWriter<'a>,
        agreement: Option<&'a Agreement>,
        counts: CheckCounts,
    ) -> Self {
        let CheckSelection { args, filter, grammars, user_grammars, by_scheme } = *selection;
        let (classifier, renderer) = (Classifier::get(), Renderer::new(writer, grammars));
        Self {
            args,
            filter,
            writer,
            classifier,
            agreement,
            grammars,
            built_in: grammars.iter().filter_map(UrlGrammar::built_in).collect(),
            examined: filter.examined(grammars),
            recognizers: user_grammars.iter().map(|grammar| grammar.recognizer.clone()).collect(),
            by_scheme: by_scheme.map(|grammar| (grammar.index, grammar.recognizer.clone())),
            reads_few_schemes: grammars
                .iter()
                .all(|grammar| grammar.user_grammar().is_some_and(|user| user.source.is_of_few_schemes())),
            counts,
            renderer,
            stops: Vec::new(),
            offsets: Vec::new(),
            shown: Vec::new(),
        }
    }

    fn count_blank(&mut self) {
        if let Some(tally) = &mut self.counts.tally {
            tally.blank += 1;
        }
    }

    fn count_without_url(&mut self) {
        if let Some(tally) = &mut self.counts.tally {
            tally.without_url += 1;
        }
    }

    /// Whether lines are tallied at the end: a summary knows how many have equal verdicts of the
    /// built-in grammars.
    fn is_tallied_at_end(&self) -> bool {
        self.counts.summary.is_some() && self.recognizers.is_empty()
    }

    /// The verdicts on a line, which is read once.
    #[inline]
    fn classify(&mut self, line: &CheckedLine<'_>) -> Verdicts {
        let bytes = line.bytes();
        let verdicts = if self.counts.summary.is_none() {
            self.classifier.classify_bytes(bytes)
        } else {
            let stops = &mut self.stops;
            stops.clear();
            let end = self.classifier.observe(bytes, |stop| stops.push(stop));
            stops.push(end);
            self.classifier.verdicts(end.state)
        };
        verdicts.examined(&self.examined, &line.with_host())
    }

    fn records(&mut self, block: &Block, written: &mut PieceOutput) -> Result<(), Failure> {
        let PieceOutput { out, faults, .. } = written;
        // Blocks of limited records count them.
        let counts_records = !block.limited;
        let mut listed = 0;
        for ReadRecord { number, content } in block.urls(faults) {
            let raw = match content {
                Ok(raw) => raw,
                Err(reason) => {
                    self.writer.write_unread(&block.file, number, &reason, out)?;
                    continue;
                }
            };
            if block.form.skips(&raw.bytes) {
                if raw.is_absent {
                    self.count_without_url()
                } else {
                    self.count_blank()
                }
                continue;
            }
            listed += u64::from(counts_records);
            self.line(&CheckedLine::new(block, number, raw, self.args), out)?;
        }
        faults.pass_all(listed);
        Ok(())
    }

    /// Checks a line of which only a part is kept.
    fn long_line(&mut self, block: &Block, long: &LongLine, written: &mut PieceOutput) -> Result<(), Failure> {
        let PieceOutput { out, faults, .. } = written;
        let (start, length) = (out.len(), long.digest.len());
        let line = CheckedLine::long(block, long, self.args);
        if !has_whole_host(&line.with_host()) {
            let verdicts = self.classifier.classify_bytes(line.bytes());
            if self.examined.iter().any(|&grammar| verdicts.is_unexamined(grammar)) {
                let message = "its host does not end in its first 64 KiB, and is not examined";
                faults.add(|| block.fault(block.line, message.to_owned()));
                return Ok(());
            }
        }
        self.line(&line, out)?;
        // The beginning of a URL is another URL.
        if self.writer.format == Some(LineFormat::List) && out.len() > start && long.kept.len() < length {
            out.truncate(start);
            faults.add(|| block.fault(block.line, format!("a URL of {length} bytes is too long for a list")));
        } else if !block.limited {
            faults.pass();
        }
        Ok(())
    }

    #[inline]
    fn line(&mut self, line: &CheckedLine<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        let acceptance = Acceptance { built_in: self.classify(line), user: self.accepting_user_grammars(line) };
        let alike = self.alike(line, acceptance);
        if !self.filter.accepts(self.grammars, acceptance, alike) {
            return Ok(());
        }
        // Lines that are only counted need no further work.
        if !self.filter.has_reasons() && !self.writer.writes() {
            self.count(line, acceptance);
            return Ok(());
        }
        let text = line.text();
        let verdicts = self.render(acceptance, text);
        if !self.filter.accepts_reasons(&verdicts) {
            return Ok(());
        }
        self.count(line, acceptance);
        if !self.writer.writes() {
            return Ok(());
        }
        if text.is_ok() {
            line.translate(&mut self.offsets);
        }
        let is_whole = line.forgiven.is_none() && line.long.is_none();
        // A line that is not kept whole is not parsed.
        let is_advised = self.args.advice && line.long.is_none();
        let result = LineResult {
            file: &line.block.file,
            line: line.number,
            input: match text {
                Ok(text) if is_whole => text.into(),
                _ => String::from_utf8_lossy(line.shown()),
            },
            raw: line.shown(),
            length: line.digest().map(Digest::len),
            forgiven: line.deviations(),
            warnings: if is_advised { self.advice(acceptance, line) } else { Vec::new() },
            failure: self.failure(acceptance.built_in, line),
            verdicts: &verdicts,
            offsets: &self.offsets,
            shown: if line.long.is_none() { &self.shown } else { &[] },
            alike,
            readings: match (alike, text) {
                (Some(false), Ok(text)) => ComponentReadings::differing(self.grammars, self.writer.agree, text),
                _ => Vec::new(),
            },
        };
        self.writer.write(&result, out)
    }

    /// Counts a line that the filter selects.
    #[inline]
    fn count(&mut self, line: &CheckedLine<'_>, acceptance: Acceptance) {
        let is_tallied_at_end = self.is_tallied_at_end();
        let is_of_other_scheme =
            self.reads_few_schemes && !acceptance.has_any(self.grammars) && self.is_of_other_scheme(line);
        let CheckCounts { satisfied, tally, summary } = &mut self.counts;
        *satisfied = *satisfied
            && match self.args.require {
                _ if is_of_other_scheme => true,
                Require::Any => acceptance.has_any(self.grammars),
                Require::All => acceptance.has_all(self.grammars),
            };
        match tally.as_mut().filter(|_| !is_tallied_at_end) {
            Some(tally) if is_of_other_scheme => tally.add_of_other_scheme(),
            Some(tally) => tally.add(self.grammars, acceptance, 1),
            None => {}
        }
        if let Some(summary) = summary {
            let counted = line.to_count();
            let by_scheme = self.by_scheme.iter().map(|(index, recognizer)| (*index, recognizer));
            for (index, recognizer) in self.recognizers.iter().enumerate().chain(by_scheme) {
                // Only built-in grammars read a line of which a part is kept.
                if line.long.is_some() {
                    summary.count_too_long(index);
                    continue;
                }
                let read = line.text().map(|text| match recognizer.check(text) {
                    Ok(()) => Ok(recognizer.production_of(text)),
                    Err(refused) => Err(refused),
                });
                summary.count_user(index, read, &counted);
            }
            summary.count_stops(&self.stops, acceptance.built_in, || line.text(), &counted);
        }
    }

    /// Whether no document of one scheme knows the scheme of a line.
    fn is_of_other_scheme(&self, line: &CheckedLine<'_>) -> bool {
        let Ok(text) = line.text() else { return false };
        let mut results = self.recognizers.iter().map(|recognizer| recognizer.check(text));
        results.all(|result| result.is_err_and(|refused| refused.reason() == Reason::UnknownScheme))
    }

    /// The productions of the user that accept a line, one bit each.
    #[inline]
    fn accepting_user_grammars(&self, line: &CheckedLine<'_>) -> u64 {
        if self.recognizers.is_empty() {
            return 0;
        }
        let Ok(text) = line.text() else { return 0 };
        let accepting = self.recognizers.iter().enumerate().filter(|(_, recognizer)| recognizer.accepts(text));
        accepting.fold(0, |bits, (index, _)| bits | 1 << index)
    }

    /// Whether all grammars read a line alike, if they accept it. The digest of a long line has
    /// only its verdicts.
    #[inline]
    fn alike(&self, line: &CheckedLine<'_>, acceptance: Acceptance) -> Option<bool> {
        let agreement = self.agreement.filter(|_| line.long.is_none())?;
        acceptance.has_all(self.grammars).then(|| line.text().is_ok_and(|text| agreement.agrees(text)))
    }

    /// The verdicts of the grammars on a line.
    fn render(&mut self, acceptance: Acceptance, line: Result<&str, NotUtf8>) -> Rc<LineVerdicts> {
        let Self { grammars, built_in, recognizers, writer, renderer, offsets, shown, .. } = self;
        shown.clear();
        offsets.clear();
        let text = match line {
            Err(error) => {
                return Rc::new(renderer.uncached(acceptance, |renderer, grammar| {
                    offsets.push(error.offset);
                    Some(renderer.not_utf8(grammar, error))
                }));
            }
            Ok(text) => text,
        };
        let refused_by_user: Vec<Option<RecognizerError<'_>>> =
            recognizers.iter().map(|recognizer| recognizer.check(text).err()).collect();
        let classified = acceptance.built_in.of(text);
        if writer.long {
            let mut refusals = classified.refusals_of(built_in);
            let reports =
                grammars.iter().filter(|grammar| !acceptance.has(grammar)).filter_map(|grammar| match grammar {
                    UrlGrammar::BuiltIn(grammar) => {
                        let error = refusals.next()?;
                        let failure = if *grammar == browser::GRAMMAR { Url::parse(text).err() } else { None };
                        let report = failure.map(|failure| failure.report(text).to_string());
                        Some(report.unwrap_or_else(|| error.report(text).to_string()))
                    }
                    UrlGrammar::User(grammar) => {
                        Some(refused_by_user.get(grammar.index)?.as_ref()?.report(text).to_string())
                    }
                });
            // The lines after the first, which is the message.
            shown.extend(reports.filter_map(|report| Some(report.split_once('\n')?.1.to_owned())));
        }
        renderer.line(acceptance, &mut classified.refusals_of(built_in), &refused_by_user, offsets)
    }

    /// The documents' warnings about a line that their grammars accept.
    fn advice(&self, acceptance: Acceptance, line: &CheckedLine<'_>) -> Vec<(UrlGrammar, Vec<String>)> {
        let Ok(text) = line.text() else { return Vec::new() };
        let accepting = self.grammars.iter().filter(|grammar| acceptance.has(grammar));
        let advice = accepting.filter_map(|grammar| {
            let mut warnings = match grammar {
                UrlGrammar::BuiltIn(grammar) => warnings_of_grammar(*grammar, text),
                UrlGrammar::User(user) => warnings_of_user_grammar(user, text),
            };
            if grammar.built_in() == Some(browser::GRAMMAR) {
                let (_, errors) = Url::parse_with_errors(text, None);
                warnings.extend(first_of_each(errors).into_iter().map(|mut error| {
                    error.offset = line.offset(error.offset);
                    format!("validation error {error}")
                }));
            }
            (!warnings.is_empty()).then(|| (grammar.clone(), warnings))
        });
        advice.collect()
    }

    /// Why the parser of the URL Standard fails on a line that its grammar refuses.
    fn failure(&self, verdicts: Verdicts, line: &CheckedLine<'_>) -> Option<UrlError> {
        let grammar = browser::GRAMMAR;
        if verdicts.accepts(grammar) || line.long.is_some() || !self.built_in.contains(&grammar) {
            return None;
        }
        let mut error = Url::parse(line.text().ok()?).err()?;
        error.offset = line.offset(error.offset);
        Some(error)
    }
}

/// The first validation error of each name: a line may have as many as it has characters.
fn first_of_each(errors: Vec<UrlError>) -> Vec<UrlError> {
    let mut seen = HashSet::new();
    errors.into_iter().filter(|error| seen.insert(error.error)).collect()
}
