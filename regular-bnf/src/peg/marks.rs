//! The places at which a component begins and ends, in the rules of a pest file.
//!
//! The places are a list, separated by blanks. Each place has one of these forms:
//!
//! | place | what it marks |
//! |---|---|
//! | `name` | the text that the rule `name` matches, wherever it is used |
//! | `login>name` | the same, only where the rule `login` uses it |
//! | `'ab'` | these characters, at the beginning of a literal |
//! | `login>user..<'@'` | from `user` in the rule `login` up to `'@'` there, exclusive |
//! | `a>'/'..b>path` | from `'/'` in the rule `a` up to the end of `path` in the rule `b` |
//! | `a>group..` | from `group` in the rule `a` up to the end of the sequence that contains it |
//! | `a>!path` | an empty component, if the rule `a` omits its optional `path` |

use super::expr::{Expr, Rule};
use crate::automaton::alphabet::Symbol;

/// The symbol at the beginning of a component. Characters have lower numbers.
pub(crate) const OPEN: Symbol = Symbol::MAX - 1;
/// The symbol at the end of a component.
pub(crate) const CLOSE: Symbol = Symbol::MAX;

/// A list of places is invalid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MarkError {
    /// The text is not a place.
    Unreadable(String),
    /// The place uses a rule that does not exist.
    NoRule(String),
    /// The rule of the place does not use the named item.
    NotThere(String),
}

/// All marks of some components.
#[derive(Debug, Clone, Default)]
pub(crate) struct Marks {
    all: Vec<Mark>,
    components: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Mark {
    /// The number of the component.
    component: usize,
    /// The rule whose expression contains the item; `None` for any rule.
    parent: Option<usize>,
    item: Item,
    at: At,
    symbol: usize,
}

/// An item in a rule's expression.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Item {
    Rule(usize),
    /// The beginning of a literal.
    Literal(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    Before,
    After,
    /// After the sequence that contains the item.
    Behind,
    /// In place of an optional item that is absent.
    Instead,
}

impl Marks {
    /// Reads a list of places for each component.
    pub(crate) fn read(components: &[&str], rules: &[Rule]) -> Result<Self, MarkError> {
        let mut all = Vec::new();
        for (component, places) in components.iter().enumerate() {
            for place in places.split_whitespace() {
                for mark in marks(component, place, rules)? {
                    if !stands(&mark, rules) {
                        return Err(MarkError::NotThere(place.to_owned()));
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

    fn of(&self, parent: usize) -> impl Iterator<Item = &Mark> {
        self.all.iter().filter(move |mark| mark.parent.is_none_or(|own| own == parent))
    }

    /// The marks before and after an expression in a rule, each with its component.
    pub(crate) fn around(&self, parent: usize, expr: &Expr) -> [Vec<(usize, usize)>; 2] {
        [At::Before, At::After].map(|at| {
            let here = self.of(parent).filter(|mark| mark.at == at && mark.item.is(expr));
            here.map(|mark| (mark.component, mark.symbol)).collect()
        })
    }

    /// The number of marked characters of a literal; 0 if the whole literal is marked, or none of it.
    pub(crate) fn within(&self, parent: usize, literal: &Expr) -> usize {
        let length = |mark: &Mark| match &mark.item {
            Item::Literal(text) if begins(literal, text) => Some(text.chars().count()),
            _ => None,
        };
        self.of(parent).find_map(length).filter(|&length| length < literal.below().len()).unwrap_or_default()
    }

    /// The components that are empty if a rule omits an optional expression.
    pub(crate) fn instead(&self, parent: usize, optional: &Expr) -> impl Iterator<Item = usize> {
        let stands =
            move |mark: &&Mark| mark.at == At::Instead && matches!(mark.item, Item::Rule(rule) if uses(optional, rule));
        self.of(parent).filter(stands).map(|mark| mark.component)
    }

    /// The components that end with an expression outside sequences.
    pub(crate) fn behind(&self, parent: usize, expr: &Expr) -> impl Iterator<Item = usize> {
        let ends = move |mark: &&Mark| mark.at == At::Behind && in_sequence(expr, &mark.item);
        self.of(parent).filter(ends).map(|mark| mark.component)
    }
}

impl Item {
    fn is(&self, expr: &Expr) -> bool {
        match self {
            Self::Rule(rule) => *expr == Expr::Rule(*rule),
            Self::Literal(text) => begins(expr, text),
        }
    }
}

/// Whether an expression is an item, or a sequence that contains it.
fn in_sequence(expr: &Expr, item: &Item) -> bool {
    item.is(expr) || matches!(expr, Expr::Sequence(all) if all.iter().any(|expr| in_sequence(expr, item)))
}

/// The marks of one place.
fn marks(component: usize, place: &str, rules: &[Rule]) -> Result<Vec<Mark>, MarkError> {
    let unreadable = || MarkError::Unreadable(place.to_owned());
    let mark = |(parent, item), at, symbol| Mark { component, parent, item, at, symbol };
    Ok(match place.split_once("..") {
        None => {
            let (place, absent) = match place.split_once(">!") {
                Some((parent, item)) => (format!("{parent}>{item}"), true),
                None => (place.to_owned(), false),
            };
            let of = point(&place, rules)?;
            match absent {
                true => vec![mark(of, At::Instead, OPEN)],
                false => vec![mark(of.clone(), At::Before, OPEN), mark(of, At::After, CLOSE)],
            }
        }
        Some((from, to)) => {
            let (parent, item) = point(from, rules)?;
            let end = match (to, to.strip_prefix('<')) {
                ("", _) => mark((Some(parent.ok_or_else(unreadable)?), item.clone()), At::Behind, CLOSE),
                (_, before) => {
                    let at = if before.is_some() { At::Before } else { At::After };
                    let (other, item) = point(before.unwrap_or(to), rules)?;
                    mark((other.or(parent), item), at, CLOSE)
                }
            };
            vec![mark((parent, item), At::Before, OPEN), end]
        }
    })
}

/// Parses `rule` or `'literal'`, optionally after `parent>`.
fn point(text: &str, rules: &[Rule]) -> Result<(Option<usize>, Item), MarkError> {
    let rule = |name: &str| {
        let found = rules.iter().position(|rule| rule.name == name);
        found.ok_or_else(|| match name.is_empty() || name.contains(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            true => MarkError::Unreadable(text.to_owned()),
            false => MarkError::NoRule(name.to_owned()),
        })
    };
    let (parent, item) = match text.split_once('>') {
        Some((parent, item)) => (Some(rule(parent)?), item),
        None => (None, text),
    };
    let literal =
        item.strip_prefix('\'').and_then(|item| item.strip_suffix('\'')).filter(|literal| !literal.is_empty());
    Ok((parent, literal.map_or_else(|| rule(item).map(Item::Rule), |literal| Ok(Item::Literal(literal.to_owned())))?))
}

/// Whether the item of a mark occurs in its rule, or in any rule.
fn stands(mark: &Mark, rules: &[Rule]) -> bool {
    let all = rules.iter().enumerate().filter(|(at, _)| mark.parent.is_none_or(|parent| parent == *at));
    let mut found = false;
    all.for_each(|(_, rule)| {
        rule.expr.visit(&mut |expr| {
            found |= match (&mark.item, mark.at, expr) {
                (Item::Rule(rule), At::Instead, Expr::Choice(all)) => {
                    optional(all).is_some_and(|expr| uses(expr, *rule))
                }
                (_, At::Instead, _) => false,
                (item, ..) => item.is(expr),
            }
        });
    });
    found
}

/// The optional expression of a choice with the empty text, if it is one.
pub(crate) fn optional(choice: &[Expr]) -> Option<&Expr> {
    match choice {
        [inner, Expr::Empty] => Some(inner),
        _ => None,
    }
}

/// Whether an expression uses a rule that is not inside a further optional expression.
fn uses(expr: &Expr, rule: usize) -> bool {
    match expr {
        Expr::Rule(used) => *used == rule,
        Expr::Choice(all) if optional(all).is_some() => false,
        Expr::Sequence(all) | Expr::Choice(all) => all.iter().any(|expr| uses(expr, rule)),
        _ => false,
    }
}

/// Whether an expression is a literal that begins with a text.
fn begins(expr: &Expr, text: &str) -> bool {
    let is = |expr: &Expr, c: char| matches!(expr, Expr::Class(set) if set.only() == Some(c));
    match expr {
        Expr::Sequence(all) => {
            text.chars().count() <= all.len() && all.iter().zip(text.chars()).all(|(expr, c)| is(expr, c))
        }
        _ => false,
    }
}
