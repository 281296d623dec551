//! Oracles: where a hypothesis may be wrong.

use std::collections::{HashSet, VecDeque};

use super::effort::{Effort, Oracle, OracleRecord};
use super::hypothesis::{Hypothesis, START};
use super::model;
use super::questions::{BEGIN_MARK, END_MARK, MarkedString, MarkedSymbol, Outcome, Questions, text};
use super::teacher::{LearnError, Teacher};
use crate::marks::marked_twice;

/// The number of strings that are asked at once.
const BATCH: usize = 1 << 13;
/// How often a part of a string is repeated, at most.
const REPEATS: [usize; 2] = [40, 80];
/// The longest part that is repeated, in symbols.
const LONGEST_LOOP: usize = 4;
/// The longest infix of a string at random, in pieces.
const LONGEST_INFIX: usize = 8;

/// The search for the hypothesis with which the machine always agrees.
pub(super) struct Search<'q, T: Teacher> {
    pub hypothesis: Hypothesis,
    pub has_one_more: bool,
    pub counterexamples: Vec<String>,
    pub records: Vec<OracleRecord>,
    questions: &'q mut Questions<T>,
    effort: &'q Effort,
    random: fastrand::Rng,
    /// Whether something can be accepted after each state.
    live: Vec<bool>,
}

impl<'q, T: Teacher> Search<'q, T> {
    pub fn new(questions: &'q mut Questions<T>, effort: &'q Effort) -> Result<Self, LearnError<T::Error>> {
        let hypothesis = Hypothesis::new(questions, effort.states)?;
        let records = Oracle::ALL.map(|oracle| OracleRecord { oracle, strings: 0, counterexamples: 0 });
        Ok(Self {
            live: hypothesis.live(),
            hypothesis,
            has_one_more: false,
            counterexamples: Vec::new(),
            records: records.into(),
            questions,
            effort,
            random: fastrand::Rng::with_seed(effort.seed),
        })
    }

    /// Tries the given strings, and then asks the other oracles until none finds a string on which
    /// the hypothesis is wrong.
    pub fn run(&mut self, given: &[String]) -> Result<(), LearnError<T::Error>> {
        self.is_mended(Oracle::Given, given.iter().cloned())?;
        loop {
            while self.is_mended_by_known()? {}
            while self.is_mended_by_consistency()?
                || self.is_mended_at_random()?
                || self.is_mended_by_pumping()?
                || self.is_mended_by_suite()?
            {}
            if !self.is_mended_by_known()? {
                return Ok(());
            }
        }
    }

    /// Tries a marked string that the hypothesis cannot be right about, if there is one.
    fn is_mended_by_consistency(&mut self) -> Result<bool, LearnError<T::Error>> {
        let Some(word) = self.inconsistent()? else { return Ok(false) };
        self.count(Oracle::Consistency, 1);
        if self.questions.outcome(&word)? != self.hypothesis.outcome(&word) {
            self.records[Oracle::Consistency as usize].counterexamples += 1;
            self.counterexamples.push(text(&word));
            self.refine(&word)?;
            return Ok(true);
        }
        let string = text(&word);
        self.questions.ask([string.clone()])?;
        self.mend_by(Oracle::Consistency, &string)
    }

    /// Tries all strings that have been answered.
    fn is_mended_by_known(&mut self) -> Result<bool, LearnError<T::Error>> {
        let (known, mut is_mended) = (self.questions.asked().to_vec(), false);
        self.count(Oracle::Known, known.len());
        for string in &known {
            is_mended |= self.mend_by(Oracle::Known, string)?;
        }
        Ok(is_mended)
    }

    fn count(&mut self, oracle: Oracle, strings: usize) {
        self.records[oracle as usize].strings += strings;
    }

    /// Tries strings, and mends the hypothesis where it is wrong. Returns whether it was.
    fn is_mended(
        &mut self,
        oracle: Oracle,
        mut strings: impl Iterator<Item = String>,
    ) -> Result<bool, LearnError<T::Error>> {
        let mut is_mended = false;
        loop {
            let batch: Vec<String> = strings.by_ref().take(BATCH).collect();
            if batch.is_empty() {
                return Ok(is_mended);
            }
            self.questions.ask(batch.iter().cloned())?;
            self.count(oracle, batch.len());
            for string in &batch {
                is_mended |= self.mend_by(oracle, string)?;
            }
        }
    }

    /// Mends the hypothesis if it is wrong on a string that has been asked. Returns whether it was.
    fn mend_by(&mut self, oracle: Oracle, string: &str) -> Result<bool, LearnError<T::Error>> {
        let Some(word) = self.wrong_marking(string) else { return Ok(false) };
        self.records[oracle as usize].counterexamples += 1;
        self.counterexamples.push(string.to_owned());
        self.refine(&word)?;
        while let Some(word) = self.wrong_marking(string) {
            self.refine(&word)?;
        }
        Ok(true)
    }

    fn refine(&mut self, word: &[MarkedSymbol]) -> Result<(), LearnError<T::Error>> {
        self.hypothesis.refine(word, self.questions, self.effort.states)?;
        // Whether a string is accepted without marks needs no more than its end.
        if self.questions.component.is_some() {
            self.live = self.hypothesis.live();
        }
        Ok(())
    }

    /// A marking of a string of which the hypothesis says something else than the machine.
    fn wrong_marking(&self, string: &str) -> Option<MarkedString> {
        if !string.is_ascii() {
            return None;
        }
        let (word, outcome) = self.questions.marked(string);
        if self.hypothesis.outcome(&word) != outcome {
            return Some(word);
        }
        self.questions.component?;
        let bare = MarkedString::from(string);
        if bare != word && self.hypothesis.outcome(&bare) != Outcome::Refused {
            return Some(bare);
        }
        self.accepted_markings(string.as_bytes()).into_iter().find(|marking| *marking != word)
    }

    /// The markings of a string that the hypothesis accepts.
    fn accepted_markings(&self, string: &[u8]) -> Vec<MarkedString> {
        // The state, and where the marks are.
        let mut markings = vec![(START, None, None)];
        for at in 0..=string.len() {
            let mut more = 0;
            while more < markings.len() {
                let (state, begin, end) = markings[more];
                more += 1;
                let next = &self.hypothesis.states[state].next;
                match (begin, end) {
                    (None, _) => markings.push((next[usize::from(BEGIN_MARK)], Some(at), None)),
                    (Some(_), None) => markings.push((next[usize::from(END_MARK)], begin, Some(at))),
                    _ => {}
                }
                if markings.last().is_some_and(|&(state, ..)| !self.live[state]) {
                    markings.pop();
                }
            }
            if let Some(&symbol) = string.get(at) {
                for marking in &mut markings {
                    marking.0 = self.hypothesis.states[marking.0].next[usize::from(symbol)];
                }
                markings.retain(|&(state, ..)| self.live[state]);
            }
        }
        let accepted =
            markings.into_iter().filter(|&(state, ..)| self.hypothesis.states[state].outcome == Outcome::Accepted);
        let words = accepted.map(|(_, begin, end)| {
            let mut word = string.to_vec();
            let marks = [end.zip(Some(END_MARK)), begin.zip(Some(BEGIN_MARK))];
            marks.into_iter().flatten().for_each(|(at, mark)| word.insert(at, mark));
            word
        });
        words.collect()
    }

    /// A marked string that the hypothesis accepts although its marks are wrong, or a string that it
    /// accepts with two markings.
    fn inconsistent(&self) -> Result<Option<MarkedString>, LearnError<T::Error>> {
        if self.questions.component.is_none() {
            return Ok(None);
        }
        if let Some(word) = self.wrongly_marked() {
            return Ok(Some(word));
        }
        let markings = marked_twice(&model::marked(&self.hypothesis)?)?;
        Ok(markings.map(|markings| markings.string.into()))
    }

    /// A string that is accepted with a single mark, or with more than two.
    fn wrongly_marked(&self) -> Option<MarkedString> {
        /// The numbers of marks before a symbol; 3 stands for a wrong order.
        type Marks = u8;
        let mut waiting: VecDeque<(usize, Marks, MarkedString)> = VecDeque::from([(START, 0, MarkedString::new())]);
        let mut seen = HashSet::from([(START, 0)]);
        while let Some((state, marks, word)) = waiting.pop_front() {
            if self.hypothesis.states[state].outcome == Outcome::Accepted && ![0, 2].contains(&marks) {
                return Some(word);
            }
            for (symbol, &to) in self.hypothesis.states[state].next.iter().enumerate() {
                let after = match (symbol as MarkedSymbol, marks) {
                    (BEGIN_MARK, 0) => 1,
                    (END_MARK, 1) => 2,
                    (BEGIN_MARK | END_MARK, _) => 3,
                    _ => marks,
                };
                if self.live[to] && seen.insert((to, after)) {
                    waiting.push_back((to, after, [word.as_slice(), &[symbol as MarkedSymbol]].concat()));
                }
            }
        }
        None
    }

    /// Tries access strings, each with pieces at random and a suffix that tells states apart.
    fn is_mended_at_random(&mut self) -> Result<bool, LearnError<T::Error>> {
        let representatives: Vec<String> = self.characters().iter().map(|&c| char::from(c).to_string()).collect();
        let pieces: Vec<&str> = representatives.iter().chain(&self.effort.pieces).map(String::as_str).collect();
        let mut left = self.effort.random;
        while left > 0 {
            let count = left.min(BATCH);
            left -= count;
            let strings: Vec<String> = (0..count).map(|_| self.string_at_random(&pieces)).collect();
            if self.is_mended(Oracle::Random, strings.into_iter())? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn string_at_random(&mut self, pieces: &[&str]) -> String {
        let state = self.random.usize(..self.hypothesis.states.len());
        let mut string = text(&self.hypothesis.states[state].access);
        for _ in 0..self.random.usize(..=LONGEST_INFIX) {
            // The machine may distinguish characters that the hypothesis treats alike.
            if self.random.u8(..4) == 0 {
                let characters = self.questions.characters();
                string.push(characters[self.random.usize(..characters.len())]);
            } else {
                string.push_str(pieces[self.random.usize(..pieces.len())]);
            }
        }
        let suffixes = self.hypothesis.suffixes(self.random.usize(..self.hypothesis.states.len()));
        string + &text(suffixes[self.random.usize(..suffixes.len())])
    }

    /// A character of each class that the hypothesis treats alike.
    fn characters(&self) -> Vec<MarkedSymbol> {
        self.hypothesis.representatives().into_iter().filter(|&symbol| symbol < BEGIN_MARK).collect()
    }

    /// Repeats each loop of the hypothesis. A string on which it is wrong is shortened before it is
    /// learned: its loop is repeated as seldom as possible.
    fn is_mended_by_pumping(&mut self) -> Result<bool, LearnError<T::Error>> {
        self.live = self.hypothesis.live();
        let (mut is_mended, mut state) = (false, 0);
        // A state whose loops show that the hypothesis is wrong is tried again.
        while state < self.hypothesis.states.len() {
            let loops = self.loops(state);
            let begin = text(&self.hypothesis.states[state].access);
            let mut ends: Vec<String> = self.hypothesis.suffixes(state).into_iter().map(text).collect();
            ends.extend(self.completion(state));
            ends.sort();
            ends.dedup();
            let pumped = |repeated: &str, end: &str, times| format!("{begin}{}{end}", repeated.repeat(times));
            let tried: Vec<(&String, &String, usize)> = loops
                .iter()
                .flat_map(|repeated| ends.iter().flat_map(move |end| REPEATS.map(|times| (repeated, end, times))))
                .collect();
            self.count(Oracle::Pumping, tried.len());
            self.questions.ask(tried.iter().map(|(repeated, end, times)| pumped(repeated, end, *times)))?;
            let wrong = tried
                .iter()
                .find(|(repeated, end, times)| self.wrong_marking(&pumped(repeated, end, *times)).is_some());
            let Some(&(repeated, end, times)) = wrong else {
                state += 1;
                continue;
            };
            let (mut right, mut wrong) = (0, times);
            while wrong - right > 1 {
                let middle = right.midpoint(wrong);
                let string = pumped(repeated, end, middle);
                self.questions.ask([string.clone()])?;
                if self.wrong_marking(&string).is_some() { wrong = middle } else { right = middle }
            }
            // All of these have been asked.
            is_mended |= self.mend_by(Oracle::Pumping, &pumped(repeated, end, wrong))?;
            self.live = self.hypothesis.live();
        }
        Ok(is_mended)
    }

    /// The shortest texts that lead from a state back to it, one for each first character.
    fn loops(&self, state: usize) -> Vec<String> {
        if !self.live[state] {
            return Vec::new();
        }
        let characters = self.characters();
        let loops = characters.iter().filter_map(|&first| {
            let mut layer = vec![(self.hypothesis.states[state].next[usize::from(first)], vec![first])];
            let mut seen = HashSet::new();
            for _ in 0..LONGEST_LOOP {
                if let Some((_, word)) = layer.iter().find(|(to, _)| *to == state) {
                    return Some(text(word));
                }
                let mut next = Vec::new();
                for (from, word) in &layer {
                    for &c in &characters {
                        let to = self.hypothesis.states[*from].next[usize::from(c)];
                        if self.live[to] && seen.insert(to) {
                            next.push((to, [word.as_slice(), &[c]].concat()));
                        }
                    }
                }
                layer = next;
            }
            None
        });
        loops.collect()
    }

    /// A shortest text that leads from a state to an end.
    fn completion(&self, state: usize) -> Option<String> {
        let (mut waiting, mut seen) = (VecDeque::from([(state, MarkedString::new())]), HashSet::from([state]));
        while let Some((state, word)) = waiting.pop_front() {
            if self.hypothesis.states[state].outcome == Outcome::Accepted {
                return Some(text(&word));
            }
            for (symbol, &to) in self.hypothesis.states[state].next.iter().enumerate() {
                if self.live[to] && seen.insert(to) {
                    waiting.push_back((to, [word.as_slice(), &[symbol as MarkedSymbol]].concat()));
                }
            }
        }
        None
    }

    /// Tries what the W-method needs for one more state: after each state two symbols, and the
    /// suffixes that tell the state after them from all others. The first of the two leads to a
    /// state in another way than its access string; the steps themselves are in the hypothesis. Of
    /// too many strings some are chosen at random.
    fn is_mended_by_suite(&mut self) -> Result<bool, LearnError<T::Error>> {
        let symbols = self.hypothesis.representatives();
        let mut pairs = Vec::new();
        for (from, state) in self.hypothesis.states.iter().enumerate() {
            for &first in &symbols {
                let between = state.next[usize::from(first)];
                let is_access = self.hypothesis.states[between].access.split_last() == Some((&first, &state.access));
                if !is_access {
                    pairs.extend(symbols.iter().map(|&second| (from, first, second)));
                }
            }
        }
        let target = |&(from, first, second): &(usize, MarkedSymbol, MarkedSymbol)| {
            let between = self.hypothesis.states[from].next[usize::from(first)];
            self.hypothesis.states[between].next[usize::from(second)]
        };
        let suffixes: Vec<Vec<&[MarkedSymbol]>> =
            (0..self.hypothesis.states.len()).map(|state| self.hypothesis.suffixes(state)).collect();
        let count: usize = pairs.iter().map(|pair| suffixes[target(pair)].len()).sum();
        self.has_one_more = count <= self.effort.suite;
        let mut words: Vec<MarkedString> = Vec::new();
        for pair @ (from, first, second) in &pairs {
            for suffix in &suffixes[target(pair)] {
                if self.has_one_more || self.random.usize(..count) < self.effort.suite {
                    words.push([&self.hypothesis.states[*from].access, &[*first, *second][..], suffix].concat());
                }
            }
        }
        let mut is_mended = false;
        for batch in words.chunks(BATCH) {
            self.count(Oracle::Suite, batch.len());
            let outcomes = self.questions.outcomes(batch)?;
            let tried = batch.iter().zip(outcomes);
            for (word, outcome) in tried {
                if self.hypothesis.outcome(word) != outcome {
                    self.records[Oracle::Suite as usize].counterexamples += 1;
                    self.counterexamples.push(text(word));
                    self.refine(word)?;
                    is_mended = true;
                }
            }
        }
        Ok(is_mended)
    }
}
