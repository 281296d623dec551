//! `claims`: statements of the documents about their own grammars, and errata on these.

use std::io::Write;
use std::process::ExitCode;

use uri_lineage::DocumentGrammar;
use uri_lineage::claims::{Claim, Erratum, ErratumDecision, Finding, FindingEffect, claims, claims_of, errata};

use crate::failure::Failure;
use crate::options::documents::DocumentGrammarArgs;
use crate::output::text::code;
use crate::output::{DocumentFormat as Format, Output};
use crate::schema::OutputDescription;

/// Check statements of the documents about their own grammars, each with its place in the text and
/// the words of the document
///
/// A statement that is false has a shortest string that shows it, what this does to a reader, the
/// errata that report it, and the successor that mends it. `--grammar` selects the statements of
/// whole documents: with `rfc8089` also those about the variants of RFC 8089.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage claims --findings
  uri-lineage claims --findings --grammar rfc1738,rfc6068
  uri-lineage claims --errata --grammar rfc3986
  uri-lineage claims --format json")]
pub struct Args {
    /// Show only the statements that are false, the worst first
    #[arg(long)]
    findings: bool,
    /// Show the errata on the documents instead, each confirmed or refuted by a string if a string
    /// decides it
    #[arg(long, conflicts_with = "findings")]
    errata: bool,
    #[command(flatten)]
    grammars: DocumentGrammarArgs,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Describes the machine-readable output.
pub fn describe(description: &mut OutputDescription) {
    description.record::<Claim>().record::<Erratum>().format("json", "array");
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut documents: Vec<DocumentGrammar> = args.grammars.list();
    // The statements and the errata are of whole documents.
    let mut seen = std::collections::HashSet::new();
    documents.retain(|grammar| seen.insert(grammar.document()));
    let mut output = Output::new(args.format == Format::Text);
    if args.errata {
        let errata: Vec<Erratum> = errata().filter(|erratum| seen.contains(erratum.grammar.document())).collect();
        if args.format == Format::Json {
            return output.json(&errata);
        }
        write_errata(&mut output, args.format, &errata)?;
    } else {
        let is_all = DocumentGrammar::all().all(|grammar| seen.contains(grammar.document()));
        let mut claims = if is_all { claims() } else { documents.into_iter().flat_map(claims_of).collect() };
        if args.findings {
            claims.retain(|claim| claim.finding.is_some());
        }
        if args.format == Format::Json {
            return output.json(&claims);
        }
        write_claims(&mut output, args.format, &claims)?;
    }
    output.out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn write_errata(output: &mut Output, format: Format, errata: &[Erratum]) -> Result<(), Failure> {
    for erratum in errata {
        let Erratum { rfc, number, section, status, says, because, question, .. } = erratum;
        let status = status.words();
        let question = question.as_ref().map(|question| format!("{question}: holds"));
        let decision = erratum.decision.words();
        if format == Format::Markdown {
            let question = question.map(|question| format!(" *{question}*.")).unwrap_or_default();
            writeln!(
                output.out,
                "- **RFC {rfc}**, {section}, erratum {number}, {status}: {says}. {}: {because}.{question}",
                capitalized(decision),
            )?;
            continue;
        }
        let decision = match erratum.decision {
            ErratumDecision::Confirmed => output.good(decision),
            ErratumDecision::Refuted => output.bad(decision),
            ErratumDecision::NotAboutStrings | ErratumDecision::Undecided => output.bold(decision),
        };
        writeln!(output.out, "RFC {rfc}, {section}, erratum {number} ({status}): {says}")?;
        writeln!(output.out, "  {decision}: {because}")?;
        if let Some(question) = question {
            writeln!(output.out, "  {question}")?;
        }
    }
    Ok(())
}

fn write_claims(output: &mut Output, format: Format, claims: &[Claim]) -> Result<(), Failure> {
    // What holds, or is undecided, comes first in the order of the documents.
    let (findings, others): (Vec<&Claim>, Vec<&Claim>) = claims.iter().partition(|claim| claim.finding.is_some());
    for claim in others {
        match format {
            Format::Markdown => writeln!(output.out, "- {}", statement(claim))?,
            _ => text(output, claim)?,
        }
    }
    for effect in FindingEffect::ALL {
        let facts = facts(&findings, effect);
        let Some(count) = std::num::NonZero::new(facts.len()) else { continue };
        match format {
            Format::Markdown => writeln!(output.out, "### {}\n", effect.heading())?,
            _ => writeln!(output.out, "{} ({count})", output.bold(effect.heading()))?,
        }
        for fact in facts {
            match format {
                Format::Markdown => writeln!(output.out, "- {}", markdown(&fact))?,
                _ => fact.into_iter().try_for_each(|claim| text(output, claim))?,
            }
        }
        if format == Format::Markdown {
            writeln!(output.out)?;
        }
    }
    Ok(())
}

/// The findings with an effect. Those that say the same of several documents are one fact.
pub fn facts<'c>(findings: &[&'c Claim], effect: FindingEffect) -> Vec<Vec<&'c Claim>> {
    let mut facts: Vec<Vec<&Claim>> = Vec::new();
    for claim in findings.iter().filter(|claim| claim.finding.as_ref().is_some_and(|known| known.effect == effect)) {
        match facts.iter_mut().find(|fact| fact[0].says == claim.says) {
            Some(fact) => fact.push(claim),
            None => facts.push(vec![claim]),
        }
    }
    facts
}

fn text(output: &mut Output, claim: &Claim) -> Result<(), Failure> {
    let verdict = match claim.holds {
        Some(true) => output.good("holds"),
        Some(false) => output.bad("does not hold"),
        None => output.bold("undecided"),
    };
    writeln!(output.out, "{}, {}: {}", claim.document, claim.place, claim.says)?;
    writeln!(output.out, "  > {}", claim.quotation)?;
    let explanation: String = claim.but.iter().chain(&claim.undecided).map(|text| format!(": {text}")).collect();
    writeln!(output.out, "  {}: {verdict}{explanation}", claim.question)?;
    if let Some(finding) = &claim.finding {
        writeln!(output.out, "  {}", notes(finding).join("; "))?;
    }
    Ok(())
}

/// What is known of a finding, in clauses: its kind, errata, and what mends it.
fn notes(finding: &Finding) -> Vec<String> {
    let errata = finding.errata.iter().map(|erratum| {
        let (number, status) = (erratum.number, erratum.status.words());
        format!("erratum {number} ({status}) reports it")
    });
    let mended = finding.mended.map(|mended| format!("mended in {}, {}", mended.document, mended.section));
    std::iter::once(finding.kind.words().to_owned()).chain(errata).chain(mended).collect()
}

/// A fact as the text of an item: the first document that has it, and the others.
fn markdown(fact: &[&Claim]) -> String {
    let Some((first, others)) = fact.split_first() else { return String::new() };
    let mut text = statement(first);
    for claim in others {
        let Claim { document, place, but, .. } = claim;
        let but = but.as_ref().map(|but| format!(": {but}")).unwrap_or_default();
        text += &format!(" The same in **{document}**, {place}{but}.");
    }
    // The last document is the one that a successor mends.
    let last = fact.last().and_then(|claim| claim.finding.as_ref());
    let notes = last.map(|finding| notes(finding).split_off(1)).unwrap_or_default();
    for note in notes {
        text += &format!(" {}.", capitalized(&note));
    }
    text
}

/// A clause as the beginning of a sentence.
fn capitalized(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// A claim and its decision, as sentences.
fn statement(claim: &Claim) -> String {
    let Claim { document, place, quotation, says, question, but, undecided, .. } = claim;
    let decision = match (but, undecided) {
        (Some(but), _) => format!("But {but}."),
        (_, Some(error)) => format!("*{question}* cannot be decided: {error}."),
        _ => format!("*{question}* holds."),
    };
    format!("**{document}**, {place}: {says} ({}). {decision}", code(quotation))
}
