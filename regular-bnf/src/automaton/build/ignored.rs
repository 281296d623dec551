//! The automaton of a parser that removes characters from its input before it reads it.

use std::collections::HashMap;

use super::{NfaBuilder, NfaNode, NodeId};
use crate::bnf::{Expr, GrammarError};
use crate::characters::{CharSet, Ignored};

/// The last character that was kept: the progress besides the state.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum LastKept {
    /// No character has been kept yet.
    None,
    /// The last character kept is one that cannot be removed at the end.
    Kept,
    /// The last character kept would be removed at the end.
    Removable,
}

/// The copies of states, one for each last character.
struct Copies {
    numbers: HashMap<(LastKept, NodeId), NodeId>,
    /// The copies whose steps are to be added: the last character, the state and its copy.
    waiting: Vec<(LastKept, NodeId, NodeId)>,
}

impl Copies {
    /// The copy of a state, which is added if it is new.
    fn copy(&mut self, builder: &mut NfaBuilder<'_>, last: LastKept, state: NodeId) -> Result<NodeId, GrammarError> {
        if let Some(&copy) = self.numbers.get(&(last, state)) {
            return Ok(copy);
        }
        let copy = builder.add(NfaNode::Split(Vec::new()))?;
        self.numbers.insert((last, state), copy);
        self.waiting.push((last, state, copy));
        Ok(copy)
    }
}

impl<'b> NfaBuilder<'b> {
    /// Builds an expression whose input is read after the removal of characters.
    pub(super) fn ignoring(
        &mut self,
        expr: &'b Expr,
        accept: NodeId,
        ignored: &Ignored,
    ) -> Result<NodeId, GrammarError> {
        let ends = ignored.ends.union(&ignored.anywhere);
        if self.separate_uses {
            return self.with_removing_loops(expr, accept, &ignored.anywhere, &ends);
        }
        let mut inner = NfaBuilder::new(self.bnf, self.subject);
        let end = inner.add(NfaNode::Accept(0))?;
        let start = inner.expr_with_uses(expr, end)?;
        let trailing = self.trailing(accept, &ends)?;
        let mut copies = Copies { numbers: HashMap::new(), waiting: Vec::new() };
        let start = copies.copy(self, LastKept::None, start)?;
        while let Some((last, at, copy)) = copies.waiting.pop() {
            let mut branches = Vec::new();
            match &inner.nodes[at as usize] {
                NfaNode::Split(targets) => {
                    for &to in targets {
                        branches.push(copies.copy(self, last, to)?);
                    }
                }
                NfaNode::Accept(_) => branches.extend((last != LastKept::Removable).then_some(trailing)),
                NfaNode::Step(class, to) => {
                    let class = class.difference(&ignored.anywhere);
                    let removable = class.intersection(&ignored.ends);
                    // In front of the first character that is kept, others are removed.
                    let (removable, skipped) = match last {
                        LastKept::None => (CharSet::EMPTY, &ends),
                        LastKept::Kept | LastKept::Removable => (removable, &ignored.anywhere),
                    };
                    let retained = class.difference(&ignored.ends);
                    for (class, last) in [(retained, LastKept::Kept), (removable, LastKept::Removable)] {
                        if !class.is_empty() {
                            let to = copies.copy(self, last, *to)?;
                            branches.push(self.add(NfaNode::Step(class, to))?);
                        }
                    }
                    if !skipped.is_empty() {
                        branches.push(self.add(NfaNode::Step(skipped.clone(), copy))?);
                    }
                }
            }
            self.nodes[copy as usize] = NfaNode::Split(branches);
        }
        Ok(start)
    }

    /// A state from which characters are removed up to the end.
    fn trailing(&mut self, accept: NodeId, ends: &CharSet) -> Result<NodeId, GrammarError> {
        let trailing = self.add(NfaNode::Split(Vec::new()))?;
        let removed = self.add(NfaNode::Step(ends.clone(), trailing))?;
        self.nodes[trailing as usize] = NfaNode::Split(vec![removed, accept]);
        Ok(trailing)
    }

    /// Builds an expression with a loop at each state that removes characters, in the place of the
    /// whole expression. It also accepts inputs at whose end fewer characters are removed.
    fn with_removing_loops(
        &mut self,
        expr: &'b Expr,
        accept: NodeId,
        anywhere: &CharSet,
        ends: &CharSet,
    ) -> Result<NodeId, GrammarError> {
        let place = std::mem::replace(&mut self.place, self.around.len() as u32);
        let trailing = self.trailing(accept, ends)?;
        let first = self.nodes.len();
        let start = self.expr_with_uses(expr, trailing)?;
        let last = self.nodes.len();
        for at in first..last {
            let NfaNode::Step(class, to) = &self.nodes[at] else { continue };
            let (class, to) = (class.difference(anywhere), *to);
            self.place = self.places[at];
            let step = self.add(NfaNode::Step(class, to))?;
            self.place = self.places[first];
            let removed = self.add(NfaNode::Step(anywhere.clone(), at as NodeId))?;
            self.nodes[at] = NfaNode::Split(vec![step, removed]);
        }
        let leading = self.add(NfaNode::Split(Vec::new()))?;
        let removed = self.add(NfaNode::Step(ends.clone(), leading))?;
        self.nodes[leading as usize] = NfaNode::Split(vec![removed, start]);
        self.place = place;
        Ok(leading)
    }
}
