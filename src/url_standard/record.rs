//! Sections 4.1, 4.5 to 4.7 and 6.1: URL records, their serialization, equivalence and origin.

use std::borrow::{Borrow, Cow};
use std::fmt;

use super::host::{Host, HostKind};
use super::scheme::SchemeKind;
use crate::base::component::Component;

/// A URL record: a URL as the parser of the URL Standard reads it (section 4.1).
///
/// It is kept serialized, and all its texts are pieces of that: percent-encoded, and of US-ASCII but
/// for a domain that is not examined without the feature `idna`. Records
/// are compared and ordered by their serialization (section 4.6).
///
/// The examples of the standard, section 4.1:
///
/// ```
/// use uri_lineage::whatwg::{Host, Url};
///
/// let url = Url::parse("https://localhost:8000/search?q=text#hello")?;
/// assert_eq!((url.scheme(), url.host(), url.port()), ("https", Some(Host::Domain("localhost")), Some(8000)));
/// assert_eq!(url.path_segments().collect::<Vec<_>>(), ["search"]);
/// assert_eq!((url.query(), url.fragment()), (Some("q=text"), Some("hello")));
///
/// let url = Url::parse("urn:isbn:9780307476463")?;
/// assert_eq!((url.scheme(), url.host(), url.port()), ("urn", None, None));
/// assert!(url.has_opaque_path() && url.path() == "isbn:9780307476463");
///
/// let url = Url::parse("file:///ada/Analytical%20Engine/README.md")?;
/// assert_eq!((url.scheme(), url.host(), url.port()), ("file", Some(Host::Empty), None));
/// assert_eq!(url.path_segments().collect::<Vec<_>>(), ["ada", "Analytical%20Engine", "README.md"]);
/// # Ok::<(), uri_lineage::whatwg::UrlError>(())
/// ```
#[derive(Clone)]
pub struct Url {
    /// The serialization. All ends and starts are indices in it.
    pub(super) href: String,
    /// The end of the scheme, where its colon is.
    pub(super) scheme_end: usize,
    pub(super) host_start: usize,
    pub(super) host_end: usize,
    pub(super) host: Option<HostKind>,
    pub(super) port: Option<u16>,
    pub(super) path_start: usize,
    pub(super) has_opaque_path: bool,
    /// The question mark in front of the query.
    pub(super) query_start: Option<usize>,
    /// The number sign in front of the fragment.
    pub(super) fragment_start: Option<usize>,
}

impl Url {
    /// The serialization (section 4.5), which the API calls `href`.
    pub fn as_str(&self) -> &str {
        &self.href
    }

    /// The serialization without the fragment.
    pub fn without_fragment(&self) -> &str {
        &self.href[..self.fragment_start.unwrap_or(self.href.len())]
    }

    /// The scheme, in small letters, without its colon.
    pub fn scheme(&self) -> &str {
        &self.href[..self.scheme_end]
    }

    /// Whether the scheme is special: `ftp`, `file`, `http`, `https`, `ws` or `wss`.
    pub fn is_special(&self) -> bool {
        SchemeKind::of(self.scheme()).is_special()
    }

    /// Whether there is a user name or a password.
    pub fn includes_credentials(&self) -> bool {
        self.credentials().is_some()
    }

    /// The user name and the password with the colon in between, if there is one of both.
    pub fn credentials(&self) -> Option<&str> {
        // `//` follows the colon of the scheme.
        let credentials = self.href.get(self.scheme_end + 3..self.host_start)?;
        credentials.strip_suffix('@')
    }

    /// The user name; empty if there is none.
    pub fn username(&self) -> &str {
        let credentials = self.credentials().unwrap_or_default();
        credentials.split_once(':').map_or(credentials, |(username, _)| username)
    }

    /// The password; empty if there is none.
    pub fn password(&self) -> &str {
        let credentials = self.credentials().unwrap_or_default();
        credentials.split_once(':').map_or("", |(_, password)| password)
    }

    /// The host; `None` if it is null.
    pub fn host(&self) -> Option<Host<'_>> {
        Some(self.host?.host(&self.href[self.host_start..self.host_end]))
    }

    /// The host, serialized; `None` if it is null.
    pub fn host_str(&self) -> Option<&str> {
        self.host.map(|_| &self.href[self.host_start..self.host_end])
    }

    /// The port; `None` if it is the scheme's default port, or if there is none.
    pub fn port(&self) -> Option<u16> {
        self.port
    }

    /// The path, serialized: opaque, or segments that each have a slash in front.
    pub fn path(&self) -> &str {
        let end = self.query_start.or(self.fragment_start).unwrap_or(self.href.len());
        &self.href[self.path_start..end]
    }

    /// Whether the path is opaque: a text that is not divided into segments.
    pub fn has_opaque_path(&self) -> bool {
        self.has_opaque_path
    }

    /// The segments of the path; none if it is opaque.
    ///
    /// ```
    /// use uri_lineage::whatwg::Url;
    ///
    /// let url = Url::parse("http://h/a/./b/%2E%2e/")?;
    /// assert_eq!(url.path_segments().collect::<Vec<_>>(), ["a", ""]);
    /// # Ok::<(), uri_lineage::whatwg::UrlError>(())
    /// ```
    pub fn path_segments(&self) -> impl Iterator<Item = &str> {
        let path = if self.has_opaque_path { "" } else { self.path() };
        // The text in front of the first slash is no segment.
        path.split('/').skip(1)
    }

    /// The query, without its question mark; `None` if it is null.
    pub fn query(&self) -> Option<&str> {
        let start = self.query_start? + 1;
        Some(&self.href[start..self.fragment_start.unwrap_or(self.href.len())])
    }

    /// The fragment, without its number sign; `None` if it is null.
    pub fn fragment(&self) -> Option<&str> {
        Some(&self.href[self.fragment_start? + 1..])
    }

    /// A component, under the name that all grammars share: its text in the serialization, `None` if it
    /// is absent. The user is the user name and the password.
    ///
    /// ```
    /// use uri_lineage::Component;
    /// use uri_lineage::whatwg::Url;
    ///
    /// let url = Url::parse("http://me:secret@H:8080")?;
    /// assert_eq!(url.get(Component::User).as_deref(), Some("me:secret"));
    /// assert_eq!(url.get(Component::Port).as_deref(), Some("8080"));
    /// assert_eq!(url.get(Component::Path).as_deref(), Some("/"));
    /// # Ok::<(), uri_lineage::whatwg::UrlError>(())
    /// ```
    pub fn get(&self, component: Component) -> Option<Cow<'_, str>> {
        let text = match component {
            Component::Scheme => Some(self.scheme()),
            Component::User => self.credentials(),
            Component::Host => self.host_str(),
            Component::Port => return self.port.map(|port| port.to_string().into()),
            Component::Path => Some(self.path()),
            Component::Query => self.query(),
            Component::Fragment => self.fragment(),
        };
        text.map(Cow::Borrowed)
    }

    /// The origin (section 4.7), serialized; `None` if it is opaque, which is serialized as `null`.
    ///
    /// ```
    /// use uri_lineage::whatwg::Url;
    ///
    /// let origin = |url| Url::parse(url).unwrap().origin();
    /// assert_eq!(origin("https://user@h:8443/x").as_deref(), Some("https://h:8443"));
    /// let blob = "blob:https://whatwg.org/d0360e2f-caee-469f-9a2f-87d5b0456f6f"; // The standard's example.
    /// assert_eq!(origin(blob).as_deref(), Some("https://whatwg.org"));
    /// assert_eq!(origin("file:///x"), None);
    /// ```
    pub fn origin(&self) -> Option<String> {
        if self.scheme() == "blob" {
            // The standard also names `file`, whose origin is opaque.
            let url = Self::parse(self.path()).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
            return url.origin();
        }
        let SchemeKind::WithPort(_) = SchemeKind::of(self.scheme()) else { return None };
        Some(format!("{}://{}", self.scheme(), &self.href[self.host_start..self.path_start]))
    }

    /// Whether both are the same URL apart from their fragments (section 4.6, with the option to
    /// exclude fragments).
    pub fn equals_without_fragment(&self, other: &Self) -> bool {
        self.without_fragment() == other.without_fragment()
    }
}

/// The serialization.
impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.href)
    }
}

/// The members of the record.
impl fmt::Debug for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Url")
            .field("scheme", &self.scheme())
            .field("username", &self.username())
            .field("password", &self.password())
            .field("host", &self.host())
            .field("port", &self.port)
            .field("path", &self.path())
            .field("query", &self.query())
            .field("fragment", &self.fragment())
            .finish()
    }
}

impl From<Url> for String {
    fn from(url: Url) -> Self {
        url.href
    }
}

impl AsRef<str> for Url {
    fn as_ref(&self) -> &str {
        &self.href
    }
}

impl Borrow<str> for Url {
    fn borrow(&self) -> &str {
        &self.href
    }
}

impl PartialEq for Url {
    fn eq(&self, other: &Self) -> bool {
        self.href == other.href
    }
}

impl Eq for Url {}

impl PartialOrd for Url {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Url {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.href.cmp(&other.href)
    }
}

impl std::hash::Hash for Url {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.href.hash(state);
    }
}

#[cfg(feature = "serde")]
impl Url {
    /// The members of the record, under the names of the standard (section 4.1), to serialize. The host is
    /// serialized, and the port is a number.
    ///
    /// ```
    /// let url = uri_lineage::whatwg::Url::parse("http://0x7f.1:8080/a?b")?;
    /// let json = serde_json::to_value(url.record()).unwrap();
    /// assert_eq!((&json["host"], &json["port"], &json["query"]), (&"127.0.0.1".into(), &8080.into(), &"b".into()));
    /// # Ok::<(), uri_lineage::whatwg::UrlError>(())
    /// ```
    pub fn record(&self) -> impl serde::Serialize + '_ {
        #[derive(serde::Serialize)]
        struct Record<'u> {
            scheme: &'u str,
            username: &'u str,
            password: &'u str,
            host: Option<&'u str>,
            port: Option<u16>,
            path: &'u str,
            query: Option<&'u str>,
            fragment: Option<&'u str>,
        }
        Record {
            scheme: self.scheme(),
            username: self.username(),
            password: self.password(),
            host: self.host_str(),
            port: self.port,
            path: self.path(),
            query: self.query(),
            fragment: self.fragment(),
        }
    }
}

/// The serialization.
#[cfg(feature = "serde")]
impl serde::Serialize for Url {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.href)
    }
}
