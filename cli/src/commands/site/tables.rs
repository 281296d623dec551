//! The automata that the checker's scripts walk: the spans of components, and what refusals depend
//! on.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use uri_lineage::language::tables::{RefusalState, Refusals, Table};
use uri_lineage::language::{Language, Spans};
use uri_lineage::proof::ProofError;
use uri_lineage::visible::is_invisible;
use uri_lineage::{Component, DefaultPort, Grammar, Reason};

use super::layout::script;
use super::model::ProductionId;

/// Several automata as 32-bit little-endian numbers, compressed with gzip and encoded in base64.
///
/// For each: the class of each US-ASCII character, the first characters of runs beyond it with
/// their classes, the next state for each state and class, and the label of each state.
#[derive(Serialize)]
struct Packed {
    /// For each automaton the number of classes, of states, and of runs beyond US-ASCII.
    sizes: Vec<[usize; 3]>,
    data: String,
}

/// Automata, each once.
#[derive(Default)]
struct Packing {
    sizes: Vec<[usize; 3]>,
    numbers: Vec<u32>,
    known: HashMap<Vec<u32>, usize>,
}

impl Packing {
    /// Adds an automaton; returns its number.
    fn add<L>(&mut self, table: &Table<L>, label: impl FnMut(&Option<L>) -> usize) -> usize {
        let size = [table.width, table.states(), table.beyond.len()];
        let classes = table.ascii.iter().copied();
        let beyond = table.beyond.iter().flat_map(|&(c, class)| [c as usize, class]);
        let next = table.next.iter().map(|&state| state as usize);
        let all = classes.chain(beyond).chain(next).chain(table.labels.iter().map(label));
        let all: Vec<u32> = all.map(|number| number as u32).collect();
        match self.known.get(&all) {
            Some(&known) if self.sizes[known] == size => known,
            _ => {
                let number = self.sizes.len();
                self.sizes.push(size);
                self.numbers.extend_from_slice(&all);
                self.known.insert(all, number);
                number
            }
        }
    }

    fn packed(self) -> Packed {
        Packed { sizes: self.sizes, data: packed(self.numbers) }
    }
}

/// Numbers for a script.
pub fn packed(numbers: impl IntoIterator<Item = u32>) -> String {
    let bytes: Vec<u8> = numbers.into_iter().flat_map(u32::to_le_bytes).collect();
    // Writing to a vector cannot fail.
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    _ = gzip.write_all(&bytes);
    STANDARD.encode(gzip.finish().unwrap_or_default())
}

#[derive(Serialize)]
struct Components {
    names: [&'static str; Component::ALL.len()],
    marks: [char; 2],
    /// For each grammar and component the automaton; `null` if the document has no such component.
    of: Vec<Vec<Option<usize>>>,
    /// The default ports, by scheme.
    ports: BTreeMap<&'static str, u16>,
    machines: Packed,
}

/// A script with the spans of all components. A grammar whose spans are too large has no components
/// in the page.
pub fn components(spans: &[&Result<Vec<Spans>, ProofError>]) -> String {
    let mut machines = Packing::default();
    let mut add = |spans: &Spans| {
        let table = Table::from_dfa(spans.automaton(), |state| spans.automaton().is_accepting(state));
        spans.exists().then(|| machines.add(&table, |label| usize::from(*label == Some(true))))
    };
    let of = spans.iter().map(|all| match all {
        Ok(all) => all.iter().map(&mut add).collect(),
        Err(_) => vec![None; Component::ALL.len()],
    });
    let of = of.collect();
    let ports = DefaultPort::ALL.iter().map(|row| (row.scheme, row.port)).collect();
    let names = Component::ALL.map(Component::name);
    let all = Components { names, marks: Spans::MARKS, of, ports, machines: machines.packed() };
    script("COMPONENTS", &all)
}

/// A script with the automata of languages, and the number of each.
pub fn languages<'s>(
    all: impl Iterator<Item = (&'s ProductionId, &'s Language)>,
) -> (String, HashMap<&'s ProductionId, usize>) {
    let mut machines = Packing::default();
    let number = |(place, language): (&'s ProductionId, &Language)| {
        let dfa = language.automaton();
        let table = Table::from_dfa(dfa, |state| dfa.is_accepting(state));
        (place, machines.add(&table, |label| usize::from(*label == Some(true))))
    };
    let numbers = all.map(number).collect();
    (script("LANGUAGES", &machines.packed()), numbers)
}

#[derive(Serialize)]
struct Refused {
    reasons: Vec<ReasonRow>,
    /// The contents of refusals in a state; the labels of states are indices from 1.
    places: Vec<StateRow>,
    grammars: Vec<Row>,
    /// The first characters of runs of characters that are invisible, and of the runs between them.
    invisible: Vec<u32>,
    machines: Packed,
}

#[derive(Serialize)]
struct ReasonRow {
    name: &'static str,
    text: &'static str,
}

#[derive(Serialize)]
struct StateRow {
    accepts: bool,
    expected: Vec<String>,
    words: String,
    completion: Option<String>,
}

#[derive(Serialize)]
struct Row {
    /// The production, whether it may be named early, and its automaton.
    candidates: Vec<(&'static str, bool, usize)>,
    main: &'static str,
    first: &'static str,
    general: Option<(&'static str, usize)>,
    alternatives: &'static [&'static str],
    entries: &'static [&'static str],
    scheme: Option<String>,
    port: bool,
    fragment: bool,
    /// The classes of characters, each with the first and the last character of its ranges.
    classes: Vec<(&'static str, Vec<(u32, u32)>)>,
    /// The sections of the document on the reasons.
    sections: Vec<&'static str>,
}

/// A script with everything on which refusals depend.
pub fn refusals(all: &[(Grammar, Refusals)]) -> String {
    let mut machines = Packing::default();
    let (mut places, mut known) = (Vec::new(), HashMap::<RefusalState, usize>::new());
    let mut place = |label: &Option<RefusalState>| match label {
        None => 0,
        Some(label) => *known.entry(label.clone()).or_insert_with_key(|label| {
            let RefusalState { accepts, expected, words, completion } = label.clone();
            places.push(StateRow { accepts, expected, words, completion });
            places.len()
        }),
    };
    let mut row = |(grammar, all): &(Grammar, Refusals)| {
        let candidates =
            all.candidates.iter().map(|one| (one.production, one.early, machines.add(&one.table, &mut place)));
        let candidates = candidates.collect();
        let general = all
            .general
            .as_ref()
            .map(|(name, table)| (*name, machines.add(table, |label| usize::from(*label == Some(true)))));
        let classes = all.classes.iter().map(|(name, ranges)| {
            (*name, ranges.iter().map(|&(first, last)| (u32::from(first), u32::from(last))).collect())
        });
        Row {
            candidates,
            general,
            main: all.main,
            first: grammar.entry_productions().first().copied().unwrap_or_default(),
            alternatives: all.alternatives,
            entries: all.entries,
            scheme: all.scheme.clone(),
            port: all.port,
            fragment: all.fragment,
            classes: classes.collect(),
            sections: Reason::ALL.iter().map(|reason| reason.section(*grammar)).collect(),
        }
    };
    let grammars = all.iter().map(&mut row).collect();
    let reasons = Reason::ALL.iter().map(|reason| ReasonRow { name: reason.name(), text: reason.text() });
    let all =
        Refused { reasons: reasons.collect(), places, grammars, invisible: invisible(), machines: machines.packed() };
    script("REFUSALS", &all)
}

fn invisible() -> Vec<u32> {
    let mut before = false;
    let turns = (0..=u32::from(char::MAX)).filter(|&number| {
        let now = char::from_u32(number).is_some_and(is_invisible);
        std::mem::replace(&mut before, now) != now
    });
    turns.collect()
}
