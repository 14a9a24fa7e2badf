"""scripts/mutate_conditions draws conditions that are code, the same ones each time, and turns one."""

import unittest

from support import ROOT, ScratchTest, load_script, run

script = load_script("mutate_conditions")

CODE = '''#include "a == b.h"
// a == b
if (a == b && !c) return "x != y";
if (!d) return '<';
'''


class MutateConditionsTest(ScratchTest):
    def setUp(self):
        super().setUp()
        self.before = script.FILES
        script.FILES = ("a.cc",)
        self.write("a.cc", CODE)

    def tearDown(self):
        script.FILES = self.before
        super().tearDown()

    def test_comments_includes_and_literals_have_no_conditions(self):
        self.assertEqual([operator for _, _, operator in script.conditions(self.scratch)], [" == ", " && ", "(!"])

    def test_one_condition_is_turned(self):
        turned = [script.turn(CODE, offset, operator).splitlines()[2:] for _, offset, operator in script.conditions(self.scratch)]
        self.assertEqual([lines[0][:17] for lines in turned], ["if (a != b && !c)", "if (a == b || !c)", "if (a == b && !c)"])
        self.assertEqual(turned[2][1], "if (d) return '<';")

    def test_a_seed_makes_the_same_draw(self):
        command = [ROOT / "scripts/mutate_conditions", "--list", "--count", "5", "--seed", "3"]
        status, first = run(*command)
        self.assertEqual((status, first.count("\n")), (0, 5))
        self.assertEqual(run(*command)[1], first)


if __name__ == "__main__":
    unittest.main()
