"""Spark, and Sail, which speaks its protocol: URLs judged where the data is, by `mapInArrow`.

    >>> import uri_lineage.spark                                    # doctest: +SKIP
    >>> uri_lineage.spark.check(df, "url").where("check.rfc3986 is null").show()    # doctest: +SKIP

The workers need this package, pyarrow and pandas 2.2 or later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Optional

import uri_lineage

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame
    from pyspark.sql.types import DataType

__all__ = ["accepts", "check", "refusals"]


def check(df: "DataFrame", column: str, grammars: Optional[Iterable[str]] = None, *, name: str = "check") -> "DataFrame":
    """The same rows with one column more: a struct with a string for each grammar, the production that accepts the URL.

    `column` holds strings or binary values. A field is null where its grammar refuses the URL. Spark has no dictionaries.
    """
    from pyspark.sql.types import StringType, StructField, StructType

    chosen = [grammar.id for grammar in uri_lineage.grammars()]
    if grammars is not None:
        asked = set(grammars)
        if unknown := asked.difference(chosen):
            raise ValueError(f"no grammar is named {sorted(unknown)[0]!r}")
        chosen = [grammar for grammar in chosen if grammar in asked]
    kind = StructType([StructField(grammar, StringType()) for grammar in chosen])
    return _with(df, column, name, kind, lambda urls: uri_lineage.check(urls, chosen, dictionary=False))


def accepts(df: "DataFrame", column: str, *, name: str = "accepts") -> "DataFrame":
    """The same rows with one column more: the grammars that accept the URL as bits, the lowest the first of `grammars()`."""
    from pyspark.sql.types import ShortType

    return _with(df, column, name, ShortType(), uri_lineage.accepts)


def refusals(df: "DataFrame", column: str, grammar: str, *, name: str = "refusal") -> "DataFrame":
    """The same rows with one column more: a struct of production, reason, offset in bytes and message; null where the grammar
    accepts the URL."""
    from pyspark.sql.types import LongType, StringType, StructField, StructType

    fields = [("production", StringType()), ("reason", StringType()), ("offset", LongType()), ("message", StringType())]
    kind = StructType([StructField(field, of) for field, of in fields])
    return _with(df, column, name, kind, lambda urls: uri_lineage.refusals(urls, grammar))


def _with(df: "DataFrame", column: str, name: str, kind: "DataType", judge: Callable[[Any], Any]) -> "DataFrame":
    from pyspark.sql.types import StructField, StructType

    if name in df.columns:
        raise ValueError(f"there is a column named {name!r} already; name another by `name`")
    schema = StructType([*df.schema.fields, StructField(name, kind)])

    def batches(given: Iterator["pyarrow.RecordBatch"]) -> Iterator["pyarrow.RecordBatch"]:
        import pyarrow

        for batch in given:
            judged = pyarrow.array(judge(batch.column(column)))
            if pyarrow.types.is_struct(judged.type):
                # Spark has no unsigned numbers.
                signed = [field.with_type(pyarrow.int64()) if field.type == pyarrow.uint64() else field for field in judged.type]
                judged = judged.cast(pyarrow.struct(signed))
            yield pyarrow.RecordBatch.from_arrays([*batch.columns, judged], [*batch.schema.names, name])

    return df.mapInArrow(batches, schema)
