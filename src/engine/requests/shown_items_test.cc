#include "engine/requests/shown_items.h"

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/session_state.h"
#include "tests/support/store_workspace.h"

namespace satchel::engine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class ShownItemsTest : public testing::Test {
 protected:
  ShownItemsTest() { EXPECT_TRUE(at_.Init().has_value()); }

  ShownItems Read(Stores::Use use = Stores::Use::kReadOnly) const {
    auto stores = at_.Open(use);
    EXPECT_TRUE(stores.has_value());
    auto shown = ReadShownItems(*stores, request_, Deadline::Never());
    EXPECT_TRUE(shown.has_value()) << shown.error().text();
    return shown.value_or(ShownItems());
  }
  void Write(const ShownItems& shown) const {
    auto stores = at_.Open();
    ASSERT_TRUE(stores.has_value());
    const auto written = WriteShownItems(*stores, request_, shown, Deadline::Never());
    EXPECT_TRUE(written.has_value());
  }

  test::StoreWorkspace at_;
  PacketRequest request_{.recipe = "pack", .task = "x", .conversation = "c"};
};

TEST_F(ShownItemsTest, AreReadBackAsTheyWereWritten) {
  Write({.items = {"code/b", "notes/a"}, .tokens = 17, .task = "repair it"});
  const ShownItems shown = Read();
  EXPECT_THAT(shown.items, ElementsAre("code/b", "notes/a"));
  EXPECT_EQ(shown.tokens, 17U);
  EXPECT_EQ(shown.task, "repair it");
}

TEST_F(ShownItemsTest, TheLatestRunThatShowedAFileCounts) {
  const auto packet = [](std::vector<std::string> ids) {
    packet::Section section{.of = "code", .name = "seeds"};
    for (const std::string& id : ids) {
      packet::Item item;
      item.candidate.id = ItemId(id);
      section.items.push_back(item);
    }
    packet::Packet made;
    made.sections.push_back(std::move(section));
    return made;
  };
  ShownItems shown{.items = {}, .tokens = 1, .task = ""};
  AddShownFiles(packet({"a.cc:1-2", "b.cc"}), RunId("20260101T1"), shown);
  AddShownFiles(packet({"a.cc:3-4"}), RunId("20260101T2"), shown);
  Write(shown);
  EXPECT_THAT(Read().files, ElementsAre(testing::Pair("a.cc", RunId("20260101T2")),
                                        testing::Pair("b.cc", RunId("20260101T1"))));
  std::vector<std::string> many;
  for (std::size_t i = 0; i < kMostShownFiles; ++i) many.push_back(fmt::format("many/{}.cc", i));
  AddShownFiles(packet(many), RunId("20260101T3"), shown);
  EXPECT_EQ(shown.files.size(), kMostShownFiles);
  EXPECT_FALSE(shown.files.contains("b.cc")) << "the oldest run goes first";
}

TEST_F(ShownItemsTest, FilesOutliveACompaction) {
  const ShownItems before{
      .items = {"code/a.py:f", "code/a.py:g", "code/b.py#2", "code/more_files", "notes/n"},
      .earlier = {"c.py", "a.py"},
      .compacted = true};
  EXPECT_THAT(FilesOf(before), ElementsAre("a.py", "b.py", "c.py"));
  Write({.task = "", .earlier = FilesOf(before), .compacted = true});
  EXPECT_THAT(Read().earlier, ElementsAre("a.py", "b.py", "c.py"));
  EXPECT_TRUE(Read().compacted);
  ShownItems many;
  for (int i = 0; i < 50; ++i) many.items.insert("code/f" + std::to_string(i) + ".py:x");
  EXPECT_EQ(FilesOf(many).size(), kMostEarlierFiles);
}

TEST_F(ShownItemsTest, AreNoneWithoutASessionAndReadingMakesNone) {
  EXPECT_THAT(Read().items, IsEmpty());
  EXPECT_FALSE(std::filesystem::exists(at_.place() / "sessions/pack-c.db"));
}

TEST_F(ShownItemsTest, BelongToOneConversation) {
  Write({.items = {"a"}, .tokens = 1, .task = ""});
  request_.conversation = "d";
  EXPECT_THAT(Read().items, IsEmpty());
}

TEST_F(ShownItemsTest, HoldNoSecretAndNotTheWholeOfALongTask) {
  const std::string secret = "ghp_" + std::string("16C7e42F292c6912E7710c838347Ae178B4a");
  Write({.items = {},
         .tokens = 0,
         .task = "use " + secret + " " + std::string(10'000, 'x') + "\xd0\xb9"});
  const std::string task = Read().task;
  EXPECT_EQ(task.find(secret), std::string::npos);
  EXPECT_LE(task.size(), 4'096U);
}

TEST_F(ShownItemsTest, WhatSomethingElseWroteCountsAsNothing) {
  auto stores = at_.Open();
  ASSERT_TRUE(stores.has_value());
  const auto session = stores->Session("pack-c", Time{1}, Deadline::Never());
  ASSERT_TRUE(session.has_value());
  for (const char* value :
       {"[]", "{\"items\": 3, \"tokens\": -1, \"task\": {}}", "{\"items\": [1]}",
        "{\"files\": [1]}", "{\"files\": {\"r\": 1, \"s\": [2]}}"}) {
    ASSERT_TRUE(store::SessionState(**session)
                    .Put(stores->scope(Deadline::Never()), "pack-c",
                         {{"shown_items", {.version = 1, .value = value}}}, Time{1})
                    .has_value());
    const ShownItems shown = Read();
    EXPECT_THAT(shown.items, IsEmpty()) << value;
    EXPECT_EQ(shown.tokens, 0U) << value;
    EXPECT_THAT(shown.files, IsEmpty()) << value;
  }
}

TEST(ItemsOfTest, LeavesOutWhatIsAlwaysShown) {
  packet::Packet packet;
  const auto item = [](const char* id, bool pinned) {
    packet::Item made;
    made.candidate.id = ItemId(id);
    made.candidate.source = "notes";
    made.candidate.pinned = pinned;
    return made;
  };
  packet.sections.push_back(
      {.of = "notes", .name = "rules", .floor = true, .items = {item("r", false)}});
  packet.sections.push_back(
      {.of = "notes", .name = "tasks", .items = {item("t", false), item("p", true)}});
  packet.sections.push_back({.of = "code", .name = "branch", .items = {item("b", false)}});
  EXPECT_THAT(ItemsOf(packet), ElementsAre("notes/t"));
}

}  // namespace
}  // namespace satchel::engine
