//! Converts a pest file to expressions, with pest's own reader.

use std::ops::Range;

use pest::iterators::{Pair, Pairs};
use pest_meta::ast::{Expr as Ast, Rule as AstRule, RuleType};
use pest_meta::parser::Rule as Meta;

use super::bounds::check_bounds;
use super::expr::{PegError, PegExpr, PegRule, PestSyntaxError, SpanKind};
use crate::bnf::{SURROGATE, TOO_HIGH, crossed};
use crate::characters::CharSet;
use crate::limits::LIMITS;

/// The rules of a pest file, in its order.
pub(crate) fn read(pest: &str) -> Result<Vec<PegRule>, PegError> {
    convert(&parse(pest).map_err(|faults| PegError::Unreadable(in_words(&faults)))?)
}

/// All faults in one line.
fn in_words(faults: &[PestSyntaxError]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Converts rules in pest's syntax tree.
pub(crate) fn convert(rules: &[AstRule]) -> Result<Vec<PegRule>, PegError> {
    let names: Vec<&str> = rules.iter().map(|rule| rule.name.as_str()).collect();
    if let Some(name) = names.iter().find(|name| ["WHITESPACE", "COMMENT"].contains(name)) {
        return Err(PegError::Unsupported { rule: (*name).to_owned(), what: "implicit white space".to_owned() });
    }
    rules.iter().map(|rule| convert_rule(&names, rule)).collect()
}

fn convert_rule(names: &[&str], rule: &AstRule) -> Result<PegRule, PegError> {
    let kind = match rule.ty {
        RuleType::Normal | RuleType::CompoundAtomic | RuleType::NonAtomic => SpanKind::Spans,
        RuleType::Atomic => SpanKind::Leaf,
        RuleType::Silent => SpanKind::Silent,
    };
    Ok(PegRule { name: rule.name.clone(), kind, expr: convert_part(names, &rule.name, &rule.expr)? })
}

/// Converts an expression in a rule; `names` are those of all rules.
pub(crate) fn convert_part(names: &[&str], rule: &str, expr: &Ast) -> Result<PegExpr, PegError> {
    RuleConverter { names, rule }.expr(expr)
}

/// The rules in pest's syntax tree.
pub(crate) fn parse(pest: &str) -> Result<Vec<AstRule>, Vec<PestSyntaxError>> {
    let pairs = pairs(pest)?;
    pest_meta::validator::validate_pairs(pairs.clone()).map_err(faults)?;
    pest_meta::parser::consume_rules(pairs).map_err(faults)
}

fn faults(errors: Vec<pest::error::Error<Meta>>) -> Vec<PestSyntaxError> {
    errors.iter().map(PestSyntaxError::new).collect()
}

/// The rules as pest's parser reads them.
pub(crate) fn pairs(pest: &str) -> Result<Pairs<'_, Meta>, Vec<PestSyntaxError>> {
    check_bounds(pest).map_err(|fault| vec![fault])?;
    let pairs = pest_meta::parser::parse(Meta::grammar_rules, pest)
        .map_err(|error| vec![PestSyntaxError::new(&error.renamed_rules(pest_meta::parser::rename_meta_rule))])?;
    let faults: Vec<PestSyntaxError> = pairs.clone().flatten().filter_map(|pair| impossible(&pair)).collect();
    if faults.is_empty() { Ok(pairs) } else { Err(faults) }
}

/// A part that pest's parser accepts although it has no meaning: pest_meta would panic when it
/// builds the syntax tree, or misread a repetition.
fn impossible(pair: &Pair<'_, Meta>) -> Option<PestSyntaxError> {
    let span = pair.as_span();
    let everything = 0..span.as_str().len();
    let (part, expected) = match pair.as_rule() {
        Meta::inner_str | Meta::inner_chr => {
            let (part, expected) = wrong_escape(span.as_str())?;
            (part, expected.to_owned())
        }
        Meta::integer if span.as_str().parse::<i32>().is_err() => {
            (everything, "a number that fits into 32 bits, with its sign".to_owned())
        }
        Meta::repeat_min_max => {
            let numbers = pair.clone().into_inner().filter(|part| part.as_rule() == Meta::number);
            // pest_meta reports numbers that are too large.
            let numbers: Vec<u32> = numbers.filter_map(|number| number.as_str().parse().ok()).collect();
            match numbers[..] {
                [least, most] if least > most => (everything, crossed(least, most)),
                _ => return None,
            }
        }
        _ => return None,
    };
    let span = span.get(part).unwrap_or(span);
    let message = format!("expected {expected}");
    Some(PestSyntaxError::new(&pest::error::Error::new_from_span(
        pest::error::ErrorVariant::CustomError { message },
        span,
    )))
}

/// The first escape of a text that is not a character, and the expected input there. Only escapes
/// of the form `\u{..}` can be wrong.
fn wrong_escape(text: &str) -> Option<(Range<usize>, &'static str)> {
    let mut escapes = text.match_indices('\\');
    while let Some((at, _)) = escapes.next() {
        let escape = &text[at + 1..];
        // The second backslash of an escaped backslash does not begin an escape.
        if escape.starts_with('\\') {
            escapes.next();
        }
        let Some((digits, _)) = escape.strip_prefix("u{").and_then(|digits| digits.split_once('}')) else { continue };
        let number = u32::from_str_radix(digits, 16).ok();
        if number.and_then(char::from_u32).is_none() {
            let is_surrogate = number.is_some_and(|number| number <= char::MAX as u32);
            return Some((at..at + digits.len() + 4, if is_surrogate { SURROGATE } else { TOO_HIGH }));
        }
    }
    None
}

impl PestSyntaxError {
    fn new(error: &pest::error::Error<Meta>) -> Self {
        let (line, column) = match error.line_col {
            pest::error::LineColLocation::Pos(at) | pest::error::LineColLocation::Span(at, _) => at,
        };
        let span = match error.location {
            pest::error::InputLocation::Pos(at) => at..at,
            pest::error::InputLocation::Span((start, end)) => start..end,
        };
        Self { line, column: Some(column), span, message: error.variant.message().into_owned() }
    }
}

/// Converts the expression of one rule.
struct RuleConverter<'a> {
    names: &'a [&'a str],
    rule: &'a str,
}

impl RuleConverter<'_> {
    fn refuse(&self, feature: &str) -> PegError {
        PegError::Unsupported { rule: self.rule.to_owned(), what: feature.to_owned() }
    }

    fn expr(&self, expr: &Ast) -> Result<PegExpr, PegError> {
        Ok(match expr {
            Ast::Str(text) => PegExpr::Sequence(text.chars().map(|c| PegExpr::Class(c.into())).collect()),
            // Only letters of US-ASCII vary in case.
            Ast::Insens(text) => {
                let cases = text.chars().map(|c| [c.to_ascii_lowercase(), c.to_ascii_uppercase()].map(CharSet::from));
                PegExpr::Sequence(cases.map(|[lower, upper]| PegExpr::Class(lower.union(&upper))).collect())
            }
            Ast::Range(start, end) => match (start.chars().next(), end.chars().next()) {
                (Some(start), Some(end)) => PegExpr::Class(CharSet::range(start, end)),
                _ => return Err(self.refuse("a range without ends")),
            },
            Ast::Ident(name) => match self.names.iter().position(|rule| rule == name) {
                Some(rule) => PegExpr::Rule(rule),
                None => self.built_in(name)?,
            },
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

    fn built_in(&self, name: &str) -> Result<PegExpr, PegError> {
        Ok(match name {
            "EOI" => PegExpr::End,
            "ANY" => PegExpr::Class(CharSet::all()),
            "ASCII" => ascii(u8::is_ascii),
            "ASCII_DIGIT" => ascii(u8::is_ascii_digit),
            "ASCII_ALPHA" => ascii(u8::is_ascii_alphabetic),
            "ASCII_ALPHA_LOWER" => ascii(u8::is_ascii_lowercase),
            "ASCII_ALPHA_UPPER" => ascii(u8::is_ascii_uppercase),
            "ASCII_ALPHANUMERIC" => ascii(u8::is_ascii_alphanumeric),
            "ASCII_HEX_DIGIT" => ascii(u8::is_ascii_hexdigit),
            _ => return Err(self.refuse(&format!("the built-in rule `{name}`"))),
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

/// The class of the US-ASCII characters with a property.
fn ascii(has_property: fn(&u8) -> bool) -> PegExpr {
    PegExpr::Class(CharSet::ascii((0..=0x7F).filter(has_property).fold(0, |bits, c| bits | 1 << c)))
}
