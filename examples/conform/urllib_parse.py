#!/usr/bin/env python3
"""Python's urllib.parse, which divides references as RFC 3986 does and refuses little.

uri-lineage conform rfc3986 -- python3 examples/conform/urllib_parse.py
"""
import json
import sys
from urllib.parse import urlsplit

for line in sys.stdin:
    try:
        url = urlsplit(json.loads(line))
        user = url.netloc.rpartition("@")[0] if "@" in url.netloc else None
        answer = {"valid": True, "scheme": url.scheme, "user": user, "host": url.hostname, "port": url.port,
                  "path": url.path, "query": url.query, "fragment": url.fragment}
    except ValueError:
        answer = {"valid": False}
    print(json.dumps(answer), flush=True)
