//! Calls of groups, which match the texts that the group matches. A call that is not recursive is a
//! copy of the group.

use std::collections::HashMap;

use super::flavour::Flavour;
use super::tree::Tree;
use crate::automaton::regex::RegexError;
use crate::limits::limits;

/// A call.
pub(super) struct Call {
    /// Where it is: an offset in bytes.
    pub at: usize,
    /// The group, as it is written.
    pub target: String,
    /// The number of the group, if it is called by number.
    pub number: Option<usize>,
}

/// The expression with a copy of the group in the place of each call.
pub(super) fn resolved(
    tree: Tree,
    calls: &[Call],
    groups: &[Option<String>],
    flavour: Flavour,
) -> Result<Tree, RegexError> {
    if calls.is_empty() {
        return Ok(tree);
    }
    let mut bodies = HashMap::new();
    collect(&tree, &mut bodies);
    let mut copier = CallCopier { calls, groups, flavour, bodies, active: Vec::new(), size: 0, depth: 0 };
    copier.copy(&tree, false)
}

fn collect<'t>(tree: &'t Tree, bodies: &mut HashMap<usize, &'t Tree>) {
    if let Tree::Group(group, inner) = tree {
        bodies.insert(*group, inner);
    }
    tree.below().iter().for_each(|tree| collect(tree, bodies));
}

struct CallCopier<'t> {
    calls: &'t [Call],
    groups: &'t [Option<String>],
    flavour: Flavour,
    bodies: HashMap<usize, &'t Tree>,
    /// The groups around the current place.
    active: Vec<usize>,
    size: usize,
    depth: usize,
}

impl CallCopier<'_> {
    /// A copy; `called` is whether it is in the place of a call.
    fn copy(&mut self, tree: &Tree, called: bool) -> Result<Tree, RegexError> {
        self.size += 1;
        self.depth += 1;
        if self.size > limits().peg_expressions || self.depth > limits().depth {
            return Err(RegexError::TooLarge);
        }
        let copy = self.copied(tree, called);
        self.depth -= 1;
        copy
    }

    fn copied(&mut self, tree: &Tree, called: bool) -> Result<Tree, RegexError> {
        // A call sets the text of a group in Ruby only.
        let captures = !called || self.flavour == Flavour::Ruby;
        Ok(match tree {
            Tree::Set(set) => Tree::Set(*set),
            Tree::Concat(parts) => Tree::Concat(self.copies(parts, called)?),
            Tree::Alt(alternatives) => Tree::Alt(self.copies(alternatives, called)?),
            Tree::Repeat(inner, least, most, greed) => {
                Tree::Repeat(Box::new(self.copy(inner, called)?), *least, *most, *greed)
            }
            Tree::Atomic(inner) => Tree::Atomic(Box::new(self.copy(inner, called)?)),
            Tree::Look(look, inner) => Tree::Look(*look, Box::new(self.copy(inner, called)?)),
            Tree::Group(group, inner) => {
                self.active.push(*group);
                let inner = self.copy(inner, called)?;
                self.active.pop();
                if captures { Tree::Group(*group, Box::new(inner)) } else { inner }
            }
            Tree::Call(call) => self.called_group(&self.calls[*call])?,
        })
    }

    fn copies(&mut self, trees: &[Tree], called: bool) -> Result<Vec<Tree>, RegexError> {
        trees.iter().map(|tree| self.copy(tree, called)).collect()
    }

    /// A copy of the group that is called.
    fn called_group(&mut self, call: &Call) -> Result<Tree, RegexError> {
        let Call { at, target, number } = call;
        let unknown = RegexError::Syntax { offset: *at, reason: "no such group".to_owned() };
        let recursion = RegexError::Unsupported { offset: *at, what: "recursion" };
        let by_name = self.groups.iter().position(|name| name.as_ref() == Some(target));
        let group = match by_name.or(*number) {
            None if target != "R" => return Err(unknown),
            // The whole expression.
            None | Some(0) => return Err(recursion),
            Some(group) => group,
        };
        let Some(&body) = self.bodies.get(&group) else { return Err(unknown) };
        if self.active.contains(&group) {
            return Err(recursion);
        }
        self.active.push(group);
        let inner = self.copy(body, true)?;
        self.active.pop();
        Ok(if self.flavour == Flavour::Ruby { Tree::Group(group, Box::new(inner)) } else { inner })
    }
}
