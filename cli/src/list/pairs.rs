//! Shared by commands on pairs: a URL, and other URLs relative to it.

use std::borrow::Cow;
use std::io::{self, Write};
use std::marker::PhantomData;
use std::process::ExitCode;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use uri_lineage::scheme::SchemeError;
use uri_lineage::{Error, Grammar, Refusal};

use crate::citation::{CiteArgs, CitedRule};
use crate::engine::{PieceOutput, Work};
use crate::failure::Failure;
use crate::hints::hint;
use crate::input::{Block, UrlArgs};
use crate::list::place::{self, Place};
use crate::list::refused::{GrammarMessage, RefusalTexts, begin_object};
use crate::list::verdicts::LastVerdicts;
use crate::list::{List, ListArgs, ListFormat, refusal_columns};
use crate::options::documents::{AnsweringDocument, SelectedDocument, answering};
use crate::options::names::SCHEMES;
use crate::output::Output;
use crate::output::screen::Colours;
use crate::output::template::Template;
use crate::output::text::{json, padded, plain};
use crate::schema::OutputDescription;
use crate::schema::types::DocumentName;

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
    #[command(flatten)]
    cite: CiteArgs,
}

/// The result for a pair. As JSON it is the members of an object.
pub trait PairResult: Serialize + JsonSchema {
    /// The names and the meanings of the two parts of a pair.
    const NAMES: [(&str, &str); 2];
    /// The names of the members.
    const MEMBERS: &[&str];

    /// The first part of a pair as a document reads it.
    type FirstUrl<'t>: Sync;

    /// Reads the first part of a pair.
    fn read(first: AnsweringDocument<'_>) -> Result<Self::FirstUrl<'_>, PairError>;

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
    /// The message in front of that of the refusal, if any.
    prefix: Cow<'static, str>,
    /// A document refuses one of the two parts, or the result.
    refusal: Option<Refused>,
}

/// A refusal by a document of either kind.
#[derive(Clone)]
enum Refused {
    ByGrammar(Error),
    ByScheme(Box<SchemeError>),
}

impl PairError {
    /// A message, in front of that of the refusal, if any.
    pub fn new(prefix: impl Into<Cow<'static, str>>, refusal: Option<Error>) -> Self {
        Self { prefix: prefix.into(), refusal: refusal.map(Refused::ByGrammar) }
    }

    /// A message in front of that of the refusal by a document of one scheme.
    pub fn of_scheme(prefix: impl Into<Cow<'static, str>>, refusal: SchemeError) -> Self {
        Self { prefix: prefix.into(), refusal: Some(Refused::ByScheme(Box::new(refusal))) }
    }

    fn message(&self) -> String {
        let refusal = match &self.refusal {
            Some(Refused::ByGrammar(error)) => error.to_string(),
            Some(Refused::ByScheme(error)) => error.to_string(),
            None => String::new(),
        };
        [&*self.prefix, &refusal].concat()
    }

    fn refusal(&self) -> Option<Refusal> {
        Some(match self.refusal.as_ref()? {
            Refused::ByGrammar(error) => error.into(),
            Refused::ByScheme(error) => (&**error).into(),
        })
    }

    /// The rule that was being read.
    fn cited(&self, cite: CiteArgs) -> Option<CitedRule> {
        match self.refusal.as_ref()? {
            Refused::ByGrammar(error) => cite.rule(error),
            Refused::ByScheme(error) => cite.rule_of(error.document().into(), error.production()),
        }
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
struct PairResultRecord<'o, T: PairResult> {
    /// The document.
    #[schemars(with = "DocumentName")]
    grammar: &'static str,
    #[serde(flatten)]
    pair: PairTexts<'o, T>,
    #[serde(flatten)]
    result: Option<T>,
    /// Why there is no result; absent if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// Why the document refuses one of the two, or the result, if that is the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<Refusal>,
    /// The rule that the grammar was reading there, with --cite.
    #[serde(skip_serializing_if = "Option::is_none")]
    cited: Option<CitedRule>,
}

/// The two parts of a pair, under the names that the result uses for them.
struct PairTexts<'o, T>([&'o str; 2], PhantomData<T>);

impl<T: PairResult> Serialize for PairTexts<'_, T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(T::NAMES.iter().zip(self.0).map(|((name, _), text)| (name, text)))
    }
}

impl<T: PairResult> JsonSchema for PairTexts<'_, T> {
    fn schema_name() -> Cow<'static, str> {
        "Pair".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let [(first, first_description), (second, second_description)] = T::NAMES;
        json_schema!({
            "type": "object",
            "properties": {
                first: { "type": "string", "description": first_description },
                second: { "type": "string", "description": second_description },
            },
            "required": [first, second],
        })
    }
}

/// The columns of the results.
fn table<T: PairResult>(cite: CiteArgs) -> Vec<(&'static str, String)> {
    let [(first, _), (second, _)] = T::NAMES;
    refusal_columns(&[&["grammar", first, second], T::MEMBERS, &["error"]].concat(), "refusal", cite)
}

/// Describes the machine-readable output of the results.
pub fn describe<T: PairResult>(description: &mut OutputDescription) {
    place::describe::<PairResultRecord<'_, T>>(description, &table::<T>(CiteArgs::ALWAYS));
}

/// Computes the result of each pair with each document; `text` is the first part of all pairs, if
/// they share it. `result` computes the result from the first part as a document reads it, the
/// second part, and the verdicts on texts. Where no document has a result, a hint for people names
/// those of `others` that have one.
pub fn process<T: PairResult>(
    args: &PairArgs,
    text: Option<&str>,
    selected: &[SelectedDocument],
    others: &[Grammar],
    list: &ListArgs,
    result: impl Fn(&T::FirstUrl<'_>, &str, &mut LastVerdicts) -> Result<T, PairError> + Sync,
) -> Result<ExitCode, Failure> {
    let input = if args.pairs { args.urls.pairs() } else { args.urls.input()? }.with_whole_records();
    let list = &List::for_input(list, table::<T>(args.cite), &input);
    let output = Output::new(list.is_text());
    let colours = output.colours();
    let firsts = text.map(|text| firsts::<T>(selected, text));
    let worker = || PairWorker::<T, _> {
        args,
        selected,
        others,
        first: text.zip(firsts.as_deref()),
        list,
        colours,
        all_hold: true,
        result: &result,
        verdicts: LastVerdicts::default(),
        refusal_texts: RefusalTexts::default(),
    };
    let (all_hold, read) = list.process(input.blocks(), worker, output)?;
    Ok(match (read, all_hold) {
        (false, _) => ExitCode::from(2),
        (true, true) => ExitCode::SUCCESS,
        (true, false) => ExitCode::FAILURE,
    })
}

/// The first part of a pair as each document reads it.
type FirstUrls<'t, T> = [(&'static str, Result<<T as PairResult>::FirstUrl<'t>, PairError>)];

/// Reads the first part of a pair with each document that has something to say of it, under its name.
fn firsts<'t, T: PairResult>(
    selected: &[SelectedDocument],
    text: &'t str,
) -> Vec<(&'static str, Result<T::FirstUrl<'t>, PairError>)> {
    let firsts: Vec<_> = answering(selected, text).into_iter().map(|it| (it.document.id(), T::read(it))).collect();
    if firsts.is_empty() {
        let unknown = PairError::new("no document of one scheme defines the scheme of the first URL", None);
        return vec![(SCHEMES, Err(unknown))];
    }
    firsts
}

struct PairWorker<'a, 't, T: PairResult, F> {
    args: &'a PairArgs,
    selected: &'a [SelectedDocument],
    /// The grammars at which a hint may point.
    others: &'a [Grammar],
    /// The first part of all pairs, if they share it.
    first: Option<(&'t str, &'a FirstUrls<'t, T>)>,
    list: &'a List,
    colours: Colours,
    /// Whether all results are positive.
    all_hold: bool,
    result: &'a F,
    verdicts: LastVerdicts,
    refusal_texts: RefusalTexts,
}

impl<T, F> Work<Block> for PairWorker<'_, '_, T, F>
where
    T: PairResult,
    F: Fn(&T::FirstUrl<'_>, &str, &mut LastVerdicts) -> Result<T, PairError> + Sync,
{
    type Output = bool;

    fn process(&mut self, block: &Block, written: &mut PieceOutput) -> Result<(), Failure> {
        let list = self.list;
        match self.first {
            Some((text, first)) => list.each_url(block, written, |place, second, written| {
                self.pair(place, text, first, &second, &mut written.out)
            }),
            None => list.each_pair(block, written, |place, [text, second], written| {
                let firsts = firsts::<T>(self.selected, &text);
                self.pair(place, &text, &firsts, &second, &mut written.out)
            }),
        }
    }

    fn finish(self) -> bool {
        self.all_hold
    }

    fn merge(all_hold: &mut bool, other: bool) {
        *all_hold &= other;
    }
}

impl<T, F> PairWorker<'_, '_, T, F>
where
    T: PairResult,
    F: Fn(&T::FirstUrl<'_>, &str, &mut LastVerdicts) -> Result<T, PairError>,
{
    fn pair(
        &mut self,
        place: Place<'_>,
        text: &str,
        firsts: &FirstUrls<'_, T>,
        second: &str,
        out: &mut Vec<u8>,
    ) -> Result<(), Failure> {
        // Each of several pairs needs a heading.
        if self.list.names_urls() && self.list.is_text() {
            self.heading(text, second, out)?;
        }
        let mut has_result = false;
        for (document, first) in firsts {
            let result = match first {
                Ok(first) => (self.result)(first, second, &mut self.verdicts).map_err(Cow::Owned),
                Err(error) => Err(Cow::Borrowed(error)),
            };
            let cited = result.as_ref().err().and_then(|error| error.cited(self.args.cite));
            self.all_hold &= result.as_ref().is_ok_and(T::holds);
            has_result |= result.is_ok();
            if self.list.is_text() {
                padded(document, 16, out);
                out.push(b' ');
                match result {
                    Ok(result) => result.write(self.colours, out)?,
                    Err(error) => {
                        write!(out, "{}: ", self.colours.bad("error"))?;
                        self.write_message(&error, out);
                    }
                }
                out.push(b'\n');
                cited.iter().try_for_each(|rule| rule.write("  ", &mut *out))?;
                continue;
            }
            let (result, error) = match result {
                Ok(result) => (Some(result), None),
                Err(error) => (None, Some(error)),
            };
            match (self.list.format, error.as_deref()) {
                (ListFormat::Jsonl, Some(PairError { prefix, refusal: Some(Refused::ByGrammar(error)) }))
                    if cited.is_none() =>
                {
                    begin_object(place, document, out);
                    for ((name, _), text) in T::NAMES.iter().zip([text, second]) {
                        write!(out, ",\"{name}\":")?;
                        json(text, out);
                    }
                    self.refusal_texts.end_object(prefix, error, out);
                }
                (_, error) => {
                    let record = PairResultRecord {
                        grammar: document,
                        pair: PairTexts([text, second], PhantomData),
                        result,
                        error: error.map(PairError::message),
                        refusal: error.and_then(PairError::refusal),
                        cited,
                    };
                    self.list.write_result(place, record, out)?;
                }
            }
        }
        if let Some(hint) = (self.list.is_text() && !has_result).then(|| self.hint(text, second)).flatten() {
            writeln!(out, "hint: {hint}")?;
        }
        Ok(())
    }

    /// Writes the heading of a pair, for people.
    fn heading(&self, text: &str, second: &str, out: &mut Vec<u8>) -> Result<(), Failure> {
        if self.args.pairs {
            writeln!(out, "{}", self.colours.bold(format_args!("{} {}", plain(text), plain(second))))?;
        } else {
            self.colours.bold(plain(second)).write(out);
            out.push(b'\n');
        }
        Ok(())
    }

    /// A hint at the other grammars that have a result for a pair.
    fn hint(&mut self, text: &str, second: &str) -> Option<String> {
        let (result, verdicts) = (self.result, &mut self.verdicts);
        let mut others = self.others.to_vec();
        others.retain(|&grammar| {
            let first = T::read(AnsweringDocument::of_whole_url(grammar, text));
            first.is_ok_and(|first| result(&first, second, verdicts).is_ok())
        });
        hint(&others, "there is a result")
    }

    /// Writes the message for people.
    fn write_message(&mut self, error: &PairError, out: &mut Vec<u8>) {
        out.extend_from_slice(plain(&error.prefix).as_bytes());
        match &error.refusal {
            Some(Refused::ByGrammar(refusal)) => self.refusal_texts.write(refusal, out, || {
                let text = Template::record(|place, out| write!(out, "{}", GrammarMessage(refusal, place)));
                text.on_one_line()
            }),
            Some(Refused::ByScheme(refusal)) => out.extend_from_slice(plain(&refusal.to_string()).as_bytes()),
            None => {}
        }
    }
}
