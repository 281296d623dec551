//! Recursion of bounded depth, against derivations by brute force.

use std::collections::BTreeSet;

use regular_bnf::{Bnf, Language, Notation};

/// Parts of bodies: terminals and uses.
type Bodies = [Vec<Vec<&'static str>>; 2];

const LONGEST: usize = 6;

/// The strings of a production, up to a length. `left` is how often each production may still stand
/// inside those around it; `None` if it is not counted.
fn strings(bodies: &Bodies, of: usize, left: [Option<usize>; 2]) -> BTreeSet<String> {
    let mut inner = left;
    match &mut inner[of] {
        Some(0) => return BTreeSet::new(),
        Some(left) => *left -= 1,
        None => {}
    }
    let mut all = BTreeSet::new();
    for sequence in &bodies[of] {
        let mut so_far = BTreeSet::from([String::new()]);
        for item in sequence {
            let own = match *item {
                "p" => strings(bodies, 0, inner),
                "q" => strings(bodies, 1, inner),
                terminal => BTreeSet::from([terminal.to_owned()]),
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
            if recursions.len() != 1 || bnf.uses("q").is_empty() {
                continue;
            }
            // Both have to be in the recursion.
            let both = ["p", "q"].iter().all(|name| recursions[0].iter().any(|own| own == name));
            if !both {
                continue;
            }
            *count += 1;
            // The walk begins at `p`, which is on every recursion but that of `q` in itself.
            let uses_itself = bodies[1].iter().flatten().any(|item| *item == "q");
            let left = [Some(depth + 1), uses_itself.then_some(depth + 1)];
            let language = Language::new(&bounded, "p").unwrap();
            let short: BTreeSet<String> = language.members().take_while(|string| string.len() <= LONGEST).collect();
            assert_eq!(short, strings(&bodies, 0, left), "{depth}: {text}");
            // No depth is too small for a language that has strings.
            let is_empty = |bodies: &Bodies| strings(bodies, 0, [Some(3), Some(3)]).is_empty();
            assert!(!short.is_empty() || is_empty(&bodies) || language.members().next().is_some(), "{depth}: {text}");
        }
    }
    assert!(recursive.iter().all(|&count| count > 0), "{recursive:?}");
}

/// Depth counts how often a rule stands inside itself, and not the rules between.
#[test]
fn depth_counts_only_repeated_rules() {
    let text = "e = t *( \"+\" t )\nt = f *( \"*\" f )\nf = DIGIT / \"(\" e \")\"\n";
    let bnf = Bnf::read_as(text, Notation::Abnf).unwrap();
    for depth in 0..4 {
        let (bounded, _) = bnf.bounded(depth).unwrap();
        for name in ["e", "t", "f"] {
            let language = Language::new(&bounded, name).unwrap();
            // What is read from inside stands in one more `e`.
            for nested in 0..6 {
                let string = format!("{}1{}", "(".repeat(nested), ")".repeat(nested));
                let within = if name == "e" { nested } else { nested.saturating_sub(1) };
                assert_eq!(language.contains(&string), within <= depth, "{depth} {name} {string}");
            }
        }
    }
    let bnf = Bnf::read_as("list = \"(\" inner \")\"\ninner = list inner / list\n", Notation::Abnf).unwrap();
    assert!(Language::new(&bnf.bounded(5).unwrap().0, "list").unwrap().members().next().is_none());
}

#[test]
fn regular_grammars_are_the_same_and_deep_ones_are_refused() {
    let bnf = Bnf::read("a = \"x\" [ a ]\nb = *a\n").unwrap();
    let (bounded, recursions) = bnf.bounded(5).unwrap();
    assert!(recursions.is_empty() && bounded.productions() == bnf.productions());
    let lists = Bnf::read("list = \"(\" *list \")\"\n").unwrap();
    assert!(lists.bounded(usize::MAX).is_err());
}
