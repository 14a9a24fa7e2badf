"""eval/compare.py on two small files of answers."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


class CompareTest(unittest.TestCase):
    def run_compare(self, ours, theirs, *more):
        with tempfile.TemporaryDirectory() as folder:
            left, right = pathlib.Path(folder, "ours"), pathlib.Path(folder, "theirs")
            if isinstance(ours, str):
                left.write_text(ours, encoding="utf-8")
            else:
                write(left, ours)
            write(right, theirs)
            return subprocess.run(
                [sys.executable, ROOT / "eval/compare.py", left, right, *more], capture_output=True, text=True, check=False
            )

    def test_the_difference_is_paired(self):
        ours = [{"id": str(i), "gold": ["a"], "results": [{"path": "a"}]} for i in range(10)]
        theirs = [{"instance_id": str(i), "files": [{"file": "b"}, {"file": "a"}]} for i in range(9)]
        done = self.run_compare(ours, theirs)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("9 queries; 1 only ours, 0 only theirs", done.stdout)
        self.assertIn("Acc@1    1.000  0.000   +1.000      +1.000 to +1.000", done.stdout)
        self.assertIn("Acc@3    1.000  1.000   +0.000", done.stdout)

    def test_a_file_counts_where_it_stands_first(self):
        ours = [{"id": "1", "gold": ["b"], "results": [{"path": "a"}, {"path": "a"}, {"path": "a"}, {"path": "b"}]}]
        done = self.run_compare(ours, [{"key": "1", "found": ["a", "b"]}], "--id", "key", "--files", "found")
        self.assertIn("Acc@3    1.000  1.000", done.stdout)

    def test_bad_lines_are_named(self):
        good = '{"id": "1", "gold": ["a"], "results": []}\n'
        for bad, says in (("nonsense", "Expecting value"), ("{}", "there is no id"), ("[]", "there is no id")):
            done = self.run_compare(good + bad + "\n", [{"instance_id": "1", "files": []}])
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("ours:2: " + says, done.stderr)


if __name__ == "__main__":
    unittest.main()
