//! Which wrong splits a test suite lets pass.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use super::verdicts::{by_effort, readable};
use crate::automaton::alphabet::Symbol;
use crate::automaton::dfa::{DEAD, Dfa, State};
use crate::automaton::shortest_first;
use crate::bnf::LanguageError;
use crate::charset::CharSet;
use crate::limits::LIMITS;
use crate::marks::{BEGIN, END};
use crate::spans::Spans;

/// The number of phases: no mark has been read, the first, or both.
const PHASES: usize = 3;
/// The phase in which a split is not complete.
const INSIDE: usize = 1;

/// An audit of a test suite whose strings have a component: which single changes of the minimal automaton with marks the suite finds.
///
/// An implementation is an automaton over strings with a mark at the beginning and the end of the component, or without marks if it
/// is absent. Its readings of a string are the markings that it accepts. A *fault* is a step that leads to another state, or a state
/// whose acceptance is inverted. A string finds a fault if its readings differ from those of the grammar, which are one reading, or
/// none if the grammar refuses the string. A change that no string finds is not a fault: it acts only on marks in an invalid order.
///
/// ```
/// use regular_bnf::{Bnf, Place, Spans, SplitAudit};
///
/// let bnf = Bnf::read("telephone = area \"-\" local\narea = 1*%x30-39\nlocal = 1*%x30-39\n")?;
/// let local = Spans::of_bnf(&bnf, "telephone", &[Place::rule("local")])?;
/// let mut audit = SplitAudit::of(&local)?;
/// audit.add("1-2", true)?;
/// // Many wrong parsers would pass.
/// assert!(!audit.escaping()?.is_empty());
/// // The complete suite finds everything.
/// for string in local.suite()? {
///     audit.add(&string, true)?;
/// }
/// assert!(audit.escaping()?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SplitAudit<'s> {
    spans: &'s Spans,
    dfa: &'s Dfa,
    finder: Finder<'s>,
    /// For each state, symbol and other state whether no string has found the fault.
    steps: Vec<bool>,
    /// For each step how many such faults there are.
    open: Vec<usize>,
    /// For each state whether no string has found that its acceptance is inverted.
    acceptance: Vec<bool>,
    found: usize,
    work: u64,
}

/// Faults of one kind that one string finds, in one state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EscapingSplit {
    /// A shortest string that finds the faults.
    pub witness: String,
    /// Whether the grammar accepts it.
    pub valid: bool,
    /// The span of the component in it, in bytes; `None` if the component is absent or the string is refused.
    pub span: Option<Range<usize>>,
    /// The text in front of the fault.
    pub before: String,
    /// What the faults change there.
    pub fault: SplitFault,
    /// How many faults the string finds here.
    pub faults: usize,
}

/// The effect of a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SplitFault {
    /// These characters lead elsewhere.
    Characters(CharSet),
    /// The beginning of the component leads elsewhere.
    Begin,
    /// The end of the component leads elsewhere.
    End,
    /// The acceptance at the end of the string is inverted.
    Acceptance,
}

impl SplitFault {
    fn of(c: char, set: impl FnOnce() -> CharSet) -> Self {
        match c {
            BEGIN => Self::Begin,
            END => Self::End,
            _ => Self::Characters(set()),
        }
    }

    /// The order of faults that one string finds.
    fn order(&self) -> u8 {
        match self {
            Self::Characters(_) => 0,
            Self::Begin => 1,
            Self::End => 2,
            Self::Acceptance => 3,
        }
    }
}

/// The states of the right and of the wrong automaton after one marking, and the number of marks so far.
type Both = (State, State, usize);

/// The states of the right automaton at a place in a string: without marks there, and with the marks that may be read there.
struct Way {
    before: Vec<Both>,
    marked: Vec<Both>,
}

impl Way {
    fn of(audit: &SplitAudit<'_>, before: Vec<Both>) -> Self {
        Self { marked: audit.marked(Fault::NONE, before.clone()), before }
    }
}

impl<'s> SplitAudit<'s> {
    /// An audit of a suite without strings.
    ///
    /// # Errors
    ///
    /// [`LanguageError::TooLarge`] if the automaton has too many states.
    pub fn of(spans: &'s Spans) -> Result<Self, LanguageError> {
        let dfa = spans.automaton();
        let (states, width) = (dfa.len(), dfa.alphabet().len());
        let size = states.checked_mul(width).and_then(|steps| steps.checked_mul(states));
        if size.is_none_or(|size| size > LIMITS.audit_faults) {
            return Err(LanguageError::TooLarge(format!("an audit for {states} states")));
        }
        let finder = Finder::new(dfa);
        let mut steps = vec![false; states * width * states];
        let mut open = vec![0; states * width];
        for from in 0..states as State {
            for symbol in dfa.alphabet().symbols() {
                let step = from as usize * width + symbol;
                for to in (0..states as State).filter(|&to| finder.is_reached(to) && to != dfa.row(from)[symbol]) {
                    if finder.may_act(Fault { from, symbol, to }) {
                        steps[step * states + to as usize] = true;
                        open[step] += 1;
                    }
                }
            }
        }
        let ends =
            |state: usize| (0..PHASES).any(|phase| phase != INSIDE && finder.access(state as State, phase).is_some());
        let acceptance = (0..states).map(ends).collect();
        Ok(Self { spans, dfa, finder, steps, open, acceptance, found: 0, work: 0 })
    }

    /// The number of faults that the strings so far find.
    pub fn found(&self) -> usize {
        self.found
    }

    /// The number of states of the automaton with marks, without the dead state.
    pub fn states(&self) -> usize {
        self.spans.states()
    }

    /// Adds a string of the suite, whose verdict is that of the grammar. If the suite says where the component is, or that it is
    /// absent, it is `judged`; otherwise only the verdict counts: whether there is a reading. Returns how many faults the string finds
    /// that no earlier string has found.
    ///
    /// # Errors
    ///
    /// [`LanguageError::TooLarge`] if the strings together need too many steps.
    pub fn add(&mut self, string: &str, judged: bool) -> Result<usize, LanguageError> {
        let (states, width) = (self.dfa.len(), self.dfa.alphabet().len());
        let before = self.found;
        let symbols: Vec<Symbol> = string.chars().map(|c| self.dfa.alphabet().symbol(c)).collect();
        if string.contains([BEGIN, END]) {
            // These two characters are the marks. No string of the grammar contains them.
            return Ok(0);
        }
        // Before each character, and at the end.
        let right = Fault::NONE;
        let mut ways = vec![Way::of(self, vec![(Dfa::START, Dfa::START, 0)])];
        for &symbol in &symbols {
            let next = self.read(right, &ways[ways.len() - 1].marked, symbol);
            ways.push(Way::of(self, next));
        }
        let ends: Vec<State> =
            ways[symbols.len()].marked.iter().filter(|both| both.2 != INSIDE).map(|both| both.0).collect();
        for &end in &ends {
            let verdict = |turned: bool| ends.iter().any(|&state| self.accepts(state) != (turned && state == end));
            if self.acceptance[end as usize] && (judged || verdict(true) != verdict(false)) {
                self.acceptance[end as usize] = false;
                self.found += 1;
            }
        }
        let mut used = Vec::new();
        for (at, way) in ways.iter().enumerate() {
            for &(from, _, phase) in &way.marked {
                let marks = [(0, BEGIN), (INSIDE, END)].into_iter().filter(|(needed, _)| *needed == phase);
                let marks = marks.map(|(_, mark)| self.dfa.alphabet().symbol(mark));
                for symbol in symbols.get(at).copied().into_iter().chain(marks) {
                    let step = from as usize * width + symbol;
                    if self.open[step] > 0 && !used.contains(&step) {
                        used.push(step);
                        let open = step * states..(step + 1) * states;
                        let targets: Vec<usize> = open.filter(|&fault| self.steps[fault]).collect();
                        for fault in targets {
                            let own = Fault { from, symbol, to: (fault % states) as State };
                            let found = self.finds(own, &way.before, &symbols[at..], judged);
                            // What no string finds is not tried again with each string.
                            if found || self.finder.is_doubtful(own) && self.finder.find(own, &mut self.work)?.is_none()
                            {
                                self.steps[fault] = false;
                                self.open[step] -= 1;
                                self.found += usize::from(found);
                            }
                        }
                        if self.work > LIMITS.audit_work {
                            return Err(LanguageError::TooLarge("the audit of the suite".to_owned()));
                        }
                    }
                }
            }
        }
        Ok(self.found - before)
    }

    fn accepts(&self, state: State) -> bool {
        self.dfa.is_accepting(state)
    }

    /// Whether a string finds a fault that acts in its `rest`. `before` has the states in front of the rest, without marks there.
    fn finds(&mut self, fault: Fault, before: &[Both], rest: &[Symbol], judged: bool) -> bool {
        let mut now = self.marked(fault, before.to_vec());
        for &symbol in rest {
            self.work += now.len() as u64;
            let next = self.read(fault, &now, symbol);
            now = self.marked(fault, next);
        }
        let mut ends = now.iter().filter(|(_, _, phase)| *phase != INSIDE);
        match judged {
            true => ends.any(|&(right, wrong, _)| self.accepts(right) != self.accepts(wrong)),
            false => {
                let verdict = |side: fn(&Both) -> State| ends.clone().any(|both| self.accepts(side(both)));
                verdict(|both| both.0) != verdict(|both| both.1)
            }
        }
    }

    /// The states after a character.
    fn read(&self, fault: Fault, now: &[Both], symbol: Symbol) -> Vec<Both> {
        let mut next: Vec<Both> = Vec::with_capacity(now.len());
        for &(right, wrong, phase) in now {
            let both = (self.dfa.row(right)[symbol], fault.step(self.dfa, wrong, symbol), phase);
            if !next.contains(&both) {
                next.push(both);
            }
        }
        next
    }

    /// The states with those after each mark that may be read.
    fn marked(&self, fault: Fault, mut now: Vec<Both>) -> Vec<Both> {
        for (needed, mark) in [(0, BEGIN), (INSIDE, END)] {
            let symbol = self.dfa.alphabet().symbol(mark);
            for at in 0..now.len() {
                let (right, wrong, phase) = now[at];
                let both = (self.dfa.row(right)[symbol], fault.step(self.dfa, wrong, symbol), phase + 1);
                if phase == needed && !now.contains(&both) {
                    now.push(both);
                }
            }
        }
        now
    }

    /// The faults that no string has found, in groups: each with a shortest string that finds them, shortest first.
    ///
    /// # Errors
    ///
    /// [`LanguageError::TooLarge`] if the search for the strings needs too many steps.
    pub fn escaping(&self) -> Result<Vec<EscapingSplit>, LanguageError> {
        let mut groups: HashMap<(String, State, u8), EscapingSplit> = HashMap::new();
        let plain = |marked: &str| marked.replace([BEGIN, END], "");
        let mut add = |state: State, fault: SplitFault, before: &str, marked: &str| {
            let group = groups.entry((marked.to_owned(), state, fault.order())).or_insert_with(|| {
                let witness = plain(marked);
                let reading = self.spans.in_string(&witness);
                let (valid, span) = (reading.is_ok(), reading.unwrap_or_default());
                EscapingSplit { witness, valid, span, before: plain(before), fault: fault.clone(), faults: 0 }
            });
            group.faults += 1;
            if let (SplitFault::Characters(all), SplitFault::Characters(more)) = (&mut group.fault, &fault) {
                *all = all.union(more);
            }
        };
        for state in (0..self.dfa.len() as State).filter(|&state| self.acceptance[state as usize]) {
            let access = [0, 2].into_iter().filter_map(|phase| self.finder.access(state, phase));
            if let Some(access) = access.min_by_key(|access| shortest_first(access)) {
                add(state, SplitFault::Acceptance, access, access);
            }
        }
        let (states, width) = (self.dfa.len(), self.dfa.alphabet().len());
        let mut work = 0;
        for from in 0..states as State {
            for symbol in self.dfa.alphabet().symbols() {
                let step = from as usize * width + symbol;
                if self.open[step] == 0 {
                    continue;
                }
                let c = readable(self.dfa, symbol);
                for to in (0..states as State).filter(|&to| self.steps[step * states + to as usize]) {
                    let Some((access, rest)) = self.finder.find(Fault { from, symbol, to }, &mut work)? else {
                        continue;
                    };
                    let fault = SplitFault::of(c, || self.dfa.alphabet().set(symbol));
                    add(from, fault, access, &format!("{access}{c}{rest}"));
                }
            }
        }
        let mut all: Vec<EscapingSplit> = groups.into_values().collect();
        all.sort_by(|one, other| {
            let key = |group: &EscapingSplit| (group.fault.order(), group.before.clone(), group.faults);
            shortest_first(&one.witness).cmp(&shortest_first(&other.witness)).then_with(|| key(one).cmp(&key(other)))
        });
        Ok(all)
    }

    /// Strings that complete the suite: with them, each with its component, it finds every fault. The audit then knows the strings.
    ///
    /// The choice is greedy, so a smaller set may exist. It has each string of the [complete suite](Spans::suite), shortest first, that
    /// finds a fault which no earlier string has found.
    ///
    /// # Errors
    ///
    /// The errors of [`add`](Self::add), and of the complete suite.
    pub fn complete(&mut self) -> Result<Vec<String>, LanguageError> {
        let mut all = self.spans.suite()?;
        all.sort_by(|one, other| shortest_first(one).cmp(&shortest_first(other)));
        let mut chosen = Vec::new();
        for string in all {
            if self.add(&string, true)? > 0 {
                chosen.push(string);
            }
        }
        for group in self.escaping()? {
            if self.add(&group.witness, true)? > 0 {
                chosen.push(group.witness);
            }
        }
        chosen.sort_by(|one, other| shortest_first(one).cmp(&shortest_first(other)));
        Ok(chosen)
    }
}

/// A step that leads to another state.
#[derive(Debug, Clone, Copy)]
struct Fault {
    from: State,
    symbol: Symbol,
    to: State,
}

impl Fault {
    /// The step that leads where it should.
    const NONE: Self = Self { from: DEAD, symbol: 0, to: DEAD };

    /// A step of the wrong automaton.
    fn step(self, dfa: &Dfa, state: State, symbol: Symbol) -> State {
        if state == self.from && symbol == self.symbol { self.to } else { dfa.row(state)[symbol] }
    }
}

/// Finds the shortest strings that find a fault.
struct Finder<'d> {
    dfa: &'d Dfa,
    /// The two marks.
    marks: [Symbol; 2],
    /// A symbol for each set of symbols with equal steps, the most readable first; and the second of these symbols, if there is one.
    columns: Vec<Symbol>,
    second: HashMap<Symbol, Symbol>,
    /// For each phase and state the first of the shortest strings with marks that lead to it.
    access: Vec<Option<String>>,
    /// For each phase and two states the shortest rest that only one of them accepts, as its length and its first symbol.
    apart: Vec<Option<(u32, Symbol)>>,
    /// For each phase and state, and each other state, the length of the shortest string that leads to the other.
    far: Vec<u32>,
}

impl<'d> Finder<'d> {
    fn new(dfa: &'d Dfa) -> Self {
        let marks = [BEGIN, END].map(|mark| dfa.alphabet().symbol(mark));
        let (mut columns, mut second) = (marks.to_vec(), HashMap::new());
        let mut first: HashMap<Vec<State>, Symbol> = HashMap::new();
        for symbol in by_effort(dfa).into_iter().filter(|symbol| !marks.contains(symbol)) {
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
        finder.access = finder.accesses();
        finder.apart = finder.aparts();
        finder.far = (0..PHASES * dfa.len()).flat_map(|point| finder.distances(point)).collect();
        finder
    }

    /// The phase after a symbol; `None` if the marks are in an invalid order.
    fn after(&self, phase: usize, symbol: Symbol) -> Option<usize> {
        match self.marks.iter().position(|&mark| mark == symbol) {
            Some(needed) => (phase == needed).then_some(phase + 1),
            None => Some(phase),
        }
    }

    /// The first of the shortest strings that lead to a state in a phase.
    fn access(&self, state: State, phase: usize) -> Option<&str> {
        self.access[phase * self.dfa.len() + state as usize].as_deref()
    }

    fn is_reached(&self, state: State) -> bool {
        (0..PHASES).any(|phase| self.access(state, phase).is_some())
    }

    /// The phases in which a step is possible, and the phase after each.
    fn phases(&self, from: State, symbol: Symbol) -> impl Iterator<Item = (usize, usize)> {
        let reached = (0..PHASES).filter(move |&phase| self.access(from, phase).is_some());
        reached.filter_map(move |phase| Some((phase, self.after(phase, symbol)?)))
    }

    /// Whether a string may find a fault: the states after the step differ, or the step may come again.
    fn may_act(&self, fault: Fault) -> bool {
        let again = |after: usize| {
            let n = self.dfa.len();
            self.far[(after * n + fault.to as usize) * n + fault.from as usize] != u32::MAX
        };
        !self.is_doubtful(fault) || self.phases(fault.from, fault.symbol).any(|(_, after)| again(after))
    }

    /// Whether the states after the step do not differ, so that only a second use of the step could show the fault.
    fn is_doubtful(&self, fault: Fault) -> bool {
        let n = self.dfa.len();
        let right = self.dfa.row(fault.from)[fault.symbol] as usize;
        let apart = |(_, after): (usize, usize)| self.apart[(after * n + right) * n + fault.to as usize].is_some();
        !self.phases(fault.from, fault.symbol).any(apart)
    }

    fn accesses(&self) -> Vec<Option<String>> {
        let n = self.dfa.len();
        let mut symbols = self.marks.to_vec();
        symbols.extend(by_effort(self.dfa).into_iter().filter(|symbol| !self.marks.contains(symbol)));
        let mut access: Vec<Option<String>> = vec![None; PHASES * n];
        access[Dfa::START as usize] = Some(String::new());
        let mut waiting = VecDeque::from([(Dfa::START, 0, String::new())]);
        while let Some((state, phase, string)) = waiting.pop_front() {
            for &symbol in &symbols {
                let Some(after) = self.after(phase, symbol) else { continue };
                let to = self.dfa.row(state)[symbol];
                let known = &mut access[after * n + to as usize];
                if known.is_none() {
                    let longer = format!("{string}{}", readable(self.dfa, symbol));
                    *known = Some(longer.clone());
                    waiting.push_back((to, after, longer));
                }
            }
        }
        access
    }

    fn aparts(&self) -> Vec<Option<(u32, Symbol)>> {
        let n = self.dfa.len();
        let mut apart = vec![None; PHASES * n * n];
        let accepts = |state: usize| self.dfa.is_accepting(state as State);
        for (at, known) in apart.iter_mut().enumerate() {
            let (phase, left, right) = (at / (n * n), at / n % n, at % n);
            if phase != INSIDE && accepts(left) != accepts(right) {
                *known = Some((0, 0));
            }
        }
        // Each round finds the strings that are one longer.
        for length in 1.. {
            let mut new = Vec::new();
            for at in (0..apart.len()).filter(|&at| apart[at].is_none()) {
                let (phase, left, right) = (at / (n * n), at / n % n, at % n);
                let (left, right) = (self.dfa.row(left as State), self.dfa.row(right as State));
                let parts = |symbol: &&Symbol| {
                    let after = self.after(phase, **symbol);
                    let next = |after| (after * n + left[**symbol] as usize) * n + right[**symbol] as usize;
                    after.is_some_and(|after| apart[next(after)].is_some())
                };
                new.extend(self.columns.iter().find(parts).map(|&symbol| (at, symbol)));
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
        let mut far = vec![u32::MAX; PHASES * n];
        far[point] = 0;
        let mut waiting = VecDeque::from([point]);
        while let Some(from) = waiting.pop_front() {
            for &symbol in &self.columns {
                let Some(after) = self.after(from / n, symbol) else { continue };
                let to = after * n + self.dfa.row((from % n) as State)[symbol] as usize;
                if far[to] == u32::MAX {
                    far[to] = far[from] + 1;
                    waiting.push_back(to);
                }
            }
        }
        (0..n).map(|state| (0..PHASES).map(|phase| far[phase * n + state]).min().unwrap_or(u32::MAX)).collect()
    }

    /// The shortest string with marks that finds a fault, in front of its step and after it; `None` if no string finds it.
    fn find(&self, fault: Fault, work: &mut u64) -> Result<Option<(&str, String)>, LanguageError> {
        let mut best: Option<(&str, String)> = None;
        for (phase, after) in self.phases(fault.from, fault.symbol) {
            let Some(access) = self.access(fault.from, phase) else { continue };
            if let Some(rest) = self.rest(fault, after, work)? {
                let length = |(access, rest): &(&str, String)| access.chars().count() + rest.chars().count();
                let found = (access, rest);
                if best.as_ref().is_none_or(|best| length(&found) < length(best)) {
                    best = Some(found);
                }
            }
        }
        Ok(best)
    }

    /// The shortest string after a fault's step that only one of both automata accepts.
    fn rest(&self, fault: Fault, phase: usize, work: &mut u64) -> Result<Option<String>, LanguageError> {
        let n = self.dfa.len();
        let right = self.dfa.row(fault.from)[fault.symbol];
        let again = self.far[(phase * n + fault.to as usize) * n + fault.from as usize];
        match self.apart[(phase * n + right as usize) * n + fault.to as usize] {
            // Without a second use of the step, the states are those of one automaton.
            Some((length, _)) if again >= length => return Ok(Some(self.distinguishing(phase, right, fault.to))),
            None if again == u32::MAX => return Ok(None),
            _ => {}
        }
        // Another symbol with the steps that this one has without the fault.
        let mut symbols = self.columns.clone();
        match symbols.contains(&fault.symbol) {
            true => symbols.extend(self.second.get(&fault.symbol)),
            false => symbols.push(fault.symbol),
        }
        let start: Both = (right, fault.to, phase);
        let mut before: HashMap<Both, Option<(Both, Symbol)>> = HashMap::from([(start, None)]);
        let mut waiting = VecDeque::from([start]);
        while let Some(both @ (right, wrong, phase)) = waiting.pop_front() {
            if phase != INSIDE && self.dfa.is_accepting(right) != self.dfa.is_accepting(wrong) {
                let (mut string, mut at) = (Vec::new(), both);
                while let Some(Some((earlier, by))) = before.get(&at) {
                    string.push(readable(self.dfa, *by));
                    at = *earlier;
                }
                return Ok(Some(string.into_iter().rev().collect()));
            }
            for &by in &symbols {
                let Some(after) = self.after(phase, by) else { continue };
                *work += 1;
                let next = (self.dfa.row(right)[by], fault.step(self.dfa, wrong, by), after);
                before.entry(next).or_insert_with(|| {
                    waiting.push_back(next);
                    Some((both, by))
                });
            }
            if *work > LIMITS.audit_work {
                return Err(LanguageError::TooLarge("the search for the strings that find the faults".to_owned()));
            }
        }
        Ok(None)
    }

    /// The shortest rest that only one of two states accepts in a phase.
    fn distinguishing(&self, mut phase: usize, mut left: State, mut right: State) -> String {
        let mut string = String::new();
        let n = self.dfa.len();
        while let Some((1.., symbol)) = self.apart[(phase * n + left as usize) * n + right as usize] {
            string.push(readable(self.dfa, symbol));
            phase = self.after(phase, symbol).unwrap_or(phase);
            (left, right) = (self.dfa.row(left)[symbol], self.dfa.row(right)[symbol]);
        }
        string
    }
}
