//! The foundation that all documents share: bytes, characters, escapes, schemes, addresses, and the
//! names of components.

pub(crate) mod address;
pub(crate) mod authority;
pub(crate) mod bytes;
pub(crate) mod component;
pub(crate) mod escape;
pub(crate) mod named;
pub(crate) mod scheme;
pub(crate) mod utf8;
pub mod visible;
