#!/usr/bin/env python3
"""What a hook adds to whole conversations: ten of 30 prompts, on three repositories.

    eval/hooks/conversations.py --satchel PATH --ctx DIR --flask DIR [--commit REV]

A conversation is made from the prompts of one repository (prompts.jsonl, both halves): ten that need the repository
and twenty that do not, in an order that is drawn with a fixed seed, under one session id. Prints for each how many
prompts got an answer, the tokens of all answers (bytes divided by four), the most of one answer, and how many items were
shown a second time. Nothing is tuned on it.
"""

import argparse
import collections
import pathlib
import random
import re
import tempfile

import run as hooks

CONVERSATIONS, TURNS, RELATED = 10, 30, 10
ITEM = re.compile(r"^\[(.+)\]$", re.MULTILINE)
FENCE = re.compile(r"satchel-[0-9a-f]{8,16}")


def conversations(prompts):
    """(name, repository, prompts) of each."""
    draw = random.Random(1)
    for number in range(CONVERSATIONS):
        repository = hooks.REPOSITORIES[number % len(hooks.REPOSITORIES)]
        own = {kind: [p for p in prompts if p["repository"] == repository and p["kind"] == kind] for kind in hooks.KINDS}
        turns = draw.sample(own["related"], RELATED) + draw.sample(own["unrelated"], TURNS - RELATED)
        draw.shuffle(turns)
        yield f"conversation-{number + 1}", repository, turns


def items_of(said):
    """What an answer shows, with its text, so that something that has changed counts as new."""
    parts = ITEM.split(FENCE.sub("satchel", said))
    return list(zip(parts[1::2], parts[2::2]))


def ask(asked, name, turns):
    answers = []
    for turn in turns:
        said, _, _, _ = asked.hook({**turn, "id": name})
        answers.append((turn, said))
    return answers


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--satchel", type=pathlib.Path, required=True)
    parser.add_argument("--ctx", type=pathlib.Path, required=True)
    parser.add_argument("--flask", type=pathlib.Path, required=True)
    parser.add_argument("--commit", default="HEAD")
    arguments = parser.parse_args()
    arguments.satchel = arguments.satchel.resolve()
    prompts = hooks.read_prompts()
    totals = []
    print(f"{'':16} {'repository':10} {'related':>10} {'unrelated':>10} {'tokens':>7} {'most':>6} {'again':>6}")
    with tempfile.TemporaryDirectory(prefix="satchel-conversations-") as place:
        workspaces = hooks.prepare(arguments, pathlib.Path(place))
        for name, repository, turns in conversations(prompts):
            answers = ask(workspaces[repository], name, turns)
            spoke = collections.Counter(turn["kind"] for turn, said in answers if said)
            tokens = [len(said.encode()) / hooks.BYTES_PER_TOKEN for _, said in answers]
            shown = collections.Counter(item for _, said in answers for item in items_of(said))
            again = sum(count - 1 for count in shown.values())
            totals.append(sum(tokens))
            print(
                f"{name:16} {repository:10} {spoke['related']:3} of {RELATED:3} {spoke['unrelated']:3} of {TURNS - RELATED:3}"
                f" {sum(tokens):7.0f} {max(tokens):6.0f} {again:6}"
            )
    print(f"{'mean':16} {'':10} {'':>10} {'':>10} {sum(totals) / len(totals):7.0f}; the most {max(totals):.0f}")


if __name__ == "__main__":
    main()
