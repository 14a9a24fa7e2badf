#!/usr/bin/env python3
"""What it costs a search to look whether files changed, against `git status`.

    bench/looking.py PROGRAM DIRECTORY...   [--rounds 15] [--query WORDS]

Each directory is a Git work tree that is indexed and in which nothing changed. A round runs `satchel search`, the same with
--no-refresh, and `git status`, one after the other, so that a busy machine is busy for all three. Prints the medians and, as
the median of the rounds, looking (search minus search without it) as a ratio of `git status`.
"""

import argparse
import pathlib
import statistics
import subprocess
import sys
import time


def milliseconds(*command, directory):
    started = time.perf_counter()
    done = subprocess.run(command, cwd=directory, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        sys.exit(f"looking: {' '.join(command)}: {done.stderr.decode(errors='replace').strip()}")
    return (time.perf_counter() - started) * 1000


def measure(program, directory, query, rounds):
    search = [program, "search", query]
    commands = [search, [*search, "--no-refresh"], ["git", "status", "--porcelain"]]
    for command in commands:  # what is read for the first time is not counted
        milliseconds(*command, directory=directory)
    return [[milliseconds(*command, directory=directory) for command in commands] for _ in range(rounds)]


def main():
    parser = argparse.ArgumentParser(description="What looking costs, against git status.")
    parser.add_argument("program")
    parser.add_argument("directories", nargs="+", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--query", default="where is the name of a file checked")
    arguments = parser.parse_args()
    print("| | files | search, ms | without looking, ms | git status, ms | looking / git status |")
    print("|---|---|---|---|---|---|")
    for directory in arguments.directories:
        tracked = subprocess.run(["git", "ls-files", "-z"], cwd=directory, capture_output=True, check=True).stdout
        files = tracked.count(b"\0")
        rows = measure(arguments.program, directory, arguments.query, arguments.rounds)
        search, without, status = (statistics.median(column) for column in zip(*rows))
        ratio = statistics.median((row[0] - row[1]) / row[2] for row in rows)
        print(f"| {directory.name.rpartition('+')[2]} | {files:,} | {search:.1f} | {without:.1f} | {status:.1f} | {ratio:.2f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
