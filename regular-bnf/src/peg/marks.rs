//! The symbols that mark where a component begins and ends in the rules of a pest file.

use super::expr::{PegExpr, PegRule};
use crate::automaton::alphabet::Symbol;
use crate::bnf::{Extent, InvalidPlace, Place, PlaceItem, Point};

/// The symbol at the beginning of a component. Characters have lower numbers.
pub(crate) const OPEN: Symbol = Symbol::MAX - 1;
/// The symbol at the end of a component.
pub(crate) const CLOSE: Symbol = Symbol::MAX;

/// A place does not fit the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MarkError {
    /// The place lacks the rule that contains it, or its literal is empty.
    Invalid(InvalidPlace),
    /// The place uses a rule that does not exist.
    NoRule(String),
    /// The rule of the place does not use the named item.
    NotThere(String),
}

/// All marks of some components.
#[derive(Debug, Clone, Default)]
pub(crate) struct Marks {
    all: Vec<ComponentMark>,
    components: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct ComponentMark {
    /// The number of the component.
    component: usize,
    /// The rule whose expression contains the item; `None` for any rule.
    parent: Option<usize>,
    item: RuleItem,
    at: MarkPosition,
    symbol: usize,
}

/// An item in a rule's expression.
#[derive(Debug, Clone, PartialEq, Eq)]
enum RuleItem {
    Rule(usize),
    /// The beginning of a literal.
    Literal(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MarkPosition {
    Before,
    After,
    /// After the sequence that contains the item.
    Behind,
    /// In place of an optional item that is absent.
    Instead,
}

impl Marks {
    /// The marks at the places of each component.
    pub(crate) fn of_places(components: &[&[Place<'_>]], rules: &[PegRule]) -> Result<Self, MarkError> {
        let mut all = Vec::new();
        for (component, places) in components.iter().enumerate() {
            for place in *places {
                for mark in marks(component, place, rules)? {
                    if !occurs(&mark, rules) {
                        return Err(MarkError::NotThere(place.to_string()));
                    }
                    if !all.contains(&mark) {
                        all.push(mark);
                    }
                }
            }
        }
        Ok(Self { all, components: components.len() })
    }

    /// The number of components; one, if no component is marked.
    pub(crate) fn components(&self) -> usize {
        self.components.max(1)
    }

    fn of(&self, parent: usize) -> impl Iterator<Item = &ComponentMark> {
        self.all.iter().filter(move |mark| mark.parent.is_none_or(|own| own == parent))
    }

    /// The marks before and after an expression in a rule, each with its component.
    pub(crate) fn around(&self, parent: usize, expr: &PegExpr) -> [Vec<(usize, usize)>; 2] {
        [MarkPosition::Before, MarkPosition::After].map(|at| {
            let here = self.of(parent).filter(|mark| mark.at == at && mark.item.is(expr));
            here.map(|mark| (mark.component, mark.symbol)).collect()
        })
    }

    /// The number of marked characters of a literal; 0 if the whole literal is marked, or none of
    /// it.
    pub(crate) fn within(&self, parent: usize, literal: &PegExpr) -> usize {
        let length = |mark: &ComponentMark| match &mark.item {
            RuleItem::Literal(text) if begins(literal, text) => Some(text.chars().count()),
            _ => None,
        };
        self.of(parent).find_map(length).filter(|&length| length < literal.below().len()).unwrap_or_default()
    }

    /// The components that are empty if a rule omits an optional expression.
    pub(crate) fn instead(&self, parent: usize, optional: &PegExpr) -> impl Iterator<Item = usize> {
        let stands = move |mark: &&ComponentMark| {
            mark.at == MarkPosition::Instead && matches!(mark.item, RuleItem::Rule(rule) if uses(optional, rule))
        };
        self.of(parent).filter(stands).map(|mark| mark.component)
    }

    /// The components that end with an expression outside sequences.
    pub(crate) fn behind(&self, parent: usize, expr: &PegExpr) -> impl Iterator<Item = usize> {
        let ends = move |mark: &&ComponentMark| mark.at == MarkPosition::Behind && in_sequence(expr, &mark.item);
        self.of(parent).filter(ends).map(|mark| mark.component)
    }
}

impl RuleItem {
    fn is(&self, expr: &PegExpr) -> bool {
        match self {
            Self::Rule(rule) => *expr == PegExpr::Rule(*rule),
            Self::Literal(text) => begins(expr, text),
        }
    }
}

/// Whether an expression is an item, or a sequence that contains it.
fn in_sequence(expr: &PegExpr, item: &RuleItem) -> bool {
    item.is(expr) || matches!(expr, PegExpr::Sequence(all) if all.iter().any(|expr| in_sequence(expr, item)))
}

/// The marks of one place.
fn marks(component: usize, place: &Place<'_>, rules: &[PegRule]) -> Result<Vec<ComponentMark>, MarkError> {
    let mark = |(parent, item), at, symbol| ComponentMark { component, parent, item, at, symbol };
    let invalid = || MarkError::Invalid(InvalidPlace(place.to_string()));
    let resolved = |point: &Point<'_>| resolved(point, rules).and_then(|found| found.ok_or_else(invalid));
    let start = resolved(&place.start)?;
    let parent = start.0;
    let end = |end: &Point<'_>, at| {
        let (other, item) = resolved(end)?;
        Ok::<_, MarkError>(mark((other.or(parent), item), at, CLOSE))
    };
    let end = match &place.extent {
        Extent::Sequence | Extent::Omitted if parent.is_none() => return Err(invalid()),
        Extent::Omitted => return Ok(vec![mark(start, MarkPosition::Instead, OPEN)]),
        Extent::Item => mark(start.clone(), MarkPosition::After, CLOSE),
        Extent::Sequence => mark(start.clone(), MarkPosition::Behind, CLOSE),
        Extent::Before(point) => end(point, MarkPosition::Before)?,
        Extent::Through(point) => end(point, MarkPosition::After)?,
    };
    Ok(vec![mark(start, MarkPosition::Before, OPEN), end])
}

/// The rule that contains a point, and its item; `None` if its literal is empty.
fn resolved(point: &Point<'_>, rules: &[PegRule]) -> Result<Option<(Option<usize>, RuleItem)>, MarkError> {
    let rule = |name: &str| {
        let found = rules.iter().position(|rule| rule.name == name);
        found.ok_or_else(|| MarkError::NoRule(name.to_owned()))
    };
    let item = match point.item {
        PlaceItem::Rule(name) => RuleItem::Rule(rule(name)?),
        PlaceItem::Literal("") => return Ok(None),
        PlaceItem::Literal(text) => RuleItem::Literal(text.to_owned()),
    };
    Ok(Some((point.within.map(rule).transpose()?, item)))
}

/// Whether the item of a mark occurs in its rule, or in any rule.
fn occurs(mark: &ComponentMark, rules: &[PegRule]) -> bool {
    let all = rules.iter().enumerate().filter(|(at, _)| mark.parent.is_none_or(|parent| parent == *at));
    let mut found = false;
    all.for_each(|(_, rule)| {
        rule.expr.visit(&mut |expr| {
            found |= match (&mark.item, mark.at, expr) {
                (RuleItem::Rule(rule), MarkPosition::Instead, PegExpr::Choice(all)) => {
                    optional(all).is_some_and(|expr| uses(expr, *rule))
                }
                (_, MarkPosition::Instead, _) => false,
                (item, ..) => item.is(expr),
            }
        });
    });
    found
}

/// The optional expression of a choice with the empty text, if it is one.
pub(crate) fn optional(choice: &[PegExpr]) -> Option<&PegExpr> {
    match choice {
        [inner, PegExpr::Empty] => Some(inner),
        _ => None,
    }
}

/// Whether an expression uses a rule that is not inside a further optional expression.
fn uses(expr: &PegExpr, rule: usize) -> bool {
    match expr {
        PegExpr::Rule(used) => *used == rule,
        PegExpr::Choice(all) if optional(all).is_some() => false,
        PegExpr::Sequence(all) | PegExpr::Choice(all) => all.iter().any(|expr| uses(expr, rule)),
        _ => false,
    }
}

/// Whether an expression is a literal that begins with a text.
fn begins(expr: &PegExpr, text: &str) -> bool {
    let is = |expr: &PegExpr, c: char| matches!(expr, PegExpr::Class(set) if set.only() == Some(c));
    match expr {
        PegExpr::Sequence(all) => {
            text.chars().count() <= all.len() && all.iter().zip(text.chars()).all(|(expr, c)| is(expr, c))
        }
        _ => false,
    }
}
