//! `prove`: proofs that each pest rule accepts exactly the language of its production.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::DocumentGrammar;
use uri_lineage::regular_bnf::{Language, Proof, ProofOutcome, Prover};

use crate::failure::Failure;
use crate::options::complete;
use crate::options::documents::DocumentGrammarArgs;
use crate::options::source::{NotationArgs, ReadingArg, Source, text_file};
use crate::output::text::quoted;
use crate::output::{Format, Output};
use crate::schema::OutputDescription;

/// Prove that each rule of the pest grammars accepts exactly the language of the production of the
/// same name
///
/// The result is decided, not tested. If a rule and its production differ, the output has a
/// shortest string that shows it. A rule with `__` in its name represents its production in one
/// place, and may accept less.
///
/// Exit status: 0 if every rule is proved, 1 if one is not, 2 for a usage error.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage prove
  uri-lineage prove --grammar rfc1738 --format json
  uri-lineage prove --pest my.pest --bnf my.bnf host=hostname
  uri-lineage prove --regex '[0-9]*' --is rfc3986:port")]
pub struct Args {
    #[command(flatten)]
    grammars: DocumentGrammarArgs,
    /// A pest grammar of your own
    #[arg(long, value_name = "FILE", requires = "bnf", conflicts_with = "grammars")]
    pest: Option<PathBuf>,
    /// The BNF with the productions for its rules
    #[arg(long, value_name = "FILE", requires = "pest")]
    bnf: Option<PathBuf>,
    /// A regular expression of your own, or a file that has one: prove that it matches exactly the
    /// strings of a production
    #[arg(long, value_name = "PATTERN|FILE", requires = "is", conflicts_with_all = ["grammars", "pest"])]
    regex: Option<String>,
    /// The production that the regular expression should be
    #[arg(long, value_name = "GRAMMAR[:PRODUCTION]", requires = "regex", add = complete::sources())]
    is: Option<String>,
    #[command(flatten)]
    notation: NotationArgs,
    /// A rule and the production to compare it with [default: rules and productions of the same
    /// name]
    #[arg(value_name = "RULE=PRODUCTION", requires = "pest")]
    pairs: Vec<String>,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Describes the machine-readable output.
pub fn describe(description: &mut OutputDescription) {
    description.record::<ProofRecord<'_>>().format("json", "array");
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let proofs: Vec<(String, Vec<Proof>)> = match (&args.pest, &args.bnf) {
        (Some(pest), Some(bnf)) => {
            let name = pest.display().to_string();
            vec![(name.clone(), prove_pest(&name, &bnf.display().to_string(), &args.pairs, &args.notation)?)]
        }
        _ if args.regex.is_some() => vec![prove_regex(args)?],
        _ => args.grammars.list().into_iter().map(prove_built_in).collect::<Result<_, _>>()?,
    };
    let holds = proofs.iter().flat_map(|(_, proofs)| proofs).all(|proof| proof.outcome.holds());
    let mut output = Output::new(args.format == Format::Text);
    match args.format {
        Format::Json => {
            let objects =
                proofs.iter().flat_map(|(name, proofs)| proofs.iter().map(move |proof| ProofRecord::new(name, proof)));
            serde_json::to_writer_pretty(&mut output.out, &objects.collect::<Vec<_>>())?;
            writeln!(output.out)?;
        }
        Format::Text => proofs.iter().try_for_each(|(name, proofs)| text(&mut output, name, proofs))?,
    }
    output.out.flush()?;
    Ok(if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn prove_built_in(document: DocumentGrammar) -> Result<(String, Vec<Proof>), Failure> {
    let id = document.id();
    let proofs = document.prove().map_err(|error| Failure::Usage(format!("{id}: {error}")))?;
    Ok((id.to_owned(), proofs))
}

/// Compares a regular expression with a production.
fn prove_regex(args: &Args) -> Result<(String, Vec<Proof>), Failure> {
    let regex = Source::from_regex(args.regex.as_deref().unwrap_or_default(), &args.notation)?;
    let source = Source::read(args.is.as_deref().unwrap_or_default(), ReadingArg::Corrected, &args.notation)?;
    let (rule, name) = (regex.main_production(), source.main_production());
    let comparison = regex.language(&rule)?.compare(&source.language(&name)?)?;
    let outcome = match (comparison.left_only, comparison.right_only) {
        (None, None) => ProofOutcome::Equal,
        (Some(witness), _) => ProofOutcome::Differs { witness, rule_accepts: true },
        (None, Some(witness)) => ProofOutcome::Differs { witness, rule_accepts: false },
    };
    Ok((regex.name.clone(), vec![Proof { rule, production: source.title_of(&name), outcome }]))
}

/// Proves rules of a pest grammar of the user.
fn prove_pest(pest: &str, bnf: &str, pairs: &[String], notation: &NotationArgs) -> Result<Vec<Proof>, Failure> {
    let mut prover = Prover::new(&text_file(pest)?).map_err(|error| file_failure(pest, &error))?;
    let productions = notation.read_unbounded(bnf)?;
    let pairs: Vec<(String, String)> = match pairs {
        [] => {
            let rules = prover.rules().iter().map(|rule| (rule.clone(), rule.replace('_', "-")));
            let named = rules.map(
                |(rule, dashed)| if productions.get(&rule).is_some() { (rule.clone(), rule) } else { (rule, dashed) },
            );
            named.filter(|(_, production)| productions.get(production).is_some()).collect()
        }
        pairs => {
            let pairs = pairs.iter().map(|pair| {
                let parts = pair.split_once('=').map(|(rule, production)| (rule.to_owned(), production.to_owned()));
                parts.ok_or_else(|| Failure::Usage(format!("`{pair}` is not of the form RULE=PRODUCTION")))
            });
            pairs.collect::<Result<_, _>>()?
        }
    };
    if pairs.is_empty() {
        return Err(Failure::Usage(format!("no rule of {pest} has the name of a production of {bnf}")));
    }
    let proofs = pairs.iter().map(|(rule, production)| {
        let language = Language::new(&productions, production).map_err(|error| file_failure(bnf, &error))?;
        prover.prove(rule, production, &language).map_err(|error| file_failure(pest, &error))
    });
    proofs.collect()
}

fn file_failure(file: &str, error: &dyn std::fmt::Display) -> Failure {
    Failure::Usage(format!("{file}: {error}"))
}

fn text(output: &mut Output, name: &str, proofs: &[Proof]) -> Result<(), Failure> {
    let [equal, part] = [ProofOutcome::Equal, ProofOutcome::Part]
        .map(|outcome| proofs.iter().filter(|proof| proof.outcome == outcome).count());
    writeln!(
        output.out,
        "{}: {equal} rules are equal to their productions, {part} accept only part of one on purpose",
        output.bold(name)
    )?;
    for Proof { rule, production, outcome } in proofs {
        match outcome {
            ProofOutcome::Equal | ProofOutcome::Part => {}
            ProofOutcome::Excepted(reason) => {
                writeln!(output.out, "  {rule} differs from {production} on purpose: {reason}")?
            }
            ProofOutcome::Differs { witness, rule_accepts } => {
                let (takes, refuses) =
                    if *rule_accepts { ("the rule", "the production") } else { ("the production", "the rule") };
                let line = format!("{rule}: {takes} accepts {} and {refuses} does not", quoted(witness));
                writeln!(output.out, "  {}", output.bad(line))?;
            }
        }
    }
    Ok(())
}

/// The result of the proof of a rule.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Record")]
struct ProofRecord<'p> {
    /// The grammar, or the file from the argument.
    grammar: &'p str,
    /// The rule of the pest grammar.
    rule: &'p str,
    /// The production with which it was compared.
    production: &'p str,
    /// The relation of the rule to the production.
    verdict: ProofVerdict,
    /// A shortest string that only one of the two accepts; `null` if they do not differ.
    witness: Option<&'p str>,
    /// Whether the rule is the one that accepts the witness; `null` if they do not differ.
    rule_accepts: Option<bool>,
    /// Why they differ on purpose; `null` if they do not.
    reason: Option<&'p str>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Outcome")]
enum ProofVerdict {
    /// The rule accepts exactly the production's language.
    Equal,
    /// The rule represents the production in one place, and accepts part of its language.
    Part,
    /// They differ on purpose.
    Excepted,
    /// They differ.
    Differs,
}

impl<'p> ProofRecord<'p> {
    fn new(grammar: &'p str, proof: &'p Proof) -> Self {
        let (verdict, witness, rule_accepts, reason) = match &proof.outcome {
            ProofOutcome::Equal => (ProofVerdict::Equal, None, None, None),
            ProofOutcome::Part => (ProofVerdict::Part, None, None, None),
            ProofOutcome::Excepted(reason) => (ProofVerdict::Excepted, None, None, Some(&**reason)),
            ProofOutcome::Differs { witness, rule_accepts } => {
                (ProofVerdict::Differs, Some(&**witness), Some(*rule_accepts), None)
            }
        };
        Self { grammar, rule: &proof.rule, production: &proof.production, verdict, witness, rule_accepts, reason }
    }
}
