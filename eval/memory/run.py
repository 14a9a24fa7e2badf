#!/usr/bin/env python3
"""How much of what answers a question a recall holds: conversations of a public set as memories.

    eval/memory/run.py FOLDER [--half development|held_out] [--limit N] [--groups N] [--budgets 500,1000] [--out FILE]
    eval/memory/run.py FOLDER --others [--half development|held_out] [--limit N] [--groups N]

FOLDER has corpus.jsonl and queries.jsonl (LoCoMo, BEAM). Each conversation becomes a workspace of its
own by `satchel memory import`, a turn a memory of the kind episode, said when the set says; each
question is one `satchel recall QUESTION --budget N --limit 200 --format json`, as somebody would ask.
Printed is the share of the turns named by the set that the packet holds, by budget, with and without
the defaults' limit of eight memories; a row for each half, for all and for each category. The halves are those of
`satchel eval run`. Questions that nothing answers (an empty gold) are asked with the defaults and counted apart.

With --others each conversation is also asked the questions of the next one, which it has nothing to say to, as
`satchel recall QUESTION`. Printed is in how many of 100 nothing is recalled, and how many memories there are else.
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
ROWS = ("development", "held_out", "all")  # before the categories
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


def end_of(turns):
    """Just behind the last turn: when the questions are asked."""
    return time_of(turns[-1], len(turns) + 1)


def text_of(turn):
    return f"{turn['text']}\n{turn['caption']}" if turn.get("caption") else turn["text"]


def memory_id(turn):
    return re.sub(r"[^a-z0-9]+", "-", turn["id"].lower())


def satchel(arguments, home, workspace, stdin=None, variables=None):
    environment = {**os.environ, "XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"), "LC_ALL": "C.UTF-8",
                   **(variables or {})}
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
    """The ids and the tokens of the packet; without a budget and a limit those of the defaults."""
    workspace, home = place
    arguments = ["recall", question, "--format", "json", "--now", now]
    if budget:
        arguments += ["--budget", str(budget)]
    if limit:
        arguments += ["--limit", str(limit)]
    run = satchel(arguments, home, workspace)
    if run.returncode != 0:
        sys.exit(f"recall {question}: {run.stderr}")
    answer = json.loads(run.stdout)
    return {item["id"] for item in answer["included"]}, answer["tokens_used"]


def print_table(found, columns, names):
    """The halves, all of them, then categories by name."""
    print("| | questions | " + " | ".join(names) + " |")
    print("|---|---" + "|---" * len(names) + "|")
    for name in sorted({key[0] for key in found}, key=lambda row: (ROWS.index(row) if row in ROWS else len(ROWS), row)):
        cells = [found[(name, budget, limit)] for budget, limit in columns]
        shares = [f"{100 * sum(cell) / len(cell):.1f}" for cell in cells]
        print(f"| {name} | {len(cells[0])} | " + " | ".join(shares) + " |")


def print_nothing(sizes):
    some = [size for size in sizes if size]
    print(f"\n{len(sizes)} questions that nothing answers: nothing is recalled for {len(sizes) - len(some)},"
          f" {sum(some) / max(len(some), 1):.1f} memories else")


def print_shares(groups, turns, queries, arguments):
    budgets = [int(budget) for budget in arguments.budgets.split(",")]
    columns = [(budget, 200) for budget in budgets] + [(2000, 0)]
    found, jobs, unanswerable, out = {}, [], [], []
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(2) as pool:
        for group in groups:
            place = import_group(turns[group], pathlib.Path(scratch) / group)
            now = end_of(turns[group])
            for query in queries[group][: arguments.limit or None]:
                if not query["gold"]:
                    unanswerable.append(pool.submit(recalled, query["text"], 0, 0, place, now))
                    continue
                for budget, limit in columns:
                    jobs.append((query, budget, limit, pool.submit(recalled, query["text"], budget, limit, place, now)))
        for query, budget, limit, job in jobs:
            ids, tokens = job.result()
            gold = {memory_id({"id": one}) for one in query["gold"]}
            share = len(gold & ids) / len(gold)
            if tokens > budget:
                sys.exit(f"over the budget: {query['id']}: {tokens} of {budget}")
            for row in (half_of(query["group"]), "all", query["category"]):
                found.setdefault((row, budget, limit), []).append(share)
            out.append({"id": query["id"], "budget": budget, "limit": limit, "share": share, "tokens": tokens,
                        "memories": len(ids)})
        nothing = [len(job.result()[0]) for job in unanswerable]
    if arguments.out:
        arguments.out.write_text("".join(json.dumps(row) + "\n" for row in out), encoding="utf-8")
    print_table(found, columns, [f"{budget}" for budget in budgets] + ["2000, eight"])
    if nothing:
        print_nothing(nothing)


def print_others(groups, turns, queries, arguments):
    if len(groups) < 2:
        sys.exit("--others needs two conversations")
    jobs = {"its own": [], "another's": []}
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(2) as pool:
        for group, other in zip(groups, groups[1:] + groups[:1]):
            place = import_group(turns[group], pathlib.Path(scratch) / group)
            now = end_of(turns[group])
            for asked, asker in zip(jobs.values(), (group, other)):
                for query in queries[asker][: arguments.limit or None]:
                    asked.append(pool.submit(recalled, query["text"], 0, 0, place, now))
        counts = {name: [len(job.result()[0]) for job in asked] for name, asked in jobs.items()}
    print("| questions | asked | nothing recalled, of 100 | memories else |")
    print("|---|---|---|---|")
    for name, sizes in counts.items():
        some = [size for size in sizes if size]
        nothing = 100 * (len(sizes) - len(some)) / len(sizes)
        print(f"| {name} | {len(sizes)} | {nothing:.1f} | {sum(some) / max(len(some), 1):.1f} |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--others", action="store_true", help="ask each conversation another one's questions, too")
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
        asked = row["gold"] or not arguments.others
        if asked and (not arguments.half or half_of(row["group"]) == arguments.half):
            queries.setdefault(row["group"], []).append(row)
    groups = sorted(queries)[: arguments.groups or None]
    (print_others if arguments.others else print_shares)(groups, turns, queries, arguments)


if __name__ == "__main__":
    main()
