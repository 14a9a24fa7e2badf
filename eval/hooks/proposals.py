#!/usr/bin/env python3
"""Which memories hooks propose from the prompts of a conversation, and which they should.

    eval/hooks/proposals.py --satchel PROGRAM [--half development|held_out|both] [--agent NAME] [--list] [--check]

Each conversation of the set (eval/hooks/inbox) is given to `satchel hook` prompt by prompt, as the agent gives it, in a
workspace of its own. What its tools printed and its agent wrote is given to the hook as well, with the events that agents
have for it. Then `satchel memory inbox` is read. Held out is the half that is measured once: tune on `development`.

  --list   names the proposals that are wrong and the memories that are missing
  --check  ends with 1 unless at least 80 % of proposals are right, 90 % of wishes are found, and nothing comes from a tool
           or the agent
"""

import argparse
import collections
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROMPTS = {"claude-code": "UserPromptSubmit", "codex": "UserPromptSubmit", "cursor": "beforeSubmitPrompt",
           "gemini": "BeforeAgent", "opencode": "chat.message", "openclaw": "before_prompt_build"}


def load_set():
    spec = importlib.util.spec_from_file_location("inbox_check", HERE / "inbox/check.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Conversation:
    def __init__(self, options, conversation, place):
        self.options, self.conversation, self.place = options, conversation, place
        self.tree = place / "app"
        (self.tree / ".git").mkdir(parents=True)
        self.environment = {"HOME": str(place / "home"), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
                            "SATCHEL_MEMORY_INBOX": "on"}

    def satchel(self, *arguments, payload=None):
        done = subprocess.run([self.options.satchel, *arguments], cwd=self.tree, env=self.environment, text=True,
                              input=json.dumps(payload) if payload else "", capture_output=True, check=True)
        return done.stdout

    def hook(self, event, second, **fields):
        payload = {"session_id": self.conversation["id"], "conversation_id": self.conversation["id"],
                   "cwd": str(self.tree), "workspace_roots": [str(self.tree)], **fields}
        self.satchel("hook", event, "--agent", self.options.agent, "--now", f"2026-01-01T00:00:{second:02}Z", payload=payload)

    def proposals(self):
        """(number of the turn, kind, text) of each."""
        for number, turn in enumerate(self.conversation["turns"]):
            if turn["role"] == "user":
                self.hook(PROMPTS[self.options.agent], number, prompt=turn["text"])
            elif turn["role"] == "tool" and self.options.agent == "claude-code":
                self.hook("PostToolUse", number, tool_name="Bash", tool_input={"command": turn["command"]},
                          tool_response={"stdout": turn["text"], "stderr": ""})
            elif self.options.agent == "claude-code":
                self.hook("Stop", number, last_assistant_message=turn["text"], prompt=turn["text"])
        items = json.loads(self.satchel("memory", "inbox", "--format", "json"))["items"]
        return [(int(item["said"][17:19]), item["kind"], item["text"]) for item in items]


def share(part, whole):
    return f"{part} of {whole} ({part / whole:.1%})" if whole else "none"


class Figures:
    def __init__(self, options):
        self.options = options
        self.right = self.wrong = self.kinds = self.wrong_in_empty = self.not_typed = 0
        self.found, self.all = collections.Counter(), collections.Counter()

    def add(self, conversation, proposals):
        turns, memories = conversation["turns"], conversation["memories"]
        hit = set()
        for number, kind, text in proposals:
            own = [place for place, each in enumerate(memories) if each["turn"] == number and each["sentence"] in text]
            alike = [each["reason"] for each in conversation["look_alikes"]
                     if each["turn"] == number and each["sentence"] in text]
            self.not_typed += turns[number]["role"] != "user"
            if own and not alike:
                self.right += 1
                self.kinds += any(memories[place]["kind"] == kind for place in own)
                hit.update(own)
                continue
            self.wrong += 1
            self.wrong_in_empty += not memories
            if self.options.list:
                print(f"{conversation['id']}, turn {number}: wrong{' (' + alike[0] + ')' if alike else ''}: {text}")
        for place, each in enumerate(memories):
            self.all[each["kind"]] += 1
            self.found[each["kind"]] += place in hit
            if self.options.list and place not in hit:
                print(f"{conversation['id']}, turn {each['turn']}: {each['kind']} is missing: {each['sentence']}")

    def print(self):
        print(f"{self.options.agent}, {self.options.half}")
        print(f"proposals that are right      {share(self.right, self.right + self.wrong)}")
        for kind, name in (("wish", "wishes"), ("correction", "corrections"), ("decision", "decisions")):
            print(f"{name + ' that are found':<29} {share(self.found[kind], self.all[kind])}")
        print(f"right proposals of their kind {share(self.kinds, self.right)}")
        print(f"wrong ones in conversations without a memory: {self.wrong_in_empty}")
        print(f"from a tool or the agent: {self.not_typed}")

    def good(self):
        return (self.right >= 0.8 * (self.right + self.wrong) and self.found["wish"] >= 0.9 * self.all["wish"]
                and not self.not_typed)


def main():
    parser = argparse.ArgumentParser(description="Which memories hooks propose.")
    parser.add_argument("--satchel", required=True, type=lambda text: str(pathlib.Path(text).resolve()))
    parser.add_argument("--half", choices=("development", "held_out", "both"), default="development")
    parser.add_argument("--agent", choices=sorted(PROMPTS), default="claude-code")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    cases = load_set()
    figures = Figures(options)
    for half in ("development", "held_out") if options.half == "both" else (options.half,):
        for conversation in cases.read(half):
            with tempfile.TemporaryDirectory(prefix="satchel-proposals-") as place:
                one = Conversation(options, conversation, pathlib.Path(place))
                figures.add(conversation, one.proposals())
    figures.print()
    return 1 if options.check and not figures.good() else 0


if __name__ == "__main__":
    sys.exit(main())
