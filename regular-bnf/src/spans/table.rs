//! Languages and spans as tables, to be written to a file and read again.

use crate::automaton::ALPHABET;
use crate::automaton::alphabet::{Alphabet, Element, Mark};
use crate::automaton::dfa::{DEAD, Dfa, State, SymbolClasses};
use crate::language::Language;
use crate::limits::limits;
use crate::spans::Spans;

/// A deterministic automaton over US-ASCII as a table. State 0 refuses everything, and state 1 is
/// the start.
///
/// ```
/// use regular_bnf::{AutomatonTable, Language};
///
/// let words = Language::matching("^[ab]+$")?;
/// let table = AutomatonTable::from_language(&words);
/// assert_eq!(table.characters, ["ab"]);
/// assert_eq!((table.next.as_slice(), table.accepting.as_slice()), ([vec![0], vec![2], vec![2]].as_slice(), [2].as_slice()));
/// assert!(table.language()? == words);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AutomatonTable {
    /// The characters that are read, in classes: every state reads the characters of a class alike.
    pub characters: Vec<String>,
    /// For each state the state after a character of each class.
    pub next: Vec<Vec<State>>,
    /// For each state the state at the beginning of the component, without reading a character;
    /// empty if there is no component.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub begin: Vec<State>,
    /// For each state the state at the end of the component.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub end: Vec<State>,
    /// The states in which a string may end.
    pub accepting: Vec<State>,
}

/// A table that is not an automaton.
///
/// ```
/// use regular_bnf::AutomatonTable;
///
/// let characters = vec!["ab".to_owned(), "bc".to_owned()];
/// let table = AutomatonTable { characters, next: vec![vec![0, 0], vec![1, 1]], ..AutomatonTable::default() };
/// let error = table.language().unwrap_err();
/// assert_eq!(error.to_string(), "the table is not an automaton: 'b' is in two classes");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the table is not an automaton: {0}")]
pub struct InvalidTable(String);

impl AutomatonTable {
    /// The table of a language. Characters beyond US-ASCII are left out.
    pub fn from_language(language: &Language) -> Self {
        Self::of(language.automaton())
    }

    /// The table of spans. Characters beyond US-ASCII are left out.
    pub fn from_spans(spans: &Spans) -> Self {
        let dfa = spans.automaton();
        let mut table = Self::of(dfa);
        let [begin, end] = Mark::ALL.map(|mark| (0..dfa.len() as State).map(|state| dfa.step(state, mark)).collect());
        if spans.exists() {
            (table.begin, table.end) = (begin, end);
        }
        table
    }

    /// The table of the characters that an automaton reads.
    fn of(dfa: &Dfa) -> Self {
        let states = 0..dfa.len() as State;
        let mut classes: Vec<(Vec<State>, String)> = Vec::new();
        for c in '\0'..'\u{80}' {
            let column: Vec<State> = states.clone().map(|state| dfa.step(state, c)).collect();
            match classes.iter_mut().find(|(known, _)| *known == column) {
                _ if column.iter().all(|&to| to == DEAD) => {}
                Some((_, characters)) => characters.push(c),
                None => classes.push((column, c.to_string())),
            }
        }
        Self {
            next: states
                .clone()
                .map(|state| classes.iter().map(|(column, _)| column[state as usize]).collect())
                .collect(),
            characters: classes.into_iter().map(|(_, characters)| characters).collect(),
            begin: Vec::new(),
            end: Vec::new(),
            accepting: states.filter(|&state| dfa.is_accepting(state)).collect(),
        }
    }

    /// The language of the strings without marks.
    ///
    /// # Errors
    ///
    /// If the table is not an automaton, or is too large.
    pub fn language(&self) -> Result<Language, InvalidTable> {
        let class_of = self.classes()?;
        Ok(Language { dfa: self.automaton(Alphabet::new([]), &class_of)? })
    }

    /// The spans.
    ///
    /// # Errors
    ///
    /// If the table is not an automaton, or is too large, or if a component can occur twice in one
    /// string.
    pub fn spans(&self) -> Result<Spans, InvalidTable> {
        let class_of = self.classes()?;
        let mut spans = Spans::from_automaton(self.automaton(Alphabet::new([]).with_marks(), &class_of)?);
        spans.exists = !self.begin.is_empty();
        if spans.is_one() {
            Ok(spans)
        } else {
            Err(InvalidTable("the component can occur twice in one string".to_owned()))
        }
    }

    /// The class of each character of US-ASCII.
    fn classes(&self) -> Result<[Option<usize>; ALPHABET], InvalidTable> {
        let mut class_of = [None; ALPHABET];
        for (class, characters) in self.characters.iter().enumerate() {
            for c in characters.chars() {
                match class_of.get_mut(c as usize) {
                    Some(known @ None) => *known = Some(class),
                    Some(_) => return Err(InvalidTable(format!("{c:?} is in two classes"))),
                    None => return Err(InvalidTable(format!("{c:?} is not of US-ASCII"))),
                }
            }
        }
        let (states, width) = (self.next.len(), self.characters.len());
        let rows = self.next.iter().flatten().chain(&self.begin).chain(&self.end).chain(&self.accepting);
        let has_marks = |marks: &[State]| marks.is_empty() || marks.len() == states;
        if states < 2
            || self.next.iter().any(|row| row.len() != width)
            || rows.into_iter().any(|&state| state as usize >= states)
            || !has_marks(&self.begin)
            || self.begin.len() != self.end.len()
        {
            return Err(InvalidTable("each state must have a state for each class of characters".to_owned()));
        }
        Ok(class_of)
    }

    /// The automaton over an alphabet whose characters beyond US-ASCII lead nowhere.
    fn automaton(&self, alphabet: Alphabet, class_of: &[Option<usize>; ALPHABET]) -> Result<Dfa, InvalidTable> {
        let elements: Vec<Element> = alphabet.elements().collect();
        let mut accepting = vec![false; self.next.len()];
        self.accepting.iter().for_each(|&state| accepting[state as usize] = true);
        let explored = Dfa::explore(
            Dfa::START,
            limits().pairs,
            SymbolClasses::singletons(alphabet),
            |&state| {
                let at = state as usize;
                let steps = elements.iter().map(|&element| match element {
                    Element::Character(c) => {
                        class_of.get(c as usize).copied().flatten().map(|class| self.next[at][class])
                    }
                    Element::Mark(Mark::Begin) => self.begin.get(at).copied(),
                    Element::Mark(Mark::End) => self.end.get(at).copied(),
                });
                Ok(steps.map(|to| to.filter(|&to| to != DEAD)).collect())
            },
            |&state| accepting[state as usize],
        );
        explored.map(Dfa::minimal).map_err(|error| InvalidTable(error.to_string()))
    }
}
