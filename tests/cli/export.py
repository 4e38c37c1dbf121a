#!/usr/bin/env python3
"""Exports of every lesson: the script asserts every shown number, the page is self-contained.

usage: export.py HEED
"""
import html.parser
import json
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "judge"))
from program import shortened  # noqa: E402

HEED = os.path.abspath(sys.argv[1])


def run(*args):
    done = subprocess.run([HEED, *args], capture_output=True, text=True, timeout=300)
    if done.returncode:
        sys.exit(f"heed {args}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


class Page(html.parser.HTMLParser):
    """Counts what must balance, and finds what a self-contained page may not hold."""

    def __init__(self):
        super().__init__()
        self.open, self.faults = [], []

    def handle_starttag(self, tag, attrs):
        names = dict(attrs)
        if tag in ("script", "link", "img", "iframe") or "src" in names or "onclick" in names:
            self.faults.append(f"<{tag}>")
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> does not match")


def check_page(lesson):
    """Braille comes from another font, of another width, in every browser's monospace: drawings would fall apart."""
    page = Page()
    text = run("export", lesson, "--format", "html")
    page.feed(text)
    braille = ["braille"] if any(0x2800 <= ord(c) <= 0x28FF for c in text) else []
    return page.faults + braille + (["unclosed " + " ".join(page.open)] if page.open else [])


def check_script(lesson, sets, agrees=True):
    script = run("export", lesson, "--format", "py", *[w for s in sets for w in ("--set", s)])
    if not agrees:  # one changed digit must be found
        script = script.replace('_shown(', '_shown(1e-3 + ', 1)
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write(script)
        file.flush()
        done = subprocess.run([sys.executable, file.name], capture_output=True, text=True, timeout=300)
    ok = done.returncode == 0 and "shown numbers agree" in done.stdout
    return [] if ok == agrees else [f"script {sets}: {done.stdout[-200:]}{done.stderr[-400:]}"]


def check_markdown(lesson):
    text = run("export", lesson)
    return [] if text.startswith("# ") and "{" not in text.split("```")[0] and text.count("```") % 2 == 0 else ["markdown"]


def main():
    rng = random.Random(3)
    faults = []
    for lesson in [entry["id"] for entry in json.loads(run("list", "--format", "json"))["lessons"]]:
        assert json.loads(run("export", lesson, "--format", "json"))["lesson"] == lesson
        sheet = [d for s in json.loads(run("print", lesson, "--format", "json"))["screens"] for d in s["sheet"]]
        short = shortened(sheet)
        found = check_page(lesson) + check_markdown(lesson) + check_script(lesson, short)
        if lesson == "four-steps":
            found += check_script(lesson, [], agrees=False)
            for _ in range(3):
                q = [round(rng.gauss(0, 2), 2) for _ in range(4)]
                found += check_script(lesson, [f"q={q}"])
        faults += [f"{lesson}: {fault}" for fault in found]
    print("\n".join(faults) or "all exports agree")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
