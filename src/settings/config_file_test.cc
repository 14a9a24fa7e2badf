#include "settings/config_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "settings/toml_document.h"

namespace satchel::settings {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// "line:column message | hint" of the first problem.
std::string Problem(std::string_view text) {
  const ParsedConfig parsed = ParseConfig(text);
  if (parsed.problems.empty()) return "";
  const ConfigProblem& first = parsed.problems.front();
  return std::to_string(first.line) + ":" + std::to_string(first.column) + " " + first.message +
         " | " + first.hint;
}

TEST(ConfigFileTest, ReadsTablesAndDottedKeysAlike) {
  for (const std::string_view text :
       {"[retention]\ndays = 90\n", "retention.days = 90", "retention = { days = 9_0 }"}) {
    const ParsedConfig parsed = ParseConfig(text);
    EXPECT_THAT(parsed.problems, IsEmpty()) << text;
    ASSERT_THAT(parsed.entries, SizeIs(1));
    EXPECT_EQ(parsed.entries[0].key, Key::kRetentionDays);
    EXPECT_EQ(parsed.entries[0].value, Value(std::int64_t{90}));
  }
  EXPECT_EQ(ParseConfig("# c\n\n[retention]\n\ndays = 90\n").entries[0].line, 5U);
}

TEST(ConfigFileTest, AnEmptyTableIsNoMistake) { EXPECT_EQ(Problem("[retention]\n\n[llm]\n"), ""); }

TEST(ConfigFileTest, DecimalsAreReadFromTheTextAndIntegersAccepted) {
  const auto value = [](std::string_view text) {
    const auto parsed = ParseConfig(text);
    return parsed.entries.empty() ? Value(false) : parsed.entries[0].value;
  };
  EXPECT_EQ(value("memory.recency_weight = 0.2"), Value(Score::FromMillionths(200'000)));
  EXPECT_EQ(value("memory.recency_weight = 1"), Value(Score::FromInt(1)));
  EXPECT_THAT(Problem("memory.recency_weight = nan"), HasSubstr("it must be a number"));
  EXPECT_THAT(Problem("memory.recency_weight = 1e-3"), HasSubstr("it must be a number"));
}

TEST(ConfigFileTest, UnknownNamesAreErrorsWithASuggestion) {
  EXPECT_EQ(Problem("[retention]\ndasy = 3"),
            "2:1 unknown setting 'retention.dasy' | did you mean retention.days?");
  EXPECT_THAT(Problem("days = 3"), HasSubstr("did you mean session.days?"));
  EXPECT_THAT(Problem("retention = 3"), HasSubstr("'retention' is a table, not a setting"));
  EXPECT_THAT(Problem("[colour]\n"), HasSubstr("unknown setting 'colour'"));
  EXPECT_THAT(Problem("\"retention.days\" = 3"), HasSubstr("unknown setting"));
  EXPECT_THAT(Problem("retention.days.x = 3"), HasSubstr("unknown setting 'retention.days.x'"));
}

TEST(ConfigFileTest, WrongTypesSayWhatToWrite) {
  EXPECT_EQ(Problem("[retention]\ndays = \"30\""),
            "2:8 retention.days is a text in quotes; it must be an integer from 1 to 36500 | write "
            "the value without quotes");
  EXPECT_THAT(Problem("log.level = 3"), HasSubstr("write the value in double quotes"));
  EXPECT_THAT(Problem("retention.days = 30.5"), HasSubstr("is a decimal number"));
  EXPECT_THAT(Problem("retention.days = [1]"), HasSubstr("is a list"));
  EXPECT_THAT(Problem("retention.days = 2026-01-01"), HasSubstr("is a date or time"));
  EXPECT_THAT(Problem("retention.days = -1"), HasSubstr("is -1; it must be"));
}

TEST(ConfigFileTest, BrokenTomlNamesLineAndColumn) {
  EXPECT_THAT(Problem("[retention]\ndays 30\n"), HasSubstr("2:6 not valid TOML: "));
  EXPECT_THAT(Problem("a = \"\xff\""), HasSubstr("1:"));
  EXPECT_THAT(Problem("log.level = warn"), HasSubstr("1:13 not valid TOML"));
  EXPECT_THAT(Problem("retention.days = 1\nretention.days = 2"), HasSubstr("2:"));
}

TEST(ConfigFileTest, OutsideTextsAndCommentsOnlyAsciiIsRead) {
  EXPECT_THAT(Problem("\xcf\xbb = 1"), HasSubstr("1:1 not valid TOML: a character that needs"));
  EXPECT_THAT(Problem("llm.model = \xc2\xa0 'x'"), HasSubstr("1:13 not valid TOML"));
  EXPECT_EQ(Problem("\xef\xbb\xbfllm.model = \"\xcf\xbb\" # \xcf\xbb"), "");
}

TEST(ConfigFileTest, WhatTheParserOnlyAssertsIsAProblemWithALine) {
  EXPECT_THAT(Problem("log.level = 'info'\n\n[[ [1]\nx = 1\n"), HasSubstr("3:1 not valid TOML"));
  EXPECT_THAT(Problem("[=]"), HasSubstr("1:1 not valid TOML"));
}

TEST(ConfigFileTest, SecretsAreRefusedAndTheVariableIsNamed) {
  EXPECT_THAT(Problem("llm.api_key = \"hunter2\""), HasSubstr("SATCHEL_LLM_API_KEY"));
  const std::string problem = Problem("store.url = \"postgresql://u:hunter2@host/db\"");
  EXPECT_THAT(problem, HasSubstr("contains a password"));
  EXPECT_THAT(problem, HasSubstr("SATCHEL_STORE_PASSWORD"));
  EXPECT_THAT(problem, testing::Not(HasSubstr("hunter2")));
}

TEST(ConfigFileTest, DeepNestingIsRefusedBeforeItIsParsed) {
  const std::string dots = [] {
    std::string text;
    for (int i = 0; i < 200'000; ++i) text += "a.";
    return text + "a = 1";
  }();
  EXPECT_THAT(Problem(dots), HasSubstr("nested deeper than 32"));
  EXPECT_THAT(Problem("a = " + std::string(200'000, '[')), HasSubstr("nested deeper than 32"));
  EXPECT_THAT(Problem("[" + dots.substr(0, 200'001) + "]"), HasSubstr("nested deeper than 32"));
  EXPECT_THAT(Problem("a = " + std::string(100, '{')), HasSubstr("nested deeper than 32"));
  // Brackets and dots inside texts and comments are no nesting.
  EXPECT_EQ(Problem("llm.model = \"" + std::string(100, '[') + std::string(100, '.') + "\" # " +
                    std::string(100, '[')),
            "");
  EXPECT_EQ(Problem("llm.model = '" + std::string(100, '[') + "'"), "");
}

TEST(ConfigFileTest, ManyProblemsAndManyValuesAreBounded) {
  std::string text;
  for (int i = 0; i < 1'000; ++i) text += "unknown" + std::to_string(i) + " = 1\n";
  EXPECT_THAT(ParseConfig(text).problems, SizeIs(20));
  for (int i = 0; i < 4'000; ++i) text += "more" + std::to_string(i) + " = 1\n";
  EXPECT_THAT(Problem(text), HasSubstr("more than 4096 values"));
}

TEST(ConfigFileTest, OffsetsCountCodePoints) {
  EXPECT_EQ(OffsetOf("a\n\xc3\xa9 = 1", {.line = 2, .column = 5}), 7U);
  EXPECT_EQ(OffsetOf("ab", {.line = 9, .column = 1}), 2U);
  EXPECT_EQ(OffsetOf("ab", {.line = 1, .column = 9}), 2U);
}

}  // namespace
}  // namespace satchel::settings
