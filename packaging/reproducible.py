"""Builds the tree twice, in directories of different depth, and compares every package.

Objects come from the compiler's cache where it has them, except `fresh` of them in the second tree: these
are compiled anew, so that a compiler that writes where or when it ran is found. All of them: none is taken.
"""

import fcntl
import hashlib
import os
import pathlib
import shutil
import subprocess

import ingredients

PLACES = ("one", "another/place/further/down")


def copy_tree(root, place):
    """The tracked and new files of a tree, and the pinned tarballs."""
    shutil.rmtree(place, ignore_errors=True)
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root,
                            check=True, capture_output=True, text=True).stdout
    for name in listed.split("\0"):
        if name and (root / name).exists():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, place / name)
    npm = "third_party/npm/node_modules"
    shutil.copytree(root / npm, place / npm, symlinks=True)


class Turn:
    """Held while something is built, where SATCHEL_BUILD_LOCK names a file: others build here, too."""

    def __init__(self):
        name = os.environ.get("SATCHEL_BUILD_LOCK")
        self.file = open(name, "a", encoding="utf-8") if name else None

    def __enter__(self):
        if self.file:
            fcntl.flock(self.file, fcntl.LOCK_EX)

    def __exit__(self, *_):
        if self.file:
            fcntl.flock(self.file, fcntl.LOCK_UN)


def run(place, *command, **environment):
    done = subprocess.run(command, cwd=place, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env={**os.environ, **environment})
    if done.returncode != 0:
        raise ingredients.PackagingError(f"{' '.join(command)} failed in {place}:\n{done.stdout[-4000:]}")


def build(place, fresh, at_once=16):
    """Builds the program; `fresh` of its objects (None: all) and the third-party code without the cache."""
    turn, anew = Turn(), {"CCACHE_DISABLE": "1"}
    with turn:
        run(place, "cmake", "--preset", "release", **(anew if fresh != 0 else {}))
    directory = place / "build/release"
    objects = [path for path in ingredients.inputs_of(directory, "cmd/satchel/satchel") if path.endswith(".cc.o")]
    # From everywhere in the list, which is sorted by folders.
    chosen = objects if fresh is None else [objects[index * len(objects) // fresh] for index in range(fresh)]
    for index in range(0, len(chosen), at_once):
        with turn:
            run(place, "cmake", "--build", "build/release", "--target", *chosen[index:index + at_once], **anew)
    with turn:
        run(place, "cmake", "--build", "build/release", "--target", "satchel")
    return len(chosen), len(objects)


def check(root, fresh, make):
    """`make(build, out)` makes every package. Returns the digests that differ, and what was compared."""
    digests = []
    base = root / "build/reproducible"
    for index, name in enumerate(PLACES):
        place = base / name / "tree"
        copy_tree(root, place)
        compiled = build(place, 0 if index == 0 and fresh is not None else fresh)
        out = base / f"packages-{index}"
        shutil.rmtree(out, ignore_errors=True)
        make(place, out)
        digests.append({file.name: hashlib.sha256(file.read_bytes()).hexdigest()
                        for file in sorted(pathlib.Path(out).iterdir()) if file.name != "SHA256SUMS"})
    names = sorted(digests[0].keys() | digests[1].keys())
    return [name for name in names if digests[0].get(name) != digests[1].get(name)], names, compiled
