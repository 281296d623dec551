//! Comma-separated values.

use std::borrow::Cow;

use crate::output::bytes::all;

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
        cells.into_iter().for_each(|cell| self.cell(cell, &mut out));
        out
    }

    /// Writes a row.
    pub fn row<'c>(self, cells: impl IntoIterator<Item = &'c str>) -> Vec<u8> {
        let mut row = self.cells(cells);
        // Replaces the last comma.
        row.pop();
        row.push(b'\n');
        row
    }

    /// Writes a cell and a comma. With the option, a cell that a spreadsheet would run as a formula gets a quote in front.
    fn cell(self, cell: &str, out: &mut Vec<u8>) {
        let runs = self.safe && cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
        // Nearly all cells are written unchanged.
        if !runs && all(cell.as_bytes(), |byte| (byte != b',') & (byte != b'"') & (byte != b'\n') & (byte != b'\r')) {
            out.extend_from_slice(cell.as_bytes());
            out.push(b',');
            return;
        }
        let cell: Cow<str> = if runs { format!("'{cell}").into() } else { cell.into() };
        let (at, mut writer) = (out.len(), csv_core::Writer::new());
        // All bytes may be quotes, which are doubled; plus two quotes around them, and the comma.
        out.resize(at + 2 * cell.len() + 3, 0);
        let (_, _, written) = writer.field(cell.as_bytes(), &mut out[at..]);
        let (_, ended) = writer.delimiter(&mut out[at + written..]);
        out.truncate(at + written + ended);
    }
}
