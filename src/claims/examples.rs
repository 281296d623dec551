//! The examples of the documents, held to their own grammars.

use std::collections::HashSet;

use regular_bnf::GrammarError;

use super::subject::Languages;
use crate::base::component::Component;
use crate::grammar::published::Reading;
use crate::grammar::{DocumentGrammar, Grammar, SchemeDocument};

/// The examples of a document that its grammar refuses.
pub(super) fn refused_examples(
    grammar: DocumentGrammar,
    reading: Reading,
    languages: &mut Languages,
) -> Result<Vec<String>, GrammarError> {
    match grammar {
        DocumentGrammar::Grammar(grammar) => refused_urls(grammar, reading, languages),
        DocumentGrammar::Scheme(document) => refused_scheme_examples(document, reading, languages),
    }
}

/// The examples of a document of one scheme that their productions refuse.
fn refused_scheme_examples(
    document: SchemeDocument,
    reading: Reading,
    languages: &mut Languages,
) -> Result<Vec<String>, GrammarError> {
    let mut refused = Vec::new();
    for (production, text) in scheme_examples(document) {
        if !languages.get((document.into(), reading, production))?.contains(text) {
            refused.push(text.to_owned());
        }
    }
    Ok(refused)
}

/// The strings that a document of one scheme presents as examples, each with its production, without
/// strings that it calls incorrect.
fn scheme_examples(document: SchemeDocument) -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("../../grammar/schemes/examples.tsv").lines().filter_map(move |line| {
        let [id, _section, verdict, production, text] = line.split('\t').collect::<Vec<_>>()[..] else { return None };
        (id == document.id() && verdict == "accepted").then_some((production, text))
    })
}

/// The examples of a document that the entry productions of its grammar refuse.
fn refused_urls(grammar: Grammar, reading: Reading, languages: &mut Languages) -> Result<Vec<String>, GrammarError> {
    // In the published reading, an entry production may use an undefined name. Its alternatives are
    // then used instead.
    let names = grammar.entry_productions().iter().chain(grammar.facts().alternatives);
    let (entries, errors): (Vec<_>, Vec<_>) =
        names.map(|entry| languages.get((grammar.into(), reading, entry))).partition(Result::is_ok);
    if let (true, Some(Err(error))) = (entries.is_empty(), errors.into_iter().next()) {
        return Err(error);
    }
    // A document without fragments associates a fragment with a URL, such as RFC 1738 in its
    // appendix.
    let has_fragments = !grammar.facts().places.get(Component::Fragment).is_empty();
    let urls = examples(grammar).map(|text| if has_fragments { text } else { text.split('#').next().unwrap_or(text) });
    let refused = urls.filter(|url| !entries.iter().flatten().any(|language| language.contains(url)));
    Ok(refused.map(str::to_owned).collect())
}

/// The strings that a grammar's own document presents as URLs, each once, without partial forms and
/// without strings that it calls illegal.
fn examples(grammar: Grammar) -> impl Iterator<Item = &'static str> {
    // Both grammars of RFC 1630 share its examples.
    let grammars = Grammar::all().filter(|other| other.document() == grammar.document());
    let ids: Vec<&str> = grammars.map(Grammar::id).collect();
    let mut seen = HashSet::new();
    include_str!("../../grammar/examples.tsv").lines().filter_map(move |line| {
        let mut fields = line.split('\t');
        let is_of_document = ids.contains(&fields.next()?);
        let is_url = fields.nth(1)? == "url";
        let text = fields.next()?;
        (is_of_document && is_url && seen.insert(text)).then_some(text)
    })
}
