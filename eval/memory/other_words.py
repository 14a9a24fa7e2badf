#!/usr/bin/env python3
"""Whether a recall finds the memory that answers a question in other words.

    eval/memory/other_words.py --satchel PATH [--half development|held_out|all] [--questions]
        [--embed-url URL --embed-model NAME]
    eval/memory/other_words.py --check

other_words.jsonl has 40 questions, each with the memory that answers it and no content word in common with it, and 60
memories of the same team about the same subjects. The runner imports all 100 into one workspace with its own home and
asks each question with `satchel recall --format json`. It prints how often the right memory comes first, and how often it
is among the first five. --questions lists what each question got.

--embed-url names a server in OpenAI's protocol, such as `llama-server -m minilm.gguf --embedding --pooling mean`. With it
`satchel index` makes the vectors of all memories first. --check only validates the set.
"""

import argparse
import datetime
import hashlib
import json
import pathlib
import re
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import workspace  # noqa: E402: found in the folder above

SET = HERE / "other_words.jsonl"
HALVES = ("development", "held_out")
PAIRS, OTHERS = 40, 60
NOW = datetime.datetime(2026, 11, 18, 12, tzinfo=datetime.timezone.utc)
FIRST = 5
STOP = set(
    "a about after again against all allowed also always an and another any anybody anything are as at be been before but "
    "by can do does down each ever every everything everybody few first for from get gets go goes had has have he her his "
    "how i if in into is it its just keep kept kind later like long look make many may me more most much must my never "
    "nobody none not of off on once one only or other our out over own should so some somebody such take than that the "
    "their them then there they things this to two up use used we what when where which who whoever why will with work "
    "you your".split()
)
SUFFIXES = ("ations", "ation", "ments", "ment", "ings", "ing", "ions", "ion", "ers", "ies", "er", "ed", "es", "ly", "s", "e", "y")
PREFIX = 5


def rows():
    with open(SET, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def half_of(question):
    return HALVES[hashlib.sha1(question.encode()).digest()[-1] & 1]


# Whether the set is sound.


def stem(word):
    for suffix in SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            return word[: -len(suffix)]
    return word


def stems(text):
    return {stem(word) for word in re.findall(r"[a-z0-9]+", text.lower()) if word not in STOP}


def shared(question, memory):
    """Stems that both have, and longer ones that begin with the same letters."""
    left, right = stems(question), stems(memory)
    begins = {word[:PREFIX] for word in left if len(word) >= PREFIX}
    return sorted((left & right) | {word for word in right if len(word) >= PREFIX and word[:PREFIX] in begins})


def faults(found):
    pairs = [row for row in found if "question" in row]
    if (len(pairs), len(found) - len(pairs)) != (PAIRS, OTHERS):
        yield f"{len(pairs)} pairs and {len(found) - len(pairs)} other memories"
    for key in ("id", "memory"):
        if len({row[key] for row in found}) != len(found):
            yield f"an {key} occurs twice"
    for row in pairs:
        if words := shared(row["question"], row["memory"]):
            yield f"{row['id']}: question and memory share {', '.join(words)}"


# Asking.


class Team(workspace.Workspace):
    """An empty repository with all memories, one made each day."""

    def __init__(self, found, place, satchel, embedder):
        origin, home = place / "origin", place / "origin-home"
        origin.mkdir()
        home.mkdir()
        who = {f"GIT_{role}_{what}": value for role in ("AUTHOR", "COMMITTER")
               for what, value in (("NAME", "A"), ("EMAIL", "a@example.org"), ("DATE", NOW.isoformat()))}
        quiet = workspace.environment_of(home, **who)
        workspace.call("git", "init", "--quiet", environment=quiet, at=origin)
        workspace.call("git", "commit", "--quiet", "--allow-empty", "--message", "Begin", environment=quiet, at=origin)
        super().__init__("team", origin, "HEAD", place, satchel, **embedder)
        mixed = sorted(found, key=lambda row: hashlib.sha1(row["memory"].encode()).digest())
        lines = [json.dumps(self.row(row, days)) for days, row in enumerate(mixed, 1)]
        self.call(self.satchel, "memory", "import", "-", given="\n".join(lines) + "\n")
        self.index(bool(embedder))

    @staticmethod
    def row(row, days):
        created = (NOW - datetime.timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")
        return {"id": row["id"], "text": row["memory"], "category": row.get("category", "fact"), "created": created}

    def index(self, embeds):
        """A run makes as many vectors as it has time for."""
        left = 1
        while left:
            made = json.loads(self.call(self.satchel, "index", "--format", "json").stdout)
            left = made["vectors"]["documents"] - made["vectors"]["with_vectors"] if embeds else 0

    def recall(self, question):
        now = NOW.strftime("%Y-%m-%dT%H:%M:%SZ")
        answer = json.loads(self.call(self.satchel, "recall", question, "--format", "json", "--now", now).stdout)
        return [item["id"] for item in answer["included"]], answer["notices"]


def report(results):
    print("| half | questions | first | among the first five | nothing recalled |\n|---|--:|--:|--:|--:|")
    for half in (*HALVES, "all"):
        own = [row for row in results if half in ("all", row["half"])]
        if not own or (half == "all" and len({row["half"] for row in own}) == 1):
            continue
        first = sum(row["rank"] == 1 for row in own) / len(own)
        five = sum(0 < row["rank"] <= FIRST for row in own) / len(own)
        nothing = sum(row["recalled"] == 0 for row in own) / len(own)
        print(f"| {half} | {len(own)} | {first:.3f} | {five:.3f} | {nothing:.3f} |")
    noticed = [row for row in results if row["notices"]]
    if noticed:
        print(f"\n{len(noticed)} recalls had a notice, the first: {noticed[0]['notices'][0]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--satchel", type=pathlib.Path)
    parser.add_argument("--half", choices=(*HALVES, "all"), default="all")
    parser.add_argument("--embed-url")
    parser.add_argument("--embed-model")
    parser.add_argument("--questions", action="store_true")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    found = rows()
    if arguments.check:
        wrong = list(faults(found))
        print("\n".join([*wrong, f"{len(found)} memories, {len(wrong)} faults"]))
        sys.exit(bool(wrong))
    if not arguments.satchel:
        parser.error("--satchel is needed")
    if bool(arguments.embed_url) != bool(arguments.embed_model):
        parser.error("--embed-url and --embed-model need each other")
    embedder = {}
    if arguments.embed_url:
        embedder = {"SATCHEL_EMBED_BASE_URL": arguments.embed_url, "SATCHEL_EMBED_MODEL": arguments.embed_model}
    results = []
    with tempfile.TemporaryDirectory(prefix="satchel-other-words-") as place:
        team = Team(found, pathlib.Path(place), arguments.satchel.resolve(), embedder)
        for row in found:
            half = half_of(row["question"]) if "question" in row else None
            if half and arguments.half in ("all", half):
                ids, notices = team.recall(row["question"])
                rank = ids.index(row["id"]) + 1 if row["id"] in ids else 0
                results.append({**row, "half": half, "rank": rank, "recalled": len(ids), "notices": notices})
    report(results)
    if arguments.questions:
        print()
        for row in results:
            place = f"number {row['rank']}" if row["rank"] else "missing"
            print(f"{row['half']:11} {place:9} of {row['recalled']:2}  {row['question']}")


if __name__ == "__main__":
    main()
