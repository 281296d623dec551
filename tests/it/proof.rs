//! That each pest rule is the published production, and that the parsers are what was proved.
#![cfg(feature = "compare")]

use std::fmt::Write;

use crate::common::{assert_snapshot, language, proofs, sampled, share, suite};
use proptest::prelude::*;
use uri_lineage::regular_bnf::{Language, Proof, ProofOutcome, Prover};
use uri_lineage::{Generation, Grammar, Reading};

#[test]
fn every_rule_accepts_exactly_its_production() {
    let mut table = String::new();
    for grammar in Grammar::all() {
        let proofs = proofs(grammar);
        for Proof { rule, production, outcome } in proofs {
            assert!(outcome.holds(), "{grammar}: {rule} is not {production}: {outcome:?}");
            let verdict = match outcome {
                ProofOutcome::Equal => "equal",
                ProofOutcome::Part => "part",
                _ => "excepted",
            };
            writeln!(table, "{grammar:<16} {rule:<36} {production:<20} {verdict}").unwrap();
        }
        // Whatever an entry production reaches is a rule.
        let bnf = grammar.bnf(Reading::Corrected);
        let unreachable = bnf.unreachable(grammar.entry_productions());
        for definition in bnf.productions() {
            let proved =
                proofs.iter().any(|proof| proof.production == definition.name && proof.outcome == ProofOutcome::Equal);
            // Only characters and labels that a written-out difference counts have no rule.
            let counted = grammar.generation() == Generation::UrlStandard
                && (definition.name.starts_with("not-") || definition.name == "third-and-fourth");
            let wanted =
                !unreachable.contains(&definition.name.as_str()) && definition.name != "predefined" && !counted;
            assert!(proved || !wanted, "{grammar} has no rule for {}", definition.name);
        }
    }
    assert_snapshot("proof", &table);
}

#[test]
fn no_entry_production_and_no_scheme_is_an_exception() {
    for grammar in Grammar::all() {
        let excepted = proofs(grammar).iter().filter(|proof| matches!(proof.outcome, ProofOutcome::Excepted(_)));
        for Proof { rule, .. } in excepted {
            assert!(!grammar.entry_productions().contains(&rule.as_str()));
            assert!(!rule.ends_with("url") && !rule.ends_with("address"));
        }
    }
}

/// What only looks like the BNF: choice is ordered and repetition never gives back.
#[test]
fn transcriptions_word_for_word_are_refuted() {
    let bnf = Grammar::Rfc1738.bnf(Reading::Corrected);
    let digit = "alpha = _{ 'a'..'z' | 'A'..'Z' } digit = _{ '0'..'9' } alphadigit = _{ alpha | digit } ";
    for (rules, rule, witness) in [
        ("toplabel = { alpha | alpha ~ (alphadigit | \"-\")* ~ alphadigit }", "toplabel", "aa"),
        ("domainlabel = { alphadigit ~ (alphadigit | \"-\")* ~ alphadigit | alphadigit }", "domainlabel", "aa"),
    ] {
        let mut prover = Prover::new(&[digit, rules].concat()).unwrap();
        let proof = prover.prove(rule, rule, &Language::new(bnf, rule).unwrap()).unwrap();
        assert_eq!(proof.outcome, ProofOutcome::Differs { witness: witness.into(), rule_accepts: false });
    }
}

/// The proof reads the grammar files and not the generated code; this runs the code.
#[test]
fn the_parsers_pass_the_suites() {
    for grammar in Grammar::all() {
        for production in sampled(grammar.productions(), 3) {
            let language = language(grammar, production.name());
            for vector in suite(production, language) {
                let accepts = production.accepts(&vector.input);
                assert_eq!(accepts, vector.valid, "{grammar}:{}: {:?}", production.name(), vector.input);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: share(300, 4) as u32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn automata_and_parsers_agree(seed in any::<u64>(), grammar in 0..Grammar::ALL.len(), at in any::<prop::sample::Index>()) {
        let grammar = Grammar::ALL[grammar];
        let productions: Vec<_> = grammar.productions().collect();
        let production = productions[at.index(productions.len())];
        let language = language(grammar, production.name());
        for member in language.sample(seed).take(10) {
            prop_assert!(language.contains(&member));
            prop_assert!(production.parse(&member).is_ok(), "{grammar}:{} refuses {member:?}", production.name());
        }
        for miss in language.near_misses(seed).take(10) {
            prop_assert!(!language.contains(&miss));
            prop_assert!(production.parse(&miss).is_err(), "{grammar}:{} accepts {miss:?}", production.name());
        }
    }
}
