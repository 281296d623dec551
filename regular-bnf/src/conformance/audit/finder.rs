//! The shortest strings that show a fault: a single change of an automaton.

use std::collections::{HashMap, VecDeque};

use rustc_hash::FxHashMap;

use crate::automaton::alphabet::{Element, Symbol};
use crate::automaton::dfa::{DEAD, Dfa, State};
use crate::automaton::effort;
use crate::bnf::GrammarError;
use crate::limits::limits;

/// The states of the right and of the wrong automaton, and the phase.
pub(super) type StatesInPhase = (State, State, usize);

/// A string with marks.
pub(super) type MarkedString = Vec<Element>;

/// The mark of a symbol, or its most readable character.
pub(super) fn readable(dfa: &Dfa, symbol: Symbol) -> Element {
    let alphabet = dfa.alphabet();
    match alphabet.marks().find(|&(_, of_mark)| of_mark == symbol) {
        Some((mark, _)) => mark.into(),
        None => alphabet.set(symbol).most_readable().unwrap_or_else(|| alphabet.character(symbol)).into(),
    }
}

/// The symbols of characters, the most readable first.
pub(super) fn by_effort(dfa: &Dfa) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = dfa.alphabet().symbols().collect();
    symbols.sort_by_key(|&symbol| (readable(dfa, symbol).character().map(effort), symbol));
    symbols
}

/// A step that leads to another state.
#[derive(Debug, Clone, Copy)]
pub(super) struct FaultyStep {
    pub from: State,
    pub symbol: Symbol,
    pub to: State,
}

impl FaultyStep {
    /// The step that leads where it should.
    pub const NONE: Self = Self { from: DEAD, symbol: 0, to: DEAD };

    /// A step of the wrong automaton.
    pub fn step(self, dfa: &Dfa, state: State, symbol: Symbol) -> State {
        if state == self.from && symbol == self.symbol { self.to } else { dfa.row(state)[symbol] }
    }
}

/// Finds the shortest strings that find a fault. A string passes through phases: before the first
/// mark, after the first, and so on. A string is complete before the first mark and after the last.
pub(super) struct Finder<'d> {
    dfa: &'d Dfa,
    /// The marks, in the order in which a string has them.
    marks: Vec<Symbol>,
    /// A symbol for each set of symbols with equal steps, the most readable first; and the second
    /// of these symbols, if there is one.
    columns: Vec<Symbol>,
    second: HashMap<Symbol, Symbol>,
    /// For each phase and state the first of the shortest strings with marks that lead to it.
    access: Vec<Option<MarkedString>>,
    /// For each phase and two states the shortest string that only one of them accepts, as its
    /// length and its first symbol.
    apart: Vec<Option<(u32, Symbol)>>,
    /// For each phase and state, and each other state, the length of the shortest string that leads
    /// to the other.
    far: Vec<u32>,
}

impl<'d> Finder<'d> {
    pub fn new(dfa: &'d Dfa) -> Self {
        let marks: Vec<Symbol> = dfa.alphabet().marks().map(|(_, symbol)| symbol).collect();
        let (mut columns, mut second) = (marks.clone(), HashMap::new());
        let mut first: HashMap<Vec<State>, Symbol> = HashMap::new();
        for symbol in by_effort(dfa) {
            let column = (0..dfa.len() as State).map(|state| dfa.row(state)[symbol]).collect();
            match first.get(&column) {
                Some(&first) => _ = second.entry(first).or_insert(symbol),
                None => {
                    first.insert(column, symbol);
                    columns.push(symbol);
                }
            }
        }
        let mut finder = Self { dfa, marks, columns, second, access: Vec::new(), apart: Vec::new(), far: Vec::new() };
        finder.access = finder.access_strings();
        finder.apart = finder.aparts();
        finder.far = (0..finder.phase_count() * dfa.len()).flat_map(|point| finder.distances(point)).collect();
        finder
    }

    fn phase_count(&self) -> usize {
        self.marks.len() + 1
    }

    /// Whether a string is complete in a phase.
    pub fn is_complete(&self, phase: usize) -> bool {
        phase == 0 || phase == self.marks.len()
    }

    /// The phases in which a string is complete.
    pub fn complete_phases(&self) -> impl Iterator<Item = usize> {
        (0..self.phase_count()).filter(|&phase| self.is_complete(phase))
    }

    /// The phase after a symbol; `None` if the marks are in an invalid order.
    fn after(&self, phase: usize, symbol: Symbol) -> Option<usize> {
        match self.marks.iter().position(|&mark| mark == symbol) {
            Some(needed) => (phase == needed).then_some(phase + 1),
            None => Some(phase),
        }
    }

    /// The first of the shortest strings that lead to a state in a phase.
    pub fn access_string(&self, state: State, phase: usize) -> Option<&[Element]> {
        self.access[phase * self.dfa.len() + state as usize].as_deref()
    }

    pub fn is_reached(&self, state: State) -> bool {
        (0..self.phase_count()).any(|phase| self.access_string(state, phase).is_some())
    }

    /// The phases in which a step is possible, and the phase after each.
    fn phases(&self, from: State, symbol: Symbol) -> impl Iterator<Item = (usize, usize)> {
        let reached = (0..self.phase_count()).filter(move |&phase| self.access_string(from, phase).is_some());
        reached.filter_map(move |phase| Some((phase, self.after(phase, symbol)?)))
    }

    /// Whether a string may find a fault: the states after the step differ, or the step may come
    /// again.
    pub fn may_act(&self, fault: FaultyStep) -> bool {
        let mut phases = self.phases(fault.from, fault.symbol);
        !self.is_doubtful(fault)
            || phases.any(|(_, after)| self.far[self.pair_index(after, fault.to, fault.from)] != u32::MAX)
    }

    /// Whether the states after the step do not differ, so that only a second use of the step could
    /// show the fault.
    pub fn is_doubtful(&self, fault: FaultyStep) -> bool {
        let right = self.dfa.row(fault.from)[fault.symbol];
        let mut phases = self.phases(fault.from, fault.symbol);
        !phases.any(|(_, after)| self.apart[self.pair_index(after, right, fault.to)].is_some())
    }

    /// The index of a phase and two states in `apart` and `far`.
    fn pair_index(&self, phase: usize, first: State, second: State) -> usize {
        let n = self.dfa.len();
        (phase * n + first as usize) * n + second as usize
    }

    fn access_strings(&self) -> Vec<Option<MarkedString>> {
        let n = self.dfa.len();
        let mut symbols = self.marks.clone();
        symbols.extend(by_effort(self.dfa));
        let mut access: Vec<Option<MarkedString>> = vec![None; self.phase_count() * n];
        access[Dfa::START as usize] = Some(MarkedString::new());
        let mut waiting = VecDeque::from([(Dfa::START, 0, MarkedString::new())]);
        while let Some((state, phase, string)) = waiting.pop_front() {
            for &symbol in &symbols {
                let Some(after) = self.after(phase, symbol) else { continue };
                let to = self.dfa.row(state)[symbol];
                let first = &mut access[after * n + to as usize];
                if first.is_none() {
                    let longer = [string.as_slice(), &[readable(self.dfa, symbol)]].concat();
                    *first = Some(longer.clone());
                    waiting.push_back((to, after, longer));
                }
            }
        }
        access
    }

    fn aparts(&self) -> Vec<Option<(u32, Symbol)>> {
        let n = self.dfa.len();
        let mut apart = vec![None; self.phase_count() * n * n];
        for (at, distance) in apart.iter_mut().enumerate() {
            let (phase, left, right) = (at / (n * n), (at / n % n) as State, (at % n) as State);
            if self.is_complete(phase) && self.dfa.is_accepting(left) != self.dfa.is_accepting(right) {
                *distance = Some((0, 0));
            }
        }
        // Each round finds the strings that are one longer.
        for length in 1.. {
            let mut new = Vec::new();
            for at in (0..apart.len()).filter(|&at| apart[at].is_none()) {
                let (phase, left, right) = (at / (n * n), at / n % n, at % n);
                let (left_row, right_row) = (self.dfa.row(left as State), self.dfa.row(right as State));
                let symbol = self.columns.iter().copied().find(|&symbol| {
                    let after = self.after(phase, symbol);
                    after.is_some_and(|after| {
                        apart[self.pair_index(after, left_row[symbol], right_row[symbol])].is_some()
                    })
                });
                new.extend(symbol.map(|symbol| (at, symbol)));
            }
            if new.is_empty() {
                break;
            }
            new.into_iter().for_each(|(at, symbol)| apart[at] = Some((length, symbol)));
        }
        apart
    }

    /// From a phase and a state the length of the shortest string to each state, in any phase.
    fn distances(&self, point: usize) -> Vec<u32> {
        let n = self.dfa.len();
        let mut distances = vec![u32::MAX; self.phase_count() * n];
        distances[point] = 0;
        let mut waiting = VecDeque::from([point]);
        while let Some(from) = waiting.pop_front() {
            for &symbol in &self.columns {
                let Some(after) = self.after(from / n, symbol) else { continue };
                let to = after * n + self.dfa.row((from % n) as State)[symbol] as usize;
                if distances[to] == u32::MAX {
                    distances[to] = distances[from] + 1;
                    waiting.push_back(to);
                }
            }
        }
        (0..n)
            .map(|state| (0..self.phase_count()).map(|phase| distances[phase * n + state]).min().unwrap_or(u32::MAX))
            .collect()
    }

    /// The shortest string with marks that finds a fault, in front of its step and after it; `None`
    /// if no string finds it.
    pub fn find(&self, fault: FaultyStep, work: &mut u64) -> Result<Option<(&[Element], MarkedString)>, GrammarError> {
        let mut best: Option<(&[Element], MarkedString)> = None;
        let mut best_length = usize::MAX;
        for (phase, after) in self.phases(fault.from, fault.symbol) {
            let Some(access) = self.access_string(fault.from, phase) else { continue };
            if let Some(suffix) = self.shortest_suffix(fault, after, work)? {
                let length = access.len() + suffix.len();
                if length < best_length {
                    (best, best_length) = (Some((access, suffix)), length);
                }
            }
        }
        Ok(best)
    }

    /// The shortest string after a fault's step that only one of both automata accepts.
    fn shortest_suffix(
        &self,
        fault: FaultyStep,
        phase: usize,
        work: &mut u64,
    ) -> Result<Option<MarkedString>, GrammarError> {
        let right = self.dfa.row(fault.from)[fault.symbol];
        let again = self.far[self.pair_index(phase, fault.to, fault.from)];
        match self.apart[self.pair_index(phase, right, fault.to)] {
            // Without a second use of the step, the states are those of one automaton.
            Some((length, _)) if again >= length => return Ok(Some(self.distinguishing(phase, right, fault.to))),
            None if again == u32::MAX => return Ok(None),
            _ => {}
        }
        // Another symbol with the steps that this one has without the fault.
        let mut symbols = self.columns.clone();
        if symbols.contains(&fault.symbol) {
            symbols.extend(self.second.get(&fault.symbol))
        } else {
            symbols.push(fault.symbol)
        }
        let start: StatesInPhase = (right, fault.to, phase);
        let mut before: FxHashMap<StatesInPhase, Option<(StatesInPhase, Symbol)>> =
            std::iter::once((start, None)).collect();
        let mut waiting = VecDeque::from([start]);
        while let Some(states @ (right, wrong, phase)) = waiting.pop_front() {
            if self.is_complete(phase) && self.dfa.is_accepting(right) != self.dfa.is_accepting(wrong) {
                let (mut string, mut at) = (Vec::new(), states);
                while let Some((earlier, by)) = before.get(&at).copied().flatten() {
                    string.push(readable(self.dfa, by));
                    at = earlier;
                }
                return Ok(Some(string.into_iter().rev().collect()));
            }
            for &by in &symbols {
                let Some(after) = self.after(phase, by) else { continue };
                *work += 1;
                let next = (self.dfa.row(right)[by], fault.step(self.dfa, wrong, by), after);
                before.entry(next).or_insert_with(|| {
                    waiting.push_back(next);
                    Some((states, by))
                });
            }
            if *work > limits().audit_work {
                return Err(GrammarError::TooLarge("the search for the strings that find the faults".to_owned()));
            }
        }
        Ok(None)
    }

    /// The shortest string that only one of two states accepts in a phase.
    fn distinguishing(&self, mut phase: usize, mut left: State, mut right: State) -> MarkedString {
        let mut string = MarkedString::new();
        while let Some((1.., symbol)) = self.apart[self.pair_index(phase, left, right)] {
            string.push(readable(self.dfa, symbol));
            phase = self.after(phase, symbol).unwrap_or(phase);
            (left, right) = (self.dfa.row(left)[symbol], self.dfa.row(right)[symbol]);
        }
        string
    }
}
