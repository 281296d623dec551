//! What each rule does to a URL, and what it must leave as it is.

use super::escapes;
use super::kept::{leaves, pieces, unchanged};
use super::rule::Rule;
use crate::grammar::Generation;
use crate::parsed::{Parsed, Value};
use crate::scheme::default_port;
use crate::tree::Node;
use crate::uri1997::{UriReference, Url, UrlReference};

/// What a rule makes of a URL, if it has something to do and leaves its parts as they are.
pub(super) fn apply(rule: Rule, parsed: &Parsed<'_>) -> Option<String> {
    let changed = change(rule, parsed).filter(|text| text != parsed.input())?;
    // The escapes have been compared already, part by part.
    let kept = rule == Rule::Escape || parsed.another(&changed).is_some_and(|after| keeps(rule, parsed, &after));
    kept.then_some(changed)
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
    let part = |name| find(parsed.tree().root(), name);
    let with = |node: Node<'_, '_>, new: &str| [&text[..node.start()], new, &text[node.end()..]].concat();
    let lower = |node: Node<'_, '_>| {
        let capital = node.text().bytes().any(|byte| byte.is_ascii_uppercase());
        capital.then(|| with(node, &node.text().to_ascii_lowercase()))
    };
    match (rule, parsed.grammar().generation()) {
        (Rule::Prefix, _) => (parsed.production() == "prefixedurl").then(|| text["url:".len()..].to_owned()),
        // What only stands where a scheme would stand (`~A:b`) is none.
        (Rule::SchemeCase, Third) => absolute(parsed).then(|| part("scheme")).flatten().and_then(lower),
        (Rule::NamespaceCase, Third) => part("URN-nid").and_then(lower),
        (Rule::HostCase, Third) => part("hostname").and_then(lower),
        (Rule::Plus, _) if parsed.grammar().facts().plus => part("search")
            .filter(|search| search.text().contains("%20"))
            .map(|search| with(search, &search.text().replace("%20", "+"))),
        (Rule::DefaultPort, _) => {
            let scheme = parsed.value()?.components().scheme?;
            let port = part("port")?;
            let default = port.text().parse().ok() == Some(default_port(scheme)?);
            default.then(|| [&text[..port.start() - 1], &text[port.end()..]].concat())
        }
        (Rule::Localhost, Second) if parsed.production() == "fileurl" => {
            part("host").filter(|host| host.text() == "localhost").map(|host| with(host, ""))
        }
        (Rule::GopherType, Second) => {
            let gtype = part("gtype").filter(|gtype| gtype.text() == "1" && gtype.end() == text.len())?;
            Some(with(gtype, ""))
        }
        (Rule::Slash, Second) => {
            let omitted = matches!(parsed.production(), "httpurl" | "telneturl" | "gopherurl");
            let bare = text
                .strip_suffix('/')
                .filter(|bare| omitted && part("hostport").is_some_and(|host| host.end() == bare.len()));
            bare.map(str::to_owned)
        }
        (Rule::EscapeCase, _) => escapes::capitals(text),
        (Rule::Escape, _) => escapes::decode(parsed),
        _ => None,
    }
}

/// Whether a reference of 1997 has a scheme that a production derives.
fn absolute(parsed: &Parsed<'_>) -> bool {
    matches!(parsed.value(), Some(Value::Uri1997(UriReference::Url(UrlReference { url: Some(Url::Absolute(_)), .. }))))
}

/// The first part of that name, outer before inner.
fn find<'t, 'i>(node: Node<'t, 'i>, name: &str) -> Option<Node<'t, 'i>> {
    if node.name() == name {
        return Some(node);
    }
    node.children().find_map(|child| find(child, name))
}
