#!/usr/bin/env python3
"""Makes a large Git work tree from small ones: for measuring, not for reading.

    bench/many_files.py REPOSITORY… --out DIR [--files N]

Copies the tracked text files of the repositories again and again, until there are N (50,000). In each copy a fifth
of the identifiers, another fifth each time, has a suffix of its own, so that words are rare and common as in a real
one. The same arguments make the same files.
"""

import argparse
import itertools
import pathlib
import re
import subprocess
import zlib

IDENTIFIER = re.compile(r"\b[A-Za-z_][A-Za-z0-9_]{5,}\b")
PARTS = 5
MOST_BYTES = 200_000


def texts_of(repository):
    listed = subprocess.run(["git", "-C", str(repository), "ls-files", "-z"], check=True, capture_output=True).stdout
    for name in sorted(filter(None, listed.decode("utf-8", "replace").split("\0"))):
        path = repository / name
        if path.is_symlink() or not path.is_file() or path.stat().st_size > MOST_BYTES:
            continue
        try:
            yield name, path.read_text("utf-8")
        except UnicodeDecodeError:
            continue


def renamed(text, copy):
    def name(match):
        word = match.group()
        return f"{word}{copy}" if zlib.crc32(word.encode()) % PARTS == copy % PARTS else word

    return text if copy == 0 else IDENTIFIER.sub(name, text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("repositories", type=pathlib.Path, nargs="+")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--files", type=int, default=50_000)
    arguments = parser.parse_args()
    sources = [(place.name, name, text) for place in arguments.repositories for name, text in texts_of(place.resolve())]
    arguments.out.mkdir(parents=True)
    left = arguments.files
    for copy in itertools.count():
        for place, name, text in sources:
            if left == 0:
                break
            path = arguments.out / f"{place}{copy:03}" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(renamed(text, copy), "utf-8")
            left -= 1
        if left == 0:
            break
    git = ["git", "-C", str(arguments.out), "-c", "user.name=bench", "-c", "user.email=bench@localhost"]
    subprocess.run([*git, "init", "--quiet"], check=True)
    subprocess.run([*git, "add", "--all"], check=True)
    subprocess.run([*git, "commit", "--quiet", "--message", "Files"], check=True)


if __name__ == "__main__":
    main()
