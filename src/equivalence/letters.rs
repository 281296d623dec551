//! Splits text into letters: characters, and the escapes of one character.

use crate::base::escape::escaped_octet;
use crate::base::utf8::length_of;

/// The letters of a text, each with its offset. The escapes of all octets of a character in UTF-8
/// are one letter; an octet that is not part of such a character is a letter of its own.
pub(super) fn letters(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    std::iter::from_fn(move || {
        let start = end;
        let first = text[start..].chars().next()?;
        end += if first == '%' { escape_length(&text[start..]) } else { first.len_utf8() };
        Some((start, &text[start..end]))
    })
}

/// The letters that are escaped, each with its offset. They are few, so the text between them is
/// not read letter by letter.
pub(super) fn escapes(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    std::iter::from_fn(move || {
        loop {
            let start = end + text.as_bytes()[end..].iter().position(|&byte| byte == b'%')?;
            end = start + escape_length(&text[start..]);
            let letter = &text[start..end];
            if is_escaped(letter) {
                return Some((start, letter));
            }
        }
    })
}

/// The length of the letter at the beginning of a text that begins with a percent sign.
fn escape_length(text: &str) -> usize {
    const ESCAPE: usize = "%XX".len();
    let Some(first) = text.get(..ESCAPE).and_then(octet) else { return "%".len() };
    let mut octets = [first; 4];
    let count = length_of(first);
    for (index, byte) in octets.iter_mut().enumerate().take(count).skip(1) {
        match text.get(ESCAPE * index..ESCAPE * (index + 1)).and_then(octet) {
            Some(octet) => *byte = octet,
            None => return ESCAPE,
        }
    }
    if str::from_utf8(&octets[..count]).is_ok() { ESCAPE * count } else { ESCAPE }
}

/// Whether a letter is escaped.
pub(super) fn is_escaped(letter: &str) -> bool {
    letter.len() > 1 && letter.starts_with('%')
}

/// The octet of a US-ASCII character or a single escape.
pub(super) fn octet(letter: &str) -> Option<u8> {
    match letter.as_bytes() {
        [b'%', _, _] => escaped_octet(letter.as_bytes()),
        [b'%'] => None,
        [byte] => Some(*byte),
        _ => None,
    }
}

/// The character of a letter; `None` for an octet that is not part of a character, and for a
/// percent sign that begins no escape.
pub(super) fn character(letter: &str) -> Option<char> {
    match (letter.as_bytes(), octet(letter)) {
        (_, Some(octet)) => (octet.is_ascii() && octet != b'%').then_some(octet.into()),
        ([b'%', ..], None) => {
            percent_encoding::percent_decode_str(letter).decode_utf8().ok()?.chars().next().filter(|&c| c != '%')
        }
        _ => letter.chars().next(),
    }
}

/// The text with the digits of its escapes in capital letters.
pub(super) fn capitals(text: &str) -> String {
    with_escapes(text, |_, letter, out| out.extend(letter.chars().map(|c| c.to_ascii_uppercase())))
}

/// The text in small letters, except for its escapes.
pub(super) fn small(text: &str) -> String {
    let mut out = text.to_ascii_lowercase();
    escapes(text).for_each(|(offset, letter)| out.replace_range(offset..offset + letter.len(), letter));
    out
}

/// The text with each escaped letter rewritten. The function is called with its offset.
pub(super) fn with_escapes(text: &str, write: impl Fn(usize, &str, &mut String)) -> String {
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    for (offset, letter) in escapes(text) {
        out.push_str(&text[end..offset]);
        write(offset, letter, &mut out);
        end = offset + letter.len();
    }
    out.push_str(&text[end..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinations::combinations;

    /// The escaped letters are those of all letters, and a text in which each is replaced by itself
    /// is unchanged.
    #[test]
    fn escapes_are_the_letters_that_are_escaped() {
        let pieces = ["", "a", "é", "%", "%4", "%41", "%C3", "%A9", "%c3%a9", "%25", "%F0%90%8C%80"];
        for text in combinations(&pieces, 4) {
            let escaped: Vec<_> = letters(&text).filter(|(_, letter)| is_escaped(letter)).collect();
            assert_eq!(escapes(&text).collect::<Vec<_>>(), escaped, "{text}");
            assert_eq!(with_escapes(&text, |_, letter, out| out.push_str(letter)), text);
        }
    }

    #[test]
    fn letters_are_characters_or_their_escapes() {
        fn split(text: &str) -> Vec<(&str, Option<char>)> {
            letters(text).map(|(_, letter)| (letter, character(letter))).collect()
        }
        assert_eq!(split("%C3%A9%41"), [("%C3%A9", Some('é')), ("%41", Some('A'))]);
        assert_eq!(split("%C3%41"), [("%C3", None), ("%41", Some('A'))]);
        assert_eq!(split("%F0%90%8C%80é%"), [("%F0%90%8C%80", Some('\u{10300}')), ("é", Some('é')), ("%", None)]);
        assert_eq!(split("%E2%82%25"), [("%E2", None), ("%82", None), ("%25", None)]);
        // An overlong form, and a surrogate.
        assert!(split("%C0%AF%ED%A0%80").iter().all(|(letter, c)| letter.len() == 3 && c.is_none()));
    }
}
