"""How many URLs of a Parquet file RFC 1738 accepts and RFC 3986 refuses. With DataFusion."""

import sys

import pyarrow
from datafusion import SessionContext, udf

import uri_lineage as ul


def accepts(urls: pyarrow.Array) -> pyarrow.Array:
    return pyarrow.array(ul.accepts(urls))


def main(path: str, column: str = "url") -> None:
    context = SessionContext()
    context.register_parquet("list", path)
    context.register_udf(udf(accepts, [pyarrow.string()], pyarrow.int16(), "immutable", name="uri_accepts"))
    ids = [grammar.id for grammar in ul.grammars()]
    old, new = (1 << ids.index(id) for id in ("rfc1738", "rfc3986"))
    query = f'select count(*) as times from list where (uri_accepts("{column}") & {old | new}) = {old}'
    print(context.sql(query).to_pydict()["times"][0])


if __name__ == "__main__":
    main(*sys.argv[1:])
