#!/usr/bin/env python3
"""Prints queries for the drivers: terms of one document each, one query a line.

    bench/peers/queries.py DOCS COUNT TERMS SEED

Documents are drawn at random, and of each TERMS of its different terms; one with fewer is passed over. The same
documents and seed give the same queries.
"""

import pathlib
import random
import sys


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    count, terms, seed = (int(word) for word in sys.argv[2:])
    # Lines end at a line feed and nowhere else: str.splitlines() knows more ends.
    documents = pathlib.Path(sys.argv[1]).read_bytes().removesuffix(b"\n").split(b"\n")
    chance = random.Random(seed)
    left = count
    for _ in range(1000 * count):
        if left == 0:
            break
        different = list(dict.fromkeys(chance.choice(documents).split(b" ")))
        if len(different) >= terms:
            sys.stdout.buffer.write(b" ".join(chance.sample(different, terms)) + b"\n")
            left -= 1
    if left:
        sys.exit(f"queries: hardly a document has {terms} different terms")


if __name__ == "__main__":
    main()
