//! Requests: what a client sends, step by step.

use std::fmt;

use super::checked::Checked;

/// Where to connect.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Server {
    /// The host as the URL names it, decoded.
    pub host: Checked,
    /// The port: the URL's, or the scheme's default.
    pub port: u16,
}

/// A step of an FTP session, section 3.2.2.
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
    /// The argument may be empty: the working directory.
    Nlst(Checked),
    /// Fetch a file.
    Retr(Checked),
}

/// The line that is sent, without its end.
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

/// What to give for a password, section 3.2.1.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Password {
    /// The one in the URL.
    Given(Checked),
    /// The user's electronic mail address, by the convention for anonymous FTP.
    MailAddress,
    /// One that the user is asked for, if the server wants one.
    Asked,
}

/// What a client does with a URL.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "scheme", rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum Request {
    /// An FTP session, section 3.2.
    Ftp {
        /// Where to connect.
        #[cfg_attr(feature = "serde", serde(flatten))]
        server: Server,
        /// The argument of USER: `anonymous` where the URL names nobody.
        user: Checked,
        /// The argument of PASS.
        password: Password,
        /// What to do then; nothing where the URL has no path.
        steps: Vec<FtpStep>,
    },
    /// An HTTP request, section 3.3.
    Http {
        /// Where to connect.
        #[cfg_attr(feature = "serde", serde(flatten))]
        server: Server,
        /// What the server itself is asked for.
        path: Checked,
        /// What a proxy is asked for: the whole URL, without a prefix.
        proxy: Checked,
    },
    /// A Gopher or Gopher+ request, section 3.4.
    Gopher {
        /// Where to connect.
        #[cfg_attr(feature = "serde", serde(flatten))]
        server: Server,
        /// The type of the item, one octet.
        gtype: Checked,
        /// All that the client sends, line ends included.
        sends: Checked,
        /// Whether the client has to fetch the item's form and to ask the user first (3.4.5).
        form: bool,
    },
    /// Mail to an address, section 3.5.
    Mailto {
        /// The address, decoded.
        address: Checked,
    },
    /// News, section 3.6: commands to the news server that the client is set up for.
    News {
        /// NNTP commands, without their line ends.
        commands: Vec<Checked>,
    },
    /// News of one server, section 3.7.
    Nntp {
        /// Where to connect; in the first generation the server that the client is set up for.
        #[cfg_attr(feature = "serde", serde(flatten))]
        server: Option<Server>,
        /// NNTP commands, without their line ends.
        commands: Vec<Checked>,
    },
    /// Telnet, section 3.8: no object, but an interactive service.
    Telnet {
        /// Where to connect.
        #[cfg_attr(feature = "serde", serde(flatten))]
        server: Server,
        /// The user name to suggest.
        user: Option<Checked>,
        /// The password to suggest.
        password: Option<Checked>,
    },
    /// A WAIS database, search or document, section 3.9.
    Wais {
        /// Where to connect.
        #[cfg_attr(feature = "serde", serde(flatten))]
        server: Server,
        /// The database.
        database: Checked,
        /// What to search for.
        search: Option<Checked>,
        /// The type of a document.
        wtype: Option<Checked>,
        /// The identifier of a document, which the server gave out.
        document: Option<Checked>,
    },
    /// A file, section 3.10.
    File {
        /// The host on which the file is; absent for the machine that reads the URL.
        host: Option<Checked>,
        /// The file's name on a system that separates directories by slashes.
        name: Checked,
    },
    /// An object of a Prospero server, section 3.11.
    Prospero {
        /// Where to connect.
        #[cfg_attr(feature = "serde", serde(flatten))]
        server: Server,
        /// The name of the object on that host.
        hsoname: Checked,
        /// The version, in the first generation.
        version: Option<Checked>,
        /// What follows the version, in the first generation.
        attributes: Option<Checked>,
        /// Fields and their values.
        fields: Vec<(Checked, Checked)>,
    },
}
