#!/usr/bin/env python3
"""Measures whether a newcomer's question is answered with the right command or file.

    eval/orientation/run.py --mirrors DIR --work DIR [--satchel PATH] [--half held_out] [--misses]

Mirrors are Git directories called "owner+name/repo", whatever the case. A tree is written and indexed once and kept in --work.
README.md describes the questions and what counts.
"""

import argparse
import collections
import hashlib
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(ROOT / "eval"), str(ROOT / "eval/packets")]

import trees  # noqa: E402: from eval/packets
from workspace import call, environment_of  # noqa: E402

HALVES = ("development", "held_out")
DIGESTS = {
    "development": "d187682b5f7d208ff96a685565d35b1d86835d8634aa809629ca4d536517b7cd",
    "held_out": "f8b5edadb1e79dc37060c536aad75902850274d9093477b39bf9c43c6153b88e",
}
BUDGET, PLACES = 500, 3


def read(half):
    content = (HERE / f"{half}.jsonl").read_bytes()
    if hashlib.sha256(content).hexdigest() != DIGESTS[half]:
        sys.exit(f"{half}.jsonl has changed: a set that is changed measures nothing")
    return [json.loads(line) for line in content.decode().splitlines()]


def collapsed(text):
    return " ".join(text.split())


def has_text(shown, item):
    return collapsed(item.get("text", "")) in collapsed(shown)


def in_packet(packet, question):
    """The place of a text must be named above or below it, so only the items of that file count."""
    items = [item for section in packet["sections"] for item in section["items"]]
    return any(item["id"].split(":")[0] == right["path"] and has_text(item["text"], right)
               for right in question["right"] for item in items)


def in_search(answer, question):
    places = answer["results"][:PLACES]
    return any(place["path"] == right["path"] and has_text("\n".join(line["text"] for line in place["lines"]), right)
               for right in question["right"] for place in places)


def prepare(question, mirrors, work):
    """The indexed tree of a question's repository. None: there is no mirror of it."""
    home = work / question["repository"].replace("/", "+").lower()
    tree, environment = home / "work", environment_of(home / "home")
    mirror = trees.find_mirror(mirrors, question["repository"])
    if mirror is None or not trees.has_commit(mirror, question["commit"]):
        return None, environment
    if not tree.is_dir():
        (home / "home").mkdir(parents=True, exist_ok=True)
        new = home / "new"
        new.mkdir(exist_ok=True)
        trees.unpack(mirror, question["commit"], new)
        trees.git(new, "init", "--quiet")
        trees.commit_all(new, "Add the project", "2026-03-02T08:00:00Z")
        new.rename(tree)
    return tree, environment


def measure(question, tree, environment, satchel):
    def ask(*arguments):
        return json.loads(call(satchel, *arguments, environment=environment, at=tree, given=question["text"]).stdout)

    packet = ask("pack", "-", "--budget", str(BUDGET), "--tokenizer", "chars4", "--format", "json")
    answer = ask("search", "-", "--format", "json")
    return {"pack": in_packet(packet, question), "search": in_search(answer, question)}


def print_table(rows):
    def line(name, some):
        share = {key: sum(row[key] for row in some) / len(some) for key in ("pack", "search", "any")}
        print(f"{name:24} {len(some):4}  " + "  ".join(f"{key} {value:.3f}" for key, value in share.items()))

    line("all", rows)
    for key in ("kind", "ecosystem"):
        groups = collections.defaultdict(list)
        for row in rows:
            groups[row[key]].append(row)
        for name in sorted(groups):
            line(name, groups[name])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mirrors", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True, help="trees and their indexes")
    parser.add_argument("--satchel", type=pathlib.Path, default=ROOT / "build/release/cmd/satchel/satchel")
    parser.add_argument("--half", choices=HALVES, default="development")
    parser.add_argument("--misses", action="store_true", help="print questions that are not answered; development only")
    arguments = parser.parse_args()
    if arguments.misses and arguments.half != "development":
        parser.error("nobody looks at what the held-out half misses")
    satchel, work = str(arguments.satchel.resolve()), arguments.work.resolve()
    rows, indexed, without = [], set(), set()
    for question in read(arguments.half):
        tree, environment = prepare(question, arguments.mirrors, work)
        if tree is None:
            without.add(question["repository"])
            continue
        if tree not in indexed:
            call(satchel, "index", environment=environment, at=tree)
            indexed.add(tree)
        found = measure(question, tree, environment, satchel)
        rows.append({**question, **found, "any": found["pack"] or found["search"]})
        if arguments.misses and not (found["pack"] and found["search"]):
            missed = ", ".join(key for key, value in found.items() if not value)
            print(f"{question['id']}: {question['text']!r} not in {missed}; right: {question['right']}")
    if without:
        print("no mirror with the commit: " + ", ".join(sorted(without)))
    if rows:
        print_table(rows)


if __name__ == "__main__":
    main()
