"""Runs the commands of README.md and of the guide against the built binary, as a reader would.

    tour_test.py PATH_TO_SATCHEL

Every line of a fenced block marked `sh tour` is one command. The commands of a page run in order, in one
empty directory with an empty home. A command must end with 0, or with N where its line ends in `# exit N`.
A comment `<!-- before: COMMAND -->` prepares what a reader has and the page need not show, such as a
repository. documents_test.py checks that no block of commands is forgotten.
"""

import os
import pathlib
import re
import shutil
import sys
import unittest

from support import ROOT, ScratchTest, run

TOUR = re.compile(r"^<!-- before: (?P<before>[^\n]+) -->$|^```sh tour\n(?P<block>.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = ("README.md", "docs/guide/*.md")


def tour_commands(text):
    """(command, expected status) of every line in the tour's blocks."""
    for part in TOUR.finditer(text):
        if part["before"]:
            yield part["before"], 0
            continue
        for line in part["block"].splitlines():
            if line.strip() and not line.startswith("#"):
                status = re.search(r"# exit (\d+)$", line)
                yield line, int(status.group(1)) if status else 0


def pages():
    return sorted(page for pattern in PAGES for page in ROOT.glob(pattern))


class TourTest(ScratchTest):
    satchel = None

    def test_every_command_of_the_guide_ends_as_the_page_says(self):
        binaries = self.scratch / "bin"
        binaries.mkdir()
        shutil.copy(self.satchel, binaries / "satchel")
        toured = []
        for page in pages():
            commands = list(tour_commands(page.read_text(encoding="utf-8")))
            if not commands:
                continue
            toured.append(page.name)
            home = self.scratch / page.stem / "home"
            project = self.scratch / page.stem / "project"
            home.mkdir(parents=True)
            project.mkdir()
            environment = {"PATH": f"{binaries}:{os.environ['PATH']}", "HOME": str(home), "LC_ALL": "C.UTF-8"}
            for command, expected in commands:
                with self.subTest(page=page.name, command=command):
                    status, output = run("bash", "-c", command, cwd=project, env=environment)
                    self.assertEqual(status, expected, f"$ {command}\n{output}")
        self.assertIn("first_day.md", toured)
        self.assertGreater(len(toured), 5, "pages of the guide have lost their commands")


if __name__ == "__main__":
    TourTest.satchel = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
