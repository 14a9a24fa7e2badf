#include "ask/failed_command.h"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::ask {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// As the decision is made when nothing but the texts is known.
FailureReason ReasonOf(const CommandRun& run) {
  return DecideOnFailure({.silent = ReadCommandRun(run).silent});
}

std::vector<std::string> PlacesOf(const CommandRun& run) {
  std::vector<std::string> places;
  for (const TraceFrame& place : ReadCommandRun(run).places) {
    places.push_back(fmt::format("{}:{}", place.path, place.line));
  }
  return places;
}

struct Case {
  std::string_view tool;
  std::string_view command;
  int exit_code;
  std::string_view place;  // the first that is found
  std::string_view message;
  std::string_view output;
};

// Real shapes, shortened.
const std::vector<Case> kFailures = {
    {"pytest", "pytest -q", 1, "shop/cart.py:12", "E       KeyError: 'pear'",
     R"(F.                                                                       [100%]
=================================== FAILURES ===================================
__________________________________ test_total __________________________________

    def test_total():
>       assert total({"pear": 2}, {}) == 0

tests/test_cart.py:7:
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
shop/cart.py:12: in total
    return sum(prices[item] * count for item, count in cart.items())
E       KeyError: 'pear'

shop/cart.py:12: KeyError
=========================== short test summary info ============================
FAILED tests/test_cart.py::test_total - KeyError: 'pear'
1 failed, 1 passed in 0.03s
)"},
    {"unittest", "python3 -m unittest", 1, "home/u/shop/tests/test_cart.py:9",
     "AssertionError: 3 != 4",
     R"(F
======================================================================
FAIL: test_total (tests.test_cart.CartTest.test_total)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/home/u/shop/tests/test_cart.py", line 9, in test_total
    self.assertEqual(total({}), 4)
AssertionError: 3 != 4

----------------------------------------------------------------------
Ran 1 test in 0.001s

FAILED (failures=1)
)"},
    {"go test", "go test ./...", 1, "cart_test.go:12", "cart_test.go:12: Total() = 3, want 4",
     "--- FAIL: TestTotal (0.00s)\n    cart_test.go:12: Total() = 3, want 4\nFAIL\n"
     "FAIL\tshop/cart\t0.002s\n"},
    {"go build", "go build ./...", 1, "cart/cart.go:7", "",
     "# shop/cart\ncart/cart.go:7:9: undefined: prices\n"},
    {"go vet", "go vet ./...", 1, "cart/cart.go:9", "",
     "# shop/cart\ncart/cart.go:9:2: Printf format %d has arg name of wrong type string\n"},
    {"cargo test", "cargo test", 101, "src/cart.rs:31",
     "thread 'cart::totals' panicked at src/cart.rs:31:9:",
     "running 2 tests\ntest cart::adds ... ok\ntest cart::totals ... FAILED\n\nfailures:\n\n"
     "---- cart::totals stdout ----\n\nthread 'cart::totals' panicked at src/cart.rs:31:9:\n"
     "assertion `left == right` failed\n  left: 3\n right: 4\n\nfailures:\n    cart::totals\n\n"
     "test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured\n"},
    {"rustc", "cargo build", 101, "src/cart.rs:9", "error[E0425]: cannot find value `prices`",
     "warning: unused variable: `tax`\n --> src/tax.rs:2:9\n  |\n2 |     let tax = 1;\n\n"
     "error[E0425]: cannot find value `prices`\n --> src/cart.rs:9:5\n  |\n9 |     prices\n\n"
     "error: could not compile `shop` (lib) due to 1 previous error; 1 warning emitted\n"},
    {"gcc", "make", 2, "src/cart.c:9", "src/cart.c:9:5: error: 'prices' undeclared",
     "cc -c src/tax.c\nsrc/tax.c:3:7: warning: unused variable 'tax' [-Wunused-variable]\n"
     "cc -c src/cart.c\nsrc/cart.c: In function 'total':\n"
     "src/cart.c:9:5: error: 'prices' undeclared\nmake: *** [Makefile:4: cart.o] Error 1\n"},
    {"ld", "make", 2, "src/main.c:12", "main.c:(.text+0x1a): undefined reference to `total'",
     "/usr/bin/ld: main.o: in function `main':\nsrc/main.c:12:\n"
     "main.c:(.text+0x1a): undefined reference to `total'\n"
     "collect2: error: ld returned 1 exit status\n"},
    {"tsc", "npx tsc --noEmit", 2, "src/cart.ts:12",
     "src/cart.ts(12,5): error TS2322: Type 'string' is not assignable to type 'number'.",
     "src/cart.ts(12,5): error TS2322: Type 'string' is not assignable to type 'number'.\n"},
    {"eslint", "npx eslint .", 1, "home/u/shop/src/cart.js:12",
     "12:5   error    'b' is not defined",
     "\n/home/u/shop/src/cart.js\n   3:10  warning  'a' is unused\n  12:5   error    'b' is not "
     "defined"
     "\n\n✖ 2 problems (1 error, 1 warning)\n"},
    {"jest", "npm test", 1, "src/cart.test.js:9", "FAIL src/cart.test.js",
     R"(FAIL src/cart.test.js
  Cart
    ✕ totals (3 ms)

  ● Cart › totals

    expect(received).toBe(expected) // Object.is equality

    Expected: 4
    Received: 3

      at Object.toBe (src/cart.test.js:9:21)

Tests:       1 failed, 1 passed, 2 total
)"},
    {"vitest", "npx vitest run", 1, "src/cart.test.ts:9",
     "AssertionError: expected 3 to be 4 // Object.is equality",
     " FAIL  src/cart.test.ts > totals\nAssertionError: expected 3 to be 4 // Object.is equality\n"
     " ❯ src/cart.test.ts:9:21\n\n Test Files  1 failed (1)\n      Tests  1 failed | 1 passed "
     "(2)\n"},
    {"mvn", "mvn -q test", 1, "home/u/shop/src/main/java/shop/Cart.java:12",
     "[ERROR] /home/u/shop/src/main/java/shop/Cart.java:[12,9] cannot find symbol",
     "[INFO] Compiling\n[ERROR] COMPILATION ERROR :\n"
     "[ERROR] /home/u/shop/src/main/java/shop/Cart.java:[12,9] cannot find symbol\n"
     "[INFO] BUILD FAILURE\n"},
    {"gradle", "./gradlew test", 1, "shop/CartTest.java:12", "",
     "> Task :test FAILED\n\nCartTest > totals() FAILED\n"
     "    org.opentest4j.AssertionFailedError: expected: <4> but was: <3>\n"
     "        at shop.CartTest.totals(CartTest.java:12)\n\n1 test completed, 1 failed\n\n"
     "FAILURE: Build failed with an exception.\n"},
    {"ctest", "ctest --output-on-failure", 8, "home/u/shop/tests/cart_test.cc:12",
     "1: /home/u/shop/tests/cart_test.cc:12: Failure",
     "1: /home/u/shop/tests/cart_test.cc:12: Failure\n1: Expected equality of these values:\n"
     "1/1 Test #1: cart .............................***Failed    0.01 sec\n\n"
     "0% tests passed, 1 tests failed out of 1\n"},
    {"node", "node src/main.mjs", 1, "home/u/shop/src/cart.mjs:3",
     "TypeError: Cannot read properties of undefined (reading 'pear')",
     "file:///home/u/shop/src/cart.mjs:3\n  return prices.pear;\n                ^\n\n"
     "TypeError: Cannot read properties of undefined (reading 'pear')\n"
     "    at total (file:///home/u/shop/src/cart.mjs:3:17)\n"
     "    at ModuleJob.run (node:internal/modules/esm/module_job:234:25)\n"},
    {"ruff", "ruff check .", 1, "shop/cart.py:1", "",
     "shop/cart.py:1:8: F401 [*] `os` imported but unused\nFound 1 error.\n"},
    {"ruff, its full form", "ruff check .", 1, "shop/cart.py:1", "",
     "F401 [*] `os` imported but unused\n --> shop/cart.py:1:8\n  |\n1 | import os\n\n"
     "Found 1 error.\n"},
    {"pyflakes", "pyflakes shop", 1, "shop/cart.py:1", "",
     "shop/cart.py:1:1: 'os' imported but unused\n"},
    {"mypy", "mypy shop", 1, "shop/cart.py:12",
     "shop/cart.py:12: error: Incompatible return value type (got \"str\", expected \"int\")",
     "shop/cart.py:12: error: Incompatible return value type (got \"str\", expected \"int\")\n"
     "Found 1 error in 1 file (checked 3 source files)\n"},
    {"rspec", "bundle exec rspec", 1, "spec/cart_spec.rb:7", "",
     "Failures:\n\n  1) Cart totals\n     Failure/Error: expect(cart.total).to eq(4)\n\n"
     "       expected: 4\n            got: 3\n     # ./spec/cart_spec.rb:7:in `block'\n\n"
     "2 examples, 1 failure\n"},
    {"phpunit", "vendor/bin/phpunit", 1, "home/u/shop/tests/CartTest.php:12", "",
     "There was 1 failure:\n\n1) CartTest::testTotal\n"
     "Failed asserting that 3 matches expected 4.\n\n/home/u/shop/tests/CartTest.php:12\n\n"
     "FAILURES!\nTests: 1, Assertions: 1, Failures: 1.\n"},
    {"a script's own traceback", "python3 tools/fill.py", 1, "home/u/shop/tools/fill.py:3",
     "ValueError: no prices",
     "Traceback (most recent call last):\n  File \"/home/u/shop/tools/fill.py\", line 3, in "
     "<module>\n"
     "    raise ValueError(\"no prices\")\nValueError: no prices\n"},
    {"assert() of C", "./cart_test", 134, "src/cart.c:9",
     "cart_test: src/cart.c:9: total: Assertion `count > 0' failed.",
     "cart_test: src/cart.c:9: total: Assertion `count > 0' failed.\nAborted (core dumped)\n"},
    {"perl", "perl bin/cart.pl", 255, "lib/Cart.pm:31", "",
     "Illegal division by zero at lib/Cart.pm line 31, <> line 1.\n"},
    {"prove", "prove -l t", 1, "t/cart.t:8", "",
     "#   Failed test 'totals'\n#   at t/cart.t line 8.\n#          got: '3'\nResult: FAIL\n"},
    {"a hang that pytest ended", "pytest", 1, "home/u/shop/cart.py:12", "Timeout (0:00:02)!",
     "Timeout (0:00:02)!\nThread 0x00007f (most recent call first):\n"
     "  File \"/home/u/shop/cart.py\", line 12 in total\n"},
    {"dotnet", "dotnet build", 1, "home/u/shop/Cart.cs:12", "",
     "/home/u/shop/Cart.cs(12,5): error CS0103: The name 'prices' does not exist\n"},
};

TEST(FailedCommandTest, SpeaksOfFailuresThatNameAPlace) {
  for (const Case& one : kFailures) {
    const CommandRun run{.command = std::string(one.command),
                         .output = std::string(one.output),
                         .exit_code = one.exit_code};
    EXPECT_EQ(ReasonOf(run), FailureReason::kFailedCommand) << one.tool;
    const auto places = PlacesOf(run);
    ASSERT_THAT(places, Not(IsEmpty())) << one.tool;
    EXPECT_EQ(places.front(), one.place) << one.tool;
    if (!one.message.empty()) {
      EXPECT_EQ(ReadCommandRun(run).message.substr(0, one.message.size()), one.message) << one.tool;
    }
  }
}

TEST(FailedCommandTest, AnAgentThatTellsNoExitCodeIsAnsweredByTheOutput) {
  for (const Case& one : kFailures) {
    const CommandRun run{.command = std::string(one.command),
                         .output = std::string(one.output),
                         .exit_code = std::nullopt};
    const bool row_alone = one.tool == "pyflakes";  // not known to be a linter
    EXPECT_EQ(ReasonOf(run), row_alone ? FailureReason::kNoFailure : FailureReason::kFailedCommand)
        << one.tool;
  }
}

struct SilentCase {
  std::string_view what;
  std::string_view command;
  std::optional<int> exit_code;
  FailureReason reason;
  std::string_view output;
};

const std::vector<SilentCase> kSilent = {
    {"a grep that found nothing", "grep -rn total src", 1, FailureReason::kOnlyReads, ""},
    {"a grep that lacks a file", "grep -n error src/cart.py src/gone.py", 2,
     FailureReason::kOnlyReads,
     "src/cart.py:12:    raise ValueError('error: no')\ngrep: src/gone.py: No such file\n"},
    {"git diff", "git diff --exit-code", 1, FailureReason::kOnlyReads,
     "--- a/src/cart.py\n+++ b/src/cart.py\n@@ -1,3 +1,3 @@\n-# src/cart.py:12: error: x\n"},
    {"git grep in a pipe", "git grep -n 'error:' | head -5; false", 1, FailureReason::kNoPlace,
     "no place at all\n"},
    {"curl", "curl -f http://localhost:8080/cart.js:12", 22, FailureReason::kOnlyReads,
     "curl: (22) The requested URL returned error: 404\n"},
    {"a host and its port", "./deploy", 1, FailureReason::kNoPlace,
     "error: connect to api.example.org:443: refused\n"},
    {"npm 404", "npm install no-such-package", 1, FailureReason::kNoPlace,
     "npm ERR! code E404\nnpm ERR! 404 Not Found - GET https://registry.npmjs.org/no-such-package\n"
     "npm ERR! A complete log of this run can be found in: "
     "/root/.npm/_logs/2026-01-01-debug-0.log\n"},
    {"permission denied", "./run.sh", 126, FailureReason::kNoPlace,
     "bash: ./run.sh: Permission denied\n"},
    {"ls of a missing file", "ls src/gone.py", 2, FailureReason::kOnlyReads,
     "ls: cannot access 'src/gone.py': No such file or directory\n"},
    {"a program that is not there", "pytset", 127, FailureReason::kNoPlace,
     "bash: pytset: command not found\n"},
    {"a push that was refused", "git push", 1, FailureReason::kNoPlace,
     "error: failed to push some refs to 'github.com:shop/shop.git'\n"},
    {"success", "pytest", 0, FailureReason::kSucceeded, "shop/cart.py:12: error: never read\n"},
    {"success of a pipe without a runner", "cat build.log | tail", 0, FailureReason::kSucceeded,
     "shop/cart.py:12: error: of yesterday\n"},
    {"a runner behind tail that passed", "pytest 2>&1 | tail -5", 0, FailureReason::kSucceeded,
     "shop/cart.py:12: ERROR: printed by a test\n12 passed in 0.10s\n"},
    {"warnings alone", "make 2>&1 | tail", 0, FailureReason::kNoFailure,
     "src/cart.c:9:5: warning: unused variable\n"},
    {"no code, and it passed", "cargo test", std::nullopt, FailureReason::kSucceeded,
     "thread 'a' panicked at src/a.rs:3:1:\nexpected by a test\n"
     "test result: ok. 12 passed; 0 failed\n"},
    {"no code, warnings of tests that pass", "pytest", std::nullopt, FailureReason::kNoFailure,
     "shop/cart.py:12: DeprecationWarning: old\n"},
    {"no code, a search", "rg -n 'error:' src", std::nullopt, FailureReason::kOnlyReads,
     "src/cart.py:12: print('error: no')\n"},
    {"a server's log that ran out of time", "timeout 5 python3 serve.py", 124,
     FailureReason::kNoFailure, "INFO app.py:33 listening\nINFO shop/cart.py:12 ready\n"},
    {"frames of packages alone", "node x", 1, FailureReason::kNoPlace,
     "Error: no\n    at f (/srv/shop/node_modules/a/b.js:3:1)\n"
     "    at g (node:internal/modules/cjs:12:1)\n"},
    {"nothing", "false", 1, FailureReason::kNoPlace, ""},
};

TEST(FailedCommandTest, IsSilentForAReasonThatHasAName) {
  for (const SilentCase& one : kSilent) {
    const CommandRun run{.command = std::string(one.command),
                         .output = std::string(one.output),
                         .exit_code = one.exit_code};
    EXPECT_EQ(Name(ReasonOf(run)), Name(one.reason)) << one.what;
    EXPECT_THAT(ReadCommandRun(run).log, IsEmpty()) << one.what;
  }
}

TEST(FailedCommandTest, AnExitCodeThatTheShellHidIsNotBelieved) {
  const std::string output = "src/cart.c:9:5: error: 'prices' undeclared\n";
  for (const char* command :
       {"make 2>&1 | tail -20", "make; echo done", "make || true", "cd app && make | head",
        "bash -lc 'make | tail'", "CC=gcc timeout 60 make | tee log", "make\necho done",
        "npx tsc | head", "uv run pytest | tail", "python3 -m pytest -q 2>&1 | tail -3"}) {
    EXPECT_EQ(ReasonOf({.command = command, .output = output, .exit_code = 0}),
              FailureReason::kFailedCommand)
        << command;
  }
  for (const char* command : {"make", "cd app && make", "make 2>&1", "make && echo done", "make;",
                              "make > log 2>&1", "cat log | grep make", "echo make | tail"}) {
    EXPECT_EQ(ReasonOf({.command = command, .output = output, .exit_code = 0}),
              FailureReason::kSucceeded)
        << command;
  }
}

TEST(FailedCommandTest, WhatTheUserInterruptedIsNoFailure) {
  EXPECT_EQ(ReasonOf({.command = "make",
                      .output = "a.c:1:1: error: x\n",
                      .exit_code = 130,
                      .interrupted = true}),
            FailureReason::kInterrupted);
  EXPECT_EQ(ReasonOf({.command = "make", .output = "a.c:1:1: error: x\n", .exit_code = 130}),
            FailureReason::kInterrupted);
  EXPECT_EQ(ReasonOf({.command = "timeout -s INT 2 python a.py",
                      .output = "Traceback (most recent call last):\n  File \"a.py\", line 3, in "
                                "<module>\nKeyboardInterrupt\n",
                      .exit_code = 124}),
            FailureReason::kInterrupted);
}

TEST(FailedCommandTest, FactsAreAskedForInTheirOrderAndUnknownOnesAllowAnAnswer) {
  EXPECT_EQ(DecideOnFailure({}), FailureReason::kFailedCommand);
  EXPECT_EQ(DecideOnFailure({.silent = FailureReason::kNoPlace, .switched_on = false}),
            FailureReason::kNoPlace);
  EXPECT_EQ(DecideOnFailure({.silent = {}, .switched_on = false, .in_workspace = false}),
            FailureReason::kSwitchedOff);
  EXPECT_EQ(DecideOnFailure({.silent = {}, .in_workspace = false, .answered = true}),
            FailureReason::kElsewhere);
  EXPECT_EQ(DecideOnFailure({.silent = {}, .in_workspace = true, .answered = true}),
            FailureReason::kAnswered);
  EXPECT_EQ(DecideOnFailure({.silent = {}, .answered = false, .has_quota = false}),
            FailureReason::kQuotaUsed);
  EXPECT_EQ(
      DecideOnFailure({.silent = {}, .in_workspace = true, .answered = false, .has_quota = true}),
      FailureReason::kFailedCommand);
}

TEST(FailedCommandTest, ColoursAndProgressAreNoPartOfTheLog) {
  const auto reading = ReadCommandRun(
      {.command = "make",
       .output = "10%\r50%\r100%\r\n\x1b[1msrc/cart.c:9:5: \x1b[31merror:\x1b[0m no\r\n",
       .exit_code = 2});
  EXPECT_EQ(reading.log, "100%\nsrc/cart.c:9:5: error: no\n");
}

TEST(FailedCommandTest, OfALongOutputHeadTailAndTheFirstFailureAreKept) {
  std::string output = "the command's first line\n";
  const auto fill = [&output](int lines) {
    for (int i = 0; i < lines; ++i) output += fmt::format("compiling module {} of many\n", i);
  };
  fill(4'000);
  output += "src/cart.c:9:5: error: 'prices' undeclared\n";
  fill(4'000);
  output += "make: *** the last line\n";
  const auto reading = ReadCommandRun({.command = "make", .output = output, .exit_code = 2});
  EXPECT_FALSE(reading.silent.has_value());
  EXPECT_LE(reading.log.size(), 25'000U);
  EXPECT_THAT(reading.log, HasSubstr("first line"));
  EXPECT_THAT(reading.log, HasSubstr("src/cart.c:9:5: error"));
  EXPECT_THAT(reading.log, HasSubstr("the last line"));
}

TEST(FailedCommandTest, HostileOutputIsBounded) {
  std::string places;
  for (int i = 0; i < 300'000; ++i) places += fmt::format("a{}.c:{}:1: error: x\n", i, i);
  for (const std::string& output :
       {places, std::string(5U << 20U, 'x'), std::string(5U << 20U, '\n'),
        std::string(5U << 20U, '\x1b'), std::string(3U << 20U, '\xff'), std::string(1, '\0'),
        "a.c:1:1: error: " + std::string(2U << 20U, '9')}) {
    const auto reading = ReadCommandRun({.command = "make", .output = output, .exit_code = 1});
    EXPECT_LE(reading.log.size(), 25'000U);
    EXPECT_LE(reading.places.size(), 64U);
    EXPECT_LE(reading.message.size(), 300U);
  }
  const std::string nested = std::string(3'000, '\'') + std::string(1'000, '|');
  EXPECT_EQ(ReasonOf({.command = nested, .output = "a.c:1:1: error: x\n", .exit_code = 1}),
            FailureReason::kFailedCommand);
}

TEST(FailureSignatureTest, NumbersTimesAndAddressesChangeNothing) {
  const std::string one =
      FailureSignature("cart.py", "  assert total() == 4", "assert 3 == 4 after 0.03s at 0x7f1a");
  EXPECT_EQ(one.size(), 16U);
  EXPECT_EQ(one, FailureSignature("cart.py", "assert total() == 4",
                                  "assert 5 == 4 after 1.20s at 0x55cc"));
  EXPECT_NE(one,
            FailureSignature("tax.py", "assert total() == 4", "assert 3 == 4 after 1s at 0x1"));
  EXPECT_NE(one,
            FailureSignature("cart.py", "assert total() == 5", "assert 3 == 4 after 1s at 0x1"))
      << "the line was edited";
  EXPECT_NE(one, FailureSignature("cart.py", "assert total() == 4", "KeyError: 'pear'"));
}

TEST(FailedCommandTest, EveryReasonHasANameAndASentence) {
  for (int i = 0; i <= static_cast<int>(FailureReason::kSwitchedOff); ++i) {
    EXPECT_FALSE(Name(static_cast<FailureReason>(i)).empty());
    EXPECT_FALSE(Text(static_cast<FailureReason>(i)).empty());
  }
}

}  // namespace
}  // namespace satchel::ask
