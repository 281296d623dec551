//! URLs as a browser reads them: by the parser of the URL Standard.

use std::net::Ipv4Addr;

use schemars::JsonSchema;
use serde::Serialize;
use uri_lineage::Grammar;
use uri_lineage::whatwg::{Host, Url, UrlError};

/// The grammar of browsers.
pub const GRAMMAR: Grammar = Grammar::Whatwg;

/// The address to which a browser connects, if the URL of a record writes it in another form than four
/// decimal numbers: as one number, in octal or hexadecimal, with zeros in front, with escapes.
pub fn disguised_address(record: &Url, url: &str) -> Option<Ipv4Addr> {
    let Some(Host::Ipv4(address)) = record.host() else { return None };
    let parsed = GRAMMAR.parse(url).ok()?;
    // The parser removes tabs and line ends.
    let written = parsed.value().components().host?.as_str().replace(['\t', '\n', '\r'], "");
    (written != address.to_string()).then_some(address)
}

/// The host to which a browser goes with a URL; empty if it refuses the URL, or finds none.
pub fn host(url: &str) -> String {
    let record = Url::parse(url).ok();
    record.and_then(|record| Some(record.host()?.to_string())).unwrap_or_default()
}

/// Whether a side reads an address in a host, in which the URL Standard reads it.
pub fn reads_address(grammar: Option<Grammar>, host: Option<&str>, address: Ipv4Addr) -> bool {
    grammar
        .is_some_and(|grammar| grammar == GRAMMAR || host.and_then(|host| grammar.ipv4_address(host)) == Some(address))
}

/// A validation error of the URL Standard.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ValidationError")]
pub struct ValidationErrorRecord {
    /// The standard's name.
    error: &'static str,
    /// Where it is in the URL, in bytes.
    offset: usize,
    /// What is wrong.
    description: &'static str,
}

impl From<UrlError> for ValidationErrorRecord {
    fn from(UrlError { error, offset }: UrlError) -> Self {
        Self { error: error.name(), offset, description: error.description() }
    }
}
