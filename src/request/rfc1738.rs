//! The requests for URLs of RFC 1738.

use super::checked::{Checked, Delimiters};
use super::error::RequestError;
use super::fields::{line, server_at};
use super::requestable::Requestable;
use super::steps::{FtpStep, Request};
use super::{gopher, protocols};
use crate::ast::rfc1738::*;
use crate::ast::scheme_url::SchemeUrl;
use crate::grammar::Grammar;

/// The client's request; `text` is the text of the URL.
pub(super) fn of_url(url: &Url<'_>, grammar: Grammar, text: &str) -> Result<Request, RequestError> {
    each_url!(url, url => url.request(grammar, text))
}

impl Requestable for HttpUrl<'_> {
    fn request(&self, _: Grammar, text: &str) -> Result<Request, RequestError> {
        protocols::http(server_at(Self::SCHEME, self.hostport)?, text)
    }
}

impl Requestable for FtpUrl<'_> {
    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        protocols::ftp(self.login, self.steps()?)
    }
}

impl Requestable for NewsUrl<'_> {
    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        let commands = match self.grouppart {
            Grouppart::All => protocols::all_groups(),
            Grouppart::Group(name) => protocols::group(name.into(), None)?,
            Grouppart::Article(article) => protocols::article(article.unique, article.host.as_str())?,
        };
        Ok(Request::News { server: None, commands })
    }
}

impl Requestable for NntpUrl<'_> {
    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        let server = server_at(Self::SCHEME, self.hostport)?;
        let article = self.digits.map(|digits| digits.as_str().into());
        Ok(Request::Nntp { server: Some(server), commands: protocols::group(self.group.into(), article)? })
    }
}

impl Requestable for TelnetUrl<'_> {
    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        protocols::telnet(server_at(Self::SCHEME, self.login.hostport)?, self.login.user, self.login.password)
    }
}

impl Requestable for GopherUrl<'_> {
    fn request(&self, grammar: Grammar, text: &str) -> Result<Request, RequestError> {
        let item = self.item.map(|item| gopher::GopherRequestItem {
            gtype: item.gtype,
            selector: item.selector,
            search: item.search.map(|search| search.search.octets()),
            plus: item.search.and_then(|search| search.gopher_plus_string),
        });
        match grammar.facts().requests.gopher {
            Some(dialect) => gopher::gopher(dialect, server_at(Self::SCHEME, self.hostport)?, item),
            None => Err(RequestError::undefined(grammar, text)),
        }
    }
}

impl Requestable for WaisUrl<'_> {
    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        let (hostport, database, search, document) = match *self {
            Self::Waisdatabase(u) => (u.hostport, u.database, None, None),
            Self::Waisindex(u) => (u.hostport, u.database, Some(u.search.octets()), None),
            Self::Waisdoc(u) => (u.hostport, u.database, None, Some((u.wtype, u.wpath))),
        };
        protocols::wais(server_at(Self::SCHEME, hostport)?, database, search, document)
    }
}

impl Requestable for MailtoUrl<'_> {
    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        Ok(protocols::mail(Checked::decoded("encoded822addr", Delimiters::Mailbox, self.encoded822addr)?))
    }
}

impl Requestable for FileUrl<'_> {
    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        let remote = self.host.map(|host| host.as_str()).filter(|host| *host != "localhost");
        protocols::file(remote, None, "fpath", self.fpath.segments())
    }
}

impl Requestable for ProsperoUrl<'_> {
    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        let server = server_at(Self::SCHEME, self.hostport)?;
        let hsoname = line("ppath", self.ppath.text())?;
        let mut fields = Vec::new();
        for Fieldspec { fieldname, fieldvalue } in self.fields.iter() {
            fields.push((line("fieldname", fieldname)?, line("fieldvalue", fieldvalue)?));
        }
        Ok(Request::Prospero { server, hsoname, version: None, attributes: None, fields })
    }
}

impl Requestable for GenericUrl<'_> {}

impl FtpUrl<'_> {
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
        let (mut steps, name) = protocols::walk(path)?;
        match self.ftptype.map(|code| code.to_string()) {
            Some(code) if code.eq_ignore_ascii_case("d") => steps.push(FtpStep::Nlst(name)),
            code => {
                let code = code.map(|code| Checked::new("ftptype", Delimiters::Word, code)).transpose()?;
                steps.extend(code.map(FtpStep::Type));
                steps.extend((!name.as_bytes().is_empty()).then_some(FtpStep::Retr(name)));
            }
        }
        Ok(steps)
    }
}
