//! Rules that are wrong are found out, by a shortest string.

use regular_bnf::{Bnf, GrammarError, Language, ProofOutcome, Prover};

#[test]
fn a_wrong_rule_is_found_out_by_a_shortest_string() {
    let bnf = Bnf::read("a = 1*\"x\" \"y\" | b\nb = \"z\" [ b ]\n").unwrap();
    let mut prover = Prover::new("a = { \"x\"* ~ \"y\" | b } b = { \"z\"+ } c = { &\"z\" ~ ANY ~ EOI }").unwrap();
    let mut outcome = |rule: &str, production: &str| {
        prover.prove(rule, production, &Language::new(&bnf, production).unwrap()).unwrap().outcome
    };
    assert_eq!(outcome("a", "a"), ProofOutcome::Differs { witness: "y".into(), rule_accepts: true });
    assert_eq!(outcome("b", "b"), ProofOutcome::Equal);
    assert_eq!(outcome("c", "b"), ProofOutcome::Differs { witness: "zz".into(), rule_accepts: false });
}

#[test]
fn a_rule_for_one_place_may_take_less() {
    let bnf = Bnf::read("a = 1*\"x\"\n").unwrap();
    let language = Language::new(&bnf, "a").unwrap();
    let mut prover = Prover::new("a__here = { \"x\" } a__there = { \"y\" }").unwrap();
    let mut outcome = |rule: &str| prover.prove(rule, "a", &language).unwrap().outcome;
    assert_eq!(outcome("a__here"), ProofOutcome::Part);
    assert_eq!(outcome("a__there"), ProofOutcome::Differs { witness: "y".into(), rule_accepts: true });
}

#[test]
fn what_the_proof_cannot_follow_is_refused_by_name() {
    let any = Language::matching("^x*$").unwrap();
    let refused = |pest: &str| match Prover::new(pest).unwrap().prove("a", "a", &any) {
        Err(GrammarError::Unsupported { rule, what }) => (rule, what),
        other => panic!("{other:?}"),
    };
    assert_eq!(refused("a = { PUSH(\"x\") ~ POP }"), ("a".into(), "the stack".into()));
    assert_eq!(refused("a = { \"x\" ~ b } b = { PUSH(\"x\") }"), ("b".into(), "the stack".into()));
    assert_eq!(refused("a = { \"x\" ~ a? ~ \"x\" }").0, "a");
    // What the rule does not use is no matter.
    let proof = Prover::new("a = { \"x\"* } b = { PUSH(\"x\") }").unwrap().prove("a", "a", &any).unwrap();
    assert_eq!(proof.outcome, ProofOutcome::Equal);
    assert!(
        matches!(Prover::new("a = { b }"), Err(GrammarError::Pest(message)) if message.contains("line 1, column 7"))
    );
    assert!(matches!(Prover::new("a = "), Err(GrammarError::Pest(_))));
}
