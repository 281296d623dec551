//! The published grammars as data: every production in both readings, and what it uses.

mod notation;

use std::collections::BTreeSet;
use std::sync::OnceLock;

pub use notation::{Definition, Expr, NotationError};

use crate::grammar::Grammar;

/// How a document is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Reading {
    /// Exactly as printed, slips included.
    Published,
    /// With the corrections laid over, each of which has its evidence.
    #[default]
    Corrected,
}

/// The productions of one grammar in one reading.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::published::{Bnf, Reading};
///
/// let printed = Bnf::of(Grammar::Rfc1738, Reading::Published);
/// assert_eq!(printed.get("port").unwrap().text, "port           = digits");
/// assert_eq!(printed.undefined(), ["/"]);
/// ```
#[derive(Debug, Clone)]
pub struct Bnf {
    definitions: Vec<Definition>,
}

/// Why a `.bnf` file is no grammar.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BnfError {
    /// A place that cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A name that is defined twice, and not alike.
    #[error("line {line}: `{name}` is defined again, and otherwise")]
    Twice {
        /// The name.
        name: String,
        /// The line of the second definition.
        line: usize,
    },
}

impl Bnf {
    /// The productions of one of the six grammars.
    pub fn of(grammar: Grammar, reading: Reading) -> &'static Self {
        static ALL: [OnceLock<[Bnf; 2]>; Grammar::ALL.len()] = [const { OnceLock::new() }; Grammar::ALL.len()];
        let readings = || {
            let (published, corrections) = grammar.bnf_files();
            let published = Self::merge(notation::read(published).unwrap_or_default()).unwrap_or_default();
            let mut corrected = published.clone();
            corrected.lay_over(notation::read(corrections).unwrap_or_default());
            [published, corrected]
        };
        &ALL[grammar as usize].get_or_init(readings)[reading as usize]
    }

    /// Reads the text of a `.bnf` file, in either notation.
    ///
    /// # Errors
    ///
    /// Where something cannot be read: the line, the column and what was expected; or where a name is defined twice.
    pub fn read(file: &str) -> Result<Self, BnfError> {
        let definitions = notation::read(file)?;
        if let Some(error) = definitions.iter().find_map(|definition| definition.body.as_ref().err()) {
            return Err(error.clone().into());
        }
        Self::merge(definitions)
    }

    /// Drops a production that is printed again. Prose that defines nothing agrees with anything.
    fn merge(all: Vec<Definition>) -> Result<Self, BnfError> {
        let mut bnf = Self { definitions: Vec::new() };
        for definition in all {
            match bnf.get(&definition.name) {
                None => bnf.definitions.push(definition),
                Some(first) if first.body == definition.body || matches!(first.body, Ok(Expr::Undefined(_))) => {}
                Some(_) => return Err(BnfError::Twice { name: definition.name, line: definition.line }),
            }
        }
        Ok(bnf)
    }

    fn lay_over(&mut self, corrections: Vec<Definition>) {
        for correction in corrections {
            match self.definitions.iter_mut().find(|definition| definition.name == correction.name) {
                Some(definition) => *definition = correction,
                None => self.definitions.push(correction),
            }
        }
    }

    /// The productions in the document's order; those that only corrections have come last.
    pub fn productions(&self) -> &[Definition] {
        &self.definitions
    }

    /// The production of that name.
    pub fn get(&self, name: &str) -> Option<&Definition> {
        self.definitions.iter().find(|definition| definition.name == name)
    }

    /// The names that a production uses, in order, each once.
    pub fn uses(&self, name: &str) -> Vec<&str> {
        let mut names = Vec::new();
        if let Some(Ok(body)) = self.get(name).map(|definition| &definition.body) {
            for used in body.names() {
                if !names.contains(&used) {
                    names.push(used);
                }
            }
        }
        names
    }

    /// The productions that use a name, in the document's order.
    pub fn used_by(&self, name: &str) -> Vec<&str> {
        let all = self.definitions.iter().map(|definition| definition.name.as_str());
        all.filter(|user| self.uses(user).contains(&name)).collect()
    }

    /// The names that are used and not defined, in the order of their first use.
    pub fn undefined(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for definition in &self.definitions {
            for used in self.uses(&definition.name) {
                if self.get(used).is_none() && !names.contains(&used) {
                    names.push(used);
                }
            }
        }
        names
    }

    /// The productions that none of `entries` reaches, in the document's order.
    pub fn unreachable(&self, entries: &[&str]) -> Vec<&str> {
        let mut reached: BTreeSet<&str> = BTreeSet::new();
        let mut waiting: Vec<&str> = entries.to_vec();
        while let Some(name) = waiting.pop() {
            if let Some(definition) = self.get(name)
                && reached.insert(&definition.name)
            {
                waiting.extend(self.uses(&definition.name));
            }
        }
        let all = self.definitions.iter().map(|definition| definition.name.as_str());
        all.filter(|name| !reached.contains(name)).collect()
    }
}

impl Default for Bnf {
    /// No productions.
    fn default() -> Self {
        Self { definitions: Vec::new() }
    }
}
