//! How far the part of a URL between the two slashes and the path has been read, byte by byte.

use crate::base::scheme::{PREFIX, in_scheme};

/// The progress in the part between the two slashes and the path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum AuthorityState {
    /// The part has not begun, or has ended.
    Outside,
    /// It begins here, or after a login.
    Empty,
    /// A piece of it.
    Begun,
    /// A bracket is open.
    Bracket,
    /// Digits, or nothing, after a colon.
    Port,
    /// Something else than digits after a colon: a password, or no port.
    NoPort,
}

#[cfg(feature = "classifier")]
impl AuthorityState {
    /// All of them.
    pub(crate) const ALL: [Self; 6] =
        [Self::Outside, Self::Empty, Self::Begun, Self::Bracket, Self::Port, Self::NoPort];
}

/// A text that has been read up to a place, as far as [`AuthorityState`] depends on it.
///
/// The part begins with `//` at the start of the text, or after the colon of a scheme; a prefix
/// `URL:` before the scheme does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum AuthorityReader {
    /// So many characters of a prefix `url:`, and nothing else.
    Start(u8),
    /// The beginning of a scheme.
    Name,
    /// The prefix, which may be a scheme as well.
    Prefix,
    /// A scheme after the prefix.
    Prefixed,
    /// A scheme and its colon.
    Colon,
    /// One slash, where another may follow.
    Slash,
    /// In the part. A closing bracket ends the bracket for good.
    Within { authority: AuthorityState, closed: bool },
    /// No such part follows.
    Over,
}

impl AuthorityReader {
    /// Before the first byte.
    pub(crate) const START: Self = Self::Start(0);

    /// After a scheme at the beginning of a text, and its colon.
    #[inline]
    pub(crate) fn after_scheme(scheme: &str) -> Self {
        let prefix = PREFIX.strip_suffix(':').unwrap_or_default();
        if scheme.eq_ignore_ascii_case(prefix) { Self::Prefix } else { Self::Colon }
    }

    /// After some bytes.
    #[inline]
    pub(crate) fn after_all(self, bytes: &[u8]) -> Self {
        let mut reader = self;
        for (at, &byte) in bytes.iter().enumerate() {
            match reader {
                // Nothing more can change.
                Self::Over => break,
                // Most texts go on after the part, and then its content does not matter. A byte
                // that ends it is mostly near the end.
                Self::Slash if byte == b'/' && bytes[at + 1..].iter().rev().any(Self::ends_part) => return Self::Over,
                _ => reader = reader.after(byte),
            }
        }
        reader
    }

    /// After a byte.
    #[inline]
    pub(crate) fn after(self, byte: u8) -> Self {
        match (self, byte) {
            (Self::Start(read), _) if byte.eq_ignore_ascii_case(&PREFIX.as_bytes()[usize::from(read)]) => {
                if usize::from(read) + 1 == PREFIX.len() { Self::Prefix } else { Self::Start(read + 1) }
            }
            (Self::Start(0) | Self::Prefix | Self::Colon, b'/') => Self::Slash,
            (Self::Start(_) | Self::Name, b'/' | b'?' | b'#') => Self::Over,
            (Self::Start(_) | Self::Name | Self::Prefixed, b':') => Self::Colon,
            (Self::Start(_) | Self::Name, _) => Self::Name,
            (Self::Prefix | Self::Prefixed, _) if in_scheme(byte) => Self::Prefixed,
            (Self::Slash, b'/') => Self::Within { authority: AuthorityState::Empty, closed: false },
            (Self::Within { .. }, _) if Self::ends_part(&byte) => Self::Over,
            (Self::Within { authority, closed }, _) => Self::within(authority, closed, byte),
            (Self::Prefix | Self::Prefixed | Self::Colon | Self::Slash | Self::Over, _) => Self::Over,
        }
    }

    /// Whether a byte ends the part.
    fn ends_part(byte: &u8) -> bool {
        matches!(byte, b'/' | b'?' | b'#')
    }

    fn within(authority: AuthorityState, closed: bool, byte: u8) -> Self {
        let (authority, closed) = match (authority, byte) {
            (_, b'@') => (AuthorityState::Empty, false),
            (_, b']') => (AuthorityState::Begun, true),
            (_, b'[') if !closed => (AuthorityState::Bracket, false),
            (AuthorityState::Bracket, _) => (AuthorityState::Bracket, false),
            (_, b':') => (AuthorityState::Port, closed),
            (AuthorityState::Port, b'0'..=b'9') => (AuthorityState::Port, closed),
            (AuthorityState::Port | AuthorityState::NoPort, _) => (AuthorityState::NoPort, closed),
            _ => (AuthorityState::Begun, closed),
        };
        Self::Within { authority, closed }
    }

    /// The progress in the part.
    pub(crate) fn authority(self) -> AuthorityState {
        match self {
            Self::Within { authority, .. } => authority,
            _ => AuthorityState::Outside,
        }
    }
}
