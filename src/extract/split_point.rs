//! Finds places where a text may be cut so that its pieces can be searched separately.

use super::marks::{HEAD, LONGEST, delimits, is_leading, is_typographic};
use crate::base::bytes::last;
use crate::base::scheme::in_scheme;

/// The last offset, in bytes, at which a text may be cut so that the two pieces contain the same
/// URLs as the whole. The offset is after a line end that no brackets or quotes around a URL can
/// enclose, whatever text is appended. The line numbers of the second piece continue those of the
/// first.
///
/// With it, several threads can search the pieces of a text. It returns `None` if the text has no
/// such offset; a longer text may have one. The time is linear in the text between the offset and
/// the end.
///
/// ```
/// use uri_lineage::extract::split_point;
///
/// assert_eq!(split_point(b"See http://a/b\nand <URL:http://c/\nd"), Some(15));
/// assert_eq!(split_point(b"See <URL:http://a/\nb"), None);
/// ```
pub fn split_point(text: &[u8]) -> Option<usize> {
    let mut end = text.len();
    loop {
        let line_start = last(&text[..end], |byte| byte == b'\n')? + 1;
        match enclosing(text, line_start) {
            None => return Some(line_start),
            Some(mark) => end = mark,
        }
    }
}

/// The offset of the last mark in front of `place` that may open an enclosure around it.
fn enclosing(text: &[u8], place: usize) -> Option<usize> {
    /// The maximum length of a mark, in bytes.
    const MARK: usize = 3;
    let nearest = place.saturating_sub(LONGEST + MARK);
    let mut end = place;
    while let Some(index) =
        last(&text[nearest.min(end)..end], |byte| delimits(byte) | is_typographic(byte) | (byte == b'\''))
    {
        let offset = nearest + index;
        end = offset;
        match text[offset] {
            b'>' => {
                // A quotation mark at the beginning of a line does not close an earlier mark.
                let line = offset - text[..offset].iter().rev().take_while(|&&byte| is_leading(byte)).count();
                if line > 0 && text[line - 1] != b'\n' {
                    return None;
                }
                end = line;
            }
            b'<' | b'"' => return may_open(&text[offset + 1..]).then_some(offset),
            // In markup a single quote may begin the value of an attribute.
            0xC2 | 0xE2 | b'\'' if may_open(&text[offset + 1..]) => return Some(offset),
            _ => {}
        }
    }
    None
}

/// Whether a URL may follow an opening mark: white space or quotation marks, and a scheme.
fn may_open(after_mark: &[u8]) -> bool {
    let blanks = after_mark
        .iter()
        .take(HEAD)
        .take_while(|byte| byte.is_ascii_whitespace() || **byte <= b' ' || **byte == b'|' || !byte.is_ascii())
        .count();
    let scheme = after_mark[blanks..].iter().take(HEAD).take_while(|&&byte| in_scheme(byte)).count();
    // A text that ends too early may continue as a URL.
    after_mark.get(blanks + scheme).is_none_or(|&byte| byte == b':' && scheme > 0)
}
