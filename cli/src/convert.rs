//! `convert`: the same resource, written for another generation.

use std::io::Write;
use std::process::ExitCode;

use serde_json::json;
use uri_lineage::Grammar;
use uri_lineage::convert::{ConvertError, convert};

use crate::engine::{self, Work, Written};
use crate::failure::{self, Failure};
use crate::input::{Block, UrlArgs};
use crate::options::{self, ForgiveArgs};
use crate::output::{Output, plain};

/// Write a URL so that another generation accepts it, with the same meaning
///
/// Characters that became illegal are escaped, escapes that became needless are kept, `URL:` is added or dropped. Where a
/// reserved character would have to be escaped, or the target has no such scheme, it is refused.
///
/// Without a URI, standard input is read, one URL a line, and each gives one line of output: text shows the errors on
/// standard error; JSON Lines have an object for each.
///
/// Exit status 0 when everything was converted, 1 when something was refused, 2 for bad usage.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage convert 'http://host/~user' --to rfc1738
  uri-lineage convert 'gopher://h/7s?a+b' --from url-draft-02 --to rfc1738
  uri-lineage convert --to rfc1738 --format jsonl < urls.txt")]
pub struct Args {
    #[command(flatten)]
    urls: UrlArgs,
    /// The grammar to write for, by its id
    #[arg(long, value_name = "ID", value_parser = options::grammar)]
    to: Grammar,
    /// The grammar that says what the URL means [default: the target if it accepts the URL, else the newest that does]
    #[arg(long, value_name = "ID", value_parser = options::grammar)]
    from: Option<Grammar>,
    #[command(flatten)]
    forgive: ForgiveArgs,
    /// How to show the result
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// One URL a line
    Text,
    /// JSON Lines: an object for each URL
    #[value(alias = "json")]
    Jsonl,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut output = Output::new(args.format == Format::Text);
    let input = args.urls.input()?.whole();
    let (converter, unread) = engine::run(&input, || Converter { args, all: true }, &mut output.out)?;
    output.out.flush()?;
    if !failure::told(&unread) {
        return Ok(ExitCode::from(2));
    }
    Ok(if converter.all { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

struct Converter<'a> {
    args: &'a Args,
    /// Whether all was converted.
    all: bool,
}

impl Work for Converter<'_> {
    fn block(&mut self, block: &Block, Written { out, error }: &mut Written) -> Result<(), Failure> {
        let Args { to, from, format, forgive, .. } = self.args;
        for (_, url) in block.texts() {
            let url = forgive.reported(&url, error);
            let result = match from {
                Some(from) => from.parse(&url).map_err(ConvertError::from).and_then(|source| convert(&source, *to)),
                None => to.convert(&url),
            };
            self.all &= result.is_ok();
            match (format, result) {
                (Format::Jsonl, result) => {
                    let object = match result {
                        Ok(text) => json!({ "to": to.id(), "result": text }),
                        Err(ConvertError::Refused(why)) => {
                            json!({ "to": to.id(), "error": why.to_string(), "refusal": why })
                        }
                        Err(error) => json!({ "to": to.id(), "error": error.to_string() }),
                    };
                    serde_json::to_writer(&mut *out, &object)?;
                    writeln!(out)?;
                }
                (Format::Text, Ok(text)) => writeln!(out, "{text}")?,
                (Format::Text, Err(why)) => writeln!(error, "uri-lineage: {}: {why}", plain(&url))?,
            }
        }
        Ok(())
    }

    fn merge(&mut self, other: Self) {
        self.all &= other.all;
    }
}
