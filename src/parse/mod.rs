//! Parsing with one production: into a tree, or into the captured spans of which the typed layer
//! is built.

pub(crate) mod captures;
pub(crate) mod production;
pub(crate) mod tree;
