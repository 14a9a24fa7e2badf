"""What the binary does without a network, and without the libraries that it loads when a URL asks.

    offline_test.py PATH_TO_SATCHEL

strace watches the calls that could reach another machine while the commands of a working day run.
"""

import os
import pathlib
import re
import shutil
import sys
import unittest

from support import ScratchTest, run

TOUR = [
    "git init --quiet",
    "satchel init --notes",
    "printf 'def mix(a):\\n    return a\\n' > colours.py",
    "satchel index",
    "satchel search who mixes the colours",
    "satchel note task add 'Repair the mixing of colours'",
    "satchel remember --category decision 'Colours are mixed in linear light'",
    "satchel recall 'how are colours mixed?'",
    "satchel pack 'repair the mixing of colours' --budget 800",
    "satchel why colours.py",
    "satchel status",
    "satchel doctor",
    """printf '{"prompt": "mix the colours", "cwd": "%s", "session_id": "1"}' "$PWD" """
    "| satchel hook UserPromptSubmit --agent claude-code",
    """printf '{"jsonrpc":"2.0","id":1,"method":"ping"}\\n' | satchel mcp""",
]
SOCKET = re.compile(r"\bsocket\((\w+)")


def families(trace):
    """The address families that a trace opened sockets of."""
    return set(SOCKET.findall(trace))


class OfflineTest(ScratchTest):
    satchel = None

    def setUp(self):
        super().setUp()
        self.home, self.project = self.scratch / "home", self.scratch / "project"
        binaries = self.scratch / "bin"
        for folder in (self.home, self.project, binaries):
            folder.mkdir()
        (binaries / "satchel").symlink_to(self.satchel)
        self.environment = {"PATH": f"{binaries}:{os.environ['PATH']}", "HOME": str(self.home), "LC_ALL": "C.UTF-8"}

    def trace(self, command):
        """Runs a shell command under strace; returns its status, its output and the calls about sockets."""
        log = self.scratch / "trace"
        status, output = run("strace", "-f", "--seccomp-bpf", "-e", "trace=socket,connect,sendto,bind", "-o", log,
                             "bash", "-c", command, cwd=self.project, env=self.environment)
        return status, output, log.read_text(encoding="utf-8", errors="replace")

    def test_local_use_opens_no_socket_to_a_network(self):
        for command in TOUR:
            with self.subTest(command=command):
                status, output, calls = self.trace(command)
                self.assertEqual(status, 0, output)
                self.assertLessEqual(families(calls), {"AF_UNIX"}, calls)

    def test_the_watch_sees_a_socket_where_there_is_one(self):
        program = f"{sys.executable} -c 'import socket; socket.socket(socket.AF_INET)'"
        status, output, calls = self.trace(program)
        self.assertEqual(status, 0, output)
        self.assertIn("AF_INET", families(calls))

    def without(self, library):
        """An environment in which a library cannot be loaded: an empty file is found in its place."""
        folder = self.scratch / "libraries"
        folder.mkdir(exist_ok=True)
        (folder / library).touch()
        return {**self.environment, "LD_LIBRARY_PATH": str(folder)}

    def test_a_missing_libpq_is_named_with_what_to_install(self):
        status, output = run("satchel", "init", cwd=self.project, env={
            **self.without("libpq.so.5"), "SATCHEL_STORE_URL": "postgresql://127.0.0.1:9/none"})
        self.assertNotEqual(status, 0)
        self.assertIn("needs libpq, which cannot be loaded", output)
        self.assertIn("Debian: libpq5", output)

    def test_a_missing_libcurl_is_named_with_what_to_install(self):
        for library in ("libcurl.so.4", "libcurl-gnutls.so.4"):
            environment = self.without(library)
        (self.project / "colours.py").write_text("def mix(a):\n    return a\n", encoding="utf-8")
        for command in ("git init --quiet", "satchel init", "satchel index"):
            run("bash", "-c", command, cwd=self.project, env=self.environment)
        status, output = run("satchel", "retrieve", "mix", "--model", "m", "--base-url", "http://127.0.0.1:9",
                             cwd=self.project, env=environment)
        self.assertNotEqual(status, 0)
        self.assertIn("needs libcurl, which cannot be loaded", output)
        self.assertIn("Debian: libcurl4", output)


if __name__ == "__main__":
    OfflineTest.satchel = pathlib.Path(sys.argv.pop(1)).resolve()
    if shutil.which("strace") is None or run("strace", "-o", "/dev/null", "true")[0] != 0:
        print("strace is missing or may not watch processes here")
        sys.exit(77)
    unittest.main()
