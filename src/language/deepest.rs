//! Finds the production that was being read when a grammar refused an input: the one that matches
//! the longest prefix.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

use regular_bnf::automaton::alphabet::Alphabet;
use regular_bnf::automaton::lazy::{DEAD, START, State, Stop, UNKNOWN};

use crate::grammar::{Generation, Grammar};
use crate::language::automata::{Walker, is_kept, walker};
use crate::published::{self, Bnf, Expr, Reading};
use crate::rule::Rule;

/// A production, and where it stopped matching the input.
pub(crate) type Deepest = (Rule, Stop);

/// A set of grammars, one bit each.
pub(crate) type Grammars = u16;
const GRAMMARS: usize = Grammar::ALL.len();
const _: () = assert!(GRAMMARS <= Grammars::BITS as usize);

/// The number of groups of grammars.
pub(crate) const GROUPS: usize = 2;

/// The grammars whose automata are combined: those of the documents, and those of the URL Standard.
/// An automaton of all would have too many states: it would count the labels of a domain for the
/// one and the escapes of a path for the others at the same time.
pub(crate) fn groups() -> [Vec<Grammar>; GROUPS] {
    let own = |grammar: &Grammar| grammar.generation() == Generation::UrlStandard;
    let (standard, documents) = Grammar::ALL.into_iter().partition(own);
    [documents, standard]
}

/// The grammars of each group, one bit each.
#[cfg(feature = "classifier")]
static GROUP_SETS: LazyLock<[Grammars; GROUPS]> =
    LazyLock::new(|| groups().map(|group| group.into_iter().fold(0, |set, grammar| set | 1 << grammar as usize)));

/// The places at which some grammars stopped accepting an input.
#[derive(Default)]
pub(crate) struct Stopped {
    /// For each grammar the production that was being read; `None` for the main production, because
    /// no scheme has been read.
    pub found: [Option<Deepest>; GRAMMARS],
    places: [StoppedAt; PLACES],
    /// The number of places; larger than any possible number if the places are not recorded.
    count: usize,
}

/// A place at which some grammars stopped, and the combined state there.
#[derive(Clone, Copy, Default)]
pub(crate) struct StoppedAt {
    pub stop: Stop,
    pub stopped: Grammars,
}

/// The maximum number of recorded places.
pub(crate) const PLACES: usize = 5;

impl Stopped {
    /// The recorded places, in order. They and the context of the scheme determine which
    /// productions were being read. `None` if the places were not recorded.
    #[cfg(feature = "classifier")]
    pub(crate) fn places(&self) -> Option<&[StoppedAt]> {
        self.places.get(..self.count)
    }
}

/// The production that matches the longest prefix of an input that the given entry productions
/// refuse. `None` represents the main production, because no scheme has been read.
pub(crate) fn deepest(grammar: Grammar, productions: &[&str], input: &str) -> Option<Deepest> {
    one_by_one(list(grammar, productions), input, None)
}

/// Returns the same for each of some grammars whose entry productions refuse the input, and reads
/// the input once. `stops` returns the offset at which each of them stops accepting the input.
#[cfg(feature = "classifier")]
pub(crate) fn deepest_of_all(
    refusing: Grammars,
    input: &str,
    stops: impl FnOnce() -> [Option<usize>; GRAMMARS],
) -> Stopped {
    /// Building the automaton of all grammars takes some milliseconds, so this many refusals are
    /// computed without it first.
    const WORTH: usize = 256;
    static REFUSED: AtomicUsize = AtomicUsize::new(0);
    let mut stopped = Stopped::default();
    if refusing == 0 {
        return stopped;
    }
    if REFUSED.load(Ordering::Relaxed) < WORTH {
        REFUSED.fetch_add(1, Ordering::Relaxed);
        stopped.count = usize::MAX;
        let stops = stops();
        each(refusing, |at| {
            let grammar = Grammar::ALL[at];
            stopped.found[at] = one_by_one(list(grammar, grammar.facts().minimal_entries), input, stops[at]);
        });
    } else {
        for (at, own) in GROUP_SETS.iter().enumerate().filter(|(_, own)| refusing & **own != 0) {
            Candidates::of_group(at).together(refusing & own, input, &mut stopped);
        }
        if stopped.count > PLACES {
            each(refusing, |grammar| {
                let found = &mut stopped.found[grammar];
                let list = || list(Grammar::ALL[grammar], Grammar::ALL[grammar].facts().minimal_entries);
                *found = found.or_else(|| one_by_one(list(), input, None));
            });
        }
    }
    stopped
}

/// The automata of the candidates of all grammars, for an input that arrives in pieces.
#[cfg(feature = "classifier")]
#[derive(Clone, Copy)]
pub(crate) struct All([&'static Candidates; GROUPS]);

#[cfg(feature = "classifier")]
impl All {
    pub(crate) fn get() -> Self {
        Self(std::array::from_fn(Candidates::of_group))
    }

    /// The states before the first byte.
    pub(crate) const START: [State; GROUPS] = [START; GROUPS];

    /// The states after a character.
    pub(crate) fn after(self, states: [State; GROUPS], c: char) -> [State; GROUPS] {
        std::array::from_fn(|at| if states[at] == DEAD { DEAD } else { self.0[at].after(states[at], c) })
    }

    /// The number of candidates that can still accept the input in these states. It never
    /// increases.
    pub(crate) fn alive(self, states: [State; GROUPS]) -> usize {
        states.iter().zip(self.0).map(|(&state, candidates)| candidates.alive(state).len()).sum()
    }
}

/// A production that may have been read.
struct Candidate {
    grammar: Grammar,
    production: Rule,
    /// Whether errors may name it before a scheme has been read.
    early: bool,
    /// The common prefix of all its members, if its automaton is not kept. Most inputs begin
    /// differently, and do not need the automaton.
    begin: String,
    walker: OnceLock<Option<Walker>>,
}

impl Candidate {
    /// The automaton, built lazily.
    fn walker(&self) -> Option<Walker> {
        *self.walker.get_or_init(|| walker(self.grammar, self.production.name()))
    }

    /// The length of the longest prefix that it can match; `None` if it matches the whole input.
    fn reads(&self, input: &str) -> Option<usize> {
        let same = self.begin.bytes().zip(input.bytes()).take_while(|(own, byte)| own == byte).count();
        if same < self.begin.len() {
            return Some(same);
        }
        let walker = self.walker()?;
        let stop = walker.walk(input);
        (stop.offset < input.len() || !walker.accepts(stop.state)).then_some(stop.offset)
    }
}

/// The candidates of a grammar for some entry productions, in the order in which errors prefer
/// them: the alternatives of a URL, the main entry production, and the selected entry productions.
fn list(grammar: Grammar, productions: &[&str]) -> &'static [Candidate] {
    /// One cell for each set of entry productions, one bit each.
    type All = Vec<OnceLock<Vec<Candidate>>>;
    static ALL: [OnceLock<All>; GRAMMARS] = [const { OnceLock::new() }; GRAMMARS];
    let facts = grammar.facts();
    let all = ALL[grammar as usize].get_or_init(|| (0..1 << facts.entries.len()).map(|_| OnceLock::new()).collect());
    let asked = facts.entries.iter().zip(0..).filter(|(name, _)| productions.contains(name));
    let set: usize = asked.map(|(_, bit)| 1 << bit).sum();
    all[set].get_or_init(|| {
        // All entry productions except one contain the alternatives.
        let generic = facts.general_syntax.is_some_and(|general| productions == [general]);
        let inner = facts.alternatives.iter().chain([&facts.main_entry]).filter(|_| !generic);
        let entries = facts.entries.iter().filter(|name| productions.contains(name));
        let candidate = |name: &&str| {
            let production = grammar.production(name)?.rule();
            let early = *name == facts.main_entry || !facts.alternatives.contains(name);
            let mut begin = String::new();
            if !is_kept(grammar, name) {
                begins(published::bnf(grammar, Reading::Corrected), &Expr::Name((*name).to_owned()), &mut begin);
            }
            Some(Candidate { grammar, production, early, begin, walker: OnceLock::new() })
        };
        inner.chain(entries).filter_map(candidate).collect()
    })
}

/// The productions that the errors of a grammar may name, in the order in which errors prefer them,
/// and whether they may be named before a scheme has been read.
#[cfg(feature = "classifier")]
pub(crate) fn candidates(grammar: Grammar) -> impl Iterator<Item = (Rule, bool)> {
    list(grammar, grammar.facts().minimal_entries).iter().map(|it| (it.production, it.early))
}

/// Appends the common prefix of all members of an expression. Returns whether this prefix is the
/// only member.
fn begins(bnf: &Bnf, expr: &Expr, begin: &mut String) -> bool {
    /// No scheme is longer. The limit bounds recursive productions.
    const LONGEST: usize = 32;
    match expr {
        Expr::Void => true,
        Expr::Literal(text) => {
            begin.push_str(text);
            begin.len() < LONGEST
        }
        Expr::Sequence(all) => all.iter().all(|expr| begins(bnf, expr, begin)),
        Expr::Name(name) if bnf.characters(expr).is_none() => {
            let body = bnf.get(name).and_then(|definition| definition.body.as_ref().ok());
            // The grammars of this library have no left-recursive productions.
            body.is_some_and(|body| begins(bnf, body, begin))
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
    all: Vec<(&'static Candidate, Walker)>,
    states: Mutex<States>,
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
type Alive = Arc<[(usize, State)]>;

/// The combined states so far, shared by all threads.
#[derive(Default)]
struct States {
    alive: Vec<Alive>,
    known: HashMap<Alive, State>,
}

impl States {
    /// The number of a state, which is added if it is new.
    fn numbered(&mut self, alive: Alive) -> State {
        *self.known.entry(alive).or_insert_with_key(|alive| {
            self.alive.push(Arc::clone(alive));
            (self.alive.len() - 1) as State
        })
    }
}

/// A thread's cache for some candidates, so that threads do not wait for each other at every input.
#[derive(Default)]
struct Learned {
    /// For each state and class of characters the next state, [marked](STOPS) if a grammar stops
    /// accepting.
    next: Vec<State>,
    /// For each state the grammars that have a production that can still accept the input.
    alive: Vec<Grammars>,
    /// For each state and each prefix, the production that each grammar was reading.
    named: Vec<[Option<Names>; Prefix::COUNT]>,
}

thread_local! {
    static LEARNED: RefCell<Vec<Learned>> = const { RefCell::new(Vec::new()) };
}

/// For each grammar a production and its state where it stopped; `None` if the candidates must be
/// tested one by one.
type Names = Box<[Option<(Rule, State)>; GRAMMARS]>;

/// The facts about the text that has been read.
#[derive(Clone, Copy)]
struct Prefix {
    scheme: bool,
    end: bool,
}

impl Prefix {
    const COUNT: usize = 4;

    fn index(self) -> usize {
        usize::from(self.scheme) << 1 | usize::from(self.end)
    }
}

/// A missing entry of the cache.
enum Unknown {
    /// The step by a character.
    Step(char),
    /// The productions that were being read.
    Names(Prefix),
}

/// A walk in progress.
struct Walk<'i, 'c> {
    input: &'i str,
    /// The offset of the first colon, if there is one.
    colon: Option<usize>,
    at: Stop,
    /// The selected grammars that have not stopped.
    open: Grammars,
    stopped: &'c mut Stopped,
}

impl Walk<'_, '_> {
    /// Continues until all grammars have stopped.
    #[inline]
    fn go(&mut self, learned: &Learned, all: &Candidates) -> Result<(), Unknown> {
        while self.open != 0 {
            let Stop { mut offset, mut state } = self.at;
            let (mut to, mut after) = (DEAD, offset);
            while let Some((class, length)) = all.class(self.input, offset) {
                (to, after) = (learned.step(all, state, class), offset + length);
                if to >= STOPS {
                    break;
                }
                (state, offset, to) = (to, after, DEAD);
            }
            self.at = Stop { offset, state };
            if to == UNKNOWN {
                return Err(Unknown::Step(self.input[offset..].chars().next().unwrap_or_default()));
            }
            let to = to & !STOPS;
            let stopped = self.open & !learned.alive.get(to as usize).copied().unwrap_or_default();
            if stopped != 0 {
                self.stop(stopped, learned)?;
            }
            self.at = Stop { offset: after, state: to };
        }
        Ok(())
    }

    /// Records the productions that the grammars which stop here were reading.
    fn stop(&mut self, stopped: Grammars, learned: &Learned) -> Result<(), Unknown> {
        let Stop { offset, state } = self.at;
        let prefix = Prefix { scheme: self.colon.is_some_and(|colon| colon < offset), end: offset == self.input.len() };
        let known = learned.named.get(state as usize).and_then(|names| names[prefix.index()].as_ref());
        let names = known.ok_or(Unknown::Names(prefix))?;
        self.open &= !stopped;
        let Stopped { found, places, count } = &mut *self.stopped;
        if let Some(place) = places.get_mut(*count) {
            *place = StoppedAt { stop: self.at, stopped };
        }
        *count = count.saturating_add(1);
        each(stopped, |grammar| match names[grammar] {
            Some((production, state)) => found[grammar] = Some((production, Stop { state, offset })),
            None => *count = usize::MAX,
        });
        Ok(())
    }
}

/// Calls a function for each grammar of a set.
fn each(mut grammars: Grammars, mut call: impl FnMut(usize)) {
    while grammars != 0 {
        call(grammars.trailing_zeros() as usize);
        grammars &= grammars - 1;
    }
}

impl Learned {
    /// The next state, marked, or `UNKNOWN`.
    #[inline]
    fn step(&self, all: &Candidates, state: State, class: u8) -> State {
        self.next.get(all.step(state, class)).copied().unwrap_or(UNKNOWN)
    }

    /// Adds the entry that a walk needs to continue.
    fn learn(&mut self, unknown: Unknown, all: &Candidates, state: State) {
        match unknown {
            Unknown::Step(c) => {
                let to = all.after(state, c);
                let stops = self.alive(state, all) != self.alive(to, all);
                let class = all.classes[all.alphabet.symbol(c)];
                *grown(&mut self.next, all.step(state, class), UNKNOWN) = if stops { to | STOPS } else { to };
            }
            Unknown::Names(prefix) => {
                let names = grown(&mut self.named, state as usize, [const { None }; Prefix::COUNT]);
                names[prefix.index()] = Some(all.names(state, prefix));
            }
        }
    }

    /// The grammars that are alive in a state.
    fn alive(&mut self, state: State, all: &Candidates) -> Grammars {
        let alive = grown(&mut self.alive, state as usize, 0);
        // In every state except the dead one, a grammar is alive.
        if *alive == 0 {
            *alive = all.grammars(state);
        }
        *alive
    }
}

impl Candidates {
    /// The candidates of a group of grammars, for the entry productions that together accept every
    /// accepted input. They are made when a grammar of the group first needs them.
    #[cfg(feature = "classifier")]
    fn of_group(at: usize) -> &'static Self {
        static ALL: [OnceLock<Candidates>; GROUPS] = [const { OnceLock::new() }; GROUPS];
        ALL[at].get_or_init(|| {
            let group = groups().into_iter().nth(at);
            Self::make(group.into_iter().flatten().map(|grammar| (grammar, grammar.facts().minimal_entries)))
        })
    }

    fn make<'p>(asked: impl IntoIterator<Item = (Grammar, &'p [&'p str])>) -> Self {
        let lists = asked.into_iter().map(|(grammar, productions)| list(grammar, productions));
        let all: Vec<(&Candidate, Walker)> = lists.flatten().filter_map(|it| Some((it, it.walker()?))).collect();
        let alphabets = all.iter().map(|(_, walker)| walker.alphabet());
        let alphabet = alphabets.reduce(|all, own| all.refined(&own)).unwrap_or_else(|| Alphabet::new([]));
        // Symbols that no candidate distinguishes are in one class.
        let mut known: HashMap<Vec<Option<usize>>, u8> = HashMap::new();
        let classes = alphabet.characters().map(|c| {
            let next = known.len() as u8;
            *known.entry(all.iter().map(|(_, walker)| walker.class(c)).collect()).or_insert(next)
        });
        let classes: Vec<u8> = classes.collect();
        let bits = known.len().next_power_of_two().ilog2();
        let mut states = States::default();
        // The dead state, and the state before the first character.
        debug_assert_eq!((DEAD, START), (0, 1));
        states.numbered(Alive::default());
        states.numbered((0..all.len()).map(|at| (at, START)).collect());
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let place = MADE.fetch_add(1, Ordering::Relaxed);
        Self { all, states: Mutex::new(states), alphabet, classes, bits, place }
    }

    fn states(&self) -> MutexGuard<'_, States> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The candidates that are alive in a state.
    fn alive(&self, state: State) -> Alive {
        Arc::clone(&self.states().alive[state as usize])
    }

    /// The state after a character.
    fn after(&self, state: State, c: char) -> State {
        let alive = self.alive(state);
        let after = alive.iter().filter_map(|&(at, own)| Some((at, self.all[at].1.step(own, c)?)));
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
    fn together(&self, grammars: Grammars, input: &str, stopped: &mut Stopped) {
        let at = Stop { offset: 0, state: START };
        let mut walk = Walk { input, colon: input.find(':'), at, open: grammars, stopped };
        let mut finish = |learned: &mut Learned| {
            while let Err(unknown) = walk.go(learned, self) {
                learned.learn(unknown, self, walk.at.state);
            }
        };
        let known = LEARNED.try_with(|all| {
            let all = &mut *all.borrow_mut();
            if all.len() <= self.place {
                all.resize_with(self.place + 1, Learned::default);
            }
            finish(&mut all[self.place]);
        });
        // A thread that is exiting may have dropped its cache.
        if known.is_err() {
            finish(&mut Learned::default());
        }
    }

    /// The grammars that have a candidate alive in a state.
    fn grammars(&self, state: State) -> Grammars {
        self.alive(state).iter().fold(0, |all, &(at, _)| all | 1 << self.all[at].0.grammar as usize)
    }

    /// For each grammar the first candidate that is alive in a state, and its state there.
    fn names(&self, state: State, prefix: Prefix) -> Names {
        let mut names = [None; GRAMMARS];
        for &(at, own) in &*self.alive(state) {
            let (it, walker) = self.all[at];
            let refuses = !(prefix.end && walker.accepts(own));
            if refuses && (prefix.scheme || it.early) {
                names[it.grammar as usize].get_or_insert((it.production, own));
            }
        }
        Box::new(names)
    }
}

/// Tests the candidates of a grammar one after another. Returns the first that reads furthest into
/// the input, or the first that stops at `offset`.
fn one_by_one(list: &[Candidate], input: &str, offset: Option<usize>) -> Option<Deepest> {
    let colon = input.find(':');
    let named = |it: &&Candidate, offset| it.early || colon.is_some_and(|colon| colon < offset);
    let deepest = match offset {
        Some(offset) => list.iter().filter(|it| named(it, offset)).find(|it| it.reads(input) == Some(offset))?,
        None => {
            let all: Vec<(&Candidate, usize)> = list.iter().filter_map(|it| Some((it, it.reads(input)?))).collect();
            let offset = all.iter().map(|(_, offset)| *offset).max()?;
            all.into_iter().find(|(it, reads)| *reads == offset && named(it, offset))?.0
        }
    };
    Some((deepest.production, deepest.walker()?.walk(input)))
}

/// An entry of a table, which is enlarged if necessary.
fn grown<T: Clone>(table: &mut Vec<T>, at: usize, none: T) -> &mut T {
    if table.len() <= at {
        table.resize(at + 1, none);
    }
    &mut table[at]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One combined walk has the same result as the walks of all candidates.
    #[test]
    fn together_they_say_what_they_say_one_by_one() {
        let urls: Vec<&str> = include_str!("../../tests/data/urls-1990s.txt").lines().step_by(16).collect();
        let mut seen = [0; Grammar::ALL.len()];
        for grammar in Grammar::ALL {
            let entries = grammar.facts().entries;
            let sets = [grammar.facts().minimal_entries].into_iter().chain(entries.chunks(1));
            for set in sets {
                let (all, list) = (Candidates::make([(grammar, set)]), list(grammar, set));
                let same = |input: &str| {
                    let mut stopped = Stopped::default();
                    all.together(1 << grammar as usize, input, &mut stopped);
                    let Some((production, stop)) = stopped.found[grammar as usize] else { return 0 };
                    let (alone, at) = one_by_one(list, input, None).unwrap();
                    let (together, alone) = ((production, stop.offset, stop.state), (alone, at.offset, at.state));
                    assert_eq!(together, alone, "{grammar}: {input}");
                    // The common prefix gives the same result as the automaton.
                    for it in list.iter().filter(|it| !input.starts_with(&it.begin)) {
                        assert_eq!(
                            it.reads(input),
                            Some(it.walker().unwrap().walk(input).offset),
                            "{grammar}: {input}"
                        );
                    }
                    1
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
