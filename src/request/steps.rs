//! Requests: the steps of a client.

use std::fmt;

use super::checked::Checked;

/// The server to connect to.
///
/// ```
/// use uri_lineage::SchemeDocument;
/// use uri_lineage::request::{Request, Server};
///
/// fn server(url: &str) -> Option<Server> {
///     let Ok(Request::Http { server, .. }) = SchemeDocument::Rfc9110.request(url) else { return None };
///     Some(server)
/// }
///
/// let server = server("https://www.host.dom/a").unwrap();
/// assert_eq!((server.host.to_string(), server.port), ("www.host.dom".to_owned(), 443));
/// assert!(server.secure);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Server {
    /// The host of the URL, decoded.
    pub host: Checked,
    /// The port of the URL, or the scheme's default port.
    pub port: u16,
    /// Whether TLS secures the connection: only in `https` and `snews`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "std::ops::Not::not"))]
    pub secure: bool,
}

/// A step of an FTP session, section 3.2.2.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::request::{FtpStep, Request};
///
/// let request = Grammar::Rfc1738.request("ftp://host.dom/pub/;type=d")?;
/// assert!(matches!(&request, Request::Ftp { steps, .. } if matches!(steps[..], [FtpStep::Cwd(_), FtpStep::Nlst(_)])));
/// assert!(matches!(&request, Request::Ftp { steps, .. } if steps[0].to_string() == "CWD pub"));
/// # Ok::<(), uri_lineage::request::RequestError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "command", content = "argument", rename_all = "UPPERCASE")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FtpStep {
    /// Change the working directory.
    Cwd(Checked),
    /// Set the transfer type.
    Type(Checked),
    /// List names.
    ///
    /// An empty argument means the working directory.
    Nlst(Checked),
    /// Fetch a file.
    Retr(Checked),
}

/// Writes the command line, without its line end.
impl fmt::Display for FtpStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cwd(argument) => write!(f, "CWD {argument}"),
            Self::Type(code) => write!(f, "TYPE {code}"),
            Self::Nlst(argument) if argument.as_bytes().is_empty() => f.write_str("NLST"),
            Self::Nlst(argument) => write!(f, "NLST {argument}"),
            Self::Retr(argument) => write!(f, "RETR {argument}"),
        }
    }
}

/// The source of the password, section 3.2.1.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::request::{Password, Request};
///
/// let anonymous = Grammar::Rfc1738.request("ftp://host.com/")?;
/// assert!(matches!(anonymous, Request::Ftp { password: Password::MailAddress, .. }));
/// // The password is empty.
/// let foo = Grammar::Rfc1738.request("ftp://foo:@host.com/")?;
/// assert!(matches!(foo, Request::Ftp { password: Password::InUrl(text), .. } if text.as_bytes().is_empty()));
/// # Ok::<(), uri_lineage::request::RequestError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Password {
    /// The password in the URL.
    InUrl(Checked),
    /// The user's electronic mail address, by the convention for anonymous FTP.
    MailAddress,
    /// The client prompts the user for the password, if the server requires one.
    Asked,
}

/// The client's request for a URL.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::request::Request;
///
/// let request = Grammar::Rfc1738.request("http://www.host.dom:8080/a?b")?;
/// assert!(matches!(&request, Request::Http { path, .. } if path.as_bytes() == b"/a?b"));
/// assert!(matches!(&request, Request::Http { proxy, .. } if proxy.as_bytes() == b"http://www.host.dom:8080/a?b"));
/// # Ok::<(), uri_lineage::request::RequestError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "scheme", rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum Request {
    /// An FTP session, section 3.2.
    Ftp {
        /// The server to connect to.
        #[cfg_attr(feature = "serde", serde(flatten))]
        server: Server,
        /// The argument of USER: `anonymous` if the URL has no user.
        user: Checked,
        /// The argument of PASS.
        password: Password,
        /// The commands after login; empty if the URL has no path.
        steps: Vec<FtpStep>,
    },
    /// An HTTP request, section 3.3.
    Http {
        /// The server to connect to.
        #[cfg_attr(feature = "serde", serde(flatten))]
        server: Server,
        /// The request target for the server itself.
        path: Checked,
        /// The request target for a proxy: the whole URL, without a prefix.
        proxy: Checked,
    },
    /// A Gopher or Gopher+ request, section 3.4.
    Gopher {
        /// The server to connect to.
        #[cfg_attr(feature = "serde", serde(flatten))]
        server: Server,
        /// The type of the item, one octet.
        gtype: Checked,
        /// The octets that the client sends, including line ends.
        sends: Checked,
        /// Whether the client must fetch the item's form and prompt the user first (3.4.5).
        form: bool,
    },
    /// A message, section 3.5, with the header fields and the body of RFC 6068, section 2.
    Mailto {
        /// The addresses, decoded.
        to: Vec<Checked>,
        /// The header fields, decoded, without those that a client must ignore (RFC 6068, section 3).
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
        fields: Vec<(Checked, Checked)>,
        /// The lines of the body, decoded.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
        body: Vec<Checked>,
    },
    /// News, section 3.6.
    News {
        /// The server to connect to: only in RFC 5538. `None` is the client's configured server.
        #[cfg_attr(feature = "serde", serde(flatten))]
        server: Option<Server>,
        /// NNTP commands, without their line ends.
        commands: Vec<Checked>,
    },
    /// News from one server, section 3.7.
    Nntp {
        /// The server to connect to; in the first generation `None`, the client's configured
        /// server.
        #[cfg_attr(feature = "serde", serde(flatten))]
        server: Option<Server>,
        /// NNTP commands, without their line ends.
        commands: Vec<Checked>,
    },
    /// Telnet, section 3.8: an interactive service, not an object.
    Telnet {
        /// The server to connect to.
        #[cfg_attr(feature = "serde", serde(flatten))]
        server: Server,
        /// The user name to suggest.
        user: Option<Checked>,
        /// The password to suggest.
        password: Option<Checked>,
    },
    /// A WAIS database, search or document, section 3.9.
    Wais {
        /// The server to connect to.
        #[cfg_attr(feature = "serde", serde(flatten))]
        server: Server,
        /// The database.
        database: Checked,
        /// The search words.
        search: Option<Checked>,
        /// The type of a document.
        wtype: Option<Checked>,
        /// The identifier of a document, which the server assigned.
        document: Option<Checked>,
    },
    /// A file, section 3.10.
    File {
        /// The host of the file; `None` for the machine that reads the URL.
        host: Option<Checked>,
        /// The name of the file on a system that separates directories by slashes.
        name: Checked,
    },
    /// An object of a Prospero server, section 3.11.
    Prospero {
        /// The server to connect to.
        #[cfg_attr(feature = "serde", serde(flatten))]
        server: Server,
        /// The name of the object on that host.
        hsoname: Checked,
        /// The version, in the first generation.
        version: Option<Checked>,
        /// The text after the version, in the first generation.
        attributes: Option<Checked>,
        /// Fields and their values.
        fields: Vec<(Checked, Checked)>,
    },
}
