"""What the modules for engines share: the functions that engines know by name, on arrays of pyarrow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Optional

import pyarrow
import pyarrow.compute

import uri_lineage
from uri_lineage import Grammars


def plain(strings: Any) -> Any:
    """An answer whose strings are not views, for engines that have none; its numbers have a sign."""
    return strings.cast(_plain(strings.type)) if _plain(strings.type) != strings.type else strings


def _plain(kind: Any) -> Any:
    if pyarrow.types.is_struct(kind):
        return pyarrow.struct([field.with_type(_plain(field.type)) for field in kind])
    return {pyarrow.uint64(): pyarrow.int64(), pyarrow.string_view(): pyarrow.string()}.get(kind, kind)


class Function(NamedTuple):
    """A function that engines know by name."""

    name: str
    #: What it returns for each URL, as a sentence.
    returns: str
    #: The function of a column of URLs and of the constants.
    apply: Callable[..., Any]
    #: Constants that follow the URL: `grammar`, `grammars`, `component`. All are strings.
    constants: tuple[str, ...]
    #: The type of the answers.
    type: Any

    def of_columns(self, urls: Any, *constants: Any) -> Any:
        """The answer where constants are columns of one value, as engines hand them over."""
        return self.apply(urls, *map(_constant, self.constants, constants))


def functions(grammars: Grammars = "ascii") -> list[Function]:
    """The functions, each named after that of the package; `uri_check` has a column for each of some grammars."""
    chosen = uri_lineage._named(grammars)[0]

    def check(urls: Any) -> Any:
        return uri_lineage.check(urls, chosen, view=True)

    def by_one(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda urls, grammar: function(urls, uri_lineage._one(grammar))

    def of(name: str, returns: str, apply: Callable[..., Any], *constants: str) -> Function:
        none = pyarrow.array([], pyarrow.string())
        # The answers of one grammar are of the same type as those of another.
        kind = apply(none, *["rfc3986"] * len(constants)).type
        return Function(name, returns, apply, constants, kind)

    agrees = "Whether all of the grammars (names with commas in between) accept the URL and read the component alike."
    return [
        of("uri_accepts", "Whether the grammar accepts the URL.", by_one(uri_lineage.accepts), "grammar"),
        of("uri_accepted_by", "The grammars that accept the URL, as bits; the lowest is the oldest grammar.", uri_lineage.accepted_by),
        of("uri_check", "For each grammar the production that accepts the URL.", check),
        of("uri_refusal", "Why the grammar refuses the URL; null if it accepts it.", by_one(uri_lineage.refusal), "grammar"),
        of("uri_components", "The components of the URL as the grammar reads them.", by_one(uri_lineage.components), "grammar"),
        of("uri_normalize", "The form that equivalent URLs share by the grammar's document.", by_one(uri_lineage.normalize), "grammar"),
        Function("uri_agrees", agrees, uri_lineage.agrees, ("grammars", "component"), pyarrow.bool_()),
    ]


def _constant(name: str, column: Any) -> Optional[str]:
    """The one value of a column, or of a scalar; None is that of nulls alone."""
    if isinstance(column, pyarrow.Scalar):
        return column.as_py()
    if len(column) == 0:
        return "rfc3986" if name != "component" else "host"
    if column.null_count == len(column):
        return None
    first = column[0]
    if not first.is_valid or not pyarrow.compute.all(pyarrow.compute.equal(column, first), skip_nulls=False).as_py():
        raise ValueError(f"`{name}` is not the same constant in all rows")
    return first.as_py()
