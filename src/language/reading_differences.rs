//! How two grammars read a component differently: each cause, with a shortest string.

use std::fmt;
use std::net::Ipv4Addr;

use regular_bnf::{GrammarError, Language, Spans, SplitCause, SplitClass, SplitOptions};

use super::number_hosts::NumberHosts;
use super::split_sentence::{readings_sentence, split_sentence};
use crate::base::component::Component;
use crate::base::visible::visible;
use crate::classifier::Classifier;
use crate::grammar::Grammar;
use crate::url_standard::{Host, Url};

/// The question for which causes two grammars read a component differently, in all strings that both
/// accept. What they read in one string is [`ComponentReading::of`]; which strings pass a filter and
/// reach another host, also where a grammar refuses them, is decided by [`Targets`](super::Targets).
///
/// A host is compared as it is written: `%61.b` is not `a.b` for RFC 3986, and both are the same text
/// for a browser, which decodes it. In addition, if one of the grammars is the URL Standard's, a host is
/// a cause in which it reads an IPv4 address and the other grammar reads a name or another address.
///
/// ```
/// use uri_lineage::Component::Host;
/// use uri_lineage::Grammar::{Rfc3986, Whatwg};
/// use uri_lineage::language::ReadingDifferences;
/// use uri_lineage::regular_bnf::Language;
///
/// let causes = ReadingDifferences::between(Rfc3986, Whatwg, Host).find()?;
/// let texts: Vec<String> = causes.iter().map(ToString::to_string).collect();
/// assert!(texts.contains(&"whatwg finds a host after `/`; rfc3986 finds none: `ws:/a`".to_owned()));
/// assert_eq!([&causes[0].left, &causes[0].right].map(ToString::to_string), ["absent", "`a`"]);
/// // Only the URLs that pass a filter.
/// let filter = Language::matching("^http://[0-9]")?;
/// let causes = ReadingDifferences::between(Rfc3986, Whatwg, Host).within(&filter).find()?;
/// assert_eq!(causes[0].to_string(), "rfc3986 reads a name; whatwg the address 0.0.0.0: `http://0`");
/// # Ok::<(), uri_lineage::regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone)]
pub struct ReadingDifferences<'l> {
    grammars: [Grammar; 2],
    component: Component,
    strict: bool,
    within: Option<&'l Language>,
}

/// A cause for which two grammars read a component differently, and a shortest string that shows it.
///
/// ```
/// use uri_lineage::Component::Host;
/// use uri_lineage::Grammar::{Rfc2396, Rfc3986};
/// use uri_lineage::language::ReadingDifferences;
///
/// let differences = ReadingDifferences::between(Rfc2396, Rfc3986, Host).find()?;
/// let colon = differences.iter().find(|difference| difference.witness == "//0:").unwrap();
/// assert_eq!(colon.sentence(), "rfc3986 ends the host at `:`; rfc2396 goes on");
/// assert_eq!([&colon.left, &colon.right].map(ToString::to_string), ["`0:`", "`0`"]);
/// # Ok::<(), uri_lineage::regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadingDifference {
    /// The grammars, the left and the right.
    pub grammars: [Grammar; 2],
    /// The component.
    pub component: Component,
    /// The cause.
    pub cause: ReadingCause,
    /// A shortest string; if there are any, one that IDNA processing does not refuse.
    pub witness: String,
    /// What the left grammar reads. Unless the question is strict, an empty component counts as absent, and
    /// the sentence says "none" of it.
    pub left: ComponentReading,
    /// What the right grammar reads.
    pub right: ComponentReading,
}

/// What a grammar reads in a URL as a component. Two refusals are equal, too.
///
/// ```
/// use uri_lineage::Component::Host;
/// use uri_lineage::Grammar::{Rfc3986, Whatwg};
/// use uri_lineage::language::ComponentReading;
///
/// let hosts = |url| [Rfc3986, Whatwg].map(|grammar| ComponentReading::of(grammar, Host, url).to_string());
/// assert_eq!(hosts("http://0x7f.1/"), ["`0x7f.1`", "the address 127.0.0.1"]);
/// assert_eq!(hosts("https:/a"), ["absent", "`a`"]);
/// assert_eq!(hosts("https://a\\@b/"), ["refused", "`a`"]);
/// // No browser reads addresses in other schemes.
/// assert_eq!(hosts("x://0x7f.1/"), ["`0x7f.1`", "`0x7f.1`"]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ComponentReading {
    /// The grammar refuses the URL.
    Refused,
    /// The URL has no such component.
    Absent,
    /// The text of the component as it is written, which may be empty.
    Text(String),
    /// The IPv4 address that the host is.
    Address(Ipv4Addr),
}

impl ComponentReading {
    /// What a grammar reads in one URL.
    pub fn of(grammar: Grammar, component: Component, url: &str) -> Self {
        match grammar.parse_value(url) {
            Ok(value) => {
                let text = value.components().get(component);
                text.map_or(Self::Absent, |text| Self::of_text(grammar, component, url, &text))
            }
            Err(_) => Self::Refused,
        }
    }

    /// What a grammar reads in the text of a component of a URL.
    fn of_text(grammar: Grammar, component: Component, url: &str, text: &str) -> Self {
        let address = match (component, Url::parse(url)) {
            // Whether the standard reads an address depends on the scheme.
            (Component::Host, Ok(record)) if grammar.facts().ipv4.are_numbers() => match record.host() {
                Some(Host::Ipv4(address)) => Some(address),
                _ => None,
            },
            (Component::Host, _) => grammar.ipv4_address(text),
            _ => None,
        };
        address.map_or_else(|| Self::Text(text.to_owned()), Self::Address)
    }
}

/// `refused`, `absent`, the text between grave accents, or the address.
impl fmt::Display for ComponentReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused => f.write_str("refused"),
            Self::Absent => f.write_str("absent"),
            Self::Text(text) if text.is_empty() => f.write_str("empty"),
            Self::Text(text) => write!(f, "`{}`", visible(text)),
            Self::Address(address) => write!(f, "the address {address}"),
        }
    }
}

/// Why two grammars read a component differently.
///
/// ```
/// use uri_lineage::Component::Host;
/// use uri_lineage::Grammar::{Rfc1738, Whatwg};
/// use uri_lineage::language::{ReadingCause, ReadingDifferences};
/// use uri_lineage::regular_bnf::Language;
///
/// // Only a browser reads `010` as an octal number.
/// let numbers = Language::matching("^http://[0-9.]+/$")?;
/// let differences = ReadingDifferences::between(Rfc1738, Whatwg, Host).within(&numbers).find()?;
/// assert_eq!(differences[0].cause, ReadingCause::Address);
/// assert_eq!(differences[0].sentence(), "rfc1738 reads the address 10.0.0.0; whatwg the address 8.0.0.0");
/// # Ok::<(), uri_lineage::regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadingCause {
    /// They find it in different places.
    Place(SplitCause),
    /// They find the same text. One reads an IPv4 address in it, and the other a name or another address.
    Address,
}

impl<'l> ReadingDifferences<'l> {
    /// Compares two grammars.
    pub fn between(left: Grammar, right: Grammar, component: Component) -> Self {
        Self { grammars: [left, right], component, strict: false, within: None }
    }

    /// Whether an absent and an empty component differ.
    #[must_use]
    pub fn strict(self, strict: bool) -> Self {
        Self { strict, ..self }
    }

    /// Only the strings of a language: those of one scheme, or those that pass a filter.
    #[must_use]
    pub fn within(self, language: &'l Language) -> Self {
        Self { within: Some(language), ..self }
    }

    /// The causes, those with the shortest strings first; none if both read the component alike in
    /// all strings that both accept.
    ///
    /// # Errors
    ///
    /// If the component of a grammar is not known, or if an automaton has too many states.
    pub fn find(&self) -> Result<Vec<ReadingDifference>, GrammarError> {
        let [left, right] = self.grammars;
        let ([left], [right]) = (left.spans([self.component])?, right.spans([self.component])?);
        let left = match self.within {
            Some(language) => left.within(language)?,
            None => left,
        };
        let comparison = self.component.comparison().strict(self.strict);
        let options = SplitOptions::default().comparison(comparison).witnesses(TRIES);
        let classes = SplitClass::find_all(&[&left, &right], &options)?;
        let mut found: Vec<ReadingDifference> = classes
            .iter()
            .filter_map(|class| {
                let strings = class.strings.iter().map(|found| found.witness.clone());
                self.difference(ReadingCause::Place(class.cause), strings, [&left, &right])
            })
            .collect();
        if self.component == Component::Host
            && let Some(numbers) = NumberHosts::read_by(&self.grammars.map(Some))?
        {
            let alike = left.alike(&[&right], comparison)?.intersection(numbers.differing())?;
            found.extend(self.difference(ReadingCause::Address, alike.members().take(TRIES), [&left, &right]));
        }
        found.sort_by_key(|difference| difference.witness.chars().count());
        Ok(found)
    }

    /// The difference of some strings: shown by the first that both accept after IDNA processing, or by
    /// the first.
    fn difference(
        &self,
        cause: ReadingCause,
        strings: impl Iterator<Item = String>,
        spans: [&Spans; 2],
    ) -> Option<ReadingDifference> {
        let strings: Vec<String> = strings.collect();
        let is_accepted = |string: &&String| {
            let examined = Classifier::get().classify(string).examined(&self.grammars);
            self.grammars.iter().all(|&grammar| examined.accepts(grammar))
        };
        let witness = strings.iter().find(is_accepted).or(strings.first())?.clone();
        let [left, right] = [0, 1].map(|side| {
            let span = spans[side].in_string(&witness).unwrap_or_default();
            let text = span.and_then(|span| witness.get(span));
            text.map_or(ComponentReading::Absent, |text| {
                ComponentReading::of_text(self.grammars[side], self.component, &witness, text)
            })
        });
        // Some hosts of numbers are names for both.
        if cause == ReadingCause::Address && left == right {
            return None;
        }
        let &Self { grammars, component, .. } = self;
        Some(ReadingDifference { grammars, component, cause, witness, left, right })
    }
}

/// The strings of a cause that are tried for one that IDNA processing accepts.
const TRIES: usize = 24;

impl ReadingDifference {
    /// The cause as a sentence, without the string.
    pub fn sentence(&self) -> String {
        let [left, right] = self.grammars.map(Grammar::id);
        match self.cause {
            ReadingCause::Place(cause) => split_sentence(self.component, cause, None, [&[left], &[right]]),
            ReadingCause::Address => {
                let readings = [&self.left, &self.right].map(|reading| match reading {
                    ComponentReading::Address(_) => reading.to_string(),
                    _ => "a name".to_owned(),
                });
                readings_sentence([left, right].into_iter().zip(readings.iter().map(String::as_str)))
            }
        }
    }
}

/// The [sentence](ReadingDifference::sentence), and the string.
impl fmt::Display for ReadingDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: `{}`", self.sentence(), visible(&self.witness))
    }
}
