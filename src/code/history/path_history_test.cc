#include "code/history/path_history.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::code {
namespace {

using enum PathChange::Kind;
using testing::ElementsAre;
using testing::Pair;

PathHistory Of(std::string now, std::vector<std::int64_t> commits) {
  return {.now = std::move(now), .commits = std::move(commits)};
}

NumberedCommit Commit(std::int64_t number, std::vector<PathChange> changes) {
  const std::size_t changed = changes.size();
  return {.number = number, .changed = changed, .changes = std::move(changes)};
}

TEST(PathHistoriesTest, AFileIsFollowedThroughItsNames) {
  const std::vector<NumberedCommit> commits = {
      Commit(5, {{kChanged, "c", ""}}), Commit(4, {{kRenamed, "c", "b"}}),
      Commit(3, {{kChanged, "b", ""}}), Commit(2, {{kRenamed, "b", "a"}}),
      Commit(1, {{kAdded, "a", ""}, {kAdded, "other", ""}})};
  EXPECT_THAT(PathHistories(commits),
              ElementsAre(Pair("a", Of("c", {1})), Pair("b", Of("c", {3, 2})),
                          Pair("c", Of("c", {5, 4})), Pair("other", Of("other", {1}))));
}

TEST(PathHistoriesTest, WhatIsGoneIsNothingNow) {
  const std::vector<NumberedCommit> commits = {Commit(3, {{kGone, "b", ""}}),
                                               Commit(2, {{kRenamed, "b", "a"}}),
                                               Commit(1, {{kAdded, "a", ""}})};
  EXPECT_THAT(PathHistories(commits),
              ElementsAre(Pair("a", Of("", {1})), Pair("b", Of("", {3, 2}))));
}

TEST(PathHistoriesTest, ANameThatIsUsedAgainIsItsOwn) {
  const std::vector<NumberedCommit> commits = {Commit(3, {{kAdded, "a", ""}}),
                                               Commit(2, {{kRenamed, "b", "a"}}),
                                               Commit(1, {{kAdded, "a", ""}})};
  EXPECT_THAT(PathHistories(commits),
              ElementsAre(Pair("a", Of("a", {3, 1})), Pair("b", Of("b", {2}))));
}

TEST(PathHistoriesTest, ManyFilesAreNobodysCommitAndTheirNewNamesCount) {
  std::vector<PathChange> moves;
  for (std::size_t i = 0; i <= kMostChangedFiles; ++i) {
    moves.push_back({kRenamed, "new/" + std::to_string(i), "old/" + std::to_string(i)});
  }
  const std::vector<NumberedCommit> commits = {Commit(2, moves),
                                               Commit(1, {{kChanged, "old/7", ""}})};
  EXPECT_THAT(PathHistories(commits), ElementsAre(Pair("old/7", Of("new/7", {1}))));
  EXPECT_EQ(ReadChanges(WriteChanges(moves)).value(), moves);
}

TEST(ChangesTest, AreReadAsTheyWereWritten) {
  const std::vector<PathChange> changes = {{kChanged, "src/a.cc", ""},
                                           {kGone, "src/a.h", ""},
                                           {kRenamed, "src/b.cc", "lib/b.cc"},
                                           {kAdded, "x", ""}};
  EXPECT_EQ(ReadChanges(WriteChanges(changes)).value(), changes);
  std::vector<PathChange> many(kMostChangedFiles, changes[0]);
  many.insert(many.end(), changes.begin(), changes.end());
  EXPECT_THAT(ReadChanges(WriteChanges(many)).value(), ElementsAre(changes[1], changes[2]));
  const std::string bytes = WriteChanges(changes);
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    const auto read = ReadChanges(bytes.substr(0, size));
    EXPECT_TRUE(!read || read->size() < changes.size());
  }
  EXPECT_FALSE(ReadChanges("\x09\x00\x01x"));
}

TEST(NumbersTest, AreReadSorted) {
  EXPECT_THAT(ReadNumbers(WriteNumbers({7, 3, 1'000'000'000'000})).value(),
              ElementsAre(3, 7, 1'000'000'000'000));
  EXPECT_THAT(ReadNumbers("").value(), ElementsAre());
  EXPECT_FALSE(ReadNumbers("\xff"));
}

}  // namespace
}  // namespace satchel::code
