#!/usr/bin/env python3
"""How a recall grows with the number of memories.

    bench/memory_scale.py [--satchel PROGRAM] [--warm PROGRAM] [--sizes 1000,10000,100000] [--count N]
                          [--keep DIRECTORY]

Makes so many memories, 250 a day, of words as rare and as frequent as those of a language, and asks N questions (30)
of their words. Prints a Markdown table in milliseconds: the first recall, which indexes them all; then, in the median,
what one waits for a process of its own and the CPU time of it, a recall in an engine that lives (bench/packet_warm.cc)
and its CPU time, a process after one file was edited in place, and one after `satchel remember`; and `satchel search
--source memory` in a process of its own. With --keep the memories stay and are taken again.
"""

import argparse
import datetime
import itertools
import os
import pathlib
import random
import statistics
import subprocess
import tempfile
import time

A_DAY = 250
WORDS = 20_000
FIRST = datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc)


def vocabulary():
    """Words that can be spoken, the same in every run."""
    pick = random.Random(1)
    syllables = [first + second for first in "bdfgklmnprstvz" for second in ("a", "e", "i", "o", "u", "an", "er", "ol", "in")]
    words = {}
    while len(words) < WORDS:
        words["".join(pick.choices(syllables, k=pick.choice((2, 3, 3, 4))))] = None
    return list(words)


def texts(count):
    words = vocabulary()
    weights = list(itertools.accumulate(1 / (rank + 10) for rank in range(len(words))))
    pick = random.Random(count)
    for _ in range(count):
        yield " ".join(pick.choices(words, cum_weights=weights, k=pick.randint(10, 30))).capitalize() + "."


class Place:
    def __init__(self, base, program):
        self.workspace, self.home, self.program = base / "workspace", base / "home", program
        self.environment = {"HOME": str(self.home), "XDG_DATA_HOME": str(self.home / "data"), "PATH": "/usr/bin:/bin",
                            "LC_ALL": "C.UTF-8"}

    def fill(self, count):
        if self.workspace.exists():
            return
        self.workspace.mkdir(parents=True)
        self.home.mkdir()
        subprocess.run(["git", "init", "-q", "."], cwd=self.workspace, check=True)
        self.run("remember", "The first one says where memories are.")
        place = self.files()[0].parent.parent
        for number, text in enumerate(texts(count)):
            created = FIRST + datetime.timedelta(days=number // A_DAY, seconds=number % A_DAY)
            directory = place / created.strftime("%Y-%m-%d")
            directory.mkdir(exist_ok=True)
            (directory / f"m-{number:07}.md").write_text(
                f"---\nid: m-{number:07}\ncategory: fact\ncreated: {created.strftime('%Y-%m-%dT%H:%M:%SZ')}\n---\n\n{text}\n",
                encoding="utf-8")

    def run(self, *arguments):
        """Milliseconds that one waits, and of CPU."""
        started = time.perf_counter()
        process = subprocess.Popen([self.program, *arguments], cwd=self.workspace, env=self.environment,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        waited = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 3):
            raise SystemExit(f"memory_scale: {arguments} ended with {process.returncode}")
        return waited * 1000, (used.ru_utime + used.ru_stime) * 1000

    def files(self):
        return sorted(self.home.rglob("facts/*/*.md"))


class Server:
    def __init__(self, place, program):
        self.process = subprocess.Popen([program, place.workspace, "memory"], cwd=place.workspace, env=place.environment, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def recall(self, question):
        """Milliseconds that one waits, and of CPU."""
        print(question, file=self.process.stdin, flush=True)
        waited, cpu, *_ = self.process.stdout.readline().split()
        return float(waited), float(cpu)

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def median(runs):
    return statistics.median(runs)


def measure(place, count, asked, warm_program):
    place.fill(count)
    pick = random.Random(2)
    sample = list(texts(count))
    questions = [" ".join(pick.choice(sample).rstrip(".").split()[:4]) for _ in range(asked)]
    first, _ = place.run("recall", questions[0])
    time.sleep(0.1)  # until the clock of the file system has gone on
    place.run("recall", questions[0])
    cold = [place.run("recall", question) for question in questions]
    files = place.files()
    edited, remembered = [], []
    for question in questions[:5]:
        with open(pick.choice(files), "a", encoding="utf-8") as file:
            file.write("And one more line.\n")
        edited.append(place.run("recall", question))
        place.run("remember", f"{question} {pick.random()}")
        remembered.append(place.run("recall", question))
    time.sleep(0.1)
    place.run("recall", questions[0])
    server = Server(place, warm_program)
    server.recall(questions[0])
    warm = [server.recall(question) for question in questions]
    server.end()
    search = [place.run("search", question, "--source", "memory") for question in questions]
    return {"first": first, "cold": median(wait for wait, _ in cold), "CPU": median(cpu for _, cpu in cold),
            "warm": median(wait for wait, _ in warm), "warm CPU": median(cpu for _, cpu in warm), "edited": median(wait for wait, _ in edited),
            "remembered": median(wait for wait, _ in remembered), "search": median(wait for wait, _ in search)}


def main():
    parser = argparse.ArgumentParser(description="How a recall grows with the number of memories.")
    parser.add_argument("--satchel", default="build/release/cmd/satchel/satchel")
    parser.add_argument("--warm", default="build/release/bench/packet_warm")
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--keep", type=pathlib.Path)
    arguments = parser.parse_args()
    program = str(pathlib.Path(arguments.satchel).resolve())
    columns = ("first", "cold", "CPU", "warm", "warm CPU", "edited", "remembered", "search")
    print("| memories | " + " | ".join(columns) + " |\n|---" + "|---" * len(columns) + "|", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        base = arguments.keep or pathlib.Path(scratch)
        for size in (int(size) for size in arguments.sizes.split(",")):
            row = measure(Place(base / str(size), program), size, arguments.count,
                          str(pathlib.Path(arguments.warm).resolve()))
            print(f"| {size:,} | " + " | ".join(f"{row[column]:.1f}" for column in columns) + " |", flush=True)


if __name__ == "__main__":
    main()
