//! `parse`: one URL, with its tree and its typed parts under each grammar.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use uri_lineage::language::{Derivation, Refused, Spans};
use uri_lineage::{Component, Error, Grammar, Node, Parsed, Refusal, Warning, warnings};

use crate::browser;
use crate::engine::{PieceOutput, Work};
use crate::failure::Failure;
use crate::input::{Block, UrlArgs};
use crate::list::{List, ListArgs, columns};
use crate::options::complete;
use crate::options::url_grammar::{UrlGrammar, UrlGrammarArgs, UserGrammar};
use crate::options::{ForgiveArgs, ProductionArg, production};
use crate::output::Output;
use crate::output::screen::Colours;
use crate::output::text::plain;
use crate::refusal::hinted;
use crate::schema::OutputDescription;
use crate::schema::types::{ComponentTexts, GrammarName, TypedParts};

/// Parse one URL with each grammar: the parse tree, the typed parts, or the refusal
///
/// For `whatwg` the parts show the text of the URL unchanged. The serialised URL and its components
/// follow; the crate `url` computes them.
///
/// For a grammar of your own, the tree is the first derivation: it uses the first alternative that
/// derives the text, and each part of a sequence is as short as possible, the first part first. The
/// tree is shown only if the grammar has productions and the URL has at most 200 bytes. The parts
/// are then the productions in the tree. Otherwise they are the components that the grammar has.
///
/// Exit status: 0 if some grammar accepts the URL, 1 if every grammar refuses it, 2 for a usage
/// error.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage parse 'gopher://host/7sel%09foobar'
  uri-lineage parse --grammar rfc1738 --format json 'ftp://myname@host.dom/%2Fetc/motd;type=a'
  uri-lineage parse --grammar my.abnf:did did:web:a
  uri-lineage parse --production hostport www.w3.org:80
  uri-lineage parse --production rfc1738:hostport www.w3.org:80")]
pub struct Args {
    #[command(flatten)]
    urls: UrlArgs,
    #[command(flatten)]
    grammars: UrlGrammarArgs,
    /// Parse with this production, by its name as printed in the document, instead of the entry
    /// productions
    #[arg(long, short, value_name = "[ID:]NAME", value_parser = production)]
    #[arg(add = complete::any_production())]
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
    #[schemars(with = "GrammarName")]
    grammar: &'o str,
    /// The production that accepts the URL, or the production that was being matched where the URL
    /// is refused.
    production: &'o str,
    /// The typed parts; absent if the grammar refuses the URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<TypedParts>")]
    components: Option<Value>,
    /// The URL as a browser reads it, computed by the crate `url`; only for the grammar `whatwg`,
    /// if it accepts the URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    serialised: Option<Serialised>,
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

/// A URL as a browser reads it.
#[derive(Serialize, JsonSchema)]
struct Serialised {
    /// The serialised URL; absent if the crate refuses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<String>,
    /// The components of the serialised URL; absent if the crate refuses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<ComponentTexts>")]
    components: Option<Map<String, Value>>,
    /// Why the crate refuses the URL; absent if it accepts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Serialised {
    fn new(url: &str) -> Self {
        match url::Url::parse(url) {
            Ok(url) => {
                let all = Component::ALL.into_iter().zip(browser::components(&url));
                let components =
                    all.filter_map(|(component, text)| Some((component.name().to_owned(), (*text?).into())));
                Self { components: Some(components.collect()), uri: Some(url.into()), error: None }
            }
            Err(error) => Self { uri: None, components: None, error: Some(error.to_string()) },
        }
    }

    fn show(&self, out: &mut Vec<u8>) -> Result<(), Failure> {
        if let Some(error) = &self.error {
            writeln!(out, "\n  {} refuses it: {}", browser::IMPLEMENTATION, plain(error))?;
        }
        if let (Some(uri), Some(components)) = (&self.uri, &self.components) {
            writeln!(out, "\n  serialised by {}: {}\n", browser::IMPLEMENTATION, plain(uri))?;
            let mut lines = String::new();
            outline(&components.clone().into(), 0, &mut lines);
            indented(out, &lines)?;
        }
        Ok(())
    }
}

/// The names of the members that are columns.
const MEMBERS: [&str; 7] = ["grammar", "uri", "production", "components", "serialised", "forgiven", "warnings"];

/// Describes the machine-readable output.
pub fn describe(all: &mut OutputDescription) {
    all.list::<Record<'_>>(&columns(&MEMBERS, Some("error")));
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let list = &List::new(&args.list, columns(&MEMBERS, Some("error")));
    let output = Output::new(list.is_text());
    let input = args.urls.input()?.whole();
    let (several, colours) = (list.names(&input), output.colours());
    let asked = &asked(args)?;
    let worker = || Parser { args, asked, list, several, colours, any: false, seen: false };
    let (any, read) = list.process(input.blocks(), worker, output)?;
    if !read {
        return Ok(ExitCode::from(2));
    }
    // Empty input succeeds.
    Ok(if any.unwrap_or(true) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

struct Parser<'a> {
    args: &'a Args,
    asked: &'a [Entry],
    list: &'a List,
    /// Whether there may be several URLs, so that each needs a heading.
    several: bool,
    colours: Colours,
    /// Whether some grammar accepted some URL.
    any: bool,
    /// Whether there was a URL.
    seen: bool,
}

impl Work<Block> for Parser<'_> {
    type Output = Option<bool>;

    fn process(&mut self, block: &Block, PieceOutput { out, faults, .. }: &mut PieceOutput) -> Result<(), Failure> {
        for (_, url) in block.texts(faults) {
            let (url, forgiven) = self.args.forgive.apply(&url);
            let results: Vec<Outcome<'_>> = self.asked.iter().map(|entry| Outcome::new(entry, &url)).collect();
            self.seen = true;
            self.any |= results.iter().any(Outcome::accepts);
            if self.list.is_text() {
                if self.several {
                    writeln!(out, "{}\n", self.colours.bold(plain(&url)))?;
                }
                forgiven.iter().try_for_each(|what| writeln!(out, "forgiven: {what}\n"))?;
                results.iter().try_for_each(|result| result.show(out, self.colours, &url))?;
                continue;
            }
            let forgiven: Vec<String> = forgiven.iter().map(ToString::to_string).collect();
            for result in &results {
                let uri = self.several.then_some(&*url);
                self.list.object(&result.record(&url, &forgiven, uri), out)?;
            }
        }
        Ok(())
    }

    /// Whether some grammar accepted some URL; true for empty input.
    fn finish(self) -> Option<bool> {
        self.seen.then_some(self.any)
    }

    fn merge(any: &mut Option<bool>, other: Option<bool>) {
        *any = (*any).max(other);
    }
}

/// What reads a URL: the entry productions of a built-in grammar, one of its productions, or one of
/// the user.
enum Entry {
    Whole(Grammar),
    Production(Grammar, uri_lineage::Production),
    Own(Arc<UserGrammar>),
}

/// The selected entries.
fn asked(args: &Args) -> Result<Vec<Entry>, Failure> {
    let grammars = args.grammars.list()?;
    let Some(ProductionArg { grammar: own, name }) = &args.production else {
        let entry = |given| match given {
            UrlGrammar::BuiltIn(grammar) => Entry::Whole(grammar),
            UrlGrammar::User(own) => Entry::Own(own),
        };
        return Ok(grammars.into_iter().map(entry).collect());
    };
    // A grammar that the user names must have the production; otherwise the grammars that have it
    // are used.
    let is_required = !args.grammars.is_default() || own.is_some();
    let mut entries = Vec::new();
    for given in grammars {
        match given {
            UrlGrammar::User(known) => {
                let hint = format!("name the production of `{}` after its file: FILE:{name}", known.source.name);
                return Err(Failure::Usage(hint));
            }
            UrlGrammar::BuiltIn(grammar) if own.is_some_and(|own| own != grammar) => {}
            UrlGrammar::BuiltIn(grammar) => match grammar.production(name) {
                Some(production) => entries.push(Entry::Production(grammar, production)),
                None if is_required => {
                    return Err(Failure::Usage(format!("the parser of {grammar} has no production named `{name}`")));
                }
                None => {}
            },
        }
    }
    match (entries.is_empty(), own) {
        (true, Some(own)) => {
            Err(Failure::Usage(format!("`{own}:{name}` is of no selected grammar; add {own} to --grammar")))
        }
        (true, None) => Err(Failure::Usage(format!("no grammar has a production named `{name}`"))),
        (false, _) => Ok(entries),
    }
}

/// How one entry reads a URL.
enum Outcome<'i> {
    BuiltIn(Grammar, Box<Result<Parsed<'i>, Error>>),
    Own(&'i UserGrammar, Result<OwnParsed, Refused<'i>>),
}

/// A URL as a production of the user reads it.
struct OwnParsed {
    /// The derivation, if the grammar has productions and the URL is short.
    tree: Option<Derivation>,
    /// The components that the grammar has, if there is no derivation.
    components: Map<String, Value>,
}

impl OwnParsed {
    fn new(own: &UserGrammar, url: &str) -> Self {
        let production = own.recognizer.production();
        let tree = Some(&own.source.bnf).filter(|_| own.source.has_productions());
        // A derivation is one of characters.
        let tree = tree.filter(|bnf| !bnf.is_of_bytes() || url.is_ascii());
        let tree = tree.and_then(|bnf| Derivation::of(bnf, production, url));
        let all = if tree.is_none() { own.spans().unwrap_or_default() } else { &[] };
        let text = |spans: &Spans| Some(url.get(spans.in_string(url).ok()??)?.into());
        let components = Component::ALL.iter().zip(all);
        let components = components.filter_map(|(component, spans)| Some((component.name().to_owned(), text(spans)?)));
        Self { tree, components: components.collect() }
    }

    /// The parts: those of the derivation, or the components.
    fn parts(&self, url: &str) -> Value {
        match &self.tree {
            Some(tree) => from_tree(tree, url),
            None => self.components.clone().into(),
        }
    }
}

impl<'i> Outcome<'i> {
    fn new(entry: &'i Entry, url: &'i str) -> Self {
        match entry {
            Entry::Whole(grammar) => Self::BuiltIn(*grammar, Box::new(grammar.parse(url))),
            Entry::Production(grammar, production) => Self::BuiltIn(*grammar, Box::new(production.parse(url))),
            Entry::Own(own) => Self::Own(own, own.recognizer.check(url).map(|()| OwnParsed::new(own, url))),
        }
    }

    fn accepts(&self) -> bool {
        match self {
            Self::BuiltIn(_, result) => result.is_ok(),
            Self::Own(_, result) => result.is_ok(),
        }
    }

    fn grammar(&self) -> &str {
        match self {
            Self::BuiltIn(grammar, _) => grammar.id(),
            Self::Own(own, _) => own.recognizer.grammar(),
        }
    }

    /// The production that accepts the URL, or that was being matched.
    fn production(&self) -> &str {
        match self {
            Self::BuiltIn(_, result) => result.as_ref().as_ref().map_or_else(Error::production, Parsed::production),
            Self::Own(own, _) => own.recognizer.production(),
        }
    }

    /// The typed parts, or why the URL is refused: the report, and the record.
    fn parts(&self, url: &str) -> Result<Value, (String, Box<Refusal>)> {
        match self {
            Self::BuiltIn(_, result) => match &**result {
                Ok(parsed) => Ok(components(parsed)),
                Err(error) => Err((error.report(url).to_string(), Box::new(hinted(error)))),
            },
            Self::Own(_, Ok(parsed)) => Ok(parsed.parts(url)),
            Self::Own(_, Err(refused)) => {
                Err((refused.report(url).to_string(), Box::new(refused.refusal(refused.offset()))))
            }
        }
    }

    /// The tree, if there is one.
    fn tree(&self, url: &str) -> Option<String> {
        match self {
            Self::BuiltIn(_, result) => Some(result.as_ref().as_ref().ok()?.tree().to_string()),
            Self::Own(_, result) => {
                let mut text = String::new();
                lines(result.as_ref().ok()?.tree.as_ref()?, url, 0, &mut text);
                Some(text)
            }
        }
    }

    /// The document's warnings.
    fn warnings(&self) -> Vec<String> {
        match self {
            Self::BuiltIn(grammar, result) => {
                let warnings = result.as_ref().as_ref().map(warnings).unwrap_or_default();
                warnings.into_iter().map(|warning| warned(*grammar, warning)).collect()
            }
            Self::Own(..) => Vec::new(),
        }
    }

    fn record<'o>(&'o self, url: &str, forgiven: &'o [String], uri: Option<&'o str>) -> Record<'o> {
        let (components, error) = match self.parts(url) {
            Ok(parts) => (Some(parts), None),
            Err((_, refusal)) => (None, Some(*refusal)),
        };
        let (grammar, production, warnings) = (self.grammar(), self.production(), self.warnings());
        Record { grammar, production, components, serialised: self.serialised(url), error, forgiven, warnings, uri }
    }

    /// What a browser makes of a URL that its grammar accepts.
    fn serialised(&self, url: &str) -> Option<Serialised> {
        match self {
            Self::BuiltIn(browser::GRAMMAR, result) => {
                let parsed = (**result).as_ref().ok()?;
                matches!(parsed.value(), uri_lineage::Value::Whatwg(_)).then(|| Serialised::new(url))
            }
            _ => None,
        }
    }

    fn show(&self, out: &mut Vec<u8>, colours: Colours, url: &str) -> Result<(), Failure> {
        let grammar = colours.bold(plain(self.grammar()));
        match self.parts(url) {
            Ok(parts) => {
                writeln!(out, "{grammar}: {}\n", colours.good(self.production()))?;
                if let Some(tree) = self.tree(url) {
                    indented(out, &tree)?;
                    writeln!(out)?;
                }
                let mut lines = String::new();
                outline(&parts, 0, &mut lines);
                indented(out, &lines)?;
                self.serialised(url).map_or(Ok(()), |serialised| serialised.show(out))?;
                for warning in self.warnings() {
                    writeln!(out, "\n  {}: {warning}", colours.bad("warning"))?;
                }
            }
            Err((report, _)) => {
                writeln!(out, "{grammar}: {}\n", colours.bad("refused"))?;
                indented(out, &report)?;
            }
        }
        Ok(writeln!(out)?)
    }
}

/// The lines of a derivation, nested by indentation.
fn lines(tree: &Derivation, url: &str, depth: usize, text: &mut String) {
    *text += &format!("{:1$}{2} {3:?}\n", "", 2 * depth, tree.production, &url[tree.span.clone()]);
    tree.parts.iter().for_each(|part| lines(part, url, depth + 1, text));
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

/// The typed parts; for a production without a struct, the tree instead.
fn components(parsed: &Parsed<'_>) -> Value {
    match parsed.value() {
        uri_lineage::Value::Text(_) => from_node(parsed.tree().root()),
        value => serde_json::to_value(value).unwrap_or_default(),
    }
}

/// A span without children is its text; any other is an object, in which repeated names become an
/// array.
fn nested<'n>(text: &str, children: impl Iterator<Item = (&'n str, Value)>) -> Value {
    let mut map = Map::new();
    for (name, value) in children {
        match map.get_mut(name) {
            None => {
                map.insert(name.to_owned(), value);
            }
            Some(Value::Array(all)) => all.push(value),
            Some(one) => *one = Value::Array(vec![one.take(), value]),
        }
    }
    if map.is_empty() { text.into() } else { map.into() }
}

fn from_node(node: Node<'_, '_>) -> Value {
    nested(node.text(), node.children().map(|child| (child.name(), from_node(child))))
}

fn from_tree(tree: &Derivation, url: &str) -> Value {
    let text = url.get(tree.span.clone()).unwrap_or_default();
    nested(text, tree.parts.iter().map(|part| (part.production.as_str(), from_tree(part, url))))
}
