"""The functions themselves, on arrays of each kind."""

import doctest
import json
import re
import threading

import pyarrow as pa
import pytest
from conftest import ROOT, is_text, program

import uri_lineage as ul

IDS = [grammar.id for grammar in ul.grammars()]


def layouts(values: list):
    """The same URLs in each layout that Arrow has for them."""
    binary = [pa.binary(), pa.large_binary(), pa.binary_view()]
    for kind in binary:
        yield pa.array(values, kind)
    yield pa.array(values, pa.binary()).dictionary_encode()
    if all(value is None or is_text(value) for value in values):
        text = [None if value is None else value.decode() for value in values]
        for kind in [pa.string(), pa.large_string(), pa.string_view()]:
            yield pa.array(text, kind)
        yield pa.array(text, pa.string()).dictionary_encode()
        yield pa.array(text, pa.string())[3:]


def test_every_layout_gives_what_the_program_says(kinds, said):
    for values in ([None, *kinds[:5000], None], [None, *(url for url in kinds if is_text(url)), None]):
        for urls in layouts(values):
            given = [url if url is None or isinstance(url, bytes) else url.encode() for url in urls.to_pylist()]
            bits = pa.array(ul.accepted_by(urls)).to_pylist()
            checked = pa.array(ul.check(urls, "all")).to_pylist()
            plain = pa.array(ul.check(urls, "all", dictionary=True)).to_pylist()
            assert checked == plain
            views = pa.types.is_string_view(urls.type) or pa.types.is_binary_view(urls.type)
            for view, expected in [(None, views), (True, True), (False, False)]:
                columns = pa.array(ul.check(urls, "all", view=view))
                assert {field.type for field in columns.type} == {pa.string_view() if expected else pa.string()}
                assert columns.to_pylist() == plain
            for url, bit, check in zip(given, bits, checked, strict=True):
                if url is None:
                    assert bit is None and check is None
                    continue
                accepted = said[url]["accepted"]
                assert check == {id: accepted.get(id) for id in IDS}, url
                assert bit == sum(1 << at for at, id in enumerate(IDS) if id in accepted), url


#: The members of a refusal in the program's JSON, but the grammar.
MEMBERS = ["production", "reason", "offset", "found", "class", "expected", "advice", "message"]


def test_refusals_are_those_of_the_program(kinds, said):
    urls = pa.array([*kinds, None], pa.binary())
    for id in IDS:
        refusals = pa.array(ul.refusal(urls, id))
        assert {field.name: str(field.type) for field in refusals.type} == {
            name: "uint64" if name == "offset" else "string" for name in MEMBERS
        }
        *found, last = refusals.to_pylist()
        assert last is None
        for url, refusal in zip(kinds, found, strict=True):
            theirs = said[url]["refused"].get(id)
            if theirs is None:
                assert refusal is None, url
                continue
            theirs = dict(theirs)
            # The program's messages name its option as well.
            theirs["message"] = theirs["message"].removesuffix(" (--forgive accepts it)")
            theirs["expected"] = "; ".join(theirs["expected"])
            assert theirs.pop("grammar") == id
            assert refusal == theirs, url


def test_components_are_those_of_one_url(kinds):
    some = [url for url in kinds if is_text(url)][::7]
    for id in IDS:
        found = pa.array(ul.components(pa.array(some, pa.binary()), id)).to_pylist()
        standard = id == "whatwg-valid"
        normal = [None] * len(some) if standard else pa.array(ul.normalize(pa.array(some, pa.binary()), id)).to_pylist()
        again = normal if standard else pa.array(ul.normalize(pa.array(normal), id)).to_pylist()
        # Normalizing twice changes nothing.
        assert again == normal
        for url, parts, form in zip(some, found, normal, strict=True):
            try:
                parsed = ul.parse(url.decode(), id)
            except ul.Refusal as refusal:
                assert parts is None and form is None and refusal.grammar == id
                assert 0 <= refusal.offset <= len(url)
                continue
            assert parts == parsed.components, url
            assert standard or form is not None, url


def test_one_refusal_has_the_members_of_the_program(kinds, said):
    some = [url for url in kinds if is_text(url)][::5]
    for id in IDS:
        for url in some:
            theirs = said[url]["refused"].get(id)
            if theirs is None:
                continue
            theirs = dict(theirs)
            with pytest.raises(ul.Refusal) as refused:
                ul.parse(url.decode(), id)
            theirs["message"] = theirs["message"].removesuffix(" (--forgive accepts it)")
            assert vars(refused.value) == theirs, url
            assert (refused.value.class_, str(refused.value)) == (theirs["class"], theirs["message"])


def test_a_grammar_is_named_in_each_way():
    urls = pa.array(["news:a"])
    by_id = {grammar.id: grammar for grammar in ul.grammars()}
    assert len(set(ul.grammars())) == len(IDS) and str(by_id["rfc1738"]) == "rfc1738"
    fields = lambda grammars: pa.array(ul.check(urls, grammars)).type.names
    assert fields("rfc1738") == fields(by_id["rfc1738"]) == fields(["rfc1738"]) == ["rfc1738"]
    assert pa.array(ul.check(urls)).type.names == fields("ascii") == [id for id in IDS if by_id[id].ascii]
    assert fields("rfc") == [id for id in IDS if by_id[id].generation != "url-standard"]
    assert fields("all") == IDS and fields("historical") == [id for id in IDS if by_id[id].historical]
    assert fields(["third", by_id["rfc1738"], "third"]) == [id for id in IDS if id == "rfc1738" or by_id[id].generation == "third"]
    assert fields("rfc1738, historical") == fields(["rfc1738", "historical"])
    # One grammar gives one value for each URL, and where several may be named there is a field for each.
    for function in (ul.accepts, ul.refusal, ul.components, ul.normalize, ul.check):
        of_one = {id: pa.array(function(urls, id)).to_pylist() for id in ("rfc1630", "rfc1738")}
        if function is ul.check:
            of_one = {id: [row[id] for row in rows] for id, rows in of_one.items()}
        else:
            assert pa.array(function(urls, by_id["rfc1738"])).to_pylist() == of_one["rfc1738"]
        for several in (["rfc1738", by_id["rfc1630"]], "rfc1630,rfc1738", iter(["rfc1630", "rfc1738"])):
            assert pa.array(function(urls, several)).to_pylist() == [{id: of_one[id][0] for id in ("rfc1630", "rfc1738")}]
        assert pa.array(function(urls, "first")).type.names == [id for id in IDS if by_id[id].generation == "first"]
    assert {id: type(one).__name__ for id, one in ul.parse("ftp://h/~", ["rfc1738", by_id["rfc3986"]]).items()} == {
        "rfc1738": "Refusal",
        "rfc3986": "Parsed",
    }


def test_one_url_gives_one_value(kinds):
    some = [url.decode() for url in kinds if is_text(url)][::500]
    for url in some:
        column = pa.array([url])
        for function, *more in [
            (ul.check, "all"),
            (ul.accepted_by,),
            (ul.accepts, "rfc3986"),
            (ul.accepts, "historical"),
            (ul.refusal, "rfc1738"),
            (ul.components, "rfc1738"),
            (ul.components, "third"),
            (ul.normalize, "rfc3986"),
            (ul.agrees, "rfc1738,rfc3986"),
        ]:
            assert [function(url, *more)] == pa.array(function(column, *more)).to_pylist()


def test_what_is_read_alike_is_what_the_program_says(kinds):
    # Not of the URL Standard: an automaton with it takes seconds to build.
    text = [url for url in kinds if is_text(url)]
    for grammars, component in [("rfc1738,rfc3986", "host"), ("rfc2396,rfc3986", ["host", "path"])]:
        option = component if isinstance(component, str) else ",".join(component)
        records = program("check", "-g", grammars, "--agree", option, "-0", "--format", "jsonl", "--no-progress", given=b"\0".join(text) + b"\0")
        said = [json.loads(record).get("agree", False) for record in records.splitlines()]
        assert 10 < sum(said) < len(said)
        assert pa.array(ul.agrees(pa.array(text, pa.binary()), grammars.split(","), component=component)).to_pylist() == said
    assert pa.array(ul.agrees(pa.array([b"http://h/\xff", None], pa.binary()), "rfc1738,rfc3986")).to_pylist() == [False, None]
    # RFC 1738 reads the host `a`, RFC 3986 `0`.
    assert ul.agrees("ftp://0?@a", ["rfc1738", "rfc3986"], component="host") is False
    # A name for RFC 3987, and an address for a browser.
    for url in ("http://0x7f.1/", "http://\uff10/"):
        assert ul.agrees(url, ["rfc3987", "whatwg"], component="host") is False
        assert ul.agrees(url, ["rfc3987", "whatwg"], component="path") is True
    for wrong in ("hosts", []):
        with pytest.raises(ValueError, match="no component is named"):
            ul.agrees("a:", "rfc3986", wrong)


def test_a_host_is_a_domain_where_the_program_says_so(kinds):
    special = ["http://b\u00fccher/", "http://xn--a/", "http://a/\u00fc", "http://\u00ad/", "http://\uff11.\uff12/", "http://a\u00ad.b/"]
    text = [url for url in kinds if is_text(url)] + [url.encode() for url in special]
    records = program("check", "-g", "url-standard", "-0", "--format", "jsonl", "--no-progress", given=b"\0".join(text) + b"\0").splitlines()
    said = [json.loads(record)["accepted"] for record in records]
    urls = pa.array(text, pa.binary())
    ours = pa.array(ul.accepts(urls, "url-standard")).to_pylist()
    assert [[grammar for grammar, flag in row.items() if flag] for row in ours] == [list(accepted) for accepted in said]
    checked = pa.array(ul.check(urls, "url-standard")).to_pylist()
    assert [{grammar: name for grammar, name in row.items() if name} for row in checked] == said
    # The parser does not process a domain of US-ASCII; writing requires that it be processed.
    assert [list(accepted) for accepted in said[-6:]] == [["whatwg-valid", "whatwg"], ["whatwg"], ["whatwg-valid", "whatwg"], [], ["whatwg"], ["whatwg-valid", "whatwg"]]
    numbers, all_verdicts = ul._core.verdicts(urls), ul._core.all_verdicts()
    assert [all_verdicts[number]["whatwg"] for number in pa.array(numbers).to_pylist()] == [accepted.get("whatwg") for accepted in said]


def test_the_normal_form_by_the_url_standard_is_what_its_parser_serialises():
    urls = ["http:\\\\B\u00fccher.example\\a\\..\\b", "file:///C|/x", "http://0x7f.1", "http://\u00ad/", "a"]
    forms = ["http://xn--bcher-kva.example/b", "file:///C:/x", "http://127.0.0.1/", None, None]
    assert ul.normalize(urls, "whatwg") == forms
    for grammars in ("whatwg-valid", ["rfc3986", "whatwg-valid"]):
        with pytest.raises(ValueError, match="has no rules of equivalence"):
            ul.normalize("http://a/", grammars)


def test_streams_give_streams():
    chunked = pa.chunked_array([["news:a"], [], [None, "x"]], pa.string())
    results = pa.chunked_array(ul.accepted_by(chunked))
    assert results.num_chunks == 3 and results.null_count == 1 and results.type == pa.int16()
    none = pa.chunked_array([], pa.string())
    assert pa.chunked_array(ul.check(none)).type == pa.array(ul.check(pa.array([], pa.string()))).type


def test_rows_of_a_dictionary_are_checked_once_each():
    urls = pa.DictionaryArray.from_arrays(pa.array([1, None, 0, 1], pa.int8()), pa.array(["news:a", None]))
    assert [row and row["rfc1738"] for row in pa.array(ul.check(urls)).to_pylist()] == [None, None, "newsurl", None]
    assert pa.array(ul.accepted_by(urls)).null_count == 3


def test_rows_without_urls_and_runs_of_one_url():
    nulls = pa.nulls(3)
    assert pa.array(ul.accepted_by(nulls)).null_count == 3
    assert pa.array(ul.check(nulls)).to_pylist() == [None] * 3
    for ends in (pa.int16(), pa.int32(), pa.int64()):
        runs = pa.RunEndEncodedArray.from_arrays(pa.array([2, 3, 5], ends), pa.array(["news:a", None, "x"]))
        plain = pa.array(["news:a", "news:a", None, "x", "x"])
        for part in (slice(0, 5), slice(1, 4), slice(2, 2)):
            assert pa.array(ul.accepted_by(runs[part])).to_pylist() == pa.array(ul.accepted_by(plain[part])).to_pylist()
        assert pa.array(ul.normalize(runs, "rfc1738")).to_pylist() == pa.array(ul.normalize(plain, "rfc1738")).to_pylist()


@pytest.mark.parametrize("wrong", [None, 1, b"news:a", pa.array([1]), pa.array([["a"]]), pa.chunked_array([[1.5]]), pa.table({"a": ["b"]})])
def test_what_is_no_array_of_urls_is_named(wrong):
    for function in (ul.accepted_by, ul.check, lambda urls: ul.refusal(urls, "rfc1738"), lambda urls: ul.components(urls, "rfc1738")):
        with pytest.raises(TypeError, match="expected one URL, a str, or a column of strings or binary values: .* got ") as error:
            function(wrong)
        if not hasattr(wrong, "__arrow_c_array__") and not hasattr(wrong, "__arrow_c_stream__"):
            assert str(error.value).endswith(f"got {type(wrong).__name__}")


def test_grammars_and_what_is_none():
    assert IDS[0] == "url-draft-02" and IDS[-1] == "whatwg" and len(IDS) == 13
    urls = pa.array(["news:a"])
    assert pa.array(ul.check(urls, ["rfc3986", "rfc1630"])).type.names == ["rfc1630", "rfc3986"]
    for function in (lambda: ul.check(urls, []), lambda: ul.check(urls, ["rfc1739"]), lambda: ul.refusal(urls, "RFC1738"), lambda: ul.parse("a:", "x")):
        with pytest.raises(ValueError, match="no grammar is named"):
            function()


def test_the_interpreter_goes_on_meanwhile():
    urls = pa.array(["ftp://host/~me"] * 2_000_000)
    done = threading.Event()
    checker = threading.Thread(target=lambda: (ul.accepted_by(urls), done.set()))
    checker.start()
    turns = 0
    while not done.is_set():
        turns += 1
    checker.join()
    assert turns > 1000


def test_one_url():
    parsed = ul.parse("gopher://h/7sel%09find", "rfc1738")
    assert parsed.production == "gopherurl" and parsed.value["search"] == "find"
    assert parsed.components["host"] == "h" and parsed.components["fragment"] is None
    with pytest.raises(ul.Refusal) as refusal:
        ul.parse("ftp://host/~me", "rfc1738")
    assert (refusal.value.offset, refusal.value.reason, refusal.value.production) == (11, "national-character", "ftpurl")
    with pytest.raises(TypeError, match="expected one URL, a str, got bytes"):
        ul.parse(b"news:a", "rfc1738")


def test_the_documentation_shows_what_happens():
    failures, tests = doctest.testmod(ul, optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    assert (failures, tests > 10) == (0, True)


def test_the_readme_shows_what_happens():
    pytest.importorskip("pandas", reason="SKIPPED, NOT INSTALLED: pandas")
    (block,) = re.findall(r"```python\n(.*?)```", (ROOT / "python/README.md").read_text("utf-8"), re.DOTALL)
    known: dict = {}
    for line in block.splitlines():
        code, _, shown = line.partition("  # ")
        if shown:
            assert repr(eval(code, known)) == shown, line
        else:
            exec(code, known)
    assert block.count("  # ") > 8
