#!/usr/bin/env python3
"""No two modules define a function or variable of one name.

usage: names.py LIBRARY...

Static libraries are linked without a word where two of them define the same name:
the first one found is taken, and the other module calls it with its own types. Reads
each library's global symbols with nm, and fails where a name has two owners.
"""
import collections
import os
import subprocess
import sys


def names_of(library):
    out = subprocess.run(["nm", "-g", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    rows = (line.split() for line in out.splitlines())
    return {row[2] for row in rows if len(row) == 3 and row[1].isupper()}


def main(libraries):
    owners = collections.defaultdict(list)
    for library in libraries:
        for name in names_of(library):
            owners[name].append(os.path.basename(library))
    # Sanitizers give each unit such names of their own.
    shared = {name: where for name, where in owners.items()
              if len(where) > 1 and not name.startswith(("__", "asan.", "ubsan."))}
    for name, where in sorted(shared.items()):
        print(f"{name} is defined in {' and in '.join(where)}: rename one, or make it static")
    if not owners:
        print("no names were read")
    return 1 if shared or not owners else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
