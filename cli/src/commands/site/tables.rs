//! The automata that the checker's scripts run: the spans of components, languages, and refusals.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use uri_lineage::classifier::Classifier;
use uri_lineage::language::tables::{RefusalState, RefusalTables, Table};
use uri_lineage::regular_bnf::{GrammarError, Language, Spans, is_invisible};
use uri_lineage::{Component, DefaultPort, Grammar, Reason};

use super::layout::script;
use super::model::ProductionId;

/// The numbers of the marks: those after the last of all characters.
const MARKS: [usize; 2] = [FIRST_MARK, FIRST_MARK + 1];
const FIRST_MARK: usize = char::MAX as usize + 1;

/// Several automata as 32-bit little-endian numbers, compressed with gzip and encoded in base64.
///
/// For each: the class of each US-ASCII character, the first characters of runs beyond it and the
/// [marks](MARKS) with their classes, the next state for each state and class, and the label of each
/// state.
#[derive(Serialize)]
struct PackedAutomata {
    /// For each automaton the number of classes, of states, and of runs and marks beyond US-ASCII.
    sizes: Vec<[usize; 3]>,
    data: String,
}

/// Automata, each once.
#[derive(Default)]
struct AutomatonPacker {
    sizes: Vec<[usize; 3]>,
    numbers: Vec<u32>,
    /// The index of each automaton.
    indices: HashMap<Vec<u32>, usize>,
}

impl AutomatonPacker {
    /// Adds an automaton; returns its index.
    fn add<L>(&mut self, table: &Table<L>, label: impl FnMut(&Option<L>) -> usize) -> usize {
        let marks = MARKS.into_iter().zip(table.marks.into_iter().flatten());
        let beyond: Vec<(usize, usize)> =
            table.beyond.iter().map(|&(c, class)| (c as usize, class)).chain(marks).collect();
        let size = [table.width, table.states(), beyond.len()];
        let classes = table.ascii.iter().copied();
        let beyond = beyond.into_iter().flat_map(<[usize; 2]>::from);
        let next = table.next.iter().map(|&state| state as usize);
        let numbers = classes.chain(beyond).chain(next).chain(table.labels.iter().map(label));
        let numbers: Vec<u32> = numbers.map(|number| number as u32).collect();
        match self.indices.get(&numbers) {
            Some(&index) if self.sizes[index] == size => index,
            _ => {
                let index = self.sizes.len();
                self.sizes.push(size);
                self.numbers.extend_from_slice(&numbers);
                self.indices.insert(numbers, index);
                index
            }
        }
    }

    /// Adds an automaton whose labels are whether states accept; returns its index.
    fn add_acceptor(&mut self, table: &Table<bool>) -> usize {
        self.add(table, |label| usize::from(*label == Some(true)))
    }

    fn pack(self) -> PackedAutomata {
        PackedAutomata { sizes: self.sizes, data: pack(self.numbers) }
    }
}

/// Compresses and encodes numbers for a script.
pub fn pack(numbers: impl IntoIterator<Item = u32>) -> String {
    pack_bytes(&numbers.into_iter().flat_map(u32::to_le_bytes).collect::<Vec<u8>>())
}

/// Compresses and encodes bytes for a script.
pub fn pack_bytes(bytes: &[u8]) -> String {
    // Writing to a vector cannot fail.
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    _ = gzip.write_all(bytes);
    STANDARD.encode(gzip.finish().unwrap_or_default())
}

#[derive(Serialize)]
struct ComponentTables {
    names: [&'static str; Component::ALL.len()],
    marks: [usize; 2],
    /// For each grammar and component the automaton; `null` if the document has no such component.
    of: Vec<Vec<Option<usize>>>,
    /// The default ports, by scheme.
    ports: BTreeMap<&'static str, u16>,
    /// For each grammar the most digits of a number in an IPv4 address, with zeros in front.
    digits: Vec<u32>,
    machines: PackedAutomata,
}

/// The most digits of a number in an IPv4 address with zeros in front; 0 if there may be no zeros.
fn most_digits(grammar: Grammar) -> u32 {
    let reads = |digits: usize| grammar.ipv4_address(&format!("1.1.1.{:0digits$}", 1)).is_some();
    match (reads(4), reads(3)) {
        (true, _) => u32::MAX,
        (false, true) => 3,
        (false, false) => 0,
    }
}

/// A script with the spans of all components. A grammar whose spans are too large has no components
/// in the page.
pub fn components(spans: &[&Result<Vec<Spans>, GrammarError>]) -> String {
    let mut machines = AutomatonPacker::default();
    let grammars = spans.iter().map(|grammar| match grammar {
        Ok(components) => components
            .iter()
            .map(|spans| {
                let dfa = spans.automaton();
                spans.exists().then(|| machines.add_acceptor(&Table::from_dfa(dfa, |state| dfa.is_accepting(state))))
            })
            .collect(),
        Err(_) => vec![None; Component::ALL.len()],
    });
    let tables = ComponentTables {
        names: Component::ALL.map(Component::name),
        marks: MARKS,
        of: grammars.collect(),
        ports: DefaultPort::ALL.iter().map(|row| (row.scheme, row.port)).collect(),
        digits: Grammar::all().map(most_digits).collect(),
        machines: machines.pack(),
    };
    script("COMPONENTS", &tables)
}

/// A script with the automata of languages, and the index of each.
pub fn languages<'s>(
    languages: impl Iterator<Item = (&'s ProductionId, &'s Language)>,
) -> (String, HashMap<&'s ProductionId, usize>) {
    let mut machines = AutomatonPacker::default();
    let indices = languages.map(|(place, language)| {
        let dfa = language.automaton();
        (place, machines.add_acceptor(&Table::from_dfa(dfa, |state| dfa.is_accepting(state))))
    });
    let indices = indices.collect();
    (script("LANGUAGES", &machines.pack()), indices)
}

#[derive(Serialize)]
struct RefusalData {
    reasons: Vec<ReasonRow>,
    /// The contents of refusals in a state; the labels of states are indices from 1.
    places: Vec<StateRow>,
    grammars: Vec<GrammarRow>,
    /// The first characters of runs of characters that are invisible, and of the runs between them.
    invisible: Vec<u32>,
    machines: PackedAutomata,
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
struct GrammarRow {
    /// The production, whether it may be named early, and its automaton.
    candidates: Vec<(&'static str, bool, usize)>,
    main: &'static str,
    first: &'static str,
    general: Option<(&'static str, usize)>,
    alternatives: &'static [&'static str],
    entries: &'static [&'static str],
    scheme: Option<String>,
    may_advise_text: bool,
    port: bool,
    fragment: bool,
    /// The classes of characters, each with the first and the last character of its ranges.
    classes: Vec<(&'static str, Vec<(u32, u32)>)>,
    /// The sections of the document on the reasons.
    sections: Vec<&'static str>,
    /// The refusal of a host that is no domain, in a grammar that accepts such a host unexamined.
    domain: Option<DomainRow>,
}

#[derive(Serialize)]
struct DomainRow {
    production: &'static str,
    advice: String,
    /// Whether a host must be a domain, by strict processing.
    strict: bool,
}

impl DomainRow {
    fn new(grammar: Grammar) -> Option<Self> {
        // Nothing remains of a soft hyphen, and a number is an address.
        let [refused, address] = ["https://\u{AD}/", "https://\u{FF11}/"];
        let [refused, address] = [refused, address].map(|url| Classifier::get().classify(url).examined(&[grammar]));
        if !refused.verdicts().has_no_domain(grammar) {
            return None;
        }
        let error = refused.refusal(grammar)?;
        let strict = address.verdicts().has_no_domain(grammar);
        Some(Self { production: error.production(), advice: error.advice_text().to_string(), strict })
    }
}

/// A script with everything on which refusals depend.
pub fn refusals(refusals: &[(Grammar, RefusalTables)]) -> String {
    let mut machines = AutomatonPacker::default();
    let mut states = StateRows::default();
    let grammars = refusals.iter();
    let grammars =
        grammars.map(|(grammar, refusals)| GrammarRow::new(*grammar, refusals, &mut machines, &mut states)).collect();
    let reasons = Reason::ALL.iter().map(|reason| ReasonRow { name: reason.name(), text: reason.text() });
    let data = RefusalData {
        reasons: reasons.collect(),
        places: states.rows,
        grammars,
        invisible: invisible(),
        machines: machines.pack(),
    };
    script("REFUSALS", &data)
}

/// The contents of refusals in states, each once.
#[derive(Default)]
struct StateRows {
    rows: Vec<StateRow>,
    /// The index of each, from 1.
    indices: HashMap<RefusalState, usize>,
}

impl StateRows {
    /// Adds the content of a state; returns its index, or 0 for a state without one.
    fn add(&mut self, state: &Option<RefusalState>) -> usize {
        let Some(state) = state else { return 0 };
        *self.indices.entry(state.clone()).or_insert_with_key(|state| {
            let RefusalState { accepts, expected, words, completion } = state.clone();
            self.rows.push(StateRow { accepts, expected, words, completion });
            self.rows.len()
        })
    }
}

impl GrammarRow {
    fn new(grammar: Grammar, refusals: &RefusalTables, machines: &mut AutomatonPacker, states: &mut StateRows) -> Self {
        let candidates = refusals.candidates.iter().map(|candidate| {
            let index = machines.add(&candidate.table, |state| states.add(state));
            (candidate.production, candidate.early, index)
        });
        let candidates = candidates.collect();
        let general = refusals.general.as_ref().map(|(name, table)| (*name, machines.add_acceptor(table)));
        let classes = refusals.classes.iter().map(|(name, ranges)| {
            (*name, ranges.iter().map(|&(first, last)| (u32::from(first), u32::from(last))).collect())
        });
        Self {
            candidates,
            general,
            main: refusals.main,
            first: grammar.entry_productions().first().copied().unwrap_or_default(),
            alternatives: refusals.alternatives,
            entries: refusals.entries,
            scheme: refusals.scheme.clone(),
            may_advise_text: refusals.may_advise_text,
            port: refusals.port,
            fragment: refusals.fragment,
            classes: classes.collect(),
            sections: Reason::ALL.iter().map(|reason| reason.section(grammar)).collect(),
            domain: DomainRow::new(grammar),
        }
    }
}

/// The first characters of runs of invisible characters, and of the runs between them.
fn invisible() -> Vec<u32> {
    let mut before = false;
    let starts = (0..=u32::from(char::MAX)).filter(|&number| {
        let is_invisible = char::from_u32(number).is_some_and(is_invisible);
        std::mem::replace(&mut before, is_invisible) != is_invisible
    });
    starts.collect()
}
