//! The languages of a hypothesis.

use super::hypothesis::{Hypothesis, START};
use super::questions::{BEGIN_MARK, END_MARK, MarkedSymbol, Outcome};
use crate::automaton::TooLarge;
use crate::automaton::alphabet::{Alphabet, Element, Mark};
use crate::automaton::dfa::{Dfa, SymbolClasses};
use crate::limits::limits;
use crate::spans::Spans;

/// The strings without marks that are accepted.
pub(super) fn accepted(hypothesis: &Hypothesis) -> Result<Dfa, TooLarge> {
    automaton(hypothesis, Outcome::Accepted, Alphabet::new([]))
}

/// The strings without marks of which it is not known what the machine says.
pub(super) fn unknown(hypothesis: &Hypothesis) -> Result<Dfa, TooLarge> {
    automaton(hypothesis, Outcome::Unknown, Alphabet::new([]))
}

/// The spans.
pub(super) fn spans(hypothesis: &Hypothesis) -> Result<Spans, TooLarge> {
    Ok(Spans::from_automaton(marked(hypothesis)?))
}

/// The accepted strings, with marks.
pub(super) fn marked(hypothesis: &Hypothesis) -> Result<Dfa, TooLarge> {
    automaton(hypothesis, Outcome::Accepted, Alphabet::new([]).with_marks())
}

/// The automaton of the strings with an outcome. Characters beyond US-ASCII are refused.
fn automaton(hypothesis: &Hypothesis, outcome: Outcome, alphabet: Alphabet) -> Result<Dfa, TooLarge> {
    let symbols: Vec<Option<MarkedSymbol>> = alphabet.elements().map(symbol).collect();
    let explored = Dfa::explore(
        START,
        limits().pairs,
        SymbolClasses::singletons(alphabet),
        |&state| {
            let next = &hypothesis.states[state].next;
            Ok(symbols.iter().map(|symbol| symbol.map(|symbol| next[usize::from(symbol)])).collect())
        },
        |&state| hypothesis.states[state].outcome == outcome,
    );
    explored.map(Dfa::minimal)
}

/// The symbol of a hypothesis; `None` of a character beyond US-ASCII.
fn symbol(element: Element) -> Option<MarkedSymbol> {
    match element {
        Element::Mark(Mark::Begin) => Some(BEGIN_MARK),
        Element::Mark(Mark::End) => Some(END_MARK),
        Element::Character(c) => c.is_ascii().then_some(c as MarkedSymbol),
    }
}
