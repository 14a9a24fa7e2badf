// No packet is empty without a word: every command says why on stderr, and in JSON.

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/process.h"
#include "tests/e2e/retrieve_fixture.h"
#include "tests/support/model_double.h"

namespace satchel::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class CliEmptyTest : public RetrieveFixture {
 protected:
  // The command shows nothing and ends with 0; the reason that JSON gives, whose text is on stderr.
  std::string ReasonOf(const Args& command) const {
    Args args = command;
    args.insert(args.end(), {"--now", kNow});
    const Finished text = Satchel(args);
    EXPECT_EQ(text.code, 0) << text.err;
    EXPECT_THAT(text.out, Not(HasSubstr("\n### "))) << text.out;
    const Json empty = JsonOf(args)["empty"];
    if (!empty.is_object()) return "not empty: " + text.out;
    const std::string says = empty["text"];
    EXPECT_THAT(says, Not(IsEmpty()));
    // The id of the run differs.
    EXPECT_THAT(text.err, HasSubstr(says.substr(0, says.find("; `satchel why"))))
        << command.front();
    return empty["reason"];
  }
};

constexpr const char* kParrots = "how do parrots breed in winter";
constexpr const char* kDeposit = "the landlord must return my kubernetes deposit";

TEST_F(CliEmptyTest, OfWordsThatAreNotInTheCodeTheyAreNamed) {
  EXPECT_EQ(ReasonOf({"retrieve", kParrots}), "no_word_found");
  EXPECT_THAT(Satchel({"retrieve", kParrots}).err,
              HasSubstr("no word of the task is in the code: parrots, breed, winter"));
  EXPECT_EQ(ReasonOf({"refine", "last", "--missing-symbol", "parrot_house"}), "no_word_found");
}

TEST_F(CliEmptyTest, ATaskAboutSomethingElseGetsAWeakPacketAndNoEmptyOne) {
  for (const char* command : {"retrieve", "pack"}) {
    const Json json = JsonOf({command, kDeposit});
    EXPECT_EQ(json["empty"], nullptr) << command;
    EXPECT_EQ(json["confidence"], "weak") << command;
  }
}

TEST_F(CliEmptyTest, AModelThatCallsNothingRelevantIsNamedAsTheReason) {
  const ModelDouble model({}, {.content = R"({"relevant": []})"});
  Args args = {"retrieve", "fix the login validation bug"};
  const Args more = WithModel(model.OllamaUrl());
  args.insert(args.end(), more.begin(), more.end());
  EXPECT_EQ(ReasonOf(args), "judged_irrelevant");
  EXPECT_THAT(Satchel(args).err, HasSubstr("the model called none of "));
}

TEST_F(CliEmptyTest, StagesThatFindNothingAreNamedAsTheReason) {
  EXPECT_EQ(ReasonOf({"retrieve", "fix the login", "--stages", "precision"}), "stages");
  // In the wrong order there are names without code.
  const Finished names = Satchel({"retrieve", "fix the login", "--stages", "precision,scope"});
  EXPECT_THAT(names.out, HasSubstr("- web/login.py"));
  EXPECT_THAT(names.err, HasSubstr("`--stages scope,precision` shows their code"));
  EXPECT_EQ(ReasonOf({"recall", "which colour", "--stages", "plan"}), "no_word_found");
}

TEST_F(CliEmptyTest, ABudgetThatHoldsNothingIsNamedAsTheReason) {
  EXPECT_EQ(ReasonOf({"retrieve", "fix the login validation bug", "--budget", "3"}), "budget");
}

TEST_F(CliEmptyTest, ADifferenceThatHasNothingNewSaysSo) {
  const Json packed = JsonOf({"pack", "fix the login validation bug", "--now", kNow});
  EXPECT_EQ(packed["empty"], nullptr);
  EXPECT_EQ(ReasonOf({"pack", "fix the login validation bug", "--diff", packed["run"]}),
            "shown_before");
}

TEST_F(CliEmptyTest, ARecallSaysWhatWasFound) {
  EXPECT_EQ(ReasonOf({"recall", "which colour do we like?"}), "no_word_found");
  EXPECT_EQ(ReasonOf({"recall", "ok"}), "no_recall");
}

TEST_F(CliEmptyTest, NotesAndGraphsSayWhatIsMissing) {
  dir_.Write("app/.context/TASKS.md", "# Tasks\n");
  EXPECT_EQ(ReasonOf({"agent", "--stages", "entries"}), "nothing_offered");
  // A pack of graphs says itself what is missing.
  const Json graph = JsonOf({"graph", "pack", "fix the parrots", "--dry-run"});
  EXPECT_EQ(graph["empty"], nullptr);
  EXPECT_EQ(graph["critical_info_missing"], true);
  EXPECT_THAT(Satchel({"graph", "pack", "fix the parrots", "--dry-run"}).out,
              HasSubstr("- Missing: entities, tasks, knowledge"));
}

TEST_F(CliEmptyTest, APacketThatShowsSomethingHasNoReason) {
  EXPECT_EQ(JsonOf({"retrieve", "fix the login validation bug"})["empty"], nullptr);
  EXPECT_EQ(JsonOf({"pack", "fix the login validation bug"})["empty"], nullptr);
  ASSERT_EQ(Satchel({"remember", "Deploys need two reviews"}).code, 0);
  EXPECT_EQ(JsonOf({"recall", "how many reviews do deploys need?"})["empty"], nullptr);
}

}  // namespace
}  // namespace satchel::test
