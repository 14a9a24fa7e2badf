#include "ask/passed_lines.h"

#include <string>

#include <gtest/gtest.h>

namespace satchel::ask {
namespace {

constexpr const char* kFailure = "FAILED tests/test_pay.py::test_refund - assert 1 == 2\n";

// Whether the line is dropped from a log with a failure.
bool Drops(const std::string& line) {
  return WithoutPassedLines(line + "\n" + kFailure) == kFailure;
}

TEST(PassedLinesTest, DropsHowRunnersReportSuccess) {
  for (const char* line :
       {"tests/test_cart.py ...s.... [ 52%]", "tests/test_cart.py::test_add PASSED [ 12%]",
        "test cart::tests::add ... ok", "test slow ... ignored", "--- PASS: TestCart (0.00s)",
        "    --- PASS: TestCart/empty (0.00s)", "=== RUN   TestCart", "ok  \tshop/cart\t0.1s",
        "?   \tshop/cmd\t[no test files]", " ✓ test/cart.test.ts  (91 tests) 15ms",
        "PASS src/cart.test.js", " 1/22 Test  #1: cart_test ......   Passed    0.08 sec",
        "      Start  1: cart_test", "/src/tests/cart.c:256:adds:PASS", "CartTest > adds() PASSED",
        "> Task :compileJava UP-TO-DATE"}) {
    EXPECT_TRUE(Drops(line)) << line;
  }
}

TEST(PassedLinesTest, KeepsFailuresAndEverythingElse) {
  for (const char* line :
       {"tests/test_cart.py ...F.... [ 52%]", "test cart::tests::add ... FAILED",
        "--- FAIL: TestCart (0.00s)", "FAIL\tshop/cart\t0.1s", " ❯ test/cart.test.ts (9 tests)",
        " 2/22 Test  #2: cart_test ......***Failed    0.08 sec", "/src/cart.c:25:adds:FAIL: no",
        "the tests pass, but PASSED is printed twice", "Start of the day", "[INFO] cart",
        "[WARNING] cart.c:3: unused"}) {
    EXPECT_FALSE(Drops(line)) << line;
  }
}

TEST(PassedLinesTest, NextToAnErrorMavenSaysNothingElse) {
  EXPECT_EQ(WithoutPassedLines("[INFO] Building shop\n[WARNING] old\n"
                               "[ERROR] CartTest.adds:12 expected 1\n  at shop.Cart\n"),
            "[ERROR] CartTest.adds:12 expected 1\n  at shop.Cart\n");
}

TEST(PassedLinesTest, ALineAloneAndALogOfSuccessStay) {
  EXPECT_EQ(WithoutPassedLines("test a ... ok"), "test a ... ok");
  EXPECT_EQ(WithoutPassedLines("test a ... ok\ntest b ... ok\n"), "test a ... ok\ntest b ... ok\n");
  EXPECT_EQ(WithoutPassedLines(""), "");
}

}  // namespace
}  // namespace satchel::ask
