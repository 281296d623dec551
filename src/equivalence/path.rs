//! The rules on the paths of RFC 3986 and RFC 3987.

use super::effect::Effect;
use super::hints::{Hints, SLASH};
use super::preserved::same_parts_but;
use super::rule::EquivalenceRule;
use crate::ast::parsed::Matched;
use crate::ast::rfc2396::Groups;
use crate::generated::rule::Rule;
use crate::grammar::{Equivalences, Grammar};
use crate::resolve::remove_dot_segments;

/// The path productions of RFC 3986 and RFC 3987.
pub(super) const PATHS: &[Rule] = &[
    Rule::path_abempty,
    Rule::path_absolute,
    Rule::path_noscheme,
    Rule::path_rootless,
    Rule::path_empty,
    Rule::segment,
    Rule::segment_nz,
    Rule::ipath_abempty,
    Rule::ipath_absolute,
    Rule::ipath_noscheme,
    Rule::ipath_rootless,
    Rule::ipath_empty,
    Rule::isegment,
    Rule::isegment_nz,
];

pub(super) struct DotSegments;

impl Effect for DotSegments {
    const NAME: &'static str = "dot-segments";
    const DESCRIPTION: &'static str = "dot segments";
    // A path may begin right after the scheme.
    const NEEDS: u8 = 0;
    // Without its dot segments, a path may begin with a slash, and so be the path of a file URL.
    const ENABLES: Option<EquivalenceRule> = Some(EquivalenceRule::Localhost);

    fn section(document: &Equivalences) -> Option<&'static str> {
        document.dot_segments
    }

    fn may_apply(hints: &Hints<'_>, _: Grammar) -> bool {
        // A path begins with a slash, or after the scheme's colon.
        hints.bytes().windows(2).any(|pair| matches!(pair, b"/." | b":."))
    }

    fn change(url: &Matched<'_>) -> Option<String> {
        let groups = Groups::new(url.input());
        let is_absolute = groups.scheme.is_some() || groups.path.starts_with('/');
        let path = remove_dot_segments(groups.path);
        // Without an authority a path does not begin with two slashes (RFC 3986, 3.3), so one dot
        // segment stays in front.
        let path = if groups.authority.is_none() && path.starts_with("//") { format!("/.{path}").into() } else { path };
        is_absolute.then(|| Groups { path: &path, ..groups }.to_string())
    }

    fn preserves(before: &Matched<'_>, after: &Matched<'_>) -> bool {
        same_parts_but(before, after, PATHS)
    }
}

pub(super) struct EmptyPath;

impl Effect for EmptyPath {
    const NAME: &'static str = "empty-path";
    const DESCRIPTION: &'static str = "a slash for an empty path";
    const NEEDS: u8 = SLASH;

    fn section(document: &Equivalences) -> Option<&'static str> {
        document.empty_path
    }

    fn may_apply(hints: &Hints<'_>, _: Grammar) -> bool {
        hints.site().is_some() && !hints.at_path().1.starts_with(b"/")
    }

    fn change(url: &Matched<'_>) -> Option<String> {
        let groups = Groups::new(url.input());
        let empty = groups.authority.is_some() && groups.path.is_empty();
        empty.then(|| Groups { path: "/", ..groups }.to_string())
    }

    fn preserves(before: &Matched<'_>, after: &Matched<'_>) -> bool {
        same_parts_but(before, after, PATHS)
    }
}
