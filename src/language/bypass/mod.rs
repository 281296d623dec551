//! Whether a URL can pass a filter although a client then reaches a host that is not meant.

use std::fmt;
use std::net::IpAddr;

use percent_encoding::{CONTROLS, percent_decode_str, utf8_percent_encode};
use regular_bnf::{ContentCondition, Language, ProofError, Spans};

use super::host_set::{Bound, HostSet, Reached, matching, read_as};
use super::host_spelling::{self, ANY};
use super::network::Network;
use super::number_hosts::too_large;
use super::spans;
use crate::base::component::Component;
use crate::grammar::{Grammar, Ipv4Hosts};
use crate::url_standard::{Host, Url};

/// A program that connects to the host that a grammar reads in a URL.
#[derive(Debug, Clone)]
pub struct Client {
    grammar: Grammar,
    /// The components in the text that the parser keeps, in the order of [`Component::ALL`].
    kept: [Spans; Component::ALL.len()],
    accepted: Language,
}

impl Client {
    /// The client of a grammar. That of `whatwg-valid` reads URLs as a document's would: the parser of
    /// browsers is [`Grammar::Whatwg`].
    ///
    /// # Errors
    ///
    /// [`ProofError::TooLarge`], which does not occur for the grammars of this library.
    pub fn new(grammar: Grammar) -> Result<Self, ProofError> {
        let kept = spans::of_kept_text(grammar, Component::ALL)?;
        let mut client = Self { grammar, kept, accepted: Language::matching("$.").map_err(too_large)? };
        client.accepted = client.with(Component::Host, ContentCondition::Any)?;
        Ok(client)
    }

    /// The grammar.
    pub fn grammar(&self) -> Grammar {
        self.grammar
    }

    /// Whether it is the parser of the URL Standard.
    fn is_standard(&self) -> bool {
        matches!(self.grammar.facts().ipv4, Ipv4Hosts::Numbers { .. })
    }

    /// The strings in which a component has some content, without the characters that the parser
    /// removes.
    fn with(&self, component: Component, content: ContentCondition<'_>) -> Result<Language, ProofError> {
        self.ignoring(self.kept[component as usize].with(content)?)
    }

    /// The inputs of which the parser keeps the members of a language.
    fn ignoring(&self, kept: Language) -> Result<Language, ProofError> {
        match self.grammar.ignored() {
            Some(ignored) => kept.ignoring(ignored).map_err(too_large),
            None => Ok(kept),
        }
    }

    /// The strings in which one of some patterns matches the whole text of a component.
    fn matching(&self, component: Component, patterns: &[String]) -> Result<Language, ProofError> {
        self.with(component, ContentCondition::In(&matching(patterns).map_err(too_large)?))
    }

    /// The strings whose host it reads as the members of a language.
    fn reading(&self, hosts: &Language) -> Result<Language, ProofError> {
        self.with(Component::Host, ContentCondition::In(hosts))
    }

    /// The strings whose host it reads as what a pattern matches.
    fn named(&self, pattern: &str) -> Result<Language, ProofError> {
        let texts = matching(&[pattern.to_owned()]).map_err(too_large)?;
        self.reading(&read_as(self.grammar, &texts).map_err(too_large)?)
    }

    /// The strings of which a component contains what a pattern matches, in any spelling.
    fn containing(&self, component: Component, pattern: &str) -> Result<Language, ProofError> {
        let texts = matching(&[format!("{ANY}*{pattern}{ANY}*")]).map_err(too_large)?;
        let texts = host_spelling::texts(&texts).map_err(too_large)?;
        self.with(component, ContentCondition::In(&texts))
    }

    /// The host that the client reaches with a URL: `None` if it refuses the URL or finds no host.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::language::{Client, Reached};
    ///
    /// let browser = Client::new(Grammar::Whatwg)?;
    /// let address = Reached::Address("127.0.0.1".parse().unwrap());
    /// assert_eq!(browser.reached("http://user@0x7f.1\\.example"), Some(address));
    /// assert_eq!(browser.reached("mailto:user@example.com"), None);
    /// # Ok::<(), uri_lineage::proof::ProofError>(())
    /// ```
    pub fn reached(&self, url: &str) -> Option<Reached> {
        if self.is_standard() {
            return match Url::parse(url).ok()?.host()? {
                Host::Domain(name) | Host::Opaque(name) => Some(Reached::Name(name.to_owned())),
                Host::Ipv4(address) => Some(Reached::Address(address.into())),
                Host::Ipv6(address) => Some(Reached::Address(address.into())),
                Host::Empty => None,
            };
        }
        let parsed = self.grammar.parse(url).ok()?;
        let host = parsed.value().components().host?;
        let text = host.as_str();
        let ipv6 = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).and_then(|text| text.parse().ok());
        let address = ipv6.map(IpAddr::V6).or_else(|| self.grammar.ipv4_address(text).map(IpAddr::V4));
        match address {
            Some(address) => Some(Reached::Address(address)),
            None if text.is_empty() => None,
            None => Some(Reached::Name(percent_decode_str(text).decode_utf8_lossy().to_lowercase())),
        }
    }
}

/// What a client may reach.
#[derive(Debug, Clone, Default)]
pub struct Targets {
    /// The hosts.
    pub hosts: HostSet,
    /// Whether the client must reach one of the hosts; otherwise it must reach none of them.
    pub are_allowed: bool,
    /// The schemes, in small letters; if there are none, all, and for the URL Standard those by which it
    /// reads domains: `http`, `https`, `ws`, `wss` and `ftp`. Others are not decided for it.
    pub schemes: Vec<String>,
    /// The ports that a URL may name; all if there are none. A URL without one is not asked for it.
    pub ports: Vec<u16>,
}

/// Why URLs pass a filter that a client reads otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum BypassCause {
    /// An allowed name is the user information, and the host follows the `@`.
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
    /// The host is another name.
    OtherName,
    /// The host is an address that is not allowed, or one that is denied.
    Address(HostForm),
    /// A name that is denied.
    DeniedName,
    /// The client removes characters: tabs and line ends, and spaces and control characters at both ends.
    Removed,
    /// Not two slashes are in front of the host, but fewer or more, or backslashes.
    Slashes,
    /// User information is in front of a host that is denied.
    UserBeforeDenied,
    /// The host is denied, and a filter that reads the URL finds no host.
    UnreadHost,
    /// The host is an allowed name with a dot at its end.
    DotAtEnd,
    /// The host is allowed, the port is not.
    Port,
    /// The scheme is not one of those that are allowed, or the client connects to no host by it.
    Scheme,
    /// There is no host.
    NoHost,
}

/// How an address is written.
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
            Self::UserInformation => "an allowed name is the user information, and the host follows the `@`",
            Self::LongerHost => "the host begins with an allowed name and goes on",
            Self::LongerLabel => "the host ends in an allowed name without a dot in front of it",
            Self::AnyCharacter => "the host is an allowed name in which another character stands for a dot",
            Self::Backslash => "a backslash ends the host",
            Self::NameInPath => "the host ends at a slash, and an allowed name is in the path",
            Self::NameInQuery => "the host ends at a question mark, and an allowed name is in the query",
            Self::NameInFragment => "the host ends at a number sign, and an allowed name is in the fragment",
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
            Self::LongerHost => "`/`, `:`, `?`, `#` or the end after the name",
            Self::LongerLabel => "`//` or a dot in front of the name",
            Self::AnyCharacter => "an escaped dot in the pattern: `\\.`",
            Self::Backslash => "no backslash",
            Self::NameInPath | Self::NameInQuery | Self::NameInFragment => {
                "none of `/`, `?` and `#` between `//` and the name"
            }
            Self::OtherName | Self::DeniedName => "the host as the client's parser gives it, compared with the list",
            Self::Address(HostForm::Decimal | HostForm::Ipv6) => "a host that is no address",
            Self::Address(HostForm::BeyondAscii) => "US-ASCII alone",
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

/// Strings that pass a filter, and with which a client reaches what it must not, for one cause.
#[derive(Debug, Clone)]
pub struct Bypass {
    /// The cause.
    pub cause: BypassCause,
    /// The strings. With some of them the client may reach nothing else: those whose host is a number
    /// with a percent-encoded character beyond US-ASCII.
    pub strings: Language,
    /// The strings of which that is certain.
    pub certain: Language,
}

impl Bypass {
    /// A shortest string, as far as one is found, with which a client reaches what it must not: by
    /// `http` or `https`, and in printable US-ASCII, if there is one. Strings are passed over that the
    /// client refuses, since IDNA processing makes no domain of the host.
    pub fn witness(&self, targets: &Targets, client: &Client) -> Option<String> {
        /// How many strings are tried.
        const TRIED: usize = 500;
        let patterns = ["^(?i-u:https?):[!-~]*$", "^(?i-u:https?):", ""];
        let selected = patterns.into_iter().filter_map(|pattern| Language::matching(pattern).ok());
        let strings = selected
            .flat_map(|selected| [&self.certain, &self.strings].map(|strings| strings.intersection(&selected).ok()));
        let strings: Vec<Language> = strings.flatten().collect();
        let mut tried = strings.iter().flat_map(|strings| strings.members().take(TRIED));
        let found = tried.find(|url| targets.are_missed_by(client, url));
        found.or_else(|| self.encoded_witness(targets, client, TRIED))
    }

    /// A string whose host has percent-encoded characters beyond US-ASCII.
    fn encoded_witness(&self, targets: &Targets, client: &Client, tried: usize) -> Option<String> {
        let hosts = targets.hosts.hosts(client.grammar, Bound::Certain).ok()?;
        let beyond_ascii = hosts.intersection(&matching(&[BEYOND_ASCII.to_owned()]).ok()?).ok()?;
        let urls =
            beyond_ascii.members().take(tried).map(|host| format!("http://{}", utf8_percent_encode(&host, CONTROLS)));
        urls.into_iter().find(|url| self.strings.contains(url) && targets.are_missed_by(client, url))
    }
}

/// A pattern of texts with a character beyond US-ASCII, or one that is percent-encoded.
const BEYOND_ASCII: &str = "[\\s\\S]*(?:[^\\x00-\\x7F]|%[89A-Fa-f])[\\s\\S]*";

impl Targets {
    /// Whether the client reaches what it may with a URL that it accepts.
    fn has_host(&self, reached: Option<&Reached>) -> bool {
        match reached {
            Some(host) => self.hosts.contains(host) == self.are_allowed,
            None => !self.are_allowed,
        }
    }

    /// Whether a URL leads a client to what it must not reach; not if the client refuses the URL.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::language::{Client, Targets};
    ///
    /// let browser = Client::new(Grammar::Whatwg)?;
    /// let targets = Targets { hosts: "*.example.com".parse().unwrap(), are_allowed: true, ..Targets::default() };
    /// assert!(targets.are_missed_by(&browser, "https://www.example.com@evil/"));
    /// assert!(!targets.are_missed_by(&browser, "https://evil@www.example.com/"));
    /// # Ok::<(), uri_lineage::proof::ProofError>(())
    /// ```
    pub fn are_missed_by(&self, client: &Client, url: &str) -> bool {
        let Ok(parsed) = client.grammar.parse(url) else { return false };
        if client.is_standard() && Url::parse(url).is_err() {
            return false;
        }
        // The parser of the URL Standard removes tabs and line ends.
        let kept = |text: &str| text.replace(['\t', '\n', '\r'], "");
        let components = parsed.value().components();
        let [scheme, port] =
            [Component::Scheme, Component::Port].map(|component| components.get(component).map(|text| kept(&text)));
        let has_scheme = self.has_scheme(client, scheme.as_deref());
        let has_port = self.ports.is_empty()
            || port.is_none_or(|port| port.is_empty() || port.parse().is_ok_and(|port| self.ports.contains(&port)));
        let has_host = self.has_host(client.reached(url).as_ref());
        if self.are_allowed { !(has_scheme && has_port && has_host) } else { has_scheme && !has_host }
    }

    /// Whether the client may connect by a scheme; a relative reference has none.
    fn has_scheme(&self, client: &Client, scheme: Option<&str>) -> bool {
        let schemes = self.schemes(client);
        let is_known = |scheme: &str| schemes.iter().any(|known| known.eq_ignore_ascii_case(scheme));
        schemes.is_empty() || scheme.is_some_and(is_known)
    }

    /// The schemes by which the client may connect; all if there are none. The URL Standard reads
    /// domains and addresses in those that are special alone.
    pub fn schemes(&self, client: &Client) -> Vec<String> {
        let special = ["http", "https", "ws", "wss", "ftp"];
        if self.schemes.is_empty() && client.is_standard() {
            special.map(str::to_owned).to_vec()
        } else {
            self.schemes.clone()
        }
    }

    /// The strings of one of the schemes.
    fn of_schemes(&self, client: &Client) -> Result<Language, ProofError> {
        let schemes = self.schemes(client);
        if schemes.is_empty() {
            return Ok(client.accepted.clone());
        }
        let patterns: Vec<String> =
            schemes.iter().map(|scheme| format!("(?i-u:{})", scheme.replace('.', "\\.").replace('+', "\\+"))).collect();
        client.matching(Component::Scheme, &patterns)
    }

    /// The strings with another port than those that are allowed.
    fn of_other_ports(&self, client: &Client) -> Result<Language, ProofError> {
        if self.ports.is_empty() {
            return client.matching(Component::Port, &[]);
        }
        let ports: Vec<String> = self.ports.iter().map(|port| format!("0*{port}")).collect();
        let other = matching(&["[0-9]+".to_owned()]).and_then(|all| all.difference(&matching(&ports)?));
        client.with(Component::Port, ContentCondition::In(&other.map_err(too_large)?))
    }

    /// A shortest string without a scheme that passes a filter and that the client does not accept: it is
    /// relative to a base, and what the client reaches with it is not decided.
    ///
    /// # Errors
    ///
    /// [`ProofError::TooLarge`] if an automaton has too many states.
    pub fn relative(&self, filter: &Language, client: &Client) -> Result<Option<String>, ProofError> {
        let relative = Language::matching("^[^:/?#\\\\]*(?:[/?#\\\\]|$)").map_err(too_large)?;
        let passed = filter.intersection(&relative).and_then(|passed| passed.difference(&client.accepted));
        Ok(passed.map_err(too_large)?.members().next())
    }

    /// The strings with which the client reaches what it may, of those that it accepts: certainly,
    /// whatever a percent-encoded character beyond US-ASCII stands for.
    ///
    /// # Errors
    ///
    /// [`ProofError::TooLarge`] if an automaton has too many states.
    pub fn reached_by(&self, client: &Client) -> Result<Language, ProofError> {
        self.reached_within(client, if self.are_allowed { Bound::Certain } else { Bound::Possible })
    }

    /// The same with the hosts of the set that are certain, or with all that are possible.
    fn reached_within(&self, client: &Client, bound: Bound) -> Result<Language, ProofError> {
        let hosts = client.reading(&self.hosts.hosts(client.grammar, bound).map_err(too_large)?)?;
        let schemes = self.of_schemes(client)?;
        let reached = if self.are_allowed {
            let hosts = hosts.intersection(&schemes).map(|strings| strings.minimal());
            hosts.map_err(too_large)?.difference(&self.of_other_ports(client)?)
        } else {
            // By another scheme the client connects to none of the hosts.
            client.accepted.difference(&hosts.intersection(&schemes).map_err(too_large)?)
        };
        Ok(reached.map_err(too_large)?.minimal())
    }

    /// The strings that pass a filter, that the client accepts, and with which it reaches what it must
    /// not, by cause, the most dangerous first. `readers` are the grammars by which the filter reads URLs,
    /// if it does. Each such string is in one of the classes. A string whose host is a number with a
    /// percent-encoded character beyond US-ASCII, or which IDNA processing refuses, may be in a class
    /// although the client reaches nothing else with it: [`are_missed_by`](Self::are_missed_by)
    /// tells, and [`Bypass::witness`] finds another.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::language::{BypassCause, Client, Language, Targets};
    ///
    /// let browser = Client::new(Grammar::Whatwg)?;
    /// let targets = Targets { hosts: "example.com".parse()?, are_allowed: true, ..Targets::default() };
    /// let filter = Language::matching(r"^https://example\.com")?;
    /// let causes: Vec<BypassCause> = targets.bypasses(&filter, &[], &browser)?.iter().map(|bypass| bypass.cause).collect();
    /// assert!(causes.starts_with(&[BypassCause::UserInformation, BypassCause::LongerHost]));
    /// let filter = Language::matching(r"^https://example\.com(?:[/?#][^\x00-\x20]*)?$")?;
    /// assert!(targets.bypasses(&filter, &[], &browser)?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ProofError::TooLarge`] if an automaton has too many states.
    pub fn bypasses(&self, filter: &Language, readers: &[Client], client: &Client) -> Result<Vec<Bypass>, ProofError> {
        let passed = filter.intersection(&client.accepted).map_err(too_large)?.minimal();
        let without =
            |reached: &Language| passed.difference(reached).map(|strings| strings.minimal()).map_err(too_large);
        let mut rest = without(&self.reached_by(client)?)?;
        let other_bound = if self.are_allowed { Bound::Possible } else { Bound::Certain };
        let certain = without(&self.reached_within(client, other_bound)?)?;
        let mut classes = Vec::new();
        for &cause in if self.are_allowed { ALLOWED } else { DENIED } {
            if let Some(strings) = self.strings_of(cause, readers, client)? {
                let strings = rest.intersection(&strings).map_err(too_large)?.minimal();
                if !strings.is_empty() {
                    classes.push((cause, strings));
                }
            }
        }
        let mut bypasses = Vec::new();
        for (cause, strings) in needed(classes)? {
            let strings = rest.intersection(&strings).map_err(too_large)?.minimal();
            if !strings.is_empty() {
                rest = rest.difference(&strings).map_err(too_large)?.minimal();
                let certain = strings.intersection(&certain).map_err(too_large)?;
                bypasses.push(Bypass { cause, strings, certain });
            }
        }
        let cause = if self.are_allowed { BypassCause::OtherName } else { BypassCause::DeniedName };
        if !rest.is_empty() {
            let certain = rest.intersection(&certain).map_err(too_large)?;
            bypasses.push(Bypass { cause, strings: rest, certain });
        }
        bypasses.sort_by_key(|bypass| bypass.cause);
        Ok(bypasses)
    }

    /// The strings to which a cause applies, of those that lead to what must not be reached; `None` if
    /// none can be, or for the cause of what is left.
    fn strings_of(
        &self,
        cause: BypassCause,
        readers: &[Client],
        client: &Client,
    ) -> Result<Option<Language>, ProofError> {
        use BypassCause as Cause;

        // A whole name, and one of the names or of those above.
        let (names, roots) = (self.hosts.names(&format!("{ANY}*\\.")), self.hosts.names(""));
        let with_names =
            |make: &dyn Fn(&str, &str) -> Result<Language, ProofError>| match names.as_ref().zip(roots.as_ref()) {
                Some((names, roots)) => make(names, roots).map(Some),
                None => Ok(None),
            };
        let in_component = |component| with_names(&|_, roots| client.containing(component, roots));
        match cause {
            Cause::Scheme => {
                let schemes = self.of_schemes(client)?;
                client.accepted.difference(&schemes).map(Some).map_err(too_large)
            }
            Cause::NoHost => {
                let present = client.with(Component::Host, ContentCondition::Some)?;
                client.accepted.difference(&present).map(Some).map_err(too_large)
            }
            Cause::Port => self.of_other_ports(client).and_then(|ports| {
                let hosts = self.hosts.hosts(client.grammar, Bound::Certain).map_err(too_large)?;
                client.reading(&hosts)?.intersection(&ports).map(Some).map_err(too_large)
            }),
            Cause::DotAtEnd => with_names(&|names, _| client.named(&format!("{names}\\."))),
            Cause::LongerHost => with_names(&|names, roots| {
                let longer = client.named(&format!("(?:{names}|{roots}){ANY}+"))?;
                longer.difference(&client.named(&format!("{names}\\."))?).map_err(too_large)
            }),
            Cause::LongerLabel => with_names(&|_, roots| client.named(&format!("{ANY}+{roots}"))),
            Cause::UserInformation => in_component(Component::User),
            // A dot within the name; one in front of it is the border of a label.
            Cause::AnyCharacter => {
                with_names(&|_, roots| client.named(&format!("(?:{ANY}*\\.)?{}", roots.replace("\\.", ANY))))
            }
            Cause::Removed => match client.grammar.ignored() {
                Some(_) => {
                    let removed = Language::matching("[\\t\\n\\r]|^[\\x00-\\x20]|[\\x00-\\x20]$").map_err(too_large)?;
                    removed.intersection(&client.accepted).map(Some).map_err(too_large)
                }
                None => Ok(None),
            },
            Cause::Slashes if client.is_standard() => {
                let two = Language::matching("^[^:]*://[^/\\\\]").map_err(too_large)?;
                let other = client.accepted.difference(&client.ignoring(two)?).map_err(too_large)?;
                client.with(Component::Host, ContentCondition::Some)?.intersection(&other).map(Some).map_err(too_large)
            }
            Cause::Slashes => Ok(None),
            Cause::Backslash => client.matching(Component::Path, &["\\\\[\\s\\S]*".to_owned()]).map(Some),
            Cause::NameInPath => in_component(Component::Path),
            Cause::NameInQuery => in_component(Component::Query),
            Cause::NameInFragment => in_component(Component::Fragment),
            Cause::Address(form) => addresses(client, form).map(Some),
            Cause::UnreadHost => {
                let nothing = readers.iter().map(|reader| reader.with(Component::Host, ContentCondition::Nothing));
                let either = |all: Language, other: Language| all.union(&other).map_err(too_large);
                nothing.reduce(|all, other| either(all?, other?)).transpose()
            }
            Cause::UserBeforeDenied => client.matching(Component::User, &["[\\s\\S]*".to_owned()]).map(Some),
            Cause::OtherName | Cause::DeniedName => Ok(None),
        }
    }
}

/// The classes without those whose strings are all in others. The last ones are left out first: what
/// they say is seen in the strings of many causes.
fn needed(mut classes: Vec<(BypassCause, Language)>) -> Result<Vec<(BypassCause, Language)>, ProofError> {
    /// How many strings of a class are looked at before its automaton is compared with the others.
    const LOOKED_AT: usize = 500;
    for number in (0..classes.len()).rev() {
        let others = || classes.iter().enumerate().filter(|(other, _)| *other != number).map(|(_, (_, class))| class);
        let is_in_another = |string: &String| others().any(|other| other.contains(string));
        if classes[number].1.members().take(LOOKED_AT).any(|string| !is_in_another(&string)) {
            continue;
        }
        let mut rest = classes[number].1.clone();
        for other in others() {
            if rest.is_empty() {
                break;
            }
            rest = rest.difference(other).map_err(too_large)?.minimal();
        }
        if rest.is_empty() {
            classes.remove(number);
        }
    }
    Ok(classes)
}

/// The causes of bypasses of allowed hosts, in the order in which a string is asked for them.
const ALLOWED: &[BypassCause] = &[
    BypassCause::Scheme,
    BypassCause::NoHost,
    BypassCause::Port,
    BypassCause::UserInformation,
    BypassCause::Backslash,
    BypassCause::Slashes,
    BypassCause::Removed,
    BypassCause::AnyCharacter,
    BypassCause::DotAtEnd,
    BypassCause::LongerHost,
    BypassCause::LongerLabel,
    BypassCause::NameInPath,
    BypassCause::NameInQuery,
    BypassCause::NameInFragment,
    BypassCause::Address(HostForm::BeyondAscii),
    BypassCause::Address(HostForm::Encoded),
    BypassCause::Address(HostForm::DotAtEnd),
    BypassCause::Address(HostForm::OtherBase),
    BypassCause::Address(HostForm::FewerNumbers),
    BypassCause::Address(HostForm::Ipv6),
    BypassCause::Address(HostForm::Decimal),
];

/// The same of denied hosts.
const DENIED: &[BypassCause] = &[
    BypassCause::UnreadHost,
    BypassCause::Slashes,
    BypassCause::Removed,
    BypassCause::UserBeforeDenied,
    BypassCause::Address(HostForm::BeyondAscii),
    BypassCause::Address(HostForm::Encoded),
    BypassCause::Address(HostForm::DotAtEnd),
    BypassCause::Address(HostForm::OtherBase),
    BypassCause::Address(HostForm::FewerNumbers),
    BypassCause::Address(HostForm::Ipv6),
    BypassCause::Address(HostForm::Decimal),
];

/// The strings in whose host the client reads an address that is written in a form.
fn addresses(client: &Client, form: HostForm) -> Result<Language, ProofError> {
    if form == HostForm::Ipv6 {
        return client.matching(Component::Host, &["\\[[\\s\\S]*".to_owned()]);
    }
    let all: Network = "0.0.0.0/0".parse().map_err(too_large)?;
    let mut hosts = if all.is_spelled(client.grammar) {
        host_spelling::numbers().map_err(too_large)?
    } else {
        matching(&[all.pattern(client.grammar)]).map_err(too_large)?
    };
    let pattern = match form {
        HostForm::BeyondAscii => BEYOND_ASCII,
        HostForm::Encoded => "[\\s\\S]*%[\\s\\S]*",
        HostForm::DotAtEnd => "[\\s\\S]*\\.",
        HostForm::OtherBase => "(?:[\\s\\S]*\\.)?0[0-9A-Fa-fXx]+(?:\\.[\\s\\S]*)?",
        HostForm::FewerNumbers => "[^.]*(?:\\.[^.]*){0,2}",
        HostForm::Decimal | HostForm::Ipv6 => "(?:0|[1-9][0-9]*)(?:\\.(?:0|[1-9][0-9]*)){3}",
    };
    hosts = hosts.intersection(&matching(&[pattern.to_owned()]).map_err(too_large)?).map_err(too_large)?;
    client.reading(&hosts.minimal())
}
