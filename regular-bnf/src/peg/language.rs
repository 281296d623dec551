//! The languages of pest rules.

use std::cell::RefCell;

use super::bdd::{Bdd, FALSE};
use super::expr::{PegRule, rule_index, rule_name};
use super::marks::Marks;
use super::read::read;
use super::regular::rule_faults;
use super::states::States;
use crate::automaton::TooLarge;
use crate::automaton::alphabet::Symbol;
use crate::automaton::dfa::{Dfa, SymbolClasses};
use crate::automaton::transitions::Transitions;
use crate::bnf::GrammarError;
use crate::language::Language;
use crate::limits::limits;

impl Language {
    /// The strings that a rule of a pest grammar matches as a whole.
    ///
    /// ```
    /// use regular_bnf::Language;
    ///
    /// // An ordered choice never returns to its second alternative.
    /// let names = Language::from_pest("names = { name ~ \",\" ~ name } name = { \"a\" | \"ab\" }", "names")?;
    /// assert_eq!(names.members().collect::<Vec<_>>(), ["a,a"]);
    /// # Ok::<(), regular_bnf::GrammarError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the grammar cannot be parsed, if the rule does not exist, or if its language is not
    /// regular or too large.
    pub fn from_pest(pest: &str, rule: &str) -> Result<Self, GrammarError> {
        let rules = read(pest)?;
        let start = production_rule(&rules, rule)?;
        if let Some(fault) = rule_faults(&rules).swap_remove(start) {
            return Err(fault.into());
        }
        let states = RefCell::new(States::new(&rules, &Marks::default()));
        let (classes, symbols) = classes(&states.borrow());
        let dfa = explored(&states, &[start], &classes, &symbols);
        let dfa = dfa.map_err(|TooLarge| GrammarError::rule_too_large(rule))?;
        Ok(Self { dfa })
    }
}

/// The index of the rule for a production.
pub(crate) fn production_rule(rules: &[PegRule], production: &str) -> Result<usize, GrammarError> {
    rule_index(rules, &rule_name(production)).ok_or_else(|| GrammarError::NoRule(production.to_owned()))
}

/// The minimal automaton of the strings that some rules match.
pub(crate) fn explored(
    states: &RefCell<States>,
    starts: &[usize],
    classes: &SymbolClasses,
    symbols: &[Symbol],
) -> Result<Dfa, TooLarge> {
    let steps = explored_steps(states, starts, symbols)?;
    Ok(Dfa::from_classes(&steps, classes.clone()).minimal())
}

/// The steps of the automaton of the strings that some rules match, by each of some symbols.
pub(crate) fn explored_steps(
    states: &RefCell<States>,
    starts: &[usize],
    symbols: &[Symbol],
) -> Result<Transitions, TooLarge> {
    let start = states.borrow_mut().start(starts);
    Transitions::explore(
        start,
        limits().dfa_states,
        symbols.len(),
        |&state| next_states(&mut states.borrow_mut(), state, symbols),
        |&state| states.borrow_mut().accepts(state),
    )
}

/// The state after each symbol; `None` if nothing is accepted from it.
fn next_states(states: &mut States, state: Bdd, symbols: &[Symbol]) -> Result<Vec<Option<Bdd>>, TooLarge> {
    let next = symbols.iter().map(|&symbol| Some(states.step(state, symbol)).filter(|&next| next != FALSE)).collect();
    if states.exceeded() { Err(TooLarge) } else { Ok(next) }
}

/// The classes of symbols, and for each class a symbol that represents it: the rules do not
/// distinguish characters of one class.
pub(crate) fn classes(states: &States) -> (SymbolClasses, Vec<Symbol>) {
    let alphabet = states.alphabet().clone();
    // For each set of characters in the rules whether it contains the characters of a symbol.
    let sets = states.sets();
    let (classes, first) =
        SymbolClasses::by_key(alphabet, |element| sets.iter().map(|set| element.is_in(set)).collect::<Vec<bool>>());
    let symbols = first.into_iter().filter_map(|element| classes.alphabet.symbol_of(element)).collect();
    (classes, symbols)
}
