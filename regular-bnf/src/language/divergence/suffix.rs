//! The suffix of a string after a divergence. It decides which of the states that read the
//! character lead to the end.

use super::labelled::LabelledLanguage;
use crate::automaton::lazy::{DEAD, State};
use crate::automaton::nfa::NodeId;
use crate::automaton::search::Search;
use crate::automaton::{TooLarge, effort};
use crate::limits::limits;

/// The states in which a suffix is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct SuffixStates {
    /// The state of the language.
    exact: State,
    /// The states in which the suffix is read.
    readers: State,
    /// The states of a preferred derivation, in which the suffix must not be read.
    preferred: State,
}

impl LabelledLanguage {
    /// The suffix after a character that `readers` read. States of `preferred` derivations read the
    /// character as well.
    pub(super) fn suffix_after(&self, exact: State, readers: &[NodeId], preferred: &[NodeId]) -> SuffixStates {
        let readers = self.labels.after(readers.iter().copied());
        let preferred = self.labels.after(preferred.iter().copied());
        SuffixStates { exact, readers, preferred }
    }

    /// The states after a character; `None` if no suffix is possible any more.
    pub(super) fn continued(&self, suffix: SuffixStates, c: char) -> Option<SuffixStates> {
        Some(SuffixStates {
            exact: self.exact.step(suffix.exact, c)?,
            readers: self.labels.step(suffix.readers, c)?,
            preferred: self.labels.step(suffix.preferred, c).unwrap_or(DEAD),
        })
    }

    /// Whether the suffix may end.
    pub(super) fn is_end(&self, suffix: SuffixStates) -> bool {
        self.exact.accepts(suffix.exact)
            && self.labels.accepts(suffix.readers)
            && !self.labels.accepts(suffix.preferred)
    }

    /// Whether a text is a possible suffix.
    pub(super) fn is_suffix(&self, suffix: SuffixStates, text: &str) -> bool {
        text.chars().try_fold(suffix, |suffix, c| self.continued(suffix, c)).is_some_and(|suffix| self.is_end(suffix))
    }

    /// The shortest suffix and, of those, the most readable; `None` if no suffix is possible.
    ///
    /// # Errors
    ///
    /// If too many states are reached.
    pub(super) fn shortest_suffix(&self, suffix: SuffixStates, classes: &[char]) -> Result<Option<String>, TooLarge> {
        let Some(nearest) = self.labels.completion(suffix.readers) else { return Ok(None) };
        if self.is_suffix(suffix, &nearest) {
            return Ok(Some(nearest));
        }
        let mut search = Search::new(suffix, limits().pairs);
        while let Some((at, suffix)) = search.next() {
            if self.is_end(suffix) {
                return Ok(Some(search.path_to(at).into_iter().collect()));
            }
            for &c in classes {
                if let Some(next) = self.continued(suffix, c) {
                    search.reach(at, c, Some(effort(c)), next)?;
                }
            }
        }
        Ok(None)
    }
}
