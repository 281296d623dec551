//! Audits of suites, against every wrong automaton built and run by hand.

use regular_bnf::automaton::dfa::{Dfa, State};
use regular_bnf::{Audit, Language};

use crate::common::{sampled, short_strings};

/// An automaton with one fault.
#[derive(Clone, Copy)]
enum Fault {
    Step(State, usize, State),
    Acceptance(State),
}

fn accepts(dfa: &Dfa, fault: Fault, string: &str) -> bool {
    let step = |state: State, c: char| match fault {
        Fault::Step(from, symbol, to) if state == from && dfa.alphabet().symbol(c) == symbol => to,
        _ => dfa.step(state, c),
    };
    let last = string.chars().fold(Dfa::START, step);
    dfa.is_accepting(last) != matches!(fault, Fault::Acceptance(state) if state == last)
}

/// All faults: those of states that are reached.
fn faults(dfa: &Dfa) -> Vec<Fault> {
    let mut reached = vec![Dfa::START];
    let mut at = 0;
    while let Some(&state) = reached.get(at) {
        for &to in dfa.row(state) {
            if !reached.contains(&to) {
                reached.push(to);
            }
        }
        at += 1;
    }
    let mut all: Vec<Fault> = reached.iter().map(|&state| Fault::Acceptance(state)).collect();
    for &from in &reached {
        for symbol in dfa.alphabet().symbols() {
            let others = reached.iter().filter(|&&to| to != dfa.row(from)[symbol]);
            all.extend(others.map(|&to| Fault::Step(from, symbol, to)));
        }
    }
    all
}

const PATTERNS: [&str; 8] =
    ["^$", "^a*$", "^(ab)*$", "^a(a|b)?b*$", "^(a|b)*aa(a|b)*$", "^(aa|bb)*$", "^(a|b)(b(a|b))*$", "^é?a{2,4}$"];

#[test]
fn audits_find_what_the_wrong_automata_show() {
    let mut rng = fastrand::Rng::with_seed(7);
    let strings: Vec<String> = short_strings("abc", 5).collect();
    for pattern in PATTERNS {
        let language = Language::matching(pattern).unwrap();
        let (dfa, faults) = (language.automaton(), faults(language.automaton()));
        for size in sampled([3, 20, 0], 2) {
            let suite: Vec<&String> = (0..size).map(|_| &strings[rng.usize(..strings.len())]).collect();
            let mut audit = Audit::new(&language).unwrap();
            suite.iter().for_each(|string| _ = audit.add(string).unwrap());
            assert_eq!(audit.faults(), faults.len(), "{pattern}");
            let escapes =
                |fault: &&Fault| suite.iter().all(|string| accepts(dfa, **fault, string) == language.contains(string));
            let escaping: Vec<&Fault> = faults.iter().filter(escapes).collect();
            assert_eq!(audit.faults() - audit.faults_found(), escaping.len(), "{pattern}: {suite:?}");
            let groups = audit.escaping().unwrap();
            assert_eq!(groups.iter().map(|group| group.faults).sum::<usize>(), escaping.len(), "{pattern}: {suite:?}");
            // Each witness finds as many faults as it has, and no shorter string finds any of a
            // group.
            for group in &groups {
                assert_eq!(group.valid, language.contains(&group.witness));
                let finds = |fault: &&&Fault, string: &str| accepts(dfa, ***fault, string) != language.contains(string);
                let found = escaping.iter().filter(|fault| finds(fault, &group.witness)).count();
                assert!(found >= group.faults, "{pattern}: {suite:?}: {group:?}");
            }
            // A shortest string for every fault.
            let shortest = |fault: &&Fault| {
                let finds = |string: &&String| accepts(dfa, **fault, string) != language.contains(string);
                strings.iter().find(finds).map(|string| string.chars().count())
            };
            let mut lengths: Vec<usize> = escaping.iter().filter_map(shortest).collect();
            let of = |group: &regular_bnf::EscapingVerdict| vec![group.witness.chars().count(); group.faults];
            let mut own: Vec<usize> = groups.iter().flat_map(of).collect();
            // Faults of characters that are not in `abc` have witnesses of the same lengths as
            // those of `c`.
            lengths.sort_unstable();
            own.sort_unstable();
            assert!(own.first() <= lengths.first() || lengths.is_empty(), "{pattern}: {suite:?}");
            for length in &lengths {
                assert!(own.contains(length), "{pattern}: {suite:?}: {length}");
            }
        }
    }
}

#[test]
fn every_fault_changes_the_language_and_the_complete_suite_finds_it() {
    for pattern in PATTERNS {
        let language = Language::matching(pattern).unwrap();
        let mut audit = Audit::new(&language).unwrap();
        for vector in language.suite().unwrap() {
            audit.add(&vector.input).unwrap();
        }
        assert_eq!(audit.faults_found(), audit.faults(), "{pattern}");
        // So does an empty suite with what completes it.
        let mut audit = Audit::new(&language).unwrap();
        let chosen = audit.complete().unwrap();
        assert_eq!(audit.faults_found(), audit.faults(), "{pattern}");
        let mut again = Audit::new(&language).unwrap();
        chosen.iter().for_each(|string| _ = again.add(string).unwrap());
        assert_eq!(again.faults_found(), again.faults(), "{pattern}");
    }
}
