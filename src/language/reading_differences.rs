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

/// The question for which causes two grammars read a component differently, in all strings that both
/// accept.
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
/// assert_eq!((&causes[0].left, causes[0].right.as_deref()), (&None, Some("a")));
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
    /// The component as the left grammar reads it: its text, or the address in a host that is written
    /// in another way; `None` if it is absent.
    pub left: Option<String>,
    /// The same as the right grammar reads it.
    pub right: Option<String>,
}

/// Why two grammars read a component differently.
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
            let span = spans[side].in_string(&witness).unwrap_or_default()?;
            let text = witness.get(span)?;
            let address = if self.component == Component::Host { self.grammars[side].ipv4_address(text) } else { None };
            Some(address.map_or_else(|| text.to_owned(), |address| address.to_string()))
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

/// The cause as a sentence, and the string.
impl fmt::Display for ReadingDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [left, right] = self.grammars.map(Grammar::id);
        let sentence = match self.cause {
            ReadingCause::Place(cause) => split_sentence(self.component, cause, None, [&[left], &[right]]),
            ReadingCause::Address => {
                let readings =
                    [&self.left, &self.right].map(|host| match host.as_deref().map(str::parse::<Ipv4Addr>) {
                        Some(Ok(address)) => format!("the address {address}"),
                        _ => "a name".to_owned(),
                    });
                readings_sentence([left, right].into_iter().zip(readings.iter().map(String::as_str)))
            }
        };
        write!(f, "{sentence}: `{}`", visible(&self.witness))
    }
}
