"""Columns of URLs: a function of one URL becomes a function of each kind of column, which gives the kind that it is given."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, Concatenate, Optional, ParamSpec, Protocol, TypeVar, Union, cast, overload

if TYPE_CHECKING:
    import numpy
    import pandas
    import polars
    import pyarrow

    from . import Grammar, GrammarId, GrammarName, Grammars, GrammarSet

    # The class of a library that is not installed is `Any` for a type checker, and a parameter of it would take every column.
    # Members tell the kinds apart instead. (A `Series[Any]` of pandas-stubs has every member for mypy, which then concludes `Any`.)
    class _Numpy(Protocol):
        @property
        def __array_interface__(self) -> dict[str, Any]: ...

    class _PandasSeries(Protocol):
        @property
        def iloc(self) -> object: ...
        def to_frame(self) -> object: ...

    class _PandasIndex(Protocol):
        @property
        def nlevels(self) -> int: ...

    class _PandasArray(Protocol):
        def isna(self) -> object: ...

    class _Polars(Protocol):
        def to_physical(self) -> object: ...

    class _PyarrowArray(Protocol):
        def __arrow_c_array__(self) -> object: ...
        def dictionary_encode(self) -> object: ...

    class _PyarrowChunkedArray(Protocol):
        def __arrow_c_stream__(self) -> object: ...
        def combine_chunks(self) -> object: ...


class ArrowArray(Protocol):
    """An Arrow array, of whichever library."""

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...


class ArrowStream(Protocol):
    """A stream of Arrow arrays, of whichever library: a chunked array, a series."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...


#: URLs: one, or a column of them.
Urls = Union[
    str,
    list[Optional[Union[str, bytes]]],
    tuple[Optional[Union[str, bytes]], ...],
    "numpy.ndarray",
    "pandas.Series",
    "polars.Series",
    ArrowArray,
    ArrowStream,
]

Given = ParamSpec("Given")
Value = TypeVar("Value")
Item = TypeVar("Item", bound=Union[str, bytes, None])


class Each(Protocol[Given, Value]):
    """A function of one URL, or of each in a column."""

    @overload
    def __call__(self, urls: str, *given: Given.args, **named: Given.kwargs) -> Value: ...
    @overload
    def __call__(
        self, urls: Union[list[Item], tuple[Item, ...], _Numpy], *given: Given.args, **named: Given.kwargs
    ) -> list[Optional[Value]]: ...
    @overload
    def __call__(self, urls: _PandasSeries, *given: Given.args, **named: Given.kwargs) -> pandas.Series: ...
    @overload
    def __call__(self, urls: _PandasIndex, *given: Given.args, **named: Given.kwargs) -> pandas.Index: ...
    @overload
    def __call__(self, urls: _PandasArray, *given: Given.args, **named: Given.kwargs) -> pandas.api.extensions.ExtensionArray: ...
    @overload
    def __call__(self, urls: _Polars, *given: Given.args, **named: Given.kwargs) -> polars.Series: ...
    @overload
    def __call__(self, urls: _PyarrowArray, *given: Given.args, **named: Given.kwargs) -> pyarrow.Array[Any]: ...
    @overload
    def __call__(self, urls: _PyarrowChunkedArray, *given: Given.args, **named: Given.kwargs) -> pyarrow.ChunkedArray[Any]: ...
    @overload
    def __call__(self, urls: ArrowArray, *given: Given.args, **named: Given.kwargs) -> ArrowArray: ...
    @overload
    def __call__(self, urls: ArrowStream, *given: Given.args, **named: Given.kwargs) -> ArrowStream: ...


if TYPE_CHECKING:
    One = Union[GrammarId, Grammar]
    # Not every iterable: a string is one too.
    Names = Union[list[str], list[GrammarId], list[Grammar], list[GrammarName]]
    Several = Union[GrammarSet, Names, tuple[GrammarName, ...], AbstractSet[GrammarName], Iterator[GrammarName]]


class ByGrammar(Protocol[Value]):
    """A function of one URL, or of each in a column, that gives a value for one grammar, and one for each of several."""

    @overload
    def __call__(self, urls: str, grammars: One) -> Value: ...
    @overload
    def __call__(self, urls: str, grammars: Several) -> dict[str, Value]: ...
    @overload
    def __call__(self, urls: str, grammars: Grammars) -> Union[Value, dict[str, Value]]: ...
    @overload
    def __call__(self, urls: Union[list[Item], tuple[Item, ...], _Numpy], grammars: One) -> list[Optional[Value]]: ...
    @overload
    def __call__(self, urls: Union[list[Item], tuple[Item, ...], _Numpy], grammars: Several) -> list[Optional[dict[str, Value]]]: ...
    @overload
    def __call__(
        self, urls: Union[list[Item], tuple[Item, ...], _Numpy], grammars: Grammars
    ) -> Union[list[Optional[Value]], list[Optional[dict[str, Value]]]]: ...
    @overload
    def __call__(self, urls: _PandasSeries, grammars: Grammars) -> pandas.Series: ...
    @overload
    def __call__(self, urls: _PandasIndex, grammars: Grammars) -> pandas.Index: ...
    @overload
    def __call__(self, urls: _PandasArray, grammars: Grammars) -> pandas.api.extensions.ExtensionArray: ...
    @overload
    def __call__(self, urls: _Polars, grammars: Grammars) -> polars.Series: ...
    @overload
    def __call__(self, urls: _PyarrowArray, grammars: Grammars) -> pyarrow.Array[Any]: ...
    @overload
    def __call__(self, urls: _PyarrowChunkedArray, grammars: Grammars) -> pyarrow.ChunkedArray[Any]: ...
    @overload
    def __call__(self, urls: ArrowArray, grammars: Grammars) -> ArrowArray: ...
    @overload
    def __call__(self, urls: ArrowStream, grammars: Grammars) -> ArrowStream: ...


def each(function: Callable[Concatenate[str, Given], Value]) -> Each[Given, Value]:
    """The function for every kind of column."""

    @functools.wraps(function)
    def of_kind(urls: object, *given: Given.args, **named: Given.kwargs) -> object:
        column, like = _of_kind(urls)
        return like(function(cast(str, column), *given, **named))

    return cast("Each[Given, Value]", of_kind)


def by_grammar(function: Callable[[str, Grammars], Value]) -> ByGrammar[Value]:
    """The function for every kind of column, by one grammar or several."""
    return cast("ByGrammar[Value]", each(function))


def _of_kind(urls: object) -> tuple[object, Callable[[Any], object]]:
    """What the native part reads of a column, and the function that makes the column's kind of its answer."""
    for kind in type(urls).__mro__:
        of = _KINDS.get((kind.__module__.partition(".")[0], kind.__name__))
        if of is not None:
            return of(urls)
    return urls, _same


def _same(answer: object) -> object:
    return answer


def _of_pandas(urls: Any) -> tuple[object, Callable[[Any], object]]:
    import pandas
    import pyarrow

    column = pyarrow.array(urls, from_pandas=True)
    # A column without values has the type of none, or that of numbers.
    if column.null_count == len(column):
        column = pyarrow.nulls(len(column))

    def like(answer: Any) -> object:
        is_stream = hasattr(answer, "__arrow_c_stream__")
        values = pandas.arrays.ArrowExtensionArray(pyarrow.chunked_array(answer) if is_stream else pyarrow.array(answer))
        if isinstance(urls, pandas.Series):
            return pandas.Series(values, index=urls.index, name=urls.name)
        return pandas.Index(values, name=urls.name) if isinstance(urls, pandas.Index) else values

    return column, like


def _of_polars(urls: Any) -> tuple[object, Callable[[Any], object]]:
    import polars

    # What polars exports of a column of this type is not what Arrow specifies.
    column = urls.cast(polars.String) if urls.dtype == polars.Null else urls
    return column, lambda answer: polars.Series(answer).alias(urls.name)


def _of_pyarrow(urls: Any) -> tuple[object, Callable[[Any], object]]:
    import pyarrow

    return urls, pyarrow.array if isinstance(urls, pyarrow.Array) else pyarrow.chunked_array


#: By the library and the name of a class, since no library is imported unless a column is of it.
_KINDS: dict[tuple[str, str], Callable[[Any], tuple[object, Callable[[Any], object]]]] = {
    ("builtins", "tuple"): lambda urls: (list(urls), _same),
    ("numpy", "ndarray"): lambda urls: (urls.tolist(), _same),
    ("pandas", "Series"): _of_pandas,
    ("pandas", "Index"): _of_pandas,
    ("pandas", "ExtensionArray"): _of_pandas,
    ("polars", "Series"): _of_polars,
    ("pyarrow", "Array"): _of_pyarrow,
    ("pyarrow", "ChunkedArray"): _of_pyarrow,
}
