//! Escapes that stand for their characters, part by part.

use std::ops::Range;
use std::sync::OnceLock;

use super::kept::unchanged;
use crate::grammar::{Generation, Grammar};
use crate::parsed::Parsed;
use crate::published::Reading;
use crate::tree::Piece;

/// How far a part is decoded. The parts of equivalent URLs have the same forms, so that the first form that the grammar
/// reads alike is a normal form.
const FORMS: [Form; 3] = [Form::Plain, Form::LastEscaped, Form::Escaped];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Every character that is not reserved stands for itself.
    Plain,
    /// The last of them is an escape: a part that would be another one if all were plain (`http://%41/`, where `A` is a
    /// server and `%41` is none).
    LastEscaped,
    /// All of them are escapes.
    Escaped,
}

/// Whether a text has an escape that may be decoded somewhere.
pub(super) fn may_decode(grammar: Grammar, text: &str) -> bool {
    let free =
        |octet: u8| octet.is_ascii() && (RESERVED.contains(char::from(octet)) || unreserved(grammar) & 1 << octet != 0);
    let hex = |byte: u8| char::from(byte).to_digit(16);
    let octet = |escape: &[u8]| match *escape {
        [b'%', high, low] => Some((hex(high)? << 4 | hex(low)?) as u8),
        _ => None,
    };
    text.as_bytes().windows(3).filter_map(octet).any(free)
}

/// The URL with each escape decoded that may be; `None` where nothing changes.
pub(super) fn decode(parsed: &Parsed<'_>) -> Option<String> {
    let text = parsed.input();
    // A part without escapes has nothing to decode.
    let part = |piece: Piece| match text[piece.range.clone()].contains('%') {
        true => Part::new(parsed, piece),
        false => Part { letters: vec![(&text[piece.range.clone()], None)], range: piece.range },
    };
    let parts: Vec<Part<'_>> = parsed.tree().pieces().into_iter().map(part).collect();
    let mut chosen: Vec<String> = parts.iter().map(|part| text[part.range.clone()].to_owned()).collect();
    choose(parsed, &parts, &mut chosen, 0..parts.len());
    let decoded = chosen.concat();
    (decoded != text).then_some(decoded)
}

/// For each byte whether it is a character that stands for the same as its escape where it is: data, and no delimiter.
pub(crate) fn data(parsed: &Parsed<'_>) -> Vec<bool> {
    let mut data = vec![false; parsed.input().len()];
    // What stands between parts delimits them; but for an article, of which what stands before the `@` is no part of its
    // own.
    let parts = parsed.tree().pieces().into_iter().filter(|piece| piece.leaf || piece.name == "article");
    for piece in parts {
        let mut at = piece.range.start;
        let text = &parsed.input()[piece.range.clone()];
        let letters = Part::new(parsed, piece).letters;
        for (letter, (_, free)) in characters(text).zip(letters) {
            // An escape is written as it should be.
            data[at] = free.is_some() && letter.len() == 1;
            at += letter.len();
        }
    }
    data
}

/// Chooses the forms of some parts: plain ones if the grammar reads them alike, else those of each half.
fn choose(parsed: &Parsed<'_>, parts: &[Part<'_>], chosen: &mut [String], range: Range<usize>) {
    let fits = |chosen: &[String]| {
        let text = chosen.concat();
        text == parsed.input() || parsed.another(&text).is_some_and(|changed| unchanged(parsed, &changed))
    };
    let before = chosen[range.clone()].to_vec();
    for form in FORMS.into_iter().take(if range.len() == 1 { FORMS.len() } else { 1 }) {
        let mut news = false;
        for at in range.clone() {
            let new = parts[at].written(form);
            news |= new != before[at - range.start];
            chosen[at] = new;
        }
        if !news || fits(chosen) {
            return;
        }
    }
    chosen[range.clone()].clone_from_slice(&before);
    if range.len() > 1 {
        let middle = range.start + range.len() / 2;
        choose(parsed, parts, chosen, range.start..middle);
        choose(parsed, parts, chosen, middle..range.end);
    }
}

/// A part of a URL, character by character.
struct Part<'i> {
    range: Range<usize>,
    /// Each character as it is written, and, for one that may be an escape or not, which it is.
    letters: Vec<(&'i str, Option<u8>)>,
}

impl<'i> Part<'i> {
    fn new(parsed: &Parsed<'i>, piece: Piece) -> Self {
        let free = Free::new(parsed, &piece);
        let text = &parsed.input()[piece.range.clone()];
        let mut letters = Vec::new();
        let segments = if free.dots { text.split_inclusive('/').collect() } else { vec![text] };
        for segment in segments {
            let own: Vec<&str> = characters(segment).collect();
            let name = segment.strip_suffix('/').unwrap_or(segment);
            // A segment of one or two dots has a significance of its own; one that an escape hides has not.
            let hidden = free.dots && name.contains('%') && {
                name.len() <= "%2E%2E".len() && matches!(&*name.to_ascii_uppercase().replace("%2E", "."), "." | "..")
            };
            letters.extend(own.into_iter().map(|letter| match octet(letter) {
                Some(b'.') if hidden => ("%2E", None),
                Some(octet) if letter.len() == 3 => (letter, free.holds(octet).then_some(octet)),
                Some(b'.') if free.dots && matches!(name, "." | "..") => (letter, None),
                Some(octet) => (letter, free.holds(octet).then_some(octet)),
                None => (letter, None),
            }));
        }
        Self { range: piece.range, letters }
    }

    fn written(&self, form: Form) -> String {
        let last = self.letters.iter().rposition(|(_, free)| free.is_some());
        let mut text = String::with_capacity(self.range.len());
        for (at, (letter, free)) in self.letters.iter().enumerate() {
            match free {
                None => text.push_str(letter),
                Some(octet) if form == Form::Escaped || form == Form::LastEscaped && Some(at) == last => {
                    text.push_str(percent_encoding::percent_encode_byte(*octet));
                }
                Some(octet) => text.push(char::from(*octet)),
            }
        }
        text
    }
}

/// The characters of a text, an escape counting as one.
fn characters(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let escape = rest.get(..3).filter(|escape| first == '%' && octet(escape).is_some());
        let (letter, after) = rest.split_at(escape.map_or(first.len_utf8(), str::len));
        rest = after;
        Some(letter)
    })
}

/// What a character of US-ASCII or an escape stands for.
fn octet(letter: &str) -> Option<u8> {
    match letter.as_bytes() {
        [b'%', digits @ ..] if digits.len() == 2 && digits.iter().all(u8::is_ascii_hexdigit) => {
            u8::from_str_radix(&letter[1..], 16).ok()
        }
        [b'%'] => None,
        [byte] => Some(*byte),
        _ => None,
    }
}

/// The text with the digits of its escapes in capitals.
pub(super) fn capitals(text: &str) -> String {
    written(text, |letter, out| match letter.len() {
        3 => out.extend(letter.chars().map(|c| c.to_ascii_uppercase())),
        _ => out.push_str(letter),
    })
}

/// The text in small letters, but for its escapes.
pub(super) fn small(text: &str) -> String {
    written(text, |letter, out| match letter.len() {
        3 => out.push_str(letter),
        _ => out.extend(letter.chars().map(|c| c.to_ascii_lowercase())),
    })
}

/// The text with each character and each escape written anew.
fn written(text: &str, write: impl Fn(&str, &mut String)) -> String {
    let mut out = String::with_capacity(text.len());
    characters(text).for_each(|letter| write(letter, &mut out));
    out
}

/// Which characters mean the same when they are escapes, in one part of a URL.
struct Free {
    grammar: Grammar,
    /// Those of `reserved` that stand for themselves in this part.
    unreserved: String,
    /// Those that are unreserved elsewhere, and not here.
    reserved: &'static str,
    /// Whether the part is a path, in which segments of dots have a significance of their own.
    dots: bool,
    none: bool,
}

impl Free {
    fn new(parsed: &Parsed<'_>, piece: &Piece) -> Self {
        let grammar = parsed.grammar();
        let mut free = Self { grammar, unreserved: String::new(), reserved: "", dots: false, none: false };
        match grammar.generation() {
            Generation::Second => free.unreserved = in_scheme(parsed, piece.name),
            // RFC 2141, section 5: "%-escaping MUST NOT be removed".
            Generation::Third if parsed.production() == "URN-reference" => free.none = true,
            // Where a rule of its own removes dot segments, their escapes are decoded before.
            Generation::Third => {
                free.dots = grammar.facts().equal.dots.is_none()
                    && matches!(piece.name, "path_segments" | "abs_path" | "rel_path" | "rel_segment");
            }
            Generation::Forerunner => free.dots = matches!(piece.name, "path" | "params"),
            Generation::First => {
                // RFC 1630, "Reserved characters": `*` and `!`. The at sign, the ampersand, the equals sign and the plus
                // sign delimit parts; so do the dot in names, and the colon, which draft 02 has in `extra`, before a
                // path.
                free.reserved = match piece.name {
                    "hostname" | "cellname" | "group" => "*!+@&=:.",
                    "user" | "password" | "scheme" => "*!+@&=:",
                    _ => "*!+@&=",
                };
                free.dots = matches!(piece.name, "path" | "segment" | "gcommand" | "selector" | "hsoname")
                    || piece.name.starts_with("xpalphas");
            }
        }
        free
    }

    fn holds(&self, octet: u8) -> bool {
        let character = char::from(octet);
        octet.is_ascii()
            && !self.none
            && (self.unreserved.contains(character)
                || !self.reserved.contains(character) && unreserved(self.grammar) & 1 << octet != 0)
    }
}

/// The characters that are not reserved in a grammar, by its own classes.
fn unreserved(grammar: Grammar) -> u128 {
    static ALL: [OnceLock<u128>; Grammar::ALL.len()] = [const { OnceLock::new() }; Grammar::ALL.len()];
    *ALL[grammar as usize].get_or_init(|| {
        let bnf = grammar.bnf(Reading::Corrected);
        let bodies = grammar.facts().unreserved.iter().filter_map(|class| bnf.get(class)?.body.as_ref().ok());
        bodies.filter_map(|body| bnf.characters(body)).fold(0, |all, class| all | class)
    })
}

/// What RFC 1738 calls `reserved`.
const RESERVED: &str = ";/?:@&=";

/// RFC 1738: the characters of `reserved` that the scheme does not reserve in a part ("encoding a character reserved for a
/// particular scheme may change the semantics of a URL", section 2.2), and that may stand there as they are.
fn in_scheme(parsed: &Parsed<'_>, name: &str) -> String {
    // For a list, the production of its parts says what it accepts. The slashes between the parts stay.
    let element = match name {
        "hpath" => "hsegment",
        "fpath" => "fsegment",
        "ppath" => "psegment",
        other => other,
    };
    let reserved = match parsed.production() {
        // Section 3.3: "Within the <path> and <searchpart> components, "/", ";", "?" are reserved."
        "httpurl" => "/;?",
        // Nothing is known of another scheme.
        "otherurl" => return String::new(),
        _ => "",
    };
    let Some(production) = parsed.grammar().production(element) else { return String::new() };
    // What stands before the `@` of an article has no production of its own.
    let behind = if element == "article" { "@a" } else { "" };
    RESERVED.chars().filter(|&c| !reserved.contains(c) && production.accepts(&format!("{c}{behind}"))).collect()
}
