#!/usr/bin/env python3
"""When a hook speaks, and whether what it says is right: on prompts that need the repository and prompts that do not.

    eval/hooks/run.py --satchel PATH --ctx DIR --flask DIR [--commit REV] [--half NAME] [--prompts] [--signs FILE]
    eval/hooks/run.py --check --ctx DIR --flask DIR

Clones this repository (without eval/), ctx and Flask (DIR, at the commits below) into a temporary directory, indexes
each with a home of its own, and gives every prompt to `satchel hook` as Claude Code does: a new process and a new
conversation each. Prints a table for each half: how many unrelated prompts got nothing, how many related ones got an
answer with a right item, got nothing, or got something else, how long silent and speaking hooks took, and how
large an answer is. --prompts adds a line for each prompt that went wrong, --signs writes what the decisions were made
from, a line a prompt, for fit.py. --check only looks whether the set is sound: that every path is tracked and every title
is in the notes.
"""

import argparse
import collections
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import workspace  # noqa: E402: found beside this folder

PROMPTS = HERE / "prompts.jsonl"
COMMITS = {
    "ctx": "ce5a832885d66ba3608e02d2db85e5e90a455559",
    "flask": "2ac89889f4cc330eabd50f295dcef02828522c69",
}
REPOSITORIES = ("satchel", *COMMITS)
KINDS = ("unrelated", "related")
# Of each kind and repository.
COUNT = 100
MOST_RIGHT = 4
NOW = {"satchel": "2026-12-01T12:00:00Z", "ctx": "2026-08-01T12:00:00Z", "flask": "2026-08-01T12:00:00Z"}
HALVES = ("development", "held_out")
HOOK = ("hook", "UserPromptSubmit", "--agent", "claude-code")
# Instead of the hook's own limit, so that a busy machine does not decide what is said.
TIMEOUT = "5s"
# What the hook makes of a prompt is in its log. Then it finds out everything that a decision rests on, and so takes longer.
LOG = ("--log-level", "warn,hook=debug")
BYTES_PER_TOKEN = 4
# Old entries that nobody reads.
NOT_READ = ".context/archive/"
ITEM = re.compile(r"^\s*(?:#+|[-*])\s+(.*)$")
PATH_LETTER = r"[\w./-]"


def read_prompts():
    with open(PROMPTS, encoding="utf-8") as lines:
        prompts = [json.loads(line) for line in lines if line.strip()]
    for prompt in prompts:
        prompt["half"] = half_of(prompt["text"])
    return prompts


def half_of(text):
    return HALVES[hashlib.sha1(text.encode()).digest()[-1] & 1]


def plain(text):
    """For comparing texts: without marks of Markdown, case and line ends."""
    return " ".join(re.sub(r"[`*\\]", "", text).split()).casefold()


def name_of(item):
    return item if isinstance(item, str) else f"note {item['note']}"


# Whether the set is sound.


class Tracked:
    """What a repository has at a commit, without a checkout."""

    def __init__(self, directory, commit):
        self.directory, self.commit = directory, commit
        self.paths = set(self.git("ls-tree", "-r", "-z", "--name-only", commit).split("\0"))
        notes = [p for p in self.paths if re.match(r"\.context/.*\.md$", p) and not p.startswith(NOT_READ)]
        lines = [line for path in sorted(notes) for line in self.git("show", f"{commit}:{path}").splitlines()]
        self.titles = [plain(found.group(1)) for found in map(ITEM.match, lines) if found]

    def git(self, *arguments):
        call = ["git", "-C", str(self.directory), *arguments]
        done = subprocess.run(call, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"git {arguments[0]} in {self.directory}: {done.stderr.strip()}")
        return done.stdout

    def has(self, item):
        if isinstance(item, str):
            return item in self.paths and not item.startswith("eval/")
        return any(plain(item["note"]) in title for title in self.titles)


def faults_of(prompt, tracked):
    right = prompt["right"]
    if prompt["repository"] not in REPOSITORIES or prompt["kind"] not in KINDS:
        yield "unknown repository or kind"
        return
    if not prompt["text"].strip():
        yield "no text"
    if prompt["kind"] == "unrelated" and right:
        yield "nothing is right for an unrelated prompt"
    if prompt["kind"] == "related" and not 1 <= len(right) <= MOST_RIGHT:
        yield f"{len(right)} right items"
    for item in right:
        if not tracked[prompt["repository"]].has(item):
            yield f"there is no {name_of(item)}"


def check(prompts, tracked):
    """The number of faults, each printed."""
    faults = [f"{prompt['id']}: {fault}" for prompt in prompts for fault in faults_of(prompt, tracked)]
    for key in ("id", "text"):
        counts = collections.Counter(prompt[key] for prompt in prompts)
        faults += [f"{value}: a {key} that is there {count} times" for value, count in counts.items() if count > 1]
    sizes = collections.Counter((prompt["repository"], prompt["kind"]) for prompt in prompts)
    for repository in REPOSITORIES:
        for kind in KINDS:
            size = sizes[repository, kind]
            faults += [f"{repository}: {size} {kind} prompts"] if size != COUNT else []
    for fault in faults:
        print(fault)
    print(f"{len(prompts)} prompts, {len(faults)} faults")
    return len(faults)


# Asking.


class Asked(workspace.Workspace):
    """A clone that hooks are called in."""

    def fill(self):
        for name in ("init", "index"):
            self.call(self.satchel, name, "--now", NOW[self.name])

    def hook(self, prompt, log=()):
        """What is said, what the prompt is taken for (with LOG), what went wrong, and the seconds it took."""
        payload = {
            "session_id": prompt["id"],
            "cwd": str(self.root),
            "hook_event_name": "UserPromptSubmit",
            "prompt": prompt["text"],
        }
        given = json.dumps(payload, ensure_ascii=False)
        begin = time.monotonic()
        done = self.call(self.satchel, *HOOK, "--timeout", TIMEOUT, "--now", NOW[self.name], *log, given=given)
        seconds = time.monotonic() - begin
        said = json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"] if done.stdout.strip() else ""
        lines = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
        about = [json.loads(line["fields"]["judgement"]) for line in lines if line["msg"] == "about"]
        logged = [line for line in lines if line["level"] in ("warn", "error")]
        return said, about[-1] if about else None, logged, seconds


def prepare(arguments, place):
    origins = {"satchel": HERE.parent.parent, "ctx": arguments.ctx.resolve(), "flask": arguments.flask.resolve()}
    workspaces = {}
    for name in REPOSITORIES:
        commit = COMMITS.get(name, arguments.commit)
        workspaces[name] = Asked(name, origins[name], commit, place, arguments.satchel, SATCHEL_LOG_FORMAT="json")
    workspaces["satchel"].remove("eval")
    for asked in workspaces.values():
        asked.fill()
    return workspaces


def is_in(item, said):
    """A path as a whole, where a header and its source file stand for each other; of a note a part of its title."""
    if not isinstance(item, str):
        return plain(item["note"]) in plain(said)
    path = re.escape(item)
    if item.endswith((".cc", ".h")):
        path = re.escape(item.rpartition(".")[0]) + r"\.(?:cc|h)"
    return re.search(rf"(?<!{PATH_LETTER}){path}(?![\w/-]|\.\w)", said) is not None


def judge(prompt, said, about, logged, seconds):
    if not said:
        outcome = "silent"
    else:
        outcome = "right" if any(is_in(item, said) for item in prompt["right"]) else "other"
    return {"prompt": prompt, "outcome": outcome, "said": said, "about": about, "logged": logged, "seconds": seconds}


# Reporting.


def percentile(values, percent):
    """The smallest value that `percent` of all do not exceed."""
    ordered = sorted(values)
    return ordered[-(-len(ordered) * percent // 100) - 1] if ordered else 0


def mean(values):
    return sum(values) / len(values) if values else 0


def share(rows, outcome):
    return f"{mean([row['outcome'] == outcome for row in rows]):5.3f}" if rows else "    -"


def times(rows):
    values = [row["seconds"] * 1000 for row in rows]
    return f"{percentile(values, 50):7.0f} {percentile(values, 99):6.0f}" if values else "      -      -"


def print_line(name, rows):
    unrelated, related = ([row for row in rows if row["prompt"]["kind"] == kind] for kind in KINDS)
    silent, speaking = ([row for row in rows if bool(row["said"]) == spoke] for spoke in (False, True))
    tokens = mean([len(row["said"].encode()) / BYTES_PER_TOKEN for row in speaking])
    print(
        f"  {name:8} {len(unrelated):9} {share(unrelated, 'silent')}  {len(related):7}"
        f"  {share(related, 'right')}    {share(related, 'silent')}  {share(related, 'other')}"
        f"  {times(silent)}    {times(speaking)}   {tokens:6.0f}"
    )


def report(rows):
    for half in HALVES:
        own = [row for row in rows if row["prompt"]["half"] == half]
        if not own:
            continue
        print(f"{half}, {len(own)} prompts")
        print(
            "           unrelated silent  related  right item  silent  other"
            "   silent: ms    p99    speaks: ms  p99   tokens"
        )
        for repository in REPOSITORIES:
            print_line(repository, [row for row in own if row["prompt"]["repository"] == repository])
        print_line("all", own)
        print()
    logged = [row for row in rows if row["logged"]]
    if logged:
        print(f"{len(logged)} hooks logged something, the first: {logged[0]['logged'][0]}")


def write_signs(rows, path):
    with open(path, "w", encoding="utf-8") as lines:
        for row in rows:
            prompt, about = row["prompt"], row["about"] or {}
            signs = {name: value / 1e6 for name, value in about.get("signs", {}).items() if name != "base"}
            line = {key: prompt[key] for key in ("id", "half", "repository", "kind")}
            line |= {"outcome": row["outcome"], "speaks": about.get("speaks"), "signs": signs}
            lines.write(json.dumps(line) + "\n")


def print_wrong(rows):
    wanted = {"unrelated": "silent", "related": "right"}
    for row in rows:
        prompt = row["prompt"]
        if row["outcome"] == wanted[prompt["kind"]]:
            continue
        outcome = "speaks" if prompt["kind"] == "unrelated" else row["outcome"]
        right = "; ".join(name_of(item) for item in prompt["right"])
        print(f"{prompt['half']} {prompt['id']} {outcome}: {prompt['text']}" + (f" [{right}]" if right else ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--satchel", type=pathlib.Path, help="the program")
    parser.add_argument("--ctx", type=pathlib.Path, required=True, help="a clone of ctx that has the pinned commit")
    parser.add_argument("--flask", type=pathlib.Path, required=True, help="a clone of Flask that has the pinned commit")
    parser.add_argument("--commit", default="HEAD", help="of this repository (HEAD)")
    parser.add_argument("--half", choices=(*HALVES, "both"), default="both")
    parser.add_argument("--prompts", action="store_true", help="a line for each prompt that went wrong")
    parser.add_argument("--signs", type=pathlib.Path, help="write what the decisions were made from")
    parser.add_argument("--check", action="store_true", help="look at the set only")
    arguments = parser.parse_args()
    prompts = read_prompts()
    if arguments.check:
        places = {
            "satchel": (HERE.parent.parent, arguments.commit),
            "ctx": (arguments.ctx, COMMITS["ctx"]),
            "flask": (arguments.flask, COMMITS["flask"]),
        }
        sys.exit(1 if check(prompts, {name: Tracked(*place) for name, place in places.items()}) else 0)
    if arguments.satchel is None:
        parser.error("--satchel is needed without --check")
    arguments.satchel = arguments.satchel.resolve()
    rows = []
    with tempfile.TemporaryDirectory(prefix="satchel-hooks-") as place:
        workspaces = prepare(arguments, pathlib.Path(place))
        for prompt in prompts:
            if arguments.half in ("both", prompt["half"]):
                asked = workspaces[prompt["repository"]].hook(prompt, LOG if arguments.signs else ())
                rows.append(judge(prompt, *asked))
    report(rows)
    if arguments.signs:
        write_signs(rows, arguments.signs)
    if arguments.prompts:
        print_wrong(rows)


if __name__ == "__main__":
    main()
