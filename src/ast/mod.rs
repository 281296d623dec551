//! The typed layer: the structs of each generation of URLs, and the components that all share.
//!
//! A module has the structs of one generation and the name of its first document. The facts of the
//! document are in `grammar/`, its parser is in `generated/`, and requests and composition are in
//! `request/` and `compose/`, each under the same name.

pub(crate) mod accepted;
pub(crate) mod borrowing;
pub(crate) mod components;
pub(crate) mod from_text;
pub(crate) mod owned;
pub(crate) mod parsed;
pub(crate) mod scheme_url;
pub(crate) mod shared;
pub(crate) mod text;
pub(crate) mod typed;
pub(crate) mod typed_url;
pub(crate) mod value;
pub(crate) mod whole_text;

pub mod rfc1630;
pub mod rfc1738;
pub mod rfc1808;
pub mod rfc2396;
pub mod rfc3986;
pub mod rfc3987;
pub mod whatwg;
