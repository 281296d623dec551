"""How many URLs of a Parquet file RFC 1738 accepts and RFC 3986 refuses. With DataFusion."""

import sys

from datafusion import SessionContext

import uri_lineage.datafusion


def main(path: str, column: str = "url") -> None:
    context = uri_lineage.datafusion.register(SessionContext())
    context.register_parquet("list", path)
    query = f"""
        select count(*) as times from list
        where uri_accepts("{column}", 'rfc1738') and not uri_accepts("{column}", 'rfc3986')
    """
    print(context.sql(query).to_pydict()["times"][0])


if __name__ == "__main__":
    main(*sys.argv[1:])
