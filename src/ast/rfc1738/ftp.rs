//! FTP, section 3.2.

use std::fmt;

use crate::ast::components::Components;
use crate::ast::scheme_url::SchemeUrl;
use crate::ast::shared::{Login, Path, read_only};
use crate::generated::rule::Rule;
use crate::parse::captures::Captures;

read_only! {
    /// `ftpurl`, section 3.2.
    ///
    /// ```text
    /// ftpurl         = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]
    /// fpath          = fsegment *[ "/" fsegment ]
    /// fsegment       = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct FtpUrl<'i> {
        text,
        record,
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
///
/// ```
/// use uri_lineage::rfc1738::{FtpUrl, Ftptype};
///
/// let url = FtpUrl::parse("ftp://info.cern.ch/pub/www/doc;type=d")?;
/// assert_eq!(url.ftptype(), Some(Ftptype::LowerD));
/// # Ok::<(), uri_lineage::Error>(())
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

crate::ast::borrowing::plain!(Ftptype);

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
    fn build(captures: &Captures<'i>) -> Self {
        Self {
            text: captures.whole(),
            login: Login::build(captures),
            fpath: captures.text(Rule::fpath).map(Path),
            ftptype: captures.text(Rule::ftptype).and_then(Ftptype::build),
        }
    }

    fn components(&self) -> Components<'i> {
        Components { path: self.fpath.map(Into::into), ..Components::new(Self::SCHEME).login(self.login) }
    }
}
