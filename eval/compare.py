#!/usr/bin/env python3
"""Our answers beside another's on the same queries, as a paired difference.

    eval/compare.py OURS THEIRS --id KEY --files KEY

OURS is what `satchel eval run --answers FILE` wrote. THEIRS is JSON lines with an id and a list of files, best
first; an element may be an object with `path` or `file`, or a pair of a path and a score. Gold is ours. Queries that
only one side has are left out and counted. Prints Acc@k (all gold within k) of both, the mean difference,
and where 95 of 100 differences lie when queries are drawn again with repetition (10,000 times, seeded).
"""

import argparse
import json
import random
import sys

CUTS = (1, 3, 5, 10)
SAMPLES = 10_000


def read_lines(path, keys):
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line)
            except json.JSONDecodeError as error:
                sys.exit(f"{path}:{number}: {error}")
            missing = [key for key in keys if not isinstance(row, dict) or key not in row]
            if missing:
                sys.exit(f"{path}:{number}: there is no {missing[0]}")
            yield row


def path_of(entry):
    if isinstance(entry, dict):
        return entry.get("path") or entry.get("file", "")
    return entry[0] if isinstance(entry, list) else entry


def each_once(entries):
    return list(dict.fromkeys(path_of(entry) for entry in entries))


def accurate(files, gold, cut):
    return set(gold) <= set(files[:cut])


def interval(differences):
    draw = random.Random(1)
    size = len(differences)
    means = sorted(sum(draw.choices(differences, k=size)) / size for _ in range(SAMPLES))
    return means[int(SAMPLES * 0.025)], means[int(SAMPLES * 0.975)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ours")
    parser.add_argument("theirs")
    parser.add_argument("--id", default="instance_id")
    parser.add_argument("--files", default="files")
    arguments = parser.parse_args()
    ours = {row["id"]: row for row in read_lines(arguments.ours, ("id", "gold", "results"))}
    keys = (arguments.id, arguments.files)
    theirs = {row[arguments.id]: each_once(row[arguments.files]) for row in read_lines(arguments.theirs, keys)}
    common = sorted(ours.keys() & theirs.keys())
    if not common:
        sys.exit("no query is in both")
    print(f"{len(common)} queries; {len(ours) - len(common)} only ours, {len(theirs) - len(common)} only theirs")
    print("         ours  theirs  difference  95 of 100 within")
    for cut in CUTS:
        left = [accurate(each_once(ours[i]["results"]), ours[i]["gold"], cut) for i in common]
        right = [accurate(theirs[i], ours[i]["gold"], cut) for i in common]
        low, high = interval([int(a) - int(b) for a, b in zip(left, right)])
        mean_left, mean_right = sum(left) / len(common), sum(right) / len(common)
        print(
            f"Acc@{cut:<3}  {mean_left:.3f}  {mean_right:.3f}   {mean_left - mean_right:+.3f}"
            f"      {low:+.3f} to {high:+.3f}"
        )


if __name__ == "__main__":
    main()
