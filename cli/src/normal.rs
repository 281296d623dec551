//! `same` and `normalise`: which strings are one URL.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use serde::Serialize;
use uri_lineage::normal::{self, Equivalence, Rule};
use uri_lineage::{Error, Grammar, Parsed};

use crate::each::{EachArgs, Results, Say, say};
use crate::failure::Failure;
use crate::list::ListArgs;
use crate::options::GrammarArgs;
use crate::output::{Colours, said_at};
use crate::pairs::{self, Found, PairArgs, Why};

/// Say whether two strings are one URL, as each document defines equivalence, and by which rule
///
/// RFC 1630 brings both to the same encoding level; RFC 1738 names what may be omitted; the drafts of 1997 say it in
/// sections 2.4.2 (escapes) and 5 (hosts and ports).
///
/// Exit status 0 when every grammar asked for finds them equivalent, 1 when one does not, 2 for bad usage.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage same http://www.XEROX.com http://www.xerox.com
  uri-lineage same --grammar rfc1630 http://a/b-c http://a/b%2Dc
  uri-lineage same http://www.xerox.com/ --format jsonl < urls.txt
  uri-lineage same --pairs --file pairs.tsv")]
pub struct SameArgs {
    #[command(flatten)]
    pairs: PairArgs,
    #[command(flatten)]
    grammars: GrammarArgs,
    #[command(flatten)]
    list: ListArgs,
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
    let words = rules.iter().map(|rule| format!("{rule} ({})", rule.section(grammar).unwrap_or_default()));
    words.collect::<Vec<_>>().join(", ")
}

/// Whether two strings are one URL, and why.
#[derive(Serialize)]
struct Verdict {
    equivalent: bool,
    rule: String,
}

impl Found for Verdict {
    const NAMES: [&str; 2] = ["left", "right"];
    const MEMBERS: &[&str] = &["equivalent", "rule"];

    fn holds(&self) -> bool {
        self.equivalent
    }

    fn write(&self, colours: Colours, out: &mut Vec<u8>) -> io::Result<()> {
        match self.equivalent {
            true => write!(out, "{}: {}", colours.good("equivalent"), self.rule),
            false => write!(out, "{}: {}", colours.bad("different"), self.rule),
        }
    }
}

pub fn same(args: &SameArgs) -> Result<ExitCode, Failure> {
    let read: fn(Grammar, &str) -> Result<Parsed<'_>, Why> = |grammar, text| Ok(grammar.parse(text)?);
    let found = |left: &Parsed<'_>, right: &str| {
        let grammar = left.grammar();
        let (equivalent, rule) = match normal::same(left, &grammar.parse(right)?) {
            Equivalence::Identical => (true, "they are the same string".to_owned()),
            Equivalence::By(rules) => (true, words(grammar, &rules)),
            Equivalence::Different { reserved: true } => {
                (false, "escapes of reserved characters mean something else".to_owned())
            }
            Equivalence::Different { reserved: false } => (false, "no rule allows the difference".to_owned()),
        };
        Ok(Verdict { equivalent, rule })
    };
    pairs::each(&args.pairs, &args.grammars.list(), &args.list, read, found)
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
