"""The labelled requests of tests/data/graph_intent.tsv are well formed and split as their header says."""

import hashlib
import re
import unittest

from support import ROOT

INTENTS = {"plan", "execute", "explain", "debug", "research"}


def half(text):
    return "held" if hashlib.sha1(text.encode("utf-8")).digest()[-1] & 1 else "dev"


class GraphIntentTest(unittest.TestCase):
    def setUp(self):
        lines = (ROOT / "tests/data/graph_intent.tsv").read_text(encoding="utf-8").splitlines()
        self.rows = [line.split("\t") for line in lines if not line.startswith("#")]

    def test_every_row_is_an_intent_a_text_and_the_half_its_digest_says(self):
        for row in self.rows:
            self.assertEqual(len(row), 3, row)
            self.assertIn(row[0], INTENTS)
            self.assertEqual(row[2], half(row[1]), row[1])

    def test_no_text_is_there_twice(self):
        texts = [row[1].casefold() for row in self.rows]
        self.assertEqual(sorted(texts), sorted(set(texts)))

    def test_there_are_enough_of_each_intent_and_language(self):
        self.assertGreaterEqual(len(self.rows), 340)
        for intent in INTENTS:
            self.assertGreaterEqual(sum(row[0] == intent for row in self.rows), 50, intent)
        russian = sum(bool(re.search("[а-яё]", row[1])) for row in self.rows)
        self.assertGreaterEqual(russian / len(self.rows), 0.35)


if __name__ == "__main__":
    unittest.main()
