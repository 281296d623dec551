//! RFCs as XML (RFC 7991): their ABNF, in elements `sourcecode` and `artwork` of the type `abnf`,
//! and their references.

use std::borrow::Cow;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

/// Whether a text is XML.
pub fn is_xml(text: &str) -> bool {
    let text = text.trim_start_matches('\u{FEFF}').trim_start();
    ["<?xml", "<rfc", "<!DOCTYPE rfc"].iter().any(|prefix| text.starts_with(prefix))
}

/// The ABNF of a document, with spaces in place of all other text, so that the lines have the same
/// numbers; `None` if the document has no ABNF. The columns are those of the document up to the
/// first character reference of a line.
///
/// # Errors
///
/// If the XML is not well-formed.
pub fn abnf(text: &str) -> Result<Option<String>, String> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut reader = Reader::from_str(text);
    let mut out = String::with_capacity(text.len());
    // The open elements, counted from the element that contains ABNF; 0 outside of it.
    let mut depth = 0usize;
    let (mut has_abnf, mut position) = (false, 0);
    loop {
        let event = reader.read_event().map_err(|error| format!("byte {}: {error}", reader.error_position()))?;
        let end = reader.buffer_position() as usize;
        let markup = text.get(position..end).unwrap_or_default();
        position = end;
        if depth > 0 && push_text(&event, markup, &mut out) {
            continue;
        }
        match &event {
            Event::Start(_) if depth > 0 => depth += 1,
            Event::Start(element) if is_abnf(element)? => (depth, has_abnf) = (1, true),
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::Eof => break,
            _ => {}
        }
        push_blanks(markup, &mut out);
    }
    Ok(has_abnf.then_some(out))
}

/// The list of references of a document, in the form that it has in a text: `[URI]  RFC 3986`.
///
/// # Errors
///
/// If the XML is not well-formed.
pub fn references(text: &str) -> Result<String, String> {
    let mut reader = Reader::from_str(text.strip_prefix('\u{FEFF}').unwrap_or(text));
    let mut list = String::new();
    loop {
        match reader.read_event().map_err(|error| format!("byte {}: {error}", reader.error_position()))? {
            Event::Eof => return Ok(list),
            Event::Start(element) | Event::Empty(element) => {
                let attribute = |name| attribute(&element, name).map(Option::unwrap_or_default);
                match element.name().as_ref() {
                    "reference" => list.push_str(&format!("\n[{}]", attribute("anchor")?)),
                    "seriesInfo" => list.push_str(&format!("  {} {}", attribute("name")?, attribute("value")?)),
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

/// Adds the text of an event, which is written as `markup`. Returns false if the event is not text.
fn push_text(event: &Event<'_>, markup: &str, out: &mut String) -> bool {
    match event {
        Event::Text(_) => out.push_str(markup),
        Event::CData(data) => {
            push_blanks("<![CDATA[", out);
            out.push_str(data);
            push_blanks("]]>", out);
        }
        // The reference to an entity that the document defines is copied, which the reader of ABNF
        // then reports.
        Event::GeneralRef(_) => out.push_str(&quick_xml::escape::unescape(markup).unwrap_or(markup.into())),
        _ => return false,
    }
    true
}

/// Adds a space for each character of a text, except for line ends.
fn push_blanks(text: &str, out: &mut String) {
    out.extend(text.chars().map(|c| if c == '\n' { c } else { ' ' }));
}

/// Whether an element contains ABNF.
fn is_abnf(element: &BytesStart<'_>) -> Result<bool, String> {
    if !matches!(element.name().as_ref(), "sourcecode" | "artwork") {
        return Ok(false);
    }
    Ok(attribute(element, "type")?.is_some_and(|kind| kind.eq_ignore_ascii_case("abnf")))
}

/// The value of an attribute of an element.
fn attribute(element: &BytesStart<'_>, name: &str) -> Result<Option<String>, String> {
    let attribute = element.try_get_attribute(name).map_err(|error| error.to_string())?;
    Ok(attribute.and_then(|value| value.normalized_value(XmlVersion::Implicit1_0).ok().map(Cow::into_owned)))
}
