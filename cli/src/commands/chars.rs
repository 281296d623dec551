//! `chars`: the characters that each document allows in the parts of a URL.

use std::io::Write;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::language::{Characters, Usage};
use uri_lineage::regular_bnf::is_invisible;
use uri_lineage::{Component, Grammar, Part};

use crate::failure::Failure;
use crate::options::names::find_by_name;
use crate::options::url_grammar::{UrlGrammar, UrlGrammarArgs, UserGrammar};
use crate::output::text::table;
use crate::output::{Format, Output};
use crate::parallel;
use crate::schema::OutputDescription;
use crate::schema::types::GrammarName;

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
    #[arg(long = "in", value_name = "PART", value_delimiter = ',', value_parser = find_by_name::<Part>)]
    #[arg(help = format!("Which parts: {} [default: all]", Part::ALL.map(Part::name).join(", ")))]
    parts: Vec<Part>,
    #[command(flatten)]
    grammars: UrlGrammarArgs,
    /// Output format
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Describes the machine-readable output.
pub fn describe(description: &mut OutputDescription) {
    description.record::<UsageRecord<'_>>().format("json", "array");
}

/// Reads a character.
fn character(text: &str) -> Result<char, String> {
    let mut characters = text.chars();
    let character = match (characters.next(), characters.next()) {
        (Some(character), None) => Some(character),
        _ if text == "space" => Some(' '),
        _ => {
            let digits = ["%", "U+", "u+"].iter().find_map(|mark| text.strip_prefix(mark));
            digits.and_then(|digits| char::from_u32(u32::from_str_radix(digits, 16).ok()?))
        }
    };
    character.ok_or_else(|| "expected one character, as itself or as `%7E`, `U+007E` or `space`".to_owned())
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
fn of_user_grammar(grammar: &UserGrammar, part: Part) -> Result<Option<Characters>, Failure> {
    let component = match part {
        Part::User => Component::User,
        Part::Host => Component::Host,
        Part::Query => Component::Query,
        Part::Fragment => Component::Fragment,
        Part::Password | Part::Segment | Part::Selector => {
            let bnf = Some(&grammar.source.bnf)
                .filter(|bnf| grammar.source.has_productions() && bnf.get(part.name()).is_some());
            let characters = bnf.map(|bnf| Characters::new(bnf, &[part.name()])).transpose();
            return characters.map_err(|error| Failure::Usage(format!("{}: {error}", grammar.source.name)));
        }
    };
    let spans = grammar.spans().map_err(|error| Failure::Usage(error.to_string()))?;
    let spans = Some(&spans[component as usize]).filter(|spans| spans.exists());
    Ok(spans.map(Characters::of_spans))
}

/// The characters of some grammars in one part of a URL.
struct PartCharacters {
    part: Part,
    /// For each selected grammar; `None` if the grammar has no such part.
    columns: Vec<Option<Characters>>,
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let grammars = args.grammars.list()?;
    let selected = Part::ALL.into_iter().filter(|part| args.parts.is_empty() || args.parts.contains(part));
    let parts = selected.map(|part| PartCharacters::new(part, &grammars)).collect::<Result<Vec<_>, _>>()?;
    let mut output = Output::new(args.format == Format::Text);
    match (args.format, args.character) {
        (Format::Json, character) => {
            serde_json::to_writer(&mut output.out, &records(&parts, &grammars, character))?;
            writeln!(output.out)?;
        }
        (Format::Text, Some(character)) => {
            let rows = parts.iter().map(|part| part.row(part.part.name().to_owned(), character));
            write!(output.out, "{}", table(&header(&shown(character), &grammars), rows, &[]))?;
        }
        (Format::Text, None) => {
            for part in &parts {
                writeln!(output.out, "{}", output.bold(part.part))?;
                writeln!(output.out, "{}", table(&header("", &grammars), part.rows(), &[]))?;
            }
        }
    }
    output.out.flush()?;
    Ok(ExitCode::SUCCESS)
}

impl PartCharacters {
    fn new(part: Part, grammars: &[UrlGrammar]) -> Result<Self, Failure> {
        let columns = parallel::map("grammars", grammars.to_vec(), |grammar| match &grammar {
            UrlGrammar::BuiltIn(grammar) => Ok(of_part(*grammar, part)),
            UrlGrammar::User(grammar) => of_user_grammar(grammar, part),
        });
        Ok(Self { part, columns: columns.into_iter().collect::<Result<_, Failure>>()? })
    }

    /// A row: a name, and how a character may occur in each grammar.
    fn row(&self, name: String, character: char) -> Vec<String> {
        let mut row = vec![name];
        row.extend(self.columns.iter().map(|characters| match characters {
            Some(characters) => characters.usage(character).to_string(),
            None => "-".to_owned(),
        }));
        row
    }

    /// The rows of all characters of US-ASCII. Characters that every grammar treats alike share a
    /// row.
    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        let mut rows: Vec<(Vec<String>, Vec<char>)> = Vec::new();
        for character in '\0'..='\x7F' {
            let row = self.row(String::new(), character);
            match rows.iter_mut().find(|(earlier, _)| *earlier == row) {
                Some((_, characters)) => characters.push(character),
                None => rows.push((row, vec![character])),
            }
        }
        rows.into_iter().map(|(mut row, characters)| {
            row[0] = runs(&characters);
            row
        })
    }
}

/// The records of one character, or of all of US-ASCII.
fn records<'g>(parts: &[PartCharacters], grammars: &'g [UrlGrammar], character: Option<char>) -> Vec<UsageRecord<'g>> {
    let characters = character.map_or('\0'..='\x7F', |character| character..=character);
    let mut records = Vec::new();
    for PartCharacters { part, columns } in parts {
        for character in characters.clone() {
            records.extend(grammars.iter().zip(columns).map(|(grammar, column)| UsageRecord {
                character,
                part: *part,
                grammar: grammar.name(),
                usage: column.as_ref().map(|characters| characters.usage(character)),
            }));
        }
    }
    records
}

fn header<'a>(first: &'a str, grammars: &'a [UrlGrammar]) -> Vec<&'a str> {
    std::iter::once(first).chain(grammars.iter().map(UrlGrammar::name)).collect()
}

/// A character, or its name if it is invisible.
pub fn shown(character: char) -> String {
    match character {
        ' ' => "space".to_owned(),
        character if is_invisible(character) => format!("U+{:04X}", u32::from(character)),
        character => character.to_string(),
    }
}

/// Characters; consecutive letters, digits and control characters are a range.
pub fn runs(characters: &[char]) -> String {
    let runs = ranges(characters).flat_map(|run| match run {
        [first, .., last] if run.len() > 3 => vec![format!("{}-{}", shown(*first), shown(*last))],
        run => run.iter().map(|&c| shown(c)).collect(),
    });
    runs.collect::<Vec<_>>().join(" ")
}

/// Divides characters into runs of consecutive letters, digits or control characters, and single
/// characters.
pub fn ranges(characters: &[char]) -> impl Iterator<Item = &[char]> {
    let kinds = [char::is_ascii_digit, char::is_ascii_lowercase, char::is_ascii_uppercase, char::is_ascii_control];
    characters.chunk_by(move |&character, &next| {
        u32::from(character) + 1 == u32::from(next) && kinds.iter().any(|kind| kind(&character) && kind(&next))
    })
}

/// How a character may occur in a part of a URL, in one document.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Record")]
struct UsageRecord<'g> {
    /// The character.
    character: char,
    /// The part.
    part: Part,
    /// The grammar of the document.
    #[schemars(with = "GrammarName")]
    grammar: &'g str,
    /// How the character may occur there; `null` if the document has no such part.
    usage: Option<Usage>,
}
