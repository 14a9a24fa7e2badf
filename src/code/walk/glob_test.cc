#include "code/walk/glob.h"

#include <cstdint>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace satchel::code {
namespace {

bool Path(std::string_view pattern, std::string_view text) {
  std::uint64_t steps = 0;
  return Glob(pattern, Glob::Kind::kPath).Matches(text, steps);
}
bool Name(std::string_view pattern, std::string_view text) {
  std::uint64_t steps = 0;
  return Glob(pattern, Glob::Kind::kName).Matches(text, steps);
}

TEST(GlobTest, StarsStayBetweenSlashesOfAPath) {
  EXPECT_TRUE(Path("*.cc", "a.cc"));
  EXPECT_FALSE(Path("*.cc", "a/b.cc"));
  EXPECT_FALSE(Path("a?b", "a/b"));
  EXPECT_FALSE(Path("a[/]b", "a/b"));
  EXPECT_FALSE(Path("a[^x]b", "a/b"));
  EXPECT_TRUE(Name("a*b", "a/b"));
  EXPECT_TRUE(Path("a/*/c", "a/b/c"));
  EXPECT_FALSE(Path("a/*/c", "a/b/b/c"));
  EXPECT_TRUE(Path("a/*/c", "a//c"));
}

TEST(GlobTest, TwoStarsBetweenSlashesAreAnyDirectories) {
  EXPECT_TRUE(Path("**/c", "c"));
  EXPECT_TRUE(Path("**/c", "a/b/c"));
  EXPECT_FALSE(Path("**/c", "a/bc"));
  EXPECT_TRUE(Path("a/**/c", "a/c"));
  EXPECT_TRUE(Path("a/**/c", "a/x/y/c"));
  EXPECT_FALSE(Path("a/**/c", "ac"));
  EXPECT_TRUE(Path("a/**", "a/b/c"));
  EXPECT_FALSE(Path("a/**", "a"));
  EXPECT_TRUE(Path("**/a/**/b/**/c", "a/1/2/b/3/c"));
  EXPECT_FALSE(Path("a**/c", "a/b/c")) << "not between slashes";
  EXPECT_TRUE(Path("a**/c", "ab/c"));
  EXPECT_TRUE(Path("**\\/c", "a/b/c"));
  EXPECT_FALSE(Path("**\\/c", "c"));
}

TEST(GlobTest, ClassesAreGits) {
  EXPECT_TRUE(Name("[a-c]", "b"));
  EXPECT_TRUE(Name("[!a-c]", "d"));
  EXPECT_TRUE(Name("[^a-c]", "d"));
  EXPECT_FALSE(Name("[^a-c]", "b"));
  EXPECT_TRUE(Name("[]a]", "]"));
  EXPECT_TRUE(Name("[!]a]", "b"));
  EXPECT_TRUE(Name("[a-]", "-"));
  EXPECT_TRUE(Name("[-a]", "-"));
  EXPECT_TRUE(Name("[\\]]", "]"));
  EXPECT_TRUE(Name("[a\\-c]", "-"));
  EXPECT_FALSE(Name("[a\\-c]", "b"));
  EXPECT_TRUE(Name("[[:digit:]x]", "7"));
  EXPECT_TRUE(Name("[[:digit:]x]", "x"));
  EXPECT_TRUE(Name("[[:upper:]][[:lower:]]", "Ab"));
  EXPECT_FALSE(Name("[[:space:]]", "\v")) << "git's own table";
  EXPECT_TRUE(Name("[[:]", ":"));
  EXPECT_TRUE(Name("[[a]", "["));
  EXPECT_FALSE(Name("[[:nosuch:]]", "a"));
  EXPECT_FALSE(Name("[a", "a"));
  EXPECT_FALSE(Name("[a", "[a"));
  EXPECT_FALSE(Name("a[", "a["));
  EXPECT_TRUE(Name("[\xC0-\xFF]", "\xD0"));
}

TEST(GlobTest, BackslashTakesTheNextByteAsItIs) {
  EXPECT_TRUE(Name("\\*", "*"));
  EXPECT_FALSE(Name("\\*", "a"));
  EXPECT_TRUE(Name("\\a", "a"));
  EXPECT_FALSE(Name("a\\", "a"));
  EXPECT_FALSE(Name("a\\", "a\\"));
}

TEST(GlobTest, ManyStarsTakeNoLongerThanTheProductOfLengths) {
  std::string stars;
  std::string dirs;
  while (stars.size() < 2'000) stars += "*a";
  while (dirs.size() < 2'000) dirs += "**/a/";
  const std::string text(4'000, 'a');
  std::string deep;
  while (deep.size() < 4'000) deep += "a/";
  for (const auto& [pattern, subject] : {std::pair{stars, text}, std::pair{dirs, deep}}) {
    for (const auto kind : {Glob::Kind::kPath, Glob::Kind::kName}) {
      std::uint64_t steps = 0;
      EXPECT_FALSE(Glob(pattern + "b", kind).Matches(subject, steps));
      EXPECT_LE(steps, (pattern.size() + 2) * subject.size());
    }
  }
}

TEST(GlobTest, TheLongestPatternFits) {
  EXPECT_TRUE(Name(std::string(Glob::kMostBytes, '?'), std::string(Glob::kMostBytes, 'x')));
  std::string dirs;
  while (dirs.size() + 3 <= Glob::kMostBytes) dirs += "**/";
  EXPECT_FALSE(Path(dirs, "a"));
  EXPECT_TRUE(Path(dirs, ""));
}

}  // namespace
}  // namespace satchel::code
