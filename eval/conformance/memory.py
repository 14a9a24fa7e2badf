#!/usr/bin/env python3
"""Checks of specification 001 (memory), as docs/conformance/memory.md and the decisions read it.

    eval/conformance/memory.py [--satchel BIN] [--rule NAME] [--list] [--keep DIR]

Each rule has its own workspace with its own memories. Models and embedders are servers of this program.
"""

import contextlib
import datetime
import decimal
import hashlib
import http.server
import json
import pathlib
import re
import sys
import threading
import time

from harness import ROOT, Rules

sys.path.insert(0, str(ROOT / "eval/hooks"))

from memory_run import AGENTS, said_by  # noqa: E402: the forms in which agents call hooks

NOW = datetime.datetime(2026, 11, 18, 12, tzinfo=datetime.timezone.utc)
CLOCK = "2026-11-18T12:00:00Z"
MILLION = 1_000_000
BYTES_PER_TOKEN = 4
# Small, so that memories are not one source among many.
CODE = {"app/main.py": "def main():\n    return 0\n", "README.md": "An application.\n"}
# Words for texts that share a subject and nothing else.
TAILS = (
    "copper kettles beside frozen harbours", "velvet curtains over marble staircases", "seven tired donkeys under bridges",
    "paper lanterns above quiet gardens", "rusty anchors inside abandoned lighthouses", "walnut cabinets behind secret doors",
    "striped umbrellas along windy beaches", "broken clocks within dusty attics", "silver trumpets during winter parades",
    "wooden puppets near crowded markets", "glass marbles across granite floors", "leather saddles against whitewashed walls",
    "purple thistles around crumbling towers", "amber necklaces among folded letters", "canvas tents beyond shallow rivers",
    "porcelain teapots without matching lids", "iron ladders between narrow balconies", "cotton hammocks through sleepy orchards",
    "bronze statues outside forgotten theatres", "woollen mittens upon snowy fences", "bamboo flutes amid morning fog",
    "clay whistles toward distant hills", "satin ribbons throughout spring festivals", "plaster masks beneath painted ceilings",
    "linen sails opposite stormy cliffs", "granite fountains alongside lazy canals", "ivory chessmen atop oval tables",
    "crystal goblets despite cracked shelves", "oak barrels inside vaulted cellars", "tin soldiers underneath patched blankets",
)

rules = Rules(__doc__.splitlines()[0])


def before(**ago):
    return (NOW - datetime.timedelta(**ago)).strftime("%Y-%m-%dT%H:%M:%SZ")


class Space:
    """A workspace with memories. Settings are given as keyword arguments: `max_memory_tokens=300`."""

    def __init__(self, test, files=CODE, index=False, **options):
        self.work = test.workspace(files, **options)
        if index:
            self.index()

    def index(self, **variables):
        self.work.done("index", "--now", CLOCK, **variables)

    def remember(self, text, *more, now=CLOCK, **settings):
        """The memory as it was stored."""
        return self.work.done("remember", text, *more, "--now", now, "--format", "json", **variables(settings)).json()

    def add(self, rows, *more):
        given = "".join(json.dumps(row) + "\n" for row in rows)
        self.work.done("memory", "import", "-", *more, "--now", CLOCK, given=given)

    def recall(self, prompt, *more, **settings):
        return self.work.done("recall", prompt, *more, "--now", CLOCK, "--format", "json", **variables(settings)).json()

    def text(self, prompt, *more, **settings):
        return self.work.done("recall", prompt, *more, "--now", CLOCK, **variables(settings)).out

    @property
    def memory_home(self):
        return self.work.home / "data/satchel/memory"

    @property
    def memories(self):
        """The project's own directory, which the first memory creates."""
        (found,) = [folder for folder in self.memory_home.iterdir() if folder.name != "shared"]
        return found

    def file_of(self, memory):
        (found,) = self.memory_home.rglob(f"{memory['id']}.md")
        return found

    def profile(self, text):
        (self.memories / "profile.md").write_text(text, encoding="utf-8")

    def hook(self, prompt, agent="claude-code", session=None, **settings):
        event, payload = AGENTS[agent]
        session = session or hashlib.sha1(f"{agent} {prompt}".encode()).hexdigest()
        given = json.dumps(payload(str(self.work.root), session, prompt))
        arguments = ("hook", event, "--agent", agent, "--timeout", "20s", "--now", CLOCK)
        return said_by(self.work.done(*arguments, given=given, **variables(settings)).out)

    def start(self, agent="claude-code", source="startup", **settings):
        """What an agent is told when a session begins."""
        payload = {"session_id": f"start-{agent}", "transcript_path": None, "cwd": str(self.work.root),
                   "hook_event_name": "SessionStart", "model": "any", "source": source}
        arguments = ("hook", "SessionStart", "--agent", agent, "--timeout", "20s", "--now", CLOCK)
        return said_by(self.work.done(*arguments, given=json.dumps(payload), **variables(settings)).out)

    def digest(self):
        """Of every name and byte where memories are."""
        found = hashlib.sha256()
        for path in sorted(self.memory_home.rglob("*")):
            found.update(str(path.relative_to(self.memory_home)).encode())
            found.update(path.read_bytes() if path.is_file() else b"")
        return found.hexdigest()


def variables(settings):
    """`max_memory_tokens=300` as SATCHEL_MEMORY_MAX_MEMORY_TOKENS; names in capitals stay as they are."""
    named = {name if name.isupper() else f"SATCHEL_MEMORY_{name.upper()}": value for name, value in settings.items()}
    return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in named.items()}


def ids(answer, *sections):
    return [item["id"] for item in answer["included"] if not sections or item["section"] in sections]


def sections(answer):
    return list(dict.fromkeys(item["section"] for item in answer["included"]))


def item_of(answer, memory):
    name = memory if isinstance(memory, str) else memory["id"]
    return next((item for item in answer["included"] if item["id"].endswith(name)), None)


def millionths(text):
    return int(decimal.Decimal(text) * MILLION)


def term(item, name):
    """Millionths; 0 if the item or the term is missing."""
    return millionths(item["terms"].get(name, "0")) if item else 0


def score(item):
    return millionths(item["score"])


def tokens(text):
    return -(-len(text.encode()) // BYTES_PER_TOKEN)


def brief(answer):
    """Of a recall what a failing check needs."""
    keys = ("plan", "filters", "notices", "budget", "tokens_used")
    shown = [(item["id"], item["section"], item.get("served_by"), item["score"], item["terms"]) for item in answer["included"]]
    return json.dumps({**{key: answer.get(key) for key in keys}, "included": shown}, ensure_ascii=False)


def functions(count):
    """A file with many functions that no prompt here is about."""
    return "".join(f"def part_{n}(value):\n    return value * {n} + {n % 7}\n\n\n" for n in range(count))


# Servers.


class Server:
    """Answers POST requests with what `answer(path, body)` returns: (status, object) or None for no answer at all."""

    def __init__(self, answer):
        self.requests = []
        self.waiting = threading.Event()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
                outer.requests.append((self.path, body))
                given = answer(self.path, body)
                if given is None:
                    outer.waiting.wait(60)
                    return
                status, value = given
                data = value if isinstance(value, bytes) else json.dumps(value).encode()
                with contextlib.suppress(OSError):
                    self.send_response(status)
                    self.send_header("content-type", "application/json")
                    self.send_header("content-length", str(len(data)))
                    self.end_headers()
                    self.wfile.write(data)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/v1"

    def close(self):
        self.waiting.set()
        self.server.shutdown()
        self.server.server_close()


def chat(content):
    """An answer of a chat model in OpenAI's form."""
    return 200, {"id": "1", "object": "chat.completion", "model": "tiny",
                 "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}],
                 "usage": {"prompt_tokens": 10, "completion_tokens": 5}}


# Words of one line mean the same to the embedder below.
MEANINGS = (
    ("database", "postgresql", "choose", "chose", "picked", "records", "engine", "storage"),
    ("outage", "broken", "down", "incident", "emergency", "pager"),
    ("colour", "crimson", "red"),
    ("lunch", "canteen", "soup"),
)
DIMENSIONS = 48


def vector(text):
    values = [0.0] * DIMENSIONS
    for word in re.findall(r"[a-z]+", text.lower()):
        for number, meaning in enumerate(MEANINGS):
            if word in meaning:
                values[number] += 1.0
        values[len(MEANINGS) + int(hashlib.sha1(word.encode()).hexdigest(), 16) % (DIMENSIONS - len(MEANINGS))] += 0.1
    length = sum(value * value for value in values) ** 0.5 or 1.0
    return [value / length for value in values]


def embeddings(path, body):
    texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
    data = [{"object": "embedding", "index": number, "embedding": vector(text)} for number, text in enumerate(texts)]
    return 200, {"object": "list", "model": body.get("model"), "data": data, "usage": {"prompt_tokens": 1, "total_tokens": 1}}


# Overview (lines 3 to 5).

ANSWERED = (
    ("The staging proxy listens on port 9090 and needs the blue certificate", "on which port does the staging proxy listen?"),
    ("Never run the migration on production without a backup", "run the migration on production"),
    ("Postmark delivers our mails to guests since July", "who delivers the mails to our guests?"),
    ("The sandbox card 4000 0027 forces a challenge", "which sandbox card forces a challenge?"),
    ("Access logs are kept for fourteen days", "how long are access logs kept?"),
    ("I prefer fixtures over setup methods in tests", "do I prefer fixtures or setup methods?"),
    ("The feature freeze for version nine begins on 7 December", "when does the feature freeze begin?"),
    ("Release archives are signed with the minisign key RWQ7", "with which key are release archives signed?"),
)


@rules.rule("before an agent starts it gets the memories that answer", "l.5")
def memories_before_an_agent_starts(test):
    for name, files in (("small", CODE), ("large", {**CODE, "app/parts.py": functions(150)})):
        space = Space(test, files)
        for days, (text, _) in enumerate(ANSWERED):
            space.remember(text, now=before(days=3 * days + 1))
        space.index()
        for text, prompt in ANSWERED:
            said = space.hook(prompt)
            test.check(f"{name} workspace, claude-code: {prompt}", text in said, said or "silent")
        for agent in AGENTS:
            text, prompt = ANSWERED[0]
            said = space.hook(prompt, agent, session=f"{agent}-again")
            test.check(f"{name} workspace, {agent}", text in said, said or "silent")
        for prompt in ("thanks, looks good", "how do whales sleep?", "write a limerick about spoons"):
            said = space.hook(prompt)
            test.check(f"{name} workspace, silent: {prompt}", not said, said)


@rules.rule("a hook shows what recall shows", "l.5")
def a_hook_shows_what_recall_shows(test):
    space = Space(test)
    for days, (text, _) in enumerate(ANSWERED):
        space.remember(text, now=before(days=2 * days + 1))
    for n, tail in enumerate(TAILS[:6]):
        space.remember(f"Staging proxy note: {tail}", now=before(days=30 + n))
    space.index()
    for prompt in ("on which port does the staging proxy listen?", "what notes are there about the staging proxy?",
                   "restart the staging proxy", "ok thanks", "what is the history of the staging proxy?"):
        recalled = [item["text"] for item in space.recall(prompt)["included"]]
        said = " ".join(space.hook(prompt).split())
        missing = [text for text in recalled if " ".join(text.split()) not in said]
        test.check(prompt, not missing and (recalled or not said), f"missing: {missing}\nsaid: {said}")


@rules.rule("at session start an agent gets the profile and pinned memories", "l.5")
def profile_at_session_start(test):
    space = Space(test)
    pinned = space.remember("Never deploy on fridays", "--category", "rule")
    space.work.done("memory", "pin", pinned["id"], "--now", CLOCK)
    gone = space.remember("Always deploy through the old gateway")
    space.work.done("memory", "pin", gone["id"], "--now", CLOCK)
    space.work.done("forget", gone["id"], "--now", CLOCK)
    space.remember("The canteen has soup on mondays")
    space.profile("Backend developer who wants short answers.\n")
    space.index()
    for agent in ("claude-code", "codex"):
        said = space.start(agent)
        test.check(f"{agent}: the pinned memory", "Never deploy on fridays" in said, said or "silent")
        test.check(f"{agent}: the profile", "wants short answers" in said, said or "silent")
        test.check(f"{agent}: not a memory that nobody pinned", "canteen" not in said, said)
        test.check(f"{agent}: not a forgotten memory", "old gateway" not in said, said)


# Stages (lines 7 to 56).

MODES = (
    ("ok", "no_recall"), ("thanks", "no_recall"), ("ok thanks", "no_recall"), ("спасибо", "no_recall"),
    ("run the tests", "minimal"), ("check the logs", "minimal"), ("restart the server", "minimal"),
    ("which database did we choose for the job queue?", "full"),
    ("the total of an order is wrong when a voucher is used twice", "full"),
    ("what is the history of the staging proxy?", "graph_mode"), ("timeline of the billing service", "graph_mode"),
)


@rules.rule("the planner selects one of four modes before any search", "l.14-16, 60")
def four_modes(test):
    space = Space(test)
    space.remember("The staging proxy listens on port 9090")
    for prompt, mode in MODES:
        answer = space.recall(prompt)
        test.check(f"{prompt}: {mode}", answer["plan"]["mode"] == mode, brief(answer))


@rules.rule("no_recall skips the search", "l.15, 64")
def no_recall_skips(test):
    space = Space(test)
    space.remember("Thanks go to the team in Riga, ok?")
    for prompt in ("thanks", "ok", "ok thanks"):
        answer = space.recall(prompt)
        test.check(f"{prompt}: nothing is included", not answer["included"] and not answer["excluded"], brief(answer))
        test.check(f"{prompt}: nothing is considered", not answer["filters"].get("considered"), brief(answer))


@rules.rule("the profile is shown in minimal, full and graph mode", "l.18-21")
def profile_in_three_modes(test):
    space = Space(test)
    space.remember("The staging proxy listens on port 9090")
    space.profile("Backend developer who wants short answers.\n")
    for prompt, mode in MODES:
        answer = space.recall(prompt)
        shown = "wants short answers" in answer["text"]
        test.check(f"{prompt}: {mode}", shown == (mode != "no_recall"), brief(answer))


@rules.rule("the profile is read from its file at once", "l.21")
def profile_is_read_directly(test):
    space = Space(test)
    space.remember("The staging proxy listens on port 9090")
    space.profile("Likes long answers.\n")
    first = space.text("where does the staging proxy listen?")
    space.profile("Likes tiny answers.\n")
    second = space.text("where does the staging proxy listen?")
    test.check("before the edit", "long answers" in first, first)
    test.check("after the edit", "tiny answers" in second and "long answers" not in second, second)


@rules.rule("artifacts come first", "l.26, 81")
def artifacts_first(test):
    space = Space(test)
    space.remember("The ledger is audited by the board every spring", verbatim_artifacts_enabled=True)
    space.remember("We decided that the ledger is audited in paper form", "--category", "decision", "--confidence", "0.9",
                   verbatim_artifacts_enabled=True)
    space.profile("Wants short answers.\n")
    answer = space.recall("how is the ledger audited?", verbatim_artifacts_enabled=True)
    test.check("the first section", sections(answer)[:1] == ["artifacts"], brief(answer))
    places = [answer["text"].find(words) for words in ("in paper form", "short answers", "every spring")]
    test.check("the order of the text", -1 not in places and places == sorted(places), answer["text"])
    off = space.recall("how is the ledger audited?")
    test.check("off: no artifacts", "artifacts" not in sections(off), brief(off))


@rules.rule("search uses words and vectors", "l.27, 73")
def words_and_vectors(test):
    server = test.use(Server(embeddings))
    space = Space(test)
    wanted = space.remember("Billing runs on PostgreSQL", now=before(days=4))
    space.remember("The canteen has soup on mondays", now=before(days=3))
    for days, tail in enumerate(TAILS[:6]):
        space.remember(f"Office inventory: {tail}", now=before(days=5 + days))
    prompt = "which database did they choose?"
    plain = space.recall(prompt)
    test.check("without vectors there is no common word", wanted["id"] not in ids(plain), brief(plain))
    embed = {"SATCHEL_EMBED_BASE_URL": server.url, "SATCHEL_EMBED_MODEL": "tiny"}
    space.index(**embed)
    made = len(server.requests)
    test.check("index sends the memories", made > 0)
    answer = space.recall(prompt, **embed)
    test.check("recall asks for the vector of the prompt", len(server.requests) > made, f"{len(server.requests)} requests")
    test.check("recall finds the memory", wanted["id"] in ids(answer), brief(answer))
    test.check("and puts it first", ids(answer, "memories", "episodes")[:1] == [wanted["id"]], brief(answer))
    test.check("without the unrelated one", "canteen" not in answer["text"], brief(answer))
    packed = space.work.done("pack", prompt, "--now", CLOCK, **embed)
    test.check("pack shows it", "Billing runs on PostgreSQL" in packed.out, packed)
    said = space.hook(prompt, **embed)
    test.check("a hook shows it", "Billing runs on PostgreSQL" in said, said or "silent")


@rules.rule("a dead embedding server leaves the words", "l.27")
def dead_embedder(test):
    server = Server(embeddings)
    space = Space(test)
    wanted = space.remember("Billing runs on PostgreSQL")
    embed = {"SATCHEL_EMBED_BASE_URL": server.url, "SATCHEL_EMBED_MODEL": "tiny"}
    space.index(**embed)
    server.close()
    answer = space.recall("does billing run on PostgreSQL?", **embed)
    test.check("the memory is recalled", wanted["id"] in ids(answer), brief(answer))


@rules.rule("vectors count in the built-in rerank", "l.73, decisions")
def vectors_in_the_rerank(test):
    server = test.use(Server(embeddings))
    space = Space(test)
    far = space.remember("The service notes mention lunch in the canteen", now=before(days=1))
    close = space.remember("The service notes mention PostgreSQL as the engine", now=before(days=2))
    embed = {"SATCHEL_EMBED_BASE_URL": server.url, "SATCHEL_EMBED_MODEL": "tiny"}
    space.index(**embed)
    prompt = "what do the service notes say about the database we chose?"
    answer = space.recall(prompt, **embed)
    order = ids(answer)
    plain = ids(space.recall(prompt))
    test.check("both are found by words", set(plain) == {far["id"], close["id"]}, plain)
    test.check("the similar one is first", order[:1] == [close["id"]], brief(answer))


@rules.rule("local and shared memories are merged", "l.28, 97")
def local_and_shared(test):
    space = Space(test)
    local = space.remember("The ledger is audited by the board every spring")
    shared = space.remember("The ledger is kept in the cellar, audited copies above", "--namespace", "shared")
    answer = space.recall("how is the ledger audited?")
    found = ids(answer)
    test.check("both are there", local["id"] in found and f"shared/{shared['id']}" in found, brief(answer))


@rules.rule("namespaces take turns", "l.97")
def round_robin(test):
    space = Space(test)
    for n, tail in enumerate(TAILS[:12]):
        more = ("--namespace", "shared") if n % 2 else ()
        space.remember(f"Ledger audit: {tail}", *more, now=before(days=n + 1))
    for n, tail in enumerate(TAILS[12:16]):
        space.remember(f"Ledger audit: {tail}", now=before(days=n + 20))
    answer = space.recall("what do we know about the ledger audit?")
    where = [name.startswith("shared/") for name in ids(answer, "memories", "episodes")]
    test.check("four of each", where.count(True) == 4 and where.count(False) == 4, brief(answer))


@rules.rule("query expansion is off by default and deterministic", "l.29, 110")
def query_expansion(test):
    space = Space(test)
    space.remember("The walrus wifi has the code seahorse")
    space.remember("Printers are on the second floor")
    prompt = ("walrus wifi: yesterday evening colleagues wondered loudly concerning quarterly budgets, holiday greetings, "
              "bicycle parking, coffee beans, cleaning shelves")
    off = space.recall(prompt)
    test.check("off: no memory is served by an expansion",
               all(item["served_by"] != "expansion" for item in off["included"]), brief(off))
    first = space.recall(prompt, query_expansion_enabled=True)
    second = space.recall(prompt, query_expansion_enabled=True)
    test.check("on: an expansion finds the memory", "seahorse" in first["text"], brief(first))
    test.check("twice the same", first["included"] == second["included"] and first["excluded"] == second["excluded"])


@rules.rule("filters work before the cut to the limit", "l.33-39, decisions")
def filters_before_the_cut(test):
    space = Space(test)
    for n in range(34):
        space.remember(f"The version of the payments service in production is 4.{n}", "--entity", "payments",
                       "--attribute", f"version=4.{n}", "--force", now=before(days=40 - n))
    prompt = "what is the version of the payments service in production?"
    answer = space.recall(prompt)
    test.check("33 superseded memories do not hide the valid one", "4.33" in answer["text"], brief(answer))
    test.check("only the valid one is shown", len(ids(answer, "memories", "episodes")) == 1, brief(answer))
    packed = space.work.done("pack", prompt, "--now", CLOCK)
    test.check("pack shows it", "4.33" in packed.out, packed)
    space.index()
    said = space.hook(prompt)
    test.check("a hook shows it", "4.33" in said, said or "silent")


def hidden_by(test, name, rows):
    """A valid memory must be shown, whatever `rows` say of the same."""
    space = Space(test)
    space.add(rows)
    space.remember("The wifi of the office in Riga is called Walrus", now=before(days=90))
    answer = space.recall("what is the wifi of the office in Riga called?")
    test.check(f"{name} memories do not hide the valid one", "Walrus" in answer["text"], brief(answer))


@rules.rule("forgotten, expired and duplicate memories do not hide a valid one", "l.33-39, decisions")
def filtered_memories_hide_nothing(test):
    text = "The wifi of the office in Riga was called {} once"
    made = [{"id": f"m-{n:02}", "text": text.format(tail), "created": before(days=n % 20 + 1)} for n, tail in enumerate(TAILS * 2)]
    hidden_by(test, "60 forgotten", [{**row, "state": "forgotten"} for row in made])
    hidden_by(test, "60 expired", [{**row, "expires": before(days=1)} for row in made])
    hidden_by(test, "60 no longer valid", [{**row, "valid_to": before(days=1)} for row in made])
    same = "What is the wifi of the office in Riga called is a question that comes up at every visit of the office in Riga"
    hidden_by(test, "60 equal", [{**row, "text": f"{same}{'!' * n}"} for n, row in enumerate(made)])


@rules.rule("what is forgotten, expired, superseded or not yet valid stays out", "l.33-39")
def invalid_memories_stay_out(test):
    space = Space(test)
    states = {
        "forgotten": {"state": "forgotten"}, "rejected": {"state": "rejected"}, "pending": {"state": "pending_review"},
        "archived": {"state": "archived"}, "expired": {"expires": before(days=1)}, "future": {"valid_from": "2027-03-01"},
        "ended": {"valid_to": before(days=2)}, "superseded": {"state": "superseded"}, "good": {},
    }
    space.add([{"id": name, "text": f"Ledger audit: {tail}", "created": before(days=9), **fields}
               for (name, fields), tail in zip(states.items(), TAILS)])
    answer = space.recall("what do we know about the ledger audit?")
    test.check("only the valid one is shown", ids(answer) == ["good"], brief(answer))
    excluded = {item["id"]: item["rejected_by"] for item in answer["excluded"]}
    test.check("the others have their filter", set(excluded) == set(states) - {"good"}, excluded)
    then = space.recall("what do we know about the ledger audit?", "--as-of", before(days=5))
    test.check("--as-of brings what held then", "ended" in ids(then), brief(then))


@rules.rule("equal scores: the newest first", "decisions")
def newest_first(test):
    space = Space(test)
    tails = TAILS[:6]
    made = [space.remember(f"Ledger audit: {tail}", now=before(days=3 * n + 1))["id"] for n, tail in enumerate(tails)]
    answer = space.recall("what do we know about the ledger audit?", "--limit", "3")
    test.check("of six equal memories the three newest", ids(answer) == made[:3], brief(answer))


@rules.rule("recency counts when its weight is set", "l.34")
def recency(test):
    space = Space(test)
    space.add([{"id": "week", "text": f"Ledger audit: {TAILS[0]}", "created": before(days=7)}])
    off = item_of(space.recall("what do we know about the ledger audit?"), "week")
    on = item_of(space.recall("what do we know about the ledger audit?", recency_weight="0.2"), "week")
    test.check("off by default", off and term(off, "recency") == 0, off)
    test.check("0.2 of 0.5^(7/7)", term(on, "recency") == 100_000, on)
    test.check("the search keeps the rest", abs(term(on, "search") - term(off, "search") * 0.8) <= 1, (off, on))


@rules.rule("importance counts", "l.35")
def importance(test):
    space = Space(test)
    space.add([{"id": name, "text": f"Ledger audit: {tail}", "created": before(days=9), "importance": value}
               for name, value, tail in (("high", "0.9", TAILS[0]), ("low", "0.1", TAILS[1]))])
    answer = space.recall("what do we know about the ledger audit?")
    high, low = item_of(answer, "high"), item_of(answer, "low")
    test.check("(0.9 - 0.4) x 0.25", term(high, "importance") == 125_000, brief(answer))
    test.check("a trivial one is lower", term(low, "importance") < 0, brief(answer))
    test.check("the important one is first", ids(answer)[:1] == ["high"], brief(answer))


@rules.rule("terms add up to the score", "l.33-39")
def terms_add_up(test):
    space = Space(test)
    space.add([{"id": f"m{n}", "text": f"Ledger audit: {tail}", "created": before(days=9 + n), "importance": f"0.{n + 1}",
                "accesses": n, "up_votes": n % 3, "down_votes": n % 2} for n, tail in enumerate(TAILS[:8])])
    answer = space.recall("what do we know about the ledger audit?", recency_weight="0.3")
    for item in answer["included"]:
        test.check(item["id"], sum(map(millionths, item["terms"].values())) == score(item), item)
    scores = [score(item) for item in answer["included"]]
    test.check("sorted by score", scores == sorted(scores, reverse=True), brief(answer))


@rules.rule("a compatible intent counts", "l.36, 85")
def intent(test):
    space = Space(test)
    on = {"intent_routing_enabled": True}
    memory = space.remember("Deploy the payments service with make deploy", "--category", "procedure", **on)
    prompt = "deploy the payments service"
    with_intent, without = (item_of(space.recall(prompt, **some), memory) for some in (on, {}))
    test.check("on: a boost", 0 < term(with_intent, "intent") <= 120_000, with_intent)
    test.check("off: none", without and term(without, "intent") == 0, without)
    larger = item_of(space.recall(prompt, **on, intent_routing_boost="0.24"), memory)
    test.check("twice the boost, twice the term", term(larger, "intent") == 2 * term(with_intent, "intent"), larger)


@rules.rule("intent is captured when routing is on", "l.85")
def intent_is_captured(test):
    for on in (True, False):
        space = Space(test)
        memory = space.remember("Deploy the payments service with make deploy", "--category", "procedure",
                                intent_routing_enabled=on)
        text = space.file_of(memory).read_text(encoding="utf-8")
        test.check(f"enabled {on}", ("intentGoal:" in text) == on, text)


@rules.rule("accesses count", "l.37")
def accesses(test):
    space = Space(test)
    space.add([{"id": f"used-{count}", "text": f"Ledger audit: {tail}", "created": before(days=9), "accesses": count}
               for count, tail in zip((0, 2, 10, 200), TAILS)])
    answer = space.recall("what do we know about the ledger audit?")
    values = [term(item_of(answer, f"used-{count}"), "access") for count in (0, 2, 10, 200)]
    test.check("more uses, a larger term", values[0] == 0 and values == sorted(values) and values[1] > 0, values)
    test.check("never more than 0.1", max(values) <= 100_000, values)


def access_of(space, memory, prompt):
    return term(item_of(space.recall(prompt), memory), "access")


@rules.rule("a use is an access, a showing is not", "l.37, decisions")
def uses_are_accesses(test):
    def uses(space, memory):
        yield "an edit", ("memory", "edit", memory["id"], f"{memory['text']} indeed")
        yield "a vote", ("memory", "vote", memory["id"], "up")
        yield "memory show", ("memory", "show", memory["id"])
        yield "a remember that confirms", ("remember", memory["text"])

    prompt = "how is the ledger audited?"
    for name in ("an edit", "a vote", "memory show", "a remember that confirms"):
        space = Space(test, index=True)
        memory = space.remember("The ledger is audited every spring", now=before(days=2))
        for _ in range(2):
            test.check(f"before {name}: none", access_of(space, memory, prompt) == 0)
        arguments = dict(uses(space, memory))[name]
        space.work.run(*arguments, "--now", CLOCK)
        once = access_of(space, memory, prompt)
        test.check(f"{name} is one", once > 0, space.recall(prompt)["included"])
        space.work.run(*arguments, "--now", CLOCK)
        space.work.run(*arguments, "--now", CLOCK)
        test.check(f"{name}: more of them, more access", name == "an edit" or access_of(space, memory, prompt) >= once)
    space = Space(test, index=True)
    memory = space.remember("The ledger is audited every spring", now=before(days=2))
    for command in (("recall", prompt), ("pack", prompt), ("search", prompt), ("memory", "list"), ("memory", "export", "-")):
        space.work.run(*command, "--now", CLOCK)
    space.hook(prompt)
    test.check("recall, pack, search, list, export and a hook are none", access_of(space, memory, prompt) == 0)
    path = space.file_of(memory)
    before_show = path.read_bytes()
    space.work.done("memory", "show", memory["id"], "--now", CLOCK)
    test.check("memory show does not write the file", path.read_bytes() == before_show)


@rules.rule("negative examples count", "l.38")
def negative_examples(test):
    space = Space(test)
    memory = space.remember("The ledger is audited every spring")
    for _ in range(3):
        space.work.done("memory", "vote", memory["id"], "down", "--query", "when is the ledger audited?", "--now", CLOCK)
    answer = space.recall("when is the ledger audited?")
    everything = answer["included"] + answer["excluded"]
    found = next(item for item in everything if item["id"] == memory["id"])
    test.check("three: -0.15", term(found, "negatives") == -150_000, found)
    stored = json.loads((space.memories / "state/negative_examples.json").read_text(encoding="utf-8"))
    test.check("they are stored", stored[memory["id"]]["notUseful"] == 3, stored)


@rules.rule("a namespace is asked for by name", "l.39, 76")
def namespace_filter(test):
    space = Space(test)
    space.remember("The ledger is audited by the board every spring")
    ops = space.remember("The ledger of operations is audited on paper", "--namespace", "ops")
    answer = space.recall("how is the ledger audited?", "--namespace", "ops")
    test.check("only that one", ids(answer) == [f"ops/{ops['id']}"], brief(answer))
    by_setting = space.recall("how is the ledger audited?", qmd_collection="ops")
    test.check("by the setting", ids(by_setting) == [f"ops/{ops['id']}"], brief(by_setting))
    missing = space.work.run("recall", "how is the ledger audited?", "--namespace", "nobody", "--now", CLOCK)
    test.check("an unknown one is an error", missing.code not in (0, None), missing)
    missing = space.work.run("recall", "how is the ledger audited?", "--now", CLOCK, SATCHEL_MEMORY_QMD_COLLECTION="nobody")
    test.check("also by the setting", missing.code not in (0, None), missing)


@rules.rule("who may not read a namespace sees nothing of it", "l.39")
def closed_namespace(test):
    space = Space(test)
    space.remember("The ledger of operations is audited on paper", "--namespace", "ops")
    space.remember("The canteen has soup on mondays")
    (space.memories / "namespaces.json").write_text('{"ops": {"read": ["alice"], "write": ["alice"]}}', encoding="utf-8")
    for who, expected in ((("--principal", "alice"), True), (("--principal", "bob"), False), ((), False)):
        answer = space.work.run("recall", "how is the ledger of operations audited?", "--namespace", "ops", *who,
                                "--now", CLOCK, "--format", "json")
        test.check(f"{' '.join(who) or 'no principal'}", ("on paper" in answer.out) == expected, answer)
        listed = space.work.run("memory", "list", "--namespace", "ops", *who)
        test.check(f"list, {' '.join(who) or 'no principal'}", ("on paper" in listed.out) == expected, listed)
    (space.memories / "namespaces.json").write_text('{"ops": {"recall": false}}', encoding="utf-8")
    quiet = space.recall("how is the ledger of operations audited?")
    asked = space.recall("how is the ledger of operations audited?", "--namespace", "ops")
    test.check("recall: false keeps it out", "on paper" not in quiet["text"], brief(quiet))
    test.check("unless it is asked for", "on paper" in asked["text"], brief(asked))


@rules.rule("namespaces_enabled = false keeps the shared namespace out", "l.97, decisions")
def shared_switched_off(test):
    space = Space(test)
    local = space.remember("The ledger is audited by the board every spring")
    shared = space.remember("The ledger is kept in the cellar, audited copies above", "--namespace", "shared")
    prompt = "how is the ledger audited?"
    default = space.recall(prompt)
    test.check("not set: on, since a second namespace exists", f"shared/{shared['id']}" in ids(default), brief(default))
    off = space.recall(prompt, namespaces_enabled=False)
    test.check("off: only the project's own", ids(off) == [local["id"]], brief(off))
    asked = space.recall(prompt, "--namespace", "shared", namespaces_enabled=False)
    test.check("off, asked for by name: shown", f"shared/{shared['id']}" in ids(asked), brief(asked))
    packed = space.work.done("pack", prompt, "--now", CLOCK, SATCHEL_MEMORY_NAMESPACES_ENABLED="false")
    test.check("off: pack has only the project's own", "cellar" not in packed.out and "every spring" in packed.out, packed)
    space.work.done("config", "set", "memory.namespaces_enabled", "false")
    configured = space.recall(prompt)
    test.check("off in the configuration", ids(configured) == [local["id"]], brief(configured))


# Reranking by a model (line 43).


def ledger(test):
    space = Space(test)
    for n, tail in enumerate(TAILS[:3]):
        space.remember(f"Ledger audit: {tail}", now=before(days=n + 1))
    return space, "what do we know about the ledger audit?"


def llm(server, **more):
    return {"SATCHEL_LLM_BASE_URL": server.url, "SATCHEL_LLM_MODEL": "tiny", **more}


@rules.rule("reranking by a model is off by default", "l.43, 111")
def rerank_is_opt_in(test):
    space, prompt = ledger(test)
    server = test.use(Server(lambda path, body: chat('{"scores":[{"id":3,"score":90}]}')))
    plain = space.recall(prompt)
    answer = space.recall(prompt, **llm(server))
    test.check("no request", not server.requests, server.requests)
    test.check("the same order", ids(answer) == ids(plain), brief(answer))
    asked = space.recall(prompt, **llm(server), rerank_enabled=True)
    test.check("on: a request", len(server.requests) == 1, server.requests)
    test.check("on: the model's first is first", ids(asked)[:1] == ids(plain)[2:3], brief(asked))


@rules.rule("reranking fails open", "l.43")
def rerank_fails_open(test):
    space, prompt = ledger(test)
    plain = ids(space.recall(prompt))
    failures = {
        "nonsense": chat("of course!"), "a wrong schema": chat('{"scores":[{"id":"one","score":1000}]}'),
        "an empty answer": chat(""), "an error": (500, {"error": "no"}), "not found": (404, {"error": "no"}),
        "not JSON": (200, b"<html>"),
    }
    for name, answer in failures.items():
        server = test.use(Server(lambda path, body, answer=answer: answer))
        found = space.recall(prompt, **llm(server), rerank_enabled=True)
        test.check(f"{name}: the order stays", ids(found) == plain, brief(found))
        test.check(f"{name}: a notice", found["notices"], brief(found))


@rules.rule("reranking has a time limit", "l.43")
def rerank_is_timeboxed(test):
    space, prompt = ledger(test)
    plain = ids(space.recall(prompt))
    server = test.use(Server(lambda path, body: None))
    began = time.monotonic()
    found = space.recall(prompt, **llm(server), rerank_enabled=True)
    seconds = time.monotonic() - began
    test.check("a stalled server: the order stays", ids(found) == plain, brief(found))
    test.check("a notice", found["notices"], brief(found))
    test.check("within 20 seconds", seconds < 20, f"{seconds:.1f} s")


@rules.rule("reranking twice is reported", "l.75")
def double_rerank(test):
    space, prompt = ledger(test)
    server = test.use(Server(lambda path, body: chat('{"scores":[{"id":1,"score":90}]}')))
    answer = space.recall(prompt, **llm(server), rerank_enabled=True)
    test.check("a notice says so", any("rank" in str(notice) for notice in answer["notices"]), answer["notices"])


# Assembly (lines 45 to 56, 87 to 93).


def full_store(test):
    """Something for every section."""
    space = Space(test)
    on = {"verbatim_artifacts_enabled": True}
    space.remember("We decided that the ledger is audited in paper form", "--category", "decision", "--confidence", "0.9",
                   now=before(days=9), **on)
    for n, tail in enumerate(TAILS[:4]):
        space.remember(f"Ledger audit: {tail}", now=before(days=20 + n), **on)
    space.add([{"id": f"talk-{n}", "text": f"We spoke about the ledger audit and {tail}", "kind": "episode",
                "created": before(days=40 + n), "source": "ada"} for n, tail in enumerate(TAILS[5:8])])
    space.add([{"id": "box-1", "text": "A week of work on the ledger audit", "kind": "box", "created": before(days=60)}])
    space.profile("Ada keeps the books.\n\nShe wants short answers.\n\nShe works from Riga.\n")
    return space, "what do we know about the ledger audit?"


@rules.rule("order of assembly: artifacts, profile, memories, episodes", "l.47-51")
def order_of_assembly(test):
    space, prompt = full_store(test)
    answer = space.recall(prompt, "--limit", "12", verbatim_artifacts_enabled=True)
    test.check("sections", sections(answer) == ["artifacts", "profile", "memories", "episodes"], brief(answer))
    places = [answer["text"].find(item["text"].splitlines()[0][:60]) for item in answer["included"]]
    test.check("the text has the same order", -1 not in places and places == sorted(places), (places, answer["text"]))


@rules.rule("memories are apart from episodes and boxes", "l.50-51")
def memories_apart_from_episodes(test):
    space, prompt = full_store(test)
    answer = space.recall(prompt, "--limit", "12")
    episodes = ids(answer, "episodes")
    test.check("what was said in a conversation is an episode", any(name.startswith("talk-") for name in episodes), brief(answer))
    test.check("a box is an episode", "box-1" in episodes, brief(answer))
    plain = Space(test)
    for text in ("We deploy every Tuesday", "The lift is out of order", "Bring your own mug", "Parking costs four euros",
                 "The alarm code is changed in May", "Ada likes chess", "The door to the roof is locked",
                 "Mail arrives at ten", "Plants are watered by Tom", "The archive smells of dust", "Printers hate cold"):
        plain.remember(text)
    answer = plain.recall("when do we deploy?")
    test.check("plain facts are memories", sections(answer) == ["memories"], brief(answer))
    test.check("facts of the same day do not come along", len(answer["included"]) == 1, brief(answer))


@rules.rule("neighbours come only with a match, few, and marked", "l.51, decisions")
def neighbours(test):
    space = Space(test)
    turns = [{"id": f"turn-{n:02}", "text": f"{tail} on turn", "kind": "episode", "source": ("ada", "bob")[n % 2],
              "created": f"2026-11-10T10:{n:02}:00Z"} for n, tail in enumerate(TAILS[:24])]
    turns[12]["text"] = "The ledger is audited by the board every spring"
    space.add(turns)
    answer = space.recall("when is the ledger audited by the board?", "--limit", "20")
    others = [item for item in answer["included"] if item["id"] != "turn-12"]
    test.check("the match is shown", item_of(answer, "turn-12"), brief(answer))
    test.check("at most eight others", len(others) <= 8, brief(answer))
    test.check("only turns next to it", all(abs(int(item["id"][-2:]) - 12) <= 4 for item in others), brief(answer))
    test.check("marked: not served by words", all(item["served_by"] != "words" for item in others), brief(answer))
    test.check("not above the match", all(score(item) <= score(item_of(answer, "turn-12")) for item in others), brief(answer))


@rules.rule("no recall exceeds its budget", "l.54, decisions")
def never_over_budget(test):
    space, prompt = full_store(test)
    for budget in (0, 1, 3, 8, 15, 30, 45, 60, 80, 110, 150, 250, 400, 800, 2000, 5000):
        for form in ("markdown", "prompt"):
            out = space.text(prompt, "--budget", budget, "--format", form, verbatim_artifacts_enabled=True)
            test.check(f"{form} at {budget}", tokens(out) <= budget, f"{tokens(out)} tokens:\n{out}")
    answer = space.recall(prompt, "--budget", "60")
    test.check("the JSON counts its text", answer["tokens_used"] <= 60 and tokens(answer["text"]) <= 60, brief(answer))


@rules.rule("max_memory_tokens binds recall, pack and hooks", "l.54, 89, 105")
def the_cap_binds_everywhere(test):
    space = Space(test)
    for n, tail in enumerate(TAILS[:20]):
        space.remember(f"Ledger audit: {tail}, as everybody in the office has known since the summer of that year",
                       "--force", now=before(days=n + 1))
    space.index()
    prompt = "what do we know about the ledger audit?"
    for cap in (60, 150, 300):
        out = space.text(prompt, max_memory_tokens=cap)
        test.check(f"recall at {cap}", tokens(out) <= cap, tokens(out))
        packed = space.work.done("pack", prompt, "--budget", "8000", "--now", CLOCK, "--format", "json",
                                 SATCHEL_MEMORY_MAX_MEMORY_TOKENS=str(cap)).json()
        used = sum(section["used"] for section in packed["sections"] if section.get("of") == "memory")
        test.check(f"pack at {cap}", used <= cap, f"{used} tokens of memories")
        said = space.hook(prompt, session=f"cap-{cap}", max_memory_tokens=cap)
        shown = [line for line in said.splitlines() if line.startswith("- ") and "Ledger audit" in line]
        test.check(f"a hook at {cap}", sum(map(tokens, shown)) <= cap, said)
        test.check(f"a hook at {cap} shows something", shown or cap < 80, said or "silent")
    answer = space.recall(prompt)
    test.check("the default is 2,000", answer["budget"] == 2000, answer["budget"])
    packed = space.work.done("pack", prompt, "--budget", "50000", "--now", CLOCK, "--format", "json").json()
    used = sum(section["used"] for section in packed["sections"] if section.get("of") == "memory")
    test.check("pack with 50,000 tokens", used <= 2000, used)


@rules.rule("a tight budget keeps the highest value", "l.89-93")
def tight_budget(test):
    space, prompt = full_store(test)
    begun = False
    for budget in range(20, 240, 20):
        shown = sections(space.recall(prompt, "--budget", budget, verbatim_artifacts_enabled=True))
        begun = begun or "artifacts" in shown
        test.check(f"at {budget}: an artifact that fitted stays", not begun or shown[0] == "artifacts", shown)
    test.check("the artifact is shown", begun)
    larger = [len(space.recall(prompt, "--budget", budget, verbatim_artifacts_enabled=True)["included"])
              for budget in (60, 120, 240, 480, 960)]
    test.check("a larger budget shows no less", larger == sorted(larger), larger)


@rules.rule("the profile is split at paragraphs and takes half at most", "decisions")
def profile_takes_half(test):
    space = Space(test)
    paragraphs = [f"Paragraph {n} says: {TAILS[n]}, {TAILS[n + 10]}, {TAILS[n + 20]}." for n in range(10)]
    for n, tail in enumerate(TAILS[:8]):
        space.remember(f"Ledger audit: {tail}, as the minutes of the spring meeting have it", now=before(days=n + 1))
    space.profile("\n\n".join(paragraphs) + "\n")
    for budget in (120, 200, 300):
        answer = space.recall("what do we know about the ledger audit?", "--budget", budget)
        shown = [paragraph for paragraph in paragraphs if paragraph in answer["text"]]
        test.check(f"at {budget}: half at most", sum(map(tokens, shown)) <= budget / 2, brief(answer))
        test.check(f"at {budget}: whole paragraphs, from the first", shown == paragraphs[: len(shown)]
                   and answer["text"].count("Paragraph ") == len(shown), answer["text"])
        test.check(f"at {budget}: memories too", budget < 200 or ids(answer, "memories", "episodes"), brief(answer))
    alone = space.recall("how do whales sleep at night?", "--budget", "300")
    shown = [paragraph for paragraph in paragraphs if paragraph in alone["text"]]
    test.check("more than half when no memory waits", sum(map(tokens, shown)) > 150, brief(alone))


@rules.rule("an artifact is printed once", "l.81, decisions")
def artifact_once(test):
    space = Space(test)
    on = {"verbatim_artifacts_enabled": True}
    text = "Postgres has row security in every schema"
    space.remember(text, "--category", "decision", "--confidence", "0.9", **on)
    answer = space.recall("does postgres have row security?", **on)
    test.check("in a recall", answer["text"].count(text) == 1, answer["text"])
    off = space.recall("does postgres have row security?")
    test.check("with artifacts off", off["text"].count(text) == 1, off["text"])
    packed = space.work.done("pack", "does postgres have row security?", "--now", CLOCK, **variables(on))
    test.check("in a packet", packed.out.count(text) == 1, packed)
    space.index()
    said = space.hook("does postgres have row security?", **on)
    test.check("in a hook", said.count(text) == 1, said or "silent")


@rules.rule("artifacts are made of four categories from a confidence of 0.8", "l.81")
def artifacts_at_write_time(test):
    space = Space(test)
    on = {"verbatim_artifacts_enabled": True}
    for n, (category, confidence, expected) in enumerate((
            ("decision", "0.8", True), ("correction", "0.8", True), ("principle", "0.9", True), ("commitment", "1", True),
            ("fact", "1", False), ("decision", "0.79", False))):
        memory = space.remember(f"About {TAILS[n]}", "--category", category, "--confidence", confidence, **on)
        test.check(f"{category} at {confidence}", bool(memory.get("artifact_id")) == expected, memory)
    off = space.remember("Nothing verbatim here", "--category", "decision", "--confidence", "0.9")
    test.check("off: none", not off.get("artifact_id"), off)


# Planner (lines 58 to 69).


@rules.rule("acknowledgements recall nothing", "l.64")
def acknowledgements(test):
    space = Space(test)
    space.remember("Yes, ok, thanks and cool are written on the poster")
    for prompt in ("ok", "Thanks!", "got it", "yes", "sounds good", "ok, thanks", "cool"):
        answer = space.recall(prompt)
        test.check(prompt, answer["plan"]["mode"] == "no_recall", brief(answer))
    for prompt in ("ok, which poster?", "thanks for the poster in the hall"):
        answer = space.recall(prompt)
        test.check(prompt, answer["plan"]["mode"] != "no_recall", brief(answer))


@rules.rule("an acknowledgement has at most 18 characters, also in Russian", "decisions")
def acknowledgements_are_short(test):
    space = Space(test)
    for prompt, expected in (("ok ok ok ok ok ok", True), ("ok ok ok ok ok ok ok ok", False), ("хорошо, спасибо", True),
                             ("да", True), ("ок спасибо ок спасибо ок", False)):
        answer = space.recall(prompt)
        test.check(f"{prompt} ({len(prompt)})", (answer["plan"]["mode"] == "no_recall") == expected, brief(answer))


def many(test):
    space = Space(test)
    for n, tail in enumerate(TAILS[:14]):
        space.remember(f"Restart of the ledger server: {tail}", now=before(days=n + 1))
    return space


@rules.rule("minimal: at most four memories", "l.65, 104")
def minimal_is_capped(test):
    space = many(test)
    answer = space.recall("restart the ledger server")
    test.check("minimal", answer["plan"]["mode"] == "minimal", brief(answer))
    test.check("four", len(ids(answer, "memories", "episodes")) == 4, brief(answer))
    two = space.recall("restart the ledger server", recall_planner_max_qmd_results_minimal=2)
    test.check("two by the setting", len(ids(two, "memories", "episodes")) == 2, brief(two))


@rules.rule("full: at most eight memories", "l.66, 77, 107")
def full_is_capped(test):
    space = many(test)
    prompt = "what has been said about any restart of the ledger server?"
    answer = space.recall(prompt)
    test.check("full", answer["plan"]["mode"] == "full", brief(answer))
    test.check("eight", len(ids(answer, "memories", "episodes")) == 8, brief(answer))
    three = space.recall(prompt, qmd_max_results=3)
    test.check("three by the setting", len(ids(three, "memories", "episodes")) == 3, brief(three))
    test.check("the newest ones", ids(three) == ids(answer)[:3], brief(three))


@rules.rule("graph mode follows links and shows what was superseded", "l.67")
def graph_mode(test):
    space = Space(test)
    space.add([
        {"id": "proxy", "text": "The staging proxy was moved to the new rack", "created": before(days=30),
         "links": [{"target": "rack", "type": "references", "strength": "1"}]},
        {"id": "rack", "text": "Cabinet nine has room for four machines", "created": before(days=29)},
        {"id": "old", "text": "The staging proxy listens on port 8080", "created": before(days=60), "state": "superseded",
         "superseded_by": "new"},
        {"id": "new", "text": "The staging proxy listens on port 9090", "created": before(days=10), "supersedes": "old"},
    ])
    history = space.recall("what is the history of the staging proxy?")
    test.check("the mode", history["plan"]["mode"] == "graph_mode", brief(history))
    test.check("a linked memory without a common word", (item_of(history, "rack") or {}).get("served_by") == "link", brief(history))
    test.check("the superseded one", item_of(history, "old"), brief(history))
    test.check("marked as superseded", "supersed" in history["text"].lower() or "replaced" in history["text"].lower(),
               history["text"])
    full = space.recall("where does the staging proxy listen, on which port?")
    test.check("full mode shows neither", not item_of(full, "old") and not item_of(full, "rack"), brief(full))


@rules.rule("without the planner every prompt is full", "l.69, 103")
def planner_off(test):
    space = Space(test)
    space.remember("The ledger is audited every spring")
    for prompt, _ in MODES:
        answer = space.recall(prompt, recall_planner_enabled=False)
        test.check(prompt, answer["plan"]["mode"] == "full", brief(answer))


# Settings (lines 99 to 111).

DEFAULTS = (
    ("recall_planner_enabled", True, "l.103"), ("recall_planner_max_qmd_results_minimal", 4, "l.104"),
    ("max_memory_tokens", 2000, "l.105"), ("qmd_enabled", True, "l.106"), ("qmd_max_results", 8, "l.107"),
    ("intent_routing_enabled", False, "l.108"), ("verbatim_artifacts_enabled", False, "l.109"),
    ("query_expansion_enabled", False, "l.110"), ("rerank_enabled", False, "l.111"),
)


def has_default(name, value):
    def checked(test):
        space = Space(test)
        answer = space.work.done("config", "get", f"memory.{name}", "--format", "json").json()
        test.check("config get", answer["value"] == value and answer["origin"]["layer"] == "default", answer)
    return checked


for _name, _value, _line in DEFAULTS:
    rules.rule(f"default of {_name}: {str(_value).lower()}", _line)(has_default(_name, _value))


@rules.rule("defaults outside the table: boost 0.12, recency 0", "decisions")
def other_defaults(test):
    space = Space(test)
    for name, value in (("intent_routing_boost", 0.12), ("recency_weight", 0)):
        answer = space.work.done("config", "get", f"memory.{name}", "--format", "json").json()
        test.check(name, float(answer["value"]) == value, answer)


@rules.rule("without the search the newest memories are shown", "l.106, decisions")
def search_off(test):
    space = Space(test)
    made = [space.remember(f"About {tail}", now=before(days=20 - n))["id"] for n, tail in enumerate(TAILS[:12])]
    space.profile("Wants short answers.\n")
    answer = space.recall("how do whales sleep at night?", qmd_enabled=False)
    newest = list(reversed(made))[:8]
    test.check("the eight newest, newest first", ids(answer, "memories", "episodes") == newest, brief(answer))
    test.check("and the profile", "short answers" in answer["text"], brief(answer))


# Decisions.


@rules.rule("no_recall reads nothing", "decisions")
def no_recall_reads_nothing(test):
    space = Space(test)
    space.remember("The ledger is audited every spring")
    (space.memories / "facts/broken.md").write_bytes(b"---\nid: broken\n---\n\xff\xfe\n")
    thanks = space.recall("thanks")
    test.check("an unusable file is not noticed", not thanks["notices"], brief(thanks))
    asked = space.recall("how is the ledger audited?")
    test.check("which is reported otherwise", asked["notices"], brief(asked))


@rules.rule("work trees and clones of one origin share memories", "decisions")
def work_trees_share(test):
    space = Space(test)
    space.remember("The ledger is audited every spring")
    space.work.git("worktree", "add", "--quiet", "../second")
    second = space.work.run("recall", "when is the ledger audited?", "--now", CLOCK, at=space.work.place / "second")
    test.check("a work tree", "every spring" in second.out, second)
    other = Space(test)
    for one, address in ((space, "git@github.com:acme/app.git"), (other, "https://github.com/acme/app")):
        one.work.git("remote", "add", "origin", address)
    space.remember("The mug of the boss is blue")
    data = {"XDG_DATA_HOME": str(space.work.home / "data")}
    shared = other.work.run("recall", "what colour has the mug of the boss?", "--now", CLOCK, **data)
    test.check("a clone of the same origin", "blue" in shared.out, shared)


@rules.rule("reading writes no memory file", "decisions")
def reading_writes_nothing(test):
    space, prompt = full_store(test)
    first = ids(space.recall(prompt))[-1]
    space.index()
    mark = space.digest()
    for command in (("recall", prompt), ("pack", prompt), ("search", prompt), ("memory", "list"), ("memory", "show", first),
                    ("memory", "export", "-"), ("memory", "doctor"), ("why",)):
        space.work.run(*command, "--now", CLOCK)
        test.check(" ".join(command), space.digest() == mark)
    space.hook(prompt)
    space.start()
    test.check("hooks", space.digest() == mark)


@rules.rule("votes are in the memory's front matter", "decisions")
def votes_in_front_matter(test):
    space = Space(test)
    memory = space.remember("The ledger is audited every spring")
    for vote in ("up", "up", "up", "down"):
        space.work.done("memory", "vote", memory["id"], vote, "--now", CLOCK)
    text = space.file_of(memory).read_text(encoding="utf-8")
    test.check("mw_success", re.search(r"^mw_success: 3$", text, re.M), text)
    test.check("mw_fail", re.search(r"^mw_fail: 1$", text, re.M), text)
    answer = space.recall("when is the ledger audited?")
    test.check("3 x 0.05 - 0.1", term(item_of(answer, memory), "votes") == 50_000, brief(answer))


@rules.rule("text from a packet is not remembered", "decisions")
def packets_are_not_remembered(test):
    space = Space(test)
    space.remember("The ledger is audited every spring")
    for form in ("markdown", "prompt"):
        packet = space.text("when is the ledger audited?", "--format", form)
        refused = space.work.run("remember", "-", "--now", CLOCK, given=packet)
        test.check(form, packet and refused.code not in (0, None), refused)
    listed = space.work.done("memory", "list", "--format", "json").json()
    test.check("nothing was added", listed["total"] == 1, listed)


@rules.rule("secrets are taken out of what is remembered", "decisions")
def secrets_are_taken_out(test):
    space = Space(test)
    key = "ghp_" + "A1b2C3d4E5f6G7h8I9j0" + "K1l2M3n4O5p6Q7r8"
    memory = space.remember(f"The deploy token is {key} for now")
    test.check("not in the file", key not in space.file_of(memory).read_text(encoding="utf-8"))


@rules.rule("the same request gives the same bytes", "decisions")
def deterministic(test):
    space, prompt = full_store(test)
    first, second = (space.text(prompt, verbatim_artifacts_enabled=True) for _ in range(2))
    test.check("twice", first == second and first)
    space.work.run("recall", prompt, "--now", CLOCK)
    replayed = space.work.run("replay", "last")
    test.check("replay", replayed.code == 0, replayed)


@rules.rule("recall's JSON has the keys of a packet", "decisions")
def json_keys(test):
    space, prompt = full_store(test)
    answer = space.recall(prompt)
    for key in ("schema_version", "run", "plan", "filters", "included", "excluded", "notices", "budget", "tokens_used",
                "over_budget", "digest", "sections", "report"):
        test.check(key, key in answer, sorted(answer))
    test.check("digest is SHA-256", re.fullmatch(r"[0-9a-f]{64}", str(answer.get("digest"))), answer.get("digest"))
    test.check("never over the budget", answer.get("over_budget") == 0, answer.get("over_budget"))
    shown = [item.get("id") for section in answer.get("sections", []) for item in section.get("items", [])]
    test.check("sections hold what is included", shown == ids(answer), (shown, ids(answer)))
    again = space.recall(prompt)
    test.check("the digest is stable", answer.get("digest") == again.get("digest"), (answer.get("digest"), again.get("digest")))
    test.check("the report counts omissions", "omissions" in answer.get("report", {}), answer.get("report"))


if __name__ == "__main__":
    rules.run()
