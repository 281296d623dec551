"""URLs by the grammars of 1993 to 2005, on Arrow arrays.

Ten grammars, from the first Internet-Drafts of 1993 to RFC 3986, read a URL exactly as each document defined it.
`grammars()` lists them. A grammar is named by its id: "url-draft-02", ..., "rfc1738", ..., "rfc3986".

URLs come as anything that offers Arrow arrays of strings or binary values: pyarrow, polars, pandas, duckdb, nanoarrow.
An array gives an array, a stream of arrays (a chunked array, a series) gives a chunked array, each with one row for each
URL; a null stays a null. Results offer Arrow arrays too, so that `pyarrow.array(...)`, `pyarrow.chunked_array(...)` and
`polars.Series(...)` accept them without a copy. Strings and binary values are checked byte for byte. Offsets are in bytes.

    >>> import pyarrow, uri_lineage as ul
    >>> bits = pyarrow.array(ul.accepts(pyarrow.array(["news:a", None])))
    >>> bits.null_count
    1
    >>> ul.parse("gopher://h/0sel", grammar="rfc1738").value["gtype"]
    '0'
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Optional, Protocol, Union

from . import _core
from ._core import __version__

__all__ = [
    "ArrowArray",
    "Grammar",
    "GrammarName",
    "Grammars",
    "Parsed",
    "Refusal",
    "accepts",
    "check",
    "components",
    "grammars",
    "normalise",
    "parse",
    "refusals",
]


class _Array(Protocol):
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...


class _Stream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...


#: An Arrow array, or a stream of arrays, of whichever library.
ArrowArray = Union[_Array, _Stream]


@dataclass(frozen=True)
class Grammar:
    """One of the grammars."""

    #: The name by which all functions know it.
    id: str
    #: The document that defines it, and where in it.
    document: str
    section: str
    title: str
    #: When the document appeared.
    date: str
    #: The set of grammars with the same components: "first", "second", "intermediate" or "third".
    generation: str
    #: Whether it is one of the six historical grammars of 1993 to 1997.
    historical: bool
    #: Whether it accepts US-ASCII alone, as all but RFC 3987 do.
    ascii: bool
    #: The productions by which it accepts a URL.
    entry_productions: tuple[str, ...]

    def __str__(self) -> str:
        return self.id


#: A grammar by its id, or itself.
GrammarName = Union[str, Grammar]
#: Grammars: an id, a set ("ascii", the ten of URLs and URIs; "historical", "rfc", "all", or a generation), a grammar, or several of these.
Grammars = Union[GrammarName, Iterable[GrammarName]]


@dataclass(frozen=True)
class Parsed:
    """One URL as a grammar reads it."""

    url: str
    #: The grammar's id.
    grammar: str
    #: The production that accepts the URL, named as the document names it.
    production: str
    #: The typed parts, under the names that the document's productions have.
    value: dict[str, Any]
    #: scheme, user, password, host, port, path, query and fragment; None for those that are not there.
    components: dict[str, Optional[str]]


class Refusal(ValueError):
    """A grammar refuses a URL."""

    #: The grammar's id.
    grammar: str
    #: The production that was being read.
    production: str
    #: Why, by a stable name: "space", "unknown-scheme", ...
    reason: str
    #: The offset of the first byte after which nothing can follow that the grammar would accept.
    offset: int
    #: The character at the offset; None at the end of the URL.
    found: Optional[str]
    #: The document's name for the class of that character, if it has one.
    class_: Optional[str]
    #: All that could have occurred there.
    expected: list[str]
    #: How to correct the URL, if that is known.
    advice: Optional[str]

    def __init__(self, message: str, **facts: Any) -> None:
        super().__init__(message)
        # `class` is a keyword.
        self.class_ = facts.pop("class", None)
        self.__dict__.update(facts)


def _ids(grammars: Grammars) -> list[str]:
    """The ids of grammars, each once, in the order of the arguments."""
    names = [grammars] if isinstance(grammars, (str, Grammar)) else list(grammars)
    known = _known()
    ids: dict[str, None] = {}
    for name in map(str, names):
        ids.update(dict.fromkeys(known.get(name, [name])))
    return list(ids)


def _bit(grammar: GrammarName) -> int:
    """The bit of a grammar in what `accepts` returns."""
    id, ids = str(grammar), _known()["all"]
    if id not in ids:
        raise ValueError(f"no grammar is named `{id}`; there are {', '.join(ids)}")
    return 1 << ids.index(id)


@functools.cache
def _known() -> dict[str, list[str]]:
    """The ids of the grammars of each set. Engines ask for a few thousand rows at a time, so that it is found once."""
    sets: dict[str, list[str]] = {"all": [], "rfc": [], "ascii": [], "historical": []}
    for grammar in grammars():
        sets["all"].append(grammar.id)
        if grammar.generation != "url-standard":
            sets["rfc"].append(grammar.id)
        if grammar.ascii:
            sets["ascii"].append(grammar.id)
        sets.setdefault(grammar.generation, []).append(grammar.id)
        if grammar.historical:
            sets["historical"].append(grammar.id)
    return sets


def check(
    urls: ArrowArray, grammars: Optional[Grammars] = None, *, dictionary: bool = True, view: Optional[bool] = None
) -> ArrowArray:
    """For each URL and grammar the production that accepts it.

    Gives a struct array with one field for each grammar, named by its id: dictionary<int8, string>, or string without
    `dictionary`, for engines that have none; string_view, which costs less, with `view` [default: where the URLs are views
    too]. A field is null where its grammar refuses the URL; a row is null where the
    URL is. `grammars` selects some of them: an id, a set, a `Grammar`, or several of these [default: ascii].

    Raises TypeError for what is no Arrow array of strings or binary values, ValueError for an unknown grammar.
    """
    return _core.check(urls, None if grammars is None else _ids(grammars), dictionary, view)


def accepts(urls: ArrowArray) -> ArrowArray:
    """For each URL the grammars that accept it, as the bits of an int16: the cheapest answer, for filters.

    The lowest bit is the first grammar of `grammars()`, in order of publication. Null where the URL is.

    Raises TypeError for what is no Arrow array of strings or binary values.
    """
    return _core.accepts(urls)


def refusals(urls: ArrowArray, grammar: GrammarName) -> ArrowArray:
    """Why a grammar refuses each URL.

    Gives struct<production, reason, offset: uint64, found, class, expected, advice, message>, strings but for the offset;
    null where the grammar accepts the URL, and where the URL is null. These are the members of the program's JSON; the
    texts of `expected` have semicolons in between. The offset is in bytes, and exact: that of the first byte after which nothing can
    follow that the grammar would accept.

    Raises TypeError for what is no Arrow array of strings or binary values, ValueError for an unknown grammar.
    """
    return _core.refusals(urls, str(grammar))


def components(urls: ArrowArray, grammar: GrammarName) -> ArrowArray:
    """The components of each URL as a grammar reads them.

    Gives a struct of strings: scheme, user, password, host, port, path, query and fragment. A field is null where the URL
    has no such component, and empty where it stands there empty; a row is null where the grammar refuses the URL.

    Raises TypeError for what is no Arrow array of strings or binary values, ValueError for an unknown grammar.
    """
    return _core.components(urls, str(grammar))


def normalise(urls: ArrowArray, grammar: GrammarName) -> ArrowArray:
    """The form that URLs share which are equivalent by the document of a grammar.

    Gives strings; null where the grammar refuses the URL.

    Raises TypeError for what is no Arrow array of strings or binary values, ValueError for an unknown grammar.
    """
    return _core.normalise(urls, str(grammar))


def parse(url: str, grammar: GrammarName) -> Parsed:
    """One URL, with its typed parts.

    Raises Refusal, a ValueError with `offset` and more, where the grammar refuses the URL; TypeError for what is no str;
    ValueError for an unknown grammar.

        >>> parse("ftp://host/~me", grammar="rfc1738")
        Traceback (most recent call last):
        uri_lineage.Refusal: `ftpurl` refuses '~' at byte 11: ...
    """
    found = _core.parse(url, str(grammar))
    if "offset" in found:
        raise Refusal(found.pop("message"), **found)
    return Parsed(**found)


def grammars() -> list[Grammar]:
    """All grammars, in order of publication.

    >>> [grammar.id for grammar in grammars()][:2]
    ['url-draft-02', 'url-draft-03']
    """
    return [Grammar(**{**facts, "entry_productions": tuple(facts["entry_productions"])}) for facts in _core.grammars()]
