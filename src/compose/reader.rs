//! Plain parts from the typed parts that all schemes share.

use super::server::{Account, Endpoint};
use crate::ast::shared::{Hostport, Login, Path};
use crate::ast::text::{Digits, Octets, Text};

/// The decoded octets of a text.
pub(crate) fn octets(text: Text<'_>) -> Octets {
    Octets(text.octets().into_owned())
}

/// The decoded segments of a path.
pub(crate) fn segments(path: Path<'_>) -> Vec<Octets> {
    path.segments().map(octets).collect()
}

/// A number; `None` if it is too large.
pub(crate) fn number(digits: Digits<'_>) -> Option<u64> {
    digits.parse().ok()
}

/// A server; `None` if its port is empty or too large.
pub(crate) fn endpoint(hostport: Hostport<'_>) -> Option<Endpoint> {
    let port = match hostport.port {
        Some(port) => Some(port.parse().ok()?),
        None => None,
    };
    Some(Endpoint { host: hostport.host.as_str().to_owned(), port })
}

/// A login, if the URL has a user.
pub(crate) fn account(login: Login<'_>) -> Option<Account> {
    login.user.map(|user| Account { user: octets(user), password: login.password.map(octets) })
}
