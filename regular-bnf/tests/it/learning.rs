//! Models are equal to the machines from which they are learned, and claim no more than was tried.

use std::convert::Infallible;

use regular_bnf::automaton::dfa::Dfa;
use regular_bnf::{Answer, Effort, Language, Learner, Oracle, Part, Teacher};

/// A machine that answers about each string as a function does.
struct Answering<F>(F);

impl<F: Fn(&str) -> Answer> Teacher for Answering<F> {
    type Error = Infallible;

    fn answers(&mut self, strings: &[String]) -> Result<Vec<Answer>, Infallible> {
        Ok(strings.iter().map(|string| self.0(string)).collect())
    }
}

/// The answer of a machine that finds no component.
fn verdict(is_accepted: bool) -> Answer {
    if is_accepted { Answer::Accepted([].into()) } else { Answer::Refused }
}

/// The answer of a machine that finds a component at the beginning of a string.
fn first(length: usize) -> Answer {
    Answer::Accepted([Part::At(0..length)].into())
}

/// A machine with a table: a state for each state and each of `abc`; all other characters are read
/// as `c`.
struct Machine {
    next: Vec<[usize; 3]>,
    accepting: Vec<bool>,
}

impl Machine {
    fn random(random: &mut fastrand::Rng, states: usize) -> Self {
        let next = (0..states).map(|_| [(); 3].map(|()| random.usize(..states))).collect();
        Self { next, accepting: (0..states).map(|_| random.bool()).collect() }
    }

    fn accepts(&self, string: &str) -> bool {
        let state = string.bytes().fold(0, |state, c| self.next[state][usize::from(c.wrapping_sub(b'a').min(2))]);
        self.accepting[state]
    }

    /// The language in US-ASCII, written as productions.
    fn language(&self) -> Language {
        let rules = self.next.iter().zip(&self.accepting).enumerate().map(|(state, ([a, b, c], accepting))| {
            let end = if *accepting { " / \"\"" } else { "" };
            format!("s{state} = %x61 s{a} / %x62 s{b} / (%x00-60 / %x63-7F) s{c}{end}\r\n")
        });
        Language::new(&rules.collect::<String>().parse().unwrap(), "s0").unwrap()
    }
}

/// The effort of a small test.
fn effort() -> Effort {
    Effort { random: 2_000, ..Effort::default() }
}

#[test]
fn machines_at_random_are_learned() {
    let mut random = fastrand::Rng::with_seed(1997);
    for states in 1..=60 {
        let machine = Machine::random(&mut random, states);
        let asked = Answering(|string: &str| verdict(machine.accepts(string)));
        let learned = Learner::new(asked, None, effort()).language(&[]).unwrap();
        assert!(
            learned.model == machine.language(),
            "a machine of {states} states, of which {} are learned",
            learned.states
        );
        assert!(learned.has_one_more && learned.unknown.is_empty());
    }
}

#[test]
fn a_fault_beyond_what_was_tried_is_not_excluded() {
    /// The number of characters at which the machine changes.
    const LENGTH: usize = 100;
    let faulty = Answering(|string: &str| verdict(string.len() != LENGTH));
    let learned = Learner::new(faulty, None, effort()).language(&[]).unwrap();
    assert!(learned.states + usize::from(learned.has_one_more) < LENGTH);
    // One string shows it, and is named.
    let shown = "a".repeat(LENGTH);
    let faulty = Answering(|string: &str| verdict(string.len() != LENGTH));
    let mut learner = Learner::new(faulty, None, Effort { suite: 1_000, ..effort() });
    let learned = learner.language(std::slice::from_ref(&shown)).unwrap();
    assert!(!learned.model.contains(&shown) && learned.states > LENGTH);
    assert_eq!(learned.counterexamples.first(), Some(&shown));
}

#[test]
fn a_limit_on_a_length_is_found_by_pumping() {
    // At most 40 letters, and then a colon.
    let limited = Answering(|string: &str| match string.split_once(':') {
        Some((name, "")) if name.len() <= 40 && name.bytes().all(|c| c.is_ascii_lowercase()) => first(name.len()),
        _ => Answer::Refused,
    });
    let learned = Learner::new(limited, None, effort()).spans(0, &[]).unwrap();
    let (longest, longer) = ("a".repeat(40) + ":", "a".repeat(41) + ":");
    assert_eq!(learned.model.in_string(&longest), Ok(Some(0..40)));
    assert!(learned.model.in_string(&longer).is_err());
    let pumping = learned.oracles.iter().find(|did| did.oracle == Oracle::Pumping).unwrap();
    assert!(pumping.counterexamples > 0);
}

#[test]
fn what_is_not_known_is_left_out() {
    // A name in front of a colon, whose place is not known if it has a capital letter.
    let changing = Answering(|string: &str| match string.strip_suffix(':') {
        Some(name) if !name.bytes().all(|c| c.is_ascii_alphabetic()) => Answer::Refused,
        Some(name) if name.bytes().any(|c| c.is_ascii_uppercase()) => Answer::Accepted([Part::Unknown].into()),
        Some(name) => first(name.len()),
        None => Answer::Refused,
    });
    let learned = Learner::new(changing, None, effort()).spans(0, &[]).unwrap();
    let expected = Language::matching("^[a-zA-Z]*[A-Z][a-zA-Z]*:$").unwrap();
    assert!(learned.unknown == expected);
    assert_eq!(learned.model.in_string("ab:"), Ok(Some(0..2)));
    assert!(learned.model.automaton().len() > Dfa::START as usize && learned.model.in_string("aB:").is_err());
}
