"""pandas: an accessor of series.

    >>> import pandas, uri_lineage.pandas    # doctest: +SKIP
    >>> frame["url"].uri.accepts("rfc3986")    # doctest: +SKIP
"""

from __future__ import annotations

from typing import Any, Optional

import pandas
import pyarrow
import pyarrow.compute

import uri_lineage
from uri_lineage import GrammarName, Grammars

__all__ = ["Uri"]


@pandas.api.extensions.register_series_accessor("uri")
class Uri:
    """What the grammars say of a series of strings; missing where the URL is missing. Series keep their index and their name."""

    def __init__(self, series: pandas.Series) -> None:
        self._series = series
        urls = pyarrow.array(series, from_pandas=True)
        # A series without strings has no type.
        self._urls = urls.cast(pyarrow.string()) if pyarrow.types.is_null(urls.type) else urls

    def accepts(self, grammar: GrammarName) -> pandas.Series:
        """Whether a grammar accepts the URL."""
        bit = pyarrow.scalar(uri_lineage._bit(grammar), pyarrow.int16())
        own = pyarrow.compute.bit_wise_and(_arrow(uri_lineage.accepts(self._urls)), bit)
        return self._of(pyarrow.compute.not_equal(own, pyarrow.scalar(0, pyarrow.int16())))

    def check(self, grammars: Optional[Grammars] = None) -> pandas.Series:
        """For each grammar the production that accepts the URL: structs."""
        return self._of(_arrow(uri_lineage.check(self._urls, grammars, dictionary=False, view=False)))

    def refusal(self, grammar: GrammarName) -> pandas.Series:
        """Why a grammar refuses the URL: structs; missing where it accepts it."""
        return self._of(_arrow(uri_lineage.refusals(self._urls, grammar)))

    def components(self, grammar: GrammarName) -> pandas.Series:
        """The components of the URL as a grammar reads them: structs of strings."""
        return self._of(_arrow(uri_lineage.components(self._urls, grammar)))

    def normalise(self, grammar: GrammarName) -> pandas.Series:
        """The form that equivalent URLs share."""
        return self._of(_arrow(uri_lineage.normalise(self._urls, grammar)))

    def _of(self, results: Any) -> pandas.Series:
        column = pandas.arrays.ArrowExtensionArray(results)
        return pandas.Series(column, index=self._series.index, name=self._series.name)


def _arrow(results: Any) -> Any:
    return pyarrow.chunked_array(results) if hasattr(results, "__arrow_c_stream__") else pyarrow.array(results)
