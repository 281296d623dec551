"""URLs by the grammars of 1993 to today, on columns.

The grammars, from the first Internet-Drafts of 1993 to the URL Standard, read a URL exactly as each document defined it.
`grammars()` lists them. A grammar is named by its id ("url-draft-02", ..., "rfc1738", ..., "whatwg") or by a `Grammar`. Several are
named by a list of these, by names with commas in between, or by a set: "ascii" (all of 1993 to 2005 for URLs and URIs), "historical", "rfc", "all",
or a generation ("first", "second", "intermediate", "third", "url-standard"). Where one grammar is named, the answer is one value
for each URL; where several may be, it has a field for each grammar.

One URL, a `str`, gives a plain value: a number, a bool, a `str`, a dict, or None. A column gives a column of the same kind, with one row
for each URL; a null stays a null:

- a series, an index or an array of pandas gives the same, with its index and its name, and values of Arrow. It needs pyarrow;
- a series of polars gives a series with its name;
- an array of pyarrow gives an array, and a chunked array a chunked one;
- a list, a tuple or an array of numpy gives a list of plain values, since an array of numpy has no nulls;
- another object that offers an Arrow array or a stream of them (nanoarrow's, for example) gives an object that offers the same.

The values of a column are strings or bytes. Bytes are checked as they are. Offsets are in bytes.

    >>> import pyarrow, uri_lineage as ul
    >>> ul.accepts(pyarrow.array(["news:a", None]), "rfc1738").null_count
    1
    >>> ul.accepts(["news:a", "a b", None], "rfc1738")
    [True, False, None]
    >>> ul.accepts("ftp://host/~me", ["rfc1738", "rfc3986"])
    {'rfc1738': False, 'rfc3986': True}
    >>> ul.parse("gopher://h/0sel", "rfc1738").value["gtype"]
    '0'

All functions of columns raise TypeError for what is neither a URL nor a column of strings or bytes, and ValueError for an unknown grammar.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Optional, TypedDict, Union, overload

from . import _core
from ._columns import ArrowArray, ArrowStream, Urls, by_grammar, each
from ._core import __version__

__all__ = [
    "ArrowArray",
    "ArrowStream",
    "Components",
    "Grammar",
    "GrammarId",
    "GrammarName",
    "GrammarSet",
    "Grammars",
    "Json",
    "Parsed",
    "Refusal",
    "RefusalMembers",
    "Urls",
    "accepted_by",
    "accepts",
    "agrees",
    "check",
    "components",
    "grammars",
    "normalize",
    "parse",
    "refusal",
]

if TYPE_CHECKING:
    from ._columns import One, Several

GrammarId = Literal[
    "url-draft-02",
    "url-draft-03",
    "rfc1630-generic",
    "rfc1630",
    "rfc1738",
    "rfc1808",
    "uri-1997",
    "rfc2396",
    "rfc2732",
    "rfc3986",
    "rfc3987",
    "whatwg-valid",
    "whatwg",
]
GrammarSet = Literal["all", "rfc", "ascii", "historical", "first", "second", "intermediate", "third", "url-standard"]
#: A value of JSON.
Json = Union[None, bool, int, float, str, list["Json"], dict[str, "Json"]]


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
#: Grammars: an id, a set, a grammar, ids with commas in between, or several of these.
Grammars = Union[GrammarName, Iterable[GrammarName]]


class Components(TypedDict):
    """The components of a URL; None for those that are not there."""

    scheme: Optional[str]
    user: Optional[str]
    password: Optional[str]
    host: Optional[str]
    port: Optional[str]
    path: Optional[str]
    query: Optional[str]
    fragment: Optional[str]


#: Why a grammar refuses a URL: the members of `Refusal` but the grammar. The texts of `expected` have semicolons in between.
RefusalMembers = TypedDict(
    "RefusalMembers",
    {
        "production": str,
        "reason": str,
        "offset": int,
        "found": Optional[str],
        "class": Optional[str],
        "expected": Optional[str],
        "advice": Optional[str],
        "message": str,
    },
)


@dataclass(frozen=True)
class Parsed:
    """One URL as a grammar reads it."""

    url: str
    #: The grammar's id.
    grammar: str
    #: The production that accepts the URL, named as the document names it.
    production: str
    #: The typed parts, under the names that the document's productions have.
    value: dict[str, Json]
    components: Components


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

    def __init__(self, message: str, **members: object) -> None:
        super().__init__(message)
        self.__dict__.update(members, message=message)

    @property
    def class_(self) -> Optional[str]:
        """The document's name for the class of the character that was found, if it has one. `class` is a keyword."""
        found: Optional[str] = self.__dict__.get("class")
        return found


def _named(grammars: Grammars) -> tuple[list[str], bool]:
    """The ids of grammars, each once, in the order of the arguments; and whether several may be named."""
    known = _known()
    ids: dict[str, None] = {}
    for name in _names(grammars):
        ids.update(dict.fromkeys(known.get(name, [name])))
    several = not isinstance(grammars, (str, Grammar, type(None))) or str(grammars) in known or len(ids) > 1
    return list(ids), several


def _names(given: Union[None, str, Grammar, Iterable[GrammarName]]) -> list[str]:
    """Names, one or several, with commas in between or not. None becomes `null`, so that the error names it."""
    names = [given] if isinstance(given, (str, Grammar, type(None))) else list(given)
    return [part.strip() for name in names for part in ("null" if name is None else str(name)).split(",")]


def _repeatable(argument: object) -> Any:
    """An argument that can be read again: engines ask once for the type of the answers, and then for each of their batches."""
    return list(argument) if isinstance(argument, Iterator) else argument


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


@each
def check(
    urls: Urls, grammars: Grammars = "ascii", *, dictionary: bool = False, view: Optional[bool] = None
) -> dict[str, Optional[str]]:
    """For each URL and grammar the production that accepts it.

    A column gives structs with one field for each grammar, named by its id. A field is null where its grammar refuses the URL; a row is
    null where the URL is. The fields are strings: `string_view`, which costs less, with `view` [default: where the URLs are views too],
    or dictionary<int8, string>, which costs least, with `dictionary`.

        >>> check("news:a", ["rfc1738", "rfc3986"])
        {'rfc1738': 'newsurl', 'rfc3986': 'URI'}
    """
    return _core.check(urls, _named(grammars)[0], dictionary, view)


@by_grammar
def accepts(urls: Urls, grammars: Grammars) -> bool:
    """For each URL whether a grammar accepts it: bool, the cheapest answer, for filters; for several grammars a struct of bool.
    Null where the URL is.

        >>> accepts("http://www.w3.org/", "rfc3986")
        True
    """
    return _core.accepts(urls, *_named(grammars))


@each
def accepted_by(urls: Urls) -> int:
    """For each URL all grammars that accept it, as the bits of an int16. The lowest bit is the first grammar of `grammars()`, in order
    of publication. Null where the URL is.

        >>> [grammar.id for bit, grammar in enumerate(grammars()) if accepted_by("http://[::1]/") >> bit & 1]
        ['rfc2732', 'rfc3986', 'rfc3987', 'whatwg-valid', 'whatwg']
    """
    return _core.accepted_by(urls)


@each
def agrees(urls: Urls, grammars: Grammars, component: Union[str, Iterable[str]] = "host") -> bool:
    """For each URL whether all of the grammars accept it and read a component alike: bool, null where the URL is.

    `component` is "scheme", "user", "host", "port", "path", "query", "fragment", or several of these. Absent and empty components
    are alike. A host that is a name for one grammar and an address for another (`http://2130706433`) is not. Another one raises ValueError.

        >>> agrees("ftp://0?@a", ["rfc1738", "rfc3986"], component="host")    # RFC 1738 reads `a`, RFC 3986 reads `0`
        False

    Cost: the first call with these grammars and components builds an automaton of all strings that they read alike, which takes from
    some hundredths of a second to some seconds (most with the URL Standard). The process keeps it. Then a URL costs less than a verdict; with the URL Standard, a verdict more.
    """
    return _core.agrees(urls, _named(grammars)[0], _names(component))


@by_grammar
def refusal(urls: Urls, grammars: Grammars) -> Optional[RefusalMembers]:
    """Why a grammar refuses each URL.

    Gives struct<production, reason, offset: uint64, found, class, expected, advice, message>, strings but for the offset; for several
    grammars a struct of these. Null where the grammar accepts the URL, and where the URL is null. These are the members of the program's
    JSON; the texts of `expected` have semicolons in between. The offset is in bytes, and exact: that of the first byte after which
    nothing can follow that the grammar would accept.

        >>> refusal("ftp://host/~me", "rfc1738")["offset"]
        11
    """
    return _core.refusal(urls, *_named(grammars))


@by_grammar
def components(urls: Urls, grammars: Grammars) -> Optional[Components]:
    """The components of each URL as a grammar reads them.

    Gives struct<scheme, user, password, host, port, path, query, fragment>, all strings; for several grammars a struct of these. A field
    is null where the URL has no such component, which differs from an empty one. A row is null where the grammar refuses the URL.

        >>> components("http://www.w3.org:80/", "rfc3986")["host"]
        'www.w3.org'
    """
    return _core.components(urls, *_named(grammars))


@by_grammar
def normalize(urls: Urls, grammars: Grammars) -> Optional[str]:
    """The form that URLs share which are equivalent by the document of a grammar.

    Gives strings; for several grammars a struct of strings. Null where the grammar refuses the URL. By `whatwg` it is what the
    parser of the URL Standard serialises, and null where that parser fails on a host that the grammar does not examine. Raises ValueError for `whatwg-valid` too, which has no rules of equivalence.

        >>> normalize("HTTP://WWW.w3.org/%7Ea", "rfc3986")
        'http://www.w3.org/~a'
    """
    return _core.normalize(urls, *_named(grammars))


@overload
def parse(url: str, grammars: One) -> Parsed: ...
@overload
def parse(url: str, grammars: Several) -> dict[str, Union[Parsed, Refusal]]: ...
@overload
def parse(url: str, grammars: Grammars) -> Union[Parsed, dict[str, Union[Parsed, Refusal]]]: ...
def parse(url: str, grammars: Grammars) -> Union[Parsed, dict[str, Union[Parsed, Refusal]]]:
    """One URL, with its typed parts: `Parsed`. For several grammars a dict from the id of each to its `Parsed` or `Refusal`.

    Raises Refusal, a ValueError with `offset` and more, where the one grammar refuses the URL; TypeError for what is no str;
    ValueError for an unknown grammar.

        >>> parse("ftp://host/~me", "rfc1738")
        Traceback (most recent call last):
        uri_lineage.Refusal: `ftpurl` refuses `~` at byte 11: ...
    """
    ids, several = _named(grammars)
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
