//! The line with which a record of WARC begins.

/// The beginning of a version line.
const VERSION: &[u8] = b"WARC/";
/// How many bytes show whether a record begins: a digit follows.
pub const HEAD: usize = VERSION.len() + 1;

/// Whether an input with these first bytes is WARC: a version line.
pub fn begins_record(bytes: &[u8]) -> bool {
    bytes.strip_prefix(VERSION).is_some_and(|version| version.first().is_some_and(u8::is_ascii_digit))
}

/// Whether more bytes may show that these begin a record.
pub fn may_become_record(bytes: &[u8]) -> bool {
    VERSION.starts_with(bytes)
}
