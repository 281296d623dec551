//! The warnings of the documents of one scheme.

use std::collections::BTreeSet;
use std::ops::Range;

use super::find::warnings_of_components;
use super::kind::Warning;
use crate::base::escape::escaped_octet;
use crate::grammar::SchemeDocument;
use crate::request::of_uri;
use crate::scheme::{FileUri, HeaderField, MailtoUri, SchemeUri};

/// The warnings of a document, and of its base, that apply to a URI of the document.
pub(crate) fn warnings_of_uri(document: SchemeDocument, uri: &SchemeUri<'_>) -> Vec<Warning> {
    let text = uri.as_str();
    let mut warnings = warnings_of_components(&uri.components(), text, || of_uri(document, uri).is_ok());
    match uri {
        SchemeUri::Http(uri) => warnings.extend(uri.userinfo.map(|_| Warning::UserInformation)),
        SchemeUri::Mailto(uri) => {
            // A body consists of lines, in which a tab may occur.
            let bodies: Vec<_> = bodies_in_place(uri).collect();
            let in_body = |offset: usize| {
                bodies.get(bodies.partition_point(|body| body.end <= offset)).is_some_and(|body| body.contains(&offset))
            };
            warnings.retain(|warning| match warning {
                Warning::Delimiter { octet, offset } => *octet == 0 || !in_body(*offset),
                _ => true,
            });
            warnings.extend(about_fields(uri));
        }
        SchemeUri::File(uri) => {
            warnings.extend(not_utf8(uri).map(|offset| Warning::NameNotUtf8 { offset }));
        }
        _ => {}
    }
    warnings.retain(|warning| warning.source(document).is_some());
    warnings
}

/// The header fields, each with the byte offset of its name in the URI.
fn fields_in_place<'i>(uri: &MailtoUri<'i>) -> impl Iterator<Item = (usize, HeaderField<'i>)> + use<'i> {
    let mut offset = uri.text.len() - uri.hfields.map_or(0, |fields| fields.len());
    uri.header_fields().map(move |field| {
        let start = offset;
        offset += field.hfname.len() + "=".len() + field.hfvalue.len() + "&".len();
        (start, field)
    })
}

/// The byte ranges of the values of the fields `body`, in order.
fn bodies_in_place(uri: &MailtoUri<'_>) -> impl Iterator<Item = Range<usize>> {
    let bodies = fields_in_place(uri).filter(|(_, field)| field.is_named("body"));
    bodies.map(|(offset, field)| {
        let start = offset + field.hfname.len() + "=".len();
        start..start + field.hfvalue.len()
    })
}

/// The warnings about header fields.
fn about_fields(uri: &MailtoUri<'_>) -> Vec<Warning> {
    let has_addresses = uri.to.is_some_and(|to| !to.is_empty());
    let mut names: BTreeSet<Vec<u8>> = has_addresses.then(|| b"to".to_vec()).into_iter().collect();
    let mut warnings = Vec::new();
    for (offset, field) in fields_in_place(uri) {
        let name = field.hfname.octets().to_ascii_lowercase();
        warnings.push(match &*name {
            _ if field.must_be_ignored() => Some(Warning::IgnoredField { offset }),
            name if name.starts_with(b"amp;") => Some(Warning::HtmlEntity { offset }),
            b"to" => None,
            _ => (!field.is_believed_safe()).then_some(Warning::UnsafeField { offset }),
        });
        warnings.push((!names.insert(name)).then_some(Warning::RepeatedField { offset }));
    }
    warnings.into_iter().flatten().collect()
}

/// The byte offset of the first escape in the path that is not part of a character in UTF-8.
fn not_utf8(uri: &FileUri<'_>) -> Option<usize> {
    let octets = uri.path.octets();
    let valid = str::from_utf8(&octets).err()?.valid_up_to();
    // Counts the octets that each escape, or each character, stands for.
    let path = uri.path.as_bytes();
    let (mut offset, mut decoded) = (0, 0);
    while decoded < valid {
        offset += if escaped_octet(&path[offset..]).is_some() { "%XX".len() } else { 1 };
        decoded += 1;
    }
    Some(uri.text.len() - path.len() + offset)
}
