"""Many rows in each engine, against the program; and the examples."""

import importlib.util
import inspect
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pyarrow as pa
import pyarrow.parquet  # noqa: F401
import pytest
from conftest import is_text

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


def accepted(bits: list, id: str) -> list:
    """For each row whether a grammar accepts it."""
    bit = 1 << IDS.index(id)
    return [None if of is None else bool(of & bit) for of in bits]


#: What the functions for SQL must say of these rows, in any engine: the URL, `uri_accepts` of RFC 1738, whether `uri_agrees` on the
#: host of RFC 1738 and 3986, and the normal form of RFC 3986.
SAID = [
    ("http://WWW.w3.org/", True, True, "http://www.w3.org/"),
    ("ftp://0?@a", True, False, "ftp://0/?@a"),
    ("ftp://h/~", False, False, "ftp://h/~"),
    ("a b", False, False, None),
    ("http://b\u00fccher/", False, False, None),
    (None, None, None, None),
]
SQL = """
    select uri_accepts(url, 'rfc1738') as accepts, uri_agrees(url, 'rfc1738,rfc3986', 'host') as agrees,
        uri_normalize(url, 'rfc3986') as normal, uri_accepted_by(url) as bits, {members}
    from said
"""
MEMBERS = {
    "production": ("uri_check(url)", "rfc1738"),
    "host": ("uri_components(url, 'rfc3986')", "host"),
    "offset": ("uri_refusal(url, 'rfc3986')", "offset"),
}


def held(rows: list) -> None:
    """Holds what an engine answers to that query, as dicts, to the functions of one URL."""
    urls = [url for url, *_ in SAID]
    wanted = []
    for url, accepts, agrees, normal in SAID:
        one = lambda function, *more: None if url is None else function(url, *more)
        parts, refusal, check = one(ul.components, "rfc3986"), one(ul.refusal, "rfc3986"), one(ul.check)
        members = {"production": check and check["rfc1738"], "host": parts and parts["host"], "offset": refusal and refusal["offset"]}
        wanted.append({"accepts": accepts, "agrees": agrees, "normal": normal, "bits": one(ul.accepted_by), **members})
    assert len(urls) == len(rows) and rows == wanted


#: A call of each function for SQL, and each with a null where the name of a grammar or a component belongs.
CALLS = [f"uri_{name}(url, 'rfc3986')" for name in ("accepts", "refusal", "components", "normalize")]
CALLS += ["uri_accepted_by(url)", "uri_check(url)", "uri_agrees(url, 'rfc3986', 'host')"]
NULL_NAMES = [call.replace(name, "null") for call in CALLS for name in ("'rfc3986'", "'host'") if name in call]


def nulls_are_named(ask) -> None:
    """Holds what an engine says of each of those calls, in a query over the rows."""
    for call in NULL_NAMES:
        with pytest.raises(Exception, match=r"no (grammar is named `null`; there are url-draft-02|component is named `null`; there are scheme), "):
            ask(f"select {call} as answer from said")


def test_functions_have_the_same_names_in_all_engines():
    named = {"functions": {name for name in ul.__all__ if inspect.isfunction(getattr(ul, name)) and "urls" in inspect.signature(getattr(ul, name)).parameters}}

    def in_sql(engine: str, names) -> None:
        named[engine] = {name.removeprefix("uri_") for name in names if name.startswith("uri_")}

    def methods(of: type) -> set:
        return {name for name in vars(of) if not name.startswith("_")}

    for name in ("pandas", "polars"):
        if importlib.util.find_spec(name):
            named[name] = methods(importlib.import_module(f"uri_lineage.{name}").Uri)
    import pyarrow.compute as pc
    import uri_lineage.pyarrow

    uri_lineage.pyarrow.register()
    in_sql("pyarrow", pc.list_functions())
    if importlib.util.find_spec("duckdb"):
        import duckdb
        import uri_lineage.duckdb

        con = uri_lineage.duckdb.register(duckdb.connect())
        # The functions with a colon are those that the macros call.
        names = [name for (name,) in con.execute("select function_name from duckdb_functions()").fetchall()]
        in_sql("duckdb", {name.partition(":")[0] for name in names})
    if importlib.util.find_spec("datafusion"):
        import datafusion
        import uri_lineage.datafusion

        context = datafusion.SessionContext(datafusion.SessionConfig().with_information_schema(True))
        uri_lineage.datafusion.register(context)
        in_sql("datafusion", context.sql("select routine_name from information_schema.routines").to_pydict()["routine_name"])
    if importlib.util.find_spec("pyspark"):
        import uri_lineage.spark

        named["spark"] = set(uri_lineage.spark.__all__) - {"register"}
        registered = []
        uri_lineage.spark.register(SimpleNamespace(udf=SimpleNamespace(register=lambda name, function: registered.append(name))))
        in_sql("spark in SQL", registered)
    assert len(named["functions"]) == 7
    assert named == dict.fromkeys(named, named["functions"])


def test_pyarrow(urls, bits, productions, rows, parquet):
    import pyarrow.compute as pc
    import pyarrow.dataset
    import uri_lineage.pyarrow

    uri_lineage.pyarrow.register()
    uri_lineage.pyarrow.register()
    call = lambda name, *arguments: pc.call_function(name, list(arguments))
    assert call("uri_accepts", urls, pa.scalar("rfc3986")).to_pylist() == accepted(bits, "rfc3986")
    said = pa.array([url for url, *_ in SAID])
    columns = {"accepts": call("uri_accepts", said, pa.scalar("rfc1738")), "bits": call("uri_accepted_by", said)}
    columns["agrees"] = call("uri_agrees", said, pa.scalar("rfc1738,rfc3986"), pa.scalar("host"))
    columns["normal"] = call("uri_normalize", said, pa.scalar("rfc3986"))
    columns["production"] = pc.struct_field(call("uri_check", said), "rfc1738")
    columns["host"] = pc.struct_field(call("uri_components", said, pa.scalar("rfc3986")), "host")
    columns["offset"] = pc.struct_field(call("uri_refusal", said, pa.scalar("rfc3986")), "offset")
    held([{name: column[at].as_py() for name, column in columns.items()} for at in range(len(SAID))])
    # In the expression of a dataset, and on one value.
    accepts = pc.Expression._call("uri_accepts", [pc.field("url"), pc.scalar("rfc1738")])
    assert pyarrow.dataset.dataset(pa.table({"url": said})).to_table(filter=accepts).num_rows == 2
    assert call("uri_accepts", pa.scalar("news:a"), pa.scalar("rfc1738")).as_py() is True
    assert pc.get_function("uri_accepts")._doc.summary == "Whether the grammar accepts the URL."
    with pytest.raises(ValueError, match="no grammar is named `rfc173`"):
        call("uri_accepts", said, pa.scalar("rfc173"))
    for name in ("uri_accepts", "uri_refusal", "uri_components", "uri_normalize"):
        with pytest.raises(ValueError, match="no grammar is named `null`; there are url-draft-02, "):
            call(name, said, pa.scalar(None, pa.string()))
        assert call(name, pa.nulls(2, pa.string()), pa.scalar("rfc3986")).to_pylist() == [None, None]
    assert ul.accepted_by(urls).to_pylist() == bits
    assert ul.check(urls).to_pylist() == productions
    printed = example("with_pyarrow.py", parquet)
    assert Counter(printed.splitlines()) == Counter(url.decode() for url in only_old(rows, bits))


#: A call of each method of the accessors.
ACCESSORS = [("accepts", ["rfc3986"]), ("accepted_by", []), ("check", []), ("refusal", ["rfc1738"])]
ACCESSORS += [("components", ["rfc3986"]), ("normalize", ["rfc3986"]), ("agrees", ["rfc1738,rfc3986"])]


def nulls_of_accessors(uri) -> None:
    for function, more in ACCESSORS:
        if more:
            with pytest.raises(ValueError, match="no grammar is named `null`; there are url-draft-02, "):
                getattr(uri, function)(None)


def test_pandas(urls, bits, productions, parquet):
    pandas = engine("pandas")
    series = urls.to_pandas()
    assert pa.array(ul.accepted_by(series)).to_pylist() == bits
    arrow = pandas.Series(urls.to_pandas(types_mapper=pandas.ArrowDtype))
    assert pa.array(ul.accepted_by(arrow)).to_pylist() == bits
    import uri_lineage.pandas  # noqa: F401

    some = series[::10].rename("some")
    in_series = some.uri.accepts("rfc3986")
    assert in_series.name == "some" and in_series.index.equals(some.index)
    assert pa.array(in_series).to_pylist() == accepted(bits[::10], "rfc3986")
    assert pa.array(some.uri.agrees("rfc1738,rfc3986")).to_pylist() == pa.chunked_array(ul.agrees(urls, "rfc1738,rfc3986")).to_pylist()[::10]
    assert pa.array(some.uri.check()).to_pylist() == productions[::10]
    assert pa.array(some.uri.normalize("rfc1738")).to_pylist() == pa.chunked_array(ul.normalize(urls, "rfc1738")).to_pylist()[::10]
    for nothing in (pandas.Series([None, None], dtype=object), pandas.Series([float("nan")] * 2)):
        for function, more in ACCESSORS:
            assert getattr(nothing.uri, function)(*more).isna().tolist() == [True, True]
    nulls_of_accessors(some.uri)
    counts = {id: sum(row is not None and row[id] is not None for row in productions) for id in IDS}
    printed = dict(line.split() for line in example("with_pandas.py", parquet).splitlines())
    assert {id: int(count) for id, count in printed.items()} == counts


def test_polars(urls, bits, productions, parquet, junk, junk_bits):
    pl = engine("polars")
    frame = pl.DataFrame({"url": pl.Series(urls)})
    lazy = frame.lazy().select(
        accepts=pl.col("url").map_batches(lambda urls: pl.Series(ul.accepted_by(urls)), return_dtype=pl.Int16),
        check=pl.col("url").map_batches(
            lambda urls: pl.Series(ul.check(urls)), return_dtype=pl.Struct({id: pl.String for id in IDS})
        ),
    )
    found = lazy.collect()
    assert found["accepts"].to_list() == bits
    assert found["check"].to_list() == productions
    bytes_ = pl.scan_parquet(junk).select(pl.col("url").map_batches(lambda urls: pl.Series(ul.accepted_by(urls)), return_dtype=pl.Int16))
    assert bytes_.collect()["url"].to_list() == junk_bits
    import uri_lineage.polars  # noqa: F401

    url = pl.col("url").uri
    lazy = frame.lazy().select(
        accepts=url.accepts("rfc3986"), check=url.check("historical"), refusal=url.refusal("rfc1738"), components=url.components("rfc3986"),
        normal=url.normalize("rfc1738"), agrees=url.agrees(iter(["rfc1738", "rfc3986"]), component=iter(["host"])), several=url.accepts("historical"),
    )
    found = lazy.collect()
    assert found.schema == lazy.collect_schema()
    assert found["accepts"].to_list() == accepted(bits, "rfc3986")
    assert found["several"].struct.field("rfc1738").to_list() == accepted(bits, "rfc1738")
    assert found["agrees"].to_list() == pa.chunked_array(ul.agrees(urls, "rfc1738,rfc3986")).to_pylist()
    names = [field.name for field in found.schema["check"].fields]
    assert found["check"].to_list() == [row and {id: row[id] for id in names} for row in productions]
    for column, function in [("refusal", lambda: ul.refusal(urls, "rfc1738")), ("components", lambda: ul.components(urls, "rfc3986")), ("normal", lambda: ul.normalize(urls, "rfc1738"))]:
        assert found[column].to_list() == pa.chunked_array(function()).to_pylist()
    for wrong in (url.check, url.accepts):
        with pytest.raises(ValueError, match="rfc173"):
            wrong("rfc173")
    nulls_of_accessors(url)
    # A column of nulls alone has a type of its own.
    nothing = pl.DataFrame({"url": [None, None]})
    assert nothing.schema == {"url": pl.Null}
    for function, more in ACCESSORS:
        answers = getattr(url, function)(*more)
        for found in (nothing.select(answers), nothing.lazy().select(answers).collect(), nothing.lazy().select(answers).collect(engine="streaming")):
            assert found["url"].is_null().to_list() == [True, True]
            assert found.schema == frame.select(answers).schema
    assert "rfc1738" in example("with_polars.py", parquet)


def test_duckdb(urls, bits, productions, rows, said, parquet, kinds):
    duckdb = engine("duckdb")
    import uri_lineage.duckdb

    con = uri_lineage.duckdb.register(duckdb.connect())
    found = con.execute("select uri_accepted_by(url), uri_check(url) from read_parquet(?) order by number", [parquet]).fetchall()
    assert [row[0] for row in found] == bits
    # An answer of nulls alone and no answer are one there.
    assert [row[1] or dict.fromkeys(IDS) for row in found] == [row or dict.fromkeys(IDS) for row in productions]
    # A cursor asks another function, which says the same.
    with_cursor = con.cursor().execute("select uri_check(url) from read_parquet(?) order by number", [parquet]).fetchall()
    assert [row[0] or dict.fromkeys(IDS) for row in with_cursor] == [row[1] or dict.fromkeys(IDS) for row in found]
    text = [url for url in kinds if is_text(url)]
    junk = pa.table({"url": pa.array(text, pa.binary())})
    offsets = con.execute("select uri_refusal(decode(url), 'rfc3986').offset from junk").fetchall()
    assert [offset for (offset,) in offsets] == [said[url]["refused"].get("rfc3986", {}).get("offset") for url in text]
    with pytest.raises(duckdb.Error, match="`grammar` is not the same constant in all rows"):
        con.execute("select uri_refusal(url, url) from read_parquet(?)", [parquet]).fetchall()
    with pytest.raises(duckdb.Error, match="one grammar is named here, not rfc1738, rfc3986"):
        con.execute("select uri_refusal(url, 'rfc1738,rfc3986') from read_parquet(?)", [parquet]).fetchall()
    # By the names in SQL, on this connection and on a cursor; and described.
    query = SQL.format(members=", ".join(f"({call}).{member} as {name}" for name, (call, member) in MEMBERS.items()))
    values = ", ".join("(null)" if url is None else f"('{url}')" for url, *_ in SAID)
    for connection in (con, con.cursor()):
        connection.execute(f"create or replace temp view said as select * from (values {values}) as said(url)")
        held(connection.sql(query).to_arrow_table().to_pylist())
        nulls_are_named(lambda sql: connection.execute(sql).fetchall())
        for call in CALLS:
            for wrong in ("'news:a'::blob", "'101'::bit", "1"):
                with pytest.raises(duckdb.Error, match=r"expected a column of text \(VARCHAR\), got (binary|int32): `decode\(column\)` makes text of a BLOB"):
                    connection.execute(f"select {call} from (select {wrong} as url)").fetchall()
            wanted = connection.execute(f"select {call} from (select 'news:a' as url)").fetchall()
            for right in ("decode('news:a'::blob)", "'news:a'::enum ('news:a')"):
                assert connection.execute(f"select {call} from (select {right} as url)").fetchall() == wanted
            for null in ("null", "null::varchar"):
                assert connection.execute(f"select {call} from (select {null} as url)").fetchall() == [(None,)]
    described = "select function_name, parameters, comment from duckdb_functions() where function_name like 'uri_%' and function_type = 'macro'"
    about = {name: (names, comment) for name, names, comment in con.execute(described).fetchall()}
    assert len(about) == 7 and all(comment for _, comment in about.values())
    assert about["uri_normalize"] == (["url", "grammar"], "The form that equivalent URLs share by the grammar's document.")
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
    import uri_lineage.datafusion

    assert uri_lineage.datafusion.register(uri_lineage.datafusion.register(context)) is context
    columns = "uri_accepted_by(url) as a, uri_check(url) as c, uri_accepts(url, 'rfc3986') as b"
    found = context.sql(f"select {columns} from list order by number").to_arrow_table()
    assert found["a"].to_pylist() == bits
    assert found["c"].to_pylist() == productions
    assert found["b"].to_pylist() == accepted(bits, "rfc3986")
    context.from_arrow(pa.table({"number": range(len(SAID)), "url": [url for url, *_ in SAID]}), "said")
    query = SQL.format(members=", ".join(f"{call}['{member}'] as {name}" for name, (call, member) in MEMBERS.items()))
    held(context.sql(f"{query} order by number").to_arrow_table().to_pylist())
    nulls_are_named(lambda sql: context.sql(sql).collect())
    some = uri_lineage.datafusion.register(datafusion.SessionContext(), "rfc1738,rfc3986")
    assert some.sql("select uri_check('news:a') as c").to_pylist() == [{"c": {"rfc1738": "newsurl", "rfc3986": "URI"}}]
    context.register_parquet("junk", junk)
    context.register_udf(datafusion.udf(lambda urls: pa.array(ul.accepted_by(urls)), [pa.binary_view()], pa.int16(), "immutable", name="of_bytes"))
    assert context.sql("select of_bytes(url) as a from junk order by number").to_arrow_table()["a"].to_pylist() == junk_bits
    assert int(example("with_datafusion.py", parquet)) == len(only_old(rows, bits))


def register_and_ask(session) -> None:
    """The functions for SQL in a session of Spark or Sail, and those that add a column."""
    import uri_lineage.spark

    uri_lineage.spark.register(uri_lineage.spark.register(session))
    frame = session.createDataFrame([(url,) for url, *_ in SAID], "url string")
    frame.createOrReplaceTempView("said")
    query = SQL.format(members=", ".join(f"{call}.{member} as {name}" for name, (call, member) in MEMBERS.items()))
    order = [url for url, *_ in SAID]
    found = session.sql(query.replace("select", "select url,")).collect()
    rows = [row.asDict() for row in sorted(found, key=lambda row: order.index(row["url"]))]
    held([{name: value for name, value in row.items() if name != "url"} for row in rows])
    nulls_are_named(lambda sql: session.sql(sql).collect())
    with pytest.raises(ValueError, match="no grammar is named `null`; there are url-draft-02, "):
        uri_lineage.spark.accepts(frame, "url", None)
    nothing = session.sql("select null as url")
    for function, more in ACCESSORS:
        added = getattr(uri_lineage.spark, function)(nothing, "url", *more)
        assert added.columns == ["url", function] and added.collect()[0][function] is None
    added = uri_lineage.spark.accepts(frame, "url", "rfc1738")
    added = uri_lineage.spark.agrees(added, "url", iter(["rfc1738", "rfc3986"]), iter(["host"]))
    added = uri_lineage.spark.normalize(uri_lineage.spark.components(added, "url", "rfc3986"), "url", "rfc3986")
    rows = {row["url"]: (row["accepts"], row["agrees"], row["normalize"]) for row in added.collect()}
    assert rows == {url: tuple(answers) for url, *answers in SAID}


def spark_answers(session, productions, parquet, junk, junk_bits) -> None:
    """The functions in a session of Spark or Sail, on all rows."""
    import uri_lineage.spark

    found = uri_lineage.spark.accepted_by(session.read.parquet(junk), "url").collect()
    of = dict(zip(pa.parquet.read_table(junk)["url"].to_pylist(), junk_bits))
    assert Counter((None if row["url"] is None else bytes(row["url"]), row["accepted_by"]) for row in found) == Counter(of.items())
    register_and_ask(session)
    refused = uri_lineage.spark.refusal(session.read.parquet(parquet), "url", "rfc1738")
    assert refused.where("refusal is null and url is not null").count() == sum(1 for row in productions if row and row["rfc1738"])
    with pytest.raises(ValueError, match="there is no column named 'uri'"):
        uri_lineage.spark.accepted_by(session.read.parquet(junk), "uri")
    with pytest.raises(TypeError, match="the column 'number' has values of type bigint, expected strings or binary values"):
        uri_lineage.spark.accepted_by(session.read.parquet(junk), "number")
    with pytest.raises(ValueError, match="there is a column named 'url' already"):
        uri_lineage.spark.accepted_by(session.read.parquet(junk), "url", name="url")
    session.stop()


def test_spark(productions, parquet, junk, junk_bits, monkeypatch):
    """Spark itself, with two workers as processes of their own. `tests/run` installs its client alone, which is small."""
    home = Path(engine("pyspark").__file__).parent
    if not (home / "jars").is_dir() or shutil.which("java") is None:
        pytest.skip("SKIPPED, NOT INSTALLED: Spark with Java")
    from pyspark.sql import SparkSession

    monkeypatch.setenv("SPARK_HOME", str(home))
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", False)
    spark_answers(builder.getOrCreate(), productions, parquet, junk, junk_bits)


def test_sail(productions, parquet, junk, junk_bits, monkeypatch):
    sail = engine("pysail.spark")
    engine("pyspark")
    from pyspark.sql import SparkSession

    monkeypatch.setenv("SAIL_MODE", "local-cluster")
    server = sail.SparkConnectServer(ip="127.0.0.1", port=0)
    server.start(background=True)
    session = SparkSession.builder.remote(f"sc://127.0.0.1:{server.listening_address[1]}").getOrCreate()
    spark_answers(session, productions, parquet, junk, junk_bits)
    server.stop()
    printed = (line.split("\t") for line in example("with_spark.py", parquet).splitlines())
    counts = Counter(((row or {}).get("rfc1738") or "(refused)") for row in productions)
    assert {production: int(count) for count, production in printed} == counts
