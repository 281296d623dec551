//! The same resource, written for another generation.
//!
//! What the target's grammar does not take where it stands is written as an escape, if it is data; escapes stay as they
//! are, needless ones too. Nothing that is reserved is ever escaped or decoded, since that would change its meaning. The
//! result is read again by the target's grammar, and must have the same parts there.

use crate::error::Error;
use crate::grammar::{Grammar, Parsed};
use crate::language::{Atlas, Machine};
use crate::request::{Octets, Request, request};
use crate::view::{View, Viewed};

/// The characters that delimit parts in all generations, so that an escape of them stands for something else.
const RESERVED: &str = "/?#;:@=&+%";

/// Why a URL cannot be written for the target.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConvertError {
    /// The grammar that the URL is read by does not take it.
    #[error(transparent)]
    Refused(Box<Error>),
    /// No grammar takes the URL.
    #[error("no grammar takes it")]
    NoGrammar,
    /// The target has no production for the scheme.
    #[error("{to} has no scheme `{scheme}`")]
    NoScheme {
        /// The target.
        to: Grammar,
        /// The scheme.
        scheme: String,
    },
    /// A reserved character stands where the target takes none; its escape would mean something else.
    #[error("{to} takes no `{character}` at byte {offset}, where it is reserved: an escape would change its meaning")]
    Reserved {
        /// The target.
        to: Grammar,
        /// The character.
        character: char,
        /// Bytes from the beginning of the URL.
        offset: usize,
    },
    /// Neither the character nor its escape can stand there.
    #[error("{to} takes neither `{character}` nor its escape at byte {offset}")]
    Unwritable {
        /// The target.
        to: Grammar,
        /// The character.
        character: char,
        /// Bytes from the beginning of the URL.
        offset: usize,
    },
    /// The URL ends where the target wants more.
    #[error("{0} wants more behind it")]
    Short(Grammar),
    /// The target takes the text, but reads other parts in it.
    #[error("{to} takes `{text}`, but reads it otherwise")]
    Otherwise {
        /// The target.
        to: Grammar,
        /// What was tried.
        text: String,
    },
}

/// Writes a URL of one grammar so that another takes it.
///
/// `from` is the grammar that says what the URL means; by default the target itself if it takes the URL, else the newest
/// that does.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::convert::convert;
///
/// assert_eq!(convert("http://host/~user", None, Grammar::Rfc1738)?, "http://host/%7Euser");
/// let error = convert("file://host/a", None, Grammar::Rfc1630).unwrap_err();
/// assert_eq!(error.to_string(), "rfc1630 has no scheme `file`");
/// # Ok::<(), uri_lineage::convert::ConvertError>(())
/// ```
///
/// # Errors
///
/// Where no grammar takes the URL, or the target cannot say the same.
pub fn convert(url: &str, from: Option<Grammar>, to: Grammar) -> Result<String, ConvertError> {
    let newest = || [to].into_iter().chain(Grammar::ALL.into_iter().rev()).find(|grammar| takes(*grammar, url));
    let from = from.or_else(newest).ok_or(ConvertError::NoGrammar)?;
    let source = from.parse(url).map_err(|error| ConvertError::Refused(Box::new(error)))?;
    let bare = if source.production() == "prefixedurl" { &url["URL:".len()..] } else { url };
    let text = rewrite(&search_as_tab(bare, from, to), to)?;
    let target = to.parse(&text).map_err(|error| ConvertError::Refused(Box::new(error)))?;
    let otherwise = || ConvertError::Otherwise { to, text: text.clone() };
    if target.production() == "genericurl" || !same_parts(&source, bare, &target).unwrap_or(false) {
        return Err(otherwise());
    }
    // "must start with a constant prefix" (draft 03, "PrePrefix")
    Ok(if to == Grammar::UrlDraft03 { format!("URL:{text}") } else { text })
}

/// Whether a grammar takes a URL as one that says what it means.
fn takes(grammar: Grammar, url: &str) -> bool {
    grammar.check(url).is_ok_and(|production| production != "genericurl")
}

/// Draft 02 writes a gopher search behind a question mark; all others behind an encoded tab.
fn search_as_tab(url: &str, from: Grammar, to: Grammar) -> String {
    match url.split_once('?') {
        Some((item, words)) if url.starts_with("gopher:") && from == Grammar::UrlDraft02 && to != from => {
            format!("{item}%09{}", words.replace('+', "%20"))
        }
        _ => url.to_owned(),
    }
}

/// Escapes what the target does not take where it stands. Time is in proportion to the length: an automaton says for each
/// character whether it can stand there.
fn rewrite(url: &str, to: Grammar) -> Result<String, ConvertError> {
    let whole = match to {
        Grammar::UrlDraft02 | Grammar::Rfc1630Generic => "fragmentaddress",
        Grammar::Uri1997 => "URI-reference",
        _ => "url",
    };
    let Some(machine) = Atlas::get().machine(to, whole) else { return Ok(url.to_owned()) };
    let mut text = String::with_capacity(url.len());
    let mut state = machine.start();
    for (offset, character) in url.char_indices() {
        let mut bytes = [0; 4];
        let plain = character.encode_utf8(&mut bytes);
        let go = |text: &str| text.bytes().try_fold(state, |state, byte| machine.step(state, byte));
        if let Some(next) = go(plain) {
            text.push(character);
            state = next;
            continue;
        }
        if url.find(':').is_none_or(|colon| offset <= colon) {
            let scheme = url.split(':').next().unwrap_or_default().to_owned();
            return Err(ConvertError::NoScheme { to, scheme });
        }
        if RESERVED.contains(character) {
            return Err(ConvertError::Reserved { to, character, offset });
        }
        let escape: String = plain.bytes().map(|byte| format!("%{byte:02X}")).collect();
        state = go(&escape).ok_or(ConvertError::Unwritable { to, character, offset })?;
        text.push_str(&escape);
    }
    if machine.accepts(state) { Ok(text) } else { Err(ConvertError::Short(to)) }
}

/// Whether two grammars read the same parts: what a client does with them, where both documents say that; else what
/// stands before the path, and where path, query and fragment are divided.
fn same_parts(source: &Parsed<'_>, bare: &str, target: &Parsed<'_>) -> Option<bool> {
    let schemes = |grammar: Grammar| grammar != Grammar::Uri1997 && grammar != Grammar::Rfc1630Generic;
    let (from, to) = (source.grammar(), target.grammar());
    if schemes(from) && schemes(to) {
        return Some(match (request(from, bare), request(to, target.input())) {
            (Ok(left), Ok(right)) => comparable(left) == comparable(right),
            // What a client refuses alike is alike, and so is what has no scheme of the document.
            (Err(left), Err(right)) => std::mem::discriminant(&left) == std::mem::discriminant(&right),
            _ => false,
        });
    }
    let (left, right) = (source.value()?.view(), target.value()?.view());
    let userinfo = |view: &View<'_>| {
        let user = view.user.map(|user| user.octets().into_owned());
        let password = view.password.map(|password| [b":", &*password.octets()].concat());
        user.map(|user| [user, password.unwrap_or_default()].concat())
    };
    let host = |view: &View<'_>| view.host.map(|host| host.octets().into_owned());
    // The generic grammar of RFC 1630 has no hosts.
    let generic = from == Grammar::Rfc1630Generic || to == Grammar::Rfc1630Generic;
    let before =
        generic || (userinfo(&left) == userinfo(&right) && host(&left) == host(&right) && left.port == right.port);
    let divided = |text: &str| {
        let at = |mark| text.find(mark).map(|at| text[..at].matches('/').count());
        (text.matches('/').count(), at('?'), at('#'))
    };
    Some(left.scheme == right.scheme && before && divided(bare) == divided(target.input()))
}

/// A request without what the generations write differently for one meaning.
fn comparable(request: Request) -> Request {
    match request {
        // RFC 1738 sends an empty search before a Gopher+ string.
        Request::Gopher { server, gtype, sends, form } => {
            let text = String::from_utf8_lossy(&sends.0).replacen("\t\t", "\t", 1);
            Request::Gopher { server, gtype, sends: Octets(text.into_bytes()), form }
        }
        Request::Http { server, .. } => Request::Http { server, path: String::new(), proxy: String::new() },
        other => other,
    }
}
