//! The kinds of dangers, and the sections that warn of them.

use std::fmt;

use crate::grammar::{DocumentGrammar, Security};

/// A danger that a document describes, mostly in its security section. RFC 1630 has no such section
/// ("Security issues are not discussed in this memo").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Warning {
    /// The URL contains a password.
    Password,
    /// The port differs from the scheme's default: the server may use another protocol.
    Port {
        /// The port in the URL.
        port: u16,
        /// The scheme's default port.
        default: u16,
    },
    /// An escape encodes an octet that delimits lines or fields of the protocol.
    Delimiter {
        /// The octet: a carriage return, a line feed, a NUL, or a tab outside of a gopher URL.
        octet: u8,
        /// The byte offset of the escape in the URL.
        offset: usize,
    },
    /// A `file:` URL has a host, but does not specify how to access it.
    FileHost,
    /// The host is a name in the grammar, but an address in a program that parses numbers
    /// leniently: with fewer than four parts, octal or hexadecimal (`0x7f.1`), or with escapes.
    RareAddress,
    /// The user information looks like a host, so that a person may mistake it for the host.
    Misleading,
    /// A formatting character of bidirectional text, which may make the URL look like another one.
    Formatting {
        /// The character: `U+200E`, `U+200F`, or one from `U+202A` to `U+202E`.
        character: char,
        /// Its byte offset in the URL.
        offset: usize,
    },
    /// The steps of [resolution](crate::resolve) returned a path that is then parsed as an
    /// authority, or as a part of one: it begins with two slashes and has no authority in front, or
    /// it follows an authority without a slash. RFC 3986, section 3.3, forbids both, but its
    /// section 5.2.4 produces the former. In the documents before it, `g` against `http://h` leads
    /// to `http://hg`.
    PathAsAuthority,
    /// A host and a port without two slashes in front (`host:80`): the host is read as a scheme,
    /// and the port as a path (RFC 3986, section 4.2).
    HostAsScheme,
    /// An `http` URI has user information (RFC 9110, section 4.2.4).
    UserInformation,
    /// A header field of a `mailto` URI is not one of those that are believed to be safe (RFC 6068,
    /// section 4).
    UnsafeField {
        /// The byte offset of its name.
        offset: usize,
    },
    /// A client must ignore a header field of a `mailto` URI (RFC 6068, section 3).
    IgnoredField {
        /// The byte offset of its name.
        offset: usize,
    },
    /// A header field of a `mailto` URI occurs for the second time, or is `to` after addresses in front
    /// of the question mark: clients differ in what they do (RFC 6068, section 2).
    RepeatedField {
        /// The byte offset of its name.
        offset: usize,
    },
    /// The ampersand in front of a header field is written as in HTML (RFC 6068, section 6.1).
    HtmlEntity {
        /// The byte offset of the text `amp;`.
        offset: usize,
    },
    /// An escape in the name of a file is not part of a character in UTF-8 (RFC 8089, section 4).
    NameNotUtf8 {
        /// The byte offset of the escape.
        offset: usize,
    },
    /// RFC 1738 reads an article, in which RFC 5538 reads a server and an article (section 2.2).
    NewsServer,
}

impl Warning {
    /// Returns the warning if a path is parsed as an authority or a part of one; `authority` tells
    /// whether an authority precedes it.
    pub(crate) fn of_path(authority: bool, path: &str) -> Option<Self> {
        let joins = if authority { !path.is_empty() && !path.starts_with('/') } else { path.starts_with("//") };
        joins.then_some(Self::PathAsAuthority)
    }

    /// The section of the document that warns of it; `None` if the document does not.
    pub fn section(self, grammar: impl Into<DocumentGrammar>) -> Option<&'static str> {
        self.section_in(match grammar.into() {
            DocumentGrammar::Grammar(grammar) => &grammar.facts().security,
            DocumentGrammar::Scheme(document) => &document.facts().security,
        })
    }

    /// The document that warns of it in URLs of a document, and its section: the document itself, or the
    /// base of a document of one scheme.
    ///
    /// ```
    /// use uri_lineage::{Grammar, SchemeDocument, Warning};
    ///
    /// let source = |warning: Warning| warning.source(SchemeDocument::Rfc9110);
    /// assert_eq!(source(Warning::UserInformation), Some((SchemeDocument::Rfc9110.into(), "4.2.4")));
    /// assert_eq!(source(Warning::Misleading), Some((Grammar::Rfc3986.into(), "7.6")));
    /// ```
    pub fn source(self, grammar: impl Into<DocumentGrammar>) -> Option<(DocumentGrammar, &'static str)> {
        let grammar = grammar.into();
        let base = match grammar {
            DocumentGrammar::Grammar(_) => None,
            DocumentGrammar::Scheme(document) => Some(document.base().into()),
        };
        let mut documents = [Some(grammar), base].into_iter().flatten();
        documents.find_map(|document| Some((document, self.section(document)?)))
    }

    fn section_in(self, security: &Security) -> Option<&'static str> {
        match self {
            Self::FileHost => security.file_hosts,
            Self::RareAddress => security.rare_addresses,
            Self::Misleading => security.misleading,
            Self::Password => security.passwords,
            Self::Port { .. } => security.ports,
            Self::Delimiter { .. } => security.delimiters,
            Self::Formatting { .. } => security.formatting,
            Self::PathAsAuthority => security.double_slashes,
            Self::HostAsScheme => security.mistaken_schemes,
            Self::UserInformation => security.user_information,
            Self::UnsafeField { .. } => security.unsafe_fields,
            Self::IgnoredField { .. } => security.ignored_fields,
            Self::RepeatedField { .. } => security.repeated_fields,
            Self::HtmlEntity { .. } => security.html_entities,
            Self::NameNotUtf8 { .. } => security.names_in_utf8,
            Self::NewsServer => security.news_servers,
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Password => f.write_str("a password in a URL is not secret"),
            Self::Port { port, default } => {
                let reserved = if *port < 1024 { ", and is reserved for another protocol" } else { "" };
                write!(f, "the port {port} is not the scheme's own, {default}{reserved}")
            }
            Self::Delimiter { octet, offset } => {
                write!(
                    f,
                    "the escape %{octet:02X} at byte {offset} delimits the protocol's lines or fields when decoded"
                )
            }
            Self::FileHost => f.write_str("a file on another host: the URL does not specify how to reach it"),
            Self::RareAddress => {
                f.write_str("the host is a name here, but an address in programs that read numbers leniently")
            }
            Self::Misleading => f.write_str("the user information looks like a host"),
            Self::Formatting { character, offset } => {
                let number = u32::from(*character);
                write!(f, "the character U+{number:04X} at byte {offset} changes the order in which the URL is shown")
            }
            Self::PathAsAuthority => f.write_str("a path has become an authority, or a part of one"),
            Self::HostAsScheme => f.write_str(
                "this is a scheme and a path; a host and a port follow `//`, and a relative path with a colon `./`",
            ),
            Self::UserInformation => f.write_str("user information in an http URI is an error, or hides the host"),
            Self::UnsafeField { offset } => {
                write!(f, "the header field at byte {offset} is not one of those that are believed to be safe")
            }
            Self::IgnoredField { offset } => write!(f, "a client ignores the header field at byte {offset}"),
            Self::RepeatedField { offset } => {
                write!(f, "the header field at byte {offset} occurs twice, and clients differ in what they do")
            }
            Self::HtmlEntity { offset } => {
                write!(f, "`amp;` at byte {offset} is part of a name: outside of HTML an ampersand is `&` alone")
            }
            Self::NameNotUtf8 { offset } => {
                write!(f, "the escape at byte {offset} is not part of a character in UTF-8")
            }
            Self::NewsServer => f.write_str("RFC 5538 reads a server and an article here (2.2), RFC 1738 an article"),
        }
    }
}
