//! The parts of a URL, which a rule must leave as they are.

use crate::parsed::Parsed;
use crate::tree::{Node, Piece};

/// Whether two URLs have the same parts, decoded, and the same text between them.
pub(super) fn unchanged(before: &Parsed<'_>, after: &Parsed<'_>) -> bool {
    before.production() == after.production() && pieces(before, |_, octets| octets) == pieces(after, |_, octets| octets)
}

/// The parts of a URL and the text between them: names and octets.
pub(super) fn pieces(parsed: &Parsed<'_>, claim: fn(&str, Vec<u8>) -> Vec<u8>) -> Vec<(&'static str, bool, Vec<u8>)> {
    let octets = |text: &str| percent_encoding::percent_decode_str(text).collect::<Vec<u8>>();
    let pieces = parsed.tree().pieces().into_iter().map(|piece| Piece { name: kind(piece.name), ..piece });
    pieces.map(|piece| (piece.name, piece.leaf, claim(piece.name, octets(&parsed.input()[piece.range])))).collect()
}

/// What a part is. A name of RFC 3986 whose escapes are decoded may be an address, which is the same host by its section
/// 2.3.
fn kind(name: &'static str) -> &'static str {
    if matches!(name, "reg-name" | "IPv4address") { "host" } else { name }
}

/// The leaves of a URL but those of some names: names and octets.
pub(super) fn leaves(parsed: &Parsed<'_>, but: &[&str]) -> Vec<(&'static str, Vec<u8>)> {
    let leaf = |node: Node<'_, '_>| {
        let octets = percent_encoding::percent_decode_str(node.text()).collect();
        (!but.contains(&node.name())).then_some((node.name(), octets))
    };
    parsed.tree().leaves().filter_map(leaf).collect()
}
