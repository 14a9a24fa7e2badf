#!/usr/bin/env python3
"""Questions with vectors and without: what a server of embeddings adds to the search by words.

    eval/embeddings/run.py --satchel PATH --url URL --model NAME [--set FILE] [--clone OWNER/NAME=DIR]… [--half NAME]
        [--work DIR] [--answers FILE] [--foreign N] [--questions] [--no-own]

Asks the questions of eval/questions, or those of another set in the same form (--set), about this repository and about
every clone that is given (DIR is a clone that has the pinned commit). Each repository is checked out into a directory of
its own and indexed there, with vectors; then every question is asked twice, `satchel search TEXT` with `embed.*` set and
without. Prints for each repository, and for all, how often a right file is within the first 1, 5 and 10, the mean
reciprocal rank, and what the index took. --questions adds a line for each question whose place is another. --work keeps
the checked-out trees with their vectors for the next run. --answers writes what fit.py reads: each question with its
first files by words and what speaks for each. A question that was answered by words alone, because the server failed or
was too slow, is asked again twice, then counted and said: such a run measures nothing. --foreign asks each repository
N questions about others, which it cannot answer, and prints how near the nearest file is where the words say so.

URL is a server in OpenAI's protocol, such as `llama-server -m minilm.gguf --embedding --pooling mean`.
"""

import argparse
import contextlib
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
QUERIES = HERE.parent / "questions" / "queries.jsonl"
FIRST = (1, 5, 10)
# A file that one of them speaks for is named by the query: vectors do not move it.
NAMING = ("symbol", "definitions", "joined_names", "path", "module")
MOST = 100  # as many as a search gives
WEIGHT = 3.0  # of `similar`, in a question
NEAR_ANSWER = 0.4  # as in src/code/find/similar_code.h
TRIES = 3


def read_queries(path, half):
    with open(path, encoding="utf-8") as lines:
        queries = [json.loads(line) for line in lines if line.strip()]
    return [query for query in queries if half in ("both", query["half"])]


def check_out(clone, commit, root, place):
    """The files of a commit in a repository of their own, without its history and without our own questions."""
    place.mkdir(parents=True)
    archive = subprocess.run(["git", "-C", clone, "archive", commit, *([root] if root else [])], check=True,
                             capture_output=True)
    subprocess.run(["tar", "-x", "-C", place], input=archive.stdout, check=True)
    if clone == str(ROOT):
        subprocess.run(["rm", "-rf", place / "eval"], check=True)
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


def search(args, query, place, environment, *flags):
    """The answer, and whether it was found by words alone though a server is set."""
    for _ in range(TRIES):
        answer = run(args, ["search", query["text"], *flags], place, environment)
        alone = [remark for remark in answer["remarks"] if remark.startswith("found by words alone")]
        if not alone:
            return answer, ""
    return answer, alone[0]


def rank_of(answer, gold):
    """The place of the first right file, from 1; 0: there is none."""
    for place, result in enumerate(answer["results"], 1):
        if result["path"] in gold:
            return place
    return 0


def index(args, place, environment):
    began = time.monotonic()
    sent = 0
    while True:
        vectors = run(args, ["index"], place, environment)["vectors"]
        sent += vectors["sent"]
        if vectors["stopped"] is None:
            break
        print(f"  {vectors['with_vectors']} of {vectors['documents']}: {vectors['stopped']}", flush=True)
        if vectors["sent"] == 0:
            sys.exit("no vectors are made")
    taken = time.monotonic() - began
    print(f"  {vectors['with_vectors']} of {vectors['documents']} documents with vectors, {sent} texts sent, "
          f"{taken:.0f} s", flush=True)


def candidate(result):
    """A file of the answer, with what fit.py needs to rank it by another weight."""
    terms = {term["name"]: float(term["value"]) for term in result["terms"]}
    return {"path": result["path"], "terms": terms, "named": any(terms.get(name, 0) > 0 for name in NAMING)}


def row(ranks):
    hits = "".join(f"{sum(0 < rank <= first for rank in ranks):5}" for first in FIRST)
    mean = sum(1 / rank for rank in ranks if rank) / len(ranks)
    return f"{hits}  {mean:.3f}"


def print_table(ranks):
    print("  first    1    5   10  mean reciprocal rank")
    print(f"  words{row(ranks[False])}\n  both {row(ranks[True])}", flush=True)


def ask_all(args, asked, place, home, answers):
    """The places of the first right files, by words and by both."""
    ranks = {False: [], True: []}
    failed = []
    for query in asked:
        abstained = {}
        for vectors in (False, True):
            answer, alone = search(args, query, place, environment_of(home, args, vectors))
            failed += [alone] if alone else []
            abstained[vectors] = answer["confidence"] != "sure"
            ranks[vectors].append(rank_of(answer, query["gold"]))
        if args.questions and ranks[False][-1] != ranks[True][-1]:
            print(f"  {query['id']}: {ranks[False][-1]} -> {ranks[True][-1]}  {query['text'][:90]}")
        if answers is not None:
            both, _ = search(args, query, place, environment_of(home, args, True), "--explain",
                             "--limit", str(MOST))
            kept = {key: query[key] for key in ("id", "repository", "half", "gold", "text")}
            kept |= {"form": both["form"], "words": ranks[False][-1], "both": ranks[True][-1],
                     "abstained": abstained[False], "files": [candidate(result) for result in both["results"]]}
            print(json.dumps(kept, ensure_ascii=False), file=answers, flush=True)
    if failed:
        print(f"  {len(failed)} questions were answered by words alone: {failed[0]}", file=sys.stderr)
    return ranks


def ask_foreign(args, questions, place, home):
    """How near the nearest file is to questions about something else, where the words say that nothing is an answer."""
    nearest = []
    for query in questions:
        words, _ = search(args, query, place, environment_of(home, args, False))
        both, _ = search(args, query, place, environment_of(home, args, True), "--explain", "--limit", str(MOST))
        if words["confidence"] != "sure" and both["form"] != "symbol":
            near = [float(term["value"]) / WEIGHT for result in both["results"] for term in result["terms"]
                    if term["name"] == "similar"]
            nearest.append(max(near, default=0))
    taken = sum(near >= NEAR_ANSWER for near in nearest)
    print(f"  {len(questions)} questions about others: the words answer {len(nearest)} of those that a model is asked with "
          f"nothing; of these vectors answer {taken}; nearest {sorted(round(near, 2) for near in nearest)[-3:]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--satchel", required=True)
    parser.add_argument("--url", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--set", default=str(QUERIES), metavar="FILE", help="queries.jsonl of another set")
    parser.add_argument("--clone", action="append", default=[], metavar="OWNER/NAME=DIR")
    parser.add_argument("--half", choices=("development", "held_out", "both"), default="both")
    parser.add_argument("--work", metavar="DIR", help="keeps trees and vectors")
    parser.add_argument("--answers", metavar="FILE", help="writes what fit.py reads")
    parser.add_argument("--foreign", type=int, default=0, metavar="N", help="asks so many questions about others, too")
    parser.add_argument("--questions", action="store_true")
    parser.add_argument("--no-own", action="store_true", help="not this repository")
    args = parser.parse_args()
    args.satchel = str(pathlib.Path(args.satchel).resolve())
    clones = dict(clone.split("=", 1) for clone in args.clone)
    if not args.no_own:
        clones[""] = str(ROOT)
    queries = read_queries(args.set, args.half)
    everything = {False: [], True: []}
    far = [query for query in queries if query["repository"] not in clones]
    chance = random.Random(7)
    with contextlib.ExitStack() as stack:
        work = pathlib.Path(args.work or stack.enter_context(tempfile.TemporaryDirectory())).resolve()
        answers = stack.enter_context(open(args.answers, "w", encoding="utf-8")) if args.answers else None
        for repository, clone in clones.items():
            asked = [query for query in queries if query["repository"] == repository]
            if not asked:
                sys.exit(f"no question is about {repository}")
            commit, root = asked[0]["commit"] or "HEAD", asked[0]["root"]
            home = work / f"{repository.replace('/', '+') or 'own'}-{commit[:10]}"
            if not (home / "tree" / ".git").exists():
                check_out(clone, commit, root, home / "tree")
            print(f"{repository or 'this repository'}: {len(asked)} questions", flush=True)
            index(args, home / "tree", environment_of(home, args, True))
            ranks = ask_all(args, asked, home / "tree", home, answers)
            print_table(ranks)
            if args.foreign:
                ask_foreign(args, chance.sample(far, args.foreign), home / "tree", home)
            for vectors, places in ranks.items():
                everything[vectors] += places
    if len(clones) > 1:
        print(f"all: {len(everything[True])} questions")
        print_table(everything)


if __name__ == "__main__":
    main()
