#include "base/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/result.h"

namespace satchel {
namespace {

Result<int> OpenFile() { return Fail(Errc::kNotFound, "no file a.toml"); }

Result<int> ReadSettings() {
  auto file = OpenFile();
  if (!file) return std::move(file).error().While("read settings");
  return *file;
}

TEST(ErrorTest, ContextIsAddedInFrontOnTheWayUp) {
  const auto result = ReadSettings();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().text(), "read settings: no file a.toml");
  EXPECT_EQ(result.error().code(), Errc::kNotFound);
}

TEST(ErrorTest, TextFromOutsideStaysOnOneLine) {
  const Error error(Errc::kInvalidInput, "bad key 'a\nb\x1b[31m'");
  EXPECT_EQ(error.text(), "bad key 'a b [31m'");
}

TEST(ErrorTest, HintSurvivesContext) {
  auto failed = Fail(Errc::kInvalidInput, "unknown key", "did you mean budget?");
  const auto outer = std::move(failed).error().While("read config.toml");
  EXPECT_EQ(outer.error().hint(), "did you mean budget?");
}

TEST(ErrorTest, EveryCodeHasItsOwnName) {
  EXPECT_EQ(Name(Errc::kInvalidInput), "invalid_input");
  EXPECT_EQ(Name(Errc::kInternal), "internal");
  EXPECT_NE(Name(Errc::kDeadline), Name(Errc::kUnavailable));
}

TEST(ErrorTest, WhatItIsAboutSurvivesContext) {
  EXPECT_EQ(Error(Errc::kCorrupt, "a.db is damaged").subject(), Subject::kOther);
  auto damaged = Error(Errc::kCorrupt, "a.db is damaged").About(Subject::kIndex);
  const auto outer = std::move(damaged).error().While("open");
  EXPECT_EQ(outer.error().subject(), Subject::kIndex);
  EXPECT_EQ(outer.error().text(), "open: a.db is damaged");
}

}  // namespace
}  // namespace satchel
