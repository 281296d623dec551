//! The productions of a grammar, and parsing by them into trees.

use std::sync::LazyLock;

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

    /// Whether the entry productions accept all of `input`: [`parse`](Self::parse) without parts, and without saying why
    /// not.
    pub fn accepts(self, input: &str) -> bool {
        self.starts(input).any(|production| production.accepts(input))
    }

    /// The fewest of the entry productions that can accept an input, in the order to try.
    pub(crate) fn starts(self, input: &str) -> impl Iterator<Item = Production> {
        static ALL: LazyLock<[Vec<Production>; Grammar::ALL.len()]> = LazyLock::new(|| {
            let starts =
                |grammar: Grammar| grammar.facts().starts.iter().filter_map(move |name| grammar.production(name));
            Grammar::ALL.map(|grammar| starts(grammar).collect())
        });
        ALL[self as usize].iter().copied().filter(move |start| worth_a_try(start.rule(), input))
    }

    /// What is made of the outline of the first of these productions that accepts all of `input`.
    pub(crate) fn typed<'i, T>(
        self,
        rules: &[Rule],
        input: &'i str,
        build: impl Fn(Node<'_, 'i>) -> Option<T>,
    ) -> Result<T, Error> {
        let worth = rules.iter().filter(|rule| worth_a_try(**rule, input));
        let built = worth.filter_map(|&rule| self.by_rule(rule)).find_map(|production| production.typed(input, &build));
        built.ok_or_else(|| {
            let names: Vec<&str> = rules.iter().map(|rule| rule.name()).collect();
            Error::of(self, &names, input)
        })
    }

    /// The rule of the entry production that is meant where none is read yet.
    pub(crate) fn main(self) -> Rule {
        self.production(self.facts().main).map_or(Rule::url, Production::rule)
    }

    /// The production that a rule stands for.
    pub(crate) fn by_rule(self, rule: Rule) -> Option<Production> {
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

    /// What is made of the outline of an input that the production accepts.
    pub(crate) fn typed<'i, T>(self, input: &'i str, build: impl Fn(Node<'_, 'i>) -> Option<T>) -> Option<T> {
        self.entry().outline(input, |spans| build(Node::root(input, spans))).flatten()
    }

    /// Whether the production accepts all of `input`: [`parse`](Self::parse) without saying why not.
    pub fn accepts(self, input: &str) -> bool {
        self.entry().outline(input, |_| ()).is_some()
    }
}

/// Few inputs have a prefix, and it is quicker to see that than to let a parser fail.
fn worth_a_try(rule: Rule, input: &str) -> bool {
    rule != Rule::prefixedurl || input.as_bytes().first().is_some_and(|byte| byte.eq_ignore_ascii_case(&b'u'))
}
