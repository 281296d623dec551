//! What a URL consists of before any document divides it: bytes, characters, schemes, addresses,
//! and the names of components.

pub(crate) mod address;
pub(crate) mod authority;
pub(crate) mod bytes;
pub(crate) mod component;
pub(crate) mod named;
pub(crate) mod scheme;
pub(crate) mod utf8;
pub mod visible;
