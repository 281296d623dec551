//! Characters: sets of them, how hard they are to read, and which ones are invisible or ignored.

mod charset;
mod effort;
mod ignored;
mod visible;

pub use charset::CharSet;
pub(crate) use charset::{BEYOND, after};
pub use effort::{READABLE, effort, shortest_first};
pub use ignored::{Ignored, KeptText};
pub use visible::{is_invisible, visible};
