//! Finds the production that was being read when a grammar refused an input: the production that
//! matches the longest prefix.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

use regular_bnf::automaton::alphabet::Alphabet;
use regular_bnf::automaton::lazy::{DEAD, START, State, Stop, UNKNOWN};
use regular_bnf::{Bnf, Expr};

use crate::generated::rule::Rule;
use crate::grammar::published;
use crate::grammar::published::Reading;
use crate::grammar::{Generation, Grammar};
use crate::refusal::automata::{Walker, is_prebuilt, walker};

/// A production, and the place where it stopped matching the input.
#[derive(Clone, Copy)]
pub(crate) struct Deepest {
    pub production: Rule,
    pub stop: Stop,
}

/// A set of grammars, one bit each.
pub(crate) type Grammars = u16;
const GRAMMARS: usize = Grammar::ALL.len();
const _: () = assert!(GRAMMARS <= Grammars::BITS as usize);

/// The number of groups of grammars.
pub(crate) const GROUPS: usize = 2;

/// The grammars whose automata are combined: those of the documents, and those of the URL Standard.
/// One automaton for all would need the product of both groups' states: the former count the labels
/// of a domain, the latter the escapes of a path.
pub(crate) fn groups() -> [Vec<Grammar>; GROUPS] {
    let (standard, documents) = Grammar::all().partition(|grammar| grammar.generation() == Generation::UrlStandard);
    [documents, standard]
}

/// The grammars of each group, one bit each.
static GROUP_SETS: LazyLock<[Grammars; GROUPS]> =
    LazyLock::new(|| groups().map(|group| group.into_iter().fold(0, |set, grammar| set | 1 << grammar as usize)));

/// The places at which some grammars stopped accepting an input.
#[derive(Default)]
pub(crate) struct GrammarStops {
    /// For each grammar the production that was being read; `None` for the main production, because
    /// no scheme has been read.
    pub deepest: [Option<Deepest>; GRAMMARS],
    places: [GrammarStop; PLACES],
    /// The number of places; larger than any possible number if the places are not recorded.
    count: usize,
}

/// A place at which some grammars stopped, and the combined state there.
#[derive(Clone, Copy, Default)]
pub(crate) struct GrammarStop {
    pub stop: Stop,
    pub stopped: Grammars,
}

/// The maximum number of recorded places.
pub(crate) const PLACES: usize = 5;

impl GrammarStops {
    /// The recorded places, in order. They and the context of the scheme determine which
    /// productions were being read. `None` if the places were not recorded.
    pub(crate) fn places(&self) -> Option<&[GrammarStop]> {
        self.places.get(..self.count)
    }
}

/// The production that matches the longest prefix of an input that the given entry productions
/// refuse. `None` represents the main production, because no scheme has been read.
pub(crate) fn deepest(grammar: Grammar, productions: &[&str], input: &str) -> Option<Deepest> {
    one_by_one(list(grammar, productions), input, None)
}

/// Like [`deepest`], for several grammars whose entry productions refuse the input, which is read
/// once. `stops` returns the offset at which each of them stops accepting the input.
pub(crate) fn deepest_of_all(
    refusing: Grammars,
    input: &str,
    stops: impl FnOnce() -> [Option<usize>; GRAMMARS],
) -> GrammarStops {
    /// Building the automaton of all grammars takes some milliseconds, so this many refusals are
    /// computed without it first.
    const WORTH: usize = 256;
    static REFUSED: AtomicUsize = AtomicUsize::new(0);
    let mut stopped = GrammarStops::default();
    if refusing == 0 {
        return stopped;
    }
    if REFUSED.load(Ordering::Relaxed) < WORTH {
        REFUSED.fetch_add(1, Ordering::Relaxed);
        stopped.count = usize::MAX;
        let stops = stops();
        for_each_grammar(refusing, |index| {
            let grammar = Grammar::ALL[index];
            stopped.deepest[index] = one_by_one(list(grammar, grammar.facts().minimal_entries), input, stops[index]);
        });
    } else {
        for (group, set) in GROUP_SETS.iter().enumerate().filter(|(_, set)| refusing & **set != 0) {
            Candidates::of_group(group).together(refusing & set, input, &mut stopped);
        }
        if stopped.count > PLACES {
            for_each_grammar(refusing, |index| {
                let grammar = Grammar::ALL[index];
                let deepest = &mut stopped.deepest[index];
                *deepest = deepest.or_else(|| one_by_one(list(grammar, grammar.facts().minimal_entries), input, None));
            });
        }
    }
    stopped
}

/// The automata of the candidates of all grammars, for an input that arrives in pieces.
#[derive(Clone, Copy)]
pub(crate) struct CandidateAutomata([&'static Candidates; GROUPS]);

impl CandidateAutomata {
    pub(crate) fn get() -> Self {
        Self(std::array::from_fn(Candidates::of_group))
    }

    /// The states before the first byte.
    pub(crate) const START: [State; GROUPS] = [START; GROUPS];

    /// The states after a character.
    pub(crate) fn after(self, states: [State; GROUPS], c: char) -> [State; GROUPS] {
        std::array::from_fn(|group| if states[group] == DEAD { DEAD } else { self.0[group].after(states[group], c) })
    }

    /// The number of candidates that can still accept the input in these states. It never
    /// increases.
    pub(crate) fn alive(self, states: [State; GROUPS]) -> usize {
        states.iter().zip(self.0).map(|(&state, candidates)| candidates.alive(state).len()).sum()
    }
}

/// A production that may have been read.
struct ProductionAutomaton {
    grammar: Grammar,
    production: Rule,
    /// Whether errors may name it before a scheme has been read.
    early: bool,
    /// The common prefix of all its members, if its automaton is not kept. Most inputs begin
    /// differently, and do not need the automaton.
    prefix: String,
    walker: OnceLock<Option<Walker>>,
}

impl ProductionAutomaton {
    /// The candidate for a production; `None` if the grammar does not define it.
    fn new(grammar: Grammar, name: &str) -> Option<Self> {
        let facts = grammar.facts();
        let production = grammar.production(name)?.rule();
        let early = name == facts.main_entry || !facts.alternatives.contains(&name);
        let prefix = if is_prebuilt(grammar, name) {
            String::new()
        } else {
            common_prefix(published::bnf(grammar, Reading::Corrected), name)
        };
        Some(Self { grammar, production, early, prefix, walker: OnceLock::new() })
    }

    /// The automaton, looked up when it is first needed.
    fn walker(&self) -> Option<Walker> {
        *self.walker.get_or_init(|| walker(self.grammar, self.production.name()))
    }

    /// The length of the longest prefix that it can match; `None` if it matches the whole input.
    fn refusal_offset(&self, input: &str) -> Option<usize> {
        let common = self.prefix.bytes().zip(input.bytes()).take_while(|(left, right)| left == right).count();
        if common < self.prefix.len() {
            return Some(common);
        }
        let walker = self.walker()?;
        let stop = walker.walk(input);
        (stop.offset < input.len() || !walker.accepts(stop.state)).then_some(stop.offset)
    }
}

/// The candidates of a grammar for some entry productions, in the order in which errors prefer
/// them: the alternatives of a URL, the main entry production, and the selected entry productions.
fn list(grammar: Grammar, productions: &[&str]) -> &'static [ProductionAutomaton] {
    /// One cell for each set of entry productions, one bit each.
    type BySelection = Vec<OnceLock<Vec<ProductionAutomaton>>>;
    static ALL: [OnceLock<BySelection>; GRAMMARS] = [const { OnceLock::new() }; GRAMMARS];
    let facts = grammar.facts();
    let cells = ALL[grammar as usize].get_or_init(|| (0..1 << facts.entries.len()).map(|_| OnceLock::new()).collect());
    let selected = facts.entries.iter().zip(0..).filter(|(name, _)| productions.contains(name));
    let set: usize = selected.map(|(_, bit)| 1 << bit).sum();
    cells[set].get_or_init(|| {
        let inner = facts.alternatives.iter().chain([&facts.main_entry]);
        let entries = facts.entries.iter().filter(|name| productions.contains(name));
        inner.chain(entries).filter_map(|name| ProductionAutomaton::new(grammar, name)).collect()
    })
}

/// The productions that the errors of a grammar may name, in the order in which errors prefer them,
/// and whether they may be named before a scheme has been read.
#[cfg(any(test, feature = "compare"))]
pub(crate) fn candidates(grammar: Grammar) -> impl Iterator<Item = (Rule, bool)> {
    list(grammar, grammar.facts().minimal_entries).iter().map(|candidate| (candidate.production, candidate.early))
}

/// The common prefix of all members of a production.
pub(crate) fn common_prefix(bnf: &Bnf, name: &str) -> String {
    let mut prefix = String::new();
    append_prefix(bnf, &Expr::Name(name.to_owned()), &mut prefix);
    prefix
}

/// Appends the common prefix of all members of an expression. Returns whether this prefix is the
/// only member.
fn append_prefix(bnf: &Bnf, expr: &Expr, prefix: &mut String) -> bool {
    /// No scheme is longer. The limit bounds recursive productions.
    const LONGEST: usize = 32;
    match expr {
        Expr::Void => true,
        Expr::Literal(text) => {
            prefix.push_str(text);
            prefix.len() < LONGEST
        }
        Expr::Sequence(exprs) => exprs.iter().all(|expr| append_prefix(bnf, expr, prefix)),
        Expr::Name(name) if bnf.characters(expr).is_none() => {
            let body = bnf.get(name).and_then(|definition| definition.body.as_ref().ok());
            // The grammars of this library have no left-recursive productions.
            body.is_some_and(|body| append_prefix(bnf, body, prefix))
        }
        _ => false,
    }
}

/// The mark of a step after which a grammar that could accept the input no longer can.
const STOPS: State = 1 << (State::BITS - 1);

/// The productions of some grammars that may have been read. One walk through their combined
/// automaton replaces a walk through each. Its state consists of the states of all productions that
/// can still accept the input.
struct Candidates {
    /// The candidates of each grammar, in order, each with its automaton.
    all: Vec<(&'static ProductionAutomaton, Walker)>,
    states: Mutex<CombinedStates>,
    /// The symbols that some candidate distinguishes, and the class of each: no candidate
    /// distinguishes two symbols of one class. The first symbols are the characters of US-ASCII.
    alphabet: Alphabet,
    classes: Vec<u8>,
    /// The number of bits in a class number.
    bits: u32,
    /// The index into the thread-local caches.
    place: usize,
}

/// The candidates that can still accept an input, in order, each with its state.
type LiveCandidates = Arc<[(usize, State)]>;

/// The combined states so far, shared by all threads.
#[derive(Default)]
struct CombinedStates {
    alive: Vec<LiveCandidates>,
    numbers: HashMap<LiveCandidates, State>,
}

impl CombinedStates {
    /// The number of a state, which is added if it is new.
    fn numbered(&mut self, alive: LiveCandidates) -> State {
        *self.numbers.entry(alive).or_insert_with_key(|alive| {
            self.alive.push(Arc::clone(alive));
            (self.alive.len() - 1) as State
        })
    }
}

/// A thread's cache for some candidates, so that threads do not wait for each other at every input.
#[derive(Default)]
struct ThreadCache {
    /// For each state and class of characters the next state, [marked](STOPS) if a grammar stops
    /// accepting.
    next: Vec<State>,
    /// For each state the grammars that have a production that can still accept the input.
    alive: Vec<Grammars>,
    /// For each state and each prefix, the production that each grammar was reading.
    named: Vec<[Option<StoppedProductions>; PrefixFacts::COUNT]>,
}

thread_local! {
    static LEARNED: RefCell<Vec<ThreadCache>> = const { RefCell::new(Vec::new()) };
}

/// For each grammar a production and its state where it stopped; `None` if the candidates must be
/// tested one by one.
type StoppedProductions = Box<[Option<(Rule, State)>; GRAMMARS]>;

/// The facts about the text that has been read.
#[derive(Clone, Copy)]
struct PrefixFacts {
    scheme: bool,
    end: bool,
}

impl PrefixFacts {
    const COUNT: usize = 4;

    fn index(self) -> usize {
        usize::from(self.scheme) << 1 | usize::from(self.end)
    }
}

/// A missing entry of the cache.
enum MissingEntry {
    /// The step by a character.
    Step(char),
    /// The productions that were being read.
    Names(PrefixFacts),
}

/// A walk in progress.
struct CombinedWalk<'i, 'c> {
    input: &'i str,
    /// The offset of the first colon, if there is one.
    colon: Option<usize>,
    at: Stop,
    /// The selected grammars that have not stopped.
    open: Grammars,
    stopped: &'c mut GrammarStops,
}

impl CombinedWalk<'_, '_> {
    /// Reads until all grammars have stopped, and adds the entries that the cache lacks.
    fn finish(&mut self, learned: &mut ThreadCache, candidates: &Candidates) {
        while let Err(unknown) = self.advance(learned, candidates) {
            learned.learn(unknown, candidates, self.at.state);
        }
    }

    /// Reads until all grammars have stopped, or until the cache lacks an entry.
    #[inline]
    fn advance(&mut self, learned: &ThreadCache, candidates: &Candidates) -> Result<(), MissingEntry> {
        while self.open != 0 {
            let Stop { mut offset, mut state } = self.at;
            let (mut next, mut after) = (DEAD, offset);
            while let Some((class, length)) = candidates.class(self.input, offset) {
                (next, after) = (learned.step(candidates, state, class), offset + length);
                if next >= STOPS {
                    break;
                }
                (state, offset, next) = (next, after, DEAD);
            }
            self.at = Stop { offset, state };
            if next == UNKNOWN {
                return Err(MissingEntry::Step(self.input[offset..].chars().next().unwrap_or_default()));
            }
            let next = next & !STOPS;
            let stopped = self.open & !learned.alive.get(next as usize).copied().unwrap_or_default();
            if stopped != 0 {
                self.stop(stopped, learned)?;
            }
            self.at = Stop { offset: after, state: next };
        }
        Ok(())
    }

    /// Records the productions that the grammars which stop here were reading.
    fn stop(&mut self, stopped: Grammars, learned: &ThreadCache) -> Result<(), MissingEntry> {
        let Stop { offset, state } = self.at;
        let prefix =
            PrefixFacts { scheme: self.colon.is_some_and(|colon| colon < offset), end: offset == self.input.len() };
        let names = learned.named.get(state as usize).and_then(|names| names[prefix.index()].as_ref());
        let names = names.ok_or(MissingEntry::Names(prefix))?;
        self.open &= !stopped;
        let GrammarStops { deepest, places, count } = &mut *self.stopped;
        if let Some(place) = places.get_mut(*count) {
            *place = GrammarStop { stop: self.at, stopped };
        }
        *count = count.saturating_add(1);
        for_each_grammar(stopped, |grammar| match names[grammar] {
            Some((production, state)) => {
                deepest[grammar] = Some(Deepest { production, stop: Stop { state, offset } });
            }
            None => *count = usize::MAX,
        });
        Ok(())
    }
}

/// Calls a function for each grammar of a set.
fn for_each_grammar(mut grammars: Grammars, mut call: impl FnMut(usize)) {
    while grammars != 0 {
        call(grammars.trailing_zeros() as usize);
        grammars &= grammars - 1;
    }
}

impl ThreadCache {
    /// The next state, marked, or `UNKNOWN`.
    #[inline]
    fn step(&self, candidates: &Candidates, state: State, class: u8) -> State {
        self.next.get(candidates.step(state, class)).copied().unwrap_or(UNKNOWN)
    }

    /// Adds the entry that a walk needs to continue.
    fn learn(&mut self, unknown: MissingEntry, candidates: &Candidates, state: State) {
        match unknown {
            MissingEntry::Step(c) => {
                let next = candidates.after(state, c);
                let stops = self.alive(state, candidates) != self.alive(next, candidates);
                let class = candidates.classes[candidates.alphabet.symbol(c)];
                *grown(&mut self.next, candidates.step(state, class), UNKNOWN) =
                    if stops { next | STOPS } else { next };
            }
            MissingEntry::Names(prefix) => {
                let names = grown(&mut self.named, state as usize, [const { None }; PrefixFacts::COUNT]);
                names[prefix.index()] = Some(candidates.names(state, prefix));
            }
        }
    }

    /// The grammars that are alive in a state.
    fn alive(&mut self, state: State, candidates: &Candidates) -> Grammars {
        let alive = grown(&mut self.alive, state as usize, 0);
        // In every state except the dead one, a grammar is alive.
        if *alive == 0 {
            *alive = candidates.grammars(state);
        }
        *alive
    }
}

impl Candidates {
    /// The candidates of a group of grammars, for the entry productions that together accept every
    /// accepted input. They are made when a grammar of the group first needs them.
    fn of_group(index: usize) -> &'static Self {
        static ALL: [OnceLock<Candidates>; GROUPS] = [const { OnceLock::new() }; GROUPS];
        ALL[index].get_or_init(|| {
            let group = groups().into_iter().nth(index);
            Self::new(group.into_iter().flatten().map(|grammar| (grammar, grammar.facts().minimal_entries)))
        })
    }

    /// The candidates of some grammars, each for some of its entry productions.
    fn new<'p>(entries: impl IntoIterator<Item = (Grammar, &'p [&'p str])>) -> Self {
        let lists = entries.into_iter().map(|(grammar, productions)| list(grammar, productions));
        let all: Vec<(&ProductionAutomaton, Walker)> =
            lists.flatten().filter_map(|candidate| Some((candidate, candidate.walker()?))).collect();
        let alphabets = all.iter().map(|(_, walker)| walker.alphabet());
        let alphabet = alphabets.reduce(|left, right| left.refined(&right)).unwrap_or_else(|| Alphabet::new([]));
        // Symbols that no candidate distinguishes are in one class.
        let mut numbers: HashMap<Vec<Option<usize>>, u8> = HashMap::new();
        let classes = alphabet.characters().map(|c| {
            let next = numbers.len() as u8;
            *numbers.entry(all.iter().map(|(_, walker)| walker.class(c)).collect()).or_insert(next)
        });
        let classes: Vec<u8> = classes.collect();
        let bits = numbers.len().next_power_of_two().ilog2();
        let mut states = CombinedStates::default();
        // The dead state, and the state before the first character.
        debug_assert_eq!((DEAD, START), (0, 1));
        states.numbered(LiveCandidates::default());
        states.numbered((0..all.len()).map(|candidate| (candidate, START)).collect());
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let place = MADE.fetch_add(1, Ordering::Relaxed);
        Self { all, states: Mutex::new(states), alphabet, classes, bits, place }
    }

    fn states(&self) -> MutexGuard<'_, CombinedStates> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The candidates that are alive in a state.
    fn alive(&self, state: State) -> LiveCandidates {
        Arc::clone(&self.states().alive[state as usize])
    }

    /// The state after a character.
    fn after(&self, state: State, c: char) -> State {
        let alive = self.alive(state);
        let after =
            alive.iter().filter_map(|&(candidate, state)| Some((candidate, self.all[candidate].1.step(state, c)?)));
        let after = after.collect();
        self.states().numbered(after)
    }

    /// The class of the character at an offset, and its length in bytes; `None` at the end.
    #[inline]
    fn class(&self, input: &str, offset: usize) -> Option<(u8, usize)> {
        let byte = *input.as_bytes().get(offset)?;
        if byte.is_ascii() { Some((self.classes[usize::from(byte)], 1)) } else { self.beyond(&input[offset..]) }
    }

    /// The class of the first character of a text, which is not of US-ASCII, and its length.
    #[cold]
    #[inline(never)]
    fn beyond(&self, text: &str) -> Option<(u8, usize)> {
        let c = text.chars().next()?;
        Some((self.classes[self.alphabet.symbol(c)], c.len_utf8()))
    }

    /// The index of a step in a thread's cache.
    #[inline]
    fn step(&self, state: State, class: u8) -> usize {
        (state as usize) << self.bits | usize::from(class)
    }

    /// Reads the input once. Finds nothing for a grammar if the walk does not determine its
    /// production.
    fn together(&self, grammars: Grammars, input: &str, stopped: &mut GrammarStops) {
        let at = Stop { offset: 0, state: START };
        let mut walk = CombinedWalk { input, colon: input.find(':'), at, open: grammars, stopped };
        let with_cache = LEARNED.try_with(|caches| {
            let caches = &mut *caches.borrow_mut();
            if caches.len() <= self.place {
                caches.resize_with(self.place + 1, ThreadCache::default);
            }
            walk.finish(&mut caches[self.place], self);
        });
        // A thread that is exiting may have dropped its cache.
        if with_cache.is_err() {
            walk.finish(&mut ThreadCache::default(), self);
        }
    }

    /// The grammars that have a candidate alive in a state.
    fn grammars(&self, state: State) -> Grammars {
        self.alive(state).iter().fold(0, |set, &(candidate, _)| set | 1 << self.all[candidate].0.grammar as usize)
    }

    /// For each grammar the first candidate that is alive in a state, and its state there.
    fn names(&self, state: State, prefix: PrefixFacts) -> StoppedProductions {
        let mut names = [None; GRAMMARS];
        for &(index, state) in &*self.alive(state) {
            let (candidate, walker) = self.all[index];
            let refuses = !(prefix.end && walker.accepts(state));
            if refuses && (prefix.scheme || candidate.early) {
                names[candidate.grammar as usize].get_or_insert((candidate.production, state));
            }
        }
        Box::new(names)
    }
}

/// Tests the candidates of a grammar one after another. Returns the first that reads furthest into
/// the input, or the first that stops at `offset`.
fn one_by_one(list: &[ProductionAutomaton], input: &str, offset: Option<usize>) -> Option<Deepest> {
    let deepest = match offset {
        Some(offset) => {
            let scheme_is_read = has_colon_before(input, offset);
            list.iter()
                .filter(|candidate| candidate.early || scheme_is_read)
                .find(|candidate| candidate.refusal_offset(input) == Some(offset))?
        }
        None => {
            let offsets: Vec<(&ProductionAutomaton, usize)> =
                list.iter().filter_map(|candidate| Some((candidate, candidate.refusal_offset(input)?))).collect();
            let deepest = offsets.iter().map(|(_, offset)| *offset).max()?;
            let scheme_is_read = has_colon_before(input, deepest);
            offsets.into_iter().find(|(candidate, offset)| *offset == deepest && (candidate.early || scheme_is_read))?.0
        }
    };
    Some(Deepest { production: deepest.production, stop: deepest.walker()?.walk(input) })
}

fn has_colon_before(input: &str, offset: usize) -> bool {
    input.find(':').is_some_and(|colon| colon < offset)
}

/// An entry of a table, which is enlarged if necessary.
fn grown<T: Clone>(table: &mut Vec<T>, index: usize, missing: T) -> &mut T {
    if table.len() <= index {
        table.resize(index + 1, missing);
    }
    &mut table[index]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the combined walk with the walks of all candidates. Returns whether the combined
    /// walk determines a production.
    fn compare(candidates: &Candidates, list: &[ProductionAutomaton], grammar: Grammar, input: &str) -> bool {
        let mut stopped = GrammarStops::default();
        candidates.together(1 << grammar as usize, input, &mut stopped);
        let Some(combined) = stopped.deepest[grammar as usize] else { return false };
        let single = one_by_one(list, input, None).unwrap();
        let [combined, single] =
            [combined, single].map(|Deepest { production, stop }| (production, stop.offset, stop.state));
        assert_eq!(combined, single, "{grammar}: {input}");
        // The common prefix gives the same result as the automaton.
        for candidate in list.iter().filter(|candidate| !input.starts_with(&candidate.prefix)) {
            let offset = candidate.walker().unwrap().walk(input).offset;
            assert_eq!(candidate.refusal_offset(input), Some(offset), "{grammar}: {input}");
        }
        true
    }

    /// One combined walk has the same result as the walks of all candidates.
    #[test]
    fn the_combined_walk_finds_the_deepest_productions() {
        let urls: Vec<&str> = include_str!("../../tests/data/urls-1990s.txt").lines().step_by(16).collect();
        let mut seen = [0; Grammar::ALL.len()];
        for grammar in Grammar::all() {
            let entries = grammar.facts().entries;
            let sets = [grammar.facts().minimal_entries].into_iter().chain(entries.chunks(1));
            for set in sets {
                let (candidates, list) = (Candidates::new([(grammar, set)]), list(grammar, set));
                for url in &urls {
                    for (offset, _) in url.char_indices() {
                        let (before, after) = url.split_at(offset);
                        let changed = ["", " ", "~", "%", ":", "/", "é"].map(|piece| [before, piece, after].concat());
                        for input in changed.iter().map(String::as_str).chain([before]) {
                            seen[grammar as usize] += usize::from(compare(&candidates, list, grammar, input));
                        }
                    }
                }
            }
        }
        assert!(seen.iter().all(|&seen| seen > 1000), "{seen:?}");
    }
}
