#include "code/orient/orientation.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ask/question.h"

namespace satchel::retrieval {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::vector<NamedText>& Project() {
  static const std::vector<NamedText> kFiles = {
      {".github/workflows/ci.yml", "jobs:\n  a:\n    steps:\n      - run: make test lint\n"},
      {"CONTRIBUTING.md",
       "# Contributing\n\nThank you for helping out.\n\n## Single tests\n\n    make test "
       "ONLY=one\n"},
      {"Makefile",
       "all:\n\tcc main.c\ntest: all\n\t./check\nlint:\n\tclang-tidy main.c\nclean:\n\trm x\n"},
      {"README.md",
       "# Ferret\n\nFerret finds things in files.\n\n## Install\n\n"
       "    pip install ferret\n"},
      {"go.mod", "module example.org/ferret\n"},
  };
  return kFiles;
}

// "Makefile 3-4 make test", best file first.
std::vector<std::string> Answer(const std::string& text,
                                const std::vector<NamedText>& files = Project()) {
  const ask::Question question(text);
  const auto& asked = question.orientation();
  std::vector<std::string> shown;
  if (!asked) return {"no question of orientation"};
  for (const OrientedPart& part : ChooseOriented(*asked, files, {})) {
    std::string file = files[part.file].path;
    for (const OrientedLines& lines : part.lines) {
      file += fmt::format(" {}-{} {}", lines.first, lines.last, lines.invocation);
    }
    shown.push_back(file);
  }
  return shown;
}

TEST(ChooseOrientedTest, AUsualNameOfATargetComesFirst) {
  EXPECT_THAT(Answer("how do I run the tests?"), testing::Contains("Makefile 3-4 make test"));
  EXPECT_EQ(Answer("how do I run the tests?").front(), "Makefile 3-4 make test");
  EXPECT_EQ(Answer("run the linter").front(), "Makefile 5-6 make lint");
}

TEST(ChooseOrientedTest, WhatAWorkflowRunsComesBeforeTheUsualCommandOfTheLanguage) {
  const std::vector<NamedText> files = {
      {".github/workflows/test.yml", "jobs:\n  a:\n    steps:\n      - run: make test\n"},
      {"docs/go.mod", "module example.org/ferret/docs\n"},
      {"go.mod", "module example.org/ferret\n"}};
  EXPECT_THAT(Answer("run the tests", files),
              ElementsAre(".github/workflows/test.yml 4-4 make test", "go.mod 1-1 go test ./...",
                          "docs/go.mod 1-1 go test ./..."));
}

TEST(ChooseOrientedTest, OneTestIsSomethingElseThanAll) {
  EXPECT_EQ(Answer("how do I run a single test?").front(),
            "CONTRIBUTING.md 7-7 make test ONLY=one");
}

TEST(ChooseOrientedTest, AnAnswerHasTheSubjects) {
  EXPECT_EQ(Answer("how do I run clang-tidy?").front(), "Makefile 5-6 make lint");
  EXPECT_THAT(Answer("how do I run the migrations?"), IsEmpty());
}

TEST(ChooseOrientedTest, SaysWhatTheProjectIs) {
  EXPECT_THAT(Answer("what is this?"), ElementsAre("README.md 1-3 "));
  EXPECT_THAT(Answer("what is ferret?"), ElementsAre("README.md 1-3 "));
  EXPECT_THAT(Answer("what is python?"), IsEmpty());
}

TEST(ChooseOrientedTest, SaysWhereToBegin) {
  EXPECT_THAT(Answer("where do I start?"), ElementsAre("README.md 1-3 ", "CONTRIBUTING.md 1-3 "));
  EXPECT_THAT(Answer("how do I contribute?"),
              ElementsAre("CONTRIBUTING.md 1-3 ", "README.md 1-3 "));
}

TEST(ChooseOrientedTest, InstallsFromTheReadme) {
  EXPECT_EQ(Answer("how do I install it?").front(), "README.md 7-7 pip install ferret");
}

}  // namespace
}  // namespace satchel::retrieval
