//! Shell completion candidates for option values: grammars, sets, reasons, productions.

use std::ffi::OsStr;

use clap_complete::engine::{
    ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use uri_lineage::lint::Lint;
use uri_lineage::published::{Bnf, Reading};
use uri_lineage::{Grammar, Reason};

use super::names::sets;

/// The environment variable with which a shell requests candidates.
pub const VARIABLE: &str = "URI_LINEAGE_COMPLETE";

fn of_grammar(grammar: Grammar) -> CompletionCandidate {
    let help = format!("{}, {}, {}", grammar.document(), grammar.section(), grammar.date());
    CompletionCandidate::new(grammar.id()).help(Some(help.into()))
}

fn all(names: impl IntoIterator<Item = &'static str>) -> Vec<CompletionCandidate> {
    names.into_iter().map(CompletionCandidate::new).collect()
}

/// Ids of grammars.
pub fn ids() -> ArgValueCandidates {
    ArgValueCandidates::new(|| Grammar::ALL.map(of_grammar).into())
}

/// Ids of grammars, and names of sets.
pub fn grammars() -> ArgValueCandidates {
    ArgValueCandidates::new(|| Grammar::ALL.map(of_grammar).into_iter().chain(all(sets())).collect())
}

/// Ids of grammars, names of sets, and files.
pub fn given() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let text = current.to_string_lossy();
        let named = Grammar::ALL.map(of_grammar).into_iter().chain(all(sets()));
        let named = named.filter(|name| name.get_value().to_string_lossy().starts_with(&*text));
        named.chain(PathCompleter::file().complete(current)).collect::<Vec<_>>()
    })
}

/// Names of reasons, and `more` valid values.
pub fn reasons(more: &'static [&'static str]) -> ArgValueCandidates {
    let each = |reason: &Reason| CompletionCandidate::new(reason.name()).help(Some(reason.text().into()));
    ArgValueCandidates::new(move || Reason::ALL.iter().map(each).chain(all(more.iter().copied())).collect())
}

/// Names of lints, and `more` valid values.
pub fn lints(more: &'static [&'static str]) -> ArgValueCandidates {
    let each = |lint: &Lint| CompletionCandidate::new(lint.name()).help(Some(lint.summary().into()));
    ArgValueCandidates::new(move || Lint::ALL.iter().map(each).chain(all(more.iter().copied())).collect())
}

/// Files.
pub fn files() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| PathCompleter::file().complete(current))
}

/// The productions of a grammar.
fn of(grammar: Grammar) -> impl Iterator<Item = &'static str> {
    names(grammar.bnf(Reading::Corrected))
}

fn names(bnf: &Bnf) -> impl Iterator<Item = &str> {
    bnf.productions().iter().map(|definition| definition.name.as_str())
}

/// The names of all productions of some grammars, each once.
fn productions(grammars: &[Grammar]) -> Vec<&'static str> {
    let mut names: Vec<&str> = grammars.iter().copied().flat_map(of).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// `ID:NAME`, or `ID:` while the word has no colon.
fn qualified(current: &str) -> Vec<CompletionCandidate> {
    match current.split_once(':') {
        Some((id, begun)) => {
            let names = id.parse::<Grammar>().into_iter().flat_map(of).filter(|name| name.starts_with(begun));
            names.map(|name| CompletionCandidate::new(format!("{id}:{name}"))).collect()
        }
        None => {
            let known = Grammar::ALL.into_iter().filter(|grammar| grammar.id().starts_with(current));
            known.map(|grammar| CompletionCandidate::new(format!("{grammar}:"))).collect()
        }
    }
}

/// Production names, alone or after the id of a grammar and a colon.
pub fn of_any() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let current = current.to_string_lossy();
        let names = productions(&Grammar::ALL).into_iter().filter(|name| name.starts_with(&*current));
        all(names).into_iter().chain(qualified(&current)).collect::<Vec<_>>()
    })
}

/// Production names of the grammar on the command line; of all grammars if the command line names
/// no grammar.
pub fn named() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let words = std::env::args_os();
        let mut grammars: Vec<Grammar> = words.filter_map(|word| word.to_str()?.parse().ok()).collect();
        if grammars.is_empty() {
            grammars.extend(Grammar::ALL);
        }
        all(productions(&grammars))
    })
}

/// A grammar or a file, optionally with a production after a colon.
pub fn sources() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let text = current.to_string_lossy();
        let ids = Grammar::ALL.into_iter().filter(|grammar| grammar.id().starts_with(&*text)).map(of_grammar);
        let mut found: Vec<_> = ids.collect();
        if text.contains(':') {
            found.extend(qualified(&text));
        }
        found.extend(PathCompleter::file().complete(current));
        found
    })
}
