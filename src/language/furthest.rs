//! Which production was being read when a grammar refused an input: the one that reads furthest.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::grammar::Grammar;
use crate::language::diagnose::walker;
use crate::published::{Bnf, Expr, Reading};
use crate::rule::Rule;
use regular_bnf::automaton::ALPHABET;
use regular_bnf::automaton::lazy::{DEAD, LazyDfa, State, Stop, UNKNOWN};

/// A production and where it ceased to accept the input.
pub(crate) type Furthest = (Rule, Stop);

/// Some grammars, a bit each.
pub(crate) type Grammars = u16;
const GRAMMARS: usize = Grammar::ALL.len();
const _: () = assert!(GRAMMARS <= Grammars::BITS as usize);

/// Where some grammars ceased to accept an input.
#[derive(Default)]
pub(crate) struct Ceased {
    /// For each of them the production that was being read; none where that is the main one, since no scheme has been read.
    pub found: [Option<Furthest>; GRAMMARS],
    places: [Place; PLACES],
    /// How many places there are; more than can be where they do not tell.
    count: usize,
}

/// A place at which some grammars ceased, and the state of all there.
#[derive(Clone, Copy, Default)]
pub(crate) struct Place {
    pub stop: Stop,
    pub ceased: Grammars,
}

/// At how many places of an input grammars may cease for them to be told.
pub(crate) const PLACES: usize = 4;

impl Ceased {
    /// The places in their order. What was being read depends on them alone, and on what has been read of the scheme.
    /// `None` where that is not so.
    #[cfg(feature = "classifier")]
    pub(crate) fn places(&self) -> Option<&[Place]> {
        self.places.get(..self.count)
    }
}

/// The production that reads furthest of those that were being read, where none of some entry productions accepts the input.
/// Before a scheme has been read it is the main one, and none is given.
pub(crate) fn furthest(grammar: Grammar, productions: &[&str], input: &str) -> Option<Furthest> {
    one_by_one(list(grammar, productions), input, None)
}

/// The same of each of some grammars that refuse the input by the entry productions that take everything. The input is read
/// once. `stops` says for each of them the offset at which it ceases to accept the input.
#[cfg(feature = "classifier")]
pub(crate) fn furthest_of_all(
    refusing: Grammars,
    input: &str,
    stops: impl FnOnce() -> [Option<usize>; GRAMMARS],
) -> Ceased {
    /// The automaton of all grammars takes some milliseconds to make: so many inputs are refused without it first.
    const WORTH: usize = 256;
    static REFUSED: AtomicUsize = AtomicUsize::new(0);
    let mut ceased = Ceased::default();
    if refusing == 0 {
        return ceased;
    }
    if REFUSED.load(Ordering::Relaxed) < WORTH {
        REFUSED.fetch_add(1, Ordering::Relaxed);
        ceased.count = usize::MAX;
        let stops = stops();
        each(refusing, |at| {
            let grammar = Grammar::ALL[at];
            ceased.found[at] = one_by_one(list(grammar, grammar.facts().starts), input, stops[at]);
        });
    } else {
        Candidates::all().furthest(refusing, input, &mut ceased);
    }
    ceased
}

/// The automaton of the candidates of all grammars, for an input that comes in pieces.
#[cfg(feature = "classifier")]
#[derive(Clone, Copy)]
pub(crate) struct All(&'static Candidates);

#[cfg(feature = "classifier")]
impl All {
    pub(crate) fn get() -> Self {
        Self(Candidates::all())
    }

    /// The state before the first byte.
    pub(crate) fn start(self) -> State {
        START
    }

    /// The state after a byte.
    pub(crate) fn after(self, state: State, byte: u8) -> State {
        self.0.after(state, byte)
    }

    /// How many candidates can still accept the input in a state. One that has ceased does not begin again.
    pub(crate) fn alive(self, state: State) -> usize {
        self.0.alive(state).len()
    }
}

/// A production that may have been read.
struct Candidate {
    grammar: Grammar,
    production: Rule,
    /// Whether it is named before a scheme has been read.
    early: bool,
    /// What all that it accepts begins with. Most inputs begin otherwise, so that its automaton need not be made.
    begin: String,
    walker: OnceLock<Option<&'static LazyDfa>>,
}

impl Candidate {
    /// Its automaton, made when it is first asked for.
    fn walker(&self) -> Option<&'static LazyDfa> {
        *self.walker.get_or_init(|| walker(self.grammar, self.production.name()))
    }

    /// How far it accepts the input; `None` where it accepts all.
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

/// The candidates of a grammar, where some entry productions are asked for. They are named in this order: the alternatives of a
/// URL, the main entry, and the entry productions that were asked for.
fn list(grammar: Grammar, productions: &[&str]) -> &'static [Candidate] {
    /// For each set of entry productions, a bit each.
    type All = Vec<OnceLock<Vec<Candidate>>>;
    static ALL: [OnceLock<All>; GRAMMARS] = [const { OnceLock::new() }; GRAMMARS];
    let facts = grammar.facts();
    let all = ALL[grammar as usize].get_or_init(|| (0..1 << facts.entries.len()).map(|_| OnceLock::new()).collect());
    let asked = facts.entries.iter().zip(0..).filter(|(name, _)| productions.contains(name));
    let set: usize = asked.map(|(_, bit)| 1 << bit).sum();
    all[set].get_or_init(|| {
        // All entry productions but one hold the alternatives.
        let generic = facts.general.is_some_and(|general| productions == [general]);
        let inner = facts.alternatives.iter().chain([&facts.main]).filter(|_| !generic);
        let entries = facts.entries.iter().filter(|name| productions.contains(name));
        let bnf = grammar.bnf(Reading::Corrected);
        let candidate = |name: &&str| {
            let production = grammar.production(name)?.rule();
            let early = *name == facts.main || !facts.alternatives.contains(name);
            let mut begin = String::new();
            begins(bnf, &Expr::Name((*name).to_owned()), &mut begin);
            Some(Candidate { grammar, production, early, begin, walker: OnceLock::new() })
        };
        inner.chain(entries).filter_map(candidate).collect()
    })
}

/// Adds what all that an expression accepts begins with. Gives whether that is all that it accepts.
fn begins(bnf: &Bnf, expr: &Expr, begin: &mut String) -> bool {
    /// No scheme is longer. It bounds productions that use themselves.
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
            // One that uses itself first is no grammar of ours.
            body.is_some_and(|body| begins(bnf, body, begin))
        }
        _ => false,
    }
}

/// The state before the first character.
const START: State = 1;

/// The mark of a step after which some grammar accepts nothing that accepted something before it.
const CEASES: State = 1 << (State::BITS - 1);

/// The productions of some grammars that may have been read. The automaton of all is walked once instead of each of them: a state
/// of it is the states of all those that can still accept the input.
struct Candidates {
    /// Those of each grammar in their order, each with its automaton.
    all: Vec<(&'static Candidate, &'static LazyDfa)>,
    /// Those of each grammar alone.
    lists: [&'static [Candidate]; GRAMMARS],
    states: Mutex<States>,
    /// The class of each byte; those that no grammar accepts have one of their own.
    classes: [u8; 1 << u8::BITS],
    /// How many bits number a class.
    bits: u32,
    /// The place in what a thread has learned.
    place: usize,
}

/// The candidates that can still accept an input, in their order, each with its own state.
type Alive = Arc<[(usize, State)]>;

/// The states of all that were met, the same for all threads.
#[derive(Default)]
struct States {
    alive: Vec<Alive>,
    known: HashMap<Alive, State>,
}

impl States {
    /// The number of a state.
    fn numbered(&mut self, alive: Alive) -> State {
        *self.known.entry(alive).or_insert_with_key(|alive| {
            self.alive.push(Arc::clone(alive));
            (self.alive.len() - 1) as State
        })
    }
}

/// What a thread has learned of some candidates, so that threads do not wait for each other at every input.
#[derive(Default)]
struct Learned {
    /// For each state and class of bytes the next state, [marked](CEASES) where a grammar ceases.
    next: Vec<State>,
    /// For each state the grammars of which a production can still accept the input.
    alive: Vec<Grammars>,
    /// For each state and each past which of them was being read.
    named: Vec<[Option<Names>; Past::COUNT]>,
}

thread_local! {
    static LEARNED: RefCell<Vec<Learned>> = const { RefCell::new(Vec::new()) };
}

/// For each grammar a production, and its own state where it ceased; none where that has to be asked one by one.
type Names = Box<[Option<(Rule, State)>; GRAMMARS]>;

/// What has been read of an input.
#[derive(Clone, Copy)]
struct Past {
    scheme: bool,
    end: bool,
}

impl Past {
    const COUNT: usize = 4;

    fn index(self) -> usize {
        usize::from(self.scheme) << 1 | usize::from(self.end)
    }
}

/// What has to be learned before a walk can go on.
enum Unknown {
    /// The step by a character.
    Step(u8),
    /// What was being read.
    Names(Past),
}

/// A walk as far as it has come.
struct Walk<'i, 'c> {
    input: &'i str,
    /// Where the first colon stands, if there is one.
    colon: Option<usize>,
    at: Stop,
    /// The grammars that have not ceased, of those that are asked.
    open: Grammars,
    ceased: &'c mut Ceased,
}

impl Walk<'_, '_> {
    /// Goes on until all grammars have ceased.
    #[inline]
    fn go(&mut self, learned: &Learned, all: &Candidates) -> Result<(), Unknown> {
        let bytes = self.input.as_bytes();
        while self.open != 0 {
            let Stop { mut offset, mut state } = self.at;
            let mut to = DEAD;
            while let Some(&byte) = bytes.get(offset) {
                to = learned.step(all, state, byte);
                if to >= CEASES {
                    break;
                }
                (state, offset, to) = (to, offset + 1, DEAD);
            }
            self.at = Stop { offset, state };
            if to == UNKNOWN {
                return Err(Unknown::Step(bytes[offset]));
            }
            let to = to & !CEASES;
            let ceased = self.open & !learned.alive.get(to as usize).copied().unwrap_or_default();
            if ceased != 0 {
                self.cease(ceased, learned)?;
            }
            self.at = Stop { offset: offset + 1, state: to };
        }
        Ok(())
    }

    /// Notes what grammars were reading that cease here.
    fn cease(&mut self, ceased: Grammars, learned: &Learned) -> Result<(), Unknown> {
        let Stop { offset, state } = self.at;
        let past = Past { scheme: self.colon.is_some_and(|colon| colon < offset), end: offset == self.input.len() };
        let known = learned.named.get(state as usize).and_then(|names| names[past.index()].as_ref());
        let names = known.ok_or(Unknown::Names(past))?;
        self.open &= !ceased;
        let Ceased { found, places, count } = &mut *self.ceased;
        if let Some(place) = places.get_mut(*count) {
            *place = Place { stop: self.at, ceased };
        }
        *count = count.saturating_add(1);
        each(ceased, |grammar| match names[grammar] {
            Some((production, state)) => found[grammar] = Some((production, Stop { state, offset })),
            None => *count = usize::MAX,
        });
        Ok(())
    }
}

/// Calls a function for each of some grammars.
fn each(mut grammars: Grammars, mut call: impl FnMut(usize)) {
    while grammars != 0 {
        call(grammars.trailing_zeros() as usize);
        grammars &= grammars - 1;
    }
}

impl Learned {
    /// The next state, marked, if that is known.
    #[inline]
    fn step(&self, all: &Candidates, state: State, byte: u8) -> State {
        self.next.get(all.step(state, byte)).copied().unwrap_or(UNKNOWN)
    }

    /// Learns what a walk needs to go on.
    fn learn(&mut self, unknown: Unknown, all: &Candidates, state: State) {
        match unknown {
            Unknown::Step(byte) => {
                let to = all.after(state, byte);
                let ceases = self.alive(state, all) != self.alive(to, all);
                *grown(&mut self.next, all.step(state, byte), UNKNOWN) = if ceases { to | CEASES } else { to };
            }
            Unknown::Names(past) => {
                let names = grown(&mut self.named, state as usize, [const { None }; Past::COUNT]);
                names[past.index()] = Some(all.names(state, past));
            }
        }
    }

    /// The grammars that are alive in a state.
    fn alive(&mut self, state: State, all: &Candidates) -> Grammars {
        let alive = grown(&mut self.alive, state as usize, 0);
        // In every state but that from which nothing is accepted one is alive.
        if *alive == 0 {
            *alive = all.grammars(state);
        }
        *alive
    }
}

impl Candidates {
    /// Those of all grammars, by the entry productions that accept everything.
    #[cfg(feature = "classifier")]
    fn all() -> &'static Self {
        static ALL: OnceLock<Candidates> = OnceLock::new();
        ALL.get_or_init(|| Self::make(Grammar::ALL.into_iter().map(|grammar| (grammar, grammar.facts().starts))))
    }

    fn make<'p>(asked: impl IntoIterator<Item = (Grammar, &'p [&'p str])>) -> Self {
        let mut lists: [&[Candidate]; GRAMMARS] = [&[]; GRAMMARS];
        asked.into_iter().for_each(|(grammar, productions)| lists[grammar as usize] = list(grammar, productions));
        let all: Vec<(&Candidate, &LazyDfa)> =
            lists.iter().copied().flatten().filter_map(|it| Some((it, it.walker()?))).collect();
        // Bytes that no candidate tells apart are of one class.
        let mut known: HashMap<Option<Vec<u8>>, u8> = HashMap::new();
        let classes = std::array::from_fn(|byte| {
            let ascii = byte < ALPHABET;
            let own = ascii.then(|| all.iter().map(|(_, walker)| walker.class(byte as u8)).collect());
            let next = known.len() as u8;
            *known.entry(own).or_insert(next)
        });
        let bits = known.len().next_power_of_two().ilog2();
        let mut states = States::default();
        // The states from which nothing is accepted, and before the first character.
        debug_assert_eq!((DEAD, START), (0, 1));
        states.numbered(Alive::default());
        states.numbered(all.iter().enumerate().map(|(at, (_, walker))| (at, walker.start())).collect());
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let place = MADE.fetch_add(1, Ordering::Relaxed);
        Self { all, lists, states: Mutex::new(states), classes, bits, place }
    }

    fn states(&self) -> MutexGuard<'_, States> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The candidates that are alive in a state.
    fn alive(&self, state: State) -> Alive {
        Arc::clone(&self.states().alive[state as usize])
    }

    /// The state after a byte.
    fn after(&self, state: State, byte: u8) -> State {
        let alive = self.alive(state);
        let after = alive.iter().filter_map(|&(at, own)| Some((at, self.all[at].1.step(own, byte)?)));
        let after = after.collect();
        self.states().numbered(after)
    }

    /// The place of a step in what a thread has learned.
    #[inline]
    fn step(&self, state: State, byte: u8) -> usize {
        (state as usize) << self.bits | usize::from(self.classes[usize::from(byte)])
    }

    /// Finds where each of some grammars ceased, and the production of it that reads furthest.
    fn furthest(&self, grammars: Grammars, input: &str, ceased: &mut Ceased) {
        self.together(grammars, input, ceased);
        if ceased.count > PLACES {
            each(grammars, |grammar| {
                let found = &mut ceased.found[grammar];
                *found = found.or_else(|| one_by_one(self.lists[grammar], input, None));
            });
        }
    }

    /// Reads the input once. Finds none where that does not tell.
    fn together(&self, grammars: Grammars, input: &str, ceased: &mut Ceased) {
        let at = Stop { offset: 0, state: START };
        let mut walk = Walk { input, colon: input.find(':'), at, open: grammars, ceased };
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
        // A thread that ends may have forgotten all.
        if known.is_err() {
            finish(&mut Learned::default());
        }
    }

    /// The grammars of which a candidate is alive in a state.
    fn grammars(&self, state: State) -> Grammars {
        self.alive(state).iter().fold(0, |all, &(at, _)| all | 1 << self.all[at].0.grammar as usize)
    }

    /// For each grammar the first candidate that is alive in a state, and its own state there.
    fn names(&self, state: State, past: Past) -> Names {
        let mut names = [None; GRAMMARS];
        for &(at, own) in &*self.alive(state) {
            let (it, walker) = self.all[at];
            let refuses = !(past.end && walker.accepts(own));
            if refuses && (past.scheme || it.early) {
                names[it.grammar as usize].get_or_insert((it.production, own));
            }
        }
        Box::new(names)
    }
}

/// Asks the candidates of a grammar one after another: the first counts that reads as far as any, or to this offset.
fn one_by_one(list: &[Candidate], input: &str, offset: Option<usize>) -> Option<Furthest> {
    let colon = input.find(':');
    let named = |it: &&Candidate, offset| it.early || colon.is_some_and(|colon| colon < offset);
    let furthest = match offset {
        Some(offset) => list.iter().filter(|it| named(it, offset)).find(|it| it.reads(input) == Some(offset))?,
        None => {
            let all: Vec<(&Candidate, usize)> = list.iter().filter_map(|it| Some((it, it.reads(input)?))).collect();
            let offset = all.iter().map(|(_, offset)| *offset).max()?;
            all.into_iter().find(|(it, reads)| *reads == offset && named(it, offset))?.0
        }
    };
    Some((furthest.production, furthest.walker()?.walk(input)))
}

/// A place in a table, which grows as far as it has to.
fn grown<T: Clone>(table: &mut Vec<T>, at: usize, none: T) -> &mut T {
    if table.len() <= at {
        table.resize(at + 1, none);
    }
    &mut table[at]
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
            for all in sets.map(|set| Candidates::make([(grammar, set)])) {
                let list = all.lists[grammar as usize];
                let same = |input: &str| {
                    let mut ceased = Ceased::default();
                    all.together(1 << grammar as usize, input, &mut ceased);
                    let Some((production, stop)) = ceased.found[grammar as usize] else { return 0 };
                    let (alone, at) = one_by_one(list, input, None).unwrap();
                    let (together, alone) = ((production, stop.offset, stop.state), (alone, at.offset, at.state));
                    assert_eq!(together, alone, "{grammar}: {input}");
                    // A beginning tells what the automaton would.
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
