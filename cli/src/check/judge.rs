//! What the grammars say of the lines of a block.

use std::collections::HashSet;

use uri_lineage::classifier::{Classifier, Stop, Verdicts};
use uri_lineage::{Forgiven, Grammar, Reason, forgive, warnings};

use super::Args;
use super::record::{Record, Refusal, Writer};
use super::summary::Summary;
use crate::engine::{Work, Written};
use crate::failure::Failure;
use crate::input::{Block, Content, LongLine};
use crate::parse::warned;

/// Judges blocks, one after another, with what it needs at hand.
pub struct Judge<'a> {
    args: &'a Args,
    writer: &'a Writer,
    classifier: &'static Classifier,
    summary: Summary,
}

impl Work for Judge<'_> {
    fn block(&mut self, block: &Block, written: &mut Written) -> Result<(), Failure> {
        match &block.content {
            Content::Records(_) => self.records(block, &mut written.out),
            Content::Long(line) => self.long(block, line, &mut written.out),
        }
    }

    fn merge(&mut self, other: Self) {
        self.summary.merge(other.summary);
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
    pub fn new(args: &'a Args, writer: &'a Writer, summary: Summary) -> Self {
        Self { args, writer, classifier: Classifier::get(), summary }
    }

    /// What was counted.
    pub fn summary(self) -> Summary {
        self.summary
    }

    fn records(&mut self, block: &Block, out: &mut Vec<u8>) -> Result<(), Failure> {
        let Self { summary, writer, .. } = self;
        for (number, raw) in block.urls() {
            if block.form.skips(&raw) {
                summary.blank += 1;
                continue;
            }
            let line = Line::new(&raw, self.args);
            let text = line.text();
            if self.args.filter.any()
                && !self.args.filter.wants(summary.grammars(), self.classifier.classify(text), text)
            {
                continue;
            }
            let mut count = |stop| summary.stop(stop, (block.order, number), &block.file, text);
            let end = self.classifier.observe(text, &mut count);
            count(end);
            if !writer.writes() {
                continue;
            }
            let verdict = self.classifier.verdict(end);
            let record = Record {
                file: &block.file,
                line: number,
                input: String::from_utf8_lossy(line.raw),
                length: None,
                forgiven: line.forgiven().to_vec(),
                warnings: if self.args.advice { advice(summary.grammars(), verdict, text) } else { Vec::new() },
                verdicts: summary
                    .grammars()
                    .map(|grammar| (grammar, judged(grammar, verdict, text, writer.long)))
                    .collect(),
            };
            writer.write(&record, out)?;
        }
        Ok(())
    }

    fn long(&mut self, block: &Block, line: &LongLine, out: &mut Vec<u8>) -> Result<(), Failure> {
        let Self { summary, writer, .. } = self;
        if line.blank && !block.form.null {
            summary.blank += 1;
            return Ok(());
        }
        let verdict = line.walk.verdict();
        if self.args.filter.any() && !self.args.filter.wants(summary.grammars(), verdict, &line.kept) {
            return Ok(());
        }
        let stops = line.walk.clone().stops();
        let places: HashSet<Stop> = stops.into_iter().flatten().chain([line.walk.end()]).collect();
        places.into_iter().for_each(|stop| summary.stop(stop, (block.order, block.line), &block.file, &line.kept));
        let judged = |grammar: Grammar| {
            let stop = stops[grammar as usize];
            match (verdict.production(grammar), line.invalid) {
                (Some(production), _) => Ok(production),
                (None, Some(offset)) => Err(Refusal::not_utf8(grammar, &line.kept, offset)),
                (None, None) => Err(stopped(grammar, stop, &line.kept, line.length)),
            }
        };
        if writer.writes() {
            let record = Record {
                file: &block.file,
                line: block.line,
                input: String::from_utf8_lossy(&line.kept),
                length: Some(line.length),
                // What is not all there is not parsed.
                forgiven: Vec::new(),
                warnings: Vec::new(),
                verdicts: summary.grammars().map(|grammar| (grammar, judged(grammar))).collect(),
            };
            writer.write(&record, out)?;
        }
        Ok(())
    }
}

/// What the documents warn of in a line that their grammars accept.
fn advice(grammars: impl Iterator<Item = Grammar>, verdict: Verdicts, line: &[u8]) -> Vec<(Grammar, Vec<String>)> {
    let Ok(text) = str::from_utf8(line) else { return Vec::new() };
    let found = grammars.filter(|&grammar| verdict.accepts(grammar)).filter_map(|grammar| {
        let warnings = warnings(&grammar.parse(text).ok()?).into_iter();
        let warnings: Vec<String> = warnings.map(|warning| warned(grammar, warning)).collect();
        (!warnings.is_empty()).then_some((grammar, warnings))
    });
    found.collect()
}

/// What one grammar says of a line: the classifier's verdict, and for a refusal the exact error.
fn judged(grammar: Grammar, verdict: Verdicts, line: &[u8], shown: bool) -> Result<&'static str, Box<Refusal>> {
    if let Some(production) = verdict.production(grammar) {
        return Ok(production);
    }
    match std::str::from_utf8(line) {
        Err(error) => Err(Refusal::not_utf8(grammar, line, error.valid_up_to())),
        Ok(text) => verdict
            .parse(grammar, text)
            .map(|parsed| parsed.production())
            .map_err(|error| Refusal::of(&error, text, shown)),
    }
}

/// Why a line was refused that is not all there.
fn stopped(grammar: Grammar, stop: Option<Stop>, kept: &[u8], length: usize) -> Box<Refusal> {
    let offset = stop.map_or(length, |stop| stop.offset);
    let seen = std::str::from_utf8(kept).ok().filter(|_| offset < kept.len());
    if let Some(error) = seen.and_then(|text| grammar.parse(text).err()) {
        return Box::new(Refusal { offset, ..*Refusal::of(&error, "", false) });
    }
    let (reason, message) = match stop.and_then(|stop| stop.byte) {
        Some(byte) if byte.is_ascii_control() => {
            (Reason::Control, format!("refuses the byte {byte:02X} at byte {offset}"))
        }
        Some(b' ') => (Reason::Space, format!("refuses ' ' at byte {offset}")),
        Some(byte) if byte.is_ascii() => {
            (Reason::UnexpectedCharacter, format!("refuses {:?} at byte {offset}", char::from(byte)))
        }
        Some(byte) => (Reason::NonAscii, format!("refuses the byte {byte:02X} at byte {offset}")),
        None => (Reason::Incomplete, format!("refuses the end at byte {offset}")),
    };
    Refusal::unread(grammar, reason, offset, message)
}
