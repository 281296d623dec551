//! A grammar beside another one: within a language, and beside its old version.

use std::collections::HashMap;

use super::lints::Lint;
use super::options::Linter;
use super::report::{Budget, Finding, Findings};
use crate::bnf::LanguageError;
use crate::language::Language;

/// Finds names as rules and productions have them: a rule's name cannot contain all characters of a
/// production's, and some notations ignore case.
struct NameIndex(HashMap<String, String>);

impl NameIndex {
    fn new(names: impl IntoIterator<Item = String>) -> Self {
        let mut all = HashMap::new();
        for name in names {
            all.entry(Self::key(&name).to_ascii_lowercase()).or_insert_with(|| name.clone());
            all.insert(Self::key(&name), name);
        }
        Self(all)
    }

    fn key(name: &str) -> String {
        name.replace('+', "_plus").replace('-', "_")
    }

    fn get(&self, name: &str) -> Option<&String> {
        let key = Self::key(name);
        self.0.get(&key).or_else(|| self.0.get(&key.to_ascii_lowercase()))
    }
}

/// Entries that accept strings outside of a language. `of` returns the place of a rule and its
/// language, if it is known.
pub(super) fn within(
    linter: &Linter<'_>,
    entries: &[String],
    findings: &mut Findings,
    mut of: impl FnMut(&str, &mut Budget) -> (usize, Option<Result<Language, LanguageError>>),
) {
    let Some((outer, whole)) = &linter.within else { return };
    let mut budget = Budget::new();
    for name in entries {
        let (at, language) = of(name, &mut budget);
        let outside = match language {
            Some(language) => language.and_then(|language| language.difference(whole)),
            None => Err(LanguageError::TooLarge("a language that is not known".to_owned())),
        };
        match outside {
            Ok(outside) => {
                if let Some(string) = outside.members().next() {
                    let message = format!("`{name}` accepts a string that `{outer}` does not accept");
                    findings.add(at, Finding::new(Lint::NotWithin, Some(name), message).with(Some(string)));
                }
            }
            Err(error) => findings.undecided(Lint::NotWithin, Some(at), Some(name), &error),
        }
    }
}

/// Rules that accept more or less than in the old version. `own` are the rules with their places,
/// `of` returns the language of one.
pub(super) fn old(
    linter: &Linter<'_>,
    own: &[(&str, usize)],
    findings: &mut Findings,
    mut of: impl FnMut(&str, &mut Budget) -> Option<Result<Language, LanguageError>>,
) {
    let Some(old) = linter.old else { return };
    let mut budget = Budget::new();
    let before = old.names();
    let names = NameIndex::new(before.iter().cloned());
    let too_large = || LanguageError::TooLarge("the grammar".to_owned());
    for &(name, at) in own {
        let Some(language) = of(name, &mut budget) else { continue };
        let language = if budget.left() == 0 { Err(too_large()) } else { language };
        let Some(before) = names.get(name) else {
            let first = language.ok().and_then(|language| language.members().next());
            let message = format!("`{name}` is new");
            findings.add(at, Finding::new(Lint::AcceptsMore, Some(name), message).with(first));
            continue;
        };
        let both = language.and_then(|language| Ok((language, old.language(before, &mut budget)?)));
        let differences = both.and_then(|(new, old)| {
            let pairs = new.states().saturating_mul(old.states());
            budget.spend(pairs.min(crate::limits::LIMITS.pairs)).map_err(|_| too_large())?;
            let first = |language: Language| language.members().next();
            Ok((first(new.difference(&old)?), first(old.difference(&new)?)))
        });
        match differences {
            Ok((more, less)) => {
                if let Some(string) = more {
                    let message = format!("`{name}` accepts a string that it refused before");
                    findings.add(at, Finding::new(Lint::AcceptsMore, Some(name), message).with(Some(string)));
                }
                if let Some(string) = less {
                    let message = format!("`{name}` refuses a string that it accepted before");
                    findings.add(at, Finding::new(Lint::AcceptsLess, Some(name), message).with(Some(string)));
                }
            }
            Err(error) => findings.undecided(Lint::AcceptsMore, Some(at), Some(name), &error),
        }
    }
    let now = NameIndex::new(own.iter().map(|(name, _)| (*name).to_owned()));
    for name in before.into_iter().filter(|name| now.get(name).is_none()) {
        let first = old.language(&name, &mut budget).ok().and_then(|language| language.members().next());
        let message = format!("`{name}` is no longer defined");
        findings.add(0, Finding::new(Lint::AcceptsLess, Some(&name), message).with(first));
    }
}
