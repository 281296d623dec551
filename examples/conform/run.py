#!/usr/bin/env python3
"""Runs the parsers of this folder under `uri-lineage conform`, and writes what it finds into a table.

    cargo build --release --example conform --package uri-lineage-cli --package uri-lineage
    PATH=target/release:$PATH python3 examples/conform/run.py [--models] [NAME...]

With --models it learns a model of each into examples/models instead. Without names it runs all. Parsers whose runtime is absent are named and keep their rows. Afterwards `cargo xtask generate` writes
the table of guide/results.md anew. Each parser reads the first strings of the suites, the shortest first, of the grammar that it claims and
of the URL Standard's parser; of the latter only verdicts are compared.
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
    ("Python `urllib.parse`", "", "rfc3986", [PYTHON, "-c", "import platform; print(platform.python_version())"], [PYTHON, "urllib_parse.py"]),
    ("Python `rfc3986`", "rfc3986", "rfc3986", package("rfc3986"), [PYTHON, "rfc3986.py"]),
    ("Python `yarl`", "rfc3986", "rfc3986", package("yarl"), [PYTHON, "yarl.py"]),
    ("Node.js `URL`", "whatwg", "rfc3986:URI", [NODE, "--version"], [NODE, "url.mjs"]),
    ("Node.js `url.parse`", "", "rfc3986", [NODE, "--version"], [NODE, "--no-deprecation", "url_parse.mjs"]),
    ("Perl `URI`", "rfc3986", "rfc3986", ["perl", "-MURI", "-e", "print URI->VERSION"], ["perl", "uri.pl"]),
    ("Ruby `URI`", "rfc3986", "rfc3986", ["ruby", "-ruri", "-e", "puts URI::VERSION"], ["ruby", "uri.rb"]),
    ("PHP `parse_url`", "", "rfc3986", ["php", "-r", "echo PHP_VERSION;"], ["php", "parse_url.php"]),
    ("Go `net/url`", "rfc3986", "rfc3986", ["go", "env", "GOVERSION"], ["go", "run", "url.go"]),
    ("Java `java.net.URI`", "rfc2732", "rfc2732", ["java", "--version"], ["java", "Uri.java"]),
    ("curl", "rfc3986", "rfc3986:URI", ["curl", "--version"], ["bash", "curl.sh"]),
    ("Rust `url`", "whatwg", "rfc3986:URI", crate("url"), [CRATES, "url"]),
    ("Rust `fluent-uri`", "rfc3986", "rfc3986", crate("fluent-uri"), [CRATES, "fluent-uri"]),
    ("Rust `iri-string`", "rfc3986", "rfc3986", crate("iri-string"), [CRATES, "iri-string"]),
    ("Rust `http`", "", "rfc3986", crate("http"), [CRATES, "http"]),
]
# One process for each string.
LIMITS = {"curl": 2_000}
MODELS = ROOT / "examples/models"
# Their adapters do not say which host they read.
WITHOUT_HOST = ["curl", "Perl `URI`"]
# The strings of the models: one address in brackets stands for all, numbers are only ports, and there is no punycode and no
# percent-encoding.
DOMAIN = ["--component", "host", "--token", "[::1]", "--without", "xn--", "--without", "%",
          "--matching", r"^([^0-9]|:[0-9]{1,5}([^0-9]|$)|\[::1\])*$"]


def version(command):
    """The first number of what a command prints; nothing if the runtime is absent."""
    try:
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    except OSError:
        return None
    words = run.stdout.replace("go1", "1").replace("v", "").split()
    return next((word for word in words if word[0].isdigit()), None) if run.returncode == 0 else None


def learn(name, number, command):
    """Writes a model of a parser, into a file of its name."""
    adapter = [f"examples/conform/{word}" if "." in word and "/" not in word else word for word in command]
    adapter = [word.replace(f"{ROOT}/", "").replace(PYTHON, "python3") for word in adapter]
    title = name.replace("`", "")
    file = f"examples/models/{re.sub('[^a-z0-9]+', '-', title.lower())}.model"
    done = subprocess.run(["uri-lineage", "learn", "--no-progress", "--parser", f"{title} {number}", *DOMAIN, "-o", file, "--", *adapter], cwd=ROOT)
    if done.returncode == 2:
        print(f"{name} has no model", file=sys.stderr)


def rows(name, number, claims, grammar, command):
    """What `conform` finds, a row for each finding; a row without a finding if the parser conforms."""
    options = ["--verdicts"] if grammar == "whatwg" else []
    adapter = [str(ROOT / "examples/conform" / word) if "." in word and "/" not in word else word for word in command]
    limit = str(LIMITS.get(name, LIMIT))
    run = ["uri-lineage", "conform", grammar, "--no-progress", "--format", "jsonl", "--limit", limit, *options, "--", *adapter]
    done = subprocess.run(run, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    found, summary = records[:-1], records[-1]
    head = [name, number, claims, grammar, summary["tried"], "yes" if summary["complete"] else ""]
    for one in found or [{"finding": "", "count": "", "text": ""}]:
        kind = f"{one['finding']} {one['component']}" if "component" in one else one["finding"]
        witness = json.dumps(one["witness"]) if "witness" in one else ""
        yield [*head, kind, one["count"], witness, one["text"]]


def main():
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
            if name not in WITHOUT_HOST:
                learn(name, number, command)
            continue
        all_rows = (row for each in (grammar, "whatwg") for row in rows(name, number, claims, each, command))
        known[name] = ["\t".join(map(str, row)) for row in all_rows]
        written = [line for parser in PARSERS for line in known.get(parser[0], [])]
        TABLE.write_text("\n".join(["\t".join(HEAD), *written]) + "\n")


if __name__ == "__main__":
    main()
