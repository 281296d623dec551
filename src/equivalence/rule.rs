//! The rules of equivalence, by name.

/// Passes all rules to a macro, in the order in which they are applied: the rule, and the module
/// with its struct. No rule enables a rule above it, unless its struct documents an exception.
macro_rules! each_rule {
    ($each:ident) => {
        $each! {
            /// A constant prefix in front of a URL is not part of it (draft 03, "PrePrefix").
            Prefix omitted;
            /// Schemes are case-insensitive (1997, section 3.1; RFC 2396, section 6; RFC 3986,
            /// section 6.2.2.1).
            SchemeCase case;
            /// The namespace of a URN is case-insensitive (RFC 2141, section 5).
            NamespaceCase case;
            /// A plus sign in a query is shorthand for a space (RFC 1630, "Query strings").
            Plus escapes;
            /// An escape of an unreserved character is equivalent to that character (RFC 3986,
            /// section 6.2.2.2). The rule never applies to a `URN-reference` of 1997 (RFC 2141,
            /// section 5), or if the grammar would parse other parts without the escape.
            Escape escapes;
            /// The digits of an escape are case-insensitive (RFC 3986, section 6.2.2.1).
            EscapeCase escapes;
            /// Hosts are case-insensitive (1997, section 5; RFC 2396, section 6; RFC 3986, section
            /// 6.2.2.1). The digits of an address are "hexadecimal values" (RFC 2373, section 2.2).
            HostCase case;
            /// The domain in a mail address is case-insensitive (RFC 3986, section 6.2.3).
            MailDomainCase case;
            /// The scheme's default port may be written or omitted (RFC 3986, section 6.2.3).
            DefaultPort authority;
            /// A colon in front of an empty port may be omitted (RFC 3986, section 6.2.3).
            EmptyPort authority;
            /// The host `localhost` of a file URL may be omitted (RFC 1738, section 3.10), and so
            /// may an authority that consists of it alone (RFC 3986, sections 3.2.2 and 6.2.3).
            Localhost authority;
            /// A gopher URL without a path has the type `1` (RFC 1738, section 3.4.1).
            GopherType omitted;
            /// Dot segments of a URI are removed (RFC 3986, section 6.2.2.3). So are those of a
            /// reference that begins with a slash: resolution removes them against every base
            /// (section 5.2.2). Other references begin at the base's path, and keep their dot
            /// segments.
            DotSegments path;
            /// After an authority, an empty path is equivalent to `/` (RFC 3986, section 6.2.3).
            EmptyPath path;
            /// Absent and empty components are equivalent (RFC 1808, sections 2.4.1 to 2.4.5).
            EmptyComponent omitted;
            /// A slash at the end may be omitted (RFC 1738, sections 3.3, 3.4 and 3.8).
            Slash omitted;
            /// The components of a URN do not count (RFC 8141, section 3.1).
            UrnComponents schemes;
            /// The names of header fields are case-insensitive (RFC 6068, section 2).
            HeaderNameCase schemes;
            /// The addresses of a header field `to` are those in front of the question mark (RFC 2368 and
            /// RFC 6068, section 2).
            ToField schemes;
            /// No newsgroups are all newsgroups, as `*` is (RFC 5538, section 4).
            AllNewsgroups schemes;
            /// Two URLs are equivalent if the parser of the URL Standard serializes them alike (its sections
            /// 4.4 to 4.6).
            Serialization serialization;
        }
    };
}
pub(super) use each_rule;

macro_rules! rules {
    ($($(#[$doc:meta])* $rule:ident $module:ident;)*) => {
        /// A rule by which a document makes two strings equivalent. Each rule has a stable name in
        /// kebab case.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum EquivalenceRule {
            $($(#[$doc])* $rule,)*
        }

        impl EquivalenceRule {
            /// All rules, in the order in which they are applied.
            pub const ALL: &[Self] = &[$(Self::$rule),*];
        }
    };
}
each_rule!(rules);
