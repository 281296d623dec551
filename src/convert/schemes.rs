//! Conversions from and to documents of one scheme.
//!
//! A document divides URLs that the grammar over which it is laid, its base, accepts too. So the base
//! converts the text, and the parts are compared as the documents divide it.

use super::decoded::DecodedComponents;
use super::error::ConvertError;
use super::generations::{convert, defines_conversion, without_prefix};
use crate::ast::accepted::Accepted;
use crate::grammar::{DocumentGrammar, Generation, Grammar, SchemeDocument};
use crate::scheme::{MailtoUri, NewsItem, NewsUri, SchemeUri};

/// Converts a URI of a document of one scheme so that another document accepts it with the same
/// meaning: a grammar of all URLs, or a document of the same scheme.
///
/// ```
/// use uri_lineage::convert::convert_uri;
/// use uri_lineage::{Grammar, SchemeDocument};
///
/// let to_rfc1738 = |from: SchemeDocument, uri| convert_uri(from, uri, Grammar::Rfc1738);
/// assert_eq!(to_rfc1738(SchemeDocument::Rfc4266, "gopher://h/0a~b")?, "gopher://h/0a%7Eb");
/// assert_eq!(to_rfc1738(SchemeDocument::Rfc8089, "file:/etc/motd")?, "file:///etc/motd");
/// // RFC 5538, section 3, calls these two equivalent.
/// assert_eq!(to_rfc1738(SchemeDocument::Rfc5538, "news://h/comp.lang")?, "nntp://h/comp.lang");
/// let lost = to_rfc1738(SchemeDocument::Rfc6068, "mailto:a@h?subject=x").unwrap_err();
/// assert_eq!(
///     lost.to_string(),
///     "rfc1738 has no header fields in URLs of the scheme `mailto`: `subject=x` would be lost",
/// );
/// # Ok::<(), uri_lineage::convert::ConvertError>(())
/// ```
///
/// # Errors
///
/// If `from` refuses the URI, or the target cannot express it.
pub fn convert_uri(from: SchemeDocument, uri: &str, to: impl Into<DocumentGrammar>) -> Result<String, ConvertError> {
    let (to, parsed) = (to.into(), from.parse(uri)?);
    if to.grammar().is_some_and(|grammar| !defines_conversion(grammar)) {
        return Err(ConvertError::UrlStandard);
    }
    if let Some(lost) = lost(&parsed, to) {
        return Err(lost);
    }
    let parts = DecodedComponents::new(&parsed.components(), uri, false);
    let mut failure = None;
    for text in [Some(uri.to_owned()), same_by_another_form(&parsed)].into_iter().flatten() {
        // The other form has other components.
        let parts = Some(&parts).filter(|_| text == uri);
        match converted(from.base(), &text, to, parts) {
            Ok(converted) => return Ok(converted),
            Err(error) => _ = failure.get_or_insert(error),
        }
    }
    Err(failure.unwrap_or(ConvertError::NoGrammar))
}

/// Converts a text in which the target must read these parts, or any. Most texts mean the same in both
/// documents; else the base converts it.
fn converted(
    from: Grammar,
    text: &str,
    to: DocumentGrammar,
    parts: Option<&DecodedComponents>,
) -> Result<String, ConvertError> {
    let unchanged = match checked(to, text.to_owned(), parts) {
        Ok(text) => return Ok(text),
        Err(error) => error,
    };
    over_bases(from, text, to).and_then(|text| checked(to, text, parts)).map_err(|error| match unchanged {
        // It shows the text that was given.
        ConvertError::ParsedDifferently { .. } => unchanged,
        _ => error,
    })
}

/// The converted text, if the target reads these parts in it, or any.
fn checked(to: DocumentGrammar, text: String, parts: Option<&DecodedComponents>) -> Result<String, ConvertError> {
    let read = parts_of(to, &text)?;
    if parts.is_none_or(|parts| *parts == read) { Ok(text) } else { Err(ConvertError::ParsedDifferently { to, text }) }
}

/// Converts a URL so that a document of one scheme accepts it with the meaning that the URL has in the
/// source grammar.
///
/// ```
/// use uri_lineage::convert::convert_to_scheme;
/// use uri_lineage::{Grammar, SchemeDocument};
///
/// let url = Grammar::Rfc1738.parse("gopher://h/7s%09find")?;
/// assert_eq!(convert_to_scheme(&url, SchemeDocument::Rfc4266)?, "gopher://h/7s%09find");
/// let url = Grammar::Rfc1738.parse("mailto:a@h?subject=x")?;
/// let error = convert_to_scheme(&url, SchemeDocument::Rfc6068).unwrap_err();
/// assert_eq!(error.to_string(), "rfc6068 accepts `mailto:a@h?subject=x`, but parses other parts in it");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the document cannot express this URL.
pub fn convert_to_scheme(source: &impl Accepted, to: SchemeDocument) -> Result<String, ConvertError> {
    source.with_parsed(|source| {
        if !defines_conversion(source.grammar()) {
            return Err(ConvertError::UrlStandard);
        }
        let parts = DecodedComponents::new(&source.value().components(), without_prefix(source), false);
        converted(source.grammar(), source.input(), to.into(), Some(&parts))
    })
}

/// Converts a text so that a document of one scheme accepts it. The source is the target if it accepts
/// the text, else the newest document of the scheme or the newest grammar that accepts it.
pub(crate) fn convert_text_to_scheme(url: &str, to: SchemeDocument) -> Result<String, ConvertError> {
    if to.accepts(url) {
        return Ok(url.to_owned());
    }
    let others = to.schemes().iter().flat_map(|scheme| SchemeDocument::of_scheme(scheme));
    if let Some(from) = others.filter(|document| document.accepts(url)).last() {
        return convert_uri(from, url, to);
    }
    let grammars = Grammar::all().rev().filter(|grammar| defines_conversion(*grammar));
    let mut accepting = grammars.filter_map(|grammar| grammar.parse(url).ok());
    convert_to_scheme(&accepting.next().ok_or(ConvertError::NoGrammar)?, to)
}

/// Converts a text of a grammar of all URLs so that a document, or its base, accepts it.
fn over_bases(from: Grammar, text: &str, to: DocumentGrammar) -> Result<String, ConvertError> {
    let base = match to {
        DocumentGrammar::Grammar(grammar) => grammar,
        DocumentGrammar::Scheme(document) => document.base(),
    };
    if from == base { Ok(text.to_owned()) } else { convert(&from.parse(text)?, base) }
}

/// The parts of a text by the document that accepts it.
fn parts_of(document: DocumentGrammar, text: &str) -> Result<DecodedComponents, ConvertError> {
    Ok(match document {
        DocumentGrammar::Grammar(grammar) => {
            let parsed = grammar.parse(text)?;
            DecodedComponents::new(&parsed.value().components(), without_prefix(&parsed), false)
        }
        DocumentGrammar::Scheme(document) => DecodedComponents::new(&document.parse(text)?.components(), text, false),
    })
}

/// Whether a document divides the URLs of its schemes, as those of one scheme and those up to RFC 1738
/// do.
fn divides_schemes(document: DocumentGrammar) -> bool {
    match document {
        DocumentGrammar::Grammar(grammar) => matches!(grammar.generation(), Generation::First | Generation::Second),
        DocumentGrammar::Scheme(_) => true,
    }
}

/// The error that a target has no place for a part: RFC 1738 and the documents before it have no header
/// fields in mail, and no server of news.
fn lost(uri: &SchemeUri<'_>, to: DocumentGrammar) -> Option<ConvertError> {
    if to.grammar().is_none() || !divides_schemes(to) {
        return None;
    }
    let lost = |scheme, part, text: &str| Some(ConvertError::Lost { to, scheme, part, text: text.to_owned() });
    match uri {
        SchemeUri::Mailto(MailtoUri { hfields: Some(fields), .. }) => lost("mailto", "header fields", fields.as_str()),
        SchemeUri::News(uri) if nntp_form(uri).is_none() => {
            uri.server.and_then(|at| lost("news", "server", at.host.as_str()))
        }
        _ => None,
    }
}

/// Another text with the same meaning: a group on a server as an `nntp` URL (RFC 5538, section 3), a
/// file without an authority with an empty one (RFC 8089, section 2), and the encoded list of RFC 2368
/// with the commas of RFC 6068.
fn same_by_another_form(uri: &SchemeUri<'_>) -> Option<String> {
    match uri {
        SchemeUri::News(uri) => nntp_form(uri),
        SchemeUri::File(uri) => {
            let path = uri.text["file:".len()..].strip_prefix('/').filter(|path| !path.starts_with('/'))?;
            Some([&uri.text[.."file:".len()], "///", path].concat())
        }
        // In a quoted string, a space after a comma is not one between addresses.
        SchemeUri::Mailto(uri) if uri.document == SchemeDocument::Rfc2368 && !uri.text.contains("%22") => {
            Some(uri.text.replace("%2c", "%2C").replace("%2C%20", ",").replace("%2C", ","))
        }
        _ => None,
    }
}

/// The `nntp` URL of one group on a server.
fn nntp_form(uri: &NewsUri<'_>) -> Option<String> {
    let is_group = |item: &NewsItem<'_>| {
        matches!(item, NewsItem::Newsgroups(groups)
            if !groups.is_empty() && !groups.octets().iter().any(|octet| b"*?".contains(octet)))
    };
    uri.server.filter(|_| is_group(&uri.item) && uri.scheme.eq_ignore_ascii_case("news"))?;
    Some(["nntp", &uri.text["news".len()..]].concat())
}
