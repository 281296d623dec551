//! `uri-lineage`: parses and checks URLs with the grammars that defined them, from 1993 to the URL
//! Standard.

mod browser;
mod citation;
mod commands;
mod common;
mod engine;
mod failure;
mod hints;
mod input;
mod list;
mod model;
mod options;
mod output;
mod parallel;
mod parser;
mod refusal;
#[cfg(test)]
#[allow(dead_code, reason = "the integration tests share it")]
#[path = "../../tests/it/common/sample.rs"]
mod sampling;
mod schema;
mod splits;
mod warnings;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::CompleteEnv;

use crate::commands::{
    agree, ambiguity, bypass, chars, check, claims, compare, conform, convert, diff, differential, explain, extract,
    grammars, learn, lineage, lint, manual, normal, parse, prove, request, resolve, sample, site, vectors,
};
use crate::common::CommonArgs;
use crate::failure::Failure;
use crate::options::complete;
use crate::output::{lines, report};

/// The help for the exit status and for the limits on users' own grammars.
const NOTES: &str = "Exit status: 0: every check passed, for all URLs and grammars or for some of them, as each command \
specifies; 1: some checks failed; 2: usage or I/O error. After an unreadable input the other inputs are still processed. \
Empty input exits with 0, except in extract, which then finds no URL.

Limits for your own grammars, the same on every machine: an automaton has at most 20,000 states when it is built and 5,000 \
when it is minimal. A combination of two automata has at most 300,000 states, or 2,000,000 if they have marks. A conformance \
suite is for an automaton of at most 1,000 states and has at most 300 million characters. An audit of a suite knows at most \
100 million faults. A pest grammar has at most 1,000 \
rules with 500 operators each. Larger grammars are rejected with a one-line message and exit status 2. `--limits N` raises \
the limits on states and faults N times.";

/// Parse and check URLs exactly as each historical standard defined them
///
/// Five documents defined URLs between 1993 and 1997, and four more led to RFC 3986.
/// `uri-lineage grammars` lists their grammars. Productions have the names that the documents
/// print.
#[derive(Parser)]
#[command(name = "uri-lineage", version, propagate_version = true, after_long_help = NOTES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    common: CommonArgs,
}

#[derive(Subcommand)]
enum Command {
    Parse(parse::Args),
    Check(check::Args),
    Grammars(grammars::Args),
    Diff(diff::Args),
    Differential(differential::Args),
    Agree(agree::Args),
    Bypass(bypass::Args),
    Ambiguity(ambiguity::Args),
    Lineage(lineage::Args),
    Explain(explain::Args),
    Sample(sample::Args),
    Vectors(vectors::Args),
    Conform(conform::Args),
    Learn(learn::Args),
    Compare(compare::Args),
    Chars(chars::Args),
    Claims(claims::Args),
    Prove(prove::Args),
    Lint(lint::Args),
    Resolve(resolve::Args),
    Relative(resolve::RelativeArgs),
    Same(normal::SameArgs),
    #[command(alias = "normalise")]
    Normalize(normal::NormalizeArgs),
    Request(request::Args),
    Extract(extract::Args),
    Convert(convert::Args),
    Site(site::Args),
    Schema(commands::schema::Args),
    Completions(manual::CompletionArgs),
    Man(manual::ManArgs),
}

/// Reads the arguments. A usage error is one line, like every other failure. Help and version go to
/// their usual streams.
fn arguments() -> Result<Cli, Failure> {
    Cli::try_parse().map_err(|error| {
        if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
            error.exit();
        }
        // The first paragraph names the error; tips name similar arguments. Usage is left to
        // --help.
        let message = error.to_string();
        let first = message.lines().take_while(|line| !line.is_empty()).map(str::trim);
        let mut text = first.collect::<Vec<_>>().join(" ");
        for tip in message.lines().filter_map(|line| line.trim().strip_prefix("tip: ")) {
            text = format!("{text}; {tip}");
        }
        Failure::Usage(format!("{}; see --help", text.strip_prefix("error: ").unwrap_or(&text)))
    })
}

fn run() -> Result<ExitCode, Failure> {
    let Cli { command, common } = arguments()?;
    common.set_global();
    lines::delay_signals();
    match command {
        Command::Parse(args) => parse::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Grammars(args) => grammars::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Differential(args) => differential::run(&args),
        Command::Agree(args) => agree::run(&args),
        Command::Bypass(args) => bypass::run(&args),
        Command::Ambiguity(args) => ambiguity::run(&args),
        Command::Lineage(args) => lineage::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Sample(args) => sample::run(&args),
        Command::Vectors(args) => vectors::run(&args),
        Command::Conform(args) => conform::run(&args),
        Command::Learn(args) => learn::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Chars(args) => chars::run(&args),
        Command::Claims(args) => claims::run(&args),
        Command::Prove(args) => prove::run(&args),
        Command::Lint(args) => lint::run(&args),
        Command::Resolve(args) => resolve::run(&args),
        Command::Relative(args) => resolve::relative(&args),
        Command::Same(args) => normal::same(&args),
        Command::Normalize(args) => normal::normalize(&args),
        Command::Request(args) => request::run(&args),
        Command::Extract(args) => extract::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Site(args) => site::run(&args),
        Command::Schema(args) => commands::schema::run(&args),
        Command::Completions(args) => manual::completions(&args),
        Command::Man(args) => manual::man(&args),
    }
}

fn main() -> ExitCode {
    // A shell may request completions. The answer ends the program.
    CompleteEnv::with_factory(<Cli as CommandFactory>::command).var(complete::VARIABLE).complete();
    match run() {
        Ok(code) => code,
        Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(failure) => {
            report(&failure);
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_sound() {
        Cli::command().debug_assert();
    }
}
