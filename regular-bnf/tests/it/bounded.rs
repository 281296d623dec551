//! Recursion of bounded depth, against derivations by brute force.
#![cfg(feature = "language")]

use std::collections::BTreeSet;

use regular_bnf::{Bnf, Language, Notation};

/// Parts of bodies: terminals and uses.
type Bodies = [Vec<Vec<&'static str>>; 2];

const LONGEST: usize = 6;

/// The strings of a production, up to a length, with at most `depth` more recursive uses within one
/// another.
fn strings(bodies: &Bodies, of: usize, depth: usize) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for sequence in &bodies[of] {
        let mut so_far = BTreeSet::from([String::new()]);
        for item in sequence {
            let own = match (*item, depth) {
                ("p" | "q", 0) => BTreeSet::new(),
                ("p", _) => strings(bodies, 0, depth - 1),
                ("q", _) => strings(bodies, 1, depth - 1),
                (terminal, _) => BTreeSet::from([terminal.to_owned()]),
            };
            so_far = so_far.iter().flat_map(|a| own.iter().map(move |b| format!("{a}{b}"))).collect();
            so_far.retain(|string| string.len() <= LONGEST);
        }
        all.extend(so_far);
    }
    all
}

/// Both productions use each other and themselves by chance, in the middle.
#[test]
fn bounded_recursion_has_the_strings_of_its_depth() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut recursive = [0; 3];
    for _ in 0..150 {
        let mut body = || {
            let sequences = (0..rng.usize(1..4))
                .map(|_| (0..rng.usize(1..4)).map(|_| ["a", "b", "a", "p", "q"][rng.usize(..5)]).collect::<Vec<_>>());
            sequences.collect::<Vec<_>>()
        };
        let bodies: Bodies = [body(), body()];
        let item = |item: &&str| {
            if ["p", "q"].contains(item) { (*item).to_owned() } else { format!("%s\"{item}\"") }
        };
        let sequence = |all: &Vec<&str>| all.iter().map(item).collect::<Vec<_>>().join(" ");
        let written = |body: &Vec<Vec<&str>>| body.iter().map(sequence).collect::<Vec<_>>().join(" / ");
        let text = format!("p = {}\nq = {}\n", written(&bodies[0]), written(&bodies[1]));
        let bnf = Bnf::read_as(&text, Notation::Abnf).unwrap();
        for (depth, count) in recursive.iter_mut().enumerate() {
            let (bounded, recursions) = bnf.bounded(depth).unwrap();
            if recursions.len() != 1 || bounded.get("p~1").is_none() && depth > 0 || bnf.uses("q").is_empty() {
                continue;
            }
            // Both have to be in the recursion, so that the depth counts all uses.
            let both = ["p", "q"].iter().all(|name| recursions[0].iter().any(|own| own == name));
            if !both {
                continue;
            }
            *count += 1;
            let language = Language::new(&bounded, "p").unwrap();
            let short: BTreeSet<String> = language.members().take_while(|string| string.len() <= LONGEST).collect();
            assert_eq!(short, strings(&bodies, 0, depth), "{depth}: {text}");
        }
    }
    assert!(recursive.iter().all(|&count| count > 0), "{recursive:?}");
}

#[test]
fn regular_grammars_are_the_same_and_deep_ones_are_refused() {
    let bnf = Bnf::read("a = \"x\" [ a ]\nb = *a\n").unwrap();
    let (bounded, recursions) = bnf.bounded(5).unwrap();
    assert!(recursions.is_empty() && bounded.productions() == bnf.productions());
    let lists = Bnf::read("list = \"(\" *list \")\"\n").unwrap();
    assert!(lists.bounded(usize::MAX).is_err());
}
