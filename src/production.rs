//! The productions of a grammar, and parsing by them into trees.

use crate::error::Error;
use crate::grammar::Grammar;
use crate::parsers::{Entry, entries};
use crate::tree::Tree;

/// A production of a grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Production {
    grammar: Grammar,
    entry: usize,
}

impl Grammar {
    /// The production of that name, as the document prints it; `None` where this grammar has none.
    pub fn production(self, name: &str) -> Option<Production> {
        // Those that are asked for most, the entries, stand first.
        let entry = entries(self).iter().position(|entry| entry.rule.name() == name)?;
        Some(Production { grammar: self, entry })
    }

    /// All productions, in the order of the grammar's file.
    pub fn productions(self) -> impl Iterator<Item = Production> {
        (0..entries(self).len()).map(move |entry| Production { grammar: self, entry })
    }

    /// Whether the entry productions take all of `input`: [`parse`](Self::parse) without parts, and without saying why not.
    pub fn accepts(self, input: &str) -> bool {
        self.read(self.facts().starts, input).is_some()
    }

    /// The first of these productions that takes all of `input`, and its tree.
    pub(crate) fn read<'i>(self, productions: &[&str], input: &'i str) -> Option<(Production, Tree<'i>)> {
        // Few have a prefix, and it is quicker to see that than to let a parser fail.
        let prefixed = input.get(..4).is_some_and(|prefix| prefix.eq_ignore_ascii_case("url:"));
        let names = productions.iter().filter(|name| prefixed || **name != "prefixedurl");
        let mut starts = names.filter_map(|name| self.production(name));
        starts.find_map(|production| Some((production, production.entry().parse(input)?)))
    }

    /// What is made of the tree of these productions.
    pub(crate) fn typed<'i, T>(
        self,
        productions: &[&'static str],
        input: &'i str,
        build: impl FnOnce(&Tree<'i>) -> Option<T>,
    ) -> Result<T, Error> {
        let built = self.read(productions, input).and_then(|(_, tree)| build(&tree));
        built.ok_or_else(|| Error::of(self, productions, input))
    }
}

impl Production {
    /// The grammar that it belongs to.
    pub fn grammar(self) -> Grammar {
        self.grammar
    }

    /// Its name as the document prints it.
    pub fn name(self) -> &'static str {
        self.entry().rule.name()
    }

    pub(crate) fn entry(self) -> &'static Entry {
        &entries(self.grammar)[self.entry]
    }

    /// Whether the production takes all of `input`: [`parse`](Self::parse) without saying why not.
    pub fn accepts(self, input: &str) -> bool {
        self.entry().parse(input).is_some()
    }
}
