//! URLs as a browser reads them: the crate `url` follows the URL Standard.

use std::borrow::Cow;

use uri_lineage::{Component, Grammar};

/// The grammar of browsers.
pub const GRAMMAR: Grammar = Grammar::Whatwg;

/// The implementation, as messages name it.
pub const IMPLEMENTATION: &str = "the crate `url`";

/// The serialised URL, or why the crate refuses it.
pub fn serialised(url: &str) -> Result<String, String> {
    url::Url::parse(url).map(String::from).map_err(|error| format!("{IMPLEMENTATION}: {error}"))
}

/// The serialised URL to which a reference resolves, or why the crate refuses it.
pub fn joined(base: &str, reference: &str) -> Result<String, String> {
    let joined = url::Url::parse(base).and_then(|base| base.join(reference));
    joined.map(String::from).map_err(|error| format!("{IMPLEMENTATION}: {error}"))
}

/// The components of a serialised URL.
pub fn components(url: &url::Url) -> [Option<Cow<'_, str>>; Component::ALL.len()] {
    Component::ALL.map(|component| match component {
        Component::Scheme => Some(url.scheme().into()),
        Component::User => match (url.username(), url.password()) {
            ("", None) => None,
            (user, None) => Some(Cow::Borrowed(user)),
            (user, Some(password)) => Some(Cow::Owned(format!("{user}:{password}"))),
        },
        Component::Host => url.host_str().map(Cow::Borrowed),
        Component::Port => url.port().map(|port| Cow::Owned(port.to_string())),
        Component::Path => Some(url.path().into()),
        Component::Query => url.query().map(Cow::Borrowed),
        Component::Fragment => url.fragment().map(Cow::Borrowed),
    })
}
