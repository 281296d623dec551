//! Hosts that end in a number: IPv4 addresses for the URL Standard, and names for other documents.

use std::sync::OnceLock;

use regular_bnf::{ContentCondition, GrammarError, Language};

use super::{host_spelling, spans};
use crate::base::component::Component;
use crate::grammar::published::Reading;
use crate::grammar::{Grammar, Ipv4Hosts};
use crate::url_standard::special_schemes;

/// The strings in whose host the URL Standard reads an IPv4 address. Whether another grammar finds the
/// same text as the host is not decided here; [`ReadingDifferences`](super::ReadingDifferences) does.
///
/// The standard reads an address where a host ends in a number (section 3.5): in one to four parts,
/// in decimal, octal or hexadecimal digits, some of them percent-encoded. A document reads an address
/// in four decimal numbers only, and a name in other hosts.
///
/// With the feature `idna` there are also hosts of which IDNA processing makes numbers, since it maps
/// digits beyond US-ASCII to others. All such hosts are among the strings; also some that the standard
/// refuses, and names whose parts are percent-encoded characters beyond US-ASCII alone.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::language::NumberHosts;
///
/// let hosts = NumberHosts::read_by(&[Some(Grammar::Rfc3986), Some(Grammar::Whatwg)])?.unwrap();
/// // A name for RFC 3986, and 127.0.0.1 for a browser.
/// let differs = ["http://2130706433/", "http://0x7f.1", "http://127.0.0.1/", "http://a.b"].map(|url| hosts.differing().contains(url));
/// assert_eq!(differs, [true, true, false, false]);
/// // The documents of 1994 do not say that zeros in front are octal.
/// let hosts = NumberHosts::read_by(&[Some(Grammar::Rfc1738), Some(Grammar::Whatwg)])?.unwrap();
/// assert!(hosts.differing().contains("http://127.0.0.010/") && !hosts.differing().contains("http://127.0.0.01/"));
/// assert!(NumberHosts::read_by(&[Some(Grammar::Rfc3986), None])?.is_none());
/// # Ok::<(), uri_lineage::regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone)]
pub struct NumberHosts {
    all: Language,
    differing: Language,
    classes: Vec<NumberHostClass>,
}

/// Strings in whose host the same sides read the address that the URL Standard reads, and others a name
/// or another address.
///
/// ```
/// use uri_lineage::Grammar::{Rfc1738, Rfc3986, Whatwg};
/// use uri_lineage::language::NumberHosts;
///
/// let hosts = NumberHosts::read_by(&[Some(Rfc1738), Some(Rfc3986), Some(Whatwg)])?.unwrap();
/// // RFC 1738 and a browser read the address 127.0.0.1, and RFC 3986 a name.
/// let mut classes = hosts.classes().iter();
/// let class = classes.find(|class| class.strings.contains("http://127.0.0.01/")).unwrap();
/// assert_eq!(class.reads, [true, false, true]);
/// # Ok::<(), uri_lineage::regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone)]
pub struct NumberHostClass {
    /// For each side whether it reads that address.
    pub reads: Vec<bool>,
    /// The strings.
    pub strings: Language,
}

impl NumberHosts {
    /// The strings for some sides: a grammar whose whole inputs are read, or `None` for any other
    /// side, which reads a host as it is written. `None` unless some sides read the hosts as the URL
    /// Standard does, and others do not.
    ///
    /// # Errors
    ///
    /// An error in the productions, which does not occur for the grammars of this library.
    pub fn read_by(sides: &[Option<Grammar>]) -> Result<Option<Self>, GrammarError> {
        let kinds: Vec<Ipv4Hosts> =
            sides.iter().map(|side| side.map_or(Ipv4Hosts::Octets, |grammar| grammar.facts().ipv4)).collect();
        let is_standard = |kind: &Ipv4Hosts| kind.are_numbers();
        let standard = sides.iter().zip(&kinds).find(|(_, kind)| is_standard(kind));
        let Some(grammar) = standard.and_then(|(side, _)| *side) else { return Ok(None) };
        // The kinds of the documents, the one with the most addresses first.
        let mut documents: Vec<Ipv4Hosts> = kinds.iter().copied().filter(|kind| !is_standard(kind)).collect();
        documents.sort_unstable_by(|left, right| right.cmp(left));
        documents.dedup();
        let Some(fewest) = documents.last() else { return Ok(None) };
        let addresses = addresses(grammar)?;
        // IDNA processing makes no number of a valid domain.
        let has_valid = sides.iter().flatten().any(|grammar| grammar.facts().has_valid_domains);
        let all = if has_valid { &addresses.ascii } else { &addresses.all };
        let without = |left: &Language, right: &Language| left.difference(right).map(|strings| strings.minimal());
        let (mut classes, mut larger) = (Vec::new(), all);
        for document in &documents {
            let reads = kinds.iter().map(|kind| kind > document).collect();
            classes.push(NumberHostClass { reads, strings: without(larger, addresses.of(*document))? });
            larger = addresses.of(*document);
        }
        let differing = without(all, addresses.of(*fewest))?;
        Ok(Some(Self { all: all.clone(), differing, classes }))
    }

    /// The strings in whose host the URL Standard reads an IPv4 address.
    pub fn all(&self) -> &Language {
        &self.all
    }

    /// Those in which another side, if it finds the same text as the host, reads something else in it: a
    /// name, or another address.
    pub fn differing(&self) -> &Language {
        &self.differing
    }

    /// The same by the sides that read the address. Each string is in one class.
    pub fn classes(&self) -> &[NumberHostClass] {
        &self.classes
    }
}

/// The strings in whose host a grammar reads an IPv4 address.
struct Addresses {
    all: Language,
    /// Those that the grammar accepts examined.
    ascii: Language,
    /// Those of four decimal numbers that a document reads alike: without zeros in front, with at most
    /// three digits, and with any number of digits.
    octets: Language,
    three_digits: Language,
    decimal: Language,
}

/// The strings in whose host a grammar reads an address, computed once.
fn addresses(grammar: Grammar) -> Result<&'static Addresses, GrammarError> {
    static ALL: [OnceLock<Result<Addresses, GrammarError>>; Grammar::ALL.len()] =
        [const { OnceLock::new() }; Grammar::ALL.len()];
    ALL[grammar as usize].get_or_init(|| Addresses::new(grammar)).as_ref().map_err(Clone::clone)
}

impl Addresses {
    fn new(grammar: Grammar) -> Result<Self, GrammarError> {
        // What is the same in octal digits, after zeros.
        const OCTET: &str = "[89]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5]";
        let Ipv4Hosts::Numbers { address } = grammar.facts().ipv4 else {
            return Err(GrammarError::NoRule(grammar.to_string()));
        };
        let [hosts] = spans::of_kept_text(grammar, [Component::Host])?;
        // After another scheme no host is an IPv4 address.
        let schemes: Vec<&str> = special_schemes().collect();
        let special = Language::matching(&format!("^(?i-u:{}):", schemes.join("|")))?;
        let strings = |texts: &Language| -> Result<Language, GrammarError> {
            spans::inputs(grammar, hosts.with(ContentCondition::In(texts))?.intersection(&special)?)
        };
        let four = |small: &str| {
            let number = format!("(?:{small}|{OCTET})");
            strings(&host_spelling::matching(&[format!("{number}(?:\\.{number}){{3}}")])?)
        };
        let address = Language::new(grammar.bnf(Reading::Corrected), address)?;
        let ascii = strings(&address)?;
        let numbers = host_spelling::possible_numbers()?;
        Ok(Self {
            all: if cfg!(feature = "idna") { strings(&numbers)? } else { ascii.clone() },
            ascii,
            octets: four("[0-7]")?,
            three_digits: four("0{0,2}[0-7]")?,
            decimal: four("0*[0-7]")?,
        })
    }

    /// Those that a document of a kind reads alike.
    fn of(&self, kind: Ipv4Hosts) -> &Language {
        match kind {
            Ipv4Hosts::Octets => &self.octets,
            Ipv4Hosts::ThreeDigits => &self.three_digits,
            Ipv4Hosts::Decimal => &self.decimal,
            Ipv4Hosts::Numbers { .. } => &self.all,
        }
    }
}
