#!/usr/bin/env python3
"""Conversations with a coding agent, and the memories that a person would want kept.

    eval/hooks/inbox/check.py

Checks that the set is the frozen one and whole, and prints how many memories and similar sentences it has. `read(half)`
returns the conversations.
"""

import collections
import hashlib
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
HALVES = ("development", "held_out")
COUNT = 30  # of each half
GERMAN = 4  # of them
TURNS = range(4, 16)
ROLES = ("user", "agent", "tool")
KINDS = ("wish", "correction", "decision")
# Why a sentence is no memory, and who says it.
REASONS = {
    "question": {"user"},
    "hypothetical": {"user"},
    "one_off": {"user"},
    "observation": {"user"},
    "recollection": {"user"},
    "reminder": {"user"},
    "quoted": {"user"},
    "withdrawn": {"user"},
    "pasted": {"user"},
    "tool_output": {"tool"},
    "agent": {"agent"},
}
DIGESTS = {
    "development": "23999a147c327aed0b06f0b91b28ad183baa7c71af67eb903f91b23e9fcd66c1",
    "held_out": "f3b4cc0e41c2bfabe63e61e18c9c187ebd08a41a750d1bd482fc3fe077cbaad0",
}


def read(half):
    with open(HERE / f"{half}.jsonl", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def digest_of(half):
    return hashlib.sha256((HERE / f"{half}.jsonl").read_bytes()).hexdigest()


def faults_of(conversation):
    turns = conversation["turns"]
    if len(turns) not in TURNS:
        yield f"{len(turns)} turns"
    if turns[0]["role"] != "user":
        yield "does not begin with a prompt"
    for turn in turns:
        if turn["role"] not in ROLES or ("command" in turn) != (turn["role"] == "tool"):
            yield f"a wrong turn: {turn}"
    marked = [(one, {"user"} if one["kind"] in KINDS else set()) for one in conversation["memories"]]
    marked += [(one, REASONS.get(one["reason"], set())) for one in conversation["look_alikes"]]
    for one, roles in marked:
        if turns[one["turn"]]["role"] not in roles:
            yield f"a sentence of the wrong role, or of an unknown kind: {one['sentence']}"
        if turns[one["turn"]]["text"].count(one["sentence"]) != 1:
            yield f"not once in its turn: {one['sentence']}"


def check():
    """All faults of the set."""
    faults = [f"{half} has changed" for half, digest in DIGESTS.items() if digest_of(half) != digest]
    for half in HALVES:
        conversations = read(half)
        faults += [f"{one['id']}: {fault}" for one in conversations for fault in faults_of(one)]
        german = sum(one["language"] == "de" for one in conversations)
        if (len(conversations), german) != (COUNT, GERMAN):
            faults.append(f"{half}: {len(conversations)} conversations, {german} in German")
    counts = collections.Counter(one["id"] for half in HALVES for one in read(half))
    return faults + [f"{name}: not unique" for name, count in counts.items() if count > 1]


def print_counts():
    for half in HALVES:
        conversations = read(half)
        turns = sum(len(one["turns"]) for one in conversations)
        empty = sum(not one["memories"] for one in conversations)
        print(f"{half}: {len(conversations)} conversations, {turns} turns, {empty} without a memory")
        for name, key in (("memories", "kind"), ("look_alikes", "reason")):
            found = collections.Counter(mark[key] for one in conversations for mark in one[name])
            ordered = sorted(found.items(), key=lambda item: (-item[1], item[0]))
            print(f"  {name} {found.total()}: " + ", ".join(f"{value} {count}" for value, count in ordered))


def main():
    print_counts()
    faults = check()
    for fault in faults:
        print(fault)
    print(f"{len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
