//! The URL Standard's parser for the pages of the site: reads inputs, one a line, and writes for each
//! a line of JSON. `url-parser.js` runs it.

use std::io::{self, BufRead, Write};

use serde::Serialize;
use uri_lineage::Component;
use uri_lineage::whatwg::{Host, Url, UrlError};

/// What the parser makes of an input.
#[derive(Serialize)]
struct Answer {
    /// The record; `null` if the parser fails.
    record: Option<Record>,
    /// The validation errors; if the parser fails, the last one is the failure.
    errors: Vec<Error>,
}

#[derive(Serialize)]
struct Record {
    href: String,
    /// The components, in the order of [`Component::ALL`].
    components: [Option<String>; Component::ALL.len()],
    /// Whether the host is a domain.
    has_domain: bool,
}

/// A validation error, at an offset in bytes.
#[derive(Serialize)]
struct Error {
    error: &'static str,
    offset: usize,
    description: &'static str,
}

impl From<Url> for Record {
    fn from(url: Url) -> Self {
        Self {
            components: Component::ALL.map(|component| url.get(component).map(String::from)),
            has_domain: matches!(url.host(), Some(Host::Domain(_))),
            href: url.into(),
        }
    }
}

impl From<UrlError> for Error {
    fn from(UrlError { error, offset }: UrlError) -> Self {
        Self { error: error.name(), offset, description: error.description() }
    }
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for input in io::stdin().lock().split(b'\n') {
        let (url, errors) = Url::parse_with_errors(&String::from_utf8_lossy(&input?), None);
        let errors = errors.into_iter().map(Error::from).collect();
        serde_json::to_writer(&mut out, &Answer { record: url.ok().map(Record::from), errors })?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
