#!/usr/bin/env python3
"""The judge judged: a true document passes, and each way of being wrong is found and named."""

import copy
import sys

import numpy as np

import judge
import philox

F = np.float32


def nested(x):
    x = np.asarray(x)
    return [nested(row) for row in x] if x.ndim else ("nan" if np.isnan(x) else float(x))


def entry(name, source, value, is_input=False):
    value = np.asarray(value)
    return {"name": name, "source": source, "input": is_input, "shape": list(value.shape), "values": nested(value)}


def document():
    """four-steps and a little more, in single precision, as the program would say it."""
    q = np.array([1, 0, 1, 0], F)
    K = np.array([[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 1]], F)
    V = np.array([[1, 2], [3, 4], [5, 6]], F)
    s = q @ K.T
    z = s / F(2)
    e = np.exp(z)
    alpha = e / e.sum()
    out = alpha @ V
    x = philox.normal(7, 0, 0, 6).astype(F).reshape(2, 3)
    sheet = [
        entry("q", "[1, 0, 1, 0]", q, True),
        entry("K", "[[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 1]]", K, True),
        entry("V", "[[1, 2], [3, 4], [5, 6]]", V, True),
        entry("dk", "cols(K)", 4),
        entry("s", "q @ K.T", s),
        entry("z", "s / sqrt(dk)", z),
        entry("alpha", "softmax(z)", alpha),
        entry("out", "alpha @ V", out),
        entry("x", "randn(2, 3, seed=7)", x),
        entry("shares", "round(alpha, 2)", np.round(alpha, 2)),
        entry("first", "argmax(s)", 2),
        entry("large", "exp(z * 200)", [F(np.inf), F(np.inf), F(np.inf)]),
        entry("none", "1 / large", [0, 0, 0]),
        entry("joined", "concat([q, s])", np.concatenate([q, s])),
        entry("few", "sum(where(alpha > 0.3, alpha, 0))", alpha[2]),
        {"name": "keys", "source": '["k1", "k2"]', "input": True, "shape": [2], "values": ["k1", "k2"]},
        {"name": "bad", "source": "q @ K", "input": False, "shape": None, "values": None,
         "error": {"line": 1, "column": 1, "text": "q is (4,), K is (3, 4)"}},
        {"name": "after", "source": "bad + 1", "input": False, "shape": None, "values": None,
         "error": {"line": 2, "column": 1, "text": "waits for bad"}},
    ]  # fmt: skip
    shown = [
        {"expr": "alpha[2]", "format": ".4f", "text": "0.4519", "value": float(alpha[2])},
        {"expr": "alpha", "format": ".2f", "text": "[0.27, 0.27, 0.45]", "value": nested(alpha)},
        {"expr": "alpha[2]", "format": ".1%", "text": "45.2%", "value": float(alpha[2])},
        {"expr": "exp([100])[0]", "format": "g", "text": "inf", "value": "inf"},
        {"expr": "after", "format": "", "text": "waits for bad", "value": None},
    ]
    claims = [
        {"kind": "always", "expr": "isclose(sum(alpha), 1)", "text": "", "holds": True},
        {"kind": "here", "expr": "argmax(s) == 1", "text": "", "holds": False},
        {"kind": "here", "expr": "sum(after) > 0", "text": "", "holds": None},
    ]
    return {"lesson": "sample", "title": "", "isa": "scalar",
            "screens": [{"title": "", "sheet": sheet, "shown": shown, "claims": claims}]}  # fmt: skip


def sheet(doc, name):
    return next(e for e in doc["screens"][0]["sheet"] if e["name"] == name)


def tampered():
    """(what is wrong, a word the judge must say, the change)"""
    yield "a weight off by 1e-4", "alpha", lambda d: sheet(d, "alpha")["values"].__setitem__(2, 0.45196)
    yield "a sum off by 1e-3", "out", lambda d: sheet(d, "out")["values"].__setitem__(0, 3.3566)
    yield "NaN for a number", "z[1]", lambda d: sheet(d, "z")["values"].__setitem__(1, "nan")
    yield "an infinity for a number", "z[1]", lambda d: sheet(d, "z")["values"].__setitem__(1, "inf")
    yield "another winner", "first", lambda d: sheet(d, "first").update(values=1)
    yield "another shape", "V", lambda d: sheet(d, "V").update(shape=[2, 3])
    yield "one element less", "s", lambda d: sheet(d, "s").update(shape=[2], values=[1.0, 1.0])
    yield "another source", "alpha", lambda d: sheet(d, "alpha").update(source="softmax(s)")
    yield "a draw of another seed", "x", lambda d: sheet(d, "x").update(source="randn(2, 3, seed=8)")
    yield "a rounding that is none", "shares", lambda d: sheet(d, "shares")["values"].__setitem__(0, 0.28)
    yield "a label", "keys", lambda d: sheet(d, "keys")["values"].__setitem__(0, "k9")
    yield "an error that is none", "dk", lambda d: sheet(d, "dk").update(values=None, shape=None)
    yield "a value where none can be", "bad", lambda d: sheet(d, "bad").update(values=[1.0], shape=[1])
    yield "a name before its definition", "s", lambda d: d["screens"][0]["sheet"].pop(0)
    yield "a source that is no expression", "q", lambda d: sheet(d, "q").update(source="import os")
    yield "a call of what is no builtin", "q", lambda d: sheet(d, "q").update(source="open('x')")

    def shown(i, **change):
        return lambda d: d["screens"][0]["shown"][i].update(**change)

    yield "a text off by one digit", "0.4520", shown(0, text="0.4520")
    yield "a value beside a right text", "alpha[2]", shown(0, value=0.4517)
    yield "an array's text too short", "alpha", shown(1, text="[0.27, 0.27]")
    yield "a wrong share", "45.3%", shown(2, text="45.3%")
    yield "a number hidden", "alpha[2]", shown(0, value=None)
    yield "an infinity that is none", "inf", shown(0, text="inf", value="inf")

    def claim(i, holds):
        return lambda d: d["screens"][0]["claims"][i].update(holds=holds)

    yield "a true claim called false", "sum(alpha)", claim(0, False)
    yield "a false claim called true", "argmax(s) == 1", claim(1, True)
    yield "a claim on nothing decided", "sum(after)", claim(2, True)
    yield "a decided claim called unknown", "sum(alpha)", claim(0, None)
    yield "no screens at all", "screens", lambda d: d.update(screens=[])


def known_answers():
    """Philox's published test vectors."""
    ones = 0xFFFFFFFF
    for counter, key, expected in (
        ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((ones,) * 4, (ones,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        ((0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344), (0xA4093822, 0x299F31D0),
         (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1)),
    ):  # fmt: skip
        got = [int(w[0]) for w in philox.block([np.array([c]) for c in counter], key)]
        if tuple(got) != expected:
            yield f"philox of {counter}: {got}"
    whole = philox.normal(7, 0, 0, 1000)
    if not np.array_equal(philox.normal(7, 0, 333, 100), whole[333:433]):
        yield "philox: a range is not a part of the whole"


def main():
    wrong = list(known_answers())
    faults = judge.Judgement(document()).judge()
    wrong += [f"a true document is refused: {f}" for f in faults]
    cases = 0
    for what, word, change in tampered():
        doc = copy.deepcopy(document())
        change(doc)
        faults = judge.Judgement(doc).judge()
        cases += 1
        if not faults:
            wrong.append(f"not found: {what}")
        elif not any(word in f for f in faults):
            wrong.append(f"found but not named: {what}: {faults}")
    for line in wrong:
        print(line)
    print(f"{cases} tampered documents, {len(wrong)} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
