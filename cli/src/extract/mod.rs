//! `extract`: URLs out of running text.

mod texts;

use std::collections::hash_map::Entry;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use foldhash::{HashMap, HashMapExt};
use serde::{Serialize, Serializer};
use uri_lineage::classifier::{Classifier, Verdicts};

use crate::engine::{Work, Written};
use crate::failure::Failure;
use crate::json;
use crate::list::{List, ListArgs, ListFormat};
use crate::output::{Output, plain};
use texts::{Text, Texts};

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
    /// A file to read, as other commands name it; may be given more than once
    #[arg(long, value_name = "FILE")]
    file: Vec<PathBuf>,
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
    accepted: Accepting<'o>,
    #[serde(skip_serializing_if = "Option::is_none")]
    without_hyphen: Option<&'o str>,
}

/// The names of its members.
const MEMBERS: &[&str] = &["file", "line", "column", "raw", "url", "without_hyphen", "accepted"];

/// The grammars that accept a URL, each with its production.
#[derive(Serialize)]
#[serde(untagged)]
enum Accepting<'o> {
    Now(Accepted),
    /// As it was written before.
    Kept(&'o json::Written),
}

struct Accepted(Verdicts);

impl Serialize for Accepted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.accepting().map(|(grammar, production)| (grammar.id(), production)))
    }
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let list = List::new(&args.list, MEMBERS, None);
    let output = Output::new(list.text());
    let mut files = [&*args.files, &args.file].concat();
    files.extend(files.is_empty().then(|| PathBuf::from("-")));
    let several = files.len() > 1;
    let shower = || Shower { args, list: &list, several, any: false, accepted: HashMap::new() };
    let (any, read) = list.work(&Texts(files), shower, output)?;
    Ok(match (read, any) {
        (false, _) => ExitCode::from(2),
        (true, true) => ExitCode::SUCCESS,
        (true, false) => ExitCode::FAILURE,
    })
}

/// Shows what was found.
struct Shower<'a> {
    args: &'a Args,
    list: &'a List,
    /// Whether an object says of which file it is.
    several: bool,
    /// Whether there was any URL.
    any: bool,
    /// What JSON Lines say of verdicts.
    accepted: HashMap<Verdicts, json::Written>,
}

impl Work for Shower<'_> {
    type Piece = Text;
    type Counted = bool;

    fn piece(&mut self, text: &Text, written: &mut Written) -> Result<(), Failure> {
        let Self { args, list, several, any, accepted } = self;
        let (file, out) = (&*text.file, &mut written.out);
        text.each(|found| {
            *any = true;
            if list.text() {
                if args.line_number {
                    let name = if file == "-" { "(standard input)" } else { file };
                    write!(out, "{}:{}: ", plain(name), found.line)?;
                }
                out.extend_from_slice(found.url.as_bytes());
                out.push(b'\n');
                return Ok(());
            }
            let verdicts = Classifier::get().classify(found.url.as_bytes());
            let accepted = match (list.format, accepted.entry(verdicts)) {
                (ListFormat::Jsonl, Entry::Occupied(kept)) => Accepting::Kept(kept.into_mut()),
                (ListFormat::Jsonl, Entry::Vacant(new)) => {
                    Accepting::Kept(new.insert(json::Written::new(&Accepted(verdicts))?))
                }
                _ => Accepting::Now(Accepted(verdicts)),
            };
            let object = Object {
                file: several.then_some(file),
                line: found.line,
                column: found.column,
                raw: &found.raw,
                url: &found.url,
                accepted,
                without_hyphen: found.without_hyphen.as_deref(),
            };
            list.object(&object, out)
        })
    }

    fn counted(self) -> bool {
        self.any
    }

    fn merge(any: &mut bool, other: bool) {
        *any |= other;
    }
}
