#!/usr/bin/env python3
"""Checks of specification 003 (retrieval of code) against the built binary.

Each rule names the lines of the specification that it is about (`l.118`), or the decision where the specification
leaves it open (`decided`). `cra retrieve` of the specification is `satchel retrieve`.
"""

import hashlib
import json
import re
import sqlite3
import sys

from harness import Rules
from model_server import OLLAMA_PORT, DeadServer, ModelServer, Refusal, Reset, Stall, Status, Truncated, unused_port

rules = Rules(__doc__.splitlines()[0])

SHOP = {
    "shop/cart.py": '''from .prices import price_of


class Cart:
    """What a person is going to buy."""

    def __init__(self):
        self.items = []

    def total(self, currency):
        """The sum of all prices."""
        # because a discount may make it negative, we clamp it: the bank refuses less than nothing
        return max(0, sum(price_of(item, currency) for item in self.items))
''',
    "shop/prices.py": '''def price_of(item, currency):
    """What one item costs."""
    base = item.cents
    rate = 1 if currency == "EUR" else 2
    return base * rate
''',
    "shop/checkout.py": '''from .cart import Cart


def check_out(request):
    """Pays for a cart."""
    cart = Cart()
    return cart.total(request.currency)
''',
    "shop/mail.py": '''def send_letter(to):
    """Sends a letter by post."""
    return to
''',
    "shop/weather.py": '''def forecast():
    """Tells the weather."""
    return "rain tomorrow"
''',
    "tests/test_cart.py": '''from shop.cart import Cart


def test_empty_cart_costs_nothing():
    assert Cart().total("EUR") == 0
''',
}
TASK = "fix Cart.total"
WINDOW = ("--context-window", "6000", "--reserved-tokens", "1000")
STAGES = ("--stages", "scope,precision")
PLAIN = ("--no-llm", *STAGES, *WINDOW)


def shop_of(test, more=None, *, index=True):
    """The shop, whose cart and mail changed together once more after the first commit."""
    shop = test.workspace({**SHOP, **(more or {})})
    shop.commit("Write to customers about their cart",
                {"shop/cart.py": SHOP["shop/cart.py"] + "\n\n# end\n", "shop/mail.py": SHOP["shop/mail.py"] + "# end\n"})
    if index:
        shop.done("index")
    return shop


def package(space, task=TASK, *flags, plain=PLAIN):
    """The package as JSON; the call must succeed."""
    return space.done("retrieve", task, *plain, *flags, "--format", "json").json()


def paths(made):
    return [file["path"] for file in made["files"]]


def file_of(made, path):
    return next((file for file in made["files"] if file["path"] == path), {})


def run_of(space, made):
    return space.done("runs", "show", made["run"], "--format", "json").json()


def decisions_of(space, made):
    return run_of(space, made)["decisions"]


def session_of(space, made):
    """The values of a task's session, by name."""
    rows = space.rows(f"sessions/{made['task_id']}.db", "select name, value from session_value")
    return {name: json.loads(value) for name, value in rows}


def tokens_of(text):
    return -(-len(text.encode()) // 4)


def candidates_of(asked):
    """The numbered candidates of a prompt: {number: text}."""
    return {int(number): text for number, text in re.findall(r"^(\d+)\. (.*)$", asked.prompt, re.MULTILINE)}


def picks(asked, wanted):
    """The numbers of candidates that have one of these words; all of them for None."""
    return [number for number, text in candidates_of(asked).items()
            if wanted is None or any(word in text for word in wanted)]


def stage_of(asked):
    keys = (asked.schema or {}).get("properties", {})
    return "scope" if "relevant" in keys else "precision" if "primary" in keys else "analysis"


def model(relevant=None, primary=None, supporting=(), types=(), concepts=(), intent="It needs the cart."):
    """A model that finds these words relevant and so on; None: everything."""
    def answer(asked):
        stage = stage_of(asked)
        if stage == "scope":
            return {"relevant": picks(asked, relevant)}
        if stage == "precision":
            return {"primary": picks(asked, primary), "supporting": picks(asked, supporting),
                    "type_context": picks(asked, types)}
        return {name: {"intent": intent, "concepts": list(concepts)}.get(name, [])
                for name in (asked.schema or {}).get("properties", {"intent": {}, "concepts": {}})}
    return answer


def with_model(url, *flags):
    return ("--model", "tiny", "--base-url", url, *STAGES, *WINDOW, *flags)


def content(space):
    """The curated store with its log, byte for byte."""
    names = ("curated.db", "curated.db-wal")
    return [hashlib.sha256((space.root / ".satchel" / name).read_bytes()).hexdigest() for name in names
            if (space.root / ".satchel" / name).exists()]


# --- Stores ------------------------------------------------------------------------------------------


@rules.rule("curated is read-only while retrieving", "l.24, l.219")
def curated_is_read_only(test):
    shop = shop_of(test)
    package(shop)
    before = content(shop)
    made = package(shop, "explain how forecast works")
    test.check("a second retrieval changes no byte", content(shop) == before)
    shop.done("refine", made["task_id"], "--missing-file", "shop/mail.py")
    test.check("nor does a refinement", content(shop) == before)


@rules.rule("raw is append-only and has every decision", "l.25, l.267")
def raw_is_append_only(test):
    shop = shop_of(test)
    first = package(shop)
    before = shop.rows("raw.db", "select * from decision where run_id = ? order by ordinal", first["run"])
    runs = shop.rows("raw.db", "select run_id, outcome from run where run_id = ?", first["run"])
    second = package(shop, "explain how forecast works")
    shop.done("refine", first["task_id"], "--missing-file", "shop/mail.py")
    test.check("earlier decisions stay as they were", before and before == shop.rows(
        "raw.db", "select * from decision where run_id = ? order by ordinal", first["run"]))
    test.check("and the earlier run", runs == shop.rows(
        "raw.db", "select run_id, outcome from run where run_id = ?", first["run"]))
    rows = decisions_of(shop, second)
    named = {row["item"] for row in rows if "#" not in row["item"] and ":" not in row["item"]}
    test.check("every file considered has one", second["considered"] <= len(named), (second["considered"], named))
    test.check("an omitted file says why", all(row["included"] or row["reason"] for row in rows), rows)


@rules.rule("each task has a session, named by the caller or by the task", "l.26, l.28, l.221")
def a_session_per_task(test):
    shop = shop_of(test)
    mine = package(shop, TASK, "--task-id", "mine")
    other = package(shop, "explain how forecast works")
    test.check("the caller names it", mine["task_id"] == "mine", mine["task_id"])
    test.check("tasks are apart", other["task_id"] != "mine")
    test.check("the same task has the same session", package(shop, "explain how forecast works")["task_id"]
               == other["task_id"])
    for made in (mine, other):
        test.check("its file is there", (shop.root / ".satchel/sessions" / f"{made['task_id']}.db").is_file())


@rules.rule("--no-refresh reads the index as it is", "decided, design 5")
def no_refresh(test):
    shop = shop_of(test)
    shop.write({"shop/new.py": "def brand_new_thing():\n    return 1\n"})
    answer = shop.run("retrieve", "fix brand_new_thing", *PLAIN, "--no-refresh", "--format", "json")
    test.check("a new task succeeds", answer.code == 0, answer)
    test.check("and does not see the new file", "shop/new.py" not in answer.out, answer)
    again = shop.run("retrieve", "fix brand_new_thing", *PLAIN, "--no-refresh", "--format", "json")
    test.check("a known task succeeds", again.code == 0, again)
    made = package(shop)
    refined = shop.run("refine", made["task_id"], "--missing-file", "shop/mail.py", "--no-refresh", "--format", "json")
    test.check("refine succeeds", refined.code == 0 and "shop/mail.py" in refined.out, refined)
    test.check("without it the new file is seen", "shop/new.py" in paths(package(shop, "fix brand_new_thing")))


@rules.rule("stages write the session, and another program can read it", "l.199-202, l.222, l.268")
def session_keys(test):
    shop = shop_of(test)
    made = package(shop)
    values = session_of(shop, made)
    for name in ("stage_outputs", "stage_progress", "final_context"):
        test.check(f"{name} is there", name in values, sorted(values))
    stages = [(stage["name"], stage["status"]) for stage in values["stage_progress"]["stages"]]
    test.check("stages are in order", stages[:2] == [("code.scope", "done"), ("code.precision", "done")], stages)
    test.check("each stage has its output", {"code.scope", "code.precision"} <= set(values["stage_outputs"]),
               list(values["stage_outputs"]))
    test.check("the final context has the files", "shop/cart.py" in json.dumps(values["final_context"]))


# --- The task ----------------------------------------------------------------------------------------


@rules.rule("a task is read for type, keywords, names, errors and concepts", "l.68, l.82, l.97")
def task_query(test):
    shop = shop_of(test)
    query = package(shop, "fix the crash of Cart.total in shop/cart.py when a discount applies\n"
                          "ValueError: negative total\n")["task_query"]
    test.check("its type", query["task_type"] == "bug_fix", query)
    test.check("files, and no symbols among them", query["files"] == ["shop/cart.py"], query)
    test.check("symbols", {"Cart.total"} <= set(query["symbols"]) or {"Cart", "total"} <= set(query["symbols"]), query)
    test.check("error patterns", any("ValueError" in line for line in query["error_signatures"]), query)
    test.check("concepts", "discount" in query["concepts"], query)
    test.check("keywords", "discount" in query["keywords"], query)
    for task, kind in (("add a coupon", "feature"), ("rename the cart", "refactor"), ("document the cart", "docs"),
                       ("cover the cart by tests", "test")):
        made = package(shop, task)["task_query"]
        test.check(f"{kind}", made["task_type"] == kind, made)


@rules.rule("the model enriches the task", "l.68, l.97")
def model_enriches(test):
    shop = shop_of(test)
    server = test.use(ModelServer(model(concepts=("billing",), intent="INTENTMARK is needed.")))
    made = package(shop, "improve the sum of prices", plain=with_model(server.openai))
    test.check("the first call is about the task alone", stage_of(server.asked[0]) == "analysis")
    test.check("its prompt has the task", "improve the sum of prices" in server.prompts[0], server.prompts[0])
    asked = server.prompts[0].lower()
    test.check("it asks for files, symbols or domains", "file" in asked and ("symbol" in asked or "domain" in asked),
               server.prompts[0])
    test.check("later prompts have the intent", all("INTENTMARK" in prompt for prompt in server.prompts[1:]),
               server.prompts[1:])
    test.check("the package says what the model understood", "billing" in json.dumps(made["task_query"])
               or "INTENTMARK" in json.dumps(made), made["task_query"])


@rules.rule("concepts of the model find described files", "l.121")
def concepts_of_the_model(test):
    shop = enriched(test, {"shop/weather.py": {"concepts": ["meteorology"]}})
    server = test.use(ModelServer(model(concepts=("meteorology",))))
    made = package(shop, plain=with_model(server.openai))
    test.check("the file is in tier 4", file_of(made, "shop/weather.py").get("tier") == 4, made["files"])


# --- Stages and command line -------------------------------------------------------------------------


@rules.rule("the caller gives the stages, in order", "l.66, l.67, l.173")
def stages(test):
    shop = shop_of(test)
    made = package(shop, TASK, plain=("--no-llm", "--stages", "scope", *WINDOW))
    test.check("scope alone names files", {piece["rendition"] for file in made["files"] for piece in file["pieces"]}
               == {"name"}, made["files"])
    names = [stage["name"] for stage in run_of(shop, made)["stages"]]
    test.check("the log has what ran", "code.scope" in names and "code.precision" not in names, names)
    spaced = shop.run("retrieve", TASK, "--no-llm", "--stages", "scope, precision", *WINDOW)
    test.check("a blank after the comma is accepted", spaced.code == 0, spaced)


@rules.rule("an empty or unknown stage list is an error", "l.179")
def stages_are_checked(test):
    shop = shop_of(test)
    for given in ("", "nonsense", "scope,nonsense", ","):
        answer = shop.run("retrieve", TASK, "--no-llm", "--stages", given, *WINDOW)
        test.check(f"`{given}` is refused", answer.code == 2 and answer.out == "" and answer.err, answer)


@rules.rule("--model and --base-url belong together, or there is no model", "l.98, l.178, decided")
def model_and_url(test):
    shop = shop_of(test)
    for flags in (("--model", "m"), ("--base-url", "http://127.0.0.1:9"),
                  ("--model", "m", "--base-url", "http://127.0.0.1:9", "--no-llm")):
        answer = shop.run("retrieve", TASK, *flags, *STAGES, *WINDOW)
        test.check(f"{' '.join(flags)} is refused", answer.code == 2 and answer.out == "" and "--" in answer.err, answer)


@rules.rule("defaults on the command line, and --budget", "decided")
def defaults(test):
    shop = shop_of(test)
    plain = shop.run("retrieve", TASK, "--format", "json")
    test.check("a task alone is enough", plain.code == 0, plain)
    sized = shop.run("retrieve", TASK, "--budget", "1000", "--format", "json")
    test.check("--budget is accepted", sized.code == 0 and sized.json()["budget"] <= 1000, sized)


@rules.rule("the budget comes in one of two forms", "l.150, l.175, l.180-184")
def two_forms(test):
    shop = shop_of(test)
    shop.write({"b.toml": "context_window = 4000\nreserved_tokens = 1000\n",
                "b.json": '{"context_window": 4000, "reserved_tokens": 1000, "margin": 0}'})
    base = ("--no-llm", *STAGES)
    test.check("TOML", package(shop, plain=(*base, "--budget-config", "b.toml"))["budget"] == 2700)
    test.check("JSON with a margin", package(shop, plain=(*base, "--budget-config", "b.json"))["budget"] == 3000)
    for flags in (("--budget-config", "b.toml", "--context-window", "4000", "--reserved-tokens", "10"),
                  ("--budget-config", "b.toml", "--context-window", "4000"),
                  ("--budget-config", "none.toml"), ("--context-window", "4000"), ("--reserved-tokens", "10")):
        answer = shop.run("retrieve", TASK, *base, *flags)
        single = flags in (("--context-window", "4000"), ("--reserved-tokens", "10"))
        if single and answer.code == 0:
            continue  # the command line may have a default for the other half
        test.check(f"{' '.join(flags)} is refused", answer.code in (2, 5) and answer.out == "" and answer.err, answer)
    for text in ("context_window = 4000", "context_window = 4000\nreserved_tokens = 10\nother = 1",
                 "context_window = 'x'\nreserved_tokens = 1", "["):
        shop.write({"bad.toml": text})
        answer = shop.run("retrieve", TASK, *base, "--budget-config", "bad.toml")
        test.check(f"the file `{text!r}` is refused", answer.code == 2 and answer.out == "", answer)


@rules.rule("window > 0, reserve >= 0, reserve < window, margin 0 to 90", "l.185-188")
def limits_of_the_budget(test):
    shop = shop_of(test)
    for window, reserve, margin in ((0, 0, 10), (-1, 0, 10), (100, -1, 10), (100, 100, 10), (100, 101, 10),
                                    (5000, 0, 91), (5000, 0, -1), ("x", 0, 0)):
        answer = shop.run("retrieve", TASK, "--no-llm", *STAGES, f"--context-window={window}",
                          f"--reserved-tokens={reserve}", f"--margin={margin}")
        test.check(f"{window}, {reserve}, {margin} is refused", answer.code == 2 and answer.out == "", answer)
    fine = shop.run("retrieve", TASK, "--no-llm", *STAGES, "--context-window", 5000, "--reserved-tokens", 0, "--margin", 90)
    test.check("5000, 0, 90 is accepted", fine.code == 0, fine)


@rules.rule("nothing is inferred from a model's name", "l.189")
def no_inference(test):
    shop = shop_of(test)
    server = test.use(ModelServer(model()))
    budgets = {package(shop, plain=("--model", name, "--base-url", server.openai, *STAGES, *WINDOW))["budget"]
               for name in ("gpt-4o", "llama3:70b", "tiny")}
    test.check("the budget is the same for every name", budgets == {4500}, budgets)


@rules.rule("the budget is window less reserve, less the margin", "l.148, l.190, decided")
def margin(test):
    shop = shop_of(test)
    test.check("10 % with bytes / 4", package(shop)["budget"] == 4500)
    test.check("0 with an exact counter", package(shop, TASK, "--tokenizer", "o200k")["budget"] == 5000)
    test.check("--margin 0", package(shop, TASK, "--margin", "0")["budget"] == 5000)
    test.check("--margin 33 rounds down", package(shop, TASK, "--margin", "33")["budget"] == 3350)


@rules.rule("the run record has the parts of the budget", "l.191")
def budget_in_raw(test):
    shop = shop_of(test)
    made = package(shop, TASK, "--margin", "7")
    text = json.dumps(run_of(shop, made)["asked"])
    for part in ('"context_window": 6000', '"reserved_tokens": 1000', '"margin_percent": 7'):
        test.check(part, part in text, text)


# --- Seeds and tiers ---------------------------------------------------------------------------------


@rules.rule("seeds by path, end of path, symbol, frame and module", "l.113, l.118")
def seeds(test):
    shop = shop_of(test)
    for task, path, relation in (("change shop/weather.py", "shop/weather.py", "path"),
                                 ("change weather.py", "shop/weather.py", "path"),
                                 ("fix Cart.total", "shop/cart.py", "symbol"),
                                 ("fix price_of()", "shop/prices.py", "symbol"),
                                 ('Traceback (most recent call last):\n  File "/srv/app/shop/mail.py", line 3, in'
                                  ' send_letter\n    return to\nNameError: to', "shop/mail.py", "frame"),
                                 ("look at shop.weather please", "shop/weather.py", "module")):
        file = file_of(package(shop, task), path)
        relations = {"frame", "path"} if relation == "frame" else {relation}
        test.check(f"`{task}`", (file.get("tier"), file.get("mentioned")) == (1, True) and file["relation"] in relations,
                   file)


@rules.rule("named seeds are always included", "l.118, l.263")
def seeds_always(test):
    shop = shop_of(test)
    made = package(shop, "change shop/weather.py so that parrots breed")
    test.check("whatever the words of the task", "shop/weather.py" in paths(made), paths(made))
    server = test.use(ModelServer(model(relevant=(), primary=())))
    judged = package(shop, "change shop/weather.py", plain=with_model(server.openai))
    test.check("a model cannot judge it away", "shop/weather.py" in paths(judged), paths(judged))
    small = package(shop, "change shop/weather.py", plain=("--no-llm", *STAGES, "--context-window", "60",
                                                           "--reserved-tokens", "0", "--margin", "0"))
    test.check("a small budget has at least its name", "shop/weather.py" in paths(small), paths(small))


@rules.rule("a symbol of three letters is a seed", "l.118")
def short_symbol(test):
    shop = shop_of(test, {"shop/till.py": "def pay():\n    return 1\n"})
    made = package(shop, "fix pay()")
    test.check("pay() names its file", file_of(made, "shop/till.py").get("mentioned") is True, made["files"])


@rules.rule("a qualified name means its own class", "l.118")
def qualified_symbol(test):
    shop = shop_of(test, {"shop/invoice.py": "class Invoice:\n    def total(self):\n        return 2\n"})
    made = package(shop)
    test.check("Cart.total names the cart", file_of(made, "shop/cart.py").get("mentioned") is True, made["files"])
    test.check("and not Invoice.total", not file_of(made, "shop/invoice.py").get("mentioned"), made["files"])


@rules.rule("all named files are shown, or the command fails", "l.118, l.153")
def many_named(test):
    names = [f"part/module_{i:02}.py" for i in range(40)]
    shop = shop_of(test, {name: f"def work_{i}():\n    return {i}\n" for i, name in enumerate(names)})
    for window in (260, 2000):
        answer = shop.run("retrieve", "change " + " ".join(names), "--no-llm", *STAGES, "--context-window", window,
                          "--reserved-tokens", 0, "--margin", 0, "--format", "json")
        shown = [path for path in paths(answer.json()) if path in names] if answer.code == 0 else []
        test.check(f"window {window}", len(shown) == 40 or (answer.code == 2 and "budget" in answer.err),
                   f"{len(shown)} of 40 names, exit {answer.code}: {answer.err}")


@rules.rule("files found by search are seeds too, at most ten", "decided")
def found_by_search(test):
    more = {f"zoo/cage_{i:02}.py": f"def feed_parrots_{i}():\n    return 'parrots'\n" for i in range(15)}
    shop = shop_of(test, more)
    made = package(shop, "feed the parrots")
    found = [file for file in made["files"] if file["relation"] == "search"]
    test.check("ten files", len(found) == 10, paths(made))
    test.check("they are in tier 1 and not mentioned", all(file["tier"] == 1 and not file["mentioned"] for file in found))
    reasons = {row["reason"] for row in decisions_of(shop, made) if row["section"] == "seeds" and not row["included"]}
    test.check("the others are logged", reasons == {"not_among_best"}, reasons)


@rules.rule("tier 2: what a seed imports and who imports it", "l.119, l.264")
def dependencies(test):
    made = package(shop_of(test))
    for path, relation in (("shop/prices.py", "imported_by"), ("shop/checkout.py", "imports")):
        file = file_of(made, path)
        test.check(path, file.get("tier") in (1, 2) and (file["tier"] == 1 or file["relation"] == relation), file)
    near = package(shop_of(test), "change shop/checkout.py")
    file = file_of(near, "shop/cart.py")
    test.check("what the seed imports is of tier 2", (file.get("tier"), file.get("relation"), file.get("seed"))
               == (2, "imported_by", "shop/checkout.py"), near["files"])


@rules.rule("tier 3: two common commits", "l.120")
def co_change(test):
    shop = shop_of(test)
    made = package(shop, "change shop/mail.py")
    file = file_of(made, "shop/cart.py")
    test.check("a neighbour", (file.get("tier"), file.get("relation"), file.get("seed"))
               == (3, "changed_with", "shop/mail.py"), made["files"])
    test.check("one common commit is not enough", "shop/weather.py" not in paths(made), paths(made))
    shop.set("code.co_change_min_commits", 3)
    test.check("the number is a setting", "shop/cart.py" not in paths(package(shop, "change shop/mail.py")))


@rules.rule("commits of more than 50 files are ignored", "decided")
def bulk_commits(test):
    for size, expected in ((50, True), (51, False)):
        files = {f"bulk/f{i:02}.py": f"def f_{i}():\n    return {i}\n" for i in range(size)}
        space = test.workspace(files)
        for turn in range(2):
            space.commit(f"Turn {turn}", {name: text + f"# {turn}\n" for name, text in files.items()})
        space.done("index")
        made = package(space, "change bulk/f00.py", plain=("--no-llm", *STAGES, "--context-window", 20000,
                                                           "--reserved-tokens", 0))
        found = [file for file in made["files"] if file["tier"] == 3]
        test.check(f"commits of {size} files", bool(found) == expected, paths(made))


def enriched(test, fields):
    """The shop with descriptions: {path: fields}. All other files are described as nothing special."""
    shop = shop_of(test)
    plain = {"purpose": "Nothing special.", "module": "none", "domain": "none", "concepts": ["nothing"],
             "public_api_surface": "none", "complexity_notes": "none"}

    def answer(asked):
        path = next((path for path in fields if path in asked.prompt), None)
        said = {**plain, **fields.get(path, {})}
        wanted = (asked.schema or {}).get("properties", said)
        return {name: value for name, value in said.items() if name in wanted}
    server = test.use(ModelServer(answer))
    shop.done("enrich", "--model", "tiny", "--base-url", server.openai, "--promote")
    return shop


@rules.rule("tier 4: files described with the task's concepts", "l.121")
def metadata(test):
    shop = enriched(test, {"shop/weather.py": {"concepts": ["meteorology"]},
                           "shop/mail.py": {"concepts": ["invoices"]}})
    made = package(shop, "change shop/cart.py for meteorology")
    file = file_of(made, "shop/weather.py")
    test.check("the described file", (file.get("tier"), file.get("relation")) == (4, "concept"), made["files"])
    test.check("the package says so", made["enriched"] is True)
    stemmed = package(shop, "change shop/prices.py for an invoice")
    test.check("another form of the word is found", "shop/mail.py" in paths(stemmed), paths(stemmed))


@rules.rule("without enrichment tier 4 is skipped, which is an info", "l.121, l.216")
def no_enrichment(test):
    shop = shop_of(test)
    answer = shop.done("retrieve", TASK, *PLAIN, "-v")
    test.check("-v says so", "enrichment not found" in answer.err and "tier 4" in answer.err, answer.err)
    test.check("JSON says so", package(shop)["enriched"] is False)


@rules.rule("each tier adds files until signatures fill the budget", "l.114, l.117")
def tiers_end(test):
    more = {f"shop/user_{i:02}.py": "from .cart import Cart\n\n\n" + "".join(
        f"def use_{i}_{j}(cart, other, more):\n    return Cart()\n\n\n" for j in range(12)) for i in range(40)}
    shop = shop_of(test, more)
    made = package(shop, "change shop/cart.py", plain=("--no-llm", *STAGES, "--context-window", 600,
                                                       "--reserved-tokens", 0))
    rows = [row for row in decisions_of(shop, made) if row["section"] in ("dependencies", "co_changes")]
    out = [row for row in rows if row["reason"] == "no_room"]
    test.check("some have no room", out, rows[:3])
    tier3 = [row["item"] for row in rows if row["section"] == "co_changes" and row["included"]]
    test.check("what had no room in tier 2 does not come back as tier 3",
               not {row["item"] for row in out if row["section"] == "dependencies"} & set(tier3), tier3)


@rules.rule("order inside a tier is by relation to the seeds", "l.123")
def order_in_a_tier(test):
    shop = shop_of(test, {"shop/a_one.py": "from .cart import Cart\n\n\ndef one():\n    return 1\n",
                          "shop/z_both.py": "from .cart import Cart\nfrom .weather import forecast\n\n\n"
                                            "def both():\n    return 1\n"})
    found = paths(package(shop, "change shop/cart.py and shop/weather.py"))
    test.check("two seeds before one", {"shop/z_both.py", "shop/a_one.py"} <= set(found)
               and found.index("shop/z_both.py") < found.index("shop/a_one.py"), found)


@rules.rule("every file has its tier, its relation and its seed", "l.115")
def provenance(test):
    shop = shop_of(test)
    made = package(shop)
    for file in made["files"]:
        test.check(file["path"], file["tier"] in (1, 2, 3, 4) and file["relation"]
                   and bool(file["seed"]) == (file["tier"] in (2, 3)), file)
    why = shop.done("why", "shop/prices.py").out
    test.check("why names the seed", "shop/cart.py" in why or "found by" in why or "search" in why, why)


# --- The model's judgment ----------------------------------------------------------------------------


@rules.rule("every stage asks the model", "l.103, decided")
def every_stage_asks(test):
    shop = shop_of(test)
    for protocol, port in (("ollama", OLLAMA_PORT), ("openai", 0)):
        server = test.use(ModelServer(model(), port=port))
        package(shop, plain=with_model(getattr(server, protocol)))
        test.check(f"{protocol}: analysis, scope, precision",
                   [stage_of(asked) for asked in server.asked] == ["analysis", "scope", "precision"],
                   [stage_of(asked) for asked in server.asked])
        path = {"ollama": "/api/chat", "openai": "/v1/chat/completions"}[protocol]
        test.check(f"{protocol}: address and model", all(asked.path == path and asked.body["model"] == "tiny"
                                                         for asked in server.asked), server.asked[0])
        test.check(f"{protocol}: a schema in each request", all(asked.schema for asked in server.asked))


@rules.rule("the scope prompt has task and candidates with summaries", "l.125")
def scope_prompt(test):
    shop = shop_of(test)
    server = test.use(ModelServer(model(relevant=("shop/checkout.py",))))
    made = package(shop, plain=with_model(server.openai))
    prompt = server.prompts[1]
    test.check("the task", TASK in prompt, prompt)
    test.check("candidates with signatures", "shop/checkout.py" in prompt and "def check_out" in prompt, prompt)
    test.check("irrelevant files go", "shop/checkout.py" in paths(made) and "shop/prices.py" not in paths(made),
               paths(made))
    rows = {row["item"]: row["reason"] for row in decisions_of(shop, made) if not row["included"]}
    test.check("and the log says so", rows.get("shop/prices.py") == "judged_irrelevant", rows)


@rules.rule("the prompts have what enrichment said", "l.125, l.136, decided")
def prompts_have_enrichment(test):
    shop = enriched(test, {"shop/checkout.py": {"purpose": "PURPOSEMARK takes money.",
                                                "public_api_surface": "SURFACEMARK check_out(request)",
                                                "complexity_notes": "NOTESMARK rounding is subtle."}})
    server = test.use(ModelServer(model()))
    package(shop, "change shop/cart.py", plain=with_model(server.openai))
    scope = next(asked.prompt for asked in server.asked if stage_of(asked) == "scope")
    precision = next(asked.prompt for asked in server.asked if stage_of(asked) == "precision")
    for mark in ("PURPOSEMARK", "SURFACEMARK", "NOTESMARK"):
        test.check(f"scope: {mark}", mark in scope, scope)
        test.check(f"precision: {mark}", mark in precision, precision)


@rules.rule("candidates come in batches of 24, and a bad batch is denied alone", "decided")
def batches(test):
    more = {f"shop/user_{i:02}.py": f"from .cart import Cart\n\n\ndef use_{i}():\n    return Cart()\n" for i in range(60)}
    shop = shop_of(test, more)
    judge, calls = model(), []

    def answer(asked):
        if stage_of(asked) == "scope":
            calls.append(len(candidates_of(asked)))
            if len(calls) == 1:
                return "I would rather not."
        return judge(asked)
    server = test.use(ModelServer(answer))
    made = package(shop, "change shop/cart.py",
                   plain=("--model", "tiny", "--base-url", server.openai, "--stages", "scope",
                          "--context-window", 20000, "--reserved-tokens", 0))
    test.check("24 in each but the last", calls and all(size == 24 for size in calls[:-1]) and calls[-1] <= 24, calls)
    test.check("the first batch is out, the others are in", len(made["files"]) == 1 + sum(calls[1:]),
               (calls, len(made["files"])))
    test.check("a notice says so", made["report"]["notices_count"] > 0)


@rules.rule("an answer that cannot be used denies by default", "l.103, decided")
def bad_answers(test):
    shop = shop_of(test)
    for name, turn in (("words", "I would rather talk."), ("fenced", '```json\n{"relevant": [1]}\n```'),
                       ("out of range", '{"relevant": [999]}'), ("wrong type", '{"relevant": "all"}'),
                       ("another key", '{"relevant": [1], "more": 1}'), ("truncated", Truncated())):
        judge = model()
        server = test.use(ModelServer(lambda asked, turn=turn, judge=judge:
                                      turn if stage_of(asked) == "scope" else judge(asked)))
        answer = shop.run("retrieve", "change shop/cart.py", *with_model(server.openai), "--format", "json")
        test.check(f"{name}: the named seed alone", answer.code == 0 and paths(answer.json()) == ["shop/cart.py"], answer)
        test.check(f"{name}: a notice", answer.code == 0 and answer.json()["report"]["notices_count"] > 0, answer.err)
    server = test.use(ModelServer(lambda asked: Refusal()))
    answer = shop.run("retrieve", "change shop/cart.py", *with_model(server.openai), "--format", "json")
    test.check("a refusal denies too", answer.code == 0 and paths(answer.json()) == ["shop/cart.py"], answer)


@rules.rule("the model puts each symbol into one of four tiers", "l.136")
def four_tiers(test):
    shop = shop_of(test)
    server = test.use(ModelServer(model(primary=("shop/cart.py",), supporting=("shop/prices.py",),
                                        types=("shop/checkout.py",))))
    made = package(shop, plain=with_model(server.openai))
    rows = {row["item"]: row for row in decisions_of(shop, made) if row["section"] == "symbols"}
    for item, tier in (("shop/prices.py#price_of", "supporting"), ("shop/checkout.py#check_out", "type_context")):
        test.check(f"{item} is {tier}", rows.get(item, {}).get("rendition") == tier, rows.get(item))
    left = [item for item, row in rows.items() if not row["included"]]
    test.check("what it does not list is excluded", "tests/test_cart.py#test_empty_cart_costs_nothing" in left, left)
    text = shop.done("retrieve", TASK, *with_model(server.openai)).out
    test.check("a supporting symbol has its signature and no body", "def price_of" in text and "base * rate" not in text,
               text)


@rules.rule("a symbol that the model calls primary gets its body", "l.136, decided")
def model_promotes(test):
    shop = shop_of(test, {
        "shop/clock.py": "from .gears import turn_gears\n\n\nclass Clock:\n    def strike(self, hour):\n"
                         "        return turn_gears(hour)\n",
        "shop/gears.py": "def turn_gears(steps):\n    first = steps + 1\n    second = first * 2\n"
                         "    return second - 7\n"})
    server = test.use(ModelServer(model()))
    text = shop.done("retrieve", "fix Clock.strike", *with_model(server.openai)).out
    test.check("the body is there", "return second - 7" in text, text)


@rules.rule("a promoted body that does not fit becomes a window", "l.136, decided")
def promoted_window(test):
    body = "".join(f"    value_{i} = steps + {i} * 1000\n" for i in range(900))
    shop = shop_of(test, {
        "shop/clock.py": "from .gears import turn_gears\n\n\nclass Clock:\n    def strike(self, hour):\n"
                         "        return turn_gears(hour)\n",
        "shop/gears.py": f"def turn_gears(steps):\n{body}    return steps\n"})
    server = test.use(ModelServer(model()))
    answer = shop.done("retrieve", "fix Clock.strike", *with_model(server.openai), "--format", "json")
    text = shop.done("retrieve", "fix Clock.strike", *with_model(server.openai)).out
    test.check("some lines of it are there", "value_" in text, text)
    test.check("with its signature", "def turn_gears(steps)" in text, text[:800])
    test.check("within the budget", tokens_of(text) <= answer.json()["budget"], tokens_of(text))


@rules.rule("calls are logged with prompt, answer, time and tokens", "l.105, l.125, l.136")
def calls_are_logged(test):
    shop = shop_of(test)
    server = test.use(ModelServer(model(intent="INTENTMARK is needed.")))
    made = package(shop, plain=with_model(server.openai))
    rows = shop.rows("raw.db", "select body from event where run_id = ? and kind = 'model_call' order by ordinal",
                     made["run"])
    calls = [json.loads(body) for (body,) in rows]
    test.check("one event per call", len(calls) == 3, len(calls))
    test.check("the prompts as they were sent", [call["prompt"] for call in calls] == server.prompts)
    test.check("answers, time and the server's tokens", all(
        call["response"] and call["latency_ms"] >= 0 and (call["prompt_tokens"], call["completion_tokens"]) == (111, 22)
        for call in calls), calls[:1])
    shown = shop.done("runs", "show", made["run"])
    test.check("runs show prints the calls", "INTENTMARK" in shown.out and "111" in shown.out, shown.out[-1500:])
    as_json = json.dumps(run_of(shop, made))
    test.check("and its JSON", "INTENTMARK" in as_json and "Candidates" in as_json)


@rules.rule("secrets of the server's address and key are not shown", "decided")
def no_secrets(test):
    shop = shop_of(test)
    server = test.use(ModelServer(model()))
    key = "sk-" + "q7Zr" * 8
    answer = shop.run("retrieve", TASK, *with_model(server.openai), "--format", "json", SATCHEL_LLM_API_KEY=key)
    test.check("the key is sent", any(key in str(asked.headers) for asked in server.asked),
               server.asked[0].headers if server.asked else answer)
    test.check("and not printed", key not in answer.out + answer.err)
    database = sqlite3.connect(shop.root / ".satchel/raw.db")
    test.check("nor logged", key not in "\n".join(database.iterdump()))
    database.close()


@rules.rule("a required model that fails ends the run", "decided")
def required_model(test):
    shop = shop_of(test)
    answer = shop.run("retrieve", TASK, *with_model(f"http://127.0.0.1:{unused_port()}"))
    test.check("unreachable", answer.code not in (0, None) and answer.out == "" and answer.err, answer)
    denied = test.use(ModelServer(lambda asked: Status(401, message="no such key")))
    answer = shop.run("retrieve", TASK, *with_model(denied.openai))
    test.check("denied at once", answer.code not in (0, None) and len(denied.asked) == 1, (answer, len(denied.asked)))
    calls = []

    def busy(asked):
        calls.append(asked)
        return Status(429, {"Retry-After": "0"}) if len(calls) == 1 else model()(asked)
    server = test.use(ModelServer(busy))
    answer = shop.run("retrieve", TASK, *with_model(server.openai))
    test.check("busy once is tried again", answer.code == 0, answer)


@rules.rule("--llm optional answers without a model that fails", "decided")
def optional_model(test):
    shop = shop_of(test)
    expected = paths(package(shop))
    for name, turn in (("error", Status(500)), ("reset", Reset())):
        server = test.use(ModelServer(lambda asked, turn=turn: turn))
        answer = shop.run("retrieve", TASK, *with_model(server.openai), "--llm", "optional", "--format", "json")
        test.check(f"{name}: the rules decide", answer.code == 0 and paths(answer.json()) == expected, answer)
        test.check(f"{name}: a notice", answer.code == 0 and answer.json()["report"]["notices_count"] > 0, answer.err)


@rules.rule("--llm optional --timeout 4s answers although the server stalls", "decided")
def stalled_server(test):
    shop = shop_of(test)
    package(shop)
    server = test.use(ModelServer(lambda asked: Stall()))
    answer = shop.run("retrieve", TASK, *with_model(server.openai), "--llm", "optional", "--timeout", "4s", "--format",
                      "json", seconds=60)
    test.check("exit 0", answer.code == 0, answer)
    test.check("with the package of the rules", answer.code == 0 and "shop/cart.py" in paths(answer.json()), answer)
    test.check("and a notice", answer.code == 0 and "model" in json.dumps(answer.json()["report"]["notices"]), answer.err)
    test.check("one call alone is waited for", len(server.asked) == 1, len(server.asked))


@rules.rule("a dead server costs one attempt per run", "decided")
def dead_server(test):
    shop = shop_of(test)
    server = test.use(DeadServer())
    answer = shop.run("retrieve", TASK, *with_model(server.url), "--llm", "optional", "--format", "json")
    test.check("the run answers", answer.code == 0, answer)
    test.check("one connection", server.connections == 1, server.connections)
    refused = shop.run("retrieve", TASK, *with_model(f"http://127.0.0.1:{unused_port()}"), "--llm", "optional")
    test.check("a port without a listener is known as such once", refused.code == 0 and refused.err.count("refused") <= 1,
               refused.err)


# --- Precision, budget and assembly --------------------------------------------------------------------


@rules.rule("symbols by references, assertions of tests, reasons", "l.135")
def symbols(test):
    shop = shop_of(test)
    made = package(shop)
    text = shop.done("retrieve", TASK, *PLAIN).out
    test.check("the body of the seed", "return max(0, sum(" in text, text)
    rows = {row["item"]: row for row in decisions_of(shop, made) if row["section"] == "symbols"}
    test.check("what it uses", "used by" in json.dumps(rows.get("shop/prices.py#price_of", {}))
               or rows.get("shop/prices.py#price_of", {}).get("rendition") == "primary", rows)
    test.check("an assertion of its test", 'assert Cart().total("EUR") == 0' in text, text)
    test.check("the comment with a reason", "because a discount" in text, text)


@rules.rule("symbols of TypeScript by files and names", "l.135")
def typescript(test):
    shop = test.workspace({
        "web/cart.ts": 'import { priceOf } from "./prices";\n\nexport class Basket {\n  total(): number {\n'
                       "    return priceOf(this);\n  }\n}\n",
        "web/prices.ts": "export function priceOf(basket: unknown): number {\n  return 1;\n}\n"})
    shop.done("index")
    made = package(shop, "fix Basket.total")
    test.check("the seed", file_of(made, "web/cart.ts").get("tier") == 1, made["files"])
    test.check("its dependency", "web/prices.ts" in paths(made), made["files"])
    test.check("whose function is named", "priceOf" in shop.done("retrieve", "fix Basket.total", *PLAIN).out)


@rules.rule("precision without scope has nothing to look into, and says so", "l.138, decided")
def precision_alone(test):
    shop = shop_of(test)
    answer = shop.run("retrieve", TASK, "--no-llm", "--stages", "precision", *WINDOW)
    test.check("an error or a word on stderr", answer.code == 2 or answer.err.strip(), answer)
    reverse = shop.run("retrieve", TASK, "--no-llm", "--stages", "precision,scope", *WINDOW)
    test.check("the wrong order too", reverse.code == 2 or reverse.err.strip(), reverse)


@rules.rule("the package is never larger than the budget", "l.145, l.152-153, l.265")
def never_over(test):
    shop = shop_of(test)
    for window in (40, 60, 90, 140, 220, 400, 800, 1600, 6000):
        for form in ("markdown", "prompt"):
            answer = shop.run("retrieve", "fix Cart.total and checkout", "--no-llm", *STAGES, "--context-window", window,
                              "--reserved-tokens", 0, "--format", form)
            if answer.code == 2:
                test.check(f"{window}, {form}: the error names a budget", re.search(r"\d+ tokens", answer.err), answer)
                continue
            test.check(f"{window}, {form}", answer.code == 0 and tokens_of(answer.out) <= window * 9 // 10,
                       f"{tokens_of(answer.out)} tokens")
    for counter in ("o200k", "cl100k", "safe"):
        made = package(shop, TASK, "--tokenizer", counter, "--context-window", "400", "--reserved-tokens", "0",
                       plain=("--no-llm", *STAGES))
        test.check(counter, made["tokens_used"] <= made["budget"] == 400, (made["tokens_used"], made["budget"]))


@rules.rule("the smallest sufficient budget is named exactly", "decided")
def smallest_budget(test):
    shop = shop_of(test)
    base = ("retrieve", "change shop/cart.py shop/mail.py shop/weather.py", "--no-llm", *STAGES, "--reserved-tokens", 0)
    answer = shop.run(*base, "--context-window", 12, "--margin", 0)
    named = re.search(r"at least (\d+)", answer.err) or re.search(r"(\d+) tokens", answer.err)
    test.check("the error names it", answer.code == 2 and named, answer)
    if not named:
        return
    least = int(named.group(1))
    test.check("it is enough", shop.run(*base, "--context-window", least, "--margin", 0).code == 0, answer.err)
    test.check("one less is not", shop.run(*base, "--context-window", least - 1, "--margin", 0).code == 2, answer.err)
    tight = shop.run(*base, "--context-window", 12)
    named = re.findall(r"(\d+)", tight.err)
    test.check("with a margin the named window is enough", any(
        shop.run(*base, "--context-window", number).code == 0 for number in named if int(number) > 12), tight)


@rules.rule("bodies become shorter before a file goes", "l.69, l.146")
def demotion(test):
    shop = shop_of(test)
    order = ["name", "signature", "signature_doc", "window", "full"]
    before = None
    for window in (6000, 800, 500, 350, 250, 180, 120, 80):
        answer = shop.run("retrieve", TASK, "--no-llm", *STAGES, "--context-window", window, "--reserved-tokens", 0,
                          "--format", "json")
        if answer.code != 0:
            break
        made = answer.json()
        best = {file["path"]: max(order.index(piece["rendition"]) for piece in file["pieces"]) for file in made["files"]}
        if before is not None:
            gone = set(before) - set(best)
            test.check(f"{window}: a body of a later tier does not outlive a file of an earlier one",
                       not gone or all(best[path] == 0 or file_of(made, path)["tier"] <= min(before_tiers[path] for path in gone)
                                       for path in best), (gone, best))
        before, before_tiers = best, {file["path"]: file["tier"] for file in made["files"]}
    test.check("the smallest budget still has the seed", before is not None and "shop/cart.py" in before, before)


@rules.rule("the package is ordered and deduplicated", "l.160")
def ordered(test):
    shop = shop_of(test)
    made = package(shop, "fix Cart.total in shop/cart.py, see cart.py")
    test.check("each file once", len(paths(made)) == len(set(paths(made))), paths(made))
    tiers = [file["tier"] for file in made["files"]]
    test.check("by tier", tiers == sorted(tiers), tiers)
    pieces = [piece["id"] for file in made["files"] for piece in file["pieces"]]
    test.check("each piece once", len(pieces) == len(set(pieces)), pieces)
    texts = {shop.done("retrieve", TASK, *PLAIN).out for _ in range(3)}
    test.check("the same bytes each time", len(texts) == 1)


@rules.rule("edges are between included files only", "l.161")
def edges(test):
    shop = shop_of(test)
    for window in ("200", "400", "6000"):
        made = package(shop, TASK, plain=("--no-llm", *STAGES, "--context-window", window, "--reserved-tokens", "0"))
        shown = set(paths(made))
        test.check(window, all({edge["from"], edge["to"]} <= shown for edge in made["dependencies"]),
                   made["dependencies"])
        real = {("shop/cart.py", "shop/prices.py"), ("shop/checkout.py", "shop/cart.py"),
                ("tests/test_cart.py", "shop/cart.py")}
        expected = {edge for edge in real if set(edge) <= shown}
        test.check(f"{window}: all of them", {(edge["from"], edge["to"]) for edge in made["dependencies"]} == expected,
                   made["dependencies"])


@rules.rule("Markdown, prompt and JSON", "l.162, l.170")
def renderings(test):
    shop = shop_of(test)
    markdown = shop.done("retrieve", TASK, *PLAIN).out
    prompt = shop.done("retrieve", TASK, *PLAIN, "--format", "prompt").out
    made = package(shop)
    test.check("Markdown has headings and fences", markdown.startswith("#") and "```" in markdown)
    test.check("the prompt has other marks", prompt != markdown and "return max(0, sum(" in prompt)
    test.check("JSON has sections, files and the budget", {"sections", "files", "budget", "tokens_used",
                                                           "task_query", "budget_config"} <= set(made), sorted(made))


@rules.rule("the package has symbols with their tiers", "l.84-86")
def symbols_in_the_package(test):
    made = package(shop_of(test))
    tiers = {}
    for file in made["files"]:
        for symbol in file.get("symbols", []):
            name = symbol.get("symbol") or symbol.get("name")
            tiers[name] = symbol.get("tier") or symbol.get("detail")
    test.check("files have symbols", tiers, made["files"][:1])
    test.check("primary and supporting among them", {"primary", "supporting"} <= set(tiers.values()), tiers)


@rules.rule("-v says what was understood and done", "l.171")
def verbose(test):
    answer = shop_of(test).done("retrieve", TASK, *PLAIN, "-v")
    for words in ("bug_fix", "code.scope", "code.precision", "considered", "tokens"):
        test.check(words, words in answer.err, answer.err)


@rules.rule("an empty package says why", "decided")
def empty_package(test):
    shop = shop_of(test)
    answer = shop.run("retrieve", "how do parrots breed in winter", *PLAIN)
    test.check("no such words: stderr names them", answer.code == 0 and "parrots" in answer.err, answer)
    made = package(shop, "how do parrots breed in winter")
    test.check("and JSON", not made["files"] and "parrots" in (made["empty"] or {}).get("text", ""), made)
    server = test.use(ModelServer(model(relevant=(), primary=())))
    answer = shop.run("retrieve", "improve the sum of prices", *with_model(server.openai))
    test.check("the model found nothing relevant: stderr says so", answer.code == 0 and "model" in answer.err, answer)
    answer = shop.run("retrieve", "improve the sum of prices", *with_model(server.openai), "--format", "json")
    made = answer.json()
    test.check("and JSON", (made["empty"] or {}).get("reason") == "judged_irrelevant", made)


# --- Refinement ----------------------------------------------------------------------------------------


@rules.rule("a refinement adds what was missing, within the same budget", "l.83, l.195, l.209-214, l.269")
def refinement(test):
    shop = shop_of(test)
    made = package(shop, plain=("--no-llm", *STAGES, "--context-window", "700", "--reserved-tokens", "0"))
    for flag, value, path in (("--missing-file", "shop/weather.py", "shop/weather.py"),
                              ("--missing-symbol", "send_letter", "shop/mail.py"),
                              ("--missing-test", "test_empty_cart_costs_nothing", "tests/test_cart.py"),
                              ("--error", 'File "shop/prices.py", line 4, in price_of', "shop/prices.py")):
        after = shop.done("refine", made["task_id"], "--reason", "it was missing", flag, value, "--format", "json").json()
        test.check(f"{flag} brings {path}", path in paths(after), paths(after))
        test.check(f"{flag}: the same task and budget", (after["task_id"], after["budget"])
                   == (made["task_id"], made["budget"]))
        test.check(f"{flag}: never over", after["tokens_used"] <= after["budget"])
        test.check(f"{flag}: earlier files stay", "shop/cart.py" in paths(after), paths(after))
    nowhere = shop.done("refine", made["task_id"], "--missing-file", "no/such.py", "--format", "json").json()
    test.check("what is nowhere is reported", nowhere["not_found"] == ["no/such.py"], nowhere["not_found"])
    unknown = shop.run("refine", "no-such-task")
    test.check("an unknown task is an error", unknown.code not in (0, None) and unknown.err, unknown)


@rules.rule("another program may write the request", "l.204-207")
def request_by_another_program(test):
    shop = shop_of(test)
    made = package(shop)
    request = {"reason": "it was missing", "missing_files": ["shop/weather.py"], "missing_symbols": [],
               "missing_tests": [], "error_signatures": []}
    database = sqlite3.connect(shop.root / ".satchel/sessions" / f"{made['task_id']}.db")
    database.execute("insert or replace into session_value (workspace_id, task, name, version, value)"
                     " values (1, ?, 'refinement_request', 1, ?)", (made["task_id"], json.dumps(request)))
    database.commit()
    database.close()
    after = shop.done("refine", made["task_id"], "--format", "json").json()
    test.check("refine takes it from the session", "shop/weather.py" in paths(after), paths(after))


@rules.rule("refine without a model keeps its verdicts or says that it does not", "l.195, l.212, decided")
def refine_after_a_model(test):
    shop = shop_of(test)
    server = test.use(ModelServer(model(relevant=())))
    made = package(shop, plain=with_model(server.openai))
    test.check("the model left the named seed alone", paths(made) == ["shop/cart.py"], paths(made))
    answer = shop.done("refine", made["task_id"], "--missing-file", "shop/weather.py", "--format", "json")
    back = set(paths(answer.json())) - {"shop/cart.py", "shop/weather.py"}
    test.check("judged files stay away, or stderr says that they come back", not back or "model" in answer.err,
               (sorted(back), answer.err))
    asked = len(server.asked)
    shop.done("refine", made["task_id"], "--model", "tiny", "--base-url", server.openai)
    test.check("with --model it is asked again", len(server.asked) > asked)


# --- Other surfaces --------------------------------------------------------------------------------------


def mcp(space, *messages):
    """The answers of the MCP server to requests, by id."""
    lines = [{"jsonrpc": "2.0", "id": 0, "method": "initialize",
              "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}},
             {"jsonrpc": "2.0", "method": "notifications/initialized"}, *messages]
    answer = space.run("mcp", given="".join(json.dumps(line) + "\n" for line in lines))
    replies = [json.loads(line) for line in answer.out.splitlines() if line.strip()]
    return {reply["id"]: reply for reply in replies if "id" in reply}


@rules.rule("a program gets the package: MCP has a tool", "l.193, decided")
def mcp_tool(test):
    shop = shop_of(test)
    replies = mcp(shop, {"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    tools = {tool["name"]: tool for tool in replies[1]["result"]["tools"]}
    if not test.check("there is a tool `retrieve`", "retrieve" in tools, sorted(tools)):
        return
    keys = set(tools["retrieve"]["inputSchema"]["properties"])
    test.check("it takes a task and a budget", "task" in keys and keys & {"budget", "context_window"}, keys)
    arguments = {"task": TASK}
    arguments.update({"budget": 2000} if "budget" in keys else {"context_window": 3000, "reserved_tokens": 1000})
    replies = mcp(shop, {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                         "params": {"name": "retrieve", "arguments": arguments}})
    text = json.dumps(replies[1])
    test.check("it answers", "shop/cart.py" in text and not replies[1].get("result", {}).get("isError"), text)
    test.check("with a handle of the session", "task_id" in text, text)


@rules.rule("why and replay know the run", "l.25, decided")
def why_and_replay(test):
    shop = shop_of(test)
    package(shop)
    test.check("why explains a file that is there", "shop/cart.py" in shop.done("why", "shop/cart.py").out)
    left = shop.run("why", "shop/weather.py")
    test.check("and one that is not", left.code in (0, 5) and (left.out + left.err).strip(), left)
    shop.write({"shop/cart.py": "x = 1\n"})
    replayed = shop.done("replay", "last")
    test.check("replay gives the same bytes after the code changed", "same bytes" in replayed.out, replayed)


@rules.rule("a file that changed meanwhile is seen", "decided, design 5")
def refresh(test):
    shop = shop_of(test)
    shop.write({"shop/till.py": "def open_the_till():\n    return 1\n"})
    made = package(shop, "fix open_the_till")
    test.check("a new file is found without an index run", "shop/till.py" in paths(made), paths(made))


@rules.rule("the commands of the specification's gate", "l.249-269")
def gate(test):
    shop = test.workspace(SHOP)
    server = test.use(ModelServer(model()))
    indexed = shop.run("index", shop.root, "-v", at=shop.home)
    test.check("index PATH -v", indexed.code == 0, indexed)
    described = shop.run("enrich", shop.root, "--model", "tiny", "--base-url", server.openai, "--promote", at=shop.home)
    test.check("enrich PATH --model M --promote", described.code in (0, 1) and described.code is not None, described)
    bare = shop.run("enrich", shop.root, "--model", "tiny", "--promote", at=shop.home,
                    SATCHEL_LLM_BASE_URL=server.openai)
    test.check("enrich takes the address from the setting", bare.code in (0, 1), bare)
    for flags in (("-v",), ("--format", "json")):
        answer = shop.run("retrieve", "fix the login validation bug of the cart", "--repo", shop.root, "--model", "tiny",
                          "--base-url", server.openai, *STAGES, "--context-window", 32768, "--reserved-tokens", 4096,
                          *flags, at=shop.home)
        test.check(f"retrieve {' '.join(flags)}", answer.code == 0, answer)


if __name__ == "__main__":
    sys.exit(rules.run())
