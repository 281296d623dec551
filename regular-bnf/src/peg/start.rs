//! Replaces `SOI`, the beginning of the input: at the beginning it matches the empty text, and
//! nothing later.

use std::collections::HashSet;

use pest_meta::ast::{Expr as Ast, Rule as AstRule};

use super::expr::{PegError, PegExpr, PegRule, SpanKind};
use super::operators::{IMPLICIT, convert_part};
use super::simplify::StaticProperties;
use crate::characters::CharSet;

const START: &str = "SOI";

/// The rules without `SOI`, and for each rule why `SOI` cannot be replaced in it. It can in a rule
/// that no other rule uses, which is matched from the beginning of the input.
pub(super) fn without_start(rules: &[AstRule]) -> (Vec<AstRule>, Vec<Option<PegError>>) {
    let mut replaced = rules.to_vec();
    let names: HashSet<String> = rules.iter().map(|rule| rule.name.clone()).collect();
    let used: HashSet<String> = rules.iter().flat_map(|rule| used_names(&rule.expr)).collect();
    if !used.contains(START) || names.contains(START) {
        return (replaced, vec![None; rules.len()]);
    }
    let replacer = StartReplacer::new(rules);
    let faults = replaced.iter_mut().map(|rule| {
        let place = if used.contains(&rule.name) { Place::Unknown } else { Place::Beginning };
        replacer.replace(&mut rule.expr, place).err().map(|CannotTell| PegError::Unsupported {
            rule: rule.name.clone(),
            what: "`SOI` where it is unknown whether text comes before".to_owned(),
        })
    });
    let faults = faults.collect();
    (replaced, faults)
}

/// The rules that an expression uses, built-in ones too.
fn used_names(expr: &Ast) -> Vec<String> {
    let names = expr.iter_top_down().filter_map(|expr| match expr {
        Ast::Ident(name) => Some(name),
        _ => None,
    });
    names.collect()
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

/// `SOI` may match or not.
struct CannotTell;

struct StartReplacer<'a> {
    names: Vec<&'a str>,
    properties: Vec<StaticProperties>,
}

impl<'a> StartReplacer<'a> {
    fn new(rules: &'a [AstRule]) -> Self {
        let names: Vec<&str> = rules.iter().map(|rule| rule.name.as_str()).collect();
        let converted = rules.iter().map(|rule| {
            // Of a rule that cannot be read, any text may be matched.
            let any = || PegExpr::Repeat(Box::new(PegExpr::Class(CharSet::all())));
            let expr = convert_part(&names, &rule.name, &rule.expr).unwrap_or_else(|_| any());
            PegRule { name: rule.name.clone(), kind: SpanKind::Silent, expr, fault: None }
        });
        let properties = StaticProperties::for_rules(&converted.collect::<Vec<_>>());
        Self { names, properties }
    }

    fn replace(&self, expr: &mut Ast, place: Place) -> Result<(), CannotTell> {
        match expr {
            Ast::Ident(name) if name == START => {
                let empty = Ast::Str(String::new());
                *expr = match place {
                    Place::Beginning => empty,
                    Place::Later => Ast::NegPred(Box::new(empty)),
                    Place::Unknown => return Err(CannotTell),
                };
                Ok(())
            }
            Ast::Seq(first, second) => {
                let place_of_second = self.place_after(first, place);
                self.replace(first, place)?;
                self.replace(second, place_of_second)
            }
            Ast::Choice(first, second) => {
                self.replace(first, place)?;
                self.replace(second, place)
            }
            Ast::PosPred(inner) | Ast::NegPred(inner) | Ast::Opt(inner) | Ast::Push(inner) => {
                self.replace(inner, place)
            }
            Ast::Rep(inner)
            | Ast::RepOnce(inner)
            | Ast::RepExact(inner, _)
            | Ast::RepMin(inner, _)
            | Ast::RepMax(inner, _)
            | Ast::RepMinMax(inner, _, _) => {
                let place = if place == Place::Later { place } else { Place::Unknown };
                self.replace(inner, place)
            }
            _ => Ok(()),
        }
    }

    /// The place after an expression, and after what pest skips there.
    fn place_after(&self, expr: &Ast, place: Place) -> Place {
        let Ok(expr) = convert_part(&self.names, "", expr) else {
            return if place == Place::Later { place } else { Place::Unknown };
        };
        let properties = StaticProperties::new(&expr, &self.properties);
        match place {
            Place::Beginning | Place::Unknown if !properties.nullable => Place::Later,
            Place::Beginning if !properties.first.is_empty() || self.skips() => Place::Unknown,
            _ => place,
        }
    }

    /// Whether white space or comments may be skipped between expressions.
    fn skips(&self) -> bool {
        self.names.iter().any(|name| IMPLICIT.contains(name))
    }
}
