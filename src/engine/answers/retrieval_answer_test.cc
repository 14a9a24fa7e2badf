#include "engine/answers/retrieval_answer.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/answers/pack_answer.h"

namespace satchel::engine {
namespace {

using testing::ElementsAre;

Json File(std::string_view path) {
  return {{"path", path},   {"language", "python"}, {"role", "source"},   {"tier", 1},
          {"relation", ""}, {"seed", ""},           {"mentioned", false}, {"score", 3}};
}

class RetrievalAnswerTest : public testing::Test {
 protected:
  RetrievalAnswerTest() {
    answer_.packet.recipe = "code";
    answer_.packet.tokenizer = text::Tokenizer::kChars4;
    answer_.packet.sections.push_back({.of = "code", .name = "seeds"});
    answer_.values["code.scope"] = {{"files", {File("a.py"), File("b.py")}}};
  }

  // Shows an item of 40 bytes in the last section.
  void Show(std::string id, std::string rendition = "full") {
    packet::Item item;
    item.candidate.id = ItemId(std::move(id));
    item.candidate.renditions = {{std::move(rendition), "text"}};
    item.candidate.provenance.rule = "named";
    item.cost.bytes = 40;
    answer_.packet.sections.back().items.push_back(std::move(item));
  }
  // "path: piece piece" of each file.
  std::vector<std::string> Files() const {
    std::vector<std::string> files;
    const Json json = RetrievalJson(answer_);
    for (const Json& file : json["files"]) {
      files.push_back(file["path"].get<std::string>() + ":");
      for (const Json& piece : file["pieces"]) {
        files.back() += " " + piece["id"].get<std::string>();
      }
    }
    return files;
  }
  void Choose(int line, std::string_view tier = "primary", std::string_view path = "a.py") {
    answer_.values["code.precision"]["chosen"].push_back({{"path", path},
                                                          {"symbol", fmt::format("S{}", line)},
                                                          {"line", line},
                                                          {"tier", tier},
                                                          {"relation", "match"}});
  }
  // The names of the chosen symbols of the first file whose lines are shown.
  std::vector<std::string> ShownSymbols() const {
    std::vector<std::string> names;
    const Json json = RetrievalJson(answer_);
    for (const Json& symbol : json["files"][0]["symbols"]) {
      if (symbol["shown"].get<bool>()) names.push_back(symbol["name"]);
    }
    return names;
  }

  PacketAnswer answer_;
};

TEST_F(RetrievalAnswerTest, ThePiecesOfAFileAreListedTogetherInTheOrderShown) {
  Show("b.py:5-9");
  answer_.packet.sections.push_back({.of = "code", .name = "dependencies"});
  Show("a.py");
  Show("b.py:20-30");
  EXPECT_THAT(Files(), ElementsAre("b.py: b.py:5-9 b.py:20-30", "a.py: a.py"));
  const Json file = RetrievalJson(answer_)["files"][0];
  EXPECT_EQ(file["tokens"], 20);
  EXPECT_EQ(file["language"], "python");
  EXPECT_FALSE(file.contains("score")) << "the scope's own numbers stay inside";
  EXPECT_EQ(file["pieces"][0],
            Json({{"id", "b.py:5-9"}, {"rendition", "full"}, {"detail", "named"}}));
}

TEST_F(RetrievalAnswerTest, AColonInTheNameOfAFileDoesNotEndItsPath) {
  answer_.values["code.scope"]["files"].push_back(File("odd:name.py"));
  Show("odd:name.py");
  Show("odd:name.py:1-2");
  Show("new.py:1-2");
  EXPECT_THAT(Files(),
              ElementsAre("odd:name.py: odd:name.py odd:name.py:1-2", "new.py: new.py:1-2"));
  EXPECT_FALSE(RetrievalJson(answer_)["files"][1].contains("language")) << "the scope lacks it";
}

TEST_F(RetrievalAnswerTest, ASymbolIsShownIfItsLineIsInAPiece) {
  Show("a.py:5-9");
  for (const int line : {4, 5, 9, 10}) Choose(line);
  Choose(7, "primary", "b.py");
  EXPECT_THAT(ShownSymbols(), ElementsAre("S5", "S9"));
  const Json files = RetrievalJson(answer_)["files"];
  EXPECT_EQ(files.size(), 1U) << "the symbol of b.py is not listed";
  EXPECT_EQ(files[0]["symbols"].size(), 4U);
}

TEST_F(RetrievalAnswerTest, AnOutlineShowsOnlySymbolsThatAreNotPrimary) {
  Show("a.py", "signatures");
  Choose(4);
  Choose(5, "secondary");
  EXPECT_THAT(ShownSymbols(), ElementsAre("S5"));
  answer_.packet.sections.back().items.clear();
  Show("a.py", "name");
  EXPECT_THAT(ShownSymbols(), ElementsAre()) << "a name lists none";
}

TEST_F(RetrievalAnswerTest, AnIdWithoutARangeOfLinesShowsNoLine) {
  for (const char* id : {"a.py:5", "a.py:5-9x", "a.py:-9", "a.py:5-", "a.py:5+9"}) Show(id);
  Choose(5);
  EXPECT_THAT(ShownSymbols(), ElementsAre());
}

TEST_F(RetrievalAnswerTest, WithoutChosenSymbolsFilesListNone) {
  Show("a.py");
  EXPECT_FALSE(RetrievalJson(answer_)["files"][0].contains("symbols"));
}

TEST_F(RetrievalAnswerTest, OnlyImportsBetweenShownFilesAreListed) {
  const auto edge = [](const char* from, const char* to) {
    return Json({{"from", from}, {"to", to}});
  };
  Show("a.py");
  Show("b.py");
  answer_.values["code.precision"]["imports"] = {edge("a.py", "b.py"), edge("a.py", "c.py"),
                                                 edge("c.py", "b.py")};
  EXPECT_EQ(RetrievalJson(answer_)["dependencies"], Json::array({edge("a.py", "b.py")}));
}

TEST_F(RetrievalAnswerTest, WordsThatAreNowhereAreNamedUnlessTheMatchIsSure) {
  Json& scope = answer_.values["code.scope"];
  scope["missing"] = {"landlord"};
  for (const Json& json : {RetrievalJson(answer_), RetrievalTextJson(answer_)}) {
    EXPECT_EQ(json["abstained"], false);
    EXPECT_EQ(json["confidence"], "sure");
    EXPECT_FALSE(json.contains("missing"));
  }
  scope["weak"] = true;
  for (const Json& json : {RetrievalJson(answer_), RetrievalTextJson(answer_)}) {
    EXPECT_EQ(json["abstained"], false);
    EXPECT_EQ(json["confidence"], "weak");
    EXPECT_EQ(json["missing"], Json::array({"landlord"}));
  }
  scope["abstained"] = true;
  for (const Json& json : {RetrievalJson(answer_), RetrievalTextJson(answer_)}) {
    EXPECT_EQ(json["abstained"], true);
    EXPECT_EQ(json["confidence"], "none");
    EXPECT_EQ(json["missing"], Json::array({"landlord"}));
  }
}

TEST_F(RetrievalAnswerTest, TheJudgementNamesTheModelIfOneWasAsked) {
  EXPECT_EQ(RetrievalJson(answer_)["judgement"], Json({{"by", "rules"}}));
  answer_.values["code.judgement"] = {{"by", "model"}, {"model", "qwen"}, {"prompt", "x"}};
  const Json expected = {{"by", "model"}, {"model", "qwen"}};
  EXPECT_EQ(RetrievalJson(answer_)["judgement"], expected);
  EXPECT_EQ(RetrievalTextJson(answer_)["judgement"], expected);
  answer_.packet.recipe = "pack";
  EXPECT_FALSE(RetrievalTextJson(answer_).contains("judgement"));
}

TEST_F(RetrievalAnswerTest, AMissingAnalysisIsNull) {
  EXPECT_EQ(RetrievalJson(answer_)["task_query"]["analysis"], Json());
  answer_.values["code.analysis"] = {{"goal", "fix"}};
  EXPECT_EQ(RetrievalJson(answer_)["task_query"]["analysis"], Json({{"goal", "fix"}}));
}

TEST_F(RetrievalAnswerTest, OnlyARunThatWasNotRecordedSaysSo) {
  for (const auto to_json : {RetrievalJson, RetrievalTextJson, PackJson, PackTextJson}) {
    answer_.unrecorded.reset();
    EXPECT_FALSE(to_json(answer_).contains("unrecorded"));
    answer_.unrecorded = Error(Errc::kUnavailable, "the log is locked");
    EXPECT_EQ(to_json(answer_)["unrecorded"], "the log is locked");
  }
}

TEST_F(RetrievalAnswerTest, ARefinementSaysWhatChangedInThePacketOfItsRecipe) {
  RefinedPacket refined{.answer = answer_, .difference = {}, .before = RunId("r1")};
  refined.difference.items.push_back({.section = "seeds", .item = "a.py", .now = "full"});
  for (const Json& json : {RefinedJson(refined), RefinedTextJson(refined)}) {
    EXPECT_EQ(json["difference"]["before"], "r1");
    EXPECT_EQ(json["difference"]["items"][0]["now"], "full");
  }
  EXPECT_TRUE(RefinedJson(refined).contains("files"));
  refined.answer.packet.recipe = "pack";
  EXPECT_FALSE(RefinedJson(refined).contains("files"));
  EXPECT_TRUE(RefinedJson(refined).contains("sources"));
}

TEST_F(RetrievalAnswerTest, APacketOfEverythingSaysWhatEachSourceTook) {
  answer_.packet.sections.front().cost.bytes = 80;
  answer_.packet.sections.front().dropped = 2;
  Show("a.py");
  answer_.packet.sections.push_back({.of = "code", .name = "metadata", .cost = {.bytes = 8}});
  const Json json = PackJson(answer_);
  EXPECT_EQ(json["sources"], Json({{"code", {{"tokens", 22}, {"items", 1}, {"dropped", 2}}}}));
  EXPECT_FALSE(json["report"].contains("not_offered"));
  answer_.values["pack.share"] = {{"considered", 3}};
  EXPECT_EQ(PackJson(answer_)["report"]["not_offered"], Json({{"considered", 3}}));
}

TEST_F(RetrievalAnswerTest, APacketWithOnlyThePartsForEveryTaskAbstains) {
  answer_.packet.sections = {{.of = "notes", .name = "constitution"}};
  Show("rule");
  EXPECT_EQ(PackJson(answer_)["abstained"], true);
  answer_.packet.sections.push_back({.of = "notes", .name = "decisions"});
  Show("d");
  EXPECT_EQ(PackJson(answer_)["abstained"], false);
  EXPECT_EQ(PackTextJson(answer_)["abstained"], false);
}

}  // namespace
}  // namespace satchel::engine
