//! The progress in reading an authority, byte by byte: the part between the two slashes and the
//! path.

use crate::base::scheme::{PREFIX, in_scheme};

/// The progress in an authority.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum AuthorityState {
    /// The authority has not begun, or has ended.
    Outside,
    /// The authority or, after a login, the host begins.
    Empty,
    /// A piece of the authority has been read.
    Begun,
    /// A bracket is open.
    Bracket,
    /// Digits, or nothing, after a colon.
    Port,
    /// Other text than digits after a colon: a password, or an invalid port.
    NoPort,
}

impl AuthorityState {
    /// All states.
    pub(crate) const ALL: [Self; 6] =
        [Self::Outside, Self::Empty, Self::Begun, Self::Bracket, Self::Port, Self::NoPort];
}

/// The facts about the text in front of an offset on which [`AuthorityState`] depends.
///
/// An authority begins after `//` at the start of the text, or after the colon of a scheme. A
/// prefix `URL:` in front of the scheme is skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum AuthorityReader {
    /// This number of characters of a prefix `url:`, and no other text.
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
    /// In the authority. After a closing bracket, no further bracket opens.
    Within { authority: AuthorityState, closed: bool },
    /// The authority has ended, or there is none.
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
        for (index, &byte) in bytes.iter().enumerate() {
            match reader {
                Self::Over => break,
                // Most texts continue after the authority, and then its content does not matter. A
                // byte that ends the authority is mostly near the end of the text.
                Self::Slash if byte == b'/' && bytes[index + 1..].iter().rev().any(Self::ends_authority) => {
                    return Self::Over;
                }
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
            (Self::Within { .. }, _) if Self::ends_authority(&byte) => Self::Over,
            (Self::Within { authority, closed }, _) => Self::within(authority, closed, byte),
            (Self::Prefix | Self::Prefixed | Self::Colon | Self::Slash | Self::Over, _) => Self::Over,
        }
    }

    /// Whether a byte ends the authority.
    fn ends_authority(byte: &u8) -> bool {
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

    /// The progress in the authority.
    pub(crate) fn authority(self) -> AuthorityState {
        match self {
            Self::Within { authority, .. } => authority,
            _ => AuthorityState::Outside,
        }
    }
}
