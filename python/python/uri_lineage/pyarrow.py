"""pyarrow: compute functions, for `pyarrow.compute.call_function` and for expressions of datasets.

    >>> import pyarrow.compute, uri_lineage.pyarrow
    >>> uri_lineage.pyarrow.register()
    >>> pyarrow.compute.call_function("uri_accepts", [pyarrow.array(["news:a"]), pyarrow.scalar("rfc3986")])[0]
    <pyarrow.BooleanScalar: True>
"""

from __future__ import annotations

import functools
from typing import Any

import pyarrow
import pyarrow.compute

from uri_lineage._engine import Function, functions, plain

__all__ = ["register"]


@functools.cache
def register() -> None:
    """Registers compute functions of strings; a second call does nothing.

    - `uri_accepts(url, grammar)`: whether the grammar accepts the URL;
    - `uri_accepted_by(url)`: the grammars that accept it as the bits of an int16, the lowest the first of `grammars()`;
    - `uri_check(url)`: a struct with the production that accepts it for each grammar, or null;
    - `uri_refusal(url, grammar)`: why the grammar refuses it; null where it accepts it;
    - `uri_components(url, grammar)`: a struct of scheme, user, password, host, port, path, query and fragment;
    - `uri_normalize(url, grammar)`: the form that equivalent URLs share;
    - `uri_agrees(url, grammars, component)`: whether the grammars, with commas in between, read a component alike.

    Each argument has to be of type string. Cast others (`large_string`, `binary`, and `null`, the type of `pyarrow.scalar(None)`), or pass
    the column to the functions of `uri_lineage`.
    """
    for function in functions():
        arguments = {name: pyarrow.string() for name in ("url", *function.constants)}
        doc = {"summary": function.returns, "description": f"{function.returns} URLs and names are strings."}
        kind = plain(pyarrow.array([], function.type)).type
        pyarrow.compute.register_scalar_function(_applied(function), function.name, doc, arguments, kind)


def _applied(function: Function) -> Any:
    def apply(context: Any, urls: Any, *constants: Any) -> Any:
        if isinstance(urls, pyarrow.Scalar):
            return plain(function.of_columns(pyarrow.array([urls.as_py()], pyarrow.string()), *constants))[0]
        return plain(function.of_columns(urls, *constants))

    return apply
