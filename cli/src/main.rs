//! `uri-lineage`: URLs by the grammars that defined them, from 1993 to 1997.

mod check;
mod claims;
mod convert;
mod diff;
mod each;
mod engine;
mod explain;
mod extract;
mod failure;
mod grammars;
mod input;
mod lineage;
mod normal;
mod output;
mod parse;
mod prove;
mod request;
mod resolve;
mod sample;
mod source;

use std::borrow::Cow;
use std::io::Write;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use uri_lineage::{Forgiven, Grammar, forgive};

use crate::failure::Failure;

/// What bounds the work on grammars that are not ours.
const LIMITS: &str = "Limits for grammars of your own, whatever the machine: an automaton has at most 20,000 states when it is \
made and 5,000 when it is minimal; a combination of two 200,000; a conformance suite is of at most 1,000 states and 300 \
million characters; a pest grammar has at most 1,000 rules with 500 operators each. What is larger ends in one line that \
says so, and exit status 2.";

/// Read URLs exactly as each historical standard defined them.
///
/// Five documents defined URLs between 1993 and 1997. `uri-lineage grammars` lists their grammars. Productions bear the
/// names that the documents print.
#[derive(Parser)]
#[command(name = "uri-lineage", version, propagate_version = true, after_long_help = LIMITS)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Parse(parse::Args),
    Check(check::Args),
    Grammars(grammars::Args),
    Diff(diff::Args),
    Lineage(lineage::Args),
    Explain(explain::Args),
    Sample(sample::Args),
    Vectors(sample::VectorArgs),
    Claims(claims::Args),
    Prove(prove::Args),
    Resolve(resolve::Args),
    Relative(resolve::RelativeArgs),
    Same(normal::SameArgs),
    Normalise(normal::NormaliseArgs),
    Request(request::Args),
    Extract(extract::Args),
    Convert(convert::Args),
}

/// The grammars to use, in the order given; all six by default.
#[derive(clap::Args)]
struct GrammarArgs {
    /// A grammar to use, by its id; may be given more than once [default: all six]
    #[arg(long = "grammar", short, value_name = "ID")]
    grammars: Vec<Grammar>,
}

impl GrammarArgs {
    fn list(&self) -> Vec<Grammar> {
        match self.grammars.as_slice() {
            [] => Grammar::ALL.to_vec(),
            some => {
                // Each once, in the order given.
                let mut list = Vec::new();
                some.iter().for_each(|grammar| {
                    if !list.contains(grammar) {
                        list.push(*grammar);
                    }
                });
                list
            }
        }
    }
}

/// What to forgive.
#[derive(clap::Args)]
struct ForgiveArgs {
    /// Forgive what the documents ask programs to forgive: `URL:` in either case before a URL, capitals in a scheme
    ///
    /// What was forgiven is reported.
    #[arg(long)]
    forgive: bool,
}

impl ForgiveArgs {
    /// The URL to judge, and what was forgiven.
    fn apply<'u>(&self, url: &'u str) -> (Cow<'u, str>, Vec<Forgiven>) {
        if self.forgive { forgive(url) } else { (url.into(), Vec::new()) }
    }

    /// The URL to judge; what was forgiven is told in `error`.
    fn reported<'u>(&self, url: &'u str, error: &mut Vec<u8>) -> Cow<'u, str> {
        let (given, forgiven) = self.apply(url);
        for what in forgiven {
            _ = writeln!(error, "uri-lineage: {}: forgiven: {what}", output::plain(url));
        }
        given
    }
}

/// Reads the arguments. Bad usage is one line, as every other failure is; help and version go where they belong.
fn arguments() -> Result<Cli, Failure> {
    Cli::try_parse().map_err(|error| {
        if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
            error.exit();
        }
        // The first paragraph says what is wrong; usage and tips are for --help.
        let message = error.to_string();
        let words: Vec<&str> = message.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
        let words = words.join(" ");
        Failure::Usage(format!("{}; see --help", words.strip_prefix("error: ").unwrap_or(&words)))
    })
}

fn run() -> Result<ExitCode, Failure> {
    match arguments()?.command {
        Command::Parse(args) => parse::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Grammars(args) => grammars::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Lineage(args) => lineage::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Sample(args) => sample::run(&args),
        Command::Vectors(args) => sample::vectors(&args),
        Command::Claims(args) => claims::run(&args),
        Command::Prove(args) => prove::run(&args),
        Command::Resolve(args) => resolve::run(&args),
        Command::Relative(args) => resolve::relative(&args),
        Command::Same(args) => normal::same(&args),
        Command::Normalise(args) => normal::normalise(&args),
        Command::Request(args) => request::run(&args),
        Command::Extract(args) => extract::run(&args),
        Command::Convert(args) => convert::run(&args),
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(failure) => {
            // Where nobody hears it, the exit status still says it.
            _ = writeln!(anstream::stderr(), "uri-lineage: {}", output::plain(&failure.to_string()));
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn every_command_is_sound() {
        Cli::command().debug_assert();
    }
}
