#!/usr/bin/env python3
"""Measures which lines of a later fix a packet shows.

    eval/packets/run.py --tasks FILE.jsonl --mirrors DIR --work DIR [--satchel PATH] [options]

A task is a line of JSON: `id`, `repo` ("owner/name"), `commit`, `half`, `task` (the text that is asked), `must` (lines of the
fix: `path`, `first_line`, `last_line`), `functions` (the same, around them), and how the tree of `commit` is changed first
(trees.py). Mirrors are Git directories called "owner+name/repo", whatever the case. A tree is made and indexed once and kept in
--work; the binary indexes it again if its own rules changed. --lines names another key than `must`, such as `broken`.

Prints a table of means over tasks: share of the must lines that are shown, share of the must files of which a line is shown,
share of the shown lines that are must lines or in one of their functions, tokens. With --compare it prints the difference to
the results of an earlier run with a 95 % interval (paired bootstrap over tasks, seed 1).
"""

import argparse
import concurrent.futures
import json
import pathlib
import random
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import trees  # noqa: E402
from workspace import call  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SPAN = re.compile(r"^(.*):(\d+)-(\d+)$")
SKIPPED = re.compile(r"\((?:lines \d+ to|line) (\d+) (?:are|is) not shown\)$")
NUMBERED = re.compile(r"^(\d+): ?", re.MULTILINE)


# --- Which lines a packet shows --------------------------------------------------------------------------------------


def lines_of_item(item):
    """(path, lines) of an item of a packet. A file that is only named shows none."""
    span = SPAN.match(item["id"])
    path = span[1] if span else re.sub(r":\d+$", "", item["id"])
    text, rendition = item["text"], item["rendition"]
    if span and rendition == "full":
        first, last = int(span[2]), int(span[3])
        return path, set(range(first, min(last, first + text.removesuffix("\n").count("\n")) + 1))
    if span and rendition == "window":
        return path, lines_of_window(text.split("\n"), int(span[2]))
    numbered = {int(number) for number in NUMBERED.findall(text)}
    if span and rendition in ("signature", "signature_doc") and text.strip():
        return path, numbered or {int(span[2])}
    return path, numbered if not span else set()


def lines_of_window(lines, first):
    """Lines of a body of which some are not shown. Before the first such mark only the signature stands."""
    shown, number = set(), first
    for i, line in enumerate(lines):
        if mark := SKIPPED.search(line):
            number = int(mark[1]) + 1
        elif i > 0 or len(lines) == 1 or not SKIPPED.search(lines[1]):
            shown.add(number)
            number += 1
        else:
            shown.add(first)
    return shown


def shown_by(packet):
    shown = {}
    for section in packet["sections"]:
        for item in section["items"]:
            if item.get("source", "code") == "code":
                path, lines = lines_of_item(item)
                shown.setdefault(path, set()).update(lines)
    return shown


def lines_of(ranges):
    lines = {}
    for one in ranges:
        lines.setdefault(one["path"], set()).update(range(one["first_line"], one["last_line"] + 1))
    return lines


def score(task, packet, key="must"):
    must, functions, shown = lines_of(task[key]), lines_of(task.get("functions", [])), shown_by(packet)
    seen = sum(len(lines & shown.get(path, set())) for path, lines in must.items())
    visible = sum(len(lines) for lines in shown.values())
    useful = sum(len(lines & (must.get(path, set()) | functions.get(path, set()))) for path, lines in shown.items())
    return {"must": seen / sum(map(len, must.values())), "files": sum(bool(shown.get(path)) for path in must) / len(must),
            "useful": useful / visible if visible else 0.0, "tokens": packet["tokens_used"]}


def measure(task, arguments):
    tree, environment = trees.prepare(task, arguments.mirrors, arguments.work)
    if tree is None:
        return None
    satchel = str(arguments.satchel)
    call(satchel, "index", environment=environment, at=tree)
    results = {}
    for budget in arguments.budgets:
        done = call(satchel, arguments.command, "-", "--budget", str(budget), "--tokenizer", "chars4", "--format", "json",
                    environment=environment, at=tree, given=task["task"])
        packet = json.loads(done.stdout)
        results[str(budget)] = score(task, packet, arguments.lines)
        if arguments.keep:
            arguments.keep.mkdir(parents=True, exist_ok=True)
            (arguments.keep / f"{task['id']}-{budget}.json").write_text(done.stdout, encoding="utf-8")
    return {"id": task["id"], "repo": task["repo"], "budgets": results}


# --- The table -------------------------------------------------------------------------------------------------------


def mean(values):
    return sum(values) / len(values) if values else 0.0


def interval(differences, draws=2000):
    """95 %, of the mean."""
    generator = random.Random(1)
    means = sorted(mean(generator.choices(differences, k=len(differences))) for _ in range(draws))
    return means[int(draws * 0.025)], means[int(draws * 0.975)]


def print_table(results, budgets, before):
    for repo in ["all", *sorted({result["repo"] for result in results})]:
        rows = [result for result in results if repo in ("all", result["repo"])]
        for budget in map(str, budgets):
            cells = [result["budgets"][budget] for result in rows]
            line = (f"{repo:32} {len(rows):4} {budget:>6}  must {mean([c['must'] for c in cells]):.3f}  files "
                    f"{mean([c['files'] for c in cells]):.3f}  useful {mean([c['useful'] for c in cells]):.3f}  "
                    f"tokens {mean([c['tokens'] for c in cells]):7.0f}")
            pairs = [(result["budgets"][budget]["must"], before[result["id"]]["budgets"][budget]["must"])
                     for result in rows if budget in before.get(result["id"], {}).get("budgets", {})]
            if pairs:
                differences = [now - then for now, then in pairs]
                low, high = interval(differences)
                line += f"  {mean(differences):+.3f} ({low:+.3f} to {high:+.3f})"
            print(line)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=pathlib.Path, required=True)
    parser.add_argument("--mirrors", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True, help="unpacked trees and their indexes")
    parser.add_argument("--satchel", type=pathlib.Path, default=ROOT / "build/release/cmd/satchel/satchel")
    parser.add_argument("--command", default="pack", choices=("pack", "retrieve"), help="what makes the packet")
    parser.add_argument("--lines", default="must", help="which lines should be shown: a key of the task")
    parser.add_argument("--half", default="dev", help="dev (the default) or held")
    parser.add_argument("--repo", action="append", default=[], help="only this one; may be repeated")
    parser.add_argument("--most", type=int, default=0, help="so many tasks of a repository")
    parser.add_argument("--budgets", type=lambda text: [int(one) for one in text.split(",")], default=[2000, 4000, 8000])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=pathlib.Path, help="results as JSON, for --compare")
    parser.add_argument("--compare", type=pathlib.Path, help="results of an earlier run")
    parser.add_argument("--keep", type=pathlib.Path, help="keep the packets here")
    arguments = parser.parse_args()
    arguments.satchel, arguments.work = arguments.satchel.resolve(), arguments.work.resolve()

    tasks, taken = [], {}
    for line in arguments.tasks.read_text(encoding="utf-8").splitlines():
        task = json.loads(line)
        if task["half"] != arguments.half or (arguments.repo and task["repo"] not in arguments.repo):
            continue
        taken[task["repo"]] = taken.get(task["repo"], 0) + 1
        if not arguments.most or taken[task["repo"]] <= arguments.most:
            tasks.append(task)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        measured = list(pool.map(lambda task: measure(task, arguments), tasks))
    results = [result for result in measured if result]
    before = {one["id"]: one for one in json.loads(arguments.compare.read_text())} if arguments.compare else {}
    if arguments.out:
        arguments.out.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    if len(results) < len(tasks):
        print(f"{len(tasks) - len(results)} tasks have no mirror with their commit")
    print_table(results, arguments.budgets, before)


if __name__ == "__main__":
    main()
