//! The rules of equivalence.

use std::fmt;
use std::str::FromStr;

use crate::grammar::Grammar;

/// A row for each rule: the variant, its name, and a description. Except for dot segments, no rule enables a rule above it.
macro_rules! rules {
    ($($(#[$doc:meta])* $variant:ident $name:literal $text:literal;)*) => {
        /// A rule by which a document makes two strings equivalent. Each rule has a stable name in kebab case.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[$doc])* $variant,)*
        }

        impl Rule {
            /// All rules, in the order in which they are applied.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name of this rule.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }

        impl fmt::Display for Rule {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Self::$variant => $text,)*
                })
            }
        }
    };
}

rules! {
    /// A constant prefix in front of a URL is not part of it (draft 03, "PrePrefix").
    Prefix "prefix" "the prefix is no part of a URL";
    /// Schemes are case-insensitive (1997, section 3.1; RFC 2396, section 6; RFC 3986, section 6.2.2.1).
    SchemeCase "scheme-case" "a scheme in either case";
    /// The namespace of a URN is case-insensitive (RFC 2141, section 5).
    NamespaceCase "namespace-case" "a URN's namespace in either case";
    /// A plus sign in a query is shorthand for a space (RFC 1630, "Query strings").
    Plus "plus" "a plus sign for a space in a query";
    /// An escape of an unreserved character is equivalent to that character (RFC 3986, section 6.2.2.2). The rule never applies
    /// to a URN, or if the grammar would parse other parts without the escape.
    Escape "escape" "an escape for its character";
    /// The digits of an escape are case-insensitive (RFC 3986, section 6.2.2.1).
    EscapeCase "escape-case" "an escape's digits in either case";
    /// Hosts are case-insensitive (1997, section 5; RFC 2396, section 6; RFC 3986, section 6.2.2.1). The digits of an address
    /// are "hexadecimal values" (RFC 2373, section 2.2).
    HostCase "host-case" "a host in either case";
    /// The domain in a mail address is case-insensitive (RFC 3986, section 6.2.3).
    MailDomainCase "mail-domain-case" "a mail address's domain in either case";
    /// The scheme's default port may be written or omitted (RFC 3986, section 6.2.3).
    DefaultPort "default-port" "the scheme's default port";
    /// A colon in front of an empty port may be omitted (RFC 3986, section 6.2.3).
    EmptyPort "empty-port" "a colon before no port";
    /// The host `localhost` of a file URL may be omitted (RFC 1738, section 3.10), and so may an authority that consists of it
    /// alone (RFC 3986, sections 3.2.2 and 6.2.3).
    Localhost "localhost" "localhost for no host";
    /// A gopher URL without a path has the type `1` (RFC 1738, section 3.4.1).
    GopherType "gopher-type" "the gopher type 1 for none";
    /// Dot segments of a URI are removed (RFC 3986, section 6.2.2.3). So are those of a reference that begins with a slash:
    /// resolution removes them against every base (section 5.2.2). Other references begin at the base's path, and keep their
    /// dot segments.
    DotSegments "dot-segments" "dot segments that are removed";
    /// After an authority, an empty path is equivalent to `/` (RFC 3986, section 6.2.3).
    EmptyPath "empty-path" "a slash for an empty path";
    /// Absent and empty components are equivalent (RFC 1808, sections 2.4.1 to 2.4.5).
    EmptyComponent "empty-component" "an empty component for none";
    /// A slash at the end may be omitted (RFC 1738, sections 3.3, 3.4 and 3.8).
    Slash "slash" "a last slash that may be omitted";
}

/// The steps of RFC 3986's ladder, section 6.2, each with its rules.
const LADDER: [(&str, &[Rule]); 5] = [
    ("simple", &[]),
    ("case", &[Rule::SchemeCase, Rule::EscapeCase, Rule::HostCase]),
    ("percent-encoding", &[Rule::Escape]),
    ("path-segments", &[Rule::DotSegments]),
    ("scheme-based", &[Rule::MailDomainCase, Rule::DefaultPort, Rule::EmptyPort, Rule::Localhost, Rule::EmptyPath]),
];

impl Rule {
    /// The rules that a name selects: one rule by its own name, or the rules of a step of RFC 3986's ladder (section 6.2):
    /// `simple`, `case`, `percent-encoding`, `path-segments`, `scheme-based`.
    ///
    /// ```
    /// use uri_lineage::normal::Rule;
    ///
    /// assert_eq!(Rule::named("path-segments"), Some(vec![Rule::DotSegments]));
    /// assert_eq!(Rule::named("simple"), Some(vec![]));
    /// assert_eq!(Rule::named("host-case"), Some(vec![Rule::HostCase]));
    /// ```
    pub fn named(name: &str) -> Option<Vec<Self>> {
        let step = LADDER.iter().find(|(step, _)| *step == name).map(|(_, rules)| rules.to_vec());
        step.or_else(|| Some(vec![name.parse().ok()?]))
    }

    /// All names that [`named`](Self::named) accepts; the steps of the ladder come first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        LADDER.iter().map(|(step, _)| *step).chain(Self::ALL.iter().map(|rule| rule.name()))
    }

    /// The section of the grammar's document that contains the rule; `None` if the document does not contain it.
    pub fn section(self, grammar: Grammar) -> Option<&'static str> {
        let equivalences = &grammar.facts().equivalences;
        match self {
            Self::Prefix => equivalences.prefix,
            Self::SchemeCase => equivalences.scheme_case,
            Self::NamespaceCase => equivalences.namespace_case,
            Self::Plus => equivalences.plus_is_space,
            Self::HostCase => equivalences.host_case,
            Self::MailDomainCase => equivalences.schemes,
            Self::DefaultPort => equivalences.default_ports,
            Self::EmptyPort => equivalences.empty_port,
            Self::Escape => equivalences.escapes,
            Self::EscapeCase => equivalences.escape_case,
            Self::DotSegments => equivalences.dot_segments,
            Self::EmptyPath => equivalences.empty_path,
            Self::EmptyComponent => equivalences.empty_components,
            Self::Slash => equivalences.last_slash,
            Self::GopherType => equivalences.gopher_type,
            Self::Localhost => equivalences.localhost,
        }
    }
}

/// The text is not the name of a rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no rule is named `{}`", crate::visible::visible(.0))]
pub struct UnknownRule(String);

impl FromStr for Rule {
    type Err = UnknownRule;

    fn from_str(name: &str) -> Result<Self, UnknownRule> {
        Self::ALL.iter().copied().find(|rule| rule.name() == name).ok_or_else(|| UnknownRule(name.to_owned()))
    }
}
