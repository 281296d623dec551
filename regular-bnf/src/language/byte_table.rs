//! A language as a table over bytes, which a filter can embed.

use std::fmt::Write;

use crate::automaton::TooLarge;
use crate::automaton::dfa::{DEAD, Dfa};
use crate::automaton::nfa::Nfa;
use crate::bnf::GrammarError;
use crate::language::Language;
use crate::limits::limits;

/// The number of bytes.
const BYTES: usize = 256;

/// The number of values in a line of Rust text.
const IN_LINE: usize = 16;

/// The members of a language in UTF-8, as a table of states by classes of bytes. It reads each byte
/// once, and allocates nothing.
///
/// ```
/// use regular_bnf::Language;
///
/// let table = Language::matching("^[a-zé]+$")?.table()?;
/// assert!(table.contains("né".as_bytes()) && !table.contains(b"a1") && !table.contains(b"\xC3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByteTable {
    /// The class of each byte.
    classes: [u8; BYTES],
    /// The number of classes.
    width: usize,
    /// For each state and class the next state, as the index of its row. State 0 is that from which
    /// nothing is accepted.
    next: Vec<u32>,
    accepting: Vec<bool>,
}

impl Language {
    /// The language as a table over the bytes of UTF-8.
    ///
    /// # Errors
    ///
    /// [`GrammarError::TooLarge`] if the automaton over bytes has too many states.
    pub fn table(&self) -> Result<ByteTable, GrammarError> {
        // An automaton over characters has few more states over bytes.
        let bytes = Dfa::determinized(&Nfa::from_dfa(self.automaton()).in_bytes(), limits().graph_states);
        bytes.map(|bytes| ByteTable::new(&bytes)).map_err(|TooLarge| {
            GrammarError::TooLarge(format!("the table of an automaton of {} states", self.states()))
        })
    }
}

impl ByteTable {
    /// A table of an automaton whose characters are bytes.
    fn new(dfa: &Dfa) -> Self {
        let mut columns: Vec<Vec<u32>> = Vec::new();
        let classes = std::array::from_fn(|byte| {
            let byte = char::from(byte as u8);
            let column: Vec<u32> = (0..dfa.len()).map(|state| dfa.step(state as u32, byte)).collect();
            let class = columns.iter().position(|earlier| *earlier == column).unwrap_or_else(|| {
                columns.push(column);
                columns.len() - 1
            });
            class as u8
        });
        let width = columns.len();
        let rows = (0..dfa.len()).flat_map(|state| columns.iter().map(move |column| column[state]));
        let next = rows.map(|state| state * width as u32).collect();
        let accepting = (0..dfa.len()).map(|state| dfa.is_accepting(state as u32)).collect();
        Self { classes, width, next, accepting }
    }

    /// Whether some bytes are a member.
    #[inline]
    pub fn contains(&self, bytes: &[u8]) -> bool {
        let mut row = self.width;
        for &byte in bytes {
            row = self.next[row + usize::from(self.classes[usize::from(byte)])] as usize;
            if row == DEAD as usize {
                return false;
            }
        }
        self.accepting[row / self.width]
    }

    /// The number of states, without the one from which nothing is accepted.
    pub fn states(&self) -> usize {
        self.accepting.len() - 1
    }

    /// The number of classes of bytes.
    pub fn classes(&self) -> usize {
        self.width
    }

    /// The table as Rust text, with a function of the name, which returns whether some bytes are a
    /// member. It needs no crate.
    ///
    /// ```
    /// use regular_bnf::Language;
    ///
    /// let rust = Language::matching("^a+$")?.table()?.to_rust("is_a");
    /// assert!(rust.contains("pub fn is_a(text: &[u8]) -> bool {"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_rust(&self, name: &str) -> String {
        let (states, width) = (self.accepting.len(), self.width);
        let state = if states <= BYTES { "u8" } else { "u16" };
        let prefix = name.to_uppercase();
        let mut out = format!(
            "pub fn {name}(text: &[u8]) -> bool {{\n    let mut state = 1;\n    for &byte in text {{\n        \
             let class = {prefix}_CLASSES[usize::from(byte)];\n        \
             state = {prefix}_NEXT[usize::from(state)][usize::from(class)];\n        \
             if state == 0 {{\n            return false;\n        }}\n    }}\n    \
             {prefix}_ACCEPTING[usize::from(state)]\n}}\n"
        );
        // Writing to a string does not fail.
        _ = writeln!(out, "\n/// The class of each byte.\n#[rustfmt::skip]\nconst {prefix}_CLASSES: [u8; {BYTES}] = [");
        write_lines(&mut out, self.classes.map(|class| class.to_string()));
        _ = writeln!(
            out,
            "\n/// For each state and class of bytes the next state. From state 0 nothing is accepted; 1 is the start.\n\
             #[rustfmt::skip]\nconst {prefix}_NEXT: [[{state}; {width}]; {states}] = ["
        );
        for row in self.next.chunks(width) {
            let row: Vec<String> = row.iter().map(|to| (*to as usize / width).to_string()).collect();
            _ = writeln!(out, "    [{}],", row.join(", "));
        }
        out += "];\n";
        _ = writeln!(
            out,
            "\n/// Whether a text may end in a state.\n#[rustfmt::skip]\nconst {prefix}_ACCEPTING: [bool; {states}] = ["
        );
        write_lines(&mut out, self.accepting.iter().map(ToString::to_string));
        out
    }

    /// The table as a Python module, with a function of the name, which returns whether a `str` is a
    /// member. It needs no package.
    ///
    /// ```
    /// use regular_bnf::Language;
    ///
    /// let python = Language::matching("^a+$")?.table()?.to_python("is_a");
    /// assert!(python.contains("def is_a(text: str) -> bool:"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_python(&self, name: &str) -> String {
        let prefix = name.to_uppercase();
        // A lone surrogate is not text.
        self.script(
            &format!(
                "def {name}(text: str) -> bool:\n    state = 1\n    try:\n        octets = text.encode()\n    \
             except UnicodeEncodeError:\n        return False\n    for octet in octets:\n        \
             state = {prefix}_NEXT[state][{prefix}_CLASSES[octet]]\n        \
             if state == 0:\n            return False\n    return state in {prefix}_ACCEPTING\n\n\n"
            ),
            [
                "# ",
                &format!("{prefix}_CLASSES = ("),
                &format!("{prefix}_NEXT = ("),
                &format!("{prefix}_ACCEPTING = frozenset(("),
                "(",
                ",)",
                ")",
                "))",
            ],
        )
    }

    /// The table as a JavaScript module, which exports a function of the name: whether a string is a
    /// member. It needs no package.
    ///
    /// ```
    /// use regular_bnf::Language;
    ///
    /// let javascript = Language::matching("^a+$")?.table()?.to_javascript("isA");
    /// assert!(javascript.contains("export const isA = (text) => {"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_javascript(&self, name: &str) -> String {
        let function = format!(
            "export const {name} = (text) => {{\n  // A lone surrogate is not text.\n  \
             if (/\\p{{Surrogate}}/u.test(text)) return false;\n  let state = 1;\n  \
             for (const octet of new TextEncoder().encode(text)) {{\n    \
             state = next[state][classes[octet]];\n    if (state === 0) return false;\n  }}\n  \
             return accepting.has(state);\n}};\n\n"
        );
        self.script(
            &function,
            ["// ", "const classes = [", "const next = [", "const accepting = new Set([", "[", "]", "];", "]);"],
        )
    }

    /// A function of a scripting language, and below it its tables: the texts that begin a comment,
    /// each of the three tables and a row, and that end a row, a table and the last table.
    fn script(&self, function: &str, texts: [&str; 8]) -> String {
        let [comment, classes, next, accepting, row_start, row_end, end, last_end] = texts;
        let mut out = format!("{function}{comment}The class of each octet.\n{classes}\n");
        for line in self.classes.chunks(IN_LINE) {
            let line: Vec<String> = line.iter().map(ToString::to_string).collect();
            _ = writeln!(out, "    {},", line.join(", "));
        }
        _ = writeln!(out, "{end}");
        _ = writeln!(
            out,
            "{comment}For each state and class of octets the next state. From state 0 nothing is accepted; 1 is the start.\n{next}"
        );
        for row in self.next.chunks(self.width) {
            let row: Vec<String> = row.iter().map(|to| (*to as usize / self.width).to_string()).collect();
            _ = writeln!(out, "    {row_start}{}{row_end},", row.join(", "));
        }
        _ = writeln!(out, "{end}\n{comment}The states in which a text may end.\n{accepting}");
        let states = (0..self.accepting.len()).filter(|&state| self.accepting[state]);
        let states: Vec<String> = states.map(|state| state.to_string()).collect();
        for line in states.chunks(IN_LINE) {
            _ = writeln!(out, "    {},", line.join(", "));
        }
        _ = writeln!(out, "{last_end}");
        out
    }
}

/// Writes some values in lines, and the end of the array.
fn write_lines(out: &mut String, values: impl IntoIterator<Item = String>) {
    let values: Vec<String> = values.into_iter().collect();
    for line in values.chunks(IN_LINE) {
        _ = writeln!(out, "    {},", line.join(", "));
    }
    *out += "];\n";
}
