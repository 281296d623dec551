//! The automata state by state, for callers that read the bytes themselves.

use std::collections::HashSet;

use super::lanes;
use super::machine::{Classifier, Machine, STARTS, Verdicts, grammars_of_set, pack, unpack};
use super::table::START;
use crate::grammar::Grammar;
use crate::refusal::deepest::groups;

/// The states of the classifier: a number encodes the state of each of its
/// [automata](Classifier::automata).
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::classifier::Classifier;
///
/// let classifier = Classifier::get();
/// let colon = b"mailto:".iter().fold(classifier.start(), |state, &byte| classifier.step(state, byte));
/// // RFC 1738 does not accept this text, but accepts longer ones that begin with it.
/// assert!(!classifier.verdicts(colon).accepts(Grammar::Rfc1738));
/// assert!(classifier.open(colon).any(|grammar| grammar == Grammar::Rfc1738));
/// ```
impl Classifier {
    /// The state before the first byte.
    pub fn start(&self) -> u32 {
        pack(STARTS)
    }

    /// The state after a byte. A number that is not a state leads to the dead state.
    pub fn step(&self, state: u32, byte: u8) -> u32 {
        pack(self.next(self.unpacked(state), byte))
    }

    /// The verdicts of all grammars on an input that ends in a state.
    #[inline]
    pub fn verdicts(&self, state: u32) -> Verdicts {
        self.verdicts_at_end(unpack(state))
    }

    /// The grammars that can still accept an input in a state.
    pub fn open(&self, state: u32) -> impl Iterator<Item = Grammar> + use<> {
        grammars_of_set(self.open_set(self.unpacked(state)))
    }

    /// Every combination of the verdicts of the automata, each once. Some combinations may occur
    /// for no input.
    pub fn combinations(&self) -> impl Iterator<Item = Verdicts> {
        let [documents, standard] = self
            .machines
            .each_ref()
            .map(|machine| machine.table.labels().map(|end| end.verdict).collect::<HashSet<_>>());
        documents.into_iter().flat_map(move |by_documents| {
            standard.clone().into_iter().map(move |by_standard| by_documents.and(by_standard))
        })
    }

    /// The automaton that decides for a grammar.
    pub fn automaton(&self, grammar: Grammar) -> Automaton<'_> {
        let automaton = self.automata().find(|automaton| automaton.grammars.contains(&grammar));
        automaton.expect("each grammar is in a group")
    }

    /// The automata of the classifier. Each reads the whole input, and decides for some of the
    /// grammars.
    pub fn automata(&self) -> impl Iterator<Item = Automaton<'_>> {
        self.machines.iter().zip(groups()).map(|(machine, grammars)| Automaton { machine, grammars })
    }
}

/// One automaton of the classifier. Its states are numbered from 0.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::classifier::Classifier;
///
/// let [documents, standard] = Classifier::get().automata().collect::<Vec<_>>().try_into().ok().unwrap();
/// assert_eq!(standard.grammars(), [Grammar::WhatwgValid, Grammar::Whatwg]);
/// let state = b"http:a".iter().fold(standard.start(), |state, &byte| standard.step(state, byte));
/// assert_eq!(standard.verdicts(state).production(Grammar::Whatwg), Some("URL"));
/// assert!(documents.states() > standard.start());
/// ```
pub struct Automaton<'c> {
    machine: &'c Machine,
    grammars: Vec<Grammar>,
}

regular_bnf::debug_fields!(Automaton<'c> { grammars });

impl Automaton<'_> {
    /// The grammars for which the automaton decides.
    pub fn grammars(&self) -> &[Grammar] {
        &self.grammars
    }

    /// The number of states.
    pub fn states(&self) -> u32 {
        self.machine.table.states() as u32
    }

    /// The state before the first byte.
    pub fn start(&self) -> u32 {
        START.into()
    }

    /// The state after a byte. A number that is not a state leads to the dead state.
    pub fn step(&self, state: u32, byte: u8) -> u32 {
        self.machine.table.step(self.machine.table.state(state), byte).into()
    }

    /// The class of each byte. No state distinguishes two bytes of one class.
    pub fn classes(&self) -> &[u8; 256] {
        self.machine.table.classes()
    }

    /// The verdicts of its grammars on an input that ends in a state.
    pub fn verdicts(&self, state: u32) -> Verdicts {
        self.machine.table.label(self.machine.table.state(state)).verdict
    }

    /// Calls `report` with the key of each input and its verdicts, without allocation. The
    /// automaton reads several inputs at once, which takes about half of the time of one input
    /// after the other. The calls are in the order in which the inputs end.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::classifier::Classifier;
    ///
    /// let inputs = ["http://host/~me", "ftp://host/", "~"];
    /// let mut accepted = [false; 3];
    /// let automaton = Classifier::get().automaton(Grammar::Rfc1738);
    /// let inputs = inputs.iter().map(|input| input.as_bytes()).enumerate();
    /// automaton.classify_each(inputs, |at, verdicts| accepted[at] = verdicts.accepts(Grammar::Rfc1738));
    /// assert_eq!(accepted, [false, true, false]);
    /// ```
    pub fn classify_each<'i, K>(
        &self,
        inputs: impl Iterator<Item = (K, &'i [u8])>,
        mut report: impl FnMut(K, Verdicts),
    ) {
        lanes::walk_each(self.machine, inputs, |key, state| report(key, self.machine.table.label(state).verdict));
    }

    /// The grammars of this automaton that can still accept an input in a state.
    pub fn open(&self, state: u32) -> impl Iterator<Item = Grammar> + use<> {
        grammars_of_set(self.machine.table.mark(self.machine.table.state(state)))
    }
}
