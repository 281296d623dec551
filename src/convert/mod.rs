//! Converts a URL for another generation, with the same meaning.
//!
//! Data that the target's grammar does not accept unescaped is escaped. Existing escapes stay, even
//! needless ones. Delimiters are never escaped or decoded, since that would change the meaning of
//! the URL. A plus sign that means a space in only one of the two documents is translated. A scheme
//! in capital letters is written in small letters if the target requires them. The target's grammar
//! parses the result, which must have the same decoded parts.
//!
//! RFC 3987 defines both directions between IRIs and URIs: an IRI becomes a URI by escapes of its
//! characters (section 3.1), and a URI of RFC 3986 becomes an IRI by decoding the escapes that have
//! no meaning of their own (section 3.2).
//!
//! ```
//! use uri_lineage::Grammar;
//!
//! assert_eq!(Grammar::Rfc1738.convert("http://host/~user")?, "http://host/%7Euser");
//! # Ok::<(), uri_lineage::convert::ConvertError>(())
//! ```

mod decoded;
mod error;
mod generations;
mod host;
mod schemes;
mod search;

pub use error::ConvertError;
pub use generations::convert;
pub(crate) use generations::convert_text;
pub use host::HostFault;
pub(crate) use schemes::convert_text_to_scheme;
pub use schemes::{convert_to_scheme, convert_uri};
