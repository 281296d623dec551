//! The rules on text that may be omitted: a prefix, a type, a slash, an empty component.

use super::effect::Effect;
use super::hints::{COLON, DELIMITER, Hints, SLASH};
use super::preserved::{same_leaves_but, same_parts_but};
use crate::ast::parsed::Matched;
use crate::ast::value::Value;
use crate::base::scheme::PREFIX;
use crate::generated::rule::Rule;
use crate::grammar::{Equivalences, Grammar};
use crate::scheme::SchemeUri;

pub(super) struct Prefix;

impl Effect for Prefix {
    const NAME: &'static str = "prefix";
    const DESCRIPTION: &'static str = "the prefix is not part of the URL";
    const NEEDS: u8 = COLON;

    fn section(document: &Equivalences) -> Option<&'static str> {
        document.prefix
    }

    fn may_apply(hints: &Hints<'_>, _: Grammar) -> bool {
        hints.starts_with(PREFIX.as_bytes())
    }

    fn change(url: &Matched<'_>) -> Option<String> {
        (url.accepted_by() == Rule::prefixedurl).then(|| url.input()[PREFIX.len()..].to_owned())
    }

    fn preserves(before: &Matched<'_>, after: &Matched<'_>) -> bool {
        after.accepted_by() != Rule::prefixedurl && same_leaves_but(before, after, &[])
    }
}

pub(super) struct GopherType;

impl Effect for GopherType {
    const NAME: &'static str = "gopher-type";
    const DESCRIPTION: &'static str = "the gopher type 1 for an absent type";
    const NEEDS: u8 = SLASH;

    fn section(document: &Equivalences) -> Option<&'static str> {
        document.gopher_type
    }

    fn may_apply(hints: &Hints<'_>, _: Grammar) -> bool {
        hints.bytes().ends_with(b"/1") && hints.count(b'/') == 3
    }

    fn change(url: &Matched<'_>) -> Option<String> {
        let gtype = url.tree().first(Rule::gtype)?;
        (gtype.text() == "1" && gtype.end() == url.input().len()).then(|| gtype.replaced_by(""))
    }

    fn change_uri(uri: &SchemeUri<'_>) -> Option<String> {
        let SchemeUri::Gopher(uri) = uri else { return None };
        let is_default = uri.gophertype.is_some_and(|gtype| gtype == "1");
        let is_last = uri.search.is_none() && uri.selector.is_some_and(|selector| selector.is_empty());
        (is_default && is_last).then(|| uri.text[..uri.text.len() - "1".len()].to_owned())
    }

    fn preserves(before: &Matched<'_>, after: &Matched<'_>) -> bool {
        same_parts_but(before, after, &[Rule::gtype, Rule::selector])
    }
}

pub(super) struct Slash;

impl Effect for Slash {
    const NAME: &'static str = "slash";
    const DESCRIPTION: &'static str = "a last slash that may be omitted";
    const NEEDS: u8 = SLASH;

    fn section(document: &Equivalences) -> Option<&'static str> {
        document.last_slash
    }

    fn may_apply(hints: &Hints<'_>, _: Grammar) -> bool {
        hints.bytes().ends_with(b"/") && hints.count(b'/') == 3
    }

    fn change(url: &Matched<'_>) -> Option<String> {
        let (Rule::httpurl | Rule::telneturl | Rule::gopherurl) = url.accepted_by() else {
            return None;
        };
        let bare = url.input().strip_suffix('/')?;
        (url.tree().first(Rule::hostport)?.end() == bare.len()).then(|| bare.to_owned())
    }

    fn preserves(before: &Matched<'_>, after: &Matched<'_>) -> bool {
        same_parts_but(before, after, &[Rule::hpath])
    }
}

pub(super) struct EmptyComponent;

impl Effect for EmptyComponent {
    const NAME: &'static str = "empty-component";
    const DESCRIPTION: &'static str = "an empty component for an absent one";
    // A net_loc may be empty.
    const NEEDS: u8 = 0;

    fn section(document: &Equivalences) -> Option<&'static str> {
        document.empty_components
    }

    fn may_apply(hints: &Hints<'_>, _: Grammar) -> bool {
        let bytes = hints.bytes();
        // An empty net_loc, or a delimiter without text after it.
        hints.site().is_some_and(|site| matches!(site.first(), None | Some(b'/' | b'#')))
            || hints.contain_all(DELIMITER)
                && (bytes.ends_with(b";")
                    || bytes.ends_with(b"?")
                    || bytes.ends_with(b"#")
                    || bytes.windows(2).any(|pair| matches!(pair, b";?" | b";#" | b"?#")))
    }

    fn change(url: &Matched<'_>) -> Option<String> {
        match url.value() {
            Value::Rfc1808(url) => Some(url.division().without_empty().to_string()),
            _ => None,
        }
    }

    fn preserves(before: &Matched<'_>, after: &Matched<'_>) -> bool {
        before.accepted_by() == after.accepted_by() && Self::change(before) == Self::change(after)
    }
}
