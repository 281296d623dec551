//! RFC 3986 by its grammar and by two independent implementations of it: verdicts, components and
//! resolution.
//!
//! Where a peer differs, `tests/data/peers.tsv` has the text by name, and the difference must stay
//! true in both directions: both peers write `/.` before a path that would begin as an authority
//! does, which section 5.3 does not, and fluent-uri keeps the dot segments of a path without a
//! slash at its beginning. In verdicts and components there is no difference.
#![cfg(feature = "compare")]

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use fluent_uri::UriRef;
use iri_string::components::AuthorityComponents;
use iri_string::resolve::FixedBaseResolver;
use iri_string::types::{UriAbsoluteStr, UriReferenceStr};
use uri_lineage::regular_bnf::{Language, TestVector};
use uri_lineage::resolve::Options;
use uri_lineage::{Component, Grammar, Reading};

use crate::common::{at_most, language, sampled, share, short_strings};

/// What an implementation sees in a text: scheme, user information, host, port, path, query and
/// fragment; none where it refuses the text.
type Seen = Option<[Option<String>; 7]>;

fn owned(text: Option<&str>) -> Option<String> {
    text.map(str::to_owned)
}

fn ours(text: &str) -> Seen {
    let parsed = Grammar::Rfc3986.parse(text).ok()?;
    let view = parsed.value().components();
    Some(Component::ALL.map(|component| view.get(component).map(Cow::into_owned)))
}

fn fluent_uri(text: &str) -> Seen {
    let uri = UriRef::parse(text).ok()?;
    let authority = uri.authority();
    Some([
        owned(uri.scheme().map(|scheme| scheme.as_str())),
        owned(authority.as_ref().and_then(|authority| authority.userinfo()).map(|user| user.as_str())),
        owned(authority.as_ref().map(|authority| authority.host())),
        owned(authority.as_ref().and_then(|authority| authority.port()).map(|port| port.as_str())),
        owned(Some(uri.path().as_str())),
        owned(uri.query().map(|query| query.as_str())),
        owned(uri.fragment().map(|fragment| fragment.as_str())),
    ])
}

fn iri_string(text: &str) -> Seen {
    let uri = UriReferenceStr::new(text).ok()?;
    let authority: Option<AuthorityComponents<'_>> = uri.authority_components();
    Some([
        owned(uri.scheme_str()),
        owned(authority.as_ref().and_then(AuthorityComponents::userinfo)),
        owned(authority.as_ref().map(AuthorityComponents::host)),
        owned(authority.as_ref().and_then(AuthorityComponents::port)),
        owned(Some(uri.path_str())),
        owned(uri.query_str()),
        owned(uri.fragment().map(|fragment| fragment.as_str())),
    ])
}

/// A peer: its name, what it sees in a text, and what it resolves a reference to against a base.
type Peer = (&'static str, fn(&str) -> Seen, fn(&str, &str) -> Option<String>);

const PEERS: [Peer; 2] = [
    ("fluent-uri", fluent_uri, |base, reference| {
        let base = fluent_uri::Uri::parse(base).ok()?;
        UriRef::parse(reference).ok()?.resolve_against(&base).ok().map(|uri| uri.as_str().to_owned())
    }),
    ("iri-string", iri_string, |base, reference| {
        let base = UriAbsoluteStr::new(base).ok()?;
        let resolver = FixedBaseResolver::new(base);
        Some(resolver.resolve(UriReferenceStr::new(reference).ok()?).to_string())
    }),
];

/// The differences that are known, as `peer`, `what`, `text`; and those of them that were met.
#[derive(Default)]
struct Known {
    met: BTreeSet<String>,
}

static KNOWN: LazyLock<HashSet<&str>> = LazyLock::new(|| include_str!("../data/peers.tsv").lines().collect());

impl Known {
    fn hold<T: PartialEq + std::fmt::Debug>(&mut self, peer: &str, what: &str, text: &str, ours: &T, theirs: &T) {
        let name = format!("{peer}\t{what}\t{text}");
        let known = KNOWN.contains(&*name);
        if ours != theirs {
            assert!(known, "{name:?}\n ours {ours:?}\n theirs {theirs:?}");
            self.met.insert(name);
        } else {
            assert!(!known, "{name:?} is no difference any more");
        }
    }

    fn text(&mut self, text: &str) {
        let seen = ours(text);
        for (peer, see, _) in PEERS {
            self.hold(peer, "components", text, &seen, &see(text));
        }
    }
}

fn reference() -> &'static Language {
    language(Grammar::Rfc3986, "URI-reference")
}

/// By chance, a million where all are tried: members and near misses, of the reference and of the
/// parts in which most is decided.
#[test]
fn random_strings_have_the_verdicts_of_the_crates() {
    let mut known = Known::default();
    let bnf = Grammar::Rfc3986.bnf(Reading::Corrected);
    let whole = reference();
    whole.sample(3986).take(share(250_000, 100)).for_each(|text| known.text(&text));
    whole.near_misses(3986).take(share(250_000, 100)).for_each(|text| known.text(&text));
    for (part, before) in [("authority", "a://"), ("IPv6address", "//["), ("host", "//a@"), ("dec-octet", "//1.2.3.")] {
        let language = Language::new(bnf, part).unwrap();
        let after = if part == "IPv6address" { "]:8" } else { "" };
        let count = share(62_500, 100);
        let texts = language.sample(3986).take(count).chain(language.near_misses(3986).take(count));
        texts.for_each(|text| known.text(&format!("{before}{text}{after}")));
    }
}

/// The shortest strings, the URLs of the 1990s, and the conformance suite of every production, each
/// where it may occur.
#[test]
fn lists_and_suites_have_the_verdicts_of_the_crates() {
    let mut known = Known::default();
    reference().members().take(share(20_000, 30)).for_each(|text| known.text(&text));
    include_str!("../data/urls-1990s.txt").lines().for_each(|text| known.text(text));
    KNOWN.iter().filter_map(|line| line.split('\t').nth(2)).for_each(|text| known.text(text));
    let bnf = Grammar::Rfc3986.bnf(Reading::Corrected);
    for (part, before, after) in [
        ("URI-reference", "", ""),
        ("URI", "", ""),
        ("relative-ref", "", ""),
        ("absolute-URI", "", ""),
        ("hier-part", "a:", ""),
        ("relative-part", "", ""),
        ("scheme", "", ":"),
        ("authority", "//", "/"),
        ("userinfo", "//", "@"),
        ("host", "//", ""),
        ("port", "//:", ""),
        ("IP-literal", "//", ":"),
        ("IPv6address", "//[", "]"),
        ("IPvFuture", "//[", "]"),
        ("h16", "//[", "::]"),
        ("ls32", "//[::", "]"),
        ("IPv4address", "//", ""),
        ("dec-octet", "//1.2.3.", ""),
        ("reg-name", "//", ""),
        ("path-abempty", "//", ""),
        ("path-absolute", "", ""),
        ("path-noscheme", "", ""),
        ("path-rootless", "a:", ""),
        ("segment", "/", ""),
        ("query", "?", ""),
        ("fragment", "#", ""),
    ] {
        let language = Language::new(bnf, part).unwrap();
        for TestVector { input, .. } in sampled(language.suite().unwrap().take(at_most(4_000)), 17) {
            known.text(&format!("{before}{input}{after}"));
        }
    }
}

/// Section 5.2, for every reference of up to four characters against bases of all shapes.
#[test]
fn references_are_resolved_as_the_crates_do() {
    let mut known = Known::default();
    let references: Vec<String> = short_strings("a./?#:", 4).collect();
    for (base, longest) in [
        ("http://a/b/c/d;p?q", 4),
        ("http://a", 4),
        ("file:///a/b", 4),
        ("x:/a/b", 4),
        ("x:/", 4),
        ("x:/a//b", 4),
        // fluent-uri resolves against no path without a slash at its beginning.
        ("x:a/b", 1),
        ("x:", 1),
    ] {
        for reference in references.iter().filter(|reference| reference.len() <= longest) {
            let found = Grammar::Rfc3986.resolve(base, reference, Options::default());
            let ours = found.ok().map(|found| found.target.to_string());
            for (peer, _, resolve) in PEERS {
                known.hold(peer, "resolution", &format!("{base} {reference}"), &ours, &resolve(base, reference));
            }
        }
    }
    let listed = KNOWN.iter().filter(|line| line.split('\t').nth(1) == Some("resolution"));
    for line in listed {
        assert!(known.met.contains(*line), "{line:?} was not met");
    }
}
