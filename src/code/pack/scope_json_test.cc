#include "code/pack/scope_json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace satchel::pipeline {
namespace {

retrieval::TaskScope MakeScope() {
  retrieval::TaskScope scope;
  retrieval::ScopedFile& file = scope.files.emplace_back();
  file.row.path = "web/login.py";
  file.row.id = 7;
  file.row.digest = std::string("\xFF\x00\x80 digest", 10);
  file.row.size = 1'000;
  file.row.language = "python";
  file.row.role = "source";
  file.tier = retrieval::Tier::kDependency;
  file.relation = "imports";
  file.seed = "web/app.py";
  file.mentioned = true;
  file.terms.Add("imports", Score::FromInt(1));
  file.score = file.terms.total();
  file.share = Score::Ratio(1, 3);
  file.chunks = {{.ordinal = 2, .units = 300, .title_units = 10}};
  file.asked_lines = {12};
  return scope;
}

TEST(ScopeJsonTest, FilesAreTheSameAfterTheSession) {
  const retrieval::TaskScope scope = MakeScope();
  // As a session has it: text, in which there are no bytes that are not UTF-8.
  const auto json = ParseJson(CanonicalJson(ToJson(scope)));
  ASSERT_TRUE(json);
  const auto files = ScopedFilesFrom(*json);
  ASSERT_TRUE(files);
  ASSERT_EQ(files->size(), 1U);
  const retrieval::ScopedFile& read = files->front();
  const retrieval::ScopedFile& written = scope.files.front();
  EXPECT_EQ(read.row, written.row);
  EXPECT_EQ(read.tier, written.tier);
  EXPECT_EQ(read.relation, written.relation);
  EXPECT_EQ(read.seed, written.seed);
  EXPECT_EQ(read.mentioned, written.mentioned);
  EXPECT_EQ(read.score, written.score);
  EXPECT_EQ(read.share, written.share);
  EXPECT_EQ(read.asked_lines, written.asked_lines);
  EXPECT_EQ(read.chunks.front().units, 300U);
}

TEST(ScopeJsonTest, WhatSomebodyElseWroteIsAnErrorAndNoException) {
  EXPECT_FALSE(ScopedFilesFrom(Json::object()));
  EXPECT_FALSE(ScopedFilesFrom({{"files", {{{"path", 3}}}}}));
  Json json = ToJson(MakeScope());
  json["files"][0]["tier"] = 9;
  EXPECT_FALSE(ScopedFilesFrom(json));
}

}  // namespace
}  // namespace satchel::pipeline
