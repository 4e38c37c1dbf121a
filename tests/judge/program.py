#!/usr/bin/env python3
"""The judge over the real program: every number of every lesson, as shipped and after random edits.

usage: program.py HEED [ROUNDS]

An edit gives random values to random inputs through --set: literals of the same shape (now and then
of another, so that errors wait for each other), sliders within their range, toggles, options of a
choice. The seed is fixed.
"""
import ast
import json
import os
import random
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
HEED = os.path.abspath(sys.argv[1])
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 12


def run(*args):
    return subprocess.run([HEED, *args], capture_output=True, text=True, timeout=300)


def print_json(lesson, sets):
    done = run("print", lesson, "--format", "json", *[w for s in sets for w in ("--set", s)])
    if done.returncode != 0:
        sys.exit(f"heed print {lesson} {sets}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


def judge(text, what):
    done = subprocess.run([sys.executable, os.path.join(HERE, "judge.py"), "-"], input=text, capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        print(f"FAILED {what}\n{done.stdout}{done.stderr}")
    return done.returncode == 0


def number(rng):
    return rng.choice([rng.randint(-3, 3), round(rng.gauss(0, 2), 2), round(rng.gauss(0, 20), 1)])


def literal(rng, shape):
    if not shape:
        return repr(number(rng))
    return "[" + ", ".join(literal(rng, shape[1:]) for _ in range(shape[0])) + "]"


def slider_value(rng, source):
    """A value within constant bounds; None where the source is no such slider."""
    try:
        call = ast.parse(source, mode="eval").body
        if not isinstance(call, ast.Call) or call.func.id != "slider":
            return None
        low, high = (ast.literal_eval(a) for a in call.args[1:3])
        step = next((ast.literal_eval(k.value) for k in call.keywords if k.arg in ("step", "factor")), 1)
    except (SyntaxError, ValueError, AttributeError):
        return None
    whole = all(float(x).is_integer() for x in (low, high, step))
    return repr(rng.randint(int(low), int(high)) if whole else round(rng.uniform(low, high), 2))


def truths(rng, shape):
    if not shape:
        return rng.choice(["True", "True", "False"])
    return "[" + ", ".join(truths(rng, shape[1:]) for _ in range(shape[0])) + "]"


def option(rng, source):
    """One of a choice's options, as a literal; None where they are computed."""
    try:
        options = ast.literal_eval(ast.parse(source, mode="eval").body.args[0])
    except (SyntaxError, ValueError):
        return None
    return json.dumps(rng.choice(options))


def edit(rng, definition):
    source, shape = definition["source"], definition.get("shape")
    if source.startswith("choice("):
        value = option(rng, source)
        return f"{definition['name']}={value}" if value else None
    if shape is None or '"' in source or "'" in source:
        return None
    if source.startswith("toggle(") or source.lstrip("[").startswith(("True", "False")):
        return f"{definition['name']}={truths(rng, shape)}"
    if source.startswith("slider("):
        value = slider_value(rng, source)
        # long samples take long in NumPy too: keep them short enough for the gate
        return f"{definition['name']}={value}" if value and float(value) <= 20000 else None
    if not source.lstrip("-")[:1].isdigit() and not source.startswith("["):
        return None
    if shape and rng.random() < 0.1:
        shape = [shape[0] + 1] + shape[1:]
    return f"{definition['name']}={literal(rng, shape)}"


def shortened(sheet):
    """--set lines that make long samples short: each slider that counts samples goes to its low end, so that
    the gate need not draw tens of millions of normal variates in NumPy."""
    counts = {name for d in sheet for name in re.findall(r"dot_samples\((\w+),", d["source"])}
    return [f"{d['name']}={ast.literal_eval(ast.parse(d['source'], mode='eval').body.args[1])}"
            for d in sheet if d["name"] in counts and d["source"].startswith("slider(")]  # fmt: skip


def main():
    rng = random.Random(29)
    lessons = [lesson["id"] for lesson in json.loads(run("list", "--format", "json").stdout)["lessons"]]
    failed = checked = 0
    for lesson in lessons:
        sheet = [d for s in json.loads(print_json(lesson, []))["screens"] for d in s["sheet"]]
        short = shortened(sheet)
        text = print_json(lesson, short)
        inputs = [d for d in sheet if d["input"]]
        failed += not judge(text, lesson)
        for _ in range(ROUNDS):
            chosen = rng.sample(inputs, min(len(inputs), rng.randint(1, 3)))
            sets = [s for s in (edit(rng, d) for d in chosen) if s]
            edited = {s.split("=")[0] for s in sets}
            sets += [s for s in short if s.split("=")[0] not in edited]
            failed += not judge(print_json(lesson, sets), f"{lesson} {sets}")
            checked += 1
    print(f"{len(lessons)} lessons, {checked} edits, {failed} failed")
    sys.exit(1 if failed or not lessons or not checked else 0)


if __name__ == "__main__":
    main()
