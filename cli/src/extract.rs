//! `extract`: URLs out of running text.

use std::cell::RefCell;
use std::io::{self, BufWriter, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::{Map, Value, json};
use uri_lineage::classifier::Classifier;
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
            let mut object = Map::new();
            if args.files.len() > 1 {
                object.insert("file".to_owned(), json!(name));
            }
            let accepting = Classifier::get().classify(found.url.as_bytes()).accepting();
            let accepted: Map<String, Value> =
                accepting.map(|(grammar, production)| (grammar.id().to_owned(), json!(production))).collect();
            object.extend([
                ("line".to_owned(), json!(found.line)),
                ("column".to_owned(), json!(found.column)),
                ("raw".to_owned(), json!(found.raw)),
                ("url".to_owned(), json!(found.url)),
                ("accepted".to_owned(), json!(accepted)),
            ]);
            if let Some(without) = found.without_hyphen {
                object.insert("without_hyphen".to_owned(), json!(without));
            }
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
