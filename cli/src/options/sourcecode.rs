//! The ABNF in RFCs as XML (RFC 7991): elements `sourcecode` and `artwork` of the type `abnf`.

use quick_xml::events::Event;
use quick_xml::{Reader, XmlVersion};

/// Whether a text is XML.
pub fn is_xml(text: &str) -> bool {
    let text = text.trim_start_matches('\u{FEFF}').trim_start();
    ["<?xml", "<rfc", "<!DOCTYPE rfc"].iter().any(|begin| text.starts_with(begin))
}

/// The ABNF of a document, with blanks in place of everything else; `None` if the document has no
/// ABNF. All of it has its line, and its column unless a character reference is in front of it in
/// the line.
///
/// # Errors
///
/// If the XML is not well-formed.
pub fn abnf(text: &str) -> Result<Option<String>, String> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut reader = Reader::from_str(text);
    let mut out = String::with_capacity(text.len());
    // How many elements are open within one with ABNF, including it.
    let (mut depth, mut found, mut done) = (0usize, false, 0usize);
    loop {
        let event = reader.read_event().map_err(|error| format!("byte {}: {error}", reader.error_position()))?;
        let end = reader.buffer_position() as usize;
        let raw = text.get(done..end).unwrap_or_default();
        done = end;
        let mut kept = None;
        match &event {
            Event::Start(_) if depth > 0 => depth += 1,
            Event::Start(element) if is_abnf(element)? => (depth, found) = (1, true),
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::Text(_) if depth > 0 => kept = Some((0, raw.to_owned(), 0)),
            Event::CData(data) if depth > 0 => {
                kept = Some(("<![CDATA[".len(), data.to_string(), "]]>".len()));
            }
            Event::GeneralRef(_) if depth > 0 => {
                // An entity of the document's own stays as it is written, and is then reported as
                // no ABNF.
                let plain = quick_xml::escape::unescape(raw).map_or_else(|_| raw.to_owned(), Into::into);
                kept = Some((0, plain, 0));
            }
            Event::Eof => break,
            _ => {}
        }
        match kept {
            Some((before, data, after)) => {
                out.extend(std::iter::repeat_n(' ', before));
                out.push_str(&data);
                out.extend(std::iter::repeat_n(' ', after));
            }
            None => out.extend(raw.chars().map(|c| if c == '\n' { c } else { ' ' })),
        }
    }
    Ok(found.then_some(out))
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
