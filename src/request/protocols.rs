//! The requests of the protocols whose URLs several generations have.

use std::borrow::Cow;

use super::checked::Checked;
use super::checked::Delimiters::{Line, Word};
use super::error::RequestError;
use super::fields::{host, line, optional, server_at, word};
use super::steps::{FtpStep, Password, Request, Server};
use crate::ast::shared::{Login, Path};
use crate::ast::text::Text;

/// An FTP session with the commands after login.
pub(crate) fn ftp(login: Login<'_>, steps: Vec<FtpStep>) -> Result<Request, RequestError> {
    let server = server_at("ftp", login.hostport)?;
    let (user, password) = match (login.user, login.password) {
        (Some(user), Some(password)) => (line("user", user)?, Password::InUrl(line("password", password)?)),
        (Some(user), None) => (line("user", user)?, Password::Asked),
        _ => (Checked::from_words("anonymous"), Password::MailAddress),
    };
    Ok(Request::Ftp { server, user, password, steps })
}

/// A CWD for each directory of a path, and the name at the end.
pub(crate) fn walk(path: Path<'_>) -> Result<(Vec<FtpStep>, Checked), RequestError> {
    let mut segments = path.segments().map(|segment| line("fpath", segment)).collect::<Result<Vec<_>, _>>()?;
    let name = segments.pop().unwrap_or_default();
    Ok((segments.into_iter().map(FtpStep::Cwd).collect(), name))
}

/// The parts of a URL that a server and a proxy receive; `url` is the URL without prefix, user
/// information and fragment. An empty path is sent as a slash.
pub(crate) fn http(server: Server, url: &str) -> Result<Request, RequestError> {
    // The whole text after the host, still encoded.
    let site = url.split_once(':').and_then(|(_, after_scheme)| after_scheme.strip_prefix("//")).unwrap_or_default();
    let path = site.bytes().position(|byte| matches!(byte, b'/' | b'?')).map_or("", |start| &site[start..]);
    let slash = if path.starts_with('/') { "" } else { "/" };
    let path = http_target("path", [slash, path].concat())?;
    Ok(Request::Http { server, path, proxy: http_target("url", url.to_owned())? })
}

/// A request target. Draft 02, which allows spaces: "Spaces in URLs should be escaped for
/// transmission in HTTP".
fn http_target(part: &'static str, text: String) -> Result<Checked, RequestError> {
    Checked::new(part, Word, if text.contains(' ') { text.replace(' ', "%20") } else { text })
}

/// The URL without its user information, which RFC 9110, section 4.2.4, prohibits in a message.
pub(crate) fn without_userinfo<'t>(url: &'t str, userinfo: Option<Text<'_>>) -> Cow<'t, str> {
    let (Some(userinfo), Some((scheme, site))) = (userinfo, url.split_once("//")) else { return url.into() };
    format!("{scheme}//{}", &site[userinfo.len() + "@".len()..]).into()
}

/// A message to one address.
pub(crate) fn mail(address: Checked) -> Request {
    Request::Mailto { to: vec![address], fields: Vec::new(), body: Vec::new() }
}

/// A file on the machine that reads the URL, or on another host; a drive letter with its colon may
/// precede the name. `part` is the production of the path.
pub(crate) fn file<'i>(
    remote: Option<&str>,
    drive: Option<&str>,
    part: &'static str,
    segments: impl Iterator<Item = Text<'i>>,
) -> Result<Request, RequestError> {
    let mut name = Checked::new(part, Line, drive.unwrap_or_default())?;
    for segment in segments {
        let segment = line(part, segment)?;
        // A slash in a name would add a directory.
        if segment.as_bytes().contains(&b'/') {
            return Err(RequestError::BreaksOut { part, octet: b'/' });
        }
        name = name.with("/").and(&segment);
    }
    Ok(Request::File { host: remote.map(host).transpose()?, name })
}

/// LIST: all groups of a news server.
pub(crate) fn all_groups() -> Vec<Checked> {
    vec![Checked::from_words("LIST")]
}

/// GROUP, and ARTICLE if the URL has a number.
pub(crate) fn group(group: Text<'_>, article: Option<Text<'_>>) -> Result<Vec<Checked>, RequestError> {
    let mut commands = vec![Checked::from_words("GROUP ").and(&word("group", group)?)];
    if let Some(digits) = article {
        commands.push(Checked::from_words("ARTICLE ").and(&word("digits", digits)?));
    }
    Ok(commands)
}

/// ARTICLE with a message identifier.
pub(crate) fn article(unique: Text<'_>, at: &str) -> Result<Vec<Checked>, RequestError> {
    let command = Checked::from_words("ARTICLE <").and(&word("article", unique)?).with("@").and(&host(at)?).with(">");
    Ok(vec![command])
}

/// An interactive service.
pub(crate) fn telnet(
    server: Server,
    user: Option<Text<'_>>,
    password: Option<Text<'_>>,
) -> Result<Request, RequestError> {
    let user = optional("user", Line, user)?;
    Ok(Request::Telnet { server, user, password: optional("password", Line, password)? })
}

/// A WAIS database, with the decoded octets of a search, or with the type and the identifier of a
/// document.
pub(crate) fn wais(
    server: Server,
    database: Text<'_>,
    search: Option<Cow<'_, [u8]>>,
    document: Option<(Text<'_>, Text<'_>)>,
) -> Result<Request, RequestError> {
    Ok(Request::Wais {
        server,
        database: line("database", database)?,
        search: search.map(|search| Checked::new("search", Line, search)).transpose()?,
        wtype: optional("wtype", Line, document.map(|(wtype, _)| wtype))?,
        document: optional("wpath", Line, document.map(|(_, path)| path))?,
    })
}
