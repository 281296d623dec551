//! What each rule does to a URL, and what it must leave as it is.

use super::escapes;
use super::kept::{same_leaves_but, unchanged, unchanged_but};
use super::rule::Rule;
use crate::grammar::Grammar;
use crate::parsed::{Parsed, Value};
use crate::resolve::remove_dot_segments;
use crate::rule::Rule as Production;
use crate::scheme::default_port;
use crate::tree::Node;
use crate::uri::{Groups, Reference, Uri, UriReference};

/// What a rule makes of a URL, if it has something to do and leaves its parts as they are; and what the grammar reads in it.
pub(super) fn apply<T>(rule: Rule, parsed: &Parsed<'_>, then: impl FnOnce(&Parsed<'_>) -> T) -> Option<T> {
    let changed = change(rule, parsed).filter(|text| text != parsed.input())?;
    let after = parsed.another(&changed)?;
    // The escapes have been compared already, part by part.
    (rule == Rule::Escape || keeps(rule, parsed, &after)).then(|| then(&after))
}

/// Those of some rules that may have something to do in a text that a grammar accepts. Most texts have nothing for any, and
/// need not be parsed; and what the document does not say is no rule of its.
pub(super) fn occurring(grammar: Grammar, text: &str, rules: &[Rule]) -> impl Iterator<Item = Rule> {
    let signs = Signs::of(text);
    rules.iter().copied().filter(move |&rule| rule.section(grammar).is_some() && signs.of_rule(rule, grammar))
}

/// What stands in a text that rules may change.
struct Signs<'t> {
    text: &'t str,
    /// Where the first capital stands.
    capital: Option<usize>,
    percent: bool,
    colons: usize,
    slashes: usize,
    /// Whether a dot follows a slash or a colon, where paths and segments begin.
    dot: bool,
    /// What follows the first two slashes.
    site: Option<usize>,
}

impl<'t> Signs<'t> {
    fn of(text: &'t str) -> Self {
        let mut signs = Self { text, capital: None, percent: false, colons: 0, slashes: 0, dot: false, site: None };
        let mut before = 0;
        for (at, &byte) in text.as_bytes().iter().enumerate() {
            match byte {
                b'A'..=b'Z' => _ = signs.capital.get_or_insert(at),
                b'%' => signs.percent = true,
                b':' => signs.colons += 1,
                b'.' => signs.dot |= matches!(before, b'/' | b':'),
                b'/' => {
                    signs.slashes += 1;
                    if before == b'/' {
                        signs.site.get_or_insert(at + 1);
                    }
                }
                _ => {}
            }
            before = byte;
        }
        signs
    }

    /// Where the path begins, if two slashes stand before it and no question mark between; else the end.
    fn path(&self) -> usize {
        let begin = self.site.unwrap_or(self.text.len());
        self.text[begin..].find(['/', '?', '#']).map_or(self.text.len(), |length| begin + length)
    }

    /// Whether a rule of a grammar may have something to do.
    fn of_rule(&self, rule: Rule, grammar: Grammar) -> bool {
        let bytes = self.text.as_bytes();
        let begins = |with: &[u8]| bytes.get(..with.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(with));
        match rule {
            Rule::Prefix => begins(b"url:"),
            Rule::NamespaceCase => self.capital.is_some() && begins(b"urn:"),
            Rule::SchemeCase => self.capital.is_some_and(|at| bytes[at..].contains(&b':')),
            // Hosts stand before the path, but for those of mail addresses and articles.
            Rule::HostCase => self.capital.is_some_and(|at| at < self.path() || bytes.contains(&b'@')),
            Rule::Plus => self.percent && self.text.contains("%20"),
            Rule::Escape => self.percent && escapes::may_decode(grammar, self.text),
            Rule::EscapeCase => {
                let small = |escape: &[u8]| escape[0] == b'%' && escape[1..].iter().any(u8::is_ascii_lowercase);
                self.percent && bytes.windows(3).any(small)
            }
            // That of the scheme, and that before the port.
            Rule::DefaultPort => self.colons > 1,
            Rule::EmptyPort => self.site.is_some() && bytes[..self.path()].ends_with(b":"),
            Rule::Slash => self.slashes == 3 && self.text.ends_with('/'),
            Rule::GopherType => self.slashes == 3 && self.text.ends_with("/1"),
            Rule::Localhost => self.site.is_some_and(|at| bytes[at..].starts_with(b"localhost")),
            Rule::DotSegments => self.dot,
            Rule::EmptyPath => self.site.is_some() && bytes.get(self.path()) != Some(&b'/'),
        }
    }
}

/// Whether the parts stay the same, but for what the rule claims to make no difference.
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
        // An opaque URL of the scheme `URN` may be a URN then, divided further.
        Rule::SchemeCase => after.production() == "URN-reference" || small(&["scheme"]),
        Rule::NamespaceCase => small(&["URN-nid"]),
        Rule::HostCase => small(&["hostname", "host", "IPv6address", "IPvFuture"]),
        Rule::Plus => unchanged_but(before, after, |name, octets| match name {
            "search" => octets.iter().map(|&octet| if octet == b'+' { b' ' } else { octet }).collect(),
            _ => octets,
        }),
        Rule::EscapeCase | Rule::Escape => unchanged(before, after),
        Rule::DefaultPort | Rule::EmptyPort => same_production && but(&["port"]),
        Rule::DotSegments | Rule::EmptyPath => same_production && but(PATHS),
        Rule::Localhost => same_production && but(&["hostname", "hostnumber"]),
        Rule::GopherType => same_production && but(&["gtype", "selector"]),
        Rule::Slash => same_production && but(&["hpath"]),
    }
}

/// The parts of a path in RFC 3986.
const PATHS: &[&str] =
    &["path-abempty", "path-absolute", "path-noscheme", "path-rootless", "path-empty", "segment", "segment-nz"];

/// What a rule would make of a URL whose document has it.
fn change(rule: Rule, parsed: &Parsed<'_>) -> Option<String> {
    let text = parsed.input();
    let part = |rule| parsed.tree().first(rule);
    let with = |node: Node<'_, '_>, new: &str| [&text[..node.start()], new, &text[node.end()..]].concat();
    let lower = |node: Node<'_, '_>| with(node, &escapes::small(node.text()));
    match rule {
        Rule::Prefix => (parsed.production() == "prefixedurl").then(|| text["url:".len()..].to_owned()),
        // What only stands where a scheme would stand (`~A:b`) is none.
        Rule::SchemeCase => is_absolute(parsed).then(|| part(Production::scheme)).flatten().map(lower),
        Rule::NamespaceCase => part(Production::URN_nid).map(lower),
        Rule::HostCase => {
            let hosts = [Production::hostname, Production::reg_name__rfc3986, Production::IP_literal];
            hosts.into_iter().find_map(part).map(lower)
        }
        Rule::Plus => part(Production::search)
            .filter(|search| search.text().contains("%20"))
            .map(|search| with(search, &search.text().replace("%20", "+"))),
        Rule::DefaultPort | Rule::EmptyPort => {
            let port = part(Production::port)?;
            let omitted = match rule {
                Rule::EmptyPort => port.text().is_empty(),
                _ => port.text().parse().ok() == Some(default_port(parsed.value()?.components().scheme?)?),
            };
            omitted.then(|| [&text[..port.start() - 1], &text[port.end()..]].concat())
        }
        Rule::Localhost if parsed.production() == "fileurl" => {
            part(Production::host).filter(|host| host.text() == "localhost").map(|host| with(host, ""))
        }
        Rule::Localhost => None,
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
        Rule::DotSegments if is_absolute(parsed) => {
            let groups = Groups::of(text);
            Some(Groups { path: &remove_dot_segments(groups.path), ..groups }.to_string())
        }
        Rule::DotSegments => None,
        Rule::EmptyPath => {
            let groups = Groups::of(text);
            let empty = groups.authority.is_some() && groups.path.is_empty();
            empty.then(|| Groups { path: "/", ..groups }.to_string())
        }
        Rule::EscapeCase => Some(escapes::capitals(text)),
        Rule::Escape => escapes::decode(parsed),
    }
}

/// Whether a reference has a scheme that a production derives.
fn is_absolute(parsed: &Parsed<'_>) -> bool {
    matches!(parsed.value(), Some(Value::Uri(UriReference::Uri(Reference { uri: Some(Uri::Absolute(_)), .. }))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a rule would change, it is let look at.
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
