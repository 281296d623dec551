//! Requirements on strings under which grammars read them alike.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;
use std::ops::Range;

use regular_bnf::automaton::dfa::{DEAD, Dfa, State};
use regular_bnf::{CharSet, ContentCondition, Language, LanguageError, Spans};

use crate::component::Component;
use crate::visible::visible;

/// Something that a string can be required to satisfy. Its [text](std::fmt::Display) is a phrase:
/// ``no `@` ``.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Requirement {
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
}

/// The longest name of a scheme, in characters, that is searched for.
const SCHEME: usize = 16;

/// The number of names of schemes that are required at once, or refused one by one.
const SCHEMES: usize = 40;

impl Requirement {
    /// All requirements that are tried for the strings of a rest, which grammars do not read alike,
    /// and strings that are wanted.
    ///
    /// The characters are those of US-ASCII that are neither letters nor digits and that occur in
    /// the rest. The schemes are those after which the rest or the wanted strings continue as they
    /// do after finitely many schemes only. One of those of wanted strings can be required, and
    /// each can be excluded.
    pub(crate) fn all(rest: &Language, wanted: &Language, components: &[Component]) -> Vec<Self> {
        let own = rest.automaton();
        let mut characters = CharSet::EMPTY;
        for (set, _) in (Dfa::START..own.len() as State).flat_map(|state| own.classes(state)) {
            characters = characters.union(&set);
        }
        let marks: Vec<char> =
            (0..128u8).map(char::from).filter(|&c| !c.is_ascii_alphanumeric() && characters.contains(c)).collect();
        let mut all: Vec<Self> = marks.iter().map(|&c| Self::Without(c)).collect();
        all.extend((!characters.beyond().is_empty()).then_some(Self::Ascii));
        all.extend([Self::SlashSlash, Self::NoSlashSlash, Self::NoThirdSlash]);
        let schemes = schemes(own, wanted.automaton());
        let has = |name: &&String| {
            let dfa = wanted.automaton();
            name.chars().chain([':']).fold(Dfa::START, |state, c| dfa.step(state, c)) != DEAD
        };
        let some: Vec<String> = schemes.iter().filter(has).cloned().collect();
        all.extend((!some.is_empty()).then_some(Self::Scheme(some)));
        all.extend(schemes.into_iter().map(Self::NotScheme));
        for &component in components {
            all.push(Self::NotEmpty(component));
            all.extend(marks.iter().map(|&c| Self::ComponentWithout(component, c)));
        }
        all
    }

    /// The strings that begin with a scheme.
    pub(crate) fn with_scheme() -> Result<Language, LanguageError> {
        written("^[^:/?#]+:")
    }

    /// A regular expression, and whether a string satisfies the requirement if the expression
    /// matches it, or if it does not; `None` if the requirement depends on the components that
    /// grammars find.
    ///
    /// ```
    /// use uri_lineage::language::Requirement;
    ///
    /// assert_eq!(Requirement::Without('@').pattern(), Some((r"\x{40}".to_owned(), false)));
    /// assert_eq!(Requirement::SlashSlash.pattern(), Some(("^[^:/?#]+://".to_owned(), true)));
    /// ```
    pub fn pattern(&self) -> Option<(String, bool)> {
        let scheme = |names: &[String]| {
            // A point and a plus sign are the only characters of a scheme that mean something in a
            // regular expression.
            let names: Vec<String> = names.iter().map(|name| name.replace('.', "\\.").replace('+', "\\+")).collect();
            format!("^(?i-u:{}):", names.join("|"))
        };
        Some(match self {
            Self::Without(c) => (format!("\\x{{{:X}}}", u32::from(*c)), false),
            Self::Ascii => ("[^\\x{0}-\\x{7F}]".to_owned(), false),
            Self::SlashSlash => ("^[^:/?#]+://".to_owned(), true),
            Self::NoSlashSlash => ("^(?:[^:/?#]+:)?//".to_owned(), false),
            Self::NoThirdSlash => ("^(?:[^:/?#]+:)?///".to_owned(), false),
            Self::Scheme(names) => (scheme(names), true),
            Self::NotScheme(name) => (scheme(std::slice::from_ref(name)), false),
            Self::NotEmpty(_) | Self::ComponentWithout(..) => return None,
        })
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = |c: &char| match c {
            ' ' => "space".to_owned(),
            '`' => "grave accent".to_owned(),
            c => format!("`{}`", visible(&c.to_string())),
        };
        match self {
            Self::Without(c) => write!(f, "no {}", code(c)),
            Self::Ascii => f.write_str("only characters of US-ASCII"),
            Self::SlashSlash => f.write_str("`//` after the scheme"),
            Self::NoSlashSlash => f.write_str("no `//` after the scheme or at the beginning"),
            Self::NoThirdSlash => f.write_str("no third slash after `//`"),
            Self::Scheme(names) => {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                match &names[..] {
                    [one] => write!(f, "the scheme {one}"),
                    all => write!(f, "one of the schemes {}", all.join(", ")),
                }
            }
            Self::NotScheme(name) => write!(f, "not the scheme `{name}`"),
            Self::NotEmpty(component) => write!(f, "no empty {component}"),
            Self::ComponentWithout(component, c) => write!(f, "no {} in any grammar's {component}", code(c)),
        }
    }
}

/// The language of a regular expression.
fn written(pattern: &str) -> Result<Language, LanguageError> {
    Language::matching(pattern).map_err(|error| LanguageError::TooLarge(format!("`{pattern}`: {error}")))
}

/// The names of the schemes after which one of two automata continues in a state that only finitely
/// many schemes reach, in small letters.
fn schemes(one: &Dfa, other: &Dfa) -> Vec<String> {
    type Pair = (State, State);
    let begins = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "+-.".contains(c);
    let step = |(l, r): Pair, c: char| {
        let to = (one.step(l, c), other.step(r, c));
        (to != (DEAD, DEAD)).then_some(to)
    };
    let letters: Vec<char> = (0..128u8).map(char::from).filter(|&c| begins(c)).collect();
    let start = (Dfa::START, Dfa::START);
    let mut reached = HashSet::from([start]);
    let mut waiting = vec![start];
    while let Some(pair) = waiting.pop() {
        waiting.extend(letters.iter().filter_map(|&c| step(pair, c)).filter(|&to| reached.insert(to)));
    }
    // The names that lead to each pair after a colon, shortest first; a pair with too many names or
    // long ones is not listed.
    let mut names: HashMap<Pair, Option<BTreeSet<String>>> = HashMap::new();
    let mut level: Vec<(Pair, Option<String>)> = vec![(start, Some(String::new()))];
    for length in 0..=SCHEME {
        let mut next: Vec<(Pair, Option<String>)> = Vec::new();
        let mut count: HashMap<Pair, usize> = HashMap::new();
        for (pair, name) in level {
            if let Some(behind) = step(pair, ':') {
                let own = names.entry(behind).or_insert_with(|| Some(BTreeSet::new()));
                match (&name, own.as_mut()) {
                    (Some(name), Some(known)) if length < SCHEME && known.len() < SCHEMES => {
                        _ = known.insert(name.clone())
                    }
                    _ => *own = None,
                }
            }
            for &c in &letters {
                let Some(to) = step(pair, c) else { continue };
                let seen = count.entry(to).or_default();
                *seen += 1;
                match &name {
                    Some(name) if *seen <= SCHEMES => next.push((to, Some(format!("{name}{c}")))),
                    // One more represents all others.
                    _ if *seen == SCHEMES + 1 || name.is_none() && !next.contains(&(to, None)) => next.push((to, None)),
                    _ => {}
                }
            }
        }
        level = next;
    }
    let mut all: Vec<String> = names.into_values().flatten().flatten().filter(|name| !name.is_empty()).collect();
    all.sort_unstable();
    all.dedup();
    if all.len() > SCHEMES { Vec::new() } else { all }
}

/// How some grammars, or other sides, read some components.
#[derive(Debug, Clone)]
pub(crate) struct Sides {
    /// The spans of the components, for each side.
    spans: Vec<Vec<Spans>>,
    components: Vec<Component>,
}

/// For each component and side the span in a string.
type Read = Vec<Vec<Option<Range<usize>>>>;

/// The components that the sides find in the strings.
pub(crate) type Cache = RefCell<HashMap<String, Read>>;

impl Sides {
    pub fn new(spans: Vec<Vec<Spans>>, components: &[Component]) -> Self {
        Self { spans, components: components.to_vec() }
    }

    /// The components of which they have spans.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    fn place(&self, component: Component) -> Option<usize> {
        self.components.iter().position(|other| *other == component)
    }

    /// Whether a component satisfies something on all sides.
    fn all(&self, cache: &Cache, component: Component, string: &str, holds: &dyn Fn(Option<&str>) -> bool) -> bool {
        let Some(at) = self.place(component) else { return true };
        let mut cache = cache.borrow_mut();
        let read = cache.entry(string.to_owned()).or_insert_with(|| {
            let spans = |at: usize| self.spans.iter().map(move |side| side[at].in_string(string).unwrap_or_default());
            (0..self.components.len()).map(|at| spans(at).collect()).collect()
        });
        read[at].iter().all(|span| holds(span.clone().and_then(|span| string.get(span))))
    }

    /// The strings in which a component has some content on all sides; `None` if it is not
    /// compared.
    pub fn with(&self, component: Component, content: ContentCondition<'_>) -> Result<Option<Language>, LanguageError> {
        let Some(at) = self.place(component) else { return Ok(None) };
        let mut all: Option<Language> = None;
        for side in &self.spans {
            let own = side[at].with(content).map_err(|error| LanguageError::TooLarge(error.to_string()))?;
            all = Some(match all {
                Some(all) => all.intersection(&own)?.minimal(),
                None => own,
            });
        }
        Ok(all)
    }
}

/// A requirement, and the grammars that it may depend on.
pub(crate) struct Template<'a> {
    pub requirement: &'a Requirement,
    pub sides: &'a Sides,
    pub cache: &'a Cache,
}

impl Template<'_> {
    /// The scheme in front of the first colon, if it is one.
    fn scheme<'s>(&self, string: &'s str) -> Option<&'s str> {
        let end = string.find([':', '/', '?', '#'])?;
        (end > 0 && string[end..].starts_with(':')).then_some(&string[..end])
    }
}

impl regular_bnf::Requirement for Template<'_> {
    fn holds(&self, string: &str) -> bool {
        let behind = |string: &str| self.scheme(string).map_or(0, |scheme| scheme.len() + 1);
        let all = |component: Component, holds: &dyn Fn(Option<&str>) -> bool| {
            self.sides.all(self.cache, component, string, holds)
        };
        match self.requirement {
            Requirement::Without(c) => !string.contains(*c),
            Requirement::Ascii => string.is_ascii(),
            Requirement::SlashSlash => self.scheme(string).is_some() && string[behind(string)..].starts_with("//"),
            Requirement::NoSlashSlash => !string[behind(string)..].starts_with("//"),
            Requirement::NoThirdSlash => !string[behind(string)..].starts_with("///"),
            Requirement::Scheme(names) => {
                let is = |scheme: &str| names.iter().any(|name| name.eq_ignore_ascii_case(scheme));
                self.scheme(string).is_some_and(is)
            }
            Requirement::NotScheme(name) => !self.scheme(string).is_some_and(|own| own.eq_ignore_ascii_case(name)),
            Requirement::NotEmpty(component) => all(*component, &|text| text.is_none_or(|text| !text.is_empty())),
            Requirement::ComponentWithout(component, c) => {
                all(*component, &|text| text.is_none_or(|text| !text.contains(*c)))
            }
        }
    }

    /// A requirement on components that grammars find can be checked only with their parsers.
    fn rank(&self) -> usize {
        usize::from(self.requirement.pattern().is_none())
    }

    fn language(&self) -> Result<Language, LanguageError> {
        let with = |component: &Component, content: ContentCondition<'_>| {
            let found = self.sides.with(*component, content)?;
            found.ok_or_else(|| LanguageError::TooLarge(component.to_string()))
        };
        match self.requirement {
            Requirement::NotEmpty(component) => with(component, ContentCondition::NotEmpty),
            Requirement::ComponentWithout(component, c) => {
                with(component, ContentCondition::Without(&CharSet::from(*c)))
            }
            other => {
                let (pattern, matches) = other.pattern().unwrap_or_default();
                let own = written(&pattern)?;
                if matches { Ok(own) } else { written("")?.difference(&own) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use regular_bnf::Requirement as _;

    use super::*;
    use crate::grammar::Grammar;

    /// On members of what all accept and of the rest, and on strings around a scheme and slashes.
    #[test]
    fn a_requirement_holds_for_the_strings_of_its_language() {
        let grammars = [Grammar::Rfc1738, Grammar::Rfc2396, Grammar::Rfc3986];
        let components = [Component::User, Component::Host, Component::Port];
        let spans: Vec<Vec<Spans>> = grammars.map(|grammar| grammar.spans(components).unwrap().to_vec()).into();
        let [first, second, third] = [0, 1, 2].map(|side: usize| spans[side][0].strings().unwrap());
        let accepted = first.intersection(&second).unwrap().intersection(&third).unwrap();
        let alike = spans[0][1].alike(&[&spans[1][1], &spans[2][1]], false, None).unwrap();
        let rest = accepted.difference(&alike).unwrap();
        let sides = Sides::new(spans, &components);
        let mut strings: Vec<String> = accepted.sample(1).take(150).chain(rest.sample(2).take(150)).collect();
        strings.extend(rest.members().chain(alike.members().take(100)).take(300));
        let around = ["http", "HTTP", "a", "", "a/b", "1"].map(|scheme| {
            ["", ":", "://", "://a", ":///", ":/", ":a", ":a//", "//", "///"].map(|behind| format!("{scheme}{behind}"))
        });
        strings.extend(around.into_iter().flatten());
        let cache = Cache::default();
        let all = Requirement::all(&rest, &alike, &components);
        let kinds: HashSet<_> = all.iter().map(std::mem::discriminant).collect();
        assert_eq!(kinds.len(), 8, "all but that on US-ASCII");
        for requirement in all {
            let template = Template { requirement: &requirement, sides: &sides, cache: &cache };
            let language = template.language().unwrap();
            for string in &strings {
                // On components only strings that all sides accept count.
                if requirement.pattern().is_some() || accepted.contains(string) {
                    assert_eq!(template.holds(string), language.contains(string), "{requirement}: {string:?}");
                }
            }
        }
    }

    #[test]
    fn schemes_are_those_that_some_productions_name() {
        let language = |pattern| Language::matching(pattern).unwrap();
        let (one, other) = (language("^(?:ab|ac|b[a-z]*|[c-z]{1,20}):x$"), language("^(?:d|ab):y$"));
        // After `ac` follows what follows after all that begins with `b`.
        assert_eq!(schemes(one.automaton(), other.automaton()), ["ab", "d"]);
    }
}
