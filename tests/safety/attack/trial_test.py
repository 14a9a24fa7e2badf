"""The harness of the attack suite can refuse: stand-ins for Satchel misbehave, and each is found out."""

import contextlib
import io
import pathlib
import shutil
import sys
import tempfile
import unittest

import attack
import catalogue
import place
import processes
import trial


class TrialTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        processes.adopt_orphans()
        processes.GRACE_SECONDS = 0.1  # nothing here ends with its parent

    def setUp(self):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="satchel-trial-"))
        self.addCleanup(shutil.rmtree, self.scratch)
        self.place = place.Place(1, self.scratch / "place")
        self.mark, self.secret = self.place.mark("title"), self.place.secret()

    def complaints(self, script, judge=None):
        """Of one command that a script of the shell stands in for."""
        program = self.scratch / "satchel"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        tried = trial.Trial(self.place, program)
        tried.run("pack", judge=getattr(tried, judge) if judge else None)
        return " ".join(each.complaint for each in tried.violations)

    def test_a_program_that_does_what_it_should_is_right(self):
        self.assertEqual(self.complaints("echo hello", "of_prompt"), "")
        self.assertEqual(self.complaints("exit 5"), "")

    def test_an_exit_status_that_is_not_documented_is_found(self):
        self.assertIn("ended with 70", self.complaints("exit 70"))
        self.assertIn("ended with -11", self.complaints("kill -SEGV $$"))

    def test_a_mark_outside_of_a_fence_is_found(self):
        self.assertIn(self.mark, self.complaints(f"echo 'Left out: {self.mark}'", "of_prompt"))

    def test_a_secret_is_found_on_both_streams(self):
        self.assertIn("a secret", self.complaints(f"echo {self.secret}"))
        self.assertIn("a secret", self.complaints(f"echo {self.secret} >&2"))

    def test_a_raw_character_is_found_on_both_streams(self):
        self.assertIn("U+001B", self.complaints(r"printf '\033[2J'", "of_text"))
        self.assertIn("U+202E", self.complaints(r"printf '\342\200\256' >&2"))

    def test_a_program_that_is_left_running_is_found_and_stopped(self):
        self.assertIn("left sleep running", self.complaints("sleep 600 & exit 0"))
        self.assertIn("left sleep running", self.complaints("setsid sleep 600 & exit 0"))
        self.assertEqual(processes.left_running(), [])

    def test_too_much_memory_is_found(self):
        most, processes.MOST_MEGABYTES = processes.MOST_MEGABYTES, 100
        try:
            self.assertIn(" MB", self.complaints(f"{sys.executable} -c 'bytearray(b\"x\") * 150_000_000'"))
            self.assertEqual(self.complaints(f"{sys.executable} -c 'bytearray(b\"x\") * 10_000_000'"), "")
        finally:
            processes.MOST_MEGABYTES = most

    def test_a_program_that_waits_for_ever_is_found(self):
        patience, processes.STUCK_SECONDS = processes.STUCK_SECONDS, 1
        try:
            self.assertIn("did nothing", self.complaints("mkfifo p; cat p"))
        finally:
            processes.STUCK_SECONDS = patience

    def test_a_program_that_never_ends_is_found(self):
        most, processes.MOST_SECONDS = processes.MOST_SECONDS, 1
        try:
            self.assertIn("used the processor", self.complaints("while :; do :; done"))
        finally:
            processes.MOST_SECONDS = most

    def test_changes_around_the_work_tree_are_found(self):
        before = trial.state_of(self.scratch)
        (self.scratch / "new").write_text("x")
        self.assertIn("new", trial.changes(before, trial.state_of(self.scratch), "here")[0])

    def test_a_secret_in_a_store_is_found(self):
        self.place.write(".satchel/raw.db", f"x{self.secret}x")
        self.assertIn("raw.db", trial.Trial(self.place, "satchel").leaks_of_files()[0])

    def test_a_hook_says_one_text_and_nothing_else(self):
        tried = trial.Trial(self.place, "satchel")
        self.assertEqual(tried.of_silence(""), [])
        self.assertEqual(tried.of_silence('{"systemMessage": "Run satchel index."}'), [])
        self.assertIn("in the key", tried.of_silence(f'{{"systemMessage": "{self.mark}"}}')[0])
        self.assertIn("switched it on", tried.of_silence('{"context": "x"}')[0])
        self.assertEqual(tried.of_hook('{"context": "x"}'), [])
        self.assertIn("outside", tried.of_hook(f'{{"context": "{self.mark}"}}')[0])
        self.assertIn("in the key 'reason'", tried.of_hook(f'{{"decision": "block", "reason": "{self.mark}"}}')[0])

    def test_a_known_violation_is_left_out_and_an_entry_without_one_is_named(self):
        (self.scratch / "known.toml").write_text('[[known]]\nattack = "^a: b"\nviolation = "^x"\nwhy = "y"\n')
        known, one = attack.Known(self.scratch / "known.toml"), catalogue.Attack(1, "a", "b", None)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            self.assertTrue(known.report(is_all=True))
            self.assertEqual(known.without_known(one, ["x: 1", "z: 2"]), ["z: 2"])
            self.assertFalse(known.report(is_all=True))
        self.assertIn("matches nothing: y", printed.getvalue())


if __name__ == "__main__":
    unittest.main()
