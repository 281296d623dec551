//! All grammars in one pass: one deterministic automaton whose states say which productions accept.
//!
//! It is made from the corrected published grammars, the same that the proof compares the pest rules with. Each
//! production that can take a whole input is a part of the automaton; what a state knows of a part is one bit that it
//! accepts, and one that it still can.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex_automata::dfa::{Automaton, StartKind, dense};
use regex_automata::nfa::thompson;
use regex_automata::util::{start, syntax};
use regex_automata::{Anchored, MatchKind};

use super::dfa::{Machine, State};
use super::lower::Lowering;
use crate::grammar::Grammar;
use crate::published::{Bnf, Reading};

/// A set of parts, a bit each.
type Parts = u64;

/// How many grammars there are.
const GRAMMARS: usize = Grammar::ALL.len();
/// Where no production takes the input.
const NONE: u8 = u8::MAX;
/// The state from which no pattern accepts.
const DEAD: u32 = 0;
/// Where in the last place of a row the grammars begin.
const OPEN: u32 = 16;
/// How many inputs are walked through at once: a table walk waits for memory, not for the processor.
const LANES: usize = 4;
/// How many bytes each of them goes at once.
const STRIDE: usize = 8;

/// What all grammars say of one input: for each the production that takes it, or none.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::language::Classifier;
///
/// let verdict = Classifier::get().classify(b"file://localhost/etc/motd");
/// assert_eq!(verdict.production(Grammar::Rfc1738), Some("fileurl"));
/// assert_eq!(verdict.production(Grammar::Rfc1630), None);
/// assert_eq!(verdict.accepting().count(), 4);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Verdict([u8; GRAMMARS]);

impl Default for Verdict {
    /// No grammar takes the input.
    fn default() -> Self {
        Self([NONE; GRAMMARS])
    }
}

impl Verdict {
    /// The production by which a grammar takes the input, named as [`Parsed::production`](crate::Parsed::production)
    /// names it.
    pub fn production(self, grammar: Grammar) -> Option<&'static str> {
        judges(grammar).get(usize::from(self.0[grammar as usize])).map(|judge| judge.name)
    }

    /// Whether a grammar takes the input.
    pub fn accepts(self, grammar: Grammar) -> bool {
        self.0[grammar as usize] != NONE
    }

    /// The verdict where these parts accept. `bits` has the part of each judge.
    fn of(accepting: Parts, bits: &[Vec<Parts>; GRAMMARS]) -> Self {
        let first = |bits: &Vec<Parts>| bits.iter().position(|bit| accepting & bit != 0).map_or(NONE, |at| at as u8);
        Self(bits.each_ref().map(first))
    }

    /// The grammars that take the input, each with its production.
    pub fn accepting(self) -> impl Iterator<Item = (Grammar, &'static str)> {
        Grammar::ALL.into_iter().filter_map(move |grammar| Some((grammar, self.production(grammar)?)))
    }
}

/// A production that can be the verdict of its grammar.
#[derive(Debug)]
struct Judge {
    name: &'static str,
    /// What takes the input: this production, or nothing, and behind it perhaps a fragment.
    production: &'static str,
    fragment: bool,
}

/// The productions that can be the verdict of a grammar. The first that takes an input is.
fn judges(grammar: Grammar) -> &'static [Judge] {
    static ALL: LazyLock<[Vec<Judge>; GRAMMARS]> = LazyLock::new(|| {
        Grammar::ALL.map(|grammar| {
            let judge = |name| Judge { name, production: name, fragment: false };
            if grammar == Grammar::Uri1997 {
                let reference = |name, production| Judge { name, production, fragment: true };
                return vec![
                    judge("URN-reference"),
                    reference("absoluteURL", "absoluteURL"),
                    reference("URL-reference", ""),
                    reference("relativeURL", "relativeURL"),
                ];
            }
            let entries = grammar.entry_productions();
            let entry = |name| entries.contains(&name).then_some(name);
            let first = entry("prefixedurl").into_iter().chain(grammar.alternatives().iter().copied());
            first.chain(entry("fragmentaddress")).chain(entry("genericurl")).map(judge).collect()
        })
    });
    &ALL[grammar as usize]
}

/// Where an input ceased to be what a grammar takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stop {
    /// The offset of the first byte after which nothing can follow that the grammar would accept; the length of the
    /// input if it ended too early.
    pub offset: usize,
    /// The automaton's state before that byte: inputs that stop alike have the same.
    pub state: u32,
    /// The byte, or `None` at the end.
    pub byte: Option<u8>,
}

/// The classifier of all grammars.
///
/// Its table is made from the published grammars by [`Classifier::make`] and kept in `grammar/classifier.bin`, so that
/// using it costs nothing at the start; a test keeps the file fresh. Classifying allocates nothing.
pub struct Classifier {
    /// Which bytes no production tells apart.
    classes: [u8; 256],
    /// How many classes there are.
    width: usize,
    /// For each state a row: for each class the place where the next state's row begins, and last the state's number,
    /// with the grammars above it that can still take the input, a bit each.
    ///
    /// Rows are packed, for what is often visited should fit into the processor's nearest cache.
    rows: Vec<u32>,
    /// For each state which parts accept there, and which can accept behind it.
    accepts: Vec<Parts>,
    can: Vec<Parts>,
    /// For each state what it means to end there.
    verdicts: Vec<Verdict>,
}

/// A production, perhaps with a fragment behind it: one bit of [`Parts`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Part {
    grammar: Grammar,
    production: &'static str,
    fragment: bool,
}

/// All parts, in the order of their bits.
fn parts() -> &'static [Part] {
    static ALL: LazyLock<Vec<Part>> = LazyLock::new(|| {
        let mut parts = Vec::new();
        for grammar in Grammar::ALL {
            for &Judge { production, fragment, .. } in judges(grammar) {
                parts.push(Part { grammar, production, fragment });
                if fragment && !production.is_empty() {
                    parts.push(Part { grammar, production, fragment: false });
                }
            }
        }
        parts
    });
    &ALL
}

/// The parts that make up a production, a union of them or one alone.
fn parts_of(grammar: Grammar, production: &str) -> Parts {
    let belongs = |part: &Part| {
        part.grammar == grammar
            && match (grammar, production) {
                (Grammar::Uri1997, "URI-reference") => true,
                (Grammar::Uri1997, "URL-reference") => part.fragment,
                (Grammar::Rfc1630Generic, _) => part.production == production,
                (_, "url" | "uri") => grammar.alternatives().contains(&part.production),
                _ => part.production == production && !part.fragment,
            }
    };
    parts().iter().enumerate().filter(|(_, part)| belongs(part)).fold(0, |set, (bit, _)| set | 1 << bit)
}

impl Classifier {
    /// The one classifier.
    pub fn get() -> &'static Self {
        static CLASSIFIER: LazyLock<Classifier> = LazyLock::new(|| {
            Classifier::read(include_bytes!("../../grammar/classifier.bin")).unwrap_or_else(Classifier::make)
        });
        &CLASSIFIER
    }

    /// Makes the classifier anew from the corrected published grammars, which takes more than a second.
    pub fn make() -> Self {
        let mut patterns: Vec<String> = Vec::new();
        // For each part the pattern that takes the input, and perhaps one that must not.
        let mut sides: Vec<(usize, Option<usize>)> = Vec::new();
        for grammar in Grammar::ALL {
            let mut lowering = Lowering::new(Bnf::of(grammar, Reading::Corrected));
            let mut pattern = |name: &str| lowering.pattern(name).unwrap_or_default();
            for part in parts().iter().filter(|part| part.grammar == grammar) {
                let (mut takes, but) = pattern(part.production);
                if part.fragment {
                    takes = format!("(?:{takes})(?:#(?:{}))?", pattern("fragment").0);
                }
                let mut add = |pattern| {
                    patterns.push(pattern);
                    patterns.len() - 1
                };
                sides.push((add(takes), but.map(add)));
            }
        }
        let dfa = dense::Builder::new()
            .configure(
                dense::Config::new()
                    .match_kind(MatchKind::All)
                    .start_kind(StartKind::Anchored)
                    .accelerate(false)
                    .minimize(true),
            )
            .syntax(syntax::Config::new().unicode(false).utf8(false))
            .thompson(thompson::Config::new().utf8(false))
            .build_many(&patterns)
            .expect("the patterns are this library's own");
        Self::from_dense(&dfa, &sides)
    }

    fn from_dense(dfa: &dense::DFA<Vec<u32>>, sides: &[(usize, Option<usize>)]) -> Self {
        let mut classes = [0; 256];
        let mut representatives = Vec::new();
        for byte in 0..=u8::MAX {
            let class = dfa.byte_classes().get(byte);
            classes[usize::from(byte)] = class;
            if usize::from(class) == representatives.len() {
                representatives.push(byte);
            }
        }
        let start = dfa.start_state(&start::Config::new().anchored(Anchored::Yes)).expect("an anchored start");
        let mut known = HashMap::from([(start, 1u16)]);
        let mut order = vec![start];
        let mut next = vec![0; representatives.len()];
        let mut accepts = vec![0];
        let mut at = 0;
        while let Some(&state) = order.get(at) {
            at += 1;
            for &byte in &representatives {
                let to = dfa.next_state(state, byte);
                next.push(match dfa.is_dead_state(to) {
                    true => 0,
                    false => *known.entry(to).or_insert_with(|| {
                        order.push(to);
                        order.len() as u16
                    }),
                });
            }
            let end = dfa.next_eoi_state(state);
            let matches = if dfa.is_match_state(end) { dfa.match_len(end) } else { 0 };
            let matched: Vec<usize> = (0..matches).map(|i| dfa.match_pattern(end, i).as_usize()).collect();
            let holds = |(takes, but): &(usize, Option<usize>)| {
                matched.contains(takes) && but.is_none_or(|but| !matched.contains(&but))
            };
            let held = sides.iter().enumerate().filter(|(_, sides)| holds(sides));
            accepts.push(held.fold(0, |set, (bit, _)| set | 1 << bit));
        }
        Self::new(classes, representatives.len(), &next, accepts)
    }

    /// From the rows of all states, each of `width` classes.
    fn new(classes: [u8; 256], width: usize, next: &[u16], accepts: Vec<Parts>) -> Self {
        let can = reachable(next, width, &accepts);
        let bits = Grammar::ALL.map(|grammar| {
            let bit = |judge: &Judge| {
                let part = Part { grammar, production: judge.production, fragment: judge.fragment };
                parts().iter().position(|other| *other == part).map_or(0, |bit| 1 << bit)
            };
            judges(grammar).iter().map(bit).collect()
        });
        let verdicts: Vec<Verdict> = accepts.iter().map(|&set| Verdict::of(set, &bits)).collect();
        let grammar_sets = verdicts.iter().map(|verdict| {
            Grammar::ALL.iter().fold(0, |set, &grammar| set | u64::from(verdict.accepts(grammar)) << grammar as usize)
        });
        let open = reachable(next, width, &grammar_sets.collect::<Vec<_>>());
        let mut rows = Vec::with_capacity(accepts.len() * (width + 1));
        for ((number, row), open) in next.chunks(width).enumerate().zip(open) {
            rows.extend(row.iter().map(|&to| u32::from(to) * (width as u32 + 1)));
            rows.push(number as u32 | (open as u32) << OPEN);
        }
        Self { classes, width, rows, accepts, can, verdicts }
    }

    /// The table as it is kept in `grammar/classifier.bin`.
    ///
    /// The number of states and of classes (two bytes each, the less significant first, as everywhere), the class of
    /// each byte, for each state and class the next state (two bytes), and for each state the parts that accept (eight).
    pub fn table(&self) -> Vec<u8> {
        let mut table = Vec::new();
        table.extend((self.accepts.len() as u16).to_le_bytes());
        table.extend((self.width as u16).to_le_bytes());
        table.extend(self.classes);
        for row in self.rows.chunks(self.width + 1) {
            row[..self.width].iter().for_each(|&to| table.extend((self.number(to) as u16).to_le_bytes()));
        }
        self.accepts.iter().for_each(|set| table.extend(set.to_le_bytes()));
        table
    }

    fn read(table: &[u8]) -> Option<Self> {
        let (head, rest) = table.split_first_chunk::<4>()?;
        let [states, width] =
            [[head[0], head[1]], [head[2], head[3]]].map(|bytes| usize::from(u16::from_le_bytes(bytes)));
        let (classes, rest) = rest.split_first_chunk::<256>()?;
        let (rows, accepts) = rest.split_at_checked(2 * states * width)?;
        let next: Vec<u16> = rows.as_chunks().0.iter().map(|&bytes| u16::from_le_bytes(bytes)).collect();
        let accepts: Vec<Parts> = accepts.as_chunks().0.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect();
        let whole = accepts.len() == states
            && states > 1
            && next.iter().all(|&to| usize::from(to) < states)
            && classes.iter().all(|&class| usize::from(class) < width);
        whole.then(|| Self::new(*classes, width, &next, accepts))
    }

    fn step(&self, state: u32, byte: u8) -> u32 {
        // A state is where its row begins.
        self.rows[state as usize + usize::from(self.classes[usize::from(byte)])]
    }

    fn number(&self, state: u32) -> usize {
        self.rows[state as usize + self.width] as usize & ((1 << OPEN) - 1)
    }

    fn open(&self, state: u32) -> u8 {
        (self.rows[state as usize + self.width] >> OPEN) as u8
    }

    fn start(&self) -> u32 {
        self.width as u32 + 1
    }

    fn verdict(&self, state: u32) -> Verdict {
        self.verdicts[self.number(state)]
    }

    /// What all grammars say of an input. Bytes that are no US-ASCII are refused by all.
    pub fn classify(&self, input: &[u8]) -> Verdict {
        self.verdict(self.go(self.start(), input))
    }

    fn go(&self, state: u32, piece: &[u8]) -> u32 {
        piece.iter().fold(state, |state, &byte| self.step(state, byte))
    }

    /// Classifies many inputs, several at once; `verdicts[i]` is that of `inputs[i]`.
    ///
    /// Where one slice is shorter than the other, only so many are classified.
    pub fn classify_many<T: AsRef<[u8]>>(&self, inputs: &[T], verdicts: &mut [Verdict]) {
        let count = inputs.len().min(verdicts.len());
        let Some(first) = inputs[..count].first_chunk::<LANES>() else {
            inputs.iter().zip(verdicts).for_each(|(input, verdict)| *verdict = self.classify(input.as_ref()));
            return;
        };
        // What is left of the input in each lane, and which input that is.
        let mut lanes: [&[u8]; LANES] = std::array::from_fn(|lane| first[lane].as_ref());
        let mut places: [usize; LANES] = std::array::from_fn(|lane| lane);
        let mut states = [self.start(); LANES];
        let mut next = LANES;
        loop {
            // A lane that cannot go a whole stride comes to its end alone, and takes the next input.
            for ((lane, place), state) in lanes.iter_mut().zip(&mut places).zip(&mut states) {
                while lane.len() < STRIDE {
                    verdicts[*place] = self.verdict(self.go(*state, lane));
                    if next == count {
                        // No more: what is in the other lanes goes its way alone.
                        *place = count;
                        break;
                    }
                    (*lane, *place, *state) = (inputs[next].as_ref(), next, self.start());
                    next += 1;
                }
            }
            if places.contains(&count) {
                break;
            }
            let bytes: [[u8; STRIDE]; LANES] = lanes.map(|lane| lane.first_chunk().copied().unwrap_or_default());
            for i in 0..STRIDE {
                for (state, bytes) in states.iter_mut().zip(&bytes) {
                    *state = self.step(*state, bytes[i]);
                }
            }
            lanes.iter_mut().for_each(|lane| *lane = &lane[STRIDE..]);
        }
        for ((lane, place), state) in lanes.into_iter().zip(places).zip(states).filter(|((_, place), _)| *place < count)
        {
            verdicts[place] = self.verdict(self.go(state, lane));
        }
    }

    /// Where each grammar that refuses the input ceased to take it; `None` for one that takes it.
    pub fn stops(&self, input: &[u8]) -> [Option<Stop>; GRAMMARS] {
        let mut walk = Walk::new(self);
        walk.feed(input);
        walk.stops()
    }

    /// Where each of some productions ceases to take the input; `None` for one that takes it or is not known here.
    pub(crate) fn offsets(&self, grammar: Grammar, productions: &[&str], input: &str) -> Vec<Option<usize>> {
        let sets: Vec<Parts> = productions.iter().map(|production| parts_of(grammar, production)).collect();
        let mut offsets = vec![None; sets.len()];
        let mut state = self.start();
        let mut close = |alive: Parts, at: usize| {
            for (offset, set) in offsets.iter_mut().zip(&sets) {
                if *set != 0 && offset.is_none() && set & alive == 0 {
                    *offset = Some(at);
                }
            }
        };
        for (at, byte) in input.bytes().enumerate() {
            state = self.step(state, byte);
            close(self.can[self.number(state)], at);
            if state == DEAD {
                break;
            }
        }
        close(self.accepts[self.number(state)], input.len());
        offsets
    }

    /// The automaton of a production alone, if it is a verdict or a union of those.
    pub(crate) fn machine(&self, grammar: Grammar, production: &str) -> Option<impl Machine + '_> {
        let parts = parts_of(grammar, production);
        (parts != 0).then_some(View { classifier: self, parts })
    }
}

/// What some parts alone accept.
struct View<'c> {
    classifier: &'c Classifier,
    parts: Parts,
}

impl Machine for View<'_> {
    fn start(&self) -> State {
        self.classifier.start()
    }

    fn step(&self, state: State, byte: u8) -> Option<State> {
        let to = self.classifier.step(state, byte);
        (self.classifier.can[self.classifier.number(to)] & self.parts != 0).then_some(to)
    }

    fn accepts(&self, state: State) -> bool {
        self.classifier.accepts[self.classifier.number(state)] & self.parts != 0
    }
}

/// For each state the union of the sets of all states that it can reach, its own included.
fn reachable(next: &[u16], width: usize, sets: &[Parts]) -> Vec<Parts> {
    let mut before = vec![Vec::new(); sets.len()];
    for (from, row) in next.chunks(width).enumerate() {
        for &to in row {
            if before[usize::from(to)].last() != Some(&from) {
                before[usize::from(to)].push(from);
            }
        }
    }
    let mut reached = sets.to_vec();
    let mut waiting: Vec<usize> = (0..sets.len()).filter(|&state| sets[state] != 0).collect();
    while let Some(state) = waiting.pop() {
        for &from in &before[state] {
            if reached[from] | reached[state] != reached[from] {
                reached[from] |= reached[state];
                waiting.push(from);
            }
        }
    }
    reached
}

/// The way of one input through the automaton, piece by piece, for inputs too long to be held.
#[derive(Clone)]
pub struct Walk<'c> {
    classifier: &'c Classifier,
    state: u32,
    offset: usize,
    /// Which grammars can still take the input.
    open: u8,
    stops: [Option<Stop>; GRAMMARS],
}

impl<'c> Walk<'c> {
    /// Before the first byte.
    pub fn new(classifier: &'c Classifier) -> Self {
        let state = classifier.start();
        Self { classifier, state, offset: 0, open: classifier.open(state), stops: [None; GRAMMARS] }
    }

    /// Goes on with the next piece of the input.
    pub fn feed(&mut self, piece: &[u8]) {
        let classifier = self.classifier;
        for (at, &byte) in piece.iter().enumerate() {
            let next = classifier.step(self.state, byte);
            let open = classifier.open(next);
            if open != self.open {
                self.close(self.open & !open, self.offset + at, Some(byte));
                self.open = open;
            }
            self.state = next;
            if next == DEAD {
                break;
            }
        }
        self.offset += piece.len();
    }

    fn close(&mut self, grammars: u8, offset: usize, byte: Option<u8>) {
        for grammar in Grammar::ALL {
            if grammars & 1 << grammar as usize != 0 {
                self.stops[grammar as usize] =
                    Some(Stop { offset, state: self.classifier.number(self.state) as u32, byte });
            }
        }
    }

    /// What all grammars say of the input, if it ends here.
    pub fn verdict(&self) -> Verdict {
        self.classifier.verdict(self.state)
    }

    /// Where each grammar ceased to take the input, if it ends here.
    pub fn stops(mut self) -> [Option<Stop>; GRAMMARS] {
        let verdict = self.verdict();
        let refused =
            |set: u8, &grammar: &Grammar| if verdict.accepts(grammar) { set } else { set | 1 << grammar as usize };
        let unfinished = self.open & Grammar::ALL.iter().fold(0, refused);
        self.close(unfinished, self.offset, None);
        self.stops
    }
}
