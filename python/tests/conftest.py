"""The URLs that every engine is asked about, and what the program says of them."""

import json
import os
import random
import subprocess
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = os.environ.get("URI_LINEAGE", str(ROOT / "target/debug/uri-lineage"))
ROWS = 200_000


def program(*args: str, given: bytes = b"") -> bytes:
    run = subprocess.run([PROGRAM, *args], input=given, capture_output=True, check=False)
    assert run.returncode in (0, 1), run.stderr.decode()
    return run.stdout


@pytest.fixture(scope="session")
def kinds() -> list:
    """URLs, each once: those of the 1990s, edits of them, junk and nothing at all. Some are bytes that are no text."""
    chance = random.Random(1997)
    lines = [line for line in (ROOT / "tests/data/urls-1990s.txt").read_bytes().split(b"\n") if line]
    edits = set()
    while len(edits) < 20_000:
        line = bytearray(chance.choice(lines))
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(line) + 1)
            line[at : at + chance.randrange(3)] = bytes([chance.choice(b":/?#[]@!$&'()*+,;=%20~{}|\\^`\"<> -._aZ09")])
        edits.add(bytes(line))
    junk = [bytes(chance.randrange(1, 256) for _ in range(chance.randrange(40))) for _ in range(2_000)]
    text = ["", " ", "é", "http://a/\u00e9", "\u202e", "news:\x01"]
    return sorted({*lines, *edits, *junk, *(one.encode() for one in text)})


@pytest.fixture(scope="session")
def said(kinds: list) -> dict:
    """For each of them what `check --format jsonl` says: productions, and refusals by offset, reason and message."""
    records = program("check", "-g", "all", "-0", "--format", "jsonl", "--no-progress", given=b"\0".join(kinds) + b"\0").splitlines()
    assert len(records) == len(kinds)
    return {url: json.loads(record) for url, record in zip(kinds, records)}


@pytest.fixture(scope="session")
def rows(kinds: list) -> list:
    """Rows of them, in an order by chance, with nulls."""
    chance = random.Random(1738)
    text = [url for url in kinds if is_text(url)]
    return [None if chance.random() < 0.01 else chance.choice(text) for _ in range(ROWS)]


@pytest.fixture(scope="session")
def urls(rows: list) -> pa.ChunkedArray:
    column = [url if url is None else url.decode() for url in rows]
    return pa.chunked_array([column[: ROWS // 3], column[ROWS // 3 :]], pa.string())


@pytest.fixture(scope="session")
def parquet(urls: pa.ChunkedArray, tmp_path_factory) -> str:
    path = tmp_path_factory.mktemp("urls") / "urls.parquet"
    table = pa.table({"number": pa.array(range(len(urls))), "url": urls})
    pq.write_table(table, path, row_group_size=50_000)
    return str(path)


@pytest.fixture(scope="session")
def junk(kinds: list, tmp_path_factory) -> str:
    """All of them as bytes, of which some are no text."""
    path = tmp_path_factory.mktemp("junk") / "junk.parquet"
    column = pa.array([*kinds, None], pa.binary())
    pq.write_table(pa.table({"number": pa.array(range(len(column))), "url": column}), path)
    return str(path)


@pytest.fixture(scope="session")
def junk_bits(kinds: list, said: dict) -> list:
    """The answer that `accepted_by` must give to each of those."""
    import uri_lineage as ul

    ids = [grammar.id for grammar in ul.grammars()]
    return [*(sum(1 << at for at, id in enumerate(ids) if id in said[url]["accepted"]) for url in kinds), None]


@pytest.fixture(scope="session")
def bits(rows: list, said: dict) -> list:
    """The answer that `accepted_by` must give to each row."""
    import uri_lineage as ul

    ids = [grammar.id for grammar in ul.grammars()]
    of = {url: sum(1 << at for at, id in enumerate(ids) if id in record["accepted"]) for url, record in said.items()}
    return [None if url is None else of[url] for url in rows]


@pytest.fixture(scope="session")
def productions(rows: list, said: dict) -> list:
    """The answer that `check` must give to each row."""
    import uri_lineage as ul

    ids = [grammar.id for grammar in ul.grammars() if grammar.ascii]
    of = {url: {id: record["accepted"].get(id) for id in ids} for url, record in said.items()}
    return [None if url is None else of[url] for url in rows]


def is_text(url: bytes) -> bool:
    try:
        url.decode()
    except UnicodeDecodeError:
        return False
    return True
