"""Links and named files of documents exist, every page is reachable, and the tables agree."""

import os
import re
import tomllib
import unittest

from support import ROOT, run

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
# A path in backticks below one of our folders, with an extension or below scripts/.
NAMED_FILE = re.compile(r"`((?:src|cmd|scripts|docs|bench|cmake|fuzz|packaging|tests|\.ci)/[\w./-]+)")
FENCE = re.compile(r"^(`{3,})([^`\n]*)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
# Languages of blocks that a reader runs. `sh tour` is run by tour_test.py.
COMMANDS = ("sh", "bash", "console", "sql", "powershell")
NOT_RUN = re.compile(r"<!-- not run: (.+) -->\n$")


def anchor(heading):
    """The anchor that a Markdown heading gets on hosting pages."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def documents():
    status, output = run("git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md")
    assert status == 0, output
    return [ROOT / name for name in output.split() if not name.startswith(("tests/", "third_party/"))]


def linked_pages(page):
    """The Markdown files that a page links to, as paths from the root."""
    text = FENCE.sub("", (ROOT / page).read_text(encoding="utf-8"))
    targets = (target.partition("#")[0] for target in LINK.findall(text) if "://" not in target)
    return {os.path.normpath(os.path.join(os.path.dirname(page), target)) for target in targets if target.endswith(".md")}


def clicks_from(start):
    """For each page that links lead to from `start`: how many clicks it takes."""
    found, edge = {start: 0}, [start]
    while edge:
        following = []
        for page in edge:
            for target in linked_pages(page) - found.keys():
                found[target] = found[page] + 1
                following.append(target)
        edge = following
    return found


class DocumentsTest(unittest.TestCase):
    def test_every_page_is_reachable_and_those_of_the_guide_quickly(self):
        clicks = clicks_from("README.md")
        for document in documents():
            page = document.relative_to(ROOT).as_posix()
            if page.startswith("docs/"):
                with self.subTest(page=page):
                    self.assertIn(page, clicks)
                    if page.startswith("docs/guide/"):
                        self.assertLessEqual(clicks[page], 2)

    def test_every_block_of_commands_is_run_or_says_why_not(self):
        for page in [ROOT / "README.md", *sorted((ROOT / "docs/guide").glob("*.md"))]:
            text = page.read_text(encoding="utf-8")
            for fence in FENCE.finditer(text):
                words, block = fence[2], fence[3]
                is_commands = words.split()[:1] and words.split()[0] in COMMANDS or re.search(r"^\$ ", block, re.MULTILINE)
                if not is_commands or words == "sh tour":
                    continue
                with self.subTest(page=page.name, block=block):
                    reason = NOT_RUN.search(text[:fence.start()])
                    self.assertIsNotNone(reason, "mark it `sh tour`, or put <!-- not run: REASON --> above")
                    for file in re.findall(r"\b(?:tests|scripts)/[\w./-]+", reason[1]):
                        self.assertTrue((ROOT / file).exists(), file)

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
            if document.name in ("CHANGELOG.md", "soak.md") or document.parent.name == "log":
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
