//! The strings that several grammars accept and read alike.

use std::fmt;

use regular_bnf::{
    Bnf, ByteTable, ContentCondition, FewestRequirements, GrammarError, Language, Notation, Spans, fewest,
};

use super::number_hosts::NumberHosts;
use super::requirement::{ReadingRequirement, RequirementTemplate, Sides, SpanCache};
use crate::base::component::Component;
use crate::classifier::Classifier;
use crate::grammar::Grammar;

/// The strings that several grammars accept and in which they read some components alike: exactly
/// those without a [differential](regular_bnf::Differentials) between two of the grammars in one of
/// the components. A host is not read alike if it is a name for one and an address for another
/// ([`NumberHosts`]).
///
/// A component is compared as it is written: all read `%61.b` in `http://%61.b/`, though a browser
/// decodes it and connects to `a.b`. [`ReadingDifferences`](super::ReadingDifferences) has the causes
/// for the other strings.
///
/// ```
/// use uri_lineage::language::Agreement;
/// use uri_lineage::{Component, Grammar};
///
/// let hosts = Agreement::new(&[Grammar::Rfc1738, Grammar::Rfc3986], &[Component::Host])?;
/// assert!(hosts.agrees("http://www.w3.org/"));
/// // RFC 1738 has host `a`, and RFC 3986 has host `0`.
/// assert!(!hosts.agrees("ftp://0?@a"));
/// // RFC 1738 refuses it.
/// assert!(!hosts.agrees("//www.w3.org/"));
/// // A name for RFC 3986, and the address 127.0.0.1 for the URL Standard.
/// let hosts = Agreement::new(&[Grammar::Rfc3986, Grammar::Whatwg], &[Component::Host])?;
/// assert!(hosts.agrees("http://www.w3.org/") && !hosts.agrees("http://0x7f.1/"));
/// # Ok::<(), uri_lineage::regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Agreement {
    sides: Sides,
    compared: Vec<Component>,
    accepted: Language,
    language: Language,
    table: ByteTable,
    /// The grammars that accept some strings unexamined.
    unexamined: Vec<Grammar>,
}

/// The fewest requirements of a list under which several grammars read all strings alike that they
/// accept.
///
/// ```
/// use uri_lineage::Component::{Port, Query};
/// use uri_lineage::Grammar::{Rfc1738, Rfc2396, Rfc3986};
/// use uri_lineage::language::{Agreement, Explanation};
///
/// let query = Agreement::new(&[Rfc1738, Rfc3986], &[Query])?.explanation()?;
/// assert_eq!(query.to_string(), "one of the schemes `http`, `wais`");
/// // RFC 2396 has no port without a host.
/// let port = Agreement::new(&[Rfc2396, Rfc3986], &[Port])?.explanation()?;
/// assert_eq!(port, Explanation::None("a://:0".to_owned()));
/// # Ok::<(), uri_lineage::regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Explanation {
    /// The requirements, each with a shortest string that satisfies all others and is not read
    /// alike. No smaller set suffices.
    Requirements(Vec<(ReadingRequirement, String)>),
    /// No set of the listed requirements suffices: this string satisfies those that can be
    /// required, and is not read alike.
    None(String),
    /// Not decided within the limits: any such set has at least this number of requirements.
    AtLeast(usize),
}

/// The requirements, or why there are none.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Requirements(requirements) if requirements.is_empty() => f.write_str("all strings are read alike"),
            Self::Requirements(requirements) => {
                requirements.iter().enumerate().try_for_each(|(number, (requirement, _))| {
                    write!(f, "{}{requirement}", if number == 0 { "" } else { "; " })
                })
            }
            Self::None(string) => write!(f, "no requirements suffice: {string:?} satisfies them and is not read alike"),
            Self::AtLeast(count) => {
                write!(f, "at least {count} requirements are needed; which is not decided within the limits")
            }
        }
    }
}

/// The strings of all languages.
fn intersection(languages: Vec<Language>) -> Result<Language, GrammarError> {
    let intersection = languages.into_iter().map(Ok).reduce(|left, right| left?.intersection(&right?)).transpose()?;
    intersection.ok_or_else(|| GrammarError::TooLarge("an agreement without grammars or components".to_owned()))
}

impl Agreement {
    /// The strings that some grammars accept and in which they read some components alike. Absent
    /// and empty components compare equal.
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`], which does not occur for the grammars of this library.
    pub fn new(grammars: &[Grammar], components: &[Component]) -> Result<Self, GrammarError> {
        let mut sides = Vec::new();
        for grammar in grammars {
            let spans = components.iter().map(|&component| grammar.spans([component]).map(|[spans]| spans));
            sides.push(spans.collect::<Result<Vec<_>, _>>()?);
        }
        let grammars: Vec<_> = grammars.iter().copied().map(Some).collect();
        Self::of_spans(&sides, &grammars, components, components, false)
    }

    /// The strings that some sides accept and in which they read the `compared` components alike. A
    /// side has the spans of each of `components`, in order. `grammars` has for each side the grammar
    /// whose whole inputs it accepts, which tells what its hosts mean, or `None`. With `strict`, an
    /// absent and an empty component are different.
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`] if an automaton has too many states. It names the grammar at which the
    /// limit was reached.
    pub fn of_spans(
        sides: &[Vec<Spans>],
        grammars: &[Option<Grammar>],
        components: &[Component],
        compared: &[Component],
        strict: bool,
    ) -> Result<Self, GrammarError> {
        let (mut accepted, mut language) = (Vec::new(), Vec::new());
        for first in sides.iter().filter_map(|side| side.first()) {
            accepted.push(first.strings()?);
        }
        for (index, component) in components.iter().enumerate().filter(|(_, component)| compared.contains(component)) {
            let spans: Vec<&Spans> = sides.iter().filter_map(|side| side.get(index)).collect();
            if let Some((first, others)) = spans.split_first() {
                language.push(first.alike(others, component.comparison().strict(strict))?);
            }
        }
        let (accepted, mut language) = (intersection(accepted)?.minimal(), intersection(language)?.minimal());
        let is_host_compared = compared.contains(&Component::Host);
        let number_hosts = if is_host_compared { NumberHosts::read_by(grammars)? } else { None };
        if let Some(hosts) = &number_hosts {
            language = language.difference(hosts.differing())?.minimal();
        }
        let table = language.table()?;
        let sides = Sides::new(sides.to_vec(), components, number_hosts);
        let unexamined = grammars.iter().flatten().copied().filter(|grammar| grammar.unexamined().is_some()).collect();
        Ok(Self { sides, compared: compared.to_vec(), accepted, language, table, unexamined })
    }

    /// Whether all grammars accept a string and read the components alike. It takes linear time.
    ///
    /// With the feature `idna` it knows, unlike the [table](Self::table) and the
    /// [language](Self::language), which hosts are no domains for the URL Standard.
    #[inline]
    pub fn agrees(&self, string: &str) -> bool {
        self.table.contains(string.as_bytes()) && self.has_domain(string)
    }

    /// Whether the grammars that accept a string unexamined accept it after IDNA processing.
    fn has_domain(&self, string: &str) -> bool {
        if self.unexamined.is_empty() {
            return true;
        }
        let examined = Classifier::get().classify(string).examined(&self.unexamined);
        self.unexamined.iter().all(|&grammar| examined.accepts(grammar))
    }

    /// The strings as a table.
    pub fn table(&self) -> &ByteTable {
        &self.table
    }

    /// The strings as a language.
    pub fn language(&self) -> &Language {
        &self.language
    }

    /// The strings as an ABNF grammar. Its first production has the name, and each component of
    /// which the sides have spans has productions of its own, named after it: the component as the
    /// first side reads it. If the components overlap, do not follow each other as in
    /// [`Component::ALL`], or are too large together, they have none.
    ///
    /// ```
    /// use uri_lineage::language::Agreement;
    /// use uri_lineage::{Component, Grammar};
    ///
    /// let agreement = Agreement::new(&[Grammar::Rfc1738, Grammar::Rfc3986], &Component::ALL)?;
    /// let abnf = agreement.to_abnf("agrees")?;
    /// assert!(abnf.contains("\nport = 1*DIGIT\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLong`] if the grammar is too long, and [`GrammarError::Empty`] if there
    /// are no such strings.
    pub fn to_abnf(&self, name: &str) -> Result<String, GrammarError> {
        let spans = self.sides.first();
        let components: Vec<(&str, &Spans)> = spans.map(|(component, spans)| (component.name(), spans)).collect();
        let with_components = self.language.to_abnf_with(name, &components);
        let is_exact = |text: &String| {
            let bnf = Bnf::read_as(text, Notation::Abnf).ok();
            bnf.is_some_and(|bnf| bnf.language(name).is_ok_and(|language| language == self.language))
        };
        match with_components.ok().filter(is_exact) {
            Some(text) => Ok(text),
            None => self.language.to_abnf(name),
        }
    }

    /// The strings that all grammars accept.
    pub fn accepted(&self) -> &Language {
        &self.accepted
    }

    /// The strings that all grammars accept but do not read alike.
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`] if there are too many pairs of states.
    pub fn rest(&self) -> Result<Language, GrammarError> {
        Ok(self.accepted.difference(&self.language)?.minimal())
    }

    /// The fewest requirements under which all strings that all grammars accept are read alike.
    /// Those on components are tried for the components of which the sides have spans, compared or
    /// not.
    ///
    /// Some string that is read alike and has a scheme and the components must satisfy them; if all
    /// components are compared, one that has a scheme, a host and a path. Of sets of the same size
    /// it is one that excludes few strings.
    ///
    /// ```
    /// use uri_lineage::Component;
    /// use uri_lineage::Grammar::{Rfc2396, Rfc3986};
    /// use uri_lineage::language::{Agreement, Explanation};
    ///
    /// let agreement = Agreement::new(&[Rfc2396, Rfc3986], &Component::ALL)?;
    /// let Explanation::Requirements(all) = agreement.explanation()? else { panic!() };
    /// let shown: Vec<_> = all.iter().map(|(one, string)| (one.to_string(), string.as_str())).collect();
    /// assert_eq!(shown.len(), 2, "{shown:?}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If an automaton has too many states.
    pub fn explanation(&self) -> Result<Explanation, GrammarError> {
        let unlike = self.rest()?;
        let mut wanted = self.language.clone();
        let parts = if self.compared.len() == Component::ALL.len() {
            &[Component::Host, Component::Path][..]
        } else {
            &self.compared
        };
        let with_parts = parts.iter().filter_map(|part| self.sides.with(*part, ContentCondition::Some).ok().flatten());
        for language in std::iter::once(ReadingRequirement::with_scheme()?).chain(with_parts) {
            let fewer = wanted.intersection(&language)?;
            if fewer.members().next().is_some() {
                wanted = fewer.minimal();
            }
        }
        let requirements = ReadingRequirement::candidates(&unlike, &wanted, &self.sides);
        let cache = SpanCache::default();
        let templates: Vec<RequirementTemplate> = requirements
            .iter()
            .map(|requirement| RequirementTemplate { requirement, sides: &self.sides, cache: &cache })
            .collect();
        Ok(match fewest(&unlike, &wanted, &templates)? {
            FewestRequirements::These(sufficient) => Explanation::Requirements(
                sufficient.into_iter().map(|(index, string)| (requirements[index].clone(), string)).collect(),
            ),
            FewestRequirements::None(string) => Explanation::None(string),
            FewestRequirements::AtLeast(least) => Explanation::AtLeast(least),
        })
    }
}
