#include "evaluation/package_judge.h"

#include <gtest/gtest.h>

#include "packet/item_path.h"

namespace satchel::evaluation {
namespace {

packet::Item MakeItem(std::string id, std::string rendition, std::string text) {
  packet::Item item;
  item.candidate.id = ItemId(std::move(id));
  item.candidate.renditions = {{.name = std::move(rendition), .text = std::move(text)}};
  return item;
}

packet::Packet MakePacket() {
  packet::Packet packet;
  packet.sections.emplace_back();
  auto& items = packet.sections.back().items;
  items.push_back(MakeItem("a.py", "signature", "3: def other(x)\n9: class Form"));
  items.push_back(MakeItem("a.py:20-30", "full", "    def check(self):\n        return 1"));
  items.push_back(MakeItem("b.py", "name", ""));
  return packet;
}

TEST(PackageJudgeTest, AFileCountsWhenItIsNamedAndMoreWhenItsCodeIsThere) {
  const std::vector<std::string> files = {"a.py", "b.py", "c.py", "d.py"};
  const PackageFigures figures = JudgePackage(MakePacket(), {.files = files});
  EXPECT_EQ(figures.files, Score::Ratio(1, 2));
  EXPECT_EQ(figures.files_code, Score::Ratio(1, 4));
}

TEST(PackageJudgeTest, AFunctionCountsByItsDefinitionInItsOwnFile) {
  const std::vector<std::string> functions = {"a.py::Form.check", "a.py::other", "a.py::othe",
                                              "b.py::check"};
  const PackageFigures figures = JudgePackage(MakePacket(), {.functions = functions});
  EXPECT_EQ(figures.functions, Score::Ratio(1, 2));
  EXPECT_EQ(figures.bodies, Score::Ratio(1, 4));
}

TEST(PackageJudgeTest, ALineCountsWhereItStandsAsItIsAndNotInAnOutline) {
  const std::vector<std::string> files = {"a.py", "b.py"};
  const std::vector<LineSpan> lines = {{.path = "a.py", .first = 3, .last = 3},
                                       {.path = "a.py", .first = 28, .last = 32},
                                       {.path = "gone.py", .first = 1, .last = 100}};
  EXPECT_EQ(JudgePackage(MakePacket(), {.files = files, .lines = lines}).lines, Score::Ratio(1, 2));
}

TEST(PackageJudgeTest, ThePathOfAnItemIsWithoutItsLines) {
  EXPECT_EQ(packet::PathOfItem(MakeItem("src/a.py:3-9", "full", "")), "src/a.py");
  EXPECT_EQ(packet::PathOfItem(MakeItem("src/a:b.py", "full", "")), "src/a:b.py");
}

}  // namespace
}  // namespace satchel::evaluation
