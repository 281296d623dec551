//! `convert`: rewrites a URL for another generation.

use std::io::Write;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::convert::{ConvertError, convert};
use uri_lineage::{Error, Grammar};

use crate::citation::{CiteArgs, CitedRule};
use crate::engine::{PieceOutput, Work};
use crate::failure::Failure;
use crate::input::{Block, UrlArgs};
use crate::list::{List, ListArgs, place, refusal_columns};
use crate::options::complete;
use crate::options::{self, ForgiveArgs};
use crate::output::Output;
use crate::output::text::plain;
use crate::schema::OutputDescription;

/// Rewrite a URL so that another generation accepts it, with the same meaning
///
/// Characters that became illegal are escaped, escapes that became unnecessary are kept, `URL:` is
/// added or removed. A URL is refused if a reserved character would have to be escaped, or if the
/// target does not have its scheme.
///
/// Without a URI, the command reads standard input, one URL per line, and writes one line for each:
/// in text output, errors go to standard error; JSON Lines have an object for each.
///
/// Exit status: 0 if all URLs were converted, 1 if some were refused, 2 for a usage error.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage convert 'http://host/~user' --to rfc1738
  uri-lineage convert 'gopher://h/7s?a+b' --from url-draft-02 --to rfc1738
  uri-lineage convert --to rfc1738 --format jsonl < urls.txt")]
pub struct Args {
    #[command(flatten)]
    urls: UrlArgs,
    /// The id of the target grammar
    #[arg(long, value_name = "ID", value_parser = options::grammar)]
    #[arg(add = complete::ids())]
    to: Grammar,
    /// The grammar that defines the meaning of the URL [default: the target if it accepts the URL,
    /// otherwise the newest that does]
    #[arg(long, value_name = "ID", value_parser = options::grammar)]
    #[arg(add = complete::ids())]
    from: Option<Grammar>,
    #[command(flatten)]
    forgive: ForgiveArgs,
    #[command(flatten)]
    cite: CiteArgs,
    #[command(flatten)]
    list: ListArgs,
}

/// A URL, rewritten for another generation.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Record")]
struct ConversionRecord<'o> {
    /// The target grammar.
    #[schemars(with = "Grammar")]
    to: &'static str,
    /// The URL, if there may be several.
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<&'o str>,
    /// The rewritten URL; absent if it cannot be converted.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'o str>,
    /// Why the URL cannot be converted; absent if it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// Why a grammar refuses the URL, if that is the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<&'o Error>,
    /// The rule that the grammar was reading there, with --cite.
    #[serde(skip_serializing_if = "Option::is_none")]
    cited: Option<CitedRule>,
}

/// The refusal of a grammar, if that is why a URL cannot be converted.
fn refusal(result: &Result<String, ConvertError>) -> Option<&Error> {
    match result {
        Err(ConvertError::Refused(refusal)) => Some(refusal),
        _ => None,
    }
}

impl<'o> ConversionRecord<'o> {
    fn new(args: &Args, uri: Option<&'o str>, result: &'o Result<String, ConvertError>) -> Self {
        let (text, error, refusal) = (result.as_ref().ok(), result.as_ref().err(), refusal(result));
        Self {
            to: args.to.id(),
            uri,
            result: text.map(String::as_str),
            error: error.map(ToString::to_string),
            refusal,
            cited: refusal.and_then(|refusal| args.cite.rule(refusal)),
        }
    }
}

/// The columns of a table.
fn table(cite: CiteArgs) -> Vec<(&'static str, String)> {
    refusal_columns(&["to", "uri", "result", "error"], "refusal", cite)
}

/// Describes the machine-readable output.
pub fn describe(description: &mut OutputDescription) {
    place::describe::<ConversionRecord<'_>>(description, &table(CiteArgs::ALWAYS));
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let input = args.urls.input()?.with_whole_records();
    let list = &List::for_input(&args.list, table(args.cite), &input);
    let output = Output::new(list.is_text());
    let (all_converted, all_read) =
        list.process(input.blocks(), || Converter { args, list, all_converted: true }, output)?;
    Ok(match (all_read, all_converted) {
        (false, _) => ExitCode::from(2),
        (true, true) => ExitCode::SUCCESS,
        (true, false) => ExitCode::FAILURE,
    })
}

/// Converts URLs.
struct Converter<'a> {
    args: &'a Args,
    list: &'a List,
    all_converted: bool,
}

impl Work<Block> for Converter<'_> {
    type Output = bool;

    fn process(&mut self, block: &Block, written: &mut PieceOutput) -> Result<(), Failure> {
        let Args { to, from, forgive, .. } = self.args;
        self.list.each_url(block, written, |place, url, PieceOutput { out, error, .. }| {
            let url = forgive.apply_reported(&url, error);
            let result = match from {
                Some(from) => from.parse(&url).map_err(ConvertError::from).and_then(|source| convert(&source, *to)),
                None => to.convert(&url),
            };
            self.all_converted &= result.is_ok();
            if !self.list.is_text() {
                let uri = self.list.names_urls().then_some(&*url);
                return self.list.write_result(place, ConversionRecord::new(self.args, uri, &result), out);
            }
            let cited = refusal(&result).and_then(|refusal| self.args.cite.rule(refusal));
            match result {
                Ok(text) => {
                    out.extend_from_slice(text.as_bytes());
                    out.push(b'\n');
                }
                Err(reason) => writeln!(error, "uri-lineage: {}: {reason}", plain(&url))?,
            }
            cited.iter().try_for_each(|rule| rule.write("  ", &mut *error))?;
            Ok(())
        })
    }

    fn finish(self) -> bool {
        self.all_converted
    }

    fn merge(all_converted: &mut bool, other: bool) {
        *all_converted &= other;
    }
}
