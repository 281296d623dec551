//! Builds requests from the typed parts of both generations.

use super::checked::Checked;
use super::checked::Delimiters::{self, Line, Mailbox, Word};
use super::error::RequestError;
use super::gopher::{Item, Search};
use super::steps::{FtpStep, Password, Request, Server};
use crate::grammar::Grammar;
use crate::parsed::Value;
use crate::scheme::default_port;
use crate::shared::{Host, Hostport, Login, Path};
use crate::text::Text;
use crate::{rfc1630, rfc1738, rfc3986};

/// `text` is the text of the value.
pub(super) fn request(grammar: Grammar, value: Option<&Value<'_>>, text: &str) -> Result<Request, RequestError> {
    if !grammar.requests() {
        return Err(RequestError::Undefined(grammar));
    }
    // A fragment is not part of a request.
    let without = |fragment: Option<Text<'_>>| match fragment {
        Some(fragment) => &text[..text.len() - fragment.as_str().len() - "#".len()],
        None => text,
    };
    let found = match value {
        Some(Value::Rfc1738(url)) => second(url, text),
        Some(Value::Rfc1630(url)) => first(&url.address, grammar, &text[url.prefix.map_or(0, str::len)..]),
        Some(Value::Rfc1630Fragment(url)) => first(&url.uri, grammar, without(url.fragmentid)),
        Some(Value::Rfc3986(reference)) => present(reference, without(reference.fragment())),
        _ => None,
    };
    found.unwrap_or(Err(RequestError::Undefined(grammar)))
}

/// A field of a line.
fn line(part: &'static str, text: Text<'_>) -> Result<Checked, RequestError> {
    Checked::decoded(part, Line, text)
}

/// A field that is a single word.
fn word(part: &'static str, text: Text<'_>) -> Result<Checked, RequestError> {
    Checked::decoded(part, Word, text)
}

fn optional(
    part: &'static str,
    delimiters: Delimiters,
    text: Option<Text<'_>>,
) -> Result<Option<Checked>, RequestError> {
    text.map(|text| Checked::decoded(part, delimiters, text)).transpose()
}

fn host(host: Host<'_>) -> Result<Checked, RequestError> {
    word("host", host.as_str().into())
}

fn server(scheme: &str, hostport: Hostport<'_>) -> Result<Server, RequestError> {
    let port = match hostport.port {
        Some(port) => port.to().map_err(|_| RequestError::Port(port.as_str().to_owned()))?,
        None => default_port(scheme).unwrap_or_default(),
    };
    Ok(Server { host: host(hostport.host)?, port })
}

type Found = Option<Result<Request, RequestError>>;

fn second(url: &rfc1738::Url<'_>, text: &str) -> Found {
    use rfc1738::{Grouppart, Url, WaisUrl};
    Some(match *url {
        Url::Ftp(url) => url.steps().and_then(|steps| ftp(url.login, steps)),
        Url::Http(url) => http(url.hostport, text),
        Url::Gopher(url) => {
            let item = url.item.map(|item| Item {
                gtype: item.gtype,
                selector: item.selector,
                search: item.search.map(|search| Search::Text(search.search)),
                plus: item.search.and_then(|search| search.gopher_plus_string),
            });
            gopher(url.hostport, item, Grammar::Rfc1738)
        }
        Url::Mailto(url) => {
            Checked::decoded("encoded822addr", Mailbox, url.encoded822addr).map(|address| Request::Mailto { address })
        }
        Url::News(url) => match url.grouppart {
            Grouppart::All => Ok(Request::News { commands: vec![Checked::own("LIST")] }),
            Grouppart::Group(name) => group(name.into(), None).map(|commands| Request::News { commands }),
            Grouppart::Article(article) => news_article(article.unique, article.host),
        },
        Url::Nntp(url) => server("nntp", url.hostport).and_then(|server| {
            let article = url.digits.map(|digits| digits.as_str().into());
            Ok(Request::Nntp { server: Some(server), commands: group(url.group.into(), article)? })
        }),
        Url::Telnet(url) => telnet(url.login),
        Url::Wais(WaisUrl::Waisdatabase(url)) => wais(url.hostport, url.database, None, None),
        Url::Wais(WaisUrl::Waisindex(url)) => wais(url.hostport, url.database, Some(Search::Text(url.search)), None),
        Url::Wais(WaisUrl::Waisdoc(url)) => wais(url.hostport, url.database, None, Some((url.wtype, url.wpath))),
        Url::File(url) => file(url.host, url.fpath),
        Url::Prospero(url) => server("prospero", url.hostport).and_then(|server| {
            let field = |field: rfc1738::Fieldspec<'_>| {
                Ok::<_, RequestError>((line("fieldname", field.fieldname)?, line("fieldvalue", field.fieldvalue)?))
            };
            let hsoname = line("ppath", url.ppath.text())?;
            let fields = url.fields.iter().map(field).collect::<Result<_, _>>()?;
            Ok(Request::Prospero { server, hsoname, version: None, attributes: None, fields })
        }),
        Url::Other(_) => return None,
    })
}

/// `text` is the address without prefix and fragment.
fn first(address: &rfc1630::Address<'_>, grammar: Grammar, text: &str) -> Found {
    use rfc1630::{Address, Document, Groupart, WaisAddress};
    Some(match *address {
        Address::Ftp(url) => steps_of_first(url, grammar).and_then(|steps| ftp(url.login, steps)),
        Address::Http(url) => http(url.hostport, text),
        Address::Gopher(url) => {
            let item = url.item.map(|item| {
                let (selector, search, plus) = item.command.divided();
                // Draft 02 writes the search after a question mark.
                let search = url.search.map(Search::Words).or(search.map(Search::Text));
                Item { gtype: item.gtype, selector, search, plus }
            });
            gopher(url.hostport, item, grammar)
        }
        Address::Mailto(url) => {
            let address = [&*url.xalphas.octets(), b"@", &*url.hostname.text().octets()].concat();
            Checked::new("mailtoaddress", Mailbox, address).map(|address| Request::Mailto { address })
        }
        Address::News(url) => match url.groupart {
            Groupart::All => Ok(Request::News { commands: vec![Checked::own("LIST")] }),
            Groupart::Group(name) => group(name.text(), None).map(|commands| Request::News { commands }),
            Groupart::Article(article) => news_article(article.xalphas, article.host),
        },
        Address::Nntp(url) => group(url.group.text(), Some(url.digits.as_str().into()))
            .map(|commands| Request::Nntp { server: None, commands }),
        Address::Telnet(url) => telnet(url.login),
        Address::Wais(WaisAddress::Waisindex(url)) => {
            wais(url.hostport, url.database, url.search.map(Search::Words), None)
        }
        Address::Wais(WaisAddress::Waisdoc(url)) => {
            let document = match url.document {
                Document::Wpath(path) => path.text(),
                Document::Path(path) => path.text(),
            };
            wais(url.hostport, url.database, None, Some((url.wtype, document)))
        }
        Address::Prospero(url) => server("prospero", url.hostport).and_then(|server| {
            Ok(Request::Prospero {
                server,
                hsoname: line("hsoname", url.hsoname.text())?,
                version: optional("version", Word, url.version.map(|version| version.as_str().into()))?,
                attributes: optional("attributes", Word, url.attributes.map(Text::from))?,
                fields: Vec::new(),
            })
        }),
        _ => return None,
    })
}

impl rfc1738::FtpUrl<'_> {
    /// The FTP commands after login (section 3.2.2).
    ///
    /// An empty name (`ftp://host/a/`) is not the name of a file, and nothing is fetched.
    ///
    /// ```
    /// use uri_lineage::rfc1738::Url;
    ///
    /// let Url::Ftp(url) = Url::parse("ftp://host/%2Fetc/motd")? else { panic!() };
    /// let steps: Vec<String> = url.steps()?.iter().map(|step| step.to_string()).collect();
    /// assert_eq!(steps, ["CWD /etc", "RETR motd"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a name contains an octet that would end the line of its command.
    pub fn steps(&self) -> Result<Vec<FtpStep>, RequestError> {
        let Some(path) = self.fpath else { return Ok(Vec::new()) };
        let (mut steps, name) = walk(path)?;
        match self.ftptype.map(|code| code.to_string()) {
            Some(code) if code.eq_ignore_ascii_case("d") => steps.push(FtpStep::Nlst(name)),
            code => {
                let code = code.map(|code| Checked::new("ftptype", Word, code)).transpose()?;
                steps.extend(code.map(FtpStep::Type));
                steps.extend((!name.as_bytes().is_empty()).then_some(FtpStep::Retr(name)));
            }
        }
        Ok(steps)
    }
}

/// A CWD for each directory of a path, and the name at the end.
fn walk(path: Path<'_>) -> Result<(Vec<FtpStep>, Checked), RequestError> {
    let mut segments = path.segments().map(|segment| line("fpath", segment)).collect::<Result<Vec<_>, _>>()?;
    let name = segments.pop().unwrap_or_default();
    Ok((segments.into_iter().map(FtpStep::Cwd).collect(), name))
}

/// Draft 03 and RFC 1630, "FTP", "Data type".
fn steps_of_first(url: rfc1630::FtpAddress<'_>, grammar: Grammar) -> Result<Vec<FtpStep>, RequestError> {
    let (mut steps, name) = walk(url.path)?;
    if let Some(ftptype) = url.ftptype {
        // "in the format defined in RFC 959 except that the space is omitted"
        let code = ftptype.to_string();
        let (code, parameter) = code.split_at(1);
        let code = if parameter.is_empty() { code.to_owned() } else { format!("{code} {parameter}") };
        steps.push(FtpStep::Type(Checked::new("ftptype", Line, code)?));
    }
    if !name.as_bytes().is_empty() {
        steps.push(FtpStep::Retr(name));
    } else if grammar.facts().requests.ftp_listing {
        // "/: Use FTP directory list commands to read directory". Draft 02 does not mention this.
        steps.push(FtpStep::Nlst(name));
    }
    Ok(steps)
}

fn ftp(login: Login<'_>, steps: Vec<FtpStep>) -> Result<Request, RequestError> {
    let server = server("ftp", login.hostport)?;
    let (user, password) = match (login.user, login.password) {
        (Some(user), Some(password)) => (line("user", user)?, Password::Given(line("password", password)?)),
        (Some(user), None) => (line("user", user)?, Password::Asked),
        _ => (Checked::own("anonymous"), Password::MailAddress),
    };
    Ok(Request::Ftp { server, user, password, steps })
}

/// `url` is the URL without prefix and fragment.
fn http(hostport: Hostport<'_>, url: &str) -> Result<Request, RequestError> {
    asked(server("http", hostport)?, url)
}

/// The parts of a URL that a server and a proxy receive. An empty path is sent as a slash.
fn asked(server: Server, url: &str) -> Result<Request, RequestError> {
    // The whole text after the host, still encoded.
    let behind = url.split_once("//").map_or("", |(_, behind)| behind);
    let rest = behind.find(['/', '?']).map_or("", |at| &behind[at..]);
    let slash = if rest.starts_with('/') { "" } else { "/" };
    // Draft 02, which allows spaces: "Spaces in URLs should be escaped for transmission in HTTP".
    let sent = |part, texts: [&str; 2]| {
        let text = texts.concat();
        Checked::new(part, Word, if text.contains(' ') { text.replace(' ', "%20") } else { text })
    };
    Ok(Request::Http { server, path: sent("path", [slash, rest])?, proxy: sent("url", ["", url])? })
}

/// RFC 3986 defines only `http` of all schemes, in its sections 3.2.2 and 6.2.3. It requires a host, an empty port is the
/// default (3.2.3), and a fragment is not sent (3.5). `text` is the reference without its fragment.
fn present(reference: &rfc3986::UriReference<'_>, text: &str) -> Found {
    let rfc3986::UriReference::Uri(uri) = reference else { return None };
    let at = reference.authority()?;
    if !uri.scheme().eq_ignore_ascii_case("http") || at.host().as_str().is_empty() {
        return None;
    }
    let port = match at.port().filter(|port| !port.as_str().is_empty()) {
        Some(port) => port.to().map_err(|_| RequestError::Port(port.as_str().to_owned())),
        None => Ok(default_port("http").unwrap_or_default()),
    };
    Some(port.and_then(|port| {
        let server = Server { host: word("host", at.host().as_str().into())?, port };
        asked(server, text)
    }))
}

fn gopher(hostport: Hostport<'_>, item: Option<Item<'_>>, grammar: Grammar) -> Result<Request, RequestError> {
    // RFC 1738, section 3.4.1: the type "defaults to "1"".
    let gtype = item.map_or(Ok(Checked::own("1")), |item| line("gtype", item.gtype))?;
    let (sends, form) = item.unwrap_or_default().sends(grammar)?;
    Ok(Request::Gopher { server: server("gopher", hostport)?, gtype, sends, form })
}

fn news_article(unique: Text<'_>, at: Host<'_>) -> Result<Request, RequestError> {
    let command = Checked::own("ARTICLE <").and(&word("article", unique)?).with("@").and(&host(at)?).with(">");
    Ok(Request::News { commands: vec![command] })
}

/// GROUP, and ARTICLE if the URL has a number.
fn group(group: Text<'_>, article: Option<Text<'_>>) -> Result<Vec<Checked>, RequestError> {
    let mut commands = vec![Checked::own("GROUP ").and(&word("group", group)?)];
    if let Some(digits) = article {
        commands.push(Checked::own("ARTICLE ").and(&word("digits", digits)?));
    }
    Ok(commands)
}

fn telnet(login: Login<'_>) -> Result<Request, RequestError> {
    let user = optional("user", Line, login.user)?;
    let password = optional("password", Line, login.password)?;
    Ok(Request::Telnet { server: server("telnet", login.hostport)?, user, password })
}

fn wais(
    hostport: Hostport<'_>,
    database: Text<'_>,
    search: Option<Search<'_>>,
    document: Option<(Text<'_>, Text<'_>)>,
) -> Result<Request, RequestError> {
    Ok(Request::Wais {
        server: server("wais", hostport)?,
        database: line("database", database)?,
        search: search.map(Search::checked).transpose()?,
        wtype: optional("wtype", Line, document.map(|(wtype, _)| wtype))?,
        document: optional("wpath", Line, document.map(|(_, path)| path))?,
    })
}

fn file(on: Option<Host<'_>>, path: Path<'_>) -> Result<Request, RequestError> {
    let mut name = Checked::default();
    for segment in path.segments() {
        let segment = line("fpath", segment)?;
        // A slash in a name would add a directory.
        if segment.as_bytes().contains(&b'/') {
            return Err(RequestError::BreaksOut { part: "fpath", octet: b'/' });
        }
        name = name.with("/").and(&segment);
    }
    let on = on.filter(|on| on.as_str() != "localhost").map(host).transpose()?;
    Ok(Request::File { host: on, name })
}
