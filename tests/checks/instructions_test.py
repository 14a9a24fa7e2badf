"""scripts/instructions fails above the margin, says so below it, and rewrites only what it counted."""

import unittest

from support import ROOT, ScratchTest, load_script, run

instructions = load_script("instructions")
ENTRY = {"instructions": 1_000_000, "margin_percent": 10}


class InstructionsTest(ScratchTest):
    def test_within_the_margin_passes(self):
        self.assertTrue(instructions.judge("a", 1_099_000, ENTRY)[0])

    def test_above_the_margin_fails_and_names_the_workload(self):
        fine, sentence = instructions.judge("a", 1_101_000, ENTRY)
        self.assertFalse(fine)
        self.assertIn("a: 1,101,000 instructions, baseline 1,000,000, +10.1 %", sentence)

    def test_well_below_passes_and_asks_for_a_new_baseline(self):
        fine, sentence = instructions.judge("a", 500_000, ENTRY)
        self.assertTrue(fine)
        self.assertIn("--update a", sentence)

    def test_an_entry_without_a_count_fails(self):
        self.assertFalse(instructions.judge("a", 5, {"instructions": 0, "margin_percent": 10})[0])

    def test_update_changes_one_count_and_nothing_else(self):
        text = "# why\n[a]\ncommand = []\ninstructions = 1\n\n[b]\n# note\ninstructions = 2_000\n"
        self.assertEqual(instructions.update(text, "b", 1234567),
                         "# why\n[a]\ncommand = []\ninstructions = 1\n\n[b]\n# note\ninstructions = 1_234_567\n")

    def test_a_real_program_above_its_baseline_fails_the_command(self):
        baseline = self.write("baseline.toml", '[tiny]\ncommand = ["true"]\ninstructions = 10\nmargin_percent = 10\n')
        command = [ROOT / "scripts/instructions", "--baseline", baseline, "--build", "/bin"]
        status, output = run(*command, "tiny")
        self.assertEqual(status, 1, output)
        self.assertIn("SLOWER", output)
        self.assertEqual(run(*command, "--update", "tiny")[0], 0)
        self.assertEqual(run(*command, "tiny")[0], 0)

    def test_a_skip_says_why(self):
        status, output = run(ROOT / "scripts/instructions", "--skip", "not the release build")
        self.assertEqual((status, output), (77, "skipped: not the release build\n"))


if __name__ == "__main__":
    unittest.main()
