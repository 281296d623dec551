//! The proof that each rule of this library's `.pest` files accepts exactly the language of its
//! production.
//!
//! [`Prover`](regular_bnf::Prover) proves rules of other files.

use std::collections::HashMap;

use regular_bnf::{Bnf, GrammarError, Language, Proof, ProofOutcome, prove_all, rule_name};

use crate::grammar::Grammar;
use crate::grammar::published::Reading;

/// The rules that accept other strings than the production with their name, each with the reason.
///
/// A rule with `__` in its name may accept less than its production, because it stops early, and is
/// not listed here.
const EXCEPTIONS: [(Grammar, &str, &str); 1] = [(
    Grammar::Uri1997,
    "scheme__mistaken",
    "the regular expression of Appendix B reads the text in front of the first colon as the scheme, even where it cannot \
     be one; the language of the rules that use it is not affected",
)];

/// Proves every rule of a grammar's pest file that is written for a production, in the order of the
/// file.
pub(crate) fn prove(grammar: Grammar) -> Result<Vec<Proof>, GrammarError> {
    let mut proofs = prove_rules(grammar.pest(), &grammar.bnf(Reading::Corrected).after_removal())?;
    for proof in proofs.iter_mut().filter(|proof| !proof.outcome.holds()) {
        let exception = EXCEPTIONS.iter().find(|(excepted, rule, _)| *excepted == grammar && *rule == proof.rule);
        if let Some((.., reason)) = exception {
            proof.outcome = ProofOutcome::Excepted(reason);
        }
    }
    Ok(proofs)
}

/// Proves every rule of a pest grammar that is written for a production of a BNF, in the order of the
/// pest grammar.
pub(crate) fn prove_rules(pest: &str, bnf: &Bnf) -> Result<Vec<Proof>, GrammarError> {
    // Computing all languages together shares work.
    let languages = Language::all(bnf);
    let by_rule: HashMap<String, _> =
        languages.into_iter().map(|(name, language)| (rule_name(name), (name, language))).collect();
    prove_all(pest, |rule| match by_rule.get(rule) {
        Some((name, language)) => Ok(((*name).to_owned(), language.clone()?)),
        None => Err(GrammarError::NoProduction(rule.to_owned())),
    })
}
