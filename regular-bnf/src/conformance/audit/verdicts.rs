//! Which wrong verdicts a test suite lets pass.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::finder::{FaultyStep, Finder, by_effort, readable};
use crate::automaton::alphabet::{Symbol, text};
use crate::automaton::dfa::{DEAD, Dfa, State};
use crate::automaton::shortest_first;
use crate::bnf::GrammarError;
use crate::characters::CharSet;
use crate::language::Language;
use crate::limits::limits;

/// An audit of a test suite: which single changes of the minimal automaton (the complete one, with
/// its dead state if it is reached) the suite finds. A change, or *fault*, is a step that leads to
/// another state, or a state whose acceptance is inverted.
///
/// Every fault changes the language, so some string finds it. For inverted acceptance, that is a
/// string that leads to the state. For a step from `q` by `a` to `p`, led to `p'` instead: if the
/// language stayed the same, both automata would be minimal, and equal but for the names of states.
/// A shortest string to `q` does not use the step, so `q` keeps its name, and the new name of `p'`
/// is `p`. Take a string from `p'` up to the first use of the step, if there is one. All steps on
/// this way are those of both automata, so names stay in correspondence: from `p` the string leads
/// to a state of equal acceptance, or to `q` as well, after which both go on alike. So no string
/// distinguishes `p` from `p'`, which contradicts that the automaton is minimal.
///
/// ```
/// use regular_bnf::{Audit, Bnf, Language};
///
/// let digits = Language::new(&Bnf::read("digits = 1*%x30-39\n")?, "digits")?;
/// let mut audit = Audit::new(&digits)?;
/// for string in ["", "0", "00", "a"] {
///     audit.add(string)?;
/// }
/// assert!(audit.faults_found() < audit.faults());
/// // A parser that accepts nothing but `0` would pass, and so would many others.
/// assert!(audit.escaping()?.iter().any(|fault| fault.witness == "1"));
/// // The complete suite finds everything.
/// for vector in digits.suite()? {
///     audit.add(&vector.input)?;
/// }
/// assert_eq!(audit.faults_found(), audit.faults());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Audit<'l> {
    dfa: &'l Dfa,
    finder: Finder<'l>,
    /// The states that are reached.
    reached: Vec<State>,
    /// For each state, symbol and other state whether no string has found the fault.
    steps: Vec<bool>,
    /// For each step how many such faults there are.
    open: Vec<usize>,
    /// For each state whether no string has found that its acceptance is inverted.
    acceptance: Vec<bool>,
    faults: usize,
    found: usize,
    work: u64,
}

debug_fields!(Audit<'l> { faults, found, work });

/// Faults that one string finds, in one step of the language's automaton.
///
/// ```
/// use regular_bnf::{Audit, Language};
///
/// let port = Language::matching("^[0-9]*$")?;
/// let mut audit = Audit::new(&port)?;
/// audit.add("80")?;
/// // A parser that also reads letters passes the suite.
/// let escaping = audit.escaping()?;
/// let letter = escaping.iter().find(|fault| fault.witness == "a").unwrap();
/// assert!(!letter.valid && letter.characters.contains('a'));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EscapingVerdict {
    /// A shortest string that finds the faults.
    pub witness: String,
    /// Whether it is a member of the language.
    pub valid: bool,
    /// The text in front of the step; all of the witness, if the acceptance is inverted.
    pub before: String,
    /// The characters whose step leads elsewhere; empty if the acceptance is inverted.
    pub characters: CharSet,
    /// How many faults the string finds here.
    pub faults: usize,
}

impl<'l> Audit<'l> {
    /// An audit of a suite without strings.
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`] if the automaton has too many states.
    pub fn new(language: &'l Language) -> Result<Self, GrammarError> {
        let dfa = &language.dfa;
        let (states, width) = (dfa.len(), dfa.alphabet().len());
        let size = states.checked_mul(width).and_then(|steps| steps.checked_mul(states));
        if size.is_none_or(|size| size > limits().audit_faults) {
            return Err(GrammarError::TooLarge(format!("an audit for {states} states")));
        }
        let finder = Finder::new(dfa);
        let empty = !(0..states).any(|state| dfa.is_accepting(state as State));
        // In the automaton of the empty language the start replaces the dead state.
        let reached = (0..states as State).filter(|&state| finder.is_reached(state) && !(empty && state == DEAD));
        let reached: Vec<State> = reached.collect();
        let mut steps = vec![false; states * width * states];
        let mut open = vec![0; states * width];
        for &from in reached.iter().filter(|_| !empty) {
            for symbol in dfa.alphabet().symbols() {
                let step = from as usize * width + symbol;
                for &to in reached.iter().filter(|&&to| to != dfa.row(from)[symbol]) {
                    steps[step * states + to as usize] = true;
                    open[step] += 1;
                }
            }
        }
        let mut acceptance = vec![false; states];
        reached.iter().for_each(|&state| acceptance[state as usize] = true);
        let faults = open.iter().sum::<usize>() + reached.len();
        Ok(Self { dfa, finder, reached, steps, open, acceptance, faults, found: 0, work: 0 })
    }

    /// The first of the shortest strings that lead to a state.
    fn access_string(&self, state: State) -> String {
        text(self.finder.access_string(state, 0).unwrap_or_default())
    }

    /// The number of faults.
    pub fn faults(&self) -> usize {
        self.faults
    }

    /// The number of faults that the strings so far find.
    pub fn faults_found(&self) -> usize {
        self.found
    }

    /// The number of states of the automaton.
    pub fn states(&self) -> usize {
        self.reached.len()
    }

    /// Adds a string of the suite, whose verdict is that of the language. Returns how many faults
    /// it finds that no earlier string has found.
    ///
    /// A fault acts from the first use of the changed step on, so the rest of the string is tried
    /// from each state to which the step may lead, as long as the fault has not been found.
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`] if the strings together need too many steps.
    pub fn add(&mut self, string: &str) -> Result<usize, GrammarError> {
        let (states, width) = (self.dfa.len(), self.dfa.alphabet().len());
        let symbols: Vec<Symbol> = string.chars().map(|c| self.dfa.alphabet().symbol(c)).collect();
        let before = self.found;
        let mut path = vec![Dfa::START];
        for &symbol in &symbols {
            path.push(self.dfa.row(path[path.len() - 1])[symbol]);
        }
        let last = path[symbols.len()];
        let accepts = self.dfa.is_accepting(last);
        if std::mem::replace(&mut self.acceptance[last as usize], false) {
            self.found += 1;
        }
        let mut used = Vec::new();
        for (at, &symbol) in symbols.iter().enumerate() {
            let step = path[at] as usize * width + symbol;
            if self.open[step] == 0 || used.contains(&step) {
                continue;
            }
            used.push(step);
            let mut steps = symbols.iter().zip(&path).map(|(symbol, from)| *from as usize * width + symbol);
            let last_use = steps.rposition(|used| used == step).unwrap_or(at);
            for &to in &self.reached {
                let fault = step * states + to as usize;
                if !self.steps[fault] {
                    continue;
                }
                let mut state = to;
                let mut has_returned = false;
                for (place, &next) in symbols.iter().enumerate().skip(at + 1) {
                    self.work += 1;
                    // Both automata are in one state, and the changed step comes no more.
                    if state == path[place] && place > last_use {
                        has_returned = true;
                        break;
                    }
                    state = if state as usize * width + next == step { to } else { self.dfa.row(state)[next] };
                }
                if !has_returned && self.dfa.is_accepting(state) != accepts {
                    self.steps[fault] = false;
                    self.open[step] -= 1;
                    self.found += 1;
                }
            }
            if self.work > limits().audit_work {
                return Err(GrammarError::TooLarge("the audit of the suite".to_owned()));
            }
        }
        Ok(self.found - before)
    }

    /// The faults that no string has found, in groups: each with a shortest string that finds them,
    /// shortest first.
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`] if the search for the strings needs too many steps.
    pub fn escaping(&self) -> Result<Vec<EscapingVerdict>, GrammarError> {
        let mut groups: HashMap<(String, State, bool), EscapingVerdict> = HashMap::new();
        for &state in self.reached.iter().filter(|&&state| self.acceptance[state as usize]) {
            self.add_escaping(&mut groups, state, None, self.access_string(state));
        }
        let (states, width) = (self.dfa.len(), self.dfa.alphabet().len());
        let mut work = 0;
        for &from in &self.reached {
            for symbol in self.dfa.alphabet().symbols() {
                let step = from as usize * width + symbol;
                if self.open[step] == 0 {
                    continue;
                }
                for &to in self.reached.iter().filter(|&&to| self.steps[step * states + to as usize]) {
                    // Every fault is found by some string.
                    let parts = self.finder.find(FaultyStep { from, symbol, to }, &mut work)?;
                    let (before, suffix) = parts.unwrap_or_default();
                    let witness = text(&[before, &[readable(self.dfa, symbol)], &suffix].concat());
                    self.add_escaping(&mut groups, from, Some(symbol), witness);
                }
            }
        }
        // The length and the effort of each witness are computed once.
        let escaping = groups.into_values().map(|group| {
            let (length, effort, _) = shortest_first(&group.witness);
            ((length, effort), group)
        });
        let mut escaping: Vec<((usize, u32), EscapingVerdict)> = escaping.collect();
        escaping.sort_by(|(left_key, left), (right_key, right)| {
            let left = (left_key, &left.witness, left.characters.is_empty(), &left.before);
            left.cmp(&(right_key, &right.witness, right.characters.is_empty(), &right.before))
        });
        Ok(escaping.into_iter().map(|(_, group)| group).collect())
    }

    /// Adds a fault to the group of the string that finds it: of a step, or of an acceptance.
    fn add_escaping(
        &self,
        groups: &mut HashMap<(String, State, bool), EscapingVerdict>,
        state: State,
        symbol: Option<Symbol>,
        witness: String,
    ) {
        let group = groups.entry((witness.clone(), state, symbol.is_some())).or_insert_with(|| EscapingVerdict {
            valid: self.dfa.accepts(&witness),
            witness,
            before: self.access_string(state),
            characters: CharSet::EMPTY,
            faults: 0,
        });
        group.faults += 1;
        if let Some(symbol) = symbol {
            group.characters = group.characters.union(&self.dfa.alphabet().set(symbol));
        }
    }

    /// A small set of strings that completes the suite: with them it finds every fault. The audit
    /// then knows the strings.
    ///
    /// The choice is greedy, so a smaller set may exist: for each step whose faults escape, the
    /// string of the [complete suite](Language::suite) that finds most of them is added, until no
    /// fault is left. The set is at most as large as that suite.
    ///
    /// # Errors
    ///
    /// The errors of [`add`](Self::add), and of the complete suite.
    pub fn complete(&mut self) -> Result<Vec<String>, GrammarError> {
        let dfa = self.dfa;
        let words = if dfa.len() <= limits().suite_states { dfa.identifiers(limits().suite_characters) } else { None };
        let Some(words) = words else {
            return Err(GrammarError::TooLarge(format!("a suite for {} states", dfa.len())));
        };
        let mut chosen = Vec::new();
        let mut states: Vec<(State, String)> =
            self.reached.iter().map(|&state| (state, self.access_string(state))).collect();
        states.sort_by(|(_, left), (_, right)| shortest_first(left).cmp(&shortest_first(right)));
        let (count, width) = (dfa.len(), dfa.alphabet().len());
        for (from, before) in &states {
            if self.acceptance[*from as usize] {
                self.add(before)?;
                chosen.push(before.clone());
            }
            for symbol in by_effort(dfa) {
                let (step, right) = (*from as usize * width + symbol, dfa.row(*from)[symbol]);
                let mut left: Vec<&String> = words[right as usize].iter().collect();
                while self.open[step] > 0 && !left.is_empty() {
                    let targets = self.reached.iter().copied();
                    let open: Vec<State> = targets.filter(|&to| self.steps[step * count + to as usize]).collect();
                    let best = (0..left.len()).max_by_key(|&at| {
                        let accepts = dfa.accepts_from(right, left[at]);
                        let finds = open.iter().filter(|&&to| dfa.accepts_from(to, left[at]) != accepts).count();
                        (finds, Reverse((left[at].len(), at)))
                    });
                    let word = left.swap_remove(best.unwrap_or_default());
                    let character = readable(dfa, symbol).character();
                    let string: String = before.chars().chain(character).chain(word.chars()).collect();
                    if self.add(&string)? > 0 {
                        chosen.push(string);
                    }
                }
            }
        }
        // A fault that hides from those strings, because the step is used again after it, has a
        // string of its own.
        if self.found < self.faults {
            for group in self.escaping()? {
                if self.add(&group.witness)? > 0 {
                    chosen.push(group.witness);
                }
            }
        }
        chosen.sort_by(|left, right| shortest_first(left).cmp(&shortest_first(right)));
        Ok(chosen)
    }
}
