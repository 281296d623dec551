//! Strings that several grammars accept and split differently, and why.

mod cause;
mod classes;
mod parts;
mod walk;

pub use self::cause::{Border, GrammarSide, SplitCause};
pub use self::classes::{SplitClass, SplitOptions};
pub use self::walk::{Differential, Differentials};
