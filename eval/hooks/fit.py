#!/usr/bin/env python3
"""Fits the weights of src/ask/about.cc to what eval/hooks/run.py has written with --signs.

    eval/hooks/fit.py SIGNS [--silent 0.965] [--without NAME]…

Logistic regression over the development half, by Newton's method with a small penalty (eval/abstention/fit.py); the base
is then moved until that share of the unrelated prompts is silent. Prints the weights in thousandths as the table has
them, how many related prompts are spoken to with them, and the same where each repository's prompts are judged by weights that
were fitted without it: what to expect of a repository that nobody has seen.
"""

import argparse
import importlib.util
import json
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
PENALTY = 5.0


def load_regression():
    place = HERE.parent / "abstention/fit.py"
    spec = importlib.util.spec_from_file_location("abstention_fit", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.PENALTY = PENALTY
    return module


REGRESSION = load_regression()


def read_rows(path):
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    # Without signs nothing was judged: no word to search for, and so nothing is said.
    return [row for row in rows if row["half"] == "development" and row["signs"]]


def fit_rows(rows, names):
    values = [[row["signs"][name] for name in names] for row in rows]
    return REGRESSION.fit(values, [float(row["kind"] == "related") for row in rows])


def standing(row, names, weights, base):
    return base + sum(weight * row["signs"][name] for name, weight in zip(names, weights))


def floor_for(standings, rows, silent):
    """The lowest standing that speaks when so many unrelated prompts are silent."""
    unrelated = sorted(value for value, row in zip(standings, rows) if row["kind"] == "unrelated")
    return unrelated[min(int(len(unrelated) * silent), len(unrelated) - 1)] + 1e-9


def shares(standings, rows, floor):
    """Of the unrelated ones those that are silent, of the related ones those that are spoken to."""
    kinds = {"unrelated": [], "related": []}
    for value, row in zip(standings, rows):
        kinds[row["kind"]].append(value >= floor)
    speaking = {kind: sum(values) / len(values) for kind, values in kinds.items()}
    return 1 - speaking["unrelated"], speaking["related"]


def area(standings, rows):
    """How often a related prompt stands above an unrelated one."""
    related = [value for value, row in zip(standings, rows) if row["kind"] == "related"]
    unrelated = [value for value, row in zip(standings, rows) if row["kind"] == "unrelated"]
    above = sum((a > b) + (a == b) / 2 for a in related for b in unrelated)
    return above / (len(related) * len(unrelated))


def by_the_others(rows, names):
    standings = [0.0] * len(rows)
    for repository in sorted({row["repository"] for row in rows}):
        weights, base = fit_rows([row for row in rows if row["repository"] != repository], names)
        for i, row in enumerate(rows):
            if row["repository"] == repository:
                standings[i] = standing(row, names, weights, base)
    return standings


def describe(title, standings, rows, silent):
    floor = floor_for(standings, rows, silent)
    quiet, speaking = shares(standings, rows, floor)
    print(f"{title}: {quiet:.3f} silent, {speaking:.3f} spoken to, area {area(standings, rows):.3f}")
    return floor


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("signs", type=pathlib.Path)
    parser.add_argument("--silent", type=float, default=0.965, help="of the unrelated prompts (0.965)")
    parser.add_argument("--without", action="append", default=[], help="a sign that is left out")
    arguments = parser.parse_args()
    rows = read_rows(arguments.signs)
    names = [name for name in sorted(rows[0]["signs"]) if name not in arguments.without]
    weights, base = fit_rows(rows, names)
    standings = [standing(row, names, weights, base) for row in rows]
    floor = floor_for(standings, rows, arguments.silent)
    for name, weight in zip(names, weights):
        print(f'    {{"{name}", {round(weight * 1000)}}},')
    print(f"base {round((base - floor) * 1000)}")
    describe("all", standings, rows, arguments.silent)
    describe("each repository by the others", by_the_others(rows, names), rows, arguments.silent)


if __name__ == "__main__":
    main()
