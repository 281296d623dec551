//! Converts a URL for another generation, with the same meaning.
//!
//! Data that the target's grammar does not accept unescaped is escaped. Existing escapes stay, even
//! needless ones. Delimiters are never escaped or decoded, since that would change the meaning of
//! the URL. A plus sign that means a space in only one of the two documents is translated. The
//! target's grammar parses the result, which must have the same decoded parts.
//!
//! RFC 3987 defines both directions between IRIs and URIs: an IRI becomes a URI by escapes of its
//! characters (section 3.1), and a URI of RFC 3986 becomes an IRI by decoding the escapes that have
//! no meaning of their own (section 3.2).
//!
//! ```
//! use uri_lineage::Grammar;
//!
//! assert_eq!(Grammar::Rfc1738.convert("http://host/~user")?, "http://host/%7Euser");
//! # Ok::<(), uri_lineage::convert::ConvertError>(())
//! ```

use std::cell::OnceCell;

use regular_bnf::automaton::lazy::START;

use crate::accepted::Accepted;
use crate::compose::Parts;
use crate::error::Error;
use crate::forgive::PREFIX;
use crate::grammar::{Generation, Grammar};
use crate::language::automata::walker;
use crate::language::search::translate;
use crate::normal::{Rule, data, normalize_by};
use crate::parsed::{Parsed, Value};
use crate::rfc1630;
use crate::text::Text;
use crate::visible::shown_character;

/// The characters that delimit parts in some generation, so that an escape of one is not equivalent
/// to the character.
const RESERVED: &str = "/?#;:@=&+%[]";

/// Why a URL cannot be converted for the target.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConvertError {
    /// The target refuses the converted text.
    #[error(transparent)]
    Refused(Box<Error>),
    /// No document's grammar accepts the URL. The URL Standard, which may, defines no conversion.
    #[error("no document's grammar accepts it")]
    NoGrammar,
    /// The document is the WHATWG's, which defines no conversion.
    #[error("the URL Standard defines no conversion")]
    UrlStandard,
    /// The target has no production for the scheme.
    #[error("{to} has no scheme `{scheme}`")]
    NoScheme {
        /// The target grammar.
        to: Grammar,
        /// The scheme.
        scheme: String,
    },
    /// The URL is a relative reference, and the target has no relative references.
    #[error("{0} has no relative references")]
    Relative(Grammar),
    /// The target refuses a reserved character in its place, and an escape would change the
    /// meaning.
    #[error(
        "{to} does not accept {} at byte {offset}; it is reserved there, so an escape would change its meaning",
        shown_character(*character)
    )]
    Reserved {
        /// The target grammar.
        to: Grammar,
        /// The character.
        character: char,
        /// The byte offset of the character in the URL.
        offset: usize,
    },
    /// The target accepts neither the character nor its escape there.
    #[error("{to} accepts neither {} nor its escape at byte {offset}", shown_character(*character))]
    Unwritable {
        /// The target grammar.
        to: Grammar,
        /// The character.
        character: char,
        /// The byte offset of the character in the URL.
        offset: usize,
    },
    /// The URL ends where the target expects more text.
    #[error("{0} expects more text at the end")]
    Short(Grammar),
    /// The target accepts the text, but parses other parts in it.
    #[error("{to} accepts `{text}`, but parses other parts in it")]
    Otherwise {
        /// The target grammar.
        to: Grammar,
        /// The refused candidate.
        text: String,
    },
}

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
    source.with_parsed(|source| of_parsed(source, to))
}

fn of_parsed(source: &Parsed<'_>, to: Grammar) -> Result<String, ConvertError> {
    if [source.grammar(), to].map(Grammar::generation).contains(&Generation::UrlStandard) {
        return Err(ConvertError::UrlStandard);
    }
    let bare = without_prefix(source);
    let prefixes = to.production("prefixedurl").is_some();
    let mut failed = None;
    // The first attempt has as few escapes as the target permits. If the target would parse the
    // scheme itself as a prefix, the second has a prefix in front. The last escapes every character
    // of the data that is a delimiter in some part.
    let prefix = (prefixes && bare.starts_with(PREFIX)).then_some((false, PREFIX));
    for (cautious, prefix) in [(false, "")].into_iter().chain(prefix).chain([(true, "")]) {
        let text = match rewrite(source, bare, to, cautious) {
            Ok(text) => [prefix, &text].concat(),
            Err(error) => {
                failed.get_or_insert(error);
                continue;
            }
        };
        match to.parse(&text) {
            Ok(target) if same_parts(source, bare, &target) == Some(true) => {
                let text =
                    if decodes(source.grammar(), to) { normalize_by(&target, &[Rule::Escape]).text } else { text };
                return Ok([to.facts().required_prefix.unwrap_or_default(), &text].concat());
            }
            Ok(_) => _ = failed.get_or_insert(ConvertError::Otherwise { to, text }),
            Err(error) => _ = failed.get_or_insert(error.into()),
        }
    }
    Err(failed.unwrap_or(ConvertError::Short(to)))
}

impl From<Error> for ConvertError {
    fn from(error: Error) -> Self {
        Self::Refused(Box::new(error))
    }
}

impl Grammar {
    /// Converts a URL so that this grammar accepts it: [`convert`](fn@convert).
    ///
    /// The source is this grammar if it accepts the URL, else the newest grammar that accepts it.
    ///
    /// # Errors
    ///
    /// Those of [`convert`](fn@convert), and an error if no grammar accepts the URL.
    pub fn convert(self, url: &str) -> Result<String, ConvertError> {
        let converts = |grammar: &Self| grammar.generation() != Generation::UrlStandard;
        if !converts(&self) {
            return Err(ConvertError::UrlStandard);
        }
        let own = self.starts(url).find(|start| start.accepts(url));
        // The whole text is a URL of the target without a prefix, and stays unchanged.
        if own.is_some_and(|start| start.name() == self.facts().widest_entry) {
            return Ok([self.facts().required_prefix.unwrap_or_default(), url].concat());
        }
        let newest = || Self::ALL.into_iter().rev().filter(converts).find(|grammar| grammar.accepts(url));
        let from = own.map(|_| self).or_else(newest).ok_or(ConvertError::NoGrammar)?;
        convert(&from.parse(url)?, self)
    }
}

/// Whether the document of the target defines a conversion from the source that decodes escapes:
/// RFC 3987, section 3.2, from URIs of RFC 3986.
fn decodes(from: Grammar, to: Grammar) -> bool {
    (from, to) == (Grammar::Rfc3986, Grammar::Rfc3987)
}

/// The text of a URL without its prefix, which is not part of the URL.
fn without_prefix<'i>(url: &Parsed<'i>) -> &'i str {
    let prefix = match url.value() {
        Value::Rfc1630(url) => url.prefix.unwrap_or_default(),
        _ => "",
    };
    url.input().strip_prefix(prefix).unwrap_or(url.input())
}

/// Escapes the data that the target does not accept unescaped, in linear time: an automaton decides
/// for each character whether it can occur there.
fn rewrite(source: &Parsed<'_>, bare: &str, to: Grammar, cautious: bool) -> Result<String, ConvertError> {
    let whole = to.facts().widest_entry;
    let translated = translate(source, bare, to);
    let skipped = source.input().len() - bare.len();
    let known: OnceCell<Vec<bool>> = OnceCell::new();
    let is_data = |at: usize| match &translated {
        Some(url) => url.data.get(at) == Some(&true),
        None => known.get_or_init(|| data(source.matched())).get(skipped + at) == Some(&true),
    };
    let url = translated.as_ref().map_or(bare, |url| &url.text);
    let place = |offset: usize| skipped + translated.as_ref().map_or(offset, |url| url.places[offset]);
    let Some(walker) = walker(to, whole) else { return Ok(url.to_owned()) };
    // A relative reference has no scheme.
    let scheme = source.value().components().scheme;
    if scheme.is_none() && !to.accepts("/") {
        return Err(ConvertError::Relative(to));
    }
    let colon = scheme.map(str::len);
    let mut text = String::with_capacity(url.len());
    let mut state = START;
    // Where a plus sign is a space in the target, an escape can replace it: its words may not be
    // empty.
    let first = source.grammar().generation() == Generation::First;
    let words = if first && to.facts().plus_is_space() { url.find('?') } else { None };
    for (offset, character) in url.char_indices() {
        let mut bytes = [0; 4];
        let plain = character.encode_utf8(&mut bytes);
        let go = |text: &str| walker.behind(state, text);
        let reserved = RESERVED.contains(character);
        let behind = colon.is_none_or(|colon| offset > colon);
        let space = character == '+' && words.is_some_and(|mark| offset > mark);
        let escaped = cautious && reserved && behind && is_data(offset);
        let ends = |next| match url[offset + character.len_utf8()..].chars().next() {
            None => walker.accepts(next),
            Some('#') => walker.behind(next, "#").is_some(),
            Some(_) => true,
        };
        if let Some(next) = go(plain).filter(|&next| !escaped && (!space || ends(next))) {
            text.push(character);
            state = next;
            continue;
        }
        if !behind {
            return Err(ConvertError::NoScheme { to, scheme: scheme.unwrap_or_default().to_owned() });
        }
        if reserved && !space && !is_data(offset) {
            return Err(ConvertError::Reserved { to, character, offset: place(offset) });
        }
        let plain = if space { " " } else { plain };
        let escape: String = plain.bytes().map(|byte| format!("%{byte:02X}")).collect();
        state = match go(&escape) {
            Some(next) => next,
            None if reserved => return Err(ConvertError::Reserved { to, character, offset: place(offset) }),
            None => return Err(ConvertError::Unwritable { to, character, offset: place(offset) }),
        };
        text.push_str(&escape);
    }
    if walker.accepts(state) { Ok(text) } else { Err(ConvertError::Short(to)) }
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
    // The grammar has no sites, or does not divide them.
    let generic = |grammar: Grammar| grammar.production("port").is_none();
    let coarse = generic(source.grammar()) || generic(target.grammar());
    // If a plus sign is a space in one grammar, the words of a search in the first generation are
    // divided in both.
    let spaces = |parsed: &Parsed<'_>| rfc1630::plus_is_space(parsed.grammar(), scheme.unwrap_or_default());
    let words = spaces(source) || spaces(target);
    let generic = |parsed: &Parsed<'_>, value, text| {
        let mut generic = Generic::new(value, text, coarse);
        if words && parsed.grammar().generation() == Generation::First {
            let spaced = |query: Text<'_>| Text::from(&*query.as_str().replace('+', " ")).octets().into_owned();
            generic.query = value.components().query.filter(|_| generic.query.is_some()).map(spaced);
        }
        generic
    };
    Some(generic(source, left, bare) == generic(target, right, without_prefix(target)))
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

/// The generic components of a URL, decoded.
#[derive(PartialEq, Eq)]
struct Generic {
    scheme: Option<String>,
    userinfo: Option<Vec<u8>>,
    host: Vec<u8>,
    port: Option<String>,
    path: Vec<Vec<u8>>,
    query: Option<Vec<u8>>,
    fragment: Option<Vec<u8>>,
}

impl Generic {
    /// `coarse` is for grammars without sites.
    fn new(value: &Value<'_>, text: &str, coarse: bool) -> Self {
        let view = value.components();
        let owned = |text: Text<'_>| text.octets().into_owned();
        let user = view.user.map(owned);
        let password = view.password.map(|password| [b":", &*password.octets()].concat());
        let mut generic = Self {
            scheme: view.scheme.map(str::to_owned),
            userinfo: user.map(|user| [user, password.unwrap_or_default()].concat()),
            // An empty and an absent host mean the same machine (RFC 1738, section 3.10).
            host: view.host.map(owned).unwrap_or_default(),
            port: view.port.map(|port| port.to_string()),
            path: Vec::new(),
            query: view.query.map(owned),
            fragment: view.fragment.map(owned),
        };
        // The whole text after the site, unchanged: some schemes divide it further than the generic
        // components do.
        let behind = text.split_once(':').map_or(text, |(_, behind)| behind);
        let behind = behind.split('#').next().unwrap_or_default();
        let sited = !coarse && (view.host.is_some() || behind.starts_with("//"));
        let path = match behind.strip_prefix("//").filter(|_| sited) {
            // Only without a query may a login contain a question mark.
            Some(rest) if generic.query.is_some() => rest.find(['/', '?']).map_or("", |end| &rest[end..]),
            Some(rest) => rest.find('/').map_or("", |slash| &rest[slash..]),
            None => behind,
        };
        let path = match generic.query {
            Some(_) if path.contains('?') => &path[..path.find('?').unwrap_or(path.len())],
            // A gopher search follows a tab, and is part of the generic path.
            _ => {
                generic.query = None;
                path
            }
        };
        if coarse {
            (generic.userinfo, generic.host, generic.port) = (None, Vec::new(), None);
        }
        generic.path = path.split('/').map(|segment| owned(segment.into())).collect();
        generic
    }
}
