//! Which spans of a component count as alike.

use regular_bnf::SpanComparison;

use crate::base::component::Component;

impl Component {
    /// Which [spans](crate::Grammar::spans) of this component count as alike, for
    /// [`Differentials`](regular_bnf::Differentials), [`SplitClass`](regular_bnf::SplitClass) and
    /// [`Spans::alike`](regular_bnf::Spans::alike).
    ///
    /// Absent and empty components count as alike, unless [`strict`](SpanComparison::strict) is set. A
    /// slash in front of the path belongs to neither side: the first documents exclude it from the
    /// path, and the later ones include it.
    ///
    /// ```
    /// use uri_lineage::Component;
    /// use uri_lineage::Grammar::{Rfc1738, Rfc3986};
    /// use uri_lineage::regular_bnf::{Differentials, Disagreement, Language, SplitCause};
    ///
    /// let ([old], [new]) = (Rfc1738.spans([Component::Host])?, Rfc3986.spans([Component::Host])?);
    /// let comparison = Component::Host.comparison();
    /// let all = Differentials::new(&old, &new, comparison)?;
    /// let found = all.of_kind(Disagreement::Both).next().unwrap();
    /// assert_eq!((found.witness.as_str(), &found.left, &found.right), ("a://0?@a", &Some(7..8), &Some(4..5)));
    /// let cause = SplitCause::from_spans(&found.witness, [found.left, found.right], comparison).unwrap();
    /// assert_eq!(cause.to_string(), "the right ends at `?`; the left begins after `@`");
    /// // A filter that refuses every `@`.
    /// let filter = Language::matching("^[^@]*$")?;
    /// let all = Differentials::new(&old.within(&filter)?, &new, comparison)?;
    /// assert_eq!(all.of_kind(Disagreement::Both).next(), None);
    /// // A slash in front of the path belongs to neither side.
    /// assert_eq!(SplitCause::from_spans("a:/b", [Some(2..4), Some(3..4)], Component::Path.comparison()), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn comparison(self) -> SpanComparison {
        SpanComparison::default().delimiter(self.delimiter())
    }
}
