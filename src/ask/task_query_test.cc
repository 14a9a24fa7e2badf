#include "ask/task_query.h"

#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "ask/question.h"

namespace satchel::ask {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

TaskQuery Analyse(std::string_view task) { return Question(std::string(task)).task(); }

TEST(TaskQueryTest, TheKindOfATaskIsThatOfItsWords) {
  const auto type = [](std::string_view task) { return Analyse(task).task_type; };
  EXPECT_EQ(type("fix the login validation bug"), "bug_fix");
  EXPECT_EQ(type("Add support for proxies"), "feature");
  EXPECT_EQ(type("rename the store"), "refactor");
  EXPECT_EQ(type("write tests for the parser"), "test");
  EXPECT_EQ(type("update the README"), "docs");
  EXPECT_EQ(type("the weather"), "unknown");
  EXPECT_EQ(type("it stops\nKeyError: 'user'"), "bug_fix");
}

TEST(TaskQueryTest, WhatIsWantedIsSaidByTheFirstWord) {
  const auto intent = [](std::string_view task) { return Analyse(task).intent; };
  EXPECT_EQ(intent("where is the cookie signed"), "locate");
  EXPECT_EQ(intent("How does signing work?"), "explain");
  EXPECT_EQ(intent("sign the cookie"), "change");
  EXPECT_EQ(intent(""), "change");
}

TEST(TaskQueryTest, PathsFramesNamesAndModulesAreFound) {
  const TaskQuery query = Analyse(
      "LoginForm.validate in web/login.py fails\n  File \"/srv/web/users.py\", line 12, in check\n"
      "ValueError: bad hash\nimported from web.forms.base");
  EXPECT_THAT(query.files, Contains("web/login.py"));
  EXPECT_THAT(query.files, Contains(testing::EndsWith("web/users.py:12")));
  EXPECT_THAT(query.symbols, Contains("LoginForm"));
  EXPECT_THAT(query.modules, Contains("web/forms/base"));
  EXPECT_THAT(query.error_signatures, ElementsAre("ValueError: bad hash"));
}

TEST(TaskQueryTest, AMemberOfATypeIsNoFile) {
  const auto files = [](std::string_view task) { return Analyse(task).files; };
  EXPECT_THAT(files("fix Cart.total in shop/cart.py"), ElementsAre("shop/cart.py"));
  EXPECT_THAT(files("Cargo.lock and README.text and App.swift differ"),
              ElementsAre("Cargo.lock", "README.text", "App.swift"));
  for (const std::string name : {"App.java", "Main.scala", "Page.html", "Feed.xhtml", "Theme.scss",
                                 "Order.proto", "Dockerfile.prod", "Setup.bash"}) {
    EXPECT_THAT(files("mend " + name), ElementsAre(name));
  }
}

TEST(TaskQueryTest, ConceptsAreTheWordsThatAreNoNames) {
  const TaskQuery query = Analyse("the session_cookie loses its signature in web/login.py");
  EXPECT_THAT(query.concepts, Contains("signature"));
  EXPECT_THAT(query.concepts, Not(Contains("login")));
}

TEST(TaskQueryTest, ListsEndAt256KeywordsEightErrorsAnd32Concepts) {
  // Lines of one word each, all different.
  const auto read = [](int lines, std::string_view end) {
    std::string task;
    for (int i = 0; i < lines; ++i) {
      task += 'q';
      for (int rest = i; rest > 0; rest /= 26) task += static_cast<char>('a' + (rest % 26));
      task += "zzzz";
      task += end;
    }
    return Analyse(task);
  };
  EXPECT_EQ(read(256, "\n").keywords.size(), 256U);
  EXPECT_EQ(read(257, "\n").keywords.size(), 256U);
  EXPECT_EQ(read(8, " fatal: no\n").error_signatures.size(), 8U);
  EXPECT_EQ(read(9, " fatal: no\n").error_signatures.size(), 8U);
  EXPECT_EQ(read(32, "\n").concepts.size(), 32U);
  EXPECT_EQ(read(33, "\n").concepts.size(), 32U);
}

TEST(TaskQueryTest, AConceptHasFourLetters) {
  EXPECT_THAT(Analyse("mend tars and tar").concepts, AllOf(Contains("tars"), Not(Contains("tar"))));
}

TEST(TaskQueryTest, NothingOfAnEmptyTaskIsMadeUp) {
  const TaskQuery query = Analyse("");
  EXPECT_THAT(query.files, IsEmpty());
  EXPECT_THAT(query.symbols, IsEmpty());
  EXPECT_THAT(query.concepts, IsEmpty());
}

TEST(TaskQueryTest, IsTheSameAfterTheSession) {
  const TaskQuery query = Analyse("fix LoginForm.validate in web/login.py: KeyError: 'user'");
  EXPECT_EQ(QueryFromJson(ToJson(query)).value(), query);
  // As an earlier version wrote it.
  EXPECT_TRUE(QueryFromJson({{"title", "a"}, {"keywords", Json::array()}}));
}

TEST(TaskQueryTest, ALongPastedLogIsBounded) {
  std::string log;
  for (int i = 0; i < 20'000; ++i) log += "error: line " + std::to_string(i) + " went wrong\n";
  const TaskQuery query = Analyse(log);
  EXPECT_LE(query.keywords.size(), 256U);
  EXPECT_LE(query.error_signatures.size(), 8U);
  EXPECT_LE(query.concepts.size(), 32U);
}

}  // namespace
}  // namespace satchel::ask
