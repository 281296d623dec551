//! How a host may be written that the parser of the URL Standard reads as a domain or an address
//! (section 3.5): in small and capital letters, percent-encoded, and in characters beyond US-ASCII of
//! which Unicode's IDNA processing (UTS 46) makes US-ASCII.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regular_bnf::{CharSet, GrammarError, Language, Spelling};

/// What stands for any one character in a language of hosts.
pub(super) const ANY: &str = "\\x{FFFC}";

/// The texts that one of some patterns matches as a whole.
pub(super) fn matching(patterns: &[String]) -> Result<Language, GrammarError> {
    // No text follows its end.
    let pattern = if patterns.is_empty() { "$.".to_owned() } else { patterns.join("|") };
    Ok(Language::matching(&format!("^(?:{pattern})$"))?)
}

/// The hosts that the parser reads as the members of a language, which are in small letters of
/// US-ASCII; [`ANY`] stands for any character.
pub(super) fn hosts(read: &Language) -> Result<Language, GrammarError> {
    static SPELLINGS: LazyLock<Vec<Spelling>> = LazyLock::new(|| [ascii(), beyond_ascii(), encoded()].concat());
    read.spelled(&SPELLINGS)
}

/// The same without those that have a percent-encoded character beyond US-ASCII, which would make the
/// automaton of a network too large.
pub(super) fn hosts_without_encoded(read: &Language) -> Result<Language, GrammarError> {
    static SPELLINGS: LazyLock<Vec<Spelling>> = LazyLock::new(|| [ascii(), beyond_ascii()].concat());
    read.spelled(&SPELLINGS)
}

/// The hosts that the parser reads as numbers with dots in between. They may be too great, and there
/// may be too many: the parser refuses such a host.
pub(super) fn numbers() -> Result<Language, GrammarError> {
    static NUMBERS: LazyLock<Result<Language, GrammarError>> = LazyLock::new(|| hosts(&number_texts()?));
    NUMBERS.clone()
}

/// The same; a percent-encoded character beyond US-ASCII counts as any, so that the automaton is
/// smaller, and some names are taken for numbers.
pub(super) fn possible_numbers() -> Result<Language, GrammarError> {
    static SPELLINGS: LazyLock<Vec<Spelling>> = LazyLock::new(|| {
        // What more than one digit may be, one may be.
        let texts = beyond_ascii().into_iter().map(|spelling| spelling.read).filter(|read| read.len() < 2);
        [ascii(), beyond_ascii(), texts.flat_map(any_encoded).collect()].concat()
    });
    number_texts()?.spelled(&SPELLINGS)
}

/// Numbers of any base with dots in between.
fn number_texts() -> Result<Language, GrammarError> {
    const NUMBER: &str = "(?:[0-9]+|0x[0-9a-f]*)";
    matching(&[format!("{NUMBER}(?:\\.{NUMBER})*\\.?")])
}

/// The texts that a document reads as the members of a language, which are in small letters: letters
/// of either case, and characters that are percent-encoded; [`ANY`] stands for any character.
pub(super) fn texts(read: &Language) -> Result<Language, GrammarError> {
    static ASCII: LazyLock<Vec<Spelling>> = LazyLock::new(ascii);
    read.spelled(&ASCII)
}

/// A character of US-ASCII as itself and percent-encoded, and any character.
fn ascii() -> Vec<Spelling> {
    let any = Spelling { written: vec![CharSet::all()], read: "\u{FFFC}".to_owned() };
    // A percent sign that stands for itself is in no domain.
    let characters = (0..=0x7F).map(char::from).filter(|&c| c != '%');
    let spellings = characters.flat_map(|c| {
        let read = String::from(c.to_ascii_lowercase());
        [Spelling { written: vec![c.into()], read: read.clone() }, percent_encoded(c, &read)]
    });
    spellings.chain([any]).collect()
}

/// A character, percent-encoded, as a text.
fn percent_encoded(c: char, read: &str) -> Spelling {
    let octets: String = String::from(c).into_bytes().into_iter().map(|octet| format!("%{octet:02X}")).collect();
    Spelling { written: octets.chars().map(in_either_case).collect(), read: read.to_owned() }
}

fn in_either_case(c: char) -> CharSet {
    CharSet::from(c).union(&c.to_ascii_lowercase().into())
}

/// The characters beyond US-ASCII that are mapped to US-ASCII or removed, each with what becomes of it.
///
/// A character is judged alone: the normalization that follows composes none of US-ASCII. Without IDNA
/// processing all remain as they are.
fn mapped() -> &'static [(char, String)] {
    #[cfg(feature = "idna")]
    static MAPPED: LazyLock<Vec<(char, String)>> = LazyLock::new(|| {
        let mapped = |c| Some((c, crate::url_standard::mapped_character(c)?));
        ('\u{80}'..=char::MAX).filter_map(mapped).collect()
    });
    #[cfg(not(feature = "idna"))]
    static MAPPED: LazyLock<Vec<(char, String)>> = LazyLock::new(Vec::new);
    &MAPPED
}

/// These characters as they are, by what becomes of them.
fn beyond_ascii() -> Vec<Spelling> {
    let mut sets = BTreeMap::<&str, CharSet>::new();
    for (c, read) in mapped() {
        let set = sets.entry(read).or_default();
        *set = set.union(&(*c).into());
    }
    sets.into_iter().map(|(read, set)| Spelling { written: vec![set], read: read.to_owned() }).collect()
}

/// These characters, percent-encoded.
fn encoded() -> Vec<Spelling> {
    mapped().iter().map(|(c, read)| percent_encoded(*c, read)).collect()
}

/// Any character beyond US-ASCII, percent-encoded, as a text.
fn any_encoded(read: String) -> impl Iterator<Item = Spelling> {
    let one_of = |digits: &str| digits.chars().map(in_either_case).reduce(|set, c| set.union(&c));
    let octet = move |first| ["%", first, "0123456789ABCDEF"].into_iter().filter_map(one_of);
    (1..=3).map(move |more| {
        let octets = ["CDEF"].into_iter().chain(std::iter::repeat_n("89AB", more));
        Spelling { written: octets.flat_map(octet).collect(), read: read.clone() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::url_standard::{Host, Url};

    /// What is written in any of these ways is the same host, and nothing else is.
    #[test]
    fn a_host_has_exactly_its_spellings() {
        let read = Language::matching("^(?:kg\\.a1|0x7f)$").unwrap();
        let hosts = hosts(&read).unwrap();
        let host = |text: &str| match Url::parse(&format!("http://{text}/")).ok()?.host()? {
            Host::Domain(domain) => Some(domain.to_owned()),
            Host::Ipv4(address) => Some(address.to_string()),
            _ => None,
        };
        let [name, address] = ["kg.a1", "0.0.0.127"];
        let texts = hosts.members().take(500).chain(hosts.sample(1).take(500));
        let mut members = 0;
        for text in texts.chain(hosts.near_misses(2).take(500)) {
            let read = host(&text);
            let is_meant = read.as_deref() == Some(name) || read.as_deref() == Some(address);
            // A number has other forms, too.
            assert!(hosts.contains(&text) == is_meant || read.as_deref() == Some(address), "{text:?}");
            members += usize::from(is_meant);
        }
        assert!(members >= 1_000, "{members}");
        for text in ["KG.A1", "%6b%47%2Ea1", "%4Bg.a%31"] {
            assert!(hosts.contains(text), "{text}");
        }
        let beyond = ["\u{338F}。ａ①", "k\u{AD}g.a1", "%E3%8E%8F.a1"].map(|text| hosts.contains(text));
        assert_eq!(beyond, [cfg!(feature = "idna"); 3]);
        assert!(!hosts_without_encoded(&read).unwrap().contains("%E3%8E%8F.a1"));
    }

    /// What the standard reads as a number is one here, and what counts as one is one at least.
    #[test]
    fn numbers_are_those_of_the_standard() {
        let [numbers, possible] = [numbers().unwrap(), possible_numbers().unwrap()];
        assert!(numbers.is_subset(&possible).unwrap());
        for text in numbers.members().take(500).chain(numbers.sample(3).take(500)) {
            let url = Url::parse(&format!("http://{text}/"));
            // A number may be too great.
            assert!(url.is_err() || matches!(url.unwrap().host(), Some(Host::Ipv4(_))), "{text:?}");
        }
    }
}
