#!/usr/bin/env python3
"""Runs Satchel over hostile repositories, each with a home of its own, and judges what came of it.

    attack.py --list                       numbers, families and names
    attack.py [NUMBER|FAMILY…]             these, or all
    attack.py --sample [COMMIT]            15 fixed ones and 15 picked by the commit, as CI does
    attack.py --fetch build/attack         also payloads of others, from PyPI
    attack.py --first N                    the first N, as scripts/soak does
    attack.py --keep DIR NUMBER            leaves the repository and its home there

README.md says what is judged. The exit status is 1 if anything was violated.
"""

import argparse
import collections
import hashlib
import multiprocessing
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import traceback

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
sys.path.insert(0, str(HERE))

import catalogue  # noqa: E402: found beside this file
import foreign  # noqa: E402
import place  # noqa: E402
import processes  # noqa: E402
import trial  # noqa: E402

# One of each family that takes no second to make; the others come by the commit.
FIXED = ("script: arabic", "fence: open tag", "fence: meter", "invisible: tag characters", "live: definition of a link",
         "role: system reminder", "notes: fence without end", "rules: priority over the user", "graph: title of many lines",
         "memory: rows with forged fences", "stores: with forged words", "settings: memories elsewhere",
         "git special: packed-refs as a pipe", "git objects: tree of a hundred thousand paths in the first commit",
         "secret: in the name of a file")
# What takes long to make or to read has its place in soak.
SLOW = {"themes beyond the limit", "too large", "forty thousand tasks", "thirty thousand rows", "a hundred thousand lines",
        "tree of ten million paths in the first commit", "tree of a billion paths in the last commit", "tree of wide levels",
        "blob of seven hundred megabytes", "commit of eighty megabytes", "deltas that grow", "renames without end",
        "twelve thousand commits", "merge of three thousand", "twenty thousand files", "thousand manifests",
        "fifteen hundred files of rules", "line of sixty megabytes", "symbols without end", "names of ten thousand letters",
        "files that are alike", "many rules", "tree of four thousand levels", "two hundred thousand branches"}
SAMPLE = 15


def try_one(attack, satchel, scratch, brief, results):
    """In a process of its own, which adopts whatever Satchel leaves running."""
    processes.adopt_orphans()
    started, seen = time.monotonic(), None
    try:
        here = place.Place(attack.number, scratch, satchel)
        attack.make(here)
        seen = trial.Trial(here, satchel, brief)
        violations = [str(each) for each in seen.all()]
        results.put((attack.number, violations, seen.seconds, time.monotonic() - started, sorted(here.marks), sorted(seen.shown)))
    except Exception:  # noqa: BLE001: whatever it was, the others go on
        results.put((attack.number, ["harness: " + traceback.format_exc()[-1500:]], 0, time.monotonic() - started, [], []))


def try_all(attacks, options):
    """Yields what came of each, in the order in which they end."""
    context = multiprocessing.get_context("fork")
    results, waiting, running = context.Queue(), list(attacks), {}
    waiting.reverse()
    while waiting or running:
        while waiting and len(running) < options.jobs:
            attack = waiting.pop()
            scratch = pathlib.Path(tempfile.mkdtemp(prefix=f"satchel-attack-{attack.number}-", dir=options.scratch))
            worker = context.Process(target=try_one, args=(attack, options.satchel, scratch, options.brief, results))
            worker.start()
            running[attack.number] = (attack, worker, scratch)
        number, *result = results.get()
        attack, worker, scratch = running.pop(number)
        worker.join()
        if options.keep:
            shutil.move(scratch, options.keep / str(number))
        else:
            remove(scratch)
        yield attack, *result


def remove(scratch):
    for folder, names, _ in os.walk(scratch):
        for name in names:
            path = os.path.join(folder, name)
            if not os.path.islink(path):
                os.chmod(path, 0o700)
    shutil.rmtree(scratch, ignore_errors=True)


def sampled(attacks, commit):
    """15 that are always run, and 15 of the others that a commit picks. No commit can choose which."""
    by_name = {f"{each.family}: {each.name}": each for each in attacks}
    missing = [name for name in FIXED if name not in by_name]
    if missing:
        sys.exit(f"attack: not in the catalogue: {', '.join(missing)}")
    others = [each for name, each in by_name.items() if name not in FIXED and each.name not in SLOW]
    others.sort(key=lambda each: hashlib.sha256(f"{commit} {each.family} {each.name}".encode()).digest())
    return [by_name[name] for name in FIXED] + others[:SAMPLE]


def commit():
    """What the tree is of; a tree without Git has the same sample each time."""
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "no commit"


def chosen(options):
    attacks = catalogue.written_here()
    if options.sample is not None:
        return sampled(attacks, options.sample or commit())
    if options.trees:
        attacks = catalogue.with_those_of_tests(attacks, options.trees)
    wheel = foreign.fetch(options.fetch) if options.fetch else None
    attacks = catalogue.with_those_of_others(attacks, wheel, options.texts)
    if options.first:
        return attacks[:options.first] if options.first <= len(attacks) else sys.exit(f"attack: there are {len(attacks)}")
    if not options.which:
        return attacks
    wanted = [each for each in attacks if str(each.number) in options.which or each.family in options.which]
    return wanted or sys.exit(f"attack: nothing is called {' or '.join(options.which)}")


class Known:
    """The list of violations that nobody has repaired yet."""

    def __init__(self, file):
        self.entries = tomllib.loads(file.read_text(encoding="utf-8")).get("known", [])
        self.met = [0] * len(self.entries)

    def without_known(self, attack, violations):
        left = []
        for violation in violations:
            for number, entry in enumerate(self.entries):
                if re.search(entry["attack"], f"{attack.family}: {attack.name}") and re.search(entry["violation"], violation):
                    self.met[number] += 1
                    break
            else:
                left.append(violation)
        return left

    def report(self, is_all):
        """Prints the entries; returns whether one of them has to go."""
        for entry, met in zip(self.entries, self.met):
            print(f"known, {met} times: {entry['why']}")
        stale = [entry["why"] for entry, met in zip(self.entries, self.met) if is_all and not met]
        for why in stale:
            print(f"attack: known.toml has an entry that matches nothing: {why}")
        return bool(stale)


def parse():
    parser = argparse.ArgumentParser(description="Runs Satchel over hostile repositories.")
    parser.add_argument("which", nargs="*", metavar="NUMBER|FAMILY")
    parser.add_argument("--satchel", type=pathlib.Path, default=ROOT / "build/release/cmd/satchel/satchel")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--sample", metavar="COMMIT", nargs="?", const="", help="default: that of the tree")
    parser.add_argument("--trees", type=pathlib.Path, metavar="PROGRAM", help="hostile_repositories, for those of C++ tests")
    parser.add_argument("--fetch", type=pathlib.Path, metavar="DIR", help="also payloads of others, fetched from PyPI into DIR")
    parser.add_argument("--texts", type=pathlib.Path, metavar="DIR", help="also sentences of JSON files")
    parser.add_argument("--first", type=int, metavar="N")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--brief", action="store_true", help="fewer commands for each repository")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR")
    parser.add_argument("--scratch", type=pathlib.Path, help="where repositories are made")
    options = parser.parse_args()
    options.satchel = options.satchel.resolve()
    options.brief = options.brief or options.sample is not None
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    return options


def main():
    options = parse()
    attacks = chosen(options)
    if options.list:
        for attack in attacks:
            print(f"{attack.number:4}  {attack.family:12} {attack.name}")
        return 0
    violated, planted, shown, used = collections.Counter(), 0, 0, 0.0
    known = Known(HERE / "known.toml")
    for attack, violations, seconds, elapsed, marks, seen in try_all(attacks, options):
        violations = known.without_known(attack, violations)
        print(f"{'FAILED' if violations else 'passed'} {attack}: {seconds:.1f} s of the processor, {elapsed:.1f} s, "
              f"{len(seen)} of {len(marks)} marks shown", flush=True)
        for violation in violations[:40]:
            print(f"    {violation}", flush=True)
        violated[attack.family] += bool(violations)
        planted, shown, used = planted + len(marks), shown + len(seen), used + seconds
    failed = sum(violated.values())
    print(f"{len(attacks)} repositories, {failed} with a violation; {shown} of {planted} marks were shown; "
          f"{used:.0f} s of the processor")
    for family, count in violated.items():
        if count:
            print(f"    {family}: {count}")
    # A suite whose texts never reach a packet would prove nothing.
    if not options.which and shown * 5 < planted:
        print("attack: too few of the texts were shown for the rest to mean anything")
        return 1
    is_stale = known.report(len(attacks) >= len(catalogue.written_here()))
    return 1 if failed or is_stale else 0


if __name__ == "__main__":
    sys.exit(main())
