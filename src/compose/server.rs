//! The parts of a server and its user.

use crate::ast::text::Octets;

/// A server: a host, and optionally a port.
///
/// ```
/// use uri_lineage::Grammar::Rfc1738;
/// use uri_lineage::compose::{Endpoint, Parts};
///
/// let mut url = Parts::gopher("gopher.micro.umn.edu").port(70).item('1', "");
/// url.endpoint = Endpoint::new("localhost");
/// assert_eq!(url.write(Rfc1738)?, "gopher://localhost/1");
/// # Ok::<(), uri_lineage::compose::ComposeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Endpoint {
    /// A name or an address, in the syntax of the grammar's `host`.
    pub host: String,
    /// The port; `None` for the scheme's default port.
    pub port: Option<u16>,
}

impl Endpoint {
    /// A server with the scheme's default port.
    pub fn new(host: impl Into<String>) -> Self {
        Self { host: host.into(), port: None }
    }
}

/// The login of a URL.
///
/// ```
/// use uri_lineage::Grammar::Rfc1738;
/// use uri_lineage::compose::{Account, Parts};
///
/// // RFC 1738, section 3.1: an empty user name and no password.
/// let url = Rfc1738.parse("ftp://@host.com/")?;
/// assert!(matches!(Parts::read(&url), Some(Parts::Ftp(ftp)) if ftp.account == Some(Account::default())));
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct Account {
    /// The user name.
    pub user: Octets,
    /// The password.
    pub password: Option<Octets>,
}

/// The `site` of a URL of 1997, the authority of later documents.
///
/// ```
/// use uri_lineage::Grammar::{self, Rfc1808, Rfc3986};
/// use uri_lineage::compose::{Authority, Parts};
///
/// let authority = |grammar: Grammar| match Parts::read(&grammar.parse("//host:80/").unwrap()) {
///     Some(Parts::Reference(reference)) => reference.authority,
///     _ => None,
/// };
/// assert!(matches!(authority(Rfc3986), Some(Authority::Server(None, server)) if server.port == Some(80)));
/// // RFC 1808 does not divide its `net_loc`.
/// assert_eq!(authority(Rfc1808), Some(Authority::Name("host:80".into())));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Authority {
    /// `server`: a server, optionally with user information.
    Server(Option<Octets>, Endpoint),
    /// `authority`: the name of another naming authority.
    Name(Octets),
}
