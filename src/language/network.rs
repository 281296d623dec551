//! Networks of IP addresses, and the hosts that are addresses in them, however they are written.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use regular_bnf::{GrammarError, Language};

use super::host_spelling::{hosts_without_encoded, matching};
use crate::base::component::Part;
use crate::base::visible::visible;
use crate::grammar::published::Reading;
use crate::grammar::{Grammar, Ipv4Hosts};

/// A network of IPv4 or IPv6 addresses, in CIDR notation (RFC 4632, section 3.1; RFC 4291, section
/// 2.3): all addresses that begin with the same bits. An address alone is the network of itself.
///
/// ```
/// use std::net::IpAddr;
/// use uri_lineage::language::Network;
///
/// let loopback: Network = "127.0.0.0/8".parse()?;
/// assert!(loopback.contains("127.1.2.3".parse::<IpAddr>()?) && !loopback.contains("128.0.0.1".parse::<IpAddr>()?));
/// assert_eq!("::1".parse::<Network>()?.to_string(), "::1/128");
/// assert!("127.0.0.1/8".parse::<Network>().is_err(), "bits after the prefix");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Network {
    first: IpAddr,
    prefix: u8,
}

/// The text is not a network in CIDR notation.
///
/// ```
/// use uri_lineage::language::Network;
///
/// let error = "10.0.0.0/33".parse::<Network>().unwrap_err();
/// assert!(error.to_string().starts_with("`10.0.0.0/33` is no network: expected an address, or one with `/`"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is no network: expected an address, or one with `/` and the number of its first bits, and zeros after them", visible(.0))]
pub struct InvalidNetwork(String);

impl FromStr for Network {
    type Err = InvalidNetwork;

    fn from_str(text: &str) -> Result<Self, InvalidNetwork> {
        let invalid = || InvalidNetwork(text.to_owned());
        let (address, prefix) = text.split_once('/').map_or((text, None), |(address, prefix)| (address, Some(prefix)));
        let first: IpAddr = address.parse().map_err(|_| invalid())?;
        let bits = bits_of(first);
        let prefix = match prefix {
            Some(prefix) if prefix.bytes().all(|byte| byte.is_ascii_digit()) => {
                prefix.parse().map_err(|_| invalid())?
            }
            Some(_) => return Err(invalid()),
            None => bits,
        };
        let network = Self { first, prefix };
        let has_zeros = prefix <= bits && number(first) & network.mask() == 0;
        if has_zeros { Ok(network) } else { Err(invalid()) }
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.first, self.prefix)
    }
}

/// The number of bits of an address of this version.
fn bits_of(address: IpAddr) -> u8 {
    if address.is_ipv4() { 32 } else { 128 }
}

/// The bits of an address as a number.
fn number(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => address.to_bits().into(),
        IpAddr::V6(address) => address.to_bits(),
    }
}

impl Network {
    /// The first address.
    pub fn first(&self) -> IpAddr {
        self.first
    }

    /// The network of the IPv6 addresses that stand for those of a network of IPv4 (RFC 4291, section
    /// 2.5.5.2).
    pub(super) fn mapped(&self) -> Option<Self> {
        match self.first {
            IpAddr::V4(first) => Some(Self { first: first.to_ipv6_mapped().into(), prefix: 96 + self.prefix }),
            IpAddr::V6(_) => None,
        }
    }

    /// The bits after the prefix.
    fn mask(&self) -> u128 {
        let free = u32::from(bits_of(self.first) - self.prefix);
        1u128.checked_shl(free).map_or(u128::MAX, |bit| bit - 1)
    }

    /// Whether an address is in the network. An IPv4 address is in no network of IPv6.
    pub fn contains(&self, address: impl Into<IpAddr>) -> bool {
        let address = address.into();
        address.is_ipv4() == self.first.is_ipv4() && number(address) & !self.mask() == number(self.first)
    }

    /// The hosts of a grammar that are addresses in the network, as they may be written.
    ///
    /// The parser of the URL Standard reads IPv4 addresses of one to four numbers in decimal, octal
    /// and hexadecimal digits, some of them percent-encoded (section 3.5). With the feature `idna` there
    /// are also characters beyond US-ASCII that Unicode's IDNA processing maps to digits, but for those
    /// that are percent-encoded. A document reads four decimal numbers. An IPv6 address has brackets
    /// around it. A grammar without a production for hosts alone (RFC 1808, the generic grammar of RFC
    /// 1630) has none.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::language::Network;
    ///
    /// let loopback: Network = "127.0.0.0/8".parse()?;
    /// let browser = loopback.hosts(Grammar::Whatwg)?;
    /// assert!(["127.0.0.1", "127.1", "0x7f.0.0.1", "2130706433", "0177.%30.1"].iter().all(|host| browser.contains(host)));
    /// assert!(["128.0.0.1", "1.127.0.0", "127.0.0.256", "[::1]"].iter().all(|host| !browser.contains(host)));
    /// let document = loopback.hosts(Grammar::Rfc3986)?;
    /// assert!(document.contains("127.0.0.1") && !document.contains("127.1"));
    /// let mapped: Network = "::ffff:127.0.0.0/104".parse()?;
    /// assert!(mapped.hosts(Grammar::Rfc3986)?.contains("[::FFFF:7f00:1]"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`], which does not occur for the grammars of this library.
    pub fn hosts(&self, grammar: Grammar) -> Result<Language, GrammarError> {
        let mut addresses = matching(&[self.pattern(grammar)])?;
        if self.is_spelled(grammar) {
            addresses = hosts_without_encoded(&addresses)?;
        }
        let bnf = grammar.bnf(Reading::Corrected);
        let hosts = grammar.facts().parts.iter().filter(|(part, _)| *part == Part::Host);
        let host = hosts.flat_map(|(_, names)| names.iter()).find(|name| bnf.get(name).is_some());
        match host {
            Some(host) => Ok(addresses.intersection(&Language::new(bnf, host)?)?.minimal()),
            None => addresses.difference(&addresses),
        }
    }

    /// A pattern of the addresses as a grammar reads them.
    pub(super) fn pattern(&self, grammar: Grammar) -> String {
        match self.first {
            IpAddr::V4(_) => match grammar.facts().ipv4 {
                Ipv4Hosts::Numbers { .. } => self.numbers(),
                Ipv4Hosts::Decimal | Ipv4Hosts::ThreeDigits => self.decimal_numbers("0*"),
                Ipv4Hosts::Octets => self.decimal_numbers(""),
            },
            IpAddr::V6(_) => format!("\\[(?:{})\\]", self.ipv6().join("|")),
        }
    }

    /// Whether the grammar decodes and maps what is written before it reads an address.
    pub(super) fn is_spelled(&self, grammar: Grammar) -> bool {
        self.first.is_ipv4() && grammar.facts().ipv4.are_numbers()
    }

    /// The least and the greatest value of some bits of the addresses: `count` bits from `start` on.
    fn range(&self, start: u32, count: u32) -> [u128; 2] {
        let shift = u32::from(bits_of(self.first)) - start - count;
        [number(self.first), number(self.first) | self.mask()].map(|number| number >> shift & ((1 << count) - 1))
    }

    /// A pattern of IPv4 addresses as the URL Standard reads them: the last number has all bits that
    /// the others leave.
    fn numbers(&self) -> String {
        let forms = (1..=4).map(|count| {
            let octets = (0..count - 1).map(|index| any_base(self.range(8 * index, 8)));
            let last = any_base(self.range(8 * (count - 1), 8 * (5 - count)));
            octets.chain([last]).collect::<Vec<_>>().join("\\.")
        });
        format!("(?:{})\\.?", forms.collect::<Vec<_>>().join("|"))
    }

    /// A pattern of four decimal numbers, each with some zeros in front.
    fn decimal_numbers(&self, zeros: &str) -> String {
        let octets = (0..4).map(|index| format!("{zeros}{}", number_without_zeros(self.range(8 * index, 8), 10)));
        octets.collect::<Vec<_>>().join("\\.")
    }

    /// Patterns of IPv6 addresses: eight pieces, of which `::` replaces some that are zero, and the
    /// last two may be an IPv4 address.
    fn ipv6(&self) -> Vec<String> {
        let piece = |index: u32| piece(self.range(16 * index, 16));
        let octet = |index: u32| number_without_zeros(self.range(96 + 8 * index, 8), 10);
        let ipv4 = (0..4).map(octet).collect::<Vec<_>>().join("\\.");
        // The pieces from an index on, in both forms.
        let pieces_from = |first: u32| {
            let all: Vec<String> = (first..8).map(piece).collect();
            let with_ipv4 = (first <= 6).then(|| (first..6).map(piece).chain([ipv4.clone()]).collect::<Vec<_>>());
            [all].into_iter().chain(with_ipv4).map(|pieces| pieces.join(":")).collect::<Vec<_>>()
        };
        let mut patterns = pieces_from(0);
        for from in 0..8 {
            let before: Vec<String> = (0..from).map(piece).collect();
            for to in from + 1..=8 {
                let is_zero = (from..to).all(|index| self.range(16 * index, 16)[0] == 0);
                let after = if is_zero { pieces_from(to) } else { Vec::new() };
                patterns.extend(after.iter().map(|after| format!("{}::{after}", before.join(":"))));
            }
        }
        patterns
    }
}

/// A pattern of one digit within bounds, in small letters.
fn digit([least, greatest]: [u128; 2]) -> String {
    let digits = (least..=greatest).map(|number| char::from(b"0123456789abcdef"[number as usize]));
    format!("[{}]", digits.collect::<String>())
}

/// A pattern of the numbers within bounds that have a number of digits, zeros in front included.
fn number_of_length([least, greatest]: [u128; 2], radix: u128, length: u32) -> String {
    let Some(rest) = length.checked_sub(1) else { return String::new() };
    let unit = radix.pow(rest);
    let [low, high] = [least, greatest].map(|number| number / unit);
    let last = unit - 1;
    if low == high {
        return digit([low, high]) + &number_of_length([least % unit, greatest % unit], radix, rest);
    }
    let mut patterns = Vec::new();
    let has_all_low = least % unit == 0;
    let has_all_high = greatest % unit == last;
    if !has_all_low {
        patterns.push(digit([low, low]) + &number_of_length([least % unit, last], radix, rest));
    }
    if !has_all_high {
        patterns.push(digit([high, high]) + &number_of_length([0, greatest % unit], radix, rest));
    }
    let whole = [low + u128::from(!has_all_low), high - u128::from(!has_all_high)];
    if whole[0] <= whole[1] {
        let any = digit([0, radix - 1]);
        patterns.push(format!("{}{any}{{{rest}}}", digit(whole)));
    }
    format!("(?:{})", patterns.join("|"))
}

/// A pattern of the numbers within bounds without zeros in front.
fn number_without_zeros([least, greatest]: [u128; 2], radix: u128) -> String {
    let mut patterns = Vec::new();
    for length in 1.. {
        let from = if length == 1 { 0 } else { radix.pow(length - 1) };
        if from > greatest {
            break;
        }
        let bounds = [least.max(from), greatest.min(radix.pow(length) - 1)];
        if bounds[0] <= bounds[1] {
            patterns.push(number_of_length(bounds, radix, length));
        }
    }
    format!("(?:{})", patterns.join("|"))
}

/// A pattern of the numbers within bounds as the IPv4 number parser reads them (section 3.5):
/// hexadecimal after `0x`, octal after `0`, or decimal.
fn any_base(bounds: [u128; 2]) -> String {
    let [decimal, octal, hexadecimal] = [10, 8, 16].map(|radix| number_without_zeros(bounds, radix));
    let zero_alone = if bounds[0] == 0 { "|0x" } else { "" };
    format!("(?:{decimal}|0+{octal}|0x0*{hexadecimal}{zero_alone})")
}

/// A pattern of a piece of an IPv6 address within bounds: one to four digits.
fn piece(bounds: [u128; 2]) -> String {
    let patterns = (1..=4).filter_map(|length| {
        let greatest = bounds[1].min(16u128.pow(length) - 1);
        (bounds[0] <= greatest).then(|| number_of_length([bounds[0], greatest], 16, length))
    });
    format!("(?i:{})", patterns.collect::<Vec<_>>().join("|"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::url_standard::{Host, Url};

    /// The address of a host for the URL Standard.
    fn address(host: &str) -> Option<IpAddr> {
        // Another text would end at a delimiter.
        Grammar::Whatwg.production("host-special")?.accepts(host).then_some(())?;
        match Url::parse(&format!("http://{host}/")).ok()?.host()? {
            Host::Ipv4(address) => Some(address.into()),
            Host::Ipv6(address) => Some(address.into()),
            _ => None,
        }
    }

    #[test]
    fn all_addresses_are_those_of_the_grammar() {
        for (network, production) in [("0.0.0.0/0", "IPv4-host"), ("::/0", "IPv6-host")] {
            let hosts = network.parse::<Network>().unwrap().hosts(Grammar::Whatwg).unwrap();
            let all = Language::new(Grammar::Whatwg.bnf(Reading::Corrected), production).unwrap();
            // The productions are those of US-ASCII.
            let ascii = hosts.intersection(&Language::matching(r"^[\x00-\x7F]*$").unwrap()).unwrap();
            assert_eq!(ascii, all, "{network}");
        }
    }

    /// A host is a member if and only if its address is in the network: members, near misses, and
    /// hosts of the networks around it.
    #[test]
    fn a_host_is_in_a_network_if_its_address_is() {
        let networks = [
            "127.0.0.0/8",
            "169.254.169.254",
            "10.0.0.0/8",
            "172.16.0.0/12",
            "100.64.0.0/10",
            "0.0.0.0/1",
            "::1",
            "::ffff:0:0/96",
            "fe80::/10",
            "2001:db8::/32",
            "64:ff9b::/96",
            "fc00::/7",
        ];
        let networks = networks.map(|network| network.parse::<Network>().unwrap());
        if cfg!(feature = "idna") {
            let hosts = networks[2].hosts(Grammar::Whatwg).unwrap();
            assert!(hosts.contains("⑩.0.0.①") && hosts.contains("1\u{AD}0。0.１") && !hosts.contains("⑪.0.0.1"));
        }
        let all = ["0.0.0.0/0", "::/0"].map(|all| all.parse::<Network>().unwrap().hosts(Grammar::Whatwg).unwrap());
        let mut inside = 0;
        for network in networks {
            let hosts = network.hosts(Grammar::Whatwg).unwrap();
            let texts =
                hosts.members().take(200).chain(hosts.sample(1).take(300)).chain(hosts.near_misses(2).take(300));
            for text in texts.chain(all.iter().flat_map(|all| all.sample(3).take(300))) {
                let is_inside = address(&text).is_some_and(|address| network.contains(address));
                assert_eq!(hosts.contains(&text), is_inside, "{network}: {text:?}");
                inside += usize::from(is_inside);
            }
        }
        assert!(inside > 5_000, "{inside}");
    }

    /// A document has no other forms than its productions.
    #[test]
    fn hosts_of_documents_are_members_of_their_productions() {
        let network: Network = "127.0.0.0/8".parse().unwrap();
        let contains = |grammar: Grammar, host: &str| network.hosts(grammar).unwrap().contains(host);
        assert!(contains(Grammar::Rfc1738, "127.0.0.01") && !contains(Grammar::Rfc3986, "127.0.0.01"));
        for grammar in Grammar::all() {
            assert!(!contains(grammar, "128.0.0.1") && !contains(grammar, "127.0.0.1.a"), "{grammar}");
            let has_hosts = ![Grammar::Rfc1808, Grammar::Rfc1630Generic].contains(&grammar);
            assert_eq!(contains(grammar, "127.0.0.1"), has_hosts, "{grammar}");
        }
        let loopback: Network = "::1".parse().unwrap();
        let with_ipv6 = Grammar::all().filter(|&grammar| loopback.hosts(grammar).unwrap().contains("[::1]"));
        assert_eq!(with_ipv6.count(), 5);
    }

    #[test]
    fn other_texts_are_no_networks() {
        for text in
            ["", "1.2.3", "1.2.3.4/33", "1.2.3.0/23", "1.2.3.4/+32", "1.2.3.4/", "::/129", "[::1]", "1.2.3.4/8/8", "a"]
        {
            assert!(text.parse::<Network>().is_err(), "{text:?}");
        }
        for text in ["0.0.0.0/0", "::/0", "1.2.3.4/32", "::ffff:1.2.3.0/120"] {
            assert_eq!(text.parse::<Network>().unwrap().to_string(), text);
        }
    }
}
