//! The parse tree: named spans of the input, independent of the parser.

use std::fmt;
use std::ops::Range;

use crate::generated::Entry;
use crate::generated::rule::Rule;

/// One span of a [`Tree`].
pub(crate) type Span = regular_bnf::parser::Span<Rule>;

/// The parse tree of an input: spans, each with the printed name of its production.
///
/// Offsets are byte offsets in the input. Character classes (`alpha`, `uchar`, ...) have no spans
/// of their own: the tree contains structure, not letters.
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

/// Whether a span has no descendants except the members of a list: labels of a name, segments of a
/// path, words of a search.
fn is_leaf(span: &Span) -> bool {
    span.size == 1 || span.rule.is_list()
}

/// Whether a span is a leaf if the spans of some rules are not divided.
fn is_leaf_in(span: &Span, undivided: &[Rule]) -> bool {
    is_leaf(span) || undivided.contains(&span.rule)
}

impl<'i> Tree<'i> {
    /// A tree from spans in document order, of which there is at least one.
    pub(crate) fn new(input: &'i str, spans: Vec<Span>) -> Self {
        debug_assert!(!spans.is_empty());
        Self { input, spans }
    }

    /// Parses an input into a tree.
    ///
    /// # Errors
    ///
    /// If the rule does not match the whole input: the offset up to which it matched, or at which
    /// the last failed rule began.
    pub(crate) fn parse(entry: &Entry, input: &'i str) -> Result<Self, usize> {
        Ok(Self::new(input, entry.parse(input)?))
    }

    /// The span of the whole input.
    pub fn root(&self) -> Node<'_, 'i> {
        Node::root(self.input, &self.spans)
    }

    /// The first span of a rule, outer before inner.
    pub(crate) fn first(&self, rule: Rule) -> Option<Node<'_, 'i>> {
        let index = self.spans.iter().position(|span| span.rule == rule)?;
        Some(Node { index, ..self.root() })
    }

    /// The outermost span that begins at an offset, in bytes, and is not empty.
    pub(crate) fn outermost_from(&self, offset: usize) -> Option<Node<'_, 'i>> {
        let mut node = self.root();
        while node.start() < offset || node.start() == node.end() {
            node = node.children().find(|child| child.end() > offset)?;
        }
        (node.start() == offset).then_some(node)
    }

    /// All spans but the members of lists, in order.
    #[cfg(test)]
    pub(crate) fn undivided(&self) -> impl Iterator<Item = &Span> {
        self.outline(&[]).map(|(_, span)| span)
    }

    /// The input that was parsed.
    pub fn input(&self) -> &'i str {
        self.input
    }

    /// The spans without descendants, in order, with lists and the spans of some rules undivided;
    /// each with its index.
    fn outline(&self, undivided: &[Rule]) -> impl Iterator<Item = (usize, &Span)> {
        let mut next = 0;
        self.spans.iter().enumerate().filter(move |(index, span)| {
            let shown = *index >= next;
            if shown && is_leaf_in(span, undivided) {
                next = index + span.size;
            }
            shown
        })
    }

    /// The leaves in order; lists are leaves.
    pub(crate) fn leaves(&self) -> impl Iterator<Item = Node<'_, 'i>> {
        self.outline(&[]).filter(|(_, span)| is_leaf(span)).map(|(index, _)| Node {
            input: self.input,
            spans: &self.spans,
            index,
        })
    }

    /// The whole input in pieces: the leaves, and the text between them. Each piece has the rule of
    /// the innermost span that contains it.
    pub(crate) fn pieces(&self) -> Vec<Piece> {
        self.pieces_with(&[])
    }

    /// The pieces, with the spans of some rules as leaves.
    pub(crate) fn pieces_with(&self, undivided: &[Rule]) -> Vec<Piece> {
        /// The depth of most trees.
        const DEPTH: usize = 8;
        let mut pieces = Vec::with_capacity(self.spans.len());
        // The open spans, each with the offset at which its next piece begins.
        let mut open: Vec<(usize, Rule)> = Vec::with_capacity(DEPTH);
        let mut offset = 0;
        for (_, span) in self.outline(undivided) {
            while let Some(&(end, rule)) = open.last().filter(|(end, _)| *end <= span.start) {
                // A span that ends where the next span begins may still contain an empty span.
                if end == span.start && span.end == span.start {
                    break;
                }
                push_text(&mut pieces, rule, offset..end);
                offset = end;
                open.pop();
            }
            if let Some(&(_, rule)) = open.last() {
                push_text(&mut pieces, rule, offset..span.start);
            }
            offset = span.start;
            if is_leaf_in(span, undivided) {
                pieces.push(Piece { rule: span.rule, range: span.start..span.end, leaf: true });
                offset = span.end;
            } else {
                open.push((span.end, span.rule));
            }
        }
        while let Some((end, rule)) = open.pop() {
            push_text(&mut pieces, rule, offset..end);
            offset = end;
        }
        pieces
    }
}

/// Adds the text between two leaves, if there is any.
fn push_text(pieces: &mut Vec<Piece>, rule: Rule, range: Range<usize>) {
    if !range.is_empty() {
        pieces.push(Piece { rule, range, leaf: false });
    }
}

/// A piece of an input: a leaf of its [`Tree`], or the text between two leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    pub rule: Rule,
    /// The span of the piece, in bytes.
    pub range: Range<usize>,
    pub leaf: bool,
}

/// Writes one span on each line, indented by depth, with its text.
impl fmt::Display for Tree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn line(node: Node<'_, '_>, depth: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            writeln!(f, "{:indent$}{} {:?}", "", node.name(), node.text(), indent = 2 * depth)?;
            node.children().try_for_each(|child| line(child, depth + 1, f))
        }
        line(self.root(), 0, f)
    }
}

/// One span of a [`Tree`] with its descendants.
///
/// ```
/// use uri_lineage::Grammar;
///
/// let parsed = Grammar::Rfc1738.parse("gopher://host/7sel%09foobar")?;
/// let url = parsed.tree().root().child("gopherurl").unwrap();
/// let parts: Vec<_> = url.children().map(|part| (part.name(), part.text())).collect();
/// assert_eq!(parts, [("hostport", "host"), ("gtype", "7"), ("selector", "sel"), ("search", "foobar")]);
/// # Ok::<(), uri_lineage::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Node<'t, 'i> {
    input: &'i str,
    spans: &'t [Span],
    index: usize,
}

impl<'t, 'i> Node<'t, 'i> {
    /// The first of some spans, with the others as its descendants.
    pub(crate) fn root(input: &'i str, spans: &'t [Span]) -> Self {
        Self { input, spans, index: 0 }
    }

    #[inline]
    fn span(&self) -> &'t Span {
        &self.spans[self.index]
    }

    /// The printed name of the production.
    pub fn name(&self) -> &'static str {
        self.span().rule.name()
    }

    #[inline]
    pub(crate) fn rule(&self) -> Rule {
        self.span().rule
    }

    /// The byte offset at which the span begins.
    pub fn start(&self) -> usize {
        self.span().start
    }

    /// The byte offset at which the span ends, exclusive.
    pub fn end(&self) -> usize {
        self.span().end
    }

    /// The text of the span.
    #[inline]
    pub fn text(&self) -> &'i str {
        &self.input[self.start()..self.end()]
    }

    /// The input with another text in place of this span.
    pub(crate) fn replaced_by(&self, text: &str) -> String {
        [&self.input[..self.start()], text, &self.input[self.end()..]].concat()
    }

    /// The children of this span, in order.
    pub fn children(&self) -> impl Iterator<Item = Node<'t, 'i>> + use<'t, 'i> {
        let (parent, end) = (*self, self.index + self.span().size);
        let mut index = self.index + 1;
        std::iter::from_fn(move || {
            let node = (index < end).then_some(Node { index, ..parent })?;
            index += node.span().size;
            Some(node)
        })
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
