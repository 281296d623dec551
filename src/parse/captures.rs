//! The spans of a parse from which the structs are built.

use regular_bnf::KeptText;
use regular_bnf::parser::{self, Capture, Captured, Output, RuleType};

use crate::generated::Entry;
pub(crate) use crate::generated::captured::Place;
use crate::generated::rule::Rule;
use crate::grammar::Grammar;
use crate::parse::production::Production;

const _: () = assert!((Place::Authority as usize) < parser::PLACES);

/// The spans of an input that a production accepts, from which its struct is built.
#[derive(Debug)]
pub(crate) struct Captures<'i> {
    input: &'i str,
    rule: Rule,
    /// The span of the production, in bytes.
    whole: (usize, usize),
    spans: parser::Captures<Rule>,
}

impl<'i> Captures<'i> {
    /// No captures yet.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(input: &'i str) -> Self {
        Self { input, rule: Rule::FIRST, whole: (0, input.len()), spans: parser::Captures::new() }
    }

    /// Whether a production matches the whole input; adds its captures.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn parse(&mut self, production: Production) -> bool {
        match production.remaining(self.input) {
            None => self.parse_entry(production.entry()),
            Some(remaining) => self.parse_kept(production.entry(), &remaining),
        }
    }

    /// Whether the rule of an entry matches the whole input; adds its captures.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn parse_entry(&mut self, entry: &Entry) -> bool {
        self.parse_text(entry, self.input)
    }

    /// Whether the rule of an entry matches the text that is kept of the input; adds its captures,
    /// at their places in the input.
    #[cold]
    fn parse_kept(&mut self, entry: &Entry, kept: &KeptText) -> bool {
        let accepted = self.parse_text(entry, &kept.text);
        self.spans.move_each(|start, end| kept.span(start, end));
        self.whole = kept.span(0, kept.text.len());
        accepted
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn parse_text(&mut self, entry: &Entry, text: &str) -> bool {
        self.rule = entry.rule;
        let mark = self.spans.mark();
        let accepted = entry.capture(text, &mut self.spans);
        if !accepted {
            self.spans.undo(mark);
        }
        accepted
    }

    /// The input that was parsed.
    pub fn input(&self) -> &'i str {
        self.input
    }

    /// The rule of the production.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The text that the production matched.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn whole(&self) -> &'i str {
        let (start, end) = self.whole;
        &self.input[start..end]
    }

    /// The span of a captured production, in bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn span(&self, rule: Rule) -> Option<(usize, usize)> {
        let capture = self.spans.at(rule.place()?)?;
        (capture.rule == rule).then_some((capture.start, capture.end))
    }

    /// The text of a captured production.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn text<T: From<&'i str>>(&self, rule: Rule) -> Option<T> {
        self.span(rule).map(|(start, end)| T::from(&self.input[start..end]))
    }

    /// The text of a captured production that each input of its struct has.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn required<T: From<&'i str>>(&self, rule: Rule) -> T {
        debug_assert!(self.span(rule).is_some(), "{:?} has no {}", self.input, rule.name());
        T::from(self.text(rule).unwrap_or_default())
    }

    /// The production that was captured at a place, and its text.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at(&self, place: Place) -> Option<(Rule, &'i str)> {
        self.spans.at(place as usize).map(|Capture { rule, start, end }| (rule, &self.input[start..end]))
    }

    /// The text that was captured at a place.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn text_at<T: From<&'i str>>(&self, place: Place) -> Option<T> {
        self.at(place).map(|(_, text)| T::from(text))
    }

    /// The production that was captured at a place.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rule_at(&self, place: Place) -> Option<Rule> {
        self.spans.at(place as usize).map(|capture| capture.rule)
    }
}

/// A type that is built from the spans of a parse.
pub(crate) trait Build<'i>: Sized {
    /// Whether the type has a value for the production that was parsed: an entry production of a
    /// grammar, or one inside it.
    fn is_built_from(captures: &Captures<'i>) -> bool;

    /// Builds the value from the spans of such a production.
    fn build(captures: &Captures<'i>, grammar: Grammar) -> Self;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::tree::Span;

    /// What is captured are spans of the tree: of those at one place the one that ends last and, of
    /// several, the outermost.
    #[test]
    fn captures_are_spans_of_the_tree() {
        let nineties = include_str!("../../tests/data/urls-1990s.txt").lines();
        let odd = [
            "http://[::ffff:1.2.3.4]:80/a",
            "urn:a:b",
            "a;b?c#d",
            "wais://h/d/t/1=a;2=b;",
            "nntp://h:1/a.b/2",
            "c|/",
            " ht\ttp://\t:@h\n:\t80/\t?\n#\t ",
        ];
        for url in nineties.chain(odd) {
            for production in Grammar::all().flat_map(Grammar::productions) {
                let Ok(tree) = production.tree(url) else { continue };
                let mut captures = Captures::new(url);
                assert!(captures.parse(production), "{production:?} {url:?}");
                assert_eq!(captures.whole(), tree.root().text(), "{production:?} {url:?}");
                for place in 0..parser::PLACES {
                    let spans: Vec<_> = tree.undivided().filter(|span| span.rule.place() == Some(place)).collect();
                    let outermost = spans
                        .into_iter()
                        .rev()
                        .max_by_key(|span| span.end)
                        .map(|&Span { rule, start, end, .. }| Capture { rule, start, end });
                    assert_eq!(captures.spans.at(place), outermost, "{production:?} {url:?}");
                }
            }
        }
    }
}
