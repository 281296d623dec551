//! Exact errors: the place where a production's automaton stops, and all that could have stood there.

use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use crate::context::{Context, Escape, Pardon, Scheme};
use crate::forgive::{Forgiven, forgiven_scheme};
use crate::grammar::Grammar;
use crate::published::{Bnf, Expr, Reading};
use crate::rule::Rule;
use crate::site::Site;
use crate::tree::Tree;
use regular_bnf::automaton::ALPHABET;
use regular_bnf::automaton::lazy::{LazyDfa, State, Stop};
use regular_bnf::automaton::nfa::Class as Characters;

/// Something that could have stood where an input was refused.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Expected {
    /// A production, by its name as the document prints it.
    Production(&'static str),
    /// A class of characters, by its name as the document prints it.
    Class(&'static str),
    /// A character that stands for itself.
    Character(char),
    /// The end of the input.
    End,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Production(name @ ("port" | "digits" | "version" | "hostnumber" | "IPv4address")) => {
                write!(f, "`{name}`, a digit")
            }
            Self::Production(name) | Self::Class(name) => write!(f, "`{name}`"),
            Self::Character(' ') => f.write_str("a space"),
            Self::Character(c) => write!(f, "`{c}`"),
            Self::End => f.write_str("the end"),
        }
    }
}

/// What would mend a refused input, or what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advice {
    /// The refused character may stand there as an escape.
    Escape {
        /// The escape, one for each byte of the character.
        escape: String,
        /// The class of characters to which the document assigns it, if it does.
        class: Option<&'static str>,
        /// Whether the character delimits parts somewhere: then its escape is data, and no delimiter.
        delimits: bool,
    },
    /// The percent sign before the refused character begins no escape; for itself it is written `%25`.
    Percent,
    /// The shortest text that would complete an input that ends too early.
    Complete(String),
    /// Another production accepts the input: the one named.
    Generic(&'static str),
    /// The grammar has no scheme of that name.
    UnknownScheme(String),
    /// The scheme has capital letters, which the grammar does not accept and programs should forgive.
    SchemeCase {
        /// Whether [`forgive`](crate::forgive) makes it a URL of the grammar.
        forgivable: bool,
    },
    /// A prefix `URL:` stands before the URL that the grammar does not accept, and programs should forgive.
    Prefix {
        /// Whether [`forgive`](crate::forgive) makes it a URL of the grammar.
        forgivable: bool,
    },
    /// The grammar has no ports.
    NoPort,
    /// A fragment is no part of a URL in this grammar.
    Fragment,
}

impl Diagnosis {
    /// What would complete an input that ended too early.
    pub(crate) fn completion(&self) -> Option<&str> {
        self.next.completion.as_deref()
    }
}

/// What can be said of a refusal beyond its offset.
#[derive(Debug, Clone, Default)]
pub(crate) struct Diagnosis {
    pub next: Arc<Next>,
    pub advice: Option<Advice>,
    /// The class of the refused character.
    pub class: Option<&'static str>,
}

/// What may come next where a production ceased: it depends on the state alone, and is made once for each.
#[derive(Debug, Default)]
pub(crate) struct Next {
    pub expected: Vec<Expected>,
    /// What would complete the input, unless it may end there.
    completion: Option<String>,
}

/// A class of characters of a document: a production that takes single characters, and perhaps escapes.
struct Class {
    name: &'static str,
    /// What a member may begin with.
    holds: Characters,
    size: usize,
    /// How many productions use it: the more, the better it is known.
    uses: usize,
}

/// The automaton of a production, and what is known of its states.
struct Known {
    walker: LazyDfa,
    next: RwLock<HashMap<State, Arc<Next>>>,
}

fn known(grammar: Grammar, production: &str) -> Option<&'static Known> {
    type All = Vec<OnceLock<Option<Known>>>;
    static ALL: [OnceLock<All>; Grammar::ALL.len()] = [const { OnceLock::new() }; Grammar::ALL.len()];
    let bnf = grammar.bnf(Reading::Corrected);
    let none = || bnf.productions().iter().map(|_| OnceLock::new()).collect();
    let place = ALL[grammar as usize].get_or_init(none).get(bnf.index(production)?)?;
    let make = || Some(Known { walker: LazyDfa::of(bnf, production).ok()?, next: RwLock::default() });
    place.get_or_init(make).as_ref()
}

/// The automaton of a production; `None` for one that has none.
pub(crate) fn walker(grammar: Grammar, production: &str) -> Option<&'static LazyDfa> {
    known(grammar, production).map(|known| &known.walker)
}

/// The classes of a grammar. Unreachable ones are among them, since they too say what a character is.
fn classes(grammar: Grammar) -> &'static [Class] {
    static ALL: [OnceLock<Vec<Class>>; Grammar::ALL.len()] = [const { OnceLock::new() }; Grammar::ALL.len()];
    ALL[grammar as usize].get_or_init(|| find_classes(grammar))
}

fn find_classes(grammar: Grammar) -> Vec<Class> {
    let bnf = grammar.bnf(Reading::Corrected);
    let mut users: HashMap<&str, usize> = HashMap::new();
    for used in bnf.productions().iter().flat_map(|definition| bnf.uses(&definition.name)) {
        *users.entry(used).or_default() += 1;
    }
    let mut classes: Vec<Class> = Vec::new();
    for definition in bnf.productions() {
        let Some(holds) = class(bnf, &definition.name, 0) else { continue };
        let size = holds.count_ones() as usize;
        let uses = users.get(definition.name.as_str()).copied().unwrap_or(0);
        let class = Class { name: &definition.name, holds, size, uses };
        match classes.iter_mut().find(|other| other.holds == class.holds) {
            Some(other) if other.uses < class.uses => *other = class,
            Some(_) => {}
            None => classes.push(class),
        }
    }
    // The larger first; of two alike the one that is printed first.
    classes.into_iter().fold(Vec::new(), |mut sorted, class| {
        let at = sorted.iter().position(|other: &Class| other.size < class.size).unwrap_or(sorted.len());
        sorted.insert(at, class);
        sorted
    })
}

/// What a member of a production may begin with, if all members are single characters or escapes of one.
fn class(bnf: &Bnf, name: &str, depth: usize) -> Option<Characters> {
    fn of(bnf: &Bnf, expr: &Expr, depth: usize) -> Option<Characters> {
        match expr {
            Expr::Literal(text) if text.len() == 1 => Some(1 << text.as_bytes()[0]),
            Expr::Name(name) => class(bnf, name, depth + 1),
            Expr::Alternatives(all) => all.iter().try_fold(0, |holds, expr| Some(holds | of(bnf, expr, depth + 1)?)),
            Expr::Sequence(all) => {
                let [Expr::Literal(percent), hex @ ..] = all.as_slice() else { return None };
                let digits = |expr| of(bnf, expr, depth + 1).is_some_and(|holds: Characters| holds.count_ones() == 22);
                (percent == "%" && hex.len() == 2 && hex.iter().all(digits)).then_some(1 << b'%')
            }
            _ => None,
        }
    }
    const MOST_DEPTH: usize = 50;
    let body = bnf.get(name)?.body.as_ref().ok()?;
    if depth > MOST_DEPTH { None } else { of(bnf, body, depth) }
}

/// What a refusal says, apart from its offset: errors of one kind say the same.
///
/// There are few kinds, so that what is made of one can be kept. They are those of the running program: kinds are compared, and
/// not stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    pub(crate) grammar: Grammar,
    pub(crate) production: Rule,
    state: State,
    pub(crate) found: Option<char>,
    pub(crate) context: Context,
    /// What is known of the whole input.
    whole: Whole,
}

/// What a refusal depends on beyond the place.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Whole {
    /// It depends on nothing more.
    Any,
    /// The general syntax accepts it.
    Generic,
    /// There is no such scheme.
    UnknownScheme(Box<str>),
    /// Whether the grammar accepts it if its scheme is forgiven.
    Forgivable(bool),
}

impl Hash for Kind {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The rest seldom differs where these are the same.
        (u64::from(self.state) << 32 | self.found.map_or(u64::MAX, u64::from)).hash(state);
        if let Whole::UnknownScheme(scheme) = &self.whole {
            scheme.hash(state);
        }
    }
}

impl Kind {
    /// Of an input that a production refuses, where it ceased, in this context; and whether the grammar accepts the input if
    /// its scheme is forgiven.
    pub(crate) fn of(
        grammar: Grammar,
        (production, stop): (Rule, Stop),
        input: &str,
        context: Context,
        forgivable: impl FnOnce() -> bool,
    ) -> Self {
        let is = |names: &[&str]| names.contains(&production.name());
        let (alternatives, entries) = (grammar.facts().alternatives, grammar.facts().entries);
        let whole = match context.scheme {
            _ if generic(grammar, production, input) => Whole::Generic,
            Scheme::Read | Scheme::Missing => Whole::Any,
            Scheme::Refused(_) if !is(alternatives) && !is(entries) => Whole::Any,
            Scheme::Refused(Some(pardon)) if pardon.helps(grammar) => Whole::Forgivable(forgivable()),
            // Where any name is a scheme, this is none.
            Scheme::Refused(_) if grammar.production("scheme").is_some() => Whole::Any,
            Scheme::Refused(_) => Whole::UnknownScheme(forgiven_scheme(input).unwrap_or_default().into()),
        };
        let found = input.get(stop.offset..).and_then(|rest| rest.chars().next());
        Self { grammar, production, state: stop.state, found, context, whole }
    }

    /// How many bytes it takes up: it may hold the name of a scheme, however long.
    pub fn size(&self) -> usize {
        let held = if let Whole::UnknownScheme(scheme) = &self.whole { scheme.len() } else { 0 };
        size_of::<Self>() + held
    }

    /// What can be said of the refusal.
    pub(crate) fn diagnosis(&self) -> Diagnosis {
        let Some(known) = known(self.grammar, self.production.name()) else { return Diagnosis::default() };
        let next = known.next(self.grammar, self.production.name(), self.state);
        let class = self.found.and_then(|found| class_of(self.grammar, found));
        let advice = self.of_whole().or_else(|| self.of_delimiter()).or_else(|| match self.found {
            None => next.completion.clone().map(Advice::Complete),
            Some(found) => self.escape(&known.walker, found, class),
        });
        Diagnosis { next, advice, class }
    }

    /// Advice that needs the whole input.
    fn of_whole(&self) -> Option<Advice> {
        match self.whole {
            Whole::Any => None,
            Whole::Generic => self.grammar.facts().general.map(Advice::Generic),
            Whole::UnknownScheme(ref scheme) => Some(Advice::UnknownScheme(scheme.to_string())),
            Whole::Forgivable(forgivable) => Some(match self.context.scheme {
                Scheme::Refused(Some(Pardon { first: Forgiven::Prefix, .. })) => Advice::Prefix { forgivable },
                _ => Advice::SchemeCase { forgivable },
            }),
        }
    }

    /// What a refused delimiter would begin that the grammar has not.
    fn of_delimiter(&self) -> Option<Advice> {
        let has = |names: &[&str]| names.iter().any(|name| self.grammar.production(name).is_some());
        let Context { site, digit, .. } = self.context;
        match self.found? {
            ':' if site != Site::Outside && digit && !has(&["port"]) => Some(Advice::NoPort),
            '#' if !has(&["fragmentid", "fragment"]) => Some(Advice::Fragment),
            _ => None,
        }
    }

    /// How the refused character could stand there as an escape.
    fn escape(&self, walker: &LazyDfa, found: char, class: Option<&'static str>) -> Option<Advice> {
        if self.context.escape == Escape::Broken && !found.is_ascii_hexdigit() {
            return Some(Advice::Percent);
        }
        let mut bytes = [0; 4];
        let text = found.encode_utf8(&mut bytes);
        let escape: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let delimits = "/?#;:@=&+".contains(found);
        // A replacement character stands for bytes that are not UTF-8: its escape would be wrong.
        let stands = found != char::REPLACEMENT_CHARACTER && walker.behind(self.state, &escape).is_some();
        stands.then_some(Advice::Escape { escape, class, delimits })
    }
}

/// Whether the general syntax accepts an input that a scheme's own production refuses, as in RFC 1738.
pub(crate) fn generic(grammar: Grammar, production: Rule, input: &str) -> bool {
    let own = |_: &&str| grammar.facts().alternatives.contains(&production.name());
    let general = grammar.facts().general.filter(own).and_then(|name| grammar.production(name));
    general.is_some_and(|general| general.accepts(input))
}

impl Known {
    /// What may come next in a state.
    fn next(&self, grammar: Grammar, production: &str, state: State) -> Arc<Next> {
        if let Some(next) = self.next.read().unwrap_or_else(PoisonError::into_inner).get(&state) {
            return Arc::clone(next);
        }
        let accepts = self.walker.accepts(state);
        let completion = if accepts { None } else { self.walker.completion(state) };
        let begins = completion.and_then(|rest| begins(grammar, production, &self.walker.access(state), rest));
        let mut expected: Vec<Expected> = begins.into_iter().collect();
        expected.extend(fold(grammar, self.walker.open(state), accepts));
        let next = Arc::new(Next { expected, completion: completion.map(str::to_owned) });
        // Where another has made it too, both are the same.
        self.next.write().unwrap_or_else(PoisonError::into_inner).insert(state, Arc::clone(&next));
        next
    }
}

/// The production that may begin after `before`: the outermost that does so in the shortest completion.
fn begins(grammar: Grammar, production: &str, before: &str, rest: &str) -> Option<Expected> {
    if before.is_empty() {
        return None;
    }
    let whole = [before, rest].concat();
    let tree = Tree::parse(grammar.production(production)?.entry(), &whole).ok()?;
    let mut node = tree.root();
    while node.start() < before.len() || node.start() == node.end() {
        node = node.children().find(|child| child.end() > before.len())?;
    }
    if node.start() > before.len() {
        return None;
    }
    (!classes(grammar).iter().any(|class| class.name == node.name())).then_some(Expected::Production(node.name()))
}

/// All that may follow, in the document's own classes where they fit.
fn fold(grammar: Grammar, fits: Characters, end: bool) -> Vec<Expected> {
    let mut open = fits;
    let mut expected = Vec::new();
    for class in classes(grammar) {
        let news = (class.holds & open).count_ones() as usize;
        // A class that adds little to those already listed is not named.
        if class.holds & !fits == 0 && news > 1 && 2 * news > class.size {
            expected.push(Expected::Class(class.name));
            open &= !class.holds;
        }
    }
    let characters = (0..ALPHABET as u8).filter(|&c| open & 1 << c != 0);
    expected.extend(characters.map(|c| Expected::Character(char::from(c))));
    expected.extend(end.then_some(Expected::End));
    expected
}

/// The smallest class that holds a character.
fn class_of(grammar: Grammar, found: char) -> Option<&'static str> {
    let holds = |class: &&Class| found.is_ascii() && class.holds & 1 << (found as u32) != 0;
    classes(grammar).iter().rev().find(holds).map(|class| class.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is kept for a state is what every text that leads there would give of its own.
    #[test]
    fn what_comes_next_depends_on_the_state_alone() {
        let urls: Vec<&str> = include_str!("../../tests/data/urls-1990s.txt").lines().step_by(8).collect();
        let mut seen = 0;
        for grammar in Grammar::ALL {
            let Some(known) = known(grammar, grammar.facts().main) else { continue };
            let main = grammar.facts().main;
            for url in &urls {
                for (end, _) in url.char_indices() {
                    let stop = known.walker.walk(&url[..end]);
                    let before = &url[..stop.offset];
                    let completion = known.walker.completion(stop.state).filter(|_| !known.walker.accepts(stop.state));
                    let own = completion.and_then(|rest| begins(grammar, main, before, rest));
                    let next = known.next(grammar, main, stop.state);
                    let kept = next.expected.first().filter(|first| matches!(first, Expected::Production(_)));
                    assert_eq!(own.as_ref(), kept, "{grammar}: {before}");
                    seen += usize::from(own.is_some());
                }
            }
        }
        assert!(seen > 100, "{seen}");
    }
}
