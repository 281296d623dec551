//! Languages and spans of parsers that remove characters from their input.

use crate::automaton::TooLarge;
use crate::automaton::alphabet::{Alphabet, Symbol};
use crate::automaton::dfa::{Classes, DEAD, Dfa, State};
use crate::bnf::LanguageError;
use crate::ignored::Ignored;
use crate::language::Language;
use crate::limits::LIMITS;
#[cfg(feature = "peg")]
use crate::{marks, proof::ProofError, spans::Spans};

impl Language {
    /// The strings from which the removal of some characters makes a member.
    ///
    /// # Errors
    ///
    /// [`LanguageError::TooLarge`] if the automaton has too many states.
    pub fn ignoring(&self, ignored: &Ignored) -> Result<Self, LanguageError> {
        let dfa = ignoring(self.automaton(), ignored, None);
        dfa.map(|dfa| Self { dfa }).map_err(|TooLarge| LanguageError::TooLarge("the language".to_owned()))
    }
}

#[cfg(feature = "peg")]
impl Spans {
    /// The spans in the strings from which the removal of some characters makes one that the
    /// grammar accepts.
    ///
    /// A span begins directly in front of its first character and ends directly after its last. An
    /// empty component is directly after the character that precedes it, or at the beginning of the
    /// string.
    ///
    /// ```
    /// use regular_bnf::{Ignored, Place, Spans};
    ///
    /// let pest = "pair = { '0'..'9' ~ \"-\" ~ name } name = @{ ('a'..'z' | \" \")* }";
    /// let [name] = Spans::of_pest(pest, &["pair"], [&[Place::rule("name")]])?;
    /// let name = name.ignoring(&Ignored { anywhere: '\n'.into(), ends: ' '.into() })?;
    /// assert_eq!(name.in_string("1-\na b\n "), Ok(Some(3..6)));
    /// assert_eq!(name.in_string(" \n1-\n "), Ok(Some(4..4)));
    /// # Ok::<(), regular_bnf::ProofError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ProofError::TooLarge`] if the automaton has too many states, and [`ProofError::Control`]
    /// if `ignored` distinguishes the [marks](Self::MARKS) from all characters that the grammar
    /// reads as it reads them.
    pub fn ignoring(&self, ignored: &Ignored) -> Result<Self, ProofError> {
        let Ignored { anywhere, ends } = ignored;
        let reads = |mark| anywhere.contains(mark) || ends.contains(mark) || self.reads(mark);
        let alike = |c, mark| {
            if anywhere.contains(mark) {
                anywhere.contains(c)
            } else {
                !anywhere.contains(c) && ends.contains(c) == ends.contains(mark) && self.is_alike(c, mark)
            }
        };
        let alphabet = self.dfa.alphabet().refined(&Alphabet::new([anywhere, ends]));
        let alike = marks::alike_marks(&alphabet, reads, alike).ok_or(ProofError::Control)?;
        let dfa = ignoring(&self.dfa, ignored, Some([marks::BEGIN, marks::END]));
        let dfa = dfa.map_err(|TooLarge| ProofError::TooLarge("the grammar".to_owned()))?;
        Ok(Self { dfa, exists: self.exists, alike })
    }
}

/// How far a string has been read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Progress {
    /// The state after the characters that are not removed, if a further one follows.
    state: State,
    /// No character has been kept yet.
    leading: bool,
    /// Characters have been removed since the last one that was kept.
    gap: bool,
    /// A mark of a beginning is the last symbol.
    open: bool,
    /// Whether the string may end here, if characters that are removed only at the ends are the
    /// last ones.
    trailing: Option<bool>,
}

/// The treatment of a symbol by an automaton.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SymbolKind {
    Kept,
    Anywhere,
    Ends,
    Begin,
    End,
}

/// An automaton that ignores characters; `marks` are the characters that mark a beginning and an
/// end.
fn ignoring(dfa: &Dfa, ignored: &Ignored, marks: Option<[char; 2]>) -> Result<Dfa, TooLarge> {
    let alphabet = dfa.alphabet().refined(&Alphabet::new([&ignored.anywhere, &ignored.ends]));
    let kind = |c: char| match marks {
        Some([begin, _]) if c == begin => SymbolKind::Begin,
        Some([_, end]) if c == end => SymbolKind::End,
        _ if ignored.anywhere.contains(c) => SymbolKind::Anywhere,
        _ if ignored.ends.contains(c) => SymbolKind::Ends,
        _ => SymbolKind::Kept,
    };
    let symbols: Vec<(char, SymbolKind)> = alphabet.characters().map(|c| (c, kind(c))).collect();
    let step = |reading: &Progress, &(c, kind): &(char, SymbolKind)| {
        let Progress { state, leading, gap, open, trailing } = *reading;
        let next = || dfa.step(state, c);
        let reading = match kind {
            // A span begins in front of a character that is kept, or it is empty and nothing has
            // been removed in front of it.
            SymbolKind::Anywhere | SymbolKind::Ends if open && (leading || kind == SymbolKind::Anywhere) => {
                return None;
            }
            SymbolKind::Anywhere => Progress { gap: true, ..*reading },
            SymbolKind::Ends if leading => Progress { gap: true, ..*reading },
            SymbolKind::Ends => {
                let trailing = trailing.unwrap_or_else(|| dfa.is_accepting(state));
                Progress { state: next(), leading, gap: false, open: false, trailing: Some(trailing) }
            }
            SymbolKind::Kept => Progress { state: next(), leading: false, gap: false, open: false, trailing: None },
            SymbolKind::Begin if open => return None,
            SymbolKind::Begin => Progress { state: next(), open: true, trailing: trailing.map(|_| false), ..*reading },
            SymbolKind::End if gap => return None,
            SymbolKind::End => Progress { state: next(), open: false, trailing: trailing.map(|_| false), ..*reading },
        };
        (reading.state != DEAD || reading.trailing == Some(true)).then_some(reading)
    };
    let start = Progress { state: Dfa::START, leading: true, gap: false, open: false, trailing: None };
    let of: Vec<Symbol> = alphabet.symbols().collect();
    let explored = Dfa::explore(
        start,
        LIMITS.dfa_states * 2,
        Classes { alphabet, of },
        |reading| Ok(symbols.iter().map(|symbol| step(reading, symbol)).collect()),
        |reading| reading.trailing.unwrap_or_else(|| dfa.is_accepting(reading.state)),
    )?;
    Ok(explored.minimal())
}
