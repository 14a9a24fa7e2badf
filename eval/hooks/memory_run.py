#!/usr/bin/env python3
"""Whether a hook gives the memory that answers a prompt, the code that a prompt is about, and nothing for other prompts.

    eval/hooks/memory_run.py --satchel PATH [--agent NAME]... [--kind NAME]... [--half NAME] [--prompts]
    eval/hooks/memory_run.py --check

Makes the three workspaces of eval/hooks/workspaces in a temporary directory, each with its own home, indexes them and
stores their memories and profile. Then it gives every prompt of memory_prompts.jsonl to `satchel hook` as each agent
does: a new process and a new conversation each, which begins with the agent's start of a session or, where it has none,
with a prompt about something else. A memory prompt is right if the text of the memory is in the answer, a code
prompt if a right path is in the answer, and a prompt of the kind "nothing" if the answer is empty. Prints the share of
right answers for each agent; --prompts lists the wrong ones. --check only validates the set.
"""

import argparse
import collections
import datetime
import json
import pathlib
import shutil
import sys
import tempfile

import run as hooks  # noqa: E402: also makes eval/workspace.py importable
import workspace

HERE = pathlib.Path(__file__).resolve().parent
PROMPTS = HERE / "memory_prompts.jsonl"
MADE = HERE / "workspaces"
KINDS = {"memory": 30, "code": 15, "nothing": 15}
NOW = datetime.datetime(2026, 11, 18, 12, tzinfo=datetime.timezone.utc)
TIMEOUT = "5s"
WORDS = range(4, 41)
# This workspace gets a generated API client, so that its code index is not tiny.
PADDED = "lumen"
RESOURCES = (
    "account address banner brand campaign category collection colour country coupon customer delivery gallery "
    "giftCard invoice lampshade manufacturer material message order parcel payment photo promotion rating refund return "
    "review room shipment socket stock store subscription supplier tag tax ticket warehouse wishlist"
).split()


def agents():
    """How each agent calls its hook for a prompt: the event, and the payload."""

    def session(cwd, name, prompt, **more):
        return {"session_id": name, "cwd": cwd, "prompt": prompt, **more}

    def claude(cwd, name, prompt):
        more = {"transcript_path": f"{cwd}.jsonl", "permission_mode": "default"}
        return session(cwd, name, prompt, hook_event_name="UserPromptSubmit", **more)

    def codex(cwd, name, prompt):
        more = {"turn_id": f"{name}-1", "transcript_path": None, "model": "any", "permission_mode": "default"}
        return session(cwd, name, prompt, hook_event_name="UserPromptSubmit", **more)

    def cursor(cwd, name, prompt):
        return {
            "conversation_id": name,
            "generation_id": f"{name}-1",
            "model": "default",
            "hook_event_name": "beforeSubmitPrompt",
            "cursor_version": "3.20.17",
            "workspace_roots": [cwd],
            "user_email": None,
            "transcript_path": None,
            "prompt": prompt,
            "attachments": [],
        }

    def gemini(cwd, name, prompt):
        more = {"transcript_path": f"{cwd}.json", "timestamp": "2026-11-18T12:00:00.000Z"}
        return session(cwd, name, prompt, hook_event_name="BeforeAgent", **more)

    return {
        "claude-code": ("UserPromptSubmit", claude),
        "codex": ("UserPromptSubmit", codex),
        "cursor": ("beforeSubmitPrompt", cursor),
        "gemini": ("BeforeAgent", gemini),
        "opencode": ("chat.message", session),
        "openclaw": ("before_prompt_build", session),
    }


AGENTS = agents()
# The event that begins a session; agents without one get what holds for every task with their first prompt.
STARTS = {"claude-code": "SessionStart", "codex": "SessionStart", "cursor": "sessionStart", "gemini": "SessionStart"}
# OpenClaw keeps nothing of what a hook said, so each of its prompts is a first one.
FORGETS = ("openclaw",)
OPENING = "how large is Burkina Faso"


def said_by(printed):
    """The text that the model gets, in whichever form the agent takes it."""
    if not printed.strip():
        return ""
    answer = json.loads(printed)
    answer = answer.get("hookSpecificOutput", answer)
    return answer.get("additionalContext", answer.get("additional_context", answer.get("context", "")))


# The set.


def read_prompts():
    with open(PROMPTS, encoding="utf-8") as lines:
        prompts = [json.loads(line) for line in lines if line.strip()]
    for prompt in prompts:
        prompt["half"] = hooks.half_of(prompt["text"])
    return prompts


def read_memories(name):
    return json.loads((MADE / name / "memories.json").read_text(encoding="utf-8"))


def text_of(memory):
    """The text is the first argument of `satchel remember`."""
    return memory["remember"][0]


def faults(prompts):
    handles = {folder.name: {one["handle"] for one in read_memories(folder.name)} for folder in MADE.iterdir()}
    sizes = collections.Counter(prompt["kind"] for prompt in prompts)
    yield from (f"{sizes[kind]} prompts of the kind {kind}" for kind in KINDS if sizes[kind] != KINDS[kind])
    for key in ("id", "text"):
        counts = collections.Counter(prompt[key] for prompt in prompts)
        yield from (f"{value}: this {key} occurs {count} times" for value, count in counts.items() if count > 1)
    for prompt in prompts:
        name = prompt["workspace"]
        if len(prompt["text"].split()) not in WORDS:
            yield f"{prompt['id']}: {len(prompt['text'].split())} words"
        if bool(prompt["right"]) == (prompt["kind"] == "nothing"):
            yield f"{prompt['id']}: {len(prompt['right'])} right answers"
        for right in prompt["right"]:
            path = MADE / name / "files" / right
            if right not in handles[name] if prompt["kind"] == "memory" else not path.is_file():
                yield f"{prompt['id']}: there is no {right}"


# The workspaces.


def generated_client(resource):
    """A module with the five functions that a client has for each resource."""
    name = resource[0].upper() + resource[1:]
    return f"""import {{ del, get, post, put }} from "../http";

export interface {name} {{
  id: string;
  updated: string;
}}

export function list{name}s(page = 0): Promise<{name}[]> {{
  return get(`/{resource}s?page=${{page}}`);
}}

export function get{name}(id: string): Promise<{name}> {{
  return get(`/{resource}s/${{id}}`);
}}

export function create{name}(body: Partial<{name}>): Promise<{name}> {{
  return post("/{resource}s", body);
}}

export function update{name}(id: string, body: Partial<{name}>): Promise<{name}> {{
  return put(`/{resource}s/${{id}}`, body);
}}

export function delete{name}(id: string): Promise<void> {{
  return del(`/{resource}s/${{id}}`);
}}
"""


def make_origin(name, place):
    """A Git repository with one commit of the workspace's files."""
    root, home = place / "work", place / "home"
    shutil.copytree(MADE / name / "files", root)
    if name == PADDED:
        folder = root / "src/api/resources"
        folder.mkdir()
        for resource in RESOURCES:
            (folder / f"{resource}s.ts").write_text(generated_client(resource), encoding="utf-8")
    home.mkdir()
    day = (NOW - datetime.timedelta(days=10)).isoformat()
    who = {f"GIT_{role}_{what}": value for role in ("AUTHOR", "COMMITTER")
           for what, value in (("NAME", "A"), ("EMAIL", "a@example.org"), ("DATE", day))}
    environment = workspace.environment_of(home, **who)
    for arguments in (("init", "--quiet"), ("add", "--all"), ("commit", "--quiet", "--message", "Import")):
        workspace.call("git", *arguments, environment=environment, at=root)
    return root


class Remembering(workspace.Workspace):
    """A made workspace with its memories, where hooks are called."""

    def __init__(self, name, place, satchel):
        origin = make_origin(name, place / f"{name}-origin")
        super().__init__(name, origin, "HEAD", place, satchel)
        self.texts = {}
        for memory in read_memories(name):
            at = NOW - datetime.timedelta(days=memory["days_ago"])
            self.remember(memory, at.strftime("%Y-%m-%dT%H:%M:%SZ"))
        self.write_profile()
        self.call(self.satchel, "index", "--now", self.now())

    def remember(self, memory, at):
        made = self.call(self.satchel, "remember", *memory["remember"], "--now", at, "--format", "json")
        made = json.loads(made.stdout)
        if made["did"] != "added":
            sys.exit(f"{self.name}: {memory['handle']} was not added: {made['did']}")
        if memory.get("pinned"):
            self.call(self.satchel, "memory", "pin", made["id"], "--now", at)
        self.texts[memory["handle"]] = text_of(memory)

    def write_profile(self):
        """Next to the memories, where a person would write it."""
        (facts,) = pathlib.Path(self.environment["XDG_DATA_HOME"], "satchel/memory").glob("*/facts")
        shutil.copy(MADE / self.name / "profile.md", facts.parent / "profile.md")

    @staticmethod
    def now():
        return NOW.strftime("%Y-%m-%dT%H:%M:%SZ")

    def call_hook(self, agent, event, given):
        arguments = ("hook", event, "--agent", agent, "--timeout", TIMEOUT, "--now", self.now())
        return said_by(self.call(self.satchel, *arguments, given=json.dumps(given)).stdout)

    def hook(self, agent, prompt):
        """What the hook says to a prompt, and what it said when the conversation began."""
        event, payload = AGENTS[agent]
        conversation = f"{agent}-{prompt['id']}"
        opening = payload(str(self.root), conversation, OPENING)
        if agent in STARTS:
            del opening["prompt"]
            opening |= {"hook_event_name": STARTS[agent], "source": "startup"}
        began = self.call_hook(agent, STARTS.get(agent, event), opening)
        return self.call_hook(agent, event, payload(str(self.root), conversation, prompt["text"])), began


def is_right(agent, prompt, said, began, texts):
    if prompt["kind"] == "nothing":
        return not said or (agent in FORGETS and said == began)
    if prompt["kind"] == "memory":
        return any(hooks.plain(texts[handle]) in hooks.plain(began + said) for handle in prompt["right"])
    return any(hooks.is_in(path, said) for path in prompt["right"])


# Reporting.


def share(rows):
    return f"{sum(row['right'] for row in rows):3} of {len(rows):3}  {hooks.mean([row['right'] for row in rows]):.3f}"


def report(rows, names):
    kinds = [kind for kind in KINDS if any(row["prompt"]["kind"] == kind for row in rows)]
    print(f"{'agent':12} {'all':17}  " + "  ".join(f"{kind:17}" for kind in kinds) + "  tokens of an answer")
    for name in names:
        own = [row for row in rows if row["agent"] == name]
        of_kind = [[row for row in own if row["prompt"]["kind"] == kind] for kind in kinds]
        tokens = hooks.mean([len(row["said"].encode()) / hooks.BYTES_PER_TOKEN for row in own if row["said"]])
        print(f"{name:12} {share(own):17}  " + "  ".join(f"{share(some):17}" for some in of_kind) + f"  {tokens:6.0f}")


def print_wrong(rows):
    for row in rows:
        if row["right"]:
            continue
        prompt = row["prompt"]
        outcome = f"{len(row['said'].encode()) / hooks.BYTES_PER_TOKEN:.0f} tokens" if row["said"] else "silent"
        print(f"{row['agent']:12} {prompt['id']:20} {outcome:11} {prompt['text']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--satchel", type=pathlib.Path)
    parser.add_argument("--agent", action="append", choices=list(AGENTS))
    parser.add_argument("--kind", action="append", choices=list(KINDS))
    parser.add_argument("--half", choices=(*hooks.HALVES, "all"), default="all")
    parser.add_argument("--prompts", action="store_true")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    prompts = read_prompts()
    if arguments.check:
        found = list(faults(prompts))
        print("\n".join([*found, f"{len(prompts)} prompts, {len(found)} faults"]))
        sys.exit(bool(found))
    if not arguments.satchel:
        parser.error("--satchel is needed")
    kinds, names = arguments.kind or list(KINDS), arguments.agent or list(AGENTS)
    asked = [prompt for prompt in prompts if prompt["kind"] in kinds and arguments.half in ("all", prompt["half"])]
    rows = []
    with tempfile.TemporaryDirectory(prefix="satchel-memory-hooks-") as place:
        satchel = arguments.satchel.resolve()
        made = {name: Remembering(name, pathlib.Path(place), satchel) for name in sorted({p["workspace"] for p in asked})}
        for name in names:
            for prompt in asked:
                where = made[prompt["workspace"]]
                said, began = where.hook(name, prompt)
                right = is_right(name, prompt, said, began, where.texts)
                rows.append({"agent": name, "prompt": prompt, "said": said, "right": right})
    report(rows, names)
    if arguments.prompts:
        print()
        print_wrong(rows)


if __name__ == "__main__":
    main()
