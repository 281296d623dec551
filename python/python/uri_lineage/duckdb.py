"""DuckDB: functions for SQL.

    >>> import duckdb, uri_lineage.duckdb
    >>> con = uri_lineage.duckdb.register(duckdb.connect())
    >>> con.sql("select uri_check('news:a').rfc1738").fetchone()
    ('newsurl',)
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Optional

import duckdb
import pyarrow

import uri_lineage
from uri_lineage import _core
from uri_lineage._engine import Function, arrow, functions

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["register"]


def register(con: "DuckDBPyConnection", grammars: Optional[uri_lineage.Grammars] = None) -> "DuckDBPyConnection":
    """Defines functions of a VARCHAR, and for a BLOB the same with `_blob` at the end of their names. Gives the connection.
    A second call replaces the functions of the first.

    - `uri_accepts(url, grammar)`: whether the grammar accepts the URL;
    - `uri_unexamined(url, grammar)`: whether only IDNA processing decides whether the grammar accepts it;
    - `uri_accepted_by(url)`: the grammars that accept it as the bits of a SMALLINT, the lowest the first of `grammars()`;
    - `uri_check(url)`: a struct with the production that accepts it for each grammar, or null; only for these `grammars`, if
      some are named here: each costs a column;
    - `uri_refusal(url, grammar)`: a struct of production, reason, offset in bytes, found, class, expected, advice and
      message, null where it is accepted;
    - `uri_components(url, grammar)`: a struct of scheme, user, password, host, port, path, query and fragment;
    - `uri_normalize(url, grammar)`: the form that equivalent URLs share;
    - `uri_agrees(url, grammars, component)`: whether the grammars, with commas in between, read a component alike.

    A grammar is named by a constant. On this connection each name is also a macro, since DuckDB can describe macros alone:
    `select function_name, parameters, comment from duckdb_functions()` shows them. The macro of `uri_check` asks `uri_verdict(url)` for
    a number, which is looked up in a list of all verdicts. Cursors do not know macros; they call the functions, of which `uri_check`
    costs twice as much there.
    """
    sql = {"string": "VARCHAR", "string_view": "VARCHAR", "int16": "SMALLINT", "uint64": "UBIGINT", "bool": "BOOLEAN"}

    def kind(of: Any) -> Any:
        struct = pyarrow.types.is_struct(of)
        return con.struct_type({field.name: sql[str(field.type)] for field in of}) if struct else sql[str(of)]

    all = functions(grammars)
    ids = [grammar.id for grammar in uri_lineage.grammars()]
    (check,) = (function for function in all if function.name == "uri_check")
    all.insert(0, Function("uri_verdict", "The number of the verdict of all grammars.", _core.verdicts, (), pyarrow.int16()))

    # All verdicts that there are, by their numbers.
    def literal(production: Optional[str]) -> str:
        return "null::varchar" if production is None else _quoted(production)

    def struct(verdict: dict[str, Optional[str]]) -> str:
        return "{" + ", ".join(f"'{field.name}': {literal(verdict[field.name])}" for field in check.type) + "}"

    verdicts = "[" + ", ".join(map(struct, _core.all_verdicts())) + "]"
    for suffix, url in [("", "VARCHAR"), ("_blob", "BLOB")]:

        def define(name: str, of: Callable[..., Any], constants: int, function: Function) -> str:
            with contextlib.suppress(duckdb.InvalidInputException):
                con.remove_function(name)
            given = [url, *["VARCHAR"] * constants]
            con.create_function(name, of, given, kind(function.type), type="arrow", null_handling="special")
            return f'system.main."{name}"'

        for function in all:
            name, names = function.name + suffix, ", ".join(["url", *function.constants])
            con.execute(f"drop macro if exists temp.main.{name}")
            body = f"{define(name, _counted(function), len(function.constants), function)}({names})"
            if function is check:
                body = f"list_extract({verdicts}, uri_verdict{suffix}(url) + 1)"
            elif function.constants == ("grammar",):
                # DuckDB writes a constant into a column for each call. A function for each grammar needs none.
                own = {id: define(f"{name}:{id}", _of_grammar(function, id), 0, function) for id in ids}
                cases = " ".join(f"when {_quoted(id)} then {one}(url)" for id, one in own.items())
                body = f"case grammar {cases} else {body} end"
            # DuckDB lets one describe a macro, and no function.
            con.execute(f"create temp macro {name}({names}) as {body}")
            con.execute(f"comment on macro temp.main.{name} is {_quoted(function.returns)}")
    return con


def _of_grammar(function: Function, grammar: str) -> Callable[..., Any]:
    return lambda urls: arrow(function.apply(urls, grammar))


def _counted(function: Function) -> Callable[..., Any]:
    """The function with as many parameters as it has arguments, which DuckDB counts."""
    apply = function.of_columns
    counted = [lambda urls: apply(urls), lambda urls, one: apply(urls, one), lambda urls, one, other: apply(urls, one, other)]
    return counted[len(function.constants)]


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
