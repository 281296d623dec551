//! Languages and spans as tables, to be written to a file and read again.

use crate::automaton::ALPHABET;
use crate::automaton::alphabet::{Alphabet, Symbol};
use crate::automaton::dfa::{DEAD, Dfa, State, SymbolClasses};
use crate::characters::CharSet;
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
        Self::of(language.automaton(), Some)
    }

    /// The table of spans. Characters beyond US-ASCII are left out.
    pub fn from_spans(spans: &Spans) -> Self {
        let dfa = spans.automaton();
        let mut table = Self::of(dfa, |symbol| {
            let mark = Spans::MARKS.iter().position(|&mark| mark as Symbol == symbol);
            match mark {
                None => Some(symbol),
                Some(mark) => spans.alike[mark].most_readable().map(|c| dfa.alphabet().symbol(c)),
            }
        });
        let [begin, end] =
            Spans::MARKS.map(|mark| (0..dfa.len() as State).map(|state| dfa.step(state, mark)).collect());
        if spans.exists() {
            (table.begin, table.end) = (begin, end);
        }
        table
    }

    /// The table of an automaton in which a character is read as the symbol `read` of it.
    fn of(dfa: &Dfa, read: impl Fn(Symbol) -> Option<Symbol>) -> Self {
        let states = 0..dfa.len() as State;
        let column = |symbol: Symbol| -> Vec<State> {
            states.clone().map(|state| read(symbol).map_or(DEAD, |symbol| dfa.row(state)[symbol])).collect()
        };
        let mut classes: Vec<(Vec<State>, String)> = Vec::new();
        for symbol in 0..ALPHABET {
            let column = column(symbol);
            let c = char::from(symbol as u8);
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
        Ok(Language { dfa: self.automaton(Some, &class_of)? })
    }

    /// The spans.
    ///
    /// # Errors
    ///
    /// If the table is not an automaton, or is too large; if a component can occur twice in one
    /// string, or if U+0001 or U+0002 is read as no other character.
    pub fn spans(&self) -> Result<Spans, InvalidTable> {
        let class_of = self.classes()?;
        let is_mark = |symbol: Symbol| Spans::MARKS.iter().any(|&mark| mark as Symbol == symbol);
        let dfa = self.automaton(|symbol| Some(symbol).filter(|&symbol| !is_mark(symbol)), &class_of)?;
        let alike = Spans::MARKS.map(|mark| {
            let class = class_of[mark as usize];
            let same = (0..ALPHABET).filter(|&symbol| !is_mark(symbol) && class_of[symbol] == class);
            let set = same.fold(CharSet::EMPTY, |set, symbol| set.union(&char::from(symbol as u8).into()));
            // A character that is refused everywhere is like those beyond US-ASCII.
            if class.is_none() { set.union(&CharSet::range(crate::characters::BEYOND, char::MAX)) } else { set }
        });
        if alike.iter().any(CharSet::is_empty) {
            return Err(InvalidTable("U+0001 or U+0002 is read as no other character".to_owned()));
        }
        let mut spans = Spans::from_parts(dfa, alike);
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

    /// The automaton; `read` returns `None` for the symbols of marks.
    fn automaton(
        &self,
        read: impl Fn(Symbol) -> Option<Symbol>,
        class_of: &[Option<usize>; ALPHABET],
    ) -> Result<Dfa, InvalidTable> {
        let alphabet = Alphabet::new([]);
        let mut accepting = vec![false; self.next.len()];
        self.accepting.iter().for_each(|&state| accepting[state as usize] = true);
        let explored = Dfa::explore(
            Dfa::START,
            limits().pairs,
            SymbolClasses::singletons(alphabet.clone()),
            |&state| {
                let steps = alphabet.symbols().map(|symbol| match read(symbol) {
                    Some(symbol) => {
                        class_of.get(symbol).copied().flatten().map(|class| self.next[state as usize][class])
                    }
                    None => {
                        let marks = if symbol == Spans::MARKS[0] as Symbol { &self.begin } else { &self.end };
                        marks.get(state as usize).copied()
                    }
                });
                Ok(steps.map(|to| to.filter(|&to| to != DEAD)).collect())
            },
            |&state| accepting[state as usize],
        );
        explored.map(Dfa::minimal).map_err(|error| InvalidTable(error.to_string()))
    }
}
