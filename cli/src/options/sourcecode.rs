//! The ABNF in RFCs as XML (RFC 7991): elements `sourcecode` and `artwork` of the type `abnf`.

use quick_xml::events::Event;
use quick_xml::{Reader, XmlVersion};

/// Whether a text is XML.
pub fn is_xml(text: &str) -> bool {
    let text = text.trim_start_matches('\u{FEFF}').trim_start();
    ["<?xml", "<rfc", "<!DOCTYPE rfc"].iter().any(|begin| text.starts_with(begin))
}

/// The ABNF of a document, with blanks in place of all other text; `None` if the document has no
/// ABNF. The lines keep their numbers. The columns are those of the document up to the first
/// character reference of a line.
///
/// # Errors
///
/// If the XML is not well-formed.
pub fn abnf(text: &str) -> Result<Option<String>, String> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut reader = Reader::from_str(text);
    let mut out = String::with_capacity(text.len());
    // How many elements are open, from the element with ABNF.
    let mut depth = 0usize;
    let (mut has_abnf, mut position) = (false, 0);
    loop {
        let event = reader.read_event().map_err(|error| format!("byte {}: {error}", reader.error_position()))?;
        let end = reader.buffer_position() as usize;
        let raw = text.get(position..end).unwrap_or_default();
        position = end;
        match &event {
            Event::Text(_) if depth > 0 => {
                out.push_str(raw);
                continue;
            }
            Event::CData(data) if depth > 0 => {
                push_blanks("<![CDATA[", &mut out);
                out.push_str(data);
                push_blanks("]]>", &mut out);
                continue;
            }
            Event::GeneralRef(_) if depth > 0 => {
                // An entity that the document defines is copied, and is then reported as an error
                // of the ABNF.
                out.push_str(&quick_xml::escape::unescape(raw).unwrap_or(raw.into()));
                continue;
            }
            Event::Start(_) if depth > 0 => depth += 1,
            Event::Start(element) if is_abnf(element)? => (depth, has_abnf) = (1, true),
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::Eof => break,
            _ => {}
        }
        push_blanks(raw, &mut out);
    }
    Ok(has_abnf.then_some(out))
}

/// Adds a space for each character of a text, except for line ends.
fn push_blanks(text: &str, out: &mut String) {
    out.extend(text.chars().map(|c| if c == '\n' { c } else { ' ' }));
}

/// Whether an element has ABNF.
fn is_abnf(element: &quick_xml::events::BytesStart<'_>) -> Result<bool, String> {
    if !matches!(element.name().as_ref(), "sourcecode" | "artwork") {
        return Ok(false);
    }
    let kind = element.try_get_attribute("type").map_err(|error| error.to_string())?;
    let kind = kind.and_then(|kind| kind.normalized_value(XmlVersion::Implicit1_0).ok().map(|kind| kind.into_owned()));
    Ok(kind.is_some_and(|kind| kind.eq_ignore_ascii_case("abnf")))
}
