//! Values as Python has them: of JSON, and of one row of an answer.

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int16Type, UInt64Type};
use arrow_schema::DataType;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use serde_json::{Value, json};

/// A value of JSON as Python has it.
pub fn python<'py>(py: Python<'py>, value: &serde_json::Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => flag.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => match number.as_i64() {
            Some(number) => number.into_pyobject(py)?.into_any(),
            None => number.as_f64().into_pyobject(py)?.into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(all) => {
            let all = all.iter().map(|value| python(py, value)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, all)?.into_any()
        }
        Value::Object(all) => {
            let dict = PyDict::new(py);
            all.iter().try_for_each(|(key, value)| dict.set_item(key, python(py, value)?))?;
            dict.into_any()
        }
    })
}

/// One row of an answer, as JSON has it.
pub fn row(array: &dyn Array, at: usize) -> Value {
    if array.is_null(at) {
        return Value::Null;
    }
    match array.data_type() {
        DataType::Boolean => json!(array.as_boolean().value(at)),
        DataType::Int16 => json!(array.as_primitive::<Int16Type>().value(at)),
        DataType::UInt64 => json!(array.as_primitive::<UInt64Type>().value(at)),
        DataType::Utf8 => json!(array.as_string::<i32>().value(at)),
        DataType::Utf8View => json!(array.as_string_view().value(at)),
        DataType::Dictionary(..) => {
            let dictionary = array.as_dictionary::<Int8Type>();
            row(dictionary.values(), dictionary.keys().value(at) as usize)
        }
        DataType::Struct(fields) => {
            let columns = array.as_struct().columns();
            fields.iter().zip(columns).map(|(field, column)| (field.name().clone(), row(column, at))).collect()
        }
        other => unreachable!("no answer has a column of {other}"),
    }
}
