// How a model is asked about code: batches, and the limits of what it gets and gives.

#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "code/pack/judge.h"
#include "llm/completer.h"
#include "tests/support/fake_model.h"

namespace satchel::pipeline {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

constexpr std::array<std::string_view, 1> kLabels = {"relevant"};

using test::FakeModel;

Json First(const llm::CompletionRequest&) { return {{"relevant", {1}}}; }

struct Judged {
  std::vector<llm::CompletionRequest> asked;
  std::vector<std::size_t> kept;  // candidates that the answers list
};

Judged JudgeAll(const std::vector<std::string>& candidates, const std::string& task = "a task") {
  const FakeModel model(First);
  StageContext context;
  const Services services{.model = &model};
  const auto verdicts = Judge(services,
                              {.stage = "code.scope",
                               .instruction = "Which?",
                               .labels = kLabels,
                               .task = task,
                               .intent = ""},
                              candidates, context);
  Judged judged{.asked = model.asked, .kept = {}};
  if (!verdicts || !*verdicts) {
    ADD_FAILURE() << "there are no verdicts";
    return judged;
  }
  for (std::size_t i = 0; i < (*verdicts)->size(); ++i) {
    if ((**verdicts)[i]) judged.kept.push_back(i);
  }
  return judged;
}

TEST(CodeJudgeTest, ACallHasTwentyFourCandidates) {
  const Judged full = JudgeAll(std::vector<std::string>(24, "a file"));
  EXPECT_THAT(full.asked, SizeIs(1));
  EXPECT_THAT(full.kept, ElementsAre(0));
  const Judged more = JudgeAll(std::vector<std::string>(25, "a file"));
  EXPECT_THAT(more.asked, SizeIs(2));
  EXPECT_THAT(more.kept, ElementsAre(0, 24)) << "numbers of an answer are those of its batch";
}

TEST(CodeJudgeTest, ACandidateHas400Bytes) {
  const std::string whole(400, 'x');
  EXPECT_THAT(JudgeAll({whole}).asked[0].prompt, HasSubstr("1. " + whole + "\n"));
  const std::string cut = JudgeAll({whole + "y"}).asked[0].prompt;
  EXPECT_THAT(cut, HasSubstr("1. " + whole + "\n"));
  EXPECT_THAT(cut, Not(HasSubstr("xy")));
}

TEST(CodeJudgeTest, ATaskHas8000Bytes) {
  const std::string whole(8'000, 'x');
  EXPECT_THAT(JudgeAll({"a"}, whole).asked[0].prompt, HasSubstr("Task:\n" + whole + "\n"));
  const std::string cut = JudgeAll({"a"}, whole + "y").asked[0].prompt;
  EXPECT_THAT(cut, HasSubstr("Task:\n" + whole + "\n"));
  EXPECT_THAT(cut, Not(HasSubstr("xy")));
}

TEST(CodeJudgeTest, AnAnswerHas1024Tokens) {
  EXPECT_EQ(JudgeAll({"a"}).asked[0].max_tokens, 1'024);
}

TEST(CodeJudgeTest, TheModelMayNameSixteenConcepts) {
  const FakeModel model([](const llm::CompletionRequest&) {
    return Json{{"intent", "It needs the cart."}, {"concepts", {"Cart", "Total"}}};
  });
  StageContext context;
  context.request.task = "a task";
  const auto analysis = AnalyseWithModel({.model = &model}, context);
  ASSERT_TRUE(analysis) << analysis.error().text();
  EXPECT_EQ(analysis->intent, "It needs the cart.");
  EXPECT_THAT(analysis->concepts, ElementsAre("cart", "total"));
  ASSERT_THAT(model.asked, SizeIs(1));
  EXPECT_EQ(model.asked[0].schema["properties"]["concepts"]["maxItems"], 16);
}

}  // namespace
}  // namespace satchel::pipeline
