//! What is written of a verdict, made once for each kind of refusal and kept.

use std::collections::HashMap;
use std::sync::Arc;

use uri_lineage::{Error, Grammar, Kind, Reason};

use crate::output::said_at;

/// What is kept at most: a hostile list may hold any number of kinds.
const KEPT: usize = 1 << 13;
/// The longest text that is kept, in bytes.
const LONGEST: usize = 1 << 12;

/// A text with places for the offset.
#[derive(Debug, Default)]
pub struct Template {
    text: Vec<u8>,
    /// Where the offset comes in.
    holes: Vec<usize>,
}

impl Template {
    /// Makes one of a text that is written with an offset.
    fn of(write: impl Fn(usize) -> Vec<u8>) -> Self {
        let plain = write(0);
        // A number that does not occur in what is written is recognised there.
        let fresh = |number: &String| memchr::memmem::find(&plain, number.as_bytes()).is_none();
        let Some(number) = (0..).map(|n| (usize::MAX - n).to_string()).find(fresh) else { return Self::default() };
        let written = write(number.parse().unwrap_or_default());
        let (mut text, mut holes, mut rest) = (Vec::new(), Vec::new(), written.as_slice());
        while let Some(at) = memchr::memmem::find(rest, number.as_bytes()) {
            text.extend(&rest[..at]);
            holes.push(text.len());
            rest = &rest[at + number.len()..];
        }
        text.extend(rest);
        Self { text, holes }
    }

    /// Writes it with an offset.
    pub fn fill(&self, offset: usize, out: &mut Vec<u8>) {
        let mut number = itoa::Buffer::new();
        let number = number.format(offset);
        let mut from = 0;
        for &hole in &self.holes {
            out.extend_from_slice(&self.text[from..hole]);
            out.extend_from_slice(number.as_bytes());
            from = hole;
        }
        out.extend_from_slice(&self.text[from..]);
    }
}

/// Why a line was refused. What is written of it for programs is the same in all formats, and that of
/// [`Error`](uri_lineage::Error).
#[derive(Clone, serde::Serialize)]
pub struct Refusal {
    pub grammar: &'static str,
    pub production: &'static str,
    pub reason: &'static str,
    /// Bytes from the beginning of the line.
    pub offset: usize,
    pub found: Option<char>,
    pub class: Option<&'static str>,
    pub expected: Vec<String>,
    pub advice: Option<String>,
    pub message: String,
}

impl Refusal {
    /// What a grammar says of an input, if its offset were this.
    fn of(error: &Error, offset: usize) -> Self {
        Self {
            grammar: error.grammar().id(),
            production: error.production(),
            reason: error.reason().name(),
            offset,
            found: error.found(),
            class: error.found_class(),
            expected: error.expected().iter().map(ToString::to_string).collect(),
            advice: error.advice().map(|_| error.advice_text().to_string()),
            message: said_at(error, format_args!("byte {offset}")),
        }
    }

    /// For bytes that are not there as text.
    fn unread(grammar: Grammar, reason: Reason, offset: usize, message: String) -> Self {
        let (found, class, expected, advice) = (None, None, Vec::new(), None);
        let production = grammar.entry_productions().first().copied().unwrap_or_default();
        Self {
            grammar: grammar.id(),
            production,
            reason: reason.name(),
            offset,
            found,
            class,
            expected,
            advice,
            message,
        }
    }
}

/// A verdict of a grammar.
pub enum Verdict {
    /// The production that accepts the line.
    Accepted(&'static str),
    /// Why it is refused, by name, and the message for people.
    Refused(&'static str, Template),
}

/// What is said of lines to which a grammar says the same.
pub struct Said {
    pub grammar: Grammar,
    pub verdict: Verdict,
    /// The verdict in the format of the records.
    pub written: Template,
}

/// What a grammar says of one line.
#[derive(Clone)]
pub struct Told {
    pub said: Arc<Said>,
    /// Where it refuses the line.
    pub offset: usize,
    /// The place in the line, for people.
    pub shown: Option<String>,
}

/// How a verdict is written in the format of the records.
pub trait Form {
    fn accepted(&self, grammar: Grammar, production: &'static str) -> Vec<u8>;
    fn refused(&self, refusal: &Refusal) -> Vec<u8>;
}

/// What has been said before.
pub struct Sayings<'f, F> {
    form: &'f F,
    /// For each grammar, by its production.
    accepted: [Vec<(&'static str, Arc<Said>)>; Grammar::ALL.len()],
    refused: HashMap<Kind, Arc<Said>>,
}

impl<'f, F: Form> Sayings<'f, F> {
    pub fn new(form: &'f F) -> Self {
        Self { form, accepted: Grammar::ALL.map(|_| Vec::new()), refused: HashMap::new() }
    }

    /// A production accepts the line.
    pub fn accepted(&mut self, grammar: Grammar, production: &'static str) -> Told {
        let known = &mut self.accepted[grammar as usize];
        let said = match known.iter().find(|(name, _)| *name == production) {
            Some((_, said)) => Arc::clone(said),
            None => {
                let written = Template::of(|_| self.form.accepted(grammar, production));
                let said = Arc::new(Said { grammar, verdict: Verdict::Accepted(production), written });
                known.push((production, Arc::clone(&said)));
                said
            }
        };
        Told { said, offset: 0, shown: None }
    }

    /// A grammar refuses the line.
    pub fn refused(&mut self, error: &Error) -> Told {
        let known = self.refused.get(error.kind()).map(Arc::clone);
        let said = known.unwrap_or_else(|| {
            let said = self.said(error.grammar(), |offset| Refusal::of(error, offset));
            if self.refused.len() >= KEPT {
                self.refused.clear();
            }
            // A kind may hold the name of a scheme, however long.
            if said.written.text.len() <= LONGEST {
                self.refused.insert(error.kind().clone(), Arc::clone(&said));
            }
            said
        });
        Told { said, offset: error.offset(), shown: None }
    }

    /// A grammar refuses a line that is not UTF-8, at the byte where it is not.
    pub fn not_utf8(&self, grammar: Grammar, byte: u8, offset: usize) -> Told {
        let message = |offset| {
            format!("the byte {byte:02X} at byte {offset} is not UTF-8; as data it is written %{byte:02X}")
        };
        self.unread(grammar, Reason::NonAscii, offset, message)
    }

    /// A grammar refuses what is not there as text, for a reason.
    pub fn unread(&self, grammar: Grammar, reason: Reason, offset: usize, message: impl Fn(usize) -> String) -> Told {
        let said = self.said(grammar, |offset| Refusal::unread(grammar, reason, offset, message(offset)));
        Told { said, offset, shown: None }
    }

    fn said(&self, grammar: Grammar, refusal: impl Fn(usize) -> Refusal) -> Arc<Said> {
        let message = Template::of(|offset| refusal(offset).message.into_bytes());
        let written = Template::of(|offset| self.form.refused(&refusal(offset)));
        Arc::new(Said { grammar, verdict: Verdict::Refused(refusal(0).reason, message), written })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_gives_what_would_be_written() {
        // Even where the text holds the number that would mark the place.
        let text = |offset| format!("{offset}a{}b{offset}\n{}", usize::MAX, usize::MAX - 1).into_bytes();
        let template = Template::of(text);
        for offset in [0, 7, 1234, usize::MAX] {
            let mut out = Vec::new();
            template.fill(offset, &mut out);
            assert_eq!(out, text(offset));
        }
    }
}
