//! Members and near misses, and a conformance suite.

use std::collections::{HashSet, VecDeque};

use super::{Language, LanguageError};
use crate::automaton::ALPHABET;
use crate::automaton::dfa::{DEAD, Dfa, State};

/// A string of a conformance suite.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Vector {
    /// The string.
    pub input: String,
    /// Whether it is a member.
    pub valid: bool,
}

impl Language {
    /// Members by chance, without end; none if the language is empty.
    ///
    /// The same seed gives the same members.
    pub fn sample(&self, seed: u64) -> impl Iterator<Item = String> + '_ {
        let mut rng = fastrand::Rng::with_seed(seed);
        let some = self.members().next().is_some();
        std::iter::from_fn(move || some.then(|| self.dfa.random(&mut rng)))
    }

    /// Strings by chance that are just outside of the language, each one edit from a member.
    ///
    /// They end where no more are found within reason.
    pub fn near_misses(&self, seed: u64) -> impl Iterator<Item = String> + '_ {
        /// How many edits are tried before it is given up.
        const TRIES: usize = 10_000;
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut members = self.sample(seed);
        std::iter::from_fn(move || {
            (0..TRIES).find_map(|_| {
                let mut bytes = members.next()?.into_bytes();
                let printable = |rng: &mut fastrand::Rng| rng.u8(b' '..=b'~');
                let at = rng.usize(..=bytes.len());
                match rng.u8(0..3) {
                    0 => bytes.insert(at, printable(&mut rng)),
                    1 if at < bytes.len() => bytes[at] = printable(&mut rng),
                    _ if at < bytes.len() => {
                        bytes.remove(at);
                    }
                    _ => {}
                }
                // Members are US-ASCII, and so is what was put in.
                String::from_utf8(bytes).ok().filter(|string| !self.contains(string))
            })
        })
    }

    /// A suite by the W-method: whatever accepts and refuses all of these strings rightly, and has no more states than
    /// the minimal automaton (the refusing one counted), accepts exactly this language.
    ///
    /// Every state is reached by its shortest string, every character is tried from it, and where that leads is told
    /// apart from every other state, by strings that states have in common as far as they are alike.
    ///
    /// # Errors
    ///
    /// [`LanguageError::TooLarge`] for an automaton of more than 2,000 states: any two of them need a string that tells them
    /// apart.
    pub fn vectors(&self) -> Result<impl Iterator<Item = Vector> + '_, LanguageError> {
        const MOST_STATES: usize = 2_000;
        if self.states() > MOST_STATES {
            return Err(LanguageError::TooLarge(format!("{} states", self.states())));
        }
        let dfa = &self.dfa;
        let identifiers = dfa.identifiers();
        let mut seen = HashSet::new();
        let vectors = dfa
            .access()
            .into_iter()
            .flat_map(move |(state, access)| {
                let own = [(access.clone(), state)];
                let steps = (0..ALPHABET as u8).map(move |c| {
                    let mut longer = access.clone();
                    longer.push(char::from(c));
                    (longer, dfa.step(state, c))
                });
                own.into_iter().chain(steps).collect::<Vec<_>>()
            })
            .flat_map(move |(string, state)| {
                let ends: Vec<String> =
                    identifiers[state as usize].iter().map(|end| [&*string, end].concat()).collect();
                ends
            })
            .filter(move |input| seen.insert(input.clone()))
            .map(|input| Vector { valid: self.contains(&input), input });
        Ok(vectors)
    }
}

impl Dfa {
    /// A member by chance. The automaton must have one.
    fn random(&self, rng: &mut fastrand::Rng) -> String {
        let mut string = String::new();
        let mut state = Self::START;
        loop {
            // Classes of characters are chosen alike, so that letters do not outweigh what separates them.
            let row = self.row(state);
            let mut targets: Vec<State> = row.iter().copied().filter(|&to| to != DEAD).collect();
            targets.sort_unstable();
            targets.dedup();
            let stop = self.is_accepting(state) && (targets.is_empty() || rng.usize(..4) == 0);
            if stop || targets.is_empty() {
                return string;
            }
            // A long string goes the shortest way to its end.
            if string.len() > 64 {
                string.extend(self.shortest(state));
                return string;
            }
            let to = targets[rng.usize(..targets.len())];
            let characters: Vec<u8> = (0..ALPHABET as u8).filter(|&c| row[usize::from(c)] == to).collect();
            string.push(char::from(characters[rng.usize(..characters.len())]));
            state = to;
        }
    }

    /// Every state that can be reached, with a shortest string that reaches it.
    fn access(&self) -> Vec<(State, String)> {
        let mut seen = vec![false; self.len()];
        let mut waiting = VecDeque::from([(Self::START, String::new())]);
        let mut all = Vec::new();
        seen[Self::START as usize] = true;
        while let Some((state, string)) = waiting.pop_front() {
            for (c, &to) in self.row(state).iter().enumerate() {
                if !std::mem::replace(&mut seen[to as usize], true) {
                    let mut longer = string.clone();
                    longer.push(char::from(c as u8));
                    waiting.push_back((to, longer));
                }
            }
            all.push((state, string));
        }
        all
    }

    /// For each state the strings that tell it from every other. Any two states have one in common that tells them
    /// apart.
    fn identifiers(&self) -> Vec<Vec<String>> {
        let apart = self.apart();
        let mut identifiers = vec![Vec::new(); self.len()];
        let mut groups = vec![(0..self.len() as State).collect::<Vec<_>>()];
        while let Some(group) = groups.pop() {
            let Some(string) = group.get(1).and_then(|&other| apart[group[0] as usize][other as usize].clone()) else {
                // One state alone. It must be tried at least by its own acceptance.
                for &state in &group {
                    if identifiers[state as usize].is_empty() {
                        identifiers[state as usize].push(String::new());
                    }
                }
                continue;
            };
            let accepts =
                |state: &State| self.is_accepting(string.bytes().fold(*state, |state, c| self.step(state, c)));
            let (yes, no): (Vec<_>, Vec<_>) = group.iter().copied().partition(accepts);
            group.iter().for_each(|&state| identifiers[state as usize].push(string.clone()));
            groups.extend([yes, no]);
        }
        identifiers
    }

    /// For every two states a shortest string that only one of them accepts.
    fn apart(&self) -> Vec<Vec<Option<String>>> {
        let n = self.len();
        let mut apart: Vec<Vec<Option<String>>> = vec![vec![None; n]; n];
        let mut waiting = VecDeque::new();
        // From which pairs a character leads to a pair.
        let mut before: Vec<Vec<(usize, usize)>> = vec![Vec::new(); n];
        for from in 0..n {
            let mut seen = HashSet::new();
            for (c, &to) in self.row(from as State).iter().enumerate() {
                if seen.insert(to) {
                    before[to as usize].push((from, c));
                }
            }
        }
        for (left, row) in apart.iter_mut().enumerate() {
            for (right, string) in row.iter_mut().enumerate() {
                if self.is_accepting(left as State) != self.is_accepting(right as State) {
                    *string = Some(String::new());
                    waiting.push_back((left, right));
                }
            }
        }
        while let Some((left, right)) = waiting.pop_front() {
            let end = apart[left][right].clone().unwrap_or_default();
            for &(l, _) in &before[left] {
                for &(r, _) in &before[right] {
                    if apart[l][r].is_some() {
                        continue;
                    }
                    let leads = |&c: &usize| {
                        self.step(l as State, c as u8) as usize == left
                            && self.step(r as State, c as u8) as usize == right
                    };
                    if let Some(c) = (0..ALPHABET).find(leads) {
                        let string = format!("{}{end}", char::from(c as u8));
                        apart[r][l] = Some(string.clone());
                        apart[l][r] = Some(string);
                        waiting.extend([(l, r), (r, l)]);
                    }
                }
            }
        }
        apart
    }
}
