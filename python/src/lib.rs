//! URLs by the grammars of all documents, on Arrow arrays.

mod agreements;
mod functions;
mod texts;
mod urls;
mod values;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde_json::{Value, json};
use uri_lineage::classifier::Classifier;
use uri_lineage::{Component, Grammar};

use functions::{ByGrammar, Check};
use urls::{Function, each};
use values::python;

/// Columns of megabytes are often allocated and freed, which is faster if memory is not returned to
/// the system each time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The grammar of a name.
fn grammar(id: &str) -> PyResult<Grammar> {
    id.parse().map_err(|error: uri_lineage::regular_bnf::UnknownName| PyValueError::new_err(error.to_string()))
}

/// The grammars of names, each once, in order of date.
fn chosen(ids: &[String]) -> PyResult<Vec<Grammar>> {
    let mut all = ids.iter().map(|id| grammar(id)).collect::<PyResult<Vec<_>>>()?;
    all.sort_unstable();
    all.dedup();
    if all.is_empty() { Err(PyValueError::new_err("no grammar is named")) } else { Ok(all) }
}

/// The result of one grammar for each URL; a column for each grammar if `several` may be named.
fn by_grammar<G: Function>(
    py: Python<'_>,
    urls: &Bound<'_, PyAny>,
    ids: &[String],
    several: bool,
    function: impl Fn(Grammar) -> G + Sync,
) -> PyResult<Py<PyAny>> {
    let grammars = chosen(ids)?;
    match grammars[..] {
        [grammar] if !several => each(py, urls, &function(grammar)),
        _ => each(py, urls, &ByGrammar { grammars, function }),
    }
}

/// For each grammar the production that accepts each URL.
#[pyfunction]
fn check(
    py: Python<'_>,
    urls: &Bound<'_, PyAny>,
    grammars: Vec<String>,
    dictionary: bool,
    view: Option<bool>,
) -> PyResult<Py<PyAny>> {
    each(py, urls, &Check { grammars: chosen(&grammars)?, dictionary, view })
}

/// A bit for each grammar that accepts the URL.
#[pyfunction]
fn accepted_by(py: Python<'_>, urls: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    each(py, urls, &functions::accepted_by)
}

/// Whether grammars accept each URL.
#[pyfunction]
fn accepts(py: Python<'_>, urls: &Bound<'_, PyAny>, grammars: Vec<String>, several: bool) -> PyResult<Py<PyAny>> {
    by_grammar(py, urls, &grammars, several, functions::accepts)
}

/// Whether all grammars accept each URL and read the components alike.
#[pyfunction]
fn agrees(
    py: Python<'_>,
    urls: &Bound<'_, PyAny>,
    grammars: Vec<String>,
    components: Vec<String>,
) -> PyResult<Py<PyAny>> {
    let grammars = chosen(&grammars)?;
    let components = components.iter().map(|name| name.parse::<Component>()).collect::<Result<Vec<_>, _>>();
    let components = components.map_err(|error| PyValueError::new_err(error.to_string()))?;
    // Without the interpreter's lock, since it may take seconds.
    let agreement = py.detach(|| agreements::agreement(grammars, components)).map_err(PyValueError::new_err)?;
    each(py, urls, &functions::agrees(&agreement))
}

/// The number of the verdict on each URL among all verdicts.
#[pyfunction]
fn verdicts(py: Python<'_>, urls: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    each(py, urls, &functions::verdicts)
}

/// All possible verdicts: for each grammar the production that accepts, or none.
#[pyfunction]
fn all_verdicts(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let verdicts = functions::all_verdicts().iter().map(|verdicts| {
        let grammars = Grammar::all();
        grammars.map(|grammar| (grammar.id().to_owned(), json!(verdicts.production(grammar)))).collect()
    });
    python(py, &verdicts.map(Value::Object).collect())
}

/// Why grammars refuse each URL.
#[pyfunction]
fn refusal(py: Python<'_>, urls: &Bound<'_, PyAny>, grammars: Vec<String>, several: bool) -> PyResult<Py<PyAny>> {
    by_grammar(py, urls, &grammars, several, functions::refusal)
}

/// The components of each URL.
#[pyfunction]
fn components(py: Python<'_>, urls: &Bound<'_, PyAny>, grammars: Vec<String>, several: bool) -> PyResult<Py<PyAny>> {
    by_grammar(py, urls, &grammars, several, functions::components)
}

/// The form that equivalent URLs share.
#[pyfunction]
fn normalize(py: Python<'_>, urls: &Bound<'_, PyAny>, grammars: Vec<String>, several: bool) -> PyResult<Py<PyAny>> {
    if chosen(&grammars)?.contains(&Grammar::WhatwgValid) {
        return Err(PyValueError::new_err(
            "`whatwg-valid` has no rules of equivalence: the URL Standard compares what its parser serialises, which is the normal form \
             by `whatwg`",
        ));
    }
    by_grammar(py, urls, &grammars, several, functions::normalize)
}

/// One URL: a dictionary of its parts, or of the refusal, which has an `offset`.
#[pyfunction]
fn parse<'py>(py: Python<'py>, url: &Bound<'py, PyAny>, grammar: &str) -> PyResult<Bound<'py, PyAny>> {
    let Ok(url) = url.cast::<PyString>() else {
        return Err(PyTypeError::new_err(format!("expected one URL, a str, got {}", url.get_type().name()?)));
    };
    let url = url.to_cow()?;
    let grammar = self::grammar(grammar)?;
    let value = match Classifier::get().classify(&url).examined(&[grammar]).parse(grammar) {
        Ok(parsed) => {
            let components = parsed.value().components();
            let mut texts = json!(components);
            // In columns the port is a text, too.
            texts["port"] = json!(components.port);
            json!({
                "url": url,
                "grammar": grammar.id(),
                "production": parsed.production(),
                "value": parsed.value().record(),
                "components": texts,
            })
        }
        Err(error) => json!(error),
    };
    python(py, &value)
}

/// All grammars in order of date.
#[pyfunction]
fn grammars(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let all = Grammar::all().map(|grammar| {
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
    python(py, &json!(all.collect::<Vec<_>>()))
}

/// The native part of the package.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(check, module)?)?;
    module.add_function(wrap_pyfunction!(accepted_by, module)?)?;
    module.add_function(wrap_pyfunction!(accepts, module)?)?;
    module.add_function(wrap_pyfunction!(agrees, module)?)?;
    module.add_function(wrap_pyfunction!(verdicts, module)?)?;
    module.add_function(wrap_pyfunction!(all_verdicts, module)?)?;
    module.add_function(wrap_pyfunction!(refusal, module)?)?;
    module.add_function(wrap_pyfunction!(components, module)?)?;
    module.add_function(wrap_pyfunction!(normalize, module)?)?;
    module.add_function(wrap_pyfunction!(parse, module)?)?;
    module.add_function(wrap_pyfunction!(grammars, module)?)
}
