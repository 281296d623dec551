//! Audits of suites with components, against every wrong automaton built and run by hand.

use regular_bnf::automaton::alphabet::{Element, Mark};
use regular_bnf::automaton::dfa::{Dfa, State};
use regular_bnf::{Place, Spans, SplitAudit};

use crate::common::{sampled, short_strings};

/// An automaton with one fault.
#[derive(Debug, Clone, Copy)]
enum Fault {
    None,
    Step(State, usize, State),
    Acceptance(State),
}

impl Fault {
    /// The readings of a string: the markings of it that the automaton accepts.
    fn readings(self, dfa: &Dfa, string: &str) -> Vec<Vec<Element>> {
        let step = |state: State, element: Element| match self {
            Self::Step(from, symbol, to) if state == from && dfa.alphabet().symbol_of(element) == Some(symbol) => to,
            _ => dfa.step(state, element),
        };
        let accepts = |marked: &Vec<Element>| {
            let last = marked.iter().copied().fold(Dfa::START, step);
            dfa.is_accepting(last) != matches!(self, Self::Acceptance(state) if state == last)
        };
        markings(string).into_iter().filter(accepts).collect()
    }

    /// Whether a string finds it.
    fn is_found(self, dfa: &Dfa, string: &str, judged: bool) -> bool {
        let [right, wrong] = [Self::None, self].map(|fault| fault.readings(dfa, string));
        if judged { right != wrong } else { right.is_empty() != wrong.is_empty() }
    }
}

impl Fault {
    /// Whether any string finds it: both automata are walked at once, with marks in order.
    fn is_visible(self, dfa: &Dfa) -> bool {
        let mut known = vec![(Dfa::START, Dfa::START, 0)];
        let mut at = 0;
        while let Some(&(right, wrong, phase)) = known.get(at) {
            let accepts = |state: State| dfa.is_accepting(state);
            let turned = matches!(self, Self::Acceptance(state) if state == wrong);
            if phase != 1 && accepts(right) != (accepts(wrong) != turned) {
                return true;
            }
            for (symbol, element) in dfa.alphabet().elements().enumerate() {
                let after = match element {
                    Element::Mark(mark) if mark as usize != phase => continue,
                    Element::Mark(_) => phase + 1,
                    Element::Character(_) => phase,
                };
                let to = match self {
                    Self::Step(from, own, to) if from == wrong && own == symbol => to,
                    _ => dfa.row(wrong)[symbol],
                };
                let next = (dfa.row(right)[symbol], to, after);
                if !known.contains(&next) {
                    known.push(next);
                }
            }
            at += 1;
        }
        false
    }
}

/// The string without marks, and with both marks in each place.
fn markings(string: &str) -> Vec<Vec<Element>> {
    let characters = |text: &str| text.chars().map(Element::from).collect::<Vec<_>>();
    let marks = Mark::ALL.map(|mark| vec![mark.into()]);
    let mut all = vec![characters(string)];
    let places: Vec<usize> = string.char_indices().map(|(at, _)| at).chain([string.len()]).collect();
    for (at, &begin) in places.iter().enumerate() {
        for &end in &places[at..] {
            let [before, part, after] = [&string[..begin], &string[begin..end], &string[end..]].map(characters);
            let [begin_mark, end_mark] = marks.clone();
            all.push([before, begin_mark, part, end_mark, after].concat());
        }
    }
    all
}

fn faults(dfa: &Dfa) -> Vec<Fault> {
    let states = 0..dfa.len() as State;
    let mut all: Vec<Fault> = states.clone().map(Fault::Acceptance).collect();
    for from in states.clone() {
        for symbol in 0..dfa.alphabet().len() {
            let others = states.clone().filter(|&to| to != dfa.row(from)[symbol]);
            all.extend(others.map(|to| Fault::Step(from, symbol, to)));
        }
    }
    all
}

/// The component is the rule `part`. All characters but `a` and `-` are one symbol.
const GRAMMARS: [&str; 5] = [
    r#"whole = { part } part = { "a"* }"#,
    r#"whole = { (part ~ "-")? ~ "a" } part = { "a"* }"#,
    r#"whole = { "a" ~ "-" ~ part } part = { ("a" | "-")* }"#,
    r#"whole = { "a"* ~ ("-" ~ part)? } part = { "a"? }"#,
    r#"whole = { part ~ ("-" ~ "a")* | "-" } part = { "a" ~ "a"? }"#,
];

fn spans(grammar: &str) -> Spans {
    let [spans] = Spans::from_pest(grammar, &["whole"], [&[Place::rule("part")]]).unwrap();
    spans
}

#[test]
fn audits_find_what_the_wrong_automata_show() {
    let mut rng = fastrand::Rng::with_seed(11);
    let strings: Vec<String> = short_strings("a-b", 5).collect();
    for grammar in GRAMMARS {
        let spans = spans(grammar);
        let (dfa, faults) = (spans.automaton(), faults(spans.automaton()));
        for size in sampled([6, 0, 2, 25], 4) {
            let suite: Vec<(&String, bool)> =
                (0..size).map(|_| (&strings[rng.usize(..strings.len())], rng.bool())).collect();
            let mut audit = SplitAudit::new(&spans).unwrap();
            suite.iter().for_each(|(string, judged)| _ = audit.add(string, *judged).unwrap());
            let found = |fault: &Fault| suite.iter().any(|(string, judged)| fault.is_found(dfa, string, *judged));
            let (found, escaping): (Vec<Fault>, Vec<Fault>) = faults.iter().partition(|fault| found(fault));
            assert_eq!(audit.faults_found(), found.len(), "{grammar}{suite:?}");
            let groups = audit.escaping().unwrap();
            let visible = escaping.iter().filter(|fault| fault.is_visible(dfa));
            assert_eq!(groups.iter().map(|group| group.faults).sum::<usize>(), visible.count(), "{grammar}{suite:?}");
            for group in groups.into_iter().step_by(150) {
                let found = escaping.iter().filter(|fault| fault.is_found(dfa, &group.witness, true)).count();
                assert!(found >= group.faults, "{grammar}{suite:?}: {group:?}");
                assert_eq!(spans.in_string(&group.witness).ok(), group.valid.then_some(group.span), "{grammar}");
            }
        }
    }
}

#[test]
fn complete_suites_find_everything() {
    for grammar in GRAMMARS {
        let spans = spans(grammar);
        let mut audit = SplitAudit::new(&spans).unwrap();
        for string in spans.suite().unwrap() {
            audit.add(&string, true).unwrap();
        }
        assert_eq!(audit.escaping().unwrap(), [], "{grammar}");
        let faults = audit.faults_found();
        let mut audit = SplitAudit::new(&spans).unwrap();
        audit.add("a", true).unwrap();
        let chosen = audit.complete().unwrap();
        assert_eq!(audit.faults_found(), faults, "{grammar}");
        assert!(audit.escaping().unwrap().is_empty() && chosen.len() <= spans.suite().unwrap().len(), "{grammar}");
    }
}

/// A verdict alone does not say where the component is.
#[test]
fn verdicts_find_fewer_faults_than_components() {
    let spans = spans(GRAMMARS[2]);
    let [verdicts, components] = [false, true].map(|judged| {
        let mut audit = SplitAudit::new(&spans).unwrap();
        for string in spans.suite().unwrap() {
            audit.add(&string, judged).unwrap();
        }
        audit.faults_found()
    });
    assert!(verdicts < components);
}
