//! FTP.

use std::fmt;

use super::path as paths;
use crate::captures::Found;
use crate::components::Components;
use crate::compose::parts::{ComposeError, Parts};
use crate::compose::reader::{account, endpoint, segments};
use crate::compose::writer::Writer;
use crate::grammar::Grammar;
use crate::request::checked::{Checked, Delimiters::Line};
use crate::request::error::RequestError;
use crate::request::protocols;
use crate::request::steps::{FtpStep, Request};
use crate::rule::Rule;
use crate::scheme_url::SchemeUrl;
use crate::shared::{Login, Path, display, read_only, write_marked};
use crate::text::Digits;

read_only! {
    /// `ftpaddress`. Draft 02 has no type.
    ///
    /// ```text
    /// ftpaddress             f t p : / / login / path [ ; t y p e = ftptype ]
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct FtpAddress<'i> {
        /// The server and the login.
        pub login: Login<'i>,
        /// Directories and a file name.
        pub path: Path<'i>,
        /// The transfer type; never in draft 02.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub ftptype: Option<Ftptype<'i>>,
    }
}

/// `ftptype`: how FTP transfers the object.
///
/// ```text
/// ftptype                A formcode | E formcode | I | L digits
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ftptype<'i> {
    /// ASCII.
    A(Formcode),
    /// EBCDIC.
    E(Formcode),
    /// Image.
    I,
    /// Local, with the size of a byte in bits.
    L(Digits<'i>),
}

/// `formcode`: vertical format control, by RFC 959.
///
/// ```text
/// formcode               N | T | C
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Formcode {
    /// Non-print.
    N,
    /// Telnet format effectors.
    T,
    /// Carriage control.
    C,
}

crate::owned::borrowing! { Ftptype: A(code), E(code), I, L(size); }
crate::owned::plain!(Formcode);

/// Serializes as text: the letters before a `formcode` have no production.
#[cfg(feature = "serde")]
impl serde::Serialize for Ftptype<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

display! {
    FtpAddress, s, f => {
        write!(f, "ftp://{}/{}", s.login, s.path)?;
        write_marked(f, ";type=", s.ftptype)
    };
    Ftptype, s, f => match s {
        Self::A(formcode) => write!(f, "A{formcode}"),
        Self::E(formcode) => write!(f, "E{formcode}"),
        Self::I => f.write_str("I"),
        Self::L(size) => write!(f, "L{size}"),
    };
}

impl fmt::Display for Formcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl Formcode {
    fn from_letter(letter: &str) -> Self {
        match letter {
            "N" => Self::N,
            "T" => Self::T,
            _ => Self::C,
        }
    }
}

impl<'i> Ftptype<'i> {
    #[inline]
    fn build(code: &'i str) -> Option<Self> {
        let (kind, parameter) = code.split_at_checked(1)?;
        Some(match kind {
            "A" => Self::A(Formcode::from_letter(parameter)),
            "E" => Self::E(Formcode::from_letter(parameter)),
            "L" => Self::L(parameter.into()),
            _ => Self::I,
        })
    }
}

impl<'i> SchemeUrl<'i> for FtpAddress<'i> {
    const SCHEME: &'static str = "ftp";

    #[inline]
    fn build(captures: &impl Found<'i>) -> Self {
        Self {
            login: Login::build(captures),
            path: Path(captures.required(Rule::path)),
            ftptype: captures.text(Rule::ftptype).and_then(Ftptype::build),
        }
    }

    fn components(&self) -> Components<'i> {
        Components::new(Self::SCHEME).login(self.login).path(self.path)
    }

    fn parts(&self) -> Option<Parts> {
        Some(Parts::Ftp {
            account: account(self.login),
            endpoint: endpoint(self.login.hostport)?,
            path: Some(segments(self.path)),
            ftptype: self.ftptype.map(|code| code.to_string()),
        })
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Ftp { account, endpoint, path, ftptype } = parts else { return Ok(None) };
        let Some(path) = path else { return writer.unsayable("its ftp addresses have a path") };
        if ftptype.is_some() && !writer.has("ftptype") {
            return writer.unsayable("it has no type codes");
        }
        let ftptype = ftptype.as_ref().map(|code| format!(";type={code}")).unwrap_or_default();
        Ok(Some(format!("ftp://{}/{}{ftptype}", writer.login(account, endpoint)?, paths::write(writer, path)?)))
    }

    /// Draft 03 and RFC 1630, "FTP", "Data type".
    fn request(&self, grammar: Grammar, _: &str) -> Result<Request, RequestError> {
        let (mut steps, name) = protocols::walk(self.path)?;
        if let Some(ftptype) = self.ftptype {
            // "in the format defined in RFC 959 except that the space is omitted"
            let code = ftptype.to_string();
            let (code, parameter) = code.split_at(1);
            let code = if parameter.is_empty() { code.to_owned() } else { format!("{code} {parameter}") };
            steps.push(FtpStep::Type(Checked::new("ftptype", Line, code)?));
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
