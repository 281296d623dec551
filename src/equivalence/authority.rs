//! The rules on ports and on the local host.

use super::effect::Effect;
use super::hints::{COLON, Hints, SLASH};
use super::preserved::same_parts_but;
use crate::ast::parsed::Matched;
use crate::ast::rfc2396::Groups;
use crate::base::scheme::DefaultPort as Known;
use crate::generated::rule::Rule;
use crate::grammar::{Equivalences, Grammar};
use crate::parse::tree::Node;

pub(super) struct DefaultPort;

impl Effect for DefaultPort {
    const NAME: &'static str = "default-port";
    const DESCRIPTION: &'static str = "the scheme's default port";
    const NEEDS: u8 = COLON;

    fn section(document: &Equivalences) -> Option<&'static str> {
        document.default_ports
    }

    fn may_apply(hints: &Hints<'_>, _: Grammar) -> bool {
        // A port is at the end of the authority: digits after a colon.
        let digits = hints.authority().iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        hints.authority().iter().nth_back(digits) == Some(&b':')
    }

    fn change(url: &Matched<'_>) -> Option<String> {
        let port = url.tree().first(Rule::port)?;
        let scheme = url.value().components().scheme?;
        // As far as the document defines the port.
        let defines_all = url.grammar().facts().equivalences.schemes.is_some();
        let default = Known::of(scheme).filter(|default| defines_all || default.rfc == "RFC 1738")?.port;
        (port.text().parse().ok() == Some(default)).then(|| without_port(url, port))
    }

    fn preserves(before: &Matched<'_>, after: &Matched<'_>) -> bool {
        same_parts_but(before, after, &[Rule::port])
    }
}

pub(super) struct EmptyPort;

impl Effect for EmptyPort {
    const NAME: &'static str = "empty-port";
    const DESCRIPTION: &'static str = "a colon in front of an empty port";
    const NEEDS: u8 = COLON | SLASH;

    fn section(document: &Equivalences) -> Option<&'static str> {
        document.empty_port
    }

    fn may_apply(hints: &Hints<'_>, _: Grammar) -> bool {
        hints.at_path().0.ends_with(b":")
    }

    fn change(url: &Matched<'_>) -> Option<String> {
        let port = url.tree().first(Rule::port)?;
        port.text().is_empty().then(|| without_port(url, port))
    }

    fn preserves(before: &Matched<'_>, after: &Matched<'_>) -> bool {
        same_parts_but(before, after, &[Rule::port])
    }
}

/// The URL without its port and the colon in front of it.
fn without_port(url: &Matched<'_>, port: Node<'_, '_>) -> String {
    [&url.input()[..port.start() - 1], &url.input()[port.end()..]].concat()
}

pub(super) struct Localhost;

impl Effect for Localhost {
    const NAME: &'static str = "localhost";
    const DESCRIPTION: &'static str = "localhost for an absent host";
    const NEEDS: u8 = COLON | SLASH;

    fn section(document: &Equivalences) -> Option<&'static str> {
        document.localhost
    }

    fn may_apply(hints: &Hints<'_>, _: Grammar) -> bool {
        hints.starts_with(b"file:/") && !hints.starts_with(b"file:///")
    }

    fn change(url: &Matched<'_>) -> Option<String> {
        if url.accepted_by() == Rule::fileurl {
            let host = url.tree().first(Rule::host).filter(|host| host.text() == "localhost")?;
            return Some(host.replaced_by(""));
        }
        let groups = Groups::new(url.input());
        // After an authority, a URI whose path has no slash would get an additional one.
        let local = match groups.authority {
            Some(authority) => authority.eq_ignore_ascii_case("localhost"),
            None => groups.path.starts_with('/'),
        };
        let file = url.grammar().facts().equivalences.schemes.is_some()
            && groups.scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("file"));
        (file && local).then(|| Groups { authority: Some(""), ..groups }.to_string())
    }

    fn preserves(before: &Matched<'_>, after: &Matched<'_>) -> bool {
        let [before_text, after_text] =
            [before, after].map(|url| Groups { authority: None, ..Groups::new(url.input()) }.to_string());
        before.accepted_by() == after.accepted_by() && before_text == after_text
    }
}
