"""What rustc says about Rust: the analysis that it saved up to version 1.69, here that of Debian 12's (1.63).

Every crate of the workspace is checked with its tests; the crates that it needs are fetched with the versions of its Cargo.lock.
"""

import collections
import glob
import json
import os
import re
import subprocess
import sys

from answers import Answer, Place

RUSTC = "/usr/bin"  # Debian's; a newer one has no -Zsave-analysis
KINDS = {
    **dict.fromkeys(("Function", "Method", "ForeignFunction"), "callable"),
    **dict.fromkeys(("Struct", "Enum", "Union", "Trait", "Type", "ExternType"), "type"),
    **dict.fromkeys(("Const", "Static", "Field", "TupleVariant", "StructVariant", "ForeignStatic"), "value"),
    "Mod": "module",
}
NAME = re.compile(r"(?:r#)?[A-Za-z_]\w*")
OWNER = re.compile(r"(\w+)::$")
USE = re.compile(r"^[ \t]*(?:pub(?:\([^)]*\))?\s+)?use\s[^;]*;", re.MULTILINE)


def call(arguments, at, **environment):
    done = subprocess.run(arguments, cwd=at, env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(arguments)} ended with {done.returncode}: {done.stderr.strip()[-2000:]}")
    return done.stdout


def check(root, work):
    """The directory with what the compiler saved."""
    build = work / f"{root.name}.rust"
    saved = build / "debug/deps/save-analysis"
    if not saved.exists():
        config = call(["cargo", "vendor", "--locked", str(work / f"{root.name}.vendor")], root)
        (root / ".cargo").mkdir(exist_ok=True)
        (root / ".cargo/config.toml").write_text(config, encoding="utf-8")
        call([f"{RUSTC}/cargo", "check", "--workspace", "--all-targets", "--offline", "--target-dir", str(build)], root,
             PATH=f"{RUSTC}:/bin", RUSTC_BOOTSTRAP="1", RUSTFLAGS="-Zsave-analysis")
    return saved


def statements_of(text):
    """The first line of each statement of use, by its lines."""
    first = {}
    for found in USE.finditer(text):
        begin = text.count("\n", 0, found.start()) + 1
        for line in range(begin, begin + found.group().count("\n") + 1):
            first[line] = begin
    return first


class Reader:
    def __init__(self, root, saved):
        self.root = str(root) + "/"
        self.crates = {}  # by name and disambiguator
        for path in sorted(glob.glob(f"{saved}/*.json")):
            with open(path, encoding="utf-8") as file:
                data = json.load(file)
            crate = self.key_of(data["prelude"]["crate_id"])
            self.crates[crate] = data
        self.definitions = {crate: {row["id"]["index"]: row for row in data["defs"]} for crate, data in self.crates.items()}
        # What implements a trait's function, by that function.
        self.overridden = {crate: collections.defaultdict(list) for crate in self.crates}
        for crate, data in self.crates.items():
            for row in data["defs"]:
                if row["decl_id"]:
                    self.overridden[crate][row["decl_id"]["krate"], row["decl_id"]["index"]].append(row)
        self.texts, self.statements = {}, {}

    @staticmethod
    def key_of(crate):
        return crate["name"], tuple(crate["disambiguator"])

    def path_of(self, data, span):
        path = os.path.normpath(os.path.join(data["compilation"]["directory"], span["file_name"]))
        path = path.removeprefix(self.root) if path.startswith(self.root) else ""
        if path and path not in self.texts:
            with open(self.root + path, encoding="utf-8") as file:
                text = file.read()
            self.texts[path] = text.split("\n")
            self.statements[path] = statements_of(text)
        return path

    def definition(self, crate, reference):
        """Its crate and row, or none where it is of no crate that was checked."""
        number, index = reference["krate"], reference["index"]
        if number:
            others = self.crates[crate]["prelude"]["external_crates"]
            crate = next((self.key_of(one["id"]) for one in others if one["num"] == number), None)
        return crate, self.definitions.get(crate, {}).get(index)

    def place(self, crate, row):
        path = self.path_of(self.crates[crate], row["span"])
        return Place(path, row["span"]["line_start"], row["name"]) if path else None

    def written(self, path, span):
        if span["line_start"] != span["line_end"]:
            return ""
        line = self.texts[path][span["line_start"] - 1]
        name = line[span["column_start"] - 1:span["column_end"] - 1]
        return name.removeprefix("r#") if NAME.fullmatch(name) else ""

    def implementations(self, crate, reference, path, span):
        """Of `Shape::default()`, which leads to the trait: what Shape has in its place."""
        line = self.texts[path][span["line_start"] - 1]
        owner = OWNER.search(line[:span["column_start"] - 1])
        if not owner or reference["kind"] != "Function":
            return set()
        found = self.overridden[crate].get((reference["ref_id"]["krate"], reference["ref_id"]["index"]), ())
        return {self.place(crate, row) for row in found if row["qualname"].startswith(f"<{owner.group(1)} as ")} - {None}

    def kind_of(self, row, reference):
        if row is None:
            return {"Function": "callable", "Type": "type", "Mod": "module"}.get(reference["kind"], "value")
        if "$HirId" in row["qualname"]:  # a parameter of a type
            return "local"
        return KINDS.get(row["kind"], "local")

    def read(self):
        uses, imports = collections.defaultdict(set), collections.defaultdict(set)
        for crate, data in self.crates.items():
            modules = collections.defaultdict(list)  # in statements of use: where, and the module's file
            for row in data["refs"]:
                path = self.path_of(data, row["span"])
                if not path:
                    continue
                line = row["span"]["line_start"]
                of, target = self.definition(crate, row["ref_id"])
                place = self.place(of, target) if target else None
                begin = self.statements[path].get(line)
                kind = self.kind_of(target, row)
                if begin is not None:
                    if kind == "module" and place:
                        modules[path, begin].append((line, row["span"]["column_start"], place))
                    continue
                name = self.written(path, row["span"])
                if name and kind != "module":
                    uses[name, path, line, kind] |= {place} if place else set()
                    uses[name, path, line, kind] |= self.implementations(crate, row, path, row["span"])
            for row in data["imports"]:
                path = self.path_of(data, row["span"])
                if not path or not row["ref_id"]:
                    continue
                line, column = row["span"]["line_start"], row["span"]["column_start"]
                begin = self.statements[path].get(line)
                of, target = self.definition(crate, row["ref_id"])
                place = self.place(of, target) if target else None
                if begin is None or place is None:
                    continue
                imports[path, begin].add(Place(place.path, 1, ""))
                # The module that it is named from may only hand it on.
                before = [one for one in modules[path, begin] if one[:2] < (line, column)]
                if before:
                    imports[path, begin].add(Place(max(before)[2].path, 1, ""))
        answers = [Answer(*key, frozenset(places)) for key, places in sorted(uses.items())]
        imported = [Answer("", path, line, "module", frozenset(places)) for (path, line), places in sorted(imports.items())]
        return answers, imported, self.statements


def read(root, work):
    return Reader(root.resolve(), check(root, work)).read()
