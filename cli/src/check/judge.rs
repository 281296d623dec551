//! What the grammars say of the lines of a block.

use uri_lineage::Grammar;
use uri_lineage::language::{Classifier, Stop, Verdict};

use super::record::{Record, Refusal, Writer};
use super::summary::Summary;
use crate::failure::Failure;
use crate::input::{Block, Content, LongLine};

/// Judges blocks, one after another, with what it needs at hand.
pub struct Judge {
    classifier: &'static Classifier,
    /// Whether the summary wants to know why lines are refused.
    reasons: bool,
    verdicts: Vec<Verdict>,
}

impl Judge {
    pub fn new(reasons: bool) -> Self {
        Self { classifier: Classifier::get(), reasons, verdicts: Vec::new() }
    }

    /// Judges a block: counts into the summary, records into `out`.
    pub fn block(
        &mut self,
        block: &Block,
        writer: &Writer,
        summary: &mut Summary,
        out: &mut Vec<u8>,
    ) -> Result<(), Failure> {
        match &block.content {
            Content::Lines(bytes) => self.lines(block, bytes, writer, summary, out),
            Content::Long(line) => self.long(block, line, writer, summary, out),
        }
    }

    fn lines(
        &mut self,
        block: &Block,
        bytes: &[u8],
        writer: &Writer,
        summary: &mut Summary,
        out: &mut Vec<u8>,
    ) -> Result<(), Failure> {
        let lines: Vec<&[u8]> = split(bytes).collect();
        self.verdicts.clear();
        self.verdicts.resize(lines.len(), Verdict::default());
        self.classifier.classify_many(&lines, &mut self.verdicts);
        for ((line, &verdict), number) in lines.iter().zip(&self.verdicts).zip(block.line..) {
            if line.first().is_none_or(u8::is_ascii_whitespace) && line.trim_ascii().is_empty() {
                summary.blank += 1;
                continue;
            }
            summary.count(verdict);
            if self.reasons && !summary.accepted_by_all(verdict) {
                let stops = self.classifier.stops(line);
                summary.refused(&stops, number, line);
            }
            if writer.writes() {
                let record = Record {
                    file: &block.file,
                    line: number,
                    input: String::from_utf8_lossy(line),
                    length: None,
                    verdicts: summary.grammars().map(|grammar| (grammar, judged(grammar, verdict, line))).collect(),
                };
                writer.write(&record, out)?;
            }
        }
        Ok(())
    }

    fn long(
        &mut self,
        block: &Block,
        line: &LongLine,
        writer: &Writer,
        summary: &mut Summary,
        out: &mut Vec<u8>,
    ) -> Result<(), Failure> {
        let verdict = line.walk.verdict();
        let stops = line.walk.clone().stops();
        summary.count(verdict);
        if self.reasons {
            summary.refused(&stops, block.line, &line.kept);
        }
        let judged = |grammar: Grammar| {
            let stop = stops[grammar as usize];
            match (verdict.production(grammar), line.invalid) {
                (Some(production), _) => Ok(production),
                (None, Some(offset)) => Err(Refusal::not_utf8(&line.kept, offset)),
                (None, None) => Err(stopped(grammar, stop, &line.kept, line.length)),
            }
        };
        if writer.writes() {
            let record = Record {
                file: &block.file,
                line: block.line,
                input: String::from_utf8_lossy(&line.kept),
                length: Some(line.length),
                verdicts: summary.grammars().map(|grammar| (grammar, judged(grammar))).collect(),
            };
            writer.write(&record, out)?;
        }
        Ok(())
    }
}

/// The lines of a block, without their ends (LF or CR LF).
fn split(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut start = 0;
    let ends = memchr::memchr_iter(b'\n', bytes).chain((!bytes.ends_with(b"\n")).then_some(bytes.len()));
    ends.map(move |end| {
        let line = &bytes[start..end];
        start = end + 1;
        // A carriage return that ends the input ends no line.
        if end < bytes.len() { line.strip_suffix(b"\r").unwrap_or(line) } else { line }
    })
}

/// What one grammar says of a line: the classifier's verdict, and for a refusal the exact error.
fn judged(grammar: Grammar, verdict: Verdict, line: &[u8]) -> Result<&'static str, Refusal> {
    if let Some(production) = verdict.production(grammar) {
        return Ok(production);
    }
    Err(match std::str::from_utf8(line) {
        Err(error) => Refusal::not_utf8(line, error.valid_up_to()),
        Ok(text) => match grammar.parse(text) {
            Err(error) => Refusal { offset: error.offset(), message: error.message().to_string() },
            // The parsers and the classifier accept the same; a test holds them to it.
            Ok(parsed) => return Ok(parsed.production()),
        },
    })
}

/// Why a line was refused that is not all there.
fn stopped(grammar: Grammar, stop: Option<Stop>, kept: &[u8], length: usize) -> Refusal {
    let offset = stop.map_or(length, |stop| stop.offset);
    let seen = std::str::from_utf8(kept).ok().filter(|_| offset < kept.len());
    let message = match (seen.and_then(|text| grammar.parse(text).err()), stop.and_then(|stop| stop.byte)) {
        (Some(error), _) => error.message().to_string(),
        (None, Some(byte)) => format!("refuses {:?} at byte {offset}", char::from(byte)),
        (None, None) => format!("refuses the end at byte {offset}"),
    };
    Refusal { offset, message }
}
