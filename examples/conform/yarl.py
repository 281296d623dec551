#!/usr/bin/env python3
"""The Python package yarl, with `encoded=True`: it leaves components as they are written.

uri-lineage conform rfc3986 -- python3 examples/conform/yarl.py
"""
import json
import os
import sys

# The folder of this file is searched first, and this file has the name of the package.
sys.path = [path for path in sys.path if path != os.path.dirname(os.path.abspath(__file__))]
from yarl import URL

for line in sys.stdin:
    try:
        url = URL(json.loads(line), encoded=True)
        user = url.raw_user if url.raw_password is None else f"{url.raw_user or ''}:{url.raw_password}"
        answer = {"valid": True, "scheme": url.scheme, "user": user, "host": url.raw_host, "port": url.explicit_port,
                  "path": url.raw_path, "query": url.raw_query_string, "fragment": url.raw_fragment}
    except ValueError:
        answer = {"valid": False}
    print(json.dumps(answer), flush=True)
