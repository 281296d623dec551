//! The change that each rule makes to a URL, and the parts that it must not change.

use std::borrow::Cow;

use super::escapes;
use super::kept::{same_leaves_but, unchanged, unchanged_but};
use super::letters::{capitals, letters, octet, small};
use super::rule::Rule;
use crate::grammar::Grammar;
use crate::parsed::{Parsed, Value};
use crate::resolve::remove_dot_segments;
use crate::rfc3986;
use crate::rule::Rule as Production;
use crate::scheme::DefaultPort;
use crate::tree::Node;
use crate::uri::{Groups, Reference, Uri, UriReference};

/// Applies a rule to a URL and passes the parsed result on; `None` if the rule changes nothing, or would change other parts.
pub(super) fn apply<T>(rule: Rule, parsed: &Parsed<'_>, then: impl FnOnce(&Parsed<'_>) -> T) -> Option<T> {
    let changed = change(rule, parsed).filter(|text| text != parsed.input())?;
    let after = parsed.another(&changed)?;
    // The rule for escapes has already compared the parts.
    (rule == Rule::Escape || keeps(rule, parsed, &after)).then(|| then(&after))
}

/// Selects the rules that could change a text that the grammar accepts, if the document has them. In most texts no rule can
/// change anything, and these need not be parsed.
pub(super) fn occurring(grammar: Grammar, text: &str, rules: &[Rule]) -> impl Iterator<Item = Rule> {
    let signs = Signs::of(text);
    // The cheapest test comes first.
    let occurs =
        move |rule: &Rule| signs.has(needed(*rule)) && rule.section(grammar).is_some() && signs.of_rule(*rule, grammar);
    rules.iter().copied().filter(occurs)
}

/// The marks in a text that decide whether rules could change it.
struct Signs<'t> {
    text: &'t str,
    /// The marks that occur in the text, as bits.
    marks: u8,
}

// A text has a mark if one of its characters has it.
const CAPITAL: u8 = 1;
const PERCENT: u8 = 1 << 1;
const SLASH: u8 = 1 << 2;
const COLON: u8 = 1 << 3;
/// The delimiter in front of params, a query or a fragment.
const DELIMITER: u8 = 1 << 4;

/// The marks that a text must have for a rule to change it.
fn needed(rule: Rule) -> u8 {
    match rule {
        Rule::NamespaceCase | Rule::SchemeCase => CAPITAL | COLON,
        Rule::HostCase => CAPITAL,
        Rule::Plus | Rule::Escape | Rule::EscapeCase => PERCENT,
        Rule::EmptyPort => COLON | SLASH,
        Rule::MailDomainCase => CAPITAL | COLON,
        Rule::Prefix | Rule::DefaultPort => COLON,
        Rule::Localhost => COLON | SLASH,
        Rule::GopherType | Rule::EmptyPath | Rule::Slash => SLASH,
        // A path may begin right after the scheme; a net_loc may be empty.
        Rule::DotSegments | Rule::EmptyComponent => 0,
    }
}

impl<'t> Signs<'t> {
    fn of(text: &'t str) -> Self {
        const MARKS: [u8; 256] = {
            let mut marks = [0; 256];
            let mut capital = b'A';
            while capital <= b'Z' {
                marks[capital as usize] = CAPITAL;
                capital += 1;
            }
            marks[b'%' as usize] = PERCENT;
            marks[b'/' as usize] = SLASH;
            marks[b':' as usize] = COLON;
            marks[b';' as usize] = DELIMITER;
            marks[b'?' as usize] = DELIMITER;
            marks[b'#' as usize] = DELIMITER;
            marks
        };
        Self { text, marks: text.bytes().fold(0, |marks, byte| marks | MARKS[usize::from(byte)]) }
    }

    fn has(&self, marks: u8) -> bool {
        self.marks & marks == marks
    }

    /// The text after the first two slashes.
    fn site(&self) -> Option<&'t [u8]> {
        let bytes = self.text.as_bytes();
        let slashes = bytes.windows(2).position(|pair| pair == b"//")?;
        Some(&bytes[slashes + 2..])
    }

    /// Splits the text at the path, if two slashes precede the path without a question mark between them; else the second part
    /// is empty.
    fn at_path(&self) -> (&'t [u8], &'t [u8]) {
        let bytes = self.text.as_bytes();
        let length =
            self.site().and_then(|site| Some(site.len() - site.iter().position(|byte| b"/?#".contains(byte))?));
        bytes.split_at(bytes.len() - length.unwrap_or_default())
    }

    /// Whether a rule of a grammar could change a text that has all marks the rule needs.
    fn of_rule(&self, rule: Rule, grammar: Grammar) -> bool {
        let bytes = self.text.as_bytes();
        let begins = |with: &[u8]| bytes.get(..with.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(with));
        let capital = |bytes: &[u8]| bytes.iter().any(u8::is_ascii_uppercase);
        let count = |sought: u8| bytes.iter().filter(|&&byte| byte == sought).count();
        match rule {
            Rule::Prefix => begins(b"url:"),
            Rule::NamespaceCase => begins(b"urn:"),
            Rule::SchemeCase => bytes.split(|&byte| byte == b':').next().is_some_and(capital),
            // Hosts precede the path, except in mail addresses and articles.
            Rule::HostCase => capital(self.at_path().0) || bytes.contains(&b'@'),
            Rule::Plus => self.text.contains("%20"),
            Rule::Escape => escapes::may_decode(grammar, self.text),
            Rule::EscapeCase => {
                let small = |escape: &[u8]| escape[0] == b'%' && escape[1..].iter().any(u8::is_ascii_lowercase);
                bytes.windows(3).any(small)
            }
            // The scheme's colon and the port's colon.
            Rule::DefaultPort => count(b':') > 1,
            Rule::EmptyPort => self.at_path().0.ends_with(b":"),
            Rule::Slash => bytes.ends_with(b"/") && count(b'/') == 3,
            Rule::GopherType => bytes.ends_with(b"/1") && count(b'/') == 3,
            Rule::MailDomainCase => begins(b"mailto:") && bytes.contains(&b'@'),
            Rule::Localhost => begins(b"file:/") && !begins(b"file:///"),
            Rule::EmptyComponent => {
                let empty = |pair: &[u8]| matches!(pair, b";?" | b";#" | b"?#");
                // An empty net_loc, or a delimiter without text after it.
                self.site().is_some_and(|site| matches!(site.first(), None | Some(b'/' | b'#')))
                    || self.has(DELIMITER)
                        && (bytes.ends_with(b";")
                            || bytes.ends_with(b"?")
                            || bytes.ends_with(b"#")
                            || bytes.windows(2).any(empty))
            }
            // A path begins with a slash, or after the scheme's colon.
            Rule::DotSegments => bytes.windows(2).any(|pair| matches!(pair, b"/." | b":.")),
            Rule::EmptyPath => self.site().is_some() && !self.at_path().1.starts_with(b"/"),
        }
    }
}

/// Whether the parts stay the same, except for the difference that the rule removes.
fn keeps(rule: Rule, before: &Parsed<'_>, after: &Parsed<'_>) -> bool {
    let small = |names: &[&str]| {
        unchanged_but(before, after, |name, octets| match names.contains(&name) {
            true => octets.to_ascii_lowercase().into(),
            false => octets,
        })
    };
    let but = |names: &[&str]| same_leaves_but(before, after, names);
    let same_production = before.production() == after.production();
    match rule {
        Rule::Prefix => after.production() != "prefixedurl" && but(&[]),
        // An opaque URL with the scheme `URN` may become a URN, which is divided further.
        Rule::SchemeCase => after.production() == "URN-reference" || small(&["scheme"]),
        Rule::NamespaceCase => small(&["URN-nid"]),
        Rule::HostCase => small(&["hostname", "reg-name", "IPv6address", "IPvFuture"]),
        Rule::MailDomainCase => small(PATHS),
        Rule::Plus => unchanged_but(before, after, |name, octets| match name {
            "search" => octets.iter().map(|&octet| if octet == b'+' { b' ' } else { octet }).collect(),
            _ => octets,
        }),
        Rule::EscapeCase | Rule::Escape => unchanged(before, after),
        Rule::DefaultPort | Rule::EmptyPort => same_production && but(&["port"]),
        Rule::DotSegments | Rule::EmptyPath => same_production && but(PATHS),
        Rule::Localhost => {
            let others = |url: &Parsed<'_>| Groups { authority: None, ..Groups::of(url.input()) }.to_string();
            same_production && others(before) == others(after)
        }
        Rule::EmptyComponent => {
            let parts = |url: &Parsed<'_>| match url.value() {
                Some(Value::Rfc1808(url)) => Some(url.without_empty().to_string()),
                _ => None,
            };
            same_production && parts(before) == parts(after)
        }
        Rule::GopherType => same_production && but(&["gtype", "selector"]),
        Rule::Slash => same_production && but(&["hpath"]),
    }
}

/// The path productions of RFC 3986.
const PATHS: &[&str] =
    &["path-abempty", "path-absolute", "path-noscheme", "path-rootless", "path-empty", "segment", "segment-nz"];

/// The result of a rule for a URL whose document has the rule; `None` if it does not apply.
fn change(rule: Rule, parsed: &Parsed<'_>) -> Option<String> {
    let text = parsed.input();
    let part = |rule| parsed.tree().first(rule);
    let with = |node: Node<'_, '_>, new: &str| [&text[..node.start()], new, &text[node.end()..]].concat();
    let lower = |node: Node<'_, '_>| with(node, &small(node.text()));
    match rule {
        Rule::Prefix => (parsed.production() == "prefixedurl").then(|| text["url:".len()..].to_owned()),
        // Text that merely occurs in the place of a scheme (`~A:b`) is not a scheme.
        Rule::SchemeCase => is_absolute(parsed).then(|| part(Production::scheme)).flatten().map(lower),
        Rule::NamespaceCase => part(Production::URN_nid).map(lower),
        Rule::HostCase => {
            let hosts = [
                Production::hostname,
                Production::reg_name__rfc3986,
                Production::IP_literal,
                Production::ipv6reference,
            ];
            hosts.into_iter().find_map(part).map(lower)
        }
        Rule::Plus => part(Production::search)
            .filter(|search| search.text().contains("%20"))
            .map(|search| with(search, &search.text().replace("%20", "+"))),
        Rule::DefaultPort | Rule::EmptyPort => {
            let port = part(Production::port)?;
            let omitted = match rule {
                Rule::EmptyPort => port.text().is_empty(),
                _ => port.text().parse().ok() == Some(port_of(parsed.grammar(), parsed.value()?.components().scheme?)?),
            };
            omitted.then(|| [&text[..port.start() - 1], &text[port.end()..]].concat())
        }
        Rule::Localhost if parsed.production() == "fileurl" => {
            part(Production::host).filter(|host| host.text() == "localhost").map(|host| with(host, ""))
        }
        Rule::Localhost => {
            let groups = Groups::of(text);
            // After an authority, a URI whose path has no slash would get an additional one.
            let local = match groups.authority {
                Some(authority) => authority.eq_ignore_ascii_case("localhost"),
                None => groups.path.starts_with('/'),
            };
            let file = parsed.grammar().facts().equivalences.schemes.is_some()
                && groups.scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("file"));
            (file && local).then(|| Groups { authority: Some(""), ..groups }.to_string())
        }
        Rule::MailDomainCase => {
            let groups = Groups::of(text);
            let mail = groups.scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("mailto"));
            let addresses = groups.path.split(',').map(small_domain).collect::<Vec<_>>().join(",");
            (mail && groups.authority.is_none()).then(|| Groups { path: &addresses, ..groups }.to_string())
        }
        Rule::EmptyComponent => match parsed.value()? {
            Value::Rfc1808(url) => Some(url.without_empty().to_string()),
            _ => None,
        },
        Rule::GopherType => {
            let gtype = part(Production::gtype).filter(|gtype| gtype.text() == "1" && gtype.end() == text.len())?;
            Some(with(gtype, ""))
        }
        Rule::Slash => {
            let omitted = matches!(parsed.production(), "httpurl" | "telneturl" | "gopherurl");
            let bare = text
                .strip_suffix('/')
                .filter(|bare| omitted && part(Production::hostport).is_some_and(|host| host.end() == bare.len()));
            bare.map(str::to_owned)
        }
        Rule::DotSegments => {
            let groups = Groups::of(text);
            let whole = groups.scheme.is_some() || groups.path.starts_with('/');
            whole.then(|| Groups { path: &remove_dot_segments(groups.path), ..groups }.to_string())
        }
        Rule::EmptyPath => {
            let groups = Groups::of(text);
            let empty = groups.authority.is_some() && groups.path.is_empty();
            empty.then(|| Groups { path: "/", ..groups }.to_string())
        }
        Rule::EscapeCase => Some(capitals(text)),
        Rule::Escape => escapes::decode(parsed),
    }
}

/// The default port of a scheme, as far as a grammar's document defines it.
fn port_of(grammar: Grammar, scheme: &str) -> Option<u16> {
    let known = |found: &DefaultPort| grammar.facts().equivalences.schemes.is_some() || found.rfc == "RFC 1738";
    Some(DefaultPort::of(scheme).filter(known)?.port)
}

/// A mail address with its domain in small letters; other texts are unchanged.
fn small_domain(address: &str) -> Cow<'_, str> {
    // RFC 6068, section 2: the name of a host, whose characters may be escaped.
    let of_name = |letter: &str| {
        letter.len() == 3
            || matches!(octet(letter), Some(b'-' | b'.'))
            || letter.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    match address.split_once('@') {
        Some((local, domain)) if letters(domain).all(|(_, letter)| of_name(letter)) => {
            format!("{local}@{}", small(domain)).into()
        }
        _ => address.into(),
    }
}

/// Whether a reference has a scheme, matched by a production.
fn is_absolute(parsed: &Parsed<'_>) -> bool {
    matches!(
        parsed.value(),
        Some(
            Value::Uri(UriReference::Uri(Reference { uri: Some(Uri::Absolute(_)), .. }))
                | Value::Rfc3986(rfc3986::UriReference::Uri(_))
        )
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rule that could change a text is among the rules that occur in it.
    #[test]
    fn what_does_not_occur_is_not_changed() {
        let urls = include_str!("../../tests/data/urls-1990s.txt").lines().step_by(8);
        let examples = include_str!("../../grammar/examples.tsv").lines().filter_map(|line| line.split('\t').nth(3));
        let pieces = [
            "A",
            "@B",
            "%7e",
            "%2e",
            "%20",
            ":80",
            ":",
            "/",
            "/.",
            "/1",
            "?",
            "#",
            "//",
            "localhost",
            "URL:",
            "urn:a:",
        ];
        let mut seen = std::collections::BTreeMap::<Rule, usize>::new();
        for url in
            urls.chain(examples).chain(["file://localhost/a", "gopher://h.i/1", "//h/"]).filter(|url| url.is_ascii())
        {
            let edited = pieces.iter().flat_map(|piece| {
                let places = (0..=url.len())
                    .filter(|&at| at == 0 || url[..at].ends_with([':', '/', '@', '.']) || at == url.len());
                places.map(move |at| [&url[..at], piece, &url[at..]].concat())
            });
            for text in edited.chain([url.to_owned(), url.to_ascii_uppercase()]) {
                for parsed in Grammar::ALL.into_iter().filter_map(|grammar| grammar.parse(&text).ok()) {
                    for &rule in Rule::ALL.iter().filter(|rule| rule.section(parsed.grammar()).is_some()) {
                        if change(rule, &parsed).is_some_and(|changed| changed != text) {
                            assert!(
                                Signs::of(&text).of_rule(rule, parsed.grammar()),
                                "{}: {rule:?} {text}",
                                parsed.grammar()
                            );
                            *seen.entry(rule).or_default() += 1;
                        }
                    }
                }
            }
        }
        assert_eq!(seen.len(), Rule::ALL.len(), "{seen:?}");
    }
}
