//! FTP, section 3.2.

use std::fmt;

use crate::captures::Found;
use crate::components::Components;
use crate::compose::parts::{ComposeError, Parts};
use crate::compose::reader::{account, endpoint, segments};
use crate::compose::writer::Writer;
use crate::grammar::Grammar;
use crate::request::checked::{Checked, Delimiters::Word};
use crate::request::error::RequestError;
use crate::request::protocols;
use crate::request::steps::{FtpStep, Request};
use crate::rule::Rule;
use crate::scheme_url::SchemeUrl;
use crate::shared::{Login, Path, display, read_only, write_marked};

read_only! {
    /// `ftpurl`, section 3.2.
    ///
    /// ```text
    /// ftpurl         = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]
    /// fpath          = fsegment *[ "/" fsegment ]
    /// fsegment       = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub struct FtpUrl<'i> {
        /// The server and the login.
        pub login: Login<'i>,
        /// Directories and a file name, without the first slash.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub fpath: Option<Path<'i>>,
        /// The type code; never without a path.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        pub ftptype: Option<Ftptype>,
    }
}

/// `ftptype`: the type code of an FTP URL, section 3.2.2. Either case is allowed.
///
/// ```text
/// ftptype        = "A" | "I" | "D" | "a" | "i" | "d"
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Ftptype {
    /// `A`: ASCII.
    A,
    /// `I`: image.
    I,
    /// `D`: a directory listing.
    D,
    /// `a`, as `A`.
    #[cfg_attr(feature = "serde", serde(rename = "a"))]
    LowerA,
    /// `i`, as `I`.
    #[cfg_attr(feature = "serde", serde(rename = "i"))]
    LowerI,
    /// `d`, as `D`.
    #[cfg_attr(feature = "serde", serde(rename = "d"))]
    LowerD,
}

crate::owned::plain!(Ftptype);

impl Ftptype {
    #[inline]
    fn build(code: &str) -> Option<Self> {
        Some(match code {
            "A" => Self::A,
            "I" => Self::I,
            "D" => Self::D,
            "a" => Self::LowerA,
            "i" => Self::LowerI,
            "d" => Self::LowerD,
            _ => return None,
        })
    }
}

display! {
    FtpUrl, s, f => {
        write!(f, "ftp://{}", s.login)?;
        write_marked(f, "/", s.fpath)?;
        write_marked(f, ";type=", s.ftptype)
    };
}

impl fmt::Display for Ftptype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::A => "A",
            Self::I => "I",
            Self::D => "D",
            Self::LowerA => "a",
            Self::LowerI => "i",
            Self::LowerD => "d",
        })
    }
}

impl<'i> SchemeUrl<'i> for FtpUrl<'i> {
    const SCHEME: &'static str = "ftp";

    #[inline]
    fn build(captures: &impl Found<'i>) -> Self {
        Self {
            login: Login::build(captures),
            fpath: captures.text(Rule::fpath).map(Path),
            ftptype: captures.text(Rule::ftptype).and_then(Ftptype::build),
        }
    }

    fn components(&self) -> Components<'i> {
        Components { path: self.fpath.map(Into::into), ..Components::new(Self::SCHEME).login(self.login) }
    }

    fn parts(&self) -> Option<Parts> {
        Some(Parts::Ftp {
            account: account(self.login),
            endpoint: endpoint(self.login.hostport)?,
            path: self.fpath.map(segments),
            ftptype: self.ftptype.map(|code| code.to_string()),
        })
    }

    fn write(writer: &Writer, parts: &Parts) -> Result<Option<String>, ComposeError> {
        let Parts::Ftp { account, endpoint, path, ftptype } = parts else { return Ok(None) };
        let path = writer.slash_path("fsegment", path)?;
        let ftptype = ftptype.as_ref().map(|code| format!(";type={code}")).unwrap_or_default();
        Ok(Some(format!("ftp://{}{path}{ftptype}", writer.login(account, endpoint)?)))
    }

    fn request(&self, _: Grammar, _: &str) -> Result<Request, RequestError> {
        protocols::ftp(self.login, self.steps()?)
    }
}

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
                let code = code.map(|code| Checked::new("ftptype", Word, code)).transpose()?;
                steps.extend(code.map(FtpStep::Type));
                steps.extend((!name.as_bytes().is_empty()).then_some(FtpStep::Retr(name)));
            }
        }
        Ok(steps)
    }
}
