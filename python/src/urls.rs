//! The arrays that URLs come in.

use arrow_array::builder::LargeBinaryBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, Int32Type, Int64Type, RunEndIndexType};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray, LargeStringArray, RunArray, StringArray,
    StringViewArray, UInt64Array,
};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyList, PyString};
use pyo3_arrow::input::AnyArray;
use pyo3_arrow::{PyArray, PyChunkedArray};

use crate::texts::{TooLarge, taken};
use crate::values::{python, row};

/// The URLs in the argument of a function.
pub const EXPECTED: &str = "one URL, a str, or a column of strings or binary values: a list, a tuple, an array of numpy, a series of \
    pandas or polars, or an Arrow array or a stream of arrays (an object with `__arrow_c_array__` or `__arrow_c_stream__`)";

/// An array of text or bytes, whichever way it is laid out.
pub enum Urls<'a> {
    String(&'a StringArray),
    LargeString(&'a LargeStringArray),
    StringView(&'a StringViewArray),
    Binary(&'a BinaryArray),
    LargeBinary(&'a LargeBinaryArray),
    BinaryView(&'a BinaryViewArray),
}

/// Evaluates an expression with the iterator over the rows, once compiled for each layout: without
/// a virtual call for each row.
macro_rules! rows {
    ($urls:expr, $rows:ident => $expression:expr) => {
        match $urls {
            $crate::urls::Urls::String(all) => rows!(@text all, $rows => $expression),
            $crate::urls::Urls::LargeString(all) => rows!(@text all, $rows => $expression),
            $crate::urls::Urls::StringView(all) => rows!(@text all, $rows => $expression),
            $crate::urls::Urls::Binary(all) => rows!(@bytes all, $rows => $expression),
            $crate::urls::Urls::LargeBinary(all) => rows!(@bytes all, $rows => $expression),
            $crate::urls::Urls::BinaryView(all) => rows!(@bytes all, $rows => $expression),
        }
    };
    (@text $all:ident, $rows:ident => $expression:expr) => {{
        let $rows = $all.iter().map(|url| url.map(str::as_bytes));
        $expression
    }};
    (@bytes $all:ident, $rows:ident => $expression:expr) => {{
        let $rows = $all.iter();
        $expression
    }};
}
pub(crate) use rows;

impl<'a> Urls<'a> {
    fn of(array: &'a dyn Array) -> Option<Self> {
        Some(match array.data_type() {
            DataType::Utf8 => Self::String(array.as_string()),
            DataType::LargeUtf8 => Self::LargeString(array.as_string()),
            DataType::Utf8View => Self::StringView(array.as_string_view()),
            DataType::Binary => Self::Binary(array.as_binary()),
            DataType::LargeBinary => Self::LargeBinary(array.as_binary()),
            DataType::BinaryView => Self::BinaryView(array.as_binary_view()),
            _ => return None,
        })
    }

    /// Which rows are null; `None` if no row is.
    pub fn nulls(&self) -> Option<NullBuffer> {
        let nulls = match self {
            Self::String(all) => all.nulls(),
            Self::LargeString(all) => all.nulls(),
            Self::StringView(all) => all.nulls(),
            Self::Binary(all) => all.nulls(),
            Self::LargeBinary(all) => all.nulls(),
            Self::BinaryView(all) => all.nulls(),
        };
        nulls.filter(|nulls| nulls.null_count() > 0).cloned()
    }

    /// The bytes of each row; none where it is null.
    pub fn iter(&self) -> Box<dyn ExactSizeIterator<Item = Option<&'a [u8]>> + 'a> {
        rows!(self, rows => Box::new(rows))
    }
}

/// A function of the rows of an array. Its result has as many rows.
pub trait Function: Sync {
    fn apply(&self, urls: &Urls<'_>) -> Result<ArrayRef, TooLarge>;
}

impl<F: Fn(&Urls<'_>) -> Result<ArrayRef, TooLarge> + Sync> Function for F {
    fn apply(&self, urls: &Urls<'_>) -> Result<ArrayRef, TooLarge> {
        self(urls)
    }
}

/// Applies a function to an array, or to each array of a stream, without the interpreter's lock. One
/// URL, a `str`, gives a plain value, and a list gives a list of them.
pub fn each(py: Python<'_>, given: &Bound<'_, PyAny>, function: &impl Function) -> PyResult<Py<PyAny>> {
    if let Ok(url) = given.cast::<PyString>() {
        let answer = apply(&StringArray::from(vec![&*url.to_cow()?]), function)?;
        return Ok(python(py, &row(&answer, 0))?.unbind());
    }
    if let Ok(urls) = given.cast::<PyList>() {
        let urls = listed(urls)?;
        let answer = py.detach(|| apply(&urls, function))?;
        let values = (0..answer.len()).map(|at| python(py, &row(&answer, at))).collect::<PyResult<Vec<_>>>()?;
        return Ok(PyList::new(py, values)?.into_any().unbind());
    }
    let arrow = ["__arrow_c_array__", "__arrow_c_stream__"].iter().any(|name| given.hasattr(*name).unwrap_or_default());
    if !arrow {
        return Err(PyTypeError::new_err(format!("expected {EXPECTED}, got {}", given.get_type().name()?)));
    }
    match given.extract::<AnyArray>()? {
        AnyArray::Array(array) => {
            let (array, _) = array.into_inner();
            let result = py.detach(|| apply(&array, function))?;
            Ok(PyArray::from_array_ref(result).into_pyobject(py)?.into_any().unbind())
        }
        AnyArray::Stream(stream) => {
            let (chunks, field) = AnyArray::Stream(stream).into_chunked_array()?.into_inner();
            let result: Vec<ArrayRef> =
                py.detach(|| chunks.iter().map(|chunk| apply(chunk, function)).collect::<PyResult<_>>())?;
            // A stream of no arrays has a type all the same.
            let result = if result.is_empty() {
                vec![apply(&arrow_array::new_empty_array(field.data_type()), function)?]
            } else {
                result
            };
            Ok(PyChunkedArray::from_array_refs(result)?.into_pyobject(py)?.into_any().unbind())
        }
    }
}

/// The URLs of a list: text, bytes, and nulls.
fn listed(urls: &Bound<'_, PyList>) -> PyResult<LargeBinaryArray> {
    let mut column = LargeBinaryBuilder::new();
    for (at, url) in urls.iter().enumerate() {
        if let Ok(text) = url.cast::<PyString>() {
            column.append_value(text.to_cow()?.as_bytes());
        } else if let Ok(bytes) = url.cast::<PyBytes>() {
            column.append_value(bytes.as_bytes());
        } else if is_missing(&url)? {
            column.append_null();
        } else {
            let kind = url.get_type().name()?.to_string();
            return Err(PyTypeError::new_err(format!(
                "expected a str, bytes or None in a list, got {kind} at index {at}"
            )));
        }
    }
    Ok(column.finish())
}

/// Whether a value stands for none: None, NaN, and the `NA` of pandas, which its columns have as
/// lists.
fn is_missing(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    let nan = value.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan());
    Ok(value.is_none() || nan || value.get_type().name()? == "NAType")
}

/// The values of an array of runs, and for each row the index of its value.
fn runs(array: &dyn Array) -> Option<(&ArrayRef, UInt64Array)> {
    fn runs_of<T: RunEndIndexType>(array: &dyn Array) -> Option<(&ArrayRef, UInt64Array)> {
        let runs = array.as_any().downcast_ref::<RunArray<T>>()?;
        let indices = (0..runs.len()).map(|row| runs.get_physical_index(row) as u64);
        Some((runs.values(), indices.collect::<Vec<_>>().into()))
    }
    runs_of::<Int16Type>(array).or_else(|| runs_of::<Int32Type>(array)).or_else(|| runs_of::<Int64Type>(array))
}

/// Applies a function to one array: once to each value of a dictionary and to each run.
fn apply(array: &dyn Array, function: &impl Function) -> PyResult<ArrayRef> {
    if let Some(dictionary) = array.as_any_dictionary_opt() {
        return Ok(taken(&apply(dictionary.values(), function)?, dictionary.keys())?);
    }
    if let Some((values, rows)) = runs(array) {
        return Ok(taken(&apply(values, function)?, &rows)?);
    }
    if *array.data_type() == DataType::Null {
        return apply(&StringArray::new_null(array.len()), function);
    }
    let Some(urls) = Urls::of(array) else {
        return Err(PyTypeError::new_err(format!("expected {EXPECTED}, got an array of {}", array.data_type())));
    };
    Ok(function.apply(&urls)?)
}
