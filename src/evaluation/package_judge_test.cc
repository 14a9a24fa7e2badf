#include "evaluation/package_judge.h"

#include <gtest/gtest.h>

#include "evaluation/answer.h"
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

// A function of a file, by its lines.
GoldFunction Function(std::string path, std::string name, std::uint32_t first, std::uint32_t last) {
  return {.name = std::move(name), .lines = {std::move(path), first, last}};
}

TEST(PackageJudgeTest, AFunctionKnownByItsLinesCountsInEveryLanguage) {
  packet::Packet packet = MakePacket();
  auto& items = packet.sections.back().items;
  items.push_back(MakeItem("C.cs", "signature_doc", "3: class C\n7:   public async Task Run()"));
  items.push_back(MakeItem("C.cs:20-30", "full", "  public int Count(int x)\n  {…"));
  items.push_back(MakeItem("C.cs:40-50", "signature", "public string Name()"));
  const auto judge = [&packet](const GoldFunction& function) {
    const PackageFigures figures = JudgePackage(packet, {.functions_by_lines = {&function, 1}});
    return std::pair(figures.functions > Score(), figures.bodies > Score());
  };
  EXPECT_EQ(judge(Function("C.cs", "C.Run", 7, 12)), std::pair(true, false)) << "in an outline";
  EXPECT_EQ(judge(Function("C.cs", "C.Count", 21, 29)), std::pair(true, true));
  EXPECT_EQ(judge(Function("C.cs", "C.Count", 29, 31)), std::pair(true, false)) << "cut off";
  EXPECT_EQ(judge(Function("C.cs", "C.Name", 41, 50)), std::pair(true, false)) << "no body";
  EXPECT_EQ(judge(Function("C.cs", "C.Nam", 41, 50)), std::pair(false, false));
  EXPECT_EQ(judge(Function("C.cs", "C.Name", 51, 60)), std::pair(false, false)) << "another one";
  EXPECT_EQ(judge(Function("C.cs", "C.Other", 8, 9)), std::pair(false, false));
  EXPECT_EQ(judge(Function("D.cs", "C.Run", 7, 12)), std::pair(false, false)) << "another file";
  EXPECT_EQ(judge(Function("a.py", "other", 3, 5)), std::pair(true, false));
}

TEST(PackageJudgeTest, PlacesOfASearchCountAsFarAsTheyFit) {
  const std::vector<AnsweredPlace> places = {
      {.path = "C.cs", .start_line = 20, .end_line = 30, .tokens = 60},
      {.path = "Large.cs", .start_line = 1, .end_line = 900, .tokens = 50},
      {.path = "D.cs", .start_line = 1, .end_line = 5, .tokens = 40}};
  const std::vector<std::string> files = {"C.cs", "Large.cs", "D.cs", "E.cs"};
  const std::vector<GoldFunction> functions = {Function("C.cs", "Count", 21, 29),
                                               Function("D.cs", "Run", 4, 9),
                                               Function("Large.cs", "Run", 4, 9)};
  const auto figures =
      JudgeLines(PlacesWithin(places, 100), {.files = files, .functions_by_lines = functions});
  EXPECT_EQ(figures.files, Score::Ratio(1, 2));
  EXPECT_EQ(figures.functions, Score::Ratio(2, 3));
  EXPECT_EQ(figures.bodies, Score::Ratio(1, 3));
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
