//! Documents as arguments of commands: grammars of all URLs, and documents of one scheme.

use uri_lineage::{Component, DocumentGrammar, Grammar, SchemeDocument, scheme};

use super::files::names_user_grammar;
use super::names::{SCHEMES, sets, suggest};
use super::{complete, default_grammars, grammars};

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

/// Finds the documents that an id or a set selects.
fn documents(name: &str) -> Result<Documents, String> {
    let unknown = match name.parse::<DocumentGrammar>() {
        Ok(document) => return Ok(Documents(vec![document])),
        Err(unknown) => unknown,
    };
    if sets().any(|set| set == name) || names_user_grammar(name) {
        let grammars = grammars(name)?;
        return Ok(Documents(grammars.into_iter().map(DocumentGrammar::Grammar).collect()));
    }
    Err(suggest(&unknown, name, unknown.known().iter().copied().chain(sets())))
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

/// The documents that say something of each URL; those of US-ASCII and the one in force for its scheme
/// by default.
#[derive(clap::Args)]
pub struct AnsweringGrammarArgs {
    /// Grammars to use: ids, among them those of documents of one scheme (`rfc6068`), or sets. The set
    /// `schemes` is the document in force for the scheme of the URL; the others are `ascii` (all of 1993
    /// to 2005 for URLs and URIs), `historical` (those of 1993 to 1997), the generations `first`,
    /// `second`, `intermediate` and `third`, `rfc` (`ascii` and RFC 3987, with the characters of
    /// Unicode), `url-standard` (the WHATWG's valid URL strings, and the strings that browsers accept),
    /// and `all`. Separate several with commas, or repeat the option [default: ascii,schemes]
    #[arg(long = "grammar", short, value_name = "ID", value_delimiter = ',', value_parser = selected_documents)]
    #[arg(add = complete::grammars_and_schemes())]
    grammars: Vec<SelectedDocuments>,
}

/// A document that says something of a URL.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SelectedDocument {
    /// This one.
    Document(DocumentGrammar),
    /// The one in force for the scheme of the URL.
    InForce,
}

/// The documents that a name selects.
#[derive(Clone)]
struct SelectedDocuments(Vec<SelectedDocument>);

fn selected_documents(name: &str) -> Result<SelectedDocuments, String> {
    if name == SCHEMES {
        return Ok(SelectedDocuments(vec![SelectedDocument::InForce]));
    }
    let Documents(documents) = documents(name)?;
    Ok(SelectedDocuments(documents.into_iter().map(SelectedDocument::Document).collect()))
}

impl AnsweringGrammarArgs {
    /// Whether the user selected no documents.
    pub fn is_default(&self) -> bool {
        self.grammars.is_empty()
    }

    /// The selected documents, each once.
    pub fn list(&self) -> Vec<SelectedDocument> {
        if self.is_default() {
            let grammars = default_grammars().into_iter().map(|grammar| SelectedDocument::Document(grammar.into()));
            return grammars.chain([SelectedDocument::InForce]).collect();
        }
        let mut list = Vec::new();
        for selected in self.grammars.iter().flat_map(|selected| &selected.0) {
            if !list.contains(selected) {
                list.push(*selected);
            }
        }
        list
    }
}

/// A document, and the part of a URL that it reads.
#[derive(Clone, Copy)]
pub struct AnsweringDocument<'u> {
    pub document: DocumentGrammar,
    pub uri: &'u str,
    /// The fragment after the part, which the document does not read.
    pub fragment: Option<&'u str>,
    /// Whether the document reads whole URLs, and no fragment may follow.
    pub is_whole: bool,
}

impl<'u> AnsweringDocument<'u> {
    /// A document that reads the whole URL.
    pub fn of_whole_url(document: impl Into<DocumentGrammar>, url: &'u str) -> Self {
        Self { document: document.into(), uri: url, fragment: None, is_whole: true }
    }
}

/// The documents that read a URL: of `list`, each once. Where none is in force for the scheme of the
/// URL, there is one less.
pub fn answering<'u>(list: &[SelectedDocument], url: &'u str) -> Vec<AnsweringDocument<'u>> {
    let mut answering: Vec<AnsweringDocument<'u>> = Vec::new();
    for selected in list {
        let found = match selected {
            SelectedDocument::Document(document) => Some(AnsweringDocument::of_whole_url(*document, url)),
            SelectedDocument::InForce => in_force(url),
        };
        answering.extend(found.filter(|found| answering.iter().all(|other| other.document != found.document)));
    }
    answering
}

/// The document in force for the scheme of a URL.
pub fn in_force(url: &str) -> Option<AnsweringDocument<'_>> {
    if let Some((document, uri, fragment)) = SchemeDocument::in_force_for(url) {
        let is_whole = document.has(Component::Fragment);
        return Some(AnsweringDocument { document: document.into(), uri, fragment, is_whole });
    }
    let of_rfc1738 = url
        .split_once(':')
        .is_some_and(|(scheme, _)| scheme::schemes().any(|known| known.eq_ignore_ascii_case(scheme)));
    let (uri, fragment) = url.split_once('#').map_or((url, None), |(uri, fragment)| (uri, Some(fragment)));
    of_rfc1738.then(|| AnsweringDocument { document: Grammar::Rfc1738.into(), uri, fragment, is_whole: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_sets_select_documents() {
        let ids = |name| documents(name).unwrap().0.into_iter().map(DocumentGrammar::id).collect::<Vec<_>>();
        assert_eq!(ids("rfc6068"), ["rfc6068"]);
        assert_eq!(ids("first").len(), 4);
    }

    #[test]
    fn an_unknown_name_has_a_suggestion() {
        let message = |name| documents(name).err().unwrap_or_default();
        assert!(message("rfc6086").ends_with("did you mean `rfc6068`?"), "{}", message("rfc6086"));
        assert!(message("RFC1738").ends_with("did you mean `rfc1738`?"));
        assert!(message("historcal").ends_with("did you mean `historical`?"));
        assert!(!message("xyz").contains("did you mean"));
        assert!(message("my.abnf").starts_with("this command needs the document of a built-in grammar"));
    }
}
