#!/usr/bin/env python3
"""Measures search engines in turn, in one run, on one core; or compares what two of them answered.

    bench/peers/compare.py --engine NAME='DRIVER serve INDEX' … --queries FILE …
        [--warm 3] [--warm NAME=60] [--rounds 7] [--core 0] [--best tantivy,lucene] [--out DIR] [--json FILE]
    bench/peers/compare.py --start --engine NAME='DRIVER once INDEX "QUERY"' … [--rounds 7] [--core 0] [--json FILE]
    bench/peers/compare.py --check A B [--scale X] [--tolerance 2e-5]

Every engine is one process (bench/peers/README.md has the protocol). For each file of queries all engines are warmed
up, then each makes one pass a round, in turn. A query's time is its median over the rounds; percentiles are over the
queries, by nearest rank. Ratios are to the fastest of --best at that percentile. --out keeps the answers of the
first pass as DIR/NAME.FILE, for --check.

--start: from starting a process to its end, with the files in the page cache; medians over the rounds, after one that
does not count. The peak is never below that of this script.

--check: A's scores times X are to be B's, position by position; the documents are to be the same, but for the order
among equal scores and for which of them are left out at the end of a full list. Exits 1 if a query differs.
"""

import argparse
import json
import math
import os
import pathlib
import shlex
import statistics
import subprocess
import sys
import time

FULL = 20
SHARES = (50, 90, 99)


class Engine:
    def __init__(self, name, command):
        self.name = name
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, queries, out="-"):
        """Microseconds of each query of one pass."""
        self.process.stdin.write(f"pass {queries} {out}\n")
        self.process.stdin.flush()
        words = self.process.stdout.readline().split()
        if not words or words[0] != "L":
            sys.exit(f"compare: {self.name} gave no times")
        return [float(word) for word in words[1:]]

    def memory(self):
        """Megabytes resident: all, and without the pages of files."""
        lines = pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        found = {key: value for key, _, value in (line.partition(":") for line in lines)}
        return [round(int(found[key].split()[0]) / 1024, 1) for key in ("VmRSS", "RssAnon")]

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def percentile(times, share):
    return sorted(times)[max(1, math.ceil(len(times) * share / 100)) - 1]


def measure(engines, queries, arguments, warm):
    """Per engine: its median times, query by query."""
    for engine in engines:
        out = arguments.out / f"{engine.name}.{queries.name}" if arguments.out else "-"
        first = engine.run(queries, out)
        for _ in range(warm.get(engine.name, warm[""]) - 1):
            engine.run(queries)
        print(f"{queries.name}: {engine.name} warm, {len(first)} queries", file=sys.stderr)
    rounds = {engine.name: [] for engine in engines}
    for _ in range(arguments.rounds):
        for engine in engines:
            rounds[engine.name].append(engine.run(queries))
    return {name: [statistics.median(times) for times in zip(*passes, strict=True)] for name, passes in rounds.items()}


def report(times, best_names):
    """Per engine and percentile: microseconds, and the ratio to the fastest of the best ones."""
    figures = {name: {f"p{share}": percentile(own, share) for share in SHARES} for name, own in times.items()}
    for key in [f"p{share}" for share in SHARES]:
        best = min((figures[name][key] for name in best_names if name in figures), default=None)
        for own in figures.values():
            own[f"{key}_ratio"] = round(own[key] / best, 3) if best else None
    return figures


def print_table(title, figures):
    print(f"\n{title}, microseconds\n\n| engine | p50 | p90 | p99 | p50 ratio | p90 ratio | p99 ratio |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name, own in figures.items():
        ratios = [own[f"p{share}_ratio"] for share in SHARES]
        cells = [f"{own[f'p{share}']:,.1f}" for share in SHARES] + ["" if one is None else f"{one:.2f}" for one in ratios]
        print(f"| {name} | {' | '.join(cells)} |")


def run_engines(arguments):
    os.sched_setaffinity(0, {arguments.core})  # the engines inherit it
    warm = {"": 3}
    for word in arguments.warm:
        name, _, count = word.rpartition("=")
        warm[name] = int(count)
    if arguments.out:
        arguments.out.mkdir(parents=True, exist_ok=True)
    engines = [Engine(*word.split("=", 1)) for word in arguments.engine]
    result = {"rounds": arguments.rounds, "warm": warm, "queries": {}}
    for queries in arguments.queries:
        figures = report(measure(engines, queries, arguments, warm), arguments.best.split(","))
        result["queries"][queries.name] = figures
        print_table(queries.name, figures)
    result["memory_mb"] = {engine.name: dict(zip(("resident", "anonymous"), engine.memory())) for engine in engines}
    for engine in engines:
        engine.close()
    text = json.dumps(result, indent=1)
    if arguments.json:
        arguments.json.write_text(text + "\n", encoding="utf-8")
    print(f"\n{text}")


def start_once(command):
    """Milliseconds of wall and of CPU time, and megabytes resident at most."""
    began = time.perf_counter()
    process = subprocess.Popen(shlex.split(command), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"compare: failed: {command}")
    return wall * 1e3, (usage.ru_utime + usage.ru_stime) * 1e3, usage.ru_maxrss / 1024


def run_starts(arguments):
    os.sched_setaffinity(0, {arguments.core})
    commands = dict(word.split("=", 1) for word in arguments.engine)
    runs = {name: [] for name in commands}
    for number in range(arguments.rounds + 1):
        for name, command in commands.items():
            took = start_once(command)
            if number > 0:
                runs[name].append(took)
    figures = {}
    print("| engine | ms | CPU ms | peak MB |\n|---|---:|---:|---:|")
    for name, own in runs.items():
        medians = [round(statistics.median(values), 1) for values in zip(*own)]
        figures[name] = dict(zip(("wall_ms", "cpu_ms", "peak_mb"), medians))
        print(f"| {name} | {medians[0]:,.1f} | {medians[1]:,.1f} | {medians[2]:,.1f} |")
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


# --- Comparing answers ---------------------------------------------------------------------------


def read_answers(path):
    answers = []
    for line in pathlib.Path(path).read_text(encoding="utf-8").split("\n")[:-1]:
        pairs = [pair.split(":") for pair in line.split()]
        answers.append([(int(document), float(score)) for document, score in pairs])
    return answers


def close(one, other, tolerance):
    return abs(one - other) <= tolerance * max(abs(one), abs(other))


def difference(left, right, scale, tolerance):
    """What is different between two answers; nothing: None."""
    if len(left) != len(right):
        return f"{len(left)} documents against {len(right)}"
    scaled = sorted((score * scale for _, score in left), reverse=True)
    scores = sorted((score for _, score in right), reverse=True)
    for i, (one, other) in enumerate(zip(scaled, scores)):
        if not close(one, other, tolerance):
            return f"score {i + 1} is {one:.7g} against {other:.7g}"
    # Documents are the same run by run of equal scores. Which of the last run are in a full list is open.
    begin = 0
    for end in range(1, len(right) + 1):
        if end < len(right) and close(scores[end - 1], scores[end], tolerance):
            continue
        open_end = end == len(right) == FULL
        if not open_end and {d for d, _ in left[begin:end]} != {d for d, _ in right[begin:end]}:
            return f"other documents at {begin + 1} to {end}"
        begin = end
    return None


def check(arguments):
    left, right = (read_answers(path) for path in arguments.check)
    if len(left) != len(right) or not left:
        sys.exit(f"compare: {len(left)} answers against {len(right)}")
    found = [difference(*pair, arguments.scale, arguments.tolerance) for pair in zip(left, right)]
    same = found.count(None)
    print(f"{same} of {len(found)} queries equal")
    for number, what in [(i + 1, what) for i, what in enumerate(found) if what][:5]:
        print(f"query {number}: {what}")
    return 0 if same == len(found) else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--queries", nargs="+", type=pathlib.Path, default=[])
    parser.add_argument("--warm", action="append", default=[], metavar="[NAME=]PASSES", help="before the rounds (default 3)")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--core", type=int, default=0)
    parser.add_argument("--best", default="tantivy,lucene", help="ratios are to the fastest of these")
    parser.add_argument("--out", type=pathlib.Path, help="keep the answers in this folder")
    parser.add_argument("--json", type=pathlib.Path, help="write the figures here as well")
    parser.add_argument("--start", action="store_true")
    parser.add_argument("--check", nargs=2, metavar=("A", "B"))
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--tolerance", type=float, default=2e-5)
    arguments = parser.parse_args()
    if arguments.check:
        return check(arguments)
    if arguments.start and arguments.engine:
        run_starts(arguments)
        return 0
    if not arguments.engine or not arguments.queries:
        parser.error("--engine and --queries, --engine and --start, or --check")
    run_engines(arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
