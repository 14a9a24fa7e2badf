#!/usr/bin/env python3
"""What each term of the ranking is worth: figures with all of them, and the change without each.

    eval/ablate.py QUERIES FEATURES

FEATURES is what `rank_features` wrote for QUERIES; a query also has `gold`: a list of files, or of lists of files of
which any counts. Weights are those of src/code/rank/weights.cc. Prints nDCG@10, MRR and Acc@5, in points.
"""

import json
import math
import pathlib
import re
import sys

WEIGHTS = pathlib.Path(__file__).resolve().parent.parent / "src/code/rank/weights.cc"
FORMS = ("symbol", "words", "question", "report")


def snake(name):
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


def read_weights():
    """{"Feature" or "Penalty": {name: {form: weight}}}"""
    table = {"Feature": {}, "Penalty": {}}
    for kind, name, values in re.findall(r"(Feature|Penalty)::k(\w+), \{([^}]*)\}", WEIGHTS.read_text(encoding="utf-8")):
        table[kind][snake(name)] = dict(zip(FORMS, (int(value) / 1000 for value in values.split(","))))
    return table


def ranked(answer, weights):
    scores = []
    for file in answer["files"]:
        score = sum(weights["Feature"][name][answer["form"]] * value for name, value in file["features"].items())
        for name in file["penalties"]:
            score *= weights["Penalty"][name][answer["form"]]
        scores.append((-score, file["path"]))
    return [path for _, path in sorted(scores)]


def figures(queries, answers, weights):
    ndcg = mrr = accuracy = 0
    for query in queries:
        place = {path: rank for rank, path in enumerate(ranked(answers[query["id"]], weights), 1)}
        groups = [[gold] if isinstance(gold, str) else gold for gold in query["gold"]]
        ranks = [min((place[path] for path in group if path in place), default=math.inf) for group in groups]
        ideal = sum(1 / math.log2(i + 2) for i in range(min(10, len(ranks))))
        ndcg += sum(1 / math.log2(rank + 1) for rank in ranks if rank <= 10) / ideal
        mrr += 1 / min(ranks)
        accuracy += max(ranks) <= 5
    return [100 * value / len(queries) for value in (ndcg, mrr, accuracy)]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    queries = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
    answers = {row["id"]: row for row in map(json.loads, open(sys.argv[2], encoding="utf-8"))}
    queries = [query for query in queries if query["id"] in answers and query["gold"]]
    if not queries:
        sys.exit("no query has both gold and features")
    weights = read_weights()
    base = figures(queries, answers, weights)
    print(f"{len(queries)} queries: " + ", ".join(f"{n} {v:.1f}" for n, v in zip(("nDCG@10", "MRR", "Acc@5"), base)))
    for kind, neutral in (("Feature", 0), ("Penalty", 1)):
        for name, row in weights[kind].items():
            weights[kind][name] = dict.fromkeys(FORMS, neutral)
            without = figures(queries, answers, weights)
            weights[kind][name] = row
            shown = "  ".join(f"{b - a:+5.1f}" for a, b in zip(base, without))
            print(f"{'penalty ' if kind == 'Penalty' else ''}{name:<16}  {shown}")


if __name__ == "__main__":
    main()
