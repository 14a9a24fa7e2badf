"""Runs the commands of README.md's tour against the built binary, as a reader would.

    readme_tour_test.py PATH_TO_SATCHEL

Every line of a fenced block marked `sh tour` is one command, run in order in one empty
directory with an empty home. It must end with 0, or with N where the line ends in `# exit N`.
"""

import os
import pathlib
import re
import shutil
import sys
import unittest

from support import ROOT, ScratchTest, run

BLOCK = re.compile(r"^```sh tour\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def tour_commands(text):
    """(command, expected status) of every line in the tour's blocks."""
    for block in BLOCK.findall(text):
        for line in block.splitlines():
            if line.strip() and not line.startswith("#"):
                status = re.search(r"# exit (\d+)$", line)
                yield line, int(status.group(1)) if status else 0


class ReadmeTourTest(ScratchTest):
    satchel = None

    def test_every_command_of_the_tour_ends_as_the_readme_says(self):
        commands = list(tour_commands((ROOT / "README.md").read_text(encoding="utf-8")))
        self.assertGreater(len(commands), 3, "the README has no tour")
        binaries = self.scratch / "bin"
        binaries.mkdir()
        shutil.copy(self.satchel, binaries / "satchel")
        home = self.scratch / "home"
        project = self.scratch / "project"
        home.mkdir()
        project.mkdir()
        environment = {"PATH": f"{binaries}:{os.environ['PATH']}", "HOME": str(home), "LC_ALL": "C.UTF-8"}
        # Nothing else is prepared: a reader has no more than this.
        for command, expected in commands:
            status, output = run("bash", "-c", command, cwd=project, env=environment)
            self.assertEqual(status, expected, f"$ {command}\n{output}")


if __name__ == "__main__":
    ReadmeTourTest.satchel = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
