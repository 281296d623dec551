"""Each function gives the kind of column that it is given, and the same answers for each kind."""

import importlib.util
import inspect
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pyarrow as pa
import pytest
from conftest import ROOT

import uri_lineage as ul

URLS = ["http://WWW.w3.org/%7Ea", "ftp://host/~me", "a b", "", "http://b\u00fccher/", None]
IDS = [grammar.id for grammar in ul.grammars()]

#: Each function with its other arguments, once by one grammar and once by several where both differ.
CALLS = {
    "accepts": [("rfc3986",), (["rfc1738", "whatwg"],)],
    "accepted_by": [()],
    "check": [(), ("url-standard",)],
    "refusal": [("rfc1738",), ("third",)],
    "components": [("rfc3986",), (["rfc1738", "rfc3986"],)],
    "normalize": [("rfc3986",), ("first",)],
    "agrees": [(["rfc1738", "rfc3986"],), ("rfc2396,rfc3986", "path")],
}
CASES = [(name, arguments) for name, several in CALLS.items() for arguments in several]


def of(module: str, make):
    """The function of a library and values that makes a column, as one of the values; without the library the test is skipped."""
    return lambda values: make(pytest.importorskip(module, reason=f"SKIPPED, NOT INSTALLED: {module}"), values)


def series(pandas, values, **more):
    return pandas.Series(values, index=range(3, 3 + len(values)), name="url", **more)


def arrow_only(values):
    """What offers an Arrow array and is of no known library."""

    class Column:
        def __arrow_c_array__(self, requested_schema=None):
            return pa.array(values, pa.string()).__arrow_c_array__(requested_schema)

    return Column()


#: How to make each kind of column of values, and the class that its answers have.
KINDS = {
    "list": (list, "list"),
    "tuple": (tuple, "list"),
    "numpy object": (of("numpy", lambda np, values: np.array(values, dtype=object)), "list"),
    "numpy NaN": (of("numpy", lambda np, values: np.array([np.nan if one is None else one for one in values], dtype=object)), "list"),
    "pandas object": (of("pandas", lambda pd, values: series(pd, values, dtype=object)), "Series"),
    "pandas string": (of("pandas", lambda pd, values: series(pd, values, dtype="string")), "Series"),
    "pandas str": (of("pandas", lambda pd, values: series(pd, values, dtype="str")), "Series"),
    "pandas Arrow": (of("pandas", lambda pd, values: series(pd, values, dtype=pd.ArrowDtype(pa.large_string()))), "Series"),
    "pandas category": (of("pandas", lambda pd, values: series(pd, values, dtype="category")), "Series"),
    "pandas index": (of("pandas", lambda pd, values: pd.Index(values, name="url", dtype="string")), "Index"),
    "pandas array": (of("pandas", lambda pd, values: pd.array(values, dtype="string")), "ArrowExtensionArray"),
    "polars": (of("polars", lambda pl, values: pl.Series("url", values, dtype=pl.String)), "Series"),
    "polars categorical": (of("polars", lambda pl, values: pl.Series("url", values, dtype=pl.Categorical)), "Series"),
    "pyarrow": (lambda values: pa.array(values, pa.string()), "Array"),
    "pyarrow dictionary": (lambda values: pa.array(values, pa.string()).dictionary_encode(), "Array"),
    "pyarrow chunked": (lambda values: pa.chunked_array([values[:2], values[2:]], pa.string()), "ChunkedArray"),
    "Arrow": (arrow_only, "Array"),
}
#: Columns without values, of the types that the libraries give them.
NULLS = {
    "list": list,
    "numpy": of("numpy", lambda np, values: np.array(values, dtype=object)),
    "numpy NaN": of("numpy", lambda np, values: np.array([np.nan] * len(values))),
    "pandas object": of("pandas", lambda pd, values: series(pd, values, dtype=object)),
    "pandas NaN": of("pandas", lambda pd, values: series(pd, values, dtype=float)),
    "polars": of("polars", lambda pl, values: pl.Series("url", values, dtype=pl.Null)),
    "polars binary": of("polars", lambda pl, values: pl.Series("url", values, dtype=pl.Binary)),
    "pyarrow": lambda values: pa.nulls(len(values)),
    "pyarrow chunked": lambda values: pa.chunked_array([pa.nulls(len(values))]),
}


def listed(answer) -> list:
    """The values of an answer of any kind."""
    if isinstance(answer, list):
        return answer
    if hasattr(answer, "dtype") and type(answer).__module__.startswith("pandas"):
        return pa.array(answer).to_pylist()
    if hasattr(answer, "to_list"):
        return answer.to_list()
    return (pa.chunked_array(answer) if hasattr(answer, "__arrow_c_stream__") else pa.array(answer)).to_pylist()


def library(value) -> str:
    return type(value).__module__.partition(".")[0]


def test_all_functions_of_columns_are_tried_here():
    of_columns = {name for name in ul.__all__ if inspect.isfunction(getattr(ul, name)) and "urls" in inspect.signature(getattr(ul, name)).parameters}
    assert of_columns == set(CALLS)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name, arguments", CASES)
def test_a_column_gives_a_column_of_its_kind(name, arguments, kind):
    make, answered = KINDS[kind]
    function = getattr(ul, name)
    column = make(URLS)
    answer = function(column, *arguments)
    # One by one, the URLs have the same answers.
    assert listed(answer) == [None if url is None else function(url, *arguments) for url in URLS]
    assert any(cls.__name__ == answered for cls in type(answer).__mro__)
    if answered != "list" and kind != "Arrow":
        assert library(answer) == library(column)
    if hasattr(column, "name"):
        assert answer.name == column.name == "url"
    if library(column) == "pandas" and answered == "Series":
        assert answer.index.equals(column.index)
    if kind == "pyarrow chunked":
        assert answer.num_chunks == column.num_chunks
    # A column of no rows has an answer of the same type.
    none = function(make([]), *arguments)
    assert type(none) is type(answer) and len(listed(none)) == 0
    if library(column) == "pyarrow":
        assert none.type == answer.type


@pytest.mark.parametrize("kind", NULLS)
@pytest.mark.parametrize("name, arguments", CASES)
def test_a_column_without_values_gives_nulls(name, arguments, kind):
    column = NULLS[kind]([None, None])
    answer = getattr(ul, name)(column, *arguments)
    assert listed(answer) == [None, None]
    assert isinstance(answer, list) or library(answer) == library(column)


@pytest.mark.parametrize("name, arguments", CASES)
def test_bytes_are_checked_as_they_are(name, arguments):
    function = getattr(ul, name)
    answers = function([b"news:a", "news:a", b"http://h/\xff", None], *arguments)
    assert answers[0] == answers[1] == function("news:a", *arguments) and answers[3] is None
    assert listed(function(pa.array([b"news:a", b"news:a", b"http://h/\xff", None]), *arguments)) == answers


def test_a_mask_and_a_column_of_a_frame():
    pd = pytest.importorskip("pandas", reason="SKIPPED, NOT INSTALLED: pandas")
    # The labels are in another order than the rows.
    frame = pd.DataFrame({"url": URLS}, index=range(len(URLS), 0, -1))
    frame["ok"] = ul.accepts(frame.url, "rfc3986")
    assert frame["ok"].tolist()[:-1] == [ul.accepts(url, "rfc3986") for url in URLS[:-1]] and pd.isna(frame["ok"].iloc[-1])
    assert frame[ul.accepts(frame.url, "rfc3986")].url.tolist() == [url for url in URLS if url is not None and ul.accepts(url, "rfc3986")]
    pl = pytest.importorskip("polars", reason="SKIPPED, NOT INSTALLED: polars")
    of_polars = pl.DataFrame({"url": URLS})
    assert of_polars.filter(ul.accepts(of_polars["url"], "rfc3986"))["url"].to_list() == frame[frame.ok].url.tolist()


@pytest.mark.parametrize("name, arguments", CASES)
def test_what_has_no_urls_is_refused(name, arguments):
    wrong = {"int at index 1": ["a:", 1], "list at index 0": [["a:"]], "an array of Int64": pa.array([1]), "dict": {}}
    for named, column in wrong.items():
        with pytest.raises(TypeError, match=f"expected .*, got {named}$"):
            getattr(ul, name)(column, *arguments)


@pytest.mark.parametrize("name", [name for name, (first, *_) in CALLS.items() if first or name == "check"])
@pytest.mark.parametrize("null", [None, [None], ["rfc3986", None]])
def test_a_null_is_no_grammar(name, null):
    for urls in ("news:a", ["news:a"], pa.array(["news:a"])):
        with pytest.raises(ValueError, match="no grammar is named `null`; there are url-draft-02, .*, whatwg$"):
            getattr(ul, name)(urls, null)
    with pytest.raises(ValueError, match="no grammar is named `null`; there are"):
        ul.parse("news:a", null)


def test_no_library_is_imported_that_no_column_is_of():
    program = "import sys, uri_lineage as ul; ul.accepts(['a:'], 'rfc3986'); print(sorted({'pandas', 'polars', 'numpy', 'pyarrow'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_the_types_name_what_there_is():
    assert list(get_args(ul.GrammarId)) == IDS
    assert set(get_args(ul.GrammarSet)) == set(ul._known())
    assert list(ul.Components.__annotations__) == list(ul.components("a:", "rfc3986"))
    assert list(ul.RefusalMembers.__annotations__) == list(ul.refusal("a b", "rfc3986"))


def test_a_type_checker_concludes_the_types_of_answers():
    for needed in ("mypy", "pandas-stubs", "polars", "pyarrow-stubs"):
        if importlib.util.find_spec(needed) is None:
            pytest.skip(f"SKIPPED, NOT INSTALLED: {needed}")
    package = ROOT / "python/python/uri_lineage"
    sources = [Path(__file__).with_name("typed.py"), *(package / f"{name}.py" for name in ("__init__", "_columns", "pandas", "polars"))]
    run = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", "/dev/null", *sources], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_table_of_names_in_the_readme_is_complete():
    text = (ROOT / "python/README.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)\(.*?\)` \| `uri_(\w+)\(.*?\)` \|", text, re.MULTILINE)
    assert [name for name, _ in rows] == [name for _, name in rows] == list(CALLS)
