//! `convert`: rewrites a URL for another generation.

use std::io::Write;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::convert::{ConvertError, convert, convert_to_scheme, convert_uri};
use uri_lineage::{DocumentGrammar, Refusal};

use crate::citation::{CiteArgs, CitedRule};
use crate::engine::{PieceOutput, Work};
use crate::failure::Failure;
use crate::input::{Block, UrlArgs};
use crate::list::{List, ListArgs, place, refusal_columns};
use crate::options::names::find_by_name;
use crate::options::{ForgiveArgs, complete};
use crate::output::Output;
use crate::output::text::plain;
use crate::schema::OutputDescription;
use crate::schema::types::DocumentName;

/// Rewrite a URL so that another generation accepts it, with the same meaning
///
/// Characters that became illegal are escaped, escapes that became unnecessary are kept, `URL:` is
/// added or removed. A URL is refused if a reserved character would have to be escaped, or if the
/// target does not have its scheme, or no place for one of its parts.
///
/// Without a URI, the command reads standard input, one URL per line, and writes one line for each:
/// in text output, errors go to standard error; JSON Lines have an object for each.
///
/// Exit status: 0 if all URLs were converted, 1 if some were refused, 2 for a usage error.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage convert 'http://host/~user' --to rfc1738
  uri-lineage convert 'gopher://h/7s?a+b' --from url-draft-02 --to rfc1738
  uri-lineage convert 'news://h/comp.lang' --from rfc5538 --to rfc1738
  uri-lineage convert --to rfc1738 --format jsonl < urls.txt")]
pub struct Args {
    #[command(flatten)]
    urls: UrlArgs,
    /// The id of the target: a grammar, or a document of one scheme
    #[arg(long, value_name = "ID", value_parser = find_by_name::<DocumentGrammar>)]
    #[arg(add = complete::ids())]
    to: DocumentGrammar,
    /// The grammar or the document of one scheme that defines the meaning of the URL [default: the
    /// target if it accepts the URL, otherwise the newest that does]
    #[arg(long, value_name = "ID", value_parser = find_by_name::<DocumentGrammar>)]
    #[arg(add = complete::ids())]
    from: Option<DocumentGrammar>,
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
    /// The target.
    #[schemars(with = "DocumentName")]
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
    /// Why a document refuses the URL, if that is the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<Refusal>,
    /// The rule that the grammar was reading there, with --cite.
    #[serde(skip_serializing_if = "Option::is_none")]
    cited: Option<CitedRule>,
}

/// The refusal of a document, if that is why a URL cannot be converted.
fn refusal(result: &Result<String, ConvertError>) -> Option<Refusal> {
    match result {
        Err(ConvertError::Refused(refusal)) => Some((&**refusal).into()),
        Err(ConvertError::RefusedByScheme(refusal)) => Some(refusal.into()),
        _ => None,
    }
}

/// The rule that was being read where a document refuses a URL.
fn cited(cite: CiteArgs, result: &Result<String, ConvertError>) -> Option<CitedRule> {
    match result {
        Err(ConvertError::Refused(refusal)) => cite.rule(refusal),
        Err(ConvertError::RefusedByScheme(refusal)) => cite.rule_of(refusal.document().into(), refusal.production()),
        _ => None,
    }
}

/// Converts a URL; without `from`, its source is found.
fn converted(url: &str, from: Option<DocumentGrammar>, to: DocumentGrammar) -> Result<String, ConvertError> {
    match (from, to) {
        (None, DocumentGrammar::Grammar(to)) => to.convert(url),
        (None, DocumentGrammar::Scheme(to)) => to.convert(url),
        (Some(DocumentGrammar::Scheme(from)), to) => convert_uri(from, url, to),
        (Some(DocumentGrammar::Grammar(from)), DocumentGrammar::Grammar(to)) => convert(&from.parse(url)?, to),
        (Some(DocumentGrammar::Grammar(from)), DocumentGrammar::Scheme(to)) => convert_to_scheme(&from.parse(url)?, to),
    }
}

impl<'o> ConversionRecord<'o> {
    fn new(args: &Args, uri: Option<&'o str>, result: &'o Result<String, ConvertError>) -> Self {
        let (text, error) = (result.as_ref().ok(), result.as_ref().err());
        Self {
            to: args.to.id(),
            uri,
            result: text.map(String::as_str),
            error: error.map(ToString::to_string),
            refusal: refusal(result),
            cited: cited(args.cite, result),
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
            let result = converted(&url, *from, *to);
            self.all_converted &= result.is_ok();
            if !self.list.is_text() {
                let uri = self.list.names_urls().then_some(&*url);
                return self.list.write_result(place, ConversionRecord::new(self.args, uri, &result), out);
            }
            let cited = cited(self.args.cite, &result);
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
