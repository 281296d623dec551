"""Spark, and Sail, which speaks its protocol: URLs are checked where the data is, by `mapInArrow`.

    >>> import uri_lineage.spark                                    # doctest: +SKIP
    >>> uri_lineage.spark.check(df, "url").where("check.rfc3986 is null").show()    # doctest: +SKIP

The workers need this package, pyarrow and pandas 2.2 or later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Optional

import uri_lineage

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame

__all__ = ["accepts", "check", "refusals"]


def check(df: "DataFrame", column: str, grammars: Optional[uri_lineage.Grammars] = None, *, name: str = "check") -> "DataFrame":
    """The same rows with one column more: a struct with a string for each grammar, the production that accepts the URL.

    `column` holds strings or binary values. A field is null where its grammar refuses the URL. Spark has no dictionaries.
    """
    chosen = None if grammars is None else uri_lineage._ids(grammars)
    return _with(df, column, name, lambda urls: uri_lineage.check(urls, chosen, dictionary=False, view=False))


def accepts(df: "DataFrame", column: str, *, name: str = "accepts") -> "DataFrame":
    """The same rows with one column more: the grammars that accept the URL as bits, the lowest the first of `grammars()`."""
    return _with(df, column, name, uri_lineage.accepts)


def refusals(df: "DataFrame", column: str, grammar: uri_lineage.GrammarName, *, name: str = "refusal") -> "DataFrame":
    """The same rows with one column more: a struct of production, reason, offset in bytes, found, class, expected, advice and
    message; null where the grammar accepts the URL."""
    return _with(df, column, name, lambda urls: uri_lineage.refusals(urls, grammar))


def _with(df: "DataFrame", column: str, name: str, function: Callable[[Any], Any]) -> "DataFrame":
    import pyarrow
    from pyspark.sql.types import LongType, ShortType, StringType, StructField, StructType

    if column not in df.columns:
        raise ValueError(f"there is no column named {column!r}; there are {', '.join(df.columns)}")
    if name in df.columns:
        raise ValueError(f"there is a column named {name!r} already; name another by `name`")
    kinds = {"string": StringType(), "int16": ShortType(), "uint64": LongType()}
    # The type of the answers is that of no answers at all; an unknown grammar is an error here, and not on the workers.
    answer = pyarrow.array(function(pyarrow.array([], pyarrow.string()))).type
    struct = pyarrow.types.is_struct(answer)
    kind = StructType([StructField(field.name, kinds[str(field.type)]) for field in answer]) if struct else kinds[str(answer)]
    schema = StructType([*df.schema.fields, StructField(name, kind)])

    def batches(given: Iterator["pyarrow.RecordBatch"]) -> Iterator["pyarrow.RecordBatch"]:
        for batch in given:
            results = pyarrow.array(function(batch.column(column)))
            if struct:
                # Spark has no unsigned numbers.
                signed = [field.with_type(pyarrow.int64()) if field.type == pyarrow.uint64() else field for field in results.type]
                results = results.cast(pyarrow.struct(signed))
            yield pyarrow.RecordBatch.from_arrays([*batch.columns, results], [*batch.schema.names, name])

    return df.mapInArrow(batches, schema)
