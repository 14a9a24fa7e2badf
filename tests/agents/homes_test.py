"""Homes as people have them: set up, undone, set up again by the real binary, and never a lost byte.

    homes_test.py PATH_TO_SATCHEL
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

# Every agent's files with what people put into them: comments, odd blanks, other people's hooks and
# servers, Windows line ends, no line end at all.
EDITED = {
    ".claude/settings.json": '{\n  "model": "opus",\n  "hooks": {\n    "UserPromptSubmit": [\n      {"hooks": '
                             '[{"type": "command", "command": "date"}]}\n    ]\n  }\n}\n',
    ".claude.json": '{"numStartups":3,"mcpServers":{"github":{"command":"gh"}}}',
    ".codex/config.toml": 'model = "gpt" # mine\n\n[mcp_servers.docs]\ncommand = "docs"\nargs = []',
    ".codex/hooks.json": '{"hooks":{}}\n',
    ".cursor/hooks.json": '{\n  "version": 1\n}\n',
    ".cursor/mcp.json": "{}",
    ".gemini/settings.json": '{\n\t// theme\n\t"ui": {"theme": "x"},\n}\n',
    ".openclaw/openclaw.json": "{\n  // json5\n  agents: { list: ['a'], },\n  plugins: {},\n}\n",
    ".config/opencode/opencode.jsonc": '{\r\n  "$schema": "x",\r\n  "mcp": {\r\n  }\r\n}\r\n',
}
BROKEN = {
    ".claude/settings.json": '{"hooks": ',
    ".codex/config.toml": "model = ",
    ".cursor/mcp.json": "[]",
    ".gemini/settings.json": "// nothing\n",
    ".openclaw/openclaw.json": "{ agents: ",
    ".config/opencode/opencode.json": '{"mcp": 7}',
}


class HomesTest(unittest.TestCase):
    satchel = None

    def setUp(self):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="satchel-homes-"))
        self.addCleanup(shutil.rmtree, self.scratch)
        self.home = self.scratch / "home"
        self.workspace = self.scratch / "work"
        for folder in (".claude", ".codex", ".cursor", ".gemini", ".openclaw", ".config/opencode"):
            (self.home / folder).mkdir(parents=True)
        (self.workspace / ".git").mkdir(parents=True)
        (self.workspace / "main.py").write_text("def main():\n    return 1\n", encoding="utf-8")

    def write(self, files):
        for name, text in files.items():
            (self.home / name).write_bytes(text.encode())

    def files(self):
        """Everything in the home: kind, mode and bytes by name."""
        found = {}
        for path in sorted(self.home.rglob("*")):
            mode = path.lstat().st_mode
            content = os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else None
            found[str(path.relative_to(self.home))] = (mode, content)
        return found

    def run_satchel(self, *arguments):
        done = subprocess.run([self.satchel, *arguments], cwd=self.workspace, capture_output=True, text=True,
                              env={"HOME": str(self.home), "LC_ALL": "C.UTF-8", "XDG_CACHE_HOME": str(self.scratch),
                                   "XDG_DATA_HOME": str(self.scratch), "XDG_STATE_HOME": str(self.scratch)},
                              stdin=subprocess.DEVNULL, check=False)
        return done.returncode, done.stdout + done.stderr

    def states(self):
        status, printed = self.run_satchel("install", "--format", "json")
        self.assertEqual(status, 0, printed)
        return {each["name"]: each for each in json.loads(printed)["agents"]}

    def set_up(self):
        status, printed = self.run_satchel("setup")
        self.assertEqual(status, 0, printed)
        return self.files()

    def test_setup_undo_and_setup_again_of_what_people_edited(self):
        self.write(EDITED)
        before = self.files()
        first = self.set_up()
        self.assertTrue(all(state["connected"] for state in self.states().values()))
        for name, text in EDITED.items():
            # Every byte of theirs is there, in its order; ours are in between.
            bytes_after = iter(first[name][1])
            self.assertTrue(all(each in bytes_after for each in text.encode()), f"{name} lost something")
        self.assertEqual(self.set_up(), first, "a second setup changes nothing")
        self.assertEqual(self.run_satchel("setup", "--undo")[0], 0)
        self.assertEqual(self.files(), before)
        self.assertEqual(self.set_up(), first)
        self.assertEqual(self.run_satchel("setup", "--undo")[0], 0)
        self.assertEqual(self.files(), before)

    def test_new_homes_are_empty_again(self):
        before = self.files()
        self.set_up()
        self.assertEqual(self.run_satchel("setup", "--undo")[0], 0)
        self.assertEqual(self.files(), before)

    def test_a_broken_file_keeps_its_agent_out_and_no_other(self):
        for name, text in BROKEN.items():
            with self.subTest(file=name):
                self.write({name: text})
                before = self.files()
                status, printed = self.run_satchel("setup")
                self.assertNotEqual(status, 0)
                self.assertIn(pathlib.Path(name).name, printed)
                states = self.states()
                self.assertEqual([state["name"] for state in states.values() if not state["connected"]],
                                 [next(each for each in states if states[each]["trouble"])])
                self.run_satchel("setup", "--undo")
                self.assertEqual(self.files(), before)
                (self.home / name).unlink()

    def test_a_file_that_breaks_after_setup_is_left_to_its_owner(self):
        self.set_up()
        settings = self.home / ".claude/settings.json"
        settings.write_bytes(settings.read_bytes() + b"oops")
        before = self.files()
        status, printed = self.run_satchel("install", "claude-code", "--undo")
        self.assertNotEqual(status, 0)
        self.assertIn("settings.json", printed)
        self.assertEqual(self.files(), before)

    def test_read_only_files_are_refused_as_they_are(self):
        self.write(EDITED)
        for name in EDITED:
            (self.home / name).chmod(0o444)
        before = self.files()
        status, printed = self.run_satchel("setup")
        self.assertNotEqual(status, 0)
        self.assertIn("read-only", printed)
        self.assertEqual(self.files(), before)

    def test_links_are_followed_and_stay(self):
        self.write(EDITED)
        kept = self.home / "dotfiles"
        kept.mkdir()
        for number, name in enumerate(EDITED):
            file = self.home / name
            target = kept / f"{number}-{file.name}"
            file.rename(target)
            # Some people link by a path, some from where the link is.
            file.symlink_to(target if number % 2 else os.path.relpath(target, file.parent))
        before = self.files()
        after = self.set_up()
        for name in EDITED:
            self.assertEqual(after[name], before[name], "the link itself was changed")
        self.assertNotEqual(after, before)
        self.assertEqual(self.run_satchel("setup", "--undo")[0], 0)
        self.assertEqual(self.files(), before)

    def test_a_folder_that_is_a_link_is_followed(self):
        (self.home / ".claude").rmdir()
        (self.home / "dotfiles/claude").mkdir(parents=True)
        (self.home / ".claude").symlink_to("dotfiles/claude")
        before = self.files()
        self.set_up()
        self.assertTrue((self.home / "dotfiles/claude/settings.json").is_file())
        self.assertEqual(self.run_satchel("setup", "--undo")[0], 0)
        self.assertEqual(self.files(), before)

    def test_a_link_to_nothing_is_refused(self):
        (self.home / ".gemini/settings.json").symlink_to("gone.json")
        before = self.files()
        status, printed = self.run_satchel("install", "gemini")
        self.assertNotEqual(status, 0)
        self.assertIn("link to nothing", printed)
        self.assertEqual(self.files(), before)

    def test_what_was_added_between_setup_and_undo_stays(self):
        self.write(EDITED)
        self.set_up()
        for name in (".claude.json", ".cursor/mcp.json"):
            file = self.home / name
            value = json.loads(file.read_bytes())
            value["mcpServers"]["mine"] = {"command": "mine"}
            file.write_text(json.dumps(value), encoding="utf-8")
        self.assertEqual(self.run_satchel("setup", "--undo")[0], 0)
        left = json.loads((self.home / ".claude.json").read_bytes())
        self.assertEqual(left, {"numStartups": 3, "mcpServers": {"github": {"command": "gh"},
                                                                 "mine": {"command": "mine"}}})
        left = json.loads((self.home / ".cursor/mcp.json").read_bytes())
        self.assertEqual(left, {"mcpServers": {"mine": {"command": "mine"}}})


if __name__ == "__main__":
    HomesTest.satchel = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
