//! Hosts that end in a number: IPv4 addresses for the URL Standard, and names for other documents.

use std::sync::OnceLock;

#[cfg(feature = "idna")]
use regular_bnf::RegexError;
use regular_bnf::{ContentCondition, Language, LanguageError, Place, ProofError, Spans};

#[cfg(feature = "idna")]
use super::mapped_numbers::mapped_numbers;
use crate::grammar::Grammar;
use crate::grammar::Ipv4Hosts;
use crate::grammar::published::Reading;

/// The strings in whose host the URL Standard reads an IPv4 address, and another grammar or pattern
/// the same text.
///
/// The standard reads an address where a host ends in a number (section 3.5): in one to four parts,
/// in decimal, octal or hexadecimal digits, some of them percent-encoded. With the feature `idna`,
/// these are also digits beyond US-ASCII that IDNA processing maps to such digits; then a host that
/// begins with a digit, and consists of such characters and of the letters of hexadecimal numbers, is
/// taken for a number even if it is none. A document reads an address in four decimal numbers only, and
/// a name in other hosts.
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
/// # Ok::<(), uri_lineage::proof::ProofError>(())
/// ```
#[derive(Debug, Clone)]
pub struct NumberHosts {
    all: Language,
    differing: Language,
    classes: Vec<NumberHostClass>,
}

/// Strings in whose host the same sides read an address, and not all of them.
#[derive(Debug, Clone)]
pub struct NumberHostClass {
    /// For each side whether it reads the address.
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
    /// [`ProofError::TooLarge`], which does not occur for the grammars of this library.
    pub fn read_by(sides: &[Option<Grammar>]) -> Result<Option<Self>, ProofError> {
        let ipv4 = |side: &Option<Grammar>| side.map_or(&Ipv4Hosts::Octets, |grammar| &grammar.facts().ipv4);
        let is_standard = |side: &Option<Grammar>| matches!(ipv4(side), Ipv4Hosts::Numbers { .. });
        let is_decimal = |side: &Option<Grammar>| matches!(ipv4(side), Ipv4Hosts::Decimal);
        let Some(grammar) = sides.iter().find(|side| is_standard(side)).copied().flatten() else { return Ok(None) };
        let has_decimal = sides.iter().any(is_decimal);
        let has_octets = sides.iter().any(|side| matches!(ipv4(side), Ipv4Hosts::Octets));
        let Addresses { all, octets, decimal } = addresses(grammar)?;
        let without = |left: &Language, right: &Language| {
            left.difference(right).map(|strings| strings.minimal()).map_err(too_large)
        };
        let class = |reads: &dyn Fn(&Option<Grammar>) -> bool, strings: Language| NumberHostClass {
            reads: sides.iter().map(reads).collect(),
            strings,
        };
        let classes = match (has_decimal, has_octets) {
            (false, false) => return Ok(None),
            (false, true) => vec![class(&is_standard, without(all, octets)?)],
            (true, false) => vec![class(&is_standard, without(all, decimal)?)],
            (true, true) => vec![
                class(&is_standard, without(all, decimal)?),
                class(&|side| is_standard(side) || is_decimal(side), without(decimal, octets)?),
            ],
        };
        let differing = without(all, if has_octets { octets } else { decimal })?;
        Ok(Some(Self { all: all.clone(), differing, classes }))
    }

    /// The strings in whose host the URL Standard reads an IPv4 address.
    pub fn all(&self) -> &Language {
        &self.all
    }

    /// Those in which another side reads something else: a name, or another address.
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
    /// Those of four decimal numbers without zeros in front.
    octets: Language,
    /// Those of four numbers that are the same in octal and in decimal.
    decimal: Language,
}

/// The strings in whose host a grammar reads an address, computed once.
fn addresses(grammar: Grammar) -> Result<&'static Addresses, ProofError> {
    static ALL: [OnceLock<Result<Addresses, ProofError>>; Grammar::ALL.len()] =
        [const { OnceLock::new() }; Grammar::ALL.len()];
    ALL[grammar as usize].get_or_init(|| Addresses::new(grammar)).as_ref().map_err(Clone::clone)
}

impl Addresses {
    fn new(grammar: Grammar) -> Result<Self, ProofError> {
        const OCTET: &str = "(?:[0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])";
        const SAME_IN_OCTAL: &str = "(?:0*[0-7]|[89]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])";
        let Ipv4Hosts::Numbers { host, address } = grammar.facts().ipv4 else {
            return Err(ProofError::NoRule(grammar.to_string()));
        };
        let [hosts] = Spans::from_pest(grammar.pest(), grammar.facts().minimal_entries, [&[Place::rule(host)]])?;
        let strings = |texts: &Language| {
            let strings = hosts.with(ContentCondition::In(texts))?;
            match grammar.ignored() {
                Some(ignored) => strings.ignoring(ignored).map_err(too_large),
                None => Ok(strings),
            }
        };
        let four = |number: &str| {
            let texts = Language::matching(&format!("^{number}(?:\\.{number}){{3}}$"));
            strings(&texts.map_err(|error| ProofError::TooLarge(error.to_string()))?)
        };
        Ok(Self { all: strings(&numbers(grammar, address)?)?, octets: four(OCTET)?, decimal: four(SAME_IN_OCTAL)? })
    }
}

/// The texts of the production for hosts that are IPv4 addresses, and those that IDNA processing may
/// make one.
fn numbers(grammar: Grammar, production: &str) -> Result<Language, ProofError> {
    let numbers = Language::new(grammar.bnf(Reading::Corrected), production).map_err(too_large)?;
    #[cfg(feature = "idna")]
    let numbers = {
        let pattern = |error: RegexError| ProofError::TooLarge(error.to_string());
        let (all, mapped) = (Language::matching("").map_err(pattern)?, mapped_numbers().map_err(pattern)?);
        let neither = all.difference(&numbers).and_then(|others| others.difference(&mapped));
        all.difference(&neither.map_err(too_large)?).map_err(too_large)?
    };
    Ok(numbers)
}

fn too_large(error: LanguageError) -> ProofError {
    ProofError::TooLarge(error.to_string())
}
