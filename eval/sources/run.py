#!/usr/bin/env python3
"""One search over all sources beside the search of each single source, on questions with what is right for them.

    eval/sources/run.py --satchel PATH --ctx DIR [--commit REV] [--half NAME] [--questions] [--unrelated FILE]
    eval/sources/run.py --check --ctx DIR [--commit REV]

Makes the workspaces of eval/pack: ctx (DIR, at its commit) and this repository without eval/, with memories, graphs
and an index. Asks every question twice, `satchel search TEXT` and the same with --source, and prints a table for each
half: of the questions of each source, how often a right item is within the first 1, 5 and 10 of the combined list and
of its own source's list, and how many were abstained. --questions adds a line for each question with both places and
what stood before the right item. --unrelated asks the queries of FILE (eval/abstention/queries.jsonl) in the workspace
of ctx and counts the answers that show a text. --check only looks whether the set is sound.
"""

import argparse
import collections
import importlib.util
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
EVAL = HERE.parent


def module_of(path):
    """A script beside this folder, as a module."""
    spec = importlib.util.spec_from_file_location(f"{path.parent.name}_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


pack = module_of(EVAL / "pack" / "run.py")

QUERIES = HERE / "queries.jsonl"
REPOSITORIES = ("satchel", "ctx")
SOURCES = ("code", "notes", "graph", "memory")
COUNTS = {"code": 24, "notes": 20, "graph": 10, "memory": 6}
MOST_CODE = 2  # right paths of one question
FIRST = (1, 5, 10)
LIMIT = max(FIRST)
COLUMNS = "".join(f"{first:5}" for first in FIRST)
# The rule: a right item is as often within the first `JUDGED` of the combined list as of its own, but for `ALLOWED`.
JUDGED, ALLOWED = 5, 2
NOTES = ".context/"
UNRELATED_TO = "ctx"
# Questions about other repositories: nobody has looked whether ctx has an answer.
ABOUT_OTHERS = "other_repository"


def read_queries(half):
    queries = pack.read_lines(QUERIES)
    for query in queries:
        query["half"] = pack.half_of(query["text"])
    return [query for query in queries if half in ("both", query["half"])]


def name_of(item):
    return f"{item['source']} {item.get('path') or item.get('title') or item.get('id')}"


# Whether the set is sound.


class Known:
    """What a repository has at a commit, without a checkout, and the memories and nodes that are imported there."""

    def __init__(self, name, directory, commit):
        self.directory, self.commit = directory, commit
        self.paths = set(self.git("ls-tree", "-r", "-z", "--name-only", commit).split("\0"))
        self.nodes = [pack.plain(node["title"]) for node in pack.read_lines(EVAL / "pack" / f"graph_{name}.jsonl")]
        memories = pack.read_lines(EVAL / "pack" / "memories.jsonl")
        self.memories = {row["id"] for row in memories if row["repository"] == name}

    def git(self, *arguments):
        call = ["git", "-C", str(self.directory), *arguments]
        done = subprocess.run(call, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"git {arguments[0]} in {self.directory}: {done.stderr.strip()}")
        return done.stdout

    def has(self, item):
        source = item["source"]
        if source == "code":
            return item["path"] in self.paths and not item["path"].startswith(("eval/", NOTES))
        if source == "notes":
            path = NOTES + item["file"]
            text = self.git("show", f"{self.commit}:{path}") if path in self.paths else ""
            return pack.plain(item["title"]) in pack.plain(text)
        if source == "graph":
            return sum(pack.plain(item["title"]) in node for node in self.nodes) == 1
        return item["id"] in self.memories


def faults_of(query, known):
    if query["repository"] not in REPOSITORIES or query["source"] not in SOURCES:
        yield "unknown repository or source"
        return
    sources = [item["source"] for item in query["right"]]
    if query["source"] not in sources:
        yield f"nothing of {query['source']} is right"
    if sources.count("code") > MOST_CODE:
        yield f"{sources.count('code')} right paths"
    for item in query["right"]:
        if not known[query["repository"]].has(item):
            yield f"there is no {name_of(item)}"


def check(queries, known):
    """The number of faults, each printed."""
    faults = [f"{query['id']}: {fault}" for query in queries for fault in faults_of(query, known)]
    for key in ("id", "text"):
        counts = collections.Counter(query[key] for query in queries)
        faults += [f"{value}: a {key} that is there {count} times" for value, count in counts.items() if count > 1]
    sizes = collections.Counter(query["source"] for query in queries)
    faults += [f"{source}: {sizes[source]} questions" for source in SOURCES if sizes[source] != COUNTS[source]]
    for fault in faults:
        print(fault)
    print(f"{len(queries)} questions, {len(faults)} faults")
    return len(faults)


# Asking.


def is_item(item, result):
    """Code is known by its path, a memory by its id, notes and nodes by a part of the title."""
    source = item["source"]
    if result["source"] != source:
        return False
    if source == "code":
        return result["path"] == item["path"]
    ident = result.get("id") or ""
    if source == "memory":
        return ident.rpartition("/")[2] == item["id"]
    if source == "notes" and item["file"] not in (ident.partition("#")[0], result["path"].removeprefix(NOTES)):
        return False
    return pack.plain(item["title"]) in pack.plain(result.get("symbol") or "")


def place_of(items, results):
    """Of the first result that is one of the items, from 1; nothing when there is none."""
    for place, result in enumerate(results, 1):
        if any(is_item(item, result) for item in items):
            return place
    return None


def search(asked, text, *more):
    return asked.run("search", text, "--limit", str(LIMIT), *more)


def title_of(result):
    text = result["path"] if result["source"] == "code" else result.get("symbol") or result.get("id") or result["path"]
    return f"{result['source']} {text}"


def judge(query, combined, own):
    same = [item for item in query["right"] if item["source"] == query["source"]]
    place = place_of(query["right"], combined["results"])
    before = combined["results"][: place - 1] if place else combined["results"]
    return {
        "query": query,
        "combined": place,
        # Without what other sources say of it.
        "same": place_of(same, combined["results"]),
        "own": place_of(same, own["results"]),
        "abstained": bool(combined.get("abstained")),
        "own_abstained": bool(own.get("abstained")),
        "before": [title_of(result) for result in before],
    }


def ask_all(workspaces, queries):
    for query in queries:
        asked = workspaces[query["repository"]]
        combined = search(asked, query["text"])
        yield judge(query, combined, search(asked, query["text"], "--source", query["source"]))


def unrelated_queries(path, half):
    """Those that are asked of ctx in eval/abstention, then those about other products, fields and languages."""
    for query in pack.read_lines(path):
        text = query.get("text")
        if query["kind"] == ABOUT_OTHERS or text is None or half not in ("both", pack.half_of(text)):
            continue
        listed = UNRELATED_TO in query["repositories"]
        yield {**query, "group": f"asked of {UNRELATED_TO} there" if listed else "asked of others there"}


def ask_unrelated(asked, queries):
    for query in queries:
        sources = [result["source"] for result in search(asked, query["text"])["results"]]
        yield {"query": query, "sources": sources}


# Reporting.


def within(rows, key, first):
    return sum(row[key] is not None and row[key] <= first for row in rows)


def print_line(name, rows):
    combined, own = ("".join(f"{within(rows, key, first):5}" for first in FIRST) for key in ("combined", "own"))
    abstained, own_abstained = (sum(row[key] for row in rows) for key in ("abstained", "own_abstained"))
    same = within(rows, "same", JUDGED)
    print(f"  {name:8}{len(rows):9}    {combined}{abstained:11}{same:15}    {own}{own_abstained:11}")


def print_rule(rows):
    combined, own = within(rows, "combined", JUDGED), within(rows, "own", JUDGED)
    print(f"within {JUDGED}: {combined} of {len(rows)} in the combined list, {own} in their own", end="")
    # The rule is about all questions: a half may have none to spare.
    kept = "kept" if combined >= own - ALLOWED else "broken"
    print(f"; the rule is {kept}" if len(rows) == sum(COUNTS.values()) else "")


def report(rows):
    for half in pack.HALVES:
        own = [row for row in rows if row["query"]["half"] == half]
        if not own:
            continue
        print(f"{half}, {len(own)} questions")
        print(f"{'combined list':>37}{'its own list':>47}")
        print(f"  source  questions    {COLUMNS}  abstained  own item in 5    {COLUMNS}  abstained")
        for source in SOURCES:
            print_line(source, [row for row in own if row["query"]["source"] == source])
        print_line("all", own)
        print()
    print_rule(rows)


def print_question(row):
    query = row["query"]
    combined = row["combined"] or ("abstained" if row["abstained"] else "-")
    own = row["own"] or ("abstained" if row["own_abstained"] else "-")
    before = "; ".join(row["before"])
    line = f"{query['half']} {query['id']} {query['source']} combined {combined}, alone {own}: {query['text']}"
    print(line + (f" [before: {before}]" if before else ""))


def report_unrelated(rows):
    print(f"unrelated, {len(rows)} queries in {UNRELATED_TO}")
    print("                         queries  something shown  a text shown  a text first   notes  graph  memory")
    for group in sorted({row["query"]["group"] for row in rows}):
        own = [row["sources"] for row in rows if row["query"]["group"] == group]
        texts = [[source for source in sources if source != "code"] for sources in own]
        first = sum(bool(sources) and sources[0] != "code" for sources in own)
        kinds = [sum(source in shown for shown in texts) for source in ("notes", "graph", "memory")]
        print(
            f"  {group:22} {len(own):7}  {sum(map(bool, own)):15}  {sum(map(bool, texts)):12}  {first:12}"
            f"   {kinds[0]:5}  {kinds[1]:5}  {kinds[2]:6}"
        )


def print_unrelated(row):
    if any(source != "code" for source in row["sources"]):
        text = " ".join(row["query"]["text"].split())[:120]
        print(f"{row['query']['id']} shows {','.join(row['sources'])}: {text}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--satchel", type=pathlib.Path, help="the program")
    parser.add_argument("--ctx", type=pathlib.Path, required=True, help="a clone of ctx that has the pinned commit")
    parser.add_argument("--commit", default="HEAD", help="of this repository (HEAD)")
    parser.add_argument("--half", choices=(*pack.HALVES, "both"), default="both")
    parser.add_argument("--questions", action="store_true", help="a line for each question")
    parser.add_argument("--unrelated", type=pathlib.Path, metavar="FILE", help="eval/abstention/queries.jsonl")
    parser.add_argument("--check", action="store_true", help="look at the set only")
    arguments = parser.parse_args()
    if arguments.check:
        places = {"satchel": (EVAL.parent, arguments.commit), "ctx": (arguments.ctx, pack.CTX_COMMIT)}
        known = {name: Known(name, *place) for name, place in places.items()}
        sys.exit(1 if check(read_queries("both"), known) else 0)
    if arguments.satchel is None:
        parser.error("--satchel is needed without --check")
    arguments.satchel = arguments.satchel.resolve()
    queries = read_queries(arguments.half)
    unrelated = list(unrelated_queries(arguments.unrelated, arguments.half)) if arguments.unrelated else []
    with tempfile.TemporaryDirectory(prefix="satchel-sources-") as place:
        workspaces = pack.prepare(arguments, pathlib.Path(place))
        rows = list(ask_all(workspaces, queries))
        unrelated_rows = list(ask_unrelated(workspaces[UNRELATED_TO], unrelated))
    report(rows)
    if unrelated_rows:
        print()
        report_unrelated(unrelated_rows)
    if arguments.questions:
        print()
        for row in rows:
            print_question(row)
        for row in unrelated_rows:
            print_unrelated(row)


if __name__ == "__main__":
    main()
