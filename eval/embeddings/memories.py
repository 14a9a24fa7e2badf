#!/usr/bin/env python3
"""Questions to memories with vectors and without.

    eval/embeddings/memories.py FOLDER --url URL --model NAME [--half development|held_out] [--limit N] [--groups N]
        [--work DIR] [--questions N]

FOLDER has corpus.jsonl and queries.jsonl (LoCoMo, SciFact). Each conversation becomes a workspace by `satchel memory
import`, as eval/memory/run.py makes it, and `satchel index` makes its vectors; a set without conversations is one
workspace. Each question is asked twice as `satchel search --source memory QUESTION`, with `embed.*` set and without.
Printed for each half is how often a right memory is first, the share of the right ones within the first five and ten, the
mean reciprocal rank, how many questions gain and lose, and the first N of these. --work keeps the workspaces and their
vectors for the next run. The halves are those of `satchel eval run`. SATCHEL names the program.

URL is a server in OpenAI's protocol, such as `llama-server -m minilm.gguf --embedding --pooling mean`.
"""

import argparse
import collections
import concurrent.futures
import importlib.util
import json
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
spec = importlib.util.spec_from_file_location("memory_run", HERE.parent / "memory" / "run.py")
memory = importlib.util.module_from_spec(spec)
spec.loader.exec_module(memory)

TRIES = 10  # a busy machine is late at times


def with_title(text):
    """As `satchel eval run` reads it: the title is the first line."""
    return {**text, "text": f"{text['title']}\n{text['text']}"} if text.get("title") else text


def workspace_of(texts, base, flags):
    """Imported and with all vectors, unless an earlier run has done so."""
    place = base / "workspace", base / "home"
    if not (base / "made").exists():
        place = memory.import_group([with_title(text) for text in texts], base)
        left = len(texts)
        while left:
            run = memory.satchel(["index", "--format", "json"], place[1], place[0], variables=flags)
            if run.returncode != 0:
                sys.exit(f"index: {run.stderr}")
            vectors = json.loads(run.stdout)["vectors"]
            left = vectors["documents"] - vectors["with_vectors"]
        (base / "made").write_text("", encoding="utf-8")
    return place


def found(question, place, now, flags):
    """Ids, the best first."""
    for _ in range(TRIES):
        run = memory.satchel(["search", "--source", "memory", "--format", "json", "--now", now, "--", question], place[1],
                             place[0], variables=flags)
        if run.returncode not in (0, 1):
            sys.exit(f"search {question}: {run.stderr}")
        answer = json.loads(run.stdout)
        if not any(remark.startswith("found by words alone") for remark in answer["remarks"]):
            return [one["id"] for one in answer["results"]]
    sys.exit(f"search {question}: {answer['remarks']}")


def figures(ids, gold):
    rank = next((number for number, one in enumerate(ids, 1) if one in gold), 0)
    share = [len(gold & set(ids[:most])) / len(gold) for most in (5, 10)]
    return [rank == 1, *share, 1 / rank if rank else 0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--url", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--half", choices=("development", "held_out"))
    parser.add_argument("--limit", type=int, default=0, help="questions of each conversation")
    parser.add_argument("--groups", type=int, default=0)
    parser.add_argument("--work", type=pathlib.Path)
    parser.add_argument("--questions", type=int, default=0)
    arguments = parser.parse_args()
    texts, queries = collections.defaultdict(list), collections.defaultdict(list)
    for text in memory.rows(arguments.folder / "corpus.jsonl"):
        texts[text.get("group", "")].append(text)
    for query in memory.rows(arguments.folder / "queries.jsonl"):
        half = memory.half_of(query.get("group") or query["id"])
        if query["gold"] and arguments.half in (None, half):
            queries[query.get("group", "")].append({**query, "half": half})
    flags = {"SATCHEL_EMBED_BASE_URL": arguments.url, "SATCHEL_EMBED_MODEL": arguments.model}
    jobs = []
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(2) as pool:
        work = arguments.work or pathlib.Path(scratch)
        groups = sorted(queries)[: arguments.groups or None]
        # A server that embeds is too slow for whoever asks.
        places = {group: workspace_of(texts[group], work / (group or "all"), flags) for group in groups}
        for group, place in places.items():
            now = memory.end_of(texts[group])
            for query in queries[group][: arguments.limit or None]:
                jobs.append((query, [pool.submit(found, query["text"], place, now, one) for one in ({}, flags)]))
        results = [(query, [job.result() for job in pair]) for query, pair in jobs]
    print("| half | questions | | first | R@5 | R@10 | MRR |\n|---|--:|---|--:|--:|--:|--:|")
    moved = []
    for half in sorted({query["half"] for query, _ in results}):
        of_half = [(query, {memory.memory_id({"id": one}) for one in query["gold"]}, pair) for query, pair in results
                   if query["half"] == half]
        for number, name in enumerate(("words", "with vectors")):
            rows = [figures(pair[number], gold) for _, gold, pair in of_half]
            means = [sum(column) / len(rows) for column in zip(*rows)]
            print(f"| {half} | {len(rows)} | {name} | " + " | ".join(f"{mean:.3f}" for mean in means) + " |")
        for query, gold, pair in of_half:
            before, after = (figures(ids, gold)[3] for ids in pair)
            if before != after:
                moved.append((half, before, after, query["text"]))
        gained = sum(after > before for which, before, after, _ in moved if which == half)
        lost = sum(after < before for which, before, after, _ in moved if which == half)
        print(f"\n{half}: {gained} gain, {lost} lose\n")
    for half, before, after, text in sorted(moved, key=lambda row: -abs(row[2] - row[1]))[: arguments.questions]:
        print(f"{half} {before:.2f} -> {after:.2f} {text}")


if __name__ == "__main__":
    main()
