#include "code/resolve/project.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "code/resolve/loose_json.h"
#include "code/resolve/toml_keys.h"
#include "tests/support/code_project.h"

namespace satchel::code {
namespace {

using ::testing::ElementsAre;

TEST(ProjectTest, WantsWhatItReads) {
  for (const char* path :
       {"tsconfig.json", "a/tsconfig.base.json", "jsconfig.json", "a/package.json", "go.mod",
        "go.work", "x/Cargo.toml", "build/compile_commands.json"}) {
    EXPECT_TRUE(Project::Wants(path)) << path;
  }
  for (const char* path :
       {"a.json", "node_modules/x/package.json", "a/node_modules/x/tsconfig.json", "/go.mod",
        "../go.mod", "pyproject.toml", "go.sum"}) {
    EXPECT_FALSE(Project::Wants(path)) << path;
  }
}

TEST(ProjectTest, ManifestsBeyondTheLimitsAreLeftOutAndCounted) {
  const auto beyond = [](const ManifestLimits& limits, std::vector<std::string> bytes) {
    Project project = Project::Begin({}, limits);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const std::string path = std::to_string(i) + "/package.json";
      if (project.Admits(path, bytes[i].size())) project.Add(path, bytes[i]);
    }
    project.Finish();
    return project.beyond_limits();
  };
  const std::string two = R"({"name":"a","dependencies":{"b":"1","c":"1"}})";
  EXPECT_EQ(beyond({}, {two, two, two}), 0U);
  EXPECT_EQ(beyond({.files = 2}, {two, two, two}), 1U);
  EXPECT_EQ(beyond({.file_bytes = two.size() - 1}, {two, "{}"}), 1U);
  EXPECT_EQ(beyond({.bytes = two.size() + 1}, {two, two, "{}", "{"}), 2U);
  EXPECT_EQ(beyond({.entries = 7}, {two, two, two}), 1U);
}

TEST(ProjectTest, TheDigestIsThatOfWhatIsUsed) {
  const std::vector<ConfigurationFile> files = {{"go.mod", "module a"}, {"package.json", "{}"}};
  const std::vector<ConfigurationFile> turned = {files[1], files[0], {"other.json", "{}"}};
  const std::vector<ConfigurationFile> changed = {{"go.mod", "module b"}, files[1]};
  const auto digest = [](const std::vector<ConfigurationFile>& some) {
    return Project::Build({}, some).digest();
  };
  EXPECT_EQ(digest(files), digest(turned));
  EXPECT_NE(digest(files), digest(changed));
}

TEST(ResolveImportTest, AnswersNothingToWhatIsNoImport) {
  const test::CodeProject in({"a.py", "b.py"});
  for (const char* language : {"c", "cpp", "python", "javascript", "typescript", "tsx", "go",
                               "rust", "java", "markdown"}) {
    EXPECT_TRUE(HasImportRules(language));
    for (const std::string& module :
         {std::string(), std::string("a\0b", 3), std::string(1'000'000, 'a'),
          std::string(1'000'000, '.'), "a" + std::string(4'000, '/')}) {
      EXPECT_EQ(in.Resolve("a.py", language, module), "none") << language;
    }
    EXPECT_EQ(in.Resolve("../a.py", language, "b"), "none");
    EXPECT_EQ(in.Resolve("", language, "b"), "none");
  }
  EXPECT_EQ(in.Resolve("a.py", "cobol", "b"), "none");
  EXPECT_FALSE(HasImportRules("cobol"));
}

TEST(LooseJsonTest, ReadsCommentsAndCommas) {
  const auto json = ReadLooseJson(
      "\xEF\xBB\xBF{ // x }\n \"a\": [1, 2 /*,*/ , ], \"b//\": \"/*,]\", \"c\": \",}\",\n}");
  ASSERT_TRUE(json.has_value());
  EXPECT_EQ(json ? CanonicalJson(*json) : "", R"({"a":[1,2],"b//":"/*,]","c":",}"})");
  for (const char* text : {"", "[]", "{", "/*", "{\"a\": \"", "{\"a\": \"\\", "{,}x", "//"}) {
    EXPECT_FALSE(ReadLooseJson(text)) << text;
  }
}

std::vector<std::string> Keys(std::string_view toml) {
  std::vector<std::string> keys;
  ReadTomlKeys(toml, [&](const TomlKey& key) {
    keys.push_back(key.table + "|" + key.key + "|" + key.value);
  });
  return keys;
}

TEST(TomlKeysTest, ReadsTheFormsOfManifests) {
  EXPECT_THAT(Keys("a = 1 # one\n[t.\"u\"]\r\n'b c' = \"x # y\"\n[[bin]]\nd = [\n 1, # c\n "
                   "[2],\n]\ne = \"\"\"\n[no]\nf = 1\n\"\"\"\n"
                   "# g = 1\nnothing\nh = {x = \"]\"}"),
              ElementsAre("|a|1", "t.u|b c|\"x # y\"", "bin|d|[\n 1, \n [2],\n]",
                          "bin|e|\"\"\"\n[no]\nf = 1\n\"\"\"", "bin|h|{x = \"]\"}"));
  EXPECT_EQ(TomlText("\"a\\\"b\""), "a\"b");
  EXPECT_EQ(TomlText("'a\\b'"), "a\\b");
  for (const char* value : {"1", "", "\"", "\"a\" x", "'", "[\"a\"]"})
    EXPECT_FALSE(TomlText(value));
  EXPECT_EQ(TomlField("{ version = \"1\", features = [\"path\", \"x\"], path = '../a' }", "path"),
            "../a");
  EXPECT_FALSE(TomlField("{ inner = { path = \"x\" } }", "path"));
  EXPECT_FALSE(TomlField("\"path\"", "path"));
  EXPECT_FALSE(TomlField("{ path = \"x\"", "path"));
}

TEST(CompileCommandsTest, SplitsAsAShellDoes) {
  EXPECT_THAT(SplitCommand(R"(cc  -I"a b" -D'x "y"' c\ d "" e\)"),
              ElementsAre("cc", "-Ia b", "-Dx \"y\"", "c d", "", "e\\"));
}

}  // namespace
}  // namespace satchel::code
