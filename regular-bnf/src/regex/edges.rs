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
        Tree::Concat(all) => {
            let mut all = all.clone();
            // Everything in front of the first that may match a character is at the beginning, and
            // so is that.
            for tree in &mut all {
                *tree = trimmed(tree, start, false, sets);
                if !is_zero(tree) {
                    break;
                }
            }
            for tree in all.iter_mut().rev() {
                *tree = trimmed(tree, false, end, sets);
                if !is_zero(tree) {
                    break;
                }
            }
            all.retain(|tree| *tree != Tree::EMPTY);
            if all.len() == 1 { all.remove(0) } else { Tree::Concat(all) }
        }
        Tree::Alt(all) => Tree::Alt(all.iter().map(|tree| trimmed(tree, start, end, sets)).collect()),
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
        // The first match is the leftmost, and the alternatives of other places come before others
        // of this one.
        Tree::Alt(all) if all.iter().all(|tree| has_start(tree, sets)) => {
            Tree::Alt(all.iter().map(|tree| anywhere(tree, sets)).collect())
        }
        _ => {
            let before = if has_start(tree, sets) { Tree::EMPTY } else { sets.anything(Greed::Lazy) };
            let last = match tree {
                Tree::Concat(all) => all.last(),
                tree => Some(tree),
            };
            let after = match last {
                Some(Tree::Look(NOT_AHEAD, inner)) if is_any(inner, sets) => Tree::EMPTY,
                Some(Tree::Look(AHEAD, inner)) if ends_after_line_feed(inner, sets) => {
                    sets.tree('\n'.into()).optional()
                }
                _ => sets.anything(Greed::Greedy),
            };
            // The rest of the text has been decided, so the assertion is no longer needed.
            let mut inner = tree.clone();
            if after != sets.anything(Greed::Greedy) {
                match &mut inner {
                    Tree::Concat(all) => _ = all.pop(),
                    other => *other = Tree::EMPTY,
                }
            }
            Tree::Concat(vec![before, inner, after])
        }
    }
}

/// Whether it begins with the assertion of the beginning of the text.
fn has_start(tree: &Tree, sets: &Sets) -> bool {
    match tree {
        Tree::Look(NOT_BEHIND, inner) => is_any(inner, sets),
        Tree::Concat(all) => all.first().is_some_and(|first| has_start(first, sets)),
        Tree::Group(_, inner) => has_start(inner, sets),
        Tree::Alt(all) => !all.is_empty() && all.iter().all(|tree| has_start(tree, sets)),
        _ => false,
    }
}

fn is_any(tree: &Tree, sets: &Sets) -> bool {
    matches!(tree, Tree::Set(set) if sets.all[*set] == CharSet::all())
}

/// Whether it matches at the end of the text, where nothing follows.
fn ends(tree: &Tree) -> bool {
    match tree {
        Tree::Look(NOT_AHEAD, inner) => matches!(**inner, Tree::Set(_)),
        Tree::Concat(all) => all.iter().all(ends),
        Tree::Alt(all) => all.iter().any(ends),
        Tree::Repeat(inner, least, ..) => *least == 0 || ends(inner),
        _ => false,
    }
}

/// Whether it is an optional line feed and the end.
fn ends_after_line_feed(tree: &Tree, sets: &Sets) -> bool {
    let Tree::Concat(all) = tree else { return false };
    let [Tree::Repeat(inner, 0, Some(1), Greed::Greedy), Tree::Look(Look { behind: false, negated: true }, end)] =
        &all[..]
    else {
        return false;
    };
    is_any(end, sets) && matches!(**inner, Tree::Set(set) if sets.all[set] == '\n'.into())
}

/// Whether it matches nothing but the empty text.
fn is_zero(tree: &Tree) -> bool {
    tree.width().1 == Some(0)
}
