#!/usr/bin/env python3
"""Plain line mode as a pipe and a dumb terminal see it.

usage: plain.py HEED [CASE …]
"""
import json
import os
import pathlib
import pty
import re
import select
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from cli import HEED, LESSON, main  # noqa: E402

LESSONS = ["static-trap", "qkv-lookup", "four-steps", "why-root-dk"]


def plain(world, *args, lines=(), code=0, **env):
    text = "".join(line + "\n" for line in lines)
    return world.run(*args, "--data", str(world.folder / "state"), stdin=text, code=code, **env)


def answers(out):
    """The text told after each prompt: [(line, told), …]; what came before the first one has the line None."""
    parts = re.split(r"(?m)^([a-z-]+(?: \d+\.\d+)?> .*)$", out)
    found = [(None, parts[0])]
    for prompt, told in zip(parts[1::2], parts[2::2]):
        found.append((prompt.split("> ", 1)[1], told))
    return found


def told(out, line):
    return next(text for asked, text in answers(out) if asked == line)


def journal(world):
    path = world.folder / "state" / "journal.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def every_lesson_can_be_stepped_to_its_end(w):
    for lesson in json.loads(w.run("list", "--format", "json"))["lessons"]:
        outline = plain(w, "run", lesson["id"], lines=["outline"])
        steps = len(re.findall(r"(?m)^  \d+\.\d+ ", outline))
        out = plain(w, "run", lesson["id"], "--screen", "1", lines=["on"] * steps)
        assert out.count("The end of this lesson.") == 1, lesson["id"]
        opened = re.findall(r"(?m)^Step (\d+) of (\d+)", out)
        assert len(opened) == steps, (lesson["id"], opened)
        assert "\x1b" not in out and not re.search(r"\bnan\b", out), lesson["id"]
        assert not re.search(r"[─━│┌└█▁▂▃▄▅▆▇░▒▓●○⠀-⣿]", out), lesson["id"]


def a_step_tells_the_numbers_of_its_picture_in_words(w):
    out = plain(w, "run", "four-steps", "--screen", "2", "--step", "3")
    assert "k₃: K [1 0 1 1], s 2.0000, z 1.0000, e^z 2.7183, α 0.4519" in out, out
    assert "sum of e^z 6.0157" in out
    assert "True (here): The third key wins." in out


def a_number_is_asked_down_to_the_input_it_comes_from(w):
    out = plain(w, "run", "four-steps", "--screen", "2", "--step", "3",
                lines=["why alpha[2]", "why 1", "why 1", "why 1", "why 1", "out"])
    steps = [text for line, text in answers(out) if line and line.startswith("why")]
    assert len(steps) == 5
    assert "e^1.0000 / (e^0.5000 + e^0.5000 + e^1.0000)" in " ".join(steps[0].split()), steps[0]
    assert "= 0.4519" in steps[0]
    assert steps[1].startswith("\nz[2] = s[2] / √d_k = 2.0000 / 2.0000 = 1.0000"), steps[1]
    assert steps[2].startswith("\ns[2] = "), steps[2]
    assert "typed in the lesson" in steps[3], steps[3]
    assert "Nothing lies below it" in steps[4], steps[4]
    assert told(out, "out").startswith("\ns[2]"), told(out, "out")


def an_edit_tells_old_and_new_and_the_claim_that_turned(w):
    out = plain(w, "run", "four-steps", "--screen", "2", "--step", "3", lines=["set q = [0,1,1,0]", "undo", "q[2] = 5"])
    text = told(out, "set q = [0,1,1,0]")
    assert "α[2] 0.4519 → 0.3333" in " ".join(text.split()), text
    words = " ".join(text.replace("\u00a0", " ").split())
    assert "Now FALSE (here): The third key wins. argmax(α) 2 → 0" in words, text
    undone = told(out, "undo")
    assert "α[2] 0.3333 → 0.4519" in " ".join(undone.split()) and "Again True (here)" in undone, undone
    assert "q[2] 1 → 5" in told(out, "q[2] = 5")


def what_is_not_open_yet_is_not_told(w):
    out = plain(w, "run", "four-steps", "--screen", "2", "--step", "1", lines=["names", "q[2] = 5"])
    for text in (told(out, "names"), told(out, "q[2] = 5")):
        assert "s" in text and "alpha" not in text and "α" not in text and "turned" not in text, text


def inputs_move_by_their_last_digit(w):
    out = plain(w, "run", "four-steps", "--screen", "2", lines=["nudge q[2] +1", "nudge q[2] -3", "nudge q[2]", "nudge s[0]"], code=1)
    assert "q[2] 1 → 2" in out and "q[2] 2 → -1" in out and "q[2] -1 → 0" in out
    assert "computed" in told(out, "nudge s[0]")


def a_guess_comes_before_the_truth(w):
    out = plain(w, "run", "static-trap", "--screen", "3", lines=["predict", "predict 0.1", "predict 0.2"])
    assert "truth" not in told(out, "predict")
    assert "truth 0.7071" in told(out, "predict 0.1").replace("\u00a0", " ")
    assert "Nothing is to be guessed" in told(out, "predict 0.2")
    guesses = [r for r in journal(w) if r["kind"] == "guess"]
    assert [g["text"] for g in guesses] == ["0.1"], guesses


def a_near_miss_is_suggested(w):
    cases = {"hlep": "help", "whyy alpha": "why", "udno": "undo", "out line": None, "alpha": "try alpha", "open 1x": "list",
             "goto 99": "outline", "set": "such as", "set zz = 1": None, "why nothing": None, "lens 3": "full", "undo it": "nothing",
             "set alpha = 3": "computed", "set q = [1, 2": "never closed", "nudge": "such as", "search": "text", "predict x y": None}
    out = plain(w, "run", "four-steps", "--screen", "2", "--step", "3", lines=list(cases), code=1)
    for line, part in cases.items():
        text = told(out, line)
        assert text.strip(), line
        assert part is None or part in text, (line, text)


def the_exit_code_tells_whether_all_was_understood(w):
    plain(w, "run", "four-steps", lines=["on", "names", "quit"])
    plain(w, "run", "four-steps", lines=["onn"], code=1)
    plain(w, "run", "no-such-lesson", code=1)
    plain(w, "--plain", "run", "four-steps", "--step", "0", code=2)
    plain(w, "run", "four-steps", "--plain=yes", code=2)


def odd_lines_end_nothing(w):
    odd = [b"x" * 70000, b"why " + b"(" * 60000, b"q[2] = " + b"9" * 50000, b"a\0b", b"\xff\xfe", b"try " + b"-" * 9000, b"\x1b]0;title\x07",
           b"why alpha[2]\r", "nudge q[2] +999999999999".encode(), "goto -1".encode(), "goto 1.".encode(), "try \u202eabc".encode(), b"= x", b"[", b"]="]
    data = b"\n".join(odd) + b"\nreset\nnames"
    done = subprocess.run([HEED, "run", "four-steps", "--screen", "2", "--step", "3", "--data", str(w.folder / "state")], input=data,
                          capture_output=True, env=w.env, timeout=120)
    out = done.stdout.decode()
    assert done.returncode == 1 and b"Sanitizer" not in done.stderr, (done.returncode, done.stderr[:500])
    assert "\x1b" not in out and "\x07" not in out and "\0" not in out
    assert "longer than 65536 bytes" in out and "zero byte" in out and "UTF-8" in out
    assert "alpha = [0." in out, "the last line, without its newline, is taken"
    assert "Σ e^" in out, "a carriage return before the newline is cut"


def the_place_is_kept_and_found_again(w):
    plain(w, "run", "four-steps", lines=["on", "on", "on", "on"])
    assert (journal(w)[-1]["screen"], journal(w)[-1]["step"]) == (1, 1), journal(w)
    assert "Screen 2 of 5" in plain(w, "run", "four-steps")
    home = plain(w, "--plain", lines=["on"])
    assert "you are here" in answers(home)[0][1] and "Screen 2 of 5" in told(home, "on")
    plain(w, "run", "four-steps", lines=["goto 3.2", "quit", "on"])
    assert (journal(w)[-1]["screen"], journal(w)[-1]["step"]) == (2, 1), "nothing is read behind quit"


def text_is_found_in_prose_tables_and_captions(w):
    out = plain(w, "run", "static-trap", lines=["search neighbour", "search chameleon", "search Cosines of sixty", "search zebra"])
    assert "2.4" in told(out, "search neighbour") and "1.1" in told(out, "search chameleon")
    assert "3.3" in told(out, "search Cosines of sixty")
    assert "does not occur" in told(out, "search zebra")


def what_opens_on_demand_is_offered_and_told(w):
    out = plain(w, "run", "why-root-dk", lines=["goto end", "more", "goto 1.1", "more"])
    assert "more tells what stands behind it" in told(out, "goto end") and "more tells" not in told(out, "goto 1.1")
    more = [text for line, text in answers(out) if line == "more"]
    assert "In practice" in more[0] and "History" in more[0] and "Sources" in more[0] and "Takeaways" not in more[0], more[0]
    assert "nothing more" in more[1], more[1]


def the_glossary_is_a_command_and_a_word(w):
    text = w.run("glossary", "softmax")
    assert text.startswith("softmax\n  Turns numbers into shares") and "four-steps 1.1" in text, text
    assert "did you mean softmax?" in (w.run("glossary", "sofmax", code=1), w.err)[1], w.err
    terms = json.loads(w.run("glossary", "--format", "json"))["terms"]
    assert len(terms) > 60 and all(t["text"] and len(t["text"].split()) <= 60 for t in terms)
    weight = json.loads(w.run("glossary", "alpha", "--format", "json"))["terms"]
    assert [t["term"] for t in weight] == ["weight"] and {"id": "four-steps", "screen": 2, "step": 3}["id"] in [u["id"] for u in weight[0]["lessons"]]
    out = plain(w, "run", "four-steps", lines=["glossary d_k", "glossary sofmax", "sources"], code=1)
    assert "The number of components of a query" in told(out, "glossary d_k")
    assert "did you mean softmax?" in told(out, "glossary sofmax")
    assert "Vaswani et al. 2017" in told(out, "sources")
    path = w.file("glossary.md", "## a\n\n- see: b\n\nX.\n")
    w.run("check", path, code=1)
    assert "no term is called b" in w.err


def a_quiz_and_cards_are_asked_between_two_lines(w):
    out = plain(w, "run", "four-steps", lines=["quiz", "nonsense", "skip", "quit", "names", "cards", "", "4", "quit", "home", "list"])
    assert "Back in plain lines." in out and out.count("input singers") == 1, out
    assert out.index("Back in plain lines.") < out.index("input singers"), "the lines behind the quiz are not lost"
    kinds = [r["kind"] for r in journal(w)]
    assert "review" in kinds, kinds
    plain(w, "run", "four-steps", lines=["quiz"])  # the input ends within the quiz


def formulas_are_put_into_words(w):
    out = plain(w, "run", "four-steps", lines=["equations"])
    words = " ".join(told(out, "equations").split())
    assert "softmax(the fraction Q K transposed over the square root of d sub k, end of fraction) V" in words, words


def long_work_is_finished_before_it_is_told(w):
    out = plain(w, "run", "why-root-dk", "--step", "3", lines=["n = 200000", "again"])
    assert "200,000 sampled scores" in " ".join(told(out, "again").split()), told(out, "again")


def a_file_that_changes_is_read_again(w):
    path = w.file("mine.md", LESSON)
    talk = subprocess.Popen([HEED, "run", path, "--plain", "--data", str(w.folder / "state")], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            env=w.env, bufsize=0)
    read_until(talk.stdout.fileno(), b"1.1> ")
    time.sleep(0.05)
    pathlib.Path(path).write_text(LESSON.replace("[1, 2, 4]", "[1, 2, 400]"))
    talk.stdin.write(b"names\n")
    text = read_until(talk.stdout.fileno(), b"1.1> ")
    talk.stdin.close()
    assert talk.wait(timeout=20) == 0
    talk.stdout.close()
    assert b"400" in text, text


def read_until(fd, mark, seconds=20):
    text = b""
    end = time.time() + seconds
    while mark not in text and time.time() < end:
        if not select.select([fd], [], [], 0.1)[0]:
            continue
        try:
            part = os.read(fd, 65536)
        except OSError:
            break
        if not part:
            break
        text += part
    return text


def a_dumb_terminal_gets_lines_without_escapes(w):
    pid, fd = pty.fork()
    if pid == 0:
        os.execve(HEED, [HEED, "run", "four-steps", "--data", str(w.folder / "state")], {**w.env, "TERM": "dumb"})
    first = read_until(fd, b"1.1> ")
    os.write(fd, b"\n")
    second = read_until(fd, b"1.2> ")
    os.write(fd, b"quit\n")
    rest = read_until(fd, b"\0never\0", 5)
    _, status = os.waitpid(pid, 0)
    os.close(fd)
    assert os.waitstatus_to_exitcode(status) == 0
    assert b"\x1b" not in first + second + rest
    assert b"Step 2 of 3" in second, second
    assert second.count(b"four-steps") == 1, "a terminal shows what is typed: the line is not echoed"


def ctrl_c_at_the_prompt_leaves_with_the_place_kept(w):
    pid, fd = pty.fork()
    if pid == 0:
        os.execve(HEED, [HEED, "run", "four-steps", "--plain", "--data", str(w.folder / "state")], w.env)
    read_until(fd, b"1.1> ")
    os.write(fd, b"on\n")
    read_until(fd, b"1.2> ")
    os.write(fd, b"\x03")
    read_until(fd, b"\0never\0", 5)
    _, status = os.waitpid(pid, 0)
    os.close(fd)
    assert os.waitstatus_to_exitcode(status) == 0
    assert journal(w)[-1]["step"] == 1, journal(w)


def ctrl_c_in_a_quiz_leads_back_to_the_lesson(w):
    pid, fd = pty.fork()
    if pid == 0:
        os.execve(HEED, [HEED, "run", "four-steps", "--plain", "--data", str(w.folder / "state")], w.env)
    read_until(fd, b"1.1> ")
    os.write(fd, b"quiz\n")
    read_until(fd, b"give up, quit.")
    os.write(fd, b"\x03")
    back = read_until(fd, b"1.1> ")
    os.write(fd, b"names\n")
    names = read_until(fd, b"1.1> ")
    os.write(fd, b"quit\n")
    read_until(fd, b"\0never\0", 5)
    _, status = os.waitpid(pid, 0)
    os.close(fd)
    assert b"Back in plain lines" in back and b"slider T = 6" in names, (back, names)
    assert os.waitstatus_to_exitcode(status) == 0


def a_file_for_output_is_not_talked_into_from_a_terminal(w):
    parent, child = pty.openpty()
    done = subprocess.run([HEED, "run", "four-steps"], stdin=child, capture_output=True, env=w.env, timeout=20)
    os.close(parent)
    os.close(child)
    text = done.stderr.decode()
    assert done.returncode == 1 and text.count("\n") == 1 and "terminal" in text and "--plain" in text, text


if __name__ == "__main__":
    main(globals())
