//! `extract`: URLs out of running text.

use std::cell::RefCell;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use serde::{Serialize, Serializer};
use uri_lineage::classifier::{Classifier, Verdicts};
use uri_lineage::extract::Extractor;

use crate::failure::Failure;
use crate::input::open;
use crate::list::{List, ListArgs};
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
    #[command(flatten)]
    list: ListArgs,
}

/// An object of JSON: a URL, its place, and the grammars that accept it.
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

/// The names of its members.
const MEMBERS: &[&str] = &["file", "line", "column", "raw", "url", "without_hyphen", "accepted"];

struct Accepted(Verdicts);

impl Serialize for Accepted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.accepting().map(|(grammar, production)| (grammar.id(), production)))
    }
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let list = &List::new(&args.list, MEMBERS, None);
    let sink = RefCell::new(list.begin(Output::new(list.text()).out)?);
    let any = all(args, list, &sink)?;
    sink.into_inner().end()?;
    Ok(if any { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Writes all URLs, and gives whether there were any.
fn all(args: &Args, list: &List, out: &RefCell<impl Write>) -> Result<bool, Failure> {
    let stdin = args.files.is_empty().then(|| PathBuf::from("-"));
    let mut any = false;
    let mut written = Vec::new();
    for path in args.files.iter().chain(&stdin) {
        let (name, read) = open(path)?;
        for found in Extractor::new(Pausing { read, out }) {
            let found = found.map_err(|error| Failure::Input { name: name.clone(), error })?;
            any = true;
            written.clear();
            if list.text() {
                if args.line_number {
                    let name = if name == "-" { "(standard input)" } else { name.as_str() };
                    write!(written, "{}:{}: ", plain(name), found.line)?;
                }
                writeln!(written, "{}", found.url)?;
            } else {
                let object = Object {
                    file: (args.files.len() > 1).then_some(&name),
                    line: found.line,
                    column: found.column,
                    raw: &found.raw,
                    url: &found.url,
                    accepted: Accepted(Classifier::get().classify(found.url.as_bytes())),
                    without_hyphen: found.without_hyphen.as_deref(),
                };
                list.object(&object, &mut written)?;
            }
            out.borrow_mut().write_all(&written)?;
        }
    }
    Ok(any)
}

/// An input that shows what was found so far before it waits for more.
struct Pausing<'o, R, W> {
    read: R,
    out: &'o RefCell<W>,
}

impl<R: Read, W: Write> Read for Pausing<'_, R, W> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Where nobody reads, the next writing says so.
        _ = self.out.borrow_mut().flush();
        self.read.read(buffer)
    }
}
