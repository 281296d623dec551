//! The parts of a URL, which a rule must not change.

use std::borrow::Cow;

use crate::parsed::Parsed;
use crate::rule::Rule as Production;
use crate::tree::Piece;

/// The productions inside which a decoded escape may change the division, and which the documents call equivalent: a `reg_name`
/// that becomes a `server` (RFC 2396, 2.3; 1997, 2.3), a name that becomes an address (RFC 3986, 2.3), a `schemepart` that
/// becomes an `ip-schemepart` (RFC 1738, 2.2).
const WHOLE: &[Production] = &[Production::authority, Production::site, Production::schemepart];

/// Whether two URLs have the same decoded parts and the same text between them. The division of an authority is not compared.
pub(super) fn unchanged(before: &Parsed<'_>, after: &Parsed<'_>) -> bool {
    alike(before, after, WHOLE, |_, octets| octets)
}

/// Compares likewise, except for differences that the claim on names and octets allows. The division of an authority is
/// compared.
pub(super) fn unchanged_but(
    before: &Parsed<'_>,
    after: &Parsed<'_>,
    claim: impl for<'o> Fn(&str, Cow<'o, [u8]>) -> Cow<'o, [u8]>,
) -> bool {
    alike(before, after, &[], claim)
}

fn alike(
    before: &Parsed<'_>,
    after: &Parsed<'_>,
    whole: &[Production],
    claim: impl for<'o> Fn(&str, Cow<'o, [u8]>) -> Cow<'o, [u8]>,
) -> bool {
    let (pieces, others) = (before.tree().pieces_with(whole), after.tree().pieces_with(whole));
    let same = |(one, other): (&Piece, &Piece)| {
        let [left, right] =
            [(before, one), (after, other)].map(|(url, piece)| octets(&url.input()[piece.range.clone()]));
        (one.name, one.leaf) == (other.name, other.leaf) && claim(one.name, left) == claim(one.name, right)
    };
    before.production() == after.production() && pieces.len() == others.len() && pieces.iter().zip(&others).all(same)
}

/// Whether two URLs have the same leaves, apart from leaves with some names.
pub(super) fn same_leaves_but(before: &Parsed<'_>, after: &Parsed<'_>, but: &[&str]) -> bool {
    fn leaves<'t>(parsed: &'t Parsed<'_>, but: &[&str]) -> impl Iterator<Item = (&'static str, Cow<'t, [u8]>)> {
        let leaves = parsed.tree().leaves().filter(|leaf| !but.contains(&leaf.name()));
        leaves.map(|leaf| (leaf.name(), octets(leaf.text())))
    }
    leaves(before, but).eq(leaves(after, but))
}

fn octets(text: &str) -> Cow<'_, [u8]> {
    percent_encoding::percent_decode_str(text).into()
}
