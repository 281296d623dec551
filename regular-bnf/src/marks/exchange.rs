//! Grammars whose characters include those of the marks.
//!
//! A grammar distinguishes few characters: two that no literal and no end of a range separates are
//! alike. So two characters can be spared, since each of their strings has another one that is
//! derived in the same ways. These two are exchanged with the characters of the marks.

use std::collections::BTreeSet;

use super::search::{BEGIN, END};
use crate::bnf::{Bnf, Expr, GrammarError};
use crate::characters::CharSet;

/// The two pairs of characters that are exchanged.
pub(super) struct Exchange([(char, char); 2]);

impl Exchange {
    /// The exchange for a grammar; `None` if no production has the characters of the marks.
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
            let [last, previous, _] = [characters.next()?, characters.next()?, characters.next()?];
            (previous > END).then_some([last, previous])
        });
        let Some([last, previous]) = spare.last() else {
            return Err(GrammarError::TooLarge("a grammar that distinguishes nearly all characters".to_owned()));
        };
        Ok(Some(Self([(BEGIN, last), (END, previous)])))
    }

    fn character(&self, c: char) -> char {
        let Self(pairs) = self;
        pairs.iter().fold(c, |c, &(mark, spare)| match c {
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
        let Self(pairs) = self;
        let mut set = set.clone();
        for &(mark, spare) in pairs {
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
