//! Whether a URL can pass a filter although a client then reaches a host that is not meant.

mod cause;
mod client;

use percent_encoding::{CONTROLS, utf8_percent_encode};
use regular_bnf::{CharSet, ContentCondition, GrammarError, Ignored, Language};

pub use self::cause::{BypassCause, HostForm};
pub use self::client::Client;
use self::client::{BEYOND_ASCII, ClientReading};
use super::host_set::{Bound, HostSet, Reached};
use super::host_spelling::{ANY, matching};
use super::requirement::matching as pattern_language;
use super::spans;
use crate::base::component::Component;

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

/// Strings that pass a filter, and with which a client reaches what it must not, for one cause.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::language::{Client, Targets};
/// use uri_lineage::regular_bnf::Language;
///
/// let client = Client::new(Grammar::Rfc3986)?;
/// let targets = Targets { hosts: "example.com".parse()?, are_allowed: true, ..Targets::default() };
/// // The dot is not escaped.
/// let filter = Language::matching("^https://example.com/")?;
/// let bypass = &targets.bypasses(&filter, &[], &client)?[0];
/// assert_eq!(bypass.cause.to_string(), "the host is an allowed name in which another character stands for a dot");
/// assert_eq!(bypass.witness(&targets, &client).as_deref(), Some("https://exampleacom/"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

impl Targets {
    /// Whether a client that reaches a host, or none, with a URL that it accepts reaches what it may.
    ///
    /// ```
    /// use uri_lineage::language::{Reached, Targets};
    ///
    /// let targets = Targets { hosts: "10.0.0.0/8".parse().unwrap(), ..Targets::default() };
    /// assert!(!targets.has_host(Some(&Reached::Address("10.0.0.1".parse().unwrap()))));
    /// assert!(targets.has_host(Some(&Reached::Name("a".to_owned()))) && targets.has_host(None));
    /// ```
    pub fn has_host(&self, reached: Option<&Reached>) -> bool {
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
    /// # Ok::<(), uri_lineage::regular_bnf::GrammarError>(())
    /// ```
    pub fn are_missed_by(&self, client: &Client, url: &str) -> bool {
        let Some(ClientReading { scheme, port, reached }) = client.read(url) else { return false };
        let has_scheme = self.has_scheme(client, scheme.as_deref());
        let has_port = self.has_port(port.as_deref());
        let has_host = self.has_host(reached.as_ref());
        if self.are_allowed { !(has_scheme && has_port && has_host) } else { has_scheme && !has_host }
    }

    /// Whether a URL may name a port, or none.
    ///
    /// ```
    /// use uri_lineage::language::Targets;
    ///
    /// let targets = Targets { are_allowed: true, ports: vec![443], ..Targets::default() };
    /// assert!(targets.has_port(Some("0443")) && targets.has_port(None) && !targets.has_port(Some("80")));
    /// ```
    pub fn has_port(&self, port: Option<&str>) -> bool {
        let is_known = |port: &str| port.is_empty() || port.parse().is_ok_and(|port| self.ports.contains(&port));
        self.ports.is_empty() || port.is_none_or(is_known)
    }

    /// Whether the client may connect by a scheme; a relative reference has none.
    pub fn has_scheme(&self, client: &Client, scheme: Option<&str>) -> bool {
        let schemes = self.schemes(client);
        let is_known = |scheme: &str| schemes.iter().any(|known| known.eq_ignore_ascii_case(scheme));
        schemes.is_empty() || scheme.is_some_and(is_known)
    }

    /// The schemes by which a client may connect; all if there are none.
    pub fn schemes(&self, client: &Client) -> Vec<String> {
        if self.schemes.is_empty() {
            client.schemes().iter().map(|&scheme| scheme.to_owned()).collect()
        } else {
            self.schemes.clone()
        }
    }

    /// The strings of one of the schemes.
    fn of_schemes(&self, client: &Client) -> Result<Language, GrammarError> {
        let schemes = self.schemes(client);
        if schemes.is_empty() {
            return Ok(client.accepted.clone());
        }
        let patterns: Vec<String> =
            schemes.iter().map(|scheme| format!("(?i-u:{})", scheme.replace('.', "\\.").replace('+', "\\+"))).collect();
        client.matching(Component::Scheme, &patterns)
    }

    /// The strings with another port than those that are allowed.
    fn of_other_ports(&self, client: &Client) -> Result<Language, GrammarError> {
        if self.ports.is_empty() {
            return client.matching(Component::Port, &[]);
        }
        let ports: Vec<String> = self.ports.iter().map(|port| format!("0*{port}")).collect();
        let other = matching(&["[0-9]+".to_owned()]).and_then(|all| all.difference(&matching(&ports)?));
        client.with(Component::Port, ContentCondition::In(&other?))
    }

    /// A shortest string without a scheme that passes a filter and that the client does not accept: it is
    /// relative to a base. One with a host of its own, as `//host`, comes first, if the client
    /// [reaches what it must not](Self::missed_by_reference) with it, as far as one is found.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::language::{Client, Targets};
    /// use uri_lineage::regular_bnf::Language;
    ///
    /// let browser = Client::new(Grammar::Whatwg)?;
    /// let targets = Targets { hosts: "example.com".parse()?, are_allowed: true, ..Targets::default() };
    /// let relative = targets.relative(&Language::matching("^/")?, &browser)?.unwrap();
    /// assert!(targets.missed_by_reference(&browser, &relative).is_some(), "{relative}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`] if an automaton has too many states.
    pub fn relative(&self, filter: &Language, client: &Client) -> Result<Option<String>, GrammarError> {
        /// How many references with a host of their own are looked at.
        const LOOKED_AT: usize = 200;
        let relative = pattern_language("^[^:/?#\\\\]*(?:[/?#\\\\]|$)")?;
        let passed = filter.intersection(&relative).and_then(|passed| passed.difference(&client.accepted))?;
        let with_host = passed.intersection(&pattern_language("^[/\\\\]{2}[^/\\\\?#]")?)?;
        let mut missed = with_host.members().take(LOOKED_AT);
        let missed = missed.find(|reference| self.missed_by_reference(client, reference).is_some());
        Ok(missed.or_else(|| passed.members().next()))
    }

    /// What a client reaches that it must not with a reference that has a host of its own, by `https`;
    /// `None` if it reaches what it may, or the host is that of the base.
    pub fn missed_by_reference(&self, client: &Client, reference: &str) -> Option<Reached> {
        let url = format!("https:{reference}");
        client.reached(&url).filter(|_| self.are_missed_by(client, &url))
    }

    /// The strings with which the client reaches what it may, of those that it accepts: certainly,
    /// whatever a percent-encoded character beyond US-ASCII stands for.
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`] if an automaton has too many states.
    pub fn reached_by(&self, client: &Client) -> Result<Language, GrammarError> {
        self.reached_within(client, self.certain_bound())
    }

    /// The strings with which the client may reach what it may: also those of which it is not decided. A
    /// filter that reads URLs by a grammar lets no others pass.
    ///
    /// # Errors
    ///
    /// The errors of [`reached_by`](Self::reached_by).
    pub fn possibly_reached_by(&self, client: &Client) -> Result<Language, GrammarError> {
        self.reached_within(client, self.certain_bound().other())
    }

    /// The bound of the hosts by which a client certainly reaches what it may.
    fn certain_bound(&self) -> Bound {
        if self.are_allowed { Bound::Certain } else { Bound::Possible }
    }

    fn reached_within(&self, client: &Client, bound: Bound) -> Result<Language, GrammarError> {
        let hosts = client.reading(&self.hosts.hosts(client.grammar, bound)?)?;
        let schemes = self.of_schemes(client)?;
        let reached = if self.are_allowed {
            let hosts = hosts.intersection(&schemes).map(|strings| strings.minimal());
            hosts?.difference(&self.of_other_ports(client)?)
        } else {
            // By another scheme the client connects to none of the hosts.
            client.accepted.difference(&hosts.intersection(&schemes)?)
        };
        Ok(reached?.minimal())
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
    /// use uri_lineage::language::{BypassCause, Client, Targets};
    /// use uri_lineage::regular_bnf::Language;
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
    /// [`GrammarError::TooLarge`] if an automaton has too many states.
    pub fn bypasses(
        &self,
        filter: &Language,
        readers: &[Client],
        client: &Client,
    ) -> Result<Vec<Bypass>, GrammarError> {
        let passed = filter.intersection(&client.accepted)?.minimal();
        let mut rest = passed.difference(&self.reached_by(client)?)?.minimal();
        let certain = passed.difference(&self.possibly_reached_by(client)?)?.minimal();
        let mut classes = Vec::new();
        for cause in if self.are_allowed { cause::of_allowed() } else { cause::of_denied() } {
            if let Some(strings) = self.strings_of(cause, readers, client)? {
                let strings = rest.intersection(&strings)?.minimal();
                if !strings.is_empty() {
                    classes.push((cause, strings));
                }
            }
        }
        let mut bypasses = Vec::new();
        for (cause, strings) in needed(classes)? {
            let strings = rest.intersection(&strings)?.minimal();
            if !strings.is_empty() {
                rest = rest.difference(&strings)?.minimal();
                let certain = strings.intersection(&certain)?;
                bypasses.push(Bypass { cause, strings, certain });
            }
        }
        let cause = if self.are_allowed { BypassCause::OtherName } else { BypassCause::DeniedName };
        if !rest.is_empty() {
            let certain = rest.intersection(&certain)?;
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
    ) -> Result<Option<Language>, GrammarError> {
        use BypassCause as Cause;

        if client.grammar().is_none()
            && let Some(pattern) = cause.pattern_in_model()
        {
            return client.accepted_with(pattern).map(Some);
        }
        // A whole name, and one of the names or of those above.
        let (names, roots) = (self.hosts.names(&format!("{ANY}*\\.")), self.hosts.names(""));
        let with_names =
            |make: &dyn Fn(&str, &str) -> Result<Language, GrammarError>| match names.as_ref().zip(roots.as_ref()) {
                Some((names, roots)) => make(names, roots).map(Some),
                None => Ok(None),
            };
        let in_component = |component| with_names(&|_, roots| client.containing(component, roots));
        match cause {
            Cause::Scheme => Ok(Some(client.accepted.difference(&self.of_schemes(client)?)?)),
            Cause::NoHost => {
                let present = client.with(Component::Host, ContentCondition::Some)?;
                Ok(Some(client.accepted.difference(&present)?))
            }
            Cause::Port => {
                let hosts = self.hosts.hosts(client.grammar, Bound::Certain)?;
                Ok(Some(client.reading(&hosts)?.intersection(&self.of_other_ports(client)?)?))
            }
            Cause::DotAtEnd => with_names(&|names, _| client.named(&format!("{names}\\."))),
            Cause::LongerHost => with_names(&|names, roots| {
                let longer = client.named(&format!("(?:{names}|{roots}){ANY}+"))?;
                longer.difference(&client.named(&format!("{names}\\."))?)
            }),
            Cause::BelowName => with_names(&|_, roots| client.named(&format!("{ANY}*\\.{roots}"))),
            Cause::LongerLabel => with_names(&|_, roots| {
                client.named(&format!("{ANY}+{roots}"))?.difference(&client.named(&format!("{ANY}*\\.{roots}"))?)
            }),
            Cause::UserInformation if roots.is_none() => {
                client.matching(Component::User, &["[\\s\\S]*".to_owned()]).map(Some)
            }
            Cause::UserInformation => in_component(Component::User),
            // A dot within the name; one in front of it is the border of a label.
            Cause::AnyCharacter => with_names(&|_, roots| {
                let in_place_of_dots = client.named(&format!("(?:{ANY}*\\.)?{}", roots.replace("\\.", ANY)))?;
                in_place_of_dots.difference(&client.named(&format!("(?:{ANY}*\\.)?{roots}"))?)
            }),
            Cause::Removed => {
                let Some(Ignored { anywhere, ends }) = client.grammar.ignored() else { return Ok(None) };
                let [anywhere, ends] = [class(anywhere), class(&anywhere.union(ends))];
                client.accepted_with(&format!("{anywhere}|^{ends}|{ends}$")).map(Some)
            }
            Cause::Slashes if client.is_standard() || client.grammar().is_none() => {
                let two = spans::inputs(client.grammar, pattern_language("^[^:]*://[^/\\\\]")?)?;
                let present = client.with(Component::Host, ContentCondition::Some)?;
                Ok(Some(present.difference(&two)?))
            }
            Cause::Slashes => Ok(None),
            Cause::Backslash => client.matching(Component::Path, &["\\\\[\\s\\S]*".to_owned()]).map(Some),
            Cause::NameInPath => in_component(Component::Path),
            Cause::NameInQuery => in_component(Component::Query),
            Cause::NameInFragment => in_component(Component::Fragment),
            Cause::Address(form) => client.addresses(form).map(Some),
            Cause::UnreadHost => {
                let nothing = readers.iter().map(|reader| reader.with(Component::Host, ContentCondition::Nothing));
                nothing.reduce(|all, other| all?.union(&other?)).transpose()
            }
            // A filter that reads the URL is not misled by user information.
            Cause::UserBeforeDenied if readers.is_empty() => {
                client.matching(Component::User, &["[\\s\\S]*".to_owned()]).map(Some)
            }
            Cause::UserBeforeDenied => Ok(None),
            Cause::OtherName | Cause::DeniedName => Ok(None),
        }
    }
}

/// A pattern of one of some characters.
fn class(characters: &CharSet) -> String {
    let ranges = characters.ranges().into_iter();
    let ranges = ranges.map(|(first, last)| format!("\\x{{{:X}}}-\\x{{{:X}}}", u32::from(first), u32::from(last)));
    format!("[{}]", ranges.collect::<String>())
}

/// The classes without those whose strings are all in others. The last ones are left out first: what
/// they say is seen in the strings of many causes.
fn needed(mut classes: Vec<(BypassCause, Language)>) -> Result<Vec<(BypassCause, Language)>, GrammarError> {
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
            rest = rest.difference(other)?.minimal();
        }
        if rest.is_empty() {
            classes.remove(number);
        }
    }
    Ok(classes)
}
