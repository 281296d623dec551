//! The commands, one file or folder each. A command reads its arguments and its input, calls the
//! library, and writes the results.

pub mod agree;
pub mod ambiguity;
pub mod bypass;
pub mod chars;
pub mod check;
pub mod claims;
pub mod compare;
pub mod conform;
pub mod convert;
pub mod diff;
pub mod differential;
pub mod explain;
pub mod extract;
pub mod grammars;
pub mod learn;
pub mod lineage;
pub mod lint;
pub mod manual;
pub mod normal;
pub mod parse;
pub mod prove;
pub mod request;
pub mod resolve;
pub mod sample;
pub mod schema;
pub mod site;
pub mod vectors;
