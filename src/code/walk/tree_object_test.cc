#include "code/walk/tree_object.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::code {
namespace {

using testing::ElementsAre;

std::string Line(const std::string& mode, const std::string& name, char id = '\x12') {
  return mode + " " + name + '\0' + std::string(20, id);
}

std::vector<std::string> Names(const TreeObject& tree) {
  std::vector<std::string> names;
  for (const TreeEntry& entry : tree.entries) names.push_back(entry.name);
  return names;
}

TEST(TreeObjectTest, ReadsEveryKind) {
  const auto tree = ParseTree(Line("100644", "a") + Line("100755", "b") + Line("120000", "c") +
                                  Line("160000", "d") + Line("40000", "e") + Line("10644", "f"),
                              20);
  ASSERT_EQ(tree.entries.size(), 6U);
  using Kind = TreeEntry::Kind;
  const Kind kinds[] = {Kind::kFile,      Kind::kFile,      Kind::kLink,
                        Kind::kSubmodule, Kind::kDirectory, Kind::kUnknown};
  for (std::size_t at = 0; at < 6; ++at) EXPECT_EQ(tree.entries[at].kind, kinds[at]) << at;
  EXPECT_EQ(tree.entries[0].id, "1212121212121212121212121212121212121212");
  EXPECT_EQ(tree.refused, 0U);
}

TEST(TreeObjectTest, ADirectoryStandsWhereItsFilesDo) {
  EXPECT_THAT(
      Names(ParseTree(Line("40000", "a") + Line("100644", "a.b") + Line("100644", "a0"), 20)),
      ElementsAre("a.b", "a", "a0"));
}

TEST(TreeObjectTest, RefusesNamesThatLeadElsewhere) {
  const auto tree =
      ParseTree(Line("100644", "") + Line("100644", ".") + Line("40000", "..") +
                    Line("40000", ".git") + Line("40000", ".GIT") + Line("100644", "a/b") +
                    Line("100644", "ok") + Line("40000", "ok"),
                20);
  EXPECT_THAT(Names(tree), ElementsAre("ok"));
  EXPECT_EQ(tree.refused, 7U);
}

TEST(TreeObjectTest, StopsAtBytesThatMakeNoSense) {
  const std::string good = Line("100644", "a");
  for (const std::string& bad :
       {std::string("x"), std::string("100644"), std::string("9 b\0", 4), Line("", "b"),
        Line("100644777", "b"), Line("100644", "b").substr(0, 20)}) {
    const auto tree = ParseTree(good + bad, 20);
    EXPECT_THAT(Names(tree), ElementsAre("a")) << bad;
    EXPECT_EQ(tree.refused, 1U) << bad;
  }
}

}  // namespace
}  // namespace satchel::code
