//! What commands share that say something of pairs: one URL, and others that are seen from it.

use std::io::{self, Write};
use std::process::ExitCode;

use serde::Serialize;
use uri_lineage::{Error, Grammar, Parsed};

use crate::engine::{Work, Written};
use crate::failure::Failure;
use crate::input::{Block, UrlArgs};
use crate::list::{List, ListArgs};
use crate::output::{Colours, Output, padded, plain};

/// A URL, and others that are seen from it.
#[derive(clap::Args)]
pub struct PairArgs {
    /// The base of references; for same, the URL that the others are compared with
    #[arg(value_name = "BASE", required_unless_present = "pairs")]
    first: Option<String>,
    #[command(flatten)]
    urls: UrlArgs,
    /// Each record is a pair: two fields with a tab between them, or another --delimiter
    #[arg(long, conflicts_with_all = ["first", "field", "records"])]
    pairs: bool,
}

/// What is found for a pair. As JSON it is the members of an object.
pub trait Found: Serialize {
    /// What the two of a pair are called.
    const NAMES: [&str; 2];
    /// The names of the members.
    const MEMBERS: &[&str];

    /// Whether it is what was asked for.
    fn holds(&self) -> bool {
        true
    }

    /// Writes it for people.
    fn write(&self, colours: Colours, out: &mut Vec<u8>) -> io::Result<()>;
}

/// Why nothing is found.
#[derive(Clone)]
pub struct Why {
    pub message: String,
    /// Where a grammar refuses one of the two.
    pub refusal: Option<Error>,
}

impl From<Error> for Why {
    fn from(error: Error) -> Self {
        Self { message: error.to_string(), refusal: Some(error) }
    }
}

/// An object of JSON.
#[derive(Serialize)]
struct Object<'o, T> {
    grammar: &'static str,
    #[serde(flatten)]
    pair: Pair<'o>,
    #[serde(flatten)]
    found: Option<&'o T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'o str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<&'o Error>,
}

/// The two of a pair by their names.
struct Pair<'o>([(&'static str, &'o str); 2]);

impl Serialize for Pair<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0)
    }
}

/// How the first of a pair is read by a grammar.
type Read = fn(Grammar, &str) -> First<'_>;

/// The first of a pair by one grammar.
type First<'t> = Result<Parsed<'t>, Why>;

/// Finds something for each pair by each grammar.
pub fn each<T: Found>(
    args: &PairArgs,
    grammars: &[Grammar],
    list: &ListArgs,
    read: Read,
    found: impl Fn(&Parsed<'_>, &str) -> Result<T, Why> + Sync,
) -> Result<ExitCode, Failure> {
    let list = &List::new(list, &[&["grammar"], &T::NAMES[..], T::MEMBERS, &["error"]].concat(), Some("refusal"));
    let output = Output::new(list.text());
    let (input, delimiter) = if args.pairs { args.urls.fields() } else { (args.urls.input()?, '\t') };
    let input = input.whole();
    let (several, colours) = (input.single().is_none(), output.colours());
    let first = args.first.as_deref().map(|text| firsts(grammars, read, text));
    let first = first.as_deref();
    let worker = || Pairs { args, delimiter, grammars, read, first, list, several, colours, all: true, found: &found };
    let (all, read) = list.work(&input, worker, output)?;
    Ok(match (read, all) {
        (false, _) => ExitCode::from(2),
        (true, true) => ExitCode::SUCCESS,
        (true, false) => ExitCode::FAILURE,
    })
}

fn firsts<'t>(grammars: &[Grammar], read: Read, text: &'t str) -> Vec<First<'t>> {
    grammars.iter().map(|&grammar| read(grammar, text)).collect()
}

struct Pairs<'a, F> {
    args: &'a PairArgs,
    /// What stands between the two of a pair.
    delimiter: char,
    grammars: &'a [Grammar],
    read: Read,
    /// The first of all pairs by each grammar, if there is one.
    first: Option<&'a [First<'a>]>,
    list: &'a List,
    /// Whether there may be several pairs, so that each needs a heading.
    several: bool,
    colours: Colours,
    /// Whether all is as it was asked for.
    all: bool,
    found: &'a F,
}

impl<T: Found, F: Fn(&Parsed<'_>, &str) -> Result<T, Why> + Sync> Work for Pairs<'_, F> {
    type Piece = Block;
    type Counted = bool;

    fn piece(&mut self, block: &Block, written: &mut Written) -> Result<(), Failure> {
        for (line, record) in block.texts() {
            let out = &mut written.out;
            match (&self.args.first, self.first) {
                (Some(text), Some(first)) => self.pair(text, first, &record, out)?,
                _ => {
                    let (text, second) = record.split_once(self.delimiter).ok_or_else(|| {
                        let file = plain(&block.file);
                        let between =
                            if self.delimiter == '\t' { "a tab".to_owned() } else { format!("`{}`", self.delimiter) };
                        Failure::Usage(format!("{file}:{line}: no pair, which would have {between} between its parts"))
                    })?;
                    self.pair(text, &firsts(self.grammars, self.read, text), second, out)?;
                }
            }
        }
        Ok(())
    }

    fn counted(self) -> bool {
        self.all
    }

    fn merge(all: &mut bool, other: bool) {
        *all &= other;
    }
}

impl<T: Found, F: Fn(&Parsed<'_>, &str) -> Result<T, Why> + Sync> Pairs<'_, F> {
    fn pair(&mut self, text: &str, firsts: &[First<'_>], second: &str, out: &mut Vec<u8>) -> Result<(), Failure> {
        if self.several && self.list.text() {
            match self.args.pairs {
                true => writeln!(out, "{}", self.colours.bold(format_args!("{} {}", plain(text), plain(second))))?,
                false => {
                    self.colours.bold(plain(second)).write(out);
                    out.push(b'\n');
                }
            }
        }
        for (grammar, first) in self.grammars.iter().zip(firsts) {
            let found = first.as_ref().map_err(Clone::clone).and_then(|first| (self.found)(first, second));
            self.all &= found.as_ref().is_ok_and(T::holds);
            if self.list.text() {
                padded(grammar.id(), 16, out);
                out.push(b' ');
                match &found {
                    Ok(found) => found.write(self.colours, out)?,
                    Err(why) => write!(out, "{}: {}", self.colours.bad("error"), plain(&why.message))?,
                }
                out.push(b'\n');
                continue;
            }
            let [one, other] = T::NAMES;
            let why = found.as_ref().err();
            let object = Object {
                grammar: grammar.id(),
                pair: Pair([(one, text), (other, second)]),
                found: found.as_ref().ok(),
                error: why.map(|why| why.message.as_str()),
                refusal: why.and_then(|why| why.refusal.as_ref()),
            };
            self.list.object(&object, out)?;
        }
        Ok(())
    }
}
