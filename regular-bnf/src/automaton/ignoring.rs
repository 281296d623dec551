//! Automata of parsers that remove characters from their input.

use super::TooLarge;
use super::alphabet::{Alphabet, Element, Mark};
use super::dfa::{DEAD, Dfa, State, SymbolClasses};
use crate::characters::Ignored;
use crate::limits::limits;

/// How far a string has been read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct RemovalProgress {
    /// The state after the characters that are not removed, if a further one follows.
    state: State,
    /// No character has been kept yet.
    leading: bool,
    /// Characters have been removed since the last one that was kept.
    gap: bool,
    /// A mark of a beginning is the last symbol.
    open: bool,
    /// Whether the string may end here, if characters that are removed only at the ends are the
    /// last ones.
    trailing: Option<bool>,
}

/// The treatment of a symbol by an automaton.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum SymbolKind {
    Kept,
    Anywhere,
    Ends,
    Mark(Mark),
}

/// An automaton that ignores characters.
pub(crate) fn ignoring(dfa: &Dfa, ignored: &Ignored) -> Result<Dfa, TooLarge> {
    let alphabet = dfa.alphabet().refined(&Alphabet::new([&ignored.anywhere, &ignored.ends]));
    let (columns, _) = dfa.columns();
    let kind = |element| SymbolKind::new(element, ignored);
    let (classes, first) = SymbolClasses::by_key(alphabet, |element| (columns.class(element), kind(element)));
    let symbols: Vec<(Element, SymbolKind)> = first.into_iter().map(|element| (element, kind(element))).collect();
    let start = RemovalProgress { state: Dfa::START, leading: true, gap: false, open: false, trailing: None };
    let explored = Dfa::explore(
        start,
        limits().dfa_states * 2,
        classes,
        |progress| Ok(symbols.iter().map(|&(element, kind)| progress.after(element, kind, dfa)).collect()),
        |progress| progress.may_end(dfa),
    )?;
    Ok(explored.minimal())
}

impl SymbolKind {
    fn new(element: Element, ignored: &Ignored) -> Self {
        match element {
            Element::Mark(mark) => Self::Mark(mark),
            Element::Character(c) if ignored.anywhere.contains(c) => Self::Anywhere,
            Element::Character(c) if ignored.ends.contains(c) => Self::Ends,
            Element::Character(_) => Self::Kept,
        }
    }
}

impl RemovalProgress {
    /// The progress after a symbol; `None` if nothing is accepted from there.
    fn after(&self, element: Element, kind: SymbolKind, dfa: &Dfa) -> Option<Self> {
        let Self { state, leading, gap, open, trailing } = *self;
        let next = match kind {
            // A span begins directly before a character that is kept. An empty span begins where
            // nothing has been removed.
            SymbolKind::Anywhere | SymbolKind::Ends if open && (leading || kind == SymbolKind::Anywhere) => {
                return None;
            }
            SymbolKind::Anywhere => Self { gap: true, ..*self },
            SymbolKind::Ends if leading => Self { gap: true, ..*self },
            SymbolKind::Ends => {
                let state = dfa.step(state, element);
                Self { state, leading, gap: false, open: false, trailing: Some(self.may_end(dfa)) }
            }
            SymbolKind::Kept => {
                Self { state: dfa.step(state, element), leading: false, gap: false, open: false, trailing: None }
            }
            SymbolKind::Mark(Mark::Begin) if open => return None,
            SymbolKind::Mark(Mark::End) if gap => return None,
            SymbolKind::Mark(mark) => {
                let open = mark == Mark::Begin;
                Self { state: dfa.step(state, element), open, trailing: trailing.map(|_| false), ..*self }
            }
        };
        (next.state != DEAD || next.trailing == Some(true)).then_some(next)
    }

    /// Whether the string may end here.
    fn may_end(&self, dfa: &Dfa) -> bool {
        self.trailing.unwrap_or_else(|| dfa.is_accepting(self.state))
    }
}
