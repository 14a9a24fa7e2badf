"""The work trees of tasks, made from mirrors: Git directories called "owner+name/repo", whatever the case.

A task has `repo` and `commit`, and may have one of these, applied in this order:

    src_patch   a patch
    fix, take   a commit, and by path which hunks of its diff (`git diff -U0 commit fix`) are taken: "12,0", as it names them
    break, replay   a commit that breaks something (`subject`, `date`, `patch` without context), and the real commits after it,
                whose changes are committed on top. HEAD~n is the break, n the number of replayed commits.
"""

import os
import re
import subprocess

from workspace import call, environment_of

HUNK = re.compile(r"^@@ -(\S+) \+\S+ @@", re.MULTILINE)
AUTHOR = {"GIT_AUTHOR_NAME": "n", "GIT_AUTHOR_EMAIL": "e@example.org", "GIT_COMMITTER_NAME": "n", "GIT_COMMITTER_EMAIL": "e@example.org"}


def find_mirror(mirrors, repo):
    name = repo.replace("/", "+").lower()
    return next((path / "repo" for path in mirrors.iterdir() if path.name.lower() == name), None)


def git(place, *arguments, given=None, more=None):
    """What git prints, as bytes."""
    environment = {**os.environ, **AUTHOR, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", **(more or {})}
    return subprocess.run(["git", "-C", str(place), *arguments], check=True, capture_output=True, input=given, env=environment).stdout


def has_commit(mirror, commit):
    return subprocess.run(["git", "-C", str(mirror), "cat-file", "-e", commit], check=False, capture_output=True).returncode == 0


def unpack(mirror, commit, tree):
    """Writes the files of a commit. A mirror may lack large files, which are left out, as are links and submodules."""
    listing = git(mirror, "ls-tree", "-r", "-z", commit)
    files = [entry.split(b"\t", 1) for entry in listing.split(b"\0") if entry.startswith(b"100")]
    names = b"".join(about.split()[2] + b"\n" for about, _ in files)
    objects = git(mirror, "cat-file", "--batch", given=names)
    at = 0
    for _, name in files:
        end = objects.index(b"\n", at)
        head, at = objects[at:end].split(), end + 1
        if head[-1] == b"missing":
            continue
        size = int(head[2])
        path = tree / name.decode(errors="surrogateescape")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(objects[at : at + size])
        at += size + 1


def taken_patch(diff, hunks):
    """Of a diff of one file without context, the hunks whose old lines are named so."""
    starts = [match.start() for match in HUNK.finditer(diff)] + [len(diff)]
    parts = [diff[: starts[0]]]
    for begin, end in zip(starts, starts[1:]):
        if HUNK.match(diff[begin:end])[1] in hunks:
            parts.append(diff[begin:end])
    return "".join(parts)


def apply(tree, patch):
    git(tree, "apply", "--unidiff-zero", "--whitespace=nowarn", "-", given=patch)


def commit_all(tree, subject, date=None):
    when = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date} if date else None
    git(tree, "add", "-A", "-f")
    git(tree, "commit", "--quiet", "--no-verify", "--allow-empty", "-m", subject or "-", more=when)


def replay(task, mirror, tree):
    commit_all(tree, "start")
    apply(tree, task["break"]["patch"].encode())
    commit_all(tree, task["break"]["subject"], task["break"]["date"])
    for commit in task["replay"]:
        subject, date = git(mirror, "show", "-s", "--format=%s%n%cI", commit).decode(errors="replace").split("\n")[:2]
        patch = git(mirror, "diff", "--binary", "--full-index", "--no-renames", commit + "^1", commit)
        if patch:
            git(tree, "apply", "--whitespace=nowarn", "-", given=patch)
        commit_all(tree, subject, date)


def prepare(task, mirrors, work):
    """The work tree of a task and an environment with its own home; None, None: no mirror has its commit."""
    place = work / task["id"]
    tree, environment = place / "tree", environment_of(place / "home")
    if (place / "ready").exists():
        return tree, environment
    mirror = find_mirror(mirrors, task["repo"])
    if mirror is None or not has_commit(mirror, task["commit"]):
        return None, None
    call("rm", "-rf", str(place), environment=environment)
    tree.mkdir(parents=True)
    (place / "home").mkdir()
    unpack(mirror, task["commit"], tree)
    git(tree, "init", "--quiet")
    if task.get("src_patch"):
        git(tree, "apply", "-", given=task["src_patch"].encode())
    for path, hunks in task.get("take", {}).items():
        diff = git(mirror, "diff", "-U0", task["commit"], task["fix"], "--", path)
        apply(tree, taken_patch(diff.decode("latin-1"), hunks).encode("latin-1"))
    if "break" in task:
        replay(task, mirror, tree)
    else:
        commit_all(tree, "tree")
    (place / "ready").touch()
    return tree, environment
