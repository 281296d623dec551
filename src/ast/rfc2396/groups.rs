//! The four components of a URI and the fragment, as Appendix B of each document divides any
//! reference.

use std::fmt;

use crate::ast::shared::delimited;
use crate::ast::shared::read_only;

read_only! {
    /// Scheme, authority, path and query, and the fragment: the groups of the regular expression in
    /// Appendix B, which is the same in all four documents.
    ///
    /// Absent components are `None`; empty components are `Some("")`. The path is always present.
    ///
    /// ```
    /// use uri_lineage::rfc2396::Groups;
    ///
    /// let groups = Groups::new("http://www.ics.uci.edu/pub/ietf/uri/#Related");
    /// assert_eq!(groups.authority(), Some("www.ics.uci.edu"));
    /// assert_eq!(groups.path(), "/pub/ietf/uri/");
    /// assert_eq!((groups.query(), groups.fragment()), (None, Some("Related")));
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Groups<'i> {
        /// The text in front of the colon.
        pub scheme: Option<&'i str>,
        /// The text after the two slashes; the drafts of 1997 call it `site`.
        pub authority: Option<&'i str>,
        /// The path, with its first slash if it has one.
        pub path: &'i str,
        /// The text after the question mark.
        pub query: Option<&'i str>,
        /// The text after the hash sign.
        pub fragment: Option<&'i str>,
    }
}

impl<'i> Groups<'i> {
    /// Divides any text, even if the grammars refuse it.
    pub fn new(text: &'i str) -> Self {
        // All marks are US-ASCII, so bytes can be compared.
        let colon = find(text, b":/?#").filter(|&index| index > 0 && text[index..].starts_with(':'));
        let (scheme, text) = colon.map_or((None, text), |colon| (Some(&text[..colon]), &text[colon + 1..]));
        let (authority, text) = match text.strip_prefix("//") {
            Some(text) => {
                let (authority, text) = text.split_at(find(text, b"/?#").unwrap_or(text.len()));
                (Some(authority), text)
            }
            None => (None, text),
        };
        let (text, fragment) = split_at_mark(text, b'#');
        let (path, query) = split_at_mark(text, b'?');
        Self { scheme, authority, path, query, fragment }
    }
}

/// The index of the first of some marks.
fn find(text: &str, marks: &[u8]) -> Option<usize> {
    text.bytes().position(|byte| marks.contains(&byte))
}

/// The text in front of a mark, and the text after it, if there is a mark.
fn split_at_mark(text: &str, mark: u8) -> (&str, Option<&str>) {
    match find(text, &[mark]) {
        Some(index) => (&text[..index], Some(&text[index + 1..])),
        None => (text, None),
    }
}

impl Groups<'_> {
    /// The length of the text in front of the path, in bytes.
    pub(crate) fn before_path(&self) -> usize {
        self.scheme.map_or(0, |scheme| scheme.len() + ":".len())
            + self.authority.map_or(0, |authority| "//".len() + authority.len())
    }

    /// The components with their delimiters, in order.
    pub(crate) fn pieces(&self) -> [[&str; 2]; 5] {
        let &Self { scheme, authority, path, query, fragment } = self;
        let scheme = scheme.map_or([""; 2], |scheme| [scheme, ":"]);
        [scheme, delimited("//", authority), [path, ""], delimited("?", query), delimited("#", fragment)]
    }
}

/// Puts the components together as the algorithms of resolution do (RFC 3986, section 5.3).
impl fmt::Display for Groups<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces().as_flattened().iter().try_for_each(|piece| f.write_str(piece))
    }
}
