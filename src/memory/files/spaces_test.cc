#include "memory/files/spaces.h"

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/random.h"
#include "tests/support/temp_dir.h"

namespace satchel::memory {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::string_view kRules =
    R"({"ops": {"read": ["alice", "ci-*"], "write": ["alice"], "recall": false}})";

std::vector<std::string> Names(const std::vector<Space>& spaces) {
  std::vector<std::string> names;
  for (const Space& space : spaces) names.push_back(space.name);
  return names;
}

Spaces Of(std::string_view rules,
          const std::vector<std::string>& names = {"default", "ops", "shared"}) {
  Spaces spaces{.rules = SpaceRules::Parse(rules).value()};
  for (const std::string& name : names) spaces.all.push_back({.name = name, .directory = name});
  return spaces;
}

std::string Readable(const Spaces& spaces, bool merged, std::string_view named,
                     std::string_view principal) {
  const auto readable = ReadableSpaces(spaces, merged, named, principal);
  if (!readable)
    return fmt::format("{}: {}", Name(readable.error().code()), readable.error().text());
  return fmt::format("{}", fmt::join(Names(*readable), " "));
}

TEST(SpaceRulesTest, SayWhoMayReadAndWrite) {
  const SpaceRules rules = SpaceRules::Parse(kRules).value();
  EXPECT_TRUE(rules.MayRead("ops", "alice"));
  EXPECT_TRUE(rules.MayRead("ops", "ci-7"));
  EXPECT_TRUE(rules.MayRead("ops", "ci-"));
  EXPECT_FALSE(rules.MayRead("ops", "ci"));
  EXPECT_FALSE(rules.MayRead("ops", "alice2"));
  EXPECT_FALSE(rules.MayRead("ops", ""));
  EXPECT_TRUE(rules.MayWrite("ops", "alice"));
  EXPECT_FALSE(rules.MayWrite("ops", "ci-7"));
  EXPECT_FALSE(rules.InRecall("ops"));
  EXPECT_TRUE(rules.MayRead("other", ""));
  EXPECT_TRUE(rules.MayWrite("other", "bob"));
  EXPECT_TRUE(rules.InRecall("other"));
}

TEST(SpaceRulesTest, WhatARuleDoesNotNameIsOpenAndAnEmptyListIsNobody) {
  const SpaceRules rules =
      SpaceRules::Parse(R"({"a": {"write": ["x"]}, "b": {"read": []}, "c": {"read": ["*"]}})")
          .value();
  EXPECT_TRUE(rules.MayRead("a", ""));
  EXPECT_FALSE(rules.MayWrite("a", ""));
  EXPECT_FALSE(rules.MayRead("b", "x"));
  EXPECT_TRUE(rules.MayWrite("b", "x"));
  EXPECT_TRUE(rules.MayRead("c", ""));
}

TEST(SpaceRulesTest, ASlipOpensNothing) {
  EXPECT_TRUE(SpaceRules::Parse(" \n"));
  EXPECT_TRUE(SpaceRules::Parse("{}"));
  for (const std::string_view bad :
       {"[]", "{", R"({"ops": []})", R"({"ops": {"reads": ["a"]}})", R"({"ops": {"read": "a"}})",
        R"({"ops": {"read": [1]}})", R"({"ops": {"read": [""]}})", R"({"ops": {"read": ["a*b"]}})",
        R"({"ops": {"recall": "no"}})", R"({"../x": {}})", R"({"": {}})"}) {
    const auto rules = SpaceRules::Parse(bad);
    ASSERT_FALSE(rules) << bad;
    EXPECT_EQ(rules.error().code(), Errc::kInvalidInput);
    EXPECT_THAT(rules.error().text(), HasSubstr("namespaces.json"));
  }
}

TEST(IsSpaceNameTest, AllowsNoPath) {
  for (const std::string_view good : {"ops", "a.b-c_D9", "0"}) EXPECT_TRUE(IsSpaceName(good));
  EXPECT_TRUE(IsSpaceName(std::string(64, 'x')));
  EXPECT_FALSE(IsSpaceName(std::string(65, 'x')));
  for (const std::string_view bad : {"", ".", "..", ".a", "a/b", "a b", "\u00e9", "a\n"}) {
    EXPECT_FALSE(IsSpaceName(bad)) << bad;
  }
}

TEST(IsSpaceNameTest, AllowsNoNameOfAWindowsDevice) {
  for (const std::string_view bad :
       {"CON", "con", "Nul", "prn", "AUX", "COM1", "com9", "LPT0", "lpt5", "nul.txt", "con.a.b"}) {
    EXPECT_FALSE(IsSpaceName(bad)) << bad;
  }
  for (const std::string_view good : {"console", "com", "com10", "lptx", "a.con", "nul_", "aux1"}) {
    EXPECT_TRUE(IsSpaceName(good)) << good;
  }
}

TEST(FindSpacesTest, TheDefaultOneIsFirstAndTheSharedOneLast) {
  const test::TempDir temp;
  temp.MakeDirectory("project/namespaces/zeta");
  temp.MakeDirectory("project/namespaces/Alpha");
  temp.MakeDirectory("project/namespaces/.hidden");
  temp.Write("project/namespaces/file", "x");
  temp.Write("project/namespaces.json", kRules);
  temp.MakeDirectory("shared");
  const Spaces spaces = FindSpaces(temp.path() / "project", temp.path() / "shared").value();
  EXPECT_THAT(Names(spaces.all), ElementsAre("default", "Alpha", "zeta", "shared"));
  EXPECT_EQ(spaces.all[1].directory, temp.path() / "project/namespaces/Alpha");
  EXPECT_EQ(spaces.all[3].directory, temp.path() / "shared");
  EXPECT_FALSE(spaces.rules.MayRead("ops", "bob"));
  EXPECT_THAT(spaces.faults, IsEmpty());
}

TEST(FindSpacesTest, WithoutDirectoriesThereIsTheDefaultOne) {
  const test::TempDir temp;
  const Spaces spaces = FindSpaces(temp.path() / "none", temp.path() / "neither").value();
  EXPECT_THAT(Names(spaces.all), ElementsAre("default"));
  EXPECT_THAT(Names(FindSpaces(temp.path(), {})->all), ElementsAre("default"));
  EXPECT_THAT(Names(FindSpaces(temp.path(), temp.path())->all), ElementsAre("default"));
}

TEST(FindSpacesTest, WhatIsNoNamespaceIsNamedWithTheReason) {
  const test::TempDir temp;
  const test::TempDir outside;
  temp.MakeDirectory("namespaces/default");
  temp.MakeDirectory("namespaces/shared");
  temp.MakeDirectory("namespaces/a b");
  fs::create_directory_symlink(outside.path(), temp.path() / "namespaces/link");
  const Spaces spaces = FindSpaces(temp.path(), {}).value();
  EXPECT_THAT(Names(spaces.all), ElementsAre("default"));
  EXPECT_THAT(spaces.faults, ElementsAre(HasSubstr("namespaces/a b is no name"),
                                         HasSubstr("namespaces/default is not read"),
                                         HasSubstr("namespaces/link is a link"),
                                         HasSubstr("namespaces/shared is not read")));
}

TEST(FindSpacesTest, RulesThatCannotBeReadAreAnError) {
  const test::TempDir temp;
  temp.Write("namespaces.json", "{");
  EXPECT_FALSE(FindSpaces(temp.path(), {}));
  fs::remove(temp.path() / "namespaces.json");
  fs::create_symlink("/dev/null", temp.path() / "namespaces.json");
  EXPECT_FALSE(FindSpaces(temp.path(), {}));
  fs::remove(temp.path() / "namespaces.json");
  fs::create_directory_symlink("/", temp.path() / "namespaces");
  EXPECT_FALSE(FindSpaces(temp.path(), {}));
}

TEST(ReadableSpacesTest, TheNamedOneComesWithTheSharedOne) {
  const Spaces spaces = Of(kRules);
  EXPECT_EQ(Readable(spaces, true, "", "bob"), "default shared");
  EXPECT_EQ(Readable(spaces, true, "ops", "alice"), "ops shared");
  EXPECT_EQ(Readable(spaces, true, "shared", "alice"), "shared");
  EXPECT_EQ(Readable(spaces, true, "default", "alice"), "default shared");
}

TEST(ReadableSpacesTest, UnlessMergedTheSharedOneIsReadOnlyByName) {
  const Spaces spaces = Of(kRules);
  EXPECT_EQ(Readable(spaces, false, "", "bob"), "default");
  EXPECT_EQ(Readable(spaces, false, "ops", "alice"), "ops");
  EXPECT_EQ(Readable(spaces, false, "shared", "alice"), "shared");
  EXPECT_EQ(Readable(Of(kRules, {"default"}), false, "", ""), "default");
}

TEST(ReadableSpacesTest, OneThatIsMissingIsAnErrorWithTheNamesThatMayBeRead) {
  const auto missing = ReadableSpaces(Of(kRules), true, "opps", "bob");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code(), Errc::kNotFound);
  EXPECT_EQ(missing.error().text(), "there is no namespace 'opps'; there are: default, shared");
  EXPECT_THAT(missing.error().hint(), Not(HasSubstr("ops?")));
  EXPECT_EQ(ReadableSpaces(Of(kRules), true, "opps", "alice").error().hint(), "did you mean ops?");
}

TEST(ReadableSpacesTest, OneThatMayNotBeReadIsAnErrorThatSaysWhatToDo) {
  const auto refused = ReadableSpaces(Of(kRules), true, "ops", "bob");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), Errc::kInvalidInput);
  EXPECT_EQ(refused.error().text(), "'bob' may not read the namespace 'ops'");
  EXPECT_THAT(refused.error().hint(), HasSubstr("\"read\" of \"ops\" in namespaces.json"));
}

TEST(ReadableSpacesTest, RulesHoldForTheDefaultAndTheSharedOneToo) {
  constexpr std::string_view kClosed =
      R"({"default": {"read": ["alice"]}, "shared": {"read": ["alice", "bob"]}})";
  EXPECT_EQ(Readable(Of(kClosed), true, "", "alice"), "default shared");
  EXPECT_EQ(Readable(Of(kClosed), true, "", "bob"), "shared");
  EXPECT_THAT(Readable(Of(kClosed), false, "", "bob"), HasSubstr("'bob' may not read"));
  EXPECT_THAT(Readable(Of(kClosed), false, "", "eve"), HasSubstr("'eve' may not read"));
  EXPECT_EQ(Readable(Of(R"({"shared": {"recall": false}})"), true, "ops", "eve"), "ops");
  EXPECT_EQ(Readable(Of(R"({"shared": {"recall": false}})"), true, "shared", "eve"), "shared");
  EXPECT_EQ(Readable(Of(R"({"default": {"recall": false}})", {"default"}), true, "", "eve"), "");
}

// Rules as a list of what was drawn, and the answer as the set of all (namespace, principal) that
// are open, made before anything is asked: nothing here is shared with the code under test.
struct DrawnRule {
  std::string space;
  std::optional<std::vector<std::string>> read;
  bool recall = true;
};

constexpr std::array<std::string_view, 5> kDrawnSpaces = {"default", "a", "ab", "b", "shared"};
constexpr std::array<std::string_view, 6> kPrincipals = {"", "a", "al", "alice", "b", "*"};
constexpr std::array<std::string_view, 7> kPatterns = {"a", "al*", "alice", "*", "b", "a*", "c"};

std::vector<DrawnRule> DrawRules(test::Random& random) {
  std::vector<DrawnRule> rules;
  for (const std::string_view space : kDrawnSpaces) {
    if (random.OneIn(3)) continue;
    DrawnRule rule{.space = std::string(space), .recall = !random.OneIn(4)};
    if (!random.OneIn(4)) {
      rule.read.emplace();
      for (std::uint64_t i = random.Below(3); i > 0; --i) {
        rule.read->emplace_back(random.Pick(kPatterns));
      }
    }
    rules.push_back(std::move(rule));
  }
  return rules;
}

std::string JsonOf(const std::vector<DrawnRule>& rules) {
  std::vector<std::string> parts;
  for (const DrawnRule& rule : rules) {
    std::string read;
    if (rule.read && rule.read->empty()) read = R"("read": [], )";
    if (rule.read && !rule.read->empty()) {
      read = fmt::format(R"("read": ["{}"], )", fmt::join(*rule.read, R"(", ")"));
    }
    parts.push_back(fmt::format(R"("{}": {{{}"recall": {}}})", rule.space, read, rule.recall));
  }
  return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

// As a shell matches, character by character.
bool Globs(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern[0] == '*') {
    return Globs(pattern.substr(1), text) || (!text.empty() && Globs(pattern, text.substr(1)));
  }
  return !text.empty() && pattern[0] == text[0] && Globs(pattern.substr(1), text.substr(1));
}

struct Oracle {
  std::set<std::pair<std::string, std::string>> open;  // namespace, principal
  std::set<std::string> quiet;                         // not in recall

  explicit Oracle(const std::vector<DrawnRule>& rules) {
    for (const std::string_view space : kDrawnSpaces) {
      for (const std::string_view who : kPrincipals) open.emplace(space, who);
    }
    for (const DrawnRule& rule : rules) {
      if (!rule.recall) quiet.insert(rule.space);
      if (!rule.read) continue;
      for (const std::string_view who : kPrincipals) {
        bool listed = false;
        for (const std::string& pattern : *rule.read) {
          listed |= Globs(pattern, who);
        }
        if (!listed) open.erase({rule.space, std::string(who)});
      }
    }
  }

  // Nothing: an error.
  std::optional<std::vector<std::string>> Answer(const std::vector<std::string>& there, bool merged,
                                                 const std::string& named,
                                                 const std::string& who) const {
    std::set<std::string> asked = {"default"};
    if (merged) asked.insert("shared");
    bool by_name = false;
    if (!named.empty()) {
      if (std::ranges::count(there, named) == 0 || !open.contains({named, who}))
        return std::nullopt;
      asked = {named};
      if (merged) asked.insert("shared");
      by_name = true;
    }
    std::vector<std::string> answer;
    bool refused = false;
    for (const std::string& space : there) {
      const bool is_named = by_name && space == named;
      if (!asked.contains(space) || (quiet.contains(space) && !is_named)) continue;
      if (open.contains({space, who})) {
        answer.push_back(space);
      } else {
        refused = true;
      }
    }
    if (answer.empty() && refused) return std::nullopt;
    return answer;
  }
};

TEST(ReadableSpacesTest, NothingLeaksWhateverTheRules) {
  const std::uint64_t cases = test::CaseCount(5'000);
  std::size_t answers = 0;
  std::size_t errors = 0;
  for (std::uint64_t seed = test::FirstSeed(); seed < test::FirstSeed() + cases; ++seed) {
    test::Random random(seed);
    const auto drawn = DrawRules(random);
    const Oracle oracle(drawn);
    std::vector<std::string> there = {"default"};
    for (const char* space : {"a", "ab", "b", "shared"}) {
      if (!random.OneIn(3)) there.emplace_back(space);
    }
    const Spaces spaces = Of(JsonOf(drawn), there);
    const bool merged = !random.OneIn(4);
    const std::string named(random.OneIn(3) ? "" : random.Pick(kDrawnSpaces));
    const std::string who(random.Pick(kPrincipals));
    SCOPED_TRACE(fmt::format("seed {}: {} asks for '{}' with {}", seed, who, named, JsonOf(drawn)));
    for (const std::string_view space : kDrawnSpaces) {
      ASSERT_EQ(spaces.rules.MayRead(space, who), oracle.open.contains({std::string(space), who}));
    }
    const auto expected = oracle.Answer(there, merged, named, who);
    const auto readable = ReadableSpaces(spaces, merged, named, who);
    ASSERT_EQ(readable.has_value(), expected.has_value());
    if (readable) {
      ASSERT_EQ(Names(*readable), expected);
      for (const Space& space : *readable) ASSERT_EQ(space.directory, space.name);
    } else if (readable.error().code() == Errc::kNotFound) {
      // What is listed is what may be read.
      const std::string& text = readable.error().text();
      const std::string listed = text.substr(text.find("there are: ") + 11) + ",";
      for (const std::string& space : there) {
        ASSERT_EQ((" " + listed).contains(" " + space + ","), oracle.open.contains({space, who}));
      }
    }
    (readable ? answers : errors) += 1;
  }
  EXPECT_GT(answers, 0U);
  EXPECT_GT(errors, 0U);
}

}  // namespace
}  // namespace satchel::memory
