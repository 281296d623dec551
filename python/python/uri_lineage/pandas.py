"""pandas: an accessor of series.

    >>> import pandas, uri_lineage.pandas    # doctest: +SKIP
    >>> frame["url"].uri.accepts("rfc3986")    # doctest: +SKIP

`uri_lineage.accepts(frame["url"], "rfc3986")` is the same without this module.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Union

import pandas

import uri_lineage
from uri_lineage import Grammars

__all__ = ["Uri"]


@pandas.api.extensions.register_series_accessor("uri")
class Uri:
    """What the grammars say of a series of strings; missing where the URL is missing. Series keep their index and their name."""

    def __init__(self, series: pandas.Series[str]) -> None:
        self._series = series

    def accepts(self, grammars: Grammars) -> pandas.Series:
        """Whether a grammar accepts the URL; for several grammars structs."""
        return uri_lineage.accepts(self._series, grammars)

    def accepted_by(self) -> pandas.Series:
        """The grammars that accept the URL, as bits; the lowest is the oldest grammar."""
        return uri_lineage.accepted_by(self._series)

    def check(self, grammars: Grammars = "ascii") -> pandas.Series:
        """For each grammar the production that accepts the URL: structs."""
        return uri_lineage.check(self._series, grammars)

    def refusal(self, grammars: Grammars) -> pandas.Series:
        """Why a grammar refuses the URL: structs; missing where it accepts it."""
        return uri_lineage.refusal(self._series, grammars)

    def components(self, grammars: Grammars) -> pandas.Series:
        """The components of the URL as a grammar reads them: structs of strings."""
        return uri_lineage.components(self._series, grammars)

    def normalize(self, grammars: Grammars) -> pandas.Series:
        """The form that equivalent URLs share."""
        return uri_lineage.normalize(self._series, grammars)

    def agrees(self, grammars: Grammars, component: Union[str, Iterable[str]] = "host") -> pandas.Series:
        """Whether all of the grammars accept the URL and read a component alike. The first call takes up to some seconds."""
        return uri_lineage.agrees(self._series, grammars, component)
