//! Converts the expression of a rule: pest's operators and built-in rules.

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use pest::unicode::{by_name, unicode_property_names};
use pest_meta::ast::Expr as Ast;
use pest_meta::optimizer::OptimizedExpr;

use super::expr::{PegExpr, RuleFault};
use crate::characters::CharSet;
use crate::limits::limits;

/// The rules that pest matches between others.
pub(crate) const IMPLICIT: [&str; 2] = ["WHITESPACE", "COMMENT"];

/// Why a file cannot be read by its operators alone: some rule is implicit. `names` are those of
/// all rules.
pub(crate) fn implicit_fault<'n>(names: impl IntoIterator<Item = &'n str>) -> Option<RuleFault> {
    let rule = names.into_iter().find(|name| IMPLICIT.contains(name))?;
    Some(RuleFault { rule: rule.to_owned(), what: "implicit white space".to_owned() })
}

/// The first rule that is not implicit, or else the first: the one with which a text is read if no
/// other is named.
pub(crate) fn main_rule<'n>(names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let mut names = names.into_iter();
    let first = names.next()?;
    Some([first].into_iter().chain(names).find(|name| !IMPLICIT.contains(name)).unwrap_or(first))
}

/// Converts an expression in a rule, without implicit rules; `names` are those of all rules.
pub(crate) fn convert_part(names: &[&str], rule: &str, expr: &Ast) -> Result<PegExpr, RuleFault> {
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
    /// The fault of a rule of a file with implicit rules that is too large.
    pub fn refuse_size(&self) -> RuleFault {
        self.refuse(&format!("more than {} expressions, with the white space between them", limits().peg_expressions))
    }

    fn refuse(&self, feature: &str) -> RuleFault {
        RuleFault { rule: self.rule.to_owned(), what: feature.to_owned() }
    }

    fn expr(&self, expr: &Ast) -> Result<PegExpr, RuleFault> {
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
    pub fn optimized(&self, expr: &OptimizedExpr) -> Result<PegExpr, RuleFault> {
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

    /// At least the number of expressions in a converted expression.
    pub fn optimized_size(&self, expr: &OptimizedExpr) -> usize {
        let skipped = self.skipped.map_or(0, PegExpr::size);
        match expr {
            OptimizedExpr::Seq(first, second) => {
                self.optimized_size(first).saturating_add(self.optimized_size(second)).saturating_add(skipped + 1)
            }
            OptimizedExpr::Choice(first, second) => {
                self.optimized_size(first).saturating_add(self.optimized_size(second)).saturating_add(1)
            }
            // With skipped text, what is repeated is written twice.
            OptimizedExpr::Rep(inner) if self.skipped.is_some() => {
                self.optimized_size(inner).saturating_mul(2).saturating_add(skipped + 5)
            }
            OptimizedExpr::Rep(inner)
            | OptimizedExpr::Opt(inner)
            | OptimizedExpr::PosPred(inner)
            | OptimizedExpr::NegPred(inner)
            | OptimizedExpr::RestoreOnErr(inner)
            | OptimizedExpr::Push(inner) => self.optimized_size(inner).saturating_add(2),
            OptimizedExpr::Str(text) | OptimizedExpr::Insens(text) => text.len() + 1,
            OptimizedExpr::Skip(texts) => texts.iter().map(|text| text.len() + 1).sum::<usize>() + 5,
            OptimizedExpr::Ident(_) | OptimizedExpr::Range(..) | OptimizedExpr::PeekSlice(..) => 1,
        }
    }

    fn range(&self, start: &str, end: &str) -> Result<PegExpr, RuleFault> {
        match (start.chars().next(), end.chars().next()) {
            (Some(start), Some(end)) => Ok(PegExpr::Class(CharSet::range(start, end))),
            _ => Err(self.refuse("a range without ends")),
        }
    }

    fn named(&self, name: &str) -> Result<PegExpr, RuleFault> {
        match self.names.iter().position(|rule| *rule == name) {
            Some(rule) => Ok(PegExpr::Rule(self.first_rule + rule)),
            None => self.built_in(name),
        }
    }

    fn built_in(&self, name: &str) -> Result<PegExpr, RuleFault> {
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
            _ => match unicode_property(name) {
                Some(set) => PegExpr::Class(set.clone()),
                None => return Err(self.refuse(&format!("the built-in rule `{name}`"))),
            },
        })
    }

    fn repeat(&self, inner: &Ast, least: u32, most: Option<u32>) -> Result<PegExpr, RuleFault> {
        if least.max(most.unwrap_or(0)) > limits().peg_repeats {
            return Err(self.refuse(&format!("a repetition of more than {} times", limits().peg_repeats)));
        }
        let inner = self.expr(inner)?;
        if inner.size() * most.unwrap_or(least).max(1) as usize > limits().peg_expressions {
            return Err(
                self.refuse(&format!("repetitions that count out more than {} expressions", limits().peg_expressions))
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

/// The properties of Unicode, which pest has as built-in rules. The set of each is built when a file
/// first uses it.
static UNICODE_PROPERTIES: LazyLock<HashMap<&str, OnceLock<CharSet>>> =
    LazyLock::new(|| unicode_property_names().map(|name| (name, OnceLock::new())).collect());

pub(super) fn is_unicode_property(name: &str) -> bool {
    UNICODE_PROPERTIES.contains_key(name)
}

/// The characters with a property of Unicode.
fn unicode_property(name: &str) -> Option<&'static CharSet> {
    let set = UNICODE_PROPERTIES.get(name)?.get_or_init(|| {
        let ranges = by_name(name).map(|has_property| {
            let characters = ('\0'..=char::MAX).filter(|&c| has_property(c));
            characters.map(|c| CharSet::range(c, c)).collect::<Vec<_>>()
        });
        CharSet::union_of(&ranges.unwrap_or_default())
    });
    Some(set)
}

/// The class of the US-ASCII characters with a property.
fn ascii(has_property: fn(&u8) -> bool) -> PegExpr {
    PegExpr::Class(CharSet::ascii((0..=0x7F).filter(has_property).fold(0, |bits, c| bits | 1 << c)))
}
