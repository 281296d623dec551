//! Section 1.3, "Percent-encoded bytes".

/// A percent-encode set: the bytes that are encoded. All bytes of code points beyond US-ASCII are.
pub(super) struct PercentEncodeSet([bool; 256]);

pub(super) const C0_CONTROL: PercentEncodeSet = PercentEncodeSet([false; 256]).with_controls();
pub(super) const FRAGMENT: PercentEncodeSet = C0_CONTROL.with(b" \"<>`");
pub(super) const QUERY: PercentEncodeSet = C0_CONTROL.with(b" \"#<>");
pub(super) const SPECIAL_QUERY: PercentEncodeSet = QUERY.with(b"'");
pub(super) const PATH: PercentEncodeSet = QUERY.with(b"?^`{}");
pub(super) const USERINFO: PercentEncodeSet = PATH.with(b"/:;=@[\\]|");

impl PercentEncodeSet {
    const fn with_controls(mut self) -> Self {
        let mut byte = 0;
        while byte < 256 {
            self.0[byte] = byte <= 0x1F || byte >= 0x7F;
            byte += 1;
        }
        self
    }

    const fn with(&self, bytes: &[u8]) -> Self {
        let mut set = self.0;
        let mut at = 0;
        while at < bytes.len() {
            set[bytes[at] as usize] = true;
            at += 1;
        }
        Self(set)
    }

    /// Appends a text whose bytes of the set are percent-encoded.
    pub fn encode(&self, text: &str, out: &mut String) {
        // Bytes of the set end a piece that is appended unchanged; between two pieces are whole
        // characters.
        let mut piece = 0;
        while let Some(length) = text.as_bytes()[piece..].iter().position(|&byte| self.0[usize::from(byte)]) {
            let at = piece + length;
            if length > 0 {
                out.push_str(&text[piece..at]);
            }
            let byte = text.as_bytes()[at];
            piece = at + 1;
            const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
            out.push('%');
            out.push(char::from(DIGITS[usize::from(byte >> 4)]));
            out.push(char::from(DIGITS[usize::from(byte & 0xF)]));
        }
        out.push_str(&text[piece..]);
    }
}

/// The byte that begins with `%` at an index, if two hexadecimal digits follow.
pub(super) fn escaped_byte(bytes: &[u8], at: usize) -> Option<u8> {
    let [b'%', high, low, ..] = bytes.get(at..)? else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(16);
    Some((digit(*high)? << 4 | digit(*low)?) as u8)
}

/// The percent-decoding of a text.
pub(super) fn decode(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let (mut decoded, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(&byte) = bytes.get(at) {
        let escaped = escaped_byte(bytes, at);
        decoded.push(escaped.unwrap_or(byte));
        at += if escaped.is_some() { 3 } else { 1 };
    }
    decoded
}
