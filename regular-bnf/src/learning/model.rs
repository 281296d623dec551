//! The languages of a hypothesis.

use super::hypothesis::{Hypothesis, START};
use super::questions::{BEGIN_MARK, END_MARK, Outcome};
use crate::automaton::alphabet::{Alphabet, Symbol};
use crate::automaton::dfa::{Dfa, SymbolClasses};
use crate::automaton::{ALPHABET, TooLarge};
use crate::characters::CharSet;
use crate::limits::limits;
use crate::spans::Spans;

/// The strings without marks that are accepted.
pub(super) fn accepted(hypothesis: &Hypothesis) -> Result<Dfa, TooLarge> {
    automaton(hypothesis, Outcome::Accepted, |symbol| symbol)
}

/// The strings without marks of which it is not known what the machine says.
pub(super) fn unknown(hypothesis: &Hypothesis) -> Result<Dfa, TooLarge> {
    automaton(hypothesis, Outcome::Unknown, |symbol| symbol)
}

/// The accepted strings, with marks as those of spans.
pub(super) fn marked(hypothesis: &Hypothesis) -> Result<Dfa, TooLarge> {
    let [begin, end] = Spans::MARKS.map(|mark| mark as Symbol);
    automaton(hypothesis, Outcome::Accepted, |symbol| match symbol {
        symbol if symbol == begin => BEGIN_MARK.into(),
        symbol if symbol == end => END_MARK.into(),
        symbol => symbol,
    })
}

/// The spans; `None` if a character that stands for a mark is read as no other character.
pub(super) fn spans(hypothesis: &Hypothesis) -> Result<Option<Spans>, TooLarge> {
    let is_mark = |symbol: Symbol| Spans::MARKS.iter().any(|&mark| mark as Symbol == symbol);
    let alike = Spans::MARKS.map(|mark| {
        let same = |symbol: &Symbol| {
            !is_mark(*symbol) && hypothesis.states.iter().all(|state| state.next[*symbol] == state.next[mark as usize])
        };
        let alike = (0..ALPHABET).filter(same).map(|symbol| char::from(symbol as u8));
        alike.fold(CharSet::EMPTY, |set, c| set.union(&c.into()))
    });
    if alike.iter().any(CharSet::is_empty) {
        return Ok(None);
    }
    Ok(Some(Spans::from_parts(marked(hypothesis)?, alike)))
}

/// The automaton of the strings with an outcome. A character of US-ASCII is read as a symbol of the
/// hypothesis, and all others are refused.
fn automaton(hypothesis: &Hypothesis, outcome: Outcome, read: impl Fn(Symbol) -> usize) -> Result<Dfa, TooLarge> {
    let alphabet = Alphabet::new([]);
    let explored = Dfa::explore(
        START,
        limits().pairs,
        SymbolClasses::singletons(alphabet.clone()),
        |&state| {
            let next = &hypothesis.states[state].next;
            Ok(alphabet.symbols().map(|symbol| (symbol < ALPHABET).then(|| next[read(symbol)])).collect())
        },
        |&state| hypothesis.states[state].outcome == outcome,
    );
    explored.map(Dfa::minimal)
}
