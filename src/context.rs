//! What the text around a refused character tells of a refusal.

use crate::forgive::{Forgiven, first_forgiven, scheme};

/// What else a refusal depends on, besides the state in which the grammar ceased to accept the input and the character there.
///
/// What the grammars say of two inputs that were refused in one state, at one character and in one context, differs in the
/// offset alone, and in the name of a scheme that is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Context {
    pub(crate) scheme: Scheme,
    pub(crate) site: Site,
    /// Whether a percent sign stands one or two characters before.
    pub(crate) escape: bool,
    /// Whether a digit follows the refused character.
    pub(crate) digit: bool,
}

/// How far the scheme has been read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Scheme {
    /// The colon after it has been read.
    Read,
    /// What stands before the first colon cannot be a scheme, or there is no colon.
    Missing,
    /// The input is refused in the scheme or at its colon; with what is to be forgiven there first.
    Refused(Option<Forgiven>),
}

/// What has been read of the part between the two slashes and the path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Site {
    /// None begins, or it has ended.
    Outside,
    /// It begins here, or a login stands before.
    Empty,
    /// A part of it.
    Begun,
    /// After a colon nothing but digits.
    Port,
}

impl Context {
    /// The context of a place in an input, an offset in bytes.
    pub(crate) fn of(input: &str, offset: usize) -> Self {
        let (before, after) = input.split_at_checked(offset).unwrap_or((input, ""));
        Self {
            scheme: Scheme::of(input, before),
            site: Site::of(before),
            escape: before.bytes().rev().take(2).any(|byte| byte == b'%'),
            digit: after.as_bytes().get(1).is_some_and(u8::is_ascii_digit),
        }
    }
}

impl Scheme {
    fn of(input: &str, before: &str) -> Self {
        if before.as_bytes().contains(&b':') {
            return Self::Read;
        }
        match scheme(input) {
            None => Self::Missing,
            Some(_) => Self::Refused(first_forgiven(input)),
        }
    }
}

impl Site {
    fn of(before: &str) -> Self {
        let Some(slashes) = before.as_bytes().windows(2).position(|pair| pair == b"//") else { return Self::Outside };
        let site = &before.as_bytes()[slashes + 2..];
        if site.iter().any(|byte| b"/?#".contains(byte)) {
            return Self::Outside;
        }
        match site.iter().rfind(|byte| !byte.is_ascii_digit()) {
            _ if site.is_empty() || site.ends_with(b"@") => Self::Empty,
            Some(b':') => Self::Port,
            _ => Self::Begun,
        }
    }
}
