#!/usr/bin/env python3
"""The recorded outputs of commands, and the workspaces they were recorded in.

    eval/hooks/failures/check.py [--mirrors DIR]

Checks that the set is the frozen one, prints how many outputs it has by kind, runner and language, and recreates the
workspaces to look whether every change applies and every place is there. Workspaces that are public repositories are
recreated only with --mirrors (see eval/packets/trees.py).

`read(half)` returns the outputs, `prepare(case, tree)` writes the workspace of one, and `output(case, tree)` returns its
texts with the path of that workspace. They are what a script needs that gives the outputs to a hook.
"""

import argparse
import collections
import hashlib
import json
import pathlib
import re
import shutil
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
sys.path[:0] = [str(ROOT / "eval"), str(ROOT / "eval/packets")]

import trees  # noqa: E402: from eval/packets

FIXTURES = HERE / "fixtures"
HALVES = ("development", "held_out")
KINDS = ("failure", "silent")
COUNT = 200  # of each kind
PLACEHOLDER = "{workspace}"
# Of each half, and of the fixtures (their paths and bytes).
DIGESTS = {
    "development": "ca979a69592b11bb6e960b4f5dcc0f7250282d1d05aebf28d9cd1779da9d0283",
    "held_out": "b93200f7f29579fdd91bf62b4c83029227c8ee12d324326979e12db03100ea8d",
    "fixtures": "54df9c388a588a6be1a5703be914be65721b306e5d3c5c32b8c6a080e3c41e1e",
}
# Nothing in an output may name the machine on which it was recorded, or the registries that it uses.
FOREIGN = re.compile(r"/root/|/home/|https?://(?!registry\.example\.)[\w.-]*(?:registry|repo|proxy|pypi|crates)[\w.-]*")


def fixture_files():
    return sorted(path for path in FIXTURES.rglob("*") if path.is_file())


def digest_of(name):
    if name != "fixtures":
        return hashlib.sha256((HERE / f"{name}.jsonl").read_bytes()).hexdigest()
    digest = hashlib.sha256()
    for path in fixture_files():
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        digest.update(f"{path.relative_to(FIXTURES).as_posix()} {content}\n".encode())
    return digest.hexdigest()


def read(half):
    with open(HERE / f"{half}.jsonl", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def write_base(case, tree, mirrors=None):
    """Writes the files of a case without its change into a new directory. Returns False if it is a public repository that
    `mirrors` does not have."""
    if "fixture" in case:
        shutil.copytree(FIXTURES / case["fixture"], tree)
        return True
    mirror = trees.find_mirror(mirrors, case["repository"]) if mirrors else None
    if mirror is None or not trees.has_commit(mirror, case["commit"]):
        return False
    tree.mkdir(parents=True)
    trees.unpack(mirror, case["commit"], tree)
    return True


def change(case, tree):
    """Applies the change of a case."""
    if "patch" in case:
        # No repository around the directory is looked for, because Git skips files that are not of it.
        outside = {"GIT_CEILING_DIRECTORIES": str(tree.resolve().parent)}
        trees.git(tree, "apply", "--unidiff-zero", "--whitespace=nowarn", "-", given=case["patch"].encode(), more=outside)


def prepare(case, tree, mirrors=None):
    """Writes the workspace of a case: a repository with one commit, and the change on top of it, not committed. Returns
    what `write_base` does."""
    if not write_base(case, tree, mirrors):
        return False
    trees.git(tree, "init", "--quiet")
    trees.commit_all(tree, "Add the project", "2026-03-02T08:00:00Z")
    change(case, tree)
    return True


def output(case, tree):
    """Standard output and standard error, with paths in `tree`."""
    return tuple(case[name].replace(PLACEHOLDER, str(tree)) for name in ("stdout", "stderr"))


def faults_of(case):
    if case["kind"] not in KINDS or not case["command"].strip():
        yield "unknown kind, or no command"
    if ("fixture" in case) == ("repository" in case):
        yield "not exactly one of fixture and repository"
    if "fixture" in case and not (FIXTURES / case["fixture"]).is_dir():
        yield f"there is no fixture {case['fixture']}"
    if (case["kind"] == "failure") != bool(case.get("places")):
        yield "a failure has places, and nothing else has"
    texts = case["stdout"] + case["stderr"]
    if case["kind"] == "failure" and not texts.strip():
        yield "a failure without output"
    for name in FOREIGN.findall(texts):
        yield f"the output has {name}"


def wrong_places(case, tree):
    for place in case.get("places", ()):
        path = tree / place["path"]
        lines = path.read_text(encoding="utf-8").split("\n") if path.is_file() else []
        if not (0 < place["line"] <= len(lines) and lines[place["line"] - 1].strip() == place["text"]):
            yield f"{place['path']}:{place['line']} is not {place['text']!r}"


def check(mirrors=None):
    """All faults of the set, and the number of workspaces that were not looked at."""
    faults = [f"{name} has changed" for name, digest in DIGESTS.items() if digest_of(name) != digest]
    cases = {half: read(half) for half in HALVES}
    both = [case for half in HALVES for case in cases[half]]
    faults += [f"{case['id']}: {fault}" for case in both for fault in faults_of(case)]
    for kind in KINDS:
        found = sum(case["kind"] == kind for case in both)
        faults += [f"{found} of the kind {kind}"] if found != COUNT else []
    faults += [f"{name}: not unique" for name, count in collections.Counter(c["id"] for c in both).items() if count > 1]
    shared = set.intersection(*({case["runner"] for case in cases[half]} for half in HALVES))
    faults += [f"{runner} is in both halves" for runner in sorted(shared)]
    skipped = 0
    with tempfile.TemporaryDirectory(prefix="satchel-failures-") as name:
        place = pathlib.Path(name).resolve()
        for case in both:
            if "patch" not in case and "places" not in case:
                continue
            base = place / case.get("fixture", case.get("repository", "")).replace("/", "+")
            if not base.exists() and not write_base(case, base, mirrors):
                skipped += 1
                continue
            tree = place / case["id"]
            shutil.copytree(base, tree)
            change(case, tree)
            faults += [f"{case['id']}: {fault}" for fault in wrong_places(case, tree)]
            shutil.rmtree(tree)
    return faults, skipped


def print_counts():
    for half in HALVES:
        cases = read(half)
        for kind in KINDS:
            own = [case for case in cases if case["kind"] == kind]
            print(f"{half}, {kind}: {len(own)}")
            for key in ("runner", "language"):
                counts = collections.Counter(case[key] for case in own)
                ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
                print(f"  {key}: " + ", ".join(f"{name} {count}" for name, count in ordered))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mirrors", type=pathlib.Path, help="bare clones, named owner+name/repo")
    arguments = parser.parse_args()
    print_counts()
    faults, skipped = check(arguments.mirrors)
    for fault in faults:
        print(fault)
    print(f"{len(faults)} faults" + (f"; {skipped} workspaces need --mirrors" if skipped else ""))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
