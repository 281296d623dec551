//! Strings that two grammars split differently, component by component.

use regular_bnf::{Differentials, ProofError, Spans};

use crate::component::Component;

impl Component {
    /// All strings that two grammars accept and in which this component has different [spans](crate::Grammar::spans), by kind,
    /// shortest first. [`differential`](Self::differential) returns a shortest of any kind.
    ///
    /// ```
    /// use uri_lineage::Component;
    /// use uri_lineage::Grammar::{Rfc1738, Rfc3986};
    /// use uri_lineage::language::{Disagreement, Language};
    ///
    /// let ([old], [new]) = (Rfc1738.spans([Component::Host])?, Rfc3986.spans([Component::Host])?);
    /// let all = Component::Host.differentials(&old, &new, false)?;
    /// let found = all.of_kind(Disagreement::Both).next().unwrap();
    /// assert_eq!((found.witness.as_str(), found.left, found.right), ("a://0?@a", Some(7..8), Some(4..5)));
    /// // A filter that refuses every `@`.
    /// let filter = Language::matching("^[^@]*$")?;
    /// let all = Component::Host.differentials(&old.within(&filter)?, &new, false)?;
    /// assert_eq!(all.of_kind(Disagreement::Both).next(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the combined automaton has too many states.
    pub fn differentials(self, left: &Spans, right: &Spans, strict: bool) -> Result<Differentials, ProofError> {
        Differentials::of(left, right, strict, self.delimiter())
    }
}
