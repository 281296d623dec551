//! Converts a URL for another generation, with the same meaning.
//!
//! Data that the target's grammar does not accept unescaped is escaped. Existing escapes stay, even needless ones. Delimiters
//! are never escaped or decoded, since that would change the meaning of the URL. A plus sign that means a space in only one of
//! the two documents is translated. The target's grammar parses the result, which must have the same decoded parts.
//!
//! ```
//! use uri_lineage::Grammar;
//!
//! assert_eq!(Grammar::Rfc1738.convert("http://host/~user")?, "http://host/%7Euser");
//! # Ok::<(), uri_lineage::convert::ConvertError>(())
//! ```

use std::cell::OnceCell;

use crate::compose::Parts;
use crate::error::Error;
use crate::grammar::{Generation, GopherDialect, Grammar};
use crate::language::diagnose::walker;
use crate::normal::data;
use crate::parsed::{Parsed, Value};
use crate::rule::Rule;
use crate::text::Text;
use crate::{rfc1630, rfc1738};

/// The characters that delimit parts in some generation, so that an escape of one is not equivalent to the character.
const RESERVED: &str = "/?#;:@=&+%[]";

/// Why a URL cannot be converted for the target.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConvertError {
    /// The target refuses the converted text.
    #[error(transparent)]
    Refused(Box<Error>),
    /// No grammar accepts the URL.
    #[error("no grammar accepts it")]
    NoGrammar,
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
    /// The target refuses a reserved character in its place, and an escape would change the meaning.
    #[error(
        "{to} does not accept `{character}` at byte {offset}; it is reserved there, so an escape would change its meaning"
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
    #[error("{to} accepts neither `{character}` nor its escape at byte {offset}")]
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

/// Converts a URL so that another grammar accepts it with the meaning that the URL has in the source grammar.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::convert::convert;
///
/// let url = Grammar::Uri1997.parse("http://host/~user")?;
/// assert_eq!(convert(&url, Grammar::Rfc1738)?, "http://host/%7Euser");
/// let error = convert(&Grammar::Rfc1738.parse("file://host/a")?, Grammar::Rfc1630).unwrap_err();
/// assert_eq!(error.to_string(), "rfc1630 has no scheme `file`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the target cannot express this URL.
pub fn convert(source: &Parsed<'_>, to: Grammar) -> Result<String, ConvertError> {
    let url = source.input();
    // A prefix is not part of the URL; the rest is parsed again without it.
    let bare = if source.production() == "prefixedurl" { &url["URL:".len()..] } else { url };
    let prefixes = to.production("prefixedurl").is_some();
    let mut failed = None;
    // The first attempt has as few escapes as the target permits. If the target would parse the scheme itself as a prefix, the
    // second has a prefix in front. The last escapes every character of the data that is a delimiter in some part.
    let prefix = (prefixes && bare.starts_with("url:")).then_some((false, "url:"));
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
        let own = self.starts(url).find(|start| start.accepts(url));
        // The whole text is a URL of the target without a prefix, and stays unchanged.
        if own.is_some_and(|start| start.name() == self.facts().widest_entry) {
            return Ok([self.facts().required_prefix.unwrap_or_default(), url].concat());
        }
        let newest = || Self::ALL.into_iter().rev().find(|grammar| grammar.accepts(url));
        let from = own.map(|_| self).or_else(newest).ok_or(ConvertError::NoGrammar)?;
        convert(&from.parse(url)?, self)
    }
}

/// Rewrites the search of a gopher URL; returns the text up to the end of the search. Draft 02 writes the search after a
/// question mark, with plus signs between words; all others write it after an encoded tab.
fn gopher_search(source: &Parsed<'_>, bare: &str, to: Grammar) -> Option<String> {
    let from = source.grammar();
    let mark = |grammar: Grammar| grammar.facts().requests.gopher == Some(GopherDialect::Draft02);
    if mark(from) == mark(to) {
        return None;
    }
    let (before, search) = match source.value()? {
        Value::Rfc1738(rfc1738::Url::Gopher(url)) => {
            let search = url.item?.search?;
            let tail = search.to_string().len() + "%09".len();
            if search.gopher_plus_string.is_some() {
                return None;
            }
            (&bare[..bare.len() - tail], search.search.as_str())
        }
        Value::Rfc1630(rfc1630::Url { address: rfc1630::Address::Gopher(url), .. })
        | Value::Rfc1630Fragment(rfc1630::FragmentAddress { uri: rfc1630::Address::Gopher(url), fragmentid: None }) => {
            match (url.search, url.item?.command.divided()) {
                (Some(search), _) => (&bare[..bare.len() - search.text().as_str().len() - 1], search.text().as_str()),
                (None, (_, Some(search), None)) => (&bare[..bare.len() - search.as_str().len() - 3], search.as_str()),
                _ => return None,
            }
        }
        _ => return None,
    };
    Some(match mark(to) {
        true => format!("{before}?{}", search.replace('+', "%2B").replace("%20", "+")),
        false => format!("{before}%09{}", search.replace('+', "%20")),
    })
}

/// Rewrites the search of a grammar in which a plus sign is "shorthand notation for a space" (RFC 1630, "Query strings") for a
/// grammar in which it is not: there spaces are escaped. Returns the whole text. The drafts do not define the sign, but write
/// it between words.
fn spaced_search(source: &Parsed<'_>, bare: &str, to: Grammar) -> Option<String> {
    if !source.grammar().facts().plus_is_space() || to.facts().plus_is_space() {
        return None;
    }
    let search = source.tree().first(Rule::search)?;
    let skipped = source.input().len() - bare.len();
    let (before, behind) = (bare.get(..search.start() - skipped)?, bare.get(search.end() - skipped..)?);
    let search = match to.generation() {
        Generation::First => search.text().replace("%20", "+"),
        _ => search.text().replace('+', "%20"),
    };
    Some([before, &search, behind].concat())
}

/// Escapes the data that the target does not accept unescaped, in linear time: an automaton decides for each character whether
/// it can occur there.
fn rewrite(source: &Parsed<'_>, bare: &str, to: Grammar, cautious: bool) -> Result<String, ConvertError> {
    let whole = to.facts().widest_entry;
    let searched = gopher_search(source, bare, to).or_else(|| spaced_search(source, bare, to));
    // Text after the first rewritten character already has its escapes; the text in front of it is unchanged.
    let kept = searched.as_ref().map_or(bare.len(), |searched| {
        searched.bytes().zip(bare.bytes()).take_while(|(left, right)| left == right).count()
    });
    let skipped = source.input().len() - bare.len();
    let known: OnceCell<Vec<bool>> = OnceCell::new();
    let is_data = |at: usize| at < kept && known.get_or_init(|| data(source)).get(skipped + at) == Some(&true);
    let url = searched.as_deref().unwrap_or(bare);
    let Some(walker) = walker(to, whole) else { return Ok(url.to_owned()) };
    // A relative reference has no scheme.
    let scheme = source.value().and_then(|value| value.components().scheme);
    if scheme.is_none() && !to.accepts("/") {
        return Err(ConvertError::Relative(to));
    }
    let colon = scheme.map(str::len);
    let mut text = String::with_capacity(url.len());
    let mut state = walker.start();
    // The offset from which the target treats a plus sign as a space, although it is data in the source.
    let spaces = match to.facts().plus_is_space() && source.grammar().generation() != Generation::First {
        true => url.find('?').unwrap_or(url.len()),
        false => url.len(),
    };
    for (offset, character) in url.char_indices() {
        let mut bytes = [0; 4];
        let plain = character.encode_utf8(&mut bytes);
        let go = |text: &str| walker.behind(state, text);
        let reserved = RESERVED.contains(character);
        let behind = colon.is_none_or(|colon| offset > colon);
        let escaped = cautious && reserved && behind || character == '+' && offset > spaces;
        if let Some(next) = go(plain).filter(|_| !(escaped && is_data(offset))) {
            text.push(character);
            state = next;
            continue;
        }
        if !behind {
            return Err(ConvertError::NoScheme { to, scheme: scheme.unwrap_or_default().to_owned() });
        }
        if reserved && !is_data(offset) {
            return Err(ConvertError::Reserved { to, character, offset });
        }
        let escape: String = plain.bytes().map(|byte| format!("%{byte:02X}")).collect();
        state = match go(&escape) {
            Some(next) => next,
            None if reserved => return Err(ConvertError::Reserved { to, character, offset }),
            None => return Err(ConvertError::Unwritable { to, character, offset }),
        };
        text.push_str(&escape);
    }
    if walker.accepts(state) { Ok(text) } else { Err(ConvertError::Short(to)) }
}

/// Whether two grammars parse the same parts. If both have a production for the scheme, all its named parts are compared; else
/// the generic components. The path of an HTTP URL is sent unchanged, so it is compared without decoding.
fn same_parts(source: &Parsed<'_>, bare: &str, target: &Parsed<'_>) -> Option<bool> {
    let (left, right) = (source.value()?, target.value()?);
    if (source.grammar(), left) == (target.grammar(), right) {
        return Some(true);
    }
    use rfc1630::Address;
    let predefined = |value: &Value<'_>| match value {
        Value::Rfc1738(url) => !matches!(url, rfc1738::Url::Other(_)),
        Value::Rfc1630(url) => !matches!(url.address, Address::Generic(_) | Address::Uri(_)),
        Value::Rfc1630Fragment(url) => !matches!(url.uri, Address::Generic(_) | Address::Uri(_)),
        Value::Rfc1738Generic(_) | Value::Rfc1808(_) | Value::Uri(_) | Value::Rfc3986(_) => false,
    };
    if predefined(left) && predefined(right) && left.components().scheme != Some("http") {
        match (Parts::read(source), Parts::read(target)) {
            // A port or a number is too large for the plain parts, so the generic components are compared.
            (None, None) => {}
            (left, right) => return Some(left == right),
        }
    }
    // The grammar has no sites, or does not divide them.
    let generic = |grammar: Grammar| grammar.production("port").is_none();
    let coarse = generic(source.grammar()) || generic(target.grammar());
    let unprefixed = |parsed: &Parsed<'_>| if parsed.production() == "prefixedurl" { "URL:".len() } else { 0 };
    let right_text = &target.input()[unprefixed(target)..];
    // If one grammar treats a plus sign as a space, the words of the other grammar's search are divided likewise.
    let plus = source.grammar().facts().plus_is_space() || target.grammar().facts().plus_is_space();
    let generic = |parsed: &Parsed<'_>, value, text| {
        let mut generic = Generic::of(value, text, coarse);
        if plus && parsed.grammar().generation() == Generation::First {
            let spaced = |query: Text<'_>| Text::from(&*query.as_str().replace('+', " ")).octets().into_owned();
            generic.query = value.components().query.filter(|_| generic.query.is_some()).map(spaced);
        }
        generic
    };
    Some(generic(source, left, bare) == generic(target, right, right_text))
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
    fn of(value: &Value<'_>, text: &str, coarse: bool) -> Self {
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
        // The whole text after the site, unchanged: some schemes divide it further than the generic components do.
        let behind = text.split_once(':').map_or(text, |(_, behind)| behind);
        let behind = behind.split('#').next().unwrap_or_default();
        let sited = !coarse && (view.host.is_some() || behind.starts_with("//"));
        let path = match behind.strip_prefix("//").filter(|_| sited) {
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
