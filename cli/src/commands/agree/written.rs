//! The set of strings in the formats of other tools.

use std::io::Write;

use uri_lineage::language::{Agreement, Language, LanguageError, Relation};
use uri_lineage::proof::Prover;
use uri_lineage::published::Bnf;

use super::args::Format;
use crate::failure::Failure;
use crate::output::Output;
use crate::output::text::plain;

/// The name of the production, the rule and the function.
const NAME: &str = "agrees";

/// What else to do with a set that is too large for a text.
const OTHERWISE: &str = "--format rust and --format jsonl write automata of any size";

/// Writes the set, with a comment about it.
pub fn write(agreement: &Agreement, about: &str, format: Format, output: &mut Output) -> Result<(), Failure> {
    let language = agreement.language();
    let about = plain(about);
    let large = |error: LanguageError| match error {
        LanguageError::TooLong(_) | LanguageError::TooLarge(_) => Failure::Usage(format!("{error}; {OTHERWISE}")),
        error => Failure::Usage(error.to_string()),
    };
    let text = match format {
        Format::Regex => language.to_pattern().map_err(large)? + "\n",
        Format::Abnf => {
            let text = language.to_abnf(NAME).map_err(large)?;
            let again = Bnf::read(&text).map_err(|error| Failure::Usage(error.to_string()))?;
            let again = Language::new(&again, NAME).map_err(large)?.compare(language).map_err(large)?;
            decided(again.relation == Relation::Equal, "ABNF")?;
            format!("; {about}\n{text}")
        }
        Format::Pest => {
            let text = language.to_pest(NAME).map_err(large)?;
            let proof = Prover::new(&text).and_then(|mut prover| prover.prove(NAME, NAME, language));
            let proof = proof
                .map_err(|error| Failure::Usage(format!("the pest grammar is not proved: {error}; {OTHERWISE}")))?;
            decided(proof.outcome.holds(), "pest")?;
            format!("// {about}\n{text}")
        }
        Format::Rust => format!("/// {about}\n{}", agreement.table().to_rust(NAME)),
        Format::Text | Format::Jsonl => String::new(),
    };
    output.out.write_all(text.as_bytes())?;
    Ok(())
}

/// A grammar that is written has exactly the strings of the set.
fn decided(holds: bool, notation: &str) -> Result<(), Failure> {
    if holds {
        Ok(())
    } else {
        Err(Failure::Usage(format!("the {notation} grammar would have other strings: please report it")))
    }
}
