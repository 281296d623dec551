//! Section 4.2, "URL miscellaneous": special schemes.

/// What the parser has to know of a scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SchemeKind {
    /// `file`, which is special and has no default port.
    File,
    /// Another special scheme, with its default port in the standard.
    WithPort(u16),
    /// A scheme that is not special.
    NotSpecial,
}

/// The special schemes that have a default port: by each of them a client connects to a domain or an
/// address.
#[cfg(any(feature = "compare", test))]
pub(crate) const SCHEMES_WITH_PORT: [&str; 5] = ["http", "https", "ws", "wss", "ftp"];

/// The special schemes.
#[cfg(any(feature = "compare", test))]
pub(crate) fn special_schemes() -> impl Iterator<Item = &'static str> {
    SCHEMES_WITH_PORT.into_iter().chain(["file"])
}

impl SchemeKind {
    /// The kind of a scheme in small letters.
    pub fn of(scheme: &str) -> Self {
        // Bytes are compared faster than texts.
        match scheme.as_bytes() {
            b"file" => Self::File,
            b"ftp" => Self::WithPort(21),
            b"http" | b"ws" => Self::WithPort(80),
            b"https" | b"wss" => Self::WithPort(443),
            _ => Self::NotSpecial,
        }
    }

    pub fn is_special(self) -> bool {
        self != Self::NotSpecial
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::scheme::default_port;

    /// The standard has the ports of the schemes' own documents.
    #[test]
    fn special_schemes_have_the_default_ports_of_their_documents() {
        for scheme in SCHEMES_WITH_PORT {
            assert_eq!(SchemeKind::of(scheme), SchemeKind::WithPort(default_port(scheme).unwrap()));
        }
        assert_eq!((SchemeKind::of("file"), default_port("file")), (SchemeKind::File, None));
        assert!(special_schemes().all(|scheme| SchemeKind::of(scheme).is_special()));
    }
}
