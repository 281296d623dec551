//! The four components of a URL and the fragment, as section 3.3 and Appendix B divide any reference.

use std::fmt;

use super::reference::{Hierarchy, UriReference, Url};
use crate::error::Error;
use crate::shared::behind;
use crate::shared::read_only;

read_only! {
    /// Scheme, site, path and query, and the fragment: the groups of the regular expression in Appendix B.
    ///
    /// What does not stand there is `None`; what stands there and is empty is `Some("")`. The path always stands there.
    ///
    /// ```
    /// use uri_lineage::uri1997::Groups;
    ///
    /// let groups = Groups::parse("http://www.ics.uci.edu/pub/ietf/uri/#Related")?;
    /// assert_eq!(groups.site(), Some("www.ics.uci.edu"));
    /// assert_eq!(groups.path(), "/pub/ietf/uri/");
    /// assert_eq!((groups.query(), groups.fragment()), (None, Some("Related")));
    /// # Ok::<(), uri_lineage::Error>(())
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Groups<'i> {
        /// What stands before the colon.
        pub scheme: Option<&'i str>,
        /// What follows the two slashes.
        pub site: Option<&'i str>,
        /// The path, with its first slash if it has one.
        pub path: &'i str,
        /// What follows the question mark.
        pub query: Option<&'i str>,
        /// What follows the hash sign.
        pub fragment: Option<&'i str>,
    }
}

impl<'i> Groups<'i> {
    /// Parses by the production `URI-reference`, and divides what it takes.
    ///
    /// # Errors
    ///
    /// Where `URI-reference` does not accept all of the input.
    pub fn parse(input: &'i str) -> Result<Self, Error> {
        let (scheme, site) = match UriReference::parse(input)? {
            UriReference::Urn(_) => (Some("urn".len()), None),
            UriReference::Url(reference) => {
                let relative = match reference.url {
                    Some(Url::Absolute(url)) => Some((Some(url.scheme), url.relative)),
                    Some(Url::Relative(url)) => Some((url.mistaken_scheme, url)),
                    None => None,
                };
                let site = relative.and_then(|(_, url)| match url.hierarchy {
                    Hierarchy::NetPath { site, .. } => Some(site.to_string().len()),
                    _ => None,
                });
                (relative.and_then(|(scheme, _)| scheme).map(str::len), site)
            }
        };
        // What stands there is known; now where. After the site nothing holds a mark before the one that ends it.
        let (scheme, rest) = match scheme {
            Some(length) => (input.get(..length), input.get(length + 1..).unwrap_or_default()),
            None => (None, input),
        };
        let (site, rest) = match site {
            Some(length) => (rest.get(2..length + 2), rest.get(length + 2..).unwrap_or_default()),
            None => (None, rest),
        };
        let cut =
            |text: &'i str, mark| text.split_once(mark).map_or((text, None), |(before, after)| (before, Some(after)));
        let (rest, fragment) = cut(rest, '#');
        let (path, query) = cut(rest, '?');
        Ok(Self { scheme, site, path, query, fragment })
    }
}

/// Puts the components together as section 4.2, step 7, does.
impl fmt::Display for Groups<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(scheme) = self.scheme {
            write!(f, "{scheme}:")?;
        }
        behind(f, "//", self.site)?;
        f.write_str(self.path)?;
        behind(f, "?", self.query)?;
        behind(f, "#", self.fragment)
    }
}
