//! The answer of `agree`, for people.

use std::io::Write;

use uri_lineage::Component;
use uri_lineage::language::{Agreement, Explanation, Language};

use crate::failure::Failure;
use crate::options::sides::Side;
use crate::output::Output;
use crate::output::text::plain;
use crate::splits::Cause;

/// The answer.
pub struct Answer<'a> {
    pub sides: &'a [Side],
    pub compared: Vec<Component>,
    /// The options that select strings.
    pub selection: Vec<String>,
    pub strict: bool,
    pub agreement: Agreement,
    pub causes: Vec<Cause>,
    pub explanation: Explanation,
}

impl Answer<'_> {
    /// The number of a component among the spans of the sides, which have all.
    fn place(&self, component: Component) -> usize {
        Component::ALL.iter().position(|other| *other == component).unwrap_or_default()
    }

    /// Writes it.
    pub fn text(&self, output: &mut Output) -> Result<(), Failure> {
        let some = |language: &Language| language.members().next();
        let compared: Vec<&str> = self.compared.iter().map(|component| component.name()).collect();
        let compared =
            if compared.len() == Component::ALL.len() { "all components".to_owned() } else { compared.join(", ") };
        let (alike, all) = (some(self.agreement.language()), some(self.agreement.accepted()));
        let shown = |string: &String| {
            if string.is_empty() { "the empty string".to_owned() } else { plain(string).into_owned() }
        };
        let selected = if self.selection.is_empty() { "" } else { "selected " };
        match (&alike, &all) {
            (_, None) => writeln!(output.out, "no {selected}string is accepted by all")?,
            (None, Some(_)) => writeln!(output.out, "{compared}: read alike in no {selected}string that all accept")?,
            (Some(_), Some(_)) if self.causes.is_empty() => {
                let alike = format!("read alike in every {selected}string that all accept");
                writeln!(output.out, "{compared}: {}", output.good(alike))?;
            }
            (Some(alike), Some(_)) => {
                let states = self.agreement.language().states();
                let alike = shown(alike);
                writeln!(
                    output.out,
                    "{compared}: read alike in some {selected}strings that all accept, such as {alike}; their automaton has {states} states"
                )?;
            }
        }
        if self.causes.is_empty() {
            return Ok(());
        }
        let count = self.causes.len();
        writeln!(output.out, "read differently, {count} cause{}, shortest first:", if count == 1 { "" } else { "s" })?;
        let mut told = None;
        for cause in &self.causes {
            if told.replace(cause.component) != Some(cause.component) {
                writeln!(output.out, "{}", output.bold(cause.component))?;
            }
            cause.text(self.sides, self.place(cause.component), output)?;
        }
        match &self.explanation {
            Explanation::Requirements(all) => {
                writeln!(
                    output.out,
                    "{}, and no fewer suffice:",
                    output.good(format!(
                        "read alike with {} requirement{}",
                        all.len(),
                        if all.len() == 1 { "" } else { "s" }
                    ))
                )?;
                for (requirement, string) in all {
                    writeln!(output.out, "  {requirement}")?;
                    writeln!(output.out, "    needed for {}", shown(string))?;
                }
            }
            Explanation::None(string) => {
                writeln!(
                    output.out,
                    "no requirements suffice: {} satisfies those that can be required",
                    shown(string)
                )?;
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
