#!/usr/bin/env python3
"""How often `satchel search` says that nothing here is an answer: where that is so, and where it is not.

    eval/abstention/run.py --satchel PATH --repositories MIRRORS [--half NAME] [--set SET]… [--queries] [--signs FILE]
                           [--work DIR]
    eval/abstention/run.py --check

Clones the repositories below (MIRRORS/owner+name/repo or MIRRORS/owner/name, at the commits below) and this one
(without eval/) and indexes each with a home of its own. Then it asks every query as a person does, on standard input, one
process each: queries without an answer from queries.jsonl and the unrelated prompts of eval/hooks, queries with one from
eval/questions, eval/typos, eval/pasted, the related prompts of eval/hooks and each --set (a folder that
eval/convert.py made, of which the queries about these repositories are asked). Prints for each kind how many were
abstained, then the curve: what another floor would give. --queries adds a line for each query that went wrong, --signs
writes what the decision was made from, for eval/abstention/fit.py. Questions are also asked of workspaces that have nothing but
the file that answers them. With --work clones and indexes stay for the next run.
--check only looks whether the set is sound.
"""

import argparse
import concurrent.futures
import hashlib
import json
import math
import pathlib
import shutil
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
EVAL = HERE.parent
sys.path.insert(0, str(EVAL))

import workspace  # noqa: E402: found beside this folder

OWN = "satchel"
HALVES = ("development", "held_out")
REPOSITORIES = {
    "aiohttp": ("aio-libs/aiohttp", "fc67cfdfd7d4bbf53ef76515fae69726626fe256"),
    "axios": ("axios/axios", "23a25af0688d1db2c396deb09229d2271cc24f6c"),
    "chi": ("go-chi/chi", "a54874f0e2f12647a19e82ee70dfa8185014100c"),
    "cobra": ("spf13/cobra", "61968e893eee2f27696c2fbc8e34fa5c4afaf7c4"),
    "ctx": ("ActiveMemory/ctx", "ce5a832885d66ba3608e02d2db85e5e90a455559"),
    "django": ("django/django", "03988c5a5ba248c3b9b11ea96fd4fda5e98849aa"),
    "flask": ("pallets/flask", "2ac89889f4cc330eabd50f295dcef02828522c69"),
    "guzzle": ("guzzle/guzzle", "2779e868a00289e1b1fd854af030c43a06f4bcb4"),
    "lazy.nvim": ("folke/lazy.nvim", "306a05526ada86a7b30af95c5cc81ffba93fef97"),
    "model2vec": ("MinishLab/model2vec", "b3012ee04e41c634383a5d735cb3c7c51e806a18"),
    "monolog": ("Seldaek/monolog", "68b974809baff3f071893de61447212e9e688ee7"),
    "nvm": ("nvm-sh/nvm", "d200a215594bdda07e130117c9d392fff29cba84"),
    "rack": ("rack/rack", "ca8a404704ed043797c4f9d482c97d722c0dc719"),
    "redis": ("redis/redis", "4f8cdc2a1ea53e42955af758aabffee67cb455dd"),
    "requests": ("psf/requests", "ef439eb779c1eba7cbdeeeb302b11e1e061b4b7d"),
    "zls": ("zigtools/zls", "295cedd8ddd040c77e6666ddab6ef6da8c0beffa"),
}
SHORT = {**{name: short for short, (name, _) in REPOSITORIES.items()}, "": OWN}
# Of the queries with an answer, wrongly abstained.
FIRST = 5
ONE_FILE = ("questions", "semble")
STRIDE = 7  # so that neighbours in the set are not asked of neighbours
STEPS = (0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.075, 0.10)


def read_lines(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def half_of(text):
    return HALVES[hashlib.sha1(text.encode()).digest()[-1] & 1]


# What is asked.


def unanswered():
    questions = {question["id"]: question["text"] for question in read_lines(EVAL / "questions" / "queries.jsonl")}
    for query in read_lines(HERE / "queries.jsonl"):
        text = query["text"] if "text" in query else questions[query["question"]]
        for repository in query["repositories"]:
            yield {"id": f"{query['id']}@{repository}", "repository": repository, "text": text, "kind": query["kind"]}
    for prompt in read_lines(EVAL / "hooks" / "prompts.jsonl"):
        # A single word may be a name.
        if prompt["kind"] == "unrelated" and len(prompt["text"].split()) > 1:
            yield {"id": prompt["id"], "repository": prompt["repository"], "text": prompt["text"], "kind": "prompt"}


def answered(sets):
    for folder in (EVAL / "questions", EVAL / "typos", EVAL / "pasted", *sets):
        for query in read_lines(folder / "queries.jsonl"):
            if query["repository"] in SHORT:
                repository = SHORT[query["repository"]]
                yield {**query, "repository": repository, "kind": folder.name}
    for prompt in read_lines(EVAL / "hooks" / "prompts.jsonl"):
        if prompt["kind"] == "related":
            gold = [item for item in prompt["right"] if isinstance(item, str)]
            yield {"id": prompt["id"], "repository": prompt["repository"], "text": prompt["text"], "kind": "prompt", "gold": gold}


def of_one_file(queries):
    """Questions once more, asked of the file that answers them and nothing else; beside each two without an answer."""
    for half in HALVES:
        own = [query for query in queries if query["half"] == half]
        none = [query for query in own if not query["answered"] and query["kind"] != "pasted"]
        turn = 0
        for query in own:
            if not query["answered"] or query["kind"] not in ONE_FILE or "\n" in query["text"]:
                continue
            place = {"repository": f"one/{query['id']}", "file": (query["repository"], query["gold"][0]), "kind": "one_file"}
            yield {**query, **place}
            for _ in range(2):
                turn += 1
                other = none[turn * STRIDE % len(none)]
                # Ids have the names of repositories: nothing about the one that the file is of.
                if query["repository"] not in other["id"]:
                    yield {**other, **place, "id": f"{other['id']}@{query['id']}"}


def queries_of(sets, half):
    everything = [{**query, "answered": False} for query in unanswered()]
    everything += [{**query, "answered": True} for query in answered(sets)]
    for query in everything:
        query.setdefault("half", half_of(query["text"]))
    everything += list(of_one_file(everything))
    return [query for query in everything if half in ("both", query["half"])]


def faults_of(query, questions):
    if ("text" in query) == ("question" in query):
        yield "either a text or a question"
    if "question" in query and query["question"] not in questions:
        yield f"there is no question {query['question']}"
    if not query["repositories"]:
        yield "asked of no repository"
    for repository in query["repositories"]:
        if repository != OWN and repository not in REPOSITORIES:
            yield f"unknown repository {repository}"
        if repository == query.get("question", "").split("-")[0]:
            yield f"{repository} has an answer"


def check():
    """The number of faults, each printed."""
    queries = read_lines(HERE / "queries.jsonl")
    questions = {question["id"] for question in read_lines(EVAL / "questions" / "queries.jsonl")}
    faults = [f"{query['id']}: {fault}" for query in queries for fault in faults_of(query, questions)]
    for key in ("id", "text", "question"):
        values = [query[key] for query in queries if key in query]
        faults += [f"{value}: a {key} that is there twice" for value in sorted(set(values)) if values.count(value) > 1]
    for fault in faults:
        print(fault)
    print(f"{len(queries)} queries, {len(faults)} faults")
    return len(faults)


# Asking.


class Workspaces:
    """A clone of each repository with an index, made when it is first asked."""

    def __init__(self, arguments, place):
        self.satchel, self.mirrors, self.place = str(arguments.satchel.resolve()), arguments.repositories, place
        home = place / "home"
        home.mkdir(parents=True, exist_ok=True)
        self.environment = workspace.environment_of(home)
        self.roots = {}

    def call(self, *arguments, given=None):
        return workspace.call(*arguments, environment=self.environment, given=given).stdout

    def origin_of(self, name):
        if name == OWN:
            return EVAL.parent, "HEAD"
        repository, commit = REPOSITORIES[name]
        for path in (self.mirrors / repository.replace("/", "+") / "repo", self.mirrors / repository):
            if path.is_dir():
                return path.resolve(), commit
        sys.exit(f"{repository} is not in {self.mirrors}")

    def root_of(self, name, file=None):
        if name in self.roots:
            return self.roots[name]
        root = self.place / name
        if file and not root.exists():
            source = self.root_of(file[0]) / file[1]
            (root / file[1]).parent.mkdir(parents=True)
            if source.is_file():
                shutil.copyfile(source, root / file[1])
            self.call("git", "init", "--quiet", str(root))
        elif not root.exists():
            origin, commit = self.origin_of(name)
            self.call("git", "clone", "--quiet", "--shared", "--no-checkout", str(origin), str(root))
            self.call("git", "-C", str(root), "checkout", "--quiet", "--detach", commit if name != OWN else "HEAD")
            if name == OWN:  # the queries themselves must not be found
                self.call("rm", "-r", str(root / "eval"))
        self.call(self.satchel, "index", "--workspace", str(root))
        self.roots[name] = root
        return root

    def ask(self, query):
        root = self.roots[query["repository"]]
        command = (self.satchel, "search", "--workspace", str(root), "--no-refresh", "--format", "json", "--explain", "--", "-")
        answer = json.loads(self.call(*command, given=query["text"]))
        floor = answer["floor"]
        gold = set(query.get("gold", []))
        return {
            **query,
            "abstained": answer["confidence"] != "sure",
            "reason": answer["reason"],
            "form": answer["form"],
            "signs": {sign["name"]: float(sign["value"]) for sign in floor["signs"]} if floor else None,
            "standing": standing_of(answer),
            "found": {kind: any(place["path"] in gold for place in places[:FIRST]) for kind, places in shown_of(answer).items()},
        }


def shown_of(answer):
    """What is shown as an answer, and what is shown as the closest places."""
    sure = answer["confidence"] == "sure"
    return {"results": answer["results"] if sure else [], "nearest": [] if sure else answer["results"] + answer["nearest"]}


def standing_of(answer):
    """What a floor is compared with: below every floor what is abstained for another reason, above what is not judged."""
    if answer["confidence"] == "none":
        return -math.inf
    return float(answer["floor"]["standing"]) if answer["floor"] else math.inf


# Reporting.


def share(rows, value):
    return sum(map(value, rows)) / len(rows) if rows else 0


def print_kinds(rows):
    for answered_here, title in ((False, "without an answer, abstained"), (True, "with an answer, wrongly abstained")):
        own = [row for row in rows if row["answered"] == answered_here]
        print(f"  {title}: {share(own, lambda row: row['abstained']):.3f} of {len(own)}")
        for kind in sorted({row["kind"] for row in own}):
            of_kind = [row for row in own if row["kind"] == kind]
            print(f"    {kind:18} {share(of_kind, lambda row: row['abstained']):.3f} of {len(of_kind)}")


def print_found(rows):
    own = [row for row in rows if row["answered"] and row.get("gold")]
    shown = share(own, lambda row: row["found"]["results"])
    print(f"  a right file among the first {FIRST}: {shown:.3f} of {len(own)}; among the nearest of those that were abstained: ", end="")
    print(f"{share(own, lambda row: row['found']['nearest']):.3f}")


def print_curve(rows):
    right = sorted(row["standing"] for row in rows if row["answered"])
    none = [row["standing"] for row in rows if not row["answered"]]
    if not right or not none:
        return
    print("  the curve: wrongly abstained, rightly abstained, floor")
    for step in STEPS:
        floor = right[min(int(len(right) * step), len(right) - 1)]
        wrong = share(right, lambda standing, floor=floor: standing < floor)
        print(f"    {wrong:.3f}  {share(none, lambda standing, floor=floor: standing < floor):.3f}  {floor:+.3f}")


def report(rows):
    for half in HALVES:
        own = [row for row in rows if row["half"] == half]
        if own:
            print(f"{half}, {len(own)} queries")
            print_kinds(own)
            print_found(own)
            print_curve(own)


def print_wrong(rows):
    for row in sorted(rows, key=lambda row: row["standing"]):
        if row["abstained"] == row["answered"]:
            text = " ".join(row["text"].split())[:120]
            print(f"{row['half']} {row['id']} {'abstained' if row['abstained'] else 'answered'} {row['standing']:+.3f}: {text}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--satchel", type=pathlib.Path, help="the program")
    parser.add_argument("--repositories", type=pathlib.Path, help="where the mirrors are")
    parser.add_argument("--half", choices=(*HALVES, "both"), default="development")
    parser.add_argument("--set", type=pathlib.Path, action="append", default=[], help="more queries with an answer")
    parser.add_argument("--queries", action="store_true", help="a line for each query that went wrong")
    parser.add_argument("--signs", type=pathlib.Path, help="write what the decisions were made from")
    parser.add_argument("--work", type=pathlib.Path, help="kept; otherwise a temporary directory")
    parser.add_argument("--check", action="store_true", help="look at the set only")
    arguments = parser.parse_args()
    if arguments.check:
        sys.exit(1 if check() else 0)
    if arguments.satchel is None or arguments.repositories is None:
        parser.error("--satchel and --repositories are needed without --check")
    queries = queries_of(arguments.set, arguments.half)
    with tempfile.TemporaryDirectory(prefix="satchel-abstention-") as scratch:
        workspaces = Workspaces(arguments, arguments.work or pathlib.Path(scratch))
        for query in queries:
            workspaces.root_of(query["repository"], query.get("file"))
        queries = [query for query in queries if "file" not in query or (workspaces.roots[query["repository"]] / query["file"][1]).is_file()]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            rows = list(pool.map(workspaces.ask, queries))
    report(rows)
    if arguments.queries:
        print_wrong(rows)
    if arguments.signs:
        arguments.signs.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()
