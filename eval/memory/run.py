#!/usr/bin/env python3
"""How much of what answers a question a recall holds: conversations of a public set as memories.

    eval/memory/run.py FOLDER [--half development|held_out] [--limit N] [--groups N] [--budgets 500,1000] [--out FILE]

FOLDER has corpus.jsonl and queries.jsonl (LoCoMo, BEAM). Each conversation becomes a workspace of its
own by `satchel memory import`, a turn a memory of the kind episode, said when the set says; each
question is one `satchel recall QUESTION --budget N --limit 200 --format json`, as somebody would ask.
Printed is the share of the turns named by the set that the packet holds, by budget, with and without
the defaults' limit of eight memories. The halves are those of `satchel eval run`.
"""

import argparse
import concurrent.futures
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BINARY = os.environ.get("SATCHEL", str(ROOT / "build/release/cmd/satchel/satchel"))
FIRST = datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc)  # where the set names no time


def rows(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def half_of(group):
    return "held_out" if int(hashlib.sha1(group.encode()).hexdigest()[-1], 16) % 2 else "development"


def time_of(turn, order):
    """When a turn was said; those of a session follow each other by a second."""
    if "time" in turn:
        said = datetime.datetime.strptime(turn["time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=datetime.timezone.utc)
    else:
        said = FIRST
    return (said + datetime.timedelta(seconds=order)).strftime("%Y-%m-%dT%H:%M:%SZ")


def text_of(turn):
    return f"{turn['text']}\n{turn['caption']}" if turn.get("caption") else turn["text"]


def memory_id(turn):
    return re.sub(r"[^a-z0-9]+", "-", turn["id"].lower())


def satchel(arguments, home, workspace, stdin=None):
    environment = {**os.environ, "XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"), "LC_ALL": "C.UTF-8"}
    return subprocess.run([BINARY, *arguments], cwd=workspace, env=environment, input=stdin, text=True,
                          capture_output=True, check=False)


def import_group(turns, base):
    workspace, home = base / "workspace", base / "home"
    workspace.mkdir(parents=True)
    home.mkdir()
    subprocess.run(["git", "init", "-q", "."], cwd=workspace, check=True)
    lines = []
    for order, turn in enumerate(turns):
        row = {"id": memory_id(turn), "text": text_of(turn), "created": time_of(turn, order), "kind": "episode"}
        if said_by := turn.get("speaker") or turn.get("role"):
            row["source"] = said_by
        lines.append(json.dumps(row))
    run = satchel(["memory", "import", "-"], home, workspace, "\n".join(lines) + "\n")
    if run.returncode not in (0, 1):
        sys.exit(f"import: {run.stdout}{run.stderr}")
    return workspace, home


def recalled(question, budget, limit, place, now):
    workspace, home = place
    arguments = ["recall", question, "--budget", str(budget), "--format", "json", "--now", now]
    if limit:
        arguments += ["--limit", str(limit)]
    run = satchel(arguments, home, workspace)
    if run.returncode != 0 or not run.stdout:
        return set(), 0
    answer = json.loads(run.stdout)
    return {item["id"] for item in answer["included"]}, answer["tokens_used"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--half", choices=["development", "held_out"])
    parser.add_argument("--limit", type=int, default=0, help="questions of each conversation at most")
    parser.add_argument("--groups", type=int, default=0, help="conversations at most")
    parser.add_argument("--budgets", default="500,1000,2000,4000")
    parser.add_argument("--out", type=pathlib.Path, help="what each question got, a line each")
    arguments = parser.parse_args()
    turns, queries = {}, {}
    for row in rows(arguments.folder / "corpus.jsonl"):
        turns.setdefault(row["group"], []).append(row)
    for row in rows(arguments.folder / "queries.jsonl"):
        if row["gold"] and (not arguments.half or half_of(row["group"]) == arguments.half):
            queries.setdefault(row["group"], []).append(row)
    groups = sorted(queries)[: arguments.groups or None]
    budgets = [int(budget) for budget in arguments.budgets.split(",")]
    columns = [(budget, 200) for budget in budgets] + [(2000, 0)]
    found, jobs, out = {}, [], []
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(2) as pool:
        for group in groups:
            place = import_group(turns[group], pathlib.Path(scratch) / group)
            now = time_of(turns[group][-1], len(turns[group]) + 1)
            for query in queries[group][: arguments.limit or None]:
                for budget, limit in columns:
                    jobs.append((query, budget, limit, pool.submit(recalled, query["text"], budget, limit, place, now)))
        for query, budget, limit, job in jobs:
            ids, tokens = job.result()
            gold = {memory_id({"id": one}) for one in query["gold"]}
            share = len(gold & ids) / len(gold)
            if tokens > budget:
                sys.exit(f"over the budget: {query['id']}: {tokens} of {budget}")
            for category in ("", query["category"]):
                found.setdefault((category, budget, limit), []).append((share, tokens))
            out.append({"id": query["id"], "budget": budget, "limit": limit, "share": share, "tokens": tokens})
    if arguments.out:
        arguments.out.write_text("".join(json.dumps(row) + "\n" for row in out), encoding="utf-8")
    names = [f"{budget}" for budget in budgets] + ["2000, eight"]
    print("| category | questions | " + " | ".join(names) + " |")
    print("|---|---" * 1 + "|---" * len(names) + "|")
    for category in sorted({key[0] for key in found}):
        cells = [found[(category, budget, limit)] for budget, limit in columns]
        shares = [f"{100 * sum(share for share, _ in cell) / len(cell):.1f}" for cell in cells]
        print(f"| {category or 'all'} | {len(cells[0])} | " + " | ".join(shares) + " |")


if __name__ == "__main__":
    main()
