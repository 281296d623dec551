//! The languages of pest rules.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::automaton::TooLarge;
use crate::automaton::alphabet::Symbol;
use crate::automaton::dfa::{Classes, DEAD, Dfa, State};
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

    /// The spans in those strings that are also members of a language.
    ///
    /// ```
    /// use regular_bnf::{Bnf, Language, Place, Spans};
    ///
    /// let pest = "pair = { name ~ \"-\" ~ ANY* } name = @{ (!\"-\" ~ ANY)* }";
    /// let [name] = Spans::of_pest(pest, &["pair"], [&[Place::rule("name")]])?;
    /// let digits = Language::of(&Bnf::read("digits = *( %x30-39 / %x2D )\n")?, "digits")?;
    /// let name = name.within(&digits)?;
    /// assert_eq!((name.in_string("12-3"), name.in_string("12-c").is_err()), (Ok(Some(0..2)), true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ProofError::TooLarge`] if there are too many pairs of states.
    pub fn within(&self, language: &Language) -> Result<Self, ProofError> {
        let (spans, inner) = (&self.dfa, language.automaton());
        let alphabet = spans.alphabet().refined(inner.alphabet());
        let characters: Vec<char> = alphabet.characters().collect();
        let step = |(left, right): (State, State), c: char| {
            let right = if [BEGIN, END].contains(&c) { right } else { inner.step(right, c) };
            Some((spans.step(left, c), right)).filter(|&(left, right)| left != DEAD && right != DEAD)
        };
        let of = alphabet.symbols().collect();
        let dfa = Dfa::explore(
            (Dfa::START, Dfa::START),
            LIMITS.pairs,
            Classes { alphabet, of },
            |&pair| Ok(characters.iter().map(|&c| step(pair, c)).collect()),
            |&(left, right)| spans.is_accepting(left) && inner.is_accepting(right),
        );
        let dfa = dfa.map_err(|TooLarge| ProofError::TooLarge("the grammar within the language".to_owned()))?;
        Ok(Self { dfa: dfa.minimal(), exists: self.exists })
    }

    /// The number of states of the minimal automaton, without the dead state.
    pub fn states(&self) -> usize {
        self.dfa.len() - 1
    }
}
