//! What each rule does to a URL, and what it must leave as it is.

use super::escapes;
use super::kept::{leaves, pieces, unchanged};
use super::rule::Rule;
use crate::parsed::{Parsed, Value};
use crate::resolve::remove_dot_segments;
use crate::rule::Rule as Production;
use crate::scheme::default_port;
use crate::tree::Node;
use crate::uri::{Groups, Reference, Uri, UriReference};

/// What a rule makes of a URL, if it has something to do and leaves its parts as they are.
pub(super) fn apply(rule: Rule, parsed: &Parsed<'_>) -> Option<String> {
    if !may_change(rule, parsed.input()) {
        return None;
    }
    // What the document does not say is no rule of its.
    rule.section(parsed.grammar())?;
    let changed = change(rule, parsed).filter(|text| text != parsed.input())?;
    // The escapes have been compared already, part by part.
    let kept = rule == Rule::Escape || parsed.another(&changed).is_some_and(|after| keeps(rule, parsed, &after));
    kept.then_some(changed)
}

/// Whether a text has what the rule changes. Most URLs have not, and need not be looked at part by part.
fn may_change(rule: Rule, text: &str) -> bool {
    let bytes = text.as_bytes();
    match rule {
        Rule::Prefix => bytes.first().is_some_and(|byte| byte.eq_ignore_ascii_case(&b'u')),
        Rule::SchemeCase | Rule::NamespaceCase | Rule::HostCase => bytes.iter().any(u8::is_ascii_uppercase),
        Rule::Plus | Rule::Escape | Rule::EscapeCase => text.contains('%'),
        // That of the scheme, and that before the port.
        Rule::DefaultPort | Rule::EmptyPort => bytes.iter().filter(|&&byte| byte == b':').count() > 1,
        Rule::Slash => text.ends_with('/'),
        Rule::GopherType => text.ends_with('1'),
        Rule::Localhost => text.contains("localhost"),
        // Where a path begins there is a slash or the scheme's colon.
        Rule::DotSegments => text.contains("/.") || text.contains(":."),
        Rule::EmptyPath => text.contains("//"),
    }
}

/// Whether the parts stay the same, but for what the rule claims to make no difference.
fn keeps(rule: Rule, before: &Parsed<'_>, after: &Parsed<'_>) -> bool {
    let equal = |claim| pieces(before, claim) == pieces(after, claim);
    let but = |names: &[&str]| leaves(before, names) == leaves(after, names);
    let same_production = before.production() == after.production();
    match rule {
        Rule::Prefix => after.production() != "prefixedurl" && but(&[]),
        // An opaque URL of the scheme `URN` may be a URN then, divided further.
        Rule::SchemeCase => {
            after.production() == "URN-reference"
                || same_production
                    && equal(|name, octets| if name == "scheme" { octets.to_ascii_lowercase() } else { octets })
        }
        Rule::NamespaceCase => {
            same_production
                && equal(|name, octets| if name == "URN-nid" { octets.to_ascii_lowercase() } else { octets })
        }
        Rule::HostCase => {
            same_production
                && equal(|name, octets| match name {
                    "hostname" | "host" | "IPv6address" | "IPvFuture" => octets.to_ascii_lowercase(),
                    _ => octets,
                })
        }
        Rule::Plus => {
            same_production
                && equal(|name, octets| match name {
                    "search" => octets.into_iter().map(|octet| if octet == b'+' { b' ' } else { octet }).collect(),
                    _ => octets,
                })
        }
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
