//! Where a text may be cut so that its pieces can be searched apart.

use super::marks::{HEAD, LONGEST, delimits, in_scheme, is_leading, is_typographic, last};

/// The last place, in bytes, at which a text may be cut: what is found in the two pieces is what is found in the whole. It is
/// behind a line's end that no brackets or quotes with a URL in them can enclose, whatever follows the text. The lines of the
/// second piece are counted on from those of the first.
///
/// So that a text can be searched piece by piece, by as many threads as there are. Where there is no such place it gives
/// `None`; a longer text may have one. It takes time in proportion to the text that it passes over, from its end.
///
/// ```
/// use uri_lineage::extract::seam;
///
/// assert_eq!(seam(b"See http://a/b\nand <URL:http://c/\nd"), Some(15));
/// assert_eq!(seam(b"See <URL:http://a/\nb"), None);
/// ```
pub fn seam(text: &[u8]) -> Option<usize> {
    let mut end = text.len();
    loop {
        let behind = last(&text[..end], |byte| byte == b'\n')? + 1;
        match enclosing(text, behind) {
            None => return Some(behind),
            Some(mark) => end = mark,
        }
    }
}

/// The last mark before a place that may open something around it.
fn enclosing(text: &[u8], place: usize) -> Option<usize> {
    /// A mark has so many bytes at most.
    const MARK: usize = 3;
    let nearest = place.saturating_sub(LONGEST + MARK);
    let mut end = place;
    while let Some(found) = last(&text[nearest.min(end)..end], |byte| delimits(byte) | is_typographic(byte)) {
        let at = nearest + found;
        end = at;
        match text[at] {
            b'>' => {
                // A mark of quotation at the beginning of a line closes nothing that was opened before.
                let line = at - text[..at].iter().rev().take_while(|&&byte| is_leading(byte)).count();
                if line > 0 && text[line - 1] != b'\n' {
                    return None;
                }
                end = line;
            }
            b'<' | b'"' => return opens(&text[at + 1..]).then_some(at),
            0xC2 | 0xE2 if opens(&text[at + 1..]) => return Some(at),
            _ => {}
        }
    }
    None
}

/// Whether a URL may follow an opening mark: white space or marks of quotation, and a scheme.
fn opens(behind: &[u8]) -> bool {
    let blank = |byte: &&u8| byte.is_ascii_whitespace() || **byte <= b' ' || **byte == b'|' || !byte.is_ascii();
    let before = behind.iter().take(HEAD).take_while(blank).count();
    let scheme = behind[before..].iter().take(HEAD).take_while(|&&byte| in_scheme(byte)).count();
    // Where the text ends before it is known, it may.
    behind.get(before + scheme).is_none_or(|&byte| byte == b':' && scheme > 0)
}
