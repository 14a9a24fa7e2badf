#!/usr/bin/env python3
"""Which secrets reach an output or a store: 150 formats of tokens and 100 places where a password or key is written.

    eval/secrets/run.py [--lists DIR] [--satchel PROGRAM] [--set NAME]... [--surface NAME]... [--kind KIND]... [--list]
    eval/secrets/run.py [--lists DIR] --check
    eval/secrets/run.py [--lists DIR] --print DIR

Makes every secret from a seed, writes its lines into a code file and into a note of a workspace in a temporary
directory, and asks for them by a word that stands next to them: `satchel search`, `pack`, `retrieve`, `agent` and
`note list`, as text and as JSON. A secret counts as shown if 16 or more consecutive characters of it, or all of a
shorter one, are in an output or in a file that Satchel wrote: stores, logs, caches. Prints the share of each set that
is shown; --list also prints the kinds. The program is the variable SATCHEL or the release build. --lists reads both
lists from another folder, and --check takes any number of entries there.
"""

import argparse
import base64
import collections
import html
import json
import os
import pathlib
import random
import re
import string
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import workspace  # noqa: E402: found through the line above

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SETS = {"formats": 150, "places": 100}
SURFACES = ("code", "notes")
# These do not count as outputs: what Satchel wrote, and what search makes of the first characters of a secret.
APART = ("log", "index", "completion")
TYPED = 8
SEED = "held out, 2026-11-19"
BATCH = 25
WINDOW = 16
LITERAL = 48
FORBIDDEN = re.compile(r"test|example|sample|dummy|changeme|xxxx|(.)\1\1\1", re.IGNORECASE)
DRAW = re.compile("‹([a-z0-9A-Z]+)(?::([0-9]+))?›")
SECRET = re.compile("«(.*?)»", re.DOTALL)

# The generator: ‹class:length› in a value stands for that many characters drawn from the class.

LETTERS, DIGITS = string.ascii_letters, string.digits
BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
CLASSES = {
    "an": LETTERS + DIGITS,
    "al": LETTERS,
    "lan": string.ascii_lowercase + DIGITS,
    "uan": string.ascii_uppercase + DIGITS,
    "num": DIGITS,
    "hex": "0123456789abcdef",
    "HEX": "0123456789ABCDEF",
    "b32": string.ascii_uppercase + "234567",
    "b58": "".join(c for c in DIGITS + LETTERS if c not in "0OIl"),
    "b64": LETTERS + DIGITS + "+/",
    "url": LETTERS + DIGITS + "-_",
    "bech32": BECH32.upper(),
    "bech32l": BECH32,
    "pw": LETTERS + DIGITS + "!#%*+-=?^~",
}
WORDS = (
    "anchor barley candle copper dragon ember falcon garden harbor island jasper kettle lantern meadow nickel orchard "
    "pepper quarry ribbon saddle timber umber violet walnut yarrow zephyr bramble cobalt dapple fennel gravel hazel"
).split()
SEED_WORDS = (
    "ability lemon orbit shrimp velvet puzzle wagon citizen gospel unfold mango thrive basket inner crouch ladder rival "
    "sunset method garment oyster hollow pioneer table"
).split()


def drawn(rng, name, length):
    """One draw: characters of a class, or a longer form such as a password, base64 of one, a UUID, the claims of a JWT."""
    if name == "b64pct":
        return drawn(rng, "b64", length).replace("+", "%2B").replace("/", "%2F")
    if name in CLASSES:
        return "".join(rng.choice(CLASSES[name]) for _ in range(length))
    if name == "uuid":
        return "-".join((drawn(rng, "hex", 8), drawn(rng, "hex", 4), "4" + drawn(rng, "hex", 3),
                         rng.choice("89ab") + drawn(rng, "hex", 3), drawn(rng, "hex", 12)))
    if name == "human":
        return made_password(rng)
    if name == "phrase":
        return "-".join((rng.choice(WORDS), rng.choice(WORDS).capitalize(), rng.choice(WORDS), drawn(rng, "num", 2)))
    if name == "seed":
        return " ".join(rng.sample(SEED_WORDS, length))
    if name == "basic":
        return base64.b64encode(f"depotci:{drawn(rng, 'an', 19)}".encode()).decode()
    if name == "b64pw":
        return base64.b64encode(drawn(rng, "pw", length).encode()).decode()
    if name == "claims":
        claims = json.dumps({"sub": drawn(rng, "num", 8), "role": "admin", "jti": drawn(rng, "an", 22)})
        return base64.urlsafe_b64encode(claims.encode()).decode().rstrip("=")
    raise ValueError(f"no class {name}")


def made_password(rng):
    """A password as people make one from words and digits."""
    one, two = rng.sample(WORDS, 2)
    return rng.choice((
        f"{one.capitalize()}{drawn(rng, 'num', 4)}{rng.choice('!#?+')}",
        f"{one}{two}{drawn(rng, 'num', 2)}",
        f"{one.capitalize()}{two.capitalize()}{drawn(rng, 'num', 3)}",
        f"{one.translate(str.maketrans('aeio', '4310'))}{two.capitalize()}{drawn(rng, 'num', 2)}",
        f"{two.capitalize()}_{one}_{drawn(rng, 'num', 2)}",
        f"{rng.choice('!+')}{one.capitalize()}{drawn(rng, 'num', 2)}{two}",
    ))


def filled(template, rng):
    """The template with its draws made. ‹› only keeps two literals apart."""
    while True:
        text = DRAW.sub(lambda match: drawn(rng, match[1], int(match[2] or 1)), template.replace("‹›", ""))
        if not any(FORBIDDEN.search(secret) for secret in SECRET.findall(text)):
            return text


def made_word(rng):
    """A word that nothing else has, to search for."""
    return "".join(rng.choice("bdfglmnprtvz") + rng.choice("aeiou") for _ in range(5))


class Item:
    """A secret with its lines and the word beside them."""

    def __init__(self, name, row):
        rng = random.Random(f"{SEED}/{name}/{row['kind']}")
        template = row["line"].replace("{}", row["value"], 1) if name == "formats" else "\n".join(row["lines"])
        marked = filled(template, rng)
        self.set, self.kind, self.file, self.word = name, row["kind"], row["file"], made_word(rng)
        self.text = marked.replace("«", "").replace("»", "")
        # Renditions number, indent and wrap lines, so each line of a longer secret is looked for alone.
        secret, = SECRET.findall(marked)
        lines = [line for line in re.split(r"\n|\\n", secret) if len(line) >= WINDOW]
        windows = {line[at:at + WINDOW] for line in lines for at in range(len(line) - WINDOW + 1)}
        self.needles = sorted(windows or {secret})
        self.secret, self.start = secret, max(re.findall("[A-Za-z0-9]+", secret), key=len)[:TYPED]
        # If this is in no output, nothing was measured.
        self.above = f"{self.word} is here"
        # The longest text of these lines that is not the secret, without a word that the secret goes on in.
        beside = (re.sub(r"^\S+|\S+$", "", part) for part in re.split(r"\n|«.*?»", f" {marked} ", flags=re.DOTALL))
        self.beside = max(beside, key=len).strip()

    def is_in(self, text):
        return any(needle.lower() in text for needle in self.needles)


def read_rows(folder, name):
    with open(folder / f"{name}.jsonl", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def read_items(folder, names):
    return [Item(name, row) for name in names for row in read_rows(folder, name)]


def faults(folder, items):
    """What is wrong with the lists themselves."""
    sizes = collections.Counter(item.set for item in items)
    if folder == HERE:
        yield from (f"{sizes[name]} {name}" for name in SETS if sizes[name] != SETS[name])
    for what in ("kind", "word", "secret"):
        counts = collections.Counter(getattr(item, what) for item in items)
        yield from (f"{value}: this {what} occurs {count} times" for value, count in counts.items() if count > 1)
    yield from (f"{item.kind}: a secret of {len(item.secret)} characters" for item in items if len(item.secret) < 8)
    undrawn = (item for item in items if re.search("[‹›«»]|{}", item.text))
    yield from (f"{item.kind}: left to draw in {item.text!r}" for item in undrawn)
    for name in SETS:
        for row in read_rows(folder, name):
            # Nothing that is committed may look like a live token to a hosting service.
            literals = re.sub("‹.*?›", " ", " ".join((row.get("value", ""), row.get("line", ""), *row.get("lines", ()))))
            longest = max(re.findall(r"[A-Za-z0-9+_]+", literals), key=len, default="")
            if len(longest) > LITERAL:
                yield f"{row['kind']}: a literal of {len(longest)} characters"


# The workspaces.

# Of the code files by their extension; "#" is the sign of all others.
COMMENTS = {
    "//": "cpp cs go gradle groovy java js json php rs ts".split(),
    "--": ["sql"],
    "<!-- -->": "config html xml".split(),
    "REM ": ["cmd"],
    "": "csv log md txt".split(),
}


def commented(item):
    sign = next((sign for sign, endings in COMMENTS.items() if item.file in endings), "# ")
    before, _, after = sign.partition(" ")
    return f"{before} {item.above} {after}".strip()


def code_files(items):
    for item in items:
        yield f"src/{item.word}.{item.file}", f"{commented(item)}\n{item.text}\n"


def note_files(items):
    entries = []
    for item in items:
        fence = "" if item.file == "md" and "\n" not in item.text else "```"
        lines = (fence, item.text, fence) if fence else (item.text,)
        entries.append("\n".join((f"## [2026-05-02] About {item.word}", "", f"{item.above}:", "", *lines, "")))
    yield ".context/LEARNINGS.md", "# Learnings\n\n" + "\n".join(entries)


FILES = {"code": code_files, "notes": note_files}


class Asked:
    """A new workspace with its own home, and everything that Satchel printed or wrote in it."""

    def __init__(self, satchel, surface, items, place):
        self.satchel, self.items, self.root, home = str(satchel), items, place / "work", place / "home"
        home.mkdir(parents=True)
        self.environment = workspace.environment_of(home)
        self.given = dict(FILES[surface](items))
        for path, text in self.given.items():
            file = self.root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        workspace.call("git", "init", "--quiet", environment=self.environment, at=self.root)
        self.outputs = collections.defaultdict(list)
        self.ask(surface)
        self.stored = self.read_stored(place)

    def run(self, road, *arguments, forms):
        for form in forms:
            done = subprocess.run([self.satchel, *arguments, "--format", form], cwd=self.root, env=self.environment,
                                  stdin=subprocess.DEVNULL, capture_output=True, check=False)
            # 1 is an answer as well, such as "nothing found".
            if done.returncode not in (0, 1):
                problem = done.stderr.decode(errors="replace").strip()
                sys.exit(f"{' '.join(arguments)} ended with {done.returncode}: {problem}")
            self.outputs[road].append(plain(done.stdout) + plain(done.stderr))

    def ask(self, surface):
        self.run("index", "index", forms=("text", "json"))
        for item in self.items:
            # Search shows the lines that have words of the query, so the words beside the secret are among them.
            self.run("search", "search", f"{item.word} {item.beside}", forms=("text", "json"))
            self.run("pack", "pack", f"what is {item.word}", forms=("markdown", "prompt", "json"))
            if surface == "code":
                self.run("completion", "search", item.start, forms=("text", "json"))
                self.run("retrieve", "retrieve", f"what is {item.word}", forms=("markdown", "json"))
        if surface == "notes":
            self.run("agent", "agent", "--budget", "60000", forms=("markdown", "prompt", "json"))
            self.run("note list", "note", "list", forms=("text", "json"))

    def read_stored(self, place):
        """The bytes of every file that Satchel wrote, in the workspace or in its home, by what they are for."""
        stored = collections.defaultdict(list)
        for file in sorted(place.rglob("*")):
            inside = file.relative_to(place)
            if not file.is_file() or ".git" in inside.parts or str(inside.relative_to(inside.parts[0])) in self.given:
                continue
            index = file.name.startswith("curated.db") or "parse" in inside.parts
            stored["index" if index else "log"].append(plain(file.read_bytes()))
        return stored


def plain(data):
    """Bytes as text for comparing: as they are and without the escapes of JSON and of markup, in lower case."""
    text = data.decode("utf-8", errors="replace").lower()
    unescaped = re.sub(r"\\u00([0-9a-f]{2})", lambda match: chr(int(match[1], 16)), text)
    unescaped = re.sub(r'\\(["\\/])', r"\1", unescaped)
    return "\n".join(dict.fromkeys((text, unescaped, html.unescape(text))))


# Reporting.


def rows_of(satchel, surface, items, place):
    asked = Asked(satchel, surface, items, place)
    places = {where: "\n".join(texts) for where, texts in (*asked.outputs.items(), *asked.stored.items())}
    printed = "\n".join(places[road] for road in asked.outputs)
    for item in items:
        where = [name for name, text in places.items() if item.is_in(text)]
        yield {"item": item, "surface": surface, "where": where, "reached": item.above in printed}


def share(rows, kept):
    kinds = {row["item"].kind for row in rows}
    shown = {row["item"].kind for row in rows if any(kept(where) for where in row["where"])}
    return f"{len(shown):3} of {len(kinds):3} {100 * len(shown) / len(kinds):5.1f} %"


# The columns of the report: their names, and which places count.
COLUMNS = {
    "in an output": lambda where: where not in APART,
    "in an output or log": lambda where: where == "log" or where not in APART,
    "completed": lambda where: where == "completion",
    "anywhere": bool,
}


def report(rows):
    print(f"{'set':8} {'surface':8} " + " ".join(f"{name:19}" for name in COLUMNS) + " where")
    for name in SETS:
        for surface in (*SURFACES, "either"):
            own = [row for row in rows if row["item"].set == name and surface in (row["surface"], "either")]
            if not own:
                continue
            roads = collections.Counter(where for row in own for where in row["where"])
            counts = "" if surface == "either" else ", ".join(f"{where} {count}" for where, count in roads.most_common())
            print(f"{name:8} {surface:8} " + " ".join(f"{share(own, kept):19}" for kept in COLUMNS.values()), counts)
            unseen = sum(not row["reached"] for row in own)
            if unseen and surface != "either":
                print(f"{'':17} the lines of {unseen} are in no output, so these say little")


def list_shown(rows):
    print()
    for row in rows:
        if row["where"]:
            print(f"{row['item'].set:8} {row['surface']:6} {row['item'].kind:32} {', '.join(row['where'])}")


def print_files(folder, items):
    """The files, for other programs that look for secrets."""
    for surface in SURFACES:
        for path, text in FILES[surface](items):
            file = folder / surface / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")


def main():
    release = os.environ.get("SATCHEL", ROOT / "build/release/cmd/satchel/satchel")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lists", type=pathlib.Path, default=HERE, metavar="DIR")
    parser.add_argument("--satchel", type=pathlib.Path, default=pathlib.Path(release))
    parser.add_argument("--set", action="append", choices=list(SETS))
    parser.add_argument("--surface", action="append", choices=SURFACES)
    parser.add_argument("--kind", action="append", metavar="KIND")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--print", type=pathlib.Path, metavar="DIR")
    arguments = parser.parse_args()
    lists = arguments.lists.resolve()
    if arguments.check:
        items = read_items(lists, SETS)
        found = list(faults(lists, items))
        print("\n".join([*found, f"{len(items)} secrets, {len(found)} faults"]))
        sys.exit(bool(found))
    items = [item for item in read_items(lists, arguments.set or SETS) if item.kind in (arguments.kind or [item.kind])]
    if arguments.print:
        print_files(arguments.print, items)
        return
    satchel = arguments.satchel.resolve()
    with tempfile.TemporaryDirectory(prefix="satchel-secrets-") as place:
        batches = [(surface, items[at:at + BATCH]) for surface in arguments.surface or SURFACES
                   for at in range(0, len(items), BATCH)]
        rows = [row for number, (surface, batch) in enumerate(batches)
                for row in rows_of(satchel, surface, batch, pathlib.Path(place, str(number)))]
    report(rows)
    if arguments.list:
        list_shown(rows)


if __name__ == "__main__":
    main()
