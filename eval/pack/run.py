#!/usr/bin/env python3
"""The packet of all sources beside the packets of each single source, on tasks with what they need.

    eval/pack/run.py --satchel PATH --ctx DIR [--budgets N,N] [--packets NAMES] [--half NAME] [--tasks]

Clones the repository of ctx (DIR, at the commit below) and this one into a temporary directory, imports memories and
graphs, indexes both, and asks for every packet at every budget; `quarters` is the four packets of single sources at
a quarter of it. Prints a table for each half and each budget: the score (must + 0.3 should - 0.3 must_not, as shares
of what is listed), its parts and the tokens taken; how much of each source's must-items each packet has; and of which
source the tokens of pack are. --tasks adds a line for each task and packet with what is missing and what misleads.
"""

import argparse
import hashlib
import json
import pathlib
import random
import re
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import workspace  # noqa: E402: found beside this folder

CTX_COMMIT = "ce5a832885d66ba3608e02d2db85e5e90a455559"
NOW = {"satchel": "2026-12-01T12:00:00Z", "ctx": "2026-08-01T12:00:00Z"}
SOURCES = ("code", "notes", "memory", "graph")
# The plainest packet of all sources: each of them with a quarter of the budget.
QUARTERS = "quarters"
PACKETS = ("pack", QUARTERS, *SOURCES)
HALVES = ("development", "held_out")
TOKENIZER = "o200k"
SAMPLES = 10_000
SHOULD, MUST_NOT = 0.3, 0.3
NOTE_LISTS = ("constitution", "tasks", "conventions", "decisions", "learnings")
ENTRIES = ("decisions", "learnings")
SNAPSHOTS = ("task_snapshot", "knowledge_snapshot", "decision_snapshot")
# Changes say what happened to nodes, not what they are: they do not count as shown.
CHANGES = ("deltas",)
LINES = re.compile(r":\d+(-\d+)?$")


def read_lines(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def half_of(text):
    return HALVES[hashlib.sha1(text.encode()).digest()[-1] & 1]


def plain(text):
    """For comparing texts: without marks of Markdown, case and line ends."""
    return " ".join(re.sub(r"[`*]", "", text).split()).casefold()


def list_of(file):
    """The list of notes that a file of .context/ belongs to: `decisions` of decisions/x.md."""
    return file.removesuffix(".md").split("/")[0].lower()


# What a packet shows, as (source, where, text): `where` is the path of code, the file or list of a note, the id of a
# memory. An entry of notes is its title alone, since bodies speak of others.


def shown_note(where, title, text):
    return ("notes", where, plain(title if list_of(where) in ENTRIES else f"{title}\n{text}"))


def shown_in_sections(answer):
    for section in answer["sections"]:
        for item in section["items"]:
            source, title, text = item["source"], item.get("title", ""), item.get("text", "")
            if source == "code":
                yield ("code", LINES.sub("", item["id"]), "")
            elif source == "notes":
                yield shown_note(item["id"].partition("#")[0], title, text)
            elif source == "memory":
                yield ("memory", item["id"].rpartition("/")[2], plain(f"{title}\n{text}"))
            elif section["name"] not in CHANGES:
                yield ("graph", "", plain(title))


def shown_by_agent(answer):
    for name in NOTE_LISTS:
        for text in answer[name]:
            yield shown_note(name, text.partition("\n")[0], text)
    for title in answer["summaries"]:
        for name in ENTRIES:
            yield shown_note(name, title, "")


def shown_by_recall(answer):
    for item in answer["included"]:
        yield ("memory", item["id"].rpartition("/")[2], plain(item["text"]))


def shown_by_graph(answer):
    for name in SNAPSHOTS:
        for item in answer[name]:
            yield ("graph", "", plain(item["title"]))


READERS = {
    "pack": shown_in_sections,
    "code": shown_in_sections,
    "notes": shown_by_agent,
    "memory": shown_by_recall,
    "graph": shown_by_graph,
}


def command(packet, text, budget):
    if packet == "code":
        window = ["--context-window", str(budget), "--reserved-tokens", "0", "--margin", "0"]
        return ["retrieve", text, "--no-llm", "--stages", "scope,precision", *window]
    head = {"pack": ["pack"], "notes": ["agent"], "memory": ["recall"], "graph": ["graph", "pack"]}[packet]
    return [*head, text, "--budget", str(budget), *(["--dry-run"] if packet == "graph" else [])]


def is_shown(item, shown):
    source = item["source"]
    wanted = plain(item.get("title") or item.get("text") or "")
    for other, where, text in shown:
        if other != source:
            continue
        if source == "code":
            if where == item["path"]:
                return True
        elif source == "notes":
            if where in (item["file"], list_of(item["file"])) and wanted in text:
                return True
        elif wanted in text or (source == "memory" and where == item["id"]):
            return True
    return False


def name_of(item):
    return f"{item['source']} {item.get('path') or item.get('title') or item.get('text')}"


def share(items, shown):
    return sum(is_shown(item, shown) for item in items) / len(items) if items else 0


def answers_of(asked, packet, text, budget):
    """By the name of the packet: one answer, or those that are put together."""
    parts = SOURCES if packet == QUARTERS else (packet,)
    return {part: asked.run(*command(part, text, budget // len(parts))) for part in parts}


def judge(task, packet, budget, answers):
    shown = [item for part, answer in answers.items() for item in READERS[part](answer)]
    must, should, must_not = (share(task[key], shown) for key in ("must", "should", "must_not"))
    kinds = {source: [is_shown(item, shown) for item in task["must"] if item["source"] == source] for source in SOURCES}
    tokens = dict.fromkeys(SOURCES, 0)
    for section in answers["pack"]["sections"] if packet == "pack" else ():
        for item in section["items"]:
            tokens[item["source"]] += item["tokens"]
    return {
        "task": task,
        "packet": packet,
        "budget": budget,
        "score": must + SHOULD * should - MUST_NOT * must_not,
        "must": must,
        "should": should if task["should"] else None,
        "must_not": must_not,
        "used": sum(answer["tokens_used"] for answer in answers.values()),
        "kinds": kinds,
        "tokens": tokens,
        "missing": [name_of(item) for item in task["must"] if not is_shown(item, shown)],
        "misleads": [name_of(item) for item in task["must_not"] if is_shown(item, shown)],
    }


class Filled(workspace.Workspace):
    """A clone with memories, graphs and an index of its own."""

    def run(self, *arguments, given=None):
        done = self.call(self.satchel, *arguments, "--now", NOW[self.name], "--format", "json", given=given)
        return json.loads(done.stdout)

    def fill(self, memories):
        rows = "".join(json.dumps(row) + "\n" for row in memories if row["repository"] == self.name)
        self.run("init")
        self.run("index")
        self.run("memory", "import", "-", given=rows)
        self.run("graph", "import", str(HERE / f"graph_{self.name}.jsonl"))


def prepare(arguments, place):
    memories = read_lines(HERE / "memories.jsonl")
    origins = {"satchel": (HERE.parent.parent, arguments.commit), "ctx": (arguments.ctx.resolve(), CTX_COMMIT)}
    workspaces = {
        name: Filled(name, *origin, place, arguments.satchel, SATCHEL_BUDGET_TOKENIZER=TOKENIZER)
        for name, origin in origins.items()
    }
    # The tasks themselves must not be found.
    workspaces["satchel"].remove("eval")
    for filled in workspaces.values():
        filled.fill(memories)
    return workspaces


def read_tasks(half):
    """Tasks with the ids of the memories that they speak of."""
    memories = read_lines(HERE / "memories.jsonl")
    tasks = read_lines(HERE / "tasks.jsonl")
    for task in tasks:
        task["half"] = half_of(task["text"])
        for item in task["must"] + task["should"] + task["must_not"]:
            if item["source"] != "memory":
                continue
            same = [row for row in memories if row["repository"] == task["repository"]]
            found = [row["id"] for row in same if plain(item["text"]) in plain(row["text"])]
            if len(found) != 1:
                sys.exit(f"{task['id']}: {len(found)} memories have '{item['text']}'")
            item["id"] = found[0]
    return [task for task in tasks if half in ("both", task["half"])]


def mean(values):
    values = [value for value in values if value is not None]
    return sum(values) / len(values) if values else 0


def interval(differences):
    draw = random.Random(1)
    size = len(differences)
    means = sorted(sum(draw.choices(differences, k=size)) / size for _ in range(SAMPLES))
    return means[int(SAMPLES * 0.025)], means[int(SAMPLES * 0.975)]


def print_scores(rows, packets):
    print("  packet    score   must  should  must_not  tokens   must of code  notes memory  graph")
    for packet in packets:
        own = [row for row in rows if row["packet"] == packet]
        parts = [mean([row[key] for row in own]) for key in ("score", "must", "should", "must_not", "used")]
        kinds = [mean([hit for row in own for hit in row["kinds"][source]]) for source in SOURCES]
        print(
            f"  {packet:8}  {parts[0]:5.3f}  {parts[1]:5.3f}   {parts[2]:5.3f}     {parts[3]:5.3f}   {parts[4]:5.0f}"
            f"          {kinds[0]:5.3f}  {kinds[1]:5.3f}  {kinds[2]:5.3f}  {kinds[3]:5.3f}"
        )


def print_differences(rows, packets):
    """Of pack and each other packet, paired by task, with where 95 of 100 lie when tasks are drawn again."""
    scores = {(row["packet"], row["task"]["id"]): row["score"] for row in rows}
    ids = [row["task"]["id"] for row in rows if row["packet"] == "pack"]
    for packet in packets[1:] if packets[0] == "pack" else ():
        differences = [scores["pack", i] - scores[packet, i] for i in ids]
        low, high = interval(differences)
        print(f"  pack - {packet:8}  {mean(differences):+.3f}  95 of 100 within {low:+.3f} to {high:+.3f}")


def print_tokens(rows):
    print("tokens of pack by source, mean of a task")
    print("  half         budget   code  notes memory  graph  framing")
    for half in HALVES:
        for budget in sorted({row["budget"] for row in rows}):
            own = [row for row in rows if row["task"]["half"] == half and row["budget"] == budget]
            if not own:
                continue
            parts = [mean([row["tokens"][source] for row in own]) for source in SOURCES]
            framing = mean([row["used"] for row in own]) - sum(parts)
            print(f"  {half:11}  {budget:6}  {''.join(f'{part:5.0f}  ' for part in parts)}  {framing:5.0f}")


def print_task(row):
    task, missing, misleads = row["task"], "; ".join(row["missing"]), "; ".join(row["misleads"])
    line = f"{task['half']} {task['id']} {row['budget']} {row['packet']} {row['score']:.3f}"
    print(line + (f" missing: {missing}" if missing else "") + (f" misleads: {misleads}" if misleads else ""))


def report(rows, arguments):
    for half in HALVES:
        for budget in arguments.budgets:
            own = [row for row in rows if row["task"]["half"] == half and row["budget"] == budget]
            if not own:
                continue
            print(f"{half}, {len({row['task']['id'] for row in own})} tasks, budget {budget}")
            print_scores(own, arguments.packets)
            print_differences(own, arguments.packets)
            print()
    pack = [row for row in rows if row["packet"] == "pack"]
    if pack:
        print_tokens(pack)
    if arguments.tasks:
        print()
        for row in rows:
            print_task(row)


def packets_of(text):
    names = [name for name in PACKETS if name in text.split(",")]
    if not names or set(text.split(",")) - set(PACKETS):
        raise argparse.ArgumentTypeError(f"some of {','.join(PACKETS)}")
    return names


def budgets_of(text):
    return sorted({int(part) for part in text.split(",")})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--satchel", type=pathlib.Path, required=True, help="the program")
    parser.add_argument("--ctx", type=pathlib.Path, required=True, help="a clone of ctx that has the pinned commit")
    parser.add_argument("--commit", default="HEAD", help="of this repository (HEAD)")
    parser.add_argument("--budgets", type=budgets_of, default=[4000, 8000])
    parser.add_argument("--packets", type=packets_of, default=list(PACKETS))
    parser.add_argument("--half", choices=(*HALVES, "both"), default="both")
    parser.add_argument("--tasks", action="store_true", help="a line for each task and packet")
    arguments = parser.parse_args()
    arguments.satchel = arguments.satchel.resolve()
    tasks = read_tasks(arguments.half)
    rows = []
    with tempfile.TemporaryDirectory(prefix="satchel-pack-") as place:
        workspaces = prepare(arguments, pathlib.Path(place))
        for task in tasks:
            for budget in arguments.budgets:
                for packet in arguments.packets:
                    answers = answers_of(workspaces[task["repository"]], packet, task["text"], budget)
                    rows.append(judge(task, packet, budget, answers))
    report(rows, arguments)


if __name__ == "__main__":
    main()
