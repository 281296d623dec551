//! `claims`: statements of the documents about their own grammars, and errata on these.

use std::collections::HashSet;
use std::io::Write;
use std::process::ExitCode;

use uri_lineage::DocumentGrammar;
use uri_lineage::claims::{Claim, Erratum, ErratumDecision, Finding, FindingEffect, claims_of, errata};

use crate::failure::Failure;
use crate::options::documents::DocumentGrammarArgs;
use crate::output::text::code;
use crate::output::{DocumentFormat as Format, Output};
use crate::schema::OutputDescription;

/// Check statements of the documents about their own grammars, each with its place in the text and
/// the words of the document
///
/// For a false statement the output has a shortest string that shows it, what the fault does to a
/// reader, the errata that report it, and the successor that mends it. `--grammar` selects the
/// statements of whole documents: with `rfc8089` also those about the variants of RFC 8089.
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
    let grammars: Vec<DocumentGrammar> = args.grammars.list();
    let mut output = Output::new(args.format == Format::Text);
    if args.errata {
        let documents: HashSet<&str> = grammars.iter().map(|grammar| grammar.document()).collect();
        let errata: Vec<Erratum> = errata().filter(|one| documents.contains(one.grammar.document())).collect();
        match args.format {
            Format::Json => return output.json(&errata),
            Format::Text => errata.iter().try_for_each(|erratum| write_erratum(&mut output, erratum))?,
            Format::Markdown => {
                errata.iter().try_for_each(|erratum| writeln!(output.out, "- {}", erratum_sentence(erratum)))?;
            }
        }
    } else {
        let mut claims = claims_of(&grammars);
        claims.retain(|claim| !args.findings || claim.finding.is_some());
        match args.format {
            Format::Json => return output.json(&claims),
            Format::Text => write_claims(&mut output, &claims)?,
            Format::Markdown => write_markdown(&mut output, &claims)?,
        }
    }
    output.out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn write_erratum(output: &mut Output, erratum: &Erratum) -> Result<(), Failure> {
    let Erratum { rfc, number, section, status, says, because, question, .. } = erratum;
    let decision = erratum.decision.words();
    let decision = match erratum.decision {
        ErratumDecision::Confirmed => output.good(decision),
        ErratumDecision::Refuted => output.bad(decision),
        ErratumDecision::NotAboutStrings | ErratumDecision::Undecided => output.bold(decision),
    };
    writeln!(output.out, "RFC {rfc}, {section}, erratum {number} ({}): {says}", status.words())?;
    writeln!(output.out, "  {decision}: {because}")?;
    if let Some(question) = question {
        writeln!(output.out, "  {question}: holds")?;
    }
    Ok(())
}

/// An erratum and its decision, as sentences.
fn erratum_sentence(erratum: &Erratum) -> String {
    let Erratum { rfc, number, section, status, says, because, question, .. } = erratum;
    let (status, decision) = (status.words(), capitalized(erratum.decision.words()));
    let question = question.as_ref().map(|question| format!(" *{question}: holds*.")).unwrap_or_default();
    format!("**RFC {rfc}**, {section}, erratum {number}, {status}: {says}. {decision}: {because}.{question}")
}

/// What holds, or is undecided, comes first in the order of the documents; then the findings by effect.
fn write_claims(output: &mut Output, claims: &[Claim]) -> Result<(), Failure> {
    let mut others = claims.iter().filter(|claim| claim.finding.is_none());
    others.try_for_each(|claim| text(output, claim))?;
    for (effect, facts) in facts(claims) {
        writeln!(output.out, "{} ({})", output.bold(effect.heading()), facts.len())?;
        facts.into_iter().flatten().try_for_each(|claim| text(output, claim))?;
    }
    Ok(())
}

/// The same in Markdown.
fn write_markdown(output: &mut Output, claims: &[Claim]) -> Result<(), Failure> {
    let mut others = claims.iter().filter(|claim| claim.finding.is_none());
    others.try_for_each(|claim| writeln!(output.out, "- {}", statement(claim)))?;
    for (effect, facts) in facts(claims) {
        writeln!(output.out, "### {}\n", effect.heading())?;
        facts.iter().try_for_each(|fact| writeln!(output.out, "- {}", fact_sentence(fact)))?;
        writeln!(output.out)?;
    }
    Ok(())
}

/// The findings among some claims by effect, the worst first. Those that say the same of several documents
/// are one fact.
pub fn facts(claims: &[Claim]) -> Vec<(FindingEffect, Vec<Vec<&Claim>>)> {
    let of_effect = |effect| {
        let mut facts: Vec<Vec<&Claim>> = Vec::new();
        for claim in claims.iter().filter(|claim| claim.finding.as_ref().is_some_and(|it| it.effect == effect)) {
            match facts.iter_mut().find(|fact| fact[0].says == claim.says) {
                Some(fact) => fact.push(claim),
                None => facts.push(vec![claim]),
            }
        }
        (effect, facts)
    };
    FindingEffect::ALL.into_iter().map(of_effect).filter(|(_, facts)| !facts.is_empty()).collect()
}

fn text(output: &mut Output, claim: &Claim) -> Result<(), Failure> {
    writeln!(output.out, "{}, {}: {}", claim.document, claim.place, claim.says)?;
    writeln!(output.out, "  > {}", claim.quotation)?;
    let question = &claim.question;
    match (&claim.but, &claim.undecided) {
        // The contradiction names the productions in question.
        (Some(but), _) => writeln!(output.out, "  {}: {but}", output.bad("does not hold"))?,
        (None, Some(error)) => writeln!(output.out, "  {question}: {}: {error}", output.bold("undecided"))?,
        (None, None) => writeln!(output.out, "  {question}: {}", output.good("holds"))?,
    }
    if let Some(finding) = &claim.finding {
        let clauses = std::iter::once(finding.kind.words().to_owned()).chain(follow_up(claim.grammar, finding));
        writeln!(output.out, "  {}", clauses.collect::<Vec<_>>().join("; "))?;
    }
    Ok(())
}

/// The errata that report a finding, and what mends it, as clauses.
fn follow_up(grammar: DocumentGrammar, finding: &Finding) -> impl Iterator<Item = String> {
    let errata = finding.errata.iter().map(|erratum| {
        let (number, status) = (erratum.number, erratum.status.words());
        format!("erratum {number} ({status}) reports it")
    });
    let mended = finding.mended.map(|mended| format!("mended in {}, {}", mended.document, mended.section));
    let corrections = finding.corrected.iter().filter_map(move |name| grammar.correction(name));
    let corrections = corrections.map(|production| {
        let [text, evidence] = [&production.text, &production.comment].map(|text| on_one_line(text));
        format!("read here as {}: {}", code(&text), evidence.trim_end_matches('.'))
    });
    errata.chain(mended).chain(corrections)
}

/// A fact as the text of an item: the first document that has it, and the others.
fn fact_sentence(fact: &[&Claim]) -> String {
    let Some((first, others)) = fact.split_first() else { return String::new() };
    let mut text = statement(first);
    for claim in others {
        let Claim { document, place, but, .. } = claim;
        let but = but.as_ref().map(|but| format!(": {but}")).unwrap_or_default();
        text += &format!(" The same in **{document}**, {place}{but}.");
    }
    // The last document is the one that a successor mends.
    if let Some(Claim { grammar, finding: Some(finding), .. }) = fact.last() {
        text += &format!(" Kind: {}.", finding.kind.words());
        for clause in follow_up(*grammar, finding) {
            text += &format!(" {}.", capitalized(&clause));
        }
    }
    text
}

/// A text with single spaces in place of its line ends and indents.
fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A clause as the beginning of a sentence.
pub fn capitalized(clause: &str) -> String {
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
