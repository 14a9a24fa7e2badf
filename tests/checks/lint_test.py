"""The rules of .clang-tidy find planted mistakes, and scripts/lint asks about the right files."""

import os
import pathlib
import unittest
from unittest import mock

from support import ROOT, ScratchTest, load_script, run

lint = load_script("lint")


class LintTest(ScratchTest):
    def tidy(self, text):
        file = self.write("planted.cc", text)
        return run("clang-tidy-19", "--quiet", f"--config-file={ROOT / '.clang-tidy'}", file, "--", "-std=c++23")

    def test_house_names_pass(self):
        status, output = self.tidy("namespace a {\nconst int kMost = 3;\nclass Counter {\n public:\n"
                                   "  int Add(int more) { return total_ += more; }\n  int total() const { return total_; }\n"
                                   " private:\n  int total_ = 0;\n};\n}  // namespace a\n")
        self.assertEqual(status, 0, output)

    def test_other_names_fail(self):
        for code, name in (("int add_one(int a) { return a + 1; }\n", "add_one"), ("class my_type {};\n", "my_type"),
                           ("const int most = 3;\n", "most"), ("int Add(int camelCase) { return camelCase; }\n", "camelCase"),
                           ("class A {\n int Get() const { return value; }\n int value = 0;\n};\n", "value")):
            with self.subTest(code=code):
                status, output = self.tidy(code)
                self.assertNotEqual(status, 0)
                self.assertRegex(output, rf"planted\.cc:\d+:\d+: error: invalid case style .*'{name}'")

    def test_precompiled_headers_and_launcher_are_left_out(self):
        arguments = ["ccache", "clang++-19", "-Winvalid-pch", "-Xclang", "-include-pch", "-Xclang", "/b/cmake_pch.hxx.pch",
                     "-Xclang", "-include", "-Xclang", "/b/cmake_pch.hxx", "-Xclang", "-fno-pch-timestamp",
                     "-Xclang", "-kept", "-c", "a.cc"]
        self.assertEqual(lint.without_precompiled_headers(arguments), ["clang++-19", "-Xclang", "-kept", "-c", "a.cc"])

    def test_a_header_is_checked_through_its_source_else_alone(self):
        commands = {"src/a.cc": {}, "src/a.h": {}, "src/b.h": {}}
        self.assertEqual(lint.unit_for("src/a.h", commands), "src/a.cc")
        self.assertEqual(lint.unit_for("src/b.h", commands), "src/b.h")
        self.assertIsNone(lint.unit_for("tests/support/c.h", commands))

    def test_looks_at_what_changed_since_the_last_clean_run(self):
        git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]
        run(*git, "init", "-q", cwd=self.scratch)
        commits = []
        for number in range(12):
            self.write(f"src/f{number}.cc", "int a;\n")
            run(*git, "add", "-A", cwd=self.scratch)
            run(*git, "commit", "-q", "-m", "x", cwd=self.scratch)
            commits.append(run(*git, "rev-parse", "HEAD", cwd=self.scratch)[1].strip())
        record = pathlib.Path(self.write("cache/last-clean-commit", "0" * 40))
        with mock.patch.object(lint, "ROOT", pathlib.Path(self.scratch)), \
                mock.patch.dict(os.environ, {"SATCHEL_LINT_CACHE": str(record.parent)}):
            self.assertEqual(len(lint.changed_files()), lint.COMMITS, "an unknown commit counts as none")
            record.write_text(commits[9] + "\n", encoding="ascii")
            self.assertEqual(lint.changed_files(), ["src/f10.cc", "src/f11.cc"])
            self.assertEqual(lint.newest_first({"src/f3.cc", "src/f11.cc"}), ["src/f11.cc", "src/f3.cc"])


if __name__ == "__main__":
    unittest.main()
