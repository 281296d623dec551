//! Relative references: what a partial form stands for where a base is known, as each document says.
//!
//! Draft 02 (section 1.2), RFC 1630 ("Partial (relative) form") and the URL draft of 1997 (section 4.2) define this; draft
//! 03 and RFC 1738 do not ("Relative links are not described in this document", RFC 1738, section 2.3).
//!
//! ```
//! use uri_lineage::Grammar;
//! use uri_lineage::resolve::Options;
//!
//! let found = Grammar::Uri1997.resolve("http://a/b/c", "../g", Options::default())?;
//! assert_eq!(found.target.to_string(), "http://a/g");
//! # Ok::<(), uri_lineage::resolve::ResolveError>(())
//! ```

mod absolute;
mod dots;
mod partial;
mod relative;
mod resolution;
mod uri1997;

pub use absolute::resolve;
pub use relative::relative;
pub use resolution::{Leading, Options, Resolution, ResolveError, Step, Target};
