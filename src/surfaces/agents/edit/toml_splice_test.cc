#include "surfaces/agents/edit/toml_splice.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/random.h"

namespace satchel::agents {
namespace {

const TomlTable kTable = {.name = "mcp_servers.satchel",
                          .lines = "command = \"satchel\"\nargs = [\"mcp\"]\n"};

std::string Add(std::string_view text) {
  auto added = AddTable(text, kTable);
  EXPECT_TRUE(added.has_value()) << added.error().text() << " in " << text;
  return added.value_or("");
}

Removed Remove(std::string_view text) {
  auto removed = RemoveTable(text, kTable);
  EXPECT_TRUE(removed.has_value()) << removed.error().text() << " in " << text;
  return removed.value_or(Removed());
}

TEST(TomlSpliceTest, PutsATableBehindEverything) {
  EXPECT_EQ(Add("model = \"x\"\n"),
            "model = \"x\"\n\n[mcp_servers.satchel]\ncommand = \"satchel\"\nargs = [\"mcp\"]\n");
}

TEST(TomlSpliceTest, TakesBackEveryEditOfFilesThatPeopleHave) {
  const std::vector<std::string> texts = {
      "",
      "\n",
      "\n\n",
      "# only a comment",
      "# only a comment\n",
      "model = \"x\"",
      "model = \"x\"\n",
      "model = \"x\"\n\n\n",
      "model = \"x\"\r\n[a]\r\nb = 1\r\n",
      "model = \"x\"\r\n[a]\r\nb = 1",
      "[mcp_servers.other]\ncommand = \"o\"\n\n[projects.\"/x\"]\ntrust_level = \"trusted\"\n",
      "text = \"\"\"\n[mcp_servers.other]\n\"\"\"\n",
      "[[list]]\na = 1\n[[list]]\na = 2\n# end\n",
  };
  for (const std::string& text : texts) {
    const std::string added = Add(text);
    EXPECT_EQ(Add(added), added) << "a second time changes nothing";
    const Removed removed = Remove(added);
    EXPECT_TRUE(removed.found);
    EXPECT_EQ(removed.text, text) << added;
    EXPECT_FALSE(removed.nothing_left);
  }
}

TEST(TomlSpliceTest, KnowsATextThatHoldsNothingElse) {
  const Removed removed = Remove(NewText(kTable));
  EXPECT_TRUE(removed.nothing_left);
  EXPECT_EQ(removed.text, "");
}

TEST(TomlSpliceTest, TakesOutTheTableWithWhatWasPutIntoItAndNothingElse) {
  const std::string edited = Add("a = 1\n") +
                             "startup_timeout_sec = 9\n\n[mcp_servers.satchel.env]\nX = \"1\"\n\n"
                             "# theirs\n[mcp_servers.other]\ncommand = \"o\"\n";
  EXPECT_EQ(Remove(edited).text, "a = 1\n\n# theirs\n[mcp_servers.other]\ncommand = \"o\"\n");
}

TEST(TomlSpliceTest, LeavesATableThatStartsSomethingElse) {
  for (const char* theirs :
       {"command = \"mywrapper\"\nargs = [\"mcp\"]\n", "command = \"satchel\"\n",
        "command = \"satchel\"\nargs = [\"mcp\", \"-v\"]\n", "url = \"http://localhost/mcp\"\n"}) {
    const std::string text = std::string("[mcp_servers.satchel]\n") + theirs;
    const Removed removed = Remove(text);
    EXPECT_EQ(removed.text, text);
    EXPECT_FALSE(removed.found);
    EXPECT_TRUE(HasTable(text, kTable).value());
  }
  const std::string elsewhere =
      "[mcp_servers.satchel]\ncommand = \"/opt/bin/satchel\"\nargs = [ \"mcp\" ]\n";
  EXPECT_EQ(Remove(elsewhere).text, "");
}

TEST(TomlSpliceTest, RefusesWhatIsBrokenOrInTheWay) {
  const auto broken = AddTable("a = \n", kTable);
  ASSERT_FALSE(broken.has_value());
  EXPECT_EQ(broken.error().code(), Errc::kInvalidInput);
  const auto in_the_way = AddTable("mcp_servers = 1\n", kTable);
  ASSERT_FALSE(in_the_way.has_value());
  EXPECT_EQ(in_the_way.error().code(), Errc::kConflict);
  // In another form: it is there, and only its author can take it out.
  const std::string inline_table =
      "[mcp_servers]\nsatchel = { command = \"satchel\", args = [\"mcp\"] }\n";
  EXPECT_EQ(Add(inline_table), inline_table);
  EXPECT_FALSE(RemoveTable(inline_table, kTable).has_value());
}

TEST(TomlSpliceTest, IsNotMisledByATextThatLooksLikeTheTable) {
  const std::string text = "a = \"\"\"\n[mcp_servers.satchel]\ncommand = 1\n\"\"\"\n";
  const auto removed = RemoveTable(Add(text), kTable);
  // Either exactly, or not at all.
  EXPECT_EQ(removed ? removed->text : text, text);
}

TEST(TomlSpliceTest, EditsOfRandomTextsCanBeTakenBack) {
  static const std::vector<std::string> kLines = {
      "# note", "", "  ", "key{} = 1", "k{}.x = [1, 2]", "[t{}]", "[mcp_servers.m{}]", "[[l]]"};
  for (std::uint64_t seed = test::FirstSeed(); seed < test::FirstSeed() + test::CaseCount(300);
       ++seed) {
    test::Random random(seed);
    const std::string end = random.OneIn(3) ? "\r\n" : "\n";
    std::string text;
    for (std::uint64_t i = random.Below(9); i > 0; --i) {
      std::string line = random.Pick(kLines);
      if (const auto at = line.find("{}"); at != std::string::npos) {
        line.replace(at, 2, std::to_string(i));
      }
      text += line + (i == 1 && random.OneIn(2) ? "" : end);
    }
    ASSERT_EQ(Remove(Add(text)).text, text) << "seed " << seed;
  }
}

}  // namespace
}  // namespace satchel::agents
