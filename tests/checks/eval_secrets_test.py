"""eval/secrets/run.py: its lists, and what it says of programs that show everything, nothing, or keep a log."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "eval/secrets"))
import run as secrets  # noqa: E402: found through the line above

KINDS = ("prose_russian", "json_inside_string", "curl_bearer")


def run(*arguments):
    command = [sys.executable, "-B", ROOT / "eval/secrets/run.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


class SecretsTest(unittest.TestCase):
    def shares_of(self, script):
        """The shares of a program, in the order of the columns, and everything that was printed."""
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder, "program")
            program.write_text("#!/bin/sh\n" + script, encoding="utf-8")
            program.chmod(0o755)
            kinds = [word for kind in KINDS for word in ("--kind", kind)]
            done = run("--satchel", program, "--surface", "code", *kinds)
        self.assertEqual(done.returncode, 0, done.stderr)
        row = next(line for line in done.stdout.splitlines() if line.startswith("places   code"))
        return [int(count) for count in re.findall(rf"([0-9]+) of +{len(KINDS)} ", row)], done.stdout

    def test_the_lists_have_no_faults(self):
        done = run("--check")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("250 secrets, 0 faults", done.stdout)

    def test_every_secret_is_shown_by_a_program_that_prints_the_files(self):
        shares, printed = self.shares_of('[ "$1" != search ] || cat src/*\n')
        self.assertEqual(shares, [3, 3, 3, 3])
        self.assertNotIn("are in no output", printed)

    def test_a_program_that_prints_nothing_is_reported_as_not_measured(self):
        shares, printed = self.shares_of("exit 0\n")
        self.assertEqual(shares, [0, 0, 0, 0])
        self.assertIn("the lines of 3 are in no output", printed)

    def test_a_log_and_an_index_count_apart_from_outputs(self):
        shares, _ = self.shares_of('[ "$1" != index ] || { mkdir -p .satchel && cat src/* > .satchel/raw.db; }\n')
        self.assertEqual(shares, [0, 3, 0, 3])
        shares, _ = self.shares_of('[ "$1" != index ] || { mkdir -p .satchel && cat src/* > .satchel/curated.db; }\n')
        self.assertEqual(shares, [0, 0, 0, 3])

    def test_a_secret_is_found_in_json_and_markup(self):
        item = secrets.Item("places", {"kind": "any", "file": "md", "lines": ['say «q"<w>/\\&z!x9» now']})
        escaped = json.dumps(item.text).replace("<", "\\u003c").replace("/", "\\/")
        self.assertTrue(item.is_in(secrets.plain(escaped.encode())))
        markup = item.text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
        self.assertTrue(item.is_in(secrets.plain(markup.encode())))
        self.assertFalse(item.is_in(secrets.plain(b"say [redacted] now")))

    def test_sixteen_characters_of_a_long_secret_are_enough(self):
        item = secrets.Item("places", {"kind": "any", "file": "md", "lines": ["«‹an:40›»"]})
        self.assertTrue(item.is_in(secrets.plain(item.secret[20:36].encode())))
        self.assertFalse(item.is_in(secrets.plain(item.secret[20:35].encode())))


if __name__ == "__main__":
    unittest.main()
