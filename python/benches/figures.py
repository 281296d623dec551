"""The costs of checking URLs in each engine, beside reading alone. Each case runs in a process of its own.

    python figures.py ROWS [CASE ...]

URLs are made from a list, one a line (`URLS=FILE`; the list of the 1990s without), by chance that comes out the same each
time. Shown are seconds of the clock and of the processor, million rows a second of the processor, and the most memory.
"""

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

ROOT = Path(__file__).parents[2]
PROGRAM = os.environ.get("URI_LINEAGE", str(ROOT / "target/release/uri-lineage"))


def make(rows: int, folder: str) -> str:
    """A Parquet file with Snappy: hosts and paths differ, so that no dictionary stands for the column."""
    path = f"{folder}/{rows}.parquet"
    lines = Path(os.environ.get("URLS", ROOT / "tests/data/urls-1990s.txt")).read_text("utf-8", "replace").splitlines()
    lines = [line for line in lines if line]
    chance = random.Random(1994)
    piece = 500_000
    with pq.ParquetWriter(path, pa.schema([("url", pa.string())]), compression="snappy") as writer:
        for begin in range(0, rows, piece):
            count = min(piece, rows - begin)
            urls = [f"{line}{number}" for number, line in enumerate(chance.choices(lines, k=count), begin)]
            writer.write_table(pa.table({"url": pa.array(urls, pa.string())}), row_group_size=piece)
    return path


def batches(path: str):
    return pq.ParquetFile(path, pre_buffer=False).iter_batches(batch_size=1 << 16, columns=["url"])


def pyarrow(path: str, what: str) -> None:
    import uri_lineage as ul

    function = {"read": lambda urls: urls, "accepts": ul.accepts, "check": ul.check}[what]
    for batch in batches(path):
        function(batch.column("url"))


def polars(path: str, what: str) -> None:
    import polars as pl

    import uri_lineage as ul

    url = pl.col("url")
    field = pl.Struct({grammar.id: pl.String for grammar in ul.grammars()})
    column = {
        "read": lambda: url.str.len_bytes().max(),
        "accepts": lambda: url.map_batches(lambda urls: pl.Series(ul.accepts(urls)), return_dtype=pl.Int16, is_elementwise=True).max(),
        "check": lambda: url.map_batches(lambda urls: pl.Series(ul.check(urls, dictionary=False)), return_dtype=field, is_elementwise=True)
        .struct.field("rfc1738").is_null().sum(),
    }[what]()
    pl.scan_parquet(path).select(column).collect(engine="streaming")


SQL = {
    "read": "max(length(url))",
    "nothing": "max(nothing(url))",
    "accepts": "max(uri_accepts(url))",
    "check": "count(uri_check(url).rfc1738)",
}


def duckdb(path: str, what: str) -> None:
    """`nothing` is a function that does not look at the URLs: what is left is the way into Python and back."""
    import duckdb as engine

    import uri_lineage.duckdb

    con = uri_lineage.duckdb.register(engine.connect())
    answers = pa.nulls(1 << 16, pa.int16())
    con.create_function("nothing", lambda urls: answers[: len(urls)], ["VARCHAR"], "SMALLINT", type="arrow", null_handling="special")
    con.execute(f"select {SQL[what]} from read_parquet(?)", [path]).fetchall()


def datafusion(path: str, what: str) -> None:
    from datafusion import SessionContext, udf

    import uri_lineage as ul

    context = SessionContext()
    context.register_parquet("list", path)
    field = pa.struct([(grammar.id, pa.string_view()) for grammar in ul.grammars()])
    functions = [
        ("uri_accepts", lambda urls: pa.array(ul.accepts(urls)), pa.int16()),
        ("uri_check", lambda urls: pa.array(ul.check(urls, dictionary=False, view=True)), field),
    ]
    for name, function, result in functions:
        context.register_udf(udf(function, [pa.string()], result, "immutable", name=name))
    sql = SQL[what].replace("uri_check(url).rfc1738", "uri_check(url)['rfc1738']")
    context.sql(f"select {sql} from list").collect()


def sail(path: str, what: str) -> None:
    from pysail.spark import SparkConnectServer
    from pyspark.sql import SparkSession, functions

    import uri_lineage.spark

    server = SparkConnectServer(ip="127.0.0.1", port=0)
    server.start(background=True)
    df = SparkSession.builder.remote(f"sc://127.0.0.1:{server.listening_address[1]}").getOrCreate().read.parquet(path)
    if what == "read":
        column = functions.max(functions.length("url"))
    elif what == "accepts":
        df, column = uri_lineage.spark.accepts(df, "url"), functions.max("accepts")
    else:
        df, column = uri_lineage.spark.check(df, "url"), functions.count("check.rfc1738")
    df.agg(column).collect()


def program(path: str, what: str) -> None:
    """The program on the same URLs as text; `read` writes the text into a program that only reads."""
    command = ["cat"] if what == "read" else [PROGRAM, "check", "--summary"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        for batch in batches(path):
            process.stdin.write("\n".join(batch.column("url").to_pylist()).encode() + b"\n")
        process.stdin.close()


def rowwise(path: str, what: str) -> None:
    """Other parsers, a row at a time, for scale: `accepts` is urllib.parse.urlsplit, `check` is yarl.URL."""
    from urllib.parse import urlsplit

    from yarl import URL

    function = {"read": lambda url: url, "accepts": urlsplit, "check": URL}[what]
    for batch in batches(path):
        for url in batch.column("url").to_pylist():
            try:
                function(url)
            except ValueError:
                pass


ENGINES = {one.__name__: one for one in (pyarrow, polars, duckdb, datafusion, sail, program, rowwise)}


def measure(path: str, rows: int, case: str) -> None:
    began = time.perf_counter()
    subprocess.run([sys.executable, __file__, "--one", path, case], check=True, stderr=subprocess.DEVNULL, stdout=(out := tempfile.TemporaryFile()))
    clock = time.perf_counter() - began
    out.seek(0)
    cpu, memory = map(float, out.read().split()[-2:])
    print(f"{case:20} {clock:8.1f} s {cpu:8.1f} s cpu {rows / cpu / 1e6:8.2f} M rows/s {memory / 1024:8.0f} MiB", flush=True)


def main() -> None:
    if sys.argv[1] == "--one":
        path, case = sys.argv[2:]
        engine, what = case.split(".")
        ENGINES[engine](path, what)
        both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        # What a process inherits of its parent's memory is not its own.
        memory = next(int(line.split()[1]) for line in Path("/proc/self/status").read_text().splitlines() if "VmHWM" in line)
        print(sum(one.ru_utime + one.ru_stime for one in both), memory, flush=True)
        # Engines may take their time to end.
        os._exit(0)
    rows = int(sys.argv[1])
    all = [f"{engine}.{what}" for engine in ENGINES for what in ("read", "accepts", "check")]
    cases = sys.argv[2:] or [*all, "duckdb.nothing"]
    with tempfile.TemporaryDirectory() as folder:
        path = make(rows, folder)
        print(f"{rows} rows, {os.path.getsize(path) / 1e6:.0f} MB")
        for case in cases:
            measure(path, rows, case)


if __name__ == "__main__":
    main()
