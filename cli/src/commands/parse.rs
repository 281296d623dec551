//! `parse`: one URL, with its tree and its typed parts under each grammar.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use uri_lineage::language::RecognizerError;
use uri_lineage::regular_bnf::Derivation;
use uri_lineage::whatwg::{Url, UrlError};
use uri_lineage::{Component, Error, Grammar, Node, Parsed, Refusal, warnings};

use crate::browser::{self, ValidationErrorRecord};
use crate::citation::{CiteArgs, CitedRule};
use crate::engine::{PieceOutput, Work};
use crate::failure::Failure;
use crate::input::{Block, UrlArgs};
use crate::list::verdicts::parse_examined;
use crate::list::{List, ListArgs, place, refusal_columns};
use crate::options::complete;
use crate::options::url_grammar::{UrlGrammar, UrlGrammarArgs, UserGrammar};
use crate::options::{ForgiveArgs, ProductionArg, production};
use crate::output::Output;
use crate::output::screen::Colours;
use crate::output::text::plain;
use crate::refusal::hinted;
use crate::schema::OutputDescription;
use crate::schema::types::{ComponentTexts, GrammarName, TypedParts};
use crate::warnings::{warning_text, warnings_of_user_grammar};

/// Parse one URL with each grammar: the parse tree, the typed parts, or the refusal
///
/// For `whatwg` the parts show the text of the URL unchanged. The record that the standard's parser
/// makes of it follows: the serialised URL and its components, and the validation errors by their
/// names.
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
    cite: CiteArgs,
    #[command(flatten)]
    list: ListArgs,
}

/// The result of one grammar for a URL.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Record")]
struct ParseRecord<'o> {
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
    /// The URL as a browser reads it; only for the grammar `whatwg`, if it accepts the URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    serialised: Option<Serialised>,
    /// The validation errors of the URL Standard that its parser meets, in order, each with its
    /// name, its offset and a sentence; only for the grammar `whatwg`. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    validation_errors: Vec<ValidationErrorRecord>,
    /// Why the grammar refuses the URL; absent if it accepts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Refusal>,
    /// The rule that the grammar was reading there, with --cite.
    #[serde(skip_serializing_if = "Option::is_none")]
    cited: Option<CitedRule>,
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
    /// The serialised URL; absent if the host is no domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<String>,
    /// The components of the serialised URL; absent if the host is no domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<ComponentTexts>")]
    components: Option<Map<String, Value>>,
    /// Why the parser fails where only Unicode's IDNA processing decides; absent if it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Serialised {
    fn new(url: &Result<Url, UrlError>) -> Self {
        match url {
            Ok(url) => {
                let text = |component: Component| Some((component.name().to_owned(), (*url.get(component)?).into()));
                let components = Component::ALL.into_iter().filter_map(text);
                Self { components: Some(components.collect()), uri: Some(url.to_string()), error: None }
            }
            Err(error) => Self { uri: None, components: None, error: Some(error.to_string()) },
        }
    }

    fn show(&self, out: &mut Vec<u8>) -> Result<(), Failure> {
        if let Some(error) = &self.error {
            writeln!(out, "\n  the standard's parser fails: {}", plain(error))?;
        }
        if let (Some(uri), Some(components)) = (&self.uri, &self.components) {
            writeln!(out, "\n  serialised: {}\n", plain(uri))?;
            let mut lines = String::new();
            outline(&components.clone().into(), 0, &mut lines);
            write_indented(out, &lines)?;
        }
        Ok(())
    }
}

/// The names of the members that are columns.
const MEMBERS: [&str; 8] =
    ["grammar", "uri", "production", "components", "serialised", "validation_errors", "forgiven", "warnings"];

/// The columns of a table.
fn table(cite: CiteArgs) -> Vec<(&'static str, String)> {
    refusal_columns(&MEMBERS, "error", cite)
}

/// Describes the machine-readable output.
pub fn describe(description: &mut OutputDescription) {
    place::describe::<ParseRecord<'_>>(description, &table(CiteArgs::ALWAYS));
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let input = args.urls.input()?.with_whole_records();
    let list = &List::for_input(&args.list, table(args.cite), &input);
    let output = Output::new(list.is_text());
    let colours = output.colours();
    let readers = &readers(args)?;
    let worker = || ParseWorker { args, readers, list, colours, accepted_any: false, has_urls: false };
    let (is_any_accepted, all_read) = list.process(input.blocks(), worker, output)?;
    if !all_read {
        return Ok(ExitCode::from(2));
    }
    // Empty input succeeds.
    Ok(if is_any_accepted.unwrap_or(true) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

struct ParseWorker<'a> {
    args: &'a Args,
    readers: &'a [UrlReader],
    list: &'a List,
    colours: Colours,
    /// Whether some grammar accepted some URL.
    accepted_any: bool,
    /// Whether there was a URL.
    has_urls: bool,
}

impl Work<Block> for ParseWorker<'_> {
    type Output = Option<bool>;

    fn process(&mut self, block: &Block, written: &mut PieceOutput) -> Result<(), Failure> {
        let list = self.list;
        list.each_url(block, written, |place, url, PieceOutput { out, .. }| {
            let (url, forgiven) = self.args.forgive.apply(&url);
            let results: Vec<ParseResult<'_>> =
                self.readers.iter().map(|reader| ParseResult::new(reader, &url)).collect();
            self.has_urls = true;
            self.accepted_any |= results.iter().any(ParseResult::accepts);
            if list.is_text() {
                // Each of several URLs needs a heading.
                if list.names_urls() {
                    writeln!(out, "{}\n", self.colours.bold(plain(&url)))?;
                }
                forgiven.iter().try_for_each(|deviation| writeln!(out, "forgiven: {deviation}\n"))?;
                return results.iter().try_for_each(|result| result.show(out, self.colours, &url, self.args.cite));
            }
            let forgiven: Vec<String> = forgiven.iter().map(ToString::to_string).collect();
            for result in &results {
                let uri = list.names_urls().then_some(&*url);
                list.write_result(place, result.record(&url, &forgiven, uri, self.args.cite), out)?;
            }
            Ok(())
        })
    }

    /// Whether some grammar accepted some URL; `None` for empty input.
    fn finish(self) -> Option<bool> {
        self.has_urls.then_some(self.accepted_any)
    }

    fn merge(accepted_any: &mut Option<bool>, other: Option<bool>) {
        *accepted_any = (*accepted_any).max(other);
    }
}

/// The productions that read a URL: the entry productions of a built-in grammar, one of its
/// productions, or a production of the user.
enum UrlReader {
    EntryProductions(Grammar),
    Production(Grammar, uri_lineage::Production),
    User(Arc<UserGrammar>),
}

/// The selected readers.
fn readers(args: &Args) -> Result<Vec<UrlReader>, Failure> {
    let grammars = args.grammars.list()?;
    let Some(ProductionArg { grammar: qualifier, name }) = &args.production else {
        let readers = grammars.into_iter().map(|grammar| match grammar {
            UrlGrammar::BuiltIn(grammar) => UrlReader::EntryProductions(grammar),
            UrlGrammar::User(user) => UrlReader::User(user),
        });
        return Ok(readers.collect());
    };
    // A grammar that the user names must have the production; otherwise the grammars that have it
    // are used.
    let is_required = !args.grammars.is_default() || qualifier.is_some();
    let mut readers = Vec::new();
    for grammar in grammars {
        match grammar {
            UrlGrammar::User(user) => {
                let hint = format!("name the production of `{}` after its file: FILE:{name}", user.source.name);
                return Err(Failure::Usage(hint));
            }
            UrlGrammar::BuiltIn(grammar) if qualifier.is_some_and(|qualifier| qualifier != grammar) => {}
            UrlGrammar::BuiltIn(grammar) => match grammar.production(name) {
                Some(production) => readers.push(UrlReader::Production(grammar, production)),
                None if is_required => {
                    return Err(Failure::Usage(format!("the parser of {grammar} has no production named `{name}`")));
                }
                None => {}
            },
        }
    }
    match (readers.is_empty(), qualifier) {
        (true, Some(grammar)) => {
            Err(Failure::Usage(format!("`{grammar}:{name}` is of no selected grammar; add {grammar} to --grammar")))
        }
        (true, None) => Err(Failure::Usage(format!("no grammar has a production named `{name}`"))),
        (false, _) => Ok(readers),
    }
}

/// Why a URL is refused: for people, and as a record.
struct ShownRefusal {
    report: String,
    record: Refusal,
}

/// What the parser of the URL Standard makes of a URL, and its validation errors.
type BrowserReading = (Result<Url, UrlError>, Vec<UrlError>);

/// How a grammar reads a URL.
enum ParseResult<'i> {
    BuiltIn(Grammar, Box<Result<Parsed<'i>, Error>>),
    User(&'i Arc<UserGrammar>, Result<UserParsed, RecognizerError<'i>>),
}

/// A URL as a production of the user, or a document of one scheme, reads it.
struct UserParsed {
    /// The tree, if the grammar has productions and the URL is short.
    tree: Option<String>,
    /// The typed parts of a document of one scheme; else the parts of the derivation, or the components
    /// that the grammar has, if there is no derivation.
    parts: Value,
}

impl UserParsed {
    fn new(user: &UserGrammar, url: &str) -> Self {
        if let Some(document) = user.source.whole_document()
            && let (Ok(tree), Ok(uri)) = (document.tree(url), document.parse(url))
        {
            return Self {
                tree: Some(tree.to_string()),
                parts: serde_json::to_value(uri.record()).unwrap_or_default(),
            };
        }
        let production = user.recognizer.production();
        let bnf = Some(&user.source.bnf).filter(|_| user.source.has_productions());
        // A derivation divides a text into characters; a grammar of bytes reads only US-ASCII so.
        let bnf = bnf.filter(|bnf| !bnf.is_of_bytes() || url.is_ascii());
        if let Some(derivation) = bnf.and_then(|bnf| Derivation::find(bnf, production, url)) {
            let mut tree = String::new();
            outline_derivation(&derivation, url, 0, &mut tree);
            return Self { tree: Some(tree), parts: derivation_value(&derivation, url) };
        }
        let components = Component::ALL.iter().zip(user.spans().unwrap_or_default());
        let components = components.filter_map(|(component, spans)| {
            let text = url.get(spans.in_string(url).ok()??)?;
            Some((component.name().to_owned(), text.into()))
        });
        Self { tree: None, parts: components.collect::<Map<_, _>>().into() }
    }
}

impl<'i> ParseResult<'i> {
    fn new(reader: &'i UrlReader, url: &'i str) -> Self {
        match reader {
            UrlReader::EntryProductions(grammar) => Self::BuiltIn(*grammar, Box::new(parse_examined(*grammar, url))),
            UrlReader::Production(grammar, production) => Self::BuiltIn(*grammar, Box::new(production.parse(url))),
            UrlReader::User(user) => Self::User(user, user.recognizer.check(url).map(|()| UserParsed::new(user, url))),
        }
    }

    fn accepts(&self) -> bool {
        match self {
            Self::BuiltIn(_, result) => result.is_ok(),
            Self::User(_, result) => result.is_ok(),
        }
    }

    fn grammar(&self) -> &str {
        match self {
            Self::BuiltIn(grammar, _) => grammar.id(),
            Self::User(user, _) => user.recognizer.grammar(),
        }
    }

    /// The production that accepts the URL, or that was being matched.
    fn production(&self) -> &str {
        match self {
            Self::BuiltIn(_, result) => result.as_ref().as_ref().map_or_else(Error::production, Parsed::production),
            Self::User(user, _) => user.recognizer.production(),
        }
    }

    /// The typed parts, or why the URL is refused.
    fn parts(&self, url: &str) -> Result<Value, Box<ShownRefusal>> {
        match self {
            Self::BuiltIn(_, result) => match &**result {
                Ok(parsed) => Ok(typed_parts(parsed)),
                Err(error) => {
                    Err(Box::new(ShownRefusal { report: error.report(url).to_string(), record: hinted(error) }))
                }
            },
            Self::User(_, Ok(parsed)) => Ok(parsed.parts.clone()),
            Self::User(_, Err(error)) => Err(Box::new(ShownRefusal {
                report: error.report(url).to_string(),
                record: error.refusal(error.offset()),
            })),
        }
    }

    /// The rule that was being read where the URL is refused; `None` if it is accepted, and without
    /// --cite.
    fn cited(&self, cite: CiteArgs) -> Option<CitedRule> {
        match self {
            Self::BuiltIn(_, result) => cite.rule(result.as_ref().as_ref().err()?),
            Self::User(..) if self.accepts() => None,
            Self::User(user, _) => cite.rule_in(&UrlGrammar::User(Arc::clone(user)), self.production()),
        }
    }

    /// The tree, if there is one.
    fn tree(&self) -> Option<String> {
        match self {
            Self::BuiltIn(_, result) => Some(result.as_ref().as_ref().ok()?.tree().to_string()),
            Self::User(_, result) => result.as_ref().ok()?.tree.clone(),
        }
    }

    /// The document's warnings about a URL that it accepts.
    fn warnings(&self, url: &str) -> Vec<String> {
        match self {
            Self::BuiltIn(grammar, result) => {
                let warnings = result.as_ref().as_ref().map(warnings).unwrap_or_default();
                warnings.into_iter().map(|warning| warning_text(*grammar, warning)).collect()
            }
            Self::User(user, Ok(_)) => warnings_of_user_grammar(user, url),
            Self::User(..) => Vec::new(),
        }
    }

    fn record<'o>(
        &'o self,
        url: &str,
        forgiven: &'o [String],
        uri: Option<&'o str>,
        cite: CiteArgs,
    ) -> ParseRecord<'o> {
        let (components, error) = match self.parts(url) {
            Ok(parts) => (Some(parts), None),
            Err(refusal) => (None, Some(refusal.record)),
        };
        let (grammar, production, warnings) = (self.grammar(), self.production(), self.warnings(url));
        let (serialised, errors) =
            self.read_by_browser(url).map(|(url, errors)| (Serialised::new(&url), errors)).unzip();
        let errors = errors.unwrap_or_default();
        ParseRecord {
            grammar,
            production,
            components,
            serialised: serialised.filter(|_| self.accepts()),
            validation_errors: errors.into_iter().map(Into::into).collect(),
            error,
            cited: self.cited(cite),
            forgiven,
            warnings,
            uri,
        }
    }

    /// What the parser of the URL Standard makes of a whole URL, with its validation errors, if the
    /// grammar is that of browsers.
    fn read_by_browser(&self, url: &str) -> Option<BrowserReading> {
        let Self::BuiltIn(browser::GRAMMAR, result) = self else { return None };
        // A refusal does not tell which production was selected.
        let is_whole = match &**result {
            Ok(parsed) => matches!(parsed.value(), uri_lineage::Value::Whatwg(_)),
            Err(error) => parse_examined(browser::GRAMMAR, url).as_ref() == Err(error),
        };
        is_whole.then(|| Url::parse_with_errors(url, None))
    }

    fn show(&self, out: &mut Vec<u8>, colours: Colours, url: &str, cite: CiteArgs) -> Result<(), Failure> {
        let grammar = colours.bold(plain(self.grammar()));
        let browser = self.read_by_browser(url);
        match self.parts(url) {
            Ok(parts) => {
                writeln!(out, "{grammar}: {}\n", colours.good(self.production()))?;
                if let Some(tree) = self.tree() {
                    write_indented(out, &tree)?;
                    writeln!(out)?;
                }
                let mut lines = String::new();
                outline(&parts, 0, &mut lines);
                write_indented(out, &lines)?;
                browser.as_ref().map_or(Ok(()), |(url, _)| Serialised::new(url).show(out))?;
                for warning in self.warnings(url) {
                    writeln!(out, "\n  {}: {warning}", colours.bad("warning"))?;
                }
            }
            Err(refusal) => {
                writeln!(out, "{grammar}: {}\n", colours.bad("refused"))?;
                // What the standard calls it says more than how far its grammar can read.
                let failure = browser.as_ref().and_then(|(read, _)| read.as_ref().err());
                let report = failure.map_or(refusal.report, |error| error.report(url).to_string());
                write_indented(out, &report)?;
                self.cited(cite).map_or(Ok(()), |rule| rule.write("  ", &mut *out))?;
            }
        }
        if let Some((read, errors)) = &browser {
            // The failure is shown above.
            let failure = read.as_ref().err();
            for (number, error) in errors.iter().filter(|&error| Some(error) != failure).enumerate() {
                let before = if number == 0 { "\n" } else { "" };
                writeln!(out, "{before}  validation error {error}")?;
            }
        }
        Ok(writeln!(out)?)
    }
}

/// Appends the lines of a derivation, nested by indentation.
fn outline_derivation(tree: &Derivation, url: &str, depth: usize, text: &mut String) {
    *text += &format!("{:1$}{2} {3:?}\n", "", 2 * depth, tree.production, &url[tree.span.clone()]);
    tree.parts.iter().for_each(|part| outline_derivation(part, url, depth + 1, text));
}

fn write_indented(out: &mut Vec<u8>, text: &str) -> Result<(), Failure> {
    text.lines().try_for_each(|line| writeln!(out, "  {line}"))?;
    Ok(())
}

/// Appends the typed parts for people: one name and value per line, nested by indentation.
fn outline(value: &Value, depth: usize, lines: &mut String) {
    let indentation = " ".repeat(2 * depth);
    let Value::Object(map) = value else {
        *lines += &format!("{indentation}{value}\n");
        return;
    };
    for (name, value) in map {
        if value.is_object() {
            *lines += &format!("{indentation}{name}:\n");
            outline(value, depth + 1, lines);
        } else {
            *lines += &format!("{indentation}{name}: {value}\n");
        }
    }
}

/// The typed parts; for a production without a struct, the tree instead.
fn typed_parts(parsed: &Parsed<'_>) -> Value {
    match parsed.value() {
        uri_lineage::Value::Text(_) => node_value(parsed.tree().root()),
        value => serde_json::to_value(value.record()).unwrap_or_default(),
    }
}

/// A span as JSON: its text, if it has no children; otherwise an object of them, in which repeated
/// names become an array.
fn span_value<'n>(text: &str, children: impl Iterator<Item = (&'n str, Value)>) -> Value {
    let mut map = Map::new();
    for (name, value) in children {
        match map.get_mut(name) {
            None => {
                map.insert(name.to_owned(), value);
            }
            Some(Value::Array(values)) => values.push(value),
            Some(first) => *first = Value::Array(vec![first.take(), value]),
        }
    }
    if map.is_empty() { text.into() } else { map.into() }
}

fn node_value(node: Node<'_, '_>) -> Value {
    span_value(node.text(), node.children().map(|child| (child.name(), node_value(child))))
}

fn derivation_value(tree: &Derivation, url: &str) -> Value {
    let text = url.get(tree.span.clone()).unwrap_or_default();
    span_value(text, tree.parts.iter().map(|part| (part.production.as_str(), derivation_value(part, url))))
}
