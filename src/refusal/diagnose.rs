//! Exact errors: the offset at which a production's automaton stops, and everything that it
//! expected there.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock, OnceLock, PoisonError, RwLock};

use regular_bnf::automaton::lazy::{DEAD, LazyDfa, START, State};
use regular_bnf::{Bnf, CharSet, Expr};

use crate::base::authority::AuthorityState;
use crate::base::component::Component;
use crate::base::scheme::scheme;
use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::grammar::published;
use crate::grammar::published::Reading;
use crate::refusal::automata::{Walker, walker};
use crate::refusal::context::{Context, EscapePosition, SchemeProgress};
use crate::refusal::deepest::{Deepest, common_prefix};
use crate::refusal::expected::Expected;
use crate::refusal::forgive::{Forgiven, forgiven_scheme};

/// A change that could repair a refused input, or a description of its fault.
///
/// ```
/// use uri_lineage::{Advice, Grammar};
///
/// let error = |url| Grammar::Rfc1738.parse(url).unwrap_err();
/// assert_eq!(error("http://host/a#b").advice(), Some(&Advice::Fragment));
/// assert_eq!(error("URL:http://host/").advice(), Some(&Advice::Prefix { forgivable: true }));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advice<'n> {
    /// The refused character may be escaped.
    Escape {
        /// The escape, one for each byte of the character.
        escape: String,
        /// The document's class that contains the character, if one does.
        class: Option<&'n str>,
        /// Whether the character is a delimiter in some part. If so, its escape is data, not a
        /// delimiter.
        delimits: bool,
    },
    /// The percent sign in front of the refused character does not begin an escape; a literal
    /// percent sign is written `%25`.
    Percent,
    /// The shortest text that would complete an input that ended too early.
    Complete(String),
    /// The named production accepts the input.
    Generic(&'n str),
    /// The grammar has no scheme with this name.
    UnknownScheme(String),
    /// The grammar has no scheme that begins so.
    NoSuchScheme,
    /// The production is that of one scheme, which is this one, and the input has another.
    OtherScheme(String),
    /// The scheme has capital letters, which the grammar refuses and programs should forgive.
    SchemeCase {
        /// Whether the result of [`forgive`](crate::forgive) is a URL of the grammar.
        forgivable: bool,
    },
    /// A prefix `URL:` precedes the URL; the grammar refuses it, and programs should forgive it.
    Prefix {
        /// Whether the result of [`forgive`](crate::forgive) is a URL of the grammar.
        forgivable: bool,
    },
    /// The grammar has no ports.
    NoPort,
    /// The authority ends after a colon and text that is no port, and that could only be a
    /// password, which `@` must follow.
    NotPort,
    /// A fragment is not part of a URL in this grammar.
    Fragment,
    /// The first segment of a relative reference has a colon. After `./` it is a path, and after
    /// `//` an authority (RFC 3986, section 4.2).
    FirstSegment,
    /// A zone follows the address in brackets. RFC 6874 defines it, and this grammar does not.
    Zone,
    /// Unicode's IDNA processing (UTS 46) makes neither a domain nor an address of the host; if it
    /// must be strict, no domain.
    NoDomain {
        /// Whether the processing must be strict, as it must for a valid URL string.
        strict: bool,
    },
}

/// The content of a refusal beyond its offset.
#[derive(Debug, Clone, Default)]
pub(crate) struct Diagnosis {
    /// `None` if the production has no automaton.
    next: Option<Arc<StateDiagnosis>>,
    pub advice: Option<Advice<'static>>,
    /// The class that contains the refused character.
    pub class: Option<&'static str>,
}

impl Diagnosis {
    /// The items that were expected.
    pub(crate) fn expected(&self) -> &[Expected<'static>] {
        self.next.as_ref().map_or(&[], |next| next.expected())
    }

    /// The text that would complete an input that ended too early.
    pub(crate) fn completion(&self) -> Option<&str> {
        self.next.as_ref()?.completion()
    }
}

/// The facts about the state where a production stopped. They depend on the state alone, and are
/// computed once for each state.
pub(crate) struct StateDiagnosis {
    grammar: Grammar,
    production: Rule,
    walker: Walker,
    state: State,
    completion: Option<Cow<'static, str>>,
    /// A reason does not need them, and they take long.
    expected: OnceLock<Vec<Expected<'static>>>,
}

/// A document's class of characters: a production that matches single characters, and perhaps
/// escapes.
pub(crate) struct Class<N = &'static str> {
    pub name: N,
    /// The first characters of its members.
    pub holds: CharSet,
    size: u32,
    /// The number of productions that use the class. A class with more uses is better known.
    uses: usize,
}

/// The facts about a state of a production's automaton, cached.
fn next(grammar: Grammar, production: Rule, walker: Walker, state: State) -> Arc<StateDiagnosis> {
    type StateCache = RwLock<HashMap<(Rule, State), Arc<StateDiagnosis>>>;
    static ALL: [LazyLock<StateCache>; Grammar::ALL.len()] =
        [const { LazyLock::new(StateCache::default) }; Grammar::ALL.len()];
    let cache = &ALL[grammar as usize];
    let key = (production, state);
    if let Some(next) = cache.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return Arc::clone(next);
    }
    let next = Arc::new(StateDiagnosis::new(grammar, production, walker, state));
    // If another thread has computed the value too, both values are equal.
    cache.write().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(&next));
    next
}

/// The classes of a grammar, including unreachable ones, since these also classify characters.
pub(crate) fn classes(grammar: Grammar) -> &'static [Class] {
    static ALL: [OnceLock<Vec<Class>>; Grammar::ALL.len()] = [const { OnceLock::new() }; Grammar::ALL.len()];
    ALL[grammar as usize].get_or_init(|| find_classes(published::bnf(grammar, Reading::Corrected)))
}

/// The classes of some productions, the largest first.
pub(crate) fn find_classes<'b, N: From<&'b str>>(bnf: &'b Bnf) -> Vec<Class<N>> {
    let mut users: HashMap<&str, usize> = HashMap::new();
    for used in bnf.productions().iter().flat_map(|definition| bnf.uses(&definition.name)) {
        *users.entry(used).or_default() += 1;
    }
    let mut classes: Vec<Class<N>> = Vec::new();
    for definition in bnf.productions().iter().filter(|definition| definition.is_written()) {
        let Some(holds) = class(bnf, &definition.name, 0) else { continue };
        let size = holds.len();
        let uses = users.get(definition.name.as_str()).copied().unwrap_or(0);
        let class = Class { name: definition.name.as_str().into(), holds, size, uses };
        match classes.iter_mut().find(|other| other.holds == class.holds) {
            Some(other) if other.uses < class.uses => *other = class,
            Some(_) => {}
            None => classes.push(class),
        }
    }
    // Larger classes come first; of equal classes, the one that is printed first.
    classes.sort_by_key(|class| std::cmp::Reverse(class.size));
    classes
}

/// The first characters of a production's members, if each member is a single character or an
/// escape.
fn class(bnf: &Bnf, name: &str, depth: usize) -> Option<CharSet> {
    const MOST_DEPTH: usize = 50;
    let body = bnf.get(name)?.body.as_ref().ok()?;
    if depth > MOST_DEPTH { None } else { class_of_expr(bnf, body, depth) }
}

fn class_of_expr(bnf: &Bnf, expr: &Expr, depth: usize) -> Option<CharSet> {
    const HEXADECIMAL_DIGITS: u32 = 22;
    match expr {
        Expr::Literal(_) | Expr::Range(..) => bnf.characters(expr),
        Expr::Name(name) => class(bnf, name, depth + 1),
        Expr::Alternatives(exprs) => exprs
            .iter()
            .try_fold(CharSet::EMPTY, |class, expr| Some(class.union(&class_of_expr(bnf, expr, depth + 1)?))),
        Expr::Sequence(exprs) => {
            let [Expr::Literal(percent), digits @ ..] = exprs.as_slice() else { return None };
            let is_escape = percent == "%"
                && digits.len() == 2
                && digits.iter().all(|digit| {
                    class_of_expr(bnf, digit, depth + 1).is_some_and(|class| class.len() == HEXADECIMAL_DIGITS)
                });
            is_escape.then(|| '%'.into())
        }
        _ => None,
    }
}

/// The fault of a scheme that a grammar refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SchemeFault {
    /// The first of the faults that may be forgiven; then the grammar accepts the scheme.
    Forgiven(Forgiven),
    /// The grammar has no such scheme.
    Unknown,
}

impl SchemeFault {
    /// The fault of the scheme in which an input is refused, if there is one.
    pub(crate) fn new(grammar: Grammar, context: Context) -> Option<Self> {
        match context.scheme {
            SchemeProgress::Refused(Some(pardon)) if pardon.helps(grammar) => Some(Self::Forgiven(pardon.first)),
            // Any name is a scheme in a grammar with a production for schemes.
            SchemeProgress::Refused(_) if grammar.production("scheme").is_none() => Some(Self::Unknown),
            _ => None,
        }
    }
}

/// The content of a refusal, apart from its offset: errors with equal keys have the same message
/// and reason, offsets aside.
///
/// There are few keys, so rendered errors can be cached by them. A key is valid only in the running
/// program.
#[doc(hidden)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorKey {
    pub(crate) grammar: Grammar,
    pub(crate) production: Rule,
    state: State,
    pub(crate) refused: Option<char>,
    pub(crate) context: Context,
    /// The facts about the whole input.
    whole: KeyFacts,
}

/// The facts, beyond the place, on which a refusal depends.
#[derive(Debug, Clone, PartialEq, Eq)]
enum KeyFacts {
    /// The refusal depends on nothing else.
    Any,
    /// The general syntax accepts the input.
    Generic,
    /// The grammar has no such scheme.
    UnknownScheme(Box<str>),
    /// The input has another scheme than the production.
    OtherScheme,
    /// The first fault of the scheme that may be forgiven, and whether the grammar accepts the
    /// input after all of them are.
    Forgivable(Forgiven, bool),
    /// The production accepts the input, and IDNA processing refuses its host.
    NoDomain,
}

impl Hash for ErrorKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The other fields seldom differ if these are equal.
        (u64::from(self.state) << 32 | self.refused.map_or(u64::MAX, u64::from)).hash(state);
        if let KeyFacts::UnknownScheme(scheme) = &self.whole {
            scheme.hash(state);
        }
    }
}

impl ErrorKey {
    /// The key of a refusal by a production that stopped in this context. `forgivable` returns
    /// whether the grammar accepts the input after its scheme is forgiven.
    pub(crate) fn new(
        grammar: Grammar,
        Deepest { production, stop }: Deepest,
        input: &str,
        context: Context,
        forgivable: impl FnOnce() -> bool,
    ) -> Self {
        let facts = grammar.facts();
        let is_outer = facts.alternatives.contains(&production.name()) || facts.entries.contains(&production.name());
        let whole = match SchemeFault::new(grammar, context).filter(|_| is_outer) {
            _ if has_other_scheme(grammar, production, input, context) => KeyFacts::OtherScheme,
            _ if general_syntax_accepts(grammar, production, input) => KeyFacts::Generic,
            None => KeyFacts::Any,
            Some(SchemeFault::Forgiven(first)) => KeyFacts::Forgivable(first, forgivable()),
            Some(SchemeFault::Unknown) => {
                KeyFacts::UnknownScheme(forgiven_scheme(input).map_or("", |(scheme, _)| scheme).into())
            }
        };
        let refused = character_at(input, stop.offset);
        Self { grammar, production, state: stop.state, refused, context, whole }
    }

    /// The key of the refusal of a host, which begins at an offset, by IDNA processing.
    pub(crate) fn no_domain(grammar: Grammar, production: Rule, input: &str, offset: usize) -> Self {
        let (context, refused) = (Context::new(input, offset), character_at(input, offset));
        Self { grammar, production, state: DEAD, refused, context, whole: KeyFacts::NoDomain }
    }

    /// The size in bytes, including the name of a scheme, which may be of any length.
    pub fn size(&self) -> usize {
        let scheme_length = if let KeyFacts::UnknownScheme(scheme) = &self.whole { scheme.len() } else { 0 };
        size_of::<Self>() + scheme_length
    }

    /// Computes the content of the refusal.
    pub(crate) fn diagnosis(&self) -> Diagnosis {
        if self.whole == KeyFacts::NoDomain {
            let strict = self.grammar.facts().has_valid_domains;
            return Diagnosis { advice: Some(Advice::NoDomain { strict }), ..Diagnosis::default() };
        }
        let Some(walker) = walker(self.grammar, self.production.name()) else { return Diagnosis::default() };
        let next = next(self.grammar, self.production, walker, self.state);
        let class = self.refused.and_then(|refused| class_of(classes(self.grammar), refused));
        let advice = self
            .whole_advice()
            .or_else(|| delimiter_advice(self.grammar, self.context, self.refused))
            .or_else(|| first_segment_advice(walker, self.context, self.refused))
            .or_else(|| {
                state_advice(
                    |text| walker.after_text(self.state, text).is_some(),
                    self.context,
                    self.refused,
                    class,
                    next.completion(),
                )
                .filter(|advice| may_advise_text(self.grammar) || *advice == Advice::NotPort)
            });
        Diagnosis { next: Some(next), advice, class }
    }

    /// The advice that depends on the whole input.
    fn whole_advice(&self) -> Option<Advice<'static>> {
        match self.whole {
            KeyFacts::Any | KeyFacts::NoDomain => None,
            KeyFacts::Generic => self.grammar.facts().general_syntax.map(Advice::Generic),
            KeyFacts::OtherScheme => own_scheme(self.grammar, self.production).map(Advice::OtherScheme),
            KeyFacts::UnknownScheme(ref scheme) => Some(Advice::UnknownScheme(scheme.to_string())),
            KeyFacts::Forgivable(Forgiven::Prefix, forgivable) => Some(Advice::Prefix { forgivable }),
            KeyFacts::Forgivable(Forgiven::SchemeCase, forgivable) => Some(Advice::SchemeCase { forgivable }),
        }
    }
}

/// The scheme of a production that is one kind of the grammar's URLs, if all members have one scheme.
fn own_scheme(grammar: Grammar, production: Rule) -> Option<String> {
    if !grammar.facts().alternatives.contains(&production.name()) {
        return None;
    }
    let prefix = common_prefix(published::bnf(grammar, Reading::Corrected), production.name());
    scheme(&prefix).map(str::to_owned)
}

/// Whether an input is refused in its scheme, which is another one than that of the production.
fn has_other_scheme(grammar: Grammar, production: Rule, input: &str, context: Context) -> bool {
    let SchemeProgress::Refused(_) = context.scheme else { return false };
    let (own, written) = (own_scheme(grammar, production), forgiven_scheme(input));
    own.zip(written).is_some_and(|(own, (written, _))| !own.eq_ignore_ascii_case(written))
}

/// The character at an offset; `None` at the end.
fn character_at(input: &str, offset: usize) -> Option<char> {
    input.get(offset..).and_then(|suffix| suffix.chars().next())
}

/// The advice for a delimiter of a component that the grammar does not have.
pub(crate) fn delimiter_advice(grammar: Grammar, context: Context, refused: Option<char>) -> Option<Advice<'static>> {
    let Context { authority, digit, .. } = context;
    match refused? {
        ':' if authority != AuthorityState::Outside && digit && !grammar.has(Component::Port) => Some(Advice::NoPort),
        '#' if !grammar.has(Component::Fragment) => Some(Advice::Fragment),
        _ => None,
    }
}

/// The advice for the first colon of an input that the production refuses, if the production
/// accepts relative references.
fn first_segment_advice(walker: Walker, context: Context, refused: Option<char>) -> Option<Advice<'static>> {
    let is_first_colon = refused == Some(':')
        && context.authority == AuthorityState::Outside
        && context.scheme != SchemeProgress::Read
        && context.escape != EscapePosition::Broken;
    let helps = is_first_colon && ["./", "//"].iter().all(|start| walker.after_text(START, start).is_some());
    helps.then_some(Advice::FirstSegment)
}

/// Whether a text may be advised where a grammar refuses an input. The parser of the URL Standard
/// refuses an input only up to its port, and reads on from there to an `@`: what completes such an
/// input, or replaces a character, leads to another host.
pub(crate) fn may_advise_text(grammar: Grammar) -> bool {
    grammar != Grammar::Whatwg
}

/// The advice that depends on the state and its context: what must follow, or how the refused
/// character is written. `completion` would complete an input that ends there; `fits` returns
/// whether a text may come next.
pub(crate) fn state_advice<'n>(
    fits: impl Fn(&str) -> bool,
    context: Context,
    refused: Option<char>,
    class: Option<&'n str>,
    completion: Option<&str>,
) -> Option<Advice<'n>> {
    if may_be_password(context, refused) && fits("@") {
        return Some(Advice::NotPort);
    }
    match refused {
        None => completion.map(|text| Advice::Complete(text.to_owned())),
        // An address of a later version than 6, which has no zone, may go on with other signs.
        Some('%') if context.authority == AuthorityState::Bracket && fits("]") && !fits("!") => Some(Advice::Zone),
        Some(refused) => escape_advice(fits, context, refused, class),
    }
}

/// Whether the text after a colon in the authority, which ends here and is no port, may be a
/// password that lacks its `@`.
pub(crate) fn may_be_password(context: Context, refused: Option<char>) -> bool {
    context.authority == AuthorityState::NoPort && matches!(refused, None | Some('/' | '?' | '#'))
}

/// The advice to escape the refused character, if its escape is accepted in that state.
fn escape_advice<'n>(
    fits: impl Fn(&str) -> bool,
    context: Context,
    refused: char,
    class: Option<&'n str>,
) -> Option<Advice<'n>> {
    if context.escape == EscapePosition::Broken && !refused.is_ascii_hexdigit() {
        return Some(Advice::Percent);
    }
    let mut bytes = [0; 4];
    let text = refused.encode_utf8(&mut bytes);
    let escape: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let delimits = "/?#;:@=&+".contains(refused);
    // A replacement character replaces bytes that are not UTF-8, so its escape would be wrong.
    let is_accepted = refused != char::REPLACEMENT_CHARACTER && fits(&escape);
    is_accepted.then_some(Advice::Escape { escape, class, delimits })
}

/// Whether the general syntax accepts an input that a scheme's own production refuses, as in RFC
/// 1738.
pub(crate) fn general_syntax_accepts(grammar: Grammar, production: Rule, input: &str) -> bool {
    let facts = grammar.facts();
    facts.general_syntax.is_some_and(|name| {
        facts.alternatives.contains(&production.name())
            && grammar.production(name).is_some_and(|general| general.accepts(input))
    })
}

impl StateDiagnosis {
    /// The facts about a state.
    pub(crate) fn new(grammar: Grammar, production: Rule, walker: Walker, state: State) -> Self {
        let completion = match walker {
            Walker::Lazy(lazy) if lazy.accepts(state) => None,
            Walker::Lazy(lazy) => lazy.completion(state).map(Cow::Owned),
            Walker::Prebuilt(automaton) => automaton.completion(state).map(Cow::Borrowed),
        };
        Self { grammar, production, walker, state, completion, expected: OnceLock::new() }
    }

    /// The items that are expected in the state.
    pub(crate) fn expected(&self) -> &[Expected<'static>] {
        self.expected.get_or_init(|| match self.walker {
            Walker::Lazy(lazy) => self.expected_of(lazy),
            Walker::Prebuilt(automaton) => automaton.expected(self.state),
        })
    }

    fn expected_of(&self, lazy: &LazyDfa) -> Vec<Expected<'static>> {
        let production = self.completion().and_then(|completion| {
            expected_production(self.grammar, self.production, &lazy.access_string(self.state), completion)
        });
        let open = expected_items(classes(self.grammar), lazy.next_characters(self.state), lazy.accepts(self.state));
        production.into_iter().chain(open).collect()
    }

    /// Whether the input may end there.
    #[cfg(feature = "compare")]
    pub(crate) fn accepts(&self) -> bool {
        self.walker.accepts(self.state)
    }

    /// The text that would complete the input, unless the input may end there.
    pub(crate) fn completion(&self) -> Option<&str> {
        self.completion.as_deref()
    }
}

impl fmt::Debug for StateDiagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Next").field("expected", &self.expected()).field("completion", &self.completion).finish()
    }
}

/// The outermost production that begins after `before` in the shortest completion.
fn expected_production(
    grammar: Grammar,
    production: Rule,
    before: &str,
    completion: &str,
) -> Option<Expected<'static>> {
    // The production depends on the state alone, unless a parser repairs its input: it may read the
    // next character in several states.
    if before.is_empty() || grammar.ignored().is_some() {
        return None;
    }
    let completed = [before, completion].concat();
    let tree = grammar.production(production.name())?.tree(&completed).ok()?;
    let name = tree.outermost_from(before.len())?.name();
    (!classes(grammar).iter().any(|class| class.name == name)).then_some(Expected::Production(name))
}

/// The expected items: the document's classes that cover the expected characters, then the other
/// characters, and the end of the input if it is expected.
pub(crate) fn expected_items<N: AsRef<str>>(classes: &[Class<N>], fits: CharSet, end: bool) -> Vec<Expected<'_>> {
    let mut open = fits.clone();
    let mut expected = Vec::new();
    for class in classes {
        let added = class.holds.intersection(&open).len();
        // A class that adds little to the listed ones is omitted.
        if class.holds.is_subset(&fits) && added > 1 && 2 * added > class.size {
            expected.push(Expected::Class(class.name.as_ref()));
            open = open.difference(&class.holds);
        }
    }
    for (first, last) in open.ranges() {
        // Nobody reads a long list of control characters.
        let are_controls = first.is_ascii_control() && u32::from(last) - u32::from(first) > 3;
        if first == last || last.is_ascii() && !are_controls {
            expected.extend((first..=last).map(Expected::Character))
        } else {
            expected.push(Expected::Range(first, last))
        }
    }
    expected.extend(end.then_some(Expected::End));
    expected
}

/// The smallest class that contains a character.
pub(crate) fn class_of<N: AsRef<str>>(classes: &[Class<N>], refused: char) -> Option<&str> {
    classes.iter().rev().find(|class| class.holds.contains(refused)).map(|class| class.name.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refusal::automata::lazy;

    /// The cached items of a state are equal to the items computed for every text that leads to the
    /// state.
    #[test]
    fn expected_items_depend_on_the_state_alone() {
        let urls: Vec<&str> = include_str!("../../tests/data/urls-1990s.txt").lines().step_by(8).collect();
        let mut seen = 0;
        for grammar in Grammar::all() {
            let main = grammar.main();
            let Some(walker) = lazy(grammar, main.name()) else { continue };
            for url in &urls {
                for (end, _) in url.char_indices() {
                    let stop = walker.walk(&url[..end]);
                    let before = &url[..stop.offset];
                    let completion = walker.completion(stop.state).filter(|_| !walker.accepts(stop.state));
                    let computed = completion.and_then(|text| expected_production(grammar, main, before, &text));
                    let next = StateDiagnosis::new(grammar, main, Walker::Lazy(walker), stop.state);
                    let cached = next.expected().first().filter(|first| matches!(first, Expected::Production(_)));
                    assert_eq!(computed.as_ref(), cached, "{grammar}: {before}");
                    seen += usize::from(computed.is_some());
                }
            }
        }
        assert!(seen > 100, "{seen}");
    }
}
