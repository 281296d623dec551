//! The rest of a string after a divergence: it decides which of the states that read the character
//! lead to the end.

use super::labelled::LabelledLanguage;
use crate::automaton::lazy::{DEAD, State};
use crate::automaton::nfa::NodeId;
use crate::automaton::search::Search;
use crate::automaton::{TooLarge, effort};
use crate::limits::LIMITS;

/// Where the rest of a string is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct SuffixStates {
    /// The state of the language.
    exact: State,
    /// The states in which the rest is read.
    readers: State,
    /// The states of a preferred derivation, in which the rest must not be read.
    preferred: State,
}

impl LabelledLanguage {
    /// The rest after a character that `readers` read. States of `preferred` derivations read the
    /// character as well.
    pub(super) fn rest_after(&self, exact: State, readers: &[NodeId], preferred: &[NodeId]) -> SuffixStates {
        let readers = self.labels.after(readers.iter().copied());
        let preferred = self.labels.after(preferred.iter().copied());
        SuffixStates { exact, readers, preferred }
    }

    /// The rest after a character; `None` if nothing can be accepted any more.
    pub(super) fn continued(&self, rest: SuffixStates, c: char) -> Option<SuffixStates> {
        Some(SuffixStates {
            exact: self.exact.step(rest.exact, c)?,
            readers: self.labels.step(rest.readers, c)?,
            preferred: self.labels.step(rest.preferred, c).unwrap_or(DEAD),
        })
    }

    /// Whether the rest may end there.
    pub(super) fn is_end(&self, rest: SuffixStates) -> bool {
        self.exact.accepts(rest.exact) && self.labels.accepts(rest.readers) && !self.labels.accepts(rest.preferred)
    }

    /// Whether a text is read as the rest.
    pub(super) fn is_rest(&self, rest: SuffixStates, text: &str) -> bool {
        text.chars().try_fold(rest, |rest, c| self.continued(rest, c)).is_some_and(|rest| self.is_end(rest))
    }

    /// The shortest rest and, of those, the most readable; `None` if there is none.
    ///
    /// # Errors
    ///
    /// If too many states are reached.
    pub(super) fn shortest_rest(&self, rest: SuffixStates, classes: &[char]) -> Result<Option<String>, TooLarge> {
        let Some(nearest) = self.labels.completion(rest.readers) else { return Ok(None) };
        if self.is_rest(rest, &nearest) {
            return Ok(Some(nearest));
        }
        let mut search = Search::new(rest, LIMITS.pairs);
        while let Some((at, rest)) = search.next() {
            if self.is_end(rest) {
                return Ok(Some(search.way(at).into_iter().collect()));
            }
            for &c in classes {
                if let Some(next) = self.continued(rest, c) {
                    search.reach(at, c, Some(effort(c)), next)?;
                }
            }
        }
        Ok(None)
    }
}
