//! `extract`: URLs out of running text.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use foldhash::{HashMap, HashMapExt};
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use uri_lineage::classifier::{Classifier, Verdicts};
use uri_lineage::extract::{Extractor, Found};

use crate::engine::{Piece, Pieces, Source, Work, Written};
use crate::failure::Failure;
use crate::input::{self, open};
use crate::list::{List, ListArgs, ListFormat};
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
    Kept(&'o RawValue),
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
    let stdin = args.files.is_empty().then(|| PathBuf::from("-"));
    let texts = Texts(args.files.iter().cloned().chain(stdin).collect());
    let shower = || Shower { args, list: &list, any: false, accepted: HashMap::new() };
    let (shower, read) = list.work(&texts, shower, output)?;
    Ok(match (read, shower.any) {
        (false, _) => ExitCode::from(2),
        (true, true) => ExitCode::SUCCESS,
        (true, false) => ExitCode::FAILURE,
    })
}

/// Shows what was found.
struct Shower<'a> {
    args: &'a Args,
    list: &'a List,
    /// Whether there was any URL.
    any: bool,
    /// What JSON Lines say of verdicts.
    accepted: HashMap<Verdicts, Box<RawValue>>,
}

impl Work for Shower<'_> {
    type Piece = Finds;

    fn piece(&mut self, finds: &Finds, written: &mut Written) -> Result<(), Failure> {
        let Self { args, list, any, accepted } = self;
        let (file, out) = (&*finds.file, &mut written.out);
        *any |= !finds.found.is_empty();
        for found in &finds.found {
            if list.text() {
                if args.line_number {
                    let name = if file == "-" { "(standard input)" } else { file };
                    write!(out, "{}:{}: ", plain(name), found.line)?;
                }
                out.extend_from_slice(found.url.as_bytes());
                out.push(b'\n');
                continue;
            }
            let verdicts = Classifier::get().classify(found.url.as_bytes());
            let accepted = match (list.format, accepted.entry(verdicts)) {
                (ListFormat::Jsonl, Entry::Occupied(kept)) => Accepting::Kept(kept.into_mut()),
                (ListFormat::Jsonl, Entry::Vacant(new)) => {
                    Accepting::Kept(new.insert(to_raw_value(&Accepted(verdicts))?))
                }
                _ => Accepting::Now(Accepted(verdicts)),
            };
            let object = Object {
                file: (args.files.len() > 1).then_some(file),
                line: found.line,
                column: found.column,
                raw: &found.raw,
                url: &found.url,
                accepted,
                without_hyphen: found.without_hyphen.as_deref(),
            };
            list.object(&object, out)?;
        }
        Ok(())
    }

    fn merge(&mut self, other: Self) {
        self.any |= other.any;
    }
}

/// Files of running text.
struct Texts(Vec<PathBuf>);

impl Source for Texts {
    type Pieces = Search;

    fn pieces(&self) -> Search {
        Search { files: self.0.iter().cloned().collect(), open: None, failure: None }
    }

    fn size(&self) -> Option<u64> {
        input::size(&self.0)
    }
}

/// Texts that are searched, one after another.
struct Search {
    files: VecDeque<PathBuf>,
    open: Option<(Arc<str>, Extractor<Gate>)>,
    /// Why the text before is not read on.
    failure: Option<Failure>,
}

/// What was found in a piece of a text.
struct Finds {
    file: Arc<str>,
    found: Vec<Found>,
    /// How much was read, in bytes.
    read: usize,
}

impl Piece for Finds {
    fn len(&self) -> usize {
        self.read
    }

    fn left(self) -> Vec<u8> {
        Vec::new()
    }
}

impl Pieces for Search {
    type Piece = Finds;

    /// What one read brings to light: it is shown before the next read, which may have to wait.
    fn next(&mut self, _: Vec<u8>) -> Result<Option<Finds>, Failure> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let (file, extractor) = match &mut self.open {
            Some(open) => open,
            None => {
                let Some(path) = self.files.pop_front() else { return Ok(None) };
                let (name, read) = open(&path)?;
                self.open.insert((name.into(), Extractor::new(Gate { read, given: None })))
            }
        };
        extractor.get_mut().given = None;
        let (mut found, mut ended) = (Vec::new(), true);
        for next in &mut *extractor {
            match next {
                Ok(next) => found.push(next),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    ended = false;
                    break;
                }
                Err(error) => self.failure = Some(Failure::Input { name: file.to_string(), error }),
            }
        }
        let finds = Finds { file: Arc::clone(file), found, read: extractor.get_mut().given.unwrap_or_default() };
        if ended {
            self.open = None;
        }
        Ok(Some(finds))
    }
}

/// An input that gives once, and then asks to wait.
struct Gate {
    read: Box<dyn Read + Send>,
    /// How much it gave, in bytes.
    given: Option<usize>,
}

impl Read for Gate {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.given.is_some() {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let given = self.read.read(buffer).map_err(|error| match error.kind() {
            // What only the gate says.
            io::ErrorKind::WouldBlock => io::Error::other(error),
            _ => error,
        })?;
        self.given = Some(given);
        Ok(given)
    }
}
