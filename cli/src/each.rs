//! What commands share that say something of URLs, grammar by grammar.

use std::io::Write;

use serde_json::{Value, json};
use uri_lineage::Grammar;

use crate::failure::Failure;
use crate::input::each_uri;
use crate::output::{Array, Format, Output, plain};
use crate::{ForgiveArgs, GrammarArgs};

/// One URL, or many from standard input.
#[derive(clap::Args)]
pub struct UriArgs {
    /// The URL; without one, standard input is read, one URL a line
    uri: Option<String>,
    #[command(flatten)]
    grammars: GrammarArgs,
    #[command(flatten)]
    forgive: ForgiveArgs,
    /// How to show the result
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What is said of a URL by one grammar.
pub struct Said {
    /// Members for an object, or an error.
    pub json: Result<Value, String>,
    /// For people, without the line's end.
    pub text: String,
}

/// Whether some grammar gave a result, and whether all did.
pub struct Results {
    pub any: bool,
    pub all: bool,
}

/// Says it of each URL by each grammar. An object of JSON has the URL too where there may be several.
pub fn say(args: &UriArgs, of: impl Fn(&Output, Grammar, &str) -> Said) -> Result<Results, Failure> {
    let mut output = Output::new(args.format == Format::Text);
    let mut array = Array::default();
    let mut seen = false;
    let mut results = Results { any: false, all: true };
    let grammars = args.grammars.list();
    each_uri(args.uri.as_deref(), |uri| {
        let Some(uri) = uri else { return Ok(output.out.flush()?) };
        seen = true;
        let uri = args.forgive.reported(uri);
        if args.uri.is_none() && args.format == Format::Text {
            writeln!(output.out, "{}", output.bold(plain(&uri)))?;
        }
        for &grammar in &grammars {
            let Said { json, text } = of(&output, grammar, &uri);
            results.any |= json.is_ok();
            results.all &= json.is_ok();
            if args.format == Format::Text {
                writeln!(output.out, "{text}")?;
                continue;
            }
            let mut object = json!({ "grammar": grammar.id() });
            if args.uri.is_none() {
                object["uri"] = json!(uri);
            }
            match json {
                Ok(Value::Object(members)) => members.into_iter().for_each(|(name, value)| object[name] = value),
                Ok(other) => object["result"] = other,
                Err(error) => object["error"] = json!(error),
            }
            array.push(&mut output, &object)?;
        }
        Ok(())
    })?;
    if args.format == Format::Json {
        array.end(&mut output)?;
    }
    output.out.flush()?;
    // Of no URL at all nothing was asked.
    results.any |= !seen;
    Ok(results)
}
