#!/usr/bin/env python3
"""Every drawn question, recomputed with NumPy in double.

usage: quiz_judge.py QUIZ_DUMP DRAWS LESSON.md ... MISCONCEPTIONS.md

Each answer must be the program's within single precision, its shown text must be what the double
shows, no wrong answer and no other choice may look like it, and the solution given for a question
that asks for one must reach its target (or break it).
"""
import ast
import json
import os
import subprocess
import sys
import warnings

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "judge"))
import judge  # noqa: E402
import prelude  # noqa: E402


def compiled(source):
    tree = ast.parse(source.strip(), mode="eval")
    return compile(ast.fix_missing_locations(judge.Instrument().visit(tree)), "<source>", "eval")


class Sheet:
    """A question's names in order, compiled once, run for many seeds."""

    def __init__(self, sheet, asked):
        self.lines = [(name, compiled(source)) for name, source in sheet]
        self.asked = compiled(asked)
        self.values, self.heaviest, self.is_weighing = {}, 0.0, False
        self.scope = dict(prelude.names(), _index=judge.as_index, _number=np.float64)
        constants = dict(inf=np.inf, nan=np.nan, pi=np.pi)
        self.scope["_name"] = lambda key: self.values[key] if key in self.values else constants[key]
        self.scope["_weigh"] = self.weigh

    def weigh(self, x):
        if self.is_weighing:
            self.heaviest = max(self.heaviest, judge.magnitude(x))
        return x

    def run(self, seed, is_weighing=False):
        """The answer; with the largest magnitude met in self.heaviest, which takes time."""
        self.is_weighing = is_weighing
        self.values, self.heaviest = {"draw_seed": np.float64(seed)}, 0.0
        for name, code in self.lines:
            self.values[name] = np.asarray(eval(code, self.scope))
        return np.asarray(eval(self.asked, self.scope))


def shown_numbers(text):
    """The numbers of a shown text, and what the last digit of each is worth."""
    return [judge.read_text(word) for word in text.replace("[", " ").replace("]", " ").split()]


def truth_faults(question, draw, own, scale):
    said = np.array(draw["value"], dtype=np.float64)
    own = own.astype(np.float64).reshape(-1)
    if own.shape != said.shape:
        return [f"{said.size} numbers, NumPy has {own.size}"]
    gap, allowed = np.abs(own - said), judge.TOLERANCE * max(scale, 1e-30)
    if not np.all(gap <= allowed):
        return [f"value {said}, NumPy has {own}"]
    texts = [draw["truth"]] if question["kind"] in ("number", "array") else [s for s, right in draw["choices"] if right]
    faults = []
    for text in texts if question["kind"] in ("number", "array", "choice") else []:
        for x, (value, unit) in zip(own, shown_numbers(text)):
            if not abs(x - value) <= unit / 2 * (1 + 1e-9) + allowed:
                faults.append(f"shown {text}, NumPy has {own}")
    if question["kind"] == "truth" and draw["truth"].split(";")[0] != ("true" if own[0] else "false"):
        faults.append(f"said {draw['truth']}, NumPy has {own}")
    return faults


def choice_faults(question, draw):
    faults = []
    shown = [s for s, _ in draw["choices"]]
    n_right = sum(right for _, right in draw["choices"])
    if len(set(shown)) != len(shown):
        faults.append(f"choices look alike: {shown}")
    if question["kind"] == "choice" and (n_right != 1 or len(shown) < 2):
        faults.append(f"{n_right} of {len(shown)} choices are right")
    if draw["truth"] in draw["wrong"] or len(set(draw["wrong"])) != len(draw["wrong"]):
        faults.append(f"wrong answers look like the truth or each other: {draw['truth']} {draw['wrong']}")
    return faults


def question_faults(question):
    is_edit = question["kind"] in ("inverse", "break")
    sheet = Sheet(question["sheet"], question["asked"]) if "asked" in question else None
    for draw in question["draws"]:
        faults = choice_faults(question, draw)
        if sheet:
            own = sheet.run(draw["seed"])
            if is_edit:
                if bool(own) != (question["kind"] == "inverse"):
                    faults.append("its solution does not do what it should")
            else:
                found = truth_faults(question, draw, own, judge.magnitude(own))
                if found:  # what cancels on the way may be off by more than its own size tells
                    own = sheet.run(draw["seed"], is_weighing=True)
                    found = truth_faults(question, draw, own, sheet.heaviest)
                faults += found
        for fault in faults:
            yield f"{question['id']} draw {draw['seed']}: {fault}"


def main():
    dump, draws, *lessons, misconceptions = sys.argv[1:]
    n_questions = n_draws = n_faults = 0
    warnings.simplefilter("ignore")
    for lesson in lessons:
        done = subprocess.run([dump, draws, lesson, misconceptions], capture_output=True, text=True, timeout=900)
        if done.returncode != 0:
            sys.exit(f"{lesson}: exit {done.returncode}\n{done.stderr}")
        for line in done.stdout.splitlines():
            question = json.loads(line)
            n_questions += 1
            n_draws += len(question["draws"])
            with np.errstate(all="ignore"):
                faults = list(question_faults(question))
            for fault in faults[:3]:
                print(fault)
            n_faults += len(faults)
    print(f"{n_questions} questions, {n_draws} draws, {n_faults} faults")
    sys.exit(1 if n_faults or not n_draws else 0)


if __name__ == "__main__":
    main()
