//! Texts that differ in their offsets only.

use super::cache::Size;

/// A text with places for offsets.
#[derive(Debug, Default)]
pub struct Template {
    text: Vec<u8>,
    /// Where an offset is inserted, and its number.
    holes: Vec<(usize, usize)>,
}

impl Template {
    /// A text without offsets.
    pub fn plain(text: Vec<u8>) -> Self {
        Self { text, holes: Vec::new() }
    }

    /// Makes a template from a text that is written with one offset.
    pub fn of(write: impl Fn(usize) -> Vec<u8>) -> Self {
        let [template] = Self::all(|offset| [write(offset)]);
        template
    }

    /// Makes templates from texts that are written with one offset.
    ///
    /// The texts are written with two offsets of the same length that differ in every digit. The bytes in which both texts differ
    /// are the offset's.
    pub fn all<const N: usize>(write: impl Fn(usize) -> [Vec<u8>; N]) -> [Self; N] {
        let (texts, others) = (write(11), write(22));
        let mut others = others.iter();
        texts.map(|text| Self::between(&text, others.next().map_or(&[], Vec::as_slice)))
    }

    fn between(text: &[u8], other: &[u8]) -> Self {
        /// The digits of both offsets.
        const DIGITS: usize = 2;
        let (mut template, mut from, mut at) = (Self::default(), 0, 0);
        while let Some(same) = text[at..].iter().zip(&other[at..]).position(|(byte, other)| byte != other) {
            at += same;
            template.text.extend_from_slice(&text[from..at]);
            template.holes.push((template.text.len(), 0));
            at += DIGITS;
            from = at;
        }
        template.text.extend_from_slice(&text[from..]);
        template
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

impl Size for Template {
    fn size(&self) -> usize {
        size_of::<Self>() + self.text.capacity() + self.holes.capacity() * size_of::<(usize, usize)>()
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
pub struct OffsetFiller<'f> {
    pub offsets: &'f [usize],
    pub out: &'f mut Vec<u8>,
}

impl Sink for OffsetFiller<'_> {
    fn text(&mut self, text: &[u8]) {
        self.out.extend_from_slice(text);
    }

    fn template(&mut self, template: &Template, number: usize) {
        template.fill(&self.offsets[number.min(self.offsets.len())..], self.out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_gives_what_would_be_written() {
        // Even if the text contains the same digits, and if two offsets follow one another.
        let text = |offset| format!("{offset}a11b{offset}{offset}22\n{offset}").into_bytes();
        let template = Template::of(text);
        for offset in [0, 7, 11, 22, 1234, usize::MAX] {
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
        join(&mut OffsetFiller { offsets, out: &mut now });
        assert_eq!(now, out);
    }
}
