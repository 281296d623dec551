//! The answer of `agree`, for people.

use std::io::Write;

use uri_lineage::Component;
use uri_lineage::language::{Agreement, Explanation, ReadingRequirement};

use crate::failure::Failure;
use crate::options::sides::Side;
use crate::output::Output;
use crate::output::text::plain;
use crate::splits::SplitDifference;

/// The strings that all grammars read alike, and why they read others differently.
pub struct AgreeAnswer<'a> {
    pub sides: &'a [Side],
    pub compared: Vec<Component>,
    /// The options that select strings.
    pub selection: Vec<String>,
    pub strict: bool,
    pub agreement: Agreement,
    pub causes: Vec<SplitDifference>,
    pub explanation: Explanation,
}

impl AgreeAnswer<'_> {
    /// Writes the answer for people.
    pub fn text(&self, output: &mut Output) -> Result<(), Failure> {
        self.agreement_text(output)?;
        if !self.causes.is_empty() {
            self.causes_text(output)?;
            self.explanation_text(output)?;
        }
        Ok(())
    }

    /// Whether the compared components are read alike in every string, in some, or in no string.
    fn agreement_text(&self, output: &mut Output) -> Result<(), Failure> {
        let language = self.agreement.language();
        let (alike, accepted) = (language.members().next(), self.agreement.accepted().members().next());
        let compared = self.compared_in_words();
        let selected = if self.selection.is_empty() { "" } else { "selected " };
        match (&alike, &accepted) {
            (_, None) => writeln!(output.out, "no {selected}string is accepted by all")?,
            (None, Some(_)) => writeln!(output.out, "{compared}: read alike in no {selected}string that all accept")?,
            (Some(_), Some(_)) if self.causes.is_empty() => {
                let alike = format!("read alike in every {selected}string that all accept");
                writeln!(output.out, "{compared}: {}", output.good(alike))?;
            }
            (Some(alike), Some(_)) => {
                let (alike, states) = (shown(alike), language.states());
                writeln!(
                    output.out,
                    "{compared}: read alike in some {selected}strings that all accept, such as {alike}; their automaton has {states} states"
                )?;
            }
        }
        Ok(())
    }

    fn compared_in_words(&self) -> String {
        if self.compared.len() == Component::ALL.len() {
            return "all components".to_owned();
        }
        let names: Vec<&str> = self.compared.iter().map(|component| component.name()).collect();
        names.join(", ")
    }

    /// The causes, under the names of their components.
    fn causes_text(&self, output: &mut Output) -> Result<(), Failure> {
        let count = self.causes.len();
        writeln!(output.out, "read differently, {count} cause{}, shortest first:", if count == 1 { "" } else { "s" })?;
        let mut previous_component = None;
        for cause in &self.causes {
            if previous_component != Some(cause.component) {
                previous_component = Some(cause.component);
                writeln!(output.out, "{}", output.bold(cause.component))?;
            }
            // The sides have spans of all components.
            cause.text(self.sides, cause.component as usize, output)?;
        }
        Ok(())
    }

    /// The fewest requirements under which all strings are read alike, or why none suffice.
    fn explanation_text(&self, output: &mut Output) -> Result<(), Failure> {
        match &self.explanation {
            Explanation::Requirements(requirements) => requirements_text(requirements, output)?,
            Explanation::None(string) => {
                let string = shown(string);
                writeln!(output.out, "no requirements suffice: {string} satisfies those that can be required")?;
            }
            Explanation::AtLeast(least) => {
                writeln!(
                    output.out,
                    "at least {least} requirements are needed: larger sets were not searched to the end"
                )?;
            }
        }
        Ok(())
    }
}

/// Requirements, each with a string that needs it.
fn requirements_text(requirements: &[(ReadingRequirement, String)], output: &mut Output) -> Result<(), Failure> {
    let count = requirements.len();
    let heading = format!("read alike with {count} requirement{}", if count == 1 { "" } else { "s" });
    writeln!(output.out, "{}, and no fewer suffice:", output.good(heading))?;
    for (requirement, string) in requirements {
        writeln!(output.out, "  {requirement}")?;
        writeln!(output.out, "    needed for {}", shown(string))?;
    }
    Ok(())
}

/// A string within a sentence.
fn shown(string: &str) -> String {
    if string.is_empty() { "the empty string".to_owned() } else { plain(string).into_owned() }
}
