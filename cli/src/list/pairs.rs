//! Shared by commands on pairs: a URL, and other URLs relative to it.

use std::borrow::Cow;
use std::io::{self, Write};
use std::marker::PhantomData;
use std::process::ExitCode;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use uri_lineage::{Error, Grammar};

use crate::engine::{PieceOutput, Work};
use crate::failure::Failure;
use crate::input::{Block, UrlArgs};
use crate::list::refused::{GrammarMessage, Refused, begin_object};
use crate::list::verdicts::LastVerdicts;
use crate::list::{List, ListArgs, ListFormat, columns};
use crate::output::Output;
use crate::output::screen::Colours;
use crate::output::template::Template;
use crate::output::text::{json, padded, plain};
use crate::schema::OutputDescription;

/// A URL, and other URLs that are compared with it or resolved against it.
#[derive(clap::Args)]
pub struct PairArgs {
    #[command(flatten)]
    urls: UrlArgs,
    /// Each record and each --url is a pair: two fields separated by a tab, or by --delimiter;
    /// either may be empty
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

    /// The first part of a pair as a grammar reads it.
    type First<'t>: Sync;

    /// Reads the first part of a pair.
    fn read(grammar: Grammar, text: &str) -> Result<Self::First<'_>, PairError>;

    /// Whether the result is positive.
    fn holds(&self) -> bool {
        true
    }

    /// Writes it for people.
    fn write(&self, colours: Colours, out: &mut Vec<u8>) -> io::Result<()>;
}

/// Why there is no result.
#[derive(Clone)]
pub struct PairError {
    /// The message without that of the refusal, which follows it.
    before: Cow<'static, str>,
    /// A grammar refuses one of the two parts, or the result.
    refusal: Option<Error>,
}

impl PairError {
    /// The message, without or before that of a refusal.
    pub fn new(before: impl Into<Cow<'static, str>>, refusal: Option<Error>) -> Self {
        Self { before: before.into(), refusal }
    }

    fn message(&self) -> String {
        let refusal = self.refusal.as_ref().map(ToString::to_string);
        [&*self.before, refusal.as_deref().unwrap_or_default()].concat()
    }
}

impl From<Error> for PairError {
    fn from(error: Error) -> Self {
        Self::new("", Some(error))
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
    found: Option<T>,
    /// Why there is no result; absent if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// Why the grammar refuses one of the two, or the result, if that is the error.
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
pub fn describe<T: PairResult>(all: &mut OutputDescription) {
    all.list::<Object<'_, T>>(&table::<T>());
}

/// Computes the result of each pair with each grammar; `text` is the first part of all pairs, if
/// they share it. `found` may ask which grammars accept a text.
pub fn each<T: PairResult>(
    args: &PairArgs,
    text: Option<&str>,
    grammars: &[Grammar],
    list: &ListArgs,
    found: impl Fn(&T::First<'_>, &str, &mut LastVerdicts) -> Result<T, PairError> + Sync,
) -> Result<ExitCode, Failure> {
    let list = &List::new(list, table::<T>());
    let output = Output::new(list.is_text());
    let input = if args.pairs { args.urls.pairs() } else { args.urls.input()? }.whole();
    let (several, colours) = (input.single().is_none(), output.colours());
    let firsts = text.map(|text| firsts::<T>(grammars, text));
    let worker = || Pairs::<T, _> {
        args,
        grammars,
        first: text.zip(firsts.as_deref()),
        list,
        several,
        colours,
        all: true,
        found: &found,
        verdicts: LastVerdicts::default(),
        refused: Refused::default(),
    };
    let (all, read) = list.process(input.blocks(), worker, output)?;
    Ok(match (read, all) {
        (false, _) => ExitCode::from(2),
        (true, true) => ExitCode::SUCCESS,
        (true, false) => ExitCode::FAILURE,
    })
}

/// The first part of a pair as read by each grammar.
type Firsts<'t, T> = [Result<<T as PairResult>::First<'t>, PairError>];

fn firsts<'t, T: PairResult>(grammars: &[Grammar], text: &'t str) -> Vec<Result<T::First<'t>, PairError>> {
    grammars.iter().map(|&grammar| T::read(grammar, text)).collect()
}

struct Pairs<'a, 't, T: PairResult, F> {
    args: &'a PairArgs,
    grammars: &'a [Grammar],
    /// The first part of all pairs, if they share it.
    first: Option<(&'t str, &'a Firsts<'t, T>)>,
    list: &'a List,
    /// Whether there may be several pairs, so that each needs a heading.
    several: bool,
    colours: Colours,
    /// Whether all results are positive.
    all: bool,
    found: &'a F,
    verdicts: LastVerdicts,
    refused: Refused,
}

impl<T, F> Work<Block> for Pairs<'_, '_, T, F>
where
    T: PairResult,
    F: Fn(&T::First<'_>, &str, &mut LastVerdicts) -> Result<T, PairError> + Sync,
{
    type Output = bool;

    fn process(&mut self, block: &Block, written: &mut PieceOutput) -> Result<(), Failure> {
        let PieceOutput { out, faults, .. } = written;
        match self.first {
            Some((text, first)) => {
                block.texts(faults).try_for_each(|(_, second)| self.pair(text, first, &second, out))?;
            }
            None => {
                for [text, second] in block.pairs(faults) {
                    self.pair(&text, &firsts::<T>(self.grammars, &text), &second, out)?;
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> bool {
        self.all
    }

    fn merge(all: &mut bool, other: bool) {
        *all &= other;
    }
}

impl<T, F> Pairs<'_, '_, T, F>
where
    T: PairResult,
    F: Fn(&T::First<'_>, &str, &mut LastVerdicts) -> Result<T, PairError>,
{
    fn pair(&mut self, text: &str, firsts: &Firsts<'_, T>, second: &str, out: &mut Vec<u8>) -> Result<(), Failure> {
        if self.several && self.list.is_text() {
            if self.args.pairs {
                writeln!(out, "{}", self.colours.bold(format_args!("{} {}", plain(text), plain(second))))?
            } else {
                self.colours.bold(plain(second)).write(out);
                out.push(b'\n');
            }
        }
        for (&grammar, first) in self.grammars.iter().zip(firsts) {
            let (found, why) = match first {
                Ok(first) => match (self.found)(first, second, &mut self.verdicts) {
                    Ok(found) => (Some(found), None),
                    Err(why) => (None, Some(Cow::Owned(why))),
                },
                Err(why) => (None, Some(Cow::Borrowed(why))),
            };
            self.all &= found.as_ref().is_some_and(T::holds);
            match (self.list.format, found, why.as_deref()) {
                (ListFormat::Text, found, why) => {
                    padded(grammar.id(), 16, out);
                    out.push(b' ');
                    if let Some(found) = found {
                        found.write(self.colours, out)?;
                    }
                    if let Some(why) = why {
                        write!(out, "{}: ", self.colours.bad("error"))?;
                        self.message(why, out);
                    }
                    out.push(b'\n');
                }
                (ListFormat::Jsonl, None, Some(PairError { before, refusal: Some(error) })) => {
                    begin_object(grammar, out);
                    for ((name, _), text) in T::NAMES.iter().zip([text, second]) {
                        write!(out, ",\"{name}\":")?;
                        json(text, out);
                    }
                    self.refused.end_object(before, error, out);
                }
                (_, found, why) => {
                    let object = Object {
                        grammar: grammar.id(),
                        pair: Pair([text, second], PhantomData),
                        found,
                        error: why.map(PairError::message),
                        refusal: why.and_then(|why| why.refusal.as_ref()),
                    };
                    self.list.object(&object, out)?;
                }
            }
        }
        Ok(())
    }

    /// Writes the message for people.
    fn message(&mut self, why: &PairError, out: &mut Vec<u8>) {
        out.extend_from_slice(plain(&why.before).as_bytes());
        if let Some(error) = &why.refusal {
            let text = || Template::record(|place, out| write!(out, "{}", GrammarMessage(error, place)));
            self.refused.write(error, || text().on_one_line(), out);
        }
    }
}
