//! Checks the lines of a block.

use std::rc::Rc;
use std::sync::Arc;

use uri_lineage::classifier::{Classifier, Digest, Stop, Verdicts};
use uri_lineage::language::{ByteTable, Recognizer, Refused};
use uri_lineage::{Forgiven, Grammar, NotUtf8, forgive, warnings};

use super::args::{Args, Format, Require};
use super::filter::Filter;
use super::readings::Readings;
use super::record::{Record, Writer};
use super::summary::Summary;
use super::tally::Tally;
use super::verdicts::{Accepts, LineVerdicts, Renderer};
use crate::commands::parse::warned;
use crate::engine::{PieceOutput, Work};
use crate::failure::Failure;
use crate::input::{Block, Content, LongLine, RecordUrl};
use crate::options::given::{Given, Own};

/// The counts.
pub struct Counted {
    /// Whether every line satisfied --require.
    pub satisfied: bool,
    /// How many lines the grammars accept, if this is shown.
    pub tally: Option<Tally>,
    /// The summary, if requested.
    pub summary: Option<Summary>,
}

/// What is checked.
pub struct Selected<'a> {
    pub args: &'a Args,
    pub filter: &'a Filter<'a>,
    pub grammars: &'a [Given],
    /// The productions of the user, by their numbers: those of the grammars, and of the filter.
    pub owns: &'a [Arc<Own>],
}

/// Checks blocks, one after another, with reused buffers and caches.
pub struct Checker<'a> {
    args: &'a Args,
    filter: &'a Filter<'a>,
    writer: &'a Writer<'a>,
    classifier: &'static Classifier,
    /// The strings that all grammars accept and read alike, if requested.
    agreement: Option<&'a ByteTable>,
    grammars: &'a [Given],
    /// The built-in ones of the grammars.
    built_in: Vec<Grammar>,
    /// The productions of the user, by their numbers, with automata that no other thread uses.
    owns: Vec<Recognizer>,
    counted: Counted,
    renderer: Renderer<'a, Writer<'a>>,
    /// Where grammars cease to accept the current line, and where it ends, if a summary is
    /// requested.
    stops: Vec<Stop>,
    /// The offsets at which grammars refuse the current line.
    offsets: Vec<usize>,
    /// The places of these refusals for people, if requested.
    shown: Vec<String>,
}

impl Work for Checker<'_> {
    type Piece = Block;
    type Counted = Counted;

    fn piece(&mut self, block: &Block, written: &mut PieceOutput) -> Result<(), Failure> {
        match &block.content {
            Content::Records(_) | Content::Skipped(_) => self.records(block, written),
            Content::Long(long) if long.blank && !block.form.null => {
                self.blank();
                Ok(())
            }
            Content::Long(long) => {
                let before = written.out.len();
                self.line(block, block.line, &Line::long(long, self.args), &mut written.out)?;
                // The beginning of a URL is another URL.
                if self.writer.format == Some(Format::List)
                    && written.out.len() > before
                    && long.kept.len() < long.digest.len()
                {
                    written.out.truncate(before);
                    let length = long.digest.len();
                    written
                        .faults
                        .add(|| block.fault(block.line, format!("a URL of {length} bytes is too long for a list")));
                }
                Ok(())
            }
        }
    }

    fn counted(mut self) -> Self::Counted {
        if self.is_tallied_at_end()
            && let (Some(tally), Some(summary)) = (&mut self.counted.tally, &self.counted.summary)
        {
            for (built_in, lines) in summary.verdicts() {
                tally.add(self.grammars, Accepts { built_in, own: 0 }, lines);
            }
        }
        self.counted
    }

    fn merge(counted: &mut Counted, other: Counted) {
        counted.satisfied &= other.satisfied;
        if let (Some(tally), Some(others)) = (&mut counted.tally, &other.tally) {
            tally.merge(others);
        }
        if let (Some(summary), Some(others)) = (&mut counted.summary, other.summary) {
            summary.merge(others);
        }
    }
}

/// A line of a block.
struct Line<'b> {
    /// The whole line, or the digest that is checked instead.
    raw: RecordUrl<'b>,
    /// The text that is checked instead, and the deviations that were forgiven.
    given: Option<Box<(String, Vec<Forgiven>)>>,
    /// A line of which only a part is kept.
    long: Option<&'b LongLine>,
}

impl<'b> Line<'b> {
    #[inline(always)]
    fn new(raw: RecordUrl<'b>, args: &Args) -> Self {
        let given = if args.forgive.forgive { Self::forgiven_text(&raw) } else { None };
        Self { raw, given, long: None }
    }

    /// The text without what is forgiven, if something is.
    fn forgiven_text(raw: &RecordUrl<'_>) -> Option<Box<(String, Vec<Forgiven>)>> {
        let (text, forgiven) = forgive(raw.text().ok()?);
        (!forgiven.is_empty()).then(|| Box::new((text.into_owned(), forgiven)))
    }

    /// A line that is not kept whole.
    fn long(long: &'b LongLine, args: &Args) -> Self {
        Self { long: Some(long), ..Self::new(long.digest.short().into(), args) }
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
        self.given.as_ref().map_or(&self.raw.bytes, |given| given.0.as_bytes())
    }

    /// The same as text.
    #[inline]
    fn text(&self) -> Result<&str, NotUtf8> {
        match (self.digest().and_then(Digest::not_utf8), &self.given) {
            (Some(error), _) => Err(error),
            (None, Some(given)) => Ok(&given.0),
            (None, None) => self.raw.text(),
        }
    }

    /// Translates offsets in what is checked, which is text, to offsets in the whole line.
    fn place(&self, offsets: &mut [usize]) {
        // Forgiveness removes what is in front of a URL. It does not change the length of the rest.
        let forgiven = self.raw.bytes.len() - self.bytes().len();
        for offset in offsets {
            let in_short = forgiven + *offset;
            *offset = self.digest().map_or(in_short, |digest| digest.offset(in_short));
        }
    }

    fn forgiven(&self) -> &[Forgiven] {
        self.given.as_ref().map_or(&[], |given| &given.1)
    }
}

impl<'a> Checker<'a> {
    /// A checker that has counted nothing yet: `counted` holds the counts that are requested.
    pub fn new(
        selected: &Selected<'a>,
        writer: &'a Writer<'a>,
        agreement: Option<&'a ByteTable>,
        counted: Counted,
    ) -> Self {
        let Selected { args, filter, grammars, owns } = *selected;
        let (classifier, renderer) = (Classifier::get(), Renderer::new(writer, grammars));
        Self {
            args,
            filter,
            writer,
            classifier,
            agreement,
            grammars,
            built_in: grammars.iter().filter_map(Given::built_in).collect(),
            owns: owns.iter().map(|own| own.recognizer.clone()).collect(),
            counted,
            renderer,
            stops: Vec::new(),
            offsets: Vec::new(),
            shown: Vec::new(),
        }
    }

    fn blank(&mut self) {
        if let Some(tally) = &mut self.counted.tally {
            tally.blank += 1;
        }
    }

    /// Whether lines are tallied at the end: a summary knows how many have equal verdicts of the
    /// built-in grammars.
    fn is_tallied_at_end(&self) -> bool {
        self.counted.summary.is_some() && self.owns.is_empty()
    }

    fn require(&mut self, accepts: Accepts) {
        let has = |given: &Given| accepts.has(given);
        let satisfied = || match self.args.require {
            Require::Any => self.grammars.iter().any(has),
            Require::All => self.grammars.iter().all(has),
        };
        self.counted.satisfied = self.counted.satisfied && satisfied();
    }

    /// The verdicts on a line, which is read once.
    #[inline]
    fn classify(&mut self, line: &[u8]) -> Verdicts {
        if self.counted.summary.is_none() {
            return self.classifier.classify(line);
        }
        let stops = &mut self.stops;
        stops.clear();
        let end = self.classifier.observe(line, |stop| stops.push(stop));
        stops.push(end);
        self.classifier.verdicts(end.state)
    }

    fn records(&mut self, block: &Block, written: &mut PieceOutput) -> Result<(), Failure> {
        let PieceOutput { out, faults, .. } = written;
        for (number, raw) in block.urls(faults) {
            if block.form.skips(&raw.bytes) {
                self.blank();
                continue;
            }
            self.line(block, number, &Line::new(raw, self.args), out)?;
        }
        Ok(())
    }

    #[inline]
    fn line(&mut self, block: &Block, number: u64, line: &Line<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        let bytes = line.bytes();
        let filter = self.filter;
        let verdicts = self.classify(bytes);
        let own = self.owned(line);
        let accepts = Accepts { built_in: verdicts, own };
        let alike = self.alike(line, accepts);
        if !filter.wants(self.grammars, accepts, alike) {
            return Ok(());
        }
        // Lines that are only counted need no further work.
        let is_rendered = filter.reasons() || self.writer.writes();
        let result = is_rendered.then(|| line.text()).map(|text| (text, self.render(accepts, text)));
        if result.as_ref().is_some_and(|(_, rendered)| !filter.wants_reason(rendered)) {
            return Ok(());
        }
        self.require(accepts);
        if !self.is_tallied_at_end()
            && let Some(tally) = &mut self.counted.tally
        {
            tally.add(self.grammars, accepts, 1);
        }
        if let Some(summary) = &mut self.counted.summary {
            for (index, own) in self.owns.iter().enumerate() {
                let refused = line.text().map(|text| own.check(text).err());
                summary.own(index, refused, (block.order, number), &block.file, line.shown());
            }
            summary.stops(&self.stops, (block.order, number), &block.file, || line.text(), line.shown());
        }
        let Some((text, rendered)) = result.filter(|_| self.writer.writes()) else { return Ok(()) };
        if text.is_ok() {
            line.place(&mut self.offsets);
        }
        let whole = line.given.is_none() && line.long.is_none();
        let readings = match (alike, &text) {
            (Some(false), Ok(text)) => Readings::of(self.grammars, self.writer.agree, text),
            _ => Vec::new(),
        };
        let record = Record {
            file: &block.file,
            line: number,
            input: match text {
                Ok(text) if whole => text.into(),
                _ => String::from_utf8_lossy(line.shown()),
            },
            raw: line.shown(),
            length: line.digest().map(Digest::len),
            forgiven: line.forgiven(),
            // A line that is not kept whole is not parsed.
            warnings: if self.args.advice && line.long.is_none() {
                advice(&self.built_in, verdicts, bytes)
            } else {
                Vec::new()
            },
            verdicts: &rendered,
            offsets: &self.offsets,
            shown: if line.long.is_none() { &self.shown } else { &[] },
            alike,
            readings,
        };
        self.writer.write(&record, out)
    }

    /// The productions of the user that accept a line, one bit each.
    #[inline]
    fn owned(&self, line: &Line<'_>) -> u64 {
        if self.owns.is_empty() {
            return 0;
        }
        let Ok(text) = line.text() else { return 0 };
        let accepts = self.owns.iter().enumerate().filter(|(_, own)| own.accepts(text));
        accepts.fold(0, |all, (index, _)| all | 1 << index)
    }

    /// Whether all grammars read a line alike, if they accept it. The digest of a long line has
    /// only its verdicts.
    #[inline]
    fn alike(&self, line: &Line<'_>, accepts: Accepts) -> Option<bool> {
        let agreement = self.agreement.filter(|_| line.long.is_none())?;
        let accepted = self.grammars.iter().all(|given| accepts.has(given));
        accepted.then(|| agreement.contains(line.bytes()))
    }

    /// The verdicts of the grammars on a line.
    fn render(&mut self, accepts: Accepts, line: Result<&str, NotUtf8>) -> Rc<LineVerdicts> {
        let Self { grammars, built_in, owns, writer, renderer, offsets, shown, .. } = self;
        shown.clear();
        offsets.clear();
        let text = match line {
            Err(error) => {
                return Rc::new(renderer.uncached(accepts, |renderer, given| {
                    offsets.push(error.offset);
                    Some(renderer.not_utf8(given, error))
                }));
            }
            Ok(text) => text,
        };
        let own: Vec<Option<Refused<'_>>> = owns.iter().map(|own| own.check(text).err()).collect();
        let verdicts = accepts.built_in;
        if writer.long {
            let mut refusals = verdicts.refusals(built_in, text);
            let reports = grammars.iter().filter(|given| !accepts.has(given)).filter_map(|given| match given {
                Given::BuiltIn(_) => Some(refusals.next()?.report(text).to_string()),
                Given::Own(known) => Some(own.get(known.index)?.as_ref()?.report(text).to_string()),
            });
            // The lines after the first, which is the message.
            shown.extend(reports.filter_map(|report| Some(report.split_once('\n')?.1.to_owned())));
        }
        renderer.line(accepts, &mut verdicts.refusals(built_in, text), &own, offsets)
    }
}

/// The documents' warnings about a line that their grammars accept.
fn advice(grammars: &[Grammar], verdict: Verdicts, line: &[u8]) -> Vec<(Grammar, Vec<String>)> {
    let Ok(text) = str::from_utf8(line) else { return Vec::new() };
    let found = grammars.iter().copied().filter(|&grammar| verdict.accepts(grammar)).filter_map(|grammar| {
        let warnings = warnings(&grammar.parse(text).ok()?).into_iter();
        let warnings: Vec<String> = warnings.map(|warning| warned(grammar, warning)).collect();
        (!warnings.is_empty()).then_some((grammar, warnings))
    });
    found.collect()
}
