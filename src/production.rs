//! The productions of a grammar, and parsing by them into trees.

use crate::error::Error;
use crate::grammar::Grammar;
use crate::parsers::{Entry, entries};
use crate::rule::Rule;
use crate::tree::Node;

/// A production of a grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Production {
    grammar: Grammar,
    entry: usize,
}

impl Grammar {
    /// The production of that name, as the document prints it; `None` where this grammar has none.
    pub fn production(self, name: &str) -> Option<Production> {
        let entry = entries(self).iter().position(|entry| entry.rule.name() == name)?;
        Some(Production { grammar: self, entry })
    }

    /// All productions, in the order of the grammar's file.
    pub fn productions(self) -> impl Iterator<Item = Production> {
        (0..entries(self).len()).map(move |entry| Production { grammar: self, entry })
    }

    /// Whether the entry productions take all of `input`: [`parse`](Self::parse) without parts, and without saying why not.
    pub fn accepts(self, input: &str) -> bool {
        Self::worth_a_try(self.starts(), input).any(|production| production.accepts(input))
    }

    /// The fewest of the entry productions that take everything, in the order to try.
    pub(crate) fn starts(self) -> impl Iterator<Item = Production> {
        self.facts().starts.iter().filter_map(move |name| self.production(name))
    }

    /// What is made of the outline of the first of these productions that takes all of `input`.
    pub(crate) fn typed<'i, T>(
        self,
        rules: &[Rule],
        input: &'i str,
        build: impl Fn(Node<'_, 'i>) -> Option<T>,
    ) -> Result<T, Error> {
        for production in Self::worth_a_try(rules.iter().filter_map(|&rule| self.by_rule(rule)), input) {
            if let Some(Some(built)) = production.entry().outline(input, &build) {
                return Ok(built);
            }
        }
        Err(Error::of(self, rules, input))
    }

    /// All but those with a prefix that is not there: few have one, and it is quicker to see that than to let a parser fail.
    pub(crate) fn worth_a_try(
        productions: impl Iterator<Item = Production>,
        input: &str,
    ) -> impl Iterator<Item = Production> {
        let prefixed = input.get(..4).is_some_and(|prefix| prefix.eq_ignore_ascii_case("url:"));
        productions.filter(move |production| prefixed || production.rule() != Rule::prefixedurl)
    }

    /// The production that a rule stands for.
    fn by_rule(self, rule: Rule) -> Option<Production> {
        // Those that are asked for most, the entries, stand first.
        let entry = entries(self).iter().position(|entry| entry.rule == rule)?;
        Some(Production { grammar: self, entry })
    }
}

impl Production {
    /// The grammar that it belongs to.
    pub fn grammar(self) -> Grammar {
        self.grammar
    }

    /// Its name as the document prints it.
    pub fn name(self) -> &'static str {
        self.rule().name()
    }

    pub(crate) fn rule(self) -> Rule {
        self.entry().rule
    }

    pub(crate) fn entry(self) -> &'static Entry {
        &entries(self.grammar)[self.entry]
    }

    /// Whether the production takes all of `input`: [`parse`](Self::parse) without saying why not.
    pub fn accepts(self, input: &str) -> bool {
        self.entry().outline(input, |_| ()).is_some()
    }
}
