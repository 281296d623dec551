//! The list of the grammars. Every other list of grammars is derived from it.

use std::fmt;
use std::str::FromStr;

use regular_bnf::{UnknownName, find_by_name};

/// Passes all grammars to a macro, in order of date: the variant of [`Grammar`], the module of its
/// facts and of its parser, its id, and its pest file. A macro of pest needs the path of the file
/// as a literal.
macro_rules! each_grammar {
    ($each:ident) => {
        $each! {
            /// draft-ietf-uri-url-02, 1993, BNF syntax.
            UrlDraft02 url_draft_02 "url-draft-02" "grammar/url-draft-02.pest";
            /// draft-ietf-uri-url-03, March 1994, BNF for specific URL schemes.
            UrlDraft03 url_draft_03 "url-draft-03" "grammar/url-draft-03.pest";
            /// RFC 1630, June 1994, BNF of Generic URI Syntax.
            Rfc1630Generic rfc1630_generic "rfc1630-generic" "grammar/rfc1630-generic.pest";
            /// RFC 1630, June 1994, BNF for specific URL schemes.
            Rfc1630 rfc1630 "rfc1630" "grammar/rfc1630.pest";
            /// RFC 1738, December 1994, section 5.
            Rfc1738 rfc1738 "rfc1738" "grammar/rfc1738.pest";
            /// RFC 1808, June 1995, section 2.2.
            Rfc1808 rfc1808 "rfc1808" "grammar/rfc1808.pest";
            /// draft-fielding-uri-syntax-01 and draft-fielding-url-syntax-03, December 1997,
            /// Appendices A.
            Uri1997 uri_1997 "uri-1997" "grammar/uri-1997.pest";
            /// RFC 2396, August 1998, Appendix A.
            Rfc2396 rfc2396 "rfc2396" "grammar/rfc2396.pest";
            /// RFC 2732, December 1999, section 3.
            Rfc2732 rfc2732 "rfc2732" "grammar/rfc2732.pest";
            /// RFC 3986, January 2005, Appendix A.
            Rfc3986 rfc3986 "rfc3986" "grammar/rfc3986.pest";
            /// RFC 3987, January 2005, section 2.2.
            Rfc3987 rfc3987 "rfc3987" "grammar/rfc3987.pest";
            /// URL Standard, July 2026, "Host writing" and "URL writing".
            WhatwgValid whatwg_valid "whatwg-valid" "grammar/whatwg-valid.pest";
            /// URL Standard, July 2026, "Host parsing" and "URL parsing".
            Whatwg whatwg "whatwg" "grammar/whatwg.pest";
        }
    };
}
pub(crate) use each_grammar;

/// Defines the type of the grammars.
macro_rules! grammars {
    ($($(#[$doc:meta])* $name:ident $module:ident $id:literal $pest:literal;)*) => {
        /// One of the grammars, in order of date.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[non_exhaustive]
        pub enum Grammar {$(
            $(#[$doc])*
            #[cfg_attr(feature = "serde", serde(rename = $id))]
            $name,
        )*}
    };
}
each_grammar!(grammars);

impl fmt::Display for Grammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Grammar {
    type Err = UnknownName;

    fn from_str(id: &str) -> Result<Self, UnknownName> {
        find_by_name("grammar", id, Self::all(), Self::id)
    }
}
