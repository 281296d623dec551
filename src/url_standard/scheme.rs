//! Section 4.2, "URL miscellaneous": special schemes.

/// What the parser has to know of a scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SchemeKind {
    /// `file`, which is special and has no default port.
    File,
    /// Another special scheme, with its default port.
    Special(u16),
    /// A scheme that is not special.
    NotSpecial,
}

impl SchemeKind {
    /// The kind of a scheme in small letters.
    pub fn of(scheme: &str) -> Self {
        match scheme {
            "file" => Self::File,
            "ftp" => Self::Special(21),
            "http" | "ws" => Self::Special(80),
            "https" | "wss" => Self::Special(443),
            _ => Self::NotSpecial,
        }
    }

    pub fn is_special(self) -> bool {
        self != Self::NotSpecial
    }
}
