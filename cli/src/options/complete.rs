//! Shell completion candidates for option values: grammars, sets, reasons, productions.

use std::ffi::OsStr;

use clap_complete::engine::{
    ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use uri_lineage::regular_bnf::lint::Lint;
use uri_lineage::{DocumentGrammar, Grammar, Reading, Reason};

use super::names::SCHEMES;
use super::names::sets;

/// The environment variable with which a shell requests candidates.
pub const VARIABLE: &str = "URI_LINEAGE_COMPLETE";

fn candidate(document: DocumentGrammar) -> CompletionCandidate {
    let help = format!("{}, {}, {}", document.document(), document.section(), document.date());
    CompletionCandidate::new(document.id()).help(Some(help.into()))
}

fn grammar_candidate(grammar: Grammar) -> CompletionCandidate {
    candidate(DocumentGrammar::Grammar(grammar))
}

fn candidates(names: impl IntoIterator<Item = &'static str>) -> Vec<CompletionCandidate> {
    names.into_iter().map(CompletionCandidate::new).collect()
}

/// Ids of grammars and of documents of one scheme.
pub fn ids() -> ArgValueCandidates {
    ArgValueCandidates::new(|| DocumentGrammar::all().map(candidate).collect())
}

/// Ids of grammars, and names of sets.
pub fn grammars() -> ArgValueCandidates {
    ArgValueCandidates::new(|| Grammar::all().map(grammar_candidate).chain(candidates(sets())).collect())
}

/// Ids of grammars and of documents of one scheme, and names of sets.
pub fn grammars_and_scheme_documents() -> ArgValueCandidates {
    ArgValueCandidates::new(|| DocumentGrammar::all().map(candidate).chain(candidates(sets())).collect())
}

/// Ids of grammars and of documents of one scheme, and names of sets, among them the document in force.
pub fn grammars_and_schemes() -> ArgValueCandidates {
    let names = || sets().chain([SCHEMES]);
    ArgValueCandidates::new(move || DocumentGrammar::all().map(candidate).chain(candidates(names())).collect())
}

/// Ids of grammars and of documents of one scheme, names of sets, and files.
pub fn grammars_or_files() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let text = current.to_string_lossy();
        let named = DocumentGrammar::all().map(candidate).chain(candidates(sets()));
        let named = named.filter(|name| name.get_value().to_string_lossy().starts_with(&*text));
        named.chain(PathCompleter::file().complete(current)).collect::<Vec<_>>()
    })
}

/// Names of reasons, and other valid values.
pub fn reasons(others: &'static [&'static str]) -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let reasons = Reason::ALL.iter();
        let reasons = reasons.map(|reason| CompletionCandidate::new(reason.name()).help(Some(reason.text().into())));
        reasons.chain(candidates(others.iter().copied())).collect()
    })
}

/// Names of lints, and other valid values.
pub fn lints(others: &'static [&'static str]) -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let lints = Lint::ALL.iter();
        let lints = lints.map(|lint| CompletionCandidate::new(lint.name()).help(Some(lint.summary().into())));
        lints.chain(candidates(others.iter().copied())).collect()
    })
}

/// Files.
pub fn files() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| PathCompleter::file().complete(current))
}

/// The names of the productions of a document.
fn document_production_names(document: DocumentGrammar) -> impl Iterator<Item = &'static str> {
    document.bnf(Reading::Corrected).productions().iter().map(|definition| definition.name.as_str())
}

/// The names of all productions of some grammars, each once.
fn production_names(grammars: &[Grammar]) -> Vec<&'static str> {
    let mut names: Vec<&str> =
        grammars.iter().copied().map(DocumentGrammar::Grammar).flat_map(document_production_names).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// `ID:NAME`, or `ID:` while the word has no colon.
fn qualified(current: &str) -> Vec<CompletionCandidate> {
    match current.split_once(':') {
        Some((id, prefix)) => {
            let names = id.parse::<DocumentGrammar>().into_iter().flat_map(document_production_names);
            let names = names.filter(|name| name.starts_with(prefix));
            names.map(|name| CompletionCandidate::new(format!("{id}:{name}"))).collect()
        }
        None => {
            let documents = DocumentGrammar::all().filter(|document| document.id().starts_with(current));
            documents.map(|document| CompletionCandidate::new(format!("{}:", document.id()))).collect()
        }
    }
}

/// Production names, alone or after the id of a grammar and a colon.
pub fn any_production() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let current = current.to_string_lossy();
        let names = production_names(Grammar::ALL).into_iter().filter(|name| name.starts_with(&*current));
        candidates(names).into_iter().chain(qualified(&current)).collect::<Vec<_>>()
    })
}

/// Production names of the grammar on the command line; of all grammars if the command line names
/// no grammar.
pub fn grammar_productions() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let words = std::env::args_os();
        let mut grammars: Vec<Grammar> = words.filter_map(|word| word.to_str()?.parse().ok()).collect();
        if grammars.is_empty() {
            grammars.extend(Grammar::ALL);
        }
        candidates(production_names(&grammars))
    })
}

/// A grammar or a file, optionally with a production after a colon.
pub fn sources() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let text = current.to_string_lossy();
        let ids = DocumentGrammar::all().filter(|document| document.id().starts_with(&*text)).map(candidate);
        let mut candidates: Vec<_> = ids.collect();
        if text.contains(':') {
            candidates.extend(qualified(&text));
        }
        candidates.extend(PathCompleter::file().complete(current));
        candidates
    })
}
