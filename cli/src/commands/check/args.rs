//! The arguments of `check`.

use uri_lineage::Component;

use super::filter::FilterArgs;
use crate::citation::CiteArgs;
use crate::input::FileArgs;
use crate::options::ForgiveArgs;
use crate::options::names::find_by_name;
use crate::options::url_grammar::UrlGrammarArgs;
use crate::output::cells::Cells;

/// Check URLs, one per line: which grammars accept each URL, with which production, and where and
/// why the others refuse it
///
/// Blank lines are skipped and counted. A line that is not UTF-8 is refused at its first invalid
/// byte. A line of any length is checked whole; by the URL Standard, one whose host needs IDNA
/// processing and does not end in its first 64 KiB is an error. From 128 KiB on, output is
/// truncated: it shows the first 64 KiB of the text, omits warnings and the excerpt with the caret,
/// and shortens the name of a long scheme. With a grammar of your own, or with columns, a line of
/// more than 1 MiB is reported and skipped, and the exit status is 2.
///
/// On a terminal, a list ends with three counts: lines that all grammars accept, that some accept,
/// and that none accepts.
///
/// Exit status: 0 if every line satisfies --require, 1 if some line does not, 2 for a usage error
/// or an unreadable file.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage check urls.txt
  uri-lineage check --summary urls.txt
  uri-lineage check --grammar rfc3986 --schemes urls.txt
  uri-lineage check --grammar rfc1738 --format jsonl < urls.txt
  uri-lineage check -l --in rfc1738 --not-in uri-1997 urls.txt
  uri-lineage check --only disagree --reason national-character urls.txt
  uri-lineage check --grammar rfc1738,rfc3986 --agree host --only unlike urls.txt
  uri-lineage check --grammar rfc3986 --cite --url 'http://a/[b]'
  uri-lineage check --grammar rfc3986,my.abnf:did --only disagree urls.txt
  uri-lineage check --grammar rfc1630 --grammar rfc1738 --require all urls.txt")]
pub struct Args {
    #[command(flatten)]
    pub files: FileArgs,
    #[command(flatten)]
    pub grammars: UrlGrammarArgs,
    /// Check each line also by the document in force for its scheme, such as RFC 6068 for `mailto`; in
    /// the output it is the grammar `schemes`
    ///
    /// A summary of the grammars that are used by default has it without this option.
    #[arg(long)]
    pub schemes: bool,
    /// Report for each line whether all selected grammars accept it and read these components
    /// alike; see `agree`
    ///
    /// A host that is a name in a document, and an address in the URL Standard (`http://2130706433`),
    /// is not read alike. The result is absent for a line that some grammar refuses, or of which the
    /// output is truncated.
    #[arg(long, value_name = "COMPONENT", value_delimiter = ',', value_parser = find_by_name::<Component>)]
    pub agree: Vec<Component>,
    #[command(flatten)]
    pub filter: FilterArgs,
    /// Output format for each line [default: text; with --summary alone, results of lines are not
    /// shown]
    #[arg(long, short, value_enum)]
    pub format: Option<LineFormat>,
    /// Write only the URLs, unchanged, one per line; with --null, each ends with NUL
    #[arg(long, short, conflicts_with_all = ["format", "long", "cite"])]
    pub list: bool,
    /// In text output, write one line per grammar with its result [default for URLs of --url, and
    /// with --cite]
    #[arg(long)]
    pub long: bool,
    #[command(flatten)]
    pub cells: Cells,
    /// End with a summary: for each grammar, how many lines it accepts, by production, and how many
    /// it refuses, by reason
    ///
    /// With --format json, jsonl or csv, the summary goes to standard error.
    #[arg(long, short, value_enum, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub summary: Option<SummaryFormat>,
    /// Number of reasons per grammar in the summary
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub top: usize,
    /// Show the warnings of the documents' security sections, for each grammar that accepts a line,
    /// and the validation errors of the URL Standard, the first of each name
    #[arg(long)]
    pub advice: bool,
    // In text output, each grammar then has a line of its own.
    #[command(flatten)]
    pub cite: CiteArgs,
    #[command(flatten)]
    pub forgive: ForgiveArgs,
    /// The condition for every line: some selected grammar accepts it, or all of them do
    #[arg(long, value_enum, default_value_t = Require::Any)]
    pub require: Require,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LineFormat {
    /// Text for people
    Text,
    /// Only the URLs
    #[value(skip)]
    List,
    /// One JSON array with an object per input line; without its end if a signal ends the program
    Json,
    /// JSON Lines: one object per input line
    Jsonl,
    /// Comma-separated values: one row per input line and grammar
    Csv,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum SummaryFormat {
    /// A text table for people
    Text,
    /// One JSON array with an object per grammar
    Json,
    /// JSON Lines: one object per grammar
    Jsonl,
    /// Comma-separated values: one row per production and per reason
    Csv,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Require {
    /// Some selected grammar accepts the line
    Any,
    /// Every selected grammar accepts the line
    All,
}
