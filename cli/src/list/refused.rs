//! The cached texts of refusals.

use std::fmt;

use uri_lineage::{Error, ErrorKey, Refusal};

use crate::list::place::Place;
use crate::output::cache::Cache;
use crate::output::template::{Sink, Template};
use crate::output::text::json;
use crate::refusal::json_template;

/// The name of a grammar, and why it refuses an input; the second field shows the offset.
pub struct GrammarMessage<'e, P>(pub &'e Error, pub P);

impl<P: fmt::Display> fmt::Display for GrammarMessage<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.grammar(), self.0.message_at(&self.1))
    }
}

/// Begins a JSON object with the place of a record and the name of a document.
pub fn begin_object(place: Place<'_>, document: &str, out: &mut Vec<u8>) {
    out.push(b'{');
    place.write(out);
    out.extend_from_slice(b"\"grammar\":\"");
    out.extend_from_slice(document.as_bytes());
    out.push(b'"');
}

/// The cached texts of refusals, in one format.
#[derive(Default)]
pub struct RefusalTexts(Cache<ErrorKey, Template>);

impl RefusalTexts {
    /// Writes the text of a refusal; `text` renders it where the cache does not have it.
    pub fn write(&mut self, error: &Error, out: &mut Vec<u8>, text: impl FnOnce() -> Template) {
        self.0.get_or(error.cache_key(), text).fill(&[error.offset()], out);
    }

    /// Writes the last members of a JSON object, and its end: `error`, which is the text `before`
    /// and the message, and `refusal`.
    pub fn end_object(&mut self, before: &str, error: &Error, out: &mut Vec<u8>) {
        out.extend_from_slice(b",\"error\":");
        json(before, out);
        // The message continues the text.
        out.pop();
        self.write(error, out, || {
            let mut end = Template::default();
            let message = Template::record(|place, out| write!(out, "{}", error.message_at(place)));
            end.json_content(&Template::plain(format!("{}: ", error.grammar())));
            end.json_content(&message);
            end.text(b"\",\"refusal\":");
            json_template(&Refusal::from(error), &message, &mut end);
            end.text(b"}\n");
            end
        });
    }
}
