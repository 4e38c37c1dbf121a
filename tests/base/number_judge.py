#!/usr/bin/env python3
"""Compares heed's numbers as text with Python's own, value by value.

usage: number_judge.py PROBE

Thousands of random values (fixed seed) and the awkward ones, under every spec a
lesson may use; once in the C locale and once, where localedef can make it, in
one with a decimal comma.
"""
import itertools
import math
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile

COMMA_LOCALE = 'LC_NUMERIC\ndecimal_point ","\nthousands_sep "."\ngrouping 3;3\nEND LC_NUMERIC\n'
TYPES = ["", "f", "e", "g", "%", "d"]
PRECISIONS = ["", ".0", ".1", ".2", ".4", ".7", ".17"]
SPECS = ["".join(parts) for parts in itertools.product(["", "+"], ["", ","], PRECISIONS, TYPES)
         if not (parts[2] and parts[3] == "d")]
AWKWARD = [0.0, -0.0, 0.5, 1.5, 2.5, -0.5, 0.05, 0.25, 0.125, 0.375, 1e-4, 9.9999e-5, 1e-5, 999.5, 9999.5, 99999.5,
           999999.5, 1e15, 1e16, 9999999999999998.0, 1e17, 1e21, 1e22, 1e23, 123456789.0, 1234567.875, 5e-324,
           2.2250738585072014e-308, 1.7976931348623157e308, 1e306, 0.045, 0.0045, -0.00004, 1 / 3, 2 / 3, 100.0,
           1000.0, 10.0, 12345.0, float("inf"), float("-inf"), float("nan")]


def to_f32(value):
    try:
        return struct.unpack("f", struct.pack("f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def with_z(spec):
    """The same spec with Python's option that gives zeros no minus."""
    return re.sub(r"^(\+?)", r"\1z", spec)


def expected(kind, spec, value):
    """Python's text, or None where Python refuses what heed takes."""
    if kind == "B" and not spec:
        return str(bool(value))
    if math.isfinite(value) and (kind in "IB" or spec.endswith("d")):
        whole = round(value)  # half to even, exact
        if spec.endswith(("f", "e", "g", "%")):
            try:
                return format(float(whole), with_z(spec))
            except OverflowError:
                return None
        return None if "." in spec else format(whole, spec)
    if spec.endswith("d"):
        spec = spec[:-1]
    return format(value, with_z(spec))


def random_double(rng):
    choice = rng.randrange(4)
    if choice == 0:
        return struct.unpack("d", struct.pack("Q", rng.getrandbits(64)))[0]
    if choice == 1:
        return rng.gauss(0, 1) * 10.0 ** rng.randrange(-6, 9)
    if choice == 2:
        return rng.randrange(-10**6, 10**6) / 10.0 ** rng.randrange(0, 8)
    return rng.randrange(-10**6, 10**6) / 2.0 ** rng.randrange(0, 12)  # ties


def format_cases(rng):
    values = AWKWARD + [math.ldexp(1.0, e) for e in range(-1074, 1024, 7)] + [random_double(rng) for _ in range(1500)]
    for value in values:
        specs = SPECS if value in AWKWARD or value != value else rng.sample(SPECS, 6) + [""]
        for spec in specs:
            yield "D", spec, value
            yield "F", spec, to_f32(value)
            if abs(value) < 2**53:
                yield "I", spec, float(round(value))
                yield "B", spec, float(value > 0)
    for exponent in range(-1074, 1024):
        yield "D", "", math.ldexp(1.0, exponent)


def f32_repr():
    """NumPy's shortest float32 digits laid out by Python, or None without NumPy."""
    try:
        import numpy
    except ImportError:
        return None

    def text(value):
        if not math.isfinite(value):
            return repr(value)
        digits = numpy.format_float_scientific(numpy.float32(value), unique=True, trim="-")
        return repr(float(digits)) if value else "0.0"
    return text


def parse_cases(rng):
    for _ in range(4000):
        value = abs(random_double(rng))
        if not math.isfinite(value):
            continue
        text = rng.choice([repr(value), f"{value:.25e}", f"{value:.3f}", f"{value:_.6f}"])
        yield text, len(text), float(text)
    for _ in range(1500):  # halfway between two doubles, and a hair to either side
        bits = rng.randrange(0x3000000000000000, 0x5000000000000000)
        low, high = (struct.unpack("d", struct.pack("Q", b))[0] for b in (bits, bits + 1))
        exact = exact_decimal(low, high)
        for text in (exact, exact + "1", exact + "000000000000000000001"):
            yield text, len(text), float(text)


def exact_decimal(low, high):
    from fractions import Fraction
    middle = (Fraction(low) + Fraction(high)) / 2
    scale = middle.denominator.bit_length() - 1
    digits = str(middle.numerator * 5**scale).rjust(scale + 1, "0")
    return digits[:-scale] + "." + digits[-scale:] if scale else digits + "."


def bits_of(value):
    return f"{struct.unpack('Q', struct.pack('d', value))[0]:016x}"


def ask(probe, lines, env):
    done = subprocess.run([probe], input="\n".join(lines) + "\n", capture_output=True, text=True, env=env, check=True)
    return done.stdout.splitlines()


def judge(probe, env, place):
    rng = random.Random(20)
    questions, answers = [], []
    short_f32 = f32_repr()
    for kind, spec, value in format_cases(rng):
        want = expected(kind, spec, value)
        if kind == "F" and not spec.strip("+,"):
            if short_f32 is None:
                continue
            want = format(float(short_f32(value)), with_z(spec))
        if want is not None:
            questions.append(f"format {kind} {spec or '-'} {bits_of(value)}")
            answers.append(want)
    for text, taken, value in parse_cases(rng):
        questions.append("parse " + text)
        answers.append(f"{taken} {bits_of(value)}")
    questions.append("printf")
    answers.append("1.5 1.5")
    got = ask(probe, questions, env)
    wrong = [(q, w, g) for q, w, g in zip(questions, answers, got) if w != g]
    for question, want, have in wrong[:20]:
        print(f"{place}: {question}: Python {want!r}, heed {have!r}")
    print(f"{place}: {len(questions)} compared, {len(wrong)} differ")
    return len(got) == len(questions) and not wrong


def comma_environment(folder):
    """An environment whose locale writes 1,5; None where it cannot be made."""
    if not shutil.which("localedef"):
        return None
    source = os.path.join(folder, "comma.src")
    with open(source, "w", encoding="ascii") as file:
        file.write(COMMA_LOCALE)
    subprocess.run(["localedef", "-c", "-i", source, os.path.join(folder, "comma")], capture_output=True, check=False)
    return {**os.environ, "LOCPATH": folder, "LC_ALL": "comma"}


def main():
    probe = sys.argv[1]
    ok = judge(probe, {**os.environ, "LC_ALL": "C"}, "C")
    with tempfile.TemporaryDirectory() as folder:
        env = comma_environment(folder)
        if env and ask(probe, ["comma"], env) == ["1,5"]:
            ok = judge(probe, env, "decimal comma") and ok
        else:
            print("no locale with a decimal comma could be made here: not compared there")
    return 0 if ok else 1


sys.exit(main())
