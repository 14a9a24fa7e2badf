"""scripts/check_questions names the line of every planted mistake, and accepts the questions as they are."""

import json
import re
import unittest

from support import ROOT, ScratchTest, load_script, run

check_questions = load_script("check_questions")
COMMIT = "0123456789abcdef0123456789abcdef01234567"


def question(**changes):
    line = {"id": "flask-01", "text": "Where is the cookie signed?", "repository": "pallets/flask", "commit": COMMIT,
            "root": "", "gold": ["src/a.py"], "category": "where"}
    line.update(changes)
    line.setdefault("half", check_questions.half_of(line["id"]))
    return line


class QuestionsTest(ScratchTest):
    def findings(self, *lines):
        texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        self.write(check_questions.QUERIES, "".join(text + "\n" for text in texts))
        return check_questions.Checker(self.scratch).run()

    def expect(self, words, *lines):
        """The lines give exactly one finding: at the last one, with `words` in it."""
        findings = self.findings(*lines)
        self.assertEqual(len(findings), 1, findings)
        self.assertRegex(findings[0], rf"^{re.escape(check_questions.QUERIES)}:{len(lines)}: .*{re.escape(words)}")

    def test_the_questions_as_they_are_pass(self):
        status, output = run(ROOT / "scripts/check_questions")
        self.assertEqual(status, 0, output)
        self.assertNotIn(" 0 questions", output)

    def test_a_finding_is_printed_and_fails_the_command(self):
        self.write(check_questions.QUERIES, "nothing\n")
        status, output = run(ROOT / "scripts/check_questions", "--root", self.scratch)
        self.assertEqual(status, 1)
        self.assertIn("eval/questions/queries.jsonl:1: not JSON", output)

    def test_planted_lines_without_mistakes_pass(self):
        self.write("src/b.cc", "\n")
        own = question(id="satchel-01", repository="", commit="", gold=["src/b.cc"])
        self.assertEqual(self.findings(question(), question(id="flask-02", text="Why is it not there?"), own), [])

    def test_a_file_that_is_missing_empty_or_cut_off_fails(self):
        self.assertIn("cannot be read", check_questions.Checker(self.scratch).run()[0])
        self.assertIn("no questions", self.findings()[0])
        self.write(check_questions.QUERIES, json.dumps(question()))
        self.assertIn("does not end", check_questions.Checker(self.scratch).run()[0])

    def test_a_line_that_is_no_such_object_fails(self):
        self.expect("not JSON", question(), "")
        self.expect("not one object", "[]")
        self.expect("not one object", "7")
        self.expect("not one object", question(score=1))
        self.expect("not one object", dict(reversed(question().items())))
        self.expect("no printable text: root", question(root=None))

    def test_a_key_that_is_there_twice_fails(self):
        self.expect("not one object", json.dumps(question())[:-1] + ', "half": "held_out"}')

    def test_the_same_id_or_question_twice_fails(self):
        self.expect("is that of line 1 too", question(), question(text="Why is it not there?"))
        self.expect("the same question is in line 1", question(), question(id="flask-02"))

    def test_a_wrong_half_fails_whichever_it_is(self):
        for identifier in ("flask-01", "flask-02", "flask-03", "flask-04"):
            right = check_questions.half_of(identifier)
            wrong = "development" if right == "held_out" else "held_out"
            self.expect(f"is {right}", question(id=identifier, half=wrong))

    def test_halves_are_those_of_the_last_bit_of_sha_1(self):
        # printf redis-02 | sha1sum: f03a…3bdb; redis-03: 22ff…1d16.
        self.assertEqual(check_questions.half_of("redis-02"), "held_out")
        self.assertEqual(check_questions.half_of("redis-03"), "development")

    def test_a_text_that_is_no_question_fails(self):
        self.expect("no whole question", question(text="Where is the cookie signed"))
        self.expect("no whole question", question(text="secure_cookie?"))
        self.expect("no whole question", question(text="Where is  the cookie signed?"))
        self.expect("no printable text: text", question(text="Where is the\ncookie signed?"))
        self.expect("no printable text: text", question(text="Where is the \ud800 cookie signed?"))

    def test_an_unknown_category_or_id_fails(self):
        self.expect("category 'who'", question(category="who"))
        self.expect("not like flask-01", question(id="Flask 1"))

    def test_a_repository_without_its_one_commit_fails(self):
        self.expect("40 hex digits", question(commit="main"))
        self.expect("another commit", question(), question(id="flask-02", text="Why is it not there?", commit=COMMIT[::-1]))
        self.expect("not like owner/name", question(repository="flask"))
        self.expect("another repository", question(), question(id="flask-02", repository="a/b"))
        self.expect("root is not empty", question(root="src"))

    def test_a_commit_of_this_repository_fails(self):
        self.write("src/a.py", "\n")
        self.expect("empty for this repository", question(repository=""))

    def test_gold_that_is_no_path_fails(self):
        for gold in ([], ["a", "a"], ["a", "b", "c", "d"]):
            self.expect("one to 3 different paths", question(gold=gold))
        for path in ("/etc/passwd", "../a.py", "src//a.py", "./a.py", "src/", ""):
            self.expect("no path from the top", question(gold=[path]))
        self.expect("no list of paths", question(gold="src/a.py"))

    def test_gold_of_this_repository_that_does_not_exist_fails(self):
        self.write("src/a.py", "\n")
        own = question(repository="", commit="", gold=["src/a.py", "src/gone.cc"])
        self.expect("'src/gone.cc' does not exist", own)
        own["gold"] = ["src"]
        self.expect("'src' does not exist", own)

    def test_a_set_has_categories_and_texts_of_its_own(self):
        names = {"eval/pasted/queries.jsonl": ("trace", "Traceback of the last call:\n\tFile a.py, line 3"),
                 "eval/typos/queries.jsonl": ("typo", "secure_coookie")}
        for chosen in check_questions.SETS[1:]:
            category, text = names[chosen.queries]
            self.assertEqual(self.findings_of(chosen, question(category=category, text=text)), [])
            self.assertIn("category 'where'", self.findings_of(chosen, question(text=text))[0])

    def test_a_pasted_text_with_a_path_of_the_machine_fails(self):
        pasted = check_questions.SETS[1]
        text = "Traceback of the last call:\n  File /root/a.py"
        self.assertIn("path of this machine", self.findings_of(pasted, question(category="trace", text=text))[0])
        self.assertIn("no printable text", self.findings_of(pasted, question(category="trace", text="a b c d\x1b"))[0])

    def findings_of(self, chosen, *lines):
        self.write(chosen.queries, "".join(json.dumps(line) + "\n" for line in lines))
        return check_questions.Checker(self.scratch, chosen).run()


if __name__ == "__main__":
    unittest.main()
