//! Exact errors: the place where a production's automaton stops, and all that could have stood there.

use std::collections::HashMap;
use std::sync::{LazyLock, RwLock};

use super::classify::Classifier;
use super::dfa::{ALPHABET, DEAD, Dfa, State};
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

/// What is known of one grammar.
#[derive(Default)]
struct Atlas {
    automata: RwLock<HashMap<&'static str, Option<&'static Dfa>>>,
}

impl Atlas {
    fn of(grammar: Grammar) -> &'static Self {
        static ALL: LazyLock<[Atlas; Grammar::ALL.len()]> = LazyLock::new(Default::default);
        &ALL[grammar as usize]
    }

    /// The automaton of a production, made when first asked for.
    fn automaton(&self, grammar: Grammar, production: &str) -> Option<&'static Dfa> {
        if let Ok(automata) = self.automata.read()
            && let Some(known) = automata.get(production)
        {
            return *known;
        }
        let bnf = Bnf::of(grammar, Reading::Corrected);
        let name = bnf.get(production)?.name.as_str();
        let dfa = match Classifier::get().automaton(grammar, name) {
            Some(dfa) => Some(dfa),
            None => Lowering::new(bnf).language(name).ok().map(|language| language.dfa),
        };
        let dfa = dfa.map(|dfa| &*Box::leak(Box::new(dfa)));
        self.automata.write().ok()?.insert(name, dfa);
        dfa
    }
}

/// The classes of a grammar, the unreachable ones too, which say what a character is.
fn classes(grammar: Grammar) -> &'static [Class] {
    static ALL: LazyLock<[Vec<Class>; Grammar::ALL.len()]> = LazyLock::new(|| Grammar::ALL.map(find_classes));
    &ALL[grammar as usize]
}

fn find_classes(grammar: Grammar) -> Vec<Class> {
    let bnf = Bnf::of(grammar, Reading::Corrected);
    let mut lowering = Lowering::new(bnf);
    let mut classes: Vec<Class> = Vec::new();
    for definition in bnf.productions() {
        let Some(holds) = lowering.class(&definition.name) else { continue };
        let size = holds.iter().filter(|&&holds| holds).count();
        let class = Class { name: &definition.name, holds, size, uses: bnf.used_by(&definition.name).len() };
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
    let dfa = Atlas::of(grammar).automaton(grammar, production)?;
    let mut state = Dfa::START;
    let mut offset = input.len();
    for (at, byte) in input.bytes().enumerate() {
        let next = dfa.step(state, byte);
        if next == DEAD {
            offset = at;
            break;
        }
        state = next;
    }
    let (before, after) = input.split_at_checked(offset)?;
    let mut expected: Vec<Expected> = begins(grammar, production, dfa, state, before).into_iter().collect();
    expected.extend(fold(grammar, dfa, state));
    Some(Refusal { offset, expected, advice: advise(grammar, production, dfa, state, before, after) })
}

/// The production that may begin behind `before`: the outermost that does so in the shortest completion.
fn begins(grammar: Grammar, production: &str, dfa: &Dfa, state: State, before: &str) -> Option<Expected> {
    /// A longer beginning is not parsed again: the name is worth less than its time.
    const LONGEST: usize = 4096;
    if dfa.is_accepting(state) || before.is_empty() || before.len() > LONGEST {
        return None;
    }
    let whole = dfa.members_from(state).next().map(|rest| [before, &rest].concat())?;
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
fn fold(grammar: Grammar, dfa: &Dfa, state: State) -> Vec<Expected> {
    let mut open: [bool; ALPHABET] = dfa.row(state).map(|next| next != DEAD);
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
    if dfa.is_accepting(state) {
        expected.push(Expected::End);
    }
    expected
}

fn advise(grammar: Grammar, production: &str, dfa: &Dfa, state: State, before: &str, after: &str) -> Option<Advice> {
    let step =
        |text: &str| text.bytes().fold(state, |state, byte| if state == DEAD { DEAD } else { dfa.step(state, byte) });
    // RFC 1738: the general syntax takes what the scheme's own production refuses.
    if grammar.alternatives().contains(&production)
        && let Some(generic) = Atlas::of(grammar).automaton(grammar, "genericurl")
        && generic.accepts(&[before, after].concat())
    {
        return Some(Advice::Generic("genericurl"));
    }
    let Some(found) = after.chars().next() else {
        return dfa.members_from(state).next().filter(|text| !text.is_empty()).map(Advice::Complete);
    };
    let in_escape = before.bytes().rev().take(2).position(|byte| byte == b'%');
    if in_escape.is_some() && !after.starts_with(|c: char| c.is_ascii_hexdigit()) {
        return Some(Advice::Percent);
    }
    let mut bytes = [0; 4];
    let escape: String = found.encode_utf8(&mut bytes).bytes().map(|byte| format!("%{byte:02X}")).collect();
    let class = || {
        // The smallest class that holds it, an escape's percent sign aside.
        let holds = |class: &&Class| u32::from(found) < ALPHABET as u32 && class.holds[found as usize];
        classes(grammar).iter().rev().find(holds).map(|class| class.name)
    };
    (step(&escape) != DEAD).then(|| Advice::Escape { escape, class: class() })
}
