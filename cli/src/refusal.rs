//! Written refusals: generated once for each kind, and cached.

use std::fmt;
use std::rc::Rc;

use foldhash::{HashMap, HashMapExt};
use uri_lineage::{Advice, Error, Grammar, Kind, Reason};

use crate::options::common::share;
use crate::schema::types::ReasonName;

/// The number of kinds that each of two threads caches: a hostile list may contain any number of them.
const KEPT: usize = 1 << 11;
/// The maximum size in bytes of a kind that is cached.
const LARGEST: usize = 1 << 10;

/// A text with places for offsets.
#[derive(Debug, Default)]
pub struct Template {
    text: Vec<u8>,
    /// Where an offset is inserted, and its number.
    holes: Vec<(usize, usize)>,
}

impl Template {
    /// Makes a template from a text that is written with one offset.
    pub fn of(write: impl Fn(usize) -> Vec<u8>) -> Self {
        let [template] = Self::all(|offset| [write(offset)]);
        template
    }

    /// Makes a template from several texts that are written together.
    pub fn all<const N: usize>(write: impl Fn(usize) -> [Vec<u8>; N]) -> [Self; N] {
        let plain = write(0);
        // Use a number that does not occur in the text, to find its places.
        let occurs = |number: &str| plain.iter().any(|text| memchr::memmem::find(text, number.as_bytes()).is_some());
        let mut offset = usize::MAX;
        while occurs(&offset.to_string()) {
            offset -= 1;
        }
        let number = offset.to_string();
        write(offset).map(|written| {
            let (mut text, mut holes, mut rest) = (Vec::new(), Vec::new(), written.as_slice());
            while let Some(at) = memchr::memmem::find(rest, number.as_bytes()) {
                text.extend(&rest[..at]);
                holes.push((text.len(), 0));
                rest = &rest[at + number.len()..];
            }
            text.extend(rest);
            Self { text, holes }
        })
    }

    /// Frees unused memory, and returns the size in bytes.
    pub fn shrink(&mut self) -> usize {
        self.text.shrink_to_fit();
        self.holes.shrink_to_fit();
        self.text.len() + size_of_val(&*self.holes)
    }

    /// Writes the text with its offsets.
    pub fn fill(&self, offsets: &[usize], out: &mut Vec<u8>) {
        /// The maximum length of a number.
        const DIGITS: usize = 20;
        out.reserve(self.text.len() + DIGITS * self.holes.len());
        let mut digits = itoa::Buffer::new();
        let (mut from, mut shown, mut number) = (0, None, "");
        for &(hole, which) in &self.holes {
            out.extend_from_slice(&self.text[from..hole]);
            let offset = offsets.get(which).copied().unwrap_or_default();
            if shown != Some(offset) {
                (shown, number) = (Some(offset), digits.format(offset));
            }
            out.extend_from_slice(number.as_bytes());
            from = hole;
        }
        out.extend_from_slice(&self.text[from..]);
    }
}

/// Receives texts and templates, one after another.
pub trait Sink {
    fn text(&mut self, text: &[u8]);

    /// A template with one place, which is for the offset of this number.
    fn template(&mut self, template: &Template, number: usize);
}

/// Joins the templates.
impl Sink for Template {
    fn text(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
    }

    fn template(&mut self, template: &Template, number: usize) {
        let length = self.text.len();
        self.holes.extend(template.holes.iter().map(|(at, _)| (length + at, number)));
        self.text(&template.text);
    }
}

/// Fills the templates with their offsets, and writes them.
pub struct Filled<'f> {
    pub offsets: &'f [usize],
    pub out: &'f mut Vec<u8>,
}

impl Sink for Filled<'_> {
    fn text(&mut self, text: &[u8]) {
        self.out.extend_from_slice(text);
    }

    fn template(&mut self, template: &Template, number: usize) {
        template.fill(&self.offsets[number.min(self.offsets.len())..], self.out);
    }
}

/// Why a grammar refuses an input at a place, with a hint if `--forgive` helps.
pub fn said_at(error: &Error, place: impl fmt::Display) -> String {
    let helps =
        matches!(error.advice(), Some(Advice::SchemeCase { forgivable: true } | Advice::Prefix { forgivable: true }));
    format!("{}{}", error.message_at(place), if helps { " (--forgive accepts it)" } else { "" })
}

/// Why a URL is refused, in the machine-readable formats: the same as an [`Error`], without the hint at `--forgive`.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(description = "Why a grammar refuses a URL.")]
pub struct Refusal {
    /// The grammar that refuses the URL.
    #[schemars(with = "Grammar")]
    pub grammar: &'static str,
    /// The production that was being matched.
    pub production: &'static str,
    /// The name of the reason.
    #[schemars(with = "ReasonName")]
    pub reason: &'static str,
    /// The offset of the refusal in the URL, in bytes: the end of the longest prefix with which an accepted URL can begin.
    pub offset: usize,
    /// The character at the offset; `null` at the end of the URL, and if it is not text.
    pub found: Option<char>,
    /// The document's name for the class of that character; `null` if it has none.
    pub class: Option<&'static str>,
    /// The expected input at the offset: names of the document's classes, characters in backquotes, `the end`.
    pub expected: Vec<String>,
    /// Advice how to correct the URL; `null` if there is none.
    pub advice: Option<String>,
    /// The refusal as a sentence.
    pub message: String,
}

impl Refusal {
    /// The message for an input, with the given offset; with a hint at `--forgive` if that helps.
    pub fn of(error: &Error, offset: usize) -> Self {
        Self { message: said_at(error, format_args!("byte {offset}")), ..Self::plain(error, offset) }
    }

    /// The message for an input, with the given offset.
    pub fn plain(error: &Error, offset: usize) -> Self {
        Self {
            grammar: error.grammar().id(),
            production: error.production(),
            reason: error.reason().name(),
            offset,
            found: error.found(),
            class: error.found_class(),
            expected: error.expected().iter().map(ToString::to_string).collect(),
            advice: error.advice().map(|_| error.advice_text().to_string()),
            message: error.message_at(format_args!("byte {offset}")).to_string(),
        }
    }

    /// For bytes that are not available as text.
    pub fn unread(grammar: Grammar, reason: Reason, offset: usize, message: String) -> Self {
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

/// A cache of kinds of refusals.
pub struct Kinds<T>(HashMap<Kind, Rc<T>>);

impl<T> Default for Kinds<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T> Kinds<T> {
    /// Clears the cache if it has no room for so many more. Returns whether it did.
    pub fn renew(&mut self, more: usize) -> bool {
        let full = self.0.len() + more > share(KEPT);
        if full {
            self.0.clear();
        }
        full
    }

    /// The cached value for an error of the same kind, or a new one. The value must depend only on the kind.
    pub fn of(&mut self, error: &Error, make: impl FnOnce() -> T) -> Rc<T> {
        if let Some(known) = self.0.get(error.kind()) {
            return Rc::clone(known);
        }
        let made = Rc::new(make());
        self.renew(1);
        if error.kind().size() <= LARGEST {
            self.0.insert(error.kind().clone(), Rc::clone(&made));
        }
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_gives_what_would_be_written() {
        // Even if the text contains the number that marks the place.
        let text = |offset| format!("{offset}a{}b{offset}\n{}", usize::MAX, usize::MAX - 1).into_bytes();
        let template = Template::of(text);
        for offset in [0, 7, 1234, usize::MAX] {
            let mut out = Vec::new();
            template.fill(&[offset], &mut out);
            assert_eq!(out, text(offset));
        }
    }

    #[test]
    fn templates_that_are_joined_keep_their_own_offsets() {
        let one = Template::of(|offset| format!("{offset} and {offset}").into_bytes());
        let mut both = Template::default();
        let (mut out, offsets) = (Vec::new(), &[3, 14]);
        let join = |sink: &mut dyn Sink| {
            sink.template(&one, 0);
            sink.text(b"; ");
            sink.template(&one, 1);
        };
        join(&mut both);
        both.fill(offsets, &mut out);
        assert_eq!(out, b"3 and 3; 14 and 14");
        let mut now = Vec::new();
        join(&mut Filled { offsets, out: &mut now });
        assert_eq!(now, out);
    }
}
