#!/usr/bin/env python3
"""Measures `satchel agent` from a cold process: what a hook of an agent waits for.

    bench/agent_cold.py build/release/cmd/satchel/satchel
    bench/agent_cold.py --entries 10000 --runs 31 BINARY

Each folder has 30 open tasks, 20 conventions, and decisions and learnings of 590 bytes on average
over three years, three in a hundred superseded. The stores are there and the page cache is warm; every run
is a process of its own. Wall time is from fork to exit, CPU time and memory are those the kernel
counted for the process, store calls are those in the log of the run. Needs nothing but Python.
"""

import argparse
import datetime
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

NOW = datetime.datetime(2026, 1, 10, 12, 0, 0)
SUBJECTS = ("parser scheduler cache session login redirect index migration queue worker token budget renderer socket "
            "backup export retention lock transaction replica tenant cookie header upload thumbnail invoice ledger "
            "search ranking embedding analyser tokenizer pipeline stage packet report audit replay").split()
VERBS = "keep move split merge drop rename measure cache retry batch stream validate reject compress sort".split()
FILLERS = ("because the old way lost data under load and nobody noticed until the weekly report, while "
           "the new one costs two more lines and one more test, which we accept for now since releases are rare "
           "and every customer reads the notes before an upgrade, so that support can answer from the text alone").split()


def sentence(words, chance):
    out = [chance.choice(VERBS).capitalize(), "the", chance.choice(SUBJECTS)]
    out += [chance.choice(SUBJECTS) if chance.random() < 0.15 else chance.choice(FILLERS) for _ in range(words)]
    return " ".join(out).rstrip(",") + "."


def entry(number, labels, chance):
    when = NOW - datetime.timedelta(minutes=chance.randrange(3 * 365 * 24 * 60))
    title = f"{chance.choice(VERBS).capitalize()} the {chance.choice(SUBJECTS)} of the {chance.choice(SUBJECTS)} {number}"
    lines = [f"## [{when:%Y-%m-%d-%H%M%S}] {title}", ""]
    if chance.random() < 0.03:
        lines += ["~~Superseded by a later one~~", ""]
    for label in labels:
        lines += [f"**{label}**: {sentence(chance.randrange(16, 25), chance)}", ""]
    return "\n".join(lines)


def write_folder(root, entries):
    """Notes with so many decisions and learnings, half of each; bytes written."""
    chance = random.Random(entries)
    folder = root / ".context"
    folder.mkdir(parents=True)
    (root / ".git").mkdir()
    decisions = [entry(i, ("Context", "Decision", "Rationale", "Consequence"), chance) for i in range(entries // 2)]
    learnings = [entry(i, ("Context", "Lesson", "Application"), chance) for i in range(entries - entries // 2)]
    tasks = [f"- [ ] {sentence(12, chance)} #added:2025-12-{i % 28 + 1:02}" for i in range(30)]
    tasks += [f"- [x] {sentence(8, chance)}" for _ in range(30)]
    files = {
        "CONSTITUTION.md": "# Constitution\n\n- [ ] Never commit secrets\n- [ ] Every change has a test\n",
        "TASKS.md": "# Tasks\n\n" + "\n".join(tasks) + "\n",
        "CONVENTIONS.md": "# Conventions\n\n" + "\n".join(f"- {sentence(10, chance)}" for _ in range(20)) + "\n",
        "DECISIONS.md": "# Decisions\n\n" + "\n".join(decisions),
        "LEARNINGS.md": "# Learnings\n\n" + "\n".join(learnings),
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return sum(len(text.encode()) for text in files.values())


def run_once(command, directory, environment):
    """One process: wall milliseconds, CPU milliseconds, peak memory in MB."""
    begin = time.perf_counter()
    with subprocess.Popen(command, cwd=directory, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        errors = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)} failed: {errors.decode(errors='replace')}")
    return wall * 1000, (usage.ru_utime + usage.ru_stime) * 1000, usage.ru_maxrss / 1024


def measure(binary, entries, runs, extra):
    with tempfile.TemporaryDirectory(prefix="satchel-bench-") as place:
        root = pathlib.Path(place) / "app"
        size = write_folder(root, entries)
        environment = {"HOME": place, "PATH": os.environ.get("PATH", "")}
        agent = [binary, "agent", "--now", NOW.strftime("%Y-%m-%dT%H:%M:%SZ"), *extra]
        first = run_once(agent, root, environment)
        results = [run_once(agent, root, environment) for _ in range(runs)]
        answer = subprocess.run([binary, "runs", "list", "--format", "json"], cwd=root, env=environment, check=True,
                                capture_output=True)
        last = json.loads(answer.stdout)["runs"][0]["id"]
        shown = subprocess.run([binary, "runs", "show", last, "--format", "json"], cwd=root, env=environment, check=True,
                               capture_output=True)
        store = find_store(json.loads(shown.stdout))
    walls = [result[0] for result in results]
    return {"entries": entries, "megabytes": size / 1e6, "first": first[0], "median": statistics.median(walls),
            "fastest": min(walls), "cpu": statistics.median(result[1] for result in results),
            "memory": max(result[2] for result in results), "calls": store.get("calls"),
            "round_trips": store.get("round_trips")}


def find_store(value):
    """The cost of the stores in what `runs show` prints, wherever it stands."""
    if isinstance(value, dict):
        if isinstance(value.get("store"), dict) and "round_trips" in value["store"]:
            return value["store"]
        for inner in value.values():
            if found := find_store(inner):
                return found
    return {}


def main():
    parser = argparse.ArgumentParser(description="Measures `satchel agent` from a cold process.")
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("--entries", type=int, nargs="+", default=[100, 1_000, 10_000, 100_000])
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--flags", default="", help="more flags of `agent`, separated by spaces")
    arguments = parser.parse_args()
    binary = str(arguments.binary.resolve())
    print("| entries | notes MB | first run ms | median ms | fastest ms | CPU ms | peak MB | store calls | round trips |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    for entries in arguments.entries:
        result = measure(binary, entries, arguments.runs, arguments.flags.split())
        print(f"| {entries:,} | {result['megabytes']:.2f} | {result['first']:.1f} | {result['median']:.1f} | "
              f"{result['fastest']:.1f} | {result['cpu']:.1f} | {result['memory']:.0f} | {result['calls']} | "
              f"{result['round_trips']} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
