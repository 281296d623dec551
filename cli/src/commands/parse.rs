//! `parse`: one URL, with its tree and its typed parts under each grammar.

use std::io::Write;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use uri_lineage::{Error, Grammar, Node, Parsed, Refusal, Warning, warnings};

use crate::engine::{PieceOutput, Work};
use crate::failure::Failure;
use crate::input::{Block, UrlArgs};
use crate::list::{List, ListArgs, columns};
use crate::options::complete;
use crate::options::{ForgiveArgs, GrammarArgs, ProductionArg, production};
use crate::output::Output;
use crate::output::screen::Colours;
use crate::output::text::plain;
use crate::refusal::hinted;
use crate::schema::Described;
use crate::schema::types::Parts;

/// Parse one URL with each grammar: the parse tree, the typed parts, or the refusal
///
/// Exit status: 0 if some grammar accepts the URL, 1 if every grammar refuses it, 2 for a usage error.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage parse 'gopher://host/7sel%09foobar'
  uri-lineage parse --grammar rfc1738 --format json 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  uri-lineage parse --production hostport www.w3.org:80
  uri-lineage parse --production rfc1738:hostport www.w3.org:80")]
pub struct Args {
    #[command(flatten)]
    urls: UrlArgs,
    #[command(flatten)]
    grammars: GrammarArgs,
    /// Parse with this production, by its name as printed in the document, instead of the entry productions
    #[arg(long, short, value_name = "[ID:]NAME", value_parser = production)]
    #[arg(add = complete::of_any())]
    production: Option<ProductionArg>,
    #[command(flatten)]
    forgive: ForgiveArgs,
    #[command(flatten)]
    list: ListArgs,
}

/// The result of one grammar for a URL.
#[derive(Serialize, JsonSchema)]
struct Record<'o> {
    /// The grammar.
    grammar: Grammar,
    /// The production that accepts the URL, or the production that was being matched where the URL is refused.
    production: &'static str,
    /// The typed parts; absent if the grammar refuses the URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Parts>")]
    components: Option<Value>,
    /// Why the grammar refuses the URL; absent if it accepts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Refusal>,
    /// The deviations that were forgiven, with --forgive; absent if there are none.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    forgiven: &'o [String],
    /// The document's warnings about the URL, each with its section; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
    /// The URL, if there may be several.
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<&'o str>,
}

/// The names of the members that are columns.
const MEMBERS: [&str; 6] = ["grammar", "uri", "production", "components", "forgiven", "warnings"];

/// Describes the machine-readable output.
pub fn describe(all: &mut Described) {
    all.list::<Record<'_>>(&columns(&MEMBERS, Some("error")));
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let list = &List::new(&args.list, columns(&MEMBERS, Some("error")));
    let output = Output::new(list.text());
    let input = args.urls.input()?.whole();
    let (several, colours) = (list.names(&input), output.colours());
    let worker = || Parser { args, list, several, colours, any: false, seen: false };
    let (any, read) = list.work(&input, worker, output)?;
    if !read {
        return Ok(ExitCode::from(2));
    }
    // Empty input succeeds.
    Ok(if any.unwrap_or(true) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

struct Parser<'a> {
    args: &'a Args,
    list: &'a List,
    /// Whether there may be several URLs, so that each needs a heading.
    several: bool,
    colours: Colours,
    /// Whether some grammar accepted some URL.
    any: bool,
    /// Whether there was a URL.
    seen: bool,
}

impl Work for Parser<'_> {
    type Piece = Block;
    type Counted = Option<bool>;

    fn piece(&mut self, block: &Block, PieceOutput { out, faults, .. }: &mut PieceOutput) -> Result<(), Failure> {
        for (_, url) in block.texts(faults) {
            let (url, forgiven) = self.args.forgive.apply(&url);
            let results = results(self.args, &url)?;
            self.seen = true;
            self.any |= results.iter().any(|(_, result)| result.is_ok());
            if self.list.text() {
                if self.several {
                    writeln!(out, "{}\n", self.colours.bold(plain(&url)))?;
                }
                forgiven.iter().try_for_each(|what| writeln!(out, "forgiven: {what}\n"))?;
                results.iter().try_for_each(|(grammar, result)| show(out, self.colours, *grammar, result, &url))?;
                continue;
            }
            let forgiven: Vec<String> = forgiven.iter().map(ToString::to_string).collect();
            for (grammar, result) in &results {
                let uri = self.several.then_some(&*url);
                self.list.object(&Record::new(*grammar, result, &forgiven, uri), out)?;
            }
        }
        Ok(())
    }

    /// Whether some grammar accepted some URL; true for empty input.
    fn counted(self) -> Option<bool> {
        self.seen.then_some(self.any)
    }

    fn merge(any: &mut Option<bool>, other: Option<bool>) {
        *any = (*any).max(other);
    }
}

type Outcome<'i> = (Grammar, Result<Parsed<'i>, Error>);

fn results<'u>(args: &Args, uri: &'u str) -> Result<Vec<Outcome<'u>>, Failure> {
    let grammars = args.grammars.list();
    let Some(ProductionArg { grammar: own, name }) = &args.production else {
        return Ok(grammars.into_iter().map(|grammar| (grammar, grammar.parse(uri))).collect());
    };
    // A grammar that the user names must have the production; otherwise the grammars that have it are used.
    let asked = args.grammars.asked() || own.is_some();
    let grammars = grammars.into_iter().filter(|grammar| own.is_none_or(|own| own == *grammar));
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

fn show(
    out: &mut Vec<u8>,
    colours: Colours,
    grammar: Grammar,
    result: &Result<Parsed<'_>, Error>,
    uri: &str,
) -> Result<(), Failure> {
    match result {
        Ok(parsed) => {
            let heading = format!("{}: {}", colours.bold(grammar), colours.good(parsed.production()));
            writeln!(out, "{heading}\n")?;
            indented(out, &parsed.tree().to_string())?;
            let mut lines = String::new();
            outline(&components(parsed), 0, &mut lines);
            writeln!(out)?;
            indented(out, &lines)?;
            for warning in warnings(parsed) {
                writeln!(out, "\n  {}: {}", colours.bad("warning"), warned(grammar, warning))?;
            }
        }
        Err(error) => {
            let heading = format!("{}: {}", colours.bold(grammar), colours.bad("refused"));
            writeln!(out, "{heading}\n")?;
            indented(out, &error.report(uri).to_string())?;
        }
    }
    Ok(writeln!(out)?)
}

fn indented(out: &mut Vec<u8>, text: &str) -> Result<(), Failure> {
    text.lines().try_for_each(|line| writeln!(out, "  {line}"))?;
    Ok(())
}

/// Writes the typed parts for people: one name and value per line, nested by indentation.
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

/// A warning, and the section that warns.
pub fn warned(grammar: Grammar, warning: Warning) -> String {
    match warning.section(grammar) {
        Some(section) => format!("{warning} ({section})"),
        None if warning == Warning::PathAsAuthority => warning.to_string(),
        // The document has no such section; the danger is the same.
        None => format!("{warning} (RFC 1738, 6)"),
    }
}

impl<'o> Record<'o> {
    fn new(grammar: Grammar, result: &Result<Parsed<'_>, Error>, forgiven: &'o [String], uri: Option<&'o str>) -> Self {
        let warnings = result.as_ref().map(warnings).unwrap_or_default();
        let warnings = warnings.into_iter().map(|warning| warned(grammar, warning)).collect();
        let (production, components, error) = match result {
            Ok(parsed) => (parsed.production(), Some(components(parsed)), None),
            Err(error) => (error.production(), None, Some(hinted(error, error.offset()))),
        };
        Self { grammar, production, components, error, forgiven, warnings, uri }
    }
}

/// The typed parts; for a production without a struct, the tree instead.
fn components(parsed: &Parsed<'_>) -> Value {
    match parsed.value() {
        uri_lineage::Value::Text(_) => from_tree(parsed.tree().root()),
        value => serde_json::to_value(value).unwrap_or_default(),
    }
}

/// A span without children is its text; any other is an object, in which repeated names become an array.
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
