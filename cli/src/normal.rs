//! `same` and `normalise`: which strings are one URL.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use serde::Serialize;
use serde_json::{Value, json};
use uri_lineage::normal::{self, Equivalence, Rule};
use uri_lineage::{Error, Grammar, Parsed};

use crate::each::{EachArgs, Results, Say, say};
use crate::failure::Failure;
use crate::options::GrammarArgs;
use crate::output::{Colours, Format, Output, json_array, said_at};

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
/// Exit status 0 when every grammar asked for accepts the URL, 1 when one does not, 2 for bad usage.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage normalise http://www.XEROX.com:80/%7euser
  uri-lineage normalise --grammar rfc1738 --format json file://localhost/etc/motd")]
pub struct NormaliseArgs {
    #[command(flatten)]
    each: EachArgs,
}

/// The rules in words, each with its section.
fn words(grammar: Grammar, rules: &[Rule]) -> String {
    let words = rules.iter().map(|rule| format!("{rule} ({})", rule.section(grammar)));
    words.collect::<Vec<_>>().join(", ")
}

pub fn same(args: &SameArgs) -> Result<ExitCode, Failure> {
    let mut output = Output::new(args.format == Format::Text);
    let mut objects: Vec<Value> = Vec::new();
    let mut all = true;
    for grammar in args.grammars.list() {
        let found = grammar.same(&args.left, &args.right);
        let (equivalent, rule) = match &found {
            Ok(Equivalence::Identical) => (Some(true), "they are the same string".to_owned()),
            Ok(Equivalence::By(rules)) => (Some(true), words(grammar, rules)),
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
            (Format::Json, None) => {
                objects.push(json!({ "grammar": grammar.id(), "error": rule, "refusal": found.as_ref().err() }));
            }
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

/// As JSON: `result` and `rules`.
#[derive(Serialize)]
struct Said {
    result: String,
    rules: Vec<String>,
}

impl Say for Said {
    const MEMBERS: &[&str] = &["result", "rules"];

    fn of(url: &Parsed<'_>) -> Result<Self, String> {
        let normal = normal::normalise(url);
        let rules = normal.rules.iter().map(|rule| words(url.grammar(), &[*rule])).collect();
        Ok(Self { result: normal.text, rules })
    }

    fn write(&self, grammar: Grammar, out: &mut Vec<u8>) -> io::Result<()> {
        writeln!(out, "{grammar:<16} {}", self.result)?;
        if !self.rules.is_empty() {
            writeln!(out, "{:<16} by {}", "", self.rules.join(", "))?;
        }
        Ok(())
    }

    fn write_error(grammar: Grammar, error: &str, colours: Colours, out: &mut Vec<u8>) -> io::Result<()> {
        writeln!(out, "{grammar:<16} {}", colours.bad(format_args!("error: {error}")))
    }

    fn refusal(error: &Error, place: impl fmt::Display) -> String {
        said_at(error, place)
    }
}

pub fn normalise(args: &NormaliseArgs) -> Result<ExitCode, Failure> {
    let results = say::<Said>(&args.each)?;
    Ok(match results {
        Results { read: false, .. } => ExitCode::from(2),
        Results { all: true, .. } => ExitCode::SUCCESS,
        Results { all: false, .. } => ExitCode::FAILURE,
    })
}
