//! Texts that differ in their offsets only.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::io::{self, Write};

use super::cache::Size;
use super::text::{json, plain};

/// A text with places for offsets.
#[derive(Debug, Default, Clone)]
pub struct Template {
    text: Vec<u8>,
    /// Where an offset is inserted, and the index of the offset.
    holes: Vec<(usize, usize)>,
}

/// The place of a refusal while a template is written: it prints `byte ` and leaves a hole for the
/// offset.
#[derive(Default)]
pub struct OffsetPlace {
    /// The number of bytes of the text that are written.
    written: Cell<usize>,
    holes: RefCell<Vec<usize>>,
}

impl fmt::Display for OffsetPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("byte ")?;
        self.holes.borrow_mut().push(self.written.get());
        Ok(())
    }
}

/// Writes the text of a template, and updates the length that its place records.
struct Recorder<'p> {
    text: Vec<u8>,
    place: &'p OffsetPlace,
}

impl Write for Recorder<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(text);
        self.place.written.set(self.text.len());
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Template {
    /// A text without offsets.
    pub fn plain(text: impl Into<Vec<u8>>) -> Self {
        Self { text: text.into(), holes: Vec::new() }
    }

    /// Records a text as it is written: each time that the place is formatted, the offset occurs.
    ///
    /// The text must be written piece by piece. A place that is formatted into a string of its own
    /// is not found.
    pub fn record(write: impl FnOnce(&OffsetPlace, &mut dyn Write) -> io::Result<()>) -> Self {
        let place = OffsetPlace::default();
        let mut recorder = Recorder { text: Vec::new(), place: &place };
        // Writing to memory cannot fail.
        _ = write(&place, &mut recorder);
        let text = recorder.text;
        Self::with_holes(text, place.holes.into_inner())
    }

    /// A text with the places of one offset.
    pub fn with_holes(text: Vec<u8>, holes: impl IntoIterator<Item = usize>) -> Self {
        Self { text, holes: holes.into_iter().map(|at| (at, 0)).collect() }
    }

    /// Adds the offset.
    pub fn offset(&mut self) {
        self.holes.push((self.text.len(), 0));
    }

    /// Adds a value as JSON.
    pub fn json(&mut self, value: &(impl serde::Serialize + ?Sized)) {
        json(value, &mut self.text);
    }

    /// Adds the text as the content of a JSON string, without quotes.
    pub fn json_content(&mut self, text: &Self) {
        self.push_mapped(text, |piece, out| {
            let mut string = Vec::new();
            json(piece, &mut string);
            out.extend_from_slice(&string[1..string.len() - 1]);
        });
    }

    /// The text on one line, as [`plain`] shows it.
    pub fn on_one_line(&self) -> Self {
        let mut shown = Self::default();
        shown.push_mapped(self, |piece, out| out.extend_from_slice(plain(piece).as_bytes()));
        shown
    }

    /// Adds another text, with `map` applied to each piece between its offsets.
    fn push_mapped(&mut self, text: &Self, map: impl Fn(&str, &mut Vec<u8>)) {
        for (index, piece) in text.pieces().enumerate() {
            if index > 0 {
                self.offset();
            }
            map(&String::from_utf8_lossy(piece), &mut self.text);
        }
    }

    /// The pieces of the text before, between and after the offsets.
    pub fn pieces(&self) -> impl Iterator<Item = &[u8]> + Clone {
        let ends = self.holes.iter().map(|&(at, _)| at).chain([self.text.len()]);
        let starts = [0].into_iter().chain(self.holes.iter().map(|&(at, _)| at));
        starts.zip(ends).map(|(start, end)| &self.text[start..end])
    }

    /// Frees unused memory.
    pub fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.holes.shrink_to_fit();
    }

    /// Writes the text with its offsets.
    pub fn fill(&self, offsets: &[usize], out: &mut Vec<u8>) {
        /// The maximum length of a number.
        const DIGITS: usize = 20;
        out.reserve(self.text.len() + DIGITS * self.holes.len());
        let mut digits = itoa::Buffer::new();
        let (mut from, mut formatted, mut number) = (0, None, "");
        for &(hole, index) in &self.holes {
            out.extend_from_slice(&self.text[from..hole]);
            let offset = offsets.get(index).copied().unwrap_or_default();
            if formatted != Some(offset) {
                (formatted, number) = (Some(offset), digits.format(offset));
            }
            out.extend_from_slice(number.as_bytes());
            from = hole;
        }
        out.extend_from_slice(&self.text[from..]);
    }
}

impl Size for Template {
    fn size(&self) -> usize {
        size_of::<Self>() + self.text.capacity() + self.holes.capacity() * size_of::<(usize, usize)>()
    }
}

/// Receives texts and templates, one after another.
pub trait Sink {
    fn text(&mut self, text: &[u8]);

    /// A template with one place, which is for the offset with this index.
    fn template(&mut self, template: &Template, index: usize);
}

/// Joins the templates.
impl Sink for Template {
    fn text(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
    }

    fn template(&mut self, template: &Template, index: usize) {
        let length = self.text.len();
        self.holes.extend(template.holes.iter().map(|(at, _)| (length + at, index)));
        self.text(&template.text);
    }
}

/// Fills the templates with their offsets, and writes them.
pub struct OffsetFiller<'f> {
    pub offsets: &'f [usize],
    pub out: &'f mut Vec<u8>,
}

impl Sink for OffsetFiller<'_> {
    fn text(&mut self, text: &[u8]) {
        self.out.extend_from_slice(text);
    }

    fn template(&mut self, template: &Template, index: usize) {
        template.fill(&self.offsets[index.min(self.offsets.len())..], self.out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(template: &Template, offsets: &[usize]) -> String {
        let mut out = Vec::new();
        template.fill(offsets, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_filled_template_is_the_text_with_its_offsets() {
        // The text contains digits, and two offsets without a text between them.
        fn write_text(place: &dyn fmt::Display, out: &mut dyn Write) -> io::Result<()> {
            write!(out, "{place}11b{place}{place}2\n\"é\u{200B}\",{place}")
        }
        let template = Template::record(|place, out| write_text(place, out));
        let mut string = Template::default();
        string.json_content(&template);
        for offset in [0, 7, 11, 22, 1234, usize::MAX] {
            let (mut written, mut expected) = (Vec::new(), Vec::new());
            write_text(&format_args!("byte {offset}"), &mut written).unwrap();
            let written = String::from_utf8(written).unwrap();
            assert_eq!(filled(&template, &[offset]), written);
            assert_eq!(filled(&template.on_one_line(), &[offset]), plain(&written));
            json(&written, &mut expected);
            assert_eq!(format!("\"{}\"", filled(&string, &[offset])).as_bytes(), expected);
        }
    }

    #[test]
    fn joined_templates_have_different_offsets() {
        fn join(template: &Template, sink: &mut dyn Sink) {
            sink.template(template, 0);
            sink.text(b"; ");
            sink.template(template, 1);
        }
        let template = Template::record(|place, out| write!(out, "{place} and {place}"));
        let (mut joined, mut written, offsets) = (Template::default(), Vec::new(), &[3, 14]);
        join(&template, &mut joined);
        assert_eq!(filled(&joined, offsets), "byte 3 and byte 3; byte 14 and byte 14");
        join(&template, &mut OffsetFiller { offsets, out: &mut written });
        assert_eq!(written, filled(&joined, offsets).as_bytes());
    }
}
