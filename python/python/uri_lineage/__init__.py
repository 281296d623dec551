"""URLs by the grammars of 1993 to today, on Arrow arrays.

Thirteen grammars, from the first Internet-Drafts of 1993 to the URL Standard, read a URL exactly as each document defined it.
`grammars()` lists them. A grammar is named by its id ("url-draft-02", ..., "rfc1738", ..., "whatwg") or by a `Grammar`. Several are
named by a list of these, by names with commas in between, or by a set: "ascii" (the ten of URLs and URIs), "historical", "rfc", "all",
or a generation ("first", "second", "intermediate", "third", "url-standard"). Where one grammar is named, the answer is one value
for each URL; where several may be, it has a field for each grammar.

One URL, a `str`, gives a plain value: a number, a bool, a `str`, a dict, or None. Columns of URLs come as anything that offers Arrow arrays of strings or binary values: pyarrow, polars, pandas, duckdb, nanoarrow.
An array gives an array, a stream of arrays (a chunked array, a series) gives a chunked array, each with one row for each
URL; a null stays a null. Results offer Arrow arrays too, so that `pyarrow.array(...)`, `pyarrow.chunked_array(...)` and
`polars.Series(...)` accept them without a copy. Strings and binary values are checked byte for byte. Offsets are in bytes.

    >>> import pyarrow, uri_lineage as ul
    >>> bits = pyarrow.array(ul.accepts(pyarrow.array(["news:a", None])))
    >>> bits.null_count
    1
    >>> ul.accepts("ftp://host/~me", ["rfc1738", "rfc3986"])
    {'rfc1738': False, 'rfc3986': True}
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
    "Urls",
    "accepts",
    "agrees",
    "check",
    "components",
    "grammars",
    "normalize",
    "parse",
    "refusals",
    "unexamined",
]


class _Array(Protocol):
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...


class _Stream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...


#: An Arrow array, or a stream of arrays, of whichever library.
ArrowArray = Union[_Array, _Stream]
#: URLs: a column, or one.
Urls = Union[ArrowArray, str]


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
    #: The set of grammars with the same components: "first", "second", "intermediate", "third" or "url-standard".
    generation: str
    #: Whether it is one of the six historical grammars of 1993 to 1997.
    historical: bool
    #: Whether it accepts US-ASCII alone, as all but RFC 3987 and the URL Standard do.
    ascii: bool
    #: The productions by which it accepts a URL.
    entry_productions: tuple[str, ...]

    def __str__(self) -> str:
        return self.id


#: A grammar by its id, or itself.
GrammarName = Union[str, Grammar]
#: Grammars: an id, a set ("ascii", "historical", "rfc", "all", or a generation), a grammar, or several of these.
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
    """A grammar refuses a URL. `vars(refusal)` has the members of the program's JSON."""

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
    #: All that could have occurred there.
    expected: list[str]
    #: How to correct the URL, if that is known.
    advice: Optional[str]
    #: All of it as a sentence.
    message: str

    def __init__(self, message: str, **members: Any) -> None:
        super().__init__(message)
        self.__dict__.update(members, message=message)

    @property
    def class_(self) -> Optional[str]:
        """The document's name for the class of the character that was found, if it has one. `class` is a keyword."""
        return self.__dict__.get("class")


def _named(grammars: Grammars) -> tuple[list[str], bool]:
    """The ids of grammars, each once, in the order of the arguments; and whether several may be named."""
    names = [grammars] if isinstance(grammars, (str, Grammar)) else list(grammars)
    known = _known()
    ids: dict[str, None] = {}
    for name in (part.strip() for name in names for part in str(name).split(",")):
        ids.update(dict.fromkeys(known.get(name, [name])))
    several = not isinstance(grammars, (str, Grammar)) or str(grammars) in known or len(ids) > 1
    return list(ids), several


def _one(grammar: GrammarName) -> str:
    """The id of a grammar, where one alone can be named."""
    ids, several = _named(grammar)
    if several:
        raise ValueError(f"one grammar is named here, not {', '.join(ids)}")
    return ids[0]


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
    urls: Urls, grammars: Optional[Grammars] = None, *, dictionary: bool = True, view: Optional[bool] = None
) -> Any:
    """For each URL and grammar the production that accepts it.

    Gives a struct array with one field for each grammar, named by its id: dictionary<int8, string>, or string without
    `dictionary`, for engines that have none; string_view, which costs less, with `view` [default: where the URLs are views
    too]. A field is null where its grammar refuses the URL; a row is null where the
    URL is. `grammars` selects some of them [default: ascii].

        >>> check("news:a", ["rfc1738", "rfc3986"])
        {'rfc1738': 'newsurl', 'rfc3986': 'URI'}

    Raises TypeError for what is no URL and no Arrow array of strings or binary values, ValueError for an unknown grammar.
    """
    return _core.check(urls, None if grammars is None else _named(grammars)[0], dictionary, view)


def accepts(urls: Urls, grammars: Optional[Grammars] = None) -> Any:
    """For each URL whether a grammar accepts it: bool, the cheapest answer, for filters; for several grammars a struct of bool.

    Without `grammars` all that accept it, as the bits of an int16. The lowest bit is the first grammar of `grammars()`, in order
    of publication. Null where the URL is.

    Raises TypeError for what is no URL and no Arrow array of strings or binary values, ValueError for an unknown grammar.
    """
    return _core.accepted_by(urls) if grammars is None else _core.accepts(urls, *_named(grammars))


def unexamined(urls: Urls, grammars: Grammars = "url-standard") -> Any:
    """For each URL whether a grammar accepts it *unexamined*: only Unicode's IDNA processing (UTS 46), which no grammar can express,
    decides whether its host is a domain. Only the grammars of the URL Standard do so.

    Gives bool; for several grammars a struct of bool. Null where the URL is.

        >>> unexamined("http://b\\u00fccher/", "whatwg")
        True

    Raises TypeError for what is no URL and no Arrow array of strings or binary values, ValueError for an unknown grammar.
    """
    return _core.unexamined(urls, *_named(grammars))


def agrees(urls: Urls, grammars: Grammars, component: Union[str, Iterable[str]] = "host") -> Any:
    """For each URL whether all of the grammars accept it and read a component alike: bool, null where the URL is.

    `component` is "scheme", "user", "host", "port", "path", "query", "fragment", or several of these. Absent and empty components
    are alike.

        >>> agrees("ftp://0?@a", ["rfc1738", "rfc3986"], component="host")    # RFC 1738 reads `a`, RFC 3986 reads `0`
        False

    Cost: the first call with these grammars and components builds an automaton of all strings that they read alike, which takes from
    some hundredths of a second to some seconds (most with the URL Standard). The process keeps it. Then a URL costs less than a verdict.

    Raises TypeError for what is no URL and no Arrow array of strings or binary values, ValueError for an unknown grammar or
    component.
    """
    components = component.split(",") if isinstance(component, str) else list(component)
    return _core.agrees(urls, _named(grammars)[0], [name.strip() for name in components])


def refusals(urls: Urls, grammar: Grammars) -> Any:
    """Why a grammar refuses each URL.

    Gives struct<production, reason, offset: uint64, found, class, expected, advice, message>, strings but for the offset;
    null where the grammar accepts the URL, and where the URL is null. These are the members of the program's JSON; the
    texts of `expected` have semicolons in between. The offset is in bytes, and exact: that of the first byte after which nothing can
    follow that the grammar would accept.

    Raises TypeError for what is no URL and no Arrow array of strings or binary values, ValueError for an unknown grammar.
    """
    return _core.refusals(urls, *_named(grammar))


def components(urls: Urls, grammar: Grammars) -> Any:
    """The components of each URL as a grammar reads them.

    Gives struct<scheme, user, password, host, port, path, query, fragment>, all strings. A field is null where the URL has
    no such component, which differs from an empty one. A row is null where the grammar refuses the URL.

        >>> components("http://www.w3.org:80/", "rfc3986")["host"]
        'www.w3.org'

    Raises TypeError for what is no URL and no Arrow array of strings or binary values, ValueError for an unknown grammar.
    """
    return _core.components(urls, *_named(grammar))


def normalize(urls: Urls, grammar: Grammars) -> Any:
    """The form that URLs share which are equivalent by the document of a grammar.

    Gives strings; null where the grammar refuses the URL.

        >>> normalize("HTTP://WWW.w3.org/%7Ea", "rfc3986")
        'http://www.w3.org/~a'

    Raises TypeError for what is no URL and no Arrow array of strings or binary values; ValueError for an unknown grammar, and for the
    URL Standard's, which have no rules of equivalence.
    """
    return _core.normalize(urls, *_named(grammar))


def parse(url: str, grammar: Grammars) -> Any:
    """One URL, with its typed parts: `Parsed`. For several grammars a dict from the id of each to its `Parsed` or `Refusal`.

    Raises Refusal, a ValueError with `offset` and more, where the one grammar refuses the URL; TypeError for what is no str;
    ValueError for an unknown grammar.

        >>> parse("ftp://host/~me", grammar="rfc1738")
        Traceback (most recent call last):
        uri_lineage.Refusal: `ftpurl` refuses '~' at byte 11: ...
    """
    ids, several = _named(grammar)
    found = {id: _parsed(_core.parse(url, id)) for id in ids}
    if several:
        return found
    (one,) = found.values()
    if isinstance(one, Refusal):
        raise one
    return one


def _parsed(found: dict[str, Any]) -> Union[Parsed, Refusal]:
    return Refusal(**found) if "offset" in found else Parsed(**found)


def grammars() -> list[Grammar]:
    """All grammars, in order of publication.

    >>> [grammar.id for grammar in grammars()][:2]
    ['url-draft-02', 'url-draft-03']
    """
    return [Grammar(**{**facts, "entry_productions": tuple(facts["entry_productions"])}) for facts in _core.grammars()]
