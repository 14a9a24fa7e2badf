#include "surfaces/agents/edit/json_splice.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "tests/support/random.h"

namespace satchel::agents {
namespace {

JsonEntry Server() {
  return {.path = {"mcpServers"},
          .key = "satchel",
          .value = {{"command", "satchel"}, {"args", Json::array({"mcp"})}}};
}

JsonEntry Hook(const std::string& event) {
  return {
      .path = {"hooks", event},
      .value = {{"hooks", Json::array({{{"command", "satchel hook " + event + " --agent x"}}})}},
      .mark = " hook " + event + " --agent x"};
}

std::vector<JsonEntry> Everything() { return {Hook("Prompt"), Hook("Start"), Server()}; }

std::string Add(std::string text, const std::vector<JsonEntry>& entries) {
  for (const JsonEntry& entry : entries) {
    auto added = AddEntry(text, entry);
    EXPECT_TRUE(added.has_value()) << added.error().text() << " in " << text;
    if (added) text = *std::move(added);
  }
  return text;
}

Removed Remove(std::string text, const std::vector<JsonEntry>& entries) {
  Removed all{.text = std::move(text)};
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    auto removed = RemoveEntry(all.text, *entry);
    EXPECT_TRUE(removed.has_value()) << removed.error().text() << " in " << all.text;
    if (removed && removed->found) all = *std::move(removed);
  }
  return all;
}

// What a reader of the edited text must see.
Json Merged(Json json, const std::vector<JsonEntry>& entries) {
  for (const JsonEntry& entry : entries) {
    Json* around = &json;
    for (const std::string& name : entry.path) around = &(*around)[name];
    if (entry.key.empty()) {
      if (around->is_null()) *around = Json::array();
      around->insert(around->begin(), entry.value);
    } else {
      (*around)[entry.key] = entry.value;
    }
  }
  return json;
}

TEST(JsonSpliceTest, PutsAnEntryInFrontOfTheOthersAndKeepsTheirBytes) {
  const std::string text =
      "{\n  \"theme\":   \"dark\",\n  \"mcpServers\": {\n    \"other\": {}\n  }\n}\n";
  const auto added = AddEntry(text, Server());
  ASSERT_TRUE(added.has_value());
  EXPECT_EQ(*added,
            "{\n  \"theme\":   \"dark\",\n  \"mcpServers\": {\n"
            "    \"satchel\": {\n      \"args\": [\n        \"mcp\"\n      ],\n"
            "      \"command\": \"satchel\"\n    },\n"
            "    \"other\": {}\n  }\n}\n");
}

TEST(JsonSpliceTest, TakesBackEveryEditOfFilesThatPeopleHave) {
  const std::vector<std::string> texts = {
      "{}",
      "{}\n",
      "{ }\n",
      "{\n}\n",
      "{\n\n}\n",
      "{\r\n}\r\n",
      "{\n  \"a\": 1\n}\n",
      "{\n\t\"a\": 1,\n\t\"hooks\": {}\n}\n",
      "{\"a\":1,\"hooks\":{\"Prompt\":[]},\"mcpServers\":{}}",
      "{\n  \"hooks\": {\n  },\n  \"mcpServers\": {\n  }\n}",
      "{\n  \"hooks\": {\n    \"Prompt\": [\n    ]\n  }\n}\n",
      "{\n \"hooks\": {\n  \"Prompt\": [\n   {\"hooks\": [{\"command\": \"m\"}]}\n  ]\n }\n}\n",
      "{\r\n  \"mcpServers\": {\r\n    \"b\": {}\r\n  }\r\n}",
      "// mine\n{ // first\n  \"a\": 1, // one\n  /* none */\n}\n",
      "{ /* nothing yet */ }\n",
      "{ // nothing yet\n}\n",
      "{ mcpServers: { /* later */ }, hooks: {Prompt: [], }, }",
      "\xEF\xBB\xBF{\n  \"a\": 1\n}\n",
      "\n\n{\n \"a\": {\n  \"mcpServers\": {}\n }\n}\n\n",
      "{\"mcpServers\": {\"satchel-two\": {}}}",
      "{\n  \"hooks\": {},\n  \"hooks\": {\"Prompt\": []}\n}\n",
  };
  for (const std::string& text : texts) {
    for (const auto& entries : {Everything(), std::vector{Server()}, std::vector{Hook("Prompt")}}) {
      const std::string added = Add(text, entries);
      EXPECT_NE(added, text);
      EXPECT_EQ(Add(added, entries), added) << "a second time changes nothing";
      const Removed removed = Remove(added, entries);
      EXPECT_TRUE(removed.found);
      EXPECT_EQ(removed.text, text) << added;
      EXPECT_FALSE(removed.nothing_left) << added;
    }
  }
}

TEST(JsonSpliceTest, KnowsATextThatHoldsNothingElse) {
  const auto removed = Remove(NewText({}, Everything()), Everything());
  EXPECT_TRUE(removed.nothing_left);
}

TEST(JsonSpliceTest, ANewTextHasItsHeadFirst) {
  EXPECT_EQ(NewText({{"version", 1}}, {{.path = {"a"}, .key = "b", .value = 2}}),
            "{\n  \"version\": 1,\n  \"a\": {\n    \"b\": 2\n  }\n}\n");
}

TEST(JsonSpliceTest, LeavesWhatTheUserPutBesideOurs) {
  const std::string ours = Add("{}\n", {Hook("Prompt")});
  std::string edited = ours;
  const std::string command = "\"satchel hook Prompt --agent x\"\n";
  const auto at = edited.find(command);
  ASSERT_NE(at, std::string::npos);
  // Into our own group of hooks.
  const auto brace = edited.find('}', at);
  edited.insert(brace + 1, ", {\"command\": \"mine\"}");
  const auto removed = Remove(edited, {Hook("Prompt")});
  EXPECT_EQ(removed.text.find("satchel"), std::string::npos);
  const auto json = ParseJson(removed.text);
  ASSERT_TRUE(json.has_value()) << removed.text;
  EXPECT_EQ((*json)["hooks"]["Prompt"][0]["hooks"], Json::array({{{"command", "mine"}}}));
}

TEST(JsonSpliceTest, TakesOutAnEntryThatIsNoLongerFirst) {
  const std::string ours = R"({"command": "/opt/bin/satchel", "args": ["mcp"], "env": {"A": "b"}})";
  const auto last = Remove("{\"mcpServers\": {\"b\": 1, \"satchel\": " + ours + "}}", {Server()});
  EXPECT_EQ(last.text, "{\"mcpServers\": {\"b\": 1}}");
  const auto middle =
      Remove("{\n \"mcpServers\": {\n  \"b\": 1,\n  \"satchel\": " + ours + ",\n  \"c\": 3\n }\n}",
             {Server()});
  EXPECT_EQ(middle.text, "{\n \"mcpServers\": {\n  \"b\": 1,\n  \"c\": 3\n }\n}");
}

TEST(JsonSpliceTest, LeavesAServerThatStartsSomethingElse) {
  for (const char* theirs :
       {R"({"command": "mywrapper", "args": ["satchel", "mcp"]})", R"({"command": "satchel"})",
        R"({"command": "satchel", "args": ["mcp", "--http", "x"]})", R"({"command": "satchel-two",
        "args": ["mcp"]})",
        R"({"url": "http://localhost/mcp"})", R"({})", "2"}) {
    const std::string text = std::string(R"({"mcpServers": {"satchel": )") + theirs + "}}";
    const auto removed = Remove(text, {Server()});
    EXPECT_EQ(removed.text, text);
    EXPECT_FALSE(removed.found);
    EXPECT_EQ(Add(text, {Server()}), text) << "nor is it replaced";
    EXPECT_TRUE(HasEntry(text, Server()).value());
  }
}

TEST(JsonSpliceTest, LeavesAHookAroundOurs) {
  for (const char* theirs :
       {"mywrapper satchel hook Prompt --agent x | tee y", "satchel hook Prompt --agent x | tee y",
        "satchel hook Prompt --agent x --timeout 9s", "A=b satchel hook Prompt --agent x",
        "satchel  hook Prompt --agent x", "$(x)/satchel hook Prompt --agent x"}) {
    const std::string text =
        Json{{"hooks", {{"Prompt", {{{"hooks", {{{"command", theirs}}}}}}}}}}.dump();
    const auto removed = Remove(text, {Hook("Prompt")});
    EXPECT_EQ(removed.text, text) << theirs;
    EXPECT_EQ(Add(text, {Hook("Prompt")}), text) << "a second hook would answer twice";
    EXPECT_TRUE(HasEntry(text, Hook("Prompt")).value());
  }
  const std::string both =
      Json{{"hooks",
            {{"Prompt",
              {{{"hooks",
                 {{{"command", "w satchel hook Prompt --agent x"}},
                  {{"command", "'/opt/a b/satchel' hook Prompt --agent x"}}}}}}}}}}
          .dump();
  const auto removed = Remove(both, {Hook("Prompt")});
  const auto json = ParseJson(removed.text);
  ASSERT_TRUE(json.has_value()) << removed.text;
  EXPECT_EQ((*json)["hooks"]["Prompt"][0]["hooks"],
            Json::array({{{"command", "w satchel hook Prompt --agent x"}}}));
}

TEST(JsonSpliceTest, RefusesWhatIsInTheWay) {
  for (const char* text :
       {"[]", "1", "{\"mcpServers\": []}", "{\"mcpServers\": null}", "{\"mcpServers\": \"x\"}"}) {
    const auto added = AddEntry(text, Server());
    ASSERT_FALSE(added.has_value()) << text;
    EXPECT_EQ(added.error().code(), Errc::kConflict) << text;
  }
  const auto list = AddEntry("{\"hooks\": {\"Prompt\": {}}}", Hook("Prompt"));
  ASSERT_FALSE(list.has_value());
  EXPECT_EQ(list.error().text(), "'Prompt' is no list");
  EXPECT_FALSE(AddEntry("{\"a\": ", Server()).has_value());
}

TEST(JsonSpliceTest, RemovingWhatIsNotThereChangesNothing) {
  for (const char* text : {"{}", "[]", "{\"mcpServers\": 1}", "{\"hooks\": {\"Prompt\": [1]}}\n"}) {
    const auto removed = Remove(text, Everything());
    EXPECT_EQ(removed.text, text);
    EXPECT_FALSE(removed.found);
  }
}

// A document with blanks, breaks and members at random, some of them of the names that we use.
class RandomText {
 public:
  explicit RandomText(std::uint64_t seed) : random_(seed), crlf_(random_.OneIn(4)) {}

  std::string Make() {
    std::string text = random_.OneIn(6) ? Break() : "";
    text += Object(0, true);
    if (!random_.OneIn(3)) text += Break();
    return text;
  }

 private:
  std::string Break() const { return crlf_ ? "\r\n" : "\n"; }
  std::string Gap() {
    switch (random_.Below(5)) {
      case 0:
        return "";
      case 1:
        return " ";
      case 2:
        return Break() + std::string(random_.Below(5), ' ');
      case 3:
        return Break() + std::string(random_.Below(3), '\t');
      default:
        return Break() + Break() + " ";
    }
  }
  std::string Scalar() {
    static const std::vector<std::string> kScalars = {
        "1", "-2.5e3", "true", "null", "\"x\"", "\"a \\\" } ] , b\"", "\"\\u00e9 \\n\"", "\"\""};
    return random_.Pick(kScalars);
  }
  std::string Value(int depth) {
    if (depth > 3 || random_.OneIn(2)) return Scalar();
    return random_.OneIn(2) ? Object(depth, false) : Array(depth);
  }
  std::string Array(int depth) {
    std::string text = "[" + Gap();
    const auto count = random_.Below(4);
    for (std::uint64_t i = 0; i < count; ++i) {
      text += Value(depth + 1) + Gap();
      if (i + 1 < count) text += "," + Gap();
    }
    return text + "]";
  }
  std::string Object(int depth, bool root) {
    std::vector<std::pair<std::string, std::string>> members;
    for (std::uint64_t i = random_.Below(4); i > 0; --i) {
      members.emplace_back("key" + std::to_string(i), Value(depth + 1));
    }
    if (root && random_.OneIn(2)) members.emplace_back("mcpServers", Object(1, false));
    if (root && random_.OneIn(2)) members.emplace_back("hooks", HooksObject());
    std::string text = "{" + Gap();
    while (!members.empty()) {
      const auto at = random_.Below(members.size());
      text += "\"" + members[at].first + "\"" + (random_.OneIn(3) ? " :" : ":") + Gap() +
              members[at].second + Gap();
      members.erase(members.begin() + static_cast<std::ptrdiff_t>(at));
      if (!members.empty()) text += "," + Gap();
    }
    return text + "}";
  }
  std::string HooksObject() {
    std::string text = "{" + Gap();
    const bool prompt = random_.OneIn(2);
    if (prompt) text += "\"Prompt\": " + Array(2) + Gap();
    if (random_.OneIn(2)) text += std::string(prompt ? "," : "") + Gap() + "\"Start\":" + Array(2);
    return text + Gap() + "}";
  }

  test::Random random_;
  bool crlf_;
};

TEST(JsonSpliceTest, EditsOfRandomTextsAreRightAndCanBeTakenBack) {
  for (std::uint64_t seed = test::FirstSeed(); seed < test::FirstSeed() + test::CaseCount(300);
       ++seed) {
    const std::string text = RandomText(seed).Make();
    const auto before = ParseJson(text);
    ASSERT_TRUE(before.has_value()) << "seed " << seed << ": " << text;
    const std::string added = Add(text, Everything());
    const auto after = ParseJson(added);
    ASSERT_TRUE(after.has_value()) << "seed " << seed << ": " << added;
    ASSERT_EQ(*after, Merged(*before, Everything())) << "seed " << seed << ": " << added;
    const Removed removed = Remove(added, Everything());
    ASSERT_EQ(removed.text, text) << "seed " << seed << ": " << added;
    ASSERT_FALSE(removed.nothing_left) << "seed " << seed;
  }
}

}  // namespace
}  // namespace satchel::agents
