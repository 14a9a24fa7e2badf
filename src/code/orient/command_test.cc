#include "code/orient/command.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::retrieval {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// "3-5 make test": the lines and how it is typed.
std::vector<std::string> Read(const std::string& path, const std::string& text,
                              const std::string& runner = "npm") {
  std::vector<std::string> shown;
  for (const Command& command : CommandsIn(path, text, runner)) {
    shown.push_back(fmt::format("{}-{} {}", command.first, command.last, command.invocation));
  }
  return shown;
}

TEST(CommandTest, ReadsTargetsOfAMakefile) {
  const std::string text =
      ".PHONY: test\n"
      "CC := gcc\n"
      "FLAGS ?= -g\n"
      "# Runs everything.\n"
      "test: all\n"
      "\t./run_tests\n"
      "\n"
      "%.o: %.c\n"
      "\tcc -c $<\n"
      "help:\n"
      "\t@echo test\n";
  EXPECT_THAT(Read("Makefile", text), ElementsAre("5-6 make test"));
  const Command command = CommandsIn("Makefile", text).front();
  EXPECT_EQ(command.name, "test");
  EXPECT_EQ(command.text, "./run_tests");
  EXPECT_THAT(command.about, testing::StartsWith("Runs everything."));
}

TEST(CommandTest, ReadsRecipesWithParameters) {
  EXPECT_THAT(Read("justfile", "python := \"\"\n\ntest *args=\"-x tests\":\n    pytest {{args}}\n"),
              ElementsAre("3-4 just test"));
}

TEST(CommandTest, ReadsTasks) {
  EXPECT_THAT(
      Read("Taskfile.yml",
           "version: '3'\ntasks:\n  test:\n    desc: Run tests\n    cmds:\n      - go test\n"),
      ElementsAre("3-6 task test"));
}

TEST(CommandTest, ReadsRakeTasksInTheirNamespaces) {
  EXPECT_THAT(Read("Rakefile",
                   "namespace :build do\n"
                   "  desc 'Build gems'\n"
                   "  task :all do\n"
                   "  end\n"
                   "end\n"
                   "RSpec::Core::RakeTask.new(:spec)\n"
                   "task default: :spec\n"),
              ElementsAre("3-3 bundle exec rake build:all", "6-6 bundle exec rake spec",
                          "7-7 bundle exec rake"));
}

TEST(CommandTest, ReadsScriptsOfPackagesWithTheirRunner) {
  const std::string text =
      "{\n  \"name\": \"x\",\n  \"scripts\": {\n    \"test\": \"vitest\",\n"
      "    \"lint:fix\": \"eslint --fix\"\n  },\n  \"other\": {\n    \"build\": \"no\"\n  }\n}\n";
  EXPECT_THAT(Read("package.json", text), ElementsAre("4-4 npm test", "5-5 npm run lint:fix"));
  EXPECT_THAT(Read("package.json", text, "pnpm"), Contains("5-5 pnpm lint:fix"));
  EXPECT_THAT(Read("composer.json", text), Contains("4-4 composer test"));
}

TEST(CommandTest, ReadsPresets) {
  EXPECT_THAT(Read("CMakePresets.json",
                   "{\n  \"configurePresets\": [\n    {\n      \"name\": \"dev\"\n    }\n  ],\n"
                   "  \"testPresets\": [\n    {\n      \"name\": \"dev\"\n    }\n  ]\n}\n"),
              ElementsAre("4-4 cmake --preset dev", "9-9 ctest --preset dev"));
}

TEST(CommandTest, ReadsEnvironmentsOfTox) {
  EXPECT_THAT(Read("tox.ini", "[testenv]\ncommands = pytest\n\n[testenv:lint]\ncommands = ruff\n"),
              ElementsAre("1-2 tox", "4-5 tox -e lint"));
  EXPECT_THAT(Read("pyproject.toml",
                   "[tool.tox.env.typing]\ndescription = \"types\"\ncommands = [[\"mypy\"]]\n"
                   "[tool.poe.tasks]\nfmt = \"ruff format\"\n"),
              ElementsAre("1-3 tox -e typing", "5-5 poe fmt"));
}

TEST(CommandTest, ReadsSessionsOfNox) {
  EXPECT_THAT(
      Read("noxfile.py", "@nox.session\ndef tests(session):\n    session.run(\"pytest\")\n"),
      ElementsAre("2-2 nox -s tests"));
}

TEST(CommandTest, ReadsCommandsOfWorkflowsAndNotTheirOutput) {
  EXPECT_THAT(Read(".github/workflows/ci.yml",
                   "jobs:\n  test:\n    steps:\n      - name: Test\n        run: go test ./...\n"
                   "      - run: |\n          echo hello\n          make lint\n"
                   "      - uses: actions/checkout@v4\n"),
              ElementsAre("5-5 go test ./...", "8-8 make lint"));
}

TEST(CommandTest, ReadsShellLinesOfGuides) {
  const std::string text =
      "# Development\n"
      "\n"
      "Run `npm test` first.\n"
      "\n"
      "## Tests\n"
      "\n"
      "```sh\n"
      "# All of them\n"
      "$ make test  # slow\n"
      "ok 12 tests.\n"
      "```\n"
      "\n"
      "```python\n"
      "make = 1\n"
      "```\n"
      "\n"
      "    $ tox -e lint\n";
  EXPECT_THAT(Read("CONTRIBUTING.md", text),
              ElementsAre("1-3 ", "3-3 npm test", "5-10 ", "9-9 make test", "17-17 tox -e lint"));
  EXPECT_EQ(CommandsIn("CONTRIBUTING.md", text)[3].about, "Tests / All of them / slow");
}

TEST(CommandTest, ReadsScriptsOfAShell) {
  EXPECT_THAT(Read("build.ps1", "param()\ntarget test {\n  Invoke-Dotnet test x.sln\n}\n"),
              ElementsAre("3-3 Invoke-Dotnet test x.sln", "3-3 ./build.ps1"));
  EXPECT_THAT(Read("bin/setup", "#!/bin/sh\n# Installs gems.\nbundle install\n"),
              Contains("3-3 ./bin/setup"));
}

TEST(CommandTest, KnowsTheUsualCommandsOfAManifest) {
  EXPECT_THAT(Read("go.mod", "module example.org/x\n"),
              ElementsAre("1-1 go build ./...", "1-1 go test ./..."));
}

TEST(CommandTest, OtherFilesSayNone) {
  EXPECT_EQ(CommandFileOf("src/readme.cc"), CommandFile::kNone);
  EXPECT_EQ(CommandFileOf("docs/cookies.md"), CommandFile::kNone);
  EXPECT_EQ(CommandFileOf("config/app.yml"), CommandFile::kNone);
  EXPECT_THAT(Read("src/test.c", "make test\n"), IsEmpty());
}

TEST(CommandTest, BoundsWhatAFileCanSay) {
  std::string text;
  for (int i = 0; i < 5'000; ++i) text += fmt::format("t{}:\n\tmake\n", i);
  EXPECT_EQ(CommandsIn("Makefile", text).size(), kMostCommands);
  EXPECT_THAT(Read("README.md", "`make " + std::string(100'000, 'x') + "`"), IsEmpty());
  EXPECT_THAT(Read("package.json", std::string(kMostCommandBytes, '{')), IsEmpty());
}

}  // namespace
}  // namespace satchel::retrieval
