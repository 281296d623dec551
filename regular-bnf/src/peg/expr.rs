//! The expressions.

use crate::characters::CharSet;

/// An expression. The other operators of pest are expressed by these.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum PegExpr {
    /// Matches the empty text.
    Empty,
    /// Matches one character of a set.
    Class(CharSet),
    /// The end of the input.
    End,
    /// Concatenation.
    Sequence(Vec<PegExpr>),
    /// The first alternative that matches.
    Choice(Vec<PegExpr>),
    /// As many repetitions as possible.
    Repeat(Box<PegExpr>),
    /// `&e`, or `!e` if negated.
    Ahead(Box<PegExpr>, bool),
    /// A rule, by its index.
    Rule(usize),
}

impl PegExpr {
    /// The direct subexpressions.
    pub(crate) fn below(&self) -> &[PegExpr] {
        match self {
            Self::Empty | Self::Class(_) | Self::End | Self::Rule(_) => &[],
            Self::Sequence(exprs) | Self::Choice(exprs) => exprs,
            Self::Repeat(inner) | Self::Ahead(inner, _) => std::slice::from_ref(&**inner),
        }
    }

    /// The number of expressions in it.
    pub(crate) fn size(&self) -> usize {
        1 + self.below().iter().map(Self::size).sum::<usize>()
    }

    /// Visits the expression and all its subexpressions.
    pub(crate) fn visit<'e>(&'e self, see: &mut dyn FnMut(&'e Self)) {
        see(self);
        self.below().iter().for_each(|expr| expr.visit(see));
    }
}

/// The spans that a rule adds to the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SpanKind {
    /// A span, and the spans of the rules that it uses.
    Spans,
    /// Only a span of its own.
    Leaf,
    /// Only the spans of the rules that it uses.
    Silent,
}

/// A rule of a pest file.
#[derive(Debug, Clone)]
pub(crate) struct PegRule {
    pub name: String,
    pub kind: SpanKind,
    pub expr: PegExpr,
    /// Why the rule cannot be analysed.
    pub fault: Option<RuleFault>,
    /// Whether it is the copy of a rule for atomic context.
    pub is_atomic_copy: bool,
}

impl PegRule {
    pub(crate) fn new(name: String, kind: SpanKind, expr: PegExpr) -> Self {
        Self { name, kind, expr, fault: None, is_atomic_copy: false }
    }

    /// The production of the rule, as a Rust name; `None` for a helper, which corresponds to no
    /// production.
    pub(crate) fn stem(&self) -> Option<&str> {
        rule_stem(&self.name).filter(|_| !self.is_atomic_copy)
    }

    /// Whether it is the main rule of its production, and not one that stops early in one place.
    pub(crate) fn is_production(&self) -> bool {
        self.stem().is_some() && !self.stops_early()
    }

    /// Whether it stops early in one place, and may match less than its production.
    pub(crate) fn stops_early(&self) -> bool {
        self.name.contains("__")
    }
}

/// The names of the rules that a file defines.
pub(crate) fn rule_names(rules: &[PegRule]) -> Vec<String> {
    rules.iter().filter(|rule| !rule.is_atomic_copy).map(|rule| rule.name.clone()).collect()
}

/// The index of the rule with a name.
pub(crate) fn rule_index(rules: &[PegRule], name: &str) -> Option<usize> {
    rules.iter().position(|rule| rule.name == name)
}

/// The name of the rule for a production: a rule's name cannot contain `-` or `+`.
///
/// ```
/// assert_eq!(regular_bnf::rule_name("pre-release+build"), "pre_release_plusbuild");
/// ```
pub fn rule_name(production: &str) -> String {
    production.replace('+', "_plus").replace('-', "_")
}

/// The [name](rule_name) of the production for which a rule is written: the part before `__`.
/// A rule with `__` represents its production in one place, where it must stop early. `None` for a
/// helper, whose name begins with `_`.
///
/// ```
/// use regular_bnf::rule_stem;
///
/// assert_eq!([rule_stem("label__last"), rule_stem("_labels")], [Some("label"), None]);
/// ```
pub fn rule_stem(rule: &str) -> Option<&str> {
    rule.split("__").next().filter(|stem| !stem.is_empty() && !stem.starts_with('_'))
}

/// A place at which a pest file is invalid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PestSyntaxError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1; `None` if it is not known.
    pub column: Option<usize>,
    /// The text that is invalid, in bytes; empty if it is not known.
    pub span: std::ops::Range<usize>,
    pub message: String,
}

impl std::fmt::Display for PestSyntaxError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.column {
            Some(column) => write!(f, "line {}, column {column}: {}", self.line, self.message),
            None => write!(f, "line {}: {}", self.line, self.message),
        }
    }
}

/// Why a rule cannot be analysed: it uses an unsupported feature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RuleFault {
    pub rule: String,
    /// The feature, as the object of "uses".
    pub what: String,
}
