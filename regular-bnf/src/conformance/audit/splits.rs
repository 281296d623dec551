//! Which wrong splits a test suite lets pass.

use std::collections::HashMap;
use std::ops::Range;

use super::finder::{FaultyStep, Finder, MarkedString, StatesInPhase, readable};
use crate::automaton::alphabet::{Element, Mark, Symbol, text};
use crate::automaton::dfa::{Dfa, State};
use crate::automaton::shortest_first;
use crate::bnf::GrammarError;
use crate::characters::CharSet;
use crate::limits::limits;
use crate::spans::Spans;

/// An audit of a test suite whose strings have a component: which single changes of the minimal
/// automaton with marks the suite finds.
///
/// An implementation is an automaton over strings with a mark at the beginning and the end of the
/// component, or without marks if it is absent. Its readings of a string are the markings that it
/// accepts. A *fault* is a step that leads to another state, or a state whose acceptance is
/// inverted. A string finds a fault if its readings differ from those of the grammar, which are one
/// reading, or none if the grammar refuses the string. A change that no string finds is not a
/// fault: it acts only on marks in an invalid order.
///
/// ```
/// use regular_bnf::{Bnf, Place, Spans, SplitAudit};
///
/// let bnf = Bnf::read("telephone = area \"-\" local\narea = 1*%x30-39\nlocal = 1*%x30-39\n")?;
/// let local = Spans::from_bnf(&bnf, "telephone", &[Place::rule("local")])?;
/// let mut audit = SplitAudit::new(&local)?;
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

debug_fields!(SplitAudit<'s> { found, work });

/// Faults of one kind that one string finds, in one state.
///
/// ```
/// use regular_bnf::{Bnf, Place, Spans, SplitAudit};
///
/// let bnf = Bnf::abnf("authority = [ user \"@\" ] site\nuser = *( ALPHA / \":\" )\nsite = *ALPHA\n")?;
/// let user = Spans::from_bnf(&bnf, "authority", &[Place::rule("user")])?;
/// let mut audit = SplitAudit::new(&user)?;
/// for string in ["", "a", "a@b"] {
///     audit.add(string, true)?;
/// }
/// // No string of the suite has a colon.
/// let escaping = audit.escaping()?;
/// let colon = escaping.iter().find(|fault| fault.witness == ":@").unwrap();
/// assert_eq!((colon.valid, colon.span.clone()), (true, Some(0..1)));
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EscapingSplit {
    /// A shortest string that finds the faults.
    pub witness: String,
    /// Whether the grammar accepts it.
    pub valid: bool,
    /// The span of the component in it, in bytes; `None` if the component is absent or the string
    /// is refused.
    pub span: Option<Range<usize>>,
    /// The text in front of the fault.
    pub before: String,
    /// The effect of the faults there.
    pub fault: SplitFault,
    /// How many faults the string finds here.
    pub faults: usize,
}

/// The effect of a fault.
///
/// ```
/// use regular_bnf::{Bnf, Place, Spans, SplitAudit, SplitFault};
///
/// let bnf = Bnf::abnf("hostport = site [ \":\" port ]\nsite = 1*ALPHA\nport = *DIGIT\n")?;
/// let port = Spans::from_bnf(&bnf, "hostport", &[Place::rule("port")])?;
/// let mut audit = SplitAudit::new(&port)?;
/// for string in ["a", "a:80"] {
///     audit.add(string, true)?;
/// }
/// // A parser that refuses an empty port passes the suite.
/// let escaping = audit.escaping()?;
/// assert!(escaping.iter().any(|split| split.before == "a:" && split.fault == SplitFault::Acceptance));
/// # Ok::<(), regular_bnf::GrammarError>(())
/// ```
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
    fn new(element: Element, set: impl FnOnce() -> CharSet) -> Self {
        match element {
            Element::Mark(Mark::Begin) => Self::Begin,
            Element::Mark(Mark::End) => Self::End,
            Element::Character(_) => Self::Characters(set()),
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

/// The states of the right automaton at a place in a string: without marks there, and with the
/// marks that may be read there.
struct MarkedPlaces {
    before: Vec<StatesInPhase>,
    marked: Vec<StatesInPhase>,
}

impl MarkedPlaces {
    fn new(audit: &SplitAudit<'_>, before: Vec<StatesInPhase>) -> Self {
        Self { marked: audit.marked(FaultyStep::NONE, before.clone()), before }
    }
}

impl<'s> SplitAudit<'s> {
    /// An audit of a suite without strings.
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`] if the automaton has too many states.
    pub fn new(spans: &'s Spans) -> Result<Self, GrammarError> {
        let dfa = spans.automaton();
        let (states, width) = (dfa.len(), dfa.alphabet().len());
        let size = states.checked_mul(width).and_then(|steps| steps.checked_mul(states));
        if size.is_none_or(|size| size > limits().audit_faults) {
            return Err(GrammarError::TooLarge(format!("an audit for {states} states")));
        }
        let finder = Finder::new(dfa);
        let mut steps = vec![false; states * width * states];
        let mut open = vec![0; states * width];
        for from in 0..states as State {
            for symbol in 0..width {
                let step = from as usize * width + symbol;
                for to in (0..states as State).filter(|&to| finder.is_reached(to) && to != dfa.row(from)[symbol]) {
                    if finder.may_act(FaultyStep { from, symbol, to }) {
                        steps[step * states + to as usize] = true;
                        open[step] += 1;
                    }
                }
            }
        }
        let acceptance = (0..states as State).map(|state| {
            let mut phases = finder.complete_phases();
            phases.any(|phase| finder.access_string(state, phase).is_some())
        });
        let acceptance = acceptance.collect();
        Ok(Self { spans, dfa, finder, steps, open, acceptance, found: 0, work: 0 })
    }

    /// The number of faults that the strings so far find.
    pub fn faults_found(&self) -> usize {
        self.found
    }

    /// The number of states of the automaton with marks, without the dead state.
    pub fn states(&self) -> usize {
        self.spans.states()
    }

    /// Adds a string of the suite, whose verdict is that of the grammar. If the suite says where
    /// the component is, or that it is absent, it is `judged`; otherwise only the verdict counts:
    /// whether there is a reading. Returns how many faults the string finds that no earlier string
    /// has found.
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`] if the strings together need too many steps.
    pub fn add(&mut self, string: &str, judged: bool) -> Result<usize, GrammarError> {
        let before = self.found;
        let symbols: Vec<Symbol> = string.chars().map(|c| self.dfa.alphabet().symbol(c)).collect();
        // The states in front of each character, and at the end.
        let mut places = vec![MarkedPlaces::new(self, vec![(Dfa::START, Dfa::START, 0)])];
        for &symbol in &symbols {
            let next = self.read(FaultyStep::NONE, &places[places.len() - 1].marked, symbol);
            places.push(MarkedPlaces::new(self, next));
        }
        self.judge_acceptance(&places[symbols.len()].marked, judged);
        let width = self.dfa.alphabet().len();
        let mut used = Vec::new();
        for (at, place) in places.iter().enumerate() {
            for &(from, _, phase) in &place.marked {
                // A mark is read in the phase of its number: before the component, and inside of it.
                let marks = self.dfa.alphabet().marks().filter(|&(mark, _)| mark as usize == phase);
                let marks = marks.map(|(_, symbol)| symbol);
                for symbol in symbols.get(at).copied().into_iter().chain(marks) {
                    let step = from as usize * width + symbol;
                    if self.open[step] > 0 && !used.contains(&step) {
                        used.push(step);
                        self.judge_step(from, symbol, &place.before, &symbols[at..], judged)?;
                    }
                }
            }
        }
        Ok(self.found - before)
    }

    /// Finds the inverted acceptances that change the readings, or the verdict, of a string that
    /// ends in these states.
    fn judge_acceptance(&mut self, ends: &[StatesInPhase], judged: bool) {
        let ends = ends.iter().filter(|(.., phase)| self.finder.is_complete(*phase));
        let ends: Vec<State> = ends.map(|&(right, ..)| right).collect();
        let verdict = ends.iter().any(|&state| self.accepts(state));
        for &end in &ends {
            let inverted = ends.iter().any(|&state| self.accepts(state) != (state == end));
            if self.acceptance[end as usize] && (judged || inverted != verdict) {
                self.acceptance[end as usize] = false;
                self.found += 1;
            }
        }
    }

    /// Finds the faults of a step that change the readings, or the verdict, of a string. `before`
    /// has the states in front of the `remaining` symbols.
    fn judge_step(
        &mut self,
        from: State,
        symbol: Symbol,
        before: &[StatesInPhase],
        remaining: &[Symbol],
        judged: bool,
    ) -> Result<(), GrammarError> {
        let states = self.dfa.len();
        let step = from as usize * self.dfa.alphabet().len() + symbol;
        let faults = step * states..(step + 1) * states;
        let open: Vec<usize> = faults.filter(|&fault| self.steps[fault]).collect();
        for index in open {
            let fault = FaultyStep { from, symbol, to: (index % states) as State };
            let is_found = self.finds(fault, before, remaining, judged);
            // A fault that no string finds is not tried again with each string.
            if is_found || self.finder.is_doubtful(fault) && self.finder.find(fault, &mut self.work)?.is_none() {
                self.steps[index] = false;
                self.open[step] -= 1;
                self.found += usize::from(is_found);
            }
        }
        if self.work > limits().audit_work {
            return Err(GrammarError::TooLarge("the audit of the suite".to_owned()));
        }
        Ok(())
    }

    fn accepts(&self, state: State) -> bool {
        self.dfa.is_accepting(state)
    }

    /// Whether a string finds a fault that acts in its `remaining` symbols. `before` has the states
    /// in front of these, without marks there.
    fn finds(&mut self, fault: FaultyStep, before: &[StatesInPhase], remaining: &[Symbol], judged: bool) -> bool {
        let mut states = self.marked(fault, before.to_vec());
        for &symbol in remaining {
            self.work += states.len() as u64;
            let next = self.read(fault, &states, symbol);
            states = self.marked(fault, next);
        }
        states.retain(|(.., phase)| self.finder.is_complete(*phase));
        if judged {
            states.iter().any(|&(right, wrong, _)| self.accepts(right) != self.accepts(wrong))
        } else {
            let right_verdict = states.iter().any(|&(right, ..)| self.accepts(right));
            let wrong_verdict = states.iter().any(|&(_, wrong, _)| self.accepts(wrong));
            right_verdict != wrong_verdict
        }
    }

    /// The states after a character.
    fn read(&self, fault: FaultyStep, states: &[StatesInPhase], symbol: Symbol) -> Vec<StatesInPhase> {
        let mut next: Vec<StatesInPhase> = Vec::with_capacity(states.len());
        for &(right, wrong, phase) in states {
            let target = (self.dfa.row(right)[symbol], fault.step(self.dfa, wrong, symbol), phase);
            if !next.contains(&target) {
                next.push(target);
            }
        }
        next
    }

    /// The states with those after each mark that may be read.
    fn marked(&self, fault: FaultyStep, mut states: Vec<StatesInPhase>) -> Vec<StatesInPhase> {
        for mark in Mark::ALL {
            let needed = mark as usize;
            let Some(symbol) = self.dfa.alphabet().mark(mark) else { continue };
            for at in 0..states.len() {
                let (right, wrong, phase) = states[at];
                let target = (self.dfa.row(right)[symbol], fault.step(self.dfa, wrong, symbol), phase + 1);
                if phase == needed && !states.contains(&target) {
                    states.push(target);
                }
            }
        }
        states
    }

    /// The faults that no string has found, in groups: each with a shortest string that finds them,
    /// shortest first.
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`] if the search for the strings needs too many steps.
    pub fn escaping(&self) -> Result<Vec<EscapingSplit>, GrammarError> {
        let mut groups: HashMap<(MarkedString, State, u8), EscapingSplit> = HashMap::new();
        for state in (0..self.dfa.len() as State).filter(|&state| self.acceptance[state as usize]) {
            let access = self.finder.complete_phases().filter_map(|phase| self.finder.access_string(state, phase));
            if let Some(access) = access.min_by_key(|access| access.len()) {
                self.add_escaping(&mut groups, state, SplitFault::Acceptance, access, access);
            }
        }
        let (states, width) = (self.dfa.len(), self.dfa.alphabet().len());
        let mut work = 0;
        for from in 0..states as State {
            for symbol in 0..width {
                let step = from as usize * width + symbol;
                if self.open[step] == 0 {
                    continue;
                }
                let element = readable(self.dfa, symbol);
                for to in (0..states as State).filter(|&to| self.steps[step * states + to as usize]) {
                    let Some((access, suffix)) = self.finder.find(FaultyStep { from, symbol, to }, &mut work)? else {
                        continue;
                    };
                    let fault = SplitFault::new(element, || self.dfa.alphabet().set(symbol));
                    self.add_escaping(&mut groups, from, fault, access, &[access, &[element], &suffix].concat());
                }
            }
        }
        let mut escaping: Vec<EscapingSplit> = groups.into_values().collect();
        escaping.sort_by(|left, right| {
            shortest_first(&left.witness).cmp(&shortest_first(&right.witness)).then_with(|| {
                let left = (left.fault.order(), &left.before, left.faults);
                left.cmp(&(right.fault.order(), &right.before, right.faults))
            })
        });
        Ok(escaping)
    }

    /// Adds a fault to the group of the string with marks that finds it.
    fn add_escaping(
        &self,
        groups: &mut HashMap<(MarkedString, State, u8), EscapingSplit>,
        state: State,
        fault: SplitFault,
        before: &[Element],
        marked: &[Element],
    ) {
        let group = groups.entry((marked.to_owned(), state, fault.order())).or_insert_with(|| {
            let witness = text(marked);
            let reading = self.spans.in_string(&witness);
            let (valid, span) = (reading.is_ok(), reading.unwrap_or_default());
            EscapingSplit { witness, valid, span, before: text(before), fault: fault.clone(), faults: 0 }
        });
        group.faults += 1;
        if let (SplitFault::Characters(characters), SplitFault::Characters(set)) = (&mut group.fault, &fault) {
            *characters = characters.union(set);
        }
    }

    /// Strings that complete the suite: with them, each with its component, it finds every fault.
    /// The audit then knows the strings.
    ///
    /// The choice is greedy, so a smaller set may exist. It has each string of the [complete
    /// suite](Spans::suite), shortest first, that finds a fault which no earlier string has found.
    ///
    /// # Errors
    ///
    /// The errors of [`add`](Self::add), and of the complete suite.
    pub fn complete(&mut self) -> Result<Vec<String>, GrammarError> {
        let mut suite = self.spans.suite()?;
        suite.sort_by(|left, right| shortest_first(left).cmp(&shortest_first(right)));
        let mut chosen = Vec::new();
        for string in suite {
            if self.add(&string, true)? > 0 {
                chosen.push(string);
            }
        }
        for group in self.escaping()? {
            if self.add(&group.witness, true)? > 0 {
                chosen.push(group.witness);
            }
        }
        chosen.sort_by(|left, right| shortest_first(left).cmp(&shortest_first(right)));
        Ok(chosen)
    }
}
