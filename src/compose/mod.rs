//! Composes URLs from plain parts; each part is escaped as its production requires.
//!
//! A part consists of plain octets. The production of the part determines which octets are escaped. The composed URL is parsed
//! again and must have the same parts. A URL that the generation cannot express is an error.
//!
//! ```
//! use uri_lineage::Grammar;
//! use uri_lineage::compose::{Parts, Site};
//!
//! let path = Some(vec!["/etc".into(), "a b;c".into()]);
//! let parts = Parts::Ftp { account: None, site: Site::new("host.dom"), path, ftptype: None };
//! assert_eq!(parts.write(Grammar::Rfc1738)?, "ftp://host.dom/%2Fetc/a%20b%3Bc");
//! # Ok::<(), uri_lineage::compose::ComposeError>(())
//! ```

mod plain;
mod read;
mod write;

pub use plain::{Account, Authority, ComposeError, Item, Parts, Site};

use crate::grammar::Grammar;
use crate::text::Octets;

impl Parts {
    /// Composes the URL in a grammar.
    ///
    /// ```
    /// use uri_lineage::Grammar;
    /// use uri_lineage::compose::{Parts, Site};
    ///
    /// let path = Some(vec!["/etc".into(), "a b;c".into()]);
    /// let parts = Parts::Ftp { account: None, site: Site::new("host.dom"), path, ftptype: Some("a".to_owned()) };
    /// assert_eq!(parts.write(Grammar::Rfc1738)?, "ftp://host.dom/%2Fetc/a%20b%3Bc;type=a");
    /// # Ok::<(), uri_lineage::compose::ComposeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the grammar has no such URL or part, or would parse the composed URL differently.
    pub fn write(&self, grammar: Grammar) -> Result<String, ComposeError> {
        if let Self::Gopher { item: Some(item), .. } = self {
            let delimited = |octets: &Octets| octets.0.iter().any(|octet| b"\t\n\r".contains(octet));
            if delimited(&item.selector) || item.search.as_ref().is_some_and(delimited) {
                let why = "a selector or search of Gopher cannot contain TAB, LF or CR";
                return Err(ComposeError::Unsayable { grammar, why });
            }
        }
        let mut failed = None;
        // The first attempt has as few escapes as the productions permit. The second escapes every octet that can be escaped,
        // for characters that a part's production accepts although they delimit the part.
        for cautious in [false, true] {
            let text = write::Writer { grammar, cautious }.write(self)?;
            let production = if matches!(self, Self::Afs { .. }) { grammar.production("afsaddress") } else { None };
            let parsed = match production {
                Some(production) => production.parse(&text),
                None => grammar.parse(&text),
            };
            match parsed {
                Ok(parsed) if read::parts(&parsed).as_ref() == Some(self) => return Ok(text),
                Ok(_) => failed = Some(ComposeError::Otherwise(text)),
                Err(error) => {
                    let error = Box::new(error);
                    failed.get_or_insert(ComposeError::Refused { text, error });
                }
            }
        }
        Err(failed.unwrap_or(ComposeError::Otherwise(String::new())))
    }

    /// The plain parts of a parsed URL; `None` if it has no plain parts, for example because its `authority` is not a server.
    pub fn read(parsed: &crate::parsed::Parsed<'_>) -> Option<Self> {
        read::parts(parsed)
    }
}
