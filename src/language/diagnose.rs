//! Exact errors: the place where a production's automaton stops, and all that could have stood there.

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock, RwLock};

use super::classify::Atlas;
use super::dfa::{ALPHABET, Dfa, Machine, State};
use super::lower::Lowering;
use crate::error::{Advice, Expected};
use crate::grammar::Grammar;
use crate::parser::Refusal;
use crate::published::{Bnf, Reading};

/// A class of characters of a document: a production that takes single characters, and perhaps escapes.
struct Class {
    name: &'static str,
    /// What a member may begin with.
    holds: [bool; ALPHABET],
    size: usize,
    /// How many productions use it: the more, the better it is known.
    uses: usize,
}

/// The automaton of a production that the classifier has not, made when first asked for.
fn automaton(grammar: Grammar, production: &str) -> Option<&'static Dfa> {
    type Known = HashMap<(Grammar, &'static str), Option<&'static Dfa>>;
    static AUTOMATA: LazyLock<RwLock<Known>> = LazyLock::new(RwLock::default);
    let bnf = Bnf::of(grammar, Reading::Corrected);
    let name = bnf.get(production)?.name.as_str();
    if let Some(known) = AUTOMATA.read().ok()?.get(&(grammar, name)) {
        return *known;
    }
    let language = Lowering::new(bnf).language(name).ok();
    let dfa = language.map(|language| &*Box::leak(Box::new(language.dfa)));
    AUTOMATA.write().ok()?.insert((grammar, name), dfa);
    dfa
}

/// The classes of a grammar, the unreachable ones too, which say what a character is.
fn classes(grammar: Grammar) -> &'static [Class] {
    static ALL: [OnceLock<Vec<Class>>; Grammar::ALL.len()] = [const { OnceLock::new() }; Grammar::ALL.len()];
    ALL[grammar as usize].get_or_init(|| find_classes(grammar))
}

fn find_classes(grammar: Grammar) -> Vec<Class> {
    let bnf = Bnf::of(grammar, Reading::Corrected);
    let mut lowering = Lowering::new(bnf);
    let mut users: HashMap<&str, usize> = HashMap::new();
    for used in bnf.productions().iter().flat_map(|definition| bnf.uses(&definition.name)) {
        *users.entry(used).or_default() += 1;
    }
    let mut classes: Vec<Class> = Vec::new();
    for definition in bnf.productions() {
        let Some(holds) = lowering.class(&definition.name) else { continue };
        let size = holds.iter().filter(|&&holds| holds).count();
        let uses = users.get(definition.name.as_str()).copied().unwrap_or(0);
        let class = Class { name: &definition.name, holds, size, uses };
        match classes.iter_mut().find(|other| other.holds == class.holds) {
            Some(other) if other.uses < class.uses => *other = class,
            Some(_) => {}
            None => classes.push(class),
        }
    }
    classes.sort_by_key(|class| std::cmp::Reverse(class.size));
    classes
}

/// Where exactly a production refuses the input, and why; `None` for a production without an automaton.
pub(crate) fn diagnose(grammar: Grammar, production: &str, input: &str) -> Option<Refusal> {
    match Atlas::get().machine(grammar, production) {
        Some(machine) => explain(grammar, production, &machine, input),
        None => explain(grammar, production, automaton(grammar, production)?, input),
    }
}

fn explain(grammar: Grammar, production: &str, machine: &impl Machine, input: &str) -> Option<Refusal> {
    let mut state = machine.start();
    let mut offset = input.len();
    for (at, byte) in input.bytes().enumerate() {
        let Some(next) = machine.step(state, byte) else {
            offset = at;
            break;
        };
        state = next;
    }
    let (before, after) = input.split_at_checked(offset)?;
    let rest = (!machine.accepts(state)).then(|| machine.shortest(state)).flatten();
    let begins = rest.as_ref().and_then(|rest| begins(grammar, production, before, rest));
    let mut expected: Vec<Expected> = begins.into_iter().collect();
    expected.extend(fold(grammar, machine, state));
    let class = after.chars().next().and_then(|found| class_of(grammar, found));
    let advice =
        if after.is_empty() { rest.map(Advice::Complete) } else { escape(machine, state, before, after, class) };
    let advice = generic(grammar, production, input).or(advice);
    Some(Refusal { offset, expected, advice, class })
}

/// The production that may begin behind `before`: the outermost that does so in the shortest completion.
fn begins(grammar: Grammar, production: &str, before: &str, rest: &str) -> Option<Expected> {
    /// A longer beginning is not parsed again: the name is worth less than its time.
    const LONGEST: usize = 4096;
    if before.is_empty() || before.len() > LONGEST {
        return None;
    }
    let whole = [before, rest].concat();
    let parsed = grammar.production(production)?.parse(&whole).ok()?;
    let mut node = parsed.tree().root();
    while node.start() < before.len() || node.start() == node.end() {
        node = node.children().find(|child| child.end() > before.len())?;
    }
    if node.start() > before.len() {
        return None;
    }
    (!classes(grammar).iter().any(|class| class.name == node.name())).then_some(Expected::Production(node.name()))
}

/// All that may stand behind a state, in the document's own classes where they fit.
fn fold(grammar: Grammar, machine: &impl Machine, state: State) -> Vec<Expected> {
    let mut open: [bool; ALPHABET] = std::array::from_fn(|c| machine.step(state, c as u8).is_some());
    let fits = open;
    let mut expected = Vec::new();
    for class in classes(grammar) {
        let inside = (0..ALPHABET).all(|c| !class.holds[c] || fits[c]);
        let news = (0..ALPHABET).filter(|&c| class.holds[c] && open[c]).count();
        // A class that says little more than what is said already is worth no name.
        if inside && news > 1 && 2 * news > class.size {
            expected.push(Expected::Class(class.name));
            (0..ALPHABET).for_each(|c| open[c] &= !class.holds[c]);
        }
    }
    expected.extend((0..ALPHABET).filter(|&c| open[c]).map(|c| Expected::Character(char::from(c as u8))));
    if machine.accepts(state) {
        expected.push(Expected::End);
    }
    expected
}

/// RFC 1738: the general syntax takes what the scheme's own production refuses.
fn generic(grammar: Grammar, production: &str, input: &str) -> Option<Advice> {
    let takes = grammar.alternatives().contains(&production)
        && grammar.production("genericurl").is_some_and(|generic| generic.accepts(input));
    takes.then_some(Advice::Generic("genericurl"))
}

/// How the refused character could stand there as an escape.
fn escape(
    machine: &impl Machine,
    state: State,
    before: &str,
    after: &str,
    class: Option<&'static str>,
) -> Option<Advice> {
    let in_escape = before.bytes().rev().take(2).any(|byte| byte == b'%');
    if in_escape && !after.starts_with(|c: char| c.is_ascii_hexdigit()) {
        return Some(Advice::Percent);
    }
    let mut bytes = [0; 4];
    let found = after.chars().next()?.encode_utf8(&mut bytes);
    let escape: String = found.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let stands = escape.bytes().try_fold(state, |state, byte| machine.step(state, byte));
    stands.map(|_| Advice::Escape { escape, class })
}

/// The smallest class that holds a character.
fn class_of(grammar: Grammar, found: char) -> Option<&'static str> {
    let holds = |class: &&Class| class.holds.get(found as usize) == Some(&true);
    classes(grammar).iter().rev().find(holds).map(|class| class.name)
}
