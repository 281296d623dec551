//! Sets of hosts that a program means to reach, or not to reach: domains, the domains below one, and
//! networks of addresses.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use regular_bnf::{GrammarError, Language};

use super::host_spelling::{self, ANY, matching};
use super::network::Network;
use super::special_purpose::{NAMES, NETWORKS};
use crate::base::visible::visible;
use crate::grammar::Grammar;
use crate::url_standard::{Host, Url};

/// Hosts of one kind.
///
/// ```
/// use uri_lineage::language::HostRule;
///
/// assert_eq!("Example.COM".parse(), Ok(HostRule::Domain("example.com".into())));
/// assert_eq!("*.example.com".parse(), Ok(HostRule::Below("example.com".into())));
/// assert!(matches!("10.0.0.0/8".parse(), Ok(HostRule::Network(_))));
/// assert!("https://example.com".parse::<HostRule>().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HostRule {
    /// One domain, as the URL Standard serializes it.
    Domain(String),
    /// All domains that end in a dot and this domain.
    Below(String),
    /// The addresses of a network.
    Network(Network),
}

/// The text is neither a domain nor a network, or it is a domain beyond US-ASCII.
///
/// ```
/// use uri_lineage::language::HostSet;
///
/// let error = "example.com, https://example.org".parse::<HostSet>().unwrap_err();
/// assert!(error.to_string().starts_with("`https://example.org` is no host: expected a domain of US-ASCII"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is no host: expected a domain of US-ASCII, as example.com or *.example.com, an address, or a network, as 10.0.0.0/8", visible(.0))]
pub struct InvalidHostRule(String);

impl FromStr for HostRule {
    type Err = InvalidHostRule;

    fn from_str(text: &str) -> Result<Self, InvalidHostRule> {
        let invalid = || InvalidHostRule(text.to_owned());
        let address = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
        if let Ok(network) = address.parse() {
            return Ok(Self::Network(network));
        }
        let (name, is_below) = text.strip_prefix("*.").map_or((text, false), |name| (name, true));
        // A port is not part of a host, not even that of the scheme, which the parser leaves out.
        if name.contains(':') {
            return Err(invalid());
        }
        let url = Url::parse(&format!("https://{name}/")).map_err(|_| invalid())?;
        match url.host() {
            Some(Host::Domain(domain))
                if url.as_str() == format!("https://{domain}/") && is_decided(domain) && !domain.starts_with('.') =>
            {
                let domain = domain.to_owned();
                Ok(if is_below { Self::Below(domain) } else { Self::Domain(domain) })
            }
            _ => Err(invalid()),
        }
    }
}

/// Whether the spellings of a domain are known: those of a label beyond US-ASCII are not.
fn is_decided(domain: &str) -> bool {
    !domain.contains('*') && domain.split('.').all(|label| !label.starts_with("xn--"))
}

impl fmt::Display for HostRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Domain(name) => f.write_str(name),
            Self::Below(name) => write!(f, "*.{name}"),
            Self::Network(network) => network.fmt(f),
        }
    }
}

/// What a client reads in a host, and looks up or connects to.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::language::{Client, Reached};
///
/// let url = "http://EXAMPLE.com:80\\@example.org/";
/// let reached = Client::new(Grammar::Whatwg)?.reached(url);
/// assert_eq!(reached, Some(Reached::Name("example.com".to_owned())));
/// # Ok::<(), uri_lineage::regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reached {
    /// A name, in small letters.
    Name(String),
    /// An address.
    Address(IpAddr),
}

impl Reached {
    /// The special-purpose network of IANA's registries (RFC 6890) in which an address is, and the document
    /// that reserves it; `None` for other addresses, and for names.
    ///
    /// ```
    /// use uri_lineage::language::Reached;
    ///
    /// let address = Reached::Address("169.254.169.254".parse().unwrap());
    /// assert_eq!(address.special_purpose(), Some(("169.254.0.0/16", "RFC 3927")));
    /// ```
    pub fn special_purpose(&self) -> Option<(&'static str, &'static str)> {
        let Self::Address(address) = self else { return None };
        let is_in = |network: &str| network.parse().is_ok_and(|network: Network| network.contains(*address));
        NETWORKS.into_iter().find(|(network, _)| is_in(network))
    }
}

impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "{}", visible(name)),
            Self::Address(address) => address.fmt(f),
        }
    }
}

/// Which hosts count as members of a set. Of a number with a percent-encoded character beyond US-ASCII
/// it is not decided in which network it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// Those that are surely in the set.
    Certain,
    /// All that may be in it.
    Possible,
}

impl Bound {
    pub fn other(self) -> Self {
        match self {
            Self::Certain => Self::Possible,
            Self::Possible => Self::Certain,
        }
    }
}

/// A set of hosts.
///
/// ```
/// use uri_lineage::language::{HostSet, Reached};
///
/// let hosts: HostSet = "example.com, *.example.com, private".parse()?;
/// let contains = |name: &str| hosts.contains(&Reached::Name(name.to_owned()));
/// assert!(contains("example.com") && contains("a.example.com") && !contains("badexample.com"));
/// assert!(hosts.contains(&Reached::Address("169.254.169.254".parse()?)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HostSet {
    rules: Vec<HostRule>,
}

/// Rules with commas in between. `private` stands for [`HostSet::private`].
impl FromStr for HostSet {
    type Err = InvalidHostRule;

    fn from_str(text: &str) -> Result<Self, InvalidHostRule> {
        let mut set = Self::default();
        for rule in text.split(',').map(str::trim) {
            set.rules.extend(if rule.eq_ignore_ascii_case("private") {
                Self::private().rules
            } else {
                vec![rule.parse()?]
            });
        }
        Ok(set)
    }
}

impl IntoIterator for HostSet {
    type Item = HostRule;
    type IntoIter = std::vec::IntoIter<HostRule>;

    fn into_iter(self) -> Self::IntoIter {
        self.rules.into_iter()
    }
}

impl FromIterator<HostRule> for HostSet {
    fn from_iter<T: IntoIterator<Item = HostRule>>(rules: T) -> Self {
        Self { rules: rules.into_iter().collect() }
    }
}

impl Extend<HostRule> for HostSet {
    fn extend<T: IntoIterator<Item = HostRule>>(&mut self, rules: T) {
        self.rules.extend(rules);
    }
}

impl HostSet {
    /// The networks of IANA's two registries of special-purpose addresses (RFC 6890), and the name
    /// `localhost` (RFC 6761).
    pub fn private() -> Self {
        let networks = NETWORKS.iter().map(|(network, _)| network);
        Self { rules: networks.chain(&NAMES).filter_map(|rule| rule.parse().ok()).collect() }
    }

    /// The set with what else reaches a host of it: a name with a dot at its end, and an IPv6 address
    /// that stands for an IPv4 address (RFC 4291, section 2.5.5.2).
    #[must_use]
    pub fn with_synonyms(mut self) -> Self {
        let synonyms = self.rules.iter().filter_map(|rule| match rule {
            HostRule::Domain(name) if !name.ends_with('.') => Some(HostRule::Domain(format!("{name}."))),
            HostRule::Below(name) if !name.ends_with('.') => Some(HostRule::Below(format!("{name}."))),
            HostRule::Network(network) => network.mapped().map(HostRule::Network),
            _ => None,
        });
        let synonyms: Vec<HostRule> = synonyms.collect();
        self.rules.extend(synonyms);
        self
    }

    /// The rules.
    pub fn rules(&self) -> &[HostRule] {
        &self.rules
    }

    /// Whether a host is in the set.
    pub fn contains(&self, host: &Reached) -> bool {
        self.rules.iter().any(|rule| match (rule, host) {
            (HostRule::Domain(domain), Reached::Name(name)) => domain == name,
            (HostRule::Below(domain), Reached::Name(name)) => {
                name.strip_suffix(domain.as_str()).is_some_and(|rest| rest.ends_with('.'))
            }
            (HostRule::Network(network), Reached::Address(address)) => network.contains(*address),
            _ => false,
        })
    }

    /// The domains of the set as patterns of names in small letters: those of whole names, and those
    /// below others with `below` in front.
    pub(super) fn names(&self, below: &str) -> Option<String> {
        let escaped = |name: &str| name.replace('.', "\\.");
        let names = self.rules.iter().filter_map(|rule| match rule {
            HostRule::Domain(name) => Some(escaped(name)),
            HostRule::Below(name) => Some(format!("{below}{}", escaped(name))),
            HostRule::Network(_) => None,
        });
        let names: Vec<String> = names.collect();
        (!names.is_empty()).then(|| format!("(?:{})", names.join("|")))
    }

    /// The texts of hosts in which a grammar reads a host of the set.
    pub(super) fn hosts(&self, grammar: Grammar, bound: Bound) -> Result<Language, GrammarError> {
        let names: Vec<String> = self.names(&format!("{ANY}*\\.")).into_iter().collect();
        let networks = self.rules.iter().filter_map(|rule| match rule {
            HostRule::Network(network) => Some(network),
            _ => None,
        });
        let (spelled, literal): (Vec<&Network>, Vec<&Network>) =
            networks.partition(|network| network.is_spelled(grammar));
        let patterns = |networks: Vec<&Network>| -> Vec<String> {
            networks.into_iter().map(|network| network.pattern(grammar)).collect()
        };
        let mut hosts = read_as(grammar, &matching(&names)?)?.union(&matching(&patterns(literal))?)?;
        if !spelled.is_empty() {
            hosts = hosts.union(&host_spelling::hosts_without_encoded(&matching(&patterns(spelled))?)?)?;
            if bound == Bound::Possible {
                let encoded = matching(&["[\\s\\S]*%[89A-Fa-f][\\s\\S]*".to_owned()])?;
                hosts = hosts.union(&host_spelling::numbers()?.intersection(&encoded)?)?;
            }
        }
        Ok(hosts.minimal())
    }
}

/// The texts of hosts that a grammar reads as the members of a language.
pub(super) fn read_as(grammar: Grammar, texts: &Language) -> Result<Language, GrammarError> {
    if grammar.facts().ipv4.are_numbers() { host_spelling::hosts(texts) } else { host_spelling::texts(texts) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All networks of the registries are read, and none is within another.
    #[test]
    fn the_networks_of_the_registries_are_networks() {
        let networks: Vec<Network> = NETWORKS.iter().map(|(network, _)| network.parse().unwrap()).collect();
        assert_eq!(HostSet::private().rules().len(), NETWORKS.len() + NAMES.len());
        for (first, network) in networks.iter().enumerate() {
            for (second, other) in networks.iter().enumerate() {
                assert!(first == second || !network.contains(other.first()), "{other} is in {network}");
            }
        }
    }

    #[test]
    fn other_texts_are_no_hosts() {
        for text in [
            "",
            "*",
            "*.",
            ".example.com",
            "xn--bcher-kva.example",
            "b\u{FC}cher.example",
            "a b",
            "a/",
            "a:80",
            "u@a",
            "http://a",
            "11.0.0.0/7",
            "1.2.3",
            "a#",
            "[::1",
        ] {
            assert!(text.parse::<HostRule>().is_err(), "{text:?}: {:?}", text.parse::<HostRule>());
        }
        assert_eq!("[::1]".parse::<HostRule>().unwrap().to_string(), "::1/128");
        assert_eq!("*.EXAMPLE".parse::<HostRule>().unwrap().to_string(), "*.example");
    }
}
