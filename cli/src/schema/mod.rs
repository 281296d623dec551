//! The description of what a command writes, as a JSON Schema generated from Rust types.

pub mod types;

use schemars::generate::SchemaSettings;
use schemars::transform::{self, Transform};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The version of all schemas. It increases when a member or a column is removed, renamed, or
/// changed in meaning.
const VERSION: u32 = 1;

/// The description of a command's output.
pub struct OutputDescription {
    generator: SchemaGenerator,
    records: Vec<Schema>,
    formats: Map<String, Value>,
    tables: Map<String, Value>,
}

/// A column of a table.
#[derive(Serialize)]
pub struct Column {
    pub name: &'static str,
    pub description: String,
    /// Whether the column is present only in some outputs.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
}

impl Column {
    pub fn new((name, description): (&'static str, &str)) -> Self {
        Self { name, description: description.to_owned(), optional: false }
    }
}

impl OutputDescription {
    pub fn new() -> Self {
        let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
        Self { generator, records: Vec::new(), formats: Map::new(), tables: Map::new() }
    }

    /// Adds a kind of record.
    pub fn record<T: JsonSchema>(&mut self) -> &mut Self {
        let record = self.generator.subschema_for::<T>();
        self.records.push(record);
        self
    }

    /// Specifies how a format holds records.
    pub fn format(&mut self, format: &str, holds: &str) -> &mut Self {
        self.formats.insert(format.to_owned(), holds.into());
        self
    }

    /// Adds a table.
    pub fn table(&mut self, name: &str, columns: Vec<Column>) -> &mut Self {
        self.format("csv", "rows");
        self.tables.insert(name.to_owned(), json!(columns));
        self
    }

    /// Adds a list in all formats: records of a type, and a table of their members.
    pub fn list<T: JsonSchema>(&mut self, columns: &[(&'static str, String)]) {
        let columns = self.columns::<T>(columns);
        self.record::<T>().format("json", "array").format("jsonl", "lines").table("records", columns);
    }

    /// The columns of a table, with the descriptions of the members of a record.
    pub fn columns<T: JsonSchema>(&mut self, columns: &[(&'static str, String)]) -> Vec<Column> {
        let record = self.generator.subschema_for::<T>();
        let columns = columns.iter().map(|(name, place)| {
            let description = self.description(record.as_value(), place);
            Column::new((*name, &description.map(plain).unwrap_or_default()))
        });
        columns.collect()
    }

    /// The description of the member at a place in a schema.
    fn description<'s>(&'s self, schema: &'s Value, place: &str) -> Option<&'s str> {
        let mut member = schema;
        let mut description = None;
        for name in place.split('/').skip(1) {
            member = self.target(member)?.get("properties")?.get(name)?;
            description = member.get("description").or_else(|| self.target(member)?.get("description"));
        }
        description?.as_str()
    }

    /// The schema that a reference refers to; a schema that is not a reference is returned
    /// unchanged. A nullable schema refers to its other alternative.
    fn target<'s>(&'s self, schema: &'s Value) -> Option<&'s Value> {
        if let Some(alternatives) = schema.get("anyOf").and_then(Value::as_array) {
            return self
                .target(alternatives.iter().find(|schema| schema.get("type").is_none_or(|kind| kind != "null"))?);
        }
        match schema.get("$ref").and_then(Value::as_str) {
            Some(reference) => self.generator.definitions().get(reference.rsplit('/').next()?),
            None => Some(schema),
        }
    }

    /// The schema of a command.
    pub fn schema(mut self, command: &str, about: &str) -> Value {
        let mut root = Map::new();
        let mut put = |name: &str, value: Value| root.insert(name.to_owned(), value);
        put("$schema", "https://json-schema.org/draft/2020-12/schema".into());
        put("$id", format!("urn:x-uri-lineage:schema:{VERSION}:{command}").into());
        put("title", format!("A record of `uri-lineage {command}`").into());
        put("description", about.into());
        put("x-formats", self.formats.into());
        if !self.tables.is_empty() {
            put("x-csv", self.tables.into());
        }
        match <[Schema; 1]>::try_from(self.records) {
            Ok([record]) => put("$ref", record.get("$ref").cloned().unwrap_or_default()),
            Err(several) => put("anyOf", several.into_iter().map(Schema::to_value).collect()),
        };
        put("$defs", self.generator.take_definitions(false).into());
        let mut schema = root.into();
        if let Ok(schema) = <&mut Schema>::try_from(&mut schema) {
            close(schema);
        }
        schema
    }
}

/// Forbids members that are not described, and turns doc comments into descriptions.
fn close(schema: &mut Schema) {
    if let Some(text) = schema.get("description").and_then(Value::as_str).map(plain) {
        schema.insert("description".to_owned(), text.into());
    }
    if schema.get("properties").is_some() && schema.get("additionalProperties").is_none() {
        schema.insert("additionalProperties".to_owned(), false.into());
    }
    let required = schema.get("required").cloned().unwrap_or_default();
    let required = required.as_array().map(Vec::as_slice).unwrap_or_default();
    let members = schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten();
    members.filter(|(name, _)| !required.contains(&json!(name))).for_each(|(_, member)| forbid_null(member));
    transform::transform_subschemas(&mut CloseSchemas, schema);
}

/// A member that may be absent is not null when present.
fn forbid_null(member: &mut Value) {
    let null = json!("null");
    if let Some(Value::Array(kinds)) = member.get_mut("type") {
        kinds.retain(|kind| *kind != null);
    }
    if let Some(Value::Array(alternatives)) = member.get_mut("anyOf") {
        alternatives.retain(|schema| schema.get("type") != Some(&null));
    }
}

struct CloseSchemas;

impl Transform for CloseSchemas {
    fn transform(&mut self, schema: &mut Schema) {
        close(schema);
    }
}

/// A doc comment without its links and examples, which are for readers of the code.
fn plain(comment: &str) -> String {
    let text = comment.split("```").next().unwrap_or_default();
    let mut plain = String::with_capacity(text.len());
    let mut remaining = text.trim_end();
    while let Some((before, link)) = remaining.split_once('[') {
        plain += before;
        // `[words](target)`, or `[words]`.
        let Some((words, after)) = link.split_once(']') else {
            remaining = link;
            break;
        };
        plain += words;
        let target = after.strip_prefix('(').and_then(|after| after.split_once(')'));
        remaining = target.map_or(after, |(_, after)| after);
    }
    plain + remaining
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_have_no_links_and_examples() {
        assert_eq!(
            plain("As [`Error`](crate::Error) is, [so] it is.\n\n```\nlet x = [1];\n```"),
            "As `Error` is, so it is."
        );
        assert_eq!(plain("a [b"), "a b");
    }
}
