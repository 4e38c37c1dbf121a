#!/usr/bin/env python3
"""A quiz on a pipe, answered by a student who computes with the numbers that heed prints.

usage: quiz.py HEED [CASE …]

Cases as in cli.py.
"""
import json
import math
import re
import subprocess

import cli

NOW = "2026-11-29T21:04:05+01:00"


def quiz(w, text, *args, code=0, now=NOW):
    return w.run("--data", str(w.folder / "state"), "quiz", *args, stdin=text, HEED_NOW=now, code=code)


def records(world):
    path = world.folder / "state" / "journal.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def answers(world):
    return [r for r in records(world) if r["kind"] == "answer"]


def question(text, number):
    """The text of one question, as it was asked."""
    found = re.split(r"\nQuestion \d+ of \d+ \(", text)
    return found[number]


def brackets(text):
    """The rows of numbers in brackets, as they stand from the left."""
    return [[float(x) for x in row.split()] for row in re.findall(r"\[([-\d. ]+)\]", text)]


def softmax(z):
    e = [math.exp(x - max(z)) for x in z]
    return [x / sum(e) for x in e]


def weights(text, scale):
    q, *K = brackets(text)
    s = [sum(a * b for a, b in zip(q, k)) for k in K]
    return softmax([x / scale(len(q)) for x in s])


def asked(w, name, seed):
    """The page of four-steps' question of this name with this seed, and how many are skipped before it."""
    out = quiz(w, "skip\n" * 20, "four-steps", "--seed", str(seed))
    for i, page in enumerate(re.split(r"\nQuestion \d+ of \d+ \(", out)[1:]):
        if page.startswith(f"four-steps/{name},"):
            return page, i
    raise AssertionError(out)


def a_right_answer_counts_and_is_written_down(w):
    page, skipped = asked(w, "scale", 41)
    right = weights(page, math.sqrt)[2]
    out = quiz(w, "skip\n" * skipped + f"{right:.4f}\n", "four-steps", "--seed", "41")
    assert "Right." in out and "4 of 4 points" in out and "1 of 1 right: 4 of 4 points." in out, out
    (record,) = answers(w)
    assert record["question"] == "four-steps/scale" and record["right"] is True and "idea" not in record, record
    assert record["at"] == NOW and "divided-by-dk" in record["tests"]


def a_wrong_idea_is_named_traced_followed_up_and_remembered(w):
    page, skipped = asked(w, "scale", 41)
    wrong = weights(page, float)[2]
    out = quiz(w, "skip\n" * skipped + f"{wrong:.4f}\n", "four-steps", "--seed", "41")
    for text in ("Not this time.", "IDEA  divided by dk gives your answer.", "yours: s / d_k; right: s / √d_k", "d_k: 4, the same on both sides.", "z, where they part: yours [",
                 "The next question tells the two apart.", "Tells the idea “divided by dk” from the right one",
                 "Ideas behind your answers", "(divided by dk)", "To reread"):
        assert text in out, (text, out)
    (record,) = answers(w)
    assert record["right"] is False and record["idea"] == "divided-by-dk"
    assert [r for r in records(w) if r["kind"] == "bring"], "no card was brought"
    ideas = json.loads(w.run("--data", str(w.folder / "state"), "progress", "--format", "json"))["ideas"]
    assert "divided-by-dk" in json.dumps(ideas), ideas
    # The next quiz begins with a question that shows it.
    quiz(w, "give up\n", "--seed", "5", "--count", "1")
    assert "divided-by-dk" in answers(w)[-1]["tests"], answers(w)[-1]


def equivalent_forms_are_one_answer(w):
    page, skipped = asked(w, "scale", 7)
    right = weights(page, math.sqrt)[2]
    for text in (f"{right:.5f}", f"{100 * right:.3f} %", f"{right:.5f} + 0", f"  {right:.6f}  ", f"{right:.6f}".lstrip("0")):
        out = quiz(w, "skip\n" * skipped + text + "\n", "four-steps", "--seed", "7")
        assert "Right." in out, (text, out)


def hints_cost_points_and_the_last_is_the_last(w):
    page, skipped = asked(w, "scale", 41)
    right = weights(page, math.sqrt)[2]
    out = quiz(w, "skip\n" * skipped + "hint\nHINT\n hint \nhint\n" + f"{right:.4f}\n", "four-steps", "--seed", "41")
    assert out.count("\nHint: ") == 3 and "There is no further hint." in out, out
    assert "1 of 4 points, with hints" in out and "with 3 hints." in out
    assert answers(w)[-1]["hints"] == 3


def why_tells_where_the_answer_came_from(w):
    _, skipped = asked(w, "scale", 41)
    out = quiz(w, "why\n" + "skip\n" * skipped + "give up\nwhy\n", "four-steps", "--seed", "41")
    assert "none was answered yet" in out, out
    assert re.search(r"^α\[2\] = .* = 0\.\d+$", out, re.M), out


def what_cannot_be_read_costs_nothing(w):
    _, skipped = asked(w, "scale", 41)
    text = "skip\n" * skipped + "0.3.4\n\n(\n" + "(" * 5000 + "\n" + "9" * 4000 + "x\n" + "\x01\x1b[31m\xff\n" + "a b c\n"
    out = quiz(w, text, "four-steps", "--seed", "41")
    assert "an answer is wanted" in out and "^" in out, out
    assert "\x1b" not in out and "\x01" not in out
    assert answers(w) == []


def the_end_of_the_input_sums_up(w):
    for text in ("", "\n", "hint"):
        out = quiz(w, text, "--seed", "3", "--count", "2")
        assert out.rstrip().endswith("No question was answered."), out
    assert records(w) == []


def the_same_seed_asks_the_same_and_another_one_asks_else(w):
    one, two, other = (quiz(w, "skip\n" * 9, "--seed", seed, "--count", "9") for seed in ("41", "41", "42"))
    assert one == two and one != other


def count_lesson_and_part_choose_the_questions(w):
    assert "Question 1 of 3 " in quiz(w, "", "--count", "3")
    ids = re.findall(r"\((\S+)/", quiz(w, "skip\n" * 40, "qkv-lookup"))
    assert len(ids) >= 8 and set(ids) == {"qkv-lookup"}, ids
    parts = {l["part"]: l["id"] for l in json.loads(w.run("list", "--format", "json"))["lessons"]}
    part, lesson = next(iter(parts.items()))
    assert f"({lesson}/" in quiz(w, "skip\n" * 40, part.upper())


def names_and_numbers_that_do_not_fit_are_refused(w):
    quiz(w, "", "four-stepz", code=1)
    assert "did you mean four-steps?" in w.err, w.err
    quiz(w, "", "--seed", "x", code=2)
    assert "--seed wants a whole number" in w.err
    quiz(w, "", "--seed", "-1", code=2)
    quiz(w, "", "--count", "0", code=2)


LESSON = """---
title: Own
part: Own
order: 1
level: first steps
needs: []
sources:
  - None
---

## What is it?

<!-- pause all -->

```live
a = [1, 2]
b = sum(a)
```

```quiz own/sum number
What is the sum?
draw: a = randint(1, 9, 2, seed=draw_seed)
answer: b
```
"""


def a_lesson_file_can_be_asked(w):
    path = w.file("own.md", LESSON)
    out = quiz(w, "", path, "--seed", "2")
    a = brackets(out)[0]
    out = quiz(w, f"{sum(a):g}\n", path, "--seed", "2")
    assert "Right." in out and "1 of 1 right" in out, out


def a_file_with_errors_is_refused_with_its_place(w):
    quiz(w, "", w.file("bad.md", LESSON.replace("b = sum(a)", "b = sum(c)")), code=1)
    assert "bad.md:" in w.err and "c" in w.err, w.err


def a_journal_that_cannot_be_written_is_said_once_and_the_quiz_goes_on(w):
    page, skipped = asked(w, "scale", 41)
    right = weights(page, math.sqrt)[2]
    out = w.run("--data", "/dev/null/nowhere", "quiz", "four-steps", "--seed", "41",
                stdin="skip\n" * skipped + f"{right:.4f}\ngive up\n", HEED_NOW=NOW)
    assert "1 of 2 right" in out, out
    assert 1 <= w.err.count("/dev/null/nowhere") <= 1, w.err


def without_utf8_all_is_ascii(w):
    out = w.run("--data", str(w.folder / "state"), "quiz", "four-steps", "--seed", "41", stdin="give up\nwhy\n" * 10, LC_ALL="C")
    assert out.isascii() and "give up" in out, out


def start(w, *args):
    return subprocess.Popen([cli.HEED, "--data", str(w.folder / "state"), "quiz", *args], env={**w.env, "HEED_NOW": NOW},
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def read_to(process, text):
    for line in process.stdout:
        if text in line:
            return line
    raise AssertionError(f"{text} did not come")


def an_answer_is_kept_before_the_next_question_whatever_happens_then(w):
    process = start(w, "--seed", "3", "--count", "4")
    for number in (2, 3):
        process.stdin.write("give up\n")
        process.stdin.flush()
        read_to(process, f"Question {number} of ")
    process.kill()
    process.wait()
    assert len(answers(w)) == 2
    quiz(w, "give up\n", "--seed", "4", "--count", "1")
    assert len(answers(w)) == 3 and w.err == "", w.err


def two_at_once_lose_nothing(w):
    both = [start(w, "--seed", seed, "--count", "8") for seed in ("1", "2")]
    for _ in range(8):
        for process in both:
            process.stdin.write("give up\n")
            process.stdin.flush()
    for process in both:
        process.stdin.close()
        assert "0 of 8 right" in process.stdout.read()
        assert process.wait() == 0
    assert len(answers(w)) == 16


IDEAS = """# Ideas

## doubled

The sum was taken twice.

```overlay
b = 2 * sum(a)
```
"""


def a_lesson_file_brings_its_own_wrong_ideas(w):
    path = w.file("own.md", LESSON.replace("answer: b\n", "answer: b\nwrong: doubled\n"))
    w.file("misconceptions.md", IDEAS)
    a = brackets(quiz(w, "", path, "--seed", "2"))[0]
    out = quiz(w, f"{2 * sum(a):g}\n", path, "--seed", "2")
    assert "IDEA  doubled gives your answer." in out and "The sum was taken twice." in out, out
    assert answers(w)[-1]["idea"] == "doubled"


def check_looks_up_ideas_beside_the_file(w):
    listed = LESSON.replace("answer: b\n", "answer: b\nwrong: doubled\n")
    path = w.file("own.md", listed)
    w.run("check", path, code=1)
    assert "misconceptions.md has no 'doubled'" in w.err, w.err  # heed's own
    ideas = w.file("misconceptions.md", IDEAS)
    assert "1 question," in w.run("check", path)
    assert "1 misconceptions, 1 lessons" in w.run("check", ideas)
    w.file("own.md", LESSON)
    w.run("check", ideas)
    assert "warning: no question lists doubled" in w.err, w.err
    w.file("misconceptions.md", IDEAS.replace("b = 2 * sum(a)", "c = 2 * sum(a)"))
    w.run("check", ideas, code=1)
    assert re.search(r"misconceptions\.md:3:1: error: doubled: no lesson has what 'c = 2 \* sum\(a\)' needs", w.err), w.err


def check_tries_questions_out(w):
    w.run("check", w.file("own.md", LESSON.replace("answer: b\n", "answer: b\nwrong: = a[0] + a[1] | So.\n")), code=1)
    assert re.search(r"own\.md:\d+:\d+: error: draw \d+: a wrong answer gives \d+\.0000, as the truth does", w.err), w.err


if __name__ == "__main__":
    cli.main(globals())
