"""Documents do not point at nothing: links and named files exist, and the tables agree."""

import re
import tomllib
import unittest

from support import ROOT, run

LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
# A path in backticks below one of our folders, with an extension or below scripts/.
NAMED_FILE = re.compile(r"`((?:src|cmd|scripts|docs|bench|cmake|fuzz|packaging|tests|\.ci)/[\w./-]+)")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def anchor(heading):
    """The anchor that a Markdown heading gets on hosting pages."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def documents():
    status, output = run("git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md")
    assert status == 0, output
    return [ROOT / name for name in output.split() if not name.startswith(("tests/", "third_party/"))]


class DocumentsTest(unittest.TestCase):
    def test_links_lead_to_files_and_headings(self):
        for document in documents():
            text = FENCE.sub("", document.read_text(encoding="utf-8"))
            for target in LINK.findall(text):
                if target.startswith("https://"):
                    continue
                path, _, fragment = target.partition("#")
                file = (document.parent / path).resolve() if path else document
                with self.subTest(document=document.name, link=target):
                    self.assertTrue(file.exists())
                    if fragment:
                        headings = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
                        self.assertIn(fragment, [anchor(heading) for heading in headings])

    def test_named_files_exist(self):
        for document in documents():
            if document.name in ("CHANGELOG.md", "soak.md"):
                continue  # the past may name what is gone
            for name in NAMED_FILE.findall(document.read_text(encoding="utf-8")):
                # NAME stands for any name.
                if "NAME" in name or not ("." in name.rpartition("/")[2] or name.startswith("scripts/")):
                    continue
                with self.subTest(document=document.name, file=name):
                    self.assertTrue((ROOT / name).exists())

    def test_every_library_that_is_included_has_a_section(self):
        table = tomllib.loads((ROOT / "scripts/layers.toml").read_text(encoding="utf-8"))
        text = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8").lower()
        # The names people know, where the header is called otherwise.
        names = {"openssl": "openssl", "gtest": "googletest", "gmock": "googletest", "token_tables": "gpt-tokenizer",
                 "benchmark": "google benchmark", "libpq-fe": "libpq", "sqlite3": "sqlite",
                 "tree_sitter": "tree-sitter"}
        status, used = run("git", "grep", "-hoE", r"^#include [<\"][^>\"]+", "--", "src", "tests", "bench", "fuzz")
        self.assertEqual(status, 0)
        for prefix in table["third_party"]:
            word = re.split(r"[./]", prefix)[0].lower()
            included = any(line[len("#include <"):].startswith(prefix) for line in used.splitlines())
            if included:
                with self.subTest(header=prefix):
                    self.assertIn(f"## {names.get(word, word)}", text)


if __name__ == "__main__":
    unittest.main()
