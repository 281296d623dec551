//! Classification by all grammars in one pass: the states of one deterministic automaton tell which
//! production of each grammar accepts.
//!
//! ```
//! use uri_lineage::Grammar;
//! use uri_lineage::classifier::Classifier;
//!
//! let url = Classifier::get().classify("file://localhost/etc/motd");
//! assert!(url.accepts(Grammar::Rfc1738) && !url.accepts(Grammar::Rfc1630));
//! ```

mod atlas;
mod before;
mod classification;
mod digest;
mod domains;
mod lanes;
mod machine;
mod normal_forms;
mod pairs;
mod pieces;
mod refusals;
mod states;
mod stops;
mod table;
mod walk;

pub use classification::Classification;
pub use machine::{Classifier, Verdicts};
pub use normal_forms::NormalForms;
pub use refusals::Refusals;
pub use stops::{Stop, Stops};

// For the program, which judges many lines at once. These may change with every version.
#[doc(hidden)]
pub use crate::refusal::context::{Context, Contexts};
#[doc(hidden)]
pub use digest::Digest;
#[doc(hidden)]
pub use machine::generated;
#[doc(hidden)]
pub use pieces::Walk;
#[doc(hidden)]
pub use refusals::RefusalsKey;
#[doc(hidden)]
pub use states::Automaton;

use crate::base::utf8::character_start;

impl Classifier {
    /// What all grammars say of a URL. Classification does not allocate.
    pub fn classify<'i>(&self, input: &'i str) -> Classification<'i> {
        self.classify_bytes(input.as_bytes()).of(input)
    }

    /// The verdicts of all grammars on bytes. Every grammar refuses bytes that are not UTF-8.
    pub fn classify_bytes(&self, input: &[u8]) -> Verdicts {
        self.verdicts(walk::walk::<false>(self, input, |_| {}))
    }

    /// Calls `refused` at each place where a grammar stops accepting the input, in the order of the
    /// offsets, and returns the place where the input ends. It does not allocate.
    ///
    /// ```
    /// use uri_lineage::classifier::Classifier;
    ///
    /// let mut offsets = Vec::new();
    /// let end = Classifier::get().observe(b"ftp://host/~me", |stop| offsets.push(stop.offset));
    /// // Where the grammars before 1997 refuse `~`. The others accept the whole input.
    /// assert_eq!((offsets, end.offset), (vec![11], 14));
    /// ```
    pub fn observe(&self, input: &[u8], refused: impl FnMut(Stop)) -> Stop {
        let state = walk::walk::<true>(self, input, refused);
        Stop { offset: character_start(input, input.len()), state, byte: None }
    }

    /// For each grammar that refuses the input the place at which it stopped accepting it.
    pub fn stops(&self, input: &[u8]) -> Stops {
        let mut stops = Stops::default();
        let end = self.observe(input, |stop| self.record(stop, &mut stops));
        self.record(end, &mut stops);
        stops
    }
}
