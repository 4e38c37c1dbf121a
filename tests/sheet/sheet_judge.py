"""Python as the judge of the sheet: its parser of the grammar, NumPy of the values.

usage: sheet_judge.py PROBE trees | values
"""

import ast
import json
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "judge"))
import prelude  # noqa: E402


class Binary(ast.NodeTransformer):
    """`a and b and c` is one node to Python; here it is (a and b) and c, which means the same."""

    def visit_BoolOp(self, node):
        self.generic_visit(node)
        left = node.values[0]
        for right in node.values[1:]:
            left = ast.BoolOp(op=node.op, values=[left, right])
        return left


def tree(text):
    return ast.dump(Binary().visit(ast.parse(text, mode="eval")))


def judge_trees(probe):
    """The canonical text and the fully parenthesised one are the same tree to Python."""
    wrong = seen = 0
    for line in subprocess.run([probe, "trees", "4000"], check=True, capture_output=True, text=True).stdout.splitlines():
        text, full = line.split("\t")
        seen += 1
        if tree(text) != tree(full):
            wrong += 1
            print("not Python's tree:", text)
    print(f"{seen} trees, {wrong} wrong")
    return wrong == 0 and seen == 4000


class Literals(ast.NodeTransformer):
    """A list literal is an array."""

    def visit_List(self, node):
        self.generic_visit(node)
        return ast.Call(func=ast.Name("array", ast.Load()), args=[node], keywords=[])

    def visit_Call(self, node):
        if isinstance(node.func, ast.Name) and node.func.id == "concat":
            node.args[0].elts = [self.visit(item) for item in node.args[0].elts]
            node.keywords = [self.visit(keyword) for keyword in node.keywords]
            return node
        self.generic_visit(node)
        return node


def evaluate(text, names):
    tree = ast.fix_missing_locations(Literals().visit(ast.parse(text, mode="eval")))
    return eval(compile(tree, text, "eval"), names)


def number(x):
    return float(x) if isinstance(x, (str, int, float)) and not isinstance(x, bool) else x


def stored(answer):
    values = [v if isinstance(v, (bool, str)) and v not in ("nan", "inf", "-inf") else number(v) for v in answer["values"]]
    return np.array(values).reshape(answer["shape"])


def agrees(answer, expected, scale):
    expected = np.asarray(expected)
    if list(expected.shape) != answer["shape"]:
        return f"shape {answer['shape']}, NumPy has {list(expected.shape)}"
    found = np.array(answer["values"], dtype=object).ravel()
    for mine, theirs in zip(found, expected.ravel()):
        if expected.dtype.kind == "b" or isinstance(mine, bool):
            if expected.dtype.kind != "b" or not isinstance(mine, bool) or mine != bool(theirs):
                return f"{mine}, NumPy has {theirs}"
            continue
        mine, theirs = number(mine), float(theirs)
        if np.isnan(theirs) or np.isinf(theirs) or np.isnan(mine) or np.isinf(mine):
            if not (mine == theirs or (np.isnan(mine) and np.isnan(theirs))):
                return f"{mine}, NumPy has {theirs}"
        elif not abs(mine - theirs) <= 1e-5 * max(scale, abs(theirs)):
            return f"{mine}, NumPy has {theirs}"
    return None


def judge_values(probe):
    lines = subprocess.run([probe, "values", str(HERE / "values.txt")], check=True, capture_output=True, text=True).stdout
    wrong = seen = refused = 0
    names, scale = {}, 1.0
    for answer in map(json.loads, lines.splitlines()):
        if "name" in answer:
            if answer["name"] == "m":
                names, scale = dict(prelude.names()), 1.0
            names[answer["name"]] = value = stored(answer) if answer["shape"] else stored(answer)[()]
            if answer["name"] in ("m", "n", "p", "k"):
                names[answer["name"]] = int(value)
            elif answer["name"] in ("M", "mv"):
                names[answer["name"]] = value.astype(bool)
            elif value.size:
                scale = max(scale, float(np.abs(value).max()))
            continue
        seen += 1
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                np.seterr(all="ignore")
                expected, reason = evaluate(answer["expr"], names), None
        except Exception as error:  # NumPy refuses: so must the sheet
            expected, reason = None, f"NumPy refuses: {error!r}"
        if "error" in answer:
            refused += 1
            trouble = None if reason else f"refused: {answer['error']}"
        else:
            trouble = reason or agrees(answer, expected, scale)
        if trouble:
            wrong += 1
            shape = f"m={names['m']} n={names['n']} p={names['p']}"
            print(f"{answer['expr']}  ({shape}): {trouble}")
    print(f"{seen} values, {refused} refused by both, {wrong} wrong")
    return wrong == 0 and seen > 2000


if __name__ == "__main__":
    sys.exit(0 if {"trees": judge_trees, "values": judge_values}[sys.argv[2]](sys.argv[1]) else 1)
