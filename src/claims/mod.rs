//! Statements of the documents about their own grammars, and a decision for each.
//!
//! A claim that does not hold is a finding: the document and its grammar disagree, or two passages do.
//! Errata that others reported are decided in the same way.
//!
//! ```
//! use uri_lineage::claims::claims;
//!
//! // Some statements of the documents about themselves are false.
//! assert!(claims().iter().any(|claim| claim.holds == Some(false)));
//! ```

mod check;
mod claim;
mod erratum;
mod examples;
mod finding;
mod subject;

pub use claim::{Claim, claims, claims_of, on_derivations, on_ways};
pub use erratum::{Erratum, ErratumDecision, ErratumStatus, errata};
pub use finding::{Finding, FindingEffect, FindingKind, Mended, ReportedErratum};
