#include "ask/trace.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::ask {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Frames(std::string_view text) {
  std::vector<std::string> frames;
  for (const TraceFrame& frame : ReadTrace(text).frames) {
    frames.push_back(fmt::format("{}:{}", frame.path, frame.line));
  }
  return frames;
}

TEST(TraceTest, PythonPrintsTheInnermostFrameLast) {
  const std::string_view text =
      "Traceback (most recent call last):\n"
      "  File \"/home/u/flask/src/flask/app.py\", line 12, in run\n"
      "    self.open()\n"
      "  File \"/home/u/flask/src/flask/my globals.py\", line 3, in open\n"
      "    raise RuntimeError(msg)\n"
      "RuntimeError: Working outside of application context.\n";
  const Trace trace = ReadTrace(text);
  EXPECT_TRUE(trace.whole);
  EXPECT_EQ(trace.message, "RuntimeError: Working outside of application context.");
  EXPECT_THAT(Frames(text), ElementsAre("home/u/flask/src/flask/my globals.py:3",
                                        "home/u/flask/src/flask/app.py:12"));
}

TEST(TraceTest, TheOthersPrintItFirst) {
  EXPECT_THAT(Frames("Exception in thread \"main\" java.lang.IllegalStateException: no\n"
                     "\tat org.app.Jar.open(Jar.java:12)\n"
                     "\tat org.app.Main.main(Main.java:3)\n"),
              ElementsAre("org/app/Jar.java:12", "org/app/Main.java:3"));
  EXPECT_THAT(Frames("panic: runtime error: index out of range\n\ngoroutine 1 [running]:\n"
                     "main.get(...)\n\t/home/u/app/list.go:7 +0x1d\n"
                     "main.main()\n\t/home/u/app/main.go:20 +0x2a\n"),
              ElementsAre("home/u/app/list.go:7", "home/u/app/main.go:20"));
  EXPECT_THAT(Frames("thread 'main' panicked at src/lib.rs:10:5:\nboom\n"
                     "   1: app::run\n             at ./src/main.rs:4:9\n"),
              ElementsAre("src/lib.rs:10", "src/main.rs:4"));
  EXPECT_THAT(Frames("TypeError: x is not a function\n"
                     "    at Object.get (/home/u/app/lib/x.js:10:5)\n"
                     "    at file:///home/u/app/index.mjs:3:1\n"),
              ElementsAre("home/u/app/lib/x.js:10", "home/u/app/index.mjs:3"));
  EXPECT_THAT(Frames("==12==ERROR: AddressSanitizer: heap-use-after-free\n"
                     "    #0 0x55 in get(int) /home/u/app/src/get.cc:12:3\n"
                     "    #1 0x56 in main /home/u/app/src/main.cc:4\n"),
              ElementsAre("home/u/app/src/get.cc:12", "home/u/app/src/main.cc:4"));
}

TEST(TraceTest, PytestPrintsTheInnermostFrameOfEachFailureLast) {
  EXPECT_THAT(Frames("________ TestCart.test_add ________\n\n    def test_add(self):\n"
                     ">       cart.add(item)\n\ntests/test_cart.py:7: \n_ _ _ _ _ _\n"
                     "shop/cart.py:12: in add\n    pay(1)\nshop/pay.py:3: PayError\n"
                     "________ TestCart.test_drop ________\n\ntests/test_cart.py:20: in test_drop\n"
                     "shop/cart.py:30: KeyError\n"),
              ElementsAre("shop/pay.py:3", "shop/cart.py:12", "tests/test_cart.py:7",
                          "shop/cart.py:30", "tests/test_cart.py:20"));
  EXPECT_THAT(Frames("shop/cart.py:3: error: Incompatible types\nshop/pay.py:9: error: no\n"),
              ElementsAre("shop/cart.py:3", "shop/pay.py:9"))
      << "messages of a type checker are no trace";
}

TEST(TraceTest, DeferredFunctionsOfGoComeAfterWhatPanicked) {
  EXPECT_THAT(
      Frames("panic: runtime error: index out of range [recovered]\n\n"
             "goroutine 94 [running]:\npanic({0x67, 0x19})\n\t/go/runtime/panic.go:860\n"
             "shop.safe.func1()\n\t/home/u/shop/safe.go:13 +0x6e\n"
             "panic({0x67, 0x19})\n\t/go/runtime/panic.go:860\n"
             "shop.pay()\n\t/home/u/shop/pay.go:10 +0x12\n"),
      ElementsAre("go/runtime/panic.go:860", "home/u/shop/pay.go:10", "home/u/shop/safe.go:13"));
}

TEST(TraceTest, CompilersAndTestRunnersNamePlacesToo) {
  EXPECT_THAT(Frames("src/app.c:12:5: error: expected ';'\nsrc/b.c:1:1: note: here\n"),
              ElementsAre("src/app.c:12", "src/b.c:1"));
  EXPECT_THAT(Frames("src/x.ts(12,5): error TS2345: no\n"), ElementsAre("src/x.ts:12"));
  EXPECT_THAT(Frames("error[E0308]: mismatched types\n --> src/main.rs:2:18\n"),
              ElementsAre("src/main.rs:2"));
  EXPECT_THAT(Frames("   at App.Run() in C:\\src\\App.cs:line 12\n"), ElementsAre("src/App.cs:12"));
  EXPECT_THAT(Frames("=== FAILURES ===\n____ test_a ____\nE   AssertionError\n\n"
                     "tests/test_a.py:7: AssertionError\n"),
              ElementsAre("tests/test_a.py:7"));
  EXPECT_TRUE(ReadTrace("src/flask/app.py:12").whole);
}

TEST(TraceTest, ShellsAndOlderCompilersWriteTheLineInTheirOwnWay) {
  EXPECT_THAT(Frames("[ERROR] /home/u/app/src/Jar.java:[12,5] cannot find symbol\n"),
              ElementsAre("home/u/app/src/Jar.java:12"));
  EXPECT_THAT(Frames("./deploy.sh: line 7: unexpected end of file\n"), ElementsAre("deploy.sh:7"));
  EXPECT_THAT(Frames("Can't locate object method at lib/Cart.pm line 12.\n"),
              ElementsAre("lib/Cart.pm:12"));
  EXPECT_THAT(Frames("PHP Parse error: syntax error in src/Cart.php on line 3\n"),
              ElementsAre("src/Cart.php:3"));
}

TEST(TraceTest, ALinterNamesTheFileAboveItsRows) {
  EXPECT_THAT(Frames("/home/u/app/src/cart.js\n"
                     "   3:10  warning  'a' is unused      no-unused-vars\n"
                     "  12:5   error    'b' is not defined  no-undef\n\n"
                     "src/pay.ts\n  7:1  error  Missing semicolon  semi\n\n"
                     "✖ 3 problems (2 errors, 1 warning)\n"),
              ElementsAre("home/u/app/src/cart.js:12", "src/pay.ts:7", "home/u/app/src/cart.js:3"));
  EXPECT_THAT(Frames("src/cart.js\n\n  12:5  error  below an empty line\n"), IsEmpty());
  EXPECT_THAT(Frames("src/cart.js\n  12:30 we meet\n"), IsEmpty());
}

TEST(TraceTest, AReportThatQuotesATraceIsNone) {
  const Trace trace = ReadTrace(
      "The session is lost\n\nWhen I do this:\n"
      "Traceback (most recent call last):\n  File \"a/b.py\", line 3, in f\nKeyError: 'x'\n");
  EXPECT_FALSE(trace.whole);
  EXPECT_EQ(trace.frames.size(), 1U);
  EXPECT_FALSE(ReadTrace("session cookie").whole);
  EXPECT_FALSE(ReadTrace("Error: nothing here names a place").whole);
  EXPECT_THAT(Frames("at 10:30 we meet, see version 1.2:3"), IsEmpty());
}

TEST(TraceTest, AFileFitsByTheEndOfItsPath) {
  EXPECT_EQ(FrameFit("src/flask/app.py", "home/u/flask/src/flask/app.py"), 3U);
  EXPECT_EQ(FrameFit("src/flask/app.py", "usr/lib/site-packages/flask/app.py"), 2U);
  EXPECT_EQ(FrameFit("src/flask/app.py", "app.py"), 1U);
  EXPECT_EQ(FrameFit("src/flask/app.py", "usr/lib/django/app.py"), 0U);
  EXPECT_EQ(FrameFit("src/flask/app.py", "my_app.py"), 0U);
}

TEST(TraceTest, HostileTextIsBounded) {
  std::string text = "Traceback (most recent call last):\n";
  for (int i = 0; i < 20'000; ++i) text += fmt::format("  File \"a{}.py\", line {}, in f\n", i, i);
  EXPECT_LE(ReadTrace(text).frames.size(), 64U);
  EXPECT_THAT(Frames(std::string(60'000, 'a') + ".py:1"), IsEmpty());
  EXPECT_THAT(Frames("a.py:99999999999999999999"), IsEmpty());
  EXPECT_FALSE(ReadTrace("").whole);
}

}  // namespace
}  // namespace satchel::ask
