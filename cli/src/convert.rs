//! `convert`: the same resource, written for another generation.

use std::io::Write;
use std::process::ExitCode;

use serde_json::json;
use uri_lineage::Grammar;
use uri_lineage::convert::convert;

use crate::ForgiveArgs;
use crate::failure::Failure;
use crate::input::each_uri;
use crate::output::{Format, Output, plain};

/// Write a URL so that another generation takes it, with the same meaning
///
/// Characters that became illegal are escaped, escapes that became needless are kept, `URL:` is added or dropped. Where a
/// reserved character would have to be escaped, or the target has no such scheme, it is refused.
///
/// Without a URI, standard input is read, one URL a line, and each gives one line of output: text shows the errors on
/// standard error; JSON is then an object a line.
///
/// Exit status 0 when everything was converted, 1 when something was refused, 2 for bad usage.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage convert 'http://host/~user' --to rfc1738
  uri-lineage convert 'gopher://h/7s?a+b' --from url-draft-02 --to rfc1738
  uri-lineage convert --to rfc1738 --format json < urls.txt")]
pub struct Args {
    /// The URL; without one, standard input is read
    uri: Option<String>,
    /// The grammar to write for, by its id
    #[arg(long, value_name = "ID")]
    to: Grammar,
    /// The grammar that says what the URL means [default: the target if it takes the URL, else the newest that does]
    #[arg(long, value_name = "ID")]
    from: Option<Grammar>,
    #[command(flatten)]
    forgive: ForgiveArgs,
    /// How to show the result
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut output = Output::new(args.format == Format::Text);
    let mut all = true;
    let mut one = |url: Option<&str>| -> Result<(), Failure> {
        let Some(url) = url else { return Ok(output.out.flush()?) };
        let result = convert(url, args.from, args.to);
        all &= result.is_ok();
        match (args.format, result) {
            (Format::Json, result) => {
                let object = match result {
                    Ok(text) => json!({ "to": args.to.id(), "result": text }),
                    Err(error) => json!({ "to": args.to.id(), "error": error.to_string() }),
                };
                serde_json::to_writer(&mut output.out, &object)?;
                writeln!(output.out)?;
            }
            (Format::Text, Ok(text)) => writeln!(output.out, "{text}")?,
            (Format::Text, Err(error)) => _ = writeln!(anstream::stderr(), "uri-lineage: {}: {error}", plain(url)),
        }
        Ok(())
    };
    each_uri(args.uri.as_deref(), |url| one(url.map(|url| args.forgive.reported(url)).as_deref()))?;
    output.out.flush()?;
    Ok(if all { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
