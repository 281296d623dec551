//! The symbols that mark where a component begins and ends in the rules of a pest file.

use super::expr::{PegExpr, PegRule, rule_index};
use crate::automaton::alphabet::Symbol;
use crate::bnf::{Extent, InvalidPlace, Place, PlaceItem, Point};

/// The number of the first mark. Symbols of characters have lower numbers.
const FIRST_MARK: Symbol = Symbol::MAX / 2 + 1;

/// The symbol at the beginning of a component.
pub(crate) fn opening(component: usize) -> Symbol {
    FIRST_MARK + 2 * component
}

/// The symbol at the end of a component.
pub(crate) fn closing(component: usize) -> Symbol {
    opening(component) + 1
}

/// The number of a symbol among the marks; `None` for a character.
pub(crate) fn mark_number(symbol: Symbol) -> Option<usize> {
    symbol.checked_sub(FIRST_MARK)
}

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
    marks: Vec<ComponentMark>,
    components: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct ComponentMark {
    /// The symbol, by which the mark is that of one component.
    symbol: Symbol,
    /// The rule whose expression contains the item; `None` for any rule.
    parent: Option<usize>,
    item: RuleItem,
    at: MarkPosition,
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
    pub(crate) fn from_places(components: &[&[Place<'_>]], rules: &[PegRule]) -> Result<Self, MarkError> {
        let mut marks = Vec::new();
        for (component, places) in components.iter().enumerate() {
            for place in *places {
                for mark in marks_of_place(component, place, rules)? {
                    if !occurs(&mark, rules) {
                        return Err(MarkError::NotThere(place.to_string()));
                    }
                    if !marks.contains(&mark) {
                        marks.push(mark);
                    }
                }
            }
        }
        Ok(Self { marks, components: components.len() })
    }

    /// The number of components.
    pub(crate) fn components(&self) -> usize {
        self.components
    }

    /// The marks in the expression of a rule.
    fn in_rule(&self, rule: usize) -> impl Iterator<Item = &ComponentMark> {
        self.marks.iter().filter(move |mark| mark.parent.is_none_or(|parent| parent == rule))
    }

    /// The marks before and after an expression in a rule.
    pub(crate) fn around(&self, parent: usize, expr: &PegExpr) -> [Vec<Symbol>; 2] {
        [MarkPosition::Before, MarkPosition::After].map(|at| {
            let marks = self.in_rule(parent).filter(|mark| mark.at == at && mark.item.is_whole(expr));
            marks.map(|mark| mark.symbol).collect()
        })
    }

    /// The number of characters of the longest beginning of a literal that is marked apart from the whole;
    /// 0 if none is.
    pub(crate) fn within(&self, parent: usize, literal: &PegExpr) -> usize {
        let lengths = self.in_rule(parent).filter_map(|mark| match &mark.item {
            RuleItem::Literal(text) if begins_with(literal, text) => Some(text.chars().count()),
            _ => None,
        });
        lengths.filter(|&length| length < literal.below().len()).max().unwrap_or_default()
    }

    /// The marks of the components that are empty if a rule omits an optional expression.
    pub(crate) fn instead(&self, parent: usize, optional: &PegExpr) -> Vec<Symbol> {
        let marks = self.in_rule(parent).filter(|mark| mark.at == MarkPosition::Instead);
        let marks = marks.filter(|mark| matches!(mark.item, RuleItem::Rule(rule) if uses(optional, rule)));
        marks.map(|mark| mark.symbol).collect()
    }

    /// The marks of the components that end with an expression outside sequences.
    pub(crate) fn ending(&self, parent: usize, expr: &PegExpr) -> Vec<Symbol> {
        let marks =
            self.in_rule(parent).filter(|mark| mark.at == MarkPosition::Behind && in_sequence(expr, &mark.item));
        marks.map(|mark| mark.symbol).collect()
    }
}

impl RuleItem {
    /// Whether an expression is the item; a literal has no more characters.
    fn is_whole(&self, expr: &PegExpr) -> bool {
        match self {
            Self::Rule(_) => self.begins(expr),
            Self::Literal(text) => self.begins(expr) && text.chars().count() == expr.below().len(),
        }
    }

    /// Whether an expression is the item, or a literal that begins with it.
    fn begins(&self, expr: &PegExpr) -> bool {
        match self {
            Self::Rule(rule) => *expr == PegExpr::Rule(*rule),
            Self::Literal(text) => begins_with(expr, text),
        }
    }
}

/// Whether an expression is an item, or a sequence that contains it.
fn in_sequence(expr: &PegExpr, item: &RuleItem) -> bool {
    item.begins(expr) || matches!(expr, PegExpr::Sequence(parts) if parts.iter().any(|part| in_sequence(part, item)))
}

/// The marks of one place.
fn marks_of_place(component: usize, place: &Place<'_>, rules: &[PegRule]) -> Result<Vec<ComponentMark>, MarkError> {
    let (parent, item) = resolved(&place.start, place, rules)?;
    let start = ComponentMark { symbol: opening(component), parent, item, at: MarkPosition::Before };
    let end = match &place.extent {
        Extent::Sequence | Extent::Omitted if parent.is_none() => return Err(invalid(place)),
        Extent::Omitted => {
            let start = ComponentMark { at: MarkPosition::Instead, ..start };
            return Ok(vec![start.clone(), ComponentMark { symbol: closing(component), ..start }]);
        }
        Extent::Item => ComponentMark { symbol: closing(component), at: MarkPosition::After, ..start.clone() },
        Extent::Sequence => ComponentMark { symbol: closing(component), at: MarkPosition::Behind, ..start.clone() },
        Extent::Before(point) | Extent::Through(point) => {
            let at = if matches!(place.extent, Extent::Before(_)) { MarkPosition::Before } else { MarkPosition::After };
            let (within, item) = resolved(point, place, rules)?;
            ComponentMark { symbol: closing(component), parent: within.or(parent), item, at }
        }
    };
    Ok(vec![start, end])
}

fn invalid(place: &Place<'_>) -> MarkError {
    MarkError::Invalid(InvalidPlace(place.to_string()))
}

/// The rule that contains a point of a place, and the item of the point.
fn resolved(point: &Point<'_>, place: &Place<'_>, rules: &[PegRule]) -> Result<(Option<usize>, RuleItem), MarkError> {
    let item = match point.item {
        PlaceItem::Rule(name) => RuleItem::Rule(place_rule(name, rules)?),
        PlaceItem::Literal("") => return Err(invalid(place)),
        PlaceItem::Literal(text) => RuleItem::Literal(text.to_owned()),
    };
    let parent = point.within.map(|name| place_rule(name, rules)).transpose()?;
    Ok((parent, item))
}

fn place_rule(name: &str, rules: &[PegRule]) -> Result<usize, MarkError> {
    rule_index(rules, name).ok_or_else(|| MarkError::NoRule(name.to_owned()))
}

/// Whether the item of a mark occurs in its rule, or in any rule.
fn occurs(mark: &ComponentMark, rules: &[PegRule]) -> bool {
    let mut occurs = false;
    for (index, rule) in rules.iter().enumerate() {
        if mark.parent.is_some_and(|parent| parent != index) {
            continue;
        }
        rule.expr.visit(&mut |expr| {
            occurs |= match (&mark.item, mark.at, expr) {
                (RuleItem::Rule(rule), MarkPosition::Instead, PegExpr::Choice(alternatives)) => {
                    optional(alternatives).is_some_and(|expr| uses(expr, *rule))
                }
                (_, MarkPosition::Instead, _) => false,
                (item, ..) => item.begins(expr),
            }
        });
    }
    occurs
}

/// The optional expression of a choice between it and the empty text; `None` of other choices.
pub(crate) fn optional(choice: &[PegExpr]) -> Option<&PegExpr> {
    match choice {
        [inner, PegExpr::Empty] => Some(inner),
        _ => None,
    }
}

/// Whether an expression uses a rule outside further optional expressions.
fn uses(expr: &PegExpr, rule: usize) -> bool {
    match expr {
        PegExpr::Rule(used) => *used == rule,
        PegExpr::Choice(alternatives) if optional(alternatives).is_some() => false,
        PegExpr::Sequence(exprs) | PegExpr::Choice(exprs) => exprs.iter().any(|expr| uses(expr, rule)),
        _ => false,
    }
}

/// Whether an expression is a literal that begins with a text.
fn begins_with(expr: &PegExpr, text: &str) -> bool {
    let PegExpr::Sequence(parts) = expr else { return false };
    text.chars().count() <= parts.len()
        && parts.iter().zip(text.chars()).all(|(part, c)| matches!(part, PegExpr::Class(set) if set.only() == Some(c)))
}
