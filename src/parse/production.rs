//! The productions of a grammar, and parsing with them into trees.

use std::sync::LazyLock;

use regular_bnf::KeptText;

use crate::generated::rule::Rule;
use crate::generated::{Entry, entries};
use crate::grammar::Grammar;
use crate::parse::tree::{Span, Tree};

/// A production of a grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Production {
    grammar: Grammar,
    entry: usize,
}

impl Grammar {
    /// The production with that printed name; `None` if this grammar has none.
    pub fn production(self, name: &str) -> Option<Production> {
        let entry = entries(self).iter().position(|entry| entry.rule.name() == name)?;
        Some(Production { grammar: self, entry })
    }

    /// All productions, in the order of the grammar's file.
    pub fn productions(self) -> impl Iterator<Item = Production> {
        (0..entries(self).len()).map(move |entry| Production { grammar: self, entry })
    }

    /// Whether the entry productions accept the whole input. This is [`parse`](Self::parse) without
    /// the tree and the error.
    pub fn accepts(self, input: &str) -> bool {
        self.starts(input).any(|production| production.accepts(input))
    }

    /// The smallest set of entry productions that together can accept an input, in the order to try
    /// them.
    pub(crate) fn starts(self, input: &str) -> impl Iterator<Item = Production> {
        static ALL: LazyLock<Vec<Vec<Production>>> = LazyLock::new(|| {
            let starts = |grammar: Grammar| {
                grammar.facts().minimal_entries.iter().filter_map(move |name| grammar.production(name))
            };
            Grammar::all().map(|grammar| starts(grammar).collect()).collect()
        });
        ALL[self as usize].iter().copied().filter(move |start| may_accept(start.rule(), input))
    }

    /// The rule of the entry production that errors name if no production has been read yet.
    pub(crate) fn main(self) -> Rule {
        self.production(self.facts().main_entry).map_or(Rule::url, Production::rule)
    }

    /// The production of a rule.
    pub(crate) fn by_rule(self, rule: Rule) -> Option<Production> {
        // The most frequent rules, those of the entry productions, come first.
        let entry = entries(self).iter().position(|entry| entry.rule == rule)?;
        Some(Production { grammar: self, entry })
    }
}

impl Production {
    /// The grammar of the production.
    pub fn grammar(self) -> Grammar {
        self.grammar
    }

    /// The printed name of the production.
    pub fn name(self) -> &'static str {
        self.rule().name()
    }

    pub(crate) fn rule(self) -> Rule {
        self.entry().rule
    }

    pub(crate) fn entry(self) -> &'static Entry {
        &entries(self.grammar)[self.entry]
    }

    /// Parses the whole input into a tree in which lists are not divided.
    pub(crate) fn outline(self, input: &str) -> Option<Tree<'_>> {
        match self.remaining(input) {
            None => Some(Tree::new(input, self.entry().outline(input)?)),
            Some(remaining) => self.outline_of_remaining(input, &remaining),
        }
    }

    /// The [outline](Self::outline) of an input from which the parser removes characters.
    fn outline_of_remaining<'i>(self, input: &'i str, remaining: &KeptText) -> Option<Tree<'i>> {
        Some(Tree::new(input, placed(self.entry().outline(&remaining.text)?, remaining)))
    }

    /// Whether the production matches the whole input: [`parse`](Self::parse) without the error.
    pub fn accepts(self, input: &str) -> bool {
        let remaining = self.remaining(input);
        self.entry().accepts(remaining.as_ref().map_or(input, |remaining| &remaining.text))
    }

    /// Parses the whole input into a tree.
    ///
    /// # Errors
    ///
    /// Those of [`Tree::parse`], for the remaining text if the parser removes characters.
    pub(crate) fn tree(self, input: &str) -> Result<Tree<'_>, usize> {
        match self.remaining(input) {
            None => Tree::parse(self.entry(), input),
            Some(remaining) => Ok(Tree::new(input, placed(self.entry().parse(&remaining.text)?, &remaining))),
        }
    }

    /// The text that remains of an input if this is an entry production of a parser that removes
    /// characters; `None` if it removes nothing.
    #[inline]
    pub(crate) fn remaining(self, input: &str) -> Option<KeptText> {
        let remaining = self.grammar.ignored()?.removed(input)?;
        self.grammar.entry_productions().contains(&self.name()).then_some(remaining)
    }
}

/// The spans of the remaining text, at their places in the input. A span begins where the first of
/// its parts does.
fn placed(mut spans: Vec<Span>, remaining: &KeptText) -> Vec<Span> {
    for index in (0..spans.len()).rev() {
        let Span { start, end, size, .. } = spans[index];
        let (mut start, end) = remaining.span(start, end);
        // An empty part is directly after the character that precedes it, and may be in front of
        // the first character.
        if size > 1 {
            start = start.min(spans[index + 1].start);
        }
        (spans[index].start, spans[index].end) = (start, end);
    }
    spans
}

/// Whether a production may accept an input, according to its first letter. Few inputs have a
/// prefix, and this test is faster than a failed parse.
pub(crate) fn may_accept(rule: Rule, input: &str) -> bool {
    rule != Rule::prefixedurl || input.as_bytes().first().is_some_and(|byte| byte.eq_ignore_ascii_case(&b'u'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each production that the facts of a grammar name is a production of the grammar, and they
    /// agree with each other.
    #[test]
    fn facts_name_productions_of_their_grammar() {
        for grammar in Grammar::all() {
            let facts = grammar.facts();
            let lists = [
                ("entries", facts.entries),
                ("minimal_entries", facts.minimal_entries),
                ("main_entry", &[facts.main_entry]),
                ("widest_entry", &[facts.widest_entry]),
                ("alternatives", facts.alternatives),
                ("before_fragment", facts.before_fragment),
                ("empty_reference", facts.empty_reference.as_slice()),
                ("general_syntax", facts.general_syntax.as_slice()),
                ("unreserved", facts.unreserved),
            ];
            let parts = facts.parts.iter().map(|(part, names)| (part.name(), *names));
            for (field, names) in lists.into_iter().chain(parts) {
                for name in names {
                    assert!(
                        crate::grammar::published::bnf(grammar, Default::default()).get(name).is_some(),
                        "{grammar}, {field}: {name}"
                    );
                    let parsed = grammar.production(name).is_some();
                    assert!(parsed, "{grammar}, {field}: no rule for {name}");
                }
            }
            let entries = [facts.minimal_entries, &[facts.main_entry, facts.widest_entry]].concat();
            assert!(entries.iter().all(|name| facts.entries.contains(name)), "{grammar}: {entries:?}");
            let alternatives = facts.alternatives;
            assert!(
                facts.before_fragment.iter().all(|name| alternatives.contains(name)),
                "{grammar}: `before_fragment`"
            );
            let gopher = ["gopheraddress", "gopherurl"].iter().any(|name| alternatives.contains(name));
            assert_eq!(facts.requests.gopher.is_some(), gopher, "{grammar}: gopher");
            assert_eq!(
                facts.equivalences.prefix.is_some(),
                facts.entries.contains(&"prefixedurl"),
                "{grammar}: prefix"
            );
        }
    }
}
