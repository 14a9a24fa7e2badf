"""A suite is registered whether it is built or not, and one that is missing fails its label's run.

Uses the project's own satchel_test() in a project of one suite. Nothing is compiled.
"""

import unittest

from support import ScratchTest, planted_project, run

SUITE = """
enable_testing()
satchel_test(NAME planted_test LABELS unit concurrency PROCESSES 2 SOURCES first_test.cc)
satchel_test(NAME planted_test SOURCES second_test.cc)
"""


class SuitesTest(ScratchTest):
    def configure(self, more=""):
        self.write("CMakeLists.txt", planted_project(SUITE + more))
        self.write("first_test.cc", "")
        self.write("second_test.cc", "")
        return run("cmake", "-G", "Ninja", "-B", "build", "-DCMAKE_CXX_COMPILER=clang++-19", cwd=self.scratch)

    def test_a_suite_that_is_not_built_fails(self):
        status, output = self.configure()
        self.assertEqual(status, 0, output)
        status, output = run("ctest", "--test-dir", "build", "-L", "^unit$", cwd=self.scratch)
        self.assertNotEqual(status, 0)
        self.assertRegex(output, r"planted_test_1 \(Not Run\)")
        self.assertRegex(output, r"planted_test_2 \(Not Run\)")

        # Both sources are in the one program, which the targets of both labels build.
        for label in ("unit", "concurrency"):
            status, output = run("ninja", "-C", "build", "-n", f"{label}_tests", cwd=self.scratch)
            self.assertEqual(status, 0, output)
            for part in ("first_test.cc.o", "second_test.cc.o", "Linking CXX executable planted_test"):
                self.assertIn(part, output)
        status, output = run("ninja", "-C", "build", "-n", "property_tests", cwd=self.scratch)
        self.assertNotIn("planted_test", output)

    def test_a_suite_without_labels_or_with_others_later_is_refused(self):
        status, output = self.configure("satchel_test(NAME lost_test SOURCES first_test.cc)")
        self.assertNotEqual(status, 0)
        self.assertIn("lost_test: the first declaration of a suite has its LABELS", output)
        status, output = self.configure("satchel_test(NAME planted_test LABELS crash SOURCES first_test.cc)")
        self.assertNotEqual(status, 0)
        self.assertIn("planted_test has its LABELS already", output)


if __name__ == "__main__":
    unittest.main()
