//! `schema`: JSON Schemas of the records of each command, generated from their Rust types.

use std::io::Write;
use std::process::ExitCode;

use clap::builder::{PossibleValue, PossibleValuesParser};
use serde_json::Value;

use super::{
    agree, ambiguity, bypass, chars, check, claims, compare, conform, convert, diff, differential, explain, extract,
    grammars, lineage, lint, normal, parse, prove, request, resolve, vectors,
};
use crate::failure::Failure;
use crate::list::{each, vector};
use crate::output::Output;
use crate::output::text::table;
use crate::schema::OutputDescription;

/// Print the JSON Schema of the records that a command writes, or list the commands
///
/// A schema describes one record with all its members; offsets count bytes from 0. `x-formats`
/// specifies how each format holds records: `lines` is one per line, `array` is one array of all
/// records, `record` is a single record, `rows` is a table. `x-csv` lists the columns of the tables
/// in order; a column that is `optional` is present only in some outputs. In a cell, a list of
/// texts is separated by semicolons, other structured members are JSON, and absent or null members
/// are empty. The number in `$id` is the version.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage schema
  uri-lineage schema check > check.schema.json")]
pub struct Args {
    /// The command
    #[arg(value_name = "COMMAND", value_parser = commands())]
    command: Option<String>,
}

/// A command, and the function that describes its output.
type CommandDescription = (&'static str, fn(&mut OutputDescription));

/// All commands that write records, in the order of the help.
const COMMANDS: [CommandDescription; 25] = [
    ("parse", parse::describe),
    ("check", check::describe),
    ("grammars", grammars::describe),
    ("diff", diff::describe),
    ("differential", differential::describe),
    ("agree", agree::describe),
    ("bypass", bypass::describe),
    ("ambiguity", ambiguity::describe),
    ("lineage", lineage::describe),
    ("explain", explain::describe),
    ("sample", vector::describe),
    ("vectors", vectors::describe),
    ("conform", conform::describe),
    ("compare", compare::describe),
    ("chars", chars::describe),
    ("claims", claims::describe),
    ("prove", prove::describe),
    ("lint", lint::describe),
    ("resolve", resolve::describe),
    ("relative", resolve::describe_relative),
    ("same", normal::describe_same),
    ("normalize", each::describe::<normal::Normalized>),
    ("request", each::describe::<request::Requested>),
    ("extract", extract::describe),
    ("convert", convert::describe),
];

/// The names of the commands.
fn commands() -> PossibleValuesParser {
    COMMANDS.map(|(name, _)| PossibleValue::new(name)).into()
}

/// The schema of a command, and the purpose of the command.
fn describe((name, describe): CommandDescription) -> (String, Value) {
    let command = <crate::Cli as clap::CommandFactory>::command();
    let about = command.find_subcommand(name).and_then(clap::Command::get_about).map(ToString::to_string);
    let about = about.unwrap_or_default();
    let mut description = OutputDescription::new();
    describe(&mut description);
    let schema = description.schema(name, &about);
    (about, schema)
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    if let Some(row) = COMMANDS.into_iter().find(|(name, _)| args.command.as_deref() == Some(name)) {
        return Output::new(false).json(&describe(row).1);
    }
    let mut output = Output::new(true);
    let rows = COMMANDS.map(|row| {
        let (about, schema) = describe(row);
        let formats = schema["x-formats"].as_object().map(|formats| formats.keys().cloned().collect::<Vec<_>>());
        vec![row.0.to_owned(), formats.unwrap_or_default().join(" "), about]
    });
    output.out.write_all(table(&["command", "formats", "records"], rows, &[]).as_bytes())?;
    output.out.flush()?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a schema has a description, or refers to a schema that has one.
    fn is_described(schema: &Value, root: &Value) -> bool {
        let reference = schema.get("$ref").and_then(Value::as_str);
        let target = reference.and_then(|reference| root.pointer(reference.trim_start_matches('#')));
        let alternatives = schema.get("anyOf").and_then(Value::as_array);
        schema.get("description").is_some_and(|text| text.as_str() != Some(""))
            || target.is_some_and(|target| is_described(target, root))
            || alternatives.is_some_and(|alternatives| alternatives.iter().any(|schema| is_described(schema, root)))
    }

    /// Finds members without a description, and numbers without a unit.
    fn find_undescribed(schema: &Value, root: &Value, place: &str, undescribed: &mut Vec<String>) {
        for (name, member) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
            // A constant is described with its object.
            let constant = member.get("const").is_some() && is_described(schema, root);
            let text = member.get("description").map(Value::to_string).unwrap_or_default();
            let number = member.get("type").is_some_and(|kind| kind.to_string().contains("integer"));
            // What an integer counts, or the list in which it is a number.
            let units = ["byte", "count", "How many", "line", "port", "column", "The number of the RFC", "RFC Editor"];
            if !(constant || is_described(member, root)) || number && !units.iter().any(|unit| text.contains(unit)) {
                undescribed.push(format!("{place}/{name}"));
            }
        }
        match schema {
            Value::Object(map) => {
                map.iter()
                    .for_each(|(name, inner)| find_undescribed(inner, root, &format!("{place}/{name}"), undescribed));
            }
            Value::Array(schemas) => schemas.iter().for_each(|inner| find_undescribed(inner, root, place, undescribed)),
            _ => {}
        }
    }

    #[test]
    fn every_member_and_column_is_described() {
        for row in COMMANDS {
            let (_, schema) = describe(row);
            let mut undescribed = Vec::new();
            find_undescribed(&schema, &schema, "", &mut undescribed);
            assert!(undescribed.is_empty(), "{}: {undescribed:?}", row.0);
            let columns = schema.get("x-csv").and_then(Value::as_object).into_iter().flatten();
            for column in columns.flat_map(|(_, columns)| columns.as_array().unwrap()) {
                assert!(column["description"].as_str().is_some_and(|text| !text.is_empty()), "{}: {column}", row.0);
            }
        }
    }
}
