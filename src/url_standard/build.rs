//! How the parser builds a record: piece by piece, in the order of the serialization.

use super::host::{HostKind, write_number};
use super::record::Url;
use super::scheme::SchemeKind;

/// What the serializer writes between the scheme and a path without a host that begins with two
/// slashes.
const PATH_MARK: &str = "/.";

impl Url {
    /// A record to be built.
    pub(super) fn empty() -> Self {
        Self {
            href: String::new(),
            scheme_end: 0,
            host_start: 0,
            host_end: 0,
            host: None,
            port: None,
            path_start: 0,
            has_opaque_path: false,
            query_start: None,
            fragment_start: None,
        }
    }

    /// Begins with a scheme, in any case. About so many bytes will follow.
    pub(super) fn set_scheme(&mut self, scheme: &str, following: usize) {
        self.href = String::with_capacity(scheme.len() + following + 8);
        self.href += scheme;
        self.href.make_ascii_lowercase();
        self.scheme_end = self.href.len();
        self.href.push(':');
        self.begin_path();
        (self.host_start, self.host_end) = (self.path_start, self.path_start);
    }

    pub(super) fn begin_authority(&mut self) {
        self.href += "//";
        self.begin_host();
    }

    /// Appends the user name and the password, each in pieces.
    pub(super) fn set_credentials<'t>(
        &mut self,
        username: impl IntoIterator<Item = &'t str>,
        password: impl IntoIterator<Item = &'t str>,
    ) {
        let start = self.href.len();
        self.href.extend(username);
        self.href.push(':');
        self.href.extend(password);
        if self.href.ends_with(':') {
            // The password is empty: a colon in it would be encoded.
            self.href.pop();
        }
        if self.href.len() > start {
            self.href.push('@');
        }
    }

    /// Begins the host, whose serialization follows.
    pub(super) fn begin_host(&mut self) {
        self.host_start = self.href.len();
    }

    pub(super) fn end_host(&mut self, kind: HostKind) {
        (self.host, self.host_end) = (Some(kind), self.href.len());
    }

    /// Appends an authority that is an empty host.
    pub(super) fn set_empty_host(&mut self) {
        self.begin_authority();
        self.end_host(HostKind::Empty);
        self.begin_path();
    }

    /// Replaces the host `localhost` with an empty one.
    pub(super) fn clear_localhost(&mut self) {
        if self.host_str() == Some("localhost") {
            self.href.truncate(self.host_start);
            self.end_host(HostKind::Empty);
        }
    }

    pub(super) fn set_port(&mut self, port: u16) {
        self.port = Some(port);
        self.href.push(':');
        // Writing into a string does not fail.
        _ = write_number(&mut self.href, port, 10);
    }

    pub(super) fn begin_path(&mut self) {
        self.path_start = self.href.len();
    }

    /// Appends a slash, and the pieces of a segment.
    pub(super) fn push_segment<'t>(&mut self, segment: impl IntoIterator<Item = &'t str>) {
        self.href.push('/');
        self.href.extend(segment);
    }

    /// Appends the pieces of an opaque path.
    pub(super) fn set_opaque_path<'t>(&mut self, path: impl IntoIterator<Item = &'t str>) {
        self.has_opaque_path = true;
        self.href.extend(path);
    }

    /// Removes the last segment of the path, but not the drive letter of a file.
    pub(super) fn shorten_path(&mut self, kind: SchemeKind) {
        let path = self.path();
        if kind == SchemeKind::File && first_drive_letter(path) == Some(path) {
            return;
        }
        if let Some(slash) = path.rfind('/') {
            self.href.truncate(self.path_start + slash);
        }
    }

    pub(super) fn clear_path(&mut self) {
        self.href.truncate(self.path_start);
    }

    /// Ends the path: without a host it must not look like an authority.
    pub(super) fn end_path(&mut self) {
        let is_marked = self.path_start > self.scheme_end + 1;
        if self.host.is_none() && !is_marked && self.path().starts_with("//") {
            self.href.insert_str(self.path_start, PATH_MARK);
            self.path_start += PATH_MARK.len();
        }
    }

    /// Appends the pieces of a query.
    pub(super) fn set_query<'t>(&mut self, query: impl IntoIterator<Item = &'t str>) {
        self.query_start = Some(self.href.len());
        self.href.push('?');
        self.href.extend(query);
    }

    /// Appends the pieces of a fragment.
    pub(super) fn set_fragment<'t>(&mut self, fragment: impl IntoIterator<Item = &'t str>) {
        self.fragment_start = Some(self.href.len());
        self.href.push('#');
        self.href.extend(fragment);
    }

    /// Takes the scheme and the authority of a base.
    pub(super) fn take_authority(&mut self, base: &Self) {
        let end = if base.host.is_some() { base.path_start } else { base.scheme_end + 1 };
        self.href.clear();
        self.href += &base.href[..end];
        self.scheme_end = base.scheme_end;
        (self.host_start, self.host_end) = (base.host_start, base.host_end);
        (self.host, self.port) = (base.host, base.port);
        self.begin_path();
    }

    /// Takes the parts of a base up to its path.
    pub(super) fn take_through_path(&mut self, base: &Self) {
        self.take_authority(base);
        self.has_opaque_path = base.has_opaque_path;
        self.href += base.path();
    }

    /// Takes the parts of a base up to its query.
    pub(super) fn take_through_query(&mut self, base: &Self) {
        self.take_through_path(base);
        self.end_path();
        if let Some(query) = base.query() {
            self.set_query([query]);
        }
    }

    /// Takes the drive letter with which the path of a base begins.
    pub(super) fn take_drive_letter(&mut self, base: &Self) {
        self.href += first_drive_letter(base.path()).unwrap_or_default();
    }
}

/// The first segment of a path, with its slash, if it is a normalized Windows drive letter.
fn first_drive_letter(path: &str) -> Option<&str> {
    match path.as_bytes() {
        [b'/', letter, b':'] | [b'/', letter, b':', b'/', ..] if letter.is_ascii_alphabetic() => path.get(..3),
        _ => None,
    }
}
