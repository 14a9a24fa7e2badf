"""Checks of the built binary against a specification, from the outside.

A file of checks makes one `Rules`, registers a function per rule and calls `run()`:

    rules = Rules("Checks of specification 003.")

    @rules.rule("seeds by path", "l.113")
    def seeds_by_path(test):
        shop = test.workspace({"shop/cart.py": "def total(): return 1\n"})
        answer = shop.run("search", "total", "--format", "json")
        test.check("a path finds its file", "shop/cart.py" in answer.out, answer)

    if __name__ == "__main__":
        rules.run()

Every workspace is a fresh Git repository with its own HOME. A function that raises counts as one failing check, so
a broken rule does not hide the rules after it.
"""

import argparse
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import traceback

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "eval"))

from workspace import environment_of  # noqa: E402  (the line above makes it importable)

BINARY = ROOT / "build/release/cmd/satchel/satchel"
LONGEST_SECONDS = 180
LONGEST_DETAIL = 1200
FIRST_COMMIT = 1_780_000_000  # seconds; later commits follow a day apart


class Answer:
    """What one call of the binary returned. `code` is None if it took longer than its time."""

    def __init__(self, arguments, code, out, err, seconds):
        self.arguments, self.code, self.out, self.err, self.seconds = arguments, code, out, err, seconds

    def json(self):
        return json.loads(self.out)

    def __str__(self):
        call = " ".join(str(argument) for argument in self.arguments)
        return f"$ satchel {call}\nexit {self.code}\nstdout: {self.out.strip()}\nstderr: {self.err.strip()}"


class Workspace:
    """A Git repository in `place`/work with a home in `place`/home."""

    def __init__(self, place, binary, files=None, *, git=True, **variables):
        self.place, self.binary = place, str(binary)
        self.root, self.home = place / "work", place / "home"
        self.root.mkdir(parents=True)
        self.home.mkdir()
        self.environment = environment_of(self.home, LC_ALL="C.UTF-8", TZ="UTC", **variables)
        self.commits = 0
        if git:
            self.git("init", "--quiet", "--initial-branch=main")
        if files and git:
            self.commit("begin", files)
        elif files:
            self.write(files)

    def write(self, files):
        """Writes each path of `files`; None removes the file."""
        for name, text in files.items():
            path = self.root / name
            if text is None:
                path.unlink()
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def commit(self, message, files):
        """Writes and commits files. The n-th commit is n days after the first, on every machine."""
        self.write(files)
        self.git("add", "--all")
        date = f"{FIRST_COMMIT + self.commits * 86_400} +0000"
        self.commits += 1
        self.git("commit", "--quiet", "--allow-empty", "--message", message, GIT_AUTHOR_DATE=date,
                 GIT_COMMITTER_DATE=date)

    def git(self, *arguments, **variables):
        names = {f"GIT_{role}_{what}": value for role in ("AUTHOR", "COMMITTER")
                 for what, value in (("NAME", "Ada"), ("EMAIL", "ada@example.com"))}
        return subprocess.run(["git", *arguments], cwd=self.root, env={**self.environment, **names, **variables},
                              check=True, capture_output=True, text=True).stdout

    def run(self, *arguments, given="", at=None, seconds=LONGEST_SECONDS, **variables):
        """Runs the binary. `given` is its standard input, `variables` go to its environment."""
        started = time.monotonic()
        process = subprocess.Popen([self.binary, *map(str, arguments)], cwd=at or self.root,
                                   env={**self.environment, **variables}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, start_new_session=True)
        try:
            out, err = process.communicate(given.encode() if isinstance(given, str) else given, timeout=seconds)
            code = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            code = None
        return Answer(arguments, code, out.decode(errors="replace"), err.decode(errors="replace"),
                      time.monotonic() - started)

    def done(self, *arguments, **options):
        """Like run(), for a step that must succeed before the rule can be checked."""
        answer = self.run(*arguments, **options)
        if answer.code != 0:
            raise AssertionError(f"a preparation failed:\n{answer}")
        return answer

    def set(self, key, value):
        return self.done("config", "set", key, str(value))

    def rows(self, store, statement, *values):
        """Rows of a store, such as `raw.db` or `sessions/ID.db`."""
        connection = sqlite3.connect(f"file:{self.root / '.satchel' / store}?mode=ro", uri=True)
        try:
            return connection.execute(statement, values).fetchall()
        finally:
            connection.close()


class Test:
    """One rule while it is checked."""

    def __init__(self, rules, name, place, binary):
        self.rules, self.name, self.place, self.binary = rules, name, place, binary
        self.spaces = 0
        self.opened = []

    def workspace(self, files=None, **options):
        self.spaces += 1
        return Workspace(self.place / str(self.spaces), self.binary, files, **options)

    def use(self, resource):
        """Closes a resource, such as a server, when the rule is done."""
        self.opened.append(resource)
        return resource

    def check(self, rule, condition, detail=""):
        self.rules.count += 1
        if not condition:
            self.rules.failing.append((f"{self.name}: {rule}", str(detail)))
        return bool(condition)

    def close(self):
        for resource in reversed(self.opened):
            resource.close()


class Rules:
    """The rules of one specification, in order of registration."""

    def __init__(self, description):
        self.description = description
        self.registered = []
        self.count = 0
        self.failing = []

    def rule(self, name, lines=""):
        def register(function):
            self.registered.append((f"{name} ({lines})" if lines else name, function))
            return function
        return register

    def run(self, arguments=None):
        parser = argparse.ArgumentParser(description=self.description)
        parser.add_argument("--satchel", type=pathlib.Path, default=BINARY, metavar="BIN")
        parser.add_argument("--rule", action="append", default=[], metavar="NAME", help="only rules with NAME in them")
        parser.add_argument("--list", action="store_true", help="print the rules and stop")
        parser.add_argument("--keep", type=pathlib.Path, metavar="DIR", help="keep the workspaces in DIR")
        given = parser.parse_args(arguments)
        chosen = [(name, function) for name, function in self.registered
                  if not given.rule or any(word in name for word in given.rule)]
        if given.list:
            print("\n".join(name for name, _ in chosen))
            sys.exit(0)
        if not chosen:
            sys.exit("no rule has such a name")
        if not given.satchel.is_file():
            sys.exit(f"{given.satchel} is not there: build it or give --satchel")
        with tempfile.TemporaryDirectory(prefix="conformance-") as scratch:
            for number, (name, function) in enumerate(chosen):
                place = (given.keep.resolve() if given.keep else pathlib.Path(scratch)) / f"{number:02}"
                self.try_one(name, function, place, given.satchel.resolve())
        for name, detail in self.failing:
            shown = detail if len(detail) <= LONGEST_DETAIL else detail[:LONGEST_DETAIL] + " ..."
            print(f"FAILING {name}")
            print("".join(f"    {line}\n" for line in shown.splitlines()), end="")
        print(f"{self.count} checks, {len(self.failing)} failing")
        sys.exit(1 if self.failing else 0)

    def try_one(self, name, function, place, binary):
        test = Test(self, name, place, binary)
        before = len(self.failing)
        try:
            function(test)
        except Exception:  # a rule that cannot be checked is a failing one
            test.check("can be checked", False, traceback.format_exc(limit=-3))
        finally:
            test.close()
        print(f"{'ok' if len(self.failing) == before else 'FAILING':8}{name}", file=sys.stderr, flush=True)
