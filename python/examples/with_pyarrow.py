"""Which URLs of a Parquet file does RFC 1738 accept and RFC 3986 refuse? With pyarrow, in batches."""

import sys

import pyarrow.compute as pc
import pyarrow.parquet as pq

import uri_lineage as ul


def main(path: str, column: str = "url") -> None:
    for batch in pq.ParquetFile(path).iter_batches(columns=[column]):
        urls = batch.column(column)
        old, new = (ul.accepts(urls, id) for id in ("rfc1738", "rfc3986"))
        wanted = pc.and_not(old, new)
        for url in urls.filter(wanted).to_pylist():
            print(url)


if __name__ == "__main__":
    main(*sys.argv[1:])
