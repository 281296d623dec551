//! From the typed parts of both generations to requests.

use super::gopher::{Item, gtype};
use super::{FtpStep, Octets, Password, Request, RequestError, Server};
use crate::grammar::{Parsed, Value};
use crate::parts::{Hostport, Login, Path};
use crate::scheme::default_port;
use crate::text::Text;
use crate::{rfc1630, rfc1738};

/// The octets that break out of a line of a protocol, or out of a string of a system.
const BREAKERS: &[u8] = b"\0\t\n\r";

pub(super) fn request(parsed: &Parsed<'_>) -> Result<Request, RequestError> {
    let text = parsed.input();
    let found = match parsed.value() {
        Some(Value::Rfc1738(url)) => second(url, text),
        Some(Value::Rfc1630(url)) => first(&url.address, &url.to_string()),
        // A fragment is no part of what a server is asked for.
        Some(Value::Rfc1630Fragment(url)) => first(&url.uri, text.split('#').next().unwrap_or_default()),
        _ => None,
    };
    found.unwrap_or(Err(RequestError::Undefined(parsed.grammar())))
}

/// What a text stands for, if nothing in it breaks out of a line.
pub(super) fn octets(part: &'static str, text: Text<'_>) -> Result<Vec<u8>, RequestError> {
    let octets = text.octets();
    match octets.iter().find(|octet| BREAKERS.contains(octet)) {
        Some(&octet) => Err(RequestError::BreaksOut { part, octet }),
        None => Ok(octets.into_owned()),
    }
}

/// What a text stands for, whatever that is.
pub(super) fn decoded(text: Text<'_>) -> Octets {
    Octets(text.octets().into_owned())
}

fn clean(part: &'static str, text: Text<'_>) -> Result<Octets, RequestError> {
    octets(part, text).map(Octets)
}

fn server(scheme: &str, hostport: Hostport<'_>) -> Result<Server, RequestError> {
    let port = match hostport.port {
        Some(port) => port.to().map_err(|_| RequestError::Port(port.as_str().to_owned()))?,
        None => default_port(scheme).unwrap_or_default(),
    };
    let host = octets("host", hostport.host.as_str().into())?;
    Ok(Server { host: host.into_iter().map(char::from).collect(), port })
}

type Found = Option<Result<Request, RequestError>>;

fn second(url: &rfc1738::Url<'_>, text: &str) -> Found {
    use rfc1738::{Grouppart, Url, WaisUrl};
    Some(match *url {
        Url::Ftp(url) => ftp(url.login, url.fpath, url.ftptype.map(|code| code.to_string())),
        Url::Http(url) => http(url.hostport, text),
        Url::Gopher(url) => {
            let item = url.item.map(|item| Item {
                selector: item.selector,
                search: item.search.map(|search| search.search),
                plus: item.search.and_then(|search| search.gopher_plus_string),
            });
            gopher(url.hostport, url.item.map(|item| item.gtype), item, true)
        }
        Url::Mailto(url) => clean("encoded822addr", url.encoded822addr).map(|address| Request::Mailto { address }),
        Url::News(url) => news(match url.grouppart {
            Grouppart::All => News::All,
            Grouppart::Group(group) => News::Group(group.into()),
            Grouppart::Article(article) => News::Article(article.unique, article.host.as_str()),
        }),
        Url::Nntp(url) => server("nntp", url.hostport).and_then(|server| {
            let article = url.digits.map(|digits| digits.as_str());
            Ok(Request::Nntp { server: Some(server), commands: group(url.group.into(), article)? })
        }),
        Url::Telnet(url) => telnet(url.login),
        Url::Wais(WaisUrl::Waisdatabase(url)) => wais(url.hostport, url.database, None, None),
        Url::Wais(WaisUrl::Waisindex(url)) => wais(url.hostport, url.database, Some(url.search), None),
        Url::Wais(WaisUrl::Waisdoc(url)) => wais(url.hostport, url.database, None, Some((url.wtype, url.wpath))),
        Url::File(url) => file(url.host.map(|host| host.as_str()), url.fpath),
        Url::Prospero(url) => server("prospero", url.hostport).and_then(|server| {
            let field = |field: rfc1738::Fieldspec<'_>| {
                Ok::<_, RequestError>((clean("fieldname", field.fieldname)?, clean("fieldvalue", field.fieldvalue)?))
            };
            let hsoname = clean("ppath", url.ppath.text())?;
            let fields = url.fields.iter().map(field).collect::<Result<_, _>>()?;
            Ok(Request::Prospero { server, hsoname, version: None, fields })
        }),
        Url::Other(_) => return None,
    })
}

fn first(address: &rfc1630::Address<'_>, text: &str) -> Found {
    use rfc1630::{Address, Command, Document, Groupart, WaisAddress};
    Some(match *address {
        Address::Ftp(url) => ftp(url.login, Some(url.path), url.ftptype.map(|code| code.to_string())),
        Address::Http(url) => http(url.hostport, text),
        Address::Gopher(url) => {
            let item = url.item.map(|item| match item.command {
                Command::Gcommand(command) => Item::divide(command.text().as_str()),
                Command::Selector(selector) => Item { selector: selector.text(), search: None, plus: None },
            });
            // Draft 02 writes the search behind a question mark, words joined by plus signs.
            let words = url.search.map(|search| search.text().as_str().replace('+', "%20"));
            let item = match (item, &words) {
                (Some(item), Some(words)) => Some(Item { search: Some(words.as_str().into()), ..item }),
                (item, _) => item,
            };
            gopher(url.hostport, url.item.map(|item| item.gtype), item, false)
        }
        Address::Mailto(url) => octets("xalphas", url.xalphas).map(|mut address| {
            address.push(b'@');
            address.extend_from_slice(&url.hostname.text().octets());
            Request::Mailto { address: Octets(address) }
        }),
        Address::News(url) => news(match url.groupart {
            Groupart::All => News::All,
            Groupart::Group(group) => News::Group(group.text()),
            Groupart::Article(article) => News::Article(article.xalphas, article.host.as_str()),
        }),
        Address::Nntp(url) => {
            group(url.group.text(), Some(url.digits.as_str())).map(|commands| Request::Nntp { server: None, commands })
        }
        Address::Telnet(url) => telnet(url.login),
        Address::Wais(WaisAddress::Waisindex(url)) => {
            wais(url.hostport, url.database, url.search.map(|search| search.text()), None)
        }
        Address::Wais(WaisAddress::Waisdoc(url)) => {
            let document = match url.document {
                Document::Wpath(path) => path.text(),
                Document::Path(path) => path.text(),
            };
            wais(url.hostport, url.database, None, Some((url.wtype, document)))
        }
        Address::Prospero(url) => server("prospero", url.hostport).and_then(|server| {
            let hsoname = clean("hsoname", url.hsoname.text())?;
            let version = url.version.map(|version| version.as_str().to_owned());
            Ok(Request::Prospero { server, hsoname, version, fields: Vec::new() })
        }),
        _ => return None,
    })
}

impl rfc1738::FtpUrl<'_> {
    /// What a client does after it has logged in (section 3.2.2).
    ///
    /// ```
    /// use uri_lineage::request::FtpStep;
    /// use uri_lineage::rfc1738::Url;
    ///
    /// let Url::Ftp(url) = Url::parse("ftp://host/%2Fetc/motd")? else { panic!() };
    /// assert_eq!(url.steps()?, [FtpStep::Cwd("/etc".into()), FtpStep::Retr("motd".into())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Where a name holds an octet that would break out of a command's line.
    pub fn steps(&self) -> Result<Vec<FtpStep>, RequestError> {
        steps(self.fpath, self.ftptype.map(|code| code.to_string()))
    }
}

fn steps(path: Option<Path<'_>>, code: Option<String>) -> Result<Vec<FtpStep>, RequestError> {
    let mut steps = Vec::new();
    if let Some(path) = path {
        let mut segments = path.segments().map(|segment| clean("fpath", segment)).collect::<Result<Vec<_>, _>>()?;
        let name = segments.pop().unwrap_or_default();
        steps.extend(segments.into_iter().map(FtpStep::Cwd));
        match code {
            Some(code) if code.eq_ignore_ascii_case("d") => steps.push(FtpStep::Nlst(name)),
            code => {
                steps.extend(code.map(FtpStep::Type));
                steps.push(FtpStep::Retr(name));
            }
        }
    }
    Ok(steps)
}

fn ftp(login: Login<'_>, path: Option<Path<'_>>, code: Option<String>) -> Result<Request, RequestError> {
    let server = server("ftp", login.hostport)?;
    let (user, password) = match (login.user, login.password) {
        (Some(user), Some(password)) => (clean("user", user)?, Password::Given(clean("password", password)?)),
        (Some(user), None) => (clean("user", user)?, Password::Asked),
        _ => (Octets(b"anonymous".to_vec()), Password::MailAddress),
    };
    let steps = steps(path, code)?;
    Ok(Request::Ftp { server, user, password, steps })
}

fn http(hostport: Hostport<'_>, text: &str) -> Result<Request, RequestError> {
    // All behind the host, encoded as it is; a slash where nothing stands there.
    let begin = text.find("//").map_or(0, |at| at + 2) + hostport.to_string().len();
    let rest = text.get(begin..).unwrap_or_default();
    let path = if rest.starts_with('/') { rest.to_owned() } else { format!("/{rest}") };
    Ok(Request::Http { server: server("http", hostport)?, path, proxy: text.to_owned() })
}

fn gopher(
    hostport: Hostport<'_>,
    of: Option<Text<'_>>,
    item: Option<Item<'_>>,
    empty_search: bool,
) -> Result<Request, RequestError> {
    let item = item.unwrap_or(Item { selector: Text::default(), search: None, plus: None });
    let (sends, form) = item.sends(empty_search)?;
    Ok(Request::Gopher { server: server("gopher", hostport)?, gtype: gtype(of), sends, form })
}

/// What a news URL speaks of.
enum News<'i> {
    All,
    Group(Text<'i>),
    Article(Text<'i>, &'i str),
}

fn news(part: News<'_>) -> Result<Request, RequestError> {
    let commands = match part {
        News::All => vec![Octets(b"LIST".to_vec())],
        News::Group(name) => group(name, None)?,
        News::Article(unique, host) => {
            let unique = octets("article", unique)?;
            vec![Octets([b"ARTICLE <", &*unique, b"@", host.as_bytes(), b">"].concat())]
        }
    };
    Ok(Request::News { commands })
}

/// GROUP, and ARTICLE where a number is given.
fn group(group: Text<'_>, article: Option<&str>) -> Result<Vec<Octets>, RequestError> {
    let mut commands = vec![Octets([b"GROUP ", &*octets("group", group)?].concat())];
    commands.extend(article.map(|digits| Octets(format!("ARTICLE {digits}").into_bytes())));
    Ok(commands)
}

fn telnet(login: Login<'_>) -> Result<Request, RequestError> {
    let user = login.user.map(|user| clean("user", user)).transpose()?;
    let password = login.password.map(|password| clean("password", password)).transpose()?;
    Ok(Request::Telnet { server: server("telnet", login.hostport)?, user, password })
}

fn wais(
    hostport: Hostport<'_>,
    database: Text<'_>,
    search: Option<Text<'_>>,
    document: Option<(Text<'_>, Text<'_>)>,
) -> Result<Request, RequestError> {
    Ok(Request::Wais {
        server: server("wais", hostport)?,
        database: clean("database", database)?,
        search: search.map(|search| clean("search", search)).transpose()?,
        wtype: document.map(|(wtype, _)| clean("wtype", wtype)).transpose()?,
        // The identifier is opaque, and no line of text.
        document: document.map(|(_, path)| decoded(path)),
    })
}

fn file(host: Option<&str>, path: Path<'_>) -> Result<Request, RequestError> {
    let mut name = Vec::new();
    for segment in path.segments() {
        name.push(b'/');
        let segment = octets("fpath", segment)?;
        // A slash in a name would be one more directory.
        if segment.contains(&b'/') {
            return Err(RequestError::BreaksOut { part: "fpath", octet: b'/' });
        }
        name.extend(segment);
    }
    let host = host.filter(|&host| host != "localhost").map(str::to_owned);
    Ok(Request::File { host, name: Octets(name) })
}
