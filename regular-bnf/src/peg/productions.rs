//! The rules of a pest grammar as productions.

use pest_meta::ast::Expr as Ast;

use super::expr::PegExpr;
use super::operators::convert_part;
use super::read::{parse, read, rule_pairs, rule_text};
use crate::bnf::{Bnf, Definition, Expr, GrammarError, Notation};
use crate::language::Language;
use crate::language::compare::Relation;

/// A rule as it is written.
struct WrittenRule {
    name: String,
    text: String,
    line: usize,
    expr: Ast,
}

impl Bnf {
    /// The rules of a pest grammar as productions of the same languages: what a rule matches as a
    /// whole.
    ///
    /// A production reads as its rule does, without predicates, if a comparison shows that its
    /// language is the same. Otherwise the order of alternatives or a predicate matters, and the
    /// production is an expression of the language, or the states of its automaton.
    ///
    /// ```
    /// use regular_bnf::{Bnf, Language, Notation};
    ///
    /// let bnf = Bnf::from_pest("pair = { part ~ \"-\" ~ part } part = { \"a\" | \"ab\" | !\"c\" ~ 'b'..'d' }")?;
    /// let body = bnf.get("pair").and_then(|definition| definition.body.as_ref().ok());
    /// assert_eq!(body.map(|body| body.to_text(Notation::Abnf)).as_deref(), Some("part \"-\" part"));
    /// // `ab` is never matched, since the alternative `a` comes first.
    /// let part = Language::new(&bnf, "part")?;
    /// assert!(["a", "b", "d"].iter().all(|text| part.contains(text)) && !part.contains("ab") && !part.contains("c"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the grammar cannot be parsed, or if the language of a rule is not regular or too large.
    pub fn from_pest(pest: &str) -> Result<Self, GrammarError> {
        let rules = written(pest)?;
        let names: Vec<&str> = rules.iter().map(|rule| rule.name.as_str()).collect();
        let languages: Vec<Language> =
            names.iter().map(|name| Language::from_pest(pest, name)).collect::<Result<_, _>>()?;
        let mut definitions: Vec<Definition> =
            rules.iter().map(|rule| rule.definition(literal(&names, &rule.name, &rule.expr))).collect();
        let mut state_definitions: Vec<Definition> = Vec::new();
        loop {
            let productions = definitions.iter().chain(&state_definitions).cloned().collect();
            // No two rules have one name.
            let bnf = Self::from_definitions(productions, Notation::Rfc822).unwrap_or_default();
            let is_wrong = languages.iter().zip(&names).map(|(language, name)| !has_language(&bnf, name, language));
            let wrong: Vec<usize> = is_wrong.enumerate().filter(|(_, wrong)| *wrong).map(|(index, _)| index).collect();
            let mut replaced = wrong.clone();
            replaced.retain(|&index| {
                // A production that uses a wrong one may be wrong for this reason alone.
                let uses = definitions[index].body.as_ref().map(Expr::names).unwrap_or_default();
                !wrong.iter().any(|&used| used != index && uses.contains(&names[used]))
            });
            if replaced.is_empty() {
                // The wrong productions use each other.
                replaced.extend(wrong.first());
            }
            if replaced.is_empty() {
                return Ok(bnf);
            }
            for index in replaced {
                let (body, states) = body_and_states(&languages[index], names[index]);
                definitions[index] = rules[index].definition(Some(body));
                state_definitions.extend(states);
            }
        }
    }
}

/// Whether a production has exactly a language.
fn has_language(bnf: &Bnf, production: &str, language: &Language) -> bool {
    let comparison = Language::new(bnf, production).and_then(|actual| actual.compare(language));
    comparison.is_ok_and(|comparison| comparison.relation == Relation::Equal)
}

impl WrittenRule {
    fn definition(&self, body: Option<Expr>) -> Definition {
        Definition {
            name: self.name.clone(),
            text: self.text.clone(),
            comment: String::new(),
            line: self.line,
            body: Ok(body.unwrap_or(Expr::Void)),
        }
    }
}

/// The rules in the order of the file.
fn written(pest: &str) -> Result<Vec<WrittenRule>, GrammarError> {
    // Refuses a grammar that cannot be read, with the reason.
    read(pest)?;
    let rules = parse(pest).unwrap_or_default();
    let rules = rules.into_iter().zip(rule_pairs(pest)).map(|(rule, pair)| WrittenRule {
        name: rule.name,
        text: rule_text(&pair),
        line: pair.line_col().0,
        expr: rule.expr,
    });
    Ok(rules.collect())
}

/// An expression as it reads, without predicates; `None` if productions cannot express a part of
/// it.
fn literal(names: &[&str], rule: &str, expr: &Ast) -> Option<Expr> {
    let (least, most, repeated) = match expr {
        Ast::Opt(inner) => (0, Some(1), inner),
        Ast::Rep(inner) => (0, None, inner),
        Ast::RepOnce(inner) => (1, None, inner),
        Ast::RepExact(inner, n) => (*n, Some(*n), inner),
        Ast::RepMin(inner, n) => (*n, None, inner),
        Ast::RepMax(inner, n) => (0, Some(*n), inner),
        Ast::RepMinMax(inner, n, m) => (*n, Some(*m), inner),
        _ => return unrepeated(names, rule, expr),
    };
    Some(Expr::Repeat(least, most, Box::new(literal(names, rule, repeated)?)))
}

/// Reads an expression like [`literal`], if it is not a repetition.
fn unrepeated(names: &[&str], rule: &str, expr: &Ast) -> Option<Expr> {
    match expr {
        Ast::Str(text) if text.is_empty() => Some(Expr::Void),
        Ast::Str(text) => Some(Expr::Literal(text.clone())),
        Ast::Ident(name) if names.contains(&name.as_str()) => Some(Expr::Name(name.clone())),
        Ast::PosPred(_) | Ast::NegPred(_) => Some(Expr::Void),
        Ast::Seq(..) => {
            let mut parts = Vec::new();
            let mut tail = expr;
            while let Ast::Seq(first, second) = tail {
                parts.push(literal(names, rule, first)?);
                tail = second;
            }
            parts.push(literal(names, rule, tail)?);
            parts.retain(|part| *part != Expr::Void);
            Some(if parts.len() == 1 { parts.remove(0) } else { Expr::Sequence(parts) })
        }
        Ast::Choice(..) => {
            let mut alternatives = Vec::new();
            let mut tail = expr;
            while let Ast::Choice(first, second) = tail {
                alternatives.push(literal(names, rule, first)?);
                tail = second;
            }
            alternatives.push(literal(names, rule, tail)?);
            Some(Expr::Alternatives(alternatives))
        }
        // Characters, and the end of the input.
        _ => plain(&convert_part(names, rule, expr).ok()?),
    }
}

/// An expression without rules.
fn plain(expr: &PegExpr) -> Option<Expr> {
    match expr {
        PegExpr::Empty | PegExpr::End => Some(Expr::Void),
        PegExpr::Class(set) => {
            let ranges = set.ranges().into_iter().map(|(first, last)| {
                if first == last { Expr::Literal(String::from(first)) } else { Expr::Range(first, last) }
            });
            let mut ranges: Vec<Expr> = ranges.collect();
            Some(if ranges.len() == 1 { ranges.remove(0) } else { Expr::Alternatives(ranges) })
        }
        PegExpr::Sequence(parts) => Some(Expr::Sequence(parts.iter().map(plain).collect::<Option<_>>()?)),
        _ => None,
    }
}

/// The body of a production with this language, and the other states of its automaton if it has no
/// short expression.
fn body_and_states(language: &Language, name: &str) -> (Expr, Vec<Definition>) {
    if let Some(body) = short_expression(language) {
        return (body, Vec::new());
    }
    let mut states = language.to_bnf(name).productions().to_vec();
    let first = (!states.is_empty()).then(|| states.remove(0)).and_then(|first| first.body.ok());
    (first.unwrap_or(Expr::Alternatives(Vec::new())), states)
}

/// An expression of a language; `None` if its grammar needs several productions.
fn short_expression(language: &Language) -> Option<Expr> {
    let bnf = Bnf::read_as(&language.to_abnf("rule").ok()?, Notation::Abnf).ok()?;
    let [definition] = bnf.productions() else { return None };
    definition.body.clone().ok()
}
