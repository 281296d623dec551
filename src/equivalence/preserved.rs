//! Compares the parts of a URL before and after a rule, which must preserve them.

use std::borrow::Cow;

use crate::ast::parsed::Matched;
use crate::generated::rule::Rule;
use crate::parse::tree::Tree;

/// The productions inside which a decoded escape may change the division, and which the documents
/// call equivalent: a `reg_name` that becomes a `server` (RFC 2396, 2.3; 1997, 2.3), a name that
/// becomes an address (RFC 3986, 2.3), a `schemepart` that becomes an `ip-schemepart` (RFC 1738,
/// 2.2).
const UNDIVIDED: &[Rule] = &[Rule::authority, Rule::iauthority, Rule::site, Rule::schemepart];

/// Whether two URLs have the same decoded parts and the same text between them. The division of an
/// authority is not compared.
pub(super) fn unchanged(before: &Matched<'_>, after: &Matched<'_>) -> bool {
    before.accepted_by() == after.accepted_by() && same_division(before.tree(), after.tree())
}

/// Whether two trees have the same decoded parts and the same text between them. The division of an
/// authority is not compared.
pub(super) fn same_division(before: &Tree<'_>, after: &Tree<'_>) -> bool {
    alike(before, after, UNDIVIDED, &[], |octets| octets)
}

/// Like [`unchanged`], but maps the octets of `parts` through `normalize` before it compares them,
/// and compares the division of an authority.
pub(super) fn unchanged_but(
    before: &Matched<'_>,
    after: &Matched<'_>,
    parts: &[Rule],
    normalize: impl for<'o> Fn(Cow<'o, [u8]>) -> Cow<'o, [u8]>,
) -> bool {
    before.accepted_by() == after.accepted_by() && alike(before.tree(), after.tree(), &[], parts, normalize)
}

/// Like [`unchanged_but`], with `parts` compared without regard to case.
pub(super) fn same_but_case(before: &Matched<'_>, after: &Matched<'_>, parts: &[Rule]) -> bool {
    unchanged_but(before, after, parts, |octets| octets.to_ascii_lowercase().into())
}

fn alike(
    before: &Tree<'_>,
    after: &Tree<'_>,
    undivided: &[Rule],
    parts: &[Rule],
    normalize: impl for<'o> Fn(Cow<'o, [u8]>) -> Cow<'o, [u8]>,
) -> bool {
    let (lefts, rights) = (before.pieces_with(undivided), after.pieces_with(undivided));
    lefts.len() == rights.len()
        && lefts.iter().zip(&rights).all(|(left, right)| {
            if (left.rule, left.leaf) != (right.rule, right.leaf) {
                return false;
            }
            let (left_text, right_text) = (&before.input()[left.range.clone()], &after.input()[right.range.clone()]);
            if left_text == right_text {
                return true;
            }
            let (left_octets, right_octets) = (octets(left_text), octets(right_text));
            if parts.contains(&left.rule) {
                normalize(left_octets) == normalize(right_octets)
            } else {
                left_octets == right_octets
            }
        })
}

/// Whether two URLs have the same leaves, apart from the leaves of some productions.
pub(super) fn same_leaves_but(before: &Matched<'_>, after: &Matched<'_>, except: &[Rule]) -> bool {
    leaves_but(before, except).eq(leaves_but(after, except))
}

fn leaves_but<'t>(parsed: &'t Matched<'_>, except: &[Rule]) -> impl Iterator<Item = (Rule, Cow<'t, [u8]>)> {
    let leaves = parsed.tree().leaves().filter(|leaf| !except.contains(&leaf.rule()));
    leaves.map(|leaf| (leaf.rule(), octets(leaf.text())))
}

/// Whether the same production accepts two URLs, and they have the same leaves, apart from the
/// leaves of some productions.
pub(super) fn same_parts_but(before: &Matched<'_>, after: &Matched<'_>, except: &[Rule]) -> bool {
    before.accepted_by() == after.accepted_by() && same_leaves_but(before, after, except)
}

fn octets(text: &str) -> Cow<'_, [u8]> {
    percent_encoding::percent_decode_str(text).into()
}
