//! The components that all generations share, so that what two generations make of one string can be compared.

use std::borrow::Cow;

use crate::shared::{Hostport, Login};
use crate::text::{Digits, Text};

/// The parts that most URLs have, as one generation draws them.
///
/// What a generation does not know is `None`; a part that stands there and is empty is `Some` of an empty text. The
/// slash before a path belongs to the path in 1997 and to no part before.
///
/// ```
/// use uri_lineage::{rfc1738, uri};
///
/// let text = "http://www.w3.org/a?b";
/// let (old, new) = (rfc1738::Url::parse(text)?, uri::UriReference::parse_1997(text)?);
/// assert_eq!(old.components().host, new.components().host);
/// assert_eq!(old.components().path.unwrap(), "a");
/// assert_eq!(new.components().path.unwrap(), "/a");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Components<'i> {
    /// The scheme, without its colon.
    pub scheme: Option<&'i str>,
    /// The user's name; in 1997 all of `userinfo`, which that grammar does not divide.
    pub user: Option<Text<'i>>,
    /// The password.
    pub password: Option<Text<'i>>,
    /// The host; in 1997 also an `authority` that is no `server`.
    pub host: Option<Text<'i>>,
    /// The port.
    pub port: Option<Digits<'i>>,
    /// All that identifies the resource after scheme and host, up to the query.
    pub path: Option<Cow<'i, str>>,
    /// What follows the question mark; in a gopher URL of RFC 1738, the search.
    pub query: Option<Text<'i>>,
    /// What follows the hash sign.
    pub fragment: Option<Text<'i>>,
}

crate::owned::borrowing! { Components { scheme, user, password, host, port, path, query, fragment } }

impl<'i> Components<'i> {
    pub(crate) fn of(scheme: &'i str) -> Self {
        Self { scheme: Some(scheme), ..Self::default() }
    }

    pub(crate) fn at(self, hostport: Hostport<'i>) -> Self {
        Self { host: Some(hostport.host.as_str().into()), port: hostport.port, ..self }
    }

    pub(crate) fn login(self, login: Login<'i>) -> Self {
        Self { user: login.user, password: login.password, ..self }.at(login.hostport)
    }

    pub(crate) fn path(self, path: impl Into<Cow<'i, str>>) -> Self {
        Self { path: Some(path.into()), ..self }
    }

    pub(crate) fn query(self, query: Option<Text<'i>>) -> Self {
        Self { query, ..self }
    }
}
