// A model that judges files and symbols of `retrieve`: what it may raise, take down and take away,
// what it is told, and what a refinement makes of what it said.

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "code/requests/retrieve.h"
#include "engine/answers/retrieval_answer.h"
#include "engine/engine.h"
#include "llm/finish.h"
#include "tests/support/engine_workspace.h"
#include "tests/support/picking_completer.h"

namespace satchel::engine {
namespace {

using test::EngineWorkspace;
using test::PickingCompleter;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kTask = "fix Clock.strike";

// A clock that is named by the task, and gears that it uses.
class CodeJudgeTest : public testing::Test {
 protected:
  CodeJudgeTest() {
    at_.Write("clock.py",
              "from gears import turn, Wheel\n\n\nclass Clock:\n"
              "    def strike(self, hour):\n        wheel = Wheel()\n"
              "        return turn(wheel, hour)\n");
    at_.Write("gears.py",
              Turn(6) + "\n\nclass Wheel:\n    def spin(self):\n        return 'spun round'\n");
    at_.Write("bell.py",
              "from clock import Clock\n\n\ndef ring():\n"
              "    return Clock().strike(12)\n");
    engine_ = at_.Open();
    Index();
  }

  // A function of so many lines besides its first.
  static std::string Turn(int lines) {
    std::string text = "def turn(wheel, steps):\n";
    for (int i = 1; i < lines; ++i) text += fmt::format("    tooth_{} = steps + {}\n", i, i);
    return text + "    return steps\n";
  }

  void Index() const {
    const auto report = engine_->Index({}, Deadline::Never());
    EXPECT_TRUE(report) << report.error().text();
  }

  PacketRequest Request(std::shared_ptr<const PickingCompleter> model,
                        std::size_t budget = 4'000) const {
    PacketRequest request;
    request.recipe = kCode;
    request.task = kTask;
    request.budget = budget;
    auto options = std::make_shared<CodeOptions>();
    options->context_window = budget;
    if (model != nullptr) options->model = model->model();
    request.options = {std::move(options)};
    request.model = std::move(model);
    return request;
  }
  PacketAnswer Make(const PacketRequest& request) const {
    auto answer = engine_->MakePacket(request, Deadline::Never());
    EXPECT_TRUE(answer) << answer.error().text();
    return answer ? *std::move(answer) : PacketAnswer();
  }
  RefinedPacket Refine(std::shared_ptr<const PickingCompleter> model,
                       const Refinement& refinement) const {
    RefineRequest request;
    request.refinement = refinement;
    request.model = std::move(model);
    auto refined = engine_->Refine(request, Deadline::Never());
    EXPECT_TRUE(refined) << refined.error().text();
    return refined ? *std::move(refined) : RefinedPacket();
  }

  // `id rendition` of everything that is shown.
  static std::vector<std::string> Shown(const PacketAnswer& answer) {
    std::vector<std::string> shown;
    for (const packet::Section& section : answer.packet.sections) {
      for (const packet::Item& item : section.items) {
        shown.push_back(item.candidate.id.value() + " " + item.rendition().name);
      }
    }
    std::ranges::sort(shown);
    return shown;
  }

  EngineWorkspace at_;
  std::unique_ptr<Engine> engine_;
};

// Everything that is asked about gets this label; files are relevant.
PickingCompleter::Pick All(std::string label) {
  return [label = std::move(label)](std::string_view candidate) {
    return candidate.contains("(tier ") ? std::string("relevant") : label;
  };
}

// The symbols whose lines have one of these texts get this label, all others none.
PickingCompleter::Pick Only(std::vector<std::string> texts, std::string label = "primary") {
  return [texts = std::move(texts), label = std::move(label)](std::string_view candidate) {
    if (candidate.contains("(tier ")) return std::string("relevant");
    const bool wanted = std::ranges::any_of(
        texts, [candidate](const std::string& text) { return candidate.contains(text); });
    return wanted ? label : std::string();
  };
}

TEST_F(CodeJudgeTest, RulesAloneShowTheSignatureOfWhatTheTaskUses) {
  const PacketAnswer answer = Make(Request(nullptr));
  EXPECT_THAT(answer.text, AllOf(HasSubstr("return turn(wheel, hour)"),
                                 HasSubstr("1: def turn(wheel, steps)"), Not(HasSubstr("tooth_"))));
}

TEST_F(CodeJudgeTest, ASupportingSymbolThatTheModelCallsPrimaryGetsItsBody) {
  const PacketAnswer answer =
      Make(Request(std::make_shared<PickingCompleter>(Only({"gears.py:1 turn"}))));
  EXPECT_THAT(Shown(answer), testing::Contains("gears.py:1-7 full"));
  EXPECT_THAT(answer.text,
              AllOf(HasSubstr("tooth_5 = steps + 5"), Not(HasSubstr("1: def turn(wheel, steps)"))));
  // The other symbol of that file was not listed.
  EXPECT_THAT(answer.text, Not(HasSubstr("Wheel:")));
}

TEST_F(CodeJudgeTest, APromotedBodyThatDoesNotFitIsAWindowWithItsSignature) {
  at_.Write("gears.py", Turn(200));
  Index();
  const auto model = std::make_shared<PickingCompleter>(All("primary"));
  const PacketAnswer answer = Make(Request(model, 700));
  EXPECT_LE(answer.packet.tokens_used, 700U);
  EXPECT_THAT(Shown(answer), testing::Contains("gears.py:1-201 window"));
  EXPECT_THAT(answer.text, AllOf(HasSubstr("def turn(wheel, steps):"),
                                 HasSubstr("# (lines 25 to 201 are not shown)")));
  // With room there is no need for one.
  EXPECT_THAT(Shown(Make(Request(model, 4'000))), testing::Contains("gears.py:1-201 full"));
}

TEST_F(CodeJudgeTest, AWindowShowsTheLinesWithWordsOfTheTask) {
  std::string body = Turn(200);
  body.replace(body.find("tooth_150"), 9, "strike_150");
  at_.Write("gears.py", body);
  Index();
  const PacketAnswer answer =
      Make(Request(std::make_shared<PickingCompleter>(All("primary")), 700));
  EXPECT_THAT(Shown(answer), testing::Contains("gears.py:1-201 window"));
  EXPECT_THAT(answer.text,
              AllOf(HasSubstr("def turn(wheel, steps):\n# (lines 1 to 138 are not shown)"),
                    HasSubstr("strike_150")));
}

TEST_F(CodeJudgeTest, AFunctionThatIsIndexedInPartsIsOnePieceOnceItIsPrimary) {
  at_.Write("gears.py", Turn(700));  // more than the 6,000 bytes of a part
  Index();
  const PacketAnswer answer =
      Make(Request(std::make_shared<PickingCompleter>(All("primary")), 20'000));
  EXPECT_THAT(Shown(answer), testing::Contains("gears.py:1-701 full"));
  EXPECT_THAT(answer.text, AllOf(HasSubstr("tooth_1 ="), HasSubstr("tooth_699 =")));
}

TEST_F(CodeJudgeTest, AClassThatIsPrimaryBringsItsMethods) {
  std::string wheel = "class Wheel:\n    \"\"\"Turns round.\"\"\"\n\n";
  for (int i = 0; i < 40; ++i) {
    wheel += fmt::format(
        "    def spin_{}(self):\n        speed_{} = {}\n"
        "        return 'a number of turns of the wheel', speed_{}\n\n",
        i, i, i, i);
  }
  at_.Write("gears.py", "def turn(wheel, steps):\n    return steps\n\n\n" + wheel);
  Index();
  const PacketAnswer answer =
      Make(Request(std::make_shared<PickingCompleter>(Only({" Wheel ("})), 20'000));
  EXPECT_THAT(answer.text, AllOf(HasSubstr("Turns round."), HasSubstr("speed_0 = 0"),
                                 HasSubstr("speed_39 = 39"), Not(HasSubstr("return steps"))));
}

TEST_F(CodeJudgeTest, APrimarySymbolThatTheModelCallsSupportingKeepsItsSignature) {
  PacketRequest request = Request(nullptr);
  request.task = "spun round";  // words of Wheel.spin
  const PacketAnswer before = Make(request);
  ASSERT_THAT(before.text, HasSubstr("return 'spun round'"));
  request = Request(std::make_shared<PickingCompleter>(All("supporting")));
  request.task = "spun round";
  const PacketAnswer after = Make(request);
  EXPECT_THAT(after.text,
              AllOf(HasSubstr("def spin(self)"), Not(HasSubstr("return 'spun round'"))));
}

TEST_F(CodeJudgeTest, NothingOfAFileStaysWhoseSymbolsAreAllExcluded) {
  at_.Write("bell.py",
            "from clock import Clock  # what strikes\n\n\ndef ring():\n"
            "    \"\"\"What strikes.\"\"\"\n    return Clock().strike(12)\n");
  Index();
  PacketRequest request = Request(nullptr);
  request.task = "what strikes";
  ASSERT_THAT(Make(request).text, HasSubstr("def ring"));
  request = Request(std::make_shared<PickingCompleter>(Only({})));
  request.task = "what strikes";
  const PacketAnswer after = Make(request);
  EXPECT_THAT(after.text, AllOf(Not(HasSubstr("def ring")), Not(HasSubstr("import Clock"))));
  for (const std::string& shown : Shown(after)) EXPECT_TRUE(shown.ends_with(" name")) << shown;
}

TEST_F(CodeJudgeTest, WhatTheTaskNamesIsNotTakenDown) {
  for (const char* label : {"supporting", "type_context", ""}) {
    const PacketAnswer answer = Make(Request(std::make_shared<PickingCompleter>(All(label))));
    EXPECT_THAT(answer.text, HasSubstr("return turn(wheel, hour)")) << label;
  }
}

TEST_F(CodeJudgeTest, TheLogHasTheTierThatTheModelGave) {
  const PacketAnswer answer =
      Make(Request(std::make_shared<PickingCompleter>(Only({"gears.py:1 turn"}))));
  const auto run = engine_->ViewRun(answer.run, Deadline::Never());
  ASSERT_TRUE(run);
  std::map<std::string, std::string> tiers;
  for (const LoggedDecision& decision : run->decisions) {
    if (decision.section == "symbols") tiers[decision.item] = decision.provenance.rule;
  }
  EXPECT_EQ(tiers["gears.py#turn"], "primary");
  EXPECT_EQ(tiers["gears.py#Wheel"], "excluded");
}

TEST_F(CodeJudgeTest, AModelThatCannotBeAskedLeavesThePacketAsRulesMakeIt) {
  const auto model = std::make_shared<PickingCompleter>(All("primary"));
  model->Fail(llm::Outcome::kUnreachable);
  const PacketAnswer without = Make(Request(nullptr));
  const PacketAnswer answer = Make(Request(model));
  EXPECT_EQ(Shown(answer), Shown(without));
  // One connection for all stages, and a notice of each that did without.
  EXPECT_EQ(model->prompts().size(), 1U);
  std::vector<std::string> stages;
  for (const packet::Notice& notice : answer.packet.notices) stages.push_back(notice.path);
  EXPECT_THAT(stages, ElementsAre("code.analysis", "code.scope", "code.precision"));
  EXPECT_EQ(RetrievalJson(answer)["judgement"], (Json{{"by", "rules"}}));
}

TEST_F(CodeJudgeTest, ARequiredModelThatCannotBeAskedEndsTheRunWithItsFirstCall) {
  const auto model = std::make_shared<PickingCompleter>(All("primary"));
  model->Fail(llm::Outcome::kUnreachable);
  PacketRequest request = Request(model);
  request.model_required = true;
  const auto answer = engine_->MakePacket(request, Deadline::Never());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code(), Errc::kUnavailable);
  EXPECT_EQ(model->prompts().size(), 1U);
}

// What the judge is told.

class EnrichedJudgeTest : public CodeJudgeTest {
 protected:
  EnrichedJudgeTest() {
    // Describes every file.
    class Describer final : public llm::Completer {
     public:
      const std::string& model() const override { return name_; }
      llm::Called Call(const llm::CompletionRequest& request) const override {
        llm::CallRecord record{.model = name_, .attempts = 1, .outcome = llm::Outcome::kAnswered};
        record.response = Json({{"purpose", "PURPOSEMARK " + std::string(500, 'p')},
                                {"module", "MODULEMARK"},
                                {"domain", "DOMAINMARK"},
                                {"concepts", {"CONCEPTMARK"}},
                                {"public_api_surface", "SURFACEMARK " + std::string(500, 's')},
                                {"complexity_notes", "NOTEMARK " + std::string(500, 'n')}})
                              .dump();
        return llm::Finish(std::move(record), request.schema);
      }

     private:
      const std::string name_ = "describer";
    };
    EnrichRequest request;
    request.model = std::make_shared<Describer>();
    request.promote = true;
    request.now = EngineWorkspace::kNow;
    const auto report = engine_->Enrich(request, Deadline::Never());
    EXPECT_TRUE(report) << report.error().text();
  }
};

TEST_F(EnrichedJudgeTest, DescriptionsAreInThePromptsOfBothStagesWithinTheBoundOfALine) {
  const auto model = std::make_shared<PickingCompleter>(All("primary"));
  Make(Request(model));
  for (const char* label : {"relevant", "primary"}) {
    const auto prompts = model->PromptsFor(label);
    ASSERT_EQ(prompts.size(), 1U) << label;
    for (const char* mark :
         {"PURPOSEMARK", "SURFACEMARK", "NOTEMARK", "MODULEMARK", "DOMAINMARK", "CONCEPTMARK"}) {
      EXPECT_THAT(prompts.front(), HasSubstr(mark)) << label;
    }
    std::size_t begin = 0;
    while (begin < prompts.front().size()) {
      const std::size_t end = std::min(prompts.front().find('\n', begin), prompts.front().size());
      EXPECT_LE(end - begin, 410U) << label;  // 400 bytes and a number
      begin = end + 1;
    }
  }
}

TEST_F(EnrichedJudgeTest, AFileIsDescribedOnceForAllOfItsSymbols) {
  const auto model = std::make_shared<PickingCompleter>(All("primary"));
  Make(Request(model));
  const std::string prompt = model->PromptsFor("primary").front();
  EXPECT_THAT(prompt, HasSubstr("\nFiles:\n- "));
  std::size_t described = 0;
  for (std::size_t at = prompt.find("\n- gears.py: "); at != std::string::npos;
       at = prompt.find("\n- gears.py: ", at + 1)) {
    ++described;
  }
  EXPECT_EQ(described, 1U) << prompt;
}

TEST_F(EnrichedJudgeTest, ADescriptionOfAnEarlierContentIsNotShown) {
  for (const char* name : {"clock.py", "gears.py", "bell.py"}) {
    at_.Write(name, "def turn(wheel, steps):\n    return 'strike', steps\n");
  }
  Index();
  const auto model = std::make_shared<PickingCompleter>(All("primary"));
  Make(Request(model));
  for (const std::string& prompt : model->prompts()) {
    EXPECT_THAT(prompt, Not(HasSubstr("PURPOSEMARK")));
  }
}

TEST_F(CodeJudgeTest, WithoutDescriptionsThePromptsHaveNone) {
  const auto model = std::make_shared<PickingCompleter>(All("primary"));
  Make(Request(model));
  for (const std::string& prompt : model->prompts()) EXPECT_THAT(prompt, Not(HasSubstr("Files:")));
}

// Refinements.

// Takes bell.py away, and of gears.py all but `turn`.
PickingCompleter::Pick KeepTurn() {
  return [](std::string_view candidate) -> std::string {
    if (candidate.contains("(tier ")) return candidate.contains("bell.py (") ? "" : "relevant";
    return candidate.contains("gears.py:1 turn") ? "primary" : "";
  };
}

std::vector<std::string> PathsOf(const PacketAnswer& answer) {
  std::vector<std::string> paths;
  const Json json = RetrievalJson(answer);
  for (const Json& file : json["files"]) paths.push_back(file["path"]);
  std::ranges::sort(paths);
  return paths;
}

TEST_F(CodeJudgeTest, ARefinementWithoutAModelRepeatsWhatItSaidBefore) {
  at_.Write("weather.py", "def forecast():\n    return 'rain'\n");
  Index();
  const PacketAnswer first = Make(Request(std::make_shared<PickingCompleter>(KeepTurn())));
  ASSERT_THAT(PathsOf(first), ElementsAre("clock.py", "gears.py"));
  const RefinedPacket refined = Refine(nullptr, {.missing_files = {"weather.py"}});
  EXPECT_THAT(PathsOf(refined.answer), ElementsAre("clock.py", "gears.py", "weather.py"));
  // What was promoted stays promoted, what was excluded excluded, and what is new is by rules.
  EXPECT_THAT(refined.answer.text, AllOf(HasSubstr("tooth_5 = steps + 5"), Not(HasSubstr("Wheel:")),
                                         HasSubstr("return 'rain'")));
  EXPECT_THAT(refined.answer.remarks, testing::Contains(HasSubstr("the model tiny judged them")));
  const Json json = RefinedJson(refined);
  EXPECT_EQ(json["judgement"], (Json{{"by", "record"}, {"model", "tiny"}}));
  EXPECT_FALSE(json["budget_config"].contains("model")) << json["budget_config"];
  // And the one after that.
  const RefinedPacket again = Refine(nullptr, {.reason = "still not enough"});
  EXPECT_THAT(PathsOf(again.answer), ElementsAre("clock.py", "gears.py", "weather.py"));
  EXPECT_EQ(RefinedJson(again)["judgement"]["by"], "record");
}

TEST_F(CodeJudgeTest, WhatARefinementAsksForIsShownThoughItWasJudgedAway) {
  Make(Request(std::make_shared<PickingCompleter>(KeepTurn())));
  const RefinedPacket file = Refine(nullptr, {.missing_files = {"bell.py"}});
  EXPECT_THAT(PathsOf(file.answer), ElementsAre("bell.py", "clock.py", "gears.py"));
  const RefinedPacket symbol = Refine(nullptr, {.missing_symbols = {"Wheel.spin"}});
  EXPECT_THAT(symbol.answer.text, HasSubstr("return 'spun round'"));
}

TEST_F(CodeJudgeTest, ARefinementWithAModelAsksAgain) {
  Make(Request(std::make_shared<PickingCompleter>(KeepTurn())));
  const auto model = std::make_shared<PickingCompleter>(All("primary"), "larger");
  const RefinedPacket refined = Refine(model, {.reason = "not enough"});
  EXPECT_THAT(model->prompts(), testing::SizeIs(3));
  EXPECT_THAT(PathsOf(refined.answer), ElementsAre("bell.py", "clock.py", "gears.py"));
  EXPECT_THAT(refined.answer.text, HasSubstr("return 'spun round'"));
  const Json json = RefinedJson(refined);
  EXPECT_EQ(json["judgement"], (Json{{"by", "model"}, {"model", "larger"}}));
  EXPECT_EQ(json["budget_config"]["model"], "larger");
  for (const std::string& remark : refined.answer.remarks) {
    EXPECT_THAT(remark, Not(HasSubstr("judged")));
  }
}

TEST_F(CodeJudgeTest, ARefinementWhoseModelIsDownRepeatsWhatTheOneBeforeSaid) {
  Make(Request(std::make_shared<PickingCompleter>(KeepTurn())));
  const auto model = std::make_shared<PickingCompleter>(All("primary"));
  model->Fail(llm::Outcome::kUnreachable);
  const RefinedPacket refined = Refine(model, {.reason = "not enough"});
  EXPECT_THAT(PathsOf(refined.answer), ElementsAre("clock.py", "gears.py"));
  EXPECT_EQ(RefinedJson(refined)["judgement"]["by"], "record");
}

TEST_F(CodeJudgeTest, ATaskThatNoModelJudgedHasNoRecordToRepeat) {
  Make(Request(nullptr));
  const RefinedPacket refined = Refine(nullptr, {.reason = "not enough"});
  EXPECT_EQ(RefinedJson(refined)["judgement"], (Json{{"by", "rules"}}));
  EXPECT_THAT(refined.answer.remarks, testing::IsEmpty());
}

TEST_F(CodeJudgeTest, ANewTaskDoesNotRepeatWhatWasJudgedBefore) {
  Make(Request(std::make_shared<PickingCompleter>(KeepTurn())));
  const PacketAnswer fresh = Make(Request(nullptr));
  EXPECT_THAT(PathsOf(fresh), ElementsAre("bell.py", "clock.py", "gears.py"));
  EXPECT_EQ(RetrievalJson(fresh)["judgement"], (Json{{"by", "rules"}}));
}

}  // namespace
}  // namespace satchel::engine
