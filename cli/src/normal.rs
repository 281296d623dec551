//! `same` and `normalise`: which strings are one URL.

use std::io::Write;
use std::process::ExitCode;

use serde_json::{Value, json};
use uri_lineage::normal::{self, Equivalence, Rule};
use uri_lineage::{Error, Grammar};

use crate::GrammarArgs;
use crate::failure::Failure;
use crate::output::{Format, Output, json_array};

/// Say whether two strings are one URL, as each document defines equivalence, and by which rule
///
/// RFC 1630 brings both to the same encoding level; RFC 1738 names what may be omitted; the drafts of 1997 say it in
/// sections 2.4.2 (escapes) and 5 (hosts and ports).
///
/// Exit status 0 when every grammar asked for finds them equivalent, 1 when one does not, 2 for bad usage.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage same http://www.XEROX.com http://www.xerox.com
  uri-lineage same --grammar rfc1630 http://a/b-c http://a/b%2Dc")]
pub struct SameArgs {
    /// One URL
    left: String,
    /// The other
    right: String,
    #[command(flatten)]
    grammars: GrammarArgs,
    /// How to show the result
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Bring a URL into the form that all equivalent ones share, as each document defines equivalence
///
/// Exit status 0 when every grammar asked for takes the URL, 1 when one does not, 2 for bad usage.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage normalise http://www.XEROX.com:80/%7euser
  uri-lineage normalise --grammar rfc1738 --format json file://localhost/etc/motd")]
pub struct NormaliseArgs {
    /// The URL
    uri: String,
    #[command(flatten)]
    grammars: GrammarArgs,
    /// How to show the result
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// The rules in words, each with its section.
fn words(grammar: Grammar, rules: &[Rule]) -> String {
    let words = rules.iter().map(|rule| format!("{rule} ({})", rule.section(grammar)));
    words.collect::<Vec<_>>().join(", ")
}

pub fn same(args: &SameArgs) -> Result<ExitCode, Failure> {
    let mut output = Output::new();
    let mut objects: Vec<Value> = Vec::new();
    let mut all = true;
    for grammar in args.grammars.list() {
        let (equivalent, rule) = match normal::same(grammar, &args.left, &args.right) {
            Ok(Equivalence::Identical) => (Some(true), "they are the same string".to_owned()),
            Ok(Equivalence::By(rules)) => (Some(true), words(grammar, &rules)),
            Ok(Equivalence::Different { reserved: true }) => {
                (Some(false), "escapes of reserved characters mean something else".to_owned())
            }
            Ok(Equivalence::Different { reserved: false }) => (Some(false), "no rule allows the difference".to_owned()),
            Err(error) => (None, error.to_string()),
        };
        all &= equivalent == Some(true);
        match (args.format, equivalent) {
            (Format::Json, Some(equivalent)) => {
                objects.push(json!({ "grammar": grammar.id(), "equivalent": equivalent, "rule": rule }));
            }
            (Format::Json, None) => objects.push(json!({ "grammar": grammar.id(), "error": rule })),
            (Format::Text, equivalent) => {
                let verdict = match equivalent {
                    Some(true) => output.good("equivalent"),
                    Some(false) => output.bad("different"),
                    None => output.bad("error"),
                };
                writeln!(output.out, "{grammar:<16} {verdict}: {rule}")?;
            }
        }
    }
    json_array(&mut output, args.format, &objects)?;
    Ok(if all { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

pub fn normalise(args: &NormaliseArgs) -> Result<ExitCode, Failure> {
    let mut output = Output::new();
    let mut objects: Vec<Value> = Vec::new();
    let mut all = true;
    for grammar in args.grammars.list() {
        let result: Result<_, Error> = normal::normalise(grammar, &args.uri);
        all &= result.is_ok();
        match (args.format, result) {
            (Format::Json, Ok(normal)) => {
                let rules: Vec<_> = normal.rules.iter().map(|rule| words(grammar, &[*rule])).collect();
                objects.push(json!({ "grammar": grammar.id(), "result": normal.text, "rules": rules }));
            }
            (Format::Json, Err(error)) => {
                objects.push(json!({ "grammar": grammar.id(), "error": error.to_string() }));
            }
            (Format::Text, Ok(normal)) => {
                writeln!(output.out, "{grammar:<16} {}", normal.text)?;
                if !normal.rules.is_empty() {
                    writeln!(output.out, "{:<16} by {}", "", words(grammar, &normal.rules))?;
                }
            }
            (Format::Text, Err(error)) => {
                let message = output.bad(format!("error: {}", error.message()));
                writeln!(output.out, "{grammar:<16} {message}")?;
            }
        }
    }
    json_array(&mut output, args.format, &objects)?;
    Ok(if all { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
