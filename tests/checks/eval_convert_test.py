"""eval/convert.py: data sets from the files that benchmarks are published as."""

import hashlib
import json
import unittest

from support import ROOT, ScratchTest, run

REVISION = "0" * 40


def half(name):
    return "held_out" if int(hashlib.sha1(name.encode()).hexdigest(), 16) % 2 else "development"


class EvalConvertTest(ScratchTest):
    def convert(self, *args):
        status, output = run("python3", "-B", str(ROOT / "eval/convert.py"), *map(str, args))
        self.assertEqual(status, 0, output)
        lines = (self.scratch / "out/queries.jsonl").read_text(encoding="utf-8").split("\n")
        return [json.loads(line) for line in lines if line]

    def write(self, name, value):
        file = self.scratch / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
        return file

    def test_semble_has_a_query_for_each_annotation_with_paths_from_the_top(self):
        url = "https://github.com/some/{}.git"
        self.write("semble/repos.json", [
            {"name": name, "url": url.format(name), "revision": REVISION, "benchmark_root": root}
            for name, root in (("top", "src/"), ("inner", "src"), ("whole", ""))
        ])
        one = [{"query": "where?", "relevant": ["src/a.py", {"path": "b.py", "start_line": 1}],
                "secondary": ["src/a.py", "src/c.py"], "category": "symbol"}]
        self.write("semble/annotations/top.json", one)
        self.write("semble/annotations/inner.json", [{"query": "q", "relevant": ["d.py"]}])
        self.write("semble/annotations/whole.json", [{"query": "q", "relevant": ["d.py"]}])
        inner, top, whole = self.convert("semble", self.scratch / "semble", self.scratch / "out")
        self.assertEqual(top, {"id": "top-001", "text": "where?", "repository": "some/top",
                               "commit": REVISION, "root": "src", "category": "symbol",
                               "gold": ["src/a.py", "b.py", "src/c.py"], "half": half("top")})
        self.assertEqual(inner["gold"], ["src/d.py"])
        self.assertEqual(whole["gold"], ["d.py"])

    def test_swebench_has_the_files_that_were_there_and_the_functions(self):
        patch = ("diff --git a/x/a.py b/x/a.py\n--- a/x/a.py\n+++ b/x/a.py\n@@ -1 +1 @@\n-a\n+b\n"
                 "diff --git a/new.py b/new.py\n--- /dev/null\n+++ b/new.py\n@@ -0,0 +1 @@\n+b\n")
        file = self.write("lite.jsonl", json.dumps({
            "instance_id": "some__app-1", "repo": "some/app", "base_commit": REVISION,
            "problem_statement": "It fails.\u2028Badly.", "patch": patch}) + "\n")
        functions = self.write("functions.jsonl", json.dumps({
            "instance_id": "some__app-1",
            "gt_file_changes": [{"file": "x/a.py",
                                 "changes": {"edited_entities": ["x/a.py:A.b", "x/a.py"]}}]}))
        query, = self.convert("swebench", file, self.scratch / "out", "--functions", functions)
        self.assertEqual(query["gold"], ["x/a.py"])
        self.assertEqual(query["gold_functions"], ["x/a.py::A.b"])
        self.assertEqual(query["text"], "It fails.\u2028Badly.")
        self.assertEqual(query["half"], half("some__app-1"))

    def test_what_is_wrong_is_said_with_its_line(self):
        file = self.write("lite.jsonl", "\n{\n")
        status, output = run("python3", "-B", str(ROOT / "eval/convert.py"), "swebench", str(file),
                             str(self.scratch / "out"))
        self.assertEqual(status, 1)
        self.assertIn("lite.jsonl:2:", output)


if __name__ == "__main__":
    unittest.main()
