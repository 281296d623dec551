//! URLs by the grammars of all documents, on Arrow arrays.

mod functions;
mod texts;
mod urls;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use serde_json::json;
use uri_lineage::Grammar;
use uri_lineage::classifier::Verdicts;

use functions::Check;
use urls::each;

/// Columns come and go by the megabyte, which costs less where memory is not given back to the system each time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The grammar of a name.
fn grammar(id: &str) -> PyResult<Grammar> {
    id.parse().map_err(|error: uri_lineage::UnknownGrammar| PyValueError::new_err(error.to_string()))
}

/// The grammars of names; without names those of US-ASCII. Each once, in order of date.
fn chosen(ids: Option<Vec<String>>) -> PyResult<Vec<Grammar>> {
    let Some(ids) = ids else { return Ok(Grammar::ALL.into_iter().filter(|grammar| grammar.is_ascii()).collect()) };
    let mut all = ids.iter().map(|id| grammar(id)).collect::<PyResult<Vec<_>>>()?;
    all.sort_unstable();
    all.dedup();
    if all.is_empty() { Err(PyValueError::new_err("no grammar is named")) } else { Ok(all) }
}

/// A value of JSON as Python has it.
fn python<'py>(py: Python<'py>, value: &serde_json::Value) -> PyResult<Bound<'py, PyAny>> {
    use serde_json::Value;
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

/// For each grammar the production that accepts each URL.
#[pyfunction]
fn check(
    py: Python<'_>,
    urls: &Bound<'_, PyAny>,
    grammars: Option<Vec<String>>,
    dictionary: bool,
    view: Option<bool>,
) -> PyResult<Py<PyAny>> {
    each(py, urls, &Check { grammars: chosen(grammars)?, dictionary, view })
}

/// A bit for each grammar that accepts the URL.
#[pyfunction]
fn accepts(py: Python<'_>, urls: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    each(py, urls, &functions::accepts)
}

/// The number of the verdict on each URL among all verdicts.
#[pyfunction]
fn verdicts(py: Python<'_>, urls: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    each(py, urls, &functions::verdicts)
}

/// All verdicts that there are: for each grammar the production that accepts, or none.
#[pyfunction]
fn all_verdicts(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let verdict = |kind: &Verdicts| {
        let all = Grammar::ALL.into_iter().map(|grammar| (grammar.id().to_owned(), json!(kind.production(grammar))));
        serde_json::Value::Object(all.collect())
    };
    python(py, &functions::all_verdicts().iter().map(verdict).collect())
}

/// Why a grammar refuses each URL.
#[pyfunction]
fn refusals(py: Python<'_>, urls: &Bound<'_, PyAny>, grammar: &str) -> PyResult<Py<PyAny>> {
    each(py, urls, &functions::refusals(self::grammar(grammar)?))
}

/// The components of each URL.
#[pyfunction]
fn components(py: Python<'_>, urls: &Bound<'_, PyAny>, grammar: &str) -> PyResult<Py<PyAny>> {
    each(py, urls, &functions::components(self::grammar(grammar)?))
}

/// The form that equivalent URLs share.
#[pyfunction]
fn normalise(py: Python<'_>, urls: &Bound<'_, PyAny>, grammar: &str) -> PyResult<Py<PyAny>> {
    each(py, urls, &functions::normalise(self::grammar(grammar)?))
}

/// One URL: a dictionary of its parts, or of the refusal, which has an `offset`.
#[pyfunction]
fn parse<'py>(py: Python<'py>, url: &Bound<'py, PyAny>, grammar: &str) -> PyResult<Bound<'py, PyAny>> {
    let Ok(url) = url.cast::<PyString>() else {
        return Err(PyTypeError::new_err(format!("expected one URL, a str, got {}", url.get_type().name()?)));
    };
    let url = url.to_cow()?;
    let grammar = self::grammar(grammar)?;
    let value = match grammar.parse(&url) {
        Ok(parsed) => json!({
            "url": url,
            "grammar": grammar.id(),
            "production": parsed.production(),
            "value": parsed.value(),
            "components": parsed.value().components(),
        }),
        Err(error) => json!(error),
    };
    python(py, &value)
}

/// All grammars in order of date.
#[pyfunction]
fn grammars(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let all = Grammar::ALL.map(|grammar| {
        json!({
            "id": grammar.id(),
            "document": grammar.document(),
            "section": grammar.section(),
            "title": grammar.title(),
            "date": grammar.date().to_string(),
            "generation": grammar.generation().name(),
            "historical": grammar.is_historical(),
            "ascii": grammar.is_ascii(),
            "entry_productions": grammar.entry_productions(),
        })
    });
    python(py, &json!(all))
}

/// The native part of the package.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(check, module)?)?;
    module.add_function(wrap_pyfunction!(accepts, module)?)?;
    module.add_function(wrap_pyfunction!(verdicts, module)?)?;
    module.add_function(wrap_pyfunction!(all_verdicts, module)?)?;
    module.add_function(wrap_pyfunction!(refusals, module)?)?;
    module.add_function(wrap_pyfunction!(components, module)?)?;
    module.add_function(wrap_pyfunction!(normalise, module)?)?;
    module.add_function(wrap_pyfunction!(parse, module)?)?;
    module.add_function(wrap_pyfunction!(grammars, module)?)
}
