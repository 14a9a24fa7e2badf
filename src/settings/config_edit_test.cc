#include "settings/config_edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "settings/config_file.h"
#include "tests/support/random.h"

namespace satchel::settings {
namespace {

using testing::HasSubstr;

std::string Set(std::string_view text, std::string_view name, std::string_view value) {
  const Setting& setting = *FindSetting(name);
  const auto edited = SetInConfig(text, setting, *ParseValue(setting, value));
  return edited ? *edited : "error: " + edited.error().text();
}

std::string Unset(std::string_view text, std::string_view name) {
  const auto edited = UnsetInConfig(text, name);
  return edited ? *edited : "error: " + edited.error().text();
}

TEST(ConfigEditTest, ChangesOnlyTheBytesOfTheValue) {
  EXPECT_EQ(
      Set("# mine\n[retention]\n  days=30   # keep \xc3\xa9\nmax_mb = 1\n", "retention.days", "90"),
      "# mine\n[retention]\n  days=90   # keep \xc3\xa9\nmax_mb = 1\n");
  EXPECT_EQ(Set("log = { level = \"\xc3\xa9\xc3\xa9\", format = \"text\" }", "log.format", "json"),
            "log = { level = \"\xc3\xa9\xc3\xa9\", format = \"json\" }");
  EXPECT_EQ(Set("llm.model = '''a\nb'''\r\n", "llm.model", "x"), "llm.model = \"x\"\r\n");
}

TEST(ConfigEditTest, ANewSettingJoinsItsTable) {
  EXPECT_EQ(Set("", "retention.days", "90"), "[retention]\ndays = 90\n");
  EXPECT_EQ(Set("[log]\nlevel = \"info\"", "retention.days", "90"),
            "[log]\nlevel = \"info\"\n\n[retention]\ndays = 90\n");
  EXPECT_EQ(Set("[retention]\ndays = 1 # a\n\n[log]\n", "retention.max_mb", "5"),
            "[retention]\ndays = 1 # a\nmax_mb = 5\n\n[log]\n");
  EXPECT_EQ(Set("[retention]\n[log]\n", "retention.days", "5"), "[retention]\ndays = 5\n[log]\n");
  EXPECT_EQ(Set("retention.days = 1\r\n", "retention.max_mb", "5"),
            "retention.days = 1\r\nretention.max_mb = 5\r\n");
}

TEST(ConfigEditTest, RefusesWhatItCannotProve) {
  EXPECT_THAT(Set("retention = { days = 1 }", "retention.max_mb", "5"), HasSubstr("cannot place"));
  EXPECT_THAT(Set("[broken", "retention.days", "5"), HasSubstr("not valid TOML"));
  EXPECT_THAT(Unset("retention = { days = 1, max_mb = 2 }", "retention.days"),
              HasSubstr("cannot remove"));
}

TEST(ConfigEditTest, RemovesTheLineAlsoOfAnUnknownName) {
  EXPECT_EQ(Unset("# a\n[retention]\ndays = 1 # x\nmax_mb = 2", "retention.days"),
            "# a\n[retention]\nmax_mb = 2");
  EXPECT_EQ(Unset("retention.dayz = 1\n", "retention.dayz"), "");
  EXPECT_THAT(Unset("", "retention.days"), HasSubstr("not set in this file"));
}

TEST(ConfigEditTest, WhatWasSetIsReadBackAndUnsettingRestores) {
  test::Random random(test::FirstSeed());
  const std::uint64_t cases = test::CaseCount(300);
  for (std::uint64_t i = 0; i < cases; ++i) {
    std::string text = "# head\n";
    for (std::uint64_t n = random.Below(12); n > 0; --n) {
      const Setting& setting = AllSettings()[random.Below(AllSettings().size())];
      // budget.tokens has no default to write.
      if (setting.secret || (!IsText(setting.kind) && setting.standard.empty())) continue;
      const auto before = ParseConfig(text).entries;
      const auto edited = SetInConfig(text, setting, DefaultOf(setting));
      ASSERT_TRUE(edited) << text << setting.name;
      bool found = false;
      for (const ConfigEntry& entry : ParseConfig(*edited).entries) {
        found = found || (entry.key == setting.key && entry.value == DefaultOf(setting));
      }
      EXPECT_TRUE(found) << *edited;
      const auto removed = UnsetInConfig(*edited, setting.name);
      ASSERT_TRUE(removed) << *edited << setting.name;
      EXPECT_EQ(ParseConfig(*removed).entries.size() + 1, ParseConfig(*edited).entries.size());
      text = *edited;
    }
    EXPECT_TRUE(ParseConfig(text).problems.empty()) << text;
    EXPECT_TRUE(text.starts_with("# head\n"));
  }
}

}  // namespace
}  // namespace satchel::settings
