//! Shared by commands on pairs: a URL, and other URLs relative to it.

use std::borrow::Cow;
use std::io::{self, Write};
use std::marker::PhantomData;
use std::process::ExitCode;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use uri_lineage::{Error, Grammar, Parsed};

use crate::engine::{PieceOutput, Work};
use crate::failure::Failure;
use crate::input::{Block, UrlArgs};
use crate::list::{List, ListArgs, columns};
use crate::output::Output;
use crate::output::screen::Colours;
use crate::output::text::{padded, plain};
use crate::schema::Described;

/// A URL, and other URLs that are compared with it or resolved against it.
#[derive(clap::Args)]
pub struct PairArgs {
    #[command(flatten)]
    urls: UrlArgs,
    /// Each record is a pair: two fields separated by a tab, or by --delimiter; either may be empty
    ///
    /// A record that is not a pair is reported, the others are read, and the exit status is 2.
    #[arg(long, conflicts_with_all = ["first", "field", "records"])]
    pairs: bool,
}

/// The result for a pair. As JSON it is the members of an object.
pub trait PairResult: Serialize + JsonSchema {
    /// The names and the meanings of the two parts of a pair.
    const NAMES: [(&str, &str); 2];
    /// The names of the members.
    const MEMBERS: &[&str];

    /// Whether the result is positive.
    fn holds(&self) -> bool {
        true
    }

    /// Writes it for people.
    fn write(&self, colours: Colours, out: &mut Vec<u8>) -> io::Result<()>;
}

/// Why there is no result.
#[derive(Clone)]
pub struct Why {
    pub message: String,
    /// A grammar refuses one of the two parts, here.
    pub refusal: Option<Error>,
}

impl From<Error> for Why {
    fn from(error: Error) -> Self {
        Self { message: error.to_string(), refusal: Some(error) }
    }
}

/// The result of a grammar for a pair.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Record")]
struct Object<'o, T: PairResult> {
    /// The grammar.
    #[schemars(with = "Grammar")]
    grammar: &'static str,
    #[serde(flatten)]
    pair: Pair<'o, T>,
    #[serde(flatten)]
    found: Option<&'o T>,
    /// Why there is no result; absent if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'o str>,
    /// Why the grammar refuses one of the two, if that is the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<&'o Error>,
}

/// The two parts of a pair, under the names that the result uses for them.
struct Pair<'o, T>([&'o str; 2], PhantomData<T>);

impl<T: PairResult> Serialize for Pair<'_, T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(T::NAMES.iter().zip(self.0).map(|((name, _), text)| (name, text)))
    }
}

impl<T: PairResult> JsonSchema for Pair<'_, T> {
    fn schema_name() -> Cow<'static, str> {
        "Pair".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let [(one, first), (other, second)] = T::NAMES;
        json_schema!({
            "type": "object",
            "properties": {
                one: { "type": "string", "description": first },
                other: { "type": "string", "description": second },
            },
            "required": [one, other],
        })
    }
}

/// The columns of the results.
fn table<T: PairResult>() -> Vec<(&'static str, String)> {
    let [(one, _), (other, _)] = T::NAMES;
    columns(&[&["grammar", one, other], T::MEMBERS, &["error"]].concat(), Some("refusal"))
}

/// Describes the machine-readable output of the results.
pub fn describe<T: PairResult>(all: &mut Described) {
    all.list::<Object<'_, T>>(&table::<T>());
}

/// How a grammar reads the first part of a pair.
type Read = fn(Grammar, &str) -> First<'_>;

/// The first part of a pair as read by one grammar.
type First<'t> = Result<Parsed<'t>, Why>;

/// Computes the result of each pair with each grammar; `text` is the first part of all pairs, if they share it.
pub fn each<T: PairResult>(
    args: &PairArgs,
    text: Option<&str>,
    grammars: &[Grammar],
    list: &ListArgs,
    read: Read,
    found: impl Fn(&Parsed<'_>, &str) -> Result<T, Why> + Sync,
) -> Result<ExitCode, Failure> {
    let list = &List::new(list, table::<T>());
    let output = Output::new(list.text());
    let input = if args.pairs { args.urls.pairs() } else { args.urls.input()? }.whole();
    let (several, colours) = (input.single().is_none(), output.colours());
    let firsts = text.map(|text| firsts(grammars, read, text));
    let first = text.zip(firsts.as_deref());
    let worker = || Pairs { args, grammars, read, first, list, several, colours, all: true, found: &found };
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
    grammars: &'a [Grammar],
    read: Read,
    /// The first part of all pairs as read by each grammar, if they share it.
    first: Option<(&'a str, &'a [First<'a>])>,
    list: &'a List,
    /// Whether there may be several pairs, so that each needs a heading.
    several: bool,
    colours: Colours,
    /// Whether all results are positive.
    all: bool,
    found: &'a F,
}

impl<T: PairResult, F: Fn(&Parsed<'_>, &str) -> Result<T, Why> + Sync> Work for Pairs<'_, F> {
    type Piece = Block;
    type Counted = bool;

    fn piece(&mut self, block: &Block, written: &mut PieceOutput) -> Result<(), Failure> {
        let PieceOutput { out, faults, .. } = written;
        match self.first {
            Some((text, first)) => {
                block.texts(faults).try_for_each(|(_, second)| self.pair(text, first, &second, out))?;
            }
            None => {
                for [text, second] in block.pairs(faults) {
                    self.pair(&text, &firsts(self.grammars, self.read, &text), &second, out)?;
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

impl<T: PairResult, F: Fn(&Parsed<'_>, &str) -> Result<T, Why> + Sync> Pairs<'_, F> {
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
            let why = found.as_ref().err();
            let object = Object {
                grammar: grammar.id(),
                pair: Pair([text, second], PhantomData),
                found: found.as_ref().ok(),
                error: why.map(|why| why.message.as_str()),
                refusal: why.and_then(|why| why.refusal.as_ref()),
            };
            self.list.object(&object, out)?;
        }
        Ok(())
    }
}
