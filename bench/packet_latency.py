#!/usr/bin/env python3
"""How long a packet takes: in a process of its own, and in an engine that lives, on SQLite and on PostgreSQL.

    bench/packet_latency.py [--satchel PROGRAM] [--warm PROGRAM] [--count N] [--stores NAMES] REPOSITORY...

Clones each repository, indexes it, and takes the subjects of its last commits (N, 100) for tasks, as a person would type
them. Asks for `pack` and for `retrieve` without a model: with a command for each task, and in one engine
(bench/packet_warm.cc), where the first ten do not count. PostgreSQL is a server of its own on the same machine, without
fsync. Prints a Markdown table: milliseconds at the median and the 99th percentile, those of CPU on average (of a server of
PostgreSQL: without the server's), calls and round trips of the median request, and what a run leaves on disk.
"""

import argparse
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "eval"))

import postgres  # noqa: E402: found in eval
import workspace  # noqa: E402

WARM_UP = 10
RETRIEVE = ["retrieve", "--no-llm", "--stages", "scope,precision", "--context-window", "8000", "--reserved-tokens", "0"]
COMMANDS = {"pack": ["pack"], "code": RETRIEVE}
STORES = ("sqlite", "postgresql")


def percentile(values, share):
    """The smallest value that so large a share of all is not above."""
    return sorted(values)[math.ceil(share * len(values)) - 1]


def run(command, asked):
    """Milliseconds that one waits, and of CPU."""
    started = time.perf_counter()
    process = subprocess.Popen(command, cwd=asked.root, env=asked.environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    waited = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"packet_latency: {command} ended with {process.returncode}: {said.decode()}")
    return waited * 1000, (used.ru_utime + used.ru_stime) * 1000


def ask_warm(program, asked, recipe, tasks):
    """A line of bench/packet_warm.cc for each task."""
    process = subprocess.run([program, str(asked.root), recipe], input="".join(task + "\n" for task in tasks),
                             cwd=asked.root, env=asked.environment, check=True, capture_output=True, text=True)
    return [[float(value) for value in line.split()] for line in process.stdout.splitlines()]


def bytes_kept(asked):
    """Of raw and session, which a run writes to; 0 on a server."""
    files = asked.root.glob(".satchel/*")
    return sum(path.stat().st_size for path in files if path.name.startswith(("raw", "session")))


def row(name, store, recipe, how, runs, calls="", kept=""):
    waited = [line[0] for line in runs]
    cpu = statistics.mean(line[1] for line in runs)
    return (f"| {name} | {store} | `{recipe}` | {how} | {percentile(waited, 0.5):.1f} | {percentile(waited, 0.99):.1f} "
            f"| {cpu:.1f} | {calls} | {kept} |")


def measure(asked, store, arguments):
    tasks = asked.call("git", "log", "-n", str(arguments.count + WARM_UP), "--no-merges", "--format=%s").stdout.splitlines()
    run([asked.satchel, "init", "--quiet"], asked)
    run([asked.satchel, "index", "--quiet"], asked)
    for recipe, command in COMMANDS.items():
        before = bytes_kept(asked)
        runs = [run([asked.satchel, *command, "--quiet", "--", task], asked) for task in tasks]
        kept = f"{(bytes_kept(asked) - before) / len(tasks) / 1024:.0f} KiB" if store == "sqlite" else ""
        print(row(asked.name, store, recipe, "a process each", runs[WARM_UP:], kept=kept), flush=True)
        runs = ask_warm(arguments.warm, asked, recipe, tasks)[WARM_UP:]
        counts = [int(percentile([line[part] for line in runs], 0.5)) for part in (2, 3)]
        print(row(asked.name, store, recipe, "one engine", runs, calls=f"{counts[0]}, {counts[1]}"), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("repositories", type=pathlib.Path, nargs="+")
    parser.add_argument("--satchel", type=pathlib.Path, default="build/release/cmd/satchel/satchel")
    parser.add_argument("--warm", type=pathlib.Path, default="build/release/bench/packet_warm")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--stores", default=",".join(STORES), help="some of sqlite,postgresql")
    arguments = parser.parse_args()
    arguments.warm = arguments.warm.resolve()
    satchel = arguments.satchel.resolve()
    print("| repository | store | recipe | how | p50 | p99 | CPU | calls, round trips | left by a run |")
    print("|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="satchel-latency-") as scratch:
        place = pathlib.Path(scratch)
        server = postgres.Server(place / "server") if "postgresql" in arguments.stores else None
        try:
            if server:
                workspace.call(str(satchel), "db", "init", server.owner_url, at=place,
                               environment=workspace.environment_of(place))
            for repository in arguments.repositories:
                name = repository.resolve().name.removesuffix(".git")
                if name == "repo":  # as stored copies have it
                    name = repository.resolve().parent.name
                for store in arguments.stores.split(","):
                    more = {"SATCHEL_STORE_URL": server.url} if store == "postgresql" else {}
                    asked = workspace.Workspace(name, repository.resolve(), "HEAD", place / store, satchel, **more)
                    measure(asked, store, arguments)
        finally:
            if server:
                server.stop()


if __name__ == "__main__":
    main()
