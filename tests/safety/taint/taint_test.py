"""Random requests over all surfaces of a workspace full of secrets, instructions and hidden characters.

    taint_test.py PATH_TO_SATCHEL PATH_TO_TAINT_LIBRARY [--count N] [--seed S]

Every output of the command line, of hooks, of the MCP server and of the library is searched for the secrets that
world.py planted, whole or 16 characters in a row, and for characters that hide or reorder text. At the
end so is everything that Satchel wrote: stores, with their compressed values, parse cache, logs, traces.
In texts for a model, the judge of the attack suite looks for instructions outside of their fence.
"""

import argparse
import base64
import ctypes
import ctypes.util
import json
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "attack"))

import judge
import world as worlds

LEAST = 16  # characters of a secret in a row that count as shown
AGENTS = {"claude-code": "UserPromptSubmit", "codex": "UserPromptSubmit", "cursor": "beforeSubmitPrompt",
          "gemini": "BeforeAgent", "openclaw": "before_prompt_build", "opencode": "chat.message"}
UNSEEN = {"output"}  # instructions that an output need not have
PACKETS = ("pack", "retrieve", "agent", "recall")
TASKS = ("rotate the {0} token", "fix pay_{0} in src/{0}.py", "what do we use for the {0} deploy?", "cancel_{0} fails",
         "the {0} and the {1} key", "Deploy token", "courier_step_7", "class Holder", "Never commit", "who calls pay_{0}",
         "rotate {2}", "voucher_in_a_named_directory", "why was the {0} refunded?")


class Leak(Exception):
    pass


class Finder:
    """Secrets by their first LEAST characters after each offset, so that a part is found as well."""

    def __init__(self, secrets):
        self.parts = {secret[at:at + LEAST].encode()
                      for secret in secrets for at in range(0, len(secret) - LEAST + 1, 4)}
        assert all(self.RUN.fullmatch(part) for part in self.parts)

    # What a secret consists of: only such runs are looked at closely.
    RUN = re.compile(rb"[A-Za-z0-9+/_-]{%d,}" % LEAST)

    def look(self, where, data):
        for run in self.RUN.finditer(data):
            text = run[0]
            if any(text[at:at + LEAST] in self.parts for at in range(len(text) - LEAST + 1)):
                around = data[max(0, run.start() - 120):run.end() + 40]
                raise Leak(f"{where}: a secret: {around!r}")


def hidden_in(where, text):
    for character in worlds.HIDDEN:
        at = text.find(character)
        if at >= 0:
            raise Leak(f"{where}: U+{ord(character):04X}: {text[max(0, at - 80):at + 40]!r}")


def rows_of(where, text):
    """The rows of an export: escaping must leave each line valid JSON."""
    for line in filter(None, text.split("\n")):
        try:
            json.loads(line)
        except ValueError as error:
            raise Leak(f"{where}: {error}: {line[:300]!r}") from error


# What Satchel prints itself on a terminal (src/surfaces/cli/call/context.cc).
STYLE = re.compile("\x1b\\[(?:[012]|3[123])m|\r\x1b\\[K")


class Zstandard:
    """Decompresses what stores and caches keep compressed."""

    MAGIC = b"\x28\xb5\x2f\xfd"

    def __init__(self):
        self.library = ctypes.CDLL(ctypes.util.find_library("zstd") or "libzstd.so.1")
        for name in ("ZSTD_findFrameCompressedSize", "ZSTD_decompress"):
            getattr(self.library, name).restype = ctypes.c_size_t
        self.library.ZSTD_getFrameContentSize.restype = ctypes.c_ulonglong

    def frames(self, data):
        at = data.find(self.MAGIC)
        while at >= 0:
            rest = data[at:]
            size = self.library.ZSTD_getFrameContentSize(rest, ctypes.c_size_t(len(rest)))
            if 0 < size < 1 << 28:
                out = ctypes.create_string_buffer(size)
                got = self.library.ZSTD_decompress(out, ctypes.c_size_t(size), rest, ctypes.c_size_t(
                    self.library.ZSTD_findFrameCompressedSize(rest, ctypes.c_size_t(len(rest)))))
                if got == size:
                    yield out.raw
            at = data.find(self.MAGIC, at + 4)


class Server:
    """`satchel mcp` on its standard streams."""

    def __init__(self, run):
        self.process = subprocess.Popen([run.satchel, "mcp"], cwd=run.world.root, env=run.world.environment,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.number = 0
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                                "clientInfo": {"name": "taint", "version": "1"}})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method, params):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        while line := self.process.stdout.readline():
            if json.loads(line).get("id") == self.number:
                return line.decode()
        raise Leak(f"the server ended: {self.process.stderr.read().decode(errors='replace')[-500:]}")

    def close(self):
        self.process.stdin.close()
        return self.process.wait(timeout=60), self.process.stderr.read()


class Library:
    """library.cc: a line of JSON for each request."""

    def __init__(self, program, world):
        self.process = subprocess.Popen([program], env=world.environment, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def ask(self, request):
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise Leak(f"the library ended: {self.process.stderr.read().decode(errors='replace')[-500:]}")
        return json.loads(line)

    def close(self):
        self.process.stdin.close()
        return self.process.wait(timeout=60), self.process.stderr.read()


class Run:
    BASE64 = re.compile(rb"[A-Za-z0-9+/]{100,}")

    def __init__(self, satchel, library, scratch, seed):
        self.satchel, self.scratch = satchel, scratch
        self.rng = random.Random(seed)
        self.maker = worlds.make(scratch, seed)
        self.world = self.maker.world
        self.judges = judge.Judge(self.world)
        self.shown = set()
        self.zstandard = Zstandard()
        self.outputs = 0
        for text in self.maker.memories():
            self.call("remember", text)
        files = self.maker.mark_memories()
        assert len(files) >= len(worlds.NAMES), "the memories are not where they were looked for"
        self.finder = Finder(self.world.secrets)
        self.call("index")
        self.server = Server(self)
        self.library = Library(library, self.world)

    def call(self, *arguments, text=""):
        done = subprocess.run([self.satchel, *arguments], cwd=self.world.root, env=self.world.environment, input=text,
                              capture_output=True, encoding="utf-8", errors="surrogateescape", check=False, timeout=300)
        # 2: the arguments here are wrong, so that the command was not tested.
        if done.returncode in (2, 70, 134, 139, -6, -11):
            raise Leak(f"{arguments}: ended with {done.returncode}: {done.stderr[-500:]}")
        if hasattr(self, "finder"):
            # An export is a copy of the stores that `db import` reads: only secrets count there.
            where, is_for_reading = " ".join(arguments)[:200], arguments[:2] != ("db", "export")
            out, err = done.stdout, done.stderr
            if "--color" in arguments:
                # As a terminal shows it: colours may stand before, in and after a secret.
                out, err = STYLE.sub("", out), STYLE.sub("", err)
            self.judge(where, out, is_for_reading)
            self.judge(where + " (stderr)", err)
            if done.returncode == 0:
                self.judge_fences(where, arguments, out)
        if arguments[1:2] == ("export",) and arguments[0] in ("memory", "graph"):
            rows_of(" ".join(arguments), done.stdout)
        return done

    def judge(self, where, text, is_for_reading=True):
        self.outputs += 1
        self.finder.look(where, text.encode(errors="surrogateescape"))
        if is_for_reading:
            hidden_in(where, text)

    def judge_fences(self, where, arguments, out):
        """What a model reads: instructions stand inside of a fence, and no text has more trust than its source."""
        complaints = []
        if arguments[0] == "hook" and arguments[1] != "log":
            complaints = self.judges.of_hook(out) if out.strip() else []
        elif arguments[0] in PACKETS or arguments[:2] == ("graph", "pack"):
            form = arguments[arguments.index("--format") + 1] if "--format" in arguments else "markdown"
            complaints = {"prompt": self.judges.of_prompt, "markdown": self.judges.of_markdown,
                          "json": self.judges.of_json}[form](out)
        self.complain(where, complaints, out)

    def complain(self, where, complaints, out):
        if complaints:
            raise Leak(f"{where}: {complaints[0]}")
        low = out.casefold()
        self.shown |= {kind for mark, kind in self.world.marks.items() if mark in low}

    # --- Requests --------------------------------------------------------------------------------

    def task(self):
        names = self.rng.sample(worlds.NAMES, 2)
        return self.rng.choice(TASKS).format(*names, self.rng.choice(self.world.tokens))

    def command(self):
        budget = str(self.rng.choice((300, 900, 2000, 6000)))
        form = self.rng.choice(("text", "json"))
        packet = self.rng.choice(("markdown", "prompt", "json"))
        task = self.task()
        command = self.rng.choice((
            ("search", task, "--format", form), ("search", task, "--explain", "--format", form),
            ("uses", "pay_" + self.rng.choice(worlds.NAMES), "--format", form),
            ("pack", task, "--budget", budget, "--format", packet),
            ("retrieve", task, "--budget", budget, "--format", packet),
            ("agent", task, "--budget", budget, "--format", packet),
            ("recall", task, "--format", packet), ("graph", "pack", task, "--format", packet),
            ("graph", "show", "--format", form), ("graph", "export"), ("graph", "validate", "--format", form),
            ("graph", "log", "--format", form), ("graph", "view", task),
            ("note", "list", "--format", form), ("note", "log", "--format", form), ("note", "check", "--format", form),
            ("memory", "list", "--format", form), ("memory", "export", "-"), ("memory", "doctor", "--format", form),
            ("why", "--format", form), ("runs", "list", "--format", form), ("runs", "show", "last", "--format", form),
            ("runs", "replay", "last", "--print"), ("status", "--format", form), ("doctor", "--format", form),
            ("index", "--format", form), ("db", "export", "-"),
            ("pack", task, "--trace", str(self.scratch / "trace.json")),
            ("search", task, "--log-level", "debug"), ("pack", task, "--verbose"),
            ("hook", "log", "--format", form)))
        return (*command, "--color", "always") if self.rng.random() < 0.3 else command

    def ask_server(self):
        task = self.task()
        form = self.rng.choice(("markdown", "prompt", "json"))
        method, params = self.rng.choice((
            ("tools/call", {"name": "search", "arguments": {"query": task}}),
            ("tools/call", {"name": "pack", "arguments": {"task": task, "format": form}}),
            ("tools/call", {"name": "retrieve", "arguments": {"task": task, "budget": 3000}}),
            ("tools/call", {"name": "why", "arguments": {}}),
            ("resources/read", {"uri": "satchel://notes"}), ("resources/read", {"uri": "satchel://status"}),
            ("resources/read", {"uri": "satchel://runs/last"}),
            ("prompts/get", {"name": "context", "arguments": {"task": task}})))
        answer = self.server.ask(method, params)
        self.complain(f"mcp {method} {json.dumps(params)[:150]}", self.judges.of_answer(params, json.loads(answer)), answer)
        where = f"mcp {method} {json.dumps(params)[:150]}"
        self.judge(where, answer)
        # Decoded, as a client sees it.
        self.judge(where, json.dumps(json.loads(answer), ensure_ascii=False).replace("\\u001b", "\x1b"))

    def ask_library(self):
        form = self.rng.choice(("prompt", "markdown"))
        request = {"workspace": str(self.world.root), "task": self.task(), "format": form,
                   "method": self.rng.choice(("search", "why", "recall", "retrieve", "pack", "pack"))}
        answer = self.library.ask(request)
        where = f"library {json.dumps(request)}"
        for key in ("text", "json", "failure"):
            self.judge(where, answer.get(key, ""))
        self.judge(where, "\n".join(answer.get("remarks", [])))
        text = answer.get("text", "")
        complaints = self.judges.of_prompt(text) if form == "prompt" else self.judges.of_markdown(text)
        self.complain(where, complaints + (self.judges.of_json(answer["json"]) if answer.get("json") else []), text)

    def failed_command(self):
        """A command of an agent that failed: its output has secrets, and names a place."""
        name = self.rng.choice(worlds.NAMES)
        output = (f"Exit code 1\n{self.maker.order('output')} {self.rng.choice(self.world.tokens)}\n"
                  f"Traceback (most recent call last):\n  File \"src/{name}.py\", line 12, in pay_{name}\n"
                  f"    return amount + len(token)\nTypeError: {self.rng.choice(self.world.tokens)} {self.maker.hidden()}\n")
        payload = {"session_id": f"failed-{self.rng.randrange(10**9)}", "cwd": str(self.world.root),
                   "hook_event_name": "PostToolUseFailure", "tool_name": "Bash",
                   "tool_input": {"command": "pytest"}, "error": output}
        self.call("hook", "PostToolUseFailure", "--agent", "claude-code", "--timeout", "60s", text=json.dumps(payload))

    def hook(self):
        if self.rng.random() < 0.3:
            self.failed_command()
            return
        agent = self.rng.choice(sorted(AGENTS))
        session = f"taint-{self.rng.randrange(10**9)}"
        payload = {"session_id": session, "conversation_id": session, "cwd": str(self.world.root), "prompt": self.task(),
                   "hook_event_name": AGENTS[agent], "workspace_roots": [str(self.world.root)]}
        self.call("hook", AGENTS[agent], "--agent", agent, "--timeout", "60s", text=json.dumps(payload))

    def requests(self, count):
        for _ in range(count):
            draw = self.rng.random()
            if draw < 0.50:
                self.ask_server()
            elif draw < 0.70:
                self.ask_library()
            elif draw < 0.95:
                self.call(*self.command())
            else:
                self.hook()

    # --- What stays ------------------------------------------------------------------------------

    def judge_written(self):
        for name, asked in (("mcp", self.server), ("library", self.library)):
            status, said = asked.close()
            if status != 0:
                raise Leak(f"{name}: ended with {status}")
            self.judge(f"{name} (stderr)", said.decode(errors="surrogateescape"))
        looked = 0
        for top in (self.world.root / ".satchel", self.world.home, self.scratch / "trace.json"):
            files = [top] if top.is_file() else sorted(path for path in top.rglob("*") if path.is_file())
            for path in files:
                if path.suffix == ".md" and "memory" in path.parts:
                    continue  # the user's own file
                looked += 1
                self.judge_bytes(str(path), path.read_bytes())
                if path.suffix == ".db":
                    self.judge_database(path)
        assert looked >= 5, "there is nothing to look at"
        return looked

    def judge_bytes(self, where, data):
        self.finder.look(where, data)
        for frame in self.zstandard.frames(data):
            self.finder.look(f"{where} (decompressed)", frame)
        for text in self.BASE64.findall(data):
            kept = base64.b64decode(text[:len(text) // 4 * 4])
            for frame in self.zstandard.frames(kept):
                self.finder.look(f"{where} (decoded)", frame)

    def judge_database(self, path):
        copy = self.scratch / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir()
        for ending in ("", "-wal", "-shm"):
            beside = path.with_name(path.name + ending)
            if beside.exists():
                shutil.copy(beside, copy / beside.name)
        database = sqlite3.connect(copy / path.name)
        database.text_factory = bytes
        tables = [name.decode() for (name,) in database.execute("select name from sqlite_master where type = 'table'")]
        for table in tables:
            for row in database.execute(f'select * from "{table}"'):
                for value in row:
                    if isinstance(value, bytes):
                        self.judge_bytes(f"{path} {table}", value)
        database.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("satchel")
    parser.add_argument("library")
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="satchel-taint-"))
    try:
        run = Run(*(str(pathlib.Path(each).resolve()) for each in (arguments.satchel, arguments.library)), scratch,
                  arguments.seed)
        run.requests(arguments.count)
        looked = run.judge_written()
    except Leak as leak:
        print(f"seed {arguments.seed}: {leak}")
        sys.exit(1)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    unseen = sorted(set(run.world.marks.values()) - UNSEEN - run.shown)
    if arguments.count >= 400 and unseen:
        print(f"no output had an instruction of these, so nothing was tested: {unseen}")
        sys.exit(1)
    print(f"{arguments.count} requests, {run.outputs} outputs and {looked} files: no secret, no hidden character, "
          f"no instruction outside of a fence")


if __name__ == "__main__":
    main()
