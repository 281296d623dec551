//! The dangers in an accepted URL about which the documents warn.

mod find;
mod kind;
mod schemes;

pub use find::warnings;
pub use kind::Warning;
pub(crate) use schemes::warnings_of_uri;
