"""The functions themselves, on arrays of each kind."""

import doctest
import threading

import pyarrow as pa
import pytest
from conftest import is_text

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
            bits = pa.array(ul.accepts(urls)).to_pylist()
            checked = pa.array(ul.check(urls, "all")).to_pylist()
            plain = pa.array(ul.check(urls, "all", dictionary=False)).to_pylist()
            assert checked == plain
            views = pa.types.is_string_view(urls.type) or pa.types.is_binary_view(urls.type)
            for view, expected in [(None, views), (True, True), (False, False)]:
                columns = pa.array(ul.check(urls, "all", dictionary=False, view=view))
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
        refusals = pa.array(ul.refusals(urls, id))
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
        normal = pa.array(ul.normalise(pa.array(some, pa.binary()), id)).to_pylist()
        for url, parts, form in zip(some, found, normal, strict=True):
            try:
                parsed = ul.parse(url.decode(), id)
            except ul.Refusal as refusal:
                assert parts is None and form is None and refusal.grammar == id
                assert 0 <= refusal.offset <= len(url)
                continue
            assert parts == parsed.components, url
            # Normalising twice changes nothing.
            assert pa.array(ul.normalise(pa.array([form]), id)).to_pylist() == [form], url


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
            ours = {**refused.value.__dict__, "class": refused.value.class_, "message": str(refused.value)}
            del ours["class_"]
            theirs["message"] = theirs["message"].removesuffix(" (--forgive accepts it)")
            assert ours == theirs, url


def test_a_grammar_is_named_in_each_way():
    urls = pa.array(["news:a"])
    by_id = {grammar.id: grammar for grammar in ul.grammars()}
    assert len(set(ul.grammars())) == len(IDS) and str(by_id["rfc1738"]) == "rfc1738"
    fields = lambda grammars: pa.array(ul.check(urls, grammars)).type.names
    assert fields("rfc1738") == fields(by_id["rfc1738"]) == fields(["rfc1738"]) == ["rfc1738"]
    assert fields(None) == fields("ascii") == [id for id in IDS if by_id[id].ascii]
    assert fields("rfc") == [id for id in IDS if by_id[id].generation != "url-standard"]
    assert fields("all") == IDS and fields("historical") == [id for id in IDS if by_id[id].historical]
    assert fields(["third", by_id["rfc1738"], "third"]) == [id for id in IDS if id == "rfc1738" or by_id[id].generation == "third"]
    assert pa.array(ul.normalise(urls, by_id["rfc1738"])).to_pylist() == ["news:a"]


def test_streams_give_streams():
    chunked = pa.chunked_array([["news:a"], [], [None, "x"]], pa.string())
    results = pa.chunked_array(ul.accepts(chunked))
    assert results.num_chunks == 3 and results.null_count == 1 and results.type == pa.int16()
    none = pa.chunked_array([], pa.string())
    assert pa.chunked_array(ul.check(none)).type == pa.array(ul.check(pa.array([], pa.string()))).type


def test_rows_of_a_dictionary_are_judged_once_each():
    urls = pa.DictionaryArray.from_arrays(pa.array([1, None, 0, 1], pa.int8()), pa.array(["news:a", None]))
    assert [row and row["rfc1738"] for row in pa.array(ul.check(urls)).to_pylist()] == [None, None, "newsurl", None]
    assert pa.array(ul.accepts(urls)).null_count == 3


def test_rows_without_urls_and_runs_of_one_url():
    nulls = pa.nulls(3)
    assert pa.array(ul.accepts(nulls)).null_count == 3
    assert pa.array(ul.check(nulls)).to_pylist() == [None] * 3
    for ends in (pa.int16(), pa.int32(), pa.int64()):
        runs = pa.RunEndEncodedArray.from_arrays(pa.array([2, 3, 5], ends), pa.array(["news:a", None, "x"]))
        plain = pa.array(["news:a", "news:a", None, "x", "x"])
        for part in (slice(0, 5), slice(1, 4), slice(2, 2)):
            assert pa.array(ul.accepts(runs[part])).to_pylist() == pa.array(ul.accepts(plain[part])).to_pylist()
        assert pa.array(ul.normalise(runs, "rfc1738")).to_pylist() == pa.array(ul.normalise(plain, "rfc1738")).to_pylist()


@pytest.mark.parametrize("wrong", [["news:a"], "news:a", None, 1, pa.array([1]), pa.array([["a"]]), pa.chunked_array([[1.5]]), pa.table({"a": ["b"]})])
def test_what_is_no_array_of_urls_is_named(wrong):
    for function in (ul.accepts, ul.check, lambda urls: ul.refusals(urls, "rfc1738"), lambda urls: ul.components(urls, "rfc1738")):
        with pytest.raises(TypeError, match="expected an Arrow array, or a stream of arrays, of strings or binary values"):
            function(wrong)


def test_grammars_and_what_is_none():
    assert IDS[0] == "url-draft-02" and IDS[-1] == "whatwg" and len(IDS) == 13
    urls = pa.array(["news:a"])
    assert pa.array(ul.check(urls, ["rfc3986", "rfc1630"])).type.names == ["rfc1630", "rfc3986"]
    for function in (lambda: ul.check(urls, []), lambda: ul.check(urls, ["rfc1739"]), lambda: ul.refusals(urls, "RFC1738"), lambda: ul.parse("a:", "x")):
        with pytest.raises(ValueError, match="no grammar is named"):
            function()


def test_the_interpreter_goes_on_meanwhile():
    urls = pa.array(["ftp://host/~me"] * 2_000_000)
    done = threading.Event()
    checker = threading.Thread(target=lambda: (ul.accepts(urls), done.set()))
    checker.start()
    turns = 0
    while not done.is_set():
        turns += 1
    checker.join()
    assert turns > 1000


def test_one_url():
    parsed = ul.parse("gopher://h/7sel%09find", grammar="rfc1738")
    assert parsed.production == "gopherurl" and parsed.value["search"] == "find"
    assert parsed.components["host"] == "h" and parsed.components["fragment"] is None
    with pytest.raises(ul.Refusal) as refusal:
        ul.parse("ftp://host/~me", grammar="rfc1738")
    assert (refusal.value.offset, refusal.value.reason, refusal.value.production) == (11, "national-character", "ftpurl")
    with pytest.raises(TypeError, match="expected one URL, a str, got bytes"):
        ul.parse(b"news:a", grammar="rfc1738")


def test_the_documentation_shows_what_happens():
    failures, tests = doctest.testmod(ul, optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    assert (failures, tests > 3) == (0, True)
