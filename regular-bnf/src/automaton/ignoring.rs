//! Automata of parsers that remove characters from their input.

use super::TooLarge;
use super::alphabet::{Alphabet, Symbol};
use super::dfa::{DEAD, Dfa, State, SymbolClasses};
use crate::characters::Ignored;
use crate::limits::LIMITS;

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
#[derive(Clone, Copy, PartialEq, Eq)]
enum SymbolKind {
    Kept,
    Anywhere,
    Ends,
    Begin,
    End,
}

/// An automaton that ignores characters; `marks` are the characters that mark a beginning and an
/// end.
pub(crate) fn ignoring(dfa: &Dfa, ignored: &Ignored, marks: Option<[char; 2]>) -> Result<Dfa, TooLarge> {
    let alphabet = dfa.alphabet().refined(&Alphabet::new([&ignored.anywhere, &ignored.ends]));
    let kind = |c: char| match marks {
        Some([begin, _]) if c == begin => SymbolKind::Begin,
        Some([_, end]) if c == end => SymbolKind::End,
        _ if ignored.anywhere.contains(c) => SymbolKind::Anywhere,
        _ if ignored.ends.contains(c) => SymbolKind::Ends,
        _ => SymbolKind::Kept,
    };
    let symbols: Vec<(char, SymbolKind)> = alphabet.characters().map(|c| (c, kind(c))).collect();
    let step = |reading: &RemovalProgress, &(c, kind): &(char, SymbolKind)| {
        let RemovalProgress { state, leading, gap, open, trailing } = *reading;
        let next = || dfa.step(state, c);
        let reading = match kind {
            // A span begins in front of a character that is kept, or it is empty and nothing has
            // been removed in front of it.
            SymbolKind::Anywhere | SymbolKind::Ends if open && (leading || kind == SymbolKind::Anywhere) => {
                return None;
            }
            SymbolKind::Anywhere => RemovalProgress { gap: true, ..*reading },
            SymbolKind::Ends if leading => RemovalProgress { gap: true, ..*reading },
            SymbolKind::Ends => {
                let trailing = trailing.unwrap_or_else(|| dfa.is_accepting(state));
                RemovalProgress { state: next(), leading, gap: false, open: false, trailing: Some(trailing) }
            }
            SymbolKind::Kept => {
                RemovalProgress { state: next(), leading: false, gap: false, open: false, trailing: None }
            }
            SymbolKind::Begin if open => return None,
            SymbolKind::Begin => {
                RemovalProgress { state: next(), open: true, trailing: trailing.map(|_| false), ..*reading }
            }
            SymbolKind::End if gap => return None,
            SymbolKind::End => {
                RemovalProgress { state: next(), open: false, trailing: trailing.map(|_| false), ..*reading }
            }
        };
        (reading.state != DEAD || reading.trailing == Some(true)).then_some(reading)
    };
    let start = RemovalProgress { state: Dfa::START, leading: true, gap: false, open: false, trailing: None };
    let of: Vec<Symbol> = alphabet.symbols().collect();
    let explored = Dfa::explore(
        start,
        LIMITS.dfa_states * 2,
        SymbolClasses { alphabet, class_of: of },
        |reading| Ok(symbols.iter().map(|symbol| step(reading, symbol)).collect()),
        |reading| reading.trailing.unwrap_or_else(|| dfa.is_accepting(reading.state)),
    )?;
    Ok(explored.minimal())
}
