#!/usr/bin/env python3
"""How long an agent waits: tools of a warm `satchel mcp` against a process for each question.

    bench/mcp_latency.py REPOSITORY [--satchel PROGRAM] [--count N]

Copies the repository, indexes it, and asks N questions (100) of its own words in both ways: through the standard
streams of one MCP server, after ten questions that are not counted, and with a command for each. Prints a Markdown
table in milliseconds: the median and the 99th percentile of what one waits, and the CPU time of an answer on average,
programs that it starts included, which a busy machine changes less.
"""

import argparse
import json
import math
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import tempfile
import time

WARM_UP = 10


def questions(repository, count):
    """Pairs of names that the repository defines, the same in every run."""
    names = set()
    for path in sorted(repository.rglob("*.py")) + sorted(repository.rglob("*.[tj]s")) + sorted(repository.rglob("*.go")):
        if path.is_file():
            names.update(re.findall(r"(?:def|class|function|func) (\w{5,})", path.read_text("utf-8", errors="replace")))
    names = sorted(names)
    if len(names) < 2:
        raise SystemExit("mcp_latency: the repository defines too few names")
    pick = random.Random(1)
    return [" ".join(pick.sample(names, 2)) for _ in range(count)]


class Server:
    def __init__(self, program, repository, environment):
        self.process = subprocess.Popen([program, "mcp"], cwd=repository, env=environment, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last = 0

    def call(self, tool, arguments):
        """Seconds until the answer is there."""
        self.last += 1
        started = time.perf_counter()
        print(json.dumps({"jsonrpc": "2.0", "id": self.last, "method": "tools/call",
                          "params": {"name": tool, "arguments": arguments}}), file=self.process.stdin, flush=True)
        while True:
            line = self.process.stdout.readline()
            seconds = time.perf_counter() - started
            answer = json.loads(line)
            if answer.get("id") == self.last:
                if "result" not in answer or answer["result"].get("isError"):
                    raise SystemExit(f"mcp_latency: {line}")
                return seconds

    def cpu(self):
        """Seconds that the server and what it started have used."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def cold(command, repository, environment):
    started = time.perf_counter()
    subprocess.run(command, cwd=repository, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - started


def percentile(seconds, share):
    """The smallest time that so large a share of all is not above."""
    return sorted(seconds)[math.ceil(share * len(seconds)) - 1] * 1000


def row(name, tool, how, seconds, cpu):
    return (f"| {name} | `{tool}` | {how} | {percentile(seconds, 0.5):.1f} | {percentile(seconds, 0.99):.1f} | "
            f"{cpu / len(seconds) * 1000:.1f} |")


def cpu_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main():
    parser = argparse.ArgumentParser(description="A warm MCP server against a process for each question.")
    parser.add_argument("repository", type=pathlib.Path)
    parser.add_argument("--satchel", default="build/release/cmd/satchel/satchel")
    parser.add_argument("--count", type=int, default=100)
    arguments = parser.parse_args()
    program = str(pathlib.Path(arguments.satchel).resolve())
    with tempfile.TemporaryDirectory() as scratch:
        repository = pathlib.Path(scratch) / arguments.repository.name
        shutil.copytree(arguments.repository, repository, symlinks=True, ignore=shutil.ignore_patterns(".satchel"))
        environment = {"HOME": scratch, "PATH": "/usr/bin:/bin"}
        cold([program, "index"], repository, environment)
        asked = questions(repository, arguments.count + WARM_UP)
        name = arguments.repository.name
        print("| repository | tool | how | p50 | p99 | CPU |\n|---|---|---|---|---|---|")
        ways = {"search": ("query", ["search", "--format", "json"]), "pack": ("task", ["pack"])}
        for tool, (argument, command) in ways.items():
            server = Server(program, repository, environment)
            for question in asked[:WARM_UP]:
                server.call(tool, {argument: question})
            before = server.cpu()
            times = [server.call(tool, {argument: question}) for question in asked[WARM_UP:]]
            print(row(name, tool, "warm server", times, server.cpu() - before))
            server.end()
            before = cpu_of_children()
            times = [cold([program, *command, question], repository, environment) for question in asked[WARM_UP:]]
            print(row(name, tool, "a process each", times, cpu_of_children() - before), flush=True)


if __name__ == "__main__":
    main()
