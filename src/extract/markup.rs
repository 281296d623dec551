//! Character references of HTML and SGML in URLs: these documents write `&amp;` for an ampersand.

use std::borrow::Cow;
use std::ops::Range;

use super::marks;

/// The references that are decoded: those to marks that a URL may contain (HTML 4, section 24; ISO
/// 8879, Annex D; `tilde` as in pages of the 1990s), and those to marks that end a URL, to joiners
/// and to marks of direction (HTML 4, sections 24.3 and 24.4).
const NAMED: [(&str, char); 51] = [
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
    ("bdquo", '„'),
    ("bull", '•'),
    ("emsp", '\u{2003}'),
    ("ensp", '\u{2002}'),
    ("hellip", '…'),
    ("ldquo", '“'),
    ("lrm", '\u{200E}'),
    ("lsaquo", '‹'),
    ("lsquo", '‘'),
    ("mdash", '—'),
    ("ndash", '–'),
    ("rdquo", '”'),
    ("rlm", '\u{200F}'),
    ("rsaquo", '›'),
    ("rsquo", '’'),
    ("sbquo", '‚'),
    ("thinsp", '\u{2009}'),
    ("zwj", '\u{200D}'),
    ("zwnj", '\u{200C}'),
];

/// The names of the characters from U+00A0 to U+00FF, in order (HTML 4, section 24.2.1).
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

/// The attributes of HTML and XHTML whose values are one URL each (HTML 4, index of attributes; the
/// HTML Standard; `dynsrc`, `lowsrc` and `url` as in pages of the 1990s).
const URL_ATTRIBUTES: [&str; 19] = [
    "action",
    "background",
    "cite",
    "classid",
    "codebase",
    "data",
    "dynsrc",
    "formaction",
    "href",
    "icon",
    "longdesc",
    "lowsrc",
    "manifest",
    "poster",
    "profile",
    "src",
    "url",
    "usemap",
    "xlink:href",
];

/// Whether a text ends with the name of an attribute for URLs, and an equals sign.
pub(super) fn precedes_value(text: &[u8]) -> bool {
    let Some(name) = text.trim_ascii_end().strip_suffix(b"=") else { return false };
    let name = name.trim_ascii_end();
    let length = name.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric() || b":-_".contains(byte)).count();
    let name = &name[name.len() - length..];
    URL_ATTRIBUTES.iter().any(|attribute| attribute.as_bytes().eq_ignore_ascii_case(name))
}

/// The length of the longest decoded reference, in bytes.
pub(super) const LONGEST: usize = "&#x0000007E;".len();

/// The character of the reference at the beginning of a text, and the length of the reference in
/// bytes.
fn reference(text: &[u8]) -> Option<(char, usize)> {
    let end = text.iter().take(LONGEST).position(|&byte| byte == b';')?;
    let name = str::from_utf8(text.get(1..end)?).ok()?;
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
    match u8::try_from(character) {
        Ok(byte) if byte.is_ascii() => byte.is_ascii_graphic() && !marks::delimits(byte),
        _ => !marks::separates(character),
    }
}

/// The references in a text to characters that `decodes` selects: the span and the character of
/// each.
fn references(text: &str, decodes: fn(char) -> bool) -> impl Iterator<Item = (Range<usize>, char)> {
    text.match_indices('&').filter_map(move |(start, _)| {
        let (character, length) = reference(&text.as_bytes()[start..])?;
        decodes(character).then_some((start..start + length, character))
    })
}

/// Whether a text begins with a reference to a character that no URL contains (`&gt;`): it ends a
/// URL between white space.
pub(super) fn delimits(text: &[u8]) -> bool {
    reference(text).is_some_and(|(character, _)| !in_urls(character))
}

/// Whether a text ends with a reference, whose semicolon is not punctuation.
pub(super) fn ends(text: &[u8]) -> bool {
    let start = text.iter().rposition(|&byte| byte == b'&').unwrap_or(text.len());
    reference(&text[start..]).is_some_and(|(_, length)| start + length == text.len())
}

/// The text with its references decoded. References to characters that no URL contains stay.
pub(super) fn decode(text: Cow<'_, str>) -> Cow<'_, str> {
    decode_references(text, in_urls)
}

/// The value of an attribute with its references decoded. References to controls stay: a URL of the
/// output is one line.
pub(super) fn decode_value(value: Cow<'_, str>) -> Cow<'_, str> {
    decode_references(value, |character| !character.is_control())
}

fn decode_references(text: Cow<'_, str>, decodes: fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains('&') {
        return text;
    }
    let (mut decoded, mut end) = (String::with_capacity(text.len()), 0);
    for (span, character) in references(&text, decodes) {
        decoded.push_str(&text[end..span.start]);
        decoded.push(character);
        end = span.end;
    }
    decoded.push_str(&text[end..]);
    decoded.into()
}
