//! Columns of strings, whose bytes Arrow counts in 31 bits.

use std::fmt;
use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::StringBuilder;

/// A column of an answer has too many bytes for one array.
#[derive(Debug)]
pub struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "the answer has a column of more than 2 GiB; give the URLs in smaller arrays, or as a stream of them",
        )
    }
}

/// A column that is being filled.
pub struct Texts {
    column: StringBuilder,
    bytes: usize,
}

impl Texts {
    /// For so many rows.
    pub fn new(rows: usize) -> Self {
        Self { column: StringBuilder::with_capacity(rows, 0), bytes: 0 }
    }

    /// Adds a row.
    pub fn push(&mut self, text: Option<&str>) -> Result<(), TooLarge> {
        self.bytes += text.map_or(0, str::len);
        if self.bytes > i32::MAX as usize {
            return Err(TooLarge);
        }
        self.column.append_option(text);
        Ok(())
    }

    pub fn finish(mut self) -> ArrayRef {
        Arc::new(self.column.finish())
    }
}
