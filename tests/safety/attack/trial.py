"""One hostile repository: everything that Satchel does with it, and whether that was right."""

import dataclasses
import json
import os
import pathlib

import fences
import judge
import processes

CODES = {0, 1, 2, 3, 4, 5, 6, 7, 8, 74, 130}  # docs/cli.md; 70 is a bug of ours
HOOKS = {"claude-code": "UserPromptSubmit", "codex": "UserPromptSubmit", "cursor": "beforeSubmitPrompt",
         "gemini": "BeforeAgent", "openclaw": "before_prompt_build", "opencode": "chat.message"}
STARTS = {"claude-code": "SessionStart", "codex": "SessionStart", "cursor": "sessionStart", "gemini": "SessionStart"}


@dataclasses.dataclass
class Violation:
    command: str
    complaint: str

    def __str__(self):
        return f"{self.command}: {self.complaint}"


class Stopped(Exception):
    """Two programs had to be stopped: the others would only take long as well."""


class Trial(judge.Judge):
    """Runs Satchel over a place. `brief` leaves out what other commands show as well."""

    def __init__(self, place, satchel, brief=False):
        super().__init__(place)
        self.satchel, self.brief = str(satchel), brief
        self.violations, self.seconds, self.shown, self.stopped = [], 0.0, set(), 0
        state = place.scratch / "home"
        self.environment = {
            "HOME": str(place.home), "XDG_CONFIG_HOME": str(state / "config"), "XDG_DATA_HOME": str(state / "data"),
            "XDG_STATE_HOME": str(state / "state"), "XDG_CACHE_HOME": str(state / "cache"), "TMPDIR": str(place.scratch),
            "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC", **place.environment}

    # --- Running and judging -------------------------------------------------------------------

    def complain(self, command, complaints):
        known = {(each.command, each.complaint) for each in self.violations}
        self.violations += [Violation(command, each) for each in complaints if (command, each) not in known]

    def run(self, *arguments, text="", judge=None, codes=None):
        """Runs `satchel ARGUMENTS`; returns what it printed."""
        done = processes.run([self.satchel, *arguments], self.place.root, self.environment,
                             text.encode("utf-8", "surrogatepass"))
        self.take(" ".join(arguments), done, codes or CODES)
        if judge and done.code == 0:
            self.complain(" ".join(arguments), judge(done.text))
        return done

    def take(self, command, done, codes):
        """What holds for every program, whatever it prints."""
        self.seconds += done.seconds
        self.complain(command, done.complaints)
        if done.code not in codes and not done.complaints:
            self.complain(command, [f"it ended with {done.code}: {done.said[-300:].strip()}"])
        self.complain(command, self.leaks(done.text + done.said, command.startswith("memory list")))
        self.complain(command, [f"on stderr {each}" for each in fences.hiding(done.said)])
        self.shown |= set(fences.found(self.place.marks, done.text))
        self.stopped += any("was stopped" in each for each in done.complaints)
        if self.stopped > 1:
            raise Stopped

    def leaks(self, text, lists_all=False):
        """Secrets, also if JSON has written them otherwise. A list of all memories has those that no recall looks at."""
        words = self.place.secrets if lists_all else {**self.place.secrets, **self.place.closed}
        return [f"shows a secret ({kind}): {secret[:12]}…" for secret, kind in words.items()
                if secret in text or json.dumps(secret)[1:-1] in text]

    # --- What is done with a repository --------------------------------------------------------

    def all(self):
        """Everything; returns what was violated."""
        try:
            self.every_command()
        except Stopped:
            pass
        return self.violations

    def every_command(self):
        for folder in (".claude", ".codex", ".cursor", ".gemini", ".openclaw", ".config/opencode"):
            (self.place.home / folder).mkdir(parents=True, exist_ok=True)
        (self.place.home / ".claude.json").write_text("{}\n")
        if self.place.prepare:
            self.place.prepare(self)
        outside = state_of(self.place.outside)
        tree = state_of(self.place.root, {".satchel", ".git"})
        if (self.place.root / ".satchel").exists():
            self.hooks("before")
        self.run("setup", "--print", judge=self.of_text)
        self.run("index", judge=self.of_text)
        for file in self.place.imports:
            self.run("memory", "import", *file, judge=self.of_text)
        self.answers()
        self.hooks("after")
        self.server()
        if (self.place.root / ".git").exists():
            self.killed_server()
        for arguments in self.place.more:
            self.run(*arguments, judge=self.of_json if "json" in arguments else self.of_text)
        self.complain("all", changes(outside, state_of(self.place.outside), "outside of the work tree"))
        self.complain("all", changes(tree, state_of(self.place.root, {".satchel", ".git"}), "of the work tree"))
        self.complain("all", self.calls())
        if self.place.trace.exists():
            self.complain("all", ["a program of the repository was run"])
        self.complain("stores", self.leaks_of_files())

    def calls(self):
        """Whether somebody called a server that the repository names."""
        if self.place.listener is None:
            return []
        self.place.listener.setblocking(False)
        try:
            self.place.listener.accept()[0].close()
        except BlockingIOError:
            return []
        finally:
            self.place.listener.close()
        return ["it called a server that the repository names"]

    def answers(self):
        self.run("search", self.place.query, judge=self.of_text)
        self.run("search", self.place.query, "--format", "json", judge=self.of_json)
        self.run("pack", self.place.task, judge=self.of_markdown)
        self.run("pack", self.place.task, "--format", "prompt", judge=self.of_prompt)
        self.run("recall", self.place.prompt, "--format", "prompt", judge=self.of_prompt)
        self.run("agent", "--format", "prompt", "--budget", "1500", judge=self.of_prompt)
        if self.brief:
            return
        self.run("pack", self.place.task, "--format", "json", judge=self.of_json)
        self.run("pack", self.place.task, "--format", "prompt", "--budget", "600", judge=self.of_prompt)
        self.run("recall", self.place.prompt, judge=self.of_markdown)
        self.run("recall", self.place.prompt, "--format", "json", judge=self.of_json)
        self.run("agent", judge=self.of_markdown)
        self.run("agent", "--format", "prompt", judge=self.of_prompt)
        self.run("retrieve", self.place.task, "--format", "prompt", judge=self.of_prompt)
        self.run("graph", "pack", self.place.task, "--dry-run", "--format", "prompt", judge=self.of_prompt)
        self.run("graph", "validate", judge=self.of_text)
        self.run("note", "list", judge=self.of_text)
        self.run("note", "check", "--format", "json", judge=self.of_json)
        self.run("note", "log", judge=self.of_text)
        self.run("uses", "total_of_invoice", judge=self.of_text)
        self.run("why", judge=self.of_text)
        self.run("runs", "show", "last", "--format", "json", judge=self.of_json)
        self.run("memory", "list", judge=self.of_text)
        self.run("status", judge=self.of_text)
        self.run("doctor", "--format", "json", judge=self.of_json)
        self.run("db", "export", "-")  # a backup, byte by byte: no secrets, and that is all

    def hooks(self, when):
        """Those of six agents. None may speak because of stores that came with the repository."""
        for agent, event in [*STARTS.items(), *HOOKS.items()]:
            if self.brief and event == "SessionStart" and agent != "claude-code":
                continue
            name = "conversation_id" if agent == "cursor" else "session_id"
            place = {"workspace_roots": [str(self.place.root)]} if agent == "cursor" else {"cwd": str(self.place.root)}
            about = {"source": "startup"} if event in STARTS.values() else {"prompt": self.place.task}
            payload = {name: f"{when}-{agent}", **place, "hook_event_name": event, **about}
            done = self.run("hook", event, "--agent", agent, "--timeout", "20s", text=json.dumps(payload), codes={0})
            command = f"hook {event} --agent {agent}"
            if when == "before":
                self.complain(command, self.of_silence(done.text))
            elif done.out.strip():
                self.complain(command, self.of_hook(done.text))

    def server(self):
        """The MCP server on its standard streams."""
        server = processes.Server([self.satchel, "mcp"], self.place.root, self.environment)
        asked = list(self.requests())
        for number, (method, parameters) in enumerate(asked):
            message = {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}
            server.send(json.dumps(message).encode())
            answer = self.answer_of(server, number)
            if answer is None:
                break
            name = parameters.get("name") or parameters.get("uri") or ""
            self.complain(f"mcp {method} {name} {parameters.get('arguments', {}).get('format', '')}".rstrip(),
                          self.of_answer(parameters, answer) + self.leaks(json.dumps(answer)))
        else:
            number += 1
        done = server.end()
        if number < len(asked):
            self.complain("mcp", [f"no answer to {asked[number][0]}: {done.said[-200:]}"])
        self.take("mcp", done, {0})

    def killed_server(self):
        """A server that is killed while git works for it must not leave git behind."""
        state = self.place.scratch / "second"
        environment = {**self.environment, **{name: str(state / name) for name in self.environment if name.startswith("XDG_")}}
        server = processes.Server([self.satchel, "mcp"], self.place.root, environment)
        for number, (method, parameters) in enumerate(list(self.requests())[:3]):
            server.send(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}).encode())
        self.answer_of(server, 2, lambda: any(each.name == "git" for each in processes.below(os.getpid())))
        self.take("mcp, killed", server.end(kill=True), {0})

    @staticmethod
    def answer_of(server, number, while_waiting=lambda: False):
        while (line := server.line(while_waiting)) is not None:
            answer = json.loads(line)
            if answer.get("id") == number:
                return answer
        return None

    def requests(self):
        yield "initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                             "clientInfo": {"name": "attack", "version": "1"}}
        yield "tools/list", {}
        for tool, arguments in (("search", {"query": self.place.query}), ("pack", {"task": self.place.task}),
                                ("pack", {"task": self.place.task, "format": "prompt"}),
                                ("why", {"item": "src/billing.py"}), ("retrieve", {"task": self.place.task, "format": "prompt"})):
            yield "tools/call", {"name": tool, "arguments": arguments}
        for resource in ("satchel://notes", "satchel://runs/last", "satchel://status"):
            yield "resources/read", {"uri": resource}
        if not self.brief:
            yield "prompts/get", {"name": "context", "arguments": {"task": self.place.task}}
            yield "prompts/get", {"name": "notes", "arguments": {}}

    def leaks_of_files(self):
        """Secrets in stores and caches, as far as their bytes show them."""
        complaints = []
        for top in (self.place.root / ".satchel", self.place.scratch / "home"):
            for folder, _, names in os.walk(top):
                for name in names:
                    file = pathlib.Path(folder) / name
                    if not self.place.secrets or not file.is_file() or file.is_symlink():
                        continue
                    content = file.read_bytes()
                    complaints += [f"{file.relative_to(self.place.scratch)} has a secret ({kind}): {secret[:12]}…"
                                   for secret, kind in self.place.secrets.items() if secret.encode() in content]
        return complaints


def state_of(top, without=frozenset()):
    """What is below a folder: kind, size and time of each entry."""
    seen = {}
    for folder, names, files in os.walk(top):
        names[:] = [name for name in names if name not in without] if folder == str(top) else names
        for name in names + files:
            if folder == str(top) and name in without:
                continue
            path = os.path.join(folder, name)
            stat = os.lstat(path)
            is_folder = os.path.isdir(path) and not os.path.islink(path)
            seen[path] = (stat.st_mode, 0 if is_folder else stat.st_size, 0 if is_folder else stat.st_mtime_ns)
    return seen


def changes(before, after, where):
    names = [path for path in before.keys() | after.keys() if before.get(path) != after.get(path)]
    return [f"it changed {where}: {os.path.basename(name)}" for name in sorted(names)[:5]]
