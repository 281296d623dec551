//! What every typed URL knows: its grammar and its components.

use crate::ast::borrowing::Borrowing;
use crate::ast::components::Components;
use crate::ast::owned::{Owned, WholeText};
use crate::grammar::Grammar;

/// A URL by some grammar.
pub trait TypedUrl<'i>: WholeText<'i> {
    #[doc(hidden)]
    fn url_grammar(&self) -> Grammar;

    #[doc(hidden)]
    fn url_components(&self) -> Components<'i>;
}

impl<T: Borrowing<'static>> Owned<T>
where
    for<'o> T::From<'o>: TypedUrl<'o>,
{
    /// The grammar that accepted the URL.
    pub fn grammar(&self) -> Grammar {
        self.get().url_grammar()
    }

    /// The scheme, as it is written; `None` for a relative reference.
    pub fn scheme(&self) -> Option<&str> {
        self.components().scheme
    }

    /// The components, under the names that all generations share.
    pub fn components(&self) -> Components<'_> {
        self.get().url_components()
    }
}
