#!/usr/bin/env python3
"""Fits the weights of src/code/rank/answer_floor.cc to what eval/abstention/run.py has written with --signs.

    eval/abstention/fit.py SIGNS [--most-wrong 0.03]

Logistic regression over the development half, by Newton's method with a small penalty; the base is then moved to the most
that may be wrongly abstained of all queries with an answer, those included that are not judged. Prints the weights in
thousandths, how many queries without an answer are abstained with them, and the same where each repository's queries are
judged by weights that were fitted without it: what to expect of a repository that nobody has seen.
"""

import argparse
import json
import math
import pathlib

ROUNDS = 12
PENALTY = 3.0


def read_rows(path):
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if row["half"] == "development"]


def solve(matrix, right):
    """Gauss and Jordan, with the largest pivot first."""
    rows = [line[:] + [value] for line, value in zip(matrix, right)]
    size = len(rows)
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(size):
            factor = rows[r][i] / rows[i][i] if r != i else 0
            if factor:
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def fit(values, wanted):
    """A weight for each column, and the base."""
    columns = list(zip(*values))
    means = [sum(column) / len(column) for column in columns]
    spreads = [math.sqrt(sum((v - m) ** 2 for v in c) / len(c)) or 1.0 for c, m in zip(columns, means)]
    scaled = [[(v - m) / s for v, m, s in zip(row, means, spreads)] + [1.0] for row in values]
    size = len(means) + 1
    weights = [0.0] * size
    for _ in range(ROUNDS):
        slope = [-PENALTY * weight for weight in weights[:-1]] + [0.0]
        bend = [[PENALTY if i == j < size - 1 else 0.0 for j in range(size)] for i in range(size)]
        for row, right in zip(scaled, wanted):
            chance = 1 / (1 + math.exp(-max(-30.0, min(30.0, sum(w * v for w, v in zip(weights, row))))))
            for i in range(size):
                slope[i] += (right - chance) * row[i]
                part = chance * (1 - chance) * row[i]
                for j in range(size):
                    bend[i][j] += part * row[j]
        weights = [weight + step for weight, step in zip(weights, solve(bend, slope))]
    plain = [weight / spread for weight, spread in zip(weights, spreads)]
    return plain, weights[-1] - sum(weight * mean for weight, mean in zip(plain, means))


def home_of(row):
    return row["file"][0] if "file" in row else row["repository"]


def standing(row, names, weights, base):
    if row["signs"] is None:
        return -math.inf if row["abstained"] else math.inf
    return base + sum(weight * row["signs"][name] for name, weight in zip(names, weights))


def rightly_abstained(standings, rows, most_wrong):
    """The floor for that, and the share of queries without an answer below it."""
    answered = sorted(value for value, row in zip(standings, rows) if row["answered"])
    floor = answered[int(len(answered) * most_wrong)]
    none = [value for value, row in zip(standings, rows) if not row["answered"]]
    return floor, sum(value < floor for value in none) / len(none)


def fit_rows(rows, names):
    judged = [row for row in rows if row["signs"] is not None]
    return fit([[row["signs"][name] for name in names] for row in judged], [float(row["answered"]) for row in judged])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("signs", type=pathlib.Path)
    parser.add_argument("--most-wrong", type=float, default=0.03)
    arguments = parser.parse_args()
    rows = read_rows(arguments.signs)
    names = [name for name in next(row["signs"] for row in rows if row["signs"]) if name != "base"]
    weights, base = fit_rows(rows, names)
    standings = [standing(row, names, weights, base) for row in rows]
    floor, share = rightly_abstained(standings, rows, arguments.most_wrong)
    for name, weight in zip(names, weights):
        print(f"{name:12} {round(weight * 1000):6}")
    print(f"{'base':12} {round((base - floor) * 1000):6}")
    print(f"abstained of those without an answer: {share:.3f}")
    unseen = [0.0] * len(rows)
    for repository in sorted({home_of(row) for row in rows}):
        others = fit_rows([row for row in rows if home_of(row) != repository], names)
        for i, row in enumerate(rows):
            if home_of(row) == repository:
                unseen[i] = standing(row, names, *others)
    print(f"each repository by the others: {rightly_abstained(unseen, rows, arguments.most_wrong)[1]:.3f}")


if __name__ == "__main__":
    main()
