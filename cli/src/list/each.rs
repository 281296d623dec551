//! Shared by commands that have a result for each URL and grammar.

use std::fmt;
use std::io::Write;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::classifier::{Classification, Classifier};
use uri_lineage::scheme::SchemeError;
use uri_lineage::{DocumentGrammar, Error, Grammar, Refusal, SchemeDocument};

use crate::citation::{CiteArgs, CitedRule};
use crate::engine::{PieceOutput, Work};
use crate::failure::Failure;
use crate::input::{Block, UrlArgs};
use crate::list::place::{self, Place};
use crate::list::refused::{GrammarMessage, RefusalTexts, begin_object};
use crate::list::{List, ListArgs, ListFormat, refusal_columns};
use crate::options::ForgiveArgs;
use crate::options::documents::{AnsweringDocument, AnsweringGrammarArgs, SelectedDocument, answering};
use crate::options::names::SCHEMES;
use crate::output::Output;
use crate::output::screen::Colours;
use crate::output::template::Template;
use crate::output::text::{json, plain};
use crate::schema::OutputDescription;
use crate::schema::types::DocumentName;

/// URLs, the grammars that read them, and the format of the results.
#[derive(clap::Args)]
pub struct EachArgs {
    #[command(flatten)]
    urls: UrlArgs,
    #[command(flatten)]
    grammars: AnsweringGrammarArgs,
    #[command(flatten)]
    forgive: ForgiveArgs,
    #[command(flatten)]
    cite: CiteArgs,
    #[command(flatten)]
    list: ListArgs,
}

/// The result for a URL and a grammar. As JSON it is the members of an object.
pub trait GrammarAnswer: Sized + Serialize + JsonSchema {
    /// The options of the command on which the results depend.
    type Settings: Sync;

    /// Why there is no result.
    type Error: fmt::Display + PartialEq;

    /// The names of the members.
    const MEMBERS: &[&str];

    /// Prepares the results for a classified URL: a function that returns the result of a
    /// grammar that accepts it, or the error.
    fn answers<'u>(
        url: Classification<'u>,
        settings: &'u Self::Settings,
    ) -> impl Fn(Grammar) -> Result<Self, Self::Error> + 'u;

    /// The result by a document of one scheme.
    ///
    /// # Errors
    ///
    /// If the document refuses the URI.
    fn of_scheme(
        document: SchemeDocument,
        uri: &str,
        settings: &Self::Settings,
    ) -> Result<Result<Self, Self::Error>, SchemeError>;

    /// The result for a URL that continues with a fragment.
    fn with_fragment(self, _: &str) -> Self {
        self
    }

    /// Writes the result for people.
    fn write(&self, document: DocumentGrammar, out: &mut Vec<u8>) -> std::io::Result<()>;

    /// Writes for people why there is no result; `document` is the name of the document.
    fn write_error(
        document: &str,
        error: impl fmt::Display,
        colours: Colours,
        out: &mut dyn Write,
    ) -> std::io::Result<()>;

    /// Why the grammar refuses the URL, for people.
    fn refusal<'e>(error: &'e Error, place: impl fmt::Display + 'e) -> impl fmt::Display + 'e {
        GrammarMessage(error, place)
    }
}

/// Whether some grammar returned a result, and whether all did.
pub struct Results {
    pub any: bool,
    pub all: bool,
    /// Whether all inputs could be read.
    pub read: bool,
}

/// The columns of the results.
fn table<S: GrammarAnswer>(cite: CiteArgs) -> Vec<(&'static str, String)> {
    refusal_columns(&[&["grammar", "uri"], S::MEMBERS, &["error"]].concat(), "refusal", cite)
}

/// Describes the machine-readable output of the results.
pub fn describe<S: GrammarAnswer>(description: &mut OutputDescription) {
    place::describe::<AnswerRecord<'_, S>>(description, &table::<S>(CiteArgs::ALWAYS));
}

/// Writes the result for each URL and grammar. A JSON object includes the URL if there may be
/// several.
pub fn answer_each<S: GrammarAnswer>(args: &EachArgs, settings: &S::Settings) -> Result<Results, Failure> {
    let input = args.urls.input()?.with_whole_records();
    let list = List::for_input(&args.list, table::<S>(args.cite), &input);
    let output = Output::new(list.is_text());
    let (selected, colours) = (args.grammars.list(), output.colours());
    let worker = || AnswerWorker::<S> {
        args,
        settings,
        list: &list,
        selected: &selected,
        colours,
        results: Results { any: false, all: true, read: true },
        seen: false,
        uri: Vec::new(),
        refusal_texts: RefusalTexts::default(),
        errors: [const { None }; Grammar::ALL.len()],
    };
    let ((results, seen), read) = list.process(input.blocks(), worker, output)?;
    // Empty input succeeds.
    Ok(Results { any: results.any || !seen, read, ..results })
}

struct AnswerWorker<'a, S: GrammarAnswer> {
    args: &'a EachArgs,
    settings: &'a S::Settings,
    list: &'a List,
    selected: &'a [SelectedDocument],
    colours: Colours,
    results: Results,
    seen: bool,
    /// The current URL as a member of a JSON object, with a comma in front; empty if lines do not
    /// name their URL.
    uri: Vec<u8>,
    refusal_texts: RefusalTexts,
    /// The last error of each grammar and its text: most are the same for many URLs.
    errors: [Option<(S::Error, Vec<u8>)>; Grammar::ALL.len()],
}

/// The result of a grammar for a URL.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Record")]
struct AnswerRecord<'o, S> {
    /// The document.
    #[schemars(with = "DocumentName")]
    grammar: &'static str,
    /// The URL, if there may be several.
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<&'o str>,
    #[serde(flatten)]
    answer: Option<S>,
    /// Why there is no result; absent if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// Why the document refuses the URL, if that is the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<Refusal>,
    /// The rule that the grammar was reading there, with --cite.
    #[serde(skip_serializing_if = "Option::is_none")]
    cited: Option<CitedRule>,
}

impl<S: GrammarAnswer> Work<Block> for AnswerWorker<'_, S> {
    /// The results, and whether there was a URL.
    type Output = (Results, bool);

    fn process(&mut self, block: &Block, written: &mut PieceOutput) -> Result<(), Failure> {
        self.list.each_url(block, written, |place, url, written| {
            let url = self.args.forgive.apply_reported(&url, &mut written.error);
            self.url(place, &url, &mut written.out)
        })
    }

    fn finish(self) -> Self::Output {
        (self.results, self.seen)
    }

    fn merge((results, seen): &mut Self::Output, (other, other_seen): Self::Output) {
        results.any |= other.any;
        results.all &= other.all;
        *seen |= other_seen;
    }
}

/// The grammar of a document that reads the whole URL.
fn grammar_of_whole_url(answering: &AnsweringDocument<'_>) -> Option<Grammar> {
    answering.document.grammar().filter(|_| answering.is_whole)
}

impl<S: GrammarAnswer> AnswerWorker<'_, S> {
    fn url(&mut self, place: Place<'_>, url: &str, out: &mut Vec<u8>) -> Result<(), Failure> {
        self.seen = true;
        let (list, several) = (self.list, self.list.names_urls());
        if several && list.is_text() {
            self.colours.bold(plain(url)).write(out);
            out.push(b'\n');
        }
        if several && list.format == ListFormat::Jsonl {
            self.uri.clear();
            self.uri.extend_from_slice(b",\"uri\":");
            json(url, &mut self.uri);
        }
        let answering = answering(self.selected, url);
        let grammars: Vec<Grammar> = answering.iter().filter_map(grammar_of_whole_url).collect();
        let classified = Classifier::get().classify(url).examined(&grammars);
        let mut refusals = classified.refusals_of(&grammars);
        let answers = S::answers(classified, self.settings);
        let uri = several.then_some(url);
        for answering in &answering {
            let fragment = answering.fragment;
            let with_fragment = |answer: S| match fragment {
                Some(fragment) => answer.with_fragment(fragment),
                None => answer,
            };
            match (answering.document, grammar_of_whole_url(answering)) {
                (_, Some(grammar)) => {
                    let refusal = if classified.accepts(grammar) { None } else { refusals.next() };
                    match refusal {
                        Some(error) => self.write_refusal(place, &error, uri, out)?,
                        None => self.write_answer(place, grammar, answers(grammar), uri, out)?,
                    }
                }
                (DocumentGrammar::Grammar(grammar), None) => {
                    let classified = Classifier::get().classify(answering.uri).examined(&[grammar]);
                    match classified.refusal(grammar) {
                        Some(error) => self.write_refusal(place, &error, uri, out)?,
                        None => {
                            let answer = S::answers(classified, self.settings)(grammar);
                            self.write_answer(place, grammar, answer.map(with_fragment), uri, out)?;
                        }
                    }
                }
                (DocumentGrammar::Scheme(document), None) => {
                    let answer = S::of_scheme(document, answering.uri, self.settings);
                    let answer = answer.map(|answer| answer.map(with_fragment));
                    self.write_answer_of_scheme(place, document, answer, uri, out)?;
                }
            }
        }
        if answering.is_empty() {
            self.write_unknown_scheme(place, uri, out)?;
        }
        Ok(())
    }

    /// Writes the answer of a grammar that accepts the URL.
    fn write_answer(
        &mut self,
        place: Place<'_>,
        grammar: Grammar,
        answer: Result<S, S::Error>,
        uri: Option<&str>,
        out: &mut Vec<u8>,
    ) -> Result<(), Failure> {
        self.count(answer.is_ok());
        match (self.list.format, answer) {
            (ListFormat::Text, Ok(answer)) => answer.write(grammar.into(), out)?,
            (ListFormat::Text, Err(error)) => self.failed(grammar, error, out)?,
            (ListFormat::Jsonl, Err(error)) => {
                self.begin_line(place, grammar, out);
                self.failed(grammar, error, out)?;
            }
            (ListFormat::Jsonl, Ok(answer)) => {
                self.begin_line(place, grammar, out);
                let members = out.len();
                self.list.object(&answer, out)?;
                // The members of the answer continue the object of the line.
                out[members] = b',';
            }
            (ListFormat::Json | ListFormat::Csv, answer) => {
                let (answer, error) = match answer {
                    Ok(answer) => (Some(answer), None),
                    Err(error) => (None, Some(error.to_string())),
                };
                let result = AnswerRecord { grammar: grammar.id(), uri, answer, error, refusal: None, cited: None };
                self.list.write_result(place, result, out)?;
            }
        }
        Ok(())
    }

    /// Writes the answer of a document of one scheme, or why it refuses the URI.
    fn write_answer_of_scheme(
        &mut self,
        place: Place<'_>,
        document: SchemeDocument,
        answer: Result<Result<S, S::Error>, SchemeError>,
        uri: Option<&str>,
        out: &mut Vec<u8>,
    ) -> Result<(), Failure> {
        self.count(matches!(answer, Ok(Ok(_))));
        let refused = answer.as_ref().err();
        let cited = refused.and_then(|error| self.args.cite.rule_of(document.into(), error.production()));
        let message = match &answer {
            Ok(Ok(_)) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(error) => Some(error.to_string()),
        };
        if self.list.is_text() {
            match (answer, message) {
                (Ok(Ok(answer)), _) => answer.write(document.into(), out)?,
                (_, message) => S::write_error(document.id(), message.unwrap_or_default(), self.colours, out)?,
            }
            cited.iter().try_for_each(|rule| rule.write("    ", &mut *out))?;
            return Ok(());
        }
        let refusal = refused.map(Refusal::from);
        let answer = answer.ok().and_then(Result::ok);
        let result = AnswerRecord { grammar: document.id(), uri, answer, error: message, refusal, cited };
        self.list.write_result(place, result, out)
    }

    /// Writes that no document is in force for the scheme of the URL.
    fn write_unknown_scheme(&mut self, place: Place<'_>, uri: Option<&str>, out: &mut Vec<u8>) -> Result<(), Failure> {
        const MESSAGE: &str = "no document of one scheme defines the scheme of this URL";
        self.count(false);
        if self.list.is_text() {
            return Ok(S::write_error(SCHEMES, MESSAGE, self.colours, out)?);
        }
        let error = Some(MESSAGE.to_owned());
        let result = AnswerRecord::<S> { grammar: SCHEMES, uri, answer: None, error, refusal: None, cited: None };
        self.list.write_result(place, result, out)
    }

    /// Counts whether there is a result.
    fn count(&mut self, is_answered: bool) {
        self.results.any |= is_answered;
        self.results.all &= is_answered;
    }

    /// Begins a line of JSON: the place, the grammar, and the URL if there may be several.
    fn begin_line(&self, place: Place<'_>, grammar: Grammar, out: &mut Vec<u8>) {
        begin_object(place, grammar.id(), out);
        out.extend_from_slice(&self.uri);
    }

    /// Writes why there is no result: for people, or as the last member of a line of JSON.
    fn failed(&mut self, grammar: Grammar, error: S::Error, out: &mut Vec<u8>) -> Result<(), Failure> {
        let last = &mut self.errors[grammar as usize];
        let (_, text) = match last {
            Some(cached) if cached.0 == error => cached,
            _ => {
                let mut text = Vec::new();
                if self.list.is_text() {
                    S::write_error(grammar.id(), &error, self.colours, &mut text)?;
                } else {
                    text.extend_from_slice(b",\"error\":");
                    json(&error.to_string(), &mut text);
                    text.extend_from_slice(b"}\n");
                }
                last.insert((error, text))
            }
        };
        out.extend_from_slice(text);
        Ok(())
    }

    /// Writes why the grammar refuses the URL.
    fn write_refusal(
        &mut self,
        place: Place<'_>,
        error: &Error,
        uri: Option<&str>,
        out: &mut Vec<u8>,
    ) -> Result<(), Failure> {
        self.count(false);
        let grammar = error.grammar();
        let cited = self.args.cite.rule(error);
        match self.list.format {
            ListFormat::Text => {
                let colours = self.colours;
                self.refusal_texts.write(error, out, || {
                    Template::record(|place, out| S::write_error(grammar.id(), S::refusal(error, place), colours, out))
                });
                cited.iter().try_for_each(|rule| rule.write("    ", &mut *out))?;
            }
            ListFormat::Jsonl if cited.is_none() => {
                self.begin_line(place, grammar, out);
                self.refusal_texts.end_object("", error, out);
            }
            ListFormat::Json | ListFormat::Jsonl | ListFormat::Csv => {
                let (answer, message) = (None::<S>, Some(error.to_string()));
                let (grammar, refusal) = (grammar.id(), Some(error.into()));
                let result = AnswerRecord { grammar, uri, answer, error: message, refusal, cited };
                self.list.write_result(place, result, out)?;
            }
        }
        Ok(())
    }
}
