#!/usr/bin/env python3
"""Every lesson before the judge, as it stands and under edits drawn at random.

    lessons.py HEED [--draws N]

An edit gives an input another value of its kind: an array of the same shape (now and then one row
longer), a slider within its bounds, the other side of a toggle, another option. The same edits are drawn in every run.
"""

import ast
import json
import random
import subprocess
import sys

import judge


def run(heed, *arguments):
    done = subprocess.run([heed, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"heed {' '.join(arguments)}: exit {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def number(draw):
    return repr(round(draw.uniform(-2, 2), draw.choice([0, 1, 2, 3])))


def literal(draw, shape):
    if not shape:
        return number(draw)
    return "[" + ", ".join(literal(draw, shape[1:]) for _ in range(shape[0])) + "]"


def constant(node):
    """The number that a node spells, or None."""
    try:
        return ast.literal_eval(node)
    except ValueError:
        return None


def moved(draw, call):
    """Another position of a slider, toggle or choice; None where its bounds are computed."""
    arguments = [constant(a) for a in call.args]
    if call.func.id == "toggle":
        return repr(not arguments[0])
    if call.func.id == "choice":
        options = arguments[0]
        return None if options is None else repr(draw.choice(options)).replace("'", '"')
    if call.func.id != "slider" or None in arguments[1:3]:
        return None
    low, high = arguments[1:3]
    whole = all(isinstance(a, int) for a in arguments[:3])
    if not whole:
        return repr(round(draw.uniform(low, high), 2))
    near = max(low, min(high, 4 * abs(arguments[0]) + 4))  # a count may go far: thousands are enough
    return repr(draw.randint(low, near))


def edit_of(draw, entry):
    """The right side of an edit of one input, or None where it is left alone."""
    tree = ast.parse(entry["source"].strip(), mode="eval").body
    if isinstance(tree, ast.Call):
        return moved(draw, tree)
    values = judge.from_json(entry["values"])
    if values.dtype.kind == "U":
        return None
    if values.dtype.kind == "b":
        flip = lambda s: repr(draw.random() < 0.7) if not s else "[" + ", ".join(flip(s[1:]) for _ in range(s[0])) + "]"
        return flip(entry["shape"])
    shape = list(entry["shape"])
    if shape and draw.random() < 0.1:  # one row more: what does not fit must be refused by both
        shape[0] += 1
    return literal(draw, shape)


def edits(draw, document):
    inputs = [e for screen in document["screens"] for e in screen["sheet"] if e["input"] and e["values"] is not None]
    chosen = draw.sample(inputs, draw.randint(1, len(inputs))) if inputs else []
    for entry in chosen:
        right_side = edit_of(draw, entry)
        if right_side is not None:
            yield f"{entry['name']} = {right_side}"


def main(arguments):
    if len(arguments) not in (1, 3):
        print(__doc__, file=sys.stderr)
        return 2
    heed, draws = arguments[0], int(arguments[2]) if len(arguments) == 3 else 8
    faults = runs = values = 0
    for lesson in run(heed, "list", "--format", "json")["lessons"]:
        draw = random.Random(lesson["id"])
        plain = run(heed, "print", lesson["id"], "--format", "json")
        for i in range(draws + 1):
            lines = list(edits(draw, plain)) if i > 0 else []
            sets = [word for line in lines for word in ("--set", line)]
            judgement = judge.Judgement(run(heed, "print", lesson["id"], *sets, "--format", "json"))
            for fault in judgement.judge():
                print(f"{fault}   with {lines}")
                faults += 1
            runs += 1
            values += judgement.counts["values"]
    print(f"{runs} prints, {values} values, {faults} faults")
    return 1 if faults or values == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
