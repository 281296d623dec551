//! Character references of HTML and SGML in URLs: these documents write `&amp;` for an ampersand.

use std::borrow::Cow;
use std::ops::Range;

/// The references that are decoded: those to marks that a URL may contain (HTML 4, section 24; ISO
/// 8879, Annex D; `tilde` as in pages of the 1990s), and those to marks that end a URL.
const NAMED: [(&str, char); 32] = [
    ("amp", '&'),
    ("apos", '\''),
    ("ast", '*'),
    ("bsol", '\\'),
    ("circ", '^'),
    ("colon", ':'),
    ("comma", ','),
    ("commat", '@'),
    ("dollar", '$'),
    ("equals", '='),
    ("excl", '!'),
    ("grave", '`'),
    ("gt", '>'),
    ("hyphen", '-'),
    ("lcub", '{'),
    ("lowbar", '_'),
    ("lpar", '('),
    ("lsqb", '['),
    ("lt", '<'),
    ("num", '#'),
    ("percnt", '%'),
    ("period", '.'),
    ("plus", '+'),
    ("quest", '?'),
    ("quot", '"'),
    ("rcub", '}'),
    ("rpar", ')'),
    ("rsqb", ']'),
    ("semi", ';'),
    ("sol", '/'),
    ("tilde", '~'),
    ("verbar", '|'),
];

/// The names of the characters from U+00A0 to U+00FF, in order (HTML 4, section 24.2.1). None
/// occurs in a URL.
const LATIN_1: [&str; 96] = [
    "nbsp", "iexcl", "cent", "pound", "curren", "yen", "brvbar", "sect", "uml", "copy", "ordf", "laquo", "not", "shy",
    "reg", "macr", "deg", "plusmn", "sup2", "sup3", "acute", "micro", "para", "middot", "cedil", "sup1", "ordm",
    "raquo", "frac14", "frac12", "frac34", "iquest", "Agrave", "Aacute", "Acirc", "Atilde", "Auml", "Aring", "AElig",
    "Ccedil", "Egrave", "Eacute", "Ecirc", "Euml", "Igrave", "Iacute", "Icirc", "Iuml", "ETH", "Ntilde", "Ograve",
    "Oacute", "Ocirc", "Otilde", "Ouml", "times", "Oslash", "Ugrave", "Uacute", "Ucirc", "Uuml", "Yacute", "THORN",
    "szlig", "agrave", "aacute", "acirc", "atilde", "auml", "aring", "aelig", "ccedil", "egrave", "eacute", "ecirc",
    "euml", "igrave", "iacute", "icirc", "iuml", "eth", "ntilde", "ograve", "oacute", "ocirc", "otilde", "ouml",
    "divide", "oslash", "ugrave", "uacute", "ucirc", "uuml", "yacute", "thorn", "yuml",
];

/// The length of the longest decoded reference, in bytes.
pub(super) const LONGEST: usize = "&#x0000007E;".len();

/// The character of the reference at the beginning of a text, and the length of the reference in
/// bytes.
fn reference(text: &str) -> Option<(char, usize)> {
    let bytes = text.as_bytes();
    let end = bytes.iter().take(LONGEST).position(|&byte| byte == b';')?;
    let name = text.get(1..end)?;
    let character = match name.strip_prefix('#') {
        Some(number) => match number.strip_prefix(['x', 'X']) {
            Some(digits) => numbered_character(digits, 16),
            None => numbered_character(number, 10),
        },
        None => named_character(name),
    };
    Some((character?, end + 1))
}

fn numbered_character(digits: &str, radix: u32) -> Option<char> {
    // `from_str_radix` also accepts a sign.
    if !digits.chars().all(|digit| digit.is_digit(radix)) {
        return None;
    }
    u32::from_str_radix(digits, radix).ok().and_then(char::from_u32)
}

fn named_character(name: &str) -> Option<char> {
    let mark = NAMED.iter().find(|(mark_name, _)| *mark_name == name).map(|&(_, mark)| mark);
    mark.or_else(|| {
        let index = LATIN_1.iter().position(|letter_name| *letter_name == name)?;
        char::from_u32(0xA0 + index as u32)
    })
}

/// Whether a URL in running text may contain a character.
fn in_urls(character: char) -> bool {
    character.is_ascii_graphic() && !matches!(character, '<' | '>' | '"')
}

/// The references in a text to characters that a URL may contain: the span and the character of
/// each.
fn references(text: &str) -> impl Iterator<Item = (Range<usize>, char)> {
    text.match_indices('&').filter_map(|(start, _)| {
        let (character, length) = reference(&text[start..])?;
        in_urls(character).then_some((start..start + length, character))
    })
}

/// Whether a text begins with a reference to a character that no URL contains (`&gt;`): it ends a
/// URL between white space.
pub(super) fn delimits(text: &str) -> bool {
    reference(text).is_some_and(|(character, _)| !in_urls(character))
}

/// Whether a text ends with a reference, whose semicolon is not punctuation.
pub(super) fn ends(text: &str) -> bool {
    let start = text.rfind('&').unwrap_or(text.len());
    reference(&text[start..]).is_some_and(|(_, length)| start + length == text.len())
}

/// The text with its references decoded. References to characters that no URL contains stay.
pub(super) fn decode(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains('&') {
        return text;
    }
    let (mut decoded, mut end) = (String::with_capacity(text.len()), 0);
    for (span, character) in references(&text) {
        decoded.push_str(&text[end..span.start]);
        decoded.push(character);
        end = span.end;
    }
    decoded.push_str(&text[end..]);
    decoded.into()
}
