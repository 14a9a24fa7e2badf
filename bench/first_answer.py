#!/usr/bin/env python3
"""From a downloaded package to the first right answer, by the commands that README.md prints under "Start".

    bench/first_answer.py TARBALL REPOSITORY --task TEXT --right PATH

Unpacks, sets up and asks in a clone of the repository, with an empty home that has one agent's settings in it. Each
line of the README's block marked `sh start` is one command; the task stands for the one that is printed there. Prints
how long each took and whether the packet names PATH, and the same for the shortest way: unpacking and asking.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```sh start\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def printed_commands():
    block = BLOCK.search((ROOT / "README.md").read_text("utf-8"))
    if block is None:
        sys.exit("README.md has no block marked `sh start`")
    lines = (line.split("  #")[0].strip() for line in block.group(1).splitlines())
    return [line for line in lines if line]


def is_asking(command):
    return command.startswith("satchel pack ")


def run(commands, arguments):
    """(command, seconds, output) of each, in a place of its own."""
    with tempfile.TemporaryDirectory(prefix="satchel-first-") as scratch:
        place = pathlib.Path(scratch)
        home, project = place / "home", place / "project"
        (home / ".local").mkdir(parents=True)
        settings = home / ".claude" / "settings.json"
        settings.parent.mkdir()
        settings.write_text("{}\n", "utf-8")
        subprocess.run(["git", "clone", "--quiet", str(arguments.repository), str(project)], check=True)
        environment = {"HOME": str(home), "PATH": f"{home}/.local/bin:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
        for command in commands:
            command = re.sub(r"satchel-\S+\.tar\.gz", str(arguments.tarball), command)
            if is_asking(command):
                command = f'satchel pack "{arguments.task}"'
            begun = time.monotonic()
            done = subprocess.run(["bash", "-c", command], cwd=project, env=environment, capture_output=True,
                                  stdin=subprocess.DEVNULL, text=True, check=False)
            took = time.monotonic() - begun
            if done.returncode != 0:
                sys.exit(f"$ {command}\n{done.stdout}{done.stderr}")
            if command.startswith("satchel setup") and "satchel hook" not in settings.read_text("utf-8"):
                sys.exit("setup has not connected the agent")
            yield command, took, done.stdout
            if is_asking(command):
                return


def report(name, commands, arguments):
    total, count = 0.0, 0
    for command, took, output in run(commands, arguments):
        total, count = total + took, count + 1
        print(f"  {took:6.2f} s  $ {command.replace(str(arguments.tarball), arguments.tarball.name)}")
    right = arguments.right in output
    print(f"{name}: {count} commands, {total:.2f} s, {'right' if right else 'WITHOUT ' + arguments.right}")
    return right


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tarball", type=pathlib.Path)
    parser.add_argument("repository", type=pathlib.Path)
    parser.add_argument("--task", required=True)
    parser.add_argument("--right", required=True, help="a file that the packet must name")
    arguments = parser.parse_args()
    arguments.tarball, arguments.repository = arguments.tarball.resolve(), arguments.repository.resolve()
    commands = printed_commands()
    shortest = [command for command in commands if command.startswith("tar ") or is_asking(command)]
    sys.exit(0 if report("as printed", commands, arguments) & report("shortest", shortest, arguments) else 1)


if __name__ == "__main__":
    main()
