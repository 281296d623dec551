//! The rules of a pest grammar as productions.

use pest::iterators::Pair;
use pest_meta::ast::Expr as Ast;
use pest_meta::parser::Rule as Meta;

use super::expr::PegExpr;
use super::proof::ProofError;
use super::read::{convert_part, pairs, parse, read};
use crate::bnf::{Bnf, Definition, Expr, Notation};
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
    /// use regular_bnf::{Bnf, Language};
    ///
    /// let bnf = Bnf::of_pest("pair = { part ~ \"-\" ~ part } part = { \"a\" | \"ab\" | !\"c\" ~ 'b'..'d' }")?;
    /// let shown = |name| bnf.get(name).and_then(|own| own.body.as_ref().ok()).map(ToString::to_string);
    /// assert_eq!(shown("pair").as_deref(), Some("part \"-\" part"));
    /// // `ab` is never matched, since the alternative `a` comes first.
    /// let part = Language::new(&bnf, "part")?;
    /// assert!(["a", "b", "d"].iter().all(|text| part.contains(text)) && !part.contains("ab") && !part.contains("c"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the grammar cannot be parsed, or if the language of a rule is not regular or too large.
    pub fn of_pest(pest: &str) -> Result<Self, ProofError> {
        let rules = written(pest)?;
        let names: Vec<&str> = rules.iter().map(|rule| rule.name.as_str()).collect();
        let languages: Vec<Language> =
            names.iter().map(|name| Language::of_pest(pest, name)).collect::<Result<_, _>>()?;
        let mut definitions: Vec<Definition> =
            rules.iter().map(|rule| rule.definition(literal(&names, &rule.name, &rule.expr))).collect();
        let mut more: Vec<Definition> = Vec::new();
        loop {
            let all = definitions.iter().chain(&more).cloned().collect();
            // No two rules have one name.
            let bnf = Self::from_definitions(all, Notation::Rfc822).unwrap_or_default();
            let equal = |(at, own): (usize, &Language)| {
                let found = Language::new(&bnf, names[at]).and_then(|found| found.compare(own));
                found.is_ok_and(|found| found.relation == Relation::Equal)
            };
            let wrong: Vec<usize> = languages.iter().enumerate().filter(|one| !equal(*one)).map(|(at, _)| at).collect();
            // Those that use a wrong one may be wrong for this reason alone.
            let uses_wrong = |at: usize| {
                let uses = definitions[at].body.as_ref().map(Expr::names).unwrap_or_default();
                wrong.iter().any(|&other| other != at && uses.contains(&names[other]))
            };
            let mut replaced: Vec<usize> = wrong.iter().copied().filter(|&at| !uses_wrong(at)).collect();
            if replaced.is_empty() {
                // Those that are left use each other.
                replaced.extend(wrong.first());
            }
            if replaced.is_empty() {
                return Ok(bnf);
            }
            for at in replaced {
                let (body, states) = of_language(&languages[at], names[at]);
                definitions[at] = rules[at].definition(Some(body));
                more.extend(states);
            }
        }
    }
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
fn written(pest: &str) -> Result<Vec<WrittenRule>, ProofError> {
    // What cannot be read is refused here, with its reason.
    read(pest)?;
    let begins = |pair: &Pair<'_, Meta>| pair.clone().into_inner().next().map(|first| first.as_rule());
    let texts = pairs(pest).into_iter().flatten().filter(|pair| begins(pair) == Some(Meta::identifier));
    let rules = parse(pest).unwrap_or_default();
    let each = rules.into_iter().zip(texts).map(|(rule, pair)| WrittenRule {
        name: rule.name,
        text: pair.as_str().trim_end().to_owned(),
        line: pair.line_col().0,
        expr: rule.expr,
    });
    Ok(each.collect())
}

/// An expression as it reads, without predicates; `None` if a part of it is no expression of
/// productions.
fn literal(names: &[&str], rule: &str, expr: &Ast) -> Option<Expr> {
    let part = |expr: &Ast| literal(names, rule, expr);
    let repeat = |least, most, inner: &Ast| Some(Expr::Repeat(least, most, Box::new(part(inner)?)));
    match expr {
        Ast::Str(text) if text.is_empty() => Some(Expr::Void),
        Ast::Str(text) => Some(Expr::Literal(text.clone())),
        Ast::Ident(name) if names.contains(&name.as_str()) => Some(Expr::Name(name.clone())),
        Ast::PosPred(_) | Ast::NegPred(_) => Some(Expr::Void),
        Ast::Seq(..) => {
            let mut all = Vec::new();
            let mut rest = expr;
            while let Ast::Seq(first, second) = rest {
                all.push(part(first)?);
                rest = second;
            }
            all.push(part(rest)?);
            all.retain(|one| *one != Expr::Void);
            Some(if all.len() == 1 { all.remove(0) } else { Expr::Sequence(all) })
        }
        Ast::Choice(..) => {
            let mut all = Vec::new();
            let mut rest = expr;
            while let Ast::Choice(first, second) = rest {
                all.push(part(first)?);
                rest = second;
            }
            all.push(part(rest)?);
            Some(Expr::Alternatives(all))
        }
        Ast::Opt(inner) => repeat(0, Some(1), inner),
        Ast::Rep(inner) => repeat(0, None, inner),
        Ast::RepOnce(inner) => repeat(1, None, inner),
        Ast::RepExact(inner, n) => repeat(*n, Some(*n), inner),
        Ast::RepMin(inner, n) => repeat(*n, None, inner),
        Ast::RepMax(inner, n) => repeat(0, Some(*n), inner),
        Ast::RepMinMax(inner, n, m) => repeat(*n, Some(*m), inner),
        // Characters, and the end of the input.
        other => plain(&convert_part(names, rule, other).ok()?),
    }
}

/// An expression without rules.
fn plain(expr: &PegExpr) -> Option<Expr> {
    match expr {
        PegExpr::Empty | PegExpr::End => Some(Expr::Void),
        PegExpr::Class(set) => {
            let one = |(first, last)| {
                if first == last { Expr::Literal(String::from(first)) } else { Expr::Range(first, last) }
            };
            let mut all: Vec<Expr> = set.ranges().into_iter().map(one).collect();
            Some(if all.len() == 1 { all.remove(0) } else { Expr::Alternatives(all) })
        }
        PegExpr::Sequence(all) => Some(Expr::Sequence(all.iter().map(plain).collect::<Option<_>>()?)),
        _ => None,
    }
}

/// The body of a production with this language, and the other states of its automaton if it has no
/// short expression.
fn of_language(language: &Language, name: &str) -> (Expr, Vec<Definition>) {
    const NAME: &str = "rule";
    let short = || {
        let bnf = Bnf::read_as(&language.to_abnf(NAME).ok()?, Notation::Abnf).ok()?;
        let [one] = bnf.productions() else { return None };
        one.body.clone().ok()
    };
    if let Some(body) = short() {
        return (body, Vec::new());
    }
    let mut states = language.to_bnf(name).productions().to_vec();
    let first = (!states.is_empty()).then(|| states.remove(0)).and_then(|first| first.body.ok());
    (first.unwrap_or(Expr::Alternatives(Vec::new())), states)
}
