#!/usr/bin/env python3
"""FSRS-6 once more, written from its formulas alone, as judge of heed's schedule.

usage: fsrs_judge.py PROBE

10,000 random histories (fixed seed): all grades, gaps of minutes to years, clocks
set back, changing offsets from UTC, other retentions and steps.
"""
import datetime
import math
import random
import subprocess
import sys

HISTORIES = 10_000
W = [0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629,
     1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542]
AGAIN, HARD, GOOD, EASY = 1, 2, 3, 4
EPOCH = datetime.date(1970, 1, 1)


def study_day(ms, offset):
    local = datetime.datetime(1970, 1, 1) + datetime.timedelta(milliseconds=ms, minutes=offset)
    return ((local - datetime.timedelta(hours=4)).date() - EPOCH).days


class Card:
    def __init__(self, retention, learning, relearning):
        self.retention = retention
        self.steps = {"learning": learning, "relearning": relearning}
        self.state = "new"
        self.s = self.d = None
        self.step = self.day = self.lapses = 0

    def recall_probability(self, days):
        decay = -W[20]
        factor = math.exp(math.log(0.9) / decay) - 1
        return math.exp(decay * math.log1p(factor * days / self.s))

    def interval(self):
        decay = -W[20]
        ratio = (self.retention ** (1 / decay) - 1) / (0.9 ** (1 / decay) - 1)
        return min(max(math.floor(self.s * ratio + 0.5), 1), 36500)

    def remember(self, grade, day):
        start = [W[4] - math.exp(W[5] * (g - 1)) + 1 for g in (1, 2, 3, 4)]
        if self.state == "new":
            s, d = W[grade - 1], start[grade - 1]
        else:
            days = max(day - self.day, 0)
            if days == 0:
                gain = math.exp(W[17] * (grade - 3 + W[18])) / self.s ** W[19]
                s = self.s * (max(gain, 1) if grade > AGAIN else gain)
            else:
                forgotten = 1 - self.recall_probability(days)
                if grade == AGAIN:
                    s = W[11] / self.d ** W[12] * ((1 + self.s) ** W[13] - 1) * math.exp(W[14] * forgotten)
                    s = min(s, self.s * math.exp(-W[17] * W[18]))
                else:
                    growth = math.exp(W[8]) * (11 - self.d) / self.s ** W[9] * math.expm1(W[10] * forgotten)
                    growth *= {HARD: W[15], GOOD: 1, EASY: W[16]}[grade]
                    s = self.s + self.s * growth
            moved = self.d - W[6] * (grade - 3) * (10 - self.d) / 9
            d = W[7] * start[3] + (1 - W[7]) * moved
        self.s = min(max(s, 0.001), 36500)
        self.d = min(max(d, 1), 10)

    def wait_minutes(self, grade, phase):
        """Minutes to the next showing within the steps, or None: out of them."""
        steps = self.steps[phase]
        if not steps or grade == EASY:
            return None
        if grade == AGAIN:
            self.step = 0
            return steps[0]
        if self.step >= len(steps):
            return None
        if grade == GOOD:
            self.step += 1
            return steps[self.step] if self.step < len(steps) else None
        if self.step > 0:
            return steps[self.step]
        return steps[0] * 1.5 if len(steps) == 1 else (steps[0] + steps[1]) / 2

    def review(self, grade, ms, offset):
        day = study_day(ms, offset)
        self.remember(grade, day)
        minutes = None
        phase = "relearning" if self.state in ("review", "relearning") else "learning"
        if self.state == "review":
            self.step = 0
            self.lapses += grade == AGAIN
        if self.state != "review" or grade == AGAIN:
            minutes = self.wait_minutes(grade, phase)
        self.day = day
        self.state = "review" if minutes is None else phase
        if minutes is None:
            self.step = 0
            return self.interval(), 0
        return 0, int(minutes * 60_000)


def random_gap(rng):
    unit = rng.choice([60_000, 3_600_000, 86_400_000, 86_400_000, 86_400_000])
    most = {60_000: 30, 3_600_000: 30, 86_400_000: rng.choice([3, 30, 400, 4000])}[unit]
    gap = int(rng.random() * most * unit)
    return -gap // 3 if rng.random() < 0.05 else gap


def random_history(rng):
    steps = rng.choice([([1, 10], [10])] * 3 + [([], []), ([5], [10, 30]), ([1, 10, 60], [])])
    retention = 0.9 if rng.random() < 0.5 else round(rng.uniform(0.7, 0.98), 3)
    ms = rng.randrange(1_500_000_000_000, 1_900_000_000_000)
    offset = rng.choice([-600, -300, 0, 60, 120, 540, 630, 660])
    reviews = []
    for _ in range(rng.randrange(1, 16)):
        reviews.append((rng.choice([1, 2, 3, 3, 3, 4]), ms, offset))
        ms += random_gap(rng)
        if rng.random() < 0.1:
            offset = rng.choice([-600, -300, 0, 60, 120, 540, 630, 660])
    return retention, steps, reviews


def agrees(card, due, answer):
    state, step, s, d, day, interval, wait, lapses = answer.split()
    return (state == card.state and int(step) == card.step and int(day) == card.day and int(lapses) == card.lapses
            and (int(interval), int(wait)) == due and math.isclose(float(s), card.s, rel_tol=1e-9)
            and math.isclose(float(d), card.d, rel_tol=1e-9))


def main():
    rng = random.Random(6)
    histories = [random_history(rng) for _ in range(HISTORIES)]
    lines = []
    for retention, (learning, relearning), reviews in histories:
        lines.append(f"new {retention} {' '.join(map(str, learning))} / {' '.join(map(str, relearning))}")
        lines += [f"{grade} {ms} {offset}" for grade, ms, offset in reviews]
    done = subprocess.run([sys.argv[1]], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    answers = iter(done.stdout.splitlines())
    compared = wrong = 0
    for number, (retention, (learning, relearning), reviews) in enumerate(histories):
        card = Card(retention, learning, relearning)
        for position, review in enumerate(reviews):
            due = card.review(*review)
            answer = next(answers, "missing 0 0 0 0 0 0 0")
            compared += 1
            if agrees(card, due, answer):
                continue
            wrong += 1
            if wrong <= 10:
                print(f"history {number}, review {position}: {review}: reference {card.state} {card.step} {card.s} "
                      f"{card.d} {card.day} {due} {card.lapses}, heed {answer}")
    print(f"{compared} reviews in {len(histories)} histories compared, {wrong} differ")
    return 1 if wrong or compared < HISTORIES or next(answers, None) is not None else 0


sys.exit(main())
