#!/usr/bin/env python3
"""How long an agent waits for its hook: a process for each prompt, as agents start it.

    bench/hook_latency.py WORKSPACE --satchel PROGRAM [--count N]

The workspace must be indexed. Gives N (100) prompts about names that it defines and N that are about something else
to `satchel hook` with its own deadline, each in a conversation of its own, after ten that are not counted. Prints
milliseconds: the median and the 99th percentile of the wait and of the CPU time, and how many got an answer.
"""

import argparse
import json
import math
import os
import pathlib
import random
import re
import resource
import subprocess
import time

WARM_UP = 10
OTHERS = ("thanks, that looks good", "what is the capital of France?", "write a haiku about autumn", "ok, go on",
          "how do I center a div?", "translate good morning into Spanish", "who won the world cup in 1998?")


def names_of(workspace):
    files = sorted(workspace.rglob("*.py"))
    names = set()
    for path in random.Random(1).sample(files, min(len(files), 300)):
        names.update(re.findall(r"(?:def|class) (\w{5,})", path.read_text("utf-8", errors="replace")))
    return sorted(names)


def prompts_of(workspace, count):
    names = names_of(workspace)
    draw = random.Random(2)
    related = [f"fix how {a} calls {b} when the value is missing" for a, b in
               (draw.sample(names, 2) for _ in range(count))]
    return {"related": related, "unrelated": [OTHERS[i % len(OTHERS)] for i in range(count)]}


def cpu():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ask(program, workspace, session, prompt):
    """(seconds, seconds of CPU, whether it spoke)"""
    given = json.dumps({"session_id": session, "cwd": str(workspace), "prompt": prompt})
    before, begun = cpu(), time.monotonic()
    done = subprocess.run([program, "hook", "UserPromptSubmit", "--agent", "claude-code"], cwd=workspace, input=given,
                          capture_output=True, text=True, check=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
    return time.monotonic() - begun, cpu() - before, bool(done.stdout.strip())


def percentile(values, percent):
    return sorted(values)[math.ceil(len(values) * percent / 100) - 1] * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("workspace", type=pathlib.Path)
    parser.add_argument("--satchel", default="build/release/cmd/satchel/satchel")
    parser.add_argument("--count", type=int, default=100)
    arguments = parser.parse_args()
    program, workspace = str(pathlib.Path(arguments.satchel).resolve()), arguments.workspace.resolve()
    print("| prompts | answered | wait p50 ms | p99 | CPU p50 ms | p99 |\n|---|--:|--:|--:|--:|--:|")
    for kind, prompts in prompts_of(workspace, arguments.count).items():
        rows = [ask(program, workspace, f"{kind}-{os.getpid()}-{number}", prompt)
                for number, prompt in enumerate(prompts[:WARM_UP] + prompts)][WARM_UP:]
        waits, used, spoke = zip(*rows)
        print(f"| {kind} | {sum(spoke)} of {len(rows)} | {percentile(waits, 50):.1f} | {percentile(waits, 99):.1f} "
              f"| {percentile(used, 50):.1f} | {percentile(used, 99):.1f} |")


if __name__ == "__main__":
    main()
