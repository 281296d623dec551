//! The requests for URIs of the documents of one scheme.

use super::checked::{Checked, Delimiters};
use super::error::RequestError;
use super::fields::{line, server, word};
use super::gopher::{GopherRequestItem, gopher};
use super::protocols;
use super::steps::{Request, Server};
use crate::ast::rfc3986::Authority;
use crate::ast::text::Text;
use crate::generated::scheme_entry;
use crate::grammar::{GopherDialect, SchemeDocument};
use crate::scheme::*;

/// The client's request for a URI that a document accepted.
pub(crate) fn of_uri(document: SchemeDocument, uri: &SchemeUri<'_>) -> Result<Request, RequestError> {
    match uri {
        SchemeUri::Http(uri) => of_http(uri),
        SchemeUri::Gopher(uri) => of_gopher(uri),
        SchemeUri::Mailto(uri) => of_mailto(uri),
        SchemeUri::News(uri) => of_news(uri),
        SchemeUri::Nntp(uri) => of_nntp(uri),
        SchemeUri::Telnet(uri) => of_telnet(uri),
        SchemeUri::Wais(uri) => of_wais(uri),
        SchemeUri::Prospero(uri) => of_prospero(uri),
        SchemeUri::File(uri) => of_file(document, uri),
        // RFC 8141 leaves it to each namespace; RFC 6874 is about URIs of any scheme.
        SchemeUri::Urn(_) | SchemeUri::Reference(_) => Err(RequestError::undefined(document, uri.as_str())),
    }
}

/// RFC 9110, section 4.2: the target URI, without user information (4.2.4).
fn of_http(uri: &HttpUri<'_>) -> Result<Request, RequestError> {
    let server = server(uri.scheme, uri.host.as_str(), uri.port)?;
    protocols::http(server, &protocols::without_userinfo(uri.text, uri.userinfo))
}

/// RFC 4266, sections 2.1 to 2.9, which repeat RFC 1738.
fn of_gopher(uri: &GopherUri<'_>) -> Result<Request, RequestError> {
    let item = uri.gophertype.map(|gtype| GopherRequestItem {
        gtype,
        selector: uri.selector.unwrap_or_default(),
        search: uri.search.map(|search| search.octets()),
        plus: uri.gopher_plus_string,
    });
    gopher(GopherDialect::Rfc1738, server("gopher", uri.host.as_str(), uri.port)?, item)
}

/// RFC 6068, sections 2 to 5, and RFC 2368, section 2. A field `to` adds addresses.
fn of_mailto(uri: &MailtoUri<'_>) -> Result<Request, RequestError> {
    let (mut to, mut fields, mut body) = (Vec::new(), Vec::new(), Vec::new());
    if let Some(addresses) = uri.to {
        // By RFC 2368 the addresses are encoded as a whole.
        match uri.document {
            SchemeDocument::Rfc2368 => to.push(line("to", addresses)?),
            _ => add_addresses(addresses, &mut to)?,
        }
    }
    for field in uri.header_fields().filter(|field| !field.must_be_ignored()) {
        let name = Checked::decoded("hfname", Delimiters::HeaderName, field.hfname)?;
        if name.as_bytes().eq_ignore_ascii_case(b"to") {
            add_addresses(field.hfvalue, &mut to)?;
        } else if name.as_bytes().eq_ignore_ascii_case(b"body") {
            add_lines(field.hfvalue, &mut body)?;
        } else {
            fields.push((name, Checked::decoded("hfvalue", Delimiters::Line, field.hfvalue)?));
        }
    }
    Ok(Request::Mailto { to, fields, body })
}

/// Adds the addresses of a list, which commas separate.
fn add_addresses(list: Text<'_>, to: &mut Vec<Checked>) -> Result<(), RequestError> {
    let octets = list.octets();
    let mut rest = &octets[..];
    while !rest.is_empty() {
        let comma = Delimiters::Mailbox.find(rest).filter(|&(octet, _)| octet == b',');
        let end = comma.map_or(rest.len(), |(_, offset)| offset);
        // Nothing between two commas is no address.
        if end > 0 {
            to.push(Checked::new("to", Delimiters::Mailbox, &rest[..end])?);
        }
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    Ok(())
}

/// Adds the lines of a body: a line break is written `%0D%0A` (RFC 6068, section 5).
fn add_lines(body: Text<'_>, lines: &mut Vec<Checked>) -> Result<(), RequestError> {
    let mut octets = &body.octets()[..];
    loop {
        let end = octets.windows(2).position(|pair| pair == b"\r\n");
        lines.push(Checked::new("body", Delimiters::TextLine, &octets[..end.unwrap_or(octets.len())])?);
        let Some(end) = end else { return Ok(()) };
        octets = &octets[end + b"\r\n".len()..];
    }
}

/// RFC 5538, section 4.
fn of_news(uri: &NewsUri<'_>) -> Result<Request, RequestError> {
    let commands = match uri.item {
        NewsItem::Article(MessageId { id_left, id_right }) => {
            let id = Checked::decoded("article", Delimiters::Word, id_left)?.with("@").and(&word("article", id_right)?);
            vec![Checked::from_words("ARTICLE <").and(&id).with(">")]
        }
        NewsItem::Newsgroups(groups) => match &*groups.octets() {
            b"" | b"*" => protocols::all_groups(),
            // RFC 3977, section 7.6.3: the groups that match a pattern.
            pattern if pattern.iter().any(|octet| b"*?".contains(octet)) => {
                vec![Checked::from_words("LIST ACTIVE ").and(&word("newsgroups", groups)?)]
            }
            _ => protocols::group(groups, None)?,
        },
    };
    let server = uri.server.map(|at| server_of(uri.scheme, at)).transpose()?;
    Ok(Request::News { server, commands })
}

/// RFC 5538, section 3.
fn of_nntp(uri: &NntpUri<'_>) -> Result<Request, RequestError> {
    let article = uri.article_number.map(|number| number.as_str().into());
    let server = Some(server_of("nntp", uri.server)?);
    Ok(Request::Nntp { server, commands: protocols::group(uri.group, article)? })
}

/// The server of an authority; its user information is not sent.
fn server_of(scheme: &str, authority: Authority<'_>) -> Result<Server, RequestError> {
    server(scheme, authority.host.as_str(), authority.port)
}

/// RFC 4248, section 2.
fn of_telnet(uri: &TelnetUri<'_>) -> Result<Request, RequestError> {
    protocols::telnet(server("telnet", uri.host.as_str(), uri.port)?, uri.user, uri.password)
}

/// RFC 4156, section 2.
fn of_wais(uri: &WaisUri<'_>) -> Result<Request, RequestError> {
    let document = uri.document.map(|document| (document.wtype, document.wpath));
    let search = uri.search.map(|search| search.octets());
    protocols::wais(server("wais", uri.host.as_str(), uri.port)?, uri.database, search, document)
}

/// RFC 4157, section 2.
fn of_prospero(uri: &ProsperoUri<'_>) -> Result<Request, RequestError> {
    let fields = uri.fields().map(|field| Ok((line("field", field.field)?, line("value", field.value)?)));
    Ok(Request::Prospero {
        server: server("prospero", uri.host.as_str(), uri.port)?,
        hsoname: line("hsoname", uri.hsoname)?,
        version: None,
        attributes: None,
        fields: fields.collect::<Result<_, RequestError>>()?,
    })
}

/// RFC 8089, section 3, and Appendix E for drive letters and UNC strings.
fn of_file(document: SchemeDocument, uri: &FileUri<'_>) -> Result<Request, RequestError> {
    let host = uri.unc_host.map_or_else(|| uri.host.map_or("", |host| host.as_str()), |host| host.as_str());
    let remote = Some(host).filter(|_| !uri.is_local());
    let mut drive = uri.drive_letter();
    let mut path = uri.path.as_str();
    if let (None, Some((letter, rest))) = (drive, first_segment_as_drive(document, path)) {
        (drive, path) = (Some(letter), rest);
    }
    let drive = drive.map(|letter| format!("{letter}:"));
    let segments = path.split('/').skip(1).map(Text::from);
    protocols::file(remote, drive.as_deref(), "path-absolute", segments)
}

/// The drive letter that is the first segment of a path, and the path after it, if the document has
/// drive letters: Appendix E.2, by which `path-absolute` supports it already.
fn first_segment_as_drive(document: SchemeDocument, path: &str) -> Option<(char, &str)> {
    let (segment, _) = path.strip_prefix('/')?.split_once('/')?;
    let is_drive = scheme_entry(document, "drive-letter").is_some_and(|letter| letter.accepts(segment));
    let letter = segment.chars().next().filter(|_| is_drive)?;
    Some((letter, &path["/".len() + segment.len()..]))
}
