//! Strings that two grammars split differently, component by component.

use std::ops::Range;

use regular_bnf::{Differentials, GrammarError, Spans, SplitCause, SplitClass};

use crate::base::component::Component;

impl Component {
    /// All strings that two grammars accept and in which this component has different
    /// [spans](crate::Grammar::spans), by kind, shortest first.
    /// [`differential`](Self::differential) returns a shortest of any kind.
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
    pub fn differentials(self, left: &Spans, right: &Spans, strict: bool) -> Result<Differentials, GrammarError> {
        Differentials::new(left, right, strict, self.delimiter())
    }

    /// The classes of the strings that several grammars accept and in which they do not all read
    /// this component alike: for each class which of them do, and for what cause the first two that
    /// do not differ. Every such string belongs to exactly one class.
    ///
    /// `parts` are for each side the spans of other components, the same for all sides; there may
    /// be none. They divide the classes further, by the part in which one side reads the beginning
    /// of the other's component.
    ///
    /// ```
    /// use uri_lineage::Component;
    /// use uri_lineage::Grammar::{Rfc1738, Rfc3986};
    /// use uri_lineage::language::{Border, GrammarSide, SplitCause};
    ///
    /// let ([old], [new]) = (Rfc1738.spans([Component::Host])?, Rfc3986.spans([Component::Host])?);
    /// let classes = Component::Host.split_classes(&[&old, &new], &[], false, 1)?;
    /// let (before, other_after) = (Border::Mark('?'), Border::Mark('@'));
    /// let cause = SplitCause::Apart { first: GrammarSide::Right, before, other_after };
    /// let class = classes.iter().find(|class| class.cause == cause).unwrap();
    /// assert_eq!((classes.len(), class.strings[0].witness.as_str()), (5, "a://0?@a"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a combined automaton has too many states, or if there are too many classes.
    pub fn split_classes(
        self,
        sides: &[&Spans],
        parts: &[Vec<&Spans>],
        strict: bool,
        witnesses: usize,
    ) -> Result<Vec<SplitClass>, GrammarError> {
        SplitClass::find_all(sides, parts, strict, self.delimiter(), witnesses)
    }

    /// The cause for which two spans of this component in one string differ; `None` if they are
    /// alike.
    ///
    /// ```
    /// use uri_lineage::Component;
    ///
    /// // A slash in front of the path belongs to neither side.
    /// assert_eq!(Component::Path.split_cause("a:/b", [Some(2..4), Some(3..4)], false), None);
    /// assert!(Component::Path.split_cause("a:/b", [Some(2..4), None], false).is_some());
    /// ```
    pub fn split_cause(self, string: &str, spans: [Option<Range<usize>>; 2], strict: bool) -> Option<SplitCause> {
        SplitCause::from_spans(string, spans, strict, self.delimiter())
    }
}
