//! FTP.

use std::fmt;

use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::{Login, Path, display, read_only, write_marked};
use crate::ast::text::Digits;
use crate::generated::rule::Rule;
use crate::parse::captures::Captures;

read_only! {
    /// `ftpaddress`. Draft 02 has no type.
    ///
    /// ```text
    /// ftpaddress             f t p : / / login / path [ ; t y p e = ftptype ]
    /// ```
    ///
    /// ```
    /// use uri_lineage::rfc1630::{Address, Url};
    ///
    /// let url = Url::parse("ftp://boombox.micro.umn.edu/pub/gopher/gopher_protocol")?;
    /// assert!(matches!(url.address(), Address::Ftp(ftp) if ftp.path() == "pub/gopher/gopher_protocol"));
    /// # Ok::<(), uri_lineage::Error>(())
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
///
/// ```
/// use uri_lineage::rfc1630::{Address, Ftptype, Url};
///
/// let url = Url::parse("ftp://info.cern.ch/pub/www/doc/http-spec.txt.Z;type=I")?;
/// assert!(matches!(url.address(), Address::Ftp(ftp) if ftp.ftptype() == Some(Ftptype::I)));
/// # Ok::<(), uri_lineage::Error>(())
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
///
/// ```
/// use uri_lineage::rfc1630::{Address, Formcode, Ftptype, Url};
///
/// let url = Url::parse("ftp://ds.internic.net/rfc/rfc977.txt;type=AN")?;
/// assert!(matches!(url.address(), Address::Ftp(ftp) if ftp.ftptype() == Some(Ftptype::A(Formcode::N))));
/// # Ok::<(), uri_lineage::Error>(())
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

crate::ast::borrowing::borrowing! { Ftptype: A(code), E(code), I, L(size); }
crate::ast::borrowing::plain!(Formcode);

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
    fn build(captures: &Captures<'i>) -> Self {
        Self {
            login: Login::build(captures),
            path: Path(captures.required(Rule::path)),
            ftptype: captures.text(Rule::ftptype).and_then(Ftptype::build),
        }
    }

    fn components(&self) -> Components<'i> {
        Components::new(Self::SCHEME).login(self.login).path(self.path)
    }
}
