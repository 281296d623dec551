//! The parts of a URL, which a rule must leave as they are.

use std::borrow::Cow;

use crate::parsed::Parsed;
use crate::tree::Piece;

/// Whether two URLs have the same parts, decoded, and the same text between them.
pub(super) fn unchanged(before: &Parsed<'_>, after: &Parsed<'_>) -> bool {
    unchanged_but(before, after, |_, octets| octets)
}

/// The same, but for what a claim of names and octets makes alike.
pub(super) fn unchanged_but(
    before: &Parsed<'_>,
    after: &Parsed<'_>,
    claim: impl for<'o> Fn(&str, Cow<'o, [u8]>) -> Cow<'o, [u8]>,
) -> bool {
    let (pieces, others) = (before.tree().pieces(), after.tree().pieces());
    let same = |(one, other): (&Piece, &Piece)| {
        let name = kind(one.name);
        let [left, right] =
            [(before, one), (after, other)].map(|(url, piece)| octets(&url.input()[piece.range.clone()]));
        (name, one.leaf) == (kind(other.name), other.leaf) && claim(name, left) == claim(name, right)
    };
    before.production() == after.production() && pieces.len() == others.len() && pieces.iter().zip(&others).all(same)
}

/// Whether two URLs have the same leaves, but for those of some names.
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

/// What a part is. A name of RFC 3986 whose escapes are decoded may be an address, which is the same host by its section
/// 2.3.
fn kind(name: &'static str) -> &'static str {
    if matches!(name, "reg-name" | "IPv4address") { "host" } else { name }
}
