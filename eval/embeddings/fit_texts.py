#!/usr/bin/env python3
"""What a weight of nearness would do to the order of texts, without indexing anything.

    satchel eval run FOLDER --answers ANSWERS
    eval/embeddings/fit_texts.py FOLDER ANSWERS --url URL --model NAME [--bytes N] [--vectors FILE.npz]

Embeds the texts and the queries of a set once (--vectors keeps them), their first N (1,000) bytes, and ranks the answers
of `satchel eval run` again for several weights, as src/engine/requests/near_texts.cc does it: the score and the weighted
nearness of those that are among the 256 nearest, within the first ten, within the next ten and so on. Prints both halves:
tune on the development half only. Needs NumPy.
"""

import argparse
import collections
import hashlib
import json
import math
import pathlib
import urllib.request

import numpy

WEIGHTS = (0, 0.2, 0.3, 0.5, 0.8, 1, 1.5, 2, 3)
NEAREST = 256
REORDERED = 10
BATCH = 32


def rows(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def text_of(row, most):
    shown = f"{row['title']}\n{row['text']}" if row.get("title") else row["text"]
    if row.get("caption"):
        shown += " " + row["caption"]
    return shown.encode()[:most].decode(errors="ignore") or " "


def embed(texts, arguments):
    vectors = []
    for at in range(0, len(texts), BATCH):
        body = json.dumps({"input": texts[at:at + BATCH], "model": arguments.model}).encode()
        request = urllib.request.Request(arguments.url + "/embeddings", data=body, headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=600) as answer:
            data = json.load(answer)["data"]
        vectors += [one["embedding"] for one in sorted(data, key=lambda one: one["index"])]
    made = numpy.array(vectors, dtype=numpy.float32)
    return made / numpy.linalg.norm(made, axis=1, keepdims=True)


def vectors_of(texts, queries, arguments):
    if arguments.vectors and arguments.vectors.exists():
        kept = numpy.load(arguments.vectors)
        return kept["texts"], kept["queries"]
    made = [embed([text_of(row, arguments.bytes) for row in part], arguments) for part in (texts, queries)]
    if arguments.vectors:
        numpy.savez(arguments.vectors, texts=made[0], queries=made[1])
    return made


def half_of(query):
    name = query.get("group") or query["id"]
    return "held_out" if int(hashlib.sha1(name.encode()).hexdigest()[-1], 16) % 2 else "development"


def nearness_of(similarities, ids):
    mean = float(similarities.mean())
    nearest = numpy.argsort(-similarities)[:NEAREST]
    return {ids[i]: max(0.0, (float(similarities[i]) - mean) / (1 - mean)) for i in nearest}


def ranked(results, nearness, weight):
    order = []
    for at in range(0, len(results), REORDERED):
        part = results[at:at + REORDERED]
        order += sorted(part, key=lambda one: -float(one["score"]) - weight * nearness.get(one["id"], 0))
    return [one["id"] for one in order]


def figures(order, gold):
    rank = next((number for number, one in enumerate(order, 1) if one in gold), 0)
    gain = sum(1 / math.log2(number + 1) for number, one in enumerate(order[:10], 1) if one in gold)
    best = sum(1 / math.log2(number + 1) for number in range(1, min(len(gold), 10) + 1))
    return [rank == 1, len(gold & set(order[:5])) / len(gold), len(gold & set(order[:10])) / len(gold),
            1 / rank if rank else 0, gain / best]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("answers", type=pathlib.Path)
    parser.add_argument("--url", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--bytes", type=int, default=1000)
    parser.add_argument("--vectors", type=pathlib.Path)
    arguments = parser.parse_args()
    texts, queries = rows(arguments.folder / "corpus.jsonl"), rows(arguments.folder / "queries.jsonl")
    of_texts, of_queries = vectors_of(texts, queries, arguments)
    groups = collections.defaultdict(list)
    for number, text in enumerate(texts):
        groups[text.get("group", "")].append(number)
    numbers = {query["id"]: number for number, query in enumerate(queries)}
    cases = []
    for answer in rows(arguments.answers):
        number = numbers[answer["id"]]
        group = groups[queries[number].get("group", "")]
        near = nearness_of(of_texts[group] @ of_queries[number], [texts[i]["id"] for i in group])
        cases.append((half_of(queries[number]), answer["results"], near, set(answer["gold"])))
    print("| half | questions | weight | first | R@5 | R@10 | MRR | nDCG@10 |\n|---|--:|--:|--:|--:|--:|--:|--:|")
    for half in ("development", "held_out"):
        of_half = [case for case in cases if case[0] == half]
        for weight in WEIGHTS:
            sums = [figures(ranked(results, near, weight), gold) for _, results, near, gold in of_half]
            means = [sum(column) / len(sums) for column in zip(*sums)]
            print(f"| {half} | {len(sums)} | {weight} | " + " | ".join(f"{mean:.3f}" for mean in means) + " |")


if __name__ == "__main__":
    main()
