//! The causes why two productions differ: found, listed and written.

use std::io::Write;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::language::correspondence;
use uri_lineage::regular_bnf::{Bnf, Divergence, Divergences, GrammarError};

use super::mentions::{ComparedDocuments, DocumentedChanges, Mention, Mentions};
use super::sentence::ComparedNames;
use crate::failure::Failure;
use crate::output::Output;
use crate::output::text::{above_caret, caret_column};

/// A cause why two productions differ.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Cause")]
pub struct CauseRecord {
    #[serde(flatten)]
    pub divergence: Divergence,
    /// Shortest strings of the difference with this cause, if more than one was requested;
    /// otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    witnesses: Option<Vec<String>>,
    /// What the documents say of the change; absent unless two documents are compared, of which one is
    /// later.
    #[serde(flatten)]
    pub mentions: Option<Mentions>,
    /// With --by, the component or the productions to which it belongs; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
}

/// The causes why two productions differ, and what the documents say of other changes in them.
#[derive(Default, Serialize, JsonSchema)]
pub struct Causes {
    /// Every cause why they differ; in a lineage the left is the previous grammar.
    #[serde(rename = "divergences")]
    pub list: Vec<CauseRecord>,
    /// What the documents say of further changes in these productions, which no cause shows; absent if
    /// there are none.
    #[serde(rename = "mentions", skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Mention>,
}

impl Causes {
    /// The causes, each with a number of strings, and with what the compared documents say of it.
    pub fn new(
        divergences: &Divergences,
        witnesses: usize,
        documents: Option<&ComparedDocuments<'_>>,
    ) -> Result<Self, GrammarError> {
        /// The greatest number of strings of one cause: they are kept until all are written.
        const MOST: usize = 1_000;
        let changes = documents.map(|documents| documents.changes(divergences)).unwrap_or_default();
        let DocumentedChanges { of_causes, others } = changes;
        let (mut of_causes, mut list) = (of_causes.into_iter(), Vec::new());
        for (number, divergence) in divergences.list().iter().enumerate() {
            let witnesses = (witnesses > 1).then(|| divergences.witnesses(number, witnesses.min(MOST))).transpose()?;
            let mentions = of_causes.next();
            list.push(CauseRecord { divergence: divergence.clone(), witnesses, mentions, level: None });
        }
        Ok(Self { list, others })
    }
}

impl CauseRecord {
    /// Whether no document says that this changed.
    pub fn is_silent(&self) -> bool {
        self.mentions.as_ref().is_some_and(|mentions| mentions.silent)
    }
}

/// Finds every cause why two productions differ. Returns `None`, with a message, if they have too
/// many states together.
pub fn causes(left: (&Bnf, &str), right: (&Bnf, &str)) -> Result<Option<Divergences>, GrammarError> {
    unless_too_large("no causes are shown", Divergences::new(left, right, correspondence()))
}

/// An answer; `None`, with a message that begins with `lacking`, if it needs too many states.
pub fn unless_too_large<T>(lacking: &str, answer: Result<T, GrammarError>) -> Result<Option<T>, GrammarError> {
    match answer {
        Err(error @ GrammarError::TooLarge(_)) => {
            // A message that cannot be written is no reason to stop.
            _ = writeln!(anstream::stderr(), "uri-lineage: {lacking}: {error}");
            Ok(None)
        }
        answer => answer.map(Some),
    }
}

/// Writes causes for people: a sentence, a string with a caret at the place, and the productions
/// that are being read there; then what the documents say of other changes.
pub fn write_causes(
    output: &mut Output,
    names: &ComparedNames<'_>,
    Causes { list: causes, others }: &Causes,
    indent: &str,
) -> Result<(), Failure> {
    if let [_, _, ..] = causes.as_slice() {
        writeln!(output.out, "{indent}{} causes:", causes.len())?;
    }
    // The causes of a level are side by side; without levels all are of none.
    for group in causes.chunk_by(|left, right| left.level == right.level) {
        if let Some(level) = group.first().and_then(|cause| cause.level.as_ref()) {
            writeln!(output.out, "{indent}{} ({})", output.bold(level), group.len())?;
        }
        group.iter().try_for_each(|cause| write_cause(output, names, cause, indent))?;
    }
    if !others.is_empty() {
        writeln!(
            output.out,
            "{indent}{}",
            output.bold("the documents also mention changes that no cause above shows:")
        )?;
        others.iter().try_for_each(|mention| write_mention(output, mention, indent))?;
    }
    Ok(())
}

/// Writes what a document says of a change, in the words of this program and in its own.
pub fn write_mention(
    output: &mut Output,
    Mention { document, section, quotation, says }: &Mention,
    indent: &str,
) -> Result<(), Failure> {
    writeln!(output.out, "{indent}  {says}")?;
    writeln!(output.out, "{indent}    {document}, {section}: \"{quotation}\"")?;
    Ok(())
}

fn write_cause(
    output: &mut Output,
    names: &ComparedNames<'_>,
    CauseRecord { divergence, witnesses, mentions, .. }: &CauseRecord,
    indent: &str,
) -> Result<(), Failure> {
    let Divergence { offset, witness, left_derivation, right_derivation, .. } = divergence;
    let [subject, object] = names.sentence(divergence);
    writeln!(output.out, "{indent}{subject} {}", output.bold(object))?;
    let column = caret_column(witness, *offset);
    writeln!(output.out, "{indent}  | {}\n{indent}  | {:column$}{}", above_caret(witness), "", output.bad("^"))?;
    for further in witnesses.iter().flatten().filter(|further| *further != witness) {
        writeln!(output.out, "{indent}  | {}", above_caret(further))?;
    }
    let [left, right] = [left_derivation, right_derivation].map(|productions| productions.join(" > "));
    writeln!(output.out, "{indent}  in {left}, {right}")?;
    let Some(said) = mentions else { return Ok(()) };
    for Mention { document, section, quotation, .. } in &said.mentions {
        writeln!(output.out, "{indent}  {document}, {section}: \"{quotation}\"")?;
    }
    if let Some(note) = said.note() {
        writeln!(output.out, "{indent}  {note}")?;
    }
    Ok(())
}
