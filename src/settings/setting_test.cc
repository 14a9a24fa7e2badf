#include "settings/setting.h"

#include <map>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::settings {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(SettingTest, EveryDefaultObeysItsOwnRules) {
  for (const Setting& setting : AllSettings()) {
    if (setting.standard.empty() && !IsText(setting.kind)) {
      EXPECT_EQ(DefaultOf(setting), Value()) << setting.name;
      EXPECT_FALSE(ParseValue(setting, "")) << setting.name;
      continue;
    }
    const auto value = ParseValue(setting, setting.standard);
    ASSERT_TRUE(value) << setting.name << ": " << value.error().text();
    EXPECT_EQ(PlainText(*value), setting.standard) << setting.name;
  }
}

TEST(SettingTest, NamesAndVariablesAreUniqueAndTwoParts) {
  std::set<std::string> variables;
  for (const Setting& setting : AllSettings()) {
    EXPECT_TRUE(variables.insert(VariableOf(setting)).second) << setting.name;
    EXPECT_EQ(std::ranges::count(setting.name, '.'), 1) << setting.name;
    EXPECT_EQ(FindSetting(setting.name), &setting);
    EXPECT_FALSE(setting.description.empty());
  }
  EXPECT_EQ(VariableOf(Get(Key::kRetentionMaxMb)), "SATCHEL_RETENTION_MAX_MB");
}

// Specifications 000 and 002: fifteen tasks, thirty facts, ten decisions, twenty changes, and no
// weight that can be set.
TEST(SettingTest, GraphsAndNotesHaveTheNumbersOfTheirSpecificationsAndNoWeights) {
  std::map<std::string, std::string> standards;
  for (const Setting& setting : AllSettings()) {
    if (setting.name.starts_with("graph.") || setting.name.starts_with("notes.")) {
      standards.emplace(setting.name, setting.standard);
    }
  }
  EXPECT_THAT(standards, testing::ElementsAre(testing::Pair("graph.max_deltas", "20"),
                                              testing::Pair("graph.max_kg", "30"),
                                              testing::Pair("graph.max_rg", "10"),
                                              testing::Pair("graph.max_tasks", "15"),
                                              testing::Pair("notes.agent_files", "true")));
}

TEST(SettingTest, TwoCommonCommitsMakeANeighbourAndASessionIsKeptForSevenDays) {
  std::map<std::string, std::string> standards;
  for (const Setting& setting : AllSettings()) standards.emplace(setting.name, setting.standard);
  EXPECT_EQ(standards["code.co_change_min_commits"], "2");
  EXPECT_EQ(standards["session.days"], "7");
}

TEST(SettingTest, WhatSaysWhereDataGoesNeedsTrust) {
  for (const Setting& setting : AllSettings()) {
    const bool address = setting.kind == Kind::kHttpUrl || setting.kind == Kind::kStore ||
                         setting.kind == Kind::kDirectory || setting.secret;
    if (address) {
      EXPECT_TRUE(setting.redirects) << setting.name;
    }
  }
}

std::vector<std::string> NamesOf(bool Setting::* mark) {
  std::vector<std::string> names;
  for (const Setting& setting : AllSettings()) {
    if (setting.*mark) names.emplace_back(setting.name);
  }
  return names;
}

// A hostile repository could use each of these against its user. A change here is a decision about
// what a repository may do, so the lists are written out.
TEST(SettingTest, WhatDecidesAboutMemoriesTheLogOrSessionsIsPersonal) {
  EXPECT_THAT(
      NamesOf(&Setting::personal),
      testing::ElementsAre(
          "retention.days", "retention.max_mb", "session.days", "memory.recall_planner_enabled",
          "memory.recall_planner_max_qmd_results_minimal", "memory.max_memory_tokens",
          "memory.qmd_enabled", "memory.qmd_collection", "memory.qmd_max_results",
          "memory.intent_routing_enabled", "memory.intent_routing_boost",
          "memory.verbatim_artifacts_enabled", "memory.query_expansion_enabled",
          "memory.rerank_enabled", "memory.recency_weight", "memory.namespaces_enabled",
          "memory.inbox", "hook.memory_share", "hook.silent_subagents"));
}

TEST(SettingTest, WhatBoundsTheCostOfHostileFilesIsALimit) {
  EXPECT_THAT(NamesOf(&Setting::limit),
              testing::ElementsAre("budget.tokens", "embed.max_text_bytes", "rerank.timeout_ms",
                                   "notes.agent_files", "code.history_commits", "code.max_file_kb",
                                   "hook.budget_tokens", "hook.quota_tokens", "hook.refresh",
                                   "hook.failures", "hook.failure_budget", "hook.start_budget",
                                   "hook.subagents"));
  EXPECT_FALSE(NeedsTrust(Get(Key::kBudgetTokens), std::int64_t{32'000}));
  EXPECT_TRUE(NeedsTrust(Get(Key::kBudgetTokens), std::int64_t{32'001}));
}

TEST(SettingTest, WhatRedirectsDataOrWidensWhatIsReadRedirects) {
  EXPECT_THAT(
      NamesOf(&Setting::redirects),
      testing::ElementsAre("store.url", "store.password", "store.workspace", "llm.base_url",
                           "llm.model", "llm.api_key", "embed.base_url", "embed.model",
                           "embed.api_key", "rerank.base_url", "rerank.model", "rerank.api_key",
                           "code.secret_files", "search.rerank", "memory.dir"));
}

TEST(SettingTest, WrongValuesSayWhatWouldBeRight) {
  const auto text_of = [](Key key, std::string_view text) {
    const auto value = ParseValue(Get(key), text);
    return value ? "accepted" : value.error().text();
  };
  EXPECT_EQ(text_of(Key::kRetentionDays, "0"),
            "retention.days is 0; it must be an integer from 1 to 36500");
  EXPECT_THAT(text_of(Key::kRetentionDays, "many"), HasSubstr("'many'"));
  EXPECT_THAT(text_of(Key::kRetentionDays, "99999999999999999999"), HasSubstr("an integer"));
  EXPECT_THAT(text_of(Key::kOutputColor, "blue"), HasSubstr("one of auto, always, never"));
  EXPECT_THAT(text_of(Key::kLlmBaseUrl, "ftp://x"), HasSubstr("http:// or https://"));
  EXPECT_THAT(text_of(Key::kMemoryDir, "relative/dir"), HasSubstr("absolute"));
  EXPECT_THAT(text_of(Key::kMemoryIntentRoutingBoost, "0.1234567"), HasSubstr("six decimals"));
  EXPECT_THAT(text_of(Key::kMemoryRecencyWeight, "1.5"), HasSubstr("from 0 to 1"));
  EXPECT_THAT(text_of(Key::kLogLevel, "loud"), HasSubstr("debug, info"));
  EXPECT_THAT(text_of(Key::kLlmModel, "a\nb"), HasSubstr("one line"));
  EXPECT_THAT(text_of(Key::kMemoryQmdEnabled, "maybe"), HasSubstr("true or false"));
}

TEST(SettingTest, WhatIsPlannedSaysThatNothingReadsItAndWhatItIsFor) {
  EXPECT_EQ(PlannedText(Get(Key::kLlmMode)),
            "nothing reads llm.mode yet; it is planned for calls of a model");
  EXPECT_TRUE(Get(Key::kRetentionDays).planned.empty());
}

TEST(SettingTest, AnAddressHasItsOwnSecret) {
  for (const Setting& setting : AllSettings()) {
    if (setting.kind != Kind::kHttpUrl && setting.kind != Kind::kStore) continue;
    EXPECT_TRUE(PasswordOf(setting).secret) << setting.name;
    const auto table = setting.name.substr(0, setting.name.find('.') + 1);
    EXPECT_TRUE(PasswordOf(setting).name.starts_with(table)) << setting.name;
  }
}

TEST(SettingTest, DecimalsAreExact) {
  const auto value = ParseValue(Get(Key::kMemoryIntentRoutingBoost), "0.12");
  ASSERT_TRUE(value);
  EXPECT_EQ(std::get<Score>(*value).millionths(), 120'000);
  EXPECT_EQ(TomlText(*value), "0.12");
  EXPECT_EQ(TomlText(Score::FromInt(1)), "1.0");
}

TEST(SettingTest, FindsThePasswordOfAnAddressWhereverItIs) {
  EXPECT_TRUE(HasPassword("postgresql://u:p@host/db"));
  EXPECT_TRUE(HasPassword("postgresql://u:p@ss@host/db"));
  EXPECT_TRUE(HasPassword("postgresql://u:p?w@host/db"));
  EXPECT_TRUE(HasPassword("postgresql://u:p/w@host/db"));
  EXPECT_TRUE(HasPassword("postgresql://host/db?password=x"));
  EXPECT_TRUE(HasPassword("postgresql://host/db?%70ASSWORD=x"));
  EXPECT_TRUE(HasPassword("https://host/v1?api_key=x"));
  EXPECT_FALSE(HasPassword("postgresql://u@host:5432/db"));
  EXPECT_FALSE(HasPassword("postgresql://host:5432/db?user=a@b"));
  EXPECT_FALSE(HasPassword("/srv/satchel"));
}

TEST(SettingTest, NothingSecretIsShown) {
  for (const std::string_view address :
       {"postgresql://u:hunter2@host/db", "postgresql://u:hunter2@x@host/db",
        "postgresql://host/db?password=hunter2", "postgresql://u:a@h/db?password=hunter2"}) {
    EXPECT_THAT(WithoutPassword(address), Not(HasSubstr("hunter2"))) << address;
  }
  EXPECT_EQ(WithoutPassword("postgresql://host/db?password=hunter2"), "postgresql://host/db?***");
  EXPECT_EQ(Shown(Get(Key::kLlmApiKey), std::string("hunter2")), Value(std::string("(set)")));
  const auto wrong = ParseValue(Get(Key::kLlmBaseUrl), "ftp://u:hunter2@host");
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().text(), Not(HasSubstr("hunter2")));
}

}  // namespace
}  // namespace satchel::settings
