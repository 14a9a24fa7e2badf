#!/usr/bin/env python3
"""Questions with vectors and without: what a server of embeddings adds to the search by words.

    eval/embeddings/run.py --satchel PATH --url URL --model NAME [--clone OWNER/NAME=DIR]… [--half NAME] [--questions]

Asks the questions of eval/questions about this repository and about every clone that is given (DIR is a clone that has
the pinned commit). Each repository is checked out into a directory of its own and indexed there, with vectors; then
every question is asked twice, `satchel search TEXT` with `embed.*` set and without. Prints for each repository how
often a right file is within the first 1, 5 and 10, the mean reciprocal rank, and what the index took. --questions adds
a line for each question whose place is another. A question that was answered by words alone, because the server
failed or was too slow, is counted and said: such a run measures nothing.

URL is a server in OpenAI's protocol, such as `llama-server -m minilm.gguf --embedding --pooling mean`.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
QUERIES = HERE.parent / "questions" / "queries.jsonl"
FIRST = (1, 5, 10)


def read_queries(half):
    with open(QUERIES, encoding="utf-8") as lines:
        queries = [json.loads(line) for line in lines if line.strip()]
    return [query for query in queries if half in ("both", query["half"])]


def check_out(clone, commit, place):
    """The files of a commit in a repository of their own, without its history."""
    place.mkdir()
    archive = subprocess.run(["git", "-C", clone, "archive", commit], check=True, capture_output=True)
    subprocess.run(["tar", "-x", "-C", place], input=archive.stdout, check=True)
    subprocess.run(["git", "init", "--quiet", place], check=True)


def environment_of(home, args, vectors):
    environment = {"HOME": str(home), "PATH": os.environ["PATH"]}
    environment |= {name: value for name, value in os.environ.items() if name.startswith("SATCHEL_EMBED_MAX")}
    if vectors:
        environment |= {"SATCHEL_EMBED_BASE_URL": args.url, "SATCHEL_EMBED_MODEL": args.model}
    return environment


def run(args, words, place, environment):
    done = subprocess.run([args.satchel, *words, "--format", "json"], cwd=place, env=environment,
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: {done.stderr}")
    return json.loads(done.stdout)


def rank_of(answer, gold):
    """The place of the first right file, from 1; 0: there is none."""
    for place, result in enumerate(answer["results"], 1):
        if result["path"] in gold:
            return place
    return 0


def index(args, place, environment):
    began = time.monotonic()
    while True:
        vectors = run(args, ["index"], place, environment)["vectors"]
        if vectors["stopped"] is None:
            break
        print(f"  {vectors['with_vectors']} of {vectors['documents']}: {vectors['stopped']}", flush=True)
        if vectors["sent"] == 0:
            sys.exit("no vectors are made")
    print(f"  {vectors['with_vectors']} documents with vectors, {time.monotonic() - began:.0f} s", flush=True)


def row(ranks):
    hits = "".join(f"{sum(0 < rank <= first for rank in ranks):5}" for first in FIRST)
    mean = sum(1 / rank for rank in ranks if rank) / len(ranks)
    return f"{hits}  {mean:.3f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--satchel", required=True)
    parser.add_argument("--url", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--clone", action="append", default=[], metavar="OWNER/NAME=DIR")
    parser.add_argument("--half", choices=("development", "held_out", "both"), default="both")
    parser.add_argument("--questions", action="store_true")
    parser.add_argument("--no-own", action="store_true", help="not this repository")
    args = parser.parse_args()
    args.satchel = str(pathlib.Path(args.satchel).resolve())
    clones = dict(clone.split("=", 1) for clone in args.clone)
    if not args.no_own:
        clones[""] = str(ROOT)
    queries = read_queries(args.half)
    for repository, clone in clones.items():
        asked = [query for query in queries if query["repository"] == repository]
        if not asked:
            sys.exit(f"no question is about {repository}")
        with tempfile.TemporaryDirectory() as temporary:
            home = pathlib.Path(temporary)
            place = home / "tree"
            check_out(clone, asked[0]["commit"] or "HEAD", place)
            print(f"{repository or 'this repository'}: {len(asked)} questions", flush=True)
            index(args, place, environment_of(home, args, True))
            ranks = {False: [], True: []}
            alone = 0
            for query in asked:
                for vectors in (False, True):
                    answer = run(args, ["search", query["text"]], place, environment_of(home, args, vectors))
                    alone += any(remark.startswith("found by words alone") for remark in answer["remarks"])
                    ranks[vectors].append(rank_of(answer, query["gold"]))
                if args.questions and ranks[False][-1] != ranks[True][-1]:
                    print(f"  {query['id']}: {ranks[False][-1]} -> {ranks[True][-1]}")
            print("  first    1    5   10  mean reciprocal rank")
            print(f"  words{row(ranks[False])}\n  both {row(ranks[True])}")
            if alone:
                print(f"  {alone} questions were answered by words alone", file=sys.stderr)


if __name__ == "__main__":
    main()
