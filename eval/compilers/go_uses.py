"""What Go's type checker says: go_uses.go is run on a module."""

import json
import pathlib
import subprocess
import sys

from answers import Answer, Place

PROGRAM = pathlib.Path(__file__).resolve().parent / "go_uses.go"


def read(root, work):
    kept = work / f"{root.name}.go.jsonl"
    if not kept.exists():
        done = subprocess.run(["go", "run", str(PROGRAM), str(root)], capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"go run ended with {done.returncode}: {done.stderr.strip()}")
        kept.write_text(done.stdout, encoding="utf-8")
    answers, imports = [], []
    for line in kept.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if "import" in row:
            # A package is a directory: any file of it will do.
            target = row["to"].removeprefix("./") + "x.go"
            imports.append(Answer("", row["path"], row["line"], "module", frozenset([Place(target, 1, "")])))
        else:
            to = frozenset(Place(*place) for place in row["to"])
            answers.append(Answer(row["use"], row["path"], row["line"], row["kind"], to))
    return answers, imports, {}
