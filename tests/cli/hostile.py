#!/usr/bin/env python3
"""What the worst caller does to any command: bytes that steer terminals, streams that are closed or full, input
without an end, a terminal that can place no cursor, a record that nobody wrote.

usage: hostile.py HEED [CASE …]

Cases as in cli.py.
"""
import json
import os
import pty
import re
import resource
import select
import signal
import subprocess
import time

import cli
from cli import HEED

STEERING = "\x1b]0;title\x07\x1b[2J\x9b31m\u202e"
NOW = "2026-11-29T21:04:05+01:00"
# Each command as it succeeds on a pipe.
ALL = ["quiz", "cards", "cards export", "progress", "progress --format json", "progress --format csv", "--plain",
       "run four-steps", "list", "list --format json", "print four-steps", "print four-steps --format json",
       "print four-steps --plain", "export four-steps", "export four-steps --format html", "export four-steps --format py",
       "why four-steps alpha[2]", "eval 1+1", "glossary", "glossary softmax", "help", "help sheet", "help lessons", "--version"]


def assert_harmless(*texts):
    for text in texts:
        text = text.decode() if isinstance(text, bytes) else text
        found = re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text.replace("\r\n", "\n"))
        assert not found, (found, text[:300])


def raw(w, args, stdin=b"\n3\n\n3\nquit\n", **env):
    return subprocess.run([HEED, *args], input=stdin, capture_output=True, timeout=120, cwd=w.folder,
                          env={**w.env, "XDG_STATE_HOME": str(w.folder), "HEED_NOW": NOW, **env})


def no_argument_steers_the_terminal(w):
    for args in (["run"], ["print"], ["why"], ["check"], ["export"], ["quiz"], ["cards"], ["present"], ["glossary"], ["help"], ["eval"],
                 [], ["--data"], ["--isa"], ["quiz", "--seed"], ["quiz", "--count"], ["present", "four-steps", "--budget"],
                 ["print", "four-steps", "--format"], ["print", "four-steps", "--set"], ["why", "four-steps"], ["notes"], ["list"]):
        for text in (STEERING, "./" + STEERING, "--" + STEERING, "-" + STEERING, "q=" + STEERING):
            done = raw(w, [*args, text])
            assert done.returncode in (0, 1, 2), (args, done)
            assert_harmless(done.stdout, done.stderr)


def no_variable_steers_the_terminal(w):
    for name in ("HEED_NOW", "HEED_ISA", "HEED_THREADS", "HEED_GLYPHS", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "TERM", "LC_ALL", "TZ"):
        for text in (STEERING, "/nowhere/" + STEERING):
            for args in (["quiz"], ["cards"], ["progress"], ["notes"], ["--plain"]):
                done = raw(w, args, **{name: text})
                assert done.returncode in (0, 1, 2), (name, args, done)
                assert_harmless(done.stdout, done.stderr)


def without_utf8_what_is_said_is_ascii(w):
    for args in (["run", "nöwhere"], ["print"], ["quiz", "--seed", "½"], ["cards", STEERING], ["glossary", "α"], ["--nönsense"]):
        done = raw(w, args, LC_ALL="C")
        assert done.returncode in (1, 2) and done.stderr.isascii() and done.stdout.isascii(), (args, done)


def without_utf8_a_mistake_is_shown_in_ascii_with_its_caret_in_place(w):
    name = w.file("größe.md", cli.LESSON.replace("d = x - m", "d = x - mm  # die Größe ½α"))
    for args in (["check", name], ["print", name], ["run", name], ["quiz", name], ["export", name]):
        done = raw(w, args, LC_ALL="C")
        assert done.returncode == 1 and done.stderr.isascii() and done.stdout.isascii(), (args, done)
        lines = done.stderr.decode().split("\n")
        at = next(i for i, line in enumerate(lines) if "mm" in line and " | " in line)
        assert lines[at + 1].index("^") == lines[at].index("mm") and "Grosse 1/2alpha" in lines[at], (args, lines)


def without_utf8_lines_stay_lines(w):
    done = raw(w, ["quiz", "four-steps", "--seed", "4", "--plain"], b"help\n1 +* 2\nquit\n", LC_ALL="C")
    out = done.stdout.decode("ascii")
    assert "^J" not in out and "\nskip     leave" in out, out
    caret = out.split("\n")
    at = next(i for i, line in enumerate(caret) if line.endswith("| 1 +* 2"))
    assert caret[at + 1].index("^") == caret[at].index("*"), out


def no_file_name_steers_the_terminal(w):
    name = w.file(STEERING.replace("/", "") + ".md", cli.LESSON)
    for args in (["check"], ["print"], ["quiz"], ["run"], ["export"]):
        done = raw(w, [*args, name])
        assert done.returncode in (0, 1), (args, done)
        assert_harmless(done.stdout, done.stderr)


def no_command_writes_escapes_into_a_pipe(w):
    for line in ALL:
        for term in ("xterm-256color", "dumb", "", "no-such-terminal"):
            done = raw(w, line.split(), TERM=term)
            assert done.returncode in (0, 1) and done.stdout, (line, term, done)
            assert_harmless(done.stdout, done.stderr)


def in_shell(w, line, streams):
    """The exit code and what was said, with the process ended by force where it does not end."""
    folder = w.folder / "streams"
    for old in folder.rglob("*.jsonl"):
        old.unlink()
    done = subprocess.run(["bash", "-c", f'exec timeout -s KILL 60 "$0" {line} {streams}', HEED], input=b"\n3\n\n3\n",
                          capture_output=True, cwd=w.folder, env={**w.env, "XDG_STATE_HOME": str(folder), "HEED_NOW": NOW})
    for journal in folder.rglob("*.jsonl"):
        for record in journal.read_text().splitlines():
            assert json.loads(record)["v"] == 1, (line, streams, record)
    return done.returncode, done.stderr.decode()


def output_that_cannot_be_written_is_said_by_every_command(w):
    for line in ALL:
        for streams in (">/dev/full", ">&-", "<&- >&-"):
            code, said = in_shell(w, line, streams)
            assert code == 1, (line, streams, code, said)
            assert "output could not be written" in said, (line, streams, said)


def a_closed_stream_ends_no_command_in_a_loop_or_in_the_journal(w):
    for line in ALL + ["notes", "present four-steps"]:
        for streams in ("<&-", "2>&-", "2>/dev/full", "<&- >&- 2>&-"):
            code, _ = in_shell(w, line, streams)
            assert code in (0, 1), (line, streams, code)


def peak_kib(w, args, data):
    """The most memory that a run took."""
    process = subprocess.Popen([HEED, *args], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               env={**w.env, "XDG_STATE_HOME": str(w.folder), "HEED_NOW": NOW})
    for piece in data:
        process.stdin.write(piece)
    process.stdin.close()
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode in (0, 1), (args, process.returncode, said[:500])
    return usage.ru_maxrss


def a_line_without_an_end_takes_no_memory(w):
    for args in (["quiz"], ["cards"], ["--plain"], ["run", "four-steps"]):
        small = peak_kib(w, args, [b"x\n"])
        for piece in (b"\0", b"x"):
            big = peak_kib(w, args, [piece * (1 << 20)] * 4 + [b"\n"])
            assert big - small < 2 << 10, (args, piece, small, big)


def a_line_that_cannot_be_taken_is_told_and_the_next_one_is(w):
    for args in (["quiz"], ["cards"]):
        out = raw(w, args, stdin=b"x" * 70000 + b"\n" + b"a\0b\n" + b"give up\n").stdout.decode()
        assert "longer than 65536 bytes" in out and "zero byte" in out, out
        assert_harmless(out)
    assert not list(w.folder.rglob("journal.jsonl")) or b"a\0b" not in next(w.folder.rglob("journal.jsonl")).read_bytes()


def in_terminal(w, args, keys=b"", **env):
    """What a program writes to its terminal, and its exit code; ended by Ctrl-D."""
    pid, fd = pty.fork()
    if pid == 0:
        os.execve(HEED, [HEED, *args], {**w.env, "XDG_STATE_HOME": str(w.folder), "HEED_NOW": NOW, **env})
    out, end, is_sent = b"", time.monotonic() + 60, False
    while time.monotonic() < end:
        if not select.select([fd], [], [], 1)[0] and not is_sent:
            os.write(fd, keys + b"\x04")
            is_sent = True
        if not select.select([fd], [], [], 0)[0]:
            continue
        try:
            piece = os.read(fd, 65536)
        except OSError:
            break
        if not piece:
            break
        out += piece
    else:
        os.kill(pid, signal.SIGKILL)
    os.close(fd)
    return out.decode(), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def a_terminal_that_places_no_cursor_gets_lines_from_every_command(w):
    for args, word in ((["cards"], "new"), (["quiz"], "Question 1"), ([], "heed>"), (["run", "four-steps"], "Three singers")):
        out, code = in_terminal(w, args, TERM="dumb")
        assert word in out and code == 0, (args, code, out)
        assert_harmless(out)


def plain_is_kept_by_every_command_or_refused(w):
    w.run("present", "four-steps", "--plain", code=2)
    assert "heed run" in w.err and "--plain" in w.err, w.err
    out, code = in_terminal(w, ["notes", "--plain"])
    assert code == 1 and "No heed is presenting" in out, (code, out)
    assert_harmless(out)


def a_record_that_no_heed_wrote_is_shown_within_bounds(w):
    run = w.folder / "run" / "heed"
    run.mkdir(parents=True, mode=0o700)
    record = {"v": 1, "lesson": "Title", "view": 1, "views": 3, "question": "Q", "notes": ["N"], "began_ms": 0}
    path = run / f"present-{os.getpid()}.json"
    for key in ("view", "views", "edits", "began_ms", "budget_ms"):
        for number in (1e308, -1e308, 2**63, -1, 0.5, "x", None, [], STEERING):
            path.write_text(json.dumps({**record, key: number}))
            path.chmod(0o600)
            done = raw(w, ["notes"], XDG_RUNTIME_DIR=str(w.folder / "run"))
            assert done.returncode == 0, (key, number, done)
            assert not re.search(r"-\d", done.stdout.decode()), (key, number, done.stdout.decode())
            assert_harmless(done.stdout, done.stderr)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    cli.main(globals())
