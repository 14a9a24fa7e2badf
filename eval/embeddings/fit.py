#!/usr/bin/env python3
"""Other weights of `similar` and other rules of fusion, on answers that run.py has written.

    eval/embeddings/fit.py ANSWERS… [--half NAME] [--used WEIGHT] [--detail WEIGHT]

Ranks the files of each answer again as src/code/find/similar_code.cc does, with weights from 0 to 12, with places that
change within the first 5, 10, 20 or all files, and with files that the query names moved or not, and prints how often a
right file is within the first 1, 5 and 10 and the mean reciprocal rank. Nothing is asked of a server. A line is also
printed for the weights that the answers were made with: it has to be the figure of run.py, or this page ranks otherwise
than the engine. --detail names the questions that gain and lose with a weight.

`left out` fits the weight on all repositories but one and asks that one, each in turn: what a fit is worth on a
repository that it has not seen.
"""

import argparse
import collections
import json

USED = {"report": 0.4}  # the weight behind the terms of an answer; of all other forms:
USUAL = 3.0
FIRST = (1, 5, 10)
NEAR_ANSWER = 0.4
WEIGHTS = (0, 0.2, 0.4, 0.8, 1.2, 1.6, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 8.0, 12.0)
WINDOWS = (5, 10, 20, 1000)


def read(paths, half, used):
    questions = []
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            questions += [json.loads(line) for line in lines]
    questions = [one for one in questions if half in ("both", one["half"])]
    for question in questions:
        weight = USED.get(question["form"], used)
        for file in question["files"]:
            speaks = {name: value for name, value in file["terms"].items() if value > 0}
            against = sum(value for value in file["terms"].values() if value < 0)
            total = sum(speaks.values())
            file["factor"] = (total + against) / total if total else 0
            file["nearness"] = speaks.pop("similar", 0) / weight
            file["by_words"] = sum(speaks.values()) * file["factor"]
    return questions


def order(question, weight, window=10, named_stay=True, least=0.3):
    """Paths, best first."""
    if question["abstained"]:  # by its words
        close = [file for file in question["files"] if file["nearness"] >= NEAR_ANSWER]
        return [file["path"] for file in sorted(close, key=lambda file: (-file["nearness"], file["path"]))]
    ranked = sorted((file for file in question["files"] if file["by_words"] > 0),
                    key=lambda file: (-file["by_words"], file["path"]))
    near = [file for file in question["files"] if file["by_words"] <= 0 and file["nearness"] >= least]

    def score(file):
        return -(file["by_words"] + weight * file["nearness"] * file["factor"]), file["path"]

    done = []
    for begin in range(0, len(ranked), window):
        some = ranked[begin:begin + window]
        moved = sorted((file for file in some if not (named_stay and file["named"])), key=score)
        done += [file if named_stay and file["named"] else moved.pop(0) for file in some]
    return [file["path"] for file in done] + [file["path"] for file in sorted(near, key=score)]


def rank(question, *rule, **rules):
    paths = order(question, *rule, **rules)[:10]
    return next((place for place, path in enumerate(paths, 1) if path in question["gold"]), 0)


def figures(ranks):
    mean = sum(1 / place for place in ranks if place) / len(ranks)
    return [sum(0 < place <= first for place in ranks) for first in FIRST] + [mean]


def line(name, ranks):
    *hits, mean = figures(ranks)
    print(f"{name:34}" + "".join(f"{hit:6}" for hit in hits) + f"   {mean:.4f}")


def left_out(questions, **rules):
    """The ranks of each repository with the weight that is best for all others."""
    by_repository = collections.defaultdict(list)
    for question in questions:
        by_repository[question["repository"]].append(question)
    ranks, chosen = [], []
    for held in by_repository:
        others = [one for one in questions if one["repository"] != held]
        if not others:
            continue
        best = max(WEIGHTS, key=lambda weight: figures([rank(one, weight, **rules) for one in others])[-1])
        chosen.append(best)
        ranks += [rank(one, best, **rules) for one in by_repository[held]]
    return ranks, chosen


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("answers", nargs="+")
    parser.add_argument("--half", choices=("development", "held_out", "both"), default="development")
    parser.add_argument("--used", type=float, default=USUAL, help="the weight that the answers were made with")
    parser.add_argument("--detail", type=float, metavar="WEIGHT")
    args = parser.parse_args()
    questions = read(args.answers, args.half, args.used)
    print(f"{len(questions)} questions" + " " * 22 + "".join(f"{first:6}" for first in FIRST) + "      MRR")
    line("answered, words", [one["words"] for one in questions])
    line("answered, both", [one["both"] for one in questions])
    for named_stay in (True, False):
        for window in WINDOWS:
            print(f"places change within {window}, named files {'stay' if named_stay else 'move'}")
            rules = {"window": window, "named_stay": named_stay}
            for weight in WEIGHTS:
                line(f"  weight {weight}", [rank(one, weight, **rules) for one in questions])
            ranks, chosen = left_out(questions, **rules)
            if ranks:
                line(f"  left out ({min(chosen)} to {max(chosen)})", ranks)
    if args.detail is not None:
        for one in questions:
            before, after = rank(one, 0), rank(one, args.detail)
            if before != after:
                print(f"{one['id']}: {before} -> {after}  {one['text'][:90]}")


if __name__ == "__main__":
    main()
