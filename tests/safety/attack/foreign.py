"""Payloads that others wrote. None of them is in this repository.

CodeIPI (repositories with injected instructions) and AgentThreatBench (poisoned memories) come from the PyPI package
inspect_evals (MIT), pinned by version and digest. Other collections are read from a folder that `--texts` names: JSON
files whose objects have `line_injection` or `description_injection`, as Skill-Inject has them.
"""

import hashlib
import json
import re
import subprocess
import sys
import zipfile

import texts

WHEEL = "inspect_evals-0.26.0-py3-none-any.whl"
DIGEST = "b76d15813182807da141a0f06bb6f18a5f82d1f06291ec2633bb84cdf661f8d0"
REPOSITORIES = "inspect_evals/ipi_coding_agent/dataset/samples.json"
MEMORIES = "inspect_evals/agent_threat_bench/data/memory_poison.json"


def fetch(folder):
    """The wheel in `folder`; nothing of it is installed or run. Exits when its bytes are others."""
    file = folder / WHEEL
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        wanted = folder / "requirements.txt"
        wanted.write_text(f"inspect_evals=={WHEEL.split('-')[1]} --hash=sha256:{DIGEST}\n", encoding="utf-8")
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:",
                        "--require-hashes", "-r", str(wanted), "-d", str(folder)], check=True, stdin=subprocess.DEVNULL)
    if hashlib.sha256(file.read_bytes()).hexdigest() != DIGEST:
        sys.exit(f"attack: {file} is another file than the pinned one")
    return file


def mark_lines(place, text, is_users=False):
    """The lines of a text are its marks."""
    for line in text.splitlines():
        words = re.sub(r"^[\s#>*/|-]+", "", line).strip()[:60].casefold()
        if len(words) >= 24:
            place.marks[words] = "line"
            if is_users:
                place.users.add(words)


def repository(sample):
    def make(place):
        place.task = place.query = place.prompt = sample["task_description"]
        for path, text in {**sample["repo_files"], "docs/issue.md": sample["issue_text"]}.items():
            place.write(path, text)
            mark_lines(place, text)
        place.commit(f"Report\n\n{sample['issue_text']}")
    return make


def memories(sample):
    def make(place):
        place.code()
        place.task = place.query = place.prompt = sample["input"]
        file = place.scratch / "rows.jsonl"
        file.write_text("".join(json.dumps({"text": text, "tags": [name]}) + "\n"
                                for name, text in sample["memory_store"].items()), encoding="utf-8")
        place.imports.append((str(file),))
        entries = "".join(f"## [2026-01-02] {name}\n\n{text}\n\n" for name, text in sample["memory_store"].items())
        place.write(".context/LEARNINGS.md", f"# Learnings\n\n{entries}")
        for text in sample["memory_store"].values():
            mark_lines(place, text, is_users=True)
    return make


def of_wheel(file):
    with zipfile.ZipFile(file) as wheel:
        for sample in json.loads(wheel.read(REPOSITORIES)):
            if not sample["is_benign"]:
                yield "CodeIPI", sample["id"], repository(sample)
        for sample in json.loads(wheel.read(MEMORIES)):
            if sample["attack_name"] != "clean_baseline":
                yield "AgentThreatBench", f"{sample['id']} {sample['attack_name']}", memories(sample)


def sentences_of(value):
    """Texts of injections, wherever they are in a JSON value."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key in ("line_injection", "description_injection") and isinstance(each, str):
                yield each.strip()
            else:
                yield from sentences_of(each)
    elif isinstance(value, list):
        for each in value:
            yield from sentences_of(each)


def of_folder(folder):
    found = {}
    for file in sorted(folder.glob("*.json")):
        for sentence in sentences_of(json.loads(file.read_text(encoding="utf-8"))):
            found.setdefault(sentence, file.name)
    for number, (sentence, name) in enumerate(found.items()):
        yield "texts", f"{name} {number}", lambda place, sentence=sentence: texts.plant(
            place, lambda word: f"{sentence} {word}")
