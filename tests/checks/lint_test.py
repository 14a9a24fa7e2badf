"""The rules of .clang-tidy find planted mistakes, and scripts/lint asks about the right files."""

import os
import unittest
import unittest.mock

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


class ChangedFilesTest(ScratchTest):
    """In a repository of their own: what scripts/lint looks at by default."""

    def setUp(self):
        super().setUp()
        patch = unittest.mock.patch.object(lint, "ROOT", self.scratch)
        patch.start()
        self.addCleanup(patch.stop)
        self.git("init", "--quiet", "--initial-branch=main")
        self.cache = self.scratch / "build/cache"
        self.write(".gitignore", "build\n")

    def git(self, *arguments, **environment):
        status, output = run("git", "-c", "user.name=n", "-c", "user.email=e@example.org", *arguments, cwd=self.scratch,
                             env={**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", **environment})
        self.assertEqual(status, 0, output)
        return output.strip()

    def commit(self, path, hour):
        """A commit that changes one file, `hour` hours after the first of January."""
        self.write(path, f"int at_{hour};\n")
        date = f"2026-01-{1 + hour // 24:02}T{hour % 24:02}:00:00Z"
        self.git("add", "-A")
        self.git("commit", "--quiet", "-m", path, GIT_COMMITTER_DATE=date, GIT_AUTHOR_DATE="2020-01-01T00:00:00Z")
        return self.git("rev-parse", "HEAD")

    def changed(self, *clean):
        return lint.changed_files(lint.base_commit(clean)[0])

    def test_a_new_clone_looks_at_the_day_before_the_last_commit(self):
        self.commit("old.cc", 0)
        self.commit("yesterday.cc", 30)
        self.commit("today.cc", 50)
        self.assertEqual(self.changed(), ["today.cc", "yesterday.cc"])

    def test_a_short_history_of_less_than_a_day_is_looked_at_whole(self):
        self.commit("a.cc", 0)
        self.commit("b.cc", 23)
        self.assertEqual(self.changed(), ["a.cc", "b.cc"])

    def test_of_a_busy_day_the_last_eight_commits_count(self):
        for hour in range(10):
            self.commit(f"f{hour}.cc", hour)
        self.assertEqual(self.changed(), [f"f{hour}.cc" for hour in range(2, 10)])

    def test_the_newest_files_come_first(self):
        for hour, name in enumerate(("b.cc", "a.cc", "c.cc")):
            self.commit(name, hour)
        self.assertEqual(lint.newest_first({"b.cc", "c.cc", "untracked.cc"}), ["c.cc", "b.cc", "untracked.cc"])

    def test_a_branch_looks_at_what_its_upstream_has_not(self):
        self.commit("a.cc", 0)
        self.commit("b.cc", 1)
        self.git("branch", "upstream")
        self.git("branch", "--quiet", "--set-upstream-to=upstream")
        self.commit("mine.cc", 2)
        self.assertEqual(self.changed(), ["mine.cc"])

    def test_the_last_clean_commit_counts_more_than_the_upstream(self):
        self.git("branch", "--quiet", "-m", "upstream")
        self.commit("a.cc", 0)
        self.git("checkout", "--quiet", "-b", "main", "--track", "upstream")
        self.commit("b.cc", 1)
        clean = self.commit("c.cc", 2)
        self.commit("d.cc", 3)
        self.assertEqual(self.changed(clean), ["d.cc"])

    def test_of_several_clean_commits_the_nearest_counts_and_others_branches_do_not(self):
        first = self.commit("a.cc", 0)
        second = self.commit("b.cc", 1)
        self.commit("c.cc", 2)
        self.git("checkout", "--quiet", "-b", "other", first)
        foreign = self.commit("d.cc", 3)
        self.git("checkout", "--quiet", "main")
        self.assertEqual(self.changed("0" * 40, foreign, first, second), ["c.cc"])

    def test_what_is_not_committed_is_always_looked_at(self):
        self.commit("a.cc", 0)
        clean = self.commit("b.cc", 1)
        self.assertFalse(lint.has_uncommitted_changes())
        self.write("a.cc", "int other;\n")
        self.write("new.h", "#pragma once\n")
        self.git("add", "new.h")
        self.assertEqual(self.changed(clean), ["a.cc", "new.h"])
        self.assertTrue(lint.has_uncommitted_changes())

    def test_a_file_that_only_moved_with_its_includes_is_not_looked_at(self):
        body = "".join(f"int at_{i};\n" for i in range(20))
        for name in ("moved", "changed", "stays"):
            self.write(f"old/{name}.cc", f'#include "old/{name}.h"\n\n{body}int {name};\n')
        clean = self.commit("other.cc", 0)
        self.git("mv", "old", "new")
        for name in ("moved", "stays"):
            self.write(f"new/{name}.cc", f'#include "new/part.h"\n#include "new/{name}.h"\n{body}int {name};\n')
        self.write("new/changed.cc", f'#include "new/changed.h"\n\n{body}int changed_since;\n')
        self.assertEqual(self.changed(clean), ["new/changed.cc"])
        self.commit("more.cc", 1)
        self.assertEqual(self.changed(clean), ["more.cc", "new/changed.cc"])

    def test_clean_commits_are_kept_for_one_set_of_checks(self):
        self.commit("a.cc", 0)
        self.cache.mkdir(parents=True)
        kept = lint.CleanCommits(self.cache, b"checks")
        for name in ("first", "second", "first"):
            kept.add(name)
        self.assertEqual(lint.CleanCommits(self.cache, b"checks").read(), ["first", "second"])
        self.assertEqual(lint.CleanCommits(self.cache, b"other checks").read(), [])


class CleanUnitsTest(ScratchTest):
    def setUp(self):
        super().setUp()
        patch = unittest.mock.patch.object(lint, "ROOT", self.scratch)
        patch.start()
        self.addCleanup(patch.stop)
        self.write("a.h", "#pragma once\nint a;\n")
        self.write("a.cc", '#include "a.h"\n#include <cstddef>\n')
        (self.scratch / "cache").mkdir()

    def entry(self, *flags):
        return {"arguments": ["clang++-19", *flags, "-o", "a.o", "-c", str(self.scratch / "a.cc")],
                "directory": str(self.scratch), "file": str(self.scratch / "a.cc")}

    def is_clean(self, config=b"", entry=None):
        return lint.CleanUnits(self.scratch / "cache", config).contains(entry or self.entry())

    def test_a_unit_is_clean_until_it_its_includes_its_flags_or_the_checks_change(self):
        self.assertFalse(self.is_clean())
        lint.CleanUnits(self.scratch / "cache", b"").add(self.entry())
        self.assertTrue(self.is_clean())
        self.assertFalse(self.is_clean(b"other checks"))
        self.assertFalse(self.is_clean(entry=self.entry("-DA")))
        self.write("a.h", "#pragma once\nint b;\n")
        self.assertFalse(self.is_clean())
        lint.CleanUnits(self.scratch / "cache", b"").add(self.entry())
        self.assertTrue(self.is_clean())
        self.write("a.h", "#pragma once\nint a;\n")
        self.assertTrue(self.is_clean(), "the state before is known too")
        self.write("a.cc", "int c;\n")
        self.assertFalse(self.is_clean())

    def test_a_unit_that_does_not_compile_is_not_clean(self):
        self.write("a.cc", '#include "gone.h"\n')
        lint.CleanUnits(self.scratch / "cache", b"").add(self.entry())
        self.assertFalse(self.is_clean())


if __name__ == "__main__":
    unittest.main()
