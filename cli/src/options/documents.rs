//! Documents as arguments of commands: grammars of all URLs, and documents of one scheme.

use uri_lineage::DocumentGrammar;

use super::{complete, grammars};

/// The selected documents.
#[derive(clap::Args)]
pub struct DocumentGrammarArgs {
    /// Grammars to use: ids, among them those of documents of one scheme, or sets. The sets are those
    /// of the other commands. Separate several with commas, or repeat the option [default: all]
    #[arg(long = "grammar", short, value_name = "ID", value_delimiter = ',', value_parser = documents)]
    #[arg(add = complete::grammars_and_scheme_documents())]
    grammars: Vec<Documents>,
}

/// The documents that a name selects.
#[derive(Clone)]
struct Documents(Vec<DocumentGrammar>);

fn documents(name: &str) -> Result<Documents, String> {
    match name.parse::<DocumentGrammar>() {
        Ok(document) => Ok(Documents(vec![document])),
        Err(_) => {
            grammars(name).map(|grammars| Documents(grammars.into_iter().map(DocumentGrammar::Grammar).collect()))
        }
    }
}

impl DocumentGrammarArgs {
    /// The selected documents, each once; all by default.
    pub fn list(&self) -> Vec<DocumentGrammar> {
        if self.grammars.is_empty() {
            return DocumentGrammar::all().collect();
        }
        let mut list = Vec::new();
        for document in self.grammars.iter().flat_map(|selected| &selected.0) {
            if !list.contains(document) {
                list.push(*document);
            }
        }
        list
    }
}
