//! The parts of a server and its user.

use crate::ast::text::Octets;

/// A server: a host, and optionally a port.
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
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct Account {
    /// The user name.
    pub user: Octets,
    /// The password.
    pub password: Option<Octets>,
}

/// The `site` of a URL of 1997, the authority of later documents.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Authority {
    /// `server`: a server, optionally with user information.
    Server(Option<Octets>, Endpoint),
    /// `authority`: the name of another naming authority.
    Name(Octets),
}
