//! Relative references: resolves a partial form against a base, by the algorithm of each document.
//!
//! Draft 02 (section 1.2), RFC 1630 ("Partial (relative) form"), RFC 1808 (section 4), the URL
//! draft of 1997 (section 4.2), RFC 2396 (section 5.2), which RFC 2732 does not change, and RFC
//! 3986 (section 5.2) define resolution. RFC 3987 (section 6.5) applies the algorithm of RFC 3986
//! to IRIs. Draft 03 and RFC 1738 do not define resolution ("Relative links are not described in
//! this document", RFC 1738, section 2.3).
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
mod base;
mod dots;
mod generic;
mod partial;
mod relative;
mod resolution;
mod rfc1808;
mod rfc2396;
mod rfc3986;

pub(crate) use absolute::parse_base;
pub use absolute::resolve;
pub use base::Base;
pub(crate) use dots::segments as remove_dot_segments;
pub use relative::relative;
pub use resolution::{LeadingDots, Options, Resolution, ResolveError, Step, Target};
