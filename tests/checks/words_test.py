"""scripts/check_words names a phrase in prose and in the program's texts, and nothing in code."""

import re
import tomllib
import unittest

from support import ROOT, load_script

words = load_script("check_words")
PHRASES = [
    {"find": r"\bcut off\b", "write": "'interrupted'"},
    {"find": r"\banew\b", "write": "'again'", "except": [{"path": "docs/old", "why": "a record"}]},
]


class WordsTest(unittest.TestCase):
    def found(self, path, text):
        return list(words.findings(path, text, PHRASES))

    def test_a_phrase_in_prose_is_named_with_its_line_and_what_to_write(self):
        self.assertEqual(self.found("a.md", "# Runs\n\nA run was cut\noff.\n"),
                         ["a.md:3: \"cut off\": write 'interrupted'"])

    def test_code_in_a_document_is_not_prose(self):
        self.assertEqual(self.found("a.md", "Run `git anew`.\n\n```sh\nmake anew\n```\n\n````\n```\nanew\n```\n````\n"), [])

    def test_of_a_source_only_texts_count(self):
        self.assertEqual(self.found("a.cc", 'void Anew();  // made anew: "anew"\nSay("made anew");\n'),
                         ["a.cc:2: \"anew\": write 'again'"])

    def test_a_phrase_over_two_literals_is_found(self):
        self.assertEqual(len(self.found("a.cc", 'Say("it was cut "\n    "off");\n')), 1)

    def test_an_exception_holds_for_its_path_alone(self):
        self.assertEqual(self.found("docs/old/a.md", "made anew, cut off\n"),
                         ["docs/old/a.md:1: \"cut off\": write 'interrupted'"])

    def test_every_phrase_compiles_and_every_exception_has_a_file_and_a_reason(self):
        table = tomllib.loads((ROOT / "scripts/words.toml").read_text(encoding="utf-8"))
        for phrase in table["phrase"]:
            re.compile(phrase["find"])
            self.assertTrue(phrase["write"])
            for exempt in phrase.get("except", ()):
                with self.subTest(path=exempt["path"]):
                    self.assertTrue((ROOT / exempt["path"]).exists())
                    self.assertGreater(len(exempt["why"]), 10)


if __name__ == "__main__":
    unittest.main()
