#!/usr/bin/env python3
"""Compares the program with a second model of specification 001 on random stores of memories.

    python3 eval/conformance/second_memory.py --count 200
    python3 eval/conformance/second_memory.py --first 17 --count 1 --keep /tmp/look

The model is written from the specification, its decisions and docs/formats, not from the program. A store has 3 to 60
memories with random dates, states, votes, uses and kinds, votes against single memories, and a profile. Each store gets
several requests with random settings. The model computes every term, the sum, the filter that removes a memory, the
section, the order and the cut, and checks that the budget is kept and that nothing is left out while it would fit. It takes
two things from the program: the score of the search, and whether the prompt is about any memory at all.

Prints one line per difference with its seed and the number of differences; exits with 1 if there are any.
"""

import argparse
import collections
import datetime
import decimal
import json
import math
import pathlib
import random
import re
import shutil
import sys
import tempfile

from harness import BINARY, Workspace

NOW = datetime.datetime(2026, 11, 18, 12, tzinfo=datetime.timezone.utc)
CLOCK = "2026-11-18T12:00:00Z"
BYTES_PER_TOKEN = 4
FRAME = 200  # bytes that an item and the heading of its section take at most
LINE = 60  # bytes that one more line of a section takes beside its text at most
PART_OF_BEST = 5
HALF_LIFE_DAYS = 7
ALIKE = 0.85
SECTIONS = ("memories", "episodes")
KINDS = ("mode", "term", "score", "filter", "section", "order", "budget", "packing", "profile")
FOR_ROOM = ("budget", "section_full", "too_large", "recount")  # reasons of the packer
LIFECYCLE = {"active": "0.05", "validated": "0.03", "candidate": "-0.01", "stale": "-0.06", "": "0"}
FULL_LIMIT, MINIMAL_LIMIT = 8, 4
CATEGORIES = ("fact", "preference", "rule", "decision", "principle", "skill", "moment")
PROMPTS = {
    "full": ("what do we know about the ledger audit?", "who said something about an audit of the ledger in spring?"),
    "minimal": ("check the ledger audit", "update the ledger"),
}
SUBJECTS = ("ledger audit", "ledger", "audit of the ledger in spring", "spring audit", "harvest")
WORDS = (
    "amber anchor bamboo barrel basket beacon blanket bronze bucket cabin candle canvas carpet castle cedar cellar chalk "
    "cherry chimney clay clock cloth clover copper coral cotton crane crystal curtain daisy desert donkey dragon drum eagle "
    "ebony engine feather fiddle flame flute forest fountain garden garnet glacier goblet granite guitar hammer hammock "
    "harbour hazel heron honey iron island ivory jacket jasmine kettle kitchen ladder lagoon lantern lemon linen lizard "
    "magnet maple marble meadow mirror mitten morning mosaic mountain needle nutmeg oasis olive orchard oyster paddle palace "
    "parade pepper pigeon pillow pirate planet plaster pocket pottery pumpkin puppet quarry rabbit raven ribbon river rocket "
    "saddle sailor satin saucer scarlet shadow silver spider statue summit tailor teapot temple thistle tiger timber tunnel "
    "turtle umbrella valley velvet violin walnut walrus whistle willow window winter wizard wool zebra"
).split()

decimal.getcontext().prec = 40


def millionths(value):
    return int((decimal.Decimal(value) * 1_000_000).to_integral_value(decimal.ROUND_HALF_EVEN))


def stamp(at):
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def parsed(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


# --- Random stores ----------------------------------------------------------------------------------


class Store:
    """Rows for `memory import`, votes against some of them, and a profile, all from one seed."""

    def __init__(self, draw):
        self.draw = draw
        self.rows, self.against = [], {}
        stale = draw.random() < 0.3  # most memories no longer hold
        days = draw.sample(range(1, 400), draw.choice((draw.randint(3, 12), draw.randint(13, 24), draw.randint(40, 60))))
        for number, day in enumerate(days):
            self.rows.append(self.row(f"m{number:02}", day, stale))
        for _ in range(draw.choice((0, 0, 1, 2))):
            self.rows.append(self.copy_of(draw.choice(self.rows), len(self.rows)))
        for row in draw.sample(self.rows, min(3, len(self.rows))):
            self.against[row["id"]] = draw.randint(1, 12)
        count = draw.choice((0, 0, 1, 3, 8))
        self.profile = [f"Profile part {n}: {self.words(draw.randint(5, 30))}." for n in range(count)]

    def words(self, count):
        return " ".join(self.draw.choice(WORDS) for _ in range(count))

    def row(self, name, day, stale):
        draw = self.draw
        created = NOW - datetime.timedelta(days=day, seconds=draw.randrange(80_000))
        length = draw.choice((draw.randint(4, 14), draw.randint(15, 50)))
        row = {
            "id": name, "text": f"{draw.choice(SUBJECTS).capitalize()}: {self.words(length)}", "created": stamp(created),
            "category": draw.choice(CATEGORIES), "importance": f"0.{draw.randint(0, 9)}{draw.randint(0, 9)}",
            "confidence": f"0.{draw.randint(3, 9)}",
        }
        if draw.random() < 0.3:
            row["accesses"] = draw.choice((1, 2, 9, 300))
        if draw.random() < 0.3:
            row["up_votes"], row["down_votes"] = draw.randint(0, 5), draw.randint(0, 5)
        if draw.random() < 0.4:
            row["lifecycle"] = draw.choice([name for name in LIFECYCLE if name])
        if draw.random() < 0.15:
            row["verification"] = draw.choice(("disputed", "user_confirmed"))
        if draw.random() < (0.7 if stale else 0.25):
            row |= draw.choice((
                {"state": "forgotten"}, {"state": "rejected"}, {"state": "quarantined"}, {"state": "pending_review"},
                {"state": "archived"}, {"state": "superseded"}, {"expires": stamp(NOW - datetime.timedelta(days=1))},
                {"expires": stamp(NOW + datetime.timedelta(days=9))}, {"valid_from": stamp(NOW + datetime.timedelta(days=3))},
                {"valid_to": stamp(NOW - datetime.timedelta(hours=5))}, {"kind": "dream"}, {"kind": "procedural"},
                {"state": "forgotten", "expires": stamp(NOW - datetime.timedelta(days=1))},
                {"expires": stamp(NOW - datetime.timedelta(days=1)), "valid_to": stamp(NOW - datetime.timedelta(days=2))},
            ))
        if "kind" not in row and draw.random() < 0.15:
            row["kind"] = draw.choice(("episode", "box"))
        return row

    def copy_of(self, row, number):
        """The same words and one more, so it counts as nearly the same."""
        day = NOW - datetime.timedelta(days=400 + number)
        same = {key: row[key] for key in ("text", "category", "importance", "confidence")}
        return {**same, "id": f"m{number:02}", "text": f"{row['text']} {self.draw.choice(WORDS)}", "created": stamp(day)}


class Request:
    def __init__(self, draw):
        self.mode = draw.choice(("full", "full", "full", "minimal"))
        self.prompt = draw.choice(PROMPTS[self.mode])
        self.weight = draw.choice(("0", "0", "0.2", "0.35"))
        self.limit = draw.choice((None, None, 3, 15))
        self.budget = draw.choice((2000, 2000, draw.randint(350, 1500), draw.randint(30, 350)))

    @property
    def most(self):
        """Minimal mode has its own cap, which --limit does not raise."""
        if self.mode == "minimal":
            return min(self.limit or MINIMAL_LIMIT, MINIMAL_LIMIT)
        return self.limit or FULL_LIMIT

    def arguments(self):
        more = ("--limit", self.limit) if self.limit else ()
        return ("recall", self.prompt, *more, "--budget", self.budget, "--now", CLOCK, "--format", "json")

    def __str__(self):
        return f"recall {self.prompt!r} weight {self.weight} limit {self.most} budget {self.budget}"


# --- The model --------------------------------------------------------------------------------------


def filter_of(row):
    """The first filter that removes a memory by what its file says, or None."""
    state = row.get("state", "active")
    expires, begins, ends = (row.get(key) and parsed(row[key]) for key in ("expires", "valid_from", "valid_to"))
    checks = {
        "forgotten": state == "forgotten",
        "state": state in ("rejected", "quarantined", "pending_review"),
        "archived": state == "archived",
        "expired": bool(expires) and expires <= NOW,
        "not_yet_valid": bool(begins) and begins > NOW,
        "no_longer_valid": bool(ends) and ends <= NOW,
        "superseded": state == "superseded",
        "kind": row.get("kind") in ("dream", "procedural"),
    }
    return next((name for name, removes in checks.items() if removes), None)


def terms_of(row, search, weight, against):
    """Every term but the search's share, in millionths."""
    weight = decimal.Decimal(weight)
    age = decimal.Decimal((NOW - parsed(row["created"])).total_seconds()) / 86_400
    recency = decimal.Decimal(2) ** (-age / HALF_LIFE_DAYS)
    uses = row.get("accesses", 0)
    access = min(decimal.Decimal(math.log10(uses + 1)) / 3, decimal.Decimal("0.1"))
    votes = min(row.get("up_votes", 0), 3) * decimal.Decimal("0.05") - min(row.get("down_votes", 0), 3) * decimal.Decimal("0.1")
    lifecycle = decimal.Decimal(LIFECYCLE[row.get("lifecycle", "")])
    if row.get("verification") == "disputed":
        lifecycle -= decimal.Decimal("0.12")
    terms = {
        "search": decimal.Decimal(search) / 1_000_000 * (1 - weight),
        "recency": recency * weight,
        "access": access,
        "importance": (decimal.Decimal(row["importance"]) - decimal.Decimal("0.4")) * decimal.Decimal("0.25"),
        "votes": votes,
        "negatives": -min(decimal.Decimal("0.25"), decimal.Decimal("0.05") * min(10, against)),
        "lifecycle": lifecycle,
    }
    return {name: millionths(value) for name, value in terms.items()}


def words_of(text):
    return set(re.findall(r"[a-z0-9]+", text.lower()))


def alike(left, right):
    left, right = words_of(left), words_of(right)
    return len(left & right) / len(left | right) >= ALIKE


def expected(store, request, searched, about):
    """The ids in the order in which they are offered, and the filter of every other memory that the search found.

    `about` is the program's answer to whether the prompt is about any memory: the share of the prompt that a memory
    has is not in the record.
    """
    rows = {row["id"]: row for row in store.rows if row["id"] in searched}
    removed = {name: filter_of(row) for name, row in rows.items()}
    valid = [name for name in rows if not removed[name]]
    best = max((searched[name] for name in valid), default=0)
    for name in valid:
        if not about or searched[name] * PART_OF_BEST < best:
            removed[name] = "relevance_floor"
    terms = {name: terms_of(rows[name], searched[name], request.weight, store.against.get(name, 0)) for name in rows}
    scores = {name: sum(terms[name].values()) for name in rows}
    left = sorted((name for name in rows if not removed[name]),
                  key=lambda name: (-scores[name], -parsed(rows[name]["created"]).timestamp(), name))
    kept = []
    for name in left:
        if any(alike(rows[name]["text"], rows[other]["text"]) for other in kept):
            removed[name] = "near_duplicate"
        else:
            kept.append(name)
    for name in kept[request.most:]:
        removed[name] = "max_results"
    return kept[: request.most], {name: why for name, why in removed.items() if why}, terms, scores


# --- Comparing --------------------------------------------------------------------------------------


def terms_in(item):
    return {name: millionths(value) for name, value in item["terms"].items()}


class Comparison:
    def __init__(self, seed, request):
        self.seed, self.request, self.found = seed, request, []

    def differ(self, kind, text):
        self.found.append(kind)
        print(f"seed {self.seed}: {kind}: {text} [{self.request}]", flush=True)

    def compare_terms(self, items, terms, scores):
        for item in items:
            name, own = item["id"], terms_in(item)
            if name not in terms:
                continue
            for term, value in terms[name].items():
                # An exponential comes from an integer table.
                slack = 1 if term in ("recency", "search") else 0
                if abs(own.get(term, 0) - value) > slack:
                    self.differ("term", f"{name} {term}: program {own.get(term, 0)}, model {value}")
            if sum(own.values()) != millionths(item["score"]):
                self.differ("score", f"{name}: {item['score']} is not the sum of {own}")

    def compare_order(self, answer, kept, removed, store):
        """The filter of every memory, its section, and the order inside each section."""
        dropped = {item["id"]: item["rejected_by"] for item in answer["excluded"]}
        for name, why in removed.items():
            if dropped.get(name) != why:
                self.differ("filter", f"{name}: program {dropped.get(name, 'shown')}, model {why}")
        for name in kept:
            if dropped.get(name, "budget") not in FOR_ROOM:
                self.differ("filter", f"{name}: program {dropped[name]}, model offers it")
        shown = [(item["id"], item["section"]) for item in answer["included"] if item["section"] in SECTIONS]
        kinds = {row["id"]: SECTIONS[row.get("kind") in ("episode", "box")] for row in store.rows}
        for name, section in shown:
            if section != kinds[name]:
                self.differ("section", f"{name}: program {section}, model {kinds[name]}")
        for section in SECTIONS:
            own = [name for name, at in shown if at == section]
            wanted = [name for name in kept if name in own]
            if own != wanted:
                self.differ("order", f"{section}: program {own}, model {wanted}")

    def compare_budget(self, answer, kept, store):
        budget = self.request.budget
        used = -(-len(answer["text"].encode()) // BYTES_PER_TOKEN)
        if answer["tokens_used"] > budget or used > budget:
            self.differ("budget", f"{answer['tokens_used']} tokens used, the text has {used}, budget {budget}")
        texts = {row["id"]: row["text"] for row in store.rows}
        shown = {item["id"] for item in answer["included"]}
        waiting = [name for name in kept if name not in shown]
        free = (budget - answer["tokens_used"]) * BYTES_PER_TOKEN
        for name in waiting:
            if len(texts[name].encode()) + FRAME < free:
                self.differ("packing", f"{name} of {len(texts[name])} bytes is not shown, {free} bytes are free")
        paragraphs = [text for text in store.profile if text in answer["text"]]
        taken = sum(len(text.encode()) for text in paragraphs)
        left_out = [text for text in store.profile if text not in paragraphs]
        for text in left_out if not waiting else ():
            if len(text.encode()) + (LINE if paragraphs else 2 * FRAME) < free:
                self.differ("profile", f"a paragraph of {len(text)} bytes is not shown, {free} bytes are free, no memory waits")
        if waiting and taken * 2 > budget * BYTES_PER_TOKEN:
            self.differ("profile", f"takes {taken} bytes of {budget * BYTES_PER_TOKEN} while {waiting} wait")


def try_seed(seed, place, binary, requests, counts):
    draw = random.Random(seed)
    store = Store(draw)
    space = Workspace(place / str(seed), binary, {"README.md": "A project.\n"})
    given = "".join(json.dumps(row) + "\n" for row in store.rows)
    space.done("memory", "import", "-", "--now", CLOCK, given=given)
    (facts,) = (space.home / "data/satchel/memory").iterdir()
    if store.profile:
        (facts / "profile.md").write_text("\n\n".join(store.profile) + "\n", encoding="utf-8")
    (facts / "state").mkdir(exist_ok=True)
    negatives = {name: {"notUseful": count, "lastNotUsefulAt": CLOCK, "queries": []} for name, count in store.against.items()}
    (facts / "state/negative_examples.json").write_text(json.dumps(negatives), encoding="utf-8")
    for _ in range(requests):
        request = Request(draw)
        answer = space.done(*request.arguments(), SATCHEL_MEMORY_RECENCY_WEIGHT=request.weight).json()
        plain = space.done(*request.arguments(), SATCHEL_MEMORY_RECENCY_WEIGHT="0").json()
        searched = {item["id"]: terms_in(item)["search"] for item in plain["included"] + plain["excluded"]
                    if "search" in terms_in(item)}
        floored = {item["id"] for item in plain["excluded"] if item["rejected_by"] == "relevance_floor"}
        valid = {row["id"] for row in store.rows if row["id"] in searched and not filter_of(row)}
        counts["about something else"] += bool(valid) and valid <= floored
        kept, removed, terms, scores = expected(store, request, searched, not valid <= floored)
        comparison = Comparison(seed, request)
        if answer["plan"]["mode"] != request.mode:
            comparison.differ("mode", answer["plan"]["mode"])
        comparison.compare_terms([item for item in answer["included"] if item["section"] != "profile"], terms, scores)
        comparison.compare_order(answer, kept, removed, store)
        comparison.compare_budget(answer, kept, store)
        counts["requests"] += 1
        counts["memories"] += len(searched)
        counts.update(comparison.found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--satchel", type=pathlib.Path, default=BINARY, metavar="BIN")
    parser.add_argument("--count", type=int, default=200, help="random stores")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--requests", type=int, default=2, help="requests to each store")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR", help="keep the workspaces in DIR")
    given = parser.parse_args()
    counts = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="second-memory-") as scratch:
        place = given.keep.resolve() if given.keep else pathlib.Path(scratch)
        for seed in range(given.first, given.first + given.count):
            try_seed(seed, place, given.satchel.resolve(), given.requests, counts)
            if not given.keep:
                shutil.rmtree(place / str(seed))
    kinds = {kind: number for kind, number in sorted(counts.items()) if kind in KINDS}
    differences = sum(kinds.values())
    print(f"{given.count} stores, {counts['requests']} requests ({counts['about something else']} of them about something"
          f" else, says the program), {counts['memories']} memories found,"
          f" {differences} differences{' of the kinds' if kinds else ''}"
          f" {', '.join(f'{kind} {number}' for kind, number in kinds.items())}".rstrip())
    sys.exit(bool(differences))


if __name__ == "__main__":
    main()
