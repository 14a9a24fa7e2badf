"""SCIP indexes of scip-python and scip-typescript, as answers that can be compared.

Protocol Buffers are read by hand: of an index the documents, of a document its path and occurrences, of an occurrence
its range, symbol and roles, and whatever else there is, is skipped.
"""

import ast
import collections
import re

from answers import Answer, Place

DOCUMENTS, PATH, OCCURRENCES = 2, 1, 2
RANGE, SYMBOL, ROLES = 1, 2, 3
DEFINITION = 1  # a bit of the roles
LOCAL = "local "
SCRIPT_IMPORT = re.compile(r"^[ \t]*(?:import|export)\b[^;'\"`()=]*?\bfrom\s*['\"][^'\"\n]+['\"]", re.MULTILINE)
# How the descriptor of a symbol ends.
KINDS = (("().", "callable"), (").", "callable"), ("#", "type"), ("!", "callable"), ("/", "module"), (":", "module"),
         (")", "local"), ("]", "local"), (".", "value"))


def read_number(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def fields_of(data):
    at = 0
    while at < len(data):
        key, at = read_number(data, at)
        form = key & 7
        if form == 0:
            value, at = read_number(data, at)
        elif form == 2:
            size, at = read_number(data, at)
            value, at = data[at : at + size], at + size
        else:
            size = 8 if form == 1 else 4
            value, at = data[at : at + size], at + size
        yield key >> 3, value


def numbers_of(data):
    at, numbers = 0, []
    while at < len(data):
        number, at = read_number(data, at)
        numbers.append(number)
    return numbers


def kind_of(symbol):
    if symbol.startswith(LOCAL):
        return "local"
    return next((kind for end, kind in KINDS if symbol.endswith(end)), "value")


def statements_of(path, text):
    """The first line of the import that each line is part of."""
    spans = []
    if path.endswith(".py"):
        try:
            tree = ast.parse(text)
        except SyntaxError:
            return {}
        nodes = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
        spans = [(node.lineno, node.end_lineno) for node in nodes]
    else:
        for found in SCRIPT_IMPORT.finditer(text):
            first = text.count("\n", 0, found.start()) + 1
            spans.append((first, first + found.group().count("\n")))
    return {line: first for first, last in spans for line in range(first, last + 1)}


def documents_of(index):
    for number, document in fields_of(index.read_bytes()):
        if number != DOCUMENTS:
            continue
        path, occurrences = "", []
        for part, value in fields_of(document):
            if part == PATH:
                path = value.decode()
            elif part == OCCURRENCES:
                fields = dict(fields_of(value))
                if SYMBOL in fields and RANGE in fields:
                    roles = fields.get(ROLES, 0)
                    occurrences.append((numbers_of(fields[RANGE]), fields[SYMBOL].decode(), roles))
        yield path, occurrences


def read_scip(index, root, below):
    """The answers of an index that was made in `below`, a directory of the root, with paths from the root."""
    texts, documents = {}, {}
    for path, occurrences in documents_of(index):
        full = f"{below}/{path}" if below else path
        file = root / full
        if file.is_file():
            texts[full] = file.read_text(encoding="utf-8", errors="replace")
            documents[full] = occurrences
    lines = {path: text.split("\n") for path, text in texts.items()}

    def name_at(path, place):
        if len(place) == 4 and place[2] != place[0]:
            return ""
        return lines[path][place[0]][place[1] : place[-1]] if place[0] < len(lines[path]) else ""

    places = collections.defaultdict(set)  # of each symbol; local ones are those of one file
    for path, occurrences in documents.items():
        for place, symbol, roles in occurrences:
            if roles & DEFINITION:
                key = (path, symbol) if symbol.startswith(LOCAL) else symbol
                name = "" if kind_of(symbol) == "module" and place[-1] == place[1] else name_at(path, place)
                places[key].add(Place(path, place[0] + 1, name))
    modules = module_places(places)
    answers, imports = [], []
    for path, occurrences in documents.items():
        statements = statements_of(path, texts[path])
        for place, symbol, roles in occurrences:
            line, kind = place[0] + 1, kind_of(symbol)
            if line in statements:
                if kind == "module" and not roles & DEFINITION:
                    found = modules(symbol)
                    if found:
                        imports.append(Answer("", path, statements[line], kind, found))
                continue
            if roles & DEFINITION or kind == "module":
                continue
            key = (path, symbol) if symbol.startswith(LOCAL) else symbol
            name = name_at(path, place)
            # What an import that was not found has brought is local and defined nowhere: no answer.
            if name and not (kind == "local" and key not in places):
                answers.append(Answer(name, path, line, kind, frozenset(places.get(key, ()))))
    return answers, imports, {path: statements_of(path, text) for path, text in texts.items()}


def module_places(places):
    """A function from the symbol of a module to its file.

    scip-python names a module of a relative import without the packages above it: the one module that ends so is meant.
    """
    ends = collections.defaultdict(set)
    for symbol in places:
        if isinstance(symbol, str) and symbol.endswith("/__init__:"):
            parts = descriptor_of(symbol).split(".")
            for first in range(len(parts)):
                ends[".".join(parts[first:])].add(symbol)

    def find(symbol):
        if symbol in places:
            return frozenset(places[symbol])
        found = ends.get(descriptor_of(symbol), ()) if symbol.endswith("/__init__:") else ()
        return frozenset(places[next(iter(found))]) if len(found) == 1 else frozenset()

    return find


def descriptor_of(symbol):
    return symbol.split(" ", 4)[-1].removesuffix("/__init__:").strip("`")
