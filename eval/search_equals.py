#!/usr/bin/env python3
"""Asks `satchel search` for every text of a data set and compares its files with the answer of `satchel eval run`.

    eval/search_equals.py SET --repositories MIRRORS --satchel PROGRAM [--work DIR] [--only OWNER/NAME] [--most N]

Whoever pastes a text into a terminal must get what is measured. So each repository is checked out at the commit of the
query and indexed, and the text is given once as an argument and once on standard input. The paths of the 50 places must be
those of `eval run`, in the same order; weak matches count in both. Prints each difference and, at the end, how many were equal, with any@1 and any@5 of
what `search` said. Ends with 1 when something differs or could not be asked. Everything is written below --work.
"""

import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

PLACES = 50
LONGEST_ARGUMENT = 100_000  # the kernel refuses one of 128 kB


def run(*command, **options):
    return subprocess.run(command, capture_output=True, check=False, **options)


def mirror_of(folder, repository):
    for path in (folder / repository.replace("/", "+") / "repo", folder / repository):
        if path.is_dir():
            return path
    return None


class Checkout:
    """A work tree of one repository, moved from commit to commit."""

    def __init__(self, mirror, folder, program):
        self.folder, self.program, self.commit = folder, program, None
        if not folder.exists():
            self.git("clone", "--quiet", "--shared", "--no-checkout", str(mirror), str(folder), inside=False)

    def git(self, *arguments, inside=True):
        done = run("git", *(("-C", str(self.folder)) if inside else ()), *arguments)
        if done.returncode != 0:
            raise RuntimeError(f"git {arguments[0]}: {done.stderr.decode(errors='replace').strip()}")

    def move(self, commit):
        if commit == self.commit:
            return
        self.git("checkout", "--quiet", "--force", "--detach", commit)
        done = run(self.program, "index", "--workspace", str(self.folder))
        if done.returncode != 0:
            raise RuntimeError(done.stderr.decode(errors="replace").strip())
        self.commit = commit

    def search(self, text, as_argument):
        command = [self.program, "search", "--workspace", str(self.folder), "--format", "json", "--limit", str(PLACES), "--"]
        done = run(*command, text if as_argument else "-", input=None if as_argument else text.encode())
        if done.returncode != 0:
            raise RuntimeError(f"search ended with {done.returncode}: {done.stderr.decode(errors='replace').strip()}")
        return [place["path"] for place in json.loads(done.stdout)["results"]]


def read_lines(path):
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def measured_answers(arguments, work):
    answers = work / "answers.jsonl"
    done = run(arguments.satchel, "eval", "run", str(arguments.set), "--repositories", str(arguments.repositories),
               "--work", str(work / "stores"), "--answers", str(answers))
    if done.returncode != 0:
        sys.exit(f"search_equals: eval run failed: {done.stderr.decode(errors='replace').strip()}")
    return {answer["id"]: answer for answer in read_lines(answers)}


def first_difference(ours, theirs):
    for rank, (mine, other) in enumerate(zip(ours, theirs), 1):
        if mine != other:
            return f"place {rank} is {mine}, not {other}"
    return f"{len(ours)} places, not {len(theirs)}"


def ask(checkout, query, answer, counts):
    """Asks one text in both ways; returns what differs."""
    checkout.move(answer["commit"])
    expected = [place["path"] for place in answer["results"]]
    ways = {"input": checkout.search(query["text"], as_argument=False)}
    if len(query["text"].encode()) <= LONGEST_ARGUMENT:
        ways["argument"] = checkout.search(query["text"], as_argument=True)
    found = list(dict.fromkeys(ways["input"]))
    counts["any@1"] += bool(set(found[:1]) & set(answer["gold"]))
    counts["any@5"] += bool(set(found[:5]) & set(answer["gold"]))
    return [f"as {way}: {first_difference(paths, expected)}" for way, paths in ways.items() if paths != expected]


def main():
    parser = argparse.ArgumentParser(description="Compares `satchel search` with `satchel eval run`.")
    parser.add_argument("set", type=pathlib.Path)
    parser.add_argument("--repositories", type=pathlib.Path, required=True)
    parser.add_argument("--satchel", required=True, help="the program")
    parser.add_argument("--work", type=pathlib.Path, help="kept; otherwise a temporary directory")
    parser.add_argument("--only", action="append", help="OWNER/NAME, several times: only these repositories")
    parser.add_argument("--most", type=int, default=sys.maxsize, help="how many texts of one repository")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="satchel-equals-") as scratch:
        work = arguments.work or pathlib.Path(scratch)
        work.mkdir(parents=True, exist_ok=True)
        return compare(arguments, work)


def compare(arguments, work):
    answers = measured_answers(arguments, work)
    counts, left_out, asked_of = collections.Counter(), collections.Counter(), collections.Counter()
    checkouts = {}
    for query in read_lines(arguments.set / "queries.jsonl"):
        name, answer = query["repository"], answers.get(query["id"])
        mirror = mirror_of(arguments.repositories, name) if name else None
        if mirror is None or answer is None or asked_of[name] >= arguments.most or (arguments.only and name not in arguments.only):
            left_out[name] += 1
            continue
        asked_of[name] += 1
        try:
            if name not in checkouts:
                checkouts[name] = Checkout(mirror, work / name.replace("/", "+"), arguments.satchel)
            differences = ask(checkouts[name], query, answer, counts)
        except RuntimeError as error:
            differences = [str(error)]
        counts["asked"] += 1
        counts["equal"] += not differences
        for difference in differences:
            print(f"{query['id']}: {difference}")
    asked = counts["asked"]
    print(f"{counts['equal']} of {asked} equal; left out: {sum(left_out.values())}")
    if asked:
        print(f"any@1 {counts['any@1'] / asked:.3f}  any@5 {counts['any@5'] / asked:.3f}")
    return 0 if asked and counts["equal"] == asked else 1


if __name__ == "__main__":
    sys.exit(main())
