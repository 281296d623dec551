"""DuckDB: functions for SQL.

    >>> import duckdb, uri_lineage.duckdb
    >>> con = uri_lineage.duckdb.register(duckdb.connect())
    >>> con.execute("select uri_check('news:a').rfc1738").fetchone()
    ('newsurl',)
"""

from __future__ import annotations

import contextlib
import inspect
from typing import TYPE_CHECKING, Any, Optional

import duckdb
import pyarrow
from pyarrow import types

import uri_lineage
from uri_lineage import _core
from uri_lineage._columns import each
from uri_lineage._engine import Function, functions

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["register"]


def register(con: "DuckDBPyConnection", grammars: uri_lineage.Grammars = "ascii") -> "DuckDBPyConnection":
    """Defines functions of a VARCHAR, and gives the connection. A second call replaces the functions of the first.

    - `uri_accepts(url, grammar)`: whether the grammar accepts the URL;
    - `uri_accepted_by(url)`: the grammars that accept it as the bits of a SMALLINT, the lowest the first of `grammars()`;
    - `uri_check(url)`: a struct with the production that accepts it for each grammar, or null; only for these `grammars`, if
      some are named here: each costs a column;
    - `uri_refusal(url, grammar)`: a struct of production, reason, offset in bytes, found, class, expected, advice and
      message, null where it is accepted;
    - `uri_components(url, grammar)`: a struct of scheme, user, password, host, port, path, query and fragment;
    - `uri_normalize(url, grammar)`: the form that equivalent URLs share;
    - `uri_agrees(url, grammars, component)`: whether the grammars, with commas in between, read a component alike.

    A grammar is named by a constant. On this connection each name is also a macro, since DuckDB can describe macros alone:
    `select function_name, parameters, comment from duckdb_functions()` shows them. The macro of `uri_check` asks another function for
    a number, which is looked up in a list of all verdicts. Cursors do not know macros; they call the functions, of which `uri_check`
    costs twice as much there.

    What is not text, such as a BLOB, is an error; `decode(column)` makes text of a BLOB.
    """
    sql = {"string": "VARCHAR", "string_view": "VARCHAR", "int16": "SMALLINT", "uint64": "UBIGINT", "bool": "BOOLEAN"}

    def kind(of: Any) -> Any:
        struct = types.is_struct(of)
        return con.struct_type({field.name: sql[str(field.type)] for field in of}) if struct else sql[str(of)]

    all = functions(grammars)
    ids = [grammar.id for grammar in uri_lineage.grammars()]
    (check,) = (function for function in all if function.name == "uri_check")
    number = Function("uri_check:number", "", each(_core.verdicts), (), pyarrow.int16())

    # All verdicts that there are, by their numbers.
    def literal(production: Optional[str]) -> str:
        return "null::varchar" if production is None else _quoted(production)

    def struct(verdict: dict[str, Optional[str]]) -> str:
        return "{" + ", ".join(f"'{field.name}': {literal(verdict[field.name])}" for field in check.type) + "}"

    verdicts = "[" + ", ".join(map(struct, _core.all_verdicts())) + "]"

    def define(name: str, function: Function, *constants: str) -> str:
        def apply(*columns: pyarrow.Array) -> pyarrow.Array:
            _expect_text(columns[0].type)
            return function.apply(*columns, *constants) if constants else function.of_columns(*columns)

        # As many parameters as DuckDB has to count.
        names = ["url", *function.constants[len(constants) :]]
        apply.__signature__ = inspect.Signature([inspect.Parameter(one, inspect.Parameter.POSITIONAL_ONLY) for one in names])
        with contextlib.suppress(duckdb.InvalidInputException):
            con.remove_function(name)
        # Of columns of any type, so that the error about a wrong one is ours.
        con.create_function(name, apply, None, kind(function.type), type="arrow", null_handling="special")
        return f'system.main."{name}"'

    for function in all:
        name, names = function.name, ", ".join(["url", *function.constants])
        con.execute(f"drop macro if exists temp.main.{name}")
        body = f"{define(name, function)}({names})"
        if function is check:
            body = f"list_extract({verdicts}, {define(number.name, number)}(url) + 1)"
        elif function.constants == ("grammar",):
            # DuckDB writes a constant into a column for each call. A function for each grammar needs none.
            cases = " ".join(f"when {_quoted(id)} then {define(f'{name}:{id}', function, id)}(url)" for id in ids)
            body = f"case grammar {cases} else {body} end"
        # DuckDB lets one describe a macro, and no function.
        con.execute(f"create temp macro {name}({names}) as {body}")
        con.execute(f"comment on macro temp.main.{name} is {_quoted(function.returns)}")
    return con


def _expect_text(kind: Any) -> None:
    """Raises TypeError unless a column of DuckDB is of VARCHAR, of an ENUM, which comes as a dictionary, or of nulls alone."""
    if not any(is_one(kind) for is_one in (types.is_string, types.is_large_string, types.is_string_view, types.is_dictionary, types.is_null)):
        raise TypeError(f"expected a column of text (VARCHAR), got {kind}: `decode(column)` makes text of a BLOB, `column::varchar` of another")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
