//! `extract`: finds URLs in running text.

mod texts;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use uri_lineage::Grammar;
use uri_lineage::classifier::{Classifier, Verdicts};
use uri_lineage::extract::ExtractedUrl;

use crate::engine::{PieceOutput, Work};
use crate::failure::Failure;
use crate::list::{List, ListArgs, columns};
use crate::output::Output;
use crate::output::text::plain;
use crate::schema::OutputDescription;
use crate::schema::types::ByGrammar;
use texts::{TextPiece, TextPieces};

/// Find the URLs in running text: in angle brackets, in quotes, between white space
///
/// The search follows draft 02 (section 1.3), RFC 1738 (Appendix) and the URI draft of 1997
/// (Appendix B): `<URL:...>`, `<...>` and quotes may be broken across lines. Line ends inside them,
/// blanks inside angle brackets, punctuation after a URL, and marks that enclose it
/// (`*http://a/*`, `[text](http://a/)`) are removed. Beyond US-ASCII, punctuation and white space
/// end a URL; other characters are part of it. Text output has one URL per line, as check reads it.
/// Text of more than 64 KiB without white space is not read as a URL.
///
/// Exit status: 0 if some URL was found, 1 if none was, 2 for a usage error or an unreadable file.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage extract mail.txt
  uri-lineage extract mail.txt | uri-lineage check --summary
  uri-lineage extract --markup page.html
  uri-lineage extract --format jsonl < mail.txt")]
pub struct Args {
    /// Files to read; `-` is standard input [default: standard input]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A file to read, like the option of other commands; may be repeated
    #[arg(long, value_name = "FILE")]
    file: Vec<PathBuf>,
    /// The text is HTML or SGML: decode `&amp;`, `&#126;` and similar references in URLs
    ///
    /// A reference to a character that URLs cannot contain, such as `&gt;`, ends a URL between
    /// white space. The quoted value of an attribute for URLs, such as `href`, is a URL as a whole,
    /// including blanks. Places and `raw` refer to the source.
    #[arg(long)]
    markup: bool,
    /// Write the file and the line number in front of each URL, like grep
    #[arg(long, short = 'n')]
    line_number: bool,
    #[command(flatten)]
    list: ListArgs,
}

/// A URL, its place, and the grammars that accept it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Record")]
struct ExtractedRecord<'o> {
    /// The file, if there are several; `-` for standard input.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'o str>,
    /// The line on which the URL begins, from 1.
    line: u64,
    /// The column at which `raw` begins, from 1, in characters.
    column: u64,
    /// The text as printed, with the brackets or quotes around it, a prefix such as `URL:`, and
    /// white space.
    raw: &'o str,
    /// The URL alone: `raw` without its delimiters, prefix and white space.
    url: &'o str,
    /// The grammars that accept the URL, each with its production.
    #[schemars(with = "ByGrammar<String>")]
    accepted: AcceptedBy,
    /// The URL without the hyphen at the end of a line, in case it is not part of the URL; absent
    /// if there is no such hyphen.
    #[serde(skip_serializing_if = "Option::is_none")]
    without_hyphen: Option<&'o str>,
}

/// The names of its members.
const MEMBERS: &[&str] = &["file", "line", "column", "raw", "url", "without_hyphen", "accepted"];

/// The grammars that accept a URL, each with its production.
struct AcceptedBy(Verdicts);

impl Serialize for AcceptedBy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.accepting().map(|(grammar, production)| (grammar.id(), production)))
    }
}

/// Describes the machine-readable output.
pub fn describe(description: &mut OutputDescription) {
    description.list::<ExtractedRecord<'_>>(&columns(MEMBERS.iter().copied()));
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let list = List::new(&args.list, columns(MEMBERS.iter().copied()));
    let output = Output::new(list.is_text());
    let mut files = [&*args.files, &args.file].concat();
    files.extend(files.is_empty().then(|| PathBuf::from("-")));
    let several = files.len() > 1;
    let texts = TextPieces::new(files, args.markup);
    let (has_found, all_read) =
        list.process(texts, || TextSearch { args, list: &list, several, has_found: false }, output)?;
    Ok(match (all_read, has_found) {
        (false, _) => ExitCode::from(2),
        (true, true) => ExitCode::SUCCESS,
        (true, false) => ExitCode::FAILURE,
    })
}

/// Searches pieces of texts, and writes the URLs.
struct TextSearch<'a> {
    args: &'a Args,
    list: &'a List,
    /// Whether an object names its file.
    several: bool,
    /// Whether some URL was found.
    has_found: bool,
}

impl Work<TextPiece> for TextSearch<'_> {
    type Output = bool;

    fn process(&mut self, text: &TextPiece, written: &mut PieceOutput) -> Result<(), Failure> {
        text.for_each_url(|url| {
            self.has_found = true;
            self.write(&text.file, url, &mut written.out)
        })
    }

    fn finish(self) -> bool {
        self.has_found
    }

    fn merge(has_found: &mut bool, other: bool) {
        *has_found |= other;
    }
}

impl TextSearch<'_> {
    fn write(&self, file: &str, extracted: &ExtractedUrl<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        if !self.list.is_text() {
            let file = self.several.then_some(file);
            return self.list.object(&ExtractedRecord::new(file, extracted), out);
        }
        if self.args.line_number {
            let name = if file == "-" { "(standard input)" } else { file };
            write!(out, "{}:{}: ", plain(name), extracted.line)?;
        }
        out.extend_from_slice(extracted.url.as_bytes());
        out.push(b'\n');
        Ok(())
    }
}

impl<'o> ExtractedRecord<'o> {
    fn new(file: Option<&'o str>, extracted: &'o ExtractedUrl<'_>) -> Self {
        let ExtractedUrl { line, column, raw, url, without_hyphen, .. } = extracted;
        Self {
            file,
            line: *line,
            column: *column,
            raw,
            url,
            accepted: AcceptedBy(Classifier::get().classify(url).examined(Grammar::ALL).verdicts()),
            without_hyphen: without_hyphen.as_deref(),
        }
    }
}
