"""integrations/plugin is what scripts/plugin writes, and its hooks are those of `satchel install`.

    plugin_test.py PATH_TO_SATCHEL

The hooks run in a shell here: next to `satchel install`, without a program, and in the wrong agent.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from support import ROOT, ScratchTest, load_script, run

plugin = load_script("plugin")
FOLDER = ROOT / "integrations/plugin"
HOMES = {"claude-code": ".claude", "codex": ".codex", "gemini": ".gemini", "cursor": ".cursor"}
ALWAYS_ON_TOKENS = 60  # an agent has the skill's name and description in every conversation


def hooks_in(agent):
    """(event, command, matcher, timeout, async) of the plugin's hooks of one agent."""
    return flat(json.loads((FOLDER / agent.file).read_text(encoding="utf-8"))["hooks"])


def flat(hooks):
    found = []
    for event, groups in hooks.items():
        for group in groups:
            for hook in group.get("hooks", [group]):
                found.append((event, hook["command"], group.get("matcher", ""), hook.get("timeout"),
                              hook.get("async", False)))
    return sorted(found)


class FolderTest(ScratchTest):
    def test_the_folder_is_what_the_table_says(self):
        self.assertEqual(run(ROOT / "scripts/plugin", "--check"), (0, ""))

    def test_a_file_that_differs_is_missing_or_not_known_fails(self):
        copy = self.scratch / "plugin"
        shutil.copytree(FOLDER, copy)
        (copy / "mcp.json").write_text("{}\n", encoding="utf-8")
        (copy / "plugin.json").unlink()
        (copy / "more.json").write_text("{}\n", encoding="utf-8")
        status, output = run(ROOT / "scripts/plugin", "--check", "--folder", copy)
        self.assertEqual(status, 1)
        for each in ("mcp.json differs", "plugin.json is missing", "more.json is not a file of the plugin"):
            self.assertIn(each, output)

    def test_every_path_in_a_manifest_exists_inside_its_plugin(self):
        manifests = [*FOLDER.rglob("plugin.json"), *FOLDER.rglob("marketplace.json")]
        self.assertEqual(len(manifests), 7)
        for manifest in manifests:
            root = manifest.parent
            while root.name.startswith(".") or root.name == "plugins":
                root = root.parent
            for path in re.findall(r'"(\./[^"]*)"', manifest.read_text(encoding="utf-8")):
                self.assertTrue((root / path).resolve().is_relative_to(root.resolve()), f"{manifest}: {path}")
                self.assertTrue((root / path).exists(), f"{manifest}: {path}")

    def test_the_skill_is_short_where_it_is_always_on(self):
        text = (FOLDER / "skills/satchel/SKILL.md").read_text(encoding="utf-8")
        head = text.split("---\n")[1]
        self.assertLess(len(head.encode()) / 4, ALWAYS_ON_TOKENS)
        self.assertTrue(re.search(r"^description: .{20,}$", head, re.MULTILINE))

    def test_the_skill_names_the_tools_of_the_server(self):
        text = (FOLDER / "skills/satchel/SKILL.md").read_text(encoding="utf-8")
        reference = (ROOT / "docs/formats/mcp.md").read_text(encoding="utf-8")
        tools = re.findall(r"^\| `(\w+)` \|", reference.partition("## Tools")[2].partition("\n## ")[0], re.MULTILINE)
        self.assertEqual(len(tools), 6)
        for tool in tools:
            self.assertIn(f"`{tool}`", text)


class HooksTest(ScratchTest):
    satchel = None

    def setUp(self):
        super().setUp()
        self.home = self.scratch / "home"
        for name in HOMES.values():
            (self.home / name).mkdir(parents=True)
        self.bin = self.scratch / "bin"
        self.bin.mkdir()
        for name in ("sh", "cat", "grep"):
            (self.bin / name).symlink_to(shutil.which(name))

    def install(self, agent):
        status, output = run(self.satchel, "install", agent, cwd=self.scratch, env=self.environment(PATH=self.bin))
        self.assertEqual(status, 0, output)

    def environment(self, **more):
        return {"HOME": str(self.home), "LC_ALL": "C.UTF-8", **{name: str(value) for name, value in more.items()}}

    def add_program(self):
        program = self.bin / "satchel"
        program.write_text('#!/bin/sh\necho "called: $*; read: $(cat)"\n', encoding="utf-8")
        program.chmod(0o755)

    def call(self, command, **more):
        """What a hook prints and what it prints as an error, in an agent's shell."""
        done = subprocess.run(["/bin/sh", "-c", command], input="the input", capture_output=True, text=True, check=False,
                              env=self.environment(PATH=self.bin, **more))
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout, done.stderr

    def installed(self, agent):
        settings = agent.settings.replace("$HOME", str(self.home))
        settings = re.sub(r"\$\{\w+:-(.*?)\}", r"\1", settings)
        return flat(json.loads(pathlib.Path(settings).read_text(encoding="utf-8"))["hooks"])

    def test_events_commands_matchers_and_timeouts_are_those_of_install(self):
        (self.bin / "satchel").symlink_to(self.satchel)
        for agent in plugin.AGENTS:
            self.install(agent.name)
            ours = [(event, re.search(r"exec (satchel hook \S+ --agent [a-z-]+);", command).group(1), *more)
                    for event, command, *more in hooks_in(agent)]
            self.assertEqual(ours, self.installed(agent), agent.name)

    def test_a_hook_calls_the_program_with_its_input(self):
        self.add_program()
        for agent in plugin.AGENTS:
            self.assertEqual({event for event, *_ in hooks_in(agent)}, {call.partition(".")[0] for call in agent.events})
            for call, (_, command, *_) in zip(sorted(agent.events), hooks_in(agent), strict=True):
                self.assertEqual(self.call(command),
                                 (f"called: hook {call} --agent {agent.name}; read: the input\n", ""))

    def test_next_to_install_every_hook_is_silent(self):
        # The place of the program in the settings differs from that of the plugin.
        for agent in plugin.AGENTS:
            self.install(agent.name)
        self.add_program()
        for agent in plugin.AGENTS:
            for _, command, *_ in hooks_in(agent):
                self.assertEqual(self.call(command), ("", ""), f"{agent.name}: {command}")

    def test_settings_in_another_place_are_found(self):
        self.add_program()
        for name, variable in (("claude-code", "CLAUDE_CONFIG_DIR"), ("codex", "CODEX_HOME")):
            moved = self.scratch / "moved place"
            moved.mkdir(exist_ok=True)
            status, output = run(self.satchel, "install", name, cwd=self.scratch,
                                 env=self.environment(**{variable: moved}))
            self.assertEqual(status, 0, output)
            for agent in plugin.AGENTS:
                if agent.name == name:
                    for _, command, *_ in hooks_in(agent):
                        self.assertEqual(self.call(command, **{variable: moved}), ("", ""))
                        self.assertIn("called", self.call(command)[0])

    def test_without_a_program_one_event_says_so_in_one_line(self):
        for agent in plugin.AGENTS:
            for event, command, *_ in hooks_in(agent):
                printed, errors = self.call(command)
                if event != agent.start:
                    self.assertEqual((printed, errors), ("", ""))
                elif agent.flat:
                    self.assertEqual((printed, errors), ("", f"{plugin.MISSING}\n"))
                else:
                    self.assertEqual(json.loads(printed), {"systemMessage": plugin.MISSING})
                    self.assertEqual(printed.count("\n"), 1)

    def test_claude_code_runs_no_hook_of_gemini_cli(self):
        # It reads hooks/hooks.json whatever the manifest says, and skips events that it does not know.
        self.add_program()
        claude, gemini = plugin.AGENTS[0], plugin.AGENTS[2]
        for event, command, *_ in hooks_in(gemini):
            if event in claude.events:
                self.assertEqual(self.call(command, CLAUDE_PLUGIN_ROOT=FOLDER), ("", ""))

    def test_a_hook_needs_no_posix_shell_of_the_user(self):
        for agent in plugin.AGENTS:
            for _, command, *_ in hooks_in(agent):
                self.assertTrue(re.fullmatch(r"sh -c '[^']*'", command), command)


if __name__ == "__main__":
    HooksTest.satchel = os.path.abspath(sys.argv.pop(1))
    unittest.main()
