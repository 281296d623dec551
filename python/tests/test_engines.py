"""A million rows in each engine, against the program; and the examples."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet  # noqa: F401
import pytest

import uri_lineage as ul

# The grammars that `check` uses unless others are named.
IDS = [grammar.id for grammar in ul.grammars() if grammar.ascii]
EXAMPLES = Path(__file__).parents[1] / "examples"


def engine(name: str):
    return pytest.importorskip(name, reason=f"SKIPPED, NOT INSTALLED: {name}")


def example(name: str, *args: str) -> str:
    env = {**os.environ, "SAIL_MODE": "local-cluster"}
    run = subprocess.run([sys.executable, str(EXAMPLES / name), *args], capture_output=True, text=True, env=env, timeout=240)
    assert run.returncode == 0, run.stderr
    return run.stdout


def only_old(rows: list, bits: list) -> list:
    old, new = (1 << IDS.index(id) for id in ("rfc1738", "rfc3986"))
    return [url for url, bit in zip(rows, bits) if bit is not None and bit & old and not bit & new]


def test_pyarrow(urls, bits, productions, rows, parquet):
    assert pa.chunked_array(ul.accepts(urls)).to_pylist() == bits
    assert pa.chunked_array(ul.check(urls)).to_pylist() == productions
    printed = example("with_pyarrow.py", parquet)
    assert Counter(printed.splitlines()) == Counter(url.decode() for url in only_old(rows, bits))


def test_pandas(urls, bits, productions, parquet):
    pandas = engine("pandas")
    series = urls.to_pandas()
    assert pa.chunked_array(ul.accepts(series)).to_pylist() == bits
    arrow = pandas.Series(urls.to_pandas(types_mapper=pandas.ArrowDtype))
    assert pa.chunked_array(ul.accepts(arrow)).to_pylist() == bits
    import uri_lineage.pandas  # noqa: F401

    some = series[::10].rename("some")
    accepted = some.uri.accepts("rfc3986")
    assert accepted.name == "some" and accepted.index.equals(some.index)
    bit = 1 << IDS.index("rfc3986")
    assert pa.array(accepted).to_pylist() == [None if of is None else bool(of & bit) for of in bits[::10]]
    assert pa.array(some.uri.check()).to_pylist() == productions[::10]
    assert pa.array(some.uri.normalise("rfc1738")).to_pylist() == pa.chunked_array(ul.normalise(urls, "rfc1738")).to_pylist()[::10]
    assert pandas.Series([None], dtype=object).uri.accepts("rfc1738").isna().all()
    counts = {id: sum(row is not None and row[id] is not None for row in productions) for id in IDS}
    printed = dict(line.split() for line in example("with_pandas.py", parquet).splitlines())
    assert {id: int(count) for id, count in printed.items()} == counts


def test_polars(urls, bits, productions, parquet, junk, junk_bits):
    pl = engine("polars")
    frame = pl.DataFrame({"url": pl.Series(urls)})
    lazy = frame.lazy().select(
        accepts=pl.col("url").map_batches(lambda urls: pl.Series(ul.accepts(urls)), return_dtype=pl.Int16),
        check=pl.col("url").map_batches(
            lambda urls: pl.Series(ul.check(urls, dictionary=False)), return_dtype=pl.Struct({id: pl.String for id in IDS})
        ),
    )
    found = lazy.collect()
    assert found["accepts"].to_list() == bits
    assert found["check"].to_list() == productions
    bytes_ = pl.scan_parquet(junk).select(pl.col("url").map_batches(lambda urls: pl.Series(ul.accepts(urls)), return_dtype=pl.Int16))
    assert bytes_.collect()["url"].to_list() == junk_bits
    import uri_lineage.polars  # noqa: F401

    url = pl.col("url").uri
    lazy = frame.lazy().select(
        accepts=url.accepts("rfc3986"), check=url.check("historical"), refusal=url.refusal("rfc1738"), components=url.components("rfc3986"),
        normal=url.normalise("rfc1738"),
    )
    found = lazy.collect()
    assert found.schema == lazy.collect_schema()
    bit = 1 << IDS.index("rfc3986")
    assert found["accepts"].to_list() == [None if of is None else bool(of & bit) for of in bits]
    names = [field.name for field in found.schema["check"].fields]
    assert found["check"].to_list() == [row and {id: row[id] for id in names} for row in productions]
    for column, function in [("refusal", lambda: ul.refusals(urls, "rfc1738")), ("components", lambda: ul.components(urls, "rfc3986")), ("normal", lambda: ul.normalise(urls, "rfc1738"))]:
        assert found[column].to_list() == pa.chunked_array(function()).to_pylist()
    for wrong in (url.check, url.accepts):
        with pytest.raises(ValueError, match="rfc173"):
            wrong("rfc173")
    assert "rfc1738" in example("with_polars.py", parquet)


def test_duckdb(urls, bits, productions, rows, said, parquet, kinds):
    duckdb = engine("duckdb")
    import uri_lineage.duckdb

    con = uri_lineage.duckdb.register(duckdb.connect())
    found = con.execute("select uri_accepts(url), uri_check(url) from read_parquet(?) order by number", [parquet]).fetchall()
    assert [row[0] for row in found] == bits
    # An answer of nulls alone and no answer are one there.
    assert [row[1] or dict.fromkeys(IDS) for row in found] == [row or dict.fromkeys(IDS) for row in productions]
    # A cursor asks another function, which says the same.
    with_cursor = con.cursor().execute("select uri_check(url) from read_parquet(?) order by number", [parquet]).fetchall()
    assert [row[0] or dict.fromkeys(IDS) for row in with_cursor] == [row[1] or dict.fromkeys(IDS) for row in found]
    junk = pa.table({"url": pa.array(kinds, pa.binary())})
    offsets = con.execute("select uri_refusal_blob(url, 'rfc3986').offset from junk").fetchall()
    assert [offset for (offset,) in offsets] == [said[url]["refused"].get("rfc3986", {}).get("offset") for url in junk["url"].to_pylist()]
    with pytest.raises(duckdb.Error, match="a grammar is named by a constant"):
        con.execute("select uri_refusal(url, url) from read_parquet(?)", [parquet]).fetchall()
    # A second registration replaces the first.
    assert uri_lineage.duckdb.register(con).execute("select uri_check('news:a').rfc1738").fetchone() == ("newsurl",)
    some = uri_lineage.duckdb.register(duckdb.connect(), ["rfc1738", "rfc3986"])
    fields = some.execute("select uri_check(url) from read_parquet(?) order by number", [parquet]).fetchall()
    chosen = [row and {"rfc1738": row["rfc1738"], "rfc3986": row["rfc3986"]} for row in productions]
    assert [row[0] or dict.fromkeys(["rfc1738", "rfc3986"]) for row in fields] == [row or dict.fromkeys(["rfc1738", "rfc3986"]) for row in chosen]
    with pytest.raises(ValueError, match="rfc173"):
        uri_lineage.duckdb.register(duckdb.connect(), ["rfc173"])
    counts = Counter(said[url]["refused"]["rfc3986"]["reason"] for url in rows if url is not None and "rfc3986" in said[url]["refused"])
    printed = (line.split("\t") for line in example("with_duckdb.py", parquet).splitlines() if "\t" in line)
    assert {reason: int(times) for reason, times, *_ in printed if times.isdigit()} == counts


def test_datafusion(urls, bits, productions, rows, parquet, junk, junk_bits):
    datafusion = engine("datafusion")
    context = datafusion.SessionContext()
    context.register_parquet("list", parquet)
    kind = pa.struct([(id, pa.string()) for id in IDS])
    for name, function, result in [
        ("accepts", lambda urls: pa.array(ul.accepts(urls)), pa.int16()),
        ("checked", lambda urls: pa.array(ul.check(urls, dictionary=False)), kind),
    ]:
        context.register_udf(datafusion.udf(function, [pa.string()], result, "immutable", name=name))
    found = context.sql("select accepts(url) as a, checked(url) as c from list order by number").to_arrow_table()
    assert found["a"].to_pylist() == bits
    assert found["c"].to_pylist() == productions
    context.register_parquet("junk", junk)
    context.register_udf(datafusion.udf(lambda urls: pa.array(ul.accepts(urls)), [pa.binary_view()], pa.int16(), "immutable", name="of_bytes"))
    assert context.sql("select of_bytes(url) as a from junk order by number").to_arrow_table()["a"].to_pylist() == junk_bits
    assert int(example("with_datafusion.py", parquet)) == len(only_old(rows, bits))


def test_sail(productions, parquet, junk, junk_bits, monkeypatch):
    sail = engine("pysail.spark")
    engine("pyspark")
    import uri_lineage.spark
    from pyspark.sql import SparkSession

    monkeypatch.setenv("SAIL_MODE", "local-cluster")
    server = sail.SparkConnectServer(ip="127.0.0.1", port=0)
    server.start(background=True)
    session = SparkSession.builder.remote(f"sc://127.0.0.1:{server.listening_address[1]}").getOrCreate()
    found = uri_lineage.spark.accepts(session.read.parquet(junk), "url").collect()
    of = dict(zip(pa.parquet.read_table(junk)["url"].to_pylist(), junk_bits))
    assert Counter((None if row["url"] is None else bytes(row["url"]), row["accepts"]) for row in found) == Counter(of.items())
    refused = uri_lineage.spark.refusals(session.read.parquet(parquet), "url", "rfc1738")
    assert refused.where("refusal is null and url is not null").count() == sum(1 for row in productions if row and row["rfc1738"])
    with pytest.raises(ValueError, match="there is no column named 'uri'"):
        uri_lineage.spark.accepts(session.read.parquet(junk), "uri")
    with pytest.raises(ValueError, match="there is a column named 'url' already"):
        uri_lineage.spark.accepts(session.read.parquet(junk), "url", name="url")
    session.stop()
    server.stop()
    printed = (line.split("\t") for line in example("with_spark.py", parquet).splitlines())
    counts = Counter(((row or {}).get("rfc1738") or "(refused)") for row in productions)
    assert {production: int(count) for count, production in printed} == counts
