//! Building: URLs from plain parts, each escaped as its own production asks.
//!
//! A part is plain octets; which of them may stand as characters, and which as escapes, the production of the part says.
//! What is built is parsed again, and must give the same parts; what a generation cannot say is an error.
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
    /// Writes the URL in a grammar.
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
    /// Where the grammar has no such URL or part, or would read what is written otherwise.
    pub fn write(&self, grammar: Grammar) -> Result<String, ComposeError> {
        if let Self::Gopher { item: Some(item), .. } = self {
            let delimited = |octets: &Octets| octets.0.iter().any(|octet| b"\t\n\r".contains(octet));
            if delimited(&item.selector) || item.search.as_ref().is_some_and(delimited) {
                let why = "no selector and no search of Gopher holds a TAB, LF or CR";
                return Err(ComposeError::Unsayable { grammar, why });
            }
        }
        let mut failed = None;
        // First with as few escapes as the productions ask for; where a character delimits a part that its own
        // production accepts too, with all that are possible.
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

    /// The plain parts of a URL that a grammar has parsed; `None` for what has none, such as an `authority` that is no
    /// server.
    pub fn read(parsed: &crate::parsed::Parsed<'_>) -> Option<Self> {
        read::parts(parsed)
    }
}
