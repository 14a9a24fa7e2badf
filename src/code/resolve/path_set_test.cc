#include "code/resolve/path_set.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/sort_unique.h"
#include "code/resolve/workspace_path.h"
#include "tests/support/random.h"

namespace satchel::code {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAreArray;

PathSet Make(const std::vector<std::string>& paths) { return PathSet::Build(paths); }

std::vector<std::string> Names(const PathSet& set, std::span<const PathSet::Index> indices) {
  std::vector<std::string> names;
  for (const PathSet::Index index : indices) names.emplace_back(set.path(index));
  return names;
}

TEST(PathSetTest, KeepsPathsSortedAndOnce) {
  const PathSet set = Make({"b", "a/c", "b", "a.c", "a/b/d"});
  EXPECT_EQ(set.size(), 4U);
  EXPECT_THAT((std::vector<std::string_view>{set.path(0), set.path(1), set.path(2), set.path(3)}),
              ElementsAre("a.c", "a/b/d", "a/c", "b"));
  EXPECT_EQ(set.Find("a/c"), 2U);
  EXPECT_FALSE(set.Has("a"));
  EXPECT_FALSE(set.Has(""));
  EXPECT_TRUE(set.HasDirectory("a/b"));
  EXPECT_TRUE(set.HasDirectory(""));
  EXPECT_FALSE(set.HasDirectory("a/c"));
}

TEST(PathSetTest, DropsWhatIsNoPathOfAWorkspace) {
  const PathSet set = Make({"", "/etc/passwd", "../x", "a//b", "a/./b", "a/..", "a/",
                            std::string("a\0b", 3), std::string(5000, 'x'), std::string(600, '/')});
  EXPECT_EQ(set.size(), 0U);
  EXPECT_THAT(set.FilesIn(""), IsEmpty());
  EXPECT_THAT(set.EndingWith("x"), IsEmpty());
  EXPECT_THAT(PathSet().FilesIn(""), IsEmpty());
  EXPECT_FALSE(PathSet().Has("a"));
}

TEST(PathSetTest, FindsByDirectoryAndByEnd) {
  const PathSet set =
      Make({"foo.h", "a/foo.h", "b/a/foo.h", "b/a-foo.h", "b/xfoo.h", "b/a/z", "b/y"});
  EXPECT_THAT(Names(set, set.FilesIn("b")), ElementsAre("b/a-foo.h", "b/xfoo.h", "b/y"));
  EXPECT_THAT(Names(set, set.FilesIn("")), ElementsAre("foo.h"));
  EXPECT_THAT(Names(set, set.FilesIn("nothing")), IsEmpty());
  EXPECT_THAT(Names(set, set.EndingWith("foo.h")), ElementsAre("foo.h", "a/foo.h", "b/a/foo.h"));
  EXPECT_THAT(Names(set, set.EndingWith("a/foo.h")), ElementsAre("a/foo.h", "b/a/foo.h"));
  EXPECT_THAT(Names(set, set.EndingWith("oo.h")), IsEmpty());
  EXPECT_EQ(set.DirectoriesEndingWith("a").size(), 2U);
}

TEST(PathSetTest, AgreesWithALookThroughAll) {
  test::Random random(7);
  const std::vector<std::string> parts = {"a", "b", "ab", "a.b", "a-b", "c.h"};
  std::vector<std::string> paths;
  for (int i = 0; i < 600; ++i) {
    std::string path = random.Pick(parts);
    for (std::uint64_t depth = random.Below(5); depth > 0; --depth)
      path += "/" + random.Pick(parts);
    paths.push_back(path);
  }
  const PathSet set = Make(paths);
  SortUnique(paths);
  ASSERT_EQ(set.size(), paths.size());
  for (const std::string& path : paths) {
    ASSERT_TRUE(set.Has(path));
    for (const std::string_view end :
         {BaseOf(path), std::string_view(path).substr(path.find('/') + 1)}) {
      std::vector<std::string> wanted;
      std::ranges::copy_if(paths, std::back_inserter(wanted), [&](const std::string& one) {
        return one == end || one.ends_with("/" + std::string(end));
      });
      EXPECT_THAT(Names(set, set.EndingWith(end)), UnorderedElementsAreArray(wanted));
    }
    std::vector<std::string> beside;
    std::ranges::copy_if(paths, std::back_inserter(beside), [&](const std::string& one) {
      return DirectoryOf(one) == DirectoryOf(path);
    });
    EXPECT_EQ(Names(set, set.FilesIn(DirectoryOf(path))), beside);
    EXPECT_TRUE(set.HasDirectory(DirectoryOf(path)));
  }
}

TEST(PathSetTest, TheDigestIsThatOfThePaths) {
  EXPECT_EQ(Make({"a", "b/c"}).digest(), Make({"b/c", "a", "a"}).digest());
  EXPECT_NE(Make({"a", "b/c"}).digest(), Make({"a/b", "c"}).digest());
}

TEST(WorkspacePathTest, JoinsWithoutLeavingTheWorkspace) {
  EXPECT_EQ(JoinPath("a/b", "../c/./d"), "a/c/d");
  EXPECT_EQ(JoinPath("a", ".."), "");
  EXPECT_EQ(JoinPath("a", "b//c/"), "a/b/c");
  EXPECT_EQ(JoinPath("a", "../.."), std::nullopt);
  EXPECT_EQ(JoinPath("a", "/b"), std::nullopt);
  EXPECT_EQ(JoinPath("a", std::string(5000, 'x')), std::nullopt);
  EXPECT_EQ(JoinPath("", std::string("x\0", 2)), std::nullopt);
}

TEST(WorkspacePathTest, CountsSharedComponents) {
  EXPECT_EQ(SharedDepth("a/b/c", "a/b/d"), 2U);
  EXPECT_EQ(SharedDepth("a/b", "a/bc"), 1U);
  EXPECT_EQ(SharedDepth("a/b", "a/b/c"), 2U);
  EXPECT_EQ(SharedDepth("a", "a"), 1U);
  EXPECT_EQ(SharedDepth("", "a"), 0U);
  EXPECT_EQ(SharedDepth("ab", "ac"), 0U);
}

}  // namespace
}  // namespace satchel::code
