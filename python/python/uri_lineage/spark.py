"""Spark, and Sail, which speaks its protocol: URLs are read where the data is.

    >>> import uri_lineage.spark                                    # doctest: +SKIP
    >>> uri_lineage.spark.check(df, "url").where("check.rfc3986 is null").show()    # doctest: +SKIP
    >>> uri_lineage.spark.register(spark)                           # doctest: +SKIP
    >>> spark.sql("select url from urls where not uri_accepts(url, 'rfc3986')").show()    # doctest: +SKIP

The functions of data frames add a column by `mapInArrow`, which costs least. The functions for SQL are pandas functions.

The workers need this package, pyarrow and pandas 2.2 or later, in the Python that Spark starts there: `PYSPARK_PYTHON`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Union

import pandas
import pyarrow

import uri_lineage
from uri_lineage import Grammars
from uri_lineage._engine import Function, functions, plain

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["accepted_by", "accepts", "agrees", "check", "components", "normalize", "refusal", "register"]


def check(df: "DataFrame", column: str, grammars: Grammars = "ascii", *, name: str = "check") -> "DataFrame":
    """The same rows with one column more: a struct with a string for each grammar, the production that accepts the URL.

    `column` holds strings or binary values. A field is null where its grammar refuses the URL.
    """
    return _with(df, column, name, functools.partial(uri_lineage.check, view=False), grammars)


def accepts(df: "DataFrame", column: str, grammars: Grammars, *, name: str = "accepts") -> "DataFrame":
    """The same rows with one column more: whether the grammar accepts the URL; a struct for several grammars."""
    return _with(df, column, name, uri_lineage.accepts, grammars)


def accepted_by(df: "DataFrame", column: str, *, name: str = "accepted_by") -> "DataFrame":
    """The same rows with one column more: the grammars that accept the URL, as bits, the lowest the first of `grammars()`."""
    return _with(df, column, name, uri_lineage.accepted_by)


def agrees(
    df: "DataFrame", column: str, grammars: Grammars, component: Union[str, Iterable[str]] = "host", *, name: str = "agrees"
) -> "DataFrame":
    """The same rows with one column more: whether all of the grammars accept the URL and read a component alike. Each worker process
    builds the automaton once, which takes up to some seconds."""
    return _with(df, column, name, uri_lineage.agrees, grammars, component)


def refusal(df: "DataFrame", column: str, grammars: Grammars, *, name: str = "refusal") -> "DataFrame":
    """The same rows with one column more: a struct of production, reason, offset in bytes, found, class, expected, advice and
    message; null where the grammar accepts the URL."""
    return _with(df, column, name, uri_lineage.refusal, grammars)


def components(df: "DataFrame", column: str, grammars: Grammars, *, name: str = "components") -> "DataFrame":
    """The same rows with one column more: a struct of scheme, user, password, host, port, path, query and fragment; null where the
    grammar refuses the URL."""
    return _with(df, column, name, uri_lineage.components, grammars)


def normalize(df: "DataFrame", column: str, grammars: Grammars, *, name: str = "normalize") -> "DataFrame":
    """The same rows with one column more: the form that equivalent URLs share by the grammar's document."""
    return _with(df, column, name, uri_lineage.normalize, grammars)


def register(spark: "SparkSession", grammars: Grammars = "ascii") -> "SparkSession":
    """Defines functions of strings for SQL in a session, and gives the session. A second call replaces the functions of the first.

    - `uri_accepts(url, grammar)`: whether the grammar accepts the URL;
    - `uri_accepted_by(url)`: the grammars that accept it as the bits of a SMALLINT, the lowest the first of `grammars()`;
    - `uri_check(url)`: a struct with the production that accepts it for each grammar, or null; only for these `grammars`, if
      some are named here: each costs a column;
    - `uri_refusal(url, grammar)`: a struct of production, reason, offset in bytes, found, class, expected, advice and message;
    - `uri_components(url, grammar)`: a struct of scheme, user, password, host, port, path, query and fragment;
    - `uri_normalize(url, grammar)`: the form that equivalent URLs share;
    - `uri_agrees(url, grammars, component)`: whether the grammars, with commas in between, read a component alike.

    A grammar is named by a constant. Where there is no answer, all members of a struct are null: pandas functions have no structs that
    are null.
    """
    from pyspark.sql.functions import pandas_udf

    for function in functions(grammars):
        spark.udf.register(function.name, pandas_udf(_of_series(function), _kind(plain(pyarrow.array([], function.type)).type)))
    return spark


def _of_series(function: Function) -> Callable[..., Any]:
    def apply(urls: pandas.Series, *constants: pandas.Series) -> pandas.Series:
        columns = (pyarrow.array(column, from_pandas=True) for column in (urls, *constants))
        answer = plain(function.of_columns(*columns))
        if not pyarrow.types.is_struct(answer.type):
            return answer.to_pandas()
        return pyarrow.Table.from_arrays(answer.flatten(), answer.type.names).to_pandas()

    return apply


def _kind(of: Any) -> Any:
    """A type of Arrow as Spark has it."""
    from pyspark.sql.types import BooleanType, LongType, ShortType, StringType, StructField, StructType

    if pyarrow.types.is_struct(of):
        return StructType([StructField(field.name, _kind(field.type)) for field in of])
    return {"string": StringType(), "int16": ShortType(), "int64": LongType(), "bool": BooleanType()}[str(of)]


def _with(df: "DataFrame", column: str, name: str, function: Callable[..., Any], *arguments: object) -> "DataFrame":
    from pyspark.sql.types import BinaryType, NullType, StringType, StructField, StructType

    if column not in df.columns:
        raise ValueError(f"there is no column named {column!r}; there are {', '.join(df.columns)}")
    given = df.schema[column].dataType
    if not isinstance(given, (StringType, BinaryType, NullType)):
        raise TypeError(f"the column {column!r} has values of type {given.simpleString()}, expected strings or binary values")
    if name in df.columns:
        raise ValueError(f"there is a column named {name!r} already; name another by `name`")
    repeatable = [uri_lineage._repeatable(argument) for argument in arguments]

    def apply(urls: Any) -> Any:
        return function(urls, *repeatable)

    # The type of the answers is that of no answers at all; an unknown grammar is an error here, and not on the workers.
    kind = _kind(plain(apply(pyarrow.array([], pyarrow.string()))).type)
    schema = StructType([*df.schema.fields, StructField(name, kind)])

    def batches(given: Iterator["pyarrow.RecordBatch"]) -> Iterator["pyarrow.RecordBatch"]:
        for batch in given:
            answer = plain(apply(batch.column(column)))
            yield pyarrow.RecordBatch.from_arrays([*batch.columns, answer], [*batch.schema.names, name])

    return df.mapInArrow(batches, schema)
