#!/usr/bin/env python3
"""References and imports of Satchel beside those of compilers.

    eval/compilers/run.py --references PROGRAM --repositories MIRRORS --work DIR [--npm DIR] [--only NAME]... [--errors N]

Clones the repositories below at their commits into DIR, has them read by their compiler (once: what it says is kept in
DIR) and by PROGRAM (build/release/eval/code_references), and prints a table for each: precision by rule and recall by
what is meant. --errors prints the first N of each kind of mistake, and how often a use that was not found was kept at all.
"""

import argparse
import collections
import os
import pathlib
import subprocess
import sys
import typing

import answers
import clang_uses
import go_uses
import rust_uses
import scip


class Repository(typing.NamedTuple):
    name: str  # OWNER+NAME below MIRRORS
    commit: str
    tool: str
    below: str = ""  # the directory that is compiled
    half: str = "development"  # or held out: never looked at while rules were changed


REPOSITORIES = {
    "flask": Repository("pallets+flask", "2ac89889f4cc330eabd50f295dcef02828522c69", "scip-python"),
    "requests": Repository("psf+requests", "1f6589ec3a1ee910f9a65cc3ceac60b26677bc0e", "scip-python", half="held out"),
    "redux-toolkit": Repository("reduxjs+redux-toolkit", "74200d87c27ca2b1c0915b2fbb4c44dd7494c2aa", "scip-typescript", "packages/toolkit"),
    "zod": Repository("colinhacks+zod", "e516c3baf22615e20934116abebfed6c000222c2", "scip-typescript", "packages/zod", half="held out"),
    "leveldb": Repository("google+leveldb", "78a352f47ed6c1e9d750545e9b242289185b87e1", "clang"),
    "yaml-cpp": Repository("jbeder+yaml-cpp", "c3f81127320662deb3e28f4da0a511f1faecd860", "clang", half="held out"),
    "jsoncpp": Repository("open-source-parsers+jsoncpp", "edc01ab10f52135ec80e3589b6b4e0a9c65b27fd", "clang"),
    "cobra": Repository("spf13+cobra", "adbc8813901bba65827259daa8e22ff94ec1f30e", "go"),
    "mux": Repository("gorilla+mux", "db9d1d0073d27a0a2d9a8c1bc52aa0af4374d265", "go", half="held out"),
    "ripgrep": Repository("BurntSushi+ripgrep", "af6b6c543b224d348a8876f0c06245d9ea7929c5", "rustc"),
    "fd": Repository("sharkdp+fd", "d5bca085dd9f9091226bc01dc9b579979aad735f", "rustc", half="held out"),
}


def call(*arguments, at=None, path=None):
    environment = {**os.environ, **({"PATH": f"{path}:{os.environ['PATH']}"} if path else {})}
    done = subprocess.run(arguments, cwd=at, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, arguments))} ended with {done.returncode}: {done.stderr.strip()[-2000:]}")
    return done.stdout


def scip_command(repository, index):
    if repository.tool == "scip-python":
        name = repository.name.rpartition("+")[2]
        return ["scip-python", "index", ".", "--project-name", name, "--project-version", "0", "--output", str(index)]
    return ["scip-typescript", "index", "--output", str(index)]


def ask_compiler(repository, root, work, npm):
    """Its answers, its imports, and the imports' first lines."""
    if repository.tool == "clang":
        return clang_uses.read(root, work)
    if repository.tool == "go":
        return go_uses.read(root, work)
    if repository.tool == "rustc":
        return rust_uses.read(root, work)
    index = work / f"{root.name}.scip"
    if not index.exists():
        draft = index.with_suffix(".draft")
        call(*scip_command(repository, draft), at=root / repository.below, path=npm)
        draft.rename(index)
    return scip.read_scip(index, root, repository.below)


def compare(repository, root, work, program, npm):
    said, imports, statements = ask_compiler(repository, root, work, npm)
    references = answers.read_references(call(program, str(root)).splitlines())
    files = {answer.path for answer in [*said, *imports]}
    return answers.Comparison(said, imports, statements, references, files)


def share(part, whole):
    return f"{part / whole:.3f}" if whole else "-"


def print_rules(title, rules):
    right = wrong = sure_right = sure_wrong = 0
    for rule, counts in sorted(rules.items(), key=lambda item: -item[1]["right"] - item[1]["wrong"]):
        if rule == "all":
            continue
        known = counts["right"] + counts["wrong"]
        print(f"  {title} {rule:24} {known:7} {share(counts['right'], known):>7}   unknown {counts['unknown']}")
        right, wrong = right + counts["right"], wrong + counts["wrong"]
        sure_right += counts["right"] - counts["right guess"]
        sure_wrong += counts["wrong"] - counts["wrong guess"]
    print(f"  {title} {'certain':24} {sure_right + sure_wrong:7} {share(sure_right, sure_right + sure_wrong):>7}")
    print(f"  {title} {'all':24} {right + wrong:7} {share(right, right + wrong):>7}")


def print_recall(kinds):
    total = collections.Counter()
    for kind in answers.KINDS:
        if kind == "value":
            print_recall_of("callable, type", total)
        total.update(kinds[kind])
        print_recall_of(kind, kinds[kind])
    print_recall_of("all", total)


def print_recall_of(kind, counts):
    found, sure = share(counts["found"], counts["all"]), share(counts["sure"], counts["all"])
    print(f"  recall    {kind:24} {counts['all']:7} {found:>7}   certain {sure}")


def print_errors(comparison, most):
    wrong = collections.defaultdict(list)
    for row, there in comparison.wrong:
        wrong[row["rule"]].append((row, there))
    for rule, rows in sorted(wrong.items()):
        for row, there in rows[:: max(1, len(rows) // most)][:most]:
            right = sorted({f"{place.path}:{place.line}" for one in there for place in one.to})[:2] or "outside"
            named = f"{row['qualifier']}.{row['use']}" if row["qualifier"] else row["use"]
            target = row["to"]
            print(f"  wrong {rule}: {row['path']}:{row['line']} {row['kind']} {named} -> {target['path']}:{target['first']}"
                  f" {target['kind']} {target['name']}, {there[0].kind} {right}")
    why = collections.defaultdict(list)
    for path, line, name, kind, place, around in comparison.missed:
        state = "elsewhere" if any("rule" in row for row in around) else "nowhere" if around else "not kept"
        why[kind, state].append((path, line, name, place, [row["qualifier"] for row in around]))
    for (kind, state), rows in sorted(why.items()):
        print(f"  missed {kind} {state} {len(rows)}")
        for path, line, name, place, qualifiers in rows[:: max(1, len(rows) // most)][:most]:
            print(f"    {path}:{line} {'|'.join(qualifiers)} {name} -> {place.path}:{place.line} {place.name}")
    for row, paths in comparison.wrong_imports[:most]:
        print(f"  wrong import {row['path']}:{row['line']} {row['import']} {row['name']} -> {row['to']}, {sorted(paths)}")
    for place, paths in comparison.missed_imports[:most]:
        print(f"  missed import {place} {sorted(paths)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--references", required=True)
    parser.add_argument("--repositories", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--npm", help="where scip-python and scip-typescript are")
    parser.add_argument("--only", action="append", choices=REPOSITORIES)
    parser.add_argument("--errors", type=int, default=0)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    for name in options.only or REPOSITORIES:
        repository = REPOSITORIES[name]
        root = options.work.resolve() / name
        if not root.exists():
            call("git", "clone", "--quiet", str(options.repositories / repository.name / "repo"), str(root))
            call("git", "checkout", "--quiet", repository.commit, at=root)
            if (root / "src").is_dir() and repository.tool == "scip-python":
                (root / "pyrightconfig.json").write_text('{"extraPaths": ["src"]}\n', encoding="utf-8")
        comparison = compare(repository, root, options.work.resolve(), options.references, options.npm)
        print(f"{name} ({repository.tool}, {repository.half})")
        print_rules("precision", comparison.rules)
        print_recall(comparison.kinds)
        print_rules("imports  ", comparison.import_rules)
        counts = comparison.import_rules["all"]
        print(f"  imports   {'recall':24} {counts['said']:7} {share(counts['found'], counts['said']):>7}", flush=True)
        if options.errors:
            print_errors(comparison, options.errors)


if __name__ == "__main__":
    main()
