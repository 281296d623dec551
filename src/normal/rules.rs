//! What each rule does to a URL, and what it must leave as it is.

use super::escapes;
use super::kept::{leaves, pieces, unchanged};
use super::rule::Rule;
use crate::grammar::Generation;
use crate::parsed::{Parsed, Value};
use crate::rule::Rule as Production;
use crate::scheme::default_port;
use crate::tree::Node;
use crate::uri1997::{UriReference, Url, UrlReference};

/// What a rule makes of a URL, if it has something to do and leaves its parts as they are.
pub(super) fn apply(rule: Rule, parsed: &Parsed<'_>) -> Option<String> {
    if !may_change(rule, parsed.input()) {
        return None;
    }
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
        Rule::DefaultPort => bytes.iter().filter(|&&byte| byte == b':').count() > 1,
        Rule::Slash => text.ends_with('/'),
        Rule::GopherType => text.ends_with('1'),
        Rule::Localhost => text.contains("localhost"),
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
                && equal(|name, octets| if name == "hostname" { octets.to_ascii_lowercase() } else { octets })
        }
        Rule::Plus => {
            same_production
                && equal(|name, octets| match name {
                    "search" => octets.into_iter().map(|octet| if octet == b'+' { b' ' } else { octet }).collect(),
                    _ => octets,
                })
        }
        Rule::EscapeCase | Rule::Escape => unchanged(before, after),
        Rule::DefaultPort => same_production && but(&["port"]),
        Rule::Localhost => same_production && but(&["hostname", "hostnumber"]),
        Rule::GopherType => same_production && but(&["gtype", "selector"]),
        Rule::Slash => same_production && but(&["hpath"]),
    }
}

/// What a rule would make of a URL.
fn change(rule: Rule, parsed: &Parsed<'_>) -> Option<String> {
    use Generation::{Second, Third};
    let text = parsed.input();
    let part = |rule| parsed.tree().first(rule);
    let with = |node: Node<'_, '_>, new: &str| [&text[..node.start()], new, &text[node.end()..]].concat();
    let lower = |node: Node<'_, '_>| with(node, &node.text().to_ascii_lowercase());
    match (rule, parsed.grammar().generation()) {
        (Rule::Prefix, _) => (parsed.production() == "prefixedurl").then(|| text["url:".len()..].to_owned()),
        // What only stands where a scheme would stand (`~A:b`) is none.
        (Rule::SchemeCase, Third) => absolute(parsed).then(|| part(Production::scheme)).flatten().map(lower),
        (Rule::NamespaceCase, Third) => part(Production::URN_nid).map(lower),
        (Rule::HostCase, Third) => part(Production::hostname).map(lower),
        (Rule::Plus, _) if parsed.grammar().facts().plus => part(Production::search)
            .filter(|search| search.text().contains("%20"))
            .map(|search| with(search, &search.text().replace("%20", "+"))),
        (Rule::DefaultPort, _) => {
            let port = part(Production::port)?;
            let scheme = parsed.value()?.components().scheme?;
            let default = port.text().parse().ok() == Some(default_port(scheme)?);
            default.then(|| [&text[..port.start() - 1], &text[port.end()..]].concat())
        }
        (Rule::Localhost, Second) if parsed.production() == "fileurl" => {
            part(Production::host).filter(|host| host.text() == "localhost").map(|host| with(host, ""))
        }
        (Rule::GopherType, Second) => {
            let gtype = part(Production::gtype).filter(|gtype| gtype.text() == "1" && gtype.end() == text.len())?;
            Some(with(gtype, ""))
        }
        (Rule::Slash, Second) => {
            let omitted = matches!(parsed.production(), "httpurl" | "telneturl" | "gopherurl");
            let bare = text
                .strip_suffix('/')
                .filter(|bare| omitted && part(Production::hostport).is_some_and(|host| host.end() == bare.len()));
            bare.map(str::to_owned)
        }
        (Rule::EscapeCase, _) => Some(escapes::capitals(text)),
        (Rule::Escape, _) => escapes::decode(parsed),
        _ => None,
    }
}

/// Whether a reference of 1997 has a scheme that a production derives.
fn absolute(parsed: &Parsed<'_>) -> bool {
    matches!(parsed.value(), Some(Value::Uri1997(UriReference::Url(UrlReference { url: Some(Url::Absolute(_)), .. }))))
}
