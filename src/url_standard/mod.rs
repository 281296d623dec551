//! The URL Standard's parser, with a base and without: URL records, their serialization, and the
//! validation errors.
//!
//! The parser is written state by state, under the standard's names. Tests hold its verdicts to the
//! grammar `whatwg`, and all of it to a second transcription of the algorithm.

mod build;
mod code_points;
mod error;
mod host;
mod idna;
mod input;
mod parse;
mod parser;
mod percent;
mod record;
mod relative;
mod scheme;

pub use error::{UrlError, ValidationError};
pub use host::Host;
#[cfg(all(feature = "compare", feature = "idna"))]
pub(crate) use idna::mapped_character;
pub use record::Url;
#[cfg(feature = "compare")]
pub(crate) use scheme::{SCHEMES_WITH_PORT, special_schemes};
