#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/deadline.h"
#include "memory/requests/items.h"
#include "memory/requests/place.h"
#include "surfaces/mcp/rpc/message.h"
#include "surfaces/mcp/tools/all.h"
#include "surfaces/mcp/workspace/served_workspace.h"
#include "tests/support/engine_workspace.h"

namespace satchel::mcp {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;
using testing::SizeIs;

constexpr const char* kText = "Deploys run from the release branch";
// In two parts, so that nobody takes this file for a leak.
const std::string kSecret = std::string("ghp_") + "xK9pQ2mZ7vR4tY8wL1nB6cD3fG5hJ0aSeUiO";

class RememberToolTest : public testing::Test {
 protected:
  // The result of a call.
  Json Call(const Json& arguments) const {
    const Message request{.id = 1, .method = "tools/call"};
    const SendMessage send = [](const Json&) {};
    Exchange exchange(request, Deadline::Never(), send);
    const Answer answer = tool_.call(arguments, exchange);
    EXPECT_TRUE(answer) << arguments;
    return answer ? *answer : Json::object();
  }
  static std::string TextOf(const Json& result) { return result["content"][0]["text"]; }
  std::string Refusal(const Json& arguments) const {
    const Json result = Call(arguments);
    EXPECT_EQ(result.value("isError", false), true) << result;
    EXPECT_FALSE(result.contains("structuredContent"));
    return TextOf(result);
  }

  engine::MemoryPlace Place() const {
    const auto& at = at_.at();
    return engine::PlaceOfMemories(at.workspace(), at.settings(), at.directories(),
                                   at.environment())
        .value();
  }
  // What a face finds that knows nothing of this one.
  std::vector<engine::MemoryPointer> Kept() const {
    return engine::LoadMemories(Place(), {}, Deadline::Never()).value().memories;
  }

  test::EngineWorkspace at_;
  bool inbox_ = false;
  ServedWorkspace workspace_{{.parts = [this]() -> Result<engine::EngineParts> {
                                engine::EngineParts parts = at_.Parts();
                                if (inbox_)
                                  parts.environment.variables["SATCHEL_MEMORY_INBOX"] = "on";
                                if (inbox_) {
                                  parts.settings =
                                      settings::LoadSettings(parts.environment, parts.directories,
                                                             &parts.workspace, {})
                                          .settings;
                                }
                                return parts;
                              },
                              .now = test::EngineWorkspace::kNow}};
  Tool tool_ = RememberTool(workspace_);
};

TEST_F(RememberToolTest, WithTheInboxOnItProposesAndTheUserDecides) {
  inbox_ = true;
  const Json result = Call({{"text", kText}, {"category", "decision"}});
  const Json& answer = result["structuredContent"];
  EXPECT_EQ(answer["did"], "proposed");
  EXPECT_EQ(answer["category"], "decision");
  EXPECT_EQ(answer["text"], kText);
  EXPECT_THAT(TextOf(result), HasSubstr("satchel memory inbox"));
  EXPECT_THAT(Kept(), IsEmpty());
  const Json again = Call({{"text", kText}})["structuredContent"];
  EXPECT_EQ(again["did"], "known");
  EXPECT_THAT(Refusal({{"text", "  "}}), Not(IsEmpty()));
  const Json secret = Call({{"text", "the token is " + kSecret}})["structuredContent"];
  EXPECT_EQ(secret["redacted"].size(), 1U);
  EXPECT_THAT(secret.dump(), Not(HasSubstr(kSecret)));
}

TEST_F(RememberToolTest, KeepsATextAndOpensNothing) {
  const Json result = Call({{"text", kText}, {"category", "decision"}});
  const Json& answer = result["structuredContent"];
  EXPECT_EQ(answer["did"], "added");
  EXPECT_EQ(answer["text"], kText);
  EXPECT_EQ(answer["category"], "decision");
  EXPECT_EQ(answer["superseded"], Json::array());
  EXPECT_EQ(answer["schema_version"], 1);
  const std::string id = answer["id"];
  EXPECT_THAT(id, MatchesRegex("decision-[0-9a-z]{26}"));
  EXPECT_EQ(TextOf(result), "remembered " + id);
  ASSERT_THAT(Kept(), SizeIs(1));
  EXPECT_EQ(Kept()[0]->id, id);
  EXPECT_EQ(Kept()[0]->text, kText);
  EXPECT_EQ(Kept()[0]->created, test::EngineWorkspace::kNow);
  EXPECT_FALSE(std::filesystem::exists(at_.at().place()));
}

TEST_F(RememberToolTest, IsAFactUnlessSaidOtherwise) {
  EXPECT_EQ(Call({{"text", kText}})["structuredContent"]["category"], "fact");
}

TEST_F(RememberToolTest, SaysThatATextIsKnown) {
  const std::string id = Call({{"text", kText}})["structuredContent"]["id"];
  const Json again = Call({{"text", "deploys run from the release branch!"}});
  EXPECT_EQ(again["structuredContent"]["did"], "known");
  EXPECT_EQ(again["structuredContent"]["id"], id);
  EXPECT_EQ(TextOf(again), "known already as " + id);
  EXPECT_THAT(Kept(), SizeIs(1));
}

TEST_F(RememberToolTest, ShowsTheOneThatSaysNearlyTheSame) {
  const std::string words =
      "invoices are rounded half to even before receipts get printed each month by billing "
      "services in Europe";
  const std::string id = Call({{"text", words + "\neverywhere"}})["structuredContent"]["id"];
  const Json alike = Call({{"text", words}});
  EXPECT_FALSE(alike.contains("isError"));
  EXPECT_EQ(alike["structuredContent"]["did"], "alike");
  EXPECT_EQ(alike["structuredContent"]["id"], id);
  EXPECT_THAT(TextOf(alike), HasSubstr("not remembered: " + id + " says nearly the same: invoic"));
  EXPECT_THAT(TextOf(alike), Not(HasSubstr("\n")));
  EXPECT_THAT(Kept(), SizeIs(1));
}

TEST_F(RememberToolTest, TakesSecretsOutAndSaysSo) {
  const Json result = Call({{"text", "The mirror is read with " + kSecret}});
  EXPECT_THAT(result.dump(), Not(HasSubstr("xK9pQ2mZ")));
  EXPECT_THAT(TextOf(result), HasSubstr("; what looks like a secret was taken out (github-"));
  EXPECT_THAT(result["structuredContent"]["redacted"], SizeIs(1));
  ASSERT_THAT(Kept(), SizeIs(1));
  EXPECT_THAT(Kept()[0]->text, Not(HasSubstr("xK9pQ2mZ")));
}

TEST_F(RememberToolTest, ShowsNoSecretThatSomebodyWroteIntoAFile) {
  const std::string path = Call({{"text", kText}})["structuredContent"]["path"];
  // So many words that one more makes no difference.
  std::string words;
  for (const char first : std::string("bdfgklmnprst")) {
    for (const char second : std::string("bdfgklmnprst")) {
      words += std::string{first, 'o', second, 'a', 'r', ' '};
    }
  }
  const auto file = Place().project / path;
  std::string bytes = test::TempDir::ReadFile(file);
  bytes.replace(bytes.rfind(kText), std::string(kText).size(), words + kSecret);
  std::ofstream(file, std::ios::binary) << bytes;
  const Json alike = Call({{"text", words}});
  EXPECT_EQ(alike["structuredContent"]["did"], "alike");
  EXPECT_THAT(alike["structuredContent"]["text"].get<std::string>(), HasSubstr("bobar bodar"));
  EXPECT_THAT(alike.dump(), Not(HasSubstr("xK9pQ2mZ")));
}

TEST_F(RememberToolTest, RefusesWhatCannotBeKeptAndWritesNothing) {
  EXPECT_EQ(Refusal(Json::object()), "text is missing");
  EXPECT_EQ(Refusal({{"text", " \n"}}), "text must be a text that is not empty");
  EXPECT_EQ(Refusal({{"text", std::string(65'537, 'x')}}), "text must be at most 65536 bytes");
  EXPECT_THAT(Refusal({{"text", kText}, {"category", "opinion"}}), HasSubstr("one of fact, "));
  EXPECT_THAT(Refusal({{"text", kText}, {"tags", {"a"}}}), HasSubstr("no argument tags"));
  EXPECT_THAT(Refusal({{"text", "# Satchel packet: notes"}}), HasSubstr("came from a packet"));
  EXPECT_THAT(Refusal({{"text", "a\x1B[2J"}}), HasSubstr("control characters"));
  EXPECT_THAT(Kept(), IsEmpty());
}

TEST_F(RememberToolTest, TakesTheCategoriesThatThereAre) {
  constexpr auto kLast = static_cast<std::size_t>(memory::Category::kReasoningTrace);
  for (std::size_t i = 0; i <= kLast; ++i) {
    const std::string name(Name(static_cast<memory::Category>(i)));
    const Json answer = Call({{"text", "a fact about " + name}, {"category", name}});
    EXPECT_EQ(answer["structuredContent"]["category"], name);
  }
  EXPECT_FALSE(tool_.declaration["inputSchema"]["properties"]["category"].contains("enum"));
}

TEST_F(RememberToolTest, IsDeclaredAsOneThatWritesAndDestroysNothing) {
  EXPECT_EQ(tool_.declaration["annotations"], Json({{"destructiveHint", false}}));
}

TEST_F(RememberToolTest, SaysWhyThereIsNoWorkspace) {
  ServedWorkspace nowhere({.parts = []() -> Result<engine::EngineParts> {
    return Fail(Errc::kNotFound, "no such place");
  }});
  tool_ = RememberTool(nowhere);
  EXPECT_EQ(Refusal({{"text", kText}}), "no such place");
}

TEST_F(RememberToolTest, ManyAtOnceAreAllKept) {
  constexpr std::size_t kThreads = 4;
  const std::vector<std::string> animals = {"otter", "heron", "badger", "lynx"};
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] { Call({{"text", "The mascot is the " + animals[i]}}); });
    }
  }
  EXPECT_THAT(Kept(), SizeIs(kThreads));
}

}  // namespace
}  // namespace satchel::mcp
