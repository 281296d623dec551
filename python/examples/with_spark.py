"""How many URLs of a Parquet file each production of RFC 1738 accepts.

With Spark where `SPARK_REMOTE` names a server, else with Sail, in this process. The same file runs on a cluster.
"""

import os
import sys

from pyspark.sql import SparkSession

import uri_lineage.spark


def main(path: str, column: str = "url") -> None:
    remote, server = os.environ.get("SPARK_REMOTE"), None
    if remote is None:
        from pysail.spark import SparkConnectServer

        server = SparkConnectServer(ip="127.0.0.1", port=0)
        server.start(background=True)
        remote = f"sc://127.0.0.1:{server.listening_address[1]}"
    session = SparkSession.builder.remote(remote).getOrCreate()
    checked = uri_lineage.spark.check(session.read.parquet(path), column, ["rfc1738"])
    counts = checked.groupBy(checked["check"]["rfc1738"].alias("production")).count()
    for row in sorted(counts.collect(), key=lambda row: (-row["count"], row["production"] or "")):
        print(row["count"], row["production"] or "(refused)", sep="\t")
    session.stop()
    if server is not None:
        # A server that the end of the interpreter finds at work may never end.
        server.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
