#include "code/find/file_filter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::retrieval {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> Passing(const FilterRequest& request) {
  const auto filter = FileFilter::Make(request);
  EXPECT_TRUE(filter.has_value());
  std::vector<std::string> paths;
  if (!filter) return paths;
  for (const store::FileRow& file : std::vector<store::FileRow>{
           {.path = "#odd/a.py", .language = "python", .role = "source"},
           {.path = "docs/src/a.md", .language = "markdown", .role = "doc"},
           {.path = "src/a.py", .language = "python", .role = "source"},
           {.path = "src/deep/b.tsx", .language = "tsx", .role = "source"},
           {.path = "src/test_a.py", .language = "python", .role = "test"}}) {
    if (filter->Passes(file)) paths.push_back(file.path);
  }
  return paths;
}

TEST(FileFilterTest, PatternsAreThoseOfGit) {
  EXPECT_THAT(Passing({.paths = {"*.py"}}), ElementsAre("#odd/a.py", "src/a.py", "src/test_a.py"));
  EXPECT_THAT(Passing({.paths = {"src"}}),
              ElementsAre("docs/src/a.md", "src/a.py", "src/deep/b.tsx", "src/test_a.py"));
  EXPECT_THAT(Passing({.paths = {"/src/"}}),
              ElementsAre("src/a.py", "src/deep/b.tsx", "src/test_a.py"));
  EXPECT_THAT(Passing({.paths = {"./src/*.py"}}), ElementsAre("src/a.py", "src/test_a.py"));
  EXPECT_THAT(Passing({.paths = {"src/**/b.*"}}), ElementsAre("src/deep/b.tsx"));
  EXPECT_THAT(Passing({.paths = {"#odd"}}), ElementsAre("#odd/a.py"));
}

TEST(FileFilterTest, WhatIsNegatedIsLeftOutInAnyOrder) {
  EXPECT_THAT(Passing({.paths = {"!*.py"}}), ElementsAre("docs/src/a.md", "src/deep/b.tsx"));
  EXPECT_THAT(Passing({.paths = {"!deep/", "/src"}}), ElementsAre("src/a.py", "src/test_a.py"));
  EXPECT_THAT(Passing({.paths = {"docs/", "deep"}}),
              ElementsAre("docs/src/a.md", "src/deep/b.tsx"));
}

TEST(FileFilterTest, LanguagesByNameOrEndingAndNoTests) {
  EXPECT_THAT(Passing({.languages = {"py"}, .no_tests = true}),
              ElementsAre("#odd/a.py", "src/a.py"));
  EXPECT_THAT(Passing({.languages = {"TypeScript", "markdown"}}),
              ElementsAre("docs/src/a.md", "src/deep/b.tsx"));
}

TEST(FileFilterTest, NothingPassesAll) {
  EXPECT_TRUE(FileFilter::Make({})->passes_all());
  EXPECT_FALSE(FileFilter::Make({.no_tests = true})->passes_all());
}

TEST(FileFilterTest, WrongUseIsSaid) {
  const auto error = [](const FilterRequest& request) {
    const auto filter = FileFilter::Make(request);
    return filter ? Error(Errc::kInternal, "none") : filter.error();
  };
  for (const char* empty : {"", "!", "/", "./", "  "}) {
    EXPECT_THAT(error({.paths = {empty}}).text(), HasSubstr("is empty")) << empty;
  }
  EXPECT_EQ(error({.paths = {std::string(2'000, 'x')}}).code(), Errc::kInvalidInput);
  EXPECT_EQ(error({.paths = std::vector<std::string>(101, "x")}).code(), Errc::kInvalidInput);
  EXPECT_EQ(error({.paths = {"a\nb"}}).code(), Errc::kInvalidInput);
  const Error language = error({.languages = {"pyhton"}});
  EXPECT_THAT(language.text(), HasSubstr("there are bash, c, cmake, cpp, csharp"));
  EXPECT_THAT(language.hint(), HasSubstr("python"));
}

}  // namespace
}  // namespace satchel::retrieval
