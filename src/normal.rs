//! Equivalence: which different strings a document takes for one URL, and a normal form that shows it.
//!
//! RFC 1630 brings two URIs "to the same encoding level" before it compares them; RFC 1738 names what may be omitted; the
//! URL draft of 1997 says it in sections 2.4.2 and 5.

use std::fmt;

use crate::error::Error;
use crate::grammar::{Grammar, Parsed};
use crate::scheme::default_port;
use crate::tree::Node;

/// A rule by which a document takes two strings for one URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// A constant prefix before a URL is no part of it (draft 03, "PrePrefix").
    Prefix,
    /// The case of a scheme makes no difference (1997, section 3.1).
    SchemeCase,
    /// The case of a host makes no difference (1997, section 5).
    HostCase,
    /// The scheme's default port may be written or omitted.
    DefaultPort,
    /// An escape stands for its character, where that is not reserved.
    Escape,
    /// The case of an escape's digits makes no difference.
    EscapeCase,
    /// A slash that nothing follows may be omitted (RFC 1738, sections 3.3, 3.4 and 3.8).
    Slash,
    /// A gopher URL without a path has the type `1` (RFC 1738, section 3.4.1).
    GopherType,
    /// The host `localhost` of a file URL may be omitted (RFC 1738, section 3.10).
    Localhost,
}

impl Rule {
    /// The section of the grammar's document that has the rule.
    pub fn section(self, grammar: Grammar) -> &'static str {
        use Grammar::*;
        match (self, grammar) {
            (Self::Prefix, _) => "PrePrefix",
            (Self::SchemeCase, _) => "3.1",
            (Self::HostCase, _) => "5",
            (Self::DefaultPort, Uri1997) => "5",
            (Self::DefaultPort, Rfc1738) => "3.2 to 3.11",
            (Self::DefaultPort, _) => "Internet protocol parts",
            (Self::Escape | Self::EscapeCase, Uri1997) => "2.4.2",
            (Self::Escape | Self::EscapeCase, Rfc1738) => "2.2",
            (Self::Escape | Self::EscapeCase, Rfc1630 | Rfc1630Generic) => "Reduced or increased safe character sets",
            (Self::Escape | Self::EscapeCase, _) => "Encoding prohibited characters",
            (Self::Slash, _) => "3.3, 3.4.1, 3.8",
            (Self::GopherType, _) => "3.4.1",
            (Self::Localhost, _) => "3.10",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Prefix => "the prefix is no part of a URL",
            Self::SchemeCase => "a scheme in either case",
            Self::HostCase => "a host in either case",
            Self::DefaultPort => "the scheme's default port",
            Self::Escape => "an escape for its character",
            Self::EscapeCase => "an escape's digits in either case",
            Self::Slash => "a last slash that may be omitted",
            Self::GopherType => "the gopher type 1 for none",
            Self::Localhost => "localhost for no host",
        })
    }
}

/// All rules, in an order in which none opens the way for one before it.
const RULES: [Rule; 9] = [
    Rule::Prefix,
    Rule::SchemeCase,
    Rule::HostCase,
    Rule::DefaultPort,
    Rule::Localhost,
    Rule::GopherType,
    Rule::Slash,
    Rule::Escape,
    Rule::EscapeCase,
];

/// A URL in the form that all equivalent ones share.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Normal {
    /// The normal form. The grammar takes it, by the production that took the URL.
    pub text: String,
    /// The rules that made a difference, each once.
    pub rules: Vec<Rule>,
}

/// Whether two strings are one URL.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Equivalence {
    /// They are the same string.
    Identical,
    /// They are equivalent by these rules.
    By(Vec<Rule>),
    /// They differ in more than any rule allows; whether they would not if reserved characters could be decoded.
    Different {
        /// Whether only escapes of reserved characters stand between them, which "may NEVER be encoded and unencoded in
        /// this way" (RFC 1630).
        reserved: bool,
    },
}

/// Brings a URL into its normal form.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::normal::normalise;
///
/// let normal = normalise(Grammar::Uri1997, "http://www.XEROX.com:80/%7euser")?;
/// assert_eq!(normal.text, "http://www.xerox.com/~user");
/// # Ok::<(), uri_lineage::Error>(())
/// ```
///
/// # Errors
///
/// Where the grammar does not take the URL.
pub fn normalise(grammar: Grammar, url: &str) -> Result<Normal, Error> {
    let mut normal = Normal { text: url.to_owned(), rules: Vec::new() };
    let mut production = grammar.parse(url)?.production();
    for rule in RULES {
        let parsed = grammar.parse(&normal.text)?;
        let Some(text) = apply(rule, grammar, &parsed).filter(|text| *text != normal.text) else { continue };
        // A rule that would make another production take the URL has no place here.
        match grammar.parse(&text) {
            Ok(changed) if rule == Rule::Prefix => production = changed.production(),
            Ok(changed) if changed.production() == production => {}
            _ => continue,
        }
        normal.text = text;
        normal.rules.push(rule);
    }
    Ok(normal)
}

/// Whether two strings are one URL, and by which rules.
///
/// ```
/// use uri_lineage::Grammar;
/// use uri_lineage::normal::{Equivalence, Rule, same};
///
/// let left = "http://info.cern.ch/albert/bertram/marie-claude";
/// let encoded = "http://info.cern.ch/albert/bertram/marie%2Dclaude";
/// assert_eq!(same(Grammar::Rfc1630, left, encoded)?, Equivalence::By(vec![Rule::Escape]));
/// let slash = "http://info.cern.ch/albert/bertram%2Fmarie-claude";
/// assert_eq!(same(Grammar::Rfc1630, left, slash)?, Equivalence::Different { reserved: true });
/// # Ok::<(), uri_lineage::Error>(())
/// ```
///
/// # Errors
///
/// Where the grammar does not take one of them.
pub fn same(grammar: Grammar, left: &str, right: &str) -> Result<Equivalence, Error> {
    let (one, other) = (normalise(grammar, left)?, normalise(grammar, right)?);
    if left == right {
        return Ok(Equivalence::Identical);
    }
    if one.text != other.text {
        let decoded = |text: &str| percent_encoding::percent_decode_str(text).collect::<Vec<u8>>();
        return Ok(Equivalence::Different { reserved: decoded(&one.text) == decoded(&other.text) });
    }
    // What both needed alike makes no difference between them.
    let mut rules: Vec<Rule> = one.rules.into_iter().chain(other.rules).collect();
    rules.sort();
    rules.dedup();
    Ok(Equivalence::By(rules))
}

/// What a rule makes of a URL, if it has something to do.
fn apply(rule: Rule, grammar: Grammar, parsed: &Parsed<'_>) -> Option<String> {
    use Grammar::{Rfc1738, Uri1997};
    let text = parsed.input();
    let part = |name| find(parsed.outline().root(), name);
    let with = |node: Node<'_, '_>, new: &str| [&text[..node.start()], new, &text[node.end()..]].concat();
    match (rule, grammar) {
        (Rule::Prefix, _) => (parsed.production() == "prefixedurl").then(|| text["url:".len()..].to_owned()),
        (Rule::SchemeCase, Uri1997) => part("scheme").map(|node| with(node, &node.text().to_ascii_lowercase())),
        (Rule::HostCase, Uri1997) => part("hostname").map(|node| with(node, &node.text().to_ascii_lowercase())),
        (Rule::DefaultPort, _) => {
            let scheme = text.split(':').next().filter(|scheme| !scheme.is_empty())?;
            let port = part("port")?;
            let default = port.text().parse().ok() == Some(default_port(scheme)?);
            default.then(|| [&text[..port.start() - 1], &text[port.end()..]].concat())
        }
        (Rule::Localhost, Rfc1738) if parsed.production() == "fileurl" => {
            part("host").filter(|host| host.text() == "localhost").map(|host| with(host, ""))
        }
        (Rule::GopherType, Rfc1738) => {
            let gtype = part("gtype").filter(|gtype| gtype.text() == "1" && gtype.end() == text.len())?;
            Some(with(gtype, ""))
        }
        (Rule::Slash, Rfc1738) => {
            let omitted = matches!(parsed.production(), "httpurl" | "telneturl" | "gopherurl");
            let bare = text
                .strip_suffix('/')
                .filter(|bare| omitted && part("hostport").is_some_and(|host| host.end() == bare.len()));
            bare.map(str::to_owned)
        }
        (Rule::Escape, _) => Some(decode(grammar, text)),
        (Rule::EscapeCase, _) => Some(escapes(text, |escape, _, _| Some(escape.to_ascii_uppercase()))),
        _ => None,
    }
}

/// The first part of that name, outer before inner.
fn find<'t, 'i>(node: Node<'t, 'i>, name: &str) -> Option<Node<'t, 'i>> {
    if node.name() == name {
        return Some(node);
    }
    node.children().find_map(|child| find(child, name))
}

/// Decodes each escape of a character that is not reserved.
fn decode(grammar: Grammar, text: &str) -> String {
    escapes(text, |escape, before, after| {
        let octet = u8::from_str_radix(&escape[1..], 16).ok()?;
        let character = char::from(octet);
        // A segment of one or two dots has a significance of its own in the first generation.
        let dot = octet == b'.' && {
            // No more than another dot, plain or escaped, can stand beside it.
            let begin = before.get(before.len().saturating_sub(4)..).unwrap_or_default();
            let end = after.get(..4).unwrap_or(after);
            let begin = begin.rfind('/').map_or(begin, |slash| &begin[slash + 1..]);
            let end = end.find(['/', '?', '#']).map_or(end, |stop| &end[..stop]);
            let segment = [begin, ".", end].concat().replace("%2E", ".").replace("%2e", ".");
            matches!(segment.as_str(), "." | "..")
        };
        (unreserved(grammar, character) && !(dot && grammar.is_first_generation())).then(|| character.to_string())
    })
}

/// Whether a character means the same when it is escaped, by the classes of the grammar.
fn unreserved(grammar: Grammar, character: char) -> bool {
    let mut bytes = [0; 4];
    let text: &str = character.encode_utf8(&mut bytes);
    let is = |class: &str| grammar.production(class).is_some_and(|class| class.accepts(text));
    match grammar {
        Grammar::Rfc1738 | Grammar::Uri1997 => is("unreserved"),
        // RFC 1630, "Reserved characters": these too have a meaning of their own, in some schemes, though `xalpha` has
        // them. The at sign and the ampersand delimit parts.
        _ => ["alpha", "digit", "safe", "extra"].iter().any(|class| is(class)) && !"*!+@&=".contains(character),
    }
}

/// The text with each escape replaced by what `replace` gives for it, what stands before it and what behind.
fn escapes(text: &str, replace: impl Fn(&str, &str, &str) -> Option<String>) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        result.push_str(&rest[..at]);
        let Some(escape) = rest.get(at..at + 3).filter(|escape| escape[1..].bytes().all(|b| b.is_ascii_hexdigit()))
        else {
            result.push('%');
            rest = &rest[at + 1..];
            continue;
        };
        let after = &rest[at + 3..];
        let new = replace(escape, &result, after);
        result.push_str(new.as_deref().unwrap_or(escape));
        rest = after;
    }
    result.push_str(rest);
    result
}
