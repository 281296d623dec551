//! Bounds of repetitions as causes, for random bounds.

use fastrand::Rng;
use regular_bnf::{Bnf, CauseKind, Correspondence, Divergences, Notation, RepetitionBounds, Side};

/// Grammars around a repetition, and a string with so many items.
const AROUND: [(&str, &str, &str); 5] = [
    ("item", "x", ""),
    ("\"<\" item \">\"", "x", "<>"),
    ("item *( \",\" item )", "x", ""),
    ("[ \"-\" ] item [ \".\" item ]", "x", "-"),
    ("\"<\" item \">\"", "xy", "<>"),
];

#[test]
fn each_string_of_a_difference_has_the_bound_as_its_cause() {
    let mut rng = Rng::with_seed(34);
    let bound = |rng: &mut Rng| {
        let least = rng.u32(..5);
        let most = rng.bool().then(|| (least + rng.u32(..5)).max(1));
        RepetitionBounds { least, most }
    };
    let mut checked = [0; AROUND.len()];
    for round in 0..200 {
        let (around, element, ends) = AROUND[round % AROUND.len()];
        let sides = [bound(&mut rng), bound(&mut rng)];
        let text = |RepetitionBounds { least, most }: RepetitionBounds| {
            let most = most.map_or(String::new(), |most| most.to_string());
            format!("s = {around}\nitem = {least}*{most}unit\nunit = %s\"{element}\"\n")
        };
        let [left, right] = sides.map(|side| Bnf::read_as(&text(side), Notation::Abnf).unwrap());
        let all = Divergences::new((&left, "s"), (&right, "s"), &Correspondence::default()).unwrap();
        for count in 0..14u32 {
            let (before, after) = ends.split_at(usize::from(!ends.is_empty()));
            let string = format!("{before}{}{after}", element.repeat(count as usize));
            let accepts = sides.map(|side| count >= side.least && side.most.is_none_or(|most| count <= most));
            let Some(found) = all.of_string(&string) else {
                assert_eq!(accepts[0], accepts[1], "{string}: {sides:?}");
                continue;
            };
            assert_ne!(accepts[0], accepts[1], "{string}: {sides:?}");
            assert_eq!(found.side, if accepts[0] { Side::Left } else { Side::Right });
            // Nothing at all is a cause of its own.
            if count == 0 && found.kind == CauseKind::Empty {
                continue;
            }
            let off = sides[usize::from(accepts[0])];
            assert_eq!(found.kind, CauseKind::Bound, "{string}: {sides:?} {around}: {found:?}");
            assert_eq!(found.bounds, Some(sides), "{string}");
            assert_eq!(found.whole, off.most.is_some_and(|most| count > most), "{string}: {sides:?}");
            checked[round % AROUND.len()] += 1;
        }
    }
    assert!(checked.iter().all(|&count| count > 0), "{checked:?}");
}

/// If two productions also differ in another way, the cause is not a bound.
#[test]
fn other_changes_are_no_bounds() {
    for (left, right) in [
        ("s = 1*4\"a\"\n", "s = 1*4\"a\" [ \"b\" ]\n"),
        ("s = 1*4\"a\"\n", "s = 1*8\"b\"\n"),
        ("s = 1*4\"a\" \"b\"\n", "s = 1*8( \"a\" / \"b\" )\n"),
    ] {
        let [one, other] = [left, right].map(|text| Bnf::read_as(text, Notation::Abnf).unwrap());
        let all = Divergences::new((&one, "s"), (&other, "s"), &Correspondence::default()).unwrap();
        assert!(all.list().iter().all(|cause| cause.kind != CauseKind::Bound), "{left}{right}");
    }
}
