//! Columns of strings, whose bytes Arrow counts in 31 bits.

use std::fmt;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{Array, ArrayRef};
use arrow_select::take::take;
use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

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

impl From<TooLarge> for PyErr {
    fn from(error: TooLarge) -> Self {
        PyValueError::new_err(error.to_string())
    }
}

/// The value of each row; `rows` has an index of a value, or null, for each.
pub fn taken(values: &dyn Array, rows: &dyn Array) -> Result<ArrayRef, TooLarge> {
    // Indices refer to values that exist: nothing but the size can fail.
    take(values, rows, None).map_err(|_| TooLarge)
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
