//! `parse`: one URL, its tree and its typed parts under each grammar.

use std::io::Write;
use std::process::ExitCode;

use serde_json::{Map, Value, json};
use uri_lineage::{Error, Grammar, Node, Parsed, Warning, warnings};

use crate::failure::Failure;
use crate::options::{ForgiveArgs, GrammarArgs};
use crate::output::{Output, said};

/// Show what each grammar makes of one URL: the parse tree, the typed parts, or why it refuses
///
/// Exit status 0 when some grammar accepts it, 1 when none does, 2 for bad usage.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage parse 'gopher://host/7sel%09foobar'
  uri-lineage parse --grammar rfc1738 --format json 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  uri-lineage parse --production hostport www.w3.org:80")]
pub struct Args {
    /// The URL, as it stands
    #[arg(value_name = "URI")]
    uri: String,
    #[command(flatten)]
    grammars: GrammarArgs,
    /// Parse by this production, by its name as the document prints it, instead of the entry productions
    #[arg(long, short, value_name = "NAME")]
    production: Option<String>,
    #[command(flatten)]
    forgive: ForgiveArgs,
    /// How to show the result
    #[arg(long, short, value_enum, default_value_t = Format::Tree)]
    format: Format,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    /// For people: the tree and the typed parts
    Tree,
    /// An array of objects, one a grammar
    Json,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let (uri, forgiven) = args.forgive.apply(&args.uri);
    let results = results(args, &uri)?;
    let accepted = results.iter().any(|(_, result)| result.is_ok());
    let mut output = Output::new(!matches!(args.format, Format::Json));
    match args.format {
        Format::Tree => {
            forgiven.iter().try_for_each(|what| writeln!(output.out, "forgiven: {what}\n"))?;
            results.iter().try_for_each(|(grammar, result)| show(&mut output, *grammar, result, &uri))?
        }
        Format::Json => {
            let forgiven: Vec<String> = forgiven.iter().map(ToString::to_string).collect();
            let objects: Vec<_> = results.iter().map(|(grammar, result)| object(*grammar, result, &forgiven)).collect();
            serde_json::to_writer_pretty(&mut output.out, &objects)?;
            writeln!(output.out)?;
        }
    }
    output.out.flush()?;
    Ok(if accepted { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

type Outcome<'i> = (Grammar, Result<Parsed<'i>, Error>);

fn results<'u>(args: &Args, uri: &'u str) -> Result<Vec<Outcome<'u>>, Failure> {
    let grammars = args.grammars.list();
    let Some(name) = &args.production else {
        return Ok(grammars.into_iter().map(|grammar| (grammar, grammar.parse(uri))).collect());
    };
    // Who names a grammar wants that grammar to have the production; else those that have it are meant.
    let asked = args.grammars.asked();
    let mut results = Vec::new();
    for grammar in grammars {
        match grammar.production(name) {
            Some(production) => results.push((grammar, production.parse(uri))),
            None if asked => return Err(Failure::Usage(format!("{grammar} has no production named `{name}`"))),
            None => {}
        }
    }
    match results.is_empty() {
        true => Err(Failure::Usage(format!("no grammar has a production named `{name}`"))),
        false => Ok(results),
    }
}

fn show(output: &mut Output, grammar: Grammar, result: &Result<Parsed<'_>, Error>, uri: &str) -> Result<(), Failure> {
    match result {
        Ok(parsed) => {
            let heading = format!("{}: {}", output.bold(grammar), output.good(parsed.production()));
            writeln!(output.out, "{heading}\n")?;
            indented(output, &parsed.tree().to_string())?;
            let mut lines = String::new();
            outline(&components(parsed), 0, &mut lines);
            writeln!(output.out)?;
            indented(output, &lines)?;
            for warning in warnings(parsed) {
                writeln!(output.out, "\n  {}: {}", output.bad("warning"), warned(grammar, warning))?;
            }
        }
        Err(error) => {
            let heading = format!("{}: {}", output.bold(grammar), output.bad("refused"));
            writeln!(output.out, "{heading}\n")?;
            indented(output, &error.report(uri).to_string())?;
        }
    }
    Ok(writeln!(output.out)?)
}

fn indented(output: &mut Output, text: &str) -> Result<(), Failure> {
    text.lines().try_for_each(|line| writeln!(output.out, "  {line}"))?;
    Ok(())
}

/// The typed parts for people: a name and its value a line, nested by indentation.
fn outline(value: &Value, depth: usize, lines: &mut String) {
    let named = |name: &str, value: &Value, lines: &mut String| {
        *lines += &" ".repeat(2 * depth);
        match value {
            Value::Object(_) => {
                *lines += &format!("{name}:\n");
                outline(value, depth + 1, lines);
            }
            other => *lines += &format!("{name}: {other}\n"),
        }
    };
    match value {
        Value::Object(map) => map.iter().for_each(|(name, value)| named(name, value, lines)),
        other => *lines += &format!("{}{other}\n", " ".repeat(2 * depth)),
    }
}

fn object(grammar: Grammar, result: &Result<Parsed<'_>, Error>, forgiven: &[String]) -> Value {
    let mut object = outcome(grammar, result);
    if !forgiven.is_empty() {
        object["forgiven"] = json!(forgiven);
    }
    let warnings = result.as_ref().map(warnings).unwrap_or_default();
    if !warnings.is_empty() {
        object["warnings"] = warnings.into_iter().map(|warning| warned(grammar, warning)).collect();
    }
    object
}

/// A warning, and the section that warns.
pub fn warned(grammar: Grammar, warning: Warning) -> String {
    match warning.section(grammar) {
        Some(section) => format!("{warning} ({section})"),
        // The document has no such section; the danger is the same.
        None => format!("{warning} (RFC 1738, 6)"),
    }
}

fn outcome(grammar: Grammar, result: &Result<Parsed<'_>, Error>) -> Value {
    match result {
        Ok(parsed) => {
            json!({ "grammar": grammar, "production": parsed.production(), "components": components(parsed) })
        }
        Err(error) => json!({
            "grammar": grammar,
            "production": error.production(),
            "error": refusal(error),
        }),
    }
}

/// A refusal for programs. Its message has a hint where `--forgive` helps.
fn refusal(error: &Error) -> Value {
    let mut object = serde_json::to_value(error).unwrap_or_default();
    object["message"] = json!(said(error));
    object
}

/// The typed parts; for a production that has no struct, the tree in their place.
fn components(parsed: &Parsed<'_>) -> Value {
    match parsed.value() {
        Some(value) => serde_json::to_value(value).unwrap_or_default(),
        None => from_tree(parsed.tree().root()),
    }
}

/// A span without others below it is its text; else an object, in which a name that comes again is an array.
fn from_tree(node: Node<'_, '_>) -> Value {
    let mut map = Map::new();
    for child in node.children() {
        let value = from_tree(child);
        match map.get_mut(child.name()) {
            None => {
                map.insert(child.name().to_owned(), value);
            }
            Some(Value::Array(all)) => all.push(value),
            Some(one) => *one = Value::Array(vec![one.take(), value]),
        }
    }
    if map.is_empty() { node.text().into() } else { map.into() }
}
