//! The languages of pest rules.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::automaton::TooLarge;
use crate::automaton::alphabet::Symbol;
use crate::automaton::dfa::{Classes, Dfa};
use crate::bnf::LanguageError;
use crate::language::Language;
use crate::limits::LIMITS;
use crate::marks::{BEGIN, END};
use crate::peg::{FALSE, Marks, States, read, rule_name};
use crate::proof::ProofError;
use crate::spans::Spans;

impl Language {
    /// The strings that a rule of a pest grammar matches as a whole.
    ///
    /// ```
    /// use regular_bnf::Language;
    ///
    /// // An ordered choice never returns to its second alternative.
    /// let names = Language::of_pest("names = { name ~ \",\" ~ name } name = { \"a\" | \"ab\" }", "names")?;
    /// assert_eq!(names.members().collect::<Vec<_>>(), ["a,a"]);
    /// # Ok::<(), regular_bnf::ProofError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the grammar cannot be parsed, if the rule does not exist, or if its language is not regular or too large.
    pub fn of_pest(pest: &str, rule: &str) -> Result<Self, ProofError> {
        let rules = read(pest)?;
        let found = rules.iter().position(|other| other.name == rule_name(rule));
        let start = found.ok_or_else(|| ProofError::NoRule(rule.to_owned()))?;
        let states = RefCell::new(States::new(&rules, &Marks::default())?);
        let alphabet = states.borrow().alphabet().clone();
        // The rules do not distinguish characters of one class.
        let (mut known, mut symbols): (HashMap<Vec<bool>, usize>, Vec<Symbol>) = (HashMap::new(), Vec::new());
        let class = |symbol: Symbol| {
            let c = alphabet.character(symbol);
            let column = states.borrow().sets().iter().map(|set| set.contains(c)).collect();
            *known.entry(column).or_insert_with(|| {
                symbols.push(symbol);
                symbols.len() - 1
            })
        };
        let of = alphabet.symbols().map(class).collect();
        let start = states.borrow_mut().start(&[start], 0);
        let steps = |state: &_| {
            let mut states = states.borrow_mut();
            let step = |&symbol: &Symbol| Some(states.step(*state, symbol)).filter(|&next| next != FALSE);
            let row = symbols.iter().map(step).collect();
            if states.exceeded() { Err(TooLarge) } else { Ok(row) }
        };
        let dfa = Dfa::explore(start, LIMITS.dfa_states, Classes { alphabet: alphabet.clone(), of }, steps, |&state| {
            states.borrow_mut().accepts(state)
        });
        let dfa = dfa.map_err(|TooLarge| ProofError::TooLarge(rule.to_owned()))?;
        Ok(Self { dfa: dfa.minimal() })
    }
}

impl Spans {
    /// A complete conformance suite of the spans, by the W-method: an implementation that finds the span of the component in each
    /// of these strings, or refuses the string, as these spans do, and has no more states, does so in every string.
    ///
    /// # Errors
    ///
    /// The errors of [`Language::suite`].
    pub fn suite(&self) -> Result<Vec<String>, LanguageError> {
        let marked = Language { dfa: self.dfa.clone() };
        let mut all: Vec<String> = marked.suite()?.map(|vector| vector.input.replace([BEGIN, END], "")).collect();
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    /// The number of states of the minimal automaton, without the dead state.
    pub fn states(&self) -> usize {
        self.dfa.len() - 1
    }
}
