"""What a compiler says about a name in a file, and how it is compared with what Satchel says.

A use counts by file, line and name. Satchel keeps a name once for each symbol that uses it, with its first line: a use
on a later line of the same symbol is found by the same reference.
"""

import collections
import json
import typing


class Place(typing.NamedTuple):
    path: str
    line: int
    name: str


class Answer(typing.NamedTuple):
    name: str
    path: str
    line: int
    kind: str  # callable, type, value, or what is not counted: local, module
    to: frozenset  # of places; none: outside of the repository


KINDS = ("callable", "type", "value")
# Below it nothing but the name says that this definition is meant; the same number is in the retrieval of Satchel.
SURE = 0.8
CONSTRUCTORS = ("constructor", "__init__")
# Lines that may stand between the beginning of a symbol and its name: decorators.
ABOVE_NAME = 3


def read_references(lines):
    uses, imports = [], []
    for line in lines:
        row = json.loads(line)
        (imports if "import" in row else uses).append(row)
    return uses, imports


def leads_to(row, place, kind):
    target = row["to"]
    # `new Shape()` means the class, wherever its constructor is.
    named = target["name"] == place.name or (place.name in CONSTRUCTORS and target["kind"] == "class")
    if named and target["kind"] == "constructor" and kind == "type":
        return True
    if target["path"] != place.path or not named:
        return False
    local = kind == "local"
    last = min(target["last"], target["first"] + ABOVE_NAME) if local else target["last"]
    return target["first"] <= place.line <= last


class Comparison:
    """Figures of one repository. What is right is what the compiler says."""

    def __init__(self, answers, imports, statements, references, files):
        uses, imported = references
        self.rules = collections.defaultdict(collections.Counter)
        self.kinds = collections.defaultdict(collections.Counter)
        self.import_rules = collections.defaultdict(collections.Counter)
        self.wrong, self.missed = [], []
        self.wrong_imports, self.missed_imports = [], []
        self.compare_uses(answers, [row for row in uses if row["path"] in files], statements)
        self.compare_imports(imports, [row for row in imported if row["path"] in files], statements)

    def compare_uses(self, answers, uses, statements):
        said = collections.defaultdict(list)
        for answer in answers:
            said[answer.path, answer.line, answer.name].append(answer)
        by_name = collections.defaultdict(list)
        for row in uses:
            by_name[row["path"], row["use"]].append(row)
            if "rule" not in row:
                continue
            there = said.get((row["path"], row["line"], row["use"]))
            if not there:
                self.rules[row["rule"]]["unknown"] += 1
                continue
            right = any(leads_to(row, place, one.kind) for one in there for place in one.to)
            self.rules[row["rule"]]["right" if right else "wrong"] += 1
            if row["confidence"] < SURE:  # a rule may be sure in one language and not in another
                self.rules[row["rule"]]["right guess" if right else "wrong guess"] += 1
            if not right:
                self.wrong.append((row, there))
        for (path, line, name), there in said.items():
            places = {place for one in there if one.kind in KINDS for place in one.to}
            if not places:
                continue
            kind = next(one.kind for one in there if one.kind in KINDS)
            around = [row for row in by_name[path, name] if row["line"] <= line and row["first"] <= line <= row["last"]]
            found = [row for row in around if "rule" in row and any(leads_to(row, place, kind) for place in places)]
            self.kinds[kind]["all"] += 1
            if any(row["confidence"] >= SURE for row in found):
                self.kinds[kind]["sure"] += 1
            if found:
                self.kinds[kind]["found"] += 1
            else:
                self.missed.append((path, line, name, kind, sorted(places)[0], around))

    def compare_imports(self, imports, imported, statements):
        said = collections.defaultdict(set)
        for answer in imports:
            said[answer.path, answer.line] |= {place.path for place in answer.to}
        found = collections.defaultdict(list)
        for row in imported:
            line = statements.get(row["path"], {}).get(row["line"], row["line"])
            found[row["path"], line].append(row)

        def fits(target, paths):
            return target in paths or (target.endswith("/") and any(p.rpartition("/")[0] + "/" == target for p in paths))

        for place, rows in found.items():
            for row in rows:
                if not row["to"]:
                    continue
                verdict = "unknown"
                if place in said:
                    verdict = "right" if fits(row["to"], said[place]) else "wrong"
                if verdict == "wrong":
                    self.wrong_imports.append((row, said[place]))
                self.import_rules[row["rule"]][verdict] += 1
        for place, paths in said.items():
            self.import_rules["all"]["said"] += 1
            if any(row["to"] and fits(row["to"], paths) for row in found.get(place, ())):
                self.import_rules["all"]["found"] += 1
            else:
                self.missed_imports.append((place, paths))
