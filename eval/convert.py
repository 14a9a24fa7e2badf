#!/usr/bin/env python3
"""Makes data sets for `satchel eval run` from the files that benchmarks are published as.

    eval/convert.py semble FOLDER OUT          FOLDER has repos.json and annotations/
    eval/convert.py swebench FILE OUT [--functions FILE]   FILE is lite.jsonl or verified.jsonl
    eval/convert.py locbench FOLDER OUT        FOLDER has locbench_gt.jsonl and edit_functions.json
    eval/convert.py contextbench FILE OUT      FILE has a task a line, with its gold_context

OUT becomes a directory with queries.jsonl (docs/formats/evaluation.md). It belongs outside of this
repository: the data have licences of their own.
"""

import argparse
import hashlib
import json
import pathlib
import re
import sys

# Where a repository has moved since, or how it is spelled.
MOVED = {
    "neuecc/MessagePack-CSharp": "MessagePack-CSharp/MessagePack-CSharp",
    "fasterxml/jackson-core": "FasterXML/jackson-core",
    "fasterxml/jackson-databind": "FasterXML/jackson-databind",
}


def half_of(name):
    """The last bit of SHA-1, so that everybody has the same halves."""
    odd = hashlib.sha1(name.encode()).digest()[-1] & 1
    return "held_out" if odd else "development"


def read_json(path):
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        sys.exit(f"convert.py: {path}: {error}")


def read_lines(path):
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, ValueError) as error:
        sys.exit(f"convert.py: {path}: {error}")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield json.loads(line)
        except ValueError as error:
            sys.exit(f"convert.py: {path}:{number}: {error}")


def repository_of(url):
    match = re.search(r"github\.com[/:]([^/]+)/(.+?)(?:\.git)?/?$", url)
    if not match:
        sys.exit(f"convert.py: no repository in {url}")
    name = f"{match[1]}/{match[2]}"
    return MOVED.get(name, name)


def path_of(gold):
    """Gold is a path, or an object with one."""
    return gold["path"] if isinstance(gold, dict) else gold


def gold_of(annotation):
    named = annotation["relevant"] + annotation.get("secondary", [])
    return list(dict.fromkeys(path_of(gold) for gold in named))


def semble(folder):
    for repository in sorted(read_json(folder / "repos.json"), key=lambda r: r["name"]):
        name = repository["name"]
        root = (repository.get("benchmark_root") or "").strip("/")
        file = folder / "annotations" / f"{name}.json"
        if not file.is_file():
            print(f"convert.py: {name} has no annotations", file=sys.stderr)
            continue
        annotations = read_json(file)
        # Some repositories have all their paths from the root that is indexed.
        paths = [path for annotation in annotations for path in gold_of(annotation)]
        from_top = not root or any(path.startswith(root + "/") for path in paths)
        before = "" if from_top else root + "/"
        for number, annotation in enumerate(annotations, 1):
            yield {
                "id": f"{name}-{number:03}",
                "text": annotation["query"],
                "repository": repository_of(repository["url"]),
                "commit": repository["revision"],
                "root": root,
                "gold": [before + path for path in gold_of(annotation)],
                "category": annotation.get("category") or "",
                "half": half_of(name),
            }


def files_changed(patch):
    """The files that were there before: new ones cannot be found."""
    gold = []
    for line in patch.split("\n"):
        match = re.match(r"--- a/(.*?)\t?$", line)
        if match and match[1] not in gold:
            gold.append(match[1])
    return gold


def functions_of(path):
    """The functions that were edited, from "path:Class.method" to "path::Class.method"."""
    by_id = {}
    for line in read_lines(path):
        names = [
            entity.replace(":", "::", 1)
            for change in line.get("gt_file_changes") or []
            for entity in change["changes"].get("edited_entities") or []
            if ":" in entity
        ]
        by_id[line["instance_id"]] = list(dict.fromkeys(names))
    return by_id


def swebench(file, functions_file):
    functions = functions_of(functions_file) if functions_file else {}
    for instance in read_lines(file):
        name = instance["instance_id"]
        query = {
            "id": name,
            "text": instance["problem_statement"],
            "repository": instance["repo"],
            "commit": instance["base_commit"],
            "root": "",
            "gold": files_changed(instance["patch"]),
            "category": instance["repo"],
            "half": half_of(name),
        }
        if functions.get(name):
            query["gold_functions"] = functions[name]
        yield query


def locbench(folder):
    functions = read_json(folder / "edit_functions.json")
    for instance in read_lines(folder / "locbench_gt.jsonl"):
        name = instance["instance_id"]
        yield {
            "id": name,
            "text": instance["problem_statement"],
            "repository": instance["repo"],
            "commit": instance["base_commit"],
            "root": "",
            "gold": list(dict.fromkeys(instance["gold_override"])),
            "gold_functions": list(dict.fromkeys(one.replace(":", "::", 1) for one in functions[name])),
            "category": instance["category"],
            "half": half_of(name),
        }


def repository_of_task(instance):
    """Some tasks name the repository alone; who owns it is then in the id: cli__cli-5973."""
    name = instance["repo"]
    if "/" not in name:
        name = instance["original_inst_id"].split("__")[0] + "/" + name
    return MOVED.get(name, name)


def marked_lines(instance):
    """The spans as "path:first-last". Some paths are those of the container in which people read the repository; what
    is beside it there is none of its files."""
    container = "/workspace/" + instance["original_inst_id"].rsplit("-", 1)[0] + "__"
    pattern = r"^file: (.+)\nstart_line: (\d+)\nend_line: (\d+)$"
    for path, first, last in re.findall(pattern, instance["gold_context"], re.M):
        if path.startswith(container):
            path = path[len(container):].partition("/")[2]
        if path and not path.startswith("/"):
            yield path, f"{path}:{first}-{last}"


def contextbench(file):
    for instance in read_lines(file):
        name = instance["instance_id"]
        marked = list(marked_lines(instance))
        yield {
            "id": name,
            "text": instance["problem_statement"],
            "repository": repository_of_task(instance),
            "commit": instance["base_commit"],
            "root": "",
            "gold": list(dict.fromkeys(path for path, _ in marked)),
            "gold_lines": list(dict.fromkeys(span for _, span in marked)),
            "category": instance["language"],
            "half": half_of(name),
        }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    kinds = parser.add_subparsers(dest="kind", required=True)
    one = kinds.add_parser("semble")
    one.add_argument("folder", type=pathlib.Path)
    one.add_argument("out", type=pathlib.Path)
    one = kinds.add_parser("swebench")
    one.add_argument("file", type=pathlib.Path)
    one.add_argument("out", type=pathlib.Path)
    one.add_argument("--functions", type=pathlib.Path)
    one = kinds.add_parser("locbench")
    one.add_argument("folder", type=pathlib.Path)
    one.add_argument("out", type=pathlib.Path)
    one = kinds.add_parser("contextbench")
    one.add_argument("file", type=pathlib.Path)
    one.add_argument("out", type=pathlib.Path)
    args = parser.parse_args()
    try:
        if args.kind == "semble":
            queries = list(semble(args.folder))
        elif args.kind == "locbench":
            queries = list(locbench(args.folder))
        elif args.kind == "contextbench":
            queries = list(contextbench(args.file))
        else:
            queries = list(swebench(args.file, args.functions))
    except (KeyError, TypeError) as error:
        sys.exit(f"convert.py: not the form of {args.kind}: {error!r}")
    args.out.mkdir(parents=True, exist_ok=True)
    with open(args.out / "queries.jsonl", "w", encoding="utf-8") as out:
        for query in queries:
            out.write(json.dumps(query, ensure_ascii=False, sort_keys=True) + "\n")
    print(f"{len(queries)} queries in {args.out}")


if __name__ == "__main__":
    main()
