//! Converts the expression of a rule: pest's operators and built-in rules.

use pest_meta::ast::Expr as Ast;
use pest_meta::optimizer::OptimizedExpr;

use super::expr::{PegError, PegExpr};
use crate::characters::CharSet;
use crate::limits::LIMITS;

/// The rules that pest matches between others.
pub(crate) const IMPLICIT: [&str; 2] = ["WHITESPACE", "COMMENT"];

/// Converts an expression in a rule, without implicit rules; `names` are those of all rules.
pub(crate) fn convert_part(names: &[&str], rule: &str, expr: &Ast) -> Result<PegExpr, PegError> {
    RuleConverter { names, rule, first_rule: 0, skipped: None }.expr(expr)
}

/// Converts the expression of one rule.
pub(super) struct RuleConverter<'a> {
    /// The names of all rules.
    pub names: &'a [&'a str],
    pub rule: &'a str,
    /// The index of the first rule among those that this one uses: each is converted once for each
    /// context.
    pub first_rule: usize,
    /// What pest skips between operands, if it skips anything in this rule.
    pub skipped: Option<&'a PegExpr>,
}

impl RuleConverter<'_> {
    pub fn refuse(&self, feature: &str) -> PegError {
        PegError::Unsupported { rule: self.rule.to_owned(), what: feature.to_owned() }
    }

    fn expr(&self, expr: &Ast) -> Result<PegExpr, PegError> {
        Ok(match expr {
            Ast::Str(text) => literal(text),
            Ast::Insens(text) => insensitive(text),
            Ast::Range(start, end) => self.range(start, end)?,
            Ast::Ident(name) => self.named(name)?,
            Ast::PosPred(inner) => PegExpr::Ahead(Box::new(self.expr(inner)?), false),
            Ast::NegPred(inner) => PegExpr::Ahead(Box::new(self.expr(inner)?), true),
            Ast::Seq(first, second) => PegExpr::Sequence(vec![self.expr(first)?, self.expr(second)?]),
            Ast::Choice(first, second) => PegExpr::Choice(vec![self.expr(first)?, self.expr(second)?]),
            Ast::Opt(inner) => PegExpr::Choice(vec![self.expr(inner)?, PegExpr::Empty]),
            Ast::Rep(inner) => self.repeat(inner, 0, None)?,
            Ast::RepOnce(inner) => self.repeat(inner, 1, None)?,
            Ast::RepExact(inner, n) => self.repeat(inner, *n, Some(*n))?,
            Ast::RepMin(inner, n) => self.repeat(inner, *n, None)?,
            Ast::RepMax(inner, n) => self.repeat(inner, 0, Some(*n))?,
            Ast::RepMinMax(inner, n, m) => self.repeat(inner, *n, Some(*m))?,
            Ast::PeekSlice(..) | Ast::Push(_) => return Err(self.refuse("the stack")),
            _ => return Err(self.refuse("an expression that is not known here")),
        })
    }

    /// Converts an expression in the form into which pest's optimizer brought it.
    pub fn optimized(&self, expr: &OptimizedExpr) -> Result<PegExpr, PegError> {
        Ok(match expr {
            OptimizedExpr::Str(text) => literal(text),
            OptimizedExpr::Insens(text) => insensitive(text),
            OptimizedExpr::Range(start, end) => self.range(start, end)?,
            OptimizedExpr::Ident(name) => self.named(name)?,
            OptimizedExpr::PosPred(inner) => PegExpr::Ahead(Box::new(self.optimized(inner)?), false),
            OptimizedExpr::NegPred(inner) => PegExpr::Ahead(Box::new(self.optimized(inner)?), true),
            OptimizedExpr::Seq(first, second) => {
                let [first, second] = [self.optimized(first)?, self.optimized(second)?];
                PegExpr::Sequence([first].into_iter().chain(self.skipped.cloned()).chain([second]).collect())
            }
            OptimizedExpr::Choice(first, second) => {
                PegExpr::Choice(vec![self.optimized(first)?, self.optimized(second)?])
            }
            OptimizedExpr::Opt(inner) => PegExpr::Choice(vec![self.optimized(inner)?, PegExpr::Empty]),
            OptimizedExpr::Rep(inner) => {
                let inner = self.optimized(inner)?;
                match self.skipped {
                    None => PegExpr::Repeat(Box::new(inner)),
                    Some(skipped) => {
                        let next = PegExpr::Sequence(vec![skipped.clone(), inner.clone()]);
                        let all = PegExpr::Sequence(vec![inner, PegExpr::Repeat(Box::new(next))]);
                        PegExpr::Choice(vec![all, PegExpr::Empty])
                    }
                }
            }
            // Everything in front of the first of these texts.
            OptimizedExpr::Skip(texts) => {
                let texts = PegExpr::Choice(texts.iter().map(|text| literal(text)).collect());
                let other = PegExpr::Ahead(Box::new(texts), true);
                PegExpr::Repeat(Box::new(PegExpr::Sequence(vec![other, PegExpr::Class(CharSet::all())])))
            }
            OptimizedExpr::RestoreOnErr(inner) => self.optimized(inner)?,
            OptimizedExpr::PeekSlice(..) | OptimizedExpr::Push(_) => return Err(self.refuse("the stack")),
        })
    }

    fn range(&self, start: &str, end: &str) -> Result<PegExpr, PegError> {
        match (start.chars().next(), end.chars().next()) {
            (Some(start), Some(end)) => Ok(PegExpr::Class(CharSet::range(start, end))),
            _ => Err(self.refuse("a range without ends")),
        }
    }

    fn named(&self, name: &str) -> Result<PegExpr, PegError> {
        match self.names.iter().position(|rule| *rule == name) {
            Some(rule) => Ok(PegExpr::Rule(self.first_rule + rule)),
            None => self.built_in(name),
        }
    }

    fn built_in(&self, name: &str) -> Result<PegExpr, PegError> {
        Ok(match name {
            // Only at the beginning of the input: `without_start` replaces it elsewhere.
            "SOI" => PegExpr::Empty,
            "EOI" => PegExpr::End,
            "NEWLINE" => PegExpr::Choice(["\n", "\r\n", "\r"].map(literal).into()),
            "ANY" => PegExpr::Class(CharSet::all()),
            "ASCII" => ascii(u8::is_ascii),
            "ASCII_DIGIT" => ascii(u8::is_ascii_digit),
            "ASCII_NONZERO_DIGIT" => ascii(|c| matches!(c, b'1'..=b'9')),
            "ASCII_BIN_DIGIT" => ascii(|c| matches!(c, b'0' | b'1')),
            "ASCII_OCT_DIGIT" => ascii(|c| matches!(c, b'0'..=b'7')),
            "ASCII_ALPHA" => ascii(u8::is_ascii_alphabetic),
            "ASCII_ALPHA_LOWER" => ascii(u8::is_ascii_lowercase),
            "ASCII_ALPHA_UPPER" => ascii(u8::is_ascii_uppercase),
            "ASCII_ALPHANUMERIC" => ascii(u8::is_ascii_alphanumeric),
            "ASCII_HEX_DIGIT" => ascii(u8::is_ascii_hexdigit),
            _ => match pest::unicode::by_name(name) {
                Some(has_property) => PegExpr::Class(characters(&has_property)),
                None => return Err(self.refuse(&format!("the built-in rule `{name}`"))),
            },
        })
    }

    fn repeat(&self, inner: &Ast, least: u32, most: Option<u32>) -> Result<PegExpr, PegError> {
        if least.max(most.unwrap_or(0)) > LIMITS.peg_repeats {
            return Err(self.refuse(&format!("a repetition of more than {} times", LIMITS.peg_repeats)));
        }
        let inner = self.expr(inner)?;
        if inner.size() * most.unwrap_or(least).max(1) as usize > LIMITS.peg_expressions {
            return Err(
                self.refuse(&format!("repetitions that count out more than {} expressions", LIMITS.peg_expressions))
            );
        }
        let optional = match most {
            None => PegExpr::Repeat(Box::new(inner.clone())),
            // Each optional element contains the next one.
            Some(most) => (least..most).fold(PegExpr::Empty, |next, _| {
                PegExpr::Choice(vec![PegExpr::Sequence(vec![inner.clone(), next]), PegExpr::Empty])
            }),
        };
        Ok(PegExpr::Sequence(std::iter::repeat_n(inner, least as usize).chain([optional]).collect()))
    }
}

/// A text, character by character.
fn literal(text: &str) -> PegExpr {
    PegExpr::Sequence(text.chars().map(|c| PegExpr::Class(c.into())).collect())
}

/// A text in capital and small letters. Only letters of US-ASCII vary in case.
fn insensitive(text: &str) -> PegExpr {
    let cases = text.chars().map(|c| [c.to_ascii_lowercase(), c.to_ascii_uppercase()].map(CharSet::from));
    PegExpr::Sequence(cases.map(|[lower, upper]| PegExpr::Class(lower.union(&upper))).collect())
}

/// The characters with a property of Unicode.
fn characters(has_property: &dyn Fn(char) -> bool) -> CharSet {
    let mut ranges: Vec<(char, char)> = Vec::new();
    let mut previous = None;
    for c in '\0'..=char::MAX {
        if has_property(c) {
            match ranges.last_mut() {
                Some((_, last)) if previous == Some(*last) => *last = c,
                _ => ranges.push((c, c)),
            }
        }
        previous = Some(c);
    }
    let sets: Vec<CharSet> = ranges.into_iter().map(|(first, last)| CharSet::range(first, last)).collect();
    CharSet::union_of(&sets)
}

/// The class of the US-ASCII characters with a property.
fn ascii(has_property: fn(&u8) -> bool) -> PegExpr {
    PegExpr::Class(CharSet::ascii((0..=0x7F).filter(has_property).fold(0, |bits, c| bits | 1 << c)))
}
