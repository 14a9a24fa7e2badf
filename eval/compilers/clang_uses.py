"""What clang says about C and C++, through libclang: uses lead to every declaration and definition of what they mean.

Files are those of the compile_commands.json that CMake makes.
"""

import json
import os
import subprocess
import sys

from answers import Answer, Place

LIBRARY = "/usr/lib/llvm-19/lib/libclang-19.so.1"
MOST_FILES = 150
CALLABLE = ("FUNCTION_DECL", "CXX_METHOD", "CONSTRUCTOR", "DESTRUCTOR", "FUNCTION_TEMPLATE", "CONVERSION_FUNCTION",
            "MACRO_DEFINITION")
TYPES = ("CLASS_DECL", "STRUCT_DECL", "UNION_DECL", "ENUM_DECL", "TYPEDEF_DECL", "TYPE_ALIAS_DECL", "CLASS_TEMPLATE",
         "CLASS_TEMPLATE_PARTIAL_SPECIALIZATION", "TYPE_ALIAS_TEMPLATE_DECL")
VALUES = ("FIELD_DECL", "ENUM_CONSTANT_DECL")
USES = ("DECL_REF_EXPR", "MEMBER_REF_EXPR", "TYPE_REF", "TEMPLATE_REF", "MEMBER_REF", "OVERLOADED_DECL_REF",
        "MACRO_INSTANTIATION")


def commands_of(root, work):
    build = work / f"{root.name}.build"
    if not (build / "compile_commands.json").exists():
        subprocess.run(["cmake", "-S", str(root), "-B", str(build), "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
                        "-DCMAKE_C_COMPILER=clang-19", "-DCMAKE_CXX_COMPILER=clang++-19",
                        "-DLEVELDB_BUILD_TESTS=OFF", "-DLEVELDB_BUILD_BENCHMARKS=OFF", "-DYAML_CPP_BUILD_TESTS=OFF"],
                       check=True, capture_output=True)
    rows = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    return [(row["file"], flags_of(row)) for row in rows]


def flags_of(row):
    words = row["command"].split() if "command" in row else row["arguments"]
    kept, skip = [], False
    for word in words[1:]:
        if skip:
            skip = False
        elif word in ("-o", "-c"):
            skip = word == "-o"
        elif word != row["file"] and word != "--":
            kept.append(word)
    return [*kept, f"-working-directory={row['directory']}"]


class Reader:
    def __init__(self, root):
        sys.path.append("/usr/lib/python3/dist-packages")
        from clang import cindex  # Debian's python3-clang-19

        if not cindex.Config.loaded:
            cindex.Config.set_library_file(LIBRARY)
        self.cindex, self.root, self.index = cindex, str(root) + "/", cindex.Index.create()
        self.resources = subprocess.run(["clang-19", "-print-resource-dir"], capture_output=True, text=True,
                                        check=True).stdout.strip()
        self.places, self.uses, self.imports, self.paths = {}, set(), set(), {}
        self.seen = set()  # headers: each is looked at once

    def path_of(self, file):
        if file is None:
            return ""
        if file.name not in self.paths:
            name = os.path.realpath(file.name)
            self.paths[file.name] = name.removeprefix(self.root) if name.startswith(self.root) else ""
        return self.paths[file.name]

    def read(self, file, flags):
        options = self.cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD
        try:
            unit = self.index.parse(file, ["-resource-dir", self.resources, *flags], options=options)
        except self.cindex.TranslationUnitLoadError:
            return 1
        for one in unit.get_includes():
            target = self.path_of(one.include)
            source = self.path_of(one.location.file)
            if source and target:
                self.imports.add((source, one.location.line, target))
        files = set()
        for outer in unit.cursor.get_children():
            path = self.path_of(outer.location.file)
            if path and path not in self.seen:
                files.add(path)
                self.visit_all(outer)
        self.seen |= files
        return sum(one.severity >= self.cindex.Diagnostic.Error for one in unit.diagnostics)

    def visit_all(self, outer):
        stack = [outer]
        while stack:
            cursor = stack.pop()
            self.visit(cursor)
            parent = cursor.semantic_parent
            outside = parent is not None and cursor.kind.name in CALLABLE and parent != cursor.lexical_parent
            for child in cursor.get_children():
                # The class in the name of a definition outside of it is no use.
                if not (outside and child.kind.name == "TYPE_REF" and child.referenced == parent):
                    stack.append(child)

    def kind_of(self, target):
        kind = target.kind.name
        if kind in CALLABLE:
            return "callable"
        if kind in TYPES:
            return "type"
        if kind in VALUES:
            return "value"
        parent = target.semantic_parent
        outer = parent is not None and parent.kind.name in ("TRANSLATION_UNIT", "NAMESPACE", "LINKAGE_SPEC", *TYPES)
        if kind == "VAR_DECL" and outer:
            return "value"
        return "module" if kind.startswith("NAMESPACE") else "local"

    def note_place(self, target):
        """Every declaration of it that was seen."""
        record = target
        if target.kind.name == "TYPEDEF_DECL":
            # `typedef struct table table`: both are the same to whoever uses it.
            declared = target.underlying_typedef_type.get_declaration()
            record = declared if declared.spelling == target.spelling else target
        key = record.get_usr() or str(record.location)
        places = self.places.setdefault(key, set())
        path = self.path_of(target.location.file)
        if path:
            places.add(Place(path, target.location.line, target.spelling.partition("<")[0]))
        return key

    def visit(self, cursor):
        kind = cursor.kind.name
        if cursor.kind.is_declaration() or kind == "MACRO_DEFINITION":
            if self.kind_of(cursor) in ("callable", "type", "value"):
                self.note_place(cursor)
            return
        if kind not in USES:
            return
        target = cursor.referenced
        path = self.path_of(cursor.location.file)
        if target is None or not path or not target.spelling:
            return
        # Not decided before a template is used; not written as a name.
        if kind == "OVERLOADED_DECL_REF" or target.spelling.startswith("operator"):
            return
        name = cursor.spelling.rpartition("::")[2].partition("<")[0].split(" ")[-1]
        line = cursor.location.line
        self.uses.add((name, path, line, self.kind_of(target), self.note_place(target)))

    def answers(self):
        return [Answer(name, path, line, kind, frozenset(self.places.get(key, ())))
                for name, path, line, kind, key in sorted(self.uses) if kind != "module"]


def read(root, work):
    kept = work / f"{root.name}.clang.json"
    if not kept.exists():
        reader, errors = Reader(root.resolve()), 0
        for file, flags in commands_of(root.resolve(), work)[:MOST_FILES]:
            errors += reader.read(file, flags)
        print(f"{root.name}: {errors} errors of the compiler", file=sys.stderr)
        rows = [[*answer[:4], sorted(answer.to)] for answer in reader.answers()]
        kept.write_text(json.dumps({"uses": rows, "imports": sorted(reader.imports)}), encoding="utf-8")
    data = json.loads(kept.read_text(encoding="utf-8"))
    answers = [Answer(*row[:4], frozenset(Place(*place) for place in row[4])) for row in data["uses"]]
    imports = [Answer("", path, line, "module", frozenset([Place(to, 1, "")])) for path, line, to in data["imports"]]
    return answers, imports, {}
