"""Polars: a namespace of expressions.

    >>> import polars, uri_lineage.polars    # doctest: +SKIP
    >>> frame.select(polars.col("url").uri.accepts("rfc3986"))    # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Optional

import polars

import uri_lineage
from uri_lineage import GrammarName, Grammars

__all__ = ["Uri"]


@polars.api.register_expr_namespace("uri")
class Uri:
    """What the grammars say of a column of strings or binary values; null where the URL is null.

    Each expression knows its type, so that lazy frames do.
    """

    def __init__(self, expr: polars.Expr) -> None:
        self._expr = expr

    def accepts(self, grammar: GrammarName) -> polars.Expr:
        """Whether a grammar accepts the URL."""
        bit = uri_lineage._bit(grammar)
        return self._map(lambda urls: polars.Series(uri_lineage.accepts(urls)) & bit != 0)

    def check(self, grammars: Optional[Grammars] = None) -> polars.Expr:
        """For each grammar the production that accepts the URL: a struct."""
        return self._map(lambda urls: polars.Series(uri_lineage.check(urls, grammars, dictionary=False)))

    def refusal(self, grammar: GrammarName) -> polars.Expr:
        """Why a grammar refuses the URL: a struct; null where it accepts it."""
        return self._map(lambda urls: polars.Series(uri_lineage.refusals(urls, grammar)))

    def components(self, grammar: GrammarName) -> polars.Expr:
        """The components of the URL as a grammar reads them: a struct of strings."""
        return self._map(lambda urls: polars.Series(uri_lineage.components(urls, grammar)))

    def normalise(self, grammar: GrammarName) -> polars.Expr:
        """The form that equivalent URLs share."""
        return self._map(lambda urls: polars.Series(uri_lineage.normalise(urls, grammar)))

    def _map(self, function: Callable[[polars.Series], polars.Series]) -> polars.Expr:
        # The type of the answers is that of no answers at all; an unknown grammar is an error here.
        kind = function(polars.Series("", [], dtype=polars.String)).dtype

        def checked(urls: polars.Series) -> Any:
            return function(urls).alias(urls.name)

        return self._expr.map_batches(checked, return_dtype=kind, is_elementwise=True)
