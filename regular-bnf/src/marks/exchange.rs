//! Marks in the productions of a grammar.
//!
//! A production can derive characters alone. So two characters represent the marks in it, and their
//! steps become those of the marks in the automaton.
//!
//! A grammar may have these two characters itself. But it distinguishes few characters: two that no
//! literal and no end of a range separates are alike. So two others can be spared, since each of their
//! strings has another one that is derived in the same ways. These two take the place of the characters
//! that represent the marks.

use std::collections::BTreeSet;

use crate::automaton::alphabet::{Alphabet, Element, Mark};
use crate::automaton::dfa::{DEAD, Dfa};
use crate::bnf::{Bnf, Expr, GrammarError};
use crate::characters::CharSet;

/// The character that represents the mark of a beginning in a production.
pub(super) const BEGIN: char = '\u{1}';
/// The character that represents the mark of an end.
pub(super) const END: char = '\u{2}';

/// The characters that are exchanged.
pub(super) struct Exchange {
    /// For each mark the character that represents it, and one that is spared, which takes the place of
    /// that character as text.
    pairs: [(char, char); 2],
    /// A character that the grammar does not distinguish from those that are spared.
    alike: char,
}

/// The automaton in which marks are read in place of the characters that represent them. With an
/// exchange, it is that of the grammar before the exchange.
pub(super) fn marks_from_characters(dfa: &Dfa, exchange: Option<&Exchange>) -> Dfa {
    // The character of the automaton for an element of the strings; without an exchange the grammar has
    // no characters that represent marks.
    let represented = |element: Element| match (element, exchange) {
        (Element::Mark(Mark::Begin), _) => Some(BEGIN),
        (Element::Mark(Mark::End), _) => Some(END),
        (Element::Character(BEGIN | END), None) => None,
        (Element::Character(c), None) => Some(c),
        (Element::Character(c), Some(exchange)) => Some(exchange.exchanged(c)),
    };
    let pairs = exchange.iter().flat_map(|exchange| exchange.pairs);
    let spared: Vec<CharSet> = pairs.map(|(_, spare)| spare.into()).collect();
    let alphabet = dfa.alphabet().refined(&Alphabet::new(&spared)).with_marks();
    dfa.with_steps(alphabet, |state, element| represented(element).map_or(DEAD, |c| dfa.step(state, c)))
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

    /// The character of the new grammar that is read as a character of the grammar.
    fn exchanged(&self, c: char) -> char {
        for (mark, spare) in self.pairs {
            if c == mark {
                return spare;
            } else if c == spare {
                return self.alike;
            }
        }
        c
    }

    /// The grammar without the characters that represent marks, and with those that are spared in their
    /// place.
    pub fn grammar(&self, bnf: &Bnf) -> Bnf {
        let mut definitions = bnf.productions().to_vec();
        for body in definitions.iter_mut().filter_map(|definition| definition.body.as_mut().ok()) {
            *body = body.map(&mut |expr| match expr {
                Expr::Literal(text) => Some(Expr::Literal(text.chars().map(|c| self.exchanged(c)).collect())),
                Expr::Range(first, last) => Some(self.range(&CharSet::range(*first, *last))),
                _ => None,
            });
        }
        bnf.with(definitions)
    }

    fn range(&self, set: &CharSet) -> Expr {
        let pairs = self.pairs.iter();
        let replaced: Vec<CharSet> = pairs.clone().flat_map(|&(mark, spare)| [mark.into(), spare.into()]).collect();
        let instead = pairs.filter(|(mark, _)| set.contains(*mark)).map(|&(_, spare)| CharSet::from(spare));
        let kept = set.difference(&CharSet::union_of(&replaced));
        let set = instead.fold(kept, |set, spare| set.union(&spare));
        Expr::Alternatives(set.ranges().into_iter().map(|(first, last)| Expr::Range(first, last)).collect())
    }

    /// A string of the new grammar as one of the grammar, and for each offset before the offset after.
    pub fn exchanged_back(&self, string: &str) -> (String, Vec<usize>) {
        let mut offsets = vec![0; string.len() + 1];
        let mut original = String::new();
        for (offset, c) in string.char_indices() {
            let mark = self.pairs.iter().find(|(_, spare)| *spare == c).map(|&(mark, _)| mark);
            original.push(mark.unwrap_or(c));
            offsets[offset + c.len_utf8()] = original.len();
        }
        (original, offsets)
    }
}
