#!/usr/bin/env python3
"""The Python package rfc3986: references of RFC 3986, with its validator for each component.

uri-lineage conform rfc3986 -- python3 examples/conform/rfc3986.py
"""
import json
import os
import sys

# The folder of this file is searched first, and this file has the name of the package.
sys.path = [path for path in sys.path if path != os.path.dirname(os.path.abspath(__file__))]
from rfc3986 import exceptions, uri_reference, validators

validator = validators.Validator().check_validity_of("scheme", "userinfo", "host", "port", "path", "query", "fragment")
for line in sys.stdin:
    try:
        url = uri_reference(json.loads(line))
        validator.validate(url)
        answer = {"valid": True, "scheme": url.scheme, "user": url.userinfo, "host": url.host, "port": url.port,
                  "path": url.path, "query": url.query, "fragment": url.fragment}
    except (exceptions.RFC3986Exception, ValueError):
        answer = {"valid": False}
    print(json.dumps(answer), flush=True)
