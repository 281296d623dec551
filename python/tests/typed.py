"""What a type checker must conclude; `test_types.py` runs it on this file. Each `type: ignore` is an error that it must find."""

from collections.abc import Iterable
from typing import Any, Optional, Union

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from typing_extensions import assert_type

import uri_lineage as ul
import uri_lineage.pandas
import uri_lineage.polars


def one_url(url: str, name: str, names: Iterable[str]) -> None:
    (grammar, *_) = ul.grammars()
    assert_type(grammar, ul.Grammar)
    # One grammar gives a value, several a dict, and a name that is only known at run time either.
    assert_type(ul.accepts(url, "rfc3986"), bool)
    assert_type(ul.accepts(url, grammar), bool)
    assert_type(ul.accepts(url, ("rfc3986", grammar)), dict[str, bool])
    assert_type(ul.accepts(url, ["rfc3986"]), dict[str, bool])
    assert_type(ul.accepts(url, url.split()), dict[str, bool])
    assert_type(ul.accepts(url, {"rfc3986"}), dict[str, bool])
    assert_type(ul.accepts(url, (one.id for one in ul.grammars())), dict[str, bool])
    assert_type(ul.accepts(url, name), Union[bool, dict[str, bool]])
    assert_type(ul.accepts(url, names), Union[bool, dict[str, bool]])
    assert_type(ul.accepted_by(url), int)
    assert_type(ul.agrees(url, ["rfc1738", "rfc3986"], component="host"), bool)
    assert_type(ul.check(url, "historical"), dict[str, Optional[str]])
    assert_type(ul.normalize(url, "rfc3986"), Optional[str])
    if (parts := ul.components(url, "rfc3986")) is not None:
        assert_type(parts["host"], Optional[str])
        parts["hosts"]  # type: ignore[typeddict-item]
    if (refusal := ul.refusal(url, "rfc3986")) is not None:
        assert_type(refusal["offset"], int)
        assert_type(refusal["class"], Optional[str])
    assert_type(ul.parse(url, "rfc3986"), ul.Parsed)
    assert_type(ul.parse(url, "third"), dict[str, Union[ul.Parsed, ul.Refusal]])
    assert_type(ul.parse(url, name), Union[ul.Parsed, dict[str, Union[ul.Parsed, ul.Refusal]]])


def columns(
    texts: list[str],
    nullable: tuple[Optional[bytes], ...],
    array: np.ndarray,
    series: "pd.Series[str]",
    index: "pd.Index[str]",
    of_polars: pl.Series,
    arrow: pa.StringArray,
    chunked: "pa.ChunkedArray[pa.StringScalar]",
    other: ul.ArrowArray,
    stream: ul.ArrowStream,
) -> None:
    assert_type(ul.accepts(texts, "rfc3986"), list[Optional[bool]])
    assert_type(ul.accepts(nullable, "third"), list[Optional[dict[str, bool]]])
    assert_type(ul.accepted_by(array), list[Optional[int]])
    assert_type(ul.normalize(series, "rfc3986"), pd.Series)
    assert_type(ul.accepted_by(series), pd.Series)
    assert_type(ul.check(index), pd.Index)
    assert_type(ul.components(index.array, "rfc3986"), pd.api.extensions.ExtensionArray)
    assert_type(ul.refusal(of_polars, "rfc3986"), pl.Series)
    assert_type(ul.check(of_polars), pl.Series)
    assert_type(ul.components(arrow, "rfc3986"), "pa.Array[Any]")
    assert_type(ul.agrees(arrow, "third"), "pa.Array[Any]")
    assert_type(ul.accepts(chunked, "whatwg"), "pa.ChunkedArray[Any]")
    assert_type(ul.check(chunked, dictionary=True), "pa.ChunkedArray[Any]")
    assert_type(ul.accepts(other, "rfc3986"), ul.ArrowArray)
    assert_type(ul.check(stream), ul.ArrowStream)
    assert_type(uri_lineage.pandas.Uri(series).accepts("whatwg"), pd.Series)
    assert_type(uri_lineage.polars.Uri(pl.col("url")).accepts("whatwg"), pl.Expr)


def errors(url: str, of_polars: pl.Series) -> None:
    ul.accepts(url)  # type: ignore[call-overload]
    ul.accepts(None, "rfc3986")  # type: ignore[call-overload]
    ul.accepts(1, "rfc3986")  # type: ignore[call-overload]
    ul.accepts([1], "rfc3986")  # type: ignore[type-var]
    ul.accepts(url, None)  # type: ignore[call-overload]
    ul.accepts(url, 3986)  # type: ignore[call-overload]
    ul.check(url, dictionaries=True)  # type: ignore[call-overload]
    ul.parse(of_polars, "rfc3986")  # type: ignore[call-overload]
    ul.accepts(of_polars, "rfc3986").nothing  # type: ignore[attr-defined]
