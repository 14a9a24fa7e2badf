"""eval/orientation is frozen, and what counts as an answer is what its README says."""

import collections
import importlib.util
import unittest

from support import ROOT

SPEC = importlib.util.spec_from_file_location("orientation_run", ROOT / "eval/orientation/run.py")
orientation = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(orientation)

QUESTION = {"right": [{"path": "Makefile", "text": "test: all"}, {"path": "TESTING.md"}]}


def packet(*items):
    return {"sections": [{"items": [{"id": name, "text": text} for name, text in items]}]}


def answer(*places):
    return {"results": [{"path": path, "lines": [{"text": text}]} for path, text in places]}


class SetTest(unittest.TestCase):
    def test_the_halves_are_frozen_and_share_no_repository(self):
        halves = [orientation.read(half) for half in orientation.HALVES]
        self.assertEqual([len(half) for half in halves], [75, 75])
        self.assertFalse(set.intersection(*({question["repository"] for question in half} for half in halves)))
        both = [question for half in halves for question in half]
        self.assertEqual(len({question["id"] for question in both}), 150)
        repositories = collections.defaultdict(set)
        for question in both:
            repositories[question["ecosystem"]].add(question["repository"])
            self.assertTrue(question["right"], question["id"])
        self.assertEqual([len(names) for names in repositories.values()], [3] * 10)

    def test_repositories_are_listed(self):
        known = set((ROOT / "eval/repositories.txt").read_text(encoding="utf-8").split())
        for half in orientation.HALVES:
            for question in orientation.read(half):
                self.assertIn(question["repository"].lower(), known)


class ScoreTest(unittest.TestCase):
    def test_a_packet_needs_the_text_in_an_item_of_the_file(self):
        self.assertTrue(orientation.in_packet(packet(("Makefile:3-4", "test:  all\n\t./run")), QUESTION))
        self.assertFalse(orientation.in_packet(packet(("Makefile:1-2", "all:"), ("a.md:1-2", "test: all")), QUESTION))
        self.assertTrue(orientation.in_packet(packet(("TESTING.md", "")), QUESTION))

    def test_a_search_needs_the_text_in_a_line_of_the_first_three_places(self):
        other = ("src/a.c", "int a;")
        self.assertTrue(orientation.in_search(answer(other, other, ("Makefile", "test: all")), QUESTION))
        self.assertFalse(orientation.in_search(answer(other, other, other, ("Makefile", "test: all")), QUESTION))
        self.assertFalse(orientation.in_search(answer(("Makefile", "all:")), QUESTION))


if __name__ == "__main__":
    unittest.main()
