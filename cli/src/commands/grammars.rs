//! `grammars`: lists all grammars.

use std::io::Write;
use std::process::ExitCode;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::{Date, DocumentGrammar, Grammar, SchemeDocument};

use crate::failure::Failure;
use crate::output::text::table;
use crate::output::{Format, Output};
use crate::schema::OutputDescription;
use crate::schema::types::GrammarName;

/// List the grammars with their documents, dates and entry productions, and the documents of one scheme
#[derive(clap::Args)]
#[command(after_help = "Examples:
  uri-lineage grammars
  uri-lineage grammars --format json")]
pub struct Args {
    /// Output format
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// A grammar.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Record")]
struct GrammarRecord {
    /// The id of the grammar, which all commands use.
    #[schemars(with = "GrammarName")]
    id: &'static str,
    /// When its document appeared: a year, or a month and a year.
    #[schemars(with = "&'static str")]
    date: Date,
    /// The document.
    document: &'static str,
    /// The section of the document that prints the grammar.
    section: &'static str,
    /// The entry productions, which a whole URL may match.
    entry_productions: &'static [&'static str],
    /// What a document of one scheme has besides; absent for a grammar of all URLs.
    #[serde(flatten)]
    scheme_document: Option<SchemeDocumentRecord>,
}

/// A document of one scheme.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SchemeDocument")]
struct SchemeDocumentRecord {
    /// The schemes that it defines; empty if it is about URLs of any scheme.
    schemes: &'static [&'static str],
    /// The grammar of all URLs over which it is laid.
    base: Grammar,
    /// Whether it has only prose, from which the productions are written.
    from_prose: bool,
    /// Whether it is in force for its schemes.
    in_force: bool,
    /// The document of which it is a variant; absent if it is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    variant_of: Option<&'static str>,
}

impl GrammarRecord {
    fn new(document: DocumentGrammar) -> Self {
        let scheme_document = match document {
            DocumentGrammar::Grammar(_) => None,
            DocumentGrammar::Scheme(document) => Some(SchemeDocumentRecord {
                schemes: document.schemes(),
                base: document.base(),
                from_prose: document.is_from_prose(),
                in_force: document.is_in_force(),
                variant_of: document.variant_of().map(SchemeDocument::id),
            }),
        };
        Self {
            id: document.id(),
            date: document.date(),
            document: document.document(),
            section: document.section(),
            entry_productions: document.entry_productions(),
            scheme_document,
        }
    }
}

/// Describes the machine-readable output.
pub fn describe(description: &mut OutputDescription) {
    description.record::<GrammarRecord>().format("json", "array");
}

pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut output = Output::new(args.format == Format::Text);
    if args.format == Format::Json {
        let records: Vec<GrammarRecord> = DocumentGrammar::all().map(GrammarRecord::new).collect();
        return output.json(&records);
    }
    let row = |document: DocumentGrammar| {
        vec![
            document.id().to_owned(),
            document.date().to_string(),
            format!("{}, {}", document.document(), document.section()),
            document.entry_productions().join(" "),
        ]
    };
    let grammars = Grammar::all().map(DocumentGrammar::Grammar).map(row);
    let heads = ["grammar", "date", "document", "entry productions"];
    output.out.write_all(table(&heads, grammars, &[]).as_bytes())?;
    writeln!(output.out, "\n{}", output.bold("Documents of one scheme"))?;
    let schemes = SchemeDocument::ALL.iter().map(|&document| {
        let schemes = if document.schemes().is_empty() { "any".to_owned() } else { document.schemes().join(" ") };
        let notes = [document.is_from_prose().then_some("from prose"), document.is_in_force().then_some("in force")];
        let mut cells = row(DocumentGrammar::Scheme(document));
        cells.extend([
            schemes,
            document.base().to_string(),
            notes.into_iter().flatten().collect::<Vec<_>>().join(", "),
        ]);
        cells
    });
    let heads = ["grammar", "date", "document", "entry productions", "schemes", "laid over", ""];
    output.out.write_all(table(&heads, schemes, &[]).as_bytes())?;
    output.out.flush()?;
    Ok(ExitCode::SUCCESS)
}
