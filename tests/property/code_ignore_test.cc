// Our ignore rules against git's own answers: random rules and paths, and random trees that are
// walked. Whatever differs is a defect of ours. `scripts/soak code_ignore` runs more of them.

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/walk/rule_stack.h"
#include "code/walk/walker.h"
#include "tests/support/git_repository.h"
#include "tests/support/random.h"
#include "tests/support/temp_dir.h"

namespace satchel::code {
namespace {

using test::Random;

constexpr auto kNames = std::to_array<std::string_view>(
    {"a",  "b",  "ab", "a.b",  "a b", "A",   "[a]",    "a*",  "b?", "#a",
     "!a", " a", "a ", "a\\b", ".x",  "foo", "foobar", "a-b", "z9", "\xC3\xA9"});

constexpr auto kPieces = std::to_array<std::string_view>(
    {"*",    "**",   "**/",       "/**",    "/**/",        "?",
     "[ab]", "[!a]", "[^b]",      "[a-z]",  "[[:alpha:]]", "[[:digit:][:upper:]]",
     "[]a]", "[a",   "[[:foo:]]", "[[:]",   "\\",          "\\*",
     "\\[",  "\\ ",  "/",         "/",      "a",           "b",
     "foo",  ".",    " ",         "***",    "*/",          "[\\]a]",
     "[a-]", "]",    "\xC3\xA9",  "[\xC3]", "-",           "#",
     "!"});

std::string SomePattern(Random& random) {
  std::string pattern;
  if (random.OneIn(4)) pattern += '!';
  if (random.OneIn(5)) pattern += '/';
  const std::uint64_t pieces = random.Between(1, 5);
  for (std::uint64_t i = 0; i < pieces; ++i) {
    pattern += random.OneIn(2) ? random.Pick(kNames) : random.Pick(kPieces);
    if (random.OneIn(5)) pattern += '/';
  }
  if (random.OneIn(8)) pattern += " ";
  return pattern;
}

std::string SomeRules(Random& random) {
  std::string rules = random.OneIn(12) ? "\xEF\xBB\xBF" : "";
  const std::uint64_t lines = random.Between(1, 6);
  for (std::uint64_t i = 0; i < lines; ++i) {
    rules += SomePattern(random);
    rules += random.OneIn(8) ? "\r\n" : "\n";
    if (random.OneIn(10)) rules += "# comment\n\n";
  }
  if (random.OneIn(6)) rules.pop_back();
  return rules;
}

std::string SomePath(Random& random, std::uint64_t most) {
  std::string path;
  const std::uint64_t parts = random.Between(1, most);
  for (std::uint64_t i = 0; i < parts; ++i) {
    if (i > 0) path += '/';
    path += random.Pick(kNames);
  }
  return path;
}

std::vector<std::string> SplitAtZeros(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    parts.emplace_back(text.substr(0, text.find('\0')));
    text.remove_prefix(std::min(text.size(), parts.back().size() + 1));
  }
  return parts;
}

bool IsIgnored(RuleStack& rules, std::string_view path) {
  for (std::size_t at = path.find('/'); at != path.npos; at = path.find('/', at + 1)) {
    if (rules.Judge(path.substr(0, at), true) != RuleStack::Verdict::kNone) return true;
  }
  return rules.Judge(path, false) != RuleStack::Verdict::kNone;
}

// The files that a walk finds; nothing may be left out but by rules.
std::vector<std::string> Walked(const std::filesystem::path& root) {
  const auto result = Walk(root, {}, Deadline::Never());
  EXPECT_TRUE(result);
  std::vector<std::string> paths;
  for (const WalkedFile& file : result->files) paths.push_back(file.path);
  EXPECT_TRUE(std::ranges::is_sorted(paths));
  return paths;
}

std::vector<std::string> Listed(const std::filesystem::path& root) {
  std::set<std::string> paths;
  for (std::string& path :
       SplitAtZeros(test::RunGit(root, {"ls-files", "-z", "-c", "-o", "--exclude-standard"}))) {
    if (std::filesystem::is_regular_file(root / path)) paths.insert(std::move(path));
  }
  return {paths.begin(), paths.end()};
}

TEST(CodeIgnoreTest, RandomRulesJudgeRandomPathsAsGitDoes) {
  const test::GitRepository repository;
  // git fails when nothing is ignored.
  const std::string kAlways = "zz/always";
  repository.Write("zz/.gitignore", "always\n");
  const std::uint64_t first = test::FirstSeed();
  std::size_t ignored = 0;
  for (std::uint64_t seed = first; seed < first + test::CaseCount(300); ++seed) {
    Random random(seed);
    const std::string rules = SomeRules(random);
    repository.Write(".gitignore", rules);
    std::set<std::string> paths;
    for (int i = 0; i < 200; ++i) paths.insert(SomePath(random, 4));
    std::string input;
    for (const std::string& path : paths) input += path + '\0';
    input += kAlways + '\0';
    const auto theirs =
        SplitAtZeros(repository.Git({"check-ignore", "--no-index", "-z", "--stdin"}, input));
    RuleStack stack;
    stack.Push(RuleStack::Kind::kGit, 0, 0, ".gitignore", IgnoreRules::Parse(rules));
    std::vector<std::string> ours;
    for (const std::string& path : paths) {
      if (IsIgnored(stack, path)) ours.push_back(path);
    }
    ours.push_back(kAlways);
    ignored += ours.size() - 1;
    ASSERT_EQ(ours, theirs) << "SATCHEL_SEED=" << seed << " SATCHEL_CASES=1\n" << rules;
  }
  EXPECT_GT(ignored, 0U) << "nothing was ignored: nothing was compared";
}

TEST(CodeIgnoreTest, RandomTreesAreWalkedAsGitListsThem) {
  const test::GitRepository base;
  const std::uint64_t first = test::FirstSeed();
  for (std::uint64_t seed = first; seed < first + test::CaseCount(100); ++seed) {
    Random random(seed);
    const test::TempDir dir;
    std::filesystem::copy(base.path(), dir.path(), std::filesystem::copy_options::recursive);
    std::vector<std::string> files;
    std::string rules;
    for (std::uint64_t i = random.Between(5, 40); i > 0; --i) {
      const std::string path = SomePath(random, 4);
      if (std::filesystem::is_directory(dir.path() / path)) continue;
      std::error_code error;
      std::filesystem::create_directories((dir.path() / path).parent_path(), error);
      if (error) continue;  // a file is in the way
      dir.Write(path, "x");
      files.push_back(path);
      if (random.OneIn(5)) {
        const auto at = std::filesystem::path(path).parent_path() / ".gitignore";
        const std::string text = SomeRules(random);
        dir.Write(at.string(), text);
        rules += fmt::format("{}:\n{}\n", at.string(), text);
      }
    }
    if (random.OneIn(2)) {
      const std::string text = SomeRules(random);
      dir.Write(".git/info/exclude", text);
      rules += "exclude:\n" + text;
    }
    if (random.OneIn(2)) {
      std::string tracked;
      for (const std::string& file : files) {
        if (random.OneIn(3)) tracked += file + '\0';
      }
      if (random.OneIn(2)) test::RunGit(dir.path(), {"config", "index.version", "4"});
      test::RunGit(
          dir.path(),
          {"--literal-pathspecs", "add", "-f", "--pathspec-from-file=-", "--pathspec-file-nul"},
          tracked);
    }
    ASSERT_EQ(Walked(dir.path()), Listed(dir.path()))
        << "SATCHEL_SEED=" << seed << " SATCHEL_CASES=1\n"
        << rules;
  }
}

// Rules and tracked files that each matter.
void FillTree(const std::filesystem::path& root) {
  const auto write = [&](const std::string& name, std::string_view text) {
    std::filesystem::create_directories((root / name).parent_path());
    std::ofstream(root / name) << text;
  };
  write(".gitignore", "*.o\nout/\n!keep.o\n");
  write("deep/.gitignore", "/here\n!*.o\n");
  for (const char* name : {"a.o", "keep.o", "tracked.o", "out/a", "out/tracked", "out/b/tracked",
                           "deep/x.o", "deep/here", "deep/there/here", "excluded", "plain"}) {
    write(name, "x");
  }
  test::RunGit(root, {"add", "-f", "tracked.o", "out/tracked", "out/b/tracked", "plain"});
}

TEST(CodeIgnoreTest, AWorkTreeOfItsOwnIsWalkedAsGitListsIt) {
  const test::GitRepository repository;
  repository.Write("first", "x");
  repository.Commit();
  repository.Write(".git/info/exclude", "excluded\n");
  const test::TempDir place;
  for (const auto& tree : {place.path() / "tree", repository.path() / "inside"}) {
    repository.Git({"worktree", "add", "-q", "--detach", tree.string()});
    FillTree(tree);
    const auto listed = Listed(tree);
    EXPECT_THAT(listed, testing::Contains("out/b/tracked"));
    EXPECT_THAT(listed, testing::Not(testing::Contains("excluded")));
    EXPECT_EQ(Walked(tree), listed);
  }
  // The one inside is walked with the outer one, by its own rules.
  auto both = Listed(repository.path());
  for (const std::string& path : Listed(repository.path() / "inside")) {
    both.push_back("inside/" + path);
  }
  std::ranges::sort(both);
  EXPECT_EQ(Walked(repository.path()), both);
}

TEST(CodeIgnoreTest, SubmodulesAreWalkedByTheirOwnRules) {
  const test::GitRepository library;
  library.Write("lib.c", "x");
  library.Commit();
  const test::GitRepository repository;
  repository.Write(".gitignore", "*.c\nignored/\n");
  repository.Git({"submodule", "--quiet", "add", library.path().string(), "lib"});
  repository.Git({"submodule", "--quiet", "add", "-f", library.path().string(), "ignored/lib"});
  repository.Commit();
  FillTree(repository.path() / "lib");
  repository.Write(".git/modules/lib/info/exclude", "excluded\n");
  repository.Write("ignored/other", "x");
  std::vector<std::string> expected = Listed(repository.path());
  for (const char* module : {"lib", "ignored/lib"}) {
    for (const std::string& path : Listed(repository.path() / module)) {
      expected.push_back(fmt::format("{}/{}", module, path));
    }
  }
  std::ranges::sort(expected);
  EXPECT_THAT(expected, testing::IsSupersetOf({"lib/lib.c", "ignored/lib/lib.c", ".gitmodules"}));
  EXPECT_EQ(Walked(repository.path()), expected);
}

}  // namespace
}  // namespace satchel::code
