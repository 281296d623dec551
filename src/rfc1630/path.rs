//! How this generation writes paths: the segments have a production of their own in draft 03 and
//! RFC 1630.

use crate::compose::writer::{Composed, Writer};
use crate::text::Octets;

/// The production of a segment.
fn segment(writer: &Writer) -> &'static str {
    if writer.has("segment") { "segment" } else { "xpalphas" }
}

/// Writes segments with slashes between them.
pub(super) fn write(writer: &Writer, segments: &[Octets]) -> Composed {
    writer.path(segment(writer), segments)
}

/// Writes a slash and the segments, if there is a path.
pub(super) fn write_after_slash(writer: &Writer, path: &Option<Vec<Octets>>) -> Composed {
    writer.slash_path(segment(writer), path)
}

/// Writes octets, whose slashes divide segments.
pub(super) fn write_divided(writer: &Writer, octets: &Octets) -> Composed {
    let segments: Vec<Octets> = octets.0.split(|&octet| octet == b'/').map(Octets::from).collect();
    write(writer, &segments)
}

/// Writes octets, whose slashes are data.
pub(super) fn write_segment(writer: &Writer, octets: &Octets) -> Composed {
    writer.part(segment(writer), octets)
}
