//! The automaton of a parser that removes characters from its input before it reads it.

use std::collections::HashMap;

use super::{Builder, Node, NodeId};
use crate::bnf::{Expr, LanguageError};
use crate::characters::{CharSet, Ignored};

/// The progress besides the state.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Last {
    /// No character has been kept yet.
    None,
    /// The last character kept is one that cannot be removed at the end.
    Kept,
    /// The last character kept would be removed at the end.
    Removable,
}

/// The copies of states, one for each of what has been read.
struct Copies {
    known: HashMap<(Last, NodeId), NodeId>,
    /// Those whose steps are to be added: of what, of which state, and the copy.
    waiting: Vec<(Last, NodeId, NodeId)>,
}

impl Copies {
    /// The copy of a state, which is added if it is new.
    fn of(&mut self, builder: &mut Builder<'_>, last: Last, state: NodeId) -> Result<NodeId, LanguageError> {
        if let Some(&copy) = self.known.get(&(last, state)) {
            return Ok(copy);
        }
        let copy = builder.add(Node::Split(Vec::new()))?;
        self.known.insert((last, state), copy);
        self.waiting.push((last, state, copy));
        Ok(copy)
    }
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
        let mut copies = Copies { known: HashMap::new(), waiting: Vec::new() };
        let start = copies.of(self, Last::None, start)?;
        while let Some((last, at, copy)) = copies.waiting.pop() {
            let mut ways = Vec::new();
            match &inner.nodes[at as usize] {
                Node::Split(all) => {
                    for &to in all {
                        ways.push(copies.of(self, last, to)?);
                    }
                }
                Node::Accept(_) => ways.extend((last != Last::Removable).then_some(trailing)),
                Node::Step(class, to) => {
                    let class = class.difference(&ignored.anywhere);
                    let removable = class.intersection(&ignored.ends);
                    // In front of the first character that is kept, others are removed.
                    let (removable, skipped) = match last {
                        Last::None => (CharSet::EMPTY, &ends),
                        Last::Kept | Last::Removable => (removable, &ignored.anywhere),
                    };
                    let kept = class.difference(&ignored.ends);
                    for (class, last) in [(kept, Last::Kept), (removable, Last::Removable)] {
                        if !class.is_empty() {
                            let to = copies.of(self, last, *to)?;
                            ways.push(self.add(Node::Step(class, to))?);
                        }
                    }
                    if !skipped.is_empty() {
                        ways.push(self.add(Node::Step(skipped.clone(), copy))?);
                    }
                }
            }
            self.nodes[copy as usize] = Node::Split(ways);
        }
        Ok(start)
    }

    /// A state from which characters are removed up to the end.
    fn trailing(&mut self, accept: NodeId, ends: &CharSet) -> Result<NodeId, LanguageError> {
        let trailing = self.add(Node::Split(Vec::new()))?;
        let removed = self.add(Node::Step(ends.clone(), trailing))?;
        self.nodes[trailing as usize] = Node::Split(vec![removed, accept]);
        Ok(trailing)
    }

    /// Builds an expression with a loop at each state that removes characters, in the place of the
    /// whole expression. It also accepts inputs at whose end fewer characters are removed.
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
