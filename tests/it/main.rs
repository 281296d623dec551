//! The integration tests of the library: one program, a module a subject. Each module names the
//! features that it needs.

// The code that pest_derive generates names `std` this way.
#[cfg(feature = "reference")]
extern crate alloc;

mod abnf;
mod accepted;
mod agreement;
mod ambiguity;
mod appendix_b;
mod bypass;
mod changes;
mod characters;
mod classifier;
mod common;
mod compose;
mod convert;
mod differential;
mod divergence;
mod errors;
mod examples;
mod extract;
mod filters;
mod fuzz;
mod imports;
mod imports_of_grammars;
mod learning;
mod names;
mod normal;
mod one_parse;
mod owned;
mod peers;
mod programs;
mod proof;
mod properties;
mod published;
mod quotations;
mod reason;
mod reference;
mod request;
mod resolve;
mod rfc3987;
mod scheme_operations;
mod schemes;
mod sections;
mod steps;
#[cfg(feature = "compare")]
mod targets;
mod warning;
mod whatwg;
