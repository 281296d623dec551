//! The spans of a parse from which the structs are built.

use regular_bnf::parser::{self, Capture, Captured, Output, RuleType};

use crate::generated::Entry;
pub(crate) use crate::generated::captured::Place;
use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::parse::tree::Tree;

const _: () = assert!((Place::Authority as usize) < parser::PLACES);

/// The spans of an input that a production accepts, from which its struct is built.
pub(crate) trait CapturedSpans<'i> {
    /// The input that was parsed.
    fn input(&self) -> &'i str;

    /// The rule of the production.
    fn rule(&self) -> Rule;

    /// The span of the production, in bytes.
    fn whole_span(&self) -> (usize, usize);

    /// The captured span at a place.
    fn capture(&self, place: usize) -> Option<Capture<Rule>>;

    /// The text that the production matched.
    #[inline]
    fn whole(&self) -> &'i str {
        let (start, end) = self.whole_span();
        &self.input()[start..end]
    }

    /// The span of a captured production, in bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn span(&self, rule: Rule) -> Option<(usize, usize)> {
        let capture = self.capture(rule.place()?)?;
        (capture.rule == rule).then_some((capture.start, capture.end))
    }

    /// The text of a captured production.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn text<T: From<&'i str>>(&self, rule: Rule) -> Option<T> {
        self.span(rule).map(|(start, end)| T::from(&self.input()[start..end]))
    }

    /// The text of a captured production that each input of its struct has.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn required<T: From<&'i str>>(&self, rule: Rule) -> T {
        debug_assert!(self.span(rule).is_some(), "{:?} has no {}", self.input(), rule.name());
        T::from(self.text(rule).unwrap_or_default())
    }

    /// The production that was captured at a place, and its text.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(&self, place: Place) -> Option<(Rule, &'i str)> {
        self.capture(place as usize).map(|Capture { rule, start, end }| (rule, &self.input()[start..end]))
    }

    /// The text that was captured at a place.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn text_at<T: From<&'i str>>(&self, place: Place) -> Option<T> {
        self.at(place).map(|(_, text)| T::from(text))
    }

    /// The production that was captured at a place.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn rule_at(&self, place: Place) -> Option<Rule> {
        self.capture(place as usize).map(|capture| capture.rule)
    }
}

/// A type that is built from the spans of a parse.
pub(crate) trait Build<'i>: Sized {
    /// Whether the type has a value for the production that was parsed: an entry production of a
    /// grammar, or one inside it.
    fn is_built_from(captures: &impl CapturedSpans<'i>) -> bool;

    /// Builds the value from the spans of such a production.
    fn build(captures: &impl CapturedSpans<'i>, grammar: Grammar) -> Self;
}

/// The captures of a parse, without its tree.
#[derive(Debug)]
pub(crate) struct Captures<'i> {
    input: &'i str,
    rule: Rule,
    whole: (usize, usize),
    spans: parser::Captures<Rule>,
}

impl<'i> Captures<'i> {
    /// The maximum length of an input, in bytes.
    pub const MOST: usize = parser::Captures::<Rule>::MOST;

    /// No captures yet.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(input: &'i str) -> Self {
        Self { input, rule: Rule::FIRST, whole: (0, input.len()), spans: parser::Captures::new() }
    }

    /// The captures among all spans of an input.
    fn from_tree(tree: &Tree<'i>) -> Self {
        let mut captures = parser::Captures::new();
        for span in tree.undivided() {
            // A span precedes the spans inside of it, and the outermost is captured.
            if span.rule.place().is_some_and(|place| captures.at(place).is_none()) {
                captures.leaf(span.rule, span.start, span.end);
            }
        }
        Self { input: tree.input(), rule: tree.rule(), whole: tree.whole_span(), spans: captures }
    }

    /// Whether an entry matches the whole input; adds its captures.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn parse(&mut self, entry: &Entry) -> bool {
        let mark = self.spans.mark();
        let accepted = entry.capture(self.input, &mut self.spans);
        if !accepted {
            self.spans.undo(mark);
        }
        self.rule = entry.rule;
        accepted
    }
}

impl<'i> CapturedSpans<'i> for Captures<'i> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn input(&self) -> &'i str {
        self.input
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn rule(&self) -> Rule {
        self.rule
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn whole_span(&self) -> (usize, usize) {
        self.whole
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn capture(&self, place: usize) -> Option<Capture<Rule>> {
        self.spans.at(place)
    }
}

/// Builds a value from a tree.
pub(crate) fn built<'i, T: Build<'i>>(tree: &Tree<'i>, grammar: Grammar) -> T {
    match tree.input().len() {
        ..=Captures::MOST => T::build(&Captures::from_tree(tree), grammar),
        // Slower, and for any length.
        _ => T::build(tree, grammar),
    }
}

impl<'i> CapturedSpans<'i> for Tree<'i> {
    fn input(&self) -> &'i str {
        self.input()
    }

    fn rule(&self) -> Rule {
        self.root().rule()
    }

    fn whole_span(&self) -> (usize, usize) {
        (self.root().start(), self.root().end())
    }

    fn capture(&self, place: usize) -> Option<Capture<Rule>> {
        let span = self.undivided().find(|span| span.rule.place() == Some(place))?;
        Some(Capture { rule: span.rule, start: span.start, end: span.end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::value::Value;

    /// A tree, the captures among its spans, and a parse without a tree build the same value.
    #[test]
    fn every_source_of_captures_builds_the_same_value() {
        let nineties = include_str!("../../tests/data/urls-1990s.txt").lines();
        let odd =
            ["http://[::ffff:1.2.3.4]:80/a", "urn:a:b", "a;b?c#d", "wais://h/d/t/1=a;2=b;", "nntp://h:1/a.b/2", "c|/"];
        for url in nineties.chain(odd) {
            for production in Grammar::all().flat_map(Grammar::productions) {
                let (grammar, Ok(tree)) = (production.grammar(), production.tree(url)) else { continue };
                let value: Value = Build::build(&tree, grammar);
                assert_eq!(value, built::<Value<'_>>(&tree, grammar), "{grammar} {url:?}");
                let parsed: Result<Value<'_>, _> =
                    crate::ast::typed::parse_with(grammar, [production].into_iter(), url, || unreachable!());
                assert_eq!(value, parsed.unwrap(), "{grammar} {url:?}");
            }
        }
    }
}
