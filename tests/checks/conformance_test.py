"""Every page in docs/conformance covers the lines it says it covers, and names tests that exist."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TEST = re.compile(r"^TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\)", re.MULTILINE)


def known_tests():
    names = set()
    for folder in ("src", "tests"):
        for path in (ROOT / folder).rglob("*_test.cc"):
            names |= {".".join(pair) for pair in TEST.findall(path.read_text(encoding="utf-8"))}
    return names


def lines_of(text):
    lines = set()
    for first, last in re.findall(r"(\d+)-(\d+)", text):
        lines |= set(range(int(first), int(last) + 1))
    return lines


def findings(page, tests):
    """What is wrong with a page's text."""
    promised = re.search(r"^Lines covered: (.*)\.$", page, re.MULTILINE)
    if not promised:
        return ["no line 'Lines covered: …'"]
    found = []
    covered = set()
    for row in re.findall(r"^\| (\d+-\d+) \|(.*)\|$", page, re.MULTILINE):
        covered |= lines_of(row[0])
        named = re.findall(r"\b\w+Test\.\w+", row[1])
        if not named:
            found.append(f"lines {row[0]} have no test")
        found += [f"lines {row[0]} name {name}, which does not exist" for name in named if name not in tests]
    missing = sorted(lines_of(promised.group(1)) - covered)
    if missing:
        found.append(f"lines without a row: {missing}")
    return found


def main():
    tests = known_tests()
    pages = sorted((ROOT / "docs/conformance").glob("*.md"))
    assert pages, "there is no page to check"
    wrong = [f"{page.name}: {text}" for page in pages for text in findings(page.read_text(encoding="utf-8"), tests)]

    # The check itself must see a hole, a row without a test and a test that is not there.
    planted = "Lines covered: 1-4.\n\n| 1-2 | a | b | |\n| 3-3 | a | b | NoSuchTest.AtAll |\n"
    seen = findings(planted, tests)
    assert seen == ["lines 1-2 have no test", "lines 3-3 name NoSuchTest.AtAll, which does not exist",
                    "lines without a row: [4]"], seen

    print("\n".join(wrong) or f"{len(pages)} pages, nothing missing")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
