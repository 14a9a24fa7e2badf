#!/usr/bin/env python3
"""Compares the program with a second model of specification 003 on random repositories.

    python3 eval/conformance/second_code.py --count 100
    python3 eval/conformance/second_code.py --first 17 --count 1 --keep /tmp/look

The model is written from the specification, its decisions and docs/design/retrieval.md, not from the program. Each
random Python repository gets two requests. The model knows the imports and commits, because it made them, and works
out which files belong to which tier, from which seed and in which order, what may be cut, the edges of the package
and how the budget is spent. Three things it takes from the program: scores of the search, the estimate of how much
room the signatures of a file take, and the cost of each rendition.

Prints one line per difference with its seed and the number of differences.
"""

import argparse
import collections
import json
import math
import pathlib
import random
import sys
import tempfile

from harness import BINARY, Workspace

LEAST_COMMITS = 2
LARGEST_COMMIT = 50  # files
MOST_FOUND = 10
MARGIN = 10  # percent
SMALLEST, LARGEST = 320, 20_000  # tokens

SYLLABLES = "ba be bi bo da de di do fa fe fi fo ga ge gi go ka ke ki ko la le li lo ma me mi mo na ne ni no".split()
METHODS = ("apply", "settle", "measure", "collect")


# --- Random repositories ----------------------------------------------------------------------------


class Module:
    def __init__(self, path):
        self.path = path
        self.imports = []  # (module, name it takes)
        self.functions = []
        self.classes = []  # (name, methods)
        self.turn = 0

    @property
    def dotted(self):
        return self.path.removesuffix(".py").replace("/", ".")

    def text(self):
        lines = [f'"""Part {self.turn} of the works."""']
        for other, name in self.imports:
            lines.append(f"from {other.dotted} import {name}")
        for function, calls, size in self.functions:
            lines += ["", "", f"def {function}(first, second=0):", f'    """Does {function} once."""']
            lines += [f"    first = first + {number} * second" for number in range(size)]
            lines.append(f"    return {calls}(first)" if calls else "    return first")
        for name, methods in self.classes:
            lines += ["", "", f"class {name}:", f'    """Holds {name} of a person."""']
            for method, size in methods:
                lines += ["", f"    def {method}(self, value):"]
                lines += [f"        value = value - {number}" for number in range(size)]
                lines.append("        return value")
        return "\n".join(lines) + "\n"


class Repository:
    """Python modules with imports and a history, all from one seed."""

    def __init__(self, draw):
        self.draw = draw
        self.used = set()
        folders = [self.word() for _ in range(draw.randint(1, 5))]
        count = draw.choice((draw.randint(10, 30), draw.randint(30, 50), draw.randint(51, 64)))
        self.modules = [Module(f"{draw.choice(folders)}/{self.word()}.py") for _ in range(count)]
        for place, module in enumerate(self.modules):
            self.fill(module, self.modules[:place])
        self.commits = [[module.path for module in self.modules]]
        self.later = []  # what each later commit writes
        for _ in range(draw.randint(2, 10)):
            size = draw.choice((1, 2, 2, 3, 4, 8, 49, 50, 51, 60))
            changed = draw.sample(self.modules, min(size, count))
            files = {}
            for module in changed:
                module.turn += 1
                files[module.path] = module.text()
            self.later.append(files)
            self.commits.append(list(files))

    def word(self):
        while True:
            word = "".join(self.draw.choice(SYLLABLES) for _ in range(self.draw.randint(3, 4)))
            if word not in self.used:
                self.used.add(word)
                return word

    def fill(self, module, earlier):
        draw = self.draw
        for other in draw.sample(earlier, min(len(earlier), draw.choice((0, 0, 1, 1, 2, 3)))):
            names = [function for function, _, _ in other.functions] + [name for name, _ in other.classes]
            module.imports.append((other, draw.choice(names)))
        taken = [name for _, name in module.imports]
        for _ in range(draw.randint(1, 5)):
            module.functions.append((self.word(), draw.choice([*taken, ""]), draw.choice((1, 3, 8, 25))))
        for _ in range(draw.randint(0, 2)):
            methods = [(name, draw.choice((1, 4, 12))) for name in draw.sample(METHODS, draw.randint(1, 3))]
            module.classes.append((self.word().capitalize(), methods))

    def make(self, place, binary):
        first = {module.path: module.text() for module in self.modules}
        for module in self.modules:  # as it was before the later commits
            turn, module.turn = module.turn, 0
            first[module.path] = module.text()
            module.turn = turn
        space = Workspace(place, binary, first)
        for number, files in enumerate(self.later):
            space.commit(f"Turn {number}", files)
        return space


# --- The model ----------------------------------------------------------------------------------------


def imports_of(repository):
    return {(module.path, other.path) for module in repository.modules for other, _ in module.imports}


def common_commits(repository):
    """How many commits of at most 50 files two files have in common."""
    counts = collections.Counter()
    for files in repository.commits:
        if len(files) <= LARGEST_COMMIT:
            counts.update((one, other) for one in files for other in files if one != other)
    return counts


def request_of(repository):
    """A task, and the relation by which it names each file."""
    draw = repository.draw
    named = {}
    words = []
    for _ in range(draw.randint(1, 3)):
        module = draw.choice(repository.modules)
        kind = draw.choice(("path", "path", "function", "class", "method"))
        if kind in ("class", "method") and not module.classes:
            kind = "function"
        if kind == "path":
            words.append(module.path)
            named[module.path] = "path"
        elif kind == "function":
            words.append(draw.choice(module.functions)[0] + "()")
            named.setdefault(module.path, "symbol")
        else:
            name, methods = draw.choice(module.classes)
            words.append(name if kind == "class" else f"{name}.{draw.choice(methods)[0]}")
            named.setdefault(module.path, "symbol")
    return draw.choice(("fix ", "change ", "explain ")) + " and ".join(words), named


def related(tier, path, seeds, imports, common):
    """Relations that bring a file into a tier: (relation, seed)."""
    if tier == 2:
        return ({("imports", seed) for seed in seeds if (path, seed) in imports}
                | {("imported_by", seed) for seed in seeds if (seed, path) in imports})
    return {("changed_with", seed) for seed in seeds if common[path, seed] >= LEAST_COMMITS}


def tiers_of(repository, seeds):
    """Candidates of tiers 2 and 3: {tier: {path: relations}}. A file is in the first tier that has it."""
    imports, common = imports_of(repository), common_commits(repository)
    taken, tiers = set(seeds), {}
    for tier in (2, 3):
        found = {module.path: related(tier, module.path, seeds, imports, common) for module in repository.modules
                 if module.path not in taken}
        tiers[tier] = {path: relations for path, relations in found.items() if relations}
        taken |= set(tiers[tier])
    return tiers


def tokens_of(text):
    return math.ceil(len(text.encode()) / 4)


def signature_tokens(size):
    """The program's estimate of what the signatures of a file take."""
    return min(max(size // 40, 12), 300)


def renditions_of(line):
    """The forms of a line of the packing record with their bytes, richest first."""
    is_outline = line["provenance"]["rule"] == "outline"
    alone = is_outline and len(line["offered"]) == 1
    names = ["name"] if alone else ["signature_doc", "signature", "name"] if is_outline else [
        "full", "signature_doc", "signature", "name"]
    return [(names[offer["step"]], offer["cost"]["bytes"]) for offer in line["offered"]]


def allocation(tiers, frames, room):
    """The form in which each line is shown. `tiers` has the lines of each tier, best first.

    Files that the task names first get their shortest form. Then tier by tier, in a tier bodies before outlines:
    everything that fits by its longest form, then what is left by the longest form that fits. The specification asks
    for tiers in order, for named files at every budget, and for signatures where bodies have no room; the rest of the
    order is the program's own. `room` is in bytes, without what frames the packet; `frames` is what a tier takes that
    shows anything.
    """
    shown, costs, opened = {}, {}, set()

    def take(tier, line, forms):
        nonlocal room
        for form, cost in forms:
            if form == shown.get(line["id"]):
                return
            more = cost - costs.get(line["id"], 0) + (0 if tier in opened else frames[tier])
            if more <= room:
                room -= more
                opened.add(tier)
                shown[line["id"]], costs[line["id"]] = form, cost
                return

    for at, tier in enumerate(tiers):
        for line in tier:
            if line.get("pinned"):
                take(at, line, renditions_of(line)[-1:])
    for at, tier in enumerate(tiers):
        tier = sorted(tier, key=lambda line: line["provenance"]["rule"] == "outline")
        for line in tier:
            take(at, line, renditions_of(line)[:1])
        for line in tier:
            take(at, line, renditions_of(line))
    return shown


def frames_of(sections):
    """What frames each section, in bytes. One that shows nothing differs from the others by its heading alone."""
    shown = [(section["cost"]["bytes"] - sum(item["cost"]["bytes"] for item in section["items"]) - len(section["heading"]))
             for section in sections if section["items"]]
    return [max(shown, default=0) + len(section["heading"]) for section in sections]


# --- The comparison -------------------------------------------------------------------------------------

TIERS = {"seeds": 1, "dependencies": 2, "co_changes": 3, "metadata": 4}


class Comparison:
    """One request: what the program answered, and what the model expects."""

    def __init__(self, repository, named, made, rows, context, texts):
        self.repository, self.named, self.made, self.context, self.texts = repository, named, made, context, texts
        self.rows = collections.defaultdict(list)  # of the scope, by tier
        for row in rows:
            if row["stage"] == "code.scope":
                self.rows[TIERS[row["section"]]].append(row)
        self.found = []

    def differs(self, kind, text):
        self.found.append(f"{kind}: {text}")

    def run(self):
        self.compare_seeds()
        self.compare_tiers()
        self.compare_cut()
        self.compare_edges()
        self.compare_size()
        self.compare_allocation()
        return self.found

    def compare_seeds(self):
        files = {file["path"]: file for file in self.made["files"]}
        for path in self.named:
            if path not in files:
                self.differs("a seed is missing", path)
        mentioned = {path for path, file in files.items() if file["mentioned"]}
        if mentioned - set(self.named):
            self.differs("named without being named", sorted(mentioned - set(self.named)))
        searched = [row for row in self.rows[1] if row["included"] and row["provenance"]["relation"] == "search"]
        if len(searched) > MOST_FOUND:
            self.differs("more than ten by search", len(searched))
        self.seeds = [row["item"] for row in self.rows[1] if row["included"]]

    def compare_tiers(self):
        expected = tiers_of(self.repository, self.seeds)
        earlier = set(self.seeds)
        for tier in (2, 3):
            rows = {row["item"]: row for row in self.rows[tier]}
            again = {path for path in rows if path in expected[2]} if tier == 3 else set()
            for path in sorted(again):
                if rows[path]["included"]:
                    self.differs("in tier 3 after tier 2 had no room", path)
            got = set(rows) - again
            if got != set(expected[tier]):
                self.differs(f"tier {tier}", f"too many {sorted(got - set(expected[tier]))}, "
                                             f"missing {sorted(set(expected[tier]) - got)}")
            for path in got & set(expected[tier]):
                provenance = rows[path]["provenance"]
                if (provenance["relation"], provenance["seed"]) not in expected[tier][path]:
                    self.differs("provenance", f"{path}: {provenance}")
            self.compare_order(tier, expected[tier])
            earlier |= got
        if self.rows[4]:
            self.differs("tier 4 without enrichment", len(self.rows[4]))

    def compare_order(self, tier, expected):
        included = [row for row in self.rows[tier] if row["included"]]
        keys = [(-row["score"], row["item"]) for row in included]
        if keys != sorted(keys):
            self.differs(f"order of tier {tier}", [row["item"] for row in included])
        if tier != 2:
            return
        touched = {path: {seed for _, seed in relations} for path, relations in expected.items()}
        weight = {row["item"]: row["terms"][0]["value"] for row in included}
        for one in weight:
            for other in weight:
                if one in touched and other in touched and touched[one] > touched[other] and weight[one] <= weight[other]:
                    self.differs("more seeds are worth no more", f"{one}, {other}")

    def compare_cut(self):
        sizes = {module.path: len(module.text().encode()) for module in self.repository.modules}
        used = sum(signature_tokens(sizes[path]) for path in self.seeds)
        for tier in (2, 3):
            rows = sorted(self.rows[tier], key=lambda row: (-row["score"], row["item"]))
            full = False
            for row in rows:
                full = full or used + signature_tokens(sizes[row["item"]]) > self.made["budget"]
                if row["included"] == full:
                    self.differs("the end of a tier", f"{row['item']} {'in' if row['included'] else row['reason']}")
                    return
                if not full:
                    used += signature_tokens(sizes[row["item"]])

    def compare_edges(self):
        shown = {file["path"] for file in self.made["files"]}
        expected = {edge for edge in imports_of(self.repository) if set(edge) <= shown}
        got = {(edge["from"], edge["to"]) for edge in self.made["dependencies"]}
        if got != expected:
            self.differs("edges", f"too many {sorted(got - expected)}, missing {sorted(expected - got)}")

    def compare_size(self):
        for form, text in self.texts.items():
            if tokens_of(text) > self.made["budget"]:
                self.differs("over the budget", f"{form}: {tokens_of(text)} of {self.made['budget']}")
        if self.made["tokens_used"] > self.made["budget"]:
            self.differs("over the budget", f"{self.made['tokens_used']} of {self.made['budget']}")

    def compare_allocation(self):
        tiers = [offer["lines"] for step in self.context["record"]["steps"] for offer in step["offers"]]
        lines = [line for tier in tiers for line in tier]
        items = {item["id"]: item["rendition"] for section in self.made["sections"] for item in section["items"]}
        costs = {line["id"]: dict(renditions_of(line)) for line in lines}
        sections = self.context["packet"]["sections"]
        frames = frames_of(sections)
        frame = len(self.texts["prompt"].encode()) - sum(costs[name][form] for name, form in items.items())
        frame -= sum(size for size, section in zip(frames, sections) if section["items"])
        expected = allocation(tiers, frames, 4 * self.made["budget"] - frame)
        for name in sorted(set(expected) | set(items)):
            if expected.get(name) != items.get(name):
                self.differs("allocation", f"{name} is {items.get(name)} and should be {expected.get(name)}")
                break


def compare(seed, binary, place):
    """The differences of one repository's requests, and how many requests were compared."""
    draw = random.Random(seed)
    repository = Repository(draw)
    space = repository.make(place, binary)
    space.done("index")
    found, compared = [], 0
    for turn in range(2):
        task, named = request_of(repository)
        budget = int(math.exp(draw.uniform(math.log(SMALLEST), math.log(LARGEST))))
        flags = (task, "--no-llm", "--stages", "scope,precision", "--context-window", budget, "--reserved-tokens", 0,
                 "--margin", 0, "--task-id", f"t{turn}")
        answer = space.run("retrieve", *flags, "--format", "json")
        if answer.code != 0:
            found.append(f"request {turn} ({task}, {budget}): {answer}")
            continue
        made = answer.json()
        rows = space.done("runs", "show", made["run"], "--format", "json").json()["decisions"]
        ((context,),) = space.rows(f"sessions/t{turn}.db", "select value from session_value where name = 'final_context'")
        texts = {form: space.done("retrieve", *flags, "--format", form).out for form in ("markdown", "prompt")}
        compared += 1
        found += [f"request {turn} ({task}, {budget}): {difference}" for difference in
                  Comparison(repository, named, made, rows, json.loads(context), texts).run()]
    return found, compared


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--satchel", type=pathlib.Path, default=BINARY, metavar="BIN")
    parser.add_argument("--count", type=int, default=100, help="repositories (100)")
    parser.add_argument("--first", type=int, default=1, metavar="SEED", help="the first seed (1)")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR", help="keep the repositories in DIR")
    given = parser.parse_args()
    binary = given.satchel.resolve()
    differences = requests = 0
    for seed in range(given.first, given.first + given.count):
        with tempfile.TemporaryDirectory(prefix="second-") as scratch:
            place = (given.keep.resolve() if given.keep else pathlib.Path(scratch)) / str(seed)
            found, compared = compare(seed, binary, place)
        requests += compared
        differences += len(found)
        for difference in found:
            print(f"seed {seed}, {difference}", flush=True)
    print(f"{given.count} repositories, {requests} requests, {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
