//! Escapes that are equivalent to their characters.

use std::ops::Range;

use super::letters::{character, escapes, is_escaped, letters, octet, with_escapes};
use super::plain::{is_reserved, may_be_plain, plain};
use super::preserved::unchanged;
use crate::ast::parsed::Matched;
use crate::base::escape::escaped_octet;
use crate::generated::rule::Rule;
use crate::grammar::{Generation, Grammar};

/// Whether a text has an escape that may be decoded in some part.
pub(super) fn may_decode(grammar: Grammar, text: &str) -> bool {
    text.as_bytes().windows(3).filter_map(escaped_octet).any(|octet| may_be_plain(grammar, octet))
}

/// Decodes every escape that is equivalent to its character; `None` if the URL does not change. The
/// function never adds escapes.
pub(super) fn decode_all(parsed: &Matched<'_>) -> Option<String> {
    let text = parsed.input();
    let decoded = decoded(text, 0..text.len(), &plain_escapes(parsed), "");
    (decoded.len() < text.len()).then_some(decoded)
}

/// Decodes the escapes that are equivalent to their characters, unless the grammar would then parse
/// other parts: `%61:b` is a path in RFC 1808, but `a:b` has a scheme; `http://h:8%30/` has no port
/// in draft 02. In that case all escapes between the two adjacent delimiters stay, so that the text
/// outside of them has the same form in either case. If only escapes of delimiters are the reason,
/// the other escapes between these two are decoded. `None` if the URL does not change.
pub(super) fn decode_some(parsed: &Matched<'_>) -> Option<String> {
    let text = parsed.input();
    let plain = plain_escapes(parsed);
    let mut parts: Vec<EscapedText> =
        between_delimiters(text).filter_map(|range| EscapedText::new(text, range, &plain)).collect();
    let range = 0..parts.len();
    // Decoding every text would change the parts.
    choose_less(parsed, &plain, &mut parts, range);
    parts.iter().any(|part| part.chosen).then(|| with_chosen(text, &parts))
}

/// For each byte, whether an escape begins there that is equivalent to its character.
fn plain_escapes(parsed: &Matched<'_>) -> Vec<bool> {
    plain(parsed, |piece| parsed.input()[piece.range.clone()].contains('%'), escapes)
}

/// For each byte, whether it is data that is equivalent to its escape, and not a delimiter.
pub(crate) fn data(parsed: &Matched<'_>) -> Vec<bool> {
    // The text between parts delimits them. The exception is an article, in which the text in front
    // of the `@` is not a part of its own.
    plain(
        parsed,
        |piece| piece.leaf || piece.rule == Rule::article,
        |text| letters(text).filter(|(_, letter)| !is_escaped(letter)),
    )
}

/// Whether two texts differ only in escapes of reserved characters.
pub(super) fn only_reserved(grammar: Grammar, left: &str, right: &str) -> bool {
    // The URL Standard reserves no characters.
    if grammar.generation() == Generation::UrlStandard {
        return false;
    }
    let (mut lefts, mut rights) = (letters(left), letters(right));
    loop {
        match (lefts.next(), rights.next()) {
            (None, None) => return true,
            (Some((_, left)), Some((_, right))) if left == right => {}
            (Some((_, left)), Some((_, right))) => match (octet(left), octet(right)) {
                (Some(left), Some(right)) if left == right && is_reserved(grammar, left) => {}
                _ => return false,
            },
            _ => return false,
        }
    }
}

/// The characters that delimit something in some generation.
const DELIMITERS: &str = "/:@?#;=&+";

/// The text between two delimiters, if it has an escape that may be decoded.
struct EscapedText {
    range: Range<usize>,
    decoded: String,
    /// Whether its escapes are decoded.
    chosen: bool,
}

impl EscapedText {
    fn new(text: &str, range: Range<usize>, plain: &[bool]) -> Option<Self> {
        let decoded = decoded(text, range.clone(), plain, "");
        (decoded.len() < range.len()).then_some(Self { range, decoded, chosen: false })
    }
}

/// A piece of the text with its escapes decoded, except those of some characters.
fn decoded(text: &str, range: Range<usize>, plain: &[bool], except: &str) -> String {
    with_escapes(&text[range.clone()], |offset, letter, decoded| {
        match character(letter).filter(|character| plain[range.start + offset] && !except.contains(*character)) {
            Some(character) => decoded.push(character),
            None => decoded.push_str(letter),
        }
    })
}

/// Splits the text into parts that begin with the delimiters of any grammar, including an encoded
/// NUL, which precedes the version of a Prospero link.
fn between_delimiters(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut end = 0;
    std::iter::from_fn(move || {
        let start = end;
        let next = (start + 1..text.len())
            .find(|&offset| text.is_char_boundary(offset) && starts_with_delimiter(&text[offset..]));
        end = next.unwrap_or(text.len());
        (start < text.len()).then_some(start..end)
    })
}

fn starts_with_delimiter(text: &str) -> bool {
    text.starts_with(['/', ':', '@', '?', '#']) || text.starts_with("%00")
}

/// Decodes all of these texts if the grammar then parses the same parts of the URL, else some of
/// them.
fn choose(parsed: &Matched<'_>, plain: &[bool], parts: &mut [EscapedText], range: Range<usize>) {
    parts[range.clone()].iter_mut().for_each(|part| part.chosen = true);
    if !fits(parsed, parts) {
        choose_less(parsed, plain, parts, range);
    }
}

/// Decodes each half of these texts, if possible, but not all of them. Whether an escape may be
/// decoded depends least on the preceding text, so the last half comes first. In a single text all
/// escapes but those of delimiters are decoded, if possible.
fn choose_less(parsed: &Matched<'_>, plain: &[bool], parts: &mut [EscapedText], range: Range<usize>) {
    if let [part] = &mut parts[range.clone()] {
        let with_delimiters =
            std::mem::replace(&mut part.decoded, decoded(parsed.input(), part.range.clone(), plain, DELIMITERS));
        part.chosen = part.decoded.len() < part.range.len() && part.decoded != with_delimiters;
        if part.chosen && fits(parsed, parts) {
            return;
        }
    }
    parts[range.clone()].iter_mut().for_each(|part| part.chosen = false);
    if range.len() > 1 {
        let middle = range.start + range.len() / 2;
        choose(parsed, plain, parts, middle..range.end);
        choose(parsed, plain, parts, range.start..middle);
    }
}

/// Whether the grammar parses the same parts of the URL if the chosen parts of the text are
/// decoded.
fn fits(parsed: &Matched<'_>, parts: &[EscapedText]) -> bool {
    parsed.parse_again(&with_chosen(parsed.input(), parts)).is_some_and(|changed| unchanged(parsed, &changed))
}

/// The text with the chosen parts decoded.
fn with_chosen(text: &str, parts: &[EscapedText]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    for part in parts.iter().filter(|part| part.chosen) {
        out.push_str(&text[end..part.range.start]);
        out.push_str(&part.decoded);
        end = part.range.end;
    }
    out.push_str(&text[end..]);
    out
}
