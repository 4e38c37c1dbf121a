#!/usr/bin/env python3
"""Cards and progress as a script sees them, and as the journal keeps them.

usage: study.py HEED [CASE …]

Cases as in cli.py. Clocks are HEED_NOW's: wall time with the offset that a clock
there would have.
"""
import csv
import datetime
import io
import json
import random
import re
import resource
import signal
import subprocess
import sys
import zlib

import cli
from cli import HEED

NOW = "2026-11-29T21:04:05+01:00"
STATES = ("new", "learning", "review", "relearning")
ROLLOVER = datetime.timedelta(hours=4)


def journal(world):
    path = world.folder / "journal.jsonl"
    return path.read_text().splitlines() if path.exists() else []


def records(w, kind=None):
    found = [json.loads(line) for line in journal(w)]
    return [r for r in found if kind is None or r["kind"] == kind]


def cards(w, text, *args, now=NOW, code=0):
    return w.run("--data", str(w.folder), "cards", *args, stdin=text, HEED_NOW=now, code=code)


def progress(w, now=NOW):
    return json.loads(w.run("--data", str(w.folder), "progress", "--format", "json", HEED_NOW=now))


def streak(w, now):
    text = w.run("--data", str(w.folder), "progress", HEED_NOW=now)
    found = re.search(r"Streak\s+(\d+) days? in a row; at work on (\d+) days?", text)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def day_of(moment):
    """The local day that starts at 04:00, worked out here and not by heed."""
    return (datetime.datetime.fromisoformat(moment).replace(tzinfo=None) - ROLLOVER).date()


def progress_lists_every_card_reviewed_or_not(w):
    found = progress(w)
    assert list(found) == ["cards", "lessons", "ideas"], list(found)
    assert len(found["cards"]) >= 40
    for card in found["cards"]:
        assert card == {"card": card["card"], "state": "new", "stability": None, "difficulty": None, "due": None, "reps": 0,
                        "lapses": 0}, card
    lessons = {l["id"]: l for l in json.loads(w.run("list", "--format", "json"))["lessons"]}
    assert [l["lesson"] for l in found["lessons"]] == list(lessons)
    for lesson in found["lessons"]:
        assert lesson["screens"] == lessons[lesson["lesson"]]["screens"] and lesson["screens_done"] == 0
        assert lesson["last_seen"] is None
    assert found["ideas"] == [] and journal(w) == [] and not (w.folder / "copies").exists()  # reading does not write


def a_graded_card_has_a_state_a_memory_and_a_due_time(w):
    cards(w, "\n3\n\n4\n")
    first, second = [c for c in progress(w)["cards"] if c["reps"]]
    assert first["state"] == "learning" and first["due"] == "2026-11-29T21:14:05+01:00", first
    assert abs(first["stability"] - 2.3065) < 1e-9 and abs(first["difficulty"] - 2.11810397) < 1e-6
    assert second["state"] == "review" and second["due"] == "2026-12-07" and second["difficulty"] == 1, second
    assert second["reps"] == 1 and second["lapses"] == 0


def csv_is_rfc_4180_and_agrees_with_json(w):
    cards(w, "\n3\n\n4\n\n1\nsuspend\n")
    raw = subprocess.run([HEED, "--data", w.folder, "progress", "--format", "csv"], capture_output=True,
                         env={**w.env, "HEED_NOW": NOW}).stdout
    assert raw.count(b"\r\n") == raw.count(b"\n") and raw.endswith(b"\r\n")
    rows = list(csv.DictReader(io.StringIO(raw.decode(), newline="")))
    for row, card in zip(rows, progress(w)["cards"], strict=True):
        for key in ("card", "state"):
            assert row[key] == card[key]
        for key in ("stability", "difficulty"):
            assert (float(row[key]) if row[key] else None) == card[key]
        assert (row["due"] or None) == card["due"] and int(row["reps"]) == card["reps"] and int(row["lapses"]) == card["lapses"]
        assert (row["suspended"] == "yes") == card.get("suspended", False)
        assert row["card"].startswith(row["lesson"] + "/")
    assert sum(row["suspended"] == "yes" for row in rows) == 1


def progress_tells_places_ideas_and_what_falls_due(w):
    lines = [{"kind": "place", "lesson": "four-steps", "screen": 1, "step": 2},
             {"kind": "answer", "question": "four-steps/scores", "right": False, "idea": "no-scale"},
             {"kind": "answer", "question": "four-steps/scores", "right": False, "idea": "divided-by-dk"},
             {"kind": "answer", "question": "four-steps/scores", "right": True, "tests": ["no-scale"]},
             {"kind": "answer", "question": "four-steps/scores", "right": True, "tests": ["no-scale"]}]
    text = "".join(json.dumps({"v": 1, "at": NOW, "day": "2026-11-29", **line}) + "\n" for line in lines)
    w.file("journal.jsonl", text)
    found = progress(w)
    lesson = next(l for l in found["lessons"] if l["lesson"] == "four-steps")
    assert lesson["screens_done"] == 2 and lesson["last_seen"] == NOW and 0 < lesson["steps_done"] < lesson["steps"]
    assert [(i["idea"], i["state"], i["seen"], i["last_seen"]) for i in found["ideas"]] == [
        ("divided-by-dk", "open", 1, "2026-11-29"), ("no-scale", "settled", 1, "2026-11-29")]
    out = w.run("--data", str(w.folder), "progress", HEED_NOW=NOW)
    for word in ("2 of 5", "1 day in a row", "divided by dk", "settled", "0 cards to review, and 10 new ones", "Mon 30"):
        assert word in out, out
    assert w.run("--data", str(w.folder), "progress", HEED_NOW=NOW, LC_ALL="C").isascii()


def each_damaged_line_is_named_and_costs_itself_alone(w):
    cards(w, "\n4\n" * 5)
    good, whole = journal(w), progress(w)
    for at in range(len(good)):
        for damage in (good[at][: len(good[at]) // 2], good[at].replace('"grade":4', '"grade":3'), "\x00\xff", "[]"):
            w.file("journal.jsonl", "\n".join(good[:at] + [damage] + good[at + 1:]).encode("latin-1") + b"\n")
            found = progress(w)
            assert f"journal line {at + 1} is damaged" in w.err and w.err.count("\n") == 1, w.err
            differ = [c["card"] for c, d in zip(found["cards"], whole["cards"]) if c != d]
            assert differ == [json.loads(good[at])["card"]], differ
    assert len(journal(w)) == len(good)  # named, not mended


def a_pipe_turns_and_grades_cards(w):
    out = cards(w, "\n3\nwhat I think\nhard\nquit\n")
    assert out.count("1 again (1 min)  2 hard (6 min)  3 good (10 min)  4 easy (8 days)") == 2, out
    assert "2 cards: 1 hard, 1 good." in out
    found = records(w, "review")
    assert [r["grade"] for r in found] == [3, 2] and len({r["card"] for r in found}) == 2
    for line in journal(w):
        body, checksum = re.fullmatch(r'(.*),"c":"([0-9a-f]{8})"}', line).groups()
        assert zlib.crc32(body.encode()) == int(checksum, 16)


def undo_suspend_and_unsuspend_are_in_the_journal(w):
    out = cards(w, "\n4\nundo\n\n3\nsuspend\nsuspended\nunsuspend static-trap/what-cosine\nunsuspend nope\n")
    kinds = [r["kind"] for r in records(w)]
    assert kinds == ["review", "undo", "review", "suspend", "suspend"], kinds
    assert "Taken back." in out and "No suspended card is called 'nope'" in out
    first = [c for c in progress(w)["cards"] if c["reps"]]
    assert len(first) == 1 and first[0]["state"] == "learning", first
    assert not any(c.get("suspended") for c in progress(w)["cards"])


def a_card_that_was_undone_is_shown_with_the_same_numbers(w):
    out = cards(w, "\n1\nundo\n", "four-steps")
    fronts = re.findall(r"^\d+\. .*\n(.*)$", out, re.M)
    assert fronts[0] == fronts[2], fronts


def cram_touches_nothing(w):
    out = cards(w, "\n4\n" * 60, "four-steps", "--cram")
    assert "known" in out and journal(w) == []
    n = int(re.search(r"(\d+) cards: (\d+) easy", out)[1])
    assert n == sum(c["card"].startswith("four-steps/") for c in progress(w)["cards"])


def learning_cards_come_back_within_the_sitting(w):
    out = cards(w, "\n1\n" + "\n4\n" * 12)
    first = re.search(r"^1\. .*\n(.*)$", out, re.M)[1]
    assert out.count("\n" + first + "\n") == 2, out
    assert "again" in out and out.rstrip().endswith("wait.")


def what_is_asked_wrongly_is_said(w):
    cards(w, "", "four-step", code=1)
    assert "did you mean four-steps?" in w.err
    cards(w, "", "--format", "anki", code=2)
    cards(w, "", "export", "--format", "csv", code=2)
    w.run("progress", "--format", "xml", code=2)
    w.run("progress", HEED_NOW="yesterday", code=2)
    out = cards(w, "\nwhat\n")
    assert "again, hard, good or easy" in out and journal(w) == []


def anki_gets_every_card_on_one_line(w):
    lines = w.run("cards", "export", "--format", "anki").splitlines()
    header = [l for l in lines if l.startswith("#")]
    assert header[0] == "#separator:tab" and lines[: len(header)] == header
    rows = [l.split("\t") for l in lines[len(header):]]
    assert all(len(r) == 6 for r in rows)
    assert [r[0] for r in rows] == [c["card"] for c in progress(w)["cards"]]
    assert all(("{{c1::" in r[4]) == (r[1] == "Cloze") for r in rows)


def an_answer_that_is_a_number_is_judged(w):
    out = cards(w, "\n4\n\n4\n100\n1\nsuspend\n", "four-steps")
    assert "100 is not it: again." in out, out
    dims = re.search(r"q = \[(.*?)\], k = \[(.*?)\]", out)
    product = sum(int(a) * int(b) for a, b in zip(dims[1].split(), dims[2].split()))
    w.file("journal.jsonl", "")
    assert f"{product} is right: good" in cards(w, f"\n4\n\n4\n{product}\n", "four-steps")


def help_names_every_field_and_word_there_is(w):
    text = w.run("help", "progress")
    cards(w, "\n4\nsuspend\n")
    w.file("journal.jsonl", (w.folder / "journal.jsonl").read_text() + json.dumps(
        {"v": 1, "at": NOW, "day": "2026-11-29", "kind": "answer", "question": "four-steps/scale", "right": False, "idea": "no-scale"}) + "\n")
    for rows in progress(w).values():
        assert rows
        for row in rows:
            for key in row:
                assert key in text, key
    text = w.run("help", "cards")
    for word in re.findall(r"^(\w+|\?) ", cards(w, "?\n").split("1 to 4.\n")[1], re.M):
        assert word in text or word == "?", word


# ------------------------------------------------------------------ what breaks


def talk(world, *args, **options):
    return subprocess.Popen([HEED, "--data", world.folder, "cards", "--plain", *args], stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**world.env, "HEED_NOW": NOW}, **options)


def read_until(process, word):
    """What it says up to and with the line that holds `word`; fails where it ends before."""
    said = b""
    while word not in said:
        line = process.stdout.readline()
        assert line, said.decode()
        said += line
    return said.decode()


def a_kill_during_a_sitting_loses_at_most_the_grade_being_written(w):
    for n in (1, 2, 5):
        (w.folder / "journal.jsonl").unlink(missing_ok=True)
        process = talk(w)
        for i in range(n):
            read_until(process, f"\n{i + 1}. ".encode() if i else b"1. ")
            process.stdin.write(b"\n4\n")
            process.stdin.flush()
            read_until(process, b"4 easy (")
        read_until(process, f"\n{n + 1}. ".encode())  # the next card is shown: the grade is kept
        process.stdin.write(b"\n")
        process.stdin.flush()
        read_until(process, b"4 easy (")
        process.stdin.write(b"4\n")  # and this one may be half written
        process.stdin.flush()
        process.send_signal(signal.SIGKILL)
        process.wait()
        found = progress(w)
        assert w.err == "" or w.err.count("\n") == 1
        assert n <= sum(c["reps"] for c in found["cards"]) <= n + 1
        cards(w, "\n4\n")  # the next sitting goes on from there
        assert sum(c["reps"] for c in progress(w)["cards"]) >= n + 1


def two_heeds_at_once_lose_nothing(w):
    lessons = ("four-steps", "qkv-lookup", "why-root-dk")
    talks = [talk(w, lesson) for lesson in lessons]
    outs = []
    for process in talks:  # all grades are under way before any is waited for
        process.stdin.write(b"\n4\n" * 9)
        process.stdin.close()
    for process in talks:
        outs.append(process.stdout.read().decode())
        assert process.wait() == 0
    n_told = sum(int(re.search(r"(\d+) cards: \d+ easy", out)[1]) for out in outs)
    assert n_told == 27, outs
    found = progress(w)
    assert w.err == "" and len(records(w, "review")) == n_told == sum(c["reps"] for c in found["cards"])


def a_full_disk_is_said_at_once_and_the_sitting_goes_on(w):
    def small_files():
        resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))

    process = talk(w, preexec_fn=small_files)
    out, err = (b.decode() for b in process.communicate(b"\n4\n" * 6))
    assert process.returncode == 0 and "6 cards: 6 easy." in out, out + err
    assert err.count("\n") == 2 and err.splitlines()[0].startswith("heed: cannot write"), err
    assert "is lost" in err.splitlines()[1], err
    assert 1 <= len(records(w, "review")) < 6  # whole lines alone
    progress(w)
    assert w.err == ""


def a_folder_that_cannot_be_written_is_said_and_the_sitting_goes_on(w):
    out = w.run("--data", "/proc/nowhere", "cards", stdin="\n4\n\n4\n", HEED_NOW=NOW)
    assert "2 cards: 2 easy." in out and w.err.splitlines()[0].count("/proc/nowhere") >= 1, w.err


# ----------------------------------------------------------------------- clocks


def study_at(w, moments):
    """One new card graded Easy at each moment. What holds at any clock: the record's day is the local one, no card is due before
    it was graded, each day counts once, and the past stays."""
    days, seen = set(), 0
    for moment in moments:
        cards(w, "\n4\n", now=moment)
        last = records(w, "review")[-1]
        assert last["at"] == moment and last["day"] == str(day_of(moment)), last
        days.add(last["day"])
        found = progress(w, moment)
        assert sum(c["reps"] for c in found["cards"]) == seen + 1, "no past is lost"
        seen += 1
        graded = next(c for c in found["cards"] if c["card"] == last["card"])
        assert graded["due"] > last["day"] and 0.001 <= graded["stability"] <= 36500, graded
        for card in found["cards"]:
            assert card["state"] in STATES and (card["stability"] is None or card["stability"] > 0)
        row, all_days = streak(w, moment)
        assert all_days == len(days) and row <= len(days), (moment, row, days)
    return row, sorted(days)


def daylight_saving_makes_no_day_twice_and_none_negative(w):
    berlin = [f"2026-10-{d}T{t}" for d, t in ((24, "21:00:00+02:00"), (25, "02:30:00+02:00"), (25, "02:30:00+01:00"),
                                             (25, "03:59:59+01:00"), (25, "04:00:00+01:00"), (26, "03:30:00+01:00"),
                                             (26, "12:00:00+01:00"))]
    row, days = study_at(w, berlin)
    assert row == 3 and days == ["2026-10-24", "2026-10-25", "2026-10-26"], (row, days)


def lord_howe_moves_by_half_an_hour(w):
    moments = [f"2026-04-{d:02}T{t}" for d, t in ((4, "23:00:00+11:00"), (5, "01:45:00+11:00"), (5, "01:45:00+10:30"),
                                                (5, "03:59:00+10:30"), (5, "04:01:00+10:30"), (6, "05:00:00+10:30"))]
    row, days = study_at(w, moments)
    assert row == 3 and days == ["2026-04-04", "2026-04-05", "2026-04-06"], (row, days)


def a_clock_set_back_counts_no_days(w):
    cards(w, "\n4\n", now="2026-12-10T12:00:00+01:00")
    card = records(w, "review")[0]["card"]
    before = next(c for c in progress(w, "2026-12-10T12:00:00+01:00")["cards"] if c["card"] == card)
    # The battery died: it is the first of the year again, and the card is asked because its last review lies ahead.
    past = "2026-01-01T12:00:00+01:00"
    cards(w, "\n3\nquit\n", now=past)
    again = records(w, "review")[1]
    assert again["card"] == card and again["last"] == "2026-12-10T12:00:00+01:00" and again["day"] == "2026-01-01"
    after = next(c for c in progress(w, past)["cards"] if c["card"] == card)
    assert after["stability"] >= before["stability"] * 0.5 and after["due"] > "2026-01-01", (before, after)
    assert streak(w, past) == (1, 2)


def from_tokyo_to_honolulu_no_streak_is_doubled_or_broken(w):
    tokyo = ["2026-12-01T20:00:00+09:00", "2026-12-02T08:00:00+09:00"]
    row, days = study_at(w, tokyo)
    assert row == 2
    # Nine hours in the air, and it is the first of December once more.
    for moment, wanted in (("2026-12-01T15:00:00-10:00", 2), ("2026-12-02T09:00:00-10:00", 2), ("2026-12-03T09:00:00-10:00", 3)):
        cards(w, "\n4\nquit\n", now=moment)
        assert streak(w, moment)[0] == wanted, (moment, streak(w, moment))
    ats = [datetime.datetime.fromisoformat(r["at"]) for r in records(w, "review")]
    assert ats == sorted(ats)
    assert all(c["due"] is None or c["due"] > "2026-12-01" for c in progress(w, moment)["cards"])


def the_systems_clock_is_read_in_its_zone(w):
    for zone, offset in (("NST3:30", "-03:30"), ("NPT-5:45", "+05:45"), ("UTC0", "+00:00"), ("LINT-14", "+14:00")):
        (w.folder / "journal.jsonl").unlink(missing_ok=True)
        w.run("--data", str(w.folder), "cards", stdin="\n4\n", TZ=zone)
        record = records(w, "review")[0]
        assert record["at"].endswith(offset) and record["day"] == str(day_of(record["at"])), (zone, record)
        age = datetime.datetime.now(datetime.timezone.utc) - datetime.datetime.fromisoformat(record["at"])
        assert datetime.timedelta(-1) < age < datetime.timedelta(minutes=5), (zone, record)


def any_walk_of_clocks_keeps_the_streak_within_the_days(w):
    rng = random.Random(5)
    moments, at = [], datetime.datetime(2026, 3, 27, 12, tzinfo=datetime.timezone.utc)
    for _ in range(12):
        at += datetime.timedelta(minutes=rng.choice((90, 700, 1500, 2000, -400)))
        offset = datetime.timezone(datetime.timedelta(minutes=rng.choice((-600, -210, 60, 120, 345, 540, 630, 660, 840))))
        moments.append(at.astimezone(offset).isoformat(timespec="seconds"))
    done = 0
    for moment in moments:
        cards(w, "\n4\n", now=moment)
        found = records(w, "review")
        assert len(found) in (done, done + 1)
        done = len(found)
        days = {r["day"] for r in found}
        row, all_days = streak(w, moment)
        assert all_days == len(days) and row <= len(days)
        assert sum(c["reps"] for c in progress(w, moment)["cards"]) == done


if __name__ == "__main__":
    cli.main(globals())
