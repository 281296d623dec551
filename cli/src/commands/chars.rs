//! `chars`: the characters that each document allows in the parts of a URL.

use std::io::Write;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::language::{Characters, Usage};
use uri_lineage::visible::is_invisible;
use uri_lineage::{Component, Grammar, Part, UnknownPart};

use crate::failure::Failure;
use crate::options::given::{Given, GivenArgs, Own};
use crate::options::names::suggest;
use crate::output::text::table;
use crate::output::{Format, Output};
use crate::parallel::each;
use crate::schema::Described;
use crate::schema::types::Name;

/// Show which characters each document allows in the parts of a URL
///
/// `bare`: the character may occur unescaped; `escaped`: only as a percent sign and two hexadecimal
/// digits; `never`: not at all; `-`: the document has no such part. A segment is part of a path, a
/// selector is part of a Gopher URL. A host, a query and a fragment are those that `compare` shows:
/// the host of RFC 1808 is its whole `net_loc`. The results are computed for all strings.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage chars '~'
  uri-lineage chars --in host
  uri-lineage chars '~' --grammar rfc3986,my.abnf:url --place 'user=userinfo'
  uri-lineage chars %7B --in segment --grammar rfc1738,rfc3986 --format json")]
pub struct Args {
    /// A character: `~`, `%7E`, `U+007E`, or `space` [default: all of US-ASCII]
    #[arg(value_name = "CHARACTER", value_parser = character)]
    character: Option<char>,
    #[arg(long = "in", value_name = "PART", value_delimiter = ',', value_parser = part)]
    #[arg(help = format!("Which parts: {} [default: all]", Part::ALL.map(Part::name).join(", ")))]
    parts: Vec<Part>,
    #[command(flatten)]
    grammars: GivenArgs,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Describes the machine-readable output.
pub fn describe(all: &mut Described) {
    all.record::<Record<'_>>().format("json", "array");
}

/// Reads a character.
fn character(text: &str) -> Result<char, String> {
    let hex = |digits: &str| u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
    let mut characters = text.chars();
    let found = match (characters.next(), characters.next()) {
        (Some(one), None) => Some(one),
        _ if text == "space" => Some(' '),
        _ => ["%", "U+", "u+"].iter().find_map(|mark| text.strip_prefix(mark)).and_then(hex),
    };
    match found {
        None => Err("expected one character, as itself or as `%7E`, `U+007E` or `space`".to_owned()),
        Some(c) => Ok(c),
    }
}

/// Reads a part's name.
fn part(name: &str) -> Result<Part, String> {
    name.parse().map_err(|error: UnknownPart| suggest(&error, name, Part::ALL.map(Part::name)))
}

/// The characters in a part of a URL; `None` if the document has no such part. A part that is a
/// component is the component of `compare`, whatever production matches it.
pub fn of_part(grammar: Grammar, part: Part) -> Option<Characters> {
    match component(part) {
        // The spans of the library's grammars are not too large; else the productions decide.
        Some(component) => {
            Characters::of_component(grammar, component).unwrap_or_else(|_| Characters::of_part(grammar, part))
        }
        None => Characters::of_part(grammar, part),
    }
}

/// The component that a part is, unless productions alone define it.
pub fn component(part: Part) -> Option<Component> {
    match part {
        Part::Host => Some(Component::Host),
        Part::Query => Some(Component::Query),
        Part::Fragment => Some(Component::Fragment),
        Part::User | Part::Password | Part::Segment | Part::Selector => None,
    }
}

/// The characters in a part of a URL, in a grammar of the user; `None` if it has no such part. A
/// part that is not a component is the production of its name.
fn of_own(own: &Own, part: Part) -> Result<Option<Characters>, Failure> {
    let component = match part {
        Part::User => Component::User,
        Part::Host => Component::Host,
        Part::Query => Component::Query,
        Part::Fragment => Component::Fragment,
        Part::Password | Part::Segment | Part::Selector => {
            let bnf =
                Some(&own.source.bnf).filter(|bnf| own.source.has_productions() && bnf.get(part.name()).is_some());
            let all = bnf.map(|bnf| Characters::new(bnf, &[part.name()])).transpose();
            return all.map_err(|error| Failure::Usage(format!("{}: {error}", own.source.name)));
        }
    };
    let spans = own.spans().map_err(|error| Failure::Usage(error.to_string()))?;
    let spans = Some(&spans[component as usize]).filter(|spans| spans.exists());
    Ok(spans.map(Characters::of_spans))
}

/// The results of one document for one part.
type Column = (Given, Option<Characters>);

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let parts = Part::ALL.into_iter().filter(|part| args.parts.is_empty() || args.parts.contains(part));
    let grammars = args.grammars.list()?;
    let column = |given: Given, part: Part| -> Result<Column, Failure> {
        let all = match &given {
            Given::BuiltIn(grammar) => of_part(*grammar, part),
            Given::Own(own) => of_own(own, part)?,
        };
        Ok((given, all))
    };
    let columns = |part: Part| -> Result<Vec<Column>, Failure> {
        each("grammars", grammars.clone(), |given| column(given, part)).into_iter().collect()
    };
    let parts: Vec<(Part, Vec<Column>)> =
        parts.map(|part| Ok((part, columns(part)?))).collect::<Result<_, Failure>>()?;
    let mut output = Output::new(args.format == Format::Text);
    match (args.format, args.character) {
        (Format::Json, one) => {
            let characters: Vec<char> = one.map_or_else(|| ('\0'..='\x7F').collect(), |one| vec![one]);
            let records = parts.iter().flat_map(|(part, columns)| {
                characters.iter().flat_map(move |&character| {
                    columns.iter().map(move |(grammar, all)| Record {
                        character,
                        part: *part,
                        grammar: grammar.name(),
                        usage: all.as_ref().map(|all| all.usage(character)),
                    })
                })
            });
            serde_json::to_writer(&mut output.out, &records.collect::<Vec<_>>())?;
            writeln!(output.out)?;
        }
        (Format::Text, Some(one)) => {
            let rows = parts.iter().map(|(part, columns)| row(part.name().to_owned(), columns, one));
            write!(output.out, "{}", table(&header(&shown(one), &grammars), rows, &[]))?;
        }
        (Format::Text, None) => {
            for (part, columns) in &parts {
                // Characters that every document treats alike share a row.
                let mut rows: Vec<(Vec<String>, Vec<char>)> = Vec::new();
                for character in '\0'..='\x7F' {
                    let cells = row(String::new(), columns, character);
                    match rows.iter_mut().find(|(known, _)| *known == cells) {
                        Some((_, all)) => all.push(character),
                        None => rows.push((cells, vec![character])),
                    }
                }
                writeln!(output.out, "{}", output.bold(part))?;
                let rows = rows.into_iter().map(|(mut cells, all)| {
                    cells[0] = runs(&all);
                    cells
                });
                writeln!(output.out, "{}", table(&header("", &grammars), rows, &[]))?;
            }
        }
    }
    output.out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn header<'a>(first: &'a str, grammars: &'a [Given]) -> Vec<&'a str> {
    std::iter::once(first).chain(grammars.iter().map(Given::name)).collect()
}

/// A row: a name, and how a character may occur in each column.
fn row(name: String, columns: &[Column], character: char) -> Vec<String> {
    let cell = |(_, all): &Column| all.as_ref().map_or_else(|| "-".to_owned(), |all| all.usage(character).to_string());
    std::iter::once(name).chain(columns.iter().map(cell)).collect()
}

/// A character, or its name if it is invisible.
pub fn shown(character: char) -> String {
    match character {
        ' ' => "space".to_owned(),
        hidden if is_invisible(hidden) => format!("U+{:04X}", u32::from(hidden)),
        other => other.to_string(),
    }
}

/// Characters; consecutive letters, digits and control characters are a range.
pub fn runs(all: &[char]) -> String {
    let runs = ranges(all).flat_map(|run| match run {
        [first, .., last] if run.len() > 3 => vec![format!("{}-{}", shown(*first), shown(*last))],
        run => run.iter().map(|&c| shown(c)).collect(),
    });
    runs.collect::<Vec<_>>().join(" ")
}

/// Divides characters into runs of consecutive letters, digits or control characters, and single
/// characters.
pub fn ranges(all: &[char]) -> impl Iterator<Item = &[char]> {
    let alike = |one: char, other: char| {
        let kinds = [char::is_ascii_digit, char::is_ascii_lowercase, char::is_ascii_uppercase, char::is_ascii_control];
        u32::from(one) + 1 == u32::from(other) && kinds.iter().any(|kind| kind(&one) && kind(&other))
    };
    all.chunk_by(move |&one, &other| alike(one, other))
}

/// How a character may occur in a part of a URL, in one document.
#[derive(Serialize, JsonSchema)]
struct Record<'g> {
    /// The character.
    character: char,
    /// The part.
    part: Part,
    /// The grammar of the document.
    #[schemars(with = "Name")]
    grammar: &'g str,
    /// How the character may occur there; `null` if the document has no such part.
    usage: Option<Usage>,
}
