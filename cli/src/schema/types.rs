//! Types that the schemas of records share.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use uri_lineage::{Grammar, SchemeDocument};

/// An object with a member for each of some grammars, under the grammar's id or the name of a file.
pub struct ByGrammar<T>(#[allow(dead_code, reason = "the type is only for schemas")] BTreeMap<GrammarName, T>);

/// The name of a grammar.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct GrammarName;

impl JsonSchema for GrammarName {
    fn schema_name() -> Cow<'static, str> {
        "GrammarName".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let grammar = generator.subschema_for::<Grammar>();
        json_schema!({
            "description": "A grammar: the id of a built-in one, or the name of a file, perhaps with a production after a colon.",
            "anyOf": [grammar, { "type": "string" }],
        })
    }
}

impl<T: JsonSchema> JsonSchema for ByGrammar<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("{}ByGrammar", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (name, member) = (generator.subschema_for::<GrammarName>(), generator.subschema_for::<T>());
        json_schema!({ "type": "object", "propertyNames": name, "additionalProperties": member })
    }
}

/// The name of a document: the id of a grammar of all URLs, or of a document of one scheme.
pub struct DocumentName;

impl JsonSchema for DocumentName {
    fn schema_name() -> Cow<'static, str> {
        "DocumentName".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (grammar, document) = (generator.subschema_for::<Grammar>(), generator.subschema_for::<SchemeDocument>());
        json_schema!({
            "description": "A document: the id of a grammar of all URLs or of a document of one scheme; `schemes` where no document defines the scheme.",
            "anyOf": [grammar, document, { "const": "schemes" }],
        })
    }
}

/// The components of a URL; absent components have no member.
#[derive(JsonSchema)]
#[schemars(rename = "Components")]
#[allow(dead_code, reason = "the type is only for schemas")]
pub struct ComponentTexts {
    /// The scheme, without its colon.
    #[schemars(skip_serializing_if = "Option::is_none")]
    scheme: Option<String>,
    /// The user, and the password after a colon.
    #[schemars(skip_serializing_if = "Option::is_none")]
    user: Option<String>,
    /// The host; if the document does not split it, the whole text in its place.
    #[schemars(skip_serializing_if = "Option::is_none")]
    host: Option<String>,
    /// The port.
    #[schemars(skip_serializing_if = "Option::is_none")]
    port: Option<String>,
    /// The path.
    #[schemars(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    /// The query, without its question mark.
    #[schemars(skip_serializing_if = "Option::is_none")]
    query: Option<String>,
    /// The fragment, without its hash sign.
    #[schemars(skip_serializing_if = "Option::is_none")]
    fragment: Option<String>,
}

/// The typed parts of a URL.
pub struct TypedParts;

impl JsonSchema for TypedParts {
    fn schema_name() -> Cow<'static, str> {
        "Parts".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let parts = generator.subschema_for::<Self>();
        json_schema!({
            "description": "Parts of a URL: an object has a member for each part, under the name of the part's production in \
                the grammar; an array has parts that come again, in order; a part without parts is its text, as it is in the URL. \
                null: the part is absent.",
            "anyOf": [
                { "type": ["string", "number", "boolean", "null"] },
                { "type": "array", "items": parts },
                { "type": "object", "additionalProperties": parts },
            ],
        })
    }
}

/// The span of something in a string: the offsets of its beginning and its end, in bytes.
pub struct SpanSchema;

impl JsonSchema for SpanSchema {
    fn schema_name() -> Cow<'static, str> {
        "Span".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Where something is in a string: the offset of its first byte, and that of the byte after its last.",
            "type": "array", "items": { "type": "integer", "minimum": 0 }, "minItems": 2, "maxItems": 2,
        })
    }
}
