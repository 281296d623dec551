//! The characters that are equivalent to their escapes, for each part of a URL.

use std::ops::Range;
use std::sync::OnceLock;

use regular_bnf::CharSet;

use super::letters::{character, letters, octet};
use crate::ast::parsed::Matched;
use crate::ast::rfc2396::{Groups, Hierarchy, Uri, UriReference};
use crate::ast::value::Value;
use crate::base::visible::is_bidi_formatting;
use crate::generated::rule::Rule;
use crate::grammar::published;
use crate::grammar::published::Reading;
use crate::grammar::{Generation, Grammar};
use crate::parse::tree::Piece;

/// Whether in some part a character with this octet may be equivalent to its escape.
pub(super) fn may_be_plain(grammar: Grammar, octet: u8) -> bool {
    if octet.is_ascii() {
        RESERVED.contains(char::from(octet)) || unreserved(grammar).contains(octet.into())
    } else {
        !unreserved(grammar).beyond().is_empty()
    }
}

/// Whether a character is reserved in a grammar: its document may distinguish it from its escape.
pub(super) fn is_reserved(grammar: Grammar, octet: u8) -> bool {
    !octet.is_ascii()
        || !unreserved(grammar).contains(octet.into())
        || grammar.generation() == Generation::First
            && (additionally_reserved(grammar).contains(char::from(octet)) || b"+:@".contains(&octet))
}

/// For each byte, whether a letter begins there that is equivalent to its other form, escaped or
/// not. The result is false for all bytes outside the selected pieces, and for letters of a piece
/// that the function does not return, each with its offset there.
pub(super) fn plain<'t, L: Iterator<Item = (usize, &'t str)>>(
    parsed: &'t Matched<'_>,
    piece_selected: impl Fn(&Piece) -> bool,
    letters: impl Fn(&'t str) -> L,
) -> Vec<bool> {
    let text = parsed.input();
    let mut plain = vec![false; text.len()];
    for piece in parsed.tree().pieces().into_iter().filter(piece_selected) {
        let free = Free::new(parsed, &piece);
        let start = piece.range.start;
        for (offset, letter) in letters(&text[piece.range.clone()]) {
            plain[start + offset] = character(letter).is_some_and(|character| free.contains(character));
        }
        if free.dots {
            exclude_dot_segments(&mut plain, text, piece.range);
        }
    }
    if let Some(path) = path(parsed) {
        exclude_dot_segments(&mut plain, text, path);
    }
    plain
}

/// Marks the letters of dot segments as not equivalent to their other forms.
fn exclude_dot_segments(plain: &mut [bool], text: &str, path: Range<usize>) {
    for segment in dot_segments(text, path) {
        plain[segment].fill(false);
    }
}

/// The span of a path from which resolution removes dot segments, if a grammar of the third
/// generation or RFC 1808 parses one. RFC 3986 removes them by a rule of its own, so there their
/// escapes are decoded first.
fn path(parsed: &Matched<'_>) -> Option<Range<usize>> {
    let (start, path) = match parsed.value() {
        Value::Rfc1808(url) => (url.division().before_path(), url.path().as_str()),
        Value::Uri(UriReference::Uri(reference)) if parsed.grammar().facts().equivalences.dot_segments.is_none() => {
            let relative = match reference.uri()? {
                Uri::Absolute(uri) => uri.relative(),
                Uri::Relative(uri) => uri,
            };
            if let Hierarchy::OpaquePart(_) = relative.hierarchy() {
                return None;
            }
            let groups = Groups::new(parsed.input());
            (groups.before_path(), groups.path)
        }
        _ => return None,
    };
    Some(start..start + path.len())
}

/// The segments of a path that consist of one dot or two, escaped or not. Escaped and unescaped
/// dots are not equivalent: resolution removes dot segments (RFC 1630, "Hierarchical forms": they
/// "are similarly reserved"; RFC 1808, section 4; 1997, section 4.2; RFC 2396, section 5.2), but
/// not a segment with an escaped dot.
fn dot_segments(text: &str, path: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut start = path.start;
    text[path].split('/').filter_map(move |segment| {
        let range = start..start + segment.len();
        start = range.end + 1;
        let mut dots = 0;
        let has_only_dots = segment.len() <= "%2E%2E".len()
            && letters(segment).all(|(_, letter)| {
                dots += 1;
                octet(letter) == Some(b'.')
            });
        (has_only_dots && matches!(dots, 1 | 2)).then_some(range)
    })
}

/// The characters that are equivalent to their escapes in one part of a URL.
struct Free {
    grammar: Grammar,
    /// The characters of [`RESERVED`] that have no special meaning in this part.
    unreserved: String,
    /// The characters that are unreserved elsewhere, but reserved here.
    reserved: &'static str,
    /// Whether the part is a path of the first generation, in which dot segments have a special
    /// meaning.
    dots: bool,
    /// The characters that are data in this part alone: the private ones in a query of RFC 3987
    /// (section 2.2).
    private: Option<&'static CharSet>,
    /// Whether no character is equivalent to its escape.
    empty: bool,
}

impl Free {
    fn new(parsed: &Matched<'_>, piece: &Piece) -> Self {
        let grammar = parsed.grammar();
        let private = (piece.rule == Rule::iquery).then(private);
        let mut free = Self { grammar, unreserved: String::new(), reserved: "", dots: false, private, empty: false };
        match grammar.generation() {
            Generation::Second => free.unreserved = in_scheme(parsed, piece.rule),
            // RFC 2141, section 5: "%-escaping MUST NOT be removed".
            Generation::Third => free.empty = parsed.accepted_by() == Rule::URN_reference,
            Generation::Intermediate | Generation::UrlStandard => {}
            Generation::First => {
                // The delimiters of the parts of an address, and of the words of a search.
                free.reserved = match piece.rule {
                    Rule::hostname | Rule::cellname | Rule::user | Rule::password | Rule::scheme => ":@",
                    Rule::xalphas | Rule::group => "@",
                    Rule::search => "+",
                    _ => "",
                };
                free.dots = matches!(
                    piece.rule,
                    Rule::path | Rule::segment | Rule::gcommand | Rule::selector | Rule::hsoname | Rule::xpalphas
                );
            }
        }
        free
    }

    fn contains(&self, character: char) -> bool {
        let reserved = self.reserved.contains(character) || additionally_reserved(self.grammar).contains(character);
        let private = self.private.is_some_and(|private| private.contains(character));
        // RFC 3987, section 3.2, step 4: escapes of characters that section 4.1 excludes stay.
        let free = unreserved(self.grammar).contains(character) && !is_bidi_formatting(character) || private;
        !self.empty && (self.unreserved.contains(character) || !reserved && free)
    }
}

/// The characters that RFC 1630 reserves although its unreserved classes contain them: "Other
/// reserved characters", and "Query strings".
fn additionally_reserved(grammar: Grammar) -> &'static str {
    if grammar.facts().plus_is_space() { "*!+" } else { "" }
}

/// The characters of a grammar's unreserved classes.
fn unreserved(grammar: Grammar) -> &'static CharSet {
    static ALL: [OnceLock<CharSet>; Grammar::ALL.len()] = [const { OnceLock::new() }; Grammar::ALL.len()];
    ALL[grammar as usize].get_or_init(|| {
        let classes = grammar.facts().unreserved.iter().filter_map(|name| class(grammar, name));
        classes.fold(CharSet::EMPTY, |union, class| union.union(&class))
    })
}

/// The private characters, which RFC 3987 accepts in queries.
fn private() -> &'static CharSet {
    static ALL: OnceLock<CharSet> = OnceLock::new();
    ALL.get_or_init(|| class(Grammar::Rfc3987, "iprivate").unwrap_or_default())
}

/// The characters of a production.
fn class(grammar: Grammar, name: &str) -> Option<CharSet> {
    let bnf = published::bnf(grammar, Reading::Corrected);
    bnf.characters(bnf.get(name)?.body.as_ref().ok()?)
}

/// The production `reserved` of RFC 1738.
const RESERVED: &str = ";/?:@&=";

/// RFC 1738: the characters of `reserved` that the scheme does not reserve in a part ("encoding a
/// character reserved for a particular scheme may change the semantics of a URL", section 2.2), and
/// that may occur there unescaped.
fn in_scheme(parsed: &Matched<'_>, part: Rule) -> String {
    // For a list, the production of its elements determines the accepted characters. The slashes
    // between the elements stay.
    let element = match part {
        Rule::hpath => Rule::hsegment,
        Rule::fpath => Rule::fsegment,
        Rule::ppath => Rule::psegment,
        _ => part,
    };
    let reserved = match parsed.accepted_by() {
        // Section 3.3: "Within the <path> and <searchpart> components, "/", ";", "?" are reserved."
        Rule::httpurl => "/;?",
        // The document does not define the reserved characters of other schemes.
        Rule::otherurl => return String::new(),
        _ => "",
    };
    let Some(production) = parsed.grammar().by_rule(element) else { return String::new() };
    // The text in front of the `@` of an article has no production of its own.
    let suffix = if element == Rule::article { "@a" } else { "" };
    RESERVED.chars().filter(|&c| !reserved.contains(c) && production.accepts(&format!("{c}{suffix}"))).collect()
}
