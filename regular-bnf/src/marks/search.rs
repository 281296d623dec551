//! Walks two languages of strings with marks together, over the same string.
//!
//! Marks show where a span begins and ends in the string, so that a question about two markings of one
//! string becomes a question about two members that differ only in marks.

use std::collections::HashMap;
use std::ops::Range;

use crate::automaton::alphabet::Mark;
use crate::automaton::dfa::{DEAD, Dfa, State};
use crate::automaton::search::Search;
use crate::automaton::{TooLarge, effort};
use crate::limits::limits;

/// One of two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum MarkSide {
    Left,
    Right,
}

/// Decides, during a walk, whether two markings of a string differ.
pub(crate) trait Comparer {
    /// The memory of the comparer.
    type Memory: Copy + Eq + std::hash::Hash;

    /// The memory after a mark on one side; `None` if the walk need not continue.
    fn mark(&self, memory: Self::Memory, side: MarkSide, mark: Mark) -> Option<Self::Memory>;

    /// The memory after a character.
    fn character(&self, memory: Self::Memory, c: char) -> Option<Self::Memory>;

    /// Whether the markings differ if the string ends here.
    fn differ(&self, memory: Self::Memory) -> bool;
}

/// A string, and its marking on each side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Markings {
    pub string: String,
    pub left: Vec<Range<usize>>,
    pub right: Vec<Range<usize>>,
}

/// One step of a walk of two marked automata.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MarkedMove {
    /// A choice of the state, without a mark or a character.
    Choice,
    /// A mark on one side.
    Mark(MarkSide, Mark),
    /// A character on both sides.
    Character(char),
}

/// A shortest string with two different markings, one from each language; the most readable of
/// those.
pub(crate) fn shortest<J: Comparer>(
    left: &Dfa,
    right: &Dfa,
    start: J::Memory,
    comparer: &J,
) -> Result<Option<Markings>, TooLarge> {
    let classes: Vec<char> = classes(&[left, right]).iter().filter_map(|class| class.first().copied()).collect();
    let mut search = Search::new((Dfa::START, Dfa::START, start), limits().marked_pairs);
    while let Some((at, (l, r, memory))) = search.next() {
        if left.is_accepting(l) && right.is_accepting(r) && comparer.differ(memory) {
            return Ok(Some(markings(search.path_to(at))));
        }
        for mark in Mark::ALL {
            for (side, dfa, from) in [(MarkSide::Left, left, l), (MarkSide::Right, right, r)] {
                let to = dfa.step(from, mark);
                if to != DEAD
                    && let Some(memory) = comparer.mark(memory, side, mark)
                {
                    let state = if side == MarkSide::Left { (to, r, memory) } else { (l, to, memory) };
                    search.reach(at, MarkedMove::Mark(side, mark), None, state)?;
                }
            }
        }
        for &c in &classes {
            let (l, r) = (left.step(l, c), right.step(r, c));
            if l != DEAD
                && r != DEAD
                && let Some(memory) = comparer.character(memory, c)
            {
                search.reach(at, MarkedMove::Character(c), Some(effort(c)), (l, r, memory))?;
            }
        }
    }
    Ok(None)
}

/// The string of a sequence of moves, with its markings.
pub(crate) fn markings(moves: Vec<MarkedMove>) -> Markings {
    let mut markings = Markings { string: String::new(), left: Vec::new(), right: Vec::new() };
    let mut open = [Vec::new(), Vec::new()];
    for step in moves {
        let offset = markings.string.len();
        let (side, mark) = match step {
            MarkedMove::Choice => continue,
            MarkedMove::Character(c) => {
                markings.string.push(c);
                continue;
            }
            MarkedMove::Mark(side, mark) => (side, mark),
        };
        let (spans, open) = match side {
            MarkSide::Left => (&mut markings.left, &mut open[0]),
            MarkSide::Right => (&mut markings.right, &mut open[1]),
        };
        match mark {
            Mark::Begin => {
                open.push(spans.len());
                spans.push(offset..offset);
            }
            Mark::End => open.drain(..).for_each(|span: usize| spans[span].end = offset),
        }
    }
    markings
}

/// The sets of characters that no automaton distinguishes: a character for each symbol, the most
/// readable first. Sets of which one of the automata never reads a character are omitted.
pub(crate) fn classes(walked: &[&Dfa]) -> Vec<Vec<char>> {
    let alphabets = walked.iter().map(|dfa| dfa.alphabet().clone());
    let Some(alphabet) = alphabets.reduce(|left, right| left.refined(&right)) else { return Vec::new() };
    let mut characters: Vec<char> = alphabet.characters().collect();
    characters.sort_by_key(|&c| (effort(c), c));
    let (mut numbers, mut classes) = (HashMap::new(), Vec::<Vec<char>>::new());
    for c in characters {
        let columns: Vec<Vec<State>> =
            walked.iter().map(|dfa| (0..dfa.len() as State).map(|state| dfa.step(state, c)).collect()).collect();
        if columns.iter().all(|column| column.iter().any(|&to| to != DEAD)) {
            let number = *numbers.entry(columns).or_insert(classes.len());
            match classes.get_mut(number) {
                Some(class) => class.push(c),
                None => classes.push(vec![c]),
            }
        }
    }
    classes
}
