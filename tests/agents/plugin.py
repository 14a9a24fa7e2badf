"""The folder integrations/plugin in the real agents and their validators, without a network.

Each agent installs the folder as a user does, in the home and workspace of real.py, and is given a
prompt. It must hold that

- the agent's own validator accepts the folder;
- the plugin's hook answered once, and its answer is in what the model was sent;
- the plugin's server found the workspace: a tool's answer names a file of it;
- next to `satchel install` every hook still runs once.

The other validators are `mcpb` (npm) and `skillsaw` (PyPI). Programs are pinned in real.py, below and
in plugin_requirements.txt. They are fetched into a cache; nothing is fetched after that.

usage: tests/agents/plugin.py [--satchel FILE] [--cache DIR] [--patient] [AGENT | validators]…
"""

import argparse
import hashlib
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import real

FOLDER = real.ROOT / "integrations/plugin"
REQUIREMENTS = pathlib.Path(__file__).resolve().with_name("plugin_requirements.txt")


class Mcpb:
    name, package = "mcpb", "@anthropic-ai/mcpb@2.1.2"


# What skillsaw says of the folder and is meant: it reads hooks/hooks.json as a file of Claude Code, but
# Gemini CLI reads no other name; Codex is given the folder codex/ instead of the whole.
MEANT = {("claude-hooks-valid", "hooks/hooks.json"), ("codex-marketplace-registration", ".agents/plugins/marketplace.json")}


class ClaudeCode(real.ClaudeCode):
    @staticmethod
    def connect(run):
        claude = run.program("claude-code", "claude")
        printed = run.command([claude, "plugin", "validate", str(FOLDER)])
        unknown = [line for line in printed.splitlines() if "❯ hooks: hooks." in line]
        real.check(len(unknown) == 3 and all("unknown hook event" in line for line in unknown), printed)
        run.command([claude, "plugin", "marketplace", "add", str(FOLDER)])
        run.command([claude, "plugin", "install", "satchel@satchel"])

    @staticmethod
    def ask(run, prompt, conversation):
        return run.command([run.program("claude-code", "claude"), "-p", prompt,
                            "--allowedTools", "mcp__plugin_satchel_satchel__search,mcp__satchel__search"])


class Codex(real.Codex):
    @staticmethod
    def connect(run):
        codex = run.program("codex", "codex")
        run.command([codex, "plugin", "marketplace", "add", str(FOLDER)])
        run.command([codex, "plugin", "add", "satchel@satchel"])


class Gemini(real.Gemini):
    @staticmethod
    def connect(run):
        gemini = run.program("gemini", "gemini")
        run.command([gemini, "extensions", "validate", str(FOLDER)])
        run.command([gemini, "extensions", "install", str(FOLDER), "--consent"])


AGENTS = (ClaudeCode, Codex, Gemini)


def prompted_once(run, conversation):
    """The hooks of the start and of the prompt ran once, and the answer arrived. Returns what happened."""
    before = len(run.hooks())
    trial = real.ask_until_answered(run, real.PROMPT, conversation)
    real.check(len(trial.hooks) == 1, f"{len(trial.hooks)} hooks answered one prompt")
    events = [event for event, _, _ in run.hooks()[before:]]
    real.check(events.count("SessionStart") == events.count(run.agent.event), f"hooks: {events}")
    real.check_packet(trial)
    return trial


def try_agent(agent, place, options):
    run = real.Run(agent, place, options.satchel, options.cache, options.patient)
    try:
        agent.ask(run, "Say hello.", "hello")
        real.check(not run.hooks(), "hooks ran before the plugin was there")
        run.command(["satchel", "init"])
        run.command(["satchel", "index"])
        agent.connect(run)
        real.check_server(prompted_once(run, "plugin"))
        run.command(["satchel", "install", agent.name])
        prompted_once(run, "both")
    finally:
        run.model.close()


def try_validators(options):
    mcpb = options.cache / "mcpb/node_modules/.bin/mcpb"
    done = subprocess.run([mcpb, "validate", FOLDER / "mcpb/manifest.json"], capture_output=True, text=True, check=False)
    real.check(done.returncode == 0, done.stdout + done.stderr)
    done = subprocess.run([options.cache / "skillsaw/bin/skillsaw", "lint", "--format", "json", "--no-progress", FOLDER],
                          capture_output=True, text=True, check=False)
    found = {(each["rule_id"], each["file_path"]) for each in json.loads(done.stdout)["violations"]
             if each["severity"] != "info"}
    real.check(found == MEANT, f"skillsaw: {sorted(found ^ MEANT)}")


def fetch_skillsaw(cache):
    place, wanted = cache / "skillsaw", hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()
    if (place / "done").exists() and (place / "done").read_text() == wanted:
        return
    real.say("fetching skillsaw")
    subprocess.run([sys.executable, "-m", "venv", "--clear", place], check=True)
    subprocess.run([place / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:",
                    "--require-hashes", "--requirement", REQUIREMENTS], check=True)
    (place / "done").write_text(wanted)


def parse():
    names = [agent.name for agent in AGENTS] + ["validators"]
    parser = argparse.ArgumentParser(description="The plugin in the real agents, without a network.")
    parser.add_argument("--satchel", type=pathlib.Path, default=real.ROOT / "build/release/cmd/satchel/satchel")
    parser.add_argument("--cache", type=pathlib.Path, default=pathlib.Path.home() / ".cache/satchel-agents")
    parser.add_argument("--patient", action="store_true", help="hooks have five seconds")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("names", nargs="*", metavar="AGENT | validators")
    options = parser.parse_args()
    unknown = set(options.names) - set(names)
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    options.names = options.names or names
    options.satchel, options.cache = options.satchel.resolve(), options.cache.resolve()
    return options


def main():
    options = parse()
    agents = [agent for agent in AGENTS if agent.name in options.names]
    if not options.inside:
        for each in agents:
            real.fetch(each, options.cache)
        if "validators" in options.names:
            real.fetch(Mcpb, options.cache)
            fetch_skillsaw(options.cache)
        command = ["unshare", "--map-root-user", "--net", sys.executable, "-B", __file__, "--inside", *sys.argv[1:]]
        return subprocess.run(command, check=False).returncode
    real.raise_loopback()
    bad = 0
    for name in options.names:
        place = pathlib.Path(tempfile.mkdtemp(prefix="satchel-agents-"))
        try:
            if name == "validators":
                try_validators(options)
            else:
                try_agent(next(agent for agent in agents if agent.name == name), place, options)
            real.say(f"{name}: ok")
        except (real.Failed, subprocess.TimeoutExpired) as error:
            bad += 1
            real.say(f"{name}: {error}")
        finally:
            shutil.rmtree(place, ignore_errors=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
