"""Clones that a measurement asks, each with a home of its own: no setting, index or Git configuration of this machine."""

import os
import subprocess
import sys

OWN_VARIABLES = ("SATCHEL_", "XDG_", "GIT_")


def environment_of(home, **more):
    """The environment of a process that is to find nothing outside of this home."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(OWN_VARIABLES)}
    xdg = {f"XDG_{part}_HOME": str(home / part.lower()) for part in ("CONFIG", "DATA", "STATE", "CACHE")}
    quiet = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    return {**kept, **xdg, **quiet, "HOME": str(home), **more}


def call(*arguments, environment, at=None, given=None):
    """Runs a process; one that fails ends the measurement."""
    done = subprocess.run(arguments, cwd=at, env=environment, input=given, capture_output=True, text=True, check=False)
    if done.returncode:
        where = f"{at}: " if at else ""
        sys.exit(f"{where}{' '.join(arguments)} ended with {done.returncode}: {done.stderr.strip()}")
    return done


class Workspace:
    """A clone of `origin` at a commit, in place/name."""

    def __init__(self, name, origin, commit, place, satchel, **more):
        self.name, self.satchel, self.root = name, str(satchel), place / name / "work"
        home = place / name / "home"
        home.mkdir(parents=True)
        self.environment = environment_of(home, **more)
        self.call("git", "clone", "--quiet", "--no-checkout", str(origin), str(self.root), at=place)
        self.call("git", "remote", "remove", "origin")
        self.call("git", "checkout", "--quiet", commit)

    def call(self, *arguments, at=None, given=None):
        return call(*arguments, environment=self.environment, at=at or self.root, given=given)

    def remove(self, folder):
        """Such as the one with the queries: they must not be found themselves."""
        self.call("rm", "-rf", folder)
