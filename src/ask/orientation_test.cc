#include "ask/orientation.h"

#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "ask/question.h"

namespace satchel::ask {
namespace {

// "test", "command lint", "one test: integration"; "": something else is asked for.
std::string Read(const std::string& text) {
  const auto found = ReadOrientation(Question(text));
  if (!found) return "";
  std::string said = found->command ? "command " : "";
  if (found->one_test) said += "one ";
  said += Name(found->kind);
  if (!found->subjects.empty()) said += fmt::format(": {}", fmt::join(found->subjects, " "));
  return said;
}

TEST(OrientationTest, ReadsWhatIsToBeDone) {
  EXPECT_EQ(Read("how do I run the tests?"), "test");
  EXPECT_EQ(Read("How are the tests run here?"), "test");
  EXPECT_EQ(Read("what is the command to run the tests?"), "test");
  EXPECT_EQ(Read("how to build this project from source"), "build");
  EXPECT_EQ(Read("how do I build it without running the tests?"), "build");
  EXPECT_EQ(Read("How do I build and run the tests?"), "test");
  EXPECT_EQ(Read("which command checks the code style?"), "lint");
  EXPECT_EQ(Read("how do I format the code"), "format");
  EXPECT_EQ(Read("how do I set up a development environment?"), "install");
  EXPECT_EQ(Read("how do I publish a release?"), "release");
  EXPECT_EQ(Read("how are the docs built?"), "docs");
  EXPECT_EQ(Read("how do I run the benchmarks?"), "bench");
  EXPECT_EQ(Read("what commands does the CI run"), "checks");
  EXPECT_EQ(Read("Как запустить тесты?"), "test");
}

TEST(OrientationTest, ReadsAPartOfTheTests) {
  EXPECT_EQ(Read("how do I run a single test?"), "one test");
  EXPECT_EQ(Read("how do I run only the integration tests"), "one test: integration");
}

TEST(OrientationTest, KeepsWhatIsMeantInParticular) {
  EXPECT_EQ(Read("how do I run clippy?"), "lint: clippy");
  EXPECT_EQ(Read("how do I start the test server?"), "run: server");
  EXPECT_EQ(Read("how do I run the migrations?"), "run: migrations");
}

TEST(OrientationTest, ReadsWhatThisIsAndWhereToBegin) {
  for (const char* const text :
       {"what is this?", "what does this project do?", "What is this repository about?",
        "what is this library for", "give me an overview of this codebase", "explain this repo"}) {
    EXPECT_EQ(Read(text), "about") << text;
  }
  EXPECT_EQ(Read("what is flask?"), "about: flask");
  for (const char* const text :
       {"where do I start?", "I am new here, where do I start?", "how do I get started",
        "how do I contribute a change?", "I want to contribute, where should I start?"}) {
    EXPECT_EQ(Read(text), "start") << text;
  }
}

TEST(OrientationTest, ReadsCommandsToAnAgent) {
  EXPECT_EQ(Read("run the tests"), "command test");
  EXPECT_EQ(Read("Please run all unit tests."), "command test");
  EXPECT_EQ(Read("run the linter"), "command lint");
  EXPECT_EQ(Read("format the code"), "command format");
  EXPECT_EQ(Read("fix the code style"), "command lint");
  EXPECT_EQ(Read("build it"), "command build");
  EXPECT_EQ(Read("run clippy"), "command lint: clippy");
  EXPECT_EQ(Read("запусти тесты"), "command test");
}

TEST(OrientationTest, LeavesOtherCommandsToTheAgent) {
  for (const char* const text :
       {"commit this", "thanks", "run the tests again", "rerun the failing tests", "run it",
        "start over", "run the tests and commit", "revert the last commit", "continue", "make it",
        "push"}) {
    EXPECT_EQ(Read(text), "") << text;
  }
}

TEST(OrientationTest, LeavesTasksAndQuestionsAboutCodeAlone) {
  for (const char* const text : {
           "fix the failing test in parser.cc",
           "add a build flag",
           "fix the tests",
           "the tests fail on windows",
           "build a cache for sessions",
           "write tests for the session interface",
           "run the migrations when the app starts",
           "how does the test client follow redirects?",
           "how is the session cookie signed?",
           "where is the request built?",
           "what is a blueprint?",
           "what does this function do?",
           "what does parse_args() do?",
           "how do I build a response object from a generator and a dict of headers?",
           "check the docs for typos",
           "update the dependencies",
           "test",
           "build",
           "release notes",
           "improve the performance",
           "how do I use the test client?",
           "",
       }) {
    EXPECT_EQ(Read(text), "") << text;
  }
}

}  // namespace
}  // namespace satchel::ask
