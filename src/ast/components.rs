//! The components that all generations share, so that the results of two generations for one string
//! can be compared.

use std::borrow::Cow;

#[cfg(feature = "serde")]
use serde::Serialize;

use crate::ast::shared::{Hostport, Login};
use crate::ast::text::{Digits, Text};
use crate::base::component::Component;
use crate::base::scheme::default_port;

/// The components of a URL, as one generation divides it.
///
/// A component that is absent, or that the generation does not know, is `None`; a component that is
/// present and empty is `Some` of an empty text. Since RFC 1808, and in the generic syntax of the
/// first generation, the path includes the slash in front of it. Elsewhere the slash belongs to no
/// component.
///
/// ```
/// use uri_lineage::{rfc1738, rfc2396};
///
/// let text = "http://www.w3.org/a?b";
/// let (old, new) = (rfc1738::Url::parse(text)?, rfc2396::UriReference::parse_1997(text)?);
/// assert_eq!(old.components().host, new.components().host);
/// assert_eq!(old.components().path.unwrap(), "a");
/// assert_eq!(new.components().path.unwrap(), "/a");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
///
/// With the feature `serde` they are serialized under the same names, whatever the grammar calls its
/// productions. The port is a number; one that is empty or greater than 65535 is the text.
///
/// ```
/// # #[cfg(feature = "serde")] {
/// let url = uri_lineage::rfc1738::Url::parse("gopher://host:070/1a")?;
/// let json = serde_json::to_value(url.components()).unwrap();
/// assert_eq!((&json["host"], &json["port"], &json["query"]), (&"host".into(), &70.into(), &().into()));
/// # }
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Components<'i> {
    /// The scheme, without its colon.
    pub scheme: Option<&'i str>,
    /// The user name; from 1997 to RFC 3987 the whole `userinfo`, which these grammars do not
    /// divide.
    pub user: Option<Text<'i>>,
    /// The password.
    pub password: Option<Text<'i>>,
    /// The host; in 1997 also an `authority` that is not a `server`.
    pub host: Option<Text<'i>>,
    /// The port.
    #[cfg_attr(feature = "serde", serde(serialize_with = "serialize_port"))]
    pub port: Option<Digits<'i>>,
    /// The text that identifies the resource, after scheme and host, up to the query.
    pub path: Option<Cow<'i, str>>,
    /// The text after the question mark; in a gopher URL of RFC 1738, the search.
    pub query: Option<Text<'i>>,
    /// The text after the hash sign.
    pub fragment: Option<Text<'i>>,
}

crate::ast::borrowing::borrowing! { Components { scheme, user, password, host, port, path, query, fragment } }
crate::ast::owned::into_owned! { Components }

/// Serializes a port as a number, or as its text if it is none.
#[cfg(feature = "serde")]
fn serialize_port<S: serde::Serializer>(port: &Option<Digits<'_>>, serializer: S) -> Result<S::Ok, S::Error> {
    let number = port.map(|port| port.parse::<u16>());
    if let Some(Ok(number)) = number { serializer.serialize_some(&number) } else { port.serialize(serializer) }
}

impl<'i> Components<'i> {
    /// The text of a component, as printed; the user includes a password after a colon.
    ///
    /// ```
    /// use uri_lineage::{Component, rfc1738};
    ///
    /// let url = rfc1738::Url::parse("ftp://user:secret@host/a%20b")?;
    /// let components = url.components();
    /// let [user, path, query] = [Component::User, Component::Path, Component::Query].map(|one| components.get(one));
    /// assert_eq!((user.as_deref(), path.as_deref(), query), (Some("user:secret"), Some("a%20b"), None));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    pub fn get(&self, component: Component) -> Option<Cow<'i, str>> {
        let borrowed = match component {
            Component::Scheme => self.scheme,
            Component::User => match (self.user, self.password) {
                (Some(user), Some(password)) => return Some(format!("{user}:{password}").into()),
                (user, _) => user.map(Text::as_str),
            },
            Component::Host => self.host.map(Text::as_str),
            Component::Port => self.port.map(|port| port.as_str()),
            Component::Path => return self.path.clone(),
            Component::Query => self.query.map(Text::as_str),
            Component::Fragment => self.fragment.map(Text::as_str),
        };
        borrowed.map(Cow::Borrowed)
    }

    /// The port as a number; `None` if there is none, if it is empty, and if it is greater than 65535.
    /// [`port_or_default`](Self::port_or_default) has the default port only in place of a port that is
    /// absent or empty.
    ///
    /// ```
    /// use uri_lineage::rfc3986::UriReference;
    ///
    /// let port = |text| UriReference::parse(text).unwrap().components().port_u16();
    /// assert_eq!([port("//h:080"), port("//h:"), port("//h:65536"), port("//h")], [Some(80), None, None, None]);
    /// ```
    pub fn port_u16(&self) -> Option<u16> {
        self.port?.parse().ok()
    }

    /// The port to which a client connects, by a document: the port, or the
    /// [default](crate::default_port) of the scheme if it is absent or empty; `None` if it is greater than
    /// 65535, or if there is no default. For the URL Standard
    /// [`whatwg::Url::port`](crate::whatwg::Url::port) knows more: a port may have tabs.
    ///
    /// ```
    /// use uri_lineage::rfc3986::UriReference;
    ///
    /// let port = |text| UriReference::parse(text).unwrap().components().port_or_default();
    /// assert_eq!([port("http://h:8080"), port("http://h"), port("gopher://h:")], [Some(8080), Some(80), Some(70)]);
    /// assert_eq!([port("http://h:99999"), port("x://h")], [None, None]);
    /// ```
    pub fn port_or_default(&self) -> Option<u16> {
        match self.port.filter(|port| !port.is_empty()) {
            Some(port) => port.parse().ok(),
            None => default_port(&self.scheme?.to_ascii_lowercase()),
        }
    }

    /// The segments of the path, between slashes; none if the path is absent. A slash in front of
    /// the first segment delimits nothing.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    ///
    /// let segments = |grammar: Grammar, text| {
    ///     let components = grammar.parse_value(text)?.components();
    ///     Ok::<_, uri_lineage::Error>(components.path_segments().map(str::to_owned).collect::<Vec<_>>())
    /// };
    /// assert_eq!(segments(Grammar::Rfc1738, "http://h/a/b%2Fc/")?, ["a", "b%2Fc", ""]);
    /// assert_eq!(segments(Grammar::Rfc3986, "http://h/a/b%2Fc/")?, ["a", "b%2Fc", ""]);
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    pub fn path_segments(&self) -> impl Iterator<Item = &str> {
        let path = self.path.as_deref();
        path.map(|path| path.strip_prefix('/').unwrap_or(path).split('/')).into_iter().flatten()
    }

    pub(crate) fn new(scheme: &'i str) -> Self {
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
