//! `extract`: URLs out of running text.

use std::cell::RefCell;
use std::io::{self, BufWriter, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use serde::{Serialize, Serializer};
use uri_lineage::classifier::{Classifier, Verdicts};
use uri_lineage::extract::Extractor;

use crate::failure::Failure;
use crate::input::open;
use crate::output::{Output, plain};

/// Find the URLs in running text: in angle brackets, in quotes, between white space
///
/// As draft 02 (section 1.3), RFC 1738 (Appendix) and the URI draft of 1997 (Appendix B) recommend: `<URL:...>`, `<...>`
/// and quotes may be broken across lines; white space in them, and punctuation after a URL, is left out. Output as text is
/// one URL a line, for check to read.
///
/// Exit status 0 when some URL was found, 1 when none was, 2 for bad usage or a file that cannot be read.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage extract mail.txt
  uri-lineage extract mail.txt | uri-lineage check --summary
  uri-lineage extract --format jsonl < mail.txt")]
pub struct Args {
    /// Files to read; standard input without a file or for `-`
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write file and line before each URL, as grep does
    #[arg(long, short = 'n')]
    line_number: bool,
    /// How to show the result
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// One URL a line
    Text,
    /// JSON Lines: an object for each URL, with its place and the grammars that accept it
    #[value(alias = "json")]
    Jsonl,
}

/// An object of JSON Lines.
#[derive(Serialize)]
struct Object<'o> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'o str>,
    line: u64,
    column: u64,
    raw: &'o str,
    url: &'o str,
    /// The grammars that accept the URL, each with its production.
    accepted: Accepted,
    #[serde(skip_serializing_if = "Option::is_none")]
    without_hyphen: Option<&'o str>,
}

struct Accepted(Verdicts);

impl Serialize for Accepted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.accepting().map(|(grammar, production)| (grammar.id(), production)))
    }
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let output = RefCell::new(Output::new(args.format == Format::Text));
    let stdin = args.files.is_empty().then(|| PathBuf::from("-"));
    let mut any = false;
    for path in args.files.iter().chain(&stdin) {
        let (name, read) = open(path)?;
        for found in Extractor::new(Pausing { read, output: &output }) {
            let found = found.map_err(|error| Failure::Input { name: name.clone(), error })?;
            any = true;
            let output = &mut *output.borrow_mut();
            if args.format == Format::Text {
                if args.line_number {
                    let name = if name == "-" { "(standard input)" } else { name.as_str() };
                    write!(output.out, "{}:{}: ", plain(name), found.line)?;
                }
                writeln!(output.out, "{}", found.url)?;
                continue;
            }
            let object = Object {
                file: (args.files.len() > 1).then_some(&name),
                line: found.line,
                column: found.column,
                raw: &found.raw,
                url: &found.url,
                accepted: Accepted(Classifier::get().classify(found.url.as_bytes())),
                without_hyphen: found.without_hyphen.as_deref(),
            };
            serde_json::to_writer(&mut output.out as &mut BufWriter<_>, &object)?;
            writeln!(output.out)?;
        }
    }
    output.borrow_mut().out.flush()?;
    Ok(if any { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// An input that shows what was found so far before it waits for more.
struct Pausing<'o, R> {
    read: R,
    output: &'o RefCell<Output>,
}

impl<R: Read> Read for Pausing<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Where nobody reads, the next writing says so.
        _ = self.output.borrow_mut().out.flush();
        self.read.read(buffer)
    }
}
