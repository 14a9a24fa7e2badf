"""What the tests of the checks share."""

import importlib.machinery
import importlib.util
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def run(*command, cwd=ROOT, **options):
    """Runs a command without a terminal; returns its status and everything it printed."""
    done = subprocess.run([str(word) for word in command], cwd=cwd, stdin=subprocess.DEVNULL, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    return done.returncode, done.stdout


def load_script(name):
    """A Python script of scripts/ as a module: calling it costs nothing, starting it 50 ms."""
    loader = importlib.machinery.SourceFileLoader(name, str(ROOT / "scripts" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    # Data classes look themselves up by their module's name.
    sys.modules[name] = module
    loader.exec_module(module)
    return module


def planted_project(rest):
    """A CMakeLists.txt that has the project's own functions, and then `rest`."""
    return f"""
cmake_minimum_required(VERSION 3.25)
project(planted LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 23)
list(APPEND CMAKE_MODULE_PATH "{ROOT}/cmake")
include(SatchelCompiler)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
include(SatchelModule)
{rest}
"""


class ScratchTest(unittest.TestCase):
    """A test with an empty directory of its own."""

    def setUp(self):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="satchel-check-"))
        self.addCleanup(shutil.rmtree, self.scratch)

    def write(self, path, text):
        file = self.scratch / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file
