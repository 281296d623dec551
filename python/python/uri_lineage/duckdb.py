"""DuckDB: functions for SQL.

    >>> import duckdb, uri_lineage.duckdb
    >>> con = uri_lineage.duckdb.register(duckdb.connect())
    >>> con.sql("select uri_check('news:a').rfc1738").fetchone()
    ('newsurl',)
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Optional

import uri_lineage
from uri_lineage import _core

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["register"]


def register(con: "DuckDBPyConnection", grammars: Optional[uri_lineage.Grammars] = None) -> "DuckDBPyConnection":
    """Defines functions of a VARCHAR, and for a BLOB the same with `_blob` at the end of their names. Gives the connection.
    A second call replaces the functions of the first.

    - `uri_accepts(url)`: the grammars that accept it as the bits of a SMALLINT, the lowest the first of `grammars()`;
    - `uri_check(url)`: a struct with the production that accepts it for each grammar, or null; only for these `grammars`, if
      some are named here: each costs a column;
    - `uri_refusal(url, grammar)`: a struct of production, reason, offset in bytes, found, class, expected, advice and
      message, null where it is accepted;
    - `uri_components(url, grammar)`: a struct of scheme, user, password, host, port, path, query and fragment;
    - `uri_normalise(url, grammar)`: the form that equivalent URLs share.

    A grammar is named by a constant. On this connection `uri_check` is a macro: `uri_verdict(url)` gives a number, which is
    looked up in a list of all verdicts. Cursors do not know the macro; they ask a function of the same name, which gives the
    same at twice the cost.
    """
    import duckdb
    import pyarrow

    sql = {"string": "VARCHAR", "string_view": "VARCHAR", "int16": "SMALLINT", "uint64": "UBIGINT"}

    def arrow(results: Any) -> Any:
        return pyarrow.chunked_array(results) if hasattr(results, "__arrow_c_stream__") else pyarrow.array(results)

    def kind(function: Any, *grammar: str) -> Any:
        """The type of the answers in SQL: that of no answers at all."""
        answer = arrow(function(pyarrow.array([], pyarrow.string()), *grammar)).type
        struct = pyarrow.types.is_struct(answer)
        return con.struct_type({field.name: sql[str(field.type)] for field in answer}) if struct else sql[str(answer)]

    def alone(function: Any) -> Any:
        return lambda urls: arrow(function(urls))

    def by(function: Any) -> Any:
        def checked(urls: Any, grammar: Any) -> Any:
            names = grammar.unique().drop_null().to_pylist()
            if len(names) > 1:
                raise ValueError("a grammar is named by a constant")
            return arrow(function(urls, *names)) if names else pyarrow.nulls(len(urls))

        return checked

    chosen = None if grammars is None else uri_lineage._ids(grammars)

    def check(urls: Any) -> Any:
        return uri_lineage.check(urls, chosen, dictionary=False, view=True)

    of_all = {"uri_accepts": uri_lineage.accepts, "uri_verdict": _core.verdicts, "uri_check": check}
    of_one = {
        "uri_refusal": uri_lineage.refusals,
        "uri_components": uri_lineage.components,
        "uri_normalise": uri_lineage.normalise,
    }
    # All verdicts that there are, by their numbers.
    fields = [field.name for field in arrow(check(pyarrow.array([], pyarrow.string()))).type]

    def literal(production: Optional[str]) -> str:
        return "null::varchar" if production is None else f"'{production}'"

    def struct(verdict: dict[str, Optional[str]]) -> str:
        return "{" + ", ".join(f"'{id}': {literal(verdict[id])}" for id in fields) + "}"

    verdicts = "[" + ", ".join(map(struct, _core.all_verdicts())) + "]"
    # The answers of one grammar are of the same type as those of another.
    any_grammar = uri_lineage.grammars()[0].id
    functions = [(name, alone(function), [], kind(function)) for name, function in of_all.items()]
    functions += [(name, by(function), ["VARCHAR"], kind(function, any_grammar)) for name, function in of_one.items()]
    for suffix, given in [("", "VARCHAR"), ("_blob", "BLOB")]:
        # A second registration replaces the first.
        con.execute(f"drop macro if exists temp.main.uri_check{suffix}")
        for name, function, more, result in functions:
            with contextlib.suppress(duckdb.InvalidInputException):
                con.remove_function(name + suffix)
            con.create_function(name + suffix, function, [given, *more], result, type="arrow", null_handling="special")
        con.execute(f"create or replace temp macro uri_check{suffix}(url) as list_extract({verdicts}, uri_verdict{suffix}(url) + 1)")
    return con
