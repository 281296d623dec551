//! Searches: words, with plus signs between them.

use crate::ast::shared::display;
use crate::ast::text::{Octets, Text, textual};
use crate::generated::rule::Rule;
use crate::parse::captures::Captures;

/// `search`: words, with plus signs between them.
///
/// ```text
/// search                 xalphas [ + search ]
/// ```
///
/// "Within the query string, the plus sign is reserved as shorthand notation for a space" (RFC
/// 1630, "Query strings").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Search<'i>(pub(crate) Text<'i>);

crate::ast::borrowing::borrowing! { Search; }

impl<'i> Search<'i> {
    /// The search, unchanged from the input.
    pub fn text(self) -> Text<'i> {
        self.0
    }

    /// The words between the plus signs. If `xalpha` also contains the plus sign, a word may be
    /// empty.
    pub fn words(self) -> impl Iterator<Item = Text<'i>> {
        self.0.as_str().split('+').map(Text::from)
    }

    /// The search string: the decoded words, with spaces between them.
    ///
    /// ```
    /// use uri_lineage::rfc1630::{Address, Url};
    ///
    /// let Address::Http(url) = Url::parse("http://host/a?b+c%2Bd")?.address() else { panic!() };
    /// assert_eq!(url.search().unwrap().octets().0, b"b c+d");
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    pub fn octets(self) -> Octets {
        Octets(self.words().map(|word| word.octets().into_owned()).collect::<Vec<_>>().join(&b' '))
    }

    /// Builds from the spans of an address that may contain a search.
    #[inline]
    pub(super) fn build(captures: &Captures<'i>) -> Option<Self> {
        captures.text(Rule::search).map(Self)
    }
}

textual! {
    Search, search => search.0.as_str();
}

display! {
    Search, s, f => s.0.fmt(f);
}

#[cfg(feature = "serde")]
impl serde::Serialize for Search<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.words())
    }
}
