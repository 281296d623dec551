//! The integration tests of the toolkit: one program, a module a subject.

// The code that pest_derive generates names `std` this way.
extern crate alloc;

mod abnf;
mod agreement;
mod ambiguity;
mod ambiguity_causes;
mod audit;
mod audit_splits;
mod bnf;
mod bounded;
mod bounds;
mod codegen;
mod common;
mod conformance;
mod controls;
mod errors;
mod ignored;
mod imports;
mod learning;
mod lint;
mod matching;
mod names;
mod notation;
mod pest_rules;
mod pest_syntax;
mod places;
mod proof;
mod regex;
mod unicode;
mod variants;
mod visible;
