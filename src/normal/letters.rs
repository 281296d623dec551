//! Splits text into letters; an escape counts as one letter.

/// The letters of a text, each with its offset.
pub(super) fn letters(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &text[at..];
        let first = rest.chars().next()?;
        let escape = rest.get(..3).filter(|escape| first == '%' && octet(escape).is_some());
        let letter = &rest[..escape.map_or(first.len_utf8(), str::len)];
        let offset = at;
        at += letter.len();
        Some((offset, letter))
    })
}

/// The octet of a US-ASCII character or an escape.
pub(super) fn octet(letter: &str) -> Option<u8> {
    match letter.as_bytes() {
        [b'%', digits @ ..] if digits.len() == 2 && digits.iter().all(u8::is_ascii_hexdigit) => {
            u8::from_str_radix(&letter[1..], 16).ok()
        }
        [b'%'] => None,
        [byte] => Some(*byte),
        _ => None,
    }
}

/// The text with the digits of its escapes in capital letters.
pub(super) fn capitals(text: &str) -> String {
    written(text, |letter, out| match letter.len() {
        3 => out.extend(letter.chars().map(|c| c.to_ascii_uppercase())),
        _ => out.push_str(letter),
    })
}

/// The text in small letters, except for its escapes.
pub(super) fn small(text: &str) -> String {
    written(text, |letter, out| match letter.len() {
        3 => out.push_str(letter),
        _ => out.extend(letter.chars().map(|c| c.to_ascii_lowercase())),
    })
}

/// The text with each letter rewritten.
fn written(text: &str, write: impl Fn(&str, &mut String)) -> String {
    let mut out = String::with_capacity(text.len());
    letters(text).for_each(|(_, letter)| write(letter, &mut out));
    out
}
