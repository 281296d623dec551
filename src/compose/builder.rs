//! The methods that add parts to a URL.

use super::parts::{
    Afs, Article, File, Ftp, Generic, Gopher, Http, Https, Mailto, Newsgroup, Nntp, Other, Prospero, Reference, Telnet,
    Wais, WaisFields, Waisdoc,
};
use super::server::{Authority, Endpoint};
use crate::ast::text::Octets;

/// The segments of a path; one empty segment for a path without any.
fn segments(path: impl IntoIterator<Item = impl Into<Octets>>) -> Vec<Octets> {
    let mut segments: Vec<Octets> = path.into_iter().map(Into::into).collect();
    if segments.is_empty() {
        segments.push(Octets::default());
    }
    segments
}

/// Implements a method that sets a part, for several kinds of URLs.
macro_rules! method {
    (
        #[doc = $doc:literal]
        $method:ident($value:ident: $type:ty) for $($kind:ident)* { $self:ident => $set:expr }
    ) => {$(
        impl $kind {
            #[doc = $doc]
            #[must_use]
            pub fn $method(mut self, $value: $type) -> Self {
                let $self = &mut self;
                $set;
                self
            }
        }
    )*};
}

method! {
    /// Sets the port; without it the URL has the scheme's default port.
    port(port: u16) for Http Https Ftp Gopher Telnet Wais Waisdoc WaisFields Prospero Other {
        parts => parts.endpoint.port = Some(port)
    }
}

method! {
    /// Sets the port of the [server](Self::server), whose host is empty until it is set.
    port(port: u16) for Newsgroup Article Nntp {
        parts => parts.endpoint.get_or_insert_with(|| Endpoint::new("")).port = Some(port)
    }
}

method! {
    /// Sets the server.
    server(host: impl Into<String>) for Newsgroup Article Nntp {
        parts => parts.endpoint.get_or_insert_with(|| Endpoint::new("")).host = host.into()
    }
}

method! {
    /// Sets the user name.
    user(user: impl Into<Octets>) for Ftp Telnet Other {
        parts => parts.account.get_or_insert_default().user = user.into()
    }
}

method! {
    /// Sets the password of the [user](Self::user), which is empty until it is set.
    password(password: impl Into<Octets>) for Ftp Telnet Other {
        parts => parts.account.get_or_insert_default().password = Some(password.into())
    }
}

method! {
    /// Sets the segments of the path; a slash follows the host.
    path(path: impl IntoIterator<Item = impl Into<Octets>>) for Http Https Ftp {
        parts => parts.path = Some(segments(path))
    }
}

method! {
    /// Sets the segments of the path.
    path(path: impl IntoIterator<Item = impl Into<Octets>>) for File Afs Generic {
        parts => parts.path = segments(path)
    }
}

method! {
    /// Sets the query.
    query(query: impl Into<Octets>) for Http Https Generic Reference {
        parts => parts.query = Some(query.into())
    }
}

method! {
    /// Sets the fragment.
    fragment(fragment: impl Into<Octets>) for Generic Reference {
        parts => parts.fragment = Some(fragment.into())
    }
}

method! {
    /// Sets the type code, in the syntax of the grammar's `ftptype`.
    ftptype(ftptype: impl Into<String>) for Ftp {
        parts => parts.ftptype = Some(ftptype.into())
    }
}

method! {
    /// Sets the number of the article.
    article(article: u64) for Nntp {
        parts => parts.article = Some(article)
    }
}

method! {
    /// Sets the search.
    search(search: impl Into<Octets>) for Wais {
        parts => parts.search = Some(search.into())
    }
}

method! {
    /// Sets the host; without it the machine that reads the URL has the file.
    host(host: impl Into<String>) for File {
        parts => parts.host = Some(host.into())
    }
}

method! {
    /// Adds an address.
    to(address: impl Into<Octets>) for Mailto {
        parts => parts.to.push(address.into())
    }
}

method! {
    /// Sets the text after the slash.
    urlpath(urlpath: impl Into<Octets>) for Other {
        parts => parts.urlpath = Some(urlpath.into())
    }
}

method! {
    /// Sets the object's name.
    hsoname(hsoname: impl IntoIterator<Item = impl Into<Octets>>) for Prospero {
        parts => parts.hsoname = segments(hsoname)
    }
}

method! {
    /// Sets the version.
    version(version: u64) for Prospero {
        parts => parts.version = Some(version)
    }
}

method! {
    /// Sets the text after the version.
    attributes(attributes: impl Into<String>) for Prospero {
        parts => parts.attributes = Some(attributes.into())
    }
}

/// Implements a method that adds a field.
macro_rules! field {
    ($($(#[$doc:meta])* $kind:ident)*) => {$(
        impl $kind {
            $(#[$doc])*
            #[must_use]
            pub fn field(mut self, name: impl Into<Octets>, value: impl Into<Octets>) -> Self {
                self.fields.push((name.into(), value.into()));
                self
            }
        }
    )*};
}

field! {
    /// Adds a header field.
    Mailto
    /// Adds a field.
    Prospero
}

impl WaisFields {
    /// Adds a field: its number, and the segments of its content.
    #[must_use]
    pub fn field(mut self, number: u64, content: impl IntoIterator<Item = impl Into<Octets>>) -> Self {
        self.fields.push((number, segments(content)));
        self
    }
}

impl Gopher {
    /// Sets the type of the item, one octet as the character of ISO Latin-1, and its selector.
    #[must_use]
    pub fn item(mut self, gtype: char, selector: impl Into<Octets>) -> Self {
        let item = self.item.get_or_insert_default();
        (item.gtype, item.selector) = (gtype, selector.into());
        self
    }
}

method! {
    /// Sets the search. Without an [item](Self::item) it is that of a search server, of type 7.
    search(search: impl Into<Octets>) for Gopher {
        parts => parts.item.get_or_insert_default().search = Some(search.into())
    }
}

method! {
    /// Sets the Gopher+ string, which follows a [search](Self::search).
    gopher_plus_string(string: impl Into<Octets>) for Gopher {
        parts => parts.item.get_or_insert_default().gopher_plus_string = Some(string.into())
    }
}

impl Reference {
    /// Changes the user information or the server: those of an empty server in place of a name.
    fn change_server(&mut self, change: impl FnOnce(&mut Option<Octets>, &mut Endpoint)) {
        let (mut userinfo, mut endpoint) = match self.authority.take() {
            Some(Authority::Server(userinfo, endpoint)) => (userinfo, endpoint),
            Some(Authority::Name(_)) | None => (None, Endpoint::new("")),
        };
        change(&mut userinfo, &mut endpoint);
        self.authority = Some(Authority::Server(userinfo, endpoint));
    }
}

method! {
    /// Sets the scheme.
    scheme(scheme: impl Into<String>) for Reference {
        parts => parts.scheme = Some(scheme.into())
    }
}

method! {
    /// Sets the host, in place of a [name](Self::name).
    host(host: impl Into<String>) for Reference {
        parts => parts.change_server(|_, endpoint| endpoint.host = host.into())
    }
}

method! {
    /// Sets the port of the [host](Self::host), in place of a [name](Self::name).
    port(port: u16) for Reference {
        parts => parts.change_server(|_, endpoint| endpoint.port = Some(port))
    }
}

method! {
    /// Sets the user information in front of the [host](Self::host), in place of a [name](Self::name).
    userinfo(userinfo: impl Into<Octets>) for Reference {
        parts => parts.change_server(|own, _| *own = Some(userinfo.into()))
    }
}

method! {
    /// Sets the authority to a name, which is no server.
    name(name: impl Into<Octets>) for Reference {
        parts => parts.authority = Some(Authority::Name(name.into()))
    }
}

method! {
    /// Sets the segments of the path, after a slash.
    path(path: impl IntoIterator<Item = impl Into<Octets>>) for Reference {
        parts => (parts.absolute, parts.path) = (true, segments(path))
    }
}

method! {
    /// Sets the segments of the path, without a slash in front of them.
    relative_path(path: impl IntoIterator<Item = impl Into<Octets>>) for Reference {
        parts => (parts.absolute, parts.path) = (false, segments(path))
    }
}
