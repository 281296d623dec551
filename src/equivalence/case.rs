//! The rules by which upper and lower case are equivalent.

use std::borrow::Cow;

use super::effect::Effect;
use super::hints::{CAPITAL, COLON, Hints};
use super::letters::{is_escaped, letters, octet, small};
use super::path::PATHS;
use super::preserved::same_but_case;
use crate::ast::parsed::Matched;
use crate::ast::rfc2396::{Groups, Reference, Uri, UriReference};
use crate::ast::value::Value;
use crate::generated::rule::Rule;
use crate::grammar::{Equivalences, Grammar};
use crate::scheme::SchemeUri;

pub(super) struct SchemeCase;

impl Effect for SchemeCase {
    const NAME: &'static str = "scheme-case";
    const DESCRIPTION: &'static str = "a scheme in either case";
    const NEEDS: u8 = CAPITAL | COLON;

    fn section(document: &Equivalences) -> Option<&'static str> {
        document.scheme_case
    }

    fn may_apply(hints: &Hints<'_>, _: Grammar) -> bool {
        hints.bytes().split(|&byte| byte == b':').next().is_some_and(has_capital)
    }

    fn change(url: &Matched<'_>) -> Option<String> {
        // In a relative reference such as `~A:b`, the text in front of the colon is not a scheme.
        is_absolute(url).then(|| in_small_letters(url, Rule::scheme)).flatten()
    }

    fn preserves(before: &Matched<'_>, after: &Matched<'_>) -> bool {
        // An opaque URL with the scheme `URN` may become a URN, which is divided further.
        after.accepted_by() == Rule::URN_reference || same_but_case(before, after, &[Rule::scheme])
    }
}

pub(super) struct NamespaceCase;

impl Effect for NamespaceCase {
    const NAME: &'static str = "namespace-case";
    const DESCRIPTION: &'static str = "a URN's namespace in either case";
    const NEEDS: u8 = CAPITAL | COLON;

    fn section(document: &Equivalences) -> Option<&'static str> {
        document.namespace_case
    }

    fn may_apply(hints: &Hints<'_>, _: Grammar) -> bool {
        hints.starts_with(b"urn:")
    }

    fn change(url: &Matched<'_>) -> Option<String> {
        in_small_letters(url, Rule::URN_nid)
    }

    fn change_uri(uri: &SchemeUri<'_>) -> Option<String> {
        let SchemeUri::Urn(urn) = uri else { return None };
        let (scheme, rest) = urn.text.split_at("urn:".len());
        Some([scheme, &urn.nid.to_ascii_lowercase(), &rest[urn.nid.len()..]].concat())
    }

    fn preserves(before: &Matched<'_>, after: &Matched<'_>) -> bool {
        same_but_case(before, after, &[Rule::URN_nid])
    }
}

/// The productions of hosts that are names.
const HOSTS: &[Rule] = &[Rule::hostname, Rule::reg_name__rfc3986, Rule::ireg_name];

pub(super) struct HostCase;

impl Effect for HostCase {
    const NAME: &'static str = "host-case";
    const DESCRIPTION: &'static str = "a host in either case";
    const NEEDS: u8 = CAPITAL;

    fn section(document: &Equivalences) -> Option<&'static str> {
        document.host_case
    }

    fn may_apply(hints: &Hints<'_>, _: Grammar) -> bool {
        // Hosts precede the path, except in mail addresses and articles.
        has_capital(hints.authority()) || hints.bytes().splitn(2, |byte| *byte == b'@').nth(1).is_some_and(has_capital)
    }

    fn change(url: &Matched<'_>) -> Option<String> {
        let mut hosts = HOSTS.iter().chain(&[Rule::IP_literal, Rule::ipv6reference]);
        hosts.find_map(|&part| in_small_letters(url, part))
    }

    fn preserves(before: &Matched<'_>, after: &Matched<'_>) -> bool {
        same_but_case(before, after, &[HOSTS, &[Rule::IPv6address, Rule::IPvFuture]].concat())
    }
}

pub(super) struct MailDomainCase;

impl Effect for MailDomainCase {
    const NAME: &'static str = "mail-domain-case";
    const DESCRIPTION: &'static str = "a mail address's domain in either case";
    const NEEDS: u8 = CAPITAL | COLON;

    fn section(document: &Equivalences) -> Option<&'static str> {
        document.schemes
    }

    fn may_apply(hints: &Hints<'_>, _: Grammar) -> bool {
        hints.starts_with(b"mailto:") && hints.bytes().contains(&b'@')
    }

    fn change(url: &Matched<'_>) -> Option<String> {
        let groups = Groups::new(url.input());
        let is_mail = groups.scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("mailto"));
        let addresses = groups.path.split(',').map(small_domain).collect::<Vec<_>>().join(",");
        (is_mail && groups.authority.is_none()).then(|| Groups { path: &addresses, ..groups }.to_string())
    }

    fn preserves(before: &Matched<'_>, after: &Matched<'_>) -> bool {
        same_but_case(before, after, PATHS)
    }
}

fn has_capital(bytes: &[u8]) -> bool {
    bytes.iter().any(u8::is_ascii_uppercase)
}

/// The URL with the first part of a production in small letters, if the part is of US-ASCII: RFC
/// 3987 calls only such a host case-insensitive (section 5.3.2.1).
fn in_small_letters(url: &Matched<'_>, part: Rule) -> Option<String> {
    let part = url.tree().first(part).filter(|part| part.text().is_ascii())?;
    Some(part.replaced_by(&small(part.text())))
}

/// Whether a reference is absolute: it has a scheme.
fn is_absolute(url: &Matched<'_>) -> bool {
    match url.value() {
        Value::Uri(reference) => {
            matches!(reference, UriReference::Uri(Reference { uri: Some(Uri::Absolute(_)), .. }))
        }
        Value::Rfc3986(reference) => reference.scheme().is_some(),
        Value::Rfc3987(reference) => reference.scheme().is_some(),
        _ => false,
    }
}

/// Whether a character, which may be escaped, can occur in the name of a host (RFC 6068, section
/// 2).
fn is_in_host_name(letter: &str) -> bool {
    is_escaped(letter)
        || matches!(octet(letter), Some(b'-' | b'.'))
        || letter.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A mail address with its domain in small letters; other texts are unchanged.
fn small_domain(address: &str) -> Cow<'_, str> {
    match address.split_once('@') {
        Some((local, domain)) if letters(domain).all(|(_, letter)| is_in_host_name(letter)) => {
            format!("{local}@{}", small(domain)).into()
        }
        _ => address.into(),
    }
}
