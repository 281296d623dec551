//! Parsers that call functions of another parser, for rules that both grammars have.

use std::collections::BTreeSet;

use super::text::VISIBLE_FN;
use crate::bnf::GrammarError;
use crate::peg::{PegExpr, PegRule, read};

/// A parser that was generated before, from a grammar of which another takes rules.
///
/// ```
/// use regular_bnf::{Generator, ParserBase};
///
/// let (old, new) = ("page = { \"//\" ~ site } site = @{ ASCII_ALPHA+ }", "link = { site } site = @{ ASCII_ALPHA+ }");
/// let mut generator = Generator::default();
/// let text = generator.parser("old", old, |rule| Some(rule.to_owned()))?;
/// let base = ParserBase { module: "old", text: &text, pest: old };
/// let module = generator.parser_over(Some(base), "new", new, |rule| Some(rule.to_owned()))?;
/// assert!(module.contains("use super::old::{take_site};\n"));
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ParserBase<'a> {
    /// The name of its module, which stands beside that of the new parser.
    pub module: &'a str,
    /// Its Rust text.
    pub text: &'a str,
    /// Its pest grammar.
    pub pest: &'a str,
}

/// The rules of a grammar whose functions another parser has.
#[derive(Default)]
pub(super) struct Inherited {
    /// Whether each rule is the same in the other grammar, with all that it uses.
    rules: Vec<bool>,
    /// The names of the other parser's functions.
    functions: BTreeSet<String>,
    /// Those of them that are called.
    called: BTreeSet<String>,
}

impl Inherited {
    pub(super) fn new(rules: &[PegRule], base: &ParserBase<'_>) -> Result<Self, GrammarError> {
        let others = read(base.pest)?;
        let other = |name: &str| others.iter().find(|other| other.name == name);
        let is_alike = |rule: &PegRule| {
            other(&rule.name).is_some_and(|other| {
                rule.kind == other.kind && !rule.is_atomic_copy && are_alike(&rule.expr, rules, &other.expr, &others)
            })
        };
        let mut alike: Vec<bool> = rules.iter().map(is_alike).collect();
        // A rule that uses another that differs, differs.
        loop {
            let differs = |rule: &PegRule| {
                let mut differs = false;
                rule.expr.visit(&mut |expr| {
                    if let PegExpr::Rule(used) = expr {
                        differs |= !alike[*used];
                    }
                });
                differs
            };
            let Some(at) = (0..rules.len()).find(|&at| alike[at] && differs(&rules[at])) else { break };
            alike[at] = false;
        }
        let headers = base.text.lines().filter_map(|line| line.strip_prefix(VISIBLE_FN));
        let functions = headers.filter_map(|header| Some(header.split(['(', '<']).next()?.to_owned()));
        Ok(Self { rules: alike, functions: functions.collect(), called: BTreeSet::new() })
    }

    /// Whether a rule is the same in the other grammar.
    pub(super) fn has(&self, rule: usize) -> bool {
        self.rules.get(rule).is_some_and(|&alike| alike)
    }

    /// Whether the other parser has the function of a rule; then it is called.
    pub(super) fn calls(&mut self, rule: usize, function: &str) -> bool {
        let calls = self.has(rule) && self.functions.contains(function);
        if calls {
            self.called.insert(function.to_owned());
        }
        calls
    }

    /// The functions of the other parser that are called, in order of their names.
    pub(super) fn called(&self) -> impl Iterator<Item = &str> {
        self.called.iter().map(String::as_str)
    }
}

/// Whether two expressions are alike, in which rules are known by their names.
fn are_alike(left: &PegExpr, left_rules: &[PegRule], right: &PegExpr, right_rules: &[PegRule]) -> bool {
    match (left, right) {
        (PegExpr::Rule(left), PegExpr::Rule(right)) => left_rules[*left].name == right_rules[*right].name,
        (PegExpr::Class(left), PegExpr::Class(right)) => left == right,
        (PegExpr::Ahead(_, left_negated), PegExpr::Ahead(_, right_negated)) if left_negated != right_negated => false,
        _ => {
            let (left_below, right_below) = (left.below(), right.below());
            std::mem::discriminant(left) == std::mem::discriminant(right)
                && left_below.len() == right_below.len()
                && left_below
                    .iter()
                    .zip(right_below)
                    .all(|(left, right)| are_alike(left, left_rules, right, right_rules))
        }
    }
}
