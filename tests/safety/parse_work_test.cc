// What a file meets of the parser's limits depends on the file alone: not on the clock, not on how
// busy the machine is, not on what the same parser read before.

#include <atomic>
#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/facts/facts_codec.h"
#include "code/languages/languages.h"
#include "code/parse/parser.h"

namespace {

std::atomic<bool> clock_jumps = false;

}  // namespace

// Instead of the C library's: an hour goes by with each question.
extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  static std::atomic<std::int64_t> hours = 0;
  const auto done = static_cast<int>(::syscall(SYS_clock_gettime, clock, time));
  if (clock_jumps) time->tv_sec += 3'600 * ++hours;
  return done;
}

namespace satchel::code {
namespace {

std::string Repeated(std::string_view text, std::size_t times) {
  std::string repeated;
  for (std::size_t i = 0; i < times; ++i) repeated += text;
  return repeated;
}

struct File {
  std::string_view language;
  std::string content;
};

std::vector<File> Files() {
  return {{"rust", "fn first() {}\n" + Repeated("r#\"a", 40)},
          {"ruby", "def first; end\n" + Repeated("%w(", 60)},
          {"python", "def first(): pass\n" + Repeated("f(", 200)},
          {"go", "package a\nfunc first() {}\n" + Repeated("`a", 41)},
          {"javascript", "function first() {}\n" + Repeated("слово(x => `${", 30)},
          {"cpp", "int first() { return 1; }\n" + Repeated("a<b>(c) < ", 40)},
          {"c", "int first(void) { return 1; }\n" + Repeated("int a(int b) { return b; }\n", 30)}};
}

std::string FactsOf(Parser& parser, const File& file) {
  return EncodeFacts(parser.Read(file.content, FindLanguage(file.language)));
}

FileFacts ReadWith(std::uint64_t steps, const File& file) {
  return Parser({.steps = steps}).Read(file.content, FindLanguage(file.language));
}

// The fewest steps in which it is read to its end; 0: there are none.
std::uint64_t StepsOf(const File& file) {
  std::uint64_t enough = 2'000'000;
  if (ReadWith(enough, file).reading == Reading::kLimit) return 0;
  for (std::uint64_t fewer = 0; fewer + 1 < enough;) {
    const std::uint64_t middle = fewer + (enough - fewer) / 2;
    (ReadWith(middle, file).reading == Reading::kLimit ? fewer : enough) = middle;
  }
  return enough;
}

TEST(ParseWorkTest, AClockThatJumpsChangesNothing) {
  const File file{"c", Repeated("int a(int b) { return b; }\n", 2'000)};
  Parser parser;
  const std::string usual = FactsOf(parser, file);
  clock_jumps = true;
  const FileFacts facts = parser.Read(file.content, FindLanguage(file.language));
  clock_jumps = false;
  EXPECT_EQ(facts.limit, "");
  EXPECT_EQ(EncodeFacts(facts), usual);
}

TEST(ParseWorkTest, AFileMeetsItsLimitAtTheSameStepWhateverWasReadBefore) {
  const std::vector<File> files = Files();
  for (const File& file : files) {
    const std::uint64_t steps = StepsOf(file);
    ASSERT_GT(steps, 0U) << file.language;
    Parser enough({.steps = steps});
    Parser fewer({.steps = steps - 1});
    const std::string facts = FactsOf(enough, file);
    for (int round = 0; round < 2; ++round) {
      for (const File& other : files) {
        FactsOf(enough, other);
        FactsOf(fewer, other);
      }
      EXPECT_EQ(FactsOf(enough, file), facts) << file.language;
      EXPECT_EQ(fewer.Read(file.content, FindLanguage(file.language)).limit, "steps")
          << file.language;
    }
  }
}

// The lexer looks for the end of each of these strings to the end of the file.
TEST(ParseWorkTest, WhatTheLexerReadsIsWork) {
  const std::uint64_t half = StepsOf({"ruby", Repeated("%w(", 200)});
  const std::uint64_t whole = StepsOf({"ruby", Repeated("%w(", 400)});
  EXPECT_GT(half, 0U);
  EXPECT_GT(whole, 3 * half);
}

TEST(ParseWorkTest, ALimitMayBeMetInTheMiddleOfAnyText) {
  const std::vector<File> files = {{"ruby", Repeated("%w(ё€😀 ", 400)},
                                   {"rust", "/*" + Repeated("é€😀", 4'000)},
                                   {"python", "'''" + Repeated("\xff\xf0\x9f", 3'000)},
                                   {"javascript", "`" + Repeated("€${", 500)}};
  for (const File& file : files) {
    std::size_t met = 0;
    for (std::uint64_t steps = 0; steps < 2'000; steps += 97) {
      const std::string limit = ReadWith(steps, file).limit;
      EXPECT_TRUE(limit.empty() || limit == "steps") << limit;
      if (!limit.empty()) ++met;
    }
    EXPECT_GT(met, 0U) << file.language;
  }
}

}  // namespace
}  // namespace satchel::code
