//! The search of a URL, translated for another grammar.
//!
//! A plus sign in a search means a space in RFC 1630 ("Query strings"), and separates the words
//! that a client of Gopher or WAIS sends in the drafts before it. Elsewhere it is a character, or
//! reserved without a meaning of its own. Draft 02 writes the search of a gopher URL after a
//! question mark; all others write it after an encoded tab.

use std::ops::Range;

use crate::ast::parsed::Parsed;
use crate::ast::text::Text;
use crate::ast::value::Value;
use crate::ast::{rfc1630, rfc1738};
use crate::equivalence::data;
use crate::generated::rule::Rule;
use crate::grammar::{Generation, GopherDialect, Grammar};

/// A URL with a translated search.
pub(crate) struct Translated {
    pub text: String,
    /// For each byte, whether it is data of the source, and not a delimiter or part of an escape.
    pub is_data: Vec<bool>,
    /// For each byte, the offset of the text that it replaces, in the URL without its prefix.
    pub source_offsets: Vec<usize>,
}

/// The place of a search in a URL.
struct SearchSpan {
    /// The offset of the delimiter in front of the search.
    delimiter: usize,
    range: Range<usize>,
}

/// How the plus signs and the spaces of a search are written in the target.
struct Spelling {
    /// A plus sign that is data in the source.
    plus: &'static str,
    /// A plus sign that is reserved in the source.
    reserved: &'static str,
    /// An escaped space.
    space: &'static str,
}

impl Spelling {
    const UNCHANGED: Self = Self { plus: "+", reserved: "+", space: "%20" };

    /// Between two documents of which only one, the source or the target, reads a plus sign as a
    /// space.
    fn translated(source_reads_space: bool, to: Grammar) -> Self {
        if source_reads_space {
            Self { plus: "%20", reserved: "%20", ..Self::UNCHANGED }
        } else {
            Self { plus: "%2B", space: if to.facts().plus_is_space() { "%20" } else { "+" }, ..Self::UNCHANGED }
        }
    }

    /// Between two grammars for a search after a question mark.
    fn between(from: Grammar, to: Grammar, scheme: &str) -> Self {
        let [from_spaces, to_spaces] = [from, to].map(|grammar| rfc1630::plus_is_space(grammar, scheme));
        match [from, to].map(Grammar::generation) {
            // All documents of this generation write a plus sign between words. In RFC 1630 an
            // escaped space has the same meaning; in the drafts it has not, and a plus sign
            // replaces it.
            [Generation::First, Generation::First] => {
                let is_separator = from.facts().plus_is_space() && !to.facts().plus_is_space();
                Self { space: if is_separator { "+" } else { "%20" }, ..Self::UNCHANGED }
            }
            _ if from_spaces != to_spaces => Self::translated(from_spaces, to),
            _ => Self::UNCHANGED,
        }
    }

    fn is_unchanged(&self) -> bool {
        (self.plus, self.space) == (Self::UNCHANGED.plus, Self::UNCHANGED.space)
    }
}

/// Translates the search of a URL for a grammar; `None` if the search does not change. `bare` is
/// the text of the URL without its prefix.
///
/// A plus sign that is reserved in the source does not change: where it would mean a space, the
/// parts differ.
pub(crate) fn translate(source: &Parsed<'_>, bare: &str, to: Grammar) -> Option<Translated> {
    let from = source.grammar();
    if to.facts().requests.gopher.is_some() {
        match SearchOfGopher::new(source) {
            SearchOfGopher::Present { before, search } => {
                let range = bare.len() - search.as_str().len()..bare.len();
                return translate_gopher(source, bare, &SearchSpan { delimiter: before.len(), range }, to);
            }
            SearchOfGopher::Absent => return None,
            SearchOfGopher::NotGopher => {}
        }
    }
    let mark = bare.find('?')?;
    if !bare[mark..].contains('+') && !bare[mark..].contains("%20") {
        return None;
    }
    let spelling = Spelling::between(from, to, source.value().components().scheme.unwrap_or_default());
    if spelling.is_unchanged() {
        return None;
    }
    Some(write_search(source, bare, &search_after_mark(source, bare)?, "?", &spelling))
}

/// The search of a gopher URL.
enum SearchOfGopher<'i> {
    /// The URL is not a gopher URL, or its grammar has no production for the scheme.
    NotGopher,
    /// The URL has no search, or a Gopher+ string or a fragment follows the search.
    Absent,
    /// The text of the URL without the search, and the search.
    Present { before: String, search: Text<'i> },
}

impl<'i> SearchOfGopher<'i> {
    fn new(source: &Parsed<'i>) -> Self {
        use rfc1630::{Address, FragmentAddress, Url};
        let parts = match source.value() {
            Value::Rfc1738(rfc1738::Url::Gopher(url)) => {
                url.without_search().map(|(url, search)| (url.to_string(), search))
            }
            Value::Rfc1630(Url { address: Address::Gopher(url), .. })
            | Value::Rfc1630Fragment(FragmentAddress { uri: Address::Gopher(url), fragmentid: None, .. }) => {
                url.without_search().map(|(url, search)| (url.to_string(), search))
            }
            Value::Rfc1630Fragment(FragmentAddress { uri: Address::Gopher(_), .. }) => None,
            _ => return Self::NotGopher,
        };
        parts.map_or(Self::Absent, |(before, search)| Self::Present { before, search })
    }
}

/// Whether a question mark precedes the search of a gopher URL.
fn has_question_mark(grammar: Grammar) -> bool {
    grammar.facts().requests.gopher == Some(GopherDialect::Draft02)
}

/// Translates the search of a gopher URL; `None` if the search does not change.
fn translate_gopher(source: &Parsed<'_>, bare: &str, search: &SearchSpan, to: Grammar) -> Option<Translated> {
    let [from_mark, to_mark] = [source.grammar(), to].map(has_question_mark);
    if from_mark == to_mark {
        return None;
    }
    // In a command the plus sign is a character.
    let reserved = if from_mark { "%20" } else { "%2B" };
    let spelling = Spelling { reserved, ..Spelling::translated(from_mark, to) };
    Some(write_search(source, bare, search, if to_mark { "?" } else { "%09" }, &spelling))
}

/// The search after a question mark.
fn search_after_mark(source: &Parsed<'_>, bare: &str) -> Option<SearchSpan> {
    let range = match source.tree().first(Rule::search) {
        Some(search) => {
            let skipped = source.input().len() - bare.len();
            search.start() - skipped..search.end() - skipped
        }
        // Since RFC 1808 the first question mark begins the query.
        None => {
            let query = source.value().components().query?;
            let start = bare.find('?')? + "?".len();
            start..start + query.as_str().len()
        }
    };
    // A gopher URL may have a question mark in its selector, and its search elsewhere.
    let delimiter = bare[..range.start].strip_suffix('?')?.len();
    Some(SearchSpan { delimiter, range })
}

impl Translated {
    /// Adds text that replaces the text at an offset.
    fn push(&mut self, text: &str, is_data: bool, offset: usize) {
        self.text.push_str(text);
        self.is_data.resize(self.text.len(), is_data);
        self.source_offsets.resize(self.text.len(), offset);
    }

    /// Adds a range of the source, in which `is_data` marks the data.
    fn copy(&mut self, bare: &str, range: Range<usize>, is_data: &[bool]) {
        self.text.push_str(&bare[range.clone()]);
        self.is_data.extend_from_slice(&is_data[range.clone()]);
        self.source_offsets.extend(range);
    }
}

/// The URL with another delimiter and another spelling of its search.
fn write_search(
    source: &Parsed<'_>,
    bare: &str,
    search: &SearchSpan,
    delimiter: &str,
    spelling: &Spelling,
) -> Translated {
    let is_data = &data(source.matched())[source.input().len() - bare.len()..];
    let mut url = Translated { text: String::new(), is_data: Vec::new(), source_offsets: Vec::new() };
    url.copy(bare, 0..search.delimiter, is_data);
    url.push(delimiter, false, search.delimiter);
    let mut offset = search.range.start;
    while offset < search.range.end {
        let remainder = &bare[offset..search.range.end];
        let length = if remainder.starts_with("%20") {
            url.push(spelling.space, false, offset);
            "%20".len()
        } else if remainder.starts_with('+') {
            let sign = if is_data[offset] { spelling.plus } else { spelling.reserved };
            url.push(sign, is_data[offset] && sign == "+", offset);
            "+".len()
        } else {
            let length = remainder.chars().next().map_or(1, char::len_utf8);
            url.copy(bare, offset..offset + length, is_data);
            length
        };
        offset += length;
    }
    url.copy(bare, search.range.end..bare.len(), is_data);
    url
}
