//! Conversions from one grammar of all URLs to another.

use std::cell::OnceCell;

use regular_bnf::automaton::lazy::{START, State};

use super::decoded::DecodedComponents;
use super::error::ConvertError;
use super::host::HostSpan;
use super::search::{Translated, translate};
use crate::ast::accepted::Accepted;
use crate::ast::parsed::Parsed;
use crate::ast::rfc1630;
use crate::ast::value::Value;
use crate::base::scheme::PREFIX;
use crate::compose::Parts;
use crate::equivalence::{EquivalenceRule, data, normalize};
use crate::grammar::{Generation, Grammar};
use crate::refusal::automata::{Walker, walker};

/// The characters that delimit parts in some generation, so that an escape of one is not equivalent
/// to the character.
const RESERVED: &str = "/?#;:@=&+%[]";

/// Converts a URL so that another grammar accepts it with the meaning that the URL has in the
/// source grammar.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::convert::convert;
///
/// let url = Grammar::Uri1997.parse("http://host/~user")?;
/// assert_eq!(convert(&url, Grammar::Rfc1738)?, "http://host/%7Euser");
/// let error = convert(&Grammar::Rfc1738.parse("file://host/a")?, Grammar::Rfc1630).unwrap_err();
/// assert_eq!(error.to_string(), "rfc1630 has no scheme `file`");
/// let uri = Grammar::Rfc3986.parse("http://www.example.org/D%C3%BCrst%FC")?;
/// assert_eq!(convert(&uri, Grammar::Rfc3987)?, "http://www.example.org/Dürst%FC");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the target cannot express this URL.
pub fn convert(source: &impl Accepted, to: Grammar) -> Result<String, ConvertError> {
    source.with_parsed(|source| convert_parsed(source, to))
}

/// A way to write the converted URL.
#[derive(Clone, Copy)]
enum Attempt {
    /// With as few escapes as the target permits.
    Plain,
    /// With a prefix in front, since the target would parse the scheme itself as a prefix.
    Prefixed,
    /// With an escape for every character of the data that is a delimiter in some part.
    Cautious,
}

/// Whether the document of a grammar defines conversions.
pub(super) fn defines_conversion(grammar: Grammar) -> bool {
    grammar.generation() != Generation::UrlStandard
}

fn convert_parsed(source: &Parsed<'_>, to: Grammar) -> Result<String, ConvertError> {
    if !defines_conversion(source.grammar()) || !defines_conversion(to) {
        return Err(ConvertError::UrlStandard);
    }
    let converted = convert_parts(source, to);
    if converted.is_err()
        && let Some(small) = with_small_scheme(source, to)
        && let Ok(small) = source.grammar().parse(&small)
    {
        return convert_parts(&small, to);
    }
    converted
}

/// The source with its scheme in small letters, if it has capital ones, and the document of the
/// source or of the target considers schemes case-insensitive.
fn with_small_scheme(source: &Parsed<'_>, to: Grammar) -> Option<String> {
    let ignores_case =
        source.grammar().facts().equivalences.scheme_case.is_some() || to.facts().refused_capitals.is_some();
    let bare = without_prefix(source);
    let scheme = source.value().components().scheme?;
    let has_capitals = scheme.bytes().any(|byte| byte.is_ascii_uppercase());
    let prefix = &source.input()[..source.input().len() - bare.len()];
    let may_convert = ignores_case && has_capitals && bare.starts_with(scheme);
    may_convert.then(|| [prefix, &scheme.to_ascii_lowercase(), &bare[scheme.len()..]].concat())
}

fn convert_parts(source: &Parsed<'_>, to: Grammar) -> Result<String, ConvertError> {
    let bare = without_prefix(source);
    let has_prefixes = to.production("prefixedurl").is_some();
    let mut failure = None;
    for attempt in [Attempt::Plain, Attempt::Prefixed, Attempt::Cautious] {
        let prefix = match attempt {
            Attempt::Prefixed if has_prefixes && bare.starts_with(PREFIX) => PREFIX,
            Attempt::Prefixed => continue,
            Attempt::Plain | Attempt::Cautious => "",
        };
        let text = match rewrite(source, bare, to, matches!(attempt, Attempt::Cautious)) {
            Ok(text) => [prefix, &text].concat(),
            Err(error) => {
                failure.get_or_insert(error);
                continue;
            }
        };
        match to.parse(&text) {
            Ok(target) if same_parts(source, bare, &target) == Some(true) => {
                let text = if decodes(source.grammar(), to) {
                    normalize(&target, &[EquivalenceRule::Escape]).text
                } else {
                    text
                };
                return Ok([to.facts().required_prefix.unwrap_or_default(), &text].concat());
            }
            Ok(_) => _ = failure.get_or_insert(ConvertError::ParsedDifferently { to: to.into(), text }),
            Err(error) => _ = failure.get_or_insert(error.into()),
        }
    }
    Err(failure.unwrap_or(ConvertError::Short(to)))
}

/// Whether the document of the target defines a conversion from the source that decodes escapes:
/// RFC 3987, section 3.2, from URIs of RFC 3986.
fn decodes(from: Grammar, to: Grammar) -> bool {
    (from, to) == (Grammar::Rfc3986, Grammar::Rfc3987)
}

/// The text of a URL without its prefix, which is not part of the URL.
pub(super) fn without_prefix<'i>(url: &Parsed<'i>) -> &'i str {
    let prefix = match url.value() {
        Value::Rfc1630(url) => url.prefix.unwrap_or_default(),
        _ => "",
    };
    url.input().strip_prefix(prefix).unwrap_or(url.input())
}

/// Escapes the data that the target does not accept unescaped, in linear time: an automaton decides
/// for each character whether it can occur there.
fn rewrite(source: &Parsed<'_>, bare: &str, to: Grammar, cautious: bool) -> Result<String, ConvertError> {
    let translated = translate(source, bare, to);
    let url = translated.as_ref().map_or(bare, |translated| &translated.text);
    let Some(walker) = walker(to, to.facts().widest_entry) else { return Ok(url.to_owned()) };
    // A relative reference has no scheme.
    let scheme = source.value().components().scheme;
    if scheme.is_none() && !to.accepts("/") {
        return Err(ConvertError::Relative(to));
    }
    let is_first_generation = source.grammar().generation() == Generation::First;
    let words = if is_first_generation && to.facts().plus_is_space() { url.find('?') } else { None };
    let skipped = source.input().len() - bare.len();
    let (translated, data) = (translated.as_ref(), OnceCell::new());
    let host = HostSpan::new(source, bare);
    let rewriter = Rewriter { source, skipped, translated, data, url, scheme, host, words, to, walker, cautious };
    let mut text = String::with_capacity(url.len());
    let mut state = START;
    for (offset, character) in url.char_indices() {
        state = rewriter.write(offset, character, state, &mut text)?;
    }
    if walker.accepts(state) {
        return Ok(text);
    }
    Err(rewriter.host_error(url.len(), None, state).unwrap_or(ConvertError::Short(to)))
}

/// Writes a URL for the target, character by character.
struct Rewriter<'s, 'i> {
    source: &'s Parsed<'i>,
    /// The length of the source's prefix.
    skipped: usize,
    translated: Option<&'s Translated>,
    /// For each byte of the source, whether it is data; computed lazily.
    data: OnceCell<Vec<bool>>,
    /// The text to write: the translated URL, or the source without its prefix.
    url: &'s str,
    scheme: Option<&'s str>,
    /// The host after two slashes. No search precedes it, so its offsets are those of the text to
    /// write.
    host: Option<HostSpan<'s>>,
    /// The offset of the question mark in front of words, between which a plus sign is a space in
    /// the target. An escape can replace the plus sign, since words may not be empty.
    words: Option<usize>,
    to: Grammar,
    walker: Walker,
    /// Whether to escape every character of the data that is a delimiter in some part.
    cautious: bool,
}

impl Rewriter<'_, '_> {
    /// Writes a character, as itself or escaped. Returns the state of the automaton after it.
    fn write(&self, offset: usize, character: char, state: State, text: &mut String) -> Result<State, ConvertError> {
        let to = self.to;
        let mut bytes = [0; 4];
        let plain = character.encode_utf8(&mut bytes);
        let is_reserved = RESERVED.contains(character);
        let is_after_scheme = self.scheme.is_none_or(|scheme| offset > scheme.len());
        let is_space = character == '+' && self.words.is_some_and(|mark| offset > mark);
        let must_escape = self.cautious && is_reserved && is_after_scheme && self.is_data(offset);
        if !must_escape
            && let Some(next) = self.walker.after_text(state, plain)
            && (!is_space || self.may_end_word(offset + character.len_utf8(), next))
        {
            text.push(character);
            return Ok(next);
        }
        if !is_after_scheme {
            return Err(ConvertError::NoScheme { to, scheme: self.scheme.unwrap_or_default().to_owned() });
        }
        if is_reserved && !is_space && !self.is_data(offset) {
            let reserved = ConvertError::Reserved { to, character, offset: self.source_offset(offset) };
            return Err(self.host_error(offset, Some(character), state).unwrap_or(reserved));
        }
        let plain = if is_space { " " } else { plain };
        let escape: String = plain.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let Some(next) = self.walker.after_text(state, &escape) else {
            if let Some(error) = self.host_error(offset, Some(character), state) {
                return Err(error);
            }
            let offset = self.source_offset(offset);
            return Err(if is_reserved {
                ConvertError::Reserved { to, character, offset }
            } else {
                ConvertError::Unwritable { to, character, offset }
            });
        };
        text.push_str(&escape);
        Ok(next)
    }

    /// The error at an offset if the host is its cause. `refused` is the character there, or `None`
    /// at the end.
    fn host_error(&self, offset: usize, refused: Option<char>, state: State) -> Option<ConvertError> {
        let host = self.host.as_ref()?;
        let may_end = self.walker.accepts(state) || self.walker.after_text(state, "/").is_some();
        let fault = host.fault(offset, self.skipped, refused, may_end)?;
        Some(ConvertError::Host { to: self.to, host: host.text.to_owned(), fault })
    }

    /// Whether the byte at an offset is data of the source, and not a delimiter.
    fn is_data(&self, offset: usize) -> bool {
        match self.translated {
            Some(translated) => translated.is_data.get(offset) == Some(&true),
            None => self.data.get_or_init(|| data(self.source.matched())).get(self.skipped + offset) == Some(&true),
        }
    }

    /// The offset in the source of the text that is written at an offset.
    fn source_offset(&self, offset: usize) -> usize {
        self.skipped + self.translated.map_or(offset, |translated| translated.source_offsets[offset])
    }

    /// Whether the last word of a search may be empty, if the search ends at an offset; true if it
    /// does not end there.
    fn may_end_word(&self, offset: usize, state: State) -> bool {
        match self.url[offset..].chars().next() {
            None => self.walker.accepts(state),
            Some('#') => self.walker.after_text(state, "#").is_some(),
            Some(_) => true,
        }
    }
}

/// Whether two grammars parse the same parts. If both have a production for the scheme, all its
/// named parts are compared; else the generic components. The path of an HTTP URL is sent
/// unchanged, so it is compared without decoding.
fn same_parts(source: &Parsed<'_>, bare: &str, target: &Parsed<'_>) -> Option<bool> {
    let (left, right) = (source.value(), target.value());
    if (source.grammar(), left) == (target.grammar(), right) {
        return Some(true);
    }
    let scheme = left.components().scheme;
    if is_predefined(left) && is_predefined(right) && scheme != Some("http") {
        match (Parts::read(source), Parts::read(target)) {
            // A port or a number is too large for the plain parts, so the generic components are
            // compared.
            (None, None) => {}
            (left, right) => return Some(left == right),
        }
    }
    let grammars = [source.grammar(), target.grammar()];
    // A grammar without ports has no sites, or does not divide them.
    let coarse = grammars.iter().any(|grammar| grammar.production("port").is_none());
    let mut source_parts = DecodedComponents::new(&left.components(), bare, coarse);
    let mut target_parts = DecodedComponents::new(&right.components(), without_prefix(target), coarse);
    // If a plus sign is a space in one grammar, the words of a search in the first generation are
    // divided in both.
    if grammars.iter().any(|&grammar| rfc1630::plus_is_space(grammar, scheme.unwrap_or_default())) {
        source_parts.divide_words(source);
        target_parts.divide_words(target);
    }
    Some(source_parts == target_parts)
}

/// Whether the grammar has a production for the scheme of a URL.
fn is_predefined(value: &Value<'_>) -> bool {
    match value {
        Value::Rfc1738(url) => url.is_predefined(),
        Value::Rfc1630(url) => url.address.is_predefined(),
        Value::Rfc1630Fragment(url) => url.uri.is_predefined(),
        Value::Rfc1738Generic(_)
        | Value::Rfc1808(_)
        | Value::Uri(_)
        | Value::Rfc3986(_)
        | Value::Rfc3987(_)
        | Value::Whatwg(_)
        | Value::Text(_) => false,
    }
}

/// Converts a text so that the target accepts it. The source is the target if it accepts the text,
/// else the newest grammar that accepts it.
pub(crate) fn convert_text(url: &str, to: Grammar) -> Result<String, ConvertError> {
    if !defines_conversion(to) {
        return Err(ConvertError::UrlStandard);
    }
    let accepting = to.starts(url).find(|start| start.accepts(url));
    // The whole text is a URL of the target without a prefix, and stays unchanged.
    if accepting.is_some_and(|start| start.name() == to.facts().widest_entry) {
        return Ok([to.facts().required_prefix.unwrap_or_default(), url].concat());
    }
    let from = match accepting {
        Some(_) => to,
        None => Grammar::all()
            .rev()
            .find(|&grammar| defines_conversion(grammar) && grammar.accepts(url))
            .ok_or(ConvertError::NoGrammar)?,
    };
    convert(&from.parse(url)?, to)
}
