//! The list of the documents of one scheme. Every other list of them is derived from it.

use std::fmt;
use std::str::FromStr;

use regular_bnf::{UnknownName, find_by_name};

/// Passes all documents of one scheme to a macro, those of a scheme in order of date: the variant of
/// [`SchemeDocument`], the constant of its facts, the module of its parser, its id, and its pest
/// file. A macro of pest needs the path of the file as a literal.
macro_rules! each_scheme_document {
    ($each:ident) => {
        $each! {
            /// RFC 9110, June 2022, sections 4.1 and 4.2: `http` and `https`.
            Rfc9110 RFC9110 rfc9110 "rfc9110" "grammar/schemes/rfc9110.pest";
            /// RFC 4266, November 2005, section 2: `gopher`.
            Rfc4266 RFC4266 rfc4266 "rfc4266" "grammar/schemes/rfc4266.pest";
            /// RFC 2368, July 1998, section 2: `mailto`.
            Rfc2368 RFC2368 rfc2368 "rfc2368" "grammar/schemes/rfc2368.pest";
            /// RFC 6068, October 2010, section 2: `mailto`.
            Rfc6068 RFC6068 rfc6068 "rfc6068" "grammar/schemes/rfc6068.pest";
            /// RFC 5538, April 2010, Appendix A: `news`, `snews` and `nntp`.
            Rfc5538 RFC5538 rfc5538 "rfc5538" "grammar/schemes/rfc5538.pest";
            /// RFC 4248, October 2005, section 2: `telnet`.
            Rfc4248 RFC4248 rfc4248 "rfc4248" "grammar/schemes/rfc4248.pest";
            /// RFC 4156, August 2005, section 2: `wais`.
            Rfc4156 RFC4156 rfc4156 "rfc4156" "grammar/schemes/rfc4156.pest";
            /// RFC 4157, August 2005, section 2: `prospero`.
            Rfc4157 RFC4157 rfc4157 "rfc4157" "grammar/schemes/rfc4157.pest";
            /// RFC 8089, February 2017, section 2: `file`.
            Rfc8089 RFC8089 rfc8089 "rfc8089" "grammar/schemes/rfc8089.pest";
            /// RFC 8089, February 2017, Appendix E.1: `file` with user information.
            Rfc8089User RFC8089_USER rfc8089_user "rfc8089-user" "grammar/schemes/rfc8089-user.pest";
            /// RFC 8089, February 2017, Appendix E.2: `file` with drive letters.
            Rfc8089Drive RFC8089_DRIVE rfc8089_drive "rfc8089-drive" "grammar/schemes/rfc8089-drive.pest";
            /// RFC 8089, February 2017, Appendix E.2.2: `file` with drive letters and vertical lines.
            Rfc8089Bar RFC8089_BAR rfc8089_bar "rfc8089-bar" "grammar/schemes/rfc8089-bar.pest";
            /// RFC 8089, February 2017, Appendix E.3.2: `file` with UNC paths.
            Rfc8089Unc RFC8089_UNC rfc8089_unc "rfc8089-unc" "grammar/schemes/rfc8089-unc.pest";
            /// RFC 8089, February 2017, Appendix F: `file` with all of these.
            Rfc8089All RFC8089_ALL rfc8089_all "rfc8089-all" "grammar/schemes/rfc8089-all.pest";
            /// RFC 8141, April 2017, section 2: `urn`.
            Rfc8141 RFC8141 rfc8141 "rfc8141" "grammar/schemes/rfc8141.pest";
            /// RFC 6874, February 2013, section 2: zone identifiers in addresses, of any scheme.
            Rfc6874 RFC6874 rfc6874 "rfc6874" "grammar/schemes/rfc6874.pest";
        }
    };
}
pub(crate) use each_scheme_document;

/// Defines the type of the documents.
macro_rules! scheme_documents {
    ($($(#[$doc:meta])* $name:ident $facts:ident $module:ident $id:literal $pest:literal;)*) => {
        /// A document that defines the URLs of one scheme, or of a few that belong together, laid
        /// over a grammar of all URLs.
        ///
        /// ```
        /// use uri_lineage::{Grammar, SchemeDocument};
        ///
        /// let [rfc2368, rfc6068] = SchemeDocument::of_scheme("mailto").collect::<Vec<_>>()[..] else { panic!() };
        /// assert_eq!((rfc2368.base(), rfc6068.base()), (Grammar::Rfc1738, Grammar::Rfc3986));
        /// assert_eq!(SchemeDocument::in_force("mailto"), Some(rfc6068));
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[non_exhaustive]
        pub enum SchemeDocument {$(
            $(#[$doc])*
            #[cfg_attr(feature = "serde", serde(rename = $id))]
            $name,
        )*}
    };
}
each_scheme_document!(scheme_documents);

impl fmt::Display for SchemeDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for SchemeDocument {
    type Err = UnknownName;

    fn from_str(id: &str) -> Result<Self, UnknownName> {
        find_by_name("document of one scheme", id, Self::ALL.iter().copied(), Self::id)
    }
}
