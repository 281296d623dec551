//! Comma-separated values.

use csv_core::{QuoteStyle, Writer, WriterBuilder};

use super::bytes::all_bytes;
use super::template::Template;

/// Writes the cells of tables.
#[derive(Clone, Copy, clap::Args)]
pub struct Cells {
    /// In tables, put a quote in front of cells that a spreadsheet would run as formulas
    #[arg(long = "csv-safe")]
    safe: bool,
}

impl Cells {
    /// Writes cells, each followed by a comma.
    pub fn cells<'c>(self, cells: impl IntoIterator<Item = &'c str>) -> Vec<u8> {
        let mut out = Vec::new();
        self.put(cells, &mut out);
        out
    }

    /// Appends cells, each followed by a comma.
    pub fn put<'c>(self, cells: impl IntoIterator<Item = &'c str>, out: &mut Vec<u8>) {
        cells.into_iter().for_each(|cell| self.pieces(std::iter::once(cell.as_bytes()), out, |_| ()));
    }

    /// Writes a row.
    pub fn row<'c>(self, cells: impl IntoIterator<Item = &'c str>) -> Vec<u8> {
        let mut row = self.cells(cells);
        // Replaces the last comma.
        row.pop();
        row.push(b'\n');
        row
    }

    /// Writes a text as a cell, and a comma.
    pub fn template(self, text: &Template) -> Template {
        let (mut cell, mut holes) = (Vec::new(), Vec::new());
        self.pieces(text.pieces(), &mut cell, |end| holes.push(end));
        // No offset follows the last piece.
        holes.pop();
        Template::with_holes(cell, holes)
    }

    /// Writes a cell that consists of pieces, and a comma; calls `end` with the end of each piece.
    /// With the option, a cell that a spreadsheet would run as a formula gets a quote in front.
    fn pieces<'p>(self, pieces: impl Iterator<Item = &'p [u8]> + Clone, out: &mut Vec<u8>, mut end: impl FnMut(usize)) {
        let runs = self.safe && pieces.clone().flatten().next().is_some_and(|byte| b"=+-@\t\r".contains(byte));
        let quoted = pieces.clone().any(|piece| !is_bare(piece));
        // Nearly all cells are written unchanged.
        if !runs && !quoted {
            for piece in pieces {
                out.extend_from_slice(piece);
                end(out.len());
            }
            out.push(b',');
            return;
        }
        let mut writer =
            WriterBuilder::new().quote_style(if quoted { QuoteStyle::Always } else { QuoteStyle::Never }).build();
        if runs {
            push_field(&mut writer, b"'", out);
        }
        for piece in pieces {
            push_field(&mut writer, piece, out);
            end(out.len());
        }
        let mut last = [0; 2];
        let (_, written) = writer.delimiter(&mut last);
        out.extend_from_slice(&last[..written]);
    }
}

/// Adds a piece of a field to the row.
fn push_field(writer: &mut Writer, piece: &[u8], row: &mut Vec<u8>) {
    let start = row.len();
    // All bytes may be quotes, which are doubled; plus a quote in front.
    row.resize(start + 2 * piece.len() + 1, 0);
    let (_, _, written) = writer.field(piece, &mut row[start..]);
    row.truncate(start + written);
}

/// Whether a text needs no quotation marks in CSV.
fn is_bare(text: &[u8]) -> bool {
    all_bytes(text, |byte| (byte != b',') & (byte != b'"') & (byte != b'\n') & (byte != b'\r'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cell with an offset is the cell of the text with that offset, quoted or not.
    #[test]
    fn a_template_as_a_cell_is_the_cell_of_its_text() {
        for text in ["a", "", "a,b", "a\"\"b", "=a", "-\"", "\n", "é\""] {
            for safe in [false, true] {
                let cells = Cells { safe };
                let template = Template::record(|place, out| write!(out, "{text}{place}{text}{place}"));
                for offset in [0, 7, 12_345] {
                    let (mut filled, place) = (Vec::new(), format!("byte {offset}"));
                    cells.template(&template).fill(&[offset], &mut filled);
                    assert_eq!(filled, cells.cells([format!("{text}{place}{text}{place}").as_str()]), "{text:?}");
                }
            }
        }
    }
}
