#!/usr/bin/env python3
"""Many packets of all sources on two real workspaces: what each must hold, on SQLite and on PostgreSQL.

    eval/pack/many.py --satchel PATH --ctx DIR [--count N] [--seed N]

The workspaces are those of run.py (ctx and this repository, with memories and graphs), once with SQLite and once on a
PostgreSQL server that is started for it. Texts are the tasks of tasks.jsonl, subjects of commits, and words of notes,
memories and graphs, alone and joined; budgets, forms, tokenizers and `--only` are drawn by the seed. Each packet is

- within its budget by a count of our own (gpt-tokenizer's for o200k and cl100k), or says by how much the floor exceeds it,
- the same bytes again, and the same bytes on PostgreSQL,
- explained: `why` has every item shown with the same rendition and tokens, and a reason for every item left out,
- confirmed by `replay`.

Prints what failed, and what each source contributed by budget. Exits with 1 when anything failed.
"""

import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import postgres  # noqa: E402: found beside this folder
import run  # noqa: E402
import workspace  # noqa: E402

BUDGETS = (250, 500, 1000, 2000, 4000, 8000, 16000)
TOKENIZERS = ("safe", "o200k", "cl100k", "chars4")
FORMS = ("markdown", "prompt")
TOKENIZER_PACKAGE = HERE.parent.parent / "third_party/npm/node_modules/gpt-tokenizer"


class Counter:
    """Counts tokens without Satchel."""

    def __init__(self):
        self.node = subprocess.Popen(["node", str(HERE / "count_tokens.mjs"), str(TOKENIZER_PACKAGE)],
                                     stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def encoded(self, text, encoding):
        self.node.stdin.write(json.dumps({"text": text, "encoding": encoding}) + "\n")
        self.node.stdin.flush()
        return int(self.node.stdout.readline())

    def count(self, text, tokenizer):
        chars4 = (len(text.encode()) + 3) // 4
        if tokenizer == "chars4":
            return chars4
        if tokenizer == "cl100k":
            return self.encoded(text, "cl100k_base")
        o200k = self.encoded(text, "o200k_base")
        return max(o200k, chars4) if tokenizer == "safe" else o200k


class Asked(run.Filled):
    """A workspace of run.py that is asked for the bytes of a packet."""

    def bytes_of(self, *arguments):
        return self.call(self.satchel, *arguments, "--now", run.NOW[self.name], "--quiet").stdout


def texts_of(asked, tasks, memories):
    """What is asked in a workspace, in a fixed order."""
    texts = [task["text"] for task in tasks if task["repository"] == asked.name]
    texts += asked.call("git", "log", "-n", "300", "--no-merges", "--format=%s").stdout.splitlines()
    texts += [row["text"] for row in memories if row["repository"] == asked.name]
    texts += [node["title"] for node in run.read_lines(HERE / f"graph_{asked.name}.jsonl") if node.get("title")]
    return [text for text in texts if text.strip()]


def draw_case(draw, texts):
    text = draw.choice(texts)
    if draw.random() < 0.2:
        text = f"{text}\n\n{draw.choice(texts)}"
    only = draw.sample(run.SOURCES, draw.randint(1, 3)) if draw.random() < 0.2 else []
    arguments = [text, "--budget", str(draw.choice(BUDGETS) + draw.randint(0, 99))]
    arguments += ["--tokenizer", draw.choice(TOKENIZERS)]
    return arguments + (["--only", ",".join(only)] if only else [])


def explained(answer, why):
    """What `why` lacks of the items that a packet shows."""
    told = {}
    for item in why["items"]:
        told.setdefault((item["source"], item["item"]), []).append(item)
    for section in answer["sections"]:
        for item in section["items"]:
            same = [row for row in told.get((item["source"], item["id"]), ()) if row["included"]]
            if not any(row["rendition"] == item["rendition"] and row["tokens"] == item["tokens"] for row in same):
                yield f"why has no {item['source']} {item['id']} by {item['rendition']} for {item['tokens']} tokens"
    for item in why["items"]:
        if not item["included"] and not item["reason"]:
            yield f"why has no reason for {item['item']}"


def judge(case, form, plain_asked, server_asked, counter):
    """What is wrong with a packet, and its JSON."""
    wrong = []
    packet = plain_asked.bytes_of("pack", *case, "--format", form)
    answer = plain_asked.run("pack", *case)
    counted = counter.count(packet, answer["tokenizer"])
    if counted > answer["budget"] + answer["over_budget"]:
        wrong.append(f"{counted} tokens, {answer['budget']} asked, {answer['over_budget']} over by its own word")
    if plain_asked.bytes_of("pack", *case, "--format", form) != packet:
        wrong.append("the second packet differs")
    if server_asked.bytes_of("pack", *case, "--format", form) != packet:
        wrong.append("the packet on PostgreSQL differs")
    wrong += explained(answer, plain_asked.run("why", "--run", answer["run"]))
    replayed = subprocess.run([plain_asked.satchel, "replay", answer["run"], "--quiet"], cwd=plain_asked.root,
                              env=plain_asked.environment, capture_output=True, text=True, check=False)
    if replayed.returncode:
        wrong.append(f"replay ended with {replayed.returncode}: {replayed.stderr.strip()[:200]}")
    return wrong, answer


def prepare(arguments, place):
    """By the name of a repository: its workspace with SQLite and the one on PostgreSQL."""
    server = postgres.Server(place / "server")
    workspace.call(str(arguments.satchel), "db", "init", server.owner_url, at=place,
                   environment=workspace.environment_of(place))
    memories = run.read_lines(HERE / "memories.jsonl")
    origins = {"satchel": (HERE.parent.parent, "HEAD"), "ctx": (arguments.ctx.resolve(), run.CTX_COMMIT)}
    filled = {}
    for name, origin in origins.items():
        plain_asked = Asked(name, *origin, place / "sqlite", arguments.satchel)
        server_asked = Asked(name, *origin, place / "postgresql", arguments.satchel, SATCHEL_STORE_URL=server.url)
        for asked in (plain_asked, server_asked):
            asked.remove("eval")  # The tasks themselves must not be found.
            asked.fill(memories)
        filled[name] = (plain_asked, server_asked)
    return server, filled


def print_contributions(answers):
    print("mean tokens by source")
    print("  budget    packets   code  notes memory  graph   used  all four, share")
    rows = collections.defaultdict(list)
    for answer in answers:
        rows[max(budget for budget in BUDGETS if budget <= answer["budget"])].append(answer)
    for budget, own in sorted(rows.items()):
        sums, shown = collections.Counter(), 0
        for answer in own:
            tokens = collections.Counter()
            for section in answer["sections"]:
                for item in section["items"]:
                    tokens[item["source"]] += item["tokens"]
            sums += tokens
            shown += len(tokens) == len(run.SOURCES)
        means = "  ".join(f"{sums[source] / len(own):5.0f}" for source in run.SOURCES)
        used = sum(answer["tokens_used"] for answer in own) / len(own)
        print(f"  {budget:6}+  {len(own):7}  {means}  {used:5.0f}  {shown / len(own):5.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--satchel", type=pathlib.Path, required=True, help="the program")
    parser.add_argument("--ctx", type=pathlib.Path, required=True, help="a clone of ctx that has the pinned commit")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    arguments.satchel = arguments.satchel.resolve()
    draw, counter = random.Random(arguments.seed), Counter()
    tasks, memories = run.read_tasks("both"), run.read_lines(HERE / "memories.jsonl")
    failed, answers = 0, []
    with tempfile.TemporaryDirectory(prefix="satchel-many-") as place:
        server, filled = prepare(arguments, pathlib.Path(place))
        try:
            texts = {name: texts_of(pair[0], tasks, memories) for name, pair in filled.items()}
            for _ in range(arguments.count):
                name = draw.choice(sorted(filled))
                case, form = draw_case(draw, texts[name]), draw.choice(FORMS)
                wrong, answer = judge(case, form, *filled[name], counter)
                answers.append(answer)
                failed += bool(wrong)
                for what in wrong:
                    print(f"{name} {form} {case}: {what}", flush=True)
        finally:
            server.stop()
    print_contributions(answers)
    print(f"{len(answers)} packets, {failed} with something wrong, {sum(a['abstained'] for a in answers)} abstained")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
