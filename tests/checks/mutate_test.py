"""scripts/mutate names every mistake of its list, tells a killed mutation from a survivor, and leaves the tree alone."""

import pathlib
import unittest

from support import ROOT, ScratchTest, load_script, run

mutate = load_script("mutate")

CMAKE = "satchel_module(\n  NAME points\n  SOURCES points.cc\n  TESTS points_test.cc)\n"
TEST = "TEST(PointsTest, AreFive) {\n"


def entry(text="kPoints = 5", replacement="kPoints = 6", test="PointsTest.AreFive", target="points_test",
          file="src/points/points.cc"):
    return (f'[[in]]\nfile = "{file}"\ntarget = "{target}"\n'
            f'mutations = [["+5", "{test}", "{text}", "{replacement}"]]\n')


class FakeWorkshop:
    """Has a test that wants the number five, and a compiler that refuses the word `broken`."""

    def __init__(self, tree, result=None):
        self.source = tree / "src/points/points.cc"
        self.result = result
        self.seen = []

    def build(self, targets):
        self.seen.append((tuple(targets), self.source.read_text(encoding="utf-8")))
        return "error: broken" if "broken" in self.seen[-1][1] else ""

    def run(self, _target, _test):
        if self.result:
            return self.result
        return "passed" if "= 5;" in self.source.read_text(encoding="utf-8") else "failed"


class MutateTest(ScratchTest):
    def setUp(self):
        super().setUp()
        self.source = self.write("src/points/points.cc", "const int kPoints = 5;\nconst int kOther = 7;\n")
        self.write("src/points/points_test.cc", TEST)
        self.write("src/points/CMakeLists.txt", CMAKE)
        self.list(entry())

    def list(self, text):
        self.write(mutate.LIST, text)

    def findings(self):
        return mutate.check(self.scratch)[0]

    def tried(self, result=None):
        workshop = FakeWorkshop(self.scratch, result)
        mutation = mutate.read_list(self.scratch)[0]
        return mutate.try_one(mutation, self.scratch, workshop), workshop

    def test_the_list_as_it_is_passes(self):
        status, output = run(ROOT / "scripts/mutate", "--check")
        self.assertEqual(status, 0, output)

    def test_a_planted_list_without_mistakes_passes(self):
        self.assertEqual(mutate.check(self.scratch), ([], 1))

    def test_a_text_that_is_not_there_or_twice_fails(self):
        self.list(entry(text="kPoints = 4") + entry(text="const int"))
        self.assertEqual([finding.rpartition(": ")[2] for finding in self.findings()],
                         ["the text is in the file 0 times, not once", "the text is in the file 2 times, not once"])

    def test_a_file_a_test_or_a_program_that_is_not_there_fails(self):
        self.list(entry(file="src/points/gone.cc") + entry(test="PointsTest.AreSix") + entry(target="other_test"))
        self.assertEqual([finding.rpartition(": ")[2] for finding in self.findings()],
                         ["the text is in the file 0 times, not once", "there is no test PointsTest.AreSix",
                          "it is there twice", "there is no test program other_test"])

    def test_a_test_of_another_program_fails(self):
        self.write("src/other/CMakeLists.txt", "satchel_module(\n  NAME other\n  TESTS other_test.cc)\n")
        self.write("src/other/other_test.cc", "TEST(OtherTest, Is) {\n")
        self.list(entry(target="other_test"))
        self.assertIn("other_test does not have PointsTest.AreFive", self.findings()[0])

    def test_a_change_that_changes_nothing_and_an_empty_list_fail(self):
        self.list(entry(replacement="kPoints = 5"))
        self.assertIn("nothing is changed", self.findings()[0])
        self.list("in = []\n")
        self.assertEqual(self.findings(), ["there are no mutations"])

    def test_a_mutation_is_killed_and_taken_back(self):
        result, workshop = self.tried()
        self.assertEqual(result, "killed")
        self.assertEqual(workshop.seen, [(("points_test",), "const int kPoints = 6;\nconst int kOther = 7;\n")])
        self.assertEqual(self.source.read_text(encoding="utf-8"), "const int kPoints = 5;\nconst int kOther = 7;\n")

    def test_a_mutation_that_no_test_notices_survives(self):
        self.list(entry(text="kOther = 7", replacement="kOther = 8"))
        self.assertEqual(self.tried()[0], "survived")

    def test_neither_a_compiler_error_nor_a_crash_kills(self):
        self.list(entry(replacement="broken"))
        result, _ = self.tried()
        self.assertTrue(result.startswith("does not compile"), result)
        self.assertIn("= 5;", self.source.read_text(encoding="utf-8"))
        self.list(entry())
        self.assertEqual(self.tried("ended with -11 and no verdict")[0], "its test ended with -11 and no verdict")

    def test_tests_must_pass_before_anything_is_changed(self):
        mutations = mutate.read_list(self.scratch)
        self.assertEqual(mutate.prove_unchanged(mutations, FakeWorkshop(self.scratch)), [])
        self.assertEqual(mutate.prove_unchanged(mutations, FakeWorkshop(self.scratch, "failed")),
                         ["PointsTest.AreFive failed although nothing is changed"])

    def test_what_is_not_killed_is_counted(self):
        mutations = mutate.read_list(self.scratch)
        self.assertEqual(mutate.run_all(mutations, self.scratch, FakeWorkshop(self.scratch)), [])
        others = mutate.run_all(mutations, self.scratch, FakeWorkshop(self.scratch, "passed"))
        self.assertEqual([result for _, result in others], ["survived"])

    def test_verdicts_are_of_the_test_that_is_named(self):
        passed = "[       OK ] PointsTest.AreFive (0 ms)\n"
        failed = "[  FAILED  ] PointsTest.AreFive (0 ms)\n"
        self.assertEqual(mutate.verdict("PointsTest.AreFive", 0, passed), "passed")
        self.assertEqual(mutate.verdict("PointsTest.AreFive", 1, failed), "failed")
        self.assertEqual(mutate.verdict("PointsTest.AreFive", 0, "Running 0 tests from 0 suites."), "is not in the program")
        self.assertEqual(mutate.verdict("PointsTest.Are", 1, failed), "ended with 1 and no verdict")
        self.assertEqual(mutate.verdict("PointsTest.AreFive", -11, ""), "ended with -11 and no verdict")

    def test_the_copy_is_what_git_would_commit(self):
        self.write(".gitignore", "build/\n*.o\n")
        self.write("points.o", "object")
        for command in (["init", "-q"], ["add", "-A"]):
            self.assertEqual(run("git", *command, cwd=self.scratch)[0], 0)
        self.write("src/points/new.cc", "new")
        tree = self.scratch / mutate.TREE
        mutate.copy_tree(self.scratch, tree)
        names = sorted(path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file())
        self.assertEqual(names, [".gitignore", "src/points/CMakeLists.txt", "src/points/new.cc", "src/points/points.cc",
                                 "src/points/points_test.cc", mutate.LIST])
        before = (tree / "src/points/points.cc").stat().st_mtime_ns
        pathlib.Path(self.scratch / "src/points/new.cc").unlink()
        (tree / "src/points/points_test.cc").write_text("changed", encoding="utf-8")
        mutate.copy_tree(self.scratch, tree)
        self.assertFalse((tree / "src/points/new.cc").exists())
        self.assertEqual((tree / "src/points/points_test.cc").read_text(encoding="utf-8"), TEST)
        self.assertEqual((tree / "src/points/points.cc").stat().st_mtime_ns, before, "what is the same is not built anew")


if __name__ == "__main__":
    unittest.main()
