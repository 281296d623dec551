//! The generations of the documents.

use std::fmt;

/// The generations: documents in one generation divide URLs into the same structs.
///
/// ```
/// use uri_lineage::{Generation, Grammar};
///
/// assert_eq!(Grammar::Rfc1738.generation(), Generation::Second);
/// let third = Grammar::all().filter(|grammar| grammar.generation() == Generation::Third);
/// let ids: Vec<&str> = third.map(Grammar::id).collect();
/// assert_eq!(ids, ["uri-1997", "rfc2396", "rfc2732", "rfc3986", "rfc3987"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Generation {
    /// The drafts 02 and 03 and RFC 1630: [`rfc1630`](crate::ast::rfc1630).
    First,
    /// RFC 1738: [`rfc1738`](crate::ast::rfc1738).
    Second,
    /// RFC 1808, between the second and the third: [`rfc1808`](crate::ast::rfc1808).
    Intermediate,
    /// The drafts of December 1997, RFC 2396 and RFC 2732: [`rfc2396`](crate::ast::rfc2396); RFC
    /// 3986: [`rfc3986`](crate::ast::rfc3986); RFC 3987: [`rfc3987`](crate::ast::rfc3987).
    Third,
    /// The WHATWG's URL Standard: [`whatwg`](crate::whatwg).
    UrlStandard,
}

impl Generation {
    /// All generations, in order of date.
    pub const ALL: [Self; 5] = [Self::First, Self::Second, Self::Intermediate, Self::Third, Self::UrlStandard];

    /// The name that commands use for the generation.
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Intermediate => "intermediate",
            Self::Third => "third",
            Self::UrlStandard => "url-standard",
        }
    }
}

/// The [name](Generation::name).
impl fmt::Display for Generation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
