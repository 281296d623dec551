//! Marks in the productions of a grammar.
//!
//! A production can derive characters alone. So two characters represent the marks in it, and their
//! steps become those of the marks in the automaton.
//!
//! A grammar may have these two characters itself. But it distinguishes few characters: two that no
//! literal and no end of a range separates are alike. So two others can be spared, since each of their
//! strings has another one that is derived in the same ways. These two are exchanged with the characters
//! that represent the marks.

use std::collections::BTreeSet;

use crate::automaton::TooLarge;
use crate::automaton::alphabet::{Alphabet, Mark, MarkedCharacter};
use crate::automaton::dfa::{DEAD, Dfa, SymbolClasses};
use crate::bnf::{Bnf, Expr, GrammarError};
use crate::characters::CharSet;
use crate::limits::limits;

/// The character that represents the mark of a beginning in a production.
pub(super) const BEGIN: char = '\u{1}';
/// The character that represents the mark of an end.
pub(super) const END: char = '\u{2}';

/// The characters that are exchanged.
pub(super) struct Exchange {
    /// The two pairs: a character that represents a mark, and one that is spared.
    pairs: [(char, char); 2],
    /// A character that the grammar does not distinguish from those that are spared.
    alike: char,
}

/// The automaton in which marks are read in place of the characters that represent them. It is that of
/// the grammar before the exchange, if there is one.
pub(super) fn with_marks(dfa: &Dfa, exchange: Option<&Exchange>) -> Result<Dfa, TooLarge> {
    // The character of the automaton for each symbol; without an exchange the grammar has no
    // characters that represent marks.
    let represented = |read: MarkedCharacter| match (read, exchange) {
        (MarkedCharacter::Mark(Mark::Begin), _) => Some(BEGIN),
        (MarkedCharacter::Mark(Mark::End), _) => Some(END),
        (MarkedCharacter::Character(BEGIN | END), None) => None,
        (MarkedCharacter::Character(c), None) => Some(c),
        (MarkedCharacter::Character(c), Some(exchange)) => match exchange.character(c) {
            BEGIN | END => Some(exchange.alike),
            c => Some(c),
        },
    };
    let pairs = exchange.iter().flat_map(|exchange| exchange.pairs);
    let sets: Vec<CharSet> = pairs.map(|(_, spare)| spare.into()).collect();
    let alphabet = dfa.alphabet().refined(&Alphabet::new(&sets)).with_marks();
    let (columns, _) = dfa.columns();
    let class = |read| represented(read).and_then(|c| columns.class(c));
    let (classes, first) = SymbolClasses::by_key(alphabet, class);
    let characters: Vec<Option<char>> = first.into_iter().map(represented).collect();
    let marked = Dfa::explore(
        Dfa::START,
        limits().minimal_states.max(dfa.len()),
        classes,
        |&state| {
            let steps = characters.iter().map(|c| c.map(|c| dfa.step(state, c)).filter(|&to| to != DEAD));
            Ok(steps.collect())
        },
        |&state| dfa.is_accepting(state),
    )?;
    Ok(marked.minimal())
}

impl Exchange {
    /// The exchange for a grammar; `None` if no production has the characters that represent marks.
    ///
    /// # Errors
    ///
    /// If the grammar distinguishes nearly all characters.
    pub fn new(bnf: &Bnf) -> Result<Option<Self>, GrammarError> {
        // The first characters of runs of characters that are alike.
        let mut firsts = BTreeSet::from([0, END as u32 + 1]);
        let mut used = false;
        for body in bnf.productions().iter().filter_map(|definition| definition.body.as_ref().ok()) {
            body.map(&mut |expr| {
                let ranges = match expr {
                    Expr::Literal(text) => text.chars().map(|c| (c, c)).collect(),
                    Expr::Range(first, last) => vec![(*first, *last)],
                    _ => Vec::new(),
                };
                for (first, last) in ranges {
                    firsts.extend([first as u32, last as u32 + 1]);
                    used |= first <= END && last >= BEGIN;
                }
                None
            });
        }
        if !used {
            return Ok(None);
        }
        let ends = firsts.iter().skip(1).copied().chain([char::MAX as u32 + 1]);
        let spare = firsts.iter().copied().zip(ends).filter_map(|(first, end)| {
            let mut characters = (first..end).rev().filter_map(char::from_u32);
            let [last, previous, alike] = [characters.next()?, characters.next()?, characters.next()?];
            (alike > END).then_some([last, previous, alike])
        });
        let Some([last, previous, alike]) = spare.last() else {
            return Err(GrammarError::TooLarge("a grammar that distinguishes nearly all characters".to_owned()));
        };
        Ok(Some(Self { pairs: [(BEGIN, last), (END, previous)], alike }))
    }

    fn character(&self, c: char) -> char {
        self.pairs.iter().fold(c, |c, &(mark, spare)| match c {
            _ if c == mark => spare,
            _ if c == spare => mark,
            _ => c,
        })
    }

    /// The grammar with the characters exchanged.
    pub fn grammar(&self, bnf: &Bnf) -> Bnf {
        let mut definitions = bnf.productions().to_vec();
        for body in definitions.iter_mut().filter_map(|definition| definition.body.as_mut().ok()) {
            *body = body.map(&mut |expr| match expr {
                Expr::Literal(text) => Some(Expr::Literal(text.chars().map(|c| self.character(c)).collect())),
                Expr::Range(first, last) => Some(self.range(&CharSet::range(*first, *last))),
                _ => None,
            });
        }
        bnf.with(definitions)
    }

    fn range(&self, set: &CharSet) -> Expr {
        let mut set = set.clone();
        for (mark, spare) in self.pairs {
            let exchanged: Vec<CharSet> = [(mark, spare), (spare, mark)]
                .into_iter()
                .filter(|(c, _)| set.contains(*c))
                .map(|(_, instead)| CharSet::from(instead))
                .collect();
            set = set.difference(&CharSet::from(mark).union(&spare.into()));
            set = CharSet::union_of(exchanged.iter().chain([&set]));
        }
        Expr::Alternatives(set.ranges().into_iter().map(|(first, last)| Expr::Range(first, last)).collect())
    }

    /// The string with the characters exchanged again, and for each offset before the offset after.
    pub fn exchanged_back(&self, string: &str) -> (String, Vec<usize>) {
        let mut offsets = vec![0; string.len() + 1];
        let mut original = String::new();
        for (offset, c) in string.char_indices() {
            original.push(self.character(c));
            offsets[offset + c.len_utf8()] = original.len();
        }
        (original, offsets)
    }
}
