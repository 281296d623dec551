"""Reads lines `PATTERN FLAGS MODE STRING,STRING...`, each but the mode in hexadecimal, and writes one line of answers for each:
`-` (no match), `.` (group 1 has no text) or its span in bytes; `error` if the pattern is invalid."""
import re
import sys
import warnings

warnings.simplefilter("ignore")

for line in sys.stdin:
    pattern, flags, mode, strings = line.rstrip("\n").split(" ")
    text = lambda hexadecimal: bytes.fromhex(hexadecimal).decode()
    try:
        compiled = re.compile(text(pattern), sum(getattr(re, f.upper()) for f in text(flags)))
    except re.error:
        print("error", flush=True)
        continue
    answers = []
    for string in map(text, strings.split(",")):
        match = compiled.fullmatch(string) if mode == "whole" else compiled.search(string)
        if not match:
            answers.append("-")
        elif not compiled.groups or match.start(1) < 0:
            answers.append(".")
        else:
            size = lambda end: len(string[:end].encode())
            answers.append(f"{size(match.start(1))}..{size(match.end(1))}")
    print(",".join(answers), flush=True)
