"""eval/hooks/failures is frozen, and its workspaces have the places that it names."""

import importlib.util
import pathlib
import tempfile
import unittest

from support import ROOT

SPEC = importlib.util.spec_from_file_location("failures_check", ROOT / "eval/hooks/failures/check.py")
failures = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(failures)


class SetTest(unittest.TestCase):
    def test_it_is_frozen_and_each_place_of_a_fixture_is_there(self):
        faults, skipped = failures.check()
        self.assertEqual(faults, [])
        # Public repositories need their mirrors.
        self.assertLess(skipped, failures.COUNT // 2)

    def test_the_halves_are_about_equal(self):
        for kind in failures.KINDS:
            sizes = [sum(case["kind"] == kind for case in failures.read(half)) for half in failures.HALVES]
            self.assertLess(max(sizes) - min(sizes), failures.COUNT // 10, kind)

    def test_runners_and_languages_of_the_failures(self):
        cases = [case for half in failures.HALVES for case in failures.read(half) if case["kind"] == "failure"]
        self.assertGreaterEqual(len({case["runner"] for case in cases}), 10)
        self.assertGreaterEqual(len({case["language"] for case in cases}), 6)

    def test_repositories_are_listed(self):
        known = set((ROOT / "eval/repositories.txt").read_text(encoding="utf-8").split())
        for half in failures.HALVES:
            for case in failures.read(half):
                if "repository" in case:
                    self.assertIn(case["repository"].lower(), known, case["id"])


class WorkspaceTest(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)
        self.tree = pathlib.Path(self.place.name) / "tree"

    def test_a_workspace_has_the_change_and_a_wrong_place_is_named(self):
        case = {
            "fixture": "ring",
            "patch": "--- a/src/ring.c\n+++ b/src/ring.c\n@@ -13 +13 @@\n-  ring->count = 0;\n+  ring->count = 1;\n",
            "places": [{"path": "src/ring.c", "line": 13, "text": "ring->count = 1;"}],
        }
        self.assertTrue(failures.prepare(case, self.tree))
        self.assertEqual(list(failures.wrong_places(case, self.tree)), [])
        case["places"][0]["line"] = 14
        self.assertEqual(list(failures.wrong_places(case, self.tree)), ["src/ring.c:14 is not 'ring->count = 1;'"])
        case["places"][0] |= {"path": "src/none.c"}
        self.assertEqual(len(list(failures.wrong_places(case, self.tree))), 1)

    def test_outputs_have_the_path_of_the_workspace(self):
        case = {"stdout": "{workspace}/a.py:1", "stderr": ""}
        self.assertEqual(failures.output(case, pathlib.Path("/tmp/x")), ("/tmp/x/a.py:1", ""))

    def test_a_repository_without_a_mirror_is_skipped(self):
        self.assertFalse(failures.prepare({"repository": "a/b", "commit": "0" * 40}, self.tree))

    def test_a_failure_without_a_place_is_a_fault(self):
        case = {"kind": "failure", "command": "make", "fixture": "ring", "stdout": "x", "stderr": "", "places": []}
        self.assertEqual(list(failures.faults_of(case)), ["a failure has places, and nothing else has"])

    def test_a_path_of_a_machine_is_a_fault(self):
        case = {"kind": "silent", "command": "npm test", "fixture": "menus", "stdout": "", "stderr": "at /root/x.js:1"}
        self.assertEqual(list(failures.faults_of(case)), ["the output has /root/"])
        case["stderr"] = "GET https://registry.example.org/x, https://registry.example.com/x"
        self.assertEqual(list(failures.faults_of(case)), [])
        case["stderr"] = "GET https://registry.internal/x"
        self.assertEqual(list(failures.faults_of(case)), ["the output has https://registry.internal"])


if __name__ == "__main__":
    unittest.main()
