//! Grammars whose characters include those of the marks.
//!
//! A grammar distinguishes few characters: two that no literal and no end of a range separates are
//! alike. So two characters can be spared, since each of their strings has another one that is
//! derived in the same ways. They are exchanged with the characters of the marks.

use std::collections::BTreeSet;

use super::search::{BEGIN, END};
use crate::bnf::{Bnf, Definition, Expr, LanguageError};
use crate::characters::CharSet;

/// The two pairs of characters that are exchanged.
pub(super) struct Exchange([(char, char); 2]);

impl Exchange {
    /// The exchange for a grammar; `None` if no production has the characters of the marks.
    ///
    /// # Errors
    ///
    /// If the grammar distinguishes nearly all characters.
    pub fn of(bnf: &Bnf) -> Result<Option<Self>, LanguageError> {
        // The first characters of runs of characters that are alike.
        let mut firsts = BTreeSet::from([0, END as u32 + 1]);
        let mut used = false;
        for body in bnf.productions().iter().filter_map(|definition| definition.body.as_ref().ok()) {
            body.map(&mut |expr| {
                let mut add = |first: char, last: char| {
                    firsts.extend([first as u32, last as u32 + 1]);
                    used |= first <= END && last >= BEGIN;
                };
                match expr {
                    Expr::Literal(text) => text.chars().for_each(|c| add(c, c)),
                    Expr::Range(first, last) => add(*first, *last),
                    _ => {}
                }
                None
            });
        }
        if !used {
            return Ok(None);
        }
        let ends = firsts.iter().skip(1).copied().chain([char::MAX as u32 + 1]);
        let spare = |(first, end): (u32, u32)| {
            let mut characters = (first..end).rev().filter_map(char::from_u32);
            let [one, other, _] = [characters.next()?, characters.next()?, characters.next()?];
            (other > END).then_some([one, other])
        };
        let Some([one, other]) = firsts.iter().copied().zip(ends).filter_map(spare).last() else {
            return Err(LanguageError::TooLarge("a grammar that distinguishes nearly all characters".to_owned()));
        };
        Ok(Some(Self([(BEGIN, one), (END, other)])))
    }

    fn character(&self, c: char) -> char {
        let Self(pairs) = self;
        pairs.iter().fold(c, |c, &(one, other)| match c {
            _ if c == one => other,
            _ if c == other => one,
            _ => c,
        })
    }

    /// The grammar with the characters exchanged.
    pub fn grammar(&self, bnf: &Bnf) -> Bnf {
        let expr = |expr: &Expr| match expr {
            Expr::Literal(text) => Some(Expr::Literal(text.chars().map(|c| self.character(c)).collect())),
            Expr::Range(first, last) => Some(self.range(&CharSet::range(*first, *last))),
            _ => None,
        };
        let own = |own: &Definition| Definition {
            body: own.body.as_ref().map(|body| body.map(&mut |part| expr(part))).map_err(Clone::clone),
            ..own.clone()
        };
        bnf.with(bnf.productions().iter().map(own).collect())
    }

    fn range(&self, set: &CharSet) -> Expr {
        let Self(pairs) = self;
        let set = pairs.iter().fold(set.clone(), |set, &(one, other)| {
            let both = CharSet::from(one).union(&CharSet::from(other));
            let has = |c: char, instead: char| if set.contains(c) { CharSet::from(instead) } else { CharSet::EMPTY };
            set.difference(&both).union(&has(one, other)).union(&has(other, one))
        });
        Expr::Alternatives(set.ranges().into_iter().map(|(first, last)| Expr::Range(first, last)).collect())
    }

    /// The string with the characters exchanged again, and for each offset before the offset after.
    pub fn back(&self, string: &str) -> (String, Vec<usize>) {
        let mut offsets = vec![0; string.len() + 1];
        let mut back = String::new();
        for (at, c) in string.char_indices() {
            back.push(self.character(c));
            offsets[at + c.len_utf8()] = back.len();
        }
        (back, offsets)
    }
}
