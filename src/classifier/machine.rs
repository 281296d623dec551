//! The verdicts in each state, and the tables that lead there.

use std::fmt;
use std::sync::LazyLock;

use super::atlas::{self, Acceptor, Atlas, acceptors};
use super::before::{PrecedingContext, PrecedingContexts};
use super::pairs::Pairs;
use super::stops::{Stop, Stops};
use super::table::{Label, START, Table};
use crate::grammar::Grammar;
use crate::refusal::deepest::{GROUPS, groups};
use crate::refusal::prebuilt;

/// The number of grammars.
pub(super) const GRAMMARS: usize = Grammar::ALL.len();
// A set of grammars has one bit for each, and one set is that of no state.
const _: () = assert!(GRAMMARS < u16::BITS as usize);
/// No production accepts the input.
const NONE: u8 = u8::MAX;
/// The grammar would accept the input, but IDNA processing makes no domain of its host.
pub(super) const NO_DOMAIN: u8 = NONE - 1;

/// The verdicts of all grammars on one input: for each grammar the production that accepts the
/// input, if one does.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::classifier::Classifier;
///
/// let verdict = Classifier::get().classify("file://localhost/etc/motd").verdicts();
/// assert_eq!(verdict.production(Grammar::Rfc1738), Some("fileurl"));
/// assert_eq!(verdict.production(Grammar::Rfc1630), None);
/// assert_eq!(verdict.accepting().count(), 11);
/// let verdict = Classifier::get().classify("a://[v1.b]").verdicts();
/// assert_eq!(verdict.to_string(), "rfc3986 URI, rfc3987 IRI");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Verdicts(pub(super) [u8; GRAMMARS]);

impl Default for Verdicts {
    /// No grammar accepts the input.
    fn default() -> Self {
        Self([NONE; GRAMMARS])
    }
}

/// The grammars that accept the input, each with the accepting production; empty if all refuse it.
impl fmt::Display for Verdicts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.accepting().enumerate().try_for_each(|(at, (grammar, production))| {
            write!(f, "{}{grammar} {production}", if at > 0 { ", " } else { "" })
        })
    }
}

impl Verdicts {
    /// The production by which a grammar accepts the input, named as in
    /// [`Parsed::production`](crate::Parsed::production); `None` if the grammar refuses the input.
    pub fn production(self, grammar: Grammar) -> Option<&'static str> {
        self.acceptor(grammar).map(|acceptor| acceptor.name)
    }

    /// Whether a grammar accepts the input unexamined: only Unicode's IDNA processing (UTS 46),
    /// which no automaton can express, decides whether its host is a domain. Only the URL
    /// Standard's grammars do so. [`Classification::examined`](super::Classification::examined) asks for
    /// the processing.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::classifier::Classifier;
    ///
    /// let unexamined = |input, grammar| Classifier::get().classify(input).verdicts().is_unexamined(grammar);
    /// assert!(unexamined("http://b\u{fc}cher/", Grammar::Whatwg));
    /// assert!(unexamined("http://xn--a/", Grammar::WhatwgValid));
    /// // Only the domains of special schemes are processed.
    /// assert!(!unexamined("a://b\u{fc}cher/", Grammar::Whatwg) && !unexamined("http://a/\u{fc}", Grammar::Whatwg));
    /// assert!(!unexamined("http://b\u{fc}cher/", Grammar::Rfc3987));
    /// ```
    pub fn is_unexamined(self, grammar: Grammar) -> bool {
        self.acceptor(grammar).is_some_and(|acceptor| acceptor.unexamined)
    }

    /// Whether a grammar is among [those](Self::without_domain) that refuse the input for its host
    /// alone.
    pub fn has_no_domain(self, grammar: Grammar) -> bool {
        self.0[grammar as usize] == NO_DOMAIN
    }

    fn acceptor(self, grammar: Grammar) -> Option<&'static Acceptor> {
        acceptors(grammar).get(usize::from(self.0[grammar as usize]))
    }

    /// Whether a grammar accepts the input.
    pub fn accepts(self, grammar: Grammar) -> bool {
        self.0[grammar as usize] < NO_DOMAIN
    }

    /// Each grammar, with the production by which it accepts the input.
    pub fn iter(self) -> impl Iterator<Item = (Grammar, Option<&'static str>)> {
        Grammar::all().map(move |grammar| (grammar, self.production(grammar)))
    }

    /// The grammars that accept the input, each with the accepting production.
    pub fn accepting(self) -> impl Iterator<Item = (Grammar, &'static str)> {
        self.iter().filter_map(|(grammar, production)| Some((grammar, production?)))
    }

    /// These verdicts, and others on other grammars.
    #[inline(always)]
    pub(super) fn and(self, others: Self) -> Self {
        Self(std::array::from_fn(|grammar| self.0[grammar].min(others.0[grammar])))
    }

    /// The grammars that accept the input, one bit each.
    pub(super) fn set(self) -> u16 {
        Grammar::ALL.iter().fold(0, |set, &grammar| set | u16::from(self.accepts(grammar)) << grammar as usize)
    }
}

/// The facts about an input that ends in a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct End {
    pub verdict: Verdicts,
    /// The grammars that can still accept the input, one bit each.
    open: u16,
}

impl End {
    fn new(atlas: &Atlas, label: &atlas::EntryAcceptance) -> Self {
        let verdict = atlas.verdict(label).map(|index| index.map_or(NONE, |index| index as u8));
        let open = Grammar::ALL
            .iter()
            .fold(0, |set, &grammar| set | u16::from(atlas.is_open(label, grammar)) << grammar as usize);
        Self { verdict: Verdicts(verdict), open }
    }
}

impl Label for End {
    const SIZE: usize = GRAMMARS + 2;

    fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.verdict.0);
        out.extend(self.open.to_le_bytes());
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let (&verdict, open) = bytes.split_first_chunk()?;
        Some(Self { verdict: Verdicts(verdict), open: u16::from_le_bytes(open.try_into().ok()?) })
    }

    fn mark(&self) -> u16 {
        self.open
    }
}

/// One automaton.
pub(super) struct Machine {
    pub table: Table<End>,
    pub pairs: Pairs,
    before: PrecedingContexts,
}

impl Machine {
    /// Builds it from the automaton of all productions, by merging states that have the same
    /// verdicts. It is fastest in states and on pairs of bytes that occur in the typical inputs.
    fn new(atlas: &Atlas, typical: &[String]) -> Self {
        let table = atlas.table.minimal(|label| End::new(atlas, label), typical.iter().map(String::as_str));
        let pairs = Pairs::new(&table, typical.iter().map(String::as_str));
        let before = PrecedingContexts::new(&table);
        Self { table, pairs, before }
    }

    fn write(&self) -> Vec<u8> {
        [self.table.write(), self.pairs.write(), self.before.write()].concat()
    }

    /// Reads the output of [`write`](Self::write), and returns the data after it; `None` for any
    /// other data.
    fn read(data: &'static [u8]) -> Option<(Self, &'static [u8])> {
        let (table, remainder) = Table::read(data)?;
        let (pairs, remainder) = Pairs::read(&table, remainder)?;
        let (before, remainder) = PrecedingContexts::read(&table, remainder)?;
        Some((Self { table, pairs, before }, remainder))
    }
}

/// A state of each automaton.
pub(super) type States = [u16; GROUPS];
/// The states before the first byte.
pub(super) const STARTS: States = [START; GROUPS];

/// The classifier of all grammars. It starts fast, and classification does not allocate.
///
/// It consists of two automata, which read an input side by side.
pub struct Classifier {
    pub(super) machines: [Machine; GROUPS],
}

regular_bnf::debug_fields!(Classifier {});

impl Classifier {
    /// The shared classifier.
    pub fn get() -> &'static Self {
        static CLASSIFIER: LazyLock<Classifier> = LazyLock::new(|| {
            Classifier::read(include_bytes!("../../grammar/classifier.bin"))
                .unwrap_or_else(|| Classifier::generate(&[]))
        });
        &CLASSIFIER
    }

    fn generate(typical: &[String]) -> Self {
        Self { machines: groups().map(|grammars| Machine::new(&Atlas::new(&grammars), typical)) }
    }

    fn write(&self) -> Vec<u8> {
        let machines = self.machines.iter().map(Machine::write);
        [fingerprint().to_le_bytes().to_vec()].into_iter().chain(machines).flatten().collect()
    }

    /// Reads the output of [`write`](Self::write) for the present grammars; `None` for any other
    /// data.
    fn read(data: &'static [u8]) -> Option<Self> {
        let (sources, remainder) = data.split_first_chunk()?;
        if u64::from_le_bytes(*sources) != fingerprint() {
            return None;
        }
        let (documents, remainder) = Machine::read(remainder)?;
        let (standard, remainder) = Machine::read(remainder)?;
        remainder.is_empty().then_some(Self { machines: [documents, standard] })
    }

    /// The states after a byte.
    #[inline(always)]
    pub(super) fn next(&self, states: States, byte: u8) -> States {
        std::array::from_fn(|group| self.machines[group].table.step(states[group], byte))
    }

    /// The grammars that can still accept an input, one bit each.
    #[inline(always)]
    pub(super) fn open_set(&self, states: States) -> u16 {
        (0..GROUPS).fold(0, |open, group| open | self.machines[group].table.mark(states[group]))
    }

    /// The verdicts on an input that ends in these states.
    #[inline(always)]
    pub(super) fn verdicts_at_end(&self, states: States) -> Verdicts {
        let [documents, standard] =
            std::array::from_fn(|group| self.machines[group].table.label(states[group]).verdict);
        documents.and(standard)
    }

    /// The states with that [number](pack); the dead state in place of one that does not exist.
    #[inline(always)]
    pub(super) fn unpacked(&self, number: u32) -> States {
        let numbers = unpack(number);
        std::array::from_fn(|group| self.machines[group].table.state(numbers[group].into()))
    }

    /// The facts about the text in front of a place where it stops; `None` if texts with different
    /// facts lead to the state.
    #[inline(always)]
    pub(super) fn before(&self, stop: Stop) -> Option<PrecedingContext> {
        // At the later bytes of a character the state is not that in front of it.
        if matches!(stop.byte, Some(0x80..0xC0)) {
            return None;
        }
        let numbers = unpack(stop.state);
        (0..GROUPS).find_map(|group| self.machines[group].before.get(numbers[group]))
    }

    /// The grammars that could accept the input up to this place and refuse it there: at that byte,
    /// or because the input ended.
    pub fn refusing(&self, stop: Stop) -> impl Iterator<Item = Grammar> + use<> {
        let states = self.unpacked(stop.state);
        let after = match stop.byte {
            Some(byte) => self.open_set(self.next(states, byte)),
            None => self.verdicts_at_end(states).set(),
        };
        grammars_of_set(self.open_set(states) & !after)
    }

    /// Records a place where grammars stop accepting the input, for each of them.
    pub(super) fn record(&self, stop: Stop, stops: &mut Stops) {
        self.refusing(stop).for_each(|grammar| stops.set(grammar, stop));
    }
}

/// The grammars of a set of one bit each.
pub(super) fn grammars_of_set(set: u16) -> impl Iterator<Item = Grammar> {
    Grammar::all().filter(move |&grammar| set & 1 << grammar as usize != 0)
}

/// One number for the states.
#[inline(always)]
pub(super) fn pack([documents, standard]: States) -> u32 {
    u32::from(documents) | u32::from(standard) << u16::BITS
}

/// The states from the number that [`pack`] returned for them.
#[inline(always)]
pub(super) fn unpack(number: u32) -> States {
    [number as u16, (number >> u16::BITS) as u16]
}

/// The fingerprint of the sources of the classifier: the published grammars, their corrections, and
/// the productions that it names. A table of other grammars would name wrong productions.
fn fingerprint() -> u64 {
    let texts = Grammar::all().flat_map(|grammar| {
        let names = acceptors(grammar).iter().map(|acceptor| acceptor.name);
        [grammar.id()].into_iter().chain(grammar.bnf_files()).chain(names).chain(grammar.unexamined())
    });
    prebuilt::fingerprint(texts)
}

/// The content of `grammar/classifier.bin`, generated from the published grammars, with a layout
/// for the typical inputs.
///
/// This takes seconds. A test compares the result with the file.
pub fn generated(typical: &[String]) -> Vec<u8> {
    Classifier::generate(typical).write()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stale or missing table is not used.
    #[test]
    fn a_stale_table_is_not_read() {
        const FILE: &[u8] = include_bytes!("../../grammar/classifier.bin");
        assert!(Classifier::read(FILE).is_some());
        let mut stale = FILE.to_vec();
        stale[0] ^= 1;
        assert!(Classifier::read(stale.leak()).is_none());
        for length in [0, 7, 8, 100, FILE.len() / 2, FILE.len() - 1] {
            assert!(Classifier::read(&FILE[..length]).is_none());
        }
    }
}
