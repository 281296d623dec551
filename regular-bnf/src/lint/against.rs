//! Comparison of a grammar with another one: with a language that should contain it, and with its
//! old version.

use std::collections::HashMap;

use super::lints::Lint;
use super::options::Linter;
use super::report::{Budget, Finding, Findings};
use crate::automaton::TooLarge;
use crate::bnf::GrammarError;
use crate::language::Language;
use crate::limits::limits;

/// Finds names as rules and productions have them: a rule's name cannot contain all characters of a
/// production's, and some notations ignore case.
struct NameIndex(HashMap<String, String>);

impl NameIndex {
    fn new(names: impl IntoIterator<Item = String>) -> Self {
        let mut index = HashMap::new();
        for name in names {
            index.entry(Self::key(&name).to_ascii_lowercase()).or_insert_with(|| name.clone());
            index.insert(Self::key(&name), name);
        }
        Self(index)
    }

    fn key(name: &str) -> String {
        name.replace('+', "_plus").replace('-', "_")
    }

    fn get(&self, name: &str) -> Option<&String> {
        let key = Self::key(name);
        self.0.get(&key).or_else(|| self.0.get(&key.to_ascii_lowercase()))
    }
}

/// Entries that accept strings outside of a language. `examine` returns the offset of a rule and
/// its language, if it is known.
pub(super) fn within(
    linter: &Linter<'_>,
    entries: &[String],
    findings: &mut Findings,
    mut examine: impl FnMut(&str, &mut Budget) -> (usize, Option<Result<Language, GrammarError>>),
) {
    let Some((outer, outer_language)) = &linter.within else { return };
    let mut budget = Budget::new();
    for name in entries {
        let (offset, language) = examine(name, &mut budget);
        let outside = match language {
            Some(language) => language.and_then(|language| language.difference(outer_language)),
            None => Err(GrammarError::TooLarge("a language that is not known".to_owned())),
        };
        match outside {
            Ok(outside) => {
                if let Some(string) = outside.members().next() {
                    let message = format!("`{name}` accepts a string that `{outer}` does not accept");
                    findings.add(offset, Finding::new(Lint::NotWithin, Some(name), message).with(Some(string)));
                }
            }
            Err(error) => findings.undecided(Lint::NotWithin, Some(offset), Some(name), &error),
        }
    }
}

/// Rules that accept more or less than in the old version. `rules` are names with offsets;
/// `language_of` returns the language of a rule.
pub(super) fn old(
    linter: &Linter<'_>,
    rules: &[(&str, usize)],
    findings: &mut Findings,
    mut language_of: impl FnMut(&str, &mut Budget) -> Option<Result<Language, GrammarError>>,
) {
    let Some(old) = linter.old else { return };
    let mut budget = Budget::new();
    let old_names = old.names();
    let old_index = NameIndex::new(old_names.iter().cloned());
    for &(name, offset) in rules {
        let Some(language) = language_of(name, &mut budget) else { continue };
        let language = if budget.left() == 0 { Err(too_large()) } else { language };
        let Some(old_name) = old_index.get(name) else {
            let member = language.ok().and_then(|language| shortest_member(&language));
            let message = format!("`{name}` is new");
            findings.add(offset, Finding::new(Lint::AcceptsMore, Some(name), message).with(member));
            continue;
        };
        let languages = language.and_then(|language| Ok((language, old.language(old_name, &mut budget)?)));
        match languages.and_then(|(new, old)| differences(&new, &old, &mut budget)) {
            Ok((accepted, refused)) => {
                if let Some(string) = accepted {
                    let message = format!("`{name}` accepts a string that it refused before");
                    findings.add(offset, Finding::new(Lint::AcceptsMore, Some(name), message).with(Some(string)));
                }
                if let Some(string) = refused {
                    let message = format!("`{name}` refuses a string that it accepted before");
                    findings.add(offset, Finding::new(Lint::AcceptsLess, Some(name), message).with(Some(string)));
                }
            }
            Err(error) => findings.undecided(Lint::AcceptsMore, Some(offset), Some(name), &error),
        }
    }
    let new_index = NameIndex::new(rules.iter().map(|(name, _)| (*name).to_owned()));
    for name in old_names.into_iter().filter(|name| new_index.get(name).is_none()) {
        let member = old.language(&name, &mut budget).ok().and_then(|language| shortest_member(&language));
        let message = format!("`{name}` is no longer defined");
        findings.add(0, Finding::new(Lint::AcceptsLess, Some(&name), message).with(member));
    }
}

/// A shortest string that only the new language has, and one that only the old language has.
fn differences(
    new: &Language,
    old: &Language,
    budget: &mut Budget,
) -> Result<(Option<String>, Option<String>), GrammarError> {
    let pairs = new.states().saturating_mul(old.states());
    budget.spend(pairs.min(limits().pairs)).map_err(|TooLarge| too_large())?;
    Ok((shortest_member(&new.difference(old)?), shortest_member(&old.difference(new)?)))
}

fn shortest_member(language: &Language) -> Option<String> {
    language.members().next()
}

fn too_large() -> GrammarError {
    GrammarError::TooLarge("the grammar".to_owned())
}
