"""eval/packets/run.py counts the lines that a packet shows."""

import hashlib
import importlib.util
import json
import unittest

from support import ROOT

SPEC = importlib.util.spec_from_file_location("packets_run", ROOT / "eval/packets/run.py")
packets = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(packets)

SETS = ROOT / "eval/packets"
# The sets are frozen: a task that is wrong leaves, and no other one is changed.
DIGESTS = {"own.jsonl": "a3c9b6afa7719c0ed03aba7c6a43a035992fd37669323048a359cb875718e103", "failures.jsonl": "f616409e0c3cf11e01cd9d3be3870c963f119a0e53f2ddf6bd5527c9ede33f0f"}


def item(name, rendition, text, **more):
    return {"id": name, "rendition": rendition, "text": text, **more}


class ShownLinesTest(unittest.TestCase):
    def test_a_body_shows_its_lines_and_no_more_than_it_has(self):
        self.assertEqual(packets.lines_of_item(item("a.py:3-5", "full", "x\ny\nz\n")), ("a.py", {3, 4, 5}))
        self.assertEqual(packets.lines_of_item(item("a.py:3-9", "full", "x\ny")), ("a.py", {3, 4}))

    def test_a_window_shows_the_lines_between_its_marks(self):
        text = "def f():\n# (lines 1 to 9 are not shown)\na\nb\n# (line 12 is not shown)"
        self.assertEqual(packets.lines_of_item(item("a.py:1-12", "window", text)), ("a.py", {1, 10, 11}))
        text = "def f():\na\n# (lines 3 to 40 are not shown)"
        self.assertEqual(packets.lines_of_item(item("a.py:1-40", "window", text)), ("a.py", {1, 2}))

    def test_an_outline_shows_the_lines_with_numbers(self):
        self.assertEqual(packets.lines_of_item(item("a.py", "signature", "7: def f()\n  9: def g()\n12: x")), ("a.py", {7, 12}))

    def test_a_signature_shows_the_first_line_and_a_name_nothing(self):
        self.assertEqual(packets.lines_of_item(item("a.py:3-5", "signature", "def f()")), ("a.py", {3}))
        self.assertEqual(packets.lines_of_item(item("a.py:3-5", "signature", "")), ("a.py", set()))
        self.assertEqual(packets.lines_of_item(item("a.py", "name", "")), ("a.py", set()))


class ScoreTest(unittest.TestCase):
    def test_a_packet_is_scored_by_the_lines_and_files_of_the_fix(self):
        task = {"must": [{"path": "a.py", "first_line": 3, "last_line": 4}, {"path": "b.py", "first_line": 1, "last_line": 2}],
                "functions": [{"path": "a.py", "first_line": 1, "last_line": 5}]}
        packet = {"tokens_used": 70, "sections": [{"items": [
            item("a.py:4-7", "full", "1\n2\n3\n4"), item("note", "full", "b.py:1-2", source="notes")]}]}
        self.assertEqual(packets.score(task, packet), {"must": 0.25, "files": 0.5, "useful": 0.5, "tokens": 70})

    def test_the_interval_of_equal_differences_is_a_point(self):
        self.assertEqual(packets.interval([0.5] * 8), (0.5, 0.5))


class TreesTest(unittest.TestCase):
    def test_named_hunks_of_a_diff_are_taken(self):
        diff = "--- a/x\n+++ b/x\n@@ -1,0 +2,1 @@\n+a\n@@ -9,2 +11,0 @@\n-b\n-c\n@@ -20 +20 @@\n-d\n+e\n"
        self.assertEqual(packets.trees.taken_patch(diff, ["9,2"]), "--- a/x\n+++ b/x\n@@ -9,2 +11,0 @@\n-b\n-c\n")
        self.assertEqual(packets.trees.taken_patch(diff, ["1,0", "20"]),
                         "--- a/x\n+++ b/x\n@@ -1,0 +2,1 @@\n+a\n@@ -20 +20 @@\n-d\n+e\n")


class SetsTest(unittest.TestCase):
    def test_they_are_frozen(self):
        for name, digest in DIGESTS.items():
            self.assertEqual(hashlib.sha256((SETS / name).read_bytes()).hexdigest(), digest, name)

    def test_each_task_is_whole_and_names_no_path_of_a_machine(self):
        known = set((ROOT / "eval/repositories.txt").read_text(encoding="utf-8").split())
        for name in DIGESTS:
            tasks = [json.loads(line) for line in (SETS / name).read_text(encoding="utf-8").splitlines()]
            self.assertEqual(len(tasks), len({task["id"] for task in tasks}))
            for task in tasks:
                self.assertTrue(task["must"] and task["task"].strip(), task["id"])
                self.assertIn(task["half"], ("dev", "held"))
                self.assertRegex(task["commit"], "^[0-9a-f]{40}$")
                self.assertIn(task["repo"].lower(), known)
                for path in ("/root/", "/work/"):
                    self.assertNotIn(path, task["task"], task["id"])

    def test_no_repository_is_in_both_halves(self):
        halves = {}
        for line in (SETS / "own.jsonl").read_text(encoding="utf-8").splitlines():
            task = json.loads(line)
            halves.setdefault(task["repo"], set()).add(task["half"])
        self.assertEqual([repo for repo, half in halves.items() if len(half) > 1], [])


if __name__ == "__main__":
    unittest.main()
