//! What a question is about: productions of grammars, and expressions in their notation.

use std::collections::HashMap;

use regular_bnf::{Bnf, Definition, Expr, GrammarError, Language, Notation};

use crate::grammar::DocumentGrammar;
use crate::grammar::published::Reading;

use Reading::{Corrected, Published};

/// A production of one grammar in one reading; or an expression in parentheses, in the notation of
/// the grammar.
pub(super) type Subject = (DocumentGrammar, Reading, &'static str);

/// A cache of languages.
#[derive(Default)]
pub(super) struct Languages(HashMap<Subject, Result<Language, GrammarError>>);

impl Languages {
    /// The language of a production or an expression.
    pub fn get(&mut self, subject: Subject) -> Result<Language, GrammarError> {
        self.0.entry(subject).or_insert_with(|| language_of(subject)).clone()
    }

    /// A shortest string that two expressions of a grammar derive.
    pub fn derived_by_both(
        &mut self,
        (grammar, reading, _): Subject,
        [left, right]: [&'static str; 2],
    ) -> Result<Option<String>, GrammarError> {
        let left = self.get((grammar, reading, left))?;
        Ok(left.compare(&self.get((grammar, reading, right))?)?.both)
    }
}

/// Parses a production, or an expression in parentheses.
pub(super) fn read_subject(name: &'static str) -> Option<Subject> {
    let (name, reading) = as_published(name);
    let (grammar, production) = name.split_once(':')?;
    Some((grammar.parse().ok()?, reading, production))
}

/// Parses two subjects with words between them.
pub(super) fn read_pair(text: &'static str, between: &str) -> Option<(Subject, Subject)> {
    let (left, right) = text.split_once(between)?;
    Some((read_subject(left)?, read_subject(right)?))
}

/// Parses a subject and two ways to derive it.
pub(super) fn read_ways(text: &'static str) -> Option<(Subject, [&'static str; 2])> {
    let (name, ways) = text.split_once(" is both (")?;
    let (left, right) = ways.strip_suffix(')')?.split_once(") and (")?;
    Some((read_subject(name)?, [left, right]))
}

/// The language of a production, or of an expression.
pub(super) fn language_of((grammar, reading, name): Subject) -> Result<Language, GrammarError> {
    let bnf = grammar.bnf(reading);
    if bnf.get(name).is_some() {
        return Language::new(bnf, name);
    }
    let expression = name.strip_prefix('(').and_then(|name| name.strip_suffix(')')).unwrap_or(name);
    let notation = grammar.notation();
    let equals = if notation == Notation::BernersLee { "" } else { "=" };
    let definition = Bnf::read_as(&format!("it {equals} {expression}\n"), notation);
    let body = definition.ok().and_then(|definition| definition.get("it")?.body.clone().ok());
    // The tests read every expression of the list.
    let body = Ok(body.unwrap_or_else(|| Expr::Undefined(name.to_owned())));
    let (text, comment) = (String::new(), String::new());
    Language::new(&bnf.with(vec![Definition { name: name.to_owned(), text, comment, line: 1, body }]), name)
}

/// A production as a question names it.
pub(super) struct SubjectName(pub Subject);

impl std::fmt::Display for SubjectName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (grammar, reading, production) = self.0;
        write!(f, "{grammar}:{production}")?;
        if reading == Published { f.write_str(" as published") } else { Ok(()) }
    }
}

/// A name, and the reading that it selects.
pub(super) fn as_published(name: &'static str) -> (&'static str, Reading) {
    name.strip_suffix(" as published").map_or((name, Corrected), |name| (name, Published))
}
