#include "code/walk/ignore.h"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

namespace satchel::code {
namespace {

using Verdict = IgnoreRules::Verdict;

Verdict Judge(std::string_view rules, std::string_view path, bool is_directory) {
  std::uint64_t steps = 0;
  return IgnoreRules::Parse(rules).Match(path, is_directory, steps, 1'000'000);
}
bool File(std::string_view rules, std::string_view path) {
  return Judge(rules, path, false) == Verdict::kIgnored;
}
bool Directory(std::string_view rules, std::string_view path) {
  return Judge(rules, path, true) == Verdict::kIgnored;
}

TEST(IgnoreRulesTest, ANameMatchesAtEveryDepthAndAPathAtItsPlaceOnly) {
  EXPECT_TRUE(File("a", "a"));
  EXPECT_TRUE(File("a", "x/y/a"));
  EXPECT_FALSE(File("/a", "x/a"));
  EXPECT_TRUE(File("/a", "a"));
  EXPECT_FALSE(File("x/a", "y/x/a"));
  EXPECT_TRUE(File("x/a", "x/a"));
  EXPECT_TRUE(File("*.o", "x/a.o"));
  EXPECT_FALSE(File("/*.o", "x/a.o"));
}

TEST(IgnoreRulesTest, TheLastPatternThatMatchesDecides) {
  EXPECT_FALSE(File("*.o\n!a.o\n", "a.o"));
  EXPECT_TRUE(File("!a.o\n*.o\n", "a.o"));
  EXPECT_EQ(Judge("!a", "a", false), Verdict::kTakenBack);
  EXPECT_EQ(Judge("!a", "b", false), Verdict::kNone);
}

TEST(IgnoreRulesTest, ASlashAtTheEndAsksForADirectory) {
  EXPECT_TRUE(Directory("a/", "a"));
  EXPECT_TRUE(Directory("a/", "x/a"));
  EXPECT_FALSE(File("a/", "a"));
  EXPECT_TRUE(Directory("*a/", "xa"));
  EXPECT_FALSE(Directory("/", "a"));
  EXPECT_FALSE(Directory("//", "a"));
}

TEST(IgnoreRulesTest, LinesAreReadAsGitReadsThem) {
  EXPECT_TRUE(
      File("\xEF\xBB\xBF"
           "a\n",
           "a"));
  EXPECT_TRUE(File("a\r\nb\r\n", "a"));
  EXPECT_TRUE(File("a\r\nb\r", "b"));
  EXPECT_FALSE(File("# a\n#a", "#a"));
  EXPECT_TRUE(File("\\#a", "#a"));
  EXPECT_TRUE(File("\\!a", "!a"));
  EXPECT_TRUE(File("a   \n", "a"));
  EXPECT_TRUE(File("a\\ \n", "a "));
  EXPECT_TRUE(File("a\\  \n", "a "));
  EXPECT_TRUE(File(" a", " a"));
  EXPECT_FALSE(File("a\t\n", "a"));
  EXPECT_TRUE(File(std::string_view("a\0b\n", 4), "a"));
  EXPECT_FALSE(File("\n\r\n  \n!\n", ""));
}

TEST(IgnoreRulesTest, WhatStandsBeforeAWildcardIsCutOffFirst) {
  EXPECT_TRUE(File("foo**/bar", "foo/x/bar"));
  EXPECT_TRUE(File("foo**/bar", "foobar"));
  EXPECT_FALSE(File("f?o**/bar", "foobar"));
  EXPECT_TRUE(File("/foo**", "foo/x"));
}

TEST(IgnoreRulesTest, GivesUpWhenItTakesTooLong) {
  const IgnoreRules rules = IgnoreRules::Parse("x\n*a*a*a*a*b*\n");
  std::uint64_t steps = 0;
  EXPECT_EQ(rules.Match("x", false, steps, 100), Verdict::kIgnored);
  EXPECT_EQ(rules.Match(std::string(1'000, 'a'), false, steps, 100), Verdict::kNone);
  EXPECT_GT(steps, 100U);
  EXPECT_EQ(rules.Match("x", false, steps, 100), Verdict::kNone);
}

// Nearly all patterns are decided by the first and the last byte.
TEST(IgnoreRulesTest, EndsDecideNothingThatThePatternDoesNot) {
  EXPECT_TRUE(File("a*", "a"));
  EXPECT_TRUE(File("*a", "a"));
  EXPECT_TRUE(File("[ab]c", "ac"));
  EXPECT_TRUE(File("c[ab]", "ca"));
  EXPECT_TRUE(File("c\\a", "ca"));
  EXPECT_TRUE(File("\\c*a", "ca"));
  EXPECT_TRUE(File("d/*.c", "d/a.c"));
  EXPECT_TRUE(File("/d/**/c", "d/a/b/c"));
  EXPECT_TRUE(File("**/c", "d/c"));
  EXPECT_FALSE(File("d*", "x/c"));
  EXPECT_TRUE(File("c*", "x/c"));
  EXPECT_TRUE(Directory("c*/", "x/c"));
  EXPECT_TRUE(File("\xC3\xBC*",
                   "\xC3\xBC"
                   "a"));
}

TEST(IgnoreRulesTest, SaysWhenALimitWasMet) {
  std::string many;
  for (std::size_t i = 0; i <= IgnoreRules::kMostPatterns; ++i) many += "a\n";
  EXPECT_TRUE(IgnoreRules::Parse(many).cut());
  EXPECT_TRUE(IgnoreRules::Parse(std::string(Glob::kMostBytes + 1, 'a')).cut());
  EXPECT_TRUE(IgnoreRules::Parse("a\n" + std::string(IgnoreRules::kMostBytes, '\n')).cut());
  EXPECT_FALSE(IgnoreRules::Parse("a\n").cut());
}

}  // namespace
}  // namespace satchel::code
