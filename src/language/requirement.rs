//! Requirements on strings under which grammars read them alike.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::ops::Range;

use regular_bnf::automaton::dfa::{DEAD, Dfa, State};
use regular_bnf::{CharSet, ContentCondition, GrammarError, Language, Spans};

use super::number_hosts::NumberHosts;
use crate::base::component::Component;
use crate::base::visible::visible;

/// Something that a string can be required to satisfy. Its [text](std::fmt::Display) is a phrase:
/// ``no `@` ``.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum ReadingRequirement {
    /// The string does not contain the character.
    Without(char),
    /// The string has only characters of US-ASCII.
    Ascii,
    /// The string begins with a scheme, a colon and two slashes.
    SlashSlash,
    /// There are no two slashes after the scheme, or at the beginning.
    NoSlashSlash,
    /// After the two slashes there is no third one.
    NoThirdSlash,
    /// The scheme is one of these, in any case.
    Scheme(Vec<String>),
    /// The scheme is not this one, in any case.
    NotScheme(String),
    /// No grammar finds the component empty.
    NotEmpty(Component),
    /// No grammar finds the character in the component.
    ComponentWithout(Component, char),
    /// The host does not end in a number, as the URL Standard says of what is an IPv4 address for it
    /// (section 3.5), nor does IDNA processing make one of it.
    NoNumberHost,
}

/// The longest name of a scheme, in characters, that is searched for.
const SCHEME: usize = 16;

/// The number of names of schemes that are required at once, or refused one by one.
const SCHEMES: usize = 40;

impl ReadingRequirement {
    /// All requirements that are tried for `unlike`, the strings that grammars do not read alike,
    /// and `wanted`, strings that should satisfy the requirements.
    ///
    /// The characters are those of US-ASCII that are neither letters nor digits and that occur in
    /// `unlike`. The schemes are those after which strings of either language continue as they do
    /// after finitely many schemes only. One of the schemes of wanted strings can be required, and
    /// each scheme can be excluded.
    pub(crate) fn candidates(unlike: &Language, wanted: &Language, sides: &Sides) -> Vec<Self> {
        let (unlike, wanted) = (unlike.automaton(), wanted.automaton());
        let mut characters = CharSet::EMPTY;
        for (set, _) in (Dfa::START..unlike.len() as State).flat_map(|state| unlike.classes(state)) {
            characters = characters.union(&set);
        }
        let marks: Vec<char> =
            (0..128u8).map(char::from).filter(|&c| !c.is_ascii_alphanumeric() && characters.contains(c)).collect();
        let mut candidates: Vec<Self> = marks.iter().map(|&c| Self::Without(c)).collect();
        candidates.extend((!characters.beyond().is_empty()).then_some(Self::Ascii));
        candidates.extend([Self::SlashSlash, Self::NoSlashSlash, Self::NoThirdSlash]);
        let schemes = schemes(unlike, wanted);
        let wanted_schemes = schemes
            .iter()
            .filter(|name| name.chars().chain([':']).fold(Dfa::START, |state, c| wanted.step(state, c)) != DEAD);
        let wanted_schemes: Vec<String> = wanted_schemes.cloned().collect();
        candidates.extend((!wanted_schemes.is_empty()).then_some(Self::Scheme(wanted_schemes)));
        candidates.extend(schemes.into_iter().map(Self::NotScheme));
        candidates.extend(sides.number_hosts.is_some().then_some(Self::NoNumberHost));
        for &component in sides.components() {
            candidates.push(Self::NotEmpty(component));
            candidates.extend(marks.iter().map(|&c| Self::ComponentWithout(component, c)));
        }
        candidates
    }

    /// The strings that begin with a scheme.
    pub(crate) fn with_scheme() -> Result<Language, GrammarError> {
        matching("^[^:/?#]+:")
    }

    /// A regular expression, and whether a string satisfies the requirement if the expression
    /// matches it, or if it does not; `None` if the requirement depends on the components that
    /// grammars find.
    ///
    /// ```
    /// use uri_lineage::language::ReadingRequirement;
    ///
    /// assert_eq!(ReadingRequirement::Without('@').pattern(), Some((r"\x{40}".to_owned(), false)));
    /// assert_eq!(ReadingRequirement::SlashSlash.pattern(), Some(("^[^:/?#]+://".to_owned(), true)));
    /// ```
    pub fn pattern(&self) -> Option<(String, bool)> {
        Some(match self {
            Self::Without(c) => (format!("\\x{{{:X}}}", u32::from(*c)), false),
            Self::Ascii => ("[^\\x{0}-\\x{7F}]".to_owned(), false),
            Self::SlashSlash => ("^[^:/?#]+://".to_owned(), true),
            Self::NoSlashSlash => ("^(?:[^:/?#]+:)?//".to_owned(), false),
            Self::NoThirdSlash => ("^(?:[^:/?#]+:)?///".to_owned(), false),
            Self::Scheme(names) => (scheme_pattern(names), true),
            Self::NotScheme(name) => (scheme_pattern(std::slice::from_ref(name)), false),
            Self::NotEmpty(_) | Self::ComponentWithout(..) | Self::NoNumberHost => return None,
        })
    }
}

impl fmt::Display for ReadingRequirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Without(c) => write!(f, "no {}", quoted(*c)),
            Self::Ascii => f.write_str("only characters of US-ASCII"),
            Self::SlashSlash => f.write_str("`//` after the scheme"),
            Self::NoSlashSlash => f.write_str("no `//` after the scheme or at the beginning"),
            Self::NoThirdSlash => f.write_str("no third slash after `//`"),
            Self::Scheme(names) => {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                match &names[..] {
                    [name] => write!(f, "the scheme {name}"),
                    names => write!(f, "one of the schemes {}", names.join(", ")),
                }
            }
            Self::NotScheme(name) => write!(f, "not the scheme `{name}`"),
            Self::NotEmpty(component) => write!(f, "no empty {component}"),
            Self::ComponentWithout(component, c) => write!(f, "no {} in any grammar's {component}", quoted(*c)),
            Self::NoNumberHost => f.write_str("no host that ends in a number"),
        }
    }
}

/// A character as a message names it.
fn quoted(c: char) -> String {
    match c {
        ' ' => "space".to_owned(),
        '`' => "grave accent".to_owned(),
        c => format!("`{}`", visible(&c.to_string())),
    }
}

/// A regular expression that matches a string with one of some schemes.
fn scheme_pattern(names: &[String]) -> String {
    // A point and a plus sign are the only characters of a scheme with a meaning in a regular
    // expression.
    let names: Vec<String> = names.iter().map(|name| name.replace('.', "\\.").replace('+', "\\+")).collect();
    format!("^(?i-u:{}):", names.join("|"))
}

/// The language of a regular expression.
pub(super) fn matching(pattern: &str) -> Result<Language, GrammarError> {
    Ok(Language::matching(pattern)?)
}

/// The names of the schemes after which one of two automata continues in a state that only finitely
/// many schemes reach, in small letters.
fn schemes(left: &Dfa, right: &Dfa) -> Vec<String> {
    let letters: Vec<char> = (0..128u8)
        .map(char::from)
        .filter(|&c| c.is_ascii_lowercase() || c.is_ascii_digit() || "+-.".contains(c))
        .collect();
    // The names that lead to each pair of states after a colon; `None` for a pair that too many or
    // too long names lead to.
    let mut names_to: HashMap<StatePair, Option<BTreeSet<String>>> = HashMap::new();
    // The names of one length with the pairs to which they lead. `None` represents all names beyond
    // the first `SCHEMES` that lead to a pair.
    let mut level: Vec<(StatePair, Option<String>)> = vec![((Dfa::START, Dfa::START), Some(String::new()))];
    for length in 0..=SCHEME {
        let mut next_level: Vec<(StatePair, Option<String>)> = Vec::new();
        let mut counts: HashMap<StatePair, usize> = HashMap::new();
        for (pair, name) in level {
            if let Some(after_colon) = step_both(left, right, pair, ':') {
                let names = names_to.entry(after_colon).or_insert_with(|| Some(BTreeSet::new()));
                match (&name, names.as_mut()) {
                    (Some(name), Some(names)) if length < SCHEME && names.len() < SCHEMES => {
                        _ = names.insert(name.clone())
                    }
                    _ => *names = None,
                }
            }
            for &c in &letters {
                let Some(next) = step_both(left, right, pair, c) else { continue };
                let count = counts.entry(next).or_default();
                *count += 1;
                match &name {
                    Some(name) if *count <= SCHEMES => next_level.push((next, Some(format!("{name}{c}")))),
                    _ if *count == SCHEMES + 1 || name.is_none() && !next_level.contains(&(next, None)) => {
                        next_level.push((next, None));
                    }
                    _ => {}
                }
            }
        }
        level = next_level;
    }
    let mut names: Vec<String> = names_to.into_values().flatten().flatten().filter(|name| !name.is_empty()).collect();
    names.sort_unstable();
    names.dedup();
    if names.len() > SCHEMES { Vec::new() } else { names }
}

/// A state of each of two automata that read the same text.
type StatePair = (State, State);

/// The states after a character; `None` if both automata are in the dead state.
fn step_both(left: &Dfa, right: &Dfa, pair: StatePair, c: char) -> Option<StatePair> {
    let next = (left.step(pair.0, c), right.step(pair.1, c));
    (next != (DEAD, DEAD)).then_some(next)
}

/// How some grammars, or other sides, read some components.
#[derive(Debug, Clone)]
pub(crate) struct Sides {
    /// The spans of the components, for each side.
    spans: Vec<Vec<Spans>>,
    components: Vec<Component>,
    /// The hosts that mean an address on one side, and not on all.
    number_hosts: Option<NumberHosts>,
}

/// For each component and side the span in a string.
type ComponentSpans = Vec<Vec<Option<Range<usize>>>>;

/// The components that the sides find in the strings.
pub(crate) type SpanCache = RefCell<HashMap<String, ComponentSpans>>;

impl Sides {
    pub fn new(spans: Vec<Vec<Spans>>, components: &[Component], number_hosts: Option<NumberHosts>) -> Self {
        Self { spans, components: components.to_vec(), number_hosts }
    }

    /// The components of which they have spans.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// The components of the first side, with their spans.
    pub fn first(&self) -> impl Iterator<Item = (Component, &Spans)> {
        self.components.iter().copied().zip(self.spans.iter().take(1).flatten())
    }

    fn index(&self, component: Component) -> Option<usize> {
        self.components.iter().position(|other| *other == component)
    }

    /// Whether a component is absent, or satisfies `holds`, on every side.
    fn all_satisfy(&self, cache: &SpanCache, component: Component, string: &str, holds: &dyn Fn(&str) -> bool) -> bool {
        let Some(index) = self.index(component) else { return true };
        let mut cache = cache.borrow_mut();
        let read = cache.entry(string.to_owned()).or_insert_with(|| {
            (0..self.components.len())
                .map(|index| self.spans.iter().map(|side| side[index].in_string(string).unwrap_or_default()).collect())
                .collect()
        });
        read[index].iter().flatten().filter_map(|span| string.get(span.clone())).all(holds)
    }

    /// The strings in which a component has some content on all sides; `None` if it is not
    /// compared.
    pub fn with(&self, component: Component, content: ContentCondition<'_>) -> Result<Option<Language>, GrammarError> {
        let Some(index) = self.index(component) else { return Ok(None) };
        let mut common: Option<Language> = None;
        for side in &self.spans {
            let strings = side[index].with(content)?;
            common = Some(match common {
                Some(common) => common.intersection(&strings)?.minimal(),
                None => strings,
            });
        }
        Ok(common)
    }
}

/// A requirement, and the grammars that it may depend on.
pub(crate) struct RequirementTemplate<'a> {
    pub requirement: &'a ReadingRequirement,
    pub sides: &'a Sides,
    pub cache: &'a SpanCache,
}

impl RequirementTemplate<'_> {
    /// The strings in which a component has some content on all sides.
    fn with(&self, component: Component, content: ContentCondition<'_>) -> Result<Language, GrammarError> {
        let strings = self.sides.with(component, content)?;
        strings.ok_or_else(|| GrammarError::TooLarge(component.to_string()))
    }
}

/// The scheme in front of the first colon, if there is one.
fn scheme(string: &str) -> Option<&str> {
    let end = string.find([':', '/', '?', '#'])?;
    (end > 0 && string[end..].starts_with(':')).then_some(&string[..end])
}

/// The text after the scheme and its colon; the whole string if it has no scheme.
fn after_scheme(string: &str) -> &str {
    scheme(string).map_or(string, |scheme| &string[scheme.len() + 1..])
}

impl regular_bnf::Requirement for RequirementTemplate<'_> {
    fn holds(&self, string: &str) -> bool {
        match self.requirement {
            ReadingRequirement::Without(c) => !string.contains(*c),
            ReadingRequirement::Ascii => string.is_ascii(),
            ReadingRequirement::SlashSlash => scheme(string).is_some() && after_scheme(string).starts_with("//"),
            ReadingRequirement::NoSlashSlash => !after_scheme(string).starts_with("//"),
            ReadingRequirement::NoThirdSlash => !after_scheme(string).starts_with("///"),
            ReadingRequirement::Scheme(names) => {
                scheme(string).is_some_and(|scheme| names.iter().any(|name| name.eq_ignore_ascii_case(scheme)))
            }
            ReadingRequirement::NotScheme(name) => {
                !scheme(string).is_some_and(|scheme| scheme.eq_ignore_ascii_case(name))
            }
            ReadingRequirement::NotEmpty(component) => {
                self.sides.all_satisfy(self.cache, *component, string, &|text| !text.is_empty())
            }
            ReadingRequirement::ComponentWithout(component, c) => {
                self.sides.all_satisfy(self.cache, *component, string, &|text| !text.contains(*c))
            }
            ReadingRequirement::NoNumberHost => {
                self.sides.number_hosts.as_ref().is_none_or(|hosts| !hosts.all().contains(string))
            }
        }
    }

    /// A requirement on components that grammars find can be checked only with their parsers; the
    /// end of a host is easy to see.
    fn rank(&self) -> usize {
        usize::from(self.requirement.pattern().is_none() && *self.requirement != ReadingRequirement::NoNumberHost)
    }

    fn language(&self) -> Result<Language, GrammarError> {
        match self.requirement {
            ReadingRequirement::NotEmpty(component) => self.with(*component, ContentCondition::NotEmpty),
            ReadingRequirement::ComponentWithout(component, c) => {
                self.with(*component, ContentCondition::Without(&CharSet::from(*c)))
            }
            ReadingRequirement::NoNumberHost => match &self.sides.number_hosts {
                Some(hosts) => self::matching("")?.difference(hosts.all()),
                None => self::matching(""),
            },
            requirement => {
                let (pattern, must_match) = requirement.pattern().unwrap_or_default();
                let matching = matching(&pattern)?;
                if must_match { Ok(matching) } else { self::matching("")?.difference(&matching) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use regular_bnf::Requirement as _;

    use regular_bnf::SpanComparison;

    use super::*;
    use crate::grammar::Grammar;

    /// Samples: strings that all grammars accept and read alike or not, and variants of a scheme
    /// with slashes.
    #[test]
    fn a_requirement_holds_for_the_strings_of_its_language() {
        let grammars = [Grammar::Rfc1738, Grammar::Rfc2396, Grammar::Rfc3986];
        let components = [Component::User, Component::Host, Component::Port];
        let spans: Vec<Vec<Spans>> = grammars.map(|grammar| grammar.spans(components).unwrap().to_vec()).into();
        let [first, second, third] = [0, 1, 2].map(|side: usize| spans[side][0].strings().unwrap());
        let accepted = first.intersection(&second).unwrap().intersection(&third).unwrap();
        let alike = spans[0][1].alike(&[&spans[1][1], &spans[2][1]], SpanComparison::default()).unwrap();
        let unlike = accepted.difference(&alike).unwrap();
        let sides = Sides::new(spans, &components, None);
        let mut strings: Vec<String> = accepted.sample(1).take(150).chain(unlike.sample(2).take(150)).collect();
        strings.extend(unlike.members().chain(alike.members().take(100)).take(300));
        let variants = ["http", "HTTP", "a", "", "a/b", "1"].map(|scheme| {
            ["", ":", "://", "://a", ":///", ":/", ":a", ":a//", "//", "///"].map(|suffix| format!("{scheme}{suffix}"))
        });
        strings.extend(variants.into_iter().flatten());
        let cache = SpanCache::default();
        let requirements = ReadingRequirement::candidates(&unlike, &alike, &sides);
        let kinds: HashSet<_> = requirements.iter().map(std::mem::discriminant).collect();
        assert_eq!(kinds.len(), 8, "all but those on US-ASCII and on numbers");
        for requirement in requirements {
            let template = RequirementTemplate { requirement: &requirement, sides: &sides, cache: &cache };
            let language = template.language().unwrap();
            for string in &strings {
                // A requirement on a component is defined only for strings that all sides accept.
                if requirement.pattern().is_some() || accepted.contains(string) {
                    assert_eq!(template.holds(string), language.contains(string), "{requirement}: {string:?}");
                }
            }
        }
    }

    #[test]
    fn schemes_are_those_that_some_productions_name() {
        let left = Language::matching("^(?:ab|ac|b[a-z]*|[c-z]{1,20}):x$").unwrap();
        let right = Language::matching("^(?:d|ab):y$").unwrap();
        // The strings continue after `ac` as they do after every scheme that begins with `b`.
        assert_eq!(schemes(left.automaton(), right.automaton()), ["ab", "d"]);
    }
}
