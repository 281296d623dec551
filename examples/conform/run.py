#!/usr/bin/env python3
"""Runs the parsers of this folder under `uri-lineage conform`, and writes what it finds into a table.

    cargo build --release --bins --example conform --package uri-lineage-cli --package uri-lineage
    PATH=target/release:$PATH python3 examples/conform/run.py [--models|--pairs] [NAME...]

Each parser reads the first strings of the suites, the shortest first, of the grammar that it claims and of the URL Standard's parser; of the
latter only verdicts are compared. Without names it runs all. Parsers whose runtime is absent are named and keep their rows. Afterwards
`cargo xtask generate` writes the table of guide/results.md anew.

With --models it learns a model of each into examples/models instead, and with --pairs it compares each two of those models, and each with
RFC 3986 and the URL Standard: it asks the parsers about each string, and writes the table of the site's page of parsers.
"""
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "cli/src/commands/site/parsers.tsv"
HEAD = ["parser", "version", "claims", "grammar", "tried", "complete", "finding", "count", "witness", "text"]
LIMIT = 100_000
PYTHON, NODE = sys.executable, "node"
CRATES = str(ROOT / os.environ.get("CRATES", "target/release/examples/conform"))


def package(name):
    return [PYTHON, "-c", f"import importlib.metadata as m; print(m.version('{name}'))"]


def crate(name):
    # The newest of several versions, which is the last.
    code = "import re, sys; print(re.findall(r'name = \"%s\"\\nversion = \"([^\"]+)\"' % sys.argv[1], open('Cargo.lock').read())[-1])"
    return [PYTHON, "-c", code, name]


# The name, the grammar that its documentation claims, the grammar of the comparison, the command that prints the version, and the
# command that runs it.
PARSERS = [
    ("Python `urllib.parse`", "rfc3986", "rfc3986", [PYTHON, "-c", "import platform; print(platform.python_version())"], [PYTHON, "urllib_parse.py"]),
    ("Python `rfc3986`", "rfc3986", "rfc3986", package("rfc3986"), [PYTHON, "rfc3986.py"]),
    ("Python `yarl`", "rfc3986", "rfc3986", package("yarl"), [PYTHON, "yarl.py"]),
    ("Node.js `URL`", "whatwg", "rfc3986:URI", [NODE, "--version"], [NODE, "url.mjs"]),
    ("Node.js `url.parse`", "", "rfc3986", [NODE, "--version"], [NODE, "--no-deprecation", "url_parse.mjs"]),
    ("Perl `URI`", "rfc3986", "rfc3986", ["perl", "-MURI", "-e", "print URI->VERSION"], ["perl", "uri.pl"]),
    ("Ruby `URI`", "rfc3986", "rfc3986", ["ruby", "-ruri", "-e", "puts URI::VERSION"], ["ruby", "uri.rb"]),
    ("PHP `parse_url`", "", "rfc3986", ["php", "-r", "echo PHP_VERSION;"], ["php", "parse_url.php"]),
    ("Go `net/url`", "rfc3986", "rfc3986", ["go", "env", "GOVERSION"], ["go", "run", "url.go"]),
    ("Java `java.net.URI`", "rfc2732", "rfc2732", ["java", "--version"], ["java", "Uri.java"]),
    ("curl", "rfc3986", "rfc3986:URI", [PYTHON, "examples/conform/curl.py", "--version"], [PYTHON, "curl.py"]),
    ("Rust `url`", "whatwg", "rfc3986:URI", crate("url"), [CRATES, "url"]),
    ("Rust `fluent-uri`", "rfc3986", "rfc3986", crate("fluent-uri"), [CRATES, "fluent-uri"]),
    ("Rust `iri-string`", "rfc3986", "rfc3986", crate("iri-string"), [CRATES, "iri-string"]),
    ("Rust `http`", "", "rfc3986", crate("http"), [CRATES, "http"]),
]
MODELS = ROOT / "examples/models"
PAIRS = ROOT / "cli/src/commands/site/parser-pairs.tsv"
PAIRS_HEAD = ["left", "right", "component", "causes", "witness", "left text", "right text"]
# How many causes of a component are written, those with the shortest strings first.
CAUSES = 4
# The strings of the models: one address in brackets stands for all, and there are no punycode, no percent-encoding and no segments
# with a dot in front.
DOMAIN = ["--token", "[::1]", "--without", "xn--", "--without", "%", "--without", "/.", "--without", "\\.", "--random", "20000"]
COMPONENTS = ["scheme", "user", "host", "port", "path", "query", "fragment"]
# Numbers are only ports, or there are none.
PORTS = ["--component", ",".join(COMPONENTS), "--matching", r"^([^0-9]|:[0-9]{1,5}([^0-9]|$)|\[::1\])*$"]
NO_NUMBERS = ["--component", ",".join(name for name in COMPONENTS if name != "port"), "--matching", r"^([^0-9]|\[::1\])*$"]
OPTIONS = {
    # It ends with an IndexError.
    "Python `yarl`": [*PORTS, "--without", "]@"],
    # A number without a scheme is an address.
    "curl": NO_NUMBERS,
    "Rust `url`": NO_NUMBERS,
    # With ports its automata are too large.
    "PHP `parse_url`": NO_NUMBERS,
    # Its schemes have at most 64 characters, each of which is a state.
    "Rust `http`": [*PORTS, "--states", "1500"],
}


def version(command):
    """The first number of what a command prints; nothing if the runtime is absent."""
    try:
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    except OSError:
        return None
    words = run.stdout.replace("go1", "1").replace("v", "").split()
    return next((word for word in words if word[0].isdigit()), None) if run.returncode == 0 else None


def model_of(name):
    """The file of the model of a parser."""
    return f"examples/models/{re.sub('[^a-z0-9]+', '-', name.replace('`', '').lower())}.model"


def adapter(command):
    """The command of a parser in the folder of the project."""
    words = [f"examples/conform/{word}" if "." in word and "/" not in word else word for word in command]
    return [word.replace(f"{ROOT}/", "").replace(PYTHON, "python3") for word in words]


def learn(name, number, command):
    """Writes a model of a parser, into a file of its name."""
    title = name.replace("`", "")
    file = model_of(name)
    options = [*DOMAIN, *OPTIONS.get(name, PORTS)]
    run = ["uri-lineage", "learn", "--no-progress", "--parser", f"{title} {number}", *options, "-o", file, "--", *adapter(command)]
    if subprocess.run(run, cwd=ROOT).returncode == 2:
        print(f"{name} has no model", file=sys.stderr)


def rows(name, number, claims, grammar, command):
    """What `conform` finds, a row for each finding; a row without a finding if the parser conforms."""
    options = ["--verdicts"] if grammar == "whatwg" else []
    run = ["uri-lineage", "conform", grammar, "--no-progress", "--format", "jsonl", "--limit", str(LIMIT), *options, "--", *adapter(command)]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    found, summary = records[:-1], records[-1]
    head = [name, number, claims, grammar, summary["tried"], "yes" if summary["complete"] else ""]
    for one in found or [{"finding": "", "count": "", "text": ""}]:
        kind = f"{one['finding']} {one['component']}" if "component" in one else one["finding"]
        witness = json.dumps(one["witness"]) if "witness" in one else ""
        yield [*head, kind, one["count"], witness, one["text"]]


def compare(left, right):
    """The causes of each component of two sides, each a name and what `differential` reads: a record of each, those with the shortest
    strings first."""
    run = ["uri-lineage", "differential", left[1], right[1], "--all", "--no-progress", "--format", "json"]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        print(f"{left[0]}, {right[0]}: {done.stderr.strip()}", file=sys.stderr)
        return {}
    by_component = {}
    for record in json.loads(done.stdout):
        found = by_component.setdefault(record["component"], [])
        # What a text means as a host, a name or an address, a model does not say.
        if record["left_span"] != record["right_span"]:
            found.append(record)
    return {component: sorted(found, key=lambda record: len(record["witness"])) for component, found in by_component.items()}


def answers(command, strings):
    """What a parser says of each string."""
    text = "".join(json.dumps(string) + "\n" for string in strings)
    done = subprocess.run(adapter(command), cwd=ROOT, input=text, capture_output=True, text=True)
    return dict(zip(strings, map(json.loads, done.stdout.splitlines())))


def value(record, side, said):
    """What a side reads: the parser itself if it is one."""
    if said is None:
        return record[f"{side}_text"] or ""
    return str(said.get(record["witness"], {}).get(record["component"]) or "").lower().strip("[]")


def pairs():
    """Writes how each two sides differ that have a model, or are a grammar. A string of which the parsers say the same is left out."""
    grammars = [("RFC 3986", "rfc3986", None), ("URL Standard", "whatwg", [CRATES, "url-standard"])]
    parsers = [(name.replace("`", ""), model_of(name), command) for name, *_, command in PARSERS if (ROOT / model_of(name)).exists()]
    both = [(left, right) for at, left in enumerate(parsers) for right in [*grammars, *parsers[at + 1:]]]
    found = {(left[0], right[0]): compare(left, right) for left, right in both}
    strings = {name: set() for name, *_ in [*grammars, *parsers]}
    for names, components in found.items():
        for records in components.values():
            for name in names:
                strings[name].update(record["witness"] for record in records)
    said = {name: answers(command, sorted(strings[name])) if command else None for name, _, command in [*grammars, *parsers]}
    rows, refuted = [PAIRS_HEAD], 0
    for (left, right), components in found.items():
        for component, records in components.items():
            real = [record for record in records if value(record, "left", said[left]) != value(record, "right", said[right])]
            refuted += len(records) - len(real)
            for record in real[:CAUSES]:
                texts = [json.dumps(record[f"{side}_text"]) for side in ("left", "right")]
                rows.append([left, right, component, str(len(real)), json.dumps(record["witness"]), *texts])
            if not real:
                rows.append([left, right, component, "0", "", "", ""])
    print(f"{refuted} causes were refuted by the parsers", file=sys.stderr)
    PAIRS.write_text("\n".join("\t".join(row) for row in rows) + "\n")


def main():
    if "--pairs" in sys.argv:
        return pairs()
    names = [name for name in sys.argv[1:] if name != "--models"]
    MODELS.mkdir(exist_ok=True)
    known = {}
    if TABLE.exists():
        for line in TABLE.read_text().splitlines()[1:]:
            known.setdefault(line.split("\t")[0], []).append(line)
    for name, claims, grammar, of, command in PARSERS:
        if names and name not in names:
            continue
        number = version(of)
        if number is None:
            print(f"{name} was not run: its runtime is absent", file=sys.stderr)
            continue
        print(name, number, file=sys.stderr)
        if "--models" in sys.argv:
            learn(name, number, command)
            continue
        all_rows = (row for each in (grammar, "whatwg") for row in rows(name, number, claims, each, command))
        known[name] = ["\t".join(map(str, row)) for row in all_rows]
        written = [line for parser in PARSERS for line in known.get(parser[0], [])]
        TABLE.write_text("\n".join(["\t".join(HEAD), *written]) + "\n")


if __name__ == "__main__":
    main()
