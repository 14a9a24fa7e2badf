#include "graph/files/intent.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ask/question.h"
#include "graph/files/intent_markers.h"

namespace satchel::graph {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;

IntentVerdict ClassifyIntent(std::string_view request) {
  return graph::ClassifyIntent(ask::Question(std::string(request)));
}

Intent Of(std::string_view request) { return ClassifyIntent(request).intent; }

int Score(const IntentVerdict& verdict, Intent intent) {
  return verdict.scores.at(static_cast<std::size_t>(intent));
}

std::vector<std::string> MarkersIn(std::string_view request) {
  std::vector<std::string> markers;
  for (const IntentEvidence& found : ClassifyIntent(request).evidence) {
    markers.push_back(found.marker);
  }
  return markers;
}

std::vector<std::string> ListOf(const MarkerSet& set) {
  std::vector<std::string> markers;
  for (std::size_t begin = 0; begin < set.list.size();) {
    const std::size_t end = std::min(set.list.find(", ", begin), set.list.size());
    markers.emplace_back(set.list.substr(begin, end - begin));
    begin = end + 2;
  }
  return markers;
}

TEST(IntentTest, NamesAreParsedBack) {
  for (const Intent intent :
       {Intent::kPlan, Intent::kExecute, Intent::kExplain, Intent::kDebug, Intent::kResearch}) {
    EXPECT_EQ(ParseIntent(Name(intent)), intent);
  }
  EXPECT_EQ(ParseIntent("auto").error().text(),
            "unknown intent 'auto': one of plan, execute, explain, debug, research");
  EXPECT_FALSE(ParseIntent("Plan").has_value());
}

TEST(IntentTest, AMarkerInsideAnotherWordIsNone) {
  EXPECT_THAT(MarkersIn("planet inspector pruned runtime failover specific ошибочно"), IsEmpty());
  EXPECT_THAT(MarkersIn("running tracer debugger terrors planner updater спланированный"),
              IsEmpty());
  EXPECT_EQ(Of("an explanation, then inspect the file"), Intent::kExplain);
  EXPECT_EQ(Of("prune the branches"), Intent::kExecute);
}

TEST(IntentTest, AMarkerInsideANameIsNone) {
  EXPECT_THAT(MarkersIn("docs/design/plan.md error-free fail_fast trace.h bug.cc"), IsEmpty());
}

TEST(IntentTest, NothingFoundMeansExplain) {
  for (const std::string_view request : {"", " \n", "scheduler.py", "session tokens", "привет"}) {
    EXPECT_EQ(ClassifyIntent(request), IntentVerdict{}) << request;
  }
}

TEST(IntentTest, TheLeadingVerbDecidesOverNounsBehindIt) {
  EXPECT_EQ(Of("explain the plan"), Intent::kExplain);
  EXPECT_EQ(Of("implement the design"), Intent::kExecute);
  EXPECT_EQ(Of("could you please add error logging"), Intent::kExecute);
  EXPECT_EQ(Of("объясни план"), Intent::kExplain);
  EXPECT_EQ(Of("пожалуйста, удали план"), Intent::kExecute);
  EXPECT_EQ(Of("plan the run"), Intent::kPlan);
}

TEST(IntentTest, AMarkerIsWorthMoreWhereASentenceBeginsAndMostWhereTheRequestDoes) {
  const auto plan = [](int weight) {
    return ElementsAre(IntentEvidence{.marker = "plan", .intent = Intent::kPlan, .weight = weight});
  };
  EXPECT_THAT(ClassifyIntent("I saw the plan").evidence, plan(3));
  EXPECT_THAT(ClassifyIntent("The repo, plan it").evidence, plan(3));
  EXPECT_THAT(ClassifyIntent("The repo. Plan it").evidence, plan(7));
  EXPECT_THAT(ClassifyIntent("The repo\ncould you please plan it").evidence, plan(7));
  EXPECT_THAT(ClassifyIntent("Plan it").evidence, plan(9));
  EXPECT_THAT(ClassifyIntent("OK, could you please plan it").evidence, plan(9));
}

TEST(IntentTest, APhraseHidesTheMarkersInsideIt) {
  EXPECT_THAT(MarkersIn("don't implement"), ElementsAre("dont implement"));
  EXPECT_THAT(MarkersIn("Investigate why"), ElementsAre("investigate why"));
  EXPECT_THAT(MarkersIn("investigate"), ElementsAre("investigate"));
}

TEST(IntentTest, EqualScoresGoToDebugThenPlanThenResearchThenExecuteThenExplain) {
  // Markers of one weight each, none of them leading.
  const std::string_view explain = "the documentation";
  const std::string_view research = "the analysis";
  const std::string_view plan = "the design";
  const std::string_view debug = "the bug";
  const auto tied = [](std::initializer_list<std::string_view> parts) {
    std::string request;
    for (const std::string_view part : parts) request.append(part).append(" ");
    return ClassifyIntent(request);
  };
  const IntentVerdict all = tied({explain, research, plan, debug});
  EXPECT_EQ(Score(all, Intent::kExplain), Score(all, Intent::kDebug));
  EXPECT_EQ(Score(all, Intent::kResearch), Score(all, Intent::kDebug));
  EXPECT_EQ(Score(all, Intent::kPlan), Score(all, Intent::kDebug));
  EXPECT_EQ(all.intent, Intent::kDebug);
  EXPECT_EQ(tied({explain, research, plan}).intent, Intent::kPlan);
  EXPECT_EQ(tied({explain, research}).intent, Intent::kResearch);

  const IntentVerdict run = ClassifyIntent("the which run");
  EXPECT_EQ(Score(run, Intent::kExecute), Score(run, Intent::kExplain));
  EXPECT_EQ(run.intent, Intent::kExecute);
  const IntentVerdict either = ClassifyIntent("the run or");
  EXPECT_EQ(Score(either, Intent::kExecute), Score(either, Intent::kResearch));
  EXPECT_EQ(either.intent, Intent::kResearch);
}

TEST(IntentTest, EvidenceAddsUpToTheScores) {
  const IntentVerdict verdict =
      ClassifyIntent("The tests fail with a TypeError. Compare both runs and fix it");
  std::array<int, kIntents> sums{};
  for (const IntentEvidence& found : verdict.evidence) {
    sums.at(static_cast<std::size_t>(found.intent)) += found.weight;
  }
  EXPECT_EQ(sums, verdict.scores);
  EXPECT_THAT(MarkersIn("The tests fail with a TypeError. Compare both runs and fix it"),
              ElementsAre("fail", "error", "compare", "fix"));
  EXPECT_FALSE(verdict.by_caller);
}

TEST(IntentTest, AMarkerCountsOnceAndAsMuchAsItsBestPlace) {
  EXPECT_THAT(ClassifyIntent("the plan. A plan. That plan").evidence,
              ElementsAre(IntentEvidence{.marker = "plan", .intent = Intent::kPlan, .weight = 7}));
}

TEST(IntentTest, CaseAndYoDoNotMatter) {
  EXPECT_EQ(ClassifyIntent("WHY DOES THE Build FaIl"), ClassifyIntent("why does the build fail"));
  EXPECT_EQ(ClassifyIntent("ПОЧЕМУ Падает ТЕСТ"), ClassifyIntent("почему падает тест"));
  EXPECT_EQ(ClassifyIntent("В ЧЁМ РАЗНИЦА"), ClassifyIntent("в чем разница"));
  EXPECT_THAT(MarkersIn("в чём разница"), ElementsAre("в чем разница"));
}

TEST(IntentTest, RussianWordsAreFoundInTheirForms) {
  EXPECT_THAT(MarkersIn("об ошибках"), ElementsAre("ошибка"));
  EXPECT_THAT(MarkersIn("тест падал"), ElementsAre("падать"));
  EXPECT_THAT(MarkersIn("по архитектуре"), ElementsAre("архитектура"));
}

TEST(IntentTest, AnyBytesWillDo) {
  EXPECT_THAT(MarkersIn("\xff\xfe the bug\x80\xc3(\xf0\x9f"), ElementsAre("bug"));
  EXPECT_THAT(MarkersIn(std::string_view("\0the\0bug\0", 9)), ElementsAre("bug"));
  EXPECT_EQ(Of(std::string(1 << 20, '\xd0')), Intent::kExplain);
}

TEST(IntentTest, AMegabyteIsJudgedLikeALine) {
  std::string errors = "add logging\n";
  std::string joined = "a";
  while (errors.size() < 1 << 20U) errors += "error: the error ";
  while (joined.size() < 1 << 20U) joined += "-plan";
  const IntentVerdict verdict = ClassifyIntent(errors);
  EXPECT_EQ(verdict.intent, Intent::kExecute);
  EXPECT_THAT(verdict.evidence, testing::SizeIs(2));
  EXPECT_EQ(Of(joined), Intent::kExplain);
  EXPECT_EQ(Of(std::string(1 << 20U, 'p')), Intent::kExplain);
}

TEST(IntentMarkersTest, TheWordsOfTheSpecificationsOwnSetsAreThere) {
  const auto expect = [](Intent intent, std::initializer_list<std::string_view> words) {
    for (const std::string_view word : words) {
      const IntentVerdict verdict = ClassifyIntent("the " + std::string(word));
      EXPECT_THAT(verdict.evidence,
                  ElementsAre(testing::AllOf(Field(&IntentEvidence::marker, word),
                                             Field(&IntentEvidence::intent, intent))));
    }
  };
  expect(Intent::kDebug, {"bug", "error", "fail", "failing", "trace", "exception", "debug"});
  expect(Intent::kExecute, {"implement", "apply", "run", "execute", "create", "update", "fix"});
  expect(Intent::kPlan, {"plan", "roadmap", "design", "spec", "architecture"});
  expect(Intent::kResearch, {"research", "investigate", "analyze", "compare", "explore"});
}

TEST(IntentMarkersTest, EachIsThereOnceInItsLanguageAndCanBeFound) {
  std::set<std::string> seen;
  for (const MarkerSet& set : MarkerSets()) {
    EXPECT_GE(set.leading, set.weight);
    EXPECT_TRUE(set.leading > 0 || set.form == MarkerForm::kOpener) << set.list;
    for (const std::string& marker : ListOf(set)) {
      if (set.form == MarkerForm::kEnding) continue;
      EXPECT_TRUE(seen.insert(marker).second) << marker;
      EXPECT_NE(text::LanguageOf(marker), set.language == text::Language::kEnglish
                                              ? text::Language::kRussian
                                              : text::Language::kEnglish)
          << marker;
      const std::vector<IntentEvidence> found = ClassifyIntent("the. " + marker).evidence;
      if (set.leading == 0) {
        EXPECT_THAT(found, IsEmpty()) << marker;
      } else {
        EXPECT_THAT(found, ElementsAre(Field(&IntentEvidence::intent, set.intent))) << marker;
      }
    }
  }
}

}  // namespace
}  // namespace satchel::graph
