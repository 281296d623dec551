//! A deterministic automaton over US-ASCII, as a table.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet, VecDeque};

use regexsolver::fast_automaton::FastAutomaton;

/// How many characters there are.
pub(crate) const ALPHABET: usize = 128;

/// A state: a row of the table.
pub(crate) type State = u32;

/// The state from which nothing is accepted.
pub(crate) const DEAD: State = 0;

/// A deterministic automaton. Row 0 is [`DEAD`], row 1 the start; every other row can reach an accepting one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dfa {
    next: Vec<[State; ALPHABET]>,
    accepting: Vec<bool>,
}

/// A deterministic automaton, however it is kept.
pub(crate) trait Machine {
    fn start(&self) -> State;
    /// `None` where nothing can be accepted any more.
    fn step(&self, state: State, byte: u8) -> Option<State>;
    fn accepts(&self, state: State) -> bool;

    /// The shortest string that is accepted from a state and, among those, the most readable.
    fn shortest(&self, from: State) -> Option<String> {
        let mut seen = HashSet::from([from]);
        // The states that strings of one length lead to first, each with the best of those strings.
        let mut layer: Vec<(State, u32, String)> = vec![(from, 0, String::new())];
        while !layer.is_empty() {
            let better = |(_, cost, string): &&(State, u32, String)| (*cost, string.clone());
            if let Some((.., string)) = layer.iter().filter(|(state, ..)| self.accepts(*state)).min_by_key(better) {
                return Some(string.clone());
            }
            let mut next: HashMap<State, (u32, String)> = HashMap::new();
            for (state, cost, string) in &layer {
                for c in 0..ALPHABET as u8 {
                    let Some(to) = self.step(*state, c).filter(|to| !seen.contains(to)) else { continue };
                    let cost = cost + effort(c);
                    let longer = || format!("{string}{}", char::from(c));
                    match next.get_mut(&to) {
                        None => {
                            next.insert(to, (cost, longer()));
                        }
                        Some((known, best)) => {
                            if cost < *known || cost == *known && longer() < *best {
                                (*known, *best) = (cost, longer());
                            }
                        }
                    }
                }
            }
            seen.extend(next.keys());
            layer = next.into_iter().map(|(state, (cost, string))| (state, cost, string)).collect();
        }
        None
    }
}

impl Machine for Dfa {
    fn start(&self) -> State {
        Self::START
    }

    fn step(&self, state: State, byte: u8) -> Option<State> {
        Some(Dfa::step(self, state, byte)).filter(|&to| to != DEAD)
    }

    fn accepts(&self, state: State) -> bool {
        self.is_accepting(state)
    }
}

/// How hard a character is to read: letters, then digits, then capitals, then marks.
pub(crate) fn effort(c: u8) -> u32 {
    match c {
        b'a'..=b'z' => 0,
        b'0'..=b'9' => 1,
        b'A'..=b'Z' => 4,
        b'!'..=b'~' => 16,
        _ => 64,
    }
}

impl Dfa {
    pub(crate) const START: State = 1;

    /// Explores an automaton that is given by its steps, and keeps what matters.
    pub(crate) fn explore<S: Clone + Eq + std::hash::Hash>(
        start: S,
        mut step: impl FnMut(&S, u8) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Self {
        let mut next = vec![[DEAD; ALPHABET]];
        let mut accepting = vec![false];
        let mut known = HashMap::from([(start.clone(), Self::START)]);
        let mut waiting = VecDeque::from([start]);
        let mut count = Self::START + 1;
        while let Some(state) = waiting.pop_front() {
            let mut row = [DEAD; ALPHABET];
            for (c, to) in row.iter_mut().enumerate() {
                if let Some(target) = step(&state, c as u8) {
                    *to = *known.entry(target).or_insert_with_key(|target| {
                        waiting.push_back(target.clone());
                        count += 1;
                        count - 1
                    });
                }
            }
            next.push(row);
            accepting.push(accepts(&state));
        }
        Self { next, accepting }.trimmed()
    }

    /// From a deterministic automaton of `regexsolver`. What is not US-ASCII is left out.
    pub(crate) fn from_automaton(automaton: &FastAutomaton) -> Self {
        let spanning = automaton.spanning_set();
        let rows: HashMap<_, _> = automaton
            .states()
            .map(|state| {
                let mut row = [None; ALPHABET];
                for (condition, &to) in automaton.transitions_from(state) {
                    for (c, slot) in row.iter_mut().enumerate() {
                        if condition.has_character(&(c as u32), spanning) == Ok(true) {
                            *slot = Some(to);
                        }
                    }
                }
                (state, row)
            })
            .collect();
        Self::explore(
            automaton.start_state(),
            |state, c| rows.get(state).and_then(|row| row[usize::from(c)]),
            |&state| automaton.is_accepted(state),
        )
    }

    /// Sends what cannot reach an accepting state to [`DEAD`], and numbers the rest anew in breadth-first order.
    fn trimmed(self) -> Self {
        let mut live = self.accepting.clone();
        let mut before = vec![Vec::new(); self.len()];
        for (from, row) in self.next.iter().enumerate() {
            row.iter().for_each(|&to| before[to as usize].push(from));
        }
        let mut waiting: Vec<usize> = (0..self.len()).filter(|&state| live[state]).collect();
        while let Some(state) = waiting.pop() {
            for &from in &before[state] {
                if !live[from] {
                    live[from] = true;
                    waiting.push(from);
                }
            }
        }
        if live.iter().skip(1).all(|&live| live) {
            return self;
        }
        if !live[Self::START as usize] {
            return Self { next: vec![[DEAD; ALPHABET]; 2], accepting: vec![false; 2] };
        }
        Self::explore(
            Self::START,
            |&state, c| Some(self.step(state, c)).filter(|&to| live[to as usize]),
            |&state| self.accepting[state as usize],
        )
    }

    pub(crate) fn len(&self) -> usize {
        self.next.len()
    }

    pub(crate) fn step(&self, state: State, c: u8) -> State {
        self.next[state as usize].get(usize::from(c)).copied().unwrap_or(DEAD)
    }

    pub(crate) fn row(&self, state: State) -> &[State; ALPHABET] {
        &self.next[state as usize]
    }

    pub(crate) fn is_accepting(&self, state: State) -> bool {
        self.accepting[state as usize]
    }

    pub(crate) fn accepts(&self, string: &str) -> bool {
        self.is_accepting(string.bytes().fold(Self::START, |state, c| self.step(state, c)))
    }

    /// What is in both, in either or in one of two languages, as `keep` says.
    pub(crate) fn product(&self, other: &Self, keep: impl Fn(bool, bool) -> bool) -> Self {
        Self::explore(
            (Self::START, Self::START),
            |&(left, right), c| {
                let to = (self.step(left, c), other.step(right, c));
                (to != (DEAD, DEAD)).then_some(to)
            },
            |&(left, right)| keep(self.is_accepting(left), other.is_accepting(right)),
        )
    }

    /// The members in order of length, then of effort, then of the alphabet.
    pub(crate) fn members(&self) -> Members<'_> {
        let best = self.accepting.iter().map(|&accepting| accepting.then_some(0)).collect();
        let mut members = Members { dfa: self, best: vec![best], heap: BinaryHeap::new() };
        members.seed();
        members
    }
}

/// One string on its way: what it costs at least, itself, and where it stands.
type Candidate = Reverse<(u32, Vec<(u32, u8)>, State)>;

/// See [`Dfa::members`].
pub(crate) struct Members<'d> {
    dfa: &'d Dfa,
    /// For each length and state the least effort of a member of just that length from there.
    best: Vec<Vec<Option<u32>>>,
    /// The strings of the present length that are not yet done, best first.
    heap: BinaryHeap<Candidate>,
}

impl Members<'_> {
    fn length(&self) -> usize {
        self.best.len() - 1
    }

    fn seed(&mut self) {
        if let Some(cost) = self.best[self.length()][Dfa::START as usize] {
            self.heap.push(Reverse((cost, Vec::new(), Dfa::START)));
        }
    }

    /// Goes on to the next length. `false` if no member is so long or longer.
    fn lengthen(&mut self) -> bool {
        let last = &self.best[self.length()];
        let least = |row: &[State; ALPHABET]| {
            let costs = row.iter().enumerate().filter_map(|(c, &to)| Some(last[to as usize]? + effort(c as u8)));
            costs.min()
        };
        let next: Vec<_> = self.dfa.next.iter().map(least).collect();
        let some = next.iter().any(Option::is_some);
        self.best.push(next);
        self.seed();
        some
    }
}

impl Iterator for Members<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        loop {
            while let Some(Reverse((cost, string, state))) = self.heap.pop() {
                let Some(rest) = self.length().checked_sub(string.len() + 1) else {
                    return Some(string.into_iter().map(|(_, c)| char::from(c)).collect());
                };
                let spent = cost - self.best[rest + 1][state as usize].unwrap_or(0);
                for (c, &to) in self.dfa.row(state).iter().enumerate() {
                    let c = c as u8;
                    if let Some(ahead) = self.best[rest][to as usize] {
                        let mut longer = string.clone();
                        longer.push((effort(c), c));
                        self.heap.push(Reverse((spent + effort(c) + ahead, longer, to)));
                    }
                }
            }
            if !self.lengthen() {
                return None;
            }
        }
    }
}
