"""DuckDB: functions for SQL.

    >>> import duckdb, uri_lineage.duckdb
    >>> con = uri_lineage.duckdb.register(duckdb.connect())
    >>> con.sql("select uri_check('news:a').rfc1738").fetchone()
    ('newsurl',)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import uri_lineage

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["register"]


def register(con: "DuckDBPyConnection") -> "DuckDBPyConnection":
    """Defines functions of a VARCHAR, and for a BLOB the same with `_blob` at the end of their names. Gives the connection.

    - `uri_accepts(url)`: the grammars that accept it as the bits of a SMALLINT, the lowest the first of `grammars()`;
    - `uri_check(url)`: a struct with the production that accepts it for each grammar, or null;
    - `uri_refusal(url, grammar)`: a struct of production, reason, offset in bytes and message, null where it is accepted;
    - `uri_components(url, grammar)`: a struct of scheme, user, password, host, port, path, query and fragment;
    - `uri_normalise(url, grammar)`: the form that equivalent URLs share.

    A grammar is named by a constant.
    """
    import pyarrow

    ids = [grammar.id for grammar in uri_lineage.grammars()]
    parts = ["scheme", "user", "password", "host", "port", "path", "query", "fragment"]
    text = {field: "VARCHAR" for field in parts}
    refusal = {"production": "VARCHAR", "reason": "VARCHAR", "offset": "UBIGINT", "message": "VARCHAR"}

    def arrow(judged: Any) -> Any:
        return pyarrow.chunked_array(judged) if hasattr(judged, "__arrow_c_stream__") else pyarrow.array(judged)

    def by(judge: Any) -> Any:
        def judged(urls: Any, grammar: Any) -> Any:
            names = grammar.unique().drop_null().to_pylist()
            if len(names) > 1:
                raise ValueError("a grammar is named by a constant")
            return arrow(judge(urls, *names)) if names else pyarrow.nulls(len(urls))

        return judged

    for suffix, kind in [("", "VARCHAR"), ("_blob", "BLOB")]:
        functions = {
            "uri_accepts": (lambda urls: arrow(uri_lineage.accepts(urls)), [kind], "SMALLINT"),
            "uri_check": (
                lambda urls: arrow(uri_lineage.check(urls, dictionary=False)),
                [kind],
                con.struct_type({id: "VARCHAR" for id in ids}),
            ),
            "uri_refusal": (by(uri_lineage.refusals), [kind, "VARCHAR"], con.struct_type(refusal)),
            "uri_components": (by(uri_lineage.components), [kind, "VARCHAR"], con.struct_type(text)),
            "uri_normalise": (by(uri_lineage.normalise), [kind, "VARCHAR"], "VARCHAR"),
        }
        for name, (function, parameters, result) in functions.items():
            con.create_function(name + suffix, function, parameters, result, type="arrow", null_handling="special")
    return con
