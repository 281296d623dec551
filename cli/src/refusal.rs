//! Refusals for people.

use std::fmt;

use uri_lineage::{Advice, Error, Member, Refusal};

use crate::output::template::{Sink, Template};

/// Why a grammar refuses an input at a place, with a hint if `--forgive` helps.
pub struct MessageAt<'e, P>(pub &'e Error, pub P);

impl<P: fmt::Display> fmt::Display for MessageAt<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(error, place) = self;
        write!(f, "{}", error.message_at(place))?;
        match error.advice() {
            Some(Advice::SchemeCase { forgivable: true } | Advice::Prefix { forgivable: true }) => {
                f.write_str(" (--forgive accepts it)")
            }
            _ => Ok(()),
        }
    }
}

/// The record of a refusal, with the same hint in its message.
pub fn hinted(error: &Error) -> Refusal {
    let offset = error.offset();
    Refusal { message: MessageAt(error, format_args!("byte {offset}")).to_string(), ..Refusal::from(error) }
}

/// Adds the JSON of a refusal, with a place for its offset. `message` replaces its message.
pub fn json_template(refusal: &Refusal, message: &Template, out: &mut Template) {
    for (index, ((name, _), member)) in Refusal::MEMBERS.iter().zip(refusal.members()).enumerate() {
        out.text(if index > 0 { b",\"" } else { b"{\"" });
        out.text(name.as_bytes());
        out.text(b"\":");
        match member {
            Member::Offset(_) => out.offset(),
            Member::Message(_) => {
                out.text(b"\"");
                out.json_content(message);
                out.text(b"\"");
            }
            Member::Text(text) => out.json(&text),
            Member::List(texts) => out.json(texts),
        }
    }
    out.text(b"}");
}

#[cfg(test)]
mod tests {
    use uri_lineage::Grammar;

    use super::*;
    use crate::output::text::json;

    /// A template with its offset filled in is the refusal as it is serialised, at every offset of
    /// every example.
    #[test]
    fn a_template_is_the_refusal_with_its_offset_open() {
        let examples =
            ["http:", "HTTP://a:b/~", "URL:http://é\u{200B}/\"", "ftp://a,b/;type=", "", "a%", "x:\\", "//[::1"];
        let inputs =
            examples.iter().flat_map(|text| text.char_indices().map(|(at, _)| [&text[at..], &text[..at]].concat()));
        let mut refusals = 0;
        for (input, grammar) in inputs.flat_map(|input| Grammar::all().map(move |grammar| (input.clone(), grammar))) {
            let Err(error) = grammar.parse(&input) else { continue };
            let message = Template::record(|place, out| write!(out, "{}", MessageAt(&error, place)));
            let (mut template, mut filled, mut serialised) = (Template::default(), Vec::new(), Vec::new());
            json_template(&hinted(&error), &message, &mut template);
            template.fill(&[error.offset()], &mut filled);
            json(&hinted(&error), &mut serialised);
            assert_eq!(String::from_utf8(filled), String::from_utf8(serialised), "{input:?} in {grammar}");
            refusals += 1;
        }
        assert!(refusals > 200, "{refusals}");
    }
}
