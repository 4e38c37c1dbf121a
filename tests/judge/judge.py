#!/usr/bin/env python3
"""The judge: recomputes what `heed print LESSON --format json` says, in NumPy, in double.

    judge.py [FILE…|-]      exit 0: every number agrees; 1: a list of what does not; 2: usage

Each `source` is executed in order, as Python, under the hand-written prelude beside this file.
A value must agree within 1e-5 of the largest magnitude among the values that it depends on, a
shown text within half its last digit plus that, a claim must hold where the recomputation holds,
and what could not be computed must fail here too.

Where a result jumps (argmax, round, a comparison) or single precision overflows, single and
double may rightly part. Such a value is judged by one step: recomputed from the program's own
numbers, which were each judged before it, and taken from there on.
"""

import ast
import json
import re
import sys
import warnings

import numpy as np

import prelude

TOLERANCE = 1e-5
SINGLE_MAX = float(np.finfo(np.float32).max)
TINY = 1e-37  # below single precision's normal numbers

# Calls whose plain arguments are counts, seeds or ranges: no magnitude that a result inherits.
COUNTING = {"randn", "randn_row", "rand", "randint", "dot_samples", "zeros", "ones", "eye", "arange",
            "causal_mask", "rows", "cols", "len", "slider"}  # fmt: skip
JUMPS = {"argmax", "argmin", "round", "histogram", "where", "isclose", "allclose", "sort", "median"}


class Instrument(ast.NodeTransformer):
    """Makes Python do what the language does, and lets the judge see every value on the way:
    list literals become arrays, numbers doubles, indices ints, and each subexpression is weighed."""

    def __init__(self):
        self.weigh = True

    def weighed(self, node, was):
        if not self.weigh:
            return node
        return ast.copy_location(ast.Call(ast.Name("_weigh", ast.Load()), [node], []), was)

    def unweighed(self, node):
        before, self.weigh = self.weigh, False
        node = self.visit(node)
        self.weigh = before
        return node

    def visit_List(self, node):
        plain = ast.List([self.item(e) for e in node.elts], ast.Load())
        return self.weighed(ast.Call(ast.Name("array", ast.Load()), [plain], []), node)

    def item(self, node):
        if isinstance(node, ast.List):
            return ast.List([self.item(e) for e in node.elts], ast.Load())
        return self.visit(node)

    def visit_Constant(self, node):
        if isinstance(node.value, (bool, str)) or node.value is None:
            return node
        return self.weighed(ast.Call(ast.Name("_number", ast.Load()), [node], []), node)

    def visit_Name(self, node):
        return self.weighed(ast.Call(ast.Name("_name", ast.Load()), [ast.Constant(node.id)], []), node)

    def visit_Attribute(self, node):
        return ast.Attribute(self.visit(node.value), node.attr, node.ctx)

    def visit_UnaryOp(self, node):
        return ast.UnaryOp(node.op, self.visit(node.operand))

    def visit_BinOp(self, node):
        right = self.unweighed(node.right) if isinstance(node.op, ast.Div) else self.visit(node.right)
        return self.weighed(ast.BinOp(self.visit(node.left), node.op, right), node)

    def visit_Compare(self, node):
        return ast.Compare(self.visit(node.left), node.ops, [self.visit(c) for c in node.comparators])

    def visit_BoolOp(self, node):
        return ast.BoolOp(node.op, [self.visit(v) for v in node.values])

    def visit_IfExp(self, node):
        return ast.IfExp(self.visit(node.test), self.visit(node.body), self.visit(node.orelse))

    def visit_Call(self, node):
        if not isinstance(node.func, ast.Name):
            raise SyntaxError("only builtins are called")
        see = self.unweighed if node.func.id in COUNTING else self.visit
        if node.func.id == "concat" and isinstance(node.args[0], ast.List):
            parts = ast.List([self.visit(e) for e in node.args[0].elts], ast.Load())  # no array: shapes may differ
            rest = [ast.keyword(k.arg, self.unweighed(k.value)) for k in node.keywords]
            return self.weighed(ast.Call(ast.Name("concat", ast.Load()), [parts] + node.args[1:], rest), node)
        keywords = [ast.keyword(k.arg, self.unweighed(k.value)) for k in node.keywords]
        call = ast.Call(ast.Name(node.func.id, ast.Load()), [see(a) for a in node.args], keywords)
        return self.weighed(call, node)

    def visit_Subscript(self, node):
        return self.weighed(ast.Subscript(self.visit(node.value), self.index(node.slice), node.ctx), node)

    def index(self, node):
        if isinstance(node, ast.Tuple):
            return ast.Tuple([self.index(e) for e in node.elts], ast.Load())
        if isinstance(node, ast.Slice):
            ends = [None if e is None else self.index(e) for e in (node.lower, node.upper, node.step)]
            return ast.Slice(*ends)
        return ast.Call(ast.Name("_index", ast.Load()), [self.unweighed(node)], [])

    def generic_visit(self, node):
        if isinstance(node, (ast.Expression, ast.Load, ast.operator, ast.unaryop)):
            return super().generic_visit(node)
        raise SyntaxError(f"not of the language: {type(node).__name__}")


def as_index(x):
    x = np.asarray(x)
    return x if x.dtype == bool else x.astype(np.int64) if x.ndim else int(x)


def magnitude(x):
    x = np.asarray(x)
    if x.dtype.kind not in "fiu" or x.size == 0:
        return 0.0
    x = np.abs(x.astype(np.float64))
    return float(np.max(x[np.isfinite(x)], initial=0.0))


def jumps(source):
    """Whether a result may jump when its operands move a little."""
    for node in ast.walk(ast.parse(source, mode="eval")):
        if isinstance(node, (ast.Compare, ast.IfExp, ast.BoolOp)):
            return True
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in JUMPS:
            return True
    return False


class Court:
    """The names recomputed so far: in double, beside what the program said, and how large
    the numbers were on the way to each."""

    def __init__(self):
        self.own, self.said, self.scale = {}, {}, {}
        self.heaviest = 0.0

    def run(self, source, values, in_single=False):
        """The value of a source over `values`, and the largest magnitude met. `in_single`: every array on
        the way is rounded to single precision, for what a lesson says of single precision itself."""
        self.heaviest = 0.0

        def name(key):
            if key not in values:
                raise NameError(key)
            return values[key]

        def weigh(x):
            self.heaviest = max(self.heaviest, magnitude(x))
            if in_single and getattr(x, "ndim", 0) > 0 and x.dtype.kind == "f":
                return x.astype(np.float32).astype(np.float64)
            return x

        tree = ast.parse(source.strip(), mode="eval")
        read = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
        carried = [self.scale[n] for n in read & self.scale.keys() if n in self.weighed_names(tree)]
        tree = ast.fix_missing_locations(Instrument().visit(tree))
        scope = dict(prelude.names(), _name=name, _weigh=weigh, _index=as_index, _number=np.float64)
        constants = {"inf", "nan", "pi", "True", "False"}
        scope["_name"] = lambda key: scope[key] if key in constants and key not in values else name(key)
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            value = eval(compile(tree, "<source>", "eval"), scope)
        return np.asarray(value), max([self.heaviest, magnitude(value)] + carried)

    @staticmethod
    def weighed_names(tree):
        """Names whose magnitude a result inherits: not counts, seeds, indices or divisors."""
        found = set()

        def walk(node):
            if isinstance(node, ast.Name):
                found.add(node.id)
            elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
                walk(node.left)
            elif isinstance(node, ast.Subscript):
                walk(node.value)
            elif isinstance(node, ast.Call):
                if node.func.id not in COUNTING:
                    for a in node.args:
                        walk(a)
            else:
                for child in ast.iter_child_nodes(node):
                    walk(child)

        walk(tree)
        return found


def from_json(values):
    """The program's numbers as an array: "nan", "inf", "-inf" are numbers among numbers."""
    flat = []

    def walk(v):
        if isinstance(v, list):
            for item in v:
                walk(item)
        else:
            flat.append(v)

    walk(values)
    special = {"nan", "inf", "-inf"}
    if flat and all(isinstance(v, str) for v in flat) and not set(flat) <= special:
        return np.array(values, dtype=str)
    if flat and all(isinstance(v, bool) for v in flat):
        return np.array(values, dtype=bool)
    number = lambda v: [number(i) for i in v] if isinstance(v, list) else float(v)
    return np.array(number(values), dtype=np.float64)


def overflowed(own, said):
    """`own`, infinite where it is too large for single precision and the program says so."""
    if own.dtype.kind not in "f" or own.shape != said.shape:
        return own
    over = np.isinf(said) & (np.abs(own) > SINGLE_MAX * (1 - TOLERANCE))
    return np.where(over, np.copysign(np.inf, own), own)


def worst(own, said, scale):
    """(element, own, said, allowed) of the worst disagreement, or None."""
    if own.dtype.kind == "U" or said.dtype.kind == "U":
        differ = own.astype(str) != said.astype(str)
        if not differ.any():
            return None
        at = tuple(int(i) for i in np.argwhere(differ)[0])
        return at, own[at], said[at], "the same text"
    if (own.dtype.kind == "b") != (said.dtype.kind == "b"):
        return (), own, said, "the same kind (truth or number)"
    a, b = overflowed(own.astype(np.float64), said), said.astype(np.float64)
    allowed = 0.0 if own.dtype.kind == "b" else TOLERANCE * scale + TINY
    with np.errstate(all="ignore"):
        gap = np.abs(a - b)
    gap = np.where((a == b) | (np.isnan(a) & np.isnan(b)), 0.0, np.where(np.isnan(gap), np.inf, gap))
    if gap.size == 0 or gap.max() <= allowed:
        return None
    at = tuple(int(i) for i in np.unravel_index(np.argmax(gap), gap.shape))
    return at, a[at], b[at], f"{allowed:.3g}"


NUMBER = re.compile(r"[+-]?(?:inf|nan|\d[\d,]*\.?\d*(?:e[+-]?\d+)?)%?|True|False", re.I)


def last_digit(text):
    """How much the last shown digit is worth."""
    percent = 0.01 if text.endswith("%") else 1.0
    mantissa, _, exponent = text.rstrip("%").lower().partition("e")
    digits = len(mantissa.partition(".")[2])
    return percent * 10.0 ** (int(exponent or 0) - digits)


def read_text(text):
    if text in ("True", "False"):
        return float(text == "True"), 0.0
    value = float(text.rstrip("%").replace(",", ""))
    if not np.isfinite(value):
        return value, 0.0
    return value * (0.01 if text.endswith("%") else 1.0), last_digit(text)


class Judgement:
    def __init__(self, document):
        self.document = document
        self.court = Court()
        self.faults = []
        self.counts = {"values": 0, "texts": 0, "claims": 0}

    def fault(self, where, text):
        self.faults.append(f"{self.document.get('lesson', '?')}: {where}: {text}")

    def judge(self):
        screens = self.document.get("screens")
        if not isinstance(screens, list) or not screens:
            self.fault("document", "no screens")
            return self.faults
        for screen in screens:
            for entry in screen["sheet"]:
                self.entry(entry)
        for screen in screens:
            for shown in screen["shown"]:
                self.shown(shown)
            for claim in screen["claims"]:
                self.claim(claim)
        return self.faults

    # ---- the sheet

    def entry(self, entry):
        name, source = entry["name"], entry["source"]
        court = self.court
        try:
            own, scale = court.run(source, court.own)
        except Exception as e:  # whatever Python or NumPy refuses
            own, failure = None, f"{type(e).__name__}: {e}"
        if entry["values"] is None:
            if own is not None:
                self.fault(name, f"not computed ({entry.get('error')}), but NumPy computes {own}")
            return
        if own is None:
            self.fault(name, f"computed, but NumPy refuses `{source}`: {failure}")
            return
        said = from_json(entry["values"])
        self.counts["values"] += said.size
        said = said.reshape(entry["shape"]) if said.size == 0 else said
        if list(said.shape) != list(entry["shape"]) or said.shape != own.shape:
            self.fault(name, f"shape {entry['shape']} of values {said.shape}, NumPy's is {own.shape}")
            return
        bad = worst(own, said, scale)
        if bad is not None and (jumps(source) or not np.isfinite(magnitude_all(own, said))):
            own, scale = court.run(source, court.said)
            bad = worst(own, said, scale)
            own = said if bad is None else own
        if bad is not None:
            at, a, b, allowed = bad
            self.fault(f"{name}{list(at) if at else ''}", f"{b}, NumPy has {a} (allowed {allowed}) `{source}`")
        court.own[name], court.said[name] = overflowed(own, said), said
        court.scale[name] = min(scale, SINGLE_MAX)

    # ---- numbers in prose

    def both_ways(self, expr, agrees):
        """Whether an expression agrees, recomputed from the start, by one step, or by one step in single."""
        message = None
        for values, in_single in ((self.court.own, False), (self.court.said, False), (self.court.said, True)):
            try:
                value, scale = self.court.run(expr, values, in_single)
                message = agrees(value, scale)
            except Exception as e:
                message = f"NumPy refuses `{expr}`: {type(e).__name__}: {e}"
            if message is None or not jumps(expr):
                break
        return message

    def shown(self, shown):
        expr, text = shown["expr"], shown["text"]
        where = f"shown {{{expr}:{shown.get('format', '')}}}"
        if shown.get("value") is None:
            if self.both_ways(expr, lambda v, s: None) is None:
                self.fault(where, f"shows {text!r} instead of a value that NumPy computes")
            return
        self.counts["texts"] += 1

        def agrees(own, scale):
            said = from_json(shown["value"])
            if said.shape != own.shape:
                return f"value of shape {said.shape}, NumPy's is {own.shape}"
            own = overflowed(own, said)
            bad = worst(own, said, scale)
            if bad is not None:
                return f"value {bad[2]}, NumPy has {bad[1]} (allowed {bad[3]})"
            return self.text_agrees(text, own, scale)

        message = self.both_ways(expr, agrees)
        if message is not None:
            self.fault(where, message)

    @staticmethod
    def text_agrees(text, own, scale):
        if own.dtype.kind == "U":
            return None if all(str(v) in text for v in own.ravel()) else f"text {text!r}, NumPy has {own}"
        parts = NUMBER.findall(text)
        if len(parts) != own.size:
            return f"text {text!r} holds {len(parts)} numbers, NumPy {own.size}"
        for part, value in zip(parts, own.astype(np.float64).ravel()):
            number, digit = read_text(part)
            allowed = 0.5 * digit * (1 + 1e-9) + TOLERANCE * scale + TINY
            if number != value and not (np.isnan(number) and np.isnan(value)):
                if not abs(number - value) <= allowed:
                    return f"text {part!r}, NumPy has {value} (allowed {allowed:.3g})"
        return None

    # ---- claims

    def claim(self, claim):
        expr, holds = claim["expr"], claim["holds"]
        where = f"claim `{expr}`"
        self.counts["claims"] += 1
        if holds is None:
            if self.both_ways(expr, lambda v, s: None) is None:
                self.fault(where, "unknown, but NumPy decides it")
            return
        message = self.both_ways(
            expr, lambda v, s: None if bool(v) == holds else f"holds is {holds}, NumPy says {bool(v)}"
        )
        if message is not None:
            self.fault(where, message)


def magnitude_all(*arrays):
    """inf or nan where any of the numbers is: single precision may have overflowed."""
    return sum(float(np.abs(a.astype(np.float64)).sum()) for a in arrays if a.dtype.kind in "fiu")


def main(paths):
    if not paths:
        print(__doc__, file=sys.stderr)
        return 2
    status = 0
    for path in paths:
        text = sys.stdin.read() if path == "-" else open(path, encoding="utf-8").read()
        judgement = Judgement(json.loads(text))
        for fault in judgement.judge():
            print(fault)
            status = 1
        counts = ", ".join(f"{n} {what}" for what, n in judgement.counts.items())
        print(f"{judgement.document.get('lesson', path)}: {counts}, {len(judgement.faults)} faults")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
