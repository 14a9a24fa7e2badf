#!/usr/bin/env python3
"""How much of public code the redactor takes for secrets: redactions per MB of each repository below a folder.

    eval/secrets/false_redactions.py --scan PROGRAM [--lines FILE] FOLDER

PROGRAM is tests/safety/redactor_scan. Well-known repositories have hardly a live secret, so nearly every redaction is
a false one or hits a made-up value in documentation or a test. Only tracked files are read, below the folder's direct
sub-directories. --lines also writes the redacted lines to a file, to be judged by a person.
"""

import argparse
import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

KIND = re.compile(r" *([0-9]+) (\S+)$")
TOTAL = re.compile(r"([0-9]+) files, ([0-9.]+) MB, ([0-9]+) redacted \(([0-9.]+) a MB\), ([0-9]+) flagged")


def copy_tracked(repository, to):
    """Without the files of Git, which are no text that Satchel reads."""
    listed = subprocess.run(["git", "-C", repository, "ls-files", "-z"], capture_output=True, check=True).stdout
    for name in filter(None, listed.split(b"\0")):
        source, target = os.path.join(os.fsencode(repository), name), os.path.join(os.fsencode(to), name)
        if os.path.islink(source) or not os.path.isfile(source):
            continue
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copyfile(source, target)


def scan(program, repository):
    """The redacted lines, how often each rule hit, and the last line's figures."""
    with tempfile.TemporaryDirectory(prefix="satchel-redactions-") as place:
        copied = pathlib.Path(place, repository.name)
        copy_tracked(repository, copied)
        done = subprocess.run([program, copied], capture_output=True, text=True, errors="replace", check=False)
    *lines, last = done.stdout.rstrip("\n").split("\n")
    figures = TOTAL.match(last)
    if done.returncode or not figures:
        sys.exit(f"{program} {repository} ended with {done.returncode}: {done.stderr.strip() or last}")
    kinds = collections.Counter()
    while lines and (match := KIND.match(lines[-1])):
        kinds[match[2]] += int(match[1])
        lines.pop()
    return [line.replace(f"{place}/", "", 1) for line in lines], kinds, figures


def print_row(name, figures, rules):
    size, redacted = figures["megabytes"], figures["redacted"]
    listed = ", ".join(f"{rule} {count}" for rule, count in rules.most_common())
    print(f"{name:20} {size:7.1f} {redacted:9} {redacted / size:7.2f} {figures['flagged']:8}  {listed}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scan", type=pathlib.Path, required=True, metavar="PROGRAM")
    parser.add_argument("--lines", type=pathlib.Path, metavar="FILE")
    parser.add_argument("folder", type=pathlib.Path)
    arguments = parser.parse_args()
    repositories = sorted(folder for folder in arguments.folder.iterdir() if (folder / ".git").exists())
    if not repositories:
        parser.error(f"{arguments.folder}: no repositories")
    everything, total, rules = [], collections.Counter(), collections.Counter()
    print(f"{'repository':20} {'MB':>7} {'redacted':>9} {'a MB':>7} {'flagged':>8}  rules")
    for repository in repositories:
        lines, kinds, figures = scan(arguments.scan.resolve(), repository)
        own = {"megabytes": float(figures[2]), "redacted": int(figures[3]), "flagged": int(figures[5])}
        print_row(repository.name, own, kinds)
        everything, total, rules = everything + lines, total + collections.Counter(own), rules + kinds
    print_row("all", total, rules)
    if arguments.lines:
        arguments.lines.write_text("\n".join(everything) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
