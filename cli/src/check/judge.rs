//! What the grammars say of the lines of a block.

use std::collections::HashSet;
use std::rc::Rc;

use uri_lineage::classifier::{Classifier, Stop, Verdicts};
use uri_lineage::{Forgiven, Grammar, NotUtf8, Reason, forgive, warnings};

use super::record::{Record, Writer};
use super::said::{Answer, Form, Said, Sayings};
use super::summary::Summary;
use super::{Args, Require};
use crate::engine::{Work, Written};
use crate::failure::Failure;
use crate::input::{Block, Content, LongLine};
use crate::parse::warned;

/// Judges blocks, one after another, with what it needs at hand.
pub struct Judge<'a> {
    args: &'a Args,
    writer: &'a Writer,
    classifier: &'static Classifier,
    grammars: &'a [Grammar],
    /// What is counted, if that is asked for.
    summary: Option<Summary>,
    /// Whether every line satisfied what was required.
    satisfied: bool,
    sayings: Sayings<'a, Writer>,
    /// Where grammars cease to accept the present line, and where it ends, if that is counted.
    stops: Vec<Stop>,
    /// Where grammars refuse the present line.
    offsets: Vec<usize>,
    /// The same for people, if that is asked for.
    shown: Vec<String>,
}

impl Work for Judge<'_> {
    type Piece = Block;
    /// Whether every line satisfied what was required, and what was counted.
    type Counted = (bool, Option<Summary>);

    fn piece(&mut self, block: &Block, written: &mut Written) -> Result<(), Failure> {
        match &block.content {
            Content::Records(_) => self.records(block, &mut written.out),
            Content::Long(line) => self.long(block, line, &mut written.out),
        }
    }

    fn counted(self) -> Self::Counted {
        (self.satisfied, self.summary)
    }

    fn merge((satisfied, summary): &mut Self::Counted, (other, others): Self::Counted) {
        *satisfied &= other;
        if let (Some(summary), Some(others)) = (summary, others) {
            summary.merge(others);
        }
    }
}

/// A line of a block.
struct Line<'b> {
    /// As it stands.
    raw: &'b [u8],
    /// What is judged instead, and what was forgiven.
    given: Option<Box<(String, Vec<Forgiven>)>>,
}

impl<'b> Line<'b> {
    fn new(raw: &'b [u8], args: &Args) -> Self {
        let given = if args.forgive.forgive { str::from_utf8(raw).ok().map(forgive) } else { None };
        let given = given.filter(|(_, forgiven)| !forgiven.is_empty());
        Self { raw, given: given.map(|(text, forgiven)| Box::new((text.into_owned(), forgiven))) }
    }

    /// What is judged.
    #[inline]
    fn text(&self) -> &[u8] {
        self.given.as_ref().map_or(self.raw, |given| given.0.as_bytes())
    }

    fn forgiven(&self) -> &[Forgiven] {
        self.given.as_ref().map_or(&[], |given| &given.1)
    }
}

impl<'a> Judge<'a> {
    pub fn new(args: &'a Args, writer: &'a Writer, grammars: &'a [Grammar], summary: Option<Summary>) -> Self {
        let (classifier, sayings) = (Classifier::get(), Sayings::new(writer, grammars));
        Self {
            args,
            writer,
            classifier,
            grammars,
            summary,
            satisfied: true,
            sayings,
            stops: Vec::new(),
            offsets: Vec::new(),
            shown: Vec::new(),
        }
    }

    fn blank(&mut self) {
        if let Some(summary) = &mut self.summary {
            summary.blank += 1;
        }
    }

    fn require(&mut self, verdicts: Verdicts) {
        let accepts = |grammar: &Grammar| verdicts.accepts(*grammar);
        self.satisfied &= match self.args.require {
            Require::Any => self.grammars.iter().any(accepts),
            Require::All => self.grammars.iter().all(accepts),
        };
    }

    /// What all grammars say of a line. It is read once.
    #[inline]
    fn classify(&mut self, line: &[u8]) -> Verdicts {
        if self.summary.is_none() {
            return self.classifier.classify(line);
        }
        let stops = &mut self.stops;
        stops.clear();
        let end = self.classifier.observe(line, |stop| stops.push(stop));
        stops.push(end);
        self.classifier.verdicts(end.state)
    }

    fn records(&mut self, block: &Block, out: &mut Vec<u8>) -> Result<(), Failure> {
        for (number, raw) in block.urls() {
            if block.form.skips(&raw) {
                self.blank();
                continue;
            }
            let line = Line::new(&raw, self.args);
            let bytes = line.text();
            let filter = &self.args.filter;
            let verdicts = self.classify(bytes);
            if !filter.wants(self.grammars, verdicts) {
                continue;
            }
            // What is only counted is not looked at further.
            let told = filter.reasons() || self.writer.writes();
            let judged = told.then(|| NotUtf8::text(bytes)).map(|text| (text, self.judge(verdicts, text)));
            if judged.as_ref().is_some_and(|(_, answer)| !filter.wants_reason(answer)) {
                continue;
            }
            self.require(verdicts);
            if let Some(summary) = &mut self.summary {
                self.stops.iter().for_each(|&stop| summary.stop(stop, (block.order, number), &block.file, bytes));
            }
            let Some((text, answer)) = judged.filter(|_| self.writer.writes()) else { continue };
            let record = Record {
                file: &block.file,
                line: number,
                input: match text {
                    Ok(text) if line.given.is_none() => text.into(),
                    _ => String::from_utf8_lossy(line.raw),
                },
                length: None,
                forgiven: line.forgiven(),
                warnings: if self.args.advice { advice(self.grammars, verdicts, bytes) } else { Vec::new() },
                answer: &answer,
                offsets: &self.offsets,
                shown: &self.shown,
            };
            self.writer.write(&record, out)?;
        }
        Ok(())
    }

    /// What the grammars say of a line.
    fn judge(&mut self, verdicts: Verdicts, line: Result<&str, NotUtf8>) -> Rc<Answer> {
        let Self { grammars, writer, sayings, offsets, shown, .. } = self;
        shown.clear();
        offsets.clear();
        match line {
            Err(error) => Rc::new(sayings.rare(verdicts, |sayings, grammar| {
                offsets.push(error.offset);
                Some(sayings.not_utf8(grammar, error))
            })),
            Ok(text) => {
                if writer.long {
                    let reports = verdicts.refusals(grammars, text).map(|error| error.report(text).to_string());
                    // After the first line, which is the message.
                    shown.extend(reports.filter_map(|report| Some(report.split_once('\n')?.1.to_owned())));
                }
                sayings.answer(verdicts, &mut verdicts.refusals(grammars, text), offsets)
            }
        }
    }

    fn long(&mut self, block: &Block, line: &LongLine, out: &mut Vec<u8>) -> Result<(), Failure> {
        if line.blank && !block.form.null {
            self.blank();
            return Ok(());
        }
        let verdicts = line.walk.verdict();
        let stops = line.walk.clone().stops();
        let offsets = &mut self.offsets;
        offsets.clear();
        let answer = self.sayings.rare(verdicts, |sayings, grammar| {
            let stop = stops[grammar as usize];
            let offset = line.invalid.or(stop.map(|stop| stop.offset)).unwrap_or(line.length);
            offsets.push(offset);
            Some(match line.invalid {
                Some(_) => {
                    let byte = line.kept.get(offset).copied().unwrap_or_default();
                    sayings.not_utf8(grammar, NotUtf8 { byte, offset })
                }
                None => stopped(sayings, grammar, stop, &line.kept, offset),
            })
        });
        let filter = &self.args.filter;
        if !filter.wants(self.grammars, verdicts) || !filter.wants_reason(&answer) {
            return Ok(());
        }
        self.require(verdicts);
        if let Some(summary) = &mut self.summary {
            let places: HashSet<Stop> = stops.into_iter().flatten().chain([line.walk.end()]).collect();
            places.into_iter().for_each(|stop| summary.stop(stop, (block.order, block.line), &block.file, &line.kept));
        }
        if self.writer.writes() {
            let record = Record {
                file: &block.file,
                line: block.line,
                input: String::from_utf8_lossy(&line.kept),
                length: Some(line.length),
                // What is not all there is not parsed.
                forgiven: &[],
                warnings: Vec::new(),
                answer: &answer,
                offsets: &self.offsets,
                shown: &[],
            };
            self.writer.write(&record, out)?;
        }
        Ok(())
    }
}

/// What the documents warn of in a line that their grammars accept.
fn advice(grammars: &[Grammar], verdict: Verdicts, line: &[u8]) -> Vec<(Grammar, Vec<String>)> {
    let Ok(text) = str::from_utf8(line) else { return Vec::new() };
    let found = grammars.iter().copied().filter(|&grammar| verdict.accepts(grammar)).filter_map(|grammar| {
        let warnings = warnings(&grammar.parse(text).ok()?).into_iter();
        let warnings: Vec<String> = warnings.map(|warning| warned(grammar, warning)).collect();
        (!warnings.is_empty()).then_some((grammar, warnings))
    });
    found.collect()
}

/// Why a line was refused that is not all there.
fn stopped<F: Form>(
    sayings: &mut Sayings<'_, F>,
    grammar: Grammar,
    stop: Option<Stop>,
    kept: &[u8],
    offset: usize,
) -> Rc<Said> {
    let seen = str::from_utf8(kept).ok().filter(|_| offset < kept.len());
    if let Some(error) = seen.and_then(|text| grammar.parse(text).err()) {
        return sayings.refused(&error);
    }
    let (reason, found) = match stop.and_then(|stop| stop.byte) {
        Some(byte) if byte.is_ascii_control() => (Reason::Control, format!("the byte {byte:02X}")),
        Some(b' ') => (Reason::Space, "' '".to_owned()),
        Some(byte) if byte.is_ascii() => (Reason::UnexpectedCharacter, format!("{:?}", char::from(byte))),
        Some(byte) => (Reason::NonAscii, format!("the byte {byte:02X}")),
        None => (Reason::Incomplete, "the end".to_owned()),
    };
    sayings.unread(grammar, reason, |offset| format!("refuses {found} at byte {offset}"))
}
