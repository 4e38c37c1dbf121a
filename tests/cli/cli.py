#!/usr/bin/env python3
"""heed's commands as a script sees them.

usage: cli.py HEED [CASE …]

Each case is a function; it fails by assertion. HOME and the state folder are
temporary; nothing outside them is touched.
"""
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import traceback

HEED = os.path.abspath(sys.argv[1])
ISAS = ["scalar", "avx2", "avx512"]


def as_float32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


class World:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.env = {"PATH": os.environ["PATH"], "HOME": str(folder), "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
            if name in os.environ:
                self.env[name] = os.environ[name]

    def run(self, *args, code=0, stdin="", **env):
        done = subprocess.run([HEED, *args], input=stdin.encode(), capture_output=True, env={**self.env, **env}, timeout=120)
        self.out, self.err = done.stdout.decode(), done.stderr.decode()
        assert done.returncode == code, f"{args}: exit {done.returncode}, wanted {code}\n{self.out}{self.err}"
        return self.out

    def file(self, name, text):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    def isas(self):
        have = []
        for name in ISAS:
            done = subprocess.run([HEED, "--isa", name, "--version"], capture_output=True, env=self.env)
            if done.returncode == 0:
                have.append(name)
        return have


LESSON = """---
title: A small one
part: Tests
order: 1
level: first
---

## What is the mean?

> A see-saw.

```live
x = [1, 2, 4]
m = mean(x)
d = x - m
names = ["a", "b", "c"]
```

The mean is {m:.4f}.

```show
bars x rows=names | The numbers.
```

```claim
here:   m > 2        | It lies above the middle one.
always: isclose(sum(d), 0) | The deviations cancel.
```
"""


def version_names_kernels_and_ncurses(w):
    out = w.run("--version")
    assert out.startswith("heed ") and "kernels " in out and "ncurses " in out, out
    w.run("--isa", "scalar", "--version")
    assert "kernels scalar" in w.out, w.out


def help_lists_every_command(w):
    out = w.run("help")
    for command in ("run", "list", "print", "eval", "why", "check", "help"):
        assert f"heed {command}" in out, command
        assert w.run("help", command).startswith(f"heed {command}")
    assert w.run("--help") == out
    assert "softmax(" in w.run("help", "sheet")
    lessons = w.run("help", "lessons")
    assert "columns" in lessons and "```live" in lessons
    w.run("help", "nonsense", code=2)


def wrong_usage_exits_2_and_says_how(w):
    for args in (["nonsense"], ["print"], ["print", "four-steps", "--widht", "80"], ["print", "four-steps", "--width", "zwölf"],
                 ["print", "four-steps", "--format", "xml"], ["eval"], ["eval", "1", "2"], ["--nonsense"], ["-x"],
                 ["print", "four-steps", "--set", "q"], ["list", "--isa", "sse9"], ["list", "--data"]):
        w.run(*args, code=2)
        assert w.err.startswith("heed: "), (args, w.err)
    w.run("print", "four-steps", "--widht", "80", code=2)
    assert "did you mean --width?" in w.err
    w.run("prnit", "four-steps", code=2)
    assert "did you mean print?" in w.err
    w.run("four-steps", code=2)
    assert "heed run four-steps" in w.err


def what_is_not_there_exits_1_with_a_guess(w):
    w.run("print", "four-step", code=1)
    assert "did you mean four-steps?" in w.err
    w.run("print", "./nowhere.md", code=1)
    assert "nowhere.md" in w.err
    w.run("check", str(w.folder), code=1)
    w.run("print", "four-steps", "--screen", "99", code=1)


def eval_prints_what_can_be_pasted_back(w):
    for text in ("1", "[1, 2, 3]", "softmax([1, 2, 3])", "[[1, 0], [0.1, 2]] @ [[1], [2]]", "argmax([1, 3, 2])", "-0.0",
                 "[1, 2] == [1, 3]", "inf", "zeros(2, 0)", "1e30 * [1, 2]", "[\"a\", \"b\"]"):
        first = w.run("eval", text).strip()
        again = json.loads(w.run("eval", first, "--format", "json"))
        assert again == json.loads(w.run("eval", text, "--format", "json")), (text, first)
    assert json.loads(w.run("eval", "[1, 2]", "--format", "json")) == {"shape": [2], "values": [1, 2]}
    assert json.loads(w.run("eval", "3", "--format", "json")) == {"shape": [], "values": 3}
    assert json.loads(w.run("eval", "[inf, -inf]", "--format", "json"))["values"] == ["inf", "-inf"]
    assert w.run("eval", "-", stdin="1 + 1\n").strip() == "2.0" or w.out.strip() == "2"
    assert w.run("eval", "-1").strip() in ("-1", "-1.0")


def eval_names_the_place_of_a_mistake(w):
    for text, word in (("1 +", "1:"), ("foo", "foo"), ("[1, 2] @ [1, 2, 3]", "(2,)"), ("sofmax([1])", "did you mean softmax"),
                       ("(" * 5000, "deep"), ("[[1, 2], [3]]", "1:"), ("1 = 2", "=="), ("\x1b[31m", "")):
        w.run("eval", text, code=1)
        assert word in w.err and "\x1b" not in w.err, (text[:20], w.err[:200])
    w.run("eval", "-", stdin="", code=1)


def list_has_the_lessons(w):
    ids = [l["id"] for l in json.loads(w.run("list", "--format", "json"))["lessons"]]
    assert "four-steps" in ids
    for line in ids:
        assert line in w.run("list")


def print_text_has_no_escapes_and_keeps_the_width(w):
    for width in (20, 40, 80, 120):
        for line in w.run("print", "four-steps", "--width", str(width)).splitlines():
            assert len(line) <= width and "\x1b" not in line, (width, line)
    ascii_out = w.run("print", "four-steps", "--width", "80", LC_ALL="C")
    assert ascii_out.isascii()


def print_json_is_the_documents_numbers(w):
    doc = json.loads(w.run("print", "four-steps", "--format", "json"))
    assert doc["lesson"] == "four-steps" and doc["isa"] in ISAS
    sheet = {d["name"]: d for s in doc["screens"] for d in s["sheet"]}
    assert sheet["q"]["input"] is True and sheet["alpha"]["input"] is False
    assert sheet["alpha"]["shape"] == [3] and sheet["K"]["shape"] == [3, 4]
    assert as_float32(sheet["alpha"]["values"][2]) == as_float32(0.451862752)
    assert all(c["holds"] is True for s in doc["screens"] for c in s["claims"])
    one = json.loads(w.run("print", "four-steps", "--format", "json", "--screen", "1"))
    assert len(one["screens"]) == 1


def a_set_changes_the_numbers_and_errors_wait(w):
    doc = json.loads(w.run("print", "four-steps", "--format", "json", "--set", "q=[0, 1, 1, 0]"))
    sheet = {d["name"]: d for s in doc["screens"] for d in s["sheet"]}
    assert sheet["q"]["values"] == [0, 1, 1, 0] and sheet["s"]["values"] == [1, 1, 1]
    doc = json.loads(w.run("print", "four-steps", "--format", "json", "--set", "K=[[1,1,0,0],[0,0,1,1],[1,0,1,1],[1,1,1,1]]"))
    sheet = {d["name"]: d for s in doc["screens"] for d in s["sheet"]}
    assert sheet["out"]["values"] is None and "(4,)" in sheet["out"]["error"]["text"] and "(3, 2)" in sheet["out"]["error"]["text"]
    for bad in ("alpha=[1,0,0]", "nope=1", "q=[1,", "q=w"):
        w.run("print", "four-steps", "--set", bad, code=1)
        assert "--set" in w.err, w.err


def why_derives_down_to_the_inputs(w):
    out = w.run("why", "four-steps", "alpha[2]", "--depth", "9")
    for word in ("0.4519", "2.7183", "6.0157"):
        assert word in out, out
    top = json.loads(w.run("why", "four-steps", "alpha[2]", "--format", "json"))
    assert top["op"] == "softmax" and top["kind"] == "composite" and abs(top["value"] - 0.451862752) < 1e-8
    seen, queue = set(), ["out[0]"]
    while queue:
        expr = queue.pop()
        if expr in seen:
            continue
        seen.add(expr)
        one = json.loads(w.run("why", "four-steps", expr, "--format", "json"))
        queue += [f["expr"] for t in one["terms"] for f in t["factors"]]
        assert len(seen) < 200
    assert {"q[0]", "K[2, 3]", "V[1, 0]"} <= seen, sorted(seen)
    w.run("why", "four-steps", "alpha", code=1)
    w.run("why", "four-steps", "nope", code=1)


def the_three_kernel_sets_print_the_same_bytes(w):
    isas = w.isas()
    assert "scalar" in isas
    ids = [l["id"] for l in json.loads(w.run("list", "--format", "json"))["lessons"]]
    for lesson in ids:
        texts = {isa: w.run("print", lesson, "--format", "json", HEED_ISA=isa).replace(f'"isa":"{isa}"', "") for isa in isas}
        assert len(set(texts.values())) == 1, lesson
        assert len({w.run("print", lesson, "--width", "80", HEED_ISA=isa) for isa in isas}) == 1
    for isa in set(ISAS) - set(isas):
        w.run("list", HEED_ISA=isa, code=2)
        assert isa in w.err and "scalar" in w.err


def drawings_are_set_in_the_glyphs_that_are_asked_for(w):
    def has(page, low, high):
        return any(low <= ord(c) <= high for c in page)

    pages = {name: w.run("print", "static-trap", LC_ALL="C.UTF-8", HEED_GLYPHS=name) for name in ("", "braille", "blocks", "ascii")}
    assert pages[""] == pages["braille"] and has(pages["braille"], 0x2801, 0x28FF)
    assert has(pages["blocks"], 0x2596, 0x259F) and not has(pages["blocks"], 0x2800, 0x28FF)
    assert pages["ascii"].isascii()
    assert w.run("print", "static-trap", LC_ALL="C", HEED_GLYPHS="braille").isascii()
    assert "HEED_GLYPHS" in w.run("help")
    w.run("list", HEED_GLYPHS="dots", code=2)
    assert "braille, blocks or ascii" in w.err


def a_good_file_checks_and_prints(w):
    path = w.file("small.md", LESSON)
    w.run("check", path)
    assert "2.3333" in w.run("print", path)


BROKEN = {  # what replaces what -> the line that must be named, a word of the message
    "a typed decimal": ("The mean is {m:.4f}.", "The mean is 2.3333.", "19", "2.3333"),
    "an unknown name": ("d = x - m", "d = x - mm", "15", "mm"),
    "a shape clash": ("d = x - m", "d = x - [1, 2]", "15", "(2,)"),
    "a false claim": ("m > 2 ", "m > 3 ", "26", "m > 3"),
    "a claim that is not always true": ("isclose(sum(d), 0)", "sum(x) > 0", "27", "sum(x) > 0"),
    "an unclosed fence": ("always: isclose(sum(d), 0) | The deviations cancel.\n```", "", "25", "fence"),
    "an unknown block": ("```claim", "```claym", "25", "claim"),
    "an unknown picture": ("bars x", "barz x", "22", "bars"),
    "deep parentheses": ("m = mean(x)", "m = " + "(" * 5000 + "1", "14", "deep"),
    "control bytes": ("> A see-saw.", "> A see\x1b]0;spoof\x07saw.", "10", "control"),
}


def each_broken_lesson_gets_its_line(w):
    for name, (old, new, line, word) in BROKEN.items():
        assert LESSON.count(old) >= 1, name
        path = w.file("broken.md", LESSON.replace(old, new, 1))
        w.run("check", path, code=1)
        assert f"broken.md:{line}:" in w.err and word in w.err, f"{name}:\n{w.err[:600]}"
        assert "\x1b" not in w.err and "\x07" not in w.err, name


def several_mistakes_are_named_in_one_run(w):
    text = LESSON.replace("d = x - m", "d = x - mm").replace("bars x", "barz x").replace("The mean is {m:.4f}.", "It is 2.33.")
    w.run("check", w.file("broken.md", text), code=1)
    assert w.err.count("error:") >= 3, w.err


def odd_files_are_refused_in_one_line(w):
    for name, data in (("empty.md", b""), ("nul.md", b"\0" * 1000), ("utf16.md", "## x".encode("utf-16")),
                       ("latin.md", b"## caf\xe9\n"), ("long.md", b"x" * 3_000_000), ("crlf.md", LESSON.replace("\n", "\r\n").encode()),
                       ("bom.md", b"\xef\xbb\xbf" + LESSON.encode())):
        path = w.file(name, data)
        done = subprocess.run([HEED, "check", path], capture_output=True, env=w.env, timeout=60)
        assert done.returncode in (0, 1), (name, done.returncode, done.stderr[:300])
        if name in ("crlf.md", "bom.md"):
            assert done.returncode == 0, (name, done.stderr)


def a_derivation_shows_tiny_numbers_as_they_are(w):
    out = w.run("why", "qkv-lookup", "softmax([-16, -16, -32])[0]")
    assert "1.1254e-07 / 2.2507e-07 = 0.5000" in out and "0.0000 / 0.0000" not in out, out


def every_help_fits_80_columns(w):
    commands = [line.split()[1] for line in w.run("help").splitlines() if line.startswith("  heed ")]
    assert len(commands) > 12, commands
    for topic in [[], ["sheet"], ["lessons"]] + [[c] for c in commands if c not in ("open",)]:
        for line in w.run("help", *topic).splitlines():
            assert len(line) <= 80, (topic, line)


def present_and_notes_are_explained(w):
    for topic in ("present", "notes"):
        out = w.run("help", topic)
        assert f"usage" in out or f"heed {topic}" in out, out
        assert max(len(line) for line in out.splitlines()) <= 100, out
    keys = w.run("help", "present")
    for word in ("PgDn", "blank", "F1 to F9", "block digits", "Esc P end"):
        assert word in keys, word


def present_needs_a_terminal_and_a_lesson(w):
    w.run("present", code=2)
    w.run("present", "nowhere", code=1)
    w.run("present", "four-steps", "--plain", code=2)
    w.run("present", "four-steps", "--budget", "0", code=2)
    w.run("present", "four-steps", "--budget", "soon", code=2)
    w.run("present", "four-steps", code=1)
    assert "terminal" in w.err, w.err


def presented(w, name, record, mode=0o600):
    run = w.folder / "run"
    run.mkdir(mode=0o700, exist_ok=True)
    heed = run / "heed"
    heed.mkdir(mode=0o700, exist_ok=True)
    path = heed / name
    path.write_text(record if isinstance(record, str) else json.dumps(record))
    path.chmod(mode)
    return path, {"XDG_RUNTIME_DIR": str(run)}


RECORD = {"v": 1, "lesson": "A talk", "view": 3, "views": 9, "question": "Why?", "sentence": "This is shown.",
          "notes": ["Ask the room.", "Wait \u001b[31mfor it.\u0007"], "next": "That comes.", "scenes": ["F1 alike"], "asked": None,
          "truth": None, "answered": False, "blank": False, "edits": 2, "began_ms": 0, "budget_ms": 600000}


def notes_print_once_on_a_pipe(w):
    path, env = presented(w, f"present-{os.getpid()}.json", RECORD)
    out = w.run("notes", **env)
    for text in ("A talk", "3 of 9", "This is shown.", "Ask the room.", "That comes.", "F1 alike", "over"):
        assert text in out, out
    assert "\x1b" not in out and "\x07" not in out, repr(out)
    narrow = w.run("notes", "--width", "40", **env)
    assert max(len(line) for line in narrow.splitlines()) <= 40, narrow
    assert "Ask the room." in narrow and "F1 alike" in narrow, narrow
    assert path.exists()


def notes_say_when_nobody_presents(w):
    _, env = presented(w, "present-0.json", RECORD)
    w.run("notes", code=1, **env)
    assert "No heed is presenting" in w.err, w.err
    gone = subprocess.Popen(["true"])
    gone.wait()
    path, env = presented(w, f"present-{gone.pid}.json", RECORD)
    w.run("notes", code=1, **env)
    assert "No heed is presenting" in w.err, w.err
    assert not path.exists(), "a stale file stays"


def notes_refuse_what_is_not_the_users_alone(w):
    name = f"present-{os.getpid()}.json"
    for mode in (0o644, 0o660, 0o606):
        _, env = presented(w, name, RECORD, mode)
        w.run("notes", code=1, **env)
        assert "others may read or write it" in w.err, w.err
    path, env = presented(w, name, RECORD)
    path.rename(path.parent / "elsewhere")
    path.symlink_to(path.parent / "elsewhere")
    w.run("notes", code=1, **env)
    path.unlink()
    for record in ("", "{", "[]", '{"v":2}', "\0\0", "9" * 2000000):
        _, env = presented(w, name, record)
        w.run("notes", code=1, **env)
        assert name in w.err, w.err
    path.unlink()


def a_file_full_of_errors_is_cut_and_says_how_many_more(w):
    path = w.file("many.md", "---\ntitle: T\n---\n\n## What?\n\n" + "".join(f"```nope{i}\nx\n```\n\n" for i in range(300)))
    for args in (("check", path), ("print", path)):
        w.run(*args, code=1)
        shown = w.err.count("error: unknown block")
        more = re.search(r"and (\d+) more not shown", w.err)
        assert 20 <= shown <= 60 and more and shown + int(more.group(1)) >= 300, (shown, w.err[-200:])


def bench_measures_something_likely_with_the_best_kernels(w):
    column, = json.loads(w.run("bench", "--isa", w.isas()[-1], "--format", "json"))
    isa = column.pop("isa")
    assert isa == w.isas()[-1] and len(column) > 10
    assert 0.1 < column["peak_gflops"] < 5000, column
    assert all(0 < figure < 1e7 for figure in column.values()), column


def a_closed_pipe_ends_quietly(w):
    done = subprocess.run(f"'{HEED}' print four-steps | head -n 1", shell=True, capture_output=True, env=w.env, timeout=60)
    assert done.returncode == 0 and b"Sanitizer" not in done.stderr, done.stderr


def main(names):
    cases = [f for name, f in sorted(names.items()) if hasattr(f, "__code__") and getattr(f, "__module__", "") == "__main__"
             and f.__code__.co_argcount == 1 and f.__code__.co_varnames[0] == "w"]
    failed = 0
    for case in cases:
        if len(sys.argv) > 2 and case.__name__ not in sys.argv[2:]:
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                case(World(folder))
                print(f"ok    {case.__name__}")
            except Exception:
                failed += 1
                print(f"FAILED {case.__name__}")
                traceback.print_exc()
    sys.exit(1 if failed or not cases else 0)


if __name__ == "__main__":
    main(globals())
