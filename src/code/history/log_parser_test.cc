#include "code/history/log_parser.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::code {
namespace {

using enum PathChange::Kind;
using testing::ElementsAre;
using testing::IsEmpty;

const std::string kId(40, 'a');
const std::string kOther(40, 'b');
const std::string kNul(1, '\0');

Result<std::vector<LoggedCommit>> Parse(std::string_view out, std::size_t piece = 1'000'000) {
  std::vector<LoggedCommit> commits;
  LogParser parser([&commits](LoggedCommit commit) -> Status {
    commits.push_back(std::move(commit));
    return {};
  });
  for (std::size_t at = 0; at < out.size(); at += piece) {
    SATCHEL_TRY(parser.Feed(out.substr(at, piece)));
  }
  SATCHEL_TRY(parser.Finish());
  return commits;
}

std::string Head(const std::string& id, const std::string& message) {
  return id + kNul + kOther + kNul + "7" + kNul + message + kNul + kNul;
}

std::string Change(std::string_view status, std::string_view path) {
  return fmt::format(":100644 100644 x y {}{}{}{}", status, kNul, path, kNul);
}

TEST(LogParserTest, ReadsTheSameHoweverTheOutputIsCut) {
  const std::string out = Head(kId, "one\n") + "\n" + Change("M", "a b.py") +
                          Change("R087", "old.py") + "new.py" + kNul + Head(kOther, "two\n");
  for (const std::size_t piece : {1U, 2U, 3U, 7U, 41U, 1'000U}) {
    SCOPED_TRACE(piece);
    const auto commits = Parse(out, piece);
    ASSERT_TRUE(commits) << commits.error().text();
    ASSERT_EQ(commits->size(), 2U);
    EXPECT_EQ((*commits)[0].id, kId);
    EXPECT_EQ((*commits)[0].message, "one\n");
    EXPECT_EQ((*commits)[0].committed, 7);
    EXPECT_THAT((*commits)[0].parents, ElementsAre(kOther));
    EXPECT_THAT((*commits)[0].changes, ElementsAre(PathChange{kChanged, "a b.py", ""},
                                                   PathChange{kRenamed, "new.py", "old.py"}));
    EXPECT_EQ((*commits)[1].id, kOther);
    EXPECT_THAT((*commits)[1].changes, IsEmpty());
  }
}

TEST(LogParserTest, AnythingElseIsAnError) {
  const std::string good = kId + kNul + kNul + "7" + kNul + "m" + kNul + kNul;
  EXPECT_EQ(Parse(good)->size(), 1U);
  EXPECT_FALSE(Parse(good + "x"));
  EXPECT_FALSE(Parse(good + "x" + kNul));
  EXPECT_FALSE(Parse(good + "\n:100644 100644 a b M" + kNul));
  EXPECT_FALSE(Parse(kId + kNul + "p" + kNul + "7" + kNul + "m" + kNul));
  EXPECT_FALSE(Parse(kId + kNul + kNul + "now" + kNul + "m" + kNul + kNul));
  EXPECT_FALSE(Parse(good + ":100644 100644 a b R100" + kNul + "old" + kNul));
  EXPECT_FALSE(Parse("short" + kNul + kNul + "7" + kNul + kNul + kNul));
}

TEST(LogParserTest, ACommitOfTooManyPathsHasNone) {
  const auto with = [](std::size_t paths) {
    std::string out = Head(kId, "many");
    for (std::size_t i = 0; i < paths; ++i) out += Change("M", std::to_string(i));
    return Parse(out + Head(kOther, "next") + Change("M", "a"));
  };
  const auto most = with(kMostLoggedPaths);
  ASSERT_EQ(most->size(), 2U);
  EXPECT_FALSE(most->front().too_large);
  EXPECT_EQ(most->front().changes.size(), kMostLoggedPaths);
  const auto more = with(kMostLoggedPaths + 1);
  ASSERT_EQ(more->size(), 2U);
  EXPECT_TRUE(more->front().too_large);
  EXPECT_THAT(more->front().changes, IsEmpty());
  EXPECT_EQ(more->front().message, "many");
  EXPECT_FALSE(more->back().too_large);
  EXPECT_EQ(more->back().changes.size(), 1U);
}

TEST(LogParserTest, LongNamesAndMessagesAreNotHeld) {
  constexpr std::size_t kMegabyte = 1U << 20U;
  const auto message = Parse(Head(kId, std::string(3 * kMegabyte, 'm')), 65'536);
  ASSERT_TRUE(message);
  EXPECT_EQ(message->front().message.size(), kMegabyte);
  const auto path = Parse(Head(kId, "m") + Change("M", std::string(3 * kMegabyte, 'p')));
  ASSERT_TRUE(path);
  EXPECT_TRUE(path->front().too_large);
  std::string many = Head(kId, "m");
  for (int i = 0; i < 20; ++i) many += Change("M", std::string(kMegabyte / 2, 'p'));
  EXPECT_TRUE(Parse(many)->front().too_large);
}

}  // namespace
}  // namespace satchel::code
