#!/usr/bin/env python3
"""curl's parser, by the URL interface of libcurl, with the flags that the command curl sets.

uri-lineage conform rfc3986:URI -- python3 examples/conform/curl.py
"""
import ctypes
import ctypes.util
import json
import sys

curl = ctypes.CDLL(ctypes.util.find_library("curl") or "libcurl.so.4")
curl.curl_version.restype = ctypes.c_char_p
curl.curl_url.restype = ctypes.c_void_p
curl.curl_url_cleanup.argtypes = [ctypes.c_void_p]
curl.curl_url_set.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
curl.curl_url_get.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_void_p), ctypes.c_uint]
curl.curl_free.argtypes = [ctypes.c_void_p]

# CURLUPart and the flags of curl/urlapi.h.
URL, SCHEME, USER, PASSWORD, OPTIONS, HOST, PORT, PATH, QUERY, FRAGMENT, ZONE = range(11)
NON_SUPPORT_SCHEME, GUESS_SCHEME = 1 << 3, 1 << 9


def part(handle, name):
    text = ctypes.c_void_p()
    if curl.curl_url_get(handle, name, ctypes.byref(text), 0) != 0:
        return None
    try:
        return ctypes.string_at(text).decode("utf-8", "replace")
    finally:
        curl.curl_free(text)


def answer(url):
    # Its strings end with NUL.
    if "\0" in url:
        return {"valid": False}
    handle = curl.curl_url()
    try:
        text = url.encode("utf-8", "surrogatepass")
        has_scheme = curl.curl_url_set(handle, URL, text, NON_SUPPORT_SCHEME) == 0
        # Without a scheme it is a URL that curl completes: the scheme is not in the string.
        if not has_scheme and curl.curl_url_set(handle, URL, text, NON_SUPPORT_SCHEME | GUESS_SCHEME) != 0:
            return {"valid": False}
        user, password, options = (part(handle, name) for name in (USER, PASSWORD, OPTIONS))
        if password is not None:
            user = f"{user or ''}:{password}"
        if options is not None:
            user = f"{user or ''};{options}"
        host, zone = part(handle, HOST), part(handle, ZONE)
        if zone is not None:
            host = f"{host[:-1]}%25{zone}]"
        return {"valid": True, "scheme": part(handle, SCHEME) if has_scheme else None, "user": user, "host": host,
                "port": part(handle, PORT), "path": part(handle, PATH), "query": part(handle, QUERY),
                "fragment": part(handle, FRAGMENT)}
    finally:
        curl.curl_url_cleanup(handle)


if sys.argv[1:] == ["--version"]:
    print(curl.curl_version().decode().split()[0].removeprefix("libcurl/"))
    sys.exit()
for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
