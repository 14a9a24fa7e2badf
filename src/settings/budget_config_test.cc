#include "settings/budget_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::settings {
namespace {

using testing::HasSubstr;

std::string ErrorOf(std::string_view text) {
  const auto parsed = ParseBudgetConfig(text);
  return parsed ? "" : parsed.error().text();
}

TEST(BudgetConfigTest, IsReadFromTomlAndFromJson) {
  for (const char* text : {"context_window = 4096\nreserved_tokens = 96\nmargin = 5\n",
                           R"({"context_window": 4096, "reserved_tokens": 96, "margin": 5})"}) {
    const auto parsed = ParseBudgetConfig(text);
    ASSERT_TRUE(parsed) << text;
    EXPECT_EQ(parsed->context_window, 4096);
    EXPECT_EQ(parsed->reserved_tokens, 96);
    EXPECT_EQ(parsed->margin, 5);
  }
}

TEST(BudgetConfigTest, WhatIsMissingUnknownOrNoNumberIsNamed) {
  EXPECT_EQ(ErrorOf("context_window = 1\n"), "reserved_tokens is missing");
  EXPECT_EQ(ErrorOf("{\"reserved_tokens\": 1}"), "context_window is missing");
  EXPECT_EQ(ErrorOf("context_window = \"1\"\nreserved_tokens = 0\n"),
            "context_window is no whole number");
  EXPECT_EQ(ErrorOf("{\"context_window\": 1.5, \"reserved_tokens\": 0}"),
            "context_window is no whole number");
  EXPECT_EQ(ErrorOf("context_window = 1\nreserved_tokens = 0\nmodel = 3\n"), "unknown key 'model'");
  EXPECT_THAT(ErrorOf("{"), testing::Not(testing::IsEmpty()));
  EXPECT_THAT(ErrorOf("= 3"), HasSubstr("line 1"));
  EXPECT_THAT(ErrorOf(std::string(1 << 17, ' ')), HasSubstr("64 KiB"));
}

TEST(BudgetConfigTest, NumbersThatContradictEachOtherAreRefused) {
  const auto error = [](BudgetConfig budget) {
    const auto checked = CheckBudget(budget);
    return checked ? std::string() : checked.error().text();
  };
  EXPECT_THAT(error({.context_window = 0}), HasSubstr("more than 0"));
  EXPECT_THAT(error({.context_window = -5}), HasSubstr("more than 0"));
  EXPECT_THAT(error({.context_window = 5, .reserved_tokens = -1}), HasSubstr("less than 0"));
  EXPECT_THAT(error({.context_window = 5, .reserved_tokens = 5}), HasSubstr("leave nothing"));
  EXPECT_THAT(error({.context_window = 5, .reserved_tokens = 4, .margin = 91}),
              HasSubstr("from 0 to 90"));
  EXPECT_EQ(error({.context_window = 5, .reserved_tokens = 4, .margin = 0}), "");
  EXPECT_EQ(error({.context_window = 5, .reserved_tokens = 4, .margin = 90}), "");
  EXPECT_EQ(error({.context_window = 1, .reserved_tokens = 0}), "");
}

}  // namespace
}  // namespace satchel::settings
