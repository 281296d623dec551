"""What the functions cost in each engine, warm, beside reading alone.

    python figures.py ROWS [ENGINE ...]

URLs are made from a list, one a line (`URLS=FILE`; the list of the 1990s without), by chance that comes out the same each
time. Each engine runs in a process of its own. It does everything once, which is not counted, and then in turns. Counted are the seconds
of the processor for a million rows, of the best turn: of reading the column alone, and what each function adds to it. The rest is
the most memory of the process.
"""

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
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


def pyarrow(path: str) -> dict[str, Callable[[], object]]:
    import uri_lineage as ul

    def over(function: Callable) -> Callable[[], object]:
        def run() -> None:
            for batch in batches(path):
                function(batch.column("url"))

        return run

    functions = {
        "read": lambda urls: urls,
        "accepts": lambda urls: ul.accepts(urls, "rfc3986"),
        "accepted by": ul.accepted_by,
        "check": lambda urls: ul.check(urls, dictionary=True),
        "agrees": lambda urls: ul.agrees(urls, "rfc3986,whatwg"),
        "refusal": lambda urls: ul.refusal(urls, "rfc3986"),
        "components": lambda urls: ul.components(urls, "rfc3986"),
        "normalize": lambda urls: ul.normalize(urls, "rfc3986"),
    }
    return {name: over(function) for name, function in functions.items()}


def polars(path: str) -> dict[str, Callable[[], object]]:
    """`nothing` calls a function that does not look at the URLs: what is left is the way into Python and back."""
    import polars as pl

    import uri_lineage.polars  # noqa: F401

    url = pl.col("url")
    nothing = url.map_batches(lambda urls: pl.repeat(True, len(urls), eager=True), return_dtype=pl.Boolean, is_elementwise=True)
    columns = {
        "read": url.str.len_bytes().max(),
        "nothing": nothing.max(),
        "accepts": url.uri.accepts("rfc3986").max(),
        "check": url.uri.check().struct.field("rfc1738").is_null().sum(),
        "agrees": url.uri.agrees("rfc3986,whatwg").max(),
    }

    def select(column: pl.Expr) -> Callable[[], object]:
        return lambda: pl.scan_parquet(path).select(column).collect(engine="streaming")

    return {name: select(column) for name, column in columns.items()}


#: The member of a struct in DataFusion.
MEMBER = "['rfc1738']"
SQL = {
    "read": "max(length(url))",
    "nothing": "bool_or(nothing(url))",
    "accepts": "bool_or(uri_accepts(url, 'rfc3986'))",
    "accepted by": "max(uri_accepted_by(url))",
    "check": "count(uri_check(url).rfc1738)",
    "agrees": "bool_or(uri_agrees(url, 'rfc3986,whatwg', 'host'))",
}


def duckdb(path: str) -> dict[str, Callable[[], object]]:
    """`nothing` is as for Polars."""
    import duckdb as engine

    import uri_lineage.duckdb

    con = uri_lineage.duckdb.register(engine.connect())
    answers = pa.array([True] * (1 << 16))
    con.create_function("nothing", lambda urls: answers[: len(urls)], ["VARCHAR"], "BOOLEAN", type="arrow", null_handling="special")

    def ask(sql: str) -> Callable[[], object]:
        return lambda: con.execute(f"select {sql} from read_parquet(?)", [path]).fetchall()

    return {name: ask(sql) for name, sql in SQL.items()}


def datafusion(path: str) -> dict[str, Callable[[], object]]:
    """`nothing` is as for Polars."""
    import datafusion as engine

    import uri_lineage.datafusion

    context = uri_lineage.datafusion.register(engine.SessionContext())
    context.register_parquet("list", path)
    answers = pa.array([True] * (1 << 16))
    nothing = engine.udf(lambda urls: answers[: len(urls)], [pa.string_view()], pa.bool_(), "immutable", name="nothing")
    context.register_udf(nothing)

    def ask(sql: str) -> Callable[[], object]:
        return lambda: context.sql(f"select {sql.replace('.rfc1738', MEMBER)} from list").collect()

    return {name: ask(sql) for name, sql in SQL.items()}


def sail(path: str) -> dict[str, Callable[[], object]]:
    from pysail.spark import SparkConnectServer
    from pyspark.sql import SparkSession, functions

    import uri_lineage.spark

    server = SparkConnectServer(ip="127.0.0.1", port=0)
    server.start(background=True)
    df = SparkSession.builder.remote(f"sc://127.0.0.1:{server.listening_address[1]}").getOrCreate().read.parquet(path)
    frames = {
        "read": df.agg(functions.max(functions.length("url"))),
        "accepts": uri_lineage.spark.accepts(df, "url", "rfc3986").agg(functions.max("accepts")),
        "check": uri_lineage.spark.check(df, "url").agg(functions.count("check.rfc1738")),
        "agrees": uri_lineage.spark.agrees(df, "url", "rfc3986,whatwg").agg(functions.max("agrees")),
    }

    def ask(frame) -> Callable[[], object]:
        # The server ends with the last reference to it.
        return lambda: server and frame.collect()

    return {name: ask(frame) for name, frame in frames.items()}


def program(path: str) -> dict[str, Callable[[], object]]:
    """The program on the same URLs as text; `read` writes the text into a program that only reads."""

    def into(*command: str) -> Callable[[], object]:
        def run() -> None:
            with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
                for batch in batches(path):
                    process.stdin.write("\n".join(batch.column("url").to_pylist()).encode() + b"\n")
                process.stdin.close()

        return run

    return {"read": into("cat"), "check": into(PROGRAM, "check", "--summary")}


def rowwise(path: str) -> dict[str, Callable[[], object]]:
    """Other parsers, a row at a time, for scale."""
    from urllib.parse import urlsplit

    from yarl import URL

    def over(function: Callable) -> Callable[[], object]:
        def run() -> None:
            for batch in batches(path):
                for url in batch.column("url").to_pylist():
                    try:
                        function(url)
                    except ValueError:
                        pass

        return run

    return {"read": over(lambda url: url), "urllib.parse.urlsplit": over(urlsplit), "yarl.URL": over(URL)}


ENGINES = {one.__name__: one for one in (pyarrow, datafusion, polars, sail, duckdb, program, rowwise)}
#: How often each case runs after the first time. The best of few turns differs by a half from one run to the next.
TURNS = 20
#: After how many seconds no further turn begins.
ENOUGH = 120
#: After how many seconds an engine that does not answer is given up.
TIMEOUT = 600


def processor() -> float:
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in both)


def measure(engine: str, path: str, rows: int) -> None:
    cases = ENGINES[engine](path)
    best = dict.fromkeys(cases, float("inf"))
    start = time.monotonic()
    for turn in range(TURNS + 1):
        if turn > 1 and time.monotonic() - start > ENOUGH:
            break
        for name, run in cases.items():
            began = processor()
            run()
            if turn > 0:
                best[name] = min(best[name], processor() - began)
    read = best.pop("read")
    print(f"{engine:12} {'read':22} {read / rows * 1e6:7.3f}")
    for name, seconds in best.items():
        print(f"{engine:12} {name:22} {(seconds - read) / rows * 1e6:+7.3f}  {(seconds - read) / read:6.2f} of reading")
    # What a process inherits of its parent's memory is not its own.
    memory = next(int(line.split()[1]) for line in Path("/proc/self/status").read_text().splitlines() if "VmHWM" in line)
    print(f"{engine:12} {'memory':22} {memory / 1024:7.0f} MiB", flush=True)


def main() -> None:
    if sys.argv[1] == "--one":
        engine, path, rows = sys.argv[2:]
        measure(engine, path, int(rows))
        # Engines may take their time to end.
        sys.stdout.flush()
        os._exit(0)
    rows = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        path = make(rows, folder)
        print(f"{rows} rows, {os.path.getsize(path) / 1e6:.0f} MB; seconds of the processor for a million rows")
        for engine in sys.argv[2:] or ENGINES:
            command = [sys.executable, __file__, "--one", engine, path, str(rows)]
            try:
                run = subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=TIMEOUT)
            except subprocess.TimeoutExpired:
                print(f"{engine:12} not measured: no end after {TIMEOUT} seconds")
                continue
            if run.returncode != 0:
                print(f"{engine:12} not measured: {run.stderr.strip().splitlines()[-1:]}")


if __name__ == "__main__":
    main()
