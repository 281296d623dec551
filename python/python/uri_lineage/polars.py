"""Polars: a namespace of expressions.

    >>> import polars, uri_lineage.polars    # doctest: +SKIP
    >>> frame.select(polars.col("url").uri.accepts("rfc3986"))    # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Union

import polars

import uri_lineage
from uri_lineage import Grammars

__all__ = ["Uri"]


@polars.api.register_expr_namespace("uri")
class Uri:
    """What the grammars say of a column of strings or binary values; null where the URL is null.

    Each expression knows its type, so that lazy frames do.
    """

    def __init__(self, expr: polars.Expr) -> None:
        self._expr = expr

    def accepts(self, grammars: Grammars) -> polars.Expr:
        """Whether a grammar accepts the URL; for several grammars a struct."""
        return self._map(uri_lineage.accepts, grammars)

    def accepted_by(self) -> polars.Expr:
        """The grammars that accept the URL, as bits; the lowest is the oldest grammar."""
        return self._map(uri_lineage.accepted_by)

    def check(self, grammars: Grammars = "ascii") -> polars.Expr:
        """For each grammar the production that accepts the URL: a struct."""
        return self._map(uri_lineage.check, grammars)

    def refusal(self, grammars: Grammars) -> polars.Expr:
        """Why a grammar refuses the URL: a struct; null where it accepts it."""
        return self._map(uri_lineage.refusal, grammars)

    def components(self, grammars: Grammars) -> polars.Expr:
        """The components of the URL as a grammar reads them: a struct of strings."""
        return self._map(uri_lineage.components, grammars)

    def normalize(self, grammars: Grammars) -> polars.Expr:
        """The form that equivalent URLs share."""
        return self._map(uri_lineage.normalize, grammars)

    def agrees(self, grammars: Grammars, component: Union[str, Iterable[str]] = "host") -> polars.Expr:
        """Whether all of the grammars accept the URL and read a component alike. The first call takes up to some seconds."""
        return self._map(uri_lineage.agrees, grammars, component)

    def _map(self, function: Callable[..., polars.Series], *arguments: object) -> polars.Expr:
        repeatable = [uri_lineage._repeatable(argument) for argument in arguments]

        def apply(urls: polars.Series) -> polars.Series:
            return function(urls, *repeatable)

        # The type of the answers is that of no answers at all; an unknown grammar is an error here.
        kind = apply(polars.Series("", [], dtype=polars.String)).dtype
        return self._expr.map_batches(apply, return_dtype=kind, is_elementwise=True)
