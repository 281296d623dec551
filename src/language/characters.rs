//! The characters that the parts of a URL may contain, bare or escaped.

use std::collections::HashSet;
use std::fmt;

use regular_bnf::automaton::alphabet::Mark;
use regular_bnf::automaton::dfa::{DEAD, Dfa, State};
use regular_bnf::{Bnf, CharSet, GrammarError, Language, Spans};

use crate::base::component::Component;
use crate::base::component::Part;
use crate::grammar::Grammar;
use crate::grammar::published::Reading;

impl Part {
    /// The productions of a grammar that define the characters of the part; empty if the document
    /// has no such part.
    ///
    /// ```
    /// use uri_lineage::{Grammar, Part};
    ///
    /// assert_eq!(Part::Segment.productions(Grammar::Rfc1738), ["fsegment", "hsegment", "psegment"]);
    /// assert!(Part::Password.productions(Grammar::Rfc3986).is_empty());
    /// ```
    pub fn productions(self, grammar: Grammar) -> &'static [&'static str] {
        let entry = grammar.facts().parts.iter().find(|(part, _)| *part == self);
        entry.map_or(&[], |(_, productions)| *productions)
    }
}

/// How a character may occur in a part.
///
/// ```
/// use uri_lineage::Grammar::{Rfc1738, Rfc3986, Rfc3987};
/// use uri_lineage::Part;
/// use uri_lineage::language::{Characters, Usage};
///
/// let in_host = |grammar| Characters::of_part(grammar, Part::Host).unwrap().usage('é');
/// assert_eq!([Rfc1738, Rfc3986, Rfc3987].map(in_host), [Usage::Never, Usage::Escaped, Usage::Bare]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Usage {
    /// As itself.
    Bare,
    /// Only as an escape: a percent sign and two hexadecimal digits.
    Escaped,
    /// Not at all.
    Never,
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Bare => "bare",
            Self::Escaped => "escaped",
            Self::Never => "never",
        })
    }
}

/// How each character may occur in the members of some productions: in at least one member, at any
/// offset.
///
/// The answer is computed from automata, for all members. A percent sign and two hexadecimal digits
/// are an escape. A percent sign that can occur without the digits is bare there. A character
/// beyond US-ASCII is escaped if each of its octets in UTF-8 may be.
///
/// ```
/// use uri_lineage::language::{Characters, Usage};
/// use uri_lineage::{Grammar, Part};
///
/// // When did the tilde become legal?
/// let tilde = |grammar| Some(Characters::of_part(grammar, Part::Segment)?.usage(b'~'));
/// assert_eq!(tilde(Grammar::Rfc1738), Some(Usage::Escaped));
/// assert_eq!(tilde(Grammar::Uri1997), Some(Usage::Bare));
/// let e_acute = |grammar| Some(Characters::of_part(grammar, Part::Segment)?.usage('é'));
/// assert_eq!([Grammar::Rfc3986, Grammar::Rfc3987].map(e_acute), [Some(Usage::Escaped), Some(Usage::Bare)]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Characters {
    bare: CharSet,
    /// The octets that may be escaped: those of US-ASCII, and the others.
    escaped: [u128; 2],
}

impl Characters {
    /// The characters in the members of some productions.
    ///
    /// # Errors
    ///
    /// If the language of one of the productions cannot be computed.
    pub fn new(bnf: &Bnf, productions: &[&str]) -> Result<Self, GrammarError> {
        let mut characters = Self::default();
        for production in productions {
            characters.add_characters(Language::new(bnf, production)?.automaton(), [Dfa::START], None);
        }
        Ok(characters)
    }

    /// The characters in a part of a URL in a grammar, in its corrected reading; `None` if the
    /// document has no such part.
    pub fn of_part(grammar: Grammar, part: Part) -> Option<Self> {
        let productions = part.productions(grammar);
        let characters = Self::new(grammar.bnf(Reading::Corrected), productions).ok()?;
        (!productions.is_empty()).then_some(characters)
    }

    /// The characters in a component of a URL, in all strings that a grammar accepts; `None` if the
    /// document has no such component. The component is that of [`Components`](crate::Components)
    /// and of [`Grammar::spans`], also where another production matches it than that of
    /// [`of_part`](Self::of_part).
    ///
    /// ```
    /// use uri_lineage::language::{Characters, Usage};
    /// use uri_lineage::{Component, Grammar, Part};
    ///
    /// // Not in a `host` of RFC 2396, but in a `reg_name` in its place.
    /// let host = Characters::of_component(Grammar::Rfc2396, Component::Host)?.unwrap();
    /// assert_eq!(host.usage('_'), Usage::Bare);
    /// assert_eq!(Characters::of_part(Grammar::Rfc2396, Part::Host).unwrap().usage('_'), Usage::Never);
    /// # Ok::<(), uri_lineage::regular_bnf::GrammarError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Grammar::spans`].
    pub fn of_component(grammar: Grammar, component: Component) -> Result<Option<Self>, GrammarError> {
        if !grammar.has(component) {
            return Ok(None);
        }
        let [spans] = grammar.spans([component])?;
        Ok(Some(Self::of_spans(&spans)))
    }

    /// The characters in the spans of a component.
    pub fn of_spans(spans: &Spans) -> Self {
        let dfa = spans.automaton();
        // The states after the mark of the beginning: in the component.
        let states = (0..dfa.len() as State).map(|state| dfa.step(state, Mark::Begin));
        let mut characters = Self::default();
        characters.add_characters(dfa, states.filter(|&state| state != DEAD), Some(Mark::End));
        characters
    }

    /// How a character may occur.
    pub fn usage(&self, character: impl Into<char>) -> Usage {
        let character = character.into();
        let mut octets = [0; 4];
        if self.bare.contains(character) {
            Usage::Bare
        } else if character.encode_utf8(&mut octets).bytes().all(|octet| self.may_escape(octet)) {
            Usage::Escaped
        } else {
            Usage::Never
        }
    }

    fn may_escape(&self, octet: u8) -> bool {
        self.escaped[usize::from(octet >> 7)] & 1 << (octet & 0x7F) != 0
    }

    /// Whether some characters beyond US-ASCII may occur unescaped.
    pub fn beyond_ascii(&self) -> bool {
        !self.bare.beyond().is_empty()
    }

    /// Adds the characters on all paths from some states to an accepting state or the mark `end`.
    fn add_characters(&mut self, dfa: &Dfa, starts: impl IntoIterator<Item = State>, end: Option<Mark>) {
        // The text in front of the current character: a character, a percent sign, or a percent
        // sign and a hexadecimal digit.
        let mut seen: HashSet<(State, PrecedingMark)> =
            starts.into_iter().map(|state| (state, PrecedingMark::Character)).collect();
        let mut waiting: Vec<_> = seen.iter().copied().collect();
        let mut symbols = vec![None; dfa.alphabet().len()];
        while let Some((state, before)) = waiting.pop() {
            if dfa.is_accepting(state) || end.is_some_and(|end| dfa.step(state, end) != DEAD) {
                self.add_incomplete(before);
            }
            for symbol in dfa.alphabet().symbols() {
                let c = dfa.alphabet().character(symbol);
                let next: State = dfa.step(state, c);
                if next == DEAD {
                    continue;
                }
                let digit = c.to_digit(16).map(|digit| digit as u8);
                let after = match (before, digit) {
                    (PrecedingMark::Percent, Some(digit)) => PrecedingMark::Digit(digit, c),
                    (PrecedingMark::Digit(first, _), Some(second)) => {
                        self.escaped[usize::from(first >> 3)] |= 1 << ((first & 7) << 4 | second);
                        PrecedingMark::Character
                    }
                    _ => {
                        self.add_incomplete(before);
                        if c == '%' {
                            PrecedingMark::Percent
                        } else {
                            self.add(symbols[symbol].get_or_insert_with(|| dfa.alphabet().set(symbol)));
                            PrecedingMark::Character
                        }
                    }
                };
                if seen.insert((next, after)) {
                    waiting.push((next, after));
                }
            }
        }
    }

    /// Records the bare characters of an incomplete escape.
    fn add_incomplete(&mut self, before: PrecedingMark) {
        match before {
            PrecedingMark::Character => {}
            PrecedingMark::Percent => self.add(&'%'.into()),
            PrecedingMark::Digit(_, digit) => {
                self.add(&'%'.into());
                self.add(&digit.into());
            }
        }
    }

    /// Adds bare characters.
    fn add(&mut self, characters: &CharSet) {
        if !characters.is_subset(&self.bare) {
            self.bare = self.bare.union(characters);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum PrecedingMark {
    Character,
    Percent,
    /// The value of the digit, and the digit.
    Digit(u8, char),
}
