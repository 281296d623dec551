//! The answer of `ambiguity` for people, and as Markdown.

use std::io::Write;

use uri_lineage::regular_bnf::{Ambiguity, AmbiguityCause, Derivation, DerivationDifference};

use super::decisions::{DecisionGroup, groups, statements};
use super::question::{Ambiguities, Question};
use crate::failure::{Failure, limits_hint};
use crate::options::source::Source;
use crate::output::Output;
use crate::output::text::{code, quoted};

/// Writes the answer for people; with `lists_places`, also the productions that two derivations
/// have in different places.
pub fn text(
    output: &mut Output,
    question: &Question<'_>,
    answer: &Ambiguities<'_>,
    lists_places: bool,
) -> Result<(), Failure> {
    let (source, ambiguities) = (question.source, answer.ambiguities());
    counts(output, question, answer, ambiguities.len())?;
    let groups = groups(&answer.causes);
    match question.selected {
        Some(production) => selected(output, source, production, ambiguities.first().copied(), groups)?,
        None => decisions(output, source, &groups)?,
    }
    if lists_places {
        places(output, &ambiguities)?;
    }
    for (production, error) in answer.undecided() {
        writeln!(output.out, "undecided: {production}: {error}{}", limits_hint(&error.to_string()))?;
    }
    for error in answer.other_errors() {
        writeln!(output.out, "undecided: {error}{}", limits_hint(&error.to_string()))?;
    }
    Ok(())
}

/// The first line: how many productions are in different places, and how many decisions concern
/// structure alone.
fn counts(
    output: &mut Output,
    question: &Question<'_>,
    answer: &Ambiguities<'_>,
    ambiguous: usize,
) -> Result<(), Failure> {
    let entries = question.entries.join(" and ");
    write!(output.out, "{}, from {entries}: ", output.bold(&question.source.name))?;
    match (question.selected, ambiguous) {
        (Some(production), 0) => write!(output.out, "{production} always in the same place")?,
        (Some(production), _) => write!(output.out, "{production} in different places")?,
        (None, _) => {
            let decided = answer.productions.len();
            write!(output.out, "{ambiguous} of {decided} productions in different places")?;
        }
    }
    // Ambiguities of structure are not counted by productions.
    match answer.causes.iter().filter(|cause| cause.differs == DerivationDifference::Structure).count() {
        0 => {}
        1 => write!(output.out, "; 1 decision in structure alone")?,
        count => write!(output.out, "; {count} decisions in structure alone")?,
    }
    writeln!(output.out)?;
    Ok(())
}

/// The decisions, each with a shortest string and the statements of the document.
fn decisions(output: &mut Output, source: &Source, groups: &[DecisionGroup<'_>]) -> Result<(), Failure> {
    for group in groups {
        writeln!(output.out, "{}", output.bold(group.heading(str::to_owned)))?;
        writeln!(output.out, "  {}", quoted(group.witness()))?;
        for line in group.statements(source.grammar()) {
            writeln!(output.out, "  {line}")?;
        }
    }
    Ok(())
}

/// The productions that two derivations have in different places, by their shortest strings.
fn places(output: &mut Output, ambiguities: &[&Ambiguity]) -> Result<(), Failure> {
    let mut strings: Vec<(&str, Vec<&str>)> = Vec::new();
    for ambiguity in ambiguities {
        match strings.iter_mut().find(|(witness, _)| *witness == ambiguity.witness) {
            Some((_, names)) => names.push(&ambiguity.production),
            None => strings.push((&ambiguity.witness, vec![&ambiguity.production])),
        }
    }
    strings.sort_by_key(|(witness, _)| witness.len());
    writeln!(output.out, "{}", output.bold("in different places"))?;
    for (witness, names) in strings {
        writeln!(output.out, "  {}: {}", quoted(witness), names.join(", "))?;
    }
    Ok(())
}

/// Writes the decisions as items of a Markdown list.
pub fn markdown(output: &mut Output, source: &Source, causes: &[AmbiguityCause]) -> Result<(), Failure> {
    for group in groups(causes) {
        let statements: String = group.statements(source.grammar()).iter().map(|line| format!(". {line}")).collect();
        let witness = if group.witness().is_empty() { quoted("") } else { code(group.witness()) };
        writeln!(output.out, "- **{}**, {}: {witness}{statements}", source.name, group.heading(code))?;
    }
    Ok(())
}

/// One production: its decisions, and both derivations of a string.
fn selected(
    output: &mut Output,
    source: &Source,
    production: &str,
    ambiguity: Option<&Ambiguity>,
    mut groups: Vec<DecisionGroup<'_>>,
) -> Result<(), Failure> {
    if let Some(ambiguity) = ambiguity {
        in_different_places(output, source, ambiguity)?;
        groups.retain(|group| group.witness() != ambiguity.witness);
        return decisions(output, source, &groups);
    }
    decisions(output, source, &groups)?;
    match groups.first().and_then(DecisionGroup::derivations) {
        Some((witness, derivations)) => trees(output, witness, production, derivations),
        None => Ok(()),
    }
}

/// A production that is in different places, with both derivations.
fn in_different_places(output: &mut Output, source: &Source, ambiguity: &Ambiguity) -> Result<(), Failure> {
    writeln!(output.out, "{}: {}", output.bold(&ambiguity.production), quoted(&ambiguity.witness))?;
    let Some(derivations) = &ambiguity.derivations else {
        writeln!(output.out, "  too long to show")?;
        return Ok(());
    };
    let (production, [left, right]) = first_difference(derivations);
    writeln!(output.out, "  in {production}: {left}, or {right}")?;
    for line in statements(source.grammar(), production, [&left, &right]) {
        writeln!(output.out, "  {line}")?;
    }
    trees(output, &ambiguity.witness, &ambiguity.production, derivations)
}

/// The production in which two derivations differ, and the parts of both there, in words.
fn first_difference([left, right]: &[Derivation; 2]) -> (&str, [String; 2]) {
    let [left, right] = left.differing_productions(right);
    let mut ways = [parts_in_words(left), parts_in_words(right)];
    ways.sort();
    (&left.production, ways)
}

/// The names of a derivation's parts; equal ones in a row as one name with `...`.
fn parts_in_words(derivation: &Derivation) -> String {
    let mut names: Vec<String> = Vec::new();
    for part in &derivation.parts {
        match names.last_mut() {
            Some(last) if last.trim_end_matches(" ...") == part.production => {
                *last = format!("{} ...", part.production)
            }
            _ => names.push(part.production.clone()),
        }
    }
    if names.is_empty() { "no production".to_owned() } else { names.join(" ") }
}

/// Both derivations of a string, in which a production is marked.
fn trees(output: &mut Output, witness: &str, marked: &str, derivations: &[Derivation; 2]) -> Result<(), Failure> {
    for (label, derivation) in ["one", "the other"].into_iter().zip(derivations) {
        writeln!(output.out, "{label}:")?;
        tree(output, witness, marked, derivation, 1)?;
    }
    Ok(())
}

/// A derivation, one production per line. The derivations of single characters are omitted, unless
/// the marked production is in them.
fn tree(
    output: &mut Output,
    witness: &str,
    marked: &str,
    derivation: &Derivation,
    depth: usize,
) -> Result<(), Failure> {
    let text = witness.get(derivation.span.clone()).unwrap_or_default();
    let name = &derivation.production;
    let label = if name == marked { output.bad(name).to_string() } else { name.clone() };
    writeln!(output.out, "{:1$}{label}  {2}", "", depth * 2, quoted(text))?;
    for part in &derivation.parts {
        if has(part, marked) || !is_character(part) || !(is_character(derivation) || is_repeated(part, derivation)) {
            tree(output, witness, marked, part, depth + 1)?;
        }
    }
    Ok(())
}

/// Whether a derivation has several parts of the production of one part.
fn is_repeated(part: &Derivation, derivation: &Derivation) -> bool {
    derivation.parts.iter().filter(|sibling| sibling.production == part.production).count() > 1
}

/// Whether a production is in a derivation.
fn has(derivation: &Derivation, production: &str) -> bool {
    derivation.production == production || derivation.parts.iter().any(|part| has(part, production))
}

/// Whether a production matches one character here, and so do all of its children.
fn is_character(derivation: &Derivation) -> bool {
    derivation.span.len() == 1 && derivation.parts.len() <= 1 && derivation.parts.iter().all(is_character)
}
