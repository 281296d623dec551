//! What commands share that say something of URLs, grammar by grammar.

use std::fmt;
use std::io::Write;

use serde::Serialize;
use uri_lineage::classifier::Classifier;
use uri_lineage::{Error, Grammar, Parsed};

use crate::engine::{self, Work, Written};
use crate::failure::{self, Failure};
use crate::input::{Block, Input, UrlArgs};
use crate::options::{ForgiveArgs, GrammarArgs};
use crate::output::{Array, Colours, ListFormat, Output, plain};
use crate::refusal::{Kinds, Refusal, Template};

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
    fn refusal(error: &Error, place: impl fmt::Display) -> String {
        format!("{}: {}", error.grammar(), error.message_at(place))
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
        refused: Kinds::default(),
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
    refused: Kinds<Refused>,
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
    refusal: Option<Refusal>,
}

/// What is written of a kind of refusal.
struct Refused {
    /// For people.
    text: Template,
    /// An object of JSON Lines after the grammar and the URL.
    line: Template,
}

impl Refused {
    fn of<S: Say>(error: &Error, format: ListFormat) -> Self {
        match format {
            ListFormat::Text => {
                let text = |offset| S::refusal(error, format_args!("byte {offset}")).into_bytes();
                Self { text: Template::of(text), line: Template::default() }
            }
            ListFormat::Json | ListFormat::Jsonl => {
                let line = |offset| {
                    let (refusal, said) = (Refusal::plain(error, offset), None::<S>);
                    let message = format!("{}: {}", error.grammar(), refusal.message);
                    let object = Object { grammar: "", uri: None, said, error: Some(message), refusal: Some(refusal) };
                    // Text and numbers are always written.
                    let object = serde_json::to_vec(&object).unwrap_or_default();
                    object[r#"{"grammar":"""#.len()..].to_vec()
                };
                Self { text: Template::default(), line: Template::of(line) }
            }
        }
    }
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
            let said = match &parsed {
                Ok(parsed) => S::of(parsed),
                Err(error) => {
                    self.results.all = false;
                    self.refused(error, several.then_some(url), out)?;
                    continue;
                }
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
                    let uri = several.then_some(url);
                    format.object(&Object { grammar: grammar.id(), uri, said, error, refusal: None }, out)?;
                }
            }
        }
        Ok(())
    }

    /// Writes why the grammar does not accept the URL.
    fn refused(&mut self, error: &Error, uri: Option<&str>, out: &mut Vec<u8>) -> Result<(), Failure> {
        let (grammar, format) = (error.grammar(), self.args.format);
        let refused = self.refused.of(error, || Refused::of::<S>(error, format));
        match format {
            ListFormat::Text => {
                let mut text = Vec::new();
                refused.text.fill(error.offset(), &mut text);
                S::write_error(grammar, &String::from_utf8_lossy(&text), self.colours, out)?;
            }
            ListFormat::Jsonl => {
                write!(out, "{{\"grammar\":\"{grammar}\"")?;
                if let Some(uri) = uri {
                    out.extend(b",\"uri\":");
                    serde_json::to_writer(&mut *out, uri)?;
                }
                refused.line.fill(error.offset(), out);
                out.push(b'\n');
            }
            ListFormat::Json => {
                let refusal = Refusal::plain(error, error.offset());
                let (said, error) = (None::<S>, Some(error.to_string()));
                format.object(&Object { grammar: grammar.id(), uri, said, error, refusal: Some(refusal) }, out)?;
            }
        }
        Ok(())
    }
}
