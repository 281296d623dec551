//! What commands share that say something of URLs, grammar by grammar.

use std::io::Write;

use serde::Serialize;
use uri_lineage::classifier::Classifier;
use uri_lineage::{Error, Grammar, Parsed};

use crate::engine::{self, Work, Written};
use crate::failure::{self, Failure};
use crate::input::{Block, Input, UrlArgs};
use crate::options::{ForgiveArgs, GrammarArgs};
use crate::output::{Array, Colours, ListFormat, Output, plain};

/// URLs, the grammars to read them by, and how to show what is said.
#[derive(clap::Args)]
pub struct EachArgs {
    #[command(flatten)]
    urls: UrlArgs,
    #[command(flatten)]
    grammars: GrammarArgs,
    #[command(flatten)]
    forgive: ForgiveArgs,
    /// How to show the result
    #[arg(long, short, value_enum, default_value_t = ListFormat::Text)]
    format: ListFormat,
}

/// What is said of a URL by one grammar. As JSON it is the members of an object.
pub trait Say: Sized + Serialize {
    /// What is said of a URL that the grammar accepts; or why nothing is.
    fn of(url: &Parsed<'_>) -> Result<Self, String>;

    /// Writes it for people.
    fn write(&self, grammar: Grammar, out: &mut Vec<u8>) -> std::io::Result<()>;

    /// Writes for people why there is nothing.
    fn write_error(grammar: Grammar, error: &str, colours: Colours, out: &mut Vec<u8>) -> std::io::Result<()>;

    /// Why the grammar does not accept the URL, for people.
    fn refusal(error: &Error) -> String {
        error.to_string()
    }
}

/// Whether some grammar gave a result, and whether all did.
pub struct Results {
    pub any: bool,
    pub all: bool,
    /// Whether all inputs could be read.
    pub read: bool,
}

/// Says it of each URL by each grammar. An object of JSON has the URL too where there may be several.
pub fn say<S: Say>(args: &EachArgs) -> Result<Results, Failure> {
    let output = Output::new(args.format == ListFormat::Text);
    let input = args.urls.input()?.whole();
    let (grammars, colours) = (args.grammars.list(), output.colours());
    let sayer = || Sayer::<S> {
        args,
        input: &input,
        grammars: &grammars,
        colours,
        results: Results { any: false, all: true, read: true },
        seen: false,
        said: std::marker::PhantomData,
    };
    let (sayer, read) = listed(&input, args.format, sayer, output)?;
    let Sayer { results, seen, .. } = sayer;
    // Of no URL at all nothing was asked.
    Ok(Results { any: results.any || !seen, read, ..results })
}

/// Works on a list, and ends the output. Gives what was counted, and whether all inputs could be read.
pub fn listed<W: Work>(
    input: &Input,
    format: ListFormat,
    worker: impl Fn() -> W + Sync,
    mut output: Output,
) -> Result<(W, bool), Failure> {
    let (counted, unread) = match format {
        ListFormat::Text | ListFormat::Jsonl => engine::run(input, worker, &mut output.out)?,
        ListFormat::Json => {
            let mut array = Array::new(&mut output.out);
            let ended = engine::run(input, worker, &mut array)?;
            array.end()?;
            ended
        }
    };
    output.out.flush()?;
    Ok((counted, failure::told(&unread)))
}

struct Sayer<'a, S> {
    args: &'a EachArgs,
    input: &'a Input,
    grammars: &'a [Grammar],
    colours: Colours,
    results: Results,
    seen: bool,
    said: std::marker::PhantomData<fn() -> S>,
}

/// What an object of JSON says.
#[derive(Serialize)]
struct Object<'o, S> {
    grammar: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<&'o str>,
    #[serde(flatten)]
    said: Option<S>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// Why the grammar does not accept the URL, if that is the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<&'o Error>,
}

impl<S: Say> Work for Sayer<'_, S> {
    fn block(&mut self, block: &Block, written: &mut Written) -> Result<(), Failure> {
        for (_, url) in block.texts() {
            let url = self.args.forgive.reported(&url, &mut written.error);
            self.url(&url, &mut written.out)?;
        }
        Ok(())
    }

    fn merge(&mut self, other: Self) {
        self.results.any |= other.results.any;
        self.results.all &= other.results.all;
        self.seen |= other.seen;
    }
}

impl<S: Say> Sayer<'_, S> {
    fn url(&mut self, url: &str, out: &mut Vec<u8>) -> Result<(), Failure> {
        self.seen = true;
        let several = self.input.single().is_none();
        if several && self.args.format == ListFormat::Text {
            writeln!(out, "{}", self.colours.bold(plain(url)))?;
        }
        let verdicts = Classifier::get().classify(url.as_bytes());
        for &grammar in self.grammars {
            let parsed = verdicts.parse(grammar, url);
            let said = match (&parsed, self.args.format) {
                (Ok(parsed), _) => S::of(parsed),
                (Err(error), ListFormat::Text) => Err(S::refusal(error)),
                (Err(error), ListFormat::Json | ListFormat::Jsonl) => Err(error.to_string()),
            };
            self.results.any |= said.is_ok();
            self.results.all &= said.is_ok();
            match (self.args.format, said) {
                (ListFormat::Text, Ok(said)) => said.write(grammar, out)?,
                (ListFormat::Text, Err(error)) => S::write_error(grammar, &error, self.colours, out)?,
                (format, said) => {
                    let (said, error) = match said {
                        Ok(said) => (Some(said), None),
                        Err(error) => (None, Some(error)),
                    };
                    let (uri, refusal) = (several.then_some(url), parsed.as_ref().err());
                    let object = Object { grammar: grammar.id(), uri, said, error, refusal };
                    format.object(&object, out)?;
                }
            }
        }
        Ok(())
    }
}
