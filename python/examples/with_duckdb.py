"""Why RFC 3986 refuses the URLs of a Parquet file, by reason. With DuckDB."""

import sys

import duckdb

import uri_lineage.duckdb


def main(path: str, column: str = "url") -> None:
    con = uri_lineage.duckdb.register(duckdb.connect())
    query = f"""
        select refusal.reason, count(*) as times, min("{column}") as example
        from (select "{column}", uri_refusal("{column}", 'rfc3986') as refusal from read_parquet(?))
        where refusal is not null group by all order by times desc, example
    """
    for row in con.execute(query, [path]).fetchall():
        print(*row, sep="\t")


if __name__ == "__main__":
    main(*sys.argv[1:])
