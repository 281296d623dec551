//! The warnings of documents, for people.

use uri_lineage::{DocumentGrammar, Grammar, Warning, warnings};

use crate::options::documents::{AnsweringDocument, in_force};
use crate::options::names::SCHEMES;
use crate::options::url_grammar::UserGrammar;

/// A warning, and the section that warns: of the document itself, or of another by its name.
pub fn warning_text(document: impl Into<DocumentGrammar>, warning: Warning) -> String {
    let document = document.into();
    match warning.source(document) {
        Some((source, section)) if source == document => format!("{warning} ({section})"),
        Some((source, section)) => format!("{warning} ({}, {section})", source.document()),
        None if warning == Warning::PathAsAuthority => warning.to_string(),
        // The document has no such section; the danger is the same.
        None => format!("{warning} (RFC 1738, 6)"),
    }
}

/// The warnings of a grammar about a URL; none if it refuses the URL.
pub fn warnings_of_grammar(grammar: Grammar, url: &str) -> Vec<String> {
    let found = grammar.parse(url).map(|parsed| warnings(&parsed)).unwrap_or_default();
    found.into_iter().map(|warning| warning_text(grammar, warning)).collect()
}

/// The warnings about a URL that a production reads, if it is that of a document of one scheme or of the
/// documents in force.
pub fn warnings_of_user_grammar(user: &UserGrammar, url: &str) -> Vec<String> {
    let document = user.source.whole_document().map(|document| AnsweringDocument::of_whole_url(document, url));
    let is_by_scheme = user.source.name == SCHEMES && user.source.production.is_none();
    let answering = if is_by_scheme { in_force(url) } else { document };
    match answering {
        Some(AnsweringDocument { document: DocumentGrammar::Grammar(grammar), uri, .. }) => {
            warnings_of_grammar(grammar, uri)
        }
        Some(AnsweringDocument { document: DocumentGrammar::Scheme(document), uri, .. }) => {
            let found = document.warnings(uri).unwrap_or_default();
            found.into_iter().map(|warning| warning_text(document, warning)).collect()
        }
        None => Vec::new(),
    }
}
