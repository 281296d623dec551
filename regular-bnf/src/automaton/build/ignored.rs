//! The automaton of a parser that removes characters from its input before it reads it.

use super::{Builder, Node, NodeId};
use crate::bnf::{Expr, LanguageError};
use crate::charset::CharSet;
use crate::ignored::Ignored;

/// What has been read, besides the state.
#[derive(Clone, Copy)]
enum Last {
    /// No character has been kept yet.
    None,
    /// The last character kept is one that cannot be removed at the end.
    Kept,
    /// The last character kept would be removed at the end.
    Removable,
}

impl<'b> Builder<'b> {
    /// Builds an expression whose input is read after the removal of characters.
    pub(super) fn ignoring(
        &mut self,
        expr: &'b Expr,
        accept: NodeId,
        ignored: &Ignored,
    ) -> Result<NodeId, LanguageError> {
        let ends = ignored.ends.union(&ignored.anywhere);
        if self.apart {
            return self.loops(expr, accept, &ignored.anywhere, &ends);
        }
        let mut inner = Builder::new(self.bnf, self.what);
        let end = inner.add(Node::Accept(0))?;
        let start = inner.whole(expr, end)?;
        let trailing = self.trailing(accept, &ends)?;
        let count = inner.nodes.len() as NodeId;
        let base = self.nodes.len() as NodeId;
        for _ in 0..3 * count {
            self.add(Node::Split(Vec::new()))?;
        }
        let state = |last: Last, state: NodeId| base + last as NodeId * count + state;
        for last in [Last::None, Last::Kept, Last::Removable] {
            let own = |to: NodeId| state(last, to);
            for (node, at) in inner.nodes.iter().zip(0..) {
                let ways = match node {
                    Node::Split(all) => all.iter().map(|&to| own(to)).collect(),
                    Node::Accept(_) => match last {
                        Last::None | Last::Kept => vec![trailing],
                        Last::Removable => Vec::new(),
                    },
                    Node::Step(class, to) => {
                        let class = class.difference(&ignored.anywhere);
                        let removable = class.intersection(&ignored.ends);
                        let skipped = if matches!(last, Last::None) { &ends } else { &ignored.anywhere };
                        let mut ways = vec![
                            self.add(Node::Step(class.difference(&removable), state(Last::Kept, *to)))?,
                            self.add(Node::Step(skipped.clone(), own(at)))?,
                        ];
                        if !matches!(last, Last::None) {
                            ways.push(self.add(Node::Step(removable, state(Last::Removable, *to)))?);
                        }
                        ways
                    }
                };
                self.nodes[own(at) as usize] = Node::Split(ways);
            }
        }
        Ok(state(Last::None, start))
    }

    /// A state from which characters are removed up to the end.
    fn trailing(&mut self, accept: NodeId, ends: &CharSet) -> Result<NodeId, LanguageError> {
        let trailing = self.add(Node::Split(Vec::new()))?;
        let removed = self.add(Node::Step(ends.clone(), trailing))?;
        self.nodes[trailing as usize] = Node::Split(vec![removed, accept]);
        Ok(trailing)
    }

    /// Builds an expression with a loop at each state that removes characters, in the place of the whole expression. It also accepts
    /// inputs at whose end fewer characters are removed.
    fn loops(
        &mut self,
        expr: &'b Expr,
        accept: NodeId,
        anywhere: &CharSet,
        ends: &CharSet,
    ) -> Result<NodeId, LanguageError> {
        let place = std::mem::replace(&mut self.place, self.around.len() as u32);
        let trailing = self.trailing(accept, ends)?;
        let first = self.nodes.len();
        let start = self.whole(expr, trailing)?;
        let last = self.nodes.len();
        for at in first..last {
            let Node::Step(class, to) = &self.nodes[at] else { continue };
            let (class, to) = (class.difference(anywhere), *to);
            self.place = self.places[at];
            let step = self.add(Node::Step(class, to))?;
            self.place = self.places[first];
            let removed = self.add(Node::Step(anywhere.clone(), at as NodeId))?;
            self.nodes[at] = Node::Split(vec![step, removed]);
        }
        let leading = self.add(Node::Split(Vec::new()))?;
        let removed = self.add(Node::Step(ends.clone(), leading))?;
        self.nodes[leading as usize] = Node::Split(vec![removed, start]);
        self.place = place;
        Ok(leading)
    }
}
