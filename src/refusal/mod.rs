//! Why a grammar refuses an input: the error, its reason and its words, and the automata that tell
//! where the input stops being the beginning of a URL.

pub(crate) mod automata;
pub(crate) mod content;
pub(crate) mod context;
pub(crate) mod deepest;
pub(crate) mod diagnose;
pub(crate) mod domain;
pub(crate) mod error;
pub(crate) mod expected;
pub(crate) mod forgive;
pub(crate) mod message;
pub(crate) mod prebuilt;
#[cfg(feature = "compare")]
pub(crate) mod prebuilt_writer;
pub(crate) mod reason;
pub(crate) mod record;
#[cfg(feature = "compare")]
pub mod tables;
