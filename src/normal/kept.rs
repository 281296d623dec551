//! The parts of a URL, which a rule must not change.

use std::borrow::Cow;

use crate::parsed::Matched;
use crate::rule::Rule as Production;
use crate::tree::Piece;

/// The productions inside which a decoded escape may change the division, and which the documents
/// call equivalent: a `reg_name` that becomes a `server` (RFC 2396, 2.3; 1997, 2.3), a name that
/// becomes an address (RFC 3986, 2.3), a `schemepart` that becomes an `ip-schemepart` (RFC 1738,
/// 2.2).
const WHOLE: &[Production] = &[Production::authority, Production::iauthority, Production::site, Production::schemepart];

/// Whether two URLs have the same decoded parts and the same text between them. The division of an
/// authority is not compared.
pub(super) fn unchanged(before: &Matched<'_>, after: &Matched<'_>) -> bool {
    alike(before, after, WHOLE, &[], |octets| octets)
}

/// Compares likewise, but of the parts of some productions only the octets that a function returns.
/// The division of an authority is compared.
pub(super) fn unchanged_but(
    before: &Matched<'_>,
    after: &Matched<'_>,
    parts: &[Production],
    compared: impl for<'o> Fn(Cow<'o, [u8]>) -> Cow<'o, [u8]>,
) -> bool {
    alike(before, after, &[], parts, compared)
}

/// Compares likewise, but the parts of some productions without regard to case.
pub(super) fn same_but_case(before: &Matched<'_>, after: &Matched<'_>, parts: &[Production]) -> bool {
    unchanged_but(before, after, parts, |octets| octets.to_ascii_lowercase().into())
}

fn alike(
    before: &Matched<'_>,
    after: &Matched<'_>,
    whole: &[Production],
    parts: &[Production],
    compared: impl for<'o> Fn(Cow<'o, [u8]>) -> Cow<'o, [u8]>,
) -> bool {
    let (pieces, others) = (before.tree().pieces_with(whole), after.tree().pieces_with(whole));
    let same = |(one, other): (&Piece, &Piece)| {
        let [left, right] = [(before, one), (after, other)].map(|(url, piece)| &url.input()[piece.range.clone()]);
        let equal = || {
            let [left, right] = [left, right].map(octets);
            if parts.contains(&one.rule) { compared(left) == compared(right) } else { left == right }
        };
        (one.rule, one.leaf) == (other.rule, other.leaf) && (left == right || equal())
    };
    before.accepted_by() == after.accepted_by() && pieces.len() == others.len() && pieces.iter().zip(&others).all(same)
}

/// Whether two URLs have the same leaves, apart from the leaves of some productions.
pub(super) fn same_leaves_but(before: &Matched<'_>, after: &Matched<'_>, but: &[Production]) -> bool {
    fn leaves<'t>(parsed: &'t Matched<'_>, but: &[Production]) -> impl Iterator<Item = (Production, Cow<'t, [u8]>)> {
        let leaves = parsed.tree().leaves().filter(|leaf| !but.contains(&leaf.rule()));
        leaves.map(|leaf| (leaf.rule(), octets(leaf.text())))
    }
    leaves(before, but).eq(leaves(after, but))
}

/// Whether the same production accepts two URLs, and they have the same leaves, apart from the
/// leaves of some productions.
pub(super) fn same_parts_but(before: &Matched<'_>, after: &Matched<'_>, but: &[Production]) -> bool {
    before.accepted_by() == after.accepted_by() && same_leaves_but(before, after, but)
}

fn octets(text: &str) -> Cow<'_, [u8]> {
    percent_encoding::percent_decode_str(text).into()
}
