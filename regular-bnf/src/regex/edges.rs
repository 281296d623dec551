//! Anchors at the two ends of an expression, where they are decided at once.

use super::tree::{AHEAD, Greed, Look, NOT_AHEAD, NOT_BEHIND, Sets, Tree};
use crate::characters::CharSet;

/// The expression without the assertions that always hold at the beginning or at the end of the
/// text.
pub(super) fn trimmed(tree: &Tree, start: bool, end: bool, sets: &Sets) -> Tree {
    match tree {
        Tree::Look(NOT_BEHIND, inner) if start && is_any(inner, sets) => Tree::EMPTY,
        Tree::Look(AHEAD, inner) if end && ends(inner) => Tree::EMPTY,
        Tree::Look(NOT_AHEAD, inner) if end && matches!(**inner, Tree::Set(_)) => Tree::EMPTY,
        Tree::Concat(parts) => {
            let mut parts = parts.clone();
            // The parts up to the first that may match a character are at the beginning.
            for part in &mut parts {
                *part = trimmed(part, start, false, sets);
                if !is_zero(part) {
                    break;
                }
            }
            for part in parts.iter_mut().rev() {
                *part = trimmed(part, false, end, sets);
                if !is_zero(part) {
                    break;
                }
            }
            parts.retain(|part| *part != Tree::EMPTY);
            if parts.len() == 1 { parts.remove(0) } else { Tree::Concat(parts) }
        }
        Tree::Alt(alternatives) => Tree::Alt(alternatives.iter().map(|tree| trimmed(tree, start, end, sets)).collect()),
        Tree::Group(group, inner) => Tree::Group(*group, Box::new(trimmed(inner, start, end, sets))),
        Tree::Repeat(inner, least, most @ Some(1), greed) => {
            Tree::Repeat(Box::new(trimmed(inner, start, end, sets)), *least, *most, *greed)
        }
        _ => tree.clone(),
    }
}

/// The expression with any text around it, except where it is anchored. Marked text is that of the
/// first match.
pub(super) fn anywhere(tree: &Tree, sets: &mut Sets) -> Tree {
    match tree {
        // Other alternatives are not converted one by one: a match further left is preferred to
        // one by an earlier alternative.
        Tree::Alt(alternatives) if alternatives.iter().all(|tree| has_start(tree, sets)) => {
            Tree::Alt(alternatives.iter().map(|tree| anywhere(tree, sets)).collect())
        }
        _ => {
            let before = if has_start(tree, sets) { Tree::EMPTY } else { sets.anything(Greed::Lazy) };
            let last = match tree {
                Tree::Concat(parts) => parts.last(),
                tree => Some(tree),
            };
            let after = match last {
                Some(Tree::Look(NOT_AHEAD, inner)) if is_any(inner, sets) => Tree::EMPTY,
                Some(Tree::Look(AHEAD, inner)) if ends_after_line_feed(inner, sets) => {
                    sets.tree('\n'.into()).optional()
                }
                _ => sets.anything(Greed::Greedy),
            };
            // The text after the match has been decided, so the assertion is no longer needed.
            let mut inner = tree.clone();
            if after != sets.anything(Greed::Greedy) {
                match &mut inner {
                    Tree::Concat(parts) => _ = parts.pop(),
                    tree => *tree = Tree::EMPTY,
                }
            }
            Tree::Concat(vec![before, inner, after])
        }
    }
}

/// Whether an expression begins with the assertion of the beginning of the text.
fn has_start(tree: &Tree, sets: &Sets) -> bool {
    match tree {
        Tree::Look(NOT_BEHIND, inner) => is_any(inner, sets),
        Tree::Concat(parts) => parts.first().is_some_and(|first| has_start(first, sets)),
        Tree::Group(_, inner) => has_start(inner, sets),
        Tree::Alt(alternatives) => !alternatives.is_empty() && alternatives.iter().all(|tree| has_start(tree, sets)),
        _ => false,
    }
}

fn is_any(tree: &Tree, sets: &Sets) -> bool {
    matches!(tree, Tree::Set(set) if sets.all[*set] == CharSet::all())
}

/// Whether an expression matches the empty text at the end of the text.
fn ends(tree: &Tree) -> bool {
    match tree {
        Tree::Look(NOT_AHEAD, inner) => matches!(**inner, Tree::Set(_)),
        Tree::Concat(parts) => parts.iter().all(ends),
        Tree::Alt(alternatives) => alternatives.iter().any(ends),
        Tree::Repeat(inner, least, ..) => *least == 0 || ends(inner),
        _ => false,
    }
}

/// Whether an expression is an optional line feed and the end.
fn ends_after_line_feed(tree: &Tree, sets: &Sets) -> bool {
    let Tree::Concat(parts) = tree else { return false };
    let [Tree::Repeat(inner, 0, Some(1), Greed::Greedy), Tree::Look(Look { behind: false, negated: true }, end)] =
        &parts[..]
    else {
        return false;
    };
    is_any(end, sets) && matches!(**inner, Tree::Set(set) if sets.all[set] == '\n'.into())
}

/// Whether an expression matches only the empty text.
fn is_zero(tree: &Tree) -> bool {
    tree.width().longest == Some(0)
}
