//! Replaces `SOI`, the beginning of the input: at the beginning it matches the empty text, and
//! nothing later.

use std::collections::HashSet;

use pest_meta::ast::{Expr as Ast, Rule as AstRule};

use super::expr::{PegExpr, PegRule, RuleFault, SpanKind};
use super::operators::{convert_part, implicit_fault};
use super::simplify::StaticProperties;
use super::tree::used_names;
use crate::characters::CharSet;

const START: &str = "SOI";

/// The rules without `SOI`, and for each rule why `SOI` cannot be replaced in it. It can in a rule
/// that no rule uses, which is matched from the beginning of the input.
pub(super) fn without_start(rules: &[AstRule]) -> (Vec<AstRule>, Vec<Option<RuleFault>>) {
    let used: HashSet<&str> = rules.iter().flat_map(|rule| used_names(&rule.expr)).collect();
    let mut replaced = rules.to_vec();
    if !used.contains(START) || rules.iter().any(|rule| rule.name == START) {
        return (replaced, vec![None; rules.len()]);
    }
    let replacer = StartReplacer::new(rules);
    let faults = replaced.iter_mut().map(|rule| {
        let place = if used.contains(rule.name.as_str()) { Place::Unknown } else { Place::Beginning };
        replacer.replace(&mut rule.expr, place).err().map(|UnknownPlace| RuleFault {
            rule: rule.name.clone(),
            what: "`SOI` where it is unknown whether text comes before".to_owned(),
        })
    });
    let faults = faults.collect();
    (replaced, faults)
}

/// Where an expression is matched.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// At the beginning of the input.
    Beginning,
    /// After a character.
    Later,
    /// Either.
    Unknown,
}

impl Place {
    /// The place after one of two ways.
    fn or(self, place: Self) -> Self {
        if self == place { self } else { Self::Unknown }
    }
}

/// `SOI` is where it may match or not.
struct UnknownPlace;

struct StartReplacer<'a> {
    names: Vec<&'a str>,
    properties: Vec<StaticProperties>,
    /// Whether pest may skip text between expressions.
    skips: bool,
}

impl<'a> StartReplacer<'a> {
    fn new(rules: &'a [AstRule]) -> Self {
        let names: Vec<&str> = rules.iter().map(|rule| rule.name.as_str()).collect();
        let converted = rules.iter().map(|rule| {
            let expr = convert_part(&names, &rule.name, &rule.expr);
            // A rule that cannot be analysed may match any text.
            let expr = expr.unwrap_or_else(|_| PegExpr::Repeat(Box::new(PegExpr::Class(CharSet::all()))));
            PegRule::new(rule.name.clone(), SpanKind::Silent, expr)
        });
        let properties = StaticProperties::for_rules(&converted.collect::<Vec<_>>());
        let skips = implicit_fault(names.iter().copied()).is_some();
        Self { names, properties, skips }
    }

    /// Replaces `SOI` in an expression at a place, and returns the place after the expression.
    fn replace(&self, expr: &mut Ast, place: Place) -> Result<Place, UnknownPlace> {
        Ok(match expr {
            Ast::Ident(name) if name == START => {
                let empty = Ast::Str(String::new());
                *expr = match place {
                    Place::Beginning => empty,
                    Place::Later => Ast::NegPred(Box::new(empty)),
                    Place::Unknown => return Err(UnknownPlace),
                };
                place
            }
            Ast::Seq(first, second) => {
                let after_first = self.replace(first, place)?;
                let is_uncertain = self.skips && after_first == Place::Beginning;
                self.replace(second, if is_uncertain { Place::Unknown } else { after_first })?
            }
            Ast::Choice(first, second) => self.replace(first, place)?.or(self.replace(second, place)?),
            Ast::PosPred(inner) | Ast::NegPred(inner) => {
                self.replace(inner, place)?;
                place
            }
            Ast::Opt(inner) => self.replace(inner, place)?.or(place),
            Ast::Push(inner) => self.replace(inner, place)?,
            Ast::RepOnce(inner)
            | Ast::RepExact(inner, 1..)
            | Ast::RepMin(inner, 1..)
            | Ast::RepMinMax(inner, 1.., _) => self.replace_repeated(inner, place)?,
            Ast::Rep(inner)
            | Ast::RepExact(inner, 0)
            | Ast::RepMin(inner, 0)
            | Ast::RepMax(inner, _)
            | Ast::RepMinMax(inner, 0, _) => self.replace_repeated(inner, place)?.or(place),
            Ast::Str(text) | Ast::Insens(text) if text.is_empty() => place,
            Ast::Str(_) | Ast::Insens(_) | Ast::Range(..) => Place::Later,
            // Another rule, or a part of the stack.
            _ => match convert_part(&self.names, "", expr) {
                Ok(expr) => {
                    let properties = StaticProperties::new(&expr, &self.properties);
                    let may_match_text = !properties.nullable || !properties.first.is_empty();
                    let after_text = if may_match_text { Place::Later } else { place };
                    if properties.nullable { place.or(after_text) } else { after_text }
                }
                Err(_) => place.or(Place::Later),
            },
        })
    }

    /// Replaces `SOI` in what is repeated, whose second repetition is at another place.
    fn replace_repeated(&self, expr: &mut Ast, place: Place) -> Result<Place, UnknownPlace> {
        self.replace(expr, place.or(Place::Later))
    }
}
