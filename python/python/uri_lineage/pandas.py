"""pandas: an accessor of series.

    >>> import pandas, uri_lineage.pandas    # doctest: +SKIP
    >>> frame["url"].uri.accepts("rfc3986")    # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Optional, Union

import pandas
import pyarrow

import uri_lineage
from uri_lineage import Grammars
from uri_lineage._engine import arrow

__all__ = ["Uri"]


@pandas.api.extensions.register_series_accessor("uri")
class Uri:
    """What the grammars say of a series of strings; missing where the URL is missing. Series keep their index and their name."""

    def __init__(self, series: pandas.Series) -> None:
        self._series = series
        urls = pyarrow.array(series, from_pandas=True)
        # A series without strings has no type.
        self._urls = urls.cast(pyarrow.string()) if pyarrow.types.is_null(urls.type) else urls

    def accepts(self, grammars: Grammars) -> pandas.Series:
        """Whether a grammar accepts the URL; for several grammars structs."""
        return self._of(uri_lineage.accepts(self._urls, grammars))

    def agrees(self, grammars: Grammars, component: Union[str, Iterable[str]] = "host") -> pandas.Series:
        """Whether all of the grammars accept the URL and read a component alike. The first call takes up to some seconds."""
        return self._of(uri_lineage.agrees(self._urls, grammars, component))

    def check(self, grammars: Optional[Grammars] = None) -> pandas.Series:
        """For each grammar the production that accepts the URL: structs."""
        return self._of(uri_lineage.check(self._urls, grammars, dictionary=False, view=False))

    def refusal(self, grammar: Grammars) -> pandas.Series:
        """Why a grammar refuses the URL: structs; missing where it accepts it."""
        return self._of(uri_lineage.refusals(self._urls, grammar))

    def components(self, grammar: Grammars) -> pandas.Series:
        """The components of the URL as a grammar reads them: structs of strings."""
        return self._of(uri_lineage.components(self._urls, grammar))

    def normalize(self, grammar: Grammars) -> pandas.Series:
        """The form that equivalent URLs share."""
        return self._of(uri_lineage.normalize(self._urls, grammar))

    def _of(self, answer: Any) -> pandas.Series:
        column = pandas.arrays.ArrowExtensionArray(arrow(answer))
        return pandas.Series(column, index=self._series.index, name=self._series.name)
