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

    def test_locbench_has_the_files_and_functions_that_it_names(self):
        name = "some__app-2"
        self.write("locbench/edit_functions.json", {name: ["x/a.py:A.b", "x/a.py:c", "x/a.py:c"]})
        self.write("locbench/locbench_gt.jsonl", json.dumps({
            "instance_id": name, "repo": "some/app", "base_commit": REVISION, "category": "Bug Report",
            "problem_statement": "It fails.", "gold_override": ["x/a.py"],
            "patch": "--- a/x/a.py\n+++ b/x/a.py\n--- a/docs/a.md\n+++ b/docs/a.md\n"}))
        query, = self.convert("locbench", self.scratch / "locbench", self.scratch / "out")
        self.assertEqual(query, {"id": name, "text": "It fails.", "repository": "some/app",
                                 "commit": REVISION, "root": "", "category": "Bug Report",
                                 "gold": ["x/a.py"], "gold_functions": ["x/a.py::A.b", "x/a.py::c"],
                                 "half": half(name)})

    def test_contextbench_has_the_lines_that_people_marked(self):
        def task(name, repository, context):
            return json.dumps({"instance_id": f"set__{name}", "original_inst_id": name, "language": "java",
                               "repo": repository, "base_commit": REVISION, "problem_statement": "Why?",
                               "gold_context": context}) + "\n"

        def context(number, path, first, last):
            return f"context{number}\uff1a\nfile: {path}\nstart_line: {first}\nend_line: {last}\nfile: no\n\n"

        inside = "/workspace/fasterxml__jackson-core__0.1/"
        file = self.write("test.jsonl", task("some__app-1", "some/app", context(0, "a.py", 3, 9)
                                             + context(1, "a.py", 20, 20) + context(2, "b.py", 1, 2))
                          + task("fasterxml__jackson-core-964", "jackson-core", context(0, inside + "src/A.java", 1, 5)
                                 + context(1, "/workspace/Try.java", 1, 5)))
        first, second = self.convert("contextbench", file, self.scratch / "out")
        self.assertEqual(first, {"id": "set__some__app-1", "text": "Why?", "repository": "some/app",
                                 "commit": REVISION, "root": "", "category": "java",
                                 "gold": ["a.py", "b.py"],
                                 "gold_lines": ["a.py:3-9", "a.py:20-20", "b.py:1-2"],
                                 "half": half("set__some__app-1")})
        self.assertEqual(second["repository"], "FasterXML/jackson-core")
        self.assertEqual(second["gold_lines"], ["src/A.java:1-5"])

    def test_what_is_wrong_is_said_with_its_line(self):
        file = self.write("lite.jsonl", "\n{\n")
        status, output = run("python3", "-B", str(ROOT / "eval/convert.py"), "swebench", str(file),
                             str(self.scratch / "out"))
        self.assertEqual(status, 1)
        self.assertIn("lite.jsonl:2:", output)


if __name__ == "__main__":
    unittest.main()
