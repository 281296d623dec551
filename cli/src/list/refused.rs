//! The cached texts of refusals.

use uri_lineage::{CacheKey, Error, Refusal};

use crate::output::cache::Cache;
use crate::output::template::Template;
use crate::output::text::json;

/// The cached texts of refusals, in one format.
#[derive(Default)]
pub struct Refused(Cache<CacheKey, Template>);

impl Refused {
    /// Writes the text of a refusal. `write` returns the text for an offset.
    pub fn write(&mut self, error: &Error, write: impl Fn(usize) -> Vec<u8>, out: &mut Vec<u8>) {
        self.0.get_or(error.cache_key(), || Template::of(write)).fill(&[error.offset()], out);
    }

    /// Writes the last members of a JSON object, and its end: the message with a text before it, and the refusal.
    pub fn end_object(&mut self, before: &str, error: &Error, out: &mut Vec<u8>) {
        out.extend_from_slice(b",\"error\":");
        json(before, out);
        // The message continues the text.
        out.pop();
        let end = |offset| {
            let refusal = Refusal::at(error, offset);
            let mut message = Vec::new();
            json(&format!("{}: {}", refusal.grammar, refusal.message), &mut message);
            let mut end = message.split_off(1);
            end.extend_from_slice(b",\"refusal\":");
            json(&refusal, &mut end);
            end.extend_from_slice(b"}\n");
            end
        };
        self.write(error, end, out);
    }
}
