//! The causes of bypasses, in words.

use std::fmt;

/// Why URLs pass a filter that a client reads otherwise.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::language::{BypassCause, Client, Targets};
/// use uri_lineage::regular_bnf::Language;
///
/// let hosts = "example.com, *.example.com".parse()?;
/// let targets = Targets { hosts, are_allowed: true, ..Targets::default() };
/// // Also `badexample.com` passes it.
/// let filter = Language::matching(r"^https://[a-z.]*example\.com/")?;
/// let bypasses = targets.bypasses(&filter, &[], &Client::new(Grammar::Rfc3986)?)?;
/// assert_eq!(bypasses[0].cause, BypassCause::LongerLabel);
/// assert_eq!(bypasses[0].cause.requirement(), "`//` or a dot in front of the name");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum BypassCause {
    /// What the filter matches is the user information, and the host follows the `@`.
    UserInformation,
    /// The host begins with an allowed name and goes on.
    LongerHost,
    /// The host ends in an allowed name without a dot in front of it.
    LongerLabel,
    /// The host is an allowed name in which another character stands for a dot.
    AnyCharacter,
    /// A backslash ends the host.
    Backslash,
    /// The host ends at a slash, and an allowed name is in the path.
    NameInPath,
    /// The host ends at a question mark, and an allowed name is in the query.
    NameInQuery,
    /// The host ends at a number sign, and an allowed name is in the fragment.
    NameInFragment,
    /// The client removes characters: tabs and line ends, and spaces and control characters at both ends.
    Removed,
    /// Not two slashes are in front of the host, but fewer or more, or backslashes.
    Slashes,
    /// User information is in front of a host that is denied.
    UserBeforeDenied,
    /// The host is denied, and a filter that reads the URL finds no host.
    UnreadHost,
    /// The host is a name below an allowed one.
    BelowName,
    /// The host is an allowed name with a dot at its end.
    DotAtEnd,
    /// The host is another name.
    OtherName,
    /// A name that is denied.
    DeniedName,
    /// The host is an address that is not allowed, or one that is denied.
    Address(HostForm),
    /// There is no host.
    NoHost,
    /// The host is allowed, the port is not.
    Port,
    /// The scheme is not one of those that are allowed, or the client connects to no host by it.
    Scheme,
}

/// How an address is written.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::language::{BypassCause, Client, HostForm, Targets};
/// use uri_lineage::regular_bnf::Language;
///
/// // The address 127.0.0.1 is denied, which a browser also reads in one number.
/// let targets = Targets { hosts: "127.0.0.1".parse()?, ..Targets::default() };
/// let filter = Language::matching("^http://[1-9][0-9]*/$")?;
/// let bypasses = targets.bypasses(&filter, &[], &Client::new(Grammar::Whatwg)?)?;
/// assert_eq!(bypasses[0].cause, BypassCause::Address(HostForm::FewerNumbers));
/// assert!(bypasses[0].strings.contains("http://2130706433/"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum HostForm {
    /// Four decimal numbers.
    Decimal,
    /// Fewer than four numbers.
    FewerNumbers,
    /// Octal or hexadecimal numbers.
    OtherBase,
    /// With a dot at the end.
    DotAtEnd,
    /// With percent-encoded characters.
    Encoded,
    /// With characters beyond US-ASCII.
    BeyondAscii,
    /// In brackets.
    Ipv6,
}

impl fmt::Display for BypassCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UserInformation => "what the filter matches is the user information, and the host follows the `@`",
            Self::LongerHost => "the host begins with an allowed name and goes on",
            Self::LongerLabel => "the host ends in an allowed name without a dot in front of it",
            Self::AnyCharacter => "the host is an allowed name in which another character stands for a dot",
            Self::Backslash => "a backslash ends the host",
            Self::NameInPath => "the host ends at a slash, and an allowed name is in the path",
            Self::NameInQuery => "the host ends at a question mark, and an allowed name is in the query",
            Self::NameInFragment => "the host ends at a number sign, and an allowed name is in the fragment",
            Self::BelowName => "the host is a name below an allowed one",
            Self::OtherName => "the host is another name",
            Self::Address(HostForm::Decimal) => "the host is an address",
            Self::Address(HostForm::FewerNumbers) => "the host is an address of fewer than four numbers",
            Self::Address(HostForm::OtherBase) => "the host is an address of octal or hexadecimal numbers",
            Self::Address(HostForm::DotAtEnd) => "the host is an address with a dot at its end",
            Self::Address(HostForm::Encoded) => "the host is an address with percent-encoded characters",
            Self::Address(HostForm::BeyondAscii) => "the host is an address in characters beyond US-ASCII",
            Self::Address(HostForm::Ipv6) => "the host is an IPv6 address",
            Self::DeniedName => "the host is a denied name",
            Self::Removed => "the client removes tabs, line ends, or characters at the ends",
            Self::Slashes => "fewer or more than two slashes are in front of the host, or backslashes",
            Self::UserBeforeDenied => "user information is in front of a denied host",
            Self::UnreadHost => "the host is denied, and the filter finds none",
            Self::DotAtEnd => "the host is an allowed name with a dot at its end",
            Self::Port => "the host is allowed, and the port is another",
            Self::Scheme => "the scheme is another",
            Self::NoHost => "there is no host",
        })
    }
}

impl BypassCause {
    /// What a filter has to require so that no such string passes, as a clause.
    pub fn requirement(self) -> &'static str {
        match self {
            Self::UserInformation | Self::UserBeforeDenied => "no `@` in front of the first `/`, `?` or `#`",
            Self::LongerHost => "`/`, `?`, `#`, a colon with a port, or the end after the name",
            Self::LongerLabel => "`//` or a dot in front of the name",
            Self::AnyCharacter => "an escaped dot in the pattern: `\\.`",
            Self::Backslash => "no backslash",
            Self::NameInPath | Self::NameInQuery | Self::NameInFragment => {
                "none of `/`, `\\`, `?` and `#` between `//` and the name"
            }
            Self::BelowName => "nothing between `//` and the name",
            Self::OtherName | Self::DeniedName => "the host as the client's parser gives it, compared with the list",
            Self::Address(HostForm::Decimal | HostForm::Ipv6) => "a host that is no address",
            Self::Address(HostForm::BeyondAscii) => "US-ASCII alone, and no percent-encoding in the host",
            Self::Address(HostForm::Encoded) => "no percent-encoding in the host",
            Self::Address(_) => "no host whose last label is a number",
            Self::DotAtEnd => "no dot at the end of the host",
            Self::Port => "one of the ports, or none",
            Self::Scheme => "one of the schemes and `://` at the beginning",
            Self::Removed => "no control characters and no spaces",
            Self::Slashes => "`://` after the scheme, and then neither a slash nor a backslash",
            Self::UnreadHost | Self::NoHost => "`//` and a host after the scheme",
        }
    }
}

impl BypassCause {
    /// The pattern of the strings to which the cause applies in a model of a parser, which may lack user
    /// information and a path; `None` if the spans that each model has tell.
    pub(super) fn pattern_in_model(self) -> Option<&'static str> {
        match self {
            Self::UserInformation => Some("^[^/?#\\\\]*://[^/?#\\\\]*@"),
            Self::Removed => Some("[\\t\\n\\r]"),
            Self::Backslash => Some("^[^/?#]*:/*[^/?#]*\\\\"),
            _ => None,
        }
    }
}

/// The causes of bypasses of allowed hosts, in the order in which a string is asked for them.
pub(super) fn of_allowed() -> Vec<BypassCause> {
    use BypassCause as Cause;

    let other = [
        Cause::Scheme,
        Cause::NoHost,
        Cause::Port,
        Cause::UserInformation,
        Cause::Backslash,
        Cause::Slashes,
        Cause::Removed,
        Cause::AnyCharacter,
        Cause::DotAtEnd,
        Cause::LongerHost,
        Cause::LongerLabel,
        Cause::BelowName,
        Cause::NameInPath,
        Cause::NameInQuery,
        Cause::NameInFragment,
    ];
    other.into_iter().chain(FORMS.map(Cause::Address)).collect()
}

/// The same of denied hosts.
pub(super) fn of_denied() -> Vec<BypassCause> {
    use BypassCause as Cause;

    let other = [Cause::UnreadHost, Cause::Slashes, Cause::Removed, Cause::UserBeforeDenied];
    other.into_iter().chain(FORMS.map(Cause::Address)).collect()
}

/// The forms of addresses, the strangest first: an address may have several.
const FORMS: [HostForm; 7] = [
    HostForm::BeyondAscii,
    HostForm::Encoded,
    HostForm::DotAtEnd,
    HostForm::OtherBase,
    HostForm::FewerNumbers,
    HostForm::Ipv6,
    HostForm::Decimal,
];
