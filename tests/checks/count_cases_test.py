"""scripts/count_cases counts GoogleTest's cases, names what was skipped, and hides no failure."""

import unittest

from support import ROOT, ScratchTest, load_script, run

count_cases = load_script("count_cases")

PASSED = '<testcase name="{name}" status="run" result="completed" classname="ATest"/>'
FAILED = '<testcase name="{name}" status="run" result="completed" classname="ATest"><failure message="a.cc:3"/></testcase>'
SKIPPED = ('<testcase name="{name}" status="run" result="skipped" classname="ATest">'
           '<skipped message="a.cc:4&#x0A;no server here"/></testcase>')
DISABLED = '<testcase name="{name}" status="notrun" result="suppressed" classname="ATest"/>'


class CountCasesTest(ScratchTest):
    def report(self, *tests):
        """What ctest writes: (name, status, message of <skipped> or None)."""
        lines = []
        for name, status, message in tests:
            skipped = "" if message is None else f'<skipped message="{message}"/>'
            lines.append(f'<testcase name="{name}" classname="{name}" status="{status}">{skipped}'
                         f"<system-out>much text\nthe last line</system-out></testcase>")
        self.write("ctest.xml", f"<testsuite>{''.join(lines)}</testsuite>")

    def cases(self, program, *templates):
        cases = "".join(text.format(name=f"Case{i}") for i, text in enumerate(templates))
        self.write(f"cases/{program}.xml", f'<testsuites><testsuite name="ATest">{cases}</testsuite></testsuites>')

    def counted(self):
        counts = count_cases.Counts()
        counts.add_report(self.scratch / "ctest.xml", self.scratch / "cases")
        return counts.passed, counts.failed, counts.skipped

    def test_a_program_counts_as_its_cases_and_a_script_as_one(self):
        self.report(("a_test", "run", None), ("checks_layers", "run", None))
        self.cases("a_test", PASSED, PASSED, PASSED)
        self.assertEqual(self.counted(), (4, 0, []))

    def test_failed_cases_are_counted_and_the_others_too(self):
        self.report(("a_test", "fail", None))
        self.cases("a_test", PASSED, FAILED, FAILED)
        self.assertEqual(self.counted(), (1, 2, []))

    def test_a_program_that_left_nothing_or_failed_after_its_cases_is_a_failure(self):
        self.report(("crashed_test", "fail", None), ("leaking_test", "fail", None))
        self.cases("leaking_test", PASSED)
        self.assertEqual(self.counted(), (1, 2, []))

    def test_skipped_and_disabled_cases_are_named_with_their_reason(self):
        self.report(("a_test", "run", None), ("speed_json", "notrun", "SKIP_RETURN_CODE=77"))
        self.cases("a_test", PASSED, SKIPPED, DISABLED)
        self.assertEqual(self.counted(), (1, 0, ["ATest.Case1: no server here", "ATest.Case2: disabled",
                                                 "speed_json: the last line"]))

    def test_a_program_that_was_not_built_or_whose_fixture_failed_has_failed(self):
        self.report(("a_test", "notrun", "Unable to find executable"), ("b_test", "notrun", "Fixture dependency failed"))
        self.assertEqual(self.counted(), (0, 2, []))

    def test_the_last_line_sums_up_every_report_that_exists(self):
        self.report(("a_test", "run", None))
        status, output = run(ROOT / "scripts/count_cases", self.scratch / "ctest.xml", self.scratch / "cases",
                             self.scratch / "none.xml", self.scratch / "none")
        self.assertEqual((status, output), (0, "1 passed, 0 failed\n"))


if __name__ == "__main__":
    unittest.main()
