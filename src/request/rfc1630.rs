//! The requests for URLs of the first generation.

use super::checked::{Checked, Delimiters};
use super::error::RequestError;
use super::fields::{line, optional, server_at};
use super::requestable::Requestable;
use super::steps::{FtpStep, Request};
use super::{gopher, protocols};
use crate::ast::rfc1630::*;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::text::Text;
use crate::grammar::Grammar;

/// The client's request; `text` is the text of the URL.
pub(super) fn of_url(url: &Url<'_>, grammar: Grammar, text: &str) -> Result<Request, RequestError> {
    let address = url.prefix.and_then(|prefix| text.strip_prefix(prefix)).unwrap_or(text);
    of_address(&url.address, grammar, address)
}

/// The client's request; `text` is the text of the address. A fragment is not part of a request.
pub(super) fn of_fragment_address(
    address: &FragmentAddress<'_>,
    grammar: Grammar,
    text: &str,
) -> Result<Request, RequestError> {
    of_address(&address.uri, grammar, text.split_once('#').map_or(text, |(before, _)| before))
}

fn of_address(address: &Address<'_>, grammar: Grammar, text: &str) -> Result<Request, RequestError> {
    each_address!(address, address => address.request(grammar, text))
}

impl Requestable for HttpAddress<'_> {
    fn request(&self, _: Grammar, text: &str) -> Result<Request, RequestError> {
        protocols::http(server_at(Self::SCHEME, self.hostport)?, text)
    }
}

impl Requestable for FtpAddress<'_> {
    /// Draft 03 and RFC 1630, "FTP", "Data type".
    fn request(&self, grammar: Grammar, _: &str) -> Result<Request, RequestError> {
        let (mut steps, name) = protocols::walk(self.path)?;
        if let Some(ftptype) = self.ftptype {
            // "in the format defined in RFC 959 except that the space is omitted": the request has
            // the space.
            let code = ftptype.to_string();
            let (code, parameter) = code.split_at(1);
            let code = if parameter.is_empty() { code.to_owned() } else { format!("{code} {parameter}") };
            steps.push(FtpStep::Type(Checked::new("ftptype", Delimiters::Line, code)?));
        }
        if !name.as_bytes().is_empty() {
            steps.push(FtpStep::Retr(name));
        } else if grammar.facts().requests.ftp_listing {
            // "/: Use FTP directory list commands to read directory". Draft 02 does not mention
            // this.
            steps.push(FtpStep::Nlst(name));
        }
        protocols::ftp(self.login, steps)
    }
}

impl Requestable for AfsAddress<'_> {}

impl Requestable for NewsAddress<'_> {
    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        let commands = match self.groupart {
            Groupart::All => protocols::all_groups(),
            Groupart::Group(name) => protocols::group(name.text(), None)?,
            Groupart::Article(article) => protocols::article(article.xalphas, article.host.as_str())?,
        };
        Ok(Request::News { server: None, commands })
    }
}

impl Requestable for NntpAddress<'_> {
    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        let commands = protocols::group(self.group.text(), Some(self.digits.as_str().into()))?;
        Ok(Request::Nntp { server: None, commands })
    }
}

impl Requestable for ProsperoAddress<'_> {
    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        Ok(Request::Prospero {
            server: server_at(Self::SCHEME, self.hostport)?,
            hsoname: line("hsoname", self.hsoname.text())?,
            version: optional("version", Delimiters::Word, self.version.map(|version| version.as_str().into()))?,
            attributes: optional("attributes", Delimiters::Word, self.attributes.map(Text::from))?,
            fields: Vec::new(),
        })
    }
}

impl Requestable for TelnetAddress<'_> {
    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        protocols::telnet(server_at(Self::SCHEME, self.login.hostport)?, self.login.user, self.login.password)
    }
}

impl Requestable for GopherAddress<'_> {
    fn request(&self, grammar: Grammar, text: &str) -> Result<Request, RequestError> {
        let item = self.item.map(|item| {
            let (selector, escaped_search, plus) = item.command.divided();
            // Draft 02 writes the search after a question mark, the other documents after an
            // escaped TAB in the command.
            let marked_search = self.search.map(|search| search.octets().0.into());
            let search = marked_search.or(escaped_search.map(Text::octets));
            gopher::GopherRequestItem { gtype: item.gtype, selector, search, plus }
        });
        match grammar.facts().requests.gopher {
            Some(dialect) => gopher::gopher(dialect, server_at(Self::SCHEME, self.hostport)?, item),
            None => Err(RequestError::undefined(grammar, text)),
        }
    }
}

impl Requestable for WaisAddress<'_> {
    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        let (hostport, database, search, document) = match *self {
            Self::Waisindex(index) => {
                (index.hostport, index.database, index.search.map(|search| search.octets().0.into()), None)
            }
            Self::Waisdoc(address) => {
                let document = match address.document {
                    Document::Wpath(path) => path.text(),
                    Document::Path(path) => path.text(),
                };
                (address.hostport, address.database, None, Some((address.wtype, document)))
            }
        };
        protocols::wais(server_at(Self::SCHEME, hostport)?, database, search, document)
    }
}

impl Requestable for MailtoAddress<'_> {
    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        let address = Checked::new("mailtoaddress", Delimiters::Mailbox, self.octets())?;
        Ok(protocols::mail(address))
    }
}

impl Requestable for MidAddress<'_> {}

impl Requestable for CidAddress<'_> {}

impl Requestable for Generic<'_> {}
