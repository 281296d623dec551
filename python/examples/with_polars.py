"""Each URL of a Parquet file with what RFC 1738 and RFC 3986 read as its host, where they differ. With Polars, lazily."""

import sys

import polars as pl

import uri_lineage.polars  # noqa: F401


def main(path: str, column: str = "url") -> None:
    hosts = {grammar: pl.col(column).uri.components(grammar).struct.field("host") for grammar in ("rfc1738", "rfc3986")}
    found = pl.scan_parquet(path).select(column, **hosts).filter(pl.col("rfc1738") != pl.col("rfc3986"))
    print(found.collect())


if __name__ == "__main__":
    main(*sys.argv[1:])
