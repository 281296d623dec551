//! The parse tree: named spans of the input, free of the engine that found them.

use std::fmt;
use std::ops::Range;

use crate::parsers::Entry;
use crate::rule::Rule;

/// One span of a [`Tree`].
pub(crate) type Span = regular_bnf::parser::Span<Rule>;

/// What one production made of one input: spans, each with the name of its production as the document prints it.
///
/// Offsets are bytes from the beginning of the input. Character classes (`alpha`, `uchar`, ...) have no span of their
/// own: the tree shows structure, not letters.
///
/// ```
/// use uri_lineage::Grammar;
///
/// let parsed = Grammar::Rfc1738.production("hostport").unwrap().parse("www.w3.org:80")?;
/// let port = parsed.tree().root().child("port").unwrap();
/// assert_eq!((port.text(), port.start()), ("80", 11));
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree<'i> {
    input: &'i str,
    spans: Vec<Span>,
}

/// Whether nothing lies below a span but the members of a list: labels of a name, segments of a path, words of a search.
fn is_leaf(span: &Span) -> bool {
    span.size == 1 || span.rule.is_list()
}

/// Whether a span is a leaf where the spans of some rules are not divided.
fn is_leaf_in(span: &Span, whole: &[Rule]) -> bool {
    is_leaf(span) || whole.contains(&span.rule)
}

impl<'i> Tree<'i> {
    /// A tree of spans in document order, of which there is at least one.
    pub(crate) fn of(input: &'i str, spans: Vec<Span>) -> Self {
        debug_assert!(!spans.is_empty());
        Self { input, spans }
    }

    /// The tree that a parser makes of an input.
    ///
    /// # Errors
    ///
    /// Where the rule does not accept the input: the offset up to which it matched, or at which the last rule began that failed.
    pub(crate) fn parse(entry: &Entry, input: &'i str) -> Result<Self, usize> {
        Ok(Self::of(input, entry.parse(input)?))
    }

    /// The span of the whole input.
    pub fn root(&self) -> Node<'_, 'i> {
        Node::root(self.input, &self.spans)
    }

    /// The first span of a rule, outer before inner.
    pub(crate) fn first(&self, rule: Rule) -> Option<Node<'_, 'i>> {
        let at = self.spans.iter().position(|span| span.rule == rule)?;
        Some(Node { at, ..self.root() })
    }

    /// The input that was parsed.
    pub fn input(&self) -> &'i str {
        self.input
    }

    /// The spans with none below them, in order, and lists in one piece, as the spans of some rules, with their places.
    fn outline(&self, whole: &[Rule]) -> impl Iterator<Item = (usize, &Span)> {
        let mut next = 0;
        self.spans.iter().enumerate().filter(move |(at, span)| {
            let shown = *at >= next;
            if shown && is_leaf_in(span, whole) {
                next = at + span.size;
            }
            shown
        })
    }

    /// The leaves in order; lists are leaves.
    pub(crate) fn leaves(&self) -> impl Iterator<Item = Node<'_, 'i>> {
        self.outline(&[]).filter(|(_, span)| is_leaf(span)).map(|(at, _)| Node {
            input: self.input,
            spans: &self.spans,
            at,
        })
    }

    /// The input in pieces, none left out: the leaves, and the text between them. Each bears the name of the innermost span
    /// that holds it.
    pub(crate) fn pieces(&self) -> Vec<Piece> {
        self.pieces_with(&[])
    }

    /// The same, where the spans of some rules are leaves.
    pub(crate) fn pieces_with(&self, whole: &[Rule]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        // The spans that are open, each with the place at which the next piece in it begins.
        let mut open: Vec<(usize, &'static str)> = Vec::new();
        let mut at = 0;
        let mut add = |name, range: Range<usize>, leaf| {
            if leaf || !range.is_empty() {
                pieces.push(Piece { name, range, leaf });
            }
        };
        for (_, span) in self.outline(whole) {
            while let Some(&(end, name)) = open.last().filter(|(end, _)| *end <= span.start) {
                // A span that ends where the next begins may still hold an empty one.
                if end == span.start && span.end == span.start {
                    break;
                }
                add(name, at..end, false);
                at = end;
                open.pop();
            }
            if let Some(&(_, name)) = open.last() {
                add(name, at..span.start, false);
            }
            at = span.start;
            if is_leaf_in(span, whole) {
                add(span.rule.name(), span.start..span.end, true);
                at = span.end;
            } else {
                open.push((span.end, span.rule.name()));
            }
        }
        while let Some((end, name)) = open.pop() {
            add(name, at..end, false);
            at = end;
        }
        pieces
    }
}

/// A piece of an input: a leaf of its [`Tree`], or text between two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    pub name: &'static str,
    /// In bytes.
    pub range: Range<usize>,
    pub leaf: bool,
}

/// Writes the tree one span a line, indented by depth, with the text of every span.
impl fmt::Display for Tree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn line(node: Node<'_, '_>, depth: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            writeln!(f, "{:indent$}{} {:?}", "", node.name(), node.text(), indent = 2 * depth)?;
            node.children().try_for_each(|child| line(child, depth + 1, f))
        }
        line(self.root(), 0, f)
    }
}

/// One span of a [`Tree`] together with the spans below it.
#[derive(Clone, Copy)]
pub struct Node<'t, 'i> {
    input: &'i str,
    spans: &'t [Span],
    at: usize,
}

impl<'t, 'i> Node<'t, 'i> {
    /// The first of some spans, with the others below it.
    pub(crate) fn root(input: &'i str, spans: &'t [Span]) -> Self {
        Self { input, spans, at: 0 }
    }

    #[inline]
    fn span(&self) -> &'t Span {
        &self.spans[self.at]
    }

    /// The production, by its name as the document prints it.
    pub fn name(&self) -> &'static str {
        self.span().rule.name()
    }

    /// The input, and the span itself and all below it, in order.
    pub(crate) fn spans(self) -> (&'i str, &'t [Span]) {
        (self.input, self.spans.get(self.at..self.at + self.span().size).unwrap_or_default())
    }

    #[inline]
    pub(crate) fn rule(&self) -> Rule {
        self.span().rule
    }

    /// Where the span begins: a byte offset in the input.
    pub fn start(&self) -> usize {
        self.span().start
    }

    /// Where the span ends: the byte offset of what follows it.
    pub fn end(&self) -> usize {
        self.span().end
    }

    /// The text of the span.
    #[inline]
    pub fn text(&self) -> &'i str {
        &self.input[self.start()..self.end()]
    }

    /// The spans right below this one, in order.
    pub fn children(&self) -> impl Iterator<Item = Node<'t, 'i>> + use<'t, 'i> {
        let (parent, end) = (*self, self.at + self.span().size);
        let mut at = self.at + 1;
        std::iter::from_fn(move || {
            let node = (at < end).then_some(Node { at, ..parent })?;
            at += node.span().size;
            Some(node)
        })
    }

    /// The first of the children with that rule.
    #[inline]
    pub(crate) fn part(&self, rule: Rule) -> Option<Node<'t, 'i>> {
        let below = self.spans.get(..self.at + self.span().size)?;
        let mut at = self.at + 1;
        while let Some(span) = below.get(at) {
            if span.rule == rule {
                return Some(Node { at, ..*self });
            }
            at += span.size;
        }
        None
    }

    /// The first of the [children](Self::children) with that name.
    pub fn child(&self, name: &str) -> Option<Node<'t, 'i>> {
        self.children().find(|node| node.name() == name)
    }
}

impl fmt::Debug for Node<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}..{}]", self.name(), self.start(), self.end())
    }
}
