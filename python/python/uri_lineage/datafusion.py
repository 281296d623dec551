"""DataFusion: functions for SQL.

    >>> import datafusion, uri_lineage.datafusion    # doctest: +SKIP
    >>> context = uri_lineage.datafusion.register(datafusion.SessionContext())    # doctest: +SKIP
    >>> context.sql("select uri_accepts('news:a', 'rfc3986')")    # doctest: +SKIP
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import datafusion
import pyarrow

import uri_lineage
from uri_lineage._engine import functions

if TYPE_CHECKING:
    from datafusion import SessionContext

__all__ = ["register"]


def register(context: "SessionContext", grammars: uri_lineage.Grammars = "ascii") -> "SessionContext":
    """Defines functions of strings in a session context, and gives the context. A second call replaces the functions of the first.

    - `uri_accepts(url, grammar)`: whether the grammar accepts the URL;
    - `uri_accepted_by(url)`: the grammars that accept it as the bits of a SMALLINT, the lowest the first of `grammars()`;
    - `uri_check(url)`: a struct with the production that accepts it for each grammar, or null; only for these `grammars`, if
      some are named here: each costs a column;
    - `uri_refusal(url, grammar)`: a struct of production, reason, offset in bytes, found, class, expected, advice and
      message, null where it is accepted;
    - `uri_components(url, grammar)`: a struct of scheme, user, password, host, port, path, query and fragment;
    - `uri_normalize(url, grammar)`: the form that equivalent URLs share;
    - `uri_agrees(url, grammars, component)`: whether the grammars, with commas in between, read a component alike.

    A grammar is named by a constant. A column that is no string is cast.
    """
    for function in functions(grammars):
        # DataFusion reads strings of Parquet as views.
        arguments = [pyarrow.string_view(), *(pyarrow.string() for _ in function.constants)]
        context.register_udf(datafusion.udf(function.of_columns, arguments, function.type, "immutable", name=function.name))
    return context
