//! Which production was being read when a grammar refused an input: the one that reads furthest.

use std::cell::RefCell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{OnceLock, PoisonError, RwLock};

use crate::grammar::Grammar;
use crate::language::automaton::nfa::{Nfa, NodeId};
use crate::language::automaton::walk::{State, Steps, Stop, Walker};
use crate::language::diagnose::walker;

/// A production and where it ceased to accept the input.
pub(crate) type Furthest = (&'static str, Stop);

/// The production that reads furthest of those that were being read, where none of some entry productions accepts the input.
/// Before a scheme has been read it is the main one, and none is given.
pub(crate) fn furthest(grammar: Grammar, productions: &[&str], input: &str) -> Option<Furthest> {
    let all = Candidates::of(grammar, productions);
    all.together(input).or_else(|| all.one_by_one(input))
}

/// A production that may have been read.
struct Candidate {
    name: &'static str,
    walker: &'static Walker,
    /// Whether it is named before a scheme has been read.
    early: bool,
    /// Where its states begin in the automaton of all.
    base: NodeId,
}

/// The productions that may have been read, in the order in which they are named: the alternatives of a URL, the main entry,
/// and the entry productions that were asked for.
struct Candidates {
    list: Vec<Candidate>,
    /// The automaton of all, which is walked once instead of each of them.
    walker: Walker,
    /// Which of them was being read.
    named: RwLock<Names>,
    /// The place in what a thread remembers.
    place: usize,
}

/// For each state of all candidates and each past.
type Names = Vec<[Option<Named>; Past::COUNT]>;

/// What a thread remembers of some candidates, so that threads do not wait for each other at every input.
#[derive(Default)]
struct Remembered {
    steps: Steps,
    named: Names,
    /// How often it did not suffice.
    missed: usize,
}

thread_local! {
    static REMEMBERED: RefCell<Vec<Remembered>> = const { RefCell::new(Vec::new()) };
}

/// A production, and its own state where it ceased; none where that has to be asked one by one.
type Named = Option<(&'static str, State)>;

/// What has been read of an input.
#[derive(Clone, Copy)]
struct Past {
    scheme: bool,
    end: bool,
}

impl Past {
    const COUNT: usize = 4;

    fn of(input: &str, Stop { offset, .. }: Stop) -> Self {
        let scheme = input.as_bytes().iter().take(offset).any(|&byte| byte == b':');
        Self { scheme, end: offset == input.len() }
    }

    fn index(self) -> usize {
        usize::from(self.scheme) << 1 | usize::from(self.end)
    }
}

impl Candidates {
    fn of(grammar: Grammar, productions: &[&str]) -> &'static Self {
        /// For each set of entry productions, a bit each.
        type All = Vec<OnceLock<Candidates>>;
        static ALL: [OnceLock<All>; Grammar::ALL.len()] = [const { OnceLock::new() }; Grammar::ALL.len()];
        let entries = grammar.facts().entries;
        let all = ALL[grammar as usize].get_or_init(|| (0..1 << entries.len()).map(|_| OnceLock::new()).collect());
        let asked = entries.iter().zip(0..).filter(|(name, _)| productions.contains(name));
        let set: usize = asked.map(|(_, bit)| 1 << bit).sum();
        all[set].get_or_init(|| Self::make(grammar, productions))
    }

    fn make(grammar: Grammar, productions: &[&str]) -> Self {
        let facts = grammar.facts();
        // All entry productions but one hold the alternatives.
        let generic = facts.general.is_some_and(|general| productions == [general]);
        let inner = facts.alternatives.iter().chain([&facts.main]).filter(|_| !generic);
        let entries = facts.entries.iter().filter(|name| productions.contains(name));
        let mut base = Nfa::JOINED;
        let candidate = |&name| {
            let walker = walker(grammar, name)?;
            let early = name == facts.main || !facts.alternatives.contains(&name);
            let candidate = Candidate { name, walker, early, base };
            base += walker.nfa().len();
            Some(candidate)
        };
        let list: Vec<Candidate> = inner.chain(entries).filter_map(candidate).collect();
        let walker = Walker::new(Nfa::joined(list.iter().map(|it| (it.walker.nfa().clone(), 1))));
        static MADE: AtomicUsize = AtomicUsize::new(0);
        Self { list, walker, named: RwLock::default(), place: MADE.fetch_add(1, Ordering::Relaxed) }
    }

    /// Reads the input once. Gives none where that does not tell.
    fn together(&self, input: &str) -> Option<Furthest> {
        // A thread that ends may have forgotten all.
        let remembered = REMEMBERED.try_with(|all| self.remembered(&mut all.borrow_mut(), input)).ok().flatten();
        let (stop, named) = remembered.unwrap_or_else(|| {
            let stop = self.walker.walk(input);
            let known = self.known(&self.named.read().unwrap_or_else(PoisonError::into_inner), input, stop);
            (stop, known.unwrap_or_else(|| self.name(stop.state, Past::of(input, stop))))
        });
        named.map(|(name, state)| (name, Stop { state, ..stop }))
    }

    /// The same from what a thread remembers, if that suffices.
    fn remembered(&self, all: &mut Vec<Remembered>, input: &str) -> Option<(Stop, Named)> {
        if all.len() <= self.place {
            all.resize_with(self.place + 1, Remembered::default);
        }
        let Remembered { steps, named, missed } = &mut all[self.place];
        let known = |stop| Some((stop, self.known(named, input, stop)?));
        if let Some(found) = self.walker.walk_by(steps, input).and_then(known) {
            return Some(found);
        }
        *missed += 1;
        // What is there to be copied grows ever more slowly.
        if missed.is_power_of_two() {
            *steps = self.walker.steps();
            named.clone_from(&self.named.read().unwrap_or_else(PoisonError::into_inner));
        }
        None
    }

    /// What names have it, if they do.
    fn known(&self, names: &Names, input: &str, stop: Stop) -> Option<Named> {
        names.get(stop.state as usize)?[Past::of(input, stop).index()]
    }

    /// The first candidate that is alive in a state of all, and its own state there.
    fn name(&self, state: State, past: Past) -> Named {
        let set = self.walker.set(state);
        let alive = self.list.iter().filter_map(|it| {
            let nodes = it.base..it.base + it.walker.nfa().len();
            let own: Vec<NodeId> = set.iter().filter(|at| nodes.contains(at)).map(|at| at - it.base).collect();
            (!own.is_empty()).then(|| (it, it.walker.state(own.into())))
        });
        let mut refusing = alive.filter(|(it, state)| !(past.end && it.walker.accepts(*state)));
        let named = refusing.find(|(it, _)| past.scheme || it.early).map(|(it, state)| (it.name, state));
        let mut all = self.named.write().unwrap_or_else(PoisonError::into_inner);
        if all.len() <= state as usize {
            all.resize(state as usize + 1, [None; Past::COUNT]);
        }
        all[state as usize][past.index()] = Some(named);
        named
    }

    /// Asks one after another.
    fn one_by_one(&self, input: &str) -> Option<Furthest> {
        let refused: Vec<(&Candidate, Stop)> = self
            .list
            .iter()
            .map(|it| (it, it.walker.walk(input)))
            .filter(|(it, stop)| stop.offset < input.len() || !it.walker.accepts(stop.state))
            .collect();
        let offset = refused.iter().map(|(_, stop)| stop.offset).max()?;
        let scheme = input.find(':').is_some_and(|colon| colon < offset);
        let mut furthest = refused.into_iter().filter(|(_, stop)| stop.offset == offset);
        furthest.find(|(it, _)| scheme || it.early).map(|(it, stop)| (it.name, stop))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What one walk tells is what the walks of all candidates tell.
    #[test]
    fn together_they_say_what_they_say_one_by_one() {
        let urls: Vec<&str> = include_str!("../../tests/data/urls-1990s.txt").lines().step_by(16).collect();
        let mut seen = [0; Grammar::ALL.len()];
        for grammar in Grammar::ALL {
            let entries = grammar.facts().entries;
            let sets = [grammar.facts().starts].into_iter().chain(entries.chunks(1));
            for all in sets.map(|set| Candidates::of(grammar, set)) {
                let same = |input: &str| match all.together(input) {
                    None => 0,
                    Some((name, stop)) => {
                        let (other, at) = all.one_by_one(input).unwrap();
                        assert_eq!((name, stop.offset, stop.state), (other, at.offset, at.state), "{grammar}: {input}");
                        1
                    }
                };
                for url in &urls {
                    for (at, _) in url.char_indices() {
                        let (before, after) = url.split_at(at);
                        for piece in ["", " ", "~", "%", ":", "/", "é"] {
                            seen[grammar as usize] += same(&[before, piece, after].concat());
                        }
                        seen[grammar as usize] += same(before);
                    }
                }
            }
        }
        assert!(seen.iter().all(|&seen| seen > 1000), "{seen:?}");
    }
}
