//! The set of strings in the formats of other tools.

use std::io::Write;

use uri_lineage::language::Agreement;
use uri_lineage::regular_bnf::{Bnf, GrammarError, Language, Notation, Prover, Relation};

use super::args::AgreeFormat;
use crate::failure::Failure;
use crate::output::Output;
use crate::output::text::plain;

/// The name of the production, the rule and the function.
const NAME: &str = "agrees";

/// The formats for a set that is too large for a text.
const OTHERWISE: &str = "--format rust and --format jsonl write automata of any size";

/// Writes the set, with a comment about it.
pub fn write(agreement: &Agreement, about: &str, format: AgreeFormat, output: &mut Output) -> Result<(), Failure> {
    let language = agreement.language();
    let about = plain(about);
    let text = match format {
        AgreeFormat::Regex => language.to_pattern().map_err(failure)? + "\n",
        AgreeFormat::Abnf => {
            let text = agreement.to_abnf(NAME).map_err(failure)?;
            let bnf = Bnf::read_as(&text, Notation::Abnf).map_err(|error| Failure::Usage(error.to_string()))?;
            let comparison =
                Language::new(&bnf, NAME).and_then(|written| written.compare(language)).map_err(failure)?;
            require_equality(comparison.relation == Relation::Equal, "ABNF")?;
            format!("; {about}\n{text}")
        }
        AgreeFormat::Pest => {
            let text = language.to_pest(NAME).map_err(failure)?;
            let proof = Prover::new(&text).and_then(|mut prover| prover.prove(NAME, NAME, language));
            let proof = proof
                .map_err(|error| Failure::Usage(format!("the pest grammar is not proved: {error}; {OTHERWISE}")))?;
            require_equality(proof.outcome.holds(), "pest")?;
            format!("// {about}\n{text}")
        }
        AgreeFormat::Rust => format!("/// {about}\n{}", agreement.table().to_rust(NAME)),
        AgreeFormat::Text | AgreeFormat::Jsonl => String::new(),
    };
    output.out.write_all(text.as_bytes())?;
    Ok(())
}

/// Adds the formats without limits to the message about a set that is too large.
fn failure(error: GrammarError) -> Failure {
    match error {
        GrammarError::TooLong(_) | GrammarError::TooLarge(_) => Failure::Usage(format!("{error}; {OTHERWISE}")),
        error => Failure::Usage(error.to_string()),
    }
}

/// Fails unless the grammar that is written has exactly the strings of the set.
fn require_equality(is_equal: bool, notation: &str) -> Result<(), Failure> {
    if is_equal {
        Ok(())
    } else {
        Err(Failure::Usage(format!("the {notation} grammar would have other strings: please report it")))
    }
}
